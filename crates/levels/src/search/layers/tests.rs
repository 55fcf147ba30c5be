//! Compares the layers of lists and of bit maps, and the layers of searches from one end and from both ends.

use super::{Layers, MapSearch};
use crate::samples::full_but;
use crate::search::bit_board::BitBoard;
use crate::search::level::Level;
use crate::search::reversal::ReversalSymmetry;
use crate::search::{GrowthEnd, PruningFunctions, SearchSettings, TwoEnded};
use saut_base::random::Random;
use saut_peg::peg::{Board, Goal, Position, Puzzle, boards};

fn sorted<P: IntoIterator<Item = u64>>(levels: impl IntoIterator<Item = P>) -> Vec<Vec<u64>> {
    let levels = levels.into_iter().map(|positions| {
        let mut positions: Vec<u64> = positions.into_iter().collect();
        positions.sort_unstable();
        positions
    });
    levels.collect()
}

/// Returns the canonical positions of each layer, sorted.
fn canonical(layers: &Layers, symmetries: &BitBoard) -> Vec<Vec<u64>> {
    let layers = layers.layers.iter().map(|layer| {
        let positions = layer.positions();
        positions.filter(|&position| symmetries.is_canonical(position))
    });
    sorted(layers)
}

#[test]
fn layers_by_maps_are_those_by_lists() {
    let settings = SearchSettings::default();
    let mut lengths = Vec::new();
    for (name, vacant, last) in [
        ("triangle-5", 4, Some(4)),
        ("triangle-5", 0, None),
        ("square-4", 5, Some(5)),
        ("square-4", 1, Some(0)),
        ("square-5", 12, None),
        ("rectangle-4x5", 7, None),
    ] {
        let only = |board: &Board, hole| Position::from_holes(board.len(), [hole]);
        let one = |board: &Board| match last {
            Some(last) => Goal::exactly(only(board, last)),
            None => Goal::one_peg(board),
        };
        let open = |board: &Board| {
            let open = Position::from_holes(board.len(), [0, 1, 2]);
            Goal::partial(&only(board, vacant), open)
        };
        for puzzle in [full_but(name, vacant, one), full_but(name, vacant, open)] {
            let parts = BitBoard::of_puzzle(&puzzle).unwrap();
            let symmetries = parts.0.clone();
            let listed = Layers::on_solutions(&puzzle, &settings, parts).unwrap();
            let all = canonical(&listed, &symmetries);
            for lists in [true, false] {
                let maps = MapSearch::new(&puzzle, &settings, &symmetries).unwrap();
                let mapped = maps.on_solutions(false, lists).unwrap();
                assert_eq!(canonical(&mapped, &symmetries), all, "{puzzle:?}");
                for (layer, other) in mapped.layers.iter().zip(&listed.layers) {
                    assert_eq!(layer.is_list(), lists);
                    assert_eq!(layer.boards(&mapped.context), other.boards(&listed.context));
                }
            }
            lengths.push(all.len());
        }
    }
    let long = lengths.iter().filter(|&&length| length > 5).count();
    assert!(long >= 5, "{lengths:?}");
}

/// Runs a search to its end, and returns the sorted boards of each level of both sides.
fn sides(mut search: TwoEnded<()>) -> [Vec<Vec<u64>>; 2] {
    let ending = search.grow(|_, _| Ok(false)).unwrap();
    assert!(matches!(ending, GrowthEnd::Adjacent | GrowthEnd::Exhausted));
    let positions = |level: &Level<()>| level.iter().map(|(at, ())| at).collect::<Vec<_>>();
    search
        .levels
        .map(|levels| sorted(levels.iter().map(positions)))
}

#[test]
fn images_agree_with_the_search_from_the_goal() {
    let mut random = Random::new(11);
    let (mut complements, mut turned) = (0, 0);
    for name in ["square-4", "rectangle-5x4", "triangle-5", "rectangle-9x2"] {
        let board = boards::named(name).unwrap();
        let len = board.len();
        for round in 0..60 {
            let pegs: Vec<usize> = (0..len).filter(|_| random.below(4) > 0).collect();
            let start = Position::from_holes(len, pegs.iter().copied());
            let symmetries = board.symmetries();
            let image = match round % 3 {
                0 => symmetries[random.below(symmetries.len())].image(),
                _ => symmetries[0].image(),
            };
            let vacant = (0..len).filter(|hole| !pegs.contains(hole));
            let goal = Goal::exactly(Position::from_holes(len, vacant.map(|hole| image[hole])));
            let Ok(puzzle) = Puzzle::new(name, board.clone(), start, goal) else {
                continue;
            };
            let Some(reversal) = ReversalSymmetry::of(&puzzle) else {
                continue;
            };
            let is_complement = reversal.is_complement();
            let pruning = PruningFunctions {
                pagodas: vec![vec![1; len], vec![0; len]],
                losses: round % 4 < 2,
                regions: vec![(0..len).map(|hole| u8::from(hole % 2 == 0)).collect()],
            };
            let settings = SearchSettings {
                threads: 1 + round % 2,
                pruning: if is_complement {
                    pruning
                } else {
                    PruningFunctions::default()
                },
                ..SearchSettings::default()
            };
            let plain = || TwoEnded::new(BitBoard::of_puzzle(&puzzle).unwrap(), &settings, true);
            let mut reversed = plain();
            reversed.reversal = Some(reversal);
            assert_eq!(sides(reversed), sides(plain()), "{puzzle:?}");
            *(if is_complement {
                &mut complements
            } else {
                &mut turned
            }) += 1;
        }
    }
    assert!(complements > 60 && turned > 5, "{complements} {turned}");
}
