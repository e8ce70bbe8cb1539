//! A witness for the eye: numbered steps, who moves, what the property does, and where the action is written.

use suppose::base::{SourceMap, Span, StateId};
use suppose::lang::fsp::Origins;
use suppose::lts::System;
use suppose::lts::product::{Step, Violation, Witness};

/// Columns wider than this are cut.
const WIDEST: usize = 48;

/// What is needed to show a witness.
pub(super) struct Shown<'s> {
    pub system: &'s System,
    /// For each component of the system, where its actions are written.
    pub origins: &'s [&'s Origins],
    pub sources: &'s SourceMap,
    /// The component whose state is shown at every step.
    pub property: Option<usize>,
}

impl Shown<'_> {
    /// The lines of a witness; none when it has no steps.
    pub(super) fn lines(&self, witness: &Witness) -> Vec<String> {
        if witness.steps.is_empty() {
            return Vec::new();
        }
        let mut rows: Vec<[String; 5]> = Vec::new();
        let heading = self.property.map_or(String::new(), |p| self.system.components[p].name.clone());
        rows.push(["#".into(), "action".into(), "moved by".into(), heading, String::new()]);
        let mut before: Vec<StateId> = self.system.components.iter().map(|c| c.lts.initial()).collect();
        for (index, step) in witness.steps.iter().enumerate() {
            rows.push([
                (index + 1).to_string(),
                self.action(step),
                self.movers(step, witness),
                self.property_state(&before, step),
                self.place(&before, step),
            ]);
            before.clone_from(&step.states);
        }
        table(&rows)
    }

    fn action(&self, step: &Step) -> String {
        let name = self.system.actions.name(step.action);
        if self.system.is_hidden(step.action) { format!("tau ({name})") } else { name.to_owned() }
    }

    /// The components that take part, without properties, which only watch.
    fn movers(&self, step: &Step, witness: &Witness) -> String {
        use suppose::lts::Role;
        let broken = match witness.violation {
            Violation::Error { component } => Some(component),
            Violation::Deadlock => None,
        };
        let acting = |&&i: &&usize| self.system.components[i].role == Role::Component;
        let name = |&i: &usize| {
            let mark =
                if Some(i) == broken && step.states[i].is_error() { " (to the error state)" } else { "" };
            format!("{}{mark}", self.system.components[i].name)
        };
        let names: Vec<String> = step.movers.iter().filter(acting).map(name).collect();
        if names.is_empty() { "(nobody: only properties know it)".into() } else { names.join(", ") }
    }

    fn property_state(&self, before: &[StateId], step: &Step) -> String {
        let Some(property) = self.property else { return String::new() };
        let show = |s: StateId| match self.origins[property].state_name(s) {
            _ if s.is_error() => "π".to_owned(),
            Some(name) => name,
            None => s.raw().to_string(),
        };
        let (from, to) = (before[property], step.states[property]);
        if step.movers.contains(&property) { format!("{} → {}", show(from), show(to)) } else { show(from) }
    }

    fn place(&self, before: &[StateId], step: &Step) -> String {
        self.span(before, step).map_or_else(String::new, |span| line(self.sources, span))
    }

    fn span(&self, before: &[StateId], step: &Step) -> Option<Span> {
        let find = |&i: &usize| self.origins[i].find(before[i], step.action);
        step.movers.iter().find_map(find)
    }

    /// For each step where its action is written, if that is known of any.
    pub(super) fn places(&self, witness: &Witness) -> Option<Vec<Option<String>>> {
        let mut before: Vec<StateId> = self.system.components.iter().map(|c| c.lts.initial()).collect();
        let mut places = Vec::new();
        for step in &witness.steps {
            places.push(self.span(&before, step).map(|span| column(self.sources, span)));
            before.clone_from(&step.states);
        }
        places.iter().any(Option::is_some).then_some(places)
    }
}

/// A place as `file:line`.
pub(super) fn line(sources: &SourceMap, span: Span) -> String {
    format!("{}:{}", sources.file(span.file).name, sources.position(span).line)
}

/// A place as `file:line:column`.
pub(super) fn column(sources: &SourceMap, span: Span) -> String {
    let at = sources.position(span);
    format!("{}:{}:{}", sources.file(span.file).name, at.line, at.column)
}

/// Lines with aligned columns.
pub(super) fn table<const N: usize>(rows: &[[String; N]]) -> Vec<String> {
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count().min(WIDEST)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    rows.iter()
        .map(|row| {
            let mut line = String::from(" ");
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                if *width == 0 {
                    continue;
                }
                let cut = shortened(cell);
                let pad = width - cut.chars().count();
                let space = " ".repeat(pad);
                line.push_str("  ");
                if column == 0 {
                    line.push_str(&space);
                    line.push_str(&cut);
                } else {
                    line.push_str(&cut);
                    line.push_str(&space);
                }
            }
            line.truncate(line.trim_end().len());
            line
        })
        .collect()
}

fn shortened(cell: &str) -> String {
    if cell.chars().count() <= WIDEST {
        return cell.to_owned();
    }
    let mut cut: String = cell.chars().take(WIDEST - 1).collect();
    cut.push('…');
    cut
}
