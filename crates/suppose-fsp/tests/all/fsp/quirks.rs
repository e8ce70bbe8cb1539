//! The corners of FSP, as LTSA was seen to behave: literals, one test for each.

mod corners;
mod meaning;
mod text;

use crate::fsp::support::{messages, shown};

/// Code and place of each message of a text.
#[track_caller]
fn codes(text: &str) -> Vec<String> {
    shown(text, &messages(text))
        .into_iter()
        .map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "))
        .collect()
}
