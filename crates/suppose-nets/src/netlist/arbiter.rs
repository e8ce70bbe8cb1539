//! Recognising mutual exclusion elements by what they compute.
//!
//! A mutual exclusion element has two requests and two grants. A plain pair of gates with the same functions
//! would be reported as hazardous, because one grant disables the other; in an arbiter that is the purpose.
//! So a pair of outputs that computes an arbiter becomes one net in which the grants compete for a place. Two
//! protocols are in use, with the names that Workcraft gives them:
//!
//! * **late**: `g1 = r1 & !g2`. The second grant comes after the first one is taken back.
//! * **early**: `g1 = r1 & (!g2 | !r2)`. The second grant may come as soon as the first request is withdrawn,
//!   while the first grant is still to fall.
//!
//! What happens when both requests come while nobody is granted is up to the element, so the row of that tie
//! is not compared: Verilog has to say something there, and says that one of them wins, or a random one. Only
//! one of the grants must be possible.
//!
//! Algorithm: for both ways to match requests with grants, compare the sixteen rows. Tested on the built-in
//! cells, on functions near to an arbiter, and on the published netlists.

use super::function;
use crate::expr::Expr;
use crate::net::WireId;

/// When the second grant may come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// After the first request is withdrawn.
    Early,
    /// After the first grant is taken back.
    Late,
}

/// A mutual exclusion element: what its wires or pins are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arbiter {
    /// Which protocol it follows.
    pub protocol: Protocol,
    /// The requests.
    pub requests: [WireId; 2],
    /// The grants, in the same order.
    pub grants: [WireId; 2],
}

/// The arbiter that two outputs with these functions are. Several pairs of functions stand for a choice that
/// is made at random.
pub(super) fn recognise(grants: [WireId; 2], functions: &[[Expr; 2]]) -> Option<Arbiter> {
    let mut others: Vec<WireId> = functions.iter().flatten().flat_map(Expr::wires).collect();
    others.sort_unstable();
    others.dedup();
    others.retain(|wire| !grants.contains(wire));
    let &[a, b] = others.as_slice() else { return None };
    for requests in [[a, b], [b, a]] {
        for protocol in [Protocol::Early, Protocol::Late] {
            let matches = |pair: &[Expr; 2]| is_arbiter(protocol, grants, requests, pair);
            if functions.iter().all(matches) {
                return Some(Arbiter { protocol, requests, grants });
            }
        }
    }
    None
}

fn is_arbiter(protocol: Protocol, grants: [WireId; 2], requests: [WireId; 2], pair: &[Expr; 2]) -> bool {
    let wires = [grants[0], grants[1], requests[0], requests[1]];
    let (Some(first), Some(second)) = (function::table(&pair[0], &wires), function::table(&pair[1], &wires))
    else {
        return false;
    };
    (0..16).all(|row| {
        let [g1, g2, r1, r2] = [0, 1, 2, 3].map(|bit| row >> bit & 1 == 1);
        if !g1 && !g2 && r1 && r2 {
            return first[row] || second[row];
        }
        let free = |grant: bool, request: bool| match protocol {
            Protocol::Early => !grant || !request,
            Protocol::Late => !grant,
        };
        first[row] == (r1 && free(g2, r2)) && second[row] == (r2 && free(g1, r1))
    })
}

#[cfg(test)]
mod tests {
    use super::super::function::{all, any, constant, not};
    use super::*;

    fn wire(i: u32) -> Expr {
        Expr::Wire(WireId(i))
    }

    const GRANTS: [WireId; 2] = [WireId(1), WireId(4)];

    #[test]
    fn both_protocols_in_any_order() {
        let late = [all(vec![wire(9), not(wire(4))]), all(vec![not(wire(1)), wire(0)])];
        let found = recognise(GRANTS, &[late]).expect("an arbiter");
        assert_eq!(found.protocol, Protocol::Late);
        assert_eq!(found.requests, [WireId(9), WireId(0)]);
        let early = [
            all(vec![wire(0), any(vec![not(wire(4)), not(wire(9))])]),
            all(vec![wire(9), not(all(vec![wire(0), wire(1)]))]),
        ];
        let found = recognise(GRANTS, &[early]).expect("an arbiter");
        assert_eq!(found.protocol, Protocol::Early);
        assert_eq!(found.requests, [WireId(0), WireId(9)]);
    }

    #[test]
    fn what_is_near_is_no_arbiter() {
        let grant = |r: u32, g: u32| all(vec![wire(r), not(wire(g))]);
        // The second output looks at the wrong grant, a third input matters, or nothing is granted on a tie.
        assert_eq!(recognise(GRANTS, &[[grant(0, 4), grant(9, 4)]]), None);
        assert_eq!(recognise(GRANTS, &[[grant(0, 4), all(vec![grant(9, 1), wire(7)])]]), None);
        let shy = |r: u32, g: u32, other: u32| all(vec![grant(r, g), not(wire(other))]);
        assert_eq!(recognise(GRANTS, &[[shy(0, 4, 9), shy(9, 1, 0)]]), None);
        assert_eq!(recognise(GRANTS, &[[constant(true), constant(false)]]), None);
        // Giving way before the grant is allowed, but not after it.
        assert_eq!(recognise(GRANTS, &[[shy(0, 4, 9), grant(9, 1)]]), None);
        let polite = any(vec![shy(0, 4, 9), all(vec![grant(0, 4), wire(1)])]);
        let both = [[polite, grant(9, 1)], [grant(0, 4), grant(9, 1)]];
        assert_eq!(recognise(GRANTS, &both).expect("an arbiter").protocol, Protocol::Late);
    }
}
