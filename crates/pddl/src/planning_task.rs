//! A planning task of either language: the one way from what was read to the planner, and from its plans back to
//! the rules.
//!
//! The planner works on a [`Task`]. Its plans come back as numbers of actions, are written as the steps of a plan
//! file, and are judged by a validator that has seen neither the task nor the grounder: [`validate_within`] on the
//! lifted task, [`validate_sas`] on the variables of the file.

use rustc_hash::{FxHashMap, FxHashSet};
use saut_base::stop::{Stop, StopReason};
use saut_task::task::{ActionId, Task};
use saut_task::{
    Certificate, CheckError, Checked, Cost, INFINITE, Plan as Steps, Reasons, RefusedPlan,
};

use crate::compile::{NotCompiled, compile};
use crate::covered::{Coverage, coverage};
use crate::domain::LiftedDomain;
use crate::ground::{
    GroundAction, GroundTask, Grounding, GroundingLimits, ground, ground_for_cost,
};
use crate::measure::Objective;
use crate::numbers::{self, NumericPlanningDomain};
use crate::plan::{NamedPlan, PlanStep};
use crate::problem::Problem;
use crate::reason::{Reason, bound_of_metric};
use crate::sas::{SasTask, check_relaxed_goal_sas, validate_sas};
use crate::tokens::{TokenTask, validate_tokens};
use crate::unreachable::{RelaxedGoal, check_relaxed_goal};
use crate::validate::{End, InvalidPlan, ValidatedPlan, validate_within};

/// A planning task as it was read.
#[derive(Clone, Debug)]
pub enum PlanningTask {
    /// In PDDL: a problem and the domain that it was read with.
    Pddl(Box<(LiftedDomain, Problem)>),
    /// In SAS+.
    Sas(SasTask),
    /// Tokens on a graph.
    Tokens(TokenTask),
}

impl PlanningTask {
    /// A problem and the domain that it was read with.
    pub fn pddl(domain: LiftedDomain, problem: Problem) -> Self {
        Self::Pddl(Box::new((domain, problem)))
    }

    /// Its name in answers: that of the problem, or of the file.
    pub fn name(&self) -> &str {
        match self {
            Self::Pddl(pair) => pair.1.name(),
            Self::Sas(sas) => &sas.name,
            Self::Tokens(tokens) => &tokens.name,
        }
    }

    /// Whether the costs of the actions count; if not, each costs 1.
    pub fn minimises_cost(&self) -> bool {
        self.objective() == Objective::Cost
    }

    /// What its plans are compared by.
    pub fn objective(&self) -> Objective {
        match self {
            Self::Pddl(pair) => pair.1.objective(),
            Self::Sas(sas) if sas.uses_costs => Objective::Cost,
            Self::Sas(_) | Self::Tokens(_) => Objective::Actions,
        }
    }

    /// Whether it is a task with numbers and a metric.
    pub fn has_metric(&self) -> bool {
        matches!(self.objective(), Objective::Metric(_))
    }

    /// Whether it is a task with numbers beyond costs.
    pub fn is_numeric(&self) -> bool {
        match self {
            Self::Pddl(pair) => pair.1.is_numeric(),
            Self::Sas(_) | Self::Tokens(_) => false,
        }
    }

    /// Replays a plan by the rules, all of it.
    ///
    /// # Errors
    ///
    /// The first wrong step and what is wrong with it, what of the goal is not reached, or
    /// [`InvalidPlan::Unfinished`], which says nothing about the plan.
    pub fn validate(&self, plan: &NamedPlan, stop: &Stop) -> Result<ValidatedPlan, InvalidPlan> {
        self.replay(plan, End::OfThePlan, stop)
    }

    fn replay(
        &self,
        plan: &NamedPlan,
        end: End,
        stop: &Stop,
    ) -> Result<ValidatedPlan, InvalidPlan> {
        match self {
            Self::Pddl(pair) => validate_within(&pair.0, &pair.1, plan, end, stop),
            Self::Sas(sas) => validate_sas(sas, plan, end, stop),
            Self::Tokens(tokens) => validate_tokens(tokens, plan, end, stop),
        }
    }

    /// Accepts a certificate that the task has no plan, or none that is cheaper than a bound. The relaxation is checked
    /// on the task as it was read; the other kinds are about the ground task, which is checked against the files then.
    ///
    /// # Errors
    ///
    /// [`CheckError`] with what is wrong with it, or with the limit that ended the check.
    pub fn accept(
        &self,
        certificate: Certificate<Reason>,
        stop: &Stop,
    ) -> Result<Accepted, CheckError> {
        if let Certificate::Own(reason) = certificate {
            let checked = Checked::own(self, reason, stop)?;
            return Ok(Accepted {
                checked,
                rests_on_grounder: None,
            });
        }
        if self.may_be_shown_without_prices(&certificate) {
            match self.accept_on(certificate.clone(), false, stop) {
                Err(CheckError::Rejected(_)) => {}
                ended => return ended,
            }
        }
        self.accept_on(certificate, true, stop)
    }

    /// Whether a certificate may be about the ground task in which preferences are passed over: that there is no plan may
    /// be shown with their prices or without.
    pub fn may_be_shown_without_prices(&self, certificate: &Certificate<Reason>) -> bool {
        let may_be_infeasible = match certificate {
            Certificate::ClosedSet(set) => set.bound == INFINITE,
            Certificate::Proof(_) | Certificate::Own(_) => true,
        };
        may_be_infeasible && self.has_prices()
    }

    /// Accepts a certificate about the ground task, in which preferences have their price or are passed over.
    fn accept_on(
        &self,
        certificate: Certificate<Reason>,
        has_prices: bool,
        stop: &Stop,
    ) -> Result<Accepted, CheckError> {
        let limits = GroundingLimits::until(stop);
        let domain = if has_prices {
            self.compile_for_cost(&limits)
        } else {
            self.compile(&limits)
        };
        match domain {
            Ok(domain) => {
                let checked = certificate.check(&domain.task, &domain, stop)?;
                let rests_on_grounder = domain.rests_on_grounder(stop);
                Ok(Accepted {
                    checked,
                    rests_on_grounder,
                })
            }
            Err(NotCompiled::Stopped(why)) => Err(CheckError::Stopped(why.reason(stop))),
            Err(
                why
                @ (NotCompiled::Invalid(_) | NotCompiled::Numeric | NotCompiled::MissingCost(_)),
            ) => Err(CheckError::rejected(why)),
            Err(why @ NotCompiled::GoalUnreachable { .. }) => Err(CheckError::rejected(
                format_args!("the certificate is of another task: here {why}"),
            )),
        }
    }

    /// The reason that the relaxation does not reach the goal, checked; what the grounder says of it is a claim. Where
    /// that rests on functions that never have a value, the relaxation with ranges does not reach it.
    ///
    /// # Errors
    ///
    /// [`CheckError`] if it does reach it, or the check was not finished.
    pub fn out_of_reach(&self, stop: &Stop) -> Result<Checked<Reason>, CheckError> {
        match Checked::own(self, Reason::RelaxedReachability { reached: None }, stop) {
            Err(CheckError::Rejected(_)) if self.is_numeric() => {
                Checked::own(self, Reason::RangeReachability { reached: None }, stop)
            }
            checked => checked,
        }
    }

    /// The task grounded with its numbers, for the planner; none if it has none.
    ///
    /// # Errors
    ///
    /// [`NotCompiled`].
    pub fn compile_numeric(
        &self,
        limits: &GroundingLimits,
    ) -> Result<Option<NumericPlanningDomain<'_>>, NotCompiled> {
        match self {
            Self::Pddl(pair) if pair.1.is_numeric() => {
                numbers::compile(pair, limits, false).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// As [`PlanningTask::compile_numeric`], with the metric, for plans by which it is small; without one for plans of
    /// few actions.
    ///
    /// # Errors
    ///
    /// [`NotCompiled`].
    pub fn compile_numeric_for_cost(
        &self,
        limits: &GroundingLimits,
    ) -> Result<Option<NumericPlanningDomain<'_>>, NotCompiled> {
        match self {
            Self::Pddl(pair) if pair.1.is_numeric() => {
                numbers::compile(pair, limits, true).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Grounds the task and compiles it for the planner. Preferences are passed over: a plan may violate any of them.
    ///
    /// # Errors
    ///
    /// [`NotCompiled`].
    pub fn compile(&self, limits: &GroundingLimits) -> Result<PlanningDomain<'_>, NotCompiled> {
        self.compile_by(ground, limits)
    }

    /// As [`PlanningTask::compile`], but violated preferences have their price.
    ///
    /// # Errors
    ///
    /// [`NotCompiled`].
    pub fn compile_for_cost(
        &self,
        limits: &GroundingLimits,
    ) -> Result<PlanningDomain<'_>, NotCompiled> {
        self.compile_by(ground_for_cost, limits)
    }

    /// Whether the violation of some preference has a price.
    fn has_prices(&self) -> bool {
        match self {
            Self::Pddl(pair) => !pair.1.trajectory.weights.is_empty(),
            Self::Sas(_) | Self::Tokens(_) => false,
        }
    }

    fn compile_by(
        &self,
        ground: fn(&LiftedDomain, &Problem, &GroundingLimits) -> Grounding,
        limits: &GroundingLimits,
    ) -> Result<PlanningDomain<'_>, NotCompiled> {
        let ground = match self {
            Self::Pddl(pair) if pair.1.is_numeric() => return Err(NotCompiled::Numeric),
            Self::Pddl(pair) => grounded(ground(&pair.0, &pair.1, limits))?,
            Self::Sas(sas) => match check_relaxed_goal_sas(sas, limits.stop.stop()) {
                RelaxedGoal::Unreachable { .. } => {
                    let atom = "goal".to_owned();
                    return Err(NotCompiled::GoalUnreachable { atom });
                }
                _ => sas.ground_within(limits).map_err(NotCompiled::Stopped)?,
            },
            Self::Tokens(tokens) => tokens.ground(),
        };
        PlanningDomain::of(self, ground, limits)
    }
}

fn grounded(grounding: Grounding) -> Result<GroundTask, NotCompiled> {
    match grounding {
        Grounding::Task(task) => match task.missing_cost {
            Some(missing) => Err(NotCompiled::MissingCost(missing)),
            None => Ok(*task),
        },
        Grounding::GoalUnreachable { atom } => Err(NotCompiled::GoalUnreachable { atom }),
        Grounding::Stopped(why) => Err(NotCompiled::Stopped(why)),
    }
}

impl Reasons for PlanningTask {
    type Reason = Reason;

    fn bound(&self, reason: &Reason) -> Cost {
        reason.bound_of_cost(self.has_metric())
    }

    fn check(&self, reason: Reason, stop: &Stop) -> Result<Reason, CheckError> {
        if let Self::Pddl(pair) = self
            && pair.1.is_numeric()
        {
            return numbers::check_reason(&pair.0, &pair.1, &reason, stop);
        }
        let Reason::RelaxedReachability { reached: said } = reason else {
            return Err(CheckError::rejected(
                "it is of a task with numbers, and this has none",
            ));
        };
        let relaxed = match self {
            Self::Pddl(pair) => check_relaxed_goal(&pair.0, &pair.1, stop),
            Self::Sas(sas) => check_relaxed_goal_sas(sas, stop),
            // Whatever stands in the way of a token can be lifted.
            Self::Tokens(_) => RelaxedGoal::Reachable,
        };
        let reached = match relaxed {
            RelaxedGoal::Unreachable { reached } => reached,
            RelaxedGoal::Reachable => {
                return Err(CheckError::rejected("the relaxation reaches the goal"));
            }
            RelaxedGoal::Stopped => {
                let why = stop.stop_reason().unwrap_or(StopReason::NothingLeft);
                return Err(CheckError::Stopped(why));
            }
        };
        match said.filter(|said| *said != reached) {
            Some(said) => Err(CheckError::rejected(format_args!(
                "it says that {said} atoms are reached, and {reached} are"
            ))),
            None => Ok(Reason::RelaxedReachability {
                reached: Some(reached),
            }),
        }
    }
}

/// A certificate that was accepted, and what the check rests on beside the files.
#[derive(Clone, Debug)]
pub struct Accepted {
    checked: Checked<Reason>,
    rests_on_grounder: Option<String>,
}

impl Accepted {
    /// The certificate and its bound.
    pub const fn checked(&self) -> &Checked<Reason> {
        &self.checked
    }

    /// The bound that it shows, in words; `None` if it shows that there is no plan at all.
    pub fn only_shows(&self) -> Option<String> {
        let of_metric = bound_of_metric(self.checked.certificate());
        match (self.checked.bound(), of_metric) {
            (INFINITE, _) => None,
            (0, Some(metric)) => Some(format!("no plan has a better metric than {metric}")),
            (bound, _) => Some(format!("no plan costs less than {bound}")),
        }
    }

    /// Reason why the check rests on the grounder; nothing if every step of the task read was found in the ground task.
    pub fn rests_on_grounder(&self) -> Option<&str> {
        self.rests_on_grounder.as_deref()
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
    /// A task with its ground actions.
    fn of(
        source: &'a PlanningTask,
        ground: GroundTask,
        limits: &GroundingLimits,
    ) -> Result<Self, NotCompiled> {
        let task = compile(&ground, limits)?;
        Ok(Self {
            source,
            ground,
            task,
        })
    }

    /// A task with some of its ground actions, those of a part. Its own plans are plans of the task; nothing else that
    /// is true of it need be.
    pub(crate) fn of_part(
        source: &'a PlanningTask,
        (domain, problem): &(LiftedDomain, Problem),
        limits: &GroundingLimits,
    ) -> Result<Self, NotCompiled> {
        Self::of(source, grounded(ground(domain, problem, limits))?, limits)
    }
}

impl PlanningDomain<'_> {
    /// The ground task; action `n` is action `n` of the planner's.
    pub fn ground(&self) -> &GroundTask {
        &self.ground
    }

    /// Reason why results on the ground task hold for the files only if the grounder is right; nothing if that was
    /// checked.
    fn rests_on_grounder(&self, stop: &Stop) -> Option<String> {
        let PlanningTask::Pddl(pair) = self.source else {
            return None;
        };
        match coverage(&pair.0, &pair.1, &self.ground, &self.task, stop) {
            Coverage::Covered => None,
            Coverage::Open(why) => Some(why),
        }
    }

    /// The ground actions that a plan names, in its order: of an action with conditional effects or a
    /// disjunctive precondition all its cases. `None` if the task has no action of a name.
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

    /// The steps of a formula that are no steps of a plan: one, which says that a disjunctive goal is
    /// reached, one more for each preference with a price, or none.
    pub fn goal_steps(&self) -> usize {
        let actions = self.goal_step().map(|id| &self.ground.actions[id.index()]);
        let reached = actions.flat_map(|action| &action.added);
        reached.collect::<FxHashSet<_>>().len()
    }

    /// The actions that say that a disjunctive goal is reached, and those that settle what preferences cost.
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

impl saut_task::Problem for PlanningDomain<'_> {
    type Plan = ValidatedPlan;

    fn task(&self) -> &Task {
        &self.task
    }

    fn validate(&self, plan: Steps<ActionId>) -> Result<(ValidatedPlan, Cost), RefusedPlan> {
        let actions = plan.actions();
        let actions = actions.map_while(|id| self.ground.actions.get(id.index()));
        // The one that says that a goal which is a choice is reached is no step of a plan. What a formula puts
        // beside it or behind it may spoil the goal again, and is left out with all that follows the first goal state.
        let plan = plan_of(actions.take_while(|action| action.is_step));
        let valid = self.source.replay(&plan, End::FirstGoal, &Stop::default());
        let valid = valid.map_err(RefusedPlan::new)?;
        let cost = valid.cost();
        Ok((valid, cost))
    }

    fn actions(&self, plan: &ValidatedPlan) -> Option<Vec<ActionId>> {
        let mut state = self.task.start().to_vec();
        let mut actions = Vec::new();
        let mut perform = |cases: &[ActionId]| {
            let mut cases = cases.iter().map(|&case| (case, self.task.action(case)));
            let case = cases.find(|(_, action)| action.is_applicable(&state));
            case.map(|(case, _)| {
                self.task.apply(case, &mut state);
                actions.push(case);
            })
        };
        for step in self.actions_of(plan.plan())? {
            perform(&step)?;
        }
        // What is the cheapest is tried first: a preference that holds costs nothing.
        let mut reached: Vec<ActionId> = self.goal_step().collect();
        reached.sort_by_key(|id| self.task.action(*id).cost);
        for _ in 0..self.goal_steps() {
            perform(&reached)?;
        }
        Some(actions)
    }
}

/// The steps of a plan of numbers, as a plan file has them.
fn plan_of<'a>(actions: impl Iterator<Item = &'a GroundAction>) -> NamedPlan {
    let steps = actions.map(|action| PlanStep::of_name(&action.name));
    steps.collect::<Vec<_>>().into()
}
