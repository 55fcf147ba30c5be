//! A game of colour baseball step by step. For each step, the trace has the configuration after the step, the change of
//! the list SL, and whether the step is useless.
//!
//! The list L of a configuration has the colours of the tokens, base by base and in order within each base, and −1 for
//! the hole. The list SL is L without the hole. The greedy sweep never increases SL in lexicographic order. Home is the
//! only configuration with the smallest SL and the hole on base 0. Therefore the sweep terminates.
//!
//! Useless steps are found from the start of the game. If the configuration before a step occurs again, all steps up to
//! its last occurrence are a detour. They are useless, and the search continues after them. The game without the
//! useless steps is legal and has the same end.
//!
//! Quinson, *baseball multicolore* (lessons of the Programmer's Learning Machine).

use std::cmp::Ordering;
use std::collections::HashMap;

use super::{Configuration, Step, TrackPuzzle};

/// A step and its effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The step that was played.
    pub step: Step,
    /// The configuration after the step.
    pub after: Configuration,
    /// Lexicographic comparison of SL after the step with SL before the step.
    pub change: Ordering,
    /// Whether the step belongs to a detour.
    pub is_useless: bool,
}

/// Returns the list L of a configuration: the colours base by base, in order, with −1 for the hole.
pub fn list(configuration: &Configuration, capacity: usize) -> Vec<i16> {
    let base = |base| {
        let tokens = configuration.on(base);
        let holes = capacity.saturating_sub(tokens.len());
        let colours = tokens.iter().map(|&token| i16::from(token));
        std::iter::repeat_n(-1, holes).chain(colours)
    };
    (0..configuration.bases()).flat_map(base).collect()
}

/// Returns the list SL of a configuration: L without the hole.
pub fn sublist(configuration: &Configuration) -> Vec<i16> {
    list(configuration, 0)
}

/// Returns the steps of a game with their effects. The steps must be a legal plan.
pub fn trace(puzzle: &TrackPuzzle, steps: &[Step]) -> Vec<TraceStep> {
    let mut configurations = vec![puzzle.start().clone()];
    for &step in steps {
        let after = configurations[configurations.len() - 1].after(step);
        configurations.push(after);
    }
    let mut last_seen: HashMap<&Configuration, usize> = HashMap::new();
    for (number, configuration) in configurations.iter().enumerate() {
        last_seen.insert(configuration, number);
    }
    let mut detour_until = 0;
    let mut traced = Vec::new();
    for (number, &step) in steps.iter().enumerate() {
        let (before, after) = (&configurations[number], &configurations[number + 1]);
        if number >= detour_until {
            detour_until = last_seen[before];
        }
        traced.push(TraceStep {
            step,
            after: after.clone(),
            change: sublist(after).cmp(&sublist(before)),
            is_useless: number < detour_until,
        });
    }
    traced
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::{list, sublist, trace};
    use crate::baseball::{Configuration, Step, Strategy, Track, TrackPuzzle, distances};

    fn puzzle(start: Configuration) -> TrackPuzzle {
        TrackPuzzle::new("test", Track::Ring, 2, start, None).unwrap()
    }

    #[test]
    fn the_hole_is_less_than_every_colour_and_is_left_out_of_the_sublist() {
        let start = Configuration::new([vec![1, 1], vec![0]]);
        assert_eq!(list(&start, 2), [1, 1, -1, 0]);
        assert_eq!(sublist(&start), [1, 1, 0]);
    }

    #[test]
    fn the_greedy_sweep_never_lets_the_sublist_grow() {
        let all = distances(Track::Ring, 4, 2, || true).unwrap();
        for start in all.by_distance().iter().flatten() {
            let puzzle = puzzle(start.clone());
            let steps = Strategy::GreedySweep.play(&puzzle).unwrap();
            let traced = trace(&puzzle, &steps);
            assert!(traced.iter().all(|one| one.change != Ordering::Greater));
        }
    }

    #[test]
    fn the_first_six_steps_of_the_example_are_useless_and_twelve_more() {
        let tokens = [vec![4, 4], vec![0], vec![1, 1], vec![2, 2], vec![3, 3]];
        let puzzle = puzzle(Configuration::new(tokens));
        let steps = Strategy::GreedySweep.play(&puzzle).unwrap();
        let traced = trace(&puzzle, &steps);
        let useless: Vec<usize> = (0..steps.len())
            .filter(|&at| traced[at].is_useless)
            .collect();
        assert_eq!(
            (&useless[..6], useless.len()),
            (&[0, 1, 2, 3, 4, 5][..], 18)
        );
        assert!(!useless.contains(&6));
        // The steps that are not useless still lead home.
        let kept = traced.iter().filter(|one| !one.is_useless);
        let kept: Vec<Step> = kept.map(|one| one.step).collect();
        let end = trace(&puzzle, &kept).pop().unwrap().after;
        assert_eq!(end, *puzzle.goal());
    }

    #[test]
    fn a_path_without_a_repetition_has_no_useless_step() {
        let puzzle = puzzle(Configuration::new([vec![1, 1], vec![0]]));
        let one = |token, from, to| Step { token, from, to };
        let traced = trace(&puzzle, &[one(1, 0, 1), one(0, 1, 0), one(1, 0, 1)]);
        assert!(traced.iter().all(|one| !one.is_useless), "{traced:?}");
        let traced = trace(&puzzle, &[one(1, 0, 1), one(1, 1, 0)]);
        assert!(traced.iter().all(|one| one.is_useless), "{traced:?}");
    }
}
