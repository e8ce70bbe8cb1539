//! `case`: every value has exactly one alternative, as Ada demands.
//!
//! The ranges of all alternatives are sorted; neighbours tell about gaps and overlaps. The selector is evaluated
//! once; the last alternative needs no comparison. A selector that is any value becomes a choice among the
//! alternatives.

use suppose_base::{Diagnostic, Span};

use super::Elaborator;
use super::term::{Term, TermKind};
use super::types::{Subtype, TypeId, Types};
use crate::ast::{CaseAlternative, Choice, Expr};
use crate::program::{Kind, Pc};

impl<'a> Elaborator<'a> {
    pub(super) fn case_statement(
        &mut self,
        selector: &'a Expr,
        alternatives: &'a [CaseAlternative],
        span: Span,
    ) -> Option<()> {
        let term = self.expression(selector, None)?;
        let of = self.selector_type(&term, selector.span)?;
        let choices = self.choices(alternatives, of, selector.span);
        let labels: Vec<Pc> = alternatives.iter().map(|_| self.label()).collect();
        let end = self.label();
        let more = self.types.more(of.root);
        let is_for_one = |ranges: &Vec<(i64, i64)>| more.is_some_and(|more| ranges[..] == [(more, more)]);
        let for_one: Vec<bool> = choices.iter().flatten().map(is_for_one).collect();
        match choices {
            Some(choices) => self.dispatch(term, &choices, &labels, selector.span),
            // The alternatives are elaborated for their messages.
            None => self.leave(selector.span, Kind::Split(labels.clone())),
        }
        for (number, (alternative, label)) in alternatives.iter().zip(labels).enumerate() {
            self.bind(label);
            let is_one_value = match &alternative.choices[..] {
                [Choice::Value(value)] => self.type_named(value).is_none(),
                _ => false,
            };
            let one = usize::from(is_one_value && for_one.get(number) == Some(&true));
            self.work().for_one += one;
            self.statements(&alternative.statements);
            self.work().for_one -= one;
            self.jump(end, span);
        }
        self.bind(end);
        Some(())
    }

    /// The values that the alternatives must cover.
    fn selector_type(&mut self, term: &Term, span: Span) -> Option<Subtype> {
        if !self.types.is_discrete(term.of) || term.of == Types::UNIVERSAL && term.known().is_none() {
            let name = self.types.name(term.of).to_owned();
            self.error("E1035", span, format!("a value of type {name} cannot be a selector"));
            return None;
        }
        // A name has the values of its subtype, any other expression those of the type.
        let base = self.types.base(term.of);
        let (first, last) = term.nominal.unwrap_or(base.bounds());
        Some(Subtype { root: term.of, first, last })
    }

    /// For each alternative its ranges.
    fn choices(
        &mut self,
        alternatives: &'a [CaseAlternative],
        of: Subtype,
        selector: Span,
    ) -> Option<Vec<Vec<(i64, i64)>>> {
        let mut ranges: Vec<(i64, i64, usize)> = Vec::new();
        let mut others = None;
        let mut right = true;
        for (number, alternative) in alternatives.iter().enumerate() {
            for choice in &alternative.choices {
                match choice {
                    Choice::Others(_) => others = Some(number),
                    _ => match self.choice_values(choice, of.root) {
                        Some((low, high)) if low <= high => ranges.push((low, high, number)),
                        Some(_) => {}
                        None => right = false,
                    },
                }
            }
        }
        if !right {
            return None;
        }
        ranges.sort_unstable();
        let mut next = of.first;
        let mut missing = Vec::new();
        for pair in ranges.windows(2) {
            if pair[1].0 <= pair[0].1 {
                let shown = self.types.show(of.root, pair[1].0);
                let (one, other) = (alternatives[pair[0].2].span, alternatives[pair[1].2].span);
                self.report("E1042", other, |code| {
                    Diagnostic::error(code, format!("the value {shown} has two alternatives"))
                        .at(other, "")
                        .at(one, "the other one")
                });
                return None;
            }
        }
        for &(low, high, _) in &ranges {
            if low > next {
                missing.push((next, (low - 1).min(of.last)));
            }
            next = next.max(high.saturating_add(1));
        }
        if next <= of.last && !ranges.iter().any(|&(_, high, _)| high == i64::MAX) {
            missing.push((next, of.last));
        }
        missing.retain(|&(low, high)| low <= high);
        let mut all = vec![Vec::new(); alternatives.len()];
        match (others, missing.first()) {
            (Some(others), _) => all[others] = missing,
            (None, Some(&(value, _))) => {
                let shown = self.missing(of.root, value);
                self.advise(
                    "E1042",
                    selector,
                    format!("no alternative is for {shown}"),
                    "add an alternative for it, or `when others`",
                );
                return None;
            }
            (None, None) => {}
        }
        for (low, high, number) in ranges {
            // What the selector cannot be needs no test.
            if high >= of.first && low <= of.last {
                all[number].push((low, high));
            }
        }
        Some(all)
    }

    fn missing(&self, of: TypeId, value: i64) -> String {
        if value == i64::MIN {
            "all values of an expression that is not a variable".to_owned()
        } else {
            format!("the value {}", self.types.show(of, value))
        }
    }

    fn dispatch(&mut self, term: Term, choices: &[Vec<(i64, i64)>], labels: &[Pc], span: Span) {
        let used: Vec<usize> = (0..labels.len()).filter(|&number| !choices[number].is_empty()).collect();
        if let TermKind::Any(..) = term.kind {
            let targets = used.iter().map(|&number| labels[number]).collect();
            return self.leave(span, Kind::Split(targets));
        }
        let Some((&last, tested)) = used.split_last() else { return self.program_error(span) };
        if let Some(value) = term.known() {
            let covers =
                |&&number: &&usize| choices[number].iter().any(|&(low, high)| (low..=high).contains(&value));
            let chosen = tested.iter().find(covers).unwrap_or(&last);
            return self.jump(labels[*chosen], span);
        }
        let selector = self.lower(term, 1, span);
        let all = tested
            .iter()
            .flat_map(|&number| choices[number].iter().map(move |&range| (range, labels[number])));
        self.leave(span, Kind::Case { selector, ranges: all.collect(), otherwise: labels[last] });
    }
}
