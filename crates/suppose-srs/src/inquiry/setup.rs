//! What the options about reactive systems mean, before anything is explored.

use std::path::PathBuf;

use suppose_base::Diagnostic;
use suppose_inquiry::{Failure, Plan};
use suppose_prove::method::Method;

use super::language::component;
use crate::lang::{ComponentId, Model};
use crate::modular::Direction;

/// The component that is asked about.
pub(super) const COMPONENT: &str = "--component";
/// What it may suppose.
pub(super) const ASSUME: &str = "--assume";
/// How macrosteps are followed.
pub(super) const EXPLORATION: &str = "--exploration";
/// How many microsteps are told apart at first.
pub(super) const MICROSTEPS: &str = "--microsteps";
/// Which way the assumptions of components about each other are found.
pub(super) const ITERATION: &str = "--iteration";

/// All options that only reactive systems know.
pub(super) const OPTIONS: &[&str] = &[COMPONENT, ASSUME, EXPLORATION, MICROSTEPS, ITERATION];

/// The most microsteps that can be told apart at first.
const MOST_MICROSTEPS: u16 = 1000;

/// What a component may suppose of what it receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Nothing.
    Universal,
    /// What the others can send.
    Mined,
    /// What the model says.
    Declared,
    /// Rules of a file.
    File(PathBuf),
}

impl Choice {
    /// What `--assume` means.
    pub(super) fn new(plan: &Plan) -> Self {
        match plan.special(ASSUME) {
            None | Some("mined") => Self::Mined,
            Some("universal") => Self::Universal,
            Some("declared") => Self::Declared,
            Some(path) => Self::File(path.into()),
        }
    }

    /// As the option says it.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Universal => "universal".to_owned(),
            Self::Mined => "mined".to_owned(),
            Self::Declared => "declared".to_owned(),
            Self::File(path) => path.to_string_lossy().into_owned(),
        }
    }
}

/// How components are explored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Exploring {
    /// As de la Riva and Tuya do it, which misses what others send late.
    pub paper: bool,
    /// How many microsteps are told apart at first, if that is said.
    pub microsteps: Option<u16>,
    /// Which way the assumptions of components about each other are found.
    pub direction: Direction,
}

impl Exploring {
    /// What the options mean.
    pub(super) fn new(plan: &Plan) -> Result<Self, Failure> {
        let refused = |what: &str, values: &str, text: &str| {
            let message = format!("`{what}` is {values}, not `{text}`");
            Err(Diagnostic::error("E0006", message).into())
        };
        let paper = match plan.special(EXPLORATION) {
            None | Some("sound") => false,
            Some("paper") => true,
            Some(text) => return refused(EXPLORATION, "`sound` or `paper`", text),
        };
        let direction = match plan.special(ITERATION) {
            None | Some("down") => Direction::Down,
            Some("up") => Direction::Up,
            Some(text) => return refused(ITERATION, "`down` or `up`", text),
        };
        let microsteps = match plan.special(MICROSTEPS) {
            None => None,
            Some(text) => match text.parse() {
                Ok(number @ 1..=MOST_MICROSTEPS) => Some(number),
                _ => return refused(MICROSTEPS, &format!("a number from 1 to {MOST_MICROSTEPS}"), text),
            },
        };
        Ok(Self { paper, microsteps, direction })
    }

    /// The first of these options that is given, for complaints about it.
    pub(super) fn given(plan: &Plan) -> Option<&'static str> {
        [EXPLORATION, MICROSTEPS, ITERATION].into_iter().find(|name| plan.special(name).is_some())
    }
}

/// What the options about reactive systems mean for a model.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// The only component that is asked about, if there is one.
    pub component: Option<ComponentId>,
    pub choice: Choice,
    pub exploring: Exploring,
    pub method: Method,
}

impl Default for Setup {
    fn default() -> Self {
        let (choice, exploring) = (Choice::Mined, Exploring::default());
        Self { component: None, choice, exploring, method: Method::Auto }
    }
}

impl Setup {
    /// What a plan means.
    pub(super) fn new(plan: &Plan, model: &Model) -> Result<Self, Failure> {
        let method = plan.method();
        let setup = Self {
            component: None,
            choice: Choice::new(plan),
            exploring: Exploring::new(plan)?,
            method: if method == Method::Modular { Method::Auto } else { method },
        };
        let modular = plan.special(ASSUME).map(|_| ASSUME).or(Exploring::given(plan));
        if let Some(what) = modular
            && setup.method != Method::Auto
        {
            let message = format!("`{what}` cannot be used with `--method {method}`");
            return Err(Diagnostic::error("E0006", message).into());
        }
        let component = chosen(plan, &setup.choice, model)?;
        Ok(Self { component, ..setup })
    }
}

/// The component that a plan names. Rules of a file are about one.
pub(super) fn chosen(plan: &Plan, choice: &Choice, model: &Model) -> Result<Option<ComponentId>, Failure> {
    let name = plan.special(COMPONENT);
    if let (Choice::File(path), None) = (choice, name) {
        let message = format!("{}: rules are about one component", path.display());
        return Err(Diagnostic::error("E0006", message).help("say which with --component").into());
    }
    name.map(|name| component(model, name)).transpose()
}
