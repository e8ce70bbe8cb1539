//! What a certificate can claim of answers about a design: that no component fails, or that one does.
//!
//! The checker of certificates knows LTSs only. So a certificate has the parts of the design as LTSs in which
//! failures are π ([`guarded`]), and says for each part that can fail by itself that in the design it does
//! not, because its neighbours keep it from it ([`none_fails`]); or it has a run, which is the one that is
//! shown, in the words of these LTSs. The checker believes neither the method that answered nor this file. It
//! does not read nets: that an LTS is that of its net is believed to the front end, which reads the sources
//! again when the certificate is checked.

use suppose_base::{ActionId, Budget, StopReason, Verdict};
use suppose_inquiry::{Answer, Claims, Failure, Provenance, Unclaimed};
use suppose_lts::System;
use suppose_lts::product::Witness;
use suppose_prove::{none_fails, realise};

use super::{NetEvidence, NetInquiry, kind_named};
use crate::failure::{Failure as Kind, Failures};
use crate::system::guarded;

impl NetInquiry {
    /// The claims of all answers that can have one together. Where something is violated, that is the claim.
    pub(super) fn claimed(&self, answers: &[Answer], budget: &Budget) -> Result<Claims, Failure> {
        let violated =
            answers.iter().find_map(|answer| Some((of_steps(answer)?, answer.evidence::<NetEvidence>()?)));
        let mut unclaimed = Vec::new();
        let mut kinds: Vec<Kind> = Vec::new();
        for answer in answers {
            let why = match (of_steps(answer), &answer.verdict, &violated) {
                (None, ..) => "it is not about a single step",
                (Some(kind), _, Some((first, _))) if kind != *first => {
                    "the certificate is about the violation"
                }
                (Some(kind), Verdict::Holds, None) | (Some(kind), Verdict::Violated(_), Some(_)) => {
                    kinds.push(kind);
                    continue;
                }
                _ => "the question was not decided",
            };
            unclaimed.push(Unclaimed { property: answer.question.name.clone(), why: why.to_owned() });
        }
        if kinds.is_empty() {
            return Ok(Claims::nothing(unclaimed));
        }
        let system = guarded(&self.design, Failures::of(&kinds), budget)?;
        let properties: Vec<String> = kinds.iter().map(|kind| kind.name().to_owned()).collect();
        let shown = match violated {
            Some((_, evidence)) => one_fails(&system, &evidence.run().actions)?,
            None => nobody_fails(&system, budget)?,
        };
        match shown {
            Ok((provenance, expected)) => Ok(Claims { system, provenance, properties, expected, unclaimed }),
            Err(why) => {
                unclaimed.push(Unclaimed { property: properties.join(", "), why: why.to_owned() });
                Ok(Claims::nothing(unclaimed))
            }
        }
    }
}

/// The kind of failure that an answer is about, if single steps show it.
fn of_steps(answer: &Answer) -> Option<Kind> {
    kind_named(&answer.question.name).filter(|&kind| Failures::STEPS.has(kind))
}

/// What shows claims, and for each result of the certificate the component and whether it holds; or why there
/// is none.
type Shown = Result<(Provenance, Vec<(String, bool)>), &'static str>;

/// All answers say that nothing fails. The certificate has a result on each part that could fail by itself,
/// in order.
fn nobody_fails(system: &System, budget: &Budget) -> Result<Shown, Failure> {
    let able = system.components.iter().filter(|component| component.lts.has_error());
    let expected: Vec<(String, bool)> = able.map(|component| (component.name.clone(), true)).collect();
    if expected.is_empty() {
        return Ok(Err("no component can fail, whatever the others do"));
    }
    Ok(match none_fails(system, budget)? {
        Some(restriction) => Ok((Provenance::NoneFails(restriction), expected)),
        None => Err("no proof was found that looks at few components at a time"),
    })
}

/// An answer has this run. The certificate has one result, on the first part that fails along it.
fn one_fails(system: &System, run: &[ActionId]) -> Result<Shown, Failure> {
    let Some((watched, witness)) = first_failure(system, run) else {
        let text = "an internal check failed: no part fails along the run of a violation";
        return Err(StopReason::Unsupported(text.to_owned()).into());
    };
    let expected = vec![(system.components[watched].name.clone(), false)];
    Ok(Ok((Provenance::OneFails { watched, witness }, expected)))
}

/// The part of a system that is the first to reach π along a run, and the witness for it. Internal actions of
/// parts are in no alphabet.
fn first_failure(system: &System, run: &[ActionId]) -> Option<(usize, Witness)> {
    let has = |part: usize, action: ActionId| system.components[part].lts.has_action(action);
    let parts = 0..system.components.len();
    let trace: Vec<ActionId> =
        run.iter().copied().filter(|&action| parts.clone().any(|part| has(part, action))).collect();
    let broken = parts.clone().find(|&part| system.components[part].lts.initial().is_error());
    if let Some(part) = broken {
        return Some((part, realise(system, part, &[]).ok()?));
    }
    for end in 1..=trace.len() {
        for part in parts.clone().filter(|&part| has(part, trace[end - 1])) {
            let own: Vec<ActionId> =
                trace[..end].iter().copied().filter(|&action| has(part, action)).collect();
            if realise(&system.restricted_to(&[part]), 0, &own).is_ok() {
                return Some((part, realise(system, part, &trace[..end]).ok()?));
            }
        }
    }
    None
}
