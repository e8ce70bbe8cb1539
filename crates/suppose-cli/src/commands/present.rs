//! Showing one LTS: the object, or a few lines and the LTS itself when it is small; and writing it where `-o`
//! says.

use std::io::{self, Write};

use suppose::inquiry::Whole;
use suppose::report::summary::Summary;
use suppose::{LtsFormat, Named};

use crate::args::Format;
use crate::output::{Destination, write_lts, write_lts_file};
use crate::session::{Failure, Session};

/// LTSs with more transitions than this are not printed unless asked for.
const PRINTED: usize = 300;

/// Shows an LTS and writes it.
pub(super) fn present(
    session: &Session,
    whole: &Whole,
    summary: &Summary,
    destination: Option<Destination<'_>>,
) -> Result<(), Failure> {
    let named = Named::from(whole);
    if let Some(destination) = destination {
        write_lts_file(named, destination, &session.budget)?;
    }
    if session.json {
        return Ok(session.print_json(summary)?);
    }
    let mut out = io::stdout().lock();
    summary.write(&session.look, &mut out)?;
    if let Some(destination) = destination {
        writeln!(out, "written to {}", destination.path.display())?;
    } else if whole.lts.num_transitions() <= PRINTED {
        writeln!(out)?;
        let fsp = LtsFormat::named("fsp").expect("a format of LTSs");
        write_lts(named, Format::Lts(fsp), &mut out, &session.budget)?;
    } else {
        writeln!(out, "too large to print; write it with -o FILE.aut (or .fsp, .dot, .json, .svg)")?;
    }
    Ok(())
}
