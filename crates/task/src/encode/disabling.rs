//! The disabling graph: which action *spoils* (falsifies) a literal that another action requires. The graph determines
//! an order of the actions with few such conflicts.
//!
//! The graph only contains pairs of actions that may happen in the same step: no invariant of the formula excludes that
//! their preconditions, or their effects, are true together. If a literal is spoiled and required by very many actions,
//! these pairs are not compared. Instead, the literal becomes a node of the graph, as if all these actions could happen
//! together. Then the order may be worse, and more combinations are forbidden, but the formula remains correct.
//!
//! In tasks with derived fluents, a guard ([`Guards`](crate::task::Guards)) counts as a literal. An action that reads
//! the guard requires this literal, and an action that touches the guard spoils it.
//!
//! Rintanen, Heljanko, Niemelä, *Planning as satisfiability: parallel plans and algorithms for plan search* (Artificial
//! Intelligence 170, 2006), section 3.2.

use super::chain::ChainElement;
use super::invariants::Invariants;
use crate::task::rule::components;
use crate::task::{Action, ActionId, Literal, Task};
use saut_base::bits;
use saut_base::lists::{distinct, number};

/// Maximum number of pairs of actions that are compared.
const MOST_LOOKS: usize = 10_000_000;

/// The disabling graph of a task.
pub struct Disabling {
    actions: usize,
    /// For each action, the actions whose precondition it spoils, with the literal. Then, for each literal that is a
    /// node, the actions that require it.
    edges: Vec<Vec<(u32, u32)>>,
}

/// Marks an edge from or to the node of a literal. Such an edge contains no literal.
const NODE: u32 = u32::MAX;

impl Disabling {
    /// Builds the disabling graph for a formula with these invariants in every state after a step.
    pub fn of(task: &Task, invariants: &Invariants<'_>) -> Self {
        let actions = task.actions().len();
        let guards = task.guards();
        let of_fluents = 2 * task.fluents().len();
        let literals = of_fluents + guards.count();
        let guard = |guard: &u32| of_fluents + *guard as usize;
        let (mut spoilers, mut needers) = (vec![Vec::new(); literals], vec![Vec::new(); literals]);
        for (index, action) in task.actions().iter().enumerate() {
            let index = number(index);
            let spoilt = action.all_effects().map(|&effect| !effect);
            spoilt.for_each(|literal| spoilers[literal.index()].push(index));
            let needed = action.preconditions.iter();
            needed.for_each(|literal| needers[literal.index()].push(index));
            // No action may change the value of a condition, so the action requires both values.
            let conditions = distinct(action.conditions().map(|one| one.fluent)).into_iter();
            for literal in conditions.flat_map(|one| [one.is_true(), one.is_false()]) {
                if !action.preconditions.contains(&literal) {
                    needers[literal.index()].push(index);
                }
            }
            let touched = guards.touched_by(index as usize).iter().map(guard);
            touched.for_each(|literal| spoilers[literal].push(index));
            let read = guards.read_by(index as usize).iter().map(guard);
            read.for_each(|literal| needers[literal].push(index));
        }
        let is_node = many(&spoilers, &needers);
        let mut edges = vec![Vec::new(); actions + literals];
        for (index, action) in task.actions().iter().enumerate() {
            let before = task.mutexes().excluded_by(&action.preconditions);
            let after = invariants.stated().excluded_by(&action.effects);
            let is_in = |row: &[u64], one: &Literal| bits::get(row, one.index());
            let is_parallel = |other: &Action| {
                !other.preconditions.iter().any(|one| is_in(&before, one))
                    && !other.effects.iter().any(|one| is_in(&after, one))
            };
            let effects = action.all_effects().map(|&effect| (!effect).index());
            let touched = guards.touched_by(index).iter().map(guard);
            for literal in effects.chain(touched) {
                if is_node[literal] {
                    edges[index].push((number(actions + literal), NODE));
                    continue;
                }
                let others = needers[literal].iter();
                let others = others.filter(|&&other| {
                    let other = other as usize;
                    other != index && is_parallel(&task.actions()[other])
                });
                edges[index].extend(others.map(|&other| (other, number(literal))));
            }
        }
        for literal in (0..literals).filter(|&literal| is_node[literal]) {
            let others = needers[literal].iter();
            edges[actions + literal].extend(others.map(|&other| (other, NODE)));
        }
        Self { actions, edges }
    }

    /// Orders the actions so that an action comes before the actions that spoil its preconditions, except within
    /// cycles. Returns each action with the number of its strongly connected component. The actions of a component are
    /// ordered by number.
    pub fn order(&self) -> Vec<(ActionId, usize)> {
        let next: Vec<Vec<u32>> = self
            .edges
            .iter()
            .map(|edges| edges.iter().map(|&(to, _)| to).collect())
            .collect();
        let mut order = Vec::with_capacity(self.actions);
        for (component, mut nodes) in components(&next).into_iter().enumerate() {
            nodes.retain(|&node| node < self.actions);
            nodes.sort_unstable();
            order.extend(
                nodes
                    .into_iter()
                    .map(|node| (ActionId::new(node), component)),
            );
        }
        order
    }

    /// Returns one chain for each component and each literal that one of its actions spoils for another: the actions
    /// that require or spoil the literal, in order.
    pub fn chains(&self, order: &[(ActionId, usize)]) -> Vec<Vec<ChainElement>> {
        let (mut component, mut place) = (vec![0; self.actions], vec![0; self.actions]);
        for (at, &(action, of)) in order.iter().enumerate() {
            component[action.index()] = number(of);
            place[action.index()] = number(at);
        }
        // Component, literal, and twice the position of an action in the order. One is added if the action spoils the
        // literal.
        let mut links: Vec<(u32, u32, u32)> = Vec::new();
        let mut link = |literal: u32, action: usize, spoils: bool| {
            links.push((
                component[action],
                literal,
                2 * place[action] + u32::from(spoils),
            ));
        };
        for (from, edges) in self.edges.iter().enumerate() {
            for &(to, literal) in edges {
                let to = to as usize;
                match (literal, from.checked_sub(self.actions)) {
                    // An edge from an action that spoils the literal of the node, or to an action that requires it.
                    (NODE, None) => link(number(to - self.actions), from, true),
                    (NODE, Some(node)) => link(number(node), to, false),
                    (literal, _) if component[from] == component[to] => {
                        link(literal, from, true);
                        link(literal, to, false);
                    }
                    _ => {}
                }
            }
        }
        links.sort_unstable();
        links.dedup();
        let chains = links.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1));
        let has = |links: &[(u32, u32, u32)], spoils| links.iter().any(|link| link.2 % 2 == spoils);
        let both = chains.filter(|links| has(links, 0) && has(links, 1));
        let chain = |links: &[(u32, u32, u32)]| {
            let links = links.chunk_by(|a, b| a.2 / 2 == b.2 / 2);
            links
                .map(|one| ChainElement {
                    action: order[one[0].2 as usize / 2].0,
                    needs: has(one, 0),
                    spoils: has(one, 1),
                })
                .collect()
        };
        both.map(chain).collect()
    }
}

/// Returns, for each literal, whether it has to be a node, because too many pairs of actions would be compared.
fn many(spoilers: &[Vec<u32>], needers: &[Vec<u32>]) -> Vec<bool> {
    let looks = |literal: &usize| spoilers[*literal].len() * needers[*literal].len();
    let mut literals: Vec<usize> = (0..spoilers.len()).collect();
    literals.sort_by_key(looks);
    let (mut is_node, mut left) = (vec![false; spoilers.len()], MOST_LOOKS);
    for literal in literals {
        match left.checked_sub(looks(&literal)) {
            Some(rest) => left = rest,
            None => is_node[literal] = true,
        }
    }
    is_node
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::{Disabling, Invariants};
    use crate::random_task::{is, is_not, random_task, small_task};
    use crate::task::{Action, Task};

    fn disabling(task: &Task) -> Disabling {
        Disabling::of(task, &Invariants::of(task))
    }

    #[test]
    fn the_order_has_every_action_once() {
        for seed in 0..100 {
            let task = random_task(seed);
            let order = disabling(&task).order().into_iter();
            let order = order.map(|(id, _)| id).sorted_unstable();
            assert!(order.eq(task.action_ids()));
        }
    }

    #[test]
    fn an_action_that_is_only_spoiled_comes_before_its_spoiler() {
        let (door, lamp) = (0, 1);
        let shut = Action::new("shut", [], [is_not(door)]);
        let leave = Action::new("leave", [is(door)], [is(lamp)]);
        let task = small_task(2, [shut, leave], &[], &[]);
        let order = disabling(&task).order().into_iter();
        let names: Vec<&str> = order.map(|(id, _)| &*task.action(id).name).collect();
        assert_eq!(names, ["leave", "shut"]);
    }
}
