//! The formulas of a member: which encodings at which horizons, and what is expected of each.
//!
//! Of a puzzle with a plan: the smallest horizon and the one below. An encoding of which every
//! step is one jump has its plans at exactly the number of jumps, where all have the same; one
//! step less is unsatisfiable by counting pegs, which is easy to see and hard to prove by
//! resolution. Of a puzzle without a plan: one horizon, as large as those of its relatives.

use super::evidence::{self, Evidence};
use super::fingerprint;
use super::horizons::{HorizonEntry, HorizonTable};
use super::members::Member;
use saut_criteria::compile;
use saut_peg::peg::Expectation;
use saut_task::encode::Encoding;
use saut_task::task::Task;

/// The encodings of the family.
pub const ENCODINGS: [Encoding; 4] = [
    Encoding::SEQUENTIAL,
    Encoding::Forall,
    Encoding::R2_EXISTS,
    Encoding::Smt,
];

/// A formula to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedFormula {
    /// Its encoding.
    pub encoding: Encoding,
    /// Its number of steps.
    pub horizon: usize,
    /// Expected answer, with its evidence.
    pub evidence: Evidence,
}

/// A member with its task and what is known of whether it has a plan.
pub struct Subject<'a> {
    /// The member.
    pub member: &'a Member,
    /// Its planning task.
    pub task: Task,
    /// Evidence for or against the existence of a plan.
    pub plan: Evidence,
}

/// The names in the index for what a step of one jump cannot be in.
const COUNTING: &str = "counting pegs";
const PROOF: &str = "DRAT proof";
const STALE: &str = "the formula is not the one that was measured";
const UNDECIDED: &str = "not decided when measured";

impl<'a> Subject<'a> {
    /// Finds out what is known.
    pub fn new(member: &'a Member) -> Self {
        let task = compile::peg_task(&member.puzzle);
        let plan = match member.puzzle.expect {
            Expectation::Infeasible => evidence::infeasible(&member.puzzle),
            _ if has_plan(member, &task) => Evidence::plan(),
            _ => Evidence::unknown("no plan was found when measured"),
        };
        Self { member, task, plan }
    }

    /// The formulas of one encoding, the smaller horizon first.
    pub fn formulas(&self, encoding: Encoding) -> Vec<WantedFormula> {
        if self.member.puzzle.expect == Expectation::Infeasible {
            let horizon = self.horizon_without_plan(encoding);
            let evidence = self.plan.clone();
            return vec![WantedFormula {
                encoding,
                horizon,
                evidence,
            }];
        }
        match (encoding.is_sequential(), self.task.length().exactly()) {
            (true, Some(jumps)) => {
                let below = Evidence::none(COUNTING);
                pair(encoding, jumps, below, self.plan.clone())
            }
            _ => self.measured(encoding),
        }
    }

    /// The formulas at the horizons of the table.
    fn measured(&self, encoding: Encoding) -> Vec<WantedFormula> {
        // What `smt` says of single jumps is what `sequential` says.
        let asked = if encoding.is_sequential() {
            Encoding::SEQUENTIAL
        } else {
            encoding
        };
        let Some(known) = HorizonTable::bundled().entry(&self.member.puzzle, asked) else {
            return Vec::new();
        };
        let has = |horizon, formula: &str| is_formula(&self.task, asked, horizon, formula);
        let at = if has(known.smallest, &known.smallest_formula) {
            Evidence::plan()
        } else {
            Evidence::unknown(STALE)
        };
        let below = match (known.refuted, &known.refuted_formula) {
            (Some(refuted), Some(formula)) if refuted + 1 == known.smallest => {
                if has(refuted, formula) {
                    Evidence::none(PROOF)
                } else {
                    Evidence::unknown(STALE)
                }
            }
            _ => Evidence::unknown(UNDECIDED),
        };
        pair(encoding, known.smallest, below, at)
    }

    /// About two fifths of the jumps for `forall` and at most six steps for `r2-exists` are what
    /// puzzles of that size need.
    fn horizon_without_plan(&self, encoding: Encoding) -> usize {
        const MOST_JUMPS: usize = 40;
        let length = self.task.length();
        let jumps = length.exactly().unwrap_or_else(|| {
            let most = length.at_most.unwrap_or(MOST_JUMPS);
            most.min(MOST_JUMPS / 2)
        });
        match encoding {
            Encoding::Forall | Encoding::ForallChain | Encoding::Exists => (2 * jumps).div_ceil(5),
            Encoding::R2Exists { .. } => jumps.div_ceil(5).clamp(1, 6),
            _ => jumps,
        }
    }
}

/// Both formulas; below horizon 1 there is none.
fn pair(encoding: Encoding, smallest: usize, below: Evidence, at: Evidence) -> Vec<WantedFormula> {
    let wanted = |horizon, evidence| WantedFormula {
        encoding,
        horizon,
        evidence,
    };
    let mut both = Vec::new();
    if smallest > 1 {
        both.push(wanted(smallest - 1, below));
    }
    both.push(wanted(smallest, at));
    both
}

/// Whether a plan was found for any encoding whose formula is still the one measured.
fn has_plan(member: &Member, task: &Task) -> bool {
    let holds = |entry: &HorizonEntry| {
        is_formula(
            task,
            entry.encoding,
            entry.smallest,
            &entry.smallest_formula,
        )
    };
    [Encoding::R2_EXISTS, Encoding::Forall, Encoding::SEQUENTIAL]
        .into_iter()
        .filter_map(|encoding| HorizonTable::bundled().entry(&member.puzzle, encoding))
        .any(holds)
}

fn is_formula(task: &Task, encoding: Encoding, horizon: usize, wanted: &str) -> bool {
    fingerprint::of_formula(&encoding.encode(task, horizon).formula) == wanted
}

/// The clauses that a formula would have, about, or the equalities of a script: so that none is
/// built only to be thrown away.
pub fn estimate(task: &Task, encoding: Encoding, horizon: usize) -> usize {
    let (actions, fluents) = (task.actions().len(), task.fluents().len());
    let a_step = match encoding {
        Encoding::Sequential { .. } => actions * actions / 2 + 6 * actions,
        Encoding::Forall | Encoding::ForallChain | Encoding::Exists => 16 * actions,
        Encoding::R2Exists { .. } => 12 * actions,
        Encoding::Naive | Encoding::Smt => actions * fluents,
    };
    a_step.saturating_mul(horizon)
}
