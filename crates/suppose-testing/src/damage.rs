//! Damage to a text, as a mistake or an accident would do it.

use crate::Random;

/// Splits a text into words and what is between them.
pub fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = ' ';
    for c in text.chars() {
        let joins =
            c.is_alphanumeric() && last.is_alphanumeric() || c.is_whitespace() && last.is_whitespace();
        match words.last_mut() {
            Some(word) if joins => word.push(c),
            _ => words.push(c.to_string()),
        }
        last = c;
    }
    words
}

/// Removes, repeats, swaps, adds or replaces a word, or changes one byte of it. New words are among `known`.
pub fn damage(words: &mut Vec<String>, known: &[&str], random: &mut Random) {
    if words.is_empty() {
        return;
    }
    let place = random.below(words.len());
    match random.below(7) {
        0 => drop(words.remove(place)),
        1 => {
            let word = words[place].clone();
            words.insert(random.below(words.len() + 1), word);
        }
        2 => {
            let other = random.below(words.len());
            words.swap(place, other);
        }
        3 => words.insert(place, known[random.below(known.len())].to_owned()),
        4 => known[random.below(known.len())].clone_into(&mut words[place]),
        5 => {
            let end = (place + 1 + random.below(8)).min(words.len());
            words.drain(place..end);
        }
        _ => {
            let mut bytes = words[place].clone().into_bytes();
            let at = random.below(bytes.len());
            bytes[at] = random.bits() as u8;
            words[place] = String::from_utf8_lossy(&bytes).into_owned();
        }
    }
}
