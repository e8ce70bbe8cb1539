//! `suppose check` for synchronous reactive systems: properties of components under what may be supposed of the others, and of the whole.

mod ask;
mod certificate;
mod look;
mod lts;
mod report;
mod steps;
mod whole;

use suppose::base::{Diagnostic, StopReason, Verdict, closest};
use suppose::lang::srs::{ComponentId, Model};
use suppose::prove::method;

use super::Shape;
use crate::args::Check;
use crate::input::reactive::{component, is_meant as is_reactive, load, only};
use crate::reactive::{Choice, Supposing};
use crate::session::{Failure, Session, Status};

/// Whether every macrostep ends.
const TERMINATION: &str = "termination";
/// Whether no event gets two values at once.
const VALUES: &str = "values";
/// Whether the rest of the system does what was supposed.
const ASSUMPTION: &str = "assumption";

/// The answer to one question, ready to be shown.
struct Line {
    property: String,
    /// The component that it is about, if it is about one.
    component: Option<ComponentId>,
    verdict: Verdict<Shape>,
    method: &'static str,
    /// What was supposed, if something was.
    assume: Option<String>,
    /// What never happens, when the property holds for want of an occasion.
    vacuous: Option<String>,
    survives: Survival,
    /// How many machines mattered, and in how many stable states they can be.
    reached: Option<(usize, f64)>,
    time_ms: f64,
    /// How it was proved, if that was by LTSs.
    proved: Option<Box<lts::Proved>>,
}

/// Whether a violation under an assumption is one of the whole system.
enum Survival {
    /// There is no such question.
    NotAsked,
    /// It is real.
    Real,
    /// It is a false positive.
    Spurious,
    /// It could not be decided.
    Unknown(StopReason),
}

impl Line {
    fn new(
        property: String,
        component: Option<ComponentId>,
        verdict: Verdict<Shape>,
        method: &'static str,
    ) -> Self {
        Self {
            property,
            component,
            verdict,
            method,
            assume: None,
            vacuous: None,
            survives: Survival::NotAsked,
            reached: None,
            time_ms: 0.0,
            proved: None,
        }
    }
}

/// How much of some machines was reached.
struct Coverage {
    /// How many stable states there are.
    stable: f64,
    /// How many states of machines there are.
    states: usize,
    /// States that no machine was ever in.
    never_in: Vec<String>,
    /// How many transitions there are.
    transitions: usize,
    /// Transitions that were never taken.
    never_taken: Vec<String>,
}

/// What is asked.
struct Asked {
    /// Properties by component; components without any are there for how much of them is reached.
    properties: Vec<(ComponentId, Vec<usize>)>,
    /// Whether macrosteps are asked about without being named: then `termination` and `values` have a line
    /// unless they hold.
    others: bool,
    /// What is asked for by name that is no property of a component.
    further: Vec<&'static str>,
}

/// Whether a reactive system is asked about.
pub(super) fn is_meant(options: &Check) -> bool {
    is_reactive(&options.files, &options.input)
}

/// Refuses options about reactive systems where there is none.
pub(super) fn is_not_meant(options: &Check) -> Result<(), Failure> {
    match options.reactive.given().or(options.exploring.given()) {
        None => Ok(()),
        Some(what) => {
            let message = format!("{what} is about reactive systems, and something else is asked about");
            Err(Diagnostic::error("E0006", message).into())
        }
    }
}

pub(super) fn run(options: &Check, session: &mut Session) -> Result<Status, Failure> {
    fits(options)?;
    let path = only(&options.files)?;
    super::certificate::prepare(options, session)?;
    let choice = Choice::new(options.reactive.assume.as_ref());
    choice.needs_component(options.reactive.component.as_ref())?;
    let model =
        load(session, path).map_err(|failure| super::report::unanswered(options, failure, session))?;
    if let Some(wanted) = options.system.as_ref().filter(|&wanted| *wanted != model.name) {
        let message = format!("`{wanted}` is not defined: the file holds one system, `{}`", model.name);
        return Err(Diagnostic::error("E0005", message).into());
    }
    let asked = Asked::new(options, &model)?;
    let given = match &choice {
        Choice::Declared => {
            asked.properties.iter().any(|(id, _)| !model.component(*id).assumption.rules.is_empty())
        }
        Choice::File(_) => true,
        Choice::Universal | Choice::Mined => false,
    };
    if asked.wants(ASSUMPTION) && !given {
        let message = "`assumption` is about rules that are supposed, and none are given".to_owned();
        let help = "give them with --assume FILE, or --assume declared";
        return Err(Diagnostic::error("E0006", message).help(help).into());
    }
    let certified = certificate::wanted(options, &asked)?;
    let mut answers = match options.proving.method() {
        method::Method::Monolithic => whole::answers(&model, &asked, session),
        method::Method::Auto => {
            let supposing = Supposing::new(&model, choice, &options.exploring);
            ask::answers(supposing, &asked, options.reactive.component.is_none(), session)?
        }
        _ => lts::answers(options, &model, &asked, session)?,
    };
    let written = certificate::write(options, &model, certified, &mut answers, session)?;
    let shown = report::Report { options, model: &model, answers: &answers, written };
    status(&answers.lines).once(shown.show(session))
}

/// Refuses options that do not go with reactive systems or with each other.
fn fits(options: &Check) -> Result<(), Failure> {
    let refused = |message: String| Err(Diagnostic::error("E0006", message).into());
    let others = [
        ("--deadlock", options.deadlock),
        ("--progress", options.progress),
        ("--library", options.input.library.is_some()),
        ("--top", options.input.top.is_some()),
    ];
    let other = others.iter().find(|(_, given)| *given).map(|&(name, _)| name);
    if let Some(what) = other.or(options.circuits.given()) {
        return refused(format!("{what} does not go with reactive systems"));
    }
    let method = options.proving.method();
    let modular = options.reactive.assume.as_ref().map(|_| "--assume").or(options.exploring.given());
    match modular {
        Some(what) if method != method::Method::Auto => {
            refused(format!("{what} does not go with --method {method}"))
        }
        _ => Ok(()),
    }
}

impl Asked {
    fn new(options: &Check, model: &Model) -> Result<Self, Failure> {
        let chosen = match &options.reactive.component {
            Some(name) => vec![component(model, name)?],
            None => (0..model.components.len()).map(ComponentId::at).collect(),
        };
        let all = |id: &ComponentId| (*id, (0..model.component(*id).properties.len()).collect::<Vec<_>>());
        if options.property.is_empty() {
            let properties = chosen.iter().map(all).collect();
            return Ok(Self { properties, others: true, further: Vec::new() });
        }
        let mut properties: Vec<(ComponentId, Vec<usize>)> =
            chosen.iter().map(|&id| (id, Vec::new())).collect();
        let mut further = Vec::new();
        for name in &options.property {
            let mut found = false;
            for (id, list) in &mut properties {
                let component = model.component(*id);
                let local = name.strip_prefix(&format!("{}.", component.name)).unwrap_or(name);
                let places = component.properties.iter().enumerate();
                let named = places.filter(|(_, property)| property.name == *name || property.name == local);
                let before = list.len();
                list.extend(named.map(|(place, _)| place));
                found |= list.len() > before;
            }
            if found {
                continue;
            }
            match [TERMINATION, VALUES, ASSUMPTION].into_iter().find(|known| known == name) {
                Some(known) => further.push(known),
                None => return Err(unknown(model, &chosen, name)),
            }
        }
        for (_, list) in &mut properties {
            list.sort_unstable();
            list.dedup();
        }
        if further.is_empty() {
            properties.retain(|(_, list)| !list.is_empty());
        }
        Ok(Self { properties, others: false, further })
    }

    /// Whether something that is no property of a component is asked for by name.
    fn wants(&self, name: &str) -> bool {
        self.further.contains(&name)
    }

    /// Whether a verdict about macrosteps has a line. What holds and was not asked for by name has none.
    fn shows(&self, name: &str, verdict: &Verdict<Shape>) -> bool {
        self.wants(name) || self.others && !verdict.holds()
    }

    /// How a property is called: with its component where that is needed to tell it from another one.
    fn name(model: &Model, component: ComponentId, property: usize) -> String {
        let part = model.component(component);
        let name = &part.properties[property].name;
        let has_it =
            |other: &&suppose::lang::srs::Component| other.properties.iter().any(|p| p.name == *name);
        if model.components.iter().filter(has_it).count() > 1 {
            format!("{}.{name}", part.name)
        } else {
            name.clone()
        }
    }
}

fn unknown(model: &Model, chosen: &[ComponentId], name: &str) -> Failure {
    let parts = chosen.iter().flat_map(|&id| &model.component(id).properties);
    let known: Vec<&str> =
        parts.map(|property| property.name.as_str()).chain([TERMINATION, VALUES]).collect();
    let place = match chosen {
        [only] => format!("component {}", model.component(*only).name),
        _ => "the system".to_owned(),
    };
    let diagnostic = Diagnostic::error("E0005", format!("{place} has no property `{name}`"));
    match closest(name, known.iter().copied()) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")).into(),
        None if known.len() > 30 => diagnostic.into(),
        None => diagnostic.note(format!("properties are: {}", known.join(", "))).into(),
    }
}

fn status(lines: &[Line]) -> Status {
    let one = |line: &Line| match line.verdict {
        Verdict::Holds => Status::Holds,
        Verdict::Inconclusive(_) => Status::Inconclusive,
        Verdict::Violated(_) => Status::Violated,
    };
    lines.iter().map(one).max().unwrap_or(Status::Holds)
}
