//! Trials: the list of runs that a definition describes.
//!
//! The list has all combinations of subjects, encodings, horizons, solvers and seeds, in this order, except meaningless
//! combinations. A file of clauses has neither encodings nor horizons. The key of a trial is a hash of everything that
//! defines the trial, so that a resumed experiment finds its trials again. The list and its keys depend only on the
//! definition and the table of known horizons.

use std::collections::{BTreeMap, HashSet};

use saut_answer::TaskFiles;
use saut_base::named::Named as _;
use saut_criteria::compile;
use saut_peg::peg::Puzzle;
use saut_plan::backend::Reads;
use saut_plan::planning::PlanMethod;
use saut_task::encode::Encoding;

use super::definition::{Definition, HorizonSpec, RunLimits};
use super::job::Job;
use super::solver::{Solver, SolverKind};
use super::subject::{Subject, key};
use crate::family::horizons::HorizonTable;
use crate::record::Record;

/// A planned run.
#[derive(Clone, Debug)]
pub struct RunSpec {
    /// Key of the trial in the records.
    pub key: String,
    pub experiment: String,
    pub family: String,
    pub solver: Solver,
    pub job: Job,
}

impl RunSpec {
    /// Returns the encoding, as it is named in records.
    pub fn encoding_name(&self) -> String {
        match (&self.job.subject, self.job.encoding, self.solver.kind) {
            (Subject::Clauses(_), ..) => "cnf".to_owned(),
            (_, Some(encoding), _) => encoding.to_string(),
            (_, None, SolverKind::Planner) => "pddl".to_owned(),
            (_, None, _) => "-".to_owned(),
        }
    }

    /// Returns the job that checks a refutation by this trial at this horizon. If `decide` chose the horizon of a task,
    /// the whole task is checked.
    pub fn check(&self, horizon: Option<usize>) -> Job {
        let job = &self.job;
        let is_searched = matches!(job.subject, Subject::Task(_)) && job.horizon.is_none();
        Job {
            solver: None,
            horizon: horizon.filter(|_| !is_searched),
            seed: 0,
            limits: RunLimits {
                timeout_seconds: job.limits.check_timeout_seconds,
                threads: 1,
                ..job.limits
            },
            ..job.clone()
        }
    }

    /// Returns the record of this trial with these measurements.
    pub fn record(&self, machine: &str, began: String, measured: Record) -> Record {
        let (job, puzzle) = (&self.job, self.job.subject.puzzle());
        Record {
            run: self.key.clone(),
            experiment: self.experiment.clone(),
            puzzle: job.subject.name(),
            content: job.subject.about(),
            family: self.family.clone(),
            holes: puzzle.map_or(0, |puzzle| puzzle.board().len()),
            jumps: puzzle.and_then(|puzzle| compile::peg_task(puzzle).length().exactly()),
            encoding: self.encoding_name(),
            horizon: job.horizon,
            found_horizon: measured.horizon.filter(|_| job.horizon.is_none()),
            backend: self.solver.name.clone(),
            seed: job.seed,
            timeout_seconds: job.limits.timeout_seconds,
            memory_mib: job.limits.memory_mib,
            machine: machine.to_owned(),
            began,
            ..measured
        }
    }
}

/// The trials of a definition, and the combinations that were left out.
#[derive(Clone, Debug, Default)]
pub struct Trials {
    pub list: Vec<RunSpec>,
    /// Number of meaningless combinations for each reason. Seeds are not counted.
    pub left_out: BTreeMap<String, usize>,
}

impl Trials {
    pub fn of(definition: &Definition, horizons: &HorizonTable) -> Self {
        let (mut trials, mut known) = (Self::default(), HashSet::new());
        let sets = definition.sets.iter();
        let subjects = sets.flat_map(|set| set.subjects.iter().map(move |subject| (set, subject)));
        for (set, subject) in subjects {
            let (text, mut left_out) = (subject.text(), HashSet::new());
            for (&encoding, &spec, solver) in
                itertools::iproduct!(&set.encodings, &set.horizons, &set.solvers)
            {
                let combined = combine(subject, encoding, spec, solver, horizons);
                let (encoding, horizon) = match combined {
                    Ok(combined) => combined,
                    Err(reason) => {
                        if left_out.insert(format!("{reason} {encoding} {solver:?} {spec:?}")) {
                            *trials.left_out.entry(reason).or_default() += 1;
                        }
                        continue;
                    }
                };
                for &seed in &set.seeds {
                    let mut trial = RunSpec {
                        key: String::new(),
                        experiment: definition.name.clone(),
                        family: set.family_of(subject).to_owned(),
                        solver: solver.clone(),
                        job: Job {
                            subject: subject.clone(),
                            solver: Some(solver.command.clone()),
                            encoding,
                            horizon,
                            seed,
                            limits: set.limits,
                        },
                    };
                    trial.key = trial_key(&trial, &text);
                    if known.insert(trial.key.clone()) {
                        trials.list.push(trial);
                    }
                }
            }
        }
        trials
    }
}

/// Returns the encoding and the horizon of a combination, or the reason why it is meaningless.
fn combine(
    subject: &Subject,
    encoding: Encoding,
    spec: HorizonSpec,
    solver: &Solver,
    horizons: &HorizonTable,
) -> Result<(Option<Encoding>, Option<usize>), String> {
    let no = |why: &str| Err(why.to_owned());
    match (solver.kind, subject) {
        (SolverKind::Backend(_), Subject::Clauses(_)) => Ok((None, None)),
        (_, Subject::Clauses(_)) => no("a file of clauses can only be solved by a backend"),
        (SolverKind::Backend(Reads::Clauses), Subject::Puzzle(_)) if encoding == Encoding::Smt => {
            no("the backend reads only clauses, but the encoding smt has no clauses")
        }
        (SolverKind::Backend(_), Subject::Puzzle(puzzle)) => {
            let horizon = horizon(puzzle, encoding, spec, horizons)?;
            Ok((Some(encoding), horizon))
        }
        (SolverKind::Method(method), Subject::Task(_))
            if PlanMethod::by_name(&method.to_string()).is_none() =>
        {
            no("the method is only for puzzles, but this is a planning task")
        }
        (SolverKind::PlanMethod(_), Subject::Puzzle(_)) => {
            no("the method is only for planning tasks, but this is a puzzle")
        }
        (SolverKind::Planner, Subject::Task(task)) if matches!(task.files, TaskFiles::Sas(_)) => {
            no("a planner reads PDDL, but this task is in SAS+")
        }
        (SolverKind::Backend(Reads::Clauses), Subject::Task(task)) if task.is_numeric => {
            no("the backend reads only clauses, but this task is numeric")
        }
        (SolverKind::Backend(_), Subject::Task(_)) => match (encoding, spec) {
            (Encoding::Smt | Encoding::Naive, _) => {
                no("the encoding is only for puzzles, but this is a planning task")
            }
            (_, HorizonSpec::Smallest | HorizonSpec::Below) => {
                no("the horizons of planning tasks are unknown; give a number of steps, or search")
            }
            (_, HorizonSpec::Steps(steps)) => Ok((Some(encoding), Some(steps))),
            (_, HorizonSpec::Auto | HorizonSpec::Search) => Ok((Some(encoding), None)),
        },
        (_, Subject::Puzzle(_) | Subject::Task(_)) => Ok((None, None)),
    }
}

/// Returns the horizon of a puzzle's formula, or `None` if `decide` chooses.
fn horizon(
    puzzle: &Puzzle,
    encoding: Encoding,
    spec: HorizonSpec,
    horizons: &HorizonTable,
) -> Result<Option<usize>, String> {
    let smallest = || horizons.smallest(puzzle, encoding);
    let known = |horizon: Option<usize>, which: &str| {
        let name = puzzle.name();
        horizon.map(Some).ok_or_else(|| {
            format!("{which} horizon of {encoding} is unknown for {name}; give a number of steps")
        })
    };
    match spec {
        HorizonSpec::Search => Ok(None),
        HorizonSpec::Steps(steps) => Ok(Some(steps)),
        HorizonSpec::Auto => {
            let jumps = compile::peg_task(puzzle).length().exactly();
            let jumps = jumps.filter(|_| encoding.is_sequential());
            Ok(jumps.or_else(smallest))
        }
        HorizonSpec::Smallest => known(smallest(), "the smallest"),
        HorizonSpec::Below => known(horizons.below(puzzle, encoding), "a refuted"),
    }
}

/// Returns the key of a trial: a hash of everything that defines it.
fn trial_key(trial: &RunSpec, subject: &str) -> String {
    let (job, limits) = (&trial.job, &trial.job.limits);
    let text = format!(
        "saut bench 1\n{}\n{}\n{subject}\n{}\n{:?}\n{}\n{}\n{}\n{}\n{:?}\n{}\n",
        trial.experiment,
        trial.family,
        trial.encoding_name(),
        job.horizon,
        trial.solver.name,
        trial.solver.command,
        job.seed,
        limits.timeout_seconds,
        limits.memory_mib,
        limits.threads,
    );
    key(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::Trials;
    use crate::bench::definition::{Definition, ExperimentKeys};
    use crate::family::horizons::HorizonTable;

    const TEXT: &str = r#"
name = "x"
seeds = [1, 2, 3]
encodings = ["sequential", "r2-exists", "smt"]
horizons = ["smallest", "auto", 4]
backends = ["batsat", "smtlib:x", "saut", "planner:p"]
puzzles = ["central", "corsair"]
"#;

    fn trials() -> Trials {
        let definition = Definition::of(TEXT, Path::new(""), &ExperimentKeys::default()).unwrap();
        let table = "[[horizon]]\npuzzle = \"central\"\nencoding = \"r2-exists, order direction, \
                     folded, not packed\"\nsmallest = 6\nsmallest_formula = \"0\"\n";
        Trials::of(&definition, &HorizonTable::read(table).unwrap())
    }

    fn keys(trials: &Trials) -> Vec<String> {
        trials.list.iter().map(|trial| trial.key.clone()).collect()
    }

    #[test]
    fn the_list_is_the_same_every_time_and_names_nothing_twice() {
        let keys = (keys(&trials()), keys(&trials()));
        assert_eq!(keys.0, keys.1);
        let set: BTreeSet<&String> = keys.0.iter().collect();
        assert_eq!(set.len(), keys.0.len());
        // Each puzzle has: sequential at 31 (or 35) and 4 with both backends, r2-exists at 4 and at 6 (or searching)
        // with both, smt at two horizons with one backend, saut once, and the planner once. All runs have three
        // seeds.
        assert_eq!(keys.0.len(), 3 * 2 * (4 + 4 + 2 + 2));
    }

    #[test]
    fn what_is_meaningless_is_left_out_and_counted() {
        let left_out = trials().left_out;
        let reasons: Vec<(&str, usize)> = left_out.iter().map(|(r, n)| (r.as_str(), *n)).collect();
        assert_eq!(
            reasons,
            [
                (
                    "the backend reads only clauses, but the encoding smt has no clauses",
                    6
                ),
                (
                    "the smallest horizon of r2-exists is unknown for corsair; give a number of \
                     steps",
                    2
                ),
            ]
        );
    }

    #[test]
    fn auto_is_the_horizon_that_fits_the_encoding_and_the_puzzle() {
        let of = |encoding: &str, puzzle: &str| -> BTreeSet<Option<usize>> {
            let trials = trials().list.into_iter();
            let asked = trials.filter(|trial| {
                trial.encoding_name() == encoding && trial.job.subject.name() == puzzle
            });
            asked.map(|trial| trial.job.horizon).collect()
        };
        assert_eq!(of("sequential", "corsair"), [Some(4), Some(35)].into());
        assert_eq!(of("r2-exists", "central"), [Some(4), Some(6)].into());
        assert_eq!(of("r2-exists", "corsair"), [None, Some(4)].into());
    }
}
