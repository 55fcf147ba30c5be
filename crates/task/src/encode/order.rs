//! The order in which `r2-exists` offers the actions within a step, as a strategy.
//!
//! The order decides how many jumps fit into one step, and so the horizon that is needed; see
//! `encodings/README.md` for what was measured.

mod walks;

use std::fmt;
use std::str::FromStr;

use super::relaxed_layers::RelaxedLayers;
use crate::random::Random;
use crate::task::{ActionId, Task};

/// Source of the order of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Base {
    /// By the key of the action (for jumps: its direction), then by number.
    Grouped,
    /// One random order for all steps.
    Random(u64),
    /// Another random order for every step.
    Fresh(u64),
    /// By layers of relaxed reachability; within a layer at random, anew for every step.
    Layers(u64),
    /// The supporters of what an action needs before it; otherwise at random, anew for every step.
    Supporters(u64),
    /// Along random walks from the start and back from the goal, anew for every step.
    Walks(u64),
}

/// An action order for every step; by default [`Order::GROUPED`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Order {
    base: Base,
    alternating: bool,
}

impl Default for Order {
    fn default() -> Self {
        Self::GROUPED
    }
}

impl Order {
    /// Actions of one key together (for jumps: by direction), then by number.
    pub const GROUPED: Self = Self {
        base: Base::Grouped,
        alternating: false,
    };

    /// One random order.
    pub const fn random(seed: u64) -> Self {
        Self {
            base: Base::Random(seed),
            alternating: false,
        }
    }

    /// A new random order every step.
    pub const fn fresh(seed: u64) -> Self {
        Self {
            base: Base::Fresh(seed),
            alternating: false,
        }
    }

    /// By layers of relaxed reachability, and within a layer a new random order every step.
    pub const fn layers(seed: u64) -> Self {
        Self {
            base: Base::Layers(seed),
            alternating: false,
        }
    }

    /// A topological order of the supporters, otherwise random, anew for every step.
    ///
    /// After Balyo, Barták, Otto, *Freelunch* (a planner of 2013), which orders actions by a
    /// topological order of what enables what.
    pub const fn supporters(seed: u64) -> Self {
        Self {
            base: Base::Supporters(seed),
            alternating: false,
        }
    }

    /// Along a random walk from the start, last along one back from the goal, others at random between; anew
    /// for every step. The only order that offers the macros of the task, too.
    ///
    /// In such an order many actions of a step can follow one another, so that fewer steps do.
    pub const fn walks(seed: u64) -> Self {
        Self {
            base: Base::Walks(seed),
            alternating: false,
        }
    }

    /// A good order for a task of which nothing is known but its actions, by seed: supporters first,
    /// layers, or random.
    pub fn mixed(seed: u64) -> Self {
        match Random::new(seed).below(4) {
            0 => Self::fresh(seed),
            1 => Self::layers(seed),
            _ => Self::supporters(seed),
        }
    }

    /// This order with every other step reversed.
    #[must_use]
    pub const fn alternating(self) -> Self {
        Self {
            alternating: true,
            ..self
        }
    }

    /// The names of the strategies, for messages.
    pub const NAMES: &str = "direction, random:SEED, fresh:SEED, layers:SEED, supporters:SEED or \
                             walks:SEED, each also with -alternating";

    /// The actions in the order of this step (from 1).
    pub fn of_step(self, task: &Task, step: usize) -> Vec<ActionId> {
        OrderedSteps::new(self, task).of(step)
    }
}

/// The order of every step of a task; what they have in common is worked out once.
pub(super) struct OrderedSteps<'a> {
    order: Order,
    task: &'a Task,
    layers: Option<RelaxedLayers>,
}

impl<'a> OrderedSteps<'a> {
    pub fn new(order: Order, task: &'a Task) -> Self {
        let has_layers = matches!(order.base, Base::Layers(_) | Base::Supporters(_));
        let layers = has_layers.then(|| RelaxedLayers::new(task));
        Self {
            order,
            task,
            layers,
        }
    }

    /// The actions in the order of this step (from 1).
    pub fn of(&self, step: usize) -> Vec<ActionId> {
        let mut actions: Vec<ActionId> = self.task.action_ids().collect();
        let anew = |seed: u64| Random::new(seed.wrapping_mul(1_000_003).wrapping_add(step as u64));
        match self.order.base {
            Base::Grouped => actions.sort_by_key(|&id| self.task.action(id).order_key),
            Base::Random(seed) => Random::new(seed).shuffle(&mut actions),
            Base::Fresh(seed) | Base::Layers(seed) | Base::Supporters(seed) => {
                anew(seed).shuffle(&mut actions);
            }
            Base::Walks(seed) => actions = walks::walks(self.task, &mut anew(seed)),
        }
        match (&self.layers, self.order.base) {
            (Some(layers), Base::Layers(_)) => actions.sort_by_key(|&id| layers.of(id)),
            (Some(layers), Base::Supporters(_)) => {
                actions = layers.supporters_first(self.task, &actions);
            }
            _ => {}
        }
        if self.order.alternating && step.is_multiple_of(2) {
            actions.reverse();
        }
        actions
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.base {
            Base::Grouped => f.write_str("direction")?,
            Base::Random(seed) => write!(f, "random:{seed}")?,
            Base::Fresh(seed) => write!(f, "fresh:{seed}")?,
            Base::Layers(seed) => write!(f, "layers:{seed}")?,
            Base::Supporters(seed) => write!(f, "supporters:{seed}")?,
            Base::Walks(seed) => write!(f, "walks:{seed}")?,
        }
        f.write_str(if self.alternating { "-alternating" } else { "" })
    }
}

impl FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, alternating) = match text.strip_suffix("-alternating") {
            Some(name) => (name, true),
            None => (text, false),
        };
        let (name, seed) = match name.split_once(':') {
            Some((name, seed)) => (name, Some(seed)),
            None => (name, None),
        };
        let number = seed
            .unwrap_or("0")
            .parse()
            .map_err(|_| format!("{:?} is no seed", seed.unwrap_or_default()))?;
        let base = match (name, seed) {
            ("direction", None) => Base::Grouped,
            ("random", _) => Base::Random(number),
            ("fresh", _) => Base::Fresh(number),
            ("layers", _) => Base::Layers(number),
            ("supporters", _) => Base::Supporters(number),
            ("walks", _) => Base::Walks(number),
            _ => {
                let names = Self::NAMES;
                return Err(format!("no order is called {text:?}; there are {names}"));
            }
        };
        Ok(Self { base, alternating })
    }
}

#[cfg(test)]
mod tests {
    use super::Order;
    use crate::task::{Action, ActionId, Fluent, Task, TaskParts};

    /// Three switches, each of which needs the one before; by number the last comes first.
    fn switches() -> Task {
        let on = |n: usize| Fluent::new(n).is_true();
        let press = |n: usize| Action::new(format!("press-{n}"), n.checked_sub(1).map(on), [on(n)]);
        Task::new(TaskParts {
            fluents: (0..3).map(|n| format!("on-{n}")).collect(),
            actions: vec![press(2), press(1), press(0)],
            ..TaskParts::default()
        })
        .unwrap()
    }

    #[test]
    fn layers_and_supporters_put_first_what_others_need() {
        let task = switches();
        let wanted = [2, 1, 0].map(ActionId::new);
        for seed in 0..20 {
            for order in [Order::layers(seed), Order::supporters(seed)] {
                assert_eq!(order.of_step(&task, 1), wanted, "{order}");
                let mut reversed = order.alternating().of_step(&task, 2);
                reversed.reverse();
                assert_eq!(reversed, wanted, "{order}");
            }
        }
    }

    #[test]
    fn every_order_has_every_action_once() {
        for seed in 0..50 {
            let task = crate::random_task::random_task(seed);
            let orders = [
                Order::mixed(seed),
                Order::layers(seed),
                Order::supporters(seed),
                Order::walks(seed),
            ];
            for order in orders
                .into_iter()
                .chain([Order::fresh(seed), Order::random(seed)])
            {
                let mut actions = order.of_step(&task, 1);
                actions.sort_unstable();
                assert!(actions.into_iter().eq(task.action_ids()), "{order}");
            }
        }
    }
}
