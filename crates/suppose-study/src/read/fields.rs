//! Values of a TOML file with their places.
//!
//! Every value that is asked for is noted, so that what is left over in the end is a key that nobody knows.
//! Messages are collected, not returned: a user wants to hear of all mistakes at once.

use suppose::base::{Diagnostic, FileId, Span, closest};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and where it is.
pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// The place of a range of bytes.
pub(super) fn place(file: FileId, range: std::ops::Range<usize>) -> Span {
    Span::new(file, range.start as u32, range.end as u32)
}

/// A text and where it is.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub text: String,
    pub span: Span,
}

/// The keys of one table.
pub(super) struct Fields<'t, 'm> {
    table: &'t DeTable<'t>,
    file: FileId,
    /// The table itself.
    pub span: Span,
    /// What the table is called in messages: `[[runs]]`.
    heading: &'static str,
    known: Vec<&'static str>,
    pub messages: &'m mut Vec<Diagnostic>,
}

impl<'t, 'm> Fields<'t, 'm> {
    pub(super) fn new(
        table: &'t DeTable<'t>,
        span: Span,
        heading: &'static str,
        messages: &'m mut Vec<Diagnostic>,
    ) -> Self {
        Self { table, file: span.file, span, heading, known: Vec::new(), messages }
    }

    fn value(&mut self, key: &'static str) -> Option<&'t Value<'t>> {
        self.known.push(key);
        self.table.iter().find(|(name, _)| &**name.get_ref() == key).map(|(_, value)| value)
    }

    /// Where a key is written, or the table that lacks it.
    pub(super) fn span_of(&self, key: &str) -> Span {
        let found = self.table.iter().find(|(name, _)| &**name.get_ref() == key);
        found.map_or(self.span, |(name, _)| place(self.file, name.span()))
    }

    pub(super) fn at(&self, value: &Value<'_>) -> Span {
        place(self.file, value.span())
    }

    fn wrong(&mut self, value: &Value<'_>, key: &str, expected: &str) {
        let message = format!("`{key}` is {}, and should be {expected}", kind(value.get_ref()));
        let span = self.at(value);
        self.messages.push(Diagnostic::error("E1102", message).at(span, ""));
    }

    /// A text.
    pub(super) fn text(&mut self, key: &'static str) -> Option<Text> {
        let value = self.value(key)?;
        if let DeValue::String(text) = value.get_ref() {
            return Some(Text { text: text.to_string(), span: self.at(value) });
        }
        self.wrong(value, key, "a text in quotes");
        None
    }

    /// A text or a list of texts.
    pub(super) fn texts(&mut self, key: &'static str) -> Option<Vec<Text>> {
        let value = self.value(key)?;
        let texts = texts(value, self.file);
        if texts.is_none() {
            self.wrong(value, key, "a text in quotes, or a list of them");
        }
        texts
    }

    /// A list of lists of texts, if the value is one.
    pub(super) fn lists(&mut self, key: &'static str) -> Option<(Vec<Vec<Text>>, Span)> {
        let value = self.value(key)?;
        let DeValue::Array(items) = value.get_ref() else { return None };
        let list = |item: &Value<'_>| match item.get_ref() {
            DeValue::Array(_) => texts(item, self.file),
            _ => None,
        };
        let lists = items.iter().map(list).collect::<Option<Vec<_>>>()?;
        (!lists.is_empty()).then(|| (lists, self.at(value)))
    }

    /// Yes or no.
    pub(super) fn flag(&mut self, key: &'static str) -> Option<bool> {
        let value = self.value(key)?;
        if let DeValue::Boolean(flag) = value.get_ref() {
            return Some(*flag);
        }
        self.wrong(value, key, "true or false");
        None
    }

    /// A whole number from 1 on.
    pub(super) fn number(&mut self, key: &'static str) -> Option<u64> {
        let value = self.value(key)?;
        let number = whole(value.get_ref()).filter(|&number| number > 0);
        if number.is_none() {
            self.wrong(value, key, "a whole number from 1 on");
        }
        number
    }

    /// A number of seconds, which may have a fraction.
    pub(super) fn seconds(&mut self, key: &'static str) -> Option<f64> {
        let value = self.value(key)?;
        let text = match value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => "",
        };
        let seconds = text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds > 0.0);
        if seconds.is_none() {
            self.wrong(value, key, "a number of seconds");
        }
        seconds
    }

    /// Sizes: a number, a list of numbers, or a range such as `"2..9"`, which has both ends.
    pub(super) fn sizes(&mut self, key: &'static str) -> Option<(Vec<u32>, Span)> {
        let value = self.value(key)?;
        let one = |value: &Value<'_>| whole(value.get_ref()).and_then(|size| u32::try_from(size).ok());
        let mut sizes = match value.get_ref() {
            DeValue::Integer(_) => one(value).map(|size| vec![size]),
            DeValue::Array(items) => items.iter().map(one).collect(),
            DeValue::String(text) => range(text),
            _ => None,
        };
        if sizes.as_ref().is_none_or(Vec::is_empty) {
            self.wrong(value, key, "a size, a list of sizes such as [2, 3, 5], or a range such as \"2..9\"");
            return None;
        }
        if let Some(sizes) = &mut sizes {
            sizes.sort_unstable();
            sizes.dedup();
        }
        Some((sizes?, self.at(value)))
    }

    /// The tables of a list, each with its place.
    pub(super) fn tables(&mut self, key: &'static str) -> Vec<(&'t DeTable<'t>, Span)> {
        let Some(value) = self.value(key) else { return Vec::new() };
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong(value, key, &format!("a list of tables, each under [[{key}]]"));
            return Vec::new();
        };
        let mut tables = Vec::new();
        for item in items {
            match item.get_ref() {
                DeValue::Table(table) => tables.push((table, self.at(item))),
                _ => self.wrong(item, key, &format!("a table under [[{key}]]")),
            }
        }
        tables
    }

    /// A table, with its place.
    pub(super) fn table(&mut self, key: &'static str) -> Option<(&'t DeTable<'t>, Span)> {
        let value = self.value(key)?;
        if let DeValue::Table(table) = value.get_ref() {
            return Some((table, self.at(value)));
        }
        self.wrong(value, key, &format!("a table under [{key}]"));
        None
    }

    /// Complains about keys that nobody asked for.
    pub(super) fn finish(self) {
        for (name, _) in self.table {
            let key = &**name.get_ref();
            if self.known.contains(&key) {
                continue;
            }
            let message = format!("{} has no key `{key}`", self.heading);
            let diagnostic = Diagnostic::error("E1103", message).at(place(self.file, name.span()), "");
            self.messages.push(match closest(key, self.known.iter().copied()) {
                Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                None => diagnostic.note(format!("keys are: {}", self.known.join(", "))),
            });
        }
    }
}

fn texts(value: &Value<'_>, file: FileId) -> Option<Vec<Text>> {
    let one = |value: &Value<'_>| match value.get_ref() {
        DeValue::String(text) => Some(Text { text: text.to_string(), span: place(file, value.span()) }),
        _ => None,
    };
    match value.get_ref() {
        DeValue::Array(items) => items.iter().map(one).collect(),
        _ => one(value).map(|text| vec![text]),
    }
}

fn whole(value: &DeValue<'_>) -> Option<u64> {
    let DeValue::Integer(number) = value else { return None };
    u64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// The longest range of sizes; a longer one is a slip of the finger.
const LONGEST: u32 = 10_000;

fn range(text: &str) -> Option<Vec<u32>> {
    let (first, last) = text.split_once("..")?;
    let (first, last): (u32, u32) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    (first <= last && last - first < LONGEST).then(|| (first..=last).collect())
}

/// What a value is, in a message.
fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
