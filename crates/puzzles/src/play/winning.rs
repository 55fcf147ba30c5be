//! Winning positions: all from which the goal can be reached in the games that go on from a position,
//! each with its number of solutions.
//!
//! They are the positions on solutions ([`SolutionGraph`]), so that one look answers every question of
//! such a game, "no" as well as "yes". Working them out takes seconds: it is done on a thread of its own,
//! while somebody plays, one puzzle at a time, and given up where they are too many.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use saut_base::stop::{Stop, StopReason};
use saut_levels::count::NotCounted;
use saut_levels::explore::{SolutionGraph, Solutions};
use saut_levels::search::SearchSettings;
use saut_levels::search::bit_board::bits_of;
use saut_peg::peg::{Jump, Position, Puzzle};

use super::endings::Endings;

/// They are given up where a level of the search has more positions than this, up to symmetry. The
/// widest of the central game on the English board has 3,312,423.
const WIDEST: usize = 4_000_000;

/// They are given up where they are more than this, up to symmetry. Those of the central game are
/// 1,679,072.
const MOST: u64 = 8_000_000;

/// Wide endings have no level after one with more positions than this, up to symmetry.
const WIDE: usize = 300_000;

/// All winning positions of the games that go on from a position.
#[derive(Debug)]
pub struct WinningPositions(Solutions<SolutionGraph>);

impl WinningPositions {
    /// Works them out.
    ///
    /// # Errors
    /// [`NotCounted`] at a limit, where they are too many, or on a board of more than 64 holes.
    pub fn new(puzzle: &Puzzle, stop: &Stop) -> Result<Self, NotCounted> {
        let settings = SearchSettings {
            stop: stop.clone(),
            widest: Some(WIDEST),
            ..SearchSettings::default()
        };
        let graph = SolutionGraph::new(puzzle, &settings)?;
        if graph.len() > MOST {
            return Err(NotCounted::Stopped(StopReason::TooLarge));
        }
        Ok(Self(Solutions::new(graph)?))
    }

    /// The number of solutions from a position of such a game; 0 if there is none.
    pub fn solutions(&self, position: &Position) -> u128 {
        self.0.from(bits_of(position))
    }

    /// A way to the goal: of the jumps each time one that leaves most solutions.
    pub fn plan(&self, position: &Position) -> Vec<Jump> {
        let (graph, mut plan, mut at) = (self.0.graph(), Vec::new(), bits_of(position));
        while !graph.is_goal(at) {
            let jumps = self.0.jumps(at).into_iter();
            let Some((jump, next, _)) = jumps.max_by_key(|&(jump, _, number)| (number, jump))
            else {
                break;
            };
            plan.push(graph.compact().jumps()[jump]);
            at = next;
        }
        plan
    }
}

/// Winning positions that a thread works out, and before them wide endings, which are there within a
/// second. The thread ends when this is dropped.
#[derive(Debug)]
pub struct Growing {
    /// The position that they begin in.
    from: Position,
    stop: Stop,
    endings: Arc<Mutex<Option<Endings>>>,
    found: Arc<OnceLock<Option<WinningPositions>>>,
}

impl Growing {
    /// Begins with those of a puzzle.
    pub fn begin(puzzle: Puzzle, stop: Stop) -> Self {
        // More than one at a time would only share the processor and need more memory.
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let growing = Self {
            from: puzzle.start().clone(),
            stop: stop.clone(),
            endings: Arc::default(),
            found: Arc::default(),
        };
        let (endings, found) = (Arc::clone(&growing.endings), Arc::clone(&growing.found));
        let work = move || {
            let turn = ONE_AT_A_TIME.lock();
            let turn = turn.unwrap_or_else(PoisonError::into_inner);
            if let Some(mut wide) = Endings::new(&puzzle, WIDE) {
                wide.grow(&stop);
                *endings.lock().unwrap_or_else(PoisonError::into_inner) = Some(wide);
            }
            let all = WinningPositions::new(&puzzle, &stop).ok();
            drop(turn);
            let _ = found.set(all);
        };
        if thread::Builder::new().spawn(work).is_err() {
            let _ = growing.found.set(None);
        }
        growing
    }

    /// The position that they begin in.
    pub fn from(&self) -> &Position {
        &self.from
    }

    /// Wide endings, once, when they are there.
    pub fn take_endings(&self) -> Option<Endings> {
        let mut endings = self.endings.lock().unwrap_or_else(PoisonError::into_inner);
        endings.take()
    }

    /// All of them, if they are known.
    pub fn known(&self) -> Option<&WinningPositions> {
        self.found.get()?.as_ref()
    }

    /// Whether they are too many, or a limit came first.
    pub fn is_given_up(&self) -> bool {
        self.found.get().is_some_and(Option::is_none)
    }
}

impl Drop for Growing {
    fn drop(&mut self) {
        self.stop.request();
    }
}

#[cfg(test)]
mod tests {
    use super::{Growing, WinningPositions};
    use crate::play::blindly;
    use saut_base::stop::Stop;
    use saut_peg::peg::{Board, Goal, Position, Puzzle, boards};
    use saut_peg::simulate;
    use saut_task::plan::Plan;

    fn puzzle(board: &str, vacant: usize, goal: impl Fn(&Board) -> Goal) -> Puzzle {
        let board = boards::named(board).unwrap();
        let mut start = board.full();
        start.set(vacant, false);
        let goal = goal(&board);
        Puzzle::new(format!("{vacant}"), board, start, goal).unwrap()
    }

    #[test]
    fn from_every_winning_position_of_a_game_a_plan_leads_to_the_goal() {
        let (mut won, mut dead) = (0, 0);
        for puzzle in [
            puzzle("triangle-5", 4, Goal::one_peg),
            // The complement, whose levels from the goal are those from the start exchanged.
            puzzle("triangle-5", 0, |_| {
                Goal::exactly(Position::from_holes(15, [0]))
            }),
        ] {
            let winning = WinningPositions::new(&puzzle, &Stop::default()).unwrap();
            blindly::play(&puzzle, 40, |_, position| {
                if winning.solutions(position) == 0 {
                    dead += 1;
                    return;
                }
                let (board, goal) = (puzzle.board().clone(), puzzle.goal().clone());
                let here = Puzzle::new("here", board, position.clone(), goal).unwrap();
                let plan = Plan::sequential(winning.plan(position));
                simulate::replay(&here, plan).unwrap();
                won += 1;
            });
        }
        assert!(won > 0 && dead > 0, "{won} won, {dead} dead");
    }

    #[test]
    fn a_puzzle_without_a_solution_has_none() {
        let corner = puzzle("square-3", 1, |_| {
            Goal::exactly(Position::from_holes(9, [0]))
        });
        let winning = WinningPositions::new(&corner, &Stop::default()).unwrap();
        assert_eq!(winning.solutions(corner.start()), 0);
        assert_eq!(winning.plan(corner.start()), []);
    }

    #[test]
    fn too_large_a_board_and_a_request_to_stop_give_nothing() {
        let large = puzzle("square-9", 40, Goal::one_peg);
        assert!(WinningPositions::new(&large, &Stop::default()).is_err());
        let stop = Stop::default();
        stop.request();
        let english = puzzle("english", 16, Goal::one_peg);
        assert!(WinningPositions::new(&english, &stop).is_err());
    }

    #[test]
    fn what_is_dropped_ends() {
        let stop = Stop::default();
        let growing = Growing::begin(puzzle("english", 16, Goal::one_peg), stop.clone());
        drop(growing);
        assert!(stop.stop_reason().is_some());
    }
}
