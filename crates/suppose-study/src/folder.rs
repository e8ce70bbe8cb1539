//! The folder of results: who may write there, and what it holds.
//!
//! | file | holds |
//! |---|---|
//! | `study.json` | which study it is, and of which version; written whole or not at all, before any run |
//! | `runs.jsonl` | the journal |
//! | `runs-2-of-8.jsonl` | the journal of one share, where several machines work on the study |
//! | `lock`, `lock-2-of-8` | held by whoever writes the journal; the system lets go of it when that ends |
//!
//! A run is over when any journal has its record. Nothing that was there before is overwritten unless that is
//! asked for, and then only files that a study makes.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use suppose::base::Diagnostic;

use crate::Record;
use crate::journal::{self, Contents, Journal};
use crate::study::{Study, VERSION};

/// The schema of `study.json`.
const SCHEMA: &str = "suppose/study-results/1";

/// What `study.json` says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    schema: String,
    version: String,
    /// The name of the study.
    pub name: String,
    study: String,
}

impl Header {
    fn of(study: &Study) -> Self {
        let (schema, version) = (SCHEMA.to_owned(), VERSION.to_owned());
        Self { schema, version, name: study.name.clone(), study: study.hash() }
    }
}

/// What to do with results that are there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// There must be none.
    New,
    /// Go on with them.
    Resume,
    /// Throw them away.
    Force,
}

/// A share of a study: one of several machines does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Which one, from 1.
    pub number: u32,
    /// How many there are.
    pub of: u32,
}

impl Share {
    /// Whether the thing at a place is in this share. Neighbours are often alike, so they are dealt out.
    pub fn has(self, place: usize) -> bool {
        place % self.of as usize == self.number as usize - 1
    }
}

/// A folder that this process may write to.
#[derive(Debug)]
pub struct Results {
    folder: PathBuf,
    journal: Journal,
    /// Records of runs that are over, by key.
    pub records: BTreeMap<String, Record>,
    /// What there is to warn about.
    pub warnings: Vec<Diagnostic>,
    _lock: File,
}

fn refused(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("E0007", format!("{}: {error}", path.display()))
}

impl Results {
    /// Opens the folder of a study for writing, and makes it where there is none.
    ///
    /// # Errors
    /// When it cannot be written, belongs to something else, or is in use.
    pub fn open(
        folder: &Path,
        study: &Study,
        begin: Begin,
        share: Option<Share>,
    ) -> Result<Self, Diagnostic> {
        let known = look(folder)?;
        if let Some(header) = &known {
            match begin {
                Begin::New => return Err(not_empty(folder)),
                Begin::Resume => same(header, &Header::of(study), folder)?,
                Begin::Force => {}
            }
        }
        std::fs::create_dir_all(folder).map_err(|error| refused(folder, &error))?;
        let lock = lock(folder, share)?;
        if begin == Begin::Force {
            if let Some(holder) = holders(folder).first() {
                return Err(in_use(folder, holder));
            }
            clear(folder).map_err(|error| refused(folder, &error))?;
        }
        let header = serde_json::to_string_pretty(&Header::of(study)).expect("plain data");
        write_whole(&folder.join("study.json"), format!("{header}\n").as_bytes())?;
        let path = folder.join(journal_name(share));
        let (journal, contents) = Journal::open(&path).map_err(|error| refused(&path, &error))?;
        let mut results = Self {
            folder: folder.to_owned(),
            journal,
            records: BTreeMap::new(),
            warnings: Vec::new(),
            _lock: lock,
        };
        results.warnings.extend(take(contents, &path, &mut results.records));
        results.reread()?;
        Ok(results)
    }

    /// Looks into the journals of others.
    ///
    /// # Errors
    /// When one of them cannot be read.
    pub fn reread(&mut self) -> Result<(), Diagnostic> {
        let (records, warnings) = records(&self.folder)?;
        for (key, record) in records {
            self.records.entry(key).or_insert(record);
        }
        if self.warnings.is_empty() {
            self.warnings = warnings;
        }
        Ok(())
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Keeps a record.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep(&mut self, record: Record) -> Result<(), Diagnostic> {
        self.journal.append(&record).map_err(|error| refused(&self.folder, &error))?;
        self.records.insert(record.run.clone(), record);
        Ok(())
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn sync(&mut self) -> Result<(), Diagnostic> {
        self.journal.sync().map_err(|error| refused(&self.folder, &error))
    }
}

/// What a folder says it holds; nothing when it is empty or not there.
fn look(folder: &Path) -> Result<Option<Header>, Diagnostic> {
    let path = folder.join("study.json");
    match std::fs::read(&path) {
        Ok(text) => match serde_json::from_slice::<Header>(&text) {
            Ok(header) if header.schema == SCHEMA => Ok(Some(header)),
            _ => {
                let message = format!("{}: it is not the head of a study's results", path.display());
                let help = "name another folder with --output";
                Err(Diagnostic::error("E1112", message).help(help))
            }
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let others = std::fs::read_dir(folder).map(|entries| {
                entries.flatten().any(|entry| {
                    let name = entry.file_name().to_string_lossy().into_owned();
                    !name.starts_with("lock") && !name.starts_with(".study.json.")
                })
            });
            match others {
                Ok(true) => {
                    let message = format!("{}: the folder holds something else", folder.display());
                    let help = "name a new or empty folder with --output";
                    Err(Diagnostic::error("E1112", message).help(help))
                }
                Ok(false) => Ok(None),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(refused(folder, &error)),
            }
        }
        Err(error) => Err(refused(&path, &error)),
    }
}

fn not_empty(folder: &Path) -> Diagnostic {
    let message = format!("{}: there are results already", folder.display());
    let help = "go on with --resume, begin anew with --force, or name another folder with --output";
    Diagnostic::error("E1110", message).help(help)
}

/// Refuses results of another version or another study.
fn same(found: &Header, wanted: &Header, folder: &Path) -> Result<(), Diagnostic> {
    let folder = folder.display();
    let help = "begin anew with --force, or name another folder with --output";
    if found.version != wanted.version {
        let (theirs, ours) = (&found.version, &wanted.version);
        let message = format!("{folder}: the results are of version {theirs}, and this is {ours}");
        return Err(Diagnostic::error("E1111", message).help(help));
    }
    if found.study != wanted.study {
        let message = format!("{folder}: the results are of another study than this file now describes");
        let note = "the study, a model or a limit has changed since";
        return Err(Diagnostic::error("E1111", message).note(note).help(help));
    }
    Ok(())
}

fn suffix(share: Option<Share>) -> String {
    share.map_or_else(String::new, |share| format!("-{}-of-{}", share.number, share.of))
}

fn journal_name(share: Option<Share>) -> String {
    format!("runs{}.jsonl", suffix(share))
}

/// Takes the lock; it is let go of when the file is closed, however the process ends.
fn lock(folder: &Path, share: Option<Share>) -> Result<File, Diagnostic> {
    let path = folder.join(format!("lock{}", suffix(share)));
    let opened = File::options().read(true).write(true).create(true).truncate(false).open(&path);
    let mut file = opened.map_err(|error| refused(&path, &error))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut holder = String::new();
            let _ = file.read_to_string(&mut holder);
            return Err(in_use(folder, holder.trim()));
        }
        Err(TryLockError::Error(error)) => return Err(refused(&path, &error)),
    }
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let text = format!("process {} on {}\n", std::process::id(), host.trim());
    let written = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(text.as_bytes()));
    written.map_err(|error| refused(&path, &error))?;
    Ok(file)
}

fn in_use(folder: &Path, holder: &str) -> Diagnostic {
    let message = format!("{}: another run of the study writes here", folder.display());
    let diagnostic = Diagnostic::error("E1113", message).help("wait for it, or name another folder");
    if holder.is_empty() { diagnostic } else { diagnostic.note(format!("it is {holder}")) }
}

/// Who holds the lock of a share.
pub(crate) fn holders(folder: &Path) -> Vec<String> {
    let mut holders = Vec::new();
    for path in files(folder, "lock-", "") {
        let Ok(mut file) = File::options().read(true).write(true).open(&path) else { continue };
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            let mut holder = String::new();
            let _ = file.read_to_string(&mut holder);
            holders.push(holder.trim().to_owned());
        }
    }
    holders
}

/// The files of a folder with names that begin and end so, in order.
fn files(folder: &Path, begin: &str, end: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_one = |name: &String| name.starts_with(begin) && name.ends_with(end);
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).filter(is_one).collect();
    names.sort_unstable();
    names.into_iter().map(|name| folder.join(name)).collect()
}

/// Removes results, and nothing that a study does not make.
fn clear(folder: &Path) -> io::Result<()> {
    let ours = ["study.json", "runs.csv", "runs.parquet", "report.html"].map(|name| folder.join(name));
    for path in ours.into_iter().chain(files(folder, "runs", ".jsonl")) {
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// All records of a folder by key, and what there is to warn about.
type Found = (BTreeMap<String, Record>, Vec<Diagnostic>);

fn records(folder: &Path) -> Result<Found, Diagnostic> {
    let (mut records, mut warnings) = (BTreeMap::new(), Vec::new());
    for path in files(folder, "runs", ".jsonl") {
        let contents = journal::read(&path).map_err(|error| refused(&path, &error))?;
        warnings.extend(take(contents, &path, &mut records));
    }
    Ok((records, warnings))
}

/// Adds what a journal says; the first record of a run counts.
fn take(contents: Contents, path: &Path, records: &mut BTreeMap<String, Record>) -> Option<Diagnostic> {
    for record in contents.records {
        records.entry(record.run.clone()).or_insert(record);
    }
    (contents.damaged > 0).then(|| {
        let lines = suppose::base::counted(contents.damaged, "line");
        let message = format!("{}: {lines} cannot be read; their runs are done again", path.display());
        Diagnostic::warning("W1101", message)
    })
}

/// What there is in a folder of results, without a study.
///
/// # Errors
/// When it is none, or cannot be read.
pub fn finished(folder: &Path) -> Result<(Header, Vec<Record>, Vec<Diagnostic>), Diagnostic> {
    let Some(header) = look(folder)? else {
        let message = format!("{}: there are no results of a study", folder.display());
        return Err(Diagnostic::error("E1112", message));
    };
    let (records, warnings) = records(folder)?;
    Ok((header, records.into_values().collect(), warnings))
}

/// Writes a file, complete or not at all.
///
/// # Errors
/// When it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let temporary = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let attempt = || {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_data()?;
        std::fs::rename(&temporary, path)
    };
    attempt().map_err(|error| {
        // Best effort: the failure itself is what the user needs to hear about.
        let _ = std::fs::remove_file(&temporary);
        refused(path, &error)
    })
}
