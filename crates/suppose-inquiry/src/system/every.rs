//! Systems that stand for those of every size.
//!
//! A language may say that a system can do what the systems of all sizes from some size on can do, and more. Then
//! what is safe in it is safe in all of them. Nothing else follows: a violation may be none of any of them, and
//! deadlock and progress are not kept at all.

use schemars::JsonSchema;
use serde::Serialize;
use suppose_base::{Span, StopReason, Verdict};

use super::Meaning;
use crate::{Answer, Question};

/// The sizes that a system stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Every {
    /// The constant that is the size, as it is written.
    pub constant: String,
    /// The least size.
    pub from: i64,
    /// Properties that cannot be said for every size, where they are, and why.
    #[serde(skip)]
    #[schemars(skip)]
    pub left_out: Vec<LeftOut>,
}

/// A property that cannot be said for every size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name.
    pub property: String,
    /// Where that depends on the size.
    pub span: Option<Span>,
    /// Why it cannot.
    pub why: String,
}

impl Every {
    /// What an answer about the system says about all sizes.
    pub(super) fn about_all(&self, answer: Answer, meaning: &Meaning) -> Answer {
        let Self { constant, from, .. } = self;
        let question = answer.question.clone();
        let about = |what: &str| format!("{what} for every {constant} >= {from}");
        let answer = match (meaning, &answer.verdict) {
            (Meaning::DeadlockFree | Meaning::Progress(_), _) => {
                Answer::unsupported(question, about("deadlock and progress are not asked"), answer.method)
            }
            (_, Verdict::Violated(_)) => {
                let mut open = Answer::open(question, StopReason::Imprecise, answer.method);
                open.extras.remark = Some(format!(": {}", about("not shown")));
                Answer { effort: answer.effort, time: answer.time, ..open }
            }
            (_, Verdict::Holds) => {
                let mut answer = answer;
                answer.extras.remark = Some(format!(" for every {constant} >= {from}"));
                answer
            }
            (_, Verdict::Inconclusive(_)) => answer,
        };
        let extras = crate::Extras { every: Some(self.clone()), ..answer.extras };
        Answer { extras, ..answer }
    }

    /// The answer about a property that cannot be said for every size.
    pub(super) fn not_said(
        &self,
        question: Question,
        place: usize,
        method: suppose_prove::method::Method,
    ) -> Answer {
        Answer::unsupported(question, self.left_out[place].why.clone(), method)
    }
}
