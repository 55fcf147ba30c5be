//! The fewest moves, where consecutive jumps of one peg are one move.
//!
//! Let r(x) be the fewest moves from position x to the goal. A peg that has just landed in hole
//! h may go on without beginning a move: then the fewest are r(x) − 1 if some best plan from x
//! begins with the peg in h, and r(x) otherwise. So a number and a set of holes for every
//! position on a solution are enough, and they follow from those one level below.
//!
//! That every level has all positions on solutions makes the result exact: no bound is used, no
//! limit on sweeps. (Bell, *Solving peg solitaire in the minimum number of moves*, searches by
//! number of moves instead and has to bound it.)

use std::cmp::Ordering;

use super::solution_graph::{SolutionGraph, State};
use crate::packages::Triple;
use crate::search::bit_board::Direction;
use crate::search::checkpoints::Packing;
use crate::search::limits::Halt;
use crate::search::values::Values;
use saut_peg::peg::Jump;
use saut_task::plan::Plan;

/// Moves that are left from a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rest {
    /// The fewest moves, if a move begins now.
    pub moves: u8,
    /// The holes, a bit each, that the first jump of such a best plan may start from.
    pub holes: u64,
}

impl Rest {
    /// The fewest further moves if the peg in this hole may go on with its move.
    pub fn going_on(self, hole: u32) -> u8 {
        self.moves - u8::from(self.holes >> hole & 1 == 1)
    }

    /// The better of the two, or both.
    fn or(self, other: Self) -> Self {
        match self.moves.cmp(&other.moves) {
            Ordering::Less => self,
            Ordering::Greater => other,
            Ordering::Equal => Self {
                holes: self.holes | other.holes,
                ..self
            },
        }
    }

    const PACKING: Packing<Self> = Packing {
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
    pub(super) graph: &'a SolutionGraph,
    rests: Values<Rest>,
    /// Triple removals that count as one move each, and after which a move begins.
    triples: Vec<Triple>,
}

impl<'a> FewestMoves<'a> {
    /// Works them out.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn new(graph: &'a SolutionGraph) -> Result<Self, Halt> {
        Self::with(graph, Vec::new())
    }

    /// Fewest moves where a triple removal counts as one: the plans with the fewest are those
    /// that a person can remember best.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn with(graph: &'a SolutionGraph, triples: Vec<Triple>) -> Result<Self, Halt> {
        let stage = if triples.is_empty() {
            "fewest-moves"
        } else {
            "fewest-pieces-in-lines"
        };
        let rests = graph.kept_values(stage, Rest::PACKING, |position, below: &Values<Rest>| {
            if graph.is_goal(position) {
                return Ok(Rest::default());
            }
            let mut best = Rest {
                moves: u8::MAX,
                holes: 0,
            };
            graph.context.compact.landings(position, |child| {
                if let Some(rest) = below.get(child.position) {
                    let moves = 1 + rest.going_on(child.landed);
                    let holes = 1 << child.from;
                    best = best.or(Rest { moves, holes });
                }
            });
            for triple in triples.iter().filter(|triple| triple.applies(position)) {
                let after = graph.context.compact.canonical(position ^ triple.cleared);
                if let Some(rest) = below.get(after) {
                    let moves = 1 + rest.moves;
                    best = best.or(Rest { moves, holes: 0 });
                }
            }
            Ok(best)
        })?;
        Ok(Self {
            graph,
            rests,
            triples,
        })
    }

    /// The fewest moves from the start; `None` if there is no solution.
    pub fn moves(&self) -> Option<usize> {
        Some(usize::from(self.left(self.graph.start(), None)?))
    }

    /// The fewest moves from a position in any form, if the peg in hole `last` may go on.
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

    /// The jumps that begin a best plan from a position, if the peg in `last` may go on: the
    /// number of the jump, and the position after it with the hole landed in.
    ///
    /// A goal that leaves holes open may be met in the middle of a sweep. Then the plan may
    /// end, or go on with the same peg to another position of the goal at no cost.
    pub(super) fn best_jumps(
        &self,
        position: u64,
        last: Option<u32>,
    ) -> Vec<(usize, State<Option<u32>>)> {
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

    /// A triple removal that begins a best plan from a position, and the position after it.
    fn best_triple(&self, position: u64, last: Option<u32>) -> Option<(&Triple, u64)> {
        let left = self.left(position, last)?;
        let playable = self.triples.iter().filter(|it| it.applies(position));
        let mut after = playable.map(|triple| (triple, position ^ triple.cleared));
        let is_best = |child| self.left(child, None).is_some_and(|rest| rest + 1 == left);
        after.find(|&(_, child)| is_best(child))
    }

    /// One of the plans with the fewest moves.
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
