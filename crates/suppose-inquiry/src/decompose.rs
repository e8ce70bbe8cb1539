//! What is known about a target when it is to be taken apart.

use std::sync::Arc;

use suppose_base::StopReason;
use suppose_lts::System;
use suppose_lts::check::Question;
use suppose_prove::Task;
use suppose_prove::decomposition::Units;

use crate::system::written_parts;

/// What stays together when a target is taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its name: that of its first component.
    pub name: String,
    /// The components in it, in order.
    pub components: Vec<String>,
    /// The group of like units that it belongs to, such as the tasks of one type, and which of them it is.
    pub family: Option<(String, u32)>,
}

/// A question about a system of LTSs, and the units of the target.
#[derive(Clone, Debug)]
pub struct Decomposable {
    /// The system.
    pub system: Arc<System>,
    /// The component that is asked about.
    pub watched: usize,
    /// The units. A component in none goes with whoever uses it.
    pub units: Vec<Unit>,
    /// Whether units are only equal when they are of one family, because there is more to them than what
    /// their LTSs can do.
    pub by_family: bool,
}

impl Decomposable {
    /// The question in the form in which proofs by parts work on it, and its units; those that only consist of
    /// what is asked about are left out.
    ///
    /// # Errors
    /// When it cannot be answered by parts.
    pub fn task(&self) -> Result<(Task<'_>, Units, Vec<&Unit>), StopReason> {
        let task = Task::new(&self.system, Question::Safe(self.watched))?;
        let place = |name: &String| self.system.components.iter().position(|c| c.name == *name);
        let is_member = |name: &&String| place(name).is_some_and(|place| place != self.watched);
        let named: Vec<&Unit> =
            self.units.iter().filter(|unit| unit.components.iter().any(|name| is_member(&name))).collect();
        let groups = named.iter().map(|unit| unit.components.iter().filter_map(place).collect());
        let mut units = Units::new(groups, &task);
        if self.by_family {
            let family = |unit: &Unit| unit.family.clone().map(|(family, _)| family);
            let same = |unit: &&Unit| family(unit).is_some();
            units.kinds = (0..named.len() as u32).collect();
            for (number, unit) in named.iter().enumerate().filter(|(_, unit)| same(unit)) {
                let first = named.iter().position(|other| family(other) == family(unit));
                units.kinds[number] = first.unwrap_or(number) as u32;
            }
        }
        Ok((task, units, named))
    }
}

/// Parts as `--split` has them: `A,B | C`.
pub fn split_text(parts: &[Vec<String>]) -> String {
    let quoted = |name: &String| {
        // With another part after it, a bracket that is never closed shows.
        if written_parts(&format!("{name}|x")) == [[name.clone()], ["x".to_owned()]] {
            return name.clone();
        }
        let quote = if name.contains('"') { '\'' } else { '"' };
        format!("{quote}{name}{quote}")
    };
    let part = |part: &Vec<String>| part.iter().map(quoted).collect::<Vec<_>>().join(",");
    parts.iter().map(part).collect::<Vec<_>>().join(" | ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_back() {
        let parts = |names: &[&[&str]]| -> Vec<Vec<String>> {
            names.iter().map(|part| part.iter().map(|&name| name.to_owned()).collect()).collect()
        };
        for (names, expected) in [
            (parts(&[&["A", "B"], &["C"]]), "A,B | C"),
            (parts(&[&["{a,b}::LOCK"], &["p.1:P"]]), "{a,b}::LOCK | p.1:P"),
            (parts(&[&["a|b", "c,d"], &["'e"], &["{f"]]), "\"a|b\",\"c,d\" | \"'e\" | \"{f\""),
        ] {
            let text = split_text(&names);
            assert_eq!(text, expected);
            assert_eq!(written_parts(&text), names);
        }
    }
}
