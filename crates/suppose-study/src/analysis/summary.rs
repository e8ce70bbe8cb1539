//! The answers as text, for a terminal: each question with what was found, and what was published.

use std::fmt::Write as _;

use super::{Analysis, Question, verifier_name};
use crate::numbers::{count, duration, ratio, share};

/// Columns of a line.
const WIDTH: usize = 100;

pub(super) fn summary(analysis: &Analysis<'_>) -> String {
    let overview = &analysis.overview;
    let mut text = format!(
        "{} runs of {} systems, {} in all.\n",
        count(overview.runs as u64),
        overview.systems.len(),
        duration(overview.time_ms)
    );
    for found in &analysis.contradictions {
        _ = writeln!(
            text,
            "CONTRADICTION: {} at size {}: {} and {}",
            found.name, found.size, found.holds, found.violated
        );
    }
    for question in Question::ALL {
        _ = writeln!(text, "\n{} {}", question.section(), question.text());
        for answer in analysis.answers.iter().filter(|answer| answer.question == question) {
            wrap(&mut text, "  ", &format!("{}: {}", verifier_name(answer.verifier), answer.ours));
            wrap(&mut text, "    ", &format!("[{}] {}", answer.place, answer.published));
        }
    }
    for found in &analysis.verifiers {
        let name = verifier_name(found.verifier);
        let (subjects, good) = found.predictions.subjects_within(2.0);
        if subjects > 0 {
            let line = format!(
                "{name}: the predicted decomposition is within twice the best one on {good} of {subjects} \
                 subjects ({}).",
                share(good, subjects)
            );
            text.push('\n');
            wrap(&mut text, "", &line);
        }
        let race = &found.race;
        if let Some(median) = race.median_ratio() {
            let line = format!(
                "{name}: auto has an answer on {} of {} subjects and sizes; the median ratio of its time to \
                 that of the fastest single method is {}.",
                race.answered(),
                race.runs.len(),
                ratio(median)
            );
            text.push('\n');
            wrap(&mut text, "", &line);
        }
    }
    text
}

/// Adds words in lines of at most [`WIDTH`] columns.
fn wrap(text: &mut String, indent: &str, words: &str) {
    let mut column = 0;
    for word in words.split(' ') {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        }
        let gap = if column == 0 { indent } else { " " };
        text.push_str(gap);
        text.push_str(word);
        column += gap.len() + width;
    }
    text.push('\n');
}
