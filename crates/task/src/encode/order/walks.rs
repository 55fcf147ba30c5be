//! Random walks: sequences of actions that can follow one another.
//!
//! In a uniformly random order, few actions of a step can follow one another. A walk executes applicable actions, each
//! at most once, until none of the remaining actions is applicable. A forward walk starts in the initial state. A
//! backward walk starts in a goal state and undoes actions that make some required literal true.

use crate::task::{Action, ActionId, GoalConstraint, Literal, Task};
use saut_base::random::Random;

/// Maximum number of passes of a walk over the actions.
const MOST_PASSES: usize = 64;

/// Number of random walks that are generated in each direction. The longest of them is used.
const DRAWN: usize = 10;

/// Returns all actions and macros. First come the actions of a walk from the initial state, and last the actions of a
/// backward walk from a goal state, both in executable order. Between them are all other actions in random order.
pub fn walks(task: &Task, random: &mut Random) -> Vec<ActionId> {
    let mut order = longest(task, || from_start(task, random));
    let mut is_placed = vec![false; task.offered_ids().count()];
    let mut is_new = |id: &ActionId| !std::mem::replace(&mut is_placed[id.index()], true);
    order.retain(&mut is_new);
    let mut back = longest(task, || from_goal(task, random));
    back.retain(&mut is_new);
    let mut between: Vec<ActionId> = task.offered_ids().filter(is_new).collect();
    random.shuffle(&mut between);
    order.extend(between);
    order.extend(back.into_iter().rev());
    order
}

/// Generates several walks and returns the walk with the most actions. A macro counts as all of its actions.
fn longest(task: &Task, mut draw: impl FnMut() -> Vec<ActionId>) -> Vec<ActionId> {
    let played =
        |walk: &Vec<ActionId>| -> usize { walk.iter().map(|&id| task.played_by(id).len()).sum() };
    let walks = std::iter::repeat_with(&mut draw).take(DRAWN);
    walks.max_by_key(played).unwrap_or_default()
}

fn from_start(task: &Task, random: &mut Random) -> Vec<ActionId> {
    let mut state = task.start().to_vec();
    walk(task, random, |id| {
        let can_happen = task.action(id).is_applicable(&state);
        if can_happen {
            task.apply(id, &mut state);
        }
        can_happen
    })
}

/// Returns the actions of a random backward walk from a goal state. The last action of a plan comes first.
fn from_goal(task: &Task, random: &mut Random) -> Vec<ActionId> {
    let mut state = goal_state(task, random);
    walk(task, random, |id| {
        let action = task.action(id);
        let can_be_last = can_be_last(action, &state);
        if can_be_last {
            for effect in &action.effects {
                state[effect.fluent.index()] = None;
            }
            let basic = action.preconditions.iter();
            for wanted in basic.filter(|wanted| !task.is_derived(wanted.fluent)) {
                state[wanted.fluent.index()] = Some(wanted.value);
            }
        }
        can_be_last
    })
}

/// Executes actions and macros, each at most once. Each pass tries all remaining actions in a new random order. The
/// walk ends after a pass that executes no action.
fn walk(
    task: &Task,
    random: &mut Random,
    mut plays: impl FnMut(ActionId) -> bool,
) -> Vec<ActionId> {
    let mut left: Vec<ActionId> = task.offered_ids().collect();
    let mut walked = Vec::new();
    for _ in 0..MOST_PASSES {
        let before = walked.len();
        random.shuffle(&mut left);
        left.retain(|&id| {
            let is_played = plays(id);
            if is_played {
                walked.push(id);
            }
            !is_played
        });
        if walked.len() == before {
            break;
        }
    }
    walked
}

/// Whether the action may lead to a state with these known values and changes a fluent to one of them.
fn can_be_last(action: &Action, after: &[Option<bool>]) -> bool {
    let known = |literal: &Literal| after[literal.fluent.index()];
    let may_hold = |literal: &Literal| known(literal).is_none_or(|value| value == literal.value);
    let is_changed = |fluent| action.effects.iter().any(|effect| effect.fluent == fluent);
    let is_its_doing = |effect: &Literal| {
        known(effect) == Some(effect.value) && !action.preconditions.contains(effect)
    };
    action.effects.iter().all(may_hold)
        && action.effects.iter().any(is_its_doing)
        && action
            .preconditions
            .iter()
            .filter(|wanted| !is_changed(wanted.fluent))
            .all(may_hold)
}

/// Returns a partial state that satisfies the goal. If the goal allows several values, they are chosen at random.
/// Derived fluents have no value.
fn goal_state(task: &Task, random: &mut Random) -> Vec<Option<bool>> {
    let mut state = vec![None; task.fluents().len()];
    for literal in task.goal_literals() {
        state[literal.fluent.index()] = Some(literal.value);
    }
    let mut one_of = |literals: Vec<Literal>, state: &mut Vec<Option<bool>>| {
        let value = |literal: &Literal| state[literal.fluent.index()];
        if literals.iter().any(|one| value(one) == Some(one.value)) {
            return;
        }
        let open: Vec<&Literal> = literals.iter().filter(|one| value(one).is_none()).collect();
        if let Some(one) = open.get(random.below(open.len())) {
            state[one.fluent.index()] = Some(one.value);
        }
    };
    for constraint in task.goal() {
        if let GoalConstraint::AnyOf(literals) = constraint {
            one_of(literals.clone(), &mut state);
        }
    }
    for constraint in task.goal() {
        if let GoalConstraint::AtMostOne(fluents) = constraint {
            one_of(
                fluents.iter().map(|one| one.is_true()).collect(),
                &mut state,
            );
            for fluent in fluents {
                state[fluent.index()].get_or_insert(false);
            }
        }
    }
    for fluent in task.derived() {
        state[fluent.index()] = None;
    }
    state
}

#[cfg(test)]
mod tests {
    use super::{from_goal, from_start, goal_state};
    use crate::random_task::{any_random_task, go, is, random_task, small_task};
    use crate::task::{Fluent, GoalConstraint, Task};
    use saut_base::random::Random;

    /// Returns a task in which a token moves forward along a row of places. The actions are numbered from the last
    /// place to the first.
    fn row() -> Task {
        small_task(
            5,
            (0..4).rev().map(|place| go(place, place + 1)),
            &[0],
            &[is(4)],
        )
    }

    #[test]
    fn a_walk_from_the_start_is_played_as_it_stands() {
        for seed in 0..200 {
            let task = any_random_task(seed);
            let mut state = task.start().to_vec();
            for id in from_start(&task, &mut Random::new(seed)) {
                let action = task.action(id);
                assert!(action.is_applicable(&state), "{seed}: {}", action.name);
                task.apply(id, &mut state);
            }
        }
    }

    #[test]
    fn a_walk_from_the_goal_leads_there_when_it_is_turned_round() {
        let mut walked = 0;
        for seed in 0..200 {
            let task = random_task(seed);
            let wanted = goal_state(&task, &mut Random::new(seed));
            let mut walk = from_goal(&task, &mut Random::new(seed));
            walk.reverse();
            // The values that follow from the preconditions and effects of the actions so far.
            let mut known: Vec<Option<bool>> = vec![None; wanted.len()];
            for &id in &walk {
                let action = task.action(id);
                for needed in &action.preconditions {
                    let is = known[needed.fluent.index()].get_or_insert(needed.value);
                    assert_eq!(*is, needed.value, "{seed}: {}", action.name);
                }
                for effect in &action.effects {
                    known[effect.fluent.index()] = Some(effect.value);
                }
            }
            for (is, wanted) in known.iter().zip(&wanted) {
                assert!(is.is_none() || wanted.is_none() || is == wanted, "{seed}");
            }
            walked += walk.len();
        }
        assert!(walked > 50, "{walked}");
    }

    #[test]
    fn both_ways_find_the_one_path_of_a_row() {
        let task = row();
        for seed in 0..20 {
            let names = |walk: Vec<_>| -> Vec<String> {
                let name = |id| task.action(id).name.clone();
                walk.into_iter().map(name).collect()
            };
            let path = ["go-0-1", "go-1-2", "go-2-3", "go-3-4"];
            assert_eq!(names(from_start(&task, &mut Random::new(seed))), path);
            let mut back = names(from_goal(&task, &mut Random::new(seed)));
            back.reverse();
            assert_eq!(back, path);
        }
    }

    #[test]
    fn of_a_goal_that_leaves_a_choice_one_is_made() {
        let goal = vec![
            GoalConstraint::AnyOf(vec![is(2), is(3)]),
            GoalConstraint::AtMostOne((0..5).map(Fluent::new).collect()),
        ];
        let task = row().with_goal(goal).unwrap();
        let mut ends = [0; 5];
        for seed in 0..100 {
            let state = goal_state(&task, &mut Random::new(seed));
            let state: Vec<bool> = state.into_iter().map(Option::unwrap).collect();
            assert!(task.is_goal(&state));
            let last = state.iter().position(|&is_there| is_there).unwrap();
            ends[last] += 1;
        }
        assert!(
            ends[2] > 20 && ends[3] > 20 && ends[2] + ends[3] == 100,
            "{ends:?}"
        );
    }
}
