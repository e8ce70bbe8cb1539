//! Writing an LTS or another result: to standard output or to a file, complete or not at all.

use std::io::{self, Write};
use std::path::Path;

use suppose::base::{Budget, Diagnostic};
use suppose::lts::io::WriteError;
use suppose::{LtsFormat, Named, Project};

use crate::args::Format;
use crate::graphviz;
use crate::session::Failure;

/// Where a result goes, looked at before the work begins: a mistake in the name must not cost the work.
#[derive(Clone, Copy)]
pub(crate) struct Destination<'p> {
    pub path: &'p Path,
    format: Format,
}

impl<'p> Destination<'p> {
    /// A file whose suffix tells the format, and which is none of the input.
    pub(crate) fn new<'i>(
        path: &'p Path,
        input: impl IntoIterator<Item = &'i Path>,
    ) -> Result<Self, Failure> {
        Self::with_format(path, format_of(path)?, input)
    }

    /// A file for a format, which is none of the input.
    pub(crate) fn with_format<'i>(
        path: &'p Path,
        format: Format,
        input: impl IntoIterator<Item = &'i Path>,
    ) -> Result<Self, Failure> {
        can_be_written(path)?;
        spares("--output", path, input)?;
        Ok(Self { path, format })
    }
}

/// Refuses to write over a file that is read.
pub(crate) fn spares<'i>(
    option: &str,
    path: &Path,
    input: impl IntoIterator<Item = &'i Path>,
) -> Result<(), Failure> {
    let Ok(real) = std::fs::canonicalize(path) else { return Ok(()) };
    let same = |read: &&Path| std::fs::canonicalize(read).is_ok_and(|other| other == real);
    match input.into_iter().find(same) {
        None => Ok(()),
        Some(read) => {
            let message = format!("{option} would overwrite {}, which is input", read.display());
            Err(Diagnostic::error("E0006", message).help("give the output another name").into())
        }
    }
}

/// Whether a file can be there at all.
pub(crate) fn can_be_written(path: &Path) -> Result<(), Failure> {
    let refused = |why: String| Err(Diagnostic::error("E0007", format!("{}: {why}", path.display())).into());
    if path.is_dir() {
        return refused("it is a folder, not a file".into());
    }
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) if !folder.is_dir() => refused(format!("there is no folder {}", folder.display())),
        _ => Ok(()),
    }
}

/// The format that a file's suffix tells.
fn format_of(path: &Path) -> Result<Format, Failure> {
    if path.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("svg")) {
        return Ok(Format::Svg);
    }
    LtsFormat::of_path(path).map(Format::Lts).ok_or_else(|| {
        let message = format!("{}: cannot tell the output format from the suffix", path.display());
        Diagnostic::error("E0006", message).help("use .aut, .dot, .fsp, .json or .svg").into()
    })
}

/// Writes a transition system in a format.
pub(crate) fn write_lts(
    named: Named<'_>,
    format: Format,
    out: &mut impl Write,
    budget: &Budget,
) -> Result<(), Failure> {
    let written = |format: &LtsFormat, out: &mut dyn Write| -> Result<(), Failure> {
        format.write(named, out, budget).map_err(|error| match error {
            WriteError::Stopped(reason) => reason.into(),
            WriteError::Io(error) => Failure::Output(error),
        })
    };
    match format {
        Format::Lts(format) => written(format, out),
        Format::Svg => {
            let mut text = Vec::new();
            written(LtsFormat::named("dot").expect("a format of LTSs"), &mut text)?;
            Ok(out.write_all(&graphviz::draw(text, budget)?)?)
        }
        Format::Promela | Format::Srs => {
            let what = "only reactive systems are exported to Promela or as `.srs` text".to_owned();
            Err(suppose::base::StopReason::Unsupported(what).into())
        }
    }
}

/// Writes a transition system to a file. Whatever was there stays until the new content is complete.
pub(crate) fn write_lts_file(
    named: Named<'_>,
    destination: Destination<'_>,
    budget: &Budget,
) -> Result<(), Failure> {
    let Destination { path, format } = destination;
    write_whole(path, |out| write_lts(named, format, out, budget))
}

/// When a run has no certificate and there is a file of that name, the warning says that it is an older one:
/// `certify` would accept what an earlier run left there.
pub(crate) fn note_older_certificate(project: &mut Project, path: &Path) {
    let told = project.reader.warnings.iter_mut().rfind(|warning| warning.code == "W0701");
    if let Some(warning) = told.filter(|_| path.exists()) {
        let note = format!("{} is an older file: this run did not write it", path.display());
        warning.notes.push(note);
    }
}

/// Writes a file, complete or not at all.
pub(crate) fn write_whole(
    path: &Path,
    content: impl Fn(&mut io::BufWriter<std::fs::File>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let refused = |error: &io::Error| Diagnostic::error("E0007", format!("{}: {error}", path.display()));
    let write = |out: &mut io::BufWriter<std::fs::File>| -> Result<(), Failure> {
        let written = content(out).and_then(|()| Ok(out.flush()?));
        written.map_err(|failure| match failure {
            Failure::Output(error) => refused(&error).into(),
            other => other,
        })
    };
    // A device or a pipe cannot be replaced; it is written as it is.
    if std::fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        let mut out = io::BufWriter::new(std::fs::File::create(path).map_err(|e| refused(&e))?);
        return write(&mut out);
    }
    // Through a link the file it leads to is replaced, not the link.
    let path = &std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = Path::new(&temporary);
    // A file of that name that is there already is somebody else's: it is neither written nor removed.
    let file = std::fs::File::create_new(temporary).map_err(|e| refused(&e))?;
    let attempt = || -> Result<(), Failure> {
        let mut out = io::BufWriter::with_capacity(1 << 18, file);
        write(&mut out)?;
        std::fs::rename(temporary, path).map_err(|e| refused(&e))?;
        Ok(())
    };
    attempt().inspect_err(|_| {
        // Best effort: the failure itself is what the user needs to hear about.
        let _ = std::fs::remove_file(temporary);
    })
}
