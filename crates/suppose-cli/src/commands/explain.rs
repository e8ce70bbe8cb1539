//! `suppose explain [CODE]`: the long text of a diagnostic.

use std::io::{self, Write};

use serde_json::json;
use suppose::base::{Code, Codes, Diagnostic};
use suppose::{Status, code_in};

use crate::args::Explain;
use crate::session::{Failure, Session};

/// All tables: those of the library and those about studies.
fn codes() -> impl Iterator<Item = &'static Codes> {
    suppose::codes().chain(suppose_study::CODES)
}

pub(super) fn run(options: &Explain, session: &Session) -> Result<Status, Failure> {
    let Some(name) = &options.code else {
        list(session)?;
        return Ok(Status::Holds);
    };
    let Some(row) = code_in(name, codes()) else {
        let message = format!("there is no diagnostic with the code `{name}`");
        return Err(Diagnostic::error("E0006", message).help("`suppose explain` lists all codes").into());
    };
    explain(row, session)?;
    Ok(Status::Holds)
}

fn list(session: &Session) -> io::Result<()> {
    let rows = || codes().flat_map(|table| table.rows);
    if session.json {
        let list: Vec<_> = rows().map(|row| json!({ "code": row.code, "summary": row.summary })).collect();
        return session.print_json(&json!({ "codes": list }));
    }
    let mut out = io::stdout().lock();
    for row in rows() {
        writeln!(out, "{}  {}", row.code, row.summary)?;
    }
    Ok(())
}

fn explain(row: &Code, session: &Session) -> io::Result<()> {
    let Code { code, summary, text, example } = row;
    if session.json {
        let fields = json!({ "code": code, "summary": summary, "text": text, "example": example });
        return session.print_json(&fields);
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{code}: {summary}\n\n{}", wrapped(text, 78))?;
    if !example.is_empty() {
        writeln!(out, "\nFor example:\n")?;
        for line in example.lines() {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}

/// A paragraph broken into lines of at most `width` characters.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            lines.push('\n');
            column = 0;
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += length;
    }
    lines
}
