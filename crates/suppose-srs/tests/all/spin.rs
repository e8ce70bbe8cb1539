//! SPIN judges the exports to Promela.
//!
//! Where SPIN or a C compiler is missing, every test says that it is skipped. `SUPPOSE_SPIN_ALL` makes them
//! larger.

#![expect(clippy::print_stderr, reason = "the tests say how much they compared")]

mod assumptions;
mod boiler;
use crate::common::random as generator;
mod interpret;
mod models;
mod random;
use crate::common::spin;

use std::sync::{Condvar, Mutex};

use suppose_base::FileId;
use suppose_srs::lang::{Assumption, ComponentId, EventId, Model, Property, load, parse_assumption};
use suppose_srs::program::Program;
use suppose_srs::promela::{Assumed, export};
use suppose_srs::space::{Diagram, Halt, Set, Space};
use suppose_srs::table::{Table, columns};

use interpret::{Environment, Events, Found, explore};
use spin::{Limits, Outcome, Verdict, verify};

/// Whether the tests can run; says so if not.
fn ready() -> bool {
    let ready = spin::installed();
    if !ready {
        suppose_testing::skipped("SPIN or a C compiler is not installed");
    }
    ready
}

/// Whether everything is asked for.
fn all() -> bool {
    std::env::var_os("SUPPOSE_SPIN_ALL").is_some()
}

fn model(text: &str) -> Model {
    load(text, FileId(0), "test").unwrap_or_else(|messages| panic!("{messages:#?}\n{text}"))
}

fn file(name: &str) -> Model {
    let path = format!("{}/../../models/{name}.srs", env!("CARGO_MANIFEST_DIR"));
    model(&std::fs::read_to_string(path).expect("a model of the project"))
}

fn rules(model: &Model, component: ComponentId, text: &str) -> Assumption {
    parse_assumption(text, FileId(0), model, component).unwrap_or_else(|messages| panic!("{messages:#?}"))
}

/// The properties of a program with their components.
fn properties<'m>(program: &Program<'m>) -> Vec<(ComponentId, &'m Property)> {
    let of =
        |&id: &ComponentId| program.model.component(id).properties.iter().map(move |property| (id, property));
    program.components.iter().flat_map(of).collect()
}

/// Verifies an export, when not more than one other is being verified.
fn run(text: &str) -> Result<Outcome, String> {
    static RUNNING: Mutex<u32> = Mutex::new(0);
    static ENDED: Condvar = Condvar::new();
    let lock = RUNNING.lock().expect("a number");
    *ENDED.wait_while(lock, |running| *running == 2).expect("a number") += 1;
    // Compiling takes longer than these searches.
    let outcome = verify(text, Limits { seconds: 60, megabytes: 2000, optimise: "-O0" });
    *RUNNING.lock().expect("a number") -= 1;
    ENDED.notify_one();
    outcome.map_err(|error| format!("{error}\n{text}"))
}

/// Verifies the export with SPIN.
fn judge(program: &Program<'_>, assumed: Assumed<'_>, property: Option<(ComponentId, &Property)>) -> Outcome {
    let text = export(program, assumed, property).expect("an export");
    run(&text).unwrap_or_else(|error| panic!("{error}"))
}

/// Does something with each, with two threads; in the order of the list.
fn in_parallel<T: Sync, R: Send>(list: &[T], act: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = Mutex::new(0..list.len());
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(place) = next.lock().expect("a list of numbers").next() else { break };
                    let result = act(&list[place]);
                    done.lock().expect("a list of results").push((place, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("a list of results");
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Names of the properties that SPIN finds violated.
fn violated(program: &Program<'_>, assumed: Assumed<'_>, of: &[(ComponentId, &Property)]) -> Vec<String> {
    let found =
        in_parallel(of, |&(component, property)| judge(program, assumed, Some((component, property))));
    let seconds: f64 = found.iter().map(|outcome| outcome.seconds).sum();
    let states = found.iter().map(|outcome| outcome.stored).max().unwrap_or(0);
    let megabytes = found.iter().map(|outcome| outcome.megabytes).fold(0.0, f64::max);
    eprintln!(
        "{} runs of SPIN: {seconds:.2} s in all, at most {states} states and {megabytes:.0} MB",
        of.len()
    );
    let both = of.iter().zip(found);
    both.filter(|(_, outcome)| outcome.verdict != Verdict::Holds)
        .map(|((_, property), _)| property.name.clone())
        .collect()
}

/// SPIN and the interpreter agree on the verdict, and on the number of configurations when nothing is
/// violated.
fn agree(
    program: &Program<'_>,
    assumed: Assumed<'_>,
    environment: &Environment<'_>,
    property: Option<(ComponentId, &Property)>,
) -> Result<Found, String> {
    let expected = explore(program, environment, property);
    let text = export(program, assumed, property).map_err(|error| error.to_string())?;
    let outcome = run(&text)?;
    // All dropped runs end in one state more.
    let states = [expected.configurations, expected.configurations + u64::from(text.contains("end_dropped"))];
    let same = outcome.verdict == expected.verdict
        && (expected.verdict != Verdict::Holds || states.contains(&outcome.stored));
    if same { Ok(expected) } else { Err(format!("SPIN: {outcome:?}, expected {expected:?}\n{text}")) }
}

/// An environment of which nothing is known.
fn universal() -> Environment<'static> {
    Environment { allows: &|_, _| true, last: 1 }
}

/// A table of the valuations for which `allows` says so.
fn table(
    program: &Program<'_>,
    events: &[EventId],
    last: u32,
    allows: &dyn Fn(u32, &Events) -> bool,
) -> Table {
    let columns = columns(program.model, events);
    let all = interpret::valuations(program, events);
    let row = |microstep: u32| {
        let space = Space::new(columns.len() as u32, 1 << 16);
        let make = || -> Result<Set, Halt> {
            let mut row = space.constant(false);
            for events in all.iter().filter(|events| allows(microstep, events)) {
                let mut one = space.constant(true);
                for (place, column) in columns.iter().enumerate() {
                    let present = events.get(&column.event) == Some(&column.value.map_or(0, |value| value.0));
                    one = one.and(&space.literal(place as u32, present)?)?;
                }
                row = row.or(&one)?;
            }
            Ok(row)
        };
        Diagram::from_set(&make().expect("room"), |variable| variable)
    };
    Table { rows: (0..=last).map(row).collect(), columns }
}
