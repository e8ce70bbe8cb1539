//! FSP as one of the languages: from a file to a system that can be asked about.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use suppose_base::{Budget, Diagnostic, FileId, Span};
use suppose_inquiry::system::{Definitions, Dialect, Mention, SystemInquiry};
use suppose_inquiry::{Failure, Input, Inquiry, Language, Reader, Subject, Target};
use suppose_lts::{Finish, Finished, Origins, System};

use crate::ast::AssertKind;
use crate::lower::left_out;
use crate::{Compiled, ImportLoader, Imported, LowerError, Model, ProgressTest, load};

/// FSP, as LTSA reads it.
#[derive(Clone, Copy, Debug)]
pub struct Fsp;

impl Language for Fsp {
    fn name(&self) -> &'static str {
        "fsp"
    }

    fn about(&self) -> &'static str {
        "FSP text"
    }

    fn suffixes(&self) -> &'static [&'static str] {
        &["lts", "fsp"]
    }

    fn load(&self, input: &Input, reader: &mut Reader) -> Result<Box<dyn Subject>, Failure> {
        let (file, text) = reader.text(input)?;
        let imports = Beside { model: input.path.clone(), reader: Mutex::new(reader) };
        let model = load(&text, file, &imports).map_err(Failure::Input)?;
        reader.warnings.extend_from_slice(model.warnings());
        Ok(Box::new(FspSubject { model: Arc::new(model), file: input.path.display().to_string() }))
    }
}

/// Reads imported files from beside the model.
struct Beside<'r> {
    model: PathBuf,
    reader: Mutex<&'r mut Reader>,
}

impl ImportLoader for Beside<'_> {
    fn load(&self, path: &str) -> Result<Imported, String> {
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let (full, bytes) = reader.beside(&self.model, path)?;
        let file: FileId = reader.sources.add(full.to_string_lossy(), "");
        reader.sources.fill(file, &bytes);
        Ok(Imported { bytes: Arc::from(bytes), file })
    }
}

/// A model, before a target is chosen.
#[derive(Clone, Debug)]
pub struct FspSubject {
    /// What the file says.
    pub model: Arc<Model>,
    file: String,
}

impl Subject for FspSubject {
    fn inquiry(self: Box<Self>, target: &Target, reader: &mut Reader) -> Result<Box<dyn Inquiry>, Failure> {
        let compiled =
            compile(&self.model, target, &reader.budget).map_err(|failure| failure.about(&self.file))?;
        let Compiled { system, origins, families, progress, finish, warnings } = compiled;
        reader.warnings.extend(warnings);
        let names = system.components.iter().map(|component| component.name.clone());
        let families = names.zip(families).filter_map(|(name, family)| Some((name, family?)));
        let dialect = FspDialect { families: families.collect() };
        let mut inquiry = SystemInquiry::new(system);
        inquiry.origins = origins;
        inquiry.progress = progress.into_iter().map(ProgressTest::into_system).collect();
        inquiry.finish = finish;
        inquiry.dialect = Box::new(dialect);
        inquiry.definitions.push(Box::new(FspDefinitions(self.model)));
        Ok(Box::new(inquiry))
    }
}

/// Names are meant as they are written; what more they say is known from how they were made.
struct FspDialect {
    /// For components with a number, what they are called without it, and the number.
    families: BTreeMap<String, (String, u32)>,
}

impl Dialect for FspDialect {
    fn is_special(&self) -> bool {
        false
    }

    fn family(&self, component: &str) -> Option<(String, u32)> {
        self.families.get(component).cloned()
    }
}

/// What a model defines beside its target.
struct FspDefinitions(Arc<Model>);

impl Definitions for FspDefinitions {
    fn properties(&self) -> Vec<(String, Option<Span>)> {
        self.0.properties().map(|name| (name.to_owned(), self.0.definition(name))).collect()
    }

    fn assertions(&self) -> Vec<(String, Option<Span>)> {
        let asserted = self.0.formulas().iter().filter(|formula| formula.kind != AssertKind::Constraint);
        asserted.map(|formula| (formula.name.clone(), Some(formula.span))).collect()
    }

    fn has_process(&self, name: &str) -> bool {
        self.0.processes().any(|process| process == name)
    }

    fn property(&self, name: &str, budget: &Budget) -> Result<(System, Vec<Origins>, Finish), Failure> {
        let Compiled { system, origins, finish, .. } =
            compile(&self.0, &Target::System(name.to_owned()), budget)?;
        Ok((system, origins, finish))
    }

    fn mentions(&self) -> Vec<Mention> {
        self.0.mentions()
    }

    fn about_finish(&self, finished: &Finished, target: &str) -> Option<Diagnostic> {
        let warning = left_out(finished, target)?;
        Some(match self.0.definition(target) {
            Some(span) => warning.at(span, ""),
            None => warning,
        })
    }
}

fn compile(model: &Model, target: &Target, budget: &Budget) -> Result<Compiled, Failure> {
    let compiled = match target {
        Target::Default => model.compile(None, budget),
        Target::System(name) => model.compile(Some(name), budget),
        Target::Process(name) => model.compile_process(name, budget),
    };
    compiled.map_err(|error| match error {
        LowerError::Diagnostics(mut messages) => {
            if let Target::Process(name) = target
                && model.composites().any(|composite| composite == name)
                && let Some(message) = messages.iter_mut().find(|message| message.code == "E0005")
            {
                message.help = Some(format!("`{name}` is a composite: name it with --system"));
            }
            Failure::Input(messages)
        }
        LowerError::Stopped(reason) => reason.into(),
    })
}
