//! Results for Downward Lab: one `properties` file, which its reports read.
//!
//! A dictionary of runs: algorithm, domain and problem identify one, `error` says how it ended in the
//! words of its planning reports, `coverage` is 1 where a checked answer counts. Times are in seconds,
//! memory in KiB. Seipp, Pommerening, Sievers, Helmert: *Downward Lab* (2017).

use serde_json::{Map, Value as Json, json};

use crate::record::{Record, RunOutcome};

use super::cell::outcome;
use super::{Report, run_name};

/// The text of the file.
pub fn properties(report: &Report) -> String {
    let mut all = Map::new();
    for (index, solver) in report.solvers.iter().enumerate() {
        for (instance, record) in report.runs_by(index) {
            let name = report.instances[instance].name();
            let (id, entry) = entry(&solver.label, &name, record);
            all.insert(id, entry);
        }
    }
    let text = serde_json::to_string_pretty(&Json::Object(all)).unwrap_or_default();
    text + "\n"
}

/// A run with the text that identifies it; Lab knows no seeds, so the problem has it.
fn entry(solver: &str, instance: &str, record: &Record) -> (String, Json) {
    let problem = run_name(instance, record);
    let id = [solver, &record.family, &problem];
    let outcome = outcome(record);
    let (error, exit_code) = end(outcome);
    let is_plan = outcome == RunOutcome::Solved;
    let mut entry = json!({
        "id": id, "algorithm": solver, "domain": record.family, "problem": problem,
        "coverage": u8::from(record.counts()), "error": error,
        "unsolvable": u8::from(record.counts() && outcome == RunOutcome::Infeasible),
        "planner_time": record.cpu_seconds, "planner_wall_clock_time": record.wall_seconds,
        "planner_memory": record.peak_mib * 1024.0, "planner_exit_code": exit_code,
        "planner_time_limit": record.timeout_seconds,
        "planner_memory_limit": record.memory_mib.map(|mib| mib * 1024),
        "check": record.check, "outcome": outcome.name(), "run_dir": record.run,
    });
    if let (true, Some(jumps)) = (is_plan, record.jumps) {
        entry["plan_length"] = jumps.into();
    }
    (id.join("-"), entry)
}

/// Outcome of a run in Lab's words, and the exit status that Fast Downward has for such an end.
const fn end(outcome: RunOutcome) -> (&'static str, u8) {
    match outcome {
        RunOutcome::Solved => ("success", 0),
        RunOutcome::Infeasible => ("translate-unsolvable", 10),
        RunOutcome::Refuted | RunOutcome::GaveUp | RunOutcome::Unchecked | RunOutcome::Unproved => {
            ("search-unsolvable-incomplete", 12)
        }
        RunOutcome::Memory => ("search-out-of-memory", 22),
        RunOutcome::Timeout => ("search-out-of-time", 23),
        RunOutcome::Wrong | RunOutcome::Crashed | RunOutcome::Garbage => {
            ("search-critical-error", 32)
        }
        RunOutcome::Missing => ("search-input-error", 33),
    }
}

#[cfg(test)]
mod tests {
    use super::entry;
    use crate::record::{Record, RunOutcome};

    fn record(outcome: RunOutcome, checked: bool) -> Record {
        Record {
            family: "english".to_owned(),
            jumps: Some(31),
            outcome,
            checked,
            ..Record::default()
        }
    }

    #[test]
    fn a_checked_plan_is_covered_and_has_its_length() {
        let (id, run) = entry("cadical", "central", &record(RunOutcome::Solved, true));
        assert_eq!(id, "cadical-english-central, seed 0");
        assert_eq!(
            (&run["coverage"], &run["plan_length"]),
            (&1.into(), &31.into())
        );
        assert_eq!(run["error"], "success");
    }

    #[test]
    fn an_answer_that_nothing_checked_and_a_wrong_one_are_not_covered() {
        for outcome in [
            RunOutcome::Unchecked,
            RunOutcome::Wrong,
            RunOutcome::Timeout,
        ] {
            let run = entry("cadical", "central", &record(outcome, false)).1;
            assert_eq!(run["coverage"], 0, "{outcome:?}");
            assert_ne!(run["error"], "success", "{outcome:?}");
            assert!(run.get("plan_length").is_none());
        }
    }
}
