//! Labels, label sets, indices and relabellings.

use suppose_base::{Diagnostic, Span};

use super::super::ast::{Domain, Index, Label, LabelPart, LabelSet, Name, Relabel, SetExpr};
use super::super::token::{Keyword, Mark, TokenKind};
use super::{Parse, Parser};

impl Parser<'_> {
    /// Whether a label begins here.
    pub(super) fn at_label(&self) -> bool {
        match self.token.kind {
            TokenKind::Lower(_) | TokenKind::Mark(Mark::LeftSquare | Mark::LeftCurly) => true,
            TokenKind::Upper(symbol) => self.sets.contains(&symbol),
            _ => false,
        }
    }

    /// Whether a set of labels begins here.
    fn at_set(&self) -> bool {
        match self.token.kind {
            TokenKind::Mark(Mark::LeftCurly) => true,
            TokenKind::Upper(symbol) => self.sets.contains(&symbol),
            _ => false,
        }
    }

    pub(super) fn label(&mut self) -> Parse<Label> {
        let start = self.token.span;
        let mut parts = Vec::new();
        loop {
            parts.push(self.label_part()?);
            if !self.take(Mark::Dot) && !self.at(Mark::LeftSquare) {
                break;
            }
        }
        Ok(Label { parts, span: start.to(self.previous) })
    }

    fn label_part(&mut self) -> Parse<LabelPart> {
        match self.token.kind {
            TokenKind::Lower(symbol) if symbol == self.words.tau => Err(self.fail(
                Diagnostic::error("E0106", "`tau` cannot be written as an action")
                    .at(self.token.span, "")
                    .help("hide an ordinary action instead: `\\ {a}`"),
            )),
            TokenKind::Lower(symbol) => {
                let span = self.advance().span;
                Ok(LabelPart::Name(Name { symbol, span }))
            }
            TokenKind::Mark(Mark::LeftSquare) => self.index().map(Box::new).map(LabelPart::Index),
            TokenKind::Upper(symbol) if !self.sets.contains(&symbol) => Err(self.unknown_set(symbol)),
            _ if self.at_set() => {
                let set = self.label_set()?;
                let minus = if self.take(Mark::Backslash) { Some(self.label_set()?) } else { None };
                Ok(LabelPart::Set(Box::new(SetExpr { set, minus })))
            }
            TokenKind::Int(number) => Err(self.fail(
                Diagnostic::error("E0105", format!("expected a label, found `{number}`"))
                    .at(self.token.span, "")
                    .help(format!("write numbers in brackets: `a[{number}]`")),
            )),
            _ => Err(self.unexpected("a label", "")),
        }
    }

    fn unknown_set(&mut self, symbol: super::Symbol) -> super::Failed {
        let name = self.symbols.text(symbol).to_owned();
        let mut diagnostic = Diagnostic::error(
            "E0201",
            format!("expected a label; `{name}` is not declared as a set before this"),
        )
        .at(self.token.span, "a capitalised name is a label only after `set`");
        if let Some(hint) = self.suggest(symbol, &self.sets) {
            diagnostic = diagnostic.help(hint);
        } else {
            diagnostic = diagnostic.help("names of actions begin with a small letter");
        }
        self.fail(diagnostic)
    }

    pub(super) fn label_set(&mut self) -> Parse<LabelSet> {
        match self.token.kind {
            TokenKind::Mark(Mark::LeftCurly) => {
                let (labels, span) = self.braced_labels()?;
                Ok(LabelSet::Literal(labels, span))
            }
            TokenKind::Upper(symbol) if self.sets.contains(&symbol) => {
                let span = self.advance().span;
                Ok(LabelSet::Named(Name { symbol, span }))
            }
            TokenKind::Upper(symbol) => Err(self.unknown_set(symbol)),
            _ => Err(self.unexpected("a set of labels", "")),
        }
    }

    /// `{a, b}`: at least one element.
    pub(super) fn braced_labels(&mut self) -> Parse<(Vec<Label>, Span)> {
        let start = self.expect(Mark::LeftCurly, "before the labels")?;
        if self.at(Mark::RightCurly) {
            return Err(self.fail(
                Diagnostic::error("E0109", "a set of labels cannot be empty")
                    .at(start.to(self.token.span), "")
                    .help("leave the whole clause out"),
            ));
        }
        let labels = self.nested(|p| {
            let mut labels = vec![p.label()?];
            while p.take(Mark::Comma) {
                labels.push(p.label()?);
            }
            Ok(labels)
        })?;
        let end = self.expect(Mark::RightCurly, "after the labels")?;
        Ok((labels, start.to(end)))
    }

    pub(super) fn index(&mut self) -> Parse<Index> {
        let start = self.expect(Mark::LeftSquare, "before an index")?;
        let (variable, domain) = self.nested(|p| {
            let mut variable = None;
            if let TokenKind::Lower(symbol) = p.token.kind
                && p.ahead() == [TokenKind::Mark(Mark::Colon)]
            {
                variable = Some(Name { symbol, span: p.advance().span });
                p.advance();
            }
            Ok((variable, p.domain(variable.is_some())?))
        })?;
        let end = self.expect(Mark::RightSquare, "after the index")?;
        Ok(Index { variable, domain, span: start.to(end) })
    }

    fn domain(&mut self, binds: bool) -> Parse<Domain> {
        if self.at_set() {
            return self.label_set().map(Domain::Set);
        }
        if let TokenKind::Upper(symbol) = self.token.kind {
            if self.ranges.contains(&symbol) {
                let span = self.advance().span;
                return Ok(Domain::Range(Name { symbol, span }));
            }
            if binds && self.ahead() == [TokenKind::Mark(Mark::RightSquare)] {
                let name = self.symbols.text(symbol).to_owned();
                let mut diagnostic = Diagnostic::error(
                    "E0202",
                    format!("`{name}` is not declared as a range or a set before this"),
                )
                .at(self.token.span, "");
                let known = self.ranges.union(&self.sets).copied().collect();
                if let Some(hint) = self.suggest(symbol, &known) {
                    diagnostic = diagnostic.help(hint);
                }
                return Err(self.fail(diagnostic));
            }
        }
        let low = self.expr()?;
        if self.take(Mark::DotDot) {
            return Ok(Domain::Between(low, self.expr()?));
        }
        if binds {
            return Err(self.unexpected("`..`", "between the bounds of the range"));
        }
        Ok(Domain::Value(low))
    }

    pub(super) fn optional_relabels(&mut self) -> Parse<Option<Vec<Relabel>>> {
        if self.take(Mark::Slash) { self.relabels().map(Some) } else { Ok(None) }
    }

    /// `{new/old, ..}`
    pub(super) fn relabels(&mut self) -> Parse<Vec<Relabel>> {
        self.expect(Mark::LeftCurly, "before the relabelling")?;
        let relabels = self.nested(|p| {
            let mut relabels = vec![p.relabel()?];
            while p.take(Mark::Comma) {
                relabels.push(p.relabel()?);
            }
            Ok(relabels)
        })?;
        self.expect(Mark::RightCurly, "after the relabelling")?;
        Ok(relabels)
    }

    fn relabel(&mut self) -> Parse<Relabel> {
        if self.take_word(Keyword::Forall) {
            let indices = self.forall_indices()?;
            return Ok(Relabel::Forall { indices, relabels: self.relabels()? });
        }
        let new = self.label()?;
        self.expect(Mark::Slash, "between the new and the old label")?;
        let old = self.label()?;
        Ok(Relabel::Pair { new, old })
    }

    /// The indices after `forall` or `exists`, at least one.
    pub(super) fn forall_indices(&mut self) -> Parse<Vec<Index>> {
        if self.at(Mark::LeftSquare) { self.indices() } else { Err(self.unexpected("an index", "")) }
    }
}
