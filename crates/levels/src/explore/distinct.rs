//! Essentially different solutions: solutions count as equal if they differ only by the order of independent jumps or
//! by a symmetry of the puzzle.
//!
//! Two consecutive jumps of a solution can be exchanged if and only if they share no hole, because a jump changes all
//! three of its holes. The sequences that result from such exchanges form a class (a Mazurkiewicz trace), which has one
//! lexicographically smallest sequence. A sequence is the smallest of its class if and only if no jump can be moved
//! forward past a greater jump (Anisimov, Knuth, *Inhomogeneous sorting*, 1979). So the smallest sequences are found
//! without enumerating all sequences.

use std::collections::BTreeSet;

use super::solution_graph::{SolutionGraph, State};
use crate::search::bit_board::Direction;
use crate::search::limits::CountError;
use crate::search::values::Values;

/// A set of jumps. A board of 64 holes has at most 512 jumps.
type Jumps = [u64; 8];

fn has(set: &Jumps, jump: usize) -> bool {
    set[jump / 64] >> (jump % 64) & 1 == 1
}

/// The classes of the solutions of a puzzle.
#[derive(Debug)]
pub struct Distinct<'a> {
    graph: &'a SolutionGraph,
    marks: Values<()>,
    /// For each jump, the set of jumps that share no hole with it, and the subset of jumps with a smaller number.
    apart: Vec<(Jumps, Jumps)>,
    /// The images of the jumps under each symmetry that fixes start and goal.
    images: Vec<Vec<usize>>,
}

impl<'a> Distinct<'a> {
    /// Prepares the enumeration of the solutions of this graph.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn new(graph: &'a SolutionGraph) -> Result<Self, CountError> {
        let marks = graph.values(|_, _: &Values<()>| Ok(()))?;
        let jumps = graph.compact().masks();
        let apart = jumps.iter().enumerate().map(|(number, mask)| {
            let (mut all, mut before) = (Jumps::default(), Jumps::default());
            let others = jumps.iter().enumerate();
            for (other, _) in others.filter(|(_, other)| other.touched & mask.touched == 0) {
                all[other / 64] |= 1 << (other % 64);
                before[other / 64] |= u64::from(other < number) << (other % 64);
            }
            (all, before)
        });
        Ok(Self {
            apart: apart.collect(),
            images: graph.fixing_symmetries(),
            graph,
            marks,
        })
    }

    /// Calls `found` with every solution, or, if `distinct` is set, with one solution of each class up to symmetry,
    /// until `found` returns false. Returns whether all solutions were enumerated.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn each(
        &self,
        distinct: bool,
        mut found: impl FnMut(&[usize]) -> bool,
    ) -> Result<bool, CountError> {
        let mut seen = BTreeSet::new();
        self.visit(distinct, |played| {
            if !distinct {
                return found(played);
            }
            let class = self.representative(played);
            let is_known = seen.contains(&class);
            let goes_on = is_known || found(&class);
            seen.insert(class);
            goes_on
        })
    }

    /// Calls `found` with every solution, or, if `least` is set, with the smallest solution of each class, until
    /// `found` returns false. Returns whether all solutions were enumerated.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn visit(
        &self,
        least: bool,
        found: impl FnMut(&[usize]) -> bool,
    ) -> Result<bool, CountError> {
        let compact = self.graph.compact();
        let after = |&(position, barred): &State<Jumps>| {
            let steps = compact.steps(Direction::Forward, position);
            let leads_on = |&(jump, child): &(usize, u64)| {
                !has(&barred, jump) && self.marks.get(compact.canonical(child)).is_some()
            };
            let state = |(jump, child)| {
                let (all, before): (Jumps, Jumps) = self.apart[jump];
                let barred = |word: usize| all[word] & (before[word] | barred[word]);
                let none = Jumps::default();
                let barred = if least {
                    std::array::from_fn(barred)
                } else {
                    none
                };
                (jump, (child, barred))
            };
            let mut states: Vec<_> = steps.filter(leads_on).map(state).collect();
            states.reverse();
            states
        };
        self.graph.walk(Jumps::default(), after, found)
    }

    /// Returns the smallest sequence in the classes of all images of a sequence.
    pub fn representative(&self, played: &[usize]) -> Vec<usize> {
        let images = self
            .images
            .iter()
            .map(|image| self.normal_form(played.iter().map(|&jump| image[jump]).collect()));
        images.min().unwrap_or_default()
    }

    /// Returns the smallest sequence in the class of a sequence. Repeatedly takes the smallest of the remaining jumps
    /// that share no hole with an earlier remaining jump.
    fn normal_form(&self, mut rest: Vec<usize>) -> Vec<usize> {
        let masks = self.graph.compact().masks();
        let mut form = Vec::with_capacity(rest.len());
        while !rest.is_empty() {
            let (mut touched, mut least) = (0, 0);
            for (place, &jump) in rest.iter().enumerate() {
                let flip = masks[jump].touched;
                if touched & flip == 0 && jump < rest[least] {
                    least = place;
                }
                touched |= flip;
            }
            form.push(rest.remove(least));
        }
        form
    }
}
