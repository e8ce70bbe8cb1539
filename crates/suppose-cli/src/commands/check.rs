//! `suppose check FILE...`: questions about a system, or with `--each` about one system after the other.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use suppose::base::counted;
use suppose::inquiry::{Evidence, Failure as Unable};
use suppose::report::{self, Format, Report, WrittenCertificate, milliseconds};
use suppose::{Asked, Plan, Project, Status, Target};

use crate::args::Check;
use crate::output::{can_be_written, note_older_certificate, spares, write_whole};
use crate::session::{Failure, Session, complain, once};

pub(super) fn run(options: &Check, session: &mut Session) -> Result<Status, Failure> {
    let named = if session.json { report::format("json") } else { options.format };
    let format = named.unwrap_or(report::FORMATS[0]);
    session.json = format.name() == "json";
    look_at_outputs(options)?;
    let asking = Asking { options, format, asked: asked(options), plan: plan(options, session), session };
    let reports = if options.each {
        let one = |file: &PathBuf| asking.report(std::slice::from_ref(file));
        options.files.iter().map(one).collect::<Result<Vec<_>, _>>()?
    } else {
        vec![asking.report(&options.files)?]
    };
    let mut status = reports.iter().map(Report::status).max().unwrap_or(Status::Holds);
    let warnings: usize = reports.iter().map(|report| report.warnings.len()).sum();
    if options.deny_warnings && warnings > 0 {
        status = status.max(Status::Invalid);
        // With -q the warnings themselves were not shown, and an exit code needs a reason.
        complain(&format!("--deny-warnings makes an error of {}", counted(warnings, "warning")));
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    let written = format.write(&reports, &session.look, &mut out).and_then(|()| out.flush());
    once(status, written.map_err(Failure::from))
}

/// Looks at where results go before the work begins: a mistake in a name must not cost the work.
fn look_at_outputs(options: &Check) -> Result<(), Failure> {
    let input = || options.files.iter().chain(&options.input.library).map(PathBuf::as_path);
    let input = || input().chain(options.property.iter().map(Path::new));
    for (option, path) in [("--certificate", &options.proving.certificate), ("--vcd", &options.circuits.vcd)]
    {
        if let Some(path) = path {
            if options.each && options.files.len() > 1 {
                let message = format!("`{option}` has one file, and `--each` has several systems");
                return Err(suppose::base::Diagnostic::error("E0006", message).into());
            }
            can_be_written(path)?;
            spares(option, path, input())?;
        }
    }
    Ok(())
}

fn asked(options: &Check) -> Asked {
    Asked {
        properties: options.property.clone(),
        deadlock: options.deadlock,
        progress: options.progress,
        all: options.all,
    }
}

/// How to answer: options that only some kinds of system know go along by name.
fn plan(options: &Check, session: &Session) -> Plan {
    let mut plan = options.proving.plan(session);
    plan.by_name = !options.property.is_empty();
    plan.special.extend(options.tasking.special());
    plan.special.extend(options.circuits.special());
    plan.special.extend(options.reactive.special());
    plan.special.extend(options.exploring.special());
    plan
}

struct Asking<'a> {
    options: &'a Check,
    format: &'static dyn Format,
    asked: Asked,
    plan: Plan,
    session: &'a Session,
}

impl Asking<'_> {
    /// The report about some files that make one system. What could not be done at all is a failure of the
    /// command, unless the report can say it.
    fn report(&self, files: &[PathBuf]) -> Result<Report, Failure> {
        let started = Instant::now();
        let session = self.session;
        let target = Target::system(self.options.system.as_deref());
        let mut open = self.options.input.open_options(target, session);
        open.record = self.plan.certificate;
        open.read.every.clone_from(&self.options.tasking.every);
        let mut project = match Project::open(files, &open) {
            Ok(project) => project,
            Err(error) => {
                session.warn(&error.warnings, &error.sources);
                let mut report = Report::failed(files, &self.asked, &self.plan, error.failure);
                (report.sources, report.warnings) = (error.sources, error.warnings);
                return self.failed(report);
            }
        };
        let report = project.ask(&self.asked, &self.plan).and_then(|report| {
            let written = self.certificate(&report, &mut project)?;
            let certificate = self.options.proving.certificate.is_some().then_some(written);
            Ok(Report { certificate, ..report })
        });
        session.warn_of(&project);
        let mut report = match report {
            Ok(report) => report,
            Err(failure) => {
                let mut report = Report::failed(files, &self.asked, &self.plan, failure);
                report.sources = project.reader.sources;
                report.warnings = project.reader.warnings;
                return self.failed(report);
            }
        };
        report.warnings = project.reader.warnings;
        report.time_ms = milliseconds(started.elapsed());
        self.write_waveform(&mut report)?;
        Ok(report)
    }

    /// Writes the certificate of all answers that can have one.
    fn certificate(
        &self,
        report: &Report,
        project: &mut Project,
    ) -> Result<Option<WrittenCertificate>, Unable> {
        let Some(path) = &self.options.proving.certificate else { return Ok(None) };
        let made = project.certificate(&self.asked.properties, &report.answers, &self.plan)?;
        let Some(made) = made else {
            note_older_certificate(project, path);
            return Ok(None);
        };
        let written = write_whole(path, |out| Ok(writeln!(out, "{}", made.text)?));
        match written {
            Ok(()) => Ok(Some(WrittenCertificate { path: path.clone(), results: made.results })),
            Err(Failure::Input(messages, _)) => Err(Unable::Input(messages)),
            Err(Failure::Stopped(reason, _)) => Err(Unable::Stopped(reason)),
            Err(Failure::Output(error)) => {
                let message = format!("{}: {error}", path.display());
                Err(suppose::base::Diagnostic::error("E0007", message).into())
            }
        }
    }

    /// Writes the run of the first violation that has a waveform.
    fn write_waveform(&self, report: &mut Report) -> Result<(), Failure> {
        let Some(path) = &self.options.circuits.vcd else { return Ok(()) };
        let all = self.session.look.verbose;
        let evidence = report.answers.iter().filter_map(|answer| answer.verdict.witness());
        let text = evidence.map(|evidence| &**evidence).find_map(|found: &dyn Evidence| found.waveform(all));
        if let Some(text) = &text {
            write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))?;
        }
        report.waveform = Some((path.clone(), text.is_some()));
        Ok(())
    }

    fn failed(&self, mut report: Report) -> Result<Report, Failure> {
        let is_told_by_report = self.options.each || self.format.name() != "text";
        report.time_ms = self.session.time_ms();
        match &report.failure {
            Some(Unable::Input(messages)) if is_told_by_report => {
                self.session.show(messages, &report.sources);
                Ok(report)
            }
            Some(Unable::Input(messages)) => Err(Failure::Input(messages.clone(), report.sources)),
            Some(Unable::Stopped(reason)) => {
                report.states_so_far = self.session.states_so_far(reason);
                Ok(report)
            }
            None => Ok(report),
        }
    }
}
