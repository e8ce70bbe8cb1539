//! Choosing events from outside: inputs at the start of a macrostep, received events in later configurations.
//!
//! # Contract
//! Given events that are all absent, the text written here gives them every valuation that all constraints
//! allow, and no other, and never blocks: a statement that blocks inside of an `atomic` would be an end of
//! the system for SPIN. Where no valuation is allowed, the run is dropped.
//!
//! # Method
//! Events that share constraints form a block; blocks are independent of each other and are chosen one after
//! the other. A block with few valuations, or with one table that allows few, becomes one branch for each. A
//! larger table is walked along its diagram, event by event, where every branch ends well. For a large block
//! with several constraints the first table is walked, then the others, in which what is chosen already is
//! read, then the rest is chosen; a formula is judged as soon as its events are chosen. Here a run may have
//! to be dropped.
//!
//! The text has [`FEW`] valuations at most for each block and range of microsteps, and otherwise nodes times
//! columns of a table and all formulas.

use crate::lang::{Atom, EventId, Expr};

use super::names::{Names, formula, present};
use super::text::Text;
use crate::program::Program;
use crate::space::Diagram;
use crate::table::{Column, Table, columns};

/// So many valuations are written one by one.
const FEW: usize = 256;

/// What restricts a choice.
#[derive(Clone, Copy)]
pub(super) enum Constraint<'a> {
    /// The row of the microstep.
    Table(&'a Table),
    /// A formula over events and the microstep.
    Formula(&'a Expr),
}

impl Constraint<'_> {
    /// The events that it restricts.
    fn events(self) -> Vec<EventId> {
        match self {
            Self::Table(table) => table.columns.iter().map(|column| column.event).collect(),
            Self::Formula(expr) => expr.events(),
        }
    }

    /// Whether it allows a valuation at a microstep.
    fn allows(self, microstep: u32, present: &[Column]) -> bool {
        match self {
            Self::Table(table) => {
                table.row(microstep as usize).has(|column| present.contains(&table.columns[column as usize]))
            }
            Self::Formula(expr) => expr.holds(&mut |atom| match atom {
                Atom::Event(event) => present.iter().any(|column| column.event == event),
                Atom::Is(event, value) => present.contains(&Column { event, value: Some(value) }),
                Atom::Microstep(comparison, number) => comparison.holds(microstep, number),
                Atom::In(..) | Atom::Pre(..) => false,
            }),
        }
    }
}

/// Events to choose at once, and what restricts them. The lists of all blocks of a choice are disjoint.
pub(super) struct Block<'a> {
    events: Vec<EventId>,
    constraints: Vec<Constraint<'a>>,
}

/// How a block is chosen in some microsteps.
#[derive(PartialEq, Eq)]
enum Way<'a> {
    /// One of these: the events that are present.
    OneOf(Vec<Vec<Column>>),
    /// Along the row of the only table.
    Walk(&'a Diagram),
    /// Each event alone, then whatever restricts them.
    Judge(u32),
}

/// What is needed to write a choice.
pub(super) struct Chooser<'a> {
    pub(super) program: &'a Program<'a>,
    pub(super) names: &'a Names,
    /// Events that are never absent, sorted.
    pub(super) always: &'a [EventId],
}

/// The first event of a block. Halves the ways on which it goes.
fn first(towards: &mut [usize], mut at: usize) -> usize {
    while towards[at] != at {
        towards[at] = towards[towards[at]];
        at = towards[at];
    }
    at
}

/// Independent blocks of these events.
pub(super) fn blocks<'a>(events: &[EventId], constraints: &[Constraint<'a>]) -> Vec<Block<'a>> {
    // From each event towards the first one of its block.
    let mut towards: Vec<usize> = (0..events.len()).collect();
    let places = |constraint: Constraint<'_>| -> Vec<usize> {
        constraint.events().iter().filter_map(|event| events.binary_search(event).ok()).collect()
    };
    for &constraint in constraints {
        for pair in places(constraint).windows(2) {
            let (one, other) = (first(&mut towards, pair[0]), first(&mut towards, pair[1]));
            towards[one.max(other)] = one.min(other);
        }
    }
    let mut blocks: Vec<Block<'a>> = Vec::new();
    let mut block_of: Vec<usize> = Vec::new();
    for (place, &event) in events.iter().enumerate() {
        let top = first(&mut towards, place);
        if top == place {
            block_of.push(blocks.len());
            blocks.push(Block { events: Vec::new(), constraints: Vec::new() });
        } else {
            block_of.push(block_of[top]);
        }
        blocks[block_of[place]].events.push(event);
    }
    for &constraint in constraints {
        match places(constraint).first() {
            Some(&place) => blocks[block_of[place]].constraints.push(constraint),
            // It says something of the microstep alone, or nothing.
            None => blocks.push(Block { events: Vec::new(), constraints: vec![constraint] }),
        }
    }
    blocks
}

impl<'a> Chooser<'a> {
    /// What an event can be when it is present.
    fn values(&self, event: EventId) -> Vec<Column> {
        columns(self.program.model, &[event])
    }

    fn can_be_absent(&self, event: EventId) -> bool {
        self.always.binary_search(&event).is_err()
    }

    /// What each event can be, as present events: absent first.
    fn alone(&self, event: EventId) -> impl Iterator<Item = Vec<Column>> {
        let absent = self.can_be_absent(event).then(Vec::new);
        absent.into_iter().chain(self.values(event).into_iter().map(|column| vec![column]))
    }

    fn way<'b>(&self, block: &Block<'b>, microstep: u32) -> Way<'b> {
        let sizes = block
            .events
            .iter()
            .map(|&event| self.values(event).len() + usize::from(self.can_be_absent(event)));
        let all = sizes.fold(1_usize, usize::saturating_mul);
        if all <= FEW {
            return Way::OneOf(self.enumerate(block, microstep));
        }
        if let &[Constraint::Table(table)] = &block.constraints[..] {
            let row = table.row(microstep as usize);
            let columns = &table.columns;
            let present = |chosen: Vec<u32>| chosen.iter().map(|&column| columns[column as usize]).collect();
            return row
                .valuations(columns.len() as u32, FEW)
                .map_or(Way::Walk(row), |all| Way::OneOf(all.into_iter().map(present).collect()));
        }
        Way::Judge(microstep)
    }

    /// All allowed valuations of a block with few of them.
    fn enumerate(&self, block: &Block<'_>, microstep: u32) -> Vec<Vec<Column>> {
        let mut all: Vec<Vec<Column>> = vec![Vec::new()];
        for &event in &block.events {
            let with = |before: Vec<Column>| {
                self.alone(event).map(move |present| [before.clone(), present].concat())
            };
            all = all.into_iter().flat_map(with).collect();
        }
        all.retain(|present| {
            block.constraints.iter().all(|constraint| constraint.allows(microstep, present))
        });
        all
    }

    /// The last of the ranges of microsteps that begin at `starts` in which an event may be present.
    pub(super) fn last_present(&self, blocks: &[Block<'_>], starts: &[u32]) -> Option<usize> {
        (0..starts.len()).rev().find(|&range| {
            let ways: Vec<Way<'_>> = blocks.iter().map(|block| self.way(block, starts[range])).collect();
            let possible = |way: &Way<'_>| !matches!(way, Way::OneOf(all) if all.is_empty());
            let present = |way: &Way<'_>| match way {
                Way::OneOf(all) => all.iter().any(|valuation| !valuation.is_empty()),
                Way::Walk(_) | Way::Judge(_) => true,
            };
            ways.iter().all(possible) && ways.iter().any(present)
        })
    }

    /// Writes the choice of a block for the ranges of microsteps that begin at `starts`.
    pub(super) fn write(&self, block: &Block<'a>, starts: &[u32], text: &mut Text) {
        let mut ways: Vec<(u32, Way<'a>)> = Vec::new();
        for &start in starts {
            let way = self.way(block, start);
            if ways.last().is_none_or(|(_, last)| *last != way) {
                ways.push((start, way));
            }
        }
        if let [(_, only)] = &ways[..] {
            self.write_way(block, only, text);
            return;
        }
        text.open("if");
        for (place, (start, way)) in ways.iter().enumerate() {
            match ways.get(place + 1) {
                Some((next, _)) if start + 1 == *next => text.line(format_args!(":: k == {start} ->")),
                Some((next, _)) => text.line(format_args!(":: k >= {start} && k < {next} ->")),
                None => text.line(format_args!(":: k >= {start} ->")),
            }
            text.deeper(|text| self.write_way(block, way, text));
        }
        text.close("fi;");
    }

    fn write_way(&self, block: &Block<'a>, way: &Way<'a>, text: &mut Text) {
        match way {
            Way::OneOf(all) => self.write_branches(all, text),
            Way::Walk(row) => {
                if let Some(Constraint::Table(table)) = block.constraints.first() {
                    self.walk(row, &table.columns, &[], text);
                }
            }
            Way::Judge(microstep) => self.judge(block, *microstep, text),
        }
    }

    fn write_branches(&self, all: &[Vec<Column>], text: &mut Text) {
        match all {
            [] => {
                text.line("goto dropped;");
                text.drops = true;
            }
            [only] => text.line(format_args!("{};", self.assignments(only))),
            _ => {
                text.open("if");
                for valuation in all {
                    text.line(format_args!(":: {}", self.assignments(valuation)));
                }
                text.close("fi;");
            }
        }
    }

    fn assignments(&self, present: &[Column]) -> String {
        if present.is_empty() {
            return "skip".to_string();
        }
        present.iter().map(|&column| self.assign(column)).collect::<Vec<_>>().join("; ")
    }

    fn assign(&self, column: Column) -> String {
        let now = self.names.now(column.event);
        column.value.map_or_else(
            || format!("{now} = 1"),
            |value| format!("{now} = {}", self.names.value(column.event, value)),
        )
    }

    /// Whether a column is true, in Promela.
    fn condition(&self, column: Column) -> String {
        let now = self.names.now(column.event);
        column.value.map_or_else(
            || now.clone(),
            |value| format!("{now} == {}", self.names.value(column.event, value)),
        )
    }

    /// Follows a diagram from its root to the end: chooses events, and reads those that are `chosen` already.
    fn walk(&self, row: &Diagram, columns: &[Column], chosen: &[EventId], text: &mut Text) {
        let is_chosen = |column: u32| chosen.binary_search(&columns[column as usize].event).is_ok();
        // Columns between two nodes of a path are free.
        let free = |from: u32, node: u32| -> String {
            let to = if node < 2 { columns.len() as u32 } else { row.nodes()[node as usize - 2].0 };
            let choose =
                |column: u32| format!("if :: skip :: {} fi; ", self.assign(columns[column as usize]));
            (from..to).filter(|&column| !is_chosen(column)).map(choose).collect()
        };
        if row.root() == 0 {
            self.write_branches(&[], text);
            return;
        }
        text.line(format_args!("{}node = {};", free(0, row.root()), row.root()));
        text.open("do");
        for (place, &(column, [low, high])) in row.nodes().iter().enumerate() {
            text.line(format_args!(":: node == {} ->", place + 2));
            text.deeper(|text| {
                let name = columns[column as usize];
                let (yes, no) = if is_chosen(column) {
                    (format!("{} -> ", self.condition(name)), "else -> ".to_string())
                } else {
                    (format!("{}; ", self.assign(name)), String::new())
                };
                text.open("if");
                for (act, node) in [(no, low), (yes, high)] {
                    if node != 0 {
                        text.line(format_args!(":: {act}{}node = {node}", free(column + 1, node)));
                    } else if is_chosen(column) {
                        text.line(format_args!(":: {act}goto dropped"));
                        text.drops = true;
                    }
                }
                text.close("fi");
            });
        }
        text.line(":: node == 1 -> break");
        text.close("od;");
        text.line("node = 0;");
    }

    /// Chooses events along the tables, the others each alone, and drops what a formula does not allow as
    /// soon as its events are chosen.
    fn judge(&self, block: &Block<'a>, microstep: u32, text: &mut Text) {
        let mut chosen: Vec<EventId> = Vec::new();
        for constraint in &block.constraints {
            if let Constraint::Table(table) = constraint {
                self.walk(table.row(microstep as usize), &table.columns, &chosen, text);
                chosen.extend(table.columns.iter().map(|column| column.event));
                chosen.sort_unstable();
                chosen.dedup();
            }
        }
        let mut left: Vec<&Expr> = Vec::new();
        for constraint in &block.constraints {
            if let Constraint::Formula(expr) = constraint {
                left.push(expr);
            }
        }
        let free: Vec<EventId> =
            block.events.iter().copied().filter(|event| chosen.binary_search(event).is_err()).collect();
        self.check(&mut left, &free, microstep, text);
        for (place, &event) in free.iter().enumerate() {
            self.write_branches(&self.alone(event).collect::<Vec<_>>(), text);
            self.check(&mut left, &free[place + 1..], microstep, text);
        }
    }

    /// Drops what is not allowed by those formulas that are about no `open` event, which are then done with.
    fn check(&self, left: &mut Vec<&Expr>, open: &[EventId], microstep: u32, text: &mut Text) {
        let atom = |atom| match atom {
            Atom::Microstep(comparison, number) => comparison.holds(microstep, number).to_string(),
            _ => present(self.program, self.names, atom, |_| 0),
        };
        left.retain(|expr| {
            let ready = expr.events().iter().all(|event| open.binary_search(event).is_err());
            if ready {
                text.line(format_args!("if :: {} :: else -> goto dropped fi;", formula(expr, &atom)));
                text.drops = true;
            }
            !ready
        });
    }
}
