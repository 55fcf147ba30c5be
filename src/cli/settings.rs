//! Converts arguments to settings of the library.

use std::sync::Arc;

use saut::BadInput;
use saut::backend::{self, Availability, Backend, Reads};
use saut::count::CountError;
use saut::decide::{Minimise, Progress as _, Settings};
use saut::encode::Encoding;
use saut::peg::Puzzle;
use saut::search::{CheckpointStore, SearchSettings};
use saut::settings::{EncodingChoice, Horizon};
use saut_plan::planning::PlanMethod;
use saut_plan::shortest::FEWEST_ACTIONS;

use super::arguments::{Global, MinimiseName, Save, Solve, solver_names};
use super::interrupt::interruptible;
use super::progress::Line;
use super::reply::unusable;

/// Returns settings with the global limits, threads and seed. Ctrl-C also ends the work.
pub fn within(global: &Global) -> Settings {
    Settings {
        threads: global.threads,
        seed: global.seed,
        stop: interruptible(&global.stop),
        ..Settings::default()
    }
}

/// Runs a search within the limits of these settings, with a progress line that is removed at the end.
pub fn searching<T>(settings: &Settings, search: impl FnOnce(SearchSettings, &Line) -> T) -> T {
    let line = Line::of_long_work();
    let shown = Arc::clone(&line);
    let progress = move |level| shown.searched(level);
    let settings = SearchSettings {
        progress: Some(Arc::new(progress)),
        ..SearchSettings::new(&settings.stop, settings.threads.map_or(0, Into::into))
    };
    let found = search(settings, &line);
    line.finish_and_clear();
    found
}

/// Runs a search like [`searching`], and stores finished levels in the directory of `--save`, if it is given. If a
/// limit ends the search, prints how to continue it.
pub fn searching_in_levels<T>(
    save: &Save,
    puzzle: &Puzzle,
    settings: &Settings,
    search: impl FnOnce(&SearchSettings) -> Result<T, CountError>,
) -> Result<Result<T, CountError>, BadInput> {
    let directory = save.save.as_deref();
    let folder = directory.map(|it| CheckpointStore::open(it, puzzle, save.resume));
    let folder = folder.transpose()?.map(Arc::new);
    let found = searching(settings, |mut limits, _| {
        limits.checkpoints.clone_from(&folder);
        search(&limits)
    });
    if let Some(bad) = folder.and_then(|folder| folder.fault()) {
        return Err(bad);
    }
    if let (Some(directory), Err(CountError::Stopped(_))) = (directory, &found) {
        tell!(
            "saut: finished levels are in {}; the same command with --resume continues from there",
            directory.display()
        );
    }
    Ok(found)
}

/// Returns the settings for formulas: backends, encoding, horizon and schedule.
fn of_formulas(arguments: &Solve, global: &Global) -> Result<Settings, BadInput> {
    let choices = &arguments.encoding;
    let horizon = choices.horizon.0;
    Ok(Settings {
        backends: backends(arguments)?,
        encoding: choices.choice(),
        horizon: horizon.map_or(Horizon::Auto, Horizon::Steps),
        schedule: arguments.schedule,
        ..within(global)
    })
}

/// Returns the settings for `solve`, with the quantity to minimise for a puzzle.
pub fn of_solve(
    arguments: &Solve,
    minimise: Option<Minimise>,
    global: &Global,
) -> Result<Settings, BadInput> {
    let settings = of_formulas(arguments, global)?;
    Ok(Settings {
        most_orders: arguments.orders.unwrap_or(settings.most_orders),
        jump_bounds: arguments.jump_bounds,
        criteria: !arguments.no_criteria,
        minimise,
        ..settings
    })
}

/// Returns the settings for planning tasks. If one of two given flags would have no effect, returns an error.
pub fn of_plan(
    arguments: &Solve,
    method: PlanMethod,
    global: &Global,
) -> Result<Settings, BadInput> {
    let choices = &arguments.encoding;
    let mut settings = of_formulas(arguments, global)?;
    settings.minimise = arguments.minimise.map(MinimiseName::of_task).transpose()?;
    let is_alone = !matches!(method, PlanMethod::Auto | PlanMethod::Formulas);
    let refused = |flag, fact: &str| unusable(flag, fact, "leave out one of the two");
    match (settings.minimise, settings.named_choice()) {
        (Some(Minimise::Cost), _) if method != PlanMethod::Auto => {
            refused("--method", "--minimise cost chooses its own methods")
        }
        (_, Some(what)) if is_alone => {
            let fact = format!("this method does not use formulas, so {what} would have no effect");
            refused("--method", &fact)
        }
        (Some(_), _) if choices.horizon.0.is_some() => {
            refused("--horizon", "--minimise finds the number of steps")
        }
        (Some(Minimise::Steps), _) if choices.named().is_some() => {
            refused("--encoding", "--minimise steps chooses the encoding")
        }
        (Some(Minimise::Actions), _) if choices.named().is_some_and(|it| !it.is_sequential()) => {
            let fact =
                "--minimise actions needs one action per step, but this encoding allows more";
            refused("--encoding", fact)
        }
        (Some(Minimise::Actions), Some("minimise")) if arguments.proof.is_some() => {
            // A DRAT proof requires formulas.
            settings.encoding = Some(EncodingChoice::Fixed(FEWEST_ACTIONS));
            Ok(settings)
        }
        _ => Ok(settings),
    }
}

/// Returns the names of the backends; an empty list means the default. For the encoding `smt`, only backends that read
/// SMT-LIB are allowed, and all installed ones are the default.
fn backends(arguments: &Solve) -> Result<Vec<String>, BadInput> {
    let named = solver_names(&arguments.backend);
    if !matches!(arguments.encoding.named(), Some(Encoding::Smt)) {
        return Ok(named);
    }
    for name in &named {
        if backend::by_name(name)?.reads() == Reads::Clauses {
            let fact = format!("{name} reads only clauses, but the encoding smt has no clauses");
            let remedy = "choose another encoding, or a backend that reads SMT-LIB (saut backends)";
            return unusable("--backend", fact, remedy);
        }
    }
    if !named.is_empty() {
        return Ok(named);
    }
    let is_here = |backend: &dyn Backend| {
        backend.reads() == Reads::SmtLib
            && !matches!(backend.availability(), Availability::Missing { .. })
    };
    let all = backend::all().into_iter();
    let here: Vec<String> = all
        .filter(|one| is_here(one.as_ref()))
        .map(|one| one.name().to_owned())
        .collect();
    if here.is_empty() {
        let fact = "smt needs an SMT solver, but none is installed";
        let remedy = "choose another encoding, or install a solver that saut backends lists";
        return unusable("--encoding", fact, remedy);
    }
    Ok(here)
}
