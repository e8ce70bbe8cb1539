//! Expressions with types: what stands between the tree and the expressions of a program.
//!
//! # Contract
//! A [`Term`] knows its type, bounds of its value, how often it reads shared variables, whether it can raise
//! an exception, and whether it needs instructions of its own before it. All are found when it is made, from
//! its parts.
//!
//! # Method
//! What can be computed is computed at once, so a term is static exactly when it is a [`TermKind::Value`].
//! What would raise an exception or exceed 64 bits is left as it stands; it raises when it is evaluated, if
//! it ever is. Bounds are those of interval arithmetic, and saturate.
//!
//! Tested in `tests/all/elaborate/programs` with values computed by an Ada compiler.

use super::types::{TypeId, Types};
use crate::program::{Binary, Unary, VarId};

/// The greatest height of a term.
pub(super) const HIGHEST: u32 = 400;

/// An expression with its type.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) kind: TermKind,
    /// The root type.
    pub(super) of: TypeId,
    /// No value is less than this one.
    pub(super) low: i64,
    /// No value is greater than this one.
    pub(super) high: i64,
    /// How many places read a shared variable.
    pub(super) shared: u32,
    /// Whether it has parts that must be computed before.
    pub(super) effects: bool,
    /// Whether it can raise an exception.
    pub(super) raises: bool,
    /// How deep it is.
    pub(super) height: u32,
    /// The range of its subtype, where it has one by its form: of names, conversions and calls.
    pub(super) nominal: Option<(i64, i64)>,
}

/// What a term is.
#[derive(Clone, Debug)]
pub(super) enum TermKind {
    /// A known value.
    Value(i64),
    /// A scalar variable.
    Scalar(VarId),
    /// An element of an array variable.
    Element(VarId, Vec<(i64, i64, Term)>),
    /// An operator on one operand.
    Unary(Unary, Box<Term>),
    /// An operator on two operands.
    Binary(Binary, Box<Term>, Box<Term>),
    /// A choice of which one part is evaluated.
    If(Box<[Term; 3]>),
    /// A value that must be in a range.
    Checked(i64, i64, Box<Term>),
    /// Any value of a range.
    Any(i64, i64),
    /// A variable of the task gets the first value, then the second is computed.
    Let(VarId, Box<[Term; 2]>),
}

impl Term {
    fn leaf(kind: TermKind, of: TypeId, low: i64, high: i64) -> Self {
        Self { kind, of, low, high, shared: 0, effects: false, raises: false, height: 1, nominal: None }
    }

    /// A known value.
    pub(super) fn value(value: i64, of: TypeId) -> Self {
        Self::leaf(TermKind::Value(value), of, value, value)
    }

    /// A known truth value.
    pub(super) fn truth(value: bool) -> Self {
        Self::value(i64::from(value), Types::BOOLEAN)
    }

    /// A variable.
    pub(super) fn scalar(variable: VarId, of: TypeId, bounds: (i64, i64), shared: bool) -> Self {
        let leaf = Self::leaf(TermKind::Scalar(variable), of, bounds.0, bounds.1);
        Self { shared: u32::from(shared), nominal: Some(bounds), ..leaf }
    }

    /// An element of an array; each index has its range.
    pub(super) fn element(
        first: VarId,
        of: TypeId,
        bounds: (i64, i64),
        shared: bool,
        indices: Vec<(i64, i64, Self)>,
    ) -> Self {
        let parts = indices.iter().map(|(_, _, index)| index);
        let mut term = Self::over(parts.clone());
        term.shared += u32::from(shared);
        term.raises |= indices.iter().any(|(low, high, index)| index.low < *low || index.high > *high);
        let (low, high) = bounds;
        Self { kind: TermKind::Element(first, indices), of, low, high, nominal: Some(bounds), ..term }
    }

    /// Any value of a range.
    pub(super) fn any(of: TypeId, low: i64, high: i64) -> Self {
        let leaf = Self::leaf(TermKind::Any(low, high), of, low, high);
        Self { effects: true, nominal: Some((low, high)), ..leaf }
    }

    /// What follows from the parts alone.
    fn over<'t>(parts: impl IntoIterator<Item = &'t Self>) -> Self {
        let mut term = Self::truth(false);
        for part in parts {
            term.shared = term.shared.saturating_add(part.shared);
            term.effects |= part.effects;
            term.raises |= part.raises;
            term.height = term.height.max(part.height + 1);
        }
        term
    }

    /// The value, when it is known.
    pub(super) fn known(&self) -> Option<i64> {
        if let TermKind::Value(value) = self.kind { Some(value) } else { None }
    }

    /// Whether it is a value or a variable of the task, so that it may be written several times.
    pub(super) fn is_simple(&self) -> bool {
        self.shared == 0 && matches!(self.kind, TermKind::Value(_) | TermKind::Scalar(_))
    }

    /// The same as one of a subtype with this range.
    pub(super) fn named(self, range: (i64, i64)) -> Self {
        Self { nominal: Some(range), ..self }
    }

    /// The same with another type.
    pub(super) fn typed(self, of: TypeId) -> Self {
        Self { of, nominal: None, ..self }
    }

    /// An operator on one operand.
    pub(super) fn unary(operator: Unary, operand: Self) -> Self {
        if let Some(value) = operand.known()
            && let Some(result) = unary(operator, value)
        {
            return Self::value(result, operand.of);
        }
        let (low, high) = match operator {
            Unary::Minus => (operand.high.saturating_neg(), operand.low.saturating_neg()),
            Unary::Not => (0, 1),
            Unary::Abs => {
                let (a, b) = (operand.low.saturating_abs(), operand.high.saturating_abs());
                (if operand.low <= 0 && operand.high >= 0 { 0 } else { a.min(b) }, a.max(b))
            }
        };
        let term = Self::over([&operand]);
        Self { of: operand.of, low, high, kind: TermKind::Unary(operator, Box::new(operand)), ..term }
    }

    /// An operator on two operands, with a result of a type.
    pub(super) fn binary(operator: Binary, left: Self, right: Self, of: TypeId) -> Self {
        if let (Some(a), Some(b)) = (left.known(), right.known())
            && let Some(result) = binary(operator, a, b)
        {
            return Self::value(result, of);
        }
        let (low, high) = bounds(operator, &left, &right);
        let mut term = Self::over([&left, &right]);
        // What saturates may exceed 64 bits.
        term.raises |= low == i64::MIN || high == i64::MAX;
        if matches!(operator, Binary::Divide | Binary::Mod | Binary::Rem) {
            term.raises |= right.low <= 0 && right.high >= 0;
        }
        Self { of, low, high, kind: TermKind::Binary(operator, Box::new(left), Box::new(right)), ..term }
    }

    /// A choice. When the condition is known only one part is left.
    pub(super) fn choice(condition: Self, yes: Self, no: Self) -> Self {
        match condition.known() {
            Some(0) => return no,
            Some(_) => return yes,
            None => {}
        }
        let (of, low, high) = (yes.of, yes.low.min(no.low), yes.high.max(no.high));
        let term = Self::over([&condition, &yes, &no]);
        Self { of, low, high, kind: TermKind::If(Box::new([condition, yes, no])), ..term }
    }

    /// Both must be true, and the second is only evaluated when the first is.
    pub(super) fn both(left: Self, right: Self) -> Self {
        let of = left.of;
        if right.known() == Some(1) {
            return left;
        }
        Self::choice(left, right, Self::value(0, of))
    }

    /// One must be true, and the second is only evaluated when the first is not.
    pub(super) fn either(left: Self, right: Self) -> Self {
        let of = left.of;
        if right.known() == Some(0) {
            return left;
        }
        Self::choice(left, Self::value(1, of), right)
    }

    /// A value that must be in a range.
    pub(super) fn checked(self, low: i64, high: i64) -> Self {
        if low <= self.low && self.high <= high {
            return self;
        }
        let term = Self::over([&self]);
        let (least, greatest) = (self.low.clamp(low, high.max(low)), self.high.clamp(low, high.max(low)));
        let of = self.of;
        let kind = TermKind::Checked(low, high, Box::new(self));
        Self { of, low: least, high: greatest, kind, raises: true, ..term }
    }

    /// A variable gets a value, then the rest is computed.
    pub(super) fn with(variable: VarId, value: Self, rest: Self) -> Self {
        if rest.known().is_some() && !value.raises && !value.effects && value.shared == 0 {
            return rest;
        }
        let term = Self::over([&value, &rest]);
        let (of, low, high) = (rest.of, rest.low, rest.high);
        Self { of, low, high, effects: true, kind: TermKind::Let(variable, Box::new([value, rest])), ..term }
    }
}

/// The value of an operator; `None` when it exceeds 64 bits.
fn unary(operator: Unary, value: i64) -> Option<i64> {
    match operator {
        Unary::Minus => value.checked_neg(),
        Unary::Abs => value.checked_abs(),
        Unary::Not => Some(1 - value),
    }
}

/// The value of an operator; `None` when it has none.
fn binary(operator: Binary, a: i64, b: i64) -> Option<i64> {
    let truth = |value: bool| Some(i64::from(value));
    match operator {
        Binary::Add => a.checked_add(b),
        Binary::Subtract => a.checked_sub(b),
        Binary::Multiply => a.checked_mul(b),
        Binary::Divide => a.checked_div(b),
        Binary::Rem => a.checked_rem(b),
        Binary::Mod => {
            let rest = a.checked_rem(b)?;
            Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
        }
        Binary::And => Some(a & b),
        Binary::Or => Some(a | b),
        Binary::Xor => Some(a ^ b),
        Binary::Equal => truth(a == b),
        Binary::NotEqual => truth(a != b),
        Binary::Less => truth(a < b),
        Binary::LessEqual => truth(a <= b),
        Binary::Greater => truth(a > b),
        Binary::GreaterEqual => truth(a >= b),
    }
}

/// Bounds of the value of an operator.
fn bounds(operator: Binary, left: &Term, right: &Term) -> (i64, i64) {
    let corners = |f: fn(i64, i64) -> i64| {
        let all = [
            f(left.low, right.low),
            f(left.low, right.high),
            f(left.high, right.low),
            f(left.high, right.high),
        ];
        (all.into_iter().min().unwrap_or(0), all.into_iter().max().unwrap_or(0))
    };
    match operator {
        Binary::Add => corners(i64::saturating_add),
        Binary::Subtract => corners(i64::saturating_sub),
        Binary::Multiply => corners(i64::saturating_mul),
        Binary::Divide => {
            let greatest = left.low.saturating_abs().max(left.high.saturating_abs());
            let least = if left.low >= 0 && right.low >= 0 { 0 } else { -greatest };
            (least, greatest)
        }
        Binary::Mod => (
            if right.low < 0 { right.low.saturating_add(1) } else { 0 },
            if right.high > 0 { right.high - 1 } else { 0 },
        ),
        Binary::Rem => {
            let divisor =
                right.low.saturating_abs().max(right.high.saturating_abs()).saturating_sub(1).max(0);
            (
                if left.low < 0 { (-divisor).max(left.low) } else { 0 },
                if left.high > 0 { divisor.min(left.high) } else { 0 },
            )
        }
        _ => (0, 1),
    }
}
