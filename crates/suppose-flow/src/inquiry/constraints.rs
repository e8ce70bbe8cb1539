//! `--constraint`: from a text to the constraints that it means.

use suppose_ada::{Program, TaskId, VarId, plain_name};
use suppose_base::{Diagnostic, closest};
use suppose_inquiry::{Failure, list_parts, listed};

use crate::Constraint;
use crate::learn::Constraints;
use crate::model::Model;

/// The name of the option.
pub(super) const OPTION: &str = "--constraint";

/// So many names are listed in a message.
const LISTED: usize = 12;

/// The constraints of these names, as a report gives them; there may be none.
pub(super) fn named(names: &[String], program: &Program) -> Result<Vec<Constraint>, Failure> {
    match read(names.iter().map(String::as_str), program)? {
        Constraints::Given(given) => Ok(given),
        Constraints::Auto => Ok(Vec::new()),
    }
}

/// The constraints that some texts mean together.
pub(super) fn read<'t>(
    texts: impl Iterator<Item = &'t str>,
    program: &Program,
) -> Result<Constraints, Failure> {
    let words: Vec<String> = texts.flat_map(words).collect();
    match &words[..] {
        [] => return Ok(Constraints::Auto),
        [only] if only == "auto" => return Ok(Constraints::Auto),
        [only] if only == "none" => return Ok(Constraints::Given(Vec::new())),
        _ => {}
    }
    let mut constraints = Vec::new();
    let mut messages = Vec::new();
    for word in &words {
        match meant(word, program) {
            Ok(found) => constraints.extend(found),
            Err(message) => messages.push(message),
        }
    }
    constraints.sort_unstable();
    constraints.dedup();
    if messages.is_empty() { Ok(Constraints::Given(constraints)) } else { Err(Failure::Input(messages)) }
}

/// The words of a text: a comma in brackets belongs to a name, as in `va:Grid (1, 2)`.
fn words(text: &str) -> impl Iterator<Item = String> {
    list_parts(text).map(plain_name)
}

/// What one word means: a name, all elements of an array, or all there is.
fn meant(word: &str, program: &Program) -> Result<Vec<Constraint>, Diagnostic> {
    let Some((kind @ ("va" | "ta"), name)) = word.split_once(':') else {
        let message = format!("`{word}` is no constraint that goes with others");
        let help = "a variable is va:NAME, a task is ta:NAME; or va:all, ta:all, and alone `none` or `auto`";
        return Err(Diagnostic::error("E0006", message).help(help));
    };
    let known: Vec<(&str, Constraint)> = if kind == "ta" {
        let tasks = program.tasks.iter().zip(0..);
        tasks.map(|(task, number)| (task.name.as_str(), Constraint::Task(TaskId(number)))).collect()
    } else {
        let all = program.variables.iter().zip(0..);
        all.map(|(variable, number)| (variable.name.as_str(), Constraint::Variable(VarId(number)))).collect()
    };
    let those = |fits: &dyn Fn(&str) -> bool| -> Vec<Constraint> {
        known.iter().filter(|(name, _)| fits(name)).map(|&(_, constraint)| constraint).collect()
    };
    let exact = those(&|known| known == name);
    if !exact.is_empty() {
        return Ok(exact);
    }
    let elements = those(&|known| known.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')));
    if !elements.is_empty() {
        return Ok(elements);
    }
    if name == "all" {
        let useful = Constraint::all(program, Model::new(program).folded());
        let of_kind = |constraint: &Constraint| known.iter().any(|(_, other)| other == constraint);
        return Ok(useful.into_iter().filter(of_kind).collect());
    }
    let what = if kind == "ta" { "task" } else { "variable" };
    let names: Vec<&str> = known.iter().map(|&(name, _)| name).collect();
    let diagnostic = Diagnostic::error("E0005", format!("the program has no {what} `{name}`"));
    Err(match closest(name, names.iter().copied()) {
        Some(near) => diagnostic.help(format!("did you mean `{kind}:{near}`?")),
        None if names.is_empty() => diagnostic.note(format!("it has no {what}s")),
        None => diagnostic.note(listed(&format!("its {what}s are"), &names, LISTED)),
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn commas_in_brackets_belong_to_names() {
        let words = |text| super::words(text).collect::<Vec<_>>();
        assert_eq!(words("va:X, ta:Car,"), ["va:x", "ta:car"]);
        assert_eq!(words("va:Grid (1, 2),ta:all"), ["va:grid.1.2", "ta:all"]);
        assert_eq!(words("auto"), ["auto"]);
        assert!(words(" , ").is_empty());
    }
}
