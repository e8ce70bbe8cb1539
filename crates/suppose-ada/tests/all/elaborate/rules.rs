//! The rules that every elaborated program keeps, checked on programs as data.

use suppose_ada::{Argument, Body, Chosen, Element, Expr, Kind, Pc, Place, Program};

/// Panics where a program breaks a rule of its data.
pub(crate) fn check(program: &Program) {
    for (number, task) in program.tasks.iter().enumerate() {
        assert!(!task.code.is_empty(), "{}", task.name);
        let check = Check { program, task: number };
        for (place, instruction) in task.code.iter().enumerate() {
            check.instruction(place, &instruction.kind);
        }
    }
    for entry in &program.entries {
        assert!((entry.task.0 as usize) < program.tasks.len());
    }
    for variable in &program.variables {
        assert!(variable.domain.first <= variable.domain.last, "{}", variable.name);
        assert!(variable.initial.is_none_or(|value| variable.domain.contains(value)), "{}", variable.name);
        assert!(variable.owner.is_none_or(|owner| (owner.0 as usize) < program.tasks.len()));
    }
    let mut names: Vec<&str> = program.variables.iter().map(|variable| &variable.name[..]).collect();
    names.sort_unstable();
    names.windows(2).for_each(|pair| assert_ne!(pair[0], pair[1]));
    for property in &program.properties {
        for step in &property.moves {
            let states = property.states.len() as u32;
            assert!(step.from < states && step.to.is_none_or(|to| to < states));
        }
    }
}

struct Check<'p> {
    program: &'p Program,
    task: usize,
}

impl Check<'_> {
    fn reads(&self, expr: &Expr) -> usize {
        match expr {
            Expr::Constant(_) => 0,
            Expr::Scalar(variable) => usize::from(self.shared(variable.0)),
            Expr::Element(element) => usize::from(self.shared(element.first.0)) + self.element(element),
            Expr::Unary(_, operand) | Expr::Checked(_, _, operand) => self.reads(operand),
            Expr::Binary(_, left, right) => self.reads(left) + self.reads(right),
            Expr::If(parts) => parts.iter().map(|part| self.reads(part)).sum(),
        }
    }

    /// Whether a variable is shared; those of other tasks are never seen.
    fn shared(&self, variable: u32) -> bool {
        let owner = self.program.variables[variable as usize].owner;
        assert!(owner.is_none_or(|owner| owner.0 as usize == self.task));
        owner.is_none()
    }

    fn element(&self, element: &Element) -> usize {
        let count: i64 = element.indices.iter().map(|(low, high, _)| high - low + 1).product();
        let last = element.first.0 + u32::try_from(count).expect("not negative") - 1;
        assert!((last as usize) < self.program.variables.len());
        let first = &self.program.variables[element.first.0 as usize];
        assert_eq!(self.program.variables[last as usize].span, first.span);
        element.indices.iter().map(|(_, _, index)| self.reads(index)).sum()
    }

    /// The shared reads of the indices of a place, and whether it is shared itself.
    fn place(&self, place: &Place) -> (usize, bool) {
        match place {
            Place::Scalar(variable) => (0, self.shared(variable.0)),
            Place::Element(element) => (self.element(element), self.shared(element.first.0)),
        }
    }

    fn chosen(&self, chosen: &Chosen) {
        let count: i64 = chosen.indices.iter().map(|(low, high, _)| high - low + 1).product();
        assert_eq!(usize::try_from(count).expect("not negative"), chosen.members.len());
        assert!(chosen.indices.iter().all(|(_, _, index)| self.reads(index) == 0));
        assert!(chosen.members.iter().all(|id| (id.0 as usize) < self.program.entries.len()));
    }

    fn next(&self, pc: Pc) {
        assert!((pc.0 as usize) < self.program.tasks[self.task].code.len());
    }

    fn instruction(&self, place: usize, kind: &Kind) {
        match kind {
            Kind::Goto(next) => self.next(*next),
            Kind::Assign { target, value, next } => {
                assert!(self.reads(value) <= 1, "{kind:?}");
                assert_eq!(self.place(target).0, 0, "{kind:?}");
                self.next(*next);
            }
            Kind::Choose { target, first, last, next } => {
                assert_eq!(self.place(target), (0, false), "{kind:?}");
                assert!(first <= last);
                self.next(*next);
            }
            Kind::Branch { condition, yes, no } => {
                assert!(self.reads(condition) <= 1, "{kind:?}");
                self.next(*yes);
                self.next(*no);
            }
            Kind::Case { selector, ranges, otherwise } => {
                assert!(self.reads(selector) <= 1, "{kind:?}");
                for &((low, high), next) in ranges {
                    assert!(low <= high, "{kind:?}");
                    self.next(next);
                }
                self.next(*otherwise);
            }
            Kind::Split(all) => {
                assert!(!all.is_empty());
                for &next in all {
                    self.next(next);
                }
            }
            Kind::Event { arguments, next, .. } => {
                assert!(arguments.iter().all(|(value, _)| self.reads(value) == 0), "{kind:?}");
                self.next(*next);
            }
            Kind::Call { entry, arguments, next, otherwise } => {
                self.chosen(entry);
                for argument in arguments {
                    match argument {
                        Argument::In(value) => assert_eq!(self.reads(value), 0, "{kind:?}"),
                        Argument::Out(place) | Argument::InOut(place) => {
                            assert_eq!(self.place(place), (0, false), "{kind:?}");
                        }
                    }
                }
                self.next(*next);
                if let Some(next) = otherwise {
                    self.next(*next);
                }
            }
            Kind::Select { alternatives, otherwise, terminate } => {
                assert!(!alternatives.is_empty() || *terminate);
                if let Some(next) = otherwise {
                    self.next(*next);
                }
                for alternative in alternatives {
                    self.chosen(&alternative.entry);
                    assert!(alternative.guard.as_ref().is_none_or(|guard| self.reads(guard) == 0));
                    for id in &alternative.entry.members {
                        let entry = &self.program.entries[id.0 as usize];
                        assert_eq!(entry.task.0 as usize, self.task);
                        assert_eq!(entry.parameters.len(), alternative.formals.len());
                        assert_eq!(entry.atomic, matches!(alternative.body, Body::Atomic { .. }));
                    }
                    match alternative.body {
                        Body::Atomic { start, next } => {
                            self.next(next);
                            self.quiet(start);
                        }
                        Body::Open { start } => self.next(start),
                    }
                }
            }
            Kind::EndAccept { select, alternative, next } => {
                let accepts = &self.program.tasks[self.task].code[select.0 as usize].kind;
                let Kind::Select { alternatives, .. } = accepts else { panic!("{place}: {accepts:?}") };
                assert!(matches!(alternatives[*alternative as usize].body, Body::Open { .. }));
                self.next(*next);
            }
            Kind::EndBody | Kind::Raise(_) | Kind::Stop => {}
        }
    }

    /// The body of an atomic accept touches nothing that others see.
    fn quiet(&self, start: Pc) {
        let code = &self.program.tasks[self.task].code;
        let mut seen = vec![false; code.len()];
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut seen[at.0 as usize], true) {
                continue;
            }
            match &code[at.0 as usize].kind {
                Kind::Goto(next) | Kind::Choose { next, .. } => open.push(*next),
                Kind::Assign { target, value, next } => {
                    assert_eq!(self.place(target), (0, false));
                    assert_eq!(self.reads(value), 0);
                    open.push(*next);
                }
                Kind::Branch { condition, yes, no } => {
                    assert_eq!(self.reads(condition), 0);
                    open.extend([*yes, *no]);
                }
                Kind::Case { selector, ranges, otherwise } => {
                    assert_eq!(self.reads(selector), 0);
                    open.extend(ranges.iter().map(|&(_, next)| next).chain([*otherwise]));
                }
                Kind::Split(all) => open.extend(all),
                Kind::EndBody | Kind::Raise(_) => {}
                other => panic!("an atomic body has {other:?}"),
            }
        }
    }
}
