//! Numbers in sentences.

use std::fmt::Display;

/// A number with its noun: `1 state`, `2 queries`.
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if number == N::from(1) => format!("1 {noun}"),
        Some(stem) => format!("{number} {stem}ies"),
        None => format!("{number} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_agree_with_their_nouns() {
        assert_eq!(counted(1_u64, "membership query"), "1 membership query");
        assert_eq!(counted(0_usize, "state"), "0 states");
        assert_eq!(counted(2, "query"), "2 queries");
        assert_eq!(counted(1.0, "stable state"), "1 stable state");
    }
}
