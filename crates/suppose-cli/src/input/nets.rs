//! Reading files that describe nets: `.lpn`, `.g`, `.pnml`, and netlists with their library of gates.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use suppose::base::{Diagnostic, FileId};
use suppose::nets::lpn::{IncludeLoader, Included};
use suppose::nets::netlist::Library;
use suppose::nets::stg::Stg;
use suppose::nets::{Fragment, WireId, lpn, netlist, pnml, stg};

use super::{MAX_TEXT, builtin, decode, read, read_whole, stem, text_of};
use crate::args::{Input, Language};
use crate::session::{Failure, Session};

/// What a file of nets holds.
pub(crate) enum NetFile {
    /// Nets.
    Plain(Fragment),
    /// A signal transition graph, about which more can be asked.
    Graph(Box<Stg>),
}

impl NetFile {
    /// The nets.
    pub(crate) fn into_fragment(self) -> Fragment {
        match self {
            Self::Plain(fragment) => fragment,
            Self::Graph(stg) => stg.fragment,
        }
    }

    /// Gives another name to a net that is the only one of its file.
    pub(crate) fn rename_only(&mut self, name: &str) {
        let fragment = match self {
            Self::Plain(fragment) => fragment,
            Self::Graph(stg) => &mut stg.fragment,
        };
        if let [only] = &mut fragment.nets[..] {
            name.clone_into(&mut only.name);
        }
    }
}

/// The gates of netlists, read when the first netlist is.
pub(crate) struct Gates<'o> {
    options: &'o Input,
    library: Option<Library>,
}

impl<'o> Gates<'o> {
    pub(crate) fn new(options: &'o Input) -> Self {
        Self { options, library: None }
    }

    fn library(&mut self, session: &mut Session) -> Result<&Library, Failure> {
        let Some(path) = &self.options.library else { return Ok(Library::built_in()) };
        if self.library.is_none() {
            let bytes = read(path, MAX_TEXT, session)?;
            session.note_read(path, &bytes, true);
            let (file, text) = text_of(session, path.to_string_lossy().into_owned(), &bytes)?;
            let (library, warnings) = netlist::read_library(&text, file).map_err(Failure::Input)?;
            session.warn(&warnings);
            self.library = Some(library);
        }
        Ok(self.library.as_ref().expect("it was read"))
    }
}

/// Reads a file of nets. A net that is the only one of its file is called after it. Warnings are shown at once.
pub(crate) fn load(
    session: &mut Session,
    path: &Path,
    language: Language,
    gates: &mut Gates<'_>,
) -> Result<NetFile, Failure> {
    let bytes = match builtin::text(path)? {
        Some(text) => Arc::new(text.into_bytes()),
        None => read(path, MAX_TEXT, session)?,
    };
    session.note_read(path, &bytes, false);
    let (file, text) = text_of(session, path.to_string_lossy().into_owned(), &bytes)?;
    let name = stem(path);
    let result = match language {
        Language::Stg => {
            let (mut graph, warnings) = stg::read(&text, file, &name).map_err(Failure::Input)?;
            session.warn(&warnings);
            let missed = graph.infer_initial(&session.budget)?;
            let name = |wire: WireId| graph.fragment.wires[wire.index()].name.clone();
            let warning = netlist::guessed(&missed, name);
            session
                .warn(warning.map(|w| w.help("say them before the graph: `.initial state a !b`")).as_slice());
            return Ok(NetFile::Graph(Box::new(graph)));
        }
        Language::Pnml => pnml::read(&text, file, &name),
        Language::Verilog => {
            let top = gates.options.top.clone();
            netlist::read(&text, file, &name, gates.library(session)?, top.as_deref())
        }
        _ => lpn::read(&text, file, &name, &Includes::new(path, file, session)),
    };
    let (mut fragment, warnings) = result.map_err(Failure::Input)?;
    session.warn(&warnings);
    if let [only] = &mut fragment.nets[..] {
        only.name = name;
    }
    Ok(NetFile::Plain(fragment))
}

/// Reads included files from beside the file that asks for them.
struct Includes<'s> {
    inner: Mutex<Known<'s>>,
}

struct Known<'s> {
    session: &'s mut Session,
    /// Files that have been read, by their real paths.
    files: BTreeMap<PathBuf, Included>,
}

impl<'s> Includes<'s> {
    fn new(path: &Path, file: FileId, session: &'s mut Session) -> Self {
        let text = Arc::clone(&session.sources.file(file).text);
        let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let files = BTreeMap::from([(real, Included { text, file })]);
        Self { inner: Mutex::new(Known { session, files }) }
    }
}

impl IncludeLoader for Includes<'_> {
    fn load(&self, path: &str, from: FileId) -> Result<Included, String> {
        let mut known = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let Known { session, files } = &mut *known;
        let asking = PathBuf::from(&session.sources.file(from).name);
        let full = asking.parent().map_or_else(|| PathBuf::from(path), |folder| folder.join(path));
        let real = std::fs::canonicalize(&full).map_err(|error| error.to_string())?;
        if let Some(included) = files.get(&real) {
            return Ok(included.clone());
        }
        let bytes = read_whole(&full, MAX_TEXT)?;
        session.note_read(&full, &bytes, true);
        let text: Arc<str> = decode(&bytes).ok_or("it is not text")?.into();
        let file = session.sources.add(full.to_string_lossy(), Arc::clone(&text));
        let included = Included { text, file };
        files.insert(real, included.clone());
        Ok(included)
    }
}

/// Refuses options about netlists where there is none.
pub(crate) fn fits(languages: &[Language], options: &Input) -> Result<(), Failure> {
    let given = [("--library", options.library.is_some()), ("--top", options.top.is_some())];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((what, _)) if !languages.contains(&Language::Verilog) => {
            let message = format!("{what} is about netlists, and no file is one");
            Err(Diagnostic::error("E0006", message).into())
        }
        _ => Ok(()),
    }
}
