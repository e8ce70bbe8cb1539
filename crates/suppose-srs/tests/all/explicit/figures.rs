//! The examples of C. de la Riva and J. Tuya: figure 2 with Table 1, figure 6 with figure 7, and
//! normalisation.

use suppose_base::Budget;
use suppose_srs::explicit::{Exploration, Mode, micro, table, valuations};
use suppose_srs::lang::Model;
use suppose_srs::program::Program;

use crate::explicit::models::{component, events, example, model, valuation};
use crate::explicit::support::{PAPER, UNCUT, anything, found, place, rows, stable};

/// The configurations as in Table 1 (a).
fn listing(model: &Model, program: &Program<'_>, exploration: &Exploration) -> Vec<String> {
    let show = |entry: &suppose_srs::explicit::Listed| {
        format!("{} {} {}", place(program, &entry.states), entry.events.text(model), entry.microstep)
    };
    exploration.listing.iter().map(show).collect()
}

#[test]
fn figure_2_has_the_configurations_of_table_1() {
    let model = example("fig2");
    let program = Program::whole(&model);
    for mode in [PAPER, UNCUT, Mode::Sound] {
        let found = found(&program, mode, 6, &anything);
        let expected = [
            "OFF/CLOSED - 0",
            "ON/CLOSED - 1",
            "ON/OPENED OPEN 2",
            "ON/OPENED - 0",
            "OFF/OPENED - 1",
            "OFF/CLOSED CLOSE 2",
        ];
        assert_eq!(listing(&model, &program, &found), expected);
        assert_eq!(rows(&model, &found.rows), ["1: -", "2: OPEN", "2: CLOSE"]);
        assert_eq!(found.rows[0].iter().map(|row| row.text(&model)).collect::<Vec<_>>(), ["-"]);
        assert_eq!(stable(&program, &found), ["OFF/CLOSED", "ON/OPENED"]);
        assert!(found.livelock.is_none() && found.two_values.is_none());
        assert!(found.taken.iter().flatten().all(|&taken| taken));
    }
}

#[test]
fn figure_2_has_the_supports_of_table_1() {
    let model = example("fig2");
    let program = Program::whole(&model);
    let found = found(&program, PAPER, 6, &anything);
    let id = component(&model, "FIG2");
    let [open, close] = ["OPEN", "CLOSE"].map(|name| events(&model, id, &[name])[0]);
    let support = |no_open: bool, no_close: bool, first: bool| {
        found.support(|entry| {
            let fails = [
                no_open && entry.events.has(open),
                no_close && entry.events.has(close),
                first && entry.microstep != 1,
            ];
            fails == [false; 3]
        })
    };
    assert_eq!(support(true, false, false), 5);
    assert_eq!(support(false, true, false), 5);
    assert_eq!(support(false, false, true), 2);
    assert_eq!(support(true, true, false), 4);
    assert_eq!(support(true, false, true), 2);
    assert_eq!(support(false, true, true), 2);
    assert_eq!(support(true, true, true), 2);
    assert_eq!(support(false, false, false), 6);
}

#[test]
fn macrosteps_of_figure_2_are_filled_up() {
    let model = example("fig2");
    let program = Program::whole(&model);
    // Both macrosteps of the paper are equally long, so there is nothing to fill up. Soundly, nothing may
    // happen at all.
    assert_eq!(
        rows(&model, &found(&program, PAPER, 6, &anything).normalised()),
        ["1: -", "2: OPEN", "2: CLOSE"]
    );
    let expected = ["1: -", "2: -", "2: OPEN", "2: CLOSE", "3: -", "4: -"];
    assert_eq!(rows(&model, &found(&program, Mode::Sound, 4, &anything).normalised()), expected);
}

#[test]
fn the_first_microstep_of_figure_6() {
    let model = example("fig6");
    let program = Program::whole(&model);
    let start: Vec<_> = (0..2).map(|place| program.machine(place).initial).collect();
    let after = micro(&program, &start, &valuation(&model, "INIT")).expect("one value");
    assert_eq!(after.len(), 1);
    assert_eq!(place(&program, &after[0].states), "ON/CLOSED");
    assert_eq!(after[0].emitted.text(&model), "Start");
    assert_eq!(after[0].taken, [Some(0), None]);
    assert!(micro(&program, &start, &valuation(&model, "FINISH")).expect("one value").is_empty());
    assert!(micro(&program, &start, &valuation(&model, "Failure")).expect("one value").is_empty());
}

#[test]
fn figure_6_open() {
    let model = example("fig6");
    let program = Program::whole(&model);
    for mode in [PAPER, UNCUT] {
        let found = found(&program, mode, 6, &anything);
        let expected = ["1: -", "2: -", "2: OPEN", "2: CLOSE", "3: -", "3: CLOSE", "4: -"];
        assert_eq!(rows(&model, &found.rows), expected);
        assert_eq!(stable(&program, &found), ["OFF/CLOSED", "ON/CLOSED", "ON/OPENED"]);
    }
    let found = found(&program, Mode::Sound, 6, &anything);
    let close = valuation(&model, "CLOSE");
    let when: Vec<usize> = (0..=6).filter(|&k| found.rows[k].contains(&close)).collect();
    assert_eq!(when, [2, 3, 4, 5, 6]);
    assert_eq!(stable(&program, &found), ["OFF/CLOSED", "ON/CLOSED", "ON/OPENED"]);
}

#[test]
fn figure_7_is_the_graph_of_figure_6() {
    let model = example("fig6");
    let program = Program::whole(&model);
    let found = found(&program, UNCUT, 6, &anything);
    let nodes = listing(&model, &program, &found);
    let mut edges: Vec<String> =
        found.edges.iter().map(|&(from, to)| format!("{} -> {}", nodes[from], nodes[to])).collect();
    edges.sort();
    // The microsteps that `Failure` adds are those from ON/OPENED to ON/CLOSED and from OFF/OPENED to
    // OFF/CLOSED; the others that keep the states are stabilisation microsteps.
    let expected = [
        "OFF/CLOSED - 0 -> ON/CLOSED - 1",
        "OFF/CLOSED - 1 -> OFF/CLOSED - 2",
        "OFF/CLOSED CLOSE 2 -> OFF/CLOSED - 3",
        "OFF/OPENED - 1 -> OFF/CLOSED CLOSE 2",
        "ON/CLOSED - 0 -> OFF/CLOSED - 1",
        "ON/CLOSED - 1 -> ON/OPENED OPEN 2",
        "ON/CLOSED CLOSE 3 -> ON/CLOSED - 4",
        "ON/OPENED - 0 -> OFF/OPENED - 1",
        "ON/OPENED OPEN 2 -> ON/CLOSED CLOSE 3",
        "ON/OPENED OPEN 2 -> ON/OPENED - 3",
    ];
    assert_eq!(edges, expected);
}

/// Section 4.4: one macrostep with `a` at 2, one with `a` at 1 and 3.
#[test]
fn normalisation_adds_the_missing_row() {
    let model = model(
        "component N { in I, J; require I => !J; send a; local b, c, d;
         fsm P { init S; S -> S : I / b; S -> S : b / a; S -> S : J / c, a; S -> S : c / d; S -> S : d / a; } }",
    );
    let program = Program::whole(&model);
    let found = found(&program, PAPER, 6, &anything);
    assert_eq!(rows(&model, &found.rows), ["1: -", "1: a", "2: -", "2: a", "3: a"]);
    assert_eq!(rows(&model, &found.normalised()), ["1: -", "1: a", "2: -", "2: a", "3: -", "3: a"]);
}

#[test]
fn rows_become_a_table() {
    let model = model(
        "component T { in I; send A, V : {x, y};
         fsm P { init S; S -> Q : I / A, V=x; Q -> R : A / V=y; R -> S : V == y / A; } }",
    );
    let program = Program::whole(&model);
    let found = found(&program, Mode::Sound, 3, &anything);
    assert_eq!(rows(&model, &found.rows), ["1: A, V=x", "2: V=y", "3: A"]);
    let normalised = found.normalised();
    let table = table(&model, &program.sent, &normalised, &Budget::unlimited()).expect("no limits");
    assert_eq!(table.columns.len(), 3);
    for microstep in 0..6 {
        for valuation in valuations(&model, &program.sent, Vec::new()) {
            let expected = normalised[microstep.min(3)].contains(&valuation);
            assert_eq!(suppose_srs::explicit::allows(&table, microstep, &valuation), expected);
        }
    }
}
