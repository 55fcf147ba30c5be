//! Advice at once: every jump that can be played is decided, one for all that are images of it.
//!
//! The position is decided first, as `saut solve` would: the first jump of its plan keeps the goal in reach, which is
//! often found sooner than what is behind that jump, and where there is no plan every jump loses.
//!
//! A position that can be solved had predecessors that could, so that the mistake of a game lies
//! between two positions that halving the game finds.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use saut::decide::{Settings, Verdict, decide};
use saut::peg::{BadPuzzle, Jump, Position, Puzzle, notation};
use saut::simulate;
use serde_json::{Value, json};

use crate::cli::arguments::{Global, Hint};
use crate::cli::count::rounded;
use crate::cli::progress::Line;
use crate::cli::reply::{Failure, Reply, of_work};
use crate::cli::{print, settings};

/// Reachability of the goal; `None` where a limit came first.
type Answer = Option<bool>;

/// Time for the position, as a multiple of the time for each jump.
const OF_ALL: f64 = 4.0;

/// Advice on a game.
struct Advice {
    position: Position,
    answer: Answer,
    /// The number of the jump that was a mistake, from 0, and whether it is known that none was.
    mistake: Result<Option<usize>, Unknown>,
    /// Every jump that can be played, its answer, and the jump that it is an image of.
    jumps: Vec<(Jump, Answer, Jump)>,
}

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
    let began = Instant::now();
    let advice = advise(&judge, played);
    line.clear();
    let advice = advice?;
    let seconds = rounded(began);
    let is_open =
        advice.mistake.is_err() || advice.jumps.iter().any(|(_, known, _)| known.is_none());
    let status = of_work(!is_open && judge.settings.stop.stop_reason().is_none());
    let document = document(puzzle, played, &advice, seconds);
    let text = text(puzzle, played, &advice, &judge, seconds)?;
    Ok(Reply::new(status, document, text))
}

fn advise(judge: &Judge<'_>, played: &[Jump]) -> Result<Advice, Failure> {
    let board = judge.puzzle.board();
    let mut positions = vec![judge.puzzle.start().clone()];
    for &jump in played {
        let mut next = positions[positions.len() - 1].clone();
        if simulate::play(board, &mut next, jump).is_err() {
            break;
        }
        positions.push(next);
    }
    let position = positions[positions.len() - 1].clone();
    let jumps = judge.jumps(&position)?;
    let behind = jumps.iter().map(|&(_, answer, _)| answer);
    let answer = if judge.puzzle.goal().is_met_by(&position) {
        Some(true)
    } else {
        behind.fold(Some(false), any)
    };
    let mistake = judge.mistake(&positions, answer)?;
    Ok(Advice {
        position,
        answer,
        mistake,
        jumps,
    })
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
    fn jumps(&self, position: &Position) -> Result<Vec<(Jump, Answer, Jump)>, Failure> {
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
            jumps.push((jump, answer, first));
        }
        // Winning jumps first, losing ones last.
        jumps.sort_by_key(|&(_, answer, _)| match answer {
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

fn document(puzzle: &Puzzle, played: &[Jump], advice: &Advice, seconds: f64) -> Value {
    let option = |&(jump, answer, like): &(Jump, Answer, Jump)| json!({"jump": jump, "keeps": answer, "like": like});
    let mistake = advice.mistake.as_ref().ok().copied().flatten();
    let is_mistake = |number: usize| match &advice.mistake {
        Ok(_) => Value::from(mistake == Some(number)),
        Err(Unknown) => Value::Null,
    };
    let number = match &advice.mistake {
        Ok(found) => Value::from(usize::from(found.is_some())),
        Err(Unknown) => Value::Null,
    };
    let cells = advice
        .position
        .holes()
        .map(|hole| puzzle.board().cell(hole));
    let played = played.iter().enumerate();
    json!({
        "puzzle": puzzle.name(),
        "position": cells.map(|cell| json!([cell.x, cell.y])).collect::<Value>(),
        "solved": puzzle.goal().is_met_by(&advice.position),
        "solvable": advice.answer,
        "jumps": advice.jumps.iter().map(option).collect::<Value>(),
        "played": played.map(|(number, &jump)| json!({"jump": jump, "mistake": is_mistake(number)})).collect::<Value>(),
        "mistakes": number,
        "seconds": seconds,
    })
}

fn text(
    puzzle: &Puzzle,
    played: &[Jump],
    advice: &Advice,
    judge: &Judge<'_>,
    seconds: f64,
) -> Result<Vec<u8>, Failure> {
    let board = puzzle.board();
    let name = |jump: Jump| notation::jump_name(board, jump);
    let mut out = Vec::new();
    writeln!(out, "{}\n", print::heading(puzzle))?;
    writeln!(out, "{}", print::position(board, &advice.position))?;
    let mistake = advice.mistake.as_ref().ok().copied().flatten();
    for (number, &jump) in played.iter().enumerate() {
        let mark = if mistake == Some(number) {
            "   <- a mistake, the goal was within reach"
        } else {
            ""
        };
        writeln!(out, "{:>4}. {}{mark}", number + 1, name(jump))?;
    }
    if !played.is_empty() {
        let said = match (&advice.mistake, advice.answer) {
            (Ok(None), Some(true)) => "no mistake so far",
            (Ok(None), _) => "no jump was a mistake: there was no solution from the first on",
            (Ok(Some(_)), _) => "1 avoidable mistake",
            (Err(Unknown), _) => "whether a jump was a mistake is undecided within the limits",
        };
        writeln!(out, "{said}\n")?;
    }
    if puzzle.goal().is_met_by(&advice.position) {
        writeln!(out, "the goal is met")?;
    } else {
        let said = match advice.answer {
            Some(true) => "the goal can be reached",
            Some(false) if played.is_empty() => "the goal cannot be reached",
            Some(false) => "the goal cannot be reached any more",
            None => "whether the goal can be reached is undecided within the limits",
        };
        writeln!(out, "from here: {said}")?;
    }
    let mut firsts: Vec<(Jump, Answer, usize)> = Vec::new();
    for &(_, answer, first) in &advice.jumps {
        match firsts.iter_mut().find(|(jump, ..)| *jump == first) {
            Some((_, _, number)) => *number += 1,
            None => firsts.push((first, answer, 1)),
        }
    }
    for (jump, answer, number) in firsts {
        let said = match answer {
            Some(true) => "still wins".to_owned(),
            Some(false) => "loses".to_owned(),
            None if judge.settings.stop.stop_reason().is_some() => "undecided".to_owned(),
            None => format!("undecided within {} s", judge.each.as_secs_f64()),
        };
        let like = match number {
            1 => String::new(),
            number => format!(", and {} like it by symmetry", number - 1),
        };
        writeln!(out, "  {:<10} {said}{like}", name(jump))?;
    }
    if advice.jumps.is_empty() {
        writeln!(out, "no jump is left")?;
    }
    writeln!(
        out,
        "{seconds:.2} s; --count gives the number of solutions behind every jump"
    )?;
    Ok(out)
}
