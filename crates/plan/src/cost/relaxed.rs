//! The task without deleting, as landmark cuts need it: literals are atoms that stay true once they are, and the goal is one atom
//! that operators of cost 0 make.

use crate::lists::{Lists, number};
use crate::task::{GoalConstraint, Task};

/// Atoms are the literals of the task by number, and a few more.
#[derive(Debug)]
pub struct Relaxed {
    /// How many atoms are literals of the task; all others stand for parts of the goal.
    pub literals: usize,
    /// All atoms.
    pub atoms: usize,
    /// The atom that is true from the beginning.
    pub always: u32,
    /// The atom that says that the goal is met.
    pub goal: u32,
    /// What each operator needs, at least one atom; first the actions in their order.
    pub needs: Lists,
    /// The operators that need each atom.
    pub needed_by: Lists,
    /// What each operator makes, as far as somebody wants it.
    pub makes: Lists,
    /// The operators that make each atom.
    pub made_by: Lists,
    /// What each operator costs.
    pub costs: Vec<u64>,
}

impl Relaxed {
    /// Of a task. "At most one of these" is left out of the goal.
    pub fn new(task: &Task) -> Self {
        let literals = 2 * task.fluents().len();
        let (always, goal) = (number(literals), number(literals + 1));
        let mut atoms = literals + 2;
        let mut operators: Vec<(Vec<u32>, Vec<u32>, u64)> = Vec::new();
        for action in task.actions() {
            let all = |of: &[crate::task::Literal]| -> Vec<u32> {
                of.iter().map(|literal| number(literal.index())).collect()
            };
            let mut needs = all(&action.preconditions);
            if needs.is_empty() {
                needs.push(always);
            }
            operators.push((needs, all(&action.effects), action.cost));
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
                    operators.extend(ways.map(|way| (vec![way], vec![one], 0)));
                }
                GoalConstraint::AtMostOne(_) => {}
            }
        }
        if wanted.is_empty() {
            wanted.push(always);
        }
        wanted.sort_unstable();
        wanted.dedup();
        operators.push((wanted, vec![goal], 0));
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
            costs: operators.into_iter().map(|one| one.2).collect(),
        }
    }
}
