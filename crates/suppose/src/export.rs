//! A target as one transition system, written for other tools.
//!
//! The formats are a table, each with its name and the suffixes of its files.

use std::fmt;
use std::io::Write;
use std::path::Path;

use suppose_base::{ActionTable, Budget, Diagnostic};
use suppose_inquiry::{Failure, Whole};
use suppose_lts::Lts;
use suppose_lts::io::{WriteError, write_aut, write_dot, write_fsp, write_json};

use crate::project::Project;

/// Writes an LTS.
type WriteLts = fn(Named<'_>, &mut dyn Write, &Budget) -> Result<(), WriteError>;

/// A format of transition systems.
pub struct LtsFormat {
    /// Its name, as on the command line.
    pub name: &'static str,
    /// How its files end, without the dot.
    pub suffixes: &'static [&'static str],
    write: WriteLts,
}

/// All formats that transition systems can be written in.
pub static LTS_FORMATS: &[LtsFormat] = &[
    LtsFormat {
        name: "fsp",
        suffixes: &["fsp", "lts"],
        write: |it, mut out, budget| write_fsp(it.lts, it.name, it.actions, &mut out, budget),
    },
    LtsFormat {
        name: "aut",
        suffixes: &["aut"],
        write: |it, mut out, budget| write_aut(it.lts, it.actions, &mut out, budget),
    },
    LtsFormat {
        name: "dot",
        suffixes: &["dot", "gv"],
        write: |it, mut out, budget| write_dot(it.lts, it.name, it.actions, &mut out, budget),
    },
    LtsFormat {
        name: "json",
        suffixes: &["json"],
        write: |it, mut out, budget| write_json(it.lts, it.name, it.actions, &mut out, budget),
    },
];

/// An LTS with the names that it needs to be written.
#[derive(Clone, Copy, Debug)]
pub struct Named<'l> {
    /// The LTS.
    pub lts: &'l Lts,
    /// Its name.
    pub name: &'l str,
    /// The names of its actions.
    pub actions: &'l ActionTable,
}

impl<'l> From<&'l Whole> for Named<'l> {
    fn from(whole: &'l Whole) -> Self {
        Self { lts: &whole.lts, name: &whole.name, actions: &whole.actions }
    }
}

impl fmt::Debug for LtsFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LtsFormat").field(&self.name).finish()
    }
}

impl LtsFormat {
    /// The format of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        LTS_FORMATS.iter().find(|format| format.name == name)
    }

    /// The format that the suffix of a file tells.
    pub fn of_path(path: &Path) -> Option<&'static Self> {
        let suffix = path.extension()?.to_str()?.to_lowercase();
        LTS_FORMATS.iter().find(|format| format.suffixes.contains(&suffix.as_str()))
    }

    /// Writes a transition system.
    ///
    /// # Errors
    /// When a limit is reached, or writing fails.
    pub fn write(&self, named: Named<'_>, out: &mut dyn Write, budget: &Budget) -> Result<(), WriteError> {
        (self.write)(named, out, budget)
    }
}

impl Project {
    /// Writes the target as one transition system.
    ///
    /// # Errors
    /// When it has none, a limit is reached, or writing fails.
    pub fn export(&mut self, format: &LtsFormat, out: &mut dyn Write) -> Result<(), Failure> {
        let whole = self.whole()?;
        format.write(Named::from(&whole), out, &self.reader.budget).map_err(|error| match error {
            WriteError::Stopped(reason) => reason.into(),
            WriteError::Io(error) => Diagnostic::error("E0007", error.to_string()).into(),
        })
    }
}
