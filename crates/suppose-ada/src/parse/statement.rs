//! Statements.
//!
//! A list of statements ends at a word that cannot begin one. Each statement with a mistake is left out of
//! the tree and reading goes on after it.

use suppose_base::Diagnostic;
use suppose_base::descent::Descent;

use super::annotation::Annotation;
use super::closing::Open;
use super::{Failed, Parse, Parser};
use crate::ast::{Block, CaseAlternative, Ident, Loop, Scheme, Statement, StatementKind};
use crate::token::{Keyword, Mark, TokenKind};

impl Parser<'_> {
    /// Statements up to a word that ends them. Ada wants at least one, and an annotation is none.
    pub(super) fn statements(&mut self, context: &str) -> Vec<Statement> {
        let place = self.previous;
        let (mut list, complete) = self.any_statements();
        let counts = |statement: &Statement| !matches!(statement.kind, StatementKind::Event(_));
        if complete && !list.iter().any(counts) && !self.at_end() {
            self.fail(|| {
                Diagnostic::error("E1022", format!("there is no statement {context}"))
                    .at(place, "nothing follows this")
                    .help("write `null;`")
            });
            list.clear();
        }
        list
    }

    /// Statements, perhaps none; whether all were read without a mistake and there were no pragmas.
    pub(super) fn any_statements(&mut self) -> (Vec<Statement>, bool) {
        let mut list = Vec::new();
        let mut complete = true;
        loop {
            while let Some(annotation) = self.annotation() {
                match annotation {
                    Annotation::Event(event, span) => {
                        list.push(Statement { kind: StatementKind::Event(event), span });
                    }
                    other => {
                        self.misplaced(&other);
                    }
                }
            }
            if self.ends_statements() {
                return (list, complete);
            }
            let start = self.token.span;
            if self.at(Keyword::Pragma) {
                complete = false;
                match self.pragma() {
                    Ok(statement) => list.extend(statement),
                    Err(Failed) => self.skip_statement(),
                }
                continue;
            }
            if let Ok(kind) = self.statement() {
                list.push(Statement { kind, span: start.to(self.previous) });
            } else {
                complete = false;
                self.skip_from(start, Self::ends_statements);
            }
        }
    }

    fn ends_statements(&self) -> bool {
        use Keyword::{Else, Elsif, End, Exception, Or, Then, When};
        matches!(self.token.kind, TokenKind::Word(Else | Elsif | End | Exception | Or | Then | When))
            || self.at_end()
    }

    fn statement(&mut self) -> Parse<StatementKind> {
        while self.at(Mark::LeftLabel) {
            self.outside_statement("a label");
            while !self.take(Mark::RightLabel) {
                if self.at_end() || self.at(Mark::Semicolon) {
                    return Err(Failed);
                }
                self.advance();
            }
        }
        let TokenKind::Word(word) = self.token.kind else {
            return self.simple_statement();
        };
        match word {
            Keyword::If => self.if_statement(),
            Keyword::Case => self.case_statement(),
            Keyword::Loop | Keyword::While | Keyword::For => self.loop_statement(None),
            Keyword::Declare | Keyword::Begin => self.block(None),
            Keyword::Accept => self.accept().map(StatementKind::Accept),
            Keyword::Select => self.select(),
            Keyword::Exit => {
                self.advance();
                let name = if self.token.kind == TokenKind::Ident { Some(self.ident("", "")?) } else { None };
                let condition = if self.take(Keyword::When) { Some(self.expression()?) } else { None };
                self.ended(StatementKind::Exit(name, condition), "after `exit`")
            }
            Keyword::Return => {
                self.advance();
                let value = if self.at(Mark::Semicolon) { None } else { Some(self.expression()?) };
                if self.at(Mark::Colon) {
                    return self.extended_return();
                }
                self.ended(StatementKind::Return(value), "after `return`")
            }
            Keyword::Null => {
                self.advance();
                self.ended(StatementKind::Null, "after `null`")
            }
            Keyword::Delay => {
                self.advance();
                self.take(Keyword::Until);
                let time = self.expression()?;
                self.ended(StatementKind::Delay(time), "after `delay`")
            }
            Keyword::Raise => {
                self.advance();
                let name = match self.token.kind {
                    TokenKind::Ident => Some(self.mark("", "")?),
                    _ => None,
                };
                if self.take(Keyword::With) {
                    self.expression()?;
                }
                self.ended(StatementKind::Raise(name), "after `raise`")
            }
            Keyword::Abort | Keyword::Requeue | Keyword::Goto => {
                Err(self.outside_statement(&format!("the statement `{word}`")))
            }
            _ => Err(self.unexpected("a statement", "")),
        }
    }

    /// `: T do .. end return;`: named, read, and forgotten.
    fn extended_return(&mut self) -> Parse<StatementKind> {
        let span = self.token.span;
        self.outside_statement("an extended `return`");
        while !self.at(Keyword::Do) {
            if self.at_end() || self.at(Mark::Semicolon) {
                return Err(Failed);
            }
            self.advance();
        }
        self.advance();
        self.closed(Open::statement(Keyword::Return, None, span), |parser| {
            parser.statements("after `do`");
            Ok(StatementKind::Return(None))
        })
    }

    fn outside_statement(&mut self, what: &str) -> Failed {
        self.outside("E1014", what, self.token.span, "")
    }

    fn ended(&mut self, kind: StatementKind, context: &str) -> Parse<StatementKind> {
        self.semicolon(context).map(|_| kind)
    }

    /// What begins with a name: an assignment, a call, or a loop or block that has one.
    fn simple_statement(&mut self) -> Parse<StatementKind> {
        if self.token.kind == TokenKind::Ident && self.peek().kind == TokenKind::Mark(Mark::Colon) {
            let name = self.ident("", "")?;
            self.advance();
            return match self.token.kind {
                TokenKind::Word(Keyword::Loop | Keyword::While | Keyword::For) => {
                    self.loop_statement(Some(name))
                }
                TokenKind::Word(Keyword::Declare | Keyword::Begin) => self.block(Some(name)),
                _ => Err(self.unexpected("a loop or a block", "after a name and a colon")),
            };
        }
        let target = self.name("a statement", "")?;
        if self.take(Mark::Becomes) {
            let value = self.expression()?;
            return self.ended(StatementKind::Assign(target, value), "after an assignment");
        }
        if self.at(Mark::Equal) {
            let span = self.token.span;
            return Err(self.fail(|| {
                Diagnostic::error("E1005", "expected `:=` or `;` after a name, found `=`")
                    .at(span, "")
                    .help("an assignment is written with `:=`")
            }));
        }
        self.ended(StatementKind::Call(target), "after a call")
    }

    fn if_statement(&mut self) -> Parse<StatementKind> {
        let start = self.advance().span;
        self.closed(Open::statement(Keyword::If, None, start), |parser| {
            let mut branches = Vec::new();
            loop {
                let condition = parser.head(Self::expression, Keyword::Then, "after a condition")?;
                let statements = parser.statements("after `then`");
                branches.extend(condition.map(|condition| (condition, statements)));
                if !parser.take(Keyword::Elsif) {
                    break;
                }
            }
            let mut otherwise = Vec::new();
            if parser.take(Keyword::Else) {
                otherwise = parser.statements("after `else`");
            }
            Ok(StatementKind::If(branches, otherwise))
        })
    }

    fn case_statement(&mut self) -> Parse<StatementKind> {
        let start = self.advance().span;
        self.closed(Open::statement(Keyword::Case, None, start), |parser| {
            let selector = parser.head(Self::expression, Keyword::Is, "after the selector of a `case`")?;
            let mut alternatives = Vec::new();
            parser.skip_pragmas();
            if !parser.at(Keyword::When) {
                return Err(parser.unexpected("`when`", "in a `case` statement"));
            }
            while parser.at(Keyword::When) {
                alternatives.extend(parser.case_alternative());
            }
            // Without its selector the statement has a mistake, and the tree is not used.
            Ok(selector.map_or(StatementKind::Null, |selector| StatementKind::Case(selector, alternatives)))
        })
    }

    /// `when a | b => ..`; `None` when there is a mistake in the choices.
    fn case_alternative(&mut self) -> Option<CaseAlternative> {
        let start = self.advance().span;
        let choices = self.choices(true);
        let choices = choices.and_then(|found| self.expect(Mark::Arrow, "after the choices").map(|_| found));
        let Ok(choices) = choices else {
            self.skip_choices();
            self.any_statements();
            return None;
        };
        let span = start.to(self.previous);
        let statements = self.statements("in this alternative");
        Some(CaseAlternative { choices, statements, span })
    }

    /// Skips choices with a mistake: past `=>`, or past the first statement.
    pub(super) fn skip_choices(&mut self) {
        while !self.take(Mark::Arrow) && !self.ends_statements() {
            if self.take(Mark::Semicolon) {
                return;
            }
            self.advance();
        }
    }

    fn loop_statement(&mut self, name: Option<Ident>) -> Parse<StatementKind> {
        let start = self.token.span;
        self.closed(Open::statement(Keyword::Loop, name.as_ref(), start), |parser| {
            let scheme = parser.head(Self::scheme, Keyword::Loop, "before what is repeated")?;
            let body = parser.statements("in this loop");
            Ok(StatementKind::Loop(Loop { name, scheme: scheme.unwrap_or(Scheme::Forever), body }))
        })
    }

    fn scheme(&mut self) -> Parse<Scheme> {
        if self.take(Keyword::While) {
            return self.expression().map(Scheme::While);
        }
        if !self.take(Keyword::For) {
            return Ok(Scheme::Forever);
        }
        let parameter = self.ident("the name of a loop parameter", "after `for`")?;
        if self.at(Keyword::Of) || self.at(Mark::Colon) {
            return Err(self.outside_statement("a loop over the elements of an array"));
        }
        self.expect(Keyword::In, "after a loop parameter")?;
        let reverse = self.take(Keyword::Reverse);
        Ok(Scheme::For { parameter, range: self.discrete_range()?, reverse })
    }

    /// `[declare ..] begin .. end;`
    fn block(&mut self, name: Option<Ident>) -> Parse<StatementKind> {
        let start = self.token.span;
        let block = self.closed(Open::block(name.as_ref(), start), |parser| {
            let declarations = if parser.take(Keyword::Declare) { parser.declarations() } else { Vec::new() };
            parser.body(declarations)
        })?;
        Ok(StatementKind::Block(name, block))
    }

    /// `begin .. [exception ..]`, up to its `end`.
    pub(super) fn body(&mut self, declarations: Vec<crate::ast::Declaration>) -> Parse<Block> {
        self.expect(Keyword::Begin, "after declarations")?;
        let statements = self.statements("after `begin`");
        self.handlers()?;
        Ok(Block { declarations, statements })
    }

    /// Pragmas where neither declarations nor statements can stand.
    pub(super) fn skip_pragmas(&mut self) {
        while self.at(Keyword::Pragma) {
            match self.pragma() {
                Ok(None) => {}
                Ok(Some(Statement { kind: StatementKind::Event(event), span })) => {
                    self.misplaced(&Annotation::Event(event, span));
                }
                Ok(Some(Statement { span, .. })) => {
                    self.outside(
                        "E1014",
                        "an assertion that is no statement",
                        span,
                        "move it behind `begin`",
                    );
                }
                Err(Failed) => self.skip_statement(),
            }
        }
    }
}
