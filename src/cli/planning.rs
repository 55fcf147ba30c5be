//! A planning task from its files, for every command that takes one.

use std::path::Path;

use saut::BadInput;
pub use saut::answer::TaskFiles;
use saut::stop::Stop;
use saut_pddl::PlanningTask;

use super::arguments::SubjectArguments;
use super::whole;

/// Reads the task that is named; the files to be written, each with its flag, are others.
///
/// # Errors
/// As [`TaskFiles::named`], [`whole::check`] and [`read`].
pub fn task(
    named: &SubjectArguments,
    command: &str,
    outputs: &[(&str, Option<&Path>)],
    is_strict: bool,
    stop: &Stop,
) -> Result<PlanningTask, BadInput> {
    let (first, problem) = (named.puzzle.puzzle.as_deref(), named.problem.as_deref());
    let files = files(named.sas.as_deref(), first, problem, command, "", stop)?;
    whole::check(outputs, &files.all())?;
    read(&files, is_strict, stop)
}

/// The files of a task. A file in SAS+ may stand without a flag, and a problem in PDDL without its domain, which is
/// beside it and is printed. `command` and `rest` are what is typed before and after the files.
///
/// # Errors
/// As [`TaskFiles::named`].
pub fn files(
    sas: Option<&str>,
    first: Option<&str>,
    problem: Option<&str>,
    command: &str,
    rest: &str,
    stop: &Stop,
) -> Result<TaskFiles, BadInput> {
    if let Some(file) = sas {
        return Ok(TaskFiles::Sas(file.to_owned()));
    }
    let first = first.unwrap_or("-");
    let files = TaskFiles::named(first, problem, command, rest, stop)?;
    if let (TaskFiles::Pddl(domain, _), None) = (&files, problem) {
        tell!("saut: the domain is {domain}");
    }
    Ok(files)
}

/// The files of a task and the one of a plan, by what is typed. Of two the first is the problem, and the domain lies
/// beside it; with `--sas` the plan is all that is left to name.
///
/// # Errors
/// As [`TaskFiles::named`].
pub fn with_plan(
    sas: Option<&String>,
    given: [&Option<String>; 3],
    command: &str,
    stop: &Stop,
) -> Result<(TaskFiles, String), BadInput> {
    let [first, second, third] = given.map(|argument| argument.as_deref().unwrap_or("-"));
    let (problem, plan) = match (sas, given[2]) {
        (Some(_), _) => (None, first),
        (None, Some(_)) => (Some(second), third),
        (None, None) => (None, second),
    };
    let files = files(
        sas.map(String::as_str),
        Some(first),
        problem,
        command,
        " PLAN",
        stop,
    )?;
    Ok((files, plan.to_owned()))
}

/// Reads a task. What is odd about it is told, or, where it is read strictly, refused.
///
/// # Errors
/// Files that cannot be read, or not within the limits.
pub fn read(files: &TaskFiles, is_strict: bool, stop: &Stop) -> Result<PlanningTask, BadInput> {
    let (task, warnings) = files.read(stop)?;
    for warning in warnings {
        if is_strict {
            return Err(warning);
        }
        tell!("saut: warning: {warning}");
    }
    Ok(task)
}
