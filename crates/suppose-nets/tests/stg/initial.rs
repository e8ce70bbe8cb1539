//! First values of signals: given, inferred, or not to be known.

use suppose_base::Budget;

use crate::support::graph;

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
fn a_limit_of_states_keeps_what_was_found() {
    let mut stg = graph(&format!(".inputs a\n.outputs b\n{RING}"));
    stg.infer_initial(&Budget::unlimited().with_max_states(1))
        .expect("too many states are no reason to stop");
    let found: Vec<_> = stg.fragment.wires.iter().map(|w| w.initial).collect();
    assert_eq!(found, [Some(0), None]);
}
