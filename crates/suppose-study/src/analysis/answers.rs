//! The questions of sections 5.1 to 5.6, each answered in a paragraph for each verifier.

use std::fmt::Write as _;

use super::published::{self, Published};
use super::{Analysis, Category, Curve, Placed, VerifierAnalysis, median};
use crate::Verifier;
use crate::numbers::{count, percent, ratio, share};

/// A question of chapter 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// 5.1
    SmallSizes,
    /// 5.2
    LargerSizes,
    /// 5.3
    LargerSystems,
    /// 5.4
    BestDecomposition,
    /// 5.5
    Time,
    /// 5.6
    Learning,
}

impl Question {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::SmallSizes,
        Self::LargerSizes,
        Self::LargerSystems,
        Self::BestDecomposition,
        Self::Time,
        Self::Learning,
    ];

    /// The section of the dissertation.
    pub fn section(self) -> &'static str {
        match self {
            Self::SmallSizes => "5.1",
            Self::LargerSizes => "5.2",
            Self::LargerSystems => "5.3",
            Self::BestDecomposition => "5.4",
            Self::Time => "5.5",
            Self::Learning => "5.6",
        }
    }

    /// The question in words.
    pub fn text(self) -> &'static str {
        match self {
            Self::SmallSizes => "Do decompositions save memory at small sizes?",
            Self::LargerSizes => "Do they save memory at larger sizes?",
            Self::LargerSystems => "Do they verify larger systems than the plain search?",
            Self::BestDecomposition => "Are the generalised decompositions the best ones?",
            Self::Time => "Do decompositions save time?",
            Self::Learning => "What does learning the assumption cost?",
        }
    }
}

/// The answer to a question for a verifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The verifier.
    pub verifier: Verifier,
    /// What the records say.
    pub ours: String,
    /// What the dissertation says.
    pub published: String,
    /// Where it says so.
    pub place: &'static str,
}

const NOT_RUN: &str = "There are no runs that answer this yet.";

pub(super) fn answers(analysis: &Analysis<'_>) -> Vec<Answer> {
    let mut answers = Vec::new();
    for question in Question::ALL {
        for found in &analysis.verifiers {
            let known = published::of(found.verifier);
            let (ours, published, place) = match question {
                Question::SmallSizes => small_sizes(analysis, found, known),
                Question::LargerSizes => larger_sizes(found, known),
                Question::LargerSystems => larger_systems(found, known),
                Question::BestDecomposition => best_decomposition(found, known),
                Question::Time => time(found, known),
                Question::Learning => learning(found, known),
            };
            let ours = ours.unwrap_or_else(|| NOT_RUN.to_owned());
            answers.push(Answer { question, verifier: found.verifier, ours, published, place });
        }
    }
    answers
}

type Texts = (Option<String>, String, &'static str);

fn small_sizes(analysis: &Analysis<'_>, found: &VerifierAnalysis<'_>, known: &Published) -> Texts {
    let smallest = &found.smallest;
    let total = smallest.ratios.len();
    // Said once, with the last verifier.
    let is_last = analysis.verifiers.last().is_some_and(|last| last.verifier == found.verifier);
    let both = analysis.better_with_all.filter(|_| is_last);
    let ours = (total > 0).then(|| {
        let mut text = format!(
            "The best decomposition needs less memory than the plain search on {} of {total} subjects",
            smallest.better(),
        );
        if let Some(mean) = smallest.mean_of_better() {
            _ = write!(text, "; there it needs {} of its memory on average", percent(mean));
        }
        if let Some(mean) = smallest.mean_of_others() {
            _ = write!(text, ", and {} on the others", percent(mean));
        }
        _ = write!(
            text,
            ". Of all {} decompositions of these subjects, {} are better than the plain search.",
            count(smallest.decompositions),
            count(smallest.better_decompositions),
        );
        if let Some((both, compared)) = both {
            _ = write!(text, " It is better with both verifiers on {both} of {compared}.");
        }
        text
    });
    let mut published = format!(
        "{}: better on {} of {} subjects, with {} of the memory on average, and {} on the others.",
        known.tool,
        known.better,
        known.subjects,
        percent(known.mean_of_better),
        percent(known.mean_of_others),
    );
    if both.is_some() {
        _ = write!(published, " Better with both verifiers on {}.", published::BETTER_WITH_BOTH);
    }
    (ours, published, "§5.1")
}

/// How many curves end below the plain search.
fn ending_below(curves: &[Curve]) -> usize {
    curves.iter().filter(|curve| curve.last().value() < 1.0).count()
}

fn larger_sizes(found: &VerifierAnalysis<'_>, known: &Published) -> Texts {
    let curves = &found.memory;
    let ours = (!curves.is_empty()).then(|| {
        let starting_below: Vec<Curve> =
            curves.iter().filter(|curve| curve.ratios[0].value() < 1.0).cloned().collect();
        format!(
            "At the largest size where both have an answer, the generalised decomposition needs less \
             memory than the plain search on {} of {} subjects ({}). Of the {} that start out better at \
             the smallest size, {} stay so. The median of the memory at the largest size is {} times that \
             of the plain search.",
            ending_below(curves),
            curves.len(),
            share(ending_below(curves), curves.len()),
            starting_below.len(),
            ending_below(&starting_below),
            median(curves.iter().map(|curve| curve.last().value()).collect()).map_or_else(String::new, ratio),
        )
    });
    let published = format!(
        "{}: better on {} of {} subjects ({}).",
        known.tool,
        known.generalised_better,
        known.subjects,
        share(known.generalised_better, known.subjects),
    );
    (ours, published, "§5.2")
}

fn larger_systems(found: &VerifierAnalysis<'_>, known: &Published) -> Texts {
    let scaling = &found.scaling;
    let total = scaling.total();
    let [farther, perhaps, not, perhaps_not, both] = Category::ALL.map(|category| scaling.count(category));
    let ours = (total > 0).then(|| {
        let mut text = format!(
            "The generalised decomposition verifies a larger system than the plain search on {farther} of \
             {total} subjects ({}), and perhaps on {perhaps} more; on {not} it does not, on {perhaps_not} \
             probably not, and on {both} the plain search scales well anyway.",
            share(farther, total),
        );
        let gains = scaling.subjects.iter().filter(|placed| placed.category == Some(Category::Farther));
        let gain = |placed: &&Placed| placed.generalised.unwrap_or(0) - placed.monolithic.unwrap_or(0);
        if let Some(placed) = gains.max_by_key(gain) {
            let from = placed.monolithic.map_or_else(String::new, |size| format!("from size {size} "));
            let to = placed.generalised.unwrap_or(0);
            _ = write!(text, " The largest step is {from}to size {to}, on {}.", placed.name);
        }
        text
    });
    let [farther, perhaps, not, perhaps_not, both] = known.categories;
    let mut published = format!(
        "{}: {farther} of {} farther, {perhaps} perhaps, {not} not, {perhaps_not} probably not, {both} where \
         the plain search scales well.",
        known.tool, known.subjects,
    );
    if let Some(gain) = known.largest_gain {
        _ = write!(published, " At most {gain} sizes farther.");
    }
    (ours, published, "Table 5.3")
}

fn best_decomposition(found: &VerifierAnalysis<'_>, known: &Published) -> Texts {
    let compared = &found.against_best;
    let ours = (!compared.is_empty()).then(|| {
        format!(
            "At the largest size at which all decompositions were tried, the generalised decomposition is \
             the best one of which we know on {} of {} subjects ({}). The best one is certain on {} of \
             them. On {} the best decomposition is better than the plain search although the generalised \
             one is not.",
            compared.iter().filter(|against| against.is_best()).count(),
            compared.len(),
            share(compared.iter().filter(|against| against.is_best()).count(), compared.len()),
            compared.iter().filter(|against| against.known).count(),
            compared.iter().filter(|against| against.only_best_is_better()).count(),
        )
    });
    let published = format!(
        "{}: the best one on {} of {} subjects ({}); the best is better than the plain search and the \
         generalised is not on {}.",
        known.tool,
        known.generalised_is_best,
        known.subjects,
        share(known.generalised_is_best, known.subjects),
        known.only_best_is_better,
    );
    (ours, published, "§5.4.1")
}

fn time(found: &VerifierAnalysis<'_>, known: &Published) -> Texts {
    let curves = &found.time;
    let ours = (!curves.is_empty()).then(|| {
        format!(
            "At the largest size where both have an answer, the generalised decomposition takes less time \
             than the plain search on {} of {} subjects ({}). The median of its time is {} times that of \
             the plain search.",
            ending_below(curves),
            curves.len(),
            share(ending_below(curves), curves.len()),
            median(curves.iter().map(|curve| curve.last().value()).collect()).map_or_else(String::new, ratio),
        )
    });
    let published = format!(
        "{}: less time on {} of {} subjects ({}).",
        known.tool,
        known.less_time,
        known.subjects,
        share(known.less_time, known.subjects),
    );
    (ours, published, "§5.5")
}

fn learning(found: &VerifierAnalysis<'_>, known: &Published) -> Texts {
    let costs = &found.learning;
    let (compared, free) = costs.memory();
    let ours = (!costs.subjects.is_empty()).then(|| {
        let mut text = format!(
            "Learning needs no more memory than checking its premises on {free} of {compared} subjects."
        );
        for (small, name) in [(true, "fewer than 10"), (false, "10 or more")] {
            let shares = costs.time_shares(small);
            if let Some(median) = costs.median_time_share(small) {
                _ = write!(
                    text,
                    " With assumptions of {name} states it takes {} of the time in the median of {} \
                     subjects, and more than 90% on {}.",
                    percent(median),
                    shares.len(),
                    shares.iter().filter(|&&share| share > 0.9).count(),
                );
            }
        }
        text
    });
    let published = format!(
        "{}: no more memory on {} of {} subjects. With fewer than 10 states less than half of the time, with \
         more in most cases over 90%.",
        known.tool, known.learning_costs_no_memory, known.subjects,
    );
    (ours, published, "§5.6")
}
