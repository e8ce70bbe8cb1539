//! Labels, label sets, indices and relabellings.

use suppose_base::descent::Descent;
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
            if self.take(Mark::Dot) {
                if self.definition_follows() {
                    return Err(self.no_label_after_dot(start));
                }
            } else if !self.at(Mark::LeftSquare) {
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
            TokenKind::Word(word) => {
                let diagnostic =
                    self.wrong("a label", "").help(format!("choose another name, such as `{word}1`"));
                Err(self.fail(diagnostic))
            }
            _ => Err(self.unexpected("a label", "")),
        }
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
            _ => Err(self.no_set()),
        }
    }

    /// `{a, b}`: at least one element.
    pub(super) fn braced_labels(&mut self) -> Parse<(Vec<Label>, Span)> {
        let start = self.token.span;
        if !self.take(Mark::LeftCurly) {
            return Err(self.no_brace());
        }
        if self.at(Mark::RightCurly) {
            let help = match self.head.word {
                Some(Keyword::Set) => "write at least one label, or leave the set out",
                _ => "leave the whole clause out",
            };
            return Err(self.fail(
                Diagnostic::error("E0109", "a set of labels cannot be empty")
                    .at(start.to(self.token.span), "")
                    .help(help),
            ));
        }
        let labels = self.nested(|p| {
            let mut labels = vec![p.label()?];
            while p.take(Mark::Comma) {
                labels.push(p.label()?);
            }
            Ok(labels)
        })?;
        if !self.at(Mark::RightCurly) {
            return Err(self.no_end_of_labels(start));
        }
        let end = self.advance().span;
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
            Ok((variable, p.domain(variable)?))
        })?;
        if !self.at(Mark::RightSquare) {
            return Err(self.no_end_of_index(start));
        }
        let end = self.advance().span;
        Ok(Index { variable, domain, span: start.to(end) })
    }

    fn domain(&mut self, variable: Option<Name>) -> Parse<Domain> {
        if self.at_set() {
            return self.label_set().map(Domain::Set);
        }
        if let TokenKind::Upper(symbol) = self.token.kind {
            if self.ranges.contains(&symbol) {
                let span = self.advance().span;
                return Ok(Domain::Range(Name { symbol, span }));
            }
            if variable.is_some() && self.ahead() == [TokenKind::Mark(Mark::RightSquare)] {
                let name = self.symbols.text(symbol).to_owned();
                let mut diagnostic = Diagnostic::error(
                    "E0202",
                    format!("`{name}` is not declared as a range or a set before this"),
                )
                .at(self.token.span, "");
                let known = self.ranges.union(&self.sets).copied().collect();
                let hint = self.suggest(symbol, &known);
                diagnostic = diagnostic
                    .help(hint.unwrap_or_else(|| format!("declare it before this: `range {name} = 0..3`")));
                return Err(self.fail(diagnostic));
            }
        }
        let low = self.expr()?;
        if self.take(Mark::DotDot) {
            return Ok(Domain::Between(low, self.expr()?));
        }
        if let Some(variable) = variable {
            let shown = format!("{}:", self.symbols.text(variable.symbol));
            return Err(self.no_bounds(&low, &shown));
        }
        Ok(Domain::Value(low))
    }

    pub(super) fn optional_relabels(&mut self) -> Parse<Option<Vec<Relabel>>> {
        if self.take(Mark::Slash) { self.relabels().map(Some) } else { Ok(None) }
    }

    /// `{new/old, ..}`
    pub(super) fn relabels(&mut self) -> Parse<Vec<Relabel>> {
        let opened = self.token.span;
        if !self.take(Mark::LeftCurly) {
            return Err(self.no_relabelling());
        }
        let relabels = self.nested(|p| {
            let mut relabels = vec![p.relabel()?];
            while p.take(Mark::Comma) {
                relabels.push(p.relabel()?);
            }
            Ok(relabels)
        })?;
        self.close(Mark::RightCurly, opened, "after the relabelling")?;
        Ok(relabels)
    }

    fn relabel(&mut self) -> Parse<Relabel> {
        if self.take(Keyword::Forall) {
            let indices = self.forall_indices()?;
            return Ok(Relabel::Forall { indices, relabels: self.relabels()? });
        }
        let new = self.label()?;
        if !self.take(Mark::Slash) {
            return Err(self.no_slash(new.span));
        }
        let old = self.label()?;
        Ok(Relabel::Pair { new, old })
    }

    /// The indices after `forall` or `exists`, at least one.
    pub(super) fn forall_indices(&mut self) -> Parse<Vec<Index>> {
        if self.at(Mark::LeftSquare) { self.indices() } else { Err(self.no_index()) }
    }
}
