//! The format `suppose/certificate/1` as values, its digest, and the hash of a component.
#![expect(missing_docs, reason = "the comment on each value says what its fields are")]

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// τ, where an action stands, and π, where a state stands.
pub(crate) const TAU: i32 = -1;
pub(crate) const ERROR: i32 = -1;

/// Values that are read strictly. The order of the fields is part of the format: the digest depends on it.
macro_rules! values {
    ($($item:item)*) => {$(
        #[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
        #[serde(deny_unknown_fields, rename_all = "lowercase")] $item
    )*};
}

values! {
    /// A certificate. The checker does not look at `tool`, `sources`, `target` (how the system was chosen in
    /// the sources) and `system` (its name). Actions and components are elsewhere given by their places in
    /// the lists here.
    pub struct Certificate {
        pub schema: String, pub digest: String, pub tool: String,
        pub sources: Vec<Source>, pub target: Target, pub system: String,
        pub actions: Vec<String>, pub components: Vec<Component>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")] pub(crate) restrictions: Vec<Restriction>,
        pub(crate) results: Vec<Claim>,
    }
    /// A file that the system was read from, SHA-256 of its bytes in hexadecimal, what it was read for, and
    /// its language.
    pub struct Source {
        pub path: String, pub sha256: String,
        #[serde(default, skip_serializing_if = "Option::is_none")] pub role: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")] pub language: Option<String>,
    }
    /// The system that was asked for by name, the properties that were added by name, in order, and how files
    /// were read.
    pub struct Target {
        #[serde(deserialize_with = "Option::deserialize")] pub system: Option<String>,
        pub properties: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")] pub tau: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")] pub top: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")] pub every: Option<String>,
    }
    /// A component with a name of its own, and [`component_hash`] of its behaviour.
    pub struct Component { pub name: String, pub role: Role, pub lts: Lts, pub sha256: String }
    /// Whether a component is part of the system, or observes it and can do all of its alphabet in every
    /// state.
    pub enum Role { Component, Property }
    /// A labelled transition system with so many `states`, not counting π. `initial` may be −1, which is π.
    /// `end` is the state of successful termination and has no transitions. The alphabet ascends.
    /// `transitions` has source, action and target of one after the other, in ascending order as triples; the
    /// action −1 is τ, the target −1 is π.
    pub struct Lts {
        pub states: u32, pub initial: i32,
        #[serde(deserialize_with = "Option::deserialize")] pub end: Option<u32>,
        pub alphabet: Vec<i32>, pub transitions: Vec<i32>,
    }
    /// A result on the component `watched`: it holds and has a proof, or is violated and has the other two.
    pub(crate) struct Claim {
        pub(crate) watched: usize, pub(crate) verdict: Verdict,
        #[serde(skip_serializing_if = "Option::is_none")] pub(crate) proof: Option<Proof>,
        #[serde(skip_serializing_if = "Option::is_none")] pub(crate) searched: Option<Vec<usize>>,
        #[serde(skip_serializing_if = "Option::is_none")] pub(crate) witness: Option<Vec<Step>>,
    }
    /// Whether no run, or some run, reaches the π of the watched component.
    #[derive(Copy)] pub enum Verdict { Holds, Violated }
    /// One step of a witness: the action, and the states of the components in `searched` after it.
    pub(crate) struct Step { pub(crate) action: i32, pub(crate) states: Vec<i32> }
    /// A proof that a claim holds, under one of the restrictions or none. Parts are lists of components.
    pub(crate) struct Proof {
        pub(crate) rule: Rule,
        #[serde(skip_serializing_if = "Option::is_none")] pub(crate) restricted: Option<usize>,
        pub(crate) parts: Vec<Vec<usize>>, pub(crate) assumptions: Vec<Lts>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")] pub(crate) symmetries: Vec<Symmetry>,
    }
    /// A map of the components of the only part, and the watched one, to themselves: actions and the ones that
    /// they go to, ascending, and the components that change. What is not mentioned stays where it is.
    pub(crate) struct Symmetry { pub(crate) actions: Vec<[i32; 2]>, pub(crate) moved: Vec<Moved> }
    /// The component `from` goes to `to`, each of its states to the one listed.
    pub(crate) struct Moved { pub(crate) from: usize, pub(crate) to: usize, pub(crate) states: Vec<u32> }
    /// Each part guarantees the assumption of the one before it; or each part guarantees the property under
    /// its own assumption, and no violation escapes all assumptions.
    #[derive(Copy)] pub enum Rule { Chain, Symmetric }
    /// An accepted claim: the component, whether it can reach π, the rule of the proof (none for a witness),
    /// and how many states were searched for all premises, or steps replayed.
    pub struct Checked { pub watched: String, pub verdict: Verdict, pub rule: Option<Rule>, pub states: usize }
    /// For each component the transitions that can ever happen, by their places, or all; and sets of
    /// components that show it one after the other.
    pub(crate) struct Restriction { pub(crate) clusters: Vec<Vec<usize>>, pub(crate) kept: Vec<Option<Vec<usize>>> }
}

impl Certificate {
    /// The digest it must have: SHA-256 of its compact JSON with an empty digest.
    pub fn computed_digest(&self) -> String {
        let blank = Self { digest: String::new(), ..self.clone() };
        format!("{:x}", Sha256::digest(serde_json::to_vec(&blank).unwrap_or_default()))
    }
}

impl Lts {
    pub(crate) fn triples(&self) -> &[[i32; 3]] {
        self.transitions.as_chunks().0
    }
}

/// SHA-256, in hexadecimal, of a text that describes the LTS by the names of its actions and not by their
/// numbers: the lines `states N`, `initial N` and `end N` (or `end none`), a line for each action of the
/// alphabet, sorted by name, and a line `SOURCE ACTION TARGET` for each transition, sorted by source, name
/// and target, τ before all names. Names are quoted as JSON strings, τ is `tau`, π is `-1`.
pub fn component_hash(lts: &Lts, actions: &[String]) -> String {
    let name = |action: i32| usize::try_from(action).ok().and_then(|action| actions.get(action));
    let json = |name: &String| serde_json::to_string(name).unwrap_or_default();
    let end = lts.end.map_or("none".into(), |end| end.to_string());
    let mut names: Vec<_> = [None].into_iter().chain(lts.alphabet.iter().map(|&a| name(a))).collect();
    names.sort_unstable();
    let quoted: Vec<String> = names.iter().map(|name| name.map_or("tau".into(), json)).collect();
    let place = |action: i32| names.binary_search(&name(action)).unwrap_or(0);
    let mut rows: Vec<_> = lts.triples().iter().map(|&[from, a, to]| (from, place(a), to)).collect();
    rows.sort_unstable();
    let text = format!("states {}\ninitial {}\nend {end}\n", lts.states, lts.initial);
    let text = quoted[1..].iter().fold(text, |text, name| text + name + "\n");
    let text = rows.iter().fold(text, |text, (s, n, t)| text + &format!("{s} {} {t}\n", quoted[*n]));
    format!("{:x}", Sha256::digest(text))
}
