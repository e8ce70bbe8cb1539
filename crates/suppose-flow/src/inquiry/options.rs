//! From a plan to the way in which data-flow analysis answers.

use suppose_ada::Program;
use suppose_base::Diagnostic;
use suppose_inquiry::system::{SystemInquiry, parts, two_parts_where_needed};
use suppose_inquiry::{Alphabet, Failure, Plan};
use suppose_prove::learn;
use suppose_prove::method::Method;
use suppose_prove::rule::RuleKind;

use super::constraints;
use crate::learn::Constraints;

/// What a plan means for a program.
pub(super) struct Options {
    /// What is followed beside the property.
    pub constraints: Constraints,
    /// How it is proved by parts, if it is.
    pub by_parts: Option<Parts>,
}

/// The parts of a program, and how assumptions about them are learned.
pub(super) struct Parts {
    /// For each part its components, in the order of the rule.
    pub members: Vec<Vec<usize>>,
    pub learning: learn::Options,
}

impl Options {
    /// What a plan means for a program that was lowered to a system, or to its outline.
    pub(super) fn new(plan: &Plan, program: &Program, system: &SystemInquiry) -> Result<Self, Failure> {
        validate(plan)?;
        let constraints = constraints::read(plan.specials(constraints::OPTION), program)?;
        let split = plan.split.as_deref().filter(|_| plan.method() == Method::Learn);
        let by_parts = split.map(|text| Parts::new(text, plan, program, system)).transpose()?;
        Ok(Self { constraints, by_parts })
    }
}

/// Refuses what data-flow analysis cannot do.
fn validate(plan: &Plan) -> Result<(), Failure> {
    let refused =
        |message: String, help: &str| Err(Diagnostic::error("E0006", message).help(help.to_owned()).into());
    let method = plan.method();
    if !matches!(method, Method::Auto | Method::Monolithic | Method::Learn) {
        let message = format!("`--method {method}` cannot be used with `--verifier flow`");
        return refused(message, "use --method monolithic or learn");
    }
    if plan.minimal {
        let message = "`--minimal` cannot be used with `--verifier flow`".to_owned();
        return refused(message, "leave --verifier out: LTSs can do that");
    }
    if method == Method::Learn && plan.split.is_none() {
        let message = "`--method learn` with `--verifier flow` needs the parts".to_owned();
        return refused(message, "name them with --split 'A,B | C'");
    }
    Ok(())
}

impl Parts {
    fn new(text: &str, plan: &Plan, program: &Program, system: &SystemInquiry) -> Result<Self, Failure> {
        let members = parts(text, system)?;
        two_parts_where_needed(plan, members.len())?;
        every_part_has_a_task(text, &members, program, system)?;
        let defaults = learn::Options::default();
        let rule = match plan.rule.unwrap_or(defaults.rule) {
            RuleKind::Asymmetric if members.len() != 2 => RuleKind::Chain,
            rule => rule,
        };
        let learning = learn::Options {
            learner: plan.learner.unwrap_or(defaults.learner),
            rule,
            refine_alphabet: plan.alphabet == Some(Alphabet::Refine),
        };
        Ok(Self { members, learning })
    }
}

/// Refuses a part without tasks: variables alone do nothing.
fn every_part_has_a_task(
    text: &str,
    parts: &[Vec<usize>],
    program: &Program,
    system: &SystemInquiry,
) -> Result<(), Failure> {
    let components = &system.system.components;
    let is_task = |&place: &usize| program.tasks.iter().any(|task| task.name == components[place].name);
    let has_task = |part: &Vec<usize>| part.iter().any(is_task);
    let Some(place) = parts.iter().position(|part| !has_task(part)) else { return Ok(()) };
    let message = format!("part {} of the split `{text}` has no task", place + 1);
    let help = "data-flow analysis follows the code of tasks; name one in every part";
    Err(Diagnostic::error("E0705", message).help(help).into())
}
