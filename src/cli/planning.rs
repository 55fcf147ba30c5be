//! A planning task from its files, for every command that takes one.

mod domain_beside;

use saut::BadInput;
use saut::encode::Encoding;
use saut::formats::text_kind::{self, TextKind};
use saut::stop::Stop;
use saut::task::Task;
use saut_pddl::{
    GroundTask, GroundingLimits, NamedPlan, NotCompiled, PlanningDomain, PlanningTask, SasTask,
    Stopped, TokenTask, read_domain_within, read_problem_within,
};
use serde_json::Value;

use super::arguments::EncodingArguments;
use super::failure::Failure;
use super::{input, settings};
use domain_beside::domain_beside;

/// The files of a planning task.
pub enum TaskFiles {
    /// A domain and a problem in PDDL; or a graph in DIMACS and tokens on it.
    Pddl(String, String),
    /// A task in SAS+.
    Sas(String),
}

impl TaskFiles {
    /// The domain and the problem that are named; a problem alone brings the domain that lies beside it. `command` and
    /// `rest` are what is typed before and behind the two.
    ///
    /// # Errors
    /// As [`domain_beside`].
    pub fn pddl(
        first: &str,
        second: Option<&str>,
        command: &str,
        rest: &str,
    ) -> Result<Self, BadInput> {
        Ok(match second {
            Some(problem) => Self::Pddl(first.to_owned(), problem.to_owned()),
            None => Self::Pddl(domain_beside(first, command, rest)?, first.to_owned()),
        })
    }

    /// All of them; the last has the name of the task in messages.
    pub fn all(&self) -> Vec<&String> {
        match self {
            Self::Pddl(domain, problem) => vec![domain, problem],
            Self::Sas(file) => vec![file],
        }
    }

    /// Reads the task. What is odd about it is told, or, where it is read strictly, refused.
    ///
    /// # Errors
    /// Files that cannot be read, or not within the limits.
    pub fn read(&self, is_strict: bool, stop: &Stop) -> Result<PlanningTask, BadInput> {
        let (domain, problem) = match self {
            Self::Pddl(domain, problem) => (domain, problem),
            Self::Sas(place) => {
                let text = input::text(place)?;
                let reads = |kind| kind == TextKind::Sas;
                return SasTask::read(&text, place)
                    .map(PlanningTask::Sas)
                    .map_err(|bad| named(bad, &text, place, "a task in SAS+", reads));
            }
        };
        let reads = |kind| matches!(kind, TextKind::Domain | TextKind::Problem);
        let ((text, told), place) = (input::text_or_latin_1(domain)?, domain);
        if TokenTask::is_graph(&text) {
            let tokens = [&*input::text(problem)?, problem];
            return TokenTask::read([&text, place], tokens, stop).map(PlanningTask::Tokens);
        }
        let mut latin = Vec::from_iter(told);
        let domain = read_domain_within(&text, place, stop);
        let domain = domain.map_err(|bad| named(bad, &text, place, "a planning domain", reads))?;
        let ((text, told), place) = (input::text_or_latin_1(problem)?, problem);
        latin.extend(told);
        let problem = read_problem_within(&text, place, &domain, stop);
        let problem =
            problem.map_err(|bad| named(bad, &text, place, "a planning problem", reads))?;
        let odd = latin.iter().chain(domain.warnings());
        for warning in odd.chain(problem.warnings()) {
            if is_strict {
                return Err(warning.clone());
            }
            tell!("saut: warning: {warning}");
        }
        Ok(PlanningTask::pddl(domain, problem))
    }
}

/// The message about a text that is not what was wanted, or, if its kind can be told, what it is.
fn named(
    bad: BadInput,
    text: &str,
    place: &str,
    wanted: &str,
    reads: fn(TextKind) -> bool,
) -> BadInput {
    let other = text_kind::other_than(text, wanted, reads);
    other.map_or(bad, |other| other.within(place))
}

/// Reads a plan: a plan file, or a document of `saut plan --json` that has one.
///
/// # Errors
/// A text that is neither; one of another kind is named.
pub fn read_plan(text: &str, place: &str) -> Result<NamedPlan, BadInput> {
    let reads = |kind| {
        matches!(
            kind,
            TextKind::Actions | TextKind::TaskAnswer | TextKind::Json
        )
    };
    let named = |bad| named(bad, text, place, "a plan of a planning task", reads);
    if !text.trim_start().starts_with('{') {
        return NamedPlan::read(text, place).map_err(named);
    }
    let bad = |fact: &str| {
        let remedy = "give a plan file, or what saut plan --json has printed";
        named(BadInput::new(place, fact).remedy(remedy))
    };
    let document: Value = serde_json::from_str(text).map_err(|error| bad(&error.to_string()))?;
    NamedPlan::of_document(&document, place).map_err(named)
}
/// Tells of actions that are left out because the problem does not say what they cost, and says it again for the
/// answer.
pub fn warn_of_missing_cost(place: &str, task: &GroundTask) -> Option<String> {
    let missing = task.missing_cost.as_ref()?.to_string();
    tell!("saut: warning: {place}: {missing}");
    Some(missing)
}

/// The ground task of a task that has been read; `place` is its name in messages.
///
/// # Errors
/// It cannot be grounded.
pub fn compiled<'a>(
    task: &'a PlanningTask,
    place: &str,
    stop: &Stop,
) -> Result<PlanningDomain<'a>, Failure> {
    compiled_by(PlanningTask::compile, task, place, stop)
}

/// As [`compiled`], where violated preferences have their price.
///
/// # Errors
/// It cannot be grounded.
pub fn compiled_for_cost<'a>(
    task: &'a PlanningTask,
    place: &str,
    stop: &Stop,
) -> Result<PlanningDomain<'a>, Failure> {
    compiled_by(PlanningTask::compile_for_cost, task, place, stop)
}

fn compiled_by<'a>(
    compile: fn(&'a PlanningTask, &GroundingLimits) -> Result<PlanningDomain<'a>, NotCompiled>,
    task: &'a PlanningTask,
    place: &str,
    stop: &Stop,
) -> Result<PlanningDomain<'a>, Failure> {
    let should_stop = || stop.why().is_some();
    let limits = GroundingLimits {
        should_stop: &should_stop,
        ..GroundingLimits::default()
    };
    let domain = compile(task, &limits).map_err(|why| match why {
        NotCompiled::Invalid(invalid) => Failure::internal(invalid),
        why @ NotCompiled::Numeric => BadInput::new(place, why.to_string())
            .remedy("saut plan finds plans of it, and saut validate checks them")
            .into(),
        NotCompiled::GoalUnreachable { atom } => {
            let fact = format!("({atom}) is out of reach, so there is no formula of it");
            BadInput::new(place, fact)
                .remedy("saut plan says why")
                .into()
        }
        NotCompiled::Stopped(why) => {
            let mut bad = BadInput::new(place, format!("it cannot be grounded: {why}"));
            bad.limit = stop.why().filter(|_| *why.limit() == Stopped::Asked);
            bad.into()
        }
    })?;
    warn_of_missing_cost(place, domain.ground());
    Ok(domain)
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
