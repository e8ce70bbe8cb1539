//! Declarations: types, packages, subprograms, instances of generics, `use` clauses.
//!
//! Bodies are only remembered here, with the scope and the time at which they stand; they are elaborated for
//! each instance and each call.

use rustc_hash::FxHashSet;
use suppose_base::{Diagnostic, Span};

use super::entity::{Entity, SubprogramInfo};
use super::name::Meaning;
use super::scope::ScopeId;
use super::types::{Class, Subtype, Types};
use super::{Elaborator, ast};
use crate::ast::{
    Declaration, DeclarationKind, Expr, ExprKind, Ident, InstanceDecl, Range, Subprogram, SubprogramBody,
    TypeDecl, TypeDefinition, UseClause,
};

impl<'a> Elaborator<'a> {
    /// Declares a name here.
    pub(super) fn declare(&mut self, ident: &'a Ident, entity: Entity<'a>) {
        let clash = self.scopes.declare(self.scope, &ident.key, entity, Some(ident.span));
        if let Some(earlier) = clash {
            let place = self.scopes.span(earlier);
            let subprogram = matches!(self.scopes.get(earlier), Entity::Subprogram(_));
            self.report("E1031", ident.span, |code| {
                let diagnostic =
                    Diagnostic::error(code, format!("`{}` is declared twice", ident.text)).at(ident.span, "");
                let diagnostic = match place {
                    Some(place) => diagnostic.at(place, "first declared here"),
                    None => diagnostic,
                };
                if subprogram {
                    diagnostic.note("several subprograms of one name are outside of the subset")
                } else {
                    diagnostic
                }
            });
        }
    }

    /// Elaborates declarations.
    pub(super) fn declarations(&mut self, list: &'a [Declaration]) {
        for declaration in list {
            if self.full {
                return;
            }
            self.declaration(declaration);
        }
    }

    fn declaration(&mut self, declaration: &'a Declaration) {
        match &declaration.kind {
            DeclarationKind::Object(object) => self.object(object, declaration.span),
            DeclarationKind::Number(number) => self.number(number),
            DeclarationKind::Renaming(renaming) => self.renaming(renaming),
            DeclarationKind::Type(declared) => self.type_declaration(declared),
            DeclarationKind::Subtype(subtype) => {
                let entity = self.subtype_entity(&subtype.indication).unwrap_or(Entity::Bad);
                self.declare(&subtype.name, entity);
            }
            DeclarationKind::Task(task) => self.task_declaration(task),
            DeclarationKind::TaskBody(body) => self.task_body(body),
            DeclarationKind::Subprogram(subprogram) => self.subprogram(subprogram, declaration.span),
            DeclarationKind::Package(package) => {
                let scope = self.scopes.inside(self.scope, Some(&package.name.key));
                self.declare(&package.name, Entity::Package(scope));
                self.in_package(&package.name, scope, &package.declarations);
            }
            DeclarationKind::PackageBody(body) => {
                let spec = self.here_declared(&body.name.key).into_iter().find_map(|entity| match entity {
                    Entity::Package(scope) => Some(scope),
                    _ => None,
                });
                let Some(spec) = spec else {
                    let message = format!("there is no package `{}` for this body", body.name.text);
                    return self.error("E1059", body.name.span, message);
                };
                let scope = self.scopes.inside(self.scope, Some(&body.name.key));
                self.scopes.extend(scope, spec);
                self.in_package(&body.name, scope, &body.declarations);
                if !body.statements.is_empty() {
                    self.preludes.push((&body.statements, scope));
                }
            }
            DeclarationKind::Instance(instance) => self.instance(instance),
            DeclarationKind::Use(clause) => self.use_clause(clause),
            DeclarationKind::Property(property) => {
                if self.work.is_some() {
                    self.error("E1048", property.span, "properties stand outside of tasks and subprograms");
                } else {
                    self.properties.push((property, self.scope));
                }
            }
        }
    }

    fn in_package(&mut self, name: &'a Ident, scope: ScopeId, declarations: &'a [Declaration]) {
        let longer = format!("{}{}.", self.prefix, name.key);
        let outer = std::mem::replace(&mut self.prefix, longer);
        self.within(scope, |this| this.declarations(declarations));
        self.prefix = outer;
    }

    /// What is declared under a name in the region of this place, for its body.
    pub(super) fn here_declared(&self, key: &str) -> Vec<Entity<'a>> {
        let mut ids = self.scopes.own(self.scope, key);
        if self.scopes.parent(self.scope) == Some(self.library) {
            ids.extend(self.scopes.own(self.library, key));
        }
        ids.into_iter().map(|id| self.scopes.get(id).clone()).collect()
    }

    fn type_declaration(&mut self, declared: &'a TypeDecl) {
        let name = &declared.name;
        let entity = match &declared.definition {
            TypeDefinition::Enumeration(literals) => {
                let keys = literals.iter().map(|literal| literal.key.as_str()).collect();
                return self.enumeration(name, keys, None, Some(literals));
            }
            TypeDefinition::Integer(range) => self.integer_type(&name.text, range).map(Entity::Type),
            TypeDefinition::Modular(modulus) => self.modular_type(&name.text, modulus).map(Entity::Type),
            TypeDefinition::Array(definition) => {
                let root = self.array_type(definition, &name.text);
                root.map(|root| Entity::Type(self.types.base(root)))
            }
            TypeDefinition::Derived(indication) => match self.restricted(indication) {
                Some(of) => match self.types.class(of.root).clone() {
                    Class::Enumeration(..) => {
                        let keys = self.literals.get(&of.root).cloned().unwrap_or_default();
                        return self.enumeration(name, keys, Some(of), None);
                    }
                    class => {
                        let root = match self.types.more(of.root) {
                            Some(more) => self.types.add_open(&name.text, class, more),
                            None => self.types.add(&name.text, class),
                        };
                        Some(Entity::Type(Subtype { root, ..of }))
                    }
                },
                None => None,
            },
        };
        self.declare(name, entity.unwrap_or(Entity::Bad));
    }

    fn integer_type(&mut self, name: &str, range: &'a Range) -> Option<Subtype> {
        if let Range::Bounds(first, last) = range
            && let Some(size) = self.size_here(last)
        {
            return self.open_range(name, first, size);
        }
        let of = self.known_range(range, None)?;
        if !self.types.is_number(of.root) {
            self.error("E1035", range.span(), "the bounds of an integer type are numbers");
            return None;
        }
        let root = self.types.add(name, Class::Integer);
        Some(Subtype { root, ..of })
    }

    fn modular_type(&mut self, name: &str, modulus: &'a Expr) -> Option<Subtype> {
        if let Some(open) = self.open_modulus(name, modulus) {
            return Some(open);
        }
        let (_, value) = self.known(modulus, None)?;
        if !(1..=1 << 32).contains(&value) {
            self.error("E1043", modulus.span, "a modulus is from 1 to 2 ** 32");
            return None;
        }
        let root = self.types.add(name, Class::Modular(value));
        Some(Subtype { root, first: 0, last: value - 1 })
    }

    /// A new enumeration with its literals; a derived one has those of its parent.
    fn enumeration(
        &mut self,
        name: &'a Ident,
        keys: Vec<&'a str>,
        parent: Option<Subtype>,
        literals: Option<&'a [Ident]>,
    ) {
        let mut seen = FxHashSet::default();
        for literal in literals.into_iter().flatten() {
            if !seen.insert(&literal.key) {
                self.error(
                    "E1031",
                    literal.span,
                    format!("the literal `{}` is declared twice", literal.text),
                );
            }
        }
        let names = keys.iter().map(|&key| key.to_owned()).collect();
        let boolean = parent.is_some_and(|of| self.types.is_boolean(of.root));
        let root = self.types.add(&name.text, Class::Enumeration(names, boolean));
        let base = self.types.base(root);
        self.declare(name, Entity::Type(Subtype { root, ..parent.unwrap_or(base) }));
        for (position, key) in (0..).zip(&keys) {
            let entity = Entity::Literal(root, position);
            let literal = literals.and_then(|literals| literals.get(usize::try_from(position).ok()?));
            if let Some(literal) = literal {
                self.declare(literal, entity);
            } else {
                self.scopes.declare(self.scope, key, entity, Some(name.span));
            }
        }
        self.literals.insert(root, keys);
    }

    fn subtype_entity(&mut self, indication: &'a ast::SubtypeIndication) -> Option<Entity<'a>> {
        if indication.constraint.is_none() {
            let (meaning, rest) = self.meaning(&indication.mark)?;
            match (meaning, rest) {
                (Meaning::Type(of), []) => return Some(Entity::Type(of)),
                (Meaning::TaskType(of), []) => return Some(Entity::TaskType(of)),
                _ => {}
            }
        }
        self.restricted(indication).map(Entity::Type)
    }

    fn subprogram(&mut self, subprogram: &'a Subprogram, span: Span) {
        let has_body = !matches!(subprogram.body, SubprogramBody::Declared);
        let earlier = self.here_declared(&subprogram.name.key).into_iter().find_map(|entity| match entity {
            Entity::Subprogram(number) if self.subprograms[number].body.is_none() => Some(number),
            _ => None,
        });
        let number = match earlier {
            Some(number) if has_body => {
                self.same_profile(number, subprogram);
                number
            }
            _ => {
                let number = self.subprograms.len();
                self.declare(&subprogram.name, Entity::Subprogram(number));
                self.subprograms.push(SubprogramInfo {
                    declaration: subprogram,
                    place: (self.scope, self.scopes.now()),
                    body: None,
                    span,
                    any: false,
                    used: false,
                });
                number
            }
        };
        let place = (self.scope, self.scopes.now());
        let info = &mut self.subprograms[number];
        info.any |= subprogram.any.is_some();
        if has_body {
            info.body = Some((subprogram, place.0, place.1));
        }
        if let (Some(any), None) = (subprogram.any, &subprogram.result) {
            self.error("E1048", any, "only a function can have any value");
        }
    }

    /// Checks that a body has the parameters that were declared.
    fn same_profile(&mut self, number: usize, body: &'a Subprogram) {
        let declared = self.subprograms[number].declaration;
        let shape = |subprogram: &'a Subprogram| {
            let mut all = Vec::new();
            for spec in &subprogram.parameters {
                all.extend(spec.names.iter().map(|name| (&name.key, spec.mode, &spec.mark.head.key)));
            }
            all
        };
        if shape(declared) != shape(body) || declared.result.is_some() != body.result.is_some() {
            let place = declared.name.span;
            self.report("E1059", body.name.span, |code| {
                let message = format!("the parameters of `{}` differ from its declaration", body.name.text);
                Diagnostic::error(code, message).at(body.name.span, "").at(place, "declared here")
            });
        }
    }

    fn instance(&mut self, instance: &'a InstanceDecl) {
        let made = self.random_package(instance);
        self.declare(&instance.name, made.unwrap_or(Entity::Bad));
    }

    fn random_package(&mut self, instance: &'a InstanceDecl) -> Option<Entity<'a>> {
        let (meaning, rest) = self.meaning(&instance.generic)?;
        if !matches!((&meaning, rest), (Meaning::RandomGeneric, [])) {
            let help = "only Ada.Numerics.Discrete_Random can be instantiated";
            self.advise("E1048", instance.generic.span, "this generic is outside of the subset", help);
            return None;
        }
        if !self.withed.contains("ada.numerics.discrete_random") {
            let help = "write `with Ada.Numerics.Discrete_Random;` before the unit";
            self.advise("E1034", instance.generic.span, "a library unit without a `with` clause", help);
        }
        let [argument] = &instance.arguments[..] else {
            self.error("E1041", instance.name.span, "Discrete_Random has one argument, a discrete type");
            return None;
        };
        let ExprKind::Name(mark) = &argument.value.kind else {
            self.error("E1032", argument.value.span, "a type is expected");
            return None;
        };
        let of = self.subtype(mark)?;
        let of = self.bounded(of, mark.span)?;
        let scope = self.scopes.inside(self.scope, None);
        let generator = self.types.base(Types::GENERATOR);
        self.scopes.declare(scope, "random", Entity::Random(of), None);
        self.scopes.declare(scope, "reset", Entity::Quiet, None);
        self.scopes.declare(scope, "generator", Entity::Type(generator), None);
        Some(Entity::Package(scope))
    }

    pub(super) fn use_clause(&mut self, clause: &'a UseClause) {
        for name in &clause.names {
            match self.meaning(name) {
                Some((Meaning::Scope(scope), [])) if !clause.types => {
                    self.scopes.use_package(self.scope, scope);
                }
                Some((Meaning::Type(_) | Meaning::TaskType(_), [])) if clause.types => {}
                Some((other, _)) => {
                    let (what, wanted) = (Self::what(&other), if clause.types { "type" } else { "package" });
                    self.error("E1032", name.span, format!("a {wanted} is expected, this is {what}"));
                }
                None => {}
            }
        }
    }
}
