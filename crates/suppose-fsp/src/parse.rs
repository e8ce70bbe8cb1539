//! Tokens to tree: recursive descent with recovery.
//!
//! # Contract
//! [`parse`] always gives a tree and the messages about the text; the tree is whole when no message is an
//! error. It never panics, and its depth of recursion is bounded whatever the text: nesting beyond
//! [`MAX_NESTING`] is an error, and everything that is merely long (choices, action sequences, lists,
//! `else if`, operator chains) is read by loops.
//!
//! # Method
//! One function per rule of the grammar, one token of look-ahead, more by lexing with a copy of the lexer. As
//! in LTSA the grammar is steered by declarations: a capitalised name is a label only when a `set` of that
//! name came before, and an index may name a range only when a `range` came before. After an error the parser
//! skips to the next local process or to the next definition and goes on, up to [`MAX_ERRORS`] messages.
//!
//! # Tests
//! `tests/all/fsp/round_trip.rs` (round trips through the printer), `tests/all/fsp/bad_input.rs` (code, line and
//! column of each message), the table of diagnostic examples, the mutation run, and the corpus.

mod composite;
mod definition;
mod expression;
mod formula;
mod label;
mod mistakes;
mod process;

pub(super) use mistakes::reserved_process;

use std::sync::Arc;

use rustc_hash::FxHashSet;
use suppose_base::descent::{Descent, Failed, Parse, Parsed, expected};
use suppose_base::{Diagnostic, FileId, Reports, Span, closest};

use super::ast::{Name, Tree};
use super::lexer::{Lexer, Sink};
use super::symbols::{Symbol, Symbols};
use super::token::{Keyword, Mark, Token, TokenKind};

/// How deep parentheses, braces, brackets and operators before a formula may nest.
pub(super) const MAX_NESTING: u32 = 200;

/// After this many errors the parser gives up.
pub(super) const MAX_ERRORS: usize = 50;

/// Parses a file.
pub fn parse(text: &str, file: FileId) -> Parsed<Tree> {
    let mut symbols = Symbols::default();
    let words = Words {
        next: symbols.intern("X"),
        until: symbols.intern("U"),
        weak_until: symbols.intern("W"),
        tau: symbols.intern("tau"),
    };
    let mut reports = Reports::default();
    let mut lexer = Lexer::new(text, file);
    let token = lexer.next(&mut Sink { symbols: &mut symbols, reports: &mut reports });
    let start = Span::new(file, 0, 0);
    let mut parser = Parser {
        lexer,
        symbols,
        reports,
        token,
        previous: start,
        sets: FxHashSet::default(),
        ranges: FxHashSet::default(),
        depth: 0,
        head: Head::default(),
        after: None,
        recorded: 0,
        words,
    };
    let definitions = parser.file();
    Parsed {
        tree: Tree { definitions, symbols: Arc::new(parser.symbols) },
        diagnostics: parser.reports.into_list(),
    }
}

/// Names that the grammar treats specially.
struct Words {
    next: Symbol,
    until: Symbol,
    weak_until: Symbol,
    tau: Symbol,
}

struct Parser<'t> {
    lexer: Lexer<'t>,
    symbols: Symbols,
    reports: Reports,
    /// The token to look at.
    token: Token,
    /// Where the token before it was.
    previous: Span,
    /// Names declared with `set` so far.
    sets: FxHashSet<Symbol>,
    /// Names declared with `range` so far.
    ranges: FxHashSet<Symbol>,
    depth: u32,
    head: Head,
    /// The definition before, where it ended without a mark: its word and where it began.
    after: Option<(Keyword, u32)>,
    /// How many messages the parser has had, without those of the lexer.
    recorded: usize,
    words: Words,
}

/// Which definition is being read, for messages.
#[derive(Clone, Copy, Default)]
struct Head {
    /// Where it begins, words such as `property` included.
    start: u32,
    /// The word it begins with, unless it is a process.
    word: Option<Keyword>,
    /// Its name, and where what follows the `=` begins; a process that was not named yet has none.
    name: Option<(Name, u32)>,
    /// Whether it is a composite process.
    composite: bool,
}

impl Descent for Parser<'_> {
    type Token = Token;
    type Kind = TokenKind;
    const MAX_NESTING: u32 = MAX_NESTING;

    fn token(&self) -> Token {
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
        let mut sink = Sink { symbols: &mut self.symbols, reports: &mut self.reports };
        self.token = self.lexer.next(&mut sink);
    }

    fn depth(&mut self) -> &mut u32 {
        &mut self.depth
    }

    fn unexpected(&mut self, what: &str, context: &str) -> Failed {
        let diagnostic = self.wrong(what, context);
        self.fail(diagnostic)
    }

    fn too_deep(&mut self) -> Failed {
        self.fail(
            Diagnostic::error("E0107", format!("more than {MAX_NESTING} levels of nesting"))
                .at(self.token.span, "too deep"),
        )
    }
}

impl Parser<'_> {
    /// The kinds of the tokens after the current one, without moving.
    fn ahead<const N: usize>(&mut self) -> [TokenKind; N] {
        let mut lexer = self.lexer;
        let mut sink = Sink { symbols: &mut self.symbols, reports: &mut Reports::at_most(0) };
        [(); N].map(|()| lexer.next(&mut sink).kind)
    }

    /// The mark that closes what was opened.
    fn close(&mut self, mark: Mark, opened: Span, context: &str) -> Parse<Span> {
        if self.at(mark) {
            return Ok(self.advance().span);
        }
        let diagnostic = self
            .wrong(&format!("`{mark}`"), context)
            .at(opened, "opened here")
            .help(format!("write `{mark}` before this"));
        Err(self.fail(diagnostic))
    }

    fn upper(&mut self, what: &str, context: &str) -> Parse<Name> {
        if let TokenKind::Upper(symbol) = self.token.kind {
            let span = self.advance().span;
            return Ok(Name { symbol, span });
        }
        Err(self.no_capital(what, context))
    }

    fn quoted(&mut self, what: &str, context: &str) -> Parse<Name> {
        if let TokenKind::Text(symbol) = self.token.kind {
            let span = self.advance().span;
            return Ok(Name { symbol, span });
        }
        Err(self.no_quotes(what, context))
    }

    /// Records a message, unless there are more than enough.
    fn fail(&mut self, diagnostic: Diagnostic) -> Failed {
        if self.recorded < MAX_ERRORS {
            self.reports.push(diagnostic);
        }
        self.recorded += 1;
        Failed
    }

    /// How the current token is named in a message.
    fn found(&self) -> String {
        match self.token.kind {
            TokenKind::Lower(symbol) | TokenKind::Upper(symbol) => format!("`{}`", self.symbols.text(symbol)),
            TokenKind::Int(value) => format!("`{value}`"),
            TokenKind::Text(_) => "a quoted text".to_owned(),
            TokenKind::Word(word) => format!("the reserved word `{word}`"),
            TokenKind::Mark(mark) => format!("`{mark}`"),
            TokenKind::End => "the end of the file".to_owned(),
        }
    }

    /// The message that something else was expected at the current token.
    fn wrong(&self, what: &str, context: &str) -> Diagnostic {
        if let TokenKind::Mark(Mark::Question | Mark::Tilde) = self.token.kind {
            return Diagnostic::error("E0110", "this is MTSA, not FSP")
                .at(self.token.span, "FSP has no maybe-actions")
                .help("if a value is to be received, as in CSP's `a?x`, write `a[x:0..3]`");
        }
        let last = (self.token.kind == TokenKind::End).then_some(self.previous);
        let diagnostic = expected("E0105", what, context, &self.found(), self.token.span, last);
        match self.token.kind {
            TokenKind::Mark(Mark::Always) => {
                diagnostic.note("`[]` without a gap is the temporal operator `always`")
            }
            TokenKind::Word(word) => {
                diagnostic.note(format!("`{word}` is a reserved word and cannot be a name"))
            }
            _ => diagnostic,
        }
    }

    fn too_many_errors(&self) -> bool {
        self.reports.errors() >= MAX_ERRORS
    }

    /// Whether a definition seems to begin at the current token, which follows a `.`, or the text ends.
    fn definition_follows(&mut self) -> bool {
        match self.token.kind {
            TokenKind::Word(word) => {
                (word.starts_definition() || word == Keyword::Compose) && self.name_follows()
            }
            TokenKind::Upper(symbol) => {
                !self.sets.contains(&symbol)
                    && matches!(self.ahead(), [TokenKind::Mark(mark)] if after_name(mark))
            }
            TokenKind::Mark(Mark::BarBar) => matches!(self.ahead(), [TokenKind::Upper(_)]),
            TokenKind::End => true,
            _ => false,
        }
    }

    /// Whether the word here is followed by what follows it at the beginning of a definition; a reserved word
    /// that was used as a name is not.
    fn name_follows(&mut self) -> bool {
        match self.ahead() {
            [TokenKind::Upper(_), TokenKind::Mark(mark)] => after_name(mark),
            [TokenKind::Upper(_), TokenKind::Int(_)]
            | [TokenKind::Word(_), _]
            | [TokenKind::Mark(Mark::BarBar), TokenKind::Upper(_)] => true,
            _ => false,
        }
    }

    /// Skips to where the next definition seems to begin.
    fn skip_definition(&mut self) {
        loop {
            let kind = self.token.kind;
            match kind {
                TokenKind::End => return,
                TokenKind::Word(word) if word.starts_definition() && self.name_follows() => return,
                TokenKind::Mark(Mark::Dot) => {
                    self.advance();
                    if self.definition_follows() {
                        return;
                    }
                }
                _ => {
                    self.advance();
                }
            }
        }
    }

    /// Skips to a `,` after which a local process seems to begin, and says whether there is one before the
    /// end of the definition.
    fn skip_to_next_local(&mut self) -> bool {
        loop {
            let kind = self.token.kind;
            match kind {
                TokenKind::End => return false,
                TokenKind::Word(word) if word.starts_definition() && self.name_follows() => return false,
                TokenKind::Mark(Mark::Dot) => {
                    let [next] = self.ahead();
                    let ends = match next {
                        TokenKind::Word(_) | TokenKind::End | TokenKind::Mark(Mark::BarBar) => true,
                        TokenKind::Upper(symbol) => !self.sets.contains(&symbol),
                        _ => false,
                    };
                    if ends {
                        return false;
                    }
                }
                TokenKind::Mark(Mark::Comma) => {
                    if let [TokenKind::Upper(_), TokenKind::Mark(Mark::Eq | Mark::LeftSquare | Mark::At)] =
                        self.ahead()
                    {
                        return true;
                    }
                }
                _ => {}
            }
            self.advance();
        }
    }

    /// A hint when a name is nearly one of those that are known.
    fn suggest(&self, symbol: Symbol, known: &FxHashSet<Symbol>) -> Option<String> {
        let mut names: Vec<Symbol> = known.iter().copied().collect();
        names.sort_unstable();
        closest(self.symbols.text(symbol), names.into_iter().map(|s| self.symbols.text(s)))
            .map(|name| format!("did you mean `{name}`?"))
    }
}

/// Whether a mark can follow the name at the beginning of a definition, or is often written there.
fn after_name(mark: Mark) -> bool {
    matches!(mark, Mark::Eq | Mark::EqEq | Mark::Colon | Mark::LeftRound | Mark::LeftSquare | Mark::At)
}
