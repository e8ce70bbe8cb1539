//! `--split`: from a text to the parts of a proof.
//!
//! Names are those of the components, separated by commas; `|` separates parts. A comma in brackets belongs
//! to a name, as in `{a,b}::LOCK`, and in quotes everything does. The name of a composite inside the target
//! means all its components.

use suppose_base::{Diagnostic, closest};
use suppose_lts::Role;

use super::SystemInquiry;
use crate::{Failure, listed};

/// So many names are listed in a message.
const LISTED: usize = 12;

/// The parts that a text means, as component indices. Every component is in one of them.
///
/// # Errors
/// When a name is not that of a component, occurs twice or is missing, or there are fewer than two parts.
pub fn parts(text: &str, subject: &SystemInquiry) -> Result<Vec<Vec<usize>>, Failure> {
    let mut split = Split { subject, messages: Vec::new(), used: Vec::new() };
    let written = written_parts(text);
    let mut parts: Vec<Vec<usize>> = written.iter().map(|names| split.part(names)).collect();
    for number in (1..=written.len()).filter(|number| written[number - 1].is_empty()) {
        let message = format!("part {number} of the split `{text}` is empty");
        let help = "name a component between the `|`, or take one `|` away";
        split.messages.push(Diagnostic::error("E0705", message).help(help));
    }
    if split.messages.is_empty() {
        split.place_variables(&mut parts);
        split.nobody_is_missing();
    }
    if split.messages.is_empty() && parts.len() < 2 {
        let message = format!("the split `{text}` has one part; a proof by parts needs two at least");
        let help = "separate the parts with `|`, as in --split 'A,B | C'";
        split.messages.push(Diagnostic::error("E0706", message).help(help));
    }
    if split.messages.is_empty() { Ok(parts) } else { Err(Failure::Input(split.messages)) }
}

struct Split<'s> {
    subject: &'s SystemInquiry,
    messages: Vec<Diagnostic>,
    /// The components named so far.
    used: Vec<usize>,
}

impl Split<'_> {
    fn name(&self, component: usize) -> &str {
        &self.subject.system.components[component].name
    }

    /// The components that are no properties.
    fn components(&self) -> impl Iterator<Item = usize> {
        let all = &self.subject.system.components;
        (0..all.len()).filter(|&i| all[i].role == Role::Component)
    }

    /// The components of one part, sorted.
    fn part(&mut self, names: &[String]) -> Vec<usize> {
        let mut part = Vec::new();
        for wanted in names {
            let found = self.named(wanted);
            if found.is_empty() {
                self.messages.push(self.unknown(wanted));
            }
            for component in found {
                if self.used.contains(&component) {
                    let message = format!("the split names `{}` twice", self.name(component));
                    let help = "a component is in one part; take it out of the others";
                    self.messages.push(Diagnostic::error("E0702", message).help(help));
                } else {
                    self.used.push(component);
                    part.push(component);
                }
            }
        }
        part.sort_unstable();
        part
    }

    /// The components that a name means: one of them, or those of a composite.
    fn named(&self, wanted: &str) -> Vec<usize> {
        let wanted = &*self.subject.dialect.spelled(wanted);
        let dense = |name: &str| name.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let exact = |&i: &usize| self.name(i) == wanted || dense(self.name(i)) == dense(wanted);
        if let Some(found) = self.components().find(exact) {
            return vec![found];
        }
        let inside = |&i: &usize| self.name(i).strip_prefix(wanted).is_some_and(|rest| rest.starts_with('.'));
        self.components().filter(inside).collect()
    }

    /// Components that need not be named, such as the shared variables of a program: each goes to the first
    /// part that uses it.
    fn place_variables(&mut self, parts: &mut [Vec<usize>]) {
        let (components, dialect) = (&self.subject.system.components, &self.subject.dialect);
        let shares = |a: usize, b: usize| {
            components[a].lts.alphabet().iter().any(|&action| components[b].lts.has_action(action))
        };
        let missing =
            |place: &usize| !self.used.contains(place) && dialect.may_be_left_out(self.name(*place));
        for variable in self.components().filter(missing).collect::<Vec<_>>() {
            let used_by = |part: &Vec<usize>| part.iter().any(|&task| shares(variable, task));
            let place = parts.iter().position(used_by).unwrap_or(0);
            parts[place].push(variable);
            parts[place].sort_unstable();
            self.used.push(variable);
        }
    }

    fn unknown(&self, wanted: &str) -> Diagnostic {
        let components = &self.subject.system.components;
        let is_property = components.iter().any(|c| c.name == wanted && c.role == Role::Property)
            || self.subject.definitions.iter().any(|f| f.properties().iter().any(|(name, _)| name == wanted));
        if is_property {
            let message = format!("the split names `{wanted}`, which is a property");
            let help = "leave it out: every property is looked at together with the first part";
            return Diagnostic::error("E0704", message).help(help);
        }
        let known: Vec<&str> = self.components().map(|i| self.name(i)).collect();
        let message = format!("the split names `{wanted}`, which is no component of the target");
        let diagnostic = Diagnostic::error("E0701", message).note(listed("components are", &known, LISTED));
        match closest(wanted, known) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic,
        }
    }

    fn nobody_is_missing(&mut self) {
        let missing: Vec<&str> =
            self.components().filter(|i| !self.used.contains(i)).map(|i| self.name(i)).collect();
        if let [first, ..] = missing[..] {
            let message = match missing.len() {
                1 => format!("the split leaves `{first}` out"),
                n => format!("the split leaves {n} components out"),
            };
            let diagnostic =
                Diagnostic::error("E0703", message).help("add what is missing to one of the parts");
            let many = missing.len() > 1;
            self.messages.push(if many {
                diagnostic.note(listed("they are", &missing, LISTED))
            } else {
                diagnostic
            });
        }
    }
}

/// The names of each part as they are written. A bracket or a quote that is never closed makes the rest one
/// name, which nobody has.
pub(crate) fn written_parts(text: &str) -> Vec<Vec<String>> {
    let mut parts = vec![Vec::new()];
    let mut name = String::new();
    let mut quote = None;
    let mut depth = 0usize;
    let add = |parts: &mut Vec<Vec<String>>, name: &mut String| {
        let done = std::mem::take(name);
        if !done.trim().is_empty() {
            parts.last_mut().expect("never empty").push(done.trim().to_owned());
        }
    };
    for c in text.chars() {
        match c {
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => name.push(c),
            '"' | '\'' if name.trim().is_empty() => quote = Some(c),
            ',' if depth == 0 => add(&mut parts, &mut name),
            '|' if depth == 0 => {
                add(&mut parts, &mut name);
                parts.push(Vec::new());
            }
            _ => {
                match c {
                    '{' | '[' | '(' => depth += 1,
                    '}' | ']' | ')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                name.push(c);
            }
        }
    }
    add(&mut parts, &mut name);
    parts
}

#[cfg(test)]
mod tests {
    use super::written_parts;

    #[test]
    fn names_and_parts() {
        for (text, expected) in [
            ("A,B | C", vec![vec!["A", "B"], vec!["C"]]),
            ("A", vec![vec!["A"]]),
            ("", vec![vec![]]),
            ("|", vec![vec![], vec![]]),
            (" A , |B,,C", vec![vec!["A"], vec!["B", "C"]]),
            ("{a,b}::LOCK|p[1]:P", vec![vec!["{a,b}::LOCK"], vec!["p[1]:P"]]),
            ("\"a|b,c\" | 'd'", vec![vec!["a|b,c"], vec!["d"]]),
            ("A | {b", vec![vec!["A"], vec!["{b"]]),
            ("'A | B", vec![vec!["A | B"]]),
        ] {
            assert_eq!(written_parts(text), expected, "{text}");
        }
    }
}
