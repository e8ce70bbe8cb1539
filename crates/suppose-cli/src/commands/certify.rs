//! `suppose certify CERT`: the independent checker, then a look at the files that the certificate is about.

use std::io;
use std::path::Path;

use suppose::base::Diagnostic;
use suppose::inquiry::{ReadOptions, Reader};
use suppose::report::certified::{CertifiedObject, write};
use suppose::{Languages, NotCertified, Status, certify};

use crate::args::Certify;
use crate::session::{Failure, Session, once};

/// The largest certificate.
const MOST: u64 = u32::MAX as u64;

pub(super) fn run(options: &Certify, session: &mut Session) -> Result<Status, Failure> {
    let mut reader = Reader::new(session.budget.clone(), ReadOptions::default());
    let text = reader.read(&options.file, MOST)?;
    let folder = options.file.parent().unwrap_or(Path::new(""));
    let certified = certify(&text, folder, &Languages::default(), &session.budget);
    let certified = certified.map_err(|why| match why {
        NotCertified::Failed(failure) => failure.into(),
        NotCertified::Malformed(why) => {
            let message = format!("{}: this is no certificate: {why}", options.file.display());
            let help = "certificates are written by `suppose check` with --certificate";
            Failure::from(Diagnostic::error("E0711", message).help(help))
        }
    })?;
    let status = if certified.reason.is_none() { Status::Holds } else { Status::Violated };
    let written = if session.json {
        session.print_json(&CertifiedObject::new(&certified))
    } else {
        write(&certified, &options.file.to_string_lossy(), &mut io::stdout().lock())
    };
    once(status, written.map_err(Failure::from))
}
