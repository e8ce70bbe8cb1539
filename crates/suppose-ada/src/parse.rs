//! Tokens to tree: recursive descent with recovery.
//!
//! # Contract
//! [`parse`] always gives a tree and the messages about the text; the tree is whole when no message is an
//! error. It never panics, and its depth of recursion is bounded whatever the text: nesting beyond
//! [`MAX_NESTING`] is an error, and everything that is merely long is read by loops. What Ada has and the
//! subset has not is named where it stands, with a code of its own for each kind, and skipped as a whole
//! where that is possible.
//!
//! # Method
//! One function for each rule of the grammar of the Ada reference manual (Ada 2012) and one token of
//! look-ahead, seldom two. Annotations are kept aside as they come (see [`annotation`]) and read where a
//! declaration or a statement may begin; anywhere else they are reported.
//!
//! After an error the parser skips to the end of the statement or declaration, or to a word that can only
//! begin another one. The constructs that wait for their `end` are on a stack: an `end` that belongs to one
//! further out shows that those inside lack theirs, any other one is taken as a slip of the pen. After
//! [`MAX_ERRORS`] errors the rest of the text is not read.
//!
//! Linear in the text. Tested in `tests/all/syntax`: every construct, code and place of each message, all
//! prefixes, token soup and mutations, large texts.

mod annotation;
mod closing;
mod declaration;
mod expr;
mod name;
mod outside;
mod property;
mod range;
mod select;
mod statement;
mod subprogram;
mod task;
mod types;
mod unit;

use std::collections::VecDeque;

use suppose_base::descent::{Descent, Failed, Parse, Parsed, expected};
use suppose_base::{Diagnostic, FileId, Reports, Span};

use self::closing::Open;
use super::ast::{Ident, Tree};
use super::lexer::Lexer;
use super::token::{Keyword, Mark, Token, TokenKind};

/// How deep statements, declarations and parentheses may nest, all together.
const MAX_NESTING: u32 = 200;

/// After this many errors the parser gives up.
const MAX_ERRORS: usize = 50;

/// Parses a file.
pub fn parse(file: FileId, text: &str) -> Parsed<Tree> {
    let mut parser = Parser::new(text, file);
    let tree = parser.file();
    Parsed { tree, diagnostics: parser.reports.finish() }
}

struct Parser<'t> {
    lexer: Lexer<'t>,
    reports: Reports,
    /// The token to look at.
    token: Token<'t>,
    /// Where the token before it was.
    previous: Span,
    /// The annotations between these two.
    annotations: VecDeque<Token<'t>>,
    /// What waits for its `end`, from outside in.
    open: Vec<Open>,
    depth: u32,
    /// Whether nothing more is said, because the text has ended too early or is given up.
    done: bool,
    /// The last token that something else was expected for: it is not blamed twice.
    blamed: Option<Span>,
    /// Where the last construct ended that has mistakes but was read to its end: nothing is to be skipped
    /// right after it.
    resumed: Option<Span>,
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

    /// Annotations before the current token that nobody has asked for are misplaced.
    fn step(&mut self) {
        if !self.annotations.is_empty() {
            self.misplaced_annotations();
        }
        self.fetch();
    }

    fn depth(&mut self) -> &mut u32 {
        &mut self.depth
    }

    fn unexpected(&mut self, what: &str, context: &str) -> Failed {
        let (found, token, previous) = (self.found(), self.token, self.previous);
        if self.blamed.replace(token.span) == Some(token.span) {
            return Failed;
        }
        let ended = self.at_end();
        let failed = self.fail(|| {
            let last = ended.then_some(previous);
            let diagnostic = expected("E1005", what, context, &found, token.span, last);
            if matches!(token.kind, TokenKind::Word(_)) && what.starts_with("the name") {
                return diagnostic.note(format!("`{}` is a reserved word and cannot be a name", token.text));
            }
            diagnostic
        });
        self.end_of_file();
        failed
    }

    fn too_deep(&mut self) -> Failed {
        let span = self.token.span;
        let failed = self.fail(|| {
            Diagnostic::error("E1007", format!("more than {MAX_NESTING} levels of nesting"))
                .at(span, "too deep")
                .help("name parts of it by functions, procedures or constants")
        });
        // Whatever follows would be out of step with what encloses it.
        self.give_up();
        failed
    }
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, file: FileId) -> Self {
        let start = Span::new(file, 0, 0);
        let token = Token { kind: TokenKind::End, text: "", span: start, fresh: true };
        let mut parser = Self {
            lexer: Lexer::new(text, file),
            reports: Reports::default(),
            token,
            previous: start,
            annotations: VecDeque::new(),
            open: Vec::new(),
            depth: 0,
            done: false,
            blamed: None,
            resumed: None,
        };
        parser.fetch();
        parser.previous = start;
        parser
    }

    fn fetch(&mut self) {
        self.previous = self.token.span;
        loop {
            self.token = self.lexer.next(&mut self.reports);
            if self.token.kind != TokenKind::Annotation {
                return;
            }
            self.annotations.push_back(self.token);
        }
    }

    /// The token after the current one.
    fn peek(&self) -> Token<'t> {
        let (mut ahead, mut ignored) = (self.lexer, Reports::at_most(0));
        loop {
            let token = ahead.next(&mut ignored);
            if token.kind != TokenKind::Annotation {
                return token;
            }
        }
    }

    fn at_end(&self) -> bool {
        matches!(self.token.kind, TokenKind::End | TokenKind::AnnotationEnd)
    }

    /// The semicolon at the end of a statement or a declaration, which is often forgotten: then reading goes
    /// on as if it were there, unless there is more on the line.
    fn semicolon(&mut self, context: &str) -> Parse<Span> {
        if self.at(Mark::Semicolon) {
            return Ok(self.advance().span);
        }
        let (found, span) = (self.found(), self.previous);
        if !self.token.fresh && !self.at_end() {
            return Err(self.unexpected("`;`", context));
        }
        self.fail(|| {
            Diagnostic::error("E1005", format!("expected `;` {context}, found {found}"))
                .at(span, "the semicolon is missing after this")
        });
        Ok(span)
    }

    fn ident(&mut self, what: &str, context: &str) -> Parse<Ident> {
        if self.token.kind == TokenKind::Ident {
            return Ok(ident(self.advance()));
        }
        Err(self.unexpected(what, context))
    }

    /// Reads members and what stands between them.
    fn list<T>(&mut self, between: Mark, mut member: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        let mut members = vec![member(self)?];
        while self.take(between) {
            members.push(member(self)?);
        }
        Ok(members)
    }

    fn fail(&mut self, diagnostic: impl FnOnce() -> Diagnostic) -> Failed {
        if !self.done {
            self.reports.add(diagnostic);
            if self.reports.errors() >= MAX_ERRORS {
                self.give_up();
            }
        }
        Failed
    }

    /// Reads no further.
    fn give_up(&mut self) {
        self.done = true;
        self.lexer.finish();
        self.annotations.clear();
        self.token.kind = TokenKind::End;
        self.token.text = "";
    }

    /// How the current token is named in a message.
    fn found(&self) -> String {
        match self.token.kind {
            TokenKind::Text => "a quoted text".to_owned(),
            TokenKind::Word(word) => format!("the reserved word `{word}`"),
            TokenKind::End => "the end of the file".to_owned(),
            TokenKind::AnnotationEnd => "the end of the annotation".to_owned(),
            _ => format!("`{}`", self.token.text),
        }
    }

    /// At the end of the file one message is enough: whatever else waits for its end lacks it for the same
    /// reason.
    fn end_of_file(&mut self) {
        self.done |= self.token.kind == TokenKind::End;
    }

    /// Skips to the end of a statement or declaration: past its semicolon, or up to a word that does not
    /// belong to it. Goes on at least one token from `start` unless the list of statements or declarations
    /// ends there.
    fn skip_from(&mut self, start: Span, ends: impl FnOnce(&Self) -> bool) {
        self.skip_statement();
        if self.token.span == start && !ends(self) {
            self.advance();
            self.skip_statement();
        }
    }

    /// The same from wherever the mistake was found.
    fn skip_statement(&mut self) {
        if self.resumed.take() == Some(self.previous) {
            return;
        }
        loop {
            match self.token.kind {
                TokenKind::End
                | TokenKind::AnnotationEnd
                | TokenKind::Word(Keyword::End | Keyword::Begin | Keyword::Elsif) => return,
                TokenKind::Mark(Mark::Semicolon) => {
                    self.advance();
                    return;
                }
                TokenKind::Word(word) if self.token.fresh && follows_mistake(word) => return,
                _ => {
                    self.advance();
                }
            }
        }
    }

    /// Reads up to a word that ends the head of a compound statement, whatever happened before, so that its
    /// parts are not taken for something else. Fails when the word does not come before the statement ends.
    fn resume_at(&mut self, word: Keyword) -> Parse<()> {
        while !self.at(word) {
            let stop = match self.token.kind {
                TokenKind::End
                | TokenKind::AnnotationEnd
                | TokenKind::Mark(Mark::Semicolon)
                | TokenKind::Word(Keyword::End | Keyword::Begin) => true,
                TokenKind::Word(found) => self.token.fresh && follows_mistake(found),
                _ => false,
            };
            if stop {
                return Err(Failed);
            }
            self.advance();
        }
        self.advance();
        Ok(())
    }

    /// The head of a compound statement up to a word; `None` when there is a mistake in it.
    fn head<T>(
        &mut self,
        rule: impl FnOnce(&mut Self) -> Parse<T>,
        word: Keyword,
        context: &str,
    ) -> Parse<Option<T>> {
        let result = rule(self).and_then(|value| self.expect(word, context).map(|_| value));
        match result {
            Ok(value) => Ok(Some(value)),
            Err(Failed) => self.resume_at(word).map(|()| None),
        }
    }
}

/// Whether a word at the beginning of a line shows that what was wrong before it is over.
fn follows_mistake(word: Keyword) -> bool {
    word.begins_statement()
        || word.begins_declaration()
        || matches!(word, Keyword::Else | Keyword::Or | Keyword::When | Keyword::Exception | Keyword::Private)
}

fn ident(token: Token<'_>) -> Ident {
    Ident { text: token.text.to_owned(), key: token.text.to_ascii_lowercase(), span: token.span }
}
