//! Large and hostile inputs: they are read in linear time without deep recursion, or refused.

use std::fmt::Write;

use suppose_base::FileId;
use suppose_nets::netlist::read_library;

use crate::netlist::support::{circuit, codes};

#[test]
fn many_gates() {
    let count = 30_000;
    let mut text = "module m (input a, output z);\n".to_owned();
    for i in 0..count {
        let input = if i == 0 { "a".to_owned() } else { format!("w{}", i - 1) };
        writeln!(text, "wire w{i}; INV u{i} (.I({input}), .ON(w{i}));").expect("a string");
    }
    writeln!(text, "assign z = w{};\nendmodule", count - 1).expect("a string");
    let (fragment, messages) = circuit(&text);
    assert_eq!((fragment.nets.len(), messages.len()), (count + 1, 0));
}

#[test]
fn long_chains_and_deep_nests() {
    let names: Vec<String> = (0..20_000).map(|i| format!("a[{i}]")).collect();
    for operator in [" & ", " | ", " ^ ", " && ", " ~^ "] {
        let text =
            format!("module m (input [19999:0] a, output z); assign z = {}; endmodule", names.join(operator));
        assert_eq!(circuit(&text).0.nets.len(), 1);
    }
    for (open, close) in
        [("(", ")"), ("~", ""), ("{", "}"), ("a ? a : ", ""), ("a == ", ""), ("a ? ", " : a"), ("& ", "")]
    {
        let nested = |levels: usize| {
            format!(
                "module m (input a, output z); assign z = {}a{}; endmodule",
                open.repeat(levels),
                close.repeat(levels)
            )
        };
        assert_eq!(codes(&nested(20)), Vec::<&str>::new(), "{open}");
        assert_eq!(codes(&nested(100_000)), ["E0873"], "{open}");
    }
    let cell = |levels: usize| format!("GATE g 1 Z={}A{};", "!(".repeat(levels), ")".repeat(levels));
    assert!(read_library(&cell(20), FileId(0)).is_ok());
    assert_eq!(read_library(&cell(100_000), FileId(0)).expect_err("too deep")[0].code, "E0873");
    let wide = |pins: usize| {
        let names: Vec<String> = (0..pins).map(|pin| format!("A{pin}")).collect();
        read_library(&format!("GATE g 1 Z={};", names.join("*")), FileId(0))
    };
    assert!(wide(255).is_ok());
    assert_eq!(wide(256).expect_err("too wide")[0].code, "E0873");
    let primes = format!("GATE g 1 Z=A{};", "'".repeat(100_001));
    assert!(read_library(&primes, FileId(0)).is_ok());
}

/// Forty modules, each with two instances of the next: a small text for a circuit with 2^40 gates.
#[test]
fn small_texts_of_huge_circuits() {
    let mut text = String::new();
    for i in 0..40 {
        writeln!(text, "module m{i} (input a); m{} u (a); m{} v (a); endmodule", i + 1, i + 1)
            .expect("a string");
    }
    text.push_str("module m40 (input a); endmodule");
    assert_eq!(codes(&text), ["E0873"]);
    let mut text = String::new();
    for i in 0..5000 {
        writeln!(text, "module m{i} (input a); m{} u (a); endmodule", i + 1).expect("a string");
    }
    text.push_str("module m5000 (input a); endmodule");
    assert_eq!(codes(&text), ["E0873"]);
    let module =
        |value: &str| format!("module m (input [4095:0] a, output z); assign z = {value}; endmodule");
    assert_eq!(codes(&module("|{16777216{a}}")), ["E0873"]);
    assert_eq!(codes(&module("|{4294967295{a[0]}}")), ["E0873"]);
    assert_eq!(
        codes(&module("a == {a[0] ? a : ~a} ? {1000{a[0]}} == {1000{a[1]}} : 1'b0")),
        Vec::<&str>::new()
    );
    assert_eq!(codes("module m (input [9999999:0] a); endmodule"), ["E0873"]);
}

/// More messages than anybody reads are not kept.
#[test]
fn messages_are_bounded() {
    let text = format!("module m (input a);\n{}endmodule", "reg r;\n".repeat(10_000));
    assert_eq!(codes(&text).len(), 20);
    let mut text = "module m (input a);\n".to_owned();
    for i in 0..20_000 {
        writeln!(text, "INV u{i} (.I(a), .ON(x{i}));").expect("a string");
    }
    text.push_str("endmodule");
    assert_eq!(codes(&text).len(), 20);
}
