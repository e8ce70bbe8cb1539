//! The words of Ada, and the marks of annotations.

use suppose_base::{Span, spellings};

/// What kind of word a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name that is not reserved; any word after a tick.
    Ident,
    /// A whole number with its value.
    Integer(i64),
    /// A number with a fraction.
    Real,
    /// `'x'`
    Character(char),
    /// A quoted text, with its quotes.
    Text,
    /// A reserved word.
    Word(Keyword),
    /// A mark.
    Mark(Mark),
    /// `--#` with the rest of its line.
    Annotation,
    /// The end of an annotation whose inside is being read.
    AnnotationEnd,
    /// The end of the input.
    End,
}

/// A token, how it is written, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind,
    pub(super) text: &'t str,
    pub(super) span: Span,
    /// Whether it is the first one of its line.
    pub(super) fresh: bool,
}

spellings! {
    /// The reserved words of Ada 2012.
    Keyword in TokenKind::Word {
        Abort = "abort",
        Abs = "abs",
        Abstract = "abstract",
        Accept = "accept",
        Access = "access",
        Aliased = "aliased",
        All = "all",
        And = "and",
        Array = "array",
        At = "at",
        Begin = "begin",
        Body = "body",
        Case = "case",
        Constant = "constant",
        Declare = "declare",
        Delay = "delay",
        Delta = "delta",
        Digits = "digits",
        Do = "do",
        Else = "else",
        Elsif = "elsif",
        End = "end",
        Entry = "entry",
        Exception = "exception",
        Exit = "exit",
        For = "for",
        Function = "function",
        Generic = "generic",
        Goto = "goto",
        If = "if",
        In = "in",
        Interface = "interface",
        Is = "is",
        Limited = "limited",
        Loop = "loop",
        Mod = "mod",
        New = "new",
        Not = "not",
        Null = "null",
        Of = "of",
        Or = "or",
        Others = "others",
        Out = "out",
        Overriding = "overriding",
        Package = "package",
        Pragma = "pragma",
        Private = "private",
        Procedure = "procedure",
        Protected = "protected",
        Raise = "raise",
        Range = "range",
        Record = "record",
        Rem = "rem",
        Renames = "renames",
        Requeue = "requeue",
        Return = "return",
        Reverse = "reverse",
        Select = "select",
        Separate = "separate",
        Some = "some",
        Subtype = "subtype",
        Synchronized = "synchronized",
        Tagged = "tagged",
        Task = "task",
        Terminate = "terminate",
        Then = "then",
        Type = "type",
        Until = "until",
        Use = "use",
        When = "when",
        While = "while",
        With = "with",
        Xor = "xor",
    }
}

spellings! {
    /// The marks. The last four have a meaning in annotations only.
    Mark in TokenKind::Mark {
        Becomes = ":=",
        Arrow = "=>",
        DotDot = "..",
        Power = "**",
        NotEqual = "/=",
        GreaterEqual = ">=",
        LessEqual = "<=",
        LeftLabel = "<<",
        RightLabel = ">>",
        Box = "<>",
        Ampersand = "&",
        Tick = "'",
        Left = "(",
        Right = ")",
        Star = "*",
        Plus = "+",
        Comma = ",",
        Minus = "-",
        Dot = ".",
        Slash = "/",
        Colon = ":",
        Semicolon = ";",
        Less = "<",
        Equal = "=",
        Greater = ">",
        Bar = "|",
        To = "->",
        Read = "==",
        LeftCurly = "{",
        RightCurly = "}",
    }
}

impl Mark {
    /// Whether it has a meaning in annotations only.
    pub(super) const fn in_annotations(self) -> bool {
        matches!(self, Self::To | Self::Read | Self::LeftCurly | Self::RightCurly)
    }
}

impl Keyword {
    /// The longest reserved word.
    const LONGEST: usize = 12;

    /// The reserved word that is written so, in any case.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        let mut lower = [0_u8; Self::LONGEST];
        let lower = lower.get_mut(..word.len())?;
        lower.copy_from_slice(word.as_bytes());
        lower.make_ascii_lowercase();
        std::str::from_utf8(lower).ok().and_then(Self::from_text)
    }

    /// Whether it can begin a statement that cannot be part of another one; after a mistake, reading goes on
    /// here when a line begins with it.
    pub(super) const fn begins_statement(self) -> bool {
        use Keyword::{
            Abort, Accept, Case, Declare, Delay, Exit, For, Goto, If, Loop, Null, Pragma, Raise, Requeue,
            Return, Select, While,
        };
        matches!(
            self,
            Abort
                | Accept
                | Case
                | Declare
                | Delay
                | Exit
                | For
                | Goto
                | If
                | Loop
                | Null
                | Pragma
                | Raise
                | Requeue
                | Return
                | Select
                | While
        )
    }

    /// The same for declarations.
    pub(super) const fn begins_declaration(self) -> bool {
        use Keyword::{
            Entry, For, Function, Generic, Package, Pragma, Procedure, Protected, Subtype, Task, Type, Use,
        };
        matches!(
            self,
            Entry
                | For
                | Function
                | Generic
                | Package
                | Pragma
                | Procedure
                | Protected
                | Subtype
                | Task
                | Type
                | Use
        )
    }
}
