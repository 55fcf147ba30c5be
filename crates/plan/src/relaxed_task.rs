//! The relaxed task: each fluent becomes two *atoms*, one for true and one for false. Once reached, an atom stays
//! reached.
//!
//! Rules of derived fluents become actions that cost nothing and are not steps of a plan: they reach the head from the
//! body. A derived fluent is reached as false when each of its rules is *broken*. A rule with several literals has an
//! additional atom for "broken", which is reached when one of the literals is false. A rule with a body fluent in the
//! layer of its head counts as broken from the start, because fluents that depend on each other can become false
//! together. The relaxation therefore reaches everything that can become true, and perhaps more. With
//! [`DerivedFalse::Free`], the atom "false" of every derived fluent is reached from the start instead, which is
//! cheaper.
//!
//! Thiébaux, Hoffmann, Nebel, *In defense of PDDL axioms* (Artificial Intelligence 168, 2005), section 5, for the
//! relaxation with axioms.

use saut_base::lists::{Lists, distinct, number};
use saut_task::task::{GoalConstraint, Literal, Rule, Task};

pub fn atom(literal: Literal) -> u32 {
    number(literal.index())
}

/// How derived fluents become false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DerivedFalse {
    /// A derived fluent becomes false when all its rules are broken.
    Exact,
    /// A derived fluent is false from the start, at no cost.
    Free,
}

/// The relaxation of a task.
#[derive(Debug)]
pub struct RelaxedTask {
    /// Number of atoms: literals first, then broken rules.
    pub count: usize,
    /// Number of atoms that are literals.
    pub literals: usize,
    /// Number of actions of the task. They are followed by the conditional effects, as separate actions, and by the
    /// rules, as actions of cost 0.
    pub actions: usize,
    /// The action of the task for each conditional effect.
    pub conditional: Vec<u32>,
    /// The preconditions of each action.
    pub needs: Lists,
    /// For each atom, the actions that have it as a precondition.
    pub needed_by: Lists,
    /// The atoms that each action makes true, if an action or the goal needs them.
    pub makes: Lists,
    /// From each list, one atom must be reached. Goal constraints of the form "at most one of these" are left out.
    pub goals: Vec<Vec<u32>>,
}

impl RelaxedTask {
    pub fn new(task: &Task, derived_false: DerivedFalse) -> Self {
        let atoms =
            |literals: &[Literal]| -> Vec<u32> { literals.iter().copied().map(atom).collect() };
        let literals = 2 * task.fluents().len();
        let rules = Derivations::of(task, literals, derived_false);
        let count = rules.atoms;
        let of_actions = task.actions().iter();
        let of_actions = of_actions.map(|one| (atoms(&one.preconditions), atoms(&one.effects)));
        // A conditional effect has the preconditions of its action and the conditions of the effect.
        let of_conditional = task.actions().iter().flat_map(|action| {
            action.conditional.iter().map(|one| {
                let needs = action.preconditions.iter().chain(&one.conditions);
                (distinct(needs.copied().map(atom)), vec![atom(one.effect)])
            })
        });
        let of_rules = rules.all.into_iter();
        let of_rules = of_rules.map(|(needs, made)| (needs, vec![made]));
        let all = of_actions.chain(of_conditional).chain(of_rules);
        let (needs, makes): (Vec<Vec<u32>>, Vec<Vec<u32>>) = all.unzip();
        let needs = Lists::new(needs);
        let needed_by = needs.turned(count);
        let wish = |constraint: &GoalConstraint| match constraint {
            GoalConstraint::Literal(literal) => Some(vec![atom(*literal)]),
            GoalConstraint::AnyOf(any) => Some(atoms(any)),
            GoalConstraint::AtMostOne(_) => None,
        };
        let goals: Vec<Vec<u32>> = task.goal().iter().filter_map(wish).collect();
        let mut is_wanted: Vec<bool> = (0..count).map(|a| !needed_by.of(a).is_empty()).collect();
        for &atom in goals.iter().flatten() {
            is_wanted[atom as usize] = true;
        }
        let conditional = (0..).zip(task.actions());
        let conditional =
            conditional.flat_map(|(number, it)| it.conditional.iter().map(move |_| number));
        let makes = makes.into_iter().map(|mut made| {
            made.retain(|&atom| is_wanted[atom as usize]);
            made
        });
        Self {
            count,
            literals,
            actions: task.actions().len(),
            conditional: conditional.collect(),
            makes: Lists::new(makes),
            needs,
            needed_by,
            goals,
        }
    }

    /// Returns the action of the task for an action of the relaxed task; `None` for a rule.
    pub fn played(&self, action: usize) -> Option<u32> {
        match action.checked_sub(self.actions) {
            None => Some(number(action)),
            Some(conditional) => self.conditional.get(conditional).copied(),
        }
    }
}

/// The rules of a task, as actions with preconditions and one effect.
struct Derivations {
    all: Vec<(Vec<u32>, u32)>,
    /// Number of atoms, including broken rules.
    atoms: usize,
}

impl Derivations {
    fn of(task: &Task, literals: usize, derived_false: DerivedFalse) -> Self {
        let mut derivations = Self {
            all: Vec::new(),
            atoms: literals,
        };
        for rule in task.rules() {
            let (body, head) = (rule.body.iter(), atom(rule.head.is_true()));
            let body = body.map(|&one| atom(one)).collect();
            derivations.all.push((body, head));
        }
        let derived = task.derived();
        if derived_false == DerivedFalse::Free {
            let all = derived.map(|fluent| (Vec::new(), atom(fluent.is_false())));
            derivations.all.extend(all);
            return derivations;
        }
        if task.layers().is_empty() {
            return derivations;
        }
        let is_wanted = wanted_as_false(task);
        for layer in task.layers() {
            let rules = &task.rules()[layer.rules.clone()];
            for &head in layer.fluents.iter().filter(|one| is_wanted[one.index()]) {
                let own = rules.iter().filter(|rule| rule.head == head);
                let broken: Option<Vec<u32>> = own
                    .filter(|rule| {
                        let mut body = rule.body.iter();
                        !body.any(|one| task.are_in_one_layer(head, one.fluent))
                    })
                    .map(|rule| derivations.broken(rule))
                    .collect();
                if let Some(broken) = broken {
                    derivations.all.push((broken, atom(head.is_false())));
                }
            }
        }
        derivations
    }

    /// Returns the atom for a broken rule; `None` if the rule cannot be broken.
    fn broken(&mut self, rule: &Rule) -> Option<u32> {
        match rule.body[..] {
            [] => None,
            [only] => Some(atom(!only)),
            _ => {
                let broken = number(self.atoms);
                self.atoms += 1;
                let ways = rule.body.iter().map(|&one| (vec![atom(!one)], broken));
                self.all.extend(ways);
                Some(broken)
            }
        }
    }
}

/// Returns, for each fluent, whether it is derived and its negation may be needed.
fn wanted_as_false(task: &Task) -> Vec<bool> {
    let mut is_wanted = vec![false; task.fluents().len()];
    let goals = task.goal().iter().flat_map(|wish| match wish {
        GoalConstraint::Literal(literal) => std::slice::from_ref(literal),
        GoalConstraint::AnyOf(any) => any,
        GoalConstraint::AtMostOne(_) => &[],
    });
    let needs = task.actions().iter().flat_map(|one| &one.preconditions);
    let bodies = task.rules().iter().flat_map(|rule| &rule.body);
    for literal in goals.chain(needs).chain(bodies) {
        is_wanted[literal.fluent.index()] |= !literal.value && task.is_derived(literal.fluent);
    }
    // A derived fluent becomes false when literals of its rule bodies are false.
    for layer in task.layers().iter().rev() {
        let mut has_grown = true;
        while std::mem::take(&mut has_grown) {
            for rule in &task.rules()[layer.rules.clone()] {
                if is_wanted[rule.head.index()] {
                    for literal in &rule.body {
                        let fluent = literal.fluent.index();
                        if literal.value && task.is_derived(literal.fluent) && !is_wanted[fluent] {
                            is_wanted[fluent] = true;
                            has_grown = true;
                        }
                    }
                }
            }
        }
    }
    is_wanted
}
