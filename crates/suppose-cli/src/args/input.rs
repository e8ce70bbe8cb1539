//! The options that say how input is read.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// The language of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// FSP text (`.lts`, `.fsp`).
    Fsp,
    /// An Aldebaran graph (`.aut`).
    Aut,
    /// A graph as this tool writes it (`.json`).
    Json,
    /// Platu's nets (`.lpn`).
    Lpn,
    /// A signal transition graph (`.g`).
    Stg,
    /// A Petri net (`.pnml`).
    Pnml,
    /// A netlist of gates (`.v`, `.sv`).
    Verilog,
    /// A synchronous reactive system (`.srs`).
    Srs,
    /// A tasking program (`.adb`, `.ada`).
    Ada,
}

impl Language {
    /// Whether it describes nets, which make a design together.
    pub(crate) fn is_nets(self) -> bool {
        matches!(self, Self::Lpn | Self::Stg | Self::Pnml | Self::Verilog)
    }
}

/// Which input to read.
#[derive(Clone, Debug, Args)]
pub(crate) struct Input {
    /// The language, when the suffix does not tell.
    #[arg(long, value_enum)]
    pub lang: Option<Language>,
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
