//! Classes and modules with their names resolved, and the nets that are made of them.
//!
//! A [`Template`] is made once for each class: its variables are numbered, its places are numbered, its
//! formulas refer to both. All that can be wrong in a class whatever its arguments is found then, and found
//! once. [`Template::net`] makes the net of one instance from what each variable is bound to there.
//!
//! In modules of the old format a name that is not declared is an input from elsewhere: such names become
//! variables when they are met.

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{Diagnostic, Span};

use super::ast::{Declaration, Formula, Initial, Name, Op, PlaceName, Reference, Step, Unit};
use super::build::{Binding, build, build_target};
use super::constants::{Constants, declared_twice, resolve, with_suggestion};
use super::findings::Findings;
use crate::net::{Effect, Net, PlaceId, Target, Transition};

/// Where a variable comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// From outside: an argument, or an input of an old module.
    Argument,
    /// A variable of its own.
    Own,
    /// Not declared.
    Undeclared,
}

/// A variable of a class.
#[derive(Debug)]
pub(super) struct Variable {
    pub(super) name: Name,
    /// The sizes of an array; none for a single variable.
    pub(super) sizes: Vec<u32>,
    pub(super) origin: Origin,
    pub(super) initial: First,
    /// Whether some formula reads it.
    pub(super) read: bool,
    /// Whether some transition assigns it.
    pub(super) written: bool,
}

impl Variable {
    /// A variable of its own, which nobody has used yet.
    pub(super) fn plain(name: Name, sizes: Vec<u32>) -> Self {
        Self { name, sizes, origin: Origin::Own, initial: First::Default, read: false, written: false }
    }

    pub(super) fn elements(&self) -> usize {
        self.sizes.iter().map(|&size| size as usize).product()
    }

    pub(super) fn is_used(&self) -> bool {
        self.read || self.written
    }
}

/// The first value of a variable, with names resolved.
#[derive(Debug)]
pub(super) enum First {
    /// 0, or what others say.
    Default,
    /// The same for all elements.
    Value(Formula<u32>),
    /// One for each element.
    List(Vec<Formula<u32>>),
    /// Element by element that of another array.
    Copy(u32),
}

/// A transition with names resolved.
#[derive(Debug)]
struct Rule {
    name: String,
    preset: Vec<PlaceId>,
    postset: Vec<PlaceId>,
    guard: Option<Formula<u32>>,
    asserts: Vec<Formula<u32>>,
    effects: Vec<(Formula<u32>, Formula<u32>)>,
    span: Span,
}

/// A class or module with names resolved.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) name: Name,
    /// Arguments come first, in their order.
    pub(super) variables: Vec<Variable>,
    pub(super) by_name: FxHashMap<String, u32>,
    places: Vec<String>,
    marking: Vec<PlaceId>,
    rules: Vec<Rule>,
}

/// What is needed while a template is made.
pub(super) struct Maker<'m> {
    pub(super) constants: &'m Constants<'m>,
    pub(super) findings: &'m mut Findings,
    /// For old modules: the sizes of what other modules declare. Then a name that is not declared here is a
    /// variable.
    pub(super) elsewhere: Option<&'m FxHashMap<String, Vec<u32>>>,
}

impl Template {
    /// A template without places and transitions.
    pub(super) fn empty(name: Name) -> Self {
        Self {
            name,
            variables: Vec::new(),
            by_name: FxHashMap::default(),
            places: Vec::new(),
            marking: Vec::new(),
            rules: Vec::new(),
        }
    }

    /// The template of a class.
    pub(super) fn of_class(unit: &Unit, maker: &mut Maker<'_>) -> Self {
        let mut template = Self::empty(unit.name.clone());
        for argument in &unit.arguments {
            template.declare(argument, Origin::Argument, maker);
        }
        for variable in &unit.body.variables {
            template.declare(variable, Origin::Own, maker);
        }
        template.resolve_initials(unit.arguments.iter().chain(&unit.body.variables), maker);
        template.read_net(unit, maker);
        template
    }

    /// How many of the variables are arguments.
    pub(super) fn arguments(&self) -> usize {
        self.variables.iter().take_while(|variable| variable.origin == Origin::Argument).count()
    }

    /// Enters a variable.
    pub(super) fn declare(&mut self, declaration: &Declaration, origin: Origin, maker: &mut Maker<'_>) {
        let sizes = maker.constants.sizes(declaration, maker.findings);
        let new = self.variables.len() as u32;
        if let Some(first) = self.by_name.insert(declaration.name.text.clone(), new) {
            let first = &self.variables[first as usize].name;
            maker.findings.push(declared_twice(&declaration.name, Some(first)));
        }
        self.add(declaration.name.clone(), sizes, origin);
    }

    fn add(&mut self, name: Name, sizes: Vec<u32>, origin: Origin) {
        self.variables.push(Variable { origin, ..Variable::plain(name, sizes) });
    }

    /// Resolves the first values of declared variables.
    pub(super) fn resolve_initials<'a>(
        &mut self,
        declarations: impl Iterator<Item = &'a Declaration>,
        maker: &mut Maker<'_>,
    ) {
        for (v, declaration) in declarations.enumerate() {
            let first = match &declaration.initial {
                Initial::Default => continue,
                _ if self.variables[v].origin == Origin::Argument => {
                    let problem = Diagnostic::error("E0814", "an argument has no value of its own");
                    maker.findings.push(problem.at(declaration.name.span, ""));
                    continue;
                }
                Initial::Value(formula) => match self.array_of(formula, v) {
                    Some(other) => Some(First::Copy(other)),
                    None => self.formula(formula, maker).map(First::Value),
                },
                Initial::List(values, span) => {
                    let variable = &self.variables[v];
                    if values.len() != variable.elements() || variable.sizes.is_empty() {
                        let message = format!("{} values for {} elements", values.len(), variable.elements());
                        maker.findings.push(Diagnostic::error("E0822", message).at(*span, ""));
                        continue;
                    }
                    let values: Option<Vec<_>> =
                        values.iter().map(|value| self.formula(value, maker)).collect();
                    values.map(First::List)
                }
            };
            if let Some(first) = first {
                self.variables[v].initial = first;
            }
        }
    }

    /// The array that a formula names, if `variable` is an array of the same sizes.
    fn array_of(&mut self, formula: &Formula<Reference>, variable: usize) -> Option<u32> {
        let (reference, indices) = formula.as_name()?;
        let &other = self.by_name.get(&reference.name.text)?;
        let sizes = &self.variables[variable].sizes;
        let same = !sizes.is_empty() && *sizes == self.variables[other as usize].sizes;
        if indices > 0 || reference.instance.is_some() || !same {
            return None;
        }
        self.variables[other as usize].read = true;
        Some(other)
    }

    /// Resolves marking and transitions.
    pub(super) fn read_net(&mut self, unit: &Unit, maker: &mut Maker<'_>) {
        let mut places = FxHashMap::default();
        self.marking = self.place_ids(&unit.body.marking, &mut places, maker);
        let mut labels: FxHashMap<String, u32> = FxHashMap::default();
        for transition in &unit.body.transitions {
            let preset = self.place_ids(&transition.preset, &mut places, maker);
            let postset = self.place_ids(&transition.postset, &mut places, maker);
            let guard = transition.guard.as_ref().and_then(|guard| self.formula(guard, maker));
            let asserts =
                transition.asserts.iter().filter_map(|assert| self.formula(assert, maker)).collect();
            let effects = transition.effects.iter().filter_map(|(target, value)| {
                let target = self.target(target, maker)?;
                Some((target, self.formula(value, maker)?))
            });
            let effects = effects.collect();
            let name = distinct(&transition.label.text, &mut labels);
            self.rules.push(Rule { name, preset, postset, guard, asserts, effects, span: transition.span });
        }
    }

    fn place_ids(
        &mut self,
        names: &[PlaceName],
        known: &mut FxHashMap<i32, PlaceId>,
        maker: &mut Maker<'_>,
    ) -> Vec<PlaceId> {
        let mut ids = Vec::with_capacity(names.len());
        for name in names {
            let Some(number) = maker.constants.place(name, maker.findings) else { continue };
            ids.push(*known.entry(number).or_insert_with(|| {
                self.places.push(number.to_string());
                PlaceId((self.places.len() - 1) as u32)
            }));
        }
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// What is assigned. Its indices are read.
    fn target(&mut self, formula: &Formula<Reference>, maker: &mut Maker<'_>) -> Option<Formula<u32>> {
        let resolved = self.resolved(formula, maker)?;
        let Some((&variable, _)) = resolved.as_name() else {
            let problem = Diagnostic::error("E0824", "a constant cannot be assigned");
            maker.findings.push(problem.at(formula.span, ""));
            return None;
        };
        self.mark_read(&resolved.steps[..resolved.steps.len() - 1]);
        self.variables[variable as usize].written = true;
        Some(resolved)
    }

    /// A formula whose value is read.
    fn formula(&mut self, formula: &Formula<Reference>, maker: &mut Maker<'_>) -> Option<Formula<u32>> {
        let resolved = self.resolved(formula, maker)?;
        self.mark_read(&resolved.steps);
        Some(resolved)
    }

    fn mark_read(&mut self, steps: &[Step<u32>]) {
        for step in steps {
            if let Op::Name(variable, _) = step.op {
                self.variables[variable as usize].read = true;
            }
        }
    }

    fn resolved(&mut self, formula: &Formula<Reference>, maker: &mut Maker<'_>) -> Option<Formula<u32>> {
        if maker.findings.is_full() {
            return None;
        }
        let resolved = resolve(formula, &mut |reference, indices| self.lookup(reference, indices, maker));
        maker.findings.ok(resolved)
    }

    fn lookup(
        &mut self,
        reference: &Reference,
        indices: u32,
        maker: &Maker<'_>,
    ) -> Result<Op<u32>, Diagnostic> {
        let name = &reference.name;
        if let Some(instance) = &reference.instance {
            let message = format!("`{}.{}` cannot be used in a class", instance.text, name.text);
            let problem = Diagnostic::error("E0818", message).at(instance.span.to(name.span), "");
            return Err(problem.help("make it an argument of the class"));
        }
        let found = self.by_name.get(&name.text).copied();
        let variable = match (found, maker.constants.get(&name.text), maker.elsewhere) {
            (Some(variable), ..) => variable,
            (None, Some(value), _) => {
                return if indices == 0 { Ok(Op::Int(value)) } else { Err(wrong_indices(name, 0, indices)) };
            }
            (None, None, Some(elsewhere)) => {
                let sizes = elsewhere.get(&name.text).cloned().unwrap_or_default();
                self.by_name.insert(name.text.clone(), self.variables.len() as u32);
                self.add(name.clone(), sizes, Origin::Undeclared);
                (self.variables.len() - 1) as u32
            }
            (None, None, None) => {
                let problem = Diagnostic::error("E0818", format!("there is no variable `{}`", name.text));
                let known = self.variables.iter().map(|variable| variable.name.text.as_str());
                let known = known.chain(maker.constants.names());
                return Err(with_suggestion(problem.at(name.span, ""), &name.text, known));
            }
        };
        let sizes = self.variables[variable as usize].sizes.len();
        if sizes != indices as usize {
            return Err(wrong_indices(name, sizes, indices));
        }
        Ok(Op::Name(variable, indices))
    }

    /// The net of an instance. Inputs and outputs are left empty.
    pub(super) fn net(
        &self,
        name: &str,
        span: Span,
        bindings: &[Binding],
        findings: &mut Findings,
    ) -> Option<Net> {
        let size = self.places.len() + self.rules.len();
        let room = findings.take_room(size, span);
        findings.ok(room)?;
        let mut net = Net::new(name);
        for place in &self.places {
            net.add_place(place.as_str());
        }
        net.marking.clone_from(&self.marking);
        net.span = Some(span);
        for rule in &self.rules {
            let transition = rule.transition(bindings, findings);
            net.transitions.push(findings.ok(transition)?);
        }
        Some(net)
    }
}

impl Rule {
    fn transition(&self, bindings: &[Binding], findings: &mut Findings) -> Result<Transition, Diagnostic> {
        let mut transition =
            Transition::new(self.name.as_str(), self.preset.clone(), self.postset.clone()).at(self.span);
        if let Some(guard) = &self.guard {
            transition.guard = build(guard, bindings, findings)?;
        }
        for assert in &self.asserts {
            transition.asserts.push(build(assert, bindings, findings)?);
        }
        let mut assigned = FxHashSet::default();
        for (target, value) in &self.effects {
            let span = target.span;
            let target = build_target(target, bindings, findings)?;
            if let Target::Wire(wire) = target
                && !assigned.insert(wire)
            {
                let problem =
                    Diagnostic::error("E0824", "the same variable is assigned twice").at(span, "again");
                return Err(problem.note("all assignments of a transition happen at once"));
            }
            let value = build(value, bindings, findings)?;
            transition.effects.push(Effect { target, value });
        }
        Ok(transition)
    }
}

fn wrong_indices(name: &Name, sizes: usize, indices: u32) -> Diagnostic {
    let message = match sizes {
        0 => format!("`{}` is not an array", name.text),
        1 => format!("`{}` is an array and needs one index", name.text),
        _ => format!("`{}` is an array and needs {sizes} indices", name.text),
    };
    Diagnostic::error("E0822", message).at(name.span, format!("has {indices} here"))
}

/// A name that no transition has yet: the label, or the label and a number. For each name, how often it was
/// asked for is remembered.
fn distinct(label: &str, known: &mut FxHashMap<String, u32>) -> String {
    let mut name = label.to_owned();
    while known.contains_key(&name) {
        let times = known.entry(label.to_owned()).or_insert(1);
        *times += 1;
        name = format!("{label}#{times}");
    }
    known.insert(name.clone(), 1);
    name
}
