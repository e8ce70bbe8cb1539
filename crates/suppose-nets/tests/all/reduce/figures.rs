//! The worked examples of the dissertation, with the results that its text states. States have the numbers of
//! the text; results are compared as sets of transitions under the old numbers.

use suppose_base::{ActionId, Budget, StateId, StopReason};
use suppose_lts::LtsBuilder;
use suppose_nets::reduce::{
    Reduced, Reduction, autofailure, case_one, case_three, case_two, redundant, region, state, transition,
};
use suppose_nets::{Codes, StateGraph};

type Reduce = fn(&StateGraph, &Budget) -> Result<Reduced, StopReason>;
/// Source, action and target, by their names.
type Named = (u32, &'static str, u32);

/// The number of π in the lists.
const PI: u32 = u32::MAX;

/// A graph with named actions.
struct Figure {
    actions: Vec<&'static str>,
    graph: StateGraph,
}

impl Figure {
    /// The first source is initial. Actions that are neither inputs nor outputs are internal.
    fn new(edges: &[Named], inputs: &[&'static str], outputs: &[&'static str]) -> Self {
        let states = edges.iter().flat_map(|e| [e.0, e.2]).filter(|&s| s != PI).max().unwrap_or(0) + 1;
        let mut actions = vec!["τ"];
        actions.extend(inputs.iter().chain(outputs));
        for (_, action, _) in edges {
            if !actions.contains(action) {
                actions.push(action);
            }
        }
        let mut builder = LtsBuilder::new(states as usize);
        for &(source, action, target) in edges {
            builder.add(StateId::from_raw(source), number(&actions, action), StateId::from_raw(target));
        }
        let ids = |names: &[&'static str]| names.iter().map(|name| number(&actions, name)).collect();
        builder.set_initial(StateId::from_raw(edges[0].0));
        let codes = Codes::default();
        let lts = builder.finish().expect("a valid graph");
        Self { graph: StateGraph { lts, inputs: ids(inputs), outputs: ids(outputs), codes }, actions }
    }

    /// The transitions of a reduction's result, sorted, under the old numbers; of merged states the least
    /// number.
    fn after(&self, reductions: &[Reduce]) -> Vec<Named> {
        let mut result = Reduced::unchanged(self.graph.clone());
        for reduce in reductions {
            result = result.then(|graph| reduce(graph, &Budget::unlimited())).expect("no limit");
        }
        let old = |new: StateId| {
            let found = self.graph.lts.states().find(|&s| result.map.get(s) == Some(new));
            if new.is_error() { PI } else { found.expect("every state comes from one").raw() }
        };
        let transitions = result.graph.lts.all_transitions();
        let mut named: Vec<Named> = transitions
            .map(|(source, t)| (old(source), self.actions[t.action.index()], old(t.target)))
            .collect();
        named.sort_unstable();
        named
    }

    fn check(&self, reductions: &[Reduce], expected: &[Named]) {
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(self.after(reductions), expected);
    }
}

fn number(actions: &[&str], name: &str) -> ActionId {
    let place = actions.iter().position(|action| *action == name).expect("a known action");
    ActionId::from_raw(place as u32)
}

/// Figure 3.1 (a): inverters from z to v and from v to y, while the environment changes z at any time. In 3
/// and 7 the first inverter takes away what the second is about to do.
fn two_inverters([z_up, z_down, v_up, v_down, y_up, y_down]: [&'static str; 6]) -> Figure {
    let edges = [
        (0, z_up, 1),
        (1, v_down, 2),
        (1, z_down, PI),
        (2, y_up, 4),
        (2, z_down, 3),
        (3, v_up, PI),
        (3, y_up, 5),
        (3, z_up, PI),
        (4, z_down, 5),
        (5, v_up, 6),
        (5, z_up, PI),
        (6, y_down, 0),
        (6, z_up, 7),
        (7, v_down, PI),
        (7, y_down, 1),
        (7, z_down, PI),
    ];
    Figure::new(&edges, &[z_up, z_down], &[y_up, y_down])
}

#[test]
fn figures_3_2_and_3_3_of_both_pairs_of_inverters() {
    let first = ["z+", "z-", "v+", "v-", "y+", "y-"];
    let second = ["z+", "z-", "w+", "w-", "x+", "x-"];
    for names in [first, second] {
        let [z_up, z_down, v_up, v_down, y_up, y_down] = names;
        let figure = two_inverters(names);
        let trimmed = [
            (0, z_up, 1),
            (1, v_down, 2),
            (1, z_down, PI),
            (2, y_up, 4),
            (2, z_down, PI),
            (4, z_down, 5),
            (5, v_up, 6),
            (5, z_up, PI),
            (6, y_down, 0),
            (6, z_up, PI),
        ];
        figure.check(&[autofailure], &trimmed);
        let compressed =
            [(0, z_up, 1), (1, y_up, 4), (1, z_down, PI), (4, z_down, 5), (5, y_down, 0), (5, z_up, PI)];
        figure.check(&[autofailure, transition], &compressed);
        // "cannot be reduced further … since both SGs are deterministic"
        figure.check(&[autofailure, transition, redundant], &compressed);
    }
}

/// The states of figure 3.1 (c) by the values of x, y, u and z, as section 4.3.4 lists them.
const GATE_STATES: [(u32, [bool; 4]); 16] = [
    (0, [false, false, false, false]),
    (2, [true, true, true, false]),
    (3, [true, true, true, true]),
    (4, [true, true, false, true]),
    (5, [true, true, false, false]),
    (6, [true, false, false, true]),
    (7, [true, false, true, false]),
    (8, [true, false, true, true]),
    (9, [true, false, false, false]),
    (10, [false, true, true, false]),
    (11, [false, true, true, true]),
    (12, [false, true, false, true]),
    (13, [false, true, false, false]),
    (14, [false, false, true, false]),
    (15, [false, false, true, true]),
    (16, [false, false, false, true]),
];

/// Figure 3.1 (c): a C-element from x and y to u and an inverter from u to z, while the environment changes x
/// and y at any time. A transition is a failure if it disables the C-element or the inverter.
fn gate() -> Vec<Named> {
    let name = |values: [bool; 4]| {
        GATE_STATES.into_iter().find(|state| state.1 == values).expect("all sixteen are listed").0
    };
    let mut edges = Vec::new();
    for (s, [x, y, u, z]) in GATE_STATES {
        let excited = |[x, y, u, z]: [bool; 4]| [x == y && u != x, z == u];
        let mut add = |edge: &'static str, to: [bool; 4], fired: usize| {
            let disabled =
                (0..2).any(|gate| gate != fired && excited([x, y, u, z])[gate] && !excited(to)[gate]);
            edges.push((s, edge, if disabled { PI } else { name(to) }));
        };
        add(if x { "x-" } else { "x+" }, [!x, y, u, z], 2);
        add(if y { "y-" } else { "y+" }, [x, !y, u, z], 2);
        if x == y && u != x {
            add(if u { "u-" } else { "u+" }, [x, y, !u, z], 0);
        }
        if z == u {
            add(if z { "z-" } else { "z+" }, [x, y, u, !z], 1);
        }
    }
    edges
}

#[test]
fn figures_3_2_3_3_and_3_6_of_the_c_element() {
    let edges = gate();
    // What the text says of the graph before any reduction.
    for stated in [
        (15, "u-", PI),
        (8, "x-", 15),
        (11, "y-", 15),
        (5, "u+", PI),
        (4, "u+", 3),
        (3, "z-", 2),
        (3, "y-", 8),
        (3, "x-", 11),
        (4, "x-", PI),
        (4, "y-", PI),
    ] {
        assert!(edges.contains(&stated), "{stated:?}");
    }
    let enabled = |action: &str| -> Vec<u32> {
        edges.iter().filter(|edge| edge.1 == action).map(|edge| edge.0).collect()
    };
    assert_eq!(enabled("z+"), [0, 5, 9, 13]);
    assert_eq!(enabled("z-"), [3, 8, 11, 15]);
    let figure = Figure::new(&edges, &["x+", "x-", "y+", "y-"], &["z+", "z-"]);
    // Figure 3.2 (c): 5 and 15 have become π.
    let mut trimmed: Vec<Named> = edges.iter().copied().filter(|e| e.0 != 5 && e.0 != 15).collect();
    for edge in &mut trimmed {
        edge.2 = if edge.2 == 5 || edge.2 == 15 { PI } else { edge.2 };
    }
    assert!(trimmed.contains(&(8, "x-", PI)) && trimmed.contains(&(11, "y-", PI)));
    figure.check(&[autofailure], &trimmed);
    // Figure 3.3 (c): 4 -u+-> 3 and 14 -u--> 0 are replaced.
    let mut compressed = trimmed;
    compressed.retain(|edge| edge.1 != "u+" && edge.1 != "u-");
    compressed.extend([(4, "z-", 2), (4, "y-", 8), (4, "x-", 11)]);
    compressed.extend([(14, "z+", 16), (14, "x+", 9), (14, "y+", 13)]);
    figure.check(&[autofailure, transition], &compressed);
    // Figure 3.6: without 3, 8 and 11.
    let reduced = [
        (0, "x+", 9),
        (0, "y+", 13),
        (0, "z+", 16),
        (2, "x-", 10),
        (2, "y-", 7),
        (4, "x-", PI),
        (4, "y-", PI),
        (4, "z-", 2),
        (6, "x-", 16),
        (6, "y+", 4),
        (7, "x-", 14),
        (7, "y+", 2),
        (9, "x-", 0),
        (9, "y+", PI),
        (9, "z+", 6),
        (10, "x+", 2),
        (10, "y-", 14),
        (12, "x+", 4),
        (12, "y-", 16),
        (13, "x+", PI),
        (13, "y-", 0),
        (13, "z+", 12),
        (14, "x+", PI),
        (14, "y+", PI),
        (14, "z+", 16),
        (16, "x+", 6),
        (16, "y+", 12),
    ];
    figure.check(&[autofailure, transition, redundant], &reduced);
    figure.check(&[|graph, budget| Reduction::Transition.apply(graph, budget)], &reduced);
}

#[test]
fn figure_3_4_one_transition_more_than_before() {
    let edges = [(0, "e", 1), (0, "f", 2), (0, "g", 3), (1, "ζ", 2), (2, "ζ", 3), (2, "b", 5), (3, "a", 4)];
    let expected = [
        (0, "e", 1),
        (0, "f", 2),
        (0, "g", 3),
        (1, "a", 4),
        (1, "b", 5),
        (2, "a", 4),
        (2, "b", 5),
        (3, "a", 4),
    ];
    assert_eq!(expected.len(), edges.len() + 1);
    Figure::new(&edges, &["e", "f", "g"], &["a", "b"]).check(&[transition], &expected);
}

#[test]
fn figure_3_5_two_states_entered_alike() {
    let edges = [
        (0, "f", 1),
        (0, "e", 2),
        (1, "a", 4),
        (1, "a", 5),
        (2, "b", 4),
        (2, "b", 5),
        (4, "g", 6),
        (5, "h", 7),
        (6, "f", 0),
        (7, "e", 0),
    ];
    let expected = [
        (0, "f", 1),
        (0, "e", 2),
        (1, "a", 4),
        (2, "b", 4),
        (4, "g", 6),
        (4, "h", 7),
        (6, "f", 0),
        (7, "e", 0),
    ];
    Figure::new(&edges, &["e", "f"], &["a", "b", "g", "h"]).check(&[redundant], &expected);
}

/// A ladder of ζ steps from 0, 2, 4 to 1, 3, 5, entered in 0; what the last two do differs between figures.
fn ladder(rest: &[Named]) -> Figure {
    let mut edges = vec![
        (0, "ζ", 1),
        (0, "a_i", 2),
        (1, "a_i", 3),
        (2, "ζ", 3),
        (2, "a_j", 4),
        (3, "a_j", 5),
        (4, "ζ", 5),
    ];
    edges.extend(rest);
    Figure::new(&edges, &["a_i", "a_j"], &["a_k"])
}

#[test]
fn figures_3_7_and_3_8_a_region() {
    let way = [(0, "ζ", 1), (1, "a_i", 3), (3, "a_j", 5)];
    ladder(&[]).check(&[region], &way);
    let failing = ladder(&[(4, "a_k", PI), (5, "a_k", PI)]);
    failing.check(&[region], &[&way[..], &[(5, "a_k", PI)]].concat());
}

#[test]
fn figure_3_9_no_region() {
    for rest in [&[(4, "a_k", 6)][..], &[(4, "a_k", PI), (5, "a_k", 6)]] {
        let figure = ladder(rest);
        assert_eq!(figure.after(&[region]), figure.after(&[]));
    }
}

#[test]
fn figures_3_10_and_3_11_case_one() {
    let kept = [(0, "ζ", 1), (0, "a_k", 2), (1, "a_i", PI)];
    for more in [&[(0, "a_i", PI)][..], &[(0, "a_i", 3), (3, "ζ", PI)]] {
        let figure = Figure::new(&[&kept[..], more].concat(), &["a_i", "a_k"], &[]);
        figure.check(&[case_one], &kept);
        // "the region-based reduction cannot be applied": it keeps `a_i` of 0, which for the second graph
        // leads to π after the silent failure.
        let unchanged = [&kept[..], &[(0, "a_i", PI)]].concat();
        figure.check(&[region], &unchanged);
    }
}

#[test]
fn figure_3_12_case_two() {
    let edges =
        [(0, "ζ", 1), (0, "a_i", 2), (0, "b", 4), (1, "a_i", 3), (2, "ζ", 3), (3, "c", 0), (4, "c", 0)];
    let figure = Figure::new(&edges, &["a_i", "b"], &["c"]);
    assert_eq!(figure.after(&[region]), figure.after(&[]));
    // 2 is gone; its name stands for the state it was merged with, because it is the lower one.
    figure.check(&[case_two], &[(0, "ζ", 1), (0, "b", 4), (1, "a_i", 2), (2, "c", 0), (4, "c", 0)]);
}

#[test]
fn figure_3_13_case_three() {
    let edges = [
        (0, "ζ", 1),
        (0, "a_i", 2),
        (0, "b", 4),
        (1, "a_i", 3),
        (2, "ζ", 3),
        (2, "d", 4),
        (3, "c", 0),
        (4, "c", 0),
    ];
    let figure = Figure::new(&edges, &["a_i", "b", "d"], &["c"]);
    assert_eq!(figure.after(&[region]), figure.after(&[]));
    let expected = [(0, "a_i", 2), (0, "b", 4), (2, "ζ", 3), (2, "d", 4), (3, "c", 0), (4, "c", 0)];
    figure.check(&[case_three], &expected);
}

#[test]
fn figure_3_14_abstraction_against_reduction() {
    // 1 -ζ-> 2; `a_k` leads to 2 only, `a_j` is possible in 1 only.
    let edges = [(0, "a_i", 1), (0, "a_k", 2), (1, "ζ", 2), (1, "a_j", 3), (2, "a_l", 4)];
    let figure = Figure::new(&edges, &["a_i", "a_k"], &["a_j", "a_l"]);
    figure.check(&[state], &[(0, "a_i", 1), (0, "a_k", 1), (1, "a_j", 3), (1, "a_l", 4)]);
    let exact = [(0, "a_i", 1), (0, "a_k", 2), (1, "a_j", 3), (1, "a_l", 4), (2, "a_l", 4)];
    figure.check(&[transition], &exact);
}
