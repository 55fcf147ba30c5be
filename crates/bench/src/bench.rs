//! Measuring: solvers and encodings on puzzles, one child process a run, every claim checked.
//!
//! A [`Definition`] is multiplied out into trials; each is made by this very
//! program in a process of its own (`perform`), which is ended with all below it at its limits
//! (`supervise`); its claim is judged (`judge`) and one [`Record`] appended to the journal at
//! once. Trials that the journal has are not made again.
//!
//! `results/README.md` says what is measured and what is not. The whole tree of processes is measured and ended, after
//! Brewka, Beyer, Löwe, Wendler, *Reliable benchmarking* (STTT 2019); unlike theirs this needs no rights, and so trusts
//! `/proc`.

mod contradictions;
pub mod definition;
mod facts;
mod job;
mod journal;
mod judge;
mod key;
mod machine;
mod meter;
mod perform;
mod planner;
mod record;
mod refute;
mod solver;
pub mod subject;
mod supervise;
pub mod trials;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

pub use definition::{Definition, Keys};
pub use job::COMMAND;
pub use perform::run as run_job;
pub use trials::Trial;

use crate::family::horizons::HorizonTable;
use crate::record::{Record, RunOutcome};
use saut_base::BadInput;
use saut_base::stop::Stop;
use saut_puzzles::census::Shard;

use facts::Facts;
use journal::Journal;
use machine::Machine;
use trials::Trials;

/// Options of an experiment.
#[derive(Clone, Debug)]
pub struct Options {
    /// The file of records.
    pub records: PathBuf,
    /// Only this part.
    pub shard: Option<Shard>,
    /// Runs side by side.
    pub jobs: usize,
    /// Make the runs that have a record once more.
    pub again: bool,
    /// Leave out the runs of solvers that are not here, instead of recording them as missing.
    pub skip_missing: bool,
    /// The executable of `saut`, for the child processes.
    pub saut: PathBuf,
    /// Interruption.
    pub stop: Stop,
}

/// A progress observer; called from several threads.
pub trait Observer: Sync {
    /// A run is over.
    fn done(&self, record: &Record);
}

/// An experiment that is ready to run.
#[derive(Debug)]
pub struct Bench {
    options: Options,
    trials: Vec<Trial>,
    /// Numbers of the trials that have no record yet.
    left: Vec<usize>,
    versions: HashMap<String, Result<String, String>>,
    journal: Mutex<Journal>,
    facts: Facts,
    machine: String,
    /// Combinations that are meaningless, by reason.
    pub left_out: BTreeMap<String, usize>,
    /// Solvers that are not here, with how to get them.
    pub missing: BTreeMap<String, String>,
    /// Solvers with another version than in the records, in words.
    pub changed: BTreeSet<String>,
    /// The trials of this part.
    pub total: usize,
    /// Number of trials whose records were there already.
    pub there: usize,
}

/// Summary of an experiment.
#[derive(Debug)]
pub struct Summary {
    /// The records of all trials of this part that have one.
    pub records: Vec<Record>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

impl Bench {
    /// Prepares an experiment: everything that may be unusable is found here.
    ///
    /// # Errors
    /// There is nothing to run, or a file beside the records cannot be used.
    pub fn prepare(definition: &Definition, options: Options) -> Result<Self, BadInput> {
        let mut trials = Trials::of(definition, HorizonTable::bundled());
        if trials.list.is_empty() {
            let reasons: Vec<&str> = trials.left_out.keys().map(String::as_str).collect();
            let fact = format!("there is nothing to run: {}", reasons.join("; "));
            let remedy = "choose other encodings, horizons or backends";
            return Err(BadInput::new(&definition.name, fact).remedy(remedy));
        }
        let mut versions = HashMap::new();
        for Trial { solver, .. } in &trials.list {
            let version = versions.entry(solver.name.clone());
            version.or_insert_with(|| solver.find());
        }
        let missing: BTreeMap<String, String> = versions
            .iter()
            .filter_map(|(name, version)| Some((name.clone(), version.clone().err()?)))
            .collect();
        if let Some((name, remedy)) = missing.first_key_value()
            && missing.len() == versions.len()
            && !options.skip_missing
        {
            let fact = "there is nothing to run: no solver that was named is here";
            return Err(BadInput::new(name, fact).remedy(remedy));
        }
        if options.skip_missing {
            trials
                .list
                .retain(|trial| !missing.contains_key(&trial.solver.name));
        }
        if let Some(shard) = options.shard {
            trials = trials.shard(shard);
        }
        let journal = Journal::open(&options.records)?;
        let facts = Facts::open(&options.records.with_extension("facts.jsonl"))?;
        let mut machine = Machine::this(&definition.name, options.jobs);
        for Trial { solver, .. } in &trials.list {
            if let Ok(version) = &versions[&solver.name] {
                machine.add(solver, version);
            }
        }
        let machine = machine.keep(&options.records)?;
        let (is_there, changed) = there(&journal, &trials.list, &versions);
        let is_there = if options.again {
            HashSet::new()
        } else {
            is_there
        };
        let total = trials.list.len();
        let is_left = |&number: &usize| !is_there.contains(&trials.list[number].key);
        let left: Vec<usize> = (0..total).filter(is_left).collect();
        let there = total - left.len();
        let bench = Self {
            options,
            versions,
            journal: Mutex::new(journal),
            facts,
            machine,
            left_out: trials.left_out,
            missing,
            changed,
            total,
            there,
            trials: trials.list,
            left,
        };
        Ok(bench)
    }

    /// File that describes the machine.
    pub fn machine_file(&self) -> PathBuf {
        let folder = self
            .options
            .records
            .parent()
            .unwrap_or_else(|| Path::new(""));
        folder.join(&self.machine)
    }

    /// Makes all runs that are left.
    ///
    /// # Errors
    /// A record cannot be written; everything before it is there.
    pub fn run(&self, observer: &dyn Observer) -> std::io::Result<Summary> {
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let work = || {
            while self.options.stop.stop_reason().is_none() {
                let Some(&number) = self.left.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    return;
                };
                let Some(record) = self.one(&self.trials[number]) else {
                    return;
                };
                observer.done(&record);
                if let Err(error) = self.journal().append(record) {
                    self.options.stop.request();
                    let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                    failure.get_or_insert(error);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.options.jobs {
                scope.spawn(work);
            }
            work();
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => self.summary(),
        }
    }

    fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One run; `None` if it was interrupted.
    fn one(&self, trial: &Trial) -> Option<Record> {
        let began = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let measured = match &self.versions[&trial.solver.name] {
            Err(remedy) => Record {
                outcome: RunOutcome::Missing,
                check: remedy.clone(),
                ..Record::default()
            },
            Ok(version) => {
                let answer = record::answer(self.job(&record::job(trial)))?;
                Record {
                    version: version.clone(),
                    ..judge::judge(trial, answer, &self.facts, |job| self.job(job))?
                }
            }
        };
        Some(record::record(trial, &self.machine, began, measured))
    }

    fn job(&self, job: &job::Job) -> supervise::Ended {
        supervise::run(&self.options.saut, job, &self.options.stop)
    }

    fn summary(&self) -> std::io::Result<Summary> {
        let mut journal = self.journal();
        for record in contradictions::found(&self.trials, &journal.records) {
            journal.append(record)?;
        }
        let keys: HashSet<&str> = self.trials.iter().map(|trial| trial.key.as_str()).collect();
        let mut records = journal::last_of_each(journal.records.clone());
        records.retain(|record| keys.contains(record.run.as_str()));
        Ok(Summary {
            records,
            interrupted: self.options.stop.stop_reason().is_some(),
        })
    }
}

/// The runs that need not be made again, and which solvers have changed: a run stays as it is recorded
/// unless its solver is here, and then was missing or had another version.
fn there(
    journal: &Journal,
    trials: &[Trial],
    versions: &HashMap<String, Result<String, String>>,
) -> (HashSet<String>, BTreeSet<String>) {
    let by_run: HashMap<&str, &Record> = journal
        .records
        .iter()
        .map(|record| (record.run.as_str(), record))
        .collect();
    let (mut there, mut changed) = (HashSet::new(), BTreeSet::new());
    for trial in trials {
        let Some(record) = by_run.get(trial.key.as_str()) else {
            continue;
        };
        match &versions[&trial.solver.name] {
            Ok(_) if record.outcome == RunOutcome::Missing => {}
            // Whether it was the solver's own work was not looked at.
            Ok(_) if record.counts_without_evidence() => {}
            Ok(now) if *now != record.version => {
                let (name, before) = (&record.backend, &record.version);
                changed.insert(format!("{name} was {before} and is {now} now"));
            }
            _ => {
                there.insert(trial.key.clone());
            }
        }
    }
    (there, changed)
}
