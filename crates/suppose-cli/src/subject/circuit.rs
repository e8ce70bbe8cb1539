//! From files of nets to a design, and from a design to LTSs.
//!
//! The whole is the graph of all nets together and not the product of theirs, which can be much larger. Proofs by parts and mixed systems
//! have a component for each net.

use std::path::Path;
use std::sync::Arc;

use suppose::base::{ActionTable, Budget, Diagnostic, Verdict, closest};
use suppose::fsp::Finish;
use suppose::lts::Origins;
use suppose::lts::{Component, Lts, Role, System};
use suppose::nets::build::state_graph;
use suppose::nets::replay::{Cause, replay};
use suppose::nets::search::search;
use suppose::nets::stg::{self, Against, Inconsistency, Stg};
use suppose::nets::{Design, Failure as Kind, Failures, Fragment, WireId, guarded, system};

use super::{Subject, Target};
use crate::args::{Input, Language};
use crate::input::nets::{self, Gates, NetFile};
use crate::input::{language, stem};
use crate::session::{Failure, Session};

/// A design, and the signal transition graph that it is, if it is one alone.
pub(crate) struct Circuit {
    pub design: Design,
    pub graph: Option<Box<Stg>>,
}

/// Whether all files describe nets.
pub(crate) fn all_nets(paths: &[impl AsRef<Path>], input: &Input) -> bool {
    paths.iter().all(|path| language(path.as_ref(), input).is_ok_and(Language::is_nets))
}

impl Circuit {
    /// The design of some files, all of which describe nets.
    pub(crate) fn read(
        session: &mut Session,
        paths: &[impl AsRef<Path>],
        input: &Input,
    ) -> Result<Self, Failure> {
        let languages = paths.iter().map(|path| language(path.as_ref(), input));
        let languages = languages.collect::<Result<Vec<_>, _>>()?;
        nets::fits(&languages, input)?;
        let mut gates = Gates::new(input);
        let mut files = Vec::with_capacity(paths.len());
        for (path, &language) in paths.iter().zip(&languages) {
            files.push(nets::load(session, path.as_ref(), language, &mut gates)?);
        }
        let names: Vec<String> = paths.iter().map(|path| stem(path.as_ref())).collect();
        for (place, file) in files.iter_mut().enumerate() {
            // A circuit and its environment are often called alike: then their suffixes tell them apart.
            if names.iter().filter(|&name| *name == names[place]).count() > 1
                && let Some(full) = paths[place].as_ref().file_name()
            {
                file.rename_only(&full.to_string_lossy());
            }
        }
        Self::join(session, &names.join(" || "), files)
    }

    /// The design of files that have been read.
    pub(super) fn join(session: &Session, name: &str, files: Vec<NetFile>) -> Result<Self, Failure> {
        let graph = if let [NetFile::Graph(graph)] = &files[..] {
            Some(graph.clone())
        } else {
            for file in &files {
                if let NetFile::Graph(graph) = file {
                    let tests = FEW_TESTS / (graph.net().transitions.len() as u64 + 1);
                    warn_of_inconsistency(graph, session, tests.min(FEW_MARKINGS));
                }
            }
            None
        };
        let fragments: Vec<Fragment> = files.into_iter().map(NetFile::into_fragment).collect();
        let (design, warnings) = Design::join(name, fragments).map_err(Failure::Input)?;
        session.warn(&warnings);
        Ok(Self { design, graph })
    }

    /// Refuses a target that the files do not have.
    pub(crate) fn check_target(&self, target: Target<'_>) -> Result<(), Failure> {
        match target {
            Target::System(wanted) if wanted != self.design.name => {
                let message =
                    format!("`{wanted}` is not defined: the nets make one design, `{}`", self.design.name);
                Err(Diagnostic::error("E0005", message).into())
            }
            _ => Ok(()),
        }
    }

    /// The graph of the whole, or of the net that the target names, as a subject of one component. A whole that is not safe has none.
    pub(super) fn whole(&self, session: &Session, target: Target<'_>) -> Result<Subject, Failure> {
        self.check_target(target)?;
        let design = &self.design;
        let (name, built) = if let Target::Process(wanted) = target {
            let net = self.net(wanted)?;
            let built = state_graph(design, &[net], Failures::STEPS, false, &session.budget)?;
            (wanted.to_owned(), built)
        } else {
            if let Some(graph) = &self.graph {
                warn_of_inconsistency(graph, session, u64::MAX);
            }
            let all: Vec<usize> = (0..design.nets.len()).collect();
            let built = state_graph(design, &all, Failures::of(&[Kind::Safety]), false, &session.budget)?;
            if built.graph.lts.has_error() {
                return Err(not_safe(design, &session.budget).into());
            }
            (design.name.clone(), built)
        };
        let subject = Subject::of_graph(name, built.graph.lts, design.actions.clone());
        Ok(Subject { firings: Some(built.firings), ..subject })
    }

    /// A component for each net, in which failures of some kinds lead to π.
    pub(crate) fn parts(&self, failures: Failures, budget: &Budget) -> Result<Subject, Failure> {
        Ok(Subject::of_system(system(&self.design, failures, budget)?))
    }

    /// A component for each part, in which whatever leads to a failure of some kinds by itself is π: what certificates are about.
    pub(crate) fn guarded(&self, failures: Failures, budget: &Budget) -> Result<Subject, Failure> {
        Ok(Subject::of_system(guarded(&self.design, failures, budget)?))
    }

    fn net(&self, wanted: &str) -> Result<usize, Failure> {
        let names = || self.design.nets.iter().map(|net| net.name.as_str());
        if let Some(net) = names().position(|name| name == wanted) {
            return Ok(net);
        }
        let diagnostic = Diagnostic::error("E0005", format!("there is no net `{wanted}`"));
        Err(match closest(wanted, names()) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")).into(),
            None => diagnostic.into(),
        })
    }
}

/// Markings of a graph beside others in which inconsistency is looked for; its own may be many more than the design has states.
const FEW_MARKINGS: u64 = 1 << 14;

/// Tests of transitions that this may cost.
const FEW_TESTS: u64 = 1 << 26;

fn warn_of_inconsistency(graph: &Stg, session: &Session, most: u64) {
    if session.quiet {
        return;
    }
    let most = session.budget.max_states().map_or(most, |states| states.min(most));
    let budget = session.budget.clone().with_max_states(most);
    if let Verdict::Violated(found) = stg::check(graph, &budget).consistent {
        let (text, steps) = inconsistency(graph, &found);
        let warning = Diagnostic::warning("W0806", format!("the graph is not consistent: {text}"));
        session.warn(&[placed(warning, graph, &found).note(format!("after {}", listed(&steps)))]);
    }
}

impl Subject {
    /// A system that says nothing but what it is.
    pub(crate) fn of_system(system: System) -> Self {
        let origins = vec![Origins::default(); system.components.len()];
        Self {
            system,
            origins,
            progress: Vec::new(),
            finish: Finish::AsIs,
            models: Vec::new(),
            firings: None,
            tasking: None,
        }
    }

    /// A system of one LTS.
    pub(super) fn of_graph(name: String, lts: Lts, actions: ActionTable) -> Self {
        let lts = Arc::new(lts);
        let component = Component { name: name.clone(), lts, role: Role::Component };
        Self::of_system(System { name, actions, components: vec![component], ..System::default() })
    }
}

/// The message about a design that is not safe.
fn not_safe(design: &Design, budget: &Budget) -> Diagnostic {
    let found = search(design, Failures::of(&[Kind::Safety]), budget);
    let run = found.runs.first();
    let replayed = run.and_then(|run| replay(design, run).ok());
    let cause = replayed.as_ref().and_then(|run| run.causes.first().copied());
    let fired = replayed.as_ref().and_then(|run| run.fired.last().copied().flatten());
    let place = fired.and_then(|(net, transition)| design.nets[net].transitions[transition].span);
    let message = match cause {
        Some(Cause::SecondToken(net, place)) => {
            let net = &design.nets[net];
            format!("place `{}` of `{}` can get a second token", net.places[place.index()].name, net.name)
        }
        _ => "a place can get a second token".to_owned(),
    };
    let mut diagnostic = Diagnostic::error("E0807", message)
        .help("`suppose check` shows how; a net that is not safe has no state graph here");
    if let Some(place) = place {
        diagnostic = diagnostic.at(place, "the last step");
    }
    match run {
        Some(run) => {
            let names: Vec<&str> = run.actions.iter().map(|&action| design.actions.name(action)).collect();
            diagnostic.note(format!("after {}", listed(&names)))
        }
        None => diagnostic,
    }
}

/// What is wrong with a graph that is not consistent: a sentence, and a trace that shows it.
pub(crate) fn inconsistency(graph: &Stg, found: &Inconsistency) -> (String, Vec<String>) {
    let name = |signal: &WireId| graph.fragment.wires[signal.index()].name.as_str();
    match found {
        Inconsistency::NoChange { signal, trace, against } => {
            let steps = graph.actions(trace);
            let edge = steps.last().map_or("", String::as_str);
            let before = match against {
                Against::Step(step) => format!("since step {}", step + 1),
                Against::Given(_) => "from the beginning, as the file says".to_owned(),
                Against::Trace(other) => {
                    format!("from the beginning, as {} shows", listed(&graph.actions(other)))
                }
            };
            let value = u8::from(edge.ends_with('+'));
            (format!("{edge} comes when `{}` is {value} already, {before}", name(signal)), steps)
        }
        Inconsistency::TwoValues { signal, first, second } => {
            let (first, second) = (graph.actions(first), graph.actions(second));
            let text = if first.is_empty() {
                format!("the first marking comes again with another value of `{}`", name(signal))
            } else {
                format!("one marking has two values of `{}`, as {} shows too", name(signal), listed(&first))
            };
            (text, second)
        }
    }
}

/// The message with the place of the edge that is one too many.
pub(crate) fn placed(message: Diagnostic, graph: &Stg, found: &Inconsistency) -> Diagnostic {
    let (Inconsistency::NoChange { trace, .. } | Inconsistency::TwoValues { second: trace, .. }) = found;
    match trace.last().and_then(|&transition| graph.net().transitions[transition].span) {
        Some(span) => message.at(span, "the last step"),
        None => message,
    }
}

/// A trace for a message: not too long.
pub(crate) fn listed(names: &[impl AsRef<str>]) -> String {
    const MOST: usize = 24;
    let shown: Vec<&str> = names.iter().take(MOST).map(AsRef::as_ref).collect();
    match names.len() {
        0 => "nothing".to_owned(),
        n if n > MOST => format!("{}, and {} more steps", shown.join(", "), n - MOST),
        _ => shown.join(", "),
    }
}
