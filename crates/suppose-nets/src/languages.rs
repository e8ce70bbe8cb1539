//! The languages of nets: `.lpn`, `.g`, `.pnml`, and netlists with their library of gates.
//!
//! All of them give a [`NetSubject`], so files of different languages make one design. A net that is the only
//! one of its file is called after it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use suppose_base::FileId;
use suppose_inquiry::{BuiltIn, Failure, Input, InputRole, Language, Reader, Subject};

use crate::lpn::{IncludeLoader, Included};
use crate::models::MODELS;
use crate::net::WireId;
use crate::netlist::{self, Library};
use crate::subject::{NetFile, NetSubject};
use crate::{Fragment, lpn, pnml, stg};

/// Platu's nets.
#[derive(Clone, Copy, Debug)]
pub struct Lpn;

/// Signal transition graphs.
#[derive(Clone, Copy, Debug)]
pub struct SignalGraph;

/// Petri nets in the standard exchange format.
#[derive(Clone, Copy, Debug)]
pub struct Pnml;

/// Netlists of gates.
#[derive(Clone, Copy, Debug)]
pub struct Verilog;

impl Language for Lpn {
    fn name(&self) -> &'static str {
        "lpn"
    }

    fn about(&self) -> &'static str {
        "Platu's nets"
    }

    fn suffixes(&self) -> &'static [&'static str] {
        &["lpn"]
    }

    fn models(&self) -> &'static [BuiltIn] {
        MODELS
    }

    fn load(&self, input: &Input, reader: &mut Reader) -> Result<Box<dyn Subject>, Failure> {
        let (file, text) = reader.text(input)?;
        let includes = Includes::new(&input.path, Included { text: Arc::clone(&text), file }, reader);
        let read = lpn::read(&text, file, &input.name, &includes);
        plain(input, read, reader)
    }
}

impl Language for SignalGraph {
    fn name(&self) -> &'static str {
        "stg"
    }

    fn about(&self) -> &'static str {
        "a signal transition graph"
    }

    fn suffixes(&self) -> &'static [&'static str] {
        &["g"]
    }

    fn load(&self, input: &Input, reader: &mut Reader) -> Result<Box<dyn Subject>, Failure> {
        let (file, text) = reader.text(input)?;
        let (mut graph, warnings) = stg::read(&text, file, &input.name).map_err(Failure::Input)?;
        reader.warnings.extend(warnings);
        let missed = graph.infer_initial(&reader.budget)?;
        let name = |wire: WireId| graph.fragment.wires[wire.index()].name.clone();
        let guess = netlist::guessed(&missed, name);
        reader.warnings.extend(guess.map(|w| w.help("say them before the graph: `.initial state a !b`")));
        Ok(Box::new(NetSubject::new(input, NetFile::Graph(Arc::new(graph)))))
    }
}

impl Language for Pnml {
    fn name(&self) -> &'static str {
        "pnml"
    }

    fn about(&self) -> &'static str {
        "a Petri net"
    }

    fn suffixes(&self) -> &'static [&'static str] {
        &["pnml"]
    }

    fn load(&self, input: &Input, reader: &mut Reader) -> Result<Box<dyn Subject>, Failure> {
        let (file, text) = reader.text(input)?;
        plain(input, pnml::read(&text, file, &input.name), reader)
    }
}

impl Language for Verilog {
    fn name(&self) -> &'static str {
        "verilog"
    }

    fn about(&self) -> &'static str {
        "a netlist of gates"
    }

    fn suffixes(&self) -> &'static [&'static str] {
        &["v", "sv"]
    }

    fn options(&self) -> &'static [&'static str] {
        &["--library", "--top"]
    }

    fn load(&self, input: &Input, reader: &mut Reader) -> Result<Box<dyn Subject>, Failure> {
        let (file, text) = reader.text(input)?;
        let library = library(reader)?;
        let library = library.as_deref().unwrap_or_else(|| Library::built_in());
        let read = netlist::read(&text, file, &input.name, library, reader.options.top.as_deref());
        plain(input, read, reader)
    }
}

/// What a reader of one of the languages gives: nets and warnings, or what is wrong.
type Read = Result<(Fragment, Vec<suppose_base::Diagnostic>), Vec<suppose_base::Diagnostic>>;

/// The subject of a file about which nothing more can be asked than about nets.
fn plain(input: &Input, read: Read, reader: &mut Reader) -> Result<Box<dyn Subject>, Failure> {
    let (mut fragment, warnings) = read.map_err(Failure::Input)?;
    reader.warnings.extend(warnings);
    if let [only] = &mut fragment.nets[..] {
        only.name.clone_from(&input.name);
    }
    Ok(Box::new(NetSubject::new(input, NetFile::Plain(fragment))))
}

/// The gates that `--library` names, read when the first netlist is.
fn library(reader: &mut Reader) -> Result<Option<Arc<Library>>, Failure> {
    let Some(path) = reader.options.library.clone() else { return Ok(None) };
    let read = |reader: &mut Reader| {
        let (file, text) = reader.text_at(&path, InputRole::Library)?;
        let (library, warnings) = netlist::read_library(&text, file).map_err(Failure::Input)?;
        reader.warnings.extend(warnings);
        Ok(library)
    };
    reader.kept(&path, read).map(Some)
}

/// Reads included files from beside the file that asks for them.
struct Includes<'r> {
    inner: Mutex<Known<'r>>,
}

struct Known<'r> {
    reader: &'r mut Reader,
    /// Files that have been read, by their real paths.
    files: BTreeMap<PathBuf, Included>,
}

impl<'r> Includes<'r> {
    fn new(path: &Path, first: Included, reader: &'r mut Reader) -> Self {
        let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        Self { inner: Mutex::new(Known { reader, files: BTreeMap::from([(real, first)]) }) }
    }
}

impl IncludeLoader for Includes<'_> {
    fn load(&self, path: &str, from: FileId) -> Result<Included, String> {
        let mut known = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let Known { reader, files } = &mut *known;
        let asking = PathBuf::from(&reader.sources.file(from).name);
        let full = asking.parent().map_or_else(|| PathBuf::from(path), |folder| folder.join(path));
        let real = std::fs::canonicalize(&full).map_err(|error| error.to_string())?;
        if let Some(included) = files.get(&real) {
            return Ok(included.clone());
        }
        let (file, text) = reader.text_beside(&asking, path)?;
        let included = Included { text, file };
        files.insert(real, included.clone());
        Ok(included)
    }
}
