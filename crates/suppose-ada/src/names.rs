//! What actions are called.
//!
//! | what | action |
//! |---|---|
//! | a rendezvous | `operator.prepay.1.2`: task, entry, the values of all parameters; one that goes both ways has two |
//! | its beginning, if it takes two steps | `dispatcher.notify.1`: the values that go in |
//! | its end | `dispatcher.notify.end.2`: the values that come out |
//! | a rendezvous that an exception ends | `operator.prepay.1.constraint_error`: the values that go in, then the exception |
//! | the same, if it takes two steps | `dispatcher.notify.end.constraint_error` |
//! | its beginning, if the body of an atomic accept never ends | `table.put.begin.1` |
//! | an assignment, a read of a shared variable | `car.x=true`, `car.x==true`: who does it |
//! | the same of a variable of a task | `table.held=true`, `table.held==true`; `car.x'=true` where `car.x=true` is about a shared variable |
//! | an event | `enter.1` |
//! | an exception | `car.constraint_error`, `car.program_error`, `car.assertion_error` |
//! | the end of all tasks together | `terminate` |
//!
//! Actions with the same name are taken together, so a name must say who acts where that is open: where two
//! or more tasks have calls of an entry, its actions begin with the caller
//! (`customer_1.operator.prepay.1.2`). Where two tasks could have the same event with the same values, the
//! actions of that event begin with the task. Both are decided by the text of the program and not by what can
//! happen, so every way of verifying uses the same names.

use std::fmt;

use rustc_hash::FxHashSet;

use super::eval::evaluate;
use super::graph::{Meeting, Phase, Step};
use super::program::{Exception, Kind, Program, TaskId, VarId};

/// What actions are called.
#[derive(Clone, Debug)]
pub struct Names<'p> {
    program: &'p Program,
    /// For each entry whether several tasks call it.
    several: Vec<bool>,
    /// For each entry whether it is a member of a family.
    family: Vec<bool>,
    /// For each variable of a task whether its accesses would be called like those of a shared one by that
    /// task.
    alike: Vec<bool>,
    /// Events that several tasks could have with the same values, sorted.
    ambiguous: Vec<&'p str>,
}

/// The name of an action in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Label {
    /// Who acts; of a rendezvous the caller.
    pub(super) task: String,
    /// Whether the name says so.
    pub(super) says_who: bool,
    /// What is done: `operator.prepay`, `enter`.
    pub(super) stem: String,
    /// How many bytes of it name the task that accepts.
    pub(super) accepting: usize,
    /// The values; the index of a family is the first.
    pub(super) values: Vec<String>,
    /// The exception that a rendezvous ends with.
    pub(super) raised: Option<Exception>,
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.says_who {
            write!(f, "{}.", self.task)?;
        }
        f.write_str(&self.stem)?;
        self.values.iter().try_for_each(|value| write!(f, ".{value}"))?;
        self.raised.map_or(Ok(()), |exception| write!(f, ".{}", exception.name()))
    }
}

impl<'p> Names<'p> {
    /// The action by which all tasks end together.
    pub(crate) const TERMINATE: &'static str = "terminate";

    /// Finds out where names must say who acts.
    pub fn new(program: &'p Program) -> Self {
        let mut family = vec![false; program.entries.len()];
        for pair in 1..program.entries.len() {
            let (one, other) = (&program.entries[pair - 1], &program.entries[pair]);
            if one.task == other.task && one.span == other.span {
                family[pair - 1] = true;
                family[pair] = true;
            }
        }
        let shared: FxHashSet<&str> =
            program.variables.iter().filter(|v| v.owner.is_none()).map(|v| v.name.as_str()).collect();
        let alike = program.variables.iter().map(|variable| {
            let task = variable.owner.map(|task| program.tasks[task.0 as usize].name.as_str());
            let own = task.and_then(|task| variable.name.strip_prefix(task)?.strip_prefix('.'));
            own.is_some_and(|own| shared.contains(own))
        });
        let alike = alike.collect();
        Self {
            program,
            several: called_by_several(program),
            family,
            alike,
            ambiguous: ambiguous_events(program),
        }
    }

    /// The action of a rendezvous, or of its beginning or end.
    pub fn rendezvous(&self, caller: TaskId, meeting: &Meeting) -> String {
        self.meeting(caller, meeting).to_string()
    }

    /// Whether a variable belongs to a task.
    pub(super) fn is_own(&self, variable: VarId) -> bool {
        self.program.variables[variable.0 as usize].owner.is_some()
    }

    /// The action of a step of a task, `None` if it is silent. Of the accepting half of a rendezvous `caller`
    /// is the other task; it matters for no other step.
    pub fn step(&self, task: TaskId, caller: TaskId, step: &Step) -> Option<String> {
        self.label(task, caller, step).map(|label| label.to_string())
    }

    /// The same in parts.
    pub(super) fn label(&self, task: TaskId, caller: TaskId, step: &Step) -> Option<Label> {
        Some(match step {
            Step::Silent => return None,
            Step::Event(text) => self.told(task, text),
            Step::Read(variable, value) => self.access(task, *variable, "==", *value),
            Step::Write(variable, value) => self.access(task, *variable, "=", *value),
            Step::Call(meeting) => self.meeting(task, meeting),
            Step::Accept(meeting, _) => self.meeting(caller, meeting),
            Step::Raise(exception) => self.raised(task, *exception),
        })
    }

    fn task(&self, task: TaskId) -> String {
        self.program.tasks[task.0 as usize].name.clone()
    }

    fn meeting(&self, caller: TaskId, meeting: &Meeting) -> Label {
        let index = meeting.entry.0 as usize;
        let entry = &self.program.entries[index];
        let mut values = Vec::new();
        let mut stem = entry.label.clone();
        if self.family[index]
            && let Some((before, member)) = entry.label.rsplit_once('.')
        {
            values.push(member.to_owned());
            stem.truncate(before.len());
        }
        match meeting.phase {
            Phase::End => stem.push_str(".end"),
            Phase::Begin if entry.atomic => stem.push_str(".begin"),
            Phase::Begin | Phase::Whole => {}
        }
        let domains = entry.parameters.iter().flat_map(|parameter| {
            let (goes_in, comes_out) = meeting.shown(parameter.mode);
            std::iter::repeat_n(&parameter.domain, usize::from(goes_in) + usize::from(comes_out))
        });
        values.extend(domains.zip(&meeting.values).map(|(domain, &value)| domain.text(value)));
        let owner = format!("{}.", self.task(entry.task));
        let accepting = if stem.starts_with(&owner) { owner.len() } else { 0 };
        let raised = meeting.raised;
        Label { task: self.task(caller), says_who: self.several[index], stem, accepting, values, raised }
    }

    fn access(&self, task: TaskId, variable: VarId, sign: &str, value: i64) -> Label {
        let accessed = &self.program.variables[variable.0 as usize];
        let mark = if self.alike[variable.0 as usize] { "'" } else { "" };
        let stem = format!("{}{mark}{sign}{}", accessed.name, accessed.domain.text(value));
        let says_who = accessed.owner.is_none();
        Label { task: self.task(task), says_who, stem, accepting: 0, values: Vec::new(), raised: None }
    }

    fn told(&self, task: TaskId, text: &str) -> Label {
        let mut parts = text.split('.').map(str::to_owned);
        let stem = parts.next().unwrap_or_default();
        let ambiguous = self.ambiguous.binary_search(&stem.as_str()).is_ok();
        Label {
            task: self.task(task),
            says_who: ambiguous,
            stem,
            accepting: 0,
            values: parts.collect(),
            raised: None,
        }
    }

    fn raised(&self, task: TaskId, exception: Exception) -> Label {
        let stem = exception.name().to_owned();
        Label { task: self.task(task), says_who: true, stem, accepting: 0, values: Vec::new(), raised: None }
    }
}

/// For each entry whether two or more other tasks have calls of it.
fn called_by_several(program: &Program) -> Vec<bool> {
    let mut first: Vec<Option<TaskId>> = vec![None; program.entries.len()];
    let mut several = vec![false; program.entries.len()];
    for (index, task) in program.tasks.iter().enumerate() {
        let caller = TaskId(index as u32);
        for instruction in &task.code {
            let Kind::Call { entry, .. } = &instruction.kind else { continue };
            for member in &entry.members {
                let member = member.0 as usize;
                if program.entries[member].task != caller {
                    several[member] |= *first[member].get_or_insert(caller) != caller;
                }
            }
        }
    }
    several
}

/// The events that two tasks could have with the same values, sorted.
fn ambiguous_events(program: &Program) -> Vec<&str> {
    // The values that are constants, for each event of each task.
    type Shape<'p> = (&'p str, Vec<Option<String>>, usize);
    let mut shapes: Vec<Shape<'_>> = Vec::new();
    for (task, code) in program.tasks.iter().enumerate() {
        for instruction in &code.code {
            let Kind::Event { name, arguments, .. } = &instruction.kind else { continue };
            let fixed = arguments
                .iter()
                .map(|(argument, domain)| evaluate(argument, &|_| None).ok().map(|value| domain.text(value)));
            shapes.push((name, fixed.collect(), task));
        }
    }
    shapes.sort_unstable();
    shapes.dedup();
    let mut ambiguous = Vec::new();
    for group in shapes.chunk_by(|one, other| one.0 == other.0) {
        if clash(group) {
            ambiguous.push(group[0].0);
        }
    }
    ambiguous
}

/// Whether two tasks could have the same values, given the constants among the values; sorted by these.
fn clash(group: &[(&str, Vec<Option<String>>, usize)]) -> bool {
    let fits = |one: &[Option<String>], other: &[Option<String>]| {
        one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.is_none() || b.is_none() || a == b)
    };
    // Where all values are constants, only equal ones fit, and those are neighbours.
    let (fixed, open): (Vec<_>, Vec<_>) =
        group.iter().partition(|(_, values, _)| values.iter().all(Option::is_some));
    fixed.windows(2).any(|pair| pair[0].1 == pair[1].1 && pair[0].2 != pair[1].2)
        || open
            .iter()
            .any(|(_, values, task)| group.iter().any(|(_, other, who)| who != task && fits(values, other)))
}
