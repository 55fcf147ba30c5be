//! The check of a set of states: the start is in it, no goal is, and no action leads out of it.
//!
//! It keeps the states in a table of the checks and shares nothing with the search but the task.

use crate::bound::state_table::{GrowingStates, Waiting, play, values_of, words_of};
use crate::domain::CheckError;
use crate::task::Task;
use saut_base::stop::{Stop, Ticker};

/// A set of states that holds the start and no goal, and that no action leads out of. Only
/// [`check`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedStates {
    states: usize,
}

impl ClosedStates {
    /// The number of states.
    pub const fn states(&self) -> usize {
        self.states
    }
}

/// Accepts a set of states that shows that there is no plan.
///
/// # Errors
/// [`CheckError`] with the first thing that is wrong, or if it was stopped.
pub fn check(
    task: &Task,
    states: impl IntoIterator<Item = Vec<bool>>,
    stop: &Stop,
) -> Result<ClosedStates, CheckError> {
    let limits = Ticker::new(stop);
    let look = |state: &[u64]| {
        let stopped = limits.spend(state.len());
        stopped.map_err(CheckError::Stopped)
    };
    let start = words_of(task.start());
    let mut set = GrowingStates::new(start.len());
    for state in states {
        let words = words_of(&state);
        look(&words)?;
        set.insert(&words);
    }
    if !set.contains(&start) {
        return Err(CheckError::rejected("the start is not among the states"));
    }
    let waiting = Waiting::new(task);
    let mut after = start;
    for number in 0..set.count() {
        let words = set.words(number);
        look(words)?;
        if task.is_goal(&values_of(words, task.fluents().len())) {
            return Err(CheckError::rejected(format_args!(
                "state {number} is a goal"
            )));
        }
        waiting.try_each(words, |action| {
            look(words)?;
            after.copy_from_slice(words);
            play(task, action, &mut after);
            if set.contains(&after) {
                return Ok(());
            }
            Err(CheckError::rejected(format_args!(
                "{} leads from state {number} out of the set",
                action.name
            )))
        })?;
    }
    Ok(ClosedStates {
        states: set.count(),
    })
}
