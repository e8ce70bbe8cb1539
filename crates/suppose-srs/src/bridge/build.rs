//! The LTS of one component.
//!
//! In it a component waits in a stable state for `start`, chooses inputs, and then takes steps: it moves and
//! emits, or, where nothing is enabled, it emits nothing and lets time pass; there it also agrees to `end`.
//! The component that is asked about carries what its property has to remember; where the property is false
//! at the end, `end` leads to π.
//!
//! Cost: each configuration is explored with all combinations of inputs and letters, one after the other.

use std::collections::BTreeSet;

use crate::lang::{Atom, ComponentId, EventId, Expr, StateIx};
use rustc_hash::FxHashMap;
use suppose_base::{Budget, Poll, StateId, StopReason};
use suppose_lts::{Lts, RowBuilder};

use super::letters::Alphabet;
use crate::explicit::{Occurred, Valuation, inputs, successors};
use crate::program::Program;

/// A state of the LTS of a component.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Node {
    /// Between macrosteps.
    Stable(Vec<StateIx>),
    /// In a macrostep: the states, what is there to be read, and what the property has to remember: tests of
    /// the states at the start, and events that were there.
    Inside(Vec<StateIx>, Valuation, Vec<bool>, Vec<bool>),
    /// After something that no letter tells.
    Lost,
}

/// The construction of the LTS of a component.
pub(super) struct Build<'a> {
    program: &'a Program<'a>,
    component: ComponentId,
    formula: Option<&'a Expr>,
    alphabet: &'a Alphabet,
    /// Events that the program reads: those of its interface that it sends or receives, sorted.
    interface: Vec<EventId>,
    /// Those of its events that others in the system receive, sorted.
    said: Vec<EventId>,
    /// The atoms of the property that look back.
    pre: Vec<Atom>,
    events: Vec<Atom>,
    numbers: FxHashMap<Node, StateId>,
    nodes: Vec<Node>,
}

impl<'a> Build<'a> {
    /// Of the only component of a program, with a property of it to watch. `said` are those of its events
    /// that others in the system receive, sorted.
    pub(super) fn new(
        program: &'a Program<'a>,
        formula: Option<&'a Expr>,
        said: Vec<EventId>,
        alphabet: &'a Alphabet,
    ) -> Self {
        let component = program.components[0];
        let (mut pre, mut events) = (BTreeSet::new(), BTreeSet::new());
        if let Some(formula) = formula {
            formula.visit(&mut |atom| match atom {
                Atom::Pre(..) => {
                    pre.insert(atom);
                }
                Atom::Event(_) | Atom::Is(..) => {
                    events.insert(atom);
                }
                Atom::In(..) | Atom::Microstep(..) => {}
            });
        }
        let mut interface: Vec<EventId> = program.sent.iter().chain(&program.received).copied().collect();
        interface.sort_unstable();
        Self {
            program,
            component,
            formula,
            alphabet,
            interface,
            said,
            pre: pre.into_iter().collect(),
            events: events.into_iter().collect(),
            numbers: FxHashMap::default(),
            nodes: Vec::new(),
        }
    }

    /// The LTS.
    ///
    /// # Errors
    /// When the budget is spent, or an event gets two values.
    pub(super) fn run(&mut self, budget: &Budget) -> Result<Lts, StopReason> {
        let first = (0..self.program.machines.len()).map(|m| self.program.machine(m).initial).collect();
        let initial = self.number(Node::Stable(first));
        let mut rows = RowBuilder::new();
        rows.extend_alphabet(self.alphabet.all());
        let mut at = 0;
        while at < self.nodes.len() {
            if at % 256 == 0 {
                budget.poll(Poll::Explore)?;
                budget.check_states(self.nodes.len() as u64)?;
            }
            match self.nodes[at].clone() {
                Node::Stable(states) => self.begin(&states, &mut rows, budget)?,
                Node::Inside(states, events, pre, met) => {
                    self.go_on(&states, &events, &pre, &met, &mut rows)?;
                }
                Node::Lost => {}
            }
            rows.end_row();
            at += 1;
        }
        rows.finish(initial, None).map_err(|error| StopReason::Unsupported(format!("{error:?}")))
    }

    fn number(&mut self, node: Node) -> StateId {
        let next = StateId::must(self.nodes.len());
        if let Some(&known) = self.numbers.get(&node) {
            return known;
        }
        self.numbers.insert(node.clone(), next);
        self.nodes.push(node);
        next
    }

    /// A start with all inputs.
    fn begin(
        &mut self,
        states: &[StateIx],
        rows: &mut RowBuilder,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        let pre: Vec<bool> = self.pre.iter().map(|&atom| self.is_in(states, atom)).collect();
        let program = self.program;
        let shared: BTreeSet<EventId> = self
            .alphabet
            .starts
            .iter()
            .flat_map(|start| start.events.iter().map(|(event, _)| event))
            .collect();
        let shared: Vec<EventId> =
            shared.into_iter().filter(|event| program.inputs.binary_search(event).is_ok()).collect();
        for (place, chosen) in inputs(program).enumerate() {
            if place % 256 == 0 {
                budget.poll(Poll::Explore)?;
                budget.check_states(self.nodes.len() as u64)?;
            }
            let met: Vec<bool> = self.events.iter().map(|&atom| chosen.atom(atom).unwrap_or(false)).collect();
            let common = chosen.only(&shared);
            let node = Node::Inside(states.to_vec(), chosen, pre.clone(), met);
            let target = self.number(node);
            for start in self.alphabet.starts.iter().filter(|start| start.events.only(&shared) == common) {
                rows.add(start.action, target);
            }
        }
        Ok(())
    }

    fn is_in(&self, states: &[StateIx], atom: Atom) -> bool {
        let (Atom::In(machine, state) | Atom::Pre(machine, state)) = atom else { return false };
        self.program.place(self.component, machine).is_some_and(|place| states[place] == state)
    }

    /// Where a component goes with what no letter tells: if it is watched, that is as bad as a violation.
    fn lost(&mut self) -> StateId {
        if self.formula.is_some() { StateId::ERROR } else { self.number(Node::Lost) }
    }

    /// A microstep, or waiting, or `end`.
    fn go_on(
        &mut self,
        states: &[StateIx],
        events: &Valuation,
        pre: &[bool],
        met: &[bool],
        rows: &mut RowBuilder,
    ) -> Result<(), StopReason> {
        let (program, alphabet) = (self.program, self.alphabet);
        for &(other, action) in &alphabet.others {
            if other != self.component {
                rows.add(action, self.lost());
            }
        }
        let all: Vec<_> = successors(program, states, events).collect();
        let still = all.is_empty();
        for successor in all {
            let successor = successor.map_err(|clash| {
                let name = &program.model.event(clash.event).name;
                StopReason::Unsupported(format!("the event {name} can get two values at once"))
            })?;
            self.step(true, &successor.states, &successor.emitted, (pre, met), rows);
        }
        if still {
            self.step(false, states, &Valuation::none(), (pre, met), rows);
            let target = if self.holds(states, pre, met) {
                self.number(Node::Stable(states.to_vec()))
            } else {
                StateId::ERROR
            };
            rows.add(alphabet.end, target);
        }
        Ok(())
    }

    /// Steps to these states with what was emitted, whatever others emit.
    fn step(
        &mut self,
        moves: bool,
        states: &[StateIx],
        emitted: &Valuation,
        (pre, met): (&[bool], &[bool]),
        rows: &mut RowBuilder,
    ) {
        let alphabet = self.alphabet;
        let own = emitted.only(&self.said);
        let mut occurred = Occurred::default();
        occurred.add(emitted);
        let outputs = &self.program.outputs;
        // What nobody else hears is there all the same, for the component itself.
        let inner: Vec<EventId> = emitted
            .iter()
            .map(|(event, _)| event)
            .filter(|event| outputs.binary_search(event).is_err() && self.said.binary_search(event).is_err())
            .collect();
        let inner = emitted.only(&inner);
        let mut told = false;
        for letter in &alphabet.letters {
            if letter.events.only(&self.said) != own {
                continue;
            }
            told = true;
            if !letter.allows(self.component, moves) {
                continue;
            }
            let heard = letter.events.only(&self.interface);
            let truth = |atom: Atom| match atom {
                Atom::Event(event) => occurred.has(event) || heard.has(event),
                Atom::Is(event, value) => occurred.is(event, Some(value)) || heard.is(event, Some(value)),
                _ => false,
            };
            let met = self.events.iter().zip(met).map(|(&atom, &before)| before || truth(atom)).collect();
            let node = Node::Inside(states.to_vec(), inner.and(&heard), pre.to_vec(), met);
            rows.add(letter.action, self.number(node));
        }
        if !told && let Some(&(_, action)) = alphabet.others.iter().find(|(id, _)| *id == self.component) {
            rows.add(action, self.lost());
        }
    }

    /// The property at the end of a macrostep.
    fn holds(&self, states: &[StateIx], pre: &[bool], met: &[bool]) -> bool {
        let known = |atoms: &[Atom], values: &[bool], atom: Atom| {
            atoms.binary_search(&atom).is_ok_and(|place| values[place])
        };
        self.formula.is_none_or(|formula| {
            formula.holds(&mut |atom| match atom {
                Atom::In(..) => self.is_in(states, atom),
                Atom::Pre(..) => known(&self.pre, pre, atom),
                Atom::Event(_) | Atom::Is(..) => known(&self.events, met, atom),
                Atom::Microstep(..) => false,
            })
        })
    }
}
