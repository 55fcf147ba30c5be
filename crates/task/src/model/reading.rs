//! The parsed answer of a solver, independent of its output format.

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

/// An assignment to all variables, as returned by the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Model {
    /// Values by variable, from 0.
    Bits(Vec<bool>),
    /// Values by symbol.
    Symbols(BTreeMap<String, Value>),
}

/// The answer of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Satisfiable, with a model.
    Sat(Model),
    /// Unsatisfiable, according to the solver.
    Unsat,
    /// Undecided, with the reason.
    Unknown(StopReason),
}

/// The status word of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Sat,
    Unsat,
    Unknown,
}
