//! Looks for the point where a counterexample's effect changes.
//!
//! Rivest and Schapire (1993): replace longer and longer prefixes of a counterexample by the access word of the state that the conjecture reaches. The
//! answers at both ends differ, so somewhere two neighbours do. Bisection finds such a place with about log₂ m queries; it need
//! not be the only one.
//!
//! Tested through every learner that uses it, and directly against a scan.

/// The index `at` in `known..other` for which `effect(at)` holds and `effect(at + 1)` does not.
///
/// Contract: `known < other`, the effect holds at `known` and does not hold at `other`; neither is asked. The middle is rounded down.
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
