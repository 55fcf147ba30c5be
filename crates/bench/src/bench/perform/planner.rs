//! One call of a planner; what it prints is read as a plan and replayed.

use std::time::Instant;

use super::super::job::Job;
use super::super::meter::{Measurement, Worker};
use super::super::planner::PlanText;
use super::super::solver::Solver;
use super::call::{NO_PROOF, failed, gave_up, metered};
use crate::credit::Credit;
use crate::record::{Claimed, Record, RunOutcome};
use saut_base::BadInput;
use saut_formats::{pddl, plan_file};
use saut_peg::peg::Puzzle;
use saut_peg::simulate;
use saut_plan::process::descendants;

/// Writes domain and problem, and lets the planner work.
///
/// # Errors
/// There is no such planner.
pub fn planner(puzzle: &Puzzle, job: &Job, command: &str) -> Result<Record, BadInput> {
    let began = Instant::now();
    let domain = pddl::write_domain(pddl::PddlForm::Jumps);
    let problem = pddl::write_problem(puzzle, pddl::PddlForm::Jumps);
    let encode_seconds = began.elapsed().as_secs_f64();
    let run = called(
        [&domain, &problem],
        job,
        command,
        |text, run| match plan_file::read_plan(puzzle.board(), text, None) {
            Err(bad) => run.ends(Claimed::Nothing, RunOutcome::Garbage, bad.to_string()),
            Ok(plan) => match simulate::replay(puzzle, plan) {
                Ok(plan) => run.credited(Credit::plan(&plan)),
                Err(fact) => run.ends(Claimed::Sat, RunOutcome::Wrong, fact.to_string()),
            },
        },
    )?;
    Ok(Record {
        encode_seconds,
        ..run
    })
}

/// Lets a planner work on the texts of a domain and a problem; `judge` looks at the plan that it prints.
///
/// # Errors
/// There is no such planner.
pub(super) fn called(
    [domain, problem]: [&str; 2],
    job: &Job,
    command: &str,
    judge: impl FnOnce(&str, &mut Record),
) -> Result<Record, BadInput> {
    let planner = Solver::planner(command)?;
    let mut run = Record::default();
    let (limits, meter) = metered(job);
    let measurement = Measurement::begin();
    let said = planner.plan(domain, problem, &limits);
    descendants::end_all();
    measurement.end(Worker::Programs, &meter, &mut run);
    match said {
        Err(error) => failed(&error, &mut run),
        Ok(PlanText::Unknown(why)) => gave_up(why, &mut run),
        Ok(PlanText::None) => {
            run.ends(Claimed::Unsat, RunOutcome::Unproved, NO_PROOF);
        }
        Ok(PlanText::Plan(text)) => {
            let began = Instant::now();
            judge(&text, &mut run);
            run.check_seconds = began.elapsed().as_secs_f64();
        }
    }
    Ok(run)
}
