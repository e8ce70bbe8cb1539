//! Classes and instances.

use std::fmt::Write;

use suppose_nets::{Expr, Fragment, Target};

use crate::lpn::common::interpret::{Failure, explore};
use crate::lpn::support::{design, fragment, message_codes};

/// The names of the wires with their first values.
fn wires(fragment: &Fragment) -> Vec<(String, i32)> {
    fragment.wires.iter().map(|wire| (wire.name.clone(), wire.initial.expect("a value"))).collect()
}

fn names(fragment: &Fragment, wires: &[suppose_nets::WireId]) -> Vec<String> {
    wires.iter().map(|wire| fragment.wires[wire.index()].name.clone()).collect()
}

/// One class `C`, instantiated as `c`, with these declarations and transitions; place 1 is marked.
fn one(variables: &str, transitions: &str) -> String {
    format!(
        "<main> C c(); </main>\n<class name=\"C\" arg=\"\"> <var> {variables} </var> <m> 1 </m> \
            {transitions} </class>"
    )
}

/// The values that a wire has in all states.
fn values(text: &str, wire: &str) -> Vec<i32> {
    let design = design(text);
    let found = explore(&design, 10_000).expect("few states");
    let w = design.wires.iter().position(|w| w.name == wire).expect("the wire");
    found.values[w].iter().copied().collect()
}

#[test]
fn wires_are_named_after_their_owner() {
    let fragment = fragment(
        "<main> <var> m = 3; t[2] = 1; </var> A a(b.x, m, t); B b(a.y); </main>
         <class name=\"A\" arg=\"p, q, r[2]\"> <var> y = 0; g[2][2] = {{1,2},{3,4}}; </var> <m> 1 </m>
           <tr label=\"1\" preset=\"1\" postset=\"1\"> guard(p && q && r[0] && g[1][0]); y = 1; </tr> </class>
         <class name=\"B\" arg=\"p\"> <var> x = 1; </var> <m> 1 </m>
           <tr label=\"1\" preset=\"1\" postset=\"1\"> guard(p); x = 0; </tr> </class>",
    );
    let expected = [
        ("m", 3),
        ("t.0", 1),
        ("t.1", 1),
        ("a.y", 0),
        ("a.g.0.0", 1),
        ("a.g.0.1", 2),
        ("a.g.1.0", 3),
        ("a.g.1.1", 4),
        ("b.x", 1),
    ];
    assert_eq!(wires(&fragment), expected.map(|(name, value)| (name.to_owned(), value)));
    let [a, b] = &fragment.nets[..] else { panic!("two nets") };
    assert_eq!((a.name.as_str(), b.name.as_str()), ("a", "b"));
    // Nobody changes the variables of the main part, so they are no inputs.
    assert_eq!(names(&fragment, &a.inputs), ["b.x"]);
    assert_eq!(names(&fragment, &a.outputs), ["a.y", "a.g.0.0", "a.g.0.1", "a.g.1.0", "a.g.1.1"]);
    assert_eq!(names(&fragment, &b.inputs), ["a.y"]);
    assert!(!fragment.open);
}

#[test]
fn a_formal_argument_is_the_actual_wire() {
    let text = "<main> Driver d(); Follower f(d.out); </main>
         <class name=\"Driver\" arg=\"\"> <var> out; </var> <m> 1 </m>
           <tr label=\"up\" preset=\"1\" postset=\"2\"> out = 1; </tr> </class>
         <class name=\"Follower\" arg=\"in\"> <var> seen; </var> <m> 1 </m>
           <tr label=\"see\" preset=\"1\" postset=\"2\"> guard(in); seen = 1; </tr> </class>";
    let found = explore(&design(text), 100).expect("few states");
    assert_eq!((found.states, found.firings), (3, 2));
    assert_eq!(found.failures.into_iter().collect::<Vec<_>>(), [Failure::Deadlock]);
}

#[test]
fn numbers_as_arguments_are_constants() {
    let text = "<const> N = 7; </const> <main> <const> M = 2; </const> C a(1, N); C b(0, M + 1); </main>
         <class name=\"C\" arg=\"on, top\"> <var> x; </var> <m> 1 </m>
           <tr label=\"t\" preset=\"1\" postset=\"2\"> guard(on); x = top - 1; </tr> </class>";
    let fragment = fragment(text);
    assert_eq!(wires(&fragment), [("a.x".to_owned(), 0), ("b.x".to_owned(), 0)]);
    assert_eq!(fragment.nets[0].transitions[0].guard, Expr::Const(1));
    assert_eq!(fragment.nets[0].transitions[0].effects[0].value, Expr::Const(6));
    assert_eq!(fragment.nets[1].transitions[0].guard, Expr::Const(0));
    assert_eq!(values(text, "a.x"), [0, 6]);
    assert_eq!(values(text, "b.x"), [0]);
}

#[test]
fn constants_of_a_class_hide_those_of_the_file() {
    let text = "<const> K = 5; L = K * 2; </const> <main> C c(); D d(); </main>
         <class name=\"C\" arg=\"\"> <const> K = 1; M = K + L; </const> <var> x; </var> <m> K </m>
           <tr label=\"t\" preset=\"K\" postset=\"L\"> x = M; </tr> </class>
         <class name=\"D\" arg=\"\"> <var> y; </var> <m> 5 </m>
           <tr label=\"t\" preset=\"K\" postset=\"2\"> y = K; </tr> </class>";
    let fragment = fragment(text);
    let places: Vec<&str> = fragment.nets[0].places.iter().map(|place| place.name.as_str()).collect();
    assert_eq!(places, ["1", "10"]);
    assert_eq!(values(text, "c.x"), [0, 11]);
    assert_eq!(values(text, "d.y"), [0, 5]);
}

#[test]
fn variables_of_the_main_part_have_several_writers() {
    let text = "<main> <var> m; </var> C a(m, 1); C b(m, 2); </main>
         <class name=\"C\" arg=\"shared, mine\"> <m> 1 </m>
           <tr label=\"t\" preset=\"1\" postset=\"2\"> shared = mine; </tr> </class>";
    let design = design(text);
    assert_eq!(design.wires[0].drivers, [0, 1]);
    assert_eq!(values(text, "m"), [0, 1, 2]);
    assert_eq!(explore(&design, 100).expect("few states").states, 5);
}

#[test]
fn assignments_read_the_old_values() {
    let text = one("x = 1; y = 2;", "<tr label=\"swap\" preset=\"1\" postset=\"1\"> x = y; y = x; </tr>");
    assert_eq!(explore(&design(&text), 100).expect("few states").states, 2);
    assert_eq!(values(&text, "c.x"), [1, 2]);
}

#[test]
fn assertions_read_the_old_values_too() {
    let text =
        one("x;", "<tr label=\"t\" preset=\"1\" postset=\"1\"> assert(!x); assert(x < 5); x = 1; </tr>");
    let failures = explore(&design(&text), 100).expect("few states").failures;
    let expected = Failure::Assertion { net: "c".to_owned(), transition: "t".to_owned() };
    assert_eq!(failures.into_iter().collect::<Vec<_>>(), [expected]);
}

#[test]
fn elements_are_chosen_by_constants_or_by_values() {
    let text = one(
        "v[3] = {5, 6, 7}; i;",
        "<tr label=\"a\" preset=\"1\" postset=\"2\"> v[1] = (v[i] + 10) % 16; i = 2; </tr>
         <tr label=\"b\" preset=\"2\" postset=\"3\"> guard(v[1] == 15); v[i] = v[i - 1]; </tr>",
    );
    let fragment = fragment(&text);
    let [a, b] = &fragment.nets[0].transitions[..] else { panic!("two transitions") };
    assert_eq!(a.effects[0].target, Target::Wire(fragment.find_wire("c.v.1").expect("a wire")));
    assert!(matches!(&b.effects[0].target, Target::Element(wires, Expr::Wire(_)) if wires.len() == 3));
    assert_eq!(values(&text, "c.v.1"), [6, 15]);
    assert_eq!(values(&text, "c.v.2"), [7, 15]);
    assert_eq!(values(&text, "c.v.0"), [5]);
}

#[test]
fn an_index_outside_fails_when_it_is_used() {
    let failing = one("v[3]; i = 3;", "<tr label=\"t\" preset=\"1\" postset=\"2\"> v[i] = 1; </tr>");
    let expected = Failure::Expression { net: "c".to_owned(), transition: "t".to_owned() };
    assert!(explore(&design(&failing), 100).expect("few states").failures.contains(&expected));
    // In two dimensions each index counts: row 0, column 3 is not row 1, column 0.
    for (row, column, outside) in
        [(0, 3, true), (1, 2, false), (2, 0, true), (1, -1, true), (-1, 3, true), (0, 0, false)]
    {
        let text = one(
            &format!("v[2][3]; i = {row}; j = {column};"),
            "<tr label=\"t\" preset=\"1\" postset=\"2\"> v[i][j] = 1; </tr>",
        );
        let failures = explore(&design(&text), 100).expect("few states").failures;
        assert_eq!(failures.contains(&expected), outside, "{row} {column}");
        if !outside {
            assert_eq!(values(&text, &format!("c.v.{row}.{column}")), [0, 1]);
        }
    }
    // An argument may make an index wrong that is never reached.
    let text = "<main> C c(4); </main> <class name=\"C\" arg=\"k\"> <var> v[4]; x; </var> <m> 1 </m>
         <tr label=\"t\" preset=\"1\" postset=\"1\"> guard(k < 4 && v[k] == 0); v[0] = 1; x = 1; </tr>
         <tr label=\"u\" preset=\"1\" postset=\"1\"> x = !x; </tr> </class>";
    assert_eq!(explore(&design(text), 100).expect("few states").failures.len(), 0);
    let chosen = text.replace("v[k] == 0", "v[k > 3 ? 9 : k] == 0");
    assert_eq!(explore(&design(&chosen), 100).expect("few states").failures.len(), 0);
}

#[test]
fn arguments_may_be_arrays_rows_and_elements() {
    let text = "<main> <var> g[2][3] = {{1, 2, 3}, {4, 5, 6}}; </var>
           Row a(g[1], g[0][2], b.t); Whole b(g); </main>
         <class name=\"Row\" arg=\"r[3], e, t[2]\"> <var> x; </var> <m> 1 </m>
           <tr label=\"t\" preset=\"1\" postset=\"2\"> x = r[0] * 100 + e * 10 + t[1]; </tr> </class>
         <class name=\"Whole\" arg=\"g[2][3]\"> <var> y; t[2] = {8, 9}; </var> <m> 1 </m>
           <tr label=\"t\" preset=\"1\" postset=\"2\"> y = g[1][2]; </tr> </class>";
    assert_eq!(values(text, "a.x"), [0, 439]);
    assert_eq!(values(text, "b.y"), [0, 6]);
}

#[test]
fn first_values_come_through_arguments() {
    let text = "<main> <var> m = 4; </var> A a(b.x); B b(c.x, m); C c(); </main>
         <class name=\"A\" arg=\"p\"> <var> x = p * 2; v[2] = p; </var> <m> 1 </m>
           <tr label=\"t\" preset=\"1\" postset=\"1\"> guard(v[0] == v[1]); x = x; </tr> </class>
         <class name=\"B\" arg=\"p, q\"> <var> x = y + 1; y = p + q; </var> <m> 1 </m>
           <tr label=\"t\" preset=\"1\" postset=\"1\"> x = x; </tr> </class>
         <class name=\"C\" arg=\"\"> <var> x = 10; </var> <m> 1 </m>
           <tr label=\"t\" preset=\"1\" postset=\"1\"> x = x; </tr> </class>";
    let fragment = fragment(text);
    let value = |name: &str| fragment.wires[fragment.find_wire(name).expect("a wire").index()].initial;
    assert_eq!(value("c.x"), Some(10));
    assert_eq!(value("b.y"), Some(14));
    assert_eq!(value("b.x"), Some(15));
    assert_eq!(value("a.x"), Some(30));
    assert_eq!((value("a.v.0"), value("a.v.1")), (Some(15), Some(15)));
    // A chain of any length needs no recursion.
    let mut long = String::from("<main> D c0(1); ");
    for i in 1..20_000 {
        write!(long, "D c{}(c{}.x); ", 20_000 - i, 20_000 - i - 1).expect("a string takes everything");
    }
    long.push_str(
        "</main> <class name=\"D\" arg=\"p\"> <var> x = p; </var> <m> 1 </m>
         <tr label=\"t\" preset=\"1\" postset=\"1\"> x = x; </tr> </class>",
    );
    assert!(crate::lpn::support::fragment(&long).wires.iter().all(|wire| wire.initial == Some(1)));
}

#[test]
fn an_array_begins_as_another() {
    let text = "<main> A a(b.v); B b(); </main>
         <class name=\"A\" arg=\"p[3]\"> <var> w[3] = p; </var> <m> 1 </m>
           <tr label=\"t\" preset=\"1\" postset=\"1\"> w[0] = w[2]; </tr> </class>
         <class name=\"B\" arg=\"\"> <var> v[3] = {7, 8, 9}; </var> <m> 1 </m>
           <tr label=\"t\" preset=\"1\" postset=\"1\"> v[0] = v[0]; </tr> </class>";
    assert_eq!(values(text, "a.w.0"), [7, 9]);
    assert_eq!(values(text, "a.w.1"), [8]);
}

#[test]
fn labels_are_made_distinct() {
    let transition = |label: &str| format!("<tr label=\"{label}\" preset=\"1\" postset=\"1\"> x = 0; </tr>");
    let labels = ["go", "go", "go#2", "go", " a  b "];
    let fragment = fragment(&one("x;", &labels.map(transition).concat()));
    let names: Vec<&str> = fragment.nets[0].transitions.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["go", "go#2", "go#2#2", "go#3", "a b"]);
}

#[test]
fn places_belong_to_their_instance() {
    let text = "<main> C a(); C b(); </main> <class name=\"C\" arg=\"\"> <m> 3, 1, 3 </m>
         <tr label=\"t\" preset=\"3, 1\" postset=\"2\"> </tr> <tr label=\"u\" preset=\"\" postset=\"\"> \
             guard(0); </tr> </class>";
    let design = design(text);
    let places: Vec<&str> = design.nets[1].places.iter().map(|place| place.name.as_str()).collect();
    assert_eq!(places, ["3", "1", "2"]);
    assert_eq!(design.nets[1].marking.len(), 2);
    assert_eq!(explore(&design, 100).expect("few states").states, 4);
}

#[test]
fn what_nobody_uses_is_left_out() {
    let text = "<main> <var> m; n; </var> A a(m); B b(a.out); </main>
         <class name=\"A\" arg=\"p\"> <var> out; inner; unused; v[3]; </var> <m> 1 </m>
           <tr label=\"t\" preset=\"1\" postset=\"2\"> inner = p; </tr> </class>
         <class name=\"B\" arg=\"p\"> <var> x; </var> <m> 1 </m>
           <tr label=\"t\" preset=\"1\" postset=\"2\"> x = p; </tr> </class>";
    assert_eq!(message_codes(text), ["W0811", "W0811", "W0811"]);
    let names: Vec<String> = wires(&fragment(text)).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["m", "a.out", "a.inner", "b.x"]);
    // `out` never changes, but it belongs to `a`, so the design is closed.
    assert!(!design(text).is_open());
}

#[test]
fn a_class_alone_is_open() {
    let text = "<class name=\"Cell\" arg=\"in, shared\"> <var> out = 1; </var> <m> 1 </m>
         <tr label=\"t\" preset=\"1\" postset=\"2\"> guard(in); out = 0; shared = 1; </tr> </class>";
    let fragment = fragment(text);
    assert!(fragment.open);
    assert_eq!(fragment.nets[0].name, "Cell");
    let design = design(text);
    let free: Vec<&str> = design.wires.iter().filter(|w| w.free).map(|w| w.name.as_str()).collect();
    assert_eq!(free, ["in"]);
    assert_eq!(design.wires.iter().find(|w| w.name == "out").expect("a wire").initial, 1);
}

#[test]
fn comments_line_ends_and_byte_order_marks() {
    let text = "\u{feff}// begin\r\n<main> /* a\r\n * <main> */ C c(); <!-- no; --> </main>\r\n// <tr\r\n\
         <class name=\"C\" arg=\"\">\r\n<var>\r\n x = 1; // one\r\n</var><m>1</m>\r\n\
         <tr label=\"t\" preset=\"1\" postset=\"2\">guard(x<2);x=0;</tr></class>//end";
    assert_eq!(message_codes(text), [] as [&str; 0]);
    assert_eq!(values(text, "c.x"), [0, 1]);
}

#[test]
fn older_spellings() {
    let text = "<mod name=\"main\"> C c(); </mod>
         <mod name=\"C\" arg=\"\"> <var> x; </var> <marking> 1 </marking>
         <transition label=\"t\" preset=\"1\" postset=\"2\"> condition(!x); delay(0, inf); x = 1; \
             </transition> </mod>";
    assert_eq!(message_codes(text), [] as [&str; 0]);
    assert_eq!(values(text, "c.x"), [0, 1]);
}

#[test]
fn one_warning_for_all_delays_of_a_file() {
    let text = one(
        "x;",
        "<tr label=\"t\" preset=\"1\" postset=\"2\"> delay(0, inf); x = 1; </tr>
         <tr label=\"u\" preset=\"2\" postset=\"3\"> delay(1, inf); x = 0; </tr>
         <tr label=\"v\" preset=\"3\" postset=\"1\"> delay(0, 5); x = 1; </tr>",
    );
    assert_eq!(message_codes(&text), ["W0810"]);
}

#[test]
fn no_word_is_reserved() {
    let text = "<main> <var> main; </var> if inf(tr.m, main); var tr(inf.guard); </main>
         <class name=\"if\" arg=\"const, delay\"> <var> guard; </var> <m> 1 </m>
           <tr label=\"t\" preset=\"1\" postset=\"2\"> guard(const && delay == 0); guard = 1; </tr> </class>
         <class name=\"var\" arg=\"class\"> <var> m = 1; </var> <m> 1 </m>
           <tr label=\"t\" preset=\"1\" postset=\"2\"> guard(class <m ); m = 0; </tr> </class>";
    assert_eq!(values(text, "inf.guard"), [0, 1]);
}
