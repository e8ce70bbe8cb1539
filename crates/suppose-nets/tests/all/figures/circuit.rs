//! The circuit of Fig. 2.1: M1 makes y from z by two inverters, M2 makes x from z in the same way, and M3
//! joins x and y by a C-element u, whose inverse is z.

use suppose_nets::{Design, Expr, Fragment, Net, Transition, Value, WireId};

/// Adds a gate: one place for each value of its output, `rise` and `fall` as guards.
fn gate(net: &mut Net, places: [&str; 2], wire: WireId, value: Value, rise: Expr, fall: Expr) {
    let [low, high] = places.map(|name| net.add_place(name));
    net.marking.push(if value == 0 { low } else { high });
    let name = |edge| format!("{}{edge}", wire.0);
    let up = Transition::new(name('+'), vec![low], vec![high]).when(rise).sets(wire, Expr::Const(1));
    let down = Transition::new(name('-'), vec![high], vec![low]).when(fall).sets(wire, Expr::Const(0));
    net.transitions.extend([up, down]);
}

/// The design, in which places are called p1 to p12 as in the text.
pub(crate) fn circuit() -> Design {
    let mut fragment = Fragment::new("fig-2-1");
    let [v, y, w, x, u, z] = ["v", "y", "w", "x", "u", "z"].map(|name| fragment.wire(name));
    for (wire, value) in [(v, 1), (y, 0), (w, 1), (x, 0), (u, 0), (z, 0)] {
        fragment.set_initial(wire, value);
    }
    let is = |wire: WireId| Expr::Wire(wire);
    let not = |wire: WireId| Expr::Wire(wire).negated();
    let mut m1 = Net::new("M1");
    gate(&mut m1, ["p1", "p2"], v, 1, not(z), is(z));
    gate(&mut m1, ["p3", "p4"], y, 0, not(v), is(v));
    let mut m2 = Net::new("M2");
    gate(&mut m2, ["p5", "p6"], w, 1, not(z), is(z));
    gate(&mut m2, ["p7", "p8"], x, 0, not(w), is(w));
    let mut m3 = Net::new("M3");
    gate(&mut m3, ["p9", "p10"], u, 0, is(x).and(is(y)), not(x).and(not(y)));
    gate(&mut m3, ["p11", "p12"], z, 0, not(u), is(u));
    fragment.nets = vec![m1, m2, m3];
    Design::join("fig-2-1", vec![fragment]).expect("the nets fit together").0
}
