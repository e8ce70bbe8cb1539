//! Symbolic exploration of programs: what they send, whether their properties hold, how much of them is
//! reached.
//!
//! A program is explored under tables ([`Table`]) that say what it can receive; none means the universal
//! environment. Configurations are sets in a [space](crate::space), so a macrostep with millions of
//! combinations of inputs costs as much as the machines need to tell them apart. The files: `cone` finds what
//! a property depends on, `layout` numbers the variables, `symbols` turns formulas into sets, `relation` is
//! one microstep, `search` follows all macrosteps, `witness` finds a run to what was found.
//!
//! # Tests
//! `tests/all/explore`: rows, stable states, verdicts and runs against the explicit exploration, which shares
//! no code with this, on random programs; the numbers of the steam boiler.

mod complete;
mod cone;
mod endless;
mod layout;
mod obeys;
mod relation;
mod search;
mod survey;
mod symbols;
mod trail;

use crate::lang::{ComponentId, EventId, Expr};
use suppose_base::{Budget, StopReason, Verdict};

use crate::explicit::{Run, properties, replay};
use crate::program::Program;
use crate::space::{Diagram, Set, Try, grow};
use crate::table::{Table, columns};
use cone::Cone;
use layout::{Layout, Watched};
use relation::Relation;
use search::Search;
use symbols::Symbols;

pub use obeys::Broken;
pub use survey::Survey;
pub use trail::{Snapshot, Trail};

/// What is explored.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// The components.
    pub program: &'a Program<'a>,
    /// What they can receive: all tables hold. Events in no table are free.
    pub tables: &'a [Table],
    /// The counter saturates here: at least the last row of each table.
    pub last: usize,
}

/// What a program sends.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The possible valuations for each microstep.
    pub table: Table,
    /// How many stable states there are.
    pub stable: f64,
}

impl Setting<'_> {
    /// What a program can send of some events at each microstep.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn sent(&self, events: &[EventId], budget: &Budget) -> Result<Sent, StopReason> {
        let cone = Cone::whole(self.program, events);
        let layout = Layout::new(self.program, &cone, &Watched { property: None });
        let (diagrams, stable) = grow(layout.variables, budget, |space| {
            let symbols = Symbols { space, program: self.program, layout: &layout };
            let relation = Relation::new(&symbols)?;
            let mut search = Search::new(&symbols, &relation, self.tables, self.last)?;
            let asked: Vec<u32> = symbols.columns_of(events).collect();
            let others = (0..layout.variables).filter(|variable| !asked.contains(variable));
            let (forget, nothing) = (space.cube(others)?, symbols.none_of(asked.iter().copied())?);
            let mut rows = vec![space.constant(false); self.last + 1];
            rows[0] = nothing.clone();
            search.run(budget, |layer| {
                let next = (layer.counter + 1).min(self.last);
                if !layer.quiet.is_empty() {
                    // Others may go on after this program is done.
                    for row in &mut rows[next..] {
                        *row = row.or(&nothing)?;
                    }
                }
                rows[next] = rows[next].or(&layer.moved.some(&forget)?)?;
                Ok(None)
            })?;
            let stable = search.count();
            let named = |row: &Set| Diagram::from_set(row, |variable| variable);
            Ok((rows.iter().map(named).collect::<Vec<_>>(), stable))
        })?;
        let all = columns(self.program.model, events);
        // Columns in their own order, which need not be that of the variables.
        let place = |variable: u32| {
            let is_it =
                |column: &crate::table::Column| layout.event(*column).is_some_and(|e| e.now == variable);
            all.iter().position(is_it).expect("a variable that was asked for") as u32
        };
        let never: Vec<u32> =
            (0..all.len() as u32).filter(|&c| layout.event(all[c as usize]).is_none()).collect();
        let rows = grow(all.len() as u32, budget, |space| {
            let row = |diagram: &Diagram| {
                let mut set = diagram.to_set(space, place)?;
                for &column in &never {
                    set = set.and(&space.literal(column, false)?)?;
                }
                Ok(Diagram::from_set(&set, |variable| variable))
            };
            diagrams.iter().map(row).collect::<Try<Vec<_>>>()
        })?;
        Ok(Sent { table: Table { columns: all, rows }, stable })
    }
}

/// Whether there are inputs with which a macrostep of a program can begin.
///
/// # Errors
/// When the budget is spent.
pub(crate) fn has_inputs(program: &Program<'_>, budget: &Budget) -> Result<bool, StopReason> {
    let layout = Layout::new(program, &Cone::inputs(program), &Watched { property: None });
    grow(layout.variables, budget, |space| {
        Ok(!Symbols { space, program, layout: &layout }.inputs()?.is_empty())
    })
}

/// Whether a property holds.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The verdict. A run was replayed.
    pub verdict: Verdict<Run>,
    /// Whether what the property is about happened at the end of some macrostep: the left side of an
    /// implication, else anything. If not, it holds for want of an occasion. Only the machines that matter
    /// are asked, so it may have happened where others would not have been done.
    pub met: bool,
    /// How many stable states the machines that matter have.
    pub stable: f64,
    /// How many machines matter.
    pub machines: usize,
}

impl Setting<'_> {
    /// Whether a property of a component of the program, given by its place, holds at the end of every
    /// macrostep.
    pub fn check(&self, component: ComponentId, property: usize, budget: &Budget) -> Checked {
        let formula = &self.program.model.component(component).properties[property].formula;
        let part = Cone::of(self.program, component, &[formula]);
        let whole = Cone::whole(self.program, &formula.events());
        let mut verdict = Verdict::Holds;
        for cone in [part, whole] {
            let machines = cone.machines.len();
            let Looked { trail, met, stable } = match self.look(component, formula, &cone, budget) {
                Ok(looked) => looked,
                Err(reason) => {
                    return Checked {
                        verdict: Verdict::Inconclusive(reason),
                        met: false,
                        stable: 0.0,
                        machines,
                    };
                }
            };
            let Some((layout, trail)) = trail else {
                return Checked { verdict: Verdict::Holds, met, stable, machines };
            };
            let run = complete::complete(self.program, &layout, self.tables, &trail, false);
            verdict = run.map_or_else(
                || unconfirmed("no run of all machines goes along it"),
                |run| self.confirmed(component, property, run),
            );
            // The machines that were left out may not let it happen, nor events that nobody reads if they
            // would get two values. Then all are looked at; only for all of them is a run that does not
            // replay a mistake.
            if matches!(verdict, Verdict::Violated(_)) {
                return Checked { verdict, met, stable, machines };
            }
        }
        Checked { verdict, met: false, stable: 0.0, machines: self.program.machines.len() }
    }

    /// A run that was replayed and ends with a violation of the property.
    fn confirmed(&self, component: ComponentId, property: usize, run: Run) -> Verdict<Run> {
        let place = properties(self.program).iter().position(|&one| one == (component, property));
        let problem = match replay(self.program, &run, |k, received| {
            complete::allowed(self.tables, k, received)
        }) {
            Ok(replayed) if replayed.ends.last().zip(place).is_some_and(|(end, place)| !end.holds[place]) => {
                return Verdict::Violated(run);
            }
            Ok(_) => "it violates nothing".to_owned(),
            Err(problem) => problem,
        };
        unconfirmed(&problem)
    }

    /// Looks for a violation among the machines of a cone.
    fn look(
        &self,
        component: ComponentId,
        formula: &Expr,
        cone: &Cone,
        budget: &Budget,
    ) -> Result<Looked, StopReason> {
        let layout = Layout::new(self.program, cone, &Watched { property: Some((component, formula)) });
        let condition = match formula {
            Expr::Implies(left, _) => left,
            _ => &Expr::Constant(true),
        };
        let (trail, met, stable) = grow(layout.variables, budget, |space| {
            let symbols = Symbols { space, program: self.program, layout: &layout };
            let relation = Relation::new(&symbols)?;
            let mut search = Search::new(&symbols, &relation, self.tables, self.last)?;
            let good = symbols.at_end(component, formula)?;
            let meant = symbols.at_end(component, condition)?;
            let mut met = false;
            let hit = search.run(budget, |layer| {
                met = met || !layer.quiet.and(&meant)?.is_empty();
                let bad = layer.quiet.minus(&good)?;
                Ok((!bad.is_empty()).then_some(bad))
            })?;
            let trail = hit.map(|hit| trail::trail(&search, &hit)).transpose()?;
            Ok((trail, met, search.count()))
        })?;
        Ok(Looked { trail: trail.map(|trail| (layout, trail)), met, stable })
    }
}

/// What a look found.
struct Looked {
    trail: Option<(Layout, Trail)>,
    met: bool,
    stable: f64,
}

/// The verdict when a violation was found that is not one: a mistake of this program.
fn unconfirmed(problem: &str) -> Verdict<Run> {
    let what = format!("a violation was found that does not replay ({problem})");
    Verdict::Inconclusive(StopReason::Internal(what))
}
