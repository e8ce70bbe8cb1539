//! A whole study, made up: the published runs of appendix C, with all decompositions of small sizes around the
//! best ones, predictions, other methods and times of premises, drawn from a fixed sequence of numbers.

use suppose_study::{Outcome, Record, Role, Verifier};

use crate::records::{appendix_c, key};

/// The numbers of a linear congruence: the same on every machine.
struct Sequence(u64);

impl Sequence {
    /// The next number from 0 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from((self.0 >> 33) as u32) / f64::from(u32::MAX >> 1)
    }

    /// A number at least 1 that is seldom large.
    fn factor(&mut self) -> f64 {
        10f64.powf(self.next() * self.next() * 2.0)
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
                records.push(other(&record, "auto", 0.6 + sequence.factor(), &mut sequence));
                records.push(other(&record, "minimise", sequence.factor() * 0.3, &mut sequence));
                records.push(record);
            }
            Role::All => records.extend(decompositions(record, &mut sequence)),
            _ => records.push(with_premises(record, &mut sequence)),
        }
    }
    records
}

/// Another method on the same subject.
fn other(record: &Record, method: &str, times: f64, sequence: &mut Sequence) -> Record {
    let mut run = Record { method: method.to_owned(), time_ms: record.time_ms * times, ..record.clone() };
    run.max_states = scaled(record.max_states, 0.5 * sequence.next());
    if run.outcome == Outcome::Memory && sequence.next() < 0.7 {
        run.outcome = Outcome::Holds;
        run.max_states = 40_000;
        run.time_ms = 900.0 * times;
    }
    run.run = key(&run);
    run
}

fn scaled(states: u64, times: f64) -> u64 {
    (f64::from(u32::try_from(states).unwrap_or(u32::MAX)) * times).max(1.0) as u64
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
fn decompositions(best: Record, sequence: &mut Sequence) -> Vec<Record> {
    let components = components(&best.subject.system, best.subject.size);
    let all = (1u64 << components.len()) - 2;
    // As if copies could be renamed: about half of the decompositions are run, the first for the rest.
    let classes = all.div_ceil(2);
    let certain = best.stands_for == 2;
    let first = 1 + (sequence.next() * 3.0) as u64;
    let mut records = Vec::new();
    for class in 0..classes {
        let mut run = best.clone();
        run.parts = split(&components, (class + first) % all + 1);
        run.stands_for = if class == 0 { (all - classes + 1) as u32 } else { 1 };
        if class > 0 {
            let factor = 1.02 + 3.0 * sequence.factor();
            run.max_states = scaled(best.max_states, factor);
            run.time_ms *= factor;
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
    if sequence.next() < 0.4 {
        predicted.max_states = scaled(best.max_states, sequence.factor());
    }
    predicted.run = key(&predicted);
    records.push(predicted);
    records
}

fn with_premises(mut run: Record, sequence: &mut Sequence) -> Record {
    let large = run.verifier == Verifier::Lts && sequence.next() < 0.5;
    run.assumption_states =
        if large { 10 + (sequence.factor() * 20.0) as u64 } else { 1 + (sequence.next() * 9.0) as u64 };
    run.queries = run.assumption_states * 23;
    run.conjectures = run.assumption_states / 2 + 1;
    run.states = run.max_states * 2;
    if run.time_ms.is_nan() {
        run.time_ms = 30.0;
    }
    let share = if large { 0.85 + 0.15 * sequence.next() } else { 0.5 * sequence.next() };
    run.premises_ms = Some(run.time_ms * (1.0 - share));
    run.premises_max_states = Some(if sequence.next() < 0.9 { run.max_states } else { run.max_states / 2 });
    run
}
