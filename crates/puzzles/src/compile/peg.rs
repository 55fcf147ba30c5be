//! Peg solitaire as a planning task.
//!
//! Fluent `h` is `peg(h)`; action `j` is the `j`-th of [`Board::jumps`](crate::peg::Board::jumps),
//! its order key the direction.

use crate::peg::{Hole, Jump, Puzzle, notation};
use crate::simulate::{self, ReplayedPlan};
use saut_plan::plan::Plan;
use saut_plan::task::{Action, ActionId, Fluent, GoalConstraint, Length, Literal, Task, TaskParts};
use saut_plan::{Domain, RefusedReplay};

/// A puzzle of peg solitaire as the planner sees it.
#[derive(Clone, Debug)]
pub struct PegDomain<'a> {
    puzzle: &'a Puzzle,
    task: Task,
}

impl<'a> PegDomain<'a> {
    /// The puzzle with its task.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        Self::with_task(puzzle, peg_task(puzzle))
    }

    /// The puzzle with a task that knows more of it than [`peg_task`] does.
    pub const fn with_task(puzzle: &'a Puzzle, task: Task) -> Self {
        Self { puzzle, task }
    }

    /// The puzzle.
    pub const fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }
}

impl Domain for PegDomain<'_> {
    type Replayed = ReplayedPlan;

    fn task(&self) -> &Task {
        &self.task
    }

    fn replay(&self, plan: Plan<ActionId>) -> Result<ReplayedPlan, RefusedReplay> {
        simulate::replay(self.puzzle, peg_plan(self.puzzle, plan)).map_err(RefusedReplay::new)
    }
}

/// The planning task of a peg solitaire puzzle.
///
/// # Panics
/// Never: its parts are valid by construction.
pub fn peg_task(puzzle: &Puzzle) -> Task {
    let board = puzzle.board();
    let directions = board.geometry().directions();
    let name = |cell| {
        let name = notation::cell_name(board, cell);
        name.trim_matches(['(', ')']).replace(',', "_")
    };
    let action = |&jump: &Jump| {
        let [from, over, to] = board.holes_of(jump).map(Fluent::new);
        let direction = directions.iter().position(|&d| d == jump.direction());
        let verb = if jump.is_put_back() {
            "put-back"
        } else {
            "jump"
        };
        Action::new(
            format!("{verb}-{}-{}", name(jump.from), name(jump.to)),
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
    // Some peg is always left, so that "one peg anywhere" needs no more than "at most one".
    let some = goal.is_one_peg() && !goal.is_one_peg_anywhere();
    let some = some.then(|| GoalConstraint::AnyOf(last().map(Fluent::is_true).collect()));
    let one_peg = goal.is_one_peg();
    let one_peg = one_peg.then(|| GoalConstraint::AtMostOne(last().collect()));
    let (fewest, most) = puzzle.jump_range();
    Task::new(TaskParts {
        fluents: board
            .cells()
            .iter()
            .map(|&cell| format!("peg-{}", name(cell)))
            .collect(),
        actions: board.jumps().iter().map(action).collect(),
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

/// The task of a puzzle whose goal is one peg in several holes, with the last peg in one of these holes: for
/// finding plans, whose formulas are far easier so. What is refuted of it says nothing of other holes.
///
/// # Panics
/// Never: the holes are those of the board.
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
    task.expect("holes of the board")
}

/// The jumps of a plan of [`peg_task`].
pub fn peg_plan(puzzle: &Puzzle, plan: Plan<ActionId>) -> Plan<Jump> {
    plan.map(|action| puzzle.board().jumps()[action.index()])
}
