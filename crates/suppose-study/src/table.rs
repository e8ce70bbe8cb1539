//! Records as a table: the columns that CSV and Parquet have in common, and CSV.

use std::fmt::Write as _;

use suppose::split_text;

use crate::{Outcome, Record, Role, Verifier};

/// The values of a column, one for each record.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Texts.
    Texts(Vec<Option<String>>),
    /// Whole numbers.
    Numbers(Vec<Option<u64>>),
    /// Numbers with a fraction.
    Decimals(Vec<Option<f64>>),
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Its values.
    pub values: Values,
}

/// Puts records in the order of tables, whatever order they were made in.
pub fn sort(records: &mut [Record]) {
    records.sort_by(|a, b| {
        let key = |record: &Record| {
            let Record { subject, verifier, role, method, from_size, parts, run, .. } = record.clone();
            (subject.system, subject.property, verifier, subject.size, role, method, from_size, parts, run)
        };
        key(a).cmp(&key(b))
    });
}

/// The table of some records.
pub fn columns(records: &[Record]) -> Vec<Column> {
    let texts =
        |value: &dyn Fn(&Record) -> Option<String>| Values::Texts(records.iter().map(value).collect());
    let numbers =
        |value: &dyn Fn(&Record) -> Option<u64>| Values::Numbers(records.iter().map(value).collect());
    let decimals =
        |value: &dyn Fn(&Record) -> Option<f64>| Values::Decimals(records.iter().map(value).collect());
    let column = |name, values| Column { name, values };
    vec![
        column("system", texts(&|r| Some(r.subject.system.clone()))),
        column("size", numbers(&|r| Some(u64::from(r.subject.size)))),
        column("property", texts(&|r| Some(r.subject.property.clone()))),
        column("verifier", texts(&|r| Some(r.verifier.name().to_owned()))),
        column("method", texts(&|r| Some(r.method.clone()))),
        column("role", texts(&|r| Some(r.role.name().to_owned()))),
        column("from_size", numbers(&|r| r.from_size.map(u64::from))),
        column("parts", texts(&|r| (!r.parts.is_empty()).then(|| split_text(&r.parts)))),
        column("stands_for", numbers(&|r| Some(u64::from(r.stands_for)))),
        column("outcome", texts(&|r| Some(r.outcome.name().to_owned()))),
        column("reason", texts(&|r| r.reason.clone())),
        column("max_states", numbers(&|r| Some(r.max_states))),
        column("states", numbers(&|r| Some(r.states))),
        column("queries", numbers(&|r| Some(r.queries))),
        column("conjectures", numbers(&|r| Some(r.conjectures))),
        column("assumption_states", numbers(&|r| Some(r.assumption_states))),
        column("time_ms", decimals(&|r| Some(r.time_ms))),
        column("premises_ms", decimals(&|r| r.premises_ms)),
        column("premises_max_states", numbers(&|r| r.premises_max_states)),
        column("peak_kib", numbers(&|r| Some(r.peak_kib))),
        column("run", texts(&|r| Some(r.run.clone()))),
    ]
}

/// A table as CSV, as RFC 4180 has it but for lines that end as everywhere else. Nothing is an empty field.
pub fn csv(columns: &[Column]) -> String {
    let mut text = columns.iter().map(|column| column.name).collect::<Vec<_>>().join(",");
    text.push('\n');
    let rows = columns.first().map_or(0, |column| column.values.len());
    for row in 0..rows {
        for (place, column) in columns.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            let _ = write!(text, "{comma}{}", column.values.field(row));
        }
        text.push('\n');
    }
    text
}

impl Values {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Texts(values) => values.len(),
            Self::Numbers(values) => values.len(),
            Self::Decimals(values) => values.len(),
        }
    }

    fn field(&self, row: usize) -> String {
        match self {
            Self::Texts(values) => values[row].as_deref().map_or_else(String::new, quoted),
            Self::Numbers(values) => values[row].map_or_else(String::new, |number| number.to_string()),
            Self::Decimals(values) => values[row].map_or_else(String::new, |number| number.to_string()),
        }
    }
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

impl Verifier {
    /// The name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lts => "lts",
            Self::Flow => "flow",
        }
    }
}

impl Role {
    /// The name, as in the log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::All => "all",
            Self::Generalised => "generalised",
            Self::Predicted => "predicted",
            Self::Given => "given",
        }
    }
}

impl Outcome {
    /// The name, as in the log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Timeout => "timeout",
            Self::Memory => "memory",
            Self::Unknown => "unknown",
            Self::Failed => "failed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::some_record;

    #[test]
    fn a_table_has_a_line_for_each_record() {
        let second = Record {
            parts: Vec::new(),
            outcome: Outcome::Failed,
            reason: Some("it said \"no\"\nand died".into()),
            premises_ms: None,
            ..some_record("b", 9)
        };
        assert_eq!(
            csv(&columns(&[some_record("a", 7), second])),
            "system,size,property,verifier,method,role,from_size,parts,stands_for,outcome,reason,max_states,\
             states,queries,conjectures,assumption_states,time_ms,premises_ms,premises_max_states,\
             peak_kib,run\n\
             gas-station,2,P1,lts,learn,all,,\"Pump_1 | Customer_1,Operator\",2,holds,,7,40,12,3,4,1.5,0.5,7,\
             4096,a\n\
             gas-station,2,P1,lts,learn,all,,,2,failed,\"it said \"\"no\"\"\nand died\",9,40,12,3,4,\
             1.5,,9,4096,b\n"
        );
    }

    #[test]
    fn the_order_does_not_depend_on_who_was_first() {
        let larger = |size: u32| {
            let mut record = some_record("x", 1);
            record.subject.size = size;
            record
        };
        let mut records = vec![larger(10), larger(3), larger(2)];
        sort(&mut records);
        assert_eq!(records.iter().map(|record| record.subject.size).collect::<Vec<_>>(), [2, 3, 10]);
    }

    #[test]
    fn names_are_those_of_the_log() {
        for outcome in [Outcome::Holds, Outcome::Timeout, Outcome::Failed] {
            assert_eq!(serde_json::to_string(&outcome).expect("plain"), format!("\"{}\"", outcome.name()));
        }
        for role in [Role::Whole, Role::All, Role::Generalised, Role::Predicted, Role::Given] {
            assert_eq!(serde_json::to_string(&role).expect("plain"), format!("\"{}\"", role.name()));
        }
        assert_eq!(serde_json::to_string(&Verifier::Flow).expect("plain"), "\"flow\"");
    }
}
