//! A document of one plan of jumps: it is replayed, and what the document says of it is verified.

use std::cell::LazyCell;

use saut::BadInput;
use saut::explore::SolutionGraph;
use saut::formats::plan_file;
use saut::packages;
use saut::peg::notation::Digits;
use saut::peg::{Board, GameLength, Jump, moves};
use saut::simulate::{self, RejectedJumps};
use serde_json::{Value, json};

use super::claims::BoardSubject;
use super::verdict::{Fault, Verdict};
use super::verified::{Outcome, Verified, compare, refused, unknown};
use super::{all_solutions, bounds};
use crate::cli::print;
use crate::cli::reply::Failure;

/// Replays the plan, and verifies what the document says of it.
///
/// # Errors
/// A claim that is false, or whose check was not finished, or a plan that cannot be read.
pub fn verdict(subject: &BoardSubject) -> Result<Verdict, Fault> {
    let (puzzle, claims) = (&subject.puzzle, &subject.claims);
    let board = puzzle.board();
    let plan = plan_file::read_plan_of(puzzle, &claims.text, claims.digits)?;
    claims.warn_of_name(puzzle.name());
    let replayed = simulate::replay(puzzle, plan).map_err(|rejected| {
        Fault::Refused(refused_plan(board, &claims.text, claims.digits, &rejected))
    })?;
    let jumps = replayed.jumps();
    let blocks = packages::blocks(board, puzzle.start(), &jumps);
    let (length, packages) = (GameLength::of(&jumps), print::block_entries(&blocks));
    let winning = LazyCell::new(|| SolutionGraph::new(puzzle, &subject.search));
    let mut verified = Verified::of(
        claims,
        &all_solutions::CLAIMS,
        |claim, claimed| match claim {
            "moves" => compare(claim, claimed, length.moves),
            "jumps" | "length" => compare(claim, claimed, length.jumps),
            "steps" => steps(board, &jumps, claimed),
            "packages" => compare(claim, claimed, packages.clone()),
            "lower_bound" => bounds::lower_bound(subject, claimed, length.moves),
            "optimal" => bounds::optimal(subject, jumps.len()).unwrap_or_else(|| {
                let bound = claims.get("lower_bound");
                all_solutions::fewest_moves(&winning, moves(&jumps).len(), bound)
            }),
            name if all_solutions::CLAIMS.contains(&name) => {
                all_solutions::outcome(&winning, claim, claimed)
            }
            _ => Ok(unknown()),
        },
    )?;
    let mut document = json!({"jumps": length.jumps, "moves": length.moves, "packages": packages});
    if let Some(unread) = bounds::unread_of_board(claims) {
        verified.leave_open("lower_bound", &unread);
    }
    if verified.holds("optimal") == Some(true) {
        document["optimal"] = true.into();
        document["measure"] = bounds::measure(claims).word().into();
    }
    let head = format!("{}, replayed by the simulator", print::length(&jumps));
    let mut verdict = verified.solved("plan", document, &head)?;
    verdict.text += &print::blocks(board, &jumps, &blocks);
    Ok(verdict)
}

/// Checks the claimed number of steps: the jumps, in their order, fit into that many steps whose jumps share no
/// hole. Two jumps can be played in either order just if they share none, because a jump changes all its holes.
fn steps(board: &Board, jumps: &[Jump], claimed: &Value) -> Result<Outcome, Failure> {
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
        return Ok(Outcome::Holds);
    }
    let fact = format!("the document says {claimed}, and its jumps need {needed}");
    Err(refused("steps", fact))
}

/// The first wrong jump, where it stands in the text of the plan, and the position that it was tried in.
pub fn refused_plan(
    board: &Board,
    text: &str,
    digits: Option<Digits>,
    rejected: &RejectedJumps,
) -> BadInput {
    let said = match rejected {
        RejectedJumps::WrongJump {
            number,
            jump,
            fault,
            ..
        } => {
            let place = plan_file::place_of_jump(board, text, digits, *number);
            let line = place.map_or(String::new(), |(_, line)| format!(", line {line}"));
            let sweep = place.filter(|(sweep, _)| sweep != number);
            let sweep = sweep.map_or(String::new(), |(sweep, _)| format!("move {sweep}, "));
            format!("{sweep}jump {number} ({jump}){line}: {fault}")
        }
        RejectedJumps::NotTheGoal { .. } => rejected.to_string(),
    };
    let picture = print::plain_position(board, rejected.picture());
    BadInput::new("plan refused", format!("{said}\n{}", picture.trim_end()))
}
