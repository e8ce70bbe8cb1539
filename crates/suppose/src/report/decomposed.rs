//! What `decompose` says: what the plain search costs, which decomposition is likely to be cheap and why, and
//! with `--all` what they cost.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;
use suppose_base::Verdict;
use suppose_inquiry::{Unit, counted, split_text};

use super::{Look, coloured, milliseconds};
use crate::{Chained, Decomposed, DecomposedProperty, Decomposition, Measured, Predicted};

/// At most so many decompositions are shown.
const SHOWN: usize = 20;

/// What `suppose decompose` prints.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DecomposeObject {
    /// The name of the system.
    system: String,
    /// What stays together in a decomposition.
    units: Vec<UnitObject>,
    /// One for each property.
    properties: Vec<PropertyObject>,
    /// Why there is not more, if a limit ended the work.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// What stays together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct UnitObject {
    /// Its name.
    name: String,
    /// Its components.
    components: Vec<String>,
    /// What it is one of many of.
    family: Option<FamilyObject>,
}

/// Like units, such as the tasks of one type.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct FamilyObject {
    /// What they are called together.
    name: String,
    /// Which of them this one is.
    index: u32,
}

/// What was found for one property.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct PropertyObject {
    /// The property.
    property: String,
    /// How many decompositions into two parts there are; `null` when that is more than 2⁶³.
    count: Option<u64>,
    /// With `--all`: how many of them differ in more than names.
    #[serde(skip_serializing_if = "Option::is_none")]
    classes: Option<usize>,
    /// What the plain search costs; `null` when the work ended before it.
    plain: Option<CostObject>,
    /// The decomposition that is likely to be the cheapest; `null` when there are fewer than two units.
    predicted: Option<PredictedObject>,
    /// Groups for the rule `chain`.
    chain: Option<ChainObject>,
    /// With `--all`: those that were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    decompositions: Option<Vec<DecompositionObject>>,
    /// With `--all`: the cheapest of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<DecompositionObject>,
    /// With `--all`: how many cost less than the plain search, each class with all its members.
    #[serde(skip_serializing_if = "Option::is_none")]
    better_than_plain: Option<u64>,
}

/// What a run costs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct CostObject {
    /// `holds`, `violated` or `inconclusive`.
    verdict: &'static str,
    /// Why it is inconclusive.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The largest number of states in any search, query or premise.
    max_states: u64,
    /// How long it took.
    time_ms: f64,
}

/// A decomposition that is likely to be cheap.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct PredictedObject {
    /// The units of M1 and M2.
    parts: [Vec<String>; 2],
    /// The predicted cost, in states; `null` when its sides are too large to look at.
    cost: Option<u64>,
    /// Why this one.
    reasons: Vec<String>,
    /// With `--all`: what it costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<CostObject>,
}

/// Groups for the rule `chain`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ChainObject {
    /// The units of each group, in order.
    parts: Vec<Vec<String>>,
    /// The predicted cost, in states; `null` when it is too large to look at.
    cost: Option<u64>,
    /// With `--all`: what it costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<CostObject>,
}

/// A decomposition and its cost.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct DecompositionObject {
    /// The units of M1 and M2.
    parts: [Vec<String>; 2],
    /// How many decompositions it stands for, because they differ from it in names only.
    stands_for: u32,
    /// States of the assumption.
    assumption_states: Option<usize>,
    /// Membership queries of the learner.
    membership_queries: u64,
    #[serde(flatten)]
    cost: CostObject,
}

impl CostObject {
    fn new(measured: &Measured) -> Self {
        let reason =
            if let Verdict::Inconclusive(reason) = &measured.verdict { Some(reason.name()) } else { None };
        let (verdict, max_states) = (measured.verdict.name(), measured.max_states);
        Self { verdict, reason, max_states, time_ms: milliseconds(measured.time) }
    }
}

impl DecompositionObject {
    fn new((split, measured): &(Decomposition, Measured)) -> Self {
        Self {
            parts: split.parts.clone(),
            stands_for: split.stands_for,
            assumption_states: measured.assumption_states,
            membership_queries: measured.membership_queries,
            cost: CostObject::new(measured),
        }
    }
}

impl DecomposeObject {
    /// What was found; `all` says that decompositions were measured.
    pub fn new(found: &Decomposed, all: bool) -> Self {
        let unit = |unit: &Unit| UnitObject {
            name: unit.name.clone(),
            components: unit.components.clone(),
            family: unit.family.clone().map(|(name, index)| FamilyObject { name, index }),
        };
        Self {
            system: found.system.clone(),
            units: found.units.iter().map(unit).collect(),
            properties: found.properties.iter().map(|property| PropertyObject::new(property, all)).collect(),
            reason: found.stopped.as_ref().map(suppose_base::StopReason::name),
            message: found.stopped.as_ref().map(ToString::to_string),
        }
    }
}

impl PropertyObject {
    fn new(found: &DecomposedProperty, all: bool) -> Self {
        let predicted = |predicted: &Predicted| PredictedObject {
            parts: predicted.parts.clone(),
            cost: predicted.cost,
            reasons: predicted.reasons.clone(),
            measured: found.predicted_cost.as_ref().map(CostObject::new),
        };
        let chain = |chain: &Chained| ChainObject {
            parts: chain.parts.clone(),
            cost: chain.cost,
            measured: chain.measured.as_ref().map(CostObject::new),
        };
        Self {
            property: found.property.clone(),
            count: found.count,
            classes: found.classes,
            plain: found.plain.as_ref().map(CostObject::new),
            predicted: found.predicted.as_ref().map(predicted),
            chain: found.chain.as_ref().map(chain),
            decompositions: all.then(|| found.measured.iter().map(DecompositionObject::new).collect()),
            best: found.best().map(DecompositionObject::new),
            better_than_plain: found.better_than_plain().filter(|_| all),
        }
    }
}

/// What was found, for people.
#[derive(Clone, Copy, Debug)]
pub struct DecomposedText<'a> {
    /// What was found.
    pub found: &'a Decomposed,
    /// The files, as they were named.
    pub files: &'a [String],
    /// Whether decompositions were measured.
    pub all: bool,
}

impl DecomposedText<'_> {
    /// Writes it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, look: &Look, out: &mut dyn Write) -> io::Result<()> {
        let Decomposed { system, units, properties, stopped } = self.found;
        let names: Vec<&str> = units.iter().map(|unit| unit.name.as_str()).collect();
        let count = counted(units.len(), "unit");
        writeln!(out, "{}: {system} of {count}: {}", self.files.join(" "), names.join(", "))?;
        for property in properties {
            writeln!(out)?;
            self.write_property(property, look, out)?;
        }
        if let Some(reason) = stopped {
            let word = coloured("inconclusive", "33", look);
            writeln!(out, "\n{word}: {reason}; this is what is known so far")?;
        }
        Ok(())
    }

    fn write_property(&self, found: &DecomposedProperty, look: &Look, out: &mut dyn Write) -> io::Result<()> {
        let count = match (found.count, found.classes) {
            (Some(0), _) => "nothing to take apart".to_owned(),
            (None, _) => "more decompositions than can be counted".to_owned(),
            (Some(count), None) => counted(count, "decomposition"),
            (Some(count), Some(classes)) => {
                format!("{}, {classes} up to symmetry", counted(count, "decomposition"))
            }
        };
        writeln!(out, "{} ({count})", found.property)?;
        let mut rows = Vec::new();
        if let Some(plain) = &found.plain {
            rows.push(["plain search".to_owned(), states(plain), violated(plain)]);
        }
        if let Some((split, cost)) = found.best() {
            rows.push(["best".to_owned(), states(cost), split_text(&split.parts)]);
        }
        if let Some(predicted) = &found.predicted {
            let cost = estimate(predicted.cost, found.predicted_cost.as_ref());
            rows.push(["predicted".to_owned(), cost, split_text(&predicted.parts)]);
        }
        if let Some(chain) = found.chain.as_ref().filter(|chain| chain.parts.len() > 2) {
            let cost = estimate(chain.cost, chain.measured.as_ref());
            rows.push(["chain".to_owned(), cost, split_text(&chain.parts)]);
        }
        let width = rows.iter().map(|[_, cost, _]| cost.len()).max().unwrap_or(0);
        for [what, cost, parts] in &rows {
            writeln!(out, "{}", format!("  {what:<12}  {cost:<width$}  {parts}").trim_end())?;
        }
        if let Some(predicted) = &found.predicted {
            writeln!(out, "  why this prediction:")?;
            predicted.reasons.iter().try_for_each(|reason| writeln!(out, "    {reason}"))?;
        }
        if !self.all {
            return Ok(());
        }
        let tried: u64 = found.measured.iter().map(|(split, _)| u64::from(split.stands_for)).sum();
        if let Some(better) = found.better_than_plain() {
            let runs = counted(found.measured.len(), "run");
            writeln!(out, "  {better} of {tried} decompositions cost less than the plain search ({runs})")?;
        }
        write_table(found, look, out)
    }
}

/// The cheapest decompositions.
fn write_table(found: &DecomposedProperty, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let mut all: Vec<&(Decomposition, Measured)> = found.measured.iter().collect();
    all.sort_by_key(|(split, cost)| (!cost.is_decided(), cost.max_states, split.parts[0].len()));
    let shown = if look.verbose { all.len() } else { all.len().min(SHOWN) };
    let heading = ["states", "for", "A", "queries", "M1 | M2"].map(str::to_owned);
    let row = |(split, cost): &&(Decomposition, Measured)| {
        [
            states(cost).replace(" states", "").replace(" state", ""),
            split.stands_for.to_string(),
            cost.assumption_states.map_or_else(String::new, |states| states.to_string()),
            cost.membership_queries.to_string(),
            split_text(&split.parts),
        ]
    };
    let rows: Vec<[String; 5]> = [heading].into_iter().chain(all[..shown].iter().map(row)).collect();
    // Parts are never cut: they are there to be used.
    let widths: [usize; 4] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0));
    for [cells @ .., parts] in &rows {
        let cells: Vec<String> =
            cells.iter().zip(widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        writeln!(out, "    {}  {parts}", cells.join("  "))?;
    }
    if shown < all.len() {
        writeln!(out, "  and {} that cost more; -v shows them", all.len() - shown)?;
    }
    Ok(())
}

/// A cost in words.
fn states(cost: &Measured) -> String {
    match &cost.verdict {
        Verdict::Inconclusive(suppose_base::StopReason::States(limit)) => {
            format!("more than {}", counted(*limit, "state"))
        }
        Verdict::Inconclusive(reason) => format!("{} ({})", counted(cost.max_states, "state"), reason.name()),
        _ => counted(cost.max_states, "state"),
    }
}

/// What to say about a violation: its cost is that of finding it.
fn violated(cost: &Measured) -> String {
    if let Verdict::Violated(_) = cost.verdict { "to find a violation".to_owned() } else { String::new() }
}

/// A prediction, or what was measured in its place.
fn estimate(predicted: Option<u64>, measured: Option<&Measured>) -> String {
    match (measured, predicted) {
        (Some(measured), Some(predicted)) => format!("{} (about {predicted})", states(measured)),
        (Some(measured), None) => states(measured),
        (None, Some(predicted)) => format!("about {}", counted(predicted, "state")),
        (None, None) => "unknown".to_owned(),
    }
}
