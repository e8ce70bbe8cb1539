//! A set of codes as a short formula: a disjunction of conjunctions without a part that could be left out.
//!
//! # Algorithm
//! For each code that no conjunction covers yet, in order: start with the conjunction of all its literals,
//! and drop literals from the last wire to the first as long as all codes it then covers are in the set. At
//! the end drop conjunctions whose codes others cover. The result is an irredundant cover by prime implicants
//! (Quine 1955), not always a smallest one. It is exact: true for the codes of the set and no others, where
//! wires have values from their domains. [`crate::cover`] does this for tables of all combinations; here
//! there may be many wires, with more than two values, and few codes.
//!
//! # Complexity
//! Codes times wires times codes. Formulas are for reading, so a set of more than [`MOST`] codes is only
//! counted.
//!
//! # Tests
//! Below, by evaluation of the conjunctions over all sets of codes of three wires; the dissertation's
//! formulas in `refine/tests/dissertation.rs`.

use std::fmt::Write;

use crate::expr::Value;

/// The most codes of a formula.
const MOST: usize = 1 << 10;

/// A conjunction: for each wire the value it must have, if any.
type Cube = Vec<Option<Value>>;

/// A set of sorted codes as a formula over wires with these domains and names.
pub(super) fn formula(codes: &[Vec<Value>], domains: &[Vec<Value>], names: &[String]) -> String {
    if codes.is_empty() {
        return "false".into();
    }
    if codes.len() > MOST {
        return format!("one of {} combinations of {}", codes.len(), names.join(", "));
    }
    let cubes = cover(codes, domains);
    let several = cubes.len() > 1;
    let written: Vec<String> = cubes.iter().map(|cube| conjunction(cube, domains, names, several)).collect();
    written.join(" ∨ ")
}

fn conjunction(cube: &Cube, domains: &[Vec<Value>], names: &[String], several: bool) -> String {
    let mut text = String::new();
    let mut literals = 0;
    for ((value, domain), name) in cube.iter().zip(domains).zip(names) {
        let Some(value) = value else { continue };
        if literals > 0 {
            text.push_str(" ∧ ");
        }
        literals += 1;
        let boolean = domain.iter().all(|v| [0, 1].contains(v));
        let written = match value {
            1 if boolean => write!(text, "{name}"),
            0 if boolean => write!(text, "¬{name}"),
            _ => write!(text, "{name} = {value}"),
        };
        written.expect("writing to a string");
    }
    match literals {
        0 => "true".into(),
        1 => text,
        _ if several => format!("({text})"),
        _ => text,
    }
}

fn covers(cube: &Cube, code: &[Value]) -> bool {
    cube.iter().zip(code).all(|(wanted, value)| wanted.is_none_or(|w| w == *value))
}

/// An irredundant cover of the codes by conjunctions that cannot be shortened.
fn cover(codes: &[Vec<Value>], domains: &[Vec<Value>]) -> Vec<Cube> {
    let mut cubes: Vec<Cube> = Vec::new();
    for code in codes {
        if cubes.iter().any(|cube| covers(cube, code)) {
            continue;
        }
        let mut cube: Cube = code.iter().map(|&v| Some(v)).collect();
        for wire in (0..cube.len()).rev() {
            let value = cube[wire].take();
            let size: usize = cube
                .iter()
                .zip(domains)
                .filter(|(v, _)| v.is_none())
                .map(|(_, domain)| domain.len())
                .product();
            if size > codes.len() || codes.iter().filter(|code| covers(&cube, code)).count() < size {
                cube[wire] = value;
            }
        }
        cubes.push(cube);
    }
    let mut times: Vec<usize> =
        codes.iter().map(|code| cubes.iter().filter(|cube| covers(cube, code)).count()).collect();
    cubes.retain(|cube| {
        let own: Vec<usize> = (0..codes.len()).filter(|&c| covers(cube, &codes[c])).collect();
        let needed = own.iter().any(|&c| times[c] == 1);
        if !needed {
            for &c in &own {
                times[c] -= 1;
            }
        }
        needed
    });
    cubes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(wires: usize) -> Vec<String> {
        ["x", "y", "z"][..wires].iter().map(|&n| n.into()).collect()
    }

    #[test]
    fn all_sets_are_covered_exactly_and_without_excess() {
        for domains in [vec![vec![0, 1]; 3], vec![vec![0, 1], vec![0, 1, 2]]] {
            let mut all: Vec<Vec<Value>> = vec![Vec::new()];
            for domain in &domains {
                all = all
                    .iter()
                    .flat_map(|code| domain.iter().map(move |&v| [code.as_slice(), &[v]].concat()))
                    .collect();
            }
            for chosen in 0u32..1 << all.len() {
                let set: Vec<Vec<Value>> =
                    (0..all.len()).filter(|i| chosen >> i & 1 == 1).map(|i| all[i].clone()).collect();
                let cubes = cover(&set, &domains);
                for code in &all {
                    assert_eq!(cubes.iter().any(|c| covers(c, code)), set.contains(code), "{set:?}");
                }
                for left_out in 0..cubes.len() {
                    let others = || cubes.iter().enumerate().filter(|(i, _)| *i != left_out);
                    assert!(set.iter().any(|code| !others().any(|(_, c)| covers(c, code))), "{set:?}");
                }
            }
        }
    }

    #[test]
    fn formulas_read_as_in_textbooks() {
        let boolean = vec![vec![0, 1]; 2];
        let show = |codes: &[[Value; 2]]| {
            formula(&codes.iter().map(|c| c.to_vec()).collect::<Vec<_>>(), &boolean, &names(2))
        };
        assert_eq!(show(&[]), "false");
        assert_eq!(show(&[[0, 1]]), "¬x ∧ y");
        assert_eq!(show(&[[0, 0], [0, 1]]), "¬x");
        assert_eq!(show(&[[0, 1], [1, 0]]), "(¬x ∧ y) ∨ (x ∧ ¬y)");
        assert_eq!(show(&[[0, 0], [0, 1], [1, 1]]), "¬x ∨ y");
        assert_eq!(show(&[[0, 0], [0, 1], [1, 0], [1, 1]]), "true");
        let wide = formula(&[vec![2]], &[vec![0, 1, 2]], &names(1));
        assert_eq!(wide, "x = 2");
        let many: Vec<Vec<Value>> = (0..2000).map(|v| vec![v]).collect();
        assert_eq!(formula(&many, &[(0..3000).collect()], &names(1)), "one of 2000 combinations of x");
    }
}
