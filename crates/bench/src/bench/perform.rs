//! Performing a job: one run, in its own process.
//!
//! Encodes, lets the solver work, decodes and replays, and measures these apart. It is the only
//! one in its process, so the cost of the process is the cost of the run. When the harness dies its
//! end of the pipe closes, and everything started here is ended.

mod call;
mod task;

use std::time::Instant;

use saut_base::BadInput;
use saut_base::stop::Stop;
use saut_criteria::certify;
use saut_criteria::compile::{PegDomain, peg_task};
use saut_formats::{pddl, plan_file};
use saut_peg::peg::Puzzle;
use saut_peg::simulate;
use saut_plan::attempt::{ClaimedRefutation, attempt_encoded};
use saut_plan::backend::{self, Answer, Meter, SolveLimits};
use saut_plan::process::{descendants, guard};
use saut_plan::refute::{PROVER, Proved, prove};
use saut_puzzles::decide::{Method, Settings, decide};
use saut_task::encode::Encoding;
use saut_task::proof::{self, HorizonProof, Scope, scope};
use saut_task::task::Task;
use saut_task::{CheckError, Problem as _};

use super::job::{Fact, Job, Performed};
use super::solver::{Solver, SolverKind};
use super::subject::{ClauseFile, Subject};
use crate::credit::{Credit, Decider};
use crate::method::MethodName;
use crate::record::{Claimed, Record, RunOutcome};
use call::{
    Measurement, Worker, check_stop, choice, concluded, judged, measured, no_such_work, planned,
    settings, settled, stop,
};

/// Reads a job from standard input, does it, and returns the answer as a line of JSON.
///
/// # Errors
/// The input is not a job.
pub fn run() -> Result<String, BadInput> {
    descendants::adopt_orphans();
    let mut line = String::new();
    let bad = |fact: String| BadInput::new("standard input", fact);
    std::io::stdin()
        .read_line(&mut line)
        .map_err(|error| bad(error.to_string()))?;
    let job: Job = serde_json::from_str(&line).map_err(|error| {
        bad(format!("this is no job of saut bench ({error})"))
            .remedy("saut bench starts this command by itself")
    })?;
    guard::end_all_with_the_starter();
    let answer = perform(&job)?;
    descendants::end_all();
    serde_json::to_string(&answer).map_err(|error| bad(error.to_string()))
}

/// Does a job.
///
/// # Errors
/// There is no such solver, or the files of the subject cannot be used any more.
pub fn perform(job: &Job) -> Result<Performed, BadInput> {
    let mut answer = match &job.subject {
        Subject::Puzzle(puzzle) => of_puzzle(puzzle, job)?,
        Subject::Task(task) => task::of_task(task, job)?,
        Subject::Clauses(file) => of_clauses(file, job)?,
    };
    let run = &mut answer.run;
    if run.claim != Claimed::Nothing && run.wall_seconds > job.limits.timeout_seconds {
        let fact = "its answer came too late";
        run.ends(Claimed::Nothing, RunOutcome::Timeout, fact);
    }
    Ok(answer)
}

fn of_puzzle(puzzle: &Puzzle, job: &Job) -> Result<Performed, BadInput> {
    let Some(command) = &job.solver else {
        return Ok(refuted(puzzle, job).into());
    };
    let auto = MethodName::default();
    Ok(match (Solver::by_name(command)?.kind, job.horizon) {
        (SolverKind::Backend(_), Some(horizon)) => formula(puzzle, job, horizon, command)?,
        (SolverKind::Backend(_), None) => {
            let settings = Settings {
                backends: vec![command.clone()],
                encoding: Some(choice(job)),
                criteria: false,
                own_proofs: true,
                ..settings(job)
            };
            decided(puzzle, &settings, auto, Decider::Backend(command)).into()
        }
        (SolverKind::Planner, _) => planner(puzzle, job, command)?.into(),
        (SolverKind::Method(method), _) => {
            decided(puzzle, &settings(job), method, Decider::Saut).into()
        }
        (SolverKind::Saut, _) => decided(puzzle, &settings(job), auto, Decider::Saut).into(),
    })
}

/// One call of [`MethodName::decide`], whose verdicts are checked before they are given; `decider` is measured.
fn decided(
    puzzle: &Puzzle,
    settings: &Settings,
    method: MethodName,
    decider: Decider<'_>,
) -> Record {
    let mut run = Record::default();
    let measurement = Measurement::begin();
    let decision = method.decide(puzzle, settings);
    descendants::end_all();
    measurement.end(Worker::Both, &Meter::default(), &mut run);
    concluded(decision.as_ref(), decider, true, &mut run);
    let method = decision.ok().and_then(|decision| decision.method);
    let Some(method) = method.filter(|_| run.checked || matches!(decider, Decider::Saut)) else {
        return run;
    };
    (run.decisions, run.tries) = (method.nodes(), method.tries());
    if let Method::Formula {
        horizon,
        variables,
        clauses,
        ..
    } = method
    {
        run.horizon = Some(horizon);
        (run.variables, run.clauses) = (Some(variables), Some(clauses));
    }
    run
}

/// One formula by one backend: its answer; a model is decoded and replayed, its proof checked.
fn formula(
    puzzle: &Puzzle,
    job: &Job,
    horizon: usize,
    backend: &str,
) -> Result<Performed, BadInput> {
    let backend = backend::by_name(backend)?;
    let domain = PegDomain::new(puzzle);
    let encoding = job.encoding.unwrap_or(Encoding::R2_EXISTS);
    let began = Instant::now();
    let encoded = encoding.encode_for(domain.task(), horizon, backend.reads());
    let mut run = Record {
        horizon: Some(horizon),
        encode_seconds: began.elapsed().as_secs_f64(),
        ..Record::default()
    };
    let attempt = measured(job, &mut run, |limits| {
        attempt_encoded(domain.task(), &encoded, &[], backend.as_ref(), limits)
    });
    let claimed = attempt.map(|attempt| {
        run.check_seconds = attempt.replay_time.as_secs_f64();
        (attempt.effort, attempt.result.into())
    });
    let plan = |plan| Some(Credit::plan(&domain.validate(plan).ok()?.0));
    let proof = |bytes| {
        let proof = HorizonProof {
            encoding,
            horizon,
            bytes,
        };
        proof::check(domain.task(), proof, &check_stop(job)).map(|refuted| Credit::proof(&refuted))
    };
    Ok(judged(claimed, &encoded.formula, run, plan, proof))
}

/// Writes domain and problem, and lets the planner work.
fn planner(puzzle: &Puzzle, job: &Job, command: &str) -> Result<Record, BadInput> {
    let began = Instant::now();
    let domain = pddl::write_domain(pddl::PddlForm::Jumps);
    let problem = pddl::write_problem(puzzle, pddl::PddlForm::Jumps);
    let encode_seconds = began.elapsed().as_secs_f64();
    let judge =
        |text: &str, run: &mut Record| match plan_file::read_plan(puzzle.board(), text, None) {
            Err(bad) => run.ends(Claimed::Nothing, RunOutcome::Garbage, bad.to_string()),
            Ok(plan) => match simulate::replay(puzzle, plan) {
                Ok(plan) => run.credited(Credit::plan(&plan)),
                Err(fact) => run.ends(Claimed::Sat, RunOutcome::Wrong, fact.to_string()),
            },
        };
    Ok(Record {
        encode_seconds,
        ..planned([&domain, &problem], job, command, judge)?
    })
}

/// A backend's answer to a file of clauses, or whether it is true that these have no model.
///
/// A model is checked against every clause by the backends themselves, and once more here. A
/// refutation counts only by the backend's own proof.
fn of_clauses(file: &ClauseFile, job: &Job) -> Result<Performed, BadInput> {
    let Some(command) = &job.solver else {
        return Ok(refuted_clauses(file, job)?.into());
    };
    if !matches!(Solver::by_name(command)?.kind, SolverKind::Backend(_)) {
        return Err(no_such_work(command, "clauses"));
    }
    let (backend, formula) = (backend::by_name(command)?, file.read()?);
    let mut run = Record::default();
    let response = measured(job, &mut run, |limits| backend.solve(&formula, limits));
    let claimed = response.map(|response| (response.effort, response.into()));
    let model = |model| Credit::model(&model, &formula);
    let proof = |proof: Vec<u8>| Credit::proof_of_clauses(&formula, &proof, &check_stop(job));
    Ok(judged(claimed, &formula, run, model, proof))
}

/// Lets the prover solve the clauses again: a checked proof that they have no model, or a checked model.
fn refuted_clauses(file: &ClauseFile, job: &Job) -> Result<Fact, BadInput> {
    let formula = file.read()?;
    let limits = SolveLimits {
        stop: stop(job),
        proof: true,
        ..SolveLimits::default()
    };
    let open = |why: &str| Fact::Open(format!("no proof within the limits ({why})"));
    let response = match backend::by_name(PROVER)?.solve(&formula, &limits) {
        Ok(response) => response,
        Err(error) => return Ok(Fact::Open(error.to_string())),
    };
    Ok(match (response.answer, response.proof) {
        (Answer::Sat(model), _) if Credit::model(&model, &formula).is_some() => Fact::Plan,
        (Answer::Unsat, Some(proof)) => {
            match Credit::proof_of_clauses(&formula, &proof, &limits.stop) {
                Ok(_) => Fact::None("proof".to_owned()),
                Err(CheckError::Stopped(why)) => open(why.name()),
                Err(rejected) => open(&rejected.to_string()),
            }
        }
        (Answer::Unknown(why), _) => open(why.name()),
        _ => open("the prover gave none"),
    })
}

/// Whether a puzzle has no plan, or its formula no model, by means that do not depend on the solver that claims it. That
/// shows which claims are wrong; it is no credit for the others.
///
/// A criterion that rules out every plan rules out the models of every formula. Else varisat
/// solves the very formula with a DRAT proof, which our own checker must accept. A script has no
/// clauses: `sequential` at the same horizon replaces it, whose models are the same plans.
/// If all fails, the limits were too small, and the claim stays unchecked.
fn refuted(puzzle: &Puzzle, job: &Job) -> Fact {
    let (task, stop) = (peg_task(puzzle), stop(job));
    if let (Some(encoding), Some(horizon)) = (job.encoding, job.horizon) {
        let fact = match certify::quick(puzzle) {
            Ok(Some(certificate)) => Fact::None(certificate.kind().to_owned()),
            // Our own certificate, which its check rejects.
            Err(fault) => Fact::Open(fault.to_string()),
            Ok(None) => refuted_formula(&task, encoding, horizon, &stop),
        };
        let is_open = matches!(fact, Fact::Open(_));
        if !is_open || scope(&task, encoding, horizon) != Scope::EveryPlan {
            return fact;
        }
    }
    let settings = Settings {
        threads: std::num::NonZeroUsize::new(1),
        stop,
        ..Settings::default()
    };
    settled(decide(puzzle, &settings).as_ref())
}

/// Lets the prover solve the formula again.
fn refuted_formula(task: &Task, encoding: Encoding, horizon: usize, stop: &Stop) -> Fact {
    // If a refutation speaks of more than one order there is another way, which needs time too.
    let stop = match stop.time_left() {
        Some(left) if encoding.is_sequential() => stop.with_timeout(left / 2),
        _ => stop.clone(),
    };
    let limits = SolveLimits {
        stop,
        ..SolveLimits::default()
    };
    let claim = ClaimedRefutation {
        encoding,
        horizon,
        proof: None,
        backend: PROVER.to_owned(),
    };
    match prove(task, claim, &limits) {
        Ok(Proved::Refuted(..)) => Fact::None("proof".to_owned()),
        Ok(Proved::Plan(..)) => Fact::Plan,
        Ok(Proved::Unknown(why)) => {
            Fact::Open(format!("no proof within the limits ({})", why.name()))
        }
        Err(error) => Fact::Open(error.to_string()),
    }
}
