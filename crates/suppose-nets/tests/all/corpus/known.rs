//! What is wrong with published designs, and that nothing is with others. Each run is also judged by the
//! interpreter, step by step.
//!
//! Delays are not looked at here: a transition may take as long as it likes. So a circuit that is right only
//! because one path is faster than another one fails.

use suppose_base::{Budget, Verdict};
use suppose_nets::replay::replay;
use suppose_nets::search::{Run, search};
use suppose_nets::verify::{Method, Options, verify};
use suppose_nets::{Design, Failure, Failures, Snapshot};
use suppose_testing::{Random, skipped};

use crate::corpus::common::corpus;
use crate::corpus::common::interpret::{Failure as Named, judge, stuck_walks};
use crate::corpus::designs::lpn;

/// The questions that all these designs have.
const USUAL: [Failure; 3] = [Failure::Safety, Failure::Disabling, Failure::Deadlock];

fn design(name: &str) -> Option<Design> {
    let root = corpus("async")?;
    Some(lpn(&root, name, &[&format!("{name}.lpn")]))
}

fn verdicts(design: &Design, questions: &[Failure], method: Method) -> Vec<Verdict<Run>> {
    let budget = Budget::unlimited().with_max_states(200_000);
    let answers = verify(design, questions, &Options { method, ..Options::default() }, &budget);
    answers.into_iter().map(|answer| answer.verdict).collect()
}

/// What can go wrong at the end of a run, as the interpreter says; and how many steps the run has.
fn judged(design: &Design, verdict: &Verdict<Run>) -> (Vec<Named>, usize) {
    let Verdict::Violated(run) = verdict else { panic!("{verdict:?}") };
    let way = replay(design, run).expect("a run of the design");
    judge(design, &way.snapshots).expect("a run of the interpreter");
    // A failing step is judged where it begins.
    let end = way.snapshots.len() - usize::from(run.failure != Failure::Deadlock);
    let failures = judge(design, &way.snapshots[..end]).expect("a run of the interpreter");
    (failures.into_iter().collect(), run.actions.len())
}

fn disabled(net: &str, transition: &str, by: &str) -> Named {
    let [net, transition, by] = [net, transition, by].map(str::to_owned);
    Named::Disabled { net, transition, by }
}

/// A run of the pipeline controller to a deadlock, found by random walks of a third program in which IF is
/// slow.
const TO_DEADLOCK: &str = "if.w1+ id.w1_ID+ id.w2+ id.w6_ID- if.w9_IF+ id.w7_ID- id.w3+ id.w8_ID+ id.w2_ID- \
    id.w9_ID+ ex.w4+ ex.w5+ ex.w6_EX- ex.w6+ wb.w5_WB+ ex.w2_EX- ex.w7_EX- wb.w4_WB- wb.w10- wb.w2_WB+ \
    ex.w8_EX+ me.w1_ME+ wb.w9+ wb.w6_WB- ex.w9_EX+ wb.w9_WB- id.w5_ID+ me.w5_ME+ wb.w7_WB- if.w2_IF- \
    me.w4_ME- me.w8- wb.w8_WB+ wb.w1_WB- me.w9_ME- id.w4_ID- me.w2_ME+ me.w7+ ex.w5_EX+ ex.w4_EX- me.w6_ME- \
    me.w7_ME- me.w8_ME+ if.w5_IF+ if.w4_IF- if.w11- if.w6_IF+ if.w1- id.w1_ID- id.w2- id.w3- id.w2_ID+ \
    id.w6_ID+ ex.w4- ex.w5- if.w7_IF+ id.w7_ID+ ex.w6- if.w8_IF- me.w1_ME- ex.w2_EX+ id.w8_ID- wb.w5_WB- \
    ex.w6_EX+ wb.w4_WB+ wb.w10+ id.w9_ID- id.w5_ID- ex.w7_EX+ wb.w2_WB- ex.w8_EX- id.w4_ID+ ex.w9_EX- wb.w9- \
    wb.w9_WB+ me.w5_ME- wb.w6_WB+ wb.w7_WB+ wb.w8_WB- me.w4_ME+ me.w8+ if.w2_IF+ wb.w1_WB+ me.w2_ME- me.w7- \
    me.w9_ME+ me.w6_ME+ me.w7_ME+ ex.w5_EX- me.w8_ME- if.w9_IF- ex.w4_EX+ if.w5_IF- if.w4_IF+";

/// The stage ID waits for w5 from EX and w11 from IF together (its transition 68). IF lowers w11 by its
/// transition 25 as soon as it has sent w1 and reset its own latch; it does not look at anything that ID does
/// with w11. So w11 can be gone before ID has answered. In the same way EX lowers w4, of which only IF knows,
/// without any answer of IF; if IF was not ready it has missed w4 for good, and the pipeline stops. The fault
/// is in the circuit if gates may be arbitrarily slow; TITAC-2 was designed for delays whose ratio is
/// bounded.
#[test]
fn the_pipeline_controller_relies_on_delays() {
    let Some(design) = design("pipectrl/pipectrl") else { return };
    let found = verdicts(&design, &USUAL, Method::Minimise);
    assert_eq!(found[0], Verdict::Holds);
    assert_eq!(judged(&design, &found[1]), (vec![disabled("id", "68", "if:25")], 12));
    assert_eq!(judged(&design, &found[2]).0, [Named::Deadlock]);
    // No run to the first failure is shorter.
    let flat = search(&design, Failures::of(&[Failure::Disabling]), &Budget::unlimited());
    assert_eq!(flat.runs[0].actions.len(), 12);
    let mut way = vec![Snapshot::initial(&design)];
    for change in TO_DEADLOCK.split_whitespace() {
        let (wire, edge) = change.split_at(change.len() - 1);
        let wire = design.wires.iter().position(|known| known.name == wire).expect("a wire");
        // Every transition takes its token and gives it back.
        let mut next = way[way.len() - 1].clone();
        next.values[wire] = i32::from(edge == "+");
        way.push(next);
    }
    let end: Vec<Named> = judge(&design, &way).expect("a run of the interpreter").into_iter().collect();
    assert_eq!((way.len(), end), (95, vec![Named::Deadlock]));
}

/// The environment raises the next `len` as soon as `to` has risen, while the handshake on `to0` and `toa0`
/// goes on. So `tagout` has begun to raise a second `to` when PB2 takes `to0` away. The environment is at
/// fault; the later version waits for `toa0`.
///
/// It has no deadlock, but only by the letter: `tagin` answers `ti[6]` by raising `tia[1]`, a slip of the pen
/// that the later version corrects. After that its transition 6 stays enabled and changes nothing, for ever,
/// while all others wait.
#[test]
fn the_tag_unit_has_a_hasty_environment() {
    let Some(design) = design("tagunit/tagunit") else { return };
    let found = verdicts(&design, &USUAL, Method::Minimise);
    assert_eq!(found[0], Verdict::Holds);
    assert_eq!(judged(&design, &found[1]).0, [disabled("tagout", "2", "PB2:6")]);
    assert_eq!(found[2], Verdict::Holds);
    assert_eq!(stuck_walks(&design, 20, 300, &mut Random::new(2012)), 0);
}

/// PA and PB lower their request to the C-element in parallel with a step that needs the output of the
/// C-element. When all four were quick, the output falls before any of them has done that step, and all four
/// wait for ever. The circuit is at fault; the other two versions do one after the other.
#[test]
fn the_first_tag_unit_loses_its_own_signal() {
    let Some(design) = design("tagunit/tag") else { return };
    let found = verdicts(&design, &USUAL, Method::Minimise);
    assert_eq!(found[0], Verdict::Holds);
    let lost = ["PA1", "PA2", "PB1", "PB2"].map(|net| disabled(net, "2", "cele:1_2"));
    assert_eq!(judged(&design, &found[1]), (lost.to_vec(), 13));
    assert_eq!(judged(&design, &found[2]).0, [Named::Deadlock]);
    assert!(stuck_walks(&design, 20, 300, &mut Random::new(2012)) > 0);
}

/// With a patient environment nothing fails, nor does the assertion that at most one `to` is up.
#[test]
fn the_last_tag_unit_is_right() {
    let Some(design) = design("tagunit/tagunit-trunk") else { return };
    let questions = [&USUAL[..], &[Failure::Assertion]].concat();
    if cfg!(debug_assertions) {
        skipped("too many states for a debug build");
        return;
    }
    assert!(verdicts(&design, &questions, Method::Minimise).iter().all(|v| *v == Verdict::Holds));
    let flat = search(&design, Failures::of(&questions), &Budget::unlimited());
    assert_eq!((flat.states, flat.runs, flat.stopped), (3_019_646, vec![], None));
}

/// Too many states for the flat search; Platu finds no failure in the first of them either.
#[test]
fn memory_management_units_are_right() {
    for name in ["mmu/mmu_v1", "mmu/mmu", "mmu/mmu-all"] {
        let Some(design) = design(name) else { return };
        if cfg!(debug_assertions) && name != "mmu/mmu" {
            continue;
        }
        let found = verdicts(&design, &USUAL, Method::Minimise);
        assert!(found.iter().all(|verdict| *verdict == Verdict::Holds), "{name}: {found:?}");
    }
}
