//! What expressions mean: values worked out by hand, and random expressions against a second evaluator and a
//! second table of precedence.

use suppose_testing::Random;

use crate::lpn::support::{fragment, message_codes};

/// A design in which `y` begins with the value of an expression over `a`, which is 6, and `b`, which is -2.
fn text(expression: &str) -> String {
    format!(
        "<main> C c(); </main> <class name=\"C\" arg=\"\"> <var> a = 6; b = -2; v[3] = {{10, 20, 30}}; \
         y = {expression}; </var> <m> 1 </m> <tr label=\"t\" preset=\"1\" postset=\"1\"> \
         guard(a + b + v[0]); y = y; </tr> </class>"
    )
}

fn value(expression: &str) -> i32 {
    let fragment = fragment(&text(expression));
    let wire = fragment.find_wire("c.y").expect("a wire");
    fragment.wires[wire.index()].initial.expect("a value")
}

#[test]
fn operators_have_the_levels_of_c() {
    for (expression, expected) in [
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("20 - 5 - 3", 12),
        ("100 / 10 / 5", 2),
        ("17 % 10 % 4", 3),
        ("-7 / 2", -3),
        ("-7 % 2", -1),
        ("1 << 2 + 1", 8),
        ("64 >> 2 >> 1", 8),
        ("1 < 2 == 1", 1),
        ("3 > 2 > 1", 0),
        ("2 < 1 << 2", 1),
        ("5 & 3 == 3", 1),
        ("6 & 3", 2),
        ("6 | 3", 7),
        ("6 ^ 3", 5),
        ("1 | 2 ^ 2 & 3", 1),
        ("4 & 4 && 0 | 2", 1),
        ("1 || 0 && 0", 1),
        ("(1 || 0) && 0", 0),
        ("0 -> 1 / 0", 1),
        ("1 -> 0", 0),
        ("0 -> 0 -> 0", 1),
        ("(0 -> 0) -> 0", 0),
        ("1 || 1 -> 0", 0),
        ("1 ? 2 : 0 ? 3 : 4", 2),
        ("0 ? 2 : 0 ? 3 : 4", 4),
        ("1 -> 0 ? 5 : 6", 6),
        ("!0 + 1", 2),
        ("!!7", 1),
        ("~0", -1),
        ("-~5", 6),
        ("- - 5", 5),
        ("+5 - +2", 3),
        ("!a == 0", 1),
        ("true + true - false", 2),
        ("3 && 4", 1),
        ("0 && 1 / 0", 0),
        ("1 || 1 / 0", 1),
        ("1 <= 1", 1),
        ("1 >= 2", 0),
        ("1 != 2 != 1", 0),
        ("a*b", -12),
        ("a-b", 8),
        ("a<b", 0),
        ("a -b -> a", 1),
        ("v[1]", 20),
        ("v[a / 3]", 30),
        ("v[v[0] - 9] - v[0]", 10),
        ("2147483647", i32::MAX),
        ("-2147483647 - 1", i32::MIN),
        ("007", 7),
    ] {
        assert_eq!(value(expression), expected, "{expression}");
    }
}

#[test]
fn what_has_no_value_is_an_error_where_one_is_needed() {
    for expression in
        ["1 / 0", "a % (b + 2)", "2147483647 + 1", "1 << 31", "1 << -1", "v[a]", "-(-2147483647 - 1)"]
    {
        assert_eq!(message_codes(&text(expression)), ["E0819"], "{expression}");
    }
}

#[test]
fn long_chains_and_deep_nesting() {
    let chain = vec!["a"; 50_000].join(" && ");
    assert_eq!(value(&chain), 1);
    let chain = vec!["1"; 50_000].join(" ^ ");
    assert_eq!(value(&chain), 0);
    let nested = |depth: usize| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(value(&nested(100)), 1);
    assert_eq!(message_codes(&text(&nested(101))), ["E0815"]);
    assert_eq!(message_codes(&text(&nested(100_000))), ["E0815"]);
    assert_eq!(message_codes(&text(&vec!["a"; 100_000].join(" - "))), ["E0815"]);
    assert_eq!(message_codes(&text(&format!("{}a", "!".repeat(100_000)))), ["E0815"]);
    assert_eq!(value(&format!("{}1", "!".repeat(100_000))), 1);
    assert_eq!(message_codes(&text(&"a ? a : ".repeat(100_000))), ["E0815"]);
    assert_eq!(message_codes(&text(&"a -> ".repeat(100_000))), ["E0815"]);
    assert_eq!(message_codes(&text(&"v[".repeat(100_000))), ["E0815"]);
}

/// A text that is printed with as few parentheses as C needs, its level there, and its value.
struct Sample {
    text: String,
    level: u8,
    value: Option<i64>,
}

/// Levels as in the tables of textbooks on C, larger binds tighter; `->` is ours.
const OPERATORS: [(&str, u8); 19] = [
    ("->", 1),
    ("||", 2),
    ("&&", 3),
    ("|", 4),
    ("^", 5),
    ("&", 6),
    ("==", 7),
    ("!=", 7),
    ("<", 8),
    ("<=", 8),
    (">", 8),
    (">=", 8),
    ("<<", 9),
    (">>", 9),
    ("+", 10),
    ("-", 10),
    ("*", 11),
    ("/", 11),
    ("%", 11),
];

fn enclosed(sample: &Sample, level: u8) -> String {
    if sample.level < level { format!("({})", sample.text) } else { sample.text.clone() }
}

fn apply(op: &str, a: Option<i64>, b: Option<i64>) -> Option<i64> {
    let a = a?;
    match op {
        "&&" if a == 0 => return Some(0),
        "||" if a != 0 => return Some(1),
        "->" if a == 0 => return Some(1),
        _ => {}
    }
    let b = b?;
    let result = match op {
        "->" | "||" | "&&" => i64::from(b != 0),
        "|" => a | b,
        "^" => a ^ b,
        "&" => a & b,
        "==" => i64::from(a == b),
        "!=" => i64::from(a != b),
        "<" => i64::from(a < b),
        "<=" => i64::from(a <= b),
        ">" => i64::from(a > b),
        ">=" => i64::from(a >= b),
        "<<" => a.checked_shl(u32::try_from(b).ok().filter(|b| *b < 32)?)?,
        ">>" => a.checked_shr(u32::try_from(b).ok().filter(|b| *b < 32)?)?,
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" => a.checked_div(b)?,
        "%" => a.checked_rem(b)?,
        _ => unreachable!("{op}"),
    };
    i32::try_from(result).ok().map(i64::from)
}

fn sample(random: &mut Random, depth: usize) -> Sample {
    if depth == 0 || random.below(6) == 0 {
        let (text, value) =
            [("a", 6), ("b", -2), ("0", 0), ("1", 1), ("5", 5), ("v[2]", 30)][random.below(6)];
        return Sample { text: text.to_owned(), level: 13, value: Some(value) };
    }
    match random.below(12) {
        0 | 1 => {
            let operand = sample(random, depth - 1);
            let op = ["!", "~", "-"][random.below(3)];
            let value = operand.value.and_then(|value| match op {
                "!" => Some(i64::from(value == 0)),
                "~" => Some(!value),
                _ => i32::try_from(-value).ok().map(i64::from),
            });
            Sample { text: format!("{op}{}", enclosed(&operand, 12)), level: 12, value }
        }
        2 => {
            let [condition, then, otherwise] = [(); 3].map(|()| sample(random, depth - 1));
            let value = match condition.value {
                None => None,
                Some(0) => otherwise.value,
                Some(_) => then.value,
            };
            let text = format!("{} ? {} : {}", enclosed(&condition, 1), then.text, enclosed(&otherwise, 0));
            Sample { text, level: 0, value }
        }
        _ => {
            let (left, right) = (sample(random, depth - 1), sample(random, depth - 1));
            let (op, level) = OPERATORS[random.below(OPERATORS.len())];
            // Implication groups to the right, all others to the left.
            let (before, after) = if op == "->" { (level + 1, level) } else { (level, level + 1) };
            let text = format!("{} {op} {}", enclosed(&left, before), enclosed(&right, after));
            Sample { text, level, value: apply(op, left.value, right.value) }
        }
    }
}

#[test]
fn random_expressions() {
    let mut without = 0;
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let sample = sample(&mut random, 5);
        if let Some(expected) = sample.value {
            assert_eq!(i64::from(value(&sample.text)), expected, "seed {seed}: {}", sample.text);
        } else {
            assert_eq!(message_codes(&text(&sample.text)), ["E0819"], "seed {seed}: {}", sample.text);
            without += 1;
        }
    }
    assert!((100..2000).contains(&without), "{without}");
}
