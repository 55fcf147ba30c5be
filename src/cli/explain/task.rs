//! `saut explain DOMAIN PROBLEM`: why a planning task has no plan, and what would give it one.

use saut::answer::{MOST_EXPLAINED, TaskExplanation};
use saut::settings::Settings;

use super::super::arguments::ExplainTask;
use super::super::planning;
use super::super::progress::Line;
use super::super::reply::{Failure, Reply};
use super::super::solve::stop_at_ctrl_c;
use super::super::{input, whole};

/// Runs `saut explain` of a planning task.
pub fn run(arguments: &ExplainTask) -> Result<Reply, Failure> {
    let domain = arguments.domain.as_deref();
    let (sas, problem) = (arguments.sas.as_ref(), arguments.problem.as_deref());
    let files = planning::files(sas, domain, problem, "saut explain")?;
    whole::check(&[("-o", arguments.output.out.as_deref())], &files.all())?;
    let limits = input::stop();
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
    let (document, text) = (explanation.document(), explanation.text());
    Ok(Reply::new(explanation.exit_status(), document, text))
}
