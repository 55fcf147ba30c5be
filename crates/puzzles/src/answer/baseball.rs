//! What came of a puzzle of colour baseball as one document.

use serde::Serialize;

use super::document::{Document, Facts};
use super::kept::Kept;
use crate::baseball::{Puzzle, Step, fewest_steps};
use crate::decide::Method;
use crate::decide::baseball::{Decision, Verdict};
use crate::formats::certificate::LengthEntry;
use crate::formats::json;

/// What came of a puzzle as one JSON document.
///
/// # Errors
/// It cannot be written as JSON.
pub fn document(
    puzzle: &Puzzle,
    decided: &Decision,
    method: String,
    kept: Kept,
) -> Result<String, serde_json::Error> {
    let seconds = (decided.elapsed.as_secs_f64() * 10_000.0).round() / 10_000.0;
    match &decided.verdict {
        Verdict::Solved(plan) => {
            let is_optimal = decided.optimal;
            let (mut backend, mut horizon, mut sizes) = (None, None, None);
            if let Some(Method::Formula {
                horizon: steps,
                backend: name,
                variables,
                clauses,
                ..
            }) = &decided.method
            {
                (backend, horizon) = (Some(name.as_str()), Some(*steps));
                sizes = Some((*variables, *clauses));
            }
            json::write_json(&Solved {
                backend,
                checked: true,
                clauses: sizes.map(|(_, clauses)| clauses),
                horizon,
                length: plan.plan().len(),
                lower_bound: is_optimal.map(|_| LowerBound {
                    by_distances: fewest_steps(puzzle),
                    refuted: kept.entries(&decided.refuted),
                }),
                method,
                optimal: is_optimal,
                plan: plan.steps(),
                puzzle: puzzle.name(),
                seconds,
                variables: sizes.map(|(variables, _)| variables),
                verdict: json::JsonVerdict::Solved,
                kept,
            })
        }
        Verdict::Infeasible(never) => match **never {},
        Verdict::Undecided(why) => json::write_json(&Document {
            solved: json::Undecided::new(puzzle.name(), *why, seconds),
            facts: Facts::default(),
            kept,
        }),
    }
}

/// The document of a solved puzzle.
#[derive(Serialize)]
struct Solved<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    backend: Option<&'a str>,
    checked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    clauses: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    horizon: Option<usize>,
    length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<LowerBound>,
    method: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    plan: Vec<Step>,
    puzzle: &'a str,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    variables: Option<usize>,
    verdict: json::JsonVerdict,
    #[serde(flatten)]
    kept: Kept,
}

/// What excludes shorter plans: distances, then proofs.
#[derive(Serialize)]
struct LowerBound {
    by_distances: usize,
    refuted: Vec<LengthEntry>,
}
