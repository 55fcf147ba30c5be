//! Lower bounds on the number of steps: a sum of distances, and pattern databases.
//!
//! A step moves one token by one base. So the sum of the distances of all tokens from their goals is a lower bound on
//! the number of steps. If every closed walk on the track has an even number of steps, the first and the last base of
//! the hole determine whether the number of steps is even or odd.
//!
//! On a line, each step crosses one of the borders between neighbouring bases, so the bound is a sum over the borders.
//! If the number of tokens of a colour on one side of a border changes by k, tokens of this colour cross the border at
//! least k times. The token of the first crossing comes from the base at the border, on the side without the hole: no
//! token on that side has moved before. If no token of this base has to cross, one of them crosses without need and has
//! to cross back later. The same holds for the last crossing and the goal. So two more steps are needed if no needed
//! crossing can be the first one, or none can be the last one.
//!
//! A pattern is the base of the hole and the bases of the tokens of a few colours. All other tokens are treated as
//! identical. This simplified game has so few configurations that all distances from the start and to the goal can be
//! computed. The distances are lower bounds for the whole game. They form a pattern database (Culberson and Schaeffer,
//! *Pattern databases*, 1998). Even and odd distances are stored separately, because the encodings ask for plans with
//! an exact number of steps.

use std::cmp::Ordering;
use std::collections::HashMap;

use itertools::Itertools;

use super::puzzle::steps;
use super::{Base, Configuration, Token, Track, TrackPuzzle};

/// Returns a lower bound on the number of steps of a plan.
pub fn fewest_steps(puzzle: &TrackPuzzle) -> usize {
    fewest_steps_from(puzzle, puzzle.start())
}

/// Returns a lower bound on the number of steps from a configuration to the goal.
pub fn fewest_steps_from(puzzle: &TrackPuzzle, from: &Configuration) -> usize {
    if puzzle.track() == Track::Line {
        return (1..puzzle.bases())
            .map(|base| crossings(puzzle, from, base))
            .sum();
    }
    let steps: usize = colours(puzzle)
        .map(|token| fewest_of(puzzle, from, token))
        .sum();
    let hole = |configuration: &Configuration| configuration.hole(puzzle.capacity());
    let way = hole(from).zip(hole(puzzle.goal()));
    let way = way.map_or(0, |(from, to)| from.abs_diff(to));
    if puzzle.track().is_even(puzzle.bases()) && steps % 2 != way % 2 {
        steps + 1
    } else {
        steps
    }
}

fn colours(puzzle: &TrackPuzzle) -> impl Iterator<Item = Token> {
    (0..puzzle.bases()).filter_map(|token| Token::try_from(token).ok())
}

/// Returns a lower bound on the number of steps that cross a border of a line: from the bases before `border` to the
/// other bases, or back.
fn crossings(puzzle: &TrackPuzzle, from: &Configuration, border: Base) -> usize {
    let before = |configuration: &Configuration, token| -> usize {
        (0..border)
            .map(|base| configuration.count(token, base))
            .sum()
    };
    let to = puzzle.goal();
    let needed = colours(puzzle).map(|token| before(from, token).abs_diff(before(to, token)));
    let needed: usize = needed.sum();
    // Whether a needed crossing can be the first one on a path from `one` to `other`.
    let begins = |one: &Configuration, other: &Configuration| {
        let (base, way) = if one.hole(puzzle.capacity()) < Some(border) {
            (border, Ordering::Less)
        } else {
            (border - 1, Ordering::Greater)
        };
        let mut tokens = one.on(base).iter();
        tokens.any(|&token| before(one, token).cmp(&before(other, token)) == way)
    };
    if needed == 0 || (begins(from, to) && begins(to, from)) {
        needed
    } else {
        needed + 2
    }
}

/// Returns the minimum number of steps for the tokens of one colour: the cost of a cheapest assignment of the tokens to
/// their bases in the goal. A colour has at most four tokens, so all assignments are compared.
fn fewest_of(puzzle: &TrackPuzzle, from: &Configuration, token: Token) -> usize {
    let places = |configuration: &Configuration| -> Vec<Base> {
        let on = |base| std::iter::repeat_n(base, configuration.count(token, base));
        (0..puzzle.bases()).flat_map(on).collect()
    };
    let (from, to) = (places(from), places(puzzle.goal()));
    let distance = |(&from, to)| puzzle.track().distance(puzzle.bases(), from, to);
    let ways = to.into_iter().permutations(from.len());
    let steps = ways.map(|way| from.iter().zip(way).map(distance).sum());
    steps.min().unwrap_or(0)
}

/// The base of the hole and the bases of some tokens, with the distances from the start and to the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The base with the hole.
    pub hole: Base,
    /// The tokens: colour, base, and number of such tokens on the base.
    pub tokens: Vec<(Token, Base, usize)>,
    /// Minimum even and minimum odd number of steps from the start.
    pub from_start: [Option<usize>; 2],
    /// Minimum even and minimum odd number of steps to the goal.
    pub to_goal: [Option<usize>; 2],
}

/// The colour that replaces all colours outside the pattern.
const OTHER: Token = Token::MAX;

/// Returns all patterns of these colours from which the goal can be reached.
pub fn patterns(puzzle: &TrackPuzzle, colours: &[Token]) -> Vec<Pattern> {
    let project = |whole: &Configuration| whole.project(|token| colours.contains(&token), OTHER);
    let from_start = search(puzzle, project(puzzle.start()));
    let to_goal = search(puzzle, project(puzzle.goal()));
    let mut all: Vec<(Configuration, [Option<usize>; 2])> = to_goal.into_iter().collect();
    all.sort_unstable();
    let pattern = |(configuration, to_goal): (Configuration, [Option<usize>; 2])| {
        let counted = |base| {
            let mut here = configuration.on(base).to_vec();
            here.dedup();
            here.retain(|&token| token != OTHER);
            let count = |token| (token, base, configuration.count(token, base));
            here.into_iter().map(count).collect::<Vec<_>>()
        };
        Some(Pattern {
            hole: configuration.hole(puzzle.capacity())?,
            tokens: (0..puzzle.bases()).flat_map(counted).collect(),
            from_start: from_start.get(&configuration).copied().unwrap_or_default(),
            to_goal,
        })
    };
    all.into_iter().filter_map(pattern).collect()
}

/// Returns the minimum even and the minimum odd number of steps from the given configuration to each configuration.
fn search(puzzle: &TrackPuzzle, from: Configuration) -> HashMap<Configuration, [Option<usize>; 2]> {
    let mut found = HashMap::from([(from.clone(), [Some(0), None])]);
    let mut layer = vec![from];
    for distance in 1.. {
        let mut next = Vec::new();
        for configuration in &layer {
            for step in steps(puzzle.track(), puzzle.capacity(), configuration) {
                let after = configuration.after(step);
                let known = found.entry(after.clone()).or_default();
                if known[distance % 2].is_none() {
                    known[distance % 2] = Some(distance);
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{fewest_steps, patterns};
    use crate::baseball::{Configuration, Token, Track, TrackPuzzle, distances};

    #[test]
    fn no_configuration_is_nearer_than_the_bound() {
        let sums = [
            (Track::Line, 2, 2),
            (Track::Line, 3, 3),
            (Track::Line, 4, 2),
            (Track::Ring, 4, 2),
        ];
        let sums = sums.map(|(track, bases, capacity)| {
            let all = distances(track, bases, capacity, || true).unwrap();
            let home = || Configuration::home(bases, capacity);
            let puzzle =
                |start, goal| TrackPuzzle::new("test", track, capacity, start, goal).unwrap();
            let mut sums = (0, 0);
            for (distance, layer) in (0..).zip(all.by_distance()) {
                for configuration in layer {
                    let bound = fewest_steps(&puzzle(configuration.clone(), None));
                    let back = fewest_steps(&puzzle(home(), Some(configuration.clone())));
                    assert!(bound == back && bound <= distance, "{configuration:?}");
                    sums = (sums.0 + distance, sums.1 + bound);
                }
            }
            sums
        });
        // Each pair is the sum of all distances and the sum of all bounds.
        assert_eq!(sums, [(6, 6), (855, 833), (5808, 5112), (3586, 3360)]);
    }

    #[test]
    fn each_border_of_a_shifted_line_takes_six_steps_but_the_first_and_the_last() {
        for bases in 3..=12 {
            let last = Token::try_from(bases - 1).unwrap();
            let shifted = (1..last).map(|token| vec![token; 2]);
            let start = [vec![last; 2], vec![0]].into_iter().chain(shifted);
            let start = Configuration::new(start);
            let puzzle = TrackPuzzle::new("test", Track::Line, 2, start, None).unwrap();
            assert_eq!(fewest_steps(&puzzle), 6 * (bases - 1) - 3);
        }
    }

    #[test]
    fn no_configuration_is_nearer_than_its_patterns() {
        for track in [Track::Ring, Track::Line] {
            let all = distances(track, 4, 2, || true).unwrap();
            let start = all.by_distance().last().unwrap()[0].clone();
            let puzzle = TrackPuzzle::new("test", track, 2, start, None).unwrap();
            let patterns = patterns(&puzzle, &[1, 3]);
            for configuration in all.by_distance().iter().flatten() {
                let fits = |pattern: &&super::Pattern| {
                    let count = |&(token, base, count): &(u8, usize, usize)| {
                        configuration.count(token, base) == count
                    };
                    configuration.hole(2) == Some(pattern.hole) && pattern.tokens.iter().all(count)
                };
                let fitting: Vec<_> = patterns.iter().filter(fits).collect();
                let [pattern] = fitting[..] else {
                    panic!("{configuration:?} has {} patterns", fitting.len());
                };
                let least = pattern.to_goal.into_iter().flatten().min().unwrap();
                assert!(least <= all.of(configuration).unwrap());
            }
            let home = Configuration::home(4, 2);
            let at_home = patterns
                .iter()
                .find(|pattern| pattern.to_goal[0] == Some(0))
                .unwrap();
            assert_eq!(Some(at_home.hole), home.hole(2));
        }
    }
}
