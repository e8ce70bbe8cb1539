//! Sums of products: a Boolean function given by its table as a short list of cubes.
//!
//! Guards are tested millions of times, and a cube is a mask and a comparison. The cubes are an irredundant
//! cover by the recursion of Minato (1993) and Morreale (1970): split on a variable, cover what only one half
//! allows with a literal of it, and the rest without. Combinations that cannot occur may be covered or not.
//! Time and space are O(n·2ⁿ) for n variables, so callers bound n. Tested against the table on all functions
//! of three variables with all sets of impossible combinations.

/// A product of literals: it contains `x` where `x & mask == value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cube {
    pub mask: u32,
    pub value: u32,
}

/// Cubes that contain every combination in `must`, and otherwise only ones in `may`. Both tables have one
/// entry for each combination, the bits of the index being the variables; `must` implies `may`.
pub(crate) fn cover(must: &[bool], may: &[bool]) -> Vec<Cube> {
    debug_assert!(must.len() == may.len() && must.len().is_power_of_two());
    let mut cubes = Vec::new();
    irredundant(must, may, &mut cubes);
    cubes
}

/// Adds cubes over the variables of the tables and returns the table of what they contain. The depth is the
/// number of variables.
fn irredundant(must: &[bool], may: &[bool], cubes: &mut Vec<Cube>) -> Vec<bool> {
    if must.iter().all(|&m| !m) {
        return vec![false; must.len()];
    }
    if may.iter().all(|&m| m) {
        cubes.push(Cube { mask: 0, value: 0 });
        return vec![true; must.len()];
    }
    let half = must.len() / 2;
    let bit = half as u32;
    let ((must0, must1), (may0, may1)) = (must.split_at(half), may.split_at(half));
    let only = |must: &[bool], other: &[bool]| -> Vec<bool> {
        must.iter().zip(other).map(|(&m, &o)| m && !o).collect()
    };
    let begin = cubes.len();
    let covered0 = irredundant(&only(must0, may1), may0, cubes);
    for cube in &mut cubes[begin..] {
        cube.mask |= bit;
    }
    let begin = cubes.len();
    let covered1 = irredundant(&only(must1, may0), may1, cubes);
    for cube in &mut cubes[begin..] {
        cube.mask |= bit;
        cube.value |= bit;
    }
    let rest: Vec<bool> =
        (0..half).map(|i| (must0[i] && !covered0[i]) || (must1[i] && !covered1[i])).collect();
    let both: Vec<bool> = (0..half).map(|i| may0[i] && may1[i]).collect();
    let covered = irredundant(&rest, &both, cubes);
    let joined = |own: Vec<bool>| own.into_iter().zip(&covered).map(|(own, &both)| own || both).collect();
    let mut all: Vec<bool> = joined(covered0);
    let upper: Vec<bool> = joined(covered1);
    all.extend(upper);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_functions_of_three_variables() {
        for must in 0..256u32 {
            for impossible in 0..256u32 {
                let on = |x: u32| must >> x & 1 == 1 && impossible >> x & 1 == 0;
                let allowed = |x: u32| on(x) || impossible >> x & 1 == 1;
                let cubes =
                    cover(&(0..8).map(on).collect::<Vec<_>>(), &(0..8).map(allowed).collect::<Vec<_>>());
                for x in 0..8u32 {
                    let inside = cubes.iter().any(|c| x & c.mask == c.value);
                    assert!(!on(x) || inside, "{must:08b} {impossible:08b}: {x} is not covered");
                    assert!(!inside || allowed(x), "{must:08b} {impossible:08b}: {x} is covered");
                }
            }
        }
    }

    #[test]
    fn a_majority_needs_three_cubes() {
        let table: Vec<bool> = (0..8u32).map(|x| x.count_ones() >= 2).collect();
        assert_eq!(cover(&table, &table).len(), 3);
    }
}
