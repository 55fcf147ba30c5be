//! Potential functions: weights of fluents that no action raises by more than its cost. Where the scale is 0 no action
//! raises them at all, and from a state that weighs less no goal can be reached. Derived fluents weigh nothing.

use crate::domain::{CheckError, INFINITE};
use crate::task::Task;
use crate::weights::{Checker, none_is_derived};

/// Weights of which `scale` pay for one unit of cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Potential {
    /// Weight that one unit of cost may add to a state; 0: no action raises the weight, whatever it costs.
    pub scale: u32,
    /// The weight of each fluent where it is true.
    pub weights: Vec<i64>,
}

/// A potential function that was checked. Only [`Potential::check`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedPotential {
    potential: Potential,
    /// The least weight of a goal.
    goal: i64,
}

impl Potential {
    /// Sums of weights stay below this, so that differences have room.
    const MOST: i128 = 1 << 62;

    /// Accepts weights that no action raises by more than `scale` times its cost.
    ///
    /// # Errors
    /// [`CheckError`] with the first action that does, or what is wrong with the numbers.
    pub fn check(self, task: &Task) -> Result<CheckedPotential, CheckError> {
        let (given, fluents) = (self.weights.len(), task.fluents().len());
        if given != fluents {
            return CheckError::reject(format_args!(
                "there are {given} weights for {fluents} fluents"
            ));
        }
        none_is_derived(task, &self.weights)?;
        let sizes = self.weights.iter().map(|&weight| i128::from(weight).abs());
        if sizes.sum::<i128>() >= Self::MOST {
            return Err(large());
        }
        let checker = Checker::new(task, &self.weights);
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
    /// The function.
    pub const fn potential(&self) -> &Potential {
        &self.potential
    }

    /// The least weight of a goal.
    pub const fn goal(&self) -> i64 {
        self.goal
    }

    /// No plan from a reachable state costs less; the state is given by the fluents that are true in it, 64 to a word.
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
