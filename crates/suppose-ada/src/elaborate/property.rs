//! Properties: automata over events, with repetition written out and names looked up.
//!
//! # Contract
//! `for` and `if` are expanded with known values. Two moves of one state with different targets never mean
//! the same action (`overlap`). The initial state has number 0, the others are numbered in the order in which
//! they are named.

use std::collections::BTreeMap;

use suppose_base::{Diagnostic, Span};

use super::entity::Entity;
use super::states::States;
use super::types::Types;
use super::{Elaborator, limits};
use crate::ast::{Ident, PropertyDef, PropertyItem, StateRef, TransitionDef};
use crate::program::{Move, Property, Task};

/// A property while it is expanded.
#[derive(Default)]
struct Expansion {
    states: States,
    initial: Option<Span>,
    moves: Vec<Move>,
    /// How much has been expanded.
    steps: usize,
}

impl<'a> Elaborator<'a> {
    /// All properties of the program.
    pub(super) fn expand_properties(&mut self, tasks: &[Task]) -> Vec<Property> {
        let mut names: BTreeMap<&str, Span> = BTreeMap::new();
        let mut all = Vec::new();
        for (property, scope) in std::mem::take(&mut self.properties) {
            if let Some(first) = names.insert(&property.name.key, property.name.span) {
                let (span, name) = (property.name.span, &property.name.text);
                self.report("E1031", span, |code| {
                    Diagnostic::error(code, format!("the property `{name}` is declared twice"))
                        .at(span, "")
                        .at(first, "first declared here")
                });
            }
            if self.every.is_some() {
                all.extend(self.within(scope, |this| this.sized_property(property, tasks)));
            } else {
                all.extend(self.within(scope, |this| this.property(property, tasks)));
            }
        }
        all
    }

    pub(super) fn property(&mut self, property: &'a PropertyDef, tasks: &[Task]) -> Option<Property> {
        let mut expansion = Expansion::default();
        self.find_initial(&property.items, &mut expansion);
        self.items(&property.items, &mut expansion, tasks);
        let span = property.name.span;
        if expansion.initial.is_none() {
            self.advise("E1052", span, "the property has no initial state", "write `init s;` first");
            return None;
        }
        if expansion.moves.is_empty() && self.reports.errors() == 0 && expansion.steps == 0 {
            self.error("E1052", span, "the property has no transitions");
            return None;
        }
        self.check_overlaps(&expansion.moves);
        let Expansion { states, moves, .. } = expansion;
        let name = property.name.text.clone();
        self.check_states(&states, &name);
        Some(Property { name, states: states.names(), moves, span: property.span })
    }

    /// The initial state has number 0, wherever it is named.
    fn find_initial(&mut self, items: &'a [PropertyItem], expansion: &mut Expansion) {
        for item in items {
            let PropertyItem::Init(state) = item else { continue };
            if let Some(first) = expansion.initial {
                self.report("E1052", state.span, |code| {
                    Diagnostic::error(code, "the property has two initial states")
                        .at(state.span, "")
                        .at(first, "the first one")
                });
            } else if self.state(state, expansion).flatten().is_none() {
                self.error("E1052", state.span, "the error state cannot be the initial one");
            }
            expansion.initial.get_or_insert(state.span);
        }
    }

    /// The number of a state; the inner `None` is the error state.
    #[expect(clippy::option_option, reason = "a wrong state differs from the error state")]
    fn state(&mut self, state: &'a StateRef, expansion: &mut Expansion) -> Option<Option<u32>> {
        let StateRef { name, indices, span } = state;
        if name.key == "error" && indices.is_empty() {
            return Some(None);
        }
        let mut values = Vec::new();
        for index in indices {
            let (of, value) = self.known(index, None)?;
            if of == Types::SIZE || self.types.more(of).is_some_and(|more| value >= more) {
                self.not_for_every(index.span, "which state this is");
                return None;
            }
            values.push((value, self.types.show(of, value)));
        }
        Some(Some(expansion.states.number(&name.key, &values, &name.text, *span)))
    }

    fn items(&mut self, items: &'a [PropertyItem], expansion: &mut Expansion, tasks: &[Task]) {
        for item in items {
            if self.full {
                return;
            }
            match item {
                PropertyItem::Init(_) => {}
                PropertyItem::Transition(transition) => {
                    expansion.steps += 1;
                    self.transition(transition, expansion, tasks);
                }
                PropertyItem::If(condition) => {
                    let Some(term) = self.condition(&condition.condition) else { continue };
                    let chosen = match term.known() {
                        Some(0) => &condition.otherwise,
                        Some(_) => &condition.items,
                        None => {
                            let span = condition.condition.span;
                            self.error("E1036", span, "the value of this condition must be known");
                            continue;
                        }
                    };
                    self.deeper(condition.span, |this| this.items(chosen, expansion, tasks));
                }
                PropertyItem::For(repetition) => {
                    let Some(of) = self.repeated(&repetition.range) else { continue };
                    if self.types.more(of.root).is_some_and(|more| of.last >= more) {
                        self.not_for_every(repetition.range.span(), "how often this is repeated");
                        continue;
                    }
                    for value in of.first..=of.last {
                        expansion.steps += 1;
                        if expansion.steps > 100 * limits::MOVES {
                            self.overfull(repetition.span, "the property is repeated too often");
                            return;
                        }
                        let scope = self.scopes.inside(self.scope, None);
                        let entity = Entity::Constant(of, value);
                        let name: &'a Ident = &repetition.name;
                        self.scopes.declare(scope, &name.key, entity, Some(name.span));
                        self.within(scope, |this| {
                            this.deeper(repetition.span, |this| {
                                this.items(&repetition.items, expansion, tasks);
                            })
                        });
                    }
                }
            }
        }
    }

    fn transition(&mut self, transition: &'a TransitionDef, expansion: &mut Expansion, tasks: &[Task]) {
        let mut from = Vec::new();
        for state in &transition.from {
            match self.state(state, expansion) {
                Some(Some(number)) => from.push(number),
                Some(None) => self.error("E1052", state.span, "no transition leaves the error state"),
                None => {}
            }
        }
        let Some(to) = self.state(&transition.to, expansion) else { return };
        for &from in &from {
            expansion.states.connect(from, to);
        }
        for pattern in &transition.on {
            let Some(patterns) = self.pattern(pattern, tasks) else { continue };
            for on in patterns {
                expansion.moves.extend(from.iter().map(|&from| Move { from, to, on: on.clone() }));
            }
            if expansion.moves.len() > limits::MOVES {
                let most = limits::MOVES;
                self.overfull(transition.span, format!("the property has more than {most} transitions"));
                return;
            }
        }
    }
}
