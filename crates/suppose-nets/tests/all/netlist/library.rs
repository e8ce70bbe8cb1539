//! The genlib format: spellings, and what is wrong with a library.

use suppose_base::FileId;
use suppose_nets::netlist::{Library, read_library};

use crate::netlist::support::cell_table;

fn library(text: &str) -> Library {
    read_library(text, FileId(0)).unwrap_or_else(|messages| panic!("{text}: {messages:?}")).0
}

#[test]
fn one_function_in_many_spellings() {
    for function in [
        "!A*B+C",
        "A'*B+C",
        "A' B + C",
        "~A&B|C",
        "(!A)(B)+(C)",
        "!( (A + !B) * !C )",
        "!(!(A'B)C')",
        "A''' B + C''",
        "C+!A # a comment\n *B",
        "B*CONST1*!A+CONST0+C",
    ] {
        let cell =
            library(&format!("GATE \"x y\" 1.5 Z = {function} ;")).cell("x y").cloned().expect("a cell");
        assert_eq!(cell_table(&cell, 0, &["A", "B", "C"]), "00101111", "{function}");
    }
}

#[test]
fn pins_have_an_order() {
    let library = library(
        "GATE g 1 Z=B*(A+C);\nPIN EXTRA UNKNOWN 1 999 1.0 .2 1e-3 0.2\nPIN A INV 1 999 1 .2 1 .2\nPIN * \
            NONINV 0 0 0 0 0 0\nGATE one 0 O=CONST1;",
    );
    let cell = library.cell("g").expect("a cell");
    let pins: Vec<&str> = (0..cell.pins()).map(|pin| cell.pin_name(pin)).collect();
    assert_eq!(pins, ["Z", "B", "A", "C", "EXTRA"]);
    assert_eq!(cell.find_pin("C"), Some(3));
    assert_eq!(cell.find_pin("D"), None);
    assert_eq!(library.cell("one").expect("a cell").pins(), 1);
}

#[test]
fn cells_with_several_outputs() {
    let library = library("GATE HA 5 S=A^B; PIN * UNKNOWN 1 999 1 1 1 1\nGATE INV 1 O=!A;\nGATE HA 5 C=A*B;");
    let cell = library.cell("HA").expect("a cell");
    assert_eq!(
        (cell.outputs.len(), cell.inputs.as_slice()),
        (2, ["A".to_owned(), "B".to_owned()].as_slice())
    );
    assert_eq!(cell_table(cell, 0, &["A", "B"]), "0110");
    assert_eq!(cell_table(cell, 1, &["A", "B"]), "0001");
    assert!(cell.arbiter.is_none());
}

/// A latch may call the old value of its output as it likes; a gate calls it by the name of the output.
#[test]
fn outputs_that_keep_their_value() {
    let library = library(
        "LATCH c1 1 Q=A*B+(A+B)*old;\nPIN A NONINV 1 1 1 1 1 1\nSEQ Q old ASYNCH\nGATE c2 1 \
            Q=A*B+(A+B)*Q;\nGATE m 1 Q=A*B+(A+B)*old;\nLATCH d 1 Q=D; SEQ Q ANY ASYNCH",
    );
    for name in ["c1", "c2"] {
        let cell = library.cell(name).expect("a cell");
        assert_eq!(cell.inputs, ["A", "B"]);
        assert_eq!(cell_table(cell, 0, &["A", "B", "Q"]), "00010111");
    }
    assert_eq!(library.cell("m").expect("a cell").inputs, ["A", "B", "old"]);
    assert_eq!(cell_table(library.cell("d").expect("a cell"), 0, &["D"]), "01");
}

#[test]
fn mistakes_are_reported_at_their_place() {
    for (text, code, place) in [
        ("GATE", "E0863", ""),
        ("GATE g area Z=A;", "E0863", "area"),
        ("GATE g 1 Z A;", "E0863", "A"),
        ("GATE g 1 Z=;", "E0863", ";"),
        ("GATE g 1 Z=A+;", "E0863", ";"),
        ("GATE g 1 Z=(A;", "E0863", ";"),
        ("GATE g 1 Z=A)", "E0863", ")"),
        ("GATE g 1 Z=A", "E0863", ""),
        ("GATE g 1 Z='A;", "E0863", "'"),
        ("GATE g 1 Z=A; PIN A MAYBE 1 1 1 1 1 1", "E0863", "MAYBE"),
        ("GATE g 1 Z=A; PIN A INV 1 x", "E0863", "x"),
        ("PIN A INV 1 1 1 1 1 1", "E0863", "A"),
        ("SEQ Q P ASYNCH", "E0863", "Q"),
        ("GATE g 1 Z=A; SEQ Q GATE", "E0863", "GATE"),
        ("library (x) {}", "E0863", "library"),
        ("GATE g 1 Z=A;\nGATE g 2 Z=!A;", "E0864", "Z"),
    ] {
        let messages = read_library(text, FileId(0)).expect_err(text);
        let span = messages[0].span().expect("a place");
        assert_eq!(
            (messages[0].code, &text[span.start as usize..span.end as usize]),
            (code, place),
            "{text}"
        );
    }
}

/// After a mistake the next cell is read.
#[test]
fn several_mistakes_are_reported() {
    let text = "GATE a 1 Z=(A;\nGATE b 1 Z=A;\nPIN A ?\nGATE c x\nGATE d 1 Z=A*;";
    let codes: Vec<&str> = read_library(text, FileId(0)).expect_err(text).iter().map(|m| m.code).collect();
    assert_eq!(codes, ["E0863"; 4]);
}
