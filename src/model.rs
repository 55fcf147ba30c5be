//! Models: total assignments, as solvers give them.
//!
//! Backends make them, the decoder reads them; neither knows the other.

mod dimacs;
mod smtlib;

use std::collections::BTreeMap;

pub use dimacs::read_dimacs;
pub use smtlib::read_smtlib;

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
