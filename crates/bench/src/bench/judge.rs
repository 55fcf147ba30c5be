//! Finds wrong claims of solvers, and caches established results.
//!
//! The run that makes a claim has already replayed its plan or checked its proof. A refutation without a checked proof
//! does not count as solved. Such a claim is compared with the known plans. Then `saut` itself checks the claim, once
//! for all solvers that make it. This check only shows which claims are wrong.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use saut_base::BadInput;
use saut_base::files::Journal;
use saut_base::stop::StopReason;
use saut_criteria::compile;
use saut_task::proof::{Scope, scope};
use serde::{Deserialize, Serialize};

use super::job::{Ended, Fact, Job, Performed};
use super::subject::Subject;
use super::trials::RunSpec;
use crate::record::{Claimed, Evidence, Record, RunOutcome};

/// Message about a wrong refutation.
const HAS_PLAN: &str =
    "the solver claims that no plan or model exists, but a plan or model was found and checked";

/// Whether a refutation by a trial, with its encoding at this horizon, excludes plans of every length.
fn speaks_of_all(trial: &RunSpec, horizon: Option<usize>) -> bool {
    match (&trial.job.subject, trial.job.encoding, horizon) {
        (Subject::Puzzle(puzzle), Some(encoding), Some(horizon)) => {
            scope(&compile::peg_task(puzzle), encoding, horizon) == Scope::EveryPlan
        }
        // Without a given number of steps, the search ends only with a formula that decides the whole task.
        (Subject::Task(_), Some(_), _) => trial.job.horizon.is_none(),
        _ => true,
    }
}

/// Returns the key of the formula that a run answered.
fn about_formula(trial: &RunSpec, formula: Option<String>) -> Option<String> {
    let job = &trial.job;
    match (formula, &job.subject, job.encoding, job.horizon) {
        (Some(key), ..) => Some(format!("formula {key}")),
        (None, subject @ Subject::Task(_), Some(encoding), Some(horizon)) => {
            Some(format!("{} {encoding} {horizon}", subject.about()))
        }
        _ => None,
    }
}

/// Judges the claim of a run. A refutation is wrong if a plan is known, or if `check` finds one. A refutation without
/// an accepted proof of the solver does not count as solved, even if `check` confirms it. Returns `None` if the check
/// was interrupted.
pub fn judge(
    trial: &RunSpec,
    answer: Performed,
    facts: &ResultCache,
    check: impl Fn(&Job) -> Ended<Fact>,
) -> Option<Record> {
    let mut run = answer.run;
    let about_subject = trial.job.subject.about();
    let about_formula = about_formula(trial, answer.formula);
    if (run.claim, run.outcome) == (Claimed::Sat, RunOutcome::Solved) {
        for about in about_formula.iter().chain([&about_subject]) {
            facts.has_plan(about);
        }
        return Some(run);
    }
    let is_refutation = matches!(
        run.outcome,
        RunOutcome::Infeasible | RunOutcome::Refuted | RunOutcome::Unproved | RunOutcome::Unchecked
    );
    if run.claim != Claimed::Unsat || !is_refutation {
        return Some(run);
    }
    let horizon = trial.job.horizon.or(run.horizon);
    let about = match about_formula {
        Some(formula) if !speaks_of_all(trial, horizon) => formula,
        _ => about_subject,
    };
    if run.counts() {
        if facts.settled(&about, || Fact::None(run.check.clone())) == Fact::Plan {
            run.ends(Claimed::Unsat, RunOutcome::Wrong, HAS_PLAN);
        }
        return Some(run);
    }
    let mut interrupted = false;
    let fact = facts.settled(&about, || match check(&trial.check(horizon)) {
        Ended::Killed(why) => {
            interrupted = why == StopReason::Interrupted;
            Fact::Open(format!("the check was stopped ({})", why.name()))
        }
        Ended::Broken(fact) => Fact::Open(format!("the check failed: {fact}")),
        Ended::Performed(fact) => fact,
    });
    if interrupted {
        return None;
    }
    let (why_not, outcome) = (&run.check, run.outcome);
    let (outcome, fact) = match fact {
        Fact::Plan => (RunOutcome::Wrong, HAS_PLAN.to_owned()),
        Fact::None(by) => {
            let fact =
                format!("{why_not}; the claim is true, by evidence from another solver ({by})");
            (outcome, fact)
        }
        Fact::Open(why) => {
            let fact = format!("{why_not}; whether the claim is true is unknown ({why})");
            (outcome, fact)
        }
    };
    run.ends(Claimed::Unsat, outcome, fact);
    Some(run)
}

/// Returns corrected records for unchecked refutations that are wrong, because a plan was found later. If steps may
/// stay empty, a plan with few steps is also a plan with more steps.
pub fn contradictions(trials: &[RunSpec], records: &[Record]) -> Vec<Record> {
    let by_run = trials.iter().map(|trial| (trial.key.as_str(), trial));
    let by_run: HashMap<&str, &RunSpec> = by_run.collect();
    let known = || {
        let records = records.iter();
        records.filter_map(|record| Some((record, *by_run.get(record.run.as_str())?)))
    };
    let mut solvable = HashSet::new();
    let mut smallest: HashMap<(String, &str), usize> = HashMap::new();
    for (record, trial) in known().filter(|(record, _)| record.outcome == RunOutcome::Solved) {
        let puzzle = trial.job.subject.about();
        if let (Some(_), Some(horizon)) = (trial.job.encoding, record.horizon) {
            let key = (puzzle.clone(), record.encoding.as_str());
            let smallest = smallest.entry(key).or_insert(horizon);
            *smallest = horizon.min(*smallest);
        }
        solvable.insert(puzzle);
    }
    let is_wrong = |(record, trial): &(&Record, &RunSpec)| {
        let is_open = matches!(record.outcome, RunOutcome::Unchecked | RunOutcome::Unproved);
        if record.claim != Claimed::Unsat || !is_open {
            return false;
        }
        let puzzle = trial.job.subject.about();
        if speaks_of_all(trial, record.horizon) {
            return solvable.contains(&puzzle);
        }
        let may_be_empty = trial.job.encoding.is_some_and(|it| !it.is_sequential());
        let solved = smallest.get(&(puzzle, record.encoding.as_str()));
        solved
            .zip(record.horizon)
            .is_some_and(|(&least, horizon)| least == horizon || (may_be_empty && least < horizon))
    };
    let wrong = known().filter(is_wrong).map(|(record, _)| Record {
        outcome: RunOutcome::Wrong,
        evidence: Some(Evidence::Wrong),
        check: HAS_PLAN.to_owned(),
        ..record.clone()
    });
    wrong.collect()
}

/// Cache of established results in a file next to the records, so that nothing is proved twice.
///
/// Only a replayed plan or accepted evidence establishes a result. The claim of a solver is not sufficient. While one
/// thread decides a question, other threads with the same question wait for its answer.
#[derive(Debug, Default)]
pub struct ResultCache {
    known: Mutex<HashMap<String, Arc<OnceLock<Fact>>>>,
    file: Option<Mutex<Journal>>,
}

/// A line of the file with the established results.
#[derive(Debug, Serialize, Deserialize)]
struct CachedResult {
    about: String,
    fact: Fact,
}

impl ResultCache {
    /// Reads the established results of a file, which is created if it does not exist. Lines that cannot be parsed are
    /// skipped.
    ///
    /// # Errors
    /// Same as [`Journal::open`].
    pub fn open(path: &Path) -> Result<Self, BadInput> {
        let mut facts = Self::default();
        let (file, ()) = Journal::open(path, "saut bench", &["{\"about\""], |bytes| {
            for line in bytes.split(|&byte| byte == b'\n') {
                if let Ok(CachedResult { about, fact }) = serde_json::from_slice(line) {
                    let _ = facts.cell(&about).set(fact);
                }
            }
            Ok(())
        })?;
        facts.file = Some(Mutex::new(file));
        Ok(facts)
    }

    /// Returns the known result about a subject or a formula. If there is none, `settle` finds it.
    pub fn settled(&self, about: &str, settle: impl FnOnce() -> Fact) -> Fact {
        let settle = || {
            let fact = settle();
            self.write(about, &fact);
            fact
        };
        self.cell(about).get_or_init(settle).clone()
    }

    /// Records that a replayed plan exists. The plan replaces a result that says that the answer is unknown.
    pub fn has_plan(&self, about: &str) {
        if let Fact::Open(_) = self.settled(about, || Fact::Plan) {
            let plan = Arc::new(Fact::Plan.into());
            self.known().insert(about.to_owned(), plan);
            self.write(about, &Fact::Plan);
        }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Arc<OnceLock<Fact>>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cell(&self, about: &str) -> Arc<OnceLock<Fact>> {
        self.known().entry(about.to_owned()).or_default().clone()
    }

    fn write(&self, about: &str, fact: &Fact) {
        let (about, fact) = (about.to_owned(), fact.clone());
        if let (Some(file), Fact::None(_) | Fact::Plan) = (&self.file, &fact)
            && let Ok(line) = serde_json::to_string(&CachedResult { about, fact })
        {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            // Write errors are ignored: a lost fact is proved again.
            let _ = file.append(&line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Fact, ResultCache, contradictions, judge};
    use crate::bench::definition::{Definition, ExperimentKeys};
    use crate::bench::job::{Ended, Job, Performed};
    use crate::bench::perform::{check, perform};
    use crate::bench::trials::{RunSpec, Trials};
    use crate::family::horizons::HorizonTable;
    use crate::record::{Claimed, Record, RunOutcome};

    /// Returns trials of two encodings on two line puzzles, with and without a plan, or on the central game.
    fn trials(puzzles: &str, horizons: &str) -> Vec<RunSpec> {
        let folder = tempfile::tempdir().unwrap();
        let puzzle = |name: &str, goal: &str| {
            format!("[[puzzle]]\nname = \"{name}\"\nstart = \"oo.o.\"\ngoal = \"{goal}\"\n")
        };
        let text = puzzle("yes", ".o...") + &puzzle("no", "o....");
        std::fs::write(folder.path().join("p.toml"), text).unwrap();
        let text = format!(
            "name = \"x\"\npuzzles = [\"{puzzles}\"]\nbackends = [\"batsat\"]\n\
             encodings = [\"sequential\", \"forall\"]\nhorizons = {horizons}\n"
        );
        let definition = Definition::of(&text, folder.path(), &ExperimentKeys::default()).unwrap();
        Trials::of(&definition, &HorizonTable::default()).list
    }

    fn unsat() -> Performed {
        let mut run = Record::default();
        run.ends(Claimed::Unsat, RunOutcome::Unproved, "");
        Performed {
            run,
            formula: Some("f".to_owned()),
        }
    }

    #[test]
    fn a_refutation_without_a_proof_is_wrong_or_unproved_and_never_counts() {
        for trial in trials("p.toml", "[2]") {
            let check = |job: &Job| Ended::Performed(check(job).unwrap());
            let judged = judge(&trial, unsat(), &ResultCache::default(), check).unwrap();
            let name = trial.job.subject.name();
            let wanted = if name == "yes" {
                RunOutcome::Wrong
            } else {
                RunOutcome::Unproved
            };
            assert_eq!(judged.outcome, wanted, "{name} {judged:?}");
            assert!(!judged.checked && !judged.counts(), "{judged:?}");
        }
    }

    #[test]
    fn what_cannot_be_settled_stays_unproved_and_what_is_known_is_not_settled_again() {
        let trial = &trials("p.toml", "[2]")[0];
        let facts = ResultCache::default();
        let broken = |_: &Job| Ended::Broken("no".to_owned());
        let open = judge(trial, unsat(), &facts, broken).unwrap();
        assert_eq!((open.outcome, open.checked), (RunOutcome::Unproved, false));
        let solved = perform(&trial.job, "batsat").unwrap();
        assert_eq!(solved.run.outcome, RunOutcome::Solved);
        judge(trial, solved, &facts, broken).unwrap();
        let wrong = judge(trial, unsat(), &facts, broken).unwrap();
        assert_eq!(wrong.outcome, RunOutcome::Wrong);
    }

    #[test]
    fn settled_facts_are_written_and_open_ones_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.facts.jsonl");
        let proof = || Fact::None("proof".to_owned());
        let open = || Fact::Open("too hard".to_owned());
        let facts = ResultCache::open(&path).unwrap();
        assert_eq!(facts.settled("a", proof), proof());
        assert_eq!(facts.settled("a", || Fact::Plan), proof());
        facts.settled("b", open);
        facts.settled("c", open);
        facts.has_plan("c");
        drop(facts);
        std::fs::write(&path, std::fs::read_to_string(&path).unwrap() + "{\"abou").unwrap();
        let facts = ResultCache::open(&path).unwrap();
        let known = ["a", "b", "c"].map(|about| facts.settled(about, open));
        assert_eq!(known, [proof(), open(), Fact::Plan]);
        facts.has_plan("d");
        drop(facts);
        let facts = ResultCache::open(&path).unwrap();
        assert_eq!(facts.settled("d", open), Fact::Plan);
    }

    #[test]
    fn a_plan_shows_which_refutations_are_wrong_and_only_these() {
        let trials = trials("central", "[12, 13, 31]");
        for (solved, wrong) in [
            (("forall", 13), &[("sequential", 31), ("forall", 31)][..]),
            // A plan of 31 jumps is also a plan of 31 steps in `forall`.
            (("sequential", 31), &[("forall", 31)]),
            (("none", 0), &[]),
        ] {
            let record = |trial: &RunSpec| {
                let mut record = trial.record("", String::new(), Record::default());
                let is_solved = record.encoding == solved.0 && record.horizon == Some(solved.1);
                (record.claim, record.outcome) = if is_solved {
                    (Claimed::Sat, RunOutcome::Solved)
                } else {
                    (Claimed::Unsat, RunOutcome::Unproved)
                };
                record
            };
            let records: Vec<Record> = trials.iter().map(record).collect();
            let found = contradictions(&trials, &records);
            let found = found
                .iter()
                .map(|it| (it.encoding.as_str(), it.horizon.unwrap()));
            assert_eq!(found.collect::<Vec<_>>(), wrong);
        }
    }
}
