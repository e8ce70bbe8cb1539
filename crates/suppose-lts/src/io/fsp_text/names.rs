//! Action and process names as FSP allows them.
//!
//! The label `a.1.b` is written `a[1].b`: parts that are integers go into brackets, other parts must be
//! identifiers that begin with a small letter and are no keywords. Names of steps of circuits are put into
//! words, `a+` as `a.up` ([`edges`](super::edges)). What is then still of another kind is made legal part by
//! part; when the result is taken already, an index is added until it is not. So the replacement is one to
//! one, and it depends only on the order of the alphabet.

use std::collections::{BTreeMap, BTreeSet};

use suppose_base::{ActionId, ActionTable};

use super::edges;
use crate::Lts;

/// Words that cannot be labels, sorted: the keywords of LTSA, old and new, and τ.
const RESERVED: [&str; 28] = [
    "actions",
    "animation",
    "assert",
    "compose",
    "const",
    "constraint",
    "controls",
    "deterministic",
    "else",
    "exists",
    "fluent",
    "forall",
    "if",
    "import",
    "initially",
    "ltl_property",
    "menu",
    "minimal",
    "progress",
    "property",
    "range",
    "rigid",
    "safe",
    "set",
    "target",
    "tau",
    "then",
    "when",
];

/// The written forms of the actions of one LTS.
pub(super) struct Names {
    /// By action; empty for actions that the LTS does not have.
    written: Vec<String>,
    /// What was replaced: the new label as written, and the old name.
    pub(super) replaced: Vec<(String, String)>,
}

impl Names {
    pub(super) fn new(lts: &Lts, table: &ActionTable) -> Self {
        let mut written = vec![String::new(); lts.alphabet().last().map_or(0, |a| a.index()) + 1];
        let mut taken = BTreeSet::new();
        let mut foreign = Vec::new();
        for &action in lts.alphabet() {
            let name = table.name(action);
            if name.split('.').all(is_legal) {
                written[action.index()] = label(name);
                taken.insert(name.to_owned());
            } else {
                foreign.push(action);
            }
        }
        let mut replaced = Vec::new();
        let mut tried: BTreeMap<String, u32> = BTreeMap::new();
        for action in foreign {
            let old = table.name(action);
            let parts = edges::words(old).unwrap_or_else(|| old.split('.').collect());
            let base = parts.into_iter().map(legalise).collect::<Vec<_>>().join(".");
            let count = tried.entry(base.clone()).or_insert(1);
            let mut new = base.clone();
            while !taken.insert(new.clone()) {
                *count += 1;
                new = format!("{base}.{count}");
            }
            written[action.index()] = label(&new);
            replaced.push((label(&new), old.to_owned()));
        }
        // Hiding works on whole first parts, so the word for τ must differ from all of them.
        let firsts: BTreeSet<&str> = taken.iter().filter_map(|name| name.split('.').next()).collect();
        let mut tau = "tau_".to_owned();
        let mut count = 1;
        while firsts.contains(tau.as_str()) {
            count += 1;
            tau = format!("tau_{count}");
        }
        written[ActionId::TAU.index()] = tau;
        Self { written, replaced }
    }

    pub(super) fn of(&self, action: ActionId) -> &str {
        &self.written[action.index()]
    }

    /// The visible stand-in for τ.
    pub(super) fn tau(&self) -> &str {
        self.of(ActionId::TAU)
    }

    /// The actions on no transition, in order of the alphabet.
    pub(super) fn unused(&self, lts: &Lts) -> Vec<&str> {
        let mut used = vec![false; self.written.len()];
        for t in lts.flat_transitions() {
            used[t.action.index()] = true;
        }
        lts.alphabet().iter().filter(|a| !used[a.index()]).map(|&a| self.of(a)).collect()
    }
}

/// Whether a part is an integer as FSP prints it: no superfluous zeros, within 32 bits with either sign.
fn is_integer(part: &str) -> bool {
    part.parse::<i32>().is_ok_and(|value| value != i32::MIN && value.to_string() == part)
}

fn is_legal(part: &str) -> bool {
    let mut bytes = part.bytes();
    is_integer(part)
        || (bytes.next().is_some_and(|b| b.is_ascii_lowercase() || b == b'_')
            && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
            && !is_reserved(part))
}

fn is_reserved(word: &str) -> bool {
    RESERVED.binary_search(&word).is_ok()
}

/// A legal part in place of any part.
fn legalise(part: &str) -> String {
    if is_legal(part) {
        return part.to_owned();
    }
    let mut legal: String = part.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    match legal.as_bytes().first() {
        Some(first) if first.is_ascii_uppercase() => legal[..1].make_ascii_lowercase(),
        Some(first) if first.is_ascii_digit() => legal.insert(0, '_'),
        None => legal.push('_'),
        Some(_) => {}
    }
    if is_reserved(&legal) {
        legal.push('_');
    }
    legal
}

/// The written form of a legal dotted name.
fn label(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 2);
    for part in name.split('.') {
        if is_integer(part) {
            text.push('[');
            text.push_str(part);
            text.push(']');
        } else {
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(part);
        }
    }
    text
}

/// A legal process name close to `name`.
pub(super) fn process(name: &str) -> String {
    let mut legal: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
    match legal.as_bytes().first() {
        Some(first) if first.is_ascii_lowercase() => legal[..1].make_ascii_uppercase(),
        Some(first) if first.is_ascii_uppercase() => {}
        _ => legal.insert(0, 'P'),
    }
    if matches!(legal.as_str(), "STOP" | "END" | "ERROR") {
        legal.push('_');
    }
    legal
}

/// What local processes begin with, such that none is called like the process.
pub(super) fn state_prefix(process: &str) -> &'static str {
    let digits = process.strip_prefix('Q');
    if digits.is_some_and(|d| d.bytes().all(|b| b.is_ascii_digit())) { "S" } else { "Q" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_words_are_sorted() {
        assert!(RESERVED.is_sorted());
        assert!(RESERVED.iter().all(|word| is_reserved(word)));
    }
}
