//! The paper's Tables 4 and 5: what WATER and CONTROL of the steam boiler can send, written down by hand.

use suppose_base::{Budget, FileId};
use suppose_srs::lang::{Model, parse_assumption};
use suppose_srs::mine::{Layout, Style, mine, table_of};
use suppose_srs::table::Table;

use crate::mine::naive::{P, Rows, columns_of, model, table};

const LOW: u32 = 1;
const MIDDLE: u32 = 2;
const HIGH: u32 = 4;
const RISK: u32 = 8;

const START: u32 = 1;
const STOP: u32 = 2;
const ENABLE: u32 = 4;
const DISABLE: u32 = 8;

/// WATER reports from microstep 3 on, one level at a time.
fn water() -> (Model, Table) {
    let model = model(&["LevelRangeLow", "LevelRangeMiddle", "LevelRangeHigh", "LevelRisk"]);
    let rows: Rows =
        (0..=8).map(|k| if k < 3 { [0].into() } else { [0, LOW, MIDDLE, HIGH, RISK].into() }).collect();
    let table = table(&columns_of(&model), &rows);
    (model, table)
}

/// CONTROL enables the pumps at microstep 1 only, starts and stops them from 2 to 5, and disables them from 1
/// to 5.
fn control() -> (Model, Table) {
    let model = model(&["StartPumps", "StopPumps", "E.AllPumps", "D.AllPumps"]);
    let rows: Rows = (0..=8)
        .map(|k| match k {
            1 => [0, ENABLE, DISABLE].into(),
            2..=5 => [0, START, STOP, DISABLE, START | DISABLE, STOP | DISABLE].into(),
            _ => [0].into(),
        })
        .collect();
    let table = table(&columns_of(&model), &rows);
    (model, table)
}

fn lines(model: &Model, table: &Table, style: Style, layout: Layout) -> Vec<String> {
    let rules = mine(table, style, &Budget::unlimited()).expect("no limit");
    assert!(rules.exact);
    rules.lines(model, layout)
}

fn meaning(model: &Model, rules: &str) -> Table {
    let assumption = parse_assumption(rules, FileId(0), model, P).expect("an assumption");
    table_of(&assumption, &columns_of(model), 8, &Budget::unlimited()).expect("no limit")
}

#[test]
fn table_4() {
    let (model, table) = water();
    let expected = [
        "LevelRangeLow => LevelRangeMiddle=0 && LevelRangeHigh=0 && LevelRisk=0",
        "LevelRangeMiddle => LevelRangeLow=0 && LevelRangeHigh=0 && LevelRisk=0",
        "LevelRangeHigh => LevelRangeLow=0 && LevelRangeMiddle=0 && LevelRisk=0",
        "LevelRisk => LevelRangeLow=0 && LevelRangeMiddle=0 && LevelRangeHigh=0",
        "mS <= 2 => LevelRangeLow=0 && LevelRangeMiddle=0 && LevelRangeHigh=0 && LevelRisk=0",
    ];
    assert_eq!(lines(&model, &table, Style::Tables, Layout::ByCondition), expected);
    let published = "
        LevelRangeLow => !LevelRangeHigh && !LevelRangeMiddle && !LevelRisk;
        LevelRangeHigh => !LevelRangeLow && !LevelRangeMiddle && !LevelRisk;
        LevelRangeMiddle => !LevelRangeLow && !LevelRangeHigh && !LevelRisk;
        LevelRisk => !LevelRangeLow && !LevelRangeHigh && !LevelRangeMiddle;
        mS <= 2 => !LevelRangeHigh && !LevelRangeMiddle && !LevelRangeLow && !LevelRisk;";
    assert_eq!(meaning(&model, published), table);
}

#[test]
fn table_4_with_each_exclusion_said_once() {
    let (model, table) = water();
    let expected = [
        "LevelRangeLow => LevelRangeMiddle=0 && LevelRangeHigh=0 && LevelRisk=0",
        "LevelRangeMiddle => LevelRangeHigh=0 && LevelRisk=0",
        "LevelRangeHigh => LevelRisk=0",
        "mS <= 2 => LevelRangeLow=0 && LevelRangeMiddle=0 && LevelRangeHigh=0 && LevelRisk=0",
    ];
    assert_eq!(lines(&model, &table, Style::Compact, Layout::ByCondition), expected);
}

#[test]
fn table_5() {
    let (model, table) = control();
    let expected = [
        "StopPumps || E.AllPumps => StartPumps=0",
        "StartPumps || E.AllPumps => StopPumps=0",
        "StartPumps || StopPumps || D.AllPumps => E.AllPumps=0",
        "E.AllPumps => D.AllPumps=0",
        "mS == 1 => StartPumps=0 && StopPumps=0",
        "mS > 1 => E.AllPumps=0",
        "mS > 5 => StartPumps=0 && StopPumps=0 && D.AllPumps=0",
    ];
    assert_eq!(lines(&model, &table, Style::Tables, Layout::ByConclusion), expected);
    let published = "
        StartPumps || E.AllPumps => !StopPumps;
        StopPumps || E.AllPumps => !StartPumps;
        E.AllPumps => !D.AllPumps;
        D.AllPumps || StartPumps || StopPumps => !E.AllPumps;
        mS == 1 => !StopPumps && !StartPumps;
        mS > 1 => !E.AllPumps;
        mS > 5 => !StartPumps && !StopPumps && !D.AllPumps;";
    assert_eq!(meaning(&model, published), table);
}

/// That E.AllPumps and the orders exclude each other follows from when they are sent.
#[test]
fn table_5_without_what_follows_from_the_intervals() {
    let (model, table) = control();
    let expected = [
        "StartPumps => StopPumps=0",
        "E.AllPumps => D.AllPumps=0",
        "mS == 1 => StartPumps=0 && StopPumps=0",
        "mS > 1 => E.AllPumps=0",
        "mS > 5 => StartPumps=0 && StopPumps=0 && D.AllPumps=0",
    ];
    assert_eq!(lines(&model, &table, Style::Compact, Layout::ByCondition), expected);
    assert_eq!(lines(&model, &table, Style::Compact, Layout::ByConclusion), expected);
}
