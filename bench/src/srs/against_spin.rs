//! SPIN on our exports of the same components, properties and assumptions, where it is installed.
//!
//! Times of SPIN are those of its verifier, which it reports in hundredths of a second; the time with making
//! and compiling the verifier stands beside. With more than one pump only the pumps are looked at (the other
//! components are the same) and only some of their properties.

use suppose_srs::explore::Setting;
use suppose_srs::lang::{ComponentId, Model, Property};
use suppose_srs::program::Program;
use suppose_srs::promela::{Assumed, export};
use suppose_srs::table::Table;

use super::spin::{Limits, Outcome, Verdict, installed, verify};
use super::{RUNS, all, manual, manual_table, mined, model, ratio, violated};
use crate::clock::{best_of, measure};

const LIMITS: Limits = Limits { seconds: 60, megabytes: 2000, optimise: "-O2" };

/// With two pumps or more: one property that is violated in a universal environment, one about what is
/// received and one about a failure.
const SOME: [&str; 3] = ["p01_1", "p06_1", "p10_1"];

/// What SPIN took under the universal environment.
pub(super) struct Theirs {
    pub(super) pumps: u32,
    pub(super) component: String,
    /// Properties that were tried.
    pub(super) tried: usize,
    /// Those it gave up.
    pub(super) given_up: usize,
    /// Seconds for all, with the limit for those it gave up.
    pub(super) seconds: f64,
}

#[derive(Clone, Copy)]
enum Environment {
    Universal,
    Manual,
    Mined,
}

pub(super) fn run() -> Vec<Theirs> {
    println!("### Against SPIN\n");
    if !installed() {
        println!("Skipped: SPIN and a C compiler are not both installed.\n");
        return Vec::new();
    }
    println!(
        "Sums over properties. SPIN has {} s and {} MB for each property; *SPIN s* is what its verifiers \
            report, in hundredths of a second; *with making* is all of it on the clock, with writing and \
            compiling a verifier for each property. It stops at the first violation. States are those it \
            stores. With two and four pumps only {} of ALLPUMPS are tried. We look only at the machines that \
            a property depends on, which is one pump of several; the export has all of them.\n",
        LIMITS.seconds,
        LIMITS.megabytes,
        SOME.join(", ")
    );
    println!(
        "| pumps | component | environment | properties | violated | ours s | SPIN s | with making s | SPIN \
            gave up | SPIN states | SPIN MB | SPIN / ours |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    let mut universal = Vec::new();
    for pumps in [1, 2, 4] {
        let model = model(pumps);
        let mutual = mined(&model);
        for id in all(&model) {
            let properties = &model.component(id).properties;
            let tried = |property: &Property| pumps == 1 || SOME.contains(&property.name.as_str());
            let places: Vec<usize> =
                (0..properties.len()).filter(|&place| tried(&properties[place])).collect();
            if places.is_empty() {
                continue;
            }
            for environment in [Environment::Universal, Environment::Manual, Environment::Mined] {
                let (tables, last): (Vec<Table>, usize) = match environment {
                    Environment::Universal => (Vec::new(), 1),
                    Environment::Manual if pumps > 1 => continue,
                    Environment::Manual => (vec![manual_table(&model, id)], 1),
                    Environment::Mined => (mutual.of(id).to_vec(), mutual.last),
                };
                let theirs = row(&model, pumps, id, &places, environment, &tables, last);
                if matches!(environment, Environment::Universal) {
                    universal.push(theirs);
                }
            }
        }
    }
    println!();
    universal
}

fn row(
    model: &Model,
    pumps: u32,
    id: ComponentId,
    places: &[usize],
    environment: Environment,
    tables: &[Table],
    last: usize,
) -> Theirs {
    let part = model.component(id);
    let program = Program::new(model, [id]);
    let setting = Setting { program: &program, tables, last };
    let ours = best_of(RUNS, || violated(&setting, id, places));
    let rules = manual(model, id);
    let (name, assumed) = match environment {
        Environment::Universal => ("universal", Assumed::Universal),
        Environment::Manual => ("manual", Assumed::Rules(&rules)),
        Environment::Mined => ("mined", Assumed::Tables(tables)),
    };
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut reasons: Vec<&str> = Vec::new();
    let mut made = 0.0;
    for &place in places {
        let property = &part.properties[place];
        let text = export(&program, assumed, Some((id, property))).expect("an export");
        let run = measure(|| verify(&text, LIMITS));
        made += run.wall;
        match run.value {
            Ok(outcome) => {
                let wrong = outcome.verdict != Verdict::Holds;
                assert_eq!(wrong, ours.value.contains(&property.name), "{}: SPIN differs", property.name);
                outcomes.push(outcome);
            }
            Err(error) if error.contains("took more than") => reasons.push("time"),
            Err(error) if error.contains("MEMLIM") || error.contains("memory") => reasons.push("memory"),
            Err(error) => panic!("{}: {error}", property.name),
        }
    }
    let given_up = reasons.len();
    reasons.sort_unstable();
    reasons.dedup();
    let decided: f64 = outcomes.iter().map(|outcome| outcome.seconds).sum();
    let seconds = decided + LIMITS.seconds as f64 * given_up as f64;
    let more = if given_up == 0 { "" } else { "> " };
    println!(
        "| {pumps} | {} | {name} | {} | {} | {:.4} | {more}{seconds:.2} | {made:.1} | {} | {} | {:.0} | \
            {more}{} |",
        part.name,
        places.len(),
        ours.value.len(),
        ours.wall,
        if given_up == 0 { "-".into() } else { format!("{given_up}: {}", reasons.join(", ")) },
        outcomes.iter().map(|outcome| outcome.stored).sum::<u64>(),
        outcomes.iter().map(|outcome| outcome.megabytes).fold(0.0, f64::max),
        ratio(seconds, ours.wall),
    );
    Theirs { pumps, component: part.name.clone(), tried: places.len(), given_up, seconds }
}
