//! From a study to the list of its runs.
//!
//! The list depends on the study only, so it is the same whenever and wherever it is made. Every run has a
//! key, a hash of all that defines it: the text of the model, what is asked and how, the limits, the version
//! of the program. Runs that two blocks ask for are in the list once. Decompositions that are equal up to
//! symmetry are run once, and the record says how many it stands for.
//!
//! Most runs can be done in any order. A decomposition is generalised once all runs of the smaller size are
//! over ([`Planned::best_of`]), which are planned too where no block asks for them. Where larger sizes are to
//! be given up, a run waits for that of the size before ([`Planned::after`]).

use std::collections::BTreeMap;

use serde::Serialize;
use suppose::base::{Budget, Diagnostic};
use suppose::{Decomposition, Failure, Plan as How};

use crate::read::{NotRead, open};
use crate::study::{Block, Decompositions, Limits, Study, hash};
use crate::{Role, Subject, Verifier};

/// The runs of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// In the order in which they are begun.
    pub runs: Vec<Planned>,
}

/// One run.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// Its key.
    pub key: String,
    /// The system, as its place in the study.
    pub system: usize,
    /// What is asked.
    pub subject: Subject,
    /// Who verifies.
    pub verifier: Verifier,
    /// The method.
    pub method: String,
    /// Why it is run.
    pub role: Role,
    /// The decomposition, where it is known beforehand.
    pub parts: Vec<Vec<String>>,
    /// The size whose best decomposition is generalised.
    pub from: Option<u32>,
    /// How many decompositions it stands for.
    pub stands_for: u32,
    /// Limits.
    pub limits: Limits,
    /// The runs of which the best one gives the decomposition.
    pub best_of: Vec<usize>,
    /// The run of the size before, if it decides whether this one is worth while.
    pub after: Option<usize>,
}

/// All that defines a run: what its key is made of.
#[derive(Serialize)]
struct Definition<'d> {
    subject: &'d Subject,
    text: &'d str,
    verifier: Verifier,
    method: &'d str,
    role: Role,
    parts: &'d [Vec<String>],
    from: Option<(u32, &'d str)>,
    limits: Limits,
}

impl Plan {
    /// The runs of a study.
    ///
    /// # Errors
    /// When a system cannot be taken apart as asked, or a limit is reached.
    pub fn new(study: &Study, budget: &Budget) -> Result<Self, NotRead> {
        let mut planner =
            Planner { study, budget, runs: Vec::new(), known: BTreeMap::new(), splits: BTreeMap::new() };
        let is_late = |parts: &&Decompositions| **parts == Decompositions::Generalised;
        for block in &study.blocks {
            for parts in block.decompositions.iter().filter(|parts| !is_late(parts)) {
                planner.block(block, parts)?;
            }
        }
        for block in &study.blocks {
            for parts in block.decompositions.iter().filter(is_late) {
                planner.block(block, parts)?;
            }
        }
        Ok(Self { runs: planner.runs })
    }
}

struct Planner<'s> {
    study: &'s Study,
    budget: &'s Budget,
    runs: Vec<Planned>,
    /// Places of runs by key.
    known: BTreeMap<String, usize>,
    /// All decompositions by system, size, verifier and property.
    splits: BTreeMap<(usize, u32, Verifier), BTreeMap<String, Vec<Decomposition>>>,
}

/// A question in one of its variants, before the decomposition is chosen.
#[derive(Clone, Copy)]
struct Asked<'s> {
    system: usize,
    property: &'s str,
    verifier: Verifier,
    method: &'s str,
    limits: Limits,
}

impl<'s> Planner<'s> {
    fn block(&mut self, block: &'s Block, parts: &Decompositions) -> Result<(), NotRead> {
        for &system in &block.systems {
            let found = &self.study.systems[system];
            let sizes = block.sizes_of(found);
            for property in block.properties_of(system, found) {
                for &verifier in &block.verifiers {
                    for method in &block.methods {
                        let limits = block.limits;
                        let asked = Asked { system, property, verifier, method, limits };
                        self.sizes(asked, block, &sizes, parts)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The runs of one question at all sizes.
    fn sizes(
        &mut self,
        asked: Asked<'s>,
        block: &Block,
        sizes: &[u32],
        parts: &Decompositions,
    ) -> Result<(), NotRead> {
        let mut before = None;
        for &size in sizes {
            let run = match parts {
                Decompositions::All => {
                    self.all(asked, size)?;
                    continue;
                }
                Decompositions::Generalised if size <= block.from => continue,
                Decompositions::Generalised => {
                    let best_of = self.smaller(asked, block.from)?;
                    Planned { from: Some(block.from), best_of, ..self.run(asked, size, Role::Generalised) }
                }
                Decompositions::None => self.run(asked, size, Role::Whole),
                Decompositions::Predicted => self.run(asked, size, Role::Predicted),
                Decompositions::Given(parts) => {
                    Planned { parts: parts.clone(), ..self.run(asked, size, Role::Given) }
                }
            };
            let after = before.filter(|_| block.give_up);
            before = Some(self.add(Planned { after, ..run }));
        }
        Ok(())
    }

    fn run(&self, asked: Asked<'_>, size: u32, role: Role) -> Planned {
        let system = self.study.systems[asked.system].name.clone();
        Planned {
            key: String::new(),
            system: asked.system,
            subject: Subject { system, size, property: asked.property.to_owned() },
            verifier: asked.verifier,
            method: asked.method.to_owned(),
            role,
            parts: Vec::new(),
            from: None,
            stands_for: 1,
            limits: asked.limits,
            best_of: Vec::new(),
            after: None,
        }
    }

    /// Adds a run unless it is known, and gives its place.
    fn add(&mut self, mut run: Planned) -> usize {
        let texts = &self.study.systems[run.system].texts;
        run.key = hash(&Definition {
            subject: &run.subject,
            text: &texts[&run.subject.size],
            verifier: run.verifier,
            method: &run.method,
            role: run.role,
            parts: &run.parts,
            from: run.from.map(|size| (size, texts[&size].as_str())),
            limits: run.limits,
        });
        let place = *self.known.entry(run.key.clone()).or_insert(self.runs.len());
        if place == self.runs.len() {
            self.runs.push(run);
        }
        place
    }

    /// Adds the runs of all decompositions, and gives their places.
    fn all(&mut self, asked: Asked<'s>, size: u32) -> Result<Vec<usize>, NotRead> {
        let splits = self.two_way(asked, size)?;
        let run = |split: Decomposition| Planned {
            parts: split.parts.to_vec(),
            stands_for: split.stands_for,
            ..self.run(asked, size, Role::All)
        };
        let runs: Vec<Planned> = splits.into_iter().map(run).collect();
        Ok(runs.into_iter().map(|run| self.add(run)).collect())
    }

    /// The runs of all decompositions at a size from which one is generalised: those that a block asks for,
    /// with whatever limits, else new ones.
    fn smaller(&mut self, asked: Asked<'s>, size: u32) -> Result<Vec<usize>, NotRead> {
        let is_one = |run: &Planned| {
            run.role == Role::All
                && (run.system, run.subject.size, run.subject.property.as_str())
                    == (asked.system, size, asked.property)
                && (run.verifier, run.method.as_str()) == (asked.verifier, asked.method)
        };
        let found: Vec<usize> = (0..self.runs.len()).filter(|&place| is_one(&self.runs[place])).collect();
        if found.is_empty() { self.all(asked, size) } else { Ok(found) }
    }

    /// All decompositions, up to symmetry.
    fn two_way(&mut self, asked: Asked<'s>, size: u32) -> Result<Vec<Decomposition>, NotRead> {
        let Asked { system, property, verifier, .. } = asked;
        let known = self.splits.entry((system, size, verifier)).or_default();
        if !known.contains_key(property) {
            let found = &self.study.systems[system];
            // One project for all properties: they share its transition systems.
            let mut project = open(&found.name, &found.suffix, &found.texts[&size], self.budget)?;
            let how = how(verifier);
            for property in &found.properties {
                let splits = project
                    .two_way(property, &how)
                    .map_err(|failure| not_taken_apart(failure, &found.name, size, &project))?;
                known.insert(property.clone(), splits);
            }
        }
        Ok(known[property].clone())
    }
}

/// How the library answers for a verifier.
pub(crate) fn how(verifier: Verifier) -> How {
    let special = match verifier {
        Verifier::Lts => Vec::new(),
        Verifier::Flow => vec![("--verifier", "flow".to_owned())],
    };
    How { by_name: true, special, ..How::default() }
}

fn not_taken_apart(failure: Failure, name: &str, size: u32, project: &suppose::Project) -> NotRead {
    match failure {
        Failure::Input(messages) => NotRead { messages, sources: project.reader.sources.clone() },
        Failure::Stopped(reason) => {
            let message = format!("`{name}` at size {size} cannot be taken apart: {reason}");
            Diagnostic::error("E1107", message).into()
        }
    }
}

#[cfg(test)]
mod tests;
