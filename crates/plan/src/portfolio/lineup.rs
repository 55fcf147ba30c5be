//! Lineup of a portfolio: encodings, horizons, and how large a formula may be.

use super::schedule::Schedule;
use crate::settings::{EncodingChoice, MethodChoice, Settings};
use crate::work::Work;

/// A formula that may have more clauses is not written, unless a lineup says otherwise: these are about 5 GB.
const MOST_CLAUSES: u128 = 40_000_000;
/// Solvers keep no more than this together, 2 to 3 GB with what they learn.
const MOST_KEPT: u128 = 40_000_000;
/// Memory that a clause takes at least while it is written or kept, where there is a limit of memory.
const BYTES_A_CLAUSE: u128 = 100;

/// The make-up of a portfolio.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lineup {
    /// The encodings, each with its part of the effort at a horizon.
    pub choices: Vec<(EncodingChoice, u64)>,
    /// The horizons.
    pub schedule: Schedule,
    /// The conflicts of the first attempt at a formula that stays the same; each later one gets twice
    /// as many as the one before.
    pub first_conflicts: u64,
    /// A formula that may have more clauses is not written.
    pub most_clauses: u128,
    /// Clauses that solvers may keep together (see [`Template::kept_clauses`]).
    ///
    /// [`Template::kept_clauses`]: saut_task::formula::template::Template::kept_clauses
    pub most_kept: u128,
    /// Whether solvers that can keep their formulas and go on by turns.
    pub by_turns: bool,
    /// The work of a conflict, for formulas of about the same size, whose conflicts take about as long: an attempt has
    /// no more than are left of the turn. Else work is what solvers tell.
    pub of_a_conflict: Option<Work>,
    /// Whether a refutation of every plan ends it; else formulas only look for plans.
    pub refutes: bool,
}

impl Lineup {
    /// One encoding, as for puzzles: the one of the settings.
    pub fn of(settings: &Settings) -> Self {
        Self {
            choices: vec![(settings.encoding(), 1)],
            schedule: Schedule::Window,
            first_conflicts: 4_000,
            most_clauses: MOST_CLAUSES.min(settings.stop.room(BYTES_A_CLAUSE)),
            most_kept: MOST_KEPT.min(settings.stop.room(BYTES_A_CLAUSE)),
            by_turns: false,
            of_a_conflict: None,
            // Of a question that leaves all open, searches give certificates that need no file of their own.
            refutes: settings.method == MethodChoice::Formulas || settings.names_a_formula(),
        }
    }
}
