//! Methods to play by hand: two classical methods, and a method for players who see only three bases.
//!
//! All methods bring every token home. They treat the bases as a row from 0 to the last base, also on a ring:
//!
//! * **One base at a time**, as in selection sort: the bases are filled from the last down to 0, each with one token
//!   after the other. A token is brought home in the fewest steps that do not move the finished tokens. If several
//!   sequences have this length, the method plays the first one in the order of the legal steps. With a seed, it
//!   plays a random one.
//! * **Greedy sweep**, *advance as best you can*, as in bubble sort: the hole goes up to the last base, then down to
//!   base 0, up again, and so on. On the way up, the smallest colour of the next base moves down into the hole; on the
//!   way down, the largest moves up. The sweep stops as soon as all tokens are home.
//! * **Turntable**: the greedy sweep on a turntable under a lid that leaves three bases visible, with the base of the
//!   hole in the middle. The player remembers the direction of the hole, and whether every base was finished when the
//!   hole left it on the way down. This suffices to recognise the end.
//!
//! Quinson, *baseball multicolore* (lessons of the Programmer's Learning Machine), after the orange
//! game of *Computer Science Unplugged*.

use std::collections::{HashSet, VecDeque};

use saut_base::random::Random;
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::puzzle::steps;
use super::{Base, Configuration, Step, Token, Track, TrackPuzzle};

/// A method to play by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Strategy {
    /// The bases are filled from the last down; each token goes home in the fewest steps that do not move finished
    /// tokens.
    OneBaseAtATime,
    /// The hole goes up and down; small colours move down, large colours move up.
    GreedySweep,
    /// The greedy sweep, if only the base with the hole and its two neighbours are visible.
    Turntable,
}

/// The error for a goal that is not the home configuration.
const OTHER_GOAL: &str = "the hand methods only support the goal with every token at home";
/// The error of a method that does not terminate.
const ENDLESS: &str = "the method does not terminate from this start";

impl Strategy {
    /// All methods.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the steps of the method from the start of a puzzle.
    ///
    /// # Errors
    /// The goal is not the home configuration, or the method does not terminate. The error is the message.
    pub fn play(self, puzzle: &TrackPuzzle) -> Result<Vec<Step>, &'static str> {
        self.play_freely(puzzle, 0)
    }

    /// Returns the steps of the method with random choices that the seed determines. With seed 0, the first option is
    /// always chosen. Only *one base at a time* leaves a choice.
    ///
    /// # Errors
    /// Same as [`Strategy::play`].
    pub fn play_freely(self, puzzle: &TrackPuzzle, seed: u64) -> Result<Vec<Step>, &'static str> {
        if !puzzle.wants_home() {
            return Err(OTHER_GOAL);
        }
        match self {
            Self::OneBaseAtATime => one_base_at_a_time(puzzle, seed),
            Self::GreedySweep => greedy_sweep(puzzle),
            Self::Turntable => turntable(puzzle),
        }
    }
}

fn one_base_at_a_time(puzzle: &TrackPuzzle, seed: u64) -> Result<Vec<Step>, &'static str> {
    let mut random = (seed > 0).then(|| Random::new(seed));
    let mut played = Vec::new();
    let mut configuration = puzzle.start().clone();
    let mut settled = vec![0; puzzle.bases()];
    for base in (0..puzzle.bases()).rev() {
        for _ in 0..puzzle.tokens(colour(base)) {
            let before = settled.clone();
            settled[base] += 1;
            let way = bring(puzzle, &configuration, &before, &settled, random.as_mut());
            let way = way.ok_or(ENDLESS)?;
            for &step in &way {
                configuration.shift(step);
            }
            played.extend(way);
        }
    }
    Ok(played)
}

fn colour(base: Base) -> Token {
    Token::try_from(base).unwrap_or(Token::MAX)
}

/// Whether at least the given number of tokens of each colour is home.
fn are_home(configuration: &Configuration, numbers: &[usize]) -> bool {
    let mut bases = (0..).zip(numbers);
    bases.all(|(base, &number)| configuration.count(colour(base), base) >= number)
}

/// Returns the base that *one base at a time* fills next, and the nearest base to its left with a token of its colour.
/// The next base is the rightmost base that lacks one of its tokens. `None` if all tokens are home.
pub fn base_to_fill(puzzle: &TrackPuzzle, configuration: &Configuration) -> Option<(Base, Base)> {
    let is_filled =
        |&base: &Base| configuration.count(colour(base), base) == puzzle.tokens(colour(base));
    let base = (0..puzzle.bases()).rev().find(|base| !is_filled(base))?;
    let has_token = |&other: &Base| configuration.count(colour(base), other) > 0;
    Some((base, (0..base).rev().find(has_token)?))
}

/// Returns a shortest sequence of steps along the row that brings one more token home and does not move the finished
/// tokens. It is the first such sequence, or a random one if `random` is given.
fn bring(
    puzzle: &TrackPuzzle,
    from: &Configuration,
    kept: &[usize],
    wanted: &[usize],
    mut random: Option<&mut Random>,
) -> Option<Vec<Step>> {
    // The tokens that are neither finished nor brought home next are treated as identical.
    let base = kept
        .iter()
        .zip(wanted)
        .position(|(kept, wanted)| kept != wanted)?;
    let is_seen = |token: Token| usize::from(token) >= base;
    let alike = |configuration: &Configuration| configuration.project(is_seen, 0);
    let mut seen = HashSet::from([alike(from)]);
    let mut queue = VecDeque::from([(from.clone(), Vec::new())]);
    while let Some((configuration, way)) = queue.pop_front() {
        if are_home(&configuration, wanted) {
            return Some(way);
        }
        let mut steps = steps(Track::Line, puzzle.capacity(), &configuration);
        if let Some(random) = &mut random {
            random.shuffle(&mut steps);
        }
        for step in steps {
            let after = configuration.after(step);
            if are_home(&after, kept) && seen.insert(alike(&after)) {
                let mut way = way.clone();
                way.push(step);
                queue.push_back((after, way));
            }
        }
    }
    None
}

/// Plays the steps that `choose` returns until it returns `None`. In every sort by exchanges of neighbours, a token
/// passes every base at most twice. A method that makes more steps does not terminate.
fn played(
    puzzle: &TrackPuzzle,
    mut choose: impl FnMut(&Configuration) -> Option<Step>,
) -> Result<Vec<Step>, &'static str> {
    let most = 4 * puzzle.bases().pow(2) * puzzle.capacity();
    let mut configuration = puzzle.start().clone();
    let mut played = Vec::new();
    while let Some(step) = choose(&configuration).filter(|_| played.len() <= most) {
        configuration.shift(step);
        played.push(step);
    }
    let is_home = configuration == *puzzle.goal() && played.len() <= most;
    is_home.then_some(played).ok_or(ENDLESS)
}

fn greedy_sweep(puzzle: &TrackPuzzle) -> Result<Vec<Step>, &'static str> {
    let mut is_upward = true;
    played(puzzle, |configuration| {
        let to = configuration.hole(puzzle.capacity())?;
        if to == 0 {
            is_upward = true;
        } else if to == puzzle.bases() - 1 {
            is_upward = false;
        }
        let from = if is_upward { to + 1 } else { to - 1 };
        let here = configuration.on(from);
        let token = *if is_upward { here.first() } else { here.last() }?;
        (configuration != puzzle.goal()).then_some(Step { token, from, to })
    })
}

/// Returns the steps of the turntable method. Only the base with the hole and its neighbours are visible. The bases are
/// coloured, so the player recognises the first and the last base.
fn turntable(puzzle: &TrackPuzzle) -> Result<Vec<Step>, &'static str> {
    let last = puzzle.bases() - 1;
    // Whether all bases that the hole has left on its way down are finished. False on the first way down.
    let (mut is_upward, mut is_in_order) = (true, false);
    played(puzzle, |configuration| {
        let to = configuration.hole(puzzle.capacity())?;
        let below = to.checked_sub(1).map(|base| configuration.on(base));
        let above = (to < last).then(|| configuration.on(to + 1));
        if !is_upward {
            // The base that the hole has just left is its upper neighbour.
            let mut left = above.into_iter().flatten();
            is_in_order &= left.all(|&on| on == colour(to + 1));
        }
        if to == 0 {
            if !is_upward && is_in_order {
                return None;
            }
            is_upward = true;
        } else if to == last {
            (is_upward, is_in_order) = (false, true);
        }
        let (from, token) = if is_upward {
            (to + 1, *above?.first()?)
        } else {
            (to - 1, *below?.last()?)
        };
        Some(Step { token, from, to })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{OTHER_GOAL, Strategy, base_to_fill};
    use crate::baseball::{Configuration, Step, Track, TrackPuzzle, distances};

    fn all_configurations(bases: usize, capacity: usize) -> Vec<Configuration> {
        let all = distances(Track::Ring, bases, capacity, || true).unwrap();
        all.by_distance().concat()
    }

    fn steps(strategy: Strategy, start: Configuration) -> usize {
        let puzzle = TrackPuzzle::new("test", Track::Ring, 2, start, None).unwrap();
        strategy.play(&puzzle).unwrap().len()
    }

    #[test]
    fn the_example_takes_25_and_39_steps() {
        let start =
            || Configuration::new([vec![4, 4], vec![0], vec![1, 1], vec![2, 2], vec![3, 3]]);
        assert_eq!(steps(Strategy::OneBaseAtATime, start()), 25);
        assert_eq!(steps(Strategy::GreedySweep, start()), 39);
    }

    #[test]
    fn the_greedy_sweep_ends_from_every_start_within_the_known_number_of_steps() {
        for (bases, worst, total) in [(2, 3, 6), (3, 11, 223), (4, 23, 7338), (5, 39, 298_884)] {
            let of = |start| steps(Strategy::GreedySweep, start);
            let all: Vec<usize> = all_configurations(bases, 2).into_iter().map(of).collect();
            assert_eq!(all.iter().max(), Some(&worst));
            assert_eq!(all.iter().sum::<usize>(), total);
        }
    }

    #[test]
    fn three_bases_in_sight_are_enough_for_the_greedy_sweep() {
        for (bases, capacity) in [(2, 2), (2, 3), (3, 2), (3, 3), (4, 2)] {
            for start in all_configurations(bases, capacity) {
                let is_home = start == Configuration::home(bases, capacity);
                let puzzle = TrackPuzzle::new("test", Track::Ring, capacity, start, None).unwrap();
                let seen_all = Strategy::GreedySweep.play(&puzzle).unwrap();
                let seen_three = Strategy::Turntable.play(&puzzle).unwrap();
                if is_home {
                    // The turntable method ends only after the hole has visited every base.
                    assert_eq!(seen_three.len(), 2 * (bases - 1));
                } else {
                    assert_eq!(seen_three, seen_all);
                }
            }
        }
    }

    #[test]
    fn one_base_at_a_time_ends_from_every_start() {
        for start in all_configurations(4, 2) {
            assert!(steps(Strategy::OneBaseAtATime, start) < 60);
        }
    }

    #[test]
    fn free_choices_follow_the_seed_and_still_lead_home() {
        let example =
            || Configuration::new([vec![4, 4], vec![0], vec![1, 1], vec![2, 2], vec![3, 3]]);
        let puzzle = TrackPuzzle::new("test", Track::Ring, 2, example(), None).unwrap();
        let play = |seed| Strategy::OneBaseAtATime.play_freely(&puzzle, seed).unwrap();
        let plans: HashSet<Vec<Step>> = (0..20).map(play).collect();
        assert!(plans.len() > 1);
        assert_eq!(play(3), play(3));
        assert_eq!(play(0), Strategy::OneBaseAtATime.play(&puzzle).unwrap());
        for plan in plans {
            let mut configuration = example();
            for &step in &plan {
                assert!(puzzle.steps(&configuration).contains(&step));
                configuration.shift(step);
            }
            assert_eq!(configuration, *puzzle.goal());
        }
        let sweep = |seed| Strategy::GreedySweep.play_freely(&puzzle, seed).unwrap();
        assert_eq!(sweep(0), sweep(5));
    }

    #[test]
    fn the_rightmost_base_that_is_not_full_is_filled_next() {
        let start = Configuration::new([vec![4, 4], vec![0], vec![1, 1], vec![2, 2], vec![3, 3]]);
        let puzzle = TrackPuzzle::new("test", Track::Ring, 2, start, None).unwrap();
        assert_eq!(base_to_fill(&puzzle, puzzle.start()), Some((4, 0)));
        assert_eq!(base_to_fill(&puzzle, puzzle.goal()), None);
        let later = Configuration::new([vec![3], vec![0, 3], vec![1, 1], vec![2, 2], vec![4, 4]]);
        assert_eq!(base_to_fill(&puzzle, &later), Some((3, 1)));
    }

    #[test]
    fn another_goal_is_rejected() {
        let (home, other) = (
            Configuration::home(2, 2),
            Configuration::new([vec![1, 1], vec![0]]),
        );
        let puzzle = TrackPuzzle::new("test", Track::Ring, 2, home, Some(other)).unwrap();
        for strategy in Strategy::ALL {
            assert_eq!(strategy.play(&puzzle), Err(OTHER_GOAL));
        }
    }
}
