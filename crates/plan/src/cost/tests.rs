//! Compares cheapest plans and bounds of random tasks with Dijkstra's algorithm, and checks that certificates with one
//! changed number prove nothing false.

#[path = "../../../task/tests/common/spoiled.rs"]
mod spoiled;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::Duration;

use self::spoiled::spoiled;
use super::astar::AStar;
use super::cut_heuristic::{CutHeuristic, CutTask, Cuts};
use super::eliminate::{eliminate, of_places};
use super::narrow::cost_of;
use super::potentials::SharedPotentials;
use super::potentials::{PotentialObjective, potential};
use super::weighted::WeightedSearch;
use crate::engine::{Budget, Turn};
use crate::random_task::Changed as _;
use crate::random_task::{
    random_task, random_task_with_conditional_effects, random_task_with_rules, random_walk,
    with_pairs,
};
use crate::{Minimise, Settings, Verdict, planning};
use saut_base::bits;
use saut_base::random::Random;
use saut_base::stop::{Stop, StopReason};
use saut_task::bound::{CheckedPotential, CutShare, Potential, check_cuts};
use saut_task::by_actions::{is_plan, replay};
use saut_task::certificate::{Certificate, ClosedSet};
use saut_task::domain::{CheckError, Cost, INFINITE};
use saut_task::task::{Action, ActionId, Fluent, GoalConstraint, Literal, Task, TaskParts};
use saut_task::{Checked, NoReason, Plan, Problem, RefusedPlan};

/// A task as a problem that validates plans by replaying their actions on the task.
struct ByActions(Task);

saut_task::no_reasons!(ByActions);

impl Problem for ByActions {
    type Plan = Vec<ActionId>;

    fn task(&self) -> &Task {
        &self.0
    }

    fn validate(&self, plan: Plan<ActionId>) -> Result<(Vec<ActionId>, Cost), RefusedPlan> {
        let plan = plan.into_actions();
        replay(&self.0, &plan)?;
        let cost = cost_of(&self.0, &plan);
        Ok((plan, cost))
    }

    fn actions(&self, plan: &Vec<ActionId>) -> Option<Vec<ActionId>> {
        Some(plan.clone())
    }
}

/// Returns a random task whose actions cost from 0 to 4.
pub(crate) fn task(seed: u64) -> Task {
    let mut random = Random::new(seed ^ 0xc057);
    let task = random_task(seed).with_costs(|_| random.below(5) as u64);
    // Every second task has mutexes.
    if seed.is_multiple_of(2) {
        with_pairs(task)
    } else {
        task
    }
}

/// Returns a random task with costs. A quarter of these tasks have derived fluents, and another quarter have
/// conditional effects.
fn any_task(seed: u64) -> Task {
    let mut random = Random::new(seed ^ 0xc057);
    let task = match seed % 4 {
        1 => random_task_with_rules(seed),
        3 => random_task_with_conditional_effects(seed),
        _ => return task(seed),
    };
    task.with_costs(|_| random.below(5) as u64)
}

/// Returns the number of random tasks to test.
pub(crate) fn seeds() -> u64 {
    let asked = std::env::var("SAUT_RANDOM_TASKS");
    asked
        .ok()
        .and_then(|number| number.parse().ok())
        .unwrap_or(400)
}

/// Returns a random walk of this number of actions, if it ends in a goal state.
pub(super) fn random_plan(
    task: &Task,
    random: &mut Random,
    length: usize,
) -> Option<Vec<ActionId>> {
    let walk = random_walk(task, random, length, |_, _| true);
    (walk.len() == length && is_plan(task, &walk)).then_some(walk)
}

/// Returns the least cost of reaching each state, by Dijkstra's algorithm.
pub(super) fn distances(task: &Task, from: &[bool]) -> HashMap<Vec<bool>, Cost> {
    let mut done = HashMap::new();
    let mut open = BTreeSet::from([(0, from.to_vec())]);
    while let Some((cost, state)) = open.pop_first() {
        if done.contains_key(&state) {
            continue;
        }
        for id in task.action_ids() {
            if task.action(id).is_applicable(&state) {
                let mut after = state.clone();
                task.apply(id, &mut after);
                open.insert((cost + task.action(id).cost, after));
            }
        }
        done.insert(state, cost);
    }
    done
}

pub(crate) fn cheapest(task: &Task, from: &[bool]) -> Cost {
    let all = distances(task, from);
    let goals = all.iter().filter(|(state, _)| task.is_goal(state));
    goals.map(|(_, &cost)| cost).min().unwrap_or(INFINITE)
}

fn potentials(task: &Task) -> Vec<CheckedPotential> {
    let stop = Stop::default();
    let aims = [PotentialObjective::Start, PotentialObjective::Walks].into_iter();
    aims.filter_map(|aim| potential(task, aim, Duration::from_secs(10), &stop))
        .collect()
}

#[test]
fn estimates_of_all_states_are_lower_bounds_and_their_cuts_are_accepted() {
    let (mut states, mut exact, mut dead, mut by_potentials) = (0, 0, 0, 0);
    for seed in 0..seeds() {
        let task = task(seed);
        let potentials = potentials(&task);
        let mut heuristic = CutHeuristic::new(&task);
        for state in distances(&task, task.start()).into_keys() {
            let real = cheapest(&task, &state);
            let (mut cuts, mut shares) = (Cuts::default(), Vec::new());
            let estimate = heuristic.estimate(&state, INFINITE, &mut cuts, &mut shares);
            assert!(estimate <= real, "seed {seed}: {estimate} > {real}");
            let here = task.clone().with_start(&state);
            assert_eq!(
                check_cuts(&here, &cuts.all(), &shares),
                Ok(estimate),
                "seed {seed}"
            );
            for one in &potentials {
                let bound = one.bound(&bits::from_values(&state));
                assert!(bound <= real, "seed {seed}");
                by_potentials += u32::from(bound > 0 && bound == real);
            }
            states += 1;
            exact += u32::from(estimate == real && real > 0 && real < INFINITE);
            dead += u32::from(estimate == INFINITE);
        }
    }
    assert!(
        states > 800 && exact > 80 && dead > 100,
        "{states} {exact} {dead}"
    );
    assert!(by_potentials > 100, "{by_potentials}");
}

#[test]
fn inherited_cuts_bound_the_next_state_and_too_large_shares_are_rejected() {
    let (mut inherited, mut more, mut crossed, mut enough, mut overspent) = (0, 0, 0, 0, 0);
    for seed in 0..seeds() {
        let task = task(seed);
        let mut heuristic = CutHeuristic::new(&task);
        let mut cuts = Cuts::default();
        for state in distances(&task, task.start()).into_keys() {
            let mut before = Vec::new();
            if heuristic.estimate(&state, INFINITE, &mut cuts, &mut before) == INFINITE {
                continue;
            }
            for id in task.action_ids() {
                if !task.action(id).is_applicable(&state) {
                    continue;
                }
                let mut next = state.clone();
                task.apply(id, &mut next);
                let words = bits::from_values(&next);
                let mut shares = before.clone();
                shares.retain(|share| !cuts.is_beyond(share.cut, &words));
                crossed += before.len() - shares.len();
                inherited += shares.len();
                let first = cuts.sum(shares.iter().copied());
                let paid: Cost = before.iter().map(|one| one.share).sum();
                assert!(paid <= first + task.action(id).cost, "seed {seed}");
                let real = cheapest(&task, &next);
                let here = task.clone().with_start(&next);
                let check =
                    |cuts: &Cuts, shares: &[CutShare]| check_cuts(&here, &cuts.all(), shares);
                let mut some = shares.clone();
                let half = heuristic.estimate(&next, first + 1, &mut cuts, &mut some);
                assert_eq!(check(&cuts, &some), Ok(half), "seed {seed}");
                enough += u32::from(half > first);
                let rest = heuristic.estimate(&next, INFINITE, &mut cuts, &mut shares);
                assert!(first <= half && half <= rest && rest <= real, "seed {seed}");
                assert_eq!(check(&cuts, &shares), Ok(rest), "seed {seed}");
                more += u32::from(rest > first);
                // Adding 1 to a share overspends the cost of an action.
                if rest < INFINITE
                    && rest == real
                    && let Some(last) = shares.last_mut()
                {
                    last.share += 1;
                    assert!(check(&cuts, &shares).is_err(), "seed {seed}");
                    overspent += 1;
                }
            }
        }
    }
    let all = [
        inherited,
        more as usize,
        crossed,
        enough as usize,
        overspent,
    ];
    assert!(all.iter().all(|&one| one > 50), "{all:?}");
}

/// Returns the bound of LM-cut as published, for a task without conditional effects. Everything is recomputed for each
/// cut.
fn published(task: &Task, state: &[bool]) -> Cost {
    let relaxed = CutTask::new(task);
    let mut left = relaxed.costs.clone();
    let mut sum = 0;
    loop {
        let mut cost = vec![INFINITE; relaxed.atoms];
        for atom in Literal::of_state(state).chain([relaxed.always as usize]) {
            cost[atom] = 0;
        }
        let operators = 0..relaxed.payers.len();
        let supporter = |cost: &[Cost], operator: usize| {
            let needs = relaxed.needs.of(operator).iter();
            needs
                .copied()
                .max_by_key(|&need| cost[need as usize])
                .unwrap()
        };
        let left_of = |left: &[Cost], operator: usize| left[relaxed.payers[operator] as usize];
        for _ in 0..relaxed.atoms {
            for operator in operators.clone() {
                let paid = cost[supporter(&cost, operator) as usize];
                let after = paid.saturating_add(left_of(&left, operator));
                for &made in relaxed.makes.of(operator) {
                    cost[made as usize] = cost[made as usize].min(after);
                }
            }
        }
        match cost[relaxed.goal as usize] {
            0 => return sum,
            INFINITE => return INFINITE,
            _ => {}
        }
        let arcs: Vec<(u32, usize)> = operators
            .map(|operator| (supporter(&cost, operator), operator))
            .filter(|&(supporter, _)| cost[supporter as usize] < INFINITE)
            .collect();
        let mut is_goal = vec![false; relaxed.atoms];
        is_goal[relaxed.goal as usize] = true;
        for _ in 0..relaxed.atoms {
            for &(from, operator) in &arcs {
                let leads = relaxed
                    .makes
                    .of(operator)
                    .iter()
                    .any(|&made| is_goal[made as usize]);
                is_goal[from as usize] |= leads && left_of(&left, operator) == 0;
            }
        }
        let mut is_before = vec![false; relaxed.atoms];
        for atom in Literal::of_state(state).chain([relaxed.always as usize]) {
            is_before[atom] = true;
        }
        let mut landmark = BTreeSet::new();
        for _ in 0..relaxed.atoms {
            for &(from, operator) in &arcs {
                if !is_before[from as usize] {
                    continue;
                }
                let makes = relaxed.makes.of(operator);
                assert!(!is_goal[from as usize]);
                if makes.iter().any(|&made| is_goal[made as usize]) {
                    landmark.insert(relaxed.payers[operator] as usize);
                } else {
                    for &made in makes {
                        is_before[made as usize] = true;
                    }
                }
            }
        }
        let least = landmark.iter().map(|&payer| left[payer]).min().unwrap();
        for &payer in &landmark {
            left[payer] -= least;
        }
        sum += least;
    }
}

#[test]
fn estimates_say_no_less_than_those_that_are_published_but_for_ties() {
    let (mut less, mut equal, mut more) = (0, 0, 0);
    for seed in 0..seeds() {
        let mut random = Random::new(seed);
        let task = random_task(seed).with_costs(|_| random.below(5) as u64);
        let mut heuristic = CutHeuristic::new(&task);
        for state in distances(&task, task.start()).into_keys() {
            let (mut cuts, mut shares) = (Cuts::default(), Vec::new());
            let ours = heuristic.estimate(&state, INFINITE, &mut cuts, &mut shares);
            match ours.cmp(&published(&task, &state)) {
                Ordering::Less => less += 1,
                Ordering::Equal => equal += 1,
                Ordering::Greater => more += 1,
            }
        }
    }
    assert!(equal > 500 && less <= more, "{less} {equal} {more}");
}

/// Returns the bound and the closed set of a certificate of A*.
pub(crate) fn closed_of(
    task: &Task,
    certificate: Certificate<NoReason>,
) -> (Cost, ClosedSet<Fluent>) {
    let Certificate::ClosedSet(set) = certificate else {
        panic!("{certificate:?}");
    };
    let set = set.numbered(task).unwrap();
    (set.bound, set)
}

/// Checks whether a closed set proves another bound.
pub(crate) fn check(
    set: &ClosedSet<Fluent>,
    task: &Task,
    bound: Cost,
    stop: &Stop,
) -> Result<(), CheckError> {
    let set = ClosedSet {
        bound,
        ..set.clone()
    };
    set.check(task, stop).map(drop)
}

/// Returns the cost of the best plan that a search finds, and the bounds that it reports with their states.
fn search(task: &Task, has_cuts: bool, work: u64) -> (Cost, Vec<(Cost, ClosedSet<Fluent>)>) {
    let mut search = AStar::new(task, potentials(task), has_cuts);
    let (mut best, mut bounds, stop) = (INFINITE, Vec::new(), Stop::default());
    loop {
        let mut budget = Budget::unlimited(&stop);
        match budget.within(work, |budget| search.turn(budget)).unwrap() {
            Turn::Plan(plan, _) => {
                let plan = plan.into_actions();
                assert!(is_plan(task, &plan) && cost_of(task, &plan) < best);
                best = cost_of(task, &plan);
            }
            Turn::Bound(certificate, _) => bounds.push(closed_of(task, certificate)),
            Turn::Paused => {}
            Turn::Done(StopReason::NothingLeft) => return (best, bounds),
            turn => panic!("{turn:?}"),
        }
    }
}

#[test]
fn searches_find_the_cheapest_plan_and_only_their_bounds_are_accepted() {
    let stop = Stop::default();
    let mut seen: BTreeMap<(bool, bool), u32> = BTreeMap::new();
    let (mut early, mut refused, mut moved) = (0, 0, 0);
    for seed in 0..5 * seeds() {
        let (task, other) = (any_task(seed), any_task(seed + 4));
        let [real, there] = [&task, &other].map(|task| cheapest(task, task.start()));
        let mut random = Random::new(seed);
        for has_cuts in [false, true] {
            let (best, bounds) = search(&task, has_cuts, 1);
            assert_eq!(best, real, "seed {seed}");
            let last = bounds.last().map_or(0, |last| last.0);
            assert_eq!(last, real, "seed {seed}");
            for (bound, closed) in &bounds {
                assert_eq!(check(closed, &task, *bound, &stop), Ok(()), "seed {seed}");
                early += u32::from(*bound < real);
                let is_accepted = check(closed, &other, *bound, &stop).is_ok();
                assert!(!is_accepted || *bound <= there, "seed {seed}");
                moved += u32::from(!is_accepted);
                // A changed set may still be correct; it must not prove a false bound.
                let spoiled = (0..5).filter_map(|_| spoiled(closed, &mut random));
                let mut sets: Vec<ClosedSet<Fluent>> = spoiled.collect();
                let are_accepted = sets
                    .iter()
                    .map(|set| check(set, &task, *bound, &stop).is_ok());
                refused += are_accepted.filter(|is_accepted| !is_accepted).count();
                sets.push(closed.clone());
                let more = real.saturating_add(1 + random.below(3) as u64);
                for more in [real.saturating_add(1), more, INFINITE] {
                    for set in sets.iter().filter(|_| real < INFINITE) {
                        assert!(check(set, &task, more, &stop).is_err(), "seed {seed}");
                    }
                }
            }
        }
        if real > 0 {
            *seen.entry((task.is_plain(), real < INFINITE)).or_default() += 1;
        }
    }
    assert!(
        seen.len() == 4 && seen.values().all(|&count| count > 40),
        "{seen:?}"
    );
    assert!(
        early > 20 && refused > 500 && moved > 100,
        "{early} {refused} {moved}"
    );
}

#[test]
fn cuts_are_crossed_by_conditional_effects_and_rules_do_not_pass_them() {
    let (mut crossed, mut derived, mut weighed) = (0, 0, 0);
    for seed in 0..seeds() {
        let mut random = Random::new(seed);
        let task =
            random_task_with_conditional_effects(seed).with_costs(|_| 1 + random.below(3) as u64);
        let real = cheapest(&task, task.start());
        for _ in 0..10 {
            let literals = (0..2 * task.fluents().len()).filter(|_| random.below(3) == 0);
            let beyond: Vec<Literal> = literals.map(Literal::of_index).collect();
            let cuts = [beyond];
            for share in [0, 1, 2, 3] {
                let shown = check_cuts(&task, &cuts, &[CutShare { cut: 0, share }]).unwrap_or(0);
                assert!(shown <= real, "seed {seed}");
                crossed += u32::from(shown > 0);
            }
        }
        let task = random_task_with_rules(seed);
        let real = cheapest(&task, task.start());
        for _ in 0..10 {
            let literals = (0..2 * task.fluents().len()).filter(|_| random.below(2) == 0);
            let beyond: Vec<Literal> = literals.map(Literal::of_index).collect();
            let shown = check_cuts(&task, &[beyond], &[CutShare { cut: 0, share: 1 }]);
            assert!(
                !shown.clone().is_ok_and(|bound| bound > real),
                "seed {seed}"
            );
            derived += u32::from(
                shown.is_err_and(|why| why.to_string().contains("may follow from facts before")),
            );
        }
        let mut all = task.layers().iter().flat_map(|layer| &layer.fluents);
        if let Some(one) = all.next() {
            let mut weights = vec![0; task.fluents().len()];
            weights[one.index()] = 1;
            assert!(Potential { scale: 1, weights }.check(&task).is_err());
            weighed += 1;
        }
    }
    assert!(
        crossed > 20 && derived > 100 && weighed > 100,
        "{crossed} {derived} {weighed}"
    );
}

#[test]
fn weights_that_an_action_raises_too_far_are_rejected() {
    let (mut refused, mut accepted) = (0, 0);
    for seed in 0..seeds() {
        let task = task(seed);
        let real = cheapest(&task, task.start());
        let mut random = Random::new(seed);
        for one in potentials(&task) {
            for _ in 0..10 {
                let Potential { scale, mut weights } = one.potential().clone();
                let fluent = random.below(weights.len());
                weights[fluent] += [1, -1, i64::from(scale), -i64::from(scale)][random.below(4)];
                match (Potential { scale, weights }).check(&task) {
                    Ok(moved) => {
                        assert!(
                            moved.bound(&bits::from_values(task.start())) <= real,
                            "seed {seed}"
                        );
                        accepted += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(refused > 100 && accepted > 100, "{refused} {accepted}");
}

fn settings(seed: u64) -> Settings {
    Settings {
        threads: NonZeroUsize::new(1 + usize::try_from(seed % 2).unwrap()),
        minimise: Some(Minimise::Cost),
        ..Settings::default()
    }
}

#[test]
fn all_engines_together_find_the_cheapest_plan_and_prove_it() {
    let (mut solved, mut infeasible) = (0, 0);
    for seed in 0..seeds() / 2 {
        let domain = ByActions(any_task(seed));
        let real = cheapest(&domain.0, domain.0.start());
        let told = Mutex::new(INFINITE);
        let better = |plan: &Vec<ActionId>, bound: Option<&Checked<_>>| {
            let (cost, bound) = (cost_of(&domain.0, plan), bound.map_or(0, Checked::bound));
            let mut last = told.lock().unwrap();
            assert!(cost < *last && bound <= cost, "seed {seed}");
            *last = cost;
        };
        let answer = planning::cheapest(&domain, None, &settings(seed), &better).unwrap();
        match answer.verdict {
            Verdict::Solved(plan) => {
                assert_eq!(cost_of(&domain.0, &plan), real, "seed {seed}");
                assert_eq!(answer.optimal, Some(true), "seed {seed}");
                let bound = answer.bound.map_or(0, |checked| checked.bound());
                assert!(bound >= real, "seed {seed}");
                assert_eq!(*told.lock().unwrap(), real);
                solved += 1;
            }
            Verdict::Infeasible(_) => {
                assert_eq!(real, INFINITE, "seed {seed}");
                infeasible += 1;
            }
            Verdict::Undecided(why) => panic!("seed {seed}: {why:?}"),
        }
    }
    assert!(solved > 50 && infeasible > 20, "{solved} {infeasible}");
}

/// Returns a task with two walkers, each on two lanes, and a plan. A step costs 5 on the first lane and 1 on the
/// second; changing the lane costs 6. The plan leads both walkers along the first lane, and alternates their steps.
pub(super) fn two_walkers(length: usize) -> (Task, Vec<ActionId>) {
    let place =
        |walker: usize, lane: usize, x: usize| Fluent::new((walker * 2 + lane) * length + x);
    let (mut actions, mut plan) = (Vec::new(), vec![Vec::new(); 2]);
    let mut go = |from: Fluent, to: Fluent, cost: u64| {
        let effects = [from.is_false(), to.is_true()];
        let mut action = Action::new(format!("go-{}", actions.len()), [from.is_true()], effects);
        action.cost = cost;
        actions.push(action);
        ActionId::new(actions.len() - 1)
    };
    for (walker, plan) in plan.iter_mut().enumerate() {
        for x in 0..length {
            for (lane, price) in [(0, 5), (1, 1)] {
                go(place(walker, lane, x), place(walker, 1 - lane, x), 6);
                if x + 1 < length {
                    let step = go(place(walker, lane, x), place(walker, lane, x + 1), price);
                    plan.extend((lane == 0).then_some(step));
                }
            }
        }
    }
    let goal = [0, 1].map(|walker| place(walker, 0, length - 1).is_true());
    let task = Task::new(TaskParts {
        fluents: (0..4 * length)
            .map(|number| format!("at-{number}"))
            .collect(),
        actions,
        start: vec![place(0, 0, 0), place(1, 0, 0)],
        goal: goal.map(GoalConstraint::Literal).to_vec(),
        ..TaskParts::default()
    });
    let turns = plan[0].iter().zip(&plan[1]);
    (
        task.unwrap(),
        turns.flat_map(|(one, other)| [*one, *other]).collect(),
    )
}

#[test]
fn a_given_plan_is_made_cheaper_as_far_as_it_goes() {
    let (task, mut plan) = two_walkers(20);
    // A superfluous change of lanes and the change back are added to the plan.
    let change = |name: &str| task.action_ids().find(|&id| task.action(id).name == name);
    plan.splice(0..0, ["go-0", "go-2"].map(|name| change(name).unwrap()));
    let domain = ByActions(task);
    let given = domain.validate(Plan::sequential(plan.clone())).unwrap();
    assert_eq!(given.1, 12 + 2 * 19 * 5);
    let eliminated = of_places(&plan, &eliminate(&domain.0, &plan, &Stop::default()));
    assert_eq!(eliminated, plan[2..]);
    let answer = planning::cheapest(&domain, Some(given), &settings(0), &|_, _| {}).unwrap();
    let Verdict::Solved(plan) = answer.verdict else {
        panic!("it has a plan");
    };
    assert_eq!(cost_of(&domain.0, &plan), 2 * (19 + 12));
    assert_eq!(answer.optimal, Some(true));
}

#[test]
fn weighted_search_reports_cheaper_and_cheaper_plans() {
    let mut later = 0;
    for seed in 0..2 * seeds() {
        let task = any_task(seed);
        let real = cheapest(&task, task.start());
        let (potentials, stop) = (SharedPotentials::default(), Stop::default());
        potentials.get(&task, &stop);
        let mut search = WeightedSearch::new(&task, potentials);
        let mut best = INFINITE;
        loop {
            match search.turn(&mut Budget::unlimited(&stop)).unwrap() {
                Turn::Plan(plan, _) => {
                    let plan = plan.into_actions();
                    assert!(is_plan(&task, &plan), "seed {seed}");
                    let cost = cost_of(&task, &plan);
                    assert!(cost < best && cost >= real, "seed {seed}");
                    later += u32::from(best < INFINITE);
                    best = cost;
                }
                Turn::Done(_) => break,
                turn => panic!("{turn:?}"),
            }
        }
        // With weight 1 and reopened states, the search is complete.
        assert_eq!(best, real, "seed {seed}");
    }
    assert!(later > 2, "{later}");
}
