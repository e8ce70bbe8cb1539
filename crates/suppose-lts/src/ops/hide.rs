//! Hiding: chosen actions become τ.
//!
//! States keep their numbers and a hidden action leaves the alphabet, so that it no longer synchronises with
//! anything. Rows are sorted again because τ comes first. Linear but for that sorting. Tested below against
//! rows worked out by hand, and by the laws of `tests/all/laws` (hiding is a congruence for every relation).

use suppose_base::ActionId;

use crate::{Lts, RowBuilder};

/// Makes every action that satisfies `hidden` silent and takes it out of the alphabet.
pub fn hide(lts: &Lts, hidden: impl Fn(ActionId) -> bool) -> Lts {
    let mut rows = RowBuilder::new();
    for s in lts.states() {
        for t in lts.transitions(s) {
            rows.add(if hidden(t.action) { ActionId::TAU } else { t.action }, t.target);
        }
        rows.end_row();
    }
    rows.extend_alphabet(lts.alphabet().iter().copied().filter(|&a| !hidden(a)));
    rows.finish(lts.initial(), lts.end()).expect("hiding keeps the states and adds no transition")
}

/// Makes every action silent that does not satisfy `visible`: the dual of [`hide`].
pub fn interface(lts: &Lts, visible: impl Fn(ActionId) -> bool) -> Lts {
    hide(lts, |action| !visible(action))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{PI, lts_of, rows_of};

    #[test]
    fn hidden_actions_become_tau_and_merge() {
        let lts = lts_of(3, &[(0, 1, 1), (0, 2, 1), (0, 3, 2), (1, 2, PI)], &[4, 5]);
        let hidden = hide(&lts, |a| a.raw() == 1 || a.raw() == 2 || a.raw() == 5);
        assert_eq!(rows_of(&hidden), [(0, 0, 1), (0, 3, 2), (1, 0, PI)]);
        assert_eq!(hidden.alphabet(), [ActionId::from_raw(3), ActionId::from_raw(4)]);
        assert_eq!(interface(&lts, |a| a.raw() == 3 || a.raw() == 4), hidden);
    }
}
