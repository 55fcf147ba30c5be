//! `saut explain`: for a puzzle, all criteria of infeasibility and their results; for a planning task, why it has no
//! plan, and which changes would give it one.

mod classes;
mod jumps;
mod witness;

use std::collections::BTreeMap;
use std::io::Write;

use saut::BadInput;
use saut::answer::{Criteria, Explanation, MOST_EXPLAINED, SubjectNames, TaskExplanation, schema};
use saut::certify::Weights;
use saut::certify::draw;
use saut::certify::pagoda::{Facet, FacetError, facets, some_facets};
use saut::peg::{Board, Cell, Puzzle};
use saut::stop::Stop;
use schemars::JsonSchema;
use serde::Serialize;

use super::arguments::{Explain, ExplainFormat, Global};
use super::interrupt::interruptible;
use super::progress::Line;
use super::reply::{CommandOutput, Failure, unusable};
use super::{input, print, settings, status};
use classes::{Class, Reduced};
use jumps::{JumpLimits, Together};
use witness::Witness;

/// Maximum number of nodes in the search tree for one bound or one sum.
const PARTS: usize = 5000;

pub fn run(arguments: &Explain, global: &Global) -> Result<CommandOutput, Failure> {
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
    let listed = arguments
        .facets
        .then(|| listed_facets(&puzzle, global.seed, &stop));
    let listed = listed.transpose()?;
    let witness = arguments
        .witness
        .then(|| Witness::new(&puzzle, arguments, PARTS, &stop));
    let witness = witness.transpose()?;
    let together = arguments.at_least.as_ref();
    let together = together.map(|text| Together::new(&puzzle, text, PARTS, &stop));
    let together = together.transpose()?;
    let own = arguments.weights.as_ref();
    let own = own.map(|file| input::weights(puzzle.board(), file, &global.stop));
    let own = own
        .transpose()?
        .map(|weights| OwnWeights::new(&puzzle, weights));
    let mut text = explanation.text().into_bytes();
    if let Some(jumps) = &jumps {
        jumps.print(&mut text, &puzzle, explanation.refuted_by())?;
    }
    if let Some(witness) = &witness {
        witness.print(&mut text, &puzzle)?;
    }
    if let (Some(together), Some(asked)) = (&together, &arguments.at_least) {
        together.print(&mut text, &puzzle, asked)?;
    }
    if let Some(own) = &own {
        own.print(&mut text, &puzzle)?;
    }
    if arguments.reduction {
        classes::print_reduction(&mut text, &puzzle)?;
    }
    if arguments.classes {
        classes::print(&mut text, &puzzle)?;
    }
    if let Some((facets, are_all)) = &listed {
        print_facets(&mut text, puzzle.board(), facets, *are_all)?;
    }
    if arguments.format == ExplainFormat::Svg {
        text = explanation.picture().into();
    }
    let document = ExplainDocument {
        criteria: explanation.criteria(),
        jumps,
        witness,
        reduction: arguments
            .reduction
            .then(|| classes::reduction_document(&puzzle)),
        classes: arguments.classes.then(|| classes::document(&puzzle)),
        all_facets: listed.as_ref().map(|(_, are_all)| *are_all),
        facets: listed
            .as_ref()
            .map(|(facets, _)| facet_documents(puzzle.board(), facets)),
        together,
        own_weights: own,
    };
    Ok(CommandOutput::new(status::SOLVED, document, text))
}

fn explain_task(names: &SubjectNames<'_>, global: &Global) -> Result<CommandOutput, Failure> {
    let mut settings = settings::within(global);
    if global.timeout.is_none() {
        settings.stop = settings.stop.with_timeout(MOST_EXPLAINED);
    }
    let outputs = [("-o", global.out.as_deref())];
    let task = input::task(names, &outputs, None, global.strict, &settings.stop)?;
    let explanation =
        Line::new().over(settings, |settings| TaskExplanation::new(&task, settings))?;
    let (status, text) = (explanation.exit_status(), explanation.text());
    Ok(CommandOutput::new(status, explanation, text))
}

/// The criteria of a puzzle, and other requested facts.
#[derive(Serialize, JsonSchema)]
pub struct ExplainDocument<'a> {
    #[serde(flatten)]
    criteria: Criteria<'a>,
    #[serde(flatten)]
    jumps: Option<JumpLimits>,
    /// The difference goal - start as sums of jumps.
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<Witness>,
    /// The reductions of start and goal to nine holes and to four; null on boards without rows and columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    reduction: Option<BTreeMap<&'static str, Option<Reduced>>>,
    /// The sixteen signatures; null on boards without rows and columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "schema::or_null::<Vec<Class>>")]
    #[expect(clippy::option_option, reason = "not requested, or null")]
    classes: Option<Option<Vec<Class>>>,
    /// The facets of the board, or some of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    facets: Option<Vec<FacetDocument<'a>>>,
    /// Whether `facets` has all facets of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    all_facets: Option<bool>,
    /// Whether the goal can be reached in some order, legal or not, if the jumps of --at-least are played at least the
    /// given number of times.
    #[serde(skip_serializing_if = "Option::is_none")]
    together: Option<Together>,
    /// Results for the weights in the file of --weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    own_weights: Option<OwnWeights>,
}

/// Rejects requests for any output except the criteria. Under the old French rule, drawings and the other results are
/// not valid, because they do not consider the peg in hand.
fn refuse_more_than_criteria(arguments: &Explain) -> Result<(), BadInput> {
    let asked = [
        ("--jumps", arguments.jumps),
        ("--facets", arguments.facets),
        ("--witness", arguments.witness),
        ("--at-least", arguments.at_least.is_some()),
        ("--weights", arguments.weights.is_some()),
        ("--reduction", arguments.reduction),
        ("--classes", arguments.classes),
        ("--format svg", arguments.format == ExplainFormat::Svg),
    ];
    let fact = "does not support the old French rule (put_back)";
    match asked.into_iter().find(|&(_, is_asked)| is_asked) {
        Some((flag, _)) => unusable(flag, fact, "leave out the flag, or put_back in the file"),
        None => Ok(()),
    }
}

/// Number of random pairs of positions for finding facets of a large board.
const PAIRS: usize = 60;

/// Returns the facets of the board, or some of them if there are too many. The flag is true if the list is complete.
///
/// # Errors
/// The board has no facets, or a limit was hit.
fn listed_facets(puzzle: &Puzzle, seed: u64, stop: &Stop) -> Result<(Vec<Facet>, bool), BadInput> {
    let board = puzzle.board();
    let listed = match facets(board, stop) {
        Err(FacetError::Jumps(_) | FacetError::Rays) => {
            some_facets(board, PAIRS, seed, stop).map(|facets| (facets, false))
        }
        all => all.map(|facets| (facets, true)),
    };
    listed.map_err(|no| {
        let bad = BadInput::new("--facets", no.to_string());
        match no {
            FacetError::Stopped(why) => BadInput {
                limit: Some(why),
                ..bad
            },
            _ => bad.remedy("choose another board, such as square-4"),
        }
    })
}

/// Results for the weights in the file of --weights.
#[derive(Serialize, JsonSchema)]
pub struct OwnWeights {
    /// The weight of each hole.
    by_hole: Vec<i64>,
    /// Whether no jump adds weight.
    is_pagoda: bool,
    /// The first jump that adds weight, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    /// Whether the weights are proved to be a facet.
    is_facet: bool,
    /// Weight of the start.
    start: String,
    /// Centre of gravity of the pegs of the start, in steps right and up from the middle of the board.
    centre: [f64; 2],
    /// Minimum weight of the goal.
    goal: String,
    /// Whether the weights refute the puzzle.
    refutes: bool,
}

impl OwnWeights {
    fn new(puzzle: &Puzzle, by_hole: Vec<i64>) -> Self {
        let board = puzzle.board();
        let weights = Weights::pagoda(by_hole);
        let fault = weights
            .check_jumps(board)
            .err()
            .map(|fault| fault.to_string());
        let (start, goal) = (weights.total(puzzle.start()), weights.goal_total(puzzle));
        let pegs = puzzle.start();
        let number = f64::from(u32::try_from(pegs.pegs()).unwrap_or(u32::MAX).max(1));
        let mean = |size: i16, at: fn(Cell) -> i16| {
            let places = pegs.holes().map(|hole| f64::from(at(board.cell(hole))));
            places.sum::<f64>() / number - f64::from(size - 1) / 2.0
        };
        Self {
            centre: [
                mean(board.width(), |cell| cell.x),
                -mean(board.height(), |cell| cell.y),
            ],
            is_pagoda: fault.is_none(),
            is_facet: fault.is_none() && weights.is_facet(board),
            refutes: fault.is_none() && goal > start,
            fault,
            start: start.to_string(),
            goal: goal.to_string(),
            by_hole: weights.by_hole,
        }
    }

    fn print(&self, out: &mut impl Write, puzzle: &Puzzle) -> Result<(), Failure> {
        let strong = print::STRONG;
        writeln!(out, "\n{strong}your weights{strong:#}")?;
        for line in draw(puzzle.board(), |hole| self.by_hole[hole]).lines() {
            writeln!(out, "  {line}")?;
        }
        match &self.fault {
            Some(fault) => writeln!(out, "  not a pagoda function: {fault}")?,
            None if self.is_facet => {
                writeln!(
                    out,
                    "  a pagoda function (no jump adds weight), and a facet"
                )?;
            }
            None => writeln!(out, "  a pagoda function (no jump adds weight)")?,
        }
        let word = if self.refutes {
            "the weights refute the puzzle"
        } else {
            "the weights do not refute the puzzle"
        };
        writeln!(
            out,
            "  the start weighs {}, the goal at least {}: {word}",
            self.start, self.goal
        )?;
        let [x, y] = self.centre.map(|it| if it == 0.0 { 0.0 } else { it });
        writeln!(
            out,
            "  centre of gravity of the start: ({x:.3}, {y:.3}), right and up from the middle"
        )?;
        Ok(())
    }
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

fn facet_documents<'a>(board: &Board, facets: &'a [Facet]) -> Vec<FacetDocument<'a>> {
    let entry = |facet: &'a Facet| FacetDocument {
        by_hole: &facet.weights.by_hole,
        images: facet.images,
        jumps_without_loss: facet.weights.tight_jumps(board),
    };
    facets.iter().map(entry).collect()
}

/// Prints the facets, each drawn on the board.
fn print_facets(
    out: &mut impl Write,
    board: &Board,
    facets: &[Facet],
    are_all: bool,
) -> Result<(), Failure> {
    let strong = print::STRONG;
    let all: usize = facets.iter().map(|facet| facet.images).sum();
    writeln!(
        out,
        "\n{strong}facets{strong:#}: {}{} up to the symmetries of the board, {} {}",
        if are_all {
            ""
        } else {
            "too many to list; some of them: "
        },
        print::grouped(facets.len()),
        print::grouped(all),
        if are_all {
            "in all"
        } else {
            "with their images"
        },
    )?;
    for facet in facets {
        let drawn = draw(board, |hole| facet.weights.by_hole[hole]);
        for line in drawn.lines() {
            writeln!(out, "  {line}")?;
        }
        writeln!(
            out,
            "  {}; {} of {} lose no weight\n",
            print::counted(facet.images, "image"),
            print::grouped(facet.weights.tight_jumps(board)),
            print::counted(board.jumps().len(), "jump"),
        )?;
    }
    Ok(())
}
