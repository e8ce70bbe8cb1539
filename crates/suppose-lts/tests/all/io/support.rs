//! What the tests share: shorthands, random numbers, all small systems, a naive reader.

use std::collections::BTreeSet;

use suppose_base::{Diagnostic, FileId, SourceMap};
use suppose_lts::io::{AutFile, ReadError, TauSpelling, read_aut, write_aut};
use suppose_lts::{ActionId, ActionTable, Budget, Lts, LtsBuilder, StateId};

/// A source, an action name and a target, −1 for π.
pub(crate) type Edge = (u32, String, i64);

pub(crate) fn read(text: &str) -> Result<(AutFile, ActionTable), Vec<Diagnostic>> {
    read_bytes(text.as_bytes(), TauSpelling::Auto)
}

pub(crate) fn read_bytes(bytes: &[u8], tau: TauSpelling) -> Result<(AutFile, ActionTable), Vec<Diagnostic>> {
    let mut table = ActionTable::new();
    match read_aut(bytes, FileId(0), tau, &mut table, &Budget::unlimited()) {
        Ok(file) => Ok((file, table)),
        Err(ReadError::Invalid(problems)) => Err(problems),
        Err(ReadError::Stopped(reason)) => panic!("there was no limit, but {reason}"),
    }
}

pub(crate) fn write(lts: &Lts, table: &ActionTable) -> String {
    let mut text = Vec::new();
    write_aut(lts, table, &mut text, &Budget::unlimited()).expect("a vector takes everything");
    String::from_utf8(text).expect("text")
}

pub(crate) fn edges(lts: &Lts, table: &ActionTable) -> BTreeSet<Edge> {
    let number = |s: StateId| if s.is_error() { -1 } else { i64::from(s.raw()) };
    lts.all_transitions().map(|(s, t)| (s.raw(), table.name(t.action).to_owned(), number(t.target))).collect()
}

pub(crate) fn number(state: StateId) -> i64 {
    if state.is_error() { -1 } else { i64::from(state.raw()) }
}

/// A diagnostic as `E0405 2:6`.
pub(crate) fn place(text: &str, problem: &Diagnostic) -> String {
    let mut map = SourceMap::new();
    map.add("test", text);
    match problem.span() {
        Some(span) => {
            let at = map.position(span);
            format!("{} {}:{}", problem.code, at.line, at.column)
        }
        None => problem.code.to_owned(),
    }
}

/// Calls `check` with every LTS that has two states, the actions τ, `a.1` and an unused `b`, any initial
/// state and any end state: 4096 graphs, π being a target too.
pub(crate) fn for_all_small(mut check: impl FnMut(&Lts, &ActionTable)) {
    let mut table = ActionTable::new();
    let a = table.intern("a.1");
    let b = table.intern("b");
    let states = [StateId::must(0), StateId::must(1)];
    let mut all = Vec::new();
    for source in states {
        for action in [ActionId::TAU, a] {
            for target in [states[0], states[1], StateId::ERROR] {
                all.push((source, action, target));
            }
        }
    }
    for set in 0u32..1 << all.len() {
        for initial in [states[0], states[1], StateId::ERROR] {
            for end in [None, Some(states[0]), Some(states[1])] {
                let mut builder = LtsBuilder::new(2);
                for (i, &(source, action, target)) in all.iter().enumerate() {
                    if set >> i & 1 == 1 {
                        builder.add(source, action, target);
                    }
                }
                builder.set_initial(initial);
                builder.set_end(end);
                builder.extend_alphabet([b]);
                // An end state that moves is no LTS.
                if let Ok(lts) = builder.finish() {
                    check(&lts, &table);
                }
            }
        }
    }
}

/// A reader for files that are known to be right, written for clarity: initial state, number of states,
/// transitions.
pub(crate) fn naive(text: &str) -> Option<(i64, u64, BTreeSet<Edge>)> {
    let mut lines =
        text.trim_start_matches('\u{feff}').lines().map(str::trim).filter(|line| !line.is_empty());
    let inside = lines.next()?.strip_prefix("des")?.trim().strip_prefix('(')?.strip_suffix(')')?;
    let header: Vec<&str> = inside.split(',').map(str::trim).collect();
    let mut edges = BTreeSet::new();
    let mut both = (false, false);
    for line in lines {
        let inside = line.strip_prefix('(')?.strip_suffix(')')?;
        let (source, rest) = inside.split_once(',')?;
        let (label, target) = rest.rsplit_once(',')?;
        let label = label.trim();
        let name = match label.strip_prefix('"') {
            Some(quoted) => {
                let hidden = quoted.strip_suffix('"')?.replace("\\\\", "\u{1}").replace("\\\"", "\"");
                hidden.replace('\u{1}', "\\")
            }
            None => label.to_owned(),
        };
        both.0 |= name == "tau";
        both.1 |= name == "i";
        edges.insert((source.trim().parse().ok()?, name, target.trim().parse().ok()?));
    }
    if both == (false, true) {
        edges = edges
            .into_iter()
            .map(|(s, name, t)| (s, if name == "i" { "tau".to_owned() } else { name }, t))
            .collect();
    }
    Some((header[0].parse().ok()?, header[2].parse().ok()?, edges))
}
