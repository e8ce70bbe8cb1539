//! Lists in sentences.

/// A note such as `components are: A, B, and 3 more`.
pub fn listed(what: &str, names: &[&str], most: usize) -> String {
    match names.len() {
        0 => format!("{what}: none"),
        n if n > most => format!("{what}: {}, and {} more", names[..most].join(", "), n - most),
        _ => format!("{what}: {}", names.join(", ")),
    }
}

/// The parts of a list separated by commas; a comma in brackets, as in `{a,b}::P` or `Lock(2,0)`, separates
/// nothing.
pub fn list_parts(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    text.split(move |c: char| {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
    .map(str::trim)
    .filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_brackets_belong_to_names() {
        let parts = |text| list_parts(text).collect::<Vec<_>>();
        assert_eq!(parts("{a,b}::P, Lock(2,0),,C "), ["{a,b}::P", "Lock(2,0)", "C"]);
        assert!(parts(" , ").is_empty());
    }

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(listed("they are", &["a", "b", "c"], 2), "they are: a, b, and 1 more");
        assert_eq!(listed("they are", &[], 2), "they are: none");
    }
}
