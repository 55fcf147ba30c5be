//! What came of a board as one document.

use saut_plan::encode::Encoding;

use super::document::{Document, Facts, jumps_bound, made_of, solved, stages, steps_bound};
use super::kept::Kept;
use crate::certify::cone::FewestJumps;
use crate::decide::{Decision, Method, Minimise, Verdict};
use crate::formats::{certificate, json};
use crate::peg::Puzzle;

/// A decision as one JSON document; `minimise` is what was to be small, with the bound on it.
///
/// # Errors
/// It cannot be written as JSON.
pub fn document(
    puzzle: &Puzzle,
    decision: &Decision,
    (minimise, bound): (Option<Minimise>, Option<&FewestJumps>),
    kept: Kept,
) -> Result<String, serde_json::Error> {
    let name = puzzle.name().to_owned();
    let seconds = decision.elapsed.as_secs_f64();
    let method = decision.method.as_ref().map_or("", Method::name).to_owned();
    match &decision.verdict {
        Verdict::Solved(plan) => {
            let is_of_steps = minimise == Some(Minimise::Steps);
            let steps = fewest_steps(decision).filter(|_| is_of_steps);
            let lower_bound = match (minimise, steps) {
                (Some(Minimise::Actions), _) => Some(jumps_bound(puzzle, decision, bound, &kept)),
                (_, Some(_)) => Some(steps_bound(decision, &kept)),
                _ => None,
            };
            let solved = solved(name, decision, plan, method);
            let facts = Facts {
                lower_bound,
                steps,
                made_of: made_of(puzzle, decision, plan),
                ..Facts::default()
            };
            json::write_json(&Document {
                solved,
                facts,
                kept,
            })
        }
        Verdict::Infeasible(checked) => {
            let certificate = certificate::entry(checked.certificate(), kept.file(0));
            json::write_json(&Document {
                solved: json::Infeasible {
                    puzzle: name,
                    verdict: json::JsonVerdict::Infeasible,
                    certificate,
                    method,
                    seconds,
                    checked: true,
                },
                facts: Facts::default(),
                kept,
            })
        }
        Verdict::Undecided(why) => json::write_json(&Document {
            solved: json::Undecided {
                method: Some(method).filter(|method| !method.is_empty()),
                nodes: decision.method.as_ref().and_then(Method::nodes),
                tries: decision.method.as_ref().and_then(Method::tries),
                ..json::Undecided::new(&name, *why, seconds)
            },
            facts: Facts {
                stages: stages(&decision.stages),
                ..Facts::default()
            },
            kept,
        }),
    }
}

/// The number of steps, where these were made few.
pub fn fewest_steps(decision: &Decision) -> Option<usize> {
    match (&decision.method, decision.optimal) {
        (
            Some(Method::Formula {
                encoding: Encoding::Forall,
                horizon,
                ..
            }),
            Some(_),
        ) => Some(*horizon),
        _ => None,
    }
}
