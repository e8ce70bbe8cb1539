//! Formulas, inputs and rows of tables as sets over the variables of a layout.

use crate::lang::{Atom, ComponentId, EventId, Expr, StateIx, ValueIx};

use super::layout::{Event, Layout, Pair};
use crate::program::Program;
use crate::space::{Set, Space, Try};
use crate::table::{Column, Table, columns};

/// A space and what its variables mean.
pub(super) struct Symbols<'a> {
    pub space: &'a Space,
    pub program: &'a Program<'a>,
    pub layout: &'a Layout,
}

impl Symbols<'_> {
    /// A machine of the layout is in a state, now or in the next configuration.
    pub(super) fn state(&self, machine: usize, state: StateIx, which: impl Fn(&Pair) -> u32) -> Try<Set> {
        let mut set = self.space.constant(true);
        for (place, pair) in self.layout.machines[machine].bits.iter().enumerate().rev() {
            let value = state.index() >> place & 1 == 1;
            set = self.space.literal(which(pair), value)?.and(&set)?;
        }
        Ok(set)
    }

    /// A formula, given what its atoms are.
    pub(super) fn formula(&self, expr: &Expr, atom: &impl Fn(Atom) -> Try<Set>) -> Try<Set> {
        Ok(match expr {
            Expr::Constant(value) => self.space.constant(*value),
            Expr::Atom(this) => atom(*this)?,
            Expr::Not(inner) => self.formula(inner, atom)?.not()?,
            Expr::And(parts) => {
                let mut all = self.space.constant(true);
                for part in parts {
                    all = all.and(&self.formula(part, atom)?)?;
                }
                all
            }
            Expr::Or(parts) => {
                let mut any = self.space.constant(false);
                for part in parts {
                    any = any.or(&self.formula(part, atom)?)?;
                }
                any
            }
            Expr::Implies(left, right) => self.formula(left, atom)?.not()?.or(&self.formula(right, atom)?)?,
        })
    }

    /// A formula over the configuration as it is now, as guards are.
    pub(super) fn now(&self, component: ComponentId, expr: &Expr) -> Try<Set> {
        self.formula(expr, &|atom| match atom {
            Atom::In(machine, state) => self.local(component, machine, state),
            Atom::Event(event) => self.present(event, None, |event| self.space.variable(event.now)),
            Atom::Is(event, value) => {
                self.present(event, Some(value), |event| self.space.variable(event.now))
            }
            // The language has these only in properties and assumptions.
            Atom::Pre(..) | Atom::Microstep(..) => Ok(self.space.constant(false)),
        })
    }

    /// A formula at the end of a macrostep: an event counts when it was there in any configuration.
    pub(super) fn at_end(&self, component: ComponentId, expr: &Expr) -> Try<Set> {
        let ever = |event: &Event| {
            let now = self.space.variable(event.now)?;
            event.sticky.map_or(Ok(now.clone()), |sticky| now.or(&self.space.variable(sticky.now)?))
        };
        self.formula(expr, &|atom| match atom {
            Atom::In(machine, state) => self.local(component, machine, state),
            Atom::Pre(machine, state) => {
                let machine = self.layout.machine(self.program, component, machine);
                let variable = machine.and_then(|machine| self.layout.pre(machine, state));
                variable
                    .map_or_else(|| Ok(self.space.constant(false)), |variable| self.space.variable(variable))
            }
            Atom::Event(event) => self.present(event, None, ever),
            Atom::Is(event, value) => self.present(event, Some(value), ever),
            Atom::Microstep(..) => Ok(self.space.constant(false)),
        })
    }

    /// A rule about what is there in the configuration of a microstep.
    pub(super) fn rule(&self, component: ComponentId, expr: &Expr, microstep: usize) -> Try<Set> {
        self.formula(expr, &|atom| match atom {
            Atom::Microstep(comparison, number) => {
                Ok(self.space.constant(comparison.holds(microstep as u32, number)))
            }
            atom => self.now(component, &Expr::Atom(atom)),
        })
    }

    fn local(&self, component: ComponentId, machine: crate::lang::MachineId, state: StateIx) -> Try<Set> {
        match self.layout.machine(self.program, component, machine) {
            Some(machine) => self.state(machine, state, |pair| pair.now),
            None => Ok(self.space.constant(false)),
        }
    }

    /// An event is there, with a certain value or with any, as `variable` says for each of its columns.
    fn present(
        &self,
        event: EventId,
        value: Option<ValueIx>,
        variable: impl Fn(&Event) -> Try<Set>,
    ) -> Try<Set> {
        let mut any = self.space.constant(false);
        for column in columns(self.program.model, &[event]) {
            if value.is_some() && column.value != value {
                continue;
            }
            if let Some(event) = self.layout.event(column) {
                any = any.or(&variable(event)?)?;
            }
        }
        Ok(any)
    }

    /// Some events, each absent or with at most one value; those that must be there are.
    fn legal(&self, events: &[EventId], always: &[EventId]) -> Try<Set> {
        let mut legal = self.space.constant(true);
        for event in events {
            let all: Vec<u32> = columns(self.program.model, &[*event])
                .into_iter()
                .filter_map(|column| self.layout.event(column).map(|event| event.now))
                .collect();
            if all.is_empty() {
                continue;
            }
            let none = self.none_of(all.iter().copied())?;
            let mut ways = if always.contains(event) { self.space.constant(false) } else { none };
            for &present in &all {
                let others = self.none_of(all.iter().copied().filter(|&other| other != present))?;
                ways = ways.or(&self.space.variable(present)?.and(&others)?)?;
            }
            legal = legal.and(&ways)?;
        }
        Ok(legal)
    }

    /// None of these variables is true.
    pub(super) fn none_of(&self, variables: impl Iterator<Item = u32>) -> Try<Set> {
        let mut sorted: Vec<u32> = variables.collect();
        sorted.sort_unstable();
        let mut none = self.space.constant(true);
        for variable in sorted.into_iter().rev() {
            none = self.space.literal(variable, false)?.and(&none)?;
        }
        Ok(none)
    }

    /// The inputs that a macrostep can begin with.
    pub(super) fn inputs(&self) -> Try<Set> {
        let parts = || self.program.components.iter().map(|&id| (id, self.program.model.component(id)));
        let always: Vec<EventId> = parts().flat_map(|(_, part)| part.always.iter().copied()).collect();
        let mut inputs = self.legal(&self.program.inputs, &always)?;
        for (component, part) in parts() {
            for requirement in &part.requirements {
                inputs = inputs.and(&self.now(component, requirement)?)?;
            }
        }
        Ok(inputs)
    }

    /// What can be received at a microstep.
    pub(super) fn received(&self, tables: &[Table], microstep: usize) -> Try<Set> {
        if microstep == 0 {
            return self.none_of(self.columns_of(&self.program.received));
        }
        let mut all = self.legal(&self.program.received, &[])?;
        for table in tables {
            all = all.and(&self.row(table, microstep)?)?;
        }
        Ok(all)
    }

    /// A row of a table over the variables of now. Events that are not in the layout do not matter.
    fn row(&self, table: &Table, microstep: usize) -> Try<Set> {
        let variable = |column: u32| self.layout.event(table.columns[column as usize]).map(|event| event.now);
        table.row(microstep).project(self.space, variable)
    }

    /// The variables of now of some events.
    pub(super) fn columns_of(&self, events: &[EventId]) -> impl Iterator<Item = u32> {
        let all: Vec<Column> = columns(self.program.model, events);
        all.into_iter().filter_map(|column| self.layout.event(column).map(|event| event.now))
    }
}
