//! Rules as text, data and formulas.

use suppose_base::{Budget, Poll, StopReason};
use suppose_srs::lang::{EventId, ValueIx};
use suppose_srs::mine::{Layout, Literal, Rule, Rules, Steps, Style, Terms, Test, mine};

use crate::mine::naive::{P, Rows, columns_of, model, table};

fn literal(event: u32, test: Test) -> Literal {
    Literal { event: EventId(event), test }
}

fn is_not(event: u32, value: u32) -> Literal {
    literal(event, Test::IsNot(ValueIx(value)))
}

fn terms(steps: Option<(u32, Option<u32>)>, literals: &[Literal]) -> Terms {
    Terms { steps: steps.map(|(from, to)| Steps { from, to }), literals: literals.to_vec() }
}

#[test]
fn every_kind_of_term_is_written() {
    let model = model(&["A", "LEVEL : {Lo, Mid, Hi}"]);
    let is = |value| literal(1, Test::Is(ValueIx(value)));
    let rule = |condition, conclusion, support| Rule { condition, conclusion, support };
    let rules = Rules {
        exact: false,
        rules: vec![
            rule(terms(None, &[]), Some(terms(None, &[literal(0, Test::Absent)])), 9),
            rule(terms(Some((3, Some(3))), &[literal(0, Test::Present)]), Some(terms(None, &[is(0)])), 1),
            rule(terms(Some((0, Some(2))), &[]), Some(terms(None, &[literal(0, Test::Present)])), 2),
            rule(
                terms(Some((2, Some(4))), &[literal(0, Test::Absent), is_not(1, 0), is_not(1, 2)]),
                Some(terms(None, &[literal(1, Test::Present)])),
                3,
            ),
            rule(terms(Some((5, None)), &[]), None, 0),
            rule(terms(None, &[is(2)]), Some(terms(Some((4, None)), &[literal(0, Test::Absent)])), 4),
        ],
    };
    let lines = [
        "A=0",
        "mS == 3 && A => LEVEL=Lo",
        "mS <= 2 => A=1",
        "mS >= 2 && mS <= 4 && A=0 && LEVEL!=Lo && LEVEL!=Hi => LEVEL=1",
        "mS > 4 => false",
        "LEVEL=Hi => mS > 3 && A=0",
    ];
    assert_eq!(rules.lines(&model, Layout::ByCondition), lines);
    assert_eq!(rules.lines(&model, Layout::ByConclusion), lines);
    let json: Vec<String> =
        rules.entries(&model).iter().map(|e| serde_json::to_string(e).expect("JSON")).collect();
    let expected = [
        r#"{"if":{},"then":{"A":0},"support":9}"#,
        r#"{"if":{"A":1,"mS":3},"then":{"LEVEL":"Lo"},"support":1}"#,
        r#"{"if":{"mS":[0,2]},"then":{"A":1},"support":2}"#,
        r#"{"if":{"A":0,"LEVEL":{"not":["Lo","Hi"]},"mS":[2,4]},"then":{"LEVEL":1},"support":3}"#,
        r#"{"if":{"mS":[5,null]},"then":null,"support":0}"#,
        r#"{"if":{"LEVEL":"Hi"},"then":{"A":0,"mS":[4,null]},"support":4}"#,
    ];
    assert_eq!(json, expected);
    let text: Vec<String> = rules.assumption().rules.iter().map(|r| model.rule_text(P, r)).collect();
    let expected = [
        "!A",
        "mS == 3 && A => LEVEL == Lo",
        "mS <= 2 => A",
        "mS >= 2 && mS <= 4 && !A && !(LEVEL == Lo) && !(LEVEL == Hi) => LEVEL",
        "mS > 4 => false",
        "LEVEL == Hi => mS > 3 && !A",
    ];
    assert_eq!(text, expected);
}

/// LEVEL is Lo at 1, not Hi at 2, and only without A from 3 on, where it is always there when A is not.
#[test]
fn rules_about_values() {
    let model = model(&["A", "LEVEL : {Lo, Hi}"]);
    let (a, lo, hi) = (1, 2, 4);
    let rows: Rows = vec![[0].into(), [lo, a | lo].into(), [0, a, lo, a | lo].into(), [a, lo, hi].into()];
    let rules =
        mine(&table(&columns_of(&model), &rows), Style::Compact, &Budget::unlimited()).expect("no limit");
    assert!(rules.exact);
    let lines = rules.lines(&model, Layout::ByCondition);
    assert_eq!(
        lines,
        [
            "A => LEVEL!=Hi",
            "mS <= 2 => LEVEL!=Hi",
            "mS == 1 => LEVEL=Lo",
            "mS > 2 && A=0 => LEVEL=1",
            "mS > 2 && A => LEVEL!=Lo",
        ]
    );
}

#[test]
fn limits_end_the_work() {
    let model = model(&["A", "B", "C"]);
    let rows: Rows = vec![[0].into(), [1, 2, 4, 7].into()];
    let table = table(&columns_of(&model), &rows);
    for style in [Style::Compact, Style::Tables, Style::Full, Style::Basis] {
        let stopped = mine(&table, style, &Budget::unlimited().tripping_at(Poll::Explore));
        assert_eq!(stopped, Err(StopReason::Interrupted), "{style:?}");
    }
    let few = mine(&table, Style::Full, &Budget::unlimited().with_max_states(3));
    assert_eq!(few, Err(StopReason::States(3)));
}
