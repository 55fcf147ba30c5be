//! Potential functions: weights of fluents such that no action raises the weight of a state by more than a scale times
//! the cost of the action. If the scale is 0, no action raises the weight at all, and states that weigh less than every
//! goal state are dead ends. Derived fluents have the weight 0.

use crate::domain::{CheckError, INFINITE};
use crate::task::Task;
use crate::weights::{WeightChecker, none_is_derived};

/// Weights of fluents, of which `scale` units correspond to one unit of cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Potential {
    /// Maximum weight that an action may add for each unit of its cost.
    pub scale: u32,
    /// The weight of each fluent if it is true.
    pub weights: Vec<i64>,
}

/// A checked potential function. Only [`Potential::check`] creates one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedPotential {
    potential: Potential,
    /// Lower bound on the weight of a goal state.
    goal: i64,
}

impl Potential {
    /// The sum of the absolute weights must be less than this number, so that sums and differences do not overflow.
    const MAX: i128 = 1 << 62;

    /// Checks that no action raises the weight by more than `scale` times its cost.
    ///
    /// # Errors
    /// [`CheckError`] with the first action that may raise the weight by more. It is also returned if there is not
    /// exactly one weight per fluent, if a derived fluent has a weight, or if the weights are too large.
    pub fn check(self, task: &Task) -> Result<CheckedPotential, CheckError> {
        let (given, fluents) = (self.weights.len(), task.fluents().len());
        if given != fluents {
            return CheckError::reject(format_args!(
                "there are {given} weights, but {fluents} fluents"
            ));
        }
        none_is_derived(task, &self.weights)?;
        let sizes = self.weights.iter().map(|&weight| i128::from(weight).abs());
        if sizes.sum::<i128>() >= Self::MAX {
            return Err(large());
        }
        let checker = WeightChecker::new(task, &self.weights);
        for action in task.actions() {
            checker.raises_at_most(action, i128::from(self.scale) * i128::from(action.cost))?;
        }
        let goal = i64::try_from(checker.least_goal()).map_err(|_| large())?;
        Ok(CheckedPotential {
            potential: self,
            goal,
        })
    }
}

fn large() -> CheckError {
    CheckError::rejected("the weights are too large")
}

impl CheckedPotential {
    /// Returns the potential function.
    pub const fn potential(&self) -> &Potential {
        &self.potential
    }

    /// Returns a lower bound on the weight of a goal state.
    pub const fn goal(&self) -> i64 {
        self.goal
    }

    /// Returns a lower bound on the cost of every plan from a reachable state. The state has one bit per fluent.
    pub fn bound(&self, state: &[u64]) -> u64 {
        let mut missing = self.goal;
        for (&word, weights) in state.iter().zip(self.potential.weights.chunks(64)) {
            let mut bits = word;
            while bits != 0 {
                missing -= weights[bits.trailing_zeros() as usize];
                bits &= bits - 1;
            }
        }
        match (u64::try_from(missing).unwrap_or(0), self.potential.scale) {
            (0, _) => 0,
            (_, 0) => INFINITE,
            (missing, scale) => missing.div_ceil(u64::from(scale)),
        }
    }
}
