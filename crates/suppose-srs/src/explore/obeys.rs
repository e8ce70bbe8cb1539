//! Does a program do what an assumption about one of its components says?
//!
//! Rules speak about what the component receives in a configuration, and about the number of its microstep.
//! In a program in which the senders run too, these are events that are emitted. So a rule is asked of every
//! configuration but the first of a macrostep. A program that is not the whole system may be done while
//! others go on: then nothing is sent, and the rules are asked about that as well.

use crate::lang::{Assumption, Atom, ComponentId, Expr};
use suppose_base::{Budget, StopReason, Verdict};

use super::cone::Cone;
use super::layout::{Layout, Watched};
use super::relation::Relation;
use super::search::{Hit, Search};
use super::symbols::Symbols;
use super::{Setting, complete, trail};
use crate::explicit::{Ending, Run, Valuation, replay};
use crate::space::{Set, Try, grow};

/// Where an assumption is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The place of the rule.
    pub rule: usize,
    /// A run whose last macrostep breaks it.
    pub run: Run,
    /// In this configuration of it.
    pub microstep: usize,
}

impl Setting<'_> {
    /// Whether what a component receives in the program satisfies all rules. The first rule that is broken,
    /// with a run.
    pub fn obeys(&self, component: ComponentId, assumption: &Assumption, budget: &Budget) -> Verdict<Broken> {
        for (rule, text) in assumption.rules.iter().enumerate() {
            let part = Cone::of(self.program, component, &[&text.expr]);
            let whole = Cone::whole(self.program, &text.expr.events());
            let mut unconfirmed = false;
            for cone in [part, whole] {
                match self.breaks(component, &text.expr, &cone, budget) {
                    Err(reason) => return Verdict::Inconclusive(reason),
                    Ok(None) => {
                        unconfirmed = false;
                        break;
                    }
                    Ok(Some((layout, trail, microstep))) => {
                        let run = complete::complete(self.program, &layout, self.tables, &trail, true);
                        if let Some(run) = run.filter(|run| self.is_broken(run, &text.expr, microstep)) {
                            return Verdict::Violated(Broken { rule, run, microstep });
                        }
                        // The machines that were left out may not let it happen. Then all are looked at.
                        unconfirmed = true;
                    }
                }
            }
            if unconfirmed {
                let what = "a broken assumption was found, but no run for it";
                return Verdict::Inconclusive(StopReason::Internal(what.to_owned()));
            }
        }
        Verdict::Holds
    }

    fn breaks(
        &self,
        component: ComponentId,
        rule: &Expr,
        cone: &Cone,
        budget: &Budget,
    ) -> Result<Option<(Layout, trail::Trail, usize)>, StopReason> {
        let layout = Layout::new(self.program, cone, &Watched { property: None });
        // Beyond the largest number in the rule all microsteps are alike.
        let mut last = self.last;
        rule.visit(&mut |atom| {
            if let Atom::Microstep(_, number) = atom {
                last = last.max(number as usize + 1);
            }
        });
        let closed = self.program.components.len() == self.program.model.components.len();
        let found = grow(layout.variables, budget, |space| {
            let symbols = Symbols { space, program: self.program, layout: &layout };
            let relation = Relation::new(&symbols)?;
            let mut search = Search::new(&symbols, &relation, self.tables, last)?;
            let good: Vec<Set> =
                (0..=last).map(|microstep| symbols.rule(component, rule, microstep)).collect::<Try<_>>()?;
            let asleep = |k: usize| -> Try<bool> { relation.silence.is_within(&good[k]) };
            let mut at = 0;
            let hit: Option<Hit> = search.run(budget, |layer| {
                if layer.place > 0 {
                    let bad = layer.configurations.minus(&good[layer.counter])?;
                    if !bad.is_empty() {
                        at = layer.place;
                        return Ok(Some(bad));
                    }
                }
                if !closed && !layer.quiet.is_empty() {
                    for k in layer.counter + 1..=last {
                        if !asleep(k)? {
                            at = k;
                            return Ok(Some(layer.quiet.clone()));
                        }
                    }
                }
                Ok(None)
            })?;
            hit.map(|hit| trail::trail(&search, &hit)).transpose().map(|trail| trail.map(|trail| (trail, at)))
        })?;
        Ok(found.map(|(trail, at)| (layout, trail, at)))
    }

    /// Whether a run is one and breaks a rule in a configuration of its last macrostep; after its end nothing
    /// is there.
    fn is_broken(&self, run: &Run, rule: &Expr, microstep: usize) -> bool {
        let real = replay(self.program, run, |k, received| complete::allowed(self.tables, k, received));
        let (Ok(_), Some(last)) = (real, run.macrosteps.last()) else { return false };
        let emitted = last.microsteps.get(microstep.wrapping_sub(1)).map(|micro| &micro.emitted);
        let ending = match &last.ending {
            Ending::Quiescent { received }
            | Ending::TwoValues { received, .. }
            | Ending::Cut { received } => Some(received),
            Ending::Never { .. } => None,
        };
        let received = last.microsteps.get(microstep).map(|micro| &micro.received);
        let received = received.or(ending.filter(|_| microstep == last.microsteps.len()));
        let none = Valuation::none();
        let here = emitted.unwrap_or(&none).and(received.unwrap_or(&none));
        !rule.holds(&mut |atom| match atom {
            Atom::Microstep(comparison, number) => comparison.holds(microstep as u32, number),
            atom => here.atom(atom).unwrap_or(false),
        })
    }
}
