//! Checks that need a search or the grounder.
//!
//! Claims about all solutions have no certificate, so the values are computed again. The same holds for the claims of
//! documents with many plans (`saut solve --all` and `--sample`). The claim that a plan of a task is shortest is
//! checked by the proofs of the document, on the ground task.

use std::cell::OnceCell;
use std::collections::HashSet;

use saut::BadInput;
use saut::answer::BY_POSITIONS;
use saut::count::{self, CountError};
use saut::encode::Encoding;
use saut::explore::{FewestMoves, SolutionGraph, SweepLengths, longest_sweep, merson};
use saut::packages;
use saut::peg::{Jump, Puzzle};
use saut::proof::too_few;
use saut::search::SearchSettings;
use saut_check::{
    ClaimStatus, Context, Document, ExtraChecks, FEWEST_ACTIONS, Fault, Report, TaskClaims,
    check_pieces, check_proofs, compare, false_claim,
};
use saut_pddl::{Compiled, GroundingLimits, PlanningDomain, PlanningTask, Quality, ValidatedPlan};
use saut_task::Problem as _;
use saut_task::parallel::fewest_parallel_steps;
use serde_json::{Value, json};

use crate::cli::input::not_compiled;
use crate::cli::print;

#[derive(Default)]
pub struct Searches {
    /// All solutions of the board, or the reason why they were not found.
    winning: OnceCell<Result<SolutionGraph, CountError>>,
}

impl ExtraChecks for Searches {
    fn of_all_solutions(
        &self,
        context: &Context<Puzzle>,
        (claim, claimed): (&str, &Value),
        moves: usize,
    ) -> Result<ClaimStatus, Fault> {
        let search = || SolutionGraph::new(context.subject, context.search);
        let winning = self.winning.get_or_init(search).as_ref();
        let checked = winning.map_err(|why| *why).and_then(|winning| {
            if claim == "optimal" {
                fewest_moves(winning, moves, context.document.get("lower_bound"))
            } else {
                real(winning, claim).map(|real| compare(claim, claimed, real))
            }
        });
        checked.unwrap_or_else(|why| not_counted(claim, why))
    }

    fn numbers_of_plans(
        &self,
        context: &Context<Puzzle>,
        plans: usize,
        different: &HashSet<Vec<Jump>>,
        report: &mut Report,
    ) -> Result<(), Fault> {
        let (puzzle, document, search) = (context.subject, context.document, context.search);
        let is_distinct = document.says("distinct");
        if let Some(moves) = document.get("moves") {
            return match fewest(puzzle, different, is_distinct, search) {
                Ok(found) => verify_fewest(document, moves, plans, found, report),
                Err(why) => {
                    let names = ["distinct", "complete", "solutions", "optimal"];
                    record_not_counted(document, &names, why, report)
                }
            };
        }
        if is_distinct {
            if different.len() < plans {
                return Err(false_claim("distinct", "the same plan is listed twice"));
            }
            let reason = "saut check does not determine which plans differ only by a symmetry or by the order of \
                independent jumps";
            let status = ClaimStatus::NotVerified(reason.to_owned());
            for name in claimed(document, &["distinct", "complete", "solutions"]) {
                report.record(name, status.clone());
            }
            return Ok(());
        }
        match count::solutions(puzzle, search) {
            Ok(counted) => {
                let listed = (plans, different.len());
                verify_number(document, listed, counted.solutions, report)
            }
            Err(why) => record_not_counted(document, &["complete", "solutions"], why, report),
        }
    }

    /// Checks the claim that no shorter plan exists, by the proofs of the document. If the proofs are about steps with
    /// several actions, the actions of the plan must fit into the number of steps of the formula.
    fn lengths(
        &self,
        context: &Context<PlanningTask>,
        claims: &TaskClaims,
        valid: &ValidatedPlan,
        report: &mut Report,
    ) -> Result<(), Fault> {
        if !claims.is_optimal && claims.refuted.is_empty() {
            if claims.steps.is_some() {
                let reason = "the document does not claim that the number of steps is minimal";
                report.record_unverified("steps", reason);
            }
            return Ok(());
        }
        let domain = compiled(context)?;
        let (task, goal_steps) = (domain.task(), domain.goal_steps());
        let (plan, stop) = (valid.plan(), &context.search.stop);
        let checked = check_proofs(task, claims.refuted.clone(), context.document, stop)?;
        let actions = domain.actions_of(plan);
        let steps = actions.and_then(|actions| fewest_parallel_steps(task, &actions));
        let is_of_steps = claims.is_of_steps();
        // Actions that mark a disjunctive goal as reached, or that confirm preferences, take additional steps of the
        // formula.
        let (encoding, horizon, measure) = if is_of_steps {
            let own = steps.map_or(plan.steps.len(), |steps| steps + goal_steps);
            (Encoding::Forall, claims.horizon.unwrap_or(own), "steps")
        } else {
            (FEWEST_ACTIONS, plan.steps.len() + goal_steps, "actions")
        };
        let wrong = |fact: String| Err(Fault::Refused(BadInput::new("claim rejected", fact)));
        if let Some(said) = claims.minimised.as_ref().filter(|said| *said != measure) {
            return wrong(format!(
                "\"minimised\" is {said}, but the formulas count {measure}"
            ));
        }
        let of_formula = horizon.saturating_sub(goal_steps);
        if let Some(said) = claims.steps.filter(|said| *said != of_formula as u64) {
            return wrong(format!(
                "\"steps\" is {said}, but the formula has {}",
                print::counted(of_formula, "step")
            ));
        }
        // The certificate of the bound excludes plans with fewer actions than the bound.
        let bound = claims.fewest_by_bound(valid).filter(|_| !is_of_steps);
        let bound = bound.and_then(|bound| usize::try_from(bound).ok());
        let first = bound.map_or(0, |bound| bound + goal_steps);
        let needed = too_few(task, encoding, horizon);
        let needed = needed.filter(|&horizon| claims.is_optimal && horizon >= first);
        let status = checked.exclude(needed, encoding, measure)?;
        let reason = match (status, steps) {
            (_, Some(steps)) if is_of_steps && steps > of_formula => {
                return wrong(format!(
                    "the plan is claimed to have {}, but its actions take {}",
                    print::counted(of_formula, "step"),
                    print::counted(steps, "step")
                ));
            }
            (_, None) if is_of_steps => {
                Some("an action of the plan is not among the ground actions".to_owned())
            }
            (ClaimStatus::NotVerified(reason), _) => Some(reason),
            (ClaimStatus::Holds, _) => None,
        };
        let is_optimal = claims.is_optimal && reason.is_none();
        let proofs = print::counted(checked.proofs, "proof");
        match reason {
            Some(reason) => report.record_unverified("optimal", reason),
            None if is_optimal => {
                report.line(&format!("no plan has fewer {measure}: {proofs} checked"));
            }
            None => report.line(&format!("{proofs} checked")),
        }
        report.set("optimal", is_optimal);
        report.set("measure", measure);
        Ok(())
    }

    fn refuted_horizons(
        &self,
        context: &Context<PlanningTask>,
        claims: TaskClaims,
    ) -> Result<Report, Fault> {
        let domain = compiled(context)?;
        let goal_steps = domain.goal_steps();
        let (document, stop) = (context.document, &context.search.stop);
        let mut checked = check_proofs(domain.task(), claims.refuted, document, stop)?;
        if let Some(cubes) = claims.cubes {
            let pieces = check_pieces(domain.task(), cubes, document, stop)?;
            checked.refuted.extend(pieces.refuted);
        }
        if let Some(steps) = checked.not_kept {
            let fact = format!("the document does not contain the proof for horizon {steps}");
            return Err(BadInput::new(document.place, fact)
                .remedy("plan again with --proof FILE")
                .into());
        }
        let (mut lines, mut entries) = (Vec::new(), Vec::new());
        for &(horizon, encoding) in &checked.refuted {
            // The steps in which actions mark the goal as reached, or confirm preferences, are not steps of a plan.
            let Some(steps) = horizon.checked_sub(goal_steps) else {
                continue;
            };
            lines.push(if encoding == Encoding::SEQUENTIAL.name() {
                // Actions that are irrelevant to the goal are not grounded.
                let length = print::counted(steps, "action");
                format!("no plan has exactly {length} that are relevant to the goal: proof checked")
            } else {
                let number = print::counted(steps, "step");
                format!("no plan has {number} of the encoding {encoding}: proof checked")
            });
            entries.push(json!({"horizon": horizon, "steps": steps, "encoding": encoding}));
        }
        let mut report = Report::default();
        report.fact = if lines.is_empty() {
            "the formula is refuted, but in this encoding, the formula does not cover every plan with this number \
                of steps"
                .to_owned()
        } else {
            lines.join("\nvalid: ")
        };
        report.set("refuted", entries);
        Ok(report)
    }
}

/// Returns the true value of the claim with this name.
///
/// # Errors
/// The value cannot be computed, or a limit ended the search.
fn real(winning: &SolutionGraph, name: &str) -> Result<Value, CountError> {
    Ok(match name {
        "longest_sweep" => {
            let sweep = longest_sweep(winning)?;
            sweep.map_or(Value::Null, |(jumps, _)| jumps.into())
        }
        "pieces" => {
            let triples = packages::triples(winning.compact());
            FewestMoves::with(winning, triples)?.moves().into()
        }
        "optimal_sweep_lengths" => {
            let lengths = SweepLengths::new(&FewestMoves::new(winning)?)?;
            lengths.map_or(Value::Null, |it| json!(print::sweep_length_entries(&it)))
        }
        _ => {
            let fewest = FewestMoves::new(winning)?;
            let number = match name {
                "optimal_plans" => fewest.plans()?,
                _ => fewest.up_to_symmetry()?,
            };
            number.to_string().into()
        }
    })
}

/// Checks the claim that no plan has fewer than `own` moves. `bound` is the lower bound in the document.
///
/// # Errors
/// A limit ended the search.
fn fewest_moves(
    winning: &SolutionGraph,
    own: usize,
    bound: Option<&Value>,
) -> Result<Result<ClaimStatus, Fault>, CountError> {
    let least = FewestMoves::new(winning)?.moves();
    if let Some(least) = least.filter(|&least| least < own) {
        let fact = format!("the plan has {own} moves, but another plan has {least}");
        return Ok(Err(false_claim("optimal", fact)));
    }
    let regions =
        merson::disjoint_regions(winning.compact(), winning.start(), winning.vacant_at_end());
    let parts = [
        ("by", Value::from(BY_POSITIONS)),
        ("moves", own.into()),
        ("merson_regions", regions.len().into()),
        ("positions", winning.positions().into()),
    ];
    let wrong = parts.into_iter().find_map(|(name, real)| {
        let claimed = bound.and_then(|bound| bound.get(name))?;
        compare(&format!("lower_bound.{name}"), claimed, real).err()
    });
    Ok(wrong.map_or(Ok(ClaimStatus::Holds), Err))
}

/// Returns the status of a claim about a number that could not be computed.
///
/// # Errors
/// A limit ended the search.
fn not_counted(claim: &str, why: CountError) -> Result<ClaimStatus, Fault> {
    match why {
        CountError::Stopped(why) => Err(Fault::Unfinished(claim.to_owned(), why)),
        other => Ok(ClaimStatus::NotVerified(other.to_string())),
    }
}

/// Returns the names of the claims that the document makes.
fn claimed<'a>(document: &'a Document, names: &'a [&str]) -> impl Iterator<Item = &'a str> {
    let is_claimed = move |name: &&str| document.claims_of_plans().any(|it| it == *name);
    names.iter().copied().filter(is_claimed)
}

fn record_not_counted(
    document: &Document,
    names: &[&str],
    why: CountError,
    report: &mut Report,
) -> Result<(), Fault> {
    for name in claimed(document, names) {
        report.record(name, not_counted(name, why)?);
    }
    Ok(())
}

/// Verifies the claims of a document about the number of solutions, which is `all`, and about a complete list. The
/// document lists `plans` plans, of which `different` are different. Only random samples may repeat a plan.
fn verify_number(
    document: &Document,
    (plans, different): (usize, usize),
    all: u128,
    report: &mut Report,
) -> Result<(), Fault> {
    if let Some(claimed) = document.get("solutions") {
        report.record("solutions", compare("solutions", claimed, all.to_string())?);
    }
    if document.says("complete") {
        let is_repeated = different < plans;
        if is_repeated && !document.says("sample") {
            return Err(false_claim("complete", "a plan is listed twice"));
        }
        let status = if !is_repeated && plans as u128 == all {
            ClaimStatus::Holds
        } else {
            ClaimStatus::NotVerified(format!("{different} of {all} solutions were drawn"))
        };
        report.record("complete", status);
    }
    Ok(())
}

/// Returns the minimum number of moves, the number of different plans in the document, and the number of all plans with
/// the fewest moves. With `is_distinct`, plans that are images of each other count once in both numbers.
fn fewest(
    puzzle: &Puzzle,
    different: &HashSet<Vec<Jump>>,
    is_distinct: bool,
    search: &SearchSettings,
) -> Result<(Option<usize>, usize, u128), CountError> {
    let winning = SolutionGraph::new(puzzle, search)?;
    let fewest = FewestMoves::new(&winning)?;
    let least = fewest.moves();
    if !is_distinct {
        return Ok((least, different.len(), fewest.plans()?));
    }
    let board = puzzle.board().jumps();
    let number = |jump: &Jump| board.iter().position(|other| other == jump);
    let representative = fewest.representatives();
    let class = |plan: &Vec<Jump>| {
        let numbers: Vec<usize> = plan.iter().filter_map(number).collect();
        representative(&numbers)
    };
    let classes: HashSet<Vec<usize>> = different.iter().map(class).collect();
    Ok((least, classes.len(), fewest.up_to_symmetry()?))
}

/// Verifies the claims of a document about plans with the fewest moves.
fn verify_fewest(
    document: &Document,
    moves: &Value,
    plans: usize,
    (least, listed, all): (Option<usize>, usize, u128),
    report: &mut Report,
) -> Result<(), Fault> {
    // A complete list must not repeat a plan, just like a list that claims to be distinct.
    let once = ["distinct", "complete"].into_iter();
    if let Some(claim) = once.filter(|_| listed < plans).find(|it| document.says(it)) {
        return Err(false_claim(
            claim,
            "a plan, or an image of a plan, is listed twice",
        ));
    }
    if document.says("distinct") {
        report.record("distinct", ClaimStatus::Holds);
    }
    if let Some(claimed) = document.get("solutions") {
        report.record("solutions", compare("solutions", claimed, all.to_string())?);
    }
    if document.says("optimal") {
        report.record("optimal", compare("optimal", moves, least)?);
    }
    if document.says("complete") {
        if listed as u128 != all {
            let fact = format!("only {listed} of {all} plans are listed");
            return Err(false_claim("complete", fact));
        }
        report.record("complete", ClaimStatus::Holds);
    }
    Ok(())
}

fn compiled<'a>(context: &Context<'a, PlanningTask>) -> Result<PlanningDomain<'a>, Fault> {
    let (task, stop) = (context.subject, &context.search.stop);
    let compiled = task.compile(Quality::AnyPlan, &GroundingLimits::until(stop));
    let compiled = compiled.and_then(Compiled::classical);
    compiled.map_err(|why| not_compiled(why, task.name(), stop))
}
