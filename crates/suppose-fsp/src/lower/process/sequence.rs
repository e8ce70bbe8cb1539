//! Sequential composition: processes that run before a state is entered.
//!
//! In `P;Q;L` a copy of `P` is put before a copy of `Q`, and that before `L`: each copy's end state is the
//! first state of what follows. Every use makes copies of its own, so two uses never share states. A process
//! that is only `END` adds nothing but its alphabet.

use suppose_base::{Poll, StateId};

use super::super::super::ast::ProcRef;
use super::super::super::scope::Stop;
use super::super::MAX_STATES;
use super::super::locals::too_large;
use super::{ERROR, Edge, Expansion};

impl Expansion<'_, '_> {
    /// Puts copies of the processes that run first before a state; the last one ends there.
    pub(super) fn sequence(&mut self, reference: &ProcRef, last: u32) -> Result<u32, Stop> {
        let mut machines = Vec::new();
        for instance in &reference.sequence {
            let key = self.lowering.model.instance(instance, &mut self.scope)?;
            match self.lowering.sequential(&key, instance)? {
                Some(machine) => machines.push(machine),
                None => self.needs.push(key),
            }
        }
        if !self.needs.is_empty() {
            return Ok(last);
        }
        let mut next = last;
        for machine in machines.into_iter().rev() {
            let lts = &machine.lts;
            self.alphabet.extend(lts.alphabet().iter().copied());
            if lts.num_states() == 1 && lts.end() == Some(lts.initial()) {
                continue;
            }
            let first = self.states;
            if lts.num_states() as u64 + u64::from(first) > u64::from(MAX_STATES) {
                return Err(too_large(reference.span));
            }
            self.states += lts.num_states() as u32;
            self.lowering.budget.check_states(u64::from(self.states))?;
            self.lowering.budget.poll(Poll::Lower)?;
            let place = |state: StateId| {
                if state.is_error() {
                    ERROR
                } else if Some(state) == lts.end() {
                    next
                } else {
                    first + state.raw()
                }
            };
            for (from, t) in lts.all_transitions() {
                let span = machine.origins.find(from, t.action);
                let (start, end) = span.map_or((0, 0), |span| (span.start, span.end));
                self.edges.push(Edge {
                    from: place(from),
                    action: t.action,
                    to: place(t.target),
                    start,
                    end,
                });
            }
            if self.edges.len() >= MAX_STATES as usize {
                return Err(too_large(reference.span));
            }
            next = place(lts.initial());
        }
        Ok(next)
    }
}
