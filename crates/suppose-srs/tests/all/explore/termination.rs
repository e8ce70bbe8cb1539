//! Macrosteps of open components that never end: both explorations see the same, and what ends for each
//! component ends in the whole.

use suppose_base::{Budget, FileId, Verdict};
use suppose_srs::explicit::{
    self, Ending, Exploration, Mode, Options, Run, Valuation, explore, obeys, replay_for_ever,
};
use suppose_srs::explore::{Setting, Survey};
use suppose_srs::lang::{Assumption, Atom, ComponentId, Model, parse_assumption};
use suppose_srs::mine::table_of;
use suppose_srs::modular::{self, Direction, iterate};
use suppose_srs::program::Program;
use suppose_srs::table::{Table, columns};
use suppose_testing::Random;

use crate::explore::models::{component, model};
use crate::explore::random::{Shape, model as random_model};

/// How many models a test looks at.
fn seeds(usually: u64) -> u64 {
    std::env::var("SUPPOSE_MODELS").ok().and_then(|n| n.parse().ok()).unwrap_or(usually)
}

fn components(model: &Model) -> impl Iterator<Item = ComponentId> {
    (0..model.components.len()).map(ComponentId::at)
}

/// Both explorations of a program; they agree on macrosteps, and loops and clashes are runs.
#[track_caller]
fn compared(
    setting: &Setting<'_>,
    allowed: &dyn Fn(usize, &Valuation) -> bool,
    about: &dyn Fn() -> String,
) -> (Survey, Exploration) {
    let (budget, last) = (Budget::unlimited(), setting.last);
    let survey = setting.survey(&budget).unwrap_or_else(|why| panic!("{why}: {}", about()));
    let options = Options { mode: Mode::Sound, last };
    let explored = explore(setting.program, &[], allowed, options, &budget).expect("no limit");
    assert_eq!(survey.endless.is_some(), explored.livelock.is_some(), "endless, {}", about());
    let alone = explored.livelock.as_ref().is_some_and(Run::goes_on_alone);
    assert_eq!(survey.alone, alone, "alone, {}", about());
    assert_eq!(survey.two_values.is_some(), explored.two_values.is_some(), "two values, {}", about());
    for run in explored.livelock.iter().chain(&explored.two_values) {
        let saturated = |k: usize, received: &Valuation| allowed(k.min(last), received);
        replay_for_ever(setting.program, run, last, saturated)
            .unwrap_or_else(|why| panic!("{why}: {}", about()));
    }
    (survey, explored)
}

/// A few rules about what a component receives, and the microstep from which on they say the same.
fn rules(random: &mut Random, model: &Model, component: ComponentId) -> (Assumption, usize) {
    let received = &model.component(component).received;
    let mut name = || &model.event(received[random.below(received.len())]).name;
    let (one, two) = (name(), name());
    let mut one_rule = || {
        let number = random.below(4);
        match random.below(6) {
            0 => format!("mS <= {number} => !{one};"),
            1 => format!("mS > {number} => !{one};"),
            2 => format!("mS == {number} => !{two};"),
            3 => format!("mS > {number} => {one};"),
            4 => format!("{one} => mS == {number};"),
            _ => format!("mS >= {number} => ({one} => {two}) && !({two} && mS > 5);"),
        }
    };
    let text = one_rule() + &one_rule();
    let assumption = parse_assumption(&text, FileId(0), model, component)
        .unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let mut last = 1;
    for rule in &assumption.rules {
        rule.expr.visit(&mut |atom| {
            if let Atom::Microstep(_, number) = atom {
                last = last.max(number as usize + 1);
            }
        });
    }
    (assumption, last)
}

/// Whether the loop of a run needs something from outside, and whether it has pauses.
fn needs(run: &Run) -> [bool; 2] {
    let last = run.macrosteps.last().expect("a macrostep");
    let Ending::Never { back_to } = last.ending else { panic!("a loop") };
    let round = &last.microsteps[back_to..];
    [
        round.iter().any(|micro| !micro.received.is_none()),
        round.iter().any(|micro| micro.taken.iter().all(Option::is_none)),
    ]
}

#[test]
fn both_explorations_agree_on_open_components() {
    // For each kind of assumption how many end and how many do not.
    let mut ended = [[0; 2]; 3];
    let (mut alone, mut from_outside, mut with_pauses, mut clashes) = (0, 0, 0, 0);
    for seed in 0..seeds(600) {
        let random = &mut Random::new(seed ^ 0x0e4d_1e55);
        let text = random_model(random, &Shape::SMALL);
        let model = model(&text);
        let (last, budget) = (1 + random.below(4), Budget::unlimited());
        let direction = if random.chance(50) { Direction::Up } else { Direction::Down };
        let options = modular::Options { direction, last, most: last, rounds: None };
        let mutual = iterate(&model, &options, &budget).expect("no limit");
        for id in components(&model) {
            let program = Program::new(&model, [id]);
            let received = &model.component(id).received;
            let mut look = |kind: usize, tables: &[Table], last: usize, rules: Option<&Assumption>| {
                let setting = Setting { program: &program, tables, last };
                let allowed = |k: usize, now: &Valuation| match rules {
                    Some(rules) => obeys(rules, k, now),
                    None => tables.iter().all(|table| explicit::allows(table, k, now)),
                };
                let about = || format!("seed {seed}, {id:?}, kind {kind}, last {last}, {rules:?}:\n{text}");
                let (_, explored) = compared(&setting, &allowed, &about);
                ended[kind][usize::from(explored.livelock.is_some())] += 1;
                clashes += usize::from(explored.two_values.is_some());
                let [outside, pauses] = explored.livelock.as_ref().map(needs).unwrap_or_default();
                alone += usize::from(explored.livelock.is_some() && !outside && !pauses);
                from_outside += usize::from(outside);
                with_pauses += usize::from(pauses);
            };
            look(0, &[], last, None);
            look(1, mutual.of(id), last, None);
            if !received.is_empty() {
                let (rules, last) = rules(random, &model, id);
                let all = columns(&model, received);
                let table = table_of(&rules, &all, last, &budget).expect("no limit");
                look(2, &[table], last, Some(&rules));
            }
        }
    }
    println!(
        "ended and not, universal, mined and declared: {ended:?}; loops alone: {alone}, that need something \
            from outside: {from_outside}, with pauses: {with_pauses}; two values: {clashes}"
    );
    assert!(ended.iter().flatten().all(|&count| count > 100), "{ended:?}");
    assert!(alone > 100 && from_outside > 100 && with_pauses > 30 && clashes > 0, "see above");
}

/// All machines with one transition from each of two states, or two from the first, under tables of two rows.
#[test]
fn all_small_machines_under_all_small_tables() {
    const GUARDS: [&str; 7] = ["I", "R", "!R", "L", "!L", "R && !L", "!I && !R"];
    let transition = |from: &str, number: usize| {
        let (guard, rest) = (GUARDS[number % GUARDS.len()], number / GUARDS.len());
        let (to, emits) = (if rest % 2 == 0 { "S" } else { "T" }, if rest / 2 == 0 { "" } else { " / L" });
        format!("{from} -> {to} : {guard}{emits};")
    };
    let all = GUARDS.len() * 4;
    let rows: [&[&str]; 3] = [&["-"], &["R"], &["-", "R"]];
    let mut ended = [0; 2];
    for (one, two) in (0..all).flat_map(|one| (0..all).map(move |two| (one, two))) {
        // Two transitions from one state in one order only.
        for second in ["S", "T"].into_iter().filter(|&second| second == "T" || one < two) {
            let machine =
                format!("init S; states S, T; {} {}", transition("S", one), transition(second, two));
            let machine = machine.replace("init S; states S, T;", "states S, T; init S;");
            let text = format!(
                "component C {{ in I; recv R; local L; fsm P {{ {machine} }} }}
                 component D {{ in I; send R; fsm Q {{ init S; S -> S : I / R; }} }}"
            );
            let model = model(&text);
            let id = component(&model, "C");
            let program = Program::new(&model, [id]);
            // Each machine has a third of the tables, or this would take too long.
            for table in (0..9).filter(|table| (one + two + table) % 3 == 0) {
                let chosen = [&["-"][..], rows[table / 3], rows[table % 3]];
                let sets: Vec<_> = chosen
                    .iter()
                    .map(|row| {
                        row.iter().map(|text| crate::explore::models::valuation(&model, text)).collect()
                    })
                    .collect();
                let table = explicit::table(&model, &program.received, &sets, &Budget::unlimited());
                let tables = [table.expect("no limit")];
                let setting = Setting { program: &program, tables: &tables, last: 2 };
                let allowed = |k: usize, now: &Valuation| explicit::allows(&tables[0], k, now);
                let (_, explored) = compared(&setting, &allowed, &|| format!("{chosen:?}:\n{text}"));
                ended[usize::from(explored.livelock.is_some())] += 1;
            }
        }
    }
    println!("{ended:?} macrosteps end and do not");
    assert!(ended.iter().all(|&count| count > 500), "{ended:?}");
}

/// If macrosteps of each component end under what is true of the others, macrosteps of the whole end; the
/// same for values.
#[test]
fn what_ends_for_each_component_ends_in_the_whole() {
    let (mut proved, mut refuted, mut in_doubt, mut declared) = (0, 0, 0, 0);
    for seed in 0..seeds(3000) {
        let random = &mut Random::new(seed ^ 0x3d15_0000);
        let text = random_model(random, &Shape::SMALL);
        let model = model(&text);
        let (last, budget) = (1 + random.below(6), Budget::unlimited());
        let whole = Program::whole(&model);
        let options = Options { mode: Mode::Sound, last: 1 };
        let closed = explore(&whole, &[], &|_, _| true, options, &budget).expect("no limit");
        let mut follows = |kind: &str, surveys: Vec<Survey>| {
            let ends = surveys.iter().all(|survey| survey.endless.is_none());
            let one_value = surveys.iter().all(|survey| survey.two_values.is_none());
            assert!(!ends || closed.livelock.is_none(), "{kind}, seed {seed}:\n{text}");
            assert!(!one_value || closed.two_values.is_none(), "{kind}, values, seed {seed}:\n{text}");
            match (ends, &closed.livelock) {
                (true, _) => proved += 1,
                (false, Some(_)) => refuted += 1,
                (false, None) => in_doubt += 1,
            }
        };
        let direction = if random.chance(50) { Direction::Up } else { Direction::Down };
        let options = modular::Options { direction, last, most: last, rounds: None };
        let mutual = iterate(&model, &options, &budget).expect("no limit");
        let surveys = components(&model).map(|id| mutual.survey(&model, id, &budget).expect("no limit"));
        follows("mined", surveys.collect());
        let universal = |id: ComponentId| {
            Setting { program: &Program::new(&model, [id]), tables: &[], last: 1 }.survey(&budget)
        };
        follows("universal", components(&model).map(|id| universal(id).expect("no limit")).collect());
        // Rules that the whole obeys; nothing is supposed where it does not.
        let mut surveys = Vec::new();
        for id in components(&model) {
            let received = &model.component(id).received;
            let setting = Setting { program: &whole, tables: &[], last: 1 };
            let found = (!received.is_empty()).then(|| rules(random, &model, id));
            let kept = found.filter(|(rules, _)| matches!(setting.obeys(id, rules, &budget), Verdict::Holds));
            surveys.push(match kept {
                None => universal(id).expect("no limit"),
                Some((rules, last)) => {
                    declared += 1;
                    let all = columns(&model, received);
                    let tables = [table_of(&rules, &all, last, &budget).expect("no limit")];
                    let program = Program::new(&model, [id]);
                    Setting { program: &program, tables: &tables, last }.survey(&budget).expect("no limit")
                }
            });
        }
        follows("declared", surveys);
    }
    println!("{proved} proved, {refuted} refuted, {in_doubt} in doubt; {declared} lists of rules kept");
    assert!(
        proved > 1000 && refuted > 200 && in_doubt > 500 && declared > 300,
        "{proved} {refuted} {in_doubt} {declared}"
    );
}

/// Each of the two goes on only as long as the other does.
#[test]
fn an_echo() {
    let model = model(
        "component SENDER { in GO; send Ping; recv Pong; fsm P { init S; S -> S : GO || Pong / Ping; } }
         component ECHO { recv Ping; send Pong; fsm Q { init S; S -> S : Ping / Pong; } }",
    );
    let budget = Budget::unlimited();
    let mutual = iterate(&model, &modular::Options::default(), &budget).expect("no limit");
    let whole = Program::whole(&model);
    let of_whole = Setting { program: &whole, tables: &[], last: 1 }.survey(&budget).expect("no limit");
    assert!(of_whole.endless.is_some());
    for id in components(&model) {
        let program = Program::new(&model, [id]);
        let universal = Setting { program: &program, tables: &[], last: 1 }.survey(&budget);
        let Survey { endless, alone, .. } = universal.expect("no limit");
        let (way, circle) = endless.expect("the other one sends for ever");
        // One configuration after the first, which has the inputs; then the same again and again.
        assert_eq!((way.len(), way[0].len(), circle.len(), alone), (1, 2, 1, false));
        assert!(mutual.survey(&model, id, &budget).expect("no limit").endless.is_some());
    }
    // An echo that answers only once.
    let text =
        "component SENDER { in GO; send Ping; recv Pong; fsm P { init S; S -> S : GO || Pong / Ping; } }
         component ECHO { recv Ping; send Pong; fsm Q { init S; S -> T : Ping / Pong; } }";
    let model = crate::explore::models::model(text);
    let mutual = iterate(&model, &modular::Options::default(), &budget).expect("no limit");
    let endless: Vec<bool> = components(&model)
        .map(|id| mutual.survey(&model, id, &budget).expect("no limit").endless.is_some())
        .collect();
    // The tables forget that ECHO has answered, so SENDER seems to go on; the whole does not.
    assert_eq!(endless, [true, false]);
    let whole = Program::whole(&model);
    let of_whole = Setting { program: &whole, tables: &[], last: 1 }.survey(&budget).expect("no limit");
    assert!(of_whole.endless.is_none());
}
