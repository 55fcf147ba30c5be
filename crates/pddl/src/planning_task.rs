//! A planning task: the only path from parsed files to the planner, and from the planner's plans to their validation.
//!
//! The planner works on a [`Task`]. The planner returns plans as numbers of actions. These plans are converted to the
//! steps of a plan file, and a validator checks them without the ground task and the grounder ([`validate_within`]).

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
    /// [`GroundingError::Numeric`] if the task is numeric.
    pub fn classical(self) -> Result<PlanningDomain<'a>, GroundingError> {
        match self {
            Self::Classical(domain) => Ok(domain),
            Self::Numeric(_) => Err(GroundingError::Numeric),
        }
    }
}

impl PlanningTask {
    /// Creates a planning task from a problem with its domain.
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

    /// Returns the token reconfiguration task from which the planning task was made. Its answers have a separate
    /// format.
    pub const fn tokens(&self) -> Option<&TokenTask> {
        self.tokens.as_ref()
    }

    /// Returns the name of the task in answers: the name of the problem or of the file.
    pub fn name(&self) -> &str {
        self.problem.name()
    }

    /// Whether the plans are compared by the costs of their actions; if not, each action costs 1.
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

    /// Whether the task is numeric: it has numbers other than costs.
    pub fn is_numeric(&self) -> bool {
        self.problem.is_numeric()
    }

    /// Validates the whole plan.
    ///
    /// # Errors
    ///
    /// The first wrong step with the reason, the unmet part of the goal, or [`InvalidPlan::Unfinished`] if a limit
    /// ended the validation.
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

    /// Whether the task has trajectory constraints, or preferences with a cost. If so, the last steps of a valid plan
    /// need not be a valid plan from the state before them.
    pub fn has_trajectory(&self) -> bool {
        let trajectory = &self.problem.trajectory;
        !trajectory.constraints.is_empty() || trajectory.weighed().next().is_some()
    }

    /// Returns at most `most` steps that are applicable in the initial state, and whether no further step is
    /// applicable.
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
    /// ...)`. Predicates and functions that no action changes keep their facts and values if the text has none for
    /// them.
    ///
    /// # Errors
    /// [`BadInput`] if the text is not a state of this task.
    pub fn from_state(&self, text: &str, place: &str, stop: &Stop) -> Result<Self, BadInput> {
        read_state_within(text, place, &self.problem, stop).map(Self::new)
    }

    /// Accepts a certificate that the task is infeasible, or that no plan is better than a bound. A [`Reason`] is
    /// checked on the parsed task. All other certificates are about the ground task, which is then compared with the
    /// parsed task.
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

    /// Whether a certificate may be about the ground task without preferences. A certificate of infeasibility may use
    /// the violation costs of the preferences, or ignore the preferences.
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

    /// Returns the checked certificate that the relaxation does not reach the goal. The grounder reports an unreachable
    /// goal without a check. If the claim depends on functions that never have a value, the certificate is the
    /// relaxation with ranges.
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
    /// [`GroundingError`], for example if the goal is unreachable or a limit is reached.
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

/// An accepted certificate. The check may have to trust the grounder.
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

/// A ground task for the planner, with the planning task on which its plans are validated.
#[derive(Debug)]
pub struct PlanningDomain<'a> {
    source: &'a PlanningTask,
    ground: GroundTask,
    task: Task,
}

impl<'a> PlanningDomain<'a> {
    /// Grounds `problem`, which is the problem of the planning task or a part of it. Plans of a part are plans of the
    /// task. Other results about a part need not hold for the task.
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

    /// Returns the ground task. Its actions have the same numbers as the actions of the planner's task.
    pub fn ground(&self) -> &GroundTask {
        &self.ground
    }

    /// Returns, for each step of a plan, the ground actions with the name of the step. A step has several ground
    /// actions if the action is split into cases. `None` if a step has no ground action.
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

    /// Returns the auxiliary actions: they mark a disjunctive goal as reached, or a preference as satisfied or paid
    /// for.
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
