//! Small programs by hand, without any source text.

use suppose_base::{FileId, Span};

use super::program::{
    Alternative, Argument, Body, Chosen, Domain, Entry, EntryId, Exception, Expr, Instruction, Kind, Mode,
    Parameter, Pc, Place, Program, Task, TaskId, VarId, Variable,
};

/// A program to which things are added.
pub(super) fn program(name: &str) -> Program {
    Program {
        name: name.to_owned(),
        tasks: Vec::new(),
        variables: Vec::new(),
        entries: Vec::new(),
        properties: Vec::new(),
        every_size: None,
    }
}

/// A span that tells instructions apart.
pub(super) fn span(place: usize) -> Span {
    Span::new(FileId(0), place as u32 * 10, place as u32 * 10 + 5)
}

impl Program {
    pub(super) fn add_task(&mut self, name: &str) -> TaskId {
        let (name, code) = (name.to_owned(), Vec::new());
        self.tasks.push(Task { name, family: None, code, many: false, span: span(0) });
        TaskId(self.tasks.len() as u32 - 1)
    }

    pub(super) fn add_variable(
        &mut self,
        name: &str,
        owner: Option<TaskId>,
        domain: Domain,
        initial: Option<i64>,
    ) -> VarId {
        let (name, family, many) = (name.to_owned(), None, false);
        self.variables.push(Variable { name, owner, family, domain, initial, many, span: span(0) });
        VarId(self.variables.len() as u32 - 1)
    }

    pub(super) fn add_entry(&mut self, task: TaskId, label: &str, parameters: &[(Mode, Domain)]) -> EntryId {
        let place = self.entries.len();
        let parameters = parameters.iter().map(|(mode, domain)| Parameter {
            name: "p".to_owned(),
            mode: *mode,
            domain: domain.clone(),
        });
        self.entries.push(Entry {
            task,
            label: label.to_owned(),
            parameters: parameters.collect(),
            atomic: true,
            span: span(1000 + place),
        });
        EntryId(place as u32)
    }

    pub(super) fn set_code(&mut self, task: TaskId, code: Vec<Kind>) {
        let place = |(index, kind)| Instruction { kind, span: span(100 * task.0 as usize + index) };
        self.tasks[task.0 as usize].code = code.into_iter().enumerate().map(place).collect();
    }
}

pub(super) fn value(value: i64) -> Expr {
    Expr::Constant(value)
}

pub(super) fn of(variable: VarId) -> Expr {
    Expr::Scalar(variable)
}

pub(super) fn assign(target: VarId, value: Expr, next: u32) -> Kind {
    Kind::Assign { target: Place::Scalar(target), value, next: Pc(next) }
}

pub(super) fn branch(condition: Expr, yes: u32, no: u32) -> Kind {
    Kind::Branch { condition, yes: Pc(yes), no: Pc(no) }
}

pub(super) fn event(name: &str, arguments: Vec<(Expr, Domain)>, next: u32) -> Kind {
    Kind::Event { name: name.to_owned(), arguments, next: Pc(next) }
}

pub(super) fn single(entry: EntryId) -> Chosen {
    Chosen { indices: Vec::new(), members: vec![entry] }
}

pub(super) fn call(entry: EntryId, arguments: Vec<Argument>, next: u32) -> Kind {
    Kind::Call { entry: single(entry), arguments, next: Pc(next), otherwise: None }
}

pub(super) fn alternative(entry: EntryId, formals: Vec<VarId>, body: Body) -> Alternative {
    Alternative { guard: None, entry: single(entry), formals, body, span: span(500 + entry.0 as usize) }
}

/// An accept whose body is at `start`.
pub(super) fn accept(entry: EntryId, formals: Vec<VarId>, start: u32, next: u32) -> Kind {
    let body = Body::Atomic { start: Pc(start), next: Pc(next) };
    Kind::Select { alternatives: vec![alternative(entry, formals, body)], otherwise: None, terminate: false }
}

pub(super) fn raise() -> Kind {
    Kind::Raise(Exception::Program)
}

/// The elevator: two tasks that set a variable, meet, and then decide by it.
pub(super) fn elevator() -> Program {
    let mut program = program("elevator");
    let x = program.add_variable("x", None, Domain::boolean(), None);
    let car = program.add_task("car");
    let controller = program.add_task("controller");
    let [sync, open, close, go] =
        ["sync", "open", "close", "move"].map(|label| program.add_entry(car, label, &[]));
    let code = vec![
        assign(x, value(1), 1),
        accept(sync, vec![], 8, 2),
        branch(of(x), 3, 4),
        accept(open, vec![], 8, 4),
        branch(of(x), 5, 6),
        accept(close, vec![], 8, 6),
        accept(go, vec![], 8, 7),
        Kind::Stop,
        Kind::EndBody,
    ];
    program.set_code(car, code);
    let code = vec![
        assign(x, value(0), 1),
        call(sync, vec![], 2),
        branch(of(x), 3, 4),
        call(open, vec![], 4),
        branch(of(x), 5, 6),
        call(close, vec![], 6),
        call(go, vec![], 7),
        Kind::Stop,
    ];
    program.set_code(controller, code);
    program
}
