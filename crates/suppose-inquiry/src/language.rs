//! Languages and what they give.
//!
//! A language is one value with this trait and one row in the registry of the `suppose` library. It knows
//! suffixes and how bytes become a [`Subject`]; it knows neither methods nor reports.

use std::any::Any;

use suppose_base::Diagnostic;

use crate::{Failure, Input, Inquiry, Reader};

/// An input language.
pub trait Language: Sync {
    /// The name for `--lang`.
    fn name(&self) -> &'static str;

    /// What a file in it holds, in a few words: `a Petri net`.
    fn about(&self) -> &'static str;

    /// The suffixes of its files, the usual one first.
    fn suffixes(&self) -> &'static [&'static str];

    /// Models of any size that are built in.
    fn models(&self) -> &'static [BuiltIn] {
        &[]
    }

    /// The names of reading options (`--tau`) that mean something to it.
    fn options(&self) -> &'static [&'static str] {
        &[]
    }

    /// Reads a file. Warnings go to the reader.
    ///
    /// # Errors
    /// When it cannot be read or means nothing, or a limit is reached.
    fn load(&self, input: &Input, reader: &mut Reader) -> Result<Box<dyn Subject>, Failure>;
}

/// A built-in model of any size.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub description: &'static str,
    /// The smallest size.
    pub smallest: u32,
    /// The size when none is given.
    pub default: u32,
    /// The largest size. Texts are made before any limit can be looked at.
    pub largest: u32,
    /// Its text.
    pub text: fn(u32) -> String,
}

/// What to ask about in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// What the file says should be asked about.
    #[default]
    Default,
    /// A system in it.
    System(String),
    /// A part of a system alone.
    Process(String),
}

impl Target {
    /// The system of this name, or the default.
    pub fn system(name: Option<&str>) -> Self {
        name.map_or(Self::Default, |name| Self::System(name.to_owned()))
    }

    /// The name that was given.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Default => None,
            Self::System(name) | Self::Process(name) => Some(name),
        }
    }
}

/// What was written in a file, before a target is chosen.
pub trait Subject: Any {
    /// Takes in what another file holds, where files of this kind make one whole together, as nets do that
    /// share wires.
    ///
    /// # Errors
    /// Gives the other back when it is of another kind.
    fn merge(&mut self, other: Box<dyn Subject>) -> Result<(), Box<dyn Subject>> {
        Err(other)
    }

    /// Whether its components stay components when it is part of a system of several files; otherwise it is
    /// one component, named after its file.
    fn stays_apart(&self) -> bool {
        false
    }

    /// Why its properties cannot be asked about together with other files, where that is so: whoever is given
    /// several should refuse them with this message.
    fn stands_alone(&self) -> Option<Diagnostic> {
        None
    }

    /// The questions about a target, and how to answer them.
    ///
    /// # Errors
    /// When there is no such target, it means nothing, or a limit is reached.
    fn inquiry(self: Box<Self>, target: &Target, reader: &mut Reader) -> Result<Box<dyn Inquiry>, Failure>;
}
