//! From flags to settings of the library.

use std::sync::Arc;

use saut::BadInput;
use saut::backend::{self, Availability, Backend, Reads};
use saut::decide::{Minimise, Progress as _, Settings};
use saut::encode::Encoding;
use saut::search::SearchSettings;
use saut_plan::planning::PlanMethod;

use super::arguments::{BackendNames, EncodingArguments, Global, MinimiseName, Solve};
use super::progress::Line;
use super::question::PuzzleQuestion;
use super::solve::interruptible;

/// Settings of work within these limits, which Ctrl-C ends, too.
pub fn within(global: &Global) -> Settings {
    Settings {
        threads: global.threads,
        seed: global.seed,
        stop: interruptible(&global.stop),
        ..Settings::default()
    }
}

/// The same for a search, with a progress line.
pub fn searching(global: &Global) -> (SearchSettings, Arc<Line>) {
    search(&within(global))
}

/// Settings of a search as part of work with these, with a progress line.
pub fn search(settings: &Settings) -> (SearchSettings, Arc<Line>) {
    let line = Line::of_long_work();
    let shown = Arc::clone(&line);
    let progress = move |level| shown.searched(level);
    let settings = SearchSettings {
        stop: settings.stop.clone(),
        threads: settings.threads.map_or(0, Into::into),
        progress: Some(Arc::new(progress)),
        ..SearchSettings::default()
    };
    (settings, line)
}

/// Settings of work that writes formulas, with the backends that are here.
fn of_formulas(
    choices: &EncodingArguments,
    names: &BackendNames,
    global: &Global,
) -> Result<Settings, BadInput> {
    Ok(Settings {
        backends: backends(names, choices)?,
        encoding: choices.choice(),
        horizon: choices.horizon.into(),
        ..within(global)
    })
}

/// Settings that `solve` was asked for.
pub fn of_solve(
    arguments: &Solve,
    global: &Global,
    asked: PuzzleQuestion,
) -> Result<Settings, BadInput> {
    let settings = of_formulas(&arguments.encoding, &arguments.backends, global)?;
    Ok(Settings {
        most_orders: arguments.orders.unwrap_or(settings.most_orders),
        jump_bounds: arguments.jump_bounds,
        criteria: !arguments.no_criteria,
        minimise: match asked {
            PuzzleQuestion::Fewest(measure) => Some(measure),
            _ => None,
        },
        ..settings
    })
}

/// Settings that `plan` was asked for. Of two flags one would be passed over: they are refused.
pub fn of_plan(
    arguments: &Solve,
    method: PlanMethod,
    global: &Global,
) -> Result<Settings, BadInput> {
    let choices = &arguments.encoding;
    let settings = of_formulas(choices, &arguments.backends, global)?;
    let settings = Settings {
        minimise: arguments.minimise.map(MinimiseName::of_task).transpose()?,
        ..settings
    };
    let is_alone = !matches!(method, PlanMethod::Auto | PlanMethod::Formulas);
    let (flag, fact) = match (settings.minimise, settings.named_choice()) {
        (Some(Minimise::Cost), _) if method != PlanMethod::Auto => (
            "--method",
            "--minimise cost has methods of its own".to_owned(),
        ),
        (_, Some(what)) if is_alone => (
            "--method",
            format!("this method solves no formula and has no use for {what}"),
        ),
        (Some(_), _) if choices.horizon.0.is_some() => (
            "--horizon",
            "--minimise finds the number of steps itself".to_owned(),
        ),
        (Some(Minimise::Steps), _) if choices.named().is_some() => (
            "--encoding",
            "--minimise steps has an encoding of its own".to_owned(),
        ),
        (Some(Minimise::Actions), _) if choices.named().is_some_and(|it| !it.is_sequential()) => {
            let fact = "--minimise actions has one action a step, and this encoding has more";
            ("--encoding", fact.to_owned())
        }
        _ => return Ok(settings),
    };
    Err(BadInput::new(flag, fact).remedy("leave one of the two out"))
}

/// The encoding `smt` goes to backends that read SMT-LIB only: those named, or all that are here.
pub fn backends(
    arguments: &BackendNames,
    encoding: &EncodingArguments,
) -> Result<Vec<String>, BadInput> {
    let named = arguments.all();
    if !matches!(encoding.named(), Some(Encoding::Smt)) {
        return Ok(named);
    }
    for name in &named {
        if backend::by_name(name)?.reads() == Reads::Clauses {
            let fact = format!("{name} reads clauses, and the encoding smt has none");
            return Err(BadInput::new("--backend", fact).remedy(
                "choose another encoding, or a backend that reads SMT-LIB (saut backends)",
            ));
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
        return Err(
            BadInput::new("--encoding", "smt needs an SMT solver, and none is here")
                .remedy("choose another encoding, or get one that saut backends names"),
        );
    }
    Ok(here)
}
