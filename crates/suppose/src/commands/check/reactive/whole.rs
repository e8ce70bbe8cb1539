//! Questions to the whole system: all components at once, closed but for the physical environment.

use std::time::Instant;

use suppose::base::{Budget, StopReason, Verdict};
use suppose::lang::srs::{Assumption, ComponentId, Expr, Model};
use suppose::srs::explicit::Run;
use suppose::srs::explore::{Broken, Checked, Setting, Survey};
use suppose::srs::modular::{Options, iterate};
use suppose::srs::program::Program;

use super::super::Shape;
use super::ask::Answers;
use super::look::coverage;
use super::steps::Steps;
use super::{ASSUMPTION, Asked, Line, TERMINATION, VALUES};
use crate::session::{Session, milliseconds};

/// The whole system.
pub(super) struct Whole<'m> {
    pub program: Program<'m>,
    survey: Option<Result<Survey, StopReason>>,
}

impl<'m> Whole<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        Self { program: Program::whole(model), survey: None }
    }

    fn setting(&self) -> Setting<'_> {
        Setting { program: &self.program, tables: &[], last: 1 }
    }

    pub(super) fn check(&self, component: ComponentId, property: usize, budget: &Budget) -> Checked {
        self.setting().check(component, property, budget)
    }

    /// Whether a component receives what rules say.
    pub(super) fn obeys(
        &self,
        component: ComponentId,
        rules: &Assumption,
        budget: &Budget,
    ) -> Verdict<Broken> {
        self.setting().obeys(component, rules, budget)
    }

    /// A look at all of it, once.
    pub(super) fn survey(&mut self, budget: &Budget) -> &Result<Survey, StopReason> {
        if self.survey.is_none() {
            self.survey = Some(self.setting().survey(budget));
        }
        self.survey.as_ref().expect("it was made")
    }

    /// Whether a look at each of these components, with what the others can send, shows that it does not move
    /// for ever in a macrostep, or that none of its events gets two values. That is much cheaper than a look
    /// at the whole.
    pub(super) fn by_parts(&self, name: &str, components: &[ComponentId], budget: &Budget) -> bool {
        let model = self.program.model;
        let Ok(mutual) = iterate(model, &Options::default(), budget) else { return false };
        components.iter().all(|&id| {
            mutual.survey(model, id, budget).is_ok_and(|survey| match name {
                TERMINATION => survey.endless.is_none(),
                _ => survey.two_values.is_none(),
            })
        })
    }

    /// Whether a macrostep that never ends needs what nobody in the model sends.
    fn needs_the_outside(&mut self, budget: &Budget) -> bool {
        !self.program.received.is_empty() && self.survey(budget).as_ref().is_ok_and(|survey| !survey.alone)
    }

    /// Whether every macrostep ends.
    pub(super) fn termination(&mut self, verbose: bool, budget: &Budget) -> Verdict<Shape> {
        match self.survey(budget).clone() {
            Err(reason) => Verdict::Inconclusive(reason),
            Ok(survey) => never_ends(&self.program, &survey, verbose),
        }
    }

    /// Whether no event gets two values.
    pub(super) fn values(&mut self, verbose: bool, budget: &Budget) -> Verdict<Shape> {
        match self.survey(budget).clone() {
            Err(reason) => Verdict::Inconclusive(reason),
            Ok(survey) => two_values(&self.program, &survey, verbose),
        }
    }
}

/// Whether a survey found a macrostep that never ends.
pub(super) fn never_ends(program: &Program<'_>, survey: &Survey, verbose: bool) -> Verdict<Shape> {
    let steps = Steps::for_ever(program, survey);
    let shown = |steps: Steps| shape(TERMINATION, "a macrostep never ends", &steps, None, verbose);
    steps.map_or(Verdict::Holds, |steps| Verdict::Violated(shown(steps)))
}

/// Whether a survey found an event that gets two values.
pub(super) fn two_values(program: &Program<'_>, survey: &Survey, verbose: bool) -> Verdict<Shape> {
    let steps = Steps::to_two_values(program, survey);
    let sentence = "an event gets two values in one microstep";
    let shown = |steps: Steps| shape(VALUES, sentence, &steps, None, verbose);
    steps.map_or(Verdict::Holds, |steps| Verdict::Violated(shown(steps)))
}

/// What shows that something is violated.
pub(super) fn shape(
    name: &str,
    sentence: &str,
    steps: &Steps,
    about: Option<String>,
    verbose: bool,
) -> Shape {
    let mut lines: Vec<String> = about.into_iter().map(|text| format!("  {text}")).collect();
    lines.extend(steps.lines(verbose));
    Shape {
        trace: steps.list(),
        failed: name.to_owned(),
        extra: serde_json::json!({}),
        lines,
        sentence: sentence.to_owned(),
    }
}

/// What shows that a property is violated.
pub(super) fn violation(
    program: &Program<'_>,
    component: ComponentId,
    property: usize,
    run: &Run,
    verbose: bool,
) -> Shape {
    let model = program.model;
    let formula = &model.component(component).properties[property].formula;
    let steps = Steps::of_run(program, run);
    let name = Asked::name(model, component, property);
    let sentence = format!("{name} is violated at the end of macrostep {}", steps.len());
    shape(&name, &sentence, &steps, Some(model.expr_text(component, formula)), verbose)
}

/// What shows that an assumption is broken.
pub(super) fn breach(
    program: &Program<'_>,
    component: ComponentId,
    rules: &Assumption,
    broken: &Broken,
    verbose: bool,
) -> Shape {
    let model = program.model;
    let rule = model.rule_text(component, &rules.rules[broken.rule]);
    let steps = Steps::of_run(program, &broken.run);
    let name = &model.component(component).name;
    let sentence = format!(
        "the system does not do what {name} supposes: at microstep {} of macrostep {}",
        broken.microstep,
        steps.len()
    );
    let mut shape = shape(ASSUMPTION, &sentence, &steps, Some(rule.clone()), verbose);
    shape.extra = serde_json::json!({ "rule": rule, "microstep": broken.microstep });
    shape
}

/// What never happens when a property holds for want of an occasion.
pub(super) fn occasion(model: &Model, component: ComponentId, property: usize) -> String {
    match &model.component(component).properties[property].formula {
        Expr::Implies(left, _) => format!("no macrostep ends with {}", model.expr_text(component, left)),
        _ => "no macrostep ends".to_owned(),
    }
}

/// All answers by the whole system.
pub(super) fn answers(model: &Model, asked: &Asked, session: &Session) -> Answers {
    let mut whole = Whole::new(model);
    let mut answers = Answers::default();
    for (component, properties) in &asked.properties {
        for &property in properties {
            answers.lines.push(line(&whole, *component, property, session));
        }
    }
    let survey = whole.survey(&session.budget).clone();
    answers.coverage.push((None, survey.map(|survey| coverage(&whole.program, &survey))));
    about_steps(&mut whole, asked, &mut answers, session);
    answers
}

/// Whether macrosteps end and values are clear, as far as it is asked or not known to hold.
pub(super) fn about_steps(whole: &mut Whole<'_>, asked: &Asked, answers: &mut Answers, session: &Session) {
    for name in [TERMINATION, VALUES] {
        about(name, whole, asked, answers, session);
    }
}

/// One of these questions.
pub(super) fn about(
    name: &'static str,
    whole: &mut Whole<'_>,
    asked: &Asked,
    answers: &mut Answers,
    session: &Session,
) {
    let (verbose, budget) = (session.verbose, &session.budget);
    let verdict = match name {
        TERMINATION => whole.termination(verbose, budget),
        _ => whole.values(verbose, budget),
    };
    // Nobody knows whether the outside of the model sends for ever.
    let hidden = name == TERMINATION
        && !asked.wants(name)
        && matches!(verdict, Verdict::Violated(_))
        && whole.needs_the_outside(budget);
    if asked.shows(name, &verdict) && !hidden {
        answers.lines.push(Line::new(name.to_owned(), None, verdict, "monolithic"));
    }
}

/// The answer of the whole system about a property.
pub(super) fn line(whole: &Whole<'_>, component: ComponentId, property: usize, session: &Session) -> Line {
    let started = Instant::now();
    let Checked { verdict, met, stable, machines } = whole.check(component, property, &session.budget);
    let model = whole.program.model;
    let vacuous = (verdict.holds() && !met).then(|| occasion(model, component, property));
    let verdict = verdict.map(|run| violation(&whole.program, component, property, &run, session.verbose));
    let name = Asked::name(model, component, property);
    let mut line = Line::new(name, Some(component), verdict, "monolithic");
    line.vacuous = vacuous;
    if !matches!(line.verdict, Verdict::Inconclusive(_)) {
        line.reached = Some((machines, stable));
    }
    line.time_ms = milliseconds(started.elapsed());
    line
}
