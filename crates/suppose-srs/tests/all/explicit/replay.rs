//! Replay: it confirms runs and refuses everything else.

use suppose_srs::explicit::{Ending, Mode, Run, Valuation, replay};
use suppose_srs::lang::StateIx;
use suppose_srs::program::Program;

use crate::explicit::models::{model, valuation};
use crate::explicit::support::{anything, verdicts};

const TEXT: &str = "component T { in I, J; recv R; send V : {x, y}; local a; out O;
  require !(I && J);
  fsm P { init S; S -> T : I / a; T -> U : R && !a / V=x, O; U -> S : J; }
  fsm Q { init S; S -> T : a; T -> T : J; }
  prop back : pre(P.U) => !in(P.S);
}";

/// I; then nothing happens in configuration 2 and R comes in 3; then J in the next macrostep.
fn example(program: &Program<'_>) -> Run {
    let late = |k: usize, received: &Valuation| k == 3 || received.is_none();
    verdicts(program, Mode::Sound, 4, &late)[0].violation.clone().expect("violated")
}

#[test]
fn a_run_is_confirmed() {
    let model = model(TEXT);
    let program = Program::whole(&model);
    let run = example(&program);
    assert_eq!(run.macrosteps.len(), 2);
    assert_eq!(run.macrosteps[0].microsteps.len(), 4);
    let replayed = replay(&program, &run, anything).expect("a run");
    assert_eq!(replayed.ends.iter().map(|end| end.holds.clone()).collect::<Vec<_>>(), [[true], [false]]);
    assert_eq!(replayed.ends[0].states, [2, 1].map(StateIx));
    let [v, o] =
        ["V", "O"].map(|name| model.event_named(suppose_srs::lang::ComponentId(0), name).expect("known"));
    let occurred = &replayed.ends[0].occurred;
    assert!(occurred.has(v) && occurred.has(o) && occurred.is(v, Some(suppose_srs::lang::ValueIx(0))));
    assert!(!occurred.is(v, Some(suppose_srs::lang::ValueIx(1))) && !replayed.ends[1].occurred.has(v));
}

/// Changes the run in one place and gives what replay says to it.
#[track_caller]
fn refused(change: impl FnOnce(&mut Run), expected: &str) {
    let model = model(TEXT);
    let program = Program::whole(&model);
    let mut run = example(&program);
    change(&mut run);
    let late = |k: usize, received: &Valuation| k == 3 || received.is_none();
    assert_eq!(replay(&program, &run, late), Err(expected.to_owned()));
}

#[test]
fn everything_else_is_refused() {
    let text = |name| valuation(&model(TEXT), name);
    refused(
        |run| run.macrosteps[0].before[0] = StateIx(1),
        "macrostep 1: it does not begin in the states of the run",
    );
    refused(
        |run| run.macrosteps[0].before.clear(),
        "macrostep 1: it does not begin in the states of the run",
    );
    refused(
        |run| run.macrosteps[1].before[0] = StateIx(0),
        "macrostep 2: it does not begin in the states of the run",
    );
    refused(|run| drop(run.macrosteps.remove(0)), "macrostep 1: it does not begin in the states of the run");
    refused(|run| run.macrosteps[0].inputs = text("I, J"), "macrostep 1: these inputs are impossible");
    refused(|run| run.macrosteps[0].inputs = text("R"), "macrostep 1: these inputs are impossible");
    let lazy = "macrostep 1: microstep 1: machine P does not do what is enabled";
    refused(|run| run.macrosteps[0].inputs = text("J"), lazy);
    refused(|run| run.macrosteps[0].microsteps[0].taken[0] = None, lazy);
    refused(|run| run.macrosteps[0].microsteps[0].taken[0] = Some(9), lazy);
    refused(
        |run| run.macrosteps[0].microsteps[0].taken.clear(),
        "macrostep 1: microstep 1: it is not about the machines of the program",
    );
    refused(
        |run| run.macrosteps[0].microsteps[0].received = text("R"),
        "macrostep 1: microstep 1: something is received with the inputs",
    );
    refused(
        |run| run.macrosteps[0].microsteps[1].received = text("R"),
        "macrostep 1: microstep 2: the assumption excludes what is received",
    );
    refused(
        |run| run.macrosteps[0].microsteps[3].received = text("a"),
        "macrostep 1: microstep 4: something is received that does not come from outside",
    );
    refused(
        |run| run.macrosteps[0].microsteps[3].received = Valuation::none(),
        "macrostep 1: microstep 4: machine P does not do what is enabled",
    );
    refused(
        |run| run.macrosteps[0].microsteps[3].emitted = text("V=y, O"),
        "macrostep 1: microstep 4: the transitions do not emit these events",
    );
    refused(
        |run| run.macrosteps[0].microsteps[3].states[1] = StateIx(0),
        "macrostep 1: microstep 4: the transitions do not lead to these states",
    );
    refused(
        |run| drop(run.macrosteps[0].microsteps.remove(2)),
        "macrostep 1: microstep 3: the assumption excludes what is received",
    );
    refused(
        |run| run.macrosteps[0].microsteps.truncate(1),
        "macrostep 1: it ends although a transition is enabled",
    );
    refused(
        |run| run.macrosteps[0].ending = Ending::Quiescent { received: text("R") },
        "macrostep 1: the assumption excludes what is received",
    );
    refused(
        |run| run.macrosteps[0].ending = Ending::Never { back_to: 0 },
        "macrostep 1: its loop goes back to no configuration",
    );
    refused(
        |run| run.macrosteps[0].ending = Ending::Never { back_to: 4 },
        "macrostep 1: its loop goes back to no configuration",
    );
    refused(
        |run| run.macrosteps[0].ending = Ending::Never { back_to: 2 },
        "macrostep 1: its loop does not come back to the same configuration",
    );
    // Waiting is no loop.
    refused(
        |run| {
            run.macrosteps[0].microsteps.truncate(3);
            run.macrosteps[0].ending = Ending::Never { back_to: 2 };
        },
        "macrostep 1: nothing moves in its loop",
    );
    let clash = |run: &mut Run, place: usize| {
        let micro = run.macrosteps[0].microsteps[place].clone();
        run.macrosteps[0].microsteps.truncate(place);
        let event = micro.emitted.iter().next().expect("an event").0;
        run.macrosteps[0].ending = Ending::TwoValues { received: micro.received, taken: micro.taken, event };
    };
    refused(|run| clash(run, 3), "macrostep 1: the event does not get two values");
}

/// A closed program has nothing to wait for.
#[test]
fn nothing_waits_in_a_closed_program() {
    let open = model("component T { in I; recv R; fsm P { init S; S -> S : I || R; } prop p : !I; }");
    let closed = model("component T { in I, R; fsm P { init S; S -> S : I || R; } prop p : !I; }");
    let (open, closed) = (Program::whole(&open), Program::whole(&closed));
    let mut run = verdicts(&open, Mode::Sound, 2, &anything)[0].violation.clone().expect("violated");
    let idle = suppose_srs::explicit::Micro {
        received: Valuation::none(),
        taken: vec![None],
        emitted: Valuation::none(),
        states: vec![StateIx(0)],
    };
    replay(&closed, &run, anything).expect("a run");
    run.macrosteps[0].microsteps.push(idle);
    replay(&open, &run, anything).expect("a run");
    let refused = replay(&closed, &run, anything);
    assert_eq!(refused, Err("macrostep 1: microstep 2: nothing happens in a closed program".to_owned()));
}
