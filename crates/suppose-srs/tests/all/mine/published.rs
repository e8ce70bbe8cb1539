//! What the paper says about its Fig. 2 (Tables 1 and 2) and about normalisation (§4.4), and what follows
//! from it.

use suppose_base::Budget;
use suppose_srs::lang::Model;
use suppose_srs::mine::paper::{Configuration, Eventsets, eventsets, rules};
use suppose_srs::mine::{Literal, Steps, Style, Terms, mine};
use suppose_srs::table::Column;

use crate::mine::naive::{Rows, columns_of, model, table};

const OPEN: u32 = 1;
const CLOSE: u32 = 2;

fn fig2() -> (Model, Vec<Column>) {
    let model = model(&["OPEN", "CLOSE"]);
    let columns = columns_of(&model);
    (model, columns)
}

/// Table 1 (a).
fn table_1(columns: &[Column]) -> Eventsets {
    let at = |microstep, present: &[usize], count| Configuration {
        microstep,
        present: present.iter().map(|&column| columns[column]).collect(),
        count,
    };
    let configurations = [at(0, &[], 2), at(1, &[], 2), at(2, &[0], 1), at(2, &[1], 1)];
    eventsets(columns, &configurations, &Budget::unlimited()).expect("no limit")
}

fn set(columns: &[Column], absent: &[usize], microstep: Option<u32>) -> Terms {
    Terms {
        steps: microstep.map(|at| Steps { from: at, to: Some(at) }),
        literals: absent.iter().map(|&column| Literal::of(columns[column], false)).collect(),
    }
}

#[test]
fn table_1_counts_the_eventsets_of_configuration_2() {
    let (_, columns) = fig2();
    let sets = table_1(&columns);
    let support = |absent: &[usize], microstep| sets[&set(&columns, absent, microstep)];
    assert_eq!(support(&[0], None), 5);
    assert_eq!(support(&[1], None), 5);
    assert_eq!(support(&[], Some(1)), 2);
    assert_eq!(support(&[0, 1], None), 4);
    assert_eq!(support(&[0], Some(1)), 2);
    assert_eq!(support(&[1], Some(1)), 2);
    assert_eq!(support(&[0, 1], Some(1)), 2);
    assert_eq!(sets.len(), 22);
}

#[test]
fn table_2_has_three_of_the_five_rules_of_the_first_microstep() {
    let (model, columns) = fig2();
    let sets = table_1(&columns);
    let all = rules(&sets, &Budget::unlimited()).expect("no limit");
    assert_eq!(all.len(), 22);
    let at_1 = Some(Steps { from: 1, to: Some(1) });
    let first: Vec<String> =
        all.iter().filter(|rule| rule.condition.steps == at_1).map(|rule| rule.line(&model)).collect();
    let expected = [
        "mS == 1 => OPEN=0",
        "mS == 1 => OPEN=0 && CLOSE=0",
        "mS == 1 => CLOSE=0",
        "mS == 1 && OPEN=0 => CLOSE=0",
        "mS == 1 && CLOSE=0 => OPEN=0",
    ];
    assert_eq!(first, expected);
    assert!(all.iter().all(|rule| rule.condition.steps != at_1 || rule.support == 2));
}

fn full(model: &Model, rows: &Rows) -> Vec<String> {
    let found = mine(&table(&columns_of(model), rows), Style::Full, &Budget::unlimited()).expect("no limit");
    found.rules.iter().map(|rule| rule.line(model)).collect()
}

#[test]
fn rules_of_fig_2_from_smallest_conditions() {
    let (model, _) = fig2();
    let closed = full(&model, &vec![[0].into(), [0].into(), [OPEN, CLOSE].into()]);
    let expected = [
        "OPEN => mS > 1 && CLOSE=0",
        "CLOSE => mS > 1 && OPEN=0",
        "mS == 0 => OPEN=0 && CLOSE=0",
        "mS == 1 => OPEN=0 && CLOSE=0",
        "mS > 1 && OPEN=0 => CLOSE=1",
        "mS > 1 && CLOSE=0 => OPEN=1",
    ];
    assert_eq!(closed, expected);
    // Macrosteps that are over before microstep 2.
    let padded = full(&model, &vec![[0].into(), [0].into(), [0, OPEN, CLOSE].into()]);
    assert_eq!(padded, expected[..4]);
}

#[test]
fn normalisation_removes_the_false_rule() {
    let model = model(&["a"]);
    // Configurations begin at microstep 1 here.
    let raw: Rows = vec![[].into(), [0, 1].into(), [0, 1].into(), [1].into()];
    assert_eq!(full(&model, &raw), ["mS > 2 => a=1"]);
    let mut normalised = raw;
    normalised[3].insert(0);
    assert_eq!(full(&model, &normalised), Vec::<String>::new());
    let compact = |rows: &Rows| {
        let rules = mine(&table(&columns_of(&model), rows), Style::Compact, &Budget::unlimited());
        rules.expect("no limit").rules.iter().map(|rule| rule.line(&model)).collect::<Vec<_>>()
    };
    assert_eq!(compact(&vec![[0].into(), [0, 1].into(), [0, 1].into(), [1].into()]), ["mS > 2 => a=1"]);
    assert!(compact(&vec![[0].into(), [0, 1].into(), [0, 1].into(), [0, 1].into()]).is_empty());
}
