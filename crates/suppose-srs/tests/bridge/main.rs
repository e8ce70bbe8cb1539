//! Components as LTSs: the product against the closed program.

#[path = "../common/models.rs"]
#[expect(dead_code, reason = "other tests use more of it")]
mod models;
#[path = "../common/random.rs"]
mod random;

use suppose_base::{Budget, Verdict};
use suppose_lts::check::{Question, check};
use suppose_srs::bridge::system;
use suppose_srs::explicit::{Mode, Options, explore, judge};
use suppose_srs::program::Program;

use models::{component, example, model};
use random::{Random, Shape, model as random_model};

#[test]
fn the_system_fails_exactly_when_the_closed_program_does() {
    let (mut held, mut violated) = (0, 0);
    for seed in 0..400 {
        let random = &mut Random(seed ^ 0x0b1d_9e00);
        let text = random_model(random, &Shape::SMALL);
        let model = model(&text);
        let whole = Program::whole(&model);
        let (options, budget) = (Options { mode: Mode::Sound, last: 3 }, Budget::unlimited());
        let explored = explore(&whole, &[], &|_, _| true, options, &budget).expect("no limit");
        if explored.livelock.is_some() || explored.two_values.is_some() {
            continue;
        }
        for judged in judge(&whole, &|_, _| true, options, &budget).expect("no limit") {
            let Ok(system) = system(&model, judged.component, Some(judged.property), &budget) else {
                continue;
            };
            let name = &model.component(judged.component).name;
            let watched = system.components.iter().position(|c| c.name == *name).expect("it takes part");
            let found = check(&system, &[Question::Safe(watched)], 1, &budget);
            let wanted = judged.violation.is_none();
            assert_eq!(found[0].verdict.holds(), wanted, "seed {seed}, {name}, {}:\n{text}", judged.property);
            if wanted { held += 1 } else { violated += 1 }
        }
    }
    assert!(held > 100 && violated > 100, "{held} {violated}");
}

/// One macrostep for each of INIT and FINISH, with two microsteps, and empty ones. By hand.
#[test]
fn figure_2() {
    let model = example("fig2");
    let system = system(&model, component(&model, "FIG2"), None, &Budget::unlimited()).expect("no limit");
    assert_eq!(system.components.len(), 1);
    let lts = &system.components[0].lts;
    // Nobody hears OPEN and CLOSE, so no action tells of them.
    assert_eq!(
        system.actions.sorted_names(lts.alphabet().iter().copied()),
        ["end", "start.none", "step.none"]
    );
    assert!(!lts.has_error());
}

#[test]
fn the_boiler_is_safe_as_a_system_too() {
    let model = example("boiler");
    let control = component(&model, "CONTROL");
    let place = model.component(control).properties.iter().position(|p| p.name == "c19").expect("phi2");
    let system = system(&model, control, Some(place), &Budget::unlimited()).expect("no limit");
    let names: Vec<&str> = system.components.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["CONTROL", "WATER"]);
    let found = check(&system, &[Question::Safe(0)], 1, &Budget::unlimited());
    assert!(matches!(found[0].verdict, Verdict::Holds));
}
