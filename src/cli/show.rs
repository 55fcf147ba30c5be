//! `saut show`: pictures of a puzzle, or of a plan move by move, with characters, as SVG, PNG, LaTeX
//! or HTML.

pub mod drawing;

use std::time::Duration;

use saut::BadInput;
use saut::answer::Explanation;
use saut::certify::parity::corners;
use saut::certify::{self, CheckedCertificate};
use saut::formats::{Entry, latex, page, plan_file, svg};
use saut::named::Named as _;
use saut::packages;
use saut::peg::notation::Digits;
use saut::peg::{Puzzle, picture};
use saut::search::SearchSettings;
use saut::simulate::{self, ReplayedPlan};
use saut::stop::Stop;
use saut_check::{Document, Report, certificate_of};
use serde_json::{Value, json};

use super::arguments::{Global, Show, ShowFormat, SvgStyle};
use super::reply::{Failure, Reply, unusable};
use super::{input, print};
use drawing::text;

/// The longest that the criteria may take for the page of a certificate.
const SURVEY: Duration = Duration::from_secs(20);

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
        if let Some(checked) = checked(&puzzle, file, &result)? {
            return show_reasons(arguments, global, &puzzle, &checked);
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
    let document = json!({"puzzles": entries.len()});
    Reply::content(document, Some("html"), drawn, global.out.as_deref())
}

/// The puzzle in JSON.
fn facts(puzzle: &Puzzle, plan: Option<&ReplayedPlan>) -> Value {
    let board = puzzle.board();
    let mut document = json!({
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
        document["put_back"] = json!([cell.x, cell.y]);
    }
    if let Some(plan) = plan {
        document["plan"] = json!(plan.jumps());
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

/// The certificate in this text of a file, if it has one, checked again.
fn checked(puzzle: &Puzzle, file: &str, text: &str) -> Result<Option<CheckedCertificate>, Failure> {
    let document = Document::read(text, file, None)?;
    let found = certificate_of(&document, None).map_err(|fault| fault.within(file))?;
    let Some((claim, others)) = found else {
        return Ok(None);
    };
    let recorded = others.record_beside_certificate(&mut Report::default());
    recorded.map_err(|fault| fault.within(file))?;
    let checked = certify::check_within(puzzle, claim, &SearchSettings::default());
    checked.map(Some).map_err(|rejected| {
        let refused = BadInput::new("certificate refused", rejected.to_string());
        Failure::Refused(refused.within(file))
    })
}

/// Shows why a puzzle has no plan, as text or on a page.
fn show_reasons(
    arguments: &Show,
    global: &Global,
    puzzle: &Puzzle,
    checked: &CheckedCertificate,
) -> Result<Reply, Failure> {
    let shown = match arguments.format(global) {
        ShowFormat::Html => infeasible(puzzle, checked)?,
        ShowFormat::Text => {
            let (kind, why) = (checked.kind(), checked.explanation(puzzle));
            let shown = text(puzzle, None)?;
            format!("{shown}\ninfeasible: the certificate ({kind}) holds\n{why}")
        }
        ShowFormat::Svg | ShowFormat::Png | ShowFormat::Latex => {
            let fact = "a certificate is shown as text or on a page";
            return unusable("--format", fact, "choose text or html");
        }
    };
    let document = json!({"puzzle": puzzle.name(), "verdict": "infeasible", "checked": true});
    let key = Some(arguments.format(global).name());
    Reply::content(document, key, shown, global.out.as_deref())
}

/// The page of a certificate, and of the findings of all criteria.
fn infeasible(puzzle: &Puzzle, checked: &CheckedCertificate) -> Result<String, Failure> {
    let stop = Stop::new(Some(SURVEY), None);
    let mut document = Explanation::new(puzzle, &stop)?.document()?;
    let mut criteria: Vec<Value> = serde_json::from_value(document["criteria"].take())?;
    // The certificate comes first: with the weights of its criterion, or as it explains itself.
    let name = checked.kind();
    let own = criteria
        .iter()
        .position(|one| one["name"] == name && one["refutes"] == true);
    let first = own.map_or_else(
        || json!({"name": name, "refutes": true, "why": checked.explanation(puzzle), "weights": []}),
        |index| criteria.remove(index),
    );
    criteria.insert(0, first);
    Ok(page::infeasible(puzzle, &Value::Array(criteria)))
}
