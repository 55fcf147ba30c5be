//! Cutting pagoda functions: those that show positions on the way to be dead, or out of reach.
//!
//! Under every pagoda function each position of a solution weighs no less than the goal and no
//! more than the start, so the exhaustive search can leave out what does not. Which functions cut
//! off much is found by trial: a thin search from both ends keeps some hundred positions a level
//! and puts a few of them to the linear program of [`super::pagoda`]. Weights that refute "from
//! here to the goal", or "from the start to here", cut off this position and as a rule a great
//! many others. Those that cut off most are kept.
//!
//! They are proposed only: the search takes no weights that are no pagoda function, and its
//! certificate names those that it used. Nothing here depends on a clock but where it ends.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use super::pagoda;
use crate::peg::{Goal, Position, Puzzle};
use crate::search::compact::{self, Compact, Direction};
use crate::search::{turned, weigh};
use crate::stop::Stop;

/// How many positions of a level the next one is made from.
const WIDTH: usize = 400;

/// How many of their children are looked at.
const CHILDREN: usize = 4 * WIDTH;

/// How many positions of a level are put to the linear program.
const TRIED: usize = 8;

/// The longest that one linear program may run.
const LIMIT: Duration = Duration::from_secs(1);

/// Larger weights are not used; those of facets have one or two digits.
const MOST_WEIGHT: i64 = 1000;

/// Some pagoda functions that cut off many positions, at most `most`, the most cutting first: a
/// weight a hole. None for a board of more than 64 holes, or where the goals are too many to be
/// listed.
pub fn cutting(puzzle: &Puzzle, most: usize, stop: &Stop) -> Vec<Vec<i32>> {
    let Some(mut trial) = Trial::new(puzzle) else {
        return Vec::new();
    };
    let (fewest, levels) = (trial.goals[0].pegs(), puzzle.start().pegs());
    let mut ahead = vec![trial.start];
    let mut behind = trial.goal_words(fewest);
    for level in 1..=levels.saturating_sub(fewest).div_ceil(2) {
        ahead = trial.next(Direction::Forward, &ahead, Vec::new(), stop);
        let seeds = trial.goal_words(fewest + level);
        behind = trial.next(Direction::Backward, &behind, seeds, stop);
    }
    trial.rules.truncate(most);
    trial.rules.into_iter().map(|rule| rule.weights).collect()
}

/// A pagoda function in use.
struct Rule {
    weights: Vec<i32>,
    /// The same, turned by the symmetries of the puzzle.
    images: Vec<Vec<i32>>,
    /// What the start weighs, and the lightest goal.
    bounds: (i64, i64),
    /// How many positions it has cut off.
    cuts: usize,
}

impl Rule {
    fn cuts_off(&self, direction: Direction, position: u64) -> bool {
        let (start, goal) = self.bounds;
        self.images.iter().any(|weights| match direction {
            Direction::Forward => weigh(weights, position) < goal,
            Direction::Backward => weigh(weights, position) > start,
        })
    }
}

struct Trial<'a> {
    puzzle: &'a Puzzle,
    compact: Compact,
    start: u64,
    /// The goals, those with the fewest pegs first.
    goals: Vec<Position>,
    rules: Vec<Rule>,
}

impl<'a> Trial<'a> {
    /// `None` if there is nothing to try.
    fn new(puzzle: &'a Puzzle) -> Option<Self> {
        let (compact, start, wanted) = Compact::of_puzzle(puzzle)?;
        let holes = puzzle.board().len();
        let listed = wanted.listed(&compact, start)?;
        let goals: Vec<Position> = listed
            .into_values()
            .flatten()
            .map(|goal| compact::position(holes, goal))
            .filter(|goal| goal.pegs() < puzzle.start().pegs())
            .collect();
        (!goals.is_empty()).then_some(Self {
            puzzle,
            compact,
            start,
            goals,
            rules: Vec::new(),
        })
    }

    fn goal_words(&self, pegs: usize) -> Vec<u64> {
        let goals = self.goals.iter().filter(|goal| goal.pegs() == pegs);
        goals.map(compact::word).collect()
    }

    /// Some positions of the next level that no rule cuts off; rules are added on the way.
    fn next(
        &mut self,
        direction: Direction,
        level: &[u64],
        mut next: Vec<u64>,
        stop: &Stop,
    ) -> Vec<u64> {
        for &position in level {
            self.compact
                .children(direction, position, |child| next.push(child));
        }
        next.sort_unstable();
        next.dedup();
        let mut next = thinned(&next, CHILDREN);
        self.cut(direction, &mut next);
        for tried in thinned(&next, TRIED) {
            if stop.why().is_some() {
                return Vec::new();
            }
            let is_cut = |rule: &Rule| rule.cuts_off(direction, tried);
            if !self.rules.iter().any(is_cut) {
                let rule = self.refuting(direction, tried);
                self.rules.extend(rule);
            }
        }
        self.cut(direction, &mut next);
        self.rules.sort_by_key(|rule| Reverse(rule.cuts));
        thinned(&next, WIDTH)
    }

    /// Takes out what is cut off.
    fn cut(&mut self, direction: Direction, positions: &mut Vec<u64>) {
        positions.retain(|&position| {
            let mut rules = self.rules.iter_mut();
            let rule = rules.find(|rule| rule.cuts_off(direction, position));
            rule.map(|rule| rule.cuts += 1).is_none()
        });
    }

    /// Weights that show the goal to be out of reach from a position, or it from the start.
    fn refuting(&self, direction: Direction, position: u64) -> Option<Rule> {
        let board = self.puzzle.board();
        let position = compact::position(board.len(), position);
        let (start, goal) = match direction {
            Direction::Forward => (position, self.puzzle.goal().clone()),
            Direction::Backward => (self.puzzle.start().clone(), Goal::exactly(position)),
        };
        let way = Puzzle::new("way", Arc::clone(board), start, goal).ok()?;
        let found = pagoda::find(&way, LIMIT)?.weights;
        let weights: Vec<i32> = found
            .into_iter()
            .map(|weight| i32::try_from(weight).ok())
            .collect::<Option<_>>()?;
        let is_small = |weight: &i32| i64::from(*weight).abs() <= MOST_WEIGHT;
        if weights.iter().all(is_small) {
            self.rule(weights)
        } else {
            None
        }
    }

    fn rule(&self, weights: Vec<i32>) -> Option<Rule> {
        let images = turned(&self.compact, &[&weights]);
        let goals = self.goals.iter().flat_map(|goal| {
            let goal = compact::word(goal);
            images.iter().map(move |weights| weigh(weights, goal))
        });
        let bounds = (weigh(&weights, self.start), goals.min()?);
        Some(Rule {
            weights,
            images,
            bounds,
            cuts: 0,
        })
    }
}

/// So many of some positions at most, evenly spread over all.
fn thinned(positions: &[u64], most: usize) -> Vec<u64> {
    let taken = positions.len().min(most);
    (0..taken)
        .map(|number| positions[number * positions.len() / taken])
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::cutting;
    use crate::certify::{self, Certificate, Rejected};
    use crate::peg::{Board, Goal, Position, Puzzle, boards};
    use crate::search::{Found, SearchSettings, exhaustive};
    use crate::stop::Stop;

    /// From one vacancy to one peg.
    fn game(board: &Arc<Board>, vacancy: usize, last: usize) -> Puzzle {
        let single = |hole: usize| Position::from_holes(board.len(), [hole]);
        let goal = Goal::exactly(single(last));
        Puzzle::new("p", Arc::clone(board), single(vacancy).complement(), goal).unwrap()
    }

    fn searched(puzzle: &Puzzle, pagodas: Vec<Vec<i32>>) -> Found {
        let settings = SearchSettings {
            threads: 1,
            pagodas,
            ..SearchSettings::default()
        };
        exhaustive(puzzle, &settings)
    }

    #[test]
    fn cutting_functions_let_no_jump_gain_and_change_no_verdict() {
        let board = Arc::new(boards::named("rectangle-6x4").unwrap());
        let mut used = 0;
        for (vacancy, last) in [(0, 0), (0, 21), (8, 8), (8, 14), (1, 19), (2, 8)] {
            let puzzle = game(&board, vacancy, last);
            let pagodas = cutting(&puzzle, 9, &Stop::default());
            assert!(pagodas.len() <= 9);
            for weights in &pagodas {
                let gains = board.jumps().iter().any(|&jump| {
                    let [from, over, to] = board.holes_of(jump).map(|hole| weights[hole]);
                    from + over < to
                });
                assert!(!gains, "{weights:?}");
            }
            used += pagodas.len();
            let (with, without) = (searched(&puzzle, pagodas), searched(&puzzle, Vec::new()));
            match (with, without) {
                (Found::Plan(_), Found::Plan(_)) => {}
                (Found::Infeasible(few), Found::Infeasible(many)) => {
                    assert!(few.forward.iter().sum::<u64>() <= many.forward.iter().sum());
                    certify::check(&puzzle, Certificate::Exhaustive(few)).unwrap();
                }
                other => panic!("{vacancy} to {last}: {other:?}"),
            }
        }
        assert!(used > 0);
    }

    #[test]
    fn the_diamond_from_a_tip_is_cut_off_at_once() {
        let board = Arc::new(boards::named("diamond").unwrap());
        let puzzle = game(&board, 0, 6);
        assert!(certify::quick(&puzzle).is_none());
        let Found::Infeasible(levels) = searched(&puzzle, cutting(&puzzle, 64, &Stop::default()))
        else {
            panic!("it can be solved?");
        };
        let boards: u64 = levels.forward.iter().chain(&levels.backward).sum();
        assert!(boards < 1000, "{boards}");
        // One weight changed, and a jump gains.
        let mut wrong = levels.clone();
        wrong.pagodas[0][20] -= 100;
        certify::check(&puzzle, Certificate::Exhaustive(levels.clone())).unwrap();
        certify::check(&puzzle, Certificate::Exhaustive(wrong)).unwrap_err();
        // No time, no answer.
        let settings = SearchSettings {
            stop: Stop::new(Some(Duration::ZERO), None),
            ..SearchSettings::default()
        };
        let claim = Certificate::Exhaustive(levels);
        let refused = certify::check_within(&puzzle, claim, &settings);
        assert!(
            matches!(&refused, Err(Rejected::Unfinished(_))),
            "{refused:?}"
        );
    }

    #[test]
    fn large_boards_and_unlisted_goals_have_none() {
        let large = Arc::new(boards::named("square-9").unwrap());
        assert!(cutting(&game(&large, 0, 0), 9, &Stop::default()).is_empty());
        let board = Arc::new(boards::named("english").unwrap());
        let goal = Goal::partial(&board.empty(), board.full());
        let open = Puzzle::new("p", Arc::clone(&board), board.full(), goal).unwrap();
        assert!(cutting(&open, 9, &Stop::default()).is_empty());
    }
}
