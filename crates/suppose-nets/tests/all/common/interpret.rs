//! The naive twin of the search: designs run from the definitions.
//!
//! A state is the value of each wire and the tokens of each net, spelt out. Each step tries every transition
//! of every net. Nothing is compiled, packed or shared with the crate but the values that describe a design;
//! expressions have a second evaluator here.
//!
//! What counts as a failure: a second token in a place; firing one transition disables another, if they share
//! no place of their presets and it is not only because of a wire that the other one samples; an assertion
//! that is 0 before firing; an expression without a value; a change of a wire that a following net does not
//! expect; a state in which nothing can happen. The design goes on after a failure: the second token is lost,
//! the surprised net stays as it is, and a step of which something has no value does nothing, though what
//! else it tries is judged.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use suppose_nets::{BinaryOp, Design, Effect, Expr, Net, Snapshot, Target, Transition, UnaryOp, WireId};
use suppose_testing::Random;

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

impl Failure {
    /// Which kind it is.
    pub(crate) fn kind(&self) -> suppose_nets::Failure {
        match self {
            Self::Unsafe { .. } => suppose_nets::Failure::Safety,
            Self::Disabled { .. } => suppose_nets::Failure::Disabling,
            Self::Assertion { .. } => suppose_nets::Failure::Assertion,
            Self::Expression { .. } => suppose_nets::Failure::Expression,
            Self::Unexpected { .. } => suppose_nets::Failure::Conformance,
            Self::Deadlock => suppose_nets::Failure::Deadlock,
        }
    }
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
    let found = explore_some(design, limit);
    (found.states <= limit).then_some(found)
}

/// The states that can be reached, depth first in the order of the text, until there are more than `limit`.
pub(crate) fn explore_some(design: &Design, limit: usize) -> Explored {
    let twin = Twin::new(design);
    let mut found = Explored { values: vec![BTreeSet::new(); design.wires.len()], ..Explored::default() };
    let mut known: FxHashSet<State> = FxHashSet::default();
    let mut waiting = vec![twin.first()];
    while let Some(state) = waiting.pop()
        && known.len() <= limit
    {
        if known.contains(&state) {
            continue;
        }
        for (wire, values) in found.values.iter_mut().enumerate() {
            values.insert(i32::from(state[wire]));
        }
        let steps = twin.steps(&state, &mut found.failures);
        found.firings += steps.len();
        known.insert(state);
        waiting.extend(steps.into_iter().rev().filter(|next| !known.contains(next)));
    }
    found.states = known.len();
    found
}

/// Checks that each snapshot of a design is a first one or can follow the one before; returns what can go
/// wrong in the last.
pub(crate) fn judge(design: &Design, way: &[Snapshot]) -> Result<BTreeSet<Failure>, String> {
    let twin = Twin::new(design);
    let mut allowed = vec![twin.first()];
    let mut failures = BTreeSet::new();
    for (at, snapshot) in way.iter().enumerate() {
        let mut state = vec![0; twin.offsets[design.nets.len()]];
        for (value, &known) in state.iter_mut().zip(&snapshot.values) {
            *value = small(known);
        }
        for &(net, place) in &snapshot.marking {
            state[twin.offsets[net] + place.index()] = 1;
        }
        if !allowed.contains(&state) {
            return Err(format!("snapshot {at} does not follow"));
        }
        failures.clear();
        allowed = twin.steps(&state, &mut failures);
    }
    Ok(failures)
}

/// How many of so many walks of at most so many random steps end where nothing can happen.
pub(crate) fn stuck_walks(design: &Design, walks: usize, steps: usize, random: &mut Random) -> usize {
    let twin = Twin::new(design);
    let stuck = |random: &mut Random| {
        let mut state = twin.first();
        (0..steps).any(|_| {
            let mut next = twin.steps(&state, &mut BTreeSet::new());
            if next.is_empty() {
                return true;
            }
            state = next.swap_remove(random.below(next.len()));
            false
        })
    };
    (0..walks).filter(|_| stuck(random)).count()
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
        // What is enabled, or would be if its guard had a value.
        let mut enabled = Vec::new();
        for (n, net) in self.design.nets.iter().enumerate() {
            for transition in net.transitions.iter().filter(|t| !follows(net, t)) {
                if self.enabled(n, transition, state) != Ok(false) {
                    enabled.push((n, transition));
                }
            }
        }
        let mut successors = Vec::new();
        for &(n, transition) in &enabled {
            let has_value = self.enabled(n, transition, state).is_ok();
            let next = if has_value { self.fire(n, transition, state, failures) } else { None };
            let Some(next) = next else {
                let (net, transition) = (self.design.nets[n].name.clone(), transition.name.clone());
                failures.insert(Failure::Expression { net, transition });
                successors.push(state.clone());
                continue;
            };
            for &(m, other) in &enabled {
                let itself = m == n && std::ptr::eq(other, transition);
                let share = m == n && other.preset.iter().any(|place| transition.preset.contains(place));
                if !itself && !share {
                    let by = format!("{}:{}", self.design.nets[n].name, transition.name);
                    self.check_disabled((m, other), (state, &next), &by, failures);
                }
            }
            let edges: Vec<(WireId, i32)> = match self.design.nets[n].signals {
                // An edge of a graph is one even where the wire has that value already.
                Some(_) => {
                    transition.effects.iter().filter_map(|effect| outcome(effect, state).ok()).collect()
                }
                None => self.changes(state, &next),
            };
            self.follow(&edges, state, next, failures, &mut successors);
        }
        for (w, wire) in self.design.wires.iter().enumerate().filter(|(_, wire)| wire.free) {
            for &new in wire.domain.iter().filter(|&&new| small(new) != state[w]) {
                let mut next = state.clone();
                next[w] = small(new);
                for &other in &enabled {
                    self.check_disabled(other, (state, &next), &wire.name, failures);
                }
                self.follow(&self.changes(state, &next), state, next, failures, &mut successors);
            }
        }
        if successors.is_empty() {
            failures.insert(Failure::Deadlock);
        }
        successors
    }

    fn check_disabled(
        &self,
        (n, transition): (usize, &Transition),
        (state, next): (&State, &State),
        by: &str,
        failures: &mut BTreeSet<Failure>,
    ) {
        // What is sampled is as it was.
        let mut sampled = next.clone();
        for wire in &transition.samples {
            sampled[wire.index()] = state[wire.index()];
        }
        if self.enabled(n, transition, next) == Ok(false)
            && self.enabled(n, transition, &sampled) == Ok(false)
        {
            let (net, transition) = (self.design.nets[n].name.clone(), transition.name.clone());
            failures.insert(Failure::Disabled { net, transition, by: by.to_owned() });
        }
    }

    /// The state after a transition, as far as its own net and the wires go; `None` if something has no
    /// value.
    fn fire(
        &self,
        n: usize,
        transition: &Transition,
        state: &State,
        failures: &mut BTreeSet<Failure>,
    ) -> Option<State> {
        // Each part of the step is judged, also when another part has no value.
        let mut next = state.clone();
        self.move_tokens(n, transition, &mut next, failures);
        let asserts: Vec<Result<i32, ()>> = transition.asserts.iter().map(|a| value(a, state)).collect();
        if asserts.contains(&Ok(0)) {
            let (net, transition) = (self.design.nets[n].name.clone(), transition.name.clone());
            failures.insert(Failure::Assertion { net, transition });
        }
        for effect in &transition.effects {
            let (wire, new) = outcome(effect, state).ok()?;
            next[wire.index()] = small(new);
        }
        (!asserts.contains(&Err(()))).then_some(next)
    }

    fn move_tokens(
        &self,
        n: usize,
        transition: &Transition,
        state: &mut State,
        failures: &mut BTreeSet<Failure>,
    ) {
        for place in &transition.preset {
            state[self.offsets[n] + place.index()] = 0;
        }
        for place in &transition.postset {
            let token = &mut state[self.offsets[n] + place.index()];
            if *token == 1 {
                let (net, transition) = (self.design.nets[n].name.clone(), transition.name.clone());
                failures.insert(Failure::Unsafe { net, transition });
            }
            *token = 1;
        }
    }

    /// The wires that have other values after a step, with these.
    fn changes(&self, old: &State, new: &State) -> Vec<(WireId, i32)> {
        let changed = (0..self.design.wires.len()).filter(|&w| old[w] != new[w]);
        changed.map(|w| (WireId(w as u32), i32::from(new[w]))).collect()
    }

    /// Lets nets that follow the changed wires take their part, in each way they can.
    fn follow(
        &self,
        edges: &[(WireId, i32)],
        old: &State,
        next: State,
        failures: &mut BTreeSet<Failure>,
        successors: &mut Vec<State>,
    ) {
        let mut states = vec![next];
        for &(wire, new) in edges {
            for (m, net) in self.design.nets.iter().enumerate().filter(|(_, net)| net.follows.contains(&wire))
            {
                let able = |transition: &&Transition| {
                    let expected = transition.effects.iter().any(|effect| {
                        let value = if let Expr::Const(value) = effect.value { value } else { new };
                        (&effect.target, value) == (&Target::Wire(wire), new)
                    });
                    expected && self.enabled(m, transition, old) == Ok(true)
                };
                let able: Vec<&Transition> = net.transitions.iter().filter(able).collect();
                if able.is_empty() {
                    let wire = self.design.wires[wire.index()].name.clone();
                    failures.insert(Failure::Unexpected { net: net.name.clone(), wire });
                    continue;
                }
                let mut after = Vec::new();
                for state in &states {
                    for transition in &able {
                        let mut state = state.clone();
                        self.move_tokens(m, transition, &mut state, failures);
                        after.push(state);
                    }
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
