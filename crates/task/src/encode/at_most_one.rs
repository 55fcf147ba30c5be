//! Encodings of "at most one of these literals". The library rustsat implements all of them.

use rustsat::encodings::CollectClauses;
use rustsat::encodings::am1::{Bimander, Bitwise, Commander, Encode, Ladder, Pairwise, TwoProduct};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::Lit;
use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use crate::formula::literal;

/// Encoding of "at most one of these literals".
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Display,
    EnumMessage,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum AtMostOne {
    /// One clause for every pair: n(n−1)/2 clauses, no auxiliary variable.
    #[default]
    Pairwise,
    /// Gent and Nightingale's ladder.
    Ladder,
    /// Chen's product, applied once.
    Product,
    /// The binary number of the true literal.
    Bitwise,
    /// Klieber and Kwon's commanders of groups of four.
    Commander,
    /// Hölldobler and Nguyen's bimander with groups of four.
    Bimander,
}

impl AtMostOne {
    /// All encodings.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns an encoding of linear size for this number of literals: pairs for at most five literals, otherwise a
    /// ladder.
    pub(super) const fn linear(literals: usize) -> Self {
        match literals {
            0..=5 => Self::Pairwise,
            _ => Self::Ladder,
        }
    }

    /// Adds clauses that allow at most one of the literals to be true. `variables` is the number of variables so far.
    /// Returns the new number of variables.
    pub(super) fn write(
        self,
        cnf: &mut impl CollectClauses,
        variables: usize,
        literals: &[Lit],
    ) -> usize {
        match self {
            Self::Pairwise => encode_with::<Pairwise, _>(cnf, variables, literals),
            Self::Ladder => encode_with::<Ladder, _>(cnf, variables, literals),
            Self::Product => encode_with::<TwoProduct, _>(cnf, variables, literals),
            Self::Bitwise => encode_with::<Bitwise, _>(cnf, variables, literals),
            Self::Commander => encode_with::<Commander, _>(cnf, variables, literals),
            Self::Bimander => encode_with::<Bimander, _>(cnf, variables, literals),
        }
    }
}

fn encode_with<E: Encode + FromIterator<Lit>, C: CollectClauses>(
    cnf: &mut C,
    variables: usize,
    literals: &[Lit],
) -> usize {
    let mut manager = BasicVarManager::from_next_free(literal(variables).var());
    let mut all = literals.iter().copied().collect::<E>();
    all.encode(cnf, &mut manager)
        .expect("memory for an at-most-one constraint");
    manager.n_used() as usize
}
