//! Writes `.aut` files.
//!
//! # Contract
//! The header carries the number of the initial state (−1 for π), transitions in row order follow, and π is
//! −1 and not counted among the states, as in LTSA. τ is `tau`. A label that is a plain identifier is bare,
//! any other is in double quotes with `\"` and `\\` escaped: CADP demands the quotes, and mCRL2 and LTSA take
//! them. Names that a reader would take for something else are exact labels, with `\=` in front: `i`, which
//! may be τ, bare or quoted, names with bracketed indices such as `a[1]`, and the empty name. So reading the
//! text again gives the same graph without a warning, however τ is spelt, but for the end state and unused
//! actions, which the format cannot hold.
//!
//! # Complexity
//! Linear. Each label is brought into its written form once, and each source number is formatted once.

use std::io::{self, Write};

use suppose_base::{ActionId, ActionTable, Budget};

use super::label::{EXACT, LONGEST, dotted};
use crate::Lts;
use crate::io::WriteError;
use crate::io::output::{Output, decimal};

/// Writes an LTS.
///
/// # Errors
/// When `out` fails, an action name holds a line break or another control character or is longer than a label
/// may be, or a limit is reached.
pub fn write_aut(
    lts: &Lts,
    table: &ActionTable,
    out: &mut impl Write,
    budget: &Budget,
) -> Result<(), WriteError> {
    let labels = Written::new(lts, table)?;
    let mut out = Output::new(out, budget);
    out.text("des (");
    out.state(lts.initial());
    out.text(",");
    out.number(lts.num_transitions() as u32);
    out.text(",");
    out.number(lts.num_states() as u32);
    out.text(")");
    out.line()?;
    for state in lts.states() {
        let mut digits = [0; 10];
        let source = decimal(state.raw(), &mut digits);
        for t in lts.transitions(state) {
            out.bytes(b"(");
            out.bytes(source);
            out.bytes(labels.of(t.action));
            out.state(t.target);
            out.bytes(b")");
            out.line()?;
        }
    }
    out.finish()
}

/// The written forms of all actions of an LTS, with the commas around them, one after the other.
struct Written {
    text: Vec<u8>,
    /// By action; empty for actions that the LTS does not have.
    places: Vec<(u32, u32)>,
}

impl Written {
    fn new(lts: &Lts, table: &ActionTable) -> Result<Self, WriteError> {
        let last = lts.alphabet().last().map_or(0, |a| a.index());
        let mut written = Self { text: Vec::new(), places: vec![(0, 0); last + 1] };
        for action in std::iter::once(ActionId::TAU).chain(lts.alphabet().iter().copied()) {
            let name = table.name(action);
            let refuse =
                |message: String| Err(WriteError::Io(io::Error::new(io::ErrorKind::InvalidInput, message)));
            if name.chars().any(|c| c != '\t' && c.is_control()) {
                return refuse(format!("the action name {name:?} cannot be written in the Aldebaran format"));
            }
            let start = written.text.len() as u32;
            written.text.push(b',');
            if is_plain(name) {
                written.text.extend_from_slice(name.as_bytes());
            } else {
                written.text.push(b'"');
                if needs_exact(name) {
                    written.text.extend_from_slice(EXACT.as_bytes());
                }
                for byte in name.bytes() {
                    if matches!(byte, b'"' | b'\\') {
                        written.text.push(b'\\');
                    }
                    written.text.push(byte);
                }
                written.text.push(b'"');
            }
            if written.text.len() - start as usize > LONGEST + 1 {
                let beginning: String = name.chars().take(20).collect();
                return refuse(format!(
                    "the action name that begins with {beginning:?} is too long for the Aldebaran format"
                ));
            }
            written.text.push(b',');
            written.places[action.index()] = (start, written.text.len() as u32);
        }
        Ok(written)
    }

    #[inline]
    fn of(&self, action: ActionId) -> &[u8] {
        let (start, end) = self.places[action.index()];
        &self.text[start as usize..end as usize]
    }
}

/// Whether every tool reads the name without quotes.
fn is_plain(name: &str) -> bool {
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    name.bytes().all(word) && name.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) && name != "i"
}

/// Whether a reader would take the name in quotes for another one, or for none.
fn needs_exact(name: &str) -> bool {
    name.is_empty() || name == "i" || dotted(name).is_some()
}
