//! Draws divisions of a board into regions of neighbouring holes.
//!
//! The centres of the regions are holes that are far apart. Each region grows around its centre, the nearest hole
//! first, until it is full. The effect of a division is not known beforehand, so many divisions are drawn.

use saut_base::random::Random;
use saut_peg::peg::{Board, Hole};

/// Returns the region of each hole. No region has more than `most` holes.
pub fn division(
    board: &Board,
    distances: &[Vec<usize>],
    most: usize,
    random: &mut Random,
) -> Vec<u8> {
    let holes = board.len();
    let count = holes.div_ceil(most.max(1));
    let mut centres: Vec<Hole> = vec![random.below(holes)];
    while centres.len() < count {
        let nearest = |hole: Hole| centres.iter().map(|&centre| distances[centre][hole]).min();
        let farthest = (0..holes).filter_map(nearest).max().unwrap_or(0);
        let far: Vec<Hole> = (0..holes)
            .filter(|&hole| nearest(hole).is_some_and(|distance| distance + 1 >= farthest))
            .collect();
        centres.push(far[random.below(far.len())]);
    }
    let mut nearest_first: Vec<(usize, u64, usize, Hole)> = Vec::new();
    for (region, &centre) in centres.iter().enumerate() {
        for (hole, &distance) in distances[centre].iter().enumerate() {
            nearest_first.push((distance, random.next(), region, hole));
        }
    }
    nearest_first.sort_unstable();
    let mut room = vec![most; count];
    let mut region_of = vec![None; holes];
    for (_, _, region, hole) in nearest_first {
        if region_of[hole].is_none() && room[region] > 0 {
            region_of[hole] = u8::try_from(region).ok();
            room[region] -= 1;
        }
    }
    region_of
        .into_iter()
        .map(|region| region.unwrap_or(0))
        .collect()
}

/// Returns the distances between all holes, in steps between neighbours (Floyd's algorithm). If two holes are not
/// connected, their distance is the number of holes.
pub fn distances(board: &Board) -> Vec<Vec<usize>> {
    let holes = board.len();
    let mut distances = vec![vec![holes; holes]; holes];
    for (hole, row) in distances.iter_mut().enumerate() {
        row[hole] = 0;
    }
    for &jump in board.jumps() {
        let [from, over, to] = board.holes_of(jump);
        for (hole, other) in [(from, over), (over, from), (over, to), (to, over)] {
            distances[hole][other] = 1;
        }
    }
    for middle in 0..holes {
        let onwards = distances[middle].clone();
        for row in &mut distances {
            let way = row[middle];
            for (distance, onward) in row.iter_mut().zip(&onwards) {
                *distance = (*distance).min(way + onward);
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::{distances, division};
    use saut_base::random::Random;
    use saut_peg::peg::boards;

    #[test]
    fn every_hole_is_in_a_region_and_none_is_too_large() {
        for name in ["english", "german", "triangle-5", "square-8"] {
            let board = boards::named(name).unwrap();
            let distances = distances(&board);
            assert!(distances.iter().flatten().all(|&steps| steps < board.len()));
            for most in [5, 12, 64] {
                let division = division(&board, &distances, most, &mut Random::new(7));
                let regions = board.len().div_ceil(most);
                for region in 0..regions {
                    let holes = division.iter().filter(|&&of| usize::from(of) == region);
                    assert!((1..=most).contains(&holes.count()), "{name} {most}");
                }
                assert!(division.iter().all(|&region| usize::from(region) < regions));
            }
        }
    }
}
