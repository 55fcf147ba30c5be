//! A beam of positions that empties all but the core, a jump or a package at a time.
//!
//! A position costs something for each peg outside the core, the more the farther away, and more if
//! the peg is alone: pegs that are left behind are what such games die of. Level `n` has the positions
//! after `n` jumps, of which the cheapest are kept; a package of three jumps leads three levels on, so
//! that it need not pass through what looks worse on the way. What is wanted outside the core may also
//! be a peg: then its vacancy costs.
//!
//! The two-ended beam of [`super::super::beam_search`] has an exact goal and boards of one word; this
//! one has any number of holes and does not care what is left in the core, which is another's to solve.

use std::collections::HashSet;

use super::grid::{self, Grid};
use super::package::Package;
use saut_plan::random::Random;
use saut_plan::stop::Stop;

/// What the holes cost, by the bits of a grid.
pub struct Costs {
    /// With a vacancy, and with a peg.
    pub of: Vec<[i64; 2]>,
    /// Of a peg without a neighbour, besides; a quarter of it with one.
    pub alone: Vec<i64>,
}

/// A position without cost: what is left is the core's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// The packages that lead there, each with the bit of its first hole.
    pub steps: Vec<(usize, usize)>,
    /// The position.
    pub bits: Vec<u64>,
}

/// A package as a grid looks for it.
struct Placed {
    jumps: usize,
    wanted: Vec<(isize, bool)>,
    /// The holes that differ afterwards, with what they hold then.
    changed: Vec<(isize, bool)>,
    /// These and their neighbours.
    affected: Vec<isize>,
}

/// A step to a position that may be kept.
#[derive(Clone, Copy)]
struct Candidate {
    score: i64,
    hash: u64,
    parent: usize,
    package: usize,
    place: usize,
}

/// The candidates of a level.
#[derive(Default)]
struct Level {
    candidates: Vec<Candidate>,
    /// Nothing that costs as much has a chance.
    bound: Option<i64>,
}

/// A position that was kept.
struct Node {
    /// The step from another, except for the first.
    from: Option<(usize, usize, usize)>,
    score: i64,
    /// Whether all but the core is as wanted.
    is_reduced: bool,
    /// The part of the score that is due to pegs that are alone.
    loneliness: i64,
    hash: u64,
}

/// Of the positions of a level no more are taken: they are too much alike.
const A_LEVEL: usize = 2;

/// What is the same for all beams of a round.
pub struct Beam<'a> {
    grid: &'a Grid,
    costs: &'a Costs,
    packages: Vec<Placed>,
    neighbours: Vec<isize>,
    /// A random number for each hole: the hash of a position is that of its pegs together.
    tickets: Vec<u64>,
    width: usize,
}

impl<'a> Beam<'a> {
    /// A beam of this width, in positions a level; the seed decides among equals.
    pub fn new(
        grid: &'a Grid,
        packages: &[Package],
        directions: &[grid::Offset],
        costs: &'a Costs,
        width: usize,
        seed: u64,
    ) -> Self {
        let neighbours: Vec<isize> = directions.iter().map(|&step| grid.shift(step)).collect();
        let placed = |package: &Package| {
            let holes = || package.touched().iter();
            let differs = holes().filter(|hole| hole.before != hole.after);
            let changed: Vec<_> = differs
                .map(|hole| (grid.shift(hole.at), hole.after))
                .collect();
            let around = |at: isize| neighbours.iter().map(move |step| at + step).chain([at]);
            let mut affected: Vec<isize> = changed.iter().flat_map(|&(at, _)| around(at)).collect();
            affected.sort_unstable();
            affected.dedup();
            Placed {
                jumps: package.len(),
                wanted: holes()
                    .map(|hole| (grid.shift(hole.at), hole.before))
                    .collect(),
                changed,
                affected,
            }
        };
        let mut random = Random::new(seed);
        Self {
            grid,
            costs,
            packages: packages.iter().map(placed).collect(),
            tickets: (0..grid.len()).map(|_| random.next()).collect(),
            neighbours,
            width,
        }
    }

    /// Positions without cost, the first of so many, each with at least `least` pegs; fewer or none if
    /// the beam dies out, or it is time to stop.
    pub fn reduced(&self, start: &[u64], least: usize, most: usize, stop: &Stop) -> Vec<Reduced> {
        let pegs: usize = start.iter().map(|word| word.count_ones() as usize).sum();
        let mut search = Search {
            beam: self,
            levels: Vec::new(),
            nodes: Vec::new(),
            bits: Vec::new(),
        };
        search.keep(None, start.to_vec(), 0);
        let (mut kept, mut found) = (vec![0], Vec::new());
        for level in 0..=pegs.saturating_sub(least) {
            if level > 0 {
                kept = search.next_level(level);
            }
            let is_reduced = |&node: &usize| search.nodes[node].is_reduced;
            found.extend(kept.iter().copied().filter(is_reduced).take(A_LEVEL));
            if found.len() >= most || stop.why().is_some() {
                break;
            }
            for &node in &kept {
                if !search.nodes[node].is_reduced {
                    search.expand(node, level);
                }
            }
        }
        found.truncate(most);
        found.into_iter().map(|node| search.traced(node)).collect()
    }

    /// The cost of what a hole holds, but for loneliness.
    fn cost(&self, index: usize, peg: bool) -> i64 {
        self.costs.of[index][usize::from(peg)]
    }

    /// What a hole costs because it has a peg with few beside it.
    fn loneliness(&self, bits: &[u64], index: usize) -> i64 {
        let alone = self.costs.alone[index];
        if alone == 0 || !grid::has(bits, index) {
            return 0;
        }
        let beside = self.neighbours.iter();
        match beside
            .filter(|&&step| grid::has(bits, index.wrapping_add_signed(step)))
            .count()
        {
            0 => alone,
            1 => alone / 4,
            _ => 0,
        }
    }
}

struct Search<'a> {
    beam: &'a Beam<'a>,
    levels: Vec<Level>,
    nodes: Vec<Node>,
    /// The positions of all nodes, one after the other.
    bits: Vec<u64>,
}

impl Search<'_> {
    fn bits_of(&self, node: usize) -> &[u64] {
        let words = self.beam.grid.words();
        &self.bits[node * words..][..words]
    }

    fn keep(&mut self, from: Option<(usize, usize, usize)>, bits: Vec<u64>, hash: u64) -> usize {
        let beam = self.beam;
        let holes = || beam.grid.all();
        let loneliness = holes().map(|index| beam.loneliness(&bits, index)).sum();
        let outside: i64 = holes()
            .map(|index| beam.cost(index, grid::has(&bits, index)))
            .sum();
        self.nodes.push(Node {
            from,
            score: loneliness + outside,
            is_reduced: outside == 0,
            loneliness,
            hash,
        });
        self.bits.extend(bits);
        self.nodes.len() - 1
    }

    /// Keeps the cheapest candidates of a level.
    fn next_level(&mut self, level: usize) -> Vec<usize> {
        let Some(level) = self.levels.get_mut(level) else {
            return Vec::new();
        };
        let mut level = std::mem::take(level);
        level.sort();
        level.candidates.truncate(self.beam.width);
        let candidates = level.candidates.into_iter();
        let kept = candidates.map(|candidate| {
            let mut bits = self.bits_of(candidate.parent).to_vec();
            for &(step, peg) in &self.beam.packages[candidate.package].changed {
                grid::set(&mut bits, candidate.place.wrapping_add_signed(step), peg);
            }
            let from = (candidate.parent, candidate.package, candidate.place);
            self.keep(Some(from), bits, candidate.hash)
        });
        kept.collect()
    }

    /// Everything that can be played from a position goes to the levels where it leads.
    fn expand(&mut self, node: usize, level: usize) {
        let beam = self.beam;
        let before = self.bits_of(node).to_vec();
        let mut after = before.clone();
        let looked_through = beam.grid.looked_through(&before);
        let mut found = vec![0; beam.grid.words()];
        let Node {
            score,
            loneliness,
            hash,
            ..
        } = self.nodes[node];
        for (package, placed) in beam.packages.iter().enumerate() {
            looked_through.find(&placed.wanted, &mut found);
            let target = level + placed.jumps;
            for place in grid::ones(&found) {
                if self.levels.len() <= target {
                    self.levels.resize_with(target + 1, Level::default);
                }
                let level = &mut self.levels[target];
                let changed = || {
                    let holes = placed.changed.iter();
                    holes.map(|&(step, peg)| (place.wrapping_add_signed(step), peg))
                };
                let change = |(index, peg)| beam.cost(index, peg) - beam.cost(index, !peg);
                let mut child = score + changed().map(change).sum::<i64>();
                if level.is_too_dear(child - loneliness) {
                    continue;
                }
                changed().for_each(|(index, peg)| grid::set(&mut after, index, peg));
                child += placed
                    .affected
                    .iter()
                    .map(|&step| {
                        let index = place.wrapping_add_signed(step);
                        beam.loneliness(&after, index) - beam.loneliness(&before, index)
                    })
                    .sum::<i64>();
                changed().for_each(|(index, peg)| grid::set(&mut after, index, !peg));
                if level.is_too_dear(child) {
                    continue;
                }
                let ticket = |(index, _): (usize, bool)| beam.tickets[index];
                level.candidates.push(Candidate {
                    score: child,
                    hash: changed()
                        .map(ticket)
                        .fold(hash, |hash, ticket| hash ^ ticket),
                    parent: node,
                    package,
                    place,
                });
                level.bound_if_full(beam.width);
            }
        }
    }

    /// The way to a node.
    fn traced(&self, node: usize) -> Reduced {
        let back = std::iter::successors(self.nodes[node].from, |&(parent, ..)| {
            self.nodes[parent].from
        });
        let mut steps: Vec<(usize, usize)> =
            back.map(|(_, package, place)| (package, place)).collect();
        steps.reverse();
        Reduced {
            steps,
            bits: self.bits_of(node).to_vec(),
        }
    }
}

impl Level {
    /// After so many times the width the dearest candidates are dropped, and down to so many times.
    const FULL: [usize; 2] = [16, 4];

    fn is_too_dear(&self, score: i64) -> bool {
        self.bound.is_some_and(|bound| score >= bound)
    }

    fn bound_if_full(&mut self, width: usize) {
        let [full, rest] = Self::FULL;
        if self.candidates.len() >= full * width {
            self.sort();
            if self.candidates.len() > rest * width {
                self.candidates.truncate(rest * width);
                self.bound = self.candidates.last().map(|last| last.score);
            }
        }
    }

    /// The cheapest first, each position once.
    fn sort(&mut self) {
        self.candidates
            .sort_unstable_by_key(|candidate| (candidate.score, candidate.hash));
        let mut known = HashSet::new();
        self.candidates
            .retain(|candidate| known.insert(candidate.hash));
    }
}
