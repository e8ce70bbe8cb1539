//! Texts that are wrong: the exact code, line and column of every message, and no panic on anything.

use std::fmt::Write;

use suppose_base::{Budget, FileId, Poll, StopReason};
use suppose_fsp::{LowerError, NoImports, load, parse};

use crate::fsp::support::{messages, shown};

/// Code and place of each message.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found: Vec<String> = shown(text, &messages(text))
        .into_iter()
        .map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn text() {
    check("P = (a → P).", &["E0101 1:8"]);
    check("P = (a -> P) $$.", &["E0101 1:14"]);
    check("const N = 99999999999\nP = (a -> P).", &["E0102 1:11"]);
    check("import P = \"x\nP = (a -> P).", &["E0104 1:12"]);
    check("P = (a -> P)", &["E0105 1:12"]);
    check("P = (a -> P.", &["E0105 1:12"]);
    check("p = (a -> p).", &["E0105 1:1"]);
    check("P = a -> P.", &["E0105 1:5"]);
    check("P = (a -> b).", &["E0105 1:12"]);
    check("P = (set -> P).", &["E0105 1:6"]);
    check("\u{feff}P = (a -> P).", &[]);
    check("", &["E0310 -"]);
    check("// nothing\n", &["E0310 -"]);
}

#[test]
fn several_messages_in_one_run() {
    check(
        "P = (a b -> P).\nQ = (a -> Q).\nR = (a -> -> R),\nS = (b -> R | ),\nT = (c -> R).\nU = (d => U).",
        &["E0105 1:8", "E0105 3:11", "E0105 4:15", "E0105 6:8"],
    );
}

#[test]
fn what_is_wrong_in_one_process_does_not_hide_the_others() {
    check(
        "P(K=2) = (a[i:0..K] -> P | b[j] -> STOP).\nQ = (x -> Q | when (zz > 2) y -> Q).\n\
         property W = (a -> W | a -> STOP).\n||S = (P(1,2) || P || Q || T || U || W).",
        &["E0206 1:30", "E0206 2:21", "E0307 3:10", "E0213 4:8", "E0207 4:28", "E0207 4:33"],
    );
    // Local processes are looked at one by one; instances of one composite do not repeat its mistakes; what
    // needs a process that is wrong is not composed, but its other parts are looked at.
    check(
        "P = (a[x] -> Q), Q = (b[y+1] -> P), R = (c -> R).\nW = (a -> END).\nV = (v[u] -> END).\n||A(N=1) = \
            (P || W || U).\n||S = (A(1) || A(2) || forall[i:0..3] p[i]:X || A(1,2) || Z).\nZ = V; W; Z.",
        &["E0206 1:8", "E0206 1:25", "E0206 3:8", "E0207 4:23", "E0207 5:44", "E0213 5:49"],
    );
    // Without a composite all processes are looked at.
    check("P = (a[x] -> P).\nQ = (b[y] -> Q).", &["E0206 1:8", "E0206 2:8"]);
}

#[test]
fn mistakes_beyond_the_twentieth_are_not_listed() {
    let mut text = String::new();
    for i in 0..50 {
        let _ = writeln!(text, "P{i} = (a[x] -> P{i}).");
    }
    assert_eq!(messages(&text).len(), 20);
}

#[test]
fn extensions_of_others_are_named() {
    check("P = (a? -> P).", &["E0110 1:7"]);
    check("controllerSpec G = {liveness = {A}}", &["E0110 1:1"]);
    check("P = (a -> P).\nplant ||C = P.", &["E0110 2:1"]);
}

#[test]
fn names() {
    check("P = (a[i:R] -> P).", &["E0202 1:10"]);
    check("range RR = 0..1\nP = (a[i:R] -> P).", &["E0202 2:10"]);
    check("P = (ACT -> P).", &["E0201 1:6"]);
    check("P = (a -> P) \\ ACT.", &["E0201 1:16"]);
    check("const N = M\nconst M = 1\nP = (a -> P).", &["E0203 1:11"]);
    check("P(N=1, M=N) = (a -> P).", &["E0203 1:10"]);
    check("P = (a[i] -> P).", &["E0206 1:8"]);
    check("const N = 1\nconst N = 2\nP = (a -> P).", &["E0204 2:7"]);
    check("P = (a -> P).\nP = (b -> P).\nP = (c -> P).", &["E0204 2:1", "E0204 3:1"]);
    check("||S = P.\n||S = P.\nP = (a -> P).", &["E0204 2:3"]);
    check("P(N=1, N=2) = (a -> P).", &["E0204 1:8"]);
    check("P = (a -> P).\n||S = (P || Q).", &["E0207 2:13"]);
    check("P = (a -> STOP), STOP = (b -> P).", &["E0208 1:18"]);
    check("P[i:0..1] = (a -> P[i]).", &["E0209 1:2"]);
    check("P = Q[0], Q[i:0..99] = (a -> P), Q[j:99..200] = (b -> P).", &["E0210 1:34"]);
    check("P = Q[0], Q[0] = (a -> P), Q['b] = (a -> P), Q[x:{b}] = (b -> P).", &["E0210 1:46"]);
    check("import P = \"p.aut\"", &["E0211 1:12"]);
    check("P(N=1) = (a -> P).\n||S = P(1,2).", &["E0213 2:7"]);
    check("P = (a -> P).\n||S = P(1).", &["E0213 2:7"]);
    check("fluent F = <a, b>\nassert A = (F && G)\nP = (a -> b -> P).", &["E0212 2:18"]);
    check("assert A(N=1) = rigid N\nassert B = A(1, 2)\nP = (a -> P).", &["E0213 2:12"]);
}

#[test]
fn hints() {
    let help = |text: &str| messages(text)[0].help.clone().unwrap_or_default();
    assert_eq!(help("PHIL = (a -> PHIL).\n||S = PIHL."), "did you mean `PHIL`?");
    assert_eq!(help("const Max = 3\nconst N = Mex\nP = (a -> P)."), "did you mean `Max`?");
    assert_eq!(help("P = (a -> BUSZ), BUSY = (b -> P)."), "did you mean `BUSY`?");
    assert_eq!(help("set Acts = {a}\nP = (Act -> P)."), "did you mean `Acts`?");
    let labels: Vec<String> =
        messages("P(N=1) = (a -> P).\n||S = P(1,2).")[0].labels.iter().map(|l| l.text.clone()).collect();
    assert_eq!(labels, ["", "defined here"]);
    assert_eq!(
        messages("P(N=1) = (a -> P).\n||S = P(1,2).")[0].message,
        "the number of parameters of `P` is 1, found 2"
    );
    // A local process and an assertion are no processes of the file, and one letter is not near to another.
    let note = |text: &str| (messages(text)[0].notes.join(" "), help(text));
    assert_eq!(
        note("P = (a -> Q), Q = (b -> P).\n||S = Q."),
        (
            "`Q` is a local process of `P` and cannot be used outside of it".to_owned(),
            "use `P`, or make `Q` a process of its own".to_owned()
        )
    );
    assert_eq!(
        note("P = (a -> P).\nassert C = []a\n||S = (P || C)."),
        ("`C` is an assertion, which is checked and not composed".to_owned(), String::new())
    );
    assert_eq!(note("P = (a -> P).\n||S = Q."), (String::new(), String::new()));
    let note = |text: &str| messages(text)[0].notes.join(" ");
    assert_eq!(note("P = (a -> Q), Q[i:0..1] = (b -> P)."), "it is defined with an index only");
    assert_eq!(note("P = (a -> Q[2]), Q[i:0..1] = (b -> P)."), "the index is outside the declared range");
    // The place where a full stop is missing, and the order of the clauses.
    let missing = messages("P = (a -> P)\nQ = (b -> Q).");
    assert_eq!(missing[0].labels[1].text, "it may be missing after this");
    assert_eq!((missing[0].labels[1].span.start, missing[0].labels[1].span.end), (11, 12));
    assert!(help("P = (a -> P) \\ {a} + {b}.").starts_with("each clause stands at most once: `+ {..}`"));
    assert!(help("P = (b -> P).\n||S = P/{a/b}/{c/a}.").ends_with("`@ {..}` after a composite"));
    // Outputs show `a.1`, but the source has brackets.
    assert_eq!(help("P = (a.1 -> P)."), "write numbers in brackets: `a[1]`");
    assert_eq!(help("set S = {a, b}\nassert A = []S\nP = (a -> P)."), "write the set in braces: `{S}`");
    assert_eq!(
        help("fluent F[i:0..1] = <a[i], b[i]>\nassert A = F\nP = (a[0] -> P)."),
        "`F` is an indexed fluent: write `F[..]`"
    );
}

#[test]
fn meaning() {
    check("const N = 'a + 1\nP = (a -> P).", &["E0301 1:11"]);
    check("P = (when ('a) b -> P).", &["E0301 1:11"]);
    check("P = (a[3..2] -> P).", &["E0303 1:8"]);
    check("range R = 3..2\nP = (a -> P).", &[]);
    check("range R = 3..2\nP = (a[R] -> P).", &["E0303 2:8"]);
    check("const N = 1 % 0\nP = (a -> P).", &["E0305 1:13"]);
    check("P = Q[0], Q[i:0..1] = (a -> Q[1/i]).", &["E0305 1:32"]);
    check("P = Q, Q = R, R = Q.", &["E0309 1:1"]);
    check("P = P.", &["E0309 1:1"]);
    check("P = (a -> P).\n||S = if 0 then P.", &["E0310 2:3"]);
    check("P = (a -> P).\nQ = (b -> P;Q).\n||S = Q.", &["E0308 2:11"]);
    check("Q = (b -> Q;END).\n||S = Q.", &["E0311 1:1"]);
    check("P = (a -> P).\n||S = (P || S).", &["E0311 2:3"]);
    check("P = (a -> P).\n||S = (P || T).\n||T = S.", &["E0311 2:3"]);
    check("fluent F = <a, {b, a}>\nP = (a -> b -> P).", &["E0306 1:13"]);
    check("assert A = X A\nP = (a -> P).", &["E0314 1:8"]);
}

#[test]
fn recursion_without_base_ends() {
    check("P = (a -> P).\n||S(N=1) = (P || S(N+1)).", &["E0311 2:3"]);
    check("P = (a -> P).\n||S(N=1) = (S(N+1) || S(N*2)).", &["E0311 2:3"]);
    check("Q(N=1) = (a[N] -> Q(N+1);END).", &["E0311 1:1"]);
    // It may recur as often as the limit allows, and each level makes two of the next.
    check("P = (a -> P).\n||S(N=40) = if N == 0 then P else (S(N-1) || S(N-1)).", &["E0313 2:3"]);
}

#[test]
fn sizes_without_measure_are_refused() {
    check("set S = {a[0..2147483647]}\nP = (a[0] -> P).", &["E0312 1:10"]);
    check("const N = #[0..2147483647]\nP = (a -> P).", &["E0312 1:11"]);
    check("P = Q[0], Q[i:0..2147483647] = (a -> Q[i]).", &["E0313 1:12"]);
    check("P = Q[0][0], Q[i:0..99999][j:0..99999] = (a -> P).", &["E0313 1:15"]);
    check("P = (a -> P).\n||S = forall [i:0..2147483647] P.", &["E0313 2:3"]);
    check("progress G[i:0..2147483647] = {a[i]}\nP = (a[0] -> P).", &["E0312 1:10"]);
    check("assert A = forall [i:0..2147483647] a\nP = (a -> P).", &["E0312 1:37"]);
}

#[test]
fn nesting_is_bounded_and_length_is_not() {
    let deep = 1_000_000;
    for open in ["(", "[", "{", "-", "!", "'", "#", "@("] {
        let text = format!("const N = {}", open.repeat(deep));
        assert_eq!(parse(&text, FileId(0)).diagnostics.len(), 1, "{open}");
    }
    let parens = format!("const N = {}1", "(".repeat(deep));
    check(&parens, &["E0107 1:212"]);
    let bodies = format!("P = {}", "(a -> ".repeat(deep));
    check(&bodies, &["E0107 1:1206"]);
    let lists = format!("||S = {}", "(".repeat(deep));
    check(&lists, &["E0107 1:208"]);
    let sets = format!("set S = {}", "{".repeat(deep));
    check(&sets, &["E0107 1:210"]);
    let indices = format!("P = (a{}", "[b".repeat(deep));
    check(&indices, &["E0105 1:9"]);
    let formulas = format!("assert A = {}a", "!".repeat(deep));
    check(&formulas, &["E0107 1:213"]);
    // 200 levels are fine.
    let fine = format!("const N = {}1{}\nP = (a -> P).", "(".repeat(200), ")".repeat(200));
    check(&fine, &[]);
    // So is any length.
    let mut chain = String::from("const N = 0");
    for _ in 0..100_000 {
        chain.push_str(" + 1");
    }
    chain.push_str("\nP = (a[N] -> P).");
    check(&chain, &[]);
    let mut conditions = String::from("P = Q[7], Q[i:0..9] = ");
    for i in 0..10_000 {
        let _ = write!(conditions, "if i == {} then (a[{i}] -> P) else ", i + 10);
    }
    conditions.push_str("(b -> P).");
    check(&conditions, &[]);
}

#[test]
fn junk_is_survived() {
    let binary: String = (0u8..=255).cycle().skip(1).take(100_000).map(char::from).collect();
    assert!(!messages(&binary).is_empty());
    let marks = "(".repeat(100_000) + &"}".repeat(100_000);
    assert!(!messages(&marks).is_empty());
    // Not more messages than anybody reads.
    let junk = "$ ".repeat(1_000_000);
    assert!(messages(&junk).len() <= 500);
    let errors = "P = (a b).\n".repeat(100_000);
    assert!(messages(&errors).len() <= 100);
    let octal = format!("set S = {{{}a}}\nP = (a -> P).", "a[010],".repeat(100_000));
    assert!(messages(&octal).len() <= 500);
}

#[test]
fn the_budget_is_kept() {
    let text = "P = Q[0], Q[i:0..99999] = (a -> b -> Q[(i+1)%100000]).";
    let model = load(text, FileId(0), &NoImports).expect("well formed");
    let stopped = |budget: &Budget| match model.compile(None, budget) {
        Err(LowerError::Stopped(reason)) => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(stopped(&Budget::unlimited().with_max_states(1000)), StopReason::States(1000));
    assert_eq!(stopped(&Budget::unlimited().tripping_at(Poll::Lower)), StopReason::Interrupted);
}

#[test]
fn what_this_version_cannot_do_is_said() {
    let reason = |text: &str| match load(text, FileId(0), &NoImports)
        .expect("well formed")
        .compile(None, &Budget::unlimited())
    {
        Err(LowerError::Stopped(StopReason::Unsupported(reason))) => reason,
        other => panic!("{text}: {other:?}"),
    };
    let process = "fluent F = <a, b>\nP = (a -> b -> P).\n";
    assert!(reason(&format!("{process}constraint C = []F\n||S = (P || C).")).contains("`C`"));
    assert!(reason(&format!("{process}ltl_property C = []F\n||S = (P || C).")).contains("`C`"));
    assert!(reason(&format!("{process}Q = (c -> Q).\nconstraint C = []F")).contains("`C`"));
    assert!(reason("P = (a -> P).\nsafe ||S = P.").contains("safe"));
}

#[test]
fn unknown_targets_are_explained() {
    let model = load("PHIL = (a -> PHIL).\n||DINERS = PHIL.", FileId(0), &NoImports).expect("well formed");
    let Err(LowerError::Diagnostics(found)) = model.compile(Some("DINNERS"), &Budget::unlimited()) else {
        panic!("it is not defined")
    };
    assert_eq!((found[0].code, found[0].help.as_deref()), ("E0005", Some("did you mean `DINERS`?")));
    assert_eq!(found[0].notes, ["defined are: DINERS, PHIL"]);
    assert!(model.compile_process("DINERS", &Budget::unlimited()).is_err());
    assert!(model.compile_process("PHIL", &Budget::unlimited()).is_ok());
}

#[test]
fn irregular_definitions_are_bounded_as_well() {
    check("P = Q[0][0], Q[i:0..99999][j:0..i] = (a -> P).", &["E0313 1:15"]);
    check("P = Q[0], Q[i:-2147483647..2147483647] = (a -> P).", &["E0313 1:12"]);
}
