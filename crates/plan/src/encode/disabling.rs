//! The disabling graph: which action spoils what another needs, and an order in which few do.
//!
//! The graph is written with a node for every literal, between the actions that spoil it and those
//! that need it, so that its size is that of the task. It has an edge for some pairs of actions that
//! can never happen together, too: the order is then worse than it might be, but right.
//!
//! Rintanen, Heljanko, Niemelä, *Planning as satisfiability: parallel plans and algorithms for plan
//! search* (Artificial Intelligence 170, 2006), section 3.2; Tarjan, *Depth-first search and linear
//! graph algorithms* (1972).

use crate::task::{ActionId, Literal, Task};

/// The number of a literal, from 0.
pub fn slot(literal: Literal) -> usize {
    2 * literal.fluent.index() + usize::from(literal.value)
}

/// The actions with the spoiled before their spoilers wherever the disabling graph has no cycle;
/// within a strongly connected component by number.
pub fn order(task: &Task) -> Vec<ActionId> {
    let actions = task.actions().len();
    let node = |literal| actions + slot(literal);
    let mut next = vec![Vec::new(); actions + 2 * task.fluents().len()];
    for (index, action) in task.actions().iter().enumerate() {
        let effects = action.effects.iter();
        next[index].extend(effects.map(|&effect| node(!effect)));
        for &literal in &action.preconditions {
            next[node(literal)].push(index);
        }
    }
    let mut order = Vec::with_capacity(actions);
    for mut component in components(&next) {
        component.retain(|&node| node < actions);
        component.sort_unstable();
        order.extend(component.into_iter().map(ActionId::new));
    }
    order
}

/// The strongly connected components, those that are led to before those that lead to them; without
/// recursion, because a path may be as long as the task.
fn components(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let (mut number, mut low) = (vec![NEW; next.len()], vec![0; next.len()]);
    let mut is_open = vec![false; next.len()];
    let (mut open, mut found, mut count) = (Vec::new(), Vec::new(), 0);
    for root in 0..next.len() {
        if number[root] != NEW {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some(&mut (node, ref mut edge)) = path.last_mut() {
            if *edge == 0 && number[node] == NEW {
                (number[node], low[node]) = (count, count);
                count += 1;
                open.push(node);
                is_open[node] = true;
            }
            if let Some(&to) = next[node].get(*edge) {
                *edge += 1;
                if number[to] == NEW {
                    path.push((to, 0));
                } else if is_open[to] {
                    low[node] = low[node].min(number[to]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == number[node] {
                let at = open.iter().rposition(|&one| one == node).unwrap_or(0);
                let component = open.split_off(at);
                for &one in &component {
                    is_open[one] = false;
                }
                found.push(component);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{components, order};
    use crate::random_task::random_task;

    #[test]
    fn components_come_before_what_leads_to_them() {
        // 0 leads to the circle of 1 and 2, which leads to 3.
        let mut found = components(&[vec![1], vec![2], vec![1, 3], vec![]]);
        for component in &mut found {
            component.sort_unstable();
        }
        assert_eq!(found, [vec![3], vec![1, 2], vec![0]]);
    }

    #[test]
    fn a_path_as_long_as_a_large_task_is_no_trouble() {
        let line: Vec<Vec<usize>> = (1..200_000)
            .map(|next| vec![next])
            .chain([vec![]])
            .collect();
        assert_eq!(components(&line).len(), 200_000);
    }

    #[test]
    fn the_order_has_every_action_once() {
        for seed in 0..100 {
            let task = random_task(seed);
            let mut order = order(&task);
            order.sort_unstable();
            assert!(order.into_iter().eq(task.action_ids()));
        }
    }

    #[test]
    fn an_action_that_is_only_spoiled_comes_before_its_spoiler() {
        use crate::task::{Action, Fluent, Task, TaskParts};
        let [door, lamp] = [0, 1].map(Fluent::new);
        let shut = Action::new("shut", [], [door.is_false()]);
        let leave = Action::new("leave", [door.is_true()], [lamp.is_true()]);
        let task = Task::new(TaskParts {
            fluents: vec!["door".to_owned(), "lamp".to_owned()],
            actions: vec![shut, leave],
            ..TaskParts::default()
        });
        let task = task.unwrap();
        let names: Vec<&str> = order(&task)
            .into_iter()
            .map(|id| &*task.action(id).name)
            .collect();
        assert_eq!(names, ["leave", "shut"]);
    }
}
