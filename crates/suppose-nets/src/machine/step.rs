//! What can happen in a state.
//!
//! The enabled moves are found first, as a list and as a set of bits, because a step that makes one of them
//! impossible is a failure. A step says all that is wrong with it, and where it leads all the same.

use suppose_base::ActionId;

use crate::expr::Value;
use crate::failure::{Failure, Failures};
use crate::machine::{Bits, Follower, Label, Machine, Move, Test};
use crate::net::{Target, WireId};

/// One step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<const W: usize> {
    pub action: ActionId,
    pub target: [u64; W],
    /// What is wrong with it.
    pub failures: Failures,
    /// Whether it comes from outside.
    pub is_input: bool,
}

/// Memory that is used again for each state.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    enabled: Vec<u32>,
    bits: Vec<u64>,
    /// Moves whose guard has no value.
    undefined: Vec<u32>,
}

#[inline]
fn holds<const W: usize>(test: &Test, state: &[u64; W]) -> bool {
    state[test.word as usize] & test.mask == test.value
}

#[inline]
fn apply<const W: usize>(state: &mut [u64; W], clear: &[Bits], set: &[Bits]) {
    for bits in clear {
        state[bits.word as usize] &= !bits.mask;
    }
    for bits in set {
        state[bits.word as usize] |= bits.mask;
    }
}

#[inline]
fn any<const W: usize>(state: &[u64; W], bits: &[Bits]) -> bool {
    bits.iter().any(|b| state[b.word as usize] & b.mask != 0)
}

fn all<const W: usize>(state: &[u64; W], bits: &[Bits]) -> bool {
    bits.iter().all(|b| state[b.word as usize] & b.mask == b.mask)
}

/// Whether a transition is enabled.
enum Enabled {
    No,
    Yes,
    /// Its guard has no value.
    Undefined,
}

impl Machine<'_> {
    #[inline]
    fn is_enabled<const W: usize>(&self, made: &Move, state: &[u64; W]) -> Enabled {
        let (from, to) = made.guard.cubes;
        let inside = self.cubes[from as usize..to as usize]
            .iter()
            .any(|&(from, to)| self.tests[from as usize..to as usize].iter().all(|test| holds(test, state)));
        match &made.guard.rest {
            _ if !inside => Enabled::No,
            None => Enabled::Yes,
            Some(guard) => match guard.eval(&|wire| self.value(state, wire)) {
                Ok(0) => Enabled::No,
                Ok(_) => Enabled::Yes,
                Err(_) => Enabled::Undefined,
            },
        }
    }

    /// Calls `visit` with every step from a state. Returns whether the members can do something by
    /// themselves.
    pub(crate) fn for_each_step<const W: usize>(
        &self,
        state: &[u64; W],
        scratch: &mut Scratch,
        visit: &mut dyn FnMut(Step<W>),
    ) -> bool {
        self.find_enabled(state, scratch);
        for &m in &scratch.undefined {
            let made = &self.moves[m as usize];
            let action = self.design.labels(made.net as usize, made.transition as usize).still;
            let failures = Failures::of(&[Failure::Expression]);
            visit(Step { action, target: *state, failures, is_input: false });
        }
        for &m in &scratch.enabled {
            self.fire(&self.moves[m as usize], state, &scratch.bits, visit);
        }
        for input in &self.inputs {
            if input.differ.iter().any(|test| holds(test, state)) {
                continue;
            }
            let mut target = *state;
            apply(&mut target, &input.clear, &input.set);
            let failures = self.disabled(&input.at_risk, state, &target, &scratch.bits);
            let step = Step { action: input.action, target, failures, is_input: true };
            if input.followed {
                self.follow(&input.changes, state, step, visit);
            } else {
                visit(step);
            }
        }
        !scratch.enabled.is_empty() || !scratch.undefined.is_empty()
    }

    fn find_enabled<const W: usize>(&self, state: &[u64; W], scratch: &mut Scratch) {
        scratch.enabled.clear();
        scratch.undefined.clear();
        scratch.bits.clear();
        scratch.bits.resize(self.moves.len().div_ceil(64), 0);
        for &m in &self.always {
            self.note_enabled(m, state, scratch);
        }
        for (leads, word) in self.leads.iter().zip(state) {
            let mut marked = word & leads.mask;
            while marked != 0 {
                let (from, to) = leads.of_bit[marked.trailing_zeros() as usize];
                marked &= marked - 1;
                for &m in &leads.moves[from as usize..to as usize] {
                    self.note_enabled(m, state, scratch);
                }
            }
        }
    }

    #[inline]
    fn note_enabled<const W: usize>(&self, m: u32, state: &[u64; W], scratch: &mut Scratch) {
        match self.is_enabled(&self.moves[m as usize], state) {
            Enabled::No => return,
            Enabled::Yes => scratch.enabled.push(m),
            Enabled::Undefined => scratch.undefined.push(m),
        }
        scratch.bits[m as usize / 64] |= 1 << (m % 64);
    }

    /// Whether one of the moves at risk was enabled and is not in the target, for other reasons than what it
    /// samples.
    #[inline]
    fn disabled<const W: usize>(
        &self,
        at_risk: &[u32],
        state: &[u64; W],
        target: &[u64; W],
        enabled: &[u64],
    ) -> Failures {
        let lost = at_risk.iter().any(|&r| {
            let other = &self.moves[r as usize];
            enabled[r as usize / 64] >> (r % 64) & 1 == 1
                && matches!(self.is_enabled(other, target), Enabled::No)
                && (other.sampled.is_empty() || !self.is_excused(other, state, target))
        });
        if lost { Failures::of(&[Failure::Disabling]) } else { Failures::NONE }
    }

    /// Whether a move that was enabled would still be if the wires that it samples had kept their values.
    #[cold]
    fn is_excused<const W: usize>(&self, made: &Move, state: &[u64; W], target: &[u64; W]) -> bool {
        let mut kept = *target;
        for bits in &made.sampled {
            let word = bits.word as usize;
            kept[word] = kept[word] & !bits.mask | state[word] & bits.mask;
        }
        !matches!(self.is_enabled(made, &kept), Enabled::No)
    }

    fn fire<const W: usize>(
        &self,
        made: &Move,
        state: &[u64; W],
        enabled: &[u64],
        visit: &mut dyn FnMut(Step<W>),
    ) {
        let mut target = *state;
        apply(&mut target, &made.clear, &made.set);
        let mut failures = Failures::NONE;
        if any(state, &made.twice) {
            failures = failures.with(Failure::Safety);
        }
        let net = &self.design.nets[made.net as usize];
        let transition = &net.transitions[made.transition as usize];
        for assert in &transition.asserts {
            match assert.eval(&|wire| self.value(state, wire)) {
                Ok(0) => failures = failures.with(Failure::Assertion),
                Ok(_) => {}
                Err(_) => failures = failures.with(Failure::Expression),
            }
        }
        if failures.has(Failure::Expression) {
            let action = self.design.labels(made.net as usize, made.transition as usize).still;
            visit(Step { action, target: *state, failures, is_input: false });
            return;
        }
        let mut single = [(WireId(0), 0)];
        let mut many = Vec::new();
        let (action, changes): (ActionId, &[(WireId, Value)]) = match &made.label {
            Label::Fixed { action, edge } => match edge {
                Some(change) => {
                    single[0] = *change;
                    (*action, &single)
                }
                None => (*action, &[]),
            },
            Label::Assign { test, still, .. } if holds(test, state) => (*still, &[]),
            Label::Assign { moved, change, .. } => {
                single[0] = *change;
                (*moved, &single)
            }
            Label::Computed => {
                if let Some(action) = self.compute(made, state, &mut target, &mut many) {
                    (action, &many)
                } else {
                    failures = failures.with(Failure::Expression);
                    target = *state;
                    (self.design.labels(made.net as usize, made.transition as usize).still, &[])
                }
            }
        };
        if !failures.has(Failure::Expression)
            && !self.disabled(&made.at_risk, state, &target, enabled).is_empty()
        {
            failures = failures.with(Failure::Disabling);
        }
        let step = Step { action, target, failures, is_input: false };
        if made.followed && !changes.is_empty() {
            self.follow(changes, state, step, visit);
        } else {
            visit(step);
        }
    }

    /// Does the assignments of a transition whose changes are not known in advance. Returns the action, and
    /// what changes, sorted; none if an expression has no value.
    fn compute<const W: usize>(
        &self,
        made: &Move,
        state: &[u64; W],
        target: &mut [u64; W],
        changes: &mut Vec<(WireId, Value)>,
    ) -> Option<ActionId> {
        let read = |wire: WireId| self.value(state, wire);
        let n = made.net as usize;
        let net = &self.design.nets[n];
        for effect in &net.transitions[made.transition as usize].effects {
            let wire = match &effect.target {
                Target::Wire(wire) => *wire,
                Target::Element(wires, index) => {
                    *wires.get(usize::try_from(index.eval(&read).ok()?).ok()?)?
                }
            };
            let value = effect.value.eval(&read).ok()?;
            changes.retain(|&(w, _)| w != wire);
            if let Some(field) = self.layout.field(wire) {
                let bits = super::layout::encoded(self.design, wire, field, value)?;
                let word = &mut target[field.word as usize];
                *word = *word & !field.mask | bits;
                if read(wire) == value && net.signals.is_none() {
                    continue;
                }
            }
            changes.push((wire, value));
        }
        changes.sort_unstable();
        let seen: Vec<(WireId, Value)> =
            changes.iter().copied().filter(|&(wire, _)| self.design.is_shared(wire, n)).collect();
        if seen.is_empty() {
            return Some(self.design.labels(n, made.transition as usize).still);
        }
        self.design.events.find(n, &seen).map(|event| self.design.events.get(event).action)
    }

    /// The step together with every choice of transitions that follow it.
    fn follow<const W: usize>(
        &self,
        changes: &[(WireId, Value)],
        state: &[u64; W],
        step: Step<W>,
        visit: &mut dyn FnMut(Step<W>),
    ) {
        let mut steps = vec![step];
        for change in changes {
            for alternatives in self.followers.get(change).into_iter().flatten() {
                let able: Vec<&Follower> = alternatives.iter().filter(|f| all(state, &f.preset)).collect();
                if able.is_empty() {
                    for step in &mut steps {
                        step.failures = step.failures.with(Failure::Conformance);
                    }
                    continue;
                }
                let mut next = Vec::with_capacity(steps.len() * able.len());
                for step in steps {
                    for follower in &able {
                        let mut step = step;
                        // Another transition of the same net may have followed this step before.
                        if any(&step.target, &follower.twice) {
                            step.failures = step.failures.with(Failure::Safety);
                        }
                        apply(&mut step.target, &follower.clear, &follower.set);
                        next.push(step);
                    }
                }
                steps = next;
            }
        }
        steps.into_iter().for_each(visit);
    }
}
