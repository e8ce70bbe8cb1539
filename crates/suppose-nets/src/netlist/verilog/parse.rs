//! Tokens to modules, by recursive descent.
//!
//! Both styles of port lists are read. After a mistake the parser goes on behind the next `;`, and after
//! something that netlists do not have behind its end, so that one run reports several things. Expressions
//! nest at most [`DEEPEST`] levels; everything else is read by loops. Time is linear in the text.

mod declare;
mod expression;
mod items;

use rustc_hash::FxHashMap;
use suppose_base::{Diagnostic, FileId, Span};

use super::ast::{Module, Word};
use super::lexer::{Kind, Token, tokens};
use suppose_base::Reports;

/// Most levels of an expression.
const DEEPEST: usize = 64;

/// The modules of a text.
pub(in crate::netlist) fn parse(text: &str, file: FileId, messages: &mut Reports) -> Vec<Module> {
    let tokens = tokens(text, file, messages);
    let mut parser = Parser { tokens, at: 0, messages, names: FxHashMap::default() };
    parser.file()
}

/// What stops the reading of a statement.
struct Stop(Diagnostic);

type Parsed<T> = Result<T, Stop>;

struct Parser<'t, 'm> {
    tokens: Vec<Token<'t>>,
    at: usize,
    messages: &'m mut Reports,
    /// The signals of the module that is being read.
    names: FxHashMap<String, usize>,
}

/// Constructs of Verilog that a netlist has no use for, with the word that ends them if it is not `;`.
const OUTSIDE: [(&str, &str); 31] = [
    ("always", ""),
    ("always_comb", ""),
    ("always_ff", ""),
    ("always_latch", ""),
    ("function", "endfunction"),
    ("task", "endtask"),
    ("generate", "endgenerate"),
    ("specify", "endspecify"),
    ("primitive", "endprimitive"),
    ("package", "endpackage"),
    ("interface", "endinterface"),
    ("config", "endconfig"),
    ("table", "endtable"),
    ("parameter", ";"),
    ("localparam", ";"),
    ("defparam", ";"),
    ("specparam", ";"),
    ("reg", ";"),
    ("integer", ";"),
    ("real", ";"),
    ("time", ";"),
    ("genvar", ";"),
    ("event", ";"),
    ("wand", ";"),
    ("wor", ";"),
    ("triand", ";"),
    ("trior", ";"),
    ("tri0", ";"),
    ("tri1", ";"),
    ("trireg", ";"),
    ("import", ";"),
];

impl<'t> Parser<'t, '_> {
    fn file(&mut self) -> Vec<Module> {
        let mut modules = Vec::new();
        loop {
            let token = self.next();
            let result = match (token.kind, token.text) {
                (Kind::End, _) => return modules,
                (Kind::Word, "module" | "macromodule") => self.module().map(|module| modules.push(module)),
                // Values that stand outside a module belong to none.
                (Kind::Values, _) | (Kind::Mark, ";") => Ok(()),
                (Kind::Word, word) if self.outside(token, word) => Ok(()),
                _ => Err(unexpected(token, "`module`")),
            };
            if let Err(Stop(message)) = result {
                self.messages.push(message);
                while !matches!((self.peek().kind, self.peek().text), (Kind::End, _) | (Kind::Word, "module"))
                {
                    self.next();
                }
            }
        }
    }

    /// After `module`.
    fn module(&mut self) -> Parsed<Module> {
        let name = self.name("the name of the module")?;
        let mut module = Module { name, ports: Vec::new(), signals: Vec::new(), items: Vec::new() };
        if self.is("#") {
            return Err(outside(self.next().span, "a module with parameters"));
        }
        self.names.clear();
        let header = self.header(&mut module);
        let has_ports = header.is_ok();
        if self.recover(header) == Recovered::Module {
            return Ok(module);
        }
        loop {
            let token = self.next();
            let result = match (token.kind, token.text) {
                (Kind::Word, "endmodule") => {
                    if has_ports {
                        self.check_ports(&module);
                    }
                    return Ok(module);
                }
                (Kind::End, _) | (Kind::Word, "module" | "macromodule") => {
                    self.at -= usize::from(token.kind != Kind::End);
                    let message = format!("module `{}` has no `endmodule`", module.name.text);
                    return Err(Stop(Diagnostic::error("E0860", message).at(module.name.span, "")));
                }
                _ => self.item(token, &mut module),
            };
            if self.recover(result) == Recovered::Module {
                return Ok(module);
            }
        }
    }

    /// Reports a mistake and goes on behind the next `;`, or at the end of the module.
    fn recover(&mut self, result: Parsed<()>) -> Recovered {
        let Err(Stop(message)) = result else { return Recovered::Statement };
        self.messages.push(message);
        // The mark that ends the statement may be the one that was not expected.
        if self.at > 0 && is_mark(self.tokens[self.at - 1], ";") {
            return Recovered::Statement;
        }
        loop {
            let token = self.peek();
            match (token.kind, token.text) {
                (Kind::End, _) | (Kind::Word, "module") => return Recovered::Module,
                (Kind::Word, "endmodule") => return Recovered::Statement,
                _ => {}
            }
            self.next();
            if is_mark(token, ";") {
                return Recovered::Statement;
            }
        }
    }

    /// Whether the word begins something that netlists do not have; then it is reported and skipped.
    fn outside(&mut self, token: Token<'t>, word: &str) -> bool {
        let Some(&(_, end)) = OUTSIDE.iter().find(|&&(first, _)| first == word) else { return false };
        let Stop(message) = outside(token.span, &format!("`{word}`"));
        self.messages.push(message);
        self.skip_block(end, 0);
        true
    }

    /// Goes on behind `end`; if it is empty, behind the statement, which is a block or ends in `;`. Some
    /// blocks are open already.
    fn skip_block(&mut self, end: &str, mut blocks: usize) {
        loop {
            let token = self.peek();
            match (token.kind, token.text) {
                (Kind::End, _) | (Kind::Word, "endmodule" | "module") => return,
                (Kind::Word, word) if word == end => {
                    self.next();
                    return;
                }
                (Kind::Word, "begin" | "case" | "casez" | "casex" | "fork") => blocks += 1,
                (Kind::Word, "end" | "endcase" | "join") => {
                    blocks = blocks.saturating_sub(1);
                    if blocks == 0 && end.is_empty() {
                        self.next();
                        return;
                    }
                }
                (Kind::Mark, ";") if blocks == 0 && (end.is_empty() || end == ";") => {
                    self.next();
                    return;
                }
                _ => {}
            }
            self.next();
        }
    }

    fn peek(&self) -> Token<'t> {
        self.tokens[self.at]
    }

    fn next(&mut self) -> Token<'t> {
        let token = self.tokens[self.at];
        // The end stays the end.
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// Whether the next token is this mark.
    fn is(&self, mark: &str) -> bool {
        is_mark(self.peek(), mark)
    }

    /// Whether the next token is this word.
    fn is_word(&self, word: &str) -> bool {
        self.peek().kind == Kind::Word && self.peek().text == word
    }

    /// Takes the next token if it is this mark.
    fn takes(&mut self, mark: &str) -> bool {
        let found = self.is(mark);
        if found {
            self.next();
        }
        found
    }

    fn expect(&mut self, mark: &str, wanted: &str) -> Parsed<Token<'t>> {
        let token = self.next();
        if is_mark(token, mark) { Ok(token) } else { Err(unexpected(token, wanted)) }
    }

    fn name(&mut self, wanted: &str) -> Parsed<Word> {
        let token = self.next();
        match token.kind {
            Kind::Word | Kind::Escaped => Ok(Word { text: token.text.to_owned(), span: token.span }),
            _ => Err(unexpected(token, wanted)),
        }
    }
}

/// Where the parser is after a mistake.
#[derive(PartialEq, Eq)]
enum Recovered {
    /// Before a statement or `endmodule`.
    Statement,
    /// Before another module, or at the end.
    Module,
}

fn is_mark(token: Token<'_>, mark: &str) -> bool {
    token.kind == Kind::Mark && token.text == mark
}

fn unexpected(found: Token<'_>, wanted: &str) -> Stop {
    let what = match found.kind {
        Kind::End => "the text ends".to_owned(),
        Kind::Values => "a comment with first values is here".to_owned(),
        _ => format!("`{}` is here", found.text),
    };
    Stop(Diagnostic::error("E0860", format!("expected {wanted}, but {what}")).at(found.span, ""))
}

fn outside(span: Span, what: &str) -> Stop {
    let help = "a netlist consists of wires, instances of gates and modules, and `assign`";
    Stop(Diagnostic::error("E0861", format!("{what} is not supported in a netlist")).at(span, "").help(help))
}
