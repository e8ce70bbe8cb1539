//! What `suppose check` says about a design: a line for each question, then the runs; or one JSON object.

use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};
use suppose::base::Verdict;
use suppose::nets::Design;

use super::super::certificate::Written;
use super::super::report::add_verdict;
use super::Line;
use super::graph::Qualities;
use crate::args::Check;
use crate::session::{Failure, Session};

pub(super) struct Report<'r> {
    pub options: &'r Check,
    pub design: &'r Design,
    pub lines: &'r [Line],
    /// What a specification is worth, when nothing else is asked.
    pub notes: Option<&'r Qualities<'r>>,
    /// The run that was written.
    pub vcd: Option<&'r Path>,
    /// The certificate that was written.
    pub certificate: Option<Written<'r>>,
}

impl Report<'_> {
    pub(super) fn show(&self, session: &Session) -> Result<(), Failure> {
        if session.json { self.print_json(session) } else { Ok(self.print(session)?) }
    }

    fn components(&self) -> Vec<&str> {
        self.design.nets.iter().map(|net| net.name.as_str()).collect()
    }

    fn files(&self) -> Vec<String> {
        self.options.files.iter().map(|file| file.to_string_lossy().into_owned()).collect()
    }

    fn print_json(&self, session: &Session) -> Result<(), Failure> {
        let results: Vec<Value> = self.lines.iter().map(|line| to_json(line, session)).collect();
        let mut fields =
            json!({ "system": self.design.name, "components": self.components(), "results": results });
        let files = self.files();
        if files.len() > 1 {
            fields["files"] = json!(files);
        }
        if let Some(qualities) = self.notes {
            fields["stg"] = qualities.to_json();
        }
        if self.options.circuits.vcd.is_some() {
            fields["vcd"] = json!(self.vcd.map(|path| path.to_string_lossy()));
        }
        if self.options.proving.certificate.is_some() {
            fields["certificate"] =
                json!(self.certificate.as_ref().map(|written| written.path.to_string_lossy()));
        }
        Ok(session.print_json(fields)?)
    }

    fn print(&self, session: &Session) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let names = self.components();
        let count = names.len();
        let list = if count > 8 && !session.verbose {
            format!("{}, … {}", names[..6].join(", "), names[count - 1])
        } else {
            names.join(", ")
        };
        let parts = match count {
            0 => "no components".to_owned(),
            1 => format!("1 component: {list}"),
            _ => format!("{count} components: {list}"),
        };
        writeln!(out, "{}: {} of {parts}", self.files().join(" "), self.design.name)?;
        let width = self.lines.iter().map(|line| line.property.len()).max().unwrap_or(0);
        for line in self.lines {
            let (word, colour) = match &line.verdict {
                Verdict::Holds => ("holds", "32"),
                Verdict::Violated(_) => ("violated", "31"),
                Verdict::Inconclusive(_) => ("inconclusive", "33"),
            };
            let word = if session.colours.results {
                format!("\x1b[1;{colour}m{word}\x1b[0m")
            } else {
                word.to_owned()
            };
            let reason = match &line.verdict {
                Verdict::Inconclusive(reason) => format!(": {reason}"),
                _ => String::new(),
            };
            writeln!(out, "  {:width$}  {word}{reason}{}", line.property, searched(line))?;
        }
        if let Some(qualities) = self.notes {
            writeln!(out, "  {}", qualities.note())?;
        }
        self.lines.iter().try_for_each(|line| more(line, session, &mut out))?;
        if let Some(Written { path, results }) = &self.certificate {
            let results = if *results == 1 { "1 result".to_owned() } else { format!("{results} results") };
            writeln!(out, "certificate of {results}: {}", path.display())?;
        }
        match (self.vcd, &self.options.circuits.vcd) {
            (Some(path), _) => writeln!(out, "waveform: {}", path.display())?,
            (None, Some(path)) => writeln!(out, "no waveform: there is no run for {}", path.display())?,
            (None, None) => {}
        }
        Ok(())
    }
}

/// What an answer took, in brackets.
fn searched(line: &Line) -> String {
    let states = match line.effort.states {
        0 => return String::new(),
        1 => "1 state".to_owned(),
        n => format!("{n} states"),
    };
    let how = if line.method == "monolithic" { String::new() } else { format!("{}; ", line.method) };
    format!(" ({how}{states}, {:.1} ms)", line.time_ms)
}

/// What follows the table: how something goes wrong, and with `-v` how the answer was found.
fn more(line: &Line, session: &Session, out: &mut impl Write) -> io::Result<()> {
    let details = if session.verbose { &line.details[..] } else { &[] };
    if !details.is_empty() || !line.notes.is_empty() {
        writeln!(out, "\n{} by {}:", line.property, line.method)?;
        details.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        line.notes.iter().try_for_each(|note| writeln!(out, "  {note}"))?;
    }
    if let Verdict::Violated(shape) = &line.verdict {
        writeln!(out, "\n{}:", shape.sentence)?;
        shape.lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(())
}

fn to_json(line: &Line, session: &Session) -> Value {
    let effort = &line.effort;
    let mut result = json!({
        "property": line.property,
        "verdict": line.verdict.name(),
        "method": line.method,
        "stats": {
            "states_explored": effort.states,
            "max_states": effort.peak_states,
            "time_ms": line.time_ms,
        },
    });
    let more = [
        ("k", effort.k),
        ("rounds", effort.rounds),
        ("classes", effort.classes),
        ("composed", effort.composed),
        ("failing", effort.failing),
    ];
    for (name, number) in more.into_iter().filter(|&(_, number)| number > 0) {
        result["stats"][name] = json!(number);
    }
    if !line.notes.is_empty() {
        result["notes"] = json!(line.notes);
    }
    if session.verbose && !line.details.is_empty() {
        let details: Vec<&str> = line.details.iter().map(|line| line.trim()).collect();
        result["details"] = json!(details);
    }
    add_verdict(&mut result, &line.verdict);
    result
}
