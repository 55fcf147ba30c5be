//! Lemmas: what the asker of a question knows to follow from a formula, beyond what its solver finds.

use rustsat::types::Clause;

use saut_base::stop::Stop;
use saut_task::encode::Encoded;

/// Lemmas about a formula.
#[derive(Debug)]
pub enum Lemmas {
    /// It has no model; here is the proof in DRAT, which is checked like a solver's.
    Refuted(Vec<u8>),
    /// It may have one, and these clauses follow from it.
    Clauses(Vec<Clause>),
}

/// Lemmas about the formula of a horizon, if some are found before it is time to stop.
pub type FindLemmas<'a> = &'a (dyn Fn(&Encoded, &Stop) -> Option<Lemmas> + Sync);

/// None are known.
pub const NO_LEMMAS: fn(&Encoded, &Stop) -> Option<Lemmas> = |_, _| None;
