//! Writing an LTS: to standard output or to a file, complete or not at all.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use suppose::base::{ActionTable, Budget, Diagnostic};
use suppose::lts::Lts;
use suppose::lts::io::{WriteError, write_aut, write_dot, write_fsp, write_json};

use crate::args::Format;
use crate::session::Failure;

/// The format that a file's suffix tells.
pub(crate) fn format_of(path: &Path) -> Result<Format, Failure> {
    let suffix = path.extension().map(|s| s.to_string_lossy().to_lowercase());
    match suffix.as_deref() {
        Some("aut") => Ok(Format::Aut),
        Some("dot" | "gv") => Ok(Format::Dot),
        Some("fsp" | "lts") => Ok(Format::Fsp),
        Some("json") => Ok(Format::Json),
        Some("svg") => Ok(Format::Svg),
        _ => {
            let message = format!("{}: the suffix tells no output format", path.display());
            Err(Diagnostic::error("E0006", message).help("use .aut, .dot, .fsp, .json or .svg").into())
        }
    }
}

/// An LTS with the names it needs to be written.
#[derive(Clone, Copy)]
pub(crate) struct Named<'l> {
    pub lts: &'l Lts,
    pub name: &'l str,
    pub actions: &'l ActionTable,
}

impl Named<'_> {
    /// Writes the LTS in a format.
    pub(crate) fn write(self, format: Format, out: &mut impl Write, budget: &Budget) -> Result<(), Failure> {
        let Self { lts, name, actions } = self;
        let written = match format {
            Format::Aut => write_aut(lts, actions, out, budget),
            Format::Dot => write_dot(lts, name, actions, out, budget),
            Format::Fsp => write_fsp(lts, name, actions, out, budget),
            Format::Json => write_json(lts, name, actions, out, budget),
            Format::Svg => return self.draw(out, budget),
            Format::Promela => {
                let what = "export to Promela is not part of this version".to_owned();
                return Err(suppose::base::StopReason::Unsupported(what).into());
            }
        };
        written.map_err(|error| match error {
            WriteError::Stopped(reason) => reason.into(),
            WriteError::Io(error) => Failure::Output(error),
        })
    }

    /// Lets Graphviz draw the LTS.
    fn draw(self, out: &mut impl Write, budget: &Budget) -> Result<(), Failure> {
        let mut text = Vec::new();
        self.write(Format::Dot, &mut text, budget)?;
        let started = Command::new("dot").arg("-Tsvg").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| {
            Diagnostic::error("E0007", format!("Graphviz cannot be started: {error}"))
                .help("install Graphviz so that `dot` is on the path, or write a .dot file")
        })?;
        let mut pipe = child.stdin.take().expect("piped");
        let feeder = std::thread::spawn(move || pipe.write_all(&text));
        let drawn = child.wait_with_output()?;
        // When Graphviz fails, its exit status tells more than the broken pipe.
        let _ = feeder.join();
        if !drawn.status.success() {
            return Err(Diagnostic::error("E0007", format!("Graphviz failed: {}", drawn.status)).into());
        }
        out.write_all(&drawn.stdout)?;
        Ok(())
    }

    /// Writes the LTS to a file. Whatever was there stays until the new content is complete.
    pub(crate) fn write_file(self, format: Format, path: &Path, budget: &Budget) -> Result<(), Failure> {
        let refused = |error: &io::Error| Diagnostic::error("E0007", format!("{}: {error}", path.display()));
        // A device or a pipe cannot be replaced; it is written as it is.
        if std::fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir()) {
            let mut out = io::BufWriter::new(std::fs::File::create(path).map_err(|e| refused(&e))?);
            self.write(format, &mut out, budget)?;
            return Ok(out.flush()?);
        }
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(format!(".{}.tmp", std::process::id()));
        let temporary = Path::new(&temporary);
        let attempt = || -> Result<(), Failure> {
            let file = std::fs::File::create_new(temporary).map_err(|e| refused(&e))?;
            let mut out = io::BufWriter::with_capacity(1 << 18, file);
            self.write(format, &mut out, budget)?;
            out.flush().map_err(|e| refused(&e))?;
            std::fs::rename(temporary, path).map_err(|e| refused(&e))?;
            Ok(())
        };
        attempt().inspect_err(|_| {
            // Best effort: the failure itself is what the user needs to hear about.
            let _ = std::fs::remove_file(temporary);
        })
    }
}
