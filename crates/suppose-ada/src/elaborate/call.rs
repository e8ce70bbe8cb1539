//! Calls of entries, plain, conditional and timed, and which entries they can mean.
//!
//! # Contract
//! Indices and arguments read no shared variables, and values that come out go to variables of the task: what
//! is shared is copied before or after. An index that is known chooses its member here, so that a call only
//! names entries that it can reach.

use suppose_base::{Diagnostic, Span, closest};

use super::Elaborator;
use super::entity::{Access, Entity};
use super::name::{EntryChoice, Meaning, Target, listed};
use super::scope::Found;
use super::term::Term;
use super::types::Subtype;
use crate::ast::{Argument as Given, ConditionalCall, Name, Part};
use crate::program::{Argument, Chosen, EntryId, Expr, Kind, Mode, Pc};

impl<'a> Elaborator<'a> {
    /// What a called name means; an unknown task before a dot has a message of its own.
    pub(super) fn called(&mut self, name: &'a Name) -> Option<(Meaning, &'a [Part])> {
        let selected = name.parts.iter().any(|part| matches!(part, Part::Selected(_)));
        if selected && self.scopes.find(self.scope, &name.head.key) == Found::Nothing {
            let is = |key: &str, fits: fn(&Entity<'_>) -> bool| match self.scopes.find(self.scope, key) {
                Found::One(id) => fits(self.scopes.get(id)),
                _ => false,
            };
            let visible = self.scopes.visible(self.scope);
            let tasks: Vec<&str> =
                visible.iter().copied().filter(|key| is(key, |e| matches!(e, Entity::Tasks(_)))).collect();
            let packages = visible.iter().copied().filter(|key| is(key, |e| matches!(e, Entity::Package(_))));
            let similar = closest(&name.head.key, tasks.iter().copied().chain(packages)).map(str::to_owned);
            let known = listed("tasks here are", &tasks);
            let span = name.head.span;
            let message = format!("there is no task or package `{}`", name.head.text);
            self.report("E1040", span, |code| {
                let diagnostic = Diagnostic::error(code, message).at(span, "");
                match similar {
                    Some(name) => diagnostic.help(format!("did you mean `{name}`?")),
                    None => diagnostic.note(known.unwrap_or_else(|| "there are no tasks here".to_owned())),
                }
            });
            return None;
        }
        self.meaning(name)
    }

    /// A call of an entry.
    pub(super) fn entry_call(
        &mut self,
        entry: &EntryChoice,
        arguments: &'a [Given],
        place: Span,
        span: Span,
        otherwise: Option<Pc>,
    ) -> Option<()> {
        let first = entry.tasks.group.first;
        if entry.tasks.group.indices.is_empty() && self.work().task == first && otherwise.is_none() {
            self.doubt("W1031", place, || {
                let message = "a task calls an entry of its own, and waits for ever";
                Diagnostic::warning("W1031", message).at(place, "")
            });
        }
        let again = self.is_made_for_each(entry).then(|| self.here());
        let info = &self.instances[first.0 as usize].entries[entry.entry];
        let formals = info.parameters.clone();
        if info.family.is_some() && entry.index.is_none() {
            let help = "write its index in parentheses, before the arguments";
            self.advise("E1041", place, "this is a family of entries, and no member is named", help);
            return None;
        }
        let keys: Vec<(&str, bool)> = formals.iter().map(|formal| (&formal.key[..], false)).collect();
        let given = self.associate(&keys, arguments, place)?;
        if again.is_some() && (otherwise.is_some() || formals.iter().any(|formal| formal.mode != Mode::In)) {
            self.not_for_every(place, "how often this is called");
            return None;
        }

        // Values that go in come first, then the indices are fixed where values come out.
        let choice = self.all_members(entry);
        if self.is_call_among_many(&choice.1) {
            self.not_for_every(place, "who is called");
            return None;
        }
        let ranges: Vec<(i64, i64)> = choice.0.iter().map(|&(low, high, _)| (low, high)).collect();
        let mut terms: Vec<Term> = choice.0.into_iter().map(|(_, _, index)| index).collect();
        let mut targets: Vec<Option<(Target, Span)>> = Vec::new();
        for (formal, source) in formals.iter().zip(given) {
            let source = source?;
            if formal.mode == Mode::In {
                let term = self.expression(source, Some(formal.of.root))?;
                terms.push(self.ranged(term, formal.of, source.span));
                targets.push(None);
            } else {
                let target = self.out_argument(source, formal.of)?;
                let target = self.fixed(target, source.span);
                targets.push(Some((target, source.span)));
            }
        }
        let mut values = self.operands(terms, 0, span).into_iter();
        let indices = ranges.into_iter().zip(values.by_ref()).map(|((low, high), value)| (low, high, value));
        let entry = narrow(indices.collect(), &choice.1);
        let mut back = Vec::new();
        let mut passed = Vec::new();
        for (formal, target) in formals.iter().zip(targets) {
            let Some((target, source)) = target else {
                passed.push(Argument::In(values.next()?));
                continue;
            };
            let inside = formal.of.first <= target.of.first && target.of.last <= formal.of.last;
            let direct = !self.is_shared(target.first) && (formal.mode == Mode::Out || inside);
            let holder = if direct {
                target
            } else {
                let copy = self.copy(formal.of.root, formal.of.first, formal.of.last, source);
                let holder = Target { first: copy, indices: Vec::new(), of: formal.of, access: Access::Free };
                if formal.mode == Mode::InOut {
                    let value = self.read(target.clone());
                    self.store(holder.clone(), value, source);
                }
                back.push((target, holder.clone(), source));
                holder
            };
            let place = self.place(holder, source);
            passed.push(if formal.mode == Mode::Out { Argument::Out(place) } else { Argument::InOut(place) });
        }
        self.emit(span, |next| Kind::Call { entry, arguments: passed, next, otherwise });
        if let Some(again) = again {
            self.emit(span, |next| Kind::Split(vec![again, next]));
        }
        for (target, holder, source) in back {
            let value = self.read(holder);
            self.store(target, value, source);
        }
        Some(())
    }

    /// All entries that a choice ranges over, with its indices.
    pub(super) fn all_members(&self, entry: &EntryChoice) -> (Vec<(i64, i64, Term)>, Vec<EntryId>) {
        let mut indices = entry.tasks.indices.clone();
        indices.extend(entry.index.clone());
        let group = &entry.tasks.group;
        let tasks = group.indices.iter().fold(1, |count, index| count * index.size());
        let mut members = Vec::new();
        for task in group.first.0..group.first.0 + tasks {
            let info = &self.instances[task as usize].entries[entry.entry];
            let count = info.family.map_or(1, Subtype::size);
            members.extend((0..count).map(|number| EntryId(info.first.0 + number)));
        }
        (indices, members)
    }

    /// `select T.E; .. else .. end select;`
    pub(super) fn conditional_call(&mut self, call: &'a ConditionalCall, span: Span) -> Option<()> {
        let (instead, end) = (self.label(), self.label());
        let (meaning, rest) = self.called(&call.call)?;
        let arguments: &'a [Given] = match rest {
            [Part::Arguments(arguments, _)] => arguments,
            _ => &[],
        };
        let Meaning::Entry(entry) = meaning else {
            let what = Self::what(&meaning);
            self.error("E1032", call.call.span, format!("an entry is expected, this is {what}"));
            return None;
        };
        self.entry_call(&entry, arguments, call.call.span, call.call.span, Some(instead));
        self.statements(&call.statements);
        self.jump(end, span);
        self.bind(instead);
        self.statements(&call.otherwise);
        self.bind(end);
        Some(())
    }
}

/// A choice among members, of which those that known indices rule out are left out.
pub(super) fn narrow(indices: Vec<(i64, i64, Expr)>, members: &[EntryId]) -> Chosen {
    let size = |low: i64, high: i64| usize::try_from(high - low + 1).unwrap_or(0);
    let sizes: Vec<usize> = indices.iter().map(|&(low, high, _)| size(low, high)).collect();
    let known = |(low, high, value): &(i64, i64, Expr)| match value {
        Expr::Constant(value) if (low..=high).contains(&value) => usize::try_from(value - low).ok(),
        _ => None,
    };
    let wanted: Vec<Option<usize>> = indices.iter().map(known).collect();
    let is_wanted = |member: usize| {
        let mut rest = member;
        let digits = wanted.iter().zip(&sizes).rev();
        digits.fold(true, |fits, (wanted, size)| {
            let digit = rest % size;
            rest /= size;
            fits && wanted.is_none_or(|wanted| wanted == digit)
        })
    };
    let members =
        members.iter().enumerate().filter(|&(number, _)| is_wanted(number)).map(|(_, &id)| id).collect();
    let indices =
        indices.into_iter().zip(wanted).filter(|(_, wanted)| wanted.is_none()).map(|(index, _)| index);
    Chosen { indices: indices.collect(), members }
}
