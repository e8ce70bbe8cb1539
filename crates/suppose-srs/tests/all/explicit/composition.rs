//! Components alone against the closed system, on random models: whatever happens to a component in the
//! system can happen to it alone, also under what the others can do.

use std::collections::BTreeSet;

use suppose_srs::explicit::{Exploration, Mode, Valuation, replay};
use suppose_srs::lang::{ComponentId, EventId, Model, StateIx};
use suppose_srs::program::Program;
use suppose_testing::Random;

use crate::explicit::models::model;
use crate::explicit::random::{self, Shape};
use crate::explicit::support::{anything, found, verdicts};

const LAST: usize = 4;

type Rows = Vec<BTreeSet<Valuation>>;

/// That a component does in the system only what was found of it alone.
fn contained(whole: &Program<'_>, system: &Exploration, part: &Program<'_>, alone: &Exploration, seed: u64) {
    let rows = alone.normalised();
    for (k, row) in system.normalised().iter().enumerate() {
        for valuation in row {
            assert!(rows[k].contains(&valuation.only(&part.sent)), "seed {seed}, microstep {k}");
        }
    }
    let places: Vec<usize> = part
        .machines
        .iter()
        .map(|&(component, machine)| whole.place(component, machine).expect("in the system"))
        .collect();
    for states in &system.stable {
        let own: Vec<StateIx> = places.iter().map(|&place| states[place]).collect();
        assert!(alone.stable.contains(&own), "seed {seed}");
    }
    for (own, &place) in alone.taken.iter().zip(&places) {
        assert!(
            system.taken[place].iter().zip(own).all(|(taken, possible)| !taken || *possible),
            "seed {seed}"
        );
    }
}

/// Whether each other component has a row that does this to a component.
fn allowed_by(
    tables: &[Rows],
    programs: &[Program<'_>],
    part: &Program<'_>,
    k: usize,
    received: &Valuation,
) -> bool {
    programs.iter().zip(tables).all(|(sender, rows)| {
        let heard = |event: &EventId| part.received.binary_search(event).is_ok();
        let common: Vec<EventId> = sender.sent.iter().copied().filter(heard).collect();
        rows[k].iter().any(|row| row.only(&common) == received.only(&common))
    })
}

/// All violations are runs, and the property is false at their ends only. For each property whether it is
/// violated and whether it says anything.
fn checked(
    program: &Program<'_>,
    allowed: &dyn Fn(usize, &Valuation) -> bool,
    seed: u64,
) -> Vec<(bool, bool)> {
    let judged = verdicts(program, Mode::Sound, LAST, allowed);
    for (place, judged) in judged.iter().enumerate() {
        if let Some(run) = &judged.violation {
            let saturated = |k: usize, received: &Valuation| allowed(k.min(LAST), received);
            let replayed = replay(program, run, saturated).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            let (last, before) = replayed.ends.split_last().expect("it ends");
            assert!(!last.holds[place] && before.iter().all(|end| end.holds[place]), "seed {seed}");
        }
    }
    judged.iter().map(|judged| (judged.violation.is_some(), judged.relevant)).collect()
}

/// Loops and errors are runs.
fn confirmed(program: &Program<'_>, found: &Exploration, seed: u64) {
    for run in found.livelock.iter().chain(&found.two_values) {
        replay(program, run, anything).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    }
}

/// What the models of a test were like.
#[derive(Debug, Default)]
struct Seen {
    violated: usize,
    cured: usize,
    held: usize,
    loops: usize,
    clashes: usize,
    sending: usize,
}

fn compare(model: &Model, seed: u64, seen: &mut Seen) {
    let whole = Program::whole(model);
    let system = found(&whole, Mode::Sound, LAST, &anything);
    confirmed(&whole, &system, seed);
    seen.loops += usize::from(system.livelock.is_some());
    seen.clashes += usize::from(system.two_values.is_some());
    seen.sending += usize::from(system.rows.iter().flatten().any(|row| !row.is_none()));
    let in_system = checked(&whole, &anything, seed);
    let programs: Vec<Program<'_>> =
        (0..model.components.len()).map(|id| Program::new(model, [ComponentId::at(id)])).collect();
    let alone: Vec<Exploration> =
        programs.iter().map(|part| found(part, Mode::Sound, LAST, &anything)).collect();
    let tables: Vec<Rows> = alone.iter().map(Exploration::normalised).collect();
    let mut first = 0;
    for (part, free) in programs.iter().zip(&alone) {
        confirmed(part, free, seed);
        contained(&whole, &system, part, free, seed);
        let allowed = |k: usize, received: &Valuation| allowed_by(&tables, &programs, part, k, received);
        let assumed = found(part, Mode::Sound, LAST, &allowed);
        contained(&whole, &system, part, &assumed, seed);
        let universal = checked(part, &anything, seed);
        let under = checked(part, &allowed, seed);
        for (place, (&free, &assumed)) in universal.iter().zip(&under).enumerate() {
            let really = in_system[first + place];
            assert!(really.0 <= assumed.0 && assumed.0 <= free.0, "seed {seed}");
            assert!(really.1 <= assumed.1 && assumed.1 <= free.1, "seed {seed}");
            seen.violated += usize::from(really.0);
            seen.cured += usize::from(free.0 && !assumed.0);
            seen.held += usize::from(!free.0);
        }
        first += universal.len();
        let around = Program::around(model, part.components[0]);
        if !around.components.is_empty() {
            contained(&whole, &system, &around, &found(&around, Mode::Sound, LAST, &anything), seed);
        }
    }
}

#[test]
fn a_component_alone_can_do_what_it_does_in_the_system() {
    let mut seen = Seen::default();
    for seed in 0..2000 {
        let text = random::model(&mut Random::new(seed), &Shape::SMALL);
        compare(&model(&text), seed, &mut seen);
    }
    // The models are not all trivial.
    assert!(seen.violated >= 500 && seen.held >= 500 && seen.cured >= 100, "{seen:?}");
    assert!(seen.loops >= 100 && seen.clashes >= 3 && seen.sending >= 1000, "{seen:?}");
}
