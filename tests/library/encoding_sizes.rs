//! The size formulas in `encodings/`, tested on boards of every kind.
//!
//! F is the number of holes, A the number of jumps, and T the number of steps. The goal is complete unless stated
//! otherwise.

use itertools::Itertools;
use saut::compile;
use saut::encode::{AtMostOne, Encoding, Order};
use saut::peg::{Goal, Position, Puzzle, boards};
use saut::task::{Action, Literal, Task};

const BOARDS: [&str; 5] = [
    "english",
    "french",
    "triangle-5",
    "square-4",
    "rectangle-5x1",
];

/// Returns the puzzle from a full board with one vacancy to one peg in the same hole.
fn puzzle(name: &str) -> Puzzle {
    let board = boards::named(name).unwrap();
    let goal = Position::from_holes(board.len(), [board.len() / 2]);
    Puzzle::new(name, board, goal.complement(), Goal::exactly(goal)).unwrap()
}

fn one_peg(name: &str) -> Puzzle {
    let puzzle = puzzle(name);
    let goal = Goal::one_peg(puzzle.board());
    Puzzle::new(name, puzzle.board().clone(), puzzle.start().clone(), goal).unwrap()
}

/// Compares the numbers of variables and clauses with `wanted`, a function of F, A and T.
fn check(
    puzzle: &Puzzle,
    encoding: Encoding,
    wanted: impl Fn(&Task, usize, usize, usize) -> (usize, usize),
) {
    let task = compile::peg_task(puzzle);
    for steps in [0, 1, 2, 5] {
        let formula = encoding.encode(&task, steps).formula;
        let given = (formula.variables(), formula.clauses());
        let wanted = wanted(&task, task.fluents().len(), task.actions().len(), steps);
        assert_eq!(
            given,
            wanted,
            "{encoding:?} on {}, {steps} steps",
            puzzle.name()
        );
    }
}

fn pairs(n: usize) -> usize {
    n * n.saturating_sub(1) / 2
}

/// Returns the numbers of auxiliary variables and clauses of at-most-one over n literals.
fn at_most_one(form: AtMostOne, n: usize) -> (usize, usize) {
    let log = |n: usize| n.next_power_of_two().trailing_zeros() as usize;
    let groups = n.div_ceil(4);
    let within: usize = (0..groups).map(|group| pairs((n - 4 * group).min(4))).sum();
    let (rows, columns) = (n.isqrt(), n.div_ceil(n.isqrt()));
    match form {
        AtMostOne::Pairwise => (0, pairs(n)),
        AtMostOne::Ladder => (n - 1, 3 * n - 4),
        AtMostOne::Product => (rows + columns, 2 * n + pairs(rows) + pairs(columns)),
        AtMostOne::Bitwise => (log(n), n * log(n)),
        AtMostOne::Commander => (groups, n + within + pairs(groups)),
        AtMostOne::Bimander => (log(groups), within + n * log(groups)),
    }
}

#[test]
fn sequential_in_every_form_of_at_most_one() {
    for (name, &form) in itertools::iproduct!(BOARDS, AtMostOne::ALL) {
        check(
            &puzzle(name),
            Encoding::Sequential { at_most_one: form },
            |_, f, a, t| {
                let (variables, clauses) = at_most_one(form, a);
                let step = 1 + clauses + 6 * a + 2 * f;
                (f * (t + 1) + t * (a + variables), 2 * f + t * step)
            },
        );
    }
}

#[test]
fn forall_with_interference_of_jumps_that_share_a_hole() {
    for name in BOARDS {
        check(&puzzle(name), Encoding::Forall, |task, f, a, t| {
            let touched: Vec<_> = task.actions().iter().map(Action::touched).collect();
            let interfere = |x: usize, y: usize| {
                let meet = touched[x].iter().any(|hole| touched[y].contains(hole));
                meet && agree(&task.actions()[x], &task.actions()[y])
            };
            let pairs = (0..a).map(|x| (0..x).filter(|&y| interfere(x, y)).count());
            let interfering: usize = pairs.sum();
            (
                f * (t + 1) + a * t,
                2 * f + t * (interfering + 6 * a + 2 * f),
            )
        });
    }
}

/// Whether neither the preconditions nor the effects of two jumps contradict each other, so that only interference can
/// exclude them from one step.
fn agree(a: &Action, b: &Action) -> bool {
    let denied = |one: &[Literal], other: &[Literal]| one.iter().any(|&l| other.contains(&!l));
    !denied(&a.preconditions, &b.preconditions) && !denied(&a.effects, &b.effects)
}

/// Returns the numbers of auxiliary variables and clauses of the chains in one direction. Every jump falsifies its
/// three preconditions, so two jumps that agree and share a precondition interfere. For `exists` (`is_divided`), the
/// jumps are divided into parts that such pairs connect. Each part has a chain for each literal. The chain contains the
/// jumps with this precondition that agree with another jump with this precondition.
fn chains(task: &Task, is_divided: bool) -> (usize, usize) {
    let jumps = task.actions();
    let share =
        |a: &Action, b: &Action| a.preconditions.iter().any(|l| b.preconditions.contains(l));
    let mut part: Vec<usize> = (0..jumps.len()).collect();
    for (a, b) in itertools::iproduct!(0..jumps.len(), 0..jumps.len()) {
        if !is_divided || agree(&jumps[a], &jumps[b]) && share(&jumps[a], &jumps[b]) {
            let (from, to) = (part[a], part[b]);
            part.iter_mut()
                .filter(|of| **of == from)
                .for_each(|of| *of = to);
        }
    }
    let mut links = std::collections::HashMap::new();
    for (index, jump) in jumps.iter().enumerate() {
        for literal in &jump.preconditions {
            let beside = |(_, other): &(usize, &Action)| {
                other.preconditions.contains(literal) && agree(jump, other)
            };
            let others = jumps
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index);
            if others.into_iter().any(|other| beside(&other)) {
                *links.entry((part[index], *literal)).or_insert(0_usize) += 1;
            }
        }
    }
    let all = || links.values();
    (all().map(|n| n - 1).sum(), all().map(|n| 3 * n - 4).sum())
}

#[test]
fn forall_and_exists_with_chains() {
    for name in BOARDS {
        for (encoding, directions) in [(Encoding::Exists, 1), (Encoding::ForallChain, 2)] {
            check(&puzzle(name), encoding, |task, f, a, t| {
                let (variables, clauses) = chains(task, encoding == Encoding::Exists);
                (
                    f * (t + 1) + t * (a + directions * variables),
                    2 * f + t * (6 * a + 2 * f + directions * clauses),
                )
            });
        }
    }
}

#[test]
fn r2_exists_not_folded() {
    for name in BOARDS {
        for order in [Order::Grouped, Order::Fresh(1)] {
            let encoding = Encoding::R2Exists { order, fold: false };
            check(&puzzle(name), encoding, |task, _, a, t| {
                let (impossible, touched, repeated) = closed_holes(task, order, t);
                let offered = a * t - impossible;
                let touched_by_any = touched.iter().filter(|&&touched| touched).count();
                let contradictions = task.goal_literals().filter(|wanted| {
                    !touched[wanted.fluent.index()] && !wanted.holds(task.start())
                });
                let goal = touched_by_any + contradictions.count().min(1);
                (
                    4 * offered - touched_by_any,
                    12 * offered - 4 * touched_by_any + goal - repeated,
                )
            });
        }
    }
}

/// Returns three results. The first is the number of slots whose jump is impossible, because a hole that no earlier
/// jump has touched has the wrong content. The second marks the holes that some jump touches. The third is the number
/// of repeated clauses: if only one jump has touched a hole, its content is a literal of this jump, so two
/// preconditions of a later jump, or two goals, may be the same literal.
fn closed_holes(task: &Task, order: Order, steps: usize) -> (usize, Vec<bool>, usize) {
    let (mut impossible, mut repeated) = (0, 0);
    let mut touches = vec![Vec::new(); task.fluents().len()];
    let count_repeated = |touches: &[Vec<(usize, bool)>], wanted: &[Literal]| {
        let literals = wanted
            .iter()
            .filter_map(|one| match touches[one.fluent.index()][..] {
                [(slot, value)] => Some((slot, value == one.value)),
                _ => None,
            });
        literals.clone().count() - literals.unique().count()
    };
    let slots = (1..=steps).flat_map(|step| order.of_step(task, step));
    for (slot, id) in slots.enumerate() {
        let action = task.action(id);
        let wrong = |wanted: &Literal| {
            touches[wanted.fluent.index()].is_empty() && !wanted.holds(task.start())
        };
        if action.preconditions.iter().any(wrong) {
            impossible += 1;
        } else {
            repeated += count_repeated(&touches, &action.preconditions);
            for effect in &action.effects {
                touches[effect.fluent.index()].push((slot, effect.value));
            }
        }
    }
    let goal: Vec<Literal> = task.goal_literals().collect();
    repeated += count_repeated(&touches, &goal);
    let is_touched = touches.iter().map(|list| !list.is_empty());
    (impossible, is_touched.collect(), repeated)
}

#[test]
fn folding_never_makes_r2_exists_larger() {
    for (name, steps) in itertools::iproduct!(BOARDS, 1..=4) {
        let task = compile::peg_task(&puzzle(name));
        let size = |fold| {
            let order = Order::Grouped;
            let formula = Encoding::R2Exists { order, fold };
            let formula = formula.encode(&task, steps).formula;
            (formula.variables(), formula.clauses())
        };
        let (folded, open) = (size(true), size(false));
        // If propagation refutes the formula, it has one variable and two unit clauses.
        assert!(
            folded.0 <= open.0.max(1) && folded.1 <= open.1.max(2),
            "{name}, {steps} steps"
        );
    }
}

#[test]
fn smt_has_an_assertion_a_step() {
    for name in BOARDS {
        check(&puzzle(name), Encoding::Smt, |_, f, _, t| {
            (f * (t + 1), 2 * f + t)
        });
    }
}

#[test]
fn one_peg_anywhere_is_at_most_one_peg_at_the_end() {
    for name in ["english", "triangle-5"] {
        let puzzle = one_peg(name);
        let f = puzzle.board().len();
        let (variables, clauses) = at_most_one(AtMostOne::Ladder, f);
        check(&puzzle, Encoding::SEQUENTIAL, |_, f, a, t| {
            let step = 1 + pairs(a) + 6 * a + 2 * f;
            (f * (t + 1) + a * t + variables, f + clauses + t * step)
        });
        check(&puzzle, Encoding::Smt, |_, f, _, t| {
            (f * (t + 1), f + pairs(f) + t)
        });
    }
}
