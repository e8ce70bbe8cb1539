//! The Ada text of a program.

use std::fmt::Write;

use super::{Alternative, Argument, Condition, Expr, Mode, Object, Source, Statement, Target, Type, Watched};

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

fn target(target: Target) -> String {
    match target {
        Target::Local(index) => format!("L{index}"),
        Target::Shared(index) => format!("S{index}"),
        Target::Formal(entry, place) => format!("E{entry}_P{place}"),
    }
}

fn expr(of: &Expr) -> String {
    let both =
        |left: &Expr, operator: &str, right: &Expr| format!("({} {operator} {})", expr(left), expr(right));
    match of {
        Expr::Value(kind, number) => value(*kind, *number),
        Expr::Object(object) => target(*object),
        Expr::Not(inner) => format!("(not {})", expr(inner)),
        Expr::Equal(left, right) => both(left, "=", right),
        Expr::Less(left, right) => both(left, "<", right),
        Expr::And(left, right) => both(left, "and", right),
        Expr::Or(left, right) => both(left, "or", right),
        Expr::AndThen(left, right) => both(left, "and then", right),
        Expr::OrElse(left, right) => both(left, "or else", right),
        Expr::Next(inner) => format!("({} + 1)", expr(inner)),
    }
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
        for (index, object) in source.shared.iter().enumerate() {
            self.line(&declaration(&format!("S{index}"), object));
        }
        for (index, unit) in source.tasks.iter().enumerate() {
            if unit.entries.is_empty() {
                self.line(&format!("task T{index};"));
                continue;
            }
            self.line(&format!("task T{index} is"));
            for (entry, parameters) in unit.entries.iter().enumerate() {
                self.line(&format!("   entry E{entry}{};", formals(entry, parameters)));
            }
            self.line(&format!("end T{index};"));
        }
        for (index, unit) in source.tasks.iter().enumerate() {
            self.line(&format!("task body T{index} is"));
            self.line("   G_Bool : Any_Bool.Generator;");
            self.line("   G_Small : Any_Small.Generator;");
            for (local, object) in unit.locals.iter().enumerate() {
                self.line(&format!("   {}", declaration(&format!("L{local}"), object)));
            }
            self.line("begin");
            let entries = &unit.entries;
            self.block(&unit.body, &Context { entries, locals: &unit.locals });
            self.line(&format!("end T{index};"));
        }
        self.property(source);
        self.line("G_Bool : Any_Bool.Generator;");
        self.depth -= 1;
        self.line("begin");
        self.block(&source.main, &Context { entries: &[], locals: &[] });
        self.line("end Random_Program;");
    }

    fn property(&mut self, source: &Source) {
        self.line("--# property P is");
        self.line("--#    init q0;");
        for (from, watched, to) in &source.property.moves {
            let what = match watched {
                Watched::Entry(task, entry, None) => format!("T{task}.E{entry}"),
                Watched::Entry(task, entry, Some(first)) => {
                    let of = source.tasks[*task].entries[*entry][0].1;
                    format!("T{task}.E{entry} ({})", value(of, *first))
                }
                Watched::Event(name) => format!("Ev{name}"),
                Watched::Write(shared, number) => {
                    format!("S{shared} = {}", value(source.shared[*shared].of, *number))
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
            Statement::Assign(to, from) => self.line(&format!("{} := {};", target(*to), expr(from))),
            Statement::Random(local) => {
                let of = match context.locals[*local].of {
                    Type::Bool => "Bool",
                    Type::Small => "Small",
                };
                self.line(&format!("L{local} := Any_{of}.Random (G_{of});"));
            }
            Statement::If(condition, yes, no) => {
                let condition = match condition {
                    Condition::Is(condition) => expr(condition),
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
                self.line(&format!("while {} loop", expr(condition)));
                self.block(body, context);
                self.line("end loop;");
            }
            Statement::Exit(None) => self.line("exit;"),
            Statement::Exit(Some(condition)) => self.line(&format!("exit when {};", expr(condition))),
            Statement::Event(name, value) => {
                let value = value.as_ref().map_or(String::new(), |value| format!(" ({})", expr(value)));
                // A block with nothing but a comment is no Ada.
                self.line("null;");
                self.line(&format!("--# event ev{name}{value}"));
            }
            Statement::Call { task, entry, arguments, instead } => {
                let values = arguments.iter().map(|argument| match argument {
                    Argument::In(value) => expr(value),
                    Argument::Out(place) | Argument::InOut(place) => target(*place),
                });
                let values: Vec<String> = values.collect();
                let values =
                    if values.is_empty() { String::new() } else { format!(" ({})", values.join(", ")) };
                let call = format!("T{task}.E{entry}{values};");
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
        }
    }

    fn accept(&mut self, entry: usize, body: Option<&[Statement]>, context: &Context<'_>) {
        let head = format!("accept E{entry}{}", formals(entry, &context.entries[entry]));
        match body {
            None => self.line(&format!("{head};")),
            Some(body) => {
                self.line(&format!("{head} do"));
                self.block(body, context);
                self.line(&format!("end E{entry};"));
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
                self.line(&format!("when {} =>", expr(guard)));
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

struct Context<'s> {
    entries: &'s [Vec<(Mode, Type)>],
    locals: &'s [Object],
}
