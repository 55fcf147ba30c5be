//! Merson regions: a lower bound on moves that can be checked by hand.
//!
//! A set of holes is a Merson region if every jump from outside over one of its holes would end inside it. A full
//! region has no vacancy, so while it is full, only a jump that starts inside the region can change it. The peg of the
//! first such jump has not moved before, so the jump begins a move. So disjoint regions that are full at the start, and
//! not at the end, need one move each.
//!
//! R. D. Merson's observation, in Beasley, *The Ins and Outs of Peg Solitaire*, ch. 4.

use crate::search::bit_board::BitBoard;

/// Maximum number of holes of a region.
const MOST_HOLES: u32 = 6;

/// Maximum number of nodes of the search for disjoint regions.
const MAX_NODES: usize = 200_000;

/// Returns disjoint Merson regions, one bit per hole, that are full at the start and cannot be full at the end. Their
/// number is a lower bound on the number of moves. `vacant` has the holes that are vacant at the end of every solution.
pub fn disjoint_regions(compact: &BitBoard, start: u64, vacant: u64) -> Vec<u64> {
    let mut regions = Vec::new();
    for hole in (0..64).filter(|hole| start >> hole & 1 == 1) {
        grow(compact, start, 1 << hole, &mut regions);
    }
    regions.retain(|region| region & vacant != 0);
    regions.sort_unstable_by_key(|&region| (region.count_ones(), region));
    regions.dedup();
    let mut least: Vec<u64> = Vec::new();
    for region in regions {
        if least.iter().all(|&smaller| region & smaller != smaller) {
            least.push(region);
        }
    }
    let (mut best, mut nodes) = (Vec::new(), 0);
    pack(&least, 0, &mut Vec::new(), &mut best, &mut nodes);
    best
}

/// Returns the holes `from` and `to` of a jump over a hole of the region, if there is a jump with both holes outside
/// the region. `None` if and only if the region is a Merson region.
fn open_jump(compact: &BitBoard, region: u64) -> Option<(u64, u64)> {
    let mut masks = compact.masks().iter();
    let mask = masks.find(|mask| {
        let over = mask.required & !mask.from;
        over & region != 0 && (mask.from | mask.target) & region == 0
    })?;
    Some((mask.from, mask.target))
}

fn grow(compact: &BitBoard, start: u64, region: u64, found: &mut Vec<u64>) {
    if region.count_ones() > MOST_HOLES || region & !start != 0 {
        return;
    }
    match open_jump(compact, region) {
        None => found.push(region),
        Some((from, to)) => {
            grow(compact, start, region | from, found);
            grow(compact, start, region | to, found);
        }
    }
}

fn pack(rest: &[u64], used: u64, chosen: &mut Vec<u64>, best: &mut Vec<u64>, nodes: &mut usize) {
    if chosen.len() > best.len() {
        best.clone_from(chosen);
    }
    *nodes += 1;
    for (place, &region) in rest.iter().enumerate() {
        if *nodes > MAX_NODES || chosen.len() + rest.len() - place <= best.len() {
            return;
        }
        if region & used == 0 {
            chosen.push(region);
            pack(&rest[place + 1..], used | region, chosen, best, nodes);
            chosen.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{disjoint_regions, open_jump};
    use crate::search::bit_board::{BitBoard, bits_of};
    use saut_peg::peg::boards;

    #[test]
    fn corners_are_regions_but_the_centre_is_not() {
        let board = boards::named("english").unwrap();
        let compact = BitBoard::fixing(&board, &[]).unwrap();
        let is_region = |region| open_jump(&compact, region).is_none();
        assert!(is_region(1) && !is_region(1 << 16));
        let full = bits_of(&board.full());
        let start = full & !(1 << 16);
        let regions = disjoint_regions(&compact, start, start);
        assert!((8..=18).contains(&regions.len()), "{}", regions.len());
        let together = regions.iter().fold(0, |all, region| all | region);
        let holes: u32 = regions.iter().map(|region| region.count_ones()).sum();
        assert_eq!(together.count_ones(), holes);
        assert!(regions.iter().all(|&region| is_region(region)));
        assert!(disjoint_regions(&compact, start, 0).is_empty());
    }
}
