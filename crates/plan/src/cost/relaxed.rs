//! The task without deleting, as landmark cuts need it: literals are atoms that stay true once they are, and the goal
//! is one atom that operators of cost 0 make.
//!
//! An effect under conditions is an operator of its own, which needs the conditions, too; all operators of an action
//! are paid for together. So is a rule of a derived fluent, at no cost; that a derived fluent is false is taken for
//! true.
//!
//! Röger, Pommerening, Helmert, *Optimal planning in the presence of conditional effects* (ECAI 2014).

use saut_base::lists::{Lists, number};
use saut_task::task::{GoalConstraint, Literal, Task};

/// Atoms are the literals of the task by number, and a few more.
#[derive(Debug)]
pub struct Relaxed {
    /// Number of atoms that are literals of the task; all others stand for parts of the goal.
    pub literals: usize,
    /// All atoms.
    pub atoms: usize,
    /// The atom that is true from the beginning.
    pub always: u32,
    /// The atom that says that the goal is met.
    pub goal: u32,
    /// Atoms that each operator needs, at least one.
    pub needs: Lists,
    /// The operators that need each atom.
    pub needed_by: Lists,
    /// Atoms that each operator makes, as far as they are wanted.
    pub makes: Lists,
    /// The operators that make each atom.
    pub made_by: Lists,
    /// Payer of each operator: an action by its number, others by numbers of their own.
    pub payers: Vec<u32>,
    /// The operators of each payer.
    pub paid_by: Lists,
    /// Cost of each payer.
    pub costs: Vec<u64>,
}

impl Relaxed {
    /// Relaxation of a task. "At most one of these" is left out of the goal.
    pub fn new(task: &Task) -> Self {
        let literals = 2 * task.fluents().len();
        let (always, goal) = (number(literals), number(literals + 1));
        let mut atoms = literals + 2;
        let mut costs: Vec<u64> = task.actions().iter().map(|action| action.cost).collect();
        let mut operators: Vec<(Vec<u32>, Vec<u32>, u32)> = Vec::new();
        let all = |of: &[Literal]| -> Vec<u32> {
            of.iter().map(|literal| number(literal.index())).collect()
        };
        let something = |mut needs: Vec<u32>| {
            if needs.is_empty() {
                needs.push(always);
            }
            needs
        };
        for (action, payer) in task.actions().iter().zip(0..) {
            let needs = something(all(&action.preconditions));
            if action.conditional.is_empty() || !action.effects.is_empty() {
                operators.push((needs, all(&action.effects), payer));
            }
            for one in &action.conditional {
                let mut needs = all(&action.preconditions);
                needs.extend(all(&one.conditions));
                needs.sort_unstable();
                needs.dedup();
                operators.push((something(needs), all(&[one.effect]), payer));
            }
        }
        let mut free = |needs: Vec<u32>, makes: Vec<u32>| {
            let payer = number(costs.len());
            costs.push(0);
            (needs, makes, payer)
        };
        for rule in task.rules() {
            let head = number(rule.head.is_true().index());
            operators.push(free(something(all(&rule.body)), vec![head]));
        }
        for fluent in task.layers().iter().flat_map(|layer| &layer.fluents) {
            let is_false = number(fluent.is_false().index());
            operators.push(free(vec![always], vec![is_false]));
        }
        let mut wanted = Vec::new();
        for wish in task.goal() {
            match wish {
                GoalConstraint::Literal(literal) => wanted.push(number(literal.index())),
                GoalConstraint::AnyOf(any) => {
                    let one = number(atoms);
                    atoms += 1;
                    wanted.push(one);
                    let ways = any.iter().map(|way| number(way.index()));
                    operators.extend(ways.map(|way| free(vec![way], vec![one])));
                }
                GoalConstraint::AtMostOne(_) => {}
            }
        }
        if wanted.is_empty() {
            wanted.push(always);
        }
        wanted.sort_unstable();
        wanted.dedup();
        operators.push(free(wanted, vec![goal]));
        let needs = Lists::new(operators.iter().map(|one| one.0.iter().copied()));
        let needed_by = needs.turned(atoms);
        let is_wanted = |atom: &u32| *atom == goal || !needed_by.of(*atom as usize).is_empty();
        let makes = operators.iter();
        let makes = Lists::new(makes.map(|one| one.1.iter().copied().filter(is_wanted)));
        Self {
            literals,
            atoms,
            always,
            goal,
            made_by: makes.turned(atoms),
            needs,
            needed_by,
            makes,
            paid_by: Lists::new(operators.iter().map(|one| [one.2])).turned(costs.len()),
            payers: operators.iter().map(|one| one.2).collect(),
            costs,
        }
    }
}
