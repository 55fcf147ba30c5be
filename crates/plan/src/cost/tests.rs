//! Cheapest plans and bounds of random tasks against Dijkstra's algorithm, and certificates with one number changed.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use super::astar::{AStar, Found};
use super::cut_heuristic::{CutHeuristic, Cuts};
use super::potentials::{Aim, potential};
use crate::bound::{CheckedPotential, ClosedStates, Potential, check_cuts};
use crate::domain::{Cost, INFINITE};
use crate::packed::PackedTask;
use crate::random::Random;
use crate::random_task::random_task;
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// A random task whose actions cost from 0 to 4.
fn task(seed: u64) -> Task {
    let mut random = Random::new(seed ^ 0xc057);
    random_task(seed).with_costs(|_| random.below(5) as u64)
}

/// How many random tasks are tried.
fn seeds() -> u64 {
    let asked = std::env::var("SAUT_RANDOM_TASKS");
    asked
        .ok()
        .and_then(|number| number.parse().ok())
        .unwrap_or(400)
}

/// The least cost of reaching each state, by Dijkstra's algorithm.
fn distances(task: &Task, from: &[bool]) -> HashMap<Vec<bool>, Cost> {
    let mut done = HashMap::new();
    let mut open = BTreeSet::from([(0, from.to_vec())]);
    while let Some((cost, state)) = open.pop_first() {
        if done.contains_key(&state) {
            continue;
        }
        for action in task
            .actions()
            .iter()
            .filter(|one| one.is_applicable(&state))
        {
            let mut after = state.clone();
            action.apply(&mut after);
            open.insert((cost + action.cost, after));
        }
        done.insert(state, cost);
    }
    done
}

fn cheapest(task: &Task, from: &[bool]) -> Cost {
    let all = distances(task, from);
    let goals = all.iter().filter(|(state, _)| task.is_goal(state));
    goals.map(|(_, &cost)| cost).min().unwrap_or(INFINITE)
}

fn potentials(task: &Task) -> Vec<CheckedPotential> {
    let stop = Stop::default();
    let aims = [Aim::Start, Aim::Walks].into_iter();
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
            let estimate = heuristic.estimate(&state, &mut cuts, &mut shares);
            assert!(estimate <= real, "seed {seed}: {estimate} > {real}");
            let here = task.clone().with_start(&state);
            assert_eq!(
                check_cuts(&here, &cuts.all(), &shares),
                Ok(estimate),
                "seed {seed}"
            );
            for one in &potentials {
                let bound = one.bound(&PackedTask::pack(&state));
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

/// The cost of the best plan that a search finds, and the bounds that it tells with their states.
fn search(task: &Task, has_cuts: bool, work: u64) -> (Cost, Vec<(Cost, ClosedStates)>) {
    let mut search = AStar::new(task, potentials(task), has_cuts);
    let (mut best, mut bounds) = (INFINITE, Vec::new());
    loop {
        let mut left = work;
        let mut spend = |more: u64| {
            left = left.saturating_sub(more);
            left > 0
        };
        match search.run(&Stop::default(), best, u64::MAX, &mut spend) {
            Found::Plan(plan, cost) => {
                let mut state = task.start().to_vec();
                let mut paid = 0;
                for &action in &plan {
                    assert!(task.action(action).is_applicable(&state));
                    task.action(action).apply(&mut state);
                    paid += task.action(action).cost;
                }
                assert!(task.is_goal(&state) && paid == cost && cost < best);
                best = cost;
            }
            Found::AtLeast(bound, closed) => bounds.push((bound, *closed)),
            Found::More => {}
            Found::Done(why) => {
                assert_eq!(why, StopReason::NothingLeft);
                return (best, bounds);
            }
        }
    }
}

#[test]
fn the_search_finds_the_cheapest_plan_and_each_bound_is_accepted_and_no_more() {
    let stop = Stop::default();
    let (mut solved, mut infeasible, mut early) = (0, 0, 0);
    for seed in 0..seeds() {
        let task = task(seed);
        let real = cheapest(&task, task.start());
        for has_cuts in [false, true] {
            let (best, bounds) = search(&task, has_cuts, 1);
            assert_eq!(best, real, "seed {seed}");
            let last = bounds.last().map_or(0, |(bound, _)| *bound);
            assert_eq!(last, real, "seed {seed}");
            for (bound, closed) in &bounds {
                assert_eq!(
                    closed.check(&task, *bound, &stop),
                    Ok(()),
                    "seed {seed} {bound}"
                );
                early += u32::from(*bound < real);
            }
            if let Some((_, closed)) = bounds.last().filter(|_| real < INFINITE) {
                assert!(closed.check(&task, real + 1, &stop).is_err(), "seed {seed}");
            }
        }
        solved += u32::from(real < INFINITE && real > 0);
        infeasible += u32::from(real == INFINITE);
    }
    assert!(
        solved > 50 && infeasible > 50 && early > 20,
        "{solved} {infeasible} {early}"
    );
}

/// The same with one number changed; `None` where nothing of that kind is there.
fn spoiled(closed: &ClosedStates, random: &mut Random) -> Option<ClosedStates> {
    let mut spoiled = closed.clone();
    let moved = |random: &mut Random, number: &mut u64| {
        *number = match random.below(3) {
            0 => number.wrapping_add(1),
            1 => number.wrapping_sub(1),
            _ => random.next(),
        };
    };
    let pick = |random: &mut Random, count: usize| (count > 0).then(|| random.below(count));
    match random.below(9) {
        0 => {
            let at = pick(random, spoiled.costs.len())?;
            moved(random, &mut spoiled.costs[at]);
        }
        1 => {
            let at = pick(random, spoiled.words.len())?;
            spoiled.words[at] ^= 1 << random.below(7);
        }
        2 => {
            let at = pick(random, spoiled.shares.len())?;
            moved(random, &mut spoiled.shares[at].share);
        }
        3 => {
            let at = pick(random, spoiled.shares.len())?;
            spoiled.shares[at].cut = random.below(closed.cuts.len() + 1).try_into().unwrap();
        }
        4 => {
            let at = pick(random, spoiled.ends.len())?;
            spoiled.ends[at] = random.below(closed.shares.len() + 2).try_into().unwrap();
        }
        5 => {
            let at = pick(random, spoiled.cuts.len())?;
            let literal = pick(random, spoiled.cuts[at].beyond.len())?;
            let new = spoiled.cuts[at].beyond[literal].index() ^ (1 + random.below(15));
            spoiled.cuts[at].beyond[literal] = crate::task::Literal::of_index(new);
        }
        6 => {
            let at = pick(random, spoiled.potentials.len())?;
            let fluent = pick(random, spoiled.potentials[at].weights.len())?;
            spoiled.potentials[at].weights[fluent] += [1, -1, 5, i64::MAX / 2][random.below(4)];
        }
        7 => {
            let at = pick(random, spoiled.potentials.len())?;
            spoiled.potentials[at].scale = spoiled.potentials[at].scale.wrapping_sub(1);
        }
        _ => {
            // A state less.
            let at = pick(random, spoiled.costs.len())?;
            let width = spoiled.words.len() / spoiled.costs.len();
            spoiled.costs.remove(at);
            spoiled.words.drain(at * width..(at + 1) * width);
            let end = spoiled.ends.remove(at);
            let from = at.checked_sub(1).map_or(0, |before| spoiled.ends[before]);
            spoiled.shares.drain(from as usize..end as usize);
            spoiled.ends[at..]
                .iter_mut()
                .for_each(|later| *later -= end - from);
        }
    }
    (spoiled != *closed).then_some(spoiled)
}

#[test]
fn a_spoiled_certificate_is_refused_or_says_nothing_wrong() {
    let stop = Stop::default();
    let (mut refused, mut harmless) = (0, 0);
    for seed in 0..seeds() {
        let task = task(seed);
        let real = cheapest(&task, task.start());
        let mut random = Random::new(seed);
        for has_cuts in [false, true] {
            for (bound, closed) in search(&task, has_cuts, 1).1 {
                for _ in 0..10 {
                    let Some(spoiled) = spoiled(&closed, &mut random) else {
                        continue;
                    };
                    // A change may leave it right; what it must not do is to show more than is true.
                    let is_accepted = spoiled.check(&task, bound, &stop).is_ok();
                    refused += u32::from(!is_accepted);
                    harmless += u32::from(is_accepted);
                    if real < INFINITE {
                        let more = real + 1 + random.below(3) as u64;
                        assert!(spoiled.check(&task, more, &stop).is_err(), "seed {seed}");
                        assert!(
                            spoiled.check(&task, INFINITE, &stop).is_err(),
                            "seed {seed}"
                        );
                    }
                }
            }
        }
    }
    assert!(refused > 500, "{refused} {harmless}");
}

#[test]
fn a_bound_of_another_task_is_refused_or_true_there() {
    let stop = Stop::default();
    let mut refused = 0;
    for seed in 0..seeds() {
        let other = task(seed + 1);
        let real = cheapest(&other, other.start());
        for (bound, closed) in search(&task(seed), true, 1).1 {
            let accepted = closed.check(&other, bound, &stop).is_ok();
            assert!(!accepted || bound <= real, "seed {seed}");
            refused += u32::from(!accepted);
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn weights_that_an_action_raises_too_far_are_refused() {
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
                            moved.bound(&PackedTask::pack(task.start())) <= real,
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
