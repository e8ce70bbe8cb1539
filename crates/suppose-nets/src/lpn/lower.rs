//! Classes and instances to a fragment.
//!
//! # Contract
//! [`lower`] gives one net for each instance of the main part. A variable of an instance is the wire
//! `instance.variable`, a variable of the main part the wire of its own name, an element of an array has its
//! indices behind, as in `instance.table.1.2`. An argument is no wire but another name of one. Without a main
//! part a single class is a component on its own: its arguments are wires that the environment may change,
//! and the fragment is open.
//!
//! # Method
//! Classes become templates first. Then wires are made for all variables that somebody uses, so that
//! arguments may name variables of later instances; then arguments are bound, first values evaluated in the
//! order of their dependencies, and nets made. All steps are linear in the size of the result, which is
//! bounded (`findings`).

mod arguments;

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{Diagnostic, Span};

use super::ast::{Instance, Name, Tree, Unit};
use super::build::{Binding, build};
use super::constants::{Constants, declared_twice, with_suggestion};
use super::findings::{Findings, WIRE};
use super::initial::{self, Written};
use super::template::{First, Maker, Origin, Template, Variable};
use crate::fragment::Fragment;
use crate::net::WireId;
use arguments::Actual;

/// The fragment of a tree that has classes.
pub(super) fn lower(tree: &Tree, name: &str, findings: &mut Findings) -> Fragment {
    let constants = Constants::read(None, &tree.constants, findings);
    let mut templates: Vec<Template> = Vec::with_capacity(tree.classes.len());
    let mut classes: FxHashMap<&str, usize> = FxHashMap::default();
    for unit in &tree.classes {
        let local = Constants::read(Some(&constants), &unit.body.constants, findings);
        let mut maker = Maker { constants: &local, findings, elsewhere: None };
        let template = Template::of_class(unit, &mut maker);
        if let Some(first) = classes.insert(&unit.name.text, templates.len()) {
            findings.push(declared_twice(&unit.name, Some(&templates[first].name)));
        }
        templates.push(template);
    }
    let mut lowering =
        Lowering { fragment: Fragment::new(name), written: Vec::new(), templates: &templates, findings };
    match &tree.mains[..] {
        [] => lowering.alone(),
        [main, others @ ..] => {
            if let Some(second) = others.first() {
                let problem = Diagnostic::error("E0825", "there are two main parts").at(second.name.span, "");
                lowering.findings.push(problem.at(main.name.span, "the first one"));
            }
            let local = Constants::read(Some(&constants), &main.body.constants, lowering.findings);
            lowering.main(main, &local, &classes);
        }
    }
    lowering.fragment
}

struct Lowering<'l> {
    fragment: Fragment,
    /// For each wire its first value as written.
    written: Written,
    templates: &'l [Template],
    findings: &'l mut Findings,
}

/// An instance whose class is known.
struct Component<'l> {
    instance: &'l Instance,
    template: &'l Template,
    bindings: Vec<Binding>,
    /// For each variable, whether another instance has it as an argument.
    named: Vec<bool>,
}

impl<'l> Lowering<'l> {
    /// A single class without a main part.
    fn alone(&mut self) {
        let [template] = self.templates else {
            if let Some(template) = self.templates.first() {
                let problem = Diagnostic::error("E0825", "there is no `<main>`").at(template.name.span, "");
                self.findings.push(problem.help("say in `<main>` which instances of the classes there are"));
            }
            return;
        };
        self.fragment.open = true;
        let mut bindings = Vec::new();
        for variable in &template.variables {
            let keep = variable.origin == Origin::Argument || variable.is_used();
            bindings.push(if keep { self.wires("", variable) } else { self.dropped(variable) });
        }
        self.note_initials(template, &bindings);
        self.set_initials();
        for (variable, binding) in template.variables.iter().zip(&bindings) {
            if let (Origin::Argument, Binding::Wires { wires, .. }) = (variable.origin, binding) {
                // Nobody says how the environment begins.
                wires.iter().for_each(|wire| self.fragment.wires[wire.index()].initial = None);
            }
        }
        self.net(template, &template.name, &bindings, &|_| true);
    }

    /// All instances of a main part.
    fn main(&mut self, main: &'l Unit, constants: &Constants<'_>, classes: &FxHashMap<&str, usize>) {
        let mut maker = Maker { constants, findings: self.findings, elsewhere: None };
        let mut globals = Template::empty(main.name.clone());
        for variable in &main.body.variables {
            globals.declare(variable, Origin::Own, &mut maker);
        }
        globals.resolve_initials(main.body.variables.iter(), &mut maker);
        let (mut components, by_name) = self.components(main, classes);

        let mut actuals = Vec::with_capacity(components.len());
        for c in 0..components.len() {
            let arguments = self.arguments(c, &components, &by_name, &globals, constants);
            for actual in arguments.iter().flatten() {
                match *actual {
                    Actual::Constant => {}
                    Actual::Main(variable) => globals.variables[variable as usize].read = true,
                    Actual::Variable(other, variable) => components[other].named[variable as usize] = true,
                }
            }
            actuals.push(arguments);
        }
        let global = self.make_wires(&globals, &mut components);
        if !self.bind_all(actuals, &global, &mut components, constants) || self.findings.is_full() {
            return;
        }

        self.note_initials(&globals, &global);
        for component in &components {
            self.note_initials(component.template, &component.bindings);
        }
        self.set_initials();
        let driven = driven(&components);
        for component in components {
            if self.findings.is_full() {
                return;
            }
            self.net(component.template, &component.instance.name, &component.bindings, &|wire| {
                driven.contains(&wire)
            });
        }
    }

    /// Makes the wires of the main part, which are given back, and of all instances.
    fn make_wires(&mut self, globals: &Template, components: &mut [Component<'_>]) -> Vec<Binding> {
        let mut global = Vec::with_capacity(globals.variables.len());
        for variable in &globals.variables {
            global.push(if variable.is_used() { self.wires("", variable) } else { self.dropped(variable) });
        }
        for component in components {
            let prefix = format!("{}.", component.instance.name.text);
            for (variable, &named) in component.template.variables.iter().zip(&component.named) {
                let binding = match variable.origin {
                    Origin::Own if named || variable.is_used() => self.wires(&prefix, variable),
                    Origin::Own => self.dropped(variable),
                    _ => Binding::Nothing,
                };
                component.bindings.push(binding);
            }
        }
        global
    }

    /// The instances whose classes exist, and their places by name.
    fn components(
        &mut self,
        main: &'l Unit,
        classes: &FxHashMap<&str, usize>,
    ) -> (Vec<Component<'l>>, FxHashMap<&'l str, usize>) {
        let mut components: Vec<Component<'l>> = Vec::with_capacity(main.body.instances.len());
        let mut by_name = FxHashMap::default();
        if main.body.instances.is_empty() {
            let problem = Diagnostic::error("E0825", "the main part has no instances").at(main.name.span, "");
            self.findings.push(problem.help("an instance is written `Class name(argument, …);`"));
        }
        for instance in &main.body.instances {
            let Some(&class) = classes.get(instance.class.text.as_str()) else {
                let message = format!("there is no class `{}`", instance.class.text);
                let mut problem = Diagnostic::error("E0818", message).at(instance.class.span, "");
                if !self.findings.is_full() {
                    let known = self.templates.iter().map(|template| template.name.text.as_str());
                    problem = with_suggestion(problem, &instance.class.text, known);
                }
                self.findings.push(problem);
                continue;
            };
            if let Some(first) = by_name.insert(instance.name.text.as_str(), components.len()) {
                let first: &Component<'_> = &components[first];
                self.findings.push(declared_twice(&instance.name, Some(&first.instance.name)));
            }
            let template = &self.templates[class];
            let named = vec![false; template.variables.len()];
            components.push(Component { instance, template, bindings: Vec::new(), named });
        }
        (components, by_name)
    }

    /// New wires for a variable.
    fn wires(&mut self, prefix: &str, variable: &Variable) -> Binding {
        let room = self.findings.take_room(variable.elements() * WIRE, variable.name.span);
        if self.findings.ok(room).is_none() {
            return Binding::Nothing;
        }
        let mut wires = Vec::with_capacity(variable.elements());
        for_each_element(prefix, variable, |name| {
            let wire = self.fragment.wire(name);
            self.fragment.wires[wire.index()].span = Some(variable.name.span);
            wires.push(wire);
        });
        self.written.resize(self.fragment.wires.len(), None);
        Binding::Wires { wires: wires.into(), sizes: variable.sizes.as_slice().into() }
    }

    fn dropped(&mut self, variable: &Variable) -> Binding {
        let message = format!("`{}` is neither read nor written", variable.name.text);
        let problem = Diagnostic::warning("W0811", message).at(variable.name.span, "left out");
        self.findings.push(problem);
        Binding::Nothing
    }

    /// Notes what is written about the first values of the own variables of an instance.
    fn note_initials(&mut self, template: &Template, bindings: &[Binding]) {
        for (variable, binding) in template.variables.iter().zip(bindings) {
            let Binding::Wires { wires, .. } = binding else { continue };
            if variable.origin != Origin::Own {
                continue;
            }
            for (element, wire) in wires.iter().enumerate() {
                let first = match &variable.initial {
                    First::Default => continue,
                    First::Copy(other) => {
                        let Binding::Wires { wires, .. } = &bindings[*other as usize] else { continue };
                        Ok((crate::Expr::Wire(wires[element]), variable.name.span))
                    }
                    First::Value(formula) => {
                        build(formula, bindings, self.findings).map(|expr| (expr, formula.span))
                    }
                    First::List(formulas) => build(&formulas[element], bindings, self.findings)
                        .map(|expr| (expr, formulas[element].span)),
                };
                self.written[wire.index()] = self.findings.ok(first);
            }
        }
    }

    fn set_initials(&mut self) {
        let name = |wire: WireId| self.fragment.wires[wire.index()].name.clone();
        let values = initial::values(&self.written, name, self.findings);
        for (wire, value) in self.fragment.wires.iter_mut().zip(values) {
            wire.initial = Some(value);
        }
    }

    /// Makes the net of an instance. A wire that is bound to an argument is an input if `changes` says that
    /// somebody drives it.
    fn net(
        &mut self,
        template: &Template,
        name: &Name,
        bindings: &[Binding],
        changes: &dyn Fn(WireId) -> bool,
    ) {
        let Some(mut net) = template.net(&name.text, name.span, bindings, self.findings) else { return };
        for (variable, binding) in template.variables.iter().zip(bindings) {
            let Binding::Wires { wires, .. } = binding else { continue };
            if variable.origin == Origin::Own || variable.written {
                net.outputs.extend(wires.iter());
            } else if variable.read {
                net.inputs.extend(wires.iter().filter(|&&wire| changes(wire)));
            }
        }
        self.fragment.nets.push(net);
    }
}

/// The wires that instances own or assign. The others never change, so nobody needs to drive them.
fn driven(components: &[Component<'_>]) -> FxHashSet<WireId> {
    let mut all = FxHashSet::default();
    for component in components {
        for (variable, binding) in component.template.variables.iter().zip(&component.bindings) {
            if let Binding::Wires { wires, .. } = binding
                && (variable.origin == Origin::Own || variable.written)
            {
                all.extend(wires.iter().copied());
            }
        }
    }
    all
}

/// Calls `visit` with the name of each element of a variable, the last index changing fastest.
pub(super) fn for_each_element(prefix: &str, variable: &Variable, mut visit: impl FnMut(&str)) {
    let mut indices = vec![0; variable.sizes.len()];
    for _ in 0..variable.elements() {
        let mut name = format!("{prefix}{}", variable.name.text);
        for index in &indices {
            name.push('.');
            name.push_str(&index.to_string());
        }
        visit(&name);
        for (index, &size) in indices.iter_mut().zip(&variable.sizes).rev() {
            *index += 1;
            if *index < size {
                break;
            }
            *index = 0;
        }
    }
}

/// Where a tree says something that only classes or only modules have.
pub(super) fn mixed(tree: &Tree) -> Option<Span> {
    let module = tree.modules.first()?;
    (!tree.classes.is_empty() || !tree.mains.is_empty()).then_some(module.name.span)
}
