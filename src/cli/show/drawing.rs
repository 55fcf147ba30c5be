//! A drawing in the format that is asked for, and a puzzle and its plan with characters. A PNG goes into a file, or to
//! standard output if that is no terminal.

use std::fmt::Write as _;
use std::io::IsTerminal;

use anstyle::{AnsiColor, Style};
use saut::certify::parity::corners;
use saut::formats::png;
use saut::named::Named as _;
use saut::packages::{self, Piece, Pieces};
use saut::peg::{Board, Hole, Puzzle, moves, notation, picture};
use saut::simulate::{self, ReplayedPlan};
use saut::visible::visible_lines;
use serde_json::Value;

use crate::cli::arguments::{Global, Show, ShowFormat, SvgStyle};
use crate::cli::print;
use crate::cli::reply::{Failure, Reply, unusable};

/// The reply with the drawing; each format is a function.
pub fn reply(
    arguments: &Show,
    global: &Global,
    facts: Value,
    text: impl FnOnce() -> Result<String, Failure>,
    svg: impl FnOnce() -> String,
    latex: impl FnOnce() -> String,
    html: impl FnOnce() -> String,
) -> Result<Reply, Failure> {
    let (format, out) = (arguments.format(global), global.out.as_deref());
    let drawn = match format {
        ShowFormat::Text => return Reply::content(facts, None, text()?, out),
        ShowFormat::Svg => svg(),
        ShowFormat::Latex => latex(),
        ShowFormat::Html => html(),
        ShowFormat::Png => {
            let bad = |fact: &str, remedy: &str| unusable("--format png", fact, remedy);
            if matches!(arguments.style, SvgStyle::Animation) {
                return bad("does not move", "give --format svg, or another --style");
            }
            if out.is_none() && (global.json || std::io::stdout().is_terminal()) {
                return bad("is no text", "name a file with -o");
            }
            return Reply::content(facts, None, png::png(&svg())?, out);
        }
    };
    Reply::content(facts, Some(format.name()), drawn, out)
}

/// The puzzle and the plan with characters.
pub fn text(puzzle: &Puzzle, plan: Option<&ReplayedPlan>) -> Result<String, Failure> {
    let board = puzzle.board();
    let put_back = usize::from(puzzle.has_hand(puzzle.start()));
    let (fewest, most) = puzzle.jump_range();
    let (fewest, most) = (fewest - put_back, most - put_back);
    let jumps = if fewest == most {
        format!("{most}")
    } else {
        format!("{fewest} to {most}")
    };
    let mut text = format!(
        "{}\n\
         {} holes ({}), {} of them corners, {} jumps on the board, {} symmetries; {} pegs, {jumps} jumps to play\n",
        print::opening(puzzle),
        board.drawn().len(),
        board.geometry(),
        corners(&board.without_put_back()).pegs(),
        board.without_put_back().jumps().len(),
        board.symmetries().len(),
        puzzle.pegs_on_board(puzzle.start()),
    );
    for (what, words) in [("why", &puzzle.why), ("source", &puzzle.source)] {
        if let Some(words) = words {
            let _ = writeln!(text, "{what}: {}", visible_lines(words));
        }
    }
    let _ = writeln!(text, "expected: {}", puzzle.expect.name());
    if let Some(plan) = plan {
        text += &play(puzzle, plan)?;
    }
    Ok(text)
}

/// The colours of pieces: the core, single jumps, and those of block removals.
const TINTS: [AnsiColor; Pieces::COLOURS] = [
    AnsiColor::Cyan,
    AnsiColor::White,
    AnsiColor::Yellow,
    AnsiColor::Green,
    AnsiColor::Magenta,
    AnsiColor::Red,
    AnsiColor::Blue,
];

/// The pieces of a plan in colours, each with a sign of its own.
fn drawn(board: &Board, pieces: &Pieces) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz";
    let mut text = "\npieces, # the core, - single jumps, letters the packages in their order (a again after z):\n"
        .to_owned();
    let colours = pieces.colours(board);
    let sign = |hole: Hole| {
        let sign = match pieces.at(hole) {
            None => '.',
            Some(Piece::Core) => '#',
            Some(Piece::SingleJump) => '-',
            Some(Piece::Package(number)) => char::from(LETTERS[number % LETTERS.len()]),
        };
        sign.to_string()
    };
    let mut holes = 0..board.len();
    for row in picture::placed_rows(board, &picture::draw_texts(board, 1, sign)) {
        text += "  ";
        for sign in row.chars() {
            let hole = if sign == ' ' { None } else { holes.next() };
            let tint = hole.and_then(|hole| colours[hole]);
            let style = Style::new().fg_color(tint.map(|tint| TINTS[tint].into()));
            let _ = write!(text, "{style}{sign}{style:#}");
        }
        text += "\n";
    }
    text
}

/// The position after every move, then the block removals.
fn play(puzzle: &Puzzle, plan: &ReplayedPlan) -> Result<String, Failure> {
    let (board, jumps, mut text) = (puzzle.board(), plan.jumps(), String::new());
    let mut position = puzzle.start().clone();
    for (number, sweep) in (1..).zip(&moves(&jumps)) {
        for &jump in sweep.jumps() {
            simulate::play(board, &mut position, jump).map_err(Failure::other)?;
        }
        let name = notation::move_name(board, sweep);
        let position = print::position(board, &position);
        let _ = write!(text, "\n{number}. {name}\n{position}");
    }
    if let Some(pieces) = Pieces::of(board, puzzle.start(), &jumps) {
        text += &drawn(board, &pieces);
    }
    let blocks = packages::blocks(board, puzzle.start(), &jumps);
    if !blocks.is_empty() {
        let lines = print::blocks(board, &jumps, &blocks);
        let _ = write!(text, "\nblock removals:\n{lines}");
    }
    Ok(text)
}
