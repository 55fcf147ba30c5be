//! The partial order of a plan: which of its actions must come before which other actions.
//!
//! Every literal that an action or the goal requires has a *producer*: the first action that makes it true since it was
//! last false, or the initial state. The producer comes before the *consumer*, which requires the literal. An action
//! that makes the literal false comes before the producer or after the consumer. In any order that satisfies these
//! constraints, every action is applicable and the goal is reached. Therefore, unordered actions can be moved next to
//! each other, and a window need not be contiguous.
//!
//! Kambhampati and Kedar, *A unified framework for explanation-based generalization of partially ordered and partially
//! instantiated plans* (Artificial Intelligence 67, 1994); Siddiqui and Haslum, *Continuing plan quality optimisation*
//! (JAIR 54, 2015), for windows of a partial order. Siddiqui and Haslum order blocks of actions; we order single
//! actions.

use saut_base::bits;
use saut_task::task::{ActionId, Literal, Task};

/// For each place of a plan, the places that must come before it and after it, as bit sets.
#[derive(Debug)]
pub struct PartialOrder {
    before: Vec<Vec<u64>>,
    after: Vec<Vec<u64>>,
}

/// Plans longer than this are not ordered.
const MAX_ACTIONS: usize = 3_000;

/// A precondition or an effect on a fluent, with the place of its action and the value.
#[derive(Clone, Copy)]
enum FluentAccess {
    Needs(usize, bool),
    Makes(usize, bool),
}

impl PartialOrder {
    /// Returns the partial order of a plan for a task without derived fluents and conditional effects. If the goal of
    /// the task has constraints other than literals, `goal` must be the whole final state of the plan. `None` if the
    /// plan is too long.
    pub fn of(task: &Task, plan: &[ActionId], goal: &[Literal]) -> Option<Self> {
        if plan.len() > MAX_ACTIONS {
            return None;
        }
        // The goal is treated as an action at the end.
        let count = plan.len() + 1;
        let mut touches = vec![Vec::new(); task.fluents().len()];
        for (place, &id) in plan.iter().enumerate() {
            let action = task.action(id);
            for need in &action.preconditions {
                touches[need.fluent.index()].push(FluentAccess::Needs(place, need.value));
            }
            for effect in &action.effects {
                touches[effect.fluent.index()].push(FluentAccess::Makes(place, effect.value));
            }
        }
        for wish in goal {
            touches[wish.fluent.index()].push(FluentAccess::Needs(plan.len(), wish.value));
        }
        let mut before = vec![bits::row(count, []); count];
        for (touches, &start) in touches.iter().zip(task.start()) {
            order_touches(touches, start, &mut before);
        }
        for place in 0..count {
            let (earlier, later) = before.split_at_mut(place);
            let direct = later[0].clone();
            for one in bits::iter(&direct) {
                bits::join(&mut later[0], &earlier[one]);
            }
        }
        before.truncate(plan.len());
        let mut after = vec![bits::row(count, []); plan.len()];
        for (place, before) in before.iter().enumerate() {
            for one in bits::iter(before) {
                bits::set(&mut after[one], place, true);
            }
        }
        Some(Self { before, after })
    }

    /// Returns the partial order of a plan for the goal of its task; `None` if the plan is too long.
    pub fn of_goal(task: &Task, plan: &[ActionId]) -> Option<Self> {
        Self::of(task, plan, &goal(task, plan))
    }

    /// Whether one place must come before another.
    pub fn is_before(&self, one: usize, other: usize) -> bool {
        bits::get(&self.before[other], one)
    }

    /// Returns the number of layers if each of these places is put into the earliest layer that their order allows.
    /// This number of steps is enough to execute them.
    pub fn layers(&self, places: &[usize]) -> usize {
        let mut layers: Vec<usize> = Vec::with_capacity(places.len());
        for (index, &place) in places.iter().enumerate() {
            let earlier = places[..index].iter().zip(&layers);
            let earlier = earlier.filter(|(one, _)| self.is_before(**one, place));
            let layer = earlier.map(|(_, layer)| layer + 1).max();
            layers.push(layer.unwrap_or(0));
        }
        layers.into_iter().max().map_or(0, |last| last + 1)
    }

    /// Returns an empty window.
    pub fn window(&self) -> WindowGrowth<'_> {
        let none = bits::row(self.before.len() + 1, []);
        WindowGrowth {
            order: self,
            inside: none.clone(),
            before: none.clone(),
            after: none,
        }
    }
}

/// Orders the actions that have preconditions or effects on a fluent.
fn order_touches(touches: &[FluentAccess], start: bool, before: &mut [Vec<u64>]) {
    // The producer of the current value, the actions that have set each value so far, and the actions that have
    // required each value.
    let (mut value, mut producer) = (start, None);
    let mut makers: [Vec<usize>; 2] = Default::default();
    let mut needed: [Vec<usize>; 2] = Default::default();
    for &touch in touches {
        match touch {
            FluentAccess::Needs(place, wanted) => {
                if let Some(maker) = producer {
                    if maker != place {
                        bits::set(&mut before[place], maker, true);
                    }
                    for &threat in &makers[usize::from(!wanted)] {
                        if threat != maker {
                            bits::set(&mut before[maker], threat, true);
                        }
                    }
                }
                needed[usize::from(wanted)].push(place);
            }
            FluentAccess::Makes(place, made) => {
                for &other in &needed[usize::from(!made)] {
                    if other != place {
                        bits::set(&mut before[place], other, true);
                    }
                }
                if made != value {
                    (value, producer) = (made, Some(place));
                }
                makers[usize::from(made)].push(place);
            }
        }
    }
}

/// A growing window. If it contains two places, it also contains all places that must come between them.
pub struct WindowGrowth<'a> {
    order: &'a PartialOrder,
    inside: Vec<u64>,
    before: Vec<u64>,
    after: Vec<u64>,
}

impl WindowGrowth<'_> {
    /// Returns the places of the window, in the order of the plan.
    pub fn places(&self) -> Vec<usize> {
        bits::iter(&self.inside).collect()
    }

    /// Returns the number of places of the window.
    pub fn count(&self) -> usize {
        bits::iter(&self.inside).count()
    }

    /// Adds a place, and all places that must come between it and the window. Returns false if the window would have
    /// more than `most` places.
    pub fn add(&mut self, place: usize, most: usize) -> bool {
        let (mut inside, mut before, mut after) =
            (self.inside.clone(), self.before.clone(), self.after.clone());
        bits::set(&mut inside, place, true);
        bits::join(&mut before, &self.order.before[place]);
        bits::join(&mut after, &self.order.after[place]);
        let between: Vec<u64> = bits::common(&before, &after).collect();
        bits::join(&mut inside, &between);
        if bits::iter(&inside).count() > most {
            return false;
        }
        for one in bits::iter(&inside) {
            bits::join(&mut before, &self.order.before[one]);
            bits::join(&mut after, &self.order.after[one]);
        }
        (self.inside, self.before, self.after) = (inside, before, after);
        true
    }

    /// Returns the nearest place outside the window that must come after one of its places.
    pub fn next(&self) -> Option<usize> {
        bits::iter(&self.after).find(|&place| !bits::get(&self.inside, place))
    }

    /// Returns the nearest place outside the window that must come before one of its places.
    pub fn previous(&self) -> Option<usize> {
        let outside = bits::iter(&self.before).filter(|&place| !bits::get(&self.inside, place));
        outside.last()
    }

    /// Returns the plan with a contiguous window: the places before it, the window and the rest, each in the order of
    /// the plan. Places that could be on either side stay on their side of the first place of the window.
    pub fn parts(&self, count: usize) -> [Vec<usize>; 3] {
        let first = bits::iter(&self.inside).next().unwrap_or(count);
        let mut parts: [Vec<usize>; 3] = Default::default();
        for place in 0..count {
            let part = if bits::get(&self.inside, place) {
                1
            } else if bits::get(&self.before, place)
                || (place < first && !bits::get(&self.after, place))
            {
                0
            } else {
                2
            };
            parts[part].push(place);
        }
        parts
    }
}

fn goal(task: &Task, plan: &[ActionId]) -> Vec<Literal> {
    let literals: Vec<Literal> = task.goal_literals().collect();
    if literals.len() == task.goal().len() {
        return literals;
    }
    let mut state = task.start().to_vec();
    for &id in plan {
        task.action(id).apply(&mut state);
    }
    let all = task.fluent_ids().zip(state);
    all.map(|(fluent, value)| Literal { fluent, value })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::PartialOrder;
    use crate::cost::tests::random_plan;
    use crate::random_task::random_task;
    use saut_base::random::Random;
    use saut_task::by_actions::is_plan;
    use saut_task::task::ActionId;

    #[test]
    fn every_linearization_is_a_plan_but_often_not_after_reversing_an_edge() {
        let (mut moved, mut turned, mut broken, mut windows) = (0, 0, 0, 0);
        for seed in 0..4000 {
            let task = random_task(seed);
            let mut random = Random::new(seed);
            let Some(plan) = random_plan(&task, &mut random, 8) else {
                continue;
            };
            let order = PartialOrder::of_goal(&task, &plan).unwrap();
            for _ in 0..4 {
                // Any action can be next if all its predecessors are already in the list.
                let (mut left, mut mixed): (Vec<usize>, Vec<usize>) =
                    ((0..plan.len()).collect(), Vec::new());
                while !left.is_empty() {
                    let may = left
                        .iter()
                        .filter(|&&one| left.iter().all(|&other| !order.is_before(other, one)));
                    let may: Vec<usize> = may.copied().collect();
                    let next = may[random.below(may.len())];
                    left.retain(|&one| one != next);
                    mixed.push(next);
                }
                let ids: Vec<ActionId> = mixed.iter().map(|&place| plan[place]).collect();
                assert!(is_plan(&task, &ids), "seed {seed}: {mixed:?}");
                moved += u32::from(ids != plan);
            }
            for place in 1..plan.len() {
                if order.is_before(place - 1, place) {
                    let mut other = plan.clone();
                    other.swap(place - 1, place);
                    turned += 1;
                    broken += u32::from(!is_plan(&task, &other));
                }
            }
            let mut window = order.window();
            let most = 1 + random.below(plan.len());
            window.add(random.below(plan.len()), plan.len());
            while let Some(next) = if random.below(2) == 0 {
                window.next()
            } else {
                window.previous()
            } {
                if !window.add(next, most) {
                    break;
                }
            }
            let parts = window.parts(plan.len());
            assert_eq!(parts[1], window.places());
            let ids: Vec<ActionId> = parts.iter().flatten().map(|&place| plan[place]).collect();
            assert!(
                ids.len() == plan.len() && is_plan(&task, &ids),
                "seed {seed}"
            );
            assert!(order.layers(&parts[1]) <= parts[1].len());
            windows += u32::from(ids != plan);
        }
        assert!(moved > 200 && windows > 20, "{moved} {windows}");
        // Some of the order constraints could be reversed, but most are necessary.
        assert!(turned > 200 && broken * 2 > turned, "{turned} {broken}");
    }
}
