//! Functions of cells: recursive descent, with chains of one operator read by loops.

use rustc_hash::FxHashMap;
use suppose_base::Diagnostic;

use super::super::function::{all, any, constant, not, odd};
use super::token::{Kind, Token};
use super::{DEEPEST, Parsed, Parser, Stop, unexpected};
use crate::expr::Expr;
use crate::net::WireId;

/// The names that a function reads, in order of appearance: wire `i` is name `i`.
#[derive(Default)]
pub(super) struct Variables<'t> {
    pub(super) names: Vec<&'t str>,
    by_name: FxHashMap<&'t str, u32>,
}

impl<'t> Variables<'t> {
    fn get(&mut self, name: &'t str) -> WireId {
        let new = self.names.len() as u32;
        let id = *self.by_name.entry(name).or_insert(new);
        if id == new {
            self.names.push(name);
        }
        WireId(id)
    }
}

impl<'t> Parser<'t> {
    pub(super) fn formula(&mut self) -> Parsed<(Expr, Variables<'t>)> {
        let mut variables = Variables::default();
        let function = self.disjunction(&mut variables, 0)?;
        Ok((function, variables))
    }

    fn mark(&mut self, marks: &[&str]) -> bool {
        let next = self.tokens.peek();
        next.kind == Kind::Mark && marks.contains(&next.text)
    }

    fn disjunction(&mut self, variables: &mut Variables<'t>, depth: usize) -> Parsed<Expr> {
        let mut operands = vec![self.exclusive(variables, depth)?];
        while self.mark(&["+", "|"]) {
            self.tokens.next();
            operands.push(self.exclusive(variables, depth)?);
        }
        Ok(any(operands))
    }

    fn exclusive(&mut self, variables: &mut Variables<'t>, depth: usize) -> Parsed<Expr> {
        let mut operands = vec![self.conjunction(variables, depth)?];
        while self.mark(&["^"]) {
            self.tokens.next();
            operands.push(self.conjunction(variables, depth)?);
        }
        Ok(odd(operands))
    }

    fn conjunction(&mut self, variables: &mut Variables<'t>, depth: usize) -> Parsed<Expr> {
        let mut operands = vec![self.factor(variables, depth)?];
        loop {
            if self.mark(&["*", "&"]) {
                self.tokens.next();
            } else if self.tokens.peek().kind != Kind::Word && !self.mark(&["(", "!", "~"]) {
                return Ok(all(operands));
            }
            operands.push(self.factor(variables, depth)?);
        }
    }

    fn factor(&mut self, variables: &mut Variables<'t>, depth: usize) -> Parsed<Expr> {
        let token = self.tokens.next();
        if depth >= DEEPEST {
            let message = format!("the function has more than {DEEPEST} levels of parentheses and negations");
            return Err(Stop(Diagnostic::error("E0873", message).at(token.span, "")));
        }
        let mut value = match (token.kind, token.text) {
            (Kind::Mark, "!" | "~") => return Ok(not(self.factor(variables, depth + 1)?)),
            (Kind::Mark, "(") => {
                let inner = self.disjunction(variables, depth + 1)?;
                let close = self.tokens.next();
                if close.kind != Kind::Mark || close.text != ")" {
                    return Err(unexpected(close, "an operator or `)`"));
                }
                inner
            }
            (Kind::Word, _) => name(token, variables),
            _ => return Err(unexpected(token, "a pin, `!` or `(`")),
        };
        while self.mark(&["'"]) {
            self.tokens.next();
            value = not(value);
        }
        Ok(value)
    }
}

fn name<'t>(token: Token<'t>, variables: &mut Variables<'t>) -> Expr {
    match token.text {
        "CONST0" | "0" => constant(false),
        "CONST1" | "1" => constant(true),
        name => Expr::Wire(variables.get(name)),
    }
}
