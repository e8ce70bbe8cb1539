//! Records for tests: by hand, from the published tables, and made up.

use suppose_study::{Outcome, Record, Role, Subject, Verifier};

/// A run of the plain search, decided, with nothing special.
pub(crate) fn whole(verifier: Verifier, system: &str, property: &str, size: u32, max_states: u64) -> Record {
    let subject = Subject { system: system.to_owned(), size, property: property.to_owned() };
    let mut record = Record {
        run: String::new(),
        subject,
        verifier,
        method: "monolithic".to_owned(),
        role: Role::Whole,
        from_size: None,
        parts: Vec::new(),
        stands_for: 1,
        outcome: Outcome::Holds,
        reason: None,
        max_states,
        states: max_states,
        queries: 0,
        conjectures: 0,
        assumption_states: 0,
        time_ms: 10.0,
        premises_ms: None,
        premises_max_states: None,
        peak_kib: 4096,
    };
    record.run = key(&record);
    record
}

/// What a run of the plain search becomes when it has a decomposition.
pub(crate) fn parts(mut record: Record, role: Role, first: &[&str], second: &[&str]) -> Record {
    record.role = role;
    "learn".clone_into(&mut record.method);
    record.parts = [first, second].map(|part| part.iter().map(|&name| name.to_owned()).collect()).into();
    record.run = key(&record);
    record
}

/// A key that is different for different runs.
pub(crate) fn key(record: &Record) -> String {
    let parts: Vec<String> = record.parts.iter().map(|part| part.join(",")).collect();
    format!(
        "{:?}/{}/{}/{}/{}/{:?}/{:?}/{}",
        record.verifier,
        record.subject.system,
        record.subject.size,
        record.subject.property,
        record.method,
        record.role,
        record.from_size,
        parts.join("|")
    )
}

/// The tables of appendix C as records. A row is: verifier, system, property, size, then states and seconds
/// of the plain search, of the generalised decomposition, and the states of the best one. `OOM` is a run
/// out of memory; a star says that better ones may exist, `>` that none has an answer, and a dash that
/// nothing was tried. Numbers are the published ones; the tables leave out sizes at which both run out of
/// memory.
pub(crate) fn appendix_c() -> Vec<Record> {
    include_str!("data/appendix-c.tsv").lines().flat_map(row).collect()
}

fn row(line: &str) -> Vec<Record> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [verifier, system, property, size, plain, plain_s, general, general_s, best] = fields[..] else {
        panic!("a row has nine fields: {line}")
    };
    let verifier = if verifier == "lts" { Verifier::Lts } else { Verifier::Flow };
    let size = size.parse().expect("a size");
    let base = whole(verifier, system, property, size, 0);
    let mut records = vec![measured(base.clone(), plain, plain_s)];
    if size > 2 {
        let mut run = measured(base.clone(), general, general_s);
        run.from_size = Some(2);
        records.push(parts(run, Role::Generalised, &["a"], &["b"]));
    }
    if best != "-" {
        let states = best.trim_start_matches('*');
        let mut run = measured(base.clone(), states.strip_prefix('>').map_or(states, |_| "OOM"), general_s);
        run.stands_for = if best.starts_with('*') { 1 } else { 2 };
        records.push(parts(run, Role::All, &["a"], &["b"]));
    }
    records
}

fn measured(mut record: Record, states: &str, seconds: &str) -> Record {
    if states == "OOM" {
        record.outcome = Outcome::Memory;
    } else {
        record.max_states = states.parse().expect("states");
        record.time_ms = 1000.0 * seconds.parse().unwrap_or(f64::NAN);
    }
    record
}
