//! Deciding: from a puzzle to a verdict that has been checked.
//!
//! The stages of a decision stand in a table ([`strategy`]); here they are gone through, until one
//! gives a verdict. `Solved` holds a plan that the simulator has replayed and `Infeasible` a
//! certificate that the checker has accepted; there is no other way to make them.

pub mod baseball;
mod beam_search;
mod beside;
mod blocks;
mod decision;
mod dual;
mod exhaust;
mod method;
mod minimise;
mod prune_plan;
mod reduction;
pub mod strategy;

use std::time::{Duration, Instant};

pub use decision::{Decision, Verdict};
pub use saut_plan::settings::{EncodingChoice, Horizon, MethodChoice, Minimise, Settings};
pub use saut_plan::{Error, Method, Progress};

use crate::certify::cone::FewestJumps;
use crate::certify::proof::{Assumed, certificate, jump_limits};
use crate::certify::{self, CheckedCertificate};
use crate::compile::{self, PegDomain};
use crate::peg::{Hole, Puzzle};
use crate::search::PruningFunctions;
use reduction::Reduction;
use saut_plan::backend::Backend;
use saut_plan::encode::Encoding;
use saut_plan::portfolio::Portfolio;
use saut_plan::shortest::shortest;
use saut_plan::solve::play;
use strategy::{Stage, stages};

/// What the search for jump bounds may take.
const JUMP_BOUNDS_TIME: Duration = Duration::from_secs(20);

/// Decides a puzzle.
///
/// # Errors
/// [`enum@Error`] if the settings cannot be met or every backend failed. Limits that were hit are no
/// error but [`Verdict::Undecided`].
pub fn decide(puzzle: &Puzzle, settings: &Settings) -> Result<Decision, Error> {
    decide_with_bound(puzzle, settings).map(|(decision, _)| decision)
}

/// Decides a puzzle, and keeps the lower bound on the number of jumps with its proof, where fewest
/// jumps are asked for and the goal leaves their number open.
///
/// # Errors
/// As [`decide`].
pub fn decide_with_bound(
    puzzle: &Puzzle,
    settings: &Settings,
) -> Result<(Decision, Option<FewestJumps>), Error> {
    let began = Instant::now();
    method::check(puzzle, settings)?;
    let mut bound = None;
    let mut decision = if settings.minimise == Some(Minimise::Steps) {
        fewest_steps(puzzle, settings)?
    } else {
        let backends = settings.backends()?;
        let assumed = assumed(puzzle, settings);
        let task = match last_holes(puzzle, settings) {
            Some(holes) => compile::peg_task_ending_in(puzzle, &holes),
            None => assumed.task(puzzle),
        };
        let domain = PegDomain::with_task(puzzle, task);
        let mut work = Work::new(&domain, settings, &backends, assumed);
        work.run(stages(puzzle, settings))?;
        if settings.horizon == Horizon::Auto {
            work.drop_needless_jumps();
        }
        if settings.minimise == Some(Minimise::Actions) {
            bound = minimise::jumps(&domain, settings, &backends, &mut work.decision)?;
        }
        work.decision
    };
    decision.elapsed = began.elapsed();
    Ok((decision, bound))
}

/// Where the last peg may be, if it may be anywhere: the position class leaves few holes. Only for
/// formulas that find plans and refute nothing; a refutation must be one of the puzzle's own task.
fn last_holes(puzzle: &Puzzle, settings: &Settings) -> Option<Vec<Hole>> {
    let finds_only = settings.encoding().is_varied();
    (puzzle.goal().is_one_peg() && finds_only && settings.minimise.is_none())
        .then(|| certify::class::last_holes(puzzle))
        .filter(|holes| !holes.is_empty())
}

fn assumed(puzzle: &Puzzle, settings: &Settings) -> Assumed {
    let (fewest, most) = puzzle.jump_range();
    let mut assumed = Assumed::default();
    if settings.jump_bounds && fewest == most {
        assumed.limits = jump_limits(puzzle, &settings.stop.with_timeout(JUMP_BOUNDS_TIME));
    }
    assumed
}

/// A plan with the fewest steps of `forall`, after the criteria have found nothing.
fn fewest_steps(puzzle: &Puzzle, settings: &Settings) -> Result<Decision, Error> {
    /// The quickest for the formulas that have a plan and for those that have none; the one proof
    /// that is needed comes after, by a backend that writes proofs.
    const BACKEND: &str = "batsat";
    if settings.criteria
        && let Some(certificate) = certify::quick_within(puzzle, &settings.stop)
    {
        return Ok(by_criterion(certificate));
    }
    let mut settings = settings.clone();
    if settings.backends.is_empty() {
        settings.backends.push(BACKEND.to_owned());
    }
    shortest(&PegDomain::new(puzzle), Encoding::Forall, &settings)
}

fn by_criterion(certificate: CheckedCertificate) -> Decision {
    let method = Method::Criterion(certificate.kind());
    let mut decision = Decision::default();
    decision.set(Verdict::Infeasible(Box::new(certificate)), method);
    decision
}

/// A decision in the making.
struct Work<'a> {
    domain: &'a PegDomain<'a>,
    settings: &'a Settings,
    backends: &'a [Box<dyn Backend>],
    portfolio: Portfolio<'a, PegDomain<'a>>,
    assumed: Assumed,
    /// What prunes the exhaustive search, once it has been looked for: two stages want it.
    pruning: Option<PruningFunctions>,
    /// The reduction to a core, once it has begun: it goes on where it has stopped.
    reduction: Option<Reduction<'a>>,
    decision: Decision,
}

impl<'a> Work<'a> {
    fn new(
        domain: &'a PegDomain<'a>,
        settings: &'a Settings,
        backends: &'a [Box<dyn Backend>],
        assumed: Assumed,
    ) -> Self {
        Self {
            domain,
            settings,
            backends,
            portfolio: Portfolio::new(domain, settings, backends),
            assumed,
            pruning: None,
            reduction: None,
            decision: Decision::default(),
        }
    }

    /// One stage after the other, until there is a verdict or a limit is hit.
    fn run(&mut self, stages: &[Stage]) -> Result<(), Error> {
        for stage in stages {
            if let Some(why) = self.settings.stop.why() {
                self.decision.verdict = Verdict::Undecided(why);
                return Ok(());
            }
            self.perform(stage)?;
            if self.decision.is_decided() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Where the goal leaves holes open, a plan may hold jumps that nothing needs.
    fn drop_needless_jumps(&mut self) {
        if let Verdict::Solved(plan) = &self.decision.verdict
            && let Some(shorter) = prune_plan::pruned(self.domain.puzzle(), plan)
        {
            self.decision.verdict = Verdict::Solved(shorter);
        }
    }

    fn perform(&mut self, stage: &Stage) -> Result<(), Error> {
        let (puzzle, settings) = (self.domain.puzzle(), self.settings);
        match stage {
            Stage::CriteriaAtOnce => self.criterion(certify::at_once(puzzle)),
            Stage::Criteria => self.criterion(certify::quick_within(puzzle, &settings.stop)),
            Stage::IntegerCone(time) => {
                self.criterion(certify::whole_numbers(
                    puzzle,
                    &settings.stop.with_timeout(*time),
                ));
            }
            Stage::FormulasFirst => {
                let most = strategy::head_start(puzzle, settings.threads());
                self.formulas(settings, Some(most))?;
            }
            Stage::Formulas(effort) => {
                let most = effort.conflicts(puzzle, settings.threads());
                self.formulas(settings, Some(most))?;
            }
            Stage::FormulasToTheEnd => self.formulas(settings, None)?,
            Stage::BeamSearch(beams) => self.beam_search(*beams)?,
            Stage::BeamSearchFirst(beams) => self.beam_search_first(*beams)?,
            Stage::BeamSearchBesideFormulas(beams, effort) => {
                self.beam_search_beside(*beams, *effort)?;
            }
            Stage::BlockRemovals => self.block_removals()?,
            Stage::Reduction(until) => self.reduction(*until)?,
            Stage::ReductionBesideFormulas => self.reduction_beside()?,
            Stage::Dual(effort) => {
                let most = effort.conflicts(puzzle, settings.threads());
                let backends = self.backends;
                dual::plan(puzzle, settings, backends, most, &mut self.decision)?;
            }
            Stage::ExhaustiveWhileNarrow(widest) => {
                self.exhaustive_while_narrow(*widest)?;
            }
            Stage::Exhaustive => {
                let verdict = exhaust::to_the_end(puzzle, &self.pruning(), settings)?;
                self.decision.set(verdict, Method::Exhaustive);
            }
            Stage::ExhaustiveBesideFormulas => match settings.halved() {
                Some(halved) => self.exhaustive_beside(&halved)?,
                None => self.perform(&Stage::Exhaustive)?,
            },
        }
        Ok(())
    }

    /// What prunes the exhaustive search.
    fn pruning(&mut self) -> PruningFunctions {
        let (puzzle, settings) = (self.domain.puzzle(), self.settings);
        let found = || exhaust::pruning_functions(puzzle, settings);
        self.pruning.get_or_insert_with(found).clone()
    }

    fn criterion(&mut self, found: Option<CheckedCertificate>) {
        if let Some(certificate) = found {
            self.decision = by_criterion(certificate);
        }
    }

    fn formulas(&mut self, settings: &Settings, most_effort: Option<u64>) -> Result<(), Error> {
        let (puzzle, assumed) = (self.domain.puzzle(), &self.assumed);
        let certify = |refuted| {
            certificate(puzzle, refuted, assumed.clone(), &settings.stop)
                .map_err(|rejected| Error::internal("a refutation of ours is refused", rejected))
        };
        let (portfolio, decision) = (&mut self.portfolio, &mut self.decision);
        play(
            portfolio,
            self.domain,
            settings,
            most_effort,
            decision,
            certify,
        )
    }
}
