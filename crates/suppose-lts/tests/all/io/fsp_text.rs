//! The FSP text: literals, and all small systems read again by a small parser of FSP's own grammar.

use std::collections::{BTreeMap, BTreeSet};

use suppose_lts::io::write_fsp;
use suppose_lts::{ActionId, ActionTable, Budget, Lts, LtsBuilder, StateId};
use suppose_testing::Random;

use crate::io::support::for_all_small;

fn fsp(lts: &Lts, name: &str, table: &ActionTable) -> String {
    let mut text = Vec::new();
    write_fsp(lts, name, table, &mut text, &Budget::unlimited()).expect("a vector takes everything");
    String::from_utf8(text).expect("text")
}

#[test]
fn a_small_system_by_hand() {
    let mut table = ActionTable::new();
    let [a, b, unused, minus] = ["a.1.b", "3.x", "tau_.z", "m.-2"].map(|name| table.intern(name));
    let [s0, s1, s2, s3, s4] = [0, 1, 2, 3, 4].map(StateId::must);
    let mut builder = LtsBuilder::new(5);
    builder.add(s0, a, s1);
    builder.add(s0, b, StateId::ERROR);
    builder.add(s0, a, s2);
    builder.add(s1, ActionId::TAU, s3);
    builder.add(s1, minus, s4);
    builder.set_end(Some(s3));
    builder.extend_alphabet([unused]);
    let lts = builder.finish().expect("valid");
    let expected = "\
P = Q0,
Q0 = (a[1].b -> Q1
    | a[1].b -> Q2
    | [3].x -> ERROR),
Q1 = (tau_2 -> Q3
    | m[-2] -> Q4),
Q2 = STOP,
Q3 = END,
Q4 = (when (0) never -> STOP)
    + {tau_.z}
    \\ {tau_2}.
";
    assert_eq!(fsp(&lts, "P", &table), expected);
}

#[test]
fn foreign_names_are_replaced_one_to_one() {
    let mut table = ActionTable::new();
    let names = [
        "w.acquire",
        "W.acquire",
        "PUT !1",
        "pUT_!1",
        "when",
        "when_",
        "a.01",
        "a.4294967296",
        "",
        "a..b",
        "tau.x",
        "_ok",
        "x.2147483647",
        "x.-0",
        "y.-2147483647",
        "y.-2147483648",
        "É",
    ];
    let mut builder = LtsBuilder::new(1);
    for name in names {
        builder.add(StateId::must(0), table.intern(name), StateId::must(0));
    }
    let text = fsp(&builder.finish().expect("valid"), "P", &table);
    let expected = "\
// Action names that FSP cannot write were replaced:
//   w.acquire[2] for \"W.acquire\"
//   pUT__1 for \"PUT !1\"
//   pUT__1[2] for \"pUT_!1\"
//   when_[2] for \"when\"
//   a._01 for \"a.01\"
//   a._4294967296 for \"a.4294967296\"
//   _ for \"\"
//   a._.b for \"a..b\"
//   tau_.x for \"tau.x\"
//   x._0 for \"x.-0\"
//   y._2147483648 for \"y.-2147483648\"
//   _[2] for \"É\"
";
    assert!(text.starts_with(expected), "{text}");
    assert_eq!(parse(&text).states["Q0"].len(), names.len());
}

#[test]
fn steps_of_circuits_stay_readable() {
    let mut table = ActionTable::new();
    let names = [
        "a+", "a-", "a.up", "a_", "b+", "Req+", "req+", "req-", "d[3]~", "w:=-2", "set+", "a+&b-", "a+@left",
        "a+'", "0+", "a +",
    ];
    let mut builder = LtsBuilder::new(1);
    for name in names {
        builder.add(StateId::must(0), table.intern(name), StateId::must(0));
    }
    let text = fsp(&builder.finish().expect("valid"), "P", &table);
    let expected = "\
// Action names that FSP cannot write were replaced:
//   a.up[2] for \"a+\"
//   a.down for \"a-\"
//   b.up for \"b+\"
//   req.up for \"Req+\"
//   req.up[2] for \"req+\"
//   req.down for \"req-\"
//   d[3].toggle for \"d[3]~\"
//   w.to[-2] for \"w:=-2\"
//   set_.up for \"set+\"
//   a.up.and.b.down for \"a+&b-\"
//   a.up.by.left for \"a+@left\"
//   a.up.prime for \"a+'\"
//   [0].up for \"0+\"
//   a__ for \"a +\"
P = Q0,
Q0 = (";
    assert!(text.starts_with(expected), "{text}");
    assert_eq!(parse(&text).states["Q0"].len(), names.len());
}

#[test]
fn process_names() {
    let mut builder = LtsBuilder::new(1);
    builder.extend_alphabet([]);
    let lts = builder.finish().expect("valid");
    let table = ActionTable::new();
    let cases = [
        ("p", "P = Q0,\nQ0 = STOP.\n"),
        ("a:P(1)", "A_P_1_ = Q0,\nQ0 = STOP.\n"),
        ("Q7", "Q7 = S0,\nS0 = STOP.\n"),
        ("END", "END_ = Q0,\nQ0 = STOP.\n"),
        ("1", "P1 = Q0,\nQ0 = STOP.\n"),
        ("", "P = Q0,\nQ0 = STOP.\n"),
    ];
    for (name, expected) in cases {
        assert_eq!(fsp(&lts, name, &table), expected);
    }
    let mut builder = LtsBuilder::new(0);
    builder.set_initial(StateId::ERROR);
    assert_eq!(fsp(&builder.finish().expect("valid"), "P", &table), "P = ERROR.\n");
}

/// What the text says, in FSP's terms.
struct Process {
    initial: String,
    /// By state: dotted action names and targets. `STOP` and `END` are states by those names.
    states: BTreeMap<String, BTreeSet<(String, String)>>,
    aliases: BTreeMap<String, String>,
    extension: BTreeSet<String>,
    hidden: BTreeSet<String>,
}

/// Splits a text into words, integers and signs; comments go.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for line in text.lines().map(|line| line.split("//").next().unwrap_or("")) {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            let length = match word {
                0 if rest.starts_with("->") => 2,
                0 => first.len_utf8(),
                length => length,
            };
            tokens.push(rest[..length].to_owned());
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

struct Parser {
    tokens: std::iter::Peekable<std::vec::IntoIter<String>>,
}

impl Parser {
    fn eat(&mut self, token: &str) -> bool {
        self.tokens.next_if(|t| t == token).is_some()
    }

    fn want(&mut self, token: &str) {
        let found = self.tokens.next();
        assert_eq!(found.as_deref(), Some(token));
    }

    fn upper(&mut self) -> String {
        let word = self.tokens.next().expect("a process name");
        assert!(word.starts_with(|c: char| c.is_ascii_uppercase()), "{word}");
        word
    }

    fn label(&mut self) -> String {
        let mut parts = Vec::new();
        loop {
            if self.eat("[") {
                let sign = if self.eat("-") { "-" } else { "" };
                let integer = self.tokens.next().expect("an integer");
                assert!(
                    integer == "0" || integer.parse::<i32>().is_ok() && !integer.starts_with('0'),
                    "{integer}"
                );
                parts.push(format!("{sign}{integer}"));
                self.want("]");
            } else {
                let word = self.tokens.next().expect("a word");
                assert!(word.starts_with(|c: char| c.is_ascii_lowercase() || c == '_'), "{word}");
                assert!(!["when", "if", "then", "set", "tau"].contains(&word.as_str()), "{word}");
                parts.push(word);
            }
            if !self.eat(".") && self.tokens.peek().is_none_or(|t| t != "[") {
                return parts.join(".");
            }
        }
    }

    fn set(&mut self) -> BTreeSet<String> {
        self.want("{");
        let mut set = BTreeSet::new();
        loop {
            assert!(set.insert(self.label()));
            if !self.eat(",") {
                self.want("}");
                return set;
            }
        }
    }
}

fn parse(text: &str) -> Process {
    let mut p = Parser { tokens: tokens(text).into_iter().peekable() };
    let name = p.upper();
    p.want("=");
    let mut process = Process {
        initial: p.upper(),
        states: BTreeMap::new(),
        aliases: BTreeMap::new(),
        extension: BTreeSet::new(),
        hidden: BTreeSet::new(),
    };
    while p.eat(",") {
        let state = p.upper();
        assert_ne!(state, name);
        p.want("=");
        if !p.eat("(") {
            assert!(process.aliases.insert(state, p.upper()).is_none());
            continue;
        }
        let mut row = BTreeSet::new();
        loop {
            let mut open = true;
            if p.eat("when") {
                for token in ["(", "0", ")"] {
                    p.want(token);
                }
                open = false;
            }
            let action = p.label();
            p.want("->");
            let target = p.upper();
            assert!(!open || row.insert((action, target)), "repeated in {state}");
            if !p.eat("|") {
                break;
            }
        }
        p.want(")");
        assert!(process.states.insert(state, row).is_none());
    }
    if p.eat("+") {
        process.extension = p.set();
    }
    if p.eat("\\") {
        process.hidden = p.set();
    }
    p.want(".");
    assert_eq!(p.tokens.next(), None);
    process
}

/// The LTS that the text means, with the numbers in the names of the local processes as state numbers.
fn meaning(text: &str, table: &mut ActionTable) -> Lts {
    let process = parse(text);
    let count = process.states.len() + process.aliases.len();
    let mut builder = LtsBuilder::new(count);
    let number = |name: &str| match name {
        "ERROR" => StateId::ERROR,
        local => StateId::must(local[1..].parse().expect("a number")),
    };
    builder.set_initial(number(&process.initial));
    let stops: Vec<_> = process.aliases.iter().filter(|(_, to)| *to == "STOP").collect();
    let ends: Vec<_> = process.aliases.iter().filter(|(_, to)| *to == "END").collect();
    assert!(stops.len() <= 1 && ends.len() <= 1, "aliases of one process are one state\n{text}");
    assert_eq!(stops.len() + ends.len(), process.aliases.len());
    builder.set_end(ends.first().map(|(name, _)| number(name)));
    let hidden = |name: &str| process.hidden.iter().any(|h| name == h || name.starts_with(&format!("{h}.")));
    let mut action = |name: &str| if hidden(name) { ActionId::TAU } else { table.intern(name) };
    for (name, row) in &process.states {
        for (label, target) in row {
            builder.add(number(name), action(label), number(target));
        }
    }
    builder.extend_alphabet(process.extension.iter().map(|name| action(name)));
    builder.finish().expect("valid")
}

#[test]
fn all_small_systems_keep_their_meaning() {
    for_all_small(|lts, table| {
        let text = fsp(lts, "P", table);
        let mut same = table.clone();
        assert_eq!(meaning(&text, &mut same), *lts, "{text}");
    });
}

#[test]
fn random_systems_keep_their_meaning() {
    let names = ["a", "a.1", "a.1.b", "2.c", "tau_", "tau_2.x", "d.-7.0", "e_F2", "_", "never", "i"];
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let mut table = ActionTable::new();
        let ids: Vec<ActionId> = names.iter().map(|name| table.intern(name)).collect();
        let n = 1 + random.below(20);
        let mut builder = LtsBuilder::new(n);
        for _ in 0..random.below(3 * n) {
            let target = random.below(n + 1);
            let target = if target == n { StateId::ERROR } else { StateId::must(target) };
            let action = if random.below(4) == 0 { ActionId::TAU } else { ids[random.below(ids.len())] };
            builder.add(StateId::must(random.below(n)), action, target);
        }
        builder.set_initial(StateId::must(random.below(n)));
        builder.extend_alphabet([ids[random.below(ids.len())], ids[random.below(ids.len())]]);
        let lts = builder.finish().expect("valid");
        let text = fsp(&lts, "Q3", &table);
        assert_eq!(meaning(&text, &mut table), lts, "seed {seed}\n{text}");
    }
}
