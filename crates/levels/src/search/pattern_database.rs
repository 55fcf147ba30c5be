//! Additive pattern databases: a lower bound on the weight that must be lost within the regions of a board.
//!
//! Under a pagoda function w, `loss(jump) = w(from) + w(over) − w(to)` is never negative. A partition splits the board
//! into regions of few holes, and assigns the loss of each jump to one region. For each region, all patterns of pegs in
//! its holes are listed, and jumps are restricted to these holes; their conditions on other holes are ignored. The
//! minimum loss between a pattern and the pattern of the start, or of the goal, is a shortest path between patterns.
//! The sum of these losses over the regions is a lower bound on the loss of every plan. The budget of a position is its
//! weight minus the weight of the goal, or the weight of the start minus its weight. A position whose budget is less
//! than the bound is not on a solution.
//!
//! R. E. Korf, A. Felner, *Disjoint pattern database heuristics*, Artificial Intelligence 134 (2002). Our costs are
//! losses under a pagoda function.

use super::bit_board::{BitBoard, Direction, JumpMask, Permutation};
use super::group_relaxation::weigh;

/// A partition of the board into regions.
#[derive(Clone, Debug)]
pub struct Regions {
    /// The region of each hole.
    pub region_of: Vec<u8>,
    /// The holes of each region.
    holes: Vec<u64>,
    /// Index of the first hole of each region in the order of holes by region.
    first: Vec<u32>,
    /// For each symmetry, the permutation that applies the symmetry and then sorts the holes by region.
    orders: Vec<Permutation>,
}

/// Maximum number of holes of a region.
pub const MOST_HOLES: u32 = 16;

impl Regions {
    /// Creates the partition in which each hole has the given region. `None` if there is not exactly one region per
    /// hole, or if a region has too many holes.
    pub fn new(compact: &BitBoard, region_of: &[u8]) -> Option<Self> {
        let holes = compact.holes();
        if region_of.len() != holes {
            return None;
        }
        let mut regions = vec![0_u64; usize::from(*region_of.iter().max()?) + 1];
        for (hole, &region) in region_of.iter().enumerate() {
            regions[usize::from(region)] |= 1 << hole;
        }
        regions.retain(|&region| region != 0);
        if regions
            .iter()
            .any(|region| region.count_ones() > MOST_HOLES)
        {
            return None;
        }
        let first = regions.iter().scan(0, |next, region| {
            let first = *next;
            *next += region.count_ones();
            Some(first)
        });
        let first: Vec<u32> = first.collect();
        let place = |hole: usize| -> usize {
            let of = |region: &u64| region >> hole & 1 == 1;
            let region = regions.iter().position(of).unwrap_or(0);
            let before = regions[region] & ((1 << hole) - 1);
            (first[region] + before.count_ones()) as usize
        };
        let after = |symmetry: usize| {
            let image = |hole: usize| compact.image(symmetry, 1 << hole).trailing_zeros();
            let image: Vec<usize> = (0..holes).map(|hole| place(image(hole) as usize)).collect();
            Permutation::new(&image)
        };
        Some(Self {
            region_of: region_of.to_vec(),
            orders: (0..compact.order()).map(after).collect(),
            holes: regions,
            first,
        })
    }

    /// Returns the image of a position under a symmetry, with its holes sorted by region.
    pub fn ordered(&self, symmetry: usize, position: u64) -> u64 {
        self.orders[symmetry].apply(position)
    }

    /// Returns the region to which the loss of a jump is assigned: the region with most of its holes.
    fn owner(&self, jump: &JumpMask) -> usize {
        let regions = 0..self.holes.len();
        let most = |&region: &usize| (self.holes[region] & jump.touched).count_ones();
        regions.rev().max_by_key(most).unwrap_or(0)
    }

    /// Returns the minimum loss between the ends and every pattern of a region. Losses are clamped to the maximum
    /// value, which is also the value of patterns that jumps do not reach.
    fn least(
        &self,
        region: usize,
        compact: &BitBoard,
        weights: &[i32],
        direction: Direction,
        ends: &[u64],
    ) -> Vec<u16> {
        let first = self.first[region];
        let size = 1_usize << self.holes[region].count_ones();
        let local = |position: u64| arrangement(self.ordered(0, position), first, size);
        let mut steps: Vec<(usize, usize, u16)> = Vec::new();
        for jump in compact.masks() {
            if jump.touched & self.holes[region] == 0 {
                continue;
            }
            let loss = weigh(weights, jump.required) - weigh(weights, jump.target);
            let counts = self.owner(jump) == region;
            // The search starts at the ends. From goal positions, it plays reverse jumps.
            let before = *direction.select(&[jump.target, jump.required]);
            let loss = if counts {
                u16::try_from(loss).unwrap_or(u16::MAX)
            } else {
                0
            };
            steps.push((local(jump.touched), local(before), loss));
        }
        // Among jumps with the same effect in the region, only the jump with the minimum loss is needed.
        steps.sort_unstable();
        steps.dedup_by_key(|&mut (flip, before, _)| (flip, before));
        let mut least = vec![u16::MAX; size];
        // The patterns to visit, in one bucket for each loss, because losses are small integers.
        let mut waiting: Vec<Vec<usize>> = vec![ends.iter().map(|&end| local(end)).collect()];
        for &end in &waiting[0] {
            least[end] = 0;
        }
        for lost in 0..u16::MAX {
            let Some(arrangements) = waiting.get_mut(usize::from(lost)) else {
                break;
            };
            let mut arrangements = std::mem::take(arrangements);
            while let Some(arrangement) = arrangements.pop() {
                if lost > least[arrangement] {
                    continue;
                }
                for &(flip, before, loss) in &steps {
                    let next = arrangement ^ flip;
                    let sum = lost.saturating_add(loss);
                    if arrangement & flip != before || sum >= least[next] {
                        continue;
                    }
                    least[next] = sum;
                    if loss == 0 {
                        arrangements.push(next);
                    } else {
                        let place = usize::from(sum);
                        if waiting.len() <= place {
                            waiting.resize(place + 1, Vec::new());
                        }
                        waiting[place].push(next);
                    }
                }
            }
        }
        least
    }
}

/// The minimum losses in the regions of a partition, under a pagoda function.
#[derive(Clone, Debug)]
pub struct RegionLosses {
    /// By direction and region, for every pattern: the loss to the goal, and the loss from the start.
    least: [Vec<Vec<u16>>; 2],
    /// Index of the first hole of each region in the order of holes by region.
    first: Vec<u32>,
}

impl RegionLosses {
    /// Computes the losses under these weights, to any of the goals and from any of the starts.
    pub fn new(
        regions: &Regions,
        compact: &BitBoard,
        weights: &[i32],
        goals: &[u64],
        starts: &[u64],
    ) -> Self {
        let tables = |direction: Direction, ends: &[u64]| {
            let all = 0..regions.holes.len();
            all.map(|region| regions.least(region, compact, weights, direction, ends))
                .collect()
        };
        Self {
            least: [
                tables(Direction::Forward, goals),
                tables(Direction::Backward, starts),
            ],
            first: regions.first.clone(),
        }
    }

    /// Returns the minimum loss from a position to a goal, or from a start to the position. The holes of the position
    /// must be sorted by region.
    pub fn of(&self, direction: Direction, ordered: u64) -> i64 {
        let parts = direction.select(&self.least).iter().zip(&self.first);
        parts
            .map(|(table, first)| i64::from(table[arrangement(ordered, *first, table.len())]))
            .sum()
    }
}

/// Returns the pattern of a region that has `size` patterns and whose first hole has the index `first`.
fn arrangement(ordered: u64, first: u32, size: usize) -> usize {
    let arrangement = (ordered >> first) & (size as u64 - 1);
    usize::try_from(arrangement).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::Regions;
    use crate::search::bit_board::BitBoard;
    use saut_peg::peg::boards;

    #[test]
    fn a_division_has_a_region_for_every_hole_and_none_too_large() {
        let board = boards::named("english").unwrap();
        let compact = BitBoard::fixing(&board, &[]).unwrap();
        let division = |most: usize| -> Vec<u8> {
            (0..33)
                .map(|hole| u8::try_from(hole / most).unwrap())
                .collect()
        };
        let regions = Regions::new(&compact, &division(16)).unwrap();
        // The holes have different indices, for every symmetry.
        for symmetry in 0..8 {
            let places = (0..33).fold(0, |all, hole| all | regions.ordered(symmetry, 1 << hole));
            assert_eq!(places, (1 << 33) - 1);
        }
        assert!(Regions::new(&compact, &division(17)).is_none());
        assert!(Regions::new(&compact, &division(16)[1..]).is_none());
        assert!(Regions::new(&compact, &[]).is_none());
    }
}
