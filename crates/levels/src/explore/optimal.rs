//! All plans with the fewest moves: how many, and each of them.

use super::fewest_moves::FewestMoves;
use crate::search::limits::Halt;
use saut_peg::peg::Jump;

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
        let mut states = 0;
        let plans = fewest.count(|_| true, |size| states += size)?;
        Ok(Self {
            fewest,
            plans,
            states,
        })
    }

    /// Number of plans, as sequences of jumps.
    pub fn plans(&self) -> u128 {
        self.plans
    }

    /// Number of plans if those that a symmetry of the puzzle turns into each other count as
    /// one. A symmetry leaves a sequence of jumps as it is only if it leaves every jump so; hence
    /// the mean over the symmetries of the plans made of such jumps (Cauchy, Frobenius).
    ///
    /// # Errors
    /// [`Halt`] at a limit, or beyond 128 bits.
    pub fn up_to_symmetry(&self) -> Result<u128, Halt> {
        let symmetries = self.fewest.graph.fixing_symmetries();
        let mut sum = 0_u128;
        for image in &symmetries {
            let left = self.fewest.count(|jump| image[jump] == jump, |_| ())?;
            sum = sum.checked_add(left).ok_or(Halt::TooLarge)?;
        }
        Ok(sum / (symmetries.len() as u128).max(1))
    }

    /// Number of positions with a last hole that they pass through.
    pub fn states(&self) -> usize {
        self.states
    }

    /// Each of them, at most `most`, as numbers of jumps of the board.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn each(&self, most: usize) -> Result<Vec<Vec<usize>>, Halt> {
        let mut all = Vec::new();
        self.visit(|played| {
            if all.len() < most {
                all.push(played.to_vec());
            }
            all.len() < most
        })?;
        Ok(all)
    }

    /// Visits each of them, as numbers of jumps of the board, until `found` says to stop; returns
    /// whether it never did.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn visit(&self, mut found: impl FnMut(&[usize]) -> bool) -> Result<bool, Halt> {
        let graph = self.fewest.graph;
        let mut stack: Vec<(State, Vec<usize>)> = vec![((graph.start(), None), Vec::new())];
        while let Some(((position, last), played)) = stack.pop() {
            graph.check()?;
            if graph.is_goal(position) && !found(&played) {
                return Ok(false);
            }
            for (jump, child, landed) in self.fewest.best_jumps(position, last) {
                let mut longer = played.clone();
                longer.push(jump);
                stack.push(((child, Some(landed)), longer));
            }
        }
        Ok(true)
    }

    /// The least of the plans that the symmetries of the puzzle make of each plan.
    pub fn representatives(&self) -> impl Fn(&[usize]) -> Vec<usize> + use<> {
        let symmetries = self.fewest.graph.fixing_symmetries();
        move |plan| {
            let images = symmetries.iter();
            let images = images.map(|image| plan.iter().map(|&jump| image[jump]).collect());
            images.min().unwrap_or_else(|| plan.to_vec())
        }
    }

    /// The jump of a number.
    pub fn jump(&self, number: usize) -> Jump {
        self.fewest.graph.context.compact.jumps()[number]
    }
}

impl FewestMoves<'_> {
    /// Number of plans with the fewest moves that have allowed jumps only; `seen` is told the
    /// number of states of each level.
    fn count(
        &self,
        allowed: impl Fn(usize) -> bool,
        mut seen: impl FnMut(usize),
    ) -> Result<u128, Halt> {
        let mut plans = 0_u128;
        let after = |&(position, last): &State| {
            let jumps = self.best_jumps(position, last).into_iter();
            let states = jumps.map(|(jump, child, landed)| (jump, (child, Some(landed))));
            states.collect()
        };
        self.paths((self.graph.start(), None), after, allowed, |level| {
            seen(level.len());
            for ((position, _), sequences) in level {
                if self.graph.is_goal(position) {
                    plans = plans.checked_add(sequences).ok_or(Halt::TooLarge)?;
                }
            }
            Ok(())
        })?;
        Ok(plans)
    }
}
