//! Reasons why a proof is not accepted, of every checker.

use thiserror::Error;

use saut_base::stop::StopReason;

/// Reasons why a proof is not accepted.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RejectedProof {
    /// A limit ended the check; the proof may hold or not.
    #[error("the check was not finished ({})", .0.name())]
    Unfinished(StopReason),
    /// An encoding without clauses.
    #[error("a proof is about clauses, and {encoding} has none")]
    NoClauses {
        /// The encoding named.
        encoding: &'static str,
    },
    /// The proof cannot be read.
    #[error("proof step {step}: {fact}")]
    Unreadable {
        /// Number of the step, from 1.
        step: usize,
        /// Fault of the step.
        fact: &'static str,
    },
    /// A clause of the proof does not follow.
    #[error("proof step {step}: the clause does not follow by unit propagation, nor is it RAT")]
    DoesNotFollow {
        /// Number of the step, from 1.
        step: usize,
    },
    /// A refutation in pieces with another number of proofs than its tree has leaves.
    #[error("{given} proofs for the {leaves} leaves of the tree of cubes")]
    OtherNumber {
        /// The proofs given.
        given: usize,
        /// The leaves.
        leaves: usize,
    },
    /// The tree decides a variable that the formula has not.
    #[error("the tree of cubes decides variable {number}, and the formula has {variables}")]
    NoSuchVariable {
        /// Its DIMACS number.
        number: u32,
        /// The variables of the formula.
        variables: usize,
    },
    /// The proof of a piece cannot be had.
    #[error("{0}")]
    NoProof(String),
    /// The proof of a piece is not accepted.
    #[error("piece {piece}: {why}")]
    Piece {
        /// Its number, from 0, in the order of the leaves.
        piece: usize,
        /// Fault of the proof.
        why: Box<RejectedProof>,
    },
    /// The proof ends before the formula is refuted.
    #[error("the proof ends after {steps} steps without the empty clause")]
    NotRefuted {
        /// Number of its steps.
        steps: usize,
    },
}
