//! The states of a process's local definitions, found by name and index values.
//!
//! A definition indexed by integer ranges gets a block of states that is addressed by arithmetic; small or
//! irregular ones go into a hash table keyed by the values. So `C[i:0..1000000]` costs four bytes a state,
//! and 100,000 definitions `S[0] = .., S[1] = ..` are found in constant time each.
//!
//! Two definitions of the same name and values are an error. `S['a.b]` and `S[a][b]` are the same, because
//! both are `S.a.b`: keys are split at dots.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use suppose_base::{Diagnostic, Span};

use super::super::ast::{Domain, Label, LabelPart, LocalDef, Op};
use super::super::scope::{Scope, Stop};
use super::super::symbols::Symbol;
use super::super::value::Value;
use super::MAX_STATES;
use super::states::{Definition, States};

/// Smaller definitions are kept in the hash table.
const SMALLEST_BLOCK: u64 = 64;

/// More blocks of one name are not searched one after the other.
const MOST_BLOCKS: usize = 8;

/// More states of one irregular definition would need more memory than they are worth.
const MOST_POINTS: u32 = 1 << 21;

/// The index values of more states than this are not kept to name them.
const MOST_NAMED_POINTS: usize = 1 << 16;

/// The states of all local definitions of a process.
#[derive(Debug, Default)]
pub(super) struct Locals {
    names: FxHashMap<Symbol, NameStates>,
}

#[derive(Debug, Default)]
struct NameStates {
    blocks: Vec<Block>,
    points: FxHashMap<Box<[Value]>, u32>,
}

/// Consecutive states for all combinations of integers, the last one varying fastest.
#[derive(Debug)]
struct Block {
    /// Lowest value and number of values, for each index.
    dimensions: Vec<(i32, u32)>,
    first: u32,
}

impl Block {
    fn find(&self, values: &[Value]) -> Option<u32> {
        if values.len() != self.dimensions.len() {
            return None;
        }
        let mut offset = 0u32;
        for (value, &(low, length)) in values.iter().zip(&self.dimensions) {
            let Value::Int(value) = *value else { return None };
            let place = u32::try_from(i64::from(value) - i64::from(low)).ok()?;
            if place >= length {
                return None;
            }
            offset = offset * length + place;
        }
        Some(self.first + offset)
    }

    fn overlaps(&self, other: &Self) -> bool {
        let apart = |(&(low, length), &(other_low, other_length)): (&(i32, u32), &(i32, u32))| {
            i64::from(low) + i64::from(length) <= i64::from(other_low)
                || i64::from(other_low) + i64::from(other_length) <= i64::from(low)
        };
        self.dimensions.len() == other.dimensions.len()
            && !self.dimensions.iter().zip(&other.dimensions).any(apart)
    }
}

impl NameStates {
    fn find(&self, values: &[Value]) -> Option<u32> {
        let block = self.blocks.iter().find_map(|block| block.find(values));
        block.or_else(|| self.points.get(values).copied())
    }
}

impl Locals {
    /// Gives states from `first` on to a definition and says how many.
    pub(super) fn add(&mut self, local: &LocalDef, first: u32, scope: &mut Scope<'_>) -> Result<u32, Stop> {
        let states = self.names.entry(local.name.symbol).or_default();
        let Some(index) = &local.index else {
            add_point(states, Box::default(), first, local, scope)?;
            return Ok(1);
        };
        if let Some(dimensions) = dimensions(index, scope)? {
            let size = dimensions.iter().try_fold(1u64, |size, (_, length)| {
                size.checked_mul(u64::from(*length)).filter(|size| *size <= u64::from(MAX_STATES))
            });
            let Some(size) = size else { return Err(too_large(index.span)) };
            if size >= SMALLEST_BLOCK && states.blocks.len() < MOST_BLOCKS {
                let block = Block { dimensions, first };
                let point = states.points.keys().find(|values| block.find(values).is_some());
                if point.is_some() || states.blocks.iter().any(|other| other.overlaps(&block)) {
                    return Err(duplicate(local, scope));
                }
                states.blocks.push(block);
                return Ok(size as u32);
            }
        }
        let mut count = 0;
        scope.for_each_label(index, &mut |scope, text| {
            if count >= MOST_POINTS || first + count >= MAX_STATES {
                return Err(too_large(index.span));
            }
            if count.is_multiple_of(1024) {
                scope.budget.check_states(u64::from(first + count))?;
            }
            let values = text.split('.').map(|part| Value::from_text(&Arc::from(part))).collect();
            add_point(states, values, first + count, local, scope)?;
            count += 1;
            Ok(())
        })?;
        Ok(count)
    }

    /// The state of a local process with these index values.
    pub(super) fn find(&self, name: Symbol, values: &[Value]) -> Option<u32> {
        let states = self.names.get(&name)?;
        let dotted = |value: &Value| matches!(value, Value::Label(text) if text.contains('.'));
        if values.iter().any(dotted) {
            let parts: Vec<Value> = values
                .iter()
                .flat_map(|value| {
                    let text = value.text();
                    text.split('.').map(|part| Value::from_text(&Arc::from(part))).collect::<Vec<_>>()
                })
                .collect();
            return states.find(&parts);
        }
        states.find(values)
    }

    /// Whether some definition of a name has an index.
    pub(super) fn has_index(&self, name: Symbol) -> bool {
        let indexed = |states: &NameStates| {
            !states.blocks.is_empty() || states.points.keys().any(|values| !values.is_empty())
        };
        self.names.get(&name).is_some_and(indexed)
    }

    /// The definitions in the order of their states; `None` where they would need too much memory.
    pub(super) fn into_definitions(self) -> Option<Vec<Definition>> {
        let points: usize = self.names.values().map(|states| states.points.len()).sum();
        if points > MOST_NAMED_POINTS {
            return None;
        }
        let of_name = |(name, states): (Symbol, NameStates)| {
            let block = move |block: Block| Definition {
                first: block.first,
                name,
                index: States::Block(block.dimensions),
            };
            let point = move |(values, first)| Definition { first, name, index: States::One(values) };
            states.blocks.into_iter().map(block).chain(states.points.into_iter().map(point))
        };
        let mut definitions: Vec<Definition> = self.names.into_iter().flat_map(of_name).collect();
        definitions.sort_unstable_by_key(|definition| definition.first);
        Some(definitions)
    }

    /// The names, for suggestions.
    pub(super) fn names(&self) -> Vec<Symbol> {
        let mut names: Vec<Symbol> = self.names.keys().copied().collect();
        names.sort_unstable();
        names
    }
}

pub(super) fn too_large(span: Span) -> Stop {
    Diagnostic::error("E0313", format!("the process has more than {MAX_STATES} states or transitions"))
        .at(span, "")
        .help("use smaller ranges")
        .into()
}

fn add_point(
    states: &mut NameStates,
    values: Box<[Value]>,
    state: u32,
    local: &LocalDef,
    scope: &Scope<'_>,
) -> Result<(), Stop> {
    if states.find(&values).is_some() {
        return Err(duplicate(local, scope));
    }
    states.points.insert(values, state);
    Ok(())
}

fn duplicate(local: &LocalDef, scope: &Scope<'_>) -> Stop {
    let name = scope.text(local.name.symbol);
    Diagnostic::error("E0210", format!("the local process `{name}` is defined twice for the same index"))
        .at(local.name.span, "defined again here")
        .into()
}

/// The ranges of an index that consists of integers which do not depend on each other.
fn dimensions(index: &Label, scope: &mut Scope<'_>) -> Result<Option<Vec<(i32, u32)>>, Stop> {
    let mut dimensions = Vec::new();
    for part in &index.parts {
        let LabelPart::Index(part) = part else { return Ok(None) };
        let reads = |expr: &super::super::ast::Expr| {
            expr.steps
                .iter()
                .any(|step| matches!(step.op, Op::Variable(_) | Op::Label(_) | Op::Count(_) | Op::Select(_)))
        };
        let (low, high) = match &part.domain {
            Domain::Range(name) => scope.range(*name)?,
            Domain::Between(low, high) if !reads(low) && !reads(high) => {
                (scope.eval_int(low)?, scope.eval_int(high)?)
            }
            _ => return Ok(None),
        };
        if low > high {
            // The general way reports it.
            return Ok(None);
        }
        let Ok(length) = u32::try_from(i64::from(high) - i64::from(low) + 1) else {
            return Err(too_large(part.span));
        };
        dimensions.push((low, length));
    }
    Ok(Some(dimensions))
}
