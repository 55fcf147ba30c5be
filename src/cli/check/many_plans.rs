//! Claims about the number of plans of a document of many (`saut solve --all` and `--sample`), counted again.

use std::collections::HashSet;

use saut::count::{self, NotCounted};
use saut::explore::{FewestMoves, SolutionGraph};
use saut::peg::{Jump, Puzzle};
use saut::search::SearchSettings;
use saut_check::{ClaimStatus, Context, Document, Fault, Report, compare, false_claim};
use serde_json::Value;

use super::all_solutions::not_counted;

/// Checks what a document says of its plans together.
///
/// # Errors
/// A claim is false, or a limit ended the check.
pub fn check(
    context: &Context<Puzzle>,
    plans: usize,
    different: &HashSet<Vec<Jump>>,
    report: &mut Report,
) -> Result<(), Fault> {
    let Context {
        subject: puzzle,
        document,
        search,
        ..
    } = *context;
    let is_distinct = document.says("distinct");
    if let Some(moves) = document.get("moves") {
        return match fewest(puzzle, different, is_distinct, search) {
            Ok(found) => verify_fewest(document, moves, plans, &found, report),
            Err(why) => {
                let names = ["distinct", "complete", "solutions", "optimal"];
                record_not_counted(document, &names, why, report)
            }
        };
    }
    if is_distinct {
        if different.len() < plans {
            return Err(false_claim("distinct", "the same plan stands twice"));
        }
        let reason = "which plans differ by an order or a symmetry only is not worked out again";
        let status = ClaimStatus::NotVerified(reason.to_owned());
        record(
            document,
            &["distinct", "complete", "solutions"],
            &status,
            report,
        );
        return Ok(());
    }
    match count::solutions(puzzle, search) {
        Ok(counted) => {
            let listed = (plans, different.len());
            verify_number(document, listed, counted.solutions, report)
        }
        Err(why) => record_not_counted(document, &["complete", "solutions"], why, report),
    }
}

/// Records a status for those of these claims that a document makes.
fn record(document: &Document, names: &[&str], status: &ClaimStatus, report: &mut Report) {
    let is_claimed = |name: &str| document.claims_of_plans().any(|it| it == name);
    for name in names.iter().filter(|name| is_claimed(name)) {
        report.record(name, status.clone());
    }
}

fn record_not_counted(
    document: &Document,
    names: &[&str],
    why: NotCounted,
    report: &mut Report,
) -> Result<(), Fault> {
    let is_claimed = |name: &&&str| document.claims_of_plans().any(|it| it == **name);
    if let Some(claim) = names.iter().find(is_claimed) {
        let status = not_counted(claim, why)?;
        record(document, names, &status, report);
    }
    Ok(())
}

/// Verifies what a document claims of the number of all solutions, of which it lists so many, and so many different
/// ones: only what was drawn at random may stand twice.
fn verify_number(
    document: &Document,
    (plans, different): (usize, usize),
    all: u128,
    report: &mut Report,
) -> Result<(), Fault> {
    if let Some(claimed) = document
        .get("solutions")
        .filter(|claimed| !claimed.is_null())
    {
        report.record("solutions", compare("solutions", claimed, all.to_string())?);
    }
    if document.says("complete") {
        let is_repeated = different < plans;
        if is_repeated && !document.says("sample") {
            return Err(false_claim("complete", "a plan stands twice"));
        }
        let status = if !is_repeated && plans as u128 == all {
            ClaimStatus::Holds
        } else {
            ClaimStatus::NotVerified(format!("{different} of {all}: as many as were drawn"))
        };
        report.record("complete", status);
    }
    Ok(())
}

/// Facts of all plans with the fewest moves, and of those of a document.
struct Fewest {
    /// The fewest moves.
    least: Option<usize>,
    /// The plans of the document that are different, or different up to symmetry.
    listed: usize,
    /// Number of all, counted likewise.
    all: u128,
}

/// Works that out again.
fn fewest(
    puzzle: &Puzzle,
    different: &HashSet<Vec<Jump>>,
    is_distinct: bool,
    search: &SearchSettings,
) -> Result<Fewest, NotCounted> {
    let winning = SolutionGraph::new(puzzle, search)?;
    let fewest = FewestMoves::new(&winning)?;
    let least = fewest.moves();
    if !is_distinct {
        let (listed, all) = (different.len(), fewest.plans()?);
        return Ok(Fewest { least, listed, all });
    }
    let board = puzzle.board().jumps();
    let number = |jump: &Jump| board.iter().position(|other| other == jump);
    let representative = fewest.representatives();
    let class = |plan: &Vec<Jump>| {
        let numbers: Vec<usize> = plan.iter().filter_map(number).collect();
        representative(&numbers)
    };
    let classes: HashSet<Vec<usize>> = different.iter().map(class).collect();
    Ok(Fewest {
        least,
        listed: classes.len(),
        all: fewest.up_to_symmetry()?,
    })
}

/// Verifies what a document of plans with the fewest moves document.
fn verify_fewest(
    document: &Document,
    moves: &Value,
    plans: usize,
    fewest: &Fewest,
    report: &mut Report,
) -> Result<(), Fault> {
    let (listed, all) = (fewest.listed, fewest.all);
    // A whole list has nothing twice either.
    let once = ["distinct", "complete"].into_iter();
    if let Some(claim) = once.filter(|_| listed < plans).find(|it| document.says(it)) {
        return Err(false_claim(
            claim,
            "a plan, or an image of it, stands twice",
        ));
    }
    if document.says("distinct") {
        report.record("distinct", ClaimStatus::Holds);
    }
    if let Some(claimed) = document.get("solutions") {
        report.record("solutions", compare("solutions", claimed, all.to_string())?);
    }
    if document.says("optimal") {
        report.record("optimal", compare("optimal", moves, fewest.least)?);
    }
    if document.says("complete") {
        if listed as u128 != all {
            let fact = format!("{listed} of {all} plans are there");
            return Err(false_claim("complete", fact));
        }
        report.record("complete", ClaimStatus::Holds);
    }
    Ok(())
}
