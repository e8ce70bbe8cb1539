//! Units, decompositions up to symmetry, and what they cost.

use suppose::{Decomposition, OpenOptions, Plan, Project};

fn model(name: &str) -> Project {
    Project::open(&[format!("model:{name}")], &OpenOptions::default()).expect("a built-in model")
}

fn flow() -> Plan {
    Plan { special: vec![("--verifier", "flow".to_owned())], ..Plan::default() }
}

fn count(found: &[Decomposition]) -> (usize, u32) {
    (found.len(), found.iter().map(|split| split.stands_for).sum())
}

#[test]
fn units_are_tasks_and_shared_variables() {
    let mut project = model("gas-station:2");
    let units = project.units(&Plan::default()).expect("no limit");
    let names: Vec<&str> = units.iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!(names, ["operator", "pump_1", "pump_2", "customer_1", "customer_2"]);
    assert_eq!(units[0].family, None);
    assert_eq!(units[2].family, Some(("pump".to_owned(), 2)));
    assert_eq!(units[4].family, Some(("customer".to_owned(), 2)));
    let units = model("peterson:2").units(&Plan::default()).expect("no limit");
    let families: Vec<_> = units.iter().map(|unit| (unit.name.as_str(), unit.family.clone())).collect();
    let family = |name: &str, index| Some((name.to_owned(), index));
    assert_eq!(
        families,
        [
            ("process_1", family("process", 1)),
            ("process_2", family("process", 2)),
            ("level.1", family("level", 1)),
            ("level.2", family("level", 2)),
            ("victim.1", family("victim", 1)),
        ]
    );
    // For data-flow analysis only tasks are units.
    assert_eq!(model("peterson:2").units(&flow()).expect("no limit").len(), 2);
}

/// A dispatcher that remembers who is registered is split into many components, and is one unit.
#[test]
fn a_task_and_its_variables_are_one_unit() {
    let units = model("chiron-single:6").units(&Plan::default()).expect("no limit");
    let names: Vec<&str> = units.iter().map(|unit| unit.name.as_str()).collect();
    let others = ["dispatcher", "adt_wrapper", "artist_manager", "client"];
    assert_eq!(names[..6], ["artist_1", "artist_2", "artist_3", "artist_4", "artist_5", "artist_6"]);
    assert_eq!(names[6..], others);
    let parts = &units[6].components;
    assert!(parts.len() > 10 && parts[1..].iter().all(|name| name.starts_with("dispatcher.")), "{parts:?}");
}

#[test]
fn equal_decompositions_are_listed_once() {
    let plan = Plan::default();
    let all = |name: &str, property: &str| count(&model(name).two_way(property, &plan).expect("no limit"));
    // P1 tells pump 1 from pump 2 but not the customers; P4 tells all of them apart.
    assert_eq!(all("gas-station:2", "P1"), (22, 30));
    assert_eq!(all("gas-station:2", "P4"), (30, 30));
    assert_eq!(all("gas-station:4", "P1").1, 126);
    let plan = flow();
    let mut project = model("gas-station:2");
    assert_eq!(count(&project.two_way("P1", &plan).expect("no limit")), (22, 30));
}

#[test]
fn what_was_listed_can_be_measured() {
    for plan in [Plan::default(), flow()] {
        let mut project = model("relay:2");
        let all = project.two_way("P1", &plan).expect("no limit");
        assert_eq!(count(&all), (6, 6));
        for split in &all {
            let found = project.measure("P1", &split.parts, &plan).expect("parts of the model");
            assert!(found.verdict.holds(), "{split:?}");
            assert!(found.max_states > 0, "{split:?}");
        }
        let predicted = project.predicted("P1", &plan).expect("no limit").expect("three units");
        assert!(all.iter().any(|split| split.parts == predicted.parts), "{predicted:?}");
        assert!(project.measure_plain("P1", &plan).expect("a property").verdict.holds());
    }
}
