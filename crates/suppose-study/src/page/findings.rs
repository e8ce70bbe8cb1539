//! The words of the page: the study at a glance, the answers, and what each section is about.

use std::fmt::Write as _;

use super::markup::{Node, el};
use super::runs::outcome;
use crate::analysis::{Analysis, Question, verifier_name};
use crate::numbers::{count, duration, memory, ratio, share};

pub(super) const ANSWERS: &str = "Each question is answered from the runs of this study. Beside it stands \
    what was published in 2007 for six systems, with FLAVERS for data-flow analysis and LTSA for \
    LTSs. A subject is a property of a system, at whatever size.";
pub(super) const TRIED: &str = "All two-way decompositions of a system are tried at its small sizes. Those \
    that are equal up to a renaming of components of the same kind need the same work, so one of them is \
    run and stands for the others.";
pub(super) const SMALL: &str = "Memory is counted in states: those of the plain search, or those of the \
    largest query or premise of a learned proof. The best decomposition is the one that needs the fewest.";
pub(super) const LARGER: &str = "Trying all decompositions is only feasible for small systems. For larger \
    ones, the best decomposition of the smallest size is generalised: every component goes to the side on \
    which its counterpart was.";
pub(super) const FARTHER: &str = "A method cannot verify a subject at a size if its run came to the end of \
    its time or memory there. Runs that failed for other reasons, or were not made, count for neither \
    side.";
pub(super) const BEST: &str = "At some larger sizes all decompositions were tried as well. The best one is \
    known if every decomposition has an answer, or was stopped when it had already needed as much as the \
    best one.";
pub(super) const TIME: &str = "Time is measured from reading the model to the answer.";
pub(super) const LEARNING: &str = "Once an assumption is known, its premises can be checked without \
    learning it. The difference is what learning costs.";
pub(super) const SUBJECTS: &str = "Every subject at every size, in every way in which it was verified. A \
    cross marks a run that came to the end of its time or memory.";
pub(super) const RUNS: &str = "The best decomposition of each subject at each size, and those that were \
    generalised, predicted or given. The ratio is to the states of the plain search. Select a heading to sort \
    by it; search for words such as “gas-station best LTS”.";

/// What was run, how it ended, and whether answers contradict each other.
pub(super) fn overview(analysis: &Analysis<'_>) -> Vec<Node> {
    let overview = &analysis.overview;
    if overview.runs == 0 {
        return Vec::new();
    }
    let subjects = analysis.verifiers.iter().map(|found| found.subjects.len()).max().unwrap_or(0);
    let sizes = match overview.sizes {
        Some((low, high)) if low < high => format!("{low} to {high}"),
        Some((low, _)) => low.to_string(),
        None => "–".to_owned(),
    };
    let facts = [
        (count(overview.runs as u64), "runs"),
        (subjects.to_string(), "subjects"),
        (overview.systems.len().to_string(), "systems"),
        (sizes, "sizes"),
        (duration(overview.time_ms), "of computing"),
        (memory(overview.peak_kib), "at most in a run"),
    ];
    let facts = facts.map(|(value, name)| el("div").child(el("dt").text(name)).child(el("dd").text(value)));
    let outcomes: Vec<String> = overview
        .outcomes
        .iter()
        .map(|(&ending, &runs)| format!("{} {}", count(runs as u64), outcome(ending)))
        .collect();
    let mut nodes = vec![
        el("p").class("lead").text(format!("How the runs ended: {}.", outcomes.join(", "))),
        el("dl").class("facts").children(facts),
    ];
    nodes.extend(analysis.contradictions.iter().map(|found| {
        let text = format!(
            " {} at size {} with {}: run {} says that it holds, run {} that it is violated. One of them is \
             wrong.",
            found.name,
            found.size,
            verifier_name(found.verifier),
            found.holds,
            found.violated
        );
        el("p").class("alarm").child(el("strong").text("Contradiction:")).text(text)
    }));
    nodes
}

/// The questions with their answers, ours and the published ones.
pub(super) fn answers(analysis: &Analysis<'_>) -> Vec<Node> {
    let mut nodes = Vec::new();
    for question in Question::ALL {
        let answers: Vec<_> = analysis.answers.iter().filter(|answer| answer.question == question).collect();
        if answers.is_empty() {
            continue;
        }
        nodes.push(el("h3").text(format!("{} {}", question.section(), question.text())));
        nodes.extend(answers.into_iter().map(|answer| {
            let published = el("p").class("published").text(&answer.published).text(" ");
            let published = published.child(el("cite").text(format!("({})", answer.place)));
            el("div")
                .class("answer")
                .child(el("p").class("verifier").text(format!("With {}", verifier_name(answer.verifier))))
                .child(el("p").text(&answer.ours))
                .child(published)
        }));
    }
    nodes
}

/// How often predictions are good, for each verifier.
pub(super) fn predictions(analysis: &Analysis<'_>) -> Vec<String> {
    let with = analysis.verifiers.iter().filter(|found| !found.predictions.all.is_empty());
    let sentence = |found: &crate::analysis::VerifierAnalysis<'_>| {
        let predictions = &found.predictions;
        let (subjects, good) = predictions.subjects_within(2.0);
        let total = predictions.all.len();
        format!(
            "With {}, the predicted decomposition needs at most twice the memory of the best one on {good} \
             of {subjects} subjects ({}) at every size that was tried. Of all {total} predictions, {} are \
             within twice the best ({}), and {} are the best.",
            verifier_name(found.verifier),
            share(good, subjects),
            predictions.within(2.0),
            share(predictions.within(2.0), total),
            predictions.within(1.0),
        )
    };
    let intro =
        "Without trying any, the tool can name a decomposition from the shape of system and property.";
    std::iter::once(intro.to_owned()).chain(with.map(sentence)).collect()
}

/// How `auto` compares with the fastest method, for each verifier.
pub(super) fn race(analysis: &Analysis<'_>) -> Vec<String> {
    let with = analysis.verifiers.iter().filter(|found| !found.race.runs.is_empty());
    let sentence = |found: &crate::analysis::VerifierAnalysis<'_>| {
        let race = &found.race;
        let total = race.runs.len();
        let (plain, plain_within) = race.where_plain_is_fastest(1.5);
        let mut text = format!(
            "With {}, auto has an answer on {} of the {total} subjects and sizes that some method \
             verifies. It takes at most four times as long as the fastest, and a tenth of a second, on {} \
             ({})",
            verifier_name(found.verifier),
            race.answered(),
            race.within(4.0),
            share(race.within(4.0), total),
        );
        if let Some(median) = race.median_ratio() {
            _ = write!(text, "; the median ratio is {}", ratio(median));
        }
        if plain > 0 {
            _ = write!(
                text,
                ". Where the plain search is the fastest, auto is within one and a half times of it, and a \
                 tenth of a second, on {plain_within} of {plain}"
            );
        }
        if let Some((worst, value)) = race.worst().and_then(|run| Some((run, run.ratio()?))) {
            _ = write!(
                text,
                ". The largest ratio is {}, on {} at size {} ({} against {} with {})",
                ratio(value),
                worst.name,
                worst.size,
                worst.auto_ms.map_or_else(String::new, duration),
                duration(worst.method_ms),
                worst.method,
            );
        }
        text + "."
    };
    let intro = "Which method is the fastest is not known in advance, so auto gives all of them turns. \
                 This is what that costs against the fastest one in hindsight.";
    std::iter::once(intro.to_owned()).chain(with.map(sentence)).collect()
}
