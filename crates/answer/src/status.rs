//! The exit statuses.

/// Solved, or the command succeeded.
pub const SOLVED: u8 = 0;
/// A formula in a DIMACS file has a model. SAT solvers use the same status.
pub const SATISFIABLE: u8 = 10;
/// Any other error, for example a faulty solver or a full disk.
pub const FAILED: u8 = 1;
/// A plan or a certificate was rejected.
pub const REJECTED: u8 = 3;
/// Unusable input.
pub const BAD_INPUT: u8 = 2;
/// Infeasible.
pub const INFEASIBLE: u8 = 20;
/// Undecided within the limits.
pub const UNDECIDED: u8 = 30;
