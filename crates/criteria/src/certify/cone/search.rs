//! Branch and bound: finds a tree, or integer numbers of jumps, which show that there is no tree.
//!
//! Land and Doig (1960). The search is depth first. It branches on the jump whose number in the relaxation (fractional
//! jumps in any order) is farthest from an integer. The results of the relaxation are floating-point numbers. They only
//! determine where to branch, and which bound to prove. This bound is a lower bound on the length of a plan, or an
//! upper bound on the occurrences of a jump in any plan.

use std::time::Duration;

use microlp::{ComparisonOp, Error, OptimizationDirection, Problem, Variable};
use saut_linear as linear;
use serde::{Deserialize, Serialize};

use super::{Bounds, DRAWN, Leaf, MAX_DEPTH, Tree};
use crate::certify::{NotRefuted, Refutation, WeightTable, lattice, program};
use saut_base::stop::Stop;
use saut_peg::peg::notation::jump_name;
use saut_peg::peg::{Jump, Position, Puzzle};
use saut_task::CheckError;

/// A number that is closer than this to an integer counts as the integer.
const WHOLE: f64 = 1e-6;

/// Result of [`search`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConeResult {
    /// No integer numbers of jumps within the bounds change the start into a goal position.
    Refuted(Tree),
    /// These numbers of jumps, in the order of the board, change the start into a goal position.
    Numbers(Vec<u32>),
}

/// Time limit of one linear program.
const LIMIT: Duration = Duration::from_secs(20);

/// Searches for integer numbers of jumps within the bounds, in at most `parts` parts. `None` if a limit was reached.
pub fn search(
    puzzle: &Puzzle,
    bounds: &Bounds,
    mut parts: usize,
    stop: &Stop,
) -> Option<ConeResult> {
    part(puzzle, bounds, 0, &mut parts, stop)
}

/// Returns `stop` with the time limit of one linear program.
pub fn limit(stop: &Stop) -> Stop {
    stop.with_timeout(LIMIT)
}

fn part(
    puzzle: &Puzzle,
    bounds: &Bounds,
    depth: usize,
    parts: &mut usize,
    stop: &Stop,
) -> Option<ConeResult> {
    if *parts == 0 || stop.stop_reason().is_some() {
        return None;
    }
    *parts -= 1;
    let times = match relaxed(puzzle, bounds, ConeAim::Any, &limit(stop))? {
        RelaxationAnswer::Infeasible => {
            let leaf = leaf(puzzle, bounds, &limit(stop))?;
            return Some(ConeResult::Refuted(Tree::Leaf(leaf)));
        }
        RelaxationAnswer::Times { times, .. } => times,
    };
    let away = |times: f64| (times - times.round()).abs();
    let worst = (0..times.len()).max_by(|&a, &b| away(times[a]).total_cmp(&away(times[b])));
    let Some(jump) = worst.filter(|&jump| away(times[jump]) > WHOLE) else {
        return whole(puzzle, bounds, &times).map(ConeResult::Numbers);
    };
    if depth >= MAX_DEPTH {
        return None;
    }
    let below = u32::try_from(program::rounded(times[jump].floor())?).ok()?;
    let [few, many] = bounds.split(jump, below);
    let few = match part(puzzle, &few, depth + 1, parts, stop)? {
        ConeResult::Refuted(tree) => Box::new(tree),
        numbers @ ConeResult::Numbers(_) => return Some(numbers),
    };
    let many = match part(puzzle, &many, depth + 1, parts, stop)? {
        ConeResult::Refuted(tree) => Box::new(tree),
        numbers @ ConeResult::Numbers(_) => return Some(numbers),
    };
    Some(ConeResult::Refuted(Tree::Split {
        jump: puzzle.board().jumps()[jump],
        most: below,
        few,
        many,
    }))
}

/// Returns weights that refute a part without solutions. `None` if the linear program finds no weights, or the check
/// rejects them.
fn leaf(puzzle: &Puzzle, bounds: &Bounds, stop: &Stop) -> Option<Leaf> {
    let own: Vec<usize> = (0..puzzle.board().len()).collect();
    [false, true].into_iter().find_map(|negative_open| {
        let wanted = program::WeightQuestion {
            aim: program::Aim::Refute,
            variable_of: &own,
            bounds: Some(bounds),
            negative_open,
            stop,
        };
        let (mut numbers, charge) = program::weights(puzzle, &wanted)?;
        numbers.push(charge);
        let mut weights = program::integers(&numbers)?;
        let charge = weights.pop()?;
        let leaf = Leaf { weights, charge };
        leaf.check(puzzle, bounds).is_ok().then_some(leaf)
    })
}

/// Returns the rounded numbers, if they are within the bounds and change the start into a goal position.
fn whole(puzzle: &Puzzle, bounds: &Bounds, times: &[f64]) -> Option<Vec<u32>> {
    let board = puzzle.board();
    let numbers: Vec<u32> = times
        .iter()
        .map(|&times| u32::try_from(program::rounded(times)?).ok())
        .collect::<Option<_>>()?;
    let mut pegs: Vec<i64> = (0..board.len())
        .map(|hole| i64::from(puzzle.start().has(hole)))
        .collect();
    for (&jump, &number) in board.jumps().iter().zip(&numbers) {
        let [from, over, to] = board.holes_of(jump);
        pegs[from] -= i64::from(number);
        pegs[over] -= i64::from(number);
        pegs[to] += i64::from(number);
    }
    let in_bounds = numbers.iter().enumerate().all(|(jump, &number)| {
        number >= bounds.least[jump] && bounds.most[jump].is_none_or(|most| number <= most)
    });
    let total: u64 = numbers.iter().map(|&number| u64::from(number)).sum();
    let is_position = pegs.iter().all(|pegs| (0..=1).contains(pegs));
    let end = Position::from_holes(
        board.len(),
        (0..board.len()).filter(|&hole| pegs[hole] == 1),
    );
    let adds_up = in_bounds
        && bounds.total.is_none_or(|most| total <= u64::from(most))
        && is_position
        && puzzle.goal().is_met_by(&end);
    adds_up.then_some(numbers)
}

/// A lower bound on the number of jumps of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FewestJumps {
    /// The bound of the relaxation, rounded up and unchecked. `None` if the relaxation has no solution or failed.
    pub relaxed: Option<u32>,
    /// Proved lower bound on the number of jumps.
    pub least: u32,
    /// A tree that refutes all plans of at most `least - 1` jumps. `None` if `least` is 0.
    pub proof: Option<Tree>,
}

/// Finds the largest bound that trees of at most `parts` parts prove.
pub fn fewest_jumps(puzzle: &Puzzle, parts: usize, stop: &Stop) -> FewestJumps {
    let none = Bounds::none(puzzle.board().jumps().len());
    let relaxed = match relaxed(puzzle, &none, ConeAim::FewestJumps, &limit(stop)) {
        Some(RelaxationAnswer::Times { optimum, .. }) => {
            let whole = program::rounded((optimum - 1e-6).ceil());
            whole.and_then(|whole| u32::try_from(whole.max(0)).ok())
        }
        Some(RelaxationAnswer::Infeasible) | None => None,
    };
    let (mut least, mut proof) = (0, None);
    for next in relaxed.unwrap_or(0).max(1).. {
        let bounds = none.clone().with_total(next - 1);
        match search(puzzle, &bounds, parts, stop) {
            Some(ConeResult::Refuted(tree)) if tree.check(puzzle, &bounds).is_ok() => {
                (least, proof) = (next, Some(tree));
            }
            _ => break,
        }
        if relaxed.is_none() {
            break; // the puzzle may have no plan, and then the loop would not end
        }
    }
    FewestJumps {
        relaxed,
        least,
        proof,
    }
}

/// An upper bound on the occurrences of one jump in any plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JumpBound {
    /// The jump whose occurrences are bounded.
    pub jump: Jump,
    /// The fractional maximum of the linear program as numerator and denominator, unchecked. `None` if the maximum is
    /// not a simple fraction.
    pub relaxed: Option<(i64, i64)>,
    /// The proved upper bound.
    pub most: u32,
    /// Whether the search found integer numbers of jumps with `most` occurrences of this jump.
    pub is_reached: bool,
    /// A tree that refutes at least `most + 1` occurrences, under the bounds `least[jump] = most + 1`.
    pub proof: Tree,
}

/// Finds the bounds of all jumps, in the order of the board. Computes the bound of only one jump of each orbit under
/// the symmetries of the puzzle. `None` for a jump for which no tree of at most `parts` parts was found.
pub fn jump_bounds(puzzle: &Puzzle, parts: usize, stop: &Stop) -> Vec<Option<JumpBound>> {
    let board = puzzle.board();
    let mut bounds: Vec<Option<Option<JumpBound>>> = vec![None; board.jumps().len()];
    let symmetries = puzzle.symmetries();
    for index in 0..bounds.len() {
        if bounds[index].is_some() {
            continue;
        }
        if stop.stop_reason().is_some() {
            break;
        }
        let found = jump_bound(puzzle, index, parts, stop);
        for symmetry in &symmetries {
            let image = symmetry.jump(board.jumps()[index]);
            let Some(other) = board.number(image) else {
                continue;
            };
            if bounds[other].is_none() {
                bounds[other] = Some(found.as_ref().map(|bound| JumpBound {
                    jump: image,
                    proof: bound.proof.image(symmetry),
                    ..bound.clone()
                }));
            }
        }
    }
    bounds.into_iter().map(Option::flatten).collect()
}

/// Finds the bound of the jump with this number. `None` if no tree of at most `parts` parts was found.
pub fn jump_bound(puzzle: &Puzzle, index: usize, parts: usize, stop: &Stop) -> Option<JumpBound> {
    let none = Bounds::none(puzzle.board().jumps().len());
    let found = relaxed(puzzle, &none, ConeAim::Most(index), &limit(stop))?;
    let RelaxationAnswer::Times { optimum, .. } = found else {
        return None;
    };
    let fraction = program::integers(&[optimum, 1.0]);
    let most = u32::try_from(program::rounded((optimum + 1e-6).floor())?).ok()?;
    let with_least = |least: u32| none.clone().with_least(index, least);
    let found = search(puzzle, &with_least(most + 1), parts, stop)?;
    let ConeResult::Refuted(mut proof) = found else {
        return None;
    };
    let (mut most, mut is_reached) = (most, most == 0);
    while most > 0 {
        match search(puzzle, &with_least(most), parts, stop) {
            Some(ConeResult::Refuted(tree)) => proof = tree,
            found => {
                is_reached = found.is_some();
                break;
            }
        }
        most -= 1;
        is_reached = most == 0;
    }
    Some(JumpBound {
        jump: puzzle.board().jumps()[index],
        relaxed: fraction.and_then(|pair| Some((*pair.first()?, *pair.get(1)?))),
        most,
        is_reached,
        proof,
    })
}

/// A refutation of all integer numbers of jumps that change the start into a goal position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntegerCone {
    /// The tree of parts, with weights that refute each part.
    pub tree: Tree,
}

/// Limits of the search: the number of parts, and the time.
const LIMITS: (usize, Duration) = (2000, Duration::from_secs(30));

impl Refutation for IntegerCone {
    fn look(puzzle: &Puzzle, stop: &Stop) -> Result<Self, NotRefuted> {
        if lattice::find(puzzle).is_some() {
            return Err(NotRefuted::open(
                "Not searched, because the criterion lattice already shows that no whole numbers of jumps and \
                    reversed jumps turn the start into the goal.\n",
            ));
        }
        let (parts, most) = LIMITS;
        let bounds = Bounds::none(puzzle.board().jumps().len());
        match search(puzzle, &bounds, parts, &stop.with_timeout(most)) {
            Some(ConeResult::Refuted(tree)) => Ok(Self { tree }),
            Some(ConeResult::Numbers(numbers)) => Err(NotRefuted::settled(move |puzzle| {
                (added_up(puzzle, &numbers), Vec::new())
            })),
            None => Err(NotRefuted::open(
                "Not decided within the limits on parts and time.\n",
            )),
        }
    }

    fn check(&self, puzzle: &Puzzle) -> Result<(), CheckError> {
        let bounds = Bounds::none(puzzle.board().jumps().len());
        self.tree.check(puzzle, &bounds)
    }

    fn explanation(&self, puzzle: &Puzzle) -> String {
        self.tree.explanation(puzzle)
    }

    fn weighings(&self, puzzle: &Puzzle) -> Vec<WeightTable> {
        let parts = self.tree.parts(puzzle).into_iter().take(DRAWN);
        parts
            .map(|part| WeightTable {
                title: part.assumed,
                weights: part.leaf.weights.clone(),
                start: format!("with jumps at most {}", part.start),
                goal: part.goal.to_string(),
            })
            .collect()
    }
}

/// Describes numbers of jumps that change the start into the goal, so the criterion does not refute the puzzle.
fn added_up(puzzle: &Puzzle, numbers: &[u32]) -> String {
    let jumps = puzzle.board().jumps().iter().zip(numbers);
    let played: Vec<String> = jumps
        .filter(|(_, number)| **number > 0)
        .map(|(&jump, &number)| {
            let name = jump_name(puzzle.board(), jump);
            if number == 1 {
                name
            } else {
                format!("{number} times {name}")
            }
        })
        .collect();
    format!(
        "Together, these jumps turn the start into the goal, but perhaps no order of these jumps can be played: {}.\n",
        played.join(", ")
    )
}

/// Objective of the linear relaxation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConeAim {
    /// No objective: any solution suffices.
    Any,
    /// Minimise the number of jumps.
    FewestJumps,
    /// Maximise the occurrences of the jump with this number.
    Most(usize),
}

/// The answer of the relaxation.
#[derive(Clone, Debug, PartialEq)]
pub enum RelaxationAnswer {
    /// The relaxation has no solution, by the unchecked answer of the linear program.
    Infeasible,
    /// An optimal solution.
    Times {
        /// The number of occurrences of each jump.
        times: Vec<f64>,
        /// Value of the objective.
        optimum: f64,
    },
}

/// Finds fractional numbers of jumps within the bounds that change the start into a goal position. `None` if a limit
/// was reached, or the linear program failed.
pub fn relaxed(
    puzzle: &Puzzle,
    bounds: &Bounds,
    aim: ConeAim,
    stop: &Stop,
) -> Option<RelaxationAnswer> {
    stop.check().ok()?;
    let (board, goal) = (puzzle.board(), puzzle.goal());
    let (direction, fewest, wanted) = match aim {
        ConeAim::Any => (OptimizationDirection::Minimize, 0.0, None),
        ConeAim::FewestJumps => (OptimizationDirection::Minimize, 1.0, None),
        ConeAim::Most(jump) => (OptimizationDirection::Maximize, 0.0, Some(jump)),
    };
    let mut problem = Problem::new(direction);
    let mut change = vec![Vec::new(); board.len()];
    let mut all = Vec::new();
    for (index, &jump) in board.jumps().iter().enumerate() {
        let (least, most) = (bounds.least[index], bounds.most[index]);
        if most.is_some_and(|most| most < least) {
            return Some(RelaxationAnswer::Infeasible);
        }
        let range = (f64::from(least), most.map_or(f64::INFINITY, f64::from));
        let value = if wanted == Some(index) { 1.0 } else { fewest };
        let times: Variable = problem.add_var(value, range);
        let [from, over, to] = board.holes_of(jump);
        change[from].push((times, -1.0));
        change[over].push((times, -1.0));
        change[to].push((times, 1.0));
        all.push(times);
    }
    let each: Vec<(Variable, f64)> = all.iter().map(|&times| (times, 1.0)).collect();
    if let Some(total) = bounds.total {
        problem.add_constraint(each.as_slice(), ComparisonOp::Le, f64::from(total));
    }
    if goal.is_one_peg() {
        let jumps = u32::try_from(puzzle.start().pegs() - 1).unwrap_or(u32::MAX);
        problem.add_constraint(each.as_slice(), ComparisonOp::Eq, f64::from(jumps));
    }
    for (hole, change) in change.into_iter().enumerate() {
        let start = f64::from(u8::from(puzzle.start().has(hole)));
        if let Some(peg) = goal.wants(hole) {
            let end = f64::from(u8::from(peg));
            problem.add_constraint(change.as_slice(), ComparisonOp::Eq, end - start);
        } else {
            problem.add_constraint(change.as_slice(), ComparisonOp::Ge, -start);
            if !goal.is_one_peg() {
                problem.add_constraint(change.as_slice(), ComparisonOp::Le, 1.0 - start);
            }
        }
    }
    match linear::solve(problem, 3 * all.len(), stop) {
        Err(Error::Infeasible) => Some(RelaxationAnswer::Infeasible),
        Err(_) | Ok(None) => None,
        Ok(Some(solution)) => Some(RelaxationAnswer::Times {
            times: all.iter().map(|&times| solution.var_value(times)).collect(),
            optimum: solution.objective(),
        }),
    }
}
