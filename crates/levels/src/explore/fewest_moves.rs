//! The fewest moves of a solution. Consecutive jumps of one peg are one move.
//!
//! Let r(x) be the fewest moves from position x to the goal. A peg whose last jump ended in hole h may continue its
//! move. Then the fewest further moves are r(x) − 1 if some best plan from x begins with the peg in h, and r(x)
//! otherwise. So a number and a set of holes for every position on a solution suffice. They are computed from the
//! values one level below.
//!
//! The result is exact, because every level has all positions on solutions. It needs no bound on moves and no limit on
//! sweeps. (Bell, *Solving peg solitaire in the minimum number of moves*, searches by number of moves, and needs a
//! bound on this number.)
//!
//! The plans with the fewest moves are also counted, in total and by the lengths of their moves. A plan with the fewest
//! moves is a path of best jumps. Paths that end in the same position, with the last jump in the same hole, are counted
//! together, level by level; for the lengths, their moves must also have the same lengths. A symmetry of the puzzle
//! fixes a sequence of jumps only if it fixes every jump. So the number of plans up to symmetry is the mean, over the
//! symmetries, of the number of plans whose jumps are all fixed (Cauchy, Frobenius).

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use super::solution_graph::{SolutionGraph, State};
use crate::packages::TripleRemoval;
use crate::search::bit_board::Direction;
use crate::search::checkpoints::WordCodec;
use crate::search::limits::{CountError, add};
use crate::search::values::Values;
use saut_peg::peg::Jump;
use saut_task::plan::Plan;

/// The minimum number of moves from a position, and the holes from which plans with this number of moves begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Continuation {
    /// Minimum number of moves, if the next jump begins a move.
    pub moves: u8,
    /// The holes from which the first jump of such a plan can start, one bit each.
    pub holes: u64,
}

impl Continuation {
    /// Returns the fewest further moves, if the peg in this hole may continue its move.
    pub fn going_on(self, hole: u32) -> u8 {
        self.moves - u8::from(self.holes >> hole & 1 == 1)
    }

    /// Returns the continuation with fewer moves. If both have the same number of moves, joins their holes.
    pub(super) fn or(self, other: Self) -> Self {
        match self.moves.cmp(&other.moves) {
            Ordering::Less => self,
            Ordering::Greater => other,
            Ordering::Equal => Self {
                holes: self.holes | other.holes,
                ..self
            },
        }
    }

    const PACKING: WordCodec<Self> = WordCodec {
        words: 2,
        pack: |rest| u128::from(rest.moves) << 64 | u128::from(rest.holes),
        unpack: |number| Self {
            moves: u8::try_from(number >> 64).unwrap_or(u8::MAX),
            holes: u64::try_from(number & u128::from(u64::MAX)).unwrap_or(0),
        },
    };
}

/// The fewest moves from every position on a solution.
#[derive(Debug)]
pub struct FewestMoves<'a> {
    graph: &'a SolutionGraph,
    rests: Values<Continuation>,
    /// Triple removals that count as one move each. A new move begins after a triple removal.
    triples: Vec<TripleRemoval>,
}

impl<'a> FewestMoves<'a> {
    /// Computes the fewest moves from every position of the graph.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn new(graph: &'a SolutionGraph) -> Result<Self, CountError> {
        Self::with(graph, Vec::new())
    }

    /// Computes the fewest moves if each of these triple removals counts as one move. Plans with the fewest moves are
    /// then easy to remember.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn with(graph: &'a SolutionGraph, triples: Vec<TripleRemoval>) -> Result<Self, CountError> {
        let stage = if triples.is_empty() {
            "fewest-moves"
        } else {
            "fewest-pieces-in-lines"
        };
        let rests = graph.kept_values(
            stage,
            Continuation::PACKING,
            |position, below: &Values<Continuation>| {
                if graph.is_goal(position) {
                    return Ok(Continuation::default());
                }
                let mut best = Continuation {
                    moves: u8::MAX,
                    holes: 0,
                };
                let compact = graph.compact();
                compact.each_playable(Direction::Forward, position, |jump| {
                    let mask = compact.masks()[jump];
                    let (child, landed) =
                        compact.canonical_with(position ^ mask.touched, mask.target);
                    if let Some(rest) = below.get(child) {
                        let moves = 1 + rest.going_on(landed.trailing_zeros());
                        let holes = mask.from;
                        best = best.or(Continuation { moves, holes });
                    }
                });
                for triple in triples.iter().filter(|triple| triple.applies(position)) {
                    let after = compact.canonical(position ^ triple.cleared);
                    if let Some(rest) = below.get(after) {
                        let moves = 1 + rest.moves;
                        best = best.or(Continuation { moves, holes: 0 });
                    }
                }
                Ok(best)
            },
        )?;
        Ok(Self {
            graph,
            rests,
            triples,
        })
    }

    /// Returns the fewest moves from the start; `None` if there is no solution.
    pub fn moves(&self) -> Option<usize> {
        Some(usize::from(self.left(self.graph.start(), None)?))
    }

    /// Returns the fewest further moves from a position, which need not be canonical, if the peg in hole `last` may
    /// continue its move. `None` if the position is not on a solution.
    pub fn left(&self, position: u64, last: Option<u32>) -> Option<u8> {
        let mask = last.map_or(0, |hole| 1 << hole);
        let (canonical, turned) = self.graph.context.compact.canonical_with(position, mask);
        let rest = self.rests.get(canonical)?;
        Some(if turned == 0 {
            rest.moves
        } else {
            rest.going_on(turned.trailing_zeros())
        })
    }

    /// Returns the jumps that begin a best plan from a position, if the peg in `last` may continue its move. Each entry
    /// has the number of the jump, the position after it, and the hole in which it ends.
    ///
    /// If the goal leaves holes open, it may be met in the middle of a sweep. The plan may end there, or the same peg
    /// may continue to another goal position without a further move.
    fn best_jumps(&self, position: u64, last: Option<u32>) -> Vec<(usize, State<Option<u32>>)> {
        let compact = self.graph.compact();
        let Some(left) = self.left(position, last) else {
            return Vec::new();
        };
        let best = |(jump, child): (usize, u64)| {
            let mask = compact.masks()[jump];
            let landed = Some(mask.target.trailing_zeros());
            let begins = u8::from(last != Some(mask.from.trailing_zeros()));
            let after = self.left(child, landed)?;
            (after + begins == left).then_some((jump, (child, landed)))
        };
        let steps = compact.steps(Direction::Forward, position);
        steps.filter_map(best).collect()
    }

    /// Returns a triple removal that begins a best plan from a position, and the position after it. `None` if there is
    /// no such removal.
    fn best_triple(&self, position: u64, last: Option<u32>) -> Option<(&TripleRemoval, u64)> {
        let left = self.left(position, last)?;
        let playable = self.triples.iter().filter(|it| it.applies(position));
        let mut after = playable.map(|triple| (triple, position ^ triple.cleared));
        let is_best = |child| self.left(child, None).is_some_and(|rest| rest + 1 == left);
        after.find(|&(_, child)| is_best(child))
    }

    /// Returns a plan with the fewest moves; `None` if there is no solution.
    pub fn plan(&self) -> Option<Plan<Jump>> {
        let (mut position, mut last) = (self.graph.start(), None);
        self.moves()?;
        let mut jumps = Vec::new();
        while !self.graph.is_goal(position) {
            if let Some((triple, child)) = self.best_triple(position, last) {
                jumps.extend(triple.jumps);
                (position, last) = (child, None);
            } else {
                let (jump, state) = self.best_jumps(position, last).into_iter().next()?;
                jumps.push(jump);
                (position, last) = state;
            }
        }
        let all = self.graph.compact().jumps();
        Some(Plan::sequential(jumps.into_iter().map(|jump| all[jump])))
    }
}

/// The numbers of jumps of the moves of a plan, the longest first.
pub type Lengths = Vec<u8>;

/// The hole in which the last jump ended, the number of jumps of the current move, and the lengths of the moves before.
type Sweeps = (Option<u32>, u8, Lengths);

/// The number of sequences to each state.
type SequenceCounts<X> = BTreeMap<State<X>, u128>;

/// Numbers of plans by the lengths of their moves, the longest sweeps first.
type ByLengths = BTreeMap<Reverse<Lengths>, u128>;

/// The numbers of plans with the fewest moves whose moves have given lengths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfLengths {
    /// The lengths of the moves, the longest first.
    pub lengths: Lengths,
    /// Number of plans, as sequences of jumps.
    pub plans: u128,
    /// Number of plans up to the symmetries of the puzzle.
    pub up_to_symmetry: u128,
}

/// The plans with the fewest moves, by the lengths of their moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepLengths {
    /// A row for each list of lengths, the longest sweeps first.
    pub rows: Vec<OfLengths>,
    /// A plan of the first row, which has not been replayed.
    pub plan: Plan<Jump>,
}

impl SweepLengths {
    /// Counts the plans; `None` if there is no solution.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, or a number exceeds 128 bits.
    pub fn new(fewest: &FewestMoves) -> Result<Option<Self>, CountError> {
        let (levels, plans) = fewest.by_lengths(|_| true)?;
        let Some((Reverse(best), _)) = plans.first_key_value() else {
            return Ok(None);
        };
        let plan = fewest.plan_of_lengths(&levels, best);
        let symmetries = fewest.graph.fixing_symmetries();
        let mut sums = ByLengths::new();
        for image in &symmetries {
            for (lengths, plans) in fewest.by_lengths(|jump| image[jump] == jump)?.1 {
                add(sums.entry(lengths).or_default(), plans)?;
            }
        }
        let row = |(lengths, plans)| OfLengths {
            up_to_symmetry: sums[&lengths] / (symmetries.len() as u128).max(1),
            lengths: lengths.0,
            plans,
        };
        let rows = plans.into_iter().map(row).collect();
        Ok(Some(Self { rows, plan }))
    }

    /// Returns the number of jumps of the longest sweep of a plan with the fewest moves.
    pub fn longest(&self) -> u8 {
        self.rows[0].lengths.first().copied().unwrap_or(0)
    }

    /// Returns the numbers of plans by their longest sweep, the longest first. Each entry has the length of the sweep,
    /// the number of plans as sequences of jumps, and the number of plans up to symmetry.
    pub fn by_longest(&self) -> Vec<(u8, u128, u128)> {
        let longest = |row: &OfLengths| row.lengths.first().copied().unwrap_or(0);
        let same = self.rows.chunk_by(|a, b| longest(a) == longest(b));
        same.map(|rows| {
            let plans = rows.iter().map(|row| row.plans).sum();
            let up_to_symmetry = rows.iter().map(|row| row.up_to_symmetry).sum();
            (longest(&rows[0]), plans, up_to_symmetry)
        })
        .collect()
    }
}

/// Returns the lengths of the moves, including the current move.
fn closed((_, going_on, lengths): &Sweeps) -> Lengths {
    let mut all = lengths.clone();
    if *going_on > 0 {
        let place = all.partition_point(|length| length >= going_on);
        all.insert(place, *going_on);
    }
    all
}

impl FewestMoves<'_> {
    /// Returns the number of plans with the fewest moves, as sequences of jumps.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, or a number exceeds 128 bits.
    pub fn plans(&self) -> Result<u128, CountError> {
        self.number(|_| true)
    }

    /// Returns the number of plans with the fewest moves, up to the symmetries of the puzzle.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, or a number exceeds 128 bits.
    pub fn up_to_symmetry(&self) -> Result<u128, CountError> {
        let symmetries = self.graph.fixing_symmetries();
        let mut sum = 0;
        for image in &symmetries {
            add(&mut sum, self.number(|jump| image[jump] == jump)?)?;
        }
        Ok(sum / (symmetries.len() as u128).max(1))
    }

    /// Calls `found` with each plan with the fewest moves, as numbers of jumps, until `found` returns false. Returns
    /// whether all plans were enumerated.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn visit(&self, found: impl FnMut(&[usize]) -> bool) -> Result<bool, CountError> {
        let after = |&(position, last): &State<_>| self.best_jumps(position, last);
        self.graph.walk(None, after, found)
    }

    /// Returns a function that maps a plan to the smallest of its images under the symmetries of the puzzle.
    pub fn representatives(&self) -> impl Fn(&[usize]) -> Vec<usize> + use<> {
        let symmetries = self.graph.fixing_symmetries();
        move |plan| {
            let images = symmetries.iter();
            let images = images.map(|image| plan.iter().map(|&jump| image[jump]).collect());
            images.min().unwrap_or_else(|| plan.to_vec())
        }
    }

    /// Calls `seen` with each level of states on best paths of allowed jumps. A level has the states after the same
    /// number of jumps.
    fn levels<X: Ord>(
        &self,
        first: X,
        after: impl Fn(&State<X>) -> Vec<(usize, State<X>)>,
        allowed: impl Fn(usize) -> bool,
        mut seen: impl FnMut(SequenceCounts<X>) -> Result<(), CountError>,
    ) -> Result<(), CountError> {
        let mut level = SequenceCounts::new();
        if self.graph.is_solvable() {
            level.insert((self.graph.start(), first), 1);
        }
        let limits = &self.graph.context.limits;
        while !level.is_empty() {
            limits.check()?;
            limits.allow(level.len() * 128)?;
            let mut next = SequenceCounts::new();
            for (state, &sequences) in &level {
                for (_, after) in after(state).into_iter().filter(|&(jump, _)| allowed(jump)) {
                    add(next.entry(after).or_default(), sequences)?;
                }
            }
            seen(level)?;
            level = next;
        }
        Ok(())
    }

    /// Returns the number of plans with the fewest moves that have only allowed jumps.
    fn number(&self, allowed: impl Fn(usize) -> bool) -> Result<u128, CountError> {
        let mut plans = 0;
        let after = |&(position, last): &State<_>| self.best_jumps(position, last);
        self.levels(None, after, allowed, |level| {
            let mut goals = level.iter().filter(|((at, _), _)| self.graph.is_goal(*at));
            goals.try_for_each(|(_, &sequences)| add(&mut plans, sequences))
        })?;
        Ok(plans)
    }

    /// Returns the levels of states on best paths of allowed jumps, and the number of plans by the lengths of their
    /// moves.
    fn by_lengths(
        &self,
        allowed: impl Fn(usize) -> bool,
    ) -> Result<(Vec<SequenceCounts<Sweeps>>, ByLengths), CountError> {
        let (mut levels, mut plans) = (Vec::new(), ByLengths::new());
        let first = (None, 0, Lengths::new());
        let after = |state: &State<_>| self.after(state);
        self.levels(first, after, allowed, |level| {
            for ((position, sweeps), &sequences) in &level {
                if self.graph.is_goal(*position) {
                    let plans = plans.entry(Reverse(closed(sweeps))).or_default();
                    add(plans, sequences)?;
                }
            }
            levels.push(level);
            Ok(())
        })?;
        Ok((levels, plans))
    }

    fn after(&self, (position, sweeps): &State<Sweeps>) -> Vec<(usize, State<Sweeps>)> {
        let (last, going_on, lengths) = sweeps;
        let jumps = self.best_jumps(*position, *last).into_iter();
        let state = |(jump, (child, landed)): (usize, State<_>)| {
            let from = self.graph.compact().masks()[jump].from.trailing_zeros();
            let sweeps = if *last == Some(from) {
                (landed, going_on + 1, lengths.clone())
            } else {
                (landed, 1, closed(sweeps))
            };
            (jump, (child, sweeps))
        };
        jumps.map(state).collect()
    }

    /// Returns a plan whose moves have these lengths, found backwards from the goal.
    fn plan_of_lengths(&self, levels: &[SequenceCounts<Sweeps>], wanted: &Lengths) -> Plan<Jump> {
        let meets = |(position, sweeps): &State<Sweeps>| {
            self.graph.is_goal(*position) && closed(sweeps) == *wanted
        };
        let mut found: Option<State<Sweeps>> = None;
        let mut jumps = Vec::new();
        for level in levels.iter().rev() {
            let Some(state) = &found else {
                found = level.keys().find(|state| meets(state)).cloned();
                continue;
            };
            let leads = |before: &State<Sweeps>| {
                let mut after = self.after(before).into_iter();
                let (jump, _) = after.find(|(_, after)| after == state)?;
                Some((jump, before.clone()))
            };
            let Some((jump, before)) = level.keys().find_map(leads) else {
                break;
            };
            jumps.push(self.graph.compact().jumps()[jump]);
            found = Some(before);
        }
        jumps.reverse();
        Plan::sequential(jumps)
    }
}
