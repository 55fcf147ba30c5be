//! Conditions over the atoms of a state: preconditions, goals and conditions of effects.

use saut_numeric::Rational;
use strum::{EnumString, IntoStaticStr};

use crate::types::TypeId;

/// The number of an object. The constants of the domain come first, then the objects of the problem.
pub type ObjectId = u32;

/// An argument of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A variable, given by its level. Levels number the parameters of the action from 0, then the variables of the
    /// surrounding quantifiers, from outside to inside.
    Variable(usize),
    /// An object.
    Object(ObjectId),
}

impl Term {
    /// Returns the object of the term, given the values of the variables.
    pub fn object(self, values: &[ObjectId]) -> ObjectId {
        match self {
            Self::Variable(level) => values[level],
            Self::Object(object) => object,
        }
    }
}

/// A predicate, or a function, applied to terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// The number of the predicate or function.
    pub predicate: usize,
    /// The arguments, one for each parameter.
    pub arguments: Vec<Term>,
}

impl Atom {
    pub(crate) const fn new(predicate: usize, arguments: Vec<Term>) -> Self {
        Self {
            predicate,
            arguments,
        }
    }
}

/// A parameter of an action or a predicate, or the variable of a quantifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Name with its question mark.
    pub name: String,
    /// Types; an object must have at least one of them.
    pub types: Vec<TypeId>,
}

/// A formula in negation normal form: only atoms and equalities of terms are negated. The parser rewrites `imply` as
/// `or`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// An atom, and whether it must hold.
    Literal(Atom, bool),
    /// Two terms, and whether they must be the same object.
    Equal(Term, Term, bool),
    /// All parts hold. Without parts, the condition is true.
    And(Vec<Condition>),
    /// At least one part holds. Without parts, the condition is false.
    Or(Vec<Condition>),
    /// The condition holds for some choice of objects.
    Exists(Vec<Parameter>, Box<Condition>),
    /// The condition holds for every choice of objects.
    ForAll(Vec<Parameter>, Box<Condition>),
    /// A comparison of two numbers. Comparisons are never negated: the negation of `<` is `>=`.
    Compare(Box<Comparison>),
}

impl Condition {
    pub(crate) fn children(&self) -> &[Self] {
        match self {
            Self::Literal(..) | Self::Equal(..) | Self::Compare(_) => &[],
            Self::Exists(_, inner) | Self::ForAll(_, inner) => std::slice::from_ref(inner),
            Self::And(parts) | Self::Or(parts) => parts,
        }
    }

    /// Returns the atoms of the condition, each with its required truth value.
    pub(crate) fn atoms(&self) -> Vec<(&Atom, bool)> {
        match self {
            Self::Literal(atom, holds) => vec![(atom, *holds)],
            _ => self.children().iter().flat_map(Self::atoms).collect(),
        }
    }

    pub(crate) fn negated(self) -> Self {
        let all = |parts: Vec<Self>| parts.into_iter().map(Self::negated).collect();
        match self {
            Self::Literal(atom, holds) => Self::Literal(atom, !holds),
            Self::Equal(left, right, holds) => Self::Equal(left, right, !holds),
            Self::And(parts) => Self::Or(all(parts)),
            Self::Or(parts) => Self::And(all(parts)),
            Self::Exists(variables, inner) => Self::ForAll(variables, Box::new(inner.negated())),
            Self::ForAll(variables, inner) => Self::Exists(variables, Box::new(inner.negated())),
            Self::Compare(comparison) => {
                let with = |comparator| {
                    Self::Compare(Box::new(Comparison {
                        comparator,
                        ..comparison.as_ref().clone()
                    }))
                };
                comparison.comparator.negated().map_or_else(
                    || Self::Or(vec![with(Comparator::Less), with(Comparator::Greater)]),
                    with,
                )
            }
        }
    }

    pub(crate) fn comparisons(&self) -> Vec<&Comparison> {
        match self {
            Self::Compare(comparison) => vec![comparison],
            _ => self.children().iter().flat_map(Self::comparisons).collect(),
        }
    }

    /// Returns the conjuncts of the condition, without nested conjunctions.
    pub(crate) fn conjuncts(&self) -> Vec<&Self> {
        match self {
            Self::And(parts) => parts.iter().flat_map(Self::conjuncts).collect(),
            other => vec![other],
        }
    }

    pub(crate) fn terms(&self) -> Vec<Term> {
        match self {
            Self::Literal(atom, _) => atom.arguments.clone(),
            Self::Equal(left, right, _) => vec![*left, *right],
            Self::Compare(comparison) => {
                let functions = comparison.functions().into_iter();
                functions
                    .flat_map(|function| function.arguments.clone())
                    .collect()
            }
            _ => self.children().iter().flat_map(Self::terms).collect(),
        }
    }

    pub(crate) fn terms_mut(&mut self) -> Vec<&mut Term> {
        match self {
            Self::Literal(atom, _) => atom.arguments.iter_mut().collect(),
            Self::Equal(left, right, _) => vec![left, right],
            Self::Compare(comparison) => {
                let sides = [&mut comparison.left, &mut comparison.right];
                sides.into_iter().flat_map(Expression::terms_mut).collect()
            }
            Self::And(parts) | Self::Or(parts) => {
                parts.iter_mut().flat_map(Self::terms_mut).collect()
            }
            Self::Exists(_, inner) | Self::ForAll(_, inner) => inner.terms_mut(),
        }
    }
}

/// A comparison of two numbers. The comparison does not hold if one of the numbers has no value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Comparison {
    /// Relation that must hold between the left and the right number.
    pub comparator: Comparator,
    /// The number on the left.
    pub left: Expression,
    /// The number on the right.
    pub right: Expression,
}

/// Relation between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr)]
pub enum Comparator {
    /// The left number is smaller.
    #[strum(serialize = "<")]
    Less,
    /// The left number is not larger.
    #[strum(serialize = "<=")]
    AtMost,
    /// Both numbers are equal.
    #[strum(serialize = "=")]
    Equal,
    /// The left number is not smaller.
    #[strum(serialize = ">=")]
    AtLeast,
    /// The left number is larger.
    #[strum(serialize = ">")]
    Greater,
}

impl Comparator {
    /// Returns the negated relation; `None` for equality.
    pub(crate) const fn negated(self) -> Option<Self> {
        match self {
            Self::Less => Some(Self::AtLeast),
            Self::AtMost => Some(Self::Greater),
            Self::Equal => None,
            Self::AtLeast => Some(Self::Less),
            Self::Greater => Some(Self::AtMost),
        }
    }
}

/// A numeric expression, which is evaluated in a state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expression {
    /// A constant.
    Number(Rational),
    /// The value of a function.
    Function(Atom),
    /// The sum of all parts.
    Sum(Vec<Expression>),
    /// The number with the opposite sign.
    Negated(Box<Expression>),
    /// The product of all parts.
    Product(Vec<Expression>),
    /// The first expression divided by the second.
    Quotient(Box<[Expression; 2]>),
}

impl Comparison {
    pub(crate) fn functions(&self) -> Vec<&Atom> {
        let [left, right] = [&self.left, &self.right].map(Expression::functions);
        [left, right].concat()
    }

    /// Replaces the variables of the comparison by these objects.
    pub(crate) fn with_objects(mut self, values: &[ObjectId]) -> Self {
        for side in [&mut self.left, &mut self.right] {
            for term in side.terms_mut() {
                *term = Term::Object(term.object(values));
            }
        }
        self
    }
}

impl Expression {
    pub(crate) fn children(&self) -> &[Self] {
        match self {
            Self::Number(_) | Self::Function(_) => &[],
            Self::Negated(inner) => std::slice::from_ref(inner),
            Self::Sum(parts) | Self::Product(parts) => parts,
            Self::Quotient(parts) => &parts[..],
        }
    }

    pub(crate) fn functions(&self) -> Vec<&Atom> {
        match self {
            Self::Function(applied) => vec![applied],
            _ => self.children().iter().flat_map(Self::functions).collect(),
        }
    }

    pub(crate) fn terms_mut(&mut self) -> Vec<&mut Term> {
        match self {
            Self::Number(_) => Vec::new(),
            Self::Function(applied) => applied.arguments.iter_mut().collect(),
            Self::Sum(parts) | Self::Product(parts) => {
                parts.iter_mut().flat_map(Self::terms_mut).collect()
            }
            Self::Negated(inner) => inner.terms_mut(),
            Self::Quotient(parts) => parts.iter_mut().flat_map(Self::terms_mut).collect(),
        }
    }
}

impl Default for Condition {
    fn default() -> Self {
        ALWAYS
    }
}

pub(crate) const ALWAYS: Condition = Condition::And(Vec::new());
