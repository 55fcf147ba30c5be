//! A document of many plans (`saut solve --all` and `--sample`): every plan is replayed, and how many
//! there are is counted anew.

use std::collections::HashSet;

use saut::BadInput;
use saut::count::{self, NotCounted};
use saut::formats::json::JumpEntry;
use saut::peg::{Jump, Puzzle};
use saut::plan::Plan;
use saut::search::SearchSettings;
use saut::simulate;

use serde_json::{Map, Value};

use super::super::failure::Failure;
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
        let entries: Vec<JumpEntry> = serde_json::from_value(plan.clone()).map_err(|error| {
            let bad = BadInput::new(place(), format!("is no list of jumps ({error})"));
            Failure::from(bad.remedy("saut solve --all --json writes such documents"))
        })?;
        let jumps: Vec<Jump> = entries.into_iter().map(Jump::from).collect();
        simulate::replay(puzzle, Plan::sequential(jumps.clone())).map_err(|rejected| {
            Failure::Refused(BadInput::new(place(), format!("plan refused: {rejected}")))
        })?;
        different.insert(jumps);
    }
    let mut verified = Verified::default();
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
