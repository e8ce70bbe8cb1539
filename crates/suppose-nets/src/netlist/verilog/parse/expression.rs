//! Expressions, by precedence: `?:`, `||`, `&&`, `|`, `^`, `&`, `==`, and operators with one operand.
//!
//! Arithmetic, shifts and order have no place in a netlist and are reported. A chain of one operator is read
//! by a loop and becomes one node, so only parentheses, negations, conditionals and comparisons nest.

use suppose_base::Diagnostic;

use super::super::ast::{Operator, Range, Select, Term, TermKind};
use super::super::lexer::{Kind, Token};
use super::{DEEPEST, Parsed, Parser, Stop, outside, unexpected};

/// Most bits of a number.
const WIDEST: usize = 1 << 12;

impl Parser<'_, '_> {
    /// An expression.
    pub(super) fn expression(&mut self) -> Parsed<Term> {
        self.conditional(0)
    }

    /// What may be assigned: a signal, some bits of it, or several in braces.
    pub(super) fn target(&mut self) -> Parsed<Term> {
        self.primary(0)
    }

    fn deeper(&self, depth: usize) -> Parsed<usize> {
        if depth < DEEPEST {
            return Ok(depth + 1);
        }
        let message = format!("the expression has more than {DEEPEST} levels");
        Err(Stop(Diagnostic::error("E0873", message).at(self.peek().span, "")))
    }

    fn conditional(&mut self, depth: usize) -> Parsed<Term> {
        let depth = self.deeper(depth)?;
        let condition = self.chain(0, depth)?;
        if !self.takes("?") {
            return Ok(condition);
        }
        let then = self.conditional(depth)?;
        self.expect(":", "an operator or `:`")?;
        let otherwise = self.conditional(depth)?;
        let span = condition.span.to(otherwise.span);
        let kind = TermKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
        Ok(Term { kind, span })
    }

    /// A chain of operators of one level.
    fn chain(&mut self, level: usize, depth: usize) -> Parsed<Term> {
        const LEVELS: [(Operator, &[&str]); 5] = [
            (Operator::LogicalOr, &["||"]),
            (Operator::LogicalAnd, &["&&"]),
            (Operator::Or, &["|"]),
            (Operator::Xor, &["^", "~^", "^~"]),
            (Operator::And, &["&"]),
        ];
        let Some(&(operator, marks)) = LEVELS.get(level) else { return self.comparison(depth) };
        let mut operands = vec![self.chain(level + 1, depth)?];
        // `a ~^ b` is `~(a ^ b)`, and two of these cancel.
        let mut inverted = false;
        while self.peek().kind == Kind::Mark && marks.contains(&self.peek().text) {
            inverted ^= self.next().text.len() > 1 && operator == Operator::Xor;
            operands.push(self.chain(level + 1, depth)?);
        }
        if operands.len() == 1 {
            return Ok(operands.swap_remove(0));
        }
        let span = operands[0].span.to(operands[operands.len() - 1].span);
        let term = Term { kind: TermKind::Chain(operator, operands), span };
        Ok(if inverted { Term { kind: TermKind::Invert(Box::new(term)), span } } else { term })
    }

    /// `a == b`; with two values of a bit, `===` says the same.
    fn comparison(&mut self, mut depth: usize) -> Parsed<Term> {
        let mut left = self.unary(depth)?;
        loop {
            let token = self.peek();
            if token.kind != Kind::Mark {
                return Ok(left);
            }
            let equal = match token.text {
                "==" | "===" => true,
                "!=" | "!==" => false,
                "+" | "-" | "*" | "/" | "%" | "**" | "<" | ">" | "<=" | ">=" | "<<" | ">>" | "<<<"
                | ">>>" | "==?" | "!=?" => {
                    return Err(outside(token.span, &format!("the operator `{}`", token.text)));
                }
                _ => return Ok(left),
            };
            self.next();
            depth = self.deeper(depth)?;
            let right = self.unary(depth)?;
            let span = left.span.to(right.span);
            left = Term { kind: TermKind::Equal(equal, Box::new(left), Box::new(right)), span };
        }
    }

    fn unary(&mut self, depth: usize) -> Parsed<Term> {
        let token = self.peek();
        if token.kind != Kind::Mark {
            return self.primary(depth);
        }
        let make: fn(Box<Term>) -> TermKind = match token.text {
            "~" => TermKind::Invert,
            "!" => TermKind::Not,
            "&" => |term| TermKind::Reduce(Operator::And, false, term),
            "|" => |term| TermKind::Reduce(Operator::Or, false, term),
            "^" => |term| TermKind::Reduce(Operator::Xor, false, term),
            "~&" => |term| TermKind::Reduce(Operator::And, true, term),
            "~|" => |term| TermKind::Reduce(Operator::Or, true, term),
            "~^" | "^~" => |term| TermKind::Reduce(Operator::Xor, true, term),
            "+" | "-" => return Err(outside(token.span, &format!("the operator `{}`", token.text))),
            _ => return self.primary(depth),
        };
        self.next();
        let depth = self.deeper(depth)?;
        let operand = self.unary(depth)?;
        let span = token.span.to(operand.span);
        Ok(Term { kind: make(Box::new(operand)), span })
    }

    fn primary(&mut self, depth: usize) -> Parsed<Term> {
        let token = self.next();
        match (token.kind, token.text) {
            (Kind::Mark, "(") => {
                let mut inner = self.conditional(depth)?;
                let close = self.expect(")", "an operator or `)`")?;
                inner.span = token.span.to(close.span);
                Ok(inner)
            }
            (Kind::Mark, "{") => self.braces(token, depth),
            (Kind::Number, _) => number(token),
            (Kind::Word | Kind::Escaped, _) => self.reference(token),
            (Kind::System, "$urandom_range") => self.random(token),
            (Kind::System, name) => Err(outside(token.span, &format!("`{name}`"))),
            _ => Err(unexpected(token, "an expression")),
        }
    }

    /// After `{`: a concatenation or a repetition.
    fn braces(&mut self, open: Token<'_>, depth: usize) -> Parsed<Term> {
        let depth = self.deeper(depth)?;
        let mut parts = vec![self.conditional(depth)?];
        if self.takes("{") {
            let TermKind::Number { bits, .. } = &parts[0].kind else {
                return Err(outside(parts[0].span, "a repetition by a number that is not constant"));
            };
            let times = bits.iter().rev().fold(0usize, |n, &bit| n.saturating_mul(2) + usize::from(bit));
            let mut inner = vec![self.conditional(depth)?];
            while self.takes(",") {
                inner.push(self.conditional(depth)?);
            }
            self.expect("}", "an operator, `,` or `}`")?;
            let close = self.expect("}", "`}`")?;
            let span = open.span.to(close.span);
            let inner = Term { kind: TermKind::Concat(inner), span };
            return Ok(Term { kind: TermKind::Repeat(times, Box::new(inner)), span });
        }
        while self.takes(",") {
            parts.push(self.conditional(depth)?);
        }
        let close = self.expect("}", "an operator, `,` or `}`")?;
        Ok(Term { kind: TermKind::Concat(parts), span: open.span.to(close.span) })
    }

    /// A name, perhaps with `[i]` or `[l:r]`.
    fn reference(&mut self, name: Token<'_>) -> Parsed<Term> {
        if self.is(".") {
            return Err(outside(self.peek().span, "a name with a path"));
        }
        let mut span = name.span;
        let mut select = Select::All;
        if self.takes("[") {
            let left = self.index()?;
            select = Select::Bit(left);
            if self.takes(":") {
                select = Select::Part(Range { left, right: self.index()? });
            }
            span = span.to(self.expect("]", "`]`")?.span);
            if self.is("[") {
                return Err(outside(self.peek().span, "an array of signals"));
            }
        }
        Ok(Term { kind: TermKind::Reference(name.text.to_owned(), select), span })
    }

    fn index(&mut self) -> Parsed<i32> {
        let token = self.peek();
        if token.kind != Kind::Number && !self.is("-") {
            return Err(outside(token.span, "an index that is not a number"));
        }
        self.integer()
    }

    /// After `$urandom_range`: `(low, high)`.
    fn random(&mut self, token: Token<'_>) -> Parsed<Term> {
        self.expect("(", "`(`")?;
        let low = self.integer()?;
        self.expect(",", "`,`")?;
        let high = self.integer()?;
        let close = self.expect(")", "`)`")?;
        let (low, high) = (low.unsigned_abs(), high.unsigned_abs());
        let kind = TermKind::Random(low.min(high), low.max(high));
        Ok(Term { kind, span: token.span.to(close.span) })
    }
}

/// A number of any base.
fn number(token: Token<'_>) -> Parsed<Term> {
    let digits: String = token.text.chars().filter(|c| !matches!(c, '_' | ' ' | '\t')).collect();
    let term = |bits, sized| Ok(Term { kind: TermKind::Number { bits, sized }, span: token.span });
    let bad = |why: &str| {
        let message = format!("`{}` is no constant of a netlist: {why}", token.text);
        Err(Stop(Diagnostic::error("E0862", message).at(token.span, "")))
    };
    let Some((width, value)) = digits.split_once('\'') else {
        let Ok(value) = digits.parse::<u32>() else {
            return bad("it is not a whole number below 4294967296");
        };
        return term((0..32).map(|bit| value >> bit & 1 == 1).collect(), false);
    };
    let value = value.to_ascii_lowercase();
    let value = value.strip_prefix('s').unwrap_or(&value);
    if width.is_empty() && value == "0" {
        return term(vec![false], true);
    }
    if width.is_empty() && value == "1" {
        return bad("say how wide it is");
    }
    let width = if width.is_empty() { Some(32) } else { width.parse::<usize>().ok() };
    let Some(width) = width.filter(|&width| (1..=WIDEST).contains(&width)) else {
        return bad("its width is not between 1 and 4096");
    };
    let Some(base) = value.chars().next() else { return bad("it has no base") };
    let value = &value[base.len_utf8()..];
    let per_digit = match base {
        'b' => 1,
        'o' => 3,
        'h' => 4,
        'd' => 0,
        _ => return bad("its base is not `b`, `o`, `d` or `h`"),
    };
    if value.is_empty() {
        return bad("it has no digits");
    }
    let mut bits: Vec<bool> = Vec::new();
    if per_digit == 0 {
        let Ok(value) = value.parse::<u64>() else { return bad("its digits are not decimal") };
        bits.extend((0..64).map(|bit| value >> bit & 1 == 1));
    } else {
        for digit in value.chars().rev() {
            let Some(digit) = digit.to_digit(1 << per_digit) else {
                return bad("it has a digit that is neither 0 nor 1 in each bit");
            };
            bits.extend((0..per_digit).map(|bit| digit >> bit & 1 == 1));
        }
    }
    if bits.iter().skip(width).any(|&bit| bit) {
        return bad("its value does not fit its width");
    }
    bits.resize(width, false);
    term(bits, true)
}
