//! Foresight: whether the goal can still be reached, and how, remembered from question to question.
//!
//! All winning positions answer, with the number of solutions of each. They are the positions on solutions
//! ([`SolutionGraph`]), so that one look answers every question of the games that go on from a position, "no" as well as
//! "yes". Working them out takes seconds: it is done on a thread of its own, while somebody plays, one puzzle at a time,
//! and given up where they are too many. Until then, what is remembered answers first, then a walk into the endings,
//! then a whole decision. A plan that was found answers for every position on it.

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

/// More positions than this are not remembered.
const MOST: usize = 1 << 16;

/// The endings that the first question works out have no level after one with more positions than this,
/// up to symmetry, and may take this long.
const NARROW: usize = 30_000;
const GROWTH: Duration = Duration::from_millis(800);

/// The same of the endings that a thread works out within a second.
const WIDE: usize = 300_000;

/// Winning positions are given up where a level of the search has more positions than this, up to symmetry. The
/// widest of the central game on the English board has 3,312,423.
const WIDEST: usize = 4_000_000;

/// They are given up where they are more than this, up to symmetry. Those of the central game are
/// 1,679,072.
const MOST_WINNING: u64 = 8_000_000;

/// The longest that walks may take.
const WALKS: Duration = Duration::from_millis(30);

/// Number of further jumps after which the winning positions of a later position of the game are tried, if there
/// were too many.
const FEWER: usize = 2;

/// Knowledge about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// Whether the goal can be reached; `None` if that was not found out in time.
    pub winnable: Option<bool>,
    /// The jumps to it, if there are: replayed.
    pub plan: Vec<Jump>,
    /// Number of ways that lead to it, if that is quick to say.
    pub solutions: Option<u128>,
}

impl Outlook {
    fn lost() -> Self {
        Self {
            winnable: Some(false),
            plan: Vec::new(),
            solutions: Some(0),
        }
    }
}

/// Knowledge about the positions of games of one puzzle.
#[derive(Debug)]
pub struct Foresight {
    puzzle: Puzzle,
    /// Worked out from the first question on.
    endings: Option<Endings>,
    /// All winning positions from some position of the game on.
    winning: Option<Winning>,
    /// The next jump of a plan that was replayed; none from where the goal cannot be reached.
    known: HashMap<Position, Option<Jump>>,
}

/// Winning positions that a thread works out. The thread ends when this is dropped.
#[derive(Debug)]
struct Winning {
    /// The position that they begin in.
    from: Position,
    stop: Stop,
    findings: Receiver<Finding>,
    /// All of them, once they are known.
    all: Option<Box<Solutions<SolutionGraph>>>,
    /// Whether they are too many, or a limit came first.
    is_given_up: bool,
}

/// Knowledge that the thread sends.
enum Finding {
    /// Wide endings.
    Endings(Box<Endings>),
    /// All winning positions, or none if they are given up.
    All(Option<Box<Solutions<SolutionGraph>>>),
}

impl Foresight {
    /// Empty knowledge about a puzzle.
    pub fn new(puzzle: Puzzle) -> Self {
        Self {
            endings: Endings::new(&puzzle, NARROW),
            winning: None,
            puzzle,
            known: HashMap::new(),
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Knowledge about the last of some positions of a game of this puzzle, first to last, found by all
    /// means.
    ///
    /// # Errors
    /// [`Error`] if a setting cannot be used, or something is at fault.
    pub fn look(&mut self, game: &[Position], settings: &Settings) -> Result<Outlook, Error> {
        if let Some(outlook) = self.recall(game, &settings.stop) {
            return Ok(outlook);
        }
        let last = game.last().unwrap_or(self.puzzle.start()).clone();
        let Some(here) = self.puzzle_at(&last) else {
            return Ok(Outlook::default());
        };
        let verdict = decide(&here, settings)?.verdict;
        Ok(self.learn(&last, &verdict))
    }

    /// Knowledge at once, without a decision; `None` if there is none. What follows a dead
    /// position is dead.
    pub fn recall(&mut self, game: &[Position], stop: &Stop) -> Option<Outlook> {
        let position = game.last().unwrap_or(self.puzzle.start()).clone();
        self.look_ahead(game, stop);
        let winning = self.winning.as_ref();
        let all = winning.filter(|winning| game.contains(&winning.from));
        if let Some(all) = all.and_then(|winning| winning.all.as_deref()) {
            let solutions = all.from(bits_of(&position));
            if solutions == 0 {
                return Some(Outlook::lost());
            }
            let plan = plan(all, &position);
            return self.won(&position, plan, Some(solutions));
        }
        if let Some(plan) = self.known_plan(&position) {
            return self.won(&position, plan, None);
        }
        let is_dead = |position| self.known.get(position) == Some(&None);
        if game.iter().any(is_dead) || self.puzzle_at(&position).is_none() {
            return Some(Outlook::lost());
        }
        let stop = stop.with_timeout(WALKS);
        match self.endings.as_mut()?.walk(&position, &stop) {
            Walk::Plan(plan) => self.won(&position, plan, None),
            Walk::Dead => Some(self.dead(position)),
            Walk::Unknown => None,
        }
    }

    /// Has all winning positions worked out on another thread: from the start of the game on, or, where those were too
    /// many, from where the game stands.
    fn look_ahead(&mut self, game: &[Position], stop: &Stop) {
        let Some(endings) = &mut self.endings else {
            return;
        };
        let start = self.puzzle.start();
        let here = game.last().unwrap_or(start);
        let next = if let Some(winning) = &mut self.winning {
            for finding in winning.findings.try_iter() {
                match finding {
                    Finding::Endings(wide) => *endings = *wide,
                    Finding::All(found) => {
                        winning.is_given_up = found.is_none();
                        winning.all = found;
                        let none = Endings::new(&self.puzzle, NARROW);
                        if let (false, true, Some(none)) =
                            (winning.is_given_up, winning.from == *start, none)
                        {
                            // They are asked no more; the memory goes back.
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
            // It outlasts the question; only the memory is limited alike.
            let stop = Stop::new(None, stop.memory_mib());
            self.winning = Some(Winning::begin(puzzle, stop));
        }
    }

    /// Takes note of what was decided of a position.
    pub fn learn(&mut self, position: &Position, verdict: &Verdict) -> Outlook {
        match verdict {
            Verdict::Solved(plan) => self.won(position, plan.jumps(), None).unwrap_or_default(),
            Verdict::Infeasible(_) => self.dead(position.clone()),
            Verdict::Undecided(_) => Outlook::default(),
        }
    }

    /// The last of some positions of a game, first to last, from which the goal can be reached: what
    /// follows a dead position is dead. `None` if there is none, or a limit came first.
    ///
    /// # Errors
    /// As [`Foresight::look`].
    pub fn last_winning(
        &mut self,
        positions: &[Position],
        settings: &Settings,
    ) -> Result<Option<usize>, Error> {
        // The last that is known to be winnable is before `low`; all from `high` on are dead.
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

    /// The puzzle that begins in a position; `None` if it has too few pegs for the goal.
    fn puzzle_at(&self, position: &Position) -> Option<Puzzle> {
        let (board, goal) = (self.puzzle.board().clone(), self.puzzle.goal().clone());
        Puzzle::new(self.puzzle.name(), board, position.clone(), goal).ok()
    }

    /// Takes note of every position of a plan, if it holds.
    fn won(
        &mut self,
        position: &Position,
        plan: Vec<Jump>,
        solutions: Option<u128>,
    ) -> Option<Outlook> {
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
        Some(Outlook {
            winnable: Some(true),
            plan,
            solutions: solutions.or_else(counted),
        })
    }

    fn dead(&mut self, position: Position) -> Outlook {
        self.know(position, None);
        Outlook::lost()
    }

    fn know(&mut self, position: Position, next: Option<Jump>) {
        if self.known.len() > MOST {
            self.known.clear();
        }
        self.known.insert(position, next);
    }

    /// The jumps to the goal, if a plan leads through a position or the goal is met.
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

impl Winning {
    /// Begins with those of a puzzle; wide endings are there before.
    fn begin(puzzle: Puzzle, stop: Stop) -> Self {
        // More than one at a time would only share the processor and need more memory.
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let (sender, findings) = channel();
        let (from, ended) = (puzzle.start().clone(), stop.clone());
        let work = move || {
            let turn = ONE_AT_A_TIME.lock();
            let turn = turn.unwrap_or_else(PoisonError::into_inner);
            if let Some(mut wide) = Endings::new(&puzzle, WIDE) {
                wide.grow(&ended);
                let _ = sender.send(Finding::Endings(Box::new(wide)));
            }
            let all = winning(&puzzle, &ended);
            drop(turn);
            let _ = sender.send(Finding::All(all));
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

impl Drop for Winning {
    fn drop(&mut self) {
        self.stop.request();
    }
}

/// All winning positions of the games of a puzzle; `None` at a limit, where they are too many, or on a board of more
/// than 64 holes.
fn winning(puzzle: &Puzzle, stop: &Stop) -> Option<Box<Solutions<SolutionGraph>>> {
    let settings = SearchSettings {
        widest: Some(WIDEST),
        ..SearchSettings::new(stop, 0)
    };
    let graph = SolutionGraph::new(puzzle, &settings).ok()?;
    (graph.positions() <= MOST_WINNING).then(|| Solutions::new(graph).ok().map(Box::new))?
}

/// A way to the goal: of the jumps each time one that leaves most solutions.
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
