use super::{
    Action, Conditional, Fluent, GoalConstraint, Group, GroupKind, Literal, Task, TaskParts,
};
use crate::random_task::{all_states, go, is, is_not, reachable, small_parts};
use saut_base::random::Random;

fn fluents(numbers: impl IntoIterator<Item = usize>) -> Vec<Fluent> {
    numbers.into_iter().map(Fluent::new).collect()
}

/// Returns the parts of a task with a token that can be moved from place 0 to 1 and then to 2.
fn walk() -> TaskParts {
    small_parts(3, [go(0, 1), go(1, 2)], &[0], &[is(2)])
}

/// Returns the task of [`walk`] with another first action.
fn with_first(action: Action) -> TaskParts {
    let mut parts = walk();
    parts.actions[0] = action;
    parts
}

#[test]
fn an_action_that_adds_and_deletes_a_fluent_adds_it() {
    let effects = [is(0), is_not(0), is_not(1), is(1), is(1)];
    let task = Task::new(with_first(Action::new("both", [is_not(1)], effects))).unwrap();
    assert_eq!(task.actions()[0].effects, [is(0), is(1)]);
}

/// An action has the same effect after normalisation: conditions are evaluated before any fluent changes, and a fluent
/// that is both deleted and added becomes true.
#[test]
fn normalising_conditional_effects_keeps_their_result() {
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
        let Ok(task) = Task::new(small_parts(3, [given.clone()], &[], &[])) else {
            continue;
        };
        let action = &task.actions()[0];
        conditional += action.conditional.len();
        let conditional_ones = action.conditional.iter();
        moved += conditional_ones
            .filter(|one| one.conditions.is_empty())
            .count();
        for state in all_states(3) {
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
fn an_effect_granted_by_a_precondition_is_dropped() {
    let parts = with_first(Action::new("idle", [is(0)], [is(0)]));
    assert_eq!(Task::new(parts).unwrap().actions()[0].effects, []);
}

#[test]
fn a_precondition_that_contradicts_itself_is_rejected() {
    let parts = with_first(Action::new("never", [is(0), is_not(0)], []));
    let no = Task::new(parts).unwrap_err();
    assert!(
        no.to_string().contains("requires fluent 0 to be both"),
        "{no}"
    );
}

#[test]
fn an_unknown_fluent_is_rejected_everywhere() {
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
        let fact = "names fluent 3, but there are only 3 fluents";
        assert!(no.to_string().ends_with(fact), "{no}");
    }
}

#[test]
fn a_group_is_proved_or_rejected() {
    let is_proved = |members: &[usize], kind, change: fn(&mut TaskParts)| {
        let mut parts = walk();
        change(&mut parts);
        let fluents = fluents(members.iter().copied());
        parts.groups.push(Group { fluents, kind });
        Task::new(parts).is_ok()
    };
    let (most, one) = (GroupKind::AtMostOne, GroupKind::ExactlyOne);
    assert!(is_proved(&[0, 1, 2], one, |_| ()));
    assert!(is_proved(&[0, 1], most, |_| ()));
    // The first action adds 1 without requiring another member. The second action leaves no member true.
    assert!(!is_proved(&[1, 2], most, |_| ()));
    assert!(!is_proved(&[0, 1], one, |_| ()));
    assert!(!is_proved(&[0, 1, 2], one, |parts| parts.start.clear()));
    let keeps_the_first = |parts: &mut TaskParts| parts.actions[0].effects = vec![is(1)];
    assert!(!is_proved(&[0, 1, 2], most, keeps_the_first));
}

#[test]
fn every_group_that_is_accepted_holds_in_every_reachable_state() {
    let mut random = Random::new(7);
    let mut accepted = 0;
    for _ in 0..400 {
        let mut some = |most: usize| -> Vec<Literal> {
            let count = 1 + random.below(most);
            let literal = |_| Literal {
                fluent: Fluent::new(random.below(4)),
                value: random.below(3) > 0,
            };
            (0..count).map(literal).collect()
        };
        let actions = (0..3).map(|n| Action::new(format!("a{n}"), some(2), some(3)));
        let Ok(task) = Task::new(small_parts(4, actions, &[0], &[])) else {
            continue;
        };
        let states = reachable(&task);
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
                for state in states.keys() {
                    let number = group.fluents.iter().filter(|f| state[f.index()]).count();
                    let holds = number == 1 || (number == 0 && kind == GroupKind::AtMostOne);
                    assert!(holds, "{group:?} {state:?} {task:?}");
                }
            }
        }
    }
    assert!(accepted > 100, "{accepted}");
}
