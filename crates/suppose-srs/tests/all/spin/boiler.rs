//! The steam boiler: which properties SPIN finds violated under the universal environment, with the
//! assumptions an engineer would write, and with those that follow from the other components.

use suppose_srs::lang::{ComponentId, EventId, Property};
use suppose_srs::program::Program;

use crate::spin::assumptions::Assumptions;
use crate::spin::interpret::{Environment, Events};
use crate::spin::{agree, all, file, properties, ready, rules, table, violated};

/// False under the universal environment; these are always looked at, and some that hold.
const FALSE: [&str; 5] = ["c03", "c17", "c18", "c19", "p01"];
const SOME: [&str; 4] = ["c05", "p07", "w01", "s02"];

fn chosen<'m>(program: &Program<'m>) -> Vec<(ComponentId, &'m Property)> {
    let mut chosen = properties(program);
    chosen.retain(|(_, property)| {
        all() || FALSE.contains(&property.name.as_str()) || SOME.contains(&property.name.as_str())
    });
    chosen
}

/// What SPIN finds violated in all components, one by one, when `assume` says what is assumed of each.
fn violated_in_all(assume: impl Fn(&Program<'_>) -> Assumptions) -> Vec<String> {
    let boiler = file("boiler");
    assert_eq!(properties(&Program::whole(&boiler)).len(), 55);
    let mut found = Vec::new();
    for id in (0..boiler.components.len()).map(ComponentId::at) {
        let program = Program::new(&boiler, [id]);
        found.extend(violated(&program, assume(&program).assumed(), &chosen(&program)));
    }
    found
}

#[test]
fn five_are_violated_under_the_universal_environment() {
    if ready() {
        assert_eq!(violated_in_all(|_| Assumptions::Universal), FALSE);
    }
}

#[test]
fn three_are_violated_with_manual_assumptions() {
    if ready() {
        assert_eq!(violated_in_all(manual), ["c03", "c19", "p01"]);
    }
}

/// What an engineer would assume: reports of the level exclude each other, and so do orders to the pumps.
fn manual(program: &Program<'_>) -> Assumptions {
    let id = program.components[0];
    let text = match program.model.component(id).name.as_str() {
        "CONTROL" => {
            "LevelRangeLow => !LevelRangeMiddle && !LevelRangeHigh && !LevelRisk;
             LevelRangeMiddle => !LevelRangeLow && !LevelRangeHigh && !LevelRisk;
             LevelRangeHigh => !LevelRangeLow && !LevelRangeMiddle && !LevelRisk;
             LevelRisk => !LevelRangeLow && !LevelRangeMiddle && !LevelRangeHigh;"
        }
        "ALLPUMPS" => "StartPumps => !StopPumps; StopPumps => !StartPumps;",
        _ => "",
    };
    Assumptions::Rules(rules(program.model, id, text))
}

/// What the other components can send to this one, found by iteration of the sound exploration of all of
/// them.
fn mined(program: &Program<'_>) -> Assumptions {
    let allows = |microstep: u32, events: &Events| {
        let name = |event: &EventId| program.model.event(*event).name.as_str();
        let can_be = |name: &str| match name {
            "StartPumps" | "StopPumps" => (4..=5).contains(&microstep),
            _ if name.starts_with("Level") => (3..=4).contains(&microstep),
            _ if name.starts_with("E.") => microstep == 1,
            _ if name.starts_with("D.") => [1, 4, 5].contains(&microstep),
            _ => panic!("{name} is not received"),
        };
        // All of them exclude each other.
        events.len() <= 1 && events.keys().all(|event| can_be(name(event)))
    };
    Assumptions::Tables(vec![table(program, &program.received, 6, &allows)])
}

#[test]
fn none_is_violated_with_what_the_others_can_send() {
    if ready() {
        assert_eq!(violated_in_all(mined), [""; 0]);
    }
}

#[test]
fn components_have_the_configurations_of_the_definitions() {
    if !ready() {
        return;
    }
    let boiler = file("boiler");
    for name in ["STEAM", "CONTROL", "WATER"] {
        let program = Program::new(&boiler, boiler.component_named(name));
        for assumptions in [Assumptions::Universal, manual(&program), mined(&program)] {
            let allows = |microstep: u32, events: &Events| assumptions.allows(microstep, events);
            let environment = Environment { allows: &allows, last: assumptions.last() };
            agree(&program, assumptions.assumed(), &environment, None).unwrap();
        }
    }
}
