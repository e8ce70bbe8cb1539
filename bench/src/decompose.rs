//! How good the predicted decomposition is: its cost beside that of the best one of all, and of the plain
//! search.
//!
//! The cost of a decomposition is the largest number of states in any query or premise of a learned proof with
//! the rule `asym`. The first table has the 30 subjects of Cobleigh's study at size 2, on which the estimate was
//! tuned. After a look at the second and the third table, the subjects at size 3 and the shipped FSP models, more
//! work was allowed and small first parts were tried early. The last table has subjects that nobody looked at
//! before: programs at size 4 and FSP families at other sizes. The best decomposition is found by trying all of
//! them up to symmetry, each with the best so far as
//! its limit of states. With arguments after the name, only subjects whose name has one of them.

use std::path::Path;
use std::time::Duration;

use suppose_ada::lower;
use suppose_base::{Budget, FileId};
use suppose_fsp as fsp;
use suppose_lts::check::Question;
use suppose_lts::{Role, System};
use suppose_prove::Task;
use suppose_prove::decomposition::{Units, predict, symmetries, two_way};
use suppose_prove::method::{Answer, Method, Options, prove};

use crate::families::{
    AGREEMENT, BANK, CLIENT_SERVER, COMMIT, Family, GAS_STATION, NEIGHBOURS, PHILOSOPHERS, PIPELINE,
    TOKEN_RING,
};
use crate::tasking::{read, text};

/// Seconds that a proof may take.
const SECONDS: u64 = 20;
/// Models with more units are left out of the third table.
const UNITS: usize = 10;
/// What is good: a cost of at most so many times the best one.
const GOOD: f64 = 2.0;

/// Tasking programs and their properties that LTSs can be asked about.
const PROGRAMS: [(&str, &[u32]); 6] = [
    ("gas-station", &[1, 2, 3, 4]),
    ("relay", &[1]),
    ("chiron-single", &[1, 2, 3, 4, 5, 6, 7, 9]),
    ("peterson", &[1]),
    ("smokers", &[1, 2, 3, 4, 5, 6, 7, 8]),
    ("chiron-multiple", &[1, 2, 3, 4, 5, 6, 7, 9]),
];

/// So many of them can be tried at size 4 in reasonable time.
const FRESH: usize = 3;

/// FSP families at sizes that are not shipped.
const FAMILIES: [(Family, usize); 9] = [
    (TOKEN_RING, 8),
    (PHILOSOPHERS, 3),
    (NEIGHBOURS, 3),
    (CLIENT_SERVER, 6),
    (COMMIT, 5),
    (AGREEMENT, 4),
    (PIPELINE, 7),
    (BANK, 6),
    (GAS_STATION, 5),
];

pub(crate) fn run() {
    let wanted: Vec<String> = std::env::args().skip(2).collect();
    for size in [2, 3] {
        let mut table = Table::new(&format!("Programs at size {size}"), &wanted);
        for (model, properties) in PROGRAMS {
            table.program(model, size, properties);
        }
        table.end();
    }
    let mut table = Table::new("FSP models", &wanted);
    for (name, system) in models() {
        let properties = system.components.iter().filter(|c| c.role == Role::Property);
        for property in properties.map(|c| c.name.clone()).collect::<Vec<_>>() {
            table.row(&format!("{name} {property}"), &system, &property);
        }
    }
    table.end();
    let mut table = Table::new("Subjects that were not looked at before", &wanted);
    for (model, properties) in &PROGRAMS[..FRESH] {
        table.program(model, 4, properties);
    }
    for (family, size) in FAMILIES {
        let (system, _) = family.system(size);
        table.row(&format!("{} {size}", family.name), &system, family.property);
    }
    table.end();
}

/// The shipped FSP models that are small enough, in the order of their names.
fn models() -> Vec<(String, System)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder of models")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "lts"))
        .collect();
    paths.sort();
    let model = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).ok()?;
        let compiled = fsp::load(&text, FileId(0), &fsp::NoImports).ok()?.compile(None, &Budget::unlimited());
        let system = compiled.ok()?.system;
        let units = system.components.iter().filter(|c| c.role == Role::Component).count();
        let name = path.file_stem()?.to_string_lossy().into_owned();
        (2..=UNITS).contains(&units).then_some((name, system))
    };
    paths.iter().filter_map(model).collect()
}

/// A table, and what it comes to.
struct Table<'w> {
    wanted: &'w [String],
    ratios: Vec<f64>,
}

impl<'w> Table<'w> {
    fn new(title: &str, wanted: &'w [String]) -> Self {
        println!("## {title}\n");
        println!(
            "| subject | decompositions | tried | plain | best | M1 of the best | predicted | M1 of the predicted | ratio | ms |"
        );
        println!("|---|---:|---:|---:|---:|---|---:|---|---:|---:|");
        Self { wanted, ratios: Vec::new() }
    }

    /// A row for each of these properties of a program.
    fn program(&mut self, model: &str, size: u32, properties: &[u32]) {
        let subject = |property: u32| format!("{model} {size} P{property}");
        if !properties.iter().any(|&property| self.wants(&subject(property))) {
            return;
        }
        let lowered = lower(&read(&text(model, size)), &Budget::unlimited()).expect("a valid program");
        for &property in properties {
            self.row(&subject(property), &lowered.system, &format!("P{property}"));
        }
    }

    fn wants(&self, subject: &str) -> bool {
        self.wanted.is_empty() || self.wanted.iter().any(|part| subject.contains(part))
    }

    fn row(&mut self, subject: &str, system: &System, property: &str) {
        if !self.wants(subject) {
            return;
        }
        let is_meant = |c: &suppose_lts::Component| c.role == Role::Property && c.name == property;
        let watched = system.components.iter().position(is_meant).expect("it has the property");
        let budget = Budget::unlimited();
        let task = Task::new(system, Question::Safe(watched)).expect("a question of safety");
        let units = Units::single(&task);
        let plain = Options { method: Method::Monolithic, ..Options::default() };
        let plain = prove(system, Question::Safe(watched), &plain, &budget).findings.effort.max_states;
        let learned = |parts: Vec<Vec<usize>>, most: u64| -> Answer {
            let limits = Budget::unlimited().with_timeout(Duration::from_secs(SECONDS)).with_max_states(most);
            let how = Options { method: Method::Learn, parts: Some(parts), ..Options::default() };
            prove(system, Question::Safe(watched), &how, &limits)
        };
        let started = std::time::Instant::now();
        let Ok(Some(found)) = predict(&task, &units, &budget) else { return };
        let predicting = started.elapsed().as_secs_f64() * 1e3;
        let answer = learned(units.parts(&task, &[&found.left, &found.right]), u64::MAX);
        let predicted = is_decided(&answer).then_some(answer.findings.effort.max_states);
        let (mut best, mut left) = (predicted.unwrap_or(u64::MAX), found.left.clone());
        let same = symmetries(&task, &units, &budget).expect("no limit");
        let all = two_way(units.len(), &same, &budget).expect("few units");
        for split in &all {
            let answer = learned(units.parts(&task, &[&split.left, &split.right]), best - 1);
            if is_decided(&answer) && answer.findings.effort.max_states < best {
                (best, left) = (answer.findings.effort.max_states, split.left.clone());
            }
        }
        let names = |part: &[usize]| {
            let name = |&unit: &usize| system.components[units.members[unit][0]].name.as_str();
            part.iter().map(name).collect::<Vec<_>>().join(", ")
        };
        let ratio = predicted.map_or(f64::INFINITY, |cost| cost as f64 / best as f64);
        println!(
            "| {subject} | {} | {} | {plain} | {best} | {} | {} | {} | {ratio:.2} | {predicting:.1} |",
            (1u64 << units.len()) - 2,
            all.len(),
            names(&left),
            predicted.map_or("-".to_owned(), |cost| cost.to_string()),
            names(&found.left)
        );
        self.ratios.push(ratio);
    }

    fn end(self) {
        let good = self.ratios.iter().filter(|ratio| **ratio <= GOOD).count();
        let worst = self.ratios.iter().copied().fold(0.0, f64::max);
        println!(
            "\nWithin {GOOD} times the best one's cost: {good} of {}; the worst ratio is {worst:.2}.\n",
            self.ratios.len()
        );
    }
}

/// Whether a proof came to its end.
fn is_decided(answer: &Answer) -> bool {
    !matches!(answer.verdict, suppose_base::Verdict::Inconclusive(_))
}
