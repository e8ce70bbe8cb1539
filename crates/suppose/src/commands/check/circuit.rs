//! `suppose check` for circuits and nets: what can go wrong in a design, and what is asked of a specification.

mod ask;
mod certificate;
mod graph;
mod report;
mod stuck;
mod witness;

use std::path::PathBuf;

use suppose::base::{Diagnostic, StopReason, Verdict};
use suppose::nets::replay::Replayed;
use suppose::nets::vcd::write_vcd;
use suppose::nets::verify::{self, Effort, questions};
use suppose::nets::{Design, Failure as Kind};

use super::Shape;
use crate::args::Check;
use crate::output::{can_be_written, spares, write_whole};
use crate::session::{Failure, Session, Status};
use crate::subject::{Circuit, Target, all_nets};
use graph::{Qualities, Quality};

/// The answer to one question, ready to be shown.
struct Line {
    property: &'static str,
    verdict: Verdict<Shape>,
    /// The method that answered, or should have.
    method: &'static str,
    effort: Effort,
    time_ms: f64,
    /// How the answer was found.
    details: Vec<String>,
    /// What else there is to say.
    notes: Vec<String>,
    /// The run of a violation.
    run: Option<Replayed>,
}

impl Line {
    /// Without anything but the verdict.
    fn new(property: &'static str, verdict: Verdict<Shape>, method: &'static str) -> Self {
        let (effort, details, notes) = (Effort::default(), Vec::new(), Vec::new());
        Self { property, verdict, method, effort, time_ms: 0.0, details, notes, run: None }
    }
}

/// What is asked.
struct Asked {
    kinds: Vec<Kind>,
    qualities: Vec<Quality>,
}

/// Whether the files are nets and nothing but nets is asked about.
pub(super) fn is_meant(options: &Check) -> bool {
    let other = |name: &String| {
        kind(name).is_none() && Quality::named(name).is_none() && std::path::Path::new(name).exists()
    };
    all_nets(&options.files, &options.input) && !options.property.iter().any(other)
}

/// Refuses options about circuits where there is none.
pub(super) fn is_not_meant(options: &Check) -> Result<(), Failure> {
    match options.circuits.given() {
        None => Ok(()),
        Some(what) => {
            let message = format!("{what} is about circuits, and something else is asked about");
            Err(Diagnostic::error("E0006", message).into())
        }
    }
}

pub(super) fn run(options: &Check, session: &mut Session) -> Result<Status, Failure> {
    fits(options)?;
    super::certificate::prepare(options, session)?;
    let circuit = Circuit::read(session, &options.files, &options.input)
        .map_err(|failure| super::report::unanswered(options, failure, session))?;
    circuit.check_target(Target::system(options.system.as_ref()))?;
    let asked = Asked::new(options, &circuit)?;
    let qualities = circuit.graph.as_ref().map(|graph| Qualities::new(graph, session));
    if let Some(qualities) = &qualities
        && !asked.kinds.is_empty()
    {
        qualities.must_be_consistent()?;
    }
    let mut lines = ask::answers(&circuit, &asked.kinds, options, session)?;
    if let Some(qualities) = &qualities {
        lines.extend(asked.qualities.iter().map(|&quality| qualities.line(quality)));
    }
    if options.progress {
        let what = "progress of circuits is not checked by this version";
        let open = Verdict::Inconclusive(StopReason::Unsupported(what.to_owned()));
        lines.push(Line::new("progress", open, options.proving.method().name()));
    }
    let vcd = write_run(options, &circuit.design, &lines, session)?;
    let notes = qualities.filter(|_| options.property.is_empty());
    let certificate = certificate::certify(options, &circuit, &lines, session)?;
    let (design, notes) = (&circuit.design, notes.as_ref());
    let shown = report::Report { options, design, lines: &lines, notes, vcd, certificate };
    status(&lines).once(shown.show(session))
}

impl Asked {
    fn new(options: &Check, circuit: &Circuit) -> Result<Self, Failure> {
        let possible = questions(&circuit.design);
        if options.property.is_empty() {
            return Ok(Self { kinds: possible, qualities: Vec::new() });
        }
        let mut asked = Self { kinds: Vec::new(), qualities: Vec::new() };
        for name in &options.property {
            match (kind(name), Quality::named(name)) {
                (Some(kind), _) => asked.kinds.push(kind),
                (None, Some(quality)) if circuit.graph.is_some() => asked.qualities.push(quality),
                (None, Some(_)) => {
                    let message = format!("{name} is asked of one signal transition graph alone");
                    return Err(Diagnostic::error("E0006", message).help("give one `.g` file").into());
                }
                (None, None) => {
                    let message = format!("`{name}` is neither something to ask about nets nor a file");
                    let mut known: Vec<&str> = possible.iter().map(|kind| kind.name()).collect();
                    if circuit.graph.is_some() {
                        known.extend(Quality::ALL.map(Quality::name));
                    }
                    let note = format!("properties are: {}", known.join(", "));
                    return Err(Diagnostic::error("E0005", message).note(note).into());
                }
            }
        }
        if options.deadlock {
            asked.kinds.push(Kind::Deadlock);
        }
        asked.kinds.sort_unstable();
        asked.kinds.dedup();
        asked.qualities.sort_unstable();
        asked.qualities.dedup();
        Ok(asked)
    }
}

/// The kind of failure of a name.
fn kind(name: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.name() == name)
}

/// Refuses options that do not go with circuits or with each other, before anything is read.
fn fits(options: &Check) -> Result<(), Failure> {
    use suppose::prove::method::Method;
    let refused = |message: String, help: &str| Err(Diagnostic::error("E0006", message).help(help).into());
    let circuits = &options.circuits;
    let method = options.proving.method();
    let by_nets = matches!(method, Method::Auto | Method::Minimise | Method::Refine);
    let about_parts = [
        ("--refinement", circuits.refinement.is_some()),
        ("--reduction", circuits.reduction.is_some()),
        ("--k", circuits.k.is_some()),
    ];
    if !by_nets && let Some((what, _)) = about_parts.iter().find(|(_, given)| *given) {
        return refused(
            format!("{what} does not go with --method {method}"),
            "use --method refine or minimise, or leave --method out",
        );
    }
    let Some(path) = &circuits.vcd else { return Ok(()) };
    can_be_written(path)?;
    spares("--vcd", path, options.files.iter().map(PathBuf::as_path))
}

/// Writes the run of the first violation that has one.
fn write_run<'o>(
    options: &'o Check,
    design: &Design,
    lines: &[Line],
    session: &Session,
) -> Result<Option<&'o std::path::Path>, Failure> {
    let Some(path) = &options.circuits.vcd else { return Ok(None) };
    let Some(run) = lines.iter().find_map(|line| line.run.as_ref()) else { return Ok(None) };
    let wires = witness::wires(design, run, session.verbose);
    let text = write_vcd(design, &run.snapshots, &wires);
    write_whole(path, |out| Ok(std::io::Write::write_all(out, text.as_bytes())?))?;
    Ok(Some(path))
}

fn status(lines: &[Line]) -> Status {
    lines.iter().map(|line| Status::of(&line.verdict)).max().unwrap_or(Status::Holds)
}

/// What the options say about proofs that know about nets.
fn verify_options(options: &Check, method: verify::Method, session: &Session) -> verify::Options {
    let defaults = verify::Options::default();
    let circuits = &options.circuits;
    verify::Options {
        method,
        refinement: circuits.refinement.map_or(defaults.refinement, Into::into),
        reduction: circuits.reduction,
        k: circuits.k.map_or(defaults.k, usize::from),
        record: session.verbose,
        ..defaults
    }
}
