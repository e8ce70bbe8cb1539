//! Buses and hierarchy: wires and nets of the expanded circuit, by name.

use suppose_base::FileId;
use suppose_nets::netlist::{Library, read};

use crate::netlist::support::{assert_error, circuit, codes, guard_table, nets, wires};

const HIERARCHY: &str = "
module top (input [2:0] a, output [1:0] z, output q);
  wire [0:1] w;
  pair p (.x({a[0], a[2:1]}), .y(w), .left());
  pair r (.y(z), .x(a), .left(q));
endmodule

module pair (x, y, left);
  input [2:0] x;
  output [1:0] y;
  output left;
  wire n;
  cell_a u1 (x[2], x[1], n);
  INV u2 (.I(n), .ON(y[1]));
  cell_a u3 (.b(x[0]), .a(n), .z(y[0]));
  assign left = n;
endmodule

module cell_a (a, b, z);
  input a, b;
  output z;
  wire t;
  nand (t, a, b);
  not g (z, t);
endmodule
";

#[test]
fn a_hierarchy_becomes_flat() {
    let (fragment, messages) = circuit(HIERARCHY);
    assert_eq!(messages, vec![]);
    assert_eq!(fragment.name, "circuit");
    assert_eq!(
        wires(&fragment),
        [
            "a[0]", "a[1]", "a[2]", "z[0]", "z[1]", "q", "w[1]", "w[0]", "p.left", "p.n", "p.u1.t", "p.u3.t",
            "r.n", "r.u1.t", "r.u3.t"
        ]
    );
    assert_eq!(
        nets(&fragment),
        [
            "p.u1.t", "p.u1.g", "p.u2", "p.u3.t", "p.u3.g", "p.left", "r.u1.t", "r.u1.g", "r.u2", "r.u3.t",
            "r.u3.g", "q"
        ]
    );
    // Bit 2 of p.x is a[0], bit 1 is a[2], bit 0 is a[1]; bit 0 of p.y is w[1].
    assert_eq!(guard_table(&fragment, "p.u1.t-", &["a[0]", "a[2]"]), "0001");
    assert_eq!(guard_table(&fragment, "p.u3.t-", &["p.n", "a[1]"]), "0001");
    assert_eq!(guard_table(&fragment, "w[1]+", &["p.u3.t"]), "10");
    assert_eq!(guard_table(&fragment, "w[0]+", &["p.n"]), "10");
    assert_eq!(guard_table(&fragment, "r.u1.t-", &["a[2]", "a[1]"]), "0001");
    assert_eq!(guard_table(&fragment, "z[1]+", &["r.n"]), "10");
    assert_eq!(guard_table(&fragment, "q+", &["r.n"]), "01");
}

#[test]
fn the_top_module_can_be_named() {
    let (fragment, _) =
        read(HIERARCHY, FileId(0), "m", Library::built_in(), Some("cell_a")).expect("a module");
    assert_eq!(wires(&fragment), ["a", "b", "z", "t"]);
    assert_eq!(nets(&fragment), ["t", "g"]);
    let wrong =
        read(HIERARCHY, FileId(0), "m", Library::built_in(), Some("cel_a")).expect_err("no such module");
    assert_eq!(wrong[0].code, "E0871");
    assert_eq!(wrong[0].help.as_deref(), Some("did you mean `cell_a`?"));
}

#[test]
fn ranges_go_both_ways() {
    let text = "module m (input [0:3] a, output [5:4] z, output [-1:0] n);
        assign z = a[1:2];
        assign n = a[2:1];
      endmodule";
    // A part in the wrong direction is illegal Verilog; tools take its right end for the least significant
    // bit.
    let (fragment, _) = circuit(text);
    assert_eq!(wires(&fragment), ["a[3]", "a[2]", "a[1]", "a[0]", "z[4]", "z[5]", "n[0]", "n[-1]"]);
    assert_eq!(guard_table(&fragment, "z[5]+", &["a[1]"]), "01");
    assert_eq!(guard_table(&fragment, "z[4]+", &["a[2]"]), "01");
    assert_eq!(guard_table(&fragment, "n[0]+", &["a[1]"]), "01");
    assert_eq!(guard_table(&fragment, "n[-1]+", &["a[2]"]), "01");
}

#[test]
fn constants_reach_the_gates() {
    let text = "module m (a, z, y, k, h);
        input a; output z, y, k; output [1:0] h;
        supply1 vdd;
        wire one = 1'b1;
        sub s (.a(a), .b(1'b0), .z(z));
        and (y, a, one, vdd);
        LOGIC0 t (.O(k));
        assign h = 2;
      endmodule
      module sub (a, b, z);
        input a, b; output z;
        or g (z, a, b);
      endmodule";
    let (fragment, messages) = circuit(text);
    assert_eq!(messages, vec![]);
    // Constants are no nets, and gates do not read them.
    assert_eq!(nets(&fragment), ["s.g", "y"]);
    assert_eq!(guard_table(&fragment, "z+", &["a"]), "01");
    assert_eq!(guard_table(&fragment, "y-", &["a"]), "10");
    let first = |name: &str| fragment.wires[fragment.find_wire(name).expect("a wire").index()].initial;
    assert_eq!(["one", "k", "h[1]", "h[0]", "y"].map(first), [Some(1), Some(0), Some(1), Some(0), None]);
}

/// A constant whose first value is said to be the other one changes once.
#[test]
fn a_constant_that_comes_late_is_a_gate() {
    let text = "module m (z);
        output z;
        LOGIC1 t (.O(z));
        // signal values at the initial state:
        // !z
      endmodule";
    let (fragment, _) = circuit(text);
    assert_eq!(nets(&fragment), ["t"]);
    assert_eq!(guard_table(&fragment, "z+", &[]), "1");
    assert_eq!(guard_table(&fragment, "z-", &[]), "0");
}

#[test]
fn names_with_a_backslash_stay_apart() {
    let text = "module m (a, \\a[0] , z);
        input [1:0] a; input \\a[0] ; output z;
        nor \\g+1 (z, a[0], a[1], \\a[0] );
      endmodule";
    let (fragment, messages) = circuit(text);
    assert_eq!(messages, vec![]);
    assert_eq!(wires(&fragment), ["a[0]", "a[1]", "\\a[0]", "z"]);
    assert_eq!(nets(&fragment), ["g+1"]);
    assert_eq!(guard_table(&fragment, "z+", &["a[0]", "a[1]", "\\a[0]"]), "10000000");
}

#[test]
fn widths_must_fit() {
    let module = |line: &str| {
        format!(
            "module m (input [2:0] a, output [2:0] z);\nwire k; s t (.i(2'b0), \
                .o(k));\n{line}\nendmodule\nmodule s (input [1:0] i, output o);\nassign o = i[0];\nendmodule"
        )
    };
    assert_error(&module("s u (.i(a), .o(z[0]));"), "E0869", "a");
    assert_error(&module("s u (.i({a[0], a}), .o(z[0]));"), "E0869", "{a[0], a}");
    assert_error(&module("s u (.i(a[1:0]), .o(z));"), "E0869", "z");
    assert_error(&module("INV u (.I(a), .ON(z[0]));"), "E0869", "a");
    assert_error(&module("INV u (.I(a[0]), .ON(z[1:0]));"), "E0869", "z[1:0]");
    assert_error(&module("and (z[1:0], a[0], a[1]);"), "E0869", "z[1:0]");
    assert_error(&module("s u (.i(2'b0), .o(1'b0));"), "E0875", "1'b0");
    assert_error(&module("s u (.i({a[3], a[0]}), .o(z[0]));"), "E0874", "a[3]");
    assert_error(&module("s u (.i(5), .o(z[0]));"), "E0869", "5");
    assert_eq!(
        codes(&module("s u (.i(3), .o(z[0])); s v ({2{a[1]}}, z[1]); s w (.i(a[2:1]), .o(z[2]));")),
        Vec::<&str>::new()
    );
}
