//! `saut plan`: any planning task, in PDDL or SAS+, and the same three answers.

mod document;
mod text;

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use saut::BadInput;
use saut::formats::text_kind::{self, TextKind};
use saut::settings::Settings;
use saut::stop::{Stop, StopReason};
use saut_pddl::{
    Decided, Grounding, GroundingLimits, LiftedDomain, NamedPlan, NotCompiled, PddlDomain, Problem,
    Reason, RelaxedGoal, SasDomain, SasTask, Stopped, ValidatedPlan, ValidatedSasPlan,
    check_relaxed_goal, check_relaxed_goal_sas, decide, ground,
};
use saut_plan::proof::RefutedHorizon;
use saut_plan::{Decision, Method, Minimise, Verdict};

use super::arguments::{PlanMethodName, PlanMinimiseName, PlanTask};
use super::failure::Failure;
use super::progress::Line;
use super::proofs::{self, Kept};
use super::solve::stop_at_ctrl_c;
use super::{input, planning, settings, status, whole};
use document::document;
use text::print_text;

/// Runs `saut plan`.
pub fn run(arguments: &PlanTask) -> Result<u8, Failure> {
    let files = pddl_files(arguments)?;
    let pddl_inputs = files.iter().flat_map(|(domain, problem)| [domain, problem]);
    let inputs: Vec<&String> = pddl_inputs.chain(&arguments.sas).collect();
    let (plan, proof) = (arguments.plan_file.as_deref(), arguments.proof.as_deref());
    whole::are_apart(&[("-o", plan), ("--proof", proof)], &inputs)?;
    for file in [&arguments.plan_file, &arguments.proof]
        .into_iter()
        .flatten()
    {
        whole::is_possible(file)?;
    }
    let began = Instant::now();
    let settings = asked(arguments)?;
    refuse_contradictions(arguments, &settings)?;
    stop_at_ctrl_c(&settings.stop);
    let line = Line::new();
    let settings = Settings {
        progress: Some(line.clone()),
        ..settings
    };
    let answer = match (&arguments.sas, &files) {
        (Some(file), _) => sas(arguments, file, &settings),
        (None, Some((domain, problem))) => pddl(arguments, domain, problem, &settings),
        (None, None) => Err(BadInput::new("saut plan", "a problem is missing")
            .remedy("give a domain and a problem, or --sas FILE")
            .into()),
    };
    line.clear();
    let mut answer = answer?;
    answer.decision.elapsed = began.elapsed();
    print_answer(arguments, &answer, &settings.stop)
}

/// The domain and the problem that are named; a problem alone brings the domain that lies beside it.
fn pddl_files(arguments: &PlanTask) -> Result<Option<(String, String)>, BadInput> {
    Ok(match (&arguments.domain, &arguments.problem) {
        (Some(domain), Some(problem)) => Some((domain.clone(), problem.clone())),
        (Some(problem), None) => {
            let domain = planning::domain_beside(problem, "saut plan", "")?;
            Some((domain, problem.clone()))
        }
        (None, _) => None,
    })
}

fn asked(arguments: &PlanTask) -> Result<Settings, BadInput> {
    let choices = &arguments.encoding;
    Ok(Settings {
        backends: settings::backends(&arguments.backends, choices)?,
        encoding: settings::encoding_choice(choices),
        horizon: choices.horizon.into(),
        threads: arguments.limits.threads,
        seed: arguments.limits.seed,
        stop: settings::stop(&arguments.limits),
        minimise: arguments.minimise.map(|what| match what {
            PlanMinimiseName::Steps => Minimise::Steps,
            PlanMinimiseName::Actions => Minimise::Actions,
        }),
        ..Settings::default()
    })
}

/// Two flags of which one would be passed over.
fn refuse_contradictions(arguments: &PlanTask, settings: &Settings) -> Result<(), BadInput> {
    let (choices, method) = (&arguments.encoding, arguments.method);
    let is_alone = matches!(method, PlanMethodName::Gbfs | PlanMethodName::Exhaustive);
    let (flag, fact) = match (arguments.minimise, settings.named_choice()) {
        (_, Some(what)) if is_alone => (
            "--method",
            format!("this method solves no formula and has no use for {what}"),
        ),
        (Some(_), _) if choices.horizon.0.is_some() => (
            "--horizon",
            "--minimise finds the number of steps itself".to_owned(),
        ),
        (Some(PlanMinimiseName::Steps), _) if choices.encoding.is_some() => (
            "--encoding",
            "--minimise steps has an encoding of its own".to_owned(),
        ),
        (Some(PlanMinimiseName::Actions), _)
            if choices.encoding.is_some_and(|it| !it.is_sequential()) =>
        {
            let fact = "--minimise actions has one action a step, and this encoding has more";
            ("--encoding", fact.to_owned())
        }
        _ => return Ok(()),
    };
    Err(BadInput::new(flag, fact).remedy("leave one of the two out"))
}

/// A plan that its validator has accepted, of either language.
struct Accepted {
    plan: NamedPlan,
    cost: u64,
}

impl From<ValidatedPlan> for Accepted {
    fn from(valid: ValidatedPlan) -> Self {
        let (plan, cost) = (valid.plan().clone(), valid.cost());
        Self { plan, cost }
    }
}

impl From<ValidatedSasPlan> for Accepted {
    fn from(valid: ValidatedSasPlan) -> Self {
        let (plan, cost) = (valid.plan().clone(), valid.cost());
        Self { plan, cost }
    }
}

/// What came of a task.
struct Answer {
    task: String,
    has_costs: bool,
    decision: Decided<Accepted>,
    /// What grounding says of its end.
    note: Option<String>,
    /// The steps of a formula that are no steps of a plan.
    goal_steps: usize,
    /// Of what the plan is asked to have fewest.
    minimise: Option<Minimise>,
    /// Actions that are left out because their cost is not given.
    missing_cost: Option<String>,
}

impl Answer {
    /// The number of steps of a plan that is asked to have few, where a formula has told it.
    fn steps(&self) -> Option<usize> {
        match (self.minimise, &self.decision.method) {
            (Some(Minimise::Steps), Some(Method::Formula { horizon, .. })) => {
                horizon.checked_sub(self.goal_steps)
            }
            _ => None,
        }
    }
}

fn pddl(
    arguments: &PlanTask,
    domain: &str,
    problem: &str,
    settings: &Settings,
) -> Result<Answer, Failure> {
    let place = problem;
    let (domain, problem) = planning::read(domain, problem, &settings.stop)?;
    let should_stop = || settings.stop.why().is_some();
    let limits = GroundingLimits {
        should_stop: &should_stop,
        ..GroundingLimits::default()
    };
    let mut goal_steps = 0;
    let mut missing_cost = None;
    let (decision, note) = match ground(&domain, &problem, &limits) {
        Grounding::Task(task) => {
            missing_cost = planning::warn_of_missing_cost(place, &task);
            match PddlDomain::new(&domain, &problem, &task, &limits) {
                Ok(pddl) => {
                    goal_steps = pddl.goal_steps();
                    let decision = decide(&pddl, arguments.method.into(), settings)?;
                    (accepted(decision), None)
                }
                Err(why) => not_compiled(why, &settings.stop)?,
            }
        }
        Grounding::GoalUnreachable { atom } => (
            out_of_reach(&domain, &problem, &settings.stop),
            Some(out_of_reach_note(&atom)),
        ),
        Grounding::Stopped(why) => stopped(&why, &settings.stop),
    };
    Ok(Answer {
        task: problem.name().to_owned(),
        has_costs: problem.minimises_cost(),
        decision,
        note,
        goal_steps,
        minimise: settings.minimise,
        missing_cost,
    })
}

fn sas(arguments: &PlanTask, file: &str, settings: &Settings) -> Result<Answer, Failure> {
    let text = input::text(file)?;
    let sas = SasTask::read(&text, file).map_err(|bad| {
        let reads = |kind| kind == TextKind::Sas;
        let other = text_kind::other_than(&text, "a task in SAS+", reads);
        other.map_or(bad, |other| other.within(file))
    })?;
    let mut has_costs = false;
    let (decision, note) = match (check_relaxed_goal_sas(&sas), sas.ground()) {
        (RelaxedGoal::Unreachable(reason), _) => (infeasible(Reason::Relaxed(reason)), None),
        (_, Err(why)) => stopped(&why, &settings.stop),
        (_, Ok(task)) => {
            has_costs = task.minimises_cost;
            let should_stop = || settings.stop.why().is_some();
            let limits = GroundingLimits {
                should_stop: &should_stop,
                ..GroundingLimits::default()
            };
            match SasDomain::new(&sas, &task, &limits) {
                Ok(domain) => (
                    accepted(decide(&domain, arguments.method.into(), settings)?),
                    None,
                ),
                Err(why) => not_compiled(why, &settings.stop)?,
            }
        }
    };
    let name = Path::new(file).file_stem();
    Ok(Answer {
        task: name.map_or(file.to_owned(), |name| name.to_string_lossy().into_owned()),
        has_costs,
        decision,
        note,
        goal_steps: 0,
        minimise: settings.minimise,
        missing_cost: None,
    })
}

fn out_of_reach_note(atom: &str) -> String {
    match atom {
        "goal" => "the goal is out of reach even if nothing is ever deleted".to_owned(),
        atom => format!("({atom}) is out of reach even if nothing is ever deleted"),
    }
}

/// What the grounder says is a claim; the verdict is the check's.
fn out_of_reach(domain: &LiftedDomain, problem: &Problem, stop: &Stop) -> Decided<Accepted> {
    match check_relaxed_goal(domain, problem, &|| stop.why().is_some()) {
        RelaxedGoal::Unreachable(reason) => infeasible(Reason::Relaxed(reason)),
        RelaxedGoal::Stopped => undecided(stop.why().unwrap_or(StopReason::NothingLeft)),
        RelaxedGoal::Reachable => undecided(StopReason::NothingLeft),
    }
}

fn infeasible(reason: Reason) -> Decided<Accepted> {
    let mut decision = Decision::default();
    let method = Method::Criterion(reason.name());
    decision.set(Verdict::Infeasible(Box::new(reason)), method);
    decision
}

fn undecided(why: StopReason) -> Decided<Accepted> {
    Decision {
        verdict: Verdict::Undecided(why),
        ..Decision::default()
    }
}

fn stopped(why: &Stopped, stop: &Stop) -> (Decided<Accepted>, Option<String>) {
    let reason = match why {
        Stopped::Asked => stop.why().unwrap_or(StopReason::Interrupted),
        Stopped::Memory => StopReason::Memory,
        Stopped::Facts | Stopped::Actions | Stopped::Cases(_) => StopReason::TooLarge,
    };
    (undecided(reason), Some(why.to_string()))
}

fn not_compiled(
    why: NotCompiled,
    stop: &Stop,
) -> Result<(Decided<Accepted>, Option<String>), Failure> {
    match why {
        NotCompiled::Stopped(why) => Ok(stopped(&why, stop)),
        NotCompiled::Invalid(invalid) => Err(Failure::internal(invalid)),
    }
}

fn accepted<P: Into<Accepted>>(decision: Decided<P>) -> Decided<Accepted> {
    decision.map(Into::into, |reason| reason)
}

/// The horizons that the answer says are too small.
fn refuted(decision: &Decided<Accepted>) -> &[RefutedHorizon] {
    if let Verdict::Infeasible(reason) = &decision.verdict
        && let Reason::Proof(refuted) = reason.as_ref()
    {
        return std::slice::from_ref(refuted);
    }
    &decision.refuted
}

/// Keeps the proofs that the answer rests on.
fn keep_proofs(
    arguments: &PlanTask,
    decision: &Decided<Accepted>,
    stop: &Stop,
) -> Result<Kept, Failure> {
    let reason = match &decision.verdict {
        Verdict::Infeasible(reason) => {
            format!("the certificate ({}) is no DRAT proof", reason.name())
        }
        Verdict::Solved(_) => match decision.optimal {
            None => "the task is solved, and its plan needs no proof".to_owned(),
            Some(true) => "that no plan has fewer needs no proof here".to_owned(),
            Some(false) => "that no plan has fewer was not proved".to_owned(),
        },
        Verdict::Undecided(why) => format!("nothing was proved, the end was {}", why.name()),
    };
    let file = arguments.proof.as_deref();
    proofs::keep_all(refuted(decision), file, &reason, stop)
}

fn print_answer(arguments: &PlanTask, answer: &Answer, stop: &Stop) -> Result<u8, Failure> {
    for warning in &answer.decision.warnings {
        tell!("saut: warning: {warning}; went on without it");
    }
    if let (Some(file), Verdict::Solved(plan)) = (&arguments.plan_file, &answer.decision.verdict) {
        whole::write(file, plan_file(answer, plan))?;
    }
    let kept = keep_proofs(arguments, &answer.decision, stop)?;
    if arguments.output.json {
        writeln!(anstream::stdout(), "{}", document(answer, &kept)?)?;
    } else {
        print_text(answer)?;
    }
    Ok(match answer.decision.verdict {
        Verdict::Solved(_) => status::SOLVED,
        Verdict::Infeasible(_) => status::INFEASIBLE,
        Verdict::Undecided(_) => status::UNDECIDED,
    })
}

/// The plan file of the competitions: its cost is the last line, as a comment.
fn plan_file(answer: &Answer, plan: &Accepted) -> String {
    let kind = if answer.has_costs { "general" } else { "unit" };
    format!(
        "{}; cost = {} ({kind} cost)\n",
        plan.plan.written(),
        plan.cost
    )
}
