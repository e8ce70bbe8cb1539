//! From a plan to the way in which each question about a system of LTSs is answered.

use suppose_base::Diagnostic;
use suppose_lts::check::Question;
use suppose_lts::{Component, Role, System};
use suppose_prove::method::{Method, Options};
use suppose_prove::rule::RuleKind;
use suppose_prove::{Task, interface};

use super::{SystemInquiry, parts};
use crate::{Alphabet, Failure, Plan};

/// A plan with its parts found.
#[derive(Clone, Debug)]
pub struct Approach {
    options: Options,
    /// The split as it was written.
    text: Option<String>,
}

impl Approach {
    /// What a plan means for a system.
    ///
    /// # Errors
    /// When its split is not one of the system.
    pub fn new(plan: &Plan, inquiry: &SystemInquiry) -> Result<Self, Failure> {
        let parts = plan.split.as_ref().map(|text| parts(text, inquiry)).transpose()?;
        if let Some(parts) = &parts {
            two_parts_where_needed(plan, parts.len())?;
        }
        let defaults = Options::default();
        let options = Options {
            method: plan.method(),
            rule: plan.rule.unwrap_or(defaults.rule),
            parts,
            units: Some(inquiry.unit_members()),
            learner: plan.learner.unwrap_or(defaults.learner),
            refine_alphabet: plan.alphabet == Some(Alphabet::Refine),
            smallest: plan.minimal,
            threads: plan.threads,
            methods: plan.methods.clone(),
        };
        Ok(Self { options, text: plan.split.clone() })
    }

    /// The method.
    pub fn method(&self) -> Method {
        self.options.method
    }

    /// The same with these parts.
    pub(super) fn with_parts(&self, parts: Vec<Vec<usize>>) -> Options {
        Options { parts: Some(parts), ..self.options.clone() }
    }

    /// How to answer one question. The parts of a split are turned as the rule asks for; a component that is
    /// asked about itself is in none.
    ///
    /// # Errors
    /// When nothing can be supposed because the parts share no action.
    pub fn for_question(&self, system: &System, question: Question) -> Result<Options, Failure> {
        let mut options = self.options.clone();
        let (Some(parts), Question::Safe(watched)) = (&mut options.parts, question) else {
            return Ok(options);
        };
        let component = &system.components[watched];
        for part in parts.iter_mut() {
            part.retain(|&i| i != watched);
        }
        if options.rule == RuleKind::Conjunction {
            turn(component, parts, system);
        }
        let is_chain = matches!(options.rule, RuleKind::Asymmetric | RuleKind::Chain);
        if is_chain
            && component.role == Role::Property
            && let Ok(task) = Task::new(system, question)
            && interface(&task, &parts[0], &parts[1..].concat()).is_empty()
        {
            let first: Vec<&str> = parts[0].iter().map(|&i| system.components[i].name.as_str()).collect();
            let text = self.text.as_deref().unwrap_or_default();
            let message = format!(
                "in the split `{text}` the first part and {} share no action with the rest",
                component.name
            );
            let note = "the rest can neither help nor harm, so there is nothing to suppose of it";
            let help = format!("check {} alone, or split in another way", first.join(", "));
            return Err(Diagnostic::error("E0707", message).note(note).help(help).into());
        }
        Ok(options)
    }
}

/// Puts that one of two parts first which knows more of a component's actions.
pub fn turn(component: &Component, parts: &mut [Vec<usize>], system: &System) {
    let shared = |part: &[usize]| {
        let is_known = |&&a: &&_| part.iter().any(|&i| system.components[i].lts.has_action(a));
        component.lts.alphabet().iter().filter(is_known).count()
    };
    if shared(&parts[1]) > shared(&parts[0]) {
        parts.swap(0, 1);
    }
}

/// Refuses more or fewer than two parts where there must be two.
///
/// # Errors
/// Says who needs two.
pub fn two_parts_where_needed(plan: &Plan, parts: usize) -> Result<(), Failure> {
    let who = match (plan.method(), plan.rule) {
        (_, Some(rule @ (RuleKind::Alternating | RuleKind::Conjunction))) => format!("the rule `{rule}`"),
        _ if plan.minimal => "--minimal".to_owned(),
        (method @ (Method::Direct | Method::Lazy), _) => format!("the method `{method}`"),
        _ => return Ok(()),
    };
    if parts == 2 {
        return Ok(());
    }
    let message = format!("{who} has exactly two parts; the split has {parts}");
    let help = "for more parts use --method learn, with --rule chain, sym or circ";
    Err(Diagnostic::error("E0706", message).help(help).into())
}
