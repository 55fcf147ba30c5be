//! Maps and lists agree; what was kept is gone on from, and not if it is other than was kept.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::SolutionGraph;
use crate::count::NotCounted;
use crate::explore::{FewestMoves, LongestSweep, OptimalPlans, Solutions};
use crate::search::SearchSettings;
use crate::search::bit_board::BitBoard;
use crate::search::dense::Dense;
use crate::search::kept_levels::{KeptLevels, LevelKey};
use crate::search::limits::Halt;
use saut_base::stop::StopReason;
use saut_peg::peg::{Goal, Position, Puzzle, boards};

#[test]
fn bit_maps_and_lists_have_the_same_values() {
    let settings = SearchSettings::default();
    for (name, vacant, last) in [
        ("triangle-5", 0, 0),
        ("triangle-5", 4, 10),
        ("square-4", 1, 5),
        ("rectangle-4x5", 3, 9),
    ] {
        let board = boards::named(name).unwrap();
        let holes = board.len();
        let start = Position::from_holes(holes, (0..holes).filter(|&hole| hole != vacant));
        for goal in [
            Goal::one_peg(&board),
            Goal::exactly(Position::from_holes(holes, [last])),
        ] {
            let puzzle = Puzzle::new("p", board.clone(), start.clone(), goal).unwrap();
            let listed = SolutionGraph::new(&puzzle, &settings).unwrap();
            let (fixing, ..) = BitBoard::of_puzzle(&puzzle).unwrap();
            let dense = Dense::new(&puzzle, &settings).unwrap();
            let mapped = SolutionGraph::mapped(&puzzle, fixing, dense, None).unwrap();
            assert!(listed.is_up_to_symmetry() && !mapped.is_up_to_symmetry());
            let facts = |graph: &SolutionGraph| {
                let fewest = FewestMoves::new(graph).unwrap();
                let plans = OptimalPlans::new(&fewest).unwrap().plans();
                let sweep = LongestSweep::new(graph).unwrap().map(|sweep| sweep.jumps);
                let solutions = Solutions::new(graph).unwrap().all();
                (fewest.moves(), plans, sweep, solutions, graph.is_solvable())
            };
            assert_eq!(facts(&mapped), facts(&listed), "{name} {vacant}");
            if mapped.is_solvable() {
                let plan = FewestMoves::new(&mapped).unwrap().plan().unwrap();
                saut_peg::simulate::replay(&puzzle, plan).unwrap();
            }
        }
    }
}

/// Keeps levels in memory, and halts when a number of them have been kept.
#[derive(Debug, Default)]
struct InMemory {
    levels: Mutex<BTreeMap<String, Vec<(u64, u128)>>>,
    most: Option<usize>,
    kept: AtomicUsize,
    refused: AtomicUsize,
}

impl InMemory {
    fn put(&self, key: LevelKey, level: Vec<(u64, u128)>) -> Result<(), Halt> {
        let kept = self.kept.fetch_add(1, Ordering::SeqCst);
        if self.most.is_some_and(|most| kept >= most) {
            return Err(Halt::Stopped(StopReason::Interrupted));
        }
        self.levels.lock().unwrap().insert(key.to_string(), level);
        Ok(())
    }
}

impl KeptLevels for InMemory {
    fn positions(&self, key: LevelKey) -> Result<Option<Vec<u64>>, Halt> {
        let level = self.values(key)?;
        Ok(level.map(|level| level.iter().map(|entry| entry.0).collect()))
    }
    fn keep_positions(
        &self,
        key: LevelKey,
        positions: &mut dyn Iterator<Item = u64>,
    ) -> Result<(), Halt> {
        self.put(key, positions.map(|position| (position, 0)).collect())
    }
    fn refuse(&self, _: LevelKey) -> Halt {
        self.refused.fetch_add(1, Ordering::SeqCst);
        Halt::TooLarge
    }
    fn values(&self, key: LevelKey) -> Result<Option<Vec<(u64, u128)>>, Halt> {
        Ok(self.levels.lock().unwrap().get(&key.to_string()).cloned())
    }
    fn keep_values(
        &self,
        key: LevelKey,
        values: &mut dyn Iterator<Item = (u64, u128)>,
    ) -> Result<(), Halt> {
        self.put(key, values.collect())
    }
}

/// One vacancy in a corner, to one peg anywhere.
fn triangle() -> Puzzle {
    let board = boards::named("triangle-5").unwrap();
    let start = Position::from_holes(15, 1..15);
    let goal = Goal::one_peg(&board);
    Puzzle::new("triangle", board, start, goal).unwrap()
}

fn moves_with(
    puzzle: &Puzzle,
    maps: bool,
    kept: &Arc<InMemory>,
) -> Result<Option<usize>, NotCounted> {
    let settings = SearchSettings::default();
    let kept = Some(Arc::clone(kept) as Arc<dyn KeptLevels>);
    let graph = if maps {
        let (fixing, ..) = BitBoard::of_puzzle(puzzle).unwrap();
        let dense = Dense::new(puzzle, &settings).unwrap();
        SolutionGraph::mapped(puzzle, fixing, dense, kept)?
    } else {
        SolutionGraph::kept_in(puzzle, &settings, kept)?
    };
    Ok(FewestMoves::new(&graph)?.moves())
}

#[test]
fn stopped_after_any_level_the_search_goes_on_to_the_same_moves() {
    let puzzle = triangle();
    let whole = SolutionGraph::new(&puzzle, &SearchSettings::default()).unwrap();
    let wanted = FewestMoves::new(&whole).unwrap().moves();
    assert!(wanted.is_some());
    for maps in [false, true] {
        let all = Arc::new(InMemory::default());
        assert_eq!(moves_with(&puzzle, maps, &all).unwrap(), wanted);
        let levels = all.kept.load(Ordering::SeqCst);
        assert!(levels > 20, "{levels}");
        for most in 0..levels {
            let stopping = InMemory {
                most: Some(most),
                ..InMemory::default()
            };
            let stopping = Arc::new(stopping);
            let fault = moves_with(&puzzle, maps, &stopping).unwrap_err();
            assert!(
                matches!(fault, NotCounted::Stopped(StopReason::Interrupted)),
                "{fault}"
            );
            let levels_before = stopping.levels.lock().unwrap().clone();
            assert_eq!(levels_before.len(), most);
            let going_on = InMemory {
                levels: Mutex::new(levels_before),
                ..InMemory::default()
            };
            let going_on = Arc::new(going_on);
            assert_eq!(
                moves_with(&puzzle, maps, &going_on).unwrap(),
                wanted,
                "{maps} {most}"
            );
            assert_eq!(
                going_on.kept.load(Ordering::SeqCst),
                levels - most,
                "{maps} {most}"
            );
        }
    }
}

#[test]
fn values_of_other_positions_are_refused() {
    let puzzle = triangle();
    for maps in [false, true] {
        let kept = Arc::new(InMemory::default());
        moves_with(&puzzle, maps, &kept).unwrap();
        let mut levels = kept.levels.lock().unwrap();
        let changed = levels
            .iter_mut()
            .find(|(key, level)| key.contains("fewest-moves") && !level.is_empty());
        changed.unwrap().1[0].0 ^= 3;
        drop(levels);
        assert!(moves_with(&puzzle, maps, &kept).is_err());
        assert_eq!(kept.refused.load(Ordering::SeqCst), 1, "{maps}");
    }
}
