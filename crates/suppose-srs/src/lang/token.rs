//! The words of the language.

use suppose_base::{Span, spellings};

/// What kind of word a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name, perhaps with dots.
    Name,
    /// A word that begins with a digit: a number, or the name of a value.
    Number,
    /// A quoted text, with its quotes.
    Text,
    /// A reserved word.
    Word(Keyword),
    /// A mark.
    Mark(Mark),
    /// A comment; only the formatter sees these.
    Comment,
    /// The end of the input.
    End,
}

/// A token, how it is written, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind,
    pub(super) text: &'t str,
    pub(super) span: Span,
}

spellings! {
    /// The reserved words.
    Keyword in TokenKind::Word {
        Component = "component",
        In = "in",
        Out = "out",
        Recv = "recv",
        Send = "send",
        Local = "local",
        Always = "always",
        Require = "require",
        Assume = "assume",
        Fsm = "fsm",
        Prop = "prop",
        Init = "init",
        States = "states",
        Pre = "pre",
        Microstep = "mS",
        True = "true",
        False = "false",
    }
}

spellings! {
    /// The marks.
    Mark in TokenKind::Mark {
        Implies = "=>",
        And = "&&",
        Or = "||",
        EqEq = "==",
        NotEq = "!=",
        LessEq = "<=",
        GreaterEq = ">=",
        Arrow = "->",
        Not = "!",
        Less = "<",
        Greater = ">",
        Eq = "=",
        Slash = "/",
        LeftRound = "(",
        RightRound = ")",
        LeftCurly = "{",
        RightCurly = "}",
        Comma = ",",
        Semicolon = ";",
        Colon = ":",
    }
}

impl Keyword {
    /// The words that begin a part of a component. `in` also begins an atom, `in(`; the others occur nowhere
    /// else.
    pub(super) const ITEMS: [Self; 10] = [
        Self::In,
        Self::Out,
        Self::Recv,
        Self::Send,
        Self::Local,
        Self::Always,
        Self::Require,
        Self::Assume,
        Self::Fsm,
        Self::Prop,
    ];
}
