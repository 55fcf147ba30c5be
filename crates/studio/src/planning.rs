//! Questions of the studio on planning: a task is read, solved, followed step by step, and written as a formula.
//!
//! A task comes as the texts of a domain and a problem; never as the name of a file. What is shown of a plan is the
//! validator's replay of it.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use saut_answer::print::grouped;
use saut_answer::{
    TaskAnswer, TaskExplanation, better_document, bound_in_words, plan_file, schema,
};
use saut_base::BadInput;
use saut_base::named::Named as _;
use saut_base::read_limited::limited;
use saut_base::stop::Stop;
use saut_pddl::{
    Bound, Compiled, Condition, GroundAtom, GroundingLimits, Measure, NamedPlan, NotCompiled,
    Objective, PlanningDomain, PlanningTask, Problem, Quality, Reason, Trace, ValidatedPlan,
    number_entry, read_domain_within, read_problem_within,
};
use saut_plan::planning::PlanMethod;
use saut_plan::{Minimise, Settings};
use saut_task::encode::Encoding;
use saut_task::parallel::earliest_steps;
use saut_task::progress::Progress;
use saut_task::{Checked, Problem as _};
use serde_json::{Value, json};

use crate::library::{self, attempt_in_words};
use crate::question::{ApiError, TaskQuestion};

/// More facts of a state, and more changes of a plan, are not shown.
const MOST_FACTS: usize = 20_000;
const MOST_CHANGES: usize = 200_000;

/// The most applicable steps that are listed.
const MOST_APPLICABLE: usize = 1_000;

/// Larger formulas are for the command line.
const MOST_CLAUSES: u128 = 500_000;

/// The steps of the formula to download where there is no plan.
const HORIZON: usize = 6;

/// Reads the task of a question; a message names the text and the place in it.
///
/// # Errors
/// A text cannot be read; the error has its place.
pub fn read(question: &TaskQuestion, stop: &Stop) -> Result<PlanningTask, ApiError> {
    lifted(question, stop).map(PlanningTask::new)
}

/// Reads the task of a question, in the state after the plan of the question.
///
/// # Errors
/// As [`read`], or a step of the plan cannot be taken.
pub fn read_after(question: &TaskQuestion, stop: &Stop) -> Result<PlanningTask, ApiError> {
    let task = read(question, stop)?;
    let plan = NamedPlan::read_within(&question.plan, "plan", stop).map_err(misread)?;
    if plan.steps.is_empty() {
        return Ok(task);
    }
    if task.has_trajectory() {
        let fact = "the task has constraints or preferences, which are about all states of a plan";
        return Err(ApiError::bad(fact));
    }
    let after = task.after(&plan, stop);
    after.map_err(|why| ApiError::bad(why.to_string()))
}

/// The steps that can be taken after the plan of a question.
///
/// # Errors
/// As [`read_after`], or there is no time for it.
pub fn applicable(question: &TaskQuestion, stop: &Stop) -> Result<String, ApiError> {
    let applicable = read_after(question, stop)?.applicable(MOST_APPLICABLE, stop);
    let (steps, are_all) = applicable.map_err(|why| ApiError::from(limited("task", why)))?;
    let steps: Vec<String> = steps.iter().map(saut_pddl::PlanStep::written).collect();
    Ok(json!({"steps": steps, "complete": are_all}).to_string())
}

fn lifted(question: &TaskQuestion, stop: &Stop) -> Result<Problem, ApiError> {
    let domain = read_domain_within(&question.domain, "domain", stop).map_err(misread)?;
    read_problem_within(&question.problem, "problem", &domain, stop).map_err(misread)
}

/// The task as the page shows it: what it is made of, its start and its goal, and what is odd about the texts.
///
/// # Errors
/// A text cannot be read, or the task has too many facts to be shown.
pub fn task(question: &TaskQuestion, stop: &Stop) -> Result<String, ApiError> {
    let problem = lifted(question, stop)?;
    let domain = problem.domain();
    let trace = traced(&problem, &NamedPlan::default(), stop)?;
    refuse_many(trace.fixed.len(), MOST_FACTS, "facts")?;
    let warnings = domain.warnings().iter().chain(problem.warnings());
    let warnings: Vec<Value> = warnings.map(told).collect();
    Ok(json!({
        "task": problem.name(), "domain": domain.name(),
        "objects": problem.objects().collect::<Vec<_>>(),
        "actions": domain.schemas().iter().map(|schema| &schema.name).collect::<Vec<_>>(),
        "has_costs": problem.minimises_cost(),
        "start": trace.start, "fixed": trace.fixed, "goal": wanted(&problem),
        "warnings": warnings,
    })
    .to_string())
}

/// The states of a plan, if they are few enough to be shown.
fn traced(problem: &Problem, plan: &NamedPlan, stop: &Stop) -> Result<Trace, ApiError> {
    let trace = saut_pddl::trace(problem, plan, stop);
    let trace = trace.map_err(|why| ApiError::from(limited("plan", why)))?;
    refuse_many(trace.start.len(), MOST_FACTS, "facts")?;
    Ok(trace)
}

/// The atoms that the goal asks for, where it is a list of them; what else it says is left out.
fn wanted(problem: &Problem) -> Vec<String> {
    let mut parts = vec![problem.goal()];
    let mut found = Vec::new();
    while let Some(part) = parts.pop() {
        match part {
            Condition::And(more) => parts.extend(more.iter().rev()),
            Condition::Literal(atom, true) => {
                let objects = atom.arguments.iter().map(|term| match term {
                    saut_pddl::Term::Object(object) => Some(*object),
                    saut_pddl::Term::Variable(_) => None,
                });
                if let Some(arguments) = objects.collect() {
                    let predicate = atom.predicate;
                    found.push(problem.written(&GroundAtom {
                        predicate,
                        arguments,
                    }));
                }
            }
            _ => {}
        }
    }
    found
}

/// Measure that is asked to be small, by its name.
///
/// # Errors
/// There is no such measure.
pub fn minimise(question: &TaskQuestion) -> Result<Option<Minimise>, ApiError> {
    match question.minimise.as_str() {
        "" => Ok(None),
        name => Minimise::by_name(name).map(Some).ok_or_else(|| {
            ApiError::bad(format!(
                "\"{name:.20}\" cannot be minimised; these can: {}",
                Minimise::names()
            ))
        }),
    }
}

/// Solves; the document is that of `saut plan --json`, with what it says in words. Stages (`progress`) and better plans
/// (`better`) are told on the way.
///
/// # Errors
/// The settings cannot be met, or an engine is at fault.
pub fn solve(
    task: &PlanningTask,
    settings: Settings,
    tell: impl Fn(&str, &Value) + Send + Sync + 'static,
) -> Result<String, ApiError> {
    let began = Instant::now();
    let objective = task.objective();
    let told = Arc::new(Told {
        event: Box::new(tell),
        objective,
        began,
        state: Mutex::new(Stages {
            bound: objective.bound(None),
            ..Stages::default()
        }),
    });
    let progress: Arc<dyn Progress> = Arc::clone(&told) as _;
    let settings = Settings {
        progress: Some(progress),
        ..settings
    };
    let better = |plan: &ValidatedPlan, bound: Option<&_>| told.better(plan, bound);
    let answer = TaskAnswer::solve(task, PlanMethod::Auto, &settings, &better)?;
    let told = answer.within(began.elapsed()).told_document();
    told.map(|document| document.to_string())
        .map_err(ApiError::from)
}

/// The document of `saut explain --json`: every reason that was found, the goals that are in each other's way, and
/// changes of the start that would help.
///
/// # Errors
/// A text cannot be read, or an engine is at fault.
pub fn explain(question: &TaskQuestion, stop: &Stop) -> Result<String, ApiError> {
    let task = read(question, stop)?;
    let settings = Settings {
        threads: NonZeroUsize::new(2),
        stop: stop.clone(),
        ..Settings::default()
    };
    Ok(schema::sorted(TaskExplanation::new(&task, &settings)?)?)
}

/// Follows a plan: what holds at the start, what each step changes and in which parallel step it can be, and whether
/// the goal is reached at its end. A plan with a step that cannot be taken is followed up to that step.
///
/// # Errors
/// A text cannot be read, or there is too much to be shown.
pub fn steps(question: &TaskQuestion, stop: &Stop) -> Result<String, ApiError> {
    let problem = lifted(question, stop)?;
    let plan = NamedPlan::read_within(&question.plan, "plan", stop).map_err(misread)?;
    let trace = traced(&problem, &plan, stop)?;
    let changes = trace.steps.iter();
    let changes: usize = changes.map(|it| it.added.len() + it.removed.len()).sum();
    refuse_many(changes, MOST_CHANGES, "changes")?;
    let task = PlanningTask::new(problem);
    let checked = task.validate(&plan, stop);
    let parallel = parallel(&task, &plan, stop);
    let Trace { start, steps, .. } = trace;
    let number = steps.len();
    let steps = steps.into_iter().zip(&plan.steps).enumerate();
    let steps = steps.map(|(number, (change, step))| {
        json!({
            "step": step.written(), "added": change.added, "removed": change.removed,
            "cost": change.cost,
            "at": parallel.as_ref().map(|steps| steps[number]),
        })
    });
    let steps: Vec<Value> = steps.collect();
    let measure = checked.as_ref().ok().map(ValidatedPlan::measure);
    Ok(json!({
        "start": start, "steps": steps, "reaches_goal": checked.is_ok(),
        "cost": measure.and_then(Measure::cost).map(number_entry),
        "metric": measure.and_then(Measure::metric),
        "measure": measure.map(|measure| measure.in_words(grouped)),
        "plan_file": checked.as_ref().map(plan_file).ok(),
        "problem": checked.as_ref().err().map(ToString::to_string),
        "unmet": checked.as_ref().err().and_then(|why| Some(why.unmet()?.conditions.clone())),
        "rest": plan.steps[number..].iter().map(saut_pddl::PlanStep::written).collect::<Vec<_>>(),
    })
    .to_string())
}

/// The parallel step of each step of a plan, from 0; none where the planner does not know an action of it.
fn parallel(task: &PlanningTask, plan: &NamedPlan, stop: &Stop) -> Option<Vec<usize>> {
    let domain = compiled(task, stop).ok()?;
    let valid = task.validate(plan, stop).ok()?;
    let actions = domain.actions(&valid)?;
    let ordered = earliest_steps(domain.task(), &actions);
    let mut steps: HashMap<_, Vec<usize>> = HashMap::new();
    for (number, step) in ordered.steps.iter().enumerate().rev() {
        for &action in step {
            steps.entry(action).or_default().push(number);
        }
    }
    // The steps of an action that is there twice are in its order.
    let of_plan = actions.iter().take(plan.steps.len());
    of_plan.map(|action| steps.get_mut(action)?.pop()).collect()
}

fn compiled<'a>(task: &'a PlanningTask, stop: &Stop) -> Result<PlanningDomain<'a>, NotCompiled> {
    let compiled = task.compile(Quality::AnyPlan, &GroundingLimits::until(stop));
    compiled.and_then(Compiled::classical)
}

/// The formula of a task: of as many steps as the plan of the question takes in parallel.
///
/// # Errors
/// A text cannot be read, the formula is too large, or there is no such download.
pub fn download(question: &TaskQuestion, stop: &Stop) -> Result<String, ApiError> {
    let task = read(question, stop)?;
    let plan = NamedPlan::read_within(&question.plan, "plan", stop).map_err(misread)?;
    let parallel = (!plan.steps.is_empty()).then(|| parallel(&task, &plan, stop));
    let last = parallel.flatten().and_then(|steps| steps.into_iter().max());
    let domain =
        compiled(&task, stop).map_err(|why| ApiError::bad(format!("no formula: {why}")))?;
    let horizon = last.map_or(HORIZON, |last| last + 1) + domain.goal_steps();
    let encoding = Encoding::Exists.scaled_to(domain.task());
    let clauses = encoding.most_clauses(domain.task(), horizon);
    if clauses > MOST_CLAUSES {
        return Err(ApiError::large(format!(
            "a formula of {horizon} steps may have {clauses} clauses; saut encode writes it"
        )));
    }
    let encoded = encoding.encode(domain.task(), horizon);
    let title = format!("task {}", task.name());
    library::formula(&question.what, domain.task(), &encoded, &title)
}

fn refuse_many(number: usize, most: usize, what: &str) -> Result<(), ApiError> {
    if number <= most {
        return Ok(());
    }
    Err(ApiError::large(format!(
        "{number} {what} are too many to be shown, {most} at most; saut plan works on such a task"
    )))
}

/// A message about one of the texts, with its place where it has one.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the form that map_err asks for"
)]
fn misread(bad: BadInput) -> ApiError {
    ApiError::bad(bad.to_string()).within(told(&bad))
}

/// A message and its place, `{"message", "in", "line", "column"}`.
fn told(bad: &BadInput) -> Value {
    let mut parts = bad.place.split(':');
    let text = parts.next().unwrap_or_default();
    let mut number = || parts.next().and_then(|part| part.parse::<u32>().ok());
    let (line, column) = (number(), number());
    let remedy = bad.remedy.as_deref();
    let remedy = remedy.map_or(String::new(), |remedy| format!("; {remedy}"));
    let message = format!("{}{remedy}", bad.fact);
    json!({"message": message, "in": text, "line": line, "column": column})
}

/// A function that tells an event, by its name.
type Event = Box<dyn Fn(&str, &Value) + Send + Sync>;

/// Progress as events: which engines had turns, the formula at hand, better plans and the bound.
struct Told {
    event: Event,
    objective: Objective,
    began: Instant,
    state: Mutex<Stages>,
}

/// State of the work.
#[derive(Default)]
struct Stages {
    turns: Vec<(String, u64)>,
    /// Measure of the best plan.
    best: Option<Measure>,
    bound: Option<Bound>,
}

impl Stages {
    /// Keeps a bound that says more than the one before.
    fn keep(&mut self, bound: Option<Bound>) {
        let is_more = |bound: &Bound| self.bound.as_ref().is_none_or(|old| bound.implies(old));
        if let Some(bound) = bound.filter(is_more) {
            self.bound = Some(bound);
        }
    }

    /// The bound in words, beside the best plan.
    fn bound_in_words(&self) -> Option<String> {
        let bound = self.bound.as_ref()?;
        Some(match &self.best {
            Some(best) => bound_in_words(bound, best)?,
            None => bound.in_words(grouped),
        })
    }
}

impl Told {
    fn state(&self) -> MutexGuard<'_, Stages> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, text: &str) {
        let state = self.state();
        let stages = state.turns.iter();
        let stages = stages.map(|(name, turns)| json!({"stage": name, "turns": turns}));
        let told = json!({
            "text": text, "stages": stages.collect::<Vec<_>>(),
            "bound": state.bound.as_ref().map(Bound::value), "bound_in_words": state.bound_in_words(),
        });
        drop(state);
        (self.event)("progress", &told);
    }

    fn better(&self, plan: &ValidatedPlan, shown: Option<&Checked<Reason>>) {
        let measure = plan.measure();
        let mut state = self.state();
        state.best = Some(measure.clone());
        state.keep(self.objective.bound(shown));
        let seconds = self.began.elapsed().as_secs_f64();
        let mut told = better_document(plan, state.bound.as_ref(), seconds);
        told["measure"] = measure.in_words(grouped).into();
        told["bound_in_words"] = state.bound_in_words().into();
        drop(state);
        (self.event)("better", &told);
    }
}

impl Progress for Told {
    fn attempt(&self, encoding: Encoding, horizon: usize, backend: &str, before: usize) {
        self.tell(&attempt_in_words(encoding, horizon, backend, before));
    }

    fn turn(&self, engine: &str) {
        let mut state = self.state();
        match state.turns.iter_mut().find(|(name, _)| name == engine) {
            Some((_, turns)) => *turns += 1,
            None => state.turns.push((engine.to_owned(), 1)),
        }
        drop(state);
        self.tell(engine);
    }

    fn at_least(&self, bound: u64) {
        self.state().keep(self.objective.bound_of_cost(bound));
    }
}
