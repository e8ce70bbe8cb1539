//! Diagnostic codes.
//!
//! A code is stable: scripts and search engines know it. `E` codes are errors, `W` codes warnings. Each crate
//! has the table of the codes that it gives, so that a new message rebuilds only that crate; the `suppose`
//! library joins the tables for `suppose explain`, the book, and tests that each code is explained and
//! produced by some input.

/// One row of a table of codes.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// The code, such as `E0104`.
    pub code: &'static str,
    /// One line.
    pub summary: &'static str,
    /// A few sentences: what it means and what to do.
    pub text: &'static str,
    /// Input that causes it; empty where a text cannot show it (a missing file).
    pub example: &'static str,
}

/// The codes of one source of messages.
#[derive(Clone, Copy, Debug)]
pub struct Codes {
    /// What the messages are about, as a heading.
    pub about: &'static str,
    /// The codes in order.
    pub rows: &'static [Code],
}
