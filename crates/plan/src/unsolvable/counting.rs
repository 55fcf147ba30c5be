//! Shows that a task is unsolvable by counting facts: a projection without the states that violate a counting invariant
//! has no goal state.
//!
//! The goal facts are counted, together with all facts that replace them when an action makes them false: a fixed
//! number of tokens, parcels or vehicles always exists. The projection leaves out the counted facts that are true
//! initially and are not goals. The remaining facts then measure the progress towards the goal. The invariant excludes
//! progress that would need more space than there is. For example, tokens must move from one half of a grid to the
//! other half.
//!
//! Helmert, *Concise finite-domain representations for PDDL planning tasks* (AIJ 173, 2009), for invariants that grow
//! until no action breaks them; Haslum, Bonet, Geffner (AAAI 2005) for the projections.

use crate::decision::Method;
use crate::engine::{Budget, Turn};
use crate::error::Error;
use crate::work::Work;
use saut_base::stop::StopReason;
use saut_task::bound::{CheckedCounting, change, project};
use saut_task::certificate::{ClosedSet, Projection, Reduction};
use saut_task::exhaustive::{Exploration, ExplorationEnding};
use saut_task::packed::PackedTask;
use saut_task::task::{Fluent, Task};

/// Returns the goal facts, and the facts that must be counted with them so that no action reduces the number. Also
/// returns how many of them are true initially. `None` if there is no such set.
pub(super) fn counting_invariant(task: &Task) -> Option<(usize, Vec<Fluent>)> {
    let mut losing = vec![Vec::new(); task.fluents().len()];
    for action in task.actions() {
        for effect in action.effects.iter().filter(|effect| !effect.value) {
            losing[effect.fluent.index()].push(action);
        }
    }
    let mut is_counted = vec![false; task.fluents().len()];
    let mut facts = Vec::new();
    let mut count = |fact: Fluent, is_counted: &mut [bool]| {
        if !std::mem::replace(&mut is_counted[fact.index()], true) {
            facts.push(fact);
        }
        facts.len()
    };
    let wanted = task.goal_literals().filter(|wish| wish.value);
    let mut open: Vec<Fluent> = wanted.map(|wish| wish.fluent).collect();
    for &fact in &open {
        count(fact, &mut is_counted);
    }
    while let Some(fact) = open.pop() {
        for action in &losing[fact.index()] {
            let mut made = action.effects.iter().filter(|effect| effect.value);
            while change(task, action, &is_counted) < 0 {
                // A counted fact that surely becomes true raises the number. If the fact found here does not, the loop
                // continues with the next one.
                let more = made.find(|effect| !is_counted[effect.fluent.index()])?;
                count(more.fluent, &mut is_counted);
                open.push(more.fluent);
            }
        }
    }
    facts.sort_unstable();
    let at_start = facts.iter().filter(|one| task.start()[one.index()]);
    Some((at_start.count(), facts))
}

/// A projection with a counting invariant.
struct Candidate {
    projection: Projection<Fluent>,
    part: Task,
    counting: CheckedCounting,
    /// The exploration of the states allowed by the invariant.
    exploration: Exploration,
}

impl Candidate {
    /// Creates the candidate of a task; `None` if counting would exclude nothing.
    fn of(task: &Task) -> Result<Option<Self>, Error> {
        let Some((at_least, counted)) = counting_invariant(task) else {
            return Ok(None);
        };
        let mut is_left_out = vec![false; task.fluents().len()];
        for fact in counted.iter().filter(|it| task.start()[it.index()]) {
            is_left_out[fact.index()] = true;
        }
        for wish in task.goal_literals() {
            is_left_out[wish.fluent.index()] = false;
        }
        let all = task.fluent_ids();
        let kept: Vec<Fluent> = all.filter(|one| !is_left_out[one.index()]).collect();
        let projection = Projection {
            kept,
            at_least,
            counted,
        };
        let counting = projection.check(task);
        let counting =
            counting.map_err(|why| Error::internal("a counting invariant was rejected", why))?;
        if !counting.says_something() {
            return Ok(None);
        }
        let part = project(task, &projection.kept);
        let (part, _) = part.map_err(|why| Error::internal("no projection", why))?;
        Ok(Some(Self {
            exploration: Exploration::new(&part),
            part,
            projection,
            counting,
        }))
    }
}

/// The exploration of a projection, restricted to the states that the invariant allows.
pub struct CardinalityAbstraction<'a> {
    task: &'a Task,
    candidate: Option<Candidate>,
}

impl<'a> CardinalityAbstraction<'a> {
    /// Number of literals read per unit of work when the projection is created.
    const READ_A_WORK: usize = 20;

    /// Creates the exploration from the initial state of a task.
    pub const fn new(task: &'a Task) -> Self {
        let candidate = None;
        Self { task, candidate }
    }

    /// Runs a turn of the engine.
    ///
    /// # Errors
    /// An internal error: two parts of the program contradict each other.
    pub fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        if !self.task.is_plain() {
            return Ok(Turn::Done(StopReason::NothingLeft));
        }
        if self.candidate.is_none() {
            budget.spend((4 * self.task.size() / Self::READ_A_WORK) as Work);
            self.candidate = Candidate::of(self.task)?;
        }
        let Some(candidate) = &mut self.candidate else {
            return Ok(Turn::Done(StopReason::NothingLeft));
        };
        let (stop, most_mib) = (budget.stop, budget.memory_mib);
        let ending = candidate.exploration.run(
            &PackedTask::new(&candidate.part),
            |state| candidate.counting.is_possible(state),
            stop,
            &mut |work| budget.spend(work),
            most_mib,
        );
        Ok(match ending {
            ExplorationEnding::Plan(_) => Turn::Done(StopReason::NothingLeft),
            ExplorationEnding::Closed { states } => {
                let set = ClosedSet {
                    reductions: vec![Reduction::Projection(candidate.projection.clone())],
                    ..ClosedSet::visited(states)
                };
                Turn::closed(self.task, set, Method::Criterion("counting"))
            }
            ExplorationEnding::Stopped(StopReason::TooLarge) => Turn::Done(StopReason::TooLarge),
            ExplorationEnding::Stopped(_) => Turn::Paused,
        })
    }
}
