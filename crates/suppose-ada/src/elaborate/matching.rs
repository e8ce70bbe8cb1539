//! Parameters and arguments: which argument is for which parameter.

use suppose_base::Span;

use super::Elaborator;
use super::entity::Formal;
use super::types::Subtype;
use crate::ast::{Argument, Expr, Ident, ParameterSpec};
use crate::program::Mode;

/// A parameter or discriminant as it is declared.
#[derive(Clone, Copy, Debug)]
pub(super) struct FormalSpec<'a> {
    pub(super) ident: &'a Ident,
    pub(super) mode: Mode,
    pub(super) of: Subtype,
    pub(super) default: Option<&'a Expr>,
}

impl FormalSpec<'_> {
    /// What others need to know of it.
    pub(super) fn formal(&self) -> Formal {
        Formal { key: self.ident.key.clone(), mode: self.mode, of: self.of, span: self.ident.span }
    }
}

impl<'a> Elaborator<'a> {
    /// The parameters of a declaration, one by one.
    pub(super) fn formals(&mut self, specs: &'a [ParameterSpec]) -> Option<Vec<FormalSpec<'a>>> {
        let mut formals: Vec<FormalSpec<'a>> = Vec::new();
        let mut right = true;
        for spec in specs {
            let Some(of) = self.subtype(&spec.mark) else {
                right = false;
                continue;
            };
            for ident in &spec.names {
                if formals.iter().any(|formal| formal.ident.key == ident.key) {
                    self.error(
                        "E1031",
                        ident.span,
                        format!("the parameter `{}` is declared twice", ident.text),
                    );
                    right = false;
                }
                formals.push(FormalSpec { ident, mode: spec.mode, of, default: spec.default.as_ref() });
            }
        }
        right.then_some(formals)
    }

    /// For each parameter its argument; `None` stands for one that has a default and no argument.
    pub(super) fn associate(
        &mut self,
        formals: &[(&str, bool)],
        arguments: &'a [Argument],
        span: Span,
    ) -> Option<Vec<Option<&'a Expr>>> {
        let mut given: Vec<Option<&'a Expr>> = vec![None; formals.len()];
        let mut named = false;
        for (number, argument) in arguments.iter().enumerate() {
            let place = match &argument.formal {
                None if named => {
                    self.error(
                        "E1041",
                        argument.value.span,
                        "arguments by position come before those with names",
                    );
                    return None;
                }
                None => number,
                Some(ident) => {
                    named = true;
                    let Some(place) = formals.iter().position(|(key, _)| *key == ident.key) else {
                        self.error("E1041", ident.span, format!("there is no parameter `{}`", ident.text));
                        return None;
                    };
                    place
                }
            };
            let Some(slot) = given.get_mut(place) else {
                let (count, wanted) = (arguments.len(), formals.len());
                self.error(
                    "E1041",
                    span,
                    format!("{} given where {wanted} are wanted", counted(count, "argument")),
                );
                return None;
            };
            if slot.is_some() {
                self.error("E1041", argument.value.span, "this parameter is given twice");
                return None;
            }
            *slot = Some(&argument.value);
        }
        for (slot, (key, has_default)) in given.iter().zip(formals) {
            if slot.is_none() && !has_default {
                self.error("E1041", span, format!("no argument is given for the parameter `{key}`"));
                return None;
            }
        }
        Some(given)
    }
}

/// So many things are, in words.
pub(super) fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what} is") } else { format!("{count} {what}s are") }
}
