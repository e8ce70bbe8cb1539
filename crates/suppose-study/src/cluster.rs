//! A study on more than one machine.
//!
//! The plan is dealt out in shares, each done by `suppose study STUDY --shard K/N` into a journal of its own
//! in the folder of results, which all machines must see. A share does what can be done; what waits for runs
//! of other shares is left to a second round of the same commands. So all that a batch system has to know is
//! a command, a number of shares and a number of rounds, and a share that was killed is begun again as it is.
//!
//! * Slurm: a job array for each round, and a job for the tables. `sbatch` takes further options from the
//!   environment (`SBATCH_PARTITION`, `SBATCH_TIMELIMIT`, ...), which count more than those in the script.
//! * GNU parallel: one call for each round, over the hosts of an `--sshloginfile`.
//!
//! Tested against a real Slurm on one node by `studies/test-slurm.sh`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use suppose::base::Diagnostic;

use crate::folder::{holders, write_whole};
use crate::plan::Plan;

/// What is done where.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// This program.
    pub program: PathBuf,
    /// The study.
    pub study: PathBuf,
    /// The folder of results.
    pub folder: PathBuf,
    /// How many shares there are.
    pub shares: u32,
    /// The most memory of a run, in MiB.
    pub memory: u64,
}

/// How many rounds a plan takes: two when some runs need the results of others.
pub fn rounds(plan: &Plan) -> u32 {
    if plan.runs.iter().any(|run| !run.best_of.is_empty()) { 2 } else { 1 }
}

impl Cluster {
    /// Submits all rounds and the tables to Slurm, and gives the numbers of the jobs.
    ///
    /// # Errors
    /// When a share is still at work, or `sbatch` refuses.
    pub fn slurm(&self, name: &str, rounds: u32) -> Result<Vec<String>, Diagnostic> {
        self.nobody_works()?;
        let (job, tables) = (self.folder.join("job.sh"), self.folder.join("tables.sh"));
        write_whole(&job, self.job_script().as_bytes())?;
        write_whole(&tables, self.table_script().as_bytes())?;
        let log = |part: &str| format!("--output={}", self.folder.join(part).display());
        let mut jobs: Vec<String> = Vec::new();
        for round in 1..=rounds {
            let options = [format!("--array=1-{}", self.shares), log(&format!("slurm-{round}-%a.log"))];
            let job = submit(name, &options, jobs.last(), &job)?;
            jobs.push(job);
        }
        let job = submit(name, &[log("slurm-tables.log")], jobs.last(), &tables)?;
        jobs.push(job);
        Ok(jobs)
    }

    /// Does all rounds with GNU parallel, and waits for them.
    ///
    /// # Errors
    /// When a share is still at work, or `parallel` cannot do its work.
    pub fn parallel(&self, hosts: Option<&Path>, rounds: u32) -> Result<(), Diagnostic> {
        self.nobody_works()?;
        for _ in 0..rounds {
            let mut command = Command::new("parallel");
            command.args(["--will-cite", "--workdir", "."]);
            match hosts {
                Some(hosts) => command.arg("--sshloginfile").arg(hosts),
                None => command.args(["--sshlogin", ":"]),
            };
            command.arg(self.share_command("{}", "1")).arg(":::");
            command.args((1..=self.shares).map(|share| share.to_string()));
            let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status();
            let status = status.map_err(|error| cannot(format!("parallel cannot be started: {error}")))?;
            if !status.success() {
                let what = format!("parallel ended with {status}: some shares were not done");
                return Err(cannot(what));
            }
        }
        Ok(())
    }

    /// Two machines that did the same share, or one of another number of shares, would do runs twice.
    fn nobody_works(&self) -> Result<(), Diagnostic> {
        match holders(&self.folder).first() {
            None => Ok(()),
            Some(holder) => {
                let message = format!("{}: a share of the study is still at work", self.folder.display());
                Err(Diagnostic::error("E1113", message).note(format!("it is {holder}")))
            }
        }
    }

    /// The command of a share, for a shell.
    fn share_command(&self, number: &str, jobs: &str) -> String {
        format!(
            "{} study {} --output {} --shard {number}/{} --jobs {jobs} --quiet",
            quoted(&self.program),
            quoted(&self.study),
            quoted(&self.folder),
            self.shares
        )
    }

    fn job_script(&self) -> String {
        // A run, and the process that starts it.
        let memory = self.memory + self.memory / 2 + 256;
        let command = self.share_command("\"$SLURM_ARRAY_TASK_ID\"", "\"${SLURM_CPUS_PER_TASK:-1}\"");
        format!("#!/bin/sh\n#SBATCH --cpus-per-task=1\n#SBATCH --mem={memory}M\nexec {command}\n")
    }

    fn table_script(&self) -> String {
        let (program, folder) = (quoted(&self.program), quoted(&self.folder));
        format!("#!/bin/sh\n#SBATCH --cpus-per-task=1\nexec {program} study --report {folder}\n")
    }
}

/// Submits a script and gives the number of its job.
fn submit(
    name: &str,
    options: &[String],
    after: Option<&String>,
    script: &Path,
) -> Result<String, Diagnostic> {
    let mut command = Command::new("sbatch");
    command.args(["--parsable", "--open-mode=append"]).arg(format!("--job-name={name}")).args(options);
    // Whatever became of the round before, what is left can be tried.
    command.args(after.map(|job| format!("--dependency=afterany:{job}"))).arg(script);
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| cannot(format!("sbatch cannot be started: {error}")))?;
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if !output.status.success() {
        return Err(cannot(format!("sbatch refused: {}", said(&output.stderr))));
    }
    // `job` or `job;cluster`.
    let job = said(&output.stdout);
    Ok(job.split(';').next().unwrap_or_default().to_owned())
}

fn cannot(message: String) -> Diagnostic {
    Diagnostic::error("E1114", message)
}

/// A path as one word of a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scripts_of_slurm() {
        let cluster = Cluster {
            program: "/usr/bin/suppose".into(),
            study: "/home/me/it's.toml".into(),
            folder: "/home/me/it".into(),
            shares: 8,
            memory: 1000,
        };
        assert_eq!(
            cluster.job_script(),
            "#!/bin/sh\n#SBATCH --cpus-per-task=1\n#SBATCH --mem=1756M\n\
             exec '/usr/bin/suppose' study '/home/me/it'\\''s.toml' --output '/home/me/it' \
             --shard \"$SLURM_ARRAY_TASK_ID\"/8 --jobs \"${SLURM_CPUS_PER_TASK:-1}\" --quiet\n"
        );
        assert_eq!(
            cluster.table_script(),
            "#!/bin/sh\n#SBATCH --cpus-per-task=1\nexec '/usr/bin/suppose' study --report '/home/me/it'\n"
        );
    }
}
