//! Definitions other than processes, and the loop over all of them.

use suppose_base::Diagnostic;
use suppose_base::descent::Descent;

use super::super::ast::{
    AnimationDef, ConstDef, Definition, FluentDef, ImportDef, Index, MenuDef, Modifiers, Name, Param,
    ProgressDef, RangeDef, SetDef,
};
use super::super::token::{Keyword, Mark, TokenKind};
use super::{Head, MAX_ERRORS, Parse, Parser};

/// Words with which definitions of MTSA, the extension for modal systems and controller synthesis, begin.
const MTSA_WORDS: [&str; 17] = [
    "abstract",
    "checkCompatibility",
    "closure",
    "clousure",
    "component",
    "controller",
    "controllerSpec",
    "def",
    "distribution",
    "goal",
    "heuristic",
    "mdp",
    "optimistic",
    "pessimistic",
    "plant",
    "probabilistic",
    "starenv",
];

/// The words before a process, in their order.
const MODIFIERS: [Keyword; 5] =
    [Keyword::Deterministic, Keyword::Minimal, Keyword::Compose, Keyword::Property, Keyword::Safe];

impl Parser<'_> {
    pub(super) fn file(&mut self) -> Vec<Definition> {
        let mut definitions = Vec::new();
        while self.token.kind != TokenKind::End {
            let before = self.token.span;
            let errors = self.reports.errors();
            self.depth = 0;
            let going_on = self.skip_stray() || {
                self.head = Head { start: before.start, ..Head::default() };
                let definition = self.definition();
                self.after = self.head.word.map(|word| (word, self.head.start));
                definition.map(|definition| definitions.push(definition)).is_ok()
            };
            if self.reports.errors() > errors && self.too_many_errors() {
                self.reports.push(
                    Diagnostic::error("E0112", format!("{MAX_ERRORS} errors or more; the rest is not read"))
                        .at(self.token.span, ""),
                );
                break;
            }
            if !going_on {
                // A definition that failed at its first word must not be tried again.
                if self.token.span == before {
                    self.advance();
                }
                self.skip_definition();
                self.after = None;
            }
        }
        definitions
    }

    fn definition(&mut self) -> Parse<Definition> {
        let TokenKind::Word(word) = self.token.kind else {
            return self.process_or_composite(Modifiers::default());
        };
        // A definition that begins with one of the others is a process and ends with `.`.
        if Keyword::DEFINING.contains(&word) && !MODIFIERS.contains(&word) {
            self.head.word = Some(word);
        }
        match word {
            Keyword::Const => {
                self.advance();
                let name = self.upper("the name of the constant", "after `const`")?;
                self.equals(name, "the constant")?;
                if self.at(Mark::LeftSquare) || self.at(Mark::LeftCurly) {
                    return Err(self.no_value(name));
                }
                Ok(Definition::Const(ConstDef { name, value: self.additive()? }))
            }
            Keyword::Range => {
                self.advance();
                let name = self.upper("the name of the range", "after `range`")?;
                self.equals(name, "the range")?;
                if self.at(Mark::LeftSquare) || self.at(Mark::LeftCurly) {
                    return Err(self.no_value(name));
                }
                let low = self.additive()?;
                if !self.take(Mark::DotDot) {
                    let shown = format!("range {} = ", self.symbols.text(name.symbol));
                    return Err(self.no_bounds(&low, &shown));
                }
                let high = self.additive()?;
                self.ranges.insert(name.symbol);
                Ok(Definition::Range(RangeDef { name, low, high }))
            }
            Keyword::Set => {
                self.advance();
                let name = self.upper("the name of the set", "after `set`")?;
                self.equals(name, "the set")?;
                let (elements, _) = self.braced_labels()?;
                self.sets.insert(name.symbol);
                Ok(Definition::Set(SetDef { name, elements }))
            }
            Keyword::Import => {
                self.advance();
                let name = self.upper("the name of the process", "after `import`")?;
                self.equals(name, "the process")?;
                let path = self.quoted("the name of a file in quotes", "")?;
                Ok(Definition::Import(ImportDef { name, path }))
            }
            Keyword::Progress => self.progress(),
            Keyword::Menu => {
                self.advance();
                let name = self.upper("the name of the menu", "after `menu`")?;
                self.equals(name, "the menu")?;
                Ok(Definition::Menu(MenuDef { name, actions: self.label()? }))
            }
            Keyword::Animation => self.animation(),
            Keyword::Fluent => self.fluent(),
            Keyword::Assert | Keyword::Constraint | Keyword::LtlProperty => self.assertion(word),
            _ => {
                let modifiers = self.modifiers()?;
                self.process_or_composite(modifiers)
            }
        }
    }

    fn modifiers(&mut self) -> Parse<Modifiers> {
        let mut modifiers = Modifiers::default();
        for word in MODIFIERS {
            if self.take(word) {
                *match word {
                    Keyword::Deterministic => &mut modifiers.deterministic,
                    Keyword::Minimal => &mut modifiers.minimal,
                    Keyword::Compose => &mut modifiers.compose,
                    Keyword::Property => &mut modifiers.property,
                    _ => &mut modifiers.safe,
                } = true;
            }
        }
        match self.token.kind {
            TokenKind::Word(word) if MODIFIERS.contains(&word) => Err(self.fail(
                Diagnostic::error("E0108", format!("`{word}` cannot stand here"))
                    .at(self.token.span, "out of order or repeated")
                    .help("the order is `deterministic minimal compose property safe`, each at most once"),
            )),
            _ => Ok(modifiers),
        }
    }

    fn process_or_composite(&mut self, modifiers: Modifiers) -> Parse<Definition> {
        match self.token.kind {
            TokenKind::Upper(_) => self.process(modifiers).map(Definition::Process),
            TokenKind::Mark(Mark::BarBar) => self.composite(modifiers).map(Definition::Composite),
            TokenKind::Lower(symbol) if MTSA_WORDS.contains(&self.symbols.text(symbol)) => {
                let word = self.symbols.text(symbol).to_owned();
                Err(self.fail(
                    Diagnostic::error("E0110", format!("`{word}` is MTSA, not FSP"))
                        .at(self.token.span, "")
                        .help("controller synthesis and modal systems are not part of FSP"),
                ))
            }
            TokenKind::Mark(Mark::Eq) if modifiers.property => {
                let diagnostic = self
                    .wrong("the name of the property", "after `property`")
                    .help("write `property NAME = ..`");
                Err(self.fail(diagnostic))
            }
            _ => Err(self.no_definition()),
        }
    }

    /// The parameters of the process, composite or formula of this name.
    pub(super) fn params(&mut self, of: Name) -> Parse<Vec<Param>> {
        let mut params = Vec::new();
        let opened = self.token.span;
        if self.take(Mark::LeftRound) {
            loop {
                let TokenKind::Upper(symbol) = self.token.kind else { return Err(self.no_parameter(of)) };
                let name = Name { symbol, span: self.advance().span };
                if !self.take(Mark::Eq) {
                    return Err(self.no_default(of, name));
                }
                let default = self.expr()?;
                params.push(Param { name, default });
                if !self.take(Mark::Comma) {
                    break;
                }
            }
            self.close(Mark::RightRound, opened, "after the parameters")?;
        }
        Ok(params)
    }

    /// `[i:R][j:S]..`, perhaps none.
    pub(super) fn indices(&mut self) -> Parse<Vec<Index>> {
        let mut indices = Vec::new();
        while self.at(Mark::LeftSquare) {
            indices.push(self.index()?);
        }
        Ok(indices)
    }

    fn progress(&mut self) -> Parse<Definition> {
        self.advance();
        let name = self.upper("the name of the progress test", "after `progress`")?;
        let indices = self.indices()?;
        self.equals(name, "the progress test")?;
        let mut condition = None;
        if self.take(Keyword::If) {
            condition = Some(self.label()?);
            self.expect(Keyword::Then, "after the condition")?;
        }
        let actions = self.label()?;
        Ok(Definition::Progress(ProgressDef { name, indices, condition, actions }))
    }

    fn animation(&mut self) -> Parse<Definition> {
        self.advance();
        let name = self.upper("the name of the animation", "after `animation`")?;
        self.equals(name, "the animation")?;
        let path = self.quoted("the name of a file in quotes", "")?;
        let mut target = None;
        if self.take(Keyword::Target) {
            target = Some(self.upper("the name of a process", "after `target`")?);
        }
        let mut parts = Vec::new();
        // `compose` can also begin the next definition; only a brace makes it part of this one.
        if self.at(Keyword::Compose) && self.ahead() == [TokenKind::Mark(Mark::LeftCurly)] {
            self.advance();
            self.advance();
            loop {
                let part: Name = self.upper("the name of an animation", "")?;
                parts.push((part, self.optional_relabels()?));
                if !self.take(Mark::BarBar) {
                    break;
                }
            }
            self.expect(Mark::RightCurly, "after the animations")?;
        }
        let actions = if self.take(Keyword::Actions) { Some(self.relabels()?) } else { None };
        let controls = if self.take(Keyword::Controls) { Some(self.relabels()?) } else { None };
        Ok(Definition::Animation(AnimationDef { name, path, target, parts, actions, controls }))
    }

    fn fluent(&mut self) -> Parse<Definition> {
        self.advance();
        let name = self.upper("the name of the fluent", "after `fluent`")?;
        let indices = self.indices()?;
        self.equals(name, "the fluent")?;
        let opened = self.token.span;
        if !self.take(Mark::Less) {
            return Err(self.no_fluent("`<`", "before the actions of the fluent"));
        }
        let initiating = self.label()?;
        if !self.take(Mark::Comma) {
            let context = "between the actions that make the fluent true and those that make it false";
            return Err(self.no_fluent("`,`", context));
        }
        let terminating = self.label()?;
        self.close(Mark::Greater, opened, "after the actions of the fluent")?;
        let initially = if self.take(Keyword::Initially) { Some(self.additive()?) } else { None };
        Ok(Definition::Fluent(FluentDef { name, indices, initiating, terminating, initially }))
    }
}
