//! Numbers: `12`, `1_000`, `16#FF#`, `2E3`, `0.5`.
//!
//! A number is read to its end even if something is wrong with it, so that one mistake gives one message.
//! Values that do not fit into 64 bits are refused. Fractions are recognised, but their value is of no use to
//! anybody: only delays have any.

use suppose_base::Diagnostic;

use super::Lexer;
use crate::token::TokenKind;
use suppose_base::Reports;

impl Lexer<'_> {
    pub(super) fn number(&mut self, reports: &mut Reports) -> TokenKind {
        let start = self.at;
        let text = self.rest();
        let mut scan = Scan { bytes: text.as_bytes(), at: 0, well_formed: true };
        let mut base = 10;
        let mut digits = scan.digits(false);
        let real;
        if scan.peek(0) == Some(b'#') {
            scan.at += 1;
            base = value(&text[digits], 10).filter(|base| (2..=16).contains(base)).unwrap_or(0);
            digits = scan.digits(true);
            real = scan.fraction(true);
            scan.well_formed &= scan.peek(0) == Some(b'#');
            scan.at += usize::from(scan.peek(0) == Some(b'#'));
        } else {
            real = scan.fraction(false);
        }
        let exponent = scan.exponent();
        // A letter right after a number belongs to nothing.
        let tail = text[scan.at..].find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '#')));
        let tail = tail.unwrap_or(text.len() - scan.at);
        self.at += scan.at + tail;
        let legal = digits_fit(&text[digits.clone()], base);
        let span = self.span(start);
        let shown = &self.text[start..self.at];
        if !(scan.well_formed
            && tail == 0
            && legal
            && (real || exponent.as_ref().is_none_or(|(minus, _)| !minus)))
        {
            reports.add(|| {
                Diagnostic::error("E1003", format!("`{shown}` is not a number"))
                    .at(span, "")
                    .help("write numbers as `12`, `1_000` or `16#FF#`")
            });
            return TokenKind::Integer(0);
        }
        if real {
            return TokenKind::Real;
        }
        let power = exponent.map_or(Some(0), |(_, range)| value(&text[range], 10));
        let whole = value(&text[digits], base).and_then(|value| scaled(value, base, power));
        TokenKind::Integer(whole.unwrap_or_else(|| {
            reports.add(|| {
                Diagnostic::error("E1004", format!("the number `{shown}` is too large"))
                    .at(span, "does not fit into 64 bits")
                    .help(
                        "the largest number is 9_223_372_036_854_775_807; types of variables have at most \
                        65_536 values anyway",
                    )
            });
            0
        }))
    }
}

/// A walk over the characters of a number.
struct Scan<'t> {
    bytes: &'t [u8],
    at: usize,
    well_formed: bool,
}

impl Scan<'_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// Digits with single underscores between them. Letters are digits in numbers with a base only.
    fn digits(&mut self, based: bool) -> std::ops::Range<usize> {
        let start = self.at;
        while self.peek(0).is_some_and(|b| is_digit(b, based) || b == b'_') {
            self.at += 1;
        }
        let run = &self.bytes[start..self.at];
        let ends = [run.first(), run.last()];
        self.well_formed &= !ends.iter().any(|end| end.is_none_or(|&b| b == b'_'));
        self.well_formed &= !run.windows(2).any(|pair| pair == b"__");
        start..self.at
    }

    /// `.5`, but not `..`
    fn fraction(&mut self, based: bool) -> bool {
        let found = self.peek(0) == Some(b'.') && self.peek(1).is_some_and(|b| is_digit(b, based));
        if found {
            self.at += 1;
            self.digits(based);
        }
        found
    }

    /// `E3`, `E+3`, `E-3`: whether it is negative, and its digits.
    fn exponent(&mut self) -> Option<(bool, std::ops::Range<usize>)> {
        let sign = usize::from(matches!(self.peek(1), Some(b'+' | b'-')));
        let found = matches!(self.peek(0), Some(b'e' | b'E'))
            && self.peek(1 + sign).is_some_and(|b| b.is_ascii_digit());
        if !found {
            return None;
        }
        let minus = self.peek(1) == Some(b'-');
        self.at += 1 + sign;
        Some((minus, self.digits(false)))
    }
}

fn is_digit(byte: u8, based: bool) -> bool {
    if based { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() }
}

/// Whether all digits are digits of this base.
fn digits_fit(digits: &str, base: i64) -> bool {
    digits.chars().filter(|&c| c != '_').all(|c| c.to_digit(16).is_some_and(|d| i64::from(d) < base))
}

/// The value of some digits, if it fits.
fn value(digits: &str, base: i64) -> Option<i64> {
    let digits = digits.chars().filter_map(|c| c.to_digit(16));
    digits.map(i64::from).try_fold(0_i64, |value, digit| value.checked_mul(base)?.checked_add(digit))
}

/// The value times a power of the base; an exponent that does not fit is none.
fn scaled(mut value: i64, base: i64, exponent: Option<i64>) -> Option<i64> {
    if value == 0 {
        return Some(0);
    }
    // At most 63 rounds: then the value does not fit any more.
    for _ in 0..exponent? {
        value = value.checked_mul(base)?;
    }
    Some(value)
}
