//! Layers of relaxed reachability: how early each action can happen if a literal that becomes true remains true.
//!
//! Every literal that holds initially is in layer 0. An action is in the layer of its last precondition. The effects of
//! the action are in the next layer, if they are not in an earlier one. The first action that makes a literal true is
//! the *supporter* of the literal. Unreachable actions are in a separate last layer. Derived preconditions count as
//! true.
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

    pub fn of(&self, id: ActionId) -> usize {
        self.of_action[id.index()]
    }

    /// Reorders the actions so that each action comes after the supporters of its preconditions. Otherwise, the given
    /// order is kept.
    pub fn supporters_first(&self, task: &Task, actions: &[ActionId]) -> Vec<ActionId> {
        let mut is_placed = vec![false; self.of_action.len()];
        let mut order = Vec::with_capacity(actions.len());
        for &root in actions {
            // Only supporters in earlier layers are added to the path, so the loop ends.
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
