//! Random programs, alone and together, under random assumptions: SPIN finds what the interpreter here and
//! the exploration of the library find.
//!
//! `SUPPOSE_SEED` starts from another number.

use suppose_base::Budget;
use suppose_srs::explicit::{self, Mode, Options, Valuation};
use suppose_srs::lang::{ComponentId, EventId, ValueIx};
use suppose_srs::program::Program;
use suppose_srs::table::Table;
use suppose_testing::Random;

use crate::spin::assumptions::Assumptions;
use crate::spin::generator::{Shape, model as random_model};
use crate::spin::interpret::{Environment, Events};
use crate::spin::spin::Verdict;
use crate::spin::{agree, all, in_parallel, model, properties, ready, rules, table};

fn random_assumptions(random: &mut Random, program: &Program<'_>) -> Assumptions {
    match random.below(3) {
        _ if program.received.is_empty() => Assumptions::Universal,
        0 => Assumptions::Universal,
        1 => {
            let text: String = (0..=random.below(3)).map(|_| rule(random, program)).collect();
            Assumptions::Rules(rules(program.model, program.components[0], &text))
        }
        _ => {
            // One table, or two that may share events.
            let count = 1 + random.below(2);
            Assumptions::Tables((0..count).map(|_| random_table(random, program)).collect())
        }
    }
}

fn rule(random: &mut Random, program: &Program<'_>) -> String {
    let mut event = || {
        let event = program.model.event(program.received[random.below(program.received.len())]);
        match event.values.len() {
            0 => event.name.clone(),
            count => format!("{} == {}", event.name, event.values[random.below(count)]),
        }
    };
    let (one, other) = (event(), event());
    let number = random.below(4);
    match random.below(7) {
        0 => format!("{one} => !({other});"),
        1 => format!("mS <= {number} => !({one});"),
        2 => format!("{one} => mS == {number};"),
        3 => format!("mS > {number} => !({one}) && !({other});"),
        4 => format!("{one} => {other};"),
        5 => format!("mS != {number} || {one} || {other};"),
        _ => format!("!({one} && {other}) || mS >= {number};"),
    }
}

fn random_table(random: &mut Random, program: &Program<'_>) -> Table {
    let mut events = program.received.clone();
    if events.len() > 1 && random.chance(50) {
        events.remove(random.below(events.len()));
    }
    let last = random.below(4u32);
    let (salt, mostly) = (random.bits(), random.chance(50));
    let allows = |microstep: u32, events: &Events| {
        let mut mix = Random::new(salt ^ u64::from(microstep));
        for (event, value) in events {
            mix = Random::new(mix.bits() ^ u64::from(event.0 * 8 + value));
        }
        mix.chance(if events.is_empty() || mostly { 90 } else { 40 })
    };
    table(program, &events, last, &allows)
}

/// The verdicts of the library on the properties, or nothing when an event gets two values.
fn library(program: &Program<'_>, assumptions: &Assumptions) -> Option<Vec<Verdict>> {
    let allows = |microstep: usize, received: &Valuation| {
        let one = |(event, value): (EventId, Option<ValueIx>)| (event, value.map_or(0, |value| value.0));
        assumptions.allows(microstep as u32, &received.iter().map(one).collect())
    };
    let options = Options { mode: Mode::Sound, last: assumptions.last() as usize };
    let budget = Budget::unlimited();
    if explicit::explore(program, &[], &allows, options, &budget)
        .expect("a small program")
        .two_values
        .is_some()
    {
        return None;
    }
    let judged = explicit::judge(program, &allows, options, &budget).expect("a small program");
    let verdict =
        |of: &explicit::Judged| if of.violation.is_some() { Verdict::Violated } else { Verdict::Holds };
    Some(judged.iter().map(verdict).collect())
}

/// What was compared with one seed: how many exports hold, are violated, or give two values to an event.
fn compare(seed: u64) -> Result<[u64; 3], String> {
    let mut random = Random::new(seed);
    let text = random_model(&mut random, &Shape::SMALL);
    let model = model(&text);
    let count = model.components.len();
    let chosen = random.below(count + 1);
    let program = if chosen == count {
        Program::whole(&model)
    } else {
        Program::new(&model, [ComponentId::at(chosen)])
    };
    let assumptions = random_assumptions(&mut random, &program);
    let allows = |microstep: u32, events: &Events| assumptions.allows(microstep, events);
    let environment = Environment { allows: &allows, last: assumptions.last() };
    let expected = library(&program, &assumptions);
    let mut counts = [0; 3];
    let mut one = |property, expected: Option<Verdict>| {
        let found = agree(&program, assumptions.assumed(), &environment, property)
            .map_err(|error| format!("seed {seed}: {error}\n{text}"))?;
        counts[found.verdict as usize] += 1;
        if expected.is_some_and(|expected| expected != found.verdict) {
            return Err(format!("seed {seed}: {found:?}, the library says {expected:?}\n{text}"));
        }
        Ok(())
    };
    match expected {
        None => one(None, Some(Verdict::TwoValues))?,
        Some(verdicts) => {
            one(None, Some(Verdict::Holds))?;
            for (property, verdict) in properties(&program).into_iter().zip(verdicts) {
                one(Some(property), Some(verdict))?;
            }
        }
    }
    Ok(counts)
}

#[test]
fn spin_agrees_on_random_programs() {
    if !ready() {
        return;
    }
    let first = std::env::var("SUPPOSE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0_u64);
    let seeds: Vec<u64> = (first..first + if all() { 300 } else { 16 }).collect();
    let mut counts = [0; 3];
    for found in in_parallel(&seeds, |&seed| compare(seed).unwrap_or_else(|error| panic!("{error}"))) {
        counts.iter_mut().zip(found).for_each(|(count, more)| *count += more);
    }
    let [holds, violated, two_values] = counts;
    eprintln!("{holds} exports hold, {violated} are violated, {two_values} give two values to an event");
    assert!(holds > 0 && violated > 0, "both verdicts occur");
}
