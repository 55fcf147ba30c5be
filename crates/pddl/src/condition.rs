//! Conditions over the atoms of a state: preconditions, goals, conditions of effects.

use crate::types::TypeId;

/// The number of an object: the constants of the domain first, then the objects of the problem.
pub type ObjectId = u32;

/// An argument of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A variable by its level: the parameters of the action from 0, then the variables of the
    /// quantifiers around this place, from outside to inside.
    Variable(usize),
    /// An object.
    Object(ObjectId),
}

/// A predicate applied to terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// The number of the predicate.
    pub predicate: usize,
    /// As many as the predicate has parameters.
    pub arguments: Vec<Term>,
}

/// A parameter of an action or a predicate, or the variable of a quantifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// With its question mark.
    pub name: String,
    /// An object of one of these types fits.
    pub types: Vec<TypeId>,
}

/// A formula; `imply` has been read as an `or`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The atom holds.
    Atom(Atom),
    /// Both terms are the same object.
    Equal(Term, Term),
    /// The condition does not hold.
    Not(Box<Condition>),
    /// All hold; nothing is asked if there are none.
    And(Vec<Condition>),
    /// One holds at least.
    Or(Vec<Condition>),
    /// Some choice of objects makes it hold.
    Exists(Vec<Parameter>, Box<Condition>),
    /// Every choice of objects makes it hold.
    ForAll(Vec<Parameter>, Box<Condition>),
}

/// The condition that always holds.
pub(crate) const ALWAYS: Condition = Condition::And(Vec::new());
