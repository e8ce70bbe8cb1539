//! Gate libraries in the genlib format of SIS.
//!
//! ```text
//! GATE  AOI21 16  ON = !(A1*A2 + B);       name, area, output = function
//! PIN   *  INV 1 999 1 .2 1 .2             loads and delays, which mean nothing here
//! LATCH C2 20  Q = A*B + (A+B)*Q_NEXT;     a function that reads its own output
//! SEQ   Q Q_NEXT ASYNCH                    ... under this name
//! # a comment
//! ```
//!
//! Negation is `!a`, `~a` or `a'`; conjunction `*`, `&` or nothing; disjunction `+` or `|`; exclusive or `^`;
//! constants `CONST0`, `CONST1`, `0` and `1`. Negation binds most, then conjunction, exclusive or,
//! disjunction. Cells of the same name with different outputs are one cell. A cell whose output occurs in its
//! own function holds its value, whether it is called a gate or a latch. Latches and flip-flops with a clock
//! are left out with a warning, since what they do is not a function of levels.
//!
//! Contract: [`parse`] never fails; what it understood comes with messages, and it goes on with the next cell
//! after a mistake. Time is linear in the text. Functions nest at most [`DEEPEST`] levels. Tested against
//! truth tables worked out by hand, on published libraries, on damaged texts and by fuzzing.

mod cells;
mod formula;
mod token;

use suppose_base::{Diagnostic, FileId, Span};

use self::cells::Raw;
use self::token::{Kind, Token, Tokens};
use super::library::Library;
use suppose_base::Reports;

/// Most levels of parentheses and negations in a function.
const DEEPEST: usize = 64;

/// The library in a text, with messages.
pub(super) fn parse(text: &str, file: FileId, has_spans: bool) -> (Library, Vec<Diagnostic>) {
    let mut parser = Parser {
        tokens: Tokens::new(text, file),
        messages: Reports::at_most(crate::MOST_MESSAGES),
        cells: Vec::new(),
    };
    parser.file();
    let Parser { mut messages, cells, .. } = parser;
    let library = cells::build(cells, has_spans, &mut messages);
    (library, messages.into_list())
}

/// What stops the reading of a statement.
struct Stop(Diagnostic);

type Parsed<T> = Result<T, Stop>;

struct Parser<'t> {
    tokens: Tokens<'t>,
    messages: Reports,
    cells: Vec<Raw<'t>>,
}

/// Words that begin a statement.
const KEYWORDS: [&str; 6] = ["GATE", "LATCH", "PIN", "SEQ", "CONTROL", "CONSTRAINT"];

fn is_keyword(token: Token<'_>) -> bool {
    token.kind == Kind::Word && KEYWORDS.contains(&token.text)
}

fn unexpected(found: Token<'_>, wanted: &str) -> Stop {
    let what = match found.kind {
        Kind::End => "the text ends".to_owned(),
        _ => format!("`{}` is here", found.text),
    };
    Stop(Diagnostic::error("E0863", format!("expected {wanted}, but {what}")).at(found.span, ""))
}

impl Parser<'_> {
    fn file(&mut self) {
        while self.tokens.peek().kind != Kind::End {
            if let Err(Stop(message)) = self.statement() {
                self.messages.push(message);
                self.skip();
            }
        }
    }

    /// Goes on at the next statement.
    fn skip(&mut self) {
        while self.tokens.peek().kind != Kind::End && !is_keyword(self.tokens.peek()) {
            self.tokens.next();
        }
    }

    fn statement(&mut self) -> Parsed<()> {
        let keyword = self.tokens.next();
        match keyword.text {
            "GATE" | "LATCH" if keyword.kind == Kind::Word => self.cell(),
            "PIN" if keyword.kind == Kind::Word => self.pin(),
            "SEQ" if keyword.kind == Kind::Word => self.sequential(),
            // The pins of clocks, and set-up and hold times.
            "CONTROL" | "CONSTRAINT" if keyword.kind == Kind::Word => {
                self.skip();
                Ok(())
            }
            _ => Err(unexpected(keyword, "`GATE`, `LATCH`, `PIN` or `SEQ`")),
        }
    }

    /// After `GATE`: name, area, output, function.
    fn cell(&mut self) -> Parsed<()> {
        let name = self.tokens.next();
        if !matches!(name.kind, Kind::Word | Kind::Text) || name.text.is_empty() {
            return Err(unexpected(name, "the name of the cell"));
        }
        let area = self.tokens.next();
        if area.kind != Kind::Word || area.text.parse::<f64>().is_err() {
            return Err(unexpected(area, "the area, a number"));
        }
        let output = self.tokens.next();
        if output.kind != Kind::Word {
            return Err(unexpected(output, "the name of the output"));
        }
        let equals = self.tokens.next();
        if equals.text != "=" {
            return Err(unexpected(equals, "`=`"));
        }
        let (function, variables) = self.formula()?;
        let end = self.tokens.next();
        if end.text != ";" || end.kind != Kind::Mark {
            return Err(unexpected(end, "an operator or `;`"));
        }
        self.cells.push(Raw::new(name, output, function, variables));
        Ok(())
    }

    /// After `PIN`: name, phase, six numbers.
    fn pin(&mut self) -> Parsed<()> {
        let name = self.tokens.next();
        let star = name.kind == Kind::Mark && name.text == "*";
        if name.kind != Kind::Word && !star {
            return Err(unexpected(name, "the name of a pin or `*`"));
        }
        let phase = self.tokens.next();
        if !["INV", "NONINV", "UNKNOWN"].contains(&phase.text) {
            return Err(unexpected(phase, "`INV`, `NONINV` or `UNKNOWN`"));
        }
        while self.tokens.peek().kind != Kind::End && !is_keyword(self.tokens.peek()) {
            let number = self.tokens.next();
            if number.kind != Kind::Word || number.text.parse::<f64>().is_err() {
                return Err(unexpected(number, "a number"));
            }
        }
        match self.cells.last_mut() {
            Some(cell) if !star => cell.pins.push(name.text),
            Some(_) => {}
            None => return Err(unexpected(name, "a cell before its pins")),
        }
        Ok(())
    }

    /// After `SEQ`: output, the name of its old value, how it is clocked.
    fn sequential(&mut self) -> Parsed<()> {
        let [output, state, kind] = [self.tokens.next(), self.tokens.next(), self.tokens.next()];
        for word in [output, state, kind] {
            if word.kind != Kind::Word || is_keyword(word) {
                return Err(unexpected(word, "an output, the name of its old value, and how it is clocked"));
            }
        }
        let Some(cell) = self.cells.last_mut() else {
            return Err(unexpected(output, "a cell before its sequential output"));
        };
        cell.state = Some(state.text);
        if kind.text != "ASYNCH" {
            cell.clocked = Some(kind.text);
        }
        Ok(())
    }
}

impl Raw<'_> {
    fn span(&self) -> Span {
        self.name.span
    }
}
