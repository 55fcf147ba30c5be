//! Random tasks of several alike objects against a visit of every state; permutations that are none, and documents
//! moved to tasks with plans.

use super::{Orbits, interchangeable};
use crate::Verdict;
use crate::bound::{ClosedOrbits, DeadEnds, RejectedBound, Symmetries, Trap};
use crate::certificate::{Certificate, Checked, StoredStates};
use crate::dead_ends::projections::Projections;
use crate::dead_ends::search::{DeadEndSearch, Found};
use crate::domain::{Domain, NoReason};
use crate::engine::Slot;
use crate::packed::PackedTask;
use crate::plan::Plan;
use crate::race::any_plan;
use crate::random::Random;
use crate::random_task::{Bare, random_task, reachable};
use crate::settings::Settings;
use crate::stop::Stop;
use crate::task::{Action, Fluent, GoalConstraint, Group, Literal, Pairs, Task, TaskParts};

/// Number of random tasks that are tried.
fn seeds() -> u64 {
    let asked = std::env::var("SAUT_RANDOM_TASKS");
    let asked = asked.ok().and_then(|number| number.parse().ok());
    asked.unwrap_or(300)
}

/// A random task whose facts belong to one of some objects each, or to all together. Actions are the same for all
/// objects, some but for the last; the start is not.
fn alike(seed: u64) -> Task {
    let plain = random_task(seed);
    let mut random = Random::new(seed ^ 0xa11ce);
    let (fluents, objects) = (plain.fluents().len(), 2 + random.below(2));
    let is_shared: Vec<bool> = (0..fluents).map(|_| random.below(4) == 0).collect();
    let mut names = Vec::new();
    let mut place = vec![vec![0; objects]; fluents];
    for (fluent, places) in place.iter_mut().enumerate() {
        for (object, place) in places.iter_mut().enumerate() {
            if is_shared[fluent] && object == 0 {
                names.push(format!("f{fluent}"));
            } else if !is_shared[fluent] {
                names.push(format!("f{fluent}(o{object})"));
            }
            *place = names.len() - 1;
        }
    }
    let of = |fluent: Fluent, object: usize| Fluent::new(place[fluent.index()][object]);
    let all = |literals: &[Literal], object: usize| -> Vec<Literal> {
        let moved = literals.iter().map(|literal| Literal {
            fluent: of(literal.fluent, object),
            ..*literal
        });
        moved.collect()
    };
    let mut actions = Vec::new();
    for action in plain.actions() {
        let is_odd = random.below(6) == 0;
        for object in 0..objects - usize::from(is_odd) {
            let needs = all(&action.preconditions, object);
            let effects = all(&action.effects, object);
            actions.push(Action::new(
                format!("{}(o{object})", action.name),
                needs,
                effects,
            ));
        }
    }
    let mut goal = Vec::new();
    for wish in plain.goal() {
        for object in 0..objects {
            goal.push(match wish {
                GoalConstraint::Literal(one) => GoalConstraint::Literal(all(&[*one], object)[0]),
                GoalConstraint::AnyOf(any) => GoalConstraint::AnyOf(all(any, object)),
                GoalConstraint::AtMostOne(some) => {
                    GoalConstraint::AtMostOne(some.iter().map(|&one| of(one, object)).collect())
                }
            });
        }
    }
    let mut start: Vec<Fluent> = Vec::new();
    for object in 0..objects {
        let is_moved = random.below(3) == 0;
        let own = plain.fluent_ids();
        let own =
            own.filter(|one| plain.start()[one.index()] != (is_moved && random.below(2) == 0));
        start.extend(own.map(|one| of(one, object)));
    }
    start.sort_unstable();
    start.dedup();
    let task = Task::new(TaskParts {
        fluents: names,
        actions,
        start,
        goal,
        ..TaskParts::default()
    });
    let groups = plain.groups().iter().flat_map(|group| {
        (0..objects).map(|object| Group {
            fluents: group.fluents.iter().map(|&one| of(one, object)).collect(),
            kind: group.kind,
        })
    });
    let task = task.unwrap().with_provable_groups(groups);
    let pairs = Pairs::find(task.transitions(), usize::MAX, &|| false);
    task.with_provable_pairs(pairs)
}

fn has_plan(task: &Task) -> bool {
    reachable(task).keys().any(|state| task.is_goal(state))
}

/// Result of the search up to symmetries, if there is no plan; its plan is replayed.
fn refuted(task: &Task, symmetries: &Symmetries) -> Option<ClosedOrbits> {
    let stop = Stop::default();
    let checked = symmetries.check(task, &stop).unwrap();
    let mut search = DeadEndSearch::up_to(checked.task(), Orbits::new(symmetries));
    loop {
        match search.run(&stop, u64::MAX, &mut |_| false) {
            Found::Plan(plan) => {
                let replayed = Bare(task.clone()).replay(Plan::sequential(plan));
                assert!(replayed.is_ok(), "{replayed:?}");
                return None;
            }
            Found::Closed(reasons) => {
                return Some(ClosedOrbits {
                    kept: None,
                    counting: None,
                    symmetries: symmetries.clone(),
                    reasons: *reasons,
                });
            }
            Found::More => {}
            Found::Done(why) => panic!("{why:?}"),
        }
    }
}

#[test]
fn a_task_up_to_its_symmetries_is_solved_or_refuted_and_the_check_agrees() {
    let stop = Stop::default();
    let (mut with_symmetries, mut solved, mut refutations, mut with_states) = (0, 0, 0, 0);
    for seed in 0..seeds() {
        let task = alike(seed);
        let symmetries = interchangeable(&task, &stop);
        if symmetries.generators.is_empty() {
            continue;
        }
        with_symmetries += 1;
        let Some(orbits) = refuted(&task, &symmetries) else {
            assert!(has_plan(&task), "seed {seed}");
            solved += 1;
            continue;
        };
        assert!(!has_plan(&task), "seed {seed}");
        refutations += 1;
        let count = orbits.close(&task, &stop).unwrap();
        with_states += u32::from(count > 1);
        let checked = Checked::<NoReason>::closed_orbits(&task, &orbits, &stop).unwrap();
        let Certificate::ClosedStates(stored) = checked.certificate().clone() else {
            panic!("it has another kind");
        };
        let bare = Bare(task);
        let of = |stored: StoredStates| Certificate::<NoReason>::ClosedStates(Box::new(stored));
        assert!(
            of((*stored).clone()).check(&bare, &stop).is_ok(),
            "seed {seed}"
        );
        let count = stored.count + 1;
        let other = of(StoredStates { count, ..*stored });
        assert!(other.check(&bare, &stop).is_err());
    }
    assert!(
        with_symmetries > 100 && solved > 20 && refutations > 20 && with_states > 10,
        "{with_symmetries} {solved} {refutations} {with_states}"
    );
}

#[test]
fn projections_of_alike_objects_are_searched_up_to_their_symmetries() {
    let settings = Settings {
        threads: std::num::NonZeroUsize::new(1),
        ..Settings::default()
    };
    let (mut refutations, mut with_both) = (0, 0);
    for seed in 0..seeds() {
        let bare = Bare(alike(seed));
        let table = vec![Slot::new(Projections::new(&bare, None))];
        let answer = any_plan(&bare, table, &settings).unwrap();
        let has_plan = has_plan(&bare.0);
        match answer.verdict {
            Verdict::Infeasible(checked) => {
                assert!(!has_plan, "seed {seed}");
                refutations += 1;
                let read = checked.certificate().clone();
                if let Certificate::ClosedStates(stored) = &read {
                    with_both += u32::from(stored.kept.is_some() && stored.symmetries.is_some());
                }
                assert!(read.check(&bare, &Stop::default()).is_ok(), "seed {seed}");
            }
            Verdict::Solved(_) => assert!(has_plan, "seed {seed}"),
            Verdict::Undecided(_) => {}
        }
    }
    assert!(
        refutations > 20 && with_both > 5,
        "{refutations} {with_both}"
    );
}

#[test]
fn one_state_stands_for_its_images() {
    // Three lamps that can be lit and put out: eight states, four up to symmetry, and two of three must differ.
    let lamp = Fluent::new;
    let mut actions = Vec::new();
    for at in 0..3 {
        let lit = lamp(at).is_true();
        actions.push(Action::new(format!("light{at}"), [!lit], [lit]));
        actions.push(Action::new(format!("quench{at}"), [lit], [!lit]));
    }
    let never = lamp(3).is_true();
    let parts = TaskParts {
        fluents: ["lit(a)", "lit(b)", "lit(c)", "never"]
            .map(str::to_owned)
            .to_vec(),
        actions,
        start: vec![lamp(1)],
        goal: vec![GoalConstraint::Literal(never)],
        ..TaskParts::default()
    };
    let (task, stop) = (Task::new(parts).unwrap(), Stop::default());
    let symmetries = interchangeable(&task, &stop);
    assert_eq!(symmetries.generators.len(), 2);
    let orbits = ClosedOrbits {
        symmetries,
        ..ClosedOrbits::default()
    };
    assert_eq!(orbits.close(&task, &stop), Ok(4));
    assert_eq!(DeadEnds::default().close(&task, &stop), Ok(8));
}

/// Some permutation of some facts.
fn any_permutation(task: &Task, random: &mut Random) -> Vec<Vec<Fluent>> {
    let mut all: Vec<Fluent> = task.fluent_ids().collect();
    random.shuffle(&mut all);
    let first = 2 + random.below(2);
    let rest = all.split_off(first.min(all.len()));
    let mut cycles = vec![all];
    if random.below(3) == 0 && rest.len() > 1 {
        cycles.push(rest[..2].to_vec());
    }
    cycles
}

/// The same with one permutation changed, one more, or other dead ends.
fn spoiled(task: &Task, orbits: &ClosedOrbits, random: &mut Random) -> ClosedOrbits {
    let mut spoiled = orbits.clone();
    let symmetries = &mut spoiled.symmetries;
    let number = random.below(symmetries.generators.len().max(1));
    match random.below(6) {
        0 => symmetries.generators.push(any_permutation(task, random)),
        1 => {
            if let Some(generator) = symmetries.generators.get_mut(number) {
                generator.pop();
            }
        }
        2 => {
            let other = Fluent::new(random.below(task.fluents().len()));
            if let Some(cycle) = symmetries
                .generators
                .get_mut(number)
                .and_then(|it| it.first_mut())
            {
                cycle[0] = other;
            }
        }
        3 => symmetries.generators = vec![any_permutation(task, random)],
        4 => {
            spoiled.reasons.traps.pop();
        }
        _ => {
            let count = 1 + random.below(3);
            let literals = 2 * task.fluents().len();
            let literal = |_| Literal::of_index(random.below(literals));
            let literals = (0..count).map(literal).collect();
            let pairs = Vec::new();
            spoiled.reasons.traps.push(Trap { literals, pairs });
        }
    }
    let listed = |random: &mut Random| {
        let mut facts: Vec<Fluent> = task.fluent_ids().collect();
        random.shuffle(&mut facts);
        facts
    };
    if random.below(4) > 0 {
        spoiled.symmetries.facts = listed(random);
    }
    spoiled
}

#[test]
fn no_permutations_and_no_dead_ends_refute_a_task_that_has_a_plan() {
    let stop = Stop::default();
    let (mut no_symmetry, mut other, mut harmless, mut with_plan) = (0, 0, 0, 0);
    for seed in 0..seeds() {
        let task = alike(seed);
        let symmetries = interchangeable(&task, &stop);
        let has_plan = has_plan(&task);
        let mut random = Random::new(seed);
        let orbits = if has_plan {
            with_plan += 1;
            ClosedOrbits {
                symmetries,
                ..ClosedOrbits::default()
            }
        } else {
            refuted(&task, &symmetries).unwrap()
        };
        for _ in 0..30 {
            match spoiled(&task, &orbits, &mut random).close(&task, &stop) {
                Ok(_) => {
                    assert!(!has_plan, "seed {seed}");
                    harmless += 1;
                }
                Err(RejectedBound::NoSymmetry(_)) => no_symmetry += 1,
                Err(_) => other += 1,
            }
        }
        if has_plan {
            continue;
        }
        // The same document for another start, or one action more.
        let mut start: Vec<bool> = task.start().to_vec();
        for value in &mut start {
            *value ^= random.below(4) == 0;
        }
        let twin = task.clone().with_start(&start);
        let is_accepted = orbits.close(&twin, &stop).is_ok();
        assert!(!is_accepted || !self::has_plan(&twin), "seed {seed}");
    }
    assert!(
        no_symmetry > 500 && other > 500 && harmless > 100 && with_plan > 20,
        "{no_symmetry} {other} {harmless} {with_plan}"
    );
}

#[test]
fn what_is_proved_of_the_start_alone_is_not_used_for_images() {
    // Coin b can be seen from below, coin a cannot; each is turned once it is seen. From the image of the start it is
    // the other way round.
    let [seen_a, seen_b, ready] = [0, 1, 2].map(Fluent::new);
    let turn = |name: &str, seen: Fluent| Action::new(name, [seen.is_true()], [ready.is_true()]);
    let goal = vec![GoalConstraint::Literal(ready.is_true())];
    let parts = TaskParts {
        fluents: ["seen(a)", "seen(b)", "ready"].map(str::to_owned).to_vec(),
        actions: vec![turn("turn(a)", seen_a), turn("turn(b)", seen_b)],
        start: vec![seen_b],
        goal,
        ..TaskParts::default()
    };
    let task = Task::new(parts).unwrap();
    let pairs = Pairs::find(task.transitions(), usize::MAX, &|| false);
    let (task, stop) = (task.with_provable_pairs(pairs), Stop::default());
    assert!(
        task.pairs()
            .unwrap()
            .exclude(seen_a.is_true(), seen_a.is_true())
    );
    let symmetries = interchangeable(&task, &stop);
    assert_eq!(symmetries.generators.len(), 1);
    // A trap that rests on "a is never seen" holds in the image of the start, from which the goal is reached.
    let trap = Trap {
        literals: vec![seen_b.is_true(), ready.is_true()],
        pairs: Vec::new(),
    };
    assert!(trap.clone().check(&task).is_ok());
    let orbits = ClosedOrbits {
        symmetries,
        reasons: DeadEnds {
            traps: vec![trap],
            ..DeadEnds::default()
        },
        ..ClosedOrbits::default()
    };
    let why = orbits.close(&task, &stop).unwrap_err();
    assert!(matches!(why, RejectedBound::NoTrap(_)), "{why:?}");
}

#[test]
fn permutations_that_are_none_are_refused_and_a_limit_is_no_refusal() {
    let stop = Stop::default();
    let mut tasks = (0..seeds()).map(alike);
    let task = tasks.find(|task| !interchangeable(task, &stop).generators.is_empty());
    let task = task.unwrap();
    let good = interchangeable(&task, &stop);
    let refused = |symmetries: Symmetries| {
        let why = symmetries.check(&task, &stop);
        assert!(matches!(why, Err(RejectedBound::NoSymmetry(_))), "{why:?}");
    };
    let mut far = good.clone();
    far.facts.push(Fluent::new(999));
    refused(far);
    let mut twice = good.clone();
    twice.facts.push(good.facts[0]);
    refused(twice);
    let mut unlisted = good.clone();
    unlisted.facts.pop();
    refused(unlisted);
    let mut again = good.clone();
    again.generators[0].push(good.generators[0][0].clone());
    refused(again);
    stop.request();
    let why = good.check(&task, &stop);
    assert!(
        matches!(why, Ok(_) | Err(RejectedBound::Unfinished(_))),
        "{why:?}"
    );
}

#[test]
fn images_are_ordered_as_the_check_orders_them() {
    let stop = Stop::default();
    for seed in 0..seeds() {
        let task = alike(seed);
        let symmetries = interchangeable(&task, &stop);
        let (orbits, checked) = (Orbits::new(&symmetries), symmetries.check(&task, &stop));
        let checked = checked.unwrap();
        for state in reachable(&task).into_keys() {
            let (mut one, mut other) = (PackedTask::pack(&state), PackedTask::pack(&state));
            orbits.put_in_order(&mut one);
            checked.put_in_order(&mut other);
            assert_eq!(one, other, "seed {seed}");
        }
    }
}
