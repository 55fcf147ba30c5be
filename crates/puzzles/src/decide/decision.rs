//! Decisions: a verdict, what gave it and what it cost.

use std::time::Duration;

use super::attempt::Attempt;
use crate::certify::CheckedCertificate;
use crate::certify::proof::RefutedHorizon;
use crate::simulate::ReplayedPlan;
use saut_plan::encode::Encoding;
use saut_plan::stop::Why;

/// The answer to a puzzle.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// A plan, replayed.
    Solved(ReplayedPlan),
    /// No plan of any length, with a checked reason.
    Infeasible(Box<CheckedCertificate>),
    /// Neither, and the limit that was hit.
    Undecided(Why),
}

/// A verdict, what gave it and what it cost.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// What gave it: an encoding with its choices, a criterion, a search. A method that was asked
    /// for by name also stands beside [`Verdict::Undecided`].
    pub method: Option<Method>,
    /// Wall-clock time from the question to the answer.
    pub elapsed: Duration,
    /// The number of formulas that were tried.
    pub attempts: usize,
    /// Conflicts of all attempts together, where the backends told.
    pub conflicts: u64,
    /// Whether the plan was asked to be, and is proved to be, as short as possible.
    pub optimal: Option<bool>,
    /// The numbers of steps proved to be too few, if fewest steps were asked for.
    pub refuted: Vec<RefutedHorizon>,
    /// Faults of backends that the portfolio went on without.
    pub warnings: Vec<String>,
}

/// What gave a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// A formula.
    Formula {
        /// The encoding with its choices.
        encoding: Encoding,
        /// The number of steps.
        horizon: usize,
        /// The backend.
        backend: String,
        /// The variables of the formula.
        variables: usize,
        /// The clauses of the formula.
        clauses: usize,
    },
    /// A criterion, by the kind of its certificate.
    Criterion(&'static str),
    /// The exhaustive two-ended search.
    Search,
    /// The two-ended search that keeps only some positions of each level.
    Thin,
    /// A search program of the older literature.
    Baseline {
        /// Its name.
        name: &'static str,
        /// The positions that it entered, the start among them.
        nodes: u64,
    },
}

impl Method {
    /// The word used in results.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Formula { encoding, .. } => encoding.name(),
            Self::Criterion(kind) => kind,
            Self::Search => "exhaustive",
            Self::Thin => "thin-search",
            Self::Baseline { name, .. } => name,
        }
    }

    /// The positions entered, where they were counted.
    pub const fn nodes(&self) -> Option<u64> {
        match self {
            Self::Baseline { nodes, .. } => Some(*nodes),
            _ => None,
        }
    }
}

impl Default for Decision {
    fn default() -> Self {
        Self {
            verdict: Verdict::Undecided(Why::Exhausted),
            method: None,
            elapsed: Duration::ZERO,
            attempts: 0,
            conflicts: 0,
            optimal: None,
            refuted: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

impl Decision {
    pub(super) fn set(&mut self, (verdict, method): (Verdict, Method)) {
        (self.verdict, self.method) = (verdict, Some(method));
    }

    pub(super) fn by_criterion(certificate: CheckedCertificate) -> Self {
        let method = Method::Criterion(certificate.certificate().kind());
        let verdict = Verdict::Infeasible(Box::new(certificate));
        Self {
            verdict,
            method: Some(method),
            ..Self::default()
        }
    }
}

impl Method {
    pub(super) fn of(attempt: &Attempt, backend: String) -> Self {
        Self::Formula {
            encoding: attempt.encoding,
            horizon: attempt.horizon,
            backend,
            variables: attempt.variables,
            clauses: attempt.clauses,
        }
    }
}
