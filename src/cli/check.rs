//! `saut check`: replays a plan, or checks a certificate again. No solver, no encoder but for the
//! formula of a proof. Limits count where the check is long: a search done again, or a proof.

mod all_solutions;
pub mod bounds;
pub mod claims;
mod many_plans;
pub mod unfinished;
mod verify;

use saut::BadInput;
use saut::certify::{self, Certificate};
use saut::formats::Entry;
use saut::formats::certificate::{self, Document};
use saut::formats::plan_file;
use saut::formats::text_kind::{self, TextKind};
use saut::packages;
use saut::peg::notation::Digits;
use saut::peg::{Board, GameLength, Puzzle};
use saut::simulate::{self, RejectedJumps};
use serde_json::{Map, Value, json};

use super::arguments::Check;
use super::reply::{Failure, Reply};
use super::{count, input, print, proofs, status, whole};
use claims::Claims;
use unfinished::unfinished;

/// Runs `saut check`.
pub fn run(arguments: &Check) -> Result<Reply, Failure> {
    let out = [("-o", arguments.output.out.as_deref())];
    whole::check(&out, &[&arguments.puzzle, &arguments.result])?;
    let puzzle =
        match input::entry_with_ends(&arguments.puzzle, &arguments.ends, &arguments.directions)? {
            Entry::Baseball(puzzle) => return super::baseball::check(arguments, &puzzle),
            entry => entry.peg_under_any_rule()?,
        };
    let text = input::text(&arguments.result)?;
    let within = |bad: BadInput| bad.within(&arguments.result);
    match document(&text).map_err(within)? {
        Document::Undecided => Err(within(
            BadInput::new("", "says undecided: there is nothing to check")
                .remedy("solve again with a longer --timeout"),
        )
        .into()),
        Document::Infeasible(read) => {
            let said = claims::fields(&text);
            claims::warn_of_name(&arguments.result, said.get("puzzle"), puzzle.name());
            infeasible(arguments, &puzzle, *read)
        }
        Document::Plan => plan(arguments, &puzzle, &text),
    }
}

/// Document in a result file; one of another kind is named.
pub fn document(text: &str) -> Result<Document, BadInput> {
    let reads = |kind| matches!(kind, TextKind::PuzzleAnswer | TextKind::Json);
    let other = || text_kind::other_than(text, "a plan or a certificate", reads);
    certificate::read_document(text).map_err(|bad| other().unwrap_or(bad))
}

/// The certificate of a document, with the proofs that lie beside it.
pub fn claim(
    document: &str,
    certificate: Certificate,
    memory_mib: Option<u64>,
) -> Result<Certificate, BadInput> {
    certificate::with_files(
        certificate,
        |file| proofs::read_beside(document, file, memory_mib),
        |file| proofs::find_beside(document, file),
    )
}

/// Checks a certificate.
fn infeasible(arguments: &Check, puzzle: &Puzzle, read: Certificate) -> Result<Reply, Failure> {
    let within = |bad: BadInput| bad.within(&arguments.result);
    let claim = claim(&arguments.result, read, arguments.limits.memory).map_err(within)?;
    let kind = claim.kind();
    let (settings, line) = count::searching(&arguments.limits);
    let checked = certify::check_within(puzzle, claim, &settings);
    line.clear();
    let checked = match checked {
        Ok(checked) => checked,
        Err(certify::RejectedCertificate::Unfinished(why)) => {
            return Ok(unfinished(puzzle.name(), kind, why));
        }
        Err(rejected) => {
            let refused = BadInput::new("certificate refused", rejected.to_string());
            return Err(Failure::Refused(within(refused)));
        }
    };
    let (kind, why) = (checked.kind(), checked.explanation(puzzle));
    let text = format!("infeasible: the certificate ({kind}) holds\n{why}");
    let document = document_of(puzzle, "infeasible", kind, Value::Null);
    Ok(Reply::new(status::INFEASIBLE, document, text))
}

/// Replays a plan, and verifies what the document says of it.
fn plan(arguments: &Check, puzzle: &Puzzle, text: &str) -> Result<Reply, Failure> {
    let within = |bad: BadInput| bad.within(&arguments.result);
    let fields = claims::fields(text);
    if let Some(Value::Array(plans)) = fields.get("plans") {
        return many(arguments, puzzle, plans, &fields);
    }
    let digits = arguments.digits;
    let plan = plan_file::read_plan_of(puzzle, text, digits).map_err(within)?;
    claims::warn_of_name(&arguments.result, fields.get("puzzle"), puzzle.name());
    let replayed = simulate::replay(puzzle, plan).map_err(|rejected| {
        Failure::Refused(within(refused(puzzle.board(), text, digits, &rejected)))
    })?;
    let (search, line) = count::searching(&arguments.limits);
    let claims = Claims {
        puzzle,
        plan: &replayed,
        fields,
        document: &arguments.result,
        search,
    };
    let verified = claims.verify();
    line.clear();
    let verified = verified.map_err(|failure| failure.within(&arguments.result))?;
    if let Some((claim, why)) = &verified.unfinished {
        return Ok(unfinished(puzzle.name(), claim, *why));
    }
    let jumps = replayed.jumps();
    let blocks = packages::blocks(puzzle.board(), puzzle.start(), &jumps);
    let length = GameLength::of(&jumps);
    let mut facts = json!({"jumps": length.jumps, "moves": length.moves,
        "packages": print::block_entries(&blocks), "unverified": verified.unverified_names()});
    if verified.has("optimal") {
        facts["optimal"] = true.into();
    }
    let text = format!(
        "solved: {}, replayed by the simulator\n{}{}",
        print::length(&jumps),
        verified.lines(),
        print::blocks(puzzle.board(), &jumps, &blocks)
    );
    let document = document_of(puzzle, "solved", "plan", facts);
    Ok(Reply::new(status::SOLVED, document, text))
}

/// Replays all plans of a document, and verifies what it says of their number.
fn many(
    arguments: &Check,
    puzzle: &Puzzle,
    plans: &[Value],
    fields: &Map<String, Value>,
) -> Result<Reply, Failure> {
    let (search, line) = count::searching(&arguments.limits);
    let verified = many_plans::verify(puzzle, plans, fields, &search);
    line.clear();
    let verified = verified.map_err(|failure| failure.within(&arguments.result))?;
    if let Some((claim, why)) = &verified.unfinished {
        return Ok(unfinished(puzzle.name(), claim, *why));
    }
    let facts = json!({"plans": plans.len(), "unverified": verified.unverified_names()});
    let (number, lines) = (print::counted(plans.len(), "plan"), verified.lines());
    let text = format!("solved: {number}, each replayed by the simulator\n{lines}");
    let document = document_of(puzzle, "solved", "plans", facts);
    Ok(Reply::new(status::SOLVED, document, text))
}

/// The first wrong jump, where it stands in the text of the plan, and the position that it was tried in.
pub fn refused(
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

/// The verdict as one document, with what else there is to say.
fn document_of(puzzle: &Puzzle, verdict: &str, kind: &str, facts: Value) -> Value {
    let name = puzzle.name();
    let mut document = json!({"puzzle": name, "verdict": verdict, "kind": kind, "checked": true});
    if let (Some(document), Value::Object(facts)) = (document.as_object_mut(), facts) {
        document.extend(facts);
    }
    document
}
