//! The actions that all components of a system have: what each of them can see of a macrostep.
//!
//! - `start.E`: a macrostep begins, and of the inputs that several components have, E are there.
//! - `step.E`: a microstep in which the interface events E are emitted; `step.none` if there are none.
//! - `step.none.C`: the same where it matters that somebody moves, and C is the first component that does.
//! - `end`: the macrostep ends.
//! - `other.C`: C emits something that no other action tells. Only in systems that are built so that nothing
//!   has to be believed of the tables.
//!
//! Which combinations of events can occur is known from the tables of all components, so there are few. What
//! nobody in the model sends comes from outside and may come at any microstep; then somebody outside may be
//! moving as well.

use std::collections::BTreeSet;

use crate::lang::{Atom, ComponentId, EventId, Expr, Model};
use suppose_base::{ActionId, ActionTable, StopReason};

use crate::explicit::{Valuation, valuations};
use crate::modular::Mutual;

/// The most letters that are written out.
const MOST: usize = 1 << 12;

/// The most tests of states in a guard that are tried out.
const TESTS: usize = 12;

/// What all see of a microstep, or of a start.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    pub events: Valuation,
    pub action: ActionId,
    /// The first component that moves, where that is told.
    pub first: Option<ComponentId>,
}

impl Letter {
    /// Whether a component may move here, or rest.
    pub(super) fn allows(&self, component: ComponentId, moves: bool) -> bool {
        match self.first {
            Some(first) if component == first => moves,
            Some(first) if component < first => !moves,
            _ => true,
        }
    }
}

/// All actions.
#[derive(Clone, Debug)]
pub(super) struct Alphabet {
    pub actions: ActionTable,
    pub starts: Vec<Letter>,
    pub letters: Vec<Letter>,
    pub others: Vec<(ComponentId, ActionId)>,
    pub end: ActionId,
}

impl Alphabet {
    /// The actions of some components and those who listen to them, which are sorted. With `strict` there are
    /// actions for what the tables exclude.
    ///
    /// # Errors
    /// When there are too many of them.
    pub(super) fn new(
        model: &Model,
        (members, listeners): (&[ComponentId], &[ComponentId]),
        mutual: &Mutual,
        strict: bool,
    ) -> Result<Self, StopReason> {
        let mut actions = ActionTable::new();
        let starts = starts(model, members, &mut actions)?;
        let letters = letters(model, (members, listeners), mutual, &mut actions)?;
        let other = |&member: &ComponentId| {
            (member, actions.intern(&format!("other.{}", model.component(member).name)))
        };
        let others = members.iter().filter(|_| strict).map(other).collect();
        let end = actions.intern("end");
        Ok(Self { actions, starts, letters, others, end })
    }

    /// All of them.
    pub(super) fn all(&self) -> impl Iterator<Item = ActionId> {
        let letters = self.starts.iter().chain(&self.letters).map(|letter| letter.action);
        letters.chain(self.others.iter().map(|&(_, action)| action)).chain([self.end])
    }
}

fn too_many() -> StopReason {
    StopReason::Unsupported(format!(
        "there are more than {MOST} combinations of interface events or shared inputs"
    ))
}

/// The name of a letter.
pub(super) fn name(model: &Model, kind: &str, events: &Valuation) -> String {
    let events = if events.is_none() { "none".to_owned() } else { events.text(model).replace(", ", "&") };
    format!("{kind}.{events}")
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
    let found: Vec<Valuation> = valuations(model, &shared, Vec::new()).take(MOST + 1).collect();
    if found.len() > MOST {
        return Err(too_many());
    }
    let letter = |events: Valuation| {
        let action = actions.intern(&name(model, "start", &events));
        Letter { events, action, first: None }
    };
    Ok(found.into_iter().map(letter).collect())
}

/// All combinations of what the members can send to each other, as far as the tables know, and of what comes
/// from outside of the model.
fn letters(
    model: &Model,
    (members, listeners): (&[ComponentId], &[ComponentId]),
    mutual: &Mutual,
    actions: &mut ActionTable,
) -> Result<Vec<Letter>, StopReason> {
    let mut outside: Vec<EventId> =
        listeners.iter().flat_map(|&listener| model.component(listener).received.iter().copied()).collect();
    outside.retain(|&event| model.event(event).owner.is_none());
    outside.sort_unstable();
    outside.dedup();
    let mut all: Vec<Valuation> = valuations(model, &outside, Vec::new()).take(MOST + 1).collect();
    if all.len() > MOST {
        return Err(too_many());
    }
    for &member in members {
        let heard = heard(model, listeners, member);
        let table = &mutual.tables[member.index()];
        let mut own = BTreeSet::from([Valuation::none()]);
        for row in &table.rows {
            let rows = row.valuations(table.columns.len() as u32, MOST).ok_or_else(too_many)?;
            for valuation in rows {
                let columns = valuation.iter().map(|&column| table.columns[column as usize]);
                let events = columns.map(|column| (column.event, column.value));
                own.insert(Valuation::of(events).unwrap_or_default().only(&heard));
            }
        }
        if all.len().saturating_mul(own.len()) > MOST {
            return Err(too_many());
        }
        all = all.iter().flat_map(|before| own.iter().map(|own| before.and(own))).collect();
    }
    // Where something is emitted, somebody has moved.
    let closed = outside.is_empty();
    let tell = closed && members.len() > 1 && members.iter().any(|&member| moves_by_itself(model, member));
    let mut letters = Vec::new();
    for events in all {
        let name = name(model, "step", &events);
        if events.is_none() && tell {
            letters.extend(members.iter().map(|&first| Letter {
                events: Valuation::none(),
                action: actions.intern(&format!("{name}.{}", model.component(first).name)),
                first: Some(first),
            }));
        } else {
            // Of one component alone it is clear who moves.
            let first = (closed && members.len() == 1).then(|| members[0]);
            letters.push(Letter { action: actions.intern(&name), events, first });
        }
    }
    Ok(letters)
}

/// What a component sends that some listener receives, sorted.
pub(super) fn heard(model: &Model, listeners: &[ComponentId], sender: ComponentId) -> Vec<EventId> {
    let receives = |event: &EventId| {
        listeners.iter().any(|&listener| model.component(listener).received.binary_search(event).is_ok())
    };
    model.component(sender).sent.iter().copied().filter(receives).collect()
}

/// Whether a machine of a component may be able to move when no event is there at all, so that it can be
/// woken up by the mere passing of time.
pub(super) fn moves_by_itself(model: &Model, component: ComponentId) -> bool {
    let machines = model.component(component).machines.iter();
    machines
        .flat_map(|machine| &machine.transitions)
        .any(|transition| can_hold_without_events(&transition.guard))
}

fn can_hold_without_events(guard: &Expr) -> bool {
    let mut tests = BTreeSet::new();
    guard.visit(&mut |atom| {
        if matches!(atom, Atom::In(..) | Atom::Pre(..)) {
            tests.insert(atom);
        }
    });
    let tests: Vec<Atom> = tests.into_iter().collect();
    let holds = |truth: usize| {
        guard.holds(&mut |atom| tests.binary_search(&atom).is_ok_and(|place| truth >> place & 1 == 1))
    };
    tests.len() > TESTS || (0..1 << tests.len()).any(holds)
}
