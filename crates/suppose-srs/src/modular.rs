//! Assumptions of all components about each other.
//!
//! What a component sends depends on what it receives, and that on what others send. [`iterate`] starts with
//! what is certain and improves it. Downwards: at first everything may be received; each component is
//! explored with that, its tables become the assumption of the others, and so on. Each round uses only what
//! the round before has shown, so it is plain assume-guarantee reasoning; tables only get smaller, and the
//! iteration ends. Upwards: at first nothing is sent at all; tables get larger until all components, each
//! under the tables of the others, send nothing beyond them. That is sound by induction on time: what is in
//! configuration *k* was emitted by microstep *k*, which read configurations before *k* only, so the first
//! thing sent beyond the tables would need another one before it. The result is at least as strong as that of
//! going down.
//!
//! The last row of a table stands for all later microsteps. If something is still sent there, it may be that
//! the rows are too few to tell; so the iteration is repeated with twice as many, up to a limit.
//!
//! # Tests
//! `tests/all/explore/modular.rs`: closed random systems stay within the tables, and what is proved with them
//! holds in the whole; both directions end in fixpoints, and up is within down.
//! `tests/all/explore/termination.rs`: what ends for each component ends in the whole. The tables of the
//! steam boiler.

use crate::lang::{ComponentId, Model};
use suppose_base::{Budget, StopReason};

use crate::explore::{Setting, Survey};
use crate::program::Program;
use crate::space::{Diagram, grow};
use crate::table::{Table, columns};

/// Which way to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// From everything to less.
    #[default]
    Down,
    /// From nothing to more.
    Up,
}

/// How to iterate.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Which way.
    pub direction: Direction,
    /// How many microsteps have a row of their own at first.
    pub last: usize,
    /// The most rows that are tried when these are too few.
    pub most: usize,
    /// How many rounds to go; none means until nothing changes. Only going down may end early.
    pub rounds: Option<usize>,
}

impl Default for Options {
    fn default() -> Self {
        Self { direction: Direction::Down, last: 8, most: 64, rounds: None }
    }
}

/// Tables of all components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutual {
    /// What each component sends, in their order. A component that sends nothing has a table without columns.
    pub tables: Vec<Table>,
    /// How many rounds changed something.
    pub rounds: usize,
    /// The last microstep with a row of its own.
    pub last: usize,
    /// What each component receives: a table for each sender.
    received: Vec<Vec<Table>>,
}

impl Mutual {
    /// What a component receives: a table for each component that sends it something, about those events
    /// alone.
    pub fn of(&self, component: ComponentId) -> &[Table] {
        &self.received[component.index()]
    }

    /// A look at a component in all environments that send what the others can. If no component has a
    /// macrostep that never ends there, the whole system has none: if it had one, some component would move
    /// infinitely often in it. The same is true of events that get two values, since all machines that emit
    /// an event are in one component.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn survey(
        &self,
        model: &Model,
        component: ComponentId,
        budget: &Budget,
    ) -> Result<Survey, StopReason> {
        let program = Program::new(model, [component]);
        let setting = Setting { program: &program, tables: self.of(component), last: self.last };
        setting.survey(budget)
    }
}

/// What a component receives, from what all of them send.
fn received(
    model: &Model,
    component: ComponentId,
    tables: &[Table],
    budget: &Budget,
) -> Result<Vec<Table>, StopReason> {
    let events = &model.component(component).received;
    let says = |table: &&Table| table.columns.iter().any(|c| events.binary_search(&c.event).is_ok());
    tables.iter().filter(says).map(|table| table.only(events, budget)).collect()
}

/// What components can send each other.
///
/// # Errors
/// When the budget is spent.
pub fn iterate(model: &Model, options: &Options, budget: &Budget) -> Result<Mutual, StopReason> {
    let mut last = options.last.max(1);
    loop {
        let found = fixpoint(model, options, last, budget)?;
        // Something is sent in a microstep that has no row of its own.
        let sends = |table: &Table| (0..table.columns.len() as u32).any(|c| table.row(last).allows(c, true));
        let open = found.tables.iter().any(sends);
        if !open || last >= options.most || options.rounds.is_some() {
            return Ok(found);
        }
        last = (last * 2).min(options.most);
    }
}

fn fixpoint(model: &Model, options: &Options, last: usize, budget: &Budget) -> Result<Mutual, StopReason> {
    let all = || (0..model.components.len()).map(ComponentId::at);
    let mut tables: Vec<Table> =
        all().map(|id| first(model, id, options.direction, last, budget)).collect::<Result<_, _>>()?;
    let mut rounds = 0;
    // Whose surroundings have changed.
    let mut changed: Vec<bool> = vec![true; tables.len()];
    while changed.contains(&true) && options.rounds.is_none_or(|most| rounds < most) {
        let before = tables.clone();
        let mut new = vec![false; tables.len()];
        for id in all() {
            let part = model.component(id);
            let concerned = part
                .received
                .iter()
                .any(|&event| model.event(event).owner.is_some_and(|owner| changed[owner.index()]));
            if part.sent.is_empty() || !(concerned || rounds == 0) {
                continue;
            }
            let program = Program::new(model, [id]);
            let received = received(model, id, &before, budget)?;
            let setting = Setting { program: &program, tables: &received, last };
            let table = setting.sent(&part.sent, budget)?.table;
            new[id.index()] = table != tables[id.index()];
            tables[id.index()] = table;
        }
        changed = new;
        rounds += usize::from(changed.contains(&true));
    }
    let received = all().map(|id| received(model, id, &tables, budget)).collect::<Result<_, _>>()?;
    Ok(Mutual { tables, rounds, last, received })
}

/// Where the iteration begins.
fn first(
    model: &Model,
    component: ComponentId,
    direction: Direction,
    last: usize,
    budget: &Budget,
) -> Result<Table, StopReason> {
    let columns = columns(model, &model.component(component).sent);
    let nothing = grow(columns.len() as u32, budget, |space| {
        let mut none = space.constant(true);
        for column in (0..columns.len() as u32).rev() {
            none = space.literal(column, false)?.and(&none)?;
        }
        Ok(Diagram::from_set(&none, |variable| variable))
    })?;
    let rest = match direction {
        Direction::Down => Diagram::constant(true),
        Direction::Up => nothing.clone(),
    };
    let rows = std::iter::once(nothing).chain(std::iter::repeat_n(rest, last)).collect();
    Ok(Table { columns, rows })
}
