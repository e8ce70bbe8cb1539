//! The naive twin of the search: designs run from the definitions.
//!
//! A state is the value of each wire and the tokens of each net, spelt out. Each step tries every transition of every net. Nothing is
//! compiled, packed or shared with the crate but the values that describe a design; expressions have a second evaluator here.
//!
//! What counts as a failure: a second token in a place; firing one transition disables another, if they share no place of their presets;
//! an assertion that is 0 before firing; an expression without a value; a change of a wire that a following net does not expect; a
//! state in which nothing can happen.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use suppose_nets::{BinaryOp, Design, Effect, Expr, Net, Target, Transition, UnaryOp, WireId};

/// A failure, with names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Failure {
    Unsafe { net: String, transition: String },
    Disabled { net: String, transition: String, by: String },
    Assertion { net: String, transition: String },
    Expression { net: String, transition: String },
    Unexpected { net: String, wire: String },
    Deadlock,
}

/// What a run over all states finds.
#[derive(Debug, Default)]
pub(crate) struct Explored {
    pub(crate) states: usize,
    pub(crate) firings: usize,
    pub(crate) failures: BTreeSet<Failure>,
    /// For each wire of the design all values that it had.
    pub(crate) values: Vec<BTreeSet<i32>>,
}

/// Values of the wires, then for each net a 0 or 1 for each place.
type State = Vec<i16>;

/// All states that can be reached, or `None` if there are more than `limit`.
pub(crate) fn explore(design: &Design, limit: usize) -> Option<Explored> {
    let twin = Twin::new(design);
    let mut found = Explored { values: vec![BTreeSet::new(); design.wires.len()], ..Explored::default() };
    let first = twin.first();
    let mut known: FxHashSet<State> = FxHashSet::from_iter([first.clone()]);
    let mut waiting = vec![first];
    while let Some(state) = waiting.pop() {
        for (wire, values) in found.values.iter_mut().enumerate() {
            values.insert(i32::from(state[wire]));
        }
        let steps = twin.steps(&state, &mut found.failures);
        found.firings += steps.len();
        for next in steps {
            if known.insert(next.clone()) {
                waiting.push(next);
            }
        }
        if known.len() > limit {
            return None;
        }
    }
    found.states = known.len();
    Some(found)
}

struct Twin<'d> {
    design: &'d Design,
    /// Where the places of each net begin in a state.
    offsets: Vec<usize>,
}

impl<'d> Twin<'d> {
    fn new(design: &'d Design) -> Self {
        let mut next = design.wires.len();
        let mut offsets = Vec::new();
        for net in &design.nets {
            offsets.push(next);
            next += net.places.len();
        }
        offsets.push(next);
        Self { design, offsets }
    }

    fn first(&self) -> State {
        let mut state = vec![0; self.offsets[self.design.nets.len()]];
        for (wire, value) in self.design.wires.iter().zip(&mut state) {
            *value = small(wire.initial);
        }
        for (n, net) in self.design.nets.iter().enumerate() {
            for place in &net.marking {
                state[self.offsets[n] + place.index()] = 1;
            }
        }
        state
    }

    fn marked(&self, n: usize, transition: &Transition, state: &State) -> bool {
        transition.preset.iter().all(|place| state[self.offsets[n] + place.index()] == 1)
    }

    /// Whether the transition can fire; `Err` when its guard has no value.
    fn enabled(&self, n: usize, transition: &Transition, state: &State) -> Result<bool, ()> {
        Ok(self.marked(n, transition, state) && value(&transition.guard, state)? != 0)
    }

    /// The states after each possible step.
    fn steps(&self, state: &State, failures: &mut BTreeSet<Failure>) -> Vec<State> {
        let mut enabled = Vec::new();
        let mut failed = false;
        for (n, net) in self.design.nets.iter().enumerate() {
            for transition in net.transitions.iter().filter(|t| !follows(net, t)) {
                match self.enabled(n, transition, state) {
                    Ok(true) => enabled.push((n, transition)),
                    Ok(false) => {}
                    Err(()) => {
                        failed = true;
                        failures.insert(Failure::Expression {
                            net: net.name.clone(),
                            transition: transition.name.clone(),
                        });
                    }
                }
            }
        }
        let mut successors = Vec::new();
        for &(n, transition) in &enabled {
            let Some(next) = self.fire(n, transition, state, failures) else { continue };
            for &(m, other) in &enabled {
                let itself = m == n && std::ptr::eq(other, transition);
                let share = m == n && other.preset.iter().any(|place| transition.preset.contains(place));
                if !itself && !share && self.enabled(m, other, &next) == Ok(false) {
                    failures.insert(Failure::Disabled {
                        net: self.design.nets[m].name.clone(),
                        transition: other.name.clone(),
                        by: format!("{}:{}", self.design.nets[n].name, transition.name),
                    });
                }
            }
            self.follow(n, state, next, failures, &mut successors);
        }
        let mut free = false;
        for (w, wire) in self.design.wires.iter().enumerate().filter(|(_, wire)| wire.free) {
            for &new in wire.domain.iter().filter(|&&new| small(new) != state[w]) {
                free = true;
                let mut next = state.clone();
                next[w] = small(new);
                for &(m, other) in &enabled {
                    if self.enabled(m, other, &next) == Ok(false) {
                        failures.insert(Failure::Disabled {
                            net: self.design.nets[m].name.clone(),
                            transition: other.name.clone(),
                            by: wire.name.clone(),
                        });
                    }
                }
                self.follow(usize::MAX, state, next, failures, &mut successors);
            }
        }
        if enabled.is_empty() && !free && !failed {
            failures.insert(Failure::Deadlock);
        }
        successors
    }

    /// The state after a transition, as far as its own net and the wires go.
    fn fire(
        &self,
        n: usize,
        transition: &Transition,
        state: &State,
        failures: &mut BTreeSet<Failure>,
    ) -> Option<State> {
        let (net, transition_name) = (self.design.nets[n].name.clone(), transition.name.clone());
        for assert in &transition.asserts {
            match value(assert, state) {
                Ok(0) => {
                    failures.insert(Failure::Assertion { net, transition: transition_name });
                    return None;
                }
                Ok(_) => {}
                Err(()) => {
                    failures.insert(Failure::Expression { net, transition: transition_name });
                    return None;
                }
            }
        }
        let mut next = state.clone();
        for effect in &transition.effects {
            let Ok((wire, new)) = outcome(effect, state) else {
                failures.insert(Failure::Expression { net, transition: transition_name });
                return None;
            };
            next[wire.index()] = small(new);
        }
        for place in &transition.preset {
            next[self.offsets[n] + place.index()] = 0;
        }
        for place in &transition.postset {
            let token = &mut next[self.offsets[n] + place.index()];
            if *token == 1 {
                failures.insert(Failure::Unsafe { net, transition: transition_name });
                return None;
            }
            *token = 1;
        }
        Some(next)
    }

    /// Lets nets that follow the changed wires take their part, in each way they can.
    fn follow(
        &self,
        source: usize,
        old: &State,
        next: State,
        failures: &mut BTreeSet<Failure>,
        successors: &mut Vec<State>,
    ) {
        let mut states = vec![next];
        for w in (0..self.design.wires.len()).filter(|&w| old[w] != states[0][w]).collect::<Vec<_>>() {
            let wire = WireId(w as u32);
            for (m, net) in self.design.nets.iter().enumerate() {
                if m == source || !net.follows.contains(&wire) {
                    continue;
                }
                let mut after = Vec::new();
                for state in &states {
                    for transition in net.transitions.iter().filter(|t| follows(net, t)) {
                        let fits = outcome(&transition.effects[0], old)
                            .is_ok_and(|(target, new)| target == wire && small(new) == state[w]);
                        if fits && self.enabled(m, transition, old) == Ok(true) {
                            after.extend(self.fire(m, transition, state, failures));
                        }
                    }
                }
                if after.is_empty() {
                    let wire = self.design.wires[w].name.clone();
                    failures.insert(Failure::Unexpected { net: net.name.clone(), wire });
                }
                states = after;
            }
        }
        successors.extend(states);
    }
}

fn follows(net: &Net, transition: &Transition) -> bool {
    transition.effects.iter().any(|effect| match &effect.target {
        Target::Wire(wire) => net.follows.contains(wire),
        Target::Element(..) => false,
    })
}

fn small(value: i32) -> i16 {
    i16::try_from(value).expect("small values in tests")
}

/// The wire that an effect writes, and its new value.
fn outcome(effect: &Effect, state: &State) -> Result<(WireId, i32), ()> {
    let wire = match &effect.target {
        Target::Wire(wire) => *wire,
        Target::Element(wires, index) => element(wires, value(index, state)?)?,
    };
    Ok((wire, value(&effect.value, state)?))
}

fn element(wires: &[WireId], index: i32) -> Result<WireId, ()> {
    wires.get(usize::try_from(index).map_err(drop)?).copied().ok_or(())
}

/// The value of an expression, in 64 bits so that nothing can go wrong unnoticed.
fn value(expr: &Expr, state: &State) -> Result<i32, ()> {
    let wide = match expr {
        Expr::Const(constant) => i64::from(*constant),
        Expr::Wire(wire) => i64::from(state[wire.index()]),
        Expr::Element(wires, index) => i64::from(state[element(wires, value(index, state)?)?.index()]),
        Expr::Unary(op, operand) => {
            let operand = i64::from(value(operand, state)?);
            match op {
                UnaryOp::Not => i64::from(operand == 0),
                UnaryOp::Invert => -operand - 1,
                UnaryOp::Negate => -operand,
            }
        }
        Expr::Conditional(condition, then, otherwise) => {
            let chosen = if value(condition, state)? == 0 { otherwise } else { then };
            i64::from(value(chosen, state)?)
        }
        Expr::Binary(op, left, right) => {
            let a = i64::from(value(left, state)?);
            match (op, a) {
                (BinaryOp::And, 0) => return Ok(0),
                (BinaryOp::Or, a) if a != 0 => return Ok(1),
                (BinaryOp::Implies, 0) => return Ok(1),
                _ => {}
            }
            let b = i64::from(value(right, state)?);
            match op {
                BinaryOp::Add => a + b,
                BinaryOp::Subtract => a - b,
                BinaryOp::Multiply => a * b,
                BinaryOp::Divide | BinaryOp::Remainder if b == 0 => return Err(()),
                BinaryOp::Divide => a / b,
                BinaryOp::Remainder => a - (a / b) * b,
                BinaryOp::ShiftLeft | BinaryOp::ShiftRight if !(0..32).contains(&b) => return Err(()),
                BinaryOp::ShiftLeft => a << b,
                BinaryOp::ShiftRight => a >> b,
                BinaryOp::BitAnd => a & b,
                BinaryOp::BitOr => a | b,
                BinaryOp::BitXor => a ^ b,
                BinaryOp::Equal => i64::from(a == b),
                BinaryOp::NotEqual => i64::from(a != b),
                BinaryOp::Less => i64::from(a < b),
                BinaryOp::LessEqual => i64::from(a <= b),
                BinaryOp::Greater => i64::from(a > b),
                BinaryOp::GreaterEqual => i64::from(a >= b),
                BinaryOp::And | BinaryOp::Or | BinaryOp::Implies => i64::from(b != 0),
            }
        }
    };
    i32::try_from(wide).map_err(drop)
}
