//! What is told about an answer of data-flow analysis: constraints, the size of the graph, and a path that proves nothing.

use serde_json::{Value, json};

use super::super::super::trace::table;
use super::{Flowed, Passed};

/// More constraints than these are only counted in a line.
const LISTED: usize = 6;

impl Flowed {
    /// The fields of JSON.
    pub(in super::super) fn add_to(&self, result: &mut Value) {
        result["verifier"] = json!("flow");
        result["constraints"] = json!(self.constraints);
        result["stats"]["nodes"] = json!(self.size.nodes);
        result["stats"]["edges"] = json!(self.size.edges);
        result["stats"]["mip_pairs"] = json!(self.size.mip_pairs);
        result["stats"]["runs"] = json!(self.runs);
        if let Some(path) = &self.path {
            result["path"] = path.iter().map(|step| json!(step.action)).collect();
            if path.iter().any(|step| step.place.is_some()) {
                let column = |step: &Passed| json!(step.place.as_ref().map(|[_, column]| column));
                result["places"] = path.iter().map(column).collect();
            }
            result["feasible"] = json!(self.feasible);
        }
    }

    /// What stands in the line of the property before the effort.
    pub(in super::super) fn summary(&self) -> String {
        let constraints = match self.constraints.len() {
            0 => "no constraints".to_owned(),
            n if n > LISTED => format!("{n} constraints"),
            _ => self.constraints.join(", "),
        };
        format!("flow with {constraints}; {} nodes", self.size.nodes)
    }

    /// The path, for the eye.
    pub(in super::super) fn lines(&self, property: &str) -> Vec<String> {
        let Some(path) = &self.path else { return Vec::new() };
        let what = match self.feasible {
            Some(false) => "which no run of the program takes",
            _ => "and it is not known whether a run of the program takes it",
        };
        let mut rows = vec![["#", "action", "by", ""].map(str::to_owned)];
        for (number, Passed { action, by, place }) in path.iter().enumerate() {
            let line = place.as_ref().map_or_else(String::new, |[line, _]| line.clone());
            rows.push([(number + 1).to_string(), action.clone(), by.clone(), line]);
        }
        let mut lines = vec![format!("\na path to a violation of {property}, {what}:")];
        lines.extend(table(&rows));
        if self.feasible == Some(false) {
            lines.push("  more constraints may rule it out; --constraint auto adds them".to_owned());
        }
        lines
    }
}
