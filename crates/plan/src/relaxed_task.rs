//! The relaxed task: every fluent is two *atoms*, that it is true and that it is false, and an atom
//! once reached stays.
//!
//! Rules of derived fluents are actions that cost nothing and are no steps of a plan: the head is reached where the
//! body is. A derived fluent is reached as false where every rule is *broken*, which is an atom more for each rule of
//! several literals, reached with any of them as false. A rule that asks for a fluent of the layer of its head counts
//! as broken from the start, because fluents that depend on each other are false together without one being false
//! first. So what can come about is reached, and perhaps more. Where that costs too much, a derived fluent is simply
//! false from the beginning, too.
//!
//! Thiébaux, Hoffmann, Nebel, *In defense of PDDL axioms* (Artificial Intelligence 168, 2005), section 5, for the
//! relaxation with axioms.

use saut_base::lists::{Lists, distinct, number};
use saut_task::task::{GoalConstraint, Literal, Rule, Task};

/// The number of the atom that a literal is.
pub fn atom(literal: Literal) -> u32 {
    number(literal.index())
}

/// How derived fluents become false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DerivedFalse {
    /// When every rule is broken.
    Exact,
    /// At no cost, from the beginning.
    Free,
}

/// A task without deleting.
#[derive(Debug)]
pub struct RelaxedTask {
    /// Number of atoms: those of literals first, then those of broken rules.
    pub count: usize,
    /// Number of those that are literals.
    pub literals: usize,
    /// Number of actions of the task; behind them are those of conditional effects, each with its action, and then
    /// those of rules, which cost nothing.
    pub actions: usize,
    /// The action of each conditional effect.
    pub conditional: Vec<u32>,
    /// The atoms that each action needs.
    pub needs: Lists,
    /// The actions that need each atom.
    pub needed_by: Lists,
    /// The atoms that each action makes and somebody wants.
    pub makes: Lists,
    /// One atom of each list is to be reached. "At most one of these" in a goal is left out.
    pub goals: Vec<Vec<u32>>,
}

impl RelaxedTask {
    /// The relaxation of a task.
    pub fn new(task: &Task, derived_false: DerivedFalse) -> Self {
        let atoms =
            |literals: &[Literal]| -> Vec<u32> { literals.iter().copied().map(atom).collect() };
        let literals = 2 * task.fluents().len();
        let rules = Derivations::of(task, literals, derived_false);
        let count = rules.atoms;
        let of_actions = task.actions().iter();
        let of_actions = of_actions.map(|one| (atoms(&one.preconditions), atoms(&one.effects)));
        // A conditional effect needs what its action needs, and its conditions.
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

    /// The action of the task that an action here stands for; none for one of a rule.
    pub fn played(&self, action: usize) -> Option<u32> {
        match action.checked_sub(self.actions) {
            None => Some(number(action)),
            Some(conditional) => self.conditional.get(conditional).copied(),
        }
    }
}

/// The rules of a task as actions that need some atoms and make one.
struct Derivations {
    all: Vec<(Vec<u32>, u32)>,
    /// The number of atoms, those of broken rules counted.
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

    /// The atom that a rule is broken; none if it never is.
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

/// By fluent whether it is derived and something may ask for its falsehood.
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
    // What makes a derived fluent false are the falsehoods of its bodies.
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
