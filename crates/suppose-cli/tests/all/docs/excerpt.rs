//! JSON in the documents: laid out for reading, and cut to what matters.
//!
//! What a page shows of an object is a *part* of what the command prints. Each key that is shown must be
//! there with a value that matches; keys that are not shown do not count. An array is compared item by item,
//! and may end with the text `"…"` where the rest is cut. An object may have the key `"…"`, with any value,
//! to tell the reader that it is cut. Times and sizes in memory match anything.

use std::fmt;

use serde::Deserialize;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// Marks what is cut.
const CUT: &str = "…";

/// Keys whose values differ from run to run.
const CHANGING: &[&str] = &["time_ms", "bytes"];

/// Lines are broken where they would be longer than this.
const WIDTH: usize = 90;

/// A JSON value whose objects keep the order of their keys.
#[derive(Debug)]
enum Json {
    Leaf(Value),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// Lines with one JSON object among them: those before it, the object, those after it.
struct Split<'l> {
    before: &'l [String],
    object: Json,
    after: &'l [String],
}

/// Whether the lines on a page are an excerpt of those that a command printed: a part of the same object,
/// with the same lines around it. Without an object in both, nobody can tell.
pub(crate) fn is_excerpt(
    shown: &[String],
    found: &[String],
    same: impl Fn(&[String], &[String]) -> bool,
) -> bool {
    let (Some(shown), Some(found)) = (split(shown), split(found)) else { return false };
    same(shown.before, found.before)
        && is_part(&shown.object, &found.object)
        && same(shown.after, found.after)
}

/// The lines that a command printed, with its object laid out for reading.
pub(crate) fn laid_out(found: &[String]) -> Vec<String> {
    let Some(Split { before, object, after }) = split(found) else { return found.to_vec() };
    let mut text = String::new();
    object.lay_out(0, 0, &mut text);
    before.iter().cloned().chain(text.lines().map(str::to_owned)).chain(after.iter().cloned()).collect()
}

fn is_part(shown: &Json, found: &Json) -> bool {
    match (shown, found) {
        (Json::Leaf(shown), Json::Leaf(found)) => shown == found,
        (Json::Array(shown), Json::Array(found)) => {
            let (items, is_cut) = match shown.split_last() {
                Some((Json::Leaf(Value::String(last)), items)) if last == CUT => (items, true),
                _ => (&shown[..], false),
            };
            let fits = if is_cut { items.len() <= found.len() } else { items.len() == found.len() };
            fits && items.iter().zip(found).all(|(shown, found)| is_part(shown, found))
        }
        (Json::Object(shown), Json::Object(found)) => shown.iter().all(|(key, shown)| {
            let found = found.iter().find(|(known, _)| known == key).map(|(_, found)| found);
            key == CUT || found.is_some_and(|found| CHANGING.contains(&key.as_str()) || is_part(shown, found))
        }),
        _ => false,
    }
}

/// The first object that begins a line, with the lines around it.
fn split(lines: &[String]) -> Option<Split<'_>> {
    let start = lines.iter().position(|line| line.starts_with('{'))?;
    let text = lines[start..].join("\n");
    let mut objects = serde_json::Deserializer::from_str(&text).into_iter::<Json>();
    let object = objects.next()?.ok()?;
    let end = start + text[..objects.byte_offset()].lines().count();
    Some(Split { before: &lines[..start], object, after: &lines[end..] })
}

impl Json {
    /// On one line.
    fn flat(&self) -> String {
        match self {
            Self::Leaf(value) => value.to_string(),
            Self::Array(items) => format!("[{}]", joined(items.iter().map(Self::flat))),
            Self::Object(fields) => {
                let field = |(key, value): &(String, Self)| format!("{}: {}", quoted(key), value.flat());
                format!("{{{}}}", joined(fields.iter().map(field)))
            }
        }
    }

    /// On one line where it fits after so many columns, otherwise with a line for each item. The outermost
    /// object always has a line for each.
    fn lay_out(&self, indent: usize, column: usize, text: &mut String) {
        let flat = self.flat();
        let is_empty = flat.len() == 2;
        if is_empty || column > 0 && column + flat.chars().count() <= WIDTH {
            text.push_str(&flat);
            return;
        }
        let inner = indent + 2;
        let margin = " ".repeat(inner);
        let (open, close, count) = match self {
            Self::Leaf(_) => return text.push_str(&flat),
            Self::Array(items) => ('[', ']', items.len()),
            Self::Object(fields) => ('{', '}', fields.len()),
        };
        text.push(open);
        for place in 0..count {
            text.push_str(if place == 0 { "\n" } else { ",\n" });
            text.push_str(&margin);
            match self {
                Self::Object(fields) => {
                    let (key, value) = &fields[place];
                    let key = format!("{}: ", quoted(key));
                    text.push_str(&key);
                    value.lay_out(inner, inner + key.chars().count(), text);
                }
                Self::Array(items) => items[place].lay_out(inner, inner, text),
                Self::Leaf(_) => {}
            }
        }
        text.push('\n');
        text.push_str(&" ".repeat(indent));
        text.push(close);
    }
}

fn quoted(key: &str) -> String {
    Value::from(key).to_string()
}

fn joined(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reading)
    }
}

struct Reading;

impl<'de> Visitor<'de> for Reading {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Leaf(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Leaf(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Leaf(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Leaf(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Leaf(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Leaf(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut all = Vec::new();
        while let Some(item) = items.next_element()? {
            all.push(item);
        }
        Ok(Json::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Json, A::Error> {
        let mut all = Vec::new();
        while let Some(field) = fields.next_entry()? {
            all.push(field);
        }
        Ok(Json::Object(all))
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

#[test]
fn an_excerpt_is_a_part_of_what_is_printed() {
    let printed = lines(
        "a warning\n{\"a\":1,\"b\":[1,{\"x\":\"y\",\"z\":null},3],\"c\":{\"time_ms\":0.5,\"d\":true}}\n[exit \
            1]",
    );
    let fits = |shown: &str| {
        let shown = lines(&format!("a warning\n{shown}\n[exit 1]"));
        is_excerpt(&shown, &printed, |shown, found| shown == found)
    };
    for shown in [
        "{}",
        "{\"a\": 1}",
        "{\n  \"c\": {\"d\": true},\n  \"a\": 1\n}",
        "{\"a\": 1, \"…\": \"…\"}",
        "{\"b\": [1, {\"x\": \"y\"}, 3]}",
        "{\"b\": [1, \"…\"]}",
        "{\"b\": [\"…\"]}",
        "{\"b\": [1, {\"z\": null, \"…\": 0}, 3, \"…\"]}",
        "{\"c\": {\"time_ms\": 9}}",
    ] {
        assert!(fits(shown), "{shown}");
    }
    for shown in [
        "{\"a\": 2}",
        "{\"a\": \"1\"}",
        "{\"e\": null}",
        "{\"bytes\": 1}",
        "{\"b\": [1]}",
        "{\"b\": [{\"x\": \"y\"}, \"…\"]}",
        "{\"b\": [1, {\"x\": \"w\"}, 3]}",
        "{\"b\": [1, {\"x\": \"y\"}, 3, 4, \"…\"]}",
        "{\"b\": {}}",
        "{\"c\": []}",
        "{\"a\": 1",
        "{\"a\": 1}\nmore",
    ] {
        assert!(!fits(shown), "{shown}");
    }
    let without_exit = lines("a warning\n{\"a\": 1}");
    assert!(!is_excerpt(&without_exit, &printed, |shown, found| shown == found));
}

#[test]
fn objects_are_laid_out_in_their_own_order() {
    let long = "x".repeat(WIDTH);
    let printed = lines(&format!("{{\"b\":[1,2],\"a\":{{\"d\":\"{long}\",\"c\":[]}}}}\n[exit 3]"));
    let wanted = format!(
        "{{\n  \"b\": [1, 2],\n  \"a\": {{\n    \"d\": \"{long}\",\n    \"c\": []\n  }}\n}}\n[exit 3]"
    );
    assert_eq!(laid_out(&printed), lines(&wanted));
    assert_eq!(laid_out(&lines("no object")), lines("no object"));
}
