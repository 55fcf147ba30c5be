//! A planning task in PDDL for commands that write or read one formula, or check its proofs.

use saut::BadInput;
use saut::encode::Encoding;
use saut::task::Task;
use saut_pddl::{
    Grounding, GroundingLimits, LiftedDomain, PddlDomain, Problem, ground, read_domain,
    read_problem,
};

use super::arguments::EncodingArguments;
use super::failure::Failure;
use super::{input, settings};

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
    let domain = read_domain(&input::text(domain)?, domain)?;
    let problem = read_problem(&input::text(problem)?, problem, &domain)?;
    with_ground(&domain, &problem, place, |task| work(problem.name(), task))
}

/// The same of a task that has been read; `place` is its name in messages.
///
/// # Errors
/// As [`with_task`].
pub fn with_ground<T>(
    domain: &LiftedDomain,
    problem: &Problem,
    place: &str,
    work: impl FnOnce(&PddlDomain) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let limits = GroundingLimits::default();
    let ground = match ground(domain, problem, &limits) {
        Grounding::Task(ground) => ground,
        Grounding::GoalUnreachable { atom } => {
            let fact = format!("({atom}) is out of reach, so there is no formula of it");
            return Err(BadInput::new(place, fact)
                .remedy("saut plan says why")
                .into());
        }
        Grounding::Stopped(why) => {
            return Err(BadInput::new(place, format!("it cannot be grounded: {why}")).into());
        }
    };
    let task = PddlDomain::new(domain, problem, &ground, &limits)
        .map_err(|error| Failure::Other(format!("internal error: {error}; please report it")))?;
    work(&task)
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
