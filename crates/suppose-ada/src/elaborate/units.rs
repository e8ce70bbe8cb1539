//! Compilation units: what is predefined, `with` clauses, packages of the file, and the main procedure.
//!
//! Each unit is elaborated in a scope of its own that holds its `use` clauses, and is then declared in the
//! library for those after it. The main procedure is the last procedure; its declarations are elaborated
//! here, its statements with the code of tasks.

use std::collections::{BTreeMap, BTreeSet};

use suppose_base::{Diagnostic, Span, closest};

use super::Elaborator;
use super::entity::Entity;
use super::scope::ScopeId;
use super::types::{Class, Subtype, Types};
use crate::ast::{Context, Declaration, DeclarationKind, Name, Part, Statement, SubprogramBody, Tree, Unit};
use crate::program::Exception;

/// The main procedure, after its declarations.
pub(super) struct Main<'a> {
    pub(super) name: String,
    pub(super) scope: ScopeId,
    pub(super) statements: &'a [Statement],
    pub(super) span: Span,
}

/// Library units that are known.
const LIBRARY: [&str; 8] = [
    "ada",
    "ada.assertions",
    "ada.calendar",
    "ada.numerics",
    "ada.numerics.discrete_random",
    "ada.real_time",
    "ada.text_io",
    "text_io",
];

impl<'a> Elaborator<'a> {
    /// Declares what every program knows.
    pub(super) fn predefine(&mut self) {
        let standard = self.standard;
        let whole = |first: i64, last: i64| Subtype { root: Types::INTEGER, first, last };
        let last = Types::integer().last;
        let mut add = |scope: ScopeId, key: &'a str, entity: Entity<'a>| {
            self.scopes.declare(scope, key, entity, None);
        };
        add(standard, "boolean", Entity::Type(Types::boolean()));
        add(standard, "false", Entity::Literal(Types::BOOLEAN, 0));
        add(standard, "true", Entity::Literal(Types::BOOLEAN, 1));
        add(standard, "integer", Entity::Type(Types::integer()));
        add(standard, "natural", Entity::Type(whole(0, last)));
        add(standard, "positive", Entity::Type(whole(1, last)));
        add(standard, "constraint_error", Entity::Exception(Exception::Constraint));
        add(standard, "program_error", Entity::Exception(Exception::Program));
        for (key, name) in
            [("character", "Character"), ("string", "String"), ("float", "Float"), ("duration", "Duration")]
        {
            let root = self.types.add(name, Class::Opaque);
            self.scopes.declare(standard, key, Entity::Type(self.types.base(root)), None);
        }
        let ada = self.scopes.inside(standard, None);
        let (text, numerics) = (self.scopes.inside(ada, None), self.scopes.inside(ada, None));
        for key in ["put", "put_line", "new_line"] {
            self.scopes.declare(text, key, Entity::Quiet, None);
        }
        self.scopes.declare(numerics, "discrete_random", Entity::RandomGeneric, None);
        self.scopes.declare(ada, "text_io", Entity::Package(text), None);
        self.scopes.declare(standard, "text_io", Entity::Package(text), None);
        let assertions = self.scopes.inside(ada, None);
        let exception = Entity::Exception(Exception::Assertion);
        self.scopes.declare(assertions, Exception::Assertion.name(), exception, None);
        self.scopes.declare(ada, "assertions", Entity::Package(assertions), None);
        // Nothing tells time: what these packages have can only stand in delays, which are skipped.
        for key in ["calendar", "real_time"] {
            let package = self.scopes.inside(ada, None);
            for (key, name) in [("time", "Time"), ("time_span", "Time_Span")] {
                let root = self.types.add(name, Class::Opaque);
                self.scopes.declare(package, key, Entity::Type(self.types.base(root)), None);
            }
            self.scopes.declare(ada, key, Entity::Package(package), None);
        }
        self.scopes.declare(ada, "numerics", Entity::Package(numerics), None);
        self.scopes.declare(standard, "ada", Entity::Package(ada), None);
        self.scope = self.scopes.inside(standard, None);
        self.library = self.scope;
    }

    /// Elaborates all units; the last procedure is the main one.
    pub(super) fn units(&mut self, tree: &'a Tree) -> Option<Main<'a>> {
        let is_main = |unit: &Unit| {
            matches!(&unit.item.kind, DeclarationKind::Subprogram(subprogram)
                if subprogram.result.is_none() && matches!(subprogram.body, SubprogramBody::Statements(_)))
        };
        let last = tree.units.iter().rposition(is_main);
        let mut main = None;
        let mut withed: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for (number, unit) in tree.units.iter().enumerate() {
            let scope = self.scopes.inside(self.library, None);
            // What the specification of a package has, its body has too.
            let name = name_of(unit);
            self.withed = withed.get(name).cloned().unwrap_or_default();
            self.within(scope, |this| {
                for clause in &unit.context {
                    this.context(clause, tree);
                }
                if Some(number) == last {
                    main = this.main(&unit.item);
                } else {
                    this.declarations(std::slice::from_ref(&unit.item));
                }
            });
            withed.insert(name, std::mem::take(&mut self.withed));
            // Other units see it from the library.
            for key in self.scopes.names_of(scope) {
                for id in self.scopes.own(scope, key) {
                    let (entity, span) = (self.scopes.get(id).clone(), self.scopes.span(id));
                    self.scopes.declare(self.library, key, entity, span);
                }
            }
        }
        // The code of tasks comes later, and then nobody knows which unit it is from.
        self.withed = withed.into_values().flatten().collect();
        main
    }

    fn main(&mut self, item: &'a Declaration) -> Option<Main<'a>> {
        let DeclarationKind::Subprogram(subprogram) = &item.kind else { return None };
        let SubprogramBody::Statements(block) = &subprogram.body else { return None };
        if let Some(parameter) = subprogram.parameters.first() {
            self.error("E1048", parameter.span, "the main procedure has no parameters");
        }
        let scope = self.scopes.inside(self.scope, Some(&subprogram.name.key));
        self.within(scope, |this| this.declarations(&block.declarations));
        let span = subprogram.name.span;
        Some(Main { name: subprogram.name.key.clone(), scope, statements: &block.statements, span })
    }

    fn context(&mut self, clause: &'a Context, tree: &'a Tree) {
        match clause {
            Context::With(names) => names.iter().for_each(|name| self.with(name, tree)),
            Context::Use(clause) => self.use_clause(clause),
        }
    }

    fn with(&mut self, name: &Name, tree: &Tree) {
        let mut key = name.head.key.clone();
        for part in &name.parts {
            if let Part::Selected(ident) = part {
                key = format!("{key}.{}", ident.key);
            }
        }
        self.withed.insert(key.clone());
        let unit = |unit: &Unit| name_of(unit) == key;
        if LIBRARY.contains(&key.as_str()) || tree.units.iter().any(unit) {
            return;
        }
        let similar = closest(&key, LIBRARY);
        self.report("E1034", name.span, |code| {
            let diagnostic =
                Diagnostic::error(code, format!("the library unit `{key}` is not known")).at(name.span, "");
            match similar {
                Some(similar) => diagnostic.help(format!("did you mean `{similar}`?")),
                None => diagnostic.help(
                    "packages must be in the same file; of the library, Ada.Numerics.Discrete_Random, \
                        Ada.Text_IO, Ada.Assertions, Ada.Calendar and Ada.Real_Time are known",
                ),
            }
        });
    }
}

/// The name of a unit.
fn name_of(unit: &Unit) -> &str {
    match &unit.item.kind {
        DeclarationKind::Package(package) => &package.name.key,
        DeclarationKind::PackageBody(body) => &body.name.key,
        DeclarationKind::Subprogram(subprogram) => &subprogram.name.key,
        _ => "",
    }
}
