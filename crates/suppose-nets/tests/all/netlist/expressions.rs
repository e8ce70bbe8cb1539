//! Random expressions of both languages, printed in random spellings and compared with an evaluator that
//! knows nothing of the readers.

use suppose_base::FileId;
use suppose_nets::netlist::read_library;
use suppose_testing::Random;

use crate::netlist::support::{circuit, guard_table, table};

/// A Boolean function over four pins.
enum Formula {
    Pin(usize),
    Const(bool),
    Not(Box<Formula>),
    /// 0 and, 1 exclusive or, 2 or: in the order in which they bind.
    Join(usize, Vec<Formula>),
}

const PINS: [&str; 4] = ["A", "B1", "C_x", "d"];

impl Formula {
    fn random(random: &mut Random, depth: usize) -> Self {
        match random.below(if depth == 0 { 6 } else { 12 }) {
            0 => Self::Const(random.below(2) == 1),
            1..=5 => Self::Pin(random.below(4)),
            6 | 7 => Self::Not(Box::new(Self::random(random, depth - 1))),
            _ => {
                let count = 2 + random.below(3);
                Self::Join(random.below(3), (0..count).map(|_| Self::random(random, depth - 1)).collect())
            }
        }
    }

    fn value(&self, row: usize) -> bool {
        match self {
            Self::Pin(pin) => row >> pin & 1 == 1,
            Self::Const(value) => *value,
            Self::Not(inner) => !inner.value(row),
            Self::Join(0, parts) => parts.iter().all(|part| part.value(row)),
            Self::Join(1, parts) => parts.iter().filter(|part| part.value(row)).count() % 2 == 1,
            Self::Join(_, parts) => parts.iter().any(|part| part.value(row)),
        }
    }

    /// How tightly the text of it binds: 4 for what needs no parentheses.
    fn level(&self) -> usize {
        match self {
            Self::Pin(_) | Self::Const(_) => 4,
            Self::Not(_) => 3,
            Self::Join(operator, _) => 2 - operator,
        }
    }

    fn text(&self, random: &mut Random, at_least: usize) -> String {
        let plain = match self {
            Self::Pin(pin) => PINS[*pin].to_owned(),
            Self::Const(value) => {
                random.pick(&[["CONST0", "0"], ["CONST1", "1"]][usize::from(*value)]).to_string()
            }
            Self::Not(inner) => {
                // What follows `!` may begin with `!`, what is before `'` is a name, a constant or in
                // parentheses.
                if random.below(2) == 0 && at_least < 4 {
                    format!("{}{}", random.pick(&["!", "~", "! "]), inner.text(random, 3))
                } else {
                    return format!("({})'", inner.text(random, 0));
                }
            }
            Self::Join(operator, parts) => {
                let marks: &[&str] =
                    [&["*", "&", " ", " * "][..], &["^"][..], &["+", "|", "\n+ "][..]][*operator];
                let mut text = String::new();
                for (i, part) in parts.iter().enumerate() {
                    if i > 0 {
                        let mark: &str = random.pick::<&str>(marks);
                        text.push_str(mark);
                    }
                    text.push_str(&part.text(random, 3 - operator));
                }
                text
            }
        };
        if self.level() < at_least || random.below(8) == 0 { format!("({plain})") } else { plain }
    }
}

#[test]
fn random_functions_of_cells() {
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let formula = Formula::random(&mut random, 4);
        let text = format!("GATE g 1 Z={};", formula.text(&mut random, 0));
        let (library, messages) =
            read_library(&text, FileId(0)).unwrap_or_else(|m| panic!("{seed} {text} {m:?}"));
        assert!(messages.is_empty());
        let cell = library.cell("g").expect("a cell");
        // Pins that the function does not mention do not exist, so each pin is looked up.
        let expected: String = (0..16).map(|row| if formula.value(row) { '1' } else { '0' }).collect();
        let mut found = String::new();
        for row in 0..16usize {
            let value = cell.outputs[0].function.eval(&|wire| {
                let pin = PINS.iter().position(|&pin| pin == cell.pin_name(wire.index())).expect("a pin");
                i32::from(row >> pin & 1 == 1)
            });
            found.push(if value == Ok(1) { '1' } else { '0' });
        }
        assert_eq!(found, expected, "{seed}: {text}");
    }
}

/// A Verilog expression over `a` (1 bit), `b` (2 bits) and `c` (3 bits).
enum Term {
    Signal(usize),
    Bit(usize, u32),
    Part(u32, u32),
    Number(u32, u64),
    Invert(Box<Term>),
    Not(Box<Term>),
    Reduce(&'static str, Box<Term>),
    Join(&'static str, Vec<Term>),
    Equal(&'static str, Box<Term>, Box<Term>),
    Choose(Box<Term>, Box<Term>, Box<Term>),
    Concat(Vec<Term>),
    Repeat(u32, Box<Term>),
}

/// Names, widths, and the place of the first bit in a row.
const SIGNALS: [(&str, u32, u32); 3] = [("a", 1, 0), ("b", 2, 1), ("c", 3, 3)];

fn mask(width: u32) -> u64 {
    (1 << width) - 1
}

impl Term {
    fn random(random: &mut Random, depth: usize) -> Self {
        let inner = |random: &mut Random| Box::new(Self::random(random, depth - 1));
        match random.below(if depth == 0 { 4 } else { 13 }) {
            0 => Self::Signal(random.below(3)),
            1 => {
                let signal = 1 + random.below(2);
                Self::Bit(signal, random.below(SIGNALS[signal].1 as usize) as u32)
            }
            2 => {
                let low = random.below(2u32);
                Self::Part(low + 1, low)
            }
            3 => {
                let width = 1 + random.below(3u32);
                Self::Number(width, random.bits() & mask(width))
            }
            4 => Self::Invert(inner(random)),
            5 => Self::Not(inner(random)),
            6 => Self::Reduce(["&", "|", "^", "~&", "~|", "~^"][random.below(6)], inner(random)),
            7 | 8 => {
                let operator = ["&", "|", "^", "~^", "&&", "||"][random.below(6)];
                let count = 2 + random.below(2);
                Self::Join(operator, (0..count).map(|_| Self::random(random, depth - 1)).collect())
            }
            9 => {
                let operator = ["==", "!=", "===", "!=="][random.below(4)];
                Self::Equal(operator, inner(random), inner(random))
            }
            10 => Self::Choose(inner(random), inner(random), inner(random)),
            11 => {
                let count = 1 + random.below(3);
                Self::Concat((0..count).map(|_| Self::random(random, depth - 1)).collect())
            }
            _ => Self::Repeat(1 + random.below(3u32), inner(random)),
        }
    }

    /// Everything in parentheses, since this test is about meaning; precedence has tests of its own.
    fn text(&self) -> String {
        match self {
            Self::Signal(signal) => SIGNALS[*signal].0.to_owned(),
            Self::Bit(signal, bit) => format!("{}[{bit}]", SIGNALS[*signal].0),
            Self::Part(left, right) => format!("c[{left}:{right}]"),
            Self::Number(width, value) => format!("{width}'b{value:b}"),
            Self::Invert(inner) => format!("(~{})", inner.text()),
            Self::Not(inner) => format!("(!{})", inner.text()),
            Self::Reduce(operator, inner) => format!("({operator}{})", inner.text()),
            Self::Join(operator, parts) => {
                let parts: Vec<String> = parts.iter().map(Self::text).collect();
                format!("({})", parts.join(&format!(" {operator} ")))
            }
            Self::Equal(operator, left, right) => format!("({} {operator} {})", left.text(), right.text()),
            Self::Choose(condition, then, otherwise) => {
                format!("({} ? {} : {})", condition.text(), then.text(), otherwise.text())
            }
            Self::Concat(parts) => {
                let parts: Vec<String> = parts.iter().map(Self::text).collect();
                format!("{{{}}}", parts.join(", "))
            }
            Self::Repeat(times, inner) => format!("{{{times}{{{}}}}}", inner.text()),
        }
    }

    fn width(&self) -> u32 {
        match self {
            Self::Signal(signal) => SIGNALS[*signal].1,
            Self::Bit(..)
            | Self::Not(_)
            | Self::Reduce(..)
            | Self::Equal(..)
            | Self::Join("&&" | "||", _) => 1,
            Self::Part(left, right) => left - right + 1,
            Self::Number(width, _) => *width,
            Self::Invert(inner) => inner.width(),
            Self::Join(_, parts) => parts.iter().map(Self::width).max().expect("parts"),
            Self::Choose(_, then, otherwise) => then.width().max(otherwise.width()),
            Self::Concat(parts) => parts.iter().map(Self::width).sum(),
            Self::Repeat(times, inner) => times * inner.width(),
        }
    }

    /// The value by itself.
    fn own(&self, row: u64) -> u64 {
        self.value(row, self.width())
    }

    /// The value in a context of some width (IEEE 1364, table 5-22).
    fn value(&self, row: u64, width: u32) -> u64 {
        let truth = |holds: bool| u64::from(holds);
        match self {
            Self::Signal(signal) => row >> SIGNALS[*signal].2 & mask(SIGNALS[*signal].1),
            Self::Bit(signal, bit) => row >> (SIGNALS[*signal].2 + bit) & 1,
            Self::Part(left, right) => row >> (SIGNALS[2].2 + right) & mask(left - right + 1),
            Self::Number(_, value) => *value,
            Self::Invert(inner) => !inner.value(row, width) & mask(width),
            Self::Not(inner) => truth(inner.own(row) == 0),
            Self::Reduce(operator, inner) => {
                let (value, all) = (inner.own(row), mask(inner.width()));
                truth(match *operator {
                    "&" => value == all,
                    "~&" => value != all,
                    "|" => value != 0,
                    "~|" => value == 0,
                    "^" => value.count_ones() % 2 == 1,
                    _ => value.count_ones() % 2 == 0,
                })
            }
            Self::Join("&&", parts) => truth(parts.iter().all(|part| part.own(row) != 0)),
            Self::Join("||", parts) => truth(parts.iter().any(|part| part.own(row) != 0)),
            Self::Join(operator, parts) => {
                let values: Vec<u64> = parts.iter().map(|part| part.value(row, width)).collect();
                let joined = values.into_iter().reduce(|left, right| match *operator {
                    "&" => left & right,
                    "|" => left | right,
                    "^" => left ^ right,
                    _ => !(left ^ right) & mask(width),
                });
                joined.expect("parts")
            }
            Self::Equal(operator, left, right) => {
                let width = left.width().max(right.width());
                truth((left.value(row, width) == right.value(row, width)) == (operator.starts_with("==")))
            }
            Self::Choose(condition, then, otherwise) => {
                if condition.own(row) != 0 {
                    then.value(row, width)
                } else {
                    otherwise.value(row, width)
                }
            }
            Self::Concat(parts) => parts.iter().fold(0, |all, part| all << part.width() | part.own(row)),
            Self::Repeat(times, inner) => (0..*times).fold(0, |all, _| all << inner.width() | inner.own(row)),
        }
    }
}

#[test]
fn random_assignments() {
    let inputs = ["a", "b[0]", "b[1]", "c[0]", "c[1]", "c[2]"];
    let mut tried = 0;
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let term = Term::random(&mut random, 3);
        if term.width() > 40 {
            continue;
        }
        tried += 1;
        let width = 1 + random.below(5u32);
        let text = format!(
            "module m (input a, input [1:0] b, input [2:0] c, output [{}:0] z); assign z = {}; endmodule",
            width - 1,
            term.text()
        );
        let (fragment, _) = circuit(&text);
        for bit in 0..width {
            let rows = (0..64).map(|row| term.value(row, width.max(term.width())) >> bit & 1);
            let expected: String = rows.map(|bit| if bit == 1 { '1' } else { '0' }).collect();
            let wire = fragment.find_wire(&format!("z[{bit}]")).expect("a wire");
            let constant = fragment.wires[wire.index()].initial;
            let found = match constant {
                // A constant is no gate.
                Some(value) => value.to_string().repeat(64),
                None => guard_table(&fragment, &format!("z[{bit}]+"), &inputs),
            };
            assert_eq!(found, expected, "seed {seed}, bit {bit}: {text}");
        }
    }
    assert!(tried > 3900);
}

/// Which operator binds most, with values worked out by hand.
#[test]
fn precedence() {
    let cases = [
        // a, b, c from 000 to 111, a changing fastest.
        ("a | b & c", "01010111"),
        ("a & b | c", "00011111"),
        ("a ^ b & c", "01010110"),
        ("a | b ^ c", "01111101"),
        ("a ^ b | c", "01101111"),
        ("a & b == c", "01000001"),
        ("~a & b", "00100010"),
        ("!a == b", "01100110"),
        ("a && b || c", "00011111"),
        ("a || b && c", "01010111"),
        ("a | b && c", "00000111"),
        ("a ? b : c", "00011011"),
        ("a ? b : c ? a : b", "00110001"),
        ("a ~^ b ^~ c", "01101001"),
        ("a == b == c", "01101001"),
        ("~(a | b) | c", "10001111"),
        ("a & ~b & c", "00000100"),
    ];
    for (expression, expected) in cases {
        let text = format!("module m (input a, b, c, output z); assign z = {expression}; endmodule");
        let (fragment, _) = circuit(&text);
        assert_eq!(guard_table(&fragment, "z+", &["a", "b", "c"]), expected, "{expression}");
    }
}

#[test]
fn numbers() {
    let cases = [
        ("4'b10_01", "1001"),
        ("4'o11", "1001"),
        ("4'hA", "1010"),
        ("4 'd 6", "0110"),
        ("4'sb0101", "0101"),
        ("5", "0101"),
        ("'h3", "0011"),
        ("2'b11", "0011"),
        ("'0", "0000"),
    ];
    for (number, expected) in cases {
        let text = format!("module m (output [3:0] z); assign z = {number}; endmodule");
        let (fragment, messages) = circuit(&text);
        assert_eq!(messages, vec![], "{number}");
        let bits: String =
            fragment.wires.iter().rev().map(|wire| wire.initial.expect("a constant").to_string()).collect();
        assert_eq!(bits, expected, "{number}");
    }
}

/// The table of the tests is one itself.
#[test]
fn tables_read_the_first_wire_fastest() {
    use suppose_nets::{Expr, WireId};
    let and_not = Expr::Wire(WireId(7)).and(Expr::Wire(WireId(2)).negated());
    assert_eq!(table(&and_not, &[WireId(7), WireId(2)]), "0100");
}
