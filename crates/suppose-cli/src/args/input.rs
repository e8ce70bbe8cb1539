//! The options that say how input is read.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use suppose::inquiry::{ReadOptions, TauWord};
use suppose::{Languages, OpenOptions, Target};

use crate::session::Session;

/// Which input to read.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct Input {
    /// The language, when the suffix does not tell.
    #[arg(long, value_name = "LANGUAGE", value_parser = languages())]
    pub lang: Option<String>,
    /// How an .aut file spells τ.
    #[arg(long, value_enum, default_value = "auto", value_name = "SPELLING")]
    pub tau: Tau,
    /// The gates of netlists, in the genlib format [default: built-in gates].
    #[arg(long, value_name = "FILE")]
    pub library: Option<PathBuf>,
    /// The top module of a netlist [default: the one that no other uses].
    #[arg(long, value_name = "MODULE")]
    pub top: Option<String>,
}

/// The languages by name, with what a file in each holds.
fn languages() -> PossibleValuesParser {
    let value = |language: &'static dyn suppose::inquiry::Language| {
        let suffixes: Vec<String> = language.suffixes().iter().map(|suffix| format!(".{suffix}")).collect();
        PossibleValue::new(language.name()).help(format!("{} ({})", language.about(), suffixes.join(", ")))
    };
    PossibleValuesParser::new(Languages::default().all().map(value).collect::<Vec<_>>())
}

/// How an Aldebaran file spells τ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Tau {
    /// `tau`; and `i` too unless the file has `tau`.
    Auto,
    /// `tau` only, as LTSA and mCRL2.
    #[value(name = "tau")]
    Word,
    /// `i` and `tau`, as CADP.
    #[value(name = "i")]
    Letter,
}

impl Input {
    /// How to open files that are read so.
    pub(crate) fn open_options(&self, target: Target, session: &Session) -> OpenOptions {
        OpenOptions {
            language: self.lang.clone(),
            read: ReadOptions {
                tau: match self.tau {
                    Tau::Auto => TauWord::Auto,
                    Tau::Word => TauWord::Tau,
                    Tau::Letter => TauWord::Letter,
                },
                library: self.library.clone(),
                top: self.top.clone(),
                every: None,
            },
            target,
            budget: session.budget.clone(),
            ..OpenOptions::default()
        }
    }
}
