//! How random programs are made.

use suppose_testing::Random;

use super::{
    Alternative, Argument, Chosen, Condition, EVENTS, Expr, Mode, Object, Source, Statement, Target, Type,
    Unit,
};

use super::reach::{passes, reached};
use super::watch::property;

fn kind(random: &mut Random) -> Type {
    if random.once_in(3) { Type::Small } else { Type::Bool }
}

pub(super) fn value(random: &mut Random, of: Type) -> i64 {
    (0..=of.last()).nth(random.below(of.count())).expect("one of them")
}

fn object(random: &mut Random) -> Object {
    let of = kind(random);
    let initial = (!random.once_in(4)).then(|| value(random, of));
    Object { of, initial }
}

/// A random program.
pub(crate) fn program(seed: u64) -> Source {
    let mut random = Random::new(seed);
    let random = &mut random;
    let array = random.once_in(8);
    let mut shared = if array { elements(random) } else { Vec::new() };
    shared.extend((0..random.below(3)).map(|_| object(random)));
    let tasks = 2 + random.below(2) + usize::from(random.once_in(6));
    let mut units: Vec<Unit> = (0..tasks)
        .map(|task| {
            // The first task has an entry at least, so that there is something to call.
            let entries = random.below(3).max(usize::from(task == 0));
            let (family, array) = (random.once_in(5), random.once_in(5));
            let members = if family { vec![parameters(random); 3] } else { Vec::new() };
            let entries = members.into_iter().chain((0..entries).map(|_| parameters(random))).collect();
            let mut locals = if array { elements(random) } else { Vec::new() };
            locals.extend((0..random.below(3)).map(|_| object(random)));
            Unit { family, array, entries, locals, body: Vec::new() }
        })
        .collect();
    let size = 2 + random.below(9);
    let meets = random.once_in(2);
    for task in 0..tasks {
        let mut writer = Writer::new(random, &units, (&shared, array), Some(task), size);
        writer.meets = meets;
        let body = writer.body();
        units[task].body = body;
    }
    let main = if random.once_in(4) {
        Writer::new(random, &units, (&shared, array), None, 3).block(2)
    } else {
        vec![Statement::Null]
    };
    let property = property(random, &units, &shared);
    Source { array, shared, tasks: units, main, property }
}

/// The elements of an array.
fn elements(random: &mut Random) -> Vec<Object> {
    let initial = Some(value(random, Type::Bool));
    vec![Object { of: Type::Bool, initial }; 3]
}

fn parameters(random: &mut Random) -> Vec<(Mode, Type)> {
    let many = [0, 0, 1, 1, 2][random.below(5)];
    let mode = |random: &mut Random| [Mode::In, Mode::In, Mode::Out, Mode::InOut][random.below(4)];
    (0..many).map(|_| (mode(random), kind(random))).collect()
}

/// Writes the statements of one task, or of the main procedure.
#[expect(clippy::struct_excessive_bools, reason = "what may be written depends on all of them")]
struct Writer<'a> {
    random: &'a mut Random,
    units: &'a [Unit],
    shared: &'a [Object],
    shared_array: bool,
    task: Option<usize>,
    /// How many more statements there may be.
    left: usize,
    /// The accepts around.
    accepting: Vec<usize>,
    in_loop: bool,
    /// Nothing that others notice.
    quiet: bool,
    /// Most of it is about calls, which the first task accepts.
    meets: bool,
}

impl<'a> Writer<'a> {
    fn new(
        random: &'a mut Random,
        units: &'a [Unit],
        (shared, shared_array): (&'a [Object], bool),
        task: Option<usize>,
        left: usize,
    ) -> Self {
        let accepting = Vec::new();
        let (in_loop, quiet, meets) = (false, false, false);
        Self { random, units, shared, shared_array, task, left, accepting, in_loop, quiet, meets }
    }

    /// The whole of a task: often an endless loop.
    fn body(&mut self) -> Vec<Statement> {
        let mut body = if self.random.once_in(2) { self.block(1) } else { Vec::new() };
        if self.random.once_in(2) {
            self.in_loop = true;
            body.push(Statement::Loop(self.block(3)));
            self.in_loop = false;
        } else if body.is_empty() {
            body = self.block(3);
        }
        reached(body)
    }

    fn block(&mut self, depth: usize) -> Vec<Statement> {
        let many = 1 + self.random.below(3);
        let block = reached((0..many).filter_map(|_| self.statement(depth)).collect());
        if block.is_empty() { vec![Statement::Null] } else { block }
    }

    fn statement(&mut self, depth: usize) -> Option<Statement> {
        self.left = self.left.checked_sub(1)?;
        // Bodies of accepts raise more often than other code, as two tasks are concerned then.
        let seldom = if self.accepting.is_empty() {
            60
        } else if self.meets {
            4
        } else {
            8
        };
        if self.random.once_in(seldom) {
            let condition = if self.random.once_in(3) { None } else { self.condition(1) };
            return Some(condition.map_or(Statement::Raise, Statement::Assert));
        }
        if self.meets && !self.quiet && !self.random.once_in(3) {
            let nested = !self.accepting.is_empty() && self.random.once_in(2);
            let accepts = nested || self.task == Some(0) && !self.random.once_in(4);
            return if accepts { self.accept(depth) } else { self.call(depth, false) };
        }
        let choice = self.random.below(if depth == 0 { 10 } else { 16 });
        match choice {
            0 | 1 => self.assign(),
            2 => {
                let locals = self.task.map_or(0, |task| self.units[task].locals.len());
                (locals > 0).then(|| Statement::Random(self.random.below(locals)))
            }
            3 if self.in_loop => {
                Some(Statement::Exit(if self.random.once_in(4) { None } else { self.condition(2) }))
            }
            3 => self.random.once_in(6).then_some(Statement::Raise),
            4 if !self.quiet => {
                let name = self.random.below(EVENTS.len());
                Some(Statement::Event(name, EVENTS[name].map(|of| self.plain(of))))
            }
            5 | 6 if !self.quiet => self.call(depth, false),
            7..=9 if !self.quiet => self.accept(depth),
            10 | 11 => {
                let condition = if self.random.once_in(4) { None } else { self.condition(2) };
                let condition = condition.map_or(Condition::Random, Condition::Is);
                let yes = self.block(depth - 1);
                let no = if self.random.once_in(2) { self.block(depth - 1) } else { Vec::new() };
                Some(Statement::If(condition, yes, no))
            }
            12 => {
                let before = std::mem::replace(&mut self.in_loop, true);
                let body = self.block(depth - 1);
                self.in_loop = before;
                let condition = if self.random.once_in(2) { self.condition(1) } else { None };
                Some(match condition {
                    Some(condition) => Statement::While(condition, body),
                    None => Statement::Loop(body),
                })
            }
            13 if !self.quiet => self.call(depth, true),
            14 | 15 if !self.quiet => self.select(depth),
            _ => None,
        }
    }

    /// What can be read here.
    fn readable(&self) -> Vec<(Target, Type)> {
        let mut all = Vec::new();
        if let Some(task) = self.task {
            let unit = &self.units[task];
            all.extend(unit.locals.iter().enumerate().map(|(i, object)| (Target::Local(i), object.of)));
            if let Some(index) = self.index() {
                if unit.array {
                    all.push((Target::Item(index), Type::Bool));
                }
                if self.shared_array && !self.quiet {
                    all.push((Target::SharedItem(index), Type::Bool));
                }
            }
            for &entry in &self.accepting {
                let formals = unit.entries[entry].iter().enumerate();
                all.extend(formals.map(|(place, (_, of))| (Target::Formal(entry, place), *of)));
            }
        }
        if !self.quiet {
            all.extend(self.shared.iter().enumerate().map(|(i, object)| (Target::Shared(i), object.of)));
        }
        all
    }

    /// The variable of the task that chooses elements and members.
    fn index(&self) -> Option<usize> {
        let locals = &self.units[self.task?].locals;
        locals.iter().rposition(|object| object.of == Type::Small)
    }

    /// What can be assigned here.
    fn assignable(&self) -> Vec<(Target, Type)> {
        let mut all = self.readable();
        all.retain(|(target, _)| match (*target, self.task) {
            (Target::Formal(entry, place), Some(task)) => {
                self.units[task].entries[entry][place].0 != Mode::In
            }
            _ => true,
        });
        all
    }

    fn one_of(&mut self, list: &[(Target, Type)], of: Type) -> Option<Target> {
        let fitting: Vec<Target> = list.iter().filter(|(_, other)| *other == of).map(|(t, _)| *t).collect();
        (!fitting.is_empty()).then(|| fitting[self.random.below(fitting.len())])
    }

    fn assign(&mut self) -> Option<Statement> {
        let places = self.assignable();
        if places.is_empty() {
            return None;
        }
        let (target, of) = places[self.random.below(places.len())];
        let value = match of {
            Type::Bool => self.boolean(2),
            Type::Small => self.small(),
        };
        Some(Statement::Assign(target, value))
    }

    /// Any Boolean expression.
    fn boolean(&mut self, depth: usize) -> Expr {
        let constant = self.random.once_in(5);
        let expr = if constant { None } else { self.condition(depth) };
        expr.unwrap_or_else(|| Expr::Value(Type::Bool, value(self.random, Type::Bool)))
    }

    /// A Boolean expression over variables, so that no reader can decide it beforehand.
    fn condition(&mut self, depth: usize) -> Option<Expr> {
        let readable = self.readable();
        let choice = self.random.below(if depth == 0 { 4 } else { 9 });
        let mut both = |make: fn(Box<Expr>, Box<Expr>) -> Expr| {
            let left = Box::new(self.condition(depth - 1)?);
            Some(make(left, Box::new(self.condition(depth - 1)?)))
        };
        match choice {
            4 => return both(Expr::And),
            5 => return both(Expr::Or),
            6 => return both(Expr::AndThen),
            7 => return both(Expr::OrElse),
            8 => return Some(Expr::Not(Box::new(self.condition(depth - 1)?))),
            _ => {}
        }
        let number = self.one_of(&readable, Type::Small);
        if let Some(left) = number.filter(|_| self.random.once_in(3)) {
            let left = Box::new(Expr::Object(left));
            let right = Box::new(self.small());
            return Some(if self.random.once_in(2) {
                Expr::Equal(left, right)
            } else {
                Expr::Less(left, right)
            });
        }
        self.one_of(&readable, Type::Bool).map(Expr::Object)
    }

    fn small(&mut self) -> Expr {
        let readable = self.readable();
        match self.one_of(&readable, Type::Small) {
            Some(target) if self.random.once_in(4) => Expr::Next(Box::new(Expr::Object(target))),
            Some(target) if self.random.once_in(2) => Expr::Object(target),
            _ => Expr::Value(Type::Small, value(self.random, Type::Small)),
        }
    }

    /// A value or a variable.
    fn plain(&mut self, of: Type) -> Expr {
        let readable = self.readable();
        match self.one_of(&readable, of) {
            Some(target) if self.random.once_in(2) => Expr::Object(target),
            _ => Expr::Value(of, value(self.random, of)),
        }
    }

    fn call(&mut self, depth: usize, conditional: bool) -> Option<Statement> {
        let entries: Vec<(usize, usize)> = (0..self.units.len())
            .filter(|&task| Some(task) != self.task)
            .flat_map(|task| (0..self.units[task].entries.len()).map(move |entry| (task, entry)))
            .collect();
        if entries.is_empty() {
            return None;
        }
        let (task, entry) = entries[self.random.below(entries.len())];
        let mut places = self.assignable();
        let mut arguments = Vec::new();
        for &(mode, of) in &self.units[task].entries[entry] {
            if mode == Mode::In {
                let value = match (of, &self.units[task].entries[entry][..]) {
                    (Type::Bool, _) => self.boolean(1),
                    (Type::Small, [_]) => self.small(),
                    // Ada leaves open when which of several values is found to be out of range.
                    (Type::Small, _) => self.plain(of),
                };
                arguments.push(Argument::In(value));
                continue;
            }
            // Ada forbids two that come out into the same variable, and elements may turn out to be the same.
            let target = self.one_of(&places, of)?;
            places.retain(|(other, of)| *other != target && *of != Type::Bool);
            arguments.push(if mode == Mode::Out { Argument::Out(target) } else { Argument::InOut(target) });
        }
        let instead = conditional.then(|| self.block(depth - 1));
        let entry = self.chosen(self.units[task].member(entry).is_some(), entry);
        Some(Statement::Call { task, entry, arguments, instead })
    }

    /// An entry, or if it is a member of a family perhaps one that a variable chooses.
    fn chosen(&mut self, is_member: bool, entry: usize) -> Chosen {
        match self.index() {
            Some(index) if is_member && self.random.once_in(2) => Chosen::By(index),
            _ => Chosen::Entry(entry),
        }
    }

    /// An entry that can be accepted here.
    fn entry(&mut self) -> Option<Chosen> {
        let units = self.units;
        let unit = &units[self.task?];
        let entries = unit.entries.len();
        let entry = (entries > 0).then(|| self.random.below(entries))?;
        let fits = !self.accepting.contains(&unit.declared(entry));
        fits.then(|| self.chosen(unit.member(entry).is_some(), entry))
    }

    fn accept(&mut self, depth: usize) -> Option<Statement> {
        let entry = self.entry()?;
        let body = self.accept_body(entry, depth);
        Some(Statement::Accept { entry, body })
    }

    fn accept_body(&mut self, entry: Chosen, depth: usize) -> Option<Vec<Statement>> {
        if depth == 0 || self.random.once_in(if self.meets { 8 } else { 3 }) {
            return None;
        }
        self.accepting.push(self.task.map_or(0, |task| self.units[task].declared(entry.one())));
        let in_loop = std::mem::replace(&mut self.in_loop, false);
        // Most bodies do what nobody else notices.
        let quiet = self.quiet;
        self.quiet |= !self.random.once_in(if self.meets { 2 } else { 3 });
        let body = self.block(depth - 1);
        self.quiet = quiet;
        self.in_loop = in_loop;
        self.accepting.pop();
        Some(body)
    }

    fn select(&mut self, depth: usize) -> Option<Statement> {
        let many = 1 + self.random.below(3);
        let mut alternatives = Vec::new();
        for _ in 0..many {
            let Some(entry) = self.entry() else { continue };
            let guard = if self.random.once_in(2) { self.condition(1) } else { None };
            let body = self.accept_body(entry, depth);
            let goes_on = body.as_deref().is_none_or(passes);
            let after = if goes_on && self.random.once_in(2) { self.block(depth - 1) } else { Vec::new() };
            alternatives.push(Alternative { guard, entry, body, after });
        }
        if alternatives.is_empty() {
            return None;
        }
        // Not in the midst of a rendezvous, where somebody still waits for its end.
        let terminate = self.random.once_in(3) && self.accepting.is_empty();
        let instead = (!terminate && self.random.once_in(4)).then(|| self.block(depth - 1));
        Some(Statement::Select { alternatives, instead, terminate })
    }
}
