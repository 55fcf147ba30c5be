//! Doubts: what is wrong, and what contradicts itself; first in every output.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::record::{Claimed, Record, RunOutcome};

use super::Report;

/// Doubt about a result, which a report must not hide.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Doubt {
    /// The puzzle.
    pub puzzle: String,
    /// One sentence.
    #[serde(rename = "what")]
    pub sentence: String,
}

/// Every wrong answer, and every puzzle on which two checked answers contradict each other.
pub fn doubts(report: &Report) -> Vec<Doubt> {
    let mut doubts: Vec<Doubt> = report
        .runs
        .iter()
        .filter(|record| record.outcome == RunOutcome::Wrong)
        .map(|record| wrong(report, record))
        .collect();
    doubts.sort();
    doubts.extend(contradictions(&report.runs));
    doubts
}

fn wrong(report: &Report, record: &Record) -> Doubt {
    let identity = record.into();
    let solver = report
        .solvers
        .iter()
        .find(|solver| solver.identity == identity);
    let label = solver.map_or(record.backend.as_str(), |solver| solver.label.as_str());
    let claim = match record.claim {
        Claimed::Sat => "claimed a plan",
        Claimed::Unsat => "claimed that there is none",
        Claimed::Nothing => "answered",
    };
    let horizon = record
        .horizon
        .map_or_else(String::new, |steps| format!(" at horizon {steps}"));
    let why = if record.check.is_empty() {
        String::new()
    } else {
        format!(" ({})", record.check)
    };
    Doubt {
        puzzle: record.puzzle.clone(),
        sentence: format!(
            "{label} {claim}{horizon} with seed {}, and that is wrong{why}",
            record.seed
        ),
    }
}

/// Solved and infeasible; or, of the same formula, solved and refuted.
fn contradictions(records: &[Record]) -> Vec<Doubt> {
    let mut said: BTreeMap<&str, [Option<&Record>; 2]> = BTreeMap::new();
    let mut formulas: BTreeMap<(&str, &str, usize), [Option<&Record>; 2]> = BTreeMap::new();
    for record in records.iter().filter(|record| record.counts()) {
        let (side, general) = match record.outcome {
            RunOutcome::Solved => (0, true),
            RunOutcome::Infeasible => (1, true),
            _ => (1, false),
        };
        if general {
            said.entry(&record.puzzle).or_default()[side].get_or_insert(record);
        }
        if let Some(horizon) = record.horizon {
            let key = (record.puzzle.as_str(), record.encoding.as_str(), horizon);
            formulas.entry(key).or_default()[side].get_or_insert(record);
        }
    }
    let pairs = said.values().chain(formulas.values());
    let mut doubts: Vec<Doubt> = pairs
        .filter_map(|pair| match pair {
            [Some(solved), Some(refuted)] => Some(Doubt {
                puzzle: solved.puzzle.clone(),
                sentence: format!(
                    "{} has a checked plan and {} a checked refutation: one of the checks is wrong",
                    solved.backend, refuted.backend
                ),
            }),
            _ => None,
        })
        .collect();
    doubts.sort();
    doubts.dedup();
    doubts
}

#[cfg(test)]
mod tests {
    use super::doubts;
    use crate::record::{Claimed, Record, RunOutcome};
    use crate::report::{Report, Runs};

    fn sentences(outcomes: &[(RunOutcome, Option<usize>)]) -> Vec<String> {
        let record = |&(outcome, horizon): &(RunOutcome, Option<usize>)| Record {
            puzzle: "p".to_owned(),
            backend: "b".to_owned(),
            claim: Claimed::Unsat,
            outcome,
            horizon,
            checked: true,
            check: "a plan is known".to_owned(),
            ..Record::default()
        };
        let report = Report::new(Runs {
            records: outcomes.iter().map(record).collect(),
            warnings: Vec::new(),
        });
        doubts(&report)
            .into_iter()
            .map(|doubt| doubt.sentence)
            .collect()
    }

    #[test]
    fn what_is_wrong_or_contradicts_itself_is_told() {
        assert_eq!(
            sentences(&[(RunOutcome::Wrong, Some(3))]),
            [
                "b claimed that there is none at horizon 3 with seed 0, and that is wrong (a plan is known)"
            ]
        );
        assert_eq!(
            sentences(&[(RunOutcome::Solved, None), (RunOutcome::Infeasible, None)]).len(),
            1
        );
        assert_eq!(
            sentences(&[
                (RunOutcome::Solved, Some(6)),
                (RunOutcome::Refuted, Some(6))
            ])
            .len(),
            1
        );
    }

    #[test]
    fn a_plan_and_a_refutation_at_a_lower_horizon_agree() {
        assert!(
            sentences(&[
                (RunOutcome::Solved, Some(6)),
                (RunOutcome::Refuted, Some(5))
            ])
            .is_empty()
        );
        assert!(sentences(&[(RunOutcome::Solved, None), (RunOutcome::Timeout, None)]).is_empty());
    }
}
