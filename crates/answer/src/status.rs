//! The exit statuses of the contract.

/// Solved, or the command did what it was asked.
pub const SOLVED: u8 = 0;
/// Anything that is not foreseen below: a solver at fault, a full disk.
pub const FAILED: u8 = 1;
/// A plan or a certificate does not hold.
pub const REJECTED: u8 = 3;
/// Unusable input.
pub const BAD_INPUT: u8 = 2;
/// Infeasible.
pub const INFEASIBLE: u8 = 20;
/// Undecided within the limits.
pub const UNDECIDED: u8 = 30;
