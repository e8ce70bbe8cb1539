//! Declarations of objects: constants, variables, tasks, generators, and other names of objects.

use suppose_base::Span;

use super::Elaborator;
use super::entity::{Access, Entity};
use super::name::{Meaning, Target};
use super::term::{Term, TermKind};
use super::types::{ArrayType, Class, ElementType, MOST_VALUES, Subtype, TypeId, Types};
use crate::ast::{
    Argument, ArrayDefinition, Constraint, Expr, ExprKind, Ident, NumberDecl, ObjectDecl, ObjectType,
    RenamingDecl, SubtypeIndication,
};

/// What an object is.
#[derive(Clone, Copy)]
enum ObjectKind<'a> {
    Scalar(Subtype),
    Array(TypeId),
    Task(usize, &'a [Argument]),
    Generator,
    Opaque,
}

impl<'a> Elaborator<'a> {
    pub(super) fn object(&mut self, object: &'a ObjectDecl, span: Span) {
        let kind = match &object.of {
            ObjectType::Named(indication) => self.object_kind(indication),
            ObjectType::Array(definition) => self.array_type(definition, "array").map(ObjectKind::Array),
        };
        for ident in &object.names {
            let made = kind.and_then(|kind| self.one_object(ident, kind, object, span));
            self.declare(ident, made.unwrap_or(Entity::Bad));
        }
    }

    fn object_kind(&mut self, indication: &'a SubtypeIndication) -> Option<ObjectKind<'a>> {
        let (meaning, rest) = self.meaning(&indication.mark)?;
        let arguments: &'a [Argument] = match &indication.constraint {
            Some(Constraint::Discriminants(arguments)) => arguments,
            _ => &[],
        };
        match meaning {
            Meaning::TaskType(of) if rest.is_empty() => Some(ObjectKind::Task(of, arguments)),
            Meaning::Type(of) if rest.is_empty() => match self.types.class(of.root) {
                Class::Array(_) => Some(ObjectKind::Array(of.root)),
                Class::Generator => Some(ObjectKind::Generator),
                Class::Opaque => Some(ObjectKind::Opaque),
                _ => self.restricted(indication).map(ObjectKind::Scalar),
            },
            other => {
                let what = Self::what(&other);
                self.error("E1032", indication.span, format!("a type is expected, this is {what}"));
                None
            }
        }
    }

    fn one_object(
        &mut self,
        ident: &'a Ident,
        kind: ObjectKind<'a>,
        object: &'a ObjectDecl,
        span: Span,
    ) -> Option<Entity<'a>> {
        let value = object.value.as_ref();
        if object.constant && value.is_none() {
            self.error("E1048", ident.span, "a constant without a value is outside of the subset");
            return None;
        }
        match kind {
            ObjectKind::Scalar(of) => self.scalar_object(ident, of, object.constant, value),
            ObjectKind::Array(of) => self.array_object(ident, of, object.constant, value),
            ObjectKind::Task(of, arguments) => self.task_object(ident, of, &[], arguments, span),
            ObjectKind::Generator => Some(Entity::Bad),
            // Such constants can only stand in delays and texts, which are skipped.
            ObjectKind::Opaque if object.constant => Some(Entity::Bad),
            ObjectKind::Opaque => {
                self.advise(
                    "E1037",
                    ident.span,
                    "a variable of this type has too many values",
                    format!("variables have a discrete type of at most {MOST_VALUES} values"),
                );
                None
            }
        }
    }

    fn scalar_object(
        &mut self,
        ident: &'a Ident,
        of: Subtype,
        constant: bool,
        value: Option<&'a Expr>,
    ) -> Option<Entity<'a>> {
        let term = match value {
            Some(source) => Some((self.expression(source, Some(of.root))?, source.span)),
            None => None,
        };
        if constant
            && let Some((term, place)) = &term
            && let Some(known) = term.known()
        {
            if !(of.first..=of.last).contains(&known) {
                self.error("E1043", *place, "this value is outside of the range of the constant");
                return None;
            }
            return Some(Entity::Constant(of, known));
        }
        let of = match &term {
            // Of a constant of a wide type only the values that it can have are needed.
            Some((term, _)) if constant => {
                Subtype { root: of.root, first: of.first.max(term.low), last: of.last.min(term.high) }
            }
            _ => of,
        };
        let of = self.bounded(of, ident.span)?;
        let access = if constant { Access::Constant } else { Access::Free };
        let known = term
            .as_ref()
            .and_then(|(term, _)| term.known())
            .filter(|known| of.first <= *known && *known <= of.last);
        let random = matches!(&term, Some((term, _)) if matches!(term.kind, TermKind::Any(first, last) if (first, last) == of.bounds()));
        let domain = self.types.domain(of.root, of.first, of.last);
        // Only what is elaborated once can begin with its value.
        let once = self.work.as_ref().is_none_or(|work| work.once);
        let initial = if once || known.is_none() { known } else { Some(of.first) };
        let first = self.new_variables(
            &self.local_name(&ident.key),
            &[String::new()],
            &domain,
            &[initial],
            ident.span,
        )?;
        let target = Target { first, indices: Vec::new(), of, access };
        if self.work.is_none() {
            if let Some((_, place)) = term
                && known.is_none()
                && !random
            {
                self.shared_initial(place);
                return None;
            }
        } else {
            match term {
                Some(_) if once && known.is_some() => {}
                Some((term, place)) => {
                    self.warn_range(&term, of, place);
                    self.store(target.clone(), term, place);
                }
                None if once => {}
                None => self.choose_any(&target, ident.span),
            }
        }
        Some(Entity::Scalar(first, of, access))
    }

    fn shared_initial(&mut self, span: Span) {
        self.advise(
            "E1036",
            span,
            "the initial value of a shared variable must be known and in its range",
            "only constants, literals and operators on them can stand here, or `Random` of the variable's \
                type",
        );
    }

    /// Names of variables in procedures begin with the procedure.
    fn local_name(&self, key: &str) -> String {
        match (self.calls.last(), &self.work) {
            (Some(&call), Some(_)) => format!("{}.{key}", self.subprograms[call].declaration.name.key),
            _ => key.to_owned(),
        }
    }

    fn array_object(
        &mut self,
        ident: &'a Ident,
        root: TypeId,
        constant: bool,
        value: Option<&'a Expr>,
    ) -> Option<Entity<'a>> {
        let array = self.types.array(root)?;
        let of = match array.element {
            ElementType::Task(of) => {
                if let Some(value) = value {
                    self.error("E1048", value.span, "an array of tasks has no initial value");
                    return None;
                }
                return self.task_object(ident, of, &array.indices, &[], ident.span);
            }
            ElementType::Scalar(of) => self.bounded(of, ident.span)?,
        };
        if array.count() == 0 || array.count() > MOST_VALUES {
            self.advise(
                "E1037",
                ident.span,
                format!("an array of {} elements is outside of the subset", array.count()),
                format!("arrays have 1 to {MOST_VALUES} elements"),
            );
            return None;
        }
        let terms = match value {
            Some(source) => Some((self.array_terms(source, root, &array)?, source.span)),
            None => None,
        };
        let known: Option<Vec<i64>> =
            terms.as_ref().and_then(|(terms, _)| terms.iter().map(Term::known).collect());
        if let (true, Some(values)) = (constant, &known) {
            return Some(Entity::Table(root, values.clone().into()));
        }
        let access = if constant { Access::Constant } else { Access::Free };
        let once = self.work.as_ref().is_none_or(|work| work.once);
        let in_range = |value: &i64| of.first <= *value && *value <= of.last;
        let known = known.filter(|values| values.iter().all(in_range));
        let ends = self.element_names(&array);
        let initial: Vec<Option<i64>> = match &known {
            Some(values) if once => values.iter().map(|&value| Some(value)).collect(),
            _ => vec![None; ends.len()],
        };
        let domain = self.types.domain(of.root, of.first, of.last);
        let first = self.new_variables(&self.local_name(&ident.key), &ends, &domain, &initial, ident.span)?;
        for (place, many) in (first.0 as usize..).zip(self.many_elements(&array.indices)) {
            self.variables[place].many = many;
            if many {
                self.open_arrays.insert(first);
            }
        }
        if self.work.is_none() {
            if let (Some((_, place)), None) = (&terms, &known) {
                self.shared_initial(*place);
                return None;
            }
        } else if !(once && (known.is_some() || terms.is_none())) {
            for number in 0..ends.len() {
                let variable = crate::program::VarId(first.0 + number as u32);
                let target = Target { first: variable, indices: Vec::new(), of, access };
                match &terms {
                    Some((terms, place)) => self.store(target, terms[number].clone(), *place),
                    None => self.choose_any(&target, ident.span),
                }
            }
        }
        Some(Entity::Array(first, root, access))
    }

    /// The values of all elements of an array: of an aggregate, or of another array.
    pub(super) fn array_terms(
        &mut self,
        source: &'a Expr,
        root: TypeId,
        array: &ArrayType,
    ) -> Option<Vec<Term>> {
        let ExprKind::Name(name) = &source.kind else { return self.aggregate(source, array) };
        let (meaning, rest) = self.meaning(name)?;
        let ElementType::Scalar(of) = array.element else { return None };
        match meaning {
            Meaning::Array(first, other, _) if other == root && rest.is_empty() => {
                let elements = 0..u32::try_from(array.count()).unwrap_or(0);
                let shared = self.is_read_alone(first);
                let element = |number: u32| {
                    let variable = crate::program::VarId(first.0 + number);
                    Term::scalar(variable, of.root, of.bounds(), shared)
                };
                Some(elements.map(element).collect())
            }
            Meaning::Table(other, values) if other == root && rest.is_empty() => {
                Some(values.iter().map(|&value| Term::value(value, of.root)).collect())
            }
            _ => {
                self.error("E1035", source.span, "an array of the same type, or an aggregate, is expected");
                None
            }
        }
    }

    /// How the names of elements end: `.1`, `.2.red`.
    pub(super) fn element_names(&self, array: &ArrayType) -> Vec<String> {
        self.index_names(&array.indices)
    }

    /// How the names of the members of arrays and families end.
    pub(super) fn index_names(&self, indices: &[Subtype]) -> Vec<String> {
        let mut names = vec![String::new()];
        for index in indices {
            let values = || (index.first..=index.last).map(|value| self.types.show(index.root, value));
            names = names
                .iter()
                .flat_map(|begin| values().map(move |value| format!("{begin}.{value}")))
                .collect();
        }
        names
    }

    /// A new array type.
    pub(super) fn array_type(&mut self, definition: &'a ArrayDefinition, name: &str) -> Option<TypeId> {
        let mut indices = Vec::new();
        for range in &definition.indices {
            indices.push(self.discrete(range)?);
        }
        let (meaning, rest) = self.meaning(&definition.element.mark)?;
        let element = match meaning {
            Meaning::TaskType(of) if rest.is_empty() => {
                if let Some(Constraint::Discriminants(_)) = &definition.element.constraint {
                    let help = "give the discriminant a default value in the task type";
                    let message = "tasks of an array all have the same discriminants, by default";
                    self.advise("E1057", definition.element.span, message, help);
                    return None;
                }
                ElementType::Task(of)
            }
            Meaning::Type(of) if rest.is_empty() && self.types.array(of.root).is_some() => {
                let help = "write one array with several indices";
                self.advise(
                    "E1048",
                    definition.element.span,
                    "arrays of arrays are outside of the subset",
                    help,
                );
                return None;
            }
            _ => ElementType::Scalar(self.restricted(&definition.element)?),
        };
        let array = ArrayType { indices, element };
        // Bounds that cannot be counted would make every user of them careful.
        if array.count() > MOST_VALUES {
            let most = format!("arrays have at most {MOST_VALUES} elements");
            self.advise("E1037", definition.span, "the array has too many elements", most);
            return None;
        }
        Some(self.types.add(name, Class::Array(array.into())))
    }

    pub(super) fn number(&mut self, number: &'a NumberDecl) {
        for ident in &number.names {
            self.numbers.push(&ident.key);
            let entity = if matches!(number.value.kind, ExprKind::Real) {
                // Real numbers can only stand in delays, which are skipped.
                Entity::Bad
            } else {
                match self.known(&number.value, None) {
                    Some((Types::UNIVERSAL, value)) if self.every.as_ref() == Some(&ident.key) => {
                        self.size_declared(ident, value)
                    }
                    Some((Types::SIZE, _)) => {
                        self.not_for_every(number.value.span, "the value of this");
                        Entity::Bad
                    }
                    Some((of, value)) if self.types.is_number(of) => {
                        Entity::Constant(self.types.base(Types::UNIVERSAL), value)
                    }
                    Some(_) => {
                        self.error("E1035", number.value.span, "a number is expected");
                        Entity::Bad
                    }
                    None => Entity::Bad,
                }
            };
            self.declare(ident, entity);
        }
    }

    pub(super) fn renaming(&mut self, renaming: &'a RenamingDecl) {
        if let Some(mark) = &renaming.mark {
            // The type is only looked at for its name.
            let _ = self.meaning(mark);
        }
        let entity = match self.meaning(&renaming.object) {
            Some((Meaning::Variable(target), []))
                if target.indices.iter().any(|(.., index)| index.known().is_none()) =>
            {
                self.error(
                    "E1048",
                    renaming.object.span,
                    "an element can only be renamed when its index is known",
                );
                Entity::Bad
            }
            Some((
                Meaning::Variable(_)
                | Meaning::Array(..)
                | Meaning::Table(..)
                | Meaning::Tasks(_)
                | Meaning::Value(_),
                [],
            )) => {
                let scope = self.scopes.inside(self.scope, None);
                Entity::Renaming(&renaming.object, scope)
            }
            Some(_) => {
                self.error("E1048", renaming.object.span, "only objects can be renamed in the subset");
                Entity::Bad
            }
            None => Entity::Bad,
        };
        self.declare(&renaming.name, entity);
    }
}
