//! The circuit of Fig. 2.1 of Yao's dissertation (2012) as a netlist: two inverters from z to y, two from z
//! to x, a C-element u of x and y, and an inverter from u to z.

use suppose_base::Budget;
use suppose_nets::search::search;
use suppose_nets::{Design, Effect, Expr, Failure, Failures, Fragment, Target};

use crate::netlist::support::{circuit, guard_table, nets, wires};

const FIGURE: &str = "
module figure (v, y, w, x, u, z);
  output v, y, w, x, u, z;
  INV i1 (.I(z), .ON(v));
  INV i2 (.I(v), .ON(y));
  not i3 (w, z);
  assign x = ~w;
  C2 c (.A(x), .B(y), .Q(u));
  INV i4 (.ON(z), .I(u));
  // signal values at the initial state:
  // v !y w !x !u !z
endmodule
";

/// For each output the gate, its inputs, and the guards as tables over them.
const GATES: [(&str, &str, &[&str], &str, &str); 6] = [
    ("v", "i1", &["z"], "10", "01"),
    ("y", "i2", &["v"], "10", "01"),
    ("w", "i3", &["z"], "10", "01"),
    ("x", "x", &["w"], "10", "01"),
    ("u", "c", &["x", "y"], "0001", "1000"),
    ("z", "i4", &["u"], "10", "01"),
];

fn check_gates(fragment: &Fragment) {
    assert_eq!(nets(fragment), GATES.map(|gate| gate.1));
    for (net, (output, _, inputs, rises, falls)) in fragment.nets.iter().zip(GATES) {
        let wire = fragment.find_wire(output).expect("a wire");
        let places: Vec<&str> = net.places.iter().map(|place| place.name.as_str()).collect();
        assert_eq!(places, [format!("{output}=0"), format!("{output}=1")]);
        let [up, down] = net.transitions.as_slice() else { panic!("two transitions") };
        assert_eq!([&up.name, &down.name], [&format!("{output}+"), &format!("{output}-")]);
        assert_eq!(
            (up.preset.as_slice(), up.postset.as_slice()),
            (down.postset.as_slice(), down.preset.as_slice())
        );
        assert_eq!(up.preset, [net.levels[0].low]);
        assert_eq!(up.postset, [net.levels[0].high]);
        for (transition, value) in [(up, 1), (down, 0)] {
            let effect = Effect { target: Target::Wire(wire), value: Expr::Const(value) };
            assert_eq!(transition.effects, [effect]);
        }
        assert_eq!(guard_table(fragment, &up.name, inputs), rises, "{output}+");
        assert_eq!(guard_table(fragment, &down.name, inputs), falls, "{output}-");
        assert_eq!(net.outputs, [wire]);
        let mut expected: Vec<_> =
            inputs.iter().map(|name| fragment.find_wire(name).expect("a wire")).collect();
        expected.sort_unstable();
        assert_eq!(net.inputs, expected);
    }
}

#[test]
fn gates_are_the_nets_of_the_figure() {
    let (fragment, messages) = circuit(FIGURE);
    assert_eq!(messages, vec![]);
    assert!(fragment.open);
    assert_eq!(wires(&fragment), ["v", "y", "w", "x", "u", "z"]);
    check_gates(&fragment);
}

/// Marked are p2, p3, p6, p7, p9 and p11, and of the twenty states of Table 2.1 none is a failure.
#[test]
fn the_circuit_has_twenty_states() {
    let (design, messages) = Design::join("figure", vec![circuit(FIGURE).0]).expect("a design");
    assert_eq!(messages, vec![]);
    let marked: Vec<&str> = design
        .nets
        .iter()
        .flat_map(|net| net.marking.iter().map(|place| net.places[place.index()].name.as_str()))
        .collect();
    assert_eq!(marked, ["v=1", "y=0", "w=1", "x=0", "u=0", "z=0"]);
    let found = search(&design, Failures::STEPS.with(Failure::Deadlock), &Budget::unlimited());
    assert_eq!((found.states, found.deadlocks, found.runs, found.stopped), (20, 0, vec![], None));
}

/// A C-element from and to itself with other spellings is the same gate.
#[test]
fn a_c_element_can_be_written_in_many_ways() {
    for gate in [
        "assign u = (x & y) | (u & (x | y));",
        "assign u = x == y ? x : u;",
        "assign #(1:2:3) u = x & y | x & u | y & u;",
        "assign u = u ? x | y : x & y;",
        "assign u = {x, y} == 2'b11 || {x, y} != 2'h0 && u;",
        "assign u = ~((~x & ~y) | (~u & (~x | ~y)));",
    ] {
        let text = FIGURE.replace("C2 c (.A(x), .B(y), .Q(u));", gate);
        let (mut fragment, messages) = circuit(&text);
        assert_eq!(messages, vec![], "{gate}");
        assert_eq!(fragment.nets[4].name, "u");
        fragment.nets[4].name = "c".to_owned();
        check_gates(&fragment);
    }
}
