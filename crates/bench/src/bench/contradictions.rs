//! Contradictions: refutations that could not be checked when they were made, and that a plan found
//! since shows to be wrong.

use std::collections::{HashMap, HashSet};

use crate::record::{Claimed, Evidence, Record, RunOutcome};

use super::judge::speaks_of_all;
use super::trials::Trial;

/// The records that are wrong after all, as they should be. Where steps may stay empty a plan of
/// some steps is one of more steps, too.
pub fn found(trials: &[Trial], records: &[Record]) -> Vec<Record> {
    let by_run: HashMap<&str, &Trial> = trials
        .iter()
        .map(|trial| (trial.key.as_str(), trial))
        .collect();
    let with_trial = || {
        let trial = |record: &Record| by_run.get(record.run.as_str()).copied();
        records
            .iter()
            .filter_map(move |record| Some((record, trial(record)?)))
    };
    let unchecked = |record: &Record| {
        let is_open = matches!(record.outcome, RunOutcome::Unchecked | RunOutcome::Unproved);
        record.claim == Claimed::Unsat && is_open
    };
    if !records.iter().any(unchecked) {
        return Vec::new();
    }
    let mut solvable = HashSet::new();
    let mut shortest: HashMap<(String, String), usize> = HashMap::new();
    for (record, trial) in with_trial().filter(|(record, _)| record.outcome == RunOutcome::Solved) {
        let puzzle = trial.subject.about();
        if let (Some(_), Some(horizon)) = (trial.encoding, record.horizon) {
            let key = (puzzle.clone(), record.encoding.clone());
            let least = shortest.entry(key).or_insert(horizon);
            *least = horizon.min(*least);
        }
        solvable.insert(puzzle);
    }
    let is_wrong = |record: &Record, trial: &Trial| {
        let puzzle = trial.subject.about();
        if speaks_of_all(trial, record.horizon) {
            return solvable.contains(&puzzle);
        }
        let least = shortest.get(&(puzzle, record.encoding.clone())).copied();
        let may_be_empty = trial
            .encoding
            .is_some_and(|encoding| !encoding.is_sequential());
        match (least, record.horizon) {
            (Some(least), Some(horizon)) => least == horizon || (may_be_empty && least < horizon),
            _ => false,
        }
    };
    with_trial()
        .filter(|(record, trial)| unchecked(record) && is_wrong(record, trial))
        .map(|(record, _)| Record {
            outcome: RunOutcome::Wrong,
            evidence: Some(Evidence::Wrong),
            check: "claims that there is none, but a plan or a model was found and checked"
                .to_owned(),
            ..record.clone()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::found;
    use crate::bench::definition::{Definition, Keys, keys};
    use crate::bench::record::record;
    use crate::bench::trials::{Trial, Trials};
    use crate::family::horizons::HorizonTable;
    use crate::record::{Claimed, Record, RunOutcome};

    fn trials() -> Vec<Trial> {
        let text = "name = \"x\"\npuzzles = [\"central\"]\nbackends = [\"batsat\"]\n\
                    encodings = [\"forall\", \"sequential\"]\nhorizons = [12, 13, 31]\n";
        let definition =
            Definition::of(keys::read(text).unwrap(), Path::new(""), &Keys::default()).unwrap();
        Trials::of(&definition, &HorizonTable::default()).list
    }

    /// Records in which the given trial has a plan and all others are unchecked refutations.
    fn wrong_if_solved(solved: (&str, usize)) -> Vec<(String, usize)> {
        let trials = trials();
        let record = |trial: &Trial| {
            let record = record(trial, "", String::new(), Record::default());
            let is_solved =
                (record.encoding.as_str(), record.horizon) == (solved.0, Some(solved.1));
            let (claim, outcome) = if is_solved {
                (Claimed::Sat, RunOutcome::Solved)
            } else {
                (Claimed::Unsat, RunOutcome::Unproved)
            };
            Record {
                claim,
                outcome,
                ..record
            }
        };
        let records: Vec<Record> = trials.iter().map(record).collect();
        let wrong = found(&trials, &records).into_iter();
        wrong
            .map(|r| (r.encoding, r.horizon.unwrap_or(0)))
            .collect()
    }

    #[test]
    fn a_plan_shows_which_refutations_are_wrong_and_only_these() {
        let named = |pairs: &[(&str, usize)]| -> Vec<(String, usize)> {
            pairs.iter().map(|(e, h)| ((*e).to_owned(), *h)).collect()
        };
        let wrong = wrong_if_solved(("forall", 13));
        assert_eq!(wrong, named(&[("forall", 31), ("sequential", 31)]));
        // A plan of 31 jumps is one of as many steps.
        let wrong = wrong_if_solved(("sequential", 31));
        assert_eq!(wrong, named(&[("forall", 31)]));
        assert_eq!(wrong_if_solved(("none", 0)), named(&[]));
    }
}
