//! Plans without needless jumps, where the goal leaves holes open.
//!
//! A formula whose steps hold many jumps may play some that the goal does not need: the army that is
//! to send one man four rows ahead also moves men who stay behind. A jump is needless if the goal is
//! still met without it and without the later jumps that were only possible because of it. The last
//! jumps are looked at first, because what they needed may be needless afterwards.

use saut_peg::peg::{Jump, Puzzle};
use saut_peg::simulate::{self, ReplayedPlan};
use saut_task::plan::Plan;

/// The plan without its needless jumps, replayed; `None` if there are none, or if every plan has the
/// same number of jumps.
pub fn pruned(puzzle: &Puzzle, plan: &ReplayedPlan) -> Option<ReplayedPlan> {
    let (fewest, most) = puzzle.jump_range();
    if fewest == most {
        return None;
    }
    let jumps = plan.jumps();
    let mut kept = jumps.clone();
    while let Some(fewer) = (0..kept.len())
        .rev()
        .find_map(|needless| without(puzzle, &kept, needless))
    {
        kept = fewer;
    }
    if kept.len() == jumps.len() {
        return None;
    }
    simulate::replay(puzzle, Plan::sequential(kept)).ok()
}

/// The jumps without this one and without those that it made possible, if they meet the goal.
fn without(puzzle: &Puzzle, jumps: &[Jump], needless: usize) -> Option<Vec<Jump>> {
    let mut position = puzzle.start().clone();
    let mut kept = Vec::with_capacity(jumps.len());
    for (index, &jump) in jumps.iter().enumerate() {
        if index != needless && simulate::play(puzzle.board(), &mut position, jump).is_ok() {
            kept.push(jump);
        }
    }
    puzzle.goal().is_met_by(&position).then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::pruned;
    use saut_peg::peg::{Cell, Goal, Jump, Position, Puzzle, boards};
    use saut_peg::simulate;
    use saut_task::plan::Plan;

    /// Two rows of three; the goal asks for a peg at the right end of the upper one.
    fn rows(open: impl IntoIterator<Item = usize>) -> Puzzle {
        let board = boards::named("rectangle-3x2").unwrap();
        let start = Position::from_holes(6, [0, 1, 3, 4]);
        let open = Position::from_holes(6, open);
        let goal = Goal::partial(&Position::from_holes(6, [2, 5]), open);
        Puzzle::new("rows", board, start, goal).unwrap()
    }

    fn plan() -> Plan<Jump> {
        let right = |row| Jump::between(Cell::new(0, row), Cell::new(2, row));
        Plan::sequential([right(1), right(0)])
    }

    #[test]
    fn a_jump_that_the_goal_does_not_need_is_dropped() {
        let puzzle = rows([3, 4, 5]);
        let whole = simulate::replay(&puzzle, plan()).unwrap();
        let shorter = pruned(&puzzle, &whole).unwrap();
        assert_eq!(shorter.jumps(), [plan().steps[1][0]]);
    }

    #[test]
    fn jumps_that_the_goal_needs_stay() {
        let puzzle = rows([3]);
        let whole = simulate::replay(&puzzle, plan()).unwrap();
        assert_eq!(pruned(&puzzle, &whole), None);
        let closed = rows([]);
        let whole = simulate::replay(&closed, plan()).unwrap();
        assert_eq!(pruned(&closed, &whole), None);
    }
}
