//! Compares refutations of random tasks with an exhaustive search, and checks that certificates changed in one place
//! prove nothing false.

use std::num::NonZeroUsize;

use super::amounts::budgets;
use super::budgets::{BudgetSearch, ResourceReductions};
use super::counting::{CardinalityAbstraction, counting_invariant};
use crate::Verdict;
use crate::cost::astar::AStar;
use crate::cost::dominance_table::DominanceTable;
use crate::cost::narrow::cost_of;
use crate::cost::tests::{cheapest, check, closed_of, seeds, task};
use crate::engine::{Budget, Slot, Turn};
use crate::race::any_plan;
use crate::random_task::Changed as _;
use crate::random_task::{Bare, random_task, reachable};
use crate::settings::Settings;
use saut_base::bits;
use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_task::NoReason;
use saut_task::bound::{Dominance, WithoutBudgets};
use saut_task::by_actions::is_plan;
use saut_task::certificate::{Certificate, Checked, ClosedSet, Projection, Reduction, States};
use saut_task::domain::INFINITE;
use saut_task::task::{
    Action, Fluent, GoalConstraint, Group, GroupKind, Literal, Pairs, Task, TaskParts,
};

fn has_plan(task: &Task) -> bool {
    reachable(task).keys().any(|state| task.is_goal(state))
}

/// Returns a random task whose actions burn fuel. Each action burns its own amount, the same at every level.
fn fuelled(seed: u64) -> Task {
    let plain = random_task(seed);
    let mut random = Random::new(seed ^ 0xf0e1);
    let (fluents, tank) = (plain.fluents().len(), 2 + random.below(6));
    let level = |left: usize| Fluent::new(fluents + left);
    let mut actions = Vec::new();
    for action in plain.actions() {
        let taken = random.below(4);
        if taken == 0 {
            actions.push(action.clone());
            continue;
        }
        for before in taken..=tank {
            let mut needs = action.preconditions.clone();
            let mut effects = action.effects.clone();
            needs.push(level(before).is_true());
            effects.extend([level(before).is_false(), level(before - taken).is_true()]);
            let name = format!("{}-{before}", action.name);
            actions.push(Action::new(name, needs, effects));
        }
    }
    let start = plain.fluent_ids().filter(|f| plain.start()[f.index()]);
    let names = plain.fluents().iter().cloned();
    let parts = TaskParts {
        fluents: names
            .chain((0..=tank).map(|it| format!("fuel-{it}")))
            .collect(),
        actions,
        start: start.chain([level(tank)]).collect(),
        goal: plain.goal().to_vec(),
        ..TaskParts::default()
    };
    let group = Group {
        fluents: (0..=tank).map(level).collect(),
        kind: GroupKind::ExactlyOne,
    };
    let groups = plain.groups().to_vec();
    let groups = groups.into_iter().chain([group]);
    Task::new(parts).unwrap().with_provable_groups(groups)
}

#[derive(Clone, Copy, PartialEq)]
enum TestedEngine {
    Budgets,
    Counted,
}

fn raced(task: Task, asked: TestedEngine) -> (Bare, Option<Checked<NoReason>>) {
    let (bare, reductions) = (Bare(task), ResourceReductions::default());
    let answer = {
        let slot = match asked {
            TestedEngine::Budgets => {
                let mut search = BudgetSearch::new(&bare.0, &reductions);
                Slot::new("budgets", 1, move |budget| search.turn(budget))
            }
            TestedEngine::Counted => {
                let mut search = CardinalityAbstraction::new(&bare.0);
                Slot::new("counting", 1, move |budget| search.turn(budget))
            }
        };
        any_plan(
            &bare,
            vec![slot],
            &Settings {
                threads: NonZeroUsize::new(1),
                ..Settings::default()
            },
        )
        .unwrap()
    };
    let checked = match answer.verdict {
        Verdict::Infeasible(checked) => Some(*checked),
        Verdict::Solved(_) | Verdict::Undecided(_) => None,
    };
    (bare, checked)
}

#[test]
fn a_spent_budget_refutes_no_task_that_has_a_plan() {
    let stop = Stop::default();
    let (mut found, mut refuted, mut solvable, mut missed) = (0, 0, 0, 0);
    for seed in 0..seeds() {
        let task = fuelled(seed);
        let has_plan = has_plan(&task);
        found += u32::from(!budgets(&task).is_empty());
        let (bare, checked) = raced(task, TestedEngine::Budgets);
        let Some(checked) = checked else {
            solvable += u32::from(has_plan);
            missed += u32::from(!has_plan);
            continue;
        };
        assert!(!has_plan, "seed {seed}");
        refuted += 1;
        // The certificate, as written to JSON.
        let Certificate::ClosedSet(stored) = checked.certificate().clone() else {
            panic!("{:?}", checked.certificate());
        };
        let is_accepted = |set: &ClosedSet<String>, domain: &Bare| {
            let certificate = Certificate::<NoReason>::ClosedSet(Box::new(set.clone()));
            certificate.check(&domain.0, domain, &stop).is_ok()
        };
        assert!(is_accepted(&stored, &bare), "seed {seed}");
        let mut cheap = stored.clone();
        cheap.bound = 2;
        assert!(!is_accepted(&cheap, &bare));
        let mut none = stored.clone();
        none.reductions.clear();
        assert!(
            !is_accepted(&none, &bare),
            "seed {seed}: its facts are not all"
        );
        let mut twice = stored.clone();
        twice.reductions.push(twice.reductions[0].clone());
        assert!(!is_accepted(&twice, &bare));
        // One amount is raised or lowered.
        let mut random = Random::new(seed);
        for _ in 0..5 {
            let mut moved = stored.clone();
            let [Reduction::WithoutBudgets(budgets)] = &mut moved.reductions[..] else {
                panic!("{moved:?}");
            };
            let count = budgets[0].len();
            let (_, amount) = budgets[0].iter_mut().nth(random.below(count)).unwrap();
            *amount = amount.wrapping_add([1, u64::MAX, 5][random.below(3)]);
            // The changed certificate may be valid by chance, but must be rejected for a solvable task with more fuel.
            let _ = is_accepted(&moved, &bare);
            let rich = (0..20).map(|more| fuelled(seed + 1 + more));
            for rich in rich.filter(self::has_plan) {
                for stored in [&moved, &stored] {
                    assert!(!is_accepted(stored, &Bare(rich.clone())));
                }
            }
        }
    }
    assert!(
        found > 100 && refuted > 50 && solvable > 20,
        "{found} {refuted} {solvable} {missed}"
    );
}

#[test]
fn amounts_are_the_consumption_of_actions() {
    // The actions take 2, 3 and 4 units. The names of the levels contain no numbers.
    let level = |place: usize| Fluent::new(place);
    let mut actions = Vec::new();
    for (at, taken) in [2, 3, 4].into_iter().enumerate() {
        let done = Fluent::new(20 + at).is_true();
        for before in taken..20 {
            let effects = [
                level(before).is_false(),
                level(before - taken).is_true(),
                done,
            ];
            let needs = [level(before).is_true()];
            actions.push(Action::new(format!("a{at}-{before}"), needs, effects));
        }
    }
    let parts = TaskParts {
        fluents: (0..23).map(|it| format!("f{it}")).collect(),
        actions,
        start: vec![level(19)],
        ..TaskParts::default()
    };
    let group = Group {
        fluents: (0..20).map(level).collect(),
        kind: GroupKind::ExactlyOne,
    };
    let task = Task::new(parts).unwrap().with_provable_groups([group]);
    let all = budgets(&task);
    let [budget] = &all[..] else {
        panic!("{all:?}");
    };
    let without = WithoutBudgets::of(&task, &all).unwrap();
    let costs: Vec<u64> = without.task.actions().iter().map(|one| one.cost).collect();
    assert_eq!(costs, [2, 3, 4]);
    // Level 18 cannot be reached.
    assert_eq!(budget.levels[17].1 + 2, budget.levels[19].1);
}

/// Returns two random tasks as one task, which requires the goals of both.
fn side_by_side(seed: u64) -> Task {
    let (one, other) = (random_task(seed), random_task(seed + 100_000));
    let first = one.fluents().len();
    let moved = |fluent: Fluent| Fluent::new(first + fluent.index());
    let literals = |some: &[Literal]| -> Vec<Literal> {
        let moved = some.iter().map(|it| Literal {
            fluent: moved(it.fluent),
            ..*it
        });
        moved.collect()
    };
    let mut actions = one.actions().to_vec();
    for action in other.actions() {
        let (needs, effects) = (literals(&action.preconditions), literals(&action.effects));
        actions.push(Action::new(format!("{}-b", action.name), needs, effects));
    }
    let mut goal = one.goal().to_vec();
    goal.extend(other.goal().iter().map(|wish| match wish {
        GoalConstraint::Literal(it) => GoalConstraint::Literal(literals(&[*it])[0]),
        GoalConstraint::AnyOf(any) => GoalConstraint::AnyOf(literals(any)),
        GoalConstraint::AtMostOne(some) => {
            GoalConstraint::AtMostOne(some.iter().map(|&it| moved(it)).collect())
        }
    }));
    let start = one.fluent_ids().filter(|f| one.start()[f.index()]);
    let more = other.fluent_ids().filter(|f| other.start()[f.index()]);
    let fluents = one.fluents().len() + other.fluents().len();
    let task = Task::new(TaskParts {
        fluents: (0..fluents).map(|it| format!("f{it}")).collect(),
        actions,
        start: start.chain(more.map(moved)).collect(),
        goal,
        ..TaskParts::default()
    });
    let groups = other.groups().iter().map(|group| Group {
        fluents: group.fluents.iter().map(|&it| moved(it)).collect(),
        kind: group.kind,
    });
    let groups: Vec<Group> = one.groups().iter().cloned().chain(groups).collect();
    let task = task.unwrap().with_provable_groups(groups);
    let pairs = Pairs::find(task.transitions(), usize::MAX, &Stop::default());
    task.with_provable_pairs(pairs)
}

/// Returns a task with tokens on a random graph, in which most edges join the vertices where tokens start and where
/// they must go. One token at a time is lifted and dropped at a vertex without an occupied neighbour.
fn tokens(seed: u64) -> Task {
    let mut random = Random::new(seed);
    let (side, others) = (2 + random.below(4), random.below(3));
    let vertices = 2 * side + others;
    let edge = 1 + random.below(8);
    let mut near = vec![Vec::new(); vertices];
    let pairs = (0..vertices).flat_map(|one| (one + 1..vertices).map(move |other| (one, other)));
    for (one, other) in pairs {
        let is_joined = (one < side) != (other < side) || other >= 2 * side;
        if is_joined && random.below(10) < edge {
            near[one].push(other);
            near[other].push(one);
        }
    }
    let missing = random.below(2);
    let held = Fluent::new(vertices);
    let mut actions = Vec::new();
    for (vertex, near) in near.iter().enumerate() {
        let token = Fluent::new(vertex);
        actions.push(Action::new(
            format!("lift {vertex}"),
            vec![token.is_true(), held.is_false()],
            vec![token.is_false(), held.is_true()],
        ));
        let empty = near.iter().map(|&near| Fluent::new(near).is_false());
        let mut needs: Vec<Literal> = empty.collect();
        needs.extend([token.is_false(), held.is_true()]);
        actions.push(Action::new(
            format!("drop {vertex}"),
            needs,
            vec![token.is_true(), held.is_false()],
        ));
    }
    let wanted = (side + missing..2 * side).map(|one| Fluent::new(one).is_true());
    let goal = wanted.chain([held.is_false()]);
    Task::new(TaskParts {
        fluents: (0..=vertices).map(|one| format!("f{one}")).collect(),
        actions,
        start: (missing..side).map(Fluent::new).collect(),
        goal: goal.map(GoalConstraint::Literal).collect(),
        ..TaskParts::default()
    })
    .unwrap()
}

#[test]
fn counting_refutes_no_task_that_has_a_plan_and_shows_nothing_of_others() {
    let stop = Stop::default();
    let (mut refuted, mut solvable, mut missed, mut spoiled, mut still) = (0, 0, 0, 0, 0);
    let mut full = 0;
    let mut certificates: Vec<ClosedSet<String>> = Vec::new();
    for seed in 0..seeds() {
        let task = if seed.is_multiple_of(4) {
            side_by_side(seed)
        } else {
            tokens(seed)
        };
        let has_plan = has_plan(&task);
        let (bare, checked) = raced(task, TestedEngine::Counted);
        let is_accepted = |set: ClosedSet<String>| {
            let certificate = Certificate::<NoReason>::ClosedSet(Box::new(set));
            certificate.check(&bare.0, &bare, &stop).is_ok()
        };
        let Some(checked) = checked else {
            solvable += u32::from(has_plan);
            missed += u32::from(!has_plan);
            // A certificate of another task must be rejected for this solvable task, even if another fact is kept.
            let mut random = Random::new(seed);
            for stored in certificates.iter().rev().take(20).filter(|_| has_plan) {
                let mut other = stored.clone();
                if random.below(2) == 0 {
                    let fact = format!("f{}", random.below(bare.0.fluents().len()));
                    projection(&mut other).kept.push(fact);
                }
                assert!(!is_accepted(other), "seed {seed}");
            }
            continue;
        };
        assert!(!has_plan, "seed {seed}");
        refuted += 1;
        let Certificate::ClosedSet(stored) = checked.certificate().clone() else {
            panic!("{:?}", checked.certificate());
        };
        assert!(is_accepted((*stored).clone()), "seed {seed}");
        // Certificates with another number or other facts must be rejected unless they are true.
        let change = |change: &dyn Fn(&mut ClosedSet<String>)| {
            let mut other = (*stored).clone();
            change(&mut other);
            is_accepted(other)
        };
        assert!(!change(&|it| projection(it).at_least += 1), "seed {seed}");
        assert!(!change(&|it| {
            let projection = projection(it);
            projection.counted.push(projection.counted[0].clone());
        }));
        for unknown in [
            |it: &mut Projection<String>| it.counted[0] = "nothing".to_owned(),
            |it: &mut Projection<String>| it.kept[0] = "nothing".to_owned(),
        ] {
            assert!(!change(&|it| unknown(projection(it))));
        }
        let count = stored.count();
        assert!(!change(&|it| it.states = States::Visited(count + 1)));
        assert!(!change(&|it| it.states = States::Visited(count - 1)));
        // Without the projection, the certificate claims that the task has this number of states.
        let is_so = reachable(&bare.0).len() == count;
        assert_eq!(change(&|it| it.reductions.clear()), is_so, "seed {seed}");
        full += u32::from(is_so);
        let mut one = (*stored).clone();
        for place in 0..projection(&mut one).counted.len() {
            spoiled += 1;
            still += u32::from(change(&|it| {
                projection(it).counted.remove(place);
            }));
        }
        certificates.push(*stored);
    }
    assert!(
        refuted > 30
            && solvable > 50
            && spoiled > 100
            && still < spoiled / 10
            && full < refuted / 2,
        "{refuted} {solvable} {missed} {spoiled} {still} {full}"
    );
}

fn projection<F>(set: &mut ClosedSet<F>) -> &mut Projection<F> {
    match &mut set.reductions[..] {
        [Reduction::Projection(projection)] => projection,
        _ => panic!("there is another reduction"),
    }
}

#[test]
fn counted_facts_that_are_none_and_checks_that_are_stopped_show_nothing() {
    let mut tasks = (0..seeds()).map(tokens);
    let task = tasks.find(|task| !has_plan(task)).unwrap();
    let (stop, counting) = (Stop::default(), counting_invariant(&task).unwrap());
    let close = |kept: &[Fluent], states, stop: &Stop| {
        let projection = Projection {
            kept: kept.to_vec(),
            at_least: counting.0,
            counted: counting.1.clone(),
        };
        let set = ClosedSet {
            reductions: vec![Reduction::Projection(projection)],
            ..ClosedSet::visited(states)
        };
        set.check(&task, stop).map_err(|why| why.to_string())
    };
    let kept: Vec<Fluent> = task.fluent_ids().collect();
    let no_number = close(&kept, usize::MAX, &stop).unwrap_err();
    let count = no_number.rsplit(' ').next().unwrap().parse().unwrap();
    assert!(close(&kept, count, &stop).is_ok(), "{no_number}");
    let refused = close(&[Fluent::new(999)], count, &stop).unwrap_err();
    assert_eq!(
        refused,
        "a reduction names a fact that its task does not have"
    );
    // Too few facts are kept to see that the goal is unreachable.
    let refused = close(&[], 1, &stop).unwrap_err();
    assert!(refused.contains("is a goal"), "{refused}");
    stop.request();
    let stopped = close(&kept, count, &stop).unwrap_err();
    assert!(stopped.contains("was not finished"), "{stopped}");
}

/// Returns random factors, such that each fact is in at most one of them.
fn random_factors(task: &Task, random: &mut Random) -> Vec<Vec<Fluent>> {
    let mut factors = vec![Vec::new(); 1 + random.below(4)];
    for fact in task.fluent_ids() {
        if let Some(factor) = factors.get_mut(random.below(6)) {
            factor.push(fact);
        }
    }
    factors.retain(|factor| !factor.is_empty());
    factors
}

/// Returns a random task whose actions cost from 0 to 2.
fn priced(seed: u64) -> Task {
    let mut random = Random::new(seed ^ 0xd0);
    task(seed).with_costs(|_| random.below(3) as u64)
}

#[test]
fn dominating_states_have_plans_of_at_most_the_same_cost() {
    let (mut pairs, mut dearer) = (0, 0);
    for seed in 0..seeds() {
        let task = priced(seed);
        let factors = random_factors(&task, &mut Random::new(seed));
        let Ok(dominance) = Dominance::of(&task, &factors, &Stop::default()) else {
            continue;
        };
        let states = reachable(&task).into_keys();
        let states = states.map(|state| (bits::from_values(&state), cheapest(&task, &state)));
        let states: Vec<(Vec<u64>, u64)> = states.take(60).collect();
        for (better, least) in &states {
            assert!(dominance.knows(better));
            for (worse, most) in states.iter().filter(|(worse, _)| worse != better) {
                let patterns = |state| dominance.patterns(state).unwrap();
                if dominance.rigid(better) == dominance.rigid(worse)
                    && dominance.is_as_good(&patterns(better), &patterns(worse))
                {
                    pairs += 1;
                    dearer += u32::from(least < most);
                    assert!(least <= most, "seed {seed}");
                }
            }
        }
    }
    assert!(pairs > 300 && dearer > 50, "{pairs} {dearer}");
}

#[test]
fn bounds_with_fronts_are_those_of_every_state() {
    let stop = Stop::default();
    let (mut plans, mut none, mut refused, mut smaller) = (0, 0, 0, 0);
    for seed in 0..seeds() {
        let task = priced(seed);
        let least = cheapest(&task, task.start());
        let factors = match seed % 3 {
            0 => super::budgets::factors(&task),
            _ => random_factors(&task, &mut Random::new(seed)),
        };
        let Ok(dominance) = Dominance::of(&task, &factors, &stop) else {
            continue;
        };
        if dominance.is_equality() || factors.is_empty() {
            continue;
        }
        let front = DominanceTable::new(dominance, factors);
        let mut search = AStar::with_front(&task, front, seed.is_multiple_of(2));
        let mut best = INFINITE;
        let closed = loop {
            match search.turn(&mut Budget::unlimited(&stop)).unwrap() {
                Turn::Plan(plan, _) => {
                    let plan = plan.into_actions();
                    assert!(is_plan(&task, &plan), "seed {seed}");
                    let cost = cost_of(&task, &plan);
                    assert!(cost >= least && cost < best, "seed {seed}");
                    best = cost;
                }
                Turn::Bound(certificate, _) => {
                    let (bound, closed) = closed_of(&task, certificate);
                    if bound == best {
                        break Some(closed);
                    }
                }
                Turn::Paused => {}
                Turn::Done(_) => break None,
                turn => panic!("{turn:?}"),
            }
        };
        assert_eq!(best, least, "seed {seed}");
        plans += u32::from(least < INFINITE);
        none += u32::from(least == INFINITE);
        let Some(closed) = closed else {
            continue;
        };
        assert_eq!(check(&closed, &task, least, &stop), Ok(()), "seed {seed}");
        smaller += u32::from(closed.count() < reachable(&task).len());
        if least < INFINITE {
            assert!(
                check(&closed, &task, least + 1, &stop).is_err(),
                "seed {seed}"
            );
        }
        // If a set is accepted for another task or with one change, its bound must be true.
        let mut random = Random::new(seed ^ 0x5b);
        for _ in 0..8 {
            let mut set = closed.clone();
            let States::Listed(listing) = &mut set.states else {
                panic!("{set:?}");
            };
            let spoiled = &mut listing.states;
            let state = random.below(spoiled.count().max(1));
            match random.below(3) {
                _ if spoiled.count() == 0 => {}
                0 => spoiled.costs[state] += 1,
                1 => spoiled.words[state] ^= 1 << random.below(task.fluents().len().min(64)),
                _ => spoiled.factors = random_factors(&task, &mut random),
            }
            let other = priced(seed + random.below(2) as u64);
            let is_refused = check(&set, &other, least, &stop).is_err();
            assert!(
                is_refused || cheapest(&other, other.start()) >= least,
                "seed {seed}"
            );
            refused += u32::from(is_refused);
        }
    }
    assert!(
        plans > 20 && none > 20 && refused > 200 && smaller > 20,
        "{plans} {none} {refused} {smaller}"
    );
}
