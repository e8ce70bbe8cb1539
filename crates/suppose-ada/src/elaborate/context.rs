//! What is known while the code of one task is made: loops, variables of the task, copies.
//!
//! A declaration inside of a procedure or block is elaborated at each call or entry, but it can only be alive
//! once at a time because nothing is recursive, so one task has one variable for it. Copies of values for the
//! time of one statement are shared between statements in the same way, as a stack.

use rustc_hash::FxHashMap;
use suppose_base::Span;

use super::code::Code;
use super::doubts::Doubt;
use super::types::TypeId;
use super::{Elaborator, limits};
use crate::program::{Domain, EntryId, Expr, Kind, Pc, Place, TaskId, VarId, Variable};

/// The code of a task while it is made.
#[derive(Debug)]
pub(super) struct Work<'a> {
    pub(super) task: TaskId,
    /// How names of its variables begin.
    pub(super) name: String,
    /// Whether it is the main procedure.
    pub(super) main: bool,
    pub(super) code: Code,
    /// Whether this place is only passed once: the declarations of the task itself.
    pub(super) once: bool,
    /// The loops around this place.
    pub(super) loops: Vec<LoopFrame<'a>>,
    /// Where `return` goes: the ends of accepts and procedures around this place.
    pub(super) returns: Vec<Pc>,
    /// How many alternatives of `case` are around this place that are for the value that stands for many.
    pub(super) for_one: usize,
    /// The entries whose accepts are around this place.
    pub(super) accepting: Vec<usize>,
    /// The accepts so far.
    pub(super) accepts: Vec<AcceptRecord>,
    /// Warnings so far.
    pub(super) doubts: Vec<Doubt>,
    /// Variables by the place of their declaration, and of formals of entries.
    pool: FxHashMap<u32, Vec<(VarId, usize)>>,
    /// How often a name was given.
    names: FxHashMap<String, u32>,
    /// Copies, by height in the stack.
    copies: Vec<Vec<VarId>>,
    /// The height of the stack.
    pub(super) top: usize,
}

/// A loop around a place.
#[derive(Debug)]
pub(super) struct LoopFrame<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) end: Pc,
    /// How many accepts and procedures are around it; `exit` does not leave them.
    pub(super) level: usize,
}

/// An accept statement of the code.
#[derive(Debug)]
pub(super) struct AcceptRecord {
    pub(super) select: Pc,
    pub(super) alternative: u32,
    pub(super) start: Pc,
    /// The place of the instruction that ends the body.
    pub(super) end: usize,
    pub(super) members: Vec<EntryId>,
}

impl Work<'_> {
    pub(super) fn new(task: TaskId, name: String, main: bool) -> Self {
        Self {
            task,
            name,
            main,
            code: Code::default(),
            once: false,
            loops: Vec::new(),
            returns: Vec::new(),
            for_one: 0,
            accepting: Vec::new(),
            accepts: Vec::new(),
            doubts: Vec::new(),
            pool: FxHashMap::default(),
            names: FxHashMap::default(),
            copies: Vec::new(),
            top: 0,
        }
    }
}

impl<'a> Elaborator<'a> {
    /// The code that is being made.
    ///
    /// # Panics
    /// When there is none. Statements are only elaborated for tasks.
    pub(super) fn work(&mut self) -> &mut Work<'a> {
        self.work.as_mut().expect("statements belong to a task")
    }

    /// Adds an instruction that goes on with the next one.
    pub(super) fn emit(&mut self, span: Span, kind: impl FnOnce(Pc) -> Kind) {
        self.work().code.then(kind, span);
        self.count_instructions(span);
    }

    /// Adds an instruction that goes elsewhere.
    pub(super) fn leave(&mut self, span: Span, kind: Kind) {
        self.work().code.emit(kind, span);
        self.count_instructions(span);
    }

    fn count_instructions(&mut self, span: Span) {
        let now = self.work().code.instructions.len();
        if self.instructions + now > limits::INSTRUCTIONS {
            let most = limits::INSTRUCTIONS;
            self.overfull(
                span,
                format!("the program has more than {most} instructions when calls are put in place"),
            );
        }
    }

    pub(super) fn label(&mut self) -> Pc {
        self.work().code.label()
    }

    pub(super) fn bind(&mut self, label: Pc) {
        self.work().code.bind(label);
    }

    pub(super) fn here(&mut self) -> Pc {
        self.work().code.here()
    }

    /// Goes on at a label.
    pub(super) fn jump(&mut self, label: Pc, span: Span) {
        self.leave(span, Kind::Goto(label));
    }

    /// Gives a variable a value.
    pub(super) fn assign(&mut self, target: Place, value: Expr, span: Span) {
        self.emit(span, |next| Kind::Assign { target, value, next });
    }

    /// New variables that follow one another, of one name with different ends; those of a task when its code
    /// is made, otherwise shared. The place of the declaration tells which ones they are when it is
    /// elaborated again.
    pub(super) fn new_variables(
        &mut self,
        name: &str,
        ends: &[String],
        domain: &Domain,
        initial: &[Option<i64>],
        span: Span,
    ) -> Option<VarId> {
        if let Some(work) = &self.work {
            // Bounds may depend on a constant argument, so one declaration can have several shapes.
            let known = work.pool.get(&span.start).into_iter().flatten();
            let same = |&&(id, count): &&(VarId, usize)| {
                count == ends.len() && self.variables[id.0 as usize].domain == *domain
            };
            if let Some(&(known, _)) = known.clone().find(same) {
                return Some(known);
            }
        }
        if self.variables.len() + ends.len() > limits::VARIABLES {
            let most = limits::VARIABLES;
            self.overfull(span, format!("the program has more than {most} variables"));
            return None;
        }
        let first = VarId(self.variables.len() as u32);
        let (owner, base) = match &mut self.work {
            None => (None, format!("{}{name}", self.prefix)),
            Some(work) => {
                work.pool.entry(span.start).or_default().push((first, ends.len()));
                let base = format!("{}.{name}", work.name);
                let times = work.names.entry(base.clone()).or_insert(0);
                *times += 1;
                (Some(work.task), if *times == 1 { base } else { format!("{base}_{times}") })
            }
        };
        for (number, end) in ends.iter().enumerate() {
            let initial = initial.get(number).copied().flatten();
            let name = format!("{base}{end}");
            let family = (!end.is_empty()).then(|| (base.clone(), number as u32 + 1));
            let domain = domain.clone();
            self.variables.push(Variable { name, owner, family, domain, initial, many: false, span });
        }
        Some(first)
    }

    /// A variable of the task for the time of one statement.
    pub(super) fn copy(&mut self, of: TypeId, low: i64, high: i64, span: Span) -> VarId {
        let domain = self.types.domain(of, low, high);
        let number = self.variables.len() as u32;
        let variables = &self.variables;
        let work = self.work.as_mut().expect("only code needs copies");
        if work.copies.len() <= work.top {
            work.copies.resize_with(work.top + 1, Vec::new);
        }
        let height = work.top;
        work.top += 1;
        let same = work.copies[height].iter().find(|id| variables[id.0 as usize].domain == domain);
        if let Some(&known) = same {
            return known;
        }
        let id = VarId(number);
        work.copies[height].push(id);
        let same_height = work.copies[height].len();
        let name = if same_height == 1 {
            format!("{}.copy_{}", work.name, height + 1)
        } else {
            format!("{}.copy_{}_{same_height}", work.name, height + 1)
        };
        let owner = Some(work.task);
        let initial = Some(low);
        self.variables.push(Variable { name, owner, family: None, domain, initial, many: false, span });
        id
    }
}
