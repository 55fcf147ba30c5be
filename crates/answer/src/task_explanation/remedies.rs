//! Remedies for a task: fewer goals, or one fact or number of the start changed. Each is tried for a short time.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use saut_base::stop::Stop;
use saut_pddl::{ChangeKind, Compiled, GroundingLimits, PlanningTask, Quality, StartChange};
use saut_plan::planning::PlanMethod;
use saut_plan::{Error, Settings, Verdict};
use serde_json::{Value, json};

use super::share::part;
use crate::task::TaskAnswer;

/// The longest look at one set of goals.
const ONE_GOAL_SET: Duration = Duration::from_secs(2);
/// The longest look at one change of the start.
const ONE_CHANGE: Duration = Duration::from_secs(1);
/// Number of helpful changes of a kind after which no more are tried.
const ENOUGH: usize = 3;

/// Reachability of a goal, or of parts of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// By a plan of this number of actions, replayed.
    Plan(usize),
    /// By none, with a checked reason.
    Never,
    /// Not settled within the limits.
    Open,
}

/// Remedies that would give the task a plan, as far as the time went.
pub struct Remedies {
    /// The parts of the goal.
    pub goals: Vec<String>,
    /// Parts that cannot be reached even alone.
    pub alone: Vec<usize>,
    /// Parts without which the rest can be reached, with the length of a plan.
    pub without: Vec<(usize, usize)>,
    /// Parts that cannot be reached together, and whether without any one of them the others can.
    pub conflict: Option<(Vec<usize>, bool)>,
    /// Parts that can be reached together, the length of a plan, and whether no other can be reached with them.
    pub together: Option<(Vec<usize>, usize, bool)>,
    /// Changes of the start that help, with the length of a plan.
    pub changes: Vec<(StartChange, usize)>,
    /// Number of changes, and number of those settled.
    pub tried: (usize, usize),
}

/// Looks for remedies in the time that is left.
pub fn remedies(task: &PlanningTask, settings: &Settings) -> Result<Remedies, Error> {
    let mut goals = Goals {
        task,
        settings,
        stop: part(&settings.stop, 2, Duration::MAX),
        known: BTreeMap::new(),
    };
    let names = task.goal_parts();
    let count = names.len();
    let mut found = Remedies {
        goals: names,
        alone: Vec::new(),
        without: Vec::new(),
        conflict: None,
        together: None,
        changes: Vec::new(),
        tried: (0, 0),
    };
    goals.known.insert((0..count).collect(), Reach::Never);
    if count > 1 {
        goals.look(count, &mut found)?;
    }
    changes(task, settings, &mut found)?;
    Ok(found)
}

/// Sets of goals, and what is known of them.
struct Goals<'a> {
    task: &'a PlanningTask,
    settings: &'a Settings,
    stop: Stop,
    known: BTreeMap<BTreeSet<usize>, Reach>,
}

impl Goals<'_> {
    /// Reachability of these parts together, from what is known of their subsets where that is enough.
    fn reach(&mut self, parts: &BTreeSet<usize>) -> Result<Reach, Error> {
        if let Some(&known) = self.known.get(parts) {
            return Ok(known);
        }
        let never = self
            .known
            .iter()
            .filter(|(_, reach)| **reach == Reach::Never);
        if never.map(|(set, _)| set).any(|set| set.is_subset(parts)) {
            return Ok(Reach::Never);
        }
        if self.stop.stop_reason().is_some() {
            return Ok(Reach::Open);
        }
        let kept: Vec<usize> = parts.iter().copied().collect();
        let fewer = self.task.with_goal_parts(&kept);
        let reach = reach(&fewer, self.settings, &self.stop.with_timeout(ONE_GOAL_SET))?;
        self.known.insert(parts.clone(), reach);
        Ok(reach)
    }

    fn look(&mut self, count: usize, found: &mut Remedies) -> Result<(), Error> {
        let all: BTreeSet<usize> = (0..count).collect();
        for one in 0..count {
            if self.reach(&BTreeSet::from([one]))? == Reach::Never {
                found.alone.push(one);
            }
        }
        for one in 0..count {
            let mut rest = all.clone();
            rest.remove(&one);
            if let Reach::Plan(length) = self.reach(&rest)? {
                found.without.push((one, length));
            }
        }
        found.conflict = self.conflict(&all)?.filter(|(parts, _)| parts.len() > 1);
        found.together = self.together(count)?;
        Ok(())
    }

    /// Parts that cannot be reached together, as few as were found by leaving out one after the other.
    fn conflict(&mut self, all: &BTreeSet<usize>) -> Result<Option<(Vec<usize>, bool)>, Error> {
        let mut parts = all.clone();
        let mut is_least = true;
        for one in all {
            let mut fewer = parts.clone();
            fewer.remove(one);
            match self.reach(&fewer)? {
                Reach::Never => parts = fewer,
                Reach::Plan(_) => {}
                Reach::Open => is_least = false,
            }
        }
        Ok(Some((parts.into_iter().collect(), is_least)))
    }

    /// Parts that can be reached together, one after the other taken in.
    fn together(&mut self, count: usize) -> Result<Option<(Vec<usize>, usize, bool)>, Error> {
        let (mut parts, mut best) = (BTreeSet::new(), None);
        let mut is_most = true;
        for one in 0..count {
            let mut more: BTreeSet<usize> = parts.clone();
            more.insert(one);
            match self.reach(&more)? {
                Reach::Plan(length) => (parts, best) = (more, Some(length)),
                Reach::Never => {}
                Reach::Open => is_most = false,
            }
        }
        Ok(best.map(|length| (parts.into_iter().collect(), length, is_most)))
    }
}

/// Reachability of the goal of a task, decided and checked within the limits.
fn reach(task: &PlanningTask, settings: &Settings, stop: &Stop) -> Result<Reach, Error> {
    let settings = Settings {
        stop: stop.clone(),
        ..settings.clone()
    };
    let answer = match TaskAnswer::solve(task, PlanMethod::Auto, &settings, &|_, _| ()) {
        // A changed start may bring in an action without a cost.
        Err(Error::Settings(_)) => return Ok(Reach::Open),
        answer => answer?,
    };
    Ok(match answer.decision.verdict {
        Verdict::Solved(plan) => Reach::Plan(plan.length()),
        Verdict::Infeasible(_) => Reach::Never,
        Verdict::Undecided(_) => Reach::Open,
    })
}

/// Tries the changes of the start until enough of each kind help or the time is over.
fn changes(task: &PlanningTask, settings: &Settings, found: &mut Remedies) -> Result<(), Error> {
    let stop = &settings.stop;
    let limits = GroundingLimits::until(stop);
    let compiled = task.compile(Quality::AnyPlan, &limits);
    let compiled = compiled.and_then(Compiled::classical).ok();
    let mut all = task.start_changes(
        compiled.as_ref().map(saut_pddl::PlanningDomain::ground),
        stop,
    );
    // That a goal is reached where it holds from the start is no news.
    all.retain(|change| {
        change
            .with
            .as_ref()
            .is_none_or(|with| !found.goals.contains(with))
    });
    found.tried.0 = all.len();
    let mut helping: BTreeMap<(ChangeKind, Option<String>), usize> = BTreeMap::new();
    for change in all {
        // Of a budget the least that helps; of other kinds a few.
        let (of, enough) = match change.kind {
            ChangeKind::Budget => (change.without.clone(), 1),
            _ => (None, ENOUGH),
        };
        let count = helping.entry((change.kind, of)).or_default();
        if *count >= enough {
            continue;
        }
        if stop.stop_reason().is_some() {
            break;
        }
        let changed = task.with_start_change(&change);
        match reach(&changed, settings, &stop.with_timeout(ONE_CHANGE))? {
            Reach::Plan(length) => {
                *count += 1;
                found.changes.push((change, length));
            }
            Reach::Never => {}
            Reach::Open => continue,
        }
        found.tried.1 += 1;
    }
    Ok(())
}

impl Remedies {
    fn named(&self, parts: &[usize]) -> Vec<&str> {
        parts.iter().map(|&one| self.goals[one].as_str()).collect()
    }

    /// Puts what was found into a document.
    pub fn write_into(&self, document: &mut Value) {
        let without = self
            .without
            .iter()
            .map(|&(one, length)| json!({"without": self.goals[one], "length": length}));
        let mut goals = json!({
            "parts": self.goals,
            "unreachable_alone": self.named(&self.alone),
            "one_less": without.collect::<Vec<_>>(),
        });
        if let Some((parts, is_least)) = &self.conflict {
            goals["conflict"] = json!({"parts": self.named(parts), "minimal": is_least});
        }
        if let Some((parts, length, is_most)) = &self.together {
            goals["together"] =
                json!({"parts": self.named(parts), "length": length, "maximal": is_most});
        }
        document["goals"] = goals;
        let changes = self.changes.iter().map(|(change, length)| {
            json!({
                "kind": kind_name(change.kind), "without": change.without, "with": change.with,
                "length": length,
            })
        });
        document["start_changes"] = changes.collect::<Vec<_>>().into();
        document["changes_possible"] = self.tried.0.into();
        document["changes_settled"] = self.tried.1.into();
    }
}

/// The word for a kind of change in documents.
const fn kind_name(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Budget => "budget",
        ChangeKind::Number => "number",
        ChangeKind::Fixed => "fixed",
        ChangeKind::Moved => "moved",
        ChangeKind::Added => "added",
        ChangeKind::Removed => "removed",
    }
}
