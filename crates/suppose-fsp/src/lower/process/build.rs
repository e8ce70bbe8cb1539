//! From the list of transitions to the LTS: aliases are followed, unreachable states left out.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, Diagnostic, Poll, StateId};
use suppose_lts::{Lts, Origins, RowBuilder};

use super::super::super::ast::ProcessDef;
use super::super::super::scope::Stop;
use super::super::locals::too_large;
use super::super::states::LocalNames;
use super::{ERROR, Expansion, NONE};

impl Expansion<'_, '_> {
    /// Makes every alias point to a state that is none. A circle of aliases describes nothing.
    pub(super) fn resolve_aliases(&mut self, process: &ProcessDef) -> Result<(), Stop> {
        let described = self.alias.len();
        let mut path = Vec::new();
        for start in 0..described {
            let mut state = start as u32;
            // The path is shortened as it is walked, so each alias is followed once.
            while (state as usize) < described && self.alias[state as usize] != NONE {
                path.push(state);
                if path.len() > described {
                    let name = process.name;
                    let text = self.scope.text(name.symbol);
                    return Err(Diagnostic::error(
                        "E0309",
                        format!("a local process of `{text}` is defined by itself"),
                    )
                    .at(name.span, "definitions such as `A = B, B = A` describe nothing")
                    .into());
                }
                state = self.alias[state as usize];
            }
            for passed in path.drain(..) {
                self.alias[passed as usize] = state;
            }
        }
        Ok(())
    }

    fn real(&self, state: u32) -> u32 {
        match self.alias.get(state as usize) {
            Some(&alias) if alias != NONE => alias,
            _ => state,
        }
    }

    pub(super) fn build(mut self, process: &ProcessDef) -> Result<(Lts, Origins), Stop> {
        let file = process.name.span.file;
        for edge in &self.edges {
            self.alphabet.insert(edge.action);
        }
        let mut alphabet: Vec<ActionId> = self.alphabet.iter().copied().collect();
        alphabet.sort_unstable();
        let initial = self.real(0);
        if initial == ERROR {
            return Ok((error_process(&alphabet), Origins::default()));
        }
        let mut offsets = vec![0u32; self.states as usize + 1];
        for edge in &self.edges {
            offsets[edge.from as usize + 1] += 1;
        }
        for state in 0..self.states as usize {
            offsets[state + 1] += offsets[state];
        }
        // Edges are mostly in the order of their states already; a stable sort keeps the order of the source.
        self.edges.sort_by_key(|edge| edge.from);
        let mut numbers = vec![NONE; self.states as usize];
        let mut order = vec![initial];
        numbers[initial as usize] = 0;
        let mut rows = RowBuilder::new();
        let (mut row_ends, mut written) = (vec![0], Vec::with_capacity(self.edges.len()));
        let mut next = 0;
        while let Some(&state) = order.get(next) {
            next += 1;
            if next.is_multiple_of(1024) {
                self.lowering.budget.poll(Poll::Lower)?;
            }
            let row = offsets[state as usize] as usize..offsets[state as usize + 1] as usize;
            let begin = written.len();
            for edge in &self.edges[row] {
                let to = self.real(edge.to);
                let target = if to == ERROR {
                    StateId::ERROR
                } else {
                    if numbers[to as usize] == NONE {
                        numbers[to as usize] = order.len() as u32;
                        order.push(to);
                    }
                    StateId::must(numbers[to as usize] as usize)
                };
                rows.add(edge.action, target);
                written.push((edge.action, edge.start, edge.end));
            }
            written[begin..].sort_unstable();
            row_ends.push(written.len() as u32);
            rows.end_row();
        }
        rows.extend_alphabet(alphabet);
        let end = self.end.map(|end| numbers[end as usize]).filter(|&end| end != NONE);
        let end = end.map(|end| StateId::must(end as usize));
        let lts = rows.finish(StateId::must(0), end).map_err(|_| too_large(process.name.span))?;
        let origins = Origins::of_rows(file, row_ends, written);
        let origins = match self.names_of(order) {
            Some(names) => origins.named(Box::new(names)),
            None => origins,
        };
        Ok((lts, origins))
    }

    /// The names of the states, given which described states were numbered.
    fn names_of(self, order: Vec<u32>) -> Option<LocalNames> {
        let described = self.alias.len() as u32;
        let mut whole = FxHashMap::default();
        for (local, &real) in self.alias.iter().enumerate() {
            if real != NONE && real != ERROR && real >= described {
                whole.entry(real).or_insert(local as u32);
            }
        }
        let definitions = self.locals.into_definitions()?;
        Some(LocalNames {
            symbols: Arc::clone(&self.lowering.model.tables.symbols),
            definitions,
            described,
            inside: self.inside,
            stop: self.stop,
            end: self.end,
            whole,
            order,
        })
    }
}

/// `P = ERROR`: one state from which a silent step leads to π.
fn error_process(alphabet: &[ActionId]) -> Lts {
    let mut rows = RowBuilder::new();
    rows.add(ActionId::TAU, StateId::ERROR);
    rows.end_row();
    rows.extend_alphabet(alphabet.iter().copied());
    rows.finish(StateId::must(0), None).expect("one state with one transition")
}
