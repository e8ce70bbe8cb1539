//! From programs to systems of LTSs.
//!
//! # Contract
//! One component per task, one per shared variable that somebody reads or assigns, one per property of the
//! source. Their composition has exactly the runs of the program, with the names of [`Names`].
//!
//! * A task whose graph is large because of the values it keeps (a table of who is registered, say) is *split*:
//!   variables become components of their own, as shared ones are, and it reads and writes them in steps that
//!   are hidden in the whole: those that it carries from round to round, then one after the other until it is
//!   small enough. So no LTS has a state for each content of an array. Nobody else can take part in these steps
//!   and none of them is ever refused, so the runs are the same but for them, and so are deadlocks. What the
//!   bodies of atomic accepts do with such a variable is part of the rendezvous where that can be told from
//!   its name (see `touches`). Otherwise a variable that they read is split off only as a last resort, and
//!   read in a step before; deadlock and progress cannot be asked then ([`Lowered::waits_too_much`]).
//! * A state of a task is the set of steps that may come next; what happens between steps takes no state.
//!   Tasks and variables are reduced by strong bisimilarity.
//! * A task that is over is in its end state, unless another one can never be over: then nobody has one. If
//!   some task has a `terminate` alternative, all tasks have the action `terminate`: those that are over and
//!   those that wait at such an alternative can take part in it, and it leads them to their end states.
//! * A task that stands for many has no component: nothing is known of when they do what they do. Nor has one
//!   that calls an entry of it whose rendezvous takes two steps, since it may be one step for some of them.
//! * A shared variable has a state for each value, and one more if it has no initial value: then the first
//!   read gives any value, which it has from then on.
//!
//! # Complexity
//! Linear in the graphs of the tasks but for the reduction; a variable has (values × assignments)
//! transitions.
//!
//! # Tests
//! Systems of the literature with their numbers of states; `tests/all/random` composes random programs and
//! compares with an interpreter that knows neither graphs nor LTSs.

mod deeds;
mod labels;
mod property;
mod task;
mod touches;
mod variable;
mod warnings;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, ActionTable, Budget, Diagnostic, StateId, StopReason};
use suppose_lts::{Component, Lts, LtsBuilder, Role, System};

use super::graph::Unfolding;
use super::liveness::transient;
use super::names::Names;
use super::program::{EntryId, Kind, Program, TaskId, VarId};
use super::unfold::{View, unfold, unfold_within};
use deeds::{Clash, Deeds};
pub use labels::{Bound, Labels};
use suppose_lts::Origins;

/// A task with more nodes than this is split: more would take longer to build than most proofs take.
const LARGE: u64 = 1 << 13;
/// How many times as large it may be then before more is split off: what is left are counters of loops and
/// parameters at hand, and the task forgets them when they are not needed any more, which components of their
/// own do not.
const AGAIN: u64 = 8;

/// A program as a system of LTSs.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// Tasks, then variables, then properties.
    pub system: System,
    /// For each component where its actions are written.
    pub origins: Vec<Origins>,
    /// What labels mean in properties that are written elsewhere.
    pub labels: Labels,
    /// What is legal but hardly meant.
    pub warnings: Vec<Diagnostic>,
    /// Whether a task was so large that it now waits where the program does not: runs and safety are right,
    /// but a deadlock may be none.
    pub waits_too_much: bool,
}

/// Why a program has no system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LowerError {
    /// Two different actions would have one name.
    Clash(Box<Diagnostic>),
    /// The budget is spent.
    Stopped(StopReason),
}

impl From<StopReason> for LowerError {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl LowerError {
    /// Why there is no answer, for those who have no use for places.
    pub fn reason(self) -> StopReason {
        match self {
            Self::Clash(clash) => StopReason::Unsupported(clash.message),
            Self::Stopped(reason) => reason,
        }
    }
}

/// The system of a program: tasks, variables and properties. Large tasks are split.
///
/// # Errors
/// When two actions would have one name, or the budget is spent.
pub fn lower(program: &Program, budget: &Budget) -> Result<Lowered, LowerError> {
    lower_within(program, LARGE, budget)
}

/// The same, where tasks with more than `most` nodes are split.
///
/// # Errors
/// As for [`lower`].
pub fn lower_within(program: &Program, most: u64, budget: &Budget) -> Result<Lowered, LowerError> {
    let mut view = View::of_ltss(program);
    let mut limits = vec![most; program.tasks.len()];
    loop {
        match unfold_within(program, &view, &limits, budget)? {
            Ok(unfolding) => {
                let unclear = touches::unclear(&unfolding);
                if !unclear.is_empty() {
                    view = view.parted(program, &unclear);
                    for task in unclear.iter().filter_map(|v| program.variables[v.0 as usize].owner) {
                        limits[task.0 as usize] = most.saturating_mul(AGAIN);
                    }
                    continue;
                }
                let lowered = assemble(program, &unfolding, Detail::Exact, ActionTable::new(), budget)?;
                return Ok(Lowered { waits_too_much: view.commits(program), ..lowered });
            }
            Err(large) => {
                let limit = &mut limits[large.task.0 as usize];
                match view.split(program, &large) {
                    Some(split) => {
                        view = split;
                        *limit = most.saturating_mul(AGAIN);
                    }
                    // It is large for another reason.
                    None => *limit = u64::MAX,
                }
            }
        }
    }
}

/// The outline of a program: the same components and actions, and perhaps more of them, but tasks and
/// variables can do whatever they ever do at any time. Values of variables that tasks carry from round to
/// round are not followed, so it is small where the LTSs of tasks are too large to be built. Properties are
/// those of [`lower`], over the actions of the outline.
///
/// # Errors
/// As for [`lower`].
pub fn outline(program: &Program, budget: &Budget) -> Result<Lowered, LowerError> {
    let observed = program.variables.iter().map(|v| v.owner.is_none()).collect();
    let joined = vec![false; program.variables.len()];
    let view = View { carried: transient(program), observed, joined, silent: false };
    let unfolding = unfold(program, &view, budget)?;
    assemble(program, &unfolding, Detail::Outline, ActionTable::new(), budget)
}

/// An outline with the LTSs of the program in place of what only knows the actions, and for each component
/// where its actions are written. Components and actions keep their numbers; properties stay as they are,
/// also those that were added to the outline.
///
/// # Errors
/// When the budget is spent.
pub fn complete(
    program: &Program,
    outline: &System,
    budget: &Budget,
) -> Result<(System, Vec<Origins>), StopReason> {
    let actions = outline.actions.clone();
    // The outline has all actions, so a clash of names was found there.
    let unfolding = unfold(program, &View::of_ltss(program), budget)?;
    let lowered =
        assemble(program, &unfolding, Detail::Exact, actions, budget).map_err(LowerError::reason)?;
    let mut known: FxHashMap<(bool, String), (Arc<Lts>, Origins)> = FxHashMap::default();
    for (component, origins) in lowered.system.components.into_iter().zip(lowered.origins) {
        known.insert((component.role == Role::Component, component.name), (component.lts, origins));
    }
    let mut system = System { actions: lowered.system.actions, ..outline.clone() };
    let mut origins = vec![Origins::default(); system.components.len()];
    for (component, origin) in system.components.iter_mut().zip(&mut origins) {
        // A variable that nobody reads or assigns is missing, and nothing happens to it in the LTSs of tasks.
        let acts = component.role == Role::Component;
        let Some((lts, written)) = known.remove(&(acts, component.name.clone())) else { continue };
        *origin = written;
        if acts {
            // What it only seemed to do stays in its alphabet, or a property that watches it could do it
            // alone.
            let lts = Lts::clone(&lts).with_alphabet(component.lts.alphabet().iter().copied());
            component.lts = Arc::new(lts);
        }
    }
    Ok((system, origins))
}

/// How much components know.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// What they can do when.
    Exact,
    /// What they can do.
    Outline,
}

fn assemble(
    program: &Program,
    unfolding: &Unfolding,
    detail: Detail,
    actions: ActionTable,
    budget: &Budget,
) -> Result<Lowered, LowerError> {
    let names = Names::new(program);
    let mut system = System { name: program.name.clone(), actions, ..System::default() };
    let mut deeds = Deeds::collect(program, &names, unfolding, &mut system.actions);
    if let Some(Clash { action, places: [here, there] }) = deeds.clash() {
        let message = format!("two different actions would both be called `{}`", system.actions.name(action));
        let help = "rename an event or an entry; an event that two tasks have begins with the task";
        let clash = Diagnostic::error("E1051", message).at(here, "").at(there, "the other one").help(help);
        return Err(LowerError::Clash(Box::new(clash)));
    }
    let mut origins = Vec::new();
    let terminating = program.tasks.iter().flat_map(|task| &task.code);
    let terminating =
        terminating.map(|i| &i.kind).any(|kind| matches!(kind, Kind::Select { terminate: true, .. }));
    let terminate = terminating.then(|| system.actions.intern(Names::TERMINATE));
    for (index, graph) in unfolding.tasks.iter().enumerate() {
        let task = TaskId(index as u32);
        if program.tasks[index].many || meets_many(program, task) {
            continue;
        }
        let (lts, origin) = match detail {
            Detail::Exact => task::lower_task(task, graph, &deeds, terminate, budget)?,
            Detail::Outline => {
                (any_order(deeds.of_task(task).into_iter().chain(terminate))?, Origins::default())
            }
        };
        let name = program.tasks[index].name.clone();
        system.components.push(Component { name, lts: Arc::new(lts), role: Role::Component });
        origins.push(origin);
    }
    end_together(&mut system.components);
    let is_idle = system.components.is_empty();
    let mut add = |name: &str, lts: Lts, role: Role, origin: Origins| {
        system.components.push(Component { name: name.to_owned(), lts: Arc::new(lts), role });
        origins.push(origin);
    };
    if is_idle {
        // The main procedure does nothing that anybody notices, and then it is over.
        let mut builder = LtsBuilder::new(1);
        builder.set_end(Some(StateId::must(0)));
        let lts = builder.finish().map_err(|error| variable::too_large(&error))?;
        add(&program.name, lts, Role::Component, Origins::default());
    }
    for (index, variable) in program.variables.iter().enumerate() {
        let of_variable = VarId(index as u32);
        let (accesses, encounters) = (deeds.of_variable(of_variable), deeds.encounters(of_variable));
        if !accesses.is_empty() || !encounters.is_empty() {
            let lts = match detail {
                Detail::Exact => variable::lower_variable(variable.initial, accesses, encounters, budget)?,
                Detail::Outline => any_order(accesses.iter().map(|access| access.action))?,
            };
            add(&variable.name, lts, Role::Component, Origins::default());
        }
    }
    let own = |place: &usize| program.variables[*place].owner.is_some();
    let own = (0..program.variables.len()).filter(own).map(|place| VarId(place as u32));
    system.hidden =
        own.flat_map(|variable| deeds.of_variable(variable)).map(|access| access.action).collect();
    system.hidden.sort_unstable();
    let mut warnings = warnings::about_entries(program);
    for property in &program.properties {
        let lts = property::lower_property(program, property, &deeds, &mut warnings, budget)?;
        add(&property.name, lts, Role::Property, Origins::of_states(&property.states));
    }
    let labels = Labels::new(deeds.take_labels());
    Ok(Lowered { system, origins, labels, warnings, waits_too_much: false })
}

/// Whether a task calls an entry that takes two steps of one that stands for many.
fn meets_many(program: &Program, task: TaskId) -> bool {
    let of_many = |entry: &EntryId| {
        let entry = &program.entries[entry.0 as usize];
        !entry.atomic && program.tasks[entry.task.0 as usize].many
    };
    program.tasks[task.0 as usize].code.iter().any(|instruction| match &instruction.kind {
        Kind::Call { entry, .. } => entry.members.iter().any(of_many),
        _ => false,
    })
}

/// A program ends when all its tasks do. Where one never does, a state in which nobody can move is a
/// deadlock, and no other task has an end that could hide it.
fn end_together(tasks: &mut [Component]) {
    if tasks.iter().all(|task| task.lts.end().is_some()) {
        return;
    }
    for task in tasks.iter_mut().filter(|task| task.lts.end().is_some()) {
        task.lts = Arc::new(Lts::clone(&task.lts).without_end());
    }
}

/// One state in which everything can happen.
fn any_order(actions: impl Iterator<Item = ActionId>) -> Result<Lts, StopReason> {
    let mut builder = LtsBuilder::new(1);
    for action in actions {
        builder.add(StateId::must(0), action, StateId::must(0));
    }
    builder.finish().map_err(|error| variable::too_large(&error))
}

#[cfg(test)]
mod tests;
