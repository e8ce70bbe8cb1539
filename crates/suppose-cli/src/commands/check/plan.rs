//! From options to the way in which each question is answered.

use suppose::base::Diagnostic;
use suppose::lts::check::Question;
use suppose::lts::{Component, Role, System};
use suppose::prove::Task;
use suppose::prove::method::{Method, Options};
use suppose::prove::rule::RuleKind;
use suppose::prove::sides::interface;

use super::split;
use crate::args::{Alphabet, Proving, Rule};
use crate::session::{Failure, Session};
use crate::subject::Subject;

/// How to answer.
pub(super) struct Plan {
    options: Options,
    /// Whether the parts were given by the user.
    text: Option<String>,
}

impl Plan {
    /// What the options ask for, with the parts of `--split`.
    pub(super) fn new(proving: &Proving, subject: &Subject, session: &Session) -> Result<Self, Failure> {
        let parts = proving.split.as_ref().map(|text| split::parts(text, subject)).transpose()?;
        if let Some(parts) = &parts {
            two_parts_where_needed(proving, parts.len())?;
        }
        let defaults = Options::default();
        let options = Options {
            method: proving.method(),
            rule: proving.rule.map_or(defaults.rule, RuleKind::from),
            parts,
            learner: proving.learner.unwrap_or(defaults.learner),
            refine_alphabet: proving.alphabet == Some(Alphabet::Refine),
            smallest: proving.minimal,
            threads: session.threads,
        };
        Ok(Self { options, text: proving.split.clone() })
    }

    /// The method.
    pub(super) fn method(&self) -> Method {
        self.options.method
    }

    /// How to answer one question. The parts of a split are turned as the rule asks for; a component that is asked about itself is in none.
    pub(super) fn for_question(&self, system: &System, question: Question) -> Result<Options, Failure> {
        let mut options = self.options.clone();
        let (Some(parts), Question::Safe(watched)) = (&mut options.parts, question) else {
            return Ok(options);
        };
        let component = &system.components[watched];
        for part in parts.iter_mut() {
            part.retain(|&i| i != watched);
        }
        if options.rule == RuleKind::Conjunction {
            let shared = |part: &[usize]| shared_with(component, part, system);
            if shared(&parts[1]) > shared(&parts[0]) {
                parts.swap(0, 1);
            }
        }
        let suits = matches!(options.rule, RuleKind::Asymmetric | RuleKind::Chain);
        if suits
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

/// How many of a component's actions some others have too.
pub(super) fn shared_with(component: &Component, part: &[usize], system: &System) -> usize {
    let known = |&&a: &&_| part.iter().any(|&i| system.components[i].lts.has_action(a));
    component.lts.alphabet().iter().filter(known).count()
}

pub(super) fn two_parts_where_needed(proving: &Proving, parts: usize) -> Result<(), Failure> {
    let who = match (proving.method(), proving.rule) {
        (_, Some(Rule::Alternating)) => "the rule `alternating`".to_owned(),
        (_, Some(Rule::Conj)) => "the rule `conj`".to_owned(),
        _ if proving.minimal => "--minimal".to_owned(),
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

/// Refuses options that do not go together.
pub(super) fn fits(proving: &Proving) -> Result<(), Failure> {
    let method = proving.method();
    let refused = |what: &str, why: &str, help: &str| {
        let message = format!("{what} does not go with {why}");
        Err(Diagnostic::error("E0006", message).help(help.to_owned()).into())
    };
    let given = [
        ("--split", proving.split.is_some()),
        ("--rule", proving.rule.is_some()),
        ("--learner", proving.learner.is_some()),
        ("--alphabet", proving.alphabet.is_some()),
        ("--minimal", proving.minimal),
    ];
    if matches!(method, Method::Monolithic | Method::Minimise | Method::Refine)
        && let Some((what, _)) = given.iter().find(|(_, is_given)| *is_given)
    {
        let why = format!("--method {method}, which makes no assumptions");
        return refused(what, &why, "use --method learn, or leave --method out");
    }
    if matches!(method, Method::Direct | Method::Lazy) {
        let why = if proving.minimal && method == Method::Direct {
            "--method direct, which takes the weakest assumption".to_owned()
        } else {
            format!("--method {method}, which does not learn")
        };
        let learning = given.iter().find(|(what, is_given)| {
            *is_given
                && (matches!(*what, "--learner" | "--alphabet")
                    || *what == "--minimal" && method == Method::Direct)
        });
        if let Some((what, _)) = learning {
            return refused(what, &why, "use --method learn, or leave --method out");
        }
        if proving.rule.is_some_and(|rule| rule != Rule::Asym) {
            let why = format!("--method {method}, which has one assumption between two parts");
            return refused("this --rule", &why, "use --rule asym, or --method learn");
        }
    }
    if proving.minimal {
        if proving.rule.is_some_and(|rule| rule != Rule::Asym) {
            return refused("--minimal", "this --rule", "use --rule asym: it has one assumption");
        }
        if proving.learner.is_some() || proving.alphabet.is_some() {
            let why = "--learner and --alphabet: the smallest assumption is not learned";
            return refused("--minimal", why, "leave one of them out");
        }
    }
    if proving.rule == Some(Rule::Sym) && proving.alphabet == Some(Alphabet::Refine) {
        let why = "--rule sym, whose assumptions need all actions of the property and the interface";
        return refused("--alphabet refine", why, "use another rule");
    }
    Ok(())
}
