//! Trees as short texts in which everything that the parser decides can be seen: what is an operand of what,
//! and what belongs to what.
//!
//! Operands stand in brackets, statements of a list in braces.

use suppose_ada::ast::{
    Accept, Argument, Association, Choice, Constraint, Declaration, DeclarationKind, DiscreteRange,
    EventMark, Expr, ExprKind, Ident, Mode, Name, ObjectType, ParameterSpec, Part, Pattern, PatternKind,
    PatternPath, PatternValue, PropertyItem, Range, Scheme, StateRef, Statement, StatementKind, Subprogram,
    SubprogramBody, SubtypeIndication, Trigger, TypeDefinition,
};

fn join<T>(items: &[T], between: &str, show: impl Fn(&T) -> String) -> String {
    items.iter().map(show).collect::<Vec<_>>().join(between)
}

fn names(list: &[Ident]) -> String {
    join(list, ",", |ident| ident.key.clone())
}

fn optional<T>(value: Option<&T>, show: impl Fn(&T) -> String) -> String {
    value.map(show).unwrap_or_default()
}

fn name(n: &Name) -> String {
    n.head.key.clone()
        + &join(&n.parts, "", |part| match part {
            Part::Selected(ident) => format!(".{}", ident.key),
            Part::Attribute(ident) => format!("'{}", ident.key),
            Part::Arguments(list, _) => format!("({})", join(list, ",", argument)),
        })
}

fn argument(a: &Argument) -> String {
    optional(a.formal.as_ref(), |formal| format!("{}=>", formal.key)) + &expr(&a.value)
}

pub(crate) fn expr(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Integer(value) => value.to_string(),
        ExprKind::Real => "real".to_owned(),
        ExprKind::Character(value) => format!("{value:?}"),
        ExprKind::Text(text) => format!("{text:?}"),
        ExprKind::Name(n) => name(n),
        ExprKind::Unary(sign, operand) => format!("[{sign:?} {}]", expr(operand)),
        ExprKind::Chain(first, rest) => {
            let rest = join(rest, "", |(operator, operand)| format!(" {operator:?} {}", expr(operand)));
            format!("[{}{rest}]", expr(first))
        }
        ExprKind::Membership(value, negated, list) => {
            let not = if *negated { "not " } else { "" };
            format!("[{} {not}in {}]", expr(value), choices(list))
        }
        ExprKind::If(branches, otherwise) => {
            let branches = join(branches, " ", |(c, e)| format!("if {} then {}", expr(c), expr(e)));
            format!("[{branches}{}]", optional(otherwise.as_ref(), |e| format!(" else {}", expr(e))))
        }
        ExprKind::Aggregate(list) => format!("agg({})", join(list, ",", association)),
        ExprKind::Qualified(mark, value) => format!("{}'({})", name(mark), expr(value)),
    }
}

fn association(a: &Association) -> String {
    if a.choices.is_empty() { expr(&a.value) } else { format!("{}=>{}", choices(&a.choices), expr(&a.value)) }
}

fn choices(list: &[Choice]) -> String {
    join(list, "|", |choice| match choice {
        Choice::Value(value) => expr(value),
        Choice::Range(range) => discrete(range),
        Choice::Others(_) => "others".to_owned(),
    })
}

fn discrete(range: &DiscreteRange) -> String {
    match range {
        DiscreteRange::Range(range) => bounds(range),
        DiscreteRange::Subtype(indication) => format!("type {}", subtype(indication)),
    }
}

fn bounds(range: &Range) -> String {
    match range {
        Range::Bounds(first, last) => format!("{}..{}", expr(first), expr(last)),
        Range::Attribute(n) => format!("range {}", name(n)),
    }
}

fn subtype(indication: &SubtypeIndication) -> String {
    name(&indication.mark)
        + &optional(indication.constraint.as_ref(), |constraint| match constraint {
            Constraint::Range(range) => format!(" {}", bounds(range)),
            Constraint::Discriminants(list) => format!("<{}>", join(list, ",", argument)),
        })
}

pub(crate) fn statements(list: &[Statement]) -> String {
    format!("{{{}}}", join(list, "; ", statement))
}

fn statement(s: &Statement) -> String {
    match &s.kind {
        StatementKind::Null => "null".to_owned(),
        StatementKind::Assign(target, value) => format!("{}:={}", name(target), expr(value)),
        StatementKind::Call(n) => format!("call {}", name(n)),
        StatementKind::If(branches, otherwise) => {
            let branches = join(branches, " ", |(c, list)| format!("if {} {}", expr(c), statements(list)));
            if otherwise.is_empty() { branches } else { format!("{branches} else {}", statements(otherwise)) }
        }
        StatementKind::Case(selector, alternatives) => {
            let list =
                join(alternatives, " ", |a| format!("{} {}", choices(&a.choices), statements(&a.statements)));
            format!("case {} {list}", expr(selector))
        }
        StatementKind::Loop(repeated) => {
            let label = optional(repeated.name.as_ref(), |n| format!("{}: ", n.key));
            let scheme = match &repeated.scheme {
                Scheme::Forever => "loop".to_owned(),
                Scheme::While(condition) => format!("while {}", expr(condition)),
                Scheme::For { parameter, range, reverse } => {
                    format!(
                        "for {} in {}{}",
                        parameter.key,
                        if *reverse { "reverse " } else { "" },
                        discrete(range)
                    )
                }
            };
            format!("{label}{scheme} {}", statements(&repeated.body))
        }
        StatementKind::Block(label, block) => {
            let label = optional(label.as_ref(), |n| format!("{}: ", n.key));
            format!("{label}block {} {}", declarations(&block.declarations), statements(&block.statements))
        }
        StatementKind::Exit(label, condition) => {
            let label = optional(label.as_ref(), |n| format!(" {}", n.key));
            format!("exit{label}{}", optional(condition.as_ref(), |c| format!(" when {}", expr(c))))
        }
        StatementKind::Return(value) => {
            format!("return{}", optional(value.as_ref(), |e| format!(" {}", expr(e))))
        }
        StatementKind::Accept(a) => accept(a),
        StatementKind::Select(select) => {
            let list = join(&select.alternatives, " or ", |a| {
                let guard = optional(a.guard.as_ref(), |g| format!("when {} ", expr(g)));
                let trigger = match &a.trigger {
                    Trigger::Accept(a) => accept(a),
                    Trigger::Terminate => "terminate".to_owned(),
                    Trigger::Delay(time) => format!("delay {}", expr(time)),
                };
                format!("{guard}{trigger} {}", statements(&a.statements))
            });
            format!(
                "select {list}{}",
                optional(select.otherwise.as_ref(), |o| format!(" else {}", statements(o)))
            )
        }
        StatementKind::ConditionalCall(call) => {
            let other = optional(call.delay.as_ref(), |time| format!("delay {} ", expr(time)));
            let (first, second) = (statements(&call.statements), statements(&call.otherwise));
            format!("try {} {first} else {other}{second}", name(&call.call))
        }
        StatementKind::Delay(time) => format!("delay {}", expr(time)),
        StatementKind::Assert(condition) => format!("assert {}", expr(condition)),
        StatementKind::Raise(exception) => {
            format!("raise{}", optional(exception.as_ref(), |n| format!(" {}", name(n))))
        }
        StatementKind::Event(mark) => event(mark),
    }
}

fn event(mark: &EventMark) -> String {
    let values = join(&mark.arguments, ",", expr);
    format!(
        "event {}{}",
        mark.name.key,
        if values.is_empty() { String::new() } else { format!("({values})") }
    )
}

fn accept(a: &Accept) -> String {
    let index = optional(a.index.as_ref(), |e| format!(" [{}]", expr(e)));
    let body = optional(a.body.as_ref(), |list| format!(" do {}", statements(list)));
    format!("accept {}{index}{}{body}", a.entry.key, parameters(&a.parameters))
}

fn parameters(list: &[ParameterSpec]) -> String {
    if list.is_empty() {
        return String::new();
    }
    let one = |p: &ParameterSpec| {
        let mode = match p.mode {
            Mode::In => "in",
            Mode::Out => "out",
            Mode::InOut => "inout",
        };
        let default = optional(p.default.as_ref(), |e| format!(":={}", expr(e)));
        format!("{}:{mode} {}{default}", names(&p.names), name(&p.mark))
    };
    format!(" ({})", join(list, ";", one))
}

pub(crate) fn declarations(list: &[Declaration]) -> String {
    format!("{{{}}}", join(list, "; ", declaration))
}

pub(crate) fn declaration(d: &Declaration) -> String {
    match &d.kind {
        DeclarationKind::Object(object) => {
            let constant = if object.constant { "constant " } else { "" };
            let of = match &object.of {
                ObjectType::Named(indication) => subtype(indication),
                ObjectType::Array(array) => {
                    format!("array ({}) of {}", join(&array.indices, ",", discrete), subtype(&array.element))
                }
            };
            let value = optional(object.value.as_ref(), |e| format!(":={}", expr(e)));
            format!("{}: {constant}{of}{value}", names(&object.names))
        }
        DeclarationKind::Number(number) => {
            format!("{}: number {}", names(&number.names), expr(&number.value))
        }
        DeclarationKind::Renaming(renaming) => {
            let mark = optional(renaming.mark.as_ref(), name);
            format!("{}: {mark} renames {}", renaming.name.key, name(&renaming.object))
        }
        DeclarationKind::Type(t) => format!("type {} {}", t.name.key, definition(&t.definition)),
        DeclarationKind::Subtype(s) => format!("subtype {} {}", s.name.key, subtype(&s.indication)),
        DeclarationKind::Task(task) => {
            let kind = if task.is_type { "task type" } else { "task" };
            let entries = join(&task.entries, "; ", |entry| {
                let family = optional(entry.family.as_ref(), |range| format!(" [{}]", discrete(range)));
                let event = optional(entry.event.as_ref(), |event| format!(" event {}", event.key));
                format!("{}{family}{}{event}", entry.name.key, parameters(&entry.parameters))
            });
            format!("{kind} {}{} {{{entries}}}", task.name.key, parameters(&task.discriminants))
        }
        DeclarationKind::TaskBody(body) => {
            let (first, second) = (declarations(&body.declarations), statements(&body.statements));
            format!("task body {} {first} {second}", body.name.key)
        }
        DeclarationKind::Subprogram(s) => subprogram(s),
        DeclarationKind::Package(package) => {
            format!("package {} {}", package.name.key, declarations(&package.declarations))
        }
        DeclarationKind::PackageBody(body) => {
            let (first, second) = (declarations(&body.declarations), statements(&body.statements));
            format!("package body {} {first} {second}", body.name.key)
        }
        DeclarationKind::Instance(i) => {
            format!("instance {} {}({})", i.name.key, name(&i.generic), join(&i.arguments, ",", argument))
        }
        DeclarationKind::Use(clause) => {
            format!("use {}{}", if clause.types { "type " } else { "" }, join(&clause.names, ",", name))
        }
        DeclarationKind::Property(property) => {
            format!("property {} {}", property.name.key, join(&property.items, " ", item))
        }
    }
}

fn subprogram(s: &Subprogram) -> String {
    let result = optional(s.result.as_ref(), |mark| format!(" return {}", name(mark)));
    let any = if s.any.is_some() { "any " } else { "" };
    let body = match &s.body {
        SubprogramBody::Declared => String::new(),
        SubprogramBody::Expression(value) => format!(" is {}", expr(value)),
        SubprogramBody::Statements(block) => {
            format!(" {} {}", declarations(&block.declarations), statements(&block.statements))
        }
    };
    format!("{any}sub {}{}{result}{body}", s.name.key, parameters(&s.parameters))
}

fn definition(d: &TypeDefinition) -> String {
    match d {
        TypeDefinition::Enumeration(literals) => format!("({})", names(literals)),
        TypeDefinition::Integer(range) => bounds(range),
        TypeDefinition::Modular(modulus) => format!("mod {}", expr(modulus)),
        TypeDefinition::Array(array) => {
            format!("array ({}) of {}", join(&array.indices, ",", discrete), subtype(&array.element))
        }
        TypeDefinition::Derived(parent) => format!("new {}", subtype(parent)),
    }
}

fn item(i: &PropertyItem) -> String {
    match i {
        PropertyItem::Init(s) => format!("init {};", state(s)),
        PropertyItem::Transition(t) => {
            format!("{}->{}: {};", join(&t.from, ",", state), state(&t.to), join(&t.on, ", ", pattern))
        }
        PropertyItem::For(group) => {
            format!(
                "for {} in {} {{{}}}",
                group.name.key,
                discrete(&group.range),
                join(&group.items, " ", item)
            )
        }
        PropertyItem::If(group) => {
            let (first, second) = (join(&group.items, " ", item), join(&group.otherwise, " ", item));
            format!("if {} {{{first}}} else {{{second}}}", expr(&group.condition))
        }
    }
}

fn state(s: &StateRef) -> String {
    let indices = join(&s.indices, ",", expr);
    if indices.is_empty() { s.name.key.clone() } else { format!("{}({indices})", s.name.key) }
}

fn pattern(p: &Pattern) -> String {
    let task = optional(p.task.as_ref(), |task| format!("{}:", path(task)));
    let raised = || optional(p.raised.as_ref(), |exception| format!(" exception {}", exception.key));
    task + &match &p.kind {
        PatternKind::Action(action) => format!("{}{}", path(action), raised()),
        PatternKind::End(action, values) => {
            format!("{}.end({}){}", path(action), join(values, ",", value), raised())
        }
        PatternKind::Write(variable, written) => format!("{}={}", path(variable), value(written)),
        PatternKind::Read(variable, read) => format!("{}=={}", path(variable), value(read)),
        PatternKind::Exception(exception) => format!("exception {}", exception.key),
    }
}

fn path(p: &PatternPath) -> String {
    join(&p.parts, ".", |part| {
        part.name.key.clone() + &join(&part.groups, "", |group| format!("({})", join(group, ",", value)))
    })
}

fn value(v: &PatternValue) -> String {
    match v {
        PatternValue::Value(value) => expr(value),
        PatternValue::Range(range) => discrete(range),
        PatternValue::Any(_) => "<>".to_owned(),
    }
}
