//! Damaged texts: whatever is done to a netlist or a library, reading gives a circuit or a message.

use suppose_base::{Diagnostic, FileId};
use suppose_nets::Design;
use suppose_nets::netlist::{Library, read, read_library};
use suppose_testing::Random;

const NETLIST: &str = "`timescale 1ns/1ps
module top (a, b, z, \\q+ , k, vdd);
  input a; input [2:0] b; output [1:0] z; output \\q+ , k; inout vdd;
  wire [0:1] w = {b[2], ~a}; supply0 gnd; wire [1:0] v;
  (* keep *) sub s (.x(b[1:0]), .y(v[1:0]), .n());
  AOI21 u1 (.A1(a), .A2(1'b1), .B(gnd), .ON(z[0]), .VDD(vdd));
  MUTEX me (.r1(a), .g1(\\q+ ), .r2(b[0]), .g2(k));
  nand #(1:2:3) (z[1], a, w[1]), n2 (p, a, b[2]);
  assign #1 {g1, g2} = {g1, g2, a, b[1]} == 4'b0011 ? $urandom_range(1, 2) : {a & ~g2, b[1] & ~g1};
  assign c = (a & b[0]) | (c && (a || ^b)) ? {2{a}} != 2'h3 : b === 5;
  initial begin c = 1'b0; z[0] <= 1; end
  // signal values at the initial state:
  // !a b[0] z[1] !w[0]
endmodule
module sub (input [1:0] x, output [1:0] y, output n); /* two
  lines */ C2 c (y[0], x[0], x[1]); not (n, x[0]); endmodule
";

const LIBRARY: &str = "# cells
GATE \"inv 1\" 16 O=!A;  PIN * INV 1 999 1 .2 1 .2
GATE ha 3 s=a^b; GATE ha 3 c = a b + CONST0;
LATCH c2 20 Q=A*B+(A|B)&Q_NEXT'; PIN A NONINV 1 999 1e-3 .2 1 .2
SEQ Q Q_NEXT ASYNCH
LATCH ff 1 Q=D; SEQ Q ANY RISING_EDGE CONTROL CLK NONINV 1 1
GATE arb 1 g=r*!h; GATE arb 1 h=s*!g;
";

const WORDS: [&str; 44] = [
    "module",
    "endmodule",
    "input",
    "wire",
    "assign",
    "initial",
    "begin",
    "end",
    "a",
    "b",
    "z",
    "u",
    "sub",
    "INV",
    "MUTEX",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    ".",
    ":",
    "?",
    "=",
    "==",
    "~",
    "&",
    "|",
    "^",
    "#",
    "'",
    "\"",
    "\\",
    "`",
    "/*",
    "//",
    "0",
    "1'b1",
    "4'hx",
    "99999999999",
    "GATE",
];

/// A text with a few of its bytes or words deleted, repeated, swapped or replaced.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut words: Vec<String> = Vec::new();
    for character in text.chars() {
        match words.last_mut() {
            Some(word) if character.is_alphanumeric() && word.chars().all(char::is_alphanumeric) => {
                word.push(character);
            }
            _ => words.push(character.to_string()),
        }
    }
    for _ in 0..=random.below(4) {
        let place = random.below(words.len());
        match random.below(5) {
            0 => {
                words.remove(place);
            }
            1 => words.insert(place, words[random.below(words.len())].clone()),
            2 => {
                let other = random.below(words.len());
                words.swap(place, other);
            }
            3 => words[place] = String::from(*random.pick(&WORDS)),
            _ => words.truncate(place.max(1)),
        }
        if words.is_empty() {
            words.push("é".to_owned());
        }
    }
    words.concat()
}

fn check(messages: &[Diagnostic], text: &str) {
    for label in messages.iter().flat_map(|message| &message.labels) {
        assert!(
            text.get(label.span.start as usize..label.span.end as usize).is_some(),
            "{label:?} in {text}"
        );
    }
}

#[test]
fn damaged_netlists() {
    let library = Library::built_in();
    let mut read_well = 0;
    for seed in 0..6000 {
        let mut random = Random::new(seed);
        let text = damaged(NETLIST, &mut random);
        match read(&text, FileId(0), "m", library, None) {
            Err(messages) => {
                assert!(messages.iter().any(Diagnostic::is_error), "seed {seed}");
                check(&messages, &text);
            }
            Ok((fragment, messages)) => {
                assert!(!messages.iter().any(Diagnostic::is_error), "seed {seed}");
                check(&messages, &text);
                read_well += usize::from(Design::join("m", vec![fragment]).is_ok());
            }
        }
    }
    assert!(read_well > 100, "{read_well}");
}

#[test]
fn damaged_libraries() {
    let mut read_well = 0;
    for seed in 0..6000 {
        let mut random = Random::new(seed);
        let text = damaged(LIBRARY, &mut random);
        match read_library(&text, FileId(0)) {
            Err(messages) => check(&messages, &text),
            Ok((library, messages)) => {
                check(&messages, &text);
                assert!(library.cell("MUTEX").is_some());
                read_well += 1;
            }
        }
    }
    assert!(read_well > 100, "{read_well}");
}

/// The texts are fine before they are damaged, but for what they want to show.
#[test]
fn the_texts_themselves() {
    let (fragment, messages) = read(NETLIST, FileId(0), "m", Library::built_in(), None).expect("a netlist");
    let mut codes: Vec<&str> = messages.iter().map(|m| m.code).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes, ["W0860", "W0862"]);
    assert_eq!(fragment.nets.len(), 10);
    let (library, messages) = read_library(LIBRARY, FileId(0)).expect("a library");
    assert_eq!(messages.iter().map(|m| m.code).collect::<Vec<_>>(), ["W0866"]);
    assert_eq!(library.cells().len(), 8);
}
