//! Peg solitaire as a planning task.
//!
//! Fluent `h` is true if hole `h` has a peg. Action `j` is jump `j` of [`Board::jumps`](saut_peg::peg::Board::jumps),
//! and its order key is the direction of the jump.

use std::collections::HashMap;

use saut_peg::peg::{Board, Cell, Hole, Jump, Puzzle, notation};
use saut_peg::simulate::{self, ReplayedPlan};
use saut_task::plan::Plan;
use saut_task::task::{
    Action, ActionId, Fluent, GoalConstraint, Length, Literal, Naming, Task, TaskParts,
};
use saut_task::{Cost, Problem, RefusedPlan};

/// A puzzle of peg solitaire, with its planning task.
#[derive(Clone, Debug)]
pub struct PegDomain<'a> {
    puzzle: &'a Puzzle,
    task: Task,
}

impl<'a> PegDomain<'a> {
    /// Compiles the puzzle.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        Self::with_task(puzzle, peg_task(puzzle))
    }

    /// Combines the puzzle with a variant of the task that [`peg_task`] returns, for example with more known facts.
    pub const fn with_task(puzzle: &'a Puzzle, task: Task) -> Self {
        Self { puzzle, task }
    }

    /// Returns the puzzle.
    pub const fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }
}

impl Problem for PegDomain<'_> {
    type Plan = ReplayedPlan;

    fn task(&self) -> &Task {
        &self.task
    }

    fn validate(&self, plan: Plan<ActionId>) -> Result<(ReplayedPlan, Cost), RefusedPlan> {
        let cost = plan.len() as Cost;
        let replayed = simulate::replay(self.puzzle, peg_plan(self.puzzle, plan));
        Ok((replayed.map_err(RefusedPlan::new)?, cost))
    }
}

/// Returns the planning task of a peg solitaire puzzle, with names by column and row.
pub fn peg_task(puzzle: &Puzzle) -> Task {
    peg_task_named(puzzle, Naming::Iteration)
}

/// Returns the planning task of a peg solitaire puzzle. Names with the iteration contain the column and the row,
/// counted from 0 at the upper left corner: `i3x3y4` is the hole (3, 4) after three jumps, and `i3x3y4-x3y2` is a jump
/// from this hole. Other names contain the name of the cell. A board with a hand (the old French rule) always has other
/// names.
///
/// # Panics
/// Never: the parts of the task are valid by construction.
pub fn peg_task_named(puzzle: &Puzzle, naming: Naming) -> Task {
    let board = puzzle.board();
    let directions = board.geometry().directions();
    let has_hand = board.jumps().iter().any(|jump| jump.is_put_back());
    let naming = if has_hand { Naming::NameAtTime } else { naming };
    let name = |cell: Cell| match naming {
        Naming::Iteration => format!("x{}y{}", cell.x, cell.y),
        Naming::NameAtTime => {
            let name = notation::cell_name(board, cell);
            name.trim_matches(['(', ')']).replace(',', "_")
        }
    };
    let fluent_name = |&cell: &Cell| match naming {
        Naming::Iteration => name(cell),
        Naming::NameAtTime => format!("peg-{}", name(cell)),
    };
    let action_name = |jump: Jump| {
        let [from, to] = [jump.from, jump.to].map(name);
        match naming {
            Naming::Iteration => format!("{from}-{to}"),
            Naming::NameAtTime if jump.is_put_back() => format!("put-back-{from}-{to}"),
            Naming::NameAtTime => format!("jump-{from}-{to}"),
        }
    };
    let action = |&jump: &Jump| {
        let [from, over, to] = board.holes_of(jump).map(Fluent::new);
        let direction = directions.iter().position(|&d| d == jump.direction());
        Action::new(
            action_name(jump),
            [from.is_true(), over.is_true(), to.is_false()],
            [from.is_false(), over.is_false(), to.is_true()],
        )
        .with_order_key(direction.unwrap_or(directions.len()))
    };
    let holes = || (0..board.len()).map(Fluent::new);
    let goal = puzzle.goal();
    let last = || goal.open().holes().map(Fluent::new);
    let wanted = holes().filter_map(|fluent| {
        let value = goal.wants(fluent.index())?;
        Some(GoalConstraint::Literal(Literal { fluent, value }))
    });
    // Jumps never remove the last peg, so "one peg anywhere" needs only "at most one".
    let some = goal.is_one_peg() && !goal.is_one_peg_anywhere();
    let some = some.then(|| GoalConstraint::AnyOf(last().map(Fluent::is_true).collect()));
    let one_peg = goal.is_one_peg();
    let one_peg = one_peg.then(|| GoalConstraint::AtMostOne(last().collect()));
    let (fewest, most) = puzzle.jump_range();
    let removals = is_narrow(board).then(|| removals_of_three(board));
    Task::new(TaskParts {
        fluents: board.cells().iter().map(fluent_name).collect(),
        naming,
        actions: board.jumps().iter().map(action).collect(),
        macros: removals.unwrap_or_default(),
        start: puzzle.start().holes().map(Fluent::new).collect(),
        goal: wanted.chain(some).chain(one_peg).collect(),
        length: Length {
            at_least: fewest,
            at_most: Some(most),
        },
        ..TaskParts::default()
    })
    .expect("the parts fit each other")
}

/// Whether the board has few jumps, as in arms and corners: at most five jumps per two holes. On such boards, pegs are
/// hard to remove, and macros for removals of three make formulas much easier. On wide boards, formulas are easy
/// without these macros, and harder with the macros (`results/encoding-experiments.md`).
fn is_narrow(board: &Board) -> bool {
    2 * board.jumps().len() <= 5 * board.len()
}

/// Returns the removals of three pegs in a line. First, a peg next to an end of the line jumps over the peg at this
/// end. Then the peg at the other end jumps to the vacated end, and the first peg jumps back over it. After these
/// jumps, the line is empty, and all other holes are as before.
///
/// Berlekamp, Conway, Guy, *Winning Ways*, ch. 23, call this a 3-purge, and Beasley calls it a package of three.
fn removals_of_three(board: &Board) -> Vec<Vec<ActionId>> {
    let jumps = || {
        board
            .jumps()
            .iter()
            .enumerate()
            .filter(|(_, jump)| !jump.is_put_back())
    };
    let id = |(number, _): (usize, &Jump)| ActionId::new(number);
    let ids: HashMap<(Cell, Cell), ActionId> = jumps()
        .map(|one| ((one.1.from, one.1.to), id(one)))
        .collect();
    let mut removals = Vec::new();
    for there in jumps() {
        let Jump { from, over, to } = *there.1;
        let inward =
            jumps().filter(|(_, jump)| jump.to == over && ![from, to].contains(&jump.over));
        if let Some(&back) = ids.get(&(to, from)) {
            removals.extend(inward.map(|inward| vec![id(there), id(inward), back]));
        }
    }
    removals
}

/// Returns the task of a puzzle whose goal is one peg in several holes, restricted to a last peg in one of the given
/// holes. Its formulas are far easier, so they are used to find plans. A refutation of this task does not cover other
/// last holes. So the task has no upper bound on the plan length, and no refutation of it counts as covering every
/// plan.
///
/// # Panics
/// Never: the holes are holes of the board.
pub fn peg_task_ending_in(puzzle: &Puzzle, holes: &[Hole]) -> Task {
    let all = (0..puzzle.board().len()).map(|hole| (hole, Fluent::new(hole)));
    let (last, others): (Vec<_>, Vec<_>) = all.partition(|(hole, _)| holes.contains(hole));
    let last: Vec<Fluent> = last.into_iter().map(|(_, fluent)| fluent).collect();
    let vacant = others
        .into_iter()
        .map(|(_, fluent)| GoalConstraint::Literal(fluent.is_false()));
    let some = last.iter().map(|fluent| fluent.is_true()).collect();
    let goal = vacant.chain([GoalConstraint::AnyOf(some), GoalConstraint::AtMostOne(last)]);
    let task = peg_task(puzzle).with_goal(goal.collect());
    let task = task.expect("holes of the board");
    let length = Length {
        at_most: None,
        ..task.length()
    };
    task.with_length(length)
}

/// Returns the jumps of a plan of [`peg_task`].
pub fn peg_plan(puzzle: &Puzzle, plan: Plan<ActionId>) -> Plan<Jump> {
    plan.map(|action| puzzle.board().jumps()[action.index()])
}
