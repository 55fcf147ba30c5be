//! Reports: tables and plots that are made only from records.
//!
//! [`Report::new`] sorts runs into cells, one for each instance and solver, and ranks the solvers. All tables and plots
//! are functions of the report. An instance is a puzzle. If an encoding was run on a puzzle at several horizons, each
//! horizon is an instance. If a puzzle was edited without a new name, its versions count as different puzzles. A solver
//! is a version of a backend with its encoding. An answer counts only if evidence by the solver itself was checked.
//! Wrong answers come first in every output, and exclude their solver from the ranking.
//!
//! PAR-2, coverage, the virtual best solver and the cactus plot are defined as in the SAT competitions (Froleyks,
//! Heule, Iser, Järvisalo, Suda: *SAT Competition 2020*, Artificial Intelligence 301).

mod cell;
mod chart;
pub mod compare;
pub mod files;
pub mod html;
mod label;
pub mod plots;
pub mod read;
pub mod summary;
pub mod table;
pub mod tables;

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools as _;
use saut_base::lists::distinct;

use crate::record::{Record, RunOutcome};

pub use cell::{Instance, Measures, ResultCell, Score, SolverScore};
pub use label::Identity;
pub use read::{MachineFile, Runs};
use table::TableValue;

/// The page about the limits of the numbers, to which every report links.
pub const LIMITS_PAGE: &str = include_str!("report/what-the-numbers-do-not-show.md");
/// Name of that page in the folder of a report.
pub const LIMITS_FILE: &str = "what-the-numbers-do-not-show.md";

/// Runs, sorted and ranked.
#[derive(Clone, Debug)]
pub struct Report {
    /// Every run, without duplicates.
    pub runs: Vec<Record>,
    /// Warnings for the reader of the report.
    pub warnings: Vec<String>,
    /// The machine files found next to the records.
    pub machines: Vec<MachineFile>,
    /// The instances, ordered by family, board size and name.
    pub instances: Vec<Instance>,
    /// The solvers, best first.
    pub solvers: Vec<SolverScore>,
    /// The measures of the virtual best solver, by the number of the instance.
    pub best: BTreeMap<usize, Measures>,
}

impl Report {
    /// Sorts the runs into cells and ranks the solvers.
    pub fn new(mut runs: Runs) -> Self {
        label::tell_apart(&mut [&mut runs]);
        let Runs {
            records,
            mut warnings,
        } = runs;
        let identities: BTreeSet<Identity> = records.iter().map(Identity::from).collect();
        let labels = label::labels(&identities);
        let (instances, instance_of) = cell::instances(&records);
        let mut sorted: BTreeMap<Identity, BTreeMap<usize, Vec<usize>>> = BTreeMap::new();
        for (run, (record, instance)) in records.iter().zip(instance_of).enumerate() {
            let of_solver = sorted.entry(Identity::from(record)).or_default();
            of_solver.entry(instance).or_default().push(run);
        }
        // A wrong answer excludes a solver from the ranking, as in the SAT competitions.
        let wrong: BTreeSet<(&str, &str)> = records
            .iter()
            .filter(|record| record.outcome == RunOutcome::Wrong)
            .map(|record| (record.backend.as_str(), record.version.as_str()))
            .collect();
        let is_missing = |&run: &usize| records[run].outcome == RunOutcome::Missing;
        let mut solvers = Vec::new();
        for (identity, of_solver) in sorted {
            let label = labels[&identity].clone();
            if of_solver.values().flatten().all(is_missing) {
                warnings.push(format!("{label} was not installed, and is left out"));
                continue;
            }
            let cells = of_solver.into_iter();
            let cells = cells.map(|(instance, runs)| (instance, ResultCell::new(runs, &records)));
            let is_wrong = wrong.contains(&(identity.backend.as_str(), identity.version.as_str()));
            solvers.push(SolverScore::new(
                identity,
                label,
                !is_wrong,
                cells.collect(),
            ));
        }
        solvers.sort_by(SolverScore::rank);
        cell::compete(&mut solvers, instances.len());
        let all = instances.len();
        if solvers.iter().any(|solver| solver.score.instances != all) {
            warnings.push(format!(
                "some solvers were not run on all {all} instances: the coverage and the PAR-2 of a solver only cover the \
                 instances that it was run on"
            ));
        }
        Self {
            runs: records,
            warnings,
            machines: Vec::new(),
            instances,
            best: cell::virtual_best(&solvers),
            solvers,
        }
    }

    /// Returns the indices of the ranked solvers, best first.
    pub fn ranked(&self) -> impl Iterator<Item = usize> + use<> {
        let ranked = self.solvers.iter().filter(|solver| solver.ranked);
        0..ranked.count()
    }

    /// Returns the result of a solver on an instance, if there are runs.
    pub fn cell(&self, solver: usize, instance: usize) -> Option<&ResultCell> {
        self.solvers[solver].cells.get(&instance)
    }

    /// Returns the score of a solver, or of the virtual best, on these instances. Returns `None` if the solver is not
    /// in the ranking.
    pub fn score(&self, solver: Option<&SolverScore>, members: &[usize]) -> Option<Score> {
        let Some(solver) = solver else {
            let best = members.iter().filter_map(|it| self.best.get(it));
            return Some(Score {
                instances: members.len(),
                ..Score::over(best.copied())
            });
        };
        let cells = members.iter().filter_map(|it| solver.cells.get(it));
        solver
            .ranked
            .then(|| Score::over(cells.map(ResultCell::measures)))
    }

    /// Returns every cell with the numbers of its instance and solver, by instance.
    pub fn by_instance(&self) -> impl Iterator<Item = (usize, usize, &ResultCell)> {
        let numbers = itertools::iproduct!(0..self.instances.len(), 0..self.solvers.len());
        let cell = |(instance, solver)| Some((instance, solver, self.cell(solver, instance)?));
        numbers.filter_map(cell)
    }

    /// Returns the runs of a cell.
    pub fn runs_of(&self, cell: &ResultCell) -> impl Iterator<Item = &Record> {
        cell.runs.iter().map(|&run| &self.runs[run])
    }

    /// Returns the name of an instance, for a table.
    fn instance(&self, number: usize) -> TableValue {
        TableValue::instance(self.instances[number].name(), number)
    }

    /// Returns the solver with this label, or the only solver with this backend.
    pub fn solver(&self, name: &str) -> Option<usize> {
        let by_label = self.solvers.iter().position(|solver| solver.label == name);
        let by_backend = self
            .solvers
            .iter()
            .positions(|it| it.identity.backend == name);
        by_label.or_else(|| by_backend.exactly_one().ok())
    }

    /// Returns the families in order, each with the numbers of its instances.
    pub fn families(&self) -> BTreeMap<&str, Vec<usize>> {
        let mut families: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, instance) in self.instances.iter().enumerate() {
            families.entry(&instance.family).or_default().push(index);
        }
        families
    }

    /// Returns the names of the experiments, joined.
    pub fn title(&self) -> String {
        let mut names = distinct(self.runs.iter().map(|run| run.experiment.as_str()));
        names.retain(|name| !name.is_empty());
        if names.is_empty() {
            "records".to_owned()
        } else {
            names.join(", ")
        }
    }
}
