//! What is known about an answer beside the verdict: rule, parts, assumptions, conjectures, the race.

use std::fmt::Write;

use suppose_base::{ActionId, Budget, Verdict};
use suppose_inquiry::{Answer, ByParts, counted};
use suppose_lts::check::Question;
use suppose_lts::io::write_aut;
use suppose_lts::{Lts, Role, System};
use suppose_prove::method::{Method, Spent};
use suppose_prove::outcome::{Conjecture, Learning, Meaning, Proof};
use suppose_prove::rule::RuleKind;

use super::json::{AssumptionObject, ConjectureObject, RaceObject, ResultObject};

/// More parts than these are only counted in a line, and so are names that take more room than this.
const PARTS: usize = 4;
const ROOM: usize = 48;
/// Assumptions with more states than this are not printed.
const PRINTED: usize = 12;

/// One answer and the system it is about.
#[derive(Clone, Copy)]
pub(super) struct Details<'a> {
    system: &'a System,
    answer: &'a ByParts,
    method: Method,
    is_open: bool,
}

impl<'a> Details<'a> {
    /// The details of an answer, if it has any.
    pub(super) fn of(answer: &'a Answer) -> Option<Self> {
        let by_parts = answer.by_parts.as_ref()?;
        let is_open = matches!(answer.verdict, Verdict::Inconclusive(_));
        Some(Self { system: &by_parts.system, answer: by_parts, method: answer.method, is_open })
    }
}

impl<'a> Details<'a> {
    /// The assumptions of a proof that has a rule.
    fn assumptions(self) -> &'a [Lts] {
        match &self.answer.findings.proof {
            Some(Proof { assumptions, .. }) if self.answer.rule.is_some() => assumptions,
            _ => &[],
        }
    }

    fn learning(self) -> Option<&'a Learning> {
        self.answer.findings.learning.as_ref()
    }

    /// The conjecture at which learning had to stop.
    pub(super) fn last_conjecture(self) -> Option<&'a Conjecture> {
        self.learning().filter(|_| self.is_open)?.conjectures.last()
    }

    /// Those who had a turn in the race, if it came to one.
    fn race(self) -> Vec<&'a Spent> {
        let race: Vec<&Spent> = self.answer.race.iter().filter(|spent| spent.work > 0).collect();
        if race.len() > 1 { race } else { Vec::new() }
    }

    fn names(self, actions: &[ActionId]) -> Vec<&'a str> {
        self.system.actions.sorted_names(actions.iter().copied())
    }

    fn word(self, word: &[ActionId]) -> Vec<&'a str> {
        word.iter().map(|&a| self.system.actions.name(a)).collect()
    }

    fn part(self, part: &[usize]) -> Vec<&'a str> {
        part.iter().map(|&i| self.system.components[i].name.as_str()).collect()
    }

    /// Adds the fields of JSON.
    pub(super) fn add_to(self, result: &mut ResultObject, verbose: bool) {
        if let Some((rule, parts)) = &self.answer.rule {
            result.rule = Some(rule.name());
            let names = |part: &Vec<usize>| self.part(part).into_iter().map(str::to_owned).collect();
            result.parts = Some(parts.iter().map(names).collect());
        }
        if let Some(learning) = self.learning() {
            result.interface = Some(owned(self.names(&learning.interface)));
            result.stats.conjectures = Some(learning.conjectures.len());
            result.stats.membership_queries = Some(learning.queries);
            if verbose {
                let all = learning.conjectures.iter();
                result.conjectures = Some(all.map(|conjecture| self.conjecture(conjecture)).collect());
            }
        }
        let assumptions: Vec<AssumptionObject> =
            self.assumptions().iter().map(|lts| AssumptionObject::new(lts, &self.system.actions)).collect();
        result.assumption = assumptions.first().cloned();
        result.assumptions = (assumptions.len() > 1).then_some(assumptions);
        if let Some(last) = self.last_conjecture() {
            let lts = Some(aut(&last.lts, self.system));
            result.last_conjecture = Some(ConjectureObject { lts, ..self.conjecture(last) });
        }
        let entry =
            |s: &&Spent| RaceObject { method: s.method.name(), work: s.work, states: s.states, won: s.won };
        let race: Vec<RaceObject> = self.race().iter().map(entry).collect();
        result.race = (!race.is_empty()).then_some(race);
    }

    fn conjecture(self, conjecture: &Conjecture) -> ConjectureObject {
        let refuted = conjecture.refuted.as_ref();
        ConjectureObject {
            assumption: conjecture.assumption + 1,
            states: conjecture.lts.num_states(),
            transitions: conjecture.lts.num_transitions(),
            refuted_by: refuted.map(|r| r.premise),
            meaning: refuted.map(|r| meaning(r.meaning)),
            counterexample: refuted.map(|r| owned(self.word(&r.word))),
            premises_passed: self.passed(conjecture),
            lts: None,
        }
    }

    /// The numbers of the premises that a conjecture satisfies: those on both sides of the assumption.
    fn passed(self, conjecture: &Conjecture) -> Vec<usize> {
        let first = conjecture.assumption + 1;
        let second = match &self.answer.rule {
            // The condition on complements comes after the premises of all parts.
            Some((RuleKind::Symmetric, parts)) => parts.len() + 1,
            _ => first + 1,
        };
        [first, second].into_iter().take(conjecture.passed).collect()
    }

    /// What stands in the line of the property before the effort, for methods by parts.
    pub(super) fn summary(self) -> Option<String> {
        if self.method == Method::Monolithic {
            return None;
        }
        let mut text = self.method.to_string();
        if let Some((rule, parts)) = &self.answer.rule {
            let _ = write!(text, ", {rule}: ");
            if parts.len() > PARTS {
                let _ = write!(text, "{} parts", parts.len());
            } else {
                let shown = parts.iter().enumerate();
                let shown: Vec<String> =
                    shown.map(|(number, part)| self.shown_part(number, part, false)).collect();
                text.push_str(&shown.join(" | "));
            }
        }
        match self.assumptions() {
            [] => {}
            [only] => {
                let over = listed(&self.names(only.alphabet()), "action", false);
                let _ = write!(text, "; assumption of {} over {over}", counted(only.num_states(), "state"));
            }
            several => {
                let sizes: Vec<String> = several.iter().map(|lts| lts.num_states().to_string()).collect();
                let sizes = sizes.join(", ");
                let sizes = if sizes.len() > ROOM { String::new() } else { format!(" of {sizes} states") };
                let _ = write!(text, "; {} assumptions{sizes}", several.len());
            }
        }
        Some(text)
    }

    /// A part by its number, for the eye. A first part that is empty is the component that is asked about,
    /// alone.
    fn shown_part(self, number: usize, part: &[usize], verbose: bool) -> String {
        let is_component = |&watched: &usize| self.system.components[watched].role == Role::Component;
        let watched = match self.answer.asked {
            Question::Safe(watched) if number == 0 && part.is_empty() => Some(watched).filter(is_component),
            _ => None,
        };
        match watched {
            Some(watched) => listed(&self.part(&[watched]), "component", verbose),
            None => listed(&self.part(part), "component", verbose),
        }
    }

    /// Where learning stopped, and what is left of it.
    pub(super) fn stopped_at(self) -> Vec<String> {
        let Some(last) = self.last_conjecture() else { return Vec::new() };
        let number = last.assumption + 1;
        let passed = match self.passed(last)[..] {
            [] => "no premise was shown of it".to_owned(),
            [one] => format!("it satisfies premise {one}{}", self.premise(one)),
            _ => "it satisfies all premises about it".to_owned(),
        };
        let mut lines = vec![format!(
            "  the last conjecture for A{number} has {}; {passed}",
            counted(last.lts.num_states(), "state")
        )];
        lines.extend(self.printed(&last.lts));
        lines
    }

    /// A premise in brackets, where there is one of this number.
    fn premise(self, number: usize) -> String {
        let rule = self.answer.rule.as_ref().map(|(rule, parts)| rule.rule(parts.len()));
        let premise = rule.and_then(|rule| rule.premises.get(number - 1).copied());
        premise.map_or_else(String::new, |premise| format!(", {premise}"))
    }

    /// Everything there is, for `-v`.
    pub(super) fn lines(self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some((rule, parts)) = &self.answer.rule {
            lines.push(format!("  rule {rule}: {}", rule.rule(parts.len())));
            for (number, part) in parts.iter().enumerate() {
                lines.push(format!("  M{}: {}", number + 1, self.shown_part(number, part, true)));
            }
        }
        if let Some(learning) = self.learning() {
            let names = self.names(&learning.interface);
            let names = if names.is_empty() { "empty".to_owned() } else { names.join(", ") };
            lines.push(format!("  interface: {names}"));
            if learning.queries > 0 {
                lines.push(format!("  {}", counted(learning.queries, "membership query")));
            }
            for (number, conjecture) in learning.conjectures.iter().enumerate() {
                lines.push(format!("  conjecture {}: {}", number + 1, self.fate(conjecture)));
            }
        }
        for (number, assumption) in self.assumptions().iter().enumerate() {
            let (states, transitions) = (assumption.num_states(), assumption.num_transitions());
            let size = format!("{}, {}", counted(states, "state"), counted(transitions, "transition"));
            lines.push(format!("  A{}: {size}", number + 1));
            lines.extend(self.printed(assumption));
        }
        lines.extend(self.answer.findings.notes.iter().map(|note| format!("  {note}")));
        let race = self.race();
        if !race.is_empty() {
            lines.push("  race:".to_owned());
            let all: u64 = race.iter().map(|s| s.work).sum();
            let width = race.iter().map(|s| s.method.name().len()).max().unwrap_or(0);
            lines.extend(race.iter().map(|s| {
                let won = if s.won { ", won" } else { "" };
                let percent = s.work * 100 / all.max(1);
                let states = counted(s.states, "state");
                format!("    {:width$}  {percent:>3} % of the work, {states}{won}", s.method.name())
            }));
        }
        lines
    }

    /// What became of a conjecture.
    fn fate(self, conjecture: &Conjecture) -> String {
        let (states, transitions) = (conjecture.lts.num_states(), conjecture.lts.num_transitions());
        let size = format!(
            "A{} with {}, {}",
            conjecture.assumption + 1,
            counted(states, "state"),
            counted(transitions, "transition")
        );
        match &conjecture.refuted {
            None if conjecture.passed >= 2 => format!("{size}: stands"),
            None => format!("{size}: open"),
            Some(refuted) => {
                let word = self.word(&refuted.word);
                let word = if word.is_empty() { "nothing at all".to_owned() } else { word.join(" ") };
                format!("{size}: premise {} fails, {}: {word}", refuted.premise, meaning(refuted.meaning))
            }
        }
    }

    /// An LTS as text, when it is small: a line for each state.
    fn printed(self, lts: &Lts) -> Vec<String> {
        if lts.num_states() > PRINTED {
            return Vec::new();
        }
        let row = |state| {
            let mut steps: Vec<(&str, u32)> = lts
                .transitions(state)
                .iter()
                .map(|t| (self.system.actions.name(t.action), t.target.raw()))
                .collect();
            steps.sort_unstable();
            let steps: Vec<String> = steps.iter().map(|(action, to)| format!("{action} -> {to}")).collect();
            let steps = if steps.is_empty() { "nothing more".to_owned() } else { steps.join(", ") };
            format!("    {}: {steps}", state.raw())
        };
        lts.states().map(row).collect()
    }
}

/// Names with commas between them, or their number when they take too much room.
fn listed(names: &[&str], noun: &str, all: bool) -> String {
    let text = names.join(", ");
    match names.len() {
        0 => format!("no {noun}s"),
        n if !all && text.chars().count() > ROOM => counted(n, noun),
        _ => text,
    }
}

pub(super) fn meaning(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::TooWeak => "too weak",
        Meaning::TooStrong => "too strong",
        Meaning::TooCoarse => "too coarse",
        Meaning::Violation => "violation",
    }
}

/// An LTS as Aldebaran text.
pub(super) fn aut(lts: &Lts, system: &System) -> String {
    let mut text = Vec::new();
    // An LTS in memory is written to memory: nothing can go wrong, and a limit that was reached is no reason
    // to lose it.
    let _ = write_aut(lts, &system.actions, &mut text, &Budget::unlimited());
    String::from_utf8_lossy(&text).into_owned()
}

fn owned(names: Vec<&str>) -> Vec<String> {
    names.into_iter().map(str::to_owned).collect()
}
