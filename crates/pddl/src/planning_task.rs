//! A planning task: the only path from parsed files to the planner, and from the planner's plans to their validation.
//!
//! The planner works on a [`Task`]. It returns plans as numbers of actions. They are converted to the steps of a plan
//! file, and checked by a validator that does not use the ground task or the grounder ([`validate_within`]).

mod replay;

use rustc_hash::{FxHashMap, FxHashSet};
use saut_base::BadInput;
use saut_base::stop::{Stop, StopReason};
use saut_task::task::{ActionId, Task};
use saut_task::{Certificate, CheckError, Checked, Cost, INFINITE, Reasons};

use crate::ground::{GroundTask, GroundingError, GroundingLimits, compile, ground};
use crate::measure::{Objective, Quality};
use crate::numbers::{self, NumericPlanningDomain};
use crate::plan::{NamedPlan, PlanStep};
use crate::problem::Problem;
use crate::read::read_state_within;
use crate::reason::{Reason, bound_of_metric};
use crate::simulation_check::check_simulation;
use crate::tokens::TokenTask;
use crate::validate::{InvalidPlan, StopAt, ValidatedPlan, after, applicable, validate_within};

/// A planning task: a problem with its domain. SAS+ files and token reconfiguration tasks are converted to it.
#[derive(Clone, Debug)]
pub struct PlanningTask {
    pub(crate) problem: Problem,
    /// The tokens on a graph from which the task was made.
    tokens: Option<TokenTask>,
}

/// A task for the planner.
#[derive(Debug)]
pub enum Compiled<'a> {
    /// A non-numeric task.
    Classical(PlanningDomain<'a>),
    /// A numeric task.
    Numeric(NumericPlanningDomain<'a>),
}

impl<'a> Compiled<'a> {
    /// Returns the task, if it is not numeric.
    ///
    /// # Errors
    ///
    /// [`GroundingError::Numeric`].
    pub fn classical(self) -> Result<PlanningDomain<'a>, GroundingError> {
        match self {
            Self::Classical(domain) => Ok(domain),
            Self::Numeric(_) => Err(GroundingError::Numeric),
        }
    }
}

impl PlanningTask {
    /// Creates a problem with the domain that it was read with.
    pub const fn new(problem: Problem) -> Self {
        Self {
            problem,
            tokens: None,
        }
    }

    /// Returns the problem with its domain.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the tokens on a graph from which the task was made. Their answers have a separate format.
    pub const fn tokens(&self) -> Option<&TokenTask> {
        self.tokens.as_ref()
    }

    /// Returns the name of the task in answers: the name of the problem or of the file.
    pub fn name(&self) -> &str {
        self.problem.name()
    }

    /// Whether the costs of the actions count; if not, each costs 1.
    pub fn minimises_cost(&self) -> bool {
        self.objective() == Objective::Cost
    }

    /// Returns the quantity by which the plans of the task are compared.
    pub fn objective(&self) -> Objective {
        self.problem.objective()
    }

    /// Whether the task is numeric and has a metric.
    pub fn has_metric(&self) -> bool {
        matches!(self.objective(), Objective::Metric(_))
    }

    /// Whether the task is numeric: it has numbers beyond costs.
    pub fn is_numeric(&self) -> bool {
        self.problem.is_numeric()
    }

    /// Validates the whole plan.
    ///
    /// # Errors
    ///
    /// The first wrong step with the reason, the unmet part of the goal, or [`InvalidPlan::Unfinished`], which does not
    /// imply anything about the plan.
    pub fn validate(&self, plan: &NamedPlan, stop: &Stop) -> Result<ValidatedPlan, InvalidPlan> {
        validate_within(&self.problem, plan, StopAt::PlanEnd, stop)
    }

    /// Returns the task that begins in the state after a plan. Its constraints and preferences apply to this state and
    /// the states after it.
    ///
    /// # Errors
    /// The first inapplicable step, or [`InvalidPlan::Unfinished`].
    pub fn after(&self, plan: &NamedPlan, stop: &Stop) -> Result<Self, InvalidPlan> {
        after(&self.problem, plan, stop).map(Self::new)
    }

    /// Whether constraints or preferences are about the states of a plan. If so, the last steps of a valid plan need
    /// not be a valid plan from the state before them.
    pub fn has_trajectory(&self) -> bool {
        let trajectory = &self.problem.trajectory;
        !trajectory.constraints.is_empty() || trajectory.weighed().next().is_some()
    }

    /// Returns at most this many of the steps that are applicable in the initial state, and whether these are all
    /// applicable steps.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn applicable(
        &self,
        most: usize,
        stop: &Stop,
    ) -> Result<(Vec<PlanStep>, bool), StopReason> {
        applicable(&self.problem, most, stop)
    }

    /// Returns the task that begins in a given state: a text of facts and values of functions, or a section `(:init
    /// ...)`. If the state does not contain facts of a predicate that no action changes, the facts of the task stay;
    /// the same holds for functions.
    ///
    /// # Errors
    /// [`BadInput`] if the text is not a state of this task.
    pub fn from_state(&self, text: &str, place: &str, stop: &Stop) -> Result<Self, BadInput> {
        read_state_within(text, place, &self.problem, stop).map(Self::new)
    }

    /// Accepts a certificate that the task is infeasible, or has no plan that is cheaper than a bound. The relaxation
    /// is checked on the parsed task. All other kinds are about the ground task, which is then checked against the
    /// files.
    ///
    /// # Errors
    ///
    /// [`CheckError`] with the flaw of the certificate, or with the limit that ended the check.
    pub fn accept(
        &self,
        certificate: Certificate<Reason>,
        stop: &Stop,
    ) -> Result<Accepted, CheckError> {
        if let Certificate::Own(reason) = certificate {
            let checked = Checked::own(self, reason, stop)?;
            return Ok(Accepted {
                checked,
                unverified_assumption: None,
            });
        }
        if self.may_be_shown_without_prices(&certificate) {
            match self.accept_on(certificate.clone(), Quality::AnyPlan, stop) {
                Err(CheckError::Rejected(_)) => {}
                ended => return ended,
            }
        }
        self.accept_on(certificate, Quality::Cheapest, stop)
    }

    /// Whether a certificate may be about the ground task without preferences: infeasibility may be shown with or
    /// without their violation costs.
    pub fn may_be_shown_without_prices(&self, certificate: &Certificate<Reason>) -> bool {
        let may_be_infeasible = match certificate {
            Certificate::ClosedSet(set) => set.bound == INFINITE,
            Certificate::Proof(_) | Certificate::Own(_) => true,
        };
        may_be_infeasible && !self.problem.trajectory.weights.is_empty()
    }

    /// Accepts a certificate about the ground task, in which preferences have their violation costs or are ignored.
    fn accept_on(
        &self,
        certificate: Certificate<Reason>,
        quality: Quality,
        stop: &Stop,
    ) -> Result<Accepted, CheckError> {
        let compiled = self.compile(quality, &GroundingLimits::until(stop));
        let domain = compiled.and_then(Compiled::classical);
        let domain = domain.map_err(|why| match why {
            GroundingError::Stopped(why) => CheckError::Stopped(why.reason(stop)),
            GroundingError::GoalUnreachable { .. } => {
                CheckError::rejected(format_args!("the certificate is for another task: {why}"))
            }
            why => CheckError::rejected(why),
        })?;
        let checked = certificate.check(&domain.task, &domain, stop)?;
        let simulation_check = check_simulation(&self.problem, &domain.ground, &domain.task, stop);
        Ok(Accepted {
            checked,
            unverified_assumption: simulation_check.err(),
        })
    }

    /// Returns the checked reason that the relaxation does not reach the goal. The grounder only claims this. If the
    /// claim depends on functions that never have a value, the reason is the relaxation with ranges.
    ///
    /// # Errors
    ///
    /// [`CheckError`] if the relaxation reaches the goal, or the check was not finished.
    pub fn check_relaxed_unreachability(&self, stop: &Stop) -> Result<Checked<Reason>, CheckError> {
        match Checked::own(self, Reason::RelaxedReachability { reached: None }, stop) {
            Err(CheckError::Rejected(_)) if self.is_numeric() => {
                Checked::own(self, Reason::RangeReachability { reached: None }, stop)
            }
            checked => checked,
        }
    }

    /// Grounds the task and compiles it for the planner.
    ///
    /// # Errors
    ///
    /// [`GroundingError`].
    pub fn compile(
        &self,
        quality: Quality,
        limits: &GroundingLimits,
    ) -> Result<Compiled<'_>, GroundingError> {
        if self.is_numeric() {
            let numeric = numbers::compile(&self.problem, quality, limits);
            return numeric.map(Compiled::Numeric);
        }
        let classical = PlanningDomain::new(self, &self.problem, quality, limits);
        classical.map(Compiled::Classical)
    }
}

impl From<TokenTask> for PlanningTask {
    fn from(tokens: TokenTask) -> Self {
        Self {
            problem: tokens.lifted(),
            tokens: Some(tokens),
        }
    }
}

impl Reasons for PlanningTask {
    type Reason = Reason;

    fn bound(&self, reason: &Reason) -> Cost {
        reason.bound_of_cost(self.has_metric())
    }

    fn check(&self, reason: Reason, stop: &Stop) -> Result<Reason, CheckError> {
        if !self.is_numeric() && !matches!(reason, Reason::RelaxedReachability { .. }) {
            return Err(CheckError::rejected(
                "this certificate is for numeric tasks, but the task has no numbers",
            ));
        }
        numbers::check_reason(&self.problem, &reason, stop)
    }
}

/// An accepted certificate. The check may trust the grounder in addition to the files.
#[derive(Clone, Debug)]
pub struct Accepted {
    checked: Checked<Reason>,
    unverified_assumption: Option<String>,
}

impl Accepted {
    /// Returns the certificate and its bound.
    pub const fn checked(&self) -> &Checked<Reason> {
        &self.checked
    }

    /// Returns the bound that the certificate shows, as text; `None` if it shows that the task is infeasible.
    pub fn weaker_claim(&self) -> Option<String> {
        let of_metric = bound_of_metric(self.checked.certificate());
        match (self.checked.bound(), of_metric) {
            (INFINITE, _) => None,
            (0, Some(metric)) => Some(format!("no plan has a better metric than {metric}")),
            (bound, _) => Some(format!("no plan costs less than {bound}")),
        }
    }

    /// Returns the reason why the check has to trust the grounder; `None` if every step of the parsed task was found in
    /// the ground task.
    pub fn unverified_assumption(&self) -> Option<&str> {
        self.unverified_assumption.as_deref()
    }
}

/// A planning task for the planner.
#[derive(Debug)]
pub struct PlanningDomain<'a> {
    source: &'a PlanningTask,
    ground: GroundTask,
    task: Task,
}

impl<'a> PlanningDomain<'a> {
    /// Creates a task with the ground actions of a problem: its own problem, or a part. Plans of a part are plans of
    /// the task. Other results about a part need not hold for the task.
    pub(crate) fn new(
        source: &'a PlanningTask,
        problem: &Problem,
        quality: Quality,
        limits: &GroundingLimits,
    ) -> Result<Self, GroundingError> {
        let ground = ground(problem, quality, limits)?;
        if let Some(missing) = ground.missing_cost {
            return Err(missing.into());
        }
        let task = compile(&ground, limits)?;
        Ok(Self {
            source,
            ground,
            task,
        })
    }

    /// Returns the ground task; action `n` is action `n` of the planner's task.
    pub fn ground(&self) -> &GroundTask {
        &self.ground
    }

    /// Returns the ground actions that a plan names, in its order. An action with conditional effects or a disjunctive
    /// precondition gives all its cases. `None` if the task has no action of a name.
    pub fn actions_of(&self, plan: &NamedPlan) -> Option<Vec<Vec<ActionId>>> {
        let mut by_name: FxHashMap<PlanStep, Vec<ActionId>> = FxHashMap::default();
        for (id, action) in self.task.action_ids().zip(&self.ground.actions) {
            if action.is_step {
                by_name
                    .entry(PlanStep::of_name(&action.name))
                    .or_default()
                    .push(id);
            }
        }
        let steps = plan.steps.iter();
        steps.map(|step| by_name.get(step).cloned()).collect()
    }

    /// Returns the number of auxiliary steps after the plan in a formula: one that marks the goal as reached, and one
    /// for each preference with a violation cost. It is 0 without such preferences and without a disjunctive goal.
    pub fn goal_steps(&self) -> usize {
        let actions = self.goal_step().map(|id| &self.ground.actions[id.index()]);
        let effects = actions.flat_map(|ground| &ground.action.effects);
        let reached = effects.filter(|one| one.value).map(|one| one.fluent);
        reached.collect::<FxHashSet<_>>().len()
    }

    /// Returns the actions that mark a disjunctive goal as reached, and the actions that confirm or pay for
    /// preferences.
    fn goal_step(&self) -> impl Iterator<Item = ActionId> + '_ {
        let all = self.task.action_ids().zip(&self.ground.actions);
        all.filter(|(_, action)| !action.is_step).map(|(id, _)| id)
    }
}

impl Reasons for PlanningDomain<'_> {
    type Reason = Reason;

    fn bound(&self, reason: &Reason) -> Cost {
        reason.bound_of_cost(self.source.has_metric())
    }

    fn check(&self, reason: Reason, stop: &Stop) -> Result<Reason, CheckError> {
        self.source.check(reason, stop)
    }
}
