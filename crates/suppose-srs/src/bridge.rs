//! Components as labelled transition systems, so that everything that works on those works on them.
//!
//! # How
//! All components of a system do their microsteps together. So an action is what all of them can see of one: the start of a macrostep with the inputs that several components have, such as `start.none`; for each microstep
//! the interface events that are emitted in it, such as `step.none` or `step.StartPumps`; and `end`. All components have all of these actions; a component decides about its own events and lets the others be anything. Which ones can occur at all is known from the tables
//! ([`iterate`]), so there are few. In its LTS a component waits in a stable state for `start`, chooses inputs, and then takes steps: it moves and emits, or, where nothing is enabled, it emits nothing and
//! lets time pass; there it also agrees to `end`. As `end` is taken by all together, a macrostep ends exactly where nobody can move. The component that is asked about carries what its property has to remember; where the property is false at the
//! end, `end` leads to π.
//!
//! Contract: the traces of the product over these actions are those of the closed program, and π is reached exactly when the property can be violated in it. Inputs, states and internal events are hidden in the choice.
//! Only components that send something to the one asked about, or have requirements on its inputs, directly or through others, take part.
//!
//! Cost: each component by itself is explored with all combinations of inputs and letters, one configuration after the other.
//!
//! # Tests
//! `tests/bridge`: the verdict of the plain search of the system against the explicit exploration of the closed program, on random models; Fig. 2.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, ActionTable, Budget, Poll, StateId, StopReason};
use suppose_lang::srs::{Atom, ComponentId, EventId, Expr, Model, StateIx};
use suppose_lts::{Component, Role, RowBuilder, System};

use crate::explicit::{Occurred, Valuation, inputs, successors, valuations};
use crate::modular::{Mutual, Options, iterate};
use crate::program::Program;

/// The most letters that are written out.
const MOST_LETTERS: usize = 1 << 12;

/// A system of LTSs for a component and those that it depends on.
///
/// # Errors
/// When the budget is spent, an event gets two values, or there are too many combinations of interface events.
pub fn system(
    model: &Model,
    component: ComponentId,
    property: Option<usize>,
    budget: &Budget,
) -> Result<System, StopReason> {
    let mutual = iterate(model, &Options::default(), budget)?;
    let members = senders(model, component);
    let mut actions = ActionTable::new();
    let starts = starts(model, &members, &mut actions)?;
    let letters = letters(model, &members, &mutual, &mut actions)?;
    let mut components = Vec::new();
    for &member in &members {
        let part = model.component(member);
        let formula = property.filter(|_| member == component).map(|place| &part.properties[place].formula);
        let program = Program::new(model, [member]);
        let mut build = Build::new(&program, formula, (&starts, &letters), &mut actions);
        let lts = Arc::new(build.run(budget)?);
        components.push(Component { name: part.name.clone(), lts, role: Role::Component });
    }
    Ok(System { name: model.name.clone(), actions, components, ..System::default() })
}

/// A component and all that it hears of, directly or through others, or that say something about its inputs; sorted.
fn senders(model: &Model, component: ComponentId) -> Vec<ComponentId> {
    let mut all = BTreeSet::from([component]);
    let mut todo = vec![component];
    let speaks_of = |other: ComponentId, inputs: &[EventId]| {
        let part = model.component(other);
        let required = part.requirements.iter().flat_map(Expr::events);
        part.always.iter().copied().chain(required).any(|event| inputs.binary_search(&event).is_ok())
    };
    while let Some(one) = todo.pop() {
        let others = (0..model.components.len()).map(ComponentId::at);
        for other in others.filter(|&other| speaks_of(other, &model.component(one).inputs)) {
            if all.insert(other) {
                todo.push(other);
            }
        }
        for event in &model.component(one).received {
            if let Some(owner) = model.event(*event).owner
                && all.insert(owner)
            {
                todo.push(owner);
            }
        }
    }
    all.into_iter().collect()
}

/// What all see of a microstep.
struct Letter {
    events: Valuation,
    action: ActionId,
}

fn too_many() -> StopReason {
    StopReason::Unsupported(format!(
        "there are more than {MOST_LETTERS} combinations of interface events or shared inputs"
    ))
}

/// A letter for some events.
fn letter(model: &Model, kind: &str, events: Valuation, actions: &mut ActionTable) -> Letter {
    let name = if events.is_none() { "none".to_owned() } else { events.text(model).replace(", ", "&") };
    Letter { action: actions.intern(&format!("{kind}.{name}")), events }
}

/// All valuations of the inputs that several members have.
fn starts(
    model: &Model,
    members: &[ComponentId],
    actions: &mut ActionTable,
) -> Result<Vec<Letter>, StopReason> {
    let mut all: Vec<EventId> =
        members.iter().flat_map(|&m| model.component(m).inputs.iter().copied()).collect();
    all.sort_unstable();
    let mut shared: Vec<EventId> =
        all.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    shared.dedup();
    let found: Vec<Valuation> = valuations(model, &shared, Vec::new()).take(MOST_LETTERS + 1).collect();
    if found.len() > MOST_LETTERS {
        return Err(too_many());
    }
    Ok(found.into_iter().map(|events| letter(model, "start", events, actions)).collect())
}

/// All combinations of what the members can send to each other, as far as the tables know.
fn letters(
    model: &Model,
    members: &[ComponentId],
    mutual: &Mutual,
    actions: &mut ActionTable,
) -> Result<Vec<Letter>, StopReason> {
    let too_many =
        || StopReason::Unsupported(format!("more than {MOST_LETTERS} combinations of interface events"));
    let mut all = vec![Valuation::none()];
    for &member in members {
        let heard = heard(model, members, member);
        let table = &mutual.tables[member.index()];
        let mut own = BTreeSet::from([Valuation::none()]);
        for row in &table.rows {
            let rows = row.valuations(table.columns.len() as u32, MOST_LETTERS).ok_or_else(too_many)?;
            for valuation in rows {
                let columns = valuation.iter().map(|&column| table.columns[column as usize]);
                let events = columns.map(|column| (column.event, column.value));
                own.insert(Valuation::of(events).unwrap_or_default().only(&heard));
            }
        }
        all = all.iter().flat_map(|before| own.iter().map(|own| before.and(own))).collect();
        if all.len() > MOST_LETTERS {
            return Err(too_many());
        }
    }
    Ok(all.into_iter().map(|events| letter(model, "step", events, actions)).collect())
}

/// What a component sends that some member receives, sorted.
fn heard(model: &Model, members: &[ComponentId], sender: ComponentId) -> Vec<EventId> {
    let receives = |event: &EventId| {
        members.iter().any(|&member| model.component(member).received.binary_search(event).is_ok())
    };
    model.component(sender).sent.iter().copied().filter(receives).collect()
}

/// A state of the LTS of a component.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Node {
    /// Between macrosteps.
    Stable(Vec<StateIx>),
    /// In a macrostep: the states, what is there to be read, and what the property has to remember: tests of the states at the start, and events that were there.
    Inside(Vec<StateIx>, Valuation, Vec<bool>, Vec<bool>),
}

struct Build<'a> {
    program: &'a Program<'a>,
    component: ComponentId,
    formula: Option<&'a Expr>,
    starts: &'a [Letter],
    letters: &'a [Letter],
    end: ActionId,
    /// Events that the program reads: those of its interface that it sends or receives, sorted.
    interface: Vec<EventId>,
    /// Those of its events that letters speak about, sorted.
    said: Vec<EventId>,
    /// The atoms of the property that look back.
    pre: Vec<Atom>,
    events: Vec<Atom>,
    numbers: FxHashMap<Node, StateId>,
    nodes: Vec<Node>,
}

impl<'a> Build<'a> {
    fn new(
        program: &'a Program<'a>,
        formula: Option<&'a Expr>,
        (starts, letters): (&'a [Letter], &'a [Letter]),
        actions: &mut ActionTable,
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
        let said: BTreeSet<EventId> =
            letters.iter().flat_map(|l| l.events.iter().map(|(event, _)| event)).collect();
        let said = said.into_iter().filter(|event| program.sent.binary_search(event).is_ok()).collect();
        Self {
            program,
            component,
            formula,
            starts,
            letters,
            end: actions.intern("end"),
            interface,
            said,
            pre: pre.into_iter().collect(),
            events: events.into_iter().collect(),
            numbers: FxHashMap::default(),
            nodes: Vec::new(),
        }
    }

    fn run(&mut self, budget: &Budget) -> Result<suppose_lts::Lts, StopReason> {
        let first = (0..self.program.machines.len()).map(|m| self.program.machine(m).initial).collect();
        let initial = self.number(Node::Stable(first));
        let mut rows = RowBuilder::new();
        let all = self.starts.iter().chain(self.letters).map(|letter| letter.action);
        rows.extend_alphabet(all.chain([self.end]));
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
        let shared: BTreeSet<EventId> =
            self.starts.iter().flat_map(|start| start.events.iter().map(|(event, _)| event)).collect();
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
            for start in self.starts.iter().filter(|start| start.events.only(&shared) == common) {
                rows.add(start.action, target);
            }
        }
        Ok(())
    }

    fn is_in(&self, states: &[StateIx], atom: Atom) -> bool {
        let (Atom::In(machine, state) | Atom::Pre(machine, state)) = atom else { return false };
        self.program.place(self.component, machine).is_some_and(|place| states[place] == state)
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
        let mut moved = false;
        let program = self.program;
        let all: Vec<_> = successors(program, states, events).collect();
        for successor in all {
            moved = true;
            let successor = successor.map_err(|clash| {
                let name = &program.model.event(clash.event).name;
                StopReason::Unsupported(format!("the event {name} can get two values at once"))
            })?;
            self.step(&successor.states, &successor.emitted, pre, met, rows);
        }
        if moved {
            return Ok(());
        }
        self.step(states, &Valuation::none(), pre, met, rows);
        let target = if self.holds(states, pre, met) {
            self.number(Node::Stable(states.to_vec()))
        } else {
            StateId::ERROR
        };
        rows.add(self.end, target);
        Ok(())
    }

    /// Steps to these states with what was emitted, whatever others emit.
    fn step(
        &mut self,
        states: &[StateIx],
        emitted: &Valuation,
        pre: &[bool],
        met: &[bool],
        rows: &mut RowBuilder,
    ) {
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
        for place in 0..self.letters.len() {
            let letter = &self.letters[place];
            if letter.events.only(&self.said) != own {
                continue;
            }
            let heard = letter.events.only(&self.interface);
            let truth = |atom: Atom| match atom {
                Atom::Event(event) => occurred.has(event) || heard.has(event),
                Atom::Is(event, value) => occurred.is(event, Some(value)) || heard.is(event, Some(value)),
                _ => false,
            };
            let met = self.events.iter().zip(met).map(|(&atom, &before)| before || truth(atom)).collect();
            let action = letter.action;
            let node = Node::Inside(states.to_vec(), inner.and(&heard), pre.to_vec(), met);
            rows.add(action, self.number(node));
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
