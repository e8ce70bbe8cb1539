//! The Ada text of a program.

use std::fmt::Write;

use super::{
    Alternative, Argument, Chosen, Condition, Expr, Mode, Object, Source, Statement, Target, Type, Unit,
    Watched,
};

/// The text, which a compiler accepts too.
pub(crate) fn text(source: &Source) -> String {
    let mut printer = Printer { out: String::new(), depth: 0 };
    printer.program(source);
    printer.out
}

struct Printer {
    out: String,
    depth: usize,
}

fn type_name(of: Type) -> &'static str {
    match of {
        Type::Bool => "Boolean",
        Type::Small => "Small",
    }
}

fn value(of: Type, value: i64) -> String {
    match of {
        Type::Bool => if value == 0 { "False" } else { "True" }.to_owned(),
        Type::Small => value.to_string(),
    }
}

/// What the statements of a task or of the main procedure stand in.
struct Context<'s> {
    source: &'s Source,
    unit: Option<&'s Unit>,
}

impl Context<'_> {
    fn target(&self, target: Target) -> String {
        match target {
            Target::Local(index) if self.unit.is_some_and(|unit| unit.array) && index < 3 => {
                format!("A ({index})")
            }
            Target::Local(index) => format!("L{index}"),
            Target::Shared(index) => shared_name(self.source, index),
            Target::Formal(entry, place) => format!("E{entry}_P{place}"),
            Target::Item(index) => format!("A (L{index})"),
            Target::SharedItem(index) => format!("SA (L{index})"),
        }
    }

    fn expr(&self, of: &Expr) -> String {
        let both = |left: &Expr, operator: &str, right: &Expr| {
            format!("({} {operator} {})", self.expr(left), self.expr(right))
        };
        match of {
            Expr::Value(kind, number) => value(*kind, *number),
            Expr::Object(object) => self.target(*object),
            Expr::Not(inner) => format!("(not {})", self.expr(inner)),
            Expr::Equal(left, right) => both(left, "=", right),
            Expr::Less(left, right) => both(left, "<", right),
            Expr::And(left, right) => both(left, "and", right),
            Expr::Or(left, right) => both(left, "or", right),
            Expr::AndThen(left, right) => both(left, "and then", right),
            Expr::OrElse(left, right) => both(left, "or else", right),
            Expr::Next(inner) => format!("({} + 1)", self.expr(inner)),
        }
    }

    /// An entry of some task.
    fn entry(of: &Unit, entry: Chosen) -> String {
        match entry {
            Chosen::By(index) => format!("F (L{index})"),
            Chosen::Entry(entry) => match of.member(entry) {
                Some(index) => format!("F ({index})"),
                None => format!("E{entry}"),
            },
        }
    }
}

fn shared_name(source: &Source, index: usize) -> String {
    if source.array && index < 3 { format!("SA ({index})") } else { format!("S{index}") }
}

fn formals(entry: usize, parameters: &[(Mode, Type)]) -> String {
    if parameters.is_empty() {
        return String::new();
    }
    let one = |(place, (mode, of)): (usize, &(Mode, Type))| {
        let mode = match mode {
            Mode::In => "in",
            Mode::Out => "out",
            Mode::InOut => "in out",
        };
        format!("E{entry}_P{place} : {mode} {}", type_name(*of))
    };
    let list: Vec<String> = parameters.iter().enumerate().map(one).collect();
    format!(" ({})", list.join("; "))
}

fn declaration(name: &str, object: &Object) -> String {
    let initial = object.initial.map_or(String::new(), |number| format!(" := {}", value(object.of, number)));
    format!("{name} : {}{initial};", type_name(object.of))
}

impl Printer {
    fn line(&mut self, text: &str) {
        writeln!(self.out, "{:indent$}{text}", "", indent = 3 * self.depth).expect("a string");
    }

    fn program(&mut self, source: &Source) {
        self.line("with Ada.Numerics.Discrete_Random;");
        self.line("procedure Random_Program is");
        self.depth += 1;
        self.line("type Small is range 0 .. 2;");
        self.line("package Any_Bool is new Ada.Numerics.Discrete_Random (Boolean);");
        self.line("package Any_Small is new Ada.Numerics.Discrete_Random (Small);");
        self.variables("S", source.array, &source.shared);
        for (index, unit) in source.tasks.iter().enumerate() {
            if unit.entries.is_empty() {
                self.line(&format!("task T{index};"));
                continue;
            }
            self.line(&format!("task T{index} is"));
            for (entry, parameters) in unit.entries.iter().enumerate() {
                match unit.member(entry) {
                    None => self.line(&format!("   entry E{entry}{};", formals(entry, parameters))),
                    Some(0) => self.line(&format!("   entry F (Small){};", formals(0, parameters))),
                    Some(_) => {}
                }
            }
            self.line(&format!("end T{index};"));
        }
        for (index, unit) in source.tasks.iter().enumerate() {
            self.line(&format!("task body T{index} is"));
            self.line("   G_Bool : Any_Bool.Generator;");
            self.line("   G_Small : Any_Small.Generator;");
            self.depth += 1;
            self.variables("L", unit.array, &unit.locals);
            self.depth -= 1;
            self.line("begin");
            self.block(&unit.body, &Context { source, unit: Some(unit) });
            self.line(&format!("end T{index};"));
        }
        self.property(source);
        self.line("G_Bool : Any_Bool.Generator;");
        self.depth -= 1;
        self.line("begin");
        self.block(&source.main, &Context { source, unit: None });
        self.line("end Random_Program;");
    }

    fn variables(&mut self, prefix: &str, array: bool, objects: &[Object]) {
        if array {
            let name = if prefix == "S" { "SA" } else { "A" };
            let initial = value(Type::Bool, objects[0].initial.unwrap_or(0));
            self.line(&format!("{name} : array (Small) of Boolean := (others => {initial});"));
        }
        for (index, object) in objects.iter().enumerate().skip(if array { 3 } else { 0 }) {
            self.line(&declaration(&format!("{prefix}{index}"), object));
        }
    }

    fn property(&mut self, source: &Source) {
        self.line("--# property P is");
        self.line("--#    init q0;");
        for (from, watched, to) in &source.property.moves {
            let what = match watched {
                Watched::Entry(task, entry, first) => {
                    let unit = &source.tasks[*task];
                    let name = Context::entry(unit, Chosen::Entry(*entry));
                    let first = first.map(|first| format!(" ({})", value(unit.entries[*entry][0].1, first)));
                    format!("T{task}.{name}{}", first.unwrap_or_default())
                }
                Watched::Failure(task, entry, end, exception) => {
                    let name = Context::entry(&source.tasks[*task], Chosen::Entry(*entry));
                    // The index of a family comes before `.end`.
                    let end = if *end { ".end" } else { "" };
                    format!("T{task}.{name}{end} exception {exception}")
                }
                Watched::Exception(task, exception) => format!("T{task}:exception {exception}"),
                Watched::Event(name) => format!("Ev{name}"),
                Watched::Write(shared, number) => {
                    format!(
                        "{} = {}",
                        shared_name(source, *shared),
                        value(source.shared[*shared].of, *number)
                    )
                }
            };
            let to = to.map_or("error".to_owned(), |to| format!("q{to}"));
            self.line(&format!("--#    q{from} -> {to} : {what};"));
        }
        self.line("--# end P;");
    }

    fn block(&mut self, block: &[Statement], context: &Context<'_>) {
        self.depth += 1;
        if block.is_empty() {
            self.line("null;");
        }
        for statement in block {
            self.statement(statement, context);
        }
        self.depth -= 1;
    }

    fn statement(&mut self, statement: &Statement, context: &Context<'_>) {
        match statement {
            Statement::Null => self.line("null;"),
            Statement::Assign(to, from) => {
                self.line(&format!("{} := {};", context.target(*to), context.expr(from)));
            }
            Statement::Random(local) => {
                let of = match context.unit.map(|unit| unit.locals[*local].of) {
                    Some(Type::Small) => "Small",
                    _ => "Bool",
                };
                let target = context.target(Target::Local(*local));
                self.line(&format!("{target} := Any_{of}.Random (G_{of});"));
            }
            Statement::If(condition, yes, no) => {
                let condition = match condition {
                    Condition::Is(condition) => context.expr(condition),
                    Condition::Random => "Any_Bool.Random (G_Bool)".to_owned(),
                };
                self.line(&format!("if {condition} then"));
                self.block(yes, context);
                if !no.is_empty() {
                    self.line("else");
                    self.block(no, context);
                }
                self.line("end if;");
            }
            Statement::Loop(body) => {
                self.line("loop");
                self.block(body, context);
                self.line("end loop;");
            }
            Statement::While(condition, body) => {
                self.line(&format!("while {} loop", context.expr(condition)));
                self.block(body, context);
                self.line("end loop;");
            }
            Statement::Exit(None) => self.line("exit;"),
            Statement::Exit(Some(condition)) => self.line(&format!("exit when {};", context.expr(condition))),
            Statement::Event(name, value) => {
                let value =
                    value.as_ref().map_or(String::new(), |value| format!(" ({})", context.expr(value)));
                // A block with nothing but a comment is no Ada.
                self.line("null;");
                self.line(&format!("--# event ev{name}{value}"));
            }
            Statement::Call { task, entry, arguments, instead } => {
                let values = arguments.iter().map(|argument| match argument {
                    Argument::In(value) => context.expr(value),
                    Argument::Out(place) | Argument::InOut(place) => context.target(*place),
                });
                let values: Vec<String> = values.collect();
                let values =
                    if values.is_empty() { String::new() } else { format!(" ({})", values.join(", ")) };
                let called = Context::entry(&context.source.tasks[*task], *entry);
                let call = format!("T{task}.{called}{values};");
                match instead {
                    None => self.line(&call),
                    Some(instead) => {
                        self.line("select");
                        self.line(&format!("   {call}"));
                        self.line("else");
                        self.block(instead, context);
                        self.line("end select;");
                    }
                }
            }
            Statement::Accept { entry, body } => self.accept(*entry, body.as_deref(), context),
            Statement::Select { alternatives, instead, terminate } => {
                self.select(alternatives, instead.as_deref(), *terminate, context);
            }
            Statement::Raise => self.line("raise Program_Error;"),
            Statement::Assert(condition) => {
                self.line(&format!("pragma Assert ({});", context.expr(condition)));
            }
        }
    }

    fn accept(&mut self, entry: Chosen, body: Option<&[Statement]>, context: &Context<'_>) {
        let Some(unit) = context.unit else { return };
        let formals = formals(unit.declared(entry.one()), &unit.entries[entry.one()]);
        let head = format!("accept {}{formals}", Context::entry(unit, entry));
        match body {
            None => self.line(&format!("{head};")),
            Some(body) => {
                self.line(&format!("{head} do"));
                self.block(body, context);
                let name = unit.member(entry.one()).map_or(format!("E{}", entry.one()), |_| "F".to_owned());
                self.line(&format!("end {name};"));
            }
        }
    }

    fn select(
        &mut self,
        alternatives: &[Alternative],
        instead: Option<&[Statement]>,
        terminate: bool,
        context: &Context<'_>,
    ) {
        for (index, alternative) in alternatives.iter().enumerate() {
            self.line(if index == 0 { "select" } else { "or" });
            self.depth += 1;
            if let Some(guard) = &alternative.guard {
                self.line(&format!("when {} =>", context.expr(guard)));
            }
            self.accept(alternative.entry, alternative.body.as_deref(), context);
            self.depth -= 1;
            if !alternative.after.is_empty() {
                self.block(&alternative.after, context);
            }
        }
        if terminate {
            self.line("or");
            self.line("   terminate;");
        }
        if let Some(instead) = instead {
            self.line("else");
            self.block(instead, context);
        }
        self.line("end select;");
    }
}
