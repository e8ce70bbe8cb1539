//! Controllers component by component: the steam boiler with more and more pumps, alone, under assumptions
//! and as a whole; the same against SPIN; mining; the explicit twin.
//!
//! The paper is C. de la Riva and J. Tuya, *Automatic generation of assumptions for modular verification of
//! software specifications* (2006), with SPIN on 933 MHz. It does not show its machines; ours have the same
//! components, interfaces and numbers of machines and properties, so its times tell an order of magnitude and
//! no more.

mod against_spin;
mod components;
mod mining;
mod rules;
#[path = "../../crates/suppose-srs/tests/all/common/spin.rs"]
mod spin;
mod twin;
mod whole;

use suppose_base::{Budget, FileId, Verdict};
use suppose_srs::explore::Setting;
use suppose_srs::lang::{Assumption, ComponentId, Model, load, parse_assumption};
use suppose_srs::mine::table_of;
use suppose_srs::models::boiler;
use suppose_srs::modular::{Mutual, Options, iterate};
use suppose_srs::program::Program;
use suppose_srs::table::{Table, columns};

use crate::clock::{Measured, best_of, peak_bytes};

/// Runs of each of our rows; the best counts.
const RUNS: usize = 5;

pub(crate) fn run() {
    println!("## Controllers: the steam boiler\n");
    println!(
        "Seconds on the clock where nothing else is said; ours are the best of {RUNS} runs. Each property is \
            checked by itself.\n"
    );
    components::run();
    whole::run();
    let theirs = against_spin::run();
    mining::run(&theirs);
    rules::run();
    twin::run();
}

/// The boiler with so many pumps.
fn model(pumps: u32) -> Model {
    load(&boiler(pumps), FileId(0), "boiler").expect("a model without errors")
}

/// All components.
fn all(model: &Model) -> impl Iterator<Item = ComponentId> + use<> {
    (0..model.components.len()).map(ComponentId::at)
}

/// What the components can send each other.
fn mined(model: &Model) -> Mutual {
    iterate(model, &Options::default(), &Budget::unlimited()).expect("no limit")
}

/// What an engineer would suppose: reports of the level exclude each other, and so do orders to the pumps.
fn manual(model: &Model, component: ComponentId) -> Assumption {
    let text = match model.component(component).name.as_str() {
        "CONTROL" => {
            "LevelRangeLow => !LevelRangeMiddle && !LevelRangeHigh && !LevelRisk;
             LevelRangeMiddle => !LevelRangeLow && !LevelRangeHigh && !LevelRisk;
             LevelRangeHigh => !LevelRangeLow && !LevelRangeMiddle && !LevelRisk;
             LevelRisk => !LevelRangeLow && !LevelRangeMiddle && !LevelRangeHigh;"
        }
        "ALLPUMPS" => "StartPumps => !StopPumps; StopPumps => !StartPumps;",
        _ => "",
    };
    parse_assumption(text, FileId(0), model, component).expect("rules without errors")
}

/// The table of what an engineer would suppose.
fn manual_table(model: &Model, component: ComponentId) -> Table {
    let columns = columns(model, &model.component(component).received);
    table_of(&manual(model, component), &columns, 1, &Budget::unlimited()).expect("no limit")
}

/// Names of the properties that are violated, of some of a component by their places.
fn violated(setting: &Setting<'_>, component: ComponentId, places: &[usize]) -> Vec<String> {
    let properties = &setting.program.model.component(component).properties;
    let is_violated = |&&place: &&usize| match setting.check(component, place, &Budget::unlimited()).verdict {
        Verdict::Holds => false,
        Verdict::Violated(_) => true,
        Verdict::Inconclusive(reason) => panic!("{}: {reason:?}", properties[place].name),
    };
    places.iter().filter(is_violated).map(|&place| properties[place].name.clone()).collect()
}

/// Checks all properties of a component alone, under tables; what is violated.
fn check(model: &Model, component: ComponentId, tables: &[Table], last: usize) -> Measured<Vec<String>> {
    let program = Program::new(model, [component]);
    let places: Vec<usize> = (0..model.component(component).properties.len()).collect();
    let setting = Setting { program: &program, tables, last };
    best_of(RUNS, || violated(&setting, component, &places))
}

/// A number of states, about.
fn count(states: f64) -> String {
    if states < 1e7 { format!("{states:.0}") } else { format!("{states:.2e}") }
}

/// The largest size of this process, in MB.
fn peak() -> String {
    peak_bytes().map_or("-".into(), |bytes| (bytes >> 20).to_string())
}

/// How many times as much one is as the other.
fn ratio(one: f64, other: f64) -> String {
    let ratio = one / other;
    if ratio < 10.0 { format!("{ratio:.1}") } else { format!("{ratio:.0}") }
}
