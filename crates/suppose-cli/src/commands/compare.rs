//! `suppose compare A B --by RELATION`: equivalence or trace inclusion, with what tells the two apart.

use std::io::{self, Write};

use serde_json::{Value, json};
use suppose::base::{ActionTable, Verdict};
use suppose::lts::Lts;
use suppose::lts::compare::{Difference, Side, TraceDifference, TraceDifferenceKind, compare, refines};
use suppose::lts::reduce::Relation;

use crate::args::{Compare, Comparing};
use crate::session::{Failure, Session, Status};
use crate::subject::{Subject, Target, translated};

pub(super) fn run(options: &Compare, session: &mut Session) -> Result<Status, Failure> {
    let target = Target::system(options.system.as_ref());
    let left = Subject::of_file(session, &options.left, target, &options.input)?;
    let right = match (&options.right_system, &options.system) {
        (Some(name), _) => Subject::of_file(session, &options.right, Target::System(name), &options.input)?,
        // The same name on the right, where there is one; else the default target is meant.
        (None, Some(name)) => {
            match Subject::of_file(session, &options.right, Target::System(name), &options.input) {
                Err(Failure::Input(messages)) if messages.iter().all(|m| m.code == "E0005") => {
                    Subject::of_file(session, &options.right, Target::Default, &options.input)?
                }
                other => other?,
            }
        }
        (None, None) => Subject::of_file(session, &options.right, Target::Default, &options.input)?,
    };
    let (a, b) = (left.composed(session)?.lts, right.composed(session)?.lts);
    let mut actions = left.system.actions.clone();
    let b = translated(&b, &right.system.actions, &mut actions);
    let sizes = json!([size(&a), size(&b)]);
    let difference = decide(options.by, &a, &b, session).map_err(|failure| match failure {
        Failure::Stopped(reason, mut known) => {
            known["sizes"] = sizes.clone();
            Failure::Stopped(reason, known)
        }
        other => other,
    })?;
    let status = if difference.is_none() { Status::Holds } else { Status::Violated };
    let names = if options.left == options.right {
        let name = |subject: &Subject| format!("{} ({})", options.left.display(), subject.system.name);
        (name(&left), name(&right))
    } else {
        (options.left.display().to_string(), options.right.display().to_string())
    };
    let written = report(options, difference.as_ref(), &names, &sizes, &actions, session);
    status.once(written)
}

/// Says what was found.
fn report(
    options: &Compare,
    difference: Option<&Found>,
    names: &(String, String),
    sizes: &Value,
    actions: &ActionTable,
    session: &Session,
) -> Result<(), Failure> {
    if session.json {
        let trace = difference.map(|found| found.trace(actions));
        let explanation = difference.map(|found| found.explain(names));
        let fields = json!({
            "left": options.left.to_string_lossy(),
            "right": options.right.to_string_lossy(),
            "by": name(options.by),
            "equal": difference.is_none(),
            "distinguishing": trace,
            "explanation": explanation,
            "sizes": sizes,
        });
        session.print_json(fields)?;
    } else {
        let mut out = io::stdout().lock();
        let relation = match options.by {
            Comparing::TraceInclusion => "every trace of the first is one of the second",
            _ => "equivalent",
        };
        match difference {
            None => writeln!(out, "{}: {relation} ({})", yes(true), name(options.by))?,
            Some(found) => {
                writeln!(out, "{}: not {relation} ({})", yes(false), name(options.by))?;
                writeln!(out, "  {}", found.explain(names))?;
                for (index, action) in found.trace(actions).iter().enumerate() {
                    writeln!(out, "  {:>4}  {action}", index + 1)?;
                }
            }
        }
    }
    Ok(())
}

fn size(lts: &Lts) -> Value {
    json!({ "states": lts.num_states(), "transitions": lts.num_transitions() })
}

fn yes(equal: bool) -> &'static str {
    if equal { "yes" } else { "no" }
}

fn name(by: Comparing) -> &'static str {
    match by {
        Comparing::Strong => "strong",
        Comparing::Branching => "branching",
        Comparing::Weak => "weak",
        Comparing::Trace => "trace",
        Comparing::TraceInclusion => "trace-inclusion",
    }
}

/// What tells two LTSs apart; `None` when nothing does.
struct Found(Option<Difference>);

fn decide(by: Comparing, a: &Lts, b: &Lts, session: &Session) -> Result<Option<Found>, Failure> {
    let relation = match by {
        Comparing::Strong => Relation::Strong,
        Comparing::Branching => Relation::Branching,
        Comparing::Weak => Relation::Weak,
        Comparing::Trace => Relation::Trace,
        Comparing::TraceInclusion => {
            return match refines(a, b, &session.budget)? {
                Verdict::Holds => Ok(None),
                Verdict::Violated(difference) => Ok(Some(Found(Some(Difference::Trace(difference))))),
                Verdict::Inconclusive(reason) => Err(reason.into()),
            };
        }
    };
    let comparison = compare(a, b, relation, &session.budget)?;
    Ok((!comparison.equal).then_some(Found(comparison.difference)))
}

impl Found {
    fn trace<'t>(&self, actions: &'t ActionTable) -> Vec<&'t str> {
        let list = self.0.as_ref().map(Difference::actions).unwrap_or_default();
        list.into_iter().map(|action| actions.name(action)).collect()
    }

    fn explain(&self, names: &(String, String)) -> String {
        match &self.0 {
            Some(Difference::Trace(TraceDifference { kind, .. })) => {
                let (who, what) = match kind {
                    TraceDifferenceKind::OnlyLeft => (&names.0, "can do this trace"),
                    TraceDifferenceKind::OnlyRight => (&names.1, "can do this trace"),
                    TraceDifferenceKind::ErrorOnlyLeft => {
                        (&names.0, "can reach the error state by this trace")
                    }
                    TraceDifferenceKind::ErrorOnlyRight => {
                        (&names.1, "can reach the error state by this trace")
                    }
                    TraceDifferenceKind::EndOnlyLeft => (&names.0, "can terminate after this trace"),
                    TraceDifferenceKind::EndOnlyRight => (&names.1, "can terminate after this trace"),
                };
                format!("only {who} {what}:")
            }
            Some(Difference::Play { moves, .. }) => {
                let side = |side: &Side| match side {
                    Side::Left => "A",
                    Side::Right => "B",
                };
                let who: Vec<&str> = moves.iter().map(|m| side(&m.side)).collect();
                format!(
                    "the traces are the same, but choices are made at different times: after these moves (by {}), the last \
                     cannot be answered:",
                    who.join(", ")
                )
            }
            Some(Difference::SilentChoice) => {
                "they differ only in what could still have been done before a silent step".to_owned()
            }
            None => "no short explanation was found within the limits".to_owned(),
        }
    }
}
