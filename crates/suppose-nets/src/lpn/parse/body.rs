//! What stands in main parts, classes and modules: declarations, markings, instances and transitions.
//!
//! Both formats have the same kinds of parts under different names, so one rule reads them all. What the
//! parts of a unit make it, and which of them must not be there, is decided at its end.

use suppose_base::descent::Descent;
use suppose_base::{Diagnostic, Span};

use super::super::ast::{
    Body, Declaration, Formula, Initial, Instance, Name, Op, PlaceName, Reference, Step, Transition, Tree,
    Unit,
};
use super::super::lexer::Kind;
use super::{Parse, Parser, Tag};

impl<'t> Parser<'t> {
    /// A class or a module; a module called `main` that has instances is a main part, as in older files.
    pub(super) fn unit(&mut self, tag: &Tag<'t>, tree: &mut Tree) {
        self.check_attributes(tag, &["name", "arg"]);
        let name = match self.attribute(tag, "name") {
            Ok((span, text)) => Name { text: text.trim().to_owned(), span },
            Err(_) => Name { text: String::new(), span: tag.span },
        };
        let argument = tag.attributes.iter().find(|(name, ..)| name.text == "arg");
        let arguments = argument.and_then(|&(_, span, text)| self.inside((span, text), Self::arguments).ok());
        let is_class = tag.name == "class" || argument.is_some();
        let body = self.body(tag);
        let is_main = tag.name == "mod" && name.text == "main" && !body.instances.is_empty();
        let unit = Unit { name, arguments: arguments.unwrap_or_default(), body };
        if is_main {
            tree.mains.push(unit);
        } else {
            if let Some(instance) = unit.body.instances.first() {
                self.misplaced("an instance", instance.name.span, "in `<main>`");
            }
            if is_class {
                let old =
                    unit.body.inputs.iter().flatten().chain(&unit.body.outputs).chain(&unit.body.values);
                let old: Vec<Span> = old.map(|declaration| declaration.name.span).take(1).collect();
                for span in old {
                    self.misplaced("a declaration of the old format", span, "in `<mod>`");
                }
                tree.classes.push(unit);
            } else {
                tree.modules.push(unit);
            }
        }
    }

    fn misplaced(&mut self, what: &str, span: Span, place: &str) {
        let problem = Diagnostic::error("E0816", format!("{what} has no meaning here")).at(span, "");
        self.problems.push(problem.help(format!("it belongs {place}")));
    }

    /// The parts of a unit, up to its end tag.
    pub(super) fn body(&mut self, tag: &Tag<'t>) -> Body {
        let mut body = Body::default();
        let is_main = tag.name == "main";
        self.element(tag, |p| {
            if !p.at("<") {
                body.instances.push(p.instance()?);
                return Ok(());
            }
            let part = p.tag()?;
            match part.name {
                "tr" | "transition" if is_main => return Err(p.unknown_tag(&part)),
                "tr" | "transition" => {
                    body.transitions.extend(p.transition(&part));
                    return Ok(());
                }
                _ => p.check_attributes(&part, &[]),
            }
            match part.name {
                "const" => p.declarations(&part, &mut body.constants),
                "var" => p.declarations(&part, &mut body.variables),
                "input" if !is_main => p.declarations(&part, body.inputs.get_or_insert_default()),
                "output" if !is_main => p.declarations(&part, &mut body.outputs),
                "statevector" if !is_main => p.declarations(&part, &mut body.values),
                "m" | "marking" if !is_main => p.element(&part, |p| {
                    body.marking.push(p.place()?);
                    if p.take(",") || p.at("</") {
                        Ok(())
                    } else {
                        Err(p.unexpected("`,` or the end tag", ""))
                    }
                }),
                _ => return Err(p.unknown_tag(&part)),
            }
            Ok(())
        });
        body
    }

    /// Declarations up to the end tag, each followed by `;` or `,`; the last one may be followed by neither.
    pub(super) fn declarations(&mut self, tag: &Tag<'t>, all: &mut Vec<Declaration>) {
        self.element(tag, |p| {
            all.push(p.declaration()?);
            if p.take(";") || p.take(",") || p.at("</") {
                Ok(())
            } else {
                Err(p.unexpected("`;`", "after the declaration"))
            }
        });
    }

    fn arguments(&mut self) -> Parse<Vec<Declaration>> {
        let mut all = Vec::new();
        if self.token.kind == Kind::End {
            return Ok(all);
        }
        loop {
            all.push(self.declaration()?);
            if !self.take(",") {
                return Ok(all);
            }
        }
    }

    fn declaration(&mut self) -> Parse<Declaration> {
        let name = self.name("a name", "")?;
        let mut sizes = Vec::new();
        while self.take("[") {
            sizes.push(self.formula()?);
            self.expect("]", "after the size")?;
        }
        let initial = match self.take("=") {
            false => Initial::Default,
            true if self.at("{") => self.list()?,
            true => Initial::Value(self.formula()?),
        };
        Ok(Declaration { name, sizes, initial })
    }

    /// Values in braces. Inner braces only show rows and are dropped.
    fn list(&mut self) -> Parse<Initial<Reference>> {
        let start = self.token.span;
        let mut values = Vec::new();
        let mut depth = 0usize;
        loop {
            if self.take("{") {
                depth += 1;
                continue;
            }
            if !self.at("}") {
                values.push(self.formula()?);
            }
            while self.take("}") {
                depth -= 1;
                if depth == 0 {
                    return Ok(Initial::List(values, start.to(self.previous)));
                }
            }
            self.expect(",", "between values")?;
        }
    }

    fn place(&mut self) -> Parse<PlaceName> {
        let span = self.token.span;
        let (number, text) = match self.token.kind {
            Kind::Int(number) => (Some(number), number.to_string()),
            Kind::Name(name) => (None, name.to_owned()),
            _ => return Err(self.unexpected("a place", "")),
        };
        self.advance();
        Ok(PlaceName { number, name: Name { text, span } })
    }

    fn places(&mut self) -> Parse<Vec<PlaceName>> {
        let mut all = Vec::new();
        if self.token.kind == Kind::End {
            return Ok(all);
        }
        loop {
            all.push(self.place()?);
            if !self.take(",") {
                return Ok(all);
            }
        }
    }

    /// `Class name(argument, …);`.
    fn instance(&mut self) -> Parse<Instance> {
        let class = self.name("a class", "or a tag")?;
        let name = self.name("the name of the instance", "after its class")?;
        self.expect("(", "before the arguments")?;
        let mut arguments = Vec::new();
        if !self.at(")") {
            arguments.push(self.formula()?);
            while self.take(",") {
                arguments.push(self.formula()?);
            }
        }
        self.expect(")", "after the arguments")?;
        self.expect(";", "after the instance")?;
        Ok(Instance { class, name, arguments })
    }

    /// A transition; `None` when its tag is not right, which has been said.
    fn transition(&mut self, tag: &Tag<'t>) -> Option<Transition> {
        self.check_attributes(tag, &["label", "preset", "postset"]);
        let label = self.attribute(tag, "label");
        let preset = self.attribute(tag, "preset").and_then(|text| self.inside(text, Self::places));
        let postset = self.attribute(tag, "postset").and_then(|text| self.inside(text, Self::places));
        let mut transition = Transition {
            label: Name { text: String::new(), span: tag.span },
            preset: Vec::new(),
            postset: Vec::new(),
            guard: None,
            asserts: Vec::new(),
            effects: Vec::new(),
            span: tag.span,
        };
        self.element(tag, |p| p.statement(&mut transition));
        let (span, text) = label.ok()?;
        transition.label = Name { text: text.split_whitespace().collect::<Vec<_>>().join(" "), span };
        (transition.preset, transition.postset) = (preset.ok()?, postset.ok()?);
        if transition.label.text.is_empty() {
            let problem = Diagnostic::error("E0816", "the label of the transition is empty");
            self.problems.push(problem.at(span, ""));
        }
        Some(transition)
    }

    fn statement(&mut self, transition: &mut Transition) -> Parse<()> {
        match (self.token.kind, self.ahead()) {
            (Kind::Name("guard" | "condition"), [Kind::Mark("("), _]) => {
                self.advance();
                let guard = self.formula()?;
                self.guard(guard, transition)?;
            }
            (Kind::Name("assert"), [Kind::Mark("("), _]) => {
                self.advance();
                transition.asserts.push(self.formula()?);
            }
            (Kind::Name("delay"), [Kind::Mark("("), _]) => {
                self.advance();
                self.delay()?;
            }
            // No expression has a comma in parentheses.
            (Kind::Mark("("), [Kind::Int(_) | Kind::Name(_), Kind::Mark(",")]) => self.delay()?,
            _ => {
                let formula = self.formula()?;
                if self.at("=") {
                    if formula.as_name().is_none() {
                        let problem = Diagnostic::error("E0814", "only a variable can be assigned");
                        return Err(self.fail(problem.at(formula.span, "")));
                    }
                    self.advance();
                    let value = self.formula()?;
                    transition.effects.push((formula, value));
                } else {
                    self.guard(formula, transition)?;
                }
            }
        }
        self.expect(";", "after the statement")?;
        Ok(())
    }

    fn guard(&mut self, guard: Formula<Reference>, transition: &mut Transition) -> Parse<()> {
        if let Some(first) = &transition.guard {
            let problem = Diagnostic::error("E0814", "a transition has only one guard");
            let problem = problem.at(guard.span, "a second one").at(first.span, "the first one");
            return Err(self.fail(problem.help("join them with `&&`")));
        }
        transition.guard = Some(guard);
        Ok(())
    }

    /// `(lower, upper)`. It is read and forgotten.
    fn delay(&mut self) -> Parse<()> {
        let start = self.expect("(", "before the bounds of the delay")?;
        let lower = self.formula()?;
        self.expect(",", "between the bounds of the delay")?;
        let upper = self.formula()?;
        let end = self.expect(")", "after the bounds of the delay")?;
        let from_zero = matches!(lower.steps[..], [Step { op: Op::Int(0), .. }]);
        let unbounded = upper.as_name().is_some_and(|(name, _)| name.name.text == "inf");
        let is_default = from_zero && unbounded;
        if !is_default && !self.warned_of_delays {
            self.warned_of_delays = true;
            let problem = Diagnostic::warning("W0810", "delays are ignored").at(start.to(end), "");
            self.problems
                .push(problem.note("a transition fires at any time after it is enabled, as with `(0, inf)`"));
        }
        Ok(())
    }
}
