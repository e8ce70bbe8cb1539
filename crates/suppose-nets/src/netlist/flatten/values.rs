//! First values of wires, as modules state them.
//!
//! In a hierarchy several modules may say what a wire is worth. Tools write these comments for each module by
//! itself, and those of outer modules can be out of date. So the module wins in which the driving gate is;
//! then the innermost one that says something; and a warning tells.

use suppose_base::{Diagnostic, Span};

use super::super::verilog::{Term, TermKind};
use super::scope::Bit;
use super::wires::{Driver, Wires};
use super::{Flattener, Frame};
use crate::net::WireId;
use suppose_base::Reports;

/// What a module says of a wire.
pub(super) struct Claim {
    wire: WireId,
    value: bool,
    /// The instance of the module, and how deep it is.
    instance: usize,
    depth: usize,
    span: Span,
}

impl<'m> Flattener<'m> {
    /// Notes what a module says.
    pub(super) fn claim(&mut self, frame: &Frame<'m>, list: &[(Term, bool)], comment: bool) {
        for (term, value) in list {
            let TermKind::Reference(name, select) = &term.kind else {
                let message = "a first value is given to single signals";
                self.messages.push(Diagnostic::error("E0861", message).at(term.span, ""));
                continue;
            };
            let found = frame.scope.find(name, *select).or_else(|| {
                // A name with a backslash may hold brackets.
                let whole = match select {
                    super::super::verilog::Select::Bit(index) => format!("{name}[{index}]"),
                    _ => return None,
                };
                frame.scope.find(&whole, super::super::verilog::Select::All)
            });
            match found.as_deref() {
                Some(&[Bit::Wire(wire)]) => {
                    let (instance, depth) = (frame.id, frame.depth);
                    self.claims.push(Claim { wire, value: *value, instance, depth, span: term.span });
                }
                // A pin of this instance is connected to a constant.
                Some(&[Bit::Const(constant)]) if constant == *value => {}
                Some(&[Bit::Const(_)]) => {
                    let message = format!("`{name}` is constant and has another value");
                    self.messages.push(Diagnostic::warning("W0865", message).at(term.span, ""));
                }
                _ if comment => {
                    let message =
                        format!("the comment with first values names `{name}`, which is no single wire here");
                    self.messages.push(Diagnostic::warning("W0865", message).at(term.span, ""));
                }
                _ => {
                    let message = format!("`{name}` is no single wire of the module");
                    self.messages.push(Diagnostic::error("E0874", message).at(term.span, ""));
                }
            }
        }
    }
}

/// Gives each wire the value of the claim that counts most.
pub(super) fn settle_claims(claims: &[Claim], wires: &mut Wires, messages: &mut Reports) {
    let mut best: Vec<Option<&Claim>> = vec![None; wires.fragment.wires.len()];
    let rank = |claim: &Claim| {
        let drives =
            matches!(wires.driver(claim.wire), Driver::Gate(_, instance) if instance == claim.instance);
        (drives, claim.depth)
    };
    for claim in claims {
        let slot = &mut best[claim.wire.index()];
        if slot.is_none_or(|known| rank(claim) > rank(known)) {
            *slot = Some(claim);
        }
    }
    let mut told = vec![false; best.len()];
    for claim in claims {
        let Some(winner) = best[claim.wire.index()] else { continue };
        if winner.value == claim.value || std::mem::replace(&mut told[claim.wire.index()], true) {
            continue;
        }
        let value = u8::from(winner.value);
        let message = format!("`{}` has two first values; {value} is taken", wires.name(claim.wire));
        let message = Diagnostic::warning("W0865", message).at(claim.span, "this one is not used");
        messages.push(message.at(winner.span, "this one counts, because it is nearer to the gate"));
    }
    for (place, claim) in best.into_iter().enumerate() {
        if let Some(claim) = claim {
            wires.fragment.set_initial(WireId(place as u32), i32::from(claim.value));
        }
    }
}
