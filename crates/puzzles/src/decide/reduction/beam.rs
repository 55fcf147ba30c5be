//! A beam of positions that clears the holes outside the core, one jump or package at a time.
//!
//! The cost of a position is a sum over the pegs outside the core. A peg costs more if it is farther away, and more if
//! it is isolated, because isolated pegs are hard to remove. Level `n` has the cheapest positions after `n` jumps. A
//! package of three jumps leads to a position three levels later, so its intermediate positions, which look worse, need
//! not be kept. If the goal requires a peg in a hole outside the core, a vacancy in this hole has a cost.
//!
//! The two-ended beam of [`super::super::beam_search`] needs a goal that can be listed, and a board of at most 64
//! holes. This beam supports any number of holes, and ignores the pegs of the core.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::grid::{self, Grid};
use super::package::Package;
use saut_base::bits;
use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_peg::peg::{Board, Jump};

/// Costs of the holes, by the bits of a grid.
pub struct Costs {
    /// For each hole, the cost of a vacancy and the cost of a peg.
    pub of: Vec<[i64; 2]>,
    /// Additional cost of a peg without a neighbouring peg. With one neighbouring peg, it is a quarter of this cost.
    pub alone: Vec<i64>,
}

/// Result of a beam.
#[derive(Debug, Default)]
pub struct BeamResult {
    /// The jumps to positions in which all holes outside the core meet the goal.
    pub reduced: Vec<Vec<Jump>>,
    /// If `reduced` is empty, the jumps to the cheapest positions that the beam reached, in order of cost.
    pub stuck: Vec<Vec<Jump>>,
    /// The cost of the first position of `stuck`; 0 if `stuck` is empty.
    pub score: i64,
}

/// The packages that begin with a jump in one direction.
struct Group {
    /// The contents of holes that the first jump requires. Offsets are relative to the hole in which it starts.
    jump: Vec<(isize, bool)>,
    packages: Vec<usize>,
}

/// A package as a pattern of a grid. Offsets are relative to the hole in which its first jump starts.
struct PackagePattern {
    jumps: usize,
    /// The contents of holes that the package requires in addition to its first jump.
    wanted: Vec<(isize, bool)>,
    /// The holes that the package changes, with their contents afterwards.
    changed: Vec<(isize, bool)>,
    /// The changed holes and their neighbours: the content afterwards, if it changes, and the change of the number of
    /// neighbouring pegs.
    affected: Vec<(isize, (Option<bool>, i8))>,
}

#[derive(Default)]
struct Level {
    candidates: Vec<Node>,
    /// Candidates with this cost or more are dropped.
    bound: Option<i64>,
}

/// A position of the beam, or a candidate.
#[derive(Clone, Copy)]
struct Node {
    /// The previous position, the package played there, and the bit of its first hole. Meaningless for the first
    /// position.
    from: (usize, usize, usize),
    score: i64,
    /// The part of the score for isolated pegs.
    loneliness: i64,
    hash: u64,
}

impl Node {
    /// Whether all holes outside the core meet the goal.
    const fn is_reduced(&self) -> bool {
        self.score == self.loneliness
    }
}

/// Maximum number of results of one level, because the results of a level are similar.
const A_LEVEL: usize = 2;

/// Maximum number of positions that a dead beam returns.
const STUCK: usize = 3;

/// The packages of a board as patterns.
pub struct Moves {
    pub grid: Grid,
    packages: Vec<Package>,
    placed: Vec<PackagePattern>,
    groups: Vec<Group>,
    neighbours: Vec<isize>,
}

impl Costs {
    /// Returns the cost of the content of a hole, without the cost of isolation.
    #[inline]
    fn cost(&self, index: usize, peg: bool) -> i64 {
        self.of[index][usize::from(peg)]
    }

    /// Returns the additional cost of a hole whose peg has at most one neighbouring peg. `beside` is the number of
    /// neighbouring pegs.
    #[inline]
    fn loneliness(&self, index: usize, peg: bool, beside: u8) -> i64 {
        let alone = self.alone[index];
        match beside {
            0 if peg => alone,
            1 if peg => alone / 4,
            _ => 0,
        }
    }
}

impl Moves {
    pub fn new(board: &Board) -> Self {
        let (grid, packages) = (Grid::new(board), Package::all(board.geometry()));
        let directions = board.geometry().directions().iter();
        let neighbours: Vec<isize> = directions.clone().map(|&step| grid.shift(step)).collect();
        let mut placed: Vec<PackagePattern> = packages
            .iter()
            .map(|package| PackagePattern::new(package, &grid, &neighbours))
            .collect();
        // The first packages are the single jumps, one for each direction.
        let groups = directions.zip(0..).map(|(&step, jump)| {
            let begins = |&number: &usize| packages[number].begins_along() == step;
            let group = Group {
                jump: placed[jump].wanted.clone(),
                packages: (0..packages.len()).filter(begins).collect(),
            };
            for &number in &group.packages {
                placed[number]
                    .wanted
                    .retain(|hole| !group.jump.contains(hole));
            }
            group
        });
        Self {
            groups: groups.collect(),
            grid,
            packages,
            placed,
            neighbours,
        }
    }

    /// Returns the number of neighbouring pegs of every hole.
    fn beside(&self, pegs: &[u64]) -> Vec<u8> {
        let mut beside = vec![0; self.grid.len()];
        for index in bits::iter(pegs) {
            for &step in &self.neighbours {
                beside[index.wrapping_add_signed(step)] += 1;
            }
        }
        beside
    }

    /// Calls `play` for every playable package, with its number and the bit of its first hole.
    pub fn each_playable(&self, at: &grid::Bits<'_>, mut play: impl FnMut(usize, usize)) {
        let mut found = vec![0; self.grid.words()];
        for group in &self.groups {
            at.find(&group.jump, &mut found);
            for place in bits::iter(&found) {
                for &number in &group.packages {
                    let holds = |&(step, peg): &(isize, bool)| {
                        at.holds(place.wrapping_add_signed(step), peg)
                    };
                    if self.placed[number].wanted.iter().all(holds) {
                        play(number, place);
                    }
                }
            }
        }
    }
}

impl PackagePattern {
    fn new(package: &Package, grid: &Grid, neighbours: &[isize]) -> Self {
        let holes = || package.touched.iter();
        let differs = holes().filter(|hole| hole.before != hole.after);
        let changed: Vec<(isize, bool)> = differs
            .map(|hole| (grid.shift(hole.at), hole.after))
            .collect();
        let mut affected: BTreeMap<isize, (Option<bool>, i8)> = BTreeMap::new();
        for &(at, peg) in &changed {
            affected.entry(at).or_default().0 = Some(peg);
            for step in neighbours {
                affected.entry(at + step).or_default().1 += if peg { 1 } else { -1 };
            }
        }
        let wanted = holes().map(|hole| (grid.shift(hole.at), hole.before));
        let mut wanted: Vec<(isize, bool)> = wanted.collect();
        // Vacancies are rarer until few pegs are left, so they are tested first.
        wanted.sort_by_key(|&(_, peg)| peg);
        Self {
            jumps: package.len(),
            wanted,
            affected: affected.into_iter().collect(),
            changed,
        }
    }
}

pub struct Beam<'a> {
    moves: &'a Moves,
    costs: &'a Costs,
    /// A random number for each hole. The hash of a position is the XOR of the numbers of all holes that differ from
    /// the first position.
    tickets: Vec<u64>,
    width: usize,
    levels: Vec<Level>,
    nodes: Vec<Node>,
    /// The bits of the positions of all nodes.
    bits: Vec<u64>,
}

impl<'a> Beam<'a> {
    /// Creates a beam of this width (in positions per level). The seed determines the hashes, which break ties.
    pub fn new(moves: &'a Moves, costs: &'a Costs, width: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        Self {
            moves,
            costs,
            tickets: (0..moves.grid.len()).map(|_| random.next()).collect(),
            width,
            levels: Vec::new(),
            nodes: Vec::new(),
            bits: Vec::new(),
        }
    }

    /// Runs the beam from `start` until it has found `most` results with at least `least` pegs each, until the beam
    /// dies out, or until a limit is reached.
    pub fn reached(mut self, start: &[u64], least: usize, most: usize, stop: &Stop) -> BeamResult {
        let pegs: usize = start.iter().map(|word| word.count_ones() as usize).sum();
        self.begin(start);
        let (mut kept, mut found) = (vec![0], Vec::new());
        let mut stuck: Vec<usize> = Vec::new();
        for level in 0..=pegs.saturating_sub(least) {
            if level > 0 {
                kept = self.next_level(level);
            }
            let is_reduced = |&node: &usize| self.nodes[node].is_reduced();
            found.extend(kept.iter().copied().filter(is_reduced).take(A_LEVEL));
            if found.len() >= most || stop.stop_reason().is_some() {
                break;
            }
            // The first position of a level is the cheapest.
            stuck.extend(kept.first());
            for &node in &kept {
                if !self.nodes[node].is_reduced() {
                    self.expand(node, level);
                }
            }
        }
        found.truncate(most);
        stuck.sort_by_key(|&node| self.nodes[node].score);
        stuck.truncate(if found.is_empty() { STUCK } else { 0 });
        let jumps = |nodes: &[usize]| nodes.iter().map(|&node| self.jumps(node)).collect();
        BeamResult {
            reduced: jumps(&found),
            stuck: jumps(&stuck),
            score: stuck.first().map_or(0, |&node| self.nodes[node].score),
        }
    }

    fn begin(&mut self, start: &[u64]) {
        let beside = self.moves.beside(start);
        let (mut loneliness, mut outside) = (0, 0);
        for index in self.moves.grid.all() {
            let peg = bits::get(start, index);
            loneliness += self.costs.loneliness(index, peg, beside[index]);
            outside += self.costs.cost(index, peg);
        }
        self.nodes.push(Node {
            from: (0, 0, 0),
            score: loneliness + outside,
            loneliness,
            hash: 0,
        });
        self.bits.extend(start);
    }

    /// Adds the cheapest candidates of a level as nodes.
    fn next_level(&mut self, level: usize) -> Vec<usize> {
        let Some(level) = self.levels.get_mut(level) else {
            return Vec::new();
        };
        let mut level = std::mem::take(level);
        level.sort();
        level.candidates.truncate(self.width);
        let (first, words) = (self.nodes.len(), self.moves.grid.words());
        for node in &level.candidates {
            let (parent, package, place) = node.from;
            let end = self.bits.len();
            self.bits
                .extend_from_within(parent * words..(parent + 1) * words);
            for &(step, peg) in &self.moves.placed[package].changed {
                let index = place.wrapping_add_signed(step);
                bits::set(&mut self.bits[end..], index, peg);
            }
        }
        self.nodes.extend(level.candidates);
        (first..self.nodes.len()).collect()
    }

    /// Plays every playable package from a position, and adds the results to their levels.
    fn expand(&mut self, node: usize, level: usize) {
        let (moves, costs, width) = (self.moves, self.costs, self.width);
        let Node {
            score,
            loneliness,
            hash,
            ..
        } = self.nodes[node];
        let words = moves.grid.words();
        let (levels, pegs) = (&mut self.levels, &self.bits[node * words..][..words]);
        let beside = moves.beside(pegs);
        let looked_through = moves.grid.looked_through(pegs);
        moves.each_playable(&looked_through, |package, place| {
            let placed = &moves.placed[package];
            let target = level + placed.jumps;
            if levels.len() <= target {
                levels.resize_with(target + 1, Level::default);
            }
            let level = &mut levels[target];
            let changed = || {
                let holes = placed.changed.iter();
                holes.map(|&(step, peg)| (place.wrapping_add_signed(step), peg))
            };
            let change = |(index, peg)| costs.cost(index, peg) - costs.cost(index, !peg);
            let outside = score - loneliness + changed().map(change).sum::<i64>();
            if level.is_too_dear(outside) {
                return;
            }
            let mut lonely = loneliness;
            for &(step, (changed, gains)) in &placed.affected {
                let index = place.wrapping_add_signed(step);
                let (before, beside) = (bits::get(pegs, index), beside[index]);
                let after = changed.unwrap_or(before);
                let then = beside.wrapping_add_signed(gains);
                lonely +=
                    costs.loneliness(index, after, then) - costs.loneliness(index, before, beside);
            }
            if level.is_too_dear(outside + lonely) {
                return;
            }
            let ticket = |(index, _): (usize, bool)| self.tickets[index];
            level.candidates.push(Node {
                from: (node, package, place),
                score: outside + lonely,
                loneliness: lonely,
                hash: changed()
                    .map(ticket)
                    .fold(hash, |hash, ticket| hash ^ ticket),
            });
            level.bound_if_full(width);
        });
    }

    /// Returns the jumps to a node.
    fn jumps(&self, mut node: usize) -> Vec<Jump> {
        let mut steps = Vec::new();
        while node > 0 {
            steps.push(self.nodes[node].from);
            (node, ..) = self.nodes[node].from;
        }
        steps.reverse();
        let jumps = steps.into_iter().flat_map(|(_, package, place)| {
            self.moves.packages[package].jumps_at(self.moves.grid.cell(place))
        });
        jumps.collect()
    }
}

impl Level {
    /// Maximum number of candidates of a level, and the number of cheapest candidates that remain when the maximum is
    /// reached. Both are given as multiples of the width.
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

    /// Sorts the candidates by cost, and removes duplicates.
    fn sort(&mut self) {
        self.candidates
            .sort_unstable_by_key(|candidate| (candidate.score, candidate.hash));
        let mut known = FxHashSet::default();
        self.candidates
            .retain(|candidate| known.insert(candidate.hash));
    }
}
