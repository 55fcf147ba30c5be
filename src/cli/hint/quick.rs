//! Advice at once: every jump that can be played is decided, one for all that are images of it.
//!
//! The position is decided first, as `saut solve` would: the first jump of its plan keeps the goal in reach, which is
//! often found sooner than what is behind that jump, and where there is no plan every jump loses.
//!
//! A position that can be solved had predecessors that could, so that the mistake of a game lies
//! between two positions that halving the game finds.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use saut::decide::{Settings, Verdict, decide};
use saut::peg::{BadPuzzle, Jump, Position, Puzzle};
use saut::simulate;

use super::advice::{Advice, Choice, Played};
use crate::cli::arguments::{Global, Hint};
use crate::cli::count::rounded;
use crate::cli::progress::Line;
use crate::cli::reply::{Failure, Reply, of_work};
use crate::cli::settings;

/// Reachability of the goal; `None` where a limit came first.
type Answer = Option<bool>;

/// Time for the position, as a multiple of the time for each jump.
const OF_ALL: f64 = 4.0;

/// A limit came before it was known which jump was the mistake.
struct Unknown;

/// Decides positions of one puzzle.
struct Judge<'a> {
    puzzle: &'a Puzzle,
    settings: Settings,
    each: Duration,
}

/// Runs the quick mode.
pub(super) fn run(
    arguments: &Hint,
    global: &Global,
    puzzle: &Puzzle,
    played: &[Jump],
) -> Result<Reply, Failure> {
    let line = Line::new();
    let judge = Judge {
        puzzle,
        settings: Settings {
            progress: Some(Arc::clone(&line) as _),
            ..settings::within(global)
        },
        each: Duration::from_secs_f64(arguments.jump_timeout),
    };
    let advice = judge.advise(played);
    line.clear();
    let advice = advice?;
    let is_open = advice.mistakes.is_none() || advice.options.iter().any(|one| one.keeps.is_none());
    let status = of_work(!is_open && judge.settings.stop.stop_reason().is_none());
    Ok(Reply::new(
        status,
        advice.document(puzzle),
        advice.text(puzzle),
    ))
}

/// Disjunction of three-valued answers: `None` if neither is true and not both are false.
fn any(one: Answer, other: Answer) -> Answer {
    match (one, other) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

impl Judge<'_> {
    fn advise(&self, played: &[Jump]) -> Result<Advice, Failure> {
        let began = Instant::now();
        let board = self.puzzle.board();
        let mut positions = vec![self.puzzle.start().clone()];
        for &jump in played {
            let mut next = positions[positions.len() - 1].clone();
            if simulate::play(board, &mut next, jump).is_err() {
                break;
            }
            positions.push(next);
        }
        let position = positions[positions.len() - 1].clone();
        let options = self.jumps(&position)?;
        let is_goal = self.puzzle.goal().is_met_by(&position);
        let solvable = if is_goal {
            Some(true)
        } else {
            options.iter().map(|one| one.keeps).fold(Some(false), any)
        };
        let mistake = self.mistake(&positions, solvable)?;
        let played = played.iter().enumerate().map(|(number, &jump)| Played {
            jump,
            is_mistake: mistake.as_ref().ok().map(|it| *it == Some(number)),
            solutions: None,
        });
        let is_over = self.settings.stop.stop_reason().is_some();
        let limit = format!(" within {} s", self.each.as_secs_f64());
        Ok(Advice {
            position,
            is_goal,
            solvable,
            solutions: None,
            played: played.collect(),
            mistakes: mistake.ok().map(|it| usize::from(it.is_some())),
            options,
            limit: if is_over { String::new() } else { limit },
            seconds: rounded(began),
        })
    }

    /// Decides one position.
    fn answer(&self, position: &Position) -> Result<Answer, Failure> {
        Ok(self.decided(position, self.each)?.0)
    }

    /// Decides one position within this time, with the first jump of a plan if there is one.
    fn decided(
        &self,
        position: &Position,
        within: Duration,
    ) -> Result<(Answer, Option<Jump>), Failure> {
        let (board, goal) = (self.puzzle.board(), self.puzzle.goal());
        if goal.is_met_by(position) {
            return Ok((Some(true), None));
        }
        let puzzle = match Puzzle::new("hint", board.clone(), position.clone(), goal.clone()) {
            Ok(puzzle) => puzzle,
            Err(BadPuzzle::MorePegsInGoal { .. } | BadPuzzle::NoPeg) => {
                return Ok((Some(false), None));
            }
            Err(bad) => return Err(Failure::Other(bad.to_string())),
        };
        if self.settings.stop.stop_reason().is_some() {
            return Ok((None, None));
        }
        let mut settings = self.settings.clone();
        settings.stop = settings.stop.with_timeout(within);
        Ok(match decide(&puzzle, &settings)?.verdict {
            Verdict::Solved(plan) => (Some(true), plan.jumps().first().copied()),
            Verdict::Infeasible(_) => (Some(false), None),
            Verdict::Undecided(_) => (None, None),
        })
    }

    /// Every jump that can be played, one decision for all images of it.
    fn jumps(&self, position: &Position) -> Result<Vec<Choice>, Failure> {
        let (board, goal) = (self.puzzle.board(), self.puzzle.goal());
        let mut symmetries = board.symmetries();
        symmetries.retain(|symmetry| {
            let fixes = |set: &Position| symmetry.position(set) == *set;
            fixes(position) && fixes(goal.pegs()) && fixes(goal.open())
        });
        let least = |jump: Jump| {
            let images = symmetries.iter().map(|symmetry| key(symmetry.jump(jump)));
            images.chain([key(jump)]).min().unwrap_or_default()
        };
        let (whole, first) = self.decided(position, self.each.mul_f64(OF_ALL))?;
        let kept = first.map(least);
        let mut answers: BTreeMap<[i16; 6], (Jump, Answer)> = BTreeMap::new();
        let mut jumps = Vec::new();
        for &jump in board.jumps() {
            let mut next = position.clone();
            if simulate::play(board, &mut next, jump).is_err() {
                continue;
            }
            let key = least(jump);
            let (first, answer) = if let Some(&known) = answers.get(&key) {
                known
            } else {
                let answer = match whole {
                    Some(true) if kept == Some(key) => Some(true),
                    Some(false) => Some(false),
                    _ => self.answer(&next)?,
                };
                answers.insert(key, (jump, answer));
                (jump, answer)
            };
            jumps.push(Choice {
                jump,
                keeps: answer,
                solutions: None,
                like: first,
            });
        }
        // Winning jumps first, losing ones last.
        jumps.sort_by_key(|one| match one.keeps {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        });
        Ok(jumps)
    }

    /// The jump after which the goal was out of reach for the first time.
    fn mistake(
        &self,
        positions: &[Position],
        last: Answer,
    ) -> Result<Result<Option<usize>, Unknown>, Failure> {
        match last {
            Some(true) => return Ok(Ok(None)),
            None => return Ok(Err(Unknown)),
            Some(false) => {}
        }
        // The first position that cannot be solved is in `first..=end`.
        let (mut first, mut end) = (0, positions.len() - 1);
        while first < end {
            let middle = first.midpoint(end);
            match self.answer(&positions[middle])? {
                Some(true) => first = middle + 1,
                Some(false) => end = middle,
                None => return Ok(Err(Unknown)),
            }
        }
        Ok(Ok(first.checked_sub(1)))
    }
}

fn key(jump: Jump) -> [i16; 6] {
    let Jump { from, over, to } = jump;
    [from.y, from.x, over.y, over.x, to.y, to.x]
}
