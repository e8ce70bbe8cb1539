//! The corpus of published FSP models against what LTSA computed for them.
//!
//! The directory is given by the environment variable `SUPPOSE_CORPUS`; without it the tests say that they
//! are skipped. Each row of `fsp/expected.tsv` is a file, a target, an operation, a result and details. Every
//! row is checked or named below as an exception with its reason, and the number of checked rows per
//! operation is a literal, so that nothing is skipped by accident.

use std::collections::BTreeMap;
use std::path::PathBuf;

use suppose_base::{Budget, SourceMap, Verdict};
use suppose_fsp::{Compiled, LowerError, Model, NoImports, load};
use suppose_lts::product::{Errors, Goal, Product, Requirement, Violation, check_progress, compose, replay};
use suppose_lts::{Lts, reduce};

pub(crate) struct Row {
    pub(crate) file: String,
    target: String,
    pub(crate) op: String,
    result: String,
    details: String,
}

impl Row {
    fn id(&self) -> String {
        format!("{} {} {}", self.file, self.target, self.op)
    }

    /// The value of `key=` in the details.
    fn detail(&self, key: &str) -> Option<&str> {
        self.details.split_whitespace().find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
    }
}

pub(crate) fn corpus() -> Option<(PathBuf, Vec<Row>)> {
    let directory = suppose_testing::corpus()?.join("fsp");
    let table = std::fs::read_to_string(directory.join("expected.tsv")).expect("the corpus has expected.tsv");
    let rows = table.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |i: usize| cells.get(i).copied().unwrap_or("").trim().to_owned();
        Row { file: cell(0), target: cell(1), op: cell(2), result: cell(3), details: cell(4) }
    });
    Some((directory, rows.collect()))
}

fn read(directory: &std::path::Path, file: &str) -> Model {
    let bytes = std::fs::read(directory.join(file)).expect("a corpus file");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut sources = SourceMap::new();
    let id = sources.add(file, text.as_str());
    match load(&text, id, &NoImports) {
        Ok(model) => model,
        Err(diagnostics) => {
            let list: Vec<String> = diagnostics
                .iter()
                .map(|d| {
                    let at = d.span().map(|span| sources.position(span));
                    format!("{} {:?} {}", d.code, at, d.message)
                })
                .collect();
            panic!("{file}: {}", list.join("\n"));
        }
    }
}

fn compiled(model: &Model, row: &Row) -> Compiled {
    match model.compile(Some(&row.target), &Budget::unlimited()) {
        Ok(compiled) => compiled,
        Err(LowerError::Diagnostics(diagnostics)) => panic!("{}: {diagnostics:?}", row.id()),
        Err(LowerError::Stopped(reason)) => panic!("{}: {reason}", row.id()),
    }
}

/// The product with everything done that the target asks for.
fn composed(compiled: &Compiled) -> Lts {
    let budget = Budget::unlimited();
    let product = compose(&compiled.system, &budget).expect("no limit").lts;
    compiled.finish.apply(product, &budget).expect("no limit").lts
}

/// Determinising as LTSA does it: nothing when there is nothing to do, else also minimised.
fn determinised(lts: &Lts) -> Lts {
    if lts.is_deterministic() {
        return lts.clone();
    }
    reduce::trace(lts, &Budget::unlimited()).expect("no limit").lts
}

/// Runs a check for each row of some operations; the check gives a complaint or nothing. Models are read once
/// per file.
fn check(
    operation: &str,
    expected_rows: usize,
    exceptions: &[(&str, &str)],
    check: impl Fn(&Model, &Row) -> Result<(), String>,
) {
    let Some((directory, rows)) = corpus() else { return };
    let mut models: BTreeMap<String, Model> = BTreeMap::new();
    let mut count = 0;
    let mut complaints = Vec::new();
    let mut unused: Vec<&str> = exceptions.iter().map(|(id, _)| *id).collect();
    for row in rows.iter().filter(|row| row.op == operation) {
        count += 1;
        let id = row.id();
        let model = models.entry(row.file.clone()).or_insert_with(|| read(&directory, &row.file));
        let result = check(model, row);
        if let Some((_, reason)) = exceptions.iter().find(|(exception, _)| *exception == id) {
            unused.retain(|exception| *exception != id);
            if result.is_ok() {
                complaints.push(format!("{id}: no longer an exception ({reason})"));
            }
            continue;
        }
        if let Err(complaint) = result {
            complaints.push(format!("{id}: {complaint}"));
        }
    }
    assert!(complaints.is_empty(), "{} of {count} rows:\n{}", complaints.len(), complaints.join("\n"));
    assert_eq!(unused, Vec::<&str>::new(), "exceptions that match no row");
    assert_eq!(count, expected_rows, "rows of {operation}");
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what} {found:?}, expected {expected:?}")) }
}

#[test]
fn every_operation_is_known() {
    let Some((_, rows)) = corpus() else { return };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &rows {
        // Formulas are not checked by this version; RUN rows are models on which LTSA itself did not finish.
        let op = if row.op.starts_with("ltl:") { "ltl" } else { row.op.as_str() };
        *counts.entry(op).or_default() += 1;
    }
    let expected = [
        ("RUN", 5),
        ("compile", 205),
        ("compose", 200),
        ("determinise", 164),
        ("ltl", 35),
        ("minimise", 164),
        ("parse", 102),
        ("progress", 200),
        ("safety", 203),
    ];
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn parse() {
    check("parse", 102, &[], |model, row| {
        let list = |key: &str| {
            let start = row.details.find(key)? + key.len() + 2;
            let length = row.details[start..].find(']')?;
            let mut names: Vec<&str> =
                row.details[start..start + length].split(", ").filter(|n| !n.is_empty()).collect();
            names.sort_unstable();
            Some(names)
        };
        let mut composites: Vec<&str> = model.composites().collect();
        composites.sort_unstable();
        let mut processes: Vec<&str> = model.processes().collect();
        processes.sort_unstable();
        same("composites", &Some(composites), &list("composites"))?;
        same("processes", &Some(processes), &list("processes"))
    });
}

#[test]
fn compile() {
    check("compile", 205, &[], |model, row| {
        let compiled = compiled(model, row);
        let mut found: Vec<String> = compiled
            .system
            .components
            .iter()
            .map(|c| format!("{}={}/{}", c.name, c.lts.num_states(), c.lts.num_transitions()))
            .collect();
        same("machines", &Some(found.len().to_string().as_str()), &row.detail("machines"))?;
        let mut expected: Vec<String> = row.details.split_whitespace().skip(2).map(str::to_owned).collect();
        // Long lists are left out of the table.
        if expected.is_empty() {
            return Ok(());
        }
        // Without a composite LTSA lists the processes in the order of a hash table.
        if model.composites().len() == 0 {
            expected.sort_unstable();
            found.sort_unstable();
        }
        same("machines", &found, &expected)
    });
}

fn size(lts: &Lts) -> (String, String) {
    (lts.num_states().to_string(), lts.num_transitions().to_string())
}

fn expected_size(row: &Row) -> (String, String) {
    let number = |key| row.detail(key).unwrap_or("missing").to_owned();
    (number("states"), number("transitions"))
}

#[test]
fn compose_rows() {
    check("compose", 200, &[], |model, row| {
        let lts = composed(&compiled(model, row));
        same("size", &size(&lts), &expected_size(row))?;
        same("alphabet", &Some(lts.alphabet().len().to_string().as_str()), &row.detail("alphabet"))?;
        same("error", &Some(lts.has_error().to_string().as_str()), &row.detail("error"))?;
        same("tau", &Some(lts.has_tau().to_string().as_str()), &row.detail("tau"))
    });
}

#[test]
fn safety() {
    check("safety", 203, &[], |model, row| {
        let compiled = compiled(model, row);
        let product = Product::new(&compiled.system).expect("fits");
        let goal = Goal { errors: Errors::Any, deadlocks: true };
        let verdict = product.explore(goal, 1, &Budget::unlimited()).verdict;
        let Verdict::Violated(witness) = verdict else {
            return same("verdict", &verdict.name(), &"holds").and(same(
                "expected",
                &"ok",
                &row.result.as_str(),
            ));
        };
        replay(&compiled.system, &witness).map_err(|e| format!("{e:?}"))?;
        let found = match witness.violation {
            Violation::Deadlock => "deadlock",
            Violation::Error { .. } => "violation",
        };
        same("verdict", &found, &row.result.as_str())?;
        same("length", &Some(witness.steps.len().to_string().as_str()), &row.detail("len"))
    });
}

#[test]
fn progress() {
    let exceptions = [(
        "nasa-ard-model-animate.lts ARDDocking_Monolithic progress",
        "π is reachable, but LTSA's depth-first search meets a violating terminal set before it",
    )];
    check("progress", 200, &exceptions, |model, row| {
        let mut compiled = compiled(model, row);
        // LTSA looks at the product before hiding and before the words of the target are applied.
        compiled.system.hidden.clear();
        let lts = compose(&compiled.system, &Budget::unlimited()).expect("no limit").lts;
        if lts.has_error() {
            return same("verdict", &"safety-violation", &row.result.as_str());
        }
        let names: Vec<&str>;
        let requirements: Vec<Requirement>;
        if compiled.progress.is_empty() {
            names = vec!["default"];
            requirements = vec![Requirement::Each(lts.alphabet().to_vec())];
        } else {
            names = compiled.progress.iter().map(|test| test.name.as_str()).collect();
            requirements = compiled
                .progress
                .iter()
                .map(|test| match &test.condition {
                    Some(condition) => Requirement::IfThen(condition.clone(), test.actions.clone()),
                    None => Requirement::AnyOf(test.actions.clone()),
                })
                .collect();
        }
        let violations = check_progress(&lts, &requirements, &Budget::unlimited()).expect("no limit");
        let violated: Vec<&str> =
            names.iter().zip(&violations).filter(|(_, v)| v.is_some()).map(|(name, _)| *name).collect();
        same("verdict", &if violated.is_empty() { "ok" } else { "violation" }, &row.result.as_str())?;
        if let Some(list) = row.details.strip_prefix("Progress violation: ") {
            // LTSA stops at the first terminal set and names what that one violates.
            let missed: Vec<&str> = list.split_whitespace().filter(|name| !violated.contains(name)).collect();
            same("not found violated", &missed, &Vec::new())?;
        }
        Ok(())
    });
}

#[test]
fn minimise() {
    check("minimise", 164, &[], |model, row| {
        let product = composed(&compiled(model, row));
        let reduced = reduce::weak(&product, &Budget::unlimited()).expect("no limit").lts;
        same("size", &size(&reduced), &expected_size(row))
    });
}

#[test]
fn determinise() {
    check("determinise", 164, &[], |model, row| {
        let product = composed(&compiled(model, row));
        same("size", &size(&determinised(&product)), &expected_size(row))
    });
}
