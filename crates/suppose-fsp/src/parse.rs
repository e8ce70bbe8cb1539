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
//! `tests/all/fsp/parse.rs` (round trips through the printer), `tests/all/fsp/bad_input.rs` (code, line and
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
use suppose_base::{Diagnostic, FileId, Span, closest};

use super::ast::{Name, Tree};
use super::lexer::{Lexer, Sink};
use super::symbols::{Symbol, Symbols};
use super::token::{Keyword, Mark, Token, TokenKind};

/// How deep parentheses, braces, brackets and operators before a formula may nest.
pub(super) const MAX_NESTING: u32 = 200;

/// After this many errors the parser gives up.
pub(super) const MAX_ERRORS: usize = 50;

/// What parsing gives.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The tree; complete when there is no error.
    pub tree: Tree,
    /// Errors and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// Whether some message is an error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Parses a file.
pub fn parse(text: &str, file: FileId) -> Parsed {
    let mut symbols = Symbols::default();
    let words = Words {
        next: symbols.intern("X"),
        until: symbols.intern("U"),
        weak_until: symbols.intern("W"),
        tau: symbols.intern("tau"),
    };
    let mut diagnostics = Vec::new();
    let mut lexer = Lexer::new(text, file);
    let token = lexer.next(&mut Sink { symbols: &mut symbols, diagnostics: Some(&mut diagnostics) });
    let start = Span::new(file, 0, 0);
    let mut parser = Parser {
        lexer,
        symbols,
        diagnostics,
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
    Parsed { tree: Tree { definitions, symbols: Arc::new(parser.symbols) }, diagnostics: parser.diagnostics }
}

/// The message has been recorded; the caller must recover or pass it on.
#[derive(Debug)]
pub(super) struct Failed;

type Parse<T> = Result<T, Failed>;

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
    diagnostics: Vec<Diagnostic>,
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

impl Parser<'_> {
    fn advance(&mut self) -> Token {
        let token = self.token;
        self.previous = token.span;
        let mut sink = Sink { symbols: &mut self.symbols, diagnostics: Some(&mut self.diagnostics) };
        self.token = self.lexer.next(&mut sink);
        token
    }

    /// The kinds of the tokens after the current one, without moving.
    fn ahead<const N: usize>(&mut self) -> [TokenKind; N] {
        let mut lexer = self.lexer;
        let mut sink = Sink { symbols: &mut self.symbols, diagnostics: None };
        [(); N].map(|()| lexer.next(&mut sink).kind)
    }

    fn at(&self, mark: Mark) -> bool {
        self.token.kind == TokenKind::Mark(mark)
    }

    fn at_word(&self, word: Keyword) -> bool {
        self.token.kind == TokenKind::Word(word)
    }

    fn take(&mut self, mark: Mark) -> bool {
        let found = self.at(mark);
        if found {
            self.advance();
        }
        found
    }

    fn take_word(&mut self, word: Keyword) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, mark: Mark, context: &str) -> Parse<Span> {
        if self.at(mark) {
            return Ok(self.advance().span);
        }
        Err(self.unexpected(&format!("`{mark}`"), context))
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

    fn expect_word(&mut self, word: Keyword, context: &str) -> Parse<Span> {
        if self.at_word(word) {
            return Ok(self.advance().span);
        }
        Err(self.unexpected(&format!("`{word}`"), context))
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

    /// Runs a rule one level deeper.
    fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_NESTING {
            return Err(self.fail(
                Diagnostic::error("E0107", format!("more than {MAX_NESTING} levels of nesting"))
                    .at(self.token.span, "too deep"),
            ));
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    /// Records a message, unless there are more than enough.
    fn fail(&mut self, diagnostic: Diagnostic) -> Failed {
        if self.recorded < MAX_ERRORS {
            self.diagnostics.push(diagnostic);
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

    /// Records that something else was expected at the current token.
    fn unexpected(&mut self, what: &str, context: &str) -> Failed {
        let diagnostic = self.wrong(what, context);
        self.fail(diagnostic)
    }

    /// The message that something else was expected at the current token.
    fn wrong(&self, what: &str, context: &str) -> Diagnostic {
        if let TokenKind::Mark(Mark::Question | Mark::Tilde) = self.token.kind {
            return Diagnostic::error("E0110", "this is MTSA, not FSP")
                .at(self.token.span, "FSP has no maybe-actions")
                .help("if a value is to be received, as in CSP's `a?x`, write `a[x:0..3]`");
        }
        let found = self.found();
        let context = if context.is_empty() { String::new() } else { format!(" {context}") };
        let mut diagnostic = Diagnostic::error("E0105", format!("expected {what}{context}, found {found}"));
        // A missing word is best shown where it should have been written.
        diagnostic = if self.token.kind == TokenKind::End {
            diagnostic.at(self.previous, "the text ends after this")
        } else {
            diagnostic.at(self.token.span, "")
        };
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
        self.diagnostics.iter().filter(|d| d.is_error()).count() >= MAX_ERRORS
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
