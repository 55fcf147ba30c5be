//! `saut explain DOMAIN PROBLEM`: why a planning task has no plan, and what would give it one.

use saut::answer::{MOST_EXPLAINED, TaskExplanation};
use saut::settings::Settings;

use super::super::arguments::{Global, SubjectArguments};
use super::super::progress::Line;
use super::super::reply::{Failure, Reply};
use super::super::{planning, settings};

/// Runs `saut explain` of a planning task.
pub fn run(subject: &SubjectArguments, global: &Global) -> Result<Reply, Failure> {
    let settings = settings::within(global);
    let stop = match global.timeout {
        Some(_) => settings.stop,
        None => settings.stop.with_timeout(MOST_EXPLAINED),
    };
    let outputs = [("-o", global.out.as_deref())];
    let task = planning::task(subject, "saut explain", &outputs, global.strict, &stop)?;
    let settings = Settings { stop, ..settings };
    let explanation =
        Line::new().over(settings, |settings| TaskExplanation::new(&task, settings))?;
    let (status, text) = (explanation.exit_status(), explanation.text());
    Ok(Reply::new(status, explanation, text))
}
