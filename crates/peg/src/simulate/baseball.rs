//! The rules of colour baseball: a step moves a token from a neighbouring base into the hole.
//!
//! Legality is derived only from the track and the tokens. Only [`replay`] can create a
//! [`ReplayedSteps`].

use thiserror::Error;

use super::all;
use crate::baseball::{Configuration, Step, TrackPuzzle, picture};
use saut_task::plan::Plan;

/// A plan that the simulator has played from the start to the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedSteps {
    plan: Plan<Step>,
}

impl ReplayedSteps {
    /// Returns the plan.
    pub fn plan(&self) -> &Plan<Step> {
        &self.plan
    }

    /// Returns the steps, first to last.
    pub fn steps(&self) -> Vec<Step> {
        self.plan.actions().copied().collect()
    }
}

/// Reasons why a step is illegal.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum StepFault {
    /// The base does not exist.
    #[error("there is no base {0}")]
    NoBase(usize),
    /// The two bases are not neighbours on the track.
    #[error("bases {0} and {1} are not neighbours")]
    NotNeighbours(usize, usize),
    /// The token is not on the base.
    #[error("there is no token {0} on base {1}")]
    NoToken(u8, usize),
    /// The base has no free place.
    #[error("there is no hole on base {0}")]
    NoHole(usize),
}

/// Reasons to reject a plan.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RejectedSteps {
    /// A step is illegal; this is the first one.
    #[error("step {number} (token {} from {} to {}): {fault}; the bases before this step are {picture}", step.token, step.from, step.to)]
    WrongStep {
        /// Number of the step, counted from 1.
        number: usize,
        /// The illegal step.
        step: Step,
        /// The reason why the step is illegal.
        fault: StepFault,
        /// A picture of the configuration before the step.
        picture: String,
    },
    /// All steps are legal, but the final configuration is not the goal.
    #[error("after {}, the bases are {picture}, but the goal is {goal}", all(*steps, "step"))]
    NotTheGoal {
        /// Number of steps of the plan.
        steps: usize,
        /// A picture of the final configuration.
        picture: String,
        /// A picture of the goal.
        goal: String,
    },
}

/// Plays a plan from the start of a puzzle.
///
/// # Errors
/// [`RejectedSteps`] if a step is illegal, or if the final configuration is not the goal.
pub fn replay(puzzle: &TrackPuzzle, plan: Plan<Step>) -> Result<ReplayedSteps, RejectedSteps> {
    let mut configuration = puzzle.start().clone();
    let draw = |configuration: &Configuration| picture::text(configuration, puzzle.capacity());
    for (index, &step) in plan.actions().enumerate() {
        if let Err(fault) = play(puzzle, &mut configuration, step) {
            let (number, picture) = (index + 1, draw(&configuration));
            return Err(RejectedSteps::WrongStep {
                number,
                step,
                fault,
                picture,
            });
        }
    }
    if configuration == *puzzle.goal() {
        return Ok(ReplayedSteps { plan });
    }
    Err(RejectedSteps::NotTheGoal {
        steps: plan.len(),
        picture: draw(&configuration),
        goal: draw(puzzle.goal()),
    })
}

/// Plays one step.
///
/// # Errors
/// [`StepFault`] if the rules forbid the step; the configuration is then unchanged.
pub fn play(
    puzzle: &TrackPuzzle,
    configuration: &mut Configuration,
    step: Step,
) -> Result<(), StepFault> {
    let Step { token, from, to } = step;
    let bases = puzzle.bases();
    if let Some(base) = [from, to].into_iter().find(|&base| base >= bases) {
        return Err(StepFault::NoBase(base));
    }
    if !puzzle
        .track()
        .neighbours(bases, from)
        .any(|other| other == to)
    {
        return Err(StepFault::NotNeighbours(from, to));
    }
    if configuration.count(token, from) == 0 {
        return Err(StepFault::NoToken(token, from));
    }
    if configuration.on(to).len() >= puzzle.capacity() {
        return Err(StepFault::NoHole(to));
    }
    configuration.shift(step);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{RejectedSteps, StepFault, replay};
    use crate::baseball::{Configuration, Step, Track, TrackPuzzle};
    use saut_task::plan::Plan;

    fn puzzle(track: Track) -> TrackPuzzle {
        let start = Configuration::new([vec![2, 2], vec![1, 1], vec![0]]);
        TrackPuzzle::new("test", track, 2, start, None).unwrap()
    }

    fn step(token: u8, from: usize, to: usize) -> Step {
        Step { token, from, to }
    }

    fn fault(track: Track, steps: &[Step]) -> (usize, StepFault) {
        match replay(&puzzle(track), Plan::sequential(steps.to_vec())).unwrap_err() {
            RejectedSteps::WrongStep { number, fault, .. } => (number, fault),
            other @ RejectedSteps::NotTheGoal { .. } => panic!("{other}"),
        }
    }

    #[test]
    fn a_token_moves_from_a_neighbouring_base_into_the_hole() {
        let steps = [step(2, 0, 2), step(0, 2, 0), step(2, 0, 2)];
        assert!(replay(&puzzle(Track::Ring), Plan::sequential(steps)).is_ok());
    }

    #[test]
    fn an_illegal_step_is_rejected_with_its_number() {
        let wrong = |steps: &[Step]| fault(Track::Ring, steps);
        assert_eq!(wrong(&[step(2, 0, 1)]), (1, StepFault::NoHole(1)));
        assert_eq!(wrong(&[step(1, 0, 2)]), (1, StepFault::NoToken(1, 0)));
        assert_eq!(wrong(&[step(2, 0, 3)]), (1, StepFault::NoBase(3)));
        assert_eq!(wrong(&[step(2, 0, 0)]), (1, StepFault::NotNeighbours(0, 0)));
        let second = [step(1, 1, 2), step(2, 0, 2)];
        assert_eq!(wrong(&second), (2, StepFault::NoHole(2)));
        let line = fault(Track::Line, &[step(2, 0, 2)]);
        assert_eq!(line, (1, StepFault::NotNeighbours(0, 2)));
    }

    #[test]
    fn a_plan_with_another_end_is_rejected() {
        let rejected = replay(&puzzle(Track::Ring), Plan::sequential([step(2, 0, 2)])).unwrap_err();
        assert_eq!(
            rejected.to_string(),
            "after its only step the bases are [2 .] [1 1] [0 2], but the goal is [0 .] [1 1] [2 2]"
        );
    }
}
