//! Tree to text.
//!
//! The text parses to the same tree again, spans aside, and is laid out the way models are usually written:
//! one local process to a line, one branch to a line where a choice has several. Parentheses are put only
//! where the grammar needs them, and around conditions. Tested by printing, parsing and printing again: every
//! example model, the corpus, and every text of the tests that parses.

mod expression;
mod formula;
mod label;

use super::ast::{
    AnimationDef, Body, Branch, CompBody, CompPart, CompWhat, CompositeDef, Definition, Expr, FluentDef,
    Instance, LabelPart, LocalDef, Modifiers, Name, Param, ProcRef, ProcessDef, ProgressDef, Tree,
    Visibility,
};
use super::symbols::Symbols;

/// The source text of a tree.
pub fn print(tree: &Tree) -> String {
    let mut printer = Printer { out: String::new(), symbols: &tree.symbols };
    for definition in &tree.definitions {
        printer.definition(definition);
        printer.out.push('\n');
    }
    printer.out
}

struct Printer<'t> {
    out: String,
    symbols: &'t Symbols,
}

impl Printer<'_> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn name(&mut self, name: Name) {
        self.out.push_str(self.symbols.text(name.symbol));
    }

    fn line(&mut self, depth: usize) {
        self.out.push('\n');
        for _ in 0..depth {
            self.put("    ");
        }
    }

    /// Writes the elements with a text between them.
    fn list<T>(&mut self, elements: &[T], between: &str, mut write: impl FnMut(&mut Self, &T)) {
        for (place, element) in elements.iter().enumerate() {
            if place > 0 {
                self.put(between);
            }
            write(self, element);
        }
    }

    fn definition(&mut self, definition: &Definition) {
        match definition {
            Definition::Const(d) => {
                self.put("const ");
                self.name(d.name);
                self.put(" = ");
                self.additive(&d.value);
            }
            Definition::Range(d) => {
                self.put("range ");
                self.name(d.name);
                self.put(" = ");
                self.additive(&d.low);
                self.put("..");
                self.additive(&d.high);
            }
            Definition::Set(d) => {
                self.put("set ");
                self.name(d.name);
                self.put(" = ");
                self.braced(&d.elements);
            }
            Definition::Import(d) => {
                self.put("import ");
                self.name(d.name);
                self.put(" = ");
                self.quoted(d.path);
            }
            Definition::Process(d) => self.process(d),
            Definition::Composite(d) => self.composite(d),
            Definition::Progress(d) => self.progress(d),
            Definition::Menu(d) => {
                self.put("menu ");
                self.name(d.name);
                self.put(" = ");
                self.label(&d.actions);
            }
            Definition::Animation(d) => self.animation(d),
            Definition::Fluent(d) => self.fluent(d),
            Definition::Assert(d) => self.assertion(d),
        }
    }

    fn quoted(&mut self, text: Name) {
        self.put("\"");
        self.name(text);
        self.put("\"");
    }

    fn modifiers(&mut self, modifiers: Modifiers) {
        let words = [
            (modifiers.deterministic, "deterministic "),
            (modifiers.minimal, "minimal "),
            (modifiers.compose, "compose "),
            (modifiers.property, "property "),
            (modifiers.safe, "safe "),
        ];
        for (present, word) in words {
            if present {
                self.put(word);
            }
        }
    }

    fn params(&mut self, params: &[Param]) {
        if !params.is_empty() {
            self.put("(");
            self.list(params, ", ", |p, param| {
                p.name(param.name);
                p.put(" = ");
                p.expr(&param.default);
            });
            self.put(")");
        }
    }

    fn actuals(&mut self, actuals: Option<&Vec<Expr>>) {
        if let Some(actuals) = actuals {
            self.put("(");
            self.list(actuals, ", ", Self::expr);
            self.put(")");
        }
    }

    fn instance(&mut self, instance: &Instance) {
        self.name(instance.name);
        self.actuals(instance.actuals.as_ref());
    }

    fn process(&mut self, process: &ProcessDef) {
        self.modifiers(process.modifiers);
        for (place, local) in process.locals.iter().enumerate() {
            if place > 0 {
                self.put(",");
                self.line(0);
            }
            self.name(local.name);
            if place == 0 {
                self.params(&process.params);
            }
            self.local(local);
        }
        if let Some(extension) = &process.extension {
            self.put(" + ");
            self.label_set(extension);
        }
        self.relabel_clause(process.relabel.as_ref());
        self.visibility(process.visibility.as_ref());
        self.put(".");
    }

    fn local(&mut self, local: &LocalDef) {
        if local.accepting {
            self.put("@");
        }
        if let Some(index) = &local.index {
            // A name or a set as index is told from the name of the process by a dot.
            if !matches!(index.parts[0], LabelPart::Index(_)) {
                self.put(".");
            }
            self.label(index);
        }
        self.put(" = ");
        self.body(&local.body, 1);
    }

    fn visibility(&mut self, visibility: Option<&Visibility>) {
        if let Some(visibility) = visibility {
            self.put(if visibility.expose { " @ " } else { " \\ " });
            self.label_set(&visibility.labels);
        }
    }

    fn body(&mut self, body: &Body, depth: usize) {
        match body {
            Body::Ref(reference) => self.reference(reference),
            Body::If { arms, otherwise } => {
                self.list(arms, " else ", |p, (condition, then)| {
                    p.put("if (");
                    p.expr(condition);
                    p.put(") then ");
                    p.body(then, depth);
                });
                if let Some(otherwise) = otherwise {
                    self.put(" else ");
                    self.body(otherwise, depth);
                }
            }
            Body::Choice(branches) => {
                self.put("(");
                for (place, branch) in branches.iter().enumerate() {
                    if place > 0 {
                        self.line(depth);
                        self.put("| ");
                    }
                    self.branch(branch, depth + 1);
                }
                self.put(")");
            }
        }
    }

    fn branch(&mut self, branch: &Branch, depth: usize) {
        if let Some(guard) = &branch.guard {
            self.put("when (");
            self.expr(guard);
            self.put(") ");
        }
        for action in &branch.actions {
            self.label(action);
            self.put(" -> ");
        }
        self.body(&branch.body, depth);
    }

    fn reference(&mut self, reference: &ProcRef) {
        for instance in &reference.sequence {
            self.instance(instance);
            self.put(";");
        }
        self.name(reference.name);
        for index in &reference.indices {
            self.put("[");
            self.expr(index);
            self.put("]");
        }
    }

    fn composite(&mut self, composite: &CompositeDef) {
        self.modifiers(composite.modifiers);
        self.put("||");
        self.name(composite.name);
        self.params(&composite.params);
        self.put(" = ");
        self.comp_body(&composite.body);
        if let Some(priority) = &composite.priority {
            self.put(if priority.low { " >> " } else { " << " });
            self.label_set(&priority.labels);
        }
        self.visibility(composite.visibility.as_ref());
        self.put(".");
    }

    fn comp_body(&mut self, body: &CompBody) {
        match body {
            CompBody::If { arms, otherwise } => {
                self.list(arms, " else ", |p, (condition, then)| {
                    p.put("if (");
                    p.expr(condition);
                    p.put(") then ");
                    p.comp_body(then);
                });
                if let Some(otherwise) = otherwise {
                    self.put(" else ");
                    self.comp_body(otherwise);
                }
            }
            CompBody::Forall { indices, body } => {
                self.put("forall ");
                self.list(indices, "", Self::index);
                self.put(" ");
                self.comp_body(body);
            }
            CompBody::Part(part) => self.comp_part(part),
        }
    }

    fn comp_part(&mut self, part: &CompPart) {
        if let Some(share) = &part.share {
            self.label(share);
            self.put("::");
        }
        if let Some(prefix) = &part.prefix {
            self.label(prefix);
            self.put(":");
        }
        match &part.what {
            CompWhat::Instance(instance) => self.instance(instance),
            CompWhat::List(bodies) => {
                self.put("(");
                self.list(bodies, " || ", Self::comp_body);
                self.put(")");
            }
        }
        self.relabel_clause(part.relabel.as_ref());
    }

    fn progress(&mut self, test: &ProgressDef) {
        self.put("progress ");
        self.name(test.name);
        self.list(&test.indices, "", Self::index);
        self.put(" = ");
        if let Some(condition) = &test.condition {
            self.put("if ");
            self.label(condition);
            self.put(" then ");
        }
        self.label(&test.actions);
    }

    fn animation(&mut self, animation: &AnimationDef) {
        self.put("animation ");
        self.name(animation.name);
        self.put(" = ");
        self.quoted(animation.path);
        if let Some(target) = animation.target {
            self.put(" target ");
            self.name(target);
        }
        if !animation.parts.is_empty() {
            self.put(" compose {");
            self.list(&animation.parts, " || ", |p, (name, relabels)| {
                p.name(*name);
                p.relabel_clause(relabels.as_ref());
            });
            self.put("}");
        }
        for (word, relabels) in [(" actions ", &animation.actions), (" controls ", &animation.controls)] {
            if let Some(relabels) = relabels {
                self.put(word);
                self.relabels(relabels);
            }
        }
    }

    fn fluent(&mut self, fluent: &FluentDef) {
        self.put("fluent ");
        self.name(fluent.name);
        self.list(&fluent.indices, "", Self::index);
        self.put(" = <");
        self.label(&fluent.initiating);
        self.put(", ");
        self.label(&fluent.terminating);
        self.put(">");
        if let Some(initially) = &fluent.initially {
            self.put(" initially ");
            self.additive(initially);
        }
    }
}
