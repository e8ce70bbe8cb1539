//! The options that are about synchronous reactive systems.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Input;

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reactive systems")]
pub(crate) struct Reactive {
    /// The component [default: all of them].
    #[arg(long, value_name = "NAME")]
    pub component: Option<String>,
    /// What a component may suppose of what it receives: `universal` (nothing), `mined` (what the others can
    /// send), `declared` (the `assume` lines of the model), or a file of rules [default: mined].
    #[arg(long, value_name = "universal|mined|declared|FILE")]
    pub assume: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Mine {
    /// The file; `-` is standard input.
    pub file: PathBuf,
    /// The component whose received events the rules are about.
    #[arg(long, value_name = "NAME")]
    pub component: String,
    /// Which rules.
    #[arg(long, value_enum, default_value = "compact", value_name = "STYLE")]
    pub style: Style,
    /// Where they come from.
    #[arg(long, value_enum, default_value = "iterated", value_name = "SOURCE")]
    pub from: Source,
    /// Instead of rules the LTS of all that the others can do, as far as the component sees it.
    #[arg(long)]
    pub automaton: bool,
    /// Write a certificate that the others send no more than the rules were mined from, for
    /// `suppose certify`.
    #[arg(long, value_name = "OUT")]
    pub certificate: Option<PathBuf>,
    /// Where to write the rules, for `check --assume`, or the LTS [default: they are only shown].
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub exploring: Exploring,
    #[command(flatten)]
    pub input: Input,
}

/// How reactive systems are explored.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reactive systems")]
pub(crate) struct Exploring {
    /// How macrosteps are followed [default: sound].
    #[arg(long, value_enum, value_name = "HOW")]
    pub exploration: Option<Exploration>,
    /// How many microsteps are told apart at first [default: 8].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub microsteps: Option<u16>,
    /// How the assumptions of components about each other are found [default: down].
    #[arg(long, value_enum, value_name = "WAY")]
    pub iteration: Option<Iteration>,
}

/// How macrosteps are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Exploration {
    /// Nothing is lost.
    Sound,
    /// As de la Riva and Tuya do it. It misses what others send late, so what it says may be wrong.
    Paper,
}

/// How the assumptions of components about each other are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Iteration {
    /// From everything that could be sent to less.
    Down,
    /// From nothing to what is sent.
    Up,
}

/// Where rules come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Source {
    /// Each other component alone, under what the others send it.
    Iterated,
    /// All other components together, under what the component sends them.
    Composed,
    /// The whole system.
    Whole,
}

/// Which rules to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// Few, none of which follows from the others.
    Compact,
    /// All intervals and exclusions.
    Tables,
    /// A rule for each smallest condition.
    Full,
    /// Of the full rules those that do not follow from others.
    Basis,
    /// All rules between sets of events that are seen equally often.
    Paper,
}

impl Reactive {
    /// The options that were given, by name.
    pub(crate) fn special(&self) -> Vec<(&'static str, String)> {
        let all = [("--component", &self.component), ("--assume", &self.assume)];
        all.into_iter().filter_map(|(name, text)| Some((name, text.clone()?))).collect()
    }
}

impl Exploring {
    /// The options that were given, by name.
    pub(crate) fn special(&self) -> Vec<(&'static str, String)> {
        let exploration = self.exploration.map(|how| match how {
            Exploration::Sound => "sound".to_owned(),
            Exploration::Paper => "paper".to_owned(),
        });
        let iteration = self.iteration.map(|way| match way {
            Iteration::Down => "down".to_owned(),
            Iteration::Up => "up".to_owned(),
        });
        let all = [
            ("--exploration", exploration),
            ("--microsteps", self.microsteps.map(|number| number.to_string())),
            ("--iteration", iteration),
        ];
        all.into_iter().filter_map(|(name, text)| Some((name, text?))).collect()
    }
}
