//! Minimal losses of weight, computed by simple tables. An entry is a difference of two positions, or an arrangement of
//! pegs in a region. The tables are updated until no entry changes.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::pair::Pair;

/// Larger than any loss.
const NEVER: i128 = i128::MAX / 2;

/// The maximum number of holes of a region, and of a board for which all differences are enumerated.
const MAX_HOLES: usize = 16;

/// A transition in a table. It applies to entries in which the holes of `seen` have the content `before`, and leads to
/// the entry that differs in the holes of `flip`.
struct Step {
    flip: usize,
    seen: usize,
    before: usize,
    loss: i128,
}

fn settled(sources: &[usize], holes: usize, steps: &[Step]) -> Vec<i128> {
    let mut table = vec![NEVER; 1 << holes];
    for &source in sources {
        table[source] = 0;
    }
    let mut is_new = true;
    while is_new {
        is_new = false;
        for place in 0..table.len() {
            for step in steps.iter().filter(|step| place & step.seen == step.before) {
                if table[place] + step.loss < table[place ^ step.flip] {
                    table[place ^ step.flip] = table[place] + step.loss;
                    is_new = true;
                }
            }
        }
    }
    table
}

fn loss(weights: &[i128], [from, over, to]: [usize; 3]) -> i128 {
    weights[from] + weights[over] - weights[to]
}

fn mask(holes: impl Iterator<Item = usize>) -> usize {
    holes.fold(0, |mask, hole| mask | 1 << hole)
}

static KNOWN: Mutex<Option<HashMap<Vec<i128>, Vec<i128>>>> = Mutex::new(None);

/// Returns the minimal loss of a set of jumps that together lead from one position to the other modulo 2. The jumps
/// need not be playable.
pub fn by_parity(pair: &Pair, weights: &[i128], from: &[bool], to: &[bool]) -> i128 {
    let holes = pair.holes.len();
    assert!(holes <= MAX_HOLES);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let tables = known.get_or_insert_with(HashMap::new);
    let board = pair.holes.iter().flat_map(|&(x, y)| [x.into(), y.into()]);
    let key: Vec<i128> = board.chain(weights.iter().copied()).collect();
    let table = tables.entry(key).or_insert_with(|| {
        let steps = pair.jumps.iter().map(|&jump| Step {
            flip: mask(jump.into_iter()),
            seen: 0,
            before: 0,
            loss: loss(weights, jump),
        });
        settled(&[0], holes, &steps.collect::<Vec<_>>())
    });
    table[mask((0..holes).filter(|&hole| from[hole] != to[hole]))]
}

/// Minimal losses in the regions of a board, on the way to the goals or from the start.
pub struct InRegions {
    /// The holes of each region, and the minimal losses by arrangement.
    tables: Vec<(Vec<usize>, Vec<i128>)>,
}

impl InRegions {
    /// Creates the tables. Returns `None` if the regions are not a valid partition of the board.
    pub fn new(
        pair: &Pair,
        weights: &[i128],
        region_of: &[u8],
        ends: &[Vec<bool>],
        is_forward: bool,
    ) -> Option<Self> {
        if region_of.len() != pair.holes.len() {
            return None;
        }
        let regions: Vec<Vec<usize>> = (0..=u8::MAX)
            .map(|region| {
                (0..region_of.len())
                    .filter(|&hole| region_of[hole] == region)
                    .collect()
            })
            .filter(|holes: &Vec<usize>| !holes.is_empty())
            .collect();
        if regions.iter().any(|holes| holes.len() > MAX_HOLES) {
            return None;
        }
        // A jump counts in the region with the most of its holes, and in the first such region if there are several.
        let shared = |holes: &[usize], jump: &[usize; 3]| {
            jump.iter().filter(|hole| holes.contains(hole)).count()
        };
        let owner = |jump: &[usize; 3]| {
            let most = regions.iter().map(|holes| shared(holes, jump)).max();
            regions
                .iter()
                .position(|holes| Some(shared(holes, jump)) == most)
        };
        let table = |(number, holes): (usize, &Vec<usize>)| {
            let local = |some: &dyn Fn(usize) -> bool| {
                mask((0..holes.len()).filter(|&place| some(holes[place])))
            };
            let steps = pair.jumps.iter().map(|jump| {
                let &[from, over, to] = jump;
                let flip = local(&|hole| jump.contains(&hole));
                let before = if is_forward {
                    local(&|hole| hole == to)
                } else {
                    local(&|hole| hole == from || hole == over)
                };
                let counts = owner(jump) == Some(number);
                let loss = if counts { loss(weights, *jump) } else { 0 };
                Step {
                    flip,
                    seen: flip,
                    before,
                    loss,
                }
            });
            let steps: Vec<Step> = steps.filter(|step| step.flip != 0).collect();
            let sources: Vec<usize> = ends.iter().map(|end| local(&|hole| end[hole])).collect();
            (holes.clone(), settled(&sources, holes.len(), &steps))
        };
        let tables = regions.iter().enumerate().map(table).collect();
        Some(Self { tables })
    }

    /// Returns the sum of the minimal losses in all regions.
    pub fn of(&self, position: &[bool]) -> i128 {
        let parts = self.tables.iter().map(|(holes, table)| {
            table[mask((0..holes.len()).filter(|&place| position[holes[place]]))]
        });
        parts.fold(0, |sum, part| NEVER.min(sum + part))
    }
}
