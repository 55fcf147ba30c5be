//! Performs a job: one run in a separate process.
//!
//! A run encodes, calls the solver, decodes and replays. For a single formula, encoding, solving and checking are
//! measured separately. The run is the only one in its process, so the time and memory of the process are the cost of
//! the run. When the harness dies, its end of the pipe closes, and all processes that the run started are ended.

mod call;

use std::time::Instant;

use saut_answer::{TaskAnswer, TaskFiles};
use saut_base::BadInput;
use saut_base::named::Named as _;
use saut_base::read_limited::{self, MOST_RECORD_BYTES};
use saut_base::stop::Stop;
use saut_criteria::certify;
use saut_criteria::compile::{PegDomain, peg_task};
use saut_formats::{pddl, plan_file};
use saut_pddl::{InvalidPlan, NamedPlan, PlanningTask};
use saut_peg::peg::Puzzle;
use saut_peg::simulate;
use saut_plan::attempt::{ClaimedRefutation, attempt_encoded};
use saut_plan::backend::{self, SolveLimits};
use saut_plan::planning::PlanMethod;
use saut_plan::process::{descendants, guard};
use saut_plan::refute::{PROVER, Proved, prove};
use saut_plan::settings::{EncodingChoice, Horizon};
use saut_puzzles::decide::{Settings, decide};
use saut_task::Problem as _;
use saut_task::encode::Encoding;
use saut_task::proof::{self, HorizonProof, Scope, scope};
use saut_task::task::Task;

use super::job::{Fact, Job, Performed};
use super::solver::{Solver, SolverKind};
use super::subject::{ClauseFile, Subject, TaskSource};
use crate::credit::{Credit, Decider};
use crate::method::MethodName;
use crate::record::{Claimed, Record, RunOutcome, SOLVING};
use call::{Worker, concluded, established, judged, measured, planned, settled};

/// Reads a job from standard input, performs it, and returns its result as a line of JSON.
///
/// # Errors
/// The input is not a job, it names an unknown solver, or the files of its subject have changed or cannot be read.
pub fn run() -> Result<String, BadInput> {
    descendants::adopt_orphans();
    let mut line = String::new();
    let bad = |fact: String| BadInput::new("standard input", fact);
    std::io::stdin()
        .read_line(&mut line)
        .map_err(|error| bad(error.to_string()))?;
    let job: Job = serde_json::from_str(&line).map_err(|error| {
        bad(format!("this is not a job of saut bench ({error})"))
            .remedy("only saut bench should start this command")
    })?;
    guard::end_all_with_the_starter();
    let line = match &job.solver {
        Some(command) => serde_json::to_string(&perform(&job, command)?),
        None => serde_json::to_string(&check(&job)?),
    };
    descendants::end_all();
    line.map_err(|error| bad(error.to_string()))
}

/// Executes the run of a job with the solver of this command.
///
/// # Errors
/// There is no such solver, or the files of the subject have changed or cannot be read.
pub fn perform(job: &Job, command: &str) -> Result<Performed, BadInput> {
    let mut answer = match &job.subject {
        Subject::Puzzle(puzzle) => of_puzzle(puzzle, job, command)?,
        Subject::Task(source) => of_task(source, job, command)?.into(),
        Subject::Clauses(file) => of_clauses(file, job, command)?,
    };
    let run = &mut answer.run;
    if run.claim != Claimed::Nothing && run.wall_seconds > job.limits.timeout_seconds {
        let fact = "the answer came after the time limit";
        run.ends(Claimed::Nothing, RunOutcome::Timeout, fact);
    }
    Ok(answer)
}

/// Performs the check of a job: tries to show that there is no plan, or no model of the clauses or the formula.
///
/// # Errors
/// The files of the subject have changed or cannot be read.
pub fn check(job: &Job) -> Result<Fact, BadInput> {
    match &job.subject {
        Subject::Puzzle(puzzle) => Ok(refuted(puzzle, job)),
        Subject::Task(source) => refuted_task(source, job),
        Subject::Clauses(file) => refuted_clauses(file, job),
    }
}

/// Creates the error for a solver that does not support this kind of subject.
fn no_such_work(solver: &str, subject: &str) -> BadInput {
    BadInput::new("the job", format!("{solver} does not support {subject}"))
}

fn of_puzzle(puzzle: &Puzzle, job: &Job, command: &str) -> Result<Performed, BadInput> {
    let auto = MethodName::default();
    Ok(match (Solver::by_name(command)?.kind, job.horizon) {
        (SolverKind::Backend(_), Some(horizon)) => formula(puzzle, job, horizon, command)?,
        (SolverKind::Backend(_), None) => {
            let settings = Settings {
                backends: vec![command.to_owned()],
                encoding: Some(job.encoding_choice()),
                criteria: false,
                own_proofs: true,
                ..job.settings()
            };
            decided(puzzle, &settings, auto, Decider::Backend(command)).into()
        }
        (SolverKind::Planner, _) => {
            let began = Instant::now();
            let domain = pddl::write_domain(pddl::PddlForm::Jumps);
            let problem = pddl::write_problem(puzzle, pddl::PddlForm::Jumps);
            let encode_seconds = began.elapsed().as_secs_f64();
            let judge = |text: String, run: &mut Record| {
                let plan = plan_file::read_plan(puzzle, &text, None);
                match plan.map(|plan| simulate::replay(puzzle, plan)) {
                    Err(bad) => run.ends(Claimed::Nothing, RunOutcome::Garbage, bad.to_string()),
                    Ok(Ok(plan)) => run.credited(Credit::plan(&plan)),
                    Ok(Err(fact)) => run.ends(Claimed::Sat, RunOutcome::Wrong, fact.to_string()),
                }
            };
            let run = planned([&domain, &problem], job, command, judge)?;
            Record {
                encode_seconds,
                ..run
            }
            .into()
        }
        (SolverKind::Method(method), _) => {
            decided(puzzle, &job.settings(), method, Decider::Saut).into()
        }
        (SolverKind::PlanMethod(_), _) => return Err(no_such_work(command, "a puzzle")),
        (SolverKind::Saut, _) => decided(puzzle, &job.settings(), auto, Decider::Saut).into(),
    })
}

/// Calls [`MethodName::decide_with_bound`], which checks its verdicts before it returns them. `decider` is the measured
/// solver.
fn decided(
    puzzle: &Puzzle,
    settings: &Settings,
    method: MethodName,
    decider: Decider<'_>,
) -> Record {
    let mut run = Record {
        phases: "encoding, solving, checking".to_owned(),
        ..Record::default()
    };
    let unlimited = SolveLimits::default();
    let decision = measured(Worker::Both, unlimited, &mut run, |_| {
        method.decide_with_bound(puzzle, settings)
    });
    let decision = decision.map(|(decision, _)| decision);
    concluded(decision.as_ref(), decider, true, &mut run);
    let method = decision.ok().and_then(|decision| decision.method);
    let Some(method) = method.filter(|_| run.checked || matches!(decider, Decider::Saut)) else {
        return run;
    };
    (run.decisions, run.tries) = (method.nodes(), method.tries());
    run.answered_by(&method);
    run
}

/// Solves one formula with one backend. A model is decoded and replayed, and a proof is checked.
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
        phases: SOLVING.to_owned(),
        ..Record::default()
    };
    let attempt = measured(Worker::Backend, job.solve_limits(), &mut run, |limits| {
        attempt_encoded(domain.task(), &encoded, &[], backend.as_ref(), limits)
    });
    let claimed = attempt.map(|attempt| {
        run.check_seconds = attempt.replay_time.as_secs_f64();
        run.called(attempt.call.as_ref());
        (attempt.effort, attempt.result.into())
    });
    let plan = |plan| Some(Credit::plan(&domain.validate(plan).ok()?.0));
    let proof = |bytes| {
        let proof = HorizonProof {
            encoding,
            horizon,
            bytes,
        };
        proof::check(domain.task(), proof, &job.check_stop()).map(|refuted| Credit::proof(&refuted))
    };
    Ok(judged(claimed, &encoded.formula, run, plan, proof))
}

/// Solves a planning task with a method of `saut`, with formulas of one encoding and solver, or with a planner. The
/// measured time includes the grounding.
fn of_task(source: &TaskSource, job: &Job, command: &str) -> Result<Record, BadInput> {
    let mut settings = job.settings();
    let task = match source.read(&settings.stop) {
        Err(bad) if bad.limit.is_none() && source.is_broken => {
            let mut run = Record::default();
            run.ends(Claimed::Nothing, RunOutcome::Unusable, bad.to_string());
            return Ok(run);
        }
        read => read?,
    };
    let measure = |method, settings: &Settings, decider, is_one_claim| {
        let unlimited = SolveLimits::default();
        let mut run = Record {
            phases: "grounding, encoding, solving, checking".to_owned(),
            ..Record::default()
        };
        let answer = measured(Worker::Both, unlimited, &mut run, |_| {
            TaskAnswer::solve(&task, method, settings, &|_, _| ())
        });
        let decision = answer.as_ref().map(TaskAnswer::decision);
        concluded(decision, decider, is_one_claim, &mut run);
        let method = decision.ok().and_then(|decision| decision.method.as_ref());
        if let Some(method) = method.filter(|_| run.checked) {
            run.answered_by(method);
        }
        run
    };
    Ok(match Solver::by_name(command)?.kind {
        SolverKind::Planner => planner(&task, &source.files, command, job)?,
        SolverKind::Backend(_) => {
            let encoding = job.encoding_choice();
            settings.horizon = job.horizon.map_or(Horizon::Auto, Horizon::Steps);
            settings.encoding = Some(encoding);
            settings.backends = vec![command.to_owned()];
            settings.own_proofs = true;
            let is_one_claim = job.horizon.is_none() || !encoding.is_varied();
            let (method, decider) = (PlanMethod::Formulas, Decider::Backend(command));
            measure(method, &settings, decider, is_one_claim)
        }
        SolverKind::Saut => measure(PlanMethod::Auto, &settings, Decider::Saut, false),
        SolverKind::PlanMethod(method) => measure(method, &settings, Decider::Saut, false),
        SolverKind::Method(method) => match PlanMethod::by_name(&method.to_string()) {
            Some(method) => measure(method, &settings, Decider::Saut, false),
            None => return Err(no_such_work(command, "a planning task")),
        },
    })
}

/// Checks whether a planning task has no plan, or its formula no model.
fn refuted_task(source: &TaskSource, job: &Job) -> Result<Fact, BadInput> {
    let mut settings = job.settings();
    let task = source.read(&settings.stop)?;
    let mut method = PlanMethod::Auto;
    if let (Some(encoding), Some(horizon)) = (job.encoding, job.horizon) {
        method = PlanMethod::Formulas;
        settings.horizon = Horizon::Steps(horizon);
        settings.encoding = Some(EncodingChoice::Fixed(encoding));
        settings.backends = vec![PROVER.to_owned()];
    }
    let answer = TaskAnswer::solve(&task, method, &settings, &|_, _| ());
    Ok(settled(answer.as_ref().map(TaskAnswer::decision)))
}

/// Runs a planner on the unchanged files, and validates the plan that it writes.
fn planner(
    task: &PlanningTask,
    files: &TaskFiles,
    command: &str,
    job: &Job,
) -> Result<Record, BadInput> {
    let TaskFiles::Pddl(domain, problem) = files else {
        return Err(BadInput::new(
            "the job",
            "a planner reads PDDL, but this task is in SAS+",
        ));
    };
    let text = |place: &String| read_limited::text_file(place.as_ref(), MOST_RECORD_BYTES);
    let judge = |text: String, run: &mut Record| {
        let plan = NamedPlan::read_within(&text, "the plan", &job.stop());
        match plan.map(|plan| task.validate(&plan, &job.stop())) {
            Err(bad) => run.ends(Claimed::Nothing, RunOutcome::Garbage, bad.to_string()),
            Ok(Ok(plan)) => run.credited(Credit::plan(&plan)),
            Ok(Err(InvalidPlan::Unfinished(why))) => {
                run.ends(Claimed::Sat, RunOutcome::Unchecked, why.name());
            }
            Ok(Err(wrong)) => run.ends(Claimed::Sat, RunOutcome::Wrong, wrong.to_string()),
        }
    };
    planned([&text(domain)?, &text(problem)?], job, command, judge)
}

/// Solves a file of clauses with a backend.
///
/// The backends check a model against every clause, and the model is checked here again. A refutation counts only with
/// the backend's own proof.
fn of_clauses(file: &ClauseFile, job: &Job, command: &str) -> Result<Performed, BadInput> {
    if !matches!(Solver::by_name(command)?.kind, SolverKind::Backend(_)) {
        return Err(no_such_work(command, "clauses"));
    }
    let (backend, formula) = (backend::by_name(command)?, file.read()?);
    let mut run = Record {
        phases: SOLVING.to_owned(),
        ..Record::default()
    };
    let response = measured(Worker::Backend, job.solve_limits(), &mut run, |limits| {
        backend.solve(&formula, limits)
    });
    let claimed = response.map(|response| {
        run.called(response.call.as_ref());
        (response.effort, response.into())
    });
    let model = |model| Credit::model(&model, &formula);
    let proof = |proof: Vec<u8>| Credit::proof_of_clauses(&formula, &proof, &job.check_stop());
    Ok(judged(claimed, &formula, run, model, proof))
}

/// Solves the clauses again with the prover, for a checked proof that they have no model, or a checked model.
fn refuted_clauses(file: &ClauseFile, job: &Job) -> Result<Fact, BadInput> {
    Ok(match established(of_clauses(file, job, PROVER)?.run) {
        Fact::Open(why) => Fact::Open(format!("no checked proof ({why})")),
        fact => fact,
    })
}

/// Checks whether a puzzle has no plan, or its formula no model, independently of the solver that claims it. The result
/// shows which claims are wrong. It gives no credit to the other claims.
///
/// A criterion that rules out every plan also rules out the models of every formula. Otherwise varisat solves the same
/// formula with a DRAT proof, which the checker must accept. An SMT script has no clauses: it is replaced by
/// `sequential` at the same horizon, whose models are the same plans. If neither succeeds within the limits, the claim
/// stays unchecked.
fn refuted(puzzle: &Puzzle, job: &Job) -> Fact {
    let (task, settings) = (peg_task(puzzle), job.settings());
    if let (Some(encoding), Some(horizon)) = (job.encoding, job.horizon) {
        let fact = match certify::quick(puzzle) {
            Ok(Some(certificate)) => Fact::None(certificate.kind().to_owned()),
            // The check rejected a certificate that `saut` found.
            Err(fault) => Fact::Open(fault.to_string()),
            Ok(None) => refuted_formula(&task, encoding, horizon, &settings.stop),
        };
        let is_open = matches!(fact, Fact::Open(_));
        if !is_open || scope(&task, encoding, horizon) != Scope::EveryPlan {
            return fact;
        }
    }
    settled(decide(puzzle, &settings).as_ref())
}

/// Solves the formula again with the prover.
fn refuted_formula(task: &Task, encoding: Encoding, horizon: usize, stop: &Stop) -> Fact {
    // A refutation of a sequential formula can rule out every plan. Half of the time is left for `decide`, which can
    // also rule out every plan.
    let stop = match stop.time_left() {
        Some(left) if encoding.is_sequential() => stop.with_timeout(left / 2),
        _ => stop.clone(),
    };
    let limits = SolveLimits {
        stop,
        ..SolveLimits::default()
    };
    let claim = ClaimedRefutation::unproved(encoding, horizon);
    match prove(task, claim, &limits) {
        Ok(Proved::Refuted(..)) => Fact::None("proof".to_owned()),
        Ok(Proved::Plan(..)) => Fact::Plan,
        Ok(Proved::Unknown(why)) => {
            Fact::Open(format!("no proof within the limits ({})", why.name()))
        }
        Err(error) => Fact::Open(error.to_string()),
    }
}
