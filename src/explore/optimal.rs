//! All plans with the fewest moves: how many, and each of them.

use std::collections::BTreeMap;

use super::fewest_moves::FewestMoves;
use crate::peg::Jump;
use crate::search::limits::Halt;

/// A position with the hole where the last jump landed.
type State = (u64, Option<u32>);

/// The plans with the fewest moves, as a graph of states.
#[derive(Debug)]
pub struct OptimalPlans<'a> {
    fewest: &'a FewestMoves<'a>,
    plans: u128,
    states: usize,
}

impl<'a> OptimalPlans<'a> {
    /// Finds them.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or beyond 128 bits.
    pub fn new(fewest: &'a FewestMoves<'a>) -> Result<Self, Halt> {
        let winning = fewest.winning;
        let mut level: BTreeMap<State, u128> = BTreeMap::new();
        if winning.is_solvable() {
            level.insert((winning.start(), None), 1);
        }
        let (mut plans, mut states) = (0_u128, 0);
        while !level.is_empty() {
            winning.limits.check()?;
            winning.limits.allow(level.len() * 64)?;
            states += level.len();
            let mut next: BTreeMap<State, u128> = BTreeMap::new();
            for ((position, last), sequences) in level {
                if winning.is_goal(position) {
                    plans = plans.checked_add(sequences).ok_or(Halt::TooLarge)?;
                }
                for (_, child, landed) in fewest.best_jumps(position, last) {
                    let sum = next.entry((child, Some(landed))).or_default();
                    *sum = sum.checked_add(sequences).ok_or(Halt::TooLarge)?;
                }
            }
            level = next;
        }
        Ok(Self {
            fewest,
            plans,
            states,
        })
    }

    /// How many there are, as sequences of jumps.
    pub fn plans(&self) -> u128 {
        self.plans
    }

    /// How many positions with a last hole they pass through.
    pub fn states(&self) -> usize {
        self.states
    }

    /// Each of them, as numbers of jumps of the board, at most so many.
    pub fn each(&self, most: usize) -> Vec<Vec<usize>> {
        let winning = self.fewest.winning;
        let mut all = Vec::new();
        let mut stack: Vec<(State, Vec<usize>)> = vec![((winning.start(), None), Vec::new())];
        while let Some(((position, last), played)) = stack.pop() {
            if winning.is_goal(position) {
                all.push(played);
                if all.len() >= most {
                    break;
                }
                continue;
            }
            for (jump, child, landed) in self.fewest.best_jumps(position, last) {
                let mut longer = played.clone();
                longer.push(jump);
                stack.push(((child, Some(landed)), longer));
            }
        }
        all
    }

    /// The jump of a number.
    pub fn jump(&self, number: usize) -> Jump {
        self.fewest.winning.compact.jumps()[number]
    }
}
