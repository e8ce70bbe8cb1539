//! Directives and lines of a `.g` file, before names mean anything.
//!
//! Declarations come before `.graph`, `.marking` and `.capacity` after it, and after `.end` there are only
//! remarks. Where a line is wrong it is left out and the rest is read all the same, so that one run shows
//! several mistakes. One pass, linear time.

use suppose_base::{Diagnostic, FileId, Span, closest};

use crate::stg::lines::{Line, Word, lines};
use crate::stg::node::number;
use suppose_base::Reports;

/// What a declared name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Input,
    Output,
    Internal,
    Silent,
}

/// A place as the marking names it.
#[derive(Clone, Copy, Debug)]
pub(super) enum PlaceName<'t> {
    Explicit(Word<'t>),
    /// The implicit place between two transitions.
    Between(Word<'t>, Word<'t>),
}

/// A place of `.marking` or `.capacity` with its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'t> {
    pub(super) place: PlaceName<'t>,
    pub(super) count: u32,
    pub(super) span: Span,
}

/// A file taken apart.
#[derive(Debug, Default)]
pub(super) struct Source<'t> {
    pub(super) model: Option<Word<'t>>,
    pub(super) declared: Vec<(Class, Word<'t>)>,
    pub(super) graph: Vec<Line<'t>>,
    pub(super) marking: Vec<Entry<'t>>,
    pub(super) capacity: Vec<Entry<'t>>,
    /// Literals of `.initial state`, with the value they give.
    pub(super) literals: Vec<(Word<'t>, bool)>,
    /// The characters of `.init_state`.
    pub(super) vector: Option<Word<'t>>,
}

/// Where in the file we are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Header,
    Graph,
    Footer,
}

struct Parser<'t, 'm> {
    source: Source<'t>,
    stage: Stage,
    marked: Option<Span>,
    ended: bool,
    warned_of_guards: bool,
    messages: &'m mut Reports,
}

const DIRECTIVES: [&str; 17] = [
    ".model",
    ".name",
    ".inputs",
    ".outputs",
    ".internal",
    ".dummy",
    ".silent",
    ".initial",
    ".initial_state",
    ".init_state",
    ".mode",
    ".note",
    ".graph",
    ".marking",
    ".capacity",
    ".channels",
    ".end",
];

/// Reads all lines.
pub(super) fn parse<'t>(text: &'t str, file: FileId, messages: &mut Reports) -> Source<'t> {
    let end = Span::new(file, text.trim_end().len() as u32, text.trim_end().len() as u32);
    let mut parser = Parser {
        source: Source::default(),
        stage: Stage::Header,
        marked: None,
        ended: false,
        warned_of_guards: false,
        messages,
    };
    let mut remarked = false;
    let mut all = lines(text, file).into_iter().peekable();
    while let Some(mut line) = all.next() {
        if let Some(data) = line.data {
            parser.data(data);
        }
        let Some(&first) = line.words.first() else { continue };
        if parser.ended {
            // One remark is as good as many.
            if first.text.starts_with('.') || !std::mem::replace(&mut remarked, true) {
                parser.after_end(first);
            }
            continue;
        }
        if first.text.starts_with(".marking") {
            // The closing brace may be on a later line, but not beyond the next directive.
            let closes = |line: &Line<'_>| line.words.iter().any(|w| w.text.contains('}'));
            let mut closed = closes(&line);
            while !closed
                && let Some(more) = all.next_if(|l| l.words.first().is_none_or(|w| !w.text.starts_with('.')))
            {
                closed = closes(&more);
                line.words.extend(more.words);
            }
        }
        if first.text.starts_with('.') {
            parser.directive(&line);
        } else if parser.stage == Stage::Graph {
            parser.source.graph.push(line);
        } else {
            let message = format!("`{}` is outside the graph", first.text);
            parser.messages.push(
                Diagnostic::error("E0832", message)
                    .at(first.span, "")
                    .help("arcs come after `.graph` and before `.marking`"),
            );
        }
    }
    parser.finish(end)
}

impl<'t> Parser<'t, '_> {
    fn directive(&mut self, line: &Line<'t>) {
        let (first, rest) = (line.words[0], &line.words[1..]);
        // A brace may touch `.marking`.
        let (word, touching) = match first.text.find('{') {
            Some(at) => (first.part(0, at), Some(first.part(at, first.text.len()))),
            None => (first, None),
        };
        match word.text {
            ".inputs" | ".outputs" | ".internal" | ".dummy" | ".silent" => {
                if self.expect(Stage::Header, word) {
                    self.declare(word.text, rest);
                }
            }
            ".model" | ".name" => self.source.model = rest.first().copied().or(self.source.model),
            // How a circuit is to be timed, and remarks, say nothing about the net.
            ".mode" | ".note" => {}
            ".initial" if rest.first().is_some_and(|w| w.text == "state") => self.literals(&rest[1..]),
            ".initial_state" => self.literals(rest),
            ".init_state" => self.vector(word, rest),
            ".graph" => {
                if self.expect(Stage::Header, word) {
                    self.stage = Stage::Graph;
                }
            }
            ".marking" => self.marking(word, touching, rest),
            ".capacity" => {
                if self.expect_graph(word) {
                    let entries = self.entries(rest);
                    self.source.capacity.extend(entries);
                }
            }
            ".end" => {
                self.ended = true;
                if let Some(&more) = rest.first() {
                    self.after_end(more);
                }
            }
            ".channels" | ".external_channels" | ".internal_channels" => self.messages.push(
                Diagnostic::error("E0846", format!("`{}` is not supported", word.text))
                    .at(word.span, "")
                    .help("expand the channels into request and acknowledge signals first"),
            ),
            _ => self.unknown(word, rest),
        }
    }

    /// Other tools stop reading at `.end`, so there may be remarks behind it; but another graph must not be
    /// lost.
    fn after_end(&mut self, word: Word<'t>) {
        let message = if word.text.starts_with('.') {
            let message = format!("`{}` comes after `.end`", word.text);
            Diagnostic::error("E0847", message)
                .help("a file has one graph: put another one into a file of its own")
        } else {
            let message = format!("what comes after `.end` is not read, from `{}` on", word.text);
            Diagnostic::warning("W0835", message).help("move it before `.end`, or make it a comment with `#`")
        };
        self.messages.push(message.at(word.span, ""));
    }

    fn declare(&mut self, directive: &str, names: &[Word<'t>]) {
        let class = match directive {
            ".inputs" => Class::Input,
            ".outputs" => Class::Output,
            ".internal" => Class::Internal,
            ".dummy" | ".silent" => Class::Silent,
            _ => return,
        };
        self.source.declared.extend(names.iter().map(|&name| (class, name)));
    }

    fn unknown(&mut self, word: Word<'t>, rest: &[Word<'t>]) {
        let near = closest(word.text, DIRECTIVES);
        // Names of a misspelt declaration are not reported again wherever they are used.
        self.declare(near.unwrap_or(""), rest);
        let message = Diagnostic::error("E0831", format!("`{}` is not a directive of `.g` files", word.text))
            .at(word.span, "");
        self.messages.push(match (word.text, near) {
            (".state", _) => message.help("this is a state graph, not a signal transition graph"),
            (".initial", _) => message.help("write `.initial state` and the literals"),
            (_, Some(near)) => message.help(format!("did you mean `{near}`?")),
            _ => message.help("`#` begins a comment"),
        });
    }

    /// Whether we are where a directive of the header belongs.
    fn expect(&mut self, stage: Stage, word: Word<'t>) -> bool {
        if self.stage == stage {
            return true;
        }
        let message = format!("`{}` comes after `.graph`", word.text);
        let help = if word.text == ".graph" { "a file has one graph" } else { "move it before `.graph`" };
        self.messages.push(Diagnostic::error("E0832", message).at(word.span, "").help(help));
        false
    }

    /// Whether there was a graph; it ends here.
    fn expect_graph(&mut self, word: Word<'t>) -> bool {
        if self.stage == Stage::Header {
            let message = format!("`{}` comes before `.graph`", word.text);
            self.messages
                .push(Diagnostic::error("E0832", message).at(word.span, "").help("move it after the graph"));
            return false;
        }
        self.stage = Stage::Footer;
        true
    }

    fn marking(&mut self, word: Word<'t>, touching: Option<Word<'t>>, rest: &[Word<'t>]) {
        // A marking in the wrong place is not reported as missing as well.
        let again = self.marked.replace(word.span);
        if !self.expect_graph(word) {
            return;
        }
        if let Some(first) = again {
            let message = Diagnostic::error("E0832", "a file has one marking");
            self.messages.push(message.at(word.span, "").at(first, "the first one"));
            return;
        }
        let all: Vec<Word<'t>> = touching.into_iter().chain(rest.iter().copied()).collect();
        let inside: Vec<Word<'t>> = all.iter().flat_map(|w| w.cut(&['{', '}'])).collect();
        let open = inside.first().is_some_and(|w| w.text == "{");
        let close = inside.iter().position(|w| w.text == "}");
        match close {
            Some(close) if open && close + 1 == inside.len() => {
                self.source.marking = self.entries(&inside[1..close]);
            }
            Some(close) if open => {
                let message =
                    Diagnostic::error("E0840", "nothing may follow the closing brace of the marking");
                self.messages.push(message.at(inside[close + 1].span, ""));
            }
            _ => {
                let span = inside.last().map_or(word.span, |last| word.span.to(last.span));
                let message = Diagnostic::error("E0840", "the marking is not in braces").at(span, "");
                self.messages.push(message.help("write `.marking { p1 <a+,b-> }`"));
            }
        }
    }

    /// The entries of a marking or of capacities, perhaps without blanks between them.
    fn entries(&mut self, words: &[Word<'t>]) -> Vec<Entry<'t>> {
        let pieces: Vec<Word<'t>> =
            words.iter().flat_map(|w| w.cut(&['{', '}', '<', '>', ',', '='])).collect();
        let text = |at: usize| pieces.get(at).map_or("", |w| w.text);
        let is_word = |at: usize| !matches!(text(at), "" | "{" | "}" | "<" | ">" | "," | "=");
        let mut entries = Vec::new();
        let mut at = 0;
        while at < pieces.len() {
            let start = at;
            let place = if text(at) == "<"
                && is_word(at + 1)
                && text(at + 2) == ","
                && is_word(at + 3)
                && text(at + 4) == ">"
            {
                at += 5;
                PlaceName::Between(pieces[start + 1], pieces[start + 3])
            } else if is_word(at) {
                at += 1;
                PlaceName::Explicit(pieces[start])
            } else {
                let message = Diagnostic::error("E0840", format!("`{}` is not expected here", text(at)));
                let message = message.at(pieces[at].span, "");
                self.messages
                    .push(message.help("a place is written `p` or `<a+,b->`, a number of tokens `p=1`"));
                break;
            };
            let mut span = pieces[start].span.to(pieces[at - 1].span);
            let mut count = 1;
            if text(at) == "=" {
                let Some(value) = Some(text(at + 1)).filter(|t| !t.is_empty()).and_then(number) else {
                    let message = Diagnostic::error("E0840", "a number is expected after `=`");
                    self.messages.push(message.at(pieces[at].span, ""));
                    break;
                };
                (count, span) = (value, span.to(pieces[at + 1].span));
                at += 2;
            }
            entries.push(Entry { place, count, span });
        }
        entries
    }

    fn literals(&mut self, words: &[Word<'t>]) {
        for &word in words {
            let negated = word.text.starts_with('!');
            let name = word.part(usize::from(negated), word.text.len());
            self.source.literals.push((name, !negated));
        }
    }

    fn vector(&mut self, word: Word<'t>, rest: &[Word<'t>]) {
        let inside = rest.first().filter(|w| {
            rest.len() == 1 && w.text.len() >= 2 && w.text.starts_with('[') && w.text.ends_with(']')
        });
        match inside {
            Some(all) if all.text[1..all.text.len() - 1].bytes().all(|b| b"01Xx".contains(&b)) => {
                self.source.vector = Some(all.part(1, all.text.len() - 1));
            }
            _ => {
                let message =
                    Diagnostic::error("E0845", "the initial state is not understood").at(word.span, "");
                self.messages.push(message.help("write one of `0`, `1` and `X` for each signal: `[01X]`"));
            }
        }
    }

    /// Data that ATACS and its successors hide in a comment.
    fn data(&mut self, data: Word<'t>) {
        let text = data.text.trim_start();
        if let Some(rest) = text.strip_prefix(".init_state") {
            let from = data.text.len() - rest.trim_start().len();
            let value = data.part(from, data.text.len());
            self.vector(data, &[value]);
            return;
        }
        // `<level>[l,u]` after arcs, and blocks of expressions for transitions. Bounds of delays alone
        // restrict nothing that an untimed check may rely on.
        let level = text.starts_with('<');
        let block = [".enablings", ".assignments", ".boolean_assignments", ".rate_assignments"]
            .iter()
            .any(|name| text.starts_with(name) && text.contains('='));
        if (level || block) && !self.warned_of_guards {
            self.warned_of_guards = true;
            let message = Diagnostic::warning("W0833", "guards and assignments in comments are left out");
            self.messages.push(
                message
                    .at(data.span, "")
                    .help("the graph that is read can do more than the one that was meant"),
            );
        }
    }

    fn finish(self, end: Span) -> Source<'t> {
        if self.stage == Stage::Header {
            let message = Diagnostic::error("E0830", "there is no `.graph`").at(end, "the file ends here");
            self.messages.push(message.help("arcs come after a line `.graph`"));
        } else if self.marked.is_none() {
            let message = Diagnostic::error("E0839", "there is no `.marking`").at(end, "the file ends here");
            self.messages.push(message.help("say which places have a token: `.marking { <a+,b-> }`"));
        }
        if !self.ended && !self.messages.has_errors() {
            let message = Diagnostic::warning("W0830", "there is no `.end`").at(end, "the file ends here");
            self.messages.push(message.help("the file may have been cut short"));
        }
        self.source
    }
}
