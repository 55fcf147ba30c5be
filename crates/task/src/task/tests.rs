use super::{
    Action, Conditional, Fluent, GoalConstraint, Group, GroupKind, Literal, Task, TaskParts,
};
use saut_base::random::Random;

fn fluents(numbers: impl IntoIterator<Item = usize>) -> Vec<Fluent> {
    numbers.into_iter().map(Fluent::new).collect()
}

/// A token that can be moved from place 0 to 1 and on to 2.
fn walk() -> TaskParts {
    let [a, b, c] = [0, 1, 2].map(Fluent::new);
    TaskParts {
        fluents: ["a", "b", "c"].map(str::to_owned).to_vec(),
        actions: vec![
            Action::new("a-b", [a.is_true()], [a.is_false(), b.is_true()]),
            Action::new("b-c", [b.is_true()], [b.is_false(), c.is_true()]),
        ],
        start: vec![a],
        goal: vec![GoalConstraint::Literal(c.is_true())],
        ..TaskParts::default()
    }
}

#[test]
fn an_action_that_adds_and_deletes_a_fluent_adds_it() {
    let [a, b] = [0, 1].map(Fluent::new);
    let mut parts = walk();
    let effects = [
        a.is_true(),
        a.is_false(),
        b.is_false(),
        b.is_true(),
        b.is_true(),
    ];
    parts.actions[0] = Action::new("both", [b.is_false()], effects);
    let task = Task::new(parts).unwrap();
    assert_eq!(task.actions()[0].effects, [a.is_true(), b.is_true()]);
}

/// An action in normal form does what it did before: conditions are asked before anything changes, and a fluent that is
/// both deleted and added is added.
#[test]
fn a_normal_action_with_conditional_effects_does_what_it_did_before() {
    let (mut moved, mut conditional) = (0, 0);
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let literal = |random: &mut Random| Literal {
            fluent: Fluent::new(random.below(3)),
            value: random.below(2) == 0,
        };
        let some = |random: &mut Random, most: usize| -> Vec<Literal> {
            let count = random.below(most);
            (0..count).map(|_| literal(random)).collect()
        };
        let (needed, effects) = (some(&mut random, 3), some(&mut random, 3));
        let count = 1 + random.below(3);
        let under = (0..count).map(|_| Conditional {
            conditions: some(&mut random, 3),
            effect: literal(&mut random),
        });
        let under: Vec<Conditional> = under.collect();
        let given = Action::new("a", needed, effects).with_conditional(under);
        let Ok(task) = Task::new(TaskParts {
            fluents: (0..3).map(|n| format!("f{n}")).collect(),
            actions: vec![given.clone()],
            ..TaskParts::default()
        }) else {
            continue;
        };
        let action = &task.actions()[0];
        conditional += action.conditional.len();
        moved += action
            .conditional
            .iter()
            .filter(|one| one.conditions.is_empty())
            .count();
        for bits in 0..8 {
            let state: Vec<bool> = (0..3).map(|n| bits >> n & 1 == 1).collect();
            if !given.preconditions.iter().all(|one| one.holds(&state)) {
                assert!(!action.is_applicable(&state));
                continue;
            }
            let takes_place =
                |one: &&Conditional| one.conditions.iter().all(|one| one.holds(&state));
            let all = given.conditional.iter().filter(takes_place);
            let all = all
                .map(|one| one.effect)
                .chain(given.effects.iter().copied());
            let all: Vec<Literal> = all.collect();
            let mut wanted = state.clone();
            for value in [false, true] {
                for effect in all.iter().filter(|effect| effect.value == value) {
                    wanted[effect.fluent.index()] = value;
                }
            }
            let mut after = state.clone();
            action.apply(&mut after);
            assert_eq!(after, wanted, "seed {seed}: {given:?} {action:?}");
        }
    }
    assert!(conditional > 1000 && moved > 20, "{conditional} {moved}");
}

#[test]
fn an_effect_that_a_precondition_grants_is_no_effect() {
    let a = Fluent::new(0);
    let mut parts = walk();
    parts.actions[0] = Action::new("idle", [a.is_true()], [a.is_true()]);
    assert_eq!(Task::new(parts).unwrap().actions()[0].effects, []);
}

#[test]
fn a_precondition_that_contradicts_itself_is_refused() {
    let a = Fluent::new(0);
    let mut parts = walk();
    parts.actions[0] = Action::new("never", [a.is_true(), a.is_false()], []);
    let no = Task::new(parts).unwrap_err();
    assert!(no.to_string().contains("needs fluent 0 both"), "{no}");
}

#[test]
fn a_fluent_that_is_not_there_is_refused_wherever_it_is_named() {
    let far = Fluent::new(3);
    let spoilers: [fn(&mut TaskParts, Fluent); 5] = [
        |parts, far| parts.start.push(far),
        |parts, far| parts.goal.push(GoalConstraint::AtMostOne(vec![far])),
        |parts, far| parts.actions[1].effects.push(far.is_true()),
        |parts, far| parts.actions[1].preconditions.push(far.is_true()),
        |parts, far| parts.known.invariants.push(vec![far.is_true()]),
    ];
    for spoil in spoilers {
        let mut parts = walk();
        spoil(&mut parts, far);
        let no = Task::new(parts).unwrap_err();
        assert!(
            no.to_string().ends_with("names fluent 3, and there are 3"),
            "{no}"
        );
    }
}

#[test]
fn a_group_is_proved_or_refused() {
    let with = |members: &[usize], kind, change: fn(&mut TaskParts)| {
        let mut parts = walk();
        change(&mut parts);
        let fluents = fluents(members.iter().copied());
        parts.groups.push(Group { fluents, kind });
        Task::new(parts)
    };
    let unchanged = |_: &mut TaskParts| {};
    assert!(with(&[0, 1, 2], GroupKind::ExactlyOne, unchanged).is_ok());
    assert!(
        with(&[1, 2], GroupKind::AtMostOne, unchanged).is_err(),
        "a-b adds b, needs no other"
    );
    assert!(
        with(&[0, 1], GroupKind::ExactlyOne, unchanged).is_err(),
        "b-c leaves none"
    );
    assert!(with(&[0, 1], GroupKind::AtMostOne, unchanged).is_ok());
    assert!(
        with(&[0, 1, 2], GroupKind::ExactlyOne, |parts| parts
            .start
            .clear())
        .is_err()
    );
    let keeps_the_first = |parts: &mut TaskParts| {
        parts.actions[0].effects.remove(0);
    };
    assert!(with(&[0, 1, 2], GroupKind::AtMostOne, keeps_the_first).is_err());
}

#[test]
fn every_group_that_is_accepted_holds_in_every_reachable_state() {
    // All groups over random small tasks, against all their states.
    let mut random = saut_base::random::Random::new(7);
    let mut accepted = 0;
    for _ in 0..400 {
        let literal = |random: &mut saut_base::random::Random| {
            let fluent = Fluent::new(random.below(4));
            if random.below(3) > 0 {
                fluent.is_true()
            } else {
                fluent.is_false()
            }
        };
        let mut some = |most: usize| -> Vec<_> {
            (0..=random.below(most))
                .map(|_| literal(&mut random))
                .collect()
        };
        let actions = (0..3)
            .map(|n| Action::new(format!("a{n}"), some(2), some(3)))
            .collect();
        let parts = TaskParts {
            fluents: (0..4).map(|n| format!("f{n}")).collect(),
            actions,
            start: vec![Fluent::new(0)],
            ..TaskParts::default()
        };
        let Ok(task) = Task::new(parts.clone()) else {
            continue;
        };
        let mut states = vec![task.start().to_vec()];
        let mut next = 0;
        while next < states.len() {
            for action in task.actions() {
                let mut state = states[next].clone();
                if action.is_applicable(&state) {
                    action.apply(&mut state);
                    if !states.contains(&state) {
                        states.push(state);
                    }
                }
            }
            next += 1;
        }
        for members in 1..16_usize {
            for kind in [GroupKind::AtMostOne, GroupKind::ExactlyOne] {
                let group = Group {
                    fluents: fluents((0..4).filter(|n| members >> n & 1 == 1)),
                    kind,
                };
                if group.check(task.transitions()).is_err() {
                    continue;
                }
                accepted += 1;
                for state in &states {
                    let number = group.fluents.iter().filter(|f| state[f.index()]).count();
                    let holds = number == 1 || (number == 0 && kind == GroupKind::AtMostOne);
                    assert!(holds, "{group:?} {state:?} {task:?}");
                }
            }
        }
    }
    assert!(accepted > 100, "{accepted}");
}
