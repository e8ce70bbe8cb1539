//! Tokens to tree: recursive descent with recovery.
//!
//! # Contract
//! [`parse`] always gives a tree and the messages about the text; the tree is whole when no message is an
//! error. It never panics, and its recursion is bounded: nesting beyond [`MAX_NESTING`] is an error, and what
//! is merely long is read by loops.
//!
//! # Method
//! One function for each rule, one token of look-ahead, more by lexing with a copy of the lexer. The bodies
//! of main parts, classes and old modules are read by the same rules, so a part in the wrong place gets a
//! message that says so (`body`). After an error in a statement the parser goes on after the next `;` or at
//! the next tag. An end tag that fits an outer element ends the inner ones.
//!
//! Tested by the table of codes, `tests/all/lpn` and the mutation run.

mod body;
mod expression;

use suppose_base::descent::{Descent, Failed, Parse, expected};
use suppose_base::{Diagnostic, FileId, Reports, Span, closest};

use super::ast::{Name, Tree, Unit};
use super::lexer::{Kind, Lexer, Token};

/// How deep parentheses, indices and conditionals may nest.
pub(super) const MAX_NESTING: u32 = 100;

/// After this many errors the parser gives up.
const MAX_ERRORS: usize = 50;

/// The tags of the language.
const TAGS: [&str; 13] = [
    "include",
    "const",
    "main",
    "class",
    "mod",
    "var",
    "input",
    "output",
    "m",
    "marking",
    "statevector",
    "tr",
    "transition",
];

/// Parses one file. Problems are added to `problems`.
pub(super) fn parse(text: &str, file: FileId, problems: &mut Reports) -> Tree {
    let mut parser = Parser::new(Lexer::new(text, file), Span::new(file, 0, 0), std::mem::take(problems));
    let tree = parser.file();
    *problems = parser.problems;
    tree
}

/// A tag that was opened: its name, attributes, and where it is.
struct Tag<'t> {
    name: &'t str,
    attributes: Vec<(Name, Span, &'t str)>,
    span: Span,
}

struct Parser<'t> {
    lexer: Lexer<'t>,
    problems: Reports,
    /// The token to look at.
    token: Token<'t>,
    /// Where the token before it was.
    previous: Span,
    depth: u32,
    /// The tags that are open.
    open: Vec<&'t str>,
    /// Whether it was already said that delays are ignored.
    warned_of_delays: bool,
}

impl<'t> Descent for Parser<'t> {
    type Token = Token<'t>;
    type Kind = Kind<'t>;
    const MAX_NESTING: u32 = MAX_NESTING;

    fn token(&self) -> Token<'t> {
        self.token
    }

    fn kind(&self) -> Kind<'t> {
        self.token.kind
    }

    fn previous(&self) -> Span {
        self.previous
    }

    fn step(&mut self) {
        self.previous = self.token.span;
        self.token = self.lexer.next(&mut self.problems);
    }

    fn depth(&mut self) -> &mut u32 {
        &mut self.depth
    }

    fn unexpected(&mut self, what: &str, context: &str) -> Failed {
        let last = (self.token.kind == Kind::End).then_some(self.previous);
        self.fail(expected("E0814", what, context, &self.found(), self.token.span, last))
    }

    fn too_deep(&mut self) -> Failed {
        let message = format!("more than {MAX_NESTING} levels of nesting");
        self.fail(Diagnostic::error("E0815", message).at(self.token.span, "too deep"))
    }
}

impl<'t> Parser<'t> {
    fn new(lexer: Lexer<'t>, start: Span, problems: Reports) -> Self {
        let token = Token { kind: Kind::End, span: start };
        let mut parser = Self {
            lexer,
            problems,
            token,
            previous: start,
            depth: 0,
            open: Vec::new(),
            warned_of_delays: false,
        };
        parser.advance();
        parser
    }

    /// The kinds of the tokens after the current one, without moving.
    fn ahead<const N: usize>(&self) -> [Kind<'t>; N] {
        let mut lexer = self.lexer;
        let mut ignored = Reports::at_most(0);
        [(); N].map(|()| lexer.next(&mut ignored).kind)
    }

    fn name(&mut self, what: &str, context: &str) -> Parse<Name> {
        if let Kind::Name(text) = self.token.kind {
            let span = self.advance().span;
            return Ok(Name { text: text.to_owned(), span });
        }
        Err(self.unexpected(what, context))
    }

    fn fail(&mut self, problem: Diagnostic) -> Failed {
        self.problems.push(problem);
        Failed
    }

    /// How the current token is named in a message.
    fn found(&self) -> String {
        match self.token.kind {
            Kind::Name(name) => format!("`{name}`"),
            Kind::Int(value) => format!("`{value}`"),
            Kind::Text(_) => "a quoted text".to_owned(),
            Kind::Mark(mark) => format!("`{mark}`"),
            Kind::End => "the end".to_owned(),
        }
    }

    fn gave_up(&self) -> bool {
        self.problems.errors() >= MAX_ERRORS
    }

    /// Whether a tag begins here, given that no expression can go on here.
    fn at_tag(&self) -> bool {
        self.at("</") || self.at("<") && matches!(self.ahead(), [Kind::Name(name)] if TAGS.contains(&name))
    }

    /// Skips to after the next `;`, or to the next tag.
    fn skip_statement(&mut self) {
        while self.token.kind != Kind::End && !self.at_tag() {
            if self.take(";") {
                return;
            }
            self.advance();
        }
    }

    /// `<name attribute="text" …>`.
    fn tag(&mut self) -> Parse<Tag<'t>> {
        let start = self.expect("<", "to begin a tag")?;
        let Kind::Name(name) = self.token.kind else {
            return Err(self.unexpected("the name of a tag", "after `<`"));
        };
        self.advance();
        let mut attributes = Vec::new();
        while let Kind::Name(_) = self.token.kind {
            let attribute = self.name("an attribute", "")?;
            self.expect("=", "after the attribute")?;
            let Kind::Text(text) = self.token.kind else {
                return Err(self.unexpected("a text in double quotes", "after `=`"));
            };
            let span = self.advance().span;
            attributes.push((attribute, span, text));
        }
        let end = self.expect(">", "at the end of the tag")?;
        Ok(Tag { name, attributes, span: start.to(end) })
    }

    /// The attribute of a name, or a message.
    fn attribute(&mut self, tag: &Tag<'t>, name: &str) -> Parse<(Span, &'t str)> {
        let found = tag.attributes.iter().find(|(attribute, ..)| attribute.text == name);
        found.map(|&(_, span, text)| (span, text)).ok_or_else(|| {
            let message = format!("the tag `{}` has no attribute `{name}`", tag.name);
            self.fail(Diagnostic::error("E0816", message).at(tag.span, format!("add `{name}=\"…\"`")))
        })
    }

    /// Complains about attributes that mean nothing.
    fn check_attributes(&mut self, tag: &Tag<'t>, known: &[&'static str]) {
        for (attribute, ..) in &tag.attributes {
            if !known.contains(&attribute.text.as_str()) {
                let message = format!("the tag `{}` has no attribute called `{}`", tag.name, attribute.text);
                let mut problem = Diagnostic::error("E0816", message).at(attribute.span, "");
                if let Some(near) = closest(&attribute.text, known.iter().copied()) {
                    problem = problem.help(format!("did you mean `{near}`?"));
                }
                self.problems.push(problem);
            }
        }
    }

    /// Reads the text of an attribute by the rules of the language.
    fn inside<T>(&mut self, quoted: (Span, &str), rule: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let lexer = self.lexer.inside(quoted.0, quoted.1);
        let mut inner = Parser::new(lexer, quoted.0, std::mem::take(&mut self.problems));
        let result = rule(&mut inner).and_then(|value| {
            if inner.token.kind == Kind::End {
                Ok(value)
            } else {
                Err(inner.unexpected("`,` or the closing quote", ""))
            }
        });
        self.problems = inner.problems;
        result
    }

    /// Runs `rule` until the end tag `</name>`, with recovery after each failure.
    fn element(&mut self, tag: &Tag<'t>, mut rule: impl FnMut(&mut Self) -> Parse<()>) {
        self.open.push(tag.name);
        while self.token.kind != Kind::End && !self.gave_up() {
            if self.at("</") {
                let [found] = self.ahead();
                if matches!(found, Kind::Name(name) if self.open.contains(&name)) {
                    break;
                }
                self.stray_end_tag();
                continue;
            }
            let before = self.token.span;
            if rule(self).is_err() {
                self.skip_statement();
                // A tag that the rule did not want is skipped too, or this would never end.
                if self.token.span == before {
                    self.advance();
                }
            }
        }
        self.open.pop();
        self.end_tag(tag);
    }

    /// Reads the end tag of `tag`. If it is that of an outer element, this one is taken for closed.
    fn end_tag(&mut self, tag: &Tag<'t>) {
        if self.gave_up() {
            return;
        }
        if self.token.kind == Kind::End {
            // A comment or text without end has swallowed the rest, and that was said.
            if self.problems.last().is_some_and(|problem| problem.code == "E0813") {
                return;
            }
            let problem = Diagnostic::error("E0816", format!("the tag `{}` is not closed", tag.name));
            self.problems.push(problem.at(tag.span, format!("must end with `</{}>`", tag.name)));
            return;
        }
        let [found, closing] = self.ahead();
        if found == Kind::Name(tag.name) && closing == Kind::Mark(">") {
            for _ in 0..3 {
                self.advance();
            }
            return;
        }
        let problem = Diagnostic::error("E0816", format!("expected `</{}>`", tag.name));
        self.problems.push(problem.at(self.token.span, "").at(tag.span, "to close this"));
        if found == Kind::Name(tag.name) {
            self.skip_tag();
        }
    }

    fn stray_end_tag(&mut self) {
        let problem = Diagnostic::error("E0816", "an end tag without a beginning");
        self.problems.push(problem.at(self.token.span, ""));
        self.skip_tag();
    }

    /// Skips to after the next `>`, or to the next tag.
    fn skip_tag(&mut self) {
        self.advance();
        while self.token.kind != Kind::End && !self.at_tag() {
            if self.take(">") {
                return;
            }
            self.advance();
        }
    }

    fn file(&mut self) -> Tree {
        let mut tree = Tree::default();
        while self.token.kind != Kind::End && !self.gave_up() {
            let before = self.token.span;
            if self.item(&mut tree).is_err() {
                while self.token.kind != Kind::End && !self.at_tag() {
                    self.advance();
                }
                if self.token.span == before {
                    self.advance();
                }
            }
        }
        tree
    }

    /// One element of the outermost level.
    fn item(&mut self, tree: &mut Tree) -> Parse<()> {
        if self.at("</") {
            self.stray_end_tag();
            return Ok(());
        }
        let tag = self.tag()?;
        match tag.name {
            "include" => {
                self.check_attributes(&tag, &[]);
                let mut includes = std::mem::take(&mut tree.includes);
                self.element(&tag, |p| p.include(&mut includes));
                tree.includes = includes;
            }
            "const" => {
                self.check_attributes(&tag, &[]);
                self.declarations(&tag, &mut tree.constants);
            }
            "main" => {
                self.check_attributes(&tag, &[]);
                let name = Name { text: String::new(), span: tag.span };
                let body = self.body(&tag);
                tree.mains.push(Unit { name, arguments: Vec::new(), body });
            }
            "class" | "mod" => self.unit(&tag, tree),
            _ => return Err(self.unknown_tag(&tag)),
        }
        Ok(())
    }

    fn unknown_tag(&mut self, tag: &Tag<'t>) -> Failed {
        let known = TAGS.contains(&tag.name);
        let message = if known {
            format!("the tag `{}` has no meaning here", tag.name)
        } else {
            format!("there is no tag `{}`", tag.name)
        };
        let mut problem = Diagnostic::error("E0816", message).at(tag.span, "");
        if !known && let Some(near) = closest(tag.name, TAGS) {
            problem = problem.help(format!("did you mean `{near}`?"));
        }
        let failed = self.fail(problem);
        self.skip_content(tag.name);
        failed
    }

    /// Skips to after the end tag of an element whose content means nothing, if there is one.
    fn skip_content(&mut self, name: &str) {
        let (lexer, token) = (self.lexer, self.token);
        loop {
            if self.at("</") && self.ahead() == [Kind::Name(name)] {
                self.skip_tag();
                return;
            }
            if self.token.kind == Kind::End {
                (self.lexer, self.token) = (lexer, token);
                return;
            }
            self.token = self.lexer.next(&mut Reports::at_most(0));
        }
    }

    /// A path up to `;`, perhaps in quotes.
    fn include(&mut self, includes: &mut Vec<Name>) -> Parse<()> {
        if let Kind::Text(text) = self.token.kind {
            let span = self.advance().span;
            includes.push(Name { text: text.to_owned(), span });
        } else if self.at("<") || self.at(";") {
            return Err(self.unexpected("a path", ""));
        } else {
            let (text, span) = self.lexer.raw(self.token.span, [';', '<']);
            includes.push(Name { text: text.to_owned(), span });
            self.advance();
            self.previous = span;
        }
        self.expect(";", "after the path")?;
        Ok(())
    }
}
