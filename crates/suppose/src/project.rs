//! From files to something that can be asked about.
//!
//! One file gives its target. Several files make one system: nets are joined by their wires, every other file
//! is one component named after it. Which language reads a file, and what it gives, is the business of the
//! [`Languages`] table.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use suppose_base::{Budget, Diagnostic};
use suppose_inquiry::system::SystemInquiry;
use suppose_inquiry::{
    AddedProperty, Failure, Input, InputRole, Inquiry, Language, Plan, Question, ReadOptions, Reader,
    Subject, Target,
};

use crate::error::Error;
use crate::registry::Languages;

/// Option that chooses who answers about tasking programs.
pub(crate) const VERIFIER: &str = "--verifier";

/// How to open files.
#[derive(Clone, Debug, Default)]
pub struct OpenOptions {
    /// The languages to choose from.
    pub languages: Languages,
    /// The name of the language, where suffixes do not tell.
    pub language: Option<String>,
    /// The names of the languages of particular files, which count more.
    pub file_languages: BTreeMap<PathBuf, String>,
    /// What particular files say, whatever is on disk: for texts that are made by a program.
    pub contents: BTreeMap<PathBuf, Arc<Vec<u8>>>,
    /// How input is read.
    pub read: ReadOptions,
    /// What to ask about.
    pub target: Target,
    /// Limits on all work.
    pub budget: Budget,
    /// Whether to remember what was read, for certificates.
    pub record: bool,
}

/// Some files that were read, and what can be asked about them.
pub struct Project {
    /// What was read, with sources for messages, warnings and limits.
    pub reader: Reader,
    /// The files, as they were named.
    pub files: Vec<PathBuf>,
    options: OpenOptions,
    state: State,
    /// What the input declares and the target can no longer be asked.
    pub(crate) left_out: Vec<Question>,
    /// For files whose targets were added as properties, what their questions are called.
    pub(crate) added: BTreeMap<String, String>,
}

/// A file that was read.
type Loaded = (Input, Box<dyn Subject>);

/// How far a project has come.
enum State {
    /// Files were read; no target is chosen yet.
    Read(Vec<Loaded>),
    /// The target can be asked about.
    Asked(Box<dyn Inquiry>),
    /// Something went wrong on the way from one to the other.
    Lost,
}

impl OpenOptions {
    /// A file as input, with its language.
    fn input(&self, path: &Path, role: InputRole) -> Result<(Input, &'static dyn Language), Failure> {
        let name = self.file_languages.get(path).or(self.language.as_ref());
        let named = name.map(|name| {
            self.languages.named(name).ok_or_else(|| {
                let known: Vec<&str> = self.languages.all().map(suppose_inquiry::Language::name).collect();
                Diagnostic::error("E0006", format!("there is no language `{name}`"))
                    .note(format!("languages are: {}", known.join(", ")))
            })
        });
        let (mut input, language) = self.languages.input(path, role, named.transpose()?)?;
        if let Some(content) = self.contents.get(path) {
            input.content = Some(Arc::clone(content));
        }
        Ok((input, language))
    }
}

impl Project {
    /// Reads files.
    ///
    /// # Errors
    /// When one of them cannot be read or means nothing, or a limit is reached. The error knows the sources.
    pub fn open(files: &[impl AsRef<Path>], options: &OpenOptions) -> Result<Self, Error> {
        let mut reader = Reader::new(options.budget.clone(), options.read.clone());
        if options.record {
            reader.reads = Some(Vec::new());
        }
        match Self::load(files, options, &mut reader) {
            Ok(subjects) => Ok(Self {
                reader,
                files: crate::registry::paths(files),
                options: options.clone(),
                state: State::Read(subjects),
                left_out: Vec::new(),
                added: BTreeMap::new(),
            }),
            Err(failure) => Err(Error::new(failure, reader)),
        }
    }

    fn load(
        files: &[impl AsRef<Path>],
        options: &OpenOptions,
        reader: &mut Reader,
    ) -> Result<Vec<Loaded>, Failure> {
        let inputs: Vec<(Input, &dyn Language)> = files
            .iter()
            .map(|file| options.input(file.as_ref(), InputRole::System))
            .collect::<Result<_, _>>()?;
        check_read_options(&options.read, &inputs)?;
        let mut subjects: Vec<Loaded> = Vec::with_capacity(inputs.len());
        for (input, language) in inputs {
            let mut subject = Some(language.load(&input, reader)?);
            for (_, known) in &mut subjects {
                subject = match subject {
                    Some(other) => known.merge(other).err(),
                    None => break,
                };
            }
            subjects.extend(subject.map(|subject| (input, subject)));
        }
        Ok(subjects)
    }

    /// What was written in the only file, if it is of this kind and no target has been chosen yet.
    pub fn subject<S: Subject>(&self) -> Option<&S> {
        let State::Read(subjects) = &self.state else { return None };
        let [(_, only)] = &subjects[..] else { return None };
        let any: &dyn std::any::Any = &**only;
        any.downcast_ref()
    }

    /// What can be asked, once the target is chosen. The plan says who answers where there is a choice.
    ///
    /// # Errors
    /// When there is no such target, it means nothing, or a limit is reached.
    pub fn inquiry(&mut self, plan: &Plan) -> Result<&mut Box<dyn Inquiry>, Failure> {
        if let State::Read(_) = self.state {
            let State::Read(subjects) = std::mem::replace(&mut self.state, State::Lost) else {
                unreachable!()
            };
            self.state = State::Asked(chosen(subjects, &self.options.target, plan, &mut self.reader)?);
        }
        if let State::Asked(inquiry) = &mut self.state {
            Ok(inquiry)
        } else {
            let message = "the target could not be built, so nothing more can be asked about it";
            Err(Diagnostic::error("E0005", message).into())
        }
    }

    /// The inquiry and the reader, both to be changed.
    pub(crate) fn parts(&mut self, plan: &Plan) -> Result<(&mut Box<dyn Inquiry>, &mut Reader), Failure> {
        self.inquiry(plan)?;
        match &mut self.state {
            State::Asked(inquiry) => Ok((inquiry, &mut self.reader)),
            _ => unreachable!("it was just made"),
        }
    }

    /// Replaces the target by the same as a system of LTSs, for questions that only such a system can be
    /// asked.
    pub(crate) fn become_system(&mut self, plan: &Plan) -> Result<(), Failure> {
        self.inquiry(plan)?;
        let State::Asked(inquiry) = std::mem::replace(&mut self.state, State::Lost) else { unreachable!() };
        let declared = inquiry.questions().iter().filter(|question| question.declared).cloned();
        let declared: Vec<Question> = declared.chain(inquiry.left_out()).collect();
        let mut system = inquiry.into_system(&mut self.reader)?;
        system.prepare(&self.reader.budget)?;
        let is_known = |question: &Question| system.questions().iter().any(|known| known.is_same(question));
        self.left_out = declared.into_iter().filter(|question| !is_known(question)).collect();
        self.state = State::Asked(Box::new(system));
        Ok(())
    }

    /// Reads a file whose target is a property.
    pub(crate) fn property_file(&mut self, path: &Path) -> Result<AddedProperty, Failure> {
        let (input, language) = self.options.input(path, InputRole::Property)?;
        let subject = language.load(&input, &mut self.reader)?;
        let inquiry = subject.inquiry(&Target::Default, &mut self.reader)?;
        Ok(inquiry.into_system(&mut self.reader)?.into_property())
    }

    /// The system that was asked for by name.
    pub(crate) fn target(&self) -> &Target {
        &self.options.target
    }
}

/// The target of some files.
fn chosen(
    mut subjects: Vec<Loaded>,
    target: &Target,
    plan: &Plan,
    reader: &mut Reader,
) -> Result<Box<dyn Inquiry>, Failure> {
    if subjects.len() == 1 {
        let (_, subject) = subjects.remove(0);
        return match plan.special(VERIFIER) {
            Some("flow") => suppose_flow::inquiry(subject, target, plan, reader),
            _ => subject.inquiry(target, reader),
        };
    }
    if plan.special(VERIFIER) == Some("flow") {
        let message = "data-flow analysis is about one program, and several files are given";
        return Err(Diagnostic::error("E0006", message).help("give the program alone").into());
    }
    if let Some(wanted) = target.name() {
        let message =
            format!("--system {wanted} makes no sense with several files: each gives its default target");
        return Err(Diagnostic::error("E0006", message).into());
    }
    if let Some(message) = subjects.iter().find_map(|(_, subject)| subject.stands_alone()) {
        return Err(message.into());
    }
    let by_file = subjects.iter().any(|(_, subject)| subject.stays_apart());
    let mut parts: Vec<SystemInquiry> = Vec::with_capacity(subjects.len());
    for (input, subject) in subjects {
        let stays_apart = subject.stays_apart();
        let mut part = subject.inquiry(&Target::Default, reader)?.into_system(reader)?;
        if !stays_apart {
            part.become_one_component(&input.name, &reader.budget)?;
        }
        parts.push(part);
    }
    Ok(Box::new(SystemInquiry::joined(parts, by_file)))
}

/// Refuses reading options that mean nothing to any of the files.
fn check_read_options(options: &ReadOptions, inputs: &[(Input, &dyn Language)]) -> Result<(), Failure> {
    let given = [
        ("--library", "netlists", options.library.is_some()),
        ("--top", "netlists", options.top.is_some()),
        ("--every", "tasking programs", options.every.is_some()),
    ];
    for (option, what, _) in given.iter().filter(|(.., is_given)| *is_given) {
        if !inputs.iter().any(|(_, language)| language.options().contains(option)) {
            let message = format!("{option} is about {what}, and no file is one");
            return Err(Diagnostic::error("E0006", message).into());
        }
    }
    if options.every.is_some() && inputs.len() > 1 {
        let message = "--every is about one program, and several files are given";
        return Err(Diagnostic::error("E0006", message).help("give the program alone").into());
    }
    Ok(())
}
