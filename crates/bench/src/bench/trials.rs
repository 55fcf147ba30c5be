//! Trials: the list of runs that a definition asks for.
//!
//! Puzzles × encodings × horizons × solvers × seeds, in this order, without what is meaningless; a file
//! of clauses has neither encodings nor horizons.
//! Every trial has a key made of everything that was asked for, so that it is known again when an
//! experiment goes on; the list and its keys depend on nothing else.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use crate::family::horizons::HorizonTable;
use saut_answer::TaskFiles;
use saut_criteria::compile;
use saut_plan::backend::Reads;
use saut_puzzles::census::Shard;
use saut_task::encode::Encoding;

use super::definition::{Definition, HorizonWish, RunLimits, Set};
use super::key::key;
use super::solver::{Solver, SolverKind};
use super::subject::{CLAUSES, Subject, TaskSource};

/// One run to be made.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Key of the trial in the records.
    pub key: String,
    /// The experiment.
    pub experiment: String,
    /// The family.
    pub family: String,
    /// The puzzle, or the file of clauses.
    pub subject: Arc<Subject>,
    /// The encoding; `None` for who reads the puzzle itself.
    pub encoding: Option<Encoding>,
    /// The number of steps; `None` if `decide` or the solver chooses.
    pub horizon: Option<usize>,
    /// Solver that is measured.
    pub solver: Arc<Solver>,
    /// The seed.
    pub seed: u64,
    /// The limits.
    pub limits: RunLimits,
}

impl Trial {
    /// The encoding as records name it.
    pub fn encoding_name(&self) -> String {
        match (self.encoding, self.solver.kind) {
            _ if matches!(*self.subject, Subject::Clauses(_)) => CLAUSES.to_owned(),
            (Some(encoding), _) => encoding.to_string(),
            (None, SolverKind::Planner) => "pddl".to_owned(),
            (None, _) => "-".to_owned(),
        }
    }
}

/// The list, and how many combinations were left out for which reason.
#[derive(Clone, Debug, Default)]
pub struct Trials {
    /// The runs, in order.
    pub list: Vec<Trial>,
    /// Reasons with the number of combinations (before seeds) that they left out.
    pub left_out: BTreeMap<String, usize>,
}

impl Trials {
    /// All trials of a definition.
    pub fn of(definition: &Definition, horizons: &HorizonTable) -> Self {
        let mut trials = Self::default();
        let mut known = HashSet::new();
        for set in &definition.sets {
            for subject in &set.subjects {
                trials.add(&definition.name, set, subject, horizons, &mut known);
            }
        }
        trials
    }

    /// The trials of one shard. All shards together have every trial once.
    #[must_use]
    pub fn shard(mut self, shard: Shard) -> Self {
        let mut number = 0;
        self.list.retain(|_| {
            number += 1;
            shard.has(number - 1)
        });
        self
    }

    fn add(
        &mut self,
        experiment: &str,
        set: &Set,
        subject: &Subject,
        horizons: &HorizonTable,
        known: &mut HashSet<String>,
    ) {
        let subject = Arc::new(subject.clone());
        let text = subject.text();
        let mut left_out = HashSet::new();
        for &encoding in &set.encodings {
            for &wish in &set.horizons {
                for solver in &set.solvers {
                    let (encoding, horizon) =
                        match combine(&subject, encoding, wish, solver, horizons) {
                            Ok(combined) => combined,
                            Err(reason) => {
                                let what = (reason.clone(), encoding.to_string(), solver);
                                if left_out.insert(format!("{what:?} {wish:?}")) {
                                    *self.left_out.entry(reason).or_default() += 1;
                                }
                                continue;
                            }
                        };
                    for &seed in &set.seeds {
                        let mut trial = Trial {
                            key: String::new(),
                            experiment: experiment.to_owned(),
                            family: set.family.clone(),
                            subject: subject.clone(),
                            encoding,
                            horizon,
                            solver: Arc::new(solver.clone()),
                            seed,
                            limits: set.limits,
                        };
                        trial.key = trial_key(&trial, &text);
                        if known.insert(trial.key.clone()) {
                            self.list.push(trial);
                        }
                    }
                }
            }
        }
    }
}

/// Encoding and horizon of a combination, or why it is meaningless.
fn combine(
    subject: &Subject,
    encoding: Encoding,
    wish: HorizonWish,
    solver: &Solver,
    horizons: &HorizonTable,
) -> Result<(Option<Encoding>, Option<usize>), String> {
    let (reads, puzzle) = match (solver.kind, subject) {
        (SolverKind::Backend(reads), Subject::Puzzle(puzzle)) => (reads, puzzle),
        (kind, Subject::Task(task)) => return of_task(task, encoding, wish, kind),
        (SolverKind::Backend(_), Subject::Clauses(_)) | (_, Subject::Puzzle(_)) => {
            return Ok((None, None));
        }
        (_, Subject::Clauses(_)) => {
            return Err("a file of clauses is no puzzle, and only a backend reads it".to_owned());
        }
    };
    if reads == Reads::Clauses && matches!(encoding, Encoding::Smt) {
        return Err("smt has no clauses, and the backend reads only these".to_owned());
    }
    let smallest = || horizons.smallest(puzzle, encoding);
    let known = |horizon: Option<usize>, what: &str| {
        let unknown = || {
            let puzzle = puzzle.name();
            format!(
                "{what} horizon of {encoding} is not known for {puzzle}; give a number of steps"
            )
        };
        horizon.ok_or_else(unknown)
    };
    let horizon = match wish {
        HorizonWish::Search => None,
        HorizonWish::Steps(steps) => Some(steps),
        HorizonWish::Auto => {
            let jumps = compile::peg_task(puzzle).length().exactly();
            let jumps = jumps.filter(|_| encoding.is_sequential());
            jumps.or_else(smallest)
        }
        HorizonWish::Smallest => Some(known(smallest(), "the smallest")?),
        HorizonWish::Below => Some(known(horizons.below(puzzle, encoding), "a refuted")?),
    };
    Ok((Some(encoding), horizon))
}

/// As [`combine`], of a planning task.
fn of_task(
    task: &TaskSource,
    encoding: Encoding,
    wish: HorizonWish,
    kind: SolverKind,
) -> Result<(Option<Encoding>, Option<usize>), String> {
    let no = |why: &str| Err(why.to_owned());
    match (kind, wish) {
        (SolverKind::Method(_), _) => {
            no("methods are those of puzzles, and this is a planning task")
        }
        (SolverKind::Planner, _) if matches!(task.files, TaskFiles::Sas(_)) => {
            no("a planner reads PDDL, and this task is in SAS+")
        }
        (SolverKind::Planner | SolverKind::Saut, _) => Ok((None, None)),
        (SolverKind::Backend(_), _) if matches!(encoding, Encoding::Smt | Encoding::Naive) => {
            no("this encoding is one of puzzles, and this is a planning task")
        }
        (SolverKind::Backend(_), HorizonWish::Smallest | HorizonWish::Below) => {
            no("of planning tasks no horizons are known; give a number of steps, or search")
        }
        (SolverKind::Backend(_), HorizonWish::Steps(steps)) => Ok((Some(encoding), Some(steps))),
        (SolverKind::Backend(_), HorizonWish::Auto | HorizonWish::Search) => {
            Ok((Some(encoding), None))
        }
    }
}

/// Everything that was asked for, in short.
fn trial_key(trial: &Trial, subject: &str) -> String {
    let RunLimits {
        timeout_seconds,
        memory_mib,
        check_timeout_seconds: _,
        threads,
    } = trial.limits;
    let text = format!(
        "saut bench 1\n{}\n{}\n{subject}\n{}\n{:?}\n{}\n{}\n{}\n{timeout_seconds}\n{memory_mib:?}\n{threads}\n",
        trial.experiment,
        trial.family,
        trial.encoding_name(),
        trial.horizon,
        trial.solver.name,
        trial.solver.command,
        trial.seed,
    );
    key(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::{Shard, Trials};
    use crate::bench::definition::{Definition, Keys, keys};
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
        let definition =
            Definition::of(keys::read(TEXT).unwrap(), Path::new(""), &Keys::default()).unwrap();
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
        // Each puzzle: sequential at 31 (or 35) and 4 with both backends, r2-exists at 4 and at 6
        // (or searching) with both, smt at two horizons with one, saut and the planner once.
        // Three seeds of all.
        assert_eq!(keys.0.len(), 3 * 2 * (4 + 4 + 2 + 2));
    }

    #[test]
    fn what_is_meaningless_is_left_out_and_counted() {
        let left_out = trials().left_out;
        let reasons: Vec<(&str, usize)> = left_out.iter().map(|(r, n)| (r.as_str(), *n)).collect();
        assert_eq!(
            reasons,
            [
                ("smt has no clauses, and the backend reads only these", 6),
                (
                    "the smallest horizon of r2-exists is not known for corsair; give a number of \
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
                trial.encoding_name() == encoding && trial.subject.name() == puzzle
            });
            asked.map(|trial| trial.horizon).collect()
        };
        assert_eq!(of("sequential", "corsair"), [Some(4), Some(35)].into());
        assert_eq!(of("r2-exists", "central"), [Some(4), Some(6)].into());
        assert_eq!(of("r2-exists", "corsair"), [None, Some(4)].into());
    }

    #[test]
    fn shards_share_the_list_out_exactly() {
        let all = trials();
        let whole: BTreeSet<String> = keys(&all).into_iter().collect();
        for of in [1, 2, 3, 7, 100] {
            let mut together = Vec::new();
            for index in 1..=of {
                together.extend(keys(
                    &all.clone().shard(format!("{index}/{of}").parse().unwrap()),
                ));
            }
            assert_eq!(together.len(), whole.len());
            assert_eq!(together.into_iter().collect::<BTreeSet<_>>(), whole);
        }
        for bad in ["", "0/2", "3/2", "1", "1/0", "-1/2", "a/b"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
        assert_eq!("2/3".parse::<Shard>().unwrap().to_string(), "2/3");
    }
}
