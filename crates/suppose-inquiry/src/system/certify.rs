//! What a certificate can claim of answers about a system of LTSs.

use suppose_base::{Budget, Verdict};
use suppose_lts::System;
use suppose_lts::product::Witness;
use suppose_prove::certificate::{NoCertificate, prepared};

use super::SystemEvidence;
use crate::{Answer, Claims, Provenance, Unclaimed};

/// The claims of all answers that can have one.
pub(super) fn claims(system: &System, answers: &[Answer], budget: &Budget) -> Claims {
    let (mut claimed, mut expected, mut unclaimed) = (Vec::new(), Vec::new(), Vec::new());
    for answer in answers {
        let claim = match &answer.by_parts {
            Some(by_parts) => {
                let verdict = answer.verdict.clone().map(|_| witness(answer));
                prepared(system, &by_parts.answer(verdict, answer.method), budget)
            }
            // No method was asked: progress, or a formula.
            None if matches!(answer.verdict, Verdict::Inconclusive(_)) => Err(NoCertificate::Undecided),
            None => Err(NoCertificate::NotSafety),
        };
        match claim {
            Ok(claim) => {
                expected.push((answer.question.name.clone(), answer.verdict.holds()));
                claimed.push(claim);
            }
            Err(why) => {
                unclaimed.push(Unclaimed { property: answer.question.name.clone(), why: why.to_string() });
            }
        }
    }
    Claims {
        system: system.clone(),
        provenance: Provenance::Answers(claimed),
        properties: Vec::new(),
        expected,
        unclaimed,
    }
}

/// The witness of a violation.
fn witness(answer: &Answer) -> Witness {
    let evidence: Option<&SystemEvidence> = answer.evidence();
    evidence.map(|found| found.witness.clone()).expect("a system of LTSs has no other evidence")
}
