//! The page of diagnostics, made from the table of codes.

use std::fmt::Write;

use suppose::base::Code;
use suppose::codes;

const OPENING: &str = "\
# Diagnostics

<!-- Made from the tables of codes by the tests of the documents. Do not edit: change the tables and
run the test with SUPPOSE_BLESS=1. -->

Every message about input has a code that does not change between versions. Codes that begin with
`E` are errors: the input has no meaning, and the command ends with exit code 2. Codes that begin
with `W` are warnings: the input means something, though perhaps not what you intended. `--quiet`
turns warnings off, and `check --deny-warnings` ends with exit code 2 when there is one.

`suppose explain CODE` prints the text of a code, and `suppose explain` lists all codes. Where an
example can show the cause, it is given below.
";

/// Prose is broken where a line would be longer than this.
const WIDTH: usize = 100;

/// The whole page.
pub(crate) fn page() -> String {
    let mut page = String::from(OPENING);
    for table in codes().chain(suppose_study::CODES) {
        let _ = write!(page, "\n## {}\n", table.about);
        for row in table.rows {
            entry(&mut page, row);
        }
    }
    page
}

fn entry(page: &mut String, row: &Code) {
    let Code { code, summary, text, example } = row;
    let _ = write!(page, "\n### {code}: {summary}\n\n{}\n", wrapped(text));
    if example.is_empty() {
        return;
    }
    page.push_str("\n```text\n");
    for line in example.lines() {
        let _ = writeln!(page, "{}", shown(line));
    }
    page.push_str("```\n");
}

/// A text in lines. None begins with a word that would begin a list, a quotation or a heading.
fn wrapped(text: &str) -> String {
    let is_special = |word: &str| {
        matches!(word, "-" | "*" | "+" | ">" | "|")
            || word.starts_with('#')
            || word.ends_with('.') && word[..word.len() - 1].parse::<u32>().is_ok()
    };
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH || is_special(word) => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

/// A line of an example: control characters made visible, the middle of a very long line left out.
fn shown(line: &str) -> String {
    const LONGEST: usize = 100;
    let visible = |c: char| if c.is_control() { format!("\\u{{{:x}}}", c as u32) } else { c.to_string() };
    let count = line.chars().count();
    if count <= LONGEST {
        return line.chars().map(visible).collect();
    }
    let start: String = line.chars().take(LONGEST / 2).map(visible).collect();
    let end: String = line.chars().skip(count - LONGEST / 4).map(visible).collect();
    format!("{start} … {end}")
}
