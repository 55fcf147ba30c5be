//! Moves of a search: actions, in either direction.
//!
//! Literals are numbers ([`Literal::index`]); flipping the last bit negates a literal. A set of literals is a bit set,
//! called a row. A move is possible in a row without literals that contradict its needs. It removes literals and adds
//! others. Forwards, a row is a state, with a literal of each fluent. Backwards, it is the regressed goal.

use saut_base::bits;
use saut_base::lists::{Lists, distinct, number};
use saut_task::invariant::InvariantForm;

use saut_task::task::{ActionId, GoalConstraint, Literal, Mutexes, Task};

/// Maximum number of fluents of an at-most-one goal constraint. A larger constraint can be violated in too many ways.
const MAX_APART: usize = 64;

pub struct Moves<'a> {
    pub task: &'a Task,
    pub form: InvariantForm,
    pub literals: usize,
    pub needs: Lists,
    /// Literals that each move adds.
    pub sets: Lists,
    /// Literals that each move removes: forwards, the negations of its effects; backwards, both literals of each
    /// changed fluent.
    pub takes: Lists,
    /// For each move, the literals that it may remove from a conjunction that does not block it.
    taken: Lists,
    /// For each literal, the moves that may remove it.
    pub takers: Lists,
    /// For each literal, the moves to try if it is in the row.
    pub tried: Lists,
    /// The moves to try in every row.
    pub always: Vec<u32>,
    pub actions: Vec<ActionId>,
    /// The row in which the search starts.
    pub start: Vec<u64>,
    /// Conjunctions that hold in no state at the other end.
    pub base: Vec<Vec<u32>>,
    pub mutexes: &'a Mutexes,
}

/// A move that is not indexed yet.
struct MoveDraft {
    needs: Vec<Literal>,
    sets: Vec<Literal>,
    takes: Vec<Literal>,
    action: ActionId,
}

fn numbers(literals: &[Literal]) -> Vec<u32> {
    literals.iter().map(|one| number(one.index())).collect()
}

/// Returns the literals that hold after an action according to its precondition and effects.
fn after(task: &Task, id: ActionId) -> Vec<Literal> {
    let action = task.action(id);
    let untouched = |one: &&Literal| !action.effects.contains(&!**one);
    let kept = action.preconditions.iter().filter(untouched).copied();
    kept.chain(action.effects.iter().copied()).collect()
}

impl<'a> Moves<'a> {
    /// Creates the moves from the initial state to the goal; `None` if the goal has a large at-most-one constraint.
    pub fn forwards(task: &'a Task) -> Option<Self> {
        let mut base = Vec::new();
        for constraint in task.goal() {
            match constraint {
                GoalConstraint::Literal(literal) => base.push(vec![!*literal]),
                GoalConstraint::AnyOf(literals) => {
                    base.push(literals.iter().map(|&one| !one).collect());
                }
                GoalConstraint::AtMostOne(fluents) if fluents.len() > MAX_APART => return None,
                GoalConstraint::AtMostOne(fluents) => {
                    for (place, one) in fluents.iter().enumerate() {
                        let others = fluents[place + 1..].iter().filter(|other| *other != one);
                        base.extend(others.map(|other| vec![one.is_true(), other.is_true()]));
                    }
                }
            }
        }
        let start = Literal::of_state(task.start()).map(Literal::of_index);
        let start: Vec<Literal> = start.collect();
        let draft = |id| {
            let action = task.action(id);
            MoveDraft {
                needs: action.preconditions.clone(),
                sets: after(task, id),
                takes: action.effects.iter().map(|&one| !one).collect(),
                action: id,
            }
        };
        Some(Self::new(task, InvariantForm::OneOf, &start, &base, draft))
    }

    /// Creates the moves from the goal to the initial state; `None` if the goal is not a conjunction, or contradicts
    /// itself.
    pub fn backwards(task: &'a Task) -> Option<Self> {
        let is_literal = |one: &GoalConstraint| matches!(one, GoalConstraint::Literal(_));
        let goal: Vec<Literal> = task.goal_literals().collect();
        let is_contradicted = goal.iter().any(|&one| goal.contains(&!one));
        if is_contradicted || !task.goal().iter().all(is_literal) {
            return None;
        }
        let at_start = Literal::of_state(task.start()).map(Literal::of_index);
        let base: Vec<Vec<Literal>> = at_start.map(|one| vec![!one]).collect();
        let draft = |id| {
            let action = task.action(id);
            let both = |one: &Literal| [*one, !*one];
            MoveDraft {
                needs: after(task, id),
                sets: action.preconditions.clone(),
                takes: action.effects.iter().flat_map(both).collect(),
                action: id,
            }
        };
        Some(Self::new(task, InvariantForm::Never, &goal, &base, draft))
    }

    fn new(
        task: &'a Task,
        form: InvariantForm,
        start: &[Literal],
        base: &[Vec<Literal>],
        draft: impl Fn(ActionId) -> MoveDraft,
    ) -> Self {
        let literals = 2 * task.fluents().len();
        let is_possible = |id: &ActionId| {
            let action = task.action(*id);
            !action.effects.is_empty() && !task.mutexes().never(action)
        };
        let drafts: Vec<MoveDraft> = task.action_ids().filter(is_possible).map(draft).collect();
        let lists = |part: fn(&MoveDraft) -> &Vec<Literal>| {
            Lists::new(drafts.iter().map(|one| numbers(part(one))))
        };
        let taken = match form {
            InvariantForm::OneOf => lists(|one| &one.takes),
            // Backwards, a row with the negation of an effect contradicts the needs of the move, so only the effects
            // count.
            InvariantForm::Never => {
                let made = |one: &MoveDraft| numbers(&task.action(one.action).effects);
                Lists::new(drafts.iter().map(made))
            }
        };
        let takers = taken.turned(literals);
        let (tried, always) = match form {
            InvariantForm::OneOf => waiting(&drafts, literals),
            InvariantForm::Never => (takers.clone(), Vec::new()),
        };
        let base = base.iter().map(|one| distinct(numbers(one))).collect();
        Self {
            task,
            form,
            literals,
            needs: lists(|one| &one.needs),
            sets: lists(|one| &one.sets),
            takes: lists(|one| &one.takes),
            taken,
            takers,
            tried,
            always,
            actions: drafts.iter().map(|one| one.action).collect(),
            start: bits::row(literals, start.iter().map(|one| one.index())),
            base,
            mutexes: task.mutexes(),
        }
    }

    /// Whether a literal of the row contradicts the needs of the move, or is mutex with them.
    pub fn is_against(&self, row: &[u64], chosen: u32) -> bool {
        let mut needs = self.needs.of(chosen as usize).iter();
        needs.any(|&need| self.excludes(row, need))
    }

    /// Returns a literal of the row that contradicts the needs of the move, or is mutex with them.
    pub fn against(&self, row: &[u64], chosen: u32) -> Option<u32> {
        let mut needs = self.needs.of(chosen as usize).iter();
        needs.find_map(|&need| {
            if bits::get(row, (need ^ 1) as usize) {
                return Some(need ^ 1);
            }
            let others = self.mutexes.row(Literal::of_index(need as usize));
            bits::of_words(bits::common(others, row)).map(number).next()
        })
    }

    /// Returns the literals that a move may remove from a conjunction. [`Self::takers`] lists the move under these
    /// literals.
    pub fn taken(&self, chosen: u32) -> &[u32] {
        self.taken.of(chosen as usize)
    }

    /// Whether a literal of the row is never true together with this one.
    pub fn excludes(&self, row: &[u64], literal: u32) -> bool {
        let others = self.mutexes.row(Literal::of_index(literal as usize));
        bits::get(row, (literal ^ 1) as usize) || bits::meet(others, row)
    }

    pub fn apply(&self, row: &[u64], chosen: u32, after: &mut Vec<u64>) {
        after.clear();
        after.extend_from_slice(row);
        for &gone in self.takes.of(chosen as usize) {
            bits::set(after, gone as usize, false);
        }
        for &new in self.sets.of(chosen as usize) {
            bits::set(after, new as usize, true);
        }
    }

    /// Returns the literals that a move adds to a row.
    pub fn new_of<'b>(&'b self, row: &'b [u64], chosen: u32) -> impl Iterator<Item = u32> + 'b {
        let sets = self.sets.of(chosen as usize).iter().copied();
        sets.filter(|&one| !bits::get(row, one as usize))
    }

    /// Returns the row of exactly these literals.
    pub fn row(&self, conjunction: &[u32]) -> Vec<u64> {
        bits::row(self.literals, conjunction.iter().map(|&one| one as usize))
    }

    /// Converts a conjunction to literals.
    pub fn literals(conjunction: &[u32]) -> Vec<Literal> {
        let literal = |&one: &u32| Literal::of_index(one as usize);
        conjunction.iter().map(literal).collect()
    }
}

/// Indexes each move by the rarest literal that it needs. Also returns the moves without needs.
fn waiting(drafts: &[MoveDraft], literals: usize) -> (Lists, Vec<u32>) {
    let mut count = vec![0_u32; literals];
    for need in drafts.iter().flat_map(|one| &one.needs) {
        count[need.index()] += 1;
    }
    let rarest = |one: &MoveDraft| {
        let needs = one.needs.iter().map(|need| need.index());
        needs.min_by_key(|&need| count[need]).map(number)
    };
    let under = Lists::new(drafts.iter().map(rarest)).turned(literals);
    let numbered = drafts.iter().zip(0..);
    let free = numbered.filter(|(one, _)| one.needs.is_empty());
    (under, free.map(|(_, place)| place).collect())
}
