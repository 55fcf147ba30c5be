//! `saut explain DOMAIN PROBLEM`: why a planning task has no plan, and what would give it one.

use std::io::Write;

use saut::BadInput;
use saut::answer::{MOST_EXPLAINED, TaskExplanation};
use saut::settings::Settings;

use super::super::arguments::ExplainTask;
use super::super::failure::Failure;
use super::super::planning::{self, TaskFiles};
use super::super::progress::Line;
use super::super::solve::stop_at_ctrl_c;
use super::super::{settings, whole};

/// Runs `saut explain` of a planning task.
pub fn run(arguments: &ExplainTask) -> Result<u8, Failure> {
    let files = files(arguments)?;
    whole::are_apart(&[("-o", arguments.output.out.as_deref())], &files.all())?;
    let limits = settings::stop(&arguments.limits);
    stop_at_ctrl_c(&limits);
    let stop = match arguments.limits.timeout {
        Some(_) => limits,
        None => limits.with_timeout(MOST_EXPLAINED),
    };
    let task = planning::read(&files, arguments.strict, &stop)?;
    let line = Line::new();
    let settings = Settings {
        threads: arguments.limits.threads,
        seed: arguments.limits.seed,
        progress: Some(line.clone()),
        stop,
        ..Settings::default()
    };
    let explanation = TaskExplanation::new(&task, &settings);
    line.clear();
    let explanation = explanation?;
    let mut out = anstream::stdout().lock();
    if arguments.output.json {
        writeln!(out, "{}", explanation.document())?;
    } else {
        write!(out, "{}", explanation.text())?;
    }
    Ok(explanation.exit_status())
}

fn files(arguments: &ExplainTask) -> Result<TaskFiles, BadInput> {
    match (&arguments.sas, &arguments.domain) {
        (Some(file), _) => Ok(TaskFiles::Sas(file.clone())),
        (None, Some(first)) => {
            let problem = arguments.problem.as_deref();
            planning::pddl(first, problem, "saut explain", "")
        }
        (None, None) => Err(BadInput::new("saut explain", "a problem is missing")
            .remedy("give a domain and a problem, or --sas FILE")),
    }
}
