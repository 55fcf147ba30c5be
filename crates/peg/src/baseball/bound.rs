//! A lower bound on the number of steps, to begin the search at.
//!
//! A step moves one token by one base, so no plan has fewer steps than the tokens have bases to go
//! together. Where a way round always has an even number of steps, the hole's way says whether the
//! number of steps is even or odd.

use super::{Base, Puzzle, Token};

/// No plan has fewer steps.
pub fn fewest_steps(puzzle: &Puzzle) -> usize {
    let colours = (0..puzzle.bases()).filter_map(|token| Token::try_from(token).ok());
    let steps: usize = colours.map(|token| fewest_of(puzzle, token)).sum();
    let hole = |configuration: &super::Configuration| configuration.hole(puzzle.capacity());
    let way = hole(puzzle.start()).zip(hole(puzzle.goal()));
    let way = way.map_or(0, |(from, to)| from.abs_diff(to));
    if puzzle.track().is_even(puzzle.bases()) && steps % 2 != way % 2 {
        steps + 1
    } else {
        steps
    }
}

/// The fewest steps of the tokens of one colour: the cheapest way to give each a place.
fn fewest_of(puzzle: &Puzzle, token: Token) -> usize {
    let places = |configuration: &super::Configuration| -> Vec<Base> {
        let on = |base| std::iter::repeat_n(base, configuration.count(token, base));
        (0..puzzle.bases()).flat_map(on).collect()
    };
    let (from, mut to) = (places(puzzle.start()), places(puzzle.goal()));
    cheapest(puzzle, &from, &mut to)
}

/// The cheapest assignment; there are at most four tokens of a colour.
fn cheapest(puzzle: &Puzzle, from: &[Base], to: &mut Vec<Base>) -> usize {
    let Some((&first, others)) = from.split_first() else {
        return 0;
    };
    let mut best = usize::MAX;
    for index in 0..to.len() {
        let place = to.swap_remove(index);
        let steps = puzzle.track().distance(puzzle.bases(), first, place);
        best = best.min(steps.saturating_add(cheapest(puzzle, others, to)));
        to.push(place);
        let last = to.len() - 1;
        to.swap(index, last);
    }
    best
}
