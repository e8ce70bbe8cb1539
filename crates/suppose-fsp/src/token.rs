//! The words of the language.

use suppose_base::{Span, spellings};

use super::symbols::Symbol;

/// What kind of word a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name that begins with a small letter or `_`: an action or a variable.
    Lower(Symbol),
    /// A name that begins with a capital letter: a process, constant, parameter, range, set, test or fluent.
    Upper(Symbol),
    /// An integer literal.
    Int(i32),
    /// A quoted text, without its quotes.
    Text(Symbol),
    /// A reserved word.
    Word(Keyword),
    /// A mark.
    Mark(Mark),
    /// The end of the input.
    End,
}

/// A token and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// What it is.
    pub(super) kind: TokenKind,
    /// Where it is.
    pub(super) span: Span,
}

spellings! {
    /// The reserved words.
    Keyword in TokenKind::Word {
        Const = "const",
        Property = "property",
        Range = "range",
        If = "if",
        Then = "then",
        Else = "else",
        Forall = "forall",
        When = "when",
        Set = "set",
        Progress = "progress",
        Menu = "menu",
        Animation = "animation",
        Actions = "actions",
        Controls = "controls",
        Deterministic = "deterministic",
        Minimal = "minimal",
        Compose = "compose",
        Target = "target",
        Import = "import",
        Assert = "assert",
        Fluent = "fluent",
        Exists = "exists",
        Rigid = "rigid",
        Constraint = "constraint",
        Initially = "initially",
        LtlProperty = "ltl_property",
        Safe = "safe",
    }
}

spellings! {
    /// The marks.
    Mark in TokenKind::Mark {
        Plus = "+",
        Minus = "-",
        Star = "*",
        Slash = "/",
        Percent = "%",
        Caret = "^",
        And = "&",
        AndAnd = "&&",
        Bar = "|",
        BarBar = "||",
        Not = "!",
        EqEq = "==",
        NotEq = "!=",
        Less = "<",
        LessEq = "<=",
        Greater = ">",
        GreaterEq = ">=",
        ShiftLeft = "<<",
        ShiftRight = ">>",
        Eq = "=",
        LeftRound = "(",
        RightRound = ")",
        LeftCurly = "{",
        RightCurly = "}",
        LeftSquare = "[",
        RightSquare = "]",
        Comma = ",",
        Semicolon = ";",
        Colon = ":",
        ColonColon = "::",
        Dot = ".",
        DotDot = "..",
        At = "@",
        Backslash = "\\",
        Quote = "'",
        Hash = "#",
        Arrow = "->",
        Eventually = "<>",
        Always = "[]",
        Equivalent = "<->",
        Question = "?",
        Tilde = "~",
    }
}

impl Keyword {
    /// The words with which a definition can begin.
    pub(super) const DEFINING: [Self; 16] = [
        Self::Const,
        Self::Property,
        Self::Range,
        Self::Set,
        Self::Progress,
        Self::Menu,
        Self::Animation,
        Self::Deterministic,
        Self::Minimal,
        Self::Compose,
        Self::Import,
        Self::Assert,
        Self::Fluent,
        Self::Constraint,
        Self::LtlProperty,
        Self::Safe,
    ];

    /// Whether a definition can begin with this word and nothing else can contain it.
    pub(super) fn starts_definition(self) -> bool {
        self != Self::Compose && Self::DEFINING.contains(&self)
    }
}
