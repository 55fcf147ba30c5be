//! Integer weights: the one form of what lattice, pagoda functions, classes, playable sets and corners say.
//!
//! With a modulus, no jump changes the total weight of the pegs modulo it; a goal of another total is out of
//! reach. Without one, no jump raises the total; a goal that weighs more than the start is out of reach.

use serde::{Deserialize, Serialize};

use super::RejectedCertificate;
use super::drawing::jump_name;
use saut_peg::peg::{Board, Position};

/// One integer weight a hole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weights {
    /// The modulus, at least 2, of which the weights are remainders; without one the weights are a pagoda function.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modulus: Option<i64>,
    /// The weights.
    #[serde(rename = "weights")]
    pub by_hole: Vec<i64>,
}

impl Weights {
    /// A pagoda function.
    pub const fn pagoda(by_hole: Vec<i64>) -> Self {
        Self {
            modulus: None,
            by_hole,
        }
    }

    /// The weight of a position, reduced by the modulus.
    pub fn total(&self, position: &Position) -> i128 {
        let weights = position.holes().map(|hole| i128::from(self.by_hole[hole]));
        self.reduced(weights.sum())
    }

    fn reduced(&self, weight: i128) -> i128 {
        self.modulus
            .map_or(weight, |modulus| weight.rem_euclid(modulus.into()))
    }

    /// The sum of the magnitudes of the weights.
    pub fn size(&self) -> u128 {
        let magnitudes = self.by_hole.iter().map(|weight| weight.unsigned_abs());
        magnitudes.map(u128::from).sum()
    }

    /// Checks that there is a weight for every hole.
    pub(super) fn check_size(by_hole: &[i64], board: &Board) -> Result<(), RejectedCertificate> {
        let (given, holes) = (by_hole.len(), board.len());
        if given == holes {
            return Ok(());
        }
        let fact = format!("{given} weights for {holes} holes");
        Err(RejectedCertificate::Malformed(fact))
    }

    /// Checks that no jump changes the total modulo the modulus, or that none raises it.
    pub(super) fn check_jumps(&self, board: &Board) -> Result<(), RejectedCertificate> {
        Self::check_size(&self.by_hole, board)?;
        if let Some(modulus) = self.modulus
            && (modulus < 2 || !self.by_hole.iter().all(|it| (0..modulus).contains(it)))
        {
            let fact = format!("the weights are not remainders modulo {modulus}");
            return Err(RejectedCertificate::Malformed(fact));
        }
        for &jump in board.jumps() {
            let [from, over, to] = board.holes_of(jump).map(|hole| self.by_hole[hole]);
            let change = self.reduced(i128::from(to) - i128::from(from) - i128::from(over));
            let name = || jump_name(board, jump);
            let fault = match self.modulus {
                Some(modulus) if change != 0 => {
                    format!(
                        "the jump {} changes the weight by {change} modulo {modulus}",
                        name()
                    )
                }
                None if change > 0 => {
                    format!("the jump {} adds weight: {from} + {over} < {to}", name())
                }
                Some(_) | None => continue,
            };
            return Err(RejectedCertificate::Jump(fault));
        }
        Ok(())
    }

    /// Checks that the goal weighs more than the start may come to.
    pub(super) fn check_gap(start: i128, goal: i128) -> Result<(), RejectedCertificate> {
        if goal > start {
            return Ok(());
        }
        let fact = format!("the goal may weigh {goal}, no more than the start, {start}");
        Err(RejectedCertificate::NoGap(fact))
    }
}
