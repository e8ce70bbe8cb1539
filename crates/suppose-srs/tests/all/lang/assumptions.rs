//! Assumptions: in the text of a component and in files of their own, and back to text.

use suppose_base::FileId;
use suppose_srs::lang::{
    Atom, Comparison, ComponentId, EventId, Expr, Model, Rule, ValueIx, parse_assumption,
};
use suppose_testing::Random;

use crate::lang::support::{model, shown};

const TEXT: &str = "\
component C {
    in E, L : {a, b};
    recv R, V : {x, y}, Q;
    local G;
    assume \"R and Q exclude each other\" : R => !Q;
    assume mS <= 2 => !R;
    assume : V == x || V != y;
    fsm P { init S; S -> T : E || R || Q || V == x / G; T -> S : G && L; }
}
";

fn read(model: &Model, text: &str) -> Result<Vec<Rule>, Vec<String>> {
    parse_assumption(text, FileId(0), model, ComponentId(0))
        .map(|assumption| assumption.rules)
        .map_err(|messages| shown(text, &messages))
}

#[test]
fn in_a_component() {
    let model = model(TEXT);
    let rules = &model.components[0].assumption.rules;
    let texts: Vec<String> = rules.iter().map(|rule| model.rule_text(ComponentId(0), rule)).collect();
    assert_eq!(texts, ["\"R and Q exclude each other\" : R => !Q", "mS <= 2 => !R", "V == x || !(V == y)"]);
    let [r, v, q] = ["R", "V", "Q"].map(|name| model.event_named(ComponentId(0), name).expect("received"));
    let implies = |left, right| Expr::Implies(Box::new(left), Box::new(Expr::Not(Box::new(right))));
    let event = |id: EventId| Expr::Atom(Atom::Event(id));
    assert_eq!(rules[0].expr, implies(event(r), event(q)));
    assert_eq!(rules[1].expr, implies(Expr::Atom(Atom::Microstep(Comparison::AtMost, 2)), event(r)));
    let is = |value| Expr::Atom(Atom::Is(v, ValueIx(value)));
    assert_eq!(rules[2].expr, Expr::Or(vec![is(0), Expr::Not(Box::new(is(1)))]));
}

#[test]
fn in_a_file() {
    let model = model(TEXT);
    let text = "// comments as elsewhere\n\"R and Q exclude each other\" : R => !Q;\nmS <= 2 => !R;;\nV == x \
        || V != y";
    let rules = read(&model, text).expect("an assumption");
    let same = |left: &Rule, right: &Rule| left.expr == right.expr && left.text == right.text;
    assert!(rules.iter().zip(&model.components[0].assumption.rules).all(|(l, r)| same(l, r)));
    assert_eq!(rules.len(), 3);
    assert_eq!(read(&model, "").expect("no rules"), []);
}

#[test]
fn what_is_wrong_with_one() {
    let model = model(TEXT);
    for (text, expected) in [
        (
            "R;\nE => R;",
            &["E0925 2:1 an assumption is about received events only, and `E` is declared with `in`"][..],
        ),
        ("G;", &["E0925 1:1 an assumption is about received events only, and `G` is declared with `local`"]),
        ("in(P.S);", &["E0925 1:4 an assumption is about received events only, and this is a state"]),
        ("pre(P.S);", &["E0917 1:5 `pre` is only for properties"]),
        ("Rr;", &["E0907 1:1 unknown event `Rr`"]),
        ("V == z;", &["E0909 1:6 `V` has no value `z`"]),
        ("R == 0;", &["E0922 1:1 `R` has no values"]),
        ("mS 3;", &["E0903 1:4 expected a comparison such as `<=` after `mS`, found `3`"]),
        ("mS < x;", &["E0903 1:6 expected a number after `<`, found `x`"]),
        ("mS < 1x;", &["E0905 1:6 `1x` is no number of microsteps"]),
        (
            "R Q; Q R;",
            &[
                "E0903 1:3 expected `;` after a rule, found `Q`",
                "E0903 1:8 expected `;` after a rule, found `R`",
            ],
        ),
        ("component; R;", &["E0903 1:1 expected a formula, found the reserved word `component`"]),
        ("}}\nR", &["E0903 1:1 expected a formula, found `}`", "E0903 1:2 expected a formula, found `}`"]),
    ] {
        assert_eq!(read(&model, text).expect_err(text), expected, "{text}");
    }
}

/// A formula over what the component receives.
fn random(random_: &mut Random, depth: usize) -> Expr {
    let several = |r: &mut Random| (0..2 + r.below(2)).map(|_| random(r, depth - 1)).collect();
    match random_.below(if depth == 0 { 4 } else { 8 }) {
        0 => Expr::Constant(random_.below(2) == 0),
        1 => Expr::Atom(Atom::Event(EventId(2 + random_.below(3u32)))),
        2 => Expr::Atom(Atom::Is(EventId(3), ValueIx(random_.below(2u32)))),
        3 => Expr::Atom(Atom::Microstep(Comparison::ALL[random_.below(6)], random_.below(9u32))),
        4 => Expr::Not(Box::new(random(random_, depth - 1))),
        5 => Expr::And(several(random_)),
        6 => Expr::Or(several(random_)),
        _ => Expr::Implies(Box::new(random(random_, depth - 1)), Box::new(random(random_, depth - 1))),
    }
}

#[test]
fn text_of_random_rules_is_read_back() {
    let model = model(TEXT);
    for seed in 0..3000 {
        let expr = random(&mut Random::new(seed), 4);
        let text = format!("{};", model.expr_text(ComponentId(0), &expr));
        let rules =
            read(&model, &text).unwrap_or_else(|messages| panic!("seed {seed}: {messages:?}\n{text}"));
        assert_eq!(rules.len(), 1, "seed {seed}: {text}");
        assert_eq!(rules[0].expr, expr, "seed {seed}: {text}");
    }
}

#[test]
fn short_lists_have_a_text_too() {
    let model = model(TEXT);
    let event = Expr::Atom(Atom::Event(EventId(2)));
    for (expr, expected) in [
        (Expr::And(vec![]), "true"),
        (Expr::Or(vec![]), "false"),
        (Expr::And(vec![event.clone()]), "R"),
        (Expr::Not(Box::new(Expr::Or(vec![event]))), "!R"),
    ] {
        assert_eq!(model.expr_text(ComponentId(0), &expr), expected);
    }
}
