//! The options of `check` that are about circuits.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use suppose::nets::reduce::Reduction;

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Circuits")]
pub(crate) struct Circuits {
    /// How components are refined [default: by constraints, then by synchronisation].
    #[arg(long, value_enum, value_name = "WAY")]
    pub refinement: Option<Refinement>,
    /// How state graphs are reduced [default: as suits the method].
    #[arg(long, value_name = "HOW", value_parser = reductions())]
    pub reduction: Option<Reduction>,
    /// The most components that are synchronised at a time [default: 3].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub k: Option<u16>,
    /// Write the run of the first violation for waveform viewers.
    #[arg(long, value_name = "OUT.vcd")]
    pub vcd: Option<PathBuf>,
}

fn reductions() -> impl TypedValueParser<Value = Reduction> {
    PossibleValuesParser::new(Reduction::ALL.map(Reduction::name)).try_map(|name| name.parse::<Reduction>())
}

/// How components are refined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Refinement {
    /// By constraints on their inputs.
    Constraint,
    /// By synchronisation with their neighbours.
    Sync,
}

impl Circuits {
    /// The options that were given, by name.
    pub(crate) fn special(&self) -> Vec<(&'static str, String)> {
        let refinement = self.refinement.map(|refinement| match refinement {
            Refinement::Constraint => "constraint".to_owned(),
            Refinement::Sync => "sync".to_owned(),
        });
        let all = [
            ("--refinement", refinement),
            ("--reduction", self.reduction.map(|reduction| reduction.name().to_owned())),
            ("--k", self.k.map(|k| k.to_string())),
            ("--vcd", self.vcd.as_ref().map(|path| path.to_string_lossy().into_owned())),
        ];
        all.into_iter().filter_map(|(name, text)| Some((name, text?))).collect()
    }
}
