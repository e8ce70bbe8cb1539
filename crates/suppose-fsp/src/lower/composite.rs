//! Composite processes to lists of machines.
//!
//! A body is first evaluated to a [`Plan`]: which instances, with which prefixes, sharing and relabelling.
//! Nothing is built then, so a plan shows what must be lowered before. Carrying the plan out follows LTSA: a
//! composite without hiding, priority or words before it stays a list and is merged into the list of its
//! user; any other is composed to one LTS. Relabelling a list relabels its members one by one, but a
//! *composite by name* that is relabelled so that two of its actions get one name is composed first, because
//! its members must not begin to synchronise.

use std::sync::Arc;

use suppose_base::{Diagnostic, Span};
use suppose_lts::{ActionId, Finish, Priority};

use super::super::ast::{CompBody, CompPart, CompWhat};
use super::super::scope::{Labels, Scope, Stop};
use super::combine::{finish_of, rename};
use super::locals::too_large;
use super::relation::{Relation, matching, merges, prefixing};
use super::{Composition, Group, Key, Lowered, Lowering, MAX_MACHINES, MAX_STATES, Machine, unsupported};

/// What a composite is made of.
#[derive(Debug, Default)]
pub(super) struct Plan {
    nodes: Vec<Node>,
    /// Every instance that occurs.
    keys: Vec<Key>,
    /// Whether something that is wrong was left out.
    pub(super) incomplete: bool,
}

#[derive(Debug)]
enum Node {
    /// An instance.
    Use(Key),
    /// Several, with something done to them: prefix, then sharing, then relabelling.
    Part { nodes: Vec<Node>, prefix: Option<Arc<str>>, share: Option<Labels>, relabel: Option<Relation> },
}

/// A machine, or the machines of a composite that is used by name.
enum Item {
    Machine(Machine),
    Group(Group),
}

impl Plan {
    /// The instances it needs, with repetitions.
    pub(super) fn keys(&self) -> impl Iterator<Item = &Key> {
        self.keys.iter()
    }
}

impl Lowering<'_> {
    pub(super) fn plan(&mut self, key: &Key, number: usize) -> Result<Plan, Stop> {
        let definition = self.model.composite_def(number);
        let params = self.params(key);
        let mut scope = Scope::new(&self.model.tables, &params, self.budget);
        let mut plan = Plan::default();
        let span = definition.name.span;
        let mut planner = Planner { lowering: self, keys: &mut plan.keys, incomplete: false, span };
        planner.body(&definition.body, &mut scope, &mut plan.nodes)?;
        plan.incomplete = planner.incomplete;
        Ok(plan)
    }

    /// Carries a plan out and composes the result if its user cannot take it as a list.
    pub(super) fn composite(&mut self, key: &Key, number: usize, plan: &Plan) -> Result<Lowered, Stop> {
        let modifiers = self.model.composite_def(number).modifiers;
        let composition = self.composition(key, number, plan)?;
        let Composition { name, machines, priority, hidden, finish } = composition;
        let definition = self.model.composite_def(number);
        let as_list = definition.visibility.is_none()
            && priority.is_none()
            && finish == Finish::AsIs
            && !modifiers.compose;
        if as_list {
            return Ok(Lowered::Group(Arc::new(Group { name, machines })));
        }
        let mut machine = self.compose(&name, machines, priority, hidden)?;
        machine.origins = machine.origins.defined_at(definition.name.span);
        let size = machine.lts.num_states().saturating_mul(machine.lts.alphabet().len());
        if finish == Finish::Property && size > MAX_STATES as usize {
            return Err(too_large(definition.name.span));
        }
        let machine = self.finish(machine, finish, definition.name.span)?;
        Ok(Lowered::Machine(Arc::new(machine)))
    }

    /// Carries a plan out, all instances of which are lowered.
    pub(super) fn composition(&mut self, key: &Key, number: usize, plan: &Plan) -> Result<Composition, Stop> {
        let definition = self.model.composite_def(number);
        let span = definition.name.span;
        let name = self.name(key);
        let mut machines = Vec::new();
        for item in self.realise(&plan.nodes, span)? {
            match item {
                Item::Machine(machine) => machines.push(machine),
                Item::Group(group) => machines.extend(group.machines),
            }
        }
        if machines.is_empty() {
            return Err(Diagnostic::error("E0310", format!("the composite process `{name}` has no parts"))
                .at(span, "nothing is composed here")
                .into());
        }
        if definition.modifiers.safe {
            return Err(unsupported("`safe` (controller synthesis)"));
        }
        let params = self.params(key);
        let mut alphabet: Vec<ActionId> =
            machines.iter().flat_map(|machine| machine.lts.alphabet().iter().copied()).collect();
        alphabet.sort_unstable();
        alphabet.dedup();
        let mut scope = Scope::without_variables(&self.model.tables, &params, self.budget);
        let mut priority = None;
        if let Some(clause) = &definition.priority {
            let matching = matching(&scope.label_set(&clause.labels)?, &alphabet, &self.actions);
            let actions = alphabet.iter().copied().filter(|action| matching.contains(action)).collect();
            let exempt =
                alphabet.iter().copied().filter(|a| marks_acceptance(self.actions.name(*a))).collect();
            priority = Some(Priority { actions, listed_are_low: clause.low, exempt });
        }
        let mut hidden = Vec::new();
        if let Some(visibility) = &definition.visibility {
            let matching = matching(&scope.label_set(&visibility.labels)?, &alphabet, &self.actions);
            alphabet.retain(|action| matching.contains(action) != visibility.expose);
            hidden = alphabet;
        }
        let finish = finish_of(definition.modifiers);
        Ok(Composition { name, machines, priority, hidden, finish })
    }

    /// The depth of this recursion is the nesting of the source, which the parser bounds.
    fn realise(&mut self, nodes: &[Node], span: Span) -> Result<Vec<Item>, Stop> {
        let mut items = Vec::new();
        let mut count = 0;
        for node in nodes {
            match node {
                Node::Use(key) => items.push(self.used(key)),
                Node::Part { nodes, prefix, share, relabel } => {
                    let change = Change::new(prefix.as_ref(), share.as_ref(), relabel.as_ref(), span);
                    let inner = self.realise(nodes, span)?;
                    // Sharing changes the labels first, and is then seldom what is wrong.
                    if let (Some(relation), None) = (change.relabel, change.share) {
                        self.warn_if_swapped(relation, &inner);
                    }
                    for item in inner {
                        items.push(self.modify(item, &change)?);
                    }
                }
            }
            count += match items.last() {
                Some(Item::Group(group)) => group.machines.len(),
                _ => 1,
            };
            if count > MAX_MACHINES {
                return Err(too_many_parts(span));
            }
            self.budget.poll(suppose_base::Poll::Lower)?;
        }
        Ok(items)
    }

    fn warn_if_swapped(&mut self, relation: &Relation, items: &[Item]) {
        let mut alphabet: Vec<ActionId> = Vec::new();
        for item in items {
            match item {
                Item::Machine(machine) => alphabet.extend(machine.lts.alphabet()),
                Item::Group(group) => {
                    alphabet.extend(group.machines.iter().flat_map(|machine| machine.lts.alphabet()));
                }
            }
        }
        alphabet.sort_unstable();
        alphabet.dedup();
        let names = alphabet.iter().map(|action| self.actions.name(*action));
        self.warnings.extend(relation.swapped(names));
    }

    fn used(&self, key: &Key) -> Item {
        match &self.done[key] {
            Lowered::Machine(machine) => Item::Machine((**machine).clone()),
            Lowered::Group(group) => {
                let mut group = (**group).clone();
                let user: Arc<str> = format!("{}.", group.name).into();
                for machine in &mut group.machines {
                    machine.name = machine.name.clone().after(&user);
                }
                Item::Group(group)
            }
        }
    }

    fn modify(&mut self, item: Item, change: &Change<'_>) -> Result<Item, Stop> {
        match item {
            Item::Machine(machine) => {
                let mut machine = self.modify_machine(machine, change)?;
                if let Some(relation) = change.relabel {
                    machine = self.relabel(machine, relation, change.span)?;
                }
                Ok(Item::Machine(machine))
            }
            Item::Group(Group { name, machines }) => {
                let name = format!("{}{name}", change.before);
                let mut modified = Vec::with_capacity(machines.len());
                for machine in machines {
                    modified.push(self.modify_machine(machine, change)?);
                }
                let Some(relation) = change.relabel else {
                    return Ok(Item::Group(Group { name, machines: modified }));
                };
                if modified.len() > 1 && self.would_merge(&modified, relation) {
                    let machine = self.compose(&name, modified, None, Vec::new())?;
                    return self.relabel(machine, relation, change.span).map(Item::Machine);
                }
                let machines = modified
                    .into_iter()
                    .map(|machine| self.relabel(machine, relation, change.span))
                    .collect::<Result<Vec<_>, _>>()?;
                Ok(Item::Group(Group { name, machines }))
            }
        }
    }

    /// Prefix and sharing.
    fn modify_machine(&mut self, mut machine: Machine, change: &Change<'_>) -> Result<Machine, Stop> {
        for labels in [change.prefix, change.share].into_iter().flatten() {
            let renaming = prefixing(labels, machine.lts.alphabet(), &mut self.actions);
            machine = rename(machine, &renaming, change.span)?;
        }
        if !change.before.is_empty() {
            machine.name = machine.name.after(&change.before);
        }
        Ok(machine)
    }

    fn relabel(&mut self, machine: Machine, relation: &Relation, span: Span) -> Result<Machine, Stop> {
        let renaming = relation.renaming(machine.lts.alphabet(), &mut self.actions);
        rename(machine, &renaming, span)
    }

    /// Whether relabelling gives two actions of the list one name.
    fn would_merge(&mut self, machines: &[Machine], relation: &Relation) -> bool {
        let mut alphabet: Vec<ActionId> =
            machines.iter().flat_map(|machine| machine.lts.alphabet().iter().copied()).collect();
        alphabet.sort_unstable();
        alphabet.dedup();
        merges(&relation.renaming(&alphabet, &mut self.actions))
    }
}

fn too_many_parts(span: Span) -> Stop {
    Diagnostic::error("E0313", format!("the composition has more than {MAX_MACHINES} parts"))
        .at(span, "")
        .into()
}

/// What a part does to the machines in it.
struct Change<'c> {
    prefix: Option<&'c [Arc<str>]>,
    share: Option<&'c [Arc<str>]>,
    relabel: Option<&'c Relation>,
    /// What prefix and sharing put before the names of the machines.
    before: Arc<str>,
    span: Span,
}

impl<'c> Change<'c> {
    fn new(
        prefix: Option<&'c Arc<str>>,
        share: Option<&'c Labels>,
        relabel: Option<&'c Relation>,
        span: Span,
    ) -> Self {
        // Sharing by no label leaves everything as it is.
        let share = share.map(|labels| &**labels).filter(|labels| !labels.is_empty());
        let mut before = String::new();
        if let Some(labels) = share {
            before = format!("{{{}}}::", labels.join(","));
        }
        if let Some(prefix) = prefix {
            before = format!("{before}{prefix}:");
        }
        Self { prefix: prefix.map(std::slice::from_ref), share, relabel, before: before.into(), span }
    }
}

struct Planner<'p, 'm> {
    lowering: &'p mut Lowering<'m>,
    keys: &'p mut Vec<Key>,
    incomplete: bool,
    span: Span,
}

impl Planner<'_, '_> {
    /// The parser bounds the depth of this recursion.
    fn body(&mut self, body: &CompBody, scope: &mut Scope<'_>, nodes: &mut Vec<Node>) -> Result<(), Stop> {
        match body {
            CompBody::If { arms, otherwise } => {
                for (condition, then) in arms {
                    if scope.holds(condition)? {
                        return self.body(then, scope, nodes);
                    }
                }
                match otherwise {
                    Some(otherwise) => self.body(otherwise, scope, nodes),
                    None => Ok(()),
                }
            }
            CompBody::Forall { indices, body } => {
                scope.for_each_index(indices, &mut |scope, _| self.body(body, scope, nodes))
            }
            CompBody::Part(part) => self.part(part, scope, nodes),
        }
    }

    fn part(&mut self, part: &CompPart, scope: &mut Scope<'_>, nodes: &mut Vec<Node>) -> Result<(), Stop> {
        // Sharing and relabelling are evaluated before the prefix, so they do not see its variables.
        let share = part.share.as_ref().map(|label| scope.label_list(label)).transpose()?;
        let relabel = part.relabel.as_ref().map(|relabels| Relation::new(relabels, scope)).transpose()?;
        let mut inner = Vec::new();
        match &part.prefix {
            None => self.what(&part.what, scope, &mut inner)?,
            Some(prefix) => scope.for_each_label(prefix, &mut |scope, text| {
                let mut prefixed = Vec::new();
                self.what(&part.what, scope, &mut prefixed)?;
                let prefix = Some(Arc::from(text));
                inner.push(Node::Part { nodes: prefixed, prefix, share: None, relabel: None });
                Ok(())
            })?,
        }
        if share.is_none() && relabel.is_none() {
            nodes.append(&mut inner);
        } else {
            nodes.push(Node::Part { nodes: inner, prefix: None, share, relabel });
        }
        Ok(())
    }

    fn what(&mut self, what: &CompWhat, scope: &mut Scope<'_>, nodes: &mut Vec<Node>) -> Result<(), Stop> {
        match what {
            CompWhat::Instance(instance) => {
                let key = match self.lowering.model.instance(instance, scope) {
                    Ok(key) => key,
                    Err(stop) => {
                        self.incomplete = true;
                        return self.lowering.record(stop);
                    }
                };
                if self.keys.len() == MAX_MACHINES {
                    return Err(too_many_parts(self.span));
                }
                self.keys.push(key.clone());
                nodes.push(Node::Use(key));
                Ok(())
            }
            CompWhat::List(bodies) => bodies.iter().try_for_each(|body| self.body(body, scope, nodes)),
        }
    }
}

/// Whether an action is the loop of an accepting process, perhaps with a prefix.
fn marks_acceptance(action: &str) -> bool {
    action.split('.').any(|part| part.starts_with('@'))
}
