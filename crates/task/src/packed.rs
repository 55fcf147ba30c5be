//! A task over packed states with one bit per fluent. The preconditions and effects of an action are stored as masks.
//!
//! Searches that visit millions of states need the applicable actions of each state. Each action is stored under its
//! rarest precondition. Negative preconditions are only used if there is no positive one. In a state, only the actions
//! stored under a true literal are tested. (Helmert, *The Fast Downward planning system*, 2006, uses a decision tree
//! for this purpose.)

use crate::task::{Action, ActionId, Fluent, GoalConstraint, Literal, Task};
use saut_base::bits::{self, Mask};
use saut_base::lists::Lists;

/// The actions and the goal of a task as bit masks.
pub struct PackedTask<'a> {
    task: &'a Task,
    needs: Lists<Mask>,
    effects: Lists<Mask>,
    /// For each action, its conditional effects, each with its conditions. Empty if no action has conditional effects.
    conditional: Vec<Vec<(Vec<Mask>, Mask)>>,
    /// For each fluent, the actions stored under its positive literal.
    under_true: Vec<Vec<ActionId>>,
    /// For each fluent, the actions stored under its negative literal.
    under_false: Vec<Vec<ActionId>>,
    /// The actions without preconditions.
    free: Vec<ActionId>,
    goal: Vec<Mask>,
    /// Whether the goal has constraints that are not literals, so that masks cannot express them.
    has_more_goals: bool,
    derivation: DerivedRules,
    conditions: usize,
}

/// The rules of a task as masks.
struct DerivedRules {
    bodies: Lists<Mask>,
    heads: Vec<usize>,
    /// The rules of each layer, and whether it is recursive.
    layers: Vec<(std::ops::Range<usize>, bool)>,
    /// Masks that make the derived fluents false.
    derived: Vec<Mask>,
}

impl DerivedRules {
    fn new(task: &Task) -> Self {
        let rules = task.rules().iter();
        Self {
            bodies: Lists::new(
                rules
                    .clone()
                    .map(|rule| Literal::masks(rule.body.iter().copied())),
            ),
            heads: rules.map(|rule| rule.head.index()).collect(),
            layers: task
                .layers()
                .iter()
                .map(|layer| (layer.rules.clone(), layer.is_recursive()))
                .collect(),
            derived: Literal::masks(task.derived().map(Fluent::is_false)),
        }
    }

    fn derive(&self, state: &mut [u64]) {
        self.derived.iter().for_each(|mask| mask.apply(state));
        for (rules, is_recursive) in &self.layers {
            let mut has_grown = true;
            while std::mem::take(&mut has_grown) {
                for rule in rules.clone() {
                    let head = self.heads[rule];
                    if !bits::get(state, head) && hold(self.bodies.of(rule), state) {
                        bits::set(state, head, true);
                        has_grown = *is_recursive;
                    }
                }
            }
        }
    }
}

fn hold(masks: &[Mask], state: &[u64]) -> bool {
    masks.iter().all(|mask| mask.holds(state))
}

impl<'a> PackedTask<'a> {
    /// Builds the masks of a task.
    pub fn new(task: &'a Task) -> Self {
        let fluents = task.fluents().len();
        let mut count = vec![[0_usize; 2]; fluents];
        for need in task.actions().iter().flat_map(|a| &a.preconditions) {
            count[need.fluent.index()][usize::from(need.value)] += 1;
        }
        let (mut under_true, mut under_false) =
            (vec![Vec::new(); fluents], vec![Vec::new(); fluents]);
        let mut free = Vec::new();
        for id in task.action_ids() {
            let needs = task.action(id).preconditions.iter();
            // Most fluents are false in most states. So an action is stored under a negative precondition only if it
            // has no positive one.
            let rarest = needs.min_by_key(|need| {
                (
                    !need.value,
                    count[need.fluent.index()][usize::from(need.value)],
                )
            });
            match rarest {
                Some(need) if need.value => under_true[need.fluent.index()].push(id),
                Some(need) => under_false[need.fluent.index()].push(id),
                None => free.push(id),
            }
        }
        let all = task.actions().iter();
        let of = |part: fn(&Action) -> &Vec<Literal>| {
            move |action| Literal::masks(part(action).iter().copied())
        };
        let conditional = |action: &Action| {
            let all = action.conditional.iter();
            let masked = all.map(|one| {
                let conditions = Literal::masks(one.conditions.iter().copied());
                (conditions, Literal::masks([one.effect])[0])
            });
            masked.collect()
        };
        let is_other = |wish: &GoalConstraint| !matches!(wish, GoalConstraint::Literal(_));
        let has_conditional = task.has_conditional_effects();
        let of_actions: usize = all.clone().map(|action| action.conditional.len()).sum();
        Self {
            conditions: task.rules().len() + of_actions / all.len().max(1),
            conditional: all
                .clone()
                .filter(|_| has_conditional)
                .map(conditional)
                .collect(),
            needs: Lists::new(all.clone().map(of(|action| &action.preconditions))),
            effects: Lists::new(all.map(of(|action| &action.effects))),
            goal: Literal::masks(task.goal_literals()),
            has_more_goals: task.goal().iter().any(is_other),
            derivation: DerivedRules::new(task),
            task,
            under_true,
            under_false,
            free,
        }
    }

    /// Replaces the content of `applicable` by the applicable actions of a state. Returns the number of tested actions.
    pub fn applicable(&self, state: &[u64], applicable: &mut Vec<ActionId>) -> usize {
        applicable.clear();
        let mut seen = self.free.len();
        applicable.extend_from_slice(&self.free);
        let mut add = |waiting: &[ActionId]| {
            seen += waiting.len();
            for action in waiting {
                if hold(self.needs.of(action.index()), state) {
                    applicable.push(*action);
                }
            }
        };
        for fluent in bits::iter(state) {
            add(&self.under_true[fluent]);
        }
        for (fluent, waiting) in self.under_false.iter().enumerate() {
            if !waiting.is_empty() && !bits::get(state, fluent) {
                add(waiting);
            }
        }
        seen
    }

    /// Applies an applicable action to a state.
    pub fn apply(&self, action: ActionId, state: &mut [u64]) {
        let conditional = self.conditional.get(action.index()).into_iter().flatten();
        // Conditional deletions are listed before additions, so that a fluent that is both deleted and added becomes
        // true.
        let fired = conditional.filter(|(conditions, _)| hold(conditions, state));
        let fired: Vec<Mask> = fired.map(|(_, effect)| *effect).collect();
        let effects = self.effects.of(action.index()).iter();
        effects.chain(&fired).for_each(|mask| mask.apply(state));
        self.derivation.derive(state);
    }

    /// Returns the number of rules and conditional effects that [`PackedTask::apply`] evaluates, on average.
    pub const fn conditions(&self) -> usize {
        self.conditions
    }

    /// Whether a state satisfies the goal.
    pub fn is_goal(&self, state: &[u64]) -> bool {
        hold(&self.goal, state) && (!self.has_more_goals || self.task.is_goal(&self.values(state)))
    }

    /// Returns the value of each fluent in a packed state.
    pub fn values(&self, state: &[u64]) -> Vec<bool> {
        bits::values(state, self.task.fluents().len())
    }
}

#[cfg(test)]
mod tests {
    use super::{PackedTask, bits};
    use crate::random_task::any_random_task;
    use crate::task::ActionId;

    #[test]
    fn masks_agree_with_the_task() {
        let mut applicable = Vec::new();
        for seed in 0..300 {
            let task = any_random_task(seed);
            let packed = PackedTask::new(&task);
            let mut values = task.start().to_vec();
            for step in 0..8 {
                let state = bits::from_values(&values);
                packed.applicable(&state, &mut applicable);
                applicable.sort_unstable();
                let mut plain: Vec<ActionId> = task.action_ids().collect();
                plain.retain(|&id| task.action(id).is_applicable(&values));
                assert_eq!(applicable, plain);
                assert_eq!(packed.is_goal(&state), task.is_goal(&values));
                let Some(&id) = plain.get(step % plain.len().max(1)) else {
                    break;
                };
                let mut after = state.clone();
                packed.apply(id, &mut after);
                task.apply(id, &mut values);
                assert_eq!(after, bits::from_values(&values));
            }
        }
    }
}
