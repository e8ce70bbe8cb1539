//! Printing a tree and parsing it again gives the same tree.
//!
//! Trees are compared by what they print, and by what they mean: the printed text must compile to the very
//! same system.

use suppose_base::{Budget, FileId};
use suppose_fsp::{NoImports, load, parse, print};

use crate::fsp::support::machines;

/// Prints, parses and prints again; gives the text.
#[track_caller]
fn round_trip(name: &str, text: &str) -> String {
    let first = parse(text, FileId(0));
    assert!(!first.has_errors(), "{name}: {:?}", first.diagnostics);
    let printed = print(&first.tree);
    let second = parse(&printed, FileId(0));
    assert!(!second.has_errors(), "{name}: {:?}\n{printed}", second.diagnostics);
    assert_eq!(second.tree.definitions.len(), first.tree.definitions.len(), "{name}\n{printed}");
    assert_eq!(print(&second.tree), printed, "{name}");
    printed
}

/// The same text means the same before and after printing.
#[track_caller]
fn same_meaning(name: &str, text: &str) {
    let printed = round_trip(name, text);
    let systems = [text, printed.as_str()].map(|text| {
        let model = load(text, FileId(0), &NoImports).unwrap_or_else(|d| panic!("{name}: {d:?}"));
        let compiled = model.compile(None, &Budget::unlimited()).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let ltss: Vec<_> = compiled.system.components.iter().map(|c| c.lts.clone()).collect();
        (machines(&compiled), ltss, compiled.system.hidden, compiled.system.priority, compiled.progress.len())
    });
    assert_eq!(systems[0], systems[1], "{name}\n{printed}");
}

#[test]
fn everything_the_grammar_has() {
    let text = "\
const N = 2 * (3 - 1)
range R = 0..N - 1
set S = {a, b.c, d[R], e[i:R].{f, g}}
set T = {a}
import I = \"file.aut\"
deterministic minimal P(A = 1, B = 'x.y) = Q[A],
Q@ = (a -> P),
Q[i:R] = (when (i > 0 && !(i == 3) || -(#S) < 0) a[i] -> b -> Q[i - 1]
    | S \\ T -> [i] -> if (i == 1) then STOP else if (i == 2) then ERROR else (x -> END))
    + {y[0..3], S} / {new/old, forall [j:R] {n[j]/o[j]}} \\ {z}.
property W.x = (a.{b, c}[k:{d, e}] -> Z(1, 2);Y;W[@(S, 1)]['lab.el]) @ S.
compose ||C(K = 3) = if (K == 0) then P else forall [i:1..K][j:R] (a[i]:P(i, 'b) || {x, y}::z:(P || Q)/{c/d}) >> {a} @ {b}.
||D = () << S.
progress G[i:R] = if {a[i]} then b
progress H = {c}
menu RUN = {a, S}
animation AN = \"an.xml\" target P compose {B / {x/y} || E} actions {x/y} controls {z/w}
fluent F[i:R] = <a[i], {b, c}> initially 1
assert A1(M = 2) = forall [i:R] (F[i] && !X b || (F[0..1] U {a, b}) -> <>[]rigid M + 1) + {q}
constraint A2 = [](A1(3) <-> exists [j:R] F[j])
ltl_property A3 = (a W b)
";
    // One of the definitions is not allowed, but all of them parse.
    let printed = round_trip("all", text);
    for word in [
        "deterministic minimal P(A = 1, B = 'x.y) = Q[A],",
        "-(#S) < 0",
        "S \\ T -> [i] ->",
        "||D = () << S.",
    ] {
        assert!(printed.contains(word), "{word}\n{printed}");
    }
}

#[test]
fn parentheses_are_kept_where_they_matter() {
    for expr in [
        "1 - (2 - 3)",
        "(1 - 2) - 3",
        "-(-1)",
        "!(!1)",
        "-(#{a})",
        "(1 | 2) & 3",
        "1 << (2 << 3)",
        "(1 == 2) == 3",
        "1 == (2 == 3)",
        "(1 || 0) && 0",
        "@({a, b}, 1 + 0) == 'b",
        "2 * (3 + 4) * 5",
    ] {
        let text = format!("const N = ({expr})\nP = (x[N] -> P).");
        same_meaning(expr, &text);
    }
    assert_eq!(round_trip("flat", "const N = ((1 - 2) - 3)"), "const N = 1 - 2 - 3\n");
    assert_eq!(round_trip("grouped", "const N = 1 - (2 - 3)"), "const N = 1 - (2 - 3)\n");
    assert_eq!(round_trip("loose", "const N = (1 < 2)"), "const N = (1 < 2)\n");
}

#[test]
fn example_models() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
    let mut count = 0;
    for entry in std::fs::read_dir(directory).expect("the example models") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|suffix| suffix == "lts") {
            let text = std::fs::read_to_string(&path).expect("readable");
            same_meaning(&path.display().to_string(), &text);
            count += 1;
        }
    }
    assert!(count >= 12, "{count} models");
}

#[test]
fn corpus() {
    let Some((directory, rows)) = crate::fsp::corpus::corpus() else { return };
    let mut count = 0;
    for row in rows.iter().filter(|row| row.op == "parse") {
        let bytes = std::fs::read(directory.join(&row.file)).expect("a corpus file");
        same_meaning(&row.file, &String::from_utf8_lossy(&bytes));
        count += 1;
    }
    assert_eq!(count, 102);
}
