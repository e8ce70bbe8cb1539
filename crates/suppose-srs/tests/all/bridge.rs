//! Components as LTSs: the product against the closed program.

#![expect(clippy::print_stdout, reason = "the tests say how much they compared")]

use crate::common::models;
use crate::common::random;
mod verdicts;

use suppose_base::{Budget, Verdict};
use suppose_lts::check::{Question, check};
use suppose_lts::ops::relabel;
use suppose_lts::{Component, Role};
use suppose_srs::bridge::{Parts, system};
use suppose_srs::explicit::{Mode, Options, explore, table};
use suppose_srs::lang::ComponentId;
use suppose_srs::modular::{self, iterate};
use suppose_srs::program::Program;
use suppose_testing::Random;

use models::{component, example, model};
use random::{Shape, model as random_model};

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

/// In a macrostep with BUTTON nothing is enabled, so it ends; but after the microstep that GO causes, BUTTON
/// is gone, and P moves. By hand.
const WAKING: &str = "
component A { in BUTTON; fsm P { init S; S -> T : !BUTTON; } prop a : in(P.T) && pre(P.S) => !BUTTON; }
component B { in GO; fsm Q { init S; S -> U : GO; U -> S : GO; } prop b : GO; }
";

#[test]
fn the_time_that_others_take_matters_where_guards_can_tell() {
    let budget = Budget::unlimited();
    let violated = |text: &str| {
        let model = model(text);
        let system = system(&model, ComponentId::at(0), Some(0), &budget).expect("no limit");
        let found = check(&system, &[Question::Safe(0)], 1, &budget);
        let Verdict::Violated(witness) = &found[0].verdict else { return None };
        let trace = witness.trace(&system);
        Some(trace.into_iter().map(|action| system.actions.name(action).to_owned()).collect::<Vec<_>>())
    };
    let trace = violated(WAKING).expect("A is woken up");
    assert_eq!(trace, ["start.none", "step.none.B", "step.none.A", "end"]);
    let alone = WAKING.lines().nth(1).expect("A");
    assert_eq!(violated(alone), None);
}

/// What the system can send in each microstep, by the explicit exploration, is within the tables, and the
/// tables hold as properties; without any one of these valuations they do not.
#[test]
fn tables_are_properties_of_the_strict_system() {
    let (mut kept, mut broken) = (0, 0);
    for seed in 0..150 {
        let random = &mut Random::new(seed ^ 0x7ab1_e500);
        let text = random_model(random, &Shape::SMALL);
        let model = model(&text);
        let whole = Program::whole(&model);
        let budget = Budget::unlimited();
        let mutual = iterate(&model, &modular::Options::default(), &budget).expect("no limit");
        let options = Options { mode: Mode::Sound, last: mutual.last };
        for component in (0..model.components.len()).map(ComponentId::at) {
            let parts = Parts::around(&model, component, &budget).and_then(Parts::strict);
            let Ok(parts) = parts else { continue };
            let Ok(certified) = parts.certified(component, &budget) else { continue };
            let explored = |events: &[_]| explore(&whole, events, &|_, _| true, options, &budget).ok();
            for (&place, sent) in certified.properties.iter().zip(mutual.of(component)) {
                let found = check(&certified.system, &[Question::Safe(place)], 1, &budget);
                assert!(found[0].verdict.holds(), "seed {seed}:\n{text}");
                kept += 1;
                let mut events: Vec<_> = sent.columns.iter().map(|column| column.event).collect();
                events.dedup();
                let Some(seen) = explored(&events) else { continue };
                if seen.livelock.is_some() || seen.two_values.is_some() {
                    continue;
                }
                let mut rows = seen.normalised();
                // Only what is emitted is certainly a step of the system.
                let Some((row, gone)) = rows.iter().enumerate().find_map(|(row, valuations)| {
                    valuations.iter().find(|valuation| !valuation.is_none()).map(|v| (row, v.clone()))
                }) else {
                    continue;
                };
                rows[row].remove(&gone);
                let less = table(&model, &events, &rows, &budget).expect("no limit");
                let mut system = certified.system.clone();
                let lts = parts.property(&less).expect("few rows").into();
                system.components.push(Component { name: "less".to_owned(), lts, role: Role::Property });
                let question = Question::Safe(system.components.len() - 1);
                let found = check(&system, &[question], 1, &budget);
                assert!(!found[0].verdict.holds(), "seed {seed}, row {row}, {}:\n{text}", gone.text(&model));
                broken += 1;
            }
        }
    }
    assert!(kept > 100 && broken > 50, "{kept} {broken}");
}

/// Where there are two components, what one knows of the other is the other itself, up to its choices: in its
/// place it leads to the same verdicts.
#[test]
fn what_a_component_hears_is_as_good_as_who_says_it() {
    let (mut held, mut violated) = (0, 0);
    let budget = Budget::unlimited();
    for seed in 0..120 {
        let random = &mut Random::new(seed ^ 0x4ea4_0000);
        let text = random_model(random, &Shape::SMALL);
        let model = model(&text);
        for component in (0..model.components.len()).map(ComponentId::at) {
            let Ok(parts) = Parts::of(&model, component, &budget) else { continue };
            let Ok(hearing) = parts.hears(component, &budget) else { continue };
            let watched = parts.place(component).expect("it takes part");
            if parts.members().len() != 2 {
                continue;
            }
            for property in 0..model.component(component).properties.len() {
                let mut system = parts.system(Some((component, property)), &budget).expect("it was built");
                let before = check(&system, &[Question::Safe(watched)], 1, &budget);
                let known = |&action: &_| system.actions.get(hearing.actions.name(action));
                let pairs: Option<Vec<_>> =
                    hearing.lts.alphabet().iter().map(|action| Some((*action, known(action)?))).collect();
                // Names tell who moves where a guard can; what is heard does not.
                let Some(pairs) =
                    pairs.filter(|pairs| pairs.len() == system.components[0].lts.alphabet().len())
                else {
                    continue;
                };
                let lts = relabel(&hearing.lts, &pairs.into_iter().collect());
                system.components[1 - watched].lts = lts.into();
                let after = check(&system, &[Question::Safe(watched)], 1, &budget);
                let holds = before[0].verdict.holds();
                assert_eq!(after[0].verdict.holds(), holds, "seed {seed}, {property}:\n{text}");
                if holds { held += 1 } else { violated += 1 }
            }
        }
    }
    assert!(held > 20 && violated > 20, "{held} {violated}");
}
