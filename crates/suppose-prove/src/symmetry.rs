//! As few components as will do, searched up to exchanges that change nothing.
//!
//! Clients that differ in their names only, or values that a program stores and compares but never looks into,
//! can be exchanged, and a state is as good as one in which they are. So a search needs one of all states that
//! exchanges make of each other: with n equal clients not mⁿ states but as many as there are ways to say how
//! many clients are where, and a list of n different values is as good as its length.
//! (C. N. Ip and D. L. Dill, Better verification through symmetry, Formal Methods in System Design 9, 1996;
//! E. A. Emerson and A. P. Sistla, Symmetry and model checking, in the same issue.)
//!
//! Few systems are symmetric as a whole: somebody starts the clients one after the other. But what holds with
//! some components holds with all, so as in `select` components are added one by one, those that a trace to π
//! shows to be missing, and each time symmetries are looked for among those that are there. A component that
//! takes part in most of the trace and speaks with nobody else is preferred. When the third of a kind is added,
//! all others of its row that speak with nobody new come too: while some cells of a row are there and others
//! are free to hold anything, there is more to search than with all of them.
//!
//! Symmetries are found and checked, never declared (`group`). The proof has them, and the checker looks at
//! each before it searches in the same way.
//!
//! # Complexity
//! At most as many rounds as components; each searches the product of those that were added, up to symmetry.
//!
//! # Tests
//! `symmetry/tests.rs`: verdicts, symmetries and numbers of states against brute force over all permutations.

mod group;
#[cfg(test)]
mod tests;

use suppose_base::{ActionId, Budget, StopReason, Verdict, counted};
use suppose_lts::check::Effort;

use crate::Task;
use crate::outcome::{Findings, Outcome, Proof};
use crate::refine::{Found, shortest};
use crate::rule::RuleKind;
use crate::select::{Candidate, missing};
pub(crate) use group::Group;
pub use group::Symmetry;

/// From this many on, all of a kind are added.
const SOME: usize = 2;
/// A trace that is found among so many states is found before any symmetry would be.
const QUICK: u64 = 1 << 10;

/// Answers a question with as few components as will do, up to symmetry.
pub(crate) fn symmetry(task: &Task<'_>, budget: &Budget) -> Outcome {
    let mut effort = Effort::default();
    let found = run(task, &mut effort, budget);
    let mut outcome = found.unwrap_or_else(Outcome::stopped);
    outcome.findings.effort = effort;
    outcome
}

fn run(task: &Task<'_>, effort: &mut Effort, budget: &Budget) -> Result<Outcome, StopReason> {
    if task.lts(task.watched()).initial().is_error() {
        return Ok(Outcome::new(Verdict::Violated(Vec::new())));
    }
    let mut selected: Vec<usize> = Vec::new();
    loop {
        let members = task.among(&selected).searched();
        let limit = budget.max_states().unwrap_or(u64::MAX).min(u64::from(u32::MAX));
        let plain = shortest(task, &members, None, limit.min(QUICK), effort, budget)?;
        let trace = if let Found::Trace(trace) = plain {
            trace
        } else {
            let group = Group::of(task, &members, budget)?;
            match shortest(task, &members, Some(&group), limit, effort, budget)? {
                Found::TooMany => return Err(StopReason::States(limit)),
                Found::Nothing => return Ok(proved(task, selected, group)),
                Found::Trace(trace) => trace,
            }
        };
        match missing(task, &selected, &trace, rank, budget)? {
            Some(member) => add(task, &mut selected, member),
            None => return Ok(Outcome::new(Verdict::Violated(trace))),
        }
    }
}

/// Objections first; then who speaks with nobody else, takes part in most of the trace, and is small.
fn rank(candidate: &Candidate) -> impl Ord + use<> {
    let &Candidate { objects, unknown, letters, states, .. } = candidate;
    (!objects, unknown > 0, std::cmp::Reverse(letters), unknown, states)
}

/// Adds a component, and perhaps all of its kind.
fn add(task: &Task<'_>, selected: &mut Vec<usize>, member: usize) {
    let shape = |member: usize| {
        let lts = task.lts(member);
        (lts.num_states(), lts.num_transitions(), lts.alphabet().len())
    };
    let of_its_kind = |&other: &usize| shape(other) == shape(member);
    selected.push(member);
    let kind: Vec<usize> = selected.iter().copied().filter(of_its_kind).collect();
    if kind.len() > SOME {
        let known = task.alphabet(&[&selected[..], &[task.watched()]].concat());
        let is_known = |a: &ActionId| known.binary_search(a).is_ok();
        let name = |member: usize| task.system().components[member].name.as_str();
        let row = Row::of(kind.iter().map(|&member| name(member)));
        let others = task.members().iter().copied().filter(of_its_kind).filter(|other| !kind.contains(other));
        let others = others.filter(|&other| task.lts(other).alphabet().iter().all(is_known));
        selected.extend(others.filter(|&other| row.has(name(other))));
    }
    selected.sort_unstable();
}

/// A row of a table, told by its names: `table.1.2` and `table.1.3` are in it, and so is `table.1.7`, but not
/// `table.2.7`. It is only a hint about what may be worth adding, so names will do.
struct Row<'n> {
    /// Pieces of the names, those without digits and those of digits; nothing where names differ.
    pieces: Vec<Option<&'n str>>,
}

impl<'n> Row<'n> {
    fn of(mut names: impl Iterator<Item = &'n str>) -> Self {
        let mut pieces: Vec<Option<&str>> = names.next().map(split).into_iter().flatten().map(Some).collect();
        for name in names {
            let other = split(name);
            if other.len() != pieces.len() {
                return Self { pieces: Vec::new() };
            }
            for (piece, other) in pieces.iter_mut().zip(other) {
                *piece = piece.filter(|&piece| piece == other);
            }
        }
        Self { pieces }
    }

    fn has(&self, name: &str) -> bool {
        let name = split(name);
        let agrees = |(piece, other): (Option<&str>, &str)| piece.is_none_or(|piece| piece == other);
        // Without a pattern, all of a kind are in one row.
        self.pieces.is_empty()
            || name.len() == self.pieces.len() && self.pieces.iter().copied().zip(name).all(agrees)
    }
}

/// The pieces of a name: numbers, and what is between them.
fn split(name: &str) -> Vec<&str> {
    name.as_bytes()
        .chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit())
        .map(<[u8]>::len)
        .scan(0, |start, len| {
            let piece = &name[*start..*start + len];
            *start += len;
            Some(piece)
        })
        .collect()
}

fn proved(task: &Task<'_>, selected: Vec<usize>, group: Group) -> Outcome {
    let all = counted(task.members().len(), "component");
    let mut notes = vec![format!("{} of {all} selected by counterexamples", selected.len())];
    notes.push(match group.len() {
        0 => "nothing in them can be exchanged".into(),
        1 => "one exchange changes nothing in them".into(),
        many => format!("{many} exchanges change nothing in them"),
    });
    let proof = Proof {
        symmetries: group.into_symmetries(),
        ..Proof::chain(RuleKind::Chain, vec![selected], Vec::new())
    };
    Outcome {
        verdict: Verdict::Holds,
        findings: Findings { proof: Some(proof), notes, ..Findings::default() },
    }
}
