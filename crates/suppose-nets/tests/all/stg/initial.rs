//! First values of signals: given, inferred, or not to be known.

use suppose_base::Budget;

use crate::stg::support::graph;

/// First values as a text, `x` where they are open.
fn values(text: &str, infer: bool) -> String {
    let mut stg = graph(text);
    if infer {
        stg.infer_initial(&Budget::unlimited()).expect("no limit");
    }
    stg.fragment.wires.iter().map(|w| w.initial.map_or('x', |v| if v == 0 { '0' } else { '1' })).collect()
}

const RING: &str = ".graph\na+ b-\nb- a-\na- b+\nb+ a+\n.marking { <b+,a+> }\n.end\n";

#[test]
fn the_first_edge_tells() {
    let text = format!(".inputs a\n.outputs b\n{RING}");
    assert_eq!(values(&text, false), "xx");
    assert_eq!(values(&text, true), "01");
}

#[test]
fn what_is_given_stays() {
    // Even where it contradicts the graph: that is for the check to say.
    for (line, expected) in [
        (".initial state a", "1x"),
        (".initial state !a b", "01"),
        (".initial_state b", "x1"),
        (".init_state [X0]", "x0"),
        ("#@.init_state [10]", "10"),
        ("#@.init_state [1X]\n.initial state a !b", "10"),
    ] {
        let text = format!(".inputs a\n.outputs b\n{line}\n{RING}");
        assert_eq!(values(&text, false), expected, "{line}");
        assert_eq!(values(&text, true).replace('x', "").len(), 2, "{line}");
    }
    // The order is inputs, outputs, internal, however they are declared.
    let text = format!(".outputs b\n.inputs a\n#@.init_state [10]\n{RING}");
    assert_eq!(values(&text, false), "10");
}

#[test]
fn values_that_cannot_be_known_stay_open() {
    // c has no edges, d only a toggle, e an edge that can never happen, f an edge after a toggle.
    let text = ".inputs c d e f\n.graph\nd~ f~\nf~ f+\nnever e+\n<x\n";
    let text = text.replace("<x\n", "start d~\n.marking { start }\n.end\n");
    assert_eq!(values(&text, true), "xxx1");
}

#[test]
fn a_firing_that_is_not_safe_is_left_out() {
    // b+ would be too much for r; everything else is found.
    let text =
        ".inputs a b c\n.graph\np a+\na+ r\nr b+\nb+ q\nq c-\nx a+/1\na+/1 r\n.marking { p x }\n.end\n";
    assert_eq!(values(text, true), "001");
}

#[test]
fn an_edge_behind_many_markings_is_found() {
    // x- waits for 24 signals that rise in any order, and z for a choice that goes the other way most of the
    // time.
    let signals: Vec<String> = (0..24).map(|i| format!("s{i}")).collect();
    let arcs: Vec<String> = signals.iter().map(|s| format!("{s}+ x-\nx- {s}-\n{s}- x+\nx+ {s}+\n")).collect();
    let tokens: Vec<String> = signals.iter().map(|s| format!("<x+,{s}+>")).collect();
    let text = format!(
        ".inputs {}\n.outputs x z\n.graph\n{}x+ choice\nchoice s0+ z-\nz- z+\nz+ choice\n.marking {{ choice \
            {} }}\n.end\n",
        signals.join(" "),
        arcs.concat(),
        tokens.join(" ")
    );
    for limit in [None, Some(1)] {
        let mut stg = graph(&text);
        let budget = limit.map_or(Budget::unlimited(), |states| Budget::unlimited().with_max_states(states));
        assert_eq!(stg.infer_initial(&budget), Ok(Vec::new()));
        let found: Vec<_> = stg.fragment.wires.iter().map(|w| w.initial).collect();
        assert_eq!(found[..24], [Some(0); 24]);
        assert_eq!(found[24..], [Some(1), Some(1)]);
    }
}

#[test]
fn what_was_not_found_is_said() {
    // b+ never happens, but with one marking only that is not known.
    let text = ".inputs a b\n.graph\na+ a-\na- a+\nnever b+\n.marking { <a-,a+> }\n.end\n";
    for (limit, missed) in [(1, vec![1]), (100, vec![])] {
        let mut stg = graph(text);
        let found = stg.infer_initial(&Budget::unlimited().with_max_states(limit)).expect("not stopped");
        assert_eq!(found.iter().map(|wire| wire.index()).collect::<Vec<_>>(), missed);
        let values: Vec<_> = stg.fragment.wires.iter().map(|w| w.initial).collect();
        assert_eq!(values, [Some(0), None]);
    }
}
