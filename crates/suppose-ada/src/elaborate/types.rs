//! Types: what they are and which values they have.
//!
//! A [`Subtype`] is a root type with a range. Two values fit together when their root types are the same, as
//! in Ada; ranges only matter when values are assigned, converted or passed. Numbers are unbounded integers
//! until then: the base range of an integer type, which Ada leaves to the compiler, is not modelled.

use std::sync::Arc;

use crate::program::Domain;

/// The greatest number of values of a variable.
pub(super) const MOST_VALUES: i64 = 65_536;

/// A root type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TypeId(u32);

/// A root type restricted to a range. Types without values of their own, such as arrays, have an empty range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Subtype {
    pub(super) root: TypeId,
    pub(super) first: i64,
    pub(super) last: i64,
}

impl Subtype {
    /// How many values it has.
    pub(super) fn count(self) -> i64 {
        if self.last < self.first { 0 } else { self.last.saturating_sub(self.first).saturating_add(1) }
    }

    /// How many values it has, where that is known to be few.
    pub(super) fn size(self) -> u32 {
        u32::try_from(self.count()).unwrap_or(u32::MAX)
    }

    /// The place of a value of it, counted from its first one.
    pub(super) fn offset(self, value: i64) -> u32 {
        u32::try_from(value.saturating_sub(self.first)).unwrap_or(u32::MAX)
    }

    /// Its bounds.
    pub(super) fn bounds(self) -> (i64, i64) {
        (self.first, self.last)
    }
}

/// What a root type is.
#[derive(Clone, Debug)]
pub(super) enum Class {
    /// An enumeration with its literals; the flag tells Boolean and what is derived from it.
    Enumeration(Arc<[String]>, bool),
    /// Signed integers.
    Integer,
    /// Integers modulo a number.
    Modular(i64),
    /// The type of integer literals, which fits all integer types.
    Universal,
    /// Arrays.
    Array(Arc<ArrayType>),
    /// The type of the number that is the size of a family.
    Size,
    /// The state of a random generator.
    Generator,
    /// A type that has a name and no use in the subset.
    Opaque,
}

/// An array type.
#[derive(Debug)]
pub(super) struct ArrayType {
    pub(super) indices: Vec<Subtype>,
    pub(super) element: ElementType,
}

impl ArrayType {
    /// How many elements it has.
    pub(super) fn count(&self) -> i64 {
        self.indices.iter().fold(1, |product: i64, index| product.saturating_mul(index.count()))
    }
}

/// The elements of an array.
#[derive(Clone, Copy, Debug)]
pub(super) enum ElementType {
    /// Values.
    Scalar(Subtype),
    /// Tasks of a type, by its number.
    Task(usize),
}

/// All root types.
#[derive(Debug)]
pub(super) struct Types {
    list: Vec<Root>,
}

/// One root type.
#[derive(Debug)]
struct Root {
    name: String,
    class: Class,
    /// The value that stands for itself and all greater ones, of a type that is as large as a family.
    more: Option<i64>,
}

impl Types {
    pub(super) const BOOLEAN: TypeId = TypeId(0);
    pub(super) const INTEGER: TypeId = TypeId(1);
    pub(super) const UNIVERSAL: TypeId = TypeId(2);
    pub(super) const GENERATOR: TypeId = TypeId(3);
    pub(super) const SIZE: TypeId = TypeId(4);

    /// `Boolean`.
    pub(super) const fn boolean() -> Subtype {
        Subtype { root: Self::BOOLEAN, first: 0, last: 1 }
    }

    /// `Integer`, which has 32 bits as everywhere.
    pub(super) const fn integer() -> Subtype {
        Subtype { root: Self::INTEGER, first: i32::MIN as i64, last: i32::MAX as i64 }
    }

    /// The predefined ones.
    pub(super) fn new() -> Self {
        let truth: Arc<[String]> = Arc::from(vec!["false".to_owned(), "true".to_owned()]);
        let list = [
            ("Boolean", Class::Enumeration(truth, true)),
            ("Integer", Class::Integer),
            ("integer literal", Class::Universal),
            ("Generator", Class::Generator),
            ("any size", Class::Size),
        ];
        let root = |(name, class): (&str, Class)| Root { name: name.to_owned(), class, more: None };
        Self { list: list.map(root).into() }
    }

    /// A new root type.
    pub(super) fn add(&mut self, name: &str, class: Class) -> TypeId {
        self.list.push(Root { name: name.to_owned(), class, more: None });
        TypeId(self.list.len() as u32 - 1)
    }

    /// A new root type whose greatest value stands for all values from there on.
    pub(super) fn add_open(&mut self, name: &str, class: Class, more: i64) -> TypeId {
        let id = self.add(name, class);
        self.list[id.0 as usize].more = Some(more);
        id
    }

    /// The value that stands for itself and all greater ones, of a type that is as large as a family.
    pub(super) fn more(&self, id: TypeId) -> Option<i64> {
        self.list[id.0 as usize].more
    }

    /// What it is.
    pub(super) fn class(&self, id: TypeId) -> &Class {
        &self.list[id.0 as usize].class
    }

    /// As it is written, for messages.
    pub(super) fn name(&self, id: TypeId) -> &str {
        &self.list[id.0 as usize].name
    }

    /// The array type that it is.
    pub(super) fn array(&self, id: TypeId) -> Option<Arc<ArrayType>> {
        if let Class::Array(array) = self.class(id) { Some(Arc::clone(array)) } else { None }
    }

    /// Whether it is Boolean or derived from it.
    pub(super) fn is_boolean(&self, id: TypeId) -> bool {
        matches!(self.class(id), Class::Enumeration(_, true))
    }

    /// Whether it is an enumeration.
    pub(super) fn is_enumeration(&self, id: TypeId) -> bool {
        matches!(self.class(id), Class::Enumeration(..))
    }

    /// Whether its values are numbers.
    pub(super) fn is_number(&self, id: TypeId) -> bool {
        matches!(self.class(id), Class::Integer | Class::Modular(_) | Class::Universal)
    }

    /// Whether it has values that variables can hold.
    pub(super) fn is_discrete(&self, id: TypeId) -> bool {
        self.is_number(id) || self.is_enumeration(id)
    }

    /// All values that the root type has, as far as they are bounded.
    pub(super) fn base(&self, id: TypeId) -> Subtype {
        let (first, last) = match self.class(id) {
            Class::Enumeration(literals, _) => (0, i64::try_from(literals.len()).unwrap_or(i64::MAX) - 1),
            Class::Modular(modulus) => (0, modulus - 1),
            Class::Integer | Class::Universal => (i64::MIN, i64::MAX),
            Class::Array(_) | Class::Size | Class::Generator | Class::Opaque => (0, -1),
        };
        Subtype { root: id, first, last }
    }

    /// The domain of a variable.
    pub(super) fn domain(&self, id: TypeId, first: i64, last: i64) -> Domain {
        let literals = match self.class(id) {
            Class::Enumeration(literals, _) => Some(Arc::clone(literals)),
            _ => None,
        };
        Domain { first, last, literals }
    }

    /// How a value is written in messages.
    pub(super) fn show(&self, id: TypeId, value: i64) -> String {
        self.domain(id, value, value).text(value)
    }
}
