//! Trials: the list of runs that a definition asks for.
//!
//! Puzzles × encodings × horizons × solvers × seeds, in this order, without what is meaningless.
//! Every trial has a key made of everything that was asked for, so that it is known again when an
//! experiment goes on; the list and its keys depend on nothing else.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use saut_plan::backend::Reads;
use saut_plan::encode::Encoding;
use saut_puzzles::formats::toml_file::write_toml;
use saut_puzzles::peg::Puzzle;
use saut_puzzles::pose;

use super::definition::{Definition, HorizonWish, Limits, Set};
use super::encoding_name;
use super::horizons::Horizons;
use super::key::key;
use super::solver::{Kind, Solver};

/// One run to be made.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What it is known by.
    pub key: String,
    /// The experiment.
    pub experiment: String,
    /// The family.
    pub family: String,
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// The encoding; `None` for who reads the puzzle itself.
    pub encoding: Option<Encoding>,
    /// The number of steps; `None` if `decide` or the solver chooses.
    pub horizon: Option<usize>,
    /// Who is measured.
    pub solver: Arc<Solver>,
    /// The seed.
    pub seed: u64,
    /// The limits.
    pub limits: Limits,
}

impl Trial {
    /// The encoding as records name it.
    pub fn encoding_name(&self) -> String {
        match (self.encoding, self.solver.kind) {
            (Some(encoding), _) => encoding_name::write(encoding),
            (None, Kind::Planner) => "pddl".to_owned(),
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

/// A part of the trials: the `index`-th of `of`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1.
    pub index: usize,
    /// How many there are.
    pub of: usize,
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, of)| {
            let index = index.parse().ok()?;
            let of = of.parse().ok()?;
            (1 <= index && index <= of).then_some(Self { index, of })
        });
        numbers.ok_or_else(|| "not a shard such as 2/3: which one of how many".to_owned())
    }
}

impl Trials {
    /// All trials of a definition.
    pub fn of(definition: &Definition, horizons: &Horizons) -> Self {
        let mut trials = Self::default();
        let mut known = HashSet::new();
        for set in &definition.sets {
            for puzzle in &set.puzzles {
                trials.add(&definition.name, set, puzzle, horizons, &mut known);
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
            (number - 1) % shard.of == shard.index - 1
        });
        self
    }

    fn add(
        &mut self,
        experiment: &str,
        set: &Set,
        puzzle: &Puzzle,
        horizons: &Horizons,
        known: &mut HashSet<String>,
    ) {
        let puzzle = Arc::new(puzzle.clone());
        let text = write_toml(std::slice::from_ref(&puzzle));
        let mut left_out = HashSet::new();
        for &encoding in &set.encodings {
            for &wish in &set.horizons {
                for solver in &set.solvers {
                    let (encoding, horizon) =
                        match combine(&puzzle, encoding, wish, solver, horizons) {
                            Ok(combined) => combined,
                            Err(reason) => {
                                let what = (reason.clone(), encoding_name::write(encoding), solver);
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
                            puzzle: puzzle.clone(),
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
    puzzle: &Puzzle,
    encoding: Encoding,
    wish: HorizonWish,
    solver: &Solver,
    horizons: &Horizons,
) -> Result<(Option<Encoding>, Option<usize>), String> {
    let Kind::Backend(reads) = solver.kind else {
        return Ok((None, None));
    };
    if reads == Reads::Clauses && matches!(encoding, Encoding::Smt { .. }) {
        return Err("smt has no clauses, and the backend reads only these".to_owned());
    }
    let name = encoding_name::write(encoding);
    let unknown = |what: &str| {
        format!(
            "{what} horizon of {name} is not known for {}",
            puzzle.name()
        )
    };
    let horizon = match wish {
        HorizonWish::Search => None,
        HorizonWish::Steps(steps) => Some(steps),
        HorizonWish::Auto if !encoding.is_sequential() => {
            return Err(format!("auto says nothing about the horizon of {name}"));
        }
        HorizonWish::Auto => {
            let length = pose::peg_task(puzzle).length().exactly();
            let varies = || format!("plans of {} differ in length", puzzle.name());
            Some(length.ok_or_else(varies)?)
        }
        HorizonWish::Smallest => {
            let smallest = horizons.smallest(puzzle, encoding);
            Some(smallest.ok_or_else(|| unknown("the smallest"))?)
        }
        HorizonWish::Below => {
            let below = horizons.below(puzzle, encoding);
            Some(below.ok_or_else(|| unknown("a refuted"))?)
        }
    };
    Ok((Some(encoding), horizon))
}

/// Everything that was asked for, in short.
fn trial_key(trial: &Trial, puzzle: &str) -> String {
    let Limits {
        timeout_seconds,
        memory_mib,
        check_timeout_seconds: _,
        threads,
    } = trial.limits;
    let text = format!(
        "saut bench 1\n{}\n{}\n{puzzle}\n{}\n{:?}\n{}\n{}\n{}\n{timeout_seconds}\n{memory_mib:?}\n{threads}\n",
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
    use crate::bench::definition::{Definition, Overrides};
    use crate::bench::horizons::Horizons;

    const TEXT: &str = r#"
name = "x"
seeds = [1, 2, 3]
encodings = ["sequential", "r2-exists", "smt"]
horizons = ["smallest", "auto", 4]
backends = ["batsat", "smtlib:x", "saut", "planner:p"]
puzzles = ["central", "corsair"]
"#;

    fn trials() -> Trials {
        let definition = Definition::parse(TEXT, Path::new(""), Overrides::default()).unwrap();
        let table = "[[horizon]]\npuzzle = \"central\"\nencoding = \"r2-exists, order direction, \
                     folded, not packed\"\nsmallest = 6\nsmallest_formula = \"0\"\n";
        Trials::of(&definition, &Horizons::read(table).unwrap())
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
        // Each puzzle: sequential at 31 (or 35) and 4 with both backends, r2-exists at 4 with
        // both, smt at two horizons with one, saut and the planner once; central also r2-exists
        // at 6 with both. Three seeds of all.
        assert_eq!(keys.0.len(), 3 * (2 * (4 + 2 + 2 + 2) + 2));
    }

    #[test]
    fn what_is_meaningless_is_left_out_and_counted() {
        let left_out = trials().left_out;
        let reasons: Vec<(&str, usize)> = left_out.iter().map(|(r, n)| (r.as_str(), *n)).collect();
        assert_eq!(
            reasons,
            [
                ("auto says nothing about the horizon of r2-exists", 4),
                ("smt has no clauses, and the backend reads only these", 6),
                (
                    "the smallest horizon of r2-exists is not known for corsair",
                    2
                ),
            ]
        );
    }

    #[test]
    fn shards_share_the_list_out_exactly() {
        let whole: BTreeSet<String> = keys(&trials()).into_iter().collect();
        for of in [1, 2, 3, 7, 100] {
            let mut together = Vec::new();
            for index in 1..=of {
                together.extend(keys(&trials().shard(Shard { index, of })));
            }
            assert_eq!(together.len(), whole.len());
            assert_eq!(together.into_iter().collect::<BTreeSet<_>>(), whole);
        }
        for bad in ["", "0/2", "3/2", "1", "1/0", "-1/2", "a/b"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
        assert_eq!("2/3".parse(), Ok(Shard { index: 2, of: 3 }));
    }
}
