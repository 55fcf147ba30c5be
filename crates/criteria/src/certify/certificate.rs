//! The kinds of certificates, and the table of criteria.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::class::Class;
use super::cone::IntegerCone;
use super::cubes::Cubes;
use super::golden::GoldenRatio;
use super::lattice::Lattice;
use super::parity::{Corner, Playable};
use super::proof::Proof;
use super::trivial::Trivial;
use super::weights::Weights;
use super::{NotRefuted, Refutation};
use saut_base::stop::Stop;
use saut_levels::search::ExhaustiveLevels;
use saut_peg::peg::Puzzle;

/// A claim that a puzzle is infeasible, with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Certificate {
    /// A trivial reason: the number of pegs, the first jump, the last jump, or a hole that is out of reach.
    Trivial(Trivial),
    /// Start and goal are in different position classes.
    Class(Class),
    /// Goal minus start is not an integer combination of jumps.
    Lattice(Lattice),
    /// The goal weighs more than the start, and no jump raises the total weight of the pegs.
    Pagoda(Weights),
    /// One of the named criteria.
    Criterion(Criterion),
    /// A refutation of the formula of an encoding.
    Proof(Proof),
    /// Proofs of the formula under the cubes of a tree.
    Cubes(Cubes),
    /// An exhaustive search from both ends that found no plan.
    Exhaustive(ExhaustiveLevels),
}

/// A criterion that is identified by its name, with its data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(tag = "name", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Criterion {
    /// A parity class would have to gain pegs.
    Playable(Playable),
    /// The pegs in the corners cannot all be removed.
    Corner(Corner),
    /// Under weights that are powers of the golden ratio, the start weighs less than the goal.
    GoldenRatio(GoldenRatio),
    /// The difference of goal and start is not a non-negative integer combination of jumps.
    IntegerCone(IntegerCone),
}

/// The reason of a certificate, by the check that it needs.
pub(super) enum Reason<'a> {
    Criterion(&'a dyn Refutation),
    Proof(&'a Proof),
    Cubes(&'a Cubes),
    Exhaustive(&'a ExhaustiveLevels),
}

impl Certificate {
    /// Returns the name of the kind, as in results.
    pub fn kind(&self) -> &'static str {
        self.into()
    }

    pub(super) const fn reason(&self) -> Reason<'_> {
        match self {
            Self::Trivial(it) => Reason::Criterion(it),
            Self::Class(it) => Reason::Criterion(it),
            Self::Lattice(it) => Reason::Criterion(it),
            Self::Pagoda(it) => Reason::Criterion(it),
            Self::Criterion(Criterion::Playable(it)) => Reason::Criterion(it),
            Self::Criterion(Criterion::Corner(it)) => Reason::Criterion(it),
            Self::Criterion(Criterion::GoldenRatio(it)) => Reason::Criterion(it),
            Self::Criterion(Criterion::IntegerCone(it)) => Reason::Criterion(it),
            Self::Proof(proof) => Reason::Proof(proof),
            Self::Cubes(cubes) => Reason::Cubes(cubes),
            Self::Exhaustive(levels) => Reason::Exhaustive(levels),
        }
    }
}

impl Criterion {
    /// Returns the name of the criterion, as in results.
    pub fn name(&self) -> &'static str {
        self.into()
    }
}

/// A function that searches for a certificate of one kind.
pub type Look = fn(&Puzzle, &Stop) -> Result<Certificate, NotRefuted>;

const TRIVIAL: Look = |puzzle, stop| Trivial::look(puzzle, stop).map(Certificate::Trivial);
pub const CLASS: Look = |puzzle, stop| Class::look(puzzle, stop).map(Certificate::Class);
const LATTICE: Look = |puzzle, stop| Lattice::look(puzzle, stop).map(Certificate::Lattice);
const PAGODA: Look = |puzzle, stop| Weights::look(puzzle, stop).map(Certificate::Pagoda);
const PLAYABLE: Look = |puzzle, stop| named(puzzle, stop, Criterion::Playable);
const CORNER: Look = |puzzle, stop| named(puzzle, stop, Criterion::Corner);
const GOLDEN_RATIO: Look = |puzzle, stop| named(puzzle, stop, Criterion::GoldenRatio);
const INTEGER_CONE: Look = |puzzle, stop| named(puzzle, stop, Criterion::IntegerCone);

/// The criteria with their names, in the order of the documentation.
pub const CRITERIA: [(&str, Look); 8] = [
    ("trivial", TRIVIAL),
    ("class", CLASS),
    ("lattice", LATTICE),
    ("playable", PLAYABLE),
    ("corner", CORNER),
    ("pagoda", PAGODA),
    ("golden-ratio", GOLDEN_RATIO),
    ("integer-cone", INTEGER_CONE),
];

/// On boards with more holes than this, the linear program is slow, so the golden ratio is tried before the program.
const LARGE: usize = 320;

/// Returns the criteria that [`super::quick`] tries on a board with this number of holes, cheapest first. The pagoda
/// function, found by a linear program, covers the other criteria, except for the slow integer cone.
pub fn quick(holes: usize) -> impl Iterator<Item = Look> {
    let golden = (holes > LARGE).then_some(GOLDEN_RATIO);
    [CLASS, LATTICE].into_iter().chain(golden).chain([PAGODA])
}

fn named<R: Refutation>(
    puzzle: &Puzzle,
    stop: &Stop,
    name: fn(R) -> Criterion,
) -> Result<Certificate, NotRefuted> {
    R::look(puzzle, stop).map(|found| Certificate::Criterion(name(found)))
}
