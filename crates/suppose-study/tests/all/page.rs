//! The page: well formed, complete, the same for the same records, and not to be broken by what is in them.

use roxmltree::{Document, ParsingOptions};
use suppose_study::page::render;
use suppose_study::{Outcome, Record, Role, Verifier};

use crate::made_up::study;
use crate::records::{appendix_c, parts, whole};

/// Parses a page as XML and hands it to a check.
fn with_page<T>(title: &str, records: &[Record], check: impl Fn(&Document<'_>) -> T) -> T {
    let page = render(title, records);
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    check(&Document::parse_with_options(&page, options).expect("the page is well-formed"))
}

#[test]
fn a_whole_study_is_shown() {
    let page = render("A study", &study());
    // For looking at it in a browser.
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("study.html");
    std::fs::write(path, &page).expect("the page can be written");
}
