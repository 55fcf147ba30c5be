//! Foresight: whether the goal can still be reached, and how, remembered from question to question.
//!
//! All winning positions answer, once a thread of its own has worked them out. Until then, and where
//! they are too many, what is remembered answers first, then a walk into the endings, then a whole
//! decision. A plan that was found answers for every position on it.

use std::collections::HashMap;
use std::time::Duration;

use crate::decide::{Error, Settings, Verdict, decide};
use saut_base::stop::Stop;
use saut_peg::peg::{Jump, Position, Puzzle};
use saut_peg::simulate;
use saut_task::plan::Plan;

use super::endings::{Endings, Walk};
use super::winning::Growing;

/// More positions than this are not remembered.
const MOST: usize = 1 << 16;

/// The endings that the first question works out have no level after one with more positions than this,
/// and may take this long. Wider ones come from beside.
const NARROW: usize = 30_000;
const GROWTH: Duration = Duration::from_millis(800);

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

/// Knowledge about the positions of games of one puzzle.
#[derive(Debug)]
pub struct Foresight {
    puzzle: Puzzle,
    /// Worked out from the first question on.
    endings: Option<Endings>,
    /// All winning positions from some position of the game on.
    winning: Option<Growing>,
    /// The next jump of a plan that was replayed; none from where the goal cannot be reached.
    known: HashMap<Position, Option<Jump>>,
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
        if let Some(outlook) = self.read(game) {
            return Some(outlook);
        }
        if self.is_won(&position) {
            return Some(self.won(&position));
        }
        let is_dead = |position| self.known.get(position) == Some(&None);
        if game.iter().any(is_dead) || self.puzzle_at(&position).is_none() {
            return Some(lost());
        }
        let stop = stop.with_timeout(WALKS);
        match self.endings.as_mut()?.walk(&position, &stop) {
            Walk::Plan(plan) => {
                self.remember(&position, &plan);
                self.is_won(&position).then(|| self.won(&position))
            }
            Walk::Dead => {
                self.know(position, None);
                Some(lost())
            }
            Walk::Unknown => None,
        }
    }

    /// Has all winning positions worked out beside: from the start of the game on, or, where those were too
    /// many, from where the game stands.
    fn look_ahead(&mut self, game: &[Position], stop: &Stop) {
        let Some(endings) = &mut self.endings else {
            return;
        };
        let here = game.last().unwrap_or(self.puzzle.start());
        let next = match &self.winning {
            None => {
                endings.grow(&stop.with_timeout(GROWTH));
                Some(game.first().unwrap_or(here))
            }
            Some(winning) => {
                if let Some(wide) = winning.take_endings() {
                    *endings = wide;
                }
                if winning.known().is_some()
                    && winning.from() == self.puzzle.start()
                    && endings.is_grown()
                {
                    // They are asked no more; the memory goes back.
                    if let Some(none) = Endings::new(&self.puzzle, NARROW) {
                        *endings = none;
                    }
                }
                let further = winning.from().pegs().saturating_sub(here.pegs());
                let is_elsewhere = !game.contains(winning.from());
                let is_due =
                    winning.is_given_up() && further >= FEWER || is_elsewhere && further > 0;
                is_due.then_some(here)
            }
        };
        if let Some(puzzle) = next.and_then(|position| self.puzzle_at(position)) {
            // It outlasts the question; only the memory is limited alike.
            let stop = Stop::new(None, stop.memory_mib());
            self.winning = Some(Growing::begin(puzzle, stop));
        }
    }

    /// Knowledge about the last position of a game from all winning positions, if they are known.
    fn read(&mut self, game: &[Position]) -> Option<Outlook> {
        let winning = self.winning.as_ref()?;
        let all = winning.known()?;
        if !game.contains(winning.from()) {
            return None;
        }
        let position = game.last()?.clone();
        let number = all.solutions(&position);
        if number == 0 {
            return Some(lost());
        }
        let plan = all.plan(&position);
        self.remember(&position, &plan);
        let mut outlook = self.won(&position);
        outlook.solutions = Some(number);
        outlook.winnable.is_some().then_some(outlook)
    }

    /// Takes note of what was decided of a position.
    pub fn learn(&mut self, position: &Position, verdict: &Verdict) -> Outlook {
        match verdict {
            Verdict::Solved(plan) => {
                self.remember(position, &plan.jumps());
                self.won(position)
            }
            Verdict::Infeasible(_) => {
                self.know(position.clone(), None);
                lost()
            }
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
    fn remember(&mut self, position: &Position, plan: &[Jump]) {
        let Some(here) = self.puzzle_at(position) else {
            return;
        };
        if simulate::replay(&here, Plan::sequential(plan.to_vec())).is_err() {
            return;
        }
        let mut position = position.clone();
        for &jump in plan {
            let before = position.clone();
            if simulate::play(self.puzzle.board(), &mut position, jump).is_ok() {
                self.know(before, Some(jump));
            }
        }
    }

    fn know(&mut self, position: Position, next: Option<Jump>) {
        if self.known.len() > MOST {
            self.known.clear();
        }
        self.known.insert(position, next);
    }

    /// Whether the goal is met, or a plan is known.
    fn is_won(&self, position: &Position) -> bool {
        self.puzzle.goal().is_met_by(position) || matches!(self.known.get(position), Some(Some(_)))
    }

    /// The outlook of a position on a plan.
    fn won(&self, position: &Position) -> Outlook {
        let (mut plan, mut at) = (Vec::new(), position.clone());
        while !self.puzzle.goal().is_met_by(&at) {
            let Some(&Some(jump)) = self.known.get(&at) else {
                break;
            };
            if simulate::play(self.puzzle.board(), &mut at, jump).is_err() {
                break;
            }
            plan.push(jump);
        }
        let endings = self.endings.as_ref();
        Outlook {
            winnable: self.puzzle.goal().is_met_by(&at).then_some(true),
            plan,
            solutions: endings.and_then(|endings| endings.solutions(position)),
        }
    }
}

fn lost() -> Outlook {
    Outlook {
        winnable: Some(false),
        plan: Vec::new(),
        solutions: Some(0),
    }
}

#[cfg(test)]
mod tests;
