//! Bounds of one small task, with each thing that can be wrong with them.

use super::{
    BoundingStates, Budget, Cut, CutShare, Dominance, Listing, Potential, WithoutBudgets,
    check_cuts,
};
use crate::certificate::{ClosedSet, Reason, States};
use crate::domain::{CheckError, Cost, INFINITE};
use crate::random_task::Changed as _;
use crate::task::{
    Action, Fluent, GoalConstraint, Group, GroupKind, Literal, Pairs, Task, TaskParts,
};
use saut_base::stop::{Stop, StopReason};
use serde_json::{Value, json};

const fn share(cut: u32, share: u64) -> CutShare {
    CutShare { cut, share }
}

/// States without other reasons.
trait Shown {
    fn check(&self, task: &Task, bound: Cost, stop: &Stop) -> Result<(), CheckError>;
}

impl Shown for BoundingStates {
    fn check(&self, task: &Task, bound: Cost, stop: &Stop) -> Result<(), CheckError> {
        let set = ClosedSet::listed(task, bound, Vec::new(), self.clone());
        set.check(task, stop).map(drop)
    }
}

const NO_START: &str = "the start is not among the states at cost 0";

fn rejected<T>(fact: &str) -> Result<T, CheckError> {
    Err(CheckError::rejected(fact))
}

fn fluent(number: usize) -> Fluent {
    Fluent::new(number)
}

/// Three places in a row; steps to the right cost these, the step back from the middle costs nothing.
fn row(costs: [u64; 2]) -> Task {
    let step = |from: usize, to: usize, cost: u64| {
        let (from, to) = (fluent(from), fluent(to));
        let effects = [from.is_false(), to.is_true()];
        let name = format!("go-{}-{}", from.index(), to.index());
        Action {
            cost,
            ..Action::new(name, [from.is_true()], effects)
        }
    };
    let places = (0..3).map(fluent).collect();
    Task::new(TaskParts {
        fluents: (0..3).map(|place| format!("at-{place}")).collect(),
        actions: vec![step(0, 1, costs[0]), step(1, 2, costs[1]), step(1, 0, 0)],
        start: vec![fluent(0)],
        goal: vec![GoalConstraint::Literal(fluent(2).is_true())],
        groups: vec![Group {
            fluents: places,
            kind: GroupKind::ExactlyOne,
        }],
        ..TaskParts::default()
    })
    .unwrap()
}

fn beyond(literals: &[Literal]) -> Cut {
    Cut {
        beyond: literals.to_vec(),
    }
}

#[test]
fn a_potential_function_bounds_states_and_one_that_is_off_is_refused() {
    let task = row([3, 4]);
    let check = |scale, weights: [i64; 3]| {
        let weights = weights.to_vec();
        Potential { scale, weights }.check(&task)
    };
    let best = check(1, [-3, 0, 4]).unwrap();
    assert_eq!(
        [0b001, 0b010, 0b100].map(|state| best.bound(&[state])),
        [7, 4, 0]
    );
    // The half of a unit is rounded up.
    assert_eq!(check(2, [0, 0, 7]).unwrap().bound(&[1]), 4);
    // One more than a step costs, and one more than the step back, which costs nothing.
    for weights in [
        [-4, 0, 4],
        [-3, 0, 5],
        [1, 0, 4],
        [0, 0, i64::from(i32::MAX)],
    ] {
        let refused = check(1, weights).unwrap_err();
        assert!(
            refused.to_string().contains("may change the weight by"),
            "{weights:?}: {refused}"
        );
    }
    // Of scale 0 no action may raise the weight, and what weighs less than the goal is dead.
    assert_eq!(check(0, [0, 0, 0]).unwrap().bound(&[1]), 0);
    assert!(check(0, [-1, 0, 0]).is_err());
    assert_eq!(check(0, [2, 2, 2]).unwrap().bound(&[0]), INFINITE);
    assert_eq!(check(0, [2, 2, 2]).unwrap().bound(&[1]), 0);
    let far = [i64::MIN, 0, 0];
    assert_eq!(check(1, far), rejected("the weights are too large"));
    let short = Potential {
        scale: 1,
        weights: vec![0; 2],
    };
    assert_eq!(
        short.check(&task),
        rejected("there are 2 weights for 3 fluents")
    );
}

#[test]
fn cuts_add_up_and_each_thing_wrong_with_them_is_told() {
    let task = row([3, 4]);
    let (middle, end) = (fluent(1).is_true(), fluent(2).is_true());
    let cuts = [beyond(&[middle, end]), beyond(&[end])];
    let check = |shares: &[CutShare]| check_cuts(&task, &cuts, shares);
    assert_eq!(check(&[share(0, 3), share(1, 4)]), Ok(7));
    assert_eq!(check(&[share(1, 4)]), Ok(4));
    assert_eq!(check(&[]), Ok(0));
    for wrong in [
        vec![share(0, 4)],
        vec![share(0, 2), share(0, 2)],
        vec![share(1, u64::MAX)],
    ] {
        let refused = check(&wrong).unwrap_err();
        assert!(
            refused.to_string().contains("come to more than its cost"),
            "{refused}"
        );
    }
    assert_eq!(
        check(&[share(2, 0)]),
        rejected("state 0 names cut 2, and there are 2")
    );
    let start = [beyond(&[fluent(0).is_true(), end])];
    let refused = check_cuts(&task, &start, &[share(0, 0)]);
    assert_eq!(refused, rejected("state 0 is beyond cut 0"));
    let stop = Stop::default();
    stop.request();
    let stopped = super::cut::CheckedCuts::new(&task, &start, &stop).err();
    assert_eq!(stopped, Some(CheckError::Stopped(StopReason::Interrupted)));
    let no_goal = check_cuts(&task, &[beyond(&[middle])], &[]);
    assert_eq!(no_goal, rejected("the goal wants nothing beyond cut 0"));
    let other = check_cuts(&task, &[beyond(&[end, fluent(3).is_true()])], &[]);
    assert_eq!(other, rejected("cut 0 names fluent 3, and there are 3"));
}

#[test]
fn a_cut_that_nothing_crosses_is_a_dead_end() {
    let mut task = row([3, 4]);
    let (middle, end) = (fluent(1).is_true(), fluent(2).is_true());
    let cuts = [beyond(&[middle, end])];
    assert_eq!(check_cuts(&task, &cuts, &[share(0, 0)]), Ok(0));
    task = task.with_start(&[false, false, false]);
    assert_eq!(
        check_cuts(
            &task,
            &[beyond(&[fluent(0).is_true(), middle, end])],
            &[share(0, 0)]
        ),
        Ok(INFINITE)
    );
}

#[test]
fn a_choice_in_the_goal_is_beyond_if_all_of_it_is() {
    let (middle, end) = (fluent(1).is_true(), fluent(2).is_true());
    let task = row([3, 4]).with_goal(vec![GoalConstraint::AnyOf(vec![middle, end])]);
    let task = task.unwrap();
    assert_eq!(
        check_cuts(&task, &[beyond(&[middle, end])], &[share(0, 3)]),
        Ok(3)
    );
    let part = check_cuts(&task, &[beyond(&[end])], &[share(0, 3)]);
    assert_eq!(part, rejected("the goal wants nothing beyond cut 0"));
}

/// The start and the middle are inner states.
fn closed() -> BoundingStates {
    let mut closed = BoundingStates::default();
    closed.add(&[0b001], 0, &[]);
    closed.add(&[0b010], 3, &[]);
    closed
}

#[test]
fn closed_states_show_the_cost_of_the_cheapest_plan_and_no_more() {
    let (task, stop) = (row([3, 4]), Stop::default());
    assert_eq!(closed().check(&task, 7, &stop), Ok(()));
    assert_eq!(closed().check(&task, 0, &stop), Ok(()));
    for more in [8, INFINITE] {
        let refused = closed().check(&task, more, &stop).unwrap_err();
        assert!(
            refused
                .to_string()
                .contains("leads from state 1 to one that is not bounded"),
            "{refused}"
        );
    }
    let mut goal = closed();
    goal.add(&[0b100], 7, &[]);
    assert_eq!(goal.check(&task, 7, &stop), Ok(()));
    let refused = goal.check(&task, 8, &stop);
    assert_eq!(refused, rejected("state 2 is a goal at cost 7"));
}

#[test]
fn each_thing_wrong_with_closed_states_is_told() {
    let (task, stop) = (row([3, 4]), Stop::default());
    let refused = |change: fn(&mut BoundingStates)| {
        let mut wrong = closed();
        change(&mut wrong);
        wrong.check(&task, 7, &stop).unwrap_err()
    };
    assert_eq!(
        refused(|it| it.costs[0] = 1),
        CheckError::rejected(NO_START)
    );
    assert_eq!(
        refused(|it| it.words[0] = 0b100),
        CheckError::rejected(NO_START)
    );
    // Whoever says that more was paid than was.
    let dear = refused(|it| it.costs[1] = 4);
    assert!(
        dear.to_string()
            .contains("leads from state 0 to one that is not bounded")
    );
    // The free step back leads to a state that was paid less for.
    let cheap = refused(|it| it.costs[1] = 2);
    assert!(
        cheap
            .to_string()
            .contains("leads from state 1 to one that is not bounded")
    );
    assert_eq!(
        refused(|it| it.words[1] = 0b001),
        CheckError::rejected("state 1 is no state of the task, or stands there twice")
    );
    let far = refused(|it| it.add(&[0b1001], 0, &[]));
    assert_eq!(
        far,
        CheckError::rejected("state 2 is no state of the task, or stands there twice")
    );
    for shape in [
        refused(|it| it.words.push(0)),
        refused(|it| it.costs.push(0)),
        refused(|it| it.shares.push(share(0, 0))),
        refused(|it| it.ends = vec![1, 0]),
    ] {
        assert!(matches!(shape, CheckError::Rejected(_)), "{shape}");
    }
    stop.request();
    let stopped = closed().check(&task, 7, &stop);
    assert_eq!(stopped, Err(CheckError::Stopped(StopReason::Interrupted)));
}

#[test]
fn a_leaf_is_bounded_by_its_cuts_and_what_is_not_there_by_potentials() {
    let (task, stop) = (row([3, 4]), Stop::default());
    let mut leaf = BoundingStates::default();
    leaf.add(&[0b001], 0, &[]);
    leaf.cuts = vec![beyond(&[fluent(2).is_true()])];
    leaf.add(&[0b010], 3, &[share(0, 4)]);
    assert_eq!(leaf.check(&task, 7, &stop), Ok(()));
    let refused = leaf.check(&task, 8, &stop);
    assert_eq!(refused, rejected("at state 1 it comes to 7 only"));
    let with_reason = |bound, states: &BoundingStates| {
        let reason = Reason::weights(1, &[0, 0, 4]);
        let set = ClosedSet::listed(&task, bound, vec![reason], states.clone());
        set.check(&task, &stop).map(drop)
    };
    let mut alone = BoundingStates::default();
    assert_eq!(with_reason(4, &alone), Ok(()));
    assert_eq!(with_reason(5, &alone), rejected(NO_START));
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
    // What has no room is no infeasibility.
    assert!(closed.check(&dear, INFINITE, &stop).is_err());
    closed.costs[1] = INFINITE;
    assert!(closed.check(&dear, INFINITE, &stop).is_err());
    let cuts = [
        beyond(&[fluent(1).is_true(), fluent(2).is_true()]),
        beyond(&[fluent(2).is_true()]),
    ];
    let shares = [share(0, u64::MAX), share(1, u64::MAX)];
    assert_eq!(check_cuts(&dear, &cuts, &shares), Ok(INFINITE - 1));
}

#[test]
fn a_listing_is_read_back_whatever_the_order_of_the_facts() {
    let task = row([3, 4]);
    let mut states = closed();
    states.cuts = vec![beyond(&[fluent(2).is_true(), fluent(0).is_false()])];
    states.add(&[0b110], 5, &[share(0, 4), share(0, 1)]);
    let names = |names: [&str; 3]| names.map(str::to_owned).to_vec();
    let facts = names(["at-0", "at-1", "at-2"]);
    let listing = Listing {
        facts,
        states: states.clone(),
    };
    let document = serde_json::to_value(&listing).unwrap();
    let texts = json!({
        "facts": ["at-0", "at-1", "at-2"], "cuts": [[3, -1]], "states": ["0:01", "3:02", "5:06 0:4 0:1"],
    });
    assert_eq!(document, texts);
    let read = |document: &Value| serde_json::from_value::<Listing<String>>(document.clone());
    assert_eq!(read(&document).unwrap(), listing);
    // As the task has them, whatever the order of the facts.
    let turned = json!({
        "facts": ["at-2", "at-1", "at-0"], "cuts": [[1, -3]], "states": ["0:04", "3:02", "5:03 0:4 0:1"],
    });
    let in_order = |facts: &[usize], listing: &Listing<String>| {
        let facts: Vec<Fluent> = facts.iter().map(|&fact| fluent(fact)).collect();
        let states = listing.states.in_order(&task, &facts);
        states.map(std::borrow::Cow::into_owned)
    };
    let reversed = read(&turned).unwrap();
    assert_eq!(in_order(&[2, 1, 0], &reversed), Ok(states));
    assert_eq!(
        in_order(&[2, 1, 1], &reversed),
        rejected("the fact at-1 is listed twice")
    );
    assert_eq!(
        in_order(&[2, 1], &reversed),
        rejected("the fact at-0 of the ground task is not listed")
    );
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut wrong = turned.clone();
        change(&mut wrong);
        read(&wrong).unwrap_err().to_string()
    };
    for cut in [0, 4, -4, i64::MIN, i64::MAX] {
        assert!(refused(&|it| it["cuts"][0][0] = cut.into()).contains("cut"));
    }
    for state in [
        "",
        "0",
        "0:",
        "0:1",
        "0:011",
        "0:+1",
        "0:08",
        "x:01",
        "-1:01",
        "0:01 ",
        "0:01 1",
        "0:01 0:-1",
        "0:0é",
        "18446744073709551616:01",
    ] {
        let why = refused(&|it| it["states"][2] = state.into());
        assert!(why.contains("state 2"), "{state}: {why}");
    }
}

#[test]
fn what_pairs_say_of_the_goal_counts_with_its_weight() {
    // Whoever gets the prize has paid: the goal says nothing of it, but the pairs do.
    let (paid, prize) = (fluent(0), fluent(1));
    let needs = [paid.is_false(), prize.is_false()];
    let get = Action::new("get", needs, [paid.is_true(), prize.is_true()]);
    let task = Task::new(TaskParts {
        fluents: vec!["paid".to_owned(), "prize".to_owned()],
        actions: vec![get],
        goal: vec![GoalConstraint::Literal(prize.is_true())],
        ..TaskParts::default()
    });
    let task = task.unwrap();
    let pairs = Pairs::find(task.transitions(), usize::MAX, &Stop::default());
    let task = task.with_provable_pairs(pairs);
    assert!(
        task.pairs()
            .unwrap()
            .exclude(prize.is_true(), paid.is_false())
    );
    // The action raises nothing, and the goal does not weigh 5 alone.
    let weights = vec![-5, 5];
    let checked = Potential { scale: 1, weights }.check(&task).unwrap();
    assert_eq!(checked.bound(&[0]), 0);
    for reason in [Reason::weights(0, &[-5, 5]), Reason::residue(3, &[-5, 5])] {
        let set = ClosedSet::of_reason(reason);
        assert!(set.check(&task, &Stop::default()).is_err(), "{set:?}");
    }
}

/// Two steps to the right that burn one and two units of fuel; the tank holds so many units, and there are levels up to
/// three.
fn drive(tank: usize) -> Task {
    let level = |amount: usize| fluent(3 + amount);
    let mut actions = Vec::new();
    for (from, taken) in [(0, 1), (1, 2)] {
        for before in taken..=3 {
            let needs = [fluent(from).is_true(), level(before).is_true()];
            let effects = [
                fluent(from).is_false(),
                fluent(from + 1).is_true(),
                level(before).is_false(),
                level(before - taken).is_true(),
            ];
            actions.push(Action::new(format!("go-{from}-{before}"), needs, effects));
        }
    }
    let fluents = (0..3).map(|place| format!("at-{place}"));
    Task::new(TaskParts {
        fluents: fluents
            .chain((0..4).map(|it| format!("fuel-{it}")))
            .collect(),
        actions,
        start: vec![fluent(0), level(tank)],
        goal: vec![GoalConstraint::Literal(fluent(2).is_true())],
        ..TaskParts::default()
    })
    .unwrap()
}

fn fuel() -> Budget {
    Budget {
        levels: (0..4)
            .map(|amount| (fluent(3 + amount), amount as u64))
            .collect(),
    }
}

#[test]
fn without_a_budget_what_is_taken_from_it_is_the_cost() {
    let without = WithoutBudgets::of(&drive(2), &[fuel()]).unwrap();
    let costs: Vec<u64> = without
        .task()
        .actions()
        .iter()
        .map(|one| one.cost)
        .collect();
    assert_eq!(costs, [1, 2]);
    assert_eq!(without.limit(), 2);
    assert_eq!(without.task().fluents(), ["at-0", "at-1", "at-2"]);
    // Every plan spends three.
    let mut closed = BoundingStates::default();
    closed.add(&[0b001], 0, &[]);
    closed.add(&[0b010], 1, &[]);
    let stop = Stop::default();
    assert_eq!(closed.check(without.task(), 3, &stop), Ok(()));
    let enough = WithoutBudgets::of(&drive(3), &[fuel()]).unwrap();
    assert_eq!(enough.limit(), 3);
    assert!(closed.check(enough.task(), 4, &stop).is_err());
}

#[test]
fn each_thing_for_which_levels_are_no_budget_is_told() {
    let refused = |task: &Task, budgets: &[Budget]| {
        let why = WithoutBudgets::of(task, budgets).unwrap_err();
        assert!(why.to_string().starts_with("budget "), "{why}");
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
    // Where a level is left for none, all that was left is taken.
    let without = |levels: &[(usize, u64)]| {
        let levels = levels.iter().map(|&(it, amount)| (fluent(it), amount));
        let budget = Budget {
            levels: levels.collect(),
        };
        let without = WithoutBudgets::of(&drive(2), &[budget]).unwrap();
        let costs = without.task().actions().iter().map(|one| one.cost);
        (without.limit(), costs.collect::<Vec<u64>>())
    };
    assert_eq!(without(&[(4, 1), (5, 2), (6, 3)]), (2, vec![1, 1, 2, 2]));
    // A pump, a leak, a spare can, and a second needle.
    for (needs, effects) in [
        (
            vec![fluent(4).is_true()],
            vec![fluent(4).is_false(), fluent(5).is_true()],
        ),
        (vec![], vec![fluent(4).is_false()]),
        (vec![], vec![fluent(4).is_true()]),
        (vec![fluent(4).is_true()], vec![fluent(3).is_true()]),
        (vec![], vec![fluent(4).is_false(), fluent(3).is_true()]),
    ] {
        let mut actions = drive(2).actions().to_vec();
        actions.push(Action::new("odd", needs, effects));
        let parts = TaskParts {
            fluents: drive(2).fluents().to_vec(),
            actions,
            start: vec![fluent(0), fluent(5)],
            ..TaskParts::default()
        };
        refused(&Task::new(parts).unwrap(), &[fuel()]);
    }
}

/// Two places, a truck that burns so much on the way, and a parcel that is to come from the first to the second.
fn delivery(burnt: u64) -> Task {
    let (at, lies, is_in) = (|place| fluent(place), |place| fluent(2 + place), fluent(4));
    let mut actions = Vec::new();
    for place in 0..2 {
        let other = 1 - place;
        let drive = Action::new(
            format!("drive-{place}"),
            [at(place).is_true()],
            [at(place).is_false(), at(other).is_true()],
        );
        let load = Action::new(
            format!("load-{place}"),
            [at(place).is_true(), lies(place).is_true()],
            [lies(place).is_false(), is_in.is_true()],
        );
        let unload = Action::new(
            format!("unload-{place}"),
            [at(place).is_true(), is_in.is_true()],
            [is_in.is_false(), lies(place).is_true()],
        );
        actions.extend([drive, load, unload]);
    }
    let task = Task::new(TaskParts {
        fluents: ["at-0", "at-1", "lies-0", "lies-1", "in"]
            .map(str::to_owned)
            .to_vec(),
        actions,
        start: vec![at(0), lies(0)],
        goal: vec![GoalConstraint::Literal(lies(1).is_true())],
        ..TaskParts::default()
    })
    .unwrap();
    let costs: Vec<u64> = (0..6)
        .map(|action| if action % 3 == 0 { burnt } else { 0 })
        .collect();
    task.with_costs(|action| costs[action.index()])
}

/// The places of the truck, and those of the parcel.
fn factors() -> Vec<Vec<Fluent>> {
    vec![vec![fluent(0), fluent(1)], (2..5).map(fluent).collect()]
}

#[test]
fn a_parcel_in_the_truck_is_as_good_as_one_that_lies_where_it_is_not_wanted() {
    let dominance = Dominance::of(&delivery(3), &factors(), &Stop::default()).unwrap();
    let is_as_good = |better: u64, worse: u64| {
        let patterns = |state: u64| dominance.patterns(&[state]).unwrap();
        assert!(dominance.knows(&[better]) && dominance.knows(&[worse]));
        dominance.rigid(&[better]) == dominance.rigid(&[worse])
            && dominance.is_as_good(&patterns(better), &patterns(worse))
    };
    // From the highest bit: in the truck, lies at 1, lies at 0; the truck at 1, at 0.
    let (lies, is_in, done) = (0b00101, 0b10001, 0b01001);
    assert!(is_as_good(is_in, lies) && is_as_good(done, is_in) && is_as_good(done, lies));
    assert!(!is_as_good(lies, is_in) && !is_as_good(is_in, done) && !is_as_good(lies, done));
    // The truck elsewhere, and a parcel that is nowhere.
    assert!(!is_as_good(0b10010, is_in));
    assert!(!dominance.knows(&[0b00001]));
    // Where loading costs something, it makes nothing better for nothing; but what is in the truck still is.
    let dear = delivery(3).with_costs(|_| 1);
    let dominance = Dominance::of(&dear, &factors(), &Stop::default()).unwrap();
    let patterns = |state: u64| dominance.patterns(&[state]).unwrap();
    assert!(dominance.is_as_good(&patterns(is_in), &patterns(lies)));
}

#[test]
fn states_are_closed_up_to_dominance() {
    let stop = Stop::default();
    // The parcel is loaded at once, and unloaded where it is wanted.
    let mut closed = BoundingStates {
        factors: factors(),
        ..BoundingStates::default()
    };
    closed.add(&[0b10001], 0, &[]);
    closed.add(&[0b10010], 3, &[]);
    assert_eq!(closed.check(&delivery(3), 3, &stop), Ok(()));
    // A plan of cost 3.
    let goal = closed.check(&delivery(3), 4, &stop);
    assert!(
        goal.as_ref()
            .is_err_and(|why| why.to_string().contains("leads from state")),
        "{goal:?}"
    );
    // It is cheaper than that.
    let cheap = closed.check(&delivery(2), 3, &stop);
    assert!(cheap.is_err(), "{cheap:?}");
    let refused = |change: fn(&mut BoundingStates)| {
        let mut changed = closed.clone();
        change(&mut changed);
        assert!(
            changed.check(&delivery(3), 3, &stop).is_err(),
            "{changed:?}"
        );
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
    // With a reason.
    let task = delivery(3);
    let mut set = ClosedSet::listed(&task, 3, vec![Reason::weights(1, &[])], closed.clone());
    assert!(set.check(&task, &stop).is_err());
    set.reasons.clear();
    assert!(set.check(&task, &stop).is_ok());
    // As a document has it.
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
fn what_is_bought_and_waits_is_as_good_as_money() {
    // Goods for two coins, that are used up by what the goal wants.
    let coins = |left: usize| fluent(2 + left);
    let task = |start: usize| {
        let mut actions = vec![Action::new(
            "use",
            [fluent(0).is_true()],
            [fluent(0).is_false(), fluent(1).is_true()],
        )];
        for before in 2..4 {
            let effects = [
                coins(before).is_false(),
                coins(before - 2).is_true(),
                fluent(0).is_true(),
            ];
            let name = format!("buy-{before}");
            actions.push(Action::new(name, [coins(before).is_true()], effects));
        }
        Task::new(TaskParts {
            fluents: ["have", "used", "0", "1", "2", "3"]
                .map(str::to_owned)
                .to_vec(),
            actions,
            start: vec![coins(start)],
            goal: vec![GoalConstraint::Literal(fluent(1).is_true())],
            ..TaskParts::default()
        })
        .unwrap()
    };
    let money = Budget {
        levels: (0..4).map(|left| (coins(left), left as u64)).collect(),
    };
    let goods = |worth: u64| Budget {
        levels: vec![(fluent(0), worth)],
    };
    let without = WithoutBudgets::of(&task(1), &[money.clone(), goods(2)]).unwrap();
    let costs = without.task().actions().iter().map(|one| one.cost);
    assert_eq!(costs.collect::<Vec<u64>>(), [2]);
    assert_eq!((without.task().fluents().len(), without.limit()), (1, 1));
    let mut closed = BoundingStates::default();
    closed.add(&[0], 0, &[]);
    assert_eq!(closed.check(without.task(), 2, &Stop::default()), Ok(()));
    // With two coins there is a plan.
    let rich = WithoutBudgets::of(&task(2), &[money.clone(), goods(2)]).unwrap();
    assert!(
        closed
            .check(rich.task(), rich.limit() + 1, &Stop::default())
            .is_err()
    );
    // Goods that are worth more than was paid, and such that nothing is paid for.
    for budgets in [vec![money, goods(3)], vec![goods(1)]] {
        let why = WithoutBudgets::of(&task(1), &budgets).unwrap_err();
        assert!(why.to_string().starts_with("budget "), "{why}");
    }
    // They may be there at the start.
    let there = task(0).with_start(&[true, false, true, false, false, false]);
    let without = WithoutBudgets::of(&there, &[goods(0)]).unwrap();
    assert_eq!(without.limit(), 0);
}

#[test]
fn a_visit_reaches_every_state_and_refuses_a_goal() {
    let (task, stop) = (row([3, 4]), Stop::default());
    let goal = BoundingStates::reachable(&task, &stop);
    assert!(goal.unwrap_err().to_string().contains("is a goal"));
    let nowhere = GoalConstraint::AnyOf(Vec::new());
    let without = task.clone().with_goal(vec![nowhere]).unwrap();
    let closed = BoundingStates::reachable(&without, &stop).unwrap();
    assert_eq!(closed.words, [0b001, 0b010, 0b100]);
    assert_eq!(
        ClosedSet::visited(3).check(&without, &stop).map(drop),
        Ok(())
    );
    assert_eq!(
        ClosedSet::visited(2).check(&without, &stop).map(drop),
        rejected("it says 2 states, and there are more")
    );
    assert_eq!(
        ClosedSet::visited(4).check(&without, &stop).map(drop),
        rejected("it says 4 states, and there are 3")
    );
    assert_eq!(closed.check(&without, INFINITE, &stop), Ok(()));
    stop.request();
    assert_eq!(
        BoundingStates::reachable(&without, &stop),
        Err(CheckError::Stopped(StopReason::Interrupted))
    );
}

#[test]
fn a_visit_expands_the_cheapest_state_first() {
    let stop = Stop::default();
    // The middle is reached for 5 at once and for 2 by a detour; from there the goal costs 4.
    let [start, detour, middle, goal] = [0, 1, 2, 3].map(fluent);
    let walk = |from: Fluent, to: Fluent, cost: Cost| Action {
        cost,
        ..Action::new(
            format!("go-{}-{}", from.index(), to.index()),
            [from.is_true()],
            [from.is_false(), to.is_true()],
        )
    };
    let task = Task::new(TaskParts {
        fluents: (0..4).map(|place| format!("at-{place}")).collect(),
        actions: vec![
            walk(start, middle, 5),
            walk(start, detour, 1),
            walk(detour, middle, 1),
            walk(middle, goal, 4),
        ],
        start: vec![start],
        goal: vec![GoalConstraint::Literal(goal.is_true())],
        ..TaskParts::default()
    })
    .unwrap();
    let check = |bound, count| {
        let set = ClosedSet {
            bound,
            ..ClosedSet::visited(count)
        };
        set.check(&task, &stop).map(drop)
    };
    assert_eq!(check(6, 3), Ok(()));
    // Breadth first the middle would cost 5, and the goal 9.
    assert_eq!(check(7, 4), rejected("state 3 is a goal at cost 6"));
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
    assert!(kept.check(&task, &stop).is_err());
}
