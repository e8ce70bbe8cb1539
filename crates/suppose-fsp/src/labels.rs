//! The labels that a label expression denotes, one after the other.
//!
//! A label is a product of parts, the leftmost varying slowest; `[i:R]` binds `i` for the parts to its right
//! and for whatever is done with the label. [`LabelIter`] is an odometer with one wheel per part: a wheel is
//! set up when the one to its left has moved, so bounds may use variables bound further left. Only literal
//! sets are materialised; a range costs nothing but its current value.
//!
//! Sets drop repetitions and keep the first occurrence. Cost is linear in the text produced. Tested in
//! `tests/all/fsp/quirks.rs` and, as everything in a model goes through it, by the corpus.

use std::fmt::Write;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use suppose_base::Diagnostic;

use super::ast::{Domain, Index, Label, LabelPart, LabelSet, Name, SetExpr};
use super::eval::too_many;
use super::scope::{Labels, Scope, Stop};
use super::value::Value;

/// The most labels a set may have.
pub(super) const MAX_LABELS: usize = 1 << 20;

/// The same as a value.
pub(super) const MAX_COUNT: i32 = 1 << 20;

/// The labels of a label expression.
pub(super) struct LabelIter<'a> {
    parts: &'a [LabelPart],
    wheels: Vec<Wheel>,
    text: String,
    /// Variables in scope before the label.
    outer: usize,
    started: bool,
}

/// One part's values.
struct Wheel {
    values: Values,
    variable: Option<Name>,
    /// Length of the text to the left.
    text: usize,
    /// Variables bound to the left.
    bound: usize,
}

enum Values {
    One(Option<Arc<str>>),
    Ints { next: i64, last: i64 },
    List { labels: Labels, next: usize },
}

impl<'a> LabelIter<'a> {
    /// The next label; its variables are bound in the scope until the next call or [`LabelIter::close`].
    pub(super) fn next(&mut self, scope: &mut Scope<'_>) -> Result<Option<&str>, Stop> {
        scope.step()?;
        if !self.started {
            self.started = true;
            self.open(scope)?;
        }
        loop {
            let place = self.wheels.len();
            let Some(wheel) = self.wheels.last_mut() else {
                self.close(scope);
                return Ok(None);
            };
            self.text.truncate(wheel.text);
            scope.reset(wheel.bound);
            if place > 1 {
                self.text.push('.');
            }
            if !wheel.turn(&mut self.text, scope) {
                self.wheels.pop();
                continue;
            }
            if place == self.parts.len() {
                return Ok(Some(&self.text));
            }
            self.open(scope)?;
        }
    }

    /// Forgets the variables that the current label binds.
    pub(super) fn close(&self, scope: &mut Scope<'_>) {
        scope.reset(self.outer);
    }

    /// Sets up the wheel of the next part.
    fn open(&mut self, scope: &mut Scope<'_>) -> Result<(), Stop> {
        let part: &'a LabelPart = &self.parts[self.wheels.len()];
        let (values, variable) = match part {
            LabelPart::Name(name) => (Values::One(Some(scope.tables.symbols.shared(name.symbol))), None),
            LabelPart::Set(set) => (Values::List { labels: scope.set_expr(set)?, next: 0 }, None),
            LabelPart::Index(index) => (scope.domain(index)?, index.variable),
        };
        if let Some(variable) = variable {
            scope.check_fresh(variable)?;
        }
        self.wheels.push(Wheel { values, variable, text: self.text.len(), bound: scope.mark() });
        Ok(())
    }
}

impl Wheel {
    /// Writes the next value and binds the variable; `false` when there is none.
    fn turn(&mut self, text: &mut String, scope: &mut Scope<'_>) -> bool {
        let value = match &mut self.values {
            Values::One(value) => {
                let Some(value) = value.take() else { return false };
                text.push_str(&value);
                return true;
            }
            Values::Ints { next, last } => {
                if next > last {
                    return false;
                }
                let value = Value::Int(*next as i32);
                *next += 1;
                let _ = write!(text, "{value}");
                value
            }
            Values::List { labels, next } => {
                let Some(label) = labels.get(*next) else { return false };
                *next += 1;
                text.push_str(label);
                if self.variable.is_none() {
                    return true;
                }
                Value::from_text(label)
            }
        };
        if let Some(variable) = self.variable {
            scope.bind(variable.symbol, value);
        }
        true
    }
}

impl Scope<'_> {
    /// The labels of an expression. Close the iterator unless it has given its last label.
    pub(super) fn labels<'a>(&self, label: &'a Label) -> Result<LabelIter<'a>, Stop> {
        self.step()?;
        Ok(LabelIter {
            parts: &label.parts,
            wheels: Vec::with_capacity(label.parts.len().min(4)),
            text: String::new(),
            outer: self.mark(),
            started: false,
        })
    }

    /// Calls a function for each label, with its variables bound.
    pub(super) fn for_each_label(
        &mut self,
        label: &Label,
        function: &mut dyn FnMut(&mut Self, &str) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut labels = self.labels(label)?;
        while let Some(text) = labels.next(self)? {
            function(self, text)?;
        }
        Ok(())
    }

    /// Calls a function for each combination of index values, with the variables bound.
    pub(super) fn for_each_index(
        &mut self,
        indices: &[Index],
        function: &mut dyn FnMut(&mut Self, &str) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let Some(first) = indices.first() else { return function(self, "") };
        let parts = indices.iter().cloned().map(Box::new).map(LabelPart::Index).collect();
        let span = first.span.to(indices[indices.len() - 1].span);
        self.for_each_label(&Label { parts, span }, function)
    }

    /// The text of a label that is one label by its form and binds nothing; `None` for others.
    pub(super) fn single(&mut self, label: &Label) -> Result<Option<String>, Stop> {
        let mut text = String::new();
        let plain = |part: &LabelPart| match part {
            LabelPart::Name(_) => true,
            LabelPart::Set(_) => false,
            LabelPart::Index(index) => matches!(index.domain, Domain::Value(_)),
        };
        if !label.parts.iter().all(plain) {
            return Ok(None);
        }
        for part in &label.parts {
            if !text.is_empty() {
                text.push('.');
            }
            if let LabelPart::Name(name) = part {
                text.push_str(self.text(name.symbol));
            } else if let LabelPart::Index(index) = part
                && let Domain::Value(expr) = &index.domain
            {
                let value = self.eval(expr)?;
                let _ = write!(text, "{value}");
            }
        }
        Ok(Some(text))
    }

    /// The labels of a set.
    pub(super) fn label_set(&mut self, set: &LabelSet) -> Result<Labels, Stop> {
        match set {
            LabelSet::Named(name) => self.set(*name),
            LabelSet::Literal(elements, _) => self.elements(elements),
        }
    }

    /// The labels of several expressions, without repetition.
    pub(super) fn elements(&mut self, elements: &[Label]) -> Result<Labels, Stop> {
        let mut seen: FxHashSet<Arc<str>> = FxHashSet::default();
        let mut labels: Vec<Arc<str>> = Vec::new();
        for element in elements {
            self.for_each_label(element, &mut |_, text| {
                if !seen.contains(text) {
                    if labels.len() == MAX_LABELS {
                        return Err(too_many(element.span));
                    }
                    let text: Arc<str> = Arc::from(text);
                    seen.insert(Arc::clone(&text));
                    labels.push(text);
                }
                Ok(())
            })?;
        }
        Ok(labels.into())
    }

    /// All labels of one expression, without repetition.
    pub(super) fn label_list(&mut self, label: &Label) -> Result<Labels, Stop> {
        self.elements(std::slice::from_ref(label))
    }

    fn set_expr(&mut self, set: &SetExpr) -> Result<Labels, Stop> {
        let labels = self.label_set(&set.set)?;
        let Some(minus) = &set.minus else { return Ok(labels) };
        let minus = self.label_set(minus)?;
        let minus: FxHashSet<&Arc<str>> = minus.iter().collect();
        Ok(labels.iter().filter(|label| !minus.contains(label)).cloned().collect())
    }

    fn domain(&mut self, index: &Index) -> Result<Values, Stop> {
        let (low, high, span) = match &index.domain {
            Domain::Set(set) => return Ok(Values::List { labels: self.label_set(set)?, next: 0 }),
            Domain::Value(expr) => return Ok(Values::One(Some(self.eval(expr)?.text()))),
            Domain::Range(name) => {
                let (low, high) = self.range(*name)?;
                (low, high, name.span)
            }
            Domain::Between(low, high) => (self.eval_int(low)?, self.eval_int(high)?, low.span.to(high.span)),
        };
        if low > high {
            return Err(Diagnostic::error("E0303", format!("the range {low}..{high} is empty"))
                .at(span, "the lower bound is above the upper one")
                .into());
        }
        Ok(Values::Ints { next: i64::from(low), last: i64::from(high) })
    }
}
