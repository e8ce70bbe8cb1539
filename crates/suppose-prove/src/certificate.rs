//! Writing certificates.
//!
//! A certificate holds the components as LTSs, so that its checker needs no front end, and for each question
//! either a proof or a witness. The format is described in the book; the checker (`suppose-certify`) has its
//! own reading of it and shares nothing with this file.
//!
//! A proof by plain search is a chain of one part, and other proofs can have large parts too. All are taken
//! apart first (`steps`), so that the checker has one small product after the other to search.

use rustc_hash::FxHashSet;
use serde::Serialize;
use sha2::{Digest, Sha256};
use suppose_base::{ActionId, Budget, StateId, StopReason, Verdict, optional};
use suppose_lts::check::Question;
use suppose_lts::product::{Step, Witness};
use suppose_lts::{Lts, Role, System};

use crate::Task;
use crate::method::{Answer, Method};
use crate::minimise::minimise;
use crate::outcome::{Proof, Restriction};
use crate::rule::RuleKind;
use crate::steps::in_small_steps;
use crate::symmetry::Symmetry;

/// What part of its states may be spent to take a proof by plain search apart.
const SHARE: u64 = 64;

/// A file that a system was read from.
#[derive(Clone, Debug, Serialize)]
pub struct Source {
    /// Where it is.
    pub path: String,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
    /// What it was read for, if that is known: `system`, `property`, `imported` or `library`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<&'static str>,
    /// The language that it was read in, if it was read for itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<&'static str>,
}

/// How the system was chosen in its sources.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Target {
    /// The system that was asked for by name.
    pub system: Option<String>,
    /// The properties that were asked for, in order.
    pub properties: Vec<String>,
    /// How Aldebaran files spell τ, where that was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tau: Option<&'static str>,
    /// The top module of netlists, where that was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<String>,
    /// The named number that is the size, where the system stands for those of every size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub every: Option<String>,
}

/// So many states a composition may have that is made for the sake of a proof.
const LARGE: u64 = 1 << 20;

/// Why there is no certificate for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoCertificate {
    /// The question was not decided.
    Undecided,
    /// The question is not about a component staying out of π.
    NotSafety,
    /// The system has priorities, which certificates do not know.
    Priority,
    /// The method found an answer without a proof that can be written down.
    NoProof,
    /// A check of the program's own work failed, then or while the proof was prepared.
    Internal(StopReason),
    /// Two components have this name, and a certificate tells components apart by their names.
    SameName(String),
}

impl std::fmt::Display for NoCertificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Internal(reason) => return reason.fmt(f),
            Self::SameName(name) => {
                return write!(f, "two components are called `{name}`; a certificate needs a name for each");
            }
            Self::Undecided => "the question was not decided",
            Self::NotSafety => "certificates are for properties, not for deadlock and progress",
            Self::Priority => "certificates do not know priorities",
            Self::NoProof => "the method has no proof to write down",
        })
    }
}

/// The certificate of some answers about a system, as JSON. They should be [`prepared`].
///
/// # Errors
/// The first answer that can have none, with the reason.
pub fn certificate(
    system: &System,
    answers: &[&Answer],
    sources: Vec<Source>,
    target: Target,
) -> Result<String, (Question, NoCertificate)> {
    let mut results = Vec::new();
    let mut restrictions: Vec<Kept> = Vec::new();
    for answer in answers {
        results.push(claim(system, answer, &mut restrictions).map_err(|why| (answer.question, why))?);
    }
    Ok(written(system, results, restrictions, sources, target))
}

/// The certificate that no component of a system reaches π, as JSON, with a result on each one that could by
/// itself. Nothing when none could.
pub fn none_fails(system: &System, by: &Restriction, sources: Vec<Source>, target: Target) -> Option<String> {
    let alone = Proof::new(RuleKind::Chain, Vec::new(), Vec::new());
    let claim = |watched| {
        let proof = Some(Argument { restricted: Some(0), ..Argument::new(&alone) });
        Claim { watched, verdict: "holds", proof, searched: None, witness: None }
    };
    let able = |c: &suppose_lts::Component| c.role == Role::Component && c.lts.has_error();
    let able = (0..system.components.len()).filter(|&c| able(&system.components[c]));
    let results: Vec<Claim> = able.map(claim).collect();
    let restrictions = vec![Kept::new(system, by)];
    (!results.is_empty()).then(|| written(system, results, restrictions, sources, target))
}

/// The certificate that a component of a system reaches π, as JSON. The witness speaks about all components.
pub fn one_fails(
    system: &System,
    watched: usize,
    witness: &Witness,
    sources: Vec<Source>,
    target: Target,
) -> String {
    let claim = violated(system, watched, (0..system.components.len()).collect(), witness);
    written(system, vec![claim], Vec::new(), sources, target)
}

/// The hashes of a system's components, in order, as a certificate has them.
pub fn component_hashes(system: &System) -> Vec<String> {
    let actions = action_names(system);
    system.components.iter().map(|c| Graph::new(&c.lts).hash(&actions)).collect()
}

/// The names of all actions but τ, in order.
fn action_names(system: &System) -> Vec<&str> {
    (1..system.actions.len()).map(|raw| system.actions.name(ActionId::from_raw(raw as u32))).collect()
}

/// The text of a certificate.
fn written(
    system: &System,
    results: Vec<Claim>,
    restrictions: Vec<Kept>,
    sources: Vec<Source>,
    target: Target,
) -> String {
    let actions = action_names(system);
    let part = |c: &suppose_lts::Component| {
        let lts = Graph::new(&c.lts);
        let sha256 = lts.hash(&actions);
        let role = if c.role == Role::Property { "property" } else { "component" };
        Part { name: c.name.clone(), role, lts, sha256 }
    };
    let mut certificate = Certificate {
        schema: "suppose/certificate/1",
        digest: String::new(),
        tool: concat!("suppose ", env!("CARGO_PKG_VERSION")),
        sources,
        target,
        system: system.name.clone(),
        components: system.components.iter().map(part).collect(),
        actions,
        restrictions,
        results,
    };
    let blank = serde_json::to_vec(&certificate).expect("plain data");
    certificate.digest = hex(&blank);
    serde_json::to_string(&certificate).expect("plain data")
}

/// The answer with a proof that is quick to check: one in small steps, or one by composition if the method
/// that answered left none.
///
/// # Errors
/// Why there can be no certificate of this answer.
pub fn prepared(system: &System, answer: &Answer, budget: &Budget) -> Result<Answer, NoCertificate> {
    if !matches!(answer.question, Question::Safe(_)) {
        return Err(NoCertificate::NotSafety);
    }
    if system.priority.is_some() {
        return Err(NoCertificate::Priority);
    }
    different_names(system)?;
    let mut answer = answer.clone();
    match &answer.verdict {
        Verdict::Inconclusive(reason) if reason.is_internal() => {
            return Err(NoCertificate::Internal(reason.clone()));
        }
        Verdict::Inconclusive(_) => return Err(NoCertificate::Undecided),
        Verdict::Violated(_) => return Ok(answer),
        Verdict::Holds => {}
    }
    let task = Task::new(system, answer.question).map_err(|_| NoCertificate::NotSafety)?;
    // A state of a composition costs many times one of the plain search, and so does one of the checker.
    let share = if answer.method == Method::Monolithic { SHARE } else { 1 };
    let states = answer.findings.effort.states_explored / share;
    let proof = if let Some(proof) = answer.findings.proof.take() {
        proof
    } else {
        let found = minimise(&task, &budget.capped(LARGE));
        if let Verdict::Inconclusive(reason) = found.verdict
            && reason.is_internal()
        {
            return Err(NoCertificate::Internal(reason));
        }
        found.findings.proof.ok_or(NoCertificate::NoProof)?
    };
    // A budget that is spent leaves the proof as it is: it is as good, and only slower to check.
    let small = optional(in_small_steps(&task, &proof, states, budget)).map_err(NoCertificate::Internal)?;
    let small = small.unwrap_or(proof);
    answer.findings.proof = Some(small);
    Ok(answer)
}

/// Refuses a system with two components of one name: the checker would.
fn different_names(system: &System) -> Result<(), NoCertificate> {
    let mut names = FxHashSet::default();
    match system.components.iter().find(|component| !names.insert(component.name.as_str())) {
        Some(again) => Err(NoCertificate::SameName(again.name.clone())),
        None => Ok(()),
    }
}

/// What is claimed about one question.
fn claim(system: &System, answer: &Answer, restrictions: &mut Vec<Kept>) -> Result<Claim, NoCertificate> {
    let Question::Safe(watched) = answer.question else { return Err(NoCertificate::NotSafety) };
    if system.priority.is_some() {
        return Err(NoCertificate::Priority);
    }
    different_names(system)?;
    match &answer.verdict {
        Verdict::Inconclusive(_) => Err(NoCertificate::Undecided),
        Verdict::Violated(witness) => Ok(violated(system, watched, answer.searched.clone(), witness)),
        Verdict::Holds => {
            let proof = answer.findings.proof.as_ref().ok_or(NoCertificate::NoProof)?;
            let mut argument = Argument::new(proof);
            argument.symmetries =
                proof.symmetries.iter().filter_map(|symmetry| Exchange::new(system, symmetry)).collect();
            if let Some(by) = &proof.restriction {
                argument.restricted = Some(restrictions.len());
                restrictions.push(Kept::new(system, by));
            }
            let proof = Some(argument);
            Ok(Claim { watched, verdict: "holds", proof, searched: None, witness: None })
        }
    }
}

/// A violation that the witness shows, which is about these components.
fn violated(system: &System, watched: usize, searched: Vec<usize>, witness: &Witness) -> Claim {
    let numbers: Vec<Numbers> = searched.iter().map(|&i| Numbers::new(&system.components[i].lts)).collect();
    let step = |step: &Step| Move {
        action: action(step.action),
        states: numbers.iter().zip(&step.states).map(|(numbers, &s)| numbers.of(s)).collect(),
    };
    let witness = Some(witness.steps.iter().map(step).collect());
    Claim { watched, verdict: "violated", proof: None, searched: Some(searched), witness }
}

/// A part in ascending order, as the format wants it.
fn ascending(part: &[usize]) -> Vec<usize> {
    let mut sorted = part.to_vec();
    sorted.sort_unstable();
    sorted
}

/// An action as the format numbers them: τ is −1, others begin with 0.
fn action(action: ActionId) -> i64 {
    i64::from(action.raw()) - 1
}

/// The states of an LTS as the format numbers them. It has no room for states on no transition, of which a
/// file may declare any number: they are left out, and the others stay in their order, so that transitions
/// stay in theirs.
struct Numbers {
    /// By old number; those left out have none.
    new: Vec<Option<u32>>,
    count: usize,
}

impl Numbers {
    fn new(lts: &Lts) -> Self {
        let mut used = vec![false; lts.num_states()];
        let on_transitions = lts.all_transitions().flat_map(|(source, t)| [source, t.target]);
        for state in on_transitions.chain([lts.initial()]).chain(lts.end()).filter(|s| !s.is_error()) {
            used[state.index()] = true;
        }
        let mut count = 0;
        let mut next = || {
            count += 1;
            count - 1
        };
        let new = used.iter().map(|used| used.then(&mut next)).collect();
        Self { new, count: count as usize }
    }

    /// π is −1.
    fn of(&self, state: StateId) -> i64 {
        if state.is_error() { -1 } else { self.new[state.index()].map_or(-1, i64::from) }
    }
}

/// SHA-256 of some bytes, in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

// The values below are the format; the order of their fields is part of it, since the digest depends on it.

#[derive(Serialize)]
struct Certificate<'a> {
    schema: &'static str,
    digest: String,
    tool: &'static str,
    sources: Vec<Source>,
    target: Target,
    system: String,
    actions: Vec<&'a str>,
    components: Vec<Part>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    restrictions: Vec<Kept>,
    results: Vec<Claim>,
}

#[derive(Serialize)]
struct Part {
    name: String,
    role: &'static str,
    lts: Graph,
    sha256: String,
}

#[derive(Serialize)]
struct Graph {
    states: usize,
    initial: i64,
    end: Option<u32>,
    alphabet: Vec<i64>,
    transitions: Vec<i64>,
}

#[derive(Serialize)]
struct Claim {
    watched: usize,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Argument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    searched: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<Vec<Move>>,
}

#[derive(Serialize)]
struct Move {
    action: i64,
    states: Vec<i64>,
}

#[derive(Serialize)]
struct Argument {
    rule: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    restricted: Option<usize>,
    parts: Vec<Vec<usize>>,
    assumptions: Vec<Graph>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    symmetries: Vec<Exchange>,
}

#[derive(Serialize)]
struct Exchange {
    actions: Vec<[i64; 2]>,
    moved: Vec<Moved>,
}

#[derive(Serialize)]
struct Moved {
    from: usize,
    to: usize,
    states: Vec<u32>,
}

#[derive(Serialize)]
struct Kept {
    clusters: Vec<Vec<usize>>,
    /// Nothing where all are kept.
    kept: Vec<Option<Vec<usize>>>,
}

impl Argument {
    /// The proof without its restriction.
    fn new(proof: &Proof) -> Self {
        Self {
            rule: if proof.rule == RuleKind::Symmetric { "symmetric" } else { "chain" },
            restricted: None,
            parts: proof.parts.iter().map(|part| ascending(part)).collect(),
            assumptions: proof.assumptions.iter().map(Graph::new).collect(),
            symmetries: Vec::new(),
        }
    }
}

impl Exchange {
    /// The same symmetry by the numbers of the certificate. Nothing if it moves a state that has none to one
    /// that has: such states are on no transition, and the checker does as well without.
    fn new(system: &System, symmetry: &Symmetry) -> Option<Self> {
        let moved = |(from, to, states): &(usize, usize, Vec<u32>)| {
            let (here, there) = (&system.components[*from].lts, &system.components[*to].lts);
            let (old, new) = (Numbers::new(here), Numbers::new(there));
            let kept = (0..here.num_states()).filter(|&state| old.new[state].is_some());
            let states =
                kept.map(|state| *new.new.get(states[state] as usize)?).collect::<Option<Vec<_>>>()?;
            (states.len() == new.count).then_some(Moved { from: *from, to: *to, states })
        };
        let actions = symmetry.actions.iter().map(|&(from, to)| [action(from), action(to)]).collect();
        let moved = symmetry.components.iter().map(moved).collect::<Option<Vec<_>>>()?;
        Some(Self { actions, moved })
    }
}

impl Kept {
    /// The same transitions under the places that they have in the certificate.
    fn new(system: &System, restriction: &Restriction) -> Self {
        let kept = |(component, kept): (&suppose_lts::Component, &Vec<u32>)| {
            if kept.len() == component.lts.num_transitions() {
                return None;
            }
            let order = sorted(&component.lts, &Numbers::new(&component.lts));
            let mut place = vec![0; order.len()];
            order.iter().enumerate().for_each(|(new, &(_, old))| place[old] = new);
            let mut places: Vec<usize> = kept.iter().map(|&old| place[old as usize]).collect();
            places.sort_unstable();
            Some(places)
        };
        let kept = system.components.iter().zip(&restriction.kept).map(kept).collect();
        Self { clusters: restriction.clusters.clone(), kept }
    }
}

/// The transitions as triples in the order of the format, each with its place in the LTS: there π comes last,
/// here it is −1.
fn sorted(lts: &Lts, numbers: &Numbers) -> Vec<([i64; 3], usize)> {
    let triple =
        |(s, t): (StateId, suppose_lts::Transition)| [numbers.of(s), action(t.action), numbers.of(t.target)];
    let mut all: Vec<([i64; 3], usize)> = lts.all_transitions().map(triple).zip(0..).collect();
    all.sort_unstable();
    all
}

impl Graph {
    fn new(lts: &Lts) -> Self {
        let numbers = Numbers::new(lts);
        Self {
            states: numbers.count,
            initial: numbers.of(lts.initial()),
            end: lts.end().and_then(|end| numbers.new[end.index()]),
            alphabet: lts.alphabet().iter().map(|&a| action(a)).collect(),
            transitions: sorted(lts, &numbers).into_iter().flat_map(|(triple, _)| triple).collect(),
        }
    }

    /// The hash of the LTS by the names of its actions, as the book defines it.
    fn hash(&self, actions: &[&str]) -> String {
        let quoted = |a: i64| match usize::try_from(a) {
            Ok(place) => serde_json::to_string(actions[place]).expect("a string"),
            Err(_) => "tau".to_owned(),
        };
        let by_name = |a: i64| usize::try_from(a).ok().map(|place| actions[place]);
        let mut alphabet = self.alphabet.clone();
        alphabet.sort_by_key(|&a| by_name(a));
        let mut rows: Vec<&[i64]> = self.transitions.chunks(3).collect();
        rows.sort_by_key(|row| (row[0], by_name(row[1]), row[2]));
        let end = self.end.map_or("none".to_owned(), |end| end.to_string());
        let mut hasher = Sha256::new();
        hasher.update(format!("states {}\ninitial {}\nend {end}\n", self.states, self.initial));
        for a in alphabet {
            hasher.update(format!("{}\n", quoted(a)));
        }
        for row in rows {
            hasher.update(format!("{} {} {}\n", row[0], quoted(row[1]), row[2]));
        }
        format!("{:x}", hasher.finalize())
    }
}

#[cfg(test)]
mod tests;
