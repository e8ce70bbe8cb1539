//! Reading tasking programs, and the names in them.

use std::path::{Path, PathBuf};

use suppose::ada::{self, Program};

use super::{language, text};
use crate::args::{Input, Language};
use crate::session::{Failure, Session};

/// Whether one of some files is a tasking program.
pub(crate) fn is_meant(paths: &[PathBuf], input: &Input) -> bool {
    paths.iter().any(|path| language(path, input).is_ok_and(|language| language == Language::Ada))
}

/// Reads a program. Warnings are shown at once.
pub(crate) fn load(session: &mut Session, path: &Path) -> Result<Program, Failure> {
    let (file, text) = text(session, path)?;
    let (program, warnings) = ada::load(file, &text).map_err(Failure::Input)?;
    session.warn(&warnings);
    Ok(program)
}

/// A name as programs have it after elaboration: Ada does not tell capitals from small letters, and `Pumps (1)` is `pumps.1`.
pub(crate) fn plain(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for c in name.chars().filter(|c| !c.is_whitespace() && *c != ')') {
        match c {
            '(' | ',' => plain.push('.'),
            c => plain.extend(c.to_lowercase()),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn names_are_plain() {
        for (written, expected) in
            [("Car", "car"), ("Pumps (1)", "pumps.1"), ("Grid(2, -1)", "grid.2.-1"), ("level.2", "level.2")]
        {
            assert_eq!(plain(written), expected);
        }
    }
}
