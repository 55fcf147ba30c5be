//! `saut transform`: the inverse play, the reversal and the images of a puzzle and of its plan.

use std::fmt::Write as _;

use saut::BadInput;
use saut::formats::{plan_file, toml_file};
use saut::peg::notation::{self, Digits};
use saut::peg::{Puzzle, axes, moves, picture};
use saut::simulate::{self, ReplayedPlan};
use saut::stop::Stop;
use saut::transform::{self, Transformed};
use serde_json::{Value, json};

use super::arguments::{Global, Transform};
use super::reply::{Failure, Reply};
use super::{input, print, status};

/// The number of the symmetry that leaves every hole where it is: what is meant by --moves alone.
const IDENTITY: usize = 0;

/// Runs `saut transform`.
pub fn run(arguments: &Transform, global: &Global) -> Result<Reply, Failure> {
    let puzzle = input::puzzle(&arguments.puzzle, &global.stop)?;
    let plan = match &arguments.plan {
        Some(file) => Some(replayed(arguments, &puzzle, file, &global.stop)?),
        None => None,
    };
    if arguments.reverse {
        return reverse(arguments, &puzzle, plan.as_ref());
    }
    let (word, transformed) = if arguments.complement {
        let made = transform::complement(&puzzle, plan.as_ref()).map_err(|no| {
            let remedy = "give a plan, so that the position that it ends in is the goal";
            BadInput::new("--complement", no.to_string()).remedy(remedy)
        })?;
        let words = "pegs and vacancies exchanged, played backward (Leibniz)";
        (words.to_owned(), made)
    } else if let Some(number) = arguments.symmetry.or(arguments.moves.then_some(IDENTITY)) {
        let board = puzzle.board();
        let symmetries = board.symmetries();
        let symmetry = symmetries.get(number).ok_or_else(|| {
            let last = symmetries.len() - 1;
            BadInput::new("--symmetry", format!("the board has no symmetry {number}")).remedy(
                format!("they are numbered from 0 to {last}; without a flag they are listed"),
            )
        })?;
        let made = transform::image(&puzzle, plan.as_ref(), symmetry, number);
        let made = made.map_err(|no| Failure::Other(no.to_string()))?;
        (format!("the {}", symmetry.name(board)), made)
    } else {
        return Ok(symmetries(&puzzle));
    };
    write(arguments, global, &puzzle, &word, &transformed)
}

fn replayed(
    arguments: &Transform,
    puzzle: &Puzzle,
    file: &str,
    stop: &Stop,
) -> Result<ReplayedPlan, Failure> {
    let within = |bad: BadInput| bad.within(file);
    let text = input::text(file, stop)?;
    let plan = plan_file::read_plan_of(puzzle, &text, arguments.digits).map_err(within)?;
    simulate::replay(puzzle, plan).map_err(|rejected| {
        let refused = saut_check::refused_plan(puzzle.board(), &text, arguments.digits, &rejected);
        Failure::Refused(within(refused))
    })
}

/// Writes the new puzzle, and its plan if there is one.
fn write(
    arguments: &Transform,
    global: &Global,
    old: &Puzzle,
    word: &str,
    made: &Transformed,
) -> Result<Reply, Failure> {
    let mut puzzle = made.puzzle.clone();
    let jumps = made.plan.as_ref().map(ReplayedPlan::jumps);
    let same = if made.is_same {
        "the same puzzle"
    } else {
        "another puzzle"
    };
    if global.json {
        let board = puzzle.board();
        let mut document = json!({
            "puzzle": old.name(),
            "transformation": word,
            "same": made.is_same,
            "geometry": board.geometry().name(),
            "start": picture::draw_position(board, puzzle.start()),
            "goal": picture::draw_goal(board, puzzle.goal()),
            "one_peg": puzzle.goal().is_one_peg(),
        });
        if let Some(plan) = &made.plan {
            document["plan"] = json!(plan.jumps());
            document["moves"] = moves(&plan.jumps()).len().into();
            document["checked"] = true.into();
        }
        return Ok(Reply::new(status::SOLVED, document, ""));
    }
    if arguments.moves {
        let jumps = jumps.ok_or_else(|| {
            BadInput::new("--moves", "there is no plan to print").remedy("give the plan too")
        })?;
        let board = puzzle.board();
        if arguments.notation != Digits::default() && !notation::has_digits(board) {
            let fact = "cells of this board are written as pairs, (column,row)";
            return Err(BadInput::new("--notation", fact)
                .remedy("leave it out")
                .into());
        }
        let text = print::plan_in(arguments.notation, board, &jumps);
        return Ok(Reply::text(status::SOLVED, text));
    }
    let mut text = format!("# {}, {word}: {same}\n", old.name());
    if let Some(jumps) = &jumps {
        let (all, number) = (
            print::counted(jumps.len(), "jump"),
            print::counted(moves(jumps).len(), "move"),
        );
        let _ = writeln!(
            text,
            "# its plan: {all} in {number}, replayed by the simulator"
        );
    }
    puzzle.plan = jumps;
    text += &toml_file::write_toml(&[puzzle]);
    Ok(Reply::text(status::SOLVED, text))
}

/// The plan read backward.
fn reverse(
    arguments: &Transform,
    puzzle: &Puzzle,
    plan: Option<&ReplayedPlan>,
) -> Result<Reply, Failure> {
    let plan = plan.ok_or_else(|| {
        BadInput::new("--reverse", "there is no plan to play backward")
            .remedy("give a plan, or take --complement for a puzzle of its own")
    })?;
    let undone = transform::reversal(puzzle, plan);
    let undone = undone.map_err(|no| Failure::Other(no.to_string()))?;
    let board = puzzle.board();
    let document = json!({
        "puzzle": puzzle.name(),
        "transformation": "reversal",
        "start": picture::draw_position(board, plan.end()),
        "goal": picture::draw_position(board, puzzle.start()),
        "undone": undone,
        "checked": true,
    });
    let mut text = String::new();
    for (number, &jump) in (1..).zip(&undone) {
        let name = |cell| saut::peg::notation::cell_name(board, cell);
        let (from, over, to) = (name(jump.from), name(jump.over), name(jump.to));
        let _ = writeln!(
            text,
            "{number:>4}. {to} back to {from}, and a peg into {over}"
        );
    }
    if !arguments.moves {
        let undone = print::counted(undone.len(), "jump");
        let _ = writeln!(
            text,
            "{undone} undone, one after the other: the start is reached"
        );
    }
    Ok(Reply::new(status::SOLVED, document, text))
}

/// The symmetries of the board, and which of them leave the puzzle as it is.
fn symmetries(puzzle: &Puzzle) -> Reply {
    let (board, goal) = (puzzle.board(), puzzle.goal());
    let all = board.symmetries();
    let fixes_start = |index: usize| all[index].position(puzzle.start()) == *puzzle.start();
    let fixes_goal = |index: usize| {
        all[index].position(goal.pegs()) == *goal.pegs()
            && all[index].position(goal.open()) == *goal.open()
    };
    let axes = axes(board, puzzle.start());
    let entry = |index: usize| {
        json!({"number": index, "name": all[index].name(board),
            "fixes_start": fixes_start(index), "fixes_goal": fixes_goal(index)})
    };
    let entries: Vec<Value> = (0..all.len()).map(entry).collect();
    let document = json!({"puzzle": puzzle.name(), "symmetries": entries, "axes": axes});
    let mut text = format!("{}\n\n{}", print::heading(puzzle), print::pair(puzzle));
    for (index, symmetry) in all.iter().enumerate() {
        let what = match (fixes_start(index), fixes_goal(index)) {
            (true, true) => "keeps start and goal",
            (true, false) => "keeps the start",
            (false, true) => "keeps the goal",
            (false, false) => "",
        };
        let line = format!("{index:>3}  {:<34} {what}", symmetry.name(board));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if let Some(axes) = axes {
        let _ = writeln!(
            text,
            "axes of the start: {axes} (1 level, 2 upright, 4 rising, 8 falling, added up)"
        );
    }
    Reply::new(status::SOLVED, document, text)
}
