//! Layers of relaxed reachability: how early each action can happen if literals, once true, remain true.
//!
//! Every literal that holds initially is in layer 0. An action is in the layer of its last precondition, and its
//! effects are in the next layer. The first action that makes a literal true is its *supporter*. Unreachable actions
//! are in a separate last layer. Derived preconditions count as always true.
//!
//! Hoffmann and Nebel, *The FF planning system* (2001), section 4.

use crate::task::{ActionId, Literal, Task};

/// The layer of each action and the supporter of each literal.
#[derive(Clone, Debug)]
pub struct RelaxedLayers {
    of_action: Vec<usize>,
    supporter: Vec<Option<ActionId>>,
}

impl RelaxedLayers {
    /// Computes the layers from the initial state of the task.
    pub fn new(task: &Task) -> Self {
        let literals = 2 * task.fluents().len();
        let mut needed_by = vec![Vec::new(); literals];
        let mut open: Vec<usize> = Vec::with_capacity(task.actions().len());
        for id in task.action_ids() {
            let preconditions = &task.action(id).preconditions;
            let basic = preconditions.iter();
            let basic = basic.filter(|literal| !task.is_derived(literal.fluent));
            open.push(basic.clone().count());
            for &literal in basic {
                needed_by[literal.index()].push(id);
            }
        }
        let mut layers = Self {
            of_action: vec![usize::MAX; task.actions().len()],
            supporter: vec![None; literals],
        };
        let mut is_reached = vec![false; literals];
        let mut reached: Vec<usize> = Literal::of_state(task.start()).collect();
        for &literal in &reached {
            is_reached[literal] = true;
        }
        let mut ready: Vec<ActionId> = task
            .action_ids()
            .filter(|id| open[id.index()] == 0)
            .collect();
        let mut layer = 0;
        while !(reached.is_empty() && ready.is_empty()) {
            for literal in reached.drain(..) {
                for &id in &needed_by[literal] {
                    open[id.index()] -= 1;
                    if open[id.index()] == 0 {
                        ready.push(id);
                    }
                }
            }
            for id in ready.drain(..) {
                layers.of_action[id.index()] = layer;
                for &effect in task.action(id).all_effects() {
                    if !std::mem::replace(&mut is_reached[effect.index()], true) {
                        layers.supporter[effect.index()] = Some(id);
                        reached.push(effect.index());
                    }
                }
            }
            layer += 1;
        }
        layers
    }

    /// Returns the layer of an action, from 0.
    pub fn of(&self, id: ActionId) -> usize {
        self.of_action[id.index()]
    }

    /// Reorders the actions such that the supporters of the preconditions of an action come before it, and otherwise
    /// keeps the given order: a topological order of the supporters.
    pub fn supporters_first(&self, task: &Task, actions: &[ActionId]) -> Vec<ActionId> {
        let mut is_placed = vec![false; self.of_action.len()];
        let mut order = Vec::with_capacity(actions.len());
        for &root in actions {
            // A supporter is in an earlier layer than the action that it supports, so this ends.
            let mut path = vec![(root, 0)];
            while let Some(&mut (id, ref mut next)) = path.last_mut() {
                if is_placed[id.index()] {
                    path.pop();
                } else if let Some(&literal) = task.action(id).preconditions.get(*next) {
                    *next += 1;
                    let supporter = self.supporter[literal.index()];
                    path.extend(
                        supporter
                            .filter(|by| self.of(*by) < self.of(id))
                            .map(|by| (by, 0)),
                    );
                } else {
                    is_placed[id.index()] = true;
                    order.push(id);
                    path.pop();
                }
            }
        }
        order
    }
}
