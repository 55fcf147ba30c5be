//! Rejected: why a certificate proves nothing.

use thiserror::Error;

use saut_base::stop::StopReason;
use saut_task::CheckError;

/// Faults of a certificate.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RejectedCertificate {
    /// A limit ended the check; the certificate may hold or not.
    #[error("the check was not finished ({})", .0.name())]
    Unfinished(StopReason),
    /// An exhaustive search that, done again, finds something else.
    #[error("{0}")]
    Search(String),
    /// The empty plan solves the puzzle.
    #[error("the start already is as the goal wants it")]
    AlreadySolved,
    /// What the reason says is not so; what is so instead.
    #[error("{0}")]
    NotSo(&'static str),
    /// A colouring, weights or a list of them that is empty or too long.
    #[error("{given} parity sums or weightings; 1 to {most} can be checked")]
    WrongCount {
        /// Number that is given.
        given: usize,
        /// Number that is allowed.
        most: usize,
    },
    /// The two colours of a parity sum are not two of 0, 1 and 2.
    #[error("{0} and {1} are not two of the colours 0, 1 and 2")]
    NotTwoColours(u8, u8),
    /// A line has two holes of one colour, so a jump may change the parity.
    #[error("the jump {jump} has two holes of one colour")]
    ColourRepeats {
        /// The jump as people write it.
        jump: String,
    },
    /// Weights for a board of another size.
    #[error("{given} weights for {holes} holes")]
    OtherBoard {
        /// Number of weights.
        given: usize,
        /// Number of holes.
        holes: usize,
    },
    /// A modulus below 2, or weights that are not reduced by it.
    #[error("the weights are not remainders modulo {modulus}")]
    NotRemainders {
        /// The modulus given.
        modulus: i64,
    },
    /// A jump changes the total weight modulo the modulus.
    #[error("the jump {jump} changes the weight by {change} modulo {modulus}")]
    ChangesWeight {
        /// The jump as people write it.
        jump: String,
        /// By how much.
        change: i64,
        /// The modulus.
        modulus: i64,
    },
    /// A jump raises the total weight.
    #[error("the jump {jump} adds weight: {from} + {over} < {to}")]
    GainsWeight {
        /// The jump as people write it.
        jump: String,
        /// The weight of the hole jumped from.
        from: i64,
        /// The weight of the hole jumped over.
        over: i64,
        /// The weight of the hole jumped to.
        to: i64,
    },
    /// A tree of parts that is too deep to be checked.
    #[error("the tree of parts is deeper than {most}")]
    TooDeep {
        /// The limit.
        most: usize,
    },
    /// A jump that is none of the board.
    #[error("the board has no jump {jump}")]
    NoSuchJump {
        /// The jump as people write it.
        jump: String,
    },
    /// A jump that a plan may begin with, and that is left out.
    #[error(
        "a plan may begin with {jump}, and no symmetry of the puzzle takes that to one of the first jumps \
         that are named"
    )]
    FirstJump {
        /// The jump as people write it.
        jump: String,
    },
    /// A charge below nothing, or where the number of jumps is not limited.
    #[error("jumps may not be charged {charge} here")]
    WrongCharge {
        /// The charge.
        charge: i64,
    },
    /// Two numbers that name no parity class.
    #[error("{0} and {1} are no parities of column and row")]
    NoParityClass(u8, u8),
    /// The target of golden weights is no peg of the goal.
    #[error("the goal wants no peg at {cell}")]
    NoTarget {
        /// The cell as people write it.
        cell: String,
    },
    /// A jump may add golden weight.
    #[error("the jump {jump} goes nearer to the target in another way than along a row or column")]
    GainsGoldenWeight {
        /// The jump as people write it.
        jump: String,
    },
    /// The golden weight of the goal is not larger than that of the start.
    #[error("the goal weighs {goal}, not more than the start, {start}, with s = (sqrt 5 - 1)/2")]
    NoGoldenGap {
        /// The weight of the start.
        start: String,
        /// The weight of the goal.
        goal: String,
    },
    /// A sum that is too large for the arithmetic used.
    #[error("there are too many pegs to add up their weights")]
    TooManyPegs,
    /// The goal does not outweigh the start.
    #[error("the goal may weigh {goal}, no more than the start, {start}")]
    NoGap {
        /// The weight of the start.
        start: i128,
        /// The least weight of a position of the goal.
        goal: i128,
    },
    /// Some position of the goal agrees with the start in everything that the certificate keeps.
    #[error("a position of the goal agrees with the start in everything that is kept")]
    Agrees,
    /// The proof is about an encoding that says nothing about plans of all lengths.
    #[error(
        "a refutation of {encoding} at horizon {horizon} says nothing about this puzzle: {wanted}"
    )]
    OtherFormula {
        /// The encoding named.
        encoding: &'static str,
        /// The horizon named.
        horizon: usize,
        /// Value that it should have.
        wanted: String,
    },
    /// The proof is not accepted.
    #[error(transparent)]
    Drat(CheckError),
}

impl RejectedCertificate {
    /// Refuses a list that is empty or longer than it may be.
    pub(super) const fn unless_counted(given: usize, most: usize) -> Result<(), Self> {
        if given == 0 || given > most {
            return Err(Self::WrongCount { given, most });
        }
        Ok(())
    }
}

impl From<CheckError> for RejectedCertificate {
    fn from(rejected: CheckError) -> Self {
        match rejected {
            CheckError::Stopped(why) => Self::Unfinished(why),
            other => Self::Drat(other),
        }
    }
}
