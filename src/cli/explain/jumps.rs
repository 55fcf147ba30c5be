//! `saut explain --jumps`: how often each jump can occur, by kinds, and whether a plan attains it.
//!
//! Jumps that a symmetry of the puzzle exchanges are of one kind and have the same limit. The limits
//! are of combinations of jumps, which perhaps no order plays; `--attained` looks at every position on
//! a solution and says how often a plan really has the jump.

use std::io::Write;

use saut::answer::schema;
use saut::certify::cone::{FewestJumps, JumpBound, fewest_jumps, jump_bounds};
use saut::count::NotCounted;
use saut::explore::{MostTimes, SolutionGraph};
use saut::peg::{Board, Cell, Jump, Puzzle, notation};
use saut::simulate::{self, ReplayedPlan};
use saut::stop::Stop;
use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::arguments::Global;
use crate::cli::print;
use crate::cli::reply::Failure;
use crate::cli::settings::searching;

/// Findings of `--jumps`.
pub struct Jumps {
    fewest: FewestJumps,
    /// Criterion by which there is no plan.
    refuted: Option<&'static str>,
    bounds: Vec<Option<JumpBound>>,
    kinds: Vec<Kind>,
    attained: Option<Attained>,
}

/// Jumps that symmetries of the puzzle exchange, in the order of the board.
struct Kind {
    jumps: Vec<Jump>,
    bound: Option<JumpBound>,
}

/// Numbers that plans really have, as far as `--attained` could find it.
enum Attained {
    /// For each kind.
    Times(Vec<Times>),
    /// The puzzle has no plan.
    NoPlan,
    /// A limit, or a board of more than 64 holes.
    NotKnown(NotCounted),
}

/// Number of times that a plan has the first jump of a kind at most.
struct Times {
    times: u8,
    plan: ReplayedPlan,
}

impl Jumps {
    /// The limits of the jumps, each in so many parts of a tree at most; `refuted` is the criterion that refutes the
    /// puzzle, if one does.
    pub fn new(puzzle: &Puzzle, refuted: Option<&'static str>, parts: usize, stop: &Stop) -> Self {
        let bounds = jump_bounds(puzzle, parts, stop);
        Self {
            fewest: fewest_jumps(puzzle, parts, stop),
            kinds: kinds(puzzle, &bounds),
            refuted,
            bounds,
            attained: None,
        }
    }

    /// The limits, with the number of times that plans really attain.
    ///
    /// # Errors
    /// A plan of our own that does not hold.
    pub fn attained(self, puzzle: &Puzzle, global: &Global) -> Result<Self, Failure> {
        let (search, line) = searching(global);
        let found = SolutionGraph::new(puzzle, &search)
            .and_then(|graph| MostTimes::of_all(&graph).map_err(NotCounted::from));
        line.clear();
        let attained = match found {
            Ok(all) if all.is_empty() => Attained::NoPlan,
            Ok(all) => {
                let of = |kind: &Kind| times(puzzle, &all, kind.jumps[0]);
                Attained::Times(self.kinds.iter().map(of).collect::<Result<_, _>>()?)
            }
            Err(why) => Attained::NotKnown(why),
        };
        let attained = Some(attained);
        Ok(Self { attained, ..self })
    }

    /// For programs.
    pub fn document(&self) -> JumpsDocument {
        let kinds = self.kinds.iter().enumerate();
        JumpsDocument {
            fewest_jumps: self.fewest.least,
            jump_bounds: self.bounds.iter().flatten().map(Bound::from).collect(),
            jump_kinds: kinds
                .map(|(number, kind)| self.entry(number, kind))
                .collect(),
            attained: self.attained.as_ref().map(Attained::word),
        }
    }

    fn entry(&self, number: usize, kind: &Kind) -> KindDocument {
        let bound = kind.bound.as_ref();
        let times = match &self.attained {
            Some(Attained::Times(all)) => Some(&all[number]),
            _ => None,
        };
        KindDocument {
            jumps: kind.jumps.iter().map(|&jump| jump.into()).collect(),
            relaxed: bound.and_then(|bound| bound.relaxed).map(fraction),
            most: bound.map(|bound| bound.most),
            reached: bound.map(|bound| bound.is_reached),
            times: times.map(|it| it.times),
            plan: times.map(|it| it.plan.jumps()),
        }
    }

    /// Prints it.
    pub fn print(&self, out: &mut impl Write, puzzle: &Puzzle) -> Result<(), Failure> {
        let board = puzzle.board();
        let strong = print::STRONG;
        let (least, most) = puzzle.jump_range();
        let fewest = match self.refuted {
            Some(criterion) => format!("there is no plan, by the criterion {criterion}"),
            None if least == most => format!("every plan has {least}"),
            None => format!(
                "no plan has fewer than {}",
                least.max(self.fewest.least as usize)
            ),
        };
        writeln!(
            out,
            "\n{strong}jumps{strong:#}: {fewest}; {} of {} up to the symmetries of the puzzle; before \
             each stands how often a plan has any of its jumps at most (in fractions, in whole numbers)",
            print::grouped(board.jumps().len()),
            print::counted(self.kinds.len(), "kind"),
        )?;
        for (number, kind) in self.kinds.iter().enumerate() {
            let (relaxed, most) = limit(kind.bound.as_ref());
            let said = match &self.attained {
                Some(Attained::Times(all)) => verdict(kind.bound.as_ref(), all[number].times),
                _ => String::new(),
            };
            writeln!(
                out,
                "  {relaxed:>6}  {most}{said}  {}",
                names(board, &kind.jumps)
            )?;
        }
        match &self.attained {
            None => {}
            Some(Attained::NoPlan) => {
                writeln!(out, "The puzzle has no plan, so none is attained.")?;
            }
            Some(Attained::NotKnown(why)) => {
                writeln!(out, "Which of these a plan attains is not known: {why}.")?;
            }
            Some(Attained::Times(all)) => {
                writeln!(
                    out,
                    "Worked out for every position on a solution; plans, replayed by the simulator:"
                )?;
                for (kind, Times { times, plan }) in self.kinds.iter().zip(all) {
                    let name = notation::jump_name(board, kind.jumps[0]);
                    writeln!(out, "  {name} {times} times:")?;
                    write!(out, "{}", print::plan(board, &plan.jumps()))?;
                }
            }
        }
        Ok(())
    }
}

impl Attained {
    const fn word(&self) -> &'static str {
        match self {
            Self::Times(_) => "known",
            Self::NoPlan => "no plan",
            Self::NotKnown(_) => "not known",
        }
    }
}

/// The jumps of the board by kinds, with the bound that they share.
fn kinds(puzzle: &Puzzle, bounds: &[Option<JumpBound>]) -> Vec<Kind> {
    let jumps = puzzle.board().jumps();
    let symmetries = puzzle.symmetries();
    let mut kinds: Vec<Kind> = Vec::new();
    for (&jump, bound) in jumps.iter().zip(bounds) {
        let images: Vec<Jump> = symmetries.iter().map(|it| it.jump(jump)).collect();
        match kinds
            .iter_mut()
            .find(|kind| images.contains(&kind.jumps[0]))
        {
            Some(kind) => kind.jumps.push(jump),
            None => kinds.push(Kind {
                jumps: vec![jump],
                bound: bound.clone(),
            }),
        }
    }
    kinds
}

/// The most times of a jump, with its plan replayed and its jumps counted.
fn times(puzzle: &Puzzle, all: &[MostTimes], jump: Jump) -> Result<Times, Failure> {
    let wrong = |fact: String| Failure::internal(fact);
    let found = all.iter().find(|one| one.jump == jump);
    let found = found.ok_or_else(|| wrong("a jump was forgotten".to_owned()))?;
    let plan = simulate::replay(puzzle, found.plan.clone())
        .map_err(|rejected| wrong(format!("a plan that does not hold: {rejected}")))?;
    let counted = plan.jumps().iter().filter(|&&one| one == jump).count();
    if counted != usize::from(found.times) {
        return Err(wrong(format!(
            "a jump occurs {counted} times, not {}",
            found.times
        )));
    }
    Ok(Times {
        times: found.times,
        plan,
    })
}

/// Words for a limit in whole numbers: attained, or the number of times that is.
fn verdict(bound: Option<&JumpBound>, times: u8) -> String {
    match bound {
        Some(bound) if bound.most == u32::from(times) => ", attained".to_owned(),
        _ => format!(", not attained: {times}"),
    }
}

fn limit(bound: Option<&JumpBound>) -> (String, String) {
    let Some(bound) = bound else {
        return ("?".to_owned(), "?".to_owned());
    };
    let relaxed = bound.relaxed.map_or("?".to_owned(), fraction);
    let perhaps = if bound.is_reached {
        ""
    } else {
        ", perhaps fewer"
    };
    (relaxed, format!("{}{perhaps}", bound.most))
}

fn names(board: &Board, jumps: &[Jump]) -> String {
    let names = jumps.iter().map(|&jump| notation::jump_name(board, jump));
    names.collect::<Vec<_>>().join(" ")
}

/// A fraction as it is written.
pub fn fraction((numerator, denominator): (i64, i64)) -> String {
    match denominator {
        1 => numerator.to_string(),
        _ => format!("{numerator}/{denominator}"),
    }
}

/// How often jumps can occur.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Jumps")]
pub struct JumpsDocument {
    /// No plan has fewer jumps.
    fewest_jumps: u32,
    /// A bound for each jump.
    jump_bounds: Vec<Bound>,
    /// The jumps by kinds.
    jump_kinds: Vec<KindDocument>,
    /// Whether it is known how often plans have each jump: known, no plan, or not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    attained: Option<&'static str>,
}

/// How often a jump can occur.
#[derive(Serialize, JsonSchema)]
struct Bound {
    #[serde(flatten)]
    jump: CellsOfJump,
    /// In fractions of jumps.
    relaxed: Option<String>,
    /// In whole numbers.
    most: u32,
    /// Whether a combination of jumps has it as often.
    reached: bool,
}

impl From<&JumpBound> for Bound {
    fn from(bound: &JumpBound) -> Self {
        Self {
            jump: bound.jump.into(),
            relaxed: bound.relaxed.map(fraction),
            most: bound.most,
            reached: bound.is_reached,
        }
    }
}

/// Jumps that symmetries of the puzzle exchange.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Kind")]
struct KindDocument {
    /// The jumps.
    jumps: Vec<CellsOfJump>,
    /// How often each can occur, in fractions of jumps; null if it is not known.
    relaxed: Option<String>,
    /// In whole numbers.
    most: Option<u32>,
    /// Whether a combination of jumps has it as often.
    reached: Option<bool>,
    /// How often a plan has the first of them at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<u8>,
    /// A plan that has it as often, replayed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<schema::Jump>>")]
    plan: Option<Vec<Jump>>,
}

/// The cells of a jump.
#[derive(Serialize, JsonSchema)]
pub struct CellsOfJump {
    /// Cell of the jumping peg.
    #[schemars(with = "schema::Cell")]
    from: Cell,
    /// The peg that is removed.
    #[schemars(with = "schema::Cell")]
    over: Cell,
    /// Cell where the jumping peg lands.
    #[schemars(with = "schema::Cell")]
    to: Cell,
}

impl From<Jump> for CellsOfJump {
    fn from(Jump { from, over, to }: Jump) -> Self {
        Self { from, over, to }
    }
}
