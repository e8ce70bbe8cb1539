//! The verdict of the system of LTSs against that of the closed program by the explicit exploration, also
//! where components on which a property does not depend keep macrosteps from ending or from beginning.

use suppose_base::{Budget, Verdict};
use suppose_lts::check::{Question, check};
use suppose_srs::bridge::{Parts, certifiable};
use suppose_srs::explicit::{Mode, Options, explore, judge};
use suppose_srs::lang::{ComponentId, Role};
use suppose_srs::program::Program;
use suppose_testing::Random;

use crate::bridge::models::model;
use crate::bridge::random::{Shape, model as random_model};

/// How many properties hold and how many do not, and in how many systems a macrostep can go on for ever.
#[derive(Debug, Default)]
struct Compared {
    held: usize,
    violated: usize,
    endless: usize,
    /// For how many of them others take part although the component receives nothing.
    more: usize,
}

/// The verdict on each property by LTSs, strict or not, is that of the explicit exploration of the closed
/// program.
fn compare(text: &str, about: &str, compared: &mut Compared) {
    let model = model(text);
    let whole = Program::whole(&model);
    let (options, budget) = (Options { mode: Mode::Sound, last: 3 }, Budget::unlimited());
    let explored = explore(&whole, &[], &|_, _| true, options, &budget).expect("no limit");
    compared.endless += usize::from(explored.livelock.is_some());
    for judged in judge(&whole, &|_, _| true, options, &budget).expect("no limit") {
        let asked = (judged.component, judged.property);
        let Ok(parts) = Parts::of(&model, judged.component, &budget) else { continue };
        let Ok(system) = parts.system(Some(asked), &budget) else { continue };
        let name = &model.component(judged.component).name;
        let watched = system.components.iter().position(|c| c.name == *name).expect("it takes part");
        let found = check(&system, &[Question::Safe(watched)], 1, &budget);
        let wanted = judged.violation.is_none();
        if let Verdict::Violated(witness) = &found[0].verdict {
            let followed = parts.follow(asked, &witness.trace(&system), &budget).expect("no limit");
            assert!(followed.is_some(), "{about}, {name}, {}:\n{text}", judged.property);
        }
        let strict = certifiable(&model, asked, &budget).expect("it was built before");
        assert_eq!(strict.watched, watched, "{about}");
        let strict = check(&strict.system, &[Question::Safe(watched)], 1, &budget);
        assert_eq!(strict[0].verdict.holds(), wanted, "strict, {about}, {name}:\n{text}");
        assert_eq!(found[0].verdict.holds(), wanted, "{about}, {name}, {}:\n{text}", judged.property);
        if wanted {
            compared.held += 1;
        } else {
            compared.violated += 1;
        }
        compared.more +=
            usize::from(parts.members().len() > 1 && model.component(judged.component).received.is_empty());
    }
}

#[test]
fn the_system_fails_exactly_when_the_closed_program_does() {
    let mut compared = Compared::default();
    for seed in 0..250 {
        let random = &mut Random::new(seed ^ 0x0b1d_9e00);
        compare(&random_model(random, &Shape::SMALL), &format!("seed {seed}"), &mut compared);
    }
    println!("{compared:?}");
    assert!(compared.held > 100 && compared.violated > 100 && compared.endless > 10, "{compared:?}");
}

/// A component that nobody hears. It has the inputs of others, and with some of them its macrosteps never
/// end, an event gets two values, or there are none at all. It may hear the first component.
fn in_the_way(random: &mut Random, text: &str) -> String {
    let model = model(text);
    let mut declared = "in J; local L; out V : {x, y};".to_owned();
    let mut events = vec!["J"];
    for event in model.events.iter().filter(|event| event.role == Role::Input) {
        let values =
            if event.is_pulse() { String::new() } else { format!(": {{{}}}", event.values.join(", ")) };
        declared = format!("{declared} in {} {values};", event.name);
        events.push(&event.name);
    }
    let first = model.component(ComponentId::at(0)).sent.first().map(|&event| model.event(event));
    if let Some(event) = first.filter(|event| event.is_pulse() && random.chance(40)) {
        declared = format!("{declared} recv {};", event.name);
        events.push(&event.name);
    }
    let mut event = || events[random.below(events.len())];
    let (one, two, three) = (event(), event(), event());
    let required =
        ["", "", "", "", "require J;", "require J && !J;", "require J => !J;", "always J;"][random.below(8)];
    let ends = match random.below(6) {
        0 => "T -> T : true;".to_owned(),
        1 => "T -> T : L / L;".to_owned(),
        2 => format!("T -> U : L; U -> T : !{two};"),
        3 => format!("T -> U : {two} || !{two};"),
        4 => "T -> U : L / L; U -> T : L / L;".to_owned(),
        _ => format!("T -> T : L / V=x; U -> S : {three};"),
    };
    let not = if random.chance(50) { "!" } else { "" };
    let more = if random.chance(30) {
        format!("fsm R {{ init S; S -> S : in(Q.T) && L / V=y; S -> S : {three}; }}")
    } else {
        String::new()
    };
    format!(
        "{text}component WAY {{ {declared} {required}
         fsm Q {{ states S, T, U; init S; S -> T : {one} && {not}{two} / L; {ends} }} {more} }}\n"
    )
}

/// A component on which a property does not depend can keep macrosteps from ending or from beginning.
#[test]
fn components_in_the_way_take_part() {
    let mut compared = Compared::default();
    let seeds = std::env::var("SUPPOSE_MODELS").ok().and_then(|n| n.parse().ok()).unwrap_or(600);
    for seed in 0..seeds {
        let random = &mut Random::new(seed ^ 0x1a7e_0000);
        let shape = Shape { components: 2, ..Shape::SMALL };
        let text = random_model(random, &shape);
        compare(&in_the_way(random, &text), &format!("seed {seed}"), &mut compared);
    }
    println!("{compared:?}");
    assert!(compared.held > 300 && compared.violated > 150, "{compared:?}");
    assert!(compared.endless > 100 && compared.more > 100, "{compared:?}");
}

/// B does not end a macrostep in which GO comes without HI, and A does not hear of it. By hand.
#[test]
fn a_component_that_never_ends() {
    let a = "component A { in GO, HI; out X; fsm P { init S; S -> S : GO / X; } prop p : X => HI; }";
    let never = "component B { in GO, HI; fsm Q { init S; S -> T : GO && !HI; T -> T : true; } }";
    let ends = "component B { in GO, HI; fsm Q { init S; S -> T : GO && !HI; T -> T : GO; } }";
    let unwilling = "component B { in I, J; require I && J; require !I; fsm Q { init S; S -> S : J; } }";
    let others = "component B { in I; require I; fsm Q { init S; S -> S : I; } }
        component C { in I; require !I; fsm Q { init S; S -> S : I; } }";
    let clashing = "component B { in GO, HI; local V : {x, y}; fsm Q { init S; S -> S : GO && !HI / V=x; }
        fsm R { init S; S -> S : GO / V=y; } }";
    let budget = Budget::unlimited();
    for (rest, members, holds) in
        [(never, 2, true), (ends, 1, false), (unwilling, 2, true), (others, 3, true)]
    {
        let model = model(&format!("{a} {rest}"));
        let found = certifiable(&model, (ComponentId::at(0), 0), &budget).expect("no limit");
        assert_eq!(found.parts.members().len(), members, "{rest}");
        let verdict = &check(&found.system, &[Question::Safe(found.watched)], 1, &budget)[0].verdict;
        assert_eq!(verdict.holds(), holds, "{rest}");
    }
    // Where an event gets two values, there is no system.
    let model = model(&format!("{a} {clashing}"));
    assert!(certifiable(&model, (ComponentId::at(0), 0), &budget).is_err());
}
