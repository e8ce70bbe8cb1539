//! Statements.

use suppose_base::Span;

use super::{Choice, Declaration, DiscreteRange, Expr, Ident, Name, ParameterSpec};

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// All of it.
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `null;`
    Null,
    /// `x := e;`
    Assign(Name, Expr),
    /// A call of a procedure or of an entry.
    Call(Name),
    /// `if .. elsif .. else .. end if;`: conditions with what they lead to, then the `else` part, which may
    /// be empty.
    If(Vec<(Expr, Vec<Statement>)>, Vec<Statement>),
    /// `case e is .. end case;`
    Case(Expr, Vec<CaseAlternative>),
    /// All kinds of loops.
    Loop(Loop),
    /// `declare .. begin .. end;`, with its name.
    Block(Option<Ident>, Block),
    /// `exit [L] [when c];`
    Exit(Option<Ident>, Option<Expr>),
    /// `return [e];`
    Return(Option<Expr>),
    /// `accept E ..;`
    Accept(Accept),
    /// A `select` that accepts.
    Select(Select),
    /// A `select` that calls.
    ConditionalCall(ConditionalCall),
    /// `delay e;` or `delay until e;`
    Delay(Expr),
    /// `raise X [with ..];`
    Raise(Option<Name>),
    /// `pragma Assert (c);`
    Assert(Expr),
    /// `--# event ..` or a pragma that means the same.
    Event(EventMark),
}

/// `when a | b .. c => ..`
#[derive(Clone, Debug)]
pub struct CaseAlternative {
    /// For which values.
    pub choices: Vec<Choice>,
    /// What to do.
    pub statements: Vec<Statement>,
    /// From `when` to `=>`.
    pub span: Span,
}

/// `[L:] [while c | for i in r] loop .. end loop [L];`
#[derive(Clone, Debug)]
pub struct Loop {
    /// Its name.
    pub name: Option<Ident>,
    /// How it repeats.
    pub scheme: Scheme,
    /// What it repeats.
    pub body: Vec<Statement>,
}

/// How a loop repeats.
#[derive(Clone, Debug)]
pub enum Scheme {
    /// For ever.
    Forever,
    /// `while c`
    While(Expr),
    /// `for i in [reverse] r`
    For {
        /// The parameter.
        parameter: Ident,
        /// Its values.
        range: DiscreteRange,
        /// Whether they come backwards.
        reverse: bool,
    },
}

/// Declarations and statements.
#[derive(Clone, Debug)]
pub struct Block {
    /// What is declared.
    pub declarations: Vec<Declaration>,
    /// What is done.
    pub statements: Vec<Statement>,
}

/// `accept E [(index)] [(parameters)] [do .. end E];`
#[derive(Clone, Debug)]
pub struct Accept {
    /// The entry.
    pub entry: Ident,
    /// The member of a family.
    pub index: Option<Expr>,
    /// The parameters.
    pub parameters: Vec<ParameterSpec>,
    /// What is done during the rendezvous; `None` without `do`.
    pub body: Option<Vec<Statement>>,
    /// All of it.
    pub span: Span,
}

/// `select [when g =>] accept ..; .. or .. [else ..] end select;`
#[derive(Clone, Debug)]
pub struct Select {
    /// The alternatives, at least one; at most one of them is `terminate`, and not together with a delay.
    pub alternatives: Vec<SelectAlternative>,
    /// The `else` part.
    pub otherwise: Option<Vec<Statement>>,
}

/// An alternative of a `select`.
#[derive(Clone, Debug)]
pub struct SelectAlternative {
    /// When it is open.
    pub guard: Option<Expr>,
    /// What it waits for.
    pub trigger: Trigger,
    /// What follows.
    pub statements: Vec<Statement>,
    /// From its guard to the end of what it waits for.
    pub span: Span,
}

/// What an alternative of a `select` waits for.
#[derive(Clone, Debug)]
pub enum Trigger {
    /// A call.
    Accept(Accept),
    /// The end of all others.
    Terminate,
    /// Time.
    Delay(Expr),
}

/// `select T.E; .. else .. end select;`, or `or delay d; ..` in place of `else`.
#[derive(Clone, Debug)]
pub struct ConditionalCall {
    /// The entry with its arguments.
    pub call: Name,
    /// What follows the call.
    pub statements: Vec<Statement>,
    /// How long a timed call waits; `None` is `else`.
    pub delay: Option<Expr>,
    /// What is done without the call.
    pub otherwise: Vec<Statement>,
}

/// An event that the source names.
#[derive(Clone, Debug)]
pub struct EventMark {
    /// Its name, perhaps with dots.
    pub name: Ident,
    /// The values that follow the name in the action.
    pub arguments: Vec<Expr>,
}
