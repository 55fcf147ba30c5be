//! Puzzles that are solvable by construction: jumps played backwards from a random goal.
//!
//! Every backend in process must find a plan in every encoding that it reads, the simulator must
//! accept it, no criterion may refute the puzzle, and the plan must be refused once one of its
//! jumps is exchanged for one that the rules forbid.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::Index;
use saut::attempt::{AttemptResult, attempt};
use saut::backend::{Availability, Backend, Reads, SolveLimits, all};
use saut::compile;
use saut::encode::{AtMostOne, Encoding, Order};
use saut::peg::{Board, Cell, Geometry, Goal, Jump, Position, Puzzle};
use saut::plan::Plan;
use saut::simulate::{RejectedJumps, replay};

/// More make `r2-exists` slow now and then: at so many steps as jumps its tail is heavy.
const MOST_JUMPS: usize = 5;

/// A puzzle and the number of jumps of every plan.
#[derive(Clone, Debug)]
struct Solvable {
    puzzle: Puzzle,
    jumps: usize,
}

/// Some of the cells of a grid of four or five rows and columns.
fn board() -> impl Strategy<Value = Board> {
    let grid = (
        4_i16..=5,
        4_i16..=5,
        proptest::sample::select(Geometry::ALL.to_vec()),
    );
    let cells = grid.prop_flat_map(|(width, height, geometry)| {
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y)));
        let cells: Vec<Cell> = cells.collect();
        let most = cells.len();
        (
            Just(geometry),
            proptest::sample::subsequence(cells, most / 2..=most),
        )
    });
    cells.prop_map(|(geometry, cells)| Board::new(geometry, cells).expect("a small board"))
}

/// A random goal, and from there as many random jumps backwards as are wanted and can be played.
fn solvable() -> impl Strategy<Value = Solvable> {
    let goal = board().prop_flat_map(|board| {
        let pegs = proptest::collection::vec(proptest::bool::weighted(0.3), board.len());
        (
            Just(board),
            pegs,
            proptest::collection::vec(any::<Index>(), 1..=MOST_JUMPS),
        )
    });
    goal.prop_filter_map("the board has no peg", |(board, pegs, choices)| {
        let goal = Position::from_holes(board.len(), (0..board.len()).filter(|&hole| pegs[hole]));
        let (mut start, mut jumps) = (goal.clone(), 0);
        for choice in choices {
            let holes = board.jumps().iter().map(|&jump| board.holes_of(jump));
            let playable = |&[from, over, to]: &[usize; 3]| {
                start.has(to) && !start.has(over) && !start.has(from)
            };
            let playable: Vec<[usize; 3]> = holes.filter(playable).collect();
            if playable.is_empty() {
                break;
            }
            let [from, over, to] = *choice.get(&playable);
            start.set(to, false);
            start.set(over, true);
            start.set(from, true);
            jumps += 1;
        }
        let puzzle = Puzzle::new("backwards", Arc::new(board), start, Goal::exactly(goal)).ok()?;
        Some(Solvable { puzzle, jumps })
    })
}

fn in_process() -> Vec<Box<dyn Backend>> {
    let mut backends = all();
    backends.retain(|backend| matches!(backend.availability(), Availability::BuiltIn { .. }));
    backends
}

fn encodings(reads: Reads) -> Vec<Encoding> {
    let order = Order::Fresh(3);
    let mut encodings = vec![
        Encoding::SEQUENTIAL,
        Encoding::Sequential {
            at_most_one: AtMostOne::Product,
        },
        Encoding::Naive,
        Encoding::Forall,
        Encoding::ForallChain,
        Encoding::Exists,
        Encoding::R2_EXISTS,
        Encoding::R2Exists { order, fold: false },
    ];
    if reads == Reads::SmtLib {
        encodings.push(Encoding::Smt);
    }
    encodings
}

/// The jumps of the board that cannot be played here, by the definition of a jump.
fn forbidden(board: &Board, position: &Position) -> Vec<Jump> {
    let is_forbidden = |&jump: &Jump| {
        let [from, over, to] = board.holes_of(jump);
        !(position.has(from) && position.has(over) && !position.has(to))
    };
    board.jumps().iter().copied().filter(is_forbidden).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_backend_finds_a_plan_in_every_encoding(solvable in solvable()) {
        let Solvable { puzzle, jumps } = &solvable;
        let task = compile::peg_task(puzzle);
        for backend in in_process() {
            for encoding in encodings(backend.reads()) {
                let run = SolveLimits::default();
                let attempt = attempt(&task, encoding, *jumps, backend.as_ref(), &run);
                let AttemptResult::Plan(plan) = attempt.unwrap().result else {
                    panic!("{} says that there is no plan in {encoding:?}", backend.name());
                };
                let plan = replay(puzzle, compile::peg_plan(puzzle, plan)).unwrap();
                prop_assert_eq!(plan.jumps().len(), *jumps);
                prop_assert_eq!(Some(plan.end()), puzzle.goal().position());
            }
        }
    }

    #[test]
    fn a_plan_with_one_jump_exchanged_for_a_forbidden_one_is_refused(
        solvable in solvable(),
        which in any::<Index>(),
        other in any::<Index>(),
    ) {
        let Solvable { puzzle, jumps } = &solvable;
        prop_assume!(*jumps > 0);
        let task = compile::peg_task(puzzle);
        let batsat = &in_process()[0];
        let found = attempt(&task, Encoding::R2_EXISTS, *jumps, batsat.as_ref(), &SolveLimits::default());
        let AttemptResult::Plan(plan) = found.unwrap().result else { panic!("solvable by construction") };
        let plan = compile::peg_plan(puzzle, plan).into_actions();
        let (mut plan, which) = (plan, which.index(*jumps));
        let mut position = puzzle.start().clone();
        for &jump in &plan[..which] {
            let [from, over, to] = puzzle.board().holes_of(jump);
            position.set(from, false);
            position.set(over, false);
            position.set(to, true);
        }
        let forbidden = forbidden(puzzle.board(), &position);
        prop_assume!(!forbidden.is_empty());
        plan[which] = *other.get(&forbidden);
        let rejected = replay(puzzle, Plan::sequential(plan)).unwrap_err();
        let number = match rejected {
            RejectedJumps::WrongJump { number, .. } => number,
            RejectedJumps::NotTheGoal { .. } => 0,
        };
        prop_assert_eq!(number, which + 1);
    }
}
