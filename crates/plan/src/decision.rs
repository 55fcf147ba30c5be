//! Decisions: a verdict, its method and its cost.

use std::time::{Duration, Instant};

use crate::attempt::{Attempt, ClaimedRefutation};
use crate::backend::ProgramCall;
use crate::work::{Work, clocked};
use saut_base::stop::StopReason;
use saut_task::encode::Encoding;
use saut_task::proof::RefutedHorizon;

/// Name of the stage that records the time of formulas.
pub(crate) const FORMULAS: &str = "formulas";
/// The name of greedy best-first search in results.
pub const BEST_FIRST: &str = "gbfs";
/// Name of best-first width search on a task in results.
pub const WIDTH: &str = "width";
/// The name of exhaustive search in results: bidirectional on boards, forward on tasks.
pub const EXHAUSTIVE: &str = "exhaustive";
/// The name of the bidirectional board search that keeps only some states of each level, in results.
pub const BEAM_SEARCH: &str = "thin-search";

/// The answer to a task: `P` is a replayed plan, `C` a checked certificate.
#[derive(Clone, Debug)]
pub enum Verdict<P, C> {
    /// A replayed plan.
    Solved(P),
    /// There is no plan of any length, according to this checked certificate.
    Infeasible(Box<C>),
    /// Neither a plan nor a certificate was found, because of this limit.
    Undecided(StopReason),
}

/// A verdict, its method and its cost.
#[derive(Clone, Debug)]
pub struct Decision<P, C> {
    /// The answer.
    pub verdict: Verdict<P, C>,
    /// The method that gave the verdict: an encoding with its choices, a criterion or a search. [`Verdict::Undecided`]
    /// has a method only if the user selected it by name.
    pub method: Option<Method>,
    /// Wall-clock time from the request to the answer.
    pub elapsed: Duration,
    /// The number of formulas tried.
    pub attempts: usize,
    /// Total conflicts of all attempts, as far as the backends report them.
    pub conflicts: u64,
    /// Whether the plan is proved to be as short or cheap as possible; `None` if this was not requested.
    pub optimal: Option<bool>,
    /// Certificate that no plan is cheaper than a bound. It can accompany a plan or an undecided verdict.
    pub bound: Option<C>,
    /// Checked refutations of the horizons that are too small, if the answer depends on them.
    pub refuted: Vec<RefutedHorizon>,
    /// Refutations by backends whose proofs were not checked within the limits.
    pub unproved: Vec<UnprovedRefutation>,
    /// Faults of backends, despite which the portfolio continued.
    pub warnings: Vec<String>,
    /// Time per stage, in order of first execution; empty if it was not measured.
    pub stages: Vec<StageSpend>,
}

/// A backend's unproved claim that a formula has no model. It is reported, but is never a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnprovedRefutation {
    /// Name of the backend that claims the refutation.
    pub backend: String,
    /// Encoding of the formula.
    pub encoding: Encoding,
    /// Number of steps of the formula.
    pub horizon: usize,
    /// Time until the claim.
    pub elapsed: Duration,
    /// Whether the backend wrote a proof.
    pub has_proof: bool,
    /// The variables and clauses of the formula, if they are known.
    pub size: Option<(usize, usize)>,
}

impl UnprovedRefutation {
    /// Returns the claim without its proof.
    pub(crate) fn of(claim: &ClaimedRefutation) -> Self {
        Self {
            backend: claim.backend.clone(),
            encoding: claim.encoding,
            horizon: claim.horizon,
            elapsed: claim.elapsed,
            has_proof: claim.proof.is_some(),
            size: None,
        }
    }
}

/// Total effort of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageSpend {
    /// Name of the stage.
    pub stage: &'static str,
    /// Wall-clock time of the stage.
    pub elapsed: Duration,
    /// Counted work of the stage.
    pub work: Work,
}

/// Method that gave a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// A formula.
    Formula {
        /// The encoding with its choices.
        encoding: Encoding,
        /// The number of steps.
        horizon: usize,
        /// Name of the backend.
        backend: String,
        /// Number of variables of the formula.
        variables: usize,
        /// Number of clauses of the formula.
        clauses: usize,
        /// Number of conflicts until the formula was solved, if the backend reports it.
        conflicts: Option<u64>,
        /// The call, if the backend is a program.
        call: Option<ProgramCall>,
    },
    /// A formula with numeric variables.
    NumericFormula {
        /// Name of the encoding.
        encoding: &'static str,
        /// The number of steps.
        horizon: usize,
        /// Name of the backend.
        backend: String,
    },
    /// A criterion, identified by the kind of its certificate.
    Criterion(&'static str),
    /// An engine that solves no formula.
    Search {
        /// The name of the engine.
        name: &'static str,
        /// The number of expanded or evaluated states, if it was counted.
        states: Option<u64>,
    },
    /// Pieces of a large board, which are cleared one after another before the core.
    Pieces {
        /// Number of windows of the board, each cleared by a formula.
        windows: usize,
    },
    /// A search program from the older literature.
    Baseline {
        /// Name of the program.
        name: &'static str,
        /// The number of entered states, including the initial state.
        nodes: u64,
        /// Number of games started, for random play.
        tries: Option<u64>,
    },
}

impl Method {
    /// Creates the method of a search with this name, without a number of states.
    pub const fn search(name: &'static str) -> Self {
        Self::Search { name, states: None }
    }

    /// Creates the method of a search with this name and this number of expanded or evaluated states.
    pub const fn counted(name: &'static str, states: u64) -> Self {
        let states = Some(states);
        Self::Search { name, states }
    }

    /// Returns the name used in results.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Formula { encoding, .. } => encoding.name(),
            Self::NumericFormula { encoding, .. } => encoding,
            Self::Criterion(kind) => kind,
            Self::Search { name, .. } | Self::Baseline { name, .. } => name,
            Self::Pieces { .. } => "block-removals",
        }
    }

    /// Returns the number of expanded, evaluated or entered states, if it was counted.
    pub const fn nodes(&self) -> Option<u64> {
        match self {
            Self::Search { states, .. } => *states,
            Self::Baseline { nodes, .. } => Some(*nodes),
            _ => None,
        }
    }

    /// Returns the number of games started, if the method plays at random.
    pub const fn tries(&self) -> Option<u64> {
        match self {
            Self::Baseline { tries, .. } => *tries,
            _ => None,
        }
    }

    /// Returns the backend that solved a formula.
    pub fn backend(&self) -> Option<&str> {
        match self {
            Self::Formula { backend, .. } | Self::NumericFormula { backend, .. } => Some(backend),
            _ => None,
        }
    }

    /// Returns the horizon of a formula.
    pub const fn horizon(&self) -> Option<usize> {
        match self {
            Self::Formula { horizon, .. } | Self::NumericFormula { horizon, .. } => Some(*horizon),
            _ => None,
        }
    }

    /// Returns the method of an attempt: the formula that it solved.
    pub fn of(attempt: &Attempt) -> Self {
        Self::Formula {
            encoding: attempt.encoding,
            horizon: attempt.horizon,
            backend: attempt.backend.clone(),
            variables: attempt.variables,
            clauses: attempt.clauses,
            conflicts: attempt.effort.conflicts,
            call: attempt.call.clone(),
        }
    }
}

impl<P, C> Default for Decision<P, C> {
    fn default() -> Self {
        Self {
            verdict: Verdict::Undecided(StopReason::NothingLeft),
            method: None,
            elapsed: Duration::ZERO,
            attempts: 0,
            conflicts: 0,
            optimal: None,
            bound: None,
            refuted: Vec::new(),
            unproved: Vec::new(),
            warnings: Vec::new(),
            stages: Vec::new(),
        }
    }
}

impl<P, C> Decision<P, C> {
    /// Sets the verdict and its method.
    pub fn set(&mut self, verdict: Verdict<P, C>, method: Method) {
        (self.verdict, self.method) = (verdict, Some(method));
    }

    /// Returns the plan, if there is one.
    pub const fn plan(&self) -> Option<&P> {
        match &self.verdict {
            Verdict::Solved(plan) => Some(plan),
            Verdict::Infeasible(_) | Verdict::Undecided(_) => None,
        }
    }

    /// Removes the certificates, so that their type can change. Returns `None` if there is no plan.
    pub(crate) fn plan_alone<D>(mut self) -> Option<Decision<P, D>> {
        self.bound = None;
        let is_solved = matches!(self.verdict, Verdict::Solved(_));
        let alone = is_solved.then(|| self.try_map(|_| Err(())));
        alone.and_then(Result::ok)
    }

    /// Converts the certificates to another type.
    ///
    /// # Errors
    /// The error of `certificate`.
    pub fn try_map<D, E>(
        self,
        certificate: impl Fn(C) -> Result<D, E>,
    ) -> Result<Decision<P, D>, E> {
        Ok(Decision {
            verdict: match self.verdict {
                Verdict::Solved(plan) => Verdict::Solved(plan),
                Verdict::Infeasible(one) => Verdict::Infeasible(Box::new(certificate(*one)?)),
                Verdict::Undecided(why) => Verdict::Undecided(why),
            },
            method: self.method,
            elapsed: self.elapsed,
            attempts: self.attempts,
            conflicts: self.conflicts,
            optimal: self.optimal,
            bound: self.bound.map(&certificate).transpose()?,
            refuted: self.refuted,
            unproved: self.unproved,
            warnings: self.warnings,
            stages: self.stages,
        })
    }

    /// Adds the time and the work of a turn to its stage.
    pub fn book(&mut self, stage: &'static str, elapsed: Duration, work: Work) {
        match self.stages.iter_mut().find(|spend| spend.stage == stage) {
            Some(spend) => {
                spend.elapsed += elapsed;
                spend.work = spend.work.saturating_add(work);
            }
            None => self.stages.push(StageSpend {
                stage,
                elapsed,
                work,
            }),
        }
    }

    /// Adds the time since `began` to a stage whose work is not counted.
    pub(crate) fn book_since(&mut self, stage: &'static str, began: Instant) {
        let elapsed = began.elapsed();
        self.book(stage, elapsed, clocked(elapsed));
    }

    /// Whether the verdict is a plan or "infeasible".
    pub const fn is_decided(&self) -> bool {
        !matches!(self.verdict, Verdict::Undecided(_))
    }
}
