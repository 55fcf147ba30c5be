//! Tests of the bounds of small tasks. Each possible defect of a bound must be rejected.

use super::{
    Budget, ClosedList, Cut, CutShare, Dominance, Listing, Potential, WithoutBudgets, check_cuts,
};
use crate::certificate::{ClosedSet, Reason, States};
use crate::domain::{CheckError, Cost, INFINITE};
use crate::random_task::{
    Changed as _, go, is, is_not, refuses, refuses_with, small_parts, small_task, with_pairs,
};
use crate::task::{Action, Fluent, GoalConstraint, Group, GroupKind, Literal, Task, TaskParts};
use saut_base::stop::{Stop, StopReason};
use serde_json::{Value, json};

const fn share(cut: u32, share: u64) -> CutShare {
    CutShare { cut, share }
}

/// Checks listed states as a closed set that has no other reasons.
trait Shown {
    fn check(&self, task: &Task, bound: Cost, stop: &Stop) -> Result<(), CheckError>;
}

impl Shown for ClosedList {
    fn check(&self, task: &Task, bound: Cost, stop: &Stop) -> Result<(), CheckError> {
        let set = ClosedSet::listed(task, bound, Vec::new(), self.clone());
        set.check(task, stop).map(drop)
    }
}

const NO_START: &str = "the initial state is not among the states at cost 0";

fn fluent(number: usize) -> Fluent {
    Fluent::new(number)
}

fn costing(cost: u64, action: Action) -> Action {
    Action { cost, ..action }
}

/// Returns a task with three places in a row. The steps to the right have these costs. The step back from the middle is
/// free.
fn row(costs: [u64; 2]) -> Task {
    let steps = [
        costing(costs[0], go(0, 1)),
        costing(costs[1], go(1, 2)),
        costing(0, go(1, 0)),
    ];
    let places = Group {
        fluents: (0..3).map(fluent).collect(),
        kind: GroupKind::ExactlyOne,
    };
    Task::new(TaskParts {
        groups: vec![places],
        ..small_parts(3, steps, &[0], &[is(2)])
    })
    .unwrap()
}

fn beyond(literals: &[Literal]) -> Cut {
    literals.to_vec()
}

#[test]
fn a_potential_function_bounds_states_and_a_wrong_one_is_rejected() {
    let task = row([3, 4]);
    let check = |scale, weights: &[i64]| {
        let weights = weights.to_vec();
        Potential { scale, weights }.check(&task)
    };
    let best = check(1, &[-3, 0, 4]).unwrap();
    assert_eq!([1, 2, 4].map(|state| best.bound(&[state])), [7, 4, 0]);
    // Half a unit is rounded up.
    assert_eq!(check(2, &[0, 0, 7]).unwrap().bound(&[1]), 4);
    // Each of these weight functions rises by more than the cost of some step.
    for weights in [
        [-4, 0, 4],
        [-3, 0, 5],
        [1, 0, 4],
        [0, 0, i64::from(i32::MAX)],
    ] {
        refuses_with(check(1, &weights), " may change the weight by ");
    }
    // With scale 0, no action may raise the weight, and every state that weighs less than the goal is a dead end.
    assert_eq!(check(0, &[0, 0, 0]).unwrap().bound(&[1]), 0);
    assert!(check(0, &[-1, 0, 0]).is_err());
    assert_eq!(check(0, &[2, 2, 2]).unwrap().bound(&[0]), INFINITE);
    assert_eq!(check(0, &[2, 2, 2]).unwrap().bound(&[1]), 0);
    refuses(check(1, &[i64::MIN, 0, 0]), "the weights are too large");
    refuses(check(1, &[0, 0]), "there are 2 weights, but 3 fluents");
}

#[test]
fn cuts_add_up_and_every_fault_is_reported() {
    let task = row([3, 4]);
    let cuts = [beyond(&[is(1), is(2)]), beyond(&[is(2)])];
    let check = |shares: &[CutShare]| check_cuts(&task, &cuts, shares);
    assert_eq!(check(&[share(0, 3), share(1, 4)]), Ok(7));
    assert_eq!(check(&[share(1, 4)]), Ok(4));
    assert_eq!(check(&[]), Ok(0));
    for wrong in [
        &[share(0, 4)][..],
        &[share(0, 2), share(0, 2)],
        &[share(1, u64::MAX)],
    ] {
        refuses_with(check(wrong), " total more than its cost");
    }
    refuses(
        check(&[share(2, 0)]),
        "state 0 names cut 2, but there are only 2 cuts",
    );
    let start = [beyond(&[is(0), is(2)])];
    refuses(
        check_cuts(&task, &start, &[share(0, 0)]),
        "state 0 is beyond cut 0",
    );
    let stop = Stop::default();
    stop.request();
    let stopped = super::cut::CheckedCuts::new(&task, &start, &stop).err();
    assert_eq!(stopped, Some(CheckError::Stopped(StopReason::Interrupted)));
    let one = |literals: &[Literal]| check_cuts(&task, &[beyond(literals)], &[]);
    refuses(one(&[is(1)]), "the goal requires nothing beyond cut 0");
    refuses(
        one(&[is(2), is(3)]),
        "cut 0 names fluent 3, but the task has only 3 fluents",
    );
}

#[test]
fn a_cut_that_nothing_crosses_is_a_dead_end() {
    let task = row([3, 4]);
    let bound =
        |task: &Task, literals: &[Literal]| check_cuts(task, &[beyond(literals)], &[share(0, 0)]);
    assert_eq!(bound(&task, &[is(1), is(2)]), Ok(0));
    let nowhere = task.with_start(&[false; 3]);
    assert_eq!(bound(&nowhere, &[is(0), is(1), is(2)]), Ok(INFINITE));
}

#[test]
fn a_disjunctive_goal_exceeds_the_bound_if_all_parts_do() {
    let any = GoalConstraint::AnyOf(vec![is(1), is(2)]);
    let task = row([3, 4]).with_goal(vec![any]).unwrap();
    let bound = |literals: &[Literal]| check_cuts(&task, &[beyond(literals)], &[share(0, 3)]);
    assert_eq!(bound(&[is(1), is(2)]), Ok(3));
    refuses(bound(&[is(2)]), "the goal requires nothing beyond cut 0");
}

/// Returns a list in which the start and the middle are inner states.
fn closed() -> ClosedList {
    let mut closed = ClosedList::default();
    closed.add(&[0b001], 0, &[]);
    closed.add(&[0b010], 3, &[]);
    closed
}

#[test]
fn closed_states_prove_exactly_the_cost_of_the_cheapest_plan() {
    let (task, stop) = (row([3, 4]), Stop::default());
    assert_eq!(closed().check(&task, 7, &stop), Ok(()));
    assert_eq!(closed().check(&task, 0, &stop), Ok(()));
    for more in [8, INFINITE] {
        let open = "go-1-2 leads from state 1 to a state that is not in the set at this cost";
        refuses(closed().check(&task, more, &stop), open);
    }
    let mut goal = closed();
    goal.add(&[0b100], 7, &[]);
    assert_eq!(goal.check(&task, 7, &stop), Ok(()));
    refuses(goal.check(&task, 8, &stop), "state 2 is a goal at cost 7");
}

#[test]
fn every_fault_of_closed_states_is_reported() {
    let (task, stop) = (row([3, 4]), Stop::default());
    let wrong = |change: fn(&mut ClosedList), fact: &str| {
        let mut wrong = closed();
        change(&mut wrong);
        refuses(wrong.check(&task, 7, &stop), fact);
    };
    wrong(|it| it.costs[0] = 1, NO_START);
    wrong(|it| it.words[0] = 0b100, NO_START);
    // The first change claims a higher cost than was paid. The second claims a cost that is too low to reach the bound.
    // Its free step back is permitted, because it leads to a state with an even lower cost.
    wrong(
        |it| it.costs[1] = 4,
        "go-0-1 leads from state 0 to a state that is not in the set at this cost",
    );
    wrong(
        |it| it.costs[1] = 2,
        "go-1-2 leads from state 1 to a state that is not in the set at this cost",
    );
    wrong(
        |it| it.words[1] = 0b001,
        "state 1 is not a state of the task, or is listed twice",
    );
    wrong(
        |it| it.add(&[0b1001], 0, &[]),
        "state 2 is not a state of the task, or is listed twice",
    );
    let no_list = "costs, states and ends of shares differ in number";
    wrong(|it| it.words.push(0), no_list);
    wrong(|it| it.costs.push(0), no_list);
    wrong(
        |it| it.shares.push(share(0, 0)),
        "there are shares after the last state",
    );
    wrong(
        |it| it.ends = vec![1, 0],
        "the shares of a state end before they begin",
    );
    stop.request();
    let stopped = closed().check(&task, 7, &stop);
    assert_eq!(stopped, Err(CheckError::Stopped(StopReason::Interrupted)));
}

#[test]
fn leaves_are_bounded_by_cuts_and_unlisted_states_by_potentials() {
    let (task, stop) = (row([3, 4]), Stop::default());
    let mut leaf = ClosedList::default();
    leaf.add(&[0b001], 0, &[]);
    leaf.cuts = vec![beyond(&[is(2)])];
    leaf.add(&[0b010], 3, &[share(0, 4)]);
    assert_eq!(leaf.check(&task, 7, &stop), Ok(()));
    refuses(
        leaf.check(&task, 8, &stop),
        "at state 1, the cuts prove only the bound 7",
    );
    let with_reason = |bound, states: &ClosedList| {
        let reason = Reason::weights(1, &[0, 0, 4]);
        let set = ClosedSet::listed(&task, bound, vec![reason], states.clone());
        set.check(&task, &stop).map(drop)
    };
    let mut alone = ClosedList::default();
    assert_eq!(with_reason(4, &alone), Ok(()));
    refuses(with_reason(5, &alone), NO_START);
    alone.add(&[0b001], 0, &[]);
    assert_eq!(with_reason(7, &alone), Ok(()));
    assert!(with_reason(8, &alone).is_err());
}

#[test]
fn sums_beyond_all_numbers_stay_finite() {
    let (dear, stop) = (row([u64::MAX, u64::MAX]), Stop::default());
    let mut closed = closed();
    closed.costs[1] = INFINITE - 1;
    assert_eq!(closed.check(&dear, INFINITE - 1, &stop), Ok(()));
    // A cost that overflows does not prove infeasibility.
    assert!(closed.check(&dear, INFINITE, &stop).is_err());
    closed.costs[1] = INFINITE;
    assert!(closed.check(&dear, INFINITE, &stop).is_err());
    let cuts = [beyond(&[is(1), is(2)]), beyond(&[is(2)])];
    let shares = [share(0, u64::MAX), share(1, u64::MAX)];
    assert_eq!(check_cuts(&dear, &cuts, &shares), Ok(INFINITE - 1));
}

#[test]
fn a_listing_is_read_back_whatever_the_order_of_the_facts() {
    let task = row([3, 4]);
    let mut states = closed();
    states.cuts = vec![beyond(&[is(2), is_not(0)])];
    states.add(&[0b110], 5, &[share(0, 4), share(0, 1)]);
    let listing = Listing {
        facts: task.fluents().to_vec(),
        states: states.clone(),
    };
    let document = serde_json::to_value(&listing).unwrap();
    let texts = json!({
        "facts": ["f0", "f1", "f2"], "cuts": [[3, -1]], "states": ["0:01", "3:02", "5:06 0:4 0:1"],
    });
    assert_eq!(document, texts);
    let read = |document: &Value| serde_json::from_value::<Listing<String>>(document.clone());
    assert_eq!(read(&document).unwrap(), listing);
    // The states are in the order of the task, regardless of the order of the facts in the document.
    let turned = json!({
        "facts": ["f2", "f1", "f0"], "cuts": [[1, -3]], "states": ["0:04", "3:02", "5:03 0:4 0:1"],
    });
    let in_order = |facts: &[usize], listing: &Listing<String>| {
        let facts: Vec<Fluent> = facts.iter().map(|&fact| fluent(fact)).collect();
        let states = listing.states.in_order(&task, &facts);
        states.map(std::borrow::Cow::into_owned)
    };
    let reversed = read(&turned).unwrap();
    assert_eq!(in_order(&[2, 1, 0], &reversed), Ok(states));
    refuses(
        in_order(&[2, 1, 1], &reversed),
        "the fact f1 is listed twice",
    );
    refuses(
        in_order(&[2, 1], &reversed),
        "the fact f0 of the ground task is not listed",
    );
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut wrong = turned.clone();
        change(&mut wrong);
        read(&wrong).unwrap_err().to_string()
    };
    for cut in [0, 4, -4, i64::MIN, i64::MAX] {
        assert!(refused(&|it| it["cuts"][0][0] = cut.into()).contains("cut"));
    }
    let short = [
        "", "0", "0:", "0:1", "0:011", "0:+1", "0:08", "x:01", "-1:01", "0:01 ",
    ];
    let long = ["0:01 1", "0:01 0:-1", "0:0é", "18446744073709551616:01"];
    for state in short.into_iter().chain(long) {
        let why = refused(&|it| it["states"][2] = state.into());
        assert!(why.contains("state 2"), "{state}: {why}");
    }
}

#[test]
fn mutexes_of_the_goal_count_with_its_weight() {
    // Every state with the prize is paid for. The goal does not mention the payment, but the mutexes imply it.
    let (paid, prize) = (0, 1);
    let get = Action::new("get", [is_not(paid), is_not(prize)], [is(paid), is(prize)]);
    let task = with_pairs(small_task(2, [get], &[], &[is(prize)]));
    assert!(task.pairs().unwrap().exclude(is(prize), is_not(paid)));
    // The action does not raise the weight, and the prize without the payment would weigh 5.
    let weights = vec![-5, 5];
    let checked = Potential { scale: 1, weights }.check(&task).unwrap();
    assert_eq!(checked.bound(&[0]), 0);
    for reason in [Reason::weights(0, &[-5, 5]), Reason::residue(3, &[-5, 5])] {
        let set = ClosedSet::of_reason(reason);
        assert!(set.check(&task, &Stop::default()).is_err(), "{set:?}");
    }
}

/// Returns a task with two steps to the right that burn one and two units of fuel. The tank initially holds `tank`
/// units, and there are levels up to three.
fn drive(tank: usize) -> Task {
    let mut actions = Vec::new();
    for (from, taken) in [(0, 1), (1, 2)] {
        for before in taken..=3 {
            let mut action = go(from, from + 1);
            action.preconditions.push(is(3 + before));
            let after = before - taken;
            action.effects.extend([is_not(3 + before), is(3 + after)]);
            actions.push(action);
        }
    }
    small_task(7, actions, &[0, 3 + tank], &[is(2)])
}

fn costs(task: &Task) -> Vec<u64> {
    task.actions().iter().map(|one| one.cost).collect()
}

fn fuel() -> Budget {
    Budget {
        levels: (0..4)
            .map(|amount| (fluent(3 + amount), amount as u64))
            .collect(),
    }
}

#[test]
fn without_a_budget_its_consumption_is_the_cost() {
    let without = WithoutBudgets::of(&drive(2), &[fuel()]).unwrap();
    assert_eq!(costs(&without.task), [1, 2]);
    assert_eq!(without.limit, 2);
    assert_eq!(without.task.fluents(), ["f0", "f1", "f2"]);
    // Every plan spends three units.
    let mut closed = ClosedList::default();
    closed.add(&[0b001], 0, &[]);
    closed.add(&[0b010], 1, &[]);
    let stop = Stop::default();
    assert_eq!(closed.check(&without.task, 3, &stop), Ok(()));
    let enough = WithoutBudgets::of(&drive(3), &[fuel()]).unwrap();
    assert_eq!(enough.limit, 3);
    assert!(closed.check(&enough.task, 4, &stop).is_err());
}

/// Asserts that the levels of some budget are rejected.
#[track_caller]
fn is_no_budget(reduced: Result<WithoutBudgets, CheckError>) {
    let refused = reduced.unwrap_err().to_string();
    assert!(refused.starts_with("budget "), "{refused}");
}

#[test]
fn every_reason_against_a_budget_is_reported() {
    let refused = |task: &Task, budgets: &[Budget]| {
        is_no_budget(WithoutBudgets::of(task, budgets));
    };
    let changed = |change: fn(&mut Vec<(Fluent, u64)>)| {
        let mut budget = fuel();
        change(&mut budget.levels);
        refused(&drive(2), &[budget]);
    };
    changed(|levels| levels[0].1 = 3);
    changed(|levels| levels[2].0 = fluent(7));
    changed(|levels| levels[2].0 = fluent(1));
    changed(|levels| levels.truncate(0));
    changed(|levels| levels.push((fluent(3), 0)));
    changed(|levels| levels.push((fluent(1), 0)));
    changed(|levels| {
        levels.remove(2);
    });
    refused(&drive(2), &[fuel(), fuel()]);
    // If an action deletes a level and adds no other, it takes the whole remaining amount.
    let without = |levels: &[(usize, u64)]| {
        let levels = levels.iter().map(|&(it, amount)| (fluent(it), amount));
        let budget = Budget {
            levels: levels.collect(),
        };
        let without = WithoutBudgets::of(&drive(2), &[budget]).unwrap();
        (without.limit, costs(&without.task))
    };
    assert_eq!(without(&[(4, 1), (5, 2), (6, 3)]), (2, vec![1, 1, 2, 2]));
    // These actions violate the budget: a pump, a leak, a spare can, and two ways to make two levels true.
    for (needs, effects) in [
        (&[is(4)][..], &[is_not(4), is(5)][..]),
        (&[], &[is_not(4)]),
        (&[], &[is(4)]),
        (&[is(4)], &[is(3)]),
        (&[], &[is_not(4), is(3)]),
    ] {
        let odd = Action::new("odd", needs.to_vec(), effects.to_vec());
        let actions = drive(2)
            .actions()
            .iter()
            .cloned()
            .chain([odd])
            .collect::<Vec<_>>();
        refused(&small_task(7, actions, &[0, 5], &[]), &[fuel()]);
    }
}

/// Returns a task with two places, a truck that burns `burnt` units per trip, and a parcel to be delivered from the
/// first to the second place.
fn delivery(burnt: u64) -> Task {
    let mut actions = Vec::new();
    for place in 0..2 {
        actions.push(costing(burnt, go(place, 1 - place)));
        let (lies, is_in) = (2 + place, 4);
        for mut action in [go(lies, is_in), go(is_in, lies)] {
            action.preconditions.push(is(place));
            actions.push(costing(0, action));
        }
    }
    small_task(5, actions, &[0, 2], &[is(3)])
}

/// Returns the places of the truck, and the places of the parcel.
fn factors() -> Vec<Vec<Fluent>> {
    vec![vec![fluent(0), fluent(1)], (2..5).map(fluent).collect()]
}

#[test]
fn a_loaded_parcel_dominates_a_misplaced_one() {
    let dominance = Dominance::of(&delivery(3), &factors(), &Stop::default()).unwrap();
    let is_as_good = |better: u64, worse: u64| {
        let patterns = |state: u64| dominance.patterns(&[state]).unwrap();
        assert!(dominance.knows(&[better]) && dominance.knows(&[worse]));
        dominance.rigid(&[better]) == dominance.rigid(&[worse])
            && dominance.is_as_good(&patterns(better), &patterns(worse))
    };
    // From the highest bit: parcel in the truck, at place 1, at place 0; truck at place 1, at place 0.
    let (lies, is_in, done) = (0b00101, 0b10001, 0b01001);
    assert!(is_as_good(is_in, lies) && is_as_good(done, is_in) && is_as_good(done, lies));
    assert!(!is_as_good(lies, is_in) && !is_as_good(is_in, done) && !is_as_good(lies, done));
    // The truck is elsewhere, or the parcel is nowhere.
    assert!(!is_as_good(0b10010, is_in));
    assert!(!dominance.knows(&[0b00001]));
    // If loading costs something, a parcel can no longer be loaded for free, but a parcel in the truck is still as
    // good.
    let dear = delivery(3).with_costs(|_| 1);
    let dominance = Dominance::of(&dear, &factors(), &Stop::default()).unwrap();
    let patterns = |state: u64| dominance.patterns(&[state]).unwrap();
    assert!(dominance.is_as_good(&patterns(is_in), &patterns(lies)));
}

#[test]
fn states_are_closed_up_to_dominance() {
    let stop = Stop::default();
    // The parcel is loaded immediately and unloaded at its destination.
    let mut closed = ClosedList {
        factors: factors(),
        ..ClosedList::default()
    };
    closed.add(&[0b10001], 0, &[]);
    closed.add(&[0b10010], 3, &[]);
    assert_eq!(closed.check(&delivery(3), 3, &stop), Ok(()));
    // There is a plan of cost 3.
    let open = "go-4-3 leads from state 1 to a state that is not in the set at this cost";
    refuses(closed.check(&delivery(3), 4, &stop), open);
    // With a cheaper truck the plan costs less than 3.
    let cheap = closed.check(&delivery(2), 3, &stop);
    assert!(cheap.is_err(), "{cheap:?}");
    let refused = |change: fn(&mut ClosedList)| {
        let mut changed = closed.clone();
        change(&mut changed);
        let checked = changed.check(&delivery(3), 3, &stop);
        assert!(checked.is_err(), "{changed:?}");
    };
    refused(|it| it.factors.clear());
    refused(|it| it.factors.truncate(1));
    refused(|it| it.factors.push(vec![fluent(4)]));
    refused(|it| it.factors.push(vec![fluent(5)]));
    refused(|it| it.factors[0].push(fluent(0)));
    refused(|it| it.costs[0] = 1);
    refused(|it| it.words[0] = 0b10010);
    refused(|it| it.words[1] = 0b00010);
    refused(|it| it.words[1] = 0b10011);
    // Reasons cannot be combined with factors.
    let task = delivery(3);
    let mut set = ClosedSet::listed(&task, 3, vec![Reason::weights(1, &[])], closed.clone());
    assert!(set.check(&task, &stop).is_err());
    set.reasons.clear();
    assert!(set.check(&task, &stop).is_ok());
    // The JSON form of the listing contains the factors.
    let set = set.named(&task);
    let document = serde_json::to_value(set.listing().unwrap()).unwrap();
    assert_eq!(document["factors"], json!([[1, 2], [3, 4, 5]]));
    let read = |document: Value| serde_json::from_value::<Listing<String>>(document);
    assert_eq!(read(document.clone()).unwrap().states, closed);
    for fact in [0, 6, -1] {
        let mut other = document.clone();
        other["factors"][0][0] = fact.into();
        assert!(read(other).is_err());
    }
}

#[test]
fn a_bought_fact_counts_like_its_price() {
    // The goods cost two coins, and the action that achieves the goal uses them up.
    let (goods, used, coins) = (0, 1, |left: usize| 2 + left);
    let task = |start: usize| {
        let buy = |before: usize| {
            let mut action = go(coins(before), coins(before - 2));
            action.effects.push(is(goods));
            action
        };
        let actions = [go(goods, used), buy(2), buy(3)];
        small_task(6, actions, &[coins(start)], &[is(used)])
    };
    let money = Budget {
        levels: (0..4)
            .map(|left| (fluent(coins(left)), left as u64))
            .collect(),
    };
    let goods = |worth: u64| Budget {
        levels: vec![(fluent(0), worth)],
    };
    let without = WithoutBudgets::of(&task(1), &[money.clone(), goods(2)]).unwrap();
    assert_eq!(costs(&without.task), [2]);
    assert_eq!((without.task.fluents().len(), without.limit), (1, 1));
    let mut closed = ClosedList::default();
    closed.add(&[0], 0, &[]);
    assert_eq!(closed.check(&without.task, 2, &Stop::default()), Ok(()));
    // With two coins there is a plan.
    let rich = WithoutBudgets::of(&task(2), &[money.clone(), goods(2)]).unwrap();
    let spent = closed.check(&rich.task, rich.limit + 1, &Stop::default());
    assert!(spent.is_err());
    // Goods must not be worth more than they cost, and must have a cost.
    for budgets in [vec![money, goods(3)], vec![goods(1)]] {
        is_no_budget(WithoutBudgets::of(&task(1), &budgets));
    }
    // The goods may exist initially.
    let there = task(0).with_start(&[true, false, true, false, false, false]);
    let without = WithoutBudgets::of(&there, &[goods(0)]).unwrap();
    assert_eq!(without.limit, 0);
}

#[test]
fn a_visit_reaches_every_state_and_rejects_a_goal() {
    let (task, stop) = (row([3, 4]), Stop::default());
    refuses(
        ClosedList::reachable(&task, &stop),
        "state 2 is a goal at cost 0",
    );
    let nowhere = GoalConstraint::AnyOf(Vec::new());
    let without = task.clone().with_goal(vec![nowhere]).unwrap();
    let closed = ClosedList::reachable(&without, &stop).unwrap();
    assert_eq!(closed.words, [0b001, 0b010, 0b100]);
    let visited = |count| ClosedSet::visited(count).check(&without, &stop);
    assert!(visited(3).is_ok());
    refuses(
        visited(2),
        "the certificate claims 2 states, but there are more",
    );
    refuses(
        visited(4),
        "the certificate claims 4 states, but there are 3",
    );
    assert_eq!(closed.check(&without, INFINITE, &stop), Ok(()));
    stop.request();
    assert_eq!(
        ClosedList::reachable(&without, &stop),
        Err(CheckError::Stopped(StopReason::Interrupted))
    );
}

#[test]
fn a_visit_expands_the_cheapest_state_first() {
    let stop = Stop::default();
    // The middle is reached directly for 5, or by a detour for 2. From there, the goal costs 4.
    let [start, detour, middle, goal] = [0, 1, 2, 3];
    let actions = [
        costing(5, go(start, middle)),
        costing(1, go(start, detour)),
        costing(1, go(detour, middle)),
        costing(4, go(middle, goal)),
    ];
    let task = small_task(4, actions, &[start], &[is(goal)]);
    let check = |bound, count| {
        let set = ClosedSet {
            bound,
            ..ClosedSet::visited(count)
        };
        set.check(&task, &stop).map(drop)
    };
    assert_eq!(check(6, 3), Ok(()));
    // In breadth-first order, the middle would cost 5 and the goal 9.
    refuses(check(7, 4), "state 3 is a goal at cost 6");
    assert_eq!(check(2, 2), Ok(()));
    assert!(check(2, 3).is_err() && check(6, 2).is_err());
    let kept = ClosedSet {
        states: States::Kept {
            count: 3,
            file: None,
            sha256: None,
        },
        ..ClosedSet::visited(0)
    };
    let fact = "the states were not kept; plan again with --proof FILE";
    refuses(kept.check(&task, &stop), fact);
}
