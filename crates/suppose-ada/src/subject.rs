//! Tasking programs as something to ask about: a system of LTSs with a component for each task and each
//! shared variable, and the properties that the text states.
//!
//! [`Ada`] reads a file, [`ProgramSubject`] is the program in it. Analyses that need LTSs only to confirm
//! what they find ask for the [outline](ProgramSubject::outline), which is small where the LTSs are too large
//! to be built.

use std::sync::Arc;

use suppose_base::{Budget, Diagnostic, closest};
use suppose_inquiry::system::{Every, LeftOut, SystemInquiry};
use suppose_inquiry::{BuiltIn, Failure, Input, InputRole, Inquiry, Language, Reader, Subject, Target};
use suppose_lts::{Component, Role};

use crate::dialect::{AdaDialect, plain_name};
use crate::models::BUILT_IN;
use crate::{EverySize, LowerError, Lowered, Program, load, load_every_size, lower, lower_within, outline};

/// Ada, as far as it is about tasks.
#[derive(Clone, Copy, Debug)]
pub struct Ada;

impl Language for Ada {
    fn name(&self) -> &'static str {
        "ada"
    }

    fn about(&self) -> &'static str {
        "an Ada tasking program"
    }

    fn suffixes(&self) -> &'static [&'static str] {
        &["adb", "ada"]
    }

    fn models(&self) -> &'static [BuiltIn] {
        BUILT_IN
    }

    fn options(&self) -> &'static [&'static str] {
        &["--every"]
    }

    fn load(&self, input: &Input, reader: &mut Reader) -> Result<Box<dyn Subject>, Failure> {
        let (file, text) = reader.text(input)?;
        let loaded = match &reader.options.every {
            Some(constant) if input.role == InputRole::System => load_every_size(file, &text, constant),
            _ => load(file, &text),
        };
        let (program, warnings) = loaded.map_err(Failure::Input)?;
        reader.warnings.extend(warnings);
        Ok(Box::new(ProgramSubject::new(program, input.path.display().to_string())))
    }
}

/// A program, before a target is chosen.
#[derive(Clone, Debug)]
pub struct ProgramSubject {
    /// What the file says.
    pub program: Arc<Program>,
    file: String,
}

impl ProgramSubject {
    /// The program of a file.
    pub(crate) fn new(program: Program, file: impl Into<String>) -> Self {
        Self { program: Arc::new(program), file: file.into() }
    }

    /// The file that the program is in, for messages.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Whether a target is the whole program, and not a task, a variable or a property of it.
    pub fn is_whole(&self, target: &Target) -> bool {
        target.name().is_none_or(|name| plain_name(name) == self.program.name)
    }

    /// All tasks of the program, or the one that the target names, as LTSs; and warnings.
    ///
    /// # Errors
    /// When there is no such target, two actions would have one name, or a limit is reached.
    pub fn ltss(
        &self,
        target: &Target,
        budget: &Budget,
    ) -> Result<(SystemInquiry, Vec<Diagnostic>), Failure> {
        let lowered = if self.is_whole(target) {
            lower(&self.program, budget)?
        } else {
            // A task by itself has its variables in it.
            lower_within(&self.program, u64::MAX, budget)?
        };
        self.chosen(target, lowered)
    }

    /// The same in [outline](outline()).
    ///
    /// # Errors
    /// As for [`ProgramSubject::ltss`].
    pub fn outline(
        &self,
        target: &Target,
        budget: &Budget,
    ) -> Result<(SystemInquiry, Vec<Diagnostic>), Failure> {
        self.chosen(target, outline(&self.program, budget)?)
    }

    fn chosen(&self, target: &Target, lowered: Lowered) -> Result<(SystemInquiry, Vec<Diagnostic>), Failure> {
        let Lowered { mut system, mut origins, labels, warnings, waits_too_much } = lowered;
        if !self.is_whole(target)
            && let Some(name) = target.name()
        {
            let wanted = plain_name(name);
            let is_meant = |c: &Component| match c.role {
                Role::Component => c.name == wanted,
                Role::Property => matches!(target, Target::Process(_)) && c.name.eq_ignore_ascii_case(name),
            };
            let Some(place) = system.components.iter().position(is_meant) else {
                let parts = system.components.iter().filter(|c| c.role == Role::Component);
                let names: Vec<&str> = parts.map(|c| c.name.as_str()).collect();
                return Err(Failure::from(self.unknown(name, &wanted, &names)).about(&self.file));
            };
            system = system.restricted_to(&[place]);
            system.name.clone_from(&system.components[0].name);
            origins = vec![origins.swap_remove(place)];
        }
        let dialect = AdaDialect::new(&self.program, labels, system.actions.clone(), self.is_whole(target));
        let mut inquiry = SystemInquiry::new(system);
        inquiry.origins = origins;
        inquiry.dialect = Box::new(dialect);
        inquiry.waits_too_much = waits_too_much;
        inquiry.every = self.program.every_size.as_ref().map(every);
        Ok((inquiry, warnings))
    }

    /// The message about a target that the program does not have.
    fn unknown(&self, name: &str, wanted: &str, names: &[&str]) -> Diagnostic {
        let message = format!("`{name}` is not defined: the file holds one program, `{}`", self.program.name);
        let note = format!("its tasks and variables are: {}", names.join(", "));
        let diagnostic = Diagnostic::error("E0005", message).note(note);
        match closest(wanted, names.iter().copied()) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic,
        }
    }
}

impl Subject for ProgramSubject {
    fn inquiry(self: Box<Self>, target: &Target, reader: &mut Reader) -> Result<Box<dyn Inquiry>, Failure> {
        let (inquiry, warnings) = self.ltss(target, &reader.budget)?;
        reader.warnings.extend(warnings);
        Ok(Box::new(inquiry))
    }
}

/// The sizes that a program stands for, for those who ask.
fn every(sizes: &EverySize) -> Every {
    let left_out = sizes.left_out.iter().map(|(property, why)| LeftOut {
        property: property.clone(),
        span: why.span(),
        why: why.message.clone(),
    });
    Every { constant: sizes.constant.clone(), from: sizes.from, left_out: left_out.collect() }
}

impl From<LowerError> for Failure {
    fn from(error: LowerError) -> Self {
        match error {
            LowerError::Clash(clash) => (*clash).into(),
            LowerError::Stopped(reason) => reason.into(),
        }
    }
}
