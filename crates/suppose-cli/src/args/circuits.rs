//! The options of `check` that are about circuits.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use suppose::nets::reduce::Reduction;
use suppose::nets::verify;

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

impl From<Refinement> for verify::Refinement {
    fn from(refinement: Refinement) -> Self {
        match refinement {
            Refinement::Constraint => Self::Constraint,
            Refinement::Sync => Self::Sync,
        }
    }
}

impl Circuits {
    /// The first option that is given, for complaints about it.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let all = [
            ("--refinement", self.refinement.is_some()),
            ("--reduction", self.reduction.is_some()),
            ("--k", self.k.is_some()),
            ("--vcd", self.vcd.is_some()),
        ];
        all.iter().find(|(_, given)| *given).map(|&(name, _)| name)
    }
}
