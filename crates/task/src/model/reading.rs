//! Content of an answer of a solver, in whatever form it was printed.

use std::collections::BTreeMap;

/// A value of an SMT symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// `true` or `false`
    Boolean(bool),
    /// An integer.
    Integer(i64),
}

/// A total assignment, as the solver gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Model {
    /// By variable, from 0.
    Bits(Vec<bool>),
    /// By symbol.
    Symbols(BTreeMap<String, Value>),
}

/// Answer that a solver printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Satisfiable, with a model.
    Sat(Model),
    /// Unsatisfiable.
    Unsat,
    /// The solver gave up.
    Unknown,
}
