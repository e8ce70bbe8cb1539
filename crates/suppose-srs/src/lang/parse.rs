//! Tokens to tree: recursive descent with recovery.
//!
//! # Contract
//! [`parse`] always gives a tree and the messages about the text; the tree is whole when no message is an
//! error. It never panics, and its depth of recursion is bounded whatever the text: nesting beyond
//! [`MAX_NESTING`] is an error, and everything that is merely long is read by loops.
//!
//! # Method
//! One function for each rule of the grammar and one token of look-ahead. After an error the parser skips to
//! the end of the statement, balancing braces, and goes on, up to [`MAX_ERRORS`] errors. A list may end with
//! a comma, a statement before `}` may lack its semicolon, and there may be semicolons too many: none of
//! these can mean anything else.
//!
//! Linear in the text. Tested in `tests/all/lang`: round trips through the printer, code and place of each
//! message, mutations, large texts.

mod component;
mod formula;

use suppose_base::descent::{Descent, Failed, Parse, Parsed, expected};
use suppose_base::{Diagnostic, FileId, Reports, Span, closest};

use super::ast::{Name, Place, RuleDef, Tree};
use super::lexer::Lexer;
use super::token::{Keyword, Mark, Token, TokenKind};

/// How deep parentheses, negations and implications may nest.
pub(super) const MAX_NESTING: u32 = 200;

/// After this many errors the parser gives up.
const MAX_ERRORS: usize = 50;

/// Parses a file.
pub fn parse(text: &str, file: FileId) -> Parsed<Tree> {
    let mut parser = Parser::new(text, file);
    let tree = parser.file();
    Parsed { tree, diagnostics: parser.reports.finish() }
}

/// Parses the rules of an assumption: formulas, each with a semicolon, and each perhaps after a text and a
/// colon.
pub(super) fn parse_rules(text: &str, file: FileId) -> (Vec<RuleDef>, Reports) {
    let mut parser = Parser::new(text, file);
    let mut rules = Vec::new();
    while parser.token.kind != TokenKind::End && !parser.gives_up() {
        if parser.take(Mark::Semicolon) {
            continue;
        }
        let start = parser.token.span;
        let rule = parser.rule(start);
        if let Ok(rule) = rule.and_then(|rule| parser.end_of_statement("after a rule").map(|()| rule)) {
            rules.push(rule);
            continue;
        }
        parser.skip_statement();
        // Nothing in such a file begins with a brace or a word that begins a part of a component.
        if parser.token.span == start || parser.at(Mark::RightCurly) {
            parser.advance();
        }
    }
    (rules, parser.reports)
}

struct Parser<'t> {
    lexer: Lexer<'t>,
    reports: Reports,
    /// The token to look at.
    token: Token<'t>,
    /// Where the token before it was.
    previous: Span,
    depth: u32,
}

impl<'t> Descent for Parser<'t> {
    type Token = Token<'t>;
    type Kind = TokenKind;
    const MAX_NESTING: u32 = MAX_NESTING;

    fn token(&self) -> Token<'t> {
        self.token
    }

    fn kind(&self) -> TokenKind {
        self.token.kind
    }

    fn previous(&self) -> Span {
        self.previous
    }

    fn step(&mut self) {
        self.previous = self.token.span;
        self.token = self.lexer.next(&mut self.reports);
    }

    fn depth(&mut self) -> &mut u32 {
        &mut self.depth
    }

    fn unexpected(&mut self, what: &str, context: &str) -> Failed {
        self.unexpected_among(what, context, &[])
    }

    fn too_deep(&mut self) -> Failed {
        let span = self.token.span;
        self.fail(|| {
            Diagnostic::error("E0904", format!("more than {MAX_NESTING} levels of nesting"))
                .at(span, "too deep")
                .help("name parts of the formula by local events, or split it")
        })
    }
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, file: FileId) -> Self {
        let mut lexer = Lexer::new(text, file);
        let mut reports = Reports::default();
        let token = lexer.next(&mut reports);
        Self { lexer, reports, token, previous: Span::new(file, 0, 0), depth: 0 }
    }

    /// The semicolon after a statement. The last one before a brace may be missing.
    fn end_of_statement(&mut self, context: &str) -> Parse<()> {
        if self.at(Mark::RightCurly) || self.token.kind == TokenKind::End {
            return Ok(());
        }
        self.expect(Mark::Semicolon, context).map(drop)
    }

    fn name(&mut self, what: &str, context: &str) -> Parse<Name> {
        if self.token.kind == TokenKind::Name {
            return Ok(named(self.advance()));
        }
        Err(self.unexpected(what, context))
    }

    /// Values may begin with a digit.
    fn value(&mut self, context: &str) -> Parse<Name> {
        if self.token.kind == TokenKind::Number {
            return Ok(named(self.advance()));
        }
        self.name("a value", context)
    }

    /// A quoted text without its quotes, if there is one.
    fn quoted(&mut self) -> Option<String> {
        (self.token.kind == TokenKind::Text).then(|| self.advance().text.trim_matches('"').to_owned())
    }

    /// Reads members and commas up to a token that can follow the list; the last member may have a comma
    /// after it.
    fn list<T>(&mut self, mut member: impl FnMut(&mut Self) -> Parse<T>, ends: &[Mark]) -> Parse<Vec<T>> {
        let mut members = vec![member(self)?];
        while self.take(Mark::Comma) {
            if ends.iter().any(|&mark| self.at(mark)) {
                break;
            }
            members.push(member(self)?);
        }
        Ok(members)
    }

    fn fail(&mut self, diagnostic: impl FnOnce() -> Diagnostic) -> Failed {
        self.reports.add(diagnostic);
        Failed
    }

    /// How the current token is named in a message.
    fn found(&self) -> String {
        match self.token.kind {
            TokenKind::Text => "a quoted text".to_owned(),
            TokenKind::Word(word) => format!("the reserved word `{word}`"),
            TokenKind::End => "the end of the file".to_owned(),
            _ => format!("`{}`", self.token.text),
        }
    }

    /// Records that something else was expected at the current token: perhaps one of some words, misspelt.
    fn unexpected_among(&mut self, what: &str, context: &str, words: &[Keyword]) -> Failed {
        let (found, token, previous) = (self.found(), self.token, self.previous);
        self.fail(|| {
            let last = (token.kind == TokenKind::End).then_some(previous);
            let diagnostic = expected("E0903", what, context, &found, token.span, last);
            match closest(token.text, words.iter().map(|word| word.text())) {
                Some(word) => diagnostic.help(format!("did you mean `{word}`?")),
                None if matches!(token.kind, TokenKind::Word(_)) && what.starts_with("the name") => {
                    diagnostic.note(format!("`{}` is a reserved word and cannot be a name", token.text))
                }
                None => diagnostic,
            }
        })
    }

    fn gives_up(&self) -> bool {
        self.reports.errors() >= MAX_ERRORS
    }

    /// Whether the current token begins a component or a part of one. A reserved word that was used as a name
    /// does not.
    fn at_item(&self) -> bool {
        let TokenKind::Word(word) = self.token.kind else { return false };
        let mut ahead = self.lexer;
        let next = ahead.next(&mut Reports::at_most(0)).kind;
        match word {
            Keyword::In => next == TokenKind::Name,
            Keyword::Require | Keyword::Assume => true,
            _ => {
                let named =
                    matches!(next, TokenKind::Name | TokenKind::Number | TokenKind::Mark(Mark::LeftCurly));
                named && (word == Keyword::Component || Keyword::ITEMS.contains(&word))
            }
        }
    }

    /// Skips to the end of the statement: past its semicolon or its braces, or up to a `}` that closes
    /// something around it, or up to what begins another part of a component.
    fn skip_statement(&mut self) {
        loop {
            match self.token.kind {
                TokenKind::End | TokenKind::Mark(Mark::RightCurly) => return,
                TokenKind::Mark(Mark::Semicolon) => {
                    self.advance();
                    return;
                }
                TokenKind::Mark(Mark::LeftCurly) => {
                    self.skip_braces();
                    if !self.at(Mark::Comma) {
                        self.take(Mark::Semicolon);
                        return;
                    }
                }
                _ if self.at_item() => return,
                _ => {
                    self.advance();
                }
            }
        }
    }

    /// Skips from `{` past the `}` that belongs to it, or up to the next component.
    fn skip_braces(&mut self) {
        let mut open = 0_usize;
        loop {
            match self.token.kind {
                TokenKind::End | TokenKind::Word(Keyword::Component) => return,
                TokenKind::Mark(Mark::LeftCurly) => open += 1,
                TokenKind::Mark(Mark::RightCurly) => open -= 1,
                _ => {}
            }
            self.advance();
            if open == 0 {
                return;
            }
        }
    }
}

fn named(token: Token<'_>) -> Name {
    Name { text: token.text.to_owned(), place: Place(token.span) }
}
