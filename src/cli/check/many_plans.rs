//! A document of many plans (`saut solve --all` and `--sample`): every plan is replayed, and how many
//! there are is counted anew.

use std::collections::HashSet;

use saut::BadInput;
use saut::count::{self, NotCounted};
use saut::explore::{FewestMoves, OptimalPlans, SolutionGraph};
use saut::peg::{GameLength, Jump, Puzzle};
use saut::plan::Plan;
use saut::search::SearchSettings;
use saut::simulate;
use serde_json::{Value, json};

use super::all_solutions::not_counted;
use super::claims::{BoardSubject, Claims};
use super::verdict::{Fault, Verdict};
use super::verified::{Outcome, Verified, compare, refused};
use crate::cli::print;
use crate::cli::reply::Failure;

/// Replays all plans of a document, and verifies what it says of their number.
///
/// # Errors
/// A plan that does not hold, or a claim that is false or whose check was not finished.
pub fn verdict(subject: &BoardSubject, plans: &[Value]) -> Result<Verdict, Fault> {
    subject.claims.warn_of_name(subject.puzzle.name());
    if plans.is_empty() {
        return Err(Fault::Refused(BadInput::new(
            "claim refused",
            "it says solved, and has no plan",
        )));
    }
    let different = replayed(&subject.puzzle, plans)?;
    let verified = verified(subject, plans.len(), &different)?;
    let number = print::counted(plans.len(), "plan");
    let head = format!("{number}, each replayed by the simulator");
    verified.solved("plans", json!({"plans": plans.len()}), &head)
}

/// The plans of a document that are different, all replayed.
fn replayed(puzzle: &Puzzle, plans: &[Value]) -> Result<HashSet<Vec<Jump>>, Failure> {
    let mut different = HashSet::new();
    for (number, plan) in (1..).zip(plans) {
        let place = || format!("plan {number}");
        let jumps: Vec<Jump> = serde_json::from_value(plan.clone()).map_err(|error| {
            let bad = BadInput::new(place(), format!("is no list of jumps ({error})"));
            Failure::from(bad.remedy("saut solve --all --json writes such documents"))
        })?;
        simulate::replay(puzzle, Plan::sequential(jumps.clone())).map_err(|rejected| {
            Failure::Refused(BadInput::new(place(), format!("plan refused: {rejected}")))
        })?;
        different.insert(jumps);
    }
    Ok(different)
}

/// Verifies what a document says of its plans together, and names what else it says.
fn verified(
    subject: &BoardSubject,
    plans: usize,
    different: &HashSet<Vec<Jump>>,
) -> Result<Verified, Failure> {
    let (puzzle, claims, search) = (&subject.puzzle, &subject.claims, &subject.search);
    let mut verified = Verified::default();
    let is_distinct = claims.says("distinct");
    if let Some(moves) = claims.get("moves") {
        for jumps in different {
            compare("moves", moves, GameLength::of(jumps).moves)?;
        }
        verified.book("moves", Outcome::Holds);
        match fewest(puzzle, different, is_distinct, search) {
            Ok(found) => verify_fewest(claims, moves, plans, &found, &mut verified)?,
            Err(why) => {
                let names = ["distinct", "complete", "solutions", "optimal"];
                book(claims, &names, &not_counted(why), &mut verified);
            }
        }
    } else if is_distinct {
        if different.len() < plans {
            return Err(refused("distinct", "the same plan stands twice"));
        }
        let reason = "which plans differ by an order or a symmetry only is not worked out again";
        let outcome = Outcome::NotVerified(reason.to_owned());
        let names = ["distinct", "complete", "solutions"];
        book(claims, &names, &outcome, &mut verified);
    } else {
        match count::solutions(puzzle, search) {
            Ok(counted) => {
                let listed = (plans, different.len());
                verify_number(claims, listed, counted.solutions, &mut verified)?;
            }
            Err(why) => {
                let names = ["complete", "solutions"];
                book(claims, &names, &not_counted(why), &mut verified);
            }
        }
    }
    let rest: Vec<&str> = claimed(claims)
        .filter(|name| verified.holds(name).is_none())
        .collect();
    for name in rest {
        verified.leave_open(name, "no check of several plans is for it");
    }
    Ok(verified)
}

/// The names of what a document claims of its plans.
fn claimed(claims: &Claims) -> impl Iterator<Item = &str> {
    let reached = claims.get("lower_bound").filter(|_| claims.says("optimal"));
    let reached = reached.map(|bound| ("lower_bound", bound));
    let claimed = claims.to_verify().chain(reached);
    let claimed = claimed.filter(|(_, it)| !matches!(it, Value::Null | Value::Bool(false)));
    claimed
        .map(|(name, _)| name)
        .filter(|name| !["plans", "sample"].contains(name))
}

/// Records an outcome for those of these claims that a document makes.
fn book(claims: &Claims, names: &[&str], outcome: &Outcome, verified: &mut Verified) {
    let is_claimed = |name: &str| claimed(claims).any(|it| it == name);
    for name in names.iter().filter(|name| is_claimed(name)) {
        verified.book(name, outcome.clone());
    }
}

/// Verifies what a document claims of the number of all solutions, of which it lists so many, and so many different
/// ones: only what was drawn at random may stand twice.
fn verify_number(
    claims: &Claims,
    (plans, different): (usize, usize),
    all: u128,
    verified: &mut Verified,
) -> Result<(), Failure> {
    if let Some(claimed) = claims.get("solutions").filter(|claimed| !claimed.is_null()) {
        verified.book("solutions", compare("solutions", claimed, all.to_string())?);
    }
    if claims.says("complete") {
        let is_repeated = different < plans;
        if is_repeated && !claims.says("sample") {
            return Err(refused("complete", "a plan stands twice"));
        }
        let outcome = if !is_repeated && plans as u128 == all {
            Outcome::Holds
        } else {
            Outcome::NotVerified(format!("{different} of {all}: as many as were drawn"))
        };
        verified.book("complete", outcome);
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
    let optimal = OptimalPlans::new(&fewest)?;
    let least = fewest.moves();
    if !is_distinct {
        let (listed, all) = (different.len(), optimal.plans());
        return Ok(Fewest { least, listed, all });
    }
    let board = puzzle.board().jumps();
    let number = |jump: &Jump| board.iter().position(|other| other == jump);
    let representative = optimal.representatives();
    let class = |plan: &Vec<Jump>| {
        let numbers: Vec<usize> = plan.iter().filter_map(number).collect();
        representative(&numbers)
    };
    let classes: HashSet<Vec<usize>> = different.iter().map(class).collect();
    Ok(Fewest {
        least,
        listed: classes.len(),
        all: optimal.up_to_symmetry()?,
    })
}

/// Verifies what a document of plans with the fewest moves claims.
fn verify_fewest(
    claims: &Claims,
    moves: &Value,
    plans: usize,
    fewest: &Fewest,
    verified: &mut Verified,
) -> Result<(), Failure> {
    let (listed, all) = (fewest.listed, fewest.all);
    // A whole list has nothing twice either.
    let once = ["distinct", "complete"].into_iter();
    if let Some(claim) = once.filter(|_| listed < plans).find(|it| claims.says(it)) {
        return Err(refused(claim, "a plan, or an image of it, stands twice"));
    }
    if claims.says("distinct") {
        verified.book("distinct", Outcome::Holds);
    }
    if let Some(claimed) = claims.get("solutions") {
        verified.book("solutions", compare("solutions", claimed, all.to_string())?);
    }
    if claims.says("optimal") {
        verified.book("optimal", compare("optimal", moves, fewest.least)?);
    }
    if claims.says("complete") {
        if listed as u128 != all {
            let fact = format!("{listed} of {all} plans are there");
            return Err(refused("complete", fact));
        }
        verified.book("complete", Outcome::Holds);
    }
    Ok(())
}
