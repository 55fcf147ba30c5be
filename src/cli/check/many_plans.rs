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

use serde_json::{Map, Value};

use super::super::reply::Failure;
use super::claims::{Outcome, Verified, compare, refused};

/// The plans of a document, replayed, and what came of its claims.
///
/// # Errors
/// A plan that does not hold, or a false claim.
pub fn verify(
    puzzle: &Puzzle,
    plans: &[Value],
    fields: &Map<String, Value>,
    search: &SearchSettings,
) -> Result<Verified, Failure> {
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
    let mut verified = Verified::default();
    if let Some(moves) = fields.get("moves") {
        for jumps in &different {
            compare("moves", moves, GameLength::of(jumps).moves)?;
        }
        verified.book("moves", Outcome::Holds);
        let is_distinct = fields.get("distinct") == Some(&Value::Bool(true));
        match fewest(puzzle, &different, is_distinct, search) {
            Ok(found) => verify_fewest(fields, plans.len(), &found, &mut verified)?,
            Err(NotCounted::Stopped(why)) => verified.book("optimal", Outcome::Unfinished(why)),
            Err(other) => verified.book("optimal", Outcome::NotVerified(other.to_string())),
        }
        return Ok(verified);
    }
    if fields.get("distinct") == Some(&Value::Bool(true)) {
        if different.len() < plans.len() {
            return Err(refused("distinct", "the same plan stands twice"));
        }
        let reason = "which plans differ by an order or a symmetry only is not worked out again";
        for claim in ["distinct", "complete", "solutions"] {
            verified.book(claim, Outcome::NotVerified(reason.to_owned()));
        }
        return Ok(verified);
    }
    let real = match count::solutions(puzzle, search) {
        Ok(counted) => counted.solutions.to_string(),
        Err(NotCounted::Stopped(why)) => {
            verified.book("solutions", Outcome::Unfinished(why));
            return Ok(verified);
        }
        Err(other) => {
            verified.book("solutions", Outcome::NotVerified(other.to_string()));
            return Ok(verified);
        }
    };
    if let Some(claimed) = fields.get("solutions").filter(|claimed| !claimed.is_null()) {
        verified.book("solutions", compare("solutions", claimed, real.clone())?);
    }
    if fields.get("complete") == Some(&Value::Bool(true)) {
        let outcome = if different.len().to_string() == real {
            Outcome::Holds
        } else {
            let fact = format!("{} of {real}: as many as were drawn", different.len());
            Outcome::NotVerified(fact)
        };
        verified.book("complete", outcome);
    }
    Ok(verified)
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
    fields: &Map<String, Value>,
    plans: usize,
    fewest: &Fewest,
    verified: &mut Verified,
) -> Result<(), Failure> {
    let (listed, all) = (fewest.listed, fewest.all);
    if listed < plans {
        let fact = "a plan, or an image of it, stands twice";
        return Err(refused("distinct", fact));
    }
    verified.book("distinct", Outcome::Holds);
    if let Some(claimed) = fields.get("solutions") {
        verified.book("solutions", compare("solutions", claimed, all.to_string())?);
    }
    if fields.get("optimal") == Some(&Value::Bool(true)) {
        verified.book(
            "optimal",
            compare("optimal", &fields["moves"], fewest.least)?,
        );
    }
    if fields.get("complete") == Some(&Value::Bool(true)) {
        if listed as u128 != all {
            let fact = format!("{listed} of {all} plans are there");
            return Err(refused("complete", fact));
        }
        verified.book("complete", Outcome::Holds);
    }
    Ok(())
}
