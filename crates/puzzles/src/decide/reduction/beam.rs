//! A beam of positions that empties all but the core, a jump or a package at a time.
//!
//! A position costs something for each peg outside the core, the more the farther away, and more if the peg is alone:
//! such games die of pegs that are left behind. Level `n` has the positions after `n` jumps, of which the cheapest are
//! kept; a package of three jumps leads three levels on, so that it need not pass through positions that look worse on
//! the way. A hole outside the core may also be wanted with a peg: then its vacancy costs.
//!
//! The two-ended beam of [`super::super::beam_search`] has an exact goal and boards of one word; this
//! one has any number of holes and does not care what is left in the core, which is another's to solve.

use rustc_hash::FxHashSet;

use super::grid::{self, Grid};
use super::package::Package;
use saut_base::bits;
use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_peg::peg::Jump;

/// Costs of the holes, by the bits of a grid.
pub struct Costs {
    /// Cost of a vacancy, and of a peg.
    pub of: Vec<[i64; 2]>,
    /// Additional cost of a peg without a neighbour; with one, a quarter of it.
    pub alone: Vec<i64>,
}

/// Result of a beam: ways to positions.
#[derive(Debug, Default)]
pub struct Reached {
    /// The jumps to positions without cost.
    pub reduced: Vec<Vec<Jump>>,
    /// If there are none, those to the cheapest that the beam came to, in order of cost.
    pub stuck: Vec<Vec<Jump>>,
    /// Cost of the cheapest of these.
    pub score: i64,
}

/// The packages that begin with a jump in one direction.
struct Group {
    /// Contents of holes that the jump wants, relative to the hole that it is played from.
    jump: Vec<(isize, bool)>,
    /// Their numbers.
    packages: Vec<usize>,
}

/// A package as a grid looks for it, from the hole that its first jump is played from.
struct Placed {
    jumps: usize,
    /// Contents of holes that it wants besides those that its first jump wants.
    wanted: Vec<(isize, bool)>,
    /// The holes that differ afterwards, with what they hold then.
    changed: Vec<(isize, bool)>,
    /// These and their neighbours.
    affected: Vec<Affected>,
}

/// A hole that a package changes, or a neighbour of one.
struct Affected {
    at: isize,
    /// Content afterwards, if that changes.
    after: Option<bool>,
    /// The pegs beside it that it gains.
    gains: i8,
}

/// The candidates of a level.
#[derive(Default)]
struct Level {
    candidates: Vec<Node>,
    /// Cost from which on a candidate has no chance.
    bound: Option<i64>,
}

/// A position that may be kept.
#[derive(Clone, Copy)]
struct Node {
    /// The position before, the package that leads from there and the bit of its first hole; none of the first.
    from: Option<(usize, usize, usize)>,
    score: i64,
    /// The part of the score that is due to pegs that are alone.
    loneliness: i64,
    hash: u64,
}

impl Node {
    /// Whether all but the core is as wanted.
    const fn is_reduced(&self) -> bool {
        self.score == self.loneliness
    }
}

/// Most positions that are taken from a level: they are too much alike.
const A_LEVEL: usize = 2;

/// Number of positions that are kept of a beam that dies out.
const STUCK: usize = 3;

/// The part of a search that is the same for all beams of a round.
pub struct Beam<'a> {
    grid: &'a Grid,
    costs: &'a Costs,
    packages: &'a [Package],
    placed: Vec<Placed>,
    groups: Vec<Group>,
    neighbours: Vec<isize>,
    /// A random number for each hole: the hash of a position is that of its pegs together.
    tickets: Vec<u64>,
    width: usize,
}

impl<'a> Beam<'a> {
    /// A beam of this width, in positions a level; the seed decides among equals.
    pub fn new(
        grid: &'a Grid,
        packages: &'a [Package],
        directions: &[grid::Offset],
        costs: &'a Costs,
        width: usize,
        seed: u64,
    ) -> Self {
        let neighbours: Vec<isize> = directions.iter().map(|&step| grid.shift(step)).collect();
        let group = |&step: &grid::Offset| {
            let steps = (0..).zip([true, true, false]);
            let jump: Vec<(isize, bool)> = steps
                .map(|(times, peg)| (times * grid.shift(step), peg))
                .collect();
            let begins = |&number: &usize| packages[number].begins_along() == step;
            Group {
                packages: (0..packages.len()).filter(begins).collect(),
                jump,
            }
        };
        let groups: Vec<Group> = directions.iter().map(group).collect();
        let placed = packages.iter().map(|package| {
            let mut groups = directions.iter().zip(&groups);
            let group = groups.find(|&(&step, _)| step == package.begins_along());
            let jump = group.map_or(&[][..], |(_, group)| &group.jump);
            Placed::new(package, grid, jump, &neighbours)
        });
        let mut random = Random::new(seed);
        Self {
            grid,
            costs,
            packages,
            placed: placed.collect(),
            groups,
            tickets: (0..grid.len()).map(|_| random.next()).collect(),
            neighbours,
            width,
        }
    }

    /// Positions without cost, the first of so many, each with at least `least` pegs; fewer or none if
    /// the beam dies out, or it is time to stop.
    pub fn reached(&self, start: &[u64], least: usize, most: usize, stop: &Stop) -> Reached {
        let pegs: usize = start.iter().map(|word| word.count_ones() as usize).sum();
        let mut search = Search {
            beam: self,
            levels: Vec::new(),
            nodes: Vec::new(),
            bits: Vec::new(),
        };
        search.begin(start);
        let (mut kept, mut found) = (vec![0], Vec::new());
        let mut stuck: Vec<usize> = Vec::new();
        for level in 0..=pegs.saturating_sub(least) {
            if level > 0 {
                kept = search.next_level(level);
            }
            let is_reduced = |&node: &usize| search.nodes[node].is_reduced();
            found.extend(kept.iter().copied().filter(is_reduced).take(A_LEVEL));
            if found.len() >= most || stop.stop_reason().is_some() {
                break;
            }
            // The cheapest of a level is the first.
            stuck.extend(kept.first());
            for &node in &kept {
                if !search.nodes[node].is_reduced() {
                    search.expand(node, level);
                }
            }
        }
        found.truncate(most);
        stuck.sort_by_key(|&node| search.nodes[node].score);
        stuck.truncate(if found.is_empty() { STUCK } else { 0 });
        let jumps = |nodes: &[usize]| nodes.iter().map(|&node| search.jumps(node)).collect();
        Reached {
            reduced: jumps(&found),
            stuck: jumps(&stuck),
            score: stuck.first().map_or(0, |&node| search.nodes[node].score),
        }
    }

    /// The cost of what a hole holds, but for loneliness.
    fn cost(&self, index: usize, peg: bool) -> i64 {
        self.costs.of[index][usize::from(peg)]
    }

    /// Additional cost of a hole whose peg has at most one neighbour; `beside` is the number of neighbours.
    fn loneliness(&self, index: usize, peg: bool, beside: u8) -> i64 {
        let alone = self.costs.alone[index];
        match beside {
            0 if peg => alone,
            1 if peg => alone / 4,
            _ => 0,
        }
    }

    /// Number of neighbouring pegs of every hole.
    fn beside(&self, pegs: &[u64]) -> Vec<u8> {
        let mut beside = vec![0; self.grid.len()];
        for index in bits::iter(pegs) {
            for &step in &self.neighbours {
                beside[index.wrapping_add_signed(step)] += 1;
            }
        }
        beside
    }

    /// Calls with every package that can be played, its number and the bit where it begins.
    fn each_playable(&self, at: &grid::Bits<'_>, mut play: impl FnMut(usize, &Placed, usize)) {
        let mut found = vec![0; self.grid.words()];
        for group in &self.groups {
            at.find(&group.jump, &mut found);
            for place in bits::iter(&found) {
                for &number in &group.packages {
                    let placed = &self.placed[number];
                    let holds = |&(step, peg): &(isize, bool)| {
                        at.holds(place.wrapping_add_signed(step), peg)
                    };
                    if placed.wanted.iter().all(holds) {
                        play(number, placed, place);
                    }
                }
            }
        }
    }

    /// The packages that can be played, each with the bit where it begins.
    #[cfg(test)]
    pub fn playable(&self, pegs: &[u64]) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        let looked_through = self.grid.looked_through(pegs);
        self.each_playable(&looked_through, |number, _, place| {
            all.push((number, place));
        });
        all
    }
}

impl Placed {
    fn new(package: &Package, grid: &Grid, jump: &[(isize, bool)], neighbours: &[isize]) -> Self {
        let holes = || package.touched.iter();
        let differs = holes().filter(|hole| hole.before != hole.after);
        let changed: Vec<(isize, bool)> = differs
            .map(|hole| (grid.shift(hole.at), hole.after))
            .collect();
        let around = |at: isize| neighbours.iter().map(move |step| at + step).chain([at]);
        let mut affected: Vec<isize> = changed.iter().flat_map(|&(at, _)| around(at)).collect();
        affected.sort_unstable();
        affected.dedup();
        let affected = affected.into_iter().map(|at| {
            let is_beside = |other: isize| neighbours.iter().any(|step| other + step == at);
            let gains = changed.iter().filter(|&&(other, _)| is_beside(other));
            Affected {
                at,
                after: changed
                    .iter()
                    .find(|&&(other, _)| other == at)
                    .map(|&(_, peg)| peg),
                gains: gains.map(|&(_, peg)| if peg { 1 } else { -1 }).sum(),
            }
        });
        let wanted = holes().map(|hole| (grid.shift(hole.at), hole.before));
        let mut wanted: Vec<(isize, bool)> = wanted.filter(|hole| !jump.contains(hole)).collect();
        // Vacancies are rarer, until little is left.
        wanted.sort_by_key(|&(_, peg)| peg);
        Self {
            jumps: package.len(),
            wanted,
            affected: affected.collect(),
            changed,
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
    /// The first position.
    fn begin(&mut self, start: &[u64]) {
        let beam = self.beam;
        let beside = beam.beside(start);
        let (mut loneliness, mut outside) = (0, 0);
        for index in beam.grid.all() {
            let peg = bits::get(start, index);
            loneliness += beam.loneliness(index, peg, beside[index]);
            outside += beam.cost(index, peg);
        }
        self.nodes.push(Node {
            from: None,
            score: loneliness + outside,
            loneliness,
            hash: 0,
        });
        self.bits.extend(start);
    }

    /// Keeps the cheapest candidates of a level.
    fn next_level(&mut self, level: usize) -> Vec<usize> {
        let Some(level) = self.levels.get_mut(level) else {
            return Vec::new();
        };
        let mut level = std::mem::take(level);
        level.sort();
        level.candidates.truncate(self.beam.width);
        let (first, words) = (self.nodes.len(), self.beam.grid.words());
        for node in &level.candidates {
            let Some((parent, package, place)) = node.from else {
                continue;
            };
            let end = self.bits.len();
            self.bits
                .extend_from_within(parent * words..(parent + 1) * words);
            for &(step, peg) in &self.beam.placed[package].changed {
                let index = place.wrapping_add_signed(step);
                bits::set(&mut self.bits[end..], index, peg);
            }
        }
        self.nodes.extend(level.candidates);
        (first..self.nodes.len()).collect()
    }

    /// Everything that can be played from a position goes to the levels where it leads.
    fn expand(&mut self, node: usize, level: usize) {
        let beam = self.beam;
        let Node {
            score,
            loneliness,
            hash,
            ..
        } = self.nodes[node];
        let words = beam.grid.words();
        let (levels, pegs) = (&mut self.levels, &self.bits[node * words..][..words]);
        let beside = beam.beside(pegs);
        let looked_through = beam.grid.looked_through(pegs);
        beam.each_playable(&looked_through, |package, placed, place| {
            let target = level + placed.jumps;
            if levels.len() <= target {
                levels.resize_with(target + 1, Level::default);
            }
            let level = &mut levels[target];
            let changed = || {
                let holes = placed.changed.iter();
                holes.map(|&(step, peg)| (place.wrapping_add_signed(step), peg))
            };
            let change = |(index, peg)| beam.cost(index, peg) - beam.cost(index, !peg);
            let outside = score - loneliness + changed().map(change).sum::<i64>();
            if level.is_too_dear(outside) {
                return;
            }
            let mut lonely = loneliness;
            for hole in &placed.affected {
                let index = place.wrapping_add_signed(hole.at);
                let (before, beside) = (bits::get(pegs, index), beside[index]);
                let after = hole.after.unwrap_or(before);
                let then = beside.wrapping_add_signed(hole.gains);
                lonely +=
                    beam.loneliness(index, after, then) - beam.loneliness(index, before, beside);
            }
            if level.is_too_dear(outside + lonely) {
                return;
            }
            let ticket = |(index, _): (usize, bool)| beam.tickets[index];
            level.candidates.push(Node {
                from: Some((node, package, place)),
                score: outside + lonely,
                loneliness: lonely,
                hash: changed()
                    .map(ticket)
                    .fold(hash, |hash, ticket| hash ^ ticket),
            });
            level.bound_if_full(beam.width);
        });
    }

    /// The jumps to a node.
    fn jumps(&self, node: usize) -> Vec<Jump> {
        let back = std::iter::successors(self.nodes[node].from, |&(parent, ..)| {
            self.nodes[parent].from
        });
        let mut steps: Vec<_> = back.collect();
        steps.reverse();
        let jumps = steps.into_iter().flat_map(|(_, package, place)| {
            self.beam.packages[package].jumps_at(self.beam.grid.cell(place))
        });
        jumps.collect()
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
        let mut known = FxHashSet::default();
        self.candidates
            .retain(|candidate| known.insert(candidate.hash));
    }
}
