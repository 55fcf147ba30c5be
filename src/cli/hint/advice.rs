//! Advice on a game: whether the goal can still be reached after each legal jump. One decision suffices for all jumps
//! that are images of each other. If solutions are counted, the number of solutions after the jump decides.
//!
//! The position is decided first, as by `saut solve`. The first jump of its plan keeps the goal reachable, so this jump
//! needs no search. If there is no plan, every jump loses.
//!
//! If a position is solvable, all earlier positions of the game are solvable, too. So the losing jump of a game is
//! found by binary search.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use saut::answer::schema::{self, Count, Seconds};
use saut::decide::{Settings, Verdict, decide};
use saut::explore::{SolutionGraph, Solutions};
use saut::peg::{BadPuzzle, Cell, Jump, Position, Puzzle, notation};
use saut::play::Game;
use saut::search::bit_board::bits_of;
use saut::simulate;
use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::print;
use crate::cli::reply::{CommandOutput, Failure, of_work};

/// Time limit for the position, as a multiple of the time limit for each jump.
const OF_ALL: f64 = 4.0;

/// Advice on a game. A field is null if a limit left it undecided.
#[derive(Serialize, JsonSchema)]
pub struct Hints {
    /// The name of the puzzle.
    puzzle: String,
    /// The pegs of the position.
    #[schemars(with = "Vec<schema::Cell>")]
    position: Vec<Cell>,
    /// Whether the position is the goal.
    solved: bool,
    /// Whether the goal can be reached from the position.
    solvable: Option<bool>,
    /// The number of solutions from the position, if they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Count>,
    /// The jumps played so far.
    played: Vec<PlayedJump>,
    /// Number of mistakes: 1 if a jump made the goal unreachable, otherwise 0.
    mistakes: Option<usize>,
    /// The possible jumps; jumps that keep the goal reachable come first.
    jumps: Vec<Choice>,
    /// Wall time.
    seconds: Seconds,
    /// The time limit for each jump, in words.
    #[serde(skip)]
    limit: String,
}

/// A jump that was played.
#[derive(Serialize, JsonSchema)]
struct PlayedJump {
    /// The jump that was played.
    #[schemars(with = "schema::Jump")]
    jump: Jump,
    /// Whether the jump made the goal unreachable.
    mistake: Option<bool>,
    /// The number of solutions after the jump, if they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Count>,
}

/// A possible jump.
#[derive(Serialize, JsonSchema)]
struct Choice {
    /// The jump.
    #[schemars(with = "schema::Jump")]
    jump: Jump,
    /// Whether the goal can be reached after the jump.
    keeps: Option<bool>,
    /// The number of solutions after the jump, if they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Count>,
    /// The first listed jump that a symmetry maps to this jump, or the jump itself; missing if solutions were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<schema::Jump>")]
    like: Option<Jump>,
}

pub struct Judge<'a> {
    pub game: &'a Game,
    pub settings: &'a Settings,
    /// The time limit for each jump.
    pub each: Duration,
    /// The counted solutions, if requested; they decide all positions.
    pub solutions: Option<&'a Solutions<SolutionGraph>>,
}

impl Judge<'_> {
    /// Returns the advice after the game so far.
    pub fn advise(&self, began: Instant) -> Result<CommandOutput, Failure> {
        let (game, position) = (self.game, self.game.position());
        let jumps = self.jumps(position)?;
        let is_goal = game.is_won();
        let is_any = |answer: Option<bool>| jumps.iter().any(|one| one.keeps == answer);
        let solvable = if is_goal || is_any(Some(true)) {
            Some(true)
        } else {
            Some(false).filter(|_| !is_any(None))
        };
        let mistake = self.mistake(game.positions(), solvable)?;
        let after = game.played().iter().zip(&game.positions()[1..]).enumerate();
        let played = after.map(|(number, (&jump, after))| PlayedJump {
            jump,
            mistake: mistake.map(|it| it == Some(number)),
            solutions: self.count(after),
        });
        let is_over = self.settings.stop.stop_reason().is_some();
        let limit = format!(" within {} s", self.each.as_secs_f64());
        let is_open = mistake.is_none() || is_any(None);
        let holes = position
            .holes()
            .filter(|&hole| hole < game.board().drawn().len());
        let hints = Hints {
            puzzle: game.puzzle().name().to_owned(),
            position: holes.map(|hole| game.board().cell(hole)).collect(),
            solved: is_goal,
            solvable,
            solutions: self.count(position),
            played: played.collect(),
            mistakes: mistake.map(|it| usize::from(it.is_some())),
            jumps,
            seconds: Seconds::since(began),
            limit: if is_over { String::new() } else { limit },
        };
        let text = hints.text(game.puzzle(), position);
        Ok(CommandOutput::new(
            of_work(!is_open && !is_over),
            hints,
            text,
        ))
    }

    /// Returns the number of solutions from a position, if they were counted.
    fn count(&self, position: &Position) -> Option<Count> {
        Some(Count(self.solutions?.from(bits_of(position))))
    }

    /// Decides a position within this time, and returns the first jump of a plan if one was found.
    fn decided(
        &self,
        position: &Position,
        within: Duration,
    ) -> Result<(Option<bool>, Option<Jump>), Failure> {
        if let Some(Count(number)) = self.count(position) {
            return Ok((Some(number > 0), None));
        }
        let puzzle = self.game.puzzle();
        let (board, goal) = (puzzle.board(), puzzle.goal());
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
        let settings = self.settings.until(self.settings.stop.with_timeout(within));
        Ok(match decide(&puzzle, &settings)?.verdict {
            Verdict::Solved(plan) => (Some(true), plan.jumps().first().copied()),
            Verdict::Infeasible(_) => (Some(false), None),
            Verdict::Undecided(_) => (None, None),
        })
    }

    /// Returns the legal jumps: first the winning, then the undecided and the losing jumps. One decision is made for
    /// all images of a jump.
    fn jumps(&self, position: &Position) -> Result<Vec<Choice>, Failure> {
        let puzzle = self.game.puzzle();
        let (board, goal) = (puzzle.board(), puzzle.goal());
        let mut symmetries = board.symmetries();
        symmetries.retain(|symmetry| {
            let fixes = |set: &Position| symmetry.position(set) == *set;
            self.solutions.is_none() && fixes(position) && fixes(goal.pegs()) && fixes(goal.open())
        });
        let least = |jump: Jump| {
            let images = symmetries.iter().map(|symmetry| symmetry.jump(jump));
            images.fold(jump, Jump::min)
        };
        let (whole, first) = self.decided(position, self.each.mul_f64(OF_ALL))?;
        let kept = first.map(least);
        let mut answers: BTreeMap<Jump, (Jump, Option<bool>)> = BTreeMap::new();
        let mut jumps = Vec::new();
        for &jump in board.jumps() {
            let mut next = position.clone();
            if simulate::play(board, &mut next, jump).is_err() {
                continue;
            }
            let key = least(jump);
            let (like, keeps) = if let Some(&known) = answers.get(&key) {
                known
            } else {
                let answer = match whole {
                    Some(true) if kept == Some(key) => Some(true),
                    Some(false) => Some(false),
                    _ => self.decided(&next, self.each)?.0,
                };
                answers.insert(key, (jump, answer));
                (jump, answer)
            };
            jumps.push(Choice {
                jump,
                keeps,
                solutions: self.count(&next),
                like: Some(like).filter(|_| self.solutions.is_none()),
            });
        }
        let place = |keeps: bool| if keeps { 0 } else { 2 };
        jumps.sort_by_key(|one| (one.keeps.map_or(1, place), Reverse(one.solutions)));
        Ok(jumps)
    }

    /// Returns the number of the first jump after which the goal was unreachable, or `Some(None)` if there is none.
    /// Returns `None` if a limit left this undecided.
    #[expect(clippy::option_option, reason = "unknown, or no mistake")]
    fn mistake(
        &self,
        positions: &[Position],
        last: Option<bool>,
    ) -> Result<Option<Option<usize>>, Failure> {
        if last != Some(false) {
            return Ok(last.map(|_| None));
        }
        // The first unsolvable position is in `first..=end`.
        let (mut first, mut end) = (0, positions.len() - 1);
        while first < end {
            let middle = first.midpoint(end);
            match self.decided(&positions[middle], self.each)?.0 {
                Some(true) => first = middle + 1,
                Some(false) => end = middle,
                None => return Ok(None),
            }
        }
        Ok(Some(first.checked_sub(1)))
    }
}

impl Hints {
    fn text(&self, puzzle: &Puzzle, position: &Position) -> String {
        let board = puzzle.board();
        let name = |jump: Jump| notation::jump_name(board, jump);
        let mut lines = vec![print::heading(puzzle), String::new()];
        lines.push(print::position(board, position));
        for (number, played) in (1..).zip(&self.played) {
            let mark = match played.mistake {
                Some(true) => "   <- mistake: before this jump, the goal was reachable",
                Some(false) | None => "",
            };
            let jump = name(played.jump);
            lines.push(match played.solutions {
                Some(left) => format!("{number:>4}. {jump:<10} {} left{mark}", solutions(left)),
                None => format!("{number:>4}. {jump}{mark}"),
            });
        }
        if !self.played.is_empty() {
            let line = match (self.mistakes, self.solvable) {
                (Some(0), Some(true)) => "no mistake so far".to_owned(),
                (Some(0), _) => "no jump was a mistake: the start has no solution".to_owned(),
                (Some(number), _) => print::counted(number, "mistake"),
                (None, _) => {
                    "whether a jump was a mistake is undecided within the limits".to_owned()
                }
            };
            lines.extend([line, String::new()]);
        }
        lines.push(self.outlook());
        // Jumps that are images of each other are printed on one line.
        let mut groups: Vec<(Jump, &Choice, usize)> = Vec::new();
        for option in &self.jumps {
            let like = option.like.unwrap_or(option.jump);
            match groups.iter_mut().find(|(one, ..)| *one == like) {
                Some((.., number)) => *number += 1,
                None => groups.push((like, option, 1)),
            }
        }
        for (like, one, number) in groups {
            let result = match (one.solutions, one.keeps) {
                (Some(number), _) => solutions(number),
                (None, Some(true)) => "still wins".to_owned(),
                (None, Some(false)) => "loses".to_owned(),
                (None, None) => format!("undecided{}", self.limit),
            };
            let others = match number {
                1 => String::new(),
                number => format!(", and {} equivalent by symmetry", number - 1),
            };
            lines.push(format!("  {:<10} {result}{others}", name(like)));
        }
        if self.jumps.is_empty() {
            lines.push("no jump is left".to_owned());
        }
        let more = match self.solutions {
            Some(_) => "",
            None => "; --count gives the number of solutions after each jump",
        };
        let mut text = lines.join("\n");
        let _ = writeln!(text, "\n{:.2} s{more}", self.seconds);
        text
    }

    /// Returns a sentence about the reachability of the goal.
    fn outlook(&self) -> String {
        let result = match (self.solutions, self.solvable) {
            (Some(Count(number)), _) if self.solved => {
                let further = solutions(Count(number.saturating_sub(1)));
                return format!("the goal is reached; {further} with further jumps from here");
            }
            (None, _) if self.solved => return "the goal is reached".to_owned(),
            (Some(number), _) => solutions(number),
            (None, Some(true)) => "the goal can be reached".to_owned(),
            (None, Some(false)) if self.played.is_empty() => {
                "the goal cannot be reached".to_owned()
            }
            (None, Some(false)) => "the goal can no longer be reached".to_owned(),
            (None, None) => {
                "whether the goal can be reached is undecided within the limits".to_owned()
            }
        };
        format!("from here: {result}")
    }
}

fn solutions(Count(number): Count) -> String {
    match number {
        0 => "no solution".to_owned(),
        number => print::counted(number, "solution"),
    }
}
