//! Searches for changes that give a task a plan: fewer goals, or one changed fact or number of the initial state. Each
//! change is tried for a short time.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use saut_base::stop::Stop;
use saut_pddl::{ChangeKind, Compiled, GroundingLimits, Obstacle, PlanningTask, Quality};
use saut_plan::planning::PlanMethod;
use saut_plan::{Error, Settings, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

use super::reason::time_slice;
use crate::task::TaskAnswer;

/// Maximum time for one set of goals.
const ONE_GOAL_SET: Duration = Duration::from_secs(2);
/// Maximum time for one change of the initial state.
const ONE_CHANGE: Duration = Duration::from_secs(1);
/// After this number of helpful changes of one kind, the remaining changes of this kind are postponed until all kinds
/// have been tried.
const ENOUGH: usize = 3;
/// Maximum time for the postponed changes.
const MORE_CHANGES: Duration = Duration::from_secs(3);

/// Reachability of some or all parts of a goal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reachability {
    /// Reachable by a replayed plan with this number of actions.
    Plan(usize),
    /// Unreachable, with a checked reason.
    Never,
    /// Not decided within the limits.
    Open,
}

/// Changes that would give the task a plan, found within the time limit.
#[derive(Default, Serialize, JsonSchema)]
pub struct Remedies {
    /// Which parts of the goal can be reached, alone and together.
    pub goals: GoalParts,
    /// Constraints that are the only obstacle: if such a constraint is removed, the goal can be reached.
    pub without_constraint: Vec<OneLess>,
    /// Changes of the initial state that give a plan.
    pub start_changes: Vec<Change>,
    /// Number of possible changes of one fact or number of the initial state.
    pub changes_possible: usize,
    /// Number of possible changes for which it was decided whether they give a plan.
    pub changes_settled: usize,
}

/// The parts of the goal.
#[derive(Default, Serialize, JsonSchema)]
pub struct GoalParts {
    /// All parts of the goal.
    pub parts: Vec<String>,
    /// Parts and constraints, each of which cannot be met even without the others.
    pub unreachable_alone: Vec<String>,
    /// Parts of the goal that are the only obstacle: if such a part is removed, all other parts can be reached
    /// together.
    pub one_less: Vec<OneLess>,
    /// Parts and constraints that cannot be met together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
    /// Parts and constraints that can be met together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub together: Option<Together>,
}

/// A part of the goal or a constraint. If it is removed, all others can be met together.
#[derive(Serialize, JsonSchema)]
pub struct OneLess {
    /// The part or constraint.
    pub without: String,
    /// Number of actions of a plan.
    pub length: usize,
}

/// Parts of the goal and constraints that cannot be met together.
#[derive(Serialize, JsonSchema)]
pub struct Conflict {
    /// The parts and constraints.
    pub parts: Vec<String>,
    /// Whether the conflict is minimal: if any one part or constraint is left out, the rest can be met together.
    pub minimal: bool,
}

/// Parts of the goal and constraints that can be met together.
#[derive(Serialize, JsonSchema)]
pub struct Together {
    /// The parts and constraints.
    pub parts: Vec<String>,
    /// Number of actions of a plan.
    pub length: usize,
    /// Whether no further part or constraint can be met together with `parts`.
    pub maximal: bool,
}

/// A change of the initial state that gives the task a plan.
#[derive(Serialize, JsonSchema)]
pub struct Change {
    /// The kind of the change.
    #[schemars(extend("enum" = ["budget", "fixed", "moved", "added", "removed", "number"]))]
    pub kind: &'static str,
    /// The fact or number that is removed from the initial state.
    pub without: Option<String>,
    /// The fact or number that is added to the initial state.
    pub with: Option<String>,
    /// Number of actions of a plan.
    pub length: usize,
}

/// Looks for remedies in the remaining time. `is_infeasible` states that the whole goal is proved unreachable.
pub fn remedies(
    task: &PlanningTask,
    obstacles: &[Obstacle],
    is_infeasible: bool,
    settings: &Settings,
) -> Result<Remedies, Error> {
    let mut goals = Goals {
        task,
        settings,
        stop: time_slice(&settings.stop, 2, Duration::MAX),
        known: BTreeMap::new(),
    };
    let mut found = Remedies::default();
    found.goals.parts = task.goal_parts();
    let mut names = found.goals.parts.clone();
    names.extend(task.constraint_parts());
    let count = names.len();
    let all = if is_infeasible {
        Reachability::Never
    } else {
        Reachability::Open
    };
    goals.known.insert((0..count).collect(), all);
    if count > 1 {
        goals.look(&names, &mut found)?;
    }
    changes(task, obstacles, settings, &mut found)?;
    Ok(found)
}

/// Sets of parts of the goal and constraints, and their known reachability.
struct Goals<'a> {
    task: &'a PlanningTask,
    settings: &'a Settings,
    stop: Stop,
    known: BTreeMap<BTreeSet<usize>, Reachability>,
}

impl Goals<'_> {
    /// Returns the reachability of these parts together. If a subset is known to be unreachable, the parts are
    /// unreachable, too.
    fn reach(&mut self, parts: &BTreeSet<usize>) -> Result<Reachability, Error> {
        if let Some(&known) = self.known.get(parts) {
            return Ok(known);
        }
        let never = self
            .known
            .iter()
            .filter(|(_, reach)| **reach == Reachability::Never);
        if never.map(|(set, _)| set).any(|set| set.is_subset(parts)) {
            return Ok(Reachability::Never);
        }
        if self.stop.stop_reason().is_some() {
            return Ok(Reachability::Open);
        }
        let fewer = self.task.with_only(parts);
        let stop = self.stop.with_timeout(ONE_GOAL_SET);
        let reach = reach(&fewer, &self.settings.until(stop))?;
        self.known.insert(parts.clone(), reach);
        Ok(reach)
    }

    /// Determines which parts of the goal and which constraints can be met, alone and together. The numbers of the
    /// constraints follow the numbers of the parts.
    fn look(&mut self, names: &[String], found: &mut Remedies) -> Result<(), Error> {
        let goals = &mut found.goals;
        let all: BTreeSet<usize> = (0..names.len()).collect();
        for &one in &all {
            if self.reach(&BTreeSet::from([one]))? == Reachability::Never {
                goals.unreachable_alone.push(names[one].clone());
            }
        }
        for &one in &all {
            let mut rest = all.clone();
            rest.remove(&one);
            if let Reachability::Plan(length) = self.reach(&rest)? {
                let without = names[one].clone();
                let is_goal = one < goals.parts.len();
                let others = &mut found.without_constraint;
                let list = if is_goal { &mut goals.one_less } else { others };
                list.push(OneLess { without, length });
            }
        }
        goals.conflict = self.conflict(&all, names)?;
        goals.together = self.together(names)?;
        Ok(())
    }

    /// Returns parts that cannot be reached together. Parts are removed one by one, as long as the remaining parts
    /// cannot be reached together.
    fn conflict(
        &mut self,
        all: &BTreeSet<usize>,
        names: &[String],
    ) -> Result<Option<Conflict>, Error> {
        let mut parts = all.clone();
        let mut minimal = true;
        for one in all {
            let mut fewer = parts.clone();
            fewer.remove(one);
            match self.reach(&fewer)? {
                Reachability::Never => parts = fewer,
                Reachability::Plan(_) => {}
                Reachability::Open => minimal = false,
            }
        }
        let is_known = self.known.get(&parts) == Some(&Reachability::Never);
        let parts = named(&parts, names);
        Ok((is_known && parts.len() > 1).then_some(Conflict { parts, minimal }))
    }

    /// Returns parts that can be reached together, added one by one.
    fn together(&mut self, names: &[String]) -> Result<Option<Together>, Error> {
        let (mut parts, mut best) = (BTreeSet::new(), None);
        let mut maximal = true;
        for one in 0..names.len() {
            let mut more: BTreeSet<usize> = parts.clone();
            more.insert(one);
            match self.reach(&more)? {
                Reachability::Plan(length) => (parts, best) = (more, Some(length)),
                Reachability::Never => {}
                Reachability::Open => maximal = false,
            }
        }
        Ok(best.map(|length| Together {
            parts: named(&parts, names),
            length,
            maximal,
        }))
    }
}

fn named(parts: &BTreeSet<usize>, names: &[String]) -> Vec<String> {
    parts.iter().map(|&one| names[one].clone()).collect()
}

/// Decides whether the goal of a task is reachable, within the limits, and checks the result.
fn reach(task: &PlanningTask, settings: &Settings) -> Result<Reachability, Error> {
    let answer = match TaskAnswer::solve(task, PlanMethod::Auto, settings, &|_, _| ()) {
        // A changed initial state may make an action applicable that has no cost.
        Err(Error::Settings(_)) => return Ok(Reachability::Open),
        answer => answer?,
    };
    Ok(match answer.decision.verdict {
        Verdict::Solved(plan) => Reachability::Plan(plan.length()),
        Verdict::Infeasible(_) => Reachability::Never,
        Verdict::Undecided(_) => Reachability::Open,
    })
}

/// Tries the changes of the initial state until the time is over.
fn changes(
    task: &PlanningTask,
    obstacles: &[Obstacle],
    settings: &Settings,
    found: &mut Remedies,
) -> Result<(), Error> {
    let mut stop = settings.stop.clone();
    let limits = GroundingLimits::until(&stop);
    let compiled = task.compile(Quality::AnyPlan, &limits);
    let compiled = compiled.and_then(Compiled::classical).ok();
    let mut all = task.start_changes(
        compiled.as_ref().map(saut_pddl::PlanningDomain::ground),
        obstacles,
        &stop,
    );
    // A change that makes a part of the goal true in the initial state is not a remedy.
    all.retain(|change| {
        change
            .with
            .as_ref()
            .is_none_or(|with| !found.goals.parts.contains(with))
    });
    found.changes_possible = all.len();
    let mut helping: BTreeMap<(ChangeKind, Option<String>), usize> = BTreeMap::new();
    let mut skipped = Vec::new();
    for is_second in [false, true] {
        if is_second {
            all = std::mem::take(&mut skipped);
            stop = stop.with_timeout(MORE_CHANGES);
        }
        for change in std::mem::take(&mut all) {
            let is_budget = change.kind == ChangeKind::Budget;
            let budget = change.without.clone().filter(|_| is_budget);
            let count = helping.entry((change.kind, budget)).or_default();
            // For a resource, only the smallest sufficient level is a remedy.
            let enough = if is_budget { 1 } else { ENOUGH };
            if *count >= enough && !is_second {
                skipped.extend((!is_budget).then_some(change));
                continue;
            }
            if stop.stop_reason().is_some() {
                break;
            }
            let changed = task.with_start_change(&change);
            match reach(&changed, &settings.until(stop.with_timeout(ONE_CHANGE)))? {
                Reachability::Plan(length) => {
                    *count += 1;
                    found.start_changes.push(Change {
                        kind: change.kind.into(),
                        without: change.without,
                        with: change.with,
                        length,
                    });
                }
                Reachability::Never => {}
                Reachability::Open => continue,
            }
            found.changes_settled += 1;
        }
    }
    Ok(())
}
