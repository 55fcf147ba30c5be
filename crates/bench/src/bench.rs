//! Measures solvers and encodings on puzzles. Each run has its own child process, and every claim is checked.
//!
//! A [`Definition`] is expanded into trials. Each trial runs in its own child process (`perform`). At the limits, `job`
//! ends that process with all its descendants. `judge` checks the claim, and one [`Record`] is immediately appended to
//! the journal. Trials that are already in the journal are not repeated.
//!
//! `results/README.md` lists the experiments and their limits. The whole tree of processes is measured and ended, as in
//! Beyer, Löwe, Wendler, *Reliable benchmarking* (STTT 2019). Their tool, `BenchExec`, uses control groups of Linux. This
//! code needs no special rights, but it relies on `/proc`.

pub mod definition;
mod job;
mod judge;
mod machine;
mod perform;
mod solver;
pub mod subject;
mod trials;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::SystemTime;

pub use definition::{Definition, ExperimentKeys};
pub use job::COMMAND;
pub use perform::run as run_job;

use crate::family::horizons::HorizonTable;
use crate::record::{Journal, Record, RunOutcome, last_of_each};
use saut_base::BadInput;
use saut_base::stop::Stop;
use saut_puzzles::census::Shard;
use serde::de::DeserializeOwned;

use job::{Ended, Job};
use judge::ResultCache;
use machine::Machine;
use trials::{RunSpec, Trials};

/// Options of an experiment.
#[derive(Clone, Debug)]
pub struct Options {
    /// The file of records.
    pub records: PathBuf,
    /// The shard of the trials to run, or `None` for all trials.
    pub shard: Option<Shard>,
    /// Number of runs at the same time.
    pub jobs: usize,
    /// Whether runs that already have a record are repeated.
    pub again: bool,
    /// Whether solvers that are not installed are skipped. Otherwise, their runs are recorded as missing.
    pub skip_missing: bool,
    /// The executable of `saut`, for the child processes.
    pub saut: PathBuf,
    /// Interruption by the user.
    pub stop: Stop,
}

/// An experiment that is ready to run.
#[derive(Debug)]
pub struct Bench {
    options: Options,
    trials: Vec<RunSpec>,
    /// Indices of the trials to run.
    left: Vec<usize>,
    versions: HashMap<String, Result<String, String>>,
    journal: Mutex<Journal>,
    facts: ResultCache,
    machine: String,
    /// Number of combinations that are left out, by reason.
    pub left_out: BTreeMap<String, usize>,
    /// Solvers that are not installed, each with its installation instructions.
    pub missing: BTreeMap<String, String>,
    /// Messages about solvers whose version differs from the version in the records.
    pub changed: BTreeSet<String>,
    /// Number of trials in this shard.
    pub total: usize,
    /// Number of trials of this shard that are not run, because they already have a record.
    pub there: usize,
}

/// Summary of an experiment.
#[derive(Debug)]
pub struct Summary {
    /// The existing records of the trials of this shard.
    pub records: Vec<Record>,
    /// Whether the experiment was stopped before its end.
    pub interrupted: bool,
}

impl Bench {
    /// Prepares an experiment and checks all its input.
    ///
    /// # Errors
    /// There is nothing to run, or a file in the folder of the records cannot be used.
    pub fn prepare(definition: &Definition, options: Options) -> Result<Self, BadInput> {
        let mut trials = Trials::of(definition, HorizonTable::bundled());
        if trials.list.is_empty() {
            let reasons: Vec<&str> = trials.left_out.keys().map(String::as_str).collect();
            let fact = format!("there is nothing to run: {}", reasons.join("; "));
            let remedy = "choose other encodings, horizons or backends";
            return Err(BadInput::new(&definition.name, fact).remedy(remedy));
        }
        let mut versions = HashMap::new();
        for RunSpec { solver, .. } in &trials.list {
            let version = versions.entry(solver.name.clone());
            version.or_insert_with(|| solver.find());
        }
        let missing = versions.iter();
        let missing: BTreeMap<String, String> = missing
            .filter_map(|(name, version)| Some((name.clone(), version.clone().err()?)))
            .collect();
        if let Some((name, remedy)) = missing.first_key_value()
            && missing.len() == versions.len()
            && !options.skip_missing
        {
            let fact = "there is nothing to run: none of the named solvers is installed";
            return Err(BadInput::new(name, fact).remedy(remedy));
        }
        if options.skip_missing {
            trials
                .list
                .retain(|trial| !missing.contains_key(&trial.solver.name));
        }
        if let Some(shard) = options.shard {
            let mut numbers = 0..;
            let is_in = |_: &RunSpec| numbers.next().is_some_and(|it| shard.has(it));
            trials.list.retain(is_in);
        }
        let journal = Journal::open(&options.records)?;
        let facts = ResultCache::open(&options.records.with_extension("facts.jsonl"))?;
        let mut machine = Machine::this(&definition.name, options.jobs);
        for RunSpec { solver, .. } in &trials.list {
            if let Ok(version) = &versions[&solver.name] {
                machine.add(solver, version);
            }
        }
        let machine = machine.keep(&options.records)?;
        let by_run = journal.records.iter();
        let by_run: HashMap<&str, &Record> = by_run.map(|it| (it.run.as_str(), it)).collect();
        let (mut left, mut changed) = (Vec::new(), BTreeSet::new());
        for (number, trial) in trials.list.iter().enumerate() {
            let record = by_run.get(trial.key.as_str());
            let is_there = match (record, &versions[&trial.solver.name]) {
                (None, _) => false,
                (Some(_), Err(_)) => true,
                (Some(record), Ok(now)) => {
                    let is_gone = record.outcome == RunOutcome::Missing;
                    // Older versions counted evidence that another solver may have given. Runs with such a record are
                    // repeated.
                    let is_kept = !is_gone && !record.counts_without_evidence();
                    if is_kept && *now != record.version {
                        let (name, before) = (&record.backend, &record.version);
                        changed.insert(format!("{name} has changed from {before} to {now}"));
                    }
                    is_kept && *now == record.version
                }
            };
            if options.again || !is_there {
                left.push(number);
            }
        }
        let total = trials.list.len();
        Ok(Self {
            there: total - left.len(),
            options,
            versions,
            journal: Mutex::new(journal),
            facts,
            machine,
            left_out: trials.left_out,
            missing,
            changed,
            total,
            trials: trials.list,
            left,
        })
    }

    /// Returns the file that describes the machine.
    pub fn machine_file(&self) -> PathBuf {
        self.options.records.with_file_name(&self.machine)
    }

    /// Executes all remaining runs. Several threads call `done` with each record.
    ///
    /// # Errors
    /// A record cannot be written. All earlier records are in the file.
    pub fn run(&self, done: &(dyn Fn(&Record) + Sync)) -> std::io::Result<Summary> {
        let next = AtomicUsize::new(0);
        let failure = OnceLock::new();
        let work = || {
            while self.options.stop.stop_reason().is_none() {
                let Some(&number) = self.left.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    return;
                };
                let Some(record) = self.one(&self.trials[number]) else {
                    return;
                };
                done(&record);
                if let Err(error) = self.journal().append(record) {
                    self.options.stop.request();
                    // Only the first failure is reported.
                    let _ = failure.set(error);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.options.jobs {
                scope.spawn(work);
            }
            work();
        });
        failure.into_inner().map_or_else(|| self.summary(), Err)
    }

    fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Executes one run. Returns `None` if it was interrupted.
    fn one(&self, trial: &RunSpec) -> Option<Record> {
        let began = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let measured = match &self.versions[&trial.solver.name] {
            Err(remedy) => Record {
                outcome: RunOutcome::Missing,
                check: remedy.clone(),
                ..Record::default()
            },
            Ok(version) => {
                let answer = self.job(&trial.job).answer()?;
                Record {
                    version: version.clone(),
                    ..judge::judge(trial, answer, &self.facts, |job| self.job(job))?
                }
            }
        };
        Some(trial.record(&self.machine, began, measured))
    }

    fn job<T: DeserializeOwned>(&self, job: &Job) -> Ended<T> {
        job::run(&self.options.saut, job, &self.options.stop)
    }

    fn summary(&self) -> std::io::Result<Summary> {
        let mut journal = self.journal();
        for record in judge::contradictions(&self.trials, &journal.records) {
            journal.append(record)?;
        }
        let keys: HashSet<&str> = self.trials.iter().map(|trial| trial.key.as_str()).collect();
        let mut records = last_of_each(journal.records.clone());
        records.retain(|record| keys.contains(record.run.as_str()));
        Ok(Summary {
            records,
            interrupted: self.options.stop.stop_reason().is_some(),
        })
    }
}
