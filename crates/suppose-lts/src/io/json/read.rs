//! Reads JSON. Linear; a wrong file gives up to twenty diagnostics.

use serde::Deserialize;
use serde_json::error::Category;
use serde_json::value::RawValue;
use suppose_base::{ActionId, ActionTable, Budget, Diagnostic, FileId, Poll, Span, StateId};

use super::SCHEMA;
use crate::io::{IDLE_STATES, MOST_ERRORS, ReadError, dotted};
use crate::{Lts, LtsBuilder};

/// What a file says.
#[derive(Clone, Debug)]
pub struct JsonFile {
    /// The name of the LTS; empty when the file gives none.
    pub name: String,
    /// The LTS.
    pub lts: Lts,
}

/// The file with its parts as raw text.
#[derive(Deserialize)]
struct Document<'a> {
    #[serde(borrow)]
    schema: &'a RawValue,
    #[serde(borrow, default)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    states: &'a RawValue,
    #[serde(borrow)]
    initial: &'a RawValue,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
    #[serde(borrow, default)]
    end: Option<&'a RawValue>,
    #[serde(borrow)]
    alphabet: Vec<&'a RawValue>,
    #[serde(borrow)]
    transitions: Vec<&'a RawValue>,
}

/// Reads a file. Action names are added to `table`.
///
/// # Errors
/// What is wrong with the file, or the limit that was reached.
pub fn read_json(
    bytes: &[u8],
    file: FileId,
    table: &mut ActionTable,
    budget: &Budget,
) -> Result<JsonFile, ReadError> {
    budget.poll(Poll::Read)?;
    let invalid = |problem: Diagnostic| ReadError::Invalid(vec![problem]);
    if u32::try_from(bytes.len()).is_err() {
        return Err(invalid(Diagnostic::error("E0003", "the file is larger than 4 GiB")));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to() as u32;
        invalid(Diagnostic::error("E0002", "the file is not UTF-8 text").at(Span::new(file, at, at + 1), ""))
    })?;
    let reader = Reader { text, file };
    // The JSON library would take a list of the fields for the object.
    if let Some(start) =
        text.find(|c: char| !c.is_ascii_whitespace()).filter(|&at| text[at..].starts_with('['))
    {
        return Err(invalid(Diagnostic::error("E0502", "expected an object").at(reader.at(start, 1), "")));
    }
    let document: Document<'_> =
        serde_json::from_str(text).map_err(|error| invalid(reader.explain(&error)))?;
    reader.build(&document, table, budget)
}

struct Reader<'a> {
    text: &'a str,
    file: FileId,
}

impl Reader<'_> {
    /// Where a piece of the text stands. Its address tells: pieces are borrowed from the text.
    fn span(&self, piece: &RawValue) -> Span {
        let start = piece.get().as_ptr().addr() - self.text.as_ptr().addr();
        Span::new(self.file, start as u32, (start + piece.get().len()) as u32)
    }

    /// An error of the JSON library as a diagnostic with a place.
    fn explain(&self, error: &serde_json::Error) -> Diagnostic {
        let code = match error.classify() {
            Category::Data => "E0502",
            Category::Io | Category::Syntax | Category::Eof => "E0501",
        };
        let line: usize =
            self.text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let mut start = (line + error.column().saturating_sub(1)).min(self.text.len());
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        let length = self.text[start..].chars().next().map_or(0, char::len_utf8);
        Diagnostic::error(code, without_place(error)).at(self.at(start, length), "")
    }

    fn at(&self, start: usize, length: usize) -> Span {
        Span::new(self.file, start as u32, (start + length) as u32)
    }

    /// A piece as a value of type `T`.
    fn value<'p, T: Deserialize<'p>>(&self, piece: &'p RawValue) -> Result<T, Diagnostic> {
        serde_json::from_str(piece.get())
            .map_err(|error| Diagnostic::error("E0502", without_place(&error)).at(self.span(piece), ""))
    }

    /// The state with this number, if it is one.
    fn state(&self, number: i64, states: u32, piece: &RawValue) -> Result<StateId, Diagnostic> {
        match u32::try_from(number) {
            _ if number == -1 => Ok(StateId::ERROR),
            Ok(state) if state < states => Ok(StateId::from_raw(state)),
            _ => {
                Err(self
                    .impossible(format!("there is no state {number}, only 0 to {states} exclusive"), piece))
            }
        }
    }

    fn action(&self, name: &str, table: &mut ActionTable, piece: &RawValue) -> Result<ActionId, Diagnostic> {
        if name.is_empty() || name.chars().any(|c| c != '\t' && c.is_control()) {
            return Err(self.impossible("an action name is a text without control characters", piece));
        }
        Ok(match dotted(name) {
            Some(dotted) => table.intern(&dotted),
            None => table.intern(name),
        })
    }

    fn impossible(&self, message: impl Into<String>, piece: &RawValue) -> Diagnostic {
        Diagnostic::error("E0503", message).at(self.span(piece), "")
    }

    fn build(
        &self,
        document: &Document<'_>,
        table: &mut ActionTable,
        budget: &Budget,
    ) -> Result<JsonFile, ReadError> {
        let mut problems = Vec::new();
        let head = self.head(document).map_err(|problem| ReadError::Invalid(vec![problem]))?;
        budget.check_bytes((u64::from(head.states) + 1) * 4 + document.transitions.len() as u64 * 12)?;
        let mut builder = LtsBuilder::new(head.states as usize).with_capacity(document.transitions.len());
        builder.set_initial(head.initial);
        builder.set_end(head.end);
        for piece in &document.alphabet {
            let action = self.value::<String>(piece).and_then(|name| self.action(&name, table, piece));
            match action {
                Ok(action) if action.is_tau() => {
                    problems.push(self.impossible("the silent action is in no alphabet", piece));
                }
                Ok(action) => builder.extend_alphabet([action]),
                Err(problem) => problems.push(problem),
            }
            if problems.len() == MOST_ERRORS {
                return Err(ReadError::Invalid(problems));
            }
        }
        for (i, piece) in document.transitions.iter().enumerate() {
            if i % 1024 == 0 {
                budget.poll(Poll::Read)?;
            }
            match self.transition(piece, &head, table) {
                Ok((source, action, target)) => builder.add(source, action, target),
                Err(problem) => problems.push(problem),
            }
            if problems.len() == MOST_ERRORS {
                break;
            }
        }
        if !problems.is_empty() {
            return Err(ReadError::Invalid(problems));
        }
        let lts = builder.finish().expect("every state was compared with the number of states");
        if let Some(piece) = document.error {
            let claimed: bool = self.value(piece).map_err(|problem| ReadError::Invalid(vec![problem]))?;
            if claimed != lts.has_error() {
                let message =
                    if claimed { "the error state does not occur" } else { "the error state occurs" };
                return Err(ReadError::Invalid(vec![self.impossible(message, piece)]));
            }
        }
        Ok(JsonFile { name: head.name, lts })
    }

    fn transition(
        &self,
        piece: &RawValue,
        head: &Head,
        table: &mut ActionTable,
    ) -> Result<(StateId, ActionId, StateId), Diagnostic> {
        let (source, name, target): (i64, String, i64) = self.value(piece)?;
        let source = self.state(source, head.states, piece)?;
        if source.is_error() {
            return Err(self.impossible("the error state has no transitions", piece));
        }
        if Some(source) == head.end {
            return Err(self.impossible("the end state has no transitions", piece));
        }
        let target = self.state(target, head.states, piece)?;
        Ok((source, self.action(&name, table, piece)?, target))
    }

    fn head(&self, document: &Document<'_>) -> Result<Head, Diagnostic> {
        let schema: String = self.value(document.schema)?;
        if schema != SCHEMA {
            let message = format!("the schema is not `{SCHEMA}`");
            return Err(Diagnostic::error("E0502", message).at(self.span(document.schema), ""));
        }
        let states: u64 = self.value(document.states)?;
        let most = (2 * document.transitions.len() as u64 + IDLE_STATES).min(u64::from(StateId::LIMIT) - 1);
        let states = u32::try_from(states).ok().filter(|&n| u64::from(n) <= most).ok_or_else(|| {
            self.impossible("these are far more states than the transitions can mention", document.states)
        })?;
        let initial = self.state(self.value(document.initial)?, states, document.initial)?;
        let end = match document.end {
            None => None,
            Some(piece) => match self.state(self.value(piece)?, states, piece)? {
                end if end.is_error() => {
                    return Err(self.impossible("the error state is not the end state", piece));
                }
                end => Some(end),
            },
        };
        let name = document.name.map_or(Ok(String::new()), |piece| self.value(piece))?;
        Ok(Head { name, states, initial, end })
    }
}

/// The fields that stand alone.
struct Head {
    name: String,
    states: u32,
    initial: StateId,
    end: Option<StateId>,
}

/// The message of the JSON library, which ends with a line and a column that the span says better.
fn without_place(error: &serde_json::Error) -> String {
    let mut message = error.to_string();
    if let Some(end) = message.rfind(" at line ") {
        message.truncate(end);
    }
    message
}
