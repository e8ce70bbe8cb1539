//! Constants, and whatever must be known before the nets are: sizes of arrays, numbers of places.

use rustc_hash::FxHashMap;
use suppose_base::{Diagnostic, closest};

use super::ast::{Declaration, Formula, Initial, Name, Op, PlaceName, Reference, Step};
use super::build::build;
use super::findings::Findings;
use crate::expr::{Expr, Value};

/// Most elements of one array.
const MOST_ELEMENTS: Value = 1 << 16;

/// The constants of a file, or of a unit on top of those of its file.
#[derive(Debug, Default)]
pub(super) struct Constants<'f> {
    file: Option<&'f Constants<'f>>,
    values: FxHashMap<String, Value>,
    names: Vec<Name>,
}

impl<'f> Constants<'f> {
    /// Enters declarations in order; each may use those before it.
    pub(super) fn read(file: Option<&'f Self>, all: &[Declaration], findings: &mut Findings) -> Self {
        let mut constants = Self { file, ..Self::default() };
        for declaration in all {
            let value = match &declaration.initial {
                Initial::Value(formula) if declaration.sizes.is_empty() => {
                    constants.evaluate(formula, findings)
                }
                _ => {
                    let message = format!("the constant `{}` needs one value", declaration.name.text);
                    findings.push(Diagnostic::error("E0819", message).at(declaration.name.span, ""));
                    None
                }
            };
            let value = value.unwrap_or(1);
            if constants.values.insert(declaration.name.text.clone(), value).is_some() {
                let first = constants.names.iter().find(|name| name.text == declaration.name.text);
                findings.push(declared_twice(&declaration.name, first));
            }
            constants.names.push(declaration.name.clone());
        }
        constants
    }

    pub(super) fn get(&self, name: &str) -> Option<Value> {
        let own = self.values.get(name).copied();
        own.or_else(|| self.file.and_then(|file| file.get(name)))
    }

    /// All names, for suggestions.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let outer = self.file.map_or(&[][..], |file| &file.names);
        self.names.iter().chain(outer).map(|name| name.text.as_str())
    }

    /// The value of a formula that has no variables; otherwise there is a message.
    pub(super) fn evaluate(&self, formula: &Formula<Reference>, findings: &mut Findings) -> Option<Value> {
        let resolved = resolve(formula, &mut |reference, indices| {
            let known =
                self.get(&reference.name.text).filter(|_| indices == 0 && reference.instance.is_none());
            known.map(Op::Int).ok_or_else(|| {
                let message = format!("`{}` is not a constant", reference.name.text);
                let problem = Diagnostic::error("E0819", message).at(reference.name.span, "");
                with_suggestion(problem, &reference.name.text, self.names())
            })
        });
        let resolved = findings.ok(resolved)?;
        let built = build(&resolved, &[], findings);
        if let Expr::Const(value) = findings.ok(built)? {
            return Some(value);
        }
        let problem = Diagnostic::error("E0819", "the expression has no value");
        findings.push(problem.at(formula.span, "divides by zero or does not fit"));
        None
    }

    /// The number of a place.
    pub(super) fn place(&self, place: &PlaceName, findings: &mut Findings) -> Option<Value> {
        if place.number.is_some() {
            return place.number;
        }
        let value = self.get(&place.name.text);
        if value.is_none() {
            let message = format!("there is no constant `{}`", place.name.text);
            let problem =
                Diagnostic::error("E0818", message).at(place.name.span, "a place is a number or a constant");
            findings.push(with_suggestion(problem, &place.name.text, self.names()));
        }
        value
    }

    /// The sizes of an array.
    pub(super) fn sizes(&self, declaration: &Declaration, findings: &mut Findings) -> Vec<u32> {
        let mut elements: Value = 1;
        let mut sizes = Vec::new();
        for formula in &declaration.sizes {
            let Some(size) = self.evaluate(formula, findings) else {
                return vec![1; declaration.sizes.len()];
            };
            elements = elements.saturating_mul(size);
            if size < 1 || elements > MOST_ELEMENTS {
                let problem = if size < 1 {
                    Diagnostic::error("E0822", format!("an array cannot have {size} elements"))
                } else {
                    Diagnostic::error("E0827", format!("the array `{}` is too large", declaration.name.text))
                        .note(format!("an array may have {MOST_ELEMENTS} elements"))
                };
                findings.push(problem.at(formula.span, ""));
                return vec![1; declaration.sizes.len()];
            }
            sizes.push(size.unsigned_abs());
        }
        sizes
    }
}

/// The formula with each name replaced by what `lookup` makes of it and its number of indices.
pub(super) fn resolve(
    formula: &Formula<Reference>,
    lookup: &mut impl FnMut(&Reference, u32) -> Result<Op<u32>, Diagnostic>,
) -> Result<Formula<u32>, Diagnostic> {
    let mut steps = Vec::with_capacity(formula.steps.len());
    for step in &formula.steps {
        let op = match &step.op {
            Op::Int(value) => Op::Int(*value),
            Op::Name(reference, indices) => lookup(reference, *indices)?,
            Op::Unary(op) => Op::Unary(*op),
            Op::Binary(op) => Op::Binary(*op),
            Op::Chain(op, operands) => Op::Chain(*op, *operands),
            Op::Conditional => Op::Conditional,
        };
        steps.push(Step { op, span: step.span });
    }
    Ok(Formula { steps, span: formula.span })
}

/// A message about a name that is declared a second time.
pub(super) fn declared_twice(name: &Name, first: Option<&Name>) -> Diagnostic {
    let problem = Diagnostic::error("E0817", format!("`{}` is declared twice", name.text)).at(name.span, "");
    match first {
        Some(first) => problem.at(first.span, "first here"),
        None => problem,
    }
}

/// The message with a guess at what was meant.
pub(super) fn with_suggestion<'n>(
    problem: Diagnostic,
    name: &str,
    known: impl IntoIterator<Item = &'n str>,
) -> Diagnostic {
    match closest(name, known) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem,
    }
}
