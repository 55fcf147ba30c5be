//! `saut transform`: the complement, the reversal and the symmetric images of a puzzle and of its plan.

use std::fmt::Write as _;

use saut::BadInput;
use saut::formats::toml_file;
use saut::peg::notation::{self, Digits};
use saut::peg::{Position, Puzzle, axes, moves, picture};
use saut::simulate::ReplayedPlan;
use saut::transform::{self, Transformation};
use serde_json::json;

use super::arguments::{Global, Transform};
use super::reply::{CommandOutput, Failure, unusable};
use super::{input, print, show, status};

/// The number of the identity, which is the default symmetry with `--moves`.
const IDENTITY: usize = 0;

pub fn run(arguments: &Transform, global: &Global) -> Result<CommandOutput, Failure> {
    let puzzle = input::entry(&arguments.puzzle, &global.stop)?.peg_under_any_rule()?;
    let board = puzzle.board();
    if board.put_back().is_some() && (arguments.complement || arguments.reverse) {
        let flag = if arguments.complement {
            "--complement"
        } else {
            "--reverse"
        };
        let fact = "does not support the old French rule (put_back), because putting a peg back has no inverse";
        return unusable(flag, fact, "leave out the flag, or put_back in the file");
    }
    let read = |file: &String| {
        let text = input::text(file, &global.stop)?;
        show::replayed(&puzzle, file, &text, arguments.digits)
    };
    let plan = arguments.plan.as_ref().map(read).transpose()?;
    if arguments.reverse {
        return reverse(arguments, &puzzle, plan.as_ref());
    }
    let (word, made) = if arguments.complement {
        let made = transform::complement(&puzzle, plan.as_ref()).map_err(|no| {
            let remedy = "also give a plan; its last position is then used as the goal";
            BadInput::new("--complement", no).remedy(remedy)
        })?;
        let word = "pegs and vacancies exchanged, played backward (Leibniz)";
        (word.to_owned(), made)
    } else if let Some(number) = arguments.symmetry.or(arguments.moves.then_some(IDENTITY)) {
        let board = puzzle.board();
        let symmetries = board.symmetries();
        let Some(symmetry) = symmetries.get(number) else {
            let last = symmetries.len() - 1;
            let fact = format!("the board has no symmetry {number}");
            let remedy = format!(
                "symmetries are numbered from 0 to {last}; without a flag, they are listed"
            );
            return unusable("--symmetry", fact, remedy);
        };
        let made = transform::image(&puzzle, plan.as_ref(), symmetry, number);
        let made = made.map_err(Failure::other)?;
        (format!("the {}", symmetry.name(board)), made)
    } else {
        return Ok(symmetries(&puzzle));
    };
    write(arguments, &puzzle, &word, made)
}

/// Returns the reply with the new puzzle, and with its plan if there is one.
fn write(
    arguments: &Transform,
    old: &Puzzle,
    word: &str,
    made: Transformation,
) -> Result<CommandOutput, Failure> {
    let (mut puzzle, jumps) = (made.puzzle, made.plan.as_ref().map(ReplayedPlan::jumps));
    let board = puzzle.board();
    let mut document = json!({
        "puzzle": old.name(), "transformation": word, "same": made.is_same,
        "geometry": board.geometry().to_string(), "start": picture::draw_position(board, puzzle.start()),
        "goal": picture::draw_goal(board, puzzle.goal()), "one_peg": puzzle.goal().is_one_peg(),
    });
    if let Some(jumps) = &jumps {
        document["plan"] = json!(jumps);
        document["moves"] = moves(jumps).len().into();
        document["checked"] = true.into();
    }
    if arguments.moves {
        let Some(jumps) = jumps else {
            return unusable("--moves", "there is no plan to print", "also give the plan");
        };
        if arguments.notation != Digits::default() && !notation::has_digits(board) {
            let fact = "cells of this board are written as pairs, (column,row)";
            return unusable("--notation", fact, "leave it out");
        }
        let text = print::plan_in(arguments.notation, board, &jumps);
        return Ok(CommandOutput::text(status::SOLVED, text));
    }
    let same = if made.is_same { "the same" } else { "another" };
    let mut text = format!("# {}, {word}: {same} puzzle\n", old.name());
    if let Some(jumps) = &jumps {
        let length = print::length(jumps);
        let _ = writeln!(text, "# plan: {length}, replayed by the simulator");
    }
    puzzle.plan = jumps;
    text += &toml_file::write_toml(&[puzzle]);
    Ok(CommandOutput::new(status::SOLVED, document, text))
}

fn reverse(
    arguments: &Transform,
    puzzle: &Puzzle,
    plan: Option<&ReplayedPlan>,
) -> Result<CommandOutput, Failure> {
    let Some(plan) = plan else {
        let remedy = "give a plan, or use --complement for the complementary puzzle";
        return unusable("--reverse", "there is no plan to play backward", remedy);
    };
    let undone = transform::reversal(puzzle, plan);
    let undone = undone.map_err(Failure::other)?;
    let board = puzzle.board();
    let document = json!({
        "puzzle": puzzle.name(), "transformation": "reversal",
        "start": picture::draw_position(board, plan.end()),
        "goal": picture::draw_position(board, puzzle.start()),
        "undone": undone, "checked": true,
    });
    let mut text = String::new();
    for (number, &jump) in (1..).zip(&undone) {
        let [from, over, to] =
            [jump.from, jump.over, jump.to].map(|cell| notation::cell_name(board, cell));
        let _ = writeln!(
            text,
            "{number:>4}. {to} back to {from}, and a peg into {over}"
        );
    }
    if !arguments.moves {
        let undone = print::counted(undone.len(), "jump");
        let _ = writeln!(text, "{undone} undone, which leads back to the start");
    }
    Ok(CommandOutput::new(status::SOLVED, document, text))
}

/// Lists the symmetries of the board, and marks the symmetries that preserve start or goal.
fn symmetries(puzzle: &Puzzle) -> CommandOutput {
    let (board, goal) = (puzzle.board(), puzzle.goal());
    let mut text = print::opening(puzzle);
    let mut entries = Vec::new();
    for (number, symmetry) in board.symmetries().iter().enumerate() {
        let keeps = |position: &Position| symmetry.position(position) == *position;
        let fixes_goal = keeps(goal.pegs()) && keeps(goal.open());
        let (name, fixes_start) = (symmetry.name(board), keeps(puzzle.start()));
        let what = match (fixes_start, fixes_goal) {
            (true, true) => "keeps start and goal",
            (true, false) => "keeps the start",
            (false, true) => "keeps the goal",
            (false, false) => "",
        };
        text += format!("{number:>3}  {name:<34} {what}").trim_end();
        text += "\n";
        entries.push(json!({
            "number": number, "name": name, "fixes_start": fixes_start, "fixes_goal": fixes_goal,
        }));
    }
    let axes = axes(board, puzzle.start());
    if let Some(axes) = axes {
        let _ = writeln!(
            text,
            "axes of the start: {axes} (sum of 1 level, 2 upright, 4 rising, 8 falling)"
        );
    }
    let document = json!({"puzzle": puzzle.name(), "symmetries": entries, "axes": axes});
    CommandOutput::new(status::SOLVED, document, text)
}
