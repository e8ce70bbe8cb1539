//! The search: stable states, configurations and ends of macrosteps, each with where it was found first.

use std::collections::BTreeSet;

use crate::lang::{Atom, ComponentId, Expr, StateIx};
use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{Budget, Poll, StopReason};

use super::super::step::{
    Clash, candidates, enabled, initial, is_in, is_legal_input, is_open, readable, successors,
};
use super::super::valuation::{Valuation, valuations};
use super::{Mode, Options};
use crate::program::Program;

/// How often the budget is asked.
const POLL_EVERY: u64 = 1000;

/// Where a macrostep is.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// Before its first microstep: the place of the stable state, and the inputs.
    Start(usize, Valuation),
    /// In a configuration after that: the place of the node.
    Node(usize),
}

/// A configuration after the first microstep.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) key: Key,
    /// The configuration before, and what is received in it.
    pub(super) from: (Place, Valuation),
    /// The transitions between them; none in an idle microstep.
    pub(super) taken: Vec<Option<usize>>,
    pub(super) emitted: Valuation,
}

/// What tells configurations apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) states: Vec<StateIx>,
    /// What was emitted and can be read.
    pub(super) events: Valuation,
    pub(super) microstep: usize,
    /// The truth so far of what a property says about the macrostep.
    pub(super) bits: Vec<bool>,
}

/// A stable state.
#[derive(Debug)]
pub(super) struct Stable {
    pub(super) states: Vec<StateIx>,
    /// Where its first macrostep ends, and what is received there. None for the initial state.
    pub(super) from: Option<(Place, Valuation)>,
    /// How many configurations were known when it was expanded.
    first_node: usize,
}

/// An end of a macrostep, as far as a property can tell.
#[derive(Debug)]
pub(super) struct End {
    pub(super) states: Vec<StateIx>,
    pub(super) bits: Vec<bool>,
    /// The last configuration, and what is received in it.
    pub(super) from: (Place, Valuation),
}

/// A configuration for the listing. All macrosteps from one stable state begin in one configuration there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    Start(usize),
    Node(usize),
    /// What the stabilisation microstep after a node leads to.
    Stabilised(usize),
}

/// What a property says about a macrostep other than about its end.
#[derive(Debug, Default)]
pub(super) struct Tracked {
    atoms: Vec<Atom>,
    component: Option<ComponentId>,
}

impl Tracked {
    fn of((component, formula): (ComponentId, &Expr)) -> Self {
        let mut atoms = Vec::new();
        formula.visit(&mut |atom| {
            if !matches!(atom, Atom::In(..)) && !atoms.contains(&atom) {
                atoms.push(atom);
            }
        });
        Self { atoms, component: Some(component) }
    }

    /// What is true before a macrostep.
    fn start(&self, program: &Program<'_>, states: &[StateIx]) -> Vec<bool> {
        let truth = |&atom: &Atom| match (atom, self.component) {
            (Atom::Pre(machine, state), Some(component)) => is_in(program, component, states, machine, state),
            _ => false,
        };
        self.atoms.iter().map(truth).collect()
    }

    /// What is true when these events are present too.
    fn with(&self, bits: &[bool], events: &Valuation) -> Vec<bool> {
        let truth = |(&atom, &bit): (&Atom, &bool)| bit || events.atom(atom).unwrap_or(false);
        self.atoms.iter().zip(bits).map(truth).collect()
    }

    pub(super) fn truth(&self, atom: Atom, bits: &[bool]) -> bool {
        self.atoms.iter().position(|&own| own == atom).is_some_and(|place| bits[place])
    }
}

pub(super) struct Search<'a, 'm> {
    pub(super) program: &'a Program<'m>,
    pub(super) allowed: &'a dyn Fn(usize, &Valuation) -> bool,
    pub(super) options: Options,
    pub(super) tracked: Tracked,
    /// Whether time can go on when nothing is enabled.
    pub(super) waits: bool,
    pub(super) stable: Vec<Stable>,
    known_stable: FxHashSet<Vec<StateIx>>,
    pub(super) nodes: Vec<Node>,
    pub(super) known: FxHashMap<Key, usize>,
    pub(super) ends: Vec<End>,
    known_ends: FxHashSet<(Vec<StateIx>, Vec<bool>)>,
    /// Which configuration follows which; only when no property is looked at.
    pub(super) steps: BTreeSet<(Step, Step)>,
    pub(super) taken: Vec<Vec<bool>>,
    pub(super) shortest: Option<usize>,
    pub(super) clash: Option<((Place, Valuation), Clash)>,
    /// The sets of transitions that were enabled at some microstep; only for the short circuit.
    circuits: FxHashSet<(usize, Vec<Vec<usize>>)>,
    work: u64,
}

impl<'a, 'm> Search<'a, 'm> {
    /// A search that has not begun, for the sake of a property of a component or in general.
    pub(super) fn new(
        program: &'a Program<'m>,
        allowed: &'a dyn Fn(usize, &Valuation) -> bool,
        options: Options,
        property: Option<(ComponentId, &Expr)>,
    ) -> Self {
        assert!(options.last > 0, "the first microstep is told apart from the start");
        let states = initial(program);
        let taken = (0..states.len()).map(|place| vec![false; program.machine(place).transitions.len()]);
        Self {
            program,
            allowed,
            options,
            tracked: property.map(Tracked::of).unwrap_or_default(),
            waits: options.mode == Mode::Sound && is_open(program),
            taken: taken.collect(),
            known_stable: [states.clone()].into_iter().collect(),
            stable: vec![Stable { states, from: None, first_node: 0 }],
            nodes: Vec::new(),
            known: FxHashMap::default(),
            ends: Vec::new(),
            known_ends: FxHashSet::default(),
            steps: BTreeSet::new(),
            shortest: None,
            clash: None,
            circuits: FxHashSet::default(),
            work: 0,
        }
    }

    fn tick(&mut self, budget: &Budget) -> Result<(), StopReason> {
        self.work += 1;
        if self.work.is_multiple_of(POLL_EVERY) {
            budget.poll(Poll::Explore)?;
        }
        Ok(())
    }

    /// Searches everything.
    pub(super) fn run(&mut self, budget: &Budget) -> Result<(), StopReason> {
        let (mut stable, mut node) = (0, 0);
        let program = self.program;
        while stable < self.stable.len() {
            self.stable[stable].first_node = self.nodes.len();
            for chosen in candidates(program) {
                self.tick(budget)?;
                if !is_legal_input(program, &chosen) {
                    continue;
                }
                let states = self.stable[stable].states.clone();
                let bits = self.tracked.with(&self.tracked.start(program, &states), &chosen);
                let key = Key { states, events: chosen.clone(), microstep: 0, bits };
                self.advance(Place::Start(stable, chosen), &key, Valuation::none(), budget)?;
            }
            while node < self.nodes.len() {
                self.expand(node, budget)?;
                node += 1;
            }
            stable += 1;
        }
        Ok(())
    }

    fn expand(&mut self, node: usize, budget: &Budget) -> Result<(), StopReason> {
        let program = self.program;
        let key = self.nodes[node].key.clone();
        for received in valuations(program.model, &program.received, Vec::new()) {
            self.tick(budget)?;
            if (self.allowed)(key.microstep, &received) {
                self.advance(Place::Node(node), &key, received, budget)?;
            }
        }
        Ok(())
    }

    /// Everything that follows a configuration in which this is received.
    fn advance(
        &mut self,
        place: Place,
        at: &Key,
        received: Valuation,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        let events = at.events.and(&received);
        if self.is_short_circuit(at, &events) {
            return Ok(());
        }
        let bits = self.tracked.with(&at.bits, &received);
        let next = (at.microstep + 1).min(self.options.last);
        let program = self.program;
        let from = (place, received);
        let mut moved = false;
        for after in successors(program, &at.states, &events) {
            self.tick(budget)?;
            moved = true;
            match after {
                Err(clash) if self.clash.is_none() => self.clash = Some((from.clone(), clash)),
                Err(_) => {}
                Ok(after) => {
                    let key = Key {
                        bits: self.tracked.with(&bits, &after.emitted),
                        states: after.states,
                        events: readable(program, &after.emitted),
                        microstep: next,
                    };
                    self.add(key, &from, after.taken, after.emitted);
                    budget.check_states(self.nodes.len() as u64)?;
                }
            }
        }
        if !moved {
            self.quiet(from, at, bits);
        }
        Ok(())
    }

    /// Whether the same transitions were enabled at this microstep before.
    fn is_short_circuit(&mut self, at: &Key, events: &Valuation) -> bool {
        if self.options.mode != (Mode::Paper { short_circuit: true }) || at.microstep == 0 {
            return false;
        }
        let enabled = enabled(self.program, &at.states, events);
        enabled.iter().any(|own| !own.is_empty()) && !self.circuits.insert((at.microstep, enabled))
    }

    /// Nothing is enabled: the macrostep may end, and perhaps time goes on.
    fn quiet(&mut self, from: (Place, Valuation), at: &Key, bits: Vec<bool>) {
        let stabilises = self.options.mode != Mode::Sound && !self.program.received.is_empty();
        let length = match self.options.mode {
            Mode::Sound => Some(at.microstep),
            Mode::Paper { .. } => (at.microstep > 0).then_some(at.microstep + usize::from(stabilises)),
        };
        self.shortest = match (self.shortest, length) {
            (Some(known), Some(new)) => Some(known.min(new)),
            (known, new) => known.or(new),
        };
        if self.known_stable.insert(at.states.clone()) {
            let stable = Stable { states: at.states.clone(), from: Some(from.clone()), first_node: 0 };
            self.stable.push(stable);
        }
        if self.known_ends.insert((at.states.clone(), bits.clone())) {
            let from = from.clone();
            self.ends.push(End { states: at.states.clone(), bits: bits.clone(), from });
        }
        if self.waits {
            let microstep = (at.microstep + 1).min(self.options.last);
            let key = Key { states: at.states.clone(), events: Valuation::none(), microstep, bits };
            self.add(key, &from, vec![None; at.states.len()], Valuation::none());
        } else if let (Place::Node(node), true, None) = (from.0, stabilises, self.tracked.component) {
            self.steps.insert((Step::Node(node), Step::Stabilised(node)));
        }
    }

    /// A configuration that follows another.
    fn add(&mut self, key: Key, from: &(Place, Valuation), taken: Vec<Option<usize>>, emitted: Valuation) {
        for (own, at) in self.taken.iter_mut().zip(&taken) {
            if let Some(at) = *at {
                own[at] = true;
            }
        }
        let node = *self.known.entry(key).or_insert_with_key(|key| {
            self.nodes.push(Node { key: key.clone(), from: from.clone(), taken, emitted });
            self.nodes.len() - 1
        });
        if self.tracked.component.is_none() {
            let before = match &from.0 {
                Place::Start(stable, _) => Step::Start(*stable),
                Place::Node(node) => Step::Node(*node),
            };
            self.steps.insert((before, Step::Node(node)));
        }
    }

    /// The states, events and microstep of a listed configuration.
    pub(super) fn configuration(&self, step: Step) -> (&[StateIx], &Valuation, usize) {
        const NONE: &Valuation = &Valuation::NONE;
        match step {
            Step::Start(stable) => (&self.stable[stable].states, NONE, 0),
            Step::Node(node) => {
                let key = &self.nodes[node].key;
                (&key.states, &key.events, key.microstep)
            }
            Step::Stabilised(node) => {
                let key = &self.nodes[node].key;
                (&key.states, NONE, (key.microstep + 1).min(self.options.last))
            }
        }
    }

    /// From which stable state the search found a configuration.
    pub(super) fn turn(&self, step: Step) -> usize {
        match step {
            Step::Start(stable) => stable,
            Step::Node(node) | Step::Stabilised(node) => {
                self.stable.partition_point(|stable| stable.first_node <= node) - 1
            }
        }
    }
}
