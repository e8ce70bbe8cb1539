//! Buffered text output for the writers.
//!
//! Bytes gather in one buffer that is handed on in large pieces. [`Output::line`] ends a line: it passes a
//! full buffer on and asks the budget about every thousand lines. Integers are formatted here, two digits at
//! a time, because the formatting machinery of the standard library would dominate the cost of writing a
//! graph.

use std::io::Write;

use suppose_base::{Budget, Poll, StateId};

use super::WriteError;

const PIECE: usize = 1 << 16;

/// The decimal digits of 00 to 99.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut i = 0;
    while i < 100 {
        pairs[i] = [b'0' + (i / 10) as u8, b'0' + (i % 10) as u8];
        i += 1;
    }
    pairs
};

pub(super) struct Output<'a, W> {
    buffer: Vec<u8>,
    sink: &'a mut W,
    budget: &'a Budget,
    lines: u32,
}

impl<'a, W: Write> Output<'a, W> {
    pub(super) fn new(sink: &'a mut W, budget: &'a Budget) -> Self {
        Self { buffer: Vec::with_capacity(PIECE + (PIECE >> 4)), sink, budget, lines: 0 }
    }

    #[inline]
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    #[inline]
    pub(super) fn number(&mut self, number: u32) {
        let mut digits = [0u8; 10];
        self.buffer.extend_from_slice(decimal(number, &mut digits));
    }

    /// The number of a state, −1 for π.
    #[inline]
    pub(super) fn state(&mut self, state: StateId) {
        if state.is_error() {
            self.bytes(b"-1");
        } else {
            self.number(state.raw());
        }
    }

    /// Ends a line.
    #[inline]
    pub(super) fn line(&mut self) -> Result<(), WriteError> {
        self.buffer.push(b'\n');
        self.lines = self.lines.wrapping_add(1);
        if self.lines.is_multiple_of(1024) {
            self.budget.poll(Poll::Write)?;
        }
        if self.buffer.len() >= PIECE {
            self.pass_on()?;
        }
        Ok(())
    }

    fn pass_on(&mut self) -> Result<(), WriteError> {
        self.sink.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    /// Hands on what is left. Also the last poll, so that short outputs obey the budget too.
    pub(super) fn finish(mut self) -> Result<(), WriteError> {
        self.budget.poll(Poll::Write)?;
        self.pass_on()?;
        self.sink.flush()?;
        Ok(())
    }
}

/// The decimal digits of a number, in a buffer that holds ten.
#[inline]
pub(super) fn decimal(mut number: u32, digits: &mut [u8; 10]) -> &[u8] {
    let mut at = digits.len();
    while number >= 100 {
        at -= 2;
        digits[at..at + 2].copy_from_slice(&PAIRS[(number % 100) as usize]);
        number /= 100;
    }
    if number >= 10 {
        at -= 2;
        digits[at..at + 2].copy_from_slice(&PAIRS[number as usize]);
    } else {
        at -= 1;
        digits[at] = b'0' + number as u8;
    }
    &digits[at..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_decimal() {
        let cases = [
            (0, "0"),
            (9, "9"),
            (10, "10"),
            (99, "99"),
            (100, "100"),
            (1001, "1001"),
            (65536, "65536"),
            (u32::MAX - 2, "4294967293"),
        ];
        for (number, expected) in cases {
            assert_eq!(decimal(number, &mut [0; 10]), expected.as_bytes());
        }
    }

    #[test]
    fn long_output_arrives_whole_and_obeys_the_budget() {
        let mut text = Vec::new();
        let unlimited = Budget::unlimited();
        let mut out = Output::new(&mut text, &unlimited);
        for _ in 0..50_000 {
            out.text("0123456789");
            out.line().expect("no limit");
        }
        out.finish().expect("no limit");
        assert_eq!(text.len(), 550_000);
        assert!(text.chunks(11).all(|line| line == b"0123456789\n"));

        let tripping = Budget::unlimited().tripping_at(Poll::Write);
        let mut text = Vec::new();
        assert!(Output::new(&mut text, &tripping).finish().is_err());
    }
}
