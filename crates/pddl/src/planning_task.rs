//! A planning task of either language: the one way from what was read to the planner, and from its plans back to
//! the rules.
//!
//! The planner works on a [`Task`]. Its plans come back as numbers of actions, are written as the steps of a plan
//! file, and are judged by a validator that has seen neither the task nor the grounder: [`validate_within`] on the
//! lifted task, [`validate_sas`] on the variables of the file.

use rustc_hash::FxHashMap;
use saut_plan::stop::Stop;
use saut_plan::task::{ActionId, Task};
use saut_plan::{Plan as Steps, RefusedReplay};

use crate::compile::{NotCompiled, compile};
use crate::domain::LiftedDomain;
use crate::ground::{GroundAction, GroundTask, Grounding, GroundingLimits, ground};
use crate::plan::{NamedPlan, PlanStep};
use crate::problem::Problem;
use crate::sas::{SasTask, check_relaxed_goal_sas, validate_sas};
use crate::unreachable::{RelaxedGoal, check_relaxed_goal};
use crate::validate::{End, InvalidPlan, ValidatedPlan, validate_within};

/// A planning task as it was read.
#[derive(Clone, Debug)]
pub enum PlanningTask {
    /// In PDDL: a problem and the domain that it was read with.
    Pddl(Box<(LiftedDomain, Problem)>),
    /// In SAS+.
    Sas(SasTask),
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
        }
    }

    /// Whether the costs of the actions count; if not, each costs 1.
    pub fn minimises_cost(&self) -> bool {
        match self {
            Self::Pddl(pair) => pair.1.minimises_cost(),
            Self::Sas(sas) => sas.uses_costs,
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
        }
    }

    /// Whether the relaxation of the task reaches its goal; `should_stop` is asked again and again.
    pub fn check_relaxed_goal(&self, should_stop: &dyn Fn() -> bool) -> RelaxedGoal {
        match self {
            Self::Pddl(pair) => check_relaxed_goal(&pair.0, &pair.1, should_stop),
            Self::Sas(sas) => check_relaxed_goal_sas(sas, should_stop),
        }
    }

    /// Grounds the task and compiles it for the planner.
    ///
    /// # Errors
    ///
    /// [`NotCompiled`].
    pub fn compile(&self, limits: &GroundingLimits) -> Result<PlanningDomain<'_>, NotCompiled> {
        let ground = match self {
            Self::Pddl(pair) => match ground(&pair.0, &pair.1, limits) {
                Grounding::Task(task) => *task,
                Grounding::GoalUnreachable { atom } => {
                    return Err(NotCompiled::GoalUnreachable { atom });
                }
                Grounding::Stopped(why) => return Err(NotCompiled::Stopped(why)),
            },
            Self::Sas(sas) => match check_relaxed_goal_sas(sas, limits.should_stop) {
                RelaxedGoal::Unreachable(_) => {
                    let atom = "goal".to_owned();
                    return Err(NotCompiled::GoalUnreachable { atom });
                }
                _ => sas.ground(),
            },
        };
        let task = compile(&ground, limits)?;
        Ok(PlanningDomain {
            source: self,
            ground,
            task,
        })
    }
}

/// A planning task for the planner.
#[derive(Debug)]
pub struct PlanningDomain<'a> {
    source: &'a PlanningTask,
    ground: GroundTask,
    task: Task,
}

impl PlanningDomain<'_> {
    /// The ground task; action `n` is action `n` of the planner's.
    pub fn ground(&self) -> &GroundTask {
        &self.ground
    }

    /// The ground actions that a plan names, in its order: of an action with conditional effects or a
    /// disjunctive precondition all its cases. `None` if the task has no action of a name.
    pub fn actions_of(&self, plan: &NamedPlan) -> Option<Vec<Vec<ActionId>>> {
        let mut by_name: FxHashMap<PlanStep, Vec<ActionId>> = FxHashMap::default();
        for (id, action) in self.task.action_ids().zip(&self.ground.actions) {
            if action.is_step {
                by_name.entry(step(&action.name)).or_default().push(id);
            }
        }
        let steps = plan.steps.iter();
        steps.map(|step| by_name.get(step).cloned()).collect()
    }

    /// The steps of a formula that are no steps of a plan: one, which says that a disjunctive goal is
    /// reached, or none.
    pub fn goal_steps(&self) -> usize {
        let mut actions = self.ground.actions.iter();
        usize::from(actions.any(|action| !action.is_step))
    }
}

impl saut_plan::Domain for PlanningDomain<'_> {
    type Replayed = ValidatedPlan;

    fn task(&self) -> &Task {
        &self.task
    }

    fn replay(&self, plan: Steps<ActionId>) -> Result<ValidatedPlan, RefusedReplay> {
        let actions = plan.actions();
        let actions = actions.map_while(|id| self.ground.actions.get(id.index()));
        // The one that says that a goal which is a choice is reached is no step of a plan. What a formula puts
        // beside it or behind it may spoil the goal again, and is left out with all that follows the first goal state.
        let plan = plan_of(actions.take_while(|action| action.is_step));
        let replayed = self.source.replay(&plan, End::FirstGoal, &Stop::default());
        replayed.map_err(RefusedReplay::new)
    }
}

/// `(move a b)` as a step of a plan.
fn step(name: &str) -> PlanStep {
    let name = name.trim();
    let inside = name.strip_prefix('(').unwrap_or(name);
    let inside = inside.strip_suffix(')').unwrap_or(inside);
    let mut words = inside.split_whitespace().map(str::to_owned);
    PlanStep {
        action: words.next().unwrap_or_default(),
        arguments: words.collect(),
    }
}

/// The steps of a plan of numbers, as a plan file has them.
fn plan_of<'a>(actions: impl Iterator<Item = &'a GroundAction>) -> NamedPlan {
    NamedPlan {
        steps: actions.map(|action| step(&action.name)).collect(),
    }
}
