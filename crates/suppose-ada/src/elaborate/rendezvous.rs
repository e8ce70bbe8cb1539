//! Accept statements: their entries, parameters and bodies, and which of them are one step.
//!
//! # Contract
//! Every accept is made as one that is seen from outside. When the code of the task is complete,
//! [`Elaborator::settle_accepts`] finds out which bodies do nothing that others can notice, and makes those
//! rendezvous one step whose entries all have only such accepts.
//!
//! # Method
//! What a body does is what can be reached from its beginning without passing its end, so parts that an
//! instance never executes do not count. An accept of a family by an index stands for all members that it can
//! mean, so if one of them is not atomic none is; this is repeated until nothing changes.

use suppose_base::Span;

use super::Elaborator;
use super::call::narrow;
use super::context::AcceptRecord;
use super::entity::{Access, Entity};
use super::name::{EntryChoice, Target};
use super::scope::ScopeId;
use crate::ast::{Accept, Statement};
use crate::program::{Body, Chosen, Element, EntryId, Expr, Kind, Mode, Pc, Place, VarId};

/// An accept statement before its place in the code is known.
pub(super) struct Prepared<'a> {
    accept: &'a Accept,
    /// The place of its entry in the declaration of the task.
    number: usize,
    pub(super) entry: Chosen,
    pub(super) formals: Vec<VarId>,
    targets: Vec<(Target, Mode)>,
    scope: ScopeId,
}

impl Prepared<'_> {
    /// Where it is written.
    pub(super) fn span(&self) -> Span {
        self.accept.span
    }
}

impl<'a> Elaborator<'a> {
    /// A plain accept statement.
    pub(super) fn accept_statement(&mut self, accept: &'a Accept, span: Span) -> Option<()> {
        let prepared = self.prepare(accept)?;
        self.select_code(vec![(None, prepared, &[])], &[], false, span);
        Some(())
    }

    /// Looks up the entry of an accept statement and makes variables for its parameters.
    pub(super) fn prepare(&mut self, accept: &'a Accept) -> Option<Prepared<'a>> {
        let span = accept.entry.span;
        if self.work().main || !self.calls.is_empty() {
            self.error("E1045", span, "only the body of a task itself can accept calls");
            return None;
        }
        let task = self.work().task;
        let number = self.entry_of(task, &accept.entry)?;
        if self.work().accepting.contains(&number) {
            self.error("E1045", span, "an accept statement is inside of another one of the same entry");
            return None;
        }
        let info = &self.instances[task.0 as usize].entries[number];
        let (family, declared) = (info.family, info.parameters.clone());
        let index = match (family, &accept.index) {
            (Some(family), Some(index)) => {
                let term = self.expression(index, Some(family.root))?;
                if term.high < family.first || term.low > family.last {
                    self.always_raises(index.span, "this index is never in the range of the family");
                }
                if let Some(more) = self.may_be_more(&term)
                    && term.known().is_some_and(|index| index >= more)
                {
                    self.not_for_every(index.span, "which entry this is");
                    return None;
                }
                Some((family.first, family.last, term))
            }
            (None, None) => None,
            (Some(_), None) => {
                self.error("E1045", span, "this is a family of entries, and no member is named");
                return None;
            }
            (None, Some(index)) => {
                self.error("E1045", index.span, "this entry is not a family");
                return None;
            }
        };
        let formals = self.formals(&accept.parameters)?;
        let agree = declared.len() == formals.len()
            && declared
                .iter()
                .zip(&formals)
                .all(|(one, other)| one.agrees(&other.ident.key, other.mode, other.of));
        if !agree {
            let help = "repeat them as they are declared";
            self.advise("E1045", span, "the parameters differ from those of the entry", help);
            return None;
        }
        let choice = EntryChoice { tasks: Self::single(task), entry: number, index };
        let (indices, members) = self.all_members(&choice);
        let indices = self.index_values(indices, span);
        let entry = narrow(indices, &members);
        let scope = self.scopes.inside(self.scope, Some(&accept.entry.key));
        let mut targets = Vec::new();
        for (formal, declared) in formals.iter().zip(declared.iter()) {
            let of = formal.of;
            let domain = self.types.domain(of.root, of.first, of.last);
            let name = format!("{}.{}", accept.entry.key, formal.ident.key);
            let initial = [Some(of.first)];
            let first = self.new_variables(&name, &[String::new()], &domain, &initial, declared.span)?;
            let access = if formal.mode == Mode::In { Access::InParameter } else { Access::Free };
            let entity = Entity::Scalar(first, of, access);
            self.scopes.declare(scope, &formal.ident.key, entity, Some(formal.ident.span));
            targets.push((Target { first, indices: Vec::new(), of, access }, formal.mode));
        }
        let formals = targets.iter().map(|(target, _)| target.first).collect();
        Some(Prepared { accept, number, entry, formals, targets, scope })
    }

    /// The body of an accept statement and what follows it. Those that are never open get no number.
    pub(super) fn accept_code(
        &mut self,
        prepared: Prepared<'a>,
        select: Pc,
        alternative: Option<u32>,
        start: Pc,
        then: &'a [Statement],
    ) {
        let Prepared { accept, number, entry, targets, scope, .. } = prepared;
        let span = accept.span;
        self.bind(start);
        let statements = accept.body.as_deref().unwrap_or(&[]);
        // What comes out has any value until it is assigned; where it is assigned first, the choice makes no
        // difference and leaves no trace.
        for (target, mode) in &targets {
            if *mode == Mode::Out {
                self.choose_any(target, span);
            }
        }
        let end = self.label();
        self.work().returns.push(end);
        self.work().accepting.push(number);
        self.within(scope, |this| this.statements(statements));
        self.work().accepting.pop();
        self.work().returns.pop();
        self.bind(end);
        let place = self.work().code.instructions.len();
        let ended = alternative.unwrap_or(0);
        self.emit(span, |next| Kind::EndAccept { select, alternative: ended, next });
        if let Some(alternative) = alternative {
            let record = AcceptRecord { select, alternative, start, end: place, members: entry.members };
            self.work().accepts.push(record);
        }
        self.statements(then);
    }

    /// Makes accepts one step where nobody can notice more.
    pub(super) fn settle_accepts(&mut self) {
        let records = std::mem::take(&mut self.work().accepts);
        for record in &records {
            let code = &self.work().code;
            let places = code.reachable(record.start, |place| place == record.end);
            let kinds: Vec<usize> = places.into_iter().filter(|&place| place != record.end).collect();
            let noticed = kinds.into_iter().any(|place| {
                let work = self.work.as_ref().expect("the code is being made");
                let kind = &work.code.instructions[place].kind;
                !matches!(kind, Kind::Raise(_)) && self.is_visible(kind)
            });
            if noticed {
                self.open_entries(&record.members);
            }
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for record in &records {
                let atomic = |id: &EntryId| self.entries[id.0 as usize].atomic;
                if record.members.iter().any(atomic) && !record.members.iter().all(atomic) {
                    self.open_entries(&record.members);
                    changed = true;
                }
            }
        }
        for record in records {
            if record.members.iter().any(|id| !self.entries[id.0 as usize].atomic) {
                continue;
            }
            let code = &mut self.work().code;
            let Kind::EndAccept { next, .. } = code.instructions[record.end].kind else { continue };
            code.instructions[record.end].kind = Kind::EndBody;
            let place = code.place(record.select);
            if let Kind::Select { alternatives, .. } = &mut code.instructions[place].kind {
                alternatives[record.alternative as usize].body = Body::Atomic { start: record.start, next };
            }
        }
    }

    fn open_entries(&mut self, members: &[EntryId]) {
        for id in members {
            self.entries[id.0 as usize].atomic = false;
        }
    }

    /// Whether others can notice an instruction.
    pub(super) fn is_visible(&self, kind: &Kind) -> bool {
        match kind {
            Kind::Event { .. }
            | Kind::Call { .. }
            | Kind::Select { .. }
            | Kind::EndAccept { .. }
            | Kind::Raise(_) => true,
            Kind::Assign { target, value, .. } => self.place_shares(target) || self.shares(value),
            Kind::Choose { target, .. } => self.place_shares(target),
            Kind::Branch { condition, .. } => self.shares(condition),
            Kind::Case { selector, .. } => self.shares(selector),
            Kind::Goto(_) | Kind::Split(_) | Kind::EndBody | Kind::Stop => false,
        }
    }

    fn place_shares(&self, place: &Place) -> bool {
        match place {
            Place::Scalar(variable) => self.is_shared(*variable),
            Place::Element(element) => self.element_shares(element),
        }
    }

    fn element_shares(&self, element: &Element) -> bool {
        self.is_shared(element.first) || element.indices.iter().any(|(_, _, index)| self.shares(index))
    }

    /// Whether an expression reads a shared variable.
    fn shares(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Constant(_) => false,
            Expr::Scalar(variable) => self.is_shared(*variable),
            Expr::Element(element) => self.element_shares(element),
            Expr::Unary(_, operand) | Expr::Checked(_, _, operand) => self.shares(operand),
            Expr::Binary(_, left, right) => self.shares(left) || self.shares(right),
            Expr::If(parts) => parts.iter().any(|part| self.shares(part)),
        }
    }
}
