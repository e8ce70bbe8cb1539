//! Random programs, open and closed, under random tables: both explorations see the same.

use suppose_base::{Budget, Verdict};
use suppose_srs::explicit::{self, Mode, Options, Valuation, explore, judge, replay, table};
use suppose_srs::explore::Setting;
use suppose_srs::lang::{ComponentId, EventId, Model};
use suppose_srs::program::Program;
use suppose_srs::table::Table;
use suppose_testing::Random;

use crate::explore::models::model;
use crate::explore::random::{Shape, model as random_model};

/// All components, or some.
fn program<'m>(random: &mut Random, model: &'m Model) -> Program<'m> {
    let all = (0..model.components.len()).map(ComponentId::at);
    let some: Vec<ComponentId> = all.filter(|_| random.chance(60)).collect();
    if some.is_empty() { Program::whole(model) } else { Program::new(model, some) }
}

/// Valuations that may be received at each microstep; at 0 nothing is. Sometimes everything.
fn tables(random: &mut Random, program: &Program<'_>, last: usize) -> Vec<Table> {
    if program.received.is_empty() || random.chance(30) {
        return Vec::new();
    }
    let all: Vec<Valuation> = explicit::valuations(program.model, &program.received, Vec::new()).collect();
    let mut rows = vec![std::collections::BTreeSet::from([Valuation::none()])];
    for _ in 0..last {
        let chance = [0, 20, 60, 100][random.below(4)];
        let mut row: std::collections::BTreeSet<Valuation> =
            all.iter().filter(|_| random.chance(chance)).cloned().collect();
        // An assumption that excludes everything would end every run.
        if row.is_empty() || random.chance(70) {
            row.insert(Valuation::none());
        }
        rows.push(row);
    }
    vec![table(program.model, &program.received, &rows, &Budget::unlimited()).expect("no limit")]
}

fn rows(table: &Table) -> Vec<Vec<Vec<u32>>> {
    let columns = table.columns.len() as u32;
    table.rows.iter().map(|row| row.valuations(columns, 1 << 12).expect("few events")).collect()
}

#[test]
fn both_explorations_see_the_same() {
    let (mut violated, mut held, mut open) = (0, 0, 0);
    let seeds = std::env::var("SUPPOSE_MODELS").ok().and_then(|n| n.parse().ok()).unwrap_or(700);
    for seed in 0..seeds {
        let random = &mut Random::new(seed ^ 0x0005_2500);
        let text = random_model(random, &Shape::SMALL);
        let model = model(&text);
        let program = program(random, &model);
        let last = 1 + random.below(4);
        let tables = tables(random, &program, last);
        open += usize::from(!program.received.is_empty());
        let setting = Setting { program: &program, tables: &tables, last };
        let allowed = |k: usize, received: &Valuation| {
            k > 0 && tables.iter().all(|table| explicit::allows(table, k, received))
        };
        let options = Options { mode: Mode::Sound, last };
        let budget = Budget::unlimited();
        let expected = explore(&program, &program.sent, &allowed, options, &budget).expect("no limit");
        let about = || format!("seed {seed}, last {last}, {:?}:\n{text}", program.components);
        // What is sent.
        let sent = setting.sent(&program.sent, &budget).expect("no limit");
        let wanted = table(&model, &program.sent, &expected.normalised(), &budget).expect("no limit");
        assert_eq!(rows(&sent.table), rows(&wanted), "{}", about());
        assert!(
            (sent.stable - f64::from(u32::try_from(expected.stable.len()).expect("few"))).abs() < 0.5,
            "{}",
            about()
        );
        // What is reached, and what is wrong with macrosteps.
        let survey = setting.survey(&budget).expect("no limit");
        if expected.two_values.is_none() {
            // Otherwise a transition that is only taken where an event gets two values counts as taken in one
            // and not in the other.
            assert_eq!(survey.transitions, expected.taken, "{}", about());
        }
        assert_eq!(survey.endless.is_some(), expected.livelock.is_some(), "{}", about());
        assert_eq!(survey.two_values.is_some(), expected.two_values.is_some(), "{}", about());
        // Properties.
        for judged in judge(&program, &allowed, options, &budget).expect("no limit") {
            let checked = setting.check(judged.component, judged.property, &budget);
            match (&checked.verdict, &judged.violation) {
                (Verdict::Holds, None) => held += 1,
                (Verdict::Violated(run), Some(shortest)) => {
                    violated += 1;
                    assert_eq!(run.macrosteps.len(), shortest.macrosteps.len(), "{}", about());
                    replay(&program, run, allowed).unwrap_or_else(|why| panic!("{why}: {}", about()));
                }
                (found, wanted) => panic!("{found:?} for {wanted:?}: {}", about()),
            }
            if checked.verdict.holds() {
                let exact = checked.machines == program.machines.len();
                assert!(
                    if exact { checked.met == judged.relevant } else { checked.met || !judged.relevant },
                    "{}",
                    about()
                );
            }
        }
    }
    println!("{seeds} programs, {open} open: {violated} properties violated, {held} hold");
    assert!(violated > 100 && held > 100 && open > 200, "{violated} violated, {held} held, {open} open");
}

/// A rule of an assumption is obeyed exactly when all rows of the whole system satisfy it.
#[test]
fn what_a_system_obeys() {
    let (mut obeyed, mut broken) = (0, 0);
    for seed in 0..400 {
        let random = &mut Random::new(seed ^ 0x0be7_0000);
        let model = model(&random_model(random, &Shape::SMALL));
        let whole = Program::whole(&model);
        let receivers = (0..model.components.len()).map(ComponentId::at);
        for component in receivers.filter(|&id| !model.component(id).received.is_empty()) {
            let received: &[EventId] = &model.component(component).received;
            let name = &model.event(received[random.below(received.len())]).name;
            let number = random.below(4);
            let rule = ["mS <= ", "mS == ", "mS > "][random.below(3)];
            let text = format!("{rule}{number} => !{name};");
            let assumption =
                suppose_srs::lang::parse_assumption(&text, suppose_base::FileId(0), &model, component)
                    .unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
            let setting = Setting { program: &whole, tables: &[], last: 6 };
            let budget = Budget::unlimited();
            let options = Options { mode: Mode::Sound, last: 6 };
            let explored = explore(&whole, received, &|_, _| true, options, &budget).expect("no limit");
            let fits = |k: usize, row: &Valuation| {
                assumption.rules.iter().all(|rule| {
                    rule.expr.holds(&mut |atom| match atom {
                        suppose_srs::lang::Atom::Microstep(comparison, n) => comparison.holds(k as u32, n),
                        atom => row.atom(atom).expect("an event"),
                    })
                })
            };
            let rows = explored.rows.iter().enumerate().skip(1);
            let expected = rows.flat_map(|(k, row)| row.iter().map(move |v| (k, v))).all(|(k, v)| fits(k, v));
            match setting.obeys(component, &assumption, &budget) {
                Verdict::Holds => {
                    assert!(expected, "seed {seed}: {text}");
                    obeyed += 1;
                }
                Verdict::Violated(found) => {
                    assert!(!expected, "seed {seed}: {text}");
                    replay(&whole, &found.run, |_, _| true).expect("a run");
                    broken += 1;
                }
                Verdict::Inconclusive(reason) => panic!("seed {seed}: {reason:?}"),
            }
        }
    }
    assert!(obeyed > 50 && broken > 50, "{obeyed} obeyed, {broken} broken");
}

/// All machines matter for the property, but the event that ends every run before its macrostep does not:
/// nobody reads it.
#[test]
fn two_values_of_an_event_that_nobody_reads() {
    let model = model(
        "component C {
            recv E; local L : {x, y}; out O;
            fsm A { init S; S -> S : E / L=x, O; }
            fsm B { init S; S -> S : E / L=y, O; }
            prop p : !O;
        }
        component D { in I; send E; fsm F { init S; S -> S : I / E; } }",
    );
    let id = model.component_named("C").expect("a component");
    let program = Program::new(&model, [id]);
    let setting = Setting { program: &program, tables: &[], last: 1 };
    assert!(setting.check(id, 0, &Budget::unlimited()).verdict.holds());
    assert!(setting.survey(&Budget::unlimited()).expect("no limit").two_values.is_some());
}
