//! The options of `study`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use suppose_study::Share;

#[derive(Debug, Args)]
pub(crate) struct Study {
    /// The study, a TOML file; with --report its folder of results will do.
    #[arg(value_name = "STUDY")]
    pub file: PathBuf,
    /// The folder of results [default: beside the study, its name with `-results`].
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Go on with results that are there; runs that are over are not repeated.
    #[arg(long)]
    pub resume: bool,
    /// Throw results away that are there, and begin anew.
    #[arg(long, conflicts_with_all = ["resume", "shard"])]
    pub force: bool,
    /// Run nothing: write the tables of what is over.
    #[arg(long, conflicts_with_all = ["resume", "force", "shard", "on"])]
    pub report: bool,
    /// So many runs at once, or with --on so many shares [default: one for each core; 32 shares].
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=10000))]
    pub jobs: Option<u16>,
    /// Have other machines do the runs. They must see the study, the folder of results and this program under
    /// the same names.
    #[arg(long, value_enum, value_name = "ENGINE", conflicts_with = "shard")]
    pub on: Option<Engine>,
    /// With --on parallel: the hosts, one in a line, as its option --sshloginfile has them [default: this
    /// one].
    #[arg(long, value_name = "FILE", requires = "on")]
    pub hosts: Option<PathBuf>,
    /// Only a share of the runs, the K-th of N, with a journal of its own; results that are there are kept.
    #[arg(long, value_name = "K/N", value_parser = share)]
    pub shard: Option<Share>,
}

/// Who hands out work to other machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// Submits job arrays with `sbatch` and does not wait for them.
    Slurm,
    /// GNU parallel, over ssh.
    Parallel,
}

fn share(text: &str) -> Result<Share, String> {
    let (number, of) = text.split_once('/').ok_or("such as 2/8")?;
    let read = |text: &str| text.parse::<u32>().map_err(|_| "such as 2/8".to_owned());
    let share = Share { number: read(number)?, of: read(of)? };
    if (1..=share.of).contains(&share.number) {
        Ok(share)
    } else {
        Err("the first one is 1/N, the last one N/N".into())
    }
}
