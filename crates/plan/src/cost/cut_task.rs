//! The relaxed task, as landmark cuts need it: every operator needs an atom, and the goal is one atom that operators of
//! cost 0 make.
//!
//! An effect under conditions is an operator of its own; all operators of an action are paid for together. So is a rule
//! of a derived fluent, at no cost; that a derived fluent is false is taken for true.
//!
//! Röger, Pommerening, Helmert, *Optimal planning in the presence of conditional effects* (ECAI 2014).

use saut_base::lists::{Lists, number};
use saut_task::task::Task;

use crate::relaxed_task::{DerivedFalse, RelaxedTask};

/// Atoms are the literals of the task by number, and a few more.
#[derive(Debug)]
pub struct CutTask {
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

impl CutTask {
    /// Relaxation of a task.
    pub fn new(task: &Task) -> Self {
        let relaxed = RelaxedTask::new(task, DerivedFalse::Free);
        let literals = relaxed.literals;
        let (always, goal) = (number(literals), number(literals + 1));
        let mut atoms = literals + 2;
        let mut costs: Vec<u64> = task.actions().iter().map(|action| action.cost).collect();
        let mut free = || {
            costs.push(0);
            number(costs.len() - 1)
        };
        let mut operators: Vec<(Vec<u32>, Vec<u32>, u32)> = Vec::new();
        for (operator, needs) in relaxed.needs.iter().enumerate() {
            let needs = if needs.is_empty() { &[always] } else { needs };
            let makes = relaxed.makes.of(operator).to_vec();
            let payer = relaxed.played(operator).unwrap_or_else(&mut free);
            operators.push((needs.to_vec(), makes, payer));
        }
        let mut wanted = Vec::new();
        for ways in &relaxed.goals {
            if let [only] = ways[..] {
                wanted.push(only);
                continue;
            }
            let one = number(atoms);
            atoms += 1;
            wanted.push(one);
            operators.extend(ways.iter().map(|&way| (vec![way], vec![one], free())));
        }
        if wanted.is_empty() {
            wanted.push(always);
        }
        wanted.sort_unstable();
        wanted.dedup();
        operators.push((wanted, vec![goal], free()));
        let needs = Lists::new(operators.iter().map(|one| one.0.iter().copied()));
        let needed_by = needs.turned(atoms);
        let makes = Lists::new(operators.iter().map(|one| one.1.iter().copied()));
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
