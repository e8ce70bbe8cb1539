//! What the documents show is what the command does.
//!
//! The pages are `README.md` and those of the book, `docs/src/*.md`. Their fenced blocks are read by the
//! first word after the fence:
//!
//! * `console`: commands, each on a line that begins with `$ suppose` (or `$ cargo run --release --`, which
//!   means the same), followed by what the command prints, standard output and standard error together, and
//!   by `[exit N]` when it ends with another code than 0. The commands are run and the lines compared; times
//!   and sizes in memory are left out of the comparison. A command that prints JSON may show a part of its
//!   object, laid out for reading: see `excerpt`.
//! * any block with `file=NAME` in its first line: the text is written to that file for the commands further
//!   down the page.
//! * `fsp` without `ignore`: the text must compile.
//! * `rust` with `from=NAME`: an excerpt of that example of the library, which cargo compiles. Lines may be
//!   left out.
//!
//! All blocks of a page share a working folder that also holds the example models. With `SUPPOSE_BLESS=1` in
//! the environment, the tests write what the command prints into the pages instead of comparing; the page of
//! diagnostics is made in the same way. Look at the difference before committing it.

mod diagnostics;
mod excerpt;
mod page;
mod workplace;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use page::Page;
use workplace::Workplace;

/// The root of the repository.
fn root() -> PathBuf {
    let crates =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in a folder of crates");
    crates.parent().expect("the folder of crates lies in the repository").to_path_buf()
}

fn blessing() -> bool {
    std::env::var_os("SUPPOSE_BLESS").is_some()
}

/// The pages of the book, sorted.
fn book() -> Vec<PathBuf> {
    let folder = root().join("docs/src");
    let entries = std::fs::read_dir(&folder).expect("the book");
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    pages.retain(|path| path.extension().is_some_and(|suffix| suffix == "md"));
    pages.sort();
    assert!(pages.len() > 8, "only {} pages found in {}", pages.len(), folder.display());
    pages
}

fn all_pages() -> Vec<Page> {
    let mut paths = vec![root().join("README.md")];
    paths.extend(book());
    paths.iter().map(|path| Page::read(path)).collect()
}

#[test]
fn commands_print_what_is_shown() {
    let mut complaints = Vec::new();
    let mut commands = 0;
    for page in all_pages() {
        let workplace = Workplace::new(&page.name(), &root().join("models"));
        let mut replaced = Vec::new();
        let complaints_before = complaints.len();
        for block in &page.blocks {
            if let Some(file) = block.option("file") {
                workplace.write(file, &block.text());
            }
            if block.kind() != "console" {
                continue;
            }
            let mut lines = Vec::new();
            for (command, shown) in
                block.commands().unwrap_or_else(|error| panic!("{}: {error}", page.name()))
            {
                commands += 1;
                let found = workplace.run(command);
                let is_json = prints_json(command);
                let same = if is_json {
                    excerpt::is_excerpt(&shown, &found, looks_the_same)
                } else {
                    looks_the_same(&shown, &found)
                };
                let found = if is_json { excerpt::laid_out(&found) } else { found };
                if !same {
                    let at = block.line;
                    let (shown, found) = (shown.join("\n"), found.join("\n"));
                    complaints.push(format!(
                        "{}:{at}: $ {command}\nshown:\n{shown}\nfound:\n{found}\n",
                        page.name()
                    ));
                }
                lines.push(format!("$ {command}"));
                // Times that are merely different are not worth a change.
                lines.extend(if same { shown } else { found });
            }
            replaced.push((block.line, lines));
        }
        // A page that is right is not touched: another test may be writing it.
        if blessing() && complaints.len() > complaints_before {
            page.replace(&replaced);
        }
    }
    assert!(commands > 30, "only {commands} commands found");
    assert!(blessing() || complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Whether a command prints JSON.
fn prints_json(command: &str) -> bool {
    ["--json", "--format json", "--format sarif"].iter().any(|option| command.contains(option))
}

/// Whether lines are the same but for what differs from run to run.
fn looks_the_same(shown: &[String], found: &[String]) -> bool {
    let masked = |lines: &[String]| lines.iter().map(|line| masked(line)).collect::<Vec<_>>();
    masked(shown) == masked(found)
}

/// A line with `_` in place of times and of sizes in memory.
fn masked(line: &str) -> String {
    let number = |c: char| c.is_ascii_digit() || c == '.' || c == '-' || c == 'e';
    let mut text = line.to_owned();
    // In JUnit XML.
    if let Some((before, after)) = text.split_once(" time=\"") {
        text = format!("{before} time=\"_{}", after.trim_start_matches(number));
    }
    for unit in [" ms)", " bytes, _ ms)"] {
        if let Some(before) = text.strip_suffix(unit) {
            text = format!("{}_{unit}", before.trim_end_matches(number));
        }
    }
    text
}

#[test]
fn times_are_masked() {
    assert_eq!(masked("  a  holds (7 states, 0.4 ms)"), "  a  holds (7 states, _ ms)");
    assert_eq!(masked("holds (7 states, 80 bytes, 0.4 ms)"), "holds (7 states, _ bytes, _ ms)");
    assert_eq!(masked("<testcase name=\"a\" time=\"0.003\">"), "<testcase name=\"a\" time=\"_\">");
    assert_eq!(masked("7 states"), "7 states");
}

#[test]
fn fsp_in_the_pages_compiles() {
    let mut models = 0;
    for page in all_pages() {
        let workplace = Workplace::new(&format!("fsp-{}", page.name()), &root().join("models"));
        for block in page.blocks.iter().filter(|block| block.kind() == "fsp" && !block.has("ignore")) {
            models += 1;
            workplace.write("block.lts", &block.text());
            let found = workplace.run("suppose compile block.lts --quiet");
            let failed = found.last().is_some_and(|line| line.starts_with("[exit"));
            assert!(!failed, "{}:{}:\n{}", page.name(), block.line, found.join("\n"));
        }
    }
    assert!(models > 15, "only {models} blocks of FSP found");
}

#[test]
fn rust_in_the_pages_is_part_of_an_example() {
    let mut excerpts = 0;
    for page in all_pages() {
        for block in &page.blocks {
            let Some(name) = block.option("from") else { continue };
            excerpts += 1;
            let path = root().join("crates/suppose/examples").join(name);
            let example = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut rest = example.lines().map(str::trim);
            for line in block.text().lines().map(str::trim) {
                let is_there = rest.any(|known| known == line);
                assert!(
                    is_there,
                    "{}:{}: not in {name}, or not in this order: {line}",
                    page.name(),
                    block.line
                );
            }
        }
    }
    assert!(excerpts > 5, "only {excerpts} excerpts found");
}

#[test]
fn the_page_of_diagnostics_is_the_table() {
    let path = root().join("docs/src/diagnostics.md");
    let made = diagnostics::page();
    if blessing() {
        std::fs::write(&path, &made).expect("the page can be written");
    }
    let page = std::fs::read_to_string(&path).expect("the page of diagnostics");
    assert!(page == made, "the page is out of date; run the test with SUPPOSE_BLESS=1");
}

#[test]
fn every_page_is_in_the_summary_and_every_link_leads_somewhere() {
    let mut listed = BTreeSet::new();
    let mut pages: Vec<PathBuf> = book();
    pages.extend(
        ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "bench/README.md"].map(|name| root().join(name)),
    );
    for path in &pages {
        let page = Page::read(path);
        let folder = path.parent().expect("a folder");
        for link in page.links() {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let target = folder.join(target);
            assert!(target.exists(), "{}: the link {link} leads nowhere", page.name());
            if path.ends_with("SUMMARY.md") {
                listed.insert(target);
            }
        }
    }
    for path in book().into_iter().filter(|path| !path.ends_with("SUMMARY.md")) {
        assert!(listed.contains(&path), "{} is not in SUMMARY.md", path.display());
    }
}
