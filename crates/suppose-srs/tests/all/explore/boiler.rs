//! The steam boiler: false positives, tables, the whole.

use suppose_base::{Budget, Verdict};
use suppose_srs::explore::Setting;
use suppose_srs::lang::{ComponentId, Model};
use suppose_srs::modular::{Direction, Mutual, Options, iterate};
use suppose_srs::program::Program;
use suppose_srs::table::Table;

use crate::explore::models::{component, example};

/// The properties of a component that are violated under tables, and those that hold without an occasion.
fn verdicts(model: &Model, name: &str, tables: &[Table], last: usize) -> (Vec<String>, Vec<String>) {
    let id = component(model, name);
    let program = Program::new(model, [id]);
    let setting = Setting { program: &program, tables, last };
    let (mut violated, mut vacuous) = (Vec::new(), Vec::new());
    for (place, property) in model.component(id).properties.iter().enumerate() {
        let checked = setting.check(id, place, &Budget::unlimited());
        match checked.verdict {
            Verdict::Violated(_) => violated.push(property.name.clone()),
            Verdict::Holds if !checked.met => vacuous.push(property.name.clone()),
            Verdict::Holds => {}
            Verdict::Inconclusive(reason) => panic!("{}: {reason:?}", property.name),
        }
    }
    (violated, vacuous)
}

/// For each microstep what is sent, as names joined by `+`, sorted.
fn sent(model: &Model, mutual: &Mutual, name: &str) -> Vec<Vec<String>> {
    let table = &mutual.tables[component(model, name).index()];
    let named = |valuation: Vec<u32>| {
        let name = |column: &u32| model.event(table.columns[*column as usize].event).name.clone();
        valuation.iter().map(name).collect::<Vec<_>>().join("+")
    };
    let row = |row: &suppose_srs::space::Diagram| {
        let mut all: Vec<String> =
            row.valuations(table.columns.len() as u32, 1000).expect("few").into_iter().map(named).collect();
        all.sort_unstable();
        all
    };
    table.rows.iter().map(row).collect()
}

#[test]
fn the_universal_environment_gives_five_false_positives() {
    let model = example("boiler");
    for (name, violated, stable) in [
        ("CONTROL", &["c03", "c17", "c18", "c19"][..], 20.0),
        ("ALLPUMPS", &["p01"], 96.0),
        ("WATER", &[], 81.0),
        ("STEAM", &[], 13.0),
    ] {
        assert_eq!(
            verdicts(&model, name, &[], 8),
            (violated.iter().map(|&s| s.to_owned()).collect(), Vec::new())
        );
        let program = Program::new(&model, [component(&model, name)]);
        let survey = Setting { program: &program, tables: &[], last: 8 }.survey(&Budget::unlimited());
        let survey = survey.expect("no limit");
        assert!((survey.stable - stable).abs() < 0.5, "{name}: {}", survey.stable);
        // An environment that enables and disables them in turn keeps all but CONTROL moving for ever.
        assert_eq!(survey.endless.is_some(), name != "CONTROL", "{name}");
        assert!(survey.two_values.is_none(), "{name}");
        assert!(survey.states.iter().flatten().all(|&met| met), "{name}");
    }
}

#[test]
fn mined_assumptions_leave_none() {
    let model = example("boiler");
    for direction in [Direction::Down, Direction::Up] {
        let options = Options { direction, ..Options::default() };
        let mutual = iterate(&model, &options, &Budget::unlimited()).expect("no limit");
        // Three rounds change something.
        assert_eq!((mutual.rounds, mutual.last), (3, 8));
        let (nothing, levels) =
            ([""], ["", "LevelRangeHigh", "LevelRangeLow", "LevelRangeMiddle", "LevelRisk"]);
        let water = sent(&model, &mutual, "WATER");
        for (k, row) in water.iter().enumerate() {
            let expected = if k == 3 || k == 4 { levels.to_vec() } else { nothing.to_vec() };
            assert_eq!(row[..], expected, "WATER at {k}");
        }
        let disable = "D.AllPumps+D.Water+D.Steam";
        let control = sent(&model, &mutual, "CONTROL");
        for (k, row) in control.iter().enumerate() {
            let expected = match k {
                1 => vec!["", disable, "E.AllPumps+E.Water+E.Steam"],
                4 | 5 => vec!["", disable, "StartPumps", "StopPumps"],
                _ => vec![""],
            };
            assert_eq!(row[..], expected, "CONTROL at {k}");
        }
        for name in ["CONTROL", "ALLPUMPS", "WATER", "STEAM"] {
            let tables = mutual.of(component(&model, name));
            assert_eq!(verdicts(&model, name, tables, mutual.last), (Vec::new(), Vec::new()), "{name}");
            let program = Program::new(&model, [component(&model, name)]);
            let survey =
                Setting { program: &program, tables, last: mutual.last }.survey(&Budget::unlimited());
            assert!(survey.expect("no limit").endless.is_none(), "{name}");
        }
    }
}

/// 26 machines and millions of combinations of inputs: what the paper could not decide.
#[test]
fn the_whole_system_satisfies_all_55() {
    let model = example("boiler");
    let whole = Program::whole(&model);
    let setting = Setting { program: &whole, tables: &[], last: 8 };
    let mut count = 0;
    for (c, part) in model.components.iter().enumerate() {
        for place in 0..part.properties.len() {
            let checked = setting.check(ComponentId::at(c), place, &Budget::unlimited());
            assert!(
                checked.verdict.holds() && checked.met,
                "{}: {:?}",
                part.properties[place].name,
                checked.verdict
            );
            count += 1;
        }
    }
    assert_eq!(count, 55);
    let sent = setting.sent(&whole.sent, &Budget::unlimited()).expect("no limit");
    assert!((sent.stable - 57_261.0).abs() < 0.5, "{}", sent.stable);
}
