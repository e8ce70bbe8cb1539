//! Runs elaborated programs, from the definition of their instructions.
//!
//! Tasks run one after the other, each until it waits; then the first caller meets the first task that
//! accepts it. `else` parts are taken when nothing else can happen. Choices follow a script, and [`all_runs`]
//! tries every script.

use suppose_ada::{
    Argument, Binary, Body, Chosen, Element, EntryId, Exception, Expr, Kind, Mode, Pc, Place, Program, Unary,
    VarId,
};

/// What a task does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    At(Pc),
    /// The caller of an accept that is under way.
    Served,
    Over,
}

/// A rendezvous under way: the accept, the call and both tasks.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    acceptor: usize,
    select: Pc,
    alternative: u32,
    caller: usize,
    call: Pc,
}

struct Machine<'p> {
    program: &'p Program,
    values: Vec<Option<i64>>,
    status: Vec<Status>,
    meetings: Vec<Meeting>,
    trace: Vec<String>,
    script: Vec<usize>,
    /// How many ways each choice had.
    ways: Vec<usize>,
}

type Value = Result<i64, Exception>;

/// One run with a script of choices: what it shows, and how many ways each choice had.
fn run(program: &Program, script: Vec<usize>) -> (Vec<String>, Vec<usize>) {
    let values = program.variables.iter().map(|variable| variable.initial).collect();
    let status = vec![Status::At(Pc(0)); program.tasks.len()];
    let mut machine = Machine {
        program,
        values,
        status,
        meetings: Vec::new(),
        trace: Vec::new(),
        script,
        ways: Vec::new(),
    };
    for _ in 0..100_000 {
        if !machine.step() {
            let waiting = machine.status.iter().filter(|&&status| status != Status::Over).count();
            if waiting > 0 {
                machine.trace.push(format!("waiting {waiting}"));
            }
            return (machine.trace, machine.ways);
        }
    }
    panic!("the program does not end: {:?}", machine.trace.iter().take(50).collect::<Vec<_>>());
}

/// What a program shows whose choices make no difference: those of values that nobody reads before they are
/// assigned.
pub(crate) fn only_run(program: &Program) -> String {
    let (first, _) = run(program, Vec::new());
    let (last, _) = run(program, vec![usize::MAX; 100_000]);
    assert_eq!(first, last, "choices make a difference");
    first.join(" ")
}

/// What all runs of a program show, sorted.
pub(crate) fn all_runs(program: &Program) -> Vec<String> {
    let mut all = Vec::new();
    let mut open = vec![Vec::new()];
    while let Some(script) = open.pop() {
        let known = script.len();
        let (trace, ways) = run(program, script.clone());
        all.push(trace.join(" "));
        for (at, &ways) in ways.iter().enumerate().skip(known) {
            for way in 1..ways {
                let mut next = script.clone();
                next.resize(at, 0);
                next.push(way);
                open.push(next);
            }
        }
        assert!(all.len() < 10_000, "too many runs");
    }
    all.sort();
    all.dedup();
    all
}

impl Machine<'_> {
    fn choose(&mut self, ways: usize) -> usize {
        let way = self.script.get(self.ways.len()).copied().unwrap_or(0).min(ways - 1);
        self.ways.push(ways);
        way
    }

    fn any_of(&mut self, first: i64, last: i64) -> i64 {
        let values: Vec<i64> = (first..=last).collect();
        let way = self.choose(values.len());
        values[way]
    }

    fn read(&mut self, variable: VarId) -> i64 {
        let number = variable.0 as usize;
        if self.values[number].is_none() {
            let domain = &self.program.variables[number].domain;
            self.values[number] = Some(self.any_of(domain.first, domain.last));
        }
        self.values[number].expect("just set")
    }

    fn index(&mut self, element: &Element) -> Result<VarId, Exception> {
        let mut place = 0;
        for (low, high, index) in &element.indices {
            let value = self.eval(index)?;
            if value < *low || value > *high {
                return Err(Exception::Constraint);
            }
            place = place * (high - low + 1) + (value - low);
        }
        Ok(VarId(element.first.0 + u32::try_from(place).expect("not negative")))
    }

    fn eval(&mut self, expr: &Expr) -> Value {
        match expr {
            Expr::Constant(value) => Ok(*value),
            Expr::Scalar(variable) => Ok(self.read(*variable)),
            Expr::Element(element) => {
                let variable = self.index(element)?;
                Ok(self.read(variable))
            }
            Expr::Unary(operator, operand) => {
                let value = self.eval(operand)?;
                let result = match operator {
                    Unary::Minus => value.checked_neg(),
                    Unary::Abs => value.checked_abs(),
                    Unary::Not => Some(i64::from(value == 0)),
                };
                result.ok_or(Exception::Constraint)
            }
            Expr::Binary(operator, left, right) => {
                let (a, b) = (self.eval(left)?, self.eval(right)?);
                let result = match operator {
                    Binary::Add => a.checked_add(b),
                    Binary::Subtract => a.checked_sub(b),
                    Binary::Multiply => a.checked_mul(b),
                    Binary::Divide => a.checked_div(b),
                    Binary::Rem => a.checked_rem(b),
                    Binary::Mod if b == 0 => None,
                    Binary::Mod if b < 0 => Some(-(-a).rem_euclid(-b)),
                    Binary::Mod => Some(a.rem_euclid(b)),
                    Binary::And => Some(i64::from(a != 0 && b != 0)),
                    Binary::Or => Some(i64::from(a != 0 || b != 0)),
                    Binary::Xor => Some(i64::from((a != 0) != (b != 0))),
                    Binary::Equal => Some(i64::from(a == b)),
                    Binary::NotEqual => Some(i64::from(a != b)),
                    Binary::Less => Some(i64::from(a < b)),
                    Binary::LessEqual => Some(i64::from(a <= b)),
                    Binary::Greater => Some(i64::from(a > b)),
                    Binary::GreaterEqual => Some(i64::from(a >= b)),
                };
                result.ok_or(Exception::Constraint)
            }
            Expr::If(parts) => {
                let [condition, yes, no] = &**parts;
                if self.eval(condition)? == 0 { self.eval(no) } else { self.eval(yes) }
            }
            Expr::Checked(low, high, operand) => {
                let value = self.eval(operand)?;
                if (low..=high).contains(&&value) { Ok(value) } else { Err(Exception::Constraint) }
            }
        }
    }

    fn assign(&mut self, place: &Place, value: i64) -> Result<(), Exception> {
        let variable = match place {
            Place::Scalar(variable) => *variable,
            Place::Element(element) => self.index(element)?,
        };
        if !self.program.variables[variable.0 as usize].domain.contains(value) {
            return Err(Exception::Constraint);
        }
        self.values[variable.0 as usize] = Some(value);
        Ok(())
    }

    fn entry(&mut self, chosen: &Chosen) -> Result<EntryId, Exception> {
        let mut place = 0;
        for (low, high, index) in &chosen.indices {
            let value = self.eval(index)?;
            if value < *low || value > *high {
                return Err(Exception::Constraint);
            }
            place = place * (high - low + 1) + (value - low);
        }
        Ok(chosen.members[usize::try_from(place).expect("not negative")])
    }

    /// An exception leaves the accepts around, the innermost first, and the calls that they serve; then the
    /// task is over.
    fn raise(&mut self, task: usize, exception: Exception) {
        while let Some(place) = self.meetings.iter().rposition(|meeting| meeting.acceptor == task) {
            let caller = self.meetings.remove(place).caller;
            self.raise(caller, exception);
        }
        self.trace.push(format!("{}!{exception:?}", self.program.tasks[task].name));
        self.status[task] = Status::Over;
    }

    /// One step of some task.
    fn step(&mut self) -> bool {
        for task in 0..self.status.len() {
            let Status::At(pc) = self.status[task] else { continue };
            let kind = &self.program.tasks[task].code[pc.0 as usize].kind;
            if matches!(kind, Kind::Call { .. } | Kind::Select { .. }) {
                continue;
            }
            match self.local(task, kind) {
                Ok(status) => self.status[task] = status,
                Err(exception) => self.raise(task, exception),
            }
            return true;
        }
        self.meet() || self.give_up()
    }

    fn local(&mut self, task: usize, kind: &Kind) -> Result<Status, Exception> {
        Ok(match kind {
            Kind::Goto(next) => Status::At(*next),
            Kind::Assign { target, value, next } => {
                let value = self.eval(value)?;
                self.assign(target, value)?;
                Status::At(*next)
            }
            Kind::Choose { target, first, last, next } => {
                let value = self.any_of(*first, *last);
                self.assign(target, value)?;
                Status::At(*next)
            }
            Kind::Branch { condition, yes, no } => {
                Status::At(if self.eval(condition)? == 0 { *no } else { *yes })
            }
            Kind::Case { selector, ranges, otherwise } => {
                let value = self.eval(selector)?;
                let of_value: Vec<Pc> = ranges
                    .iter()
                    .filter(|(range, _)| range.0 <= value && value <= range.1)
                    .map(|r| r.1)
                    .collect();
                assert!(of_value.len() <= 1, "{kind:?}");
                Status::At(of_value.first().copied().unwrap_or(*otherwise))
            }
            Kind::Split(all) => {
                let way = self.choose(all.len());
                Status::At(all[way])
            }
            Kind::Event { name, arguments, next } => {
                let mut shown = name.clone();
                for (value, domain) in arguments {
                    let value = self.eval(value)?;
                    assert!(domain.contains(value), "{shown}: {value} is not in {domain:?}");
                    shown = format!("{shown}.{}", domain.text(value));
                }
                // What every program calls its output is left out.
                self.trace.push(shown.strip_prefix("show.").map_or(shown.clone(), str::to_owned));
                Status::At(*next)
            }
            Kind::EndAccept { select, alternative, next } => {
                let meeting = self.meetings.pop().expect("an accept is under way");
                assert_eq!((meeting.select, meeting.alternative), (*select, *alternative));
                assert_eq!(meeting.acceptor, task);
                self.give_back(meeting);
                Status::At(*next)
            }
            Kind::EndBody => {
                let meeting = self.meetings.pop().expect("an accept is under way");
                let next = match self.alternative_body(meeting) {
                    Body::Atomic { next, .. } => next,
                    Body::Open { .. } => panic!("the end of a body that is not atomic"),
                };
                self.give_back(meeting);
                Status::At(next)
            }
            Kind::Raise(exception) => return Err(*exception),
            Kind::Stop => Status::Over,
            Kind::Call { .. } | Kind::Select { .. } => unreachable!("they wait"),
        })
    }

    fn alternative_body(&self, meeting: Meeting) -> Body {
        match &self.program.tasks[meeting.acceptor].code[meeting.select.0 as usize].kind {
            Kind::Select { alternatives, .. } => alternatives[meeting.alternative as usize].body,
            other => panic!("{other:?} accepts nothing"),
        }
    }

    /// The values that come out go to the caller, who goes on.
    fn give_back(&mut self, meeting: Meeting) {
        let program = self.program;
        let call = &program.tasks[meeting.caller].code[meeting.call.0 as usize].kind;
        let Kind::Call { arguments, next, .. } = call else { panic!("{call:?} calls nothing") };
        let select = &program.tasks[meeting.acceptor].code[meeting.select.0 as usize].kind;
        let Kind::Select { alternatives, .. } = select else { panic!("{select:?} accepts nothing") };
        self.status[meeting.caller] = Status::At(*next);
        let formals = &alternatives[meeting.alternative as usize].formals;
        for (argument, formal) in arguments.iter().zip(formals) {
            if let Argument::Out(place) | Argument::InOut(place) = argument {
                let value = self.read(*formal);
                if let Err(exception) = self.assign(place, value) {
                    self.raise(meeting.caller, exception);
                }
            }
        }
    }

    /// The first caller meets the first task that accepts it.
    fn meet(&mut self) -> bool {
        let program = self.program;
        for caller in 0..self.status.len() {
            let Status::At(call) = self.status[caller] else { continue };
            let Kind::Call { entry, arguments, .. } = &program.tasks[caller].code[call.0 as usize].kind
            else {
                continue;
            };
            let wanted = match self.entry(entry) {
                Ok(wanted) => wanted,
                Err(exception) => {
                    self.raise(caller, exception);
                    return true;
                }
            };
            let acceptor = program.entries[wanted.0 as usize].task.0 as usize;
            let Status::At(select) = self.status[acceptor] else { continue };
            let Kind::Select { alternatives, .. } = &program.tasks[acceptor].code[select.0 as usize].kind
            else {
                continue;
            };
            for (number, alternative) in alternatives.iter().enumerate() {
                let open = alternative.guard.as_ref().is_none_or(|guard| self.eval(guard) != Ok(0));
                if !open || self.entry(&alternative.entry) != Ok(wanted) {
                    continue;
                }
                let parameters = &program.entries[wanted.0 as usize].parameters;
                for ((argument, formal), parameter) in
                    arguments.iter().zip(&alternative.formals).zip(parameters)
                {
                    let value = match argument {
                        Argument::In(value) => self.eval(value).expect("checked before"),
                        Argument::InOut(Place::Scalar(variable)) => self.read(*variable),
                        Argument::InOut(Place::Element(element)) => {
                            let variable = self.index(element).expect("checked before");
                            self.read(variable)
                        }
                        Argument::Out(_) => continue,
                    };
                    assert_ne!(parameter.mode, Mode::Out);
                    assert!(parameter.domain.contains(value), "{value} is not in {:?}", parameter.domain);
                    self.values[formal.0 as usize] = Some(value);
                }
                let alternative_number = u32::try_from(number).expect("few alternatives");
                self.meetings.push(Meeting {
                    acceptor,
                    select,
                    alternative: alternative_number,
                    caller,
                    call,
                });
                self.status[caller] = Status::Served;
                let (Body::Atomic { start, .. } | Body::Open { start }) = alternative.body;
                self.status[acceptor] = Status::At(start);
                return true;
            }
        }
        false
    }

    /// `else` parts, selects that are closed, and `terminate`.
    fn give_up(&mut self) -> bool {
        let program = self.program;
        for task in 0..self.status.len() {
            let Status::At(pc) = self.status[task] else { continue };
            match &program.tasks[task].code[pc.0 as usize].kind {
                Kind::Call { otherwise: Some(next), .. } | Kind::Select { otherwise: Some(next), .. } => {
                    self.status[task] = Status::At(*next);
                    return true;
                }
                Kind::Select { alternatives, terminate: false, .. } => {
                    let mut open = false;
                    for alternative in alternatives {
                        open |= alternative.guard.as_ref().is_none_or(|guard| self.eval(guard) != Ok(0));
                    }
                    if !open {
                        self.raise(task, Exception::Program);
                        return true;
                    }
                }
                _ => {}
            }
        }
        let ends = |(task, status): (usize, &Status)| match status {
            Status::Over => true,
            Status::Served => false,
            Status::At(pc) => {
                matches!(program.tasks[task].code[pc.0 as usize].kind, Kind::Select { terminate: true, .. })
            }
        };
        if self.status.iter().enumerate().all(ends) {
            self.status.fill(Status::Over);
        }
        false
    }
}
