//! Reading input files.

pub(crate) mod builtin;
pub(crate) mod nets;
pub(crate) mod reactive;
pub(crate) mod tasking;

use std::borrow::Cow;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use suppose::ada;
use suppose::base::{Diagnostic, FileId, Poll, Span};
use suppose::fsp::{self, ImportLoader, Imported, Model};
use suppose::lts::io::{ReadError, TauSpelling, read_aut, read_json};
use suppose::lts::{ActionTable, Lts};
use suppose::srs::lang as srs;

use crate::args::{Input, Language, Tau};
use crate::session::{Failure, Session};
use nets::{Gates, NetFile};

/// The largest source text.
const MAX_TEXT: u64 = 1 << 30;

/// The largest graph file.
pub(crate) const MAX_GRAPH: u64 = u32::MAX as u64;

/// How long to wait for a pipe before looking at the limits again.
const PATIENCE: Duration = Duration::from_millis(20);

/// A file that has been read.
pub(crate) enum Loaded {
    /// A model to choose a target from.
    Fsp(Box<Model>),
    /// A single LTS with its own table of actions.
    Graph(Lts, ActionTable),
    /// Nets, which become a design together with those of other files.
    Nets(Box<NetFile>),
    /// A reactive system, whose components are chosen by name.
    Reactive(Box<srs::Model>),
    /// A tasking program.
    Ada(Box<ada::Program>),
}

/// What to call the thing a file holds: its name without folder and suffix.
pub(crate) fn stem(path: &Path) -> String {
    if path.as_os_str() == "-" {
        return "stdin".into();
    }
    if let Some(name) = builtin::stem(path) {
        return name;
    }
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Reads a file in its language. Warnings are shown at once.
pub(crate) fn load(session: &mut Session, path: &Path, options: &Input) -> Result<Loaded, Failure> {
    let language = language(path, options)?;
    if language.is_nets() {
        let file = nets::load(session, path, language, &mut Gates::new(options))?;
        return Ok(Loaded::Nets(Box::new(file)));
    }
    if language == Language::Srs {
        return Ok(Loaded::Reactive(Box::new(reactive::load(session, path)?)));
    }
    if language == Language::Ada {
        return Ok(Loaded::Ada(Box::new(tasking::load(session, path)?)));
    }
    let limit = if language == Language::Fsp { MAX_TEXT } else { MAX_GRAPH };
    let bytes = read(path, limit, session)?;
    session.note_read(path, &bytes, false);
    let name = path.to_string_lossy().into_owned();
    if language == Language::Fsp {
        return load_fsp(session, path, name, &bytes);
    }
    let file = session.sources.add(name, "");
    let mut table = ActionTable::new();
    let read = if language == Language::Aut {
        let tau = match options.tau {
            Tau::Auto => TauSpelling::Auto,
            Tau::Word => TauSpelling::Tau,
            Tau::Letter => TauSpelling::TauAndI,
        };
        read_aut(&bytes, file, tau, &mut table, &session.budget).map(|aut| (aut.lts, aut.warnings))
    } else {
        read_json(&bytes, file, &mut table, &session.budget).map(|json| (json.lts, Vec::new()))
    };
    match read {
        Ok((lts, warnings)) => {
            if !warnings.is_empty() {
                session.sources.fill(file, &bytes);
                session.warn(&warnings);
            }
            Ok(Loaded::Graph(lts, table))
        }
        Err(ReadError::Invalid(messages)) => {
            session.sources.fill(file, &bytes);
            Err(Failure::Input(messages))
        }
        Err(ReadError::Stopped(reason)) => Err(reason.into()),
    }
}

fn load_fsp(session: &mut Session, path: &Path, name: String, bytes: &[u8]) -> Result<Loaded, Failure> {
    let (file, text) = text_of(session, name, bytes)?;
    let imports = Imports { folder: path.parent().map(Path::to_path_buf), session: Mutex::new(session) };
    let loaded = fsp::load(&text, file, &imports);
    match loaded {
        Ok(model) => {
            session.warn(model.warnings());
            Ok(Loaded::Fsp(Box::new(model)))
        }
        Err(messages) => Err(Failure::Input(messages)),
    }
}

/// The text of a file, or of a built-in model.
pub(crate) fn text(session: &mut Session, path: &Path) -> Result<(FileId, Arc<str>), Failure> {
    let bytes = match builtin::text(path)? {
        Some(text) => Arc::new(text.into_bytes()),
        None => read(path, MAX_TEXT, session)?,
    };
    session.note_read(path, &bytes, false);
    let (file, text) = text_of(session, path.to_string_lossy().into_owned(), &bytes)?;
    Ok((file, text.into()))
}

/// Enters a text into the sources.
fn text_of<'b>(
    session: &mut Session,
    name: String,
    bytes: &'b [u8],
) -> Result<(FileId, Cow<'b, str>), Failure> {
    let Some(text) = decode(bytes) else {
        // What comes before the bad byte is enough to show where it is.
        let good = std::str::from_utf8(bytes).err().map_or(0, |error| error.valid_up_to());
        let file = session.sources.add(name, String::from_utf8_lossy(&bytes[..good]).as_ref());
        let span = Span::new(file, good as u32, good as u32);
        let message = format!("byte {:#04x} at offset {good} is not UTF-8", bytes[good]);
        return Err(Diagnostic::error("E0002", message).at(span, "from here on it is not text").into());
    };
    let file = session.sources.add(name, &*text);
    if let Cow::Owned(text) = &text {
        let at = text.find(|c: char| !c.is_ascii()).unwrap_or(0) as u32;
        let warning = Diagnostic::warning("W0001", "the file is not UTF-8 and is read as Latin-1")
            .at(Span::new(file, at, at + 2), "the first such character");
        session.warn(&[warning]);
    }
    Ok((file, text))
}

/// The text of a file: UTF-8, else Latin-1, as older models have it in their comments, unless there are control characters: then it is
/// no text at all.
fn decode(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let is_text = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x20..=0x7e | 0x80..);
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(Cow::Borrowed(text)),
        Err(_) if bytes.iter().all(is_text) => Some(bytes.iter().map(|&byte| char::from(byte)).collect()),
        Err(_) => None,
    }
}

/// Reads imported files from beside the model.
struct Imports<'s> {
    folder: Option<PathBuf>,
    session: Mutex<&'s mut Session>,
}

impl ImportLoader for Imports<'_> {
    fn load(&self, path: &str) -> Result<Imported, String> {
        let full = self.folder.as_ref().map_or_else(|| PathBuf::from(path), |folder| folder.join(path));
        let bytes = read_whole(&full, MAX_GRAPH)?;
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let file: FileId = session.sources.add(full.to_string_lossy(), "");
        session.sources.fill(file, &bytes);
        session.note_read(&full, &bytes, true);
        Ok(Imported { bytes: Arc::from(bytes), file })
    }
}

/// The language of a file.
pub(crate) fn language(path: &Path, options: &Input) -> Result<Language, Failure> {
    match builtin::language(path).or(options.lang) {
        Some(language) => Ok(language),
        None => language_of(path),
    }
}

/// The language that a suffix tells.
fn language_of(path: &Path) -> Result<Language, Failure> {
    let suffix = path.extension().map(|s| s.to_string_lossy().to_lowercase());
    match suffix.as_deref() {
        Some("lts" | "fsp") => Ok(Language::Fsp),
        Some("aut") => Ok(Language::Aut),
        Some("json") => Ok(Language::Json),
        Some("lpn") => Ok(Language::Lpn),
        Some("g") => Ok(Language::Stg),
        Some("pnml") => Ok(Language::Pnml),
        Some("v" | "sv") => Ok(Language::Verilog),
        Some("srs") => Ok(Language::Srs),
        Some("adb" | "ada") => Ok(Language::Ada),
        None if path.as_os_str() == "-" => Ok(Language::Fsp),
        _ => {
            let message = format!("{}: the suffix tells no language", path.display());
            let help = "say it with --lang fsp, aut, json, lpn, stg, pnml, verilog, srs or ada";
            Err(Diagnostic::error("E0004", message).help(help).into())
        }
    }
}

fn unreadable(path: &Path, message: &str) -> Failure {
    let code = if message == TOO_LARGE { "E0003" } else { "E0001" };
    Diagnostic::error(code, format!("{}: {message}", path.display())).into()
}

const TOO_LARGE: &str = "the file is too large";

/// All bytes of a file. One that is no ordinary file, such as a pipe, may keep us waiting; limits and Ctrl-C count meanwhile.
/// Standard input can be read once only, so what it says is kept.
pub(crate) fn read(path: &Path, limit: u64, session: &mut Session) -> Result<Arc<Vec<u8>>, Failure> {
    let standard = path.as_os_str() == "-";
    if standard && let Some(bytes) = &session.standard_input {
        return Ok(Arc::clone(bytes));
    }
    let read = if std::fs::metadata(path).is_ok_and(|about| about.is_file()) {
        read_whole(path, limit)
    } else {
        let (sender, receiver) = channel();
        let source = path.to_owned();
        // When nobody waits for the bytes any more, they are not needed either.
        std::thread::spawn(move || drop(sender.send(read_whole(&source, limit))));
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(read) => break read,
                Err(RecvTimeoutError::Timeout) => session.budget.poll(Poll::Read)?,
                Err(RecvTimeoutError::Disconnected) => break Err("reading it failed".into()),
            }
        }
    };
    let bytes = Arc::new(read.map_err(|message| unreadable(path, &message))?);
    if standard {
        session.standard_input = Some(Arc::clone(&bytes));
    }
    Ok(bytes)
}

/// All bytes of a file, as it is now.
fn read_whole(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let result = if path.as_os_str() == "-" {
        std::io::stdin().lock().take(limit + 1).read_to_end(&mut bytes)
    } else {
        let file = std::fs::File::open(path).map_err(|e| e.to_string())?;
        let about = file.metadata().map_err(|e| e.to_string())?;
        if about.is_dir() {
            return Err("it is a folder, not a file".into());
        }
        if about.len() > limit {
            return Err(TOO_LARGE.into());
        }
        bytes.reserve_exact(about.len() as usize + 1);
        // Somebody may still be writing: what is there now is read, and the end is not chased. Files of length 0 that have content
        // after all are made up by the system on reading.
        let enough = if about.is_file() && about.len() > 0 { about.len() } else { limit + 1 };
        file.take(enough).read_to_end(&mut bytes)
    };
    result.map_err(|e| e.to_string())?;
    if bytes.len() as u64 > limit {
        return Err(TOO_LARGE.into());
    }
    Ok(bytes)
}
