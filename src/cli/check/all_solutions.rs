//! Claims about all solutions together, worked out anew: they have no certificate.

use saut::answer::BY_POSITIONS;
use saut::count::NotCounted;
use saut::explore::{FewestMoves, LongestSweep, OptimalPlans, SolutionGraph, SweepLengths, merson};
use saut::packages;
use serde_json::Value;

use super::verified::{Outcome, compare, refused};
use crate::cli::print;
use crate::cli::reply::Failure;

/// The names of the claims, in the order in which they are told, behind all others.
pub const CLAIMS: [&str; 5] = [
    "longest_sweep",
    "optimal_plans",
    "optimal_sweep_lengths",
    "optimal_plans_up_to_symmetry",
    "pieces",
];

/// All solutions, or the reason why they were not looked at.
type Winning = Result<SolutionGraph, NotCounted>;

/// Verifies the claim of this name.
///
/// # Errors
/// It is false.
pub fn outcome(winning: &Winning, claim: &str, claimed: &Value) -> Result<Outcome, Failure> {
    let found = winning.as_ref().map_err(|why| *why);
    match found.and_then(|winning| real(winning, claim)) {
        Ok(real) => compare(claim, claimed, real),
        Err(why) => Ok(not_counted(why)),
    }
}

fn real(winning: &SolutionGraph, name: &str) -> Result<Value, NotCounted> {
    Ok(match name {
        "longest_sweep" => {
            let sweep = LongestSweep::new(winning)?;
            sweep.map_or(Value::Null, |sweep| sweep.jumps.into())
        }
        "pieces" => {
            let triples = packages::triples(winning.compact());
            FewestMoves::with(winning, triples)?.moves().into()
        }
        "optimal_sweep_lengths" => {
            let lengths = SweepLengths::new(&FewestMoves::new(winning)?)?;
            lengths.map_or(Value::Null, |it| print::sweep_length_entries(&it))
        }
        _ => {
            let fewest = FewestMoves::new(winning)?;
            let plans = OptimalPlans::new(&fewest)?;
            let number = match name {
                "optimal_plans" => plans.plans(),
                _ => plans.up_to_symmetry()?,
            };
            number.to_string().into()
        }
    })
}

/// The outcome of a claim about a number that was not found.
pub fn not_counted(why: NotCounted) -> Outcome {
    match why {
        NotCounted::Stopped(why) => Outcome::Unfinished(why),
        other => Outcome::NotVerified(other.to_string()),
    }
}

/// Checks the claim that no plan has fewer moves than this one, `own`; `bound` is the lower bound that the document
/// claims.
///
/// # Errors
/// The claim is false.
pub fn fewest_moves(
    winning: &Winning,
    own: usize,
    bound: Option<&Value>,
) -> Result<Outcome, Failure> {
    let winning = match winning {
        Ok(winning) => winning,
        Err(why) => return Ok(not_counted(*why)),
    };
    let least = match FewestMoves::new(winning) {
        Ok(fewest) => fewest.moves(),
        Err(halt) => return Ok(not_counted(halt.into())),
    };
    if let Some(least) = least.filter(|&least| least < own) {
        let fact = format!("the plan has {own} moves, and another has {least}");
        return Err(refused("optimal", fact));
    }
    if let Some(Value::Object(bound)) = bound {
        let regions =
            merson::disjoint_regions(winning.compact(), winning.start(), winning.vacant_at_end());
        for (name, real) in [
            ("by", Value::from(BY_POSITIONS)),
            ("moves", own.into()),
            ("merson_regions", regions.len().into()),
            ("positions", winning.len().into()),
        ] {
            if let Some(claimed) = bound.get(name) {
                compare(&format!("lower_bound.{name}"), claimed, real)?;
            }
        }
    }
    Ok(Outcome::Holds)
}
