//! The words of the language.

use std::fmt;

use suppose_base::Span;

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

/// Declares an enum whose members each have one spelling.
macro_rules! spellings {
    ($(#[$meta:meta])* $name:ident { $($member:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum $name {
            $(#[doc = concat!("`", $text, "`")] $member,)*
        }

        impl $name {
            /// The member that is written so.
            pub(super) fn from_text(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$member),)* _ => None }
            }

            /// How it is written.
            pub(super) const fn text(self) -> &'static str {
                match self { $(Self::$member => $text,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.text())
            }
        }
    };
}

spellings! {
    /// The reserved words.
    Keyword {
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
    Mark {
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
    /// The words that begin a part of a component. `in` also begins an atom, `in(`; the others occur nowhere else.
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
