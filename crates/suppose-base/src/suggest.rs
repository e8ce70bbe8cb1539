//! Which known name a misspelt one was probably meant to be.
//!
//! Restricted edit distance (insertions, deletions, substitutions, and swaps of neighbours; Damerau 1964), by
//! the usual dynamic programme on three rows. A name is suggested when at most a third of it must change, and
//! something of it stays. Names longer than [`LONGEST`] are not compared, so that a message costs little
//! whatever the names are. Tested below against distances worked out by hand.

/// Longer names are not compared.
const LONGEST: usize = 64;

/// The known name nearest to `name`, the first of several; `None` when none is near.
pub fn closest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let length = name.chars().count();
    // A name of one letter is near to none: all of it would change.
    let limit = length.div_ceil(3).min(length.saturating_sub(1));
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        if candidate.len() > LONGEST || name.len() > LONGEST || candidate == name {
            continue;
        }
        let distance = if candidate.eq_ignore_ascii_case(name) { 0 } else { distance(name, candidate) };
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, &l) in left.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, &r) in right.iter().enumerate() {
            let mut cost = (row[j] + usize::from(l != r)).min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && l == right[j - 1] && left[i - 1] == r {
                cost = cost.min(before[j - 1] + 1);
            }
            next.push(cost);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_worked_out_by_hand() {
        for (left, right, expected) in
            [("", "", 0), ("", "abc", 3), ("FORK", "FROK", 1), ("PHIL", "PHILO", 1), ("kitten", "sitting", 3)]
        {
            assert_eq!(distance(left, right), expected, "{left} {right}");
            assert_eq!(distance(right, left), expected, "{right} {left}");
        }
    }

    #[test]
    fn only_near_names_are_suggested() {
        assert_eq!(closest("PIHL", ["FORK", "PHIL"]), Some("PHIL"));
        assert_eq!(closest("phil", ["FORK", "PHIL"]), Some("PHIL"));
        assert_eq!(closest("X", ["FORK", "PHIL"]), None);
        assert_eq!(closest("Q", ["P", "S"]), None);
        assert_eq!(closest("q", ["P", "Q"]), Some("Q"));
        assert_eq!(closest("P1", ["P2"]), Some("P2"));
        assert_eq!(closest("FORK", ["FORK"]), None);
    }
}
