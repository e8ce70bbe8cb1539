//! Port lists and declarations of signals.

use suppose_base::Diagnostic;

use super::super::ast::{Direction, Module, Range, Signal, Word};
use super::super::lexer::{Kind, Token};
use super::{Parsed, Parser, Stop, unexpected};

/// The words by which a declaration begins, and what they make of a name.
pub(super) fn declared(word: &str) -> Option<Direction> {
    Some(match word {
        "input" => Direction::Input,
        "output" => Direction::Output,
        "inout" => Direction::Inout,
        "wire" | "tri" | "logic" => Direction::Wire,
        "supply0" => Direction::Supply(false),
        "supply1" => Direction::Supply(true),
        _ => return None,
    })
}

impl Parser<'_, '_> {
    /// The ports of a module up to `;`.
    pub(super) fn header(&mut self, module: &mut Module) -> Parsed<()> {
        if self.takes(";") {
            return Ok(());
        }
        self.expect("(", "`(` or `;`")?;
        let mut current: Option<(Direction, Option<Range>)> = None;
        while !self.takes(")") {
            if let Some(direction) = self.port_direction()? {
                let range = self.range()?;
                current = Some((direction, range));
            }
            if self.is(".") {
                let span = self.next().span;
                return Err(super::outside(span, "a port that is called differently inside"));
            }
            let name = self.name("the name of a port")?;
            // A direction that comes later, in a declaration, replaces this one.
            let (direction, range) = current.unwrap_or((Direction::Wire, None));
            if let Some(&old) = self.names.get(&name.text) {
                return Err(twice(&name, &module.signals[old].name));
            }
            module.ports.push(module.signals.len());
            self.declare(module, Signal { name, direction, range })?;
            if self.is(")") || self.takes(",") {
                continue;
            }
            let next = self.peek();
            let reserved = ["module", "endmodule"].contains(&next.text) || declared(next.text).is_some();
            if next.kind == Kind::Escaped || (next.kind == Kind::Word && !reserved) {
                let message = "a comma is missing between two ports";
                self.messages.push(Diagnostic::warning("W0861", message).at(next.span, "before this"));
            } else {
                return Err(unexpected(self.next(), "`,` or `)`"));
            }
        }
        self.expect(";", "`;`")?;
        Ok(())
    }

    /// `input`, `output wire`, … in a list of ports.
    fn port_direction(&mut self) -> Parsed<Option<Direction>> {
        let token = self.peek();
        let found = if token.kind == Kind::Word { declared(token.text) } else { None };
        match found {
            None | Some(Direction::Supply(_)) => Ok(None),
            Some(direction) => {
                self.next();
                self.net_type()?;
                Ok(Some(direction))
            }
        }
    }

    /// The words that may stand between a direction and a range.
    fn net_type(&mut self) -> Parsed<()> {
        while ["wire", "tri", "logic", "signed", "unsigned", "scalared", "vectored", "reg"]
            .iter()
            .any(|word| self.is_word(word))
        {
            let token = self.next();
            if token.text == "reg" {
                return Err(super::outside(token.span, "`reg`"));
            }
        }
        Ok(())
    }

    /// `[left:right]`, if it is there.
    fn range(&mut self) -> Parsed<Option<Range>> {
        if !self.takes("[") {
            return Ok(None);
        }
        let left = self.integer()?;
        self.expect(":", "`:`")?;
        let right = self.integer()?;
        self.expect("]", "`]`")?;
        Ok(Some(Range { left, right }))
    }

    /// A whole number, perhaps negative.
    pub(super) fn integer(&mut self) -> Parsed<i32> {
        let negative = self.takes("-");
        let token = self.next();
        if token.kind != Kind::Number {
            return Err(unexpected(token, "a number"));
        }
        let digits: String = token.text.chars().filter(|&c| c != '_').collect();
        match digits.parse::<i32>() {
            Ok(value) if value <= 1 << 24 => Ok(if negative { -value } else { value }),
            _ => {
                let message = format!("`{}` cannot be an index", token.text);
                Err(Stop(Diagnostic::error("E0862", message).at(token.span, "")))
            }
        }
    }

    /// After `input`, `wire`, …: a range and names up to `;`.
    pub(super) fn declaration(
        &mut self,
        first: Token<'_>,
        direction: Direction,
        module: &mut Module,
    ) -> Parsed<()> {
        self.net_type()?;
        if self.is("#") {
            self.delay()?;
        }
        let range = self.range()?;
        loop {
            let name = self.name("the name of a signal")?;
            if self.is("[") {
                return Err(super::outside(self.peek().span, "an array of signals"));
            }
            let word = name.clone();
            self.declare(module, Signal { name, direction, range })?;
            if self.is("=") {
                self.next();
                if direction == Direction::Input || matches!(direction, Direction::Supply(_)) {
                    return Err(super::outside(first.span, "a value in this declaration"));
                }
                self.assignment_of(word, module)?;
            }
            if self.takes(";") {
                return Ok(());
            }
            self.expect(",", "`,` or `;`")?;
        }
    }

    /// Adds a signal. A port in a plain list gets its direction and range by a declaration, and `wire` may
    /// say again what a port is.
    fn declare(&mut self, module: &mut Module, new: Signal) -> Parsed<()> {
        let Some(&place) = self.names.get(&new.name.text) else {
            self.names.insert(new.name.text.clone(), module.signals.len());
            module.signals.push(new);
            return Ok(());
        };
        // Ports are the first signals.
        let is_port = place < module.ports.len();
        let old = &mut module.signals[place];
        let fits = old.range.is_none() || new.range.is_none() || old.range == new.range;
        if !is_port || !fits {
            return Err(twice(&new.name, &old.name));
        }
        match (old.direction, new.direction) {
            (Direction::Wire, _) => old.direction = new.direction,
            (_, Direction::Wire) => {}
            _ => return Err(twice(&new.name, &old.name)),
        }
        old.range = old.range.or(new.range);
        Ok(())
    }

    /// Every port must be an input, an output or both.
    pub(super) fn check_ports(&mut self, module: &Module) {
        for (place, Signal { name, direction, .. }) in module.signals.iter().enumerate() {
            let directed = !matches!(direction, Direction::Wire | Direction::Supply(_));
            // Ports are the first signals.
            let (why, help) = match (place < module.ports.len(), directed) {
                (true, false) => ("is neither an input nor an output", "declare it, for instance by `input`"),
                (false, true) => ("is not in the list of ports", "add it there, or declare it as a `wire`"),
                _ => continue,
            };
            let message = format!("port `{}` {why}", name.text);
            self.messages.push(Diagnostic::error("E0860", message).at(name.span, "").help(help));
        }
    }
}

fn twice(new: &Word, old: &Word) -> Stop {
    let message = format!("`{}` is declared twice", new.text);
    Stop(Diagnostic::error("E0872", message).at(new.span, "again here").at(old.span, "first here"))
}
