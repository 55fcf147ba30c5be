//! Claims about all solutions together, worked out anew: they have no certificate.

use saut::answer::BY_POSITIONS;
use saut::count::NotCounted;
use saut::explore::{FewestMoves, LongestSweep, SolutionGraph, SweepLengths, merson};
use saut::packages;
use saut_check::{ClaimStatus, Fault, compare, false_claim};
use serde_json::{Value, json};

use crate::cli::print;

/// The true value of the claim of this name.
///
/// # Errors
/// It cannot be found, or a limit ended the search.
pub fn real(winning: &SolutionGraph, name: &str) -> Result<Value, NotCounted> {
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
            lengths.map_or(Value::Null, |it| json!(print::sweep_length_entries(&it)))
        }
        _ => {
            let fewest = FewestMoves::new(winning)?;
            let number = match name {
                "optimal_plans" => fewest.plans()?,
                _ => fewest.up_to_symmetry()?,
            };
            number.to_string().into()
        }
    })
}

/// Checks the claim that no plan has fewer moves than this one, `own`; `bound` is the lower bound that the document
/// claims.
///
/// # Errors
/// A limit ended the search.
pub fn fewest_moves(
    winning: &SolutionGraph,
    own: usize,
    bound: Option<&Value>,
) -> Result<Result<ClaimStatus, Fault>, NotCounted> {
    let least = FewestMoves::new(winning)?.moves();
    if let Some(least) = least.filter(|&least| least < own) {
        let fact = format!("the plan has {own} moves, and another has {least}");
        return Ok(Err(false_claim("optimal", fact)));
    }
    let regions =
        merson::disjoint_regions(winning.compact(), winning.start(), winning.vacant_at_end());
    let parts = [
        ("by", Value::from(BY_POSITIONS)),
        ("moves", own.into()),
        ("merson_regions", regions.len().into()),
        ("positions", winning.len().into()),
    ];
    let wrong = parts.into_iter().find_map(|(name, real)| {
        let claimed = bound.and_then(|bound| bound.get(name))?;
        compare(&format!("lower_bound.{name}"), claimed, real).err()
    });
    Ok(wrong.map_or(Ok(ClaimStatus::Holds), Err))
}

/// The status of a claim about a number that was not found.
///
/// # Errors
/// A limit ended the search.
pub fn not_counted(claim: &str, why: NotCounted) -> Result<ClaimStatus, Fault> {
    match why {
        NotCounted::Stopped(why) => Err(Fault::Unfinished(claim.to_owned(), why)),
        other => Ok(ClaimStatus::NotVerified(other.to_string())),
    }
}
