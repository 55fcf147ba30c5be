//! The partial order of a plan: which of its actions must come before which.
//!
//! Every literal that an action needs, or the goal wants, has a *producer*: the first action since it was last false
//! that makes it true, or the start. The producer comes before whoever needs it, and whoever makes the literal false
//! comes before the producer or after the need. In any order that keeps these, every action is applicable and the goal
//! is reached, so that actions without an order between them can be moved next to each other: a window need not be a
//! stretch.
//!
//! Kambhampati and Kedar, *A unified framework for explanation-based generalization of partially ordered and partially
//! instantiated plans* (Artificial Intelligence 67, 1994); Siddiqui and Haslum, *Continuing plan quality optimisation*
//! (JAIR 54, 2015), for windows of a partial order. Theirs is of blocks of actions, ours of the actions.

use saut_base::bits;
use saut_task::task::{ActionId, Literal, Task};

/// Places of a plan that must come before and after each, a row of bits for each place.
#[derive(Debug)]
pub struct PartialOrder {
    before: Vec<Vec<u64>>,
    after: Vec<Vec<u64>>,
}

/// Plans longer than this are left as they are.
const MOST_ACTIONS: usize = 3_000;

/// The actions of a literal's fluent that touch it, in the order of the plan.
#[derive(Clone, Copy)]
enum Touch {
    Needs(usize, bool),
    Makes(usize, bool),
}

impl PartialOrder {
    /// Partial order of a plan of a task without derived fluents and conditional effects. A goal that is more than
    /// literals wants the whole state as the plan leaves it. `None` if the plan is too long.
    pub fn of(task: &Task, plan: &[ActionId], goal: &[Literal]) -> Option<Self> {
        if plan.len() > MOST_ACTIONS {
            return None;
        }
        // The goal is an action at the end.
        let count = plan.len() + 1;
        let mut touches = vec![Vec::new(); task.fluents().len()];
        for (place, &id) in plan.iter().enumerate() {
            let action = task.action(id);
            for need in &action.preconditions {
                touches[need.fluent.index()].push(Touch::Needs(place, need.value));
            }
            for effect in &action.effects {
                touches[effect.fluent.index()].push(Touch::Makes(place, effect.value));
            }
        }
        for wish in goal {
            touches[wish.fluent.index()].push(Touch::Needs(plan.len(), wish.value));
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

    /// Whether one place must come before another.
    pub fn is_before(&self, one: usize, other: usize) -> bool {
        bits::get(&self.before[other], one)
    }

    /// The number of layers of some places, each as early as its order among these allows: a horizon that is enough for
    /// them.
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

    /// A window with nothing in it.
    pub fn window(&self) -> Grown<'_> {
        let none = bits::row(self.before.len() + 1, []);
        Grown {
            order: self,
            inside: none.clone(),
            before: none.clone(),
            after: none,
        }
    }
}

/// Orders the actions that touch a fluent.
fn order_touches(touches: &[Touch], start: bool, before: &mut [Vec<u64>]) {
    // Who made the value that it has now; who has set it to each value so far; who needs each.
    let (mut value, mut producer) = (start, None);
    let mut makers: [Vec<usize>; 2] = Default::default();
    let mut needed: [Vec<usize>; 2] = Default::default();
    for &touch in touches {
        match touch {
            Touch::Needs(place, wanted) => {
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
            Touch::Makes(place, made) => {
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

/// A window that grows: with two places all those are in it that must come between them.
pub struct Grown<'a> {
    order: &'a PartialOrder,
    inside: Vec<u64>,
    before: Vec<u64>,
    after: Vec<u64>,
}

impl Grown<'_> {
    /// The places in it, in the order of the plan.
    pub fn places(&self) -> Vec<usize> {
        bits::iter(&self.inside).collect()
    }

    /// Number of places.
    pub fn count(&self) -> usize {
        bits::iter(&self.inside).count()
    }

    /// Puts a place in, and what must come between; unless it were more than `most` then.
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

    /// The nearest place that must come after one of its own.
    pub fn next(&self) -> Option<usize> {
        bits::iter(&self.after).find(|&place| !bits::get(&self.inside, place))
    }

    /// The nearest place that must come before one of its own.
    pub fn previous(&self) -> Option<usize> {
        let outside = bits::iter(&self.before).filter(|&place| !bits::get(&self.inside, place));
        outside.last()
    }

    /// The plan with the window as a stretch: what comes before it, the window, and the rest, each in the order of the
    /// plan. What may be on either side is where it stands beside the first of the window.
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

#[cfg(test)]
mod tests {
    use super::PartialOrder;
    use crate::cost::tests::random_plan;
    use crate::random_task::random_task;
    use saut_base::random::Random;
    use saut_task::by_actions::is_plan;
    use saut_task::task::{ActionId, Literal, Task};

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

    #[test]
    fn every_order_that_keeps_the_partial_one_is_a_plan_and_an_edge_turned_round_often_is_none() {
        let (mut moved, mut turned, mut broken, mut windows) = (0, 0, 0, 0);
        for seed in 0..4000 {
            let task = random_task(seed);
            let mut random = Random::new(seed);
            let Some(plan) = random_plan(&task, &mut random, 8) else {
                continue;
            };
            let order = PartialOrder::of(&task, &plan, &goal(&task, &plan)).unwrap();
            for _ in 0..4 {
                // Of those whose predecessors are all there any may be next.
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
        // An order may be one of several that would do, but most are needed.
        assert!(turned > 200 && broken * 2 > turned, "{turned} {broken}");
    }
}
