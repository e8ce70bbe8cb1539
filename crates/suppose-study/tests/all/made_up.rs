//! A whole study, made up: the published runs of appendix C, with all decompositions of small sizes around
//! the best ones, predictions, other methods and times of premises, drawn from a fixed sequence of numbers.

use suppose_study::{Outcome, Record, Role, Verifier};

use crate::records::{appendix_c, key};

/// The numbers of a linear congruence: the same on every machine.
struct Sequence(u64);

impl Sequence {
    /// The next number below a bound.
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32 % bound
    }

    /// The next number from 0 to 1.
    fn share(&mut self) -> f64 {
        f64::from(self.below(1000)) / 1000.0
    }

    /// The next number of percent from 100 on, seldom large.
    fn percent(&mut self) -> u32 {
        let steps = [100, 103, 110, 120, 140, 170, 220, 300, 500, 900, 2000, 6000];
        steps[(self.below(12) * self.below(12) / 12) as usize]
    }
}

pub(crate) fn study() -> Vec<Record> {
    let mut sequence = Sequence(15);
    let mut records = Vec::new();
    for mut record in appendix_c() {
        // Twenty years later, and without a garbage collector.
        record.time_ms /= 400.0;
        match record.role {
            Role::Whole => {
                records.push(other(&record, "auto", sequence.percent(), &mut sequence));
                records.push(other(&record, "minimise", sequence.percent() / 3, &mut sequence));
                records.push(record);
            }
            Role::All => records.extend(decompositions(&record, &mut sequence)),
            _ => records.push(with_premises(record, &mut sequence)),
        }
    }
    records
}

/// Another method on the same subject, in so many percent of the time.
fn other(record: &Record, method: &str, percent: u32, sequence: &mut Sequence) -> Record {
    let time_ms = record.time_ms * f64::from(percent) / 100.0;
    let mut run = Record { method: method.to_owned(), time_ms, ..record.clone() };
    run.max_states = scaled(record.max_states, 1 + sequence.below(50));
    if run.outcome == Outcome::Memory && sequence.below(10) < 7 {
        (run.outcome, run.max_states, run.time_ms) = (Outcome::Holds, 40_000, 9.0 * f64::from(percent));
    }
    run.run = key(&run);
    run
}

/// So many percent of a number of states.
fn scaled(states: u64, percent: u32) -> u64 {
    (states * u64::from(percent) / 100).max(1)
}

/// The components of a system, by how many two-way decompositions it has at size 2.
fn components(system: &str, size: u32) -> Vec<String> {
    let fixed: &[&str] = match system {
        "chiron-single" => &["dispatcher", "manager", "mouse", "adt"],
        "chiron-multiple" => &["dispatcher_1", "dispatcher_2", "manager", "mouse", "adt", "client"],
        "gas-station" => &["operator", "pump_1", "pump_2"],
        "smokers" => &["supplier", "table"],
        _ => &["keeper"],
    };
    let many = match system {
        "gas-station" => "customer",
        "smokers" => "assembler",
        "chiron-single" | "chiron-multiple" => "artist",
        _ => "task",
    };
    let copies = (1..=size).map(|index| format!("{many}_{index}"));
    fixed.iter().map(|&name| name.to_owned()).chain(copies).collect()
}

/// The parts that take from a list of components those whose bit is set.
fn split(components: &[String], chosen: u64) -> Vec<Vec<String>> {
    let side = |bit: u64| {
        let here = components.iter().enumerate().filter(move |(index, _)| chosen >> index & 1 == bit);
        here.map(|(_, name)| name.clone()).collect()
    };
    vec![side(1), side(0)]
}

/// All decompositions around the best one, and the predicted one.
fn decompositions(best: &Record, sequence: &mut Sequence) -> Vec<Record> {
    let components = components(&best.subject.system, best.subject.size);
    let all = (1u64 << components.len()) - 2;
    // As if copies could be renamed: about half of the decompositions are run, the first for the rest.
    let classes = all.div_ceil(2);
    let certain = best.stands_for == 2;
    let first = 1 + u64::from(sequence.below(3));
    let mut records = Vec::new();
    for class in 0..classes {
        let mut run = best.clone();
        run.parts = split(&components, (class + first) % all + 1);
        run.stands_for = if class == 0 { (all - classes + 1) as u32 } else { 1 };
        if class > 0 {
            let percent = 3 * sequence.percent();
            run.max_states = scaled(best.max_states, percent);
            run.time_ms *= f64::from(percent) / 100.0;
            if !certain && class % 5 == 0 {
                run.outcome = Outcome::Timeout;
                run.max_states = best.max_states / 2;
            }
        }
        run.run = key(&run);
        records.push(with_premises(run, sequence));
    }
    let mut predicted = records[0].clone();
    predicted.role = Role::Predicted;
    if sequence.below(10) < 4 {
        predicted.max_states = scaled(best.max_states, sequence.percent());
    }
    predicted.run = key(&predicted);
    records.push(predicted);
    records
}

fn with_premises(mut run: Record, sequence: &mut Sequence) -> Record {
    let large = run.verifier == Verifier::Lts && sequence.below(2) == 0;
    let states = if large { 10 + sequence.percent() / 5 } else { 1 + sequence.below(9) };
    run.assumption_states = u64::from(states);
    run.queries = run.assumption_states * 23;
    run.conjectures = run.assumption_states / 2 + 1;
    run.states = run.max_states * 2;
    if run.time_ms.is_nan() {
        run.time_ms = 30.0;
    }
    let share = if large { 0.85 + 0.15 * sequence.share() } else { 0.5 * sequence.share() };
    run.premises_ms = Some(run.time_ms * (1.0 - share));
    run.premises_max_states = Some(if sequence.below(10) > 0 { run.max_states } else { run.max_states / 2 });
    run
}
