//! Lineup of a portfolio: the encodings, size limits of the formulas, and the schedule, which selects horizons and
//! divides the effort among them.

use crate::settings::{EncodingChoice, MethodChoice, Schedule, Settings};
use crate::work::Work;

/// Default maximum number of clauses of a formula that is written; they take about 5 GB.
const MOST_CLAUSES: u128 = 40_000_000;
/// Maximum number of clauses that solvers keep in total; with learnt clauses, they take 2 to 3 GB.
const MOST_KEPT: u128 = 40_000_000;
/// Minimum memory per clause in bytes while it is written or kept, used with a memory limit.
const BYTES_A_CLAUSE: u128 = 100;

/// The composition of a portfolio.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lineup {
    /// The encodings, each with its share of the effort at a horizon.
    pub choices: Vec<(EncodingChoice, u64)>,
    /// Schedule of the horizons.
    pub schedule: Schedule,
    /// Conflict limit of the first attempt at a formula that does not vary. It doubles with every further attempt.
    pub first_conflicts: u64,
    /// Maximum number of clauses of a formula. A formula that may have more clauses is not written.
    pub most_clauses: u128,
    /// Maximum number of clauses that solvers keep in total (see [`TransitionTemplate::kept_clauses`]).
    ///
    /// [`TransitionTemplate::kept_clauses`]: saut_task::formula::template::TransitionTemplate::kept_clauses
    pub most_kept: u128,
    /// Whether solvers that can keep their formulas do so, and continue in several turns.
    pub by_turns: bool,
    /// Work charged per conflict, for formulas of similar size, whose conflicts take similar time. An attempt is then
    /// limited to the conflicts for which the turn has work left. If `None`, the work reported by solvers is charged.
    pub of_a_conflict: Option<Work>,
    /// Whether a refutation that covers all plans is an answer. If not, formulas only search for plans.
    pub refutes: bool,
}

impl Lineup {
    /// Creates the lineup for puzzles, with the encoding of the settings.
    pub fn of(settings: &Settings) -> Self {
        Self {
            choices: vec![(settings.encoding(), 1)],
            schedule: settings.schedule.unwrap_or(Schedule::Window),
            first_conflicts: 4_000,
            most_clauses: MOST_CLAUSES.min(settings.stop.room(BYTES_A_CLAUSE)),
            most_kept: MOST_KEPT.min(settings.stop.room(BYTES_A_CLAUSE)),
            by_turns: false,
            of_a_conflict: None,
            // For a request without fixed choices, other engines find certificates, which do not need a separate proof
            // file.
            refutes: settings.method == MethodChoice::Formulas || settings.names_a_formula(),
        }
    }
}
