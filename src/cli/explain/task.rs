//! `saut explain DOMAIN PROBLEM`: why a planning task has no plan, and what would give it one.
//!
//! Everything said has been checked: a reason is an accepted certificate, and that something else can be reached is a
//! replayed plan of the task with fewer goals or another start. What was not settled in the time is said to be open.

mod reasons;
mod remedies;
mod share;
mod text;
mod words;

use std::io::Write;
use std::time::{Duration, Instant};

use saut::BadInput;
use saut::settings::Settings;
use saut::stop::StopReason;
use saut_pddl::PlanningTask;
use serde_json::{Value, json};

use super::super::arguments::ExplainTask;
use super::super::failure::Failure;
use super::super::planning::{self, TaskFiles};
use super::super::progress::Line;
use super::super::solve::stop_at_ctrl_c;
use super::super::{settings, status, whole};
use reasons::{Found, Reason, reasons};
use remedies::{Remedies, remedies};
use share::MOST;

/// What is known of a task.
struct Explained {
    task: String,
    verdict: Explanation,
    reasons: Vec<Reason>,
    remedies: Option<Remedies>,
    elapsed: Duration,
}

/// Whether there is a plan.
enum Explanation {
    /// There is one, of so many actions.
    Solved { length: usize, method: &'static str },
    /// There is none.
    Infeasible,
    /// It is not known.
    Undecided(StopReason),
}

/// Runs `saut explain` of a planning task.
pub fn run(arguments: &ExplainTask) -> Result<u8, Failure> {
    let files = files(arguments)?;
    whole::are_apart(&[("-o", arguments.output.out.as_deref())], &files.all())?;
    let began = Instant::now();
    let limits = settings::stop(&arguments.limits);
    stop_at_ctrl_c(&limits);
    let stop = match arguments.limits.timeout {
        Some(_) => limits,
        None => limits.with_timeout(MOST),
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
    let explained = explain(&task, &settings, began);
    line.clear();
    let explained = explained?;
    let mut out = anstream::stdout().lock();
    if arguments.output.json {
        writeln!(out, "{}", explained.document())?;
    } else {
        explained.print(&mut out)?;
    }
    Ok(match explained.verdict {
        Explanation::Undecided(_) => status::UNDECIDED,
        _ => status::SOLVED,
    })
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

/// What is known of a task that has been read, as a document, within the limits of the settings.
pub fn document(task: &PlanningTask, settings: &Settings) -> Result<Value, Failure> {
    Ok(explain(task, settings, Instant::now())?.document())
}

fn explain(task: &PlanningTask, settings: &Settings, began: Instant) -> Result<Explained, Failure> {
    let found = reasons(task, settings)?;
    let (verdict, reasons) = match found {
        Found::Plan { length, method } => (Explanation::Solved { length, method }, Vec::new()),
        Found::Reasons(reasons, why) => {
            let refutes = reasons.iter().any(Reason::refutes);
            let verdict = if refutes {
                Explanation::Infeasible
            } else {
                Explanation::Undecided(settings.stop.why().unwrap_or(why))
            };
            (verdict, reasons)
        }
    };
    let remedies = match verdict {
        Explanation::Infeasible => Some(remedies(task, settings)?),
        _ => None,
    };
    Ok(Explained {
        task: task.name().to_owned(),
        verdict,
        reasons,
        remedies,
        elapsed: began.elapsed(),
    })
}

impl Explained {
    fn document(&self) -> Value {
        let seconds = (self.elapsed.as_secs_f64() * 10_000.0).round() / 10_000.0;
        let reasons: Vec<Value> = self.reasons.iter().map(Reason::document).collect();
        let mut document = json!({
            "task": self.task, "reasons": reasons, "seconds": seconds,
        });
        match &self.verdict {
            Explanation::Solved { length, method } => {
                document["verdict"] = "solved".into();
                document["length"] = (*length).into();
                document["method"] = (*method).into();
            }
            Explanation::Infeasible => document["verdict"] = "infeasible".into(),
            Explanation::Undecided(why) => {
                document["verdict"] = "undecided".into();
                document["reason"] = why.name().into();
            }
        }
        if let Some(remedies) = &self.remedies {
            remedies.write_into(&mut document);
        }
        document
    }
}
