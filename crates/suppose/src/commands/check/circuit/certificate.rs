//! `--certificate` for circuits: that no component fails, for the independent checker.
//!
//! Answers about nets come from methods that know about nets. The checker knows LTSs only. So the design is asked about once more as a system: each
//! component is its state graph, all kinds of failures of steps are π, and that π is not reached, or how, is proved by the methods that write certificates. The
//! checker then believes neither the one nor the other. It does not read nets: that a state graph is that of its net is believed to
//! the front end, which `suppose certify` runs again on the sources.

use suppose::base::Diagnostic;
use suppose::lts::check::Question;
use suppose::nets::{Failure as Kind, Failures};

use super::super::certificate::{Written, spare_the_input, write};
use super::super::{Line as Shown, Plan, answers};
use super::Line;
use crate::args::Check;
use crate::session::{Failure, Session};
use crate::subject::Circuit;

/// Writes a certificate of what can be certified, if one is wanted.
pub(super) fn certify<'o>(
    options: &'o Check,
    circuit: &Circuit,
    lines: &[Line],
    session: &Session,
) -> Result<Option<Written<'o>>, Failure> {
    if options.proving.certificate.is_none() {
        return Ok(None);
    }
    spare_the_input(options, session)?;
    for line in lines {
        if Kind::ALL.into_iter().all(|kind| kind.name() != line.property || kind == Kind::Deadlock) {
            let message = format!("{} has no certificate: it is not about a single step", line.property);
            session.warn(&[Diagnostic::warning("W0701", message)]);
        }
    }
    let subject = circuit.parts(Failures::STEPS, &session.budget)?;
    let questions: Vec<Question> =
        subject.system.questions().into_iter().filter(|q| matches!(q, Question::Safe(_))).collect();
    if questions.is_empty() {
        let message = "there is no certificate: no component can fail, whatever the others do";
        session.warn(&[Diagnostic::warning("W0701", message)]);
        return Ok(None);
    }
    let plan = Plan::new(&options.proving, &subject, session)?;
    let found = answers(&subject.system, &questions, &plan, session)?;
    let lines: Vec<Shown> = found.into_iter().map(|timed| Shown::new(&subject, timed, session)).collect();
    write(options, &[], &subject, &lines, session)
}
