//! The orders of the actions within a step of `r2-exists`.
//!
//! The order determines how many actions fit into one step, and therefore the necessary horizon. The file
//! `results/encoding-experiments.md` compares the orders.

mod walks;

use std::fmt;
use std::str::FromStr;

use super::relaxed_layers::RelaxedLayers;
use crate::task::{ActionId, Task};
use saut_base::random::Random;

/// How the actions of each step are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// By the order key of the action, then by number. For jumps, the key is the direction.
    #[default]
    Grouped,
    /// A random order for every step.
    Fresh(u64),
    /// By the layers of relaxed reachability. Within a layer, the order is random, and different in every step.
    Layers(u64),
    /// A topological order: each action comes after the supporters of its preconditions. Otherwise, the order is
    /// random, and different in every step.
    ///
    /// The planner *Freelunch* (Balyo, Barták, Otto, 2013) also uses a topological order of an enabling relation.
    Supporters(u64),
    /// First the actions of a random walk from the initial state, and last the actions of a random backward walk from
    /// the goal. All other actions are between them in random order. The order is different in every step. Only this
    /// order includes the macros of the task.
    ///
    /// In such an order, many actions of a step can follow one another, so fewer steps are necessary.
    Walks(u64),
}

impl Order {
    /// Chooses an order at random: `Supporters` with probability 1/2, otherwise `Layers` or `Fresh`.
    pub fn mixed(seed: u64) -> Self {
        match Random::new(seed).below(4) {
            0 => Self::Fresh(seed),
            1 => Self::Layers(seed),
            _ => Self::Supporters(seed),
        }
    }

    /// The names of the orders, for messages.
    pub const NAMES: &str = "direction, fresh:SEED, layers:SEED, supporters:SEED or walks:SEED";

    /// Returns the actions in the order of this step. Steps are numbered from 1.
    pub fn of_step(self, task: &Task, step: usize) -> Vec<ActionId> {
        self.with_layers(task, self.layers(task).as_ref(), step)
    }

    /// Returns the layers of the actions, if this order depends on them.
    pub(super) fn layers(self, task: &Task) -> Option<RelaxedLayers> {
        let has_layers = matches!(self, Self::Layers(_) | Self::Supporters(_));
        has_layers.then(|| RelaxedLayers::new(task))
    }

    /// Like [`Order::of_step`], with the layers that this order needs.
    pub(super) fn with_layers(
        self,
        task: &Task,
        layers: Option<&RelaxedLayers>,
        step: usize,
    ) -> Vec<ActionId> {
        let mut actions: Vec<ActionId> = task.action_ids().collect();
        let anew = |seed: u64| Random::new(seed.wrapping_mul(1_000_003).wrapping_add(step as u64));
        match self {
            Self::Grouped => actions.sort_by_key(|&id| task.action(id).order_key),
            Self::Fresh(seed) | Self::Layers(seed) | Self::Supporters(seed) => {
                anew(seed).shuffle(&mut actions);
            }
            Self::Walks(seed) => actions = walks::walks(task, &mut anew(seed)),
        }
        match (layers, self) {
            (Some(layers), Self::Layers(_)) => actions.sort_by_key(|&id| layers.of(id)),
            (Some(layers), Self::Supporters(_)) => {
                actions = layers.supporters_first(task, &actions);
            }
            _ => {}
        }
        actions
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grouped => f.write_str("direction"),
            Self::Fresh(seed) => write!(f, "fresh:{seed}"),
            Self::Layers(seed) => write!(f, "layers:{seed}"),
            Self::Supporters(seed) => write!(f, "supporters:{seed}"),
            Self::Walks(seed) => write!(f, "walks:{seed}"),
        }
    }
}

impl FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, seed) = match text.split_once(':') {
            Some((name, seed)) => (name, Some(seed)),
            None => (text, None),
        };
        let names = Self::NAMES;
        let number = seed.unwrap_or("0").parse().map_err(|_| {
            format!(
                "{:?} is not a seed; write a whole number, as in fresh:7",
                seed.unwrap_or_default()
            )
        })?;
        match (name, seed) {
            ("direction", None) => Ok(Self::Grouped),
            ("fresh", _) => Ok(Self::Fresh(number)),
            ("layers", _) => Ok(Self::Layers(number)),
            ("supporters", _) => Ok(Self::Supporters(number)),
            ("walks", _) => Ok(Self::Walks(number)),
            _ => Err(format!(
                "no order is called {text:?}; choose one of {names}"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Order;
    use crate::random_task::{is, random_task, small_task};
    use crate::task::{Action, ActionId};

    #[test]
    fn layers_and_supporters_put_first_what_others_need() {
        // Each of three switches requires the previous one. By number, the last switch comes first.
        let press = |n: usize| Action::new(format!("press-{n}"), n.checked_sub(1).map(is), [is(n)]);
        let task = small_task(3, [press(2), press(1), press(0)], &[], &[]);
        let wanted = [2, 1, 0].map(ActionId::new);
        for seed in 0..20 {
            for order in [Order::Layers(seed), Order::Supporters(seed)] {
                assert_eq!(order.of_step(&task, 1), wanted, "{order}");
            }
        }
    }

    #[test]
    fn every_order_has_every_action_once() {
        for seed in 0..50 {
            let task = random_task(seed);
            let orders = [
                Order::mixed(seed),
                Order::Layers(seed),
                Order::Supporters(seed),
                Order::Walks(seed),
            ];
            for order in orders.into_iter().chain([Order::Fresh(seed)]) {
                let mut actions = order.of_step(&task, 1);
                actions.sort_unstable();
                assert!(actions.into_iter().eq(task.action_ids()), "{order}");
            }
        }
    }
}
