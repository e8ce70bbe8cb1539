//! Small models for one point of the semantics each.

use suppose_srs::explicit::{Ending, Mode, Valuation, inputs, micro, replay, replay_for_ever};
use suppose_srs::lang::Model;
use suppose_srs::program::Program;

use crate::explicit::models::{component, model, valuation};
use crate::explicit::support::{PAPER, UNCUT, anything, found, place, rows, stable, verdicts, violated};

/// Equal sets of enabled transitions do not mean equal futures: what Q does with `b` depends on `J`, which
/// does not show when `a` is read.
#[test]
fn the_short_circuit_loses_an_event() {
    let model = model(
        "component T8 { in I, J; send OUT; local a, b;
         fsm P { init S; S -> S : I / a; S -> S : a / b; }
         fsm Q { init A; A -> B : J; B -> A : b / OUT; } }",
    );
    let program = Program::whole(&model);
    assert_eq!(rows(&model, &found(&program, Mode::Sound, 6, &anything).rows), ["1: -", "2: -", "3: OUT"]);
    assert_eq!(rows(&model, &found(&program, UNCUT, 6, &anything).rows), ["1: -", "2: -", "3: OUT"]);
    assert_eq!(rows(&model, &found(&program, PAPER, 6, &anything).rows), ["1: -", "2: -"]);
}

const LATE: &str = "
component E { in I; recv Go; send Ev;
  fsm W { init A; A, B -> B : I; }
  fsm C { init S; S -> S : Go / Ev; }
  prop quiet : !Ev;
  prop answered : Go => Ev;
}
component F { in I; recv Ev; send Go; local a, b;
  fsm P { init S; S -> S : I / a; S -> S : a / b; S -> S : b / Go; }
  fsm Q { init S; S -> S : Ev; }
}";

/// At which microsteps something is sent.
fn when(model: &Model, found: &[std::collections::BTreeSet<Valuation>], event: &str) -> Vec<usize> {
    let event = valuation(model, event);
    (0..found.len()).filter(|&k| found[k].contains(&event)).collect()
}

/// E is quiescent after its first microstep, and F sends in its third.
#[test]
fn what_comes_late_is_received() {
    let model = model(LATE);
    let [e, f] = ["E", "F"].map(|name| Program::new(&model, [component(&model, name)]));
    assert_eq!(when(&model, &found(&e, Mode::Sound, 6, &anything).rows, "Ev"), [2, 3, 4, 5, 6]);
    for mode in [Mode::Sound, PAPER, UNCUT] {
        let sender = found(&f, mode, 6, &anything);
        assert_eq!(when(&model, &sender.rows, "Go"), [3]);
        let table = sender.assumption();
        let allowed = |k: usize, received: &Valuation| table[k.min(table.len() - 1)].contains(received);
        let expected = if mode == Mode::Sound { vec![4] } else { vec![] };
        assert_eq!(when(&model, &found(&e, mode, 6, &allowed).rows, "Ev"), expected, "{mode:?}");
    }
    let whole = Program::whole(&model);
    let closed = found(&whole, Mode::Sound, 6, &anything);
    assert_eq!(rows(&model, &closed.rows), ["1: -", "2: -", "3: Go", "4: Ev", "5: -"]);
}

/// The witness of a late event waits for it.
#[test]
fn a_witness_with_idle_microsteps() {
    let model = model(LATE);
    let program = Program::new(&model, [component(&model, "E")]);
    let third = |k: usize, received: &Valuation| k == 3 || received.is_none();
    let judged = verdicts(&program, Mode::Sound, 6, &third);
    assert_eq!(violated(&model, &judged), ["quiet"]);
    assert!(judged.iter().all(|judged| judged.relevant));
    let run = judged[0].violation.as_ref().expect("violated");
    assert_eq!(run.macrosteps.len(), 1);
    let microsteps = &run.macrosteps[0].microsteps;
    assert_eq!(microsteps.len(), 4);
    assert!(microsteps[..3].iter().all(|micro| micro.taken == [None, None] && micro.received.is_none()));
    assert_eq!(microsteps[3].received, valuation(&model, "Go"));
    assert_eq!(microsteps[3].emitted, valuation(&model, "Ev"));
    let replayed = replay(&program, run, third).expect("a run");
    assert_eq!(replayed.ends[0].holds, [false, true]);
    // As the paper has it, nothing is received, so one property says nothing.
    let judged = verdicts(&program, PAPER, 6, &third);
    assert!(violated(&model, &judged).is_empty());
    assert_eq!(judged.iter().map(|judged| judged.relevant).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn nondeterminism() {
    let model = model("component T10 { in I; send X, Y; fsm P { init A; A -> B : I / X; A -> C : I / Y; } }");
    let program = Program::whole(&model);
    for mode in [Mode::Sound, UNCUT, PAPER] {
        let found = found(&program, mode, 6, &anything);
        assert_eq!(rows(&model, &found.rows), ["1: X", "1: Y"]);
        assert_eq!(stable(&program, &found), ["A", "B", "C"]);
    }
}

#[test]
fn machines_see_the_old_states_of_each_other() {
    let model = model(
        "component T11 { in I;
         fsm P { init a; a -> b : I && in(Q.a); }
         fsm Q { init a; a -> b : I && in(P.a); } }",
    );
    let program = Program::whole(&model);
    let start = [0, 0].map(suppose_srs::lang::StateIx);
    let after = micro(&program, &start, &valuation(&model, "I")).expect("one value");
    assert_eq!(after.iter().map(|after| place(&program, &after.states)).collect::<Vec<_>>(), ["b/b"]);
    assert_eq!(stable(&program, &found(&program, Mode::Sound, 6, &anything)), ["a/a", "b/b"]);
}

#[test]
fn a_macrostep_that_never_ends() {
    let model = model(
        "component T13 { in I, J; local e, f;
         fsm R { init A; A -> B : J; }
         fsm P { init S; S -> S : I && in(R.B) / e; S -> S : f / e; }
         fsm Q { init S; S -> S : e / f; } }",
    );
    let program = Program::whole(&model);
    for mode in [Mode::Sound, UNCUT] {
        let run = found(&program, mode, 8, &anything).livelock.expect("a loop");
        replay(&program, &run, anything).expect("a run");
        assert_eq!(run.macrosteps.len(), 2);
        let last = &run.macrosteps[1];
        assert_eq!(last.ending, Ending::Never { back_to: 1 });
        let emitted: Vec<String> = last.microsteps.iter().map(|micro| micro.emitted.text(&model)).collect();
        assert_eq!(emitted, ["e", "f", "e"]);
    }
}

/// What goes on only as long as something is received goes on for ever where the environment may send for
/// ever.
#[test]
fn an_environment_that_sends_for_ever() {
    let text = "component T { in I; recv R; fsm P { init S; S -> S : I || R; } }";
    let open = model(text);
    let program = Program::whole(&open);
    let run = found(&program, Mode::Sound, 4, &anything).livelock.expect("R for ever");
    replay(&program, &run, anything).expect("a run");
    let last = run.macrosteps.last().expect("one macrostep");
    assert_eq!((last.microsteps.len(), &last.ending), (2, &Ending::Never { back_to: 1 }));
    assert_eq!(last.microsteps[1].received.text(&open), "R");
    // It ends where R comes no more.
    let early = |k: usize, received: &Valuation| k < 4 || received.is_none();
    assert!(found(&program, Mode::Sound, 4, &early).livelock.is_none());
    let lively = model(&text.replace("I || R", "I || !R"));
    let program = Program::whole(&lively);
    assert!(found(&program, Mode::Sound, 4, &anything).livelock.is_some());
    // Where R must always be received, it ends.
    assert!(found(&program, Mode::Sound, 4, &|_, received| !received.is_none()).livelock.is_none());
}

/// A pause between two moves: after a move L is there, and P waits until it is gone. Only with others does
/// time pass.
#[test]
fn a_loop_with_pauses() {
    let text = "component T { in I; local L; fsm P { init S; S -> S : !L && !I / L; } }";
    let alone = model(text);
    assert!(found(&Program::whole(&alone), Mode::Sound, 3, &anything).livelock.is_none());
    let both = model(&format!("{text} component U {{ in J; fsm Q {{ init S; S -> S : J; }} }}"));
    let program = Program::new(&both, [component(&both, "T")]);
    let run = found(&program, Mode::Sound, 3, &anything).livelock.expect("a loop");
    replay(&program, &run, anything).expect("a run");
    let Ending::Never { back_to } = run.macrosteps[0].ending else { panic!("{run:?}") };
    let round = run.macrosteps[0].microsteps[back_to..].iter();
    assert_eq!(round.map(|micro| micro.taken[0].is_some()).collect::<Vec<_>>(), [true, false]);
    // Together they end: U takes one microstep at most.
    assert!(found(&Program::whole(&both), Mode::Sound, 3, &anything).livelock.is_none());
}

/// A loop must be allowed in all later microsteps, not in the next round only.
#[test]
fn a_loop_is_followed_to_the_last_row() {
    let model = model("component T { in I; recv R; fsm P { init S; S -> S : I || R; } }");
    let program = Program::whole(&model);
    let run = found(&program, Mode::Sound, 1, &anything).livelock.expect("R for ever");
    assert_eq!(run.macrosteps[0].ending, Ending::Never { back_to: 1 });
    let early = |k: usize, received: &Valuation| k < 9 || received.is_none();
    assert!(replay_for_ever(&program, &run, 1, anything).is_ok());
    assert_eq!(
        replay_for_ever(&program, &run, 9, early),
        Err("macrostep 1: the assumption excludes what is received".to_owned())
    );
}

#[test]
fn valued_events() {
    let model = model(
        "component T14 { in LEVEL : {Lo, Hi}; send S : {a, b};
         fsm P { init Q; Q -> Q : LEVEL == Lo / S=a; Q -> Q : LEVEL == Hi / S=b; }
         prop low : S == a => LEVEL == Lo;
         prop high : S == a => LEVEL == Hi; }",
    );
    let program = Program::whole(&model);
    for mode in [Mode::Sound, PAPER] {
        assert_eq!(rows(&model, &found(&program, mode, 3, &anything).rows), ["1: S=a", "1: S=b"]);
        let judged = verdicts(&program, mode, 3, &anything);
        assert_eq!(violated(&model, &judged), ["high"]);
        let run = judged[1].violation.as_ref().expect("violated");
        assert_eq!(run.macrosteps.len(), 1);
        assert_eq!(run.macrosteps[0].inputs, valuation(&model, "LEVEL=Lo"));
        assert_eq!(replay(&program, run, anything).expect("a run").ends[0].holds, [true, false]);
    }
}

#[test]
fn two_values_of_one_event() {
    let model = model(
        "component T { in I, J; local V : {x, y}, W : {x, y};
         fsm P { init A; A -> B : J; B -> B : I / V=x, W=x; }
         fsm Q { init A; A -> A : I / V=y, W=x; A -> A : V; } }",
    );
    let program = Program::whole(&model);
    let run = found(&program, Mode::Sound, 3, &anything).two_values.expect("an error");
    replay(&program, &run, anything).expect("a run");
    assert_eq!(run.macrosteps.len(), 2);
    let Ending::TwoValues { event, taken, .. } = &run.macrosteps[1].ending else { panic!("{run:?}") };
    assert_eq!(model.event(*event).name, "V");
    assert_eq!(taken, &[Some(1), Some(0)]);
}

#[test]
fn which_inputs_are_possible() {
    let model = model(
        "component A { in I, V : {x, y}, W; always V; require I => V == x; fsm P { init S; S -> S : I || V || W; } }
         component B { in J, W; require !(J && W); fsm P { init S; S -> S : J || W; } }",
    );
    let texts = |program: &Program<'_>| inputs(program).map(|chosen| chosen.text(&model)).collect::<Vec<_>>();
    let a = Program::new(&model, [component(&model, "A")]);
    assert_eq!(texts(&a), ["V=x", "I, V=x", "V=y", "V=x, W", "I, V=x, W", "V=y, W"]);
    let both = texts(&Program::whole(&model));
    assert_eq!(both.len(), 9);
    assert!(both.contains(&"I, V=x, J".to_owned()) && !both.contains(&"V=x, W, J".to_owned()));
}

/// What a property says is about the whole macrostep: an event counts whenever it was there, also in the last
/// configuration.
#[test]
fn events_count_in_all_configurations() {
    let model = model(
        "component T { in I; recv R; out O : {x, y}; local a;
         fsm P { init S; S -> T : I / a, O=x; T -> U : a / O=y; U -> S : I; }
         prop both : O == x && O == y => in(P.U);
         prop one : !(O == x && O == y);
         prop input : in(P.U) && pre(P.S) => I;
         prop ignored : !R; }",
    );
    let program = Program::whole(&model);
    for mode in [Mode::Sound, PAPER] {
        let judged = verdicts(&program, mode, 3, &anything);
        assert_eq!(violated(&model, &judged), ["one", "ignored"]);
        let run = judged[3].violation.as_ref().expect("violated");
        let Ending::Quiescent { received } = &run.macrosteps[0].ending else { panic!("{run:?}") };
        assert_eq!(received.text(&model), "R");
    }
}

/// A component that receives nothing still waits for others, and then the events of its last microstep are
/// gone.
#[test]
fn time_goes_on_for_a_component_that_receives_nothing() {
    let model = model(
        "component A { in I; send X; local a;
         fsm P { init S; S -> T : I / a; T -> U : !a / X; } }
         component B { in I; recv X; local b;
         fsm P { init S; S -> T : I / b; T -> S : b || X; } }",
    );
    let alone = found(&Program::new(&model, [component(&model, "A")]), Mode::Sound, 4, &anything);
    // A macrostep of A alone can also end in T, and then the next one begins with X.
    assert_eq!(rows(&model, &alone.rows), ["1: -", "1: X", "2: -", "3: -", "3: X", "4: -"]);
    let system = found(&Program::whole(&model), Mode::Sound, 4, &anything);
    assert_eq!(rows(&model, &system.rows), ["1: -", "2: -", "3: X"]);
}
