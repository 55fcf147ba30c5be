//! Computes the numbers in `results/french-corsair.md` again: the solutions of the French corsair game, the boards on
//! solutions, and the fewest moves.
//!
//! `cargo test --release --test slow corsair -- --ignored --test-threads 1` needs 7 GB of memory.

use saut::count;
use saut::explore::{FewestMoves, SolutionGraph};
use saut::formats::bundled;
use saut::search::SearchSettings;

#[test]
#[ignore = "minutes in release, 5 GB"]
fn the_solutions_and_the_boards_on_them_are_those_of_the_record() {
    let puzzle = bundled::named("corsair").unwrap();
    let count = count::solutions(&puzzle, &SearchSettings::default()).unwrap();
    assert_eq!(count.solutions, 2_316_692_235_146_090_648_664);
    assert_eq!(count.forward.iter().sum::<u64>(), 204_584_004);
    // If pegs and vacancies are exchanged, the puzzle becomes its mirror image.
    let from_the_goal: Vec<u64> = count.forward.iter().rev().copied().collect();
    assert_eq!(from_the_goal, count.forward);
}

#[test]
#[ignore = "minutes in release, 7 GB"]
fn it_takes_20_moves() {
    let puzzle = bundled::named("corsair").unwrap();
    let winning = SolutionGraph::new(&puzzle, &SearchSettings::default()).unwrap();
    assert_eq!(FewestMoves::new(&winning).unwrap().moves(), Some(20));
}
