//! Content of an answer of a solver, in whatever form it was printed.

use std::collections::BTreeMap;

use saut_base::stop::StopReason;

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

/// The three answers of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Satisfiable, with a model.
    Sat(Model),
    /// Unsatisfiable, says the solver.
    Unsat,
    /// Undecided, for this reason.
    Unknown(StopReason),
}

/// The word of a solver for its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Sat,
    Unsat,
    Unknown,
}
