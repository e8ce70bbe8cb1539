//! What `compare` says: whether two systems are equivalent, and what tells them apart.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;
use suppose_base::ActionTable;
use suppose_lts::Lts;
use suppose_lts::compare::{Difference, Side, TraceDifference, TraceDifferenceKind};

use crate::{Comparing, Comparison};

/// The result of a comparison.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ComparisonReport {
    /// The first file.
    pub left: String,
    /// The second file.
    pub right: String,
    /// The relation.
    pub by: String,
    /// Whether they are equivalent, or the first is included in the second.
    pub equal: bool,
    /// What tells them apart.
    pub distinguishing: Option<Vec<String>>,
    /// The same in a sentence.
    pub explanation: Option<String>,
    /// The two sizes.
    pub sizes: [SizeObject; 2],
}

/// The size of an LTS.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct SizeObject {
    /// States.
    pub states: usize,
    /// Transitions.
    pub transitions: usize,
}

impl SizeObject {
    /// The size of an LTS.
    pub fn new(lts: &Lts) -> Self {
        Self { states: lts.num_states(), transitions: lts.num_transitions() }
    }
}

/// What is known of a comparison that was stopped.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct KnownSizes {
    /// The two sizes, if both systems were built.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sizes: Option<[SizeObject; 2]>,
}

/// The name of a relation, as on the command line.
fn relation_name(by: Comparing) -> String {
    match by {
        Comparing::Equivalence(relation) => relation.to_string(),
        Comparing::TraceInclusion => "trace-inclusion".to_owned(),
    }
}

impl ComparisonReport {
    /// A comparison of two files. `names` say what the two systems are called in sentences.
    pub fn new(
        [left, right]: [String; 2],
        names: &[String; 2],
        by: Comparing,
        found: &Comparison,
        actions: &ActionTable,
        sizes: [SizeObject; 2],
    ) -> Self {
        let trace = || {
            let list = found.difference.as_ref().map(Difference::actions).unwrap_or_default();
            list.into_iter().map(|action| actions.name(action).to_owned()).collect()
        };
        Self {
            left,
            right,
            by: relation_name(by),
            equal: found.equal,
            distinguishing: (!found.equal).then(trace),
            explanation: (!found.equal).then(|| explain(found.difference.as_ref(), names)),
            sizes,
        }
    }

    /// A few lines for people.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let relation = if self.by == "trace-inclusion" {
            "every trace of the first is one of the second"
        } else {
            "equivalent"
        };
        if self.equal {
            return writeln!(out, "yes: {relation} ({})", self.by);
        }
        writeln!(out, "no: not {relation} ({})", self.by)?;
        writeln!(out, "  {}", self.explanation.as_deref().unwrap_or_default())?;
        for (index, action) in self.distinguishing.iter().flatten().enumerate() {
            writeln!(out, "  {:>4}  {action}", index + 1)?;
        }
        Ok(())
    }
}

fn explain(difference: Option<&Difference>, [left, right]: &[String; 2]) -> String {
    match difference {
        Some(Difference::Trace(TraceDifference { kind, .. })) => {
            let (who, what) = match kind {
                TraceDifferenceKind::OnlyLeft => (left, "can do this trace"),
                TraceDifferenceKind::OnlyRight => (right, "can do this trace"),
                TraceDifferenceKind::ErrorOnlyLeft => (left, "can reach the error state by this trace"),
                TraceDifferenceKind::ErrorOnlyRight => (right, "can reach the error state by this trace"),
                TraceDifferenceKind::EndOnlyLeft => (left, "can terminate after this trace"),
                TraceDifferenceKind::EndOnlyRight => (right, "can terminate after this trace"),
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
                "the traces are the same, but choices are made at different times: after these moves (by \
                    {}), the last cannot be answered:",
                who.join(", ")
            )
        }
        Some(Difference::SilentChoice) => {
            "they differ only in what could still have been done before a silent step".to_owned()
        }
        None => "no short explanation was found within the limits".to_owned(),
    }
}
