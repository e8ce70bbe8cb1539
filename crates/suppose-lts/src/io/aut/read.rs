//! Reads `.aut` files.
//!
//! # Contract
//! In: the bytes of a file, in any of the dialects that `aut.rs` names. Blanks, CRLF and a missing last line
//! break are accepted; labels may be bare or quoted; −1 is π as a target or as the initial state. Out: the
//! LTS with the file's own state numbers, without end state, its alphabet being the labels of the file.
//! Repeated transitions count once, but the header counts lines. A wrong file gives up to twenty diagnostics,
//! each with its place.
//!
//! # Algorithm
//! One pass over the bytes, without copying: each line by `line::quick`, else by `line::careful`; labels
//! by `Labels`. Rows are built in place while sources come in rising order, as all tools write them. Two
//! discoveries start the pass again: a source out of order (transitions are then collected and sorted by
//! counting), and a file that says both `tau` and `i`, when the latter had been taken for τ. Each happens at
//! most once.
//!
//! # Complexity
//! Linear in the file but for the sorting of rows. Memory: 8 bytes for a transition, 4 for a state, and never
//! more than about twice the file size plus [`IDLE_STATES`] states, whatever the header claims.
//!
//! # Tests
//! In `tests/all/io`: `dialects.rs` has literals for each dialect, `bad_aut.rs` one case for each message,
//! `round_trip.rs` all small systems, `mutants.rs` damaged files compared with a naive reader, `corpus.rs`
//! files of others.

use suppose_base::{
    ActionId, ActionTable, Budget, Diagnostic, FileId, Poll, Span, StateId, StopReason, counted,
};

use super::TauSpelling;
use super::label::{BadLabel, LONGEST, Labels};
use super::line::{Cursor, Line, Number, careful, quick};
use crate::io::{IDLE_STATES, MOST_ERRORS, ReadError};
use crate::{Lts, LtsBuilder, RowBuilder};

/// The shortest line that is a transition: `(0,a,0)`.
const SHORTEST_LINE: usize = 7;

/// What a file says.
#[derive(Clone, Debug)]
pub struct AutFile {
    /// The LTS. It has no end state, since the format has none.
    pub lts: Lts,
    /// What the file may not have meant.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a file. Action names are added to `table`.
///
/// # Errors
/// What is wrong with the file, or the limit that was reached.
pub fn read_aut(
    bytes: &[u8],
    file: FileId,
    tau: TauSpelling,
    table: &mut ActionTable,
    budget: &Budget,
) -> Result<AutFile, ReadError> {
    if u32::try_from(bytes.len()).is_err() {
        let problem = Diagnostic::error("E0003", "the file is larger than 4 GiB");
        return Err(ReadError::Invalid(vec![problem]));
    }
    let header = Header::read(bytes, file).map_err(|problem| ReadError::Invalid(vec![problem]))?;
    let reserve = header.transitions.min(header.most_lines(bytes));
    budget.check_bytes(reserve * 8 + (u64::from(header.states) + 1) * 4)?;
    let mut pass = Pass { bytes, file, header: &header, budget, tau, i_is_tau: tau != TauSpelling::Tau };
    let mut in_order = true;
    loop {
        let result = if in_order {
            pass.run(RowBuilder::new(), table)
        } else {
            let builder = LtsBuilder::new(header.states as usize).with_capacity(reserve as usize);
            pass.run(builder, table)
        };
        match result {
            Ok(read) => return Ok(read),
            Err(Trouble::OutOfOrder) => in_order = false,
            Err(Trouble::BothTauAndI) => pass.i_is_tau = false,
            Err(Trouble::Invalid(problems)) => return Err(ReadError::Invalid(problems)),
            Err(Trouble::Stopped(reason)) => return Err(ReadError::Stopped(reason)),
        }
    }
}

/// The first line.
struct Header {
    initial: StateId,
    transitions: u64,
    transitions_span: Span,
    states: u32,
    /// Where the next line starts.
    next: usize,
}

impl Header {
    fn read(bytes: &[u8], file: FileId) -> Result<Self, Diagnostic> {
        let mut start = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        while bytes.get(start).is_some_and(u8::is_ascii_whitespace) {
            start += 1;
        }
        let end = line_end(bytes, start);
        let mut cursor = Cursor::new(bytes, start, end, file);
        if !bytes[start..end].starts_with(b"des") {
            return Err(Diagnostic::error("E0401", "the file does not begin with a `des` header")
                .at(cursor.here(), "")
                .help("an Aldebaran file begins with `des (initial, transitions, states)`"));
        }
        cursor.index += 3;
        cursor.expect(b'(', "E0402")?;
        let initial = cursor.number()?;
        cursor.expect(b',', "E0402")?;
        let transitions = cursor.number()?;
        cursor.expect(b',', "E0402")?;
        let states = cursor.number()?;
        cursor.expect(b')', "E0402")?;
        cursor.expect_end("E0402")?;
        let count = |number: Number| {
            number
                .value
                .ok_or_else(|| Diagnostic::error("E0404", "this cannot be negative").at(number.span, ""))
        };
        let header = Self {
            initial: initial.value.map_or(StateId::ERROR, StateId::from_raw),
            transitions: u64::from(count(transitions)?),
            transitions_span: transitions.span,
            states: count(states)?,
            next: (end + 1).min(bytes.len()),
        };
        let most_lines = header.transitions.min(header.most_lines(bytes));
        if u64::from(header.states) > 2 * most_lines + IDLE_STATES {
            let message = format!(
                "{} states are far more than the transitions of this file can mention",
                header.states
            );
            return Err(Diagnostic::error("E0408", message).at(states.span, ""));
        }
        if !header.initial.is_error() && header.initial.raw() >= header.states {
            let message = format!("the initial state {} does not exist", header.initial.raw());
            return Err(Diagnostic::error("E0405", message)
                .at(initial.span, "")
                .at(states.span, "the number of states"));
        }
        Ok(header)
    }

    /// The most transitions that the rest of the file has room for.
    fn most_lines(&self, bytes: &[u8]) -> u64 {
        ((bytes.len() - self.next) / SHORTEST_LINE + 1) as u64
    }
}

/// Where transitions go.
trait Builder {
    /// Takes a transition, or says that the source is out of order.
    fn take(&mut self, source: u32, action: ActionId, target: StateId) -> bool;
    fn build(self, header: &Header) -> Lts;
}

impl Builder for RowBuilder {
    #[inline]
    fn take(&mut self, source: u32, action: ActionId, target: StateId) -> bool {
        let source = source as usize;
        if source < self.num_rows() {
            return false;
        }
        while self.num_rows() < source {
            self.end_row();
        }
        self.add(action, target);
        true
    }

    fn build(mut self, header: &Header) -> Lts {
        while self.num_rows() < header.states as usize {
            self.end_row();
        }
        self.finish(header.initial, None).expect("every state was compared with the header")
    }
}

impl Builder for LtsBuilder {
    #[inline]
    fn take(&mut self, source: u32, action: ActionId, target: StateId) -> bool {
        self.add(StateId::from_raw(source), action, target);
        true
    }

    fn build(mut self, header: &Header) -> Lts {
        self.set_initial(header.initial);
        self.finish().expect("every state was compared with the header")
    }
}

/// Why a pass gave no LTS.
enum Trouble {
    OutOfOrder,
    BothTauAndI,
    Invalid(Vec<Diagnostic>),
    Stopped(StopReason),
}

/// One pass over the transitions.
struct Pass<'a> {
    bytes: &'a [u8],
    file: FileId,
    header: &'a Header,
    budget: &'a Budget,
    tau: TauSpelling,
    i_is_tau: bool,
}

impl Pass<'_> {
    fn run(&self, mut builder: impl Builder, table: &mut ActionTable) -> Result<AutFile, Trouble> {
        let states = self.header.states;
        let mut labels = Labels::new(self.bytes, self.i_is_tau, table);
        let mut problems = Vec::new();
        let mut lines = 0u64;
        let mut polls = 0u32;
        let mut at = self.header.next;
        while at < self.bytes.len() {
            if polls.is_multiple_of(1024) {
                self.budget.poll(Poll::Read).map_err(Trouble::Stopped)?;
            }
            polls = polls.wrapping_add(1);
            let line = if let Some((line, next)) = quick(self.bytes, at, states) {
                at = next;
                Ok(line)
            } else {
                let end = line_end(self.bytes, at);
                let start = at;
                at = end + 1;
                if self.bytes[start..end].iter().all(u8::is_ascii_whitespace) {
                    continue;
                }
                careful(self.bytes, (start, end), states, self.file)
            };
            lines += 1;
            let outcome = line.and_then(|line| match labels.action(line.label.0, line.label.1) {
                Ok(action) => Ok((line, action)),
                Err(bad) => Err(self.label_problem(line, bad)),
            });
            match outcome {
                Ok((line, action)) => {
                    if !builder.take(line.source, action, line.target) && problems.is_empty() {
                        return Err(Trouble::OutOfOrder);
                    }
                }
                Err(problem) => {
                    problems.push(problem);
                    if problems.len() == MOST_ERRORS {
                        break;
                    }
                }
            }
        }
        // A wrong line may be why the count is off, so the count is only compared when all lines were right.
        if problems.is_empty() && lines != self.header.transitions {
            let message = format!(
                "the header announces {}, but the file has {lines}",
                counted(self.header.transitions, "transition")
            );
            problems.push(Diagnostic::error("E0406", message).at(self.header.transitions_span, ""));
        }
        if !problems.is_empty() {
            return Err(Trouble::Invalid(problems));
        }
        let mut warnings = Vec::new();
        if let Some((start, end)) = labels.first_i
            && self.tau == TauSpelling::Auto
        {
            if self.i_is_tau && labels.has_tau {
                return Err(Trouble::BothTauAndI);
            }
            let message = if self.i_is_tau {
                "the label `i` is taken for the silent action"
            } else {
                "the label `i` is taken for a visible action, since the file also says `tau`"
            };
            let first = Span::new(self.file, start, end);
            warnings.push(Diagnostic::warning("W0401", message).at(first, "the first one"));
        }
        Ok(AutFile { lts: builder.build(self.header), warnings })
    }

    #[cold]
    fn label_problem(&self, line: Line, bad: BadLabel) -> Diagnostic {
        let (start, end) = line.label;
        let raw = &self.bytes[start..end];
        let blanks = raw.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let cursor = |offset: usize| Cursor::new(self.bytes, start + offset, end, self.file);
        match bad {
            BadLabel::Empty => Diagnostic::error("E0409", "the label is empty").at(cursor(blanks).here(), ""),
            BadLabel::Unclosed => {
                Diagnostic::error("E0409", "the quoted label is not closed").at(cursor(blanks).here(), "")
            }
            BadLabel::Comma(offset) => Diagnostic::error("E0403", "a transition has only three parts")
                .at(cursor(offset).here(), "")
                .help("a label with a comma outside brackets must be in double quotes"),
            BadLabel::Unprintable(offset) => {
                Diagnostic::error("E0410", "the label has a character that is not text")
                    .at(cursor(offset).here(), "")
            }
            BadLabel::TooLong => {
                let message = format!("the label is longer than {LONGEST} bytes");
                Diagnostic::error("E0409", message).at(cursor(blanks).here(), "")
            }
        }
    }
}

/// The next line break from `start` on, or the end of the text.
fn line_end(bytes: &[u8], start: usize) -> usize {
    bytes[start..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |length| start + length)
}
