//! Checks documents about a puzzle: replays plans, or checks a certificate of a board.

use std::collections::HashSet;

use saut_base::words::counted;
use saut_base::{BadInput, beside};
use saut_criteria::certify::{self, Certificate};
use saut_criteria::compile;
use saut_formats::in_words::{block_entries, blocks, length as length_in_words};
use saut_formats::step_file::{read_steps, trace_entries, useless};
use saut_formats::text_kind::{self, TextKind};
use saut_formats::{certificate, plan_file, shown};
use saut_levels::packages;
use saut_peg::baseball::{self, fewest_steps};
use saut_peg::peg::notation::Digits;
use saut_peg::peg::{Board, GameLength, Jump, Puzzle};
use saut_peg::simulate::{self, RejectedJumps};
use saut_task::CheckError;
use saut_task::plan::Plan;
use saut_task::proof::too_few;
use serde_json::Value;

use crate::bounds::{self, FEWEST_ACTIONS, Measure, check_bound};
use crate::context::Context;
use crate::document::{ClaimedVerdict, Document};
use crate::report::{ClaimStatus, Fault, Report, compare, false_claim};

/// Claims about all solutions. They are checked last, in this order.
const OF_ALL_SOLUTIONS: [&str; 5] = [
    "longest_sweep",
    "optimal_plans",
    "optimal_sweep_lengths",
    "optimal_plans_up_to_symmetry",
    "pieces",
];

/// Checks a document about a board of peg solitaire.
///
/// # Errors
/// The document is rejected, or its check was not finished.
pub fn check_board(context: &Context<Puzzle>) -> Result<Report, Fault> {
    let document = context.document;
    if document.verdict()? == Some(ClaimedVerdict::Undecided) {
        return Err(document.says_undecided());
    }
    if let Some((certificate, others)) = certificate_of(document, context.search.stop.memory_mib())?
    {
        return infeasible(context, certificate, &others);
    }
    match (document.get("plan"), document.get("plans")) {
        (None, Some(Value::Array(plans))) => many_plans(context, plans),
        _ => one_plan(context),
    }
}

/// Returns the certificate of a document, and a document with the other claims. The proofs of the certificate are read
/// from the same folder. Returns `None` if the document has a plan or is undecided.
///
/// # Errors
/// The certificate or a proof cannot be read, or the verdict contradicts the other fields.
pub fn certificate_of<'a>(
    document: &Document<'a>,
    memory_mib: Option<u64>,
) -> Result<Option<(Certificate, Document<'a>)>, Fault> {
    let reads = |kind| matches!(kind, TextKind::PuzzleAnswer | TextKind::Json);
    let found = document.certificate().map_err(|fault| match fault {
        Fault::Unusable(bad) => {
            let wanted = "a plan or a certificate";
            let other = text_kind::other_than(document.text, wanted, reads);
            Fault::Unusable(other.unwrap_or(bad))
        }
        other => other,
    });
    let Some((certificate, others)) = found? else {
        return Ok(None);
    };
    let certificate = certificate::with_files(
        certificate,
        |file| beside::read_beside(document.place, file, memory_mib),
        |file| beside::find_beside(document.place, file),
    )?;
    Ok(Some((certificate, others)))
}

fn infeasible(
    context: &Context<Puzzle>,
    certificate: Certificate,
    others: &Document,
) -> Result<Report, Fault> {
    let mut report = Report {
        is_infeasible: true,
        ..Report::default()
    };
    others.record_beside_certificate(&mut report)?;
    let puzzle = context.subject;
    let kind = certificate.kind();
    let checked = certify::check_within(puzzle, certificate, context.search);
    let checked = checked.map_err(|why| match why {
        CheckError::Stopped(why) => Fault::Unfinished(kind.to_owned(), why),
        CheckError::Rejected(why) => Fault::refused("certificate rejected", why),
    })?;
    let kind = checked.kind();
    report.fact = format!("the certificate ({kind}) holds");
    report.details = checked.explanation(puzzle);
    report.close_puzzle("infeasible", kind);
    Ok(report)
}

/// Replays a plan, and checks the claims about it.
fn one_plan(context: &Context<Puzzle>) -> Result<Report, Fault> {
    let (puzzle, document) = (context.subject, context.document);
    let board = puzzle.board();
    let plan = plan_file::read_plan(puzzle, document.text, document.digits)?;
    let refused = |no| refused_plan(board, document.text, document.digits, &no);
    let replayed = simulate::replay(puzzle, plan).map_err(|no| Fault::Refused(refused(no)))?;
    let jumps = replayed.jumps();
    let found = packages::blocks(board, puzzle.start(), &jumps);
    let (length, packages) = (GameLength::of(&jumps), block_entries(&found));
    let measure = context.bound_measure();
    let of_all = |claim: &str, claimed: &Value| {
        context
            .extra
            .of_all_solutions(context, (claim, claimed), length.moves)
    };
    let check = |claim: &str, claimed: &Value| match claim {
        "moves" => compare(claim, claimed, length.moves),
        "jumps" | "length" => compare(claim, claimed, length.jumps),
        "steps" => steps(board, &jumps, claimed),
        "packages" => compare(claim, claimed, packages.clone()),
        "lower_bound" => context.bound_by_itself(length.moves),
        "optimal" => match measure {
            Measure::Steps => context.fewest_steps(),
            Measure::Jumps => context.fewest_jumps(jumps.len()),
            Measure::Moves => of_all(claim, claimed),
        },
        name if OF_ALL_SOLUTIONS.contains(&name) => of_all(claim, claimed),
        _ => Ok(unknown()),
    };
    let mut report = Report::default();
    document.check_claims(&OF_ALL_SOLUTIONS, check, &mut report)?;
    if let Some(unread) = context.unread_bound() {
        report.leave_open("lower_bound", &unread);
    }
    report.set("jumps", length.jumps);
    report.set("moves", length.moves);
    report.set("packages", packages.clone());
    if report.holds("optimal") == Some(true) {
        report.set("optimal", true);
        report.set("measure", measure.word());
    }
    report.fact = format!("{}, replayed by the simulator", length_in_words(&jumps));
    report.close_puzzle("solved", "plan");
    report.details += &blocks(board, &jumps, &found);
    Ok(report)
}

/// Replays all plans of a document, and checks the claims about them.
fn many_plans(context: &Context<Puzzle>, plans: &[Value]) -> Result<Report, Fault> {
    let document = context.document;
    if plans.is_empty() {
        let fact = "the document says solved, but has no plan";
        return Err(Fault::refused("claim rejected", fact));
    }
    let mut different = HashSet::new();
    for (number, plan) in (1..).zip(plans) {
        let place = || format!("plan {number}");
        let jumps: Vec<Jump> = serde_json::from_value(plan.clone()).map_err(|error| {
            let bad = BadInput::new(place(), format!("is not a list of jumps ({error})"));
            bad.remedy("saut solve --all --json writes such documents")
        })?;
        let replayed = simulate::replay(context.subject, Plan::sequential(jumps.clone()));
        replayed.map_err(|no| Fault::refused(place(), format!("plan refused: {no}")))?;
        different.insert(jumps);
    }
    let mut report = Report::default();
    if let Some(moves) = document.get("moves") {
        for jumps in &different {
            compare("moves", moves, GameLength::of(jumps).moves)?;
        }
        report.record("moves", ClaimStatus::Holds);
    }
    let extra = context.extra;
    extra.numbers_of_plans(context, plans.len(), &different, &mut report)?;
    for name in document.claims_of_plans() {
        if report.holds(name).is_none() {
            report.leave_open(name, "this field is not checked for several plans");
        }
    }
    report.set("plans", plans.len());
    let number = counted(plans.len(), "plan");
    report.fact = format!("{number}, each replayed by the simulator");
    report.close_puzzle("solved", "plans");
    Ok(report)
}

/// Replays a plan of a game of colour baseball, and checks the claims about it.
///
/// # Errors
/// The document is rejected, or its check was not finished.
pub fn check_baseball(context: &Context<baseball::TrackPuzzle>) -> Result<Report, Fault> {
    let (puzzle, document) = (context.subject, context.document);
    let plan = read_steps(document.text)?;
    document.verdict()?;
    let replayed = simulate::baseball::replay(puzzle, plan);
    let replayed = replayed.map_err(|no| Fault::refused("plan refused", no))?;
    let steps = replayed.steps();
    let length = steps.len();
    let mut report = Report::default();
    let check = |claim: &str, claimed: &_| match claim {
        "length" | "steps" => compare(claim, claimed, length),
        "trace" => compare(claim, claimed, trace_entries(puzzle, &steps)),
        "useless_steps" => compare(claim, claimed, useless(puzzle, &steps)),
        "optimal" | "lower_bound" => {
            let bound = document.get("lower_bound");
            let distances = bound.and_then(|bound| bound.get("by_distances"));
            if let Some(claimed) = distances {
                compare("lower_bound.by_distances", claimed, fewest_steps(puzzle))?;
            }
            let task = compile::baseball_task(puzzle);
            let checked = check_bound(&task, document, &context.search.stop)?;
            let below = too_few(&task, FEWEST_ACTIONS, length).filter(|_| claim == "optimal");
            checked.exclude(below, FEWEST_ACTIONS, "steps")
        }
        _ => Ok(unknown()),
    };
    document.check_claims(&[], check, &mut report)?;
    if let Some(unread) = bounds::unread(document, &["by_distances", "refuted"]) {
        report.leave_open("lower_bound", &unread);
    }
    report.set("length", length);
    let is_optimal = report.holds("optimal");
    if let Some(is_optimal) = is_optimal {
        report.set("optimal", is_optimal);
    }
    let shortest = match is_optimal {
        Some(true) => "; no plan is shorter, proof checked",
        Some(false) => "; the proof that no plan is shorter was not kept",
        None => "",
    };
    let length = counted(length, "step");
    report.fact = format!("{length}, replayed by the simulator{shortest}");
    report.close_puzzle("solved", "plan");
    Ok(report)
}

fn unknown() -> ClaimStatus {
    ClaimStatus::NotVerified("unknown field".to_owned())
}

/// Checks the claimed number of steps. The jumps, in their order, must fit into this number of steps, such that the
/// jumps of a step share no hole. Two jumps commute if and only if they share no hole, because a jump changes all its
/// holes.
fn steps(board: &Board, jumps: &[Jump], claimed: &Value) -> Result<ClaimStatus, Fault> {
    let mut needed = 0_u64;
    let mut touched: Vec<usize> = Vec::new();
    for &jump in jumps {
        let holes = board.holes_of(jump);
        if needed == 0 || holes.iter().any(|hole| touched.contains(hole)) {
            needed += 1;
            touched.clear();
        }
        touched.extend(holes);
    }
    if claimed.as_u64().is_some_and(|claimed| claimed >= needed) {
        return Ok(ClaimStatus::Holds);
    }
    let fact = format!("the document says {claimed} steps, but its jumps need {needed}");
    Err(false_claim("steps", fact))
}

/// Returns the message about a rejected plan: the first wrong jump with its place in the text, or the missed goal. A
/// picture shows the position there.
pub fn refused_plan(
    board: &Board,
    text: &str,
    digits: Option<Digits>,
    rejected: &RejectedJumps,
) -> BadInput {
    let fact = match rejected {
        RejectedJumps::WrongJump {
            number,
            jump,
            fault,
            ..
        } => {
            let place = plan_file::place_of_jump(board, text, digits, *number);
            let line = place.map(|(_, line)| format!(", line {line}"));
            let sweep = place.filter(|(sweep, _)| sweep != number);
            let sweep = sweep.map(|(sweep, _)| format!("move {sweep}, "));
            let [line, sweep] = [line, sweep].map(Option::unwrap_or_default);
            format!("{sweep}jump {number} ({jump}){line}: {fault}")
        }
        RejectedJumps::NotTheGoal { .. } => rejected.to_string(),
    };
    let picture = shown::plain_position(board, rejected.picture());
    let unfinished = match rejected {
        RejectedJumps::NotTheGoal { jumps, .. } => {
            let pegs = picture.chars().filter(|&symbol| symbol == 'o').count();
            let (jumps, pegs) = (counted(*jumps, "legal jump"), counted(pegs, "peg"));
            format!("\n{jumps}, {pegs} left; saut show draws the game so far")
        }
        RejectedJumps::WrongJump { .. } => String::new(),
    };
    BadInput::new(
        "plan refused",
        format!("{fact}\n{}{unfinished}", picture.trim_end()),
    )
}
