//! Learns an automaton from a teacher of one's own: here, which words over `(` and `)` are balanced and never
//! deeper than three.
//!
//! ```console
//! $ cargo run -p suppose --example learn
//! ```

#![expect(clippy::print_stdout, reason = "an example talks to people")]

use suppose::base::{Budget, StopReason};
use suppose::learn::{Kind, Membership, Symbol, WpMethod, learn};

/// How deep brackets may be nested.
const DEEPEST: i32 = 3;

/// Knows the answer for every word, and counts how often it is asked.
struct Teacher {
    asked: usize,
}

impl Membership for Teacher {
    fn member(&mut self, word: &[Symbol]) -> Result<bool, StopReason> {
        self.asked += 1;
        let mut depth = 0;
        for &letter in word {
            depth += if letter == 0 { 1 } else { -1 };
            if !(0..=DEEPEST).contains(&depth) {
                return Ok(false);
            }
        }
        Ok(depth == 0)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut teacher = Teacher { asked: 0 };
    // Nobody can compare a conjecture with this teacher, so it is tested, looking for up to two more states.
    let mut tests = WpMethod { extra: 2 };
    let learned = learn(Kind::Ttt, 2, &mut teacher, &mut tests, &Budget::unlimited())?;
    println!("{} states after {} conjectures", learned.conjecture.size(), learned.statistics.conjectures);
    for word in ["", "()", "(())()", "(((())))", ")("] {
        let letters: Vec<Symbol> = word.chars().map(|c| u32::from(c != '(')).collect();
        println!("{word:8} {}", learned.conjecture.accepts(&letters));
    }
    Ok(())
}
