//! Advice with numbers: the solutions behind every jump, counted exactly.

use std::io::Write;

use saut::count::NotCounted;
use saut::explore::{SolutionGraph, Solutions};
use saut::peg::{Jump, Position, Puzzle, notation};
use saut::search::SearchSettings;
use saut::search::bit_board::bits_of;
use saut::simulate;
use serde_json::{Value, json};

use crate::cli::print;
use crate::cli::reply::Failure;

/// A jump that was played, and the solutions that were left before and after it.
struct Played {
    jump: Jump,
    before: u128,
    after: u128,
}

impl Played {
    fn is_mistake(&self) -> bool {
        self.before > 0 && self.after == 0
    }
}

/// Advice on a game, with counts.
pub(super) struct Advice {
    position: Position,
    /// Whether the position meets the goal.
    is_goal: bool,
    solutions: u128,
    played: Vec<Played>,
    /// All jumps that can be played, with the solutions behind each.
    jumps: Vec<(Jump, u128)>,
}

/// Counts the solutions behind every jump, after a game so far.
pub(super) fn advise(
    puzzle: &Puzzle,
    jumps: &[Jump],
    settings: &SearchSettings,
) -> Result<Advice, NotCounted> {
    let winning = SolutionGraph::new(puzzle, settings)?;
    let solutions = Solutions::new(&winning)?;
    let board = puzzle.board();
    let mut position = puzzle.start().clone();
    let mut before = solutions.from(bits_of(&position));
    let mut played = Vec::new();
    for &jump in jumps {
        if simulate::play(board, &mut position, jump).is_err() {
            break;
        }
        let after = solutions.from(bits_of(&position));
        played.push(Played {
            jump,
            before,
            after,
        });
        before = after;
    }
    let options = board.jumps().iter().filter_map(|&jump| {
        let mut next = position.clone();
        simulate::play(board, &mut next, jump).ok()?;
        Some((jump, solutions.from(bits_of(&next))))
    });
    let mut jumps: Vec<(Jump, u128)> = options.collect();
    jumps.sort_by_key(|&(_, behind)| std::cmp::Reverse(behind));
    Ok(Advice {
        is_goal: puzzle.goal().is_met_by(&position),
        position,
        solutions: before,
        played,
        jumps,
    })
}

/// The advice for programs.
pub(super) fn document(puzzle: &Puzzle, advice: &Advice, seconds: f64) -> Value {
    let option = |&(jump, behind): &(Jump, u128)| json!({"jump": jump, "solutions": behind.to_string(), "keeps": behind > 0});
    let played = |played: &Played| json!({"jump": played.jump, "solutions": played.after.to_string(), "mistake": played.is_mistake()});
    let cells = advice
        .position
        .holes()
        .map(|hole| puzzle.board().cell(hole));
    json!({
        "puzzle": puzzle.name(),
        "position": cells.map(|cell| json!([cell.x, cell.y])).collect::<Value>(),
        "solved": advice.is_goal,
        "solvable": advice.solutions > 0,
        "solutions": advice.solutions.to_string(),
        "jumps": advice.jumps.iter().map(option).collect::<Value>(),
        "played": advice.played.iter().map(played).collect::<Value>(),
        "mistakes": advice.played.iter().filter(|played| played.is_mistake()).count(),
        "seconds": seconds,
    })
}

/// The advice for people.
pub(super) fn text(puzzle: &Puzzle, advice: &Advice, seconds: f64) -> Result<Vec<u8>, Failure> {
    let board = puzzle.board();
    let name = |jump: Jump| notation::jump_name(board, jump);
    let solutions = |number: u128| match number {
        0 => "no solution".to_owned(),
        number => print::counted(number, "solution"),
    };
    let mut out = Vec::new();
    writeln!(out, "{}\n", print::heading(puzzle))?;
    write!(out, "{}", print::position(board, &advice.position))?;
    writeln!(out)?;
    for (number, played) in (1..).zip(&advice.played) {
        let mark = if played.is_mistake() {
            "   <- a mistake, the goal was within reach"
        } else {
            ""
        };
        writeln!(
            out,
            "{number:>4}. {:<10} {} left{mark}",
            name(played.jump),
            solutions(played.after)
        )?;
    }
    if !advice.played.is_empty() {
        let mistakes = advice
            .played
            .iter()
            .filter(|played| played.is_mistake())
            .count();
        writeln!(
            out,
            "{}\n",
            match mistakes {
                0 if advice.solutions > 0 => "no mistake so far".to_owned(),
                0 => "no jump was a mistake: there was no solution from the first on".to_owned(),
                _ => print::counted(mistakes, "avoidable mistake"),
            }
        )?;
    }
    if advice.is_goal {
        let further = solutions(advice.solutions.saturating_sub(1));
        writeln!(out, "the goal is met; by going on from here: {further}")?;
    } else {
        writeln!(out, "from here: {}", solutions(advice.solutions))?;
    }
    for &(jump, behind) in &advice.jumps {
        writeln!(out, "  {:<10} {}", name(jump), solutions(behind))?;
    }
    if advice.jumps.is_empty() {
        writeln!(out, "no jump is left")?;
    }
    writeln!(out, "{seconds:.2} s")?;
    Ok(out)
}
