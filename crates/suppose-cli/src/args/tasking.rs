//! The options of `check` that are about tasking programs.

use clap::{Args, ValueEnum};

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Tasking programs")]
pub(crate) struct Tasking {
    /// Who decides: the LTSs of the tasks, or data-flow analysis of their code [default: lts].
    #[arg(long, value_enum, value_name = "VERIFIER")]
    pub verifier: Option<Verifier>,
    /// What data-flow analysis follows: variables (va:x) and tasks (ta:t), separated by commas; `va:all`,
    /// `ta:all`, `none`, or `auto` for as few as will do [default: auto].
    #[arg(long, value_name = "va:x,ta:t")]
    pub constraint: Vec<String>,
    /// The named number that is the size of the program: what holds is shown for every size from its value on.
    #[arg(long, value_name = "CONSTANT", conflicts_with_all = ["verifier", "constraint"])]
    pub every: Option<String>,
}

/// Who decides about a tasking program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Verifier {
    /// LTSs, which are exact.
    Lts,
    /// Data-flow analysis, which may see more than the program does.
    Flow,
}

impl Tasking {
    /// The options that were given, by name.
    pub(crate) fn special(&self) -> Vec<(&'static str, String)> {
        let verifier = self.verifier.map(|verifier| match verifier {
            Verifier::Lts => "lts",
            Verifier::Flow => "flow",
        });
        let verifier = verifier.map(|name| ("--verifier", name.to_owned()));
        let constraints = self.constraint.iter().map(|text| ("--constraint", text.clone()));
        verifier.into_iter().chain(constraints).collect()
    }
}
