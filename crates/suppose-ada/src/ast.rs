//! The tree of a text: what is written, with spans, before any name is looked up.
//!
//! Ada writes calls, array elements, conversions and members of entry families alike, so a [`Name`] keeps its
//! parts as they stand and what they mean is decided where declarations are known. Annotations (`--# ..`) are
//! part of the tree: events are statements, properties are declarations, and functions and entries carry what
//! is said about them.
//!
//! What is merely long is a list (operands of equal precedence, `elsif` branches, parts of names), so the
//! tree is only as deep as its text is nested, which the parser bounds: recursion over it is safe.
//!
//! `ast/expr` has names and expressions, `ast/statement` statements, `ast/property` properties. Declarations
//! are here.

mod expr;
mod property;
mod statement;

use suppose_base::Span;

pub use super::program::Mode;
pub use expr::{
    Argument, Association, Choice, DiscreteRange, Expr, ExprKind, Name, Operator, Part, Range, Sign,
};
pub use property::{
    Condition, Pattern, PatternKind, PatternPart, PatternPath, PatternValue, PropertyDef, PropertyItem,
    Repetition, StateRef, TransitionDef,
};
pub use statement::{
    Accept, Block, CaseAlternative, ConditionalCall, EventMark, Loop, Scheme, Select, SelectAlternative,
    Statement, StatementKind, Trigger,
};

/// An identifier. Ada ignores the case of letters, so names are compared by `key`.
#[derive(Clone, Debug)]
pub struct Ident {
    /// As it is written, for messages. Names of events may have dots.
    pub text: String,
    /// In lower case.
    pub key: String,
    /// Where it is.
    pub span: Span,
}

/// A whole file.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The compilation units, in order.
    pub units: Vec<Unit>,
    /// Properties outside of all units; they can name what the main procedure declares.
    pub properties: Vec<PropertyDef>,
}

/// A compilation unit: a library procedure, function, package or package body.
#[derive(Clone, Debug)]
pub struct Unit {
    /// `with` and `use` clauses before it.
    pub context: Vec<Context>,
    /// What is compiled.
    pub item: Declaration,
}

/// A clause before a compilation unit.
#[derive(Clone, Debug)]
pub enum Context {
    /// `with A, B.C;`
    With(Vec<Name>),
    /// `use A;` or `use type T;`
    Use(UseClause),
}

/// `use A, B;` or `use type T;`
#[derive(Clone, Debug)]
pub struct UseClause {
    /// Packages, or types.
    pub names: Vec<Name>,
    /// Whether they are types, of which only operators become visible.
    pub types: bool,
    /// The whole clause.
    pub span: Span,
}

/// A declaration or a body.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// What it declares.
    pub kind: DeclarationKind,
    /// All of it.
    pub span: Span,
}

/// What a declaration declares.
#[derive(Clone, Debug)]
pub enum DeclarationKind {
    /// `X, Y : [constant] T := e;`
    Object(ObjectDecl),
    /// `N, M : constant := e;`
    Number(NumberDecl),
    /// `X : T renames Y;`
    Renaming(RenamingDecl),
    /// `type T is ..;`
    Type(TypeDecl),
    /// `subtype S is T range ..;`
    Subtype(SubtypeDecl),
    /// `task [type] T .. is entry ..; end T;`
    Task(TaskDecl),
    /// `task body T is .. begin .. end T;`
    TaskBody(TaskBody),
    /// A procedure or a function, with or without its body.
    Subprogram(Subprogram),
    /// `package P is .. end P;`
    Package(PackageDecl),
    /// `package body P is .. end P;`
    PackageBody(PackageBody),
    /// `package P is new G (..);`
    Instance(InstanceDecl),
    /// `use P;`
    Use(UseClause),
    /// `--# property P is .. --# end P;`
    Property(PropertyDef),
}

/// `X, Y : [constant] T := e;`
#[derive(Clone, Debug)]
pub struct ObjectDecl {
    /// The names.
    pub names: Vec<Ident>,
    /// Whether they are constants.
    pub constant: bool,
    /// Their type.
    pub of: ObjectType,
    /// The initial value.
    pub value: Option<Expr>,
}

/// The type of declared objects.
#[derive(Clone, Debug)]
pub enum ObjectType {
    /// A type that has a name.
    Named(SubtypeIndication),
    /// `array (..) of T`
    Array(ArrayDefinition),
}

/// `N, M : constant := e;`
#[derive(Clone, Debug)]
pub struct NumberDecl {
    /// The names.
    pub names: Vec<Ident>,
    /// The value.
    pub value: Expr,
}

/// `X : T renames Y;`
#[derive(Clone, Debug)]
pub struct RenamingDecl {
    /// The new name.
    pub name: Ident,
    /// The type, which may be left out in newer editions of Ada.
    pub mark: Option<Name>,
    /// What it is another name of.
    pub object: Name,
}

/// `type T is ..;`
#[derive(Clone, Debug)]
pub struct TypeDecl {
    /// Its name.
    pub name: Ident,
    /// What it is.
    pub definition: TypeDefinition,
}

/// What a type is.
#[derive(Clone, Debug)]
pub enum TypeDefinition {
    /// `(Red, Green)`
    Enumeration(Vec<Ident>),
    /// `range a .. b`
    Integer(Range),
    /// `mod n`
    Modular(Expr),
    /// `array (..) of T`
    Array(ArrayDefinition),
    /// `new T [range ..]`
    Derived(SubtypeIndication),
}

/// `array (1 .. 3, Boolean) of T`
#[derive(Clone, Debug)]
pub struct ArrayDefinition {
    /// One range for each dimension; at least one.
    pub indices: Vec<DiscreteRange>,
    /// The type of the elements.
    pub element: SubtypeIndication,
    /// All of it.
    pub span: Span,
}

/// `subtype S is T range ..;`
#[derive(Clone, Debug)]
pub struct SubtypeDecl {
    /// Its name.
    pub name: Ident,
    /// What it is.
    pub indication: SubtypeIndication,
}

/// A type with what it is restricted to: `T`, `T range 1 .. 3`, `Pump (1)`.
#[derive(Clone, Debug)]
pub struct SubtypeIndication {
    /// The type.
    pub mark: Name,
    /// The restriction.
    pub constraint: Option<Constraint>,
    /// All of it.
    pub span: Span,
}

/// What a type is restricted to.
#[derive(Clone, Debug)]
pub enum Constraint {
    /// `range a .. b`
    Range(Range),
    /// The discriminants of a task: `(1)`, `(Id => 1)`.
    Discriminants(Vec<Argument>),
}

/// `task [type] T [(..)] [is .. end T];`
#[derive(Clone, Debug)]
pub struct TaskDecl {
    /// Its name.
    pub name: Ident,
    /// Whether it is a type; otherwise it is one task.
    pub is_type: bool,
    /// The discriminants of a type.
    pub discriminants: Vec<ParameterSpec>,
    /// The entries.
    pub entries: Vec<EntryDecl>,
}

/// `entry E [(range)] [(parameters)];`
#[derive(Clone, Debug)]
pub struct EntryDecl {
    /// Its name.
    pub name: Ident,
    /// The index of a family.
    pub family: Option<DiscreteRange>,
    /// The parameters.
    pub parameters: Vec<ParameterSpec>,
    /// What its actions are called, by an annotation on the line where it ends.
    pub event: Option<Ident>,
    /// All of it.
    pub span: Span,
}

/// Parameters or discriminants that are declared together: `A, B : in out T := e`.
#[derive(Clone, Debug)]
pub struct ParameterSpec {
    /// The names.
    pub names: Vec<Ident>,
    /// Which way values go.
    pub mode: Mode,
    /// The type.
    pub mark: Name,
    /// The value when none is given.
    pub default: Option<Expr>,
    /// All of it.
    pub span: Span,
}

/// `task body T is .. begin .. end T;`
#[derive(Clone, Debug)]
pub struct TaskBody {
    /// The task or task type.
    pub name: Ident,
    /// What it declares.
    pub declarations: Vec<Declaration>,
    /// What it does.
    pub statements: Vec<Statement>,
}

/// A procedure or a function.
#[derive(Clone, Debug)]
pub struct Subprogram {
    /// Its name.
    pub name: Ident,
    /// The parameters.
    pub parameters: Vec<ParameterSpec>,
    /// The type of the result of a function.
    pub result: Option<Name>,
    /// What it does.
    pub body: SubprogramBody,
    /// Where an annotation says that the result of a function is any value of its type.
    pub any: Option<Span>,
}

/// What a subprogram does.
#[derive(Clone, Debug)]
pub enum SubprogramBody {
    /// It is only declared here.
    Declared,
    /// `is (e);`
    Expression(Expr),
    /// `is .. begin .. end;`; `is null;` is one statement `null`.
    Statements(Block),
}

/// `package P is .. [private ..] end P;`
#[derive(Clone, Debug)]
pub struct PackageDecl {
    /// Its name.
    pub name: Ident,
    /// What it declares; what comes after `private` too, since nothing in the subset depends on the
    /// difference.
    pub declarations: Vec<Declaration>,
}

/// `package body P is .. [begin ..] end P;`
#[derive(Clone, Debug)]
pub struct PackageBody {
    /// The package.
    pub name: Ident,
    /// What it declares.
    pub declarations: Vec<Declaration>,
    /// What happens when the package is elaborated; usually nothing.
    pub statements: Vec<Statement>,
}

/// `package P is new G (..);`
#[derive(Clone, Debug)]
pub struct InstanceDecl {
    /// Its name.
    pub name: Ident,
    /// The generic package.
    pub generic: Name,
    /// What it is instantiated with.
    pub arguments: Vec<Argument>,
}
