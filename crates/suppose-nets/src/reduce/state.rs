//! The state-based abstraction: states joined by an internal transition become one (Yao 2012, section 3.4,
//! after Zheng, Ahrens and Xia, IEEE TCAD 27, 2008).
//!
//! # Contract
//! No internal transition is left. Every trace and every failure trace of the original is one of the result,
//! but the result may have more of both: with `0 -x-> 1`, where `x` is internal, what 0 could do is now
//! possible after what only led to 1. A failure of the result need not be one of the original. It is here to
//! compare with, as the dissertation does.
//!
//! # Algorithm and differences
//! States that silently reach π become π first. Then the classes are the connected parts of the graph of
//! internal transitions, found with a union-find structure. The text merges one transition after the other
//! and lets π win, so its result depends on the order: of `1 <-x- 0 -y-> π` it may make π of 1 too. Taking π
//! first adds the fewest failures. Nearly linear. A state goes to its class, whose code is that of all its
//! members.
//!
//! # Tests
//! `tests/all/reduce`: on all small graphs against classes found by naive closure, inclusion of traces by
//! subset construction; figure 3.14.

use suppose_base::{Budget, Poll, StateId, StopReason};

use super::failing::settle;
use super::{Alphabet, Reduced, quotient};
use crate::graph::StateGraph;

/// Merges states that are joined by internal transitions.
///
/// # Errors
/// When the budget is spent.
pub fn state(graph: &StateGraph, budget: &Budget) -> Result<Reduced, StopReason> {
    settle(graph, budget)?.then(|graph| {
        let lts = &graph.lts;
        let mut classes = Classes { parent: lts.states().map(StateId::raw).collect() };
        for (at, (source, t)) in lts.all_transitions().enumerate() {
            if at % 1024 == 0 {
                budget.poll(Poll::Reduce)?;
            }
            if graph.is_internal(t.action) {
                classes.join(source.raw(), t.target.raw());
            }
        }
        let place = lts.states().map(|s| StateId::from_raw(classes.find(s.raw()))).collect();
        Ok(quotient(graph, place, Alphabet::Visible, |_, t| !graph.is_internal(t.action)))
    })
}

/// Disjoint sets; the smallest member stands for its set.
struct Classes {
    parent: Vec<u32>,
}

impl Classes {
    /// The smallest member of the set. Halves the path on its way.
    fn find(&mut self, mut member: u32) -> u32 {
        loop {
            let up = self.parent[member as usize];
            if up == member {
                return member;
            }
            let next = self.parent[up as usize];
            self.parent[member as usize] = next;
            member = next;
        }
    }

    fn join(&mut self, left: u32, right: u32) {
        let (left, right) = (self.find(left), self.find(right));
        self.parent[left.max(right) as usize] = left.min(right);
    }
}
