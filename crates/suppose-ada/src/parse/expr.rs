//! Expressions, by precedence: logical operators, comparisons, `+ - &`, `* / mod rem`, `** abs not`.
//!
//! Operators of equal precedence make one flat chain. Logical operators may not be mixed without parentheses,
//! and a comparison is no operand of another one; Ada has it so.

use suppose_base::Diagnostic;
use suppose_base::descent::Descent;

use super::{Parse, Parser};
use crate::ast::{Association, Choice, Expr, ExprKind, Operator, Sign};
use crate::token::{Keyword, Mark, TokenKind};

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parse<Expr> {
        let first = self.simple()?;
        self.expression_after(first)
    }

    /// The rest of an expression whose first operand, without a comparison, is known.
    pub(super) fn expression_after(&mut self, simple: Expr) -> Parse<Expr> {
        let first = self.relation_after(simple)?;
        let mut rest: Vec<(Operator, Expr)> = Vec::new();
        while let Some(operator) = self.logical() {
            let (span, chain) = (self.previous, rest.first().map(|(operator, _)| *operator));
            if let Some(other) = chain.filter(|other| *other != operator) {
                let (shown, other) = (logical_text(operator), logical_text(other));
                return Err(self.fail(|| {
                    Diagnostic::error(
                        "E1008",
                        format!("`{other}` and `{shown}` are mixed without parentheses"),
                    )
                    .at(span, format!("comes after `{other}`"))
                    .help("parentheses must say which of them comes first")
                }));
            }
            let simple = self.simple()?;
            rest.push((operator, self.relation_after(simple)?));
        }
        Ok(chain(first, rest))
    }

    /// Takes a logical operator.
    fn logical(&mut self) -> Option<Operator> {
        match self.token.kind {
            TokenKind::Word(Keyword::And) => {
                self.advance();
                Some(if self.take(Keyword::Then) { Operator::AndThen } else { Operator::And })
            }
            // In a `select`, `or` and `else` follow statements, never expressions.
            TokenKind::Word(Keyword::Or) => {
                self.advance();
                Some(if self.take(Keyword::Else) { Operator::OrElse } else { Operator::Or })
            }
            TokenKind::Word(Keyword::Xor) => {
                self.advance();
                Some(Operator::Xor)
            }
            _ => None,
        }
    }

    /// A comparison or a membership test, if one follows.
    fn relation_after(&mut self, first: Expr) -> Parse<Expr> {
        let comparison = match self.token.kind {
            TokenKind::Mark(Mark::Equal) => Operator::Equal,
            TokenKind::Mark(Mark::NotEqual) => Operator::NotEqual,
            TokenKind::Mark(Mark::Less) => Operator::Less,
            TokenKind::Mark(Mark::LessEqual) => Operator::LessEqual,
            TokenKind::Mark(Mark::Greater) => Operator::Greater,
            TokenKind::Mark(Mark::GreaterEqual) => Operator::GreaterEqual,
            TokenKind::Word(Keyword::In | Keyword::Not) => return self.membership_after(first),
            _ => return Ok(first),
        };
        self.advance();
        let second = self.simple()?;
        Ok(chain(first, vec![(comparison, second)]))
    }

    fn membership_after(&mut self, first: Expr) -> Parse<Expr> {
        let negated = self.take(Keyword::Not);
        self.expect(Keyword::In, "after `not`")?;
        let choices = self.choices(false)?;
        let span = first.span.to(self.previous);
        Ok(Expr { kind: ExprKind::Membership(Box::new(first), negated, choices), span })
    }

    /// An expression without comparisons and logical operators.
    pub(super) fn simple(&mut self) -> Parse<Expr> {
        let sign = match self.token.kind {
            TokenKind::Mark(Mark::Plus) => Some(Sign::Plus),
            TokenKind::Mark(Mark::Minus) => Some(Sign::Minus),
            _ => None,
        };
        let first = if let Some(sign) = sign {
            let start = self.advance().span;
            let operand = self.term()?;
            unary(sign, start, operand)
        } else {
            self.term()?
        };
        let mut rest = Vec::new();
        loop {
            let operator = match self.token.kind {
                TokenKind::Mark(Mark::Plus) => Operator::Add,
                TokenKind::Mark(Mark::Minus) => Operator::Subtract,
                TokenKind::Mark(Mark::Ampersand) => Operator::Concatenate,
                _ => return Ok(chain(first, rest)),
            };
            self.advance();
            rest.push((operator, self.term()?));
        }
    }

    fn term(&mut self) -> Parse<Expr> {
        let first = self.factor()?;
        let mut rest = Vec::new();
        loop {
            let operator = match self.token.kind {
                TokenKind::Mark(Mark::Star) => Operator::Multiply,
                TokenKind::Mark(Mark::Slash) => Operator::Divide,
                TokenKind::Word(Keyword::Mod) => Operator::Mod,
                TokenKind::Word(Keyword::Rem) => Operator::Rem,
                _ => return Ok(chain(first, rest)),
            };
            self.advance();
            rest.push((operator, self.factor()?));
        }
    }

    fn factor(&mut self) -> Parse<Expr> {
        let sign = match self.token.kind {
            TokenKind::Word(Keyword::Abs) => Sign::Abs,
            TokenKind::Word(Keyword::Not) => Sign::Not,
            _ => {
                let base = self.primary()?;
                if !self.take(Mark::Power) {
                    return Ok(base);
                }
                let exponent = self.primary()?;
                return Ok(chain(base, vec![(Operator::Power, exponent)]));
            }
        };
        let start = self.advance().span;
        let operand = self.primary()?;
        Ok(unary(sign, start, operand))
    }

    fn primary(&mut self) -> Parse<Expr> {
        let kind = match self.token.kind {
            TokenKind::Ident => return self.name_or_qualified(),
            TokenKind::Mark(Mark::Left) => return self.parenthesised(),
            TokenKind::Integer(value) => ExprKind::Integer(value),
            TokenKind::Real => ExprKind::Real,
            TokenKind::Character(value) => ExprKind::Character(value),
            TokenKind::Text if self.peek().kind == TokenKind::Mark(Mark::Left) => {
                return Err(self.outside_expression("an operator that is called like a function"));
            }
            TokenKind::Text => {
                let text = self.token.text;
                let inner = text.strip_prefix('"').unwrap_or(text);
                ExprKind::Text(inner.strip_suffix('"').unwrap_or(inner).replace("\"\"", "\""))
            }
            TokenKind::Word(Keyword::Null) => return Err(self.outside_expression("`null` as a value")),
            TokenKind::Word(Keyword::New) => return Err(self.outside_expression("`new` in an expression")),
            TokenKind::Word(Keyword::Raise) => {
                return Err(self.outside_expression("`raise` in an expression"));
            }
            TokenKind::Word(Keyword::If | Keyword::Case) => {
                return Err(self.unexpected("`(`", "before a conditional expression"));
            }
            _ => return Err(self.unexpected("an expression", "")),
        };
        let span = self.advance().span;
        Ok(Expr { kind, span })
    }

    /// `(e)`, `(if ..)`, or an aggregate.
    pub(super) fn parenthesised(&mut self) -> Parse<Expr> {
        self.nested(|parser| {
            let left = parser.expect(Mark::Left, "before an expression")?;
            let kind = match parser.token.kind {
                TokenKind::Word(Keyword::If) => parser.if_expression()?.kind,
                TokenKind::Word(Keyword::Case) => {
                    return Err(parser.outside_expression("a `case` expression"));
                }
                TokenKind::Word(Keyword::For) => {
                    return Err(parser.outside_expression("a quantified expression"));
                }
                _ => parser.in_parentheses()?,
            };
            let right = parser.expect(Mark::Right, "after an expression in parentheses")?;
            Ok(Expr { kind, span: left.to(right) })
        })
    }

    fn in_parentheses(&mut self) -> Parse<ExprKind> {
        let mut first = self.association()?;
        let single = first.choices.is_empty() && !self.at(Mark::Comma);
        if single {
            if self.at(Keyword::With) {
                return Err(self.outside_expression("an extension aggregate"));
            }
            return Ok(first.value.kind);
        }
        let mut associations = Vec::new();
        loop {
            associations.push(first);
            if !self.take(Mark::Comma) {
                return Ok(ExprKind::Aggregate(associations));
            }
            first = self.association()?;
        }
    }

    fn association(&mut self) -> Parse<Association> {
        let mut choices = self.choices(true)?;
        if choices.len() == 1
            && !self.at(Mark::Arrow)
            && let Some(Choice::Value(value)) = choices.pop()
        {
            return Ok(Association { choices, value });
        }
        self.expect(Mark::Arrow, "after the choices of an aggregate")?;
        if self.at(Mark::Box) {
            return Err(self.outside_expression("`<>` in an aggregate"));
        }
        Ok(Association { choices, value: self.expression()? })
    }

    /// `if c then e elsif c then e else e`, without the parentheses around it.
    pub(super) fn if_expression(&mut self) -> Parse<Expr> {
        let start = self.expect(Keyword::If, "before a condition")?;
        let mut branches = Vec::new();
        loop {
            let condition = self.expression()?;
            self.expect(Keyword::Then, "after a condition")?;
            branches.push((condition, self.expression()?));
            if !self.take(Keyword::Elsif) {
                break;
            }
        }
        let otherwise = if self.take(Keyword::Else) { Some(Box::new(self.expression()?)) } else { None };
        let span = start.to(self.previous);
        Ok(Expr { kind: ExprKind::If(branches, otherwise), span })
    }
}

fn chain(first: Expr, rest: Vec<(Operator, Expr)>) -> Expr {
    let Some((_, last)) = rest.last() else { return first };
    let span = first.span.to(last.span);
    Expr { kind: ExprKind::Chain(Box::new(first), rest), span }
}

fn unary(sign: Sign, start: suppose_base::Span, operand: Expr) -> Expr {
    let span = start.to(operand.span);
    Expr { kind: ExprKind::Unary(sign, Box::new(operand)), span }
}

fn logical_text(operator: Operator) -> &'static str {
    match operator {
        Operator::And => "and",
        Operator::AndThen => "and then",
        Operator::OrElse => "or else",
        Operator::Xor => "xor",
        _ => "or",
    }
}
