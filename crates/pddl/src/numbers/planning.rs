//! A task with numbers for the planner: grounded, its plans judged by the validator on the lifted task.

use saut_numeric::{NumericDomain, NumericTask};
use saut_task::stop::Stop;
use saut_task::task::{ActionId, Task, TaskParts};
use saut_task::{Checked, Cost, NotAccepted, Plan as Steps, Reasons, RefusedReplay};

use super::atoms::with_atoms;
use super::ground::numeric_task;
use super::reasons::check_reason;
use crate::compile::NotCompiled;
use crate::domain::LiftedDomain;
use crate::ground::{Grounding, GroundingLimits, Stopped, ground};
use crate::plan::{NamedPlan, PlanStep};
use crate::problem::Problem;
use crate::reason::Reason;
use crate::validate::{End, ValidatedPlan, validate_within};

/// A planning task with numbers, for the planner.
#[derive(Debug)]
pub struct NumericPlanningDomain<'a> {
    source: &'a (LiftedDomain, Problem),
    task: NumericTask,
    nothing: Task,
}

/// Grounds a task with numbers.
///
/// # Errors
/// [`NotCompiled`].
pub(crate) fn compile<'a>(
    source: &'a (LiftedDomain, Problem),
    limits: &GroundingLimits,
) -> Result<NumericPlanningDomain<'a>, NotCompiled> {
    let (domain, problem) = source;
    let atoms = with_atoms(domain, problem);
    let ground = match ground(&atoms.domain, &atoms.problem, limits) {
        Grounding::Task(task) => *task,
        Grounding::GoalUnreachable { atom } => return Err(NotCompiled::GoalUnreachable { atom }),
        Grounding::Stopped(why) => return Err(NotCompiled::Stopped(why)),
    };
    let task = numeric_task(domain, problem, &atoms, &ground);
    let task = task.map_err(|_| NotCompiled::Stopped(Stopped::Numbers))?;
    Ok(NumericPlanningDomain {
        source,
        task,
        nothing: Task::new(TaskParts::default()).map_err(NotCompiled::Invalid)?,
    })
}

impl NumericPlanningDomain<'_> {
    /// The steps of a plan of numbers, up to the first that only says that a disjunctive goal is reached.
    pub fn named(&self, plan: &Steps<ActionId>) -> NamedPlan {
        let actions = plan.actions();
        let actions = actions.map_while(|id| self.task.actions.get(id.index()));
        let steps = actions.take_while(|action| action.is_step);
        NamedPlan {
            steps: steps
                .map(|action| PlanStep::of_name(&action.name))
                .collect(),
        }
    }
}

impl Reasons for NumericPlanningDomain<'_> {
    type Reason = Reason;

    fn check(&self, reason: Reason, stop: &Stop) -> Result<Reason, NotAccepted> {
        check_reason(&self.source.0, &self.source.1, &reason, stop)
    }
}

impl saut_task::Domain for NumericPlanningDomain<'_> {
    type Replayed = ValidatedPlan;

    fn task(&self) -> &Task {
        &self.nothing
    }

    fn replay(&self, plan: Steps<ActionId>) -> Result<ValidatedPlan, RefusedReplay> {
        let (domain, problem) = self.source;
        let plan = self.named(&plan);
        validate_within(domain, problem, &plan, End::FirstGoal, &Stop::default())
            .map_err(RefusedReplay::new)
    }

    fn cost(&self, plan: &ValidatedPlan) -> Cost {
        plan.cost()
    }
}

impl NumericDomain for NumericPlanningDomain<'_> {
    fn numeric(&self) -> &NumericTask {
        &self.task
    }

    fn out_of_reach(&self, stop: &Stop) -> Result<Checked<Reason>, NotAccepted> {
        Checked::own(self, Reason::RangeReachability { reached: None }, stop)
    }

    fn all_states(&self, stop: &Stop) -> Result<Checked<Reason>, NotAccepted> {
        Checked::own(self, Reason::NumericStates { states: None }, stop)
    }
}
