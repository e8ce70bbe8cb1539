//! Single LTSs in files: Aldebaran's `.aut`, and JSON as `suppose` writes it.

use suppose_base::{ActionTable, Diagnostic};
use suppose_lts::Lts;
use suppose_lts::io::{ReadError, TauSpelling, read_aut, read_json};

use crate::system::SystemInquiry;
use crate::{Failure, Input, Inquiry, Language, Reader, Subject, Target, TauWord};

/// Aldebaran's format, as LTSA, CADP and mCRL2 write it.
#[derive(Clone, Copy, Debug)]
pub struct Aldebaran;

/// A graph in JSON.
#[derive(Clone, Copy, Debug)]
pub struct JsonGraph;

/// An LTS, and the file that it came from.
struct Graph {
    name: String,
    file: String,
    lts: Lts,
    actions: ActionTable,
}

impl Language for Aldebaran {
    fn name(&self) -> &'static str {
        "aut"
    }

    fn about(&self) -> &'static str {
        "an Aldebaran graph"
    }

    fn suffixes(&self) -> &'static [&'static str] {
        &["aut"]
    }

    fn options(&self) -> &'static [&'static str] {
        &["--tau"]
    }

    fn load(&self, input: &Input, reader: &mut Reader) -> Result<Box<dyn Subject>, Failure> {
        let tau = match reader.options.tau {
            TauWord::Auto => TauSpelling::Auto,
            TauWord::Tau => TauSpelling::Tau,
            TauWord::Letter => TauSpelling::TauAndI,
        };
        load(input, reader, |bytes, file, actions, reader| {
            read_aut(bytes, file, tau, actions, &reader.budget).map(|aut| (aut.lts, aut.warnings))
        })
    }
}

impl Language for JsonGraph {
    fn name(&self) -> &'static str {
        "json"
    }

    fn about(&self) -> &'static str {
        "a graph as suppose writes it"
    }

    fn suffixes(&self) -> &'static [&'static str] {
        &["json"]
    }

    fn load(&self, input: &Input, reader: &mut Reader) -> Result<Box<dyn Subject>, Failure> {
        load(input, reader, |bytes, file, actions, reader| {
            read_json(bytes, file, actions, &reader.budget).map(|json| (json.lts, Vec::new()))
        })
    }
}

fn load(
    input: &Input,
    reader: &mut Reader,
    read: impl FnOnce(
        &[u8],
        suppose_base::FileId,
        &mut ActionTable,
        &Reader,
    ) -> Result<(Lts, Vec<Diagnostic>), ReadError>,
) -> Result<Box<dyn Subject>, Failure> {
    let bytes = reader.bytes(input)?;
    // Graphs can be large: the text is only kept when there is something to say about it.
    let file = reader.enter(input);
    let mut actions = ActionTable::new();
    match read(&bytes, file, &mut actions, reader) {
        Ok((lts, warnings)) => {
            if !warnings.is_empty() {
                reader.sources.fill(file, &bytes);
                reader.warnings.extend(warnings);
            }
            let file = input.path.display().to_string();
            Ok(Box::new(Graph { name: input.name.clone(), file, lts, actions }))
        }
        Err(ReadError::Invalid(messages)) => {
            reader.sources.fill(file, &bytes);
            Err(Failure::Input(messages))
        }
        Err(ReadError::Stopped(reason)) => Err(reason.into()),
    }
}

impl Subject for Graph {
    fn inquiry(self: Box<Self>, target: &Target, _reader: &mut Reader) -> Result<Box<dyn Inquiry>, Failure> {
        let Self { name, file, lts, actions } = *self;
        match target.name() {
            Some(wanted) if wanted != name => {
                let message = format!("`{wanted}` is not defined: {file} holds one LTS, `{name}`");
                Err(Diagnostic::error("E0005", message).into())
            }
            _ => Ok(Box::new(SystemInquiry::of_lts(name, lts, actions))),
        }
    }
}
