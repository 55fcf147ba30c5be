//! Derived fluents: fluents that rules (axioms) derive from the rest of a state.
//!
//! A rule makes its head true in every state in which its body holds. A fluent that is the head of a rule is *derived*:
//! it is true in a state if and only if the rules derive it. No action changes a derived fluent.
//!
//! Rules are *stratified*: the derived fluents are divided into layers. A rule may only require a derived fluent to be
//! false if this fluent is in a layer before the layer of the head. The values of a layer are the least fixed point
//! of its rules, given the values of earlier layers. Here, a layer is a strongly connected component of the relation
//! "depends on". So a layer with several fluents is recursive, and a layer with a single fluent is not.
//!
//! A state includes the values of its derived fluents. They are recomputed after every action.
//!
//! Apt, Blair, Walker, *Towards a theory of declarative knowledge* (1988), for stratification; Thiébaux, Hoffmann,
//! Nebel, *In defense of PDDL axioms* (Artificial Intelligence 168, 2005).

use rustc_hash::FxHashMap;

use super::literal::without_repeats;
use super::{Action, Fluent, InvalidTask, Literal};
use saut_base::bits;
use saut_base::lists::{Lists, distinct, number};

/// A rule: its head is true in every state in which its body holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The derived fluent.
    pub head: Fluent,
    /// Literals that must hold. In a [`Task`](super::Task), none is repeated, and the positive literals come first.
    pub body: Vec<Literal>,
}

impl Rule {
    /// Creates a rule.
    pub fn new(head: Fluent, body: impl IntoIterator<Item = Literal>) -> Self {
        let body = body.into_iter().collect();
        Self { head, body }
    }
}

/// Fluents that depend on each other, with their rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The fluents of the layer. If there are several, they depend on each other cyclically.
    pub fluents: Vec<Fluent>,
    /// The indices of the rules of the layer in the rules of the task.
    pub rules: std::ops::Range<usize>,
}

impl Layer {
    /// Whether the fluents depend on each other cyclically.
    pub fn is_recursive(&self) -> bool {
        self.fluents.len() > 1
    }
}

/// The rules of a task, ordered by layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    pub(super) all: Vec<Rule>,
    pub(super) layers: Vec<Layer>,
    /// For each fluent, the number of its layer; empty if there are no rules.
    layer_of: Vec<Option<u32>>,
    /// For each fluent, the rules of its layer whose body contains it.
    waiting: Vec<Vec<u32>>,
}

impl Rules {
    /// Orders the rules. Rules that can never add anything are removed, but their heads remain derived.
    ///
    /// # Errors
    /// [`InvalidTask`] if a fluent depends on its own negation.
    pub(super) fn new(fluents: usize, given: Vec<Rule>) -> Result<Self, InvalidTask> {
        if given.is_empty() {
            return Ok(Self::default());
        }
        let heads = distinct(given.iter().map(|rule| rule.head.index()));
        let mut place = vec![None; fluents];
        for (at, &head) in heads.iter().enumerate() {
            place[head] = Some(at);
        }
        let mut given: Vec<Rule> = given.into_iter().filter_map(normal).collect();
        let mut next = vec![Vec::new(); heads.len()];
        for rule in &given {
            let from = place[rule.head.index()].unwrap_or_default();
            let needed = rule.body.iter().filter_map(|one| place[one.fluent.index()]);
            next[from].extend(needed.map(number));
        }
        let components = components(&next);
        let mut layer_of = vec![None; fluents];
        for (layer, component) in components.iter().enumerate() {
            for &at in component {
                layer_of[heads[at]] = Some(number(layer));
            }
        }
        given.sort_by_key(|rule| (layer_of[rule.head.index()], rule.head));
        let is_wrong = |rule: &&Rule| {
            let own = layer_of[rule.head.index()];
            let mut falsehoods = rule.body.iter().filter(|one| !one.value);
            falsehoods.any(|one| layer_of[one.fluent.index()] == own)
        };
        if let Some(wrong) = given.iter().find(is_wrong) {
            return Err(InvalidTask::new(format_args!(
                "fluent {} depends on its own negation",
                wrong.head.index()
            )));
        }
        let mut layers = Vec::with_capacity(components.len());
        let mut from = 0;
        for (layer, component) in components.into_iter().enumerate() {
            let of_layer = |rule: &&Rule| layer_of[rule.head.index()] == Some(number(layer));
            let to = from + given[from..].iter().take_while(of_layer).count();
            let mut fluents: Vec<Fluent> = component
                .into_iter()
                .map(|at| Fluent::new(heads[at]))
                .collect();
            fluents.sort_unstable();
            layers.push(Layer {
                fluents,
                rules: from..to,
            });
            from = to;
        }
        let mut waiting = vec![Vec::new(); fluents];
        for (at, rule) in given.iter().enumerate() {
            for one in rule.body.iter().map(|one| one.fluent.index()) {
                if layer_of[one] == layer_of[rule.head.index()] {
                    waiting[one].push(number(at));
                }
            }
        }
        Ok(Self {
            all: given,
            layers,
            layer_of,
            waiting,
        })
    }

    pub(super) fn derives(&self, fluent: Fluent) -> bool {
        self.layer(fluent).is_some()
    }

    fn layer(&self, fluent: Fluent) -> Option<u32> {
        self.layer_of.get(fluent.index()).copied().flatten()
    }

    pub(super) fn are_in_one_layer(&self, one: Fluent, other: Fluent) -> bool {
        self.derives(one) && self.layer(one) == self.layer(other)
    }

    pub(super) fn derive(&self, state: &mut [bool]) {
        for layer in &self.layers {
            for fluent in &layer.fluents {
                state[fluent.index()] = false;
            }
            let mut new = Vec::new();
            let mut look = |rule: &Rule, new: &mut Vec<usize>| {
                let head = rule.head.index();
                if !state[head] && rule.body.iter().all(|one| one.holds(state)) {
                    state[head] = true;
                    new.push(head);
                }
            };
            for rule in &self.all[layer.rules.clone()] {
                look(rule, &mut new);
            }
            if layer.is_recursive() {
                // A rule is tested again for each fluent of the same layer in its body that becomes true.
                while let Some(fluent) = new.pop() {
                    for &rule in &self.waiting[fluent] {
                        look(&self.all[rule as usize], &mut new);
                    }
                }
            }
        }
    }
}

/// Removes repetitions in a rule. Returns `None` if its body never holds or contains its head.
fn normal(mut rule: Rule) -> Option<Rule> {
    without_repeats(&mut rule.body);
    rule.body.sort_by_key(|literal| !literal.value);
    let is_empty = |one: &Literal| rule.body.contains(&!*one) || *one == rule.head.is_true();
    (!rule.body.iter().any(is_empty)).then_some(rule)
}

/// The *guards* that each action reads and touches. Guards show which actions may change a derived precondition.
///
/// The guard of a derived fluent is the set of all basic fluents on which the derived fluent depends, through any chain
/// of rules. Derived fluents with the same set share their guard. An action *reads* the guards of its derived
/// preconditions and conditions. An action *touches* each guard that contains a fluent that the action changes.
#[derive(Clone, Debug)]
pub struct Guards {
    count: usize,
    reads: Lists,
    touches: Lists,
}

impl Guards {
    pub(super) fn of(rules: &Rules, fluents: usize, actions: &[&Action]) -> Self {
        if rules.layers.is_empty() {
            let none = || Lists::new(actions.iter().map(|_| Vec::new()));
            let (reads, touches) = (none(), none());
            return Self {
                count: 0,
                reads,
                touches,
            };
        }
        // Guards only contain fluents that occur in the bodies of rules.
        let asked_for = rules.all.iter().flat_map(|rule| &rule.body);
        let asked_for = asked_for.map(|one| one.fluent.index());
        let asked_for = distinct(asked_for.filter(|&fluent| rules.layer_of[fluent].is_none()));
        let mut place = vec![0; fluents];
        for (at, &fluent) in asked_for.iter().enumerate() {
            place[fluent] = at;
        }
        let width = bits::words(asked_for.len());
        let mut sets: Vec<Vec<u64>> = Vec::new();
        for layer in &rules.layers {
            let mut set = vec![0; width];
            for literal in rules.all[layer.rules.clone()].iter().flat_map(|r| &r.body) {
                let fluent = literal.fluent.index();
                match rules.layer_of[fluent] {
                    Some(before) => {
                        // The guard of the current layer does not exist yet.
                        if let Some(before) = sets.get(before as usize) {
                            bits::join(&mut set, before);
                        }
                    }
                    None => bits::set(&mut set, place[fluent], true),
                }
            }
            sets.push(set);
        }
        let mut guards: FxHashMap<&[u64], u32> = FxHashMap::default();
        let mut reads: Vec<Vec<u32>> = Vec::with_capacity(actions.len());
        for action in actions {
            let layers = action.preconditions.iter().chain(action.conditions());
            let layers = layers.filter_map(|one| rules.layer(one.fluent));
            reads.push(distinct(layers.map(|layer| {
                let new = number(guards.len());
                *guards.entry(&sets[layer as usize]).or_insert(new)
            })));
        }
        let mut members = vec![Vec::new(); guards.len()];
        for (set, &guard) in &guards {
            let found = bits::iter(set).map(|at| number(asked_for[at]));
            members[guard as usize] = found.collect();
        }
        let guards_of = Lists::new(members).turned(fluents);
        let touches = actions.iter().map(|action| {
            let effects = action.all_effects();
            distinct(effects.flat_map(|one| guards_of.of(one.fluent.index()).iter().copied()))
        });
        Self {
            count: guards.len(),
            touches: Lists::new(touches),
            reads: Lists::new(reads),
        }
    }

    /// Returns the number of guards.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Returns the guards of the derived preconditions and conditions of the action with this number.
    pub fn read_by(&self, action: usize) -> &[u32] {
        self.reads.of(action)
    }

    /// Returns the guards that contain a fluent that the action with this number changes.
    pub fn touched_by(&self, action: usize) -> &[u32] {
        self.touches.of(action)
    }

    /// Whether the action `one` may change a derived precondition or condition of the action `other`.
    pub fn spoils(&self, one: usize, other: usize) -> bool {
        let read = self.read_by(other);
        self.touched_by(one)
            .iter()
            .any(|guard| read.contains(guard))
    }
}

/// Computes the strongly connected components of a graph. Each component comes after the components to which it leads.
/// The computation is not recursive, because a long path would overflow the stack.
///
/// Tarjan, *Depth-first search and linear graph algorithms* (1972).
pub fn components(next: &[Vec<u32>]) -> Vec<Vec<usize>> {
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
                let to = to as usize;
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
    use super::{Rule, components};
    use crate::random_task::{is, is_not, random_task_with_rules, small_parts};
    use crate::task::{Action, Fluent, InvalidTask, Literal, Task, TaskParts};

    /// Whether a state satisfies all rules whose head is in `of`.
    fn is_model(task: &Task, state: &[bool], of: &[Fluent]) -> bool {
        let rules = task.rules().iter().filter(|rule| of.contains(&rule.head));
        let mut rules = rules.filter(|rule| rule.body.iter().all(|one| one.holds(state)));
        rules.all(|rule| state[rule.head.index()])
    }

    /// In each layer, the true fluents form a model of the rules, and no proper subset of them does.
    #[test]
    fn derived_fluents_are_the_least_model_of_each_layer() {
        let (mut circles, mut truths) = (0, 0);
        for seed in 0..1000 {
            let task = random_task_with_rules(seed);
            let basic = task.fluent_ids().filter(|&f| !task.is_derived(f));
            let basic: Vec<Fluent> = basic.collect();
            for bits in 0..1_u32 << basic.len() {
                let mut state = vec![true; task.fluents().len()];
                for (at, fluent) in basic.iter().enumerate() {
                    state[fluent.index()] = bits >> at & 1 == 1;
                }
                task.derive(&mut state);
                for layer in task.layers() {
                    circles += usize::from(layer.is_recursive());
                    assert!(is_model(&task, &state, &layer.fluents), "seed {seed}");
                    let truth = layer.fluents.iter().filter(|f| state[f.index()]);
                    let truth: Vec<&Fluent> = truth.collect();
                    truths += truth.len();
                    for fewer in 0..(1_u32 << truth.len()) - 1 {
                        let mut other = state.clone();
                        for (at, fluent) in truth.iter().enumerate() {
                            other[fluent.index()] = fewer >> at & 1 == 1;
                        }
                        assert!(!is_model(&task, &other, &layer.fluents), "seed {seed}");
                    }
                }
            }
        }
        assert!(circles > 500 && truths > 10_000, "{circles} {truths}");
    }

    /// Returns a task with the basic fluents 0 and 1, and with rules for the fluents 2 and 3. `start` is true
    /// initially, and the only action makes `effect` true.
    fn with(
        rules: &[(usize, &[Literal])],
        start: usize,
        effect: usize,
    ) -> Result<Task, InvalidTask> {
        let rules = rules.iter();
        let rules = rules.map(|&(head, body)| Rule::new(Fluent::new(head), body.to_vec()));
        Task::new(TaskParts {
            rules: rules.collect(),
            ..small_parts(4, [Action::new("a", [], [is(effect)])], &[start], &[])
        })
    }

    #[test]
    fn a_fluent_that_depends_on_its_own_falsehood_is_rejected() {
        let refused = || {
            let fact = "fluent 2 depends on its own negation";
            Err(InvalidTask::new(fact))
        };
        let circle = [(2, &[is(3)][..]), (3, &[is(2), is_not(1)])];
        assert!(with(&circle, 0, 0).is_ok());
        let wrong = [(2, &[is_not(3)][..]), (3, &[is(2)])];
        assert_eq!(with(&wrong, 0, 0), refused());
        let alone = [(2, &[is_not(2)][..])];
        assert_eq!(with(&alone, 0, 0), refused());
        let apart = [(2, &[is_not(3)][..]), (3, &[is(1)])];
        assert!(with(&apart, 0, 0).is_ok());
    }

    #[test]
    fn neither_the_start_nor_an_action_sets_a_derived_fluent() {
        let rules = [(2, &[][..])];
        let derived = |place: &str, fluent: usize| {
            let fact = format_args!("{place} sets fluent {fluent}, which is derived by rules");
            Err(InvalidTask::new(fact))
        };
        assert_eq!(with(&rules, 2, 0), derived("the initial state", 2));
        assert_eq!(with(&rules, 0, 2), derived("a", 2));
        let task = with(&rules, 0, 1).unwrap();
        assert_eq!(task.start(), [true, false, true, false]);
    }

    #[test]
    fn components_come_before_their_predecessors() {
        // 0 leads to the cycle of 1 and 2, which leads to 3.
        let mut found = components(&[vec![1], vec![2], vec![1, 3], vec![]]);
        for component in &mut found {
            component.sort_unstable();
        }
        assert_eq!(found, [vec![3], vec![1, 2], vec![0]]);
    }

    /// Each fluent is derived from the next one, in a cycle, and the last fluent from a fact of the initial state.
    #[test]
    fn a_very_long_cycle_does_not_overflow() {
        let count = 200_000;
        let circle = (1..=count).map(|at| Rule::new(Fluent::new(at), [is(at % count + 1)]));
        let first = Rule::new(Fluent::new(count), [is(0)]);
        let put_out = Action::new("a", [is(1)], [is_not(0)]);
        let task = Task::new(TaskParts {
            rules: circle.chain([first]).collect(),
            ..small_parts(count + 1, [put_out], &[0], &[])
        });
        let task = task.unwrap();
        assert!(task.start().iter().all(|&is_true| is_true));
        let mut state = vec![false; count + 1];
        task.derive(&mut state);
        assert!(!state.contains(&true));
        let guards = task.guards();
        assert_eq!(guards.count(), 1);
        assert_eq!(
            (guards.read_by(0), guards.touched_by(0)),
            (&[0][..], &[0][..])
        );
    }

    #[test]
    fn a_very_long_path_does_not_overflow() {
        let line: Vec<Vec<u32>> = (1..200_000)
            .map(|next| vec![next])
            .chain([vec![]])
            .collect();
        assert_eq!(components(&line).len(), 200_000);
    }
}
