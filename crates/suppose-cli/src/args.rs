//! The options of the command line. Their meaning is a contract that scripts rely on; see the book.

mod circuits;
mod input;
mod proving;
pub(crate) mod reactive;
mod study;
mod tasking;

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use suppose::{LTS_FORMATS, LtsFormat};

pub(crate) use circuits::Circuits;
pub(crate) use input::Input;
pub(crate) use proving::Proving;
use proving::learners;
pub(crate) use reactive::{Exploring, Mine, Reactive};
pub(crate) use study::{Engine, Study};
pub(crate) use tasking::Tasking;

/// Finds out what a component must suppose of its environment, and proves or refutes properties of systems.
#[derive(Parser)]
#[command(
    name = "suppose",
    version,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub common: Common,
}

/// Options that every command has.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// Print one JSON object on standard output and nothing else there.
    #[arg(long, global = true)]
    pub json: bool,
    /// Stop after this many seconds.
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<std::time::Duration>,
    /// Stop when a single search or construction needs more states.
    #[arg(long, global = true, value_name = "N")]
    pub max_states: Option<u64>,
    /// Stop when more memory is needed.
    #[arg(long, global = true, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub max_memory: Option<u64>,
    /// Threads to search with; results do not depend on it [default: one for each core]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Seed of everything random. Nothing in this version is random, so it changes nothing yet.
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Say less: no progress, no warnings.
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Say more.
    #[arg(short, long, global = true)]
    pub verbose: bool,
    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: When,
}

/// The formats of reports by name.
fn formats() -> impl TypedValueParser<Value = &'static dyn suppose::report::Format> {
    use suppose::report::{FORMATS, format};
    let values = FORMATS.iter().map(|format| PossibleValue::new(format.name()).help(format.about()));
    PossibleValuesParser::new(values).try_map(|name| format(&name).ok_or("there is no such format"))
}

fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if seconds.is_nan() || seconds < 0.0 {
        return Err("not a length of time".to_owned());
    }
    // More seconds than a duration can hold are as good as all of them.
    Ok(std::time::Duration::try_from_secs_f64(seconds).unwrap_or(std::time::Duration::MAX))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    Always,
    Never,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Build the LTS of a process or of the composed target, and print or write it.
    Compile(Compile),
    /// Build the LTS of the target and minimise it.
    Reduce(Reduce),
    /// Compare two systems, with a trace that tells them apart.
    Compare(Compare),
    /// Check properties, deadlock and progress.
    Check(Check),
    /// Find out what components need of their environment: the weakest assumption under which a property
    /// holds.
    Assume(Assume),
    /// Prove a certificate again with the independent checker.
    Certify(Certify),
    /// Find out whether it pays to prove a system by parts: which decompositions there are, which is likely to be
    /// the cheapest, and what they cost.
    Decompose(Decompose),
    /// Find rules about what a component of a reactive system receives.
    Mine(Mine),
    /// Translate the composed target into another format.
    Export(Export),
    /// Run a study: systems, sizes, properties, verifiers, methods and decompositions, each run in a process of
    /// its own.
    Study(Study),
    /// One run of a study: what to do comes on standard input.
    #[command(hide = true)]
    StudyRun,
    /// Print a built-in model of any size, or list them all.
    Model(Model),
    /// Explain a diagnostic code, or list them all.
    Explain(Explain),
    /// Print a completion script for a shell.
    Completions(Completions),
}

impl Command {
    /// Its name, as on the command line.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Compile(_) => "compile",
            Self::Reduce(_) => "reduce",
            Self::Compare(_) => "compare",
            Self::Check(_) => "check",
            Self::Assume(_) => "assume",
            Self::Certify(_) => "certify",
            Self::Decompose(_) => "decompose",
            Self::Mine(_) => "mine",
            Self::Export(_) => "export",
            Self::Study(_) => "study",
            Self::StudyRun => "study-run",
            Self::Model(_) => "model",
            Self::Explain(_) => "explain",
            Self::Completions(_) => "completions",
        }
    }

    /// The file it is about, the first one if there are several; empty for commands about none.
    pub(crate) fn file(&self) -> String {
        let path = match self {
            Self::Compile(options) => options.files.first(),
            Self::Reduce(options) => options.files.first(),
            Self::Compare(options) => Some(&options.left),
            Self::Check(options) => options.files.first(),
            Self::Assume(options) => options.files.first(),
            Self::Certify(options) => Some(&options.file),
            Self::Decompose(options) => options.files.first(),
            Self::Mine(options) => Some(&options.file),
            Self::Export(options) => options.files.first(),
            Self::Study(options) => Some(&options.file),
            Self::StudyRun | Self::Model(_) | Self::Explain(_) | Self::Completions(_) => None,
        };
        path.map_or_else(String::new, |path| path.to_string_lossy().into_owned())
    }
}

#[derive(Debug, Args)]
pub(crate) struct Compile {
    /// The file; `-` is standard input. Several make one system.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The target [default: the composite DEFAULT, else the last composite, else the only process].
    #[arg(long, value_name = "NAME")]
    pub system: Option<String>,
    /// Build this process, net or component of a reactive system alone.
    #[arg(long, visible_alias = "component", value_name = "NAME", conflicts_with = "system")]
    pub process: Option<String>,
    /// Where to write the LTS; the suffix tells the format: aut, dot, fsp, lts, json or svg.
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub input: Input,
}

#[derive(Debug, Args)]
pub(crate) struct Reduce {
    /// The file; `-` is standard input. Several make one system.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The equivalence to keep.
    #[arg(long, value_enum, value_name = "RELATION")]
    pub by: Relation,
    /// The target.
    #[arg(long, value_name = "NAME")]
    pub system: Option<String>,
    /// Reduce this process, net or component of a reactive system alone.
    #[arg(long, visible_alias = "component", value_name = "NAME", conflicts_with = "system")]
    pub process: Option<String>,
    /// Where to write the LTS; the suffix tells the format.
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub input: Input,
}

/// An equivalence, or inclusion of traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Relation {
    Strong,
    Branching,
    Weak,
    Trace,
}

impl From<Comparing> for suppose::Comparing {
    fn from(by: Comparing) -> Self {
        use suppose::lts::reduce::Relation;
        match by {
            Comparing::Strong => Self::Equivalence(Relation::Strong),
            Comparing::Branching => Self::Equivalence(Relation::Branching),
            Comparing::Weak => Self::Equivalence(Relation::Weak),
            Comparing::Trace => Self::Equivalence(Relation::Trace),
            Comparing::TraceInclusion => Self::TraceInclusion,
        }
    }
}

impl From<Relation> for suppose::lts::reduce::Relation {
    fn from(relation: Relation) -> Self {
        match relation {
            Relation::Strong => Self::Strong,
            Relation::Branching => Self::Branching,
            Relation::Weak => Self::Weak,
            Relation::Trace => Self::Trace,
        }
    }
}

/// What `compare` compares by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Comparing {
    Strong,
    Branching,
    Weak,
    Trace,
    /// Is every trace of A one of B?
    TraceInclusion,
}

#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// The first file.
    pub left: PathBuf,
    /// The second file.
    pub right: PathBuf,
    /// The relation.
    #[arg(long, value_enum, value_name = "RELATION")]
    pub by: Comparing,
    /// The target in the first file, and with --right-system in the second.
    #[arg(long, value_name = "NAME")]
    pub system: Option<String>,
    /// The target in the second file [default: as in the first, if it has one of that name].
    #[arg(long, value_name = "NAME")]
    pub right_system: Option<String>,
    #[command(flatten)]
    pub input: Input,
}

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Check {
    /// The files; several make one system of which each is a component.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The target.
    #[arg(long, value_name = "NAME")]
    pub system: Option<String>,
    /// A property to check: its name, or a file whose target it is; for circuits a kind of failure; for
    /// reactive systems also `termination` and `values` [default: all].
    #[arg(long, value_name = "NAME|FILE")]
    pub property: Vec<String>,
    /// Look for deadlocks too.
    #[arg(long)]
    pub deadlock: bool,
    /// Check progress too.
    #[arg(long)]
    pub progress: bool,
    /// Check everything: every declared property, progress and assertion, and deadlock.
    #[arg(long)]
    pub all: bool,
    /// The files are separate systems, each with a report of its own.
    #[arg(long)]
    pub each: bool,
    /// Treat warnings as errors: exit code 2.
    #[arg(long)]
    pub deny_warnings: bool,
    /// How to report; `--json` is `--format json` [default: text].
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub format: Option<&'static dyn suppose::report::Format>,
    #[command(flatten)]
    pub proving: Proving,
    #[command(flatten)]
    pub tasking: Tasking,
    #[command(flatten)]
    pub circuits: Circuits,
    #[command(flatten)]
    pub reactive: Reactive,
    #[command(flatten)]
    pub exploring: Exploring,
    #[command(flatten)]
    pub input: Input,
}

#[derive(Debug, Args)]
pub(crate) struct Certify {
    /// The certificate.
    pub file: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct Decompose {
    /// The files; several make one system of which each is a component.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The target.
    #[arg(long, value_name = "NAME")]
    pub system: Option<String>,
    /// A property: its name, or a file whose target it is [default: all].
    #[arg(long, value_name = "NAME|FILE")]
    pub property: Vec<String>,
    /// Measure all decompositions into two parts, those that differ in names only just once.
    #[arg(long)]
    pub all: bool,
    /// Measure the N most promising ones only.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub limit: Option<u16>,
    /// The learner [default: rivest-schapire].
    #[arg(long, value_name = "LEARNER", value_parser = learners())]
    pub learner: Option<suppose::learn::Kind>,
    #[command(flatten)]
    pub tasking: Tasking,
    #[command(flatten)]
    pub input: Input,
}

#[derive(Debug, Args)]
pub(crate) struct Assume {
    /// The files; several make one system of which each is a component.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The target.
    #[arg(long, value_name = "NAME")]
    pub system: Option<String>,
    /// The components, separated by commas; the rest of the target is their environment [default: the only
    /// one].
    #[arg(long, value_name = "A,B")]
    pub component: Option<String>,
    /// The property: its name, or a file whose target it is; for circuits also a kind of failure [default:
    /// the only one].
    #[arg(long, value_name = "NAME|FILE")]
    pub property: Option<String>,
    /// The actions of the environment, separated by commas; `b.*` means all that begin with `b.` [default:
    /// what the rest of the target shares with the components or the property; without a rest, all that are
    /// not hidden].
    #[arg(long, value_name = "ACTIONS")]
    pub interface: Option<String>,
    /// How to find the assumption.
    #[arg(long, value_enum, default_value = "direct", value_name = "WAY")]
    pub by: Way,
    /// The learner, with --by learn [default: rivest-schapire].
    #[arg(long, value_name = "LEARNER", value_parser = learners())]
    pub learner: Option<suppose::learn::Kind>,
    /// Who decides, with --by learn, whether a conjecture forbids too much [default: exact].
    #[arg(long, value_enum, value_name = "ORACLE")]
    pub oracle: Option<Oracle>,
    /// With --oracle w or wp: how many states more the assumption may have for the tests to find out
    /// [default: 2].
    #[arg(long, value_name = "N")]
    pub extra: Option<usize>,
    /// The assumption must also leave the components something to do.
    #[arg(long)]
    pub deadlock_free: bool,
    /// Where to write the assumption; the suffix tells the format: aut, dot, fsp, lts, json or svg.
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub input: Input,
}

/// How to find an assumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Way {
    /// Build it.
    Direct,
    /// Learn it.
    Learn,
}

/// Who decides whether a conjecture forbids something harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Oracle {
    /// A comparison with the components.
    Exact,
    /// Tests by the W-method.
    W,
    /// Tests by the partial W-method.
    Wp,
}

#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The file; `-` is standard input. Several make one system.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The format.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: Format,
    /// The target.
    #[arg(long, value_name = "NAME")]
    pub system: Option<String>,
    /// To Promela: the property to assert.
    #[arg(long, value_name = "NAME")]
    pub property: Option<String>,
    #[command(flatten)]
    pub reactive: Reactive,
    /// Where to write [default: standard output].
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub input: Input,
}

/// An output format.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Format {
    /// For SPIN; of reactive systems.
    Promela,
    /// The text of a reactive system, laid out anew.
    Srs,
    /// A format of the library.
    Lts(&'static LtsFormat),
    /// Drawn by Graphviz, if it is installed.
    Svg,
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Format>> = LazyLock::new(|| {
            let formats = LTS_FORMATS.iter().map(Format::Lts);
            [Format::Promela, Format::Srs].into_iter().chain(formats).chain([Format::Svg]).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Promela => PossibleValue::new("promela").help("For SPIN; of reactive systems"),
            Self::Srs => PossibleValue::new("srs").help("The text of a reactive system, laid out anew"),
            Self::Lts(format) => PossibleValue::new(format.name),
            Self::Svg => PossibleValue::new("svg").help("Drawn by Graphviz, if it is installed"),
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct Model {
    /// Its name; without one, or with `list`, all of them are listed.
    pub name: Option<String>,
    /// How many cells or pumps it has.
    #[arg(long, value_name = "N")]
    pub size: Option<u32>,
    /// Where to write it [default: standard output].
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// The code, such as E0201.
    pub code: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell.
    pub shell: Shell,
}
