//! The page of diagnostics, made from the table of codes.

use std::fmt::Write;

use suppose::base::Code;
use suppose::codes;

const OPENING: &str = "\
# Diagnostics

<!-- Made from the table of codes by the tests of the documents. Do not edit: change the table and run the test with SUPPOSE_BLESS=1. -->

Every message about input has a code that does not change between versions. Codes that begin with `E` are errors: the input has
no meaning, and the command ends with exit code 2. Codes that begin with `W` are warnings: the input means something, though perhaps
not what was intended. `--quiet` turns warnings off.

`suppose explain CODE` prints the text of a code, `suppose explain` lists all codes. Where an example can show the
cause, it is given below.
";

/// The whole page.
pub(crate) fn page() -> String {
    let mut page = String::from(OPENING);
    for table in codes() {
        let _ = write!(page, "\n## {}\n", table.about);
        for row in table.rows {
            entry(&mut page, row);
        }
    }
    page
}

fn entry(page: &mut String, row: &Code) {
    let Code { code, summary, text, example } = row;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let _ = write!(page, "\n### {code}: {summary}\n\n{text}\n");
    if example.is_empty() {
        return;
    }
    page.push_str("\n```text\n");
    for line in example.lines() {
        let _ = writeln!(page, "{}", shown(line));
    }
    page.push_str("```\n");
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
