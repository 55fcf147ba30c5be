//! The rules of colour baseball: a step moves a token from a neighbouring base into the hole.
//!
//! The simulator decides whether a step is legal only from the track and the current configuration. Only [`replay`] can
//! create a [`ReplayedSteps`].

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

    /// Returns the steps of the plan in order.
    pub fn steps(&self) -> Vec<Step> {
        self.plan.actions().copied().collect()
    }
}

/// Plays a plan from the start of a puzzle.
///
/// # Errors
/// A step is illegal, or the final configuration is not the goal. The error names the step and shows the bases as text.
pub fn replay(puzzle: &TrackPuzzle, plan: Plan<Step>) -> Result<ReplayedSteps, String> {
    let mut configuration = puzzle.start().clone();
    let draw = |configuration: &Configuration| picture::text(configuration, puzzle.capacity());
    for (index, &step) in plan.actions().enumerate() {
        if let Err(fault) = play(puzzle, &mut configuration, step) {
            let (number, picture) = (index + 1, draw(&configuration));
            let Step { token, from, to } = step;
            return Err(format!(
                "step {number} (token {token} from {from} to {to}): {fault}; the bases are then {picture}"
            ));
        }
    }
    if configuration == *puzzle.goal() {
        return Ok(ReplayedSteps { plan });
    }
    Err(format!(
        "after {} the bases are {}, but the goal is {}",
        all(plan.len(), "step"),
        draw(&configuration),
        draw(puzzle.goal())
    ))
}

/// Plays one step.
///
/// # Errors
/// The reason why the step is illegal. The configuration is then unchanged.
pub fn play(
    puzzle: &TrackPuzzle,
    configuration: &mut Configuration,
    step: Step,
) -> Result<(), String> {
    let Step { token, from, to } = step;
    let bases = puzzle.bases();
    if let Some(base) = [from, to].into_iter().find(|&base| base >= bases) {
        return Err(format!("there is no base {base}"));
    }
    if !puzzle
        .track()
        .neighbours(bases, from)
        .any(|other| other == to)
    {
        return Err(format!("bases {from} and {to} are not neighbours"));
    }
    if configuration.count(token, from) == 0 {
        return Err(format!("there is no token {token} on base {from}"));
    }
    if configuration.on(to).len() >= puzzle.capacity() {
        return Err(format!("there is no hole on base {to}"));
    }
    configuration.shift(step);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::replay;
    use crate::baseball::{Configuration, Step, Track, TrackPuzzle};
    use saut_task::plan::Plan;

    fn puzzle(track: Track) -> TrackPuzzle {
        let start = Configuration::new([vec![2, 2], vec![1, 1], vec![0]]);
        TrackPuzzle::new("test", track, 2, start, None).unwrap()
    }

    fn step(token: u8, from: usize, to: usize) -> Step {
        Step { token, from, to }
    }

    fn rejects(track: Track, steps: &[Step], number: usize, fault: &str) {
        let rejected = replay(&puzzle(track), Plan::sequential(steps.to_vec())).unwrap_err();
        assert!(
            rejected.starts_with(&format!("step {number} (")),
            "{rejected}"
        );
        assert!(rejected.contains(&format!("): {fault};")), "{rejected}");
    }

    #[test]
    fn a_token_moves_from_a_neighbouring_base_into_the_hole() {
        let steps = [step(2, 0, 2), step(0, 2, 0), step(2, 0, 2)];
        assert!(replay(&puzzle(Track::Ring), Plan::sequential(steps)).is_ok());
    }

    #[test]
    fn an_illegal_step_is_rejected_with_its_number() {
        let first = |one: Step, fault: &str| rejects(Track::Ring, &[one], 1, fault);
        first(step(2, 0, 1), "there is no hole on base 1");
        first(step(1, 0, 2), "there is no token 1 on base 0");
        first(step(2, 0, 3), "there is no base 3");
        first(step(2, 0, 0), "bases 0 and 0 are not neighbours");
        let second = [step(1, 1, 2), step(2, 0, 2)];
        rejects(Track::Ring, &second, 2, "there is no hole on base 2");
        let far = "bases 0 and 2 are not neighbours";
        rejects(Track::Line, &[step(2, 0, 2)], 1, far);
    }

    #[test]
    fn a_plan_with_another_end_is_rejected() {
        let rejected = replay(&puzzle(Track::Ring), Plan::sequential([step(2, 0, 2)])).unwrap_err();
        assert_eq!(
            rejected,
            "after its only step the bases are [2 .] [1 1] [0 2], but the goal is [0 .] [1 1] [2 2]"
        );
    }
}
