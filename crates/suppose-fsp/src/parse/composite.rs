//! Composite processes.

use super::super::ast::{CompBody, CompPart, CompWhat, CompositeDef, Instance, Modifiers, PriorityClause};
use super::super::token::{Keyword, Mark, TokenKind};
use super::{Name, Parse, Parser};
use suppose_base::descent::Descent;

impl Parser<'_> {
    pub(super) fn composite(&mut self, modifiers: Modifiers) -> Parse<CompositeDef> {
        let start = self.expect(Mark::BarBar, "before the name of a composite process")?;
        let TokenKind::Upper(symbol) = self.token.kind else { return Err(self.no_composite_name()) };
        let name = Name { symbol, span: self.advance().span };
        let params = self.params(name)?;
        self.equals(name, "the composite process")?;
        self.head.composite = true;
        self.head.name = Some((name, self.previous.end));
        let body = self.comp_body()?;
        let mut priority = None;
        let low = self.at(Mark::ShiftRight);
        if low || self.at(Mark::ShiftLeft) {
            self.advance();
            priority = Some(PriorityClause { low, labels: self.label_set()? });
        }
        let visibility = self.visibility()?;
        self.end_of_definition()?;
        let span = start.to(self.previous);
        Ok(CompositeDef { modifiers, name, params, body, priority, visibility, span })
    }

    fn comp_body(&mut self) -> Parse<CompBody> {
        if self.at(Keyword::If) {
            return self.nested(Self::comp_conditional);
        }
        if self.take(Keyword::Forall) {
            let indices = self.forall_indices()?;
            let body = Box::new(self.nested(Self::comp_body)?);
            return Ok(CompBody::Forall { indices, body });
        }
        self.comp_part().map(|part| CompBody::Part(Box::new(part)))
    }

    fn comp_conditional(&mut self) -> Parse<CompBody> {
        let (arms, otherwise) = self.conditional(Self::comp_body)?;
        Ok(CompBody::If { arms, otherwise })
    }

    fn comp_part(&mut self) -> Parse<CompPart> {
        let start = self.token.span;
        let mut share = None;
        let mut prefix = None;
        if self.at_label() {
            let label = self.label()?;
            if self.take(Mark::ColonColon) {
                share = Some(label);
                if self.at_label() {
                    prefix = Some(self.label()?);
                    self.expect(Mark::Colon, "after the prefix")?;
                }
            } else if self.take(Mark::Colon) {
                prefix = Some(label);
            } else {
                return Err(self.no_prefix(label.span));
            }
        }
        let opened = self.token.span;
        let what = if self.take(Mark::LeftRound) {
            let bodies = self.nested(|p| {
                let mut bodies = Vec::new();
                if !p.at(Mark::RightRound) {
                    bodies.push(p.comp_body()?);
                    while p.take(Mark::BarBar) {
                        bodies.push(p.comp_body()?);
                    }
                }
                Ok(bodies)
            })?;
            if !self.take(Mark::RightRound) {
                return Err(self.no_end_of_parts(opened));
            }
            CompWhat::List(bodies)
        } else {
            let TokenKind::Upper(symbol) = self.token.kind else {
                let label = prefix.or(share).map(|label| label.span);
                return Err(self.no_process(label));
            };
            let name = Name { symbol, span: self.advance().span };
            CompWhat::Instance(Instance { name, actuals: self.actuals()? })
        };
        let relabel = self.optional_relabels()?;
        Ok(CompPart { share, prefix, what, relabel, span: start.to(self.previous) })
    }
}
