//! The Verilog that is read and the Verilog that is not.

use suppose_base::FileId;
use suppose_nets::netlist::{Library, read, read_library};

use crate::netlist::support::{assert_error, circuit, codes, guard_table, nets, wires};

#[test]
fn what_means_nothing_is_skipped() {
    let text = "`timescale 1ns / 1ps
        `celldefine
        /* a comment
           // of two lines */
        (* top = \"yes\", keep *) module m (a, z); // ports
          (* src = \"x.v:3\" *)
          input wire a;
          output z;
          wire z;
          tri #3 t;
          INV #(.DRIVE(2)) u (.I(a), .ON(t));
          not #(1.5:2:3, 4ns) n (z, t);;
        endmodule
        `endcelldefine";
    let (fragment, messages) = circuit(text);
    let codes: Vec<&str> = messages.iter().map(|message| message.code).collect();
    assert_eq!(codes, ["W0862"]);
    assert_eq!(wires(&fragment), ["a", "z", "t"]);
    assert_eq!(nets(&fragment), ["u", "n"]);
}

#[test]
fn primitives() {
    let text = "module m (input a, b, c, output [9:0] z);
        and (z[0], a, b, c);
        nand n1 (z[1], a, b, c), n2 (z[2], a, b);
        or (z[3], a, b, c);
        nor #1 (z[4], a, b, c);
        xor (z[5], a, b, c);
        xnor (z[6], a, b, c);
        buf two (z[7], z[8], a);
        not (z[9], a);
      endmodule";
    let (fragment, messages) = circuit(text);
    assert_eq!(messages, vec![]);
    assert_eq!(nets(&fragment), ["z[0]", "n1", "n2", "z[3]", "z[4]", "z[5]", "z[6]", "two", "z[9]"]);
    let rises = |bit: usize| guard_table(&fragment, &format!("z[{bit}]+"), &["a", "b", "c"]);
    let expected = [
        "00000001", "11111110", "11101110", "01111111", "10000000", "01101001", "10010110", "01010101",
        "01010101", "10101010",
    ];
    for (bit, expected) in expected.into_iter().enumerate() {
        assert_eq!(rises(bit), expected, "{bit}");
        let falls: String = expected.chars().map(|c| if c == '0' { '1' } else { '0' }).collect();
        assert_eq!(guard_table(&fragment, &format!("z[{bit}]-"), &["a", "b", "c"]), falls, "{bit}");
    }
}

/// Port lists of both styles, with and without types.
#[test]
fn ports() {
    let bodies = [
        "module m (a, b, z); input a, b; output z; and (z, a, b); endmodule",
        "module m (input a, b, output z); and (z, a, b); endmodule",
        "module m (input a, input b, output wire z); and (z, a, b); endmodule",
        "module m (input logic a, b, output logic z); and (z, a, b); endmodule",
        "module m (a, b, z); input a; input b; output z; wire a, z; and (z, a, b); endmodule",
    ];
    for text in bodies {
        let (fragment, messages) = circuit(text);
        assert_eq!(messages, vec![], "{text}");
        assert_eq!(wires(&fragment), ["a", "b", "z"], "{text}");
        assert_eq!(guard_table(&fragment, "z+", &["a", "b"]), "0001", "{text}");
    }
    assert_eq!(codes("module m; wire a; INV u (a, a); endmodule"), Vec::<&str>::new());
    assert_error("module m (a, z); input a; not (z, a); endmodule", "E0860", "z");
    assert_error("module m (a); input a; input b; endmodule", "E0860", "b");
    assert_error("module m (a, a); input a; endmodule", "E0872", "a");
    assert_error("module m (a); input a; output a; endmodule", "E0872", "a");
    assert_error("module m (a); input a; wire [1:0] b; wire b; endmodule", "E0872", "b");
}

/// Without names, the output comes first and the inputs follow as the function mentions them.
#[test]
fn pins_in_order() {
    let text = "module m (input a, b, c, output z); AOI21 u (z, a, b, c); endmodule";
    assert_eq!(guard_table(&circuit(text).0, "z+", &["a", "b", "c"]), "11100000");
    let text = "module m (input a, output z); INV u (, a); INV v (z, a); endmodule";
    let (fragment, messages) = circuit(text);
    assert_eq!(messages, vec![]);
    assert_eq!(wires(&fragment), ["a", "z", "u.ON"]);
    assert_error("module m (input a, output z); INV u (z, a, a); endmodule", "E0866", "u");
    assert_error("module m (input a, output z); INV u (z); endmodule", "E0867", "u");
    assert_error("module m (input a, b, output y, z); MUTEX u (a, y, b, z); endmodule", "E0866", "u");
}

#[test]
fn pins_by_name() {
    let module = |line: &str| format!("module m (input a, inout vdd, output z, ON);\n{line}\nendmodule");
    assert_eq!(codes(&module("INV u (.I(a), .ON); not (z, a);")), Vec::<&str>::new());
    assert_eq!(codes(&module("INV u (.I(a), .ON, .VDD(vdd), .X()); not (z, a);")), ["W0862", "W0862"]);
    assert_error(&module("INV u (.I(a), .ON, .VDD(z)); not (z, a);"), "E0866", "VDD");
    assert_error(&module("INV u (.I(a), .I(a), .ON); not (z, a);"), "E0866", "I");
    assert_error(&module("INV u (.ON); not (z, a);"), "E0867", "u");
    assert_error(&module("INV u (.I(a & a), .ON); not (z, a);"), "E0875", "a & a");
    assert_error(&module("INV u (.I(a), .ON(a)); not (z, a); not (ON, a);"), "E0868", "a");
    assert_error(&module("INV u (.I(a), .ON); INV u (.I(a), .ON(z));"), "E0872", "u");
    assert_error(&module("INV u (.I(a), .ON); not (z, );"), "E0867", "not");
    assert_error(&module("INV u (.I(a), .ON); not n (.z(z), .a(a));"), "E0866", "not");
}

#[test]
fn two_drivers() {
    let module = |line: &str| {
        format!(
            "module m (input a, output z);\nwire k; s t (.i(a), .o(k)); buf (z, \
                a);\n{line}\nendmodule\nmodule s (input i, output o);\nbuf (o, i);\nendmodule"
        )
    };
    assert_error(&module("assign z = a;"), "E0868", "z");
    assert_error(&module("assign a = z;"), "E0868", "a");
    assert_error(&module("wire w; assign {w, w} = {a, a};"), "E0868", "{w, w}");
    // The port is the wire, so the gate inside is the second driver.
    assert_error(&module("s u (.i(a), .o(z));"), "E0868", "o");
}

/// Each construct that is not supported gives one message, and what follows it is read.
#[test]
fn constructs_that_are_not_supported() {
    let lines = [
        ("reg r;", "reg"),
        ("always @(posedge a) begin z <= a; if (a) begin end end", "always"),
        ("always @* z = a;", "always"),
        ("function f; input x; begin f = x; end endfunction", "function"),
        ("generate genvar i; endgenerate", "generate"),
        ("parameter WIDTH = 4;", "parameter"),
        ("specify (a => z) = 1; endspecify", "specify"),
        ("assign z = a + a;", "+"),
        ("assign z = a << 1;", "<<"),
        ("assign z = a < a;", "<"),
        ("assign z = $signed(a);", "$signed"),
        ("assign z = b.c;", "."),
        ("assign z = a[a];", "a"),
        ("assign z = $urandom_range(0, 1);", "$urandom_range(0, 1)"),
        ("wire w [3:0];", "["),
        ("INV u [3:0] (a, z);", "["),
        ("INV u (.*);", "*"),
        ("assign (strong0, weak1) z = a;", "("),
        ("nmos (z, a, a);", "nmos"),
        ("initial z = a;", "z"),
        ("initial begin #5 z = 1; end", "#"),
        ("wand w;", "wand"),
        ("`define X 1", "`define"),
    ];
    for (line, place) in lines {
        let text = format!("module m (input a, output z);\n{line}\nwire k; not (k, a);\nendmodule");
        assert_error(&text, "E0861", place);
    }
    assert_error("module m #(parameter N = 1) (input a); endmodule", "E0861", "#");
    assert_error(
        "module m (input a); s #(3) u (a); endmodule module s (input a); endmodule",
        "E0861",
        "#(3)",
    );
    assert_error("module m (.x(a)); input a; endmodule", "E0861", ".");
    assert_error("package p; endpackage module m (input a); endmodule", "E0861", "package");
}

#[test]
fn mistakes_are_reported_at_their_place() {
    let lines = [
        ("assign z = a", "E0860", "endmodule"),
        ("assign z a;", "E0860", "a"),
        ("INV u (.I(a) .ON(z));", "E0860", "."),
        ("INV u .I(a);", "E0860", "."),
        ("assign #(1 z = a;", "E0860", "("),
        ("assign z = (a;", "E0860", ";"),
        ("assign z = {a, };", "E0860", "}"),
        ("INV (.I(a), .ON(z));", "E0860", "INV"),
        ("wire [1:0;", "E0860", ";"),
        ("assign z = 1'b2;", "E0862", "1'b2"),
        ("assign z = 2'b111;", "E0862", "2'b111"),
        ("assign z = 0'b0;", "E0862", "0'b0"),
        ("assign z = 'q1;", "E0862", "'q1"),
        ("assign z = 1.;", "E0862", "1."),
        ("wire [99999999999:0] w;", "E0862", "99999999999"),
        ("assign z = \\ ;", "E0862", "\\"),
    ];
    for (line, code, place) in lines {
        let text = format!("module m (input a, output z);\n{line}\nendmodule");
        let messages = read(&text, FileId(0), "m", Library::built_in(), None).expect_err(line);
        let first = &messages[0];
        let span = first.span().expect("a place");
        assert_eq!(
            (first.code, &text[span.start as usize..span.end as usize]),
            (code, place),
            "{line}: {messages:?}"
        );
    }
    assert_eq!(codes(""), ["E0871"]);
    assert_eq!(codes("/* no end"), ["E0862"]);
    assert_eq!(codes("module m (input a);"), ["E0860"]);
    assert_eq!(codes("module m (input a); module n; endmodule"), ["E0860"]);
    assert_eq!(codes("wire a; module m; endmodule"), ["E0860"]);
    assert_eq!(codes("module m; m u (); endmodule"), ["E0870"]);
    assert_eq!(codes("module m; n u (); endmodule module n; m u (); endmodule"), ["E0870"]);
    let leaf = "module l; endmodule module m; l a (); n u (); endmodule module n; m u (); endmodule";
    assert_eq!(codes(leaf), ["E0870"]);
    assert_eq!(codes("module m; endmodule module m; endmodule"), ["E0872"]);
}

/// One run reports several mistakes.
#[test]
fn reading_goes_on_after_a_mistake() {
    let text = "module m (input a, output z);
        assign z = ;
        reg r;
        assign = a;
        endmodule
        module n (input a
        module o; assign ; endmodule";
    assert_eq!(codes(text), ["E0860", "E0861", "E0860", "E0860", "E0860"]);
}

#[test]
fn cells_that_are_missing() {
    let text = "module m (input a, output y, z); NADN2 u (.A(a), .B(a), .ON(y)); NADN2 v (.A(a), .B(a), \
        .ON(z)); endmodule";
    let messages = read(text, FileId(0), "m", Library::built_in(), None).expect_err("no such cell");
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0].code, "E0865");
    assert_eq!(messages[0].help.as_deref(), Some("did you mean `NAND2`?"));
    // A library replaces the built-in cells, but for the mutual exclusion elements.
    let (library, _) = read_library("GATE MYINV 1 Y=!A;\nLATCH DFF 1 Q=D; SEQ Q ANY RISING_EDGE", FileId(0))
        .expect("a library");
    let with = |text: &str| read(text, FileId(0), "m", &library, None);
    assert!(with("module m (input a, output z); MYINV u (z, a); endmodule").is_ok());
    assert!(
        with("module m (input a, b, output y, z); MUTEX u (.r1(a), .r2(b), .g1(y), .g2(z)); endmodule")
            .is_ok()
    );
    assert_eq!(
        with("module m (input a, output z); INV u (z, a); endmodule").expect_err("no such cell")[0].code,
        "E0865"
    );
    let clocked = with("module m (input a, output z); DFF u (z, a); endmodule").expect_err("a clocked cell");
    assert_eq!(clocked[0].notes, ["the library has it as a clocked cell (`RISING_EDGE`)"]);
    // A module of the file comes before a cell of the library.
    let own = "module m (input a, output z); INV u (.x(a), .y(z)); endmodule module INV (input x, output y); \
        buf (y, x); endmodule";
    assert_eq!(guard_table(&circuit(own).0, "z+", &["a"]), "01");
}

#[test]
fn inputs_that_nothing_drives() {
    let text = "module m (input a, inout b, output y, z); wire w, unused; and (y, a, b, w); endmodule";
    let (_, messages) = circuit(text);
    let texts: Vec<&str> = messages.iter().map(|message| message.message.as_str()).collect();
    assert_eq!(
        texts,
        [
            "nothing drives `z`, so it is taken for an input of the circuit",
            "nothing drives `w`, so it is taken for an input of the circuit"
        ]
    );
}
