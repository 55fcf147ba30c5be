//! Certificates as data, and the table of the criteria: [`Kind`], in the order in which people are told of them.
//!
//! A criterion with a name is a variant of [`Criterion`] and one of [`Kind`]; the compiler asks for the other lines.

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::class::Class;
use super::cone::IntegerCone;
use super::corner::Corner;
use super::cubes::Cubes;
use super::golden::GoldenRatio;
use super::lattice::Lattice;
use super::pagoda::Pagoda;
use super::playable::Playable;
use super::proof::Proof;
use super::trivial::Trivial;
use super::{Refutation, Silence};
use saut_base::stop::Stop;
use saut_levels::search::ExhaustiveLevels;
use saut_peg::peg::Puzzle;

/// A claim that a puzzle is infeasible, with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Certificate {
    /// Counting pegs or looking at one jump is enough.
    Trivial(Trivial),
    /// Start and goal are in different position classes.
    Class(Class),
    /// Goal minus start is no integer combination of jumps.
    Lattice(Lattice),
    /// The goal weighs more than the start, and no jump adds weight.
    Pagoda(Pagoda),
    /// A criterion with a name of its own.
    Criterion(Criterion),
    /// A refutation of the formula of an encoding.
    Proof(Proof),
    /// Proofs of the formula under the cubes of a tree.
    Cubes(Cubes),
    /// A search from both ends that found nothing.
    Exhaustive(ExhaustiveLevels),
}

impl Certificate {
    /// The word used in results.
    pub fn kind(&self) -> &'static str {
        self.into()
    }
}

/// A named criterion with what it needs: a reason that has a name of its own in the literature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Criterion {
    /// A parity class would have to gain pegs.
    Playable(Playable),
    /// Pegs in corners cannot get out.
    Corner(Corner),
    /// The golden ratio weighs the start less than the goal.
    GoldenRatio(GoldenRatio),
    /// No whole numbers of jumps add up to the difference.
    IntegerCone(IntegerCone),
}

impl Criterion {
    fn entry(&self) -> (Kind, &dyn Refutation) {
        match self {
            Self::Playable(playable) => (Kind::Playable, playable),
            Self::Corner(corner) => (Kind::Corner, corner),
            Self::GoldenRatio(golden) => (Kind::GoldenRatio, golden),
            Self::IntegerCone(cone) => (Kind::IntegerCone, cone),
        }
    }

    /// The name used in results.
    pub fn name(&self) -> &'static str {
        self.entry().0.into()
    }

    /// The criterion itself.
    pub(super) fn refutation(&self) -> &dyn Refutation {
        self.entry().1
    }
}

/// The criteria, none of which needs a search, in the order of a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Kind {
    Trivial,
    Class,
    Lattice,
    Playable,
    Corner,
    Pagoda,
    GoldenRatio,
    IntegerCone,
}

/// Number of holes from which the golden ratio is tried before the linear program, which takes long there.
const LARGE: usize = 320;

impl Kind {
    /// Looks for a certificate of this kind.
    pub fn look(self, puzzle: &Puzzle, stop: &Stop) -> Result<Certificate, Silence> {
        match self {
            Self::Trivial => Trivial::look(puzzle, stop).map(Certificate::Trivial),
            Self::Class => Class::look(puzzle, stop).map(Certificate::Class),
            Self::Lattice => Lattice::look(puzzle, stop).map(Certificate::Lattice),
            Self::Playable => named(puzzle, stop, Criterion::Playable),
            Self::Corner => named(puzzle, stop, Criterion::Corner),
            Self::Pagoda => Pagoda::look(puzzle, stop).map(Certificate::Pagoda),
            Self::GoldenRatio => named(puzzle, stop, Criterion::GoldenRatio),
            Self::IntegerCone => named(puzzle, stop, Criterion::IntegerCone),
        }
    }

    /// Place among what [`super::quick`] tries on a board of so many holes.
    const fn place_in_quick(self, holes: usize) -> Option<u8> {
        match self {
            Self::Class => Some(0),
            Self::Lattice => Some(1),
            Self::GoldenRatio if holes > LARGE => Some(2),
            Self::Pagoda => Some(3),
            // Its ends come first and what is out of reach last; the next three are found by the linear
            // program, too; the last takes long.
            Self::Trivial
            | Self::Playable
            | Self::Corner
            | Self::GoldenRatio
            | Self::IntegerCone => None,
        }
    }

    /// Those that [`super::quick`] tries on a board of so many holes, cheapest first.
    pub fn quick(holes: usize) -> Vec<Self> {
        let tried = Self::VARIANTS.iter().copied();
        let tried = tried.filter(|kind| kind.place_in_quick(holes).is_some());
        tried
            .sorted_by_key(|kind| kind.place_in_quick(holes))
            .collect()
    }
}

fn named<R: Refutation>(
    puzzle: &Puzzle,
    stop: &Stop,
    name: fn(R) -> Criterion,
) -> Result<Certificate, Silence> {
    R::look(puzzle, stop).map(|found| Certificate::Criterion(name(found)))
}
