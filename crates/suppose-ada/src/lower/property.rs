//! The error LTS of a property that the source states.
//!
//! The alphabet is what its patterns mean among the actions of the program; an action that no transition of a
//! state mentions leaves the state as it is. A pattern that means nothing gets a warning; patterns that come
//! from one text by repetition get it only if none of them means anything.

use std::collections::BTreeMap;

use suppose_base::{ActionId, Budget, Diagnostic, Poll, Span, StateId, StopReason};
use suppose_lts::{Lts, RowBuilder};

use super::deeds::Deeds;
use super::variable::too_large;
use crate::graph::{Meeting, Phase, Step};
use crate::program::{Domain, Kind, Move, Pattern, Program, Property, TaskId, What};

/// The error LTS of a property.
pub(super) fn lower_property(
    program: &Program,
    property: &Property,
    deeds: &Deeds<'_>,
    warnings: &mut Vec<Diagnostic>,
    budget: &Budget,
) -> Result<Lts, StopReason> {
    let mut targets: BTreeMap<(u32, ActionId), StateId> = BTreeMap::new();
    let mut alphabet: Vec<ActionId> = Vec::new();
    let mut means: BTreeMap<Span, bool> = BTreeMap::new();
    // Moves that name the exception of a rendezvous come first, as they count before those that do not.
    let names_exception = |m: &&Move| matches!(m.on.what, What::Rendezvous { raised: Some(_), .. });
    let (named, others): (Vec<&Move>, Vec<&Move>) = property.moves.iter().partition(names_exception);
    for transition in named.into_iter().chain(others) {
        budget.poll(Poll::Lower)?;
        let actions = matching(program, &transition.on, deeds);
        *means.entry(transition.on.span).or_default() |= !actions.is_empty();
        let target = transition.to.map_or(StateId::ERROR, StateId::from_raw);
        for action in actions {
            alphabet.push(action);
            targets.entry((transition.from, action)).or_insert(target);
        }
    }
    warn(property, &means, warnings);
    alphabet.sort_unstable();
    alphabet.dedup();
    let mut rows = RowBuilder::new();
    for state in 0..property.states.len().max(1) as u32 {
        budget.poll(Poll::Lower)?;
        for &action in &alphabet {
            let target = targets.get(&(state, action)).copied();
            rows.add(action, target.unwrap_or(StateId::from_raw(state)));
        }
        rows.end_row();
    }
    rows.finish(StateId::must(0), None).map_err(|error| too_large(&error))
}

fn warn(property: &Property, means: &BTreeMap<Span, bool>, warnings: &mut Vec<Diagnostic>) {
    if means.values().all(|meant| !meant) {
        let message =
            format!("property `{}` is vacuous: nothing that it speaks of ever happens", property.name);
        let note = "it holds, and this was found when the model was built";
        warnings.push(Diagnostic::warning("W1051", message).at(property.span, "").note(note));
        return;
    }
    let missing: Vec<Span> = means.iter().filter(|(_, meant)| !**meant).map(|(&span, _)| span).collect();
    let Some((&first, others)) = missing.split_first() else { return };
    let message = format!("this never happens, so it means nothing to property `{}`", property.name);
    let mut warning = Diagnostic::warning("W1050", message).at(first, "no task does this");
    match others.len() {
        0 => {}
        1 => warning = warning.note("the same is true of another event of the property"),
        n => warning = warning.note(format!("the same is true of {n} other events of the property")),
    }
    warnings.push(warning);
}

/// The actions that a pattern means.
fn matching(program: &Program, pattern: &Pattern, deeds: &Deeds<'_>) -> Vec<ActionId> {
    let of_task = |task: TaskId| pattern.task.is_none_or(|wanted| wanted == task);
    match &pattern.what {
        What::Rendezvous { entries, end, raised, values } => {
            let all = entries.iter().flat_map(|&entry| deeds.of_entry(entry));
            let meant = all.filter(|deed| {
                let (Step::Call(meeting) | Step::Accept(meeting, _)) = deed.step else { return false };
                let fits = match raised {
                    Some(_) => meeting.raised == *raised && within(&meeting.values, values),
                    None => shows(program, meeting, values),
                };
                of_task(deed.task) && (meeting.phase == Phase::End) == *end && fits
            });
            meant.map(|deed| deed.action).collect()
        }
        What::Event { name, values } => {
            let meant = deeds.others().iter().filter(|deed| {
                let Step::Event(text) = deed.step else { return false };
                of_task(deed.task) && told(program, deed.task, text, name, values)
            });
            meant.map(|deed| deed.action).collect()
        }
        What::Access { variable, write, value } => {
            let meant = deeds
                .of_variable(*variable)
                .iter()
                .filter(|access| of_task(access.task) && access.write == *write && access.value == *value);
            meant.map(|access| access.action).collect()
        }
        What::Exception(exception) => {
            let meant = deeds.others().iter();
            let meant = meant.filter(|d| of_task(d.task) && *d.step == Step::Raise(*exception));
            meant.map(|deed| deed.action).collect()
        }
    }
}

/// Whether the first values of a rendezvous or of its end are in these ranges. Values that it should have and
/// has not, as those that would come out if it did not fail, are in no range but that of all numbers.
fn shows(program: &Program, meeting: &Meeting, ranges: &[(i64, i64)]) -> bool {
    let entry = &program.entries[meeting.entry.0 as usize];
    let usual = match meeting.phase {
        Phase::Begin if entry.atomic => Phase::Whole,
        phase => phase,
    };
    let usual = Meeting { entry: meeting.entry, phase: usual, raised: None, values: Vec::new() };
    let mut values = meeting.values.iter().copied();
    let mut shown = Vec::new();
    for parameter in &entry.parameters {
        let ((expects_in, expects_out), (has_in, has_out)) =
            (usual.shown(parameter.mode), meeting.shown(parameter.mode));
        for (expects, has) in [(expects_in, has_in), (expects_out, has_out)] {
            if expects {
                shown.push(if has { values.next() } else { None });
            }
        }
    }
    let fits = |(value, range): (&Option<i64>, &(i64, i64))| match value {
        Some(value) => (range.0..=range.1).contains(value),
        None => *range == (i64::MIN, i64::MAX),
    };
    ranges.len() <= shown.len() && shown.iter().zip(ranges).all(fits)
}

/// Whether the first values are in these ranges.
fn within(values: &[i64], ranges: &[(i64, i64)]) -> bool {
    ranges.len() <= values.len()
        && values.iter().zip(ranges).all(|(value, (first, last))| first <= value && value <= last)
}

/// Whether an event with this text has a name and values in ranges, by some statement of the task.
fn told(program: &Program, task: TaskId, text: &str, name: &str, ranges: &[(i64, i64)]) -> bool {
    let Some(rest) = text.strip_prefix(name) else { return false };
    if !rest.is_empty() && !rest.starts_with('.') {
        return false;
    }
    let texts: Vec<&str> = rest.split('.').skip(1).collect();
    program.tasks[task.0 as usize].code.iter().any(|instruction| match &instruction.kind {
        Kind::Event { name: other, arguments, .. } if other == name && arguments.len() == texts.len() => {
            let values = arguments.iter().zip(&texts).map(|((_, domain), text)| value_of(domain, text));
            values.collect::<Option<Vec<i64>>>().is_some_and(|values| within(&values, ranges))
        }
        _ => false,
    })
}

/// The value that is written like this.
fn value_of(domain: &Domain, text: &str) -> Option<i64> {
    match &domain.literals {
        Some(literals) => i64::try_from(literals.iter().position(|literal| literal == text)?).ok(),
        None => text.parse().ok(),
    }
}
