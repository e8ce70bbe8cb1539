//! Modules of the old format to a fragment.
//!
//! There are no instances and no classes: each module is a component, and modules connect by equal names of
//! variables, whether they are in one file or in several. A name that a module reads and does not declare is
//! an input from elsewhere. A module that is alone in its file is open: if no other file is joined to it, the
//! environment drives its inputs.

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{Diagnostic, Span};

use super::ast::{Declaration, Initial, Name, Tree, Unit};
use super::build::Binding;
use super::constants::{Constants, declared_twice};
use super::findings::{Findings, WIRE};
use super::lower::for_each_element;
use super::template::{Maker, Origin, Template, Variable};
use crate::expr::Value;
use crate::fragment::Fragment;

/// The fragment of a tree that has modules only.
pub(super) fn lower(tree: &Tree, name: &str, findings: &mut Findings) -> Fragment {
    let constants = Constants::read(None, &tree.constants, findings);
    let locals: Vec<Constants<'_>> = tree
        .modules
        .iter()
        .map(|unit| Constants::read(Some(&constants), &unit.body.constants, findings))
        .collect();
    let sizes = all_sizes(tree, &locals, findings);
    let mut fragment = Fragment::new(name);
    fragment.open = tree.modules.len() == 1;
    let mut templates: Vec<Template> = Vec::with_capacity(tree.modules.len());
    let mut names: FxHashMap<String, usize> = FxHashMap::default();
    for (unit, local) in tree.modules.iter().zip(&locals) {
        let mut maker = Maker { constants: local, findings, elsewhere: Some(&sizes) };
        let template = module(unit, &mut maker);
        if let Some(first) = names.insert(template.name.text.clone(), templates.len()) {
            findings.push(declared_twice(&unit.name, Some(&templates[first].name)));
        }
        templates.push(template);
    }
    let mut used: FxHashMap<&str, bool> = FxHashMap::default();
    for variable in templates.iter().flat_map(|template| &template.variables) {
        *used.entry(&variable.name.text).or_default() |= variable.is_used();
    }
    for (template, unit) in templates.iter().zip(&tree.modules) {
        let internal: FxHashSet<&str> = unit.body.variables.iter().map(|v| v.name.text.as_str()).collect();
        let mut bindings = Vec::with_capacity(template.variables.len());
        for variable in &template.variables {
            let name = variable.name.text.as_str();
            // Another file may read a constant output.
            let constant_output = variable.origin == Origin::Own && !internal.contains(name);
            let binding = if used[name] || constant_output {
                wires(&mut fragment, variable, findings)
            } else {
                if variable.origin == Origin::Own {
                    let message = format!("`{}` is neither read nor written", variable.name.text);
                    let problem = Diagnostic::warning("W0811", message).at(variable.name.span, "left out");
                    findings.push(problem);
                }
                Binding::Nothing
            };
            bindings.push(binding);
        }
        let Some(mut net) = template.net(&template.name.text, template.name.span, &bindings, findings) else {
            continue;
        };
        for (variable, binding) in template.variables.iter().zip(&bindings) {
            let Binding::Wires { wires, .. } = binding else { continue };
            match variable.origin {
                Origin::Own => net.outputs.extend(wires.iter()),
                _ if variable.written => net.outputs.extend(wires.iter()),
                _ if variable.is_used() => net.inputs.extend(wires.iter()),
                _ => {}
            }
        }
        fragment.nets.push(net);
    }
    let mut firsts = FxHashMap::default();
    for (unit, local) in tree.modules.iter().zip(&locals) {
        let body = &unit.body;
        let stated =
            body.inputs.iter().flatten().chain(&body.outputs).chain(&body.variables).chain(&body.values);
        for declaration in stated {
            set_initial(&mut fragment, declaration, &sizes, local, &mut firsts, findings);
        }
    }
    fragment
}

/// The sizes of everything that some module declares.
fn all_sizes(tree: &Tree, locals: &[Constants<'_>], findings: &mut Findings) -> FxHashMap<String, Vec<u32>> {
    let mut all: FxHashMap<String, Vec<u32>> = FxHashMap::default();
    for (unit, local) in tree.modules.iter().zip(locals) {
        let body = &unit.body;
        for declaration in body.inputs.iter().flatten().chain(&body.outputs).chain(&body.variables) {
            let sizes = local.sizes(declaration, findings);
            let known = all.entry(declaration.name.text.clone()).or_insert_with(|| sizes.clone());
            if *known != sizes {
                let message = format!("`{}` has other sizes in another module", declaration.name.text);
                findings.push(Diagnostic::error("E0822", message).at(declaration.name.span, ""));
            }
        }
    }
    all
}

/// The template of a module.
fn module(unit: &Unit, maker: &mut Maker<'_>) -> Template {
    let text = unit.name.text.strip_suffix(".lpn").unwrap_or(&unit.name.text);
    let mut template = Template::empty(Name { text: text.to_owned(), span: unit.name.span });
    for input in unit.body.inputs.iter().flatten() {
        template.declare(input, Origin::Argument, maker);
    }
    for own in unit.body.outputs.iter().chain(&unit.body.variables) {
        template.declare(own, Origin::Own, maker);
    }
    template.read_net(unit, maker);
    for variable in template.variables.iter().filter(|variable| variable.origin == Origin::Undeclared) {
        let name = &variable.name;
        if variable.written {
            let problem = Diagnostic::error("E0818", format!("`{}` is assigned but not declared", name.text));
            maker.findings.push(problem.at(name.span, "").help("declare it in `<output>` or `<var>`"));
        } else if unit.body.inputs.is_some() {
            let message = format!("`{}` is not declared and taken for an input", name.text);
            maker.findings.push(Diagnostic::warning("W0812", message).at(name.span, ""));
        }
    }
    template
}

/// The wires of a variable, by name.
fn wires(fragment: &mut Fragment, variable: &Variable, findings: &mut Findings) -> Binding {
    let room = findings.take_room(variable.elements() * WIRE, variable.name.span);
    if findings.ok(room).is_none() {
        return Binding::Nothing;
    }
    let mut wires = Vec::with_capacity(variable.elements());
    for_each_element("", variable, |name| {
        let wire = fragment.wire(name);
        let known = &mut fragment.wires[wire.index()];
        if known.span.is_none() || variable.origin == Origin::Own {
            known.span = Some(variable.name.span);
        }
        wires.push(wire);
    });
    Binding::Wires { wires: wires.into(), sizes: variable.sizes.as_slice().into() }
}

/// Notes the first value of a variable, if the declaration has one. All modules must agree on it.
fn set_initial(
    fragment: &mut Fragment,
    declaration: &Declaration,
    sizes: &FxHashMap<String, Vec<u32>>,
    constants: &Constants<'_>,
    firsts: &mut FxHashMap<String, (Vec<Value>, Span)>,
    findings: &mut Findings,
) {
    let sizes = sizes.get(&declaration.name.text).cloned().unwrap_or_default();
    let elements: usize = sizes.iter().map(|&size| size as usize).product();
    let mut evaluate = |formula| constants.evaluate(formula, findings);
    let values: Option<Vec<Value>> = match &declaration.initial {
        Initial::Default => return,
        Initial::Value(formula) => evaluate(formula).map(|value| vec![value; elements]),
        Initial::List(formulas, span) => {
            if formulas.len() != elements || sizes.is_empty() {
                let message = format!("{} values for {elements} elements", formulas.len());
                findings.push(Diagnostic::error("E0822", message).at(*span, ""));
                return;
            }
            formulas.iter().map(evaluate).collect()
        }
    };
    let Some(values) = values else { return };
    let name = &declaration.name;
    match firsts.get(&name.text) {
        Some((known, span)) if *known != values => {
            let message = format!("`{}` has two first values", name.text);
            findings
                .push(Diagnostic::error("E0828", message).at(name.span, "").at(*span, "another one here"));
            return;
        }
        Some(_) => return,
        None => {}
    }
    let variable = Variable::plain(name.clone(), sizes);
    let mut next = values.iter();
    for_each_element("", &variable, |element| {
        if let (Some(wire), Some(&value)) = (fragment.find_wire(element), next.next()) {
            fragment.set_initial(wire, value);
        }
    });
    firsts.insert(name.text.clone(), (values, name.span));
}
