//! Tiny random tasks for tests, and a reference search that uses no formula.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Debug;

use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_task::by_actions;
use saut_task::task::{
    Action, ActionId, Conditional, Fluent, GoalConstraint, Group, GroupKind, Literal, Pairs, Rule,
    Task, TaskParts,
};
use saut_task::{CheckError, Cost, Plan, Problem, RefusedPlan};

/// Returns the literal that requires the fluent with this number to be true.
pub fn is(fluent: usize) -> Literal {
    Fluent::new(fluent).is_true()
}

/// Returns the literal that requires the fluent with this number to be false.
pub fn is_not(fluent: usize) -> Literal {
    Fluent::new(fluent).is_false()
}

/// Returns an action that moves a token from one place to another.
pub fn go(from: usize, to: usize) -> Action {
    let name = format!("go-{from}-{to}");
    Action::new(name, [is(from)], [is_not(from), is(to)])
}

/// Returns the parts of a task with this number of fluents, named `f0`, `f1`, …, of which `start` are true initially.
pub fn small_parts(
    fluents: usize,
    actions: impl IntoIterator<Item = Action>,
    start: &[usize],
    goal: &[Literal],
) -> TaskParts {
    TaskParts {
        fluents: (0..fluents).map(|fluent| format!("f{fluent}")).collect(),
        actions: actions.into_iter().collect(),
        start: start.iter().copied().map(Fluent::new).collect(),
        goal: goal.iter().copied().map(GoalConstraint::Literal).collect(),
        ..TaskParts::default()
    }
}

/// Returns the task of [`small_parts`].
pub fn small_task(
    fluents: usize,
    actions: impl IntoIterator<Item = Action>,
    start: &[usize],
    goal: &[Literal],
) -> Task {
    Task::new(small_parts(fluents, actions, start, goal)).expect("a valid task")
}

/// Returns the same task with all pairs that the fixpoint computation finds.
pub fn with_pairs(task: Task) -> Task {
    let pairs = Pairs::find(task.transitions(), usize::MAX, &Stop::default());
    task.with_provable_pairs(pairs)
}

/// Asserts that a check rejects a certificate with exactly this message.
#[track_caller]
pub fn refuses<T: Debug>(checked: Result<T, CheckError>, fact: &str) {
    assert_eq!(checked.unwrap_err(), CheckError::rejected(fact));
}

/// Asserts that a check rejects a certificate with a message that contains these words.
#[track_caller]
pub fn refuses_with<T: Debug>(checked: Result<T, CheckError>, words: &str) {
    let why = checked.unwrap_err();
    let is_rejected = matches!(why, CheckError::Rejected(_));
    assert!(is_rejected && why.to_string().contains(words), "{why}");
}

/// Returns a random walk from the initial state with at most `most` actions. `may_follow` decides whether an action may
/// follow the actions so far.
pub fn random_walk(
    task: &Task,
    random: &mut Random,
    most: usize,
    may_follow: impl Fn(ActionId, &[ActionId]) -> bool,
) -> Vec<ActionId> {
    let (mut state, mut walk) = (task.start().to_vec(), Vec::new());
    while walk.len() < most {
        let can = |id: &ActionId| task.action(*id).is_applicable(&state) && may_follow(*id, &walk);
        let can: Vec<ActionId> = task.action_ids().filter(can).collect();
        let Some(&id) = can.get(random.below(can.len())) else {
            break;
        };
        task.apply(id, &mut state);
        walk.push(id);
    }
    walk
}

/// Returns all states over this number of fluents.
pub fn all_states(fluents: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1_usize << fluents).map(move |bits| (0..fluents).map(|f| bits >> f & 1 == 1).collect())
}

/// Returns a task of two to five fluents and one to five actions. In some tasks, each fluent states that a token is in
/// a place, so that some mutex groups can be proved.
pub fn random_task(seed: u64) -> Task {
    let mut random = Random::new(seed);
    let fluents = 2 + random.below(4);
    let is_moving = random.below(2) == 0;
    let count = 1 + random.below(5);
    let actions = (0..count).map(|number| {
        if is_moving {
            moving(&mut random, fluents, number)
        } else {
            changing(&mut random, fluents, number)
        }
    });
    let actions: Vec<Action> = actions.collect();
    let start = (0..fluents).filter(|&fluent| {
        if is_moving {
            fluent == 0
        } else {
            random.below(2) == 0
        }
    });
    let start: Vec<usize> = start.collect();
    let task = Task::new(TaskParts {
        goal: goal(&mut random, fluents),
        ..small_parts(fluents, actions, &start, &[])
    });
    let all: Vec<Fluent> = (0..fluents).map(Fluent::new).collect();
    let groups = [all.clone(), all[..=fluents / 2].to_vec()];
    let kinds = [GroupKind::ExactlyOne, GroupKind::AtMostOne];
    let groups = groups.into_iter().flat_map(|fluents| {
        kinds.map(|kind| Group {
            fluents: fluents.clone(),
            kind,
        })
    });
    task.expect("a valid task").with_provable_groups(groups)
}

/// Modifications of a task for tests.
pub trait Changed {
    /// Returns the same task with these costs of its actions.
    #[must_use]
    fn with_costs(self, cost: impl FnMut(ActionId) -> u64) -> Self;

    /// Returns the same transitions with another initial state. Proved facts about reachable states are removed.
    #[must_use]
    fn with_start(self, start: &[bool]) -> Self;
}

impl Changed for Task {
    fn with_costs(self, mut cost: impl FnMut(ActionId) -> u64) -> Self {
        let mut parts = parts(&self, self.start());
        for (action, id) in parts.actions.iter_mut().zip(self.action_ids()) {
            action.cost = cost(id);
        }
        (parts.groups, parts.length) = (self.groups().to_vec(), self.length());
        parts.known = self.known().clone();
        let task = Self::new(parts).expect("a valid task");
        task.with_provable_pairs(self.pairs().cloned())
    }

    fn with_start(self, start: &[bool]) -> Self {
        Self::new(parts(&self, start)).expect("a valid task")
    }
}

fn parts(task: &Task, start: &[bool]) -> TaskParts {
    let basic = task.fluent_ids().filter(|&one| !task.is_derived(one));
    let macros = task.macros().iter().map(|one| one.actions.clone());
    TaskParts {
        fluents: task.fluents().to_vec(),
        naming: task.naming(),
        actions: task.actions().to_vec(),
        macros: macros.collect(),
        rules: task.rules().to_vec(),
        start: basic.filter(|one| start[one.index()]).collect(),
        goal: task.goal().to_vec(),
        ..TaskParts::default()
    }
}

/// Returns an action that requires up to three literals and makes one to three literals true.
fn changing(random: &mut Random, fluents: usize, number: usize) -> Action {
    let literals = |random: &mut Random, count: usize| {
        let mut chosen: Vec<usize> = (0..fluents).collect();
        random.shuffle(&mut chosen);
        chosen.truncate(count);
        let literal = |fluent| Literal {
            fluent: Fluent::new(fluent),
            value: random.below(2) == 0,
        };
        chosen.into_iter().map(literal).collect::<Vec<_>>()
    };
    let needed = random.below(4);
    let changed = 1 + random.below(3);
    let preconditions = literals(random, needed);
    Action::new(
        format!("a{number}"),
        preconditions,
        literals(random, changed),
    )
}

/// Returns an action that moves one or two tokens to other places.
fn moving(random: &mut Random, fluents: usize, number: usize) -> Action {
    let (from, to) = (random.below(fluents), random.below(fluents));
    let [from, to] = [from, to].map(Fluent::new);
    let needed = [from.is_true()];
    if from == to {
        return Action::new(format!("a{number}"), needed, [from.is_false()]);
    }
    let mut effects = vec![from.is_false(), to.is_true()];
    let mut needed = needed.to_vec();
    match random.below(4) {
        0 => effects.truncate(2),
        1 => needed.push(to.is_false()),
        2 => effects[0] = from.is_false(),
        _ => effects.push(Fluent::new(random.below(fluents)).is_true()),
    }
    Action::new(format!("a{number}"), needed, effects)
}

fn goal(random: &mut Random, fluents: usize) -> Vec<GoalConstraint> {
    let literal = |random: &mut Random| Literal {
        fluent: Fluent::new(random.below(fluents)),
        value: random.below(3) > 0,
    };
    let mut goal = Vec::new();
    for _ in 0..=random.below(3) {
        goal.push(match random.below(8) {
            0 => GoalConstraint::AnyOf(vec![literal(random), literal(random)]),
            1 => GoalConstraint::AtMostOne((0..fluents).map(Fluent::new).collect()),
            _ => GoalConstraint::Literal(literal(random)),
        });
    }
    goal
}

/// Like [`random_task`], but with one to four derived fluents, which actions and the goal may require. Some of them
/// depend on each other.
pub fn random_task_with_rules(seed: u64) -> Task {
    let plain = random_task(seed);
    let mut random = Random::new(seed ^ 0x5eed);
    let basic = plain.fluents().len();
    let derived = 1 + random.below(4);
    let strata: Vec<usize> = (0..derived).map(|_| random.below(3)).collect();
    let mut rules = Vec::new();
    for (own, &stratum) in strata.iter().enumerate() {
        let head = Fluent::new(basic + own);
        for _ in 0..random.below(4) {
            let count = random.below(8).min(3);
            let mut body = Vec::new();
            for _ in 0..count {
                let other = random.below(basic + derived);
                let value = random.below(3) > 0;
                let may = other.checked_sub(basic).is_none_or(|other| {
                    strata[other] < stratum || strata[other] == stratum && value
                });
                let fluent = Fluent::new(other);
                body.extend(may.then_some(Literal { fluent, value }));
            }
            rules.push(Rule::new(head, body));
        }
    }
    let wanted = |random: &mut Random| Literal {
        fluent: Fluent::new(basic + random.below(derived)),
        value: random.below(3) > 0,
    };
    let mut actions = plain.actions().to_vec();
    for action in &mut actions {
        if random.below(2) == 0 {
            action.preconditions.push(wanted(&mut random));
        }
    }
    let mut goal = plain.goal().to_vec();
    if random.below(3) > 0 {
        goal.pop();
        goal.push(GoalConstraint::Literal(wanted(&mut random)));
    }
    let task = Task::new(TaskParts {
        start: parts(&plain, plain.start()).start,
        rules,
        goal,
        ..small_parts(basic + derived, actions, &[], &[])
    });
    let task = task.expect("a valid task");
    task.with_provable_groups(plain.groups().to_vec())
}

/// Like [`random_task`] or [`random_task_with_rules`], but most actions have conditional effects.
pub fn random_task_with_conditional_effects(seed: u64) -> Task {
    let plain = match seed % 2 {
        0 => random_task(seed / 2),
        _ => random_task_with_rules(seed / 2),
    };
    let mut random = Random::new(seed ^ 0xc0de);
    let all = plain.fluents().len();
    let basic: Vec<Fluent> = plain
        .fluent_ids()
        .filter(|&f| !plain.is_derived(f))
        .collect();
    let mut actions = plain.actions().to_vec();
    for action in &mut actions {
        for _ in 0..random.below(3) {
            let count = random.below(3);
            let conditions = (0..count).map(|_| Literal {
                fluent: Fluent::new(random.below(all)),
                value: random.below(2) == 0,
            });
            let conditions = conditions.collect();
            let effect = Literal {
                fluent: basic[random.below(basic.len())],
                value: random.below(2) == 0,
            };
            action.conditional.push(Conditional { conditions, effect });
        }
    }
    let task = Task::new(TaskParts {
        actions,
        ..parts(&plain, plain.start())
    });
    let task = task.expect("a valid task");
    task.with_provable_groups(plain.groups().to_vec())
}

/// Returns a random task: without rules, with rules or with conditional effects, in rotation.
pub fn any_random_task(seed: u64) -> Task {
    match seed % 3 {
        0 => random_task(seed / 3),
        1 => random_task_with_rules(seed / 3),
        _ => random_task_with_conditional_effects(seed / 3),
    }
}

/// Returns all reachable states with their distances, by breadth-first search.
pub fn reachable(task: &Task) -> HashMap<Vec<bool>, usize> {
    let start = task.start().to_vec();
    let mut distance = HashMap::from([(start.clone(), 0)]);
    let mut open = VecDeque::from([start]);
    while let Some(state) = open.pop_front() {
        let far = distance[&state] + 1;
        let can = |id: &ActionId| task.action(*id).is_applicable(&state);
        for id in task.action_ids().filter(can) {
            let mut after = state.clone();
            task.apply(id, &mut after);
            if !distance.contains_key(&after) {
                distance.insert(after.clone(), far);
                open.push_back(after);
            }
        }
    }
    distance
}

/// Returns the minimum number of actions of a plan.
pub fn shortest(task: &Task) -> Option<usize> {
    let states = reachable(task);
    let goals = states.iter().filter(|(state, _)| task.is_goal(state));
    goals.map(|(_, &distance)| distance).min()
}

/// Returns the minimum number of steps of a plan whose steps are sets of actions. `leads` returns the state after a set
/// of actions, if the step is allowed.
pub fn fewest_steps(
    task: &Task,
    leads: impl Fn(&[bool], &[ActionId]) -> Option<Vec<bool>>,
) -> Option<usize> {
    let ids: Vec<ActionId> = task.action_ids().collect();
    let sets: Vec<Vec<ActionId>> = (0..1_usize << ids.len())
        .map(|bits| {
            let chosen = ids.iter().filter(|id| bits >> id.index() & 1 == 1);
            chosen.copied().collect()
        })
        .collect();
    let mut seen = HashSet::from([task.start().to_vec()]);
    let mut layer = vec![task.start().to_vec()];
    for steps in 0.. {
        if layer.iter().any(|state| task.is_goal(state)) {
            return Some(steps);
        }
        let mut next = Vec::new();
        for state in &layer {
            let after = sets.iter().filter_map(|set| leads(state, set));
            next.extend(after.filter(|after| seen.insert(after.clone())));
        }
        if next.is_empty() {
            return None;
        }
        layer = next;
    }
    None
}

/// Returns the state after a set of actions that are all applicable before and have consistent effects, if they can be
/// executed in this order.
pub fn play_set(task: &Task, state: &[bool], order: &[ActionId]) -> Option<Vec<bool>> {
    let actions = || order.iter().map(|&id| task.action(id));
    if !actions().all(|action| action.is_applicable(state)) {
        return None;
    }
    let effects: HashSet<Literal> = actions().flat_map(|one| one.effects_in(state)).collect();
    if effects.iter().any(|&effect| effects.contains(&!effect)) {
        return None;
    }
    let mut after = state.to_vec();
    for &id in order {
        if !task.action(id).is_applicable(&after) {
            return None;
        }
        task.apply(id, &mut after);
    }
    Some(after)
}

/// A problem whose rules are the task itself. An accepted plan is represented by its number of actions.
pub struct Bare(pub Task);

saut_task::no_reasons!(Bare);

impl Problem for Bare {
    type Plan = usize;

    fn task(&self) -> &Task {
        &self.0
    }

    fn validate(&self, plan: Plan<ActionId>) -> Result<(usize, Cost), RefusedPlan> {
        let actions: Vec<ActionId> = plan.actions().copied().collect();
        by_actions::replay(&self.0, &actions).map(|()| (actions.len(), actions.len() as Cost))
    }
}
