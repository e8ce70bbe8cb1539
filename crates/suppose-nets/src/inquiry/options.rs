//! What a plan means for the methods that know about nets, and which plans make no sense.

use std::sync::Arc;

use suppose_base::Diagnostic;
use suppose_inquiry::system::{Approach, SystemInquiry};
use suppose_inquiry::{Failure, Plan};
use suppose_lts::{Component, LtsBuilder, Role, System};
use suppose_prove::method::Method;

use super::NetInquiry;
use crate::reduce::Reduction;
use crate::verify;

const REFINEMENT: &str = "--refinement";
const REDUCTION: &str = "--reduction";
const TOGETHER: &str = "--k";
/// Where a waveform goes is the business of whoever writes it.
const WAVEFORM: &str = "--vcd";

/// Options that only designs know.
pub(super) const SPECIAL: &[&str] = &[REFINEMENT, REDUCTION, TOGETHER, WAVEFORM];

/// The most components that can be synchronised at a time.
const MOST_TOGETHER: usize = 1024;

/// The method of this crate that a method is, if it is one.
pub(super) fn of_nets(method: Method) -> Option<verify::Method> {
    match method {
        Method::Auto => Some(verify::Method::Auto),
        Method::Monolithic => Some(verify::Method::Flat),
        Method::Minimise => Some(verify::Method::Minimise),
        Method::Refine => Some(verify::Method::Refine),
        _ => None,
    }
}

impl From<verify::Method> for Method {
    fn from(method: verify::Method) -> Self {
        match method {
            verify::Method::Auto => Self::Auto,
            verify::Method::Flat => Self::Monolithic,
            verify::Method::Refine => Self::Refine,
            verify::Method::Minimise => Self::Minimise,
        }
    }
}

/// Whether a method works on the nets as LTSs, with assumptions between them.
fn is_by_parts(method: Method) -> bool {
    matches!(method, Method::Learn | Method::Direct | Method::Lazy)
}

/// What a plan says about proofs that know about nets.
pub(super) fn verify_options(method: verify::Method, plan: &Plan) -> Result<verify::Options, Failure> {
    let defaults = verify::Options::default();
    Ok(verify::Options {
        method,
        refinement: match plan.special(REFINEMENT) {
            None => defaults.refinement,
            Some("constraint") => verify::Refinement::Constraint,
            Some("sync") => verify::Refinement::Sync,
            Some(text) => return Err(no_such(REFINEMENT, text, "constraint or sync")),
        },
        reduction: match plan.special(REDUCTION) {
            None => None,
            Some(text) => Some(
                text.parse::<Reduction>()
                    .map_err(|_| no_such(REDUCTION, text, &Reduction::ALL.map(Reduction::name).join(", ")))?,
            ),
        },
        k: match plan.special(TOGETHER) {
            None => defaults.k,
            Some(text) => match text.parse() {
                Ok(number @ 1..=MOST_TOGETHER) => number,
                _ => return Err(no_such(TOGETHER, text, &format!("a number from 1 to {MOST_TOGETHER}"))),
            },
        },
        record: plan.record,
        ..defaults
    })
}

fn no_such(option: &str, text: &str, known: &str) -> Failure {
    let message = format!("`{option}` cannot be `{text}`");
    Diagnostic::error("E0006", message).help(format!("it is {known}")).into()
}

impl NetInquiry {
    /// Refuses what does not go with circuits, before anything is searched.
    pub(super) fn validate_options(&self, plan: &Plan) -> Result<(), Failure> {
        let method = plan.method();
        let refused =
            |message: String, help: &str| Err(Diagnostic::error("E0006", message).help(help).into());
        if self.net.is_some() {
            let message = "questions are about the whole design and not about one net of it".to_owned();
            return refused(message, "name the whole, or nothing");
        }
        if of_nets(method).is_none() && !is_by_parts(method) {
            let message = format!("`--method {method}` cannot be used with circuits and nets");
            return refused(message, "use another method, or leave --method out");
        }
        let works_on_nets = matches!(method, Method::Auto | Method::Minimise | Method::Refine);
        let given = SPECIAL.iter().find(|option| plan.special(option).is_some());
        if !works_on_nets && let Some(option) = given {
            return refused(
                format!("`{option}` cannot be used with `--method {method}`"),
                "use --method refine or minimise, or leave --method out",
            );
        }
        verify_options(verify::Method::Auto, plan)?;
        if plan.split.is_some() { Approach::new(plan, &self.names_alone()).map(drop) } else { Ok(()) }
    }

    /// Components that are called as the nets and do nothing: enough to find mistakes in the parts of a
    /// proof.
    fn names_alone(&self) -> SystemInquiry {
        let nothing = Arc::new(LtsBuilder::new(1).finish().expect("one state is an LTS"));
        let component = |name: String| Component { name, lts: Arc::clone(&nothing), role: Role::Component };
        let names = self.design.nets.iter().map(|net| net.name.clone());
        let components = names.map(component).collect();
        SystemInquiry::new(System { name: self.design.name.clone(), components, ..System::default() })
    }
}
