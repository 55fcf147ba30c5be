//! `saut show`: pictures of a puzzle, or of a plan move by move, with characters, as SVG, PNG, LaTeX
//! or HTML.

pub mod drawing;
mod reasons;
mod text;

use saut::certify::corner::corners;
use saut::formats::{Entry, latex, page, plan_file, svg};
use saut::packages;
use saut::peg::notation::Digits;
use saut::peg::{Puzzle, picture};
use saut::simulate::{self, ReplayedPlan};

use super::arguments::{Global, Show, ShowFormat, SvgStyle};
use super::reply::{Failure, Reply, unusable};
use super::{input, print};
use text::text;

/// Runs `saut show`.
pub fn run(arguments: &Show, global: &Global) -> Result<Reply, Failure> {
    if arguments.all {
        return collection(arguments, global);
    }
    let puzzle = match input::entry(&arguments.puzzle, &global.stop)? {
        Entry::Baseball(puzzle) => return super::baseball::show(arguments, global, &puzzle),
        entry @ Entry::Peg(_) if matches!(arguments.format(global), ShowFormat::Text) => {
            entry.peg_under_any_rule()?
        }
        entry @ Entry::Peg(_) => entry.peg()?,
    };
    let mut plan = None;
    if let Some(file) = &arguments.result {
        let result = input::text(file, &global.stop)?;
        if let Some(checked) = reasons::checked(&puzzle, file, &result)? {
            return reasons::show(arguments, global, &puzzle, &checked);
        }
        plan = Some(replayed(&puzzle, file, &result, None)?);
    }
    let jumps = plan.as_ref().map(ReplayedPlan::jumps);
    drawing::reply(
        arguments,
        global,
        facts(&puzzle, plan.as_ref()),
        || text(&puzzle, plan.as_ref()),
        || match (&jumps, arguments.style) {
            (None, _) => svg::puzzle(&puzzle),
            (Some(jumps), SvgStyle::Sheet) => svg::plan(&puzzle, jumps),
            (Some(jumps), SvgStyle::Strip) => svg::strip(&puzzle, jumps),
            (Some(jumps), SvgStyle::Animation) => svg::animation(&puzzle, jumps),
        },
        || match &jumps {
            None => latex::puzzle(&puzzle),
            Some(jumps) => latex::plan(&puzzle, jumps),
        },
        || page::page(&puzzle, jumps.as_deref()),
    )
}

/// All puzzles of a file on one page.
fn collection(arguments: &Show, global: &Global) -> Result<Reply, Failure> {
    if !matches!(arguments.format(global), ShowFormat::Html) {
        let fact = "all puzzles of a file are shown on a page only";
        return unusable("--all", fact, "add --format html");
    }
    let entries = input::entries(&arguments.puzzle, &global.stop)?;
    let drawn = page::collection(input::name(&arguments.puzzle), &entries)?;
    let document = serde_json::json!({"puzzles": entries.len()});
    Reply::content(document, Some("html"), drawn, global.out.as_deref())
}

/// The puzzle in JSON.
fn facts(puzzle: &Puzzle, plan: Option<&ReplayedPlan>) -> serde_json::Value {
    let board = puzzle.board();
    let mut document = serde_json::json!({
        "puzzle": puzzle.name(), "geometry": board.geometry().name(), "holes": board.drawn().len(),
        "corners": corners(&board.without_put_back()).pegs(), "expect": puzzle.expect.name(),
        "start": picture::draw_position(board, puzzle.start()),
        "goal": picture::draw_goal(board, puzzle.goal()),
    });
    if puzzle.goal().is_one_peg() {
        document["one_peg"] = true.into();
    }
    if let Some(hole) = board.put_back() {
        let cell = board.cell(hole);
        document["put_back"] = serde_json::json!([cell.x, cell.y]);
    }
    if let Some(plan) = plan {
        document["plan"] = serde_json::json!(plan.jumps());
        let blocks = packages::blocks(board, puzzle.start(), &plan.jumps());
        document["packages"] = print::block_entries(&blocks);
    }
    document
}

/// The plan in the text of a file, replayed.
///
/// # Errors
/// It is no plan of the puzzle, or is refused.
pub fn replayed(
    puzzle: &Puzzle,
    file: &str,
    text: &str,
    digits: Option<Digits>,
) -> Result<ReplayedPlan, Failure> {
    let plan = plan_file::read_plan_of(puzzle, text, digits).map_err(|bad| bad.within(file))?;
    simulate::replay(puzzle, plan).map_err(|rejected| {
        let refused = saut_check::refused_plan(puzzle.board(), text, digits, &rejected);
        Failure::Refused(refused.within(file))
    })
}
