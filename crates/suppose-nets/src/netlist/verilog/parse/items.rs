//! Statements of a module: assignments, instances, first values.

use suppose_base::{Diagnostic, Span};

use super::super::ast::{Connections, Item, Module, Select, Term, TermKind, Word};
use super::super::lexer::{Kind, Token};
use super::declare::declared;
use super::{Parsed, Parser, Stop, is_mark, outside, unexpected};

/// Strengths, which may stand in parentheses before an assignment or after a primitive.
const STRENGTHS: [&str; 10] =
    ["supply0", "supply1", "strong0", "strong1", "pull0", "pull1", "weak0", "weak1", "highz0", "highz1"];

impl<'t> Parser<'t, '_> {
    /// A statement that begins with `first`.
    pub(super) fn item(&mut self, first: Token<'t>, module: &mut Module) -> Parsed<()> {
        match (first.kind, first.text) {
            (Kind::Mark, ";") => Ok(()),
            (Kind::Values, _) => {
                values(first, module);
                Ok(())
            }
            (Kind::Word, "assign") => self.assign(module),
            (Kind::Word, "initial") => self.initial(module),
            (Kind::Word, word) if declared(word).is_some() => {
                let direction = declared(word).expect("just checked");
                self.declaration(first, direction, module)
            }
            (Kind::Word, word) if self.outside(first, word) => Ok(()),
            (Kind::Word | Kind::Escaped, _) => self.instances(first, module),
            _ => Err(unexpected(first, "a statement or `endmodule`")),
        }
    }

    /// After `assign`.
    fn assign(&mut self, module: &mut Module) -> Parsed<()> {
        self.strength()?;
        if self.is("#") {
            self.delay()?;
        }
        loop {
            let target = self.target()?;
            self.expect("=", "`=`")?;
            let value = self.expression()?;
            module.items.push(Item::Assign { target, value });
            if self.takes(";") {
                return Ok(());
            }
            self.expect(",", "an operator, `,` or `;`")?;
        }
    }

    /// After `wire name =`.
    pub(super) fn assignment_of(&mut self, name: Word, module: &mut Module) -> Parsed<()> {
        let target = Term { kind: TermKind::Reference(name.text, Select::All), span: name.span };
        let value = self.expression()?;
        module.items.push(Item::Assign { target, value });
        Ok(())
    }

    /// `(strong0, weak1)`, which is only there if two strengths are: parentheses also begin other things.
    fn strength(&mut self) -> Parsed<()> {
        let second = self.tokens.get(self.at + 1);
        if !self.is("(") || !second.is_some_and(|t| t.kind == Kind::Word && STRENGTHS.contains(&t.text)) {
            return Ok(());
        }
        Err(outside(self.next().span, "a drive strength"))
    }

    /// `#1`, `#1.5`, `#name` or `#( … )`. Gates may be as slow as they like, so what it says does not matter.
    pub(super) fn delay(&mut self) -> Parsed<Span> {
        let start = self.next().span;
        let token = self.next();
        match token.kind {
            Kind::Number | Kind::Word => return Ok(start.to(token.span)),
            Kind::Mark if token.text == "(" => {}
            _ => return Err(unexpected(token, "a delay")),
        }
        let mut open = 1usize;
        loop {
            let inner = self.peek();
            match (inner.kind, inner.text) {
                (Kind::Mark, "(") => open += 1,
                (Kind::Mark, ")") => open -= 1,
                (Kind::Mark, ";") | (Kind::End, _) | (Kind::Word, "endmodule") => {
                    let message = "this parenthesis is not closed";
                    return Err(Stop(Diagnostic::error("E0860", message).at(token.span, "")));
                }
                _ => {}
            }
            self.next();
            if open == 0 {
                return Ok(start.to(inner.span));
            }
        }
    }

    /// One or several instances of `cell`.
    fn instances(&mut self, cell: Token<'t>, module: &mut Module) -> Parsed<()> {
        let cell = Word { text: cell.text.to_owned(), span: cell.span };
        self.strength()?;
        let parameters = if self.is("#") { Some(self.delay()?) } else { None };
        loop {
            let name = if self.is("(") { None } else { Some(self.name("the name of the instance")?) };
            if self.is("[") {
                return Err(outside(self.peek().span, "an array of instances"));
            }
            self.expect("(", "`(`")?;
            let connections = self.connections()?;
            module.items.push(Item::Instance { cell: cell.clone(), name, connections, parameters });
            if self.takes(";") {
                return Ok(());
            }
            self.expect(",", "`,` or `;`")?;
        }
    }

    /// After `(`, up to `)`.
    fn connections(&mut self) -> Parsed<Connections> {
        if self.is(".") {
            let mut named = Vec::new();
            loop {
                self.expect(".", "`.`")?;
                if self.is("*") {
                    return Err(outside(self.peek().span, "a connection of all pins by name"));
                }
                let pin = self.name("the name of a pin")?;
                let term = if self.is("(") {
                    self.next();
                    let term = if self.is(")") { None } else { Some(self.expression()?) };
                    self.expect(")", "an operator or `)`")?;
                    term
                } else {
                    // `.a` is short for `.a(a)`.
                    let kind = TermKind::Reference(pin.text.clone(), Select::All);
                    Some(Term { kind, span: pin.span })
                };
                named.push((pin, term));
                if self.takes(")") {
                    return Ok(Connections::Named(named));
                }
                self.expect(",", "`,` or `)`")?;
            }
        }
        let mut ordered = Vec::new();
        if self.takes(")") {
            return Ok(Connections::Ordered(ordered));
        }
        loop {
            let skipped = self.is(",") || self.is(")");
            ordered.push(if skipped { None } else { Some(self.expression()?) });
            if self.takes(")") {
                return Ok(Connections::Ordered(ordered));
            }
            self.expect(",", "an operator, `,` or `)`")?;
        }
    }

    /// After `initial`: `a = 1'b0;`, or several such statements between `begin` and `end`.
    fn initial(&mut self, module: &mut Module) -> Parsed<()> {
        let block = self.is_word("begin");
        if block {
            self.next();
            if self.takes(":") {
                self.name("the name of the block")?;
            }
        }
        let mut list = Vec::new();
        loop {
            if block && self.is_word("end") {
                self.next();
                break;
            }
            let start = self.peek();
            let Ok(value) = self.first_value() else {
                let Stop(message) =
                    outside(start.span, "an `initial` block that does more than to set single bits");
                self.messages.push(message);
                // A statement that ends here is behind us.
                if block || !is_mark(self.tokens[self.at - 1], ";") {
                    self.skip_block("", usize::from(block));
                }
                return Ok(());
            };
            list.push(value);
            if !block {
                break;
            }
        }
        module.items.push(Item::Values { list, comment: false });
        Ok(())
    }

    /// `a[1] = 1'b0;`
    fn first_value(&mut self) -> Parsed<(Term, bool)> {
        if self.is("#") {
            return Err(unexpected(self.peek(), "a signal"));
        }
        let target = self.target()?;
        if !self.takes("<=") {
            self.expect("=", "`=`")?;
        }
        let token = self.peek();
        let value = self.expression()?;
        self.expect(";", "`;`")?;
        match value.kind {
            TermKind::Number { bits, .. } if !bits.iter().skip(1).any(|&b| b) => Ok((target, bits[0])),
            _ => Err(unexpected(token, "`0` or `1`")),
        }
    }
}

/// A line of a comment: names, each with `!` before it if the value is 0.
fn values(line: Token<'_>, module: &mut Module) {
    let mut list = Vec::new();
    let mut rest = line.text;
    let mut start = line.span.start;
    while !rest.is_empty() {
        let gap = rest.len() - rest.trim_start().len();
        rest = &rest[gap..];
        start += gap as u32;
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let word = &rest[..length];
        if !word.is_empty() {
            let span = Span::new(line.span.file, start, start + length as u32);
            let (name, value) = match word.strip_prefix('!') {
                Some(name) => (name, false),
                None => (word, true),
            };
            list.push((Term { kind: named(name), span }, value));
        }
        rest = &rest[length..];
        start += length as u32;
    }
    module.items.push(Item::Values { list, comment: true });
}

/// `name` or `name[index]`.
fn named(word: &str) -> TermKind {
    let parts = word.strip_suffix(']').and_then(|word| word.rsplit_once('['));
    match parts.and_then(|(name, index)| Some((name, index.parse::<i32>().ok()?))) {
        Some((name, index)) => TermKind::Reference(name.to_owned(), Select::Bit(index)),
        None => TermKind::Reference(word.to_owned(), Select::All),
    }
}
