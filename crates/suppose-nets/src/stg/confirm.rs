//! A second reading of what is wrong with a graph, straight from the definitions: no violation is shown that
//! this code does not confirm.
//!
//! A marking here is a set of places. Nothing is shared with the search of `check`: neither packed markings
//! nor shared rows of values. The value of a signal after a trace is its first value, changed as often as the
//! trace has edges of the signal; so two traces give a signal equal values when both change it an odd number
//! of times, or both an even number.
//!
//! Cost: that of following the traces, and for complete coding that of the markings that silent events alone
//! lead to.

use std::collections::BTreeSet;

use suppose_base::{Budget, Poll, StopReason, Verdict};

use super::check::{Against, Conflict, Disabling, Inconsistency, Report};
use super::{Change, Edge, Stg, edge};
use crate::net::{Net, PlaceId, WireId};

/// The same answers about consistency, persistency and coding, in which every violation was confirmed; one
/// that was not is open.
#[must_use]
pub fn confirmed(graph: &Stg, report: Report, budget: &Budget) -> Report {
    let reader = Reader { graph, net: graph.net() };
    Report {
        consistent: judged(report.consistent, |found| reader.contradicts(found)),
        output_persistent: judged(report.output_persistent, |found| reader.disables(found, false)),
        input_persistent: judged(report.input_persistent, |found| reader.disables(found, true)),
        complete_coding: judged(report.complete_coding, |found| {
            reader.conflicts(found)?;
            reader.excites_differently(found, budget)
        }),
        unique_coding: judged(report.unique_coding, |found| reader.conflicts(found)),
        ..report
    }
}

/// Why something is not confirmed.
enum Doubt {
    /// It is not as it is said to be: a mistake of this program.
    Wrong(String),
    /// The budget is spent.
    Stopped(StopReason),
}

impl From<&str> for Doubt {
    fn from(why: &str) -> Self {
        Self::Wrong(why.to_owned())
    }
}

fn judged<W>(verdict: Verdict<W>, confirm: impl FnOnce(&W) -> Result<(), Doubt>) -> Verdict<W> {
    match verdict.witness().map_or(Ok(()), confirm) {
        Ok(()) => verdict,
        Err(Doubt::Stopped(reason)) => Verdict::Inconclusive(reason),
        Err(Doubt::Wrong(why)) => {
            Verdict::Inconclusive(StopReason::Unsupported(format!("an internal check failed: {why}")))
        }
    }
}

type Marking = BTreeSet<PlaceId>;

struct Reader<'g> {
    graph: &'g Stg,
    net: &'g Net,
}

impl Reader<'_> {
    fn edge(&self, transition: usize) -> Option<Edge> {
        self.net.transitions.get(transition).and_then(edge)
    }

    fn is_input(&self, signal: WireId) -> bool {
        self.net.signals.as_ref().is_some_and(|signals| signals.inputs.contains(&signal))
    }

    fn is_enabled(&self, at: &Marking, transition: usize) -> bool {
        let transition = self.net.transitions.get(transition);
        transition.is_some_and(|t| t.preset.iter().all(|place| at.contains(place)))
    }

    fn enabled(&self, at: &Marking) -> impl Iterator<Item = usize> {
        (0..self.net.transitions.len()).filter(|&t| self.is_enabled(at, t))
    }

    /// Where a transition leads; nowhere when it cannot fire, or would put a second token on a place.
    fn fire(&self, at: &Marking, transition: usize) -> Option<Marking> {
        if !self.is_enabled(at, transition) {
            return None;
        }
        let transition = &self.net.transitions[transition];
        let mut after: Marking =
            at.iter().filter(|place| !transition.preset.contains(place)).copied().collect();
        transition.postset.iter().all(|&place| after.insert(place)).then_some(after)
    }

    fn follow(&self, trace: &[usize]) -> Result<Marking, Doubt> {
        let mut at: Marking = self.net.marking.iter().copied().collect();
        for (place, &transition) in trace.iter().enumerate() {
            let cannot = || Doubt::Wrong(format!("step {} of a trace cannot happen", place + 1));
            at = self.fire(&at, transition).ok_or_else(cannot)?;
        }
        Ok(at)
    }

    /// Whether a trace leaves a signal with another value than its first one.
    fn is_changed(&self, trace: &[usize], signal: WireId) -> bool {
        trace.iter().filter(|&&t| self.edge(t).is_some_and(|e| e.signal == signal)).count() % 2 == 1
    }

    /// The first value of a signal that the last step of a trace needs, if that is a rising or falling edge
    /// of it.
    fn needed(&self, trace: &[usize], signal: WireId) -> Option<bool> {
        let (&last, before) = trace.split_last()?;
        let change = self.edge(last).filter(|e| e.signal == signal)?.change;
        (change != Change::Toggle).then(|| self.is_changed(before, signal) == (change == Change::Rise))
    }

    /// A trace whose last step can happen; that it puts a second token somewhere is another matter.
    fn ends_enabled(&self, trace: &[usize]) -> Result<(), Doubt> {
        let (&last, before) = trace.split_last().ok_or("a trace is empty")?;
        let at = self.follow(before)?;
        if self.is_enabled(&at, last) { Ok(()) } else { Err("the last step of a trace cannot happen".into()) }
    }

    fn contradicts(&self, found: &Inconsistency) -> Result<(), Doubt> {
        let (signal, trace, against) = match found {
            Inconsistency::TwoValues { signal, first, second } => {
                let is_one = self.follow(first)? == self.follow(second)?;
                let differ = self.is_changed(first, *signal) != self.is_changed(second, *signal);
                return if is_one && differ { Ok(()) } else { Err("two traces agree on a signal".into()) };
            }
            Inconsistency::NoChange { signal, trace, against } => (*signal, trace, against),
        };
        self.ends_enabled(trace)?;
        let needed = self.needed(trace, signal).ok_or("a trace does not end with an edge of its signal")?;
        let is_shown = match against {
            Against::Given(first) => self.graph.given()[signal.index()] == Some(*first) && *first != needed,
            Against::Trace(other) => {
                self.ends_enabled(other)?;
                self.needed(other, signal) == Some(!needed)
            }
            Against::Step(step) => {
                let is_own = |&place: &usize| self.edge(trace[place]).is_some_and(|e| e.signal == signal);
                let last = (0..trace.len() - 1).rfind(is_own);
                let differs = |place: usize| self.needed(&trace[..=place], signal) == Some(!needed);
                last == Some(*step) && (0..=*step).any(differs)
            }
        };
        if is_shown { Ok(()) } else { Err("an edge changes its signal after all".into()) }
    }

    /// What counts is the signal: another transition with the same edge is as good.
    fn disables(&self, found: &Disabling, input: bool) -> Result<(), Doubt> {
        let Disabling { trace, disabled, by } = found;
        let at = self.follow(trace)?;
        let own = self.edge(*disabled).ok_or("a silent event is disabled")?;
        let other = self.edge(*by).map(|e| e.signal);
        let is_asked = self.is_input(own.signal) == input
            && other != Some(own.signal)
            && (!input || other.is_some_and(|signal| !self.is_input(signal)));
        if !is_asked || !self.is_enabled(&at, *disabled) {
            return Err("nothing is disabled that may not be".into());
        }
        let after = self.fire(&at, *by).ok_or("what disables an edge cannot happen")?;
        let is_as_good = |e: Edge| {
            let is_toggle = e.change == Change::Toggle || own.change == Change::Toggle;
            e.signal == own.signal && (e.change == own.change || is_toggle)
        };
        if self.enabled(&after).any(|t| self.edge(t).is_some_and(is_as_good)) {
            return Err("an edge is not disabled".into());
        }
        Ok(())
    }

    fn conflicts(&self, found: &Conflict) -> Result<(), Doubt> {
        if self.follow(&found.first)? == self.follow(&found.second)? {
            return Err("two traces lead to one marking".into());
        }
        let signals = (0..self.graph.fragment.wires.len() as u32).map(WireId);
        let mut differing =
            signals.filter(|&s| self.is_changed(&found.first, s) != self.is_changed(&found.second, s));
        if differing.next().is_some() { Err("two markings have different codes".into()) } else { Ok(()) }
    }

    fn excites_differently(&self, found: &Conflict, budget: &Budget) -> Result<(), Doubt> {
        let first = self.excited(self.follow(&found.first)?, budget)?;
        let second = self.excited(self.follow(&found.second)?, budget)?;
        let differing: Vec<WireId> = first.symmetric_difference(&second).copied().collect();
        if !differing.is_empty() && differing == found.signals {
            Ok(())
        } else {
            Err("two markings excite other signals".into())
        }
    }

    /// The output and internal signals with an edge in a marking or after silent events.
    fn excited(&self, at: Marking, budget: &Budget) -> Result<BTreeSet<WireId>, Doubt> {
        let mut signals = BTreeSet::new();
        let mut known = BTreeSet::from([at.clone()]);
        let mut waiting = vec![at];
        while let Some(at) = waiting.pop() {
            budget.poll(Poll::Explore).map_err(Doubt::Stopped)?;
            for transition in self.enabled(&at) {
                match self.edge(transition) {
                    Some(edge) if self.is_input(edge.signal) => {}
                    Some(edge) => drop(signals.insert(edge.signal)),
                    None => {
                        if let Some(after) = self.fire(&at, transition)
                            && known.insert(after.clone())
                        {
                            waiting.push(after);
                        }
                    }
                }
            }
        }
        Ok(signals)
    }
}

#[cfg(test)]
mod tests {
    use suppose_base::FileId;

    use super::*;
    use crate::stg::{check, read};

    fn graph(text: &str) -> Stg {
        let (mut graph, _) = read(text, FileId(0), "test").expect("a graph");
        graph.infer_initial(&Budget::unlimited()).expect("no limit");
        graph
    }

    /// What was found, and what is left of it after it was changed.
    fn changed(graph: &Stg, change: impl Fn(&mut Report)) -> Report {
        let mut report = check(graph, &Budget::unlimited());
        change(&mut report);
        confirmed(graph, report, &Budget::unlimited())
    }

    fn is_refused<W>(verdict: &Verdict<W>) -> bool {
        let Verdict::Inconclusive(StopReason::Unsupported(why)) = verdict else { return false };
        why.starts_with("an internal check failed: ")
    }

    #[test]
    fn contradictions_that_are_none() {
        // Transitions in order: a+, b+, a+/1, b-.
        let graph = graph(".outputs a b\n.graph\na+ b+\nb+ a+/1\na+/1 b-\nb- a+\n.marking {<b-,a+>}\n.end\n");
        assert!(changed(&graph, |_| ()).consistent.witness().is_some());
        let Verdict::Violated(Inconsistency::NoChange { signal, trace, against }) =
            check(&graph, &Budget::unlimited()).consistent
        else {
            panic!("`a` rises twice")
        };
        let (first, last) = (trace[0], trace[2]);
        let say = |trace: Vec<usize>, against: Against| {
            let found = Inconsistency::NoChange { signal, trace, against };
            changed(&graph, move |report| report.consistent = Verdict::Violated(found.clone())).consistent
        };
        assert!(say(trace.clone(), against.clone()).witness().is_some());
        for (trace, against) in [
            (vec![], against.clone()),
            (vec![last], against.clone()),
            (vec![first], Against::Step(0)),
            (trace.clone(), Against::Step(1)),
            (trace.clone(), Against::Given(true)),
            (trace.clone(), Against::Trace(trace.clone())),
            (vec![99], against),
        ] {
            assert!(is_refused(&say(trace.clone(), against.clone())), "{trace:?} {against:?}");
        }
        let same = Inconsistency::TwoValues { signal, first: vec![], second: vec![] };
        let report = changed(&graph, |report| report.consistent = Verdict::Violated(same.clone()));
        assert!(is_refused(&report.consistent));
    }

    #[test]
    fn edges_that_are_not_taken_back() {
        let graph = graph(".outputs a b\n.graph\np a+ b+\na+ a-\nb+ b-\na- p\nb- p\n.marking {p}\n.end\n");
        let found = check(&graph, &Budget::unlimited()).output_persistent;
        let Disabling { disabled, by, .. } = *found.witness().expect("one takes the other back");
        let say = |trace: Vec<usize>, disabled: usize, by: usize| {
            let found = Disabling { trace, disabled, by };
            changed(&graph, move |report| report.output_persistent = Verdict::Violated(found.clone()))
                .output_persistent
        };
        assert!(
            say(vec![], disabled, by).witness().is_some() && say(vec![], by, disabled).witness().is_some()
        );
        assert!(is_refused(&say(vec![by], disabled, by)));
        assert!(is_refused(&say(vec![], disabled, disabled)));
        let report = changed(&graph, |report| report.input_persistent = report.output_persistent.clone());
        assert!(is_refused(&report.input_persistent), "these are outputs");
    }

    #[test]
    fn codes_that_differ() {
        let graph =
            graph(".inputs a\n.outputs z\n.graph\na+ a-\na- z+\nz+ z-\nz- a+\n.marking {<z-,a+>}\n.end\n");
        let found = check(&graph, &Budget::unlimited()).complete_coding;
        let found = found.witness().expect("a conflict").clone();
        let say = |found: Conflict| {
            changed(&graph, move |report| report.complete_coding = Verdict::Violated(found.clone()))
                .complete_coding
        };
        assert!(say(found.clone()).witness().is_some());
        let shorter = found.second[..1].to_vec();
        assert!(is_refused(&say(Conflict { second: shorter, ..found.clone() })));
        assert!(is_refused(&say(Conflict { second: found.first.clone(), ..found.clone() })));
        assert!(is_refused(&say(Conflict { signals: Vec::new(), ..found })));
    }
}
