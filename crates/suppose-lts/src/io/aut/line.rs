//! One line of a file: first the quick look, then the careful one.
//!
//! [`quick`] takes the shapes that tools write, `(12,"label",34)` with at most spaces after the commas, and
//! gives up on anything else without saying why. [`careful`] takes every legal line and explains illegal
//! ones. What `quick` accepts, `careful` would accept with the same parts: the label is everything between
//! the first and the last comma, because a comma may stand in it (`snd(d1,true)`), and `quick` insists that
//! nothing but a number follows the comma it stops at.

use suppose_base::{Diagnostic, FileId, Span, StateId};

/// The parts of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) source: u32,
    /// The label with its quotes and blanks, as a range of bytes.
    pub(super) label: (usize, usize),
    pub(super) target: StateId,
}

/// The longest run of digits that `quick` reads; ten digits fit easily into 64 bits.
const MOST_DIGITS: usize = 10;

#[inline]
fn at(bytes: &[u8], index: usize) -> u8 {
    bytes.get(index).copied().unwrap_or(0)
}

/// Reads digits; gives the value and the end. The value is only right up to `MOST_DIGITS` digits.
#[inline]
fn digits(bytes: &[u8], mut index: usize) -> (u64, usize) {
    let mut value = 0u64;
    loop {
        let digit = at(bytes, index).wrapping_sub(b'0');
        if digit > 9 {
            return (value, index);
        }
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        index += 1;
    }
}

/// The line that starts at `start` and the start of the next line, if the line is of the usual shape and its
/// states are below `states`.
#[inline]
pub(super) fn quick(bytes: &[u8], start: usize, states: u32) -> Option<(Line, usize)> {
    if at(bytes, start) != b'(' {
        return None;
    }
    let (source, end) = digits(bytes, start + 1);
    let read = end - (start + 1);
    if read == 0 || read > MOST_DIGITS || source >= u64::from(states) || at(bytes, end) != b',' {
        return None;
    }
    let from = end + 1;
    let mut to = from;
    while at(bytes, to) == b' ' {
        to += 1;
    }
    if at(bytes, to) == b'"' {
        to += 1;
        loop {
            match at(bytes, to) {
                b'"' => break,
                b'\n' | 0 => return None,
                _ => to += 1,
            }
        }
        to += 1;
        if at(bytes, to) != b',' {
            return None;
        }
    } else {
        loop {
            match at(bytes, to) {
                b',' => break,
                b'\n' | 0 => return None,
                _ => to += 1,
            }
        }
    }
    let mut index = to + 1;
    while at(bytes, index) == b' ' {
        index += 1;
    }
    let target = if at(bytes, index) == b'-' && at(bytes, index + 1) == b'1' {
        index += 2;
        StateId::ERROR
    } else {
        let (target, end) = digits(bytes, index);
        let read = end - index;
        if read == 0 || read > MOST_DIGITS || target >= u64::from(states) {
            return None;
        }
        index = end;
        StateId::from_raw(target as u32)
    };
    if at(bytes, index) != b')' {
        return None;
    }
    index += 1;
    if at(bytes, index) == b'\r' {
        index += 1;
    }
    if index < bytes.len() {
        if bytes[index] != b'\n' {
            return None;
        }
        index += 1;
    }
    Some((Line { source: source as u32, label: (from, to), target }, index))
}

/// Walks over a piece of the text and makes diagnostics about it.
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    /// The next byte.
    pub(super) index: usize,
    end: usize,
    file: FileId,
}

/// A number of the text and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    /// `None` for −1.
    pub(super) value: Option<u32>,
    pub(super) span: Span,
}

impl<'a> Cursor<'a> {
    /// Over `bytes[start..end]`.
    pub(super) fn new(bytes: &'a [u8], start: usize, end: usize, file: FileId) -> Self {
        Self { bytes, index: start, end, file }
    }

    fn byte(&self) -> Option<u8> {
        self.bytes[..self.end].get(self.index).copied()
    }

    /// The bytes `start..end` as a span.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start as u32, end as u32)
    }

    /// The character here, or the empty place at the end of the line.
    pub(super) fn here(&self) -> Span {
        let rest = &self.bytes[self.index..self.end];
        // The bytes that continue a UTF-8 character start with the bits 10.
        let length =
            rest.iter().skip(1).take_while(|&&b| b & 0xC0 == 0x80).count() + usize::from(!rest.is_empty());
        self.span(self.index, self.index + length)
    }

    pub(super) fn skip_blanks(&mut self) {
        while self.byte().is_some_and(|b| matches!(b, b' ' | b'\t' | b'\r')) {
            self.index += 1;
        }
    }

    /// Skips blanks and this byte.
    pub(super) fn expect(&mut self, byte: u8, code: &'static str) -> Result<(), Diagnostic> {
        self.skip_blanks();
        if self.byte() == Some(byte) {
            self.index += 1;
            return Ok(());
        }
        let message = format!("expected `{}`", char::from(byte));
        Err(Diagnostic::error(code, message).at(self.here(), ""))
    }

    /// Nothing but blanks may follow.
    pub(super) fn expect_end(&mut self, code: &'static str) -> Result<(), Diagnostic> {
        self.skip_blanks();
        if self.index == self.end {
            return Ok(());
        }
        Err(Diagnostic::error(code, "nothing may follow the closing parenthesis").at(self.here(), ""))
    }

    /// Skips blanks and a number, which may be −1.
    pub(super) fn number(&mut self) -> Result<Number, Diagnostic> {
        self.skip_blanks();
        let start = self.index;
        let negative = self.byte() == Some(b'-');
        if negative {
            self.index += 1;
        }
        let first = self.index;
        let mut value = Some(0u32);
        while let Some(digit) = self.byte().map(|b| b.wrapping_sub(b'0')).filter(|&d| d <= 9) {
            value = value.and_then(|v| v.checked_mul(10)).and_then(|v| v.checked_add(u32::from(digit)));
            self.index += 1;
        }
        let span = self.span(start, self.index);
        if self.index == first {
            self.index = start;
            return Err(Diagnostic::error("E0404", "expected a number").at(self.here(), ""));
        }
        match value {
            Some(1) if negative => Ok(Number { value: None, span }),
            _ if negative => {
                Err(Diagnostic::error("E0404", "the only negative number is -1, the error state")
                    .at(span, ""))
            }
            Some(value) if value < StateId::LIMIT => Ok(Number { value: Some(value), span }),
            _ => Err(Diagnostic::error("E0404", "the number is too large")
                .at(span, "")
                .note(format!("the largest number is {}", StateId::LIMIT - 1))),
        }
    }
}

/// The parts of the line `bytes[start..end]`, which is not blank.
pub(super) fn careful(
    bytes: &[u8],
    (start, end): (usize, usize),
    states: u32,
    file: FileId,
) -> Result<Line, Diagnostic> {
    let missing = |number: Number| {
        let message = match states {
            0 => format!(
                "there is no state {}: the header says that there are none",
                number.value.unwrap_or(0)
            ),
            _ => format!(
                "there is no state {}: by the header they are 0 to {}",
                number.value.unwrap_or(0),
                states - 1
            ),
        };
        Diagnostic::error("E0405", message).at(number.span, "")
    };
    let mut cursor = Cursor::new(bytes, start, end, file);
    cursor.expect(b'(', "E0403")?;
    let source = cursor.number()?;
    cursor.expect(b',', "E0403")?;
    let from = cursor.index;
    let Some(length) = bytes[from..end].iter().rposition(|&b| b == b',') else {
        cursor.index = end;
        let message = "a transition has three parts: (source, label, target)";
        return Err(Diagnostic::error("E0403", message).at(cursor.here(), ""));
    };
    let to = from + length;
    cursor.index = to + 1;
    let target = cursor.number()?;
    cursor.expect(b')', "E0403")?;
    cursor.expect_end("E0403")?;
    let Some(value) = source.value else {
        return Err(Diagnostic::error("E0407", "the error state -1 has no transitions").at(source.span, ""));
    };
    if value >= states {
        return Err(missing(source));
    }
    if target.value.is_some_and(|t| t >= states) {
        return Err(missing(target));
    }
    let target = target.value.map_or(StateId::ERROR, StateId::from_raw);
    Ok(Line { source: value, label: (from, to), target })
}
