//! A planning task in PDDL for commands that write or read one formula, or check its proofs.

mod domain_beside;

use saut::BadInput;
use saut::encode::Encoding;
use saut::formats::text_kind::{self, TextKind};
use saut::stop::Stop;
use saut::task::Task;
use saut_pddl::{
    GroundTask, Grounding, GroundingLimits, LiftedDomain, NotCompiled, PddlDomain, Problem,
    Stopped, ground, read_domain_within, read_problem_within,
};

use super::arguments::EncodingArguments;
use super::failure::Failure;
use super::{input, settings};
pub use domain_beside::domain_beside;

/// Reads a domain and a problem and works on the ground task. `work` is given the name of the task, too.
///
/// # Errors
/// Files that cannot be read, a task that cannot be grounded, and what `work` finds wrong.
pub fn with_task<T>(
    domain: &str,
    problem: &str,
    work: impl FnOnce(&str, &PddlDomain) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let place = problem;
    let stop = input::stop();
    let (domain, problem) = read(domain, problem, &stop)?;
    with_ground(&domain, &problem, place, &stop, |task| {
        work(problem.name(), task)
    })
}

/// Reads a domain and a problem from their files.
///
/// # Errors
/// Files that cannot be read, or not within the limits.
pub fn read(domain: &str, problem: &str, stop: &Stop) -> Result<(LiftedDomain, Problem), BadInput> {
    let (text, place) = (input::text(domain)?, domain);
    let domain = read_domain_within(&text, place, stop);
    let domain = domain.map_err(|bad| named(bad, &text, place, "a planning domain"))?;
    let (text, place) = (input::text(problem)?, problem);
    let problem = read_problem_within(&text, place, &domain, stop);
    let problem = problem.map_err(|bad| named(bad, &text, place, "a planning problem"))?;
    for warning in problem.warnings() {
        tell!("saut: warning: {warning}");
    }
    Ok((domain, problem))
}

/// Tells of actions that are left out because the problem does not say what they cost, and says it again for the
/// answer.
pub fn warn_of_missing_cost(place: &str, task: &GroundTask) -> Option<String> {
    let missing = task.missing_cost.as_ref()?.to_string();
    tell!("saut: warning: {place}: {missing}");
    Some(missing)
}

/// The message about a text that is no PDDL, or, if its kind can be told, what it is.
fn named(bad: BadInput, text: &str, place: &str, wanted: &str) -> BadInput {
    let reads = |kind| matches!(kind, TextKind::Domain | TextKind::Problem);
    let other = text_kind::other_than(text, wanted, reads);
    other.map_or(bad, |other| other.within(place))
}

/// The same of a task that has been read; `place` is its name in messages.
///
/// # Errors
/// As [`with_task`].
pub fn with_ground<T>(
    domain: &LiftedDomain,
    problem: &Problem,
    place: &str,
    stop: &Stop,
    work: impl FnOnce(&PddlDomain) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let should_stop = || stop.why().is_some();
    let limits = GroundingLimits {
        should_stop: &should_stop,
        ..GroundingLimits::default()
    };
    let stopped = |why: &Stopped| {
        let mut bad = BadInput::new(place, format!("it cannot be grounded: {why}"));
        bad.limit = stop.why().filter(|_| *why == Stopped::Asked);
        bad.into()
    };
    let ground = match ground(domain, problem, &limits) {
        Grounding::Task(ground) => {
            warn_of_missing_cost(place, &ground);
            ground
        }
        Grounding::GoalUnreachable { atom } => {
            let fact = format!("({atom}) is out of reach, so there is no formula of it");
            return Err(BadInput::new(place, fact)
                .remedy("saut plan says why")
                .into());
        }
        Grounding::Stopped(why) => return Err(stopped(&why)),
    };
    match PddlDomain::new(domain, problem, &ground, &limits) {
        Ok(task) => work(&task),
        Err(NotCompiled::Invalid(invalid)) => Err(Failure::internal(invalid)),
        Err(NotCompiled::Stopped(why)) => Err(stopped(&why)),
    }
}

/// The encoding of a planning task: `exists`, unless another is asked for; linear in the task where that is
/// large.
pub fn encoding(choices: &EncodingArguments, task: &Task) -> Encoding {
    let is_named = settings::encoding_choice(choices).is_some();
    let encoding = if is_named {
        settings::encoding(choices)
    } else {
        Encoding::Exists
    };
    encoding.scaled_to(task)
}
