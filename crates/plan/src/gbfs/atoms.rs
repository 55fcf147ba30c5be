//! The relaxed task: every fluent is two *atoms*, that it is true and that it is false, and an atom
//! once reached stays.

use crate::lists::{Lists, number};
use crate::task::{GoalConstraint, Literal, Task};

/// The number of the atom that a literal is.
pub fn atom(literal: Literal) -> u32 {
    number(literal.index())
}

/// A task in atoms.
#[derive(Debug)]
pub struct Atoms {
    /// How many atoms there are.
    pub count: usize,
    /// The atoms that each action needs.
    pub needs: Lists,
    /// The actions that need each atom.
    pub needed_by: Lists,
    /// The atoms that each action makes and somebody wants.
    pub makes: Lists,
    /// One atom of each list is to be reached. "At most one of these" in a goal is left out.
    pub goals: Vec<Vec<u32>>,
}

impl Atoms {
    /// The atoms of a task.
    pub fn new(task: &Task) -> Self {
        let count = 2 * task.fluents().len();
        let needs = Lists::new(task.actions().iter().map(|action| {
            let wanted = action.preconditions.iter();
            wanted.map(|&literal| atom(literal))
        }));
        let needed_by = needs.turned(count);
        let wish = |constraint: &GoalConstraint| match constraint {
            GoalConstraint::Literal(literal) => Some(vec![atom(*literal)]),
            GoalConstraint::AnyOf(any) => Some(any.iter().copied().map(atom).collect()),
            GoalConstraint::AtMostOne(_) => None,
        };
        let goals: Vec<Vec<u32>> = task.goal().iter().filter_map(wish).collect();
        let mut is_wanted: Vec<bool> = (0..count).map(|a| !needed_by.of(a).is_empty()).collect();
        for &atom in goals.iter().flatten() {
            is_wanted[atom as usize] = true;
        }
        let makes = Lists::new(task.actions().iter().map(|action| {
            let made = action.effects.iter().map(|&literal| atom(literal));
            made.filter(|&atom| is_wanted[atom as usize])
        }));
        Self {
            count,
            needs,
            needed_by,
            makes,
            goals,
        }
    }
}
