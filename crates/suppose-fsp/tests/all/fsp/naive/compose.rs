//! Graphs as sets of triples, and what FSP does to them, straight from the definitions.

use std::collections::{BTreeMap, BTreeSet};

/// Why there is no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The model has no meaning.
    Wrong,
    /// The naive way would take too long.
    TooLarge,
}

/// States `0..states`, 0 initial; a target `None` is π; τ is called `tau`.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) states: usize,
    pub(super) edges: BTreeSet<(usize, String, Option<usize>)>,
    pub(super) alphabet: BTreeSet<String>,
    /// The state of successful termination.
    pub(super) end: Option<usize>,
    /// Whether it is a property that only watches: it takes every action of its alphabet in one way in every
    /// state.
    pub(super) watches: bool,
}

const LARGEST: usize = 250;

impl Graph {
    /// The moves of each state.
    fn rows(&self) -> Vec<Vec<(String, Option<usize>)>> {
        let mut rows = vec![Vec::new(); self.states];
        for (from, action, to) in &self.edges {
            rows[*from].push((action.clone(), *to));
        }
        rows
    }

    /// The part that can be reached from a state, which becomes state 0.
    pub(super) fn reachable(self, initial: usize) -> Self {
        let mut numbers = BTreeMap::from([(initial, 0)]);
        let rows = self.rows();
        let mut queue = vec![initial];
        let mut at = 0;
        while at < queue.len() {
            let state = queue[at];
            at += 1;
            for (_, to) in &rows[state] {
                if let Some(to) = *to
                    && !numbers.contains_key(&to)
                {
                    numbers.insert(to, queue.len());
                    queue.push(to);
                }
            }
        }
        let edges = self
            .edges
            .into_iter()
            .filter_map(|(from, action, to)| Some((*numbers.get(&from)?, action, to.map(|to| numbers[&to]))))
            .collect();
        let end = self.end.and_then(|end| numbers.get(&end).copied());
        Self { states: numbers.len(), edges, alphabet: self.alphabet, end, watches: self.watches }
    }

    /// Replaces each action by others.
    pub(super) fn rename(&self, new: impl Fn(&str) -> Vec<String>) -> Self {
        let rename = |action: &String| if action == "tau" { vec![action.clone()] } else { new(action) };
        let mut graph = Self { states: self.states, end: self.end, ..Self::default() };
        for (from, action, to) in &self.edges {
            graph.edges.extend(rename(action).into_iter().map(|action| (*from, action, *to)));
        }
        graph.alphabet = self.alphabet.iter().flat_map(rename).collect();
        graph.alphabet.remove("tau");
        // Two actions with one name, or a silent one, and it may choose or block.
        graph.watches = self.watches && graph.takes_all_in_one_way();
        graph
    }

    fn takes_all_in_one_way(&self) -> bool {
        self.rows().iter().all(|row| {
            let actions: BTreeSet<&String> = row.iter().map(|(action, _)| action).collect();
            actions.len() == row.len() && actions == self.alphabet.iter().collect()
        })
    }

    pub(super) fn hide(&self, labels: &[String], expose: bool) -> Self {
        self.rename(|action| {
            let listed = matches(labels, action);
            vec![if listed == expose { action.to_owned() } else { "tau".to_owned() }]
        })
    }

    pub(super) fn relabel(&self, pairs: &[(String, String)]) -> Self {
        self.rename(|action| images(action, pairs))
    }

    /// Every missing action leads to π; there is no end any more.
    pub(super) fn property(mut self) -> Result<Self, Failure> {
        for (state, row) in self.rows().into_iter().enumerate() {
            for action in std::iter::once("tau".to_owned()).chain(self.alphabet.clone()) {
                let count = row.iter().filter(|(a, _)| *a == action).count();
                match (action.as_str(), count) {
                    ("tau", 0) | (_, 1) if action != "tau" || count == 0 => {}
                    (name, 0) if name != "tau" => drop(self.edges.insert((state, action, None))),
                    _ => return Err(Failure::Wrong),
                }
            }
        }
        self.end = None;
        self.watches = true;
        Ok(self)
    }
}

/// Whether two actions of these graphs get one name.
pub(super) fn merges(graphs: &[Graph], pairs: &[(String, String)]) -> bool {
    let alphabet: BTreeSet<String> = graphs.iter().flat_map(|graph| graph.alphabet.clone()).collect();
    let images: Vec<String> = alphabet.iter().flat_map(|action| images(action, pairs)).collect();
    images.iter().collect::<BTreeSet<_>>().len() < images.len()
}

/// The new names of an action: those of the longest old label that is the action or is continued by it after
/// a dot.
fn images(action: &str, pairs: &[(String, String)]) -> Vec<String> {
    let fits = |old: &str| action == old || action.starts_with(&format!("{old}."));
    let Some(old) = pairs.iter().map(|(_, old)| old).filter(|old| fits(old)).max_by_key(|old| old.len())
    else {
        return vec![action.to_owned()];
    };
    let news: BTreeSet<&String> =
        pairs.iter().filter(|(_, other)| other == old).map(|(new, _)| new).collect();
    news.into_iter().map(|new| format!("{new}{}", &action[old.len()..])).collect()
}

pub(super) fn matches(labels: &[String], action: &str) -> bool {
    labels.iter().any(|label| action == label || action.starts_with(&format!("{label}.")))
}

/// The product: tuples of states, actions taken together by all that have them. `low` says which actions give
/// way to which; what only properties do neither gives way nor is given way to, unless there is nothing else.
pub(super) fn product(parts: &[Graph], low: Option<&dyn Fn(&str) -> bool>) -> Result<Graph, Failure> {
    let alphabet: BTreeSet<String> = parts.iter().flat_map(|part| part.alphabet.clone()).collect();
    let mut numbers: BTreeMap<Vec<usize>, usize> = BTreeMap::from([(vec![0; parts.len()], 0)]);
    let mut queue = vec![vec![0; parts.len()]];
    let mut edges = BTreeSet::new();
    let mut at = 0;
    // Parts with an end decide about the end of the whole, if the others do nothing without them.
    let enders: Vec<usize> = (0..parts.len()).filter(|&place| parts[place].end.is_some()).collect();
    let theirs: BTreeSet<&String> = enders.iter().flat_map(|&place| &parts[place].alphabet).collect();
    let can_end = !enders.is_empty()
        && parts
            .iter()
            .filter(|part| part.end.is_none())
            .all(|part| part.alphabet.iter().all(|a| theirs.contains(a)));
    let mut ends: Vec<usize> = Vec::new();
    let rows: Vec<_> = parts.iter().map(Graph::rows).collect();
    let ranked = |place: usize| !parts[place].watches || parts.iter().all(|part| part.watches);
    while at < queue.len() {
        let tuple = queue[at].clone();
        // The last says whether priority is about it.
        let mut moves: Vec<(String, Option<Vec<usize>>, bool)> = Vec::new();
        for (place, rows) in rows.iter().enumerate() {
            for (action, to) in &rows[tuple[place]] {
                if action == "tau" {
                    let target = to.map(|to| {
                        let mut target = tuple.clone();
                        target[place] = to;
                        target
                    });
                    moves.push(("tau".to_owned(), target, ranked(place)));
                }
            }
        }
        for action in &alphabet {
            // All combinations of what the parts that have the action can do; `None` once one of them is in
            // π.
            let mut targets: Vec<Option<Vec<usize>>> = vec![Some(tuple.clone())];
            for place in (0..parts.len()).filter(|&place| parts[place].alphabet.contains(action)) {
                let row = &rows[place][tuple[place]];
                let steps: Vec<Option<usize>> =
                    row.iter().filter(|(a, _)| a == action).map(|(_, to)| *to).collect();
                targets = targets
                    .iter()
                    .flat_map(|target| {
                        steps.iter().map(move |step| {
                            let mut target = target.clone()?;
                            target[place] = (*step)?;
                            Some(target)
                        })
                    })
                    .collect();
            }
            let about = (0..parts.len()).any(|place| parts[place].alphabet.contains(action) && ranked(place));
            moves.extend(targets.into_iter().map(|target| (action.clone(), target, about)));
        }
        if let Some(low) = low
            && moves.iter().any(|(action, _, about)| *about && !low(action))
        {
            moves.retain(|(action, _, about)| !(*about && low(action)));
        }
        if moves.is_empty() && can_end && enders.iter().all(|&place| parts[place].end == Some(tuple[place])) {
            ends.push(at);
        }
        for (action, target, _) in moves {
            let to = target.map(|target| {
                let next = numbers.len();
                *numbers.entry(target.clone()).or_insert_with(|| {
                    queue.push(target);
                    next
                })
            });
            edges.insert((at, action, to));
        }
        at += 1;
        if queue.len() > LARGEST {
            return Err(Failure::TooLarge);
        }
    }
    // All ends are one.
    let end = ends.first().copied();
    let one = |state: usize| if ends.contains(&state) { ends[0] } else { state };
    let edges = edges
        .into_iter()
        .map(|(from, action, to): (usize, String, Option<usize>)| (from, action, to.map(one)));
    Ok(Graph { states: queue.len(), edges: edges.collect(), alphabet, end, watches: false }.reachable(0))
}
