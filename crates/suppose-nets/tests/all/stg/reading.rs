//! What graphs mean, worked out by hand.

use suppose_nets::stg::{Change, Edge, Stg, edge};
use suppose_nets::{Expr, PlaceId, WireId};

use crate::stg::support::graph;

/// The marked places, and each transition with the places before and after it.
fn shape(stg: &Stg) -> String {
    let net = stg.net();
    let list = |set: &[PlaceId]| {
        let mut names: Vec<&str> = set.iter().map(|p| net.places[p.index()].name.as_str()).collect();
        names.sort_unstable();
        names.join(" ")
    };
    let mut lines: Vec<String> = net
        .transitions
        .iter()
        .map(|t| format!("[{}] {} [{}]", list(&t.preset), t.name, list(&t.postset)))
        .collect();
    lines.sort_unstable();
    format!("{{{}}} {}", list(&net.marking), lines.join(" "))
}

fn inside(arcs: &str, marking: &str) -> Stg {
    graph(&format!(
        ".inputs a\n.outputs b\n.internal c\n.dummy d e\n.graph\n{arcs}\n.marking {marking}\n.end\n"
    ))
}

#[test]
fn arcs_between_transitions_make_places() {
    let stg = inside("a+ b+ p\nb+ a-\np a-", "{ <b+,a-> p }");
    assert_eq!(shape(&stg), "{<b+,a-> p} [<a+,b+>] b+ [<b+,a->] [<b+,a-> p] a- [] [] a+ [<a+,b+> p]");
    assert_eq!(stg.net().name, "test");
    assert!(!stg.fragment.open);
}

#[test]
fn transitions_of_each_kind() {
    let stg = inside("p a+ a-/2 b~ c d d/1\na+/0 d", "{ p }");
    let net = stg.net();
    let names: Vec<&str> = net.transitions.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["a+", "a-/2", "b~", "c~", "d", "d/1"]);
    let edges: Vec<Option<Edge>> = net.transitions.iter().map(edge).collect();
    let of = |signal, change| Some(Edge { signal: WireId(signal), change });
    assert_eq!(
        edges,
        [of(0, Change::Rise), of(0, Change::Fall), of(1, Change::Toggle), of(2, Change::Toggle), None, None]
    );
    assert_eq!(net.transitions[2].effects[0].value, Expr::Wire(WireId(1)).negated());
    assert!(net.transitions.iter().all(|t| t.guard == Expr::TRUE));
}

#[test]
fn signals_have_classes() {
    let stg =
        graph(".outputs x y\n.inputs b\n.internal z\n.inputs a b\n.silent s\n.graph\n.marking{}\n.end\n");
    let names: Vec<&str> = stg.fragment.wires.iter().map(|w| w.name.as_str()).collect();
    assert_eq!(names, ["b", "a", "x", "y", "z"]);
    let signals = stg.net().signals.as_ref().expect("a graph has signals");
    assert_eq!(signals.inputs, [WireId(0), WireId(1)]);
    assert_eq!(signals.outputs, [WireId(2), WireId(3)]);
    assert_eq!(signals.internal, [WireId(4)]);
    assert_eq!(stg.net().outputs, [WireId(2), WireId(3), WireId(4)]);
    assert!(stg.net().inputs.is_empty());
}

#[test]
fn numbers_tell_transitions_apart() {
    let stg = inside("a+ b+/1\na+/0 b+/2\nb+/1 a+/3\nb+/02 a+/3", "{ <b+/1,a+/3> <a+,b+/2> }");
    assert_eq!(
        shape(&stg),
        "{<a+,b+/2> <b+/1,a+/3>} [<a+,b+/1>] b+/1 [<b+/1,a+/3>] [<a+,b+/2>] b+/2 [<b+/2,a+/3>] \
         [<b+/1,a+/3> <b+/2,a+/3>] a+/3 [] [] a+ [<a+,b+/1> <a+,b+/2>]"
    );
}

#[test]
fn copies_of_places_are_places() {
    let stg = inside("p@1 a+\np a-", "{ p@1 p }");
    assert_eq!(shape(&stg), "{p p@1} [p@1] a+ [] [p] a- []");
}

#[test]
fn choice_merge_and_read_arcs() {
    let stg = inside("p a+ b+\na+ p\nb+ q\nc+ q", "{ p }");
    assert_eq!(shape(&stg), "{p} [] c+ [q] [p] a+ [p] [p] b+ [q]");
}

#[test]
fn markings_in_all_forms() {
    let expected = "{<a+,b+> <b+,a+> p} [<a+,b+>] b+ [<b+,a+>] [<b+,a+> p] a+ [<a+,b+>]";
    for marking in [
        "{ p <a+,b+> <b+,a+> }",
        "{p<a+,b+><b+,a+>}",
        "{ p=1 < a+ , b+ >=1\n <b+,a+/0>}",
        "{<a+,b+>p<b+,a+>\n}",
        "{\n#\n p <a+,b+>\\\n<b+,a+> }",
    ] {
        assert_eq!(shape(&inside("a+ b+\nb+ a+\np a+", marking)), expected, "{marking}");
    }
    assert_eq!(shape(&inside("p a+", "{ p=0 }")), "{} [p] a+ []");
    assert_eq!(shape(&inside("p", "{ p }\n.capacity p=1 p = 3")), "{p} ");
}

#[test]
fn toggles_by_bare_names_have_places_too() {
    let stg = inside("a b\nb a", "{ <b,a~> }");
    assert_eq!(shape(&stg), "{<b~,a~>} [<a~,b~>] b~ [<b~,a~>] [<b~,a~>] a~ [<a~,b~>]");
}

#[test]
fn lines_of_other_tools_are_skipped() {
    let text = "# made by hand\r\n.name other\r\n.mode TIMED\r\n.note what it does\r\n.inputs a \\\r\n \
        b\r\n#|.places p\r\n.graph\r\np a+ # a comment\r\na+ \\\r\n b+\r\n\r\n.marking {p}\r\n.end\r\n";
    let stg = graph(text);
    assert_eq!(shape(&stg), "{p} [<a+,b+>] b+ [] [p] a+ [<a+,b+>]");
    assert_eq!(stg.model.as_deref(), Some("other"));
}

#[test]
fn spans_point_at_the_first_mention() {
    let text = ".inputs a\n.graph\np a+\na+ p\n.marking { p }\n.end\n";
    let stg = graph(text);
    let at = |span: Option<suppose_base::Span>| span.map(|s| &text[s.start as usize..s.end as usize]);
    assert_eq!(at(stg.net().transitions[0].span), Some("a+"));
    assert_eq!(stg.net().transitions[0].span.map(|s| s.start), Some(19));
    assert_eq!(stg.fragment.wires[0].span.map(|s| s.start), Some(8));
}
