//! `suppose study STUDY.toml`: many runs, each in a process of its own, with results that survive everything.
//!
//! What the runs are and how they are done is the business of `suppose_study`; here are the options, the
//! progress on the terminal, and what is said in the end.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use suppose::Status;
use suppose::base::{Diagnostic, StopReason, counted};
use suppose_study::{
    Begin, Cluster, Driver, NotRead, Outcome, Plan, Progress, Record, Results, Runner, finished, page,
    parquet, read, rounds, serve, table, write_whole,
};

use crate::args::{Engine, Study};
use crate::session::{Failure, Session, complain};

/// The hidden command of a run.
const RUN: &str = "study-run";

/// How long a run may take to notice its limit.
const GRACE: Duration = Duration::from_secs(10);

/// Shares of a study on several machines when nothing is said.
const SHARES: u32 = 32;

impl From<NotRead> for Failure {
    fn from(error: NotRead) -> Self {
        Self::Input(error.messages, error.sources)
    }
}

pub(super) fn run(options: &Study, session: &Session) -> Result<Status, Failure> {
    if options.hosts.is_some() && options.on != Some(Engine::Parallel) {
        let message = "`--hosts` is for `--on parallel`; Slurm knows its hosts";
        return Err(Diagnostic::error("E0006", message).into());
    }
    if options.report {
        let is_folder = options.file.is_dir();
        let folder = if is_folder { options.file.clone() } else { folder(options) };
        return report(&folder, session);
    }
    let study = read(&options.file, &session.budget)?;
    let folder = folder(options);
    let begin = match options {
        Study { force: true, .. } => Begin::Force,
        Study { resume: true, .. } | Study { shard: Some(_), .. } => Begin::Resume,
        _ => Begin::New,
    };
    let mut results = Results::open(&folder, &study, begin, options.shard)?;
    session.warn(&results.warnings, &suppose::base::SourceMap::new());
    let plan = Plan::new(&study, &session.budget)?;
    if let Some(engine) = options.on {
        let cluster = Cluster {
            program: program()?,
            study: absolute(&options.file)?,
            folder: absolute(&folder)?,
            shares: options.jobs.map_or(SHARES, u32::from),
            memory: plan.runs.iter().map(|run| run.limits.memory).max().unwrap_or(0),
        };
        return elsewhere(&cluster, engine, options, &study.name, &plan, results, session);
    }
    let runner = Runner { program: program()?, arguments: vec![RUN.to_owned()], grace: GRACE };
    let bar = session.show_progress.then(bar);
    let watch = |progress: Progress, record: Option<&Record>| {
        if let Some(bar) = &bar {
            show(bar, progress, record);
        }
    };
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let driver = Driver {
        study: &study,
        plan: &plan,
        runner: &runner,
        workers: options.jobs.map_or_else(cores, usize::from),
        share: options.shard,
        budget: &session.budget,
        watch: &watch,
    };
    let progress = driver.run(&mut results)?;
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    if let Err(reason) = session.budget.poll(suppose::base::Poll::Read) {
        return stopped(&reason, progress, options, &folder, session);
    }
    if options.shard.is_some() {
        // The others do the rest, and somebody else writes the tables.
        return Ok(Status::Holds);
    }
    let records = of_plan(&plan, &results);
    tell(&folder, &study.name, records, progress.runs, session)
}

/// The process of one run.
pub(super) fn run_one(session: &Session) -> Result<Status, Failure> {
    let record = serve(&session.budget)
        .map_err(|error| Diagnostic::error("E0006", format!("`{RUN}` is for `suppose study`: {error}")))?;
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, &record).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(Status::Holds)
}

/// The folder of results.
fn folder(options: &Study) -> PathBuf {
    options.output.clone().unwrap_or_else(|| {
        let stem = options.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        options.file.with_file_name(format!("{stem}-results"))
    })
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    let found = std::fs::canonicalize(path);
    found.map_err(|error| Diagnostic::error("E0001", format!("{}: {error}", path.display())).into())
}

/// This program, to be started again.
fn program() -> Result<PathBuf, Failure> {
    std::env::current_exe().map_err(|error| {
        Diagnostic::error("E0001", format!("this program does not know where it is: {error}")).into()
    })
}

/// The records of a plan; results may have others, of no run that is planned.
fn of_plan(plan: &Plan, results: &Results) -> Vec<Record> {
    plan.runs.iter().filter_map(|run| results.records.get(&run.key).cloned()).collect()
}

/// Has other machines do the runs.
fn elsewhere(
    cluster: &Cluster,
    engine: Engine,
    options: &Study,
    name: &str,
    plan: &Plan,
    mut results: Results,
    session: &Session,
) -> Result<Status, Failure> {
    match engine {
        Engine::Slurm => {
            let jobs = cluster.slurm(name, rounds(plan))?;
            let done = of_plan(plan, &results).len();
            let folder = cluster.folder.to_string_lossy();
            if session.json {
                let fields = json!({
                    "study": name,
                    "folder": folder,
                    "runs": plan.runs.len(),
                    "done": done,
                    "jobs": jobs,
                });
                session.print_json(&fields)?;
            } else {
                let mut out = io::stdout().lock();
                let runs = counted(plan.runs.len() - done, "run");
                writeln!(out, "submitted {runs} as jobs {}; results go to {folder}", jobs.join(", "))?;
                let study = options.file.display();
                writeln!(
                    out,
                    "  if a job is lost, submit the rest: suppose study {study} --output {folder} \
                    --on slurm --resume"
                )?;
            }
            Ok(Status::Holds)
        }
        Engine::Parallel => {
            cluster.parallel(options.hosts.as_deref(), rounds(plan))?;
            results.reread()?;
            let records = of_plan(plan, &results);
            tell(&cluster.folder, name, records, plan.runs.len(), session)
        }
    }
}

/// Writes the tables of what is over, whoever did it.
fn report(folder: &Path, session: &Session) -> Result<Status, Failure> {
    let (header, records, warnings) = finished(folder)?;
    session.warn(&warnings, &suppose::base::SourceMap::new());
    let runs = records.len();
    tell(folder, &header.name, records, runs, session)
}

/// Writes the tables, and says how it ended.
fn tell(
    folder: &Path,
    name: &str,
    mut records: Vec<Record>,
    runs: usize,
    session: &Session,
) -> Result<Status, Failure> {
    table::sort(&mut records);
    let written = write_tables(folder, name, &records)?;
    let done = records.len();
    let unanswered = records.iter().filter(|record| !record.has_answer()).count();
    let failed: Vec<&Record> = records.iter().filter(|record| record.outcome == Outcome::Failed).collect();
    if let Some(first) = failed.first() {
        let why = first.reason.as_deref().unwrap_or_default();
        let subject = &first.subject;
        let which = format!("{} {} {}", subject.system, subject.size, subject.property);
        complain(&format!("{} failed; the first is {which}: {why}", counted(failed.len(), "run")));
    }
    if session.json {
        session.print_json(&json!({
            "study": name,
            "folder": folder.to_string_lossy(),
            "runs": runs,
            "done": done,
            "unanswered": unanswered,
            "failed": failed.len(),
        }))?;
    } else {
        let mut out = io::stdout().lock();
        writeln!(out, "{name}: {done} of {} over, {unanswered} without an answer", counted(runs, "run"))?;
        for path in written {
            writeln!(out, "  {}", path.display())?;
        }
    }
    Ok(if done == runs { Status::Holds } else { Status::Inconclusive })
}

/// Writes everything that is made from records, and says where.
fn write_tables(folder: &Path, name: &str, records: &[Record]) -> Result<Vec<PathBuf>, Failure> {
    let columns = table::columns(records);
    let files = [
        ("runs.csv", table::csv(&columns).into_bytes()),
        ("runs.parquet", parquet(&columns)),
        ("report.html", page::render(name, records).into_bytes()),
    ];
    let mut written = Vec::new();
    for (name, bytes) in files {
        let path = folder.join(name);
        write_whole(&path, &bytes)?;
        written.push(path);
    }
    Ok(written)
}

/// Says that there is more to do.
fn stopped(
    reason: &StopReason,
    progress: Progress,
    options: &Study,
    folder: &Path,
    session: &Session,
) -> Result<Status, Failure> {
    let Progress { done, runs } = progress;
    if session.json {
        return Err(Failure::Stopped(
            reason.clone(),
            json!({ "folder": folder.to_string_lossy(), "runs": runs, "done": done }),
        ));
    }
    let mut out = io::stdout().lock();
    writeln!(out, "stopped ({reason}) with {done} of {} over", counted(runs, "run"))?;
    let elsewhere = options.output.as_ref().map(|folder| format!(" --output {}", folder.display()));
    let (study, elsewhere) = (options.file.display(), elsewhere.unwrap_or_default());
    writeln!(out, "  go on with: suppose study {study}{elsewhere} --resume")?;
    Ok(Status::Inconclusive)
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} runs, {eta} left, {msg}");
    let bar = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn show(bar: &ProgressBar, Progress { done, runs }: Progress, record: Option<&Record>) {
    match record {
        None => {
            bar.set_length(runs as u64);
            bar.set_position(done as u64);
            // What an earlier run did says nothing about how fast this one is.
            bar.reset_eta();
        }
        Some(record) => {
            bar.set_position(done as u64);
            let subject = &record.subject;
            bar.set_message(format!("{} {} {}", subject.system, subject.size, subject.property));
        }
    }
}
