//! Reading input: bytes, text, what was read, and what there was to warn about.
//!
//! A [`Reader`] is handed to a language for all files of one command. It knows the limits, keeps the sources
//! for messages, collects warnings, and remembers every file with its hash when a certificate wants to say
//! what it was made from.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use suppose_base::{Budget, Diagnostic, FileId, Poll, SourceMap, Span};
use suppose_prove::certificate::hex;

use crate::Failure;

/// The largest source text.
const MAX_TEXT: u64 = 1 << 30;

/// The largest graph file.
const MAX_BYTES: u64 = u32::MAX as u64;

/// How long to wait for a pipe before looking at the limits again.
const PATIENCE: Duration = Duration::from_millis(20);

/// What standard input said, once it has been read: a process can read it only once, but may need it for
/// several systems.
static STANDARD_INPUT: OnceLock<Arc<Vec<u8>>> = OnceLock::new();

/// How an Aldebaran file spells τ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TauWord {
    /// `tau`; and `i` too unless the file has `tau`.
    #[default]
    Auto,
    /// `tau` only, as LTSA and mCRL2.
    Tau,
    /// `i` and `tau`, as CADP.
    Letter,
}

impl TauWord {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Tau, Self::Letter];

    /// The name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Tau => "tau",
            Self::Letter => "i",
        }
    }
}

/// Options that say how input is read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// How Aldebaran files spell τ.
    pub tau: TauWord,
    /// The gates of netlists.
    pub library: Option<PathBuf>,
    /// The top module of netlists.
    pub top: Option<String>,
    /// The named number of a tasking program that is the size of a family.
    pub every: Option<String>,
}

/// What a file is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputRole {
    /// It is the system, or a part of it.
    System,
    /// It is a property.
    Property,
    /// Another file asks for it.
    Imported,
    /// It has the gates of netlists.
    Library,
}

impl InputRole {
    /// The name, as in certificates.
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Property => "property",
            Self::Imported => "imported",
            Self::Library => "library",
        }
    }
}

/// A file to read, or a text that stands for one.
#[derive(Clone, Debug)]
pub struct Input {
    /// Where it is; `-` is standard input.
    pub path: PathBuf,
    /// What to call the thing that it holds.
    pub name: String,
    /// What it is read for.
    pub role: InputRole,
    /// The name of its language.
    pub language: &'static str,
    /// What it says, where that is known already.
    pub content: Option<Arc<Vec<u8>>>,
}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct FileRead {
    /// Where it is, as it was named.
    pub path: String,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
    /// What it was read for.
    pub role: InputRole,
    /// The name of its language; nothing for files that others ask for.
    pub language: Option<&'static str>,
}

/// Reads all files of one command.
#[derive(Debug)]
pub struct Reader {
    /// The limits.
    pub budget: Budget,
    /// The texts, for messages.
    pub sources: SourceMap,
    /// How to read.
    pub options: ReadOptions,
    /// What there was to warn about so far.
    pub warnings: Vec<Diagnostic>,
    /// The files read so far, if somebody wants to know.
    pub reads: Option<Vec<FileRead>>,
    /// What languages made of files that several others need, by path.
    kept: BTreeMap<PathBuf, Arc<dyn Any + Send + Sync>>,
}

/// What to call the thing that a file holds: its name without folder and suffix.
pub fn stem(path: &Path) -> String {
    if path.as_os_str() == "-" {
        return "stdin".into();
    }
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

impl Reader {
    /// A reader under these limits.
    pub fn new(budget: Budget, options: ReadOptions) -> Self {
        Self {
            budget,
            sources: SourceMap::new(),
            options,
            warnings: Vec::new(),
            reads: None,
            kept: BTreeMap::new(),
        }
    }

    /// Remembers a warning.
    pub fn warn(&mut self, warning: Diagnostic) {
        self.warnings.push(warning);
    }

    /// Remembers warnings that are not known yet: the same code at the same place, or in the same words where
    /// there is none.
    pub fn warn_once(&mut self, warnings: Vec<Diagnostic>) {
        for warning in warnings {
            let is_known = |known: &Diagnostic| {
                known.code == warning.code
                    && known.span() == warning.span()
                    && (warning.span().is_some() || known.message == warning.message)
            };
            if !self.warnings.iter().any(is_known) {
                self.warnings.push(warning);
            }
        }
    }

    /// The bytes of an input, which are not entered into the sources: see [`Reader::enter`].
    ///
    /// # Errors
    /// When it cannot be read, or a limit is reached meanwhile.
    pub fn bytes(&mut self, input: &Input) -> Result<Arc<Vec<u8>>, Failure> {
        self.content(input, MAX_BYTES)
    }

    /// The text of an input, entered into the sources.
    ///
    /// # Errors
    /// When it cannot be read or is no text, or a limit is reached meanwhile.
    pub fn text(&mut self, input: &Input) -> Result<(FileId, Arc<str>), Failure> {
        let bytes = self.content(input, MAX_TEXT)?;
        self.decoded(&input.path, &bytes)
    }

    /// The text of another file that an option names.
    ///
    /// # Errors
    /// As [`Reader::text`].
    pub fn text_at(&mut self, path: &Path, role: InputRole) -> Result<(FileId, Arc<str>), Failure> {
        let bytes = self.read(path, MAX_TEXT)?;
        self.note(path, &bytes, role, None);
        self.decoded(path, &bytes)
    }

    /// Enters a file whose text is not needed for messages yet; [`SourceMap::fill`] gives it one later.
    pub fn enter(&mut self, input: &Input) -> FileId {
        self.sources.add(input.path.to_string_lossy(), "")
    }

    /// The bytes of a file that another one asks for by a path from its own folder, and where it is.
    ///
    /// # Errors
    /// In the words of the operating system.
    pub fn beside(&mut self, asking: &Path, path: &str) -> Result<(PathBuf, Vec<u8>), String> {
        let full = asking.parent().map_or_else(|| PathBuf::from(path), |folder| folder.join(path));
        let bytes = read_whole(&full, MAX_BYTES)?;
        self.note(&full, &bytes, InputRole::Imported, None);
        Ok((full, bytes))
    }

    /// The text of a file that another one asks for by a path from its own folder, entered into the sources.
    ///
    /// # Errors
    /// In the words of the operating system, or that it is no text.
    pub fn text_beside(&mut self, asking: &Path, path: &str) -> Result<(FileId, Arc<str>), String> {
        let (full, bytes) = self.beside(asking, path)?;
        if bytes.len() as u64 > MAX_TEXT {
            return Err(TOO_LARGE.into());
        }
        let text: Arc<str> = decode(&bytes).ok_or("it is not text")?.into();
        Ok((self.sources.add(full.to_string_lossy(), Arc::clone(&text)), text))
    }

    /// What a file means that several others need: made when it is first asked for, and kept for the rest of
    /// the command.
    ///
    /// # Errors
    /// Those of making it.
    pub fn kept<T: Any + Send + Sync>(
        &mut self,
        path: &Path,
        make: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<Arc<T>, Failure> {
        if let Some(known) = self.kept.get(path)
            && let Ok(known) = Arc::clone(known).downcast::<T>()
        {
            return Ok(known);
        }
        let made = Arc::new(make(self)?);
        self.kept.insert(path.to_owned(), Arc::<T>::clone(&made));
        Ok(made)
    }

    fn content(&mut self, input: &Input, limit: u64) -> Result<Arc<Vec<u8>>, Failure> {
        let bytes = match &input.content {
            Some(bytes) => Arc::clone(bytes),
            None => self.read(&input.path, limit)?,
        };
        self.note(&input.path, &bytes, input.role, Some(input.language));
        Ok(bytes)
    }

    fn note(&mut self, path: &Path, bytes: &[u8], role: InputRole, language: Option<&'static str>) {
        if let Some(reads) = &mut self.reads {
            let path = path.to_string_lossy().into_owned();
            reads.push(FileRead { path, sha256: hex(bytes), role, language });
        }
    }

    /// Enters a text into the sources.
    fn decoded(&mut self, path: &Path, bytes: &[u8]) -> Result<(FileId, Arc<str>), Failure> {
        let name = path.to_string_lossy();
        let Some(text) = decode(bytes) else {
            // What comes before the bad byte is enough to show where it is.
            let good = std::str::from_utf8(bytes).err().map_or(0, |error| error.valid_up_to());
            let file = self.sources.add(name, String::from_utf8_lossy(&bytes[..good]).as_ref());
            let span = Span::new(file, good as u32, good as u32);
            let message = format!("byte {:#04x} at offset {good} is not UTF-8", bytes[good]);
            let diagnostic = Diagnostic::error("E0002", message);
            return Err(diagnostic.at(span, "from here on it is not text").into());
        };
        let file = self.sources.add(name, &*text);
        if let Cow::Owned(text) = &text {
            let at = text.find(|c: char| !c.is_ascii()).unwrap_or(0) as u32;
            let warning = Diagnostic::warning("W0001", "the file is not UTF-8 and is read as Latin-1")
                .at(Span::new(file, at, at + 2), "the first such character");
            self.warn(warning);
        }
        Ok((file, text.into()))
    }

    /// All bytes of a file. One that is no ordinary file, such as a pipe, may keep us waiting; limits and
    /// Ctrl-C count meanwhile. Standard input can be read once only, so what it says is kept.
    ///
    /// # Errors
    /// When it cannot be read, or a limit is reached meanwhile.
    pub fn read(&mut self, path: &Path, limit: u64) -> Result<Arc<Vec<u8>>, Failure> {
        let standard = path.as_os_str() == "-";
        if standard && let Some(bytes) = STANDARD_INPUT.get() {
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
                    Err(RecvTimeoutError::Timeout) => self.budget.poll(Poll::Read)?,
                    Err(RecvTimeoutError::Disconnected) => break Err("reading it failed".into()),
                }
            }
        };
        let bytes = Arc::new(read.map_err(|message| unreadable(path, &message))?);
        if standard {
            // Whoever reads it at the same time reads the rest of it; the first one's part is kept.
            return Ok(Arc::clone(STANDARD_INPUT.get_or_init(|| bytes)));
        }
        Ok(bytes)
    }
}

/// The text of a file: UTF-8, else Latin-1, as older models have it in their comments, unless there are
/// control characters: then it is no text at all.
pub(crate) fn decode(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let is_text = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x20..=0x7e | 0x80..);
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(Cow::Borrowed(text)),
        Err(_) if bytes.iter().all(is_text) => Some(bytes.iter().map(|&byte| char::from(byte)).collect()),
        Err(_) => None,
    }
}

fn unreadable(path: &Path, message: &str) -> Failure {
    let code = if message == TOO_LARGE { "E0003" } else { "E0001" };
    Diagnostic::error(code, format!("{}: {message}", path.display())).into()
}

const TOO_LARGE: &str = "the file is too large";

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
        // Somebody may still be writing: what is there now is read, and the end is not chased. Files of
        // length 0 that have content after all are made up by the system on reading.
        let enough = if about.is_file() && about.len() > 0 { about.len() } else { limit + 1 };
        file.take(enough).read_to_end(&mut bytes)
    };
    result.map_err(|e| e.to_string())?;
    if bytes.len() as u64 > limit {
        return Err(TOO_LARGE.into());
    }
    Ok(bytes)
}
