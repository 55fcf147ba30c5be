//! Known horizons of the benchmark family: the file `instances/horizons.toml`, which is compiled in, and its
//! measurement.
//!
//! An entry states that a plan was found and replayed at horizon `smallest`. It may also state that a refutation was
//! checked at horizon `refuted`. Encodings with one jump per step need no entry if all plans have the same length. The
//! fingerprint of a formula shows whether its encoder has changed since the measurement.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::time::Duration;

use saut_base::BadInput;
use saut_base::digest::sha256;
use saut_base::stop::Stop;
use saut_criteria::compile::peg_task;
use saut_peg::peg::{Expectation, Puzzle};
use saut_plan::Error;
use saut_plan::attempt::{AttemptResult, ClaimedRefutation, attempt};
use saut_plan::backend::{self, Availability, SolveLimits};
use saut_plan::refute::{Proved, prove};
use saut_task::encode::Encoding;
use saut_task::formula::{Formula, dimacs};
use saut_task::task::Task;
use serde::{Deserialize, Serialize, Serializer};

/// Text of the bundled file.
pub const FILE: &str = include_str!("../../instances/horizons.toml");

/// One entry of the file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HorizonEntry {
    /// Name of the puzzle.
    pub puzzle: String,
    /// The encoding with its choices.
    #[serde(serialize_with = "with_choices")]
    pub encoding: Encoding,
    /// The smallest horizon at which a plan was found, and replayed.
    pub smallest: usize,
    /// The fingerprint of the formula at `smallest`.
    pub smallest_formula: String,
    /// The highest horizon that is proved to have no plan. For the horizons between it and `smallest`, it is unknown
    /// whether they have a plan.
    pub refuted: Option<usize>,
    /// The fingerprint of the formula at `refuted`.
    pub refuted_formula: Option<String>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct HorizonFile {
    #[serde(default)]
    horizon: Vec<HorizonEntry>,
}

fn with_choices<S: Serializer>(encoding: &Encoding, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{encoding:#}"))
}

/// Reads a file of horizons.
///
/// # Errors
/// [`BadInput`] with the first mistake in the file.
pub fn read(text: &str) -> Result<Vec<HorizonEntry>, BadInput> {
    let file: HorizonFile = toml::from_str(text).map_err(|error| {
        BadInput::new("horizons", error.message()).remedy("saut family --measure writes this file")
    })?;
    match file.horizon.iter().find(|entry| entry.is_absurd()) {
        Some(entry) => Err(BadInput::new(
            format!("horizons: {}, {:#}", entry.puzzle, entry.encoding),
            "a refuted horizon is not below the horizon with a plan, or has no fingerprint",
        )),
        None => Ok(file.horizon),
    }
}

impl HorizonEntry {
    fn is_absurd(&self) -> bool {
        self.refuted.is_some() != self.refuted_formula.is_some()
            || self.refuted.is_some_and(|refuted| refuted >= self.smallest)
    }
}

/// The header of the file.
pub const HEADER: &str = "# Smallest horizons of the benchmark family; made by `saut family --measure`.\n\
     # At `smallest`, a plan was found and replayed; at `refuted`, a proof was checked. The\n\
     # fields `..._formula` are the first 16 digits of the SHA-256 of a formula, without comments.\n";

/// Returns the text of one entry in the file.
pub fn entry(entry: &HorizonEntry) -> String {
    let horizon = vec![entry.clone()];
    // Text and small numbers can always be written.
    format!(
        "\n{}",
        toml::to_string(&HorizonFile { horizon }).unwrap_or_default()
    )
}

/// The entries of a file by puzzle and encoding.
#[derive(Clone, Debug, Default)]
pub struct HorizonTable(HashMap<(String, Encoding), HorizonEntry>);

impl HorizonTable {
    /// Returns the bundled table.
    pub fn bundled() -> &'static Self {
        static TABLE: OnceLock<HorizonTable> = OnceLock::new();
        TABLE.get_or_init(|| Self::read(FILE).unwrap_or_default())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Same as [`read`].
    pub fn read(text: &str) -> Result<Self, BadInput> {
        let entry = |entry: HorizonEntry| ((entry.puzzle.clone(), entry.encoding), entry);
        Ok(Self(read(text)?.into_iter().map(entry).collect()))
    }

    /// Returns the entry of a puzzle and an encoding with all its choices.
    pub fn entry(&self, puzzle: &Puzzle, encoding: Encoding) -> Option<&HorizonEntry> {
        self.0.get(&(puzzle.name().to_owned(), encoding))
    }

    /// Returns the smallest known horizon with a plan. An encoding with one jump per step needs no entry if all plans
    /// have the same length: the length follows from the numbers of pegs.
    pub fn smallest(&self, puzzle: &Puzzle, encoding: Encoding) -> Option<usize> {
        let known = self.entry(puzzle, encoding).map(|entry| entry.smallest);
        known.or_else(|| {
            let length = peg_task(puzzle).length().exactly();
            let may = encoding.is_sequential() && puzzle.expect != Expectation::Infeasible;
            length.filter(|_| may)
        })
    }

    /// Returns the refuted horizon. If no horizon was refuted, returns the horizon before the smallest horizon with a
    /// plan.
    pub fn below(&self, puzzle: &Puzzle, encoding: Encoding) -> Option<usize> {
        let known = self.entry(puzzle, encoding).and_then(|entry| entry.refuted);
        known.or_else(|| self.smallest(puzzle, encoding)?.checked_sub(1))
    }
}

/// Returns the first 16 digits of the SHA-256 of the solver's input: header and clauses, or the script, without
/// comments.
pub fn fingerprint(formula: &Formula) -> String {
    let mut digits = match formula {
        Formula::Cnf { cnf, names } => sha256(dimacs::text(cnf, names.len()).as_bytes()),
        Formula::Smt(script) => sha256(script.text.as_bytes()),
    };
    digits.truncate(16);
    digits
}

/// Default for the largest number of clauses. Formulas with more clauses are left out.
pub const MOST_CLAUSES: usize = 500_000;

/// Largest number of conflicts per second of the time limit. The check of a proof takes about as long as its search, so
/// with more conflicts the check would exceed the time limit.
const CONFLICTS_A_SECOND: u64 = 8_000;

/// Number of horizons at which a proof is tried, all of them below the plan and below the first undecided horizon.
const MOST_PROOFS: usize = 3;

/// Limits of the measurement.
#[derive(Clone, Debug)]
pub struct MeasureLimits {
    /// Time limit for one formula.
    pub each: Duration,
    /// Limits for all formulas together.
    pub stop: Stop,
}

impl MeasureLimits {
    /// Returns the limits for one formula.
    pub(super) fn one(&self, conflicts: Option<u64>) -> SolveLimits {
        SolveLimits {
            stop: self.stop.with_timeout(self.each),
            conflicts,
            ..SolveLimits::default()
        }
    }
}

/// Returns the encodings whose smallest horizon has to be measured for a puzzle. There are none if the puzzle has no
/// plan.
pub fn encodings(puzzle: &Puzzle, task: &Task) -> Vec<Encoding> {
    if puzzle.expect == Expectation::Infeasible {
        return Vec::new();
    }
    let mut encodings = vec![Encoding::Forall, Encoding::Exists, Encoding::R2_EXISTS];
    if task.length().exactly().is_none() {
        encodings.push(Encoding::SEQUENTIAL);
    }
    encodings
}

/// Maximum number of horizons without an answer. The measurement then ends.
const MOST_UNDECIDED: usize = 8;

/// Measures the horizons of one puzzle with one encoding. Returns `None` if no plan was found within the limits.
///
/// Horizons are tried in ascending order with the fastest backend until a plan is found. The plan is replayed. A
/// refutation counts only with a DRAT proof that the checker of saut accepts. Therefore the horizons below the plan are
/// tried again, in descending order, with a backend that writes proofs. `forall`, `exists` and `r2-exists` can have
/// empty steps, so a refuted horizon refutes all smaller horizons. `sequential` is measured only if plans can have
/// several lengths.
///
/// # Errors
/// A backend fails.
pub fn measure(
    puzzle: &Puzzle,
    encoding: Encoding,
    limits: &MeasureLimits,
) -> Result<Option<HorizonEntry>, Error> {
    let task = &peg_task(puzzle);
    let mut finder = backend::by_name("cadical")?;
    if matches!(finder.availability(), Availability::Missing { .. }) {
        finder = backend::by_name("batsat")?;
    }
    let is_sequential = encoding.is_sequential();
    let least = if is_sequential {
        task.length().at_least
    } else {
        1
    };
    let most = task.length().at_most.unwrap_or(task.fluents().len());
    let (mut smallest, mut undecided) = (None, Vec::new());
    for horizon in least..=most {
        let is_too_large = estimate(task, encoding, horizon) > MOST_CLAUSES;
        let is_over = limits.stop.stop_reason().is_some() || undecided.len() == MOST_UNDECIDED;
        if is_too_large || is_over {
            break;
        }
        match attempt(task, encoding, horizon, finder.as_ref(), &limits.one(None))?.result {
            AttemptResult::Plan(_) => {
                smallest = Some(horizon);
                break;
            }
            AttemptResult::Refuted(_) => {}
            AttemptResult::Unknown(_) => undecided.push(horizon),
        }
    }
    let Some(smallest) = smallest else {
        return Ok(None);
    };
    let below = undecided.first().copied().unwrap_or(smallest);
    let mut refuted = None;
    for horizon in (0..below).rev().take(MOST_PROOFS) {
        if is_refuted(task, encoding, horizon, limits)? {
            refuted = Some(horizon);
            break;
        }
    }
    let formula = |horizon| fingerprint(&encoding.encode(task, horizon).formula);
    Ok(Some(HorizonEntry {
        puzzle: puzzle.name().to_owned(),
        encoding,
        smallest,
        smallest_formula: formula(smallest),
        refuted,
        refuted_formula: refuted.map(formula),
    }))
}

/// Estimates the size of a formula: the number of clauses, or of equalities in a script. With this estimate, a formula
/// that is too large need not be built.
pub fn estimate(task: &Task, encoding: Encoding, horizon: usize) -> usize {
    let (actions, fluents) = (task.actions().len(), task.fluents().len());
    let a_step = match encoding {
        Encoding::Sequential { .. } => actions * actions / 2 + 6 * actions,
        Encoding::Forall | Encoding::ForallChain | Encoding::Sase | Encoding::Exists => {
            16 * actions
        }
        Encoding::R2Exists { .. } => 12 * actions,
        Encoding::Naive | Encoding::Smt => actions * fluents,
    };
    a_step.saturating_mul(horizon)
}

/// Searches for a proof that the formula has no model, and returns whether the checker accepts it. There are no proofs
/// for SMT scripts.
///
/// # Errors
/// The prover fails.
pub fn is_refuted(
    task: &Task,
    encoding: Encoding,
    horizon: usize,
    limits: &MeasureLimits,
) -> Result<bool, Error> {
    if matches!(encoding, Encoding::Smt) {
        return Ok(false);
    }
    let conflicts = CONFLICTS_A_SECOND.saturating_mul(limits.each.as_secs());
    let run = limits.one(Some(conflicts));
    let claim = ClaimedRefutation::unproved(encoding, horizon);
    Ok(matches!(prove(task, claim, &run)?, Proved::Refuted(..)))
}

#[cfg(test)]
mod tests {
    use rustsat::clause;
    use rustsat::instances::Cnf;
    use saut_formats::bundled;
    use saut_task::encode::Encoding;
    use saut_task::formula::{Formula, VarName, literal};

    use super::{HEADER, HorizonEntry, HorizonTable, fingerprint, read, sha256};

    fn entry(refuted: Option<usize>) -> HorizonEntry {
        HorizonEntry {
            puzzle: "central".to_owned(),
            encoding: Encoding::Forall,
            smallest: 13,
            smallest_formula: "0123456789abcdef".to_owned(),
            refuted,
            refuted_formula: refuted.map(|_| "fedcba9876543210".to_owned()),
        }
    }

    /// Returns a file of these entries.
    fn write(entries: &[HorizonEntry]) -> String {
        HEADER.to_owned() + &entries.iter().map(super::entry).collect::<String>()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let entries = [entry(Some(12)), entry(None)];
        assert_eq!(read(&write(&entries)).unwrap(), entries);
    }

    #[test]
    fn a_refutation_above_the_plan_is_refused() {
        assert!(read(&write(&[entry(Some(13))])).is_err());
        let one_sided = write(&[entry(Some(12))]).replace("refuted_formula", "# ");
        assert!(read(&one_sided).is_err());
        assert!(read("[[horizon]]\npuzzle = 1\n").is_err());
    }

    #[test]
    fn the_table_says_what_counting_jumps_does_not() {
        let central = bundled::named("central").unwrap();
        let table = HorizonTable::read(&write(&[entry(Some(11))])).unwrap();
        for (encoding, smallest, below) in [
            (Encoding::SEQUENTIAL, Some(31), Some(30)),
            (Encoding::Forall, Some(13), Some(11)),
            (Encoding::R2_EXISTS, None, None),
        ] {
            assert_eq!(table.smallest(&central, encoding), smallest);
            assert_eq!(table.below(&central, encoding), below);
        }
    }

    #[test]
    fn the_bundled_file_can_be_read_and_knows_the_central_game() {
        let central = bundled::named("central").unwrap();
        let known = |encoding| HorizonTable::bundled().entry(&central, encoding);
        let direction = known(Encoding::R2_EXISTS).unwrap();
        assert_eq!((direction.smallest, direction.refuted), (5, Some(4)));
        assert_eq!(known("r2-exists/fresh:1".parse().unwrap()), None);
    }

    #[test]
    fn a_formula_is_told_from_one_with_another_sign() {
        let formula = |lit| {
            let mut cnf = Cnf::new();
            cnf.add_clause(clause![lit]);
            let names = vec![VarName::Auxiliary];
            Formula::Cnf { cnf, names }
        };
        let digits = fingerprint(&formula(literal(0)));
        assert_eq!(digits, sha256(b"p cnf 1 1\n1 0\n")[..16]);
        assert_ne!(digits, fingerprint(&formula(!literal(0))));
    }
}
