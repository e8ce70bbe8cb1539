//! Looks for the point where a counterexample's effect changes.
//!
//! Rivest and Schapire (1993): replace longer and longer prefixes of a counterexample by the access word of
//! the state that the conjecture reaches. The answers at both ends differ, so somewhere two neighbours do.
//! Bisection finds such a place with about log₂ m queries; it need not be the only one.
//!
//! Tested on all effects of up to ten places, and through the learners that use it.

/// The index `at` in `known..other` for which `effect(at)` holds and `effect(at + 1)` does not.
///
/// Contract: `known < other`, the effect holds at `known` and does not hold at `other`; neither is asked. The
/// middle is rounded down.
pub(crate) fn breakpoint<E>(
    known: usize,
    other: usize,
    mut effect: impl FnMut(usize) -> Result<bool, E>,
) -> Result<usize, E> {
    let (mut holds, mut fails) = (known, other);
    while fails - holds > 1 {
        let middle = holds.midpoint(fails);
        if effect(middle)? {
            holds = middle;
        } else {
            fails = middle;
        }
    }
    Ok(holds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_differ_and_few_places_are_asked() {
        for length in 1..=10_usize {
            // All effects between a place where it holds and one where it does not.
            for bits in 0..1_u32 << (length - 1) {
                let effect = |at: usize| at == 0 || (at < length && bits >> (at - 1) & 1 == 1);
                let mut asked = Vec::new();
                let at = breakpoint(0, length, |at| {
                    asked.push(at);
                    Ok::<_, ()>(effect(at))
                });
                let at = at.expect("nothing stops it");
                assert!(effect(at) && !effect(at + 1), "{length} {bits:b}");
                assert!(asked.iter().all(|&at| 0 < at && at < length));
                assert!(1 << asked.len() < 2 * length, "{length} {bits:b}");
            }
        }
    }
}
