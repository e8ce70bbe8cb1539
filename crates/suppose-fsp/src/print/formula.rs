//! Formulas.

use super::super::ast::{AssertDef, AssertKind, Formula, FormulaKind, LtlBinary, LtlUnary};
use super::Printer;

/// Where a formula stands, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    InParentheses,
    BesideOr,
    BesideBinary,
    BesideAnd,
}

fn operator(op: LtlBinary) -> (&'static str, Place) {
    match op {
        LtlBinary::Or => (" || ", Place::InParentheses),
        LtlBinary::Until => (" U ", Place::BesideOr),
        LtlBinary::WeakUntil => (" W ", Place::BesideOr),
        LtlBinary::Implies => (" -> ", Place::BesideOr),
        LtlBinary::Equivalent => (" <-> ", Place::BesideOr),
        LtlBinary::And => (" && ", Place::BesideBinary),
    }
}

impl Printer<'_> {
    pub(super) fn assertion(&mut self, assertion: &AssertDef) {
        self.put(match assertion.kind {
            AssertKind::Assert => "assert ",
            AssertKind::Constraint => "constraint ",
            AssertKind::Property => "ltl_property ",
        });
        self.name(assertion.name);
        self.params(&assertion.params);
        self.put(" = ");
        self.formula(&assertion.formula, Place::BesideAnd);
        if let Some(extension) = &assertion.extension {
            self.put(" + ");
            self.label_set(extension);
        }
    }

    fn formula(&mut self, formula: &Formula, place: Place) {
        match &formula.kind {
            FormulaKind::Named { name, indices, actuals } => {
                self.name(*name);
                self.list(indices, "", Self::index);
                self.actuals(actuals.as_ref());
            }
            FormulaKind::Action(label) => self.label(label),
            FormulaKind::Rigid(expr) => {
                self.put("rigid ");
                self.additive(expr);
            }
            FormulaKind::Unary(op, inner) => {
                self.put(match op {
                    LtlUnary::Not => "!",
                    LtlUnary::Next => "X ",
                    LtlUnary::Eventually => "<>",
                    LtlUnary::Always => "[]",
                });
                self.formula(inner, Place::BesideAnd);
            }
            FormulaKind::Quantified { all, indices, body } => {
                self.put(if *all { "forall " } else { "exists " });
                self.list(indices, "", Self::index);
                self.put(" ");
                self.formula(body, Place::BesideAnd);
            }
            FormulaKind::Join(op, parts) => {
                let (text, loosest) = operator(*op);
                let inner = match op {
                    LtlBinary::Or => Place::BesideOr,
                    LtlBinary::And => Place::BesideAnd,
                    _ => Place::BesideBinary,
                };
                let parentheses = place > loosest;
                if parentheses {
                    self.put("(");
                }
                self.list(parts, text, |p, part| p.formula(part, inner));
                if parentheses {
                    self.put(")");
                }
            }
        }
    }
}
