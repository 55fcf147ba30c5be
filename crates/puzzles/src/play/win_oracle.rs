//! The win oracle answers whether and how the goal can still be reached, and remembers results for later questions.
//!
//! The main source of answers is the set of all winning positions, each with its number of solutions. These are the
//! positions on solutions ([`SolutionGraph`]). With this set, one lookup answers every question about the games from a
//! position, "no" as well as "yes". A separate thread computes the winning positions during the game, for one puzzle at
//! a time. It gives up if there are too many winning positions.
//!
//! Until the set is known, the oracle answers from memory, then by a walk to the endings, then by a full decision. A
//! plan answers the question for every position that the plan passes through.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::decide::{Error, Settings, Verdict, decide};
use saut_base::stop::Stop;
use saut_levels::explore::{SolutionGraph, Solutions};
use saut_levels::search::SearchSettings;
use saut_levels::search::bit_board::bits_of;
use saut_peg::peg::{Jump, Position, Puzzle};
use saut_peg::simulate;
use saut_task::plan::Plan;

use super::endings::{Endings, Walk};

/// The memory is cleared after this number of positions.
const MOST: usize = 1 << 16;

/// Limits of the endings that the first question computes: the maximum size of a level (up to symmetry) from which
/// another level is computed, and the time.
const NARROW: usize = 30_000;
const GROWTH: Duration = Duration::from_millis(800);

/// Maximum size of a level of the endings from which the thread computes another level.
const WIDE: usize = 300_000;

/// Maximum number of positions of a level, up to symmetry, in the computation of winning positions. The widest level of
/// the central game on the English board has 3,312,423 positions.
const WIDEST: usize = 4_000_000;

/// Maximum number of winning positions, up to symmetry. The central game has 1,679,072.
const MAX_WINNING: u64 = 8_000_000;

/// Time limit of walks.
const WALKS: Duration = Duration::from_millis(30);

/// If there were too many winning positions, the computation is repeated this number of jumps later.
const FEWER: usize = 2;

/// The result for a position: whether and how the goal can be reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solvability {
    /// Whether the goal can be reached; `None` if a limit was reached first.
    pub winnable: Option<bool>,
    /// A replayed plan, if the goal can be reached.
    pub plan: Vec<Jump>,
    /// The number of solutions, if it is known or fast to count.
    pub solutions: Option<u128>,
}

impl Solvability {
    fn lost() -> Self {
        Self {
            winnable: Some(false),
            plan: Vec::new(),
            solutions: Some(0),
        }
    }
}

/// Answers questions about the games of one puzzle.
#[derive(Debug)]
pub struct WinOracle {
    puzzle: Puzzle,
    /// The endings; the first question computes their levels.
    endings: Option<Endings>,
    /// The winning positions, from a position of the game on.
    winning: Option<WinningPositions>,
    /// The next jump of a replayed plan, by position; `None` for a dead position.
    known: HashMap<Position, Option<Jump>>,
}

/// Winning positions that a thread computes. The thread ends when this value is dropped.
#[derive(Debug)]
struct WinningPositions {
    /// The position from which the winning positions are computed.
    from: Position,
    stop: Stop,
    findings: Receiver<ThreadMessage>,
    /// All winning positions, once they are known.
    all: Option<Box<Solutions<SolutionGraph>>>,
    /// Whether the computation was abandoned, because there are too many winning positions or a limit was reached.
    is_given_up: bool,
}

enum ThreadMessage {
    /// Endings with larger levels than the endings of the first question.
    Endings(Box<Endings>),
    /// All winning positions, or `None` if the computation was abandoned.
    All(Option<Box<Solutions<SolutionGraph>>>),
}

impl WinOracle {
    /// Creates an oracle without stored results.
    pub fn new(puzzle: Puzzle) -> Self {
        Self {
            endings: Endings::new(&puzzle, NARROW),
            winning: None,
            puzzle,
            known: HashMap::new(),
        }
    }

    /// Returns the puzzle of this oracle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns whether the goal can be reached from the last position of a game, by a full decision if needed. `game`
    /// has the positions of a game of this puzzle, first to last.
    ///
    /// # Errors
    /// [`Error`] if a setting cannot be used, or for an internal error.
    pub fn look(&mut self, game: &[Position], settings: &Settings) -> Result<Solvability, Error> {
        if let Some(outlook) = self.recall(game, &settings.stop) {
            return Ok(outlook);
        }
        let last = game.last().unwrap_or(self.puzzle.start()).clone();
        let Some(here) = self.puzzle_at(&last) else {
            return Ok(Solvability::default());
        };
        let verdict = decide(&here, settings)?.verdict;
        Ok(self.learn(&last, &verdict))
    }

    /// Returns the result for the last position of a game without a full decision; `None` if this is not possible. All
    /// positions after a dead position are dead.
    pub fn recall(&mut self, game: &[Position], stop: &Stop) -> Option<Solvability> {
        let position = game.last().unwrap_or(self.puzzle.start()).clone();
        self.look_ahead(game, stop);
        let winning = self.winning.as_ref();
        let all = winning.filter(|winning| game.contains(&winning.from));
        if let Some(all) = all.and_then(|winning| winning.all.as_deref()) {
            let solutions = all.from(bits_of(&position));
            if solutions == 0 {
                return Some(Solvability::lost());
            }
            let plan = plan(all, &position);
            return self.won(&position, plan, Some(solutions));
        }
        if let Some(plan) = self.known_plan(&position) {
            return self.won(&position, plan, None);
        }
        let is_dead = |position| self.known.get(position) == Some(&None);
        if game.iter().any(is_dead) || self.puzzle_at(&position).is_none() {
            return Some(Solvability::lost());
        }
        let stop = stop.with_timeout(WALKS);
        match self.endings.as_mut()?.walk(&position, &stop) {
            Walk::Plan(plan) => self.won(&position, plan, None),
            Walk::Dead => Some(self.dead(position)),
            Walk::Unknown => None,
        }
    }

    /// Starts a thread that computes all winning positions from the start of the game. If there are too many winning
    /// positions, or the game does not pass through this start, a later thread starts from the current position.
    fn look_ahead(&mut self, game: &[Position], stop: &Stop) {
        let Some(endings) = &mut self.endings else {
            return;
        };
        let start = self.puzzle.start();
        let here = game.last().unwrap_or(start);
        let next = if let Some(winning) = &mut self.winning {
            for finding in winning.findings.try_iter() {
                match finding {
                    ThreadMessage::Endings(wide) => *endings = *wide,
                    ThreadMessage::All(found) => {
                        winning.is_given_up = found.is_none();
                        winning.all = found;
                        let none = Endings::new(&self.puzzle, NARROW);
                        if let (false, true, Some(none)) =
                            (winning.is_given_up, winning.from == *start, none)
                        {
                            // The endings are no longer needed, so their memory is freed.
                            *endings = none;
                        }
                    }
                }
            }
            let further = winning.from.pegs().saturating_sub(here.pegs());
            let is_elsewhere = !game.contains(&winning.from);
            let is_due = winning.is_given_up && further >= FEWER || is_elsewhere && further > 0;
            is_due.then_some(here)
        } else {
            endings.grow(&stop.with_timeout(GROWTH));
            Some(game.first().unwrap_or(here))
        };
        if let Some(puzzle) = next.and_then(|position| self.puzzle_at(position)) {
            // The thread outlives the question, so it gets only the memory limit.
            let stop = Stop::new(None, stop.memory_mib());
            self.winning = Some(WinningPositions::begin(puzzle, stop));
        }
    }

    /// Stores the verdict on a position, and returns the result for this position.
    pub fn learn(&mut self, position: &Position, verdict: &Verdict) -> Solvability {
        match verdict {
            Verdict::Solved(plan) => self.won(position, plan.jumps(), None).unwrap_or_default(),
            Verdict::Infeasible(_) => self.dead(position.clone()),
            Verdict::Undecided(_) => Solvability::default(),
        }
    }

    /// Returns the index of the last position of a game from which the goal can be reached. `None` if there is no such
    /// position, or a limit was reached. All positions after a dead position are dead.
    ///
    /// # Errors
    /// Same as [`WinOracle::look`].
    pub fn last_winning(
        &mut self,
        positions: &[Position],
        settings: &Settings,
    ) -> Result<Option<usize>, Error> {
        // The position before `low` is winnable, and all positions from `high` on are dead.
        let (mut low, mut high) = (0, positions.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.look(&positions[..=middle], settings)?.winnable {
                Some(true) => low = middle + 1,
                Some(false) => high = middle,
                None => return Ok(None),
            }
        }
        Ok(low.checked_sub(1))
    }

    /// Returns the puzzle that starts with a position; `None` if the position has too few pegs for the goal.
    fn puzzle_at(&self, position: &Position) -> Option<Puzzle> {
        let (board, goal) = (self.puzzle.board().clone(), self.puzzle.goal().clone());
        Puzzle::new(self.puzzle.name(), board, position.clone(), goal).ok()
    }

    /// Replays a plan, and stores all its positions. `None` if the plan is wrong.
    fn won(
        &mut self,
        position: &Position,
        plan: Vec<Jump>,
        solutions: Option<u128>,
    ) -> Option<Solvability> {
        let plan = Plan::sequential(plan);
        let plan = simulate::replay(&self.puzzle_at(position)?, plan)
            .ok()?
            .jumps();
        let mut at = position.clone();
        for &jump in &plan {
            self.know(at.clone(), Some(jump));
            simulate::play(self.puzzle.board(), &mut at, jump).ok()?;
        }
        let endings = self.endings.as_ref();
        let counted = || endings.and_then(|endings| endings.solutions(position));
        Some(Solvability {
            winnable: Some(true),
            plan,
            solutions: solutions.or_else(counted),
        })
    }

    fn dead(&mut self, position: Position) -> Solvability {
        self.know(position, None);
        Solvability::lost()
    }

    fn know(&mut self, position: Position, next: Option<Jump>) {
        if self.known.len() > MOST {
            self.known.clear();
        }
        self.known.insert(position, next);
    }

    /// Returns the rest of a stored plan that passes through a position; empty if the position meets the goal.
    fn known_plan(&self, position: &Position) -> Option<Vec<Jump>> {
        let (mut plan, mut at) = (Vec::new(), position.clone());
        while !self.puzzle.goal().is_met_by(&at) {
            let jump = (*self.known.get(&at)?)?;
            simulate::play(self.puzzle.board(), &mut at, jump).ok()?;
            plan.push(jump);
        }
        Some(plan)
    }
}

impl WinningPositions {
    /// Starts a thread that computes the winning positions of a puzzle. The thread first sends larger endings.
    fn begin(puzzle: Puzzle, stop: Stop) -> Self {
        // Several threads would only share the processor and need more memory.
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let (sender, findings) = channel();
        let (from, ended) = (puzzle.start().clone(), stop.clone());
        let work = move || {
            let turn = ONE_AT_A_TIME.lock();
            let turn = turn.unwrap_or_else(PoisonError::into_inner);
            if let Some(mut wide) = Endings::new(&puzzle, WIDE) {
                wide.grow(&ended);
                let _ = sender.send(ThreadMessage::Endings(Box::new(wide)));
            }
            let all = winning(&puzzle, &ended);
            drop(turn);
            let _ = sender.send(ThreadMessage::All(all));
        };
        Self {
            from,
            stop,
            findings,
            all: None,
            is_given_up: thread::Builder::new().spawn(work).is_err(),
        }
    }
}

impl Drop for WinningPositions {
    fn drop(&mut self) {
        self.stop.request();
    }
}

/// Returns all winning positions of the games of a puzzle. `None` if a limit was reached, if there are too many winning
/// positions, or if the board has more than 64 holes.
fn winning(puzzle: &Puzzle, stop: &Stop) -> Option<Box<Solutions<SolutionGraph>>> {
    let settings = SearchSettings {
        widest: Some(WIDEST),
        ..SearchSettings::new(stop, 0)
    };
    let graph = SolutionGraph::new(puzzle, &settings).ok()?;
    (graph.positions() <= MAX_WINNING).then(|| Solutions::new(graph).ok().map(Box::new))?
}

/// Returns a plan in which each jump leaves the most solutions.
fn plan(winning: &Solutions<SolutionGraph>, position: &Position) -> Vec<Jump> {
    let (graph, mut plan, mut at) = (winning.graph(), Vec::new(), bits_of(position));
    while !graph.is_goal(at) {
        let jumps = winning.jumps(at).into_iter();
        let Some((jump, next, _)) = jumps.max_by_key(|&(jump, _, number)| (number, jump)) else {
            break;
        };
        plan.push(graph.compact().jumps()[jump]);
        at = next;
    }
    plan
}

#[cfg(test)]
mod tests;
