//! Scopes: which declaration a name means at a place.
//!
//! # Contract
//! Visibility as in Ada: an inner declaration hides outer ones, literals of enumerations overload each other,
//! what a `use` clause offers only counts where no declaration is directly visible, and nothing is visible
//! before it is declared.
//!
//! # Method
//! Bodies are elaborated long after they are passed, once for each instance or call. So every declaration has
//! a time, and a scope remembers at what time it looks at its parent: what was declared later is not seen. A
//! package body is a scope that extends the one of its specification; others only see the latter. A look-up
//! costs the depth of scopes, and with `use` clauses the number of them.
//!
//! Tested in `tests/all/elaborate/programs`.

use rustc_hash::FxHashMap;
use suppose_base::Span;

use super::entity::{Entity, EntityId};
use crate::program::TaskId;

/// A scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ScopeId(u32);

/// A moment in the order of declarations.
pub(super) type Time = u32;

/// One region of declarations.
#[derive(Debug)]
struct Scope<'a> {
    /// The region around it, and from when on it is not seen.
    parent: Option<(ScopeId, Time)>,
    /// The specification, of a package body.
    extends: Option<ScopeId>,
    /// The unit that it belongs to, for names such as `Main.X`.
    label: Option<&'a str>,
    /// The task whose body it is.
    task: Option<TaskId>,
    names: FxHashMap<&'a str, Vec<(Time, EntityId)>>,
    uses: Vec<(Time, ScopeId)>,
}

/// What a name means.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Nothing.
    Nothing,
    /// One declaration.
    One(EntityId),
    /// Literals of enumerations; at least one.
    Literals(Vec<EntityId>),
    /// The unit around this place that has the name.
    Unit(ScopeId),
    /// Several, by `use` clauses.
    Ambiguous(Vec<EntityId>),
}

/// All scopes and what they declare.
#[derive(Debug)]
pub(super) struct Scopes<'a> {
    regions: Vec<Scope<'a>>,
    entities: Vec<(Entity<'a>, Option<Span>)>,
    now: Time,
}

impl<'a> Scopes<'a> {
    pub(super) fn new() -> Self {
        Self { regions: Vec::new(), entities: Vec::new(), now: 0 }
    }

    /// The present.
    pub(super) fn now(&self) -> Time {
        self.now
    }

    /// A new scope that sees of its parent what is declared by then.
    pub(super) fn open(&mut self, parent: Option<(ScopeId, Time)>, label: Option<&'a str>) -> ScopeId {
        self.regions.push(Scope {
            parent,
            extends: None,
            label,
            task: None,
            names: FxHashMap::default(),
            uses: Vec::new(),
        });
        ScopeId(self.regions.len() as u32 - 1)
    }

    /// A new scope inside of another, which sees what is declared there so far.
    pub(super) fn inside(&mut self, parent: ScopeId, label: Option<&'a str>) -> ScopeId {
        let now = self.now;
        self.open(Some((parent, now)), label)
    }

    /// Makes a scope the body of a package.
    pub(super) fn extend(&mut self, body: ScopeId, specification: ScopeId) {
        self.regions[body.0 as usize].extends = Some(specification);
    }

    /// Makes a scope the body of a task.
    pub(super) fn set_task(&mut self, scope: ScopeId, task: TaskId) {
        self.regions[scope.0 as usize].task = Some(task);
    }

    /// The task whose body a scope is.
    pub(super) fn task(&self, scope: ScopeId) -> Option<TaskId> {
        self.regions[scope.0 as usize].task
    }

    /// The name by which parts of a scope can be named inside of it.
    pub(super) fn label(&self, scope: ScopeId) -> Option<&'a str> {
        self.regions[scope.0 as usize].label
    }

    /// The scope around one.
    pub(super) fn parent(&self, scope: ScopeId) -> Option<ScopeId> {
        self.regions[scope.0 as usize].parent.map(|(parent, _)| parent)
    }

    /// A new thing without a name.
    pub(super) fn entity(&mut self, entity: Entity<'a>, span: Option<Span>) -> EntityId {
        self.entities.push((entity, span));
        EntityId(self.entities.len() as u32 - 1)
    }

    pub(super) fn get(&self, id: EntityId) -> &Entity<'a> {
        &self.entities[id.0 as usize].0
    }

    pub(super) fn span(&self, id: EntityId) -> Option<Span> {
        self.entities[id.0 as usize].1
    }

    /// Declares a name. Gives the earlier declaration of the same region that it clashes with.
    pub(super) fn declare(
        &mut self,
        scope: ScopeId,
        key: &'a str,
        entity: Entity<'a>,
        span: Option<Span>,
    ) -> Option<EntityId> {
        let literal = matches!(entity, Entity::Literal(..));
        let earlier = self.own(scope, key);
        let clash = earlier.into_iter().find(|&id| !(literal && matches!(self.get(id), Entity::Literal(..))));
        let id = self.entity(entity, span);
        self.now += 1;
        let time = self.now;
        self.regions[scope.0 as usize].names.entry(key).or_default().push((time, id));
        clash
    }

    /// Makes a package visible by its parts' names.
    pub(super) fn use_package(&mut self, scope: ScopeId, package: ScopeId) {
        self.now += 1;
        let now = self.now;
        self.regions[scope.0 as usize].uses.push((now, package));
    }

    /// What is declared under a name in this region itself.
    pub(super) fn own(&self, scope: ScopeId, key: &str) -> Vec<EntityId> {
        self.seen(scope, key, Time::MAX)
    }

    fn seen(&self, scope: ScopeId, key: &str, until: Time) -> Vec<EntityId> {
        let region = &self.regions[scope.0 as usize];
        let mut all = Vec::new();
        for part in std::iter::once(region).chain(region.extends.map(|spec| &self.regions[spec.0 as usize])) {
            if let Some(list) = part.names.get(key) {
                all.extend(list.iter().rev().filter(|&&(time, _)| time <= until).map(|&(_, id)| id));
            }
        }
        all
    }

    /// What a name with a unit before it means: `P.X`.
    pub(super) fn select(&self, scope: ScopeId, key: &str) -> Found {
        self.classify(self.own(scope, key))
    }

    fn classify(&self, ids: Vec<EntityId>) -> Found {
        match ids.first() {
            None => Found::Nothing,
            Some(&first) if !matches!(self.get(first), Entity::Literal(..)) => Found::One(first),
            Some(_) => Found::Literals(ids),
        }
    }

    /// What a name means in a scope.
    pub(super) fn find(&self, scope: ScopeId, key: &str) -> Found {
        self.find_from(Some((scope, Time::MAX)), key)
    }

    /// What a name means around a scope.
    pub(super) fn find_around(&self, scope: ScopeId, key: &str) -> Found {
        self.find_from(self.regions[scope.0 as usize].parent, key)
    }

    fn find_from(&self, start: Option<(ScopeId, Time)>, key: &str) -> Found {
        let mut literals = Vec::new();
        let mut place = start;
        while let Some((at, until)) = place {
            let region = &self.regions[at.0 as usize];
            for id in self.seen(at, key, until) {
                if matches!(self.get(id), Entity::Literal(..)) {
                    literals.push(id);
                } else if literals.is_empty() {
                    return Found::One(id);
                } else {
                    return Found::Literals(literals);
                }
            }
            if region.label == Some(key) && literals.is_empty() {
                return Found::Unit(at);
            }
            place = region.parent;
        }
        let others = self.offered(start, key);
        let plain: Vec<EntityId> =
            others.iter().copied().filter(|&id| !matches!(self.get(id), Entity::Literal(..))).collect();
        if literals.is_empty() && !plain.is_empty() {
            return if let [only] = others[..] { Found::One(only) } else { Found::Ambiguous(others) };
        }
        literals.extend(others.into_iter().filter(|id| !plain.contains(id)));
        if literals.is_empty() { Found::Nothing } else { Found::Literals(literals) }
    }

    /// What `use` clauses offer under a name.
    fn offered(&self, start: Option<(ScopeId, Time)>, key: &str) -> Vec<EntityId> {
        let mut found = Vec::new();
        let mut place = start;
        while let Some((at, until)) = place {
            let region = &self.regions[at.0 as usize];
            let specification = region.extends.map(|spec| &self.regions[spec.0 as usize]);
            for part in std::iter::once(region).chain(specification) {
                for &(time, package) in &part.uses {
                    if time <= until {
                        found.extend(self.seen(package, key, until));
                    }
                }
            }
            place = region.parent;
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// All names that can be written in a scope, for suggestions; sorted.
    pub(super) fn visible(&self, scope: ScopeId) -> Vec<&'a str> {
        let mut names = Vec::new();
        let mut place = Some(scope);
        while let Some(at) = place {
            names.extend(self.names_of(at));
            let region = &self.regions[at.0 as usize];
            names.extend(region.uses.iter().flat_map(|&(_, package)| self.names_of(package)));
            place = region.parent.map(|(parent, _)| parent);
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The names of a region itself; sorted.
    pub(super) fn names_of(&self, scope: ScopeId) -> Vec<&'a str> {
        let region = &self.regions[scope.0 as usize];
        let parts = std::iter::once(region).chain(region.extends.map(|spec| &self.regions[spec.0 as usize]));
        let mut names: Vec<&str> = parts.flat_map(|part| part.names.keys().copied()).collect();
        names.sort_unstable();
        names
    }
}
