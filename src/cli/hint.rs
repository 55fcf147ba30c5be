//! `saut hint`: which jumps keep a position solvable, and where a game that was played left the
//! way to the goal.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use saut::BadInput;
use saut::count::NotCounted;
use saut::explore::{SolutionGraph, Solutions};
use saut::formats::json::JumpEntry;
use saut::formats::plan_file;
use saut::peg::notation::{self, Digits};
use saut::peg::picture::{self, Content, Picture};
use saut::peg::{Jump, Position, Puzzle};
use saut::search::SearchSettings;
use saut::search::bit_board::bits_of;
use saut::simulate;
use serde_json::{Value, json};

use super::arguments::Hint;
use super::count::{refuse, rounded, searching};
use super::failure::Failure;
use super::{input, print, status};

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

/// What there is to say.
struct Advice {
    position: Position,
    /// Whether the position meets the goal.
    is_goal: bool,
    solutions: u128,
    played: Vec<Played>,
    /// All jumps that can be played, with the solutions behind each.
    jumps: Vec<(Jump, u128)>,
}

/// Runs `saut hint`.
pub fn run(arguments: &Hint) -> Result<u8, Failure> {
    let mut puzzle = input::puzzle(&arguments.puzzle)?;
    if let Some(text) = &arguments.position {
        let start = position(&puzzle, text)?;
        let goal = puzzle.goal().clone();
        let name = puzzle.name().to_owned();
        puzzle = Puzzle::new(name, puzzle.board().clone(), start, goal)
            .map_err(|bad| BadInput::new("--position", bad.to_string()))?;
    }
    let jumps = match &arguments.played {
        Some(file) => played(&puzzle, file)?,
        None => Vec::new(),
    };
    let (settings, line) = searching(&arguments.limits);
    let began = Instant::now();
    let advice = advise(&puzzle, &jumps, &settings);
    line.clear();
    let seconds = rounded(began);
    let advice = match advice {
        Ok(advice) => advice,
        Err(why) => return refuse(puzzle.name(), why, seconds, arguments.output.json),
    };
    if arguments.output.json {
        print_json(&puzzle, &advice, seconds)?;
    } else {
        print_text(&puzzle, &advice, seconds)?;
    }
    Ok(status::SOLVED)
}

/// The jumps of a game so far; each must be allowed.
fn played(puzzle: &Puzzle, file: &str) -> Result<Vec<Jump>, Failure> {
    let within = |bad: BadInput| bad.within(file);
    let plan = plan_file::read_plan(puzzle.board(), &input::text(file)?, None).map_err(within)?;
    let mut position = puzzle.start().clone();
    let jumps: Vec<Jump> = plan.actions().copied().collect();
    for (number, &jump) in (1..).zip(&jumps) {
        simulate::play(puzzle.board(), &mut position, jump).map_err(|fault| {
            within(
                BadInput::new(format!("jump {number}"), fault.to_string())
                    .remedy("a hint needs a game that can be played"),
            )
        })?;
    }
    Ok(jumps)
}

/// A position as a picture in a file, or as cells.
fn position(puzzle: &Puzzle, text: &str) -> Result<Position, BadInput> {
    let board = puzzle.board();
    let bad = |fact: String| {
        BadInput::new("--position", fact)
            .remedy("give a file with a picture of this board, or cells such as \"44 45\"")
    };
    if Path::new(text).is_file() {
        let picture = Picture::read(&input::text(text)?, 1).map_err(|bad| bad.within(text))?;
        let other = || bad(format!("the picture in {text} is of another board"));
        if picture.board(board.geometry())? != **board {
            return Err(other());
        }
        return picture.holes(board, Content::Peg).ok_or_else(other);
    }
    let hole = |cell: &str| {
        let found = notation::read_cell(board, cell, Digits::ColumnFirst);
        let hole = found.and_then(|cell| board.hole(cell));
        hole.ok_or_else(|| {
            bad(format!(
                "\"{cell}\" is neither a file nor a hole of the board"
            ))
        })
    };
    let holes: Vec<usize> = text
        .split_whitespace()
        .map(hole)
        .collect::<Result<_, _>>()?;
    Ok(Position::from_holes(board.len(), holes))
}

fn advise(
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

fn print_json(puzzle: &Puzzle, advice: &Advice, seconds: f64) -> Result<(), Failure> {
    let entry =
        |jump: Jump| -> Value { serde_json::to_value(JumpEntry::from(jump)).unwrap_or_default() };
    let option = |&(jump, behind): &(Jump, u128)| json!({"jump": entry(jump), "solutions": behind.to_string(), "keeps": behind > 0});
    let played = |played: &Played| json!({"jump": entry(played.jump), "solutions": played.after.to_string(), "mistake": played.is_mistake()});
    let cells = advice
        .position
        .holes()
        .map(|hole| puzzle.board().cell(hole));
    let document = json!({
        "puzzle": puzzle.name(),
        "position": cells.map(|cell| json!([cell.x, cell.y])).collect::<Value>(),
        "solved": advice.is_goal,
        "solvable": advice.solutions > 0,
        "solutions": advice.solutions.to_string(),
        "jumps": advice.jumps.iter().map(option).collect::<Value>(),
        "played": advice.played.iter().map(played).collect::<Value>(),
        "mistakes": advice.played.iter().filter(|played| played.is_mistake()).count(),
        "seconds": seconds,
    });
    Ok(writeln!(anstream::stdout(), "{document}")?)
}

fn print_text(puzzle: &Puzzle, advice: &Advice, seconds: f64) -> Result<(), Failure> {
    let board = puzzle.board();
    let name = |jump: Jump| print::jump(board, jump);
    let solutions = |number: u128| match number {
        0 => "no solution".to_owned(),
        number => print::counted(number, "solution"),
    };
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}\n", print::heading(puzzle))?;
    write!(
        out,
        "{}",
        print::position(&picture::draw_position(board, &advice.position))
    )?;
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
    Ok(writeln!(out, "{seconds:.2} s")?)
}
