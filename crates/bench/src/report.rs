//! Reports: tables and plots out of records, and nothing but records.
//!
//! [`Report::new`] sorts runs into cells, one for each instance and solver, and ranks the solvers; every table and plot
//! is then a function of it. An instance is a puzzle, or, where an encoding was asked about a puzzle at several
//! horizons, one for each; what was edited under its name counts as two. A solver is a backend with its encoding. Only
//! answers count whose evidence by the solver itself was checked; what was wrong comes first in every output, and takes its
//! solver out of the ranking.
//!
//! PAR-2, coverage, the virtual best solver and the cactus plot are those of the SAT competitions
//! (Froleyks, Heule, Iser, Järvisalo, Suda: *SAT Competition 2020*, Artificial Intelligence 301).

pub mod again;
pub mod benchexec;
pub mod cell;
pub mod chart;
pub mod compare;
mod contents;
pub mod csv;
pub mod doubt;
pub mod encodings;
pub mod families;
pub mod files;
pub mod html;
pub mod json;
pub mod label;
pub mod machine;
pub mod markdown;
mod markup;
mod number;
pub mod plots;
pub mod ranking;
pub mod read;
pub mod spread;
pub mod standing;
pub mod statistics;

pub mod table;
pub mod tries;

use std::collections::{BTreeMap, BTreeSet};

use crate::record::{Record, RunOutcome};

pub use cell::{Instance, ResultCell};
pub use label::Identity;
pub use machine::MachineFile;
pub use read::Runs;
pub use standing::{Score, Standing, VirtualBest};
use table::TableValue;

/// The page that every report links: what its numbers do not show.
pub const LIMITS_PAGE: &str = include_str!("report/what-the-numbers-do-not-show.md");
/// The name of that page beside a report.
pub const LIMITS_FILE: &str = "what-the-numbers-do-not-show.md";

/// Runs, sorted and ranked.
#[derive(Clone, Debug)]
pub struct Report {
    /// Every run, once.
    pub runs: Vec<Record>,
    /// Warnings for the reader of the report.
    pub warnings: Vec<String>,
    /// The machine files found beside the records.
    pub machines: Vec<MachineFile>,
    /// The instances, by family, board size and name.
    pub instances: Vec<Instance>,
    /// The solvers, best first.
    pub solvers: Vec<Standing>,
    /// The virtual best solver.
    pub best: VirtualBest,
    /// The cells by the numbers of solver and instance.
    cells: BTreeMap<(usize, usize), ResultCell>,
}

impl Report {
    /// Sorts the runs into cells and ranks the solvers.
    pub fn new(mut runs: Runs) -> Self {
        contents::tell_apart(&mut [&mut runs]);
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
        // As in the SAT competitions.
        let wrong: BTreeSet<(&str, &str)> = records
            .iter()
            .filter(|record| record.outcome == RunOutcome::Wrong)
            .map(|record| (record.backend.as_str(), record.version.as_str()))
            .collect();
        let mut ranked = Vec::new();
        for (identity, of_solver) in sorted {
            let runs_of: Vec<usize> = of_solver.values().flatten().copied().collect();
            if runs_of
                .iter()
                .all(|&run| records[run].outcome == RunOutcome::Missing)
            {
                let label = &labels[&identity];
                warnings.push(format!(
                    "{label} was not there when it was asked for, and is left out"
                ));
                continue;
            }
            let cells: BTreeMap<usize, ResultCell> = of_solver
                .into_iter()
                .map(|(instance, runs)| (instance, ResultCell::new(runs, &records)))
                .collect();
            let label = labels[&identity].clone();
            let is_ranked =
                !wrong.contains(&(identity.backend.as_str(), identity.version.as_str()));
            let solver = Standing::new(identity, label, is_ranked, &cells, &records);
            ranked.push((solver, cells));
        }
        ranked.sort_by(|(left, _), (right, _)| left.rank(right));
        let (mut solvers, mut cells) = (Vec::new(), BTreeMap::new());
        for (index, (solver, of_solver)) in ranked.into_iter().enumerate() {
            solvers.push(solver);
            cells.extend(
                of_solver
                    .into_iter()
                    .map(|(instance, cell)| ((index, instance), cell)),
            );
        }
        let best = standing::compete(&mut solvers, &cells, instances.len());
        if solvers
            .iter()
            .any(|solver| solver.score.instances != instances.len())
        {
            warnings.push(format!(
                "not every solver was run on all {} instances: coverage and PAR-2 are of those it was run on",
                instances.len()
            ));
        }
        Self {
            runs: records,
            warnings,
            machines: Vec::new(),
            instances,
            solvers,
            best,
            cells,
        }
    }

    /// The solvers that are in the ranking, best first.
    pub fn ranked(&self) -> impl Iterator<Item = usize> + use<> {
        let ranked = self.solvers.iter().filter(|solver| solver.ranked);
        0..ranked.count()
    }

    /// Result of a solver on an instance, if it was run on it.
    pub fn cell(&self, solver: usize, instance: usize) -> Option<&ResultCell> {
        self.cells.get(&(solver, instance))
    }

    /// The cells of a solver with the numbers of their instances, in order.
    pub fn cells_of(&self, solver: usize) -> impl Iterator<Item = (usize, &ResultCell)> {
        let range = (solver, 0)..(solver + 1, 0);
        self.cells
            .range(range)
            .map(|(&(_, instance), cell)| (instance, cell))
    }

    /// Every cell with the numbers of its instance and solver, by instance.
    pub fn by_instance(&self) -> impl Iterator<Item = (usize, usize, &ResultCell)> {
        let numbers = (0..self.instances.len())
            .flat_map(|instance| (0..self.solvers.len()).map(move |solver| (instance, solver)));
        numbers
            .filter_map(|(instance, solver)| Some((instance, solver, self.cell(solver, instance)?)))
    }

    /// The runs of a cell.
    pub fn runs_of(&self, cell: &ResultCell) -> impl Iterator<Item = &Record> {
        cell.runs.iter().map(|&run| &self.runs[run])
    }

    /// The runs of a solver, each with the number of its instance, by instance.
    pub fn runs_by(&self, solver: usize) -> impl Iterator<Item = (usize, &Record)> {
        let runs = self
            .cells_of(solver)
            .flat_map(|(instance, cell)| cell.runs.iter().map(move |&run| (instance, run)));
        runs.map(|(instance, run)| (instance, &self.runs[run]))
    }

    /// The name of an instance, for a table.
    fn instance(&self, number: usize) -> TableValue {
        TableValue::Instance(self.instances[number].name(), number)
    }

    /// The solver of that label, or the only one with that backend.
    pub fn solver(&self, name: &str) -> Option<usize> {
        let by_label = self.solvers.iter().position(|solver| solver.label == name);
        by_label.or_else(|| {
            let mut of_backend = self
                .solvers
                .iter()
                .enumerate()
                .filter(|(_, solver)| solver.identity.backend == name)
                .map(|(index, _)| index);
            let first = of_backend.next();
            first.filter(|_| of_backend.next().is_none())
        })
    }

    /// The families in order, each with the numbers of its instances.
    pub fn families(&self) -> BTreeMap<&str, Vec<usize>> {
        let mut families: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, instance) in self.instances.iter().enumerate() {
            families.entry(&instance.family).or_default().push(index);
        }
        families
    }

    /// The experiments, joined.
    pub fn title(&self) -> String {
        let mut names = read::distinct(&self.runs, |record| record.experiment.clone());
        names.retain(|name| !name.is_empty());
        if names.is_empty() {
            "records".to_owned()
        } else {
            names.join(", ")
        }
    }
}

/// The name of a run of an instance for programs that know no seeds and no experiments.
fn run_name(instance: &str, record: &Record) -> String {
    let name = format!("{instance}, seed {}", record.seed);
    match record.experiment.as_str() {
        "" => name,
        experiment => format!("{experiment}: {name}"),
    }
}
