//! `saut explain`: every criterion of infeasibility, which refutes, which does not, and why; of
//! planning tasks why there is no plan, and what would give one.

mod classes;
mod jumps;
mod witness;

use std::collections::BTreeMap;
use std::io::Write;

use saut::BadInput;
use saut::answer::{Criteria, Explanation, MOST_EXPLAINED, SubjectNames, TaskExplanation, schema};
use saut::certify::draw;
use saut::certify::pagoda::{Facet, NotListed, facets};
use saut::peg::{Board, Puzzle};
use saut::stop::Stop;
use schemars::JsonSchema;
use serde::Serialize;

use super::arguments::{Explain, ExplainFormat, Global};
use super::interrupt::interruptible;
use super::progress::Line;
use super::reply::{Failure, Reply, unusable};
use super::{input, print, settings, status};
use classes::{Class, Reduced};
use jumps::JumpLimits;
use witness::Witness;

/// The parts of a tree that one bound of `--jumps` may take.
const PARTS: usize = 5000;

/// Runs `saut explain`.
pub fn run(arguments: &Explain, global: &Global) -> Result<Reply, Failure> {
    let names = input::names(&arguments.subject, "saut explain");
    if names.is_task() {
        global.refuse_other_than(&["sas"])?;
        return explain_task(&names, global);
    }
    let puzzle = input::entry_of(&names, &global.stop)?.peg_under_any_rule()?;
    if puzzle.board().put_back().is_some() {
        refuse_more_than_criteria(arguments)?;
    }
    let stop = interruptible(&global.stop);
    let explanation = Explanation::new(&puzzle, &stop)?;
    let mut jumps = arguments
        .jumps
        .then(|| JumpLimits::new(&puzzle, PARTS, &stop));
    if let Some(jumps) = jumps.as_mut().filter(|_| arguments.attained) {
        jumps.look_at_plans(&puzzle, global)?;
    }
    let listed = arguments.facets.then(|| listed_facets(&puzzle, &stop));
    let listed = listed.transpose()?;
    let witness = arguments
        .witness
        .then(|| Witness::new(&puzzle, PARTS, &stop));
    let mut text = explanation.text().into_bytes();
    if let Some(jumps) = &jumps {
        jumps.print(&mut text, &puzzle, explanation.refuted_by())?;
    }
    if let Some(witness) = &witness {
        witness.print(&mut text, &puzzle)?;
    }
    if arguments.reduction {
        classes::print_reduction(&mut text, &puzzle)?;
    }
    if arguments.classes {
        classes::print(&mut text, &puzzle)?;
    }
    if let Some(listed) = &listed {
        print_facets(&mut text, puzzle.board(), listed)?;
    }
    if arguments.format == ExplainFormat::Svg {
        text = explanation.picture().into();
    }
    let of_facets = |listed| facet_documents(puzzle.board(), listed);
    let document = ExplainDocument {
        criteria: explanation.criteria(),
        jumps,
        witness,
        reduction: arguments
            .reduction
            .then(|| classes::reduction_document(&puzzle)),
        classes: arguments.classes.then(|| classes::document(&puzzle)),
        facets: listed.as_deref().map(of_facets),
    };
    Ok(Reply::new(status::SOLVED, document, text))
}

/// Runs `saut explain` of a planning task.
fn explain_task(names: &SubjectNames<'_>, global: &Global) -> Result<Reply, Failure> {
    let mut settings = settings::within(global);
    if global.timeout.is_none() {
        settings.stop = settings.stop.with_timeout(MOST_EXPLAINED);
    }
    let outputs = [("-o", global.out.as_deref())];
    let task = input::task(names, &outputs, None, global.strict, &settings.stop)?;
    let explanation =
        Line::new().over(settings, |settings| TaskExplanation::new(&task, settings))?;
    let (status, text) = (explanation.exit_status(), explanation.text());
    Ok(Reply::new(status, explanation, text))
}

/// The criteria of a puzzle, and what was asked beyond.
#[derive(Serialize, JsonSchema)]
pub struct ExplainDocument<'a> {
    #[serde(flatten)]
    criteria: Criteria<'a>,
    #[serde(flatten)]
    jumps: Option<JumpLimits>,
    /// Goal - start as sums of jumps.
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<Witness>,
    /// The reductions of start and goal to nine holes and to four; null on boards without rows and columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    reduction: Option<BTreeMap<&'static str, Option<Reduced>>>,
    /// The sixteen signatures; null on boards without rows and columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "schema::or_null::<Vec<Class>>")]
    #[expect(clippy::option_option, reason = "not asked for, or null")]
    classes: Option<Option<Vec<Class>>>,
    /// The facets of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    facets: Option<Vec<FacetDocument<'a>>>,
}

/// Under the old French rule the criteria are told, and nothing that is drawn or told of today's jumps only.
fn refuse_more_than_criteria(arguments: &Explain) -> Result<(), BadInput> {
    let asked = [
        ("--jumps", arguments.jumps),
        ("--facets", arguments.facets),
        ("--witness", arguments.witness),
        ("--reduction", arguments.reduction),
        ("--classes", arguments.classes),
        ("--format svg", arguments.format == ExplainFormat::Svg),
    ];
    let fact = "is not made for the old French rule (put_back)";
    match asked.into_iter().find(|&(_, is_asked)| is_asked) {
        Some((flag, _)) => unusable(flag, fact, "leave it out, or put_back out of the file"),
        None => Ok(()),
    }
}

/// The facets of the board of a puzzle.
///
/// # Errors
/// The board is too large or has none, or a limit was hit.
fn listed_facets(puzzle: &Puzzle, stop: &Stop) -> Result<Vec<Facet>, BadInput> {
    facets(puzzle.board(), stop).map_err(|no| {
        let bad = BadInput::new("--facets", no.to_string());
        match no {
            NotListed::Stopped(why) => BadInput {
                limit: Some(why),
                ..bad
            },
            _ => bad.remedy("choose another board, such as square-4"),
        }
    })
}

/// A facet.
#[derive(Serialize, JsonSchema)]
pub struct FacetDocument<'a> {
    /// A weight for each hole.
    by_hole: &'a [i64],
    /// Number of images under the symmetries of the board.
    images: usize,
    /// Number of jumps that lose no weight.
    jumps_without_loss: usize,
}

/// Facets for programs.
fn facet_documents<'a>(board: &Board, facets: &'a [Facet]) -> Vec<FacetDocument<'a>> {
    let entry = |facet: &'a Facet| FacetDocument {
        by_hole: &facet.weights.by_hole,
        images: facet.images,
        jumps_without_loss: facet.weights.tight_jumps(board),
    };
    facets.iter().map(entry).collect()
}

/// Facets for people, each drawn on the board.
fn print_facets(out: &mut impl Write, board: &Board, facets: &[Facet]) -> Result<(), Failure> {
    let strong = print::STRONG;
    let all: usize = facets.iter().map(|facet| facet.images).sum();
    writeln!(
        out,
        "\n{strong}facets{strong:#}: {} up to the symmetries of the board, {} in all",
        print::grouped(facets.len()),
        print::grouped(all)
    )?;
    for facet in facets {
        let drawn = draw(board, |hole| facet.weights.by_hole[hole]);
        for line in drawn.lines() {
            writeln!(out, "  {line}")?;
        }
        writeln!(
            out,
            "  {}; {} of {} lose nothing\n",
            print::counted(facet.images, "image"),
            print::grouped(facet.weights.tight_jumps(board)),
            print::counted(board.jumps().len(), "jump"),
        )?;
    }
    Ok(())
}
