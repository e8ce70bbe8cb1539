//! What is known about an answer of data-flow analysis beside the verdict: constraints, the size of the
//! graph, and a path that proves nothing.

use suppose_ada::Program;
use suppose_base::{ActionTable, Span, counted};
use suppose_inquiry::Extras;

use crate::Constraint;
use crate::tfg::Size;
use crate::verify::PathStep;

/// More constraints than these are only counted in a line.
const LISTED: usize = 6;

/// What an answer was found with.
pub(super) struct FoundWith<'f> {
    pub program: &'f Program,
    /// The constraints in use.
    pub constraints: &'f [Constraint],
    /// The trace flow graph; of a proof by parts the largest one.
    pub size: Size,
    /// How often the property was checked, or the engine ran.
    pub runs: u32,
    /// A path to a violation that is not shown to be an execution.
    pub path: Option<OpenPath>,
}

/// A path to a violation, of which no run is known that takes it.
pub(super) struct OpenPath {
    pub actions: Vec<String>,
    /// Where the steps are written, and who takes them; of a proof by parts nobody knows.
    pub places: Option<Vec<Option<Span>>>,
    pub by: Option<Vec<String>>,
    /// `Some(false)` when no run takes it; `None` when that could not be found out.
    pub feasible: Option<bool>,
}

impl OpenPath {
    /// The path of a check of the whole program.
    pub(super) fn of_steps(
        steps: &[PathStep],
        feasible: Option<bool>,
        program: &Program,
        actions: &ActionTable,
    ) -> Self {
        let who = |step: &PathStep| {
            let names = step.tasks.iter().map(|task| program.tasks[task.0 as usize].name.as_str());
            names.collect::<Vec<_>>().join(", ")
        };
        let places: Vec<Option<Span>> = steps.iter().map(|step| step.spans.first().copied()).collect();
        Self {
            actions: steps.iter().map(|step| actions.name(step.action).to_owned()).collect(),
            places: Some(places).filter(|places| places.iter().any(Option::is_some)),
            by: Some(steps.iter().map(who).collect()),
            feasible,
        }
    }
}

impl FoundWith<'_> {
    /// The same in names, for reports.
    pub(super) fn extras(self) -> Extras {
        let Self { program, constraints, size, runs, path } = self;
        let constraints: Vec<String> = constraints.iter().map(|one| one.name(program)).collect();
        let followed = match constraints.len() {
            0 => "no constraints".to_owned(),
            n if n > LISTED => format!("{n} constraints"),
            _ => constraints.join(", "),
        };
        let mut extras = Extras {
            how: Some(format!("flow with {followed}; {}", counted(size.nodes, "node"))),
            stats: vec![
                ("nodes", size.nodes),
                ("edges", size.edges),
                ("mip_pairs", size.mip_pairs),
                ("runs", u64::from(runs)),
            ],
            constraints: Some(constraints),
            ..by_flow()
        };
        if let Some(OpenPath { actions, places, by, feasible }) = path {
            extras.path = Some(actions);
            extras.path_places = places;
            extras.path_by = by;
            extras.feasible = Some(feasible);
        }
        extras
    }
}

/// Says who decided, and nothing else.
pub(super) fn by_flow() -> Extras {
    Extras { verifier: Some("flow"), ..Extras::default() }
}
