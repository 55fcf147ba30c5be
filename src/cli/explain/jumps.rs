//! `saut explain --jumps`: how often each kind of jump can occur, and whether a plan attains this limit.
//!
//! Jumps that a symmetry of the puzzle exchanges are of the same kind and have the same limit. A limit is computed from
//! sets of jumps that may have no valid order, so plans may not attain it. `--attained` examines all positions on
//! solutions, and computes the maximum number of occurrences in a plan.

use std::io::Write;

use saut::BadInput;
use saut::answer::schema;
use saut::certify;
use saut::certify::cone::{Bounds, ConeResult, JumpBound, fewest_jumps, jump_bounds, search};
use saut::explore::{MostTimes, SolutionGraph};
use saut::peg::{Jump, Puzzle, notation};
use saut::simulate;
use saut::stop::Stop;
use saut_base::divisor::gcd;
use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::arguments::Global;
use crate::cli::print;
use crate::cli::reply::Failure;
use crate::cli::settings::{searching, within};

/// How often each jump can occur in a plan.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Jumps")]
pub struct JumpLimits {
    /// A lower bound on the number of jumps of every plan.
    fewest_jumps: u32,
    /// For each jump of the board, how often it can occur.
    jump_bounds: Vec<Bound>,
    /// The same bounds for sets of symmetric jumps.
    jump_kinds: Vec<Kind>,
    /// Whether the lattice criterion leaves the goal open: a sum of jumps with integer coefficients leads to the goal.
    #[serde(skip)]
    has_whole: bool,
    /// `known` if the maximum number of each jump in a plan was computed, `no plan` if no plan exists, otherwise
    /// `not known`.
    #[serde(skip_serializing_if = "Option::is_none")]
    attained: Option<&'static str>,
    #[serde(skip)]
    in_words: String,
}

/// How often a jump can occur.
#[derive(Serialize, JsonSchema)]
struct Bound {
    #[serde(flatten)]
    #[schemars(with = "CellsOfJump")]
    jump: Jump,
    /// The bound if the number of occurrences may be a fraction; null if it is unknown.
    relaxed: Option<String>,
    /// The bound for whole numbers of occurrences.
    most: u32,
    /// Whether some whole numbers of jumps, in any order, lead to the goal and reach the bound.
    reached: bool,
}

/// A kind of jumps: symmetries of the puzzle map each jump to the others.
#[derive(Serialize, JsonSchema)]
struct Kind {
    /// The jumps of this kind.
    #[schemars(with = "Vec<CellsOfJump>")]
    jumps: Vec<Jump>,
    /// The bound if the number of occurrences may be a fraction; null if it is unknown.
    relaxed: Option<String>,
    /// The bound for whole numbers of occurrences.
    most: Option<u32>,
    /// Whether some whole numbers of jumps, in any order, lead to the goal and reach the bound.
    reached: Option<bool>,
    /// Maximum number of times that one plan contains the first of these jumps.
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<u8>,
    /// A replayed plan that contains the first jump this number of times.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<schema::Jump>>")]
    plan: Option<Vec<Jump>>,
}

/// The cells of a jump.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "describes a type of another crate")]
pub struct CellsOfJump {
    /// Cell of the jumping peg.
    from: schema::Cell,
    /// The peg that is removed.
    over: schema::Cell,
    /// Cell where the jumping peg lands.
    to: schema::Cell,
}

impl JumpLimits {
    /// Computes the limits of the jumps, each with a search tree of at most `parts` nodes. If the lattice criterion
    /// refutes the puzzle, only the bounds for fractions are computed.
    pub fn new(puzzle: &Puzzle, parts: usize, stop: &Stop) -> Self {
        let has_whole = certify::lattice::find(puzzle).is_none();
        let parts = if has_whole { parts } else { 1 };
        let bounds = jump_bounds(puzzle, parts, stop);
        Self {
            has_whole,
            jump_kinds: kinds(puzzle, &bounds),
            jump_bounds: bounds.into_iter().flatten().map(Bound::from).collect(),
            fewest_jumps: fewest_jumps(puzzle, parts, stop).least,
            attained: None,
            in_words: String::new(),
        }
    }

    /// Adds the maximum numbers that plans attain.
    ///
    /// # Errors
    /// A plan that the search found is invalid.
    pub fn look_at_plans(&mut self, puzzle: &Puzzle, global: &Global) -> Result<(), Failure> {
        let found = searching(&within(global), |search, _| {
            let graph = SolutionGraph::new(puzzle, &search)?;
            MostTimes::of_all(&graph)
        });
        let (word, in_words) = match found {
            Ok(all) if all.is_empty() => (
                "no plan",
                "The puzzle has no plan, so no plan attains these numbers.".to_owned(),
            ),
            Ok(all) => {
                for kind in &mut self.jump_kinds {
                    let (times, plan) = most_times(puzzle, &all, kind.jumps[0])?;
                    (kind.times, kind.plan) = (Some(times), Some(plan));
                }
                let words = "Computed from all positions on solutions. Plans that attain the numbers, replayed by the \
                     simulator:";
                ("known", words.to_owned())
            }
            Err(why) => (
                "not known",
                format!("Whether plans attain these numbers is undecided: {why}."),
            ),
        };
        (self.attained, self.in_words) = (Some(word), in_words);
        Ok(())
    }

    /// Prints the limits. `refuted` is the criterion that refutes the puzzle, if there is one.
    pub fn print(
        &self,
        out: &mut impl Write,
        puzzle: &Puzzle,
        refuted: Option<&str>,
    ) -> Result<(), Failure> {
        let board = puzzle.board();
        let strong = print::STRONG;
        let (least, most) = puzzle.jump_range();
        let fewest = match refuted {
            Some(criterion) => format!("the criterion {criterion} shows that there is no plan"),
            None if least == most => format!("every plan has {least}"),
            None => format!(
                "no plan has fewer than {}",
                least.max(self.fewest_jumps as usize)
            ),
        };
        writeln!(
            out,
            "\n{strong}jumps{strong:#}: {fewest}; {} of {} up to the symmetries of the puzzle. The numbers before \
             a kind are limits on how often each of its jumps can occur: in fractions, and in whole numbers",
            print::counted(board.jumps().len(), "jump"),
            print::counted(self.jump_kinds.len(), "kind"),
        )?;
        let name = |&jump: &Jump| notation::jump_name(board, jump);
        if self.jump_bounds.is_empty() {
            let why = if refuted.is_some() {
                "no numbers of jumps lead to the goal, not even fractions, so there are no limits"
            } else {
                "no limit was found in time"
            };
            return Ok(writeln!(out, "  {why}")?);
        }
        if !self.has_whole {
            writeln!(
                out,
                "  the criterion lattice shows that no whole numbers of jumps lead to the goal; the limits are \
                 for fractions:"
            )?;
        }
        for kind in &self.jump_kinds {
            let relaxed = kind.relaxed.as_deref().unwrap_or("?");
            let names = kind.jumps.iter().map(name).collect::<Vec<_>>().join(" ");
            let limit = self.has_whole.then(|| kind.limit() + "  ");
            let limit = limit.unwrap_or_default();
            writeln!(out, "  {relaxed:>6}  {limit}{names}")?;
        }
        if self.attained.is_some() {
            writeln!(out, "{}", self.in_words)?;
        }
        for kind in &self.jump_kinds {
            if let (Some(times), Some(plan)) = (kind.times, &kind.plan) {
                writeln!(out, "  {} {times} times:", name(&kind.jumps[0]))?;
                write!(out, "{}", print::plan(board, plan))?;
            }
        }
        Ok(())
    }
}

impl Kind {
    /// Returns the limit in whole numbers, and whether it is attained, if known.
    fn limit(&self) -> String {
        let most = self.most.map_or("?".to_owned(), |most| most.to_string());
        let perhaps = match self.reached {
            Some(false) => ", perhaps fewer",
            _ => "",
        };
        let attained = match self.times {
            None => String::new(),
            Some(times) if self.most == Some(times.into()) => ", attained".to_owned(),
            Some(times) => format!(", not attained: {times}"),
        };
        format!("{most}{perhaps}{attained}")
    }
}

impl From<JumpBound> for Bound {
    fn from(bound: JumpBound) -> Self {
        Self {
            jump: bound.jump,
            relaxed: bound.relaxed.map(fraction),
            most: bound.most,
            reached: bound.is_reached,
        }
    }
}

/// Returns the kinds of jumps of the board, each with the bound of its jumps.
fn kinds(puzzle: &Puzzle, bounds: &[Option<JumpBound>]) -> Vec<Kind> {
    let jumps = puzzle.board().jumps();
    let symmetries = puzzle.symmetries();
    let mut kinds: Vec<Kind> = Vec::new();
    for (&jump, bound) in jumps.iter().zip(bounds) {
        let images: Vec<Jump> = symmetries.iter().map(|it| it.jump(jump)).collect();
        let known = kinds.iter_mut().find(|it| images.contains(&it.jumps[0]));
        if let Some(kind) = known {
            kind.jumps.push(jump);
            continue;
        }
        let bound = bound.as_ref();
        kinds.push(Kind {
            jumps: vec![jump],
            relaxed: bound.and_then(|bound| bound.relaxed).map(fraction),
            most: bound.map(|bound| bound.most),
            reached: bound.map(|bound| bound.is_reached),
            times: None,
            plan: None,
        });
    }
    kinds
}

/// Returns the maximum number of occurrences of a jump in a plan, and a plan that attains it. To check the number, the
/// plan is replayed and the occurrences in it are counted.
fn most_times(puzzle: &Puzzle, all: &[MostTimes], jump: Jump) -> Result<(u8, Vec<Jump>), Failure> {
    let found = all.iter().find(|one| one.jump == jump);
    let found = found.ok_or_else(|| Failure::internal("no plan was computed for a jump"))?;
    let plan = simulate::replay(puzzle, found.plan.clone())
        .map_err(|rejected| Failure::internal(format_args!("a plan is invalid: {rejected}")))?;
    let (plan, times) = (plan.jumps(), found.times);
    let counted = plan.iter().filter(|&&one| one == jump).count();
    if counted != usize::from(times) {
        let fact = format!("a jump occurs {counted} times, not {times}");
        return Err(Failure::internal(fact));
    }
    Ok((times, plan))
}

/// Whether the goal can be reached in some order, legal or not, if some jumps are played at least a given number of
/// times.
#[derive(Serialize, JsonSchema)]
pub struct Together {
    /// Whether the goal can be reached in some order, legal or not; null if this is unknown.
    possible: Option<bool>,
    /// For each jump of the board, how often it is played, if `possible` is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<Vec<u32>>,
}

impl Together {
    /// Searches for a number of plays of each jump, so that all plays together lead to the goal. `text` has lower
    /// bounds of these numbers, as in `33/53=2 35/55`. A jump without a number must occur at least once.
    ///
    /// # Errors
    /// The text has a word that is not a jump of the board, or a number of 1000 or more.
    pub fn new(puzzle: &Puzzle, text: &str, parts: usize, stop: &Stop) -> Result<Self, BadInput> {
        let board = puzzle.board();
        let mut bounds = Bounds::none(board.jumps().len());
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            let read = || {
                let (jump, times) = word.split_once('=').unwrap_or((word, "1"));
                let is_named = |it: &&Jump| notation::jump_name(board, **it) == jump;
                let jump = board.number(*board.jumps().iter().find(is_named)?)?;
                Some((
                    jump,
                    times.parse::<u32>().ok().filter(|&times| times < 1000)?,
                ))
            };
            let (jump, times) = read().ok_or_else(|| {
                BadInput::new(
                    "--at-least",
                    format!("\"{word}\" is neither a jump of the board nor a jump with a number below 1000"),
                )
                .remedy("write jumps with numbers, as in \"33/53=2 35/55=1\"")
            })?;
            bounds = bounds.with_least(jump, times);
        }
        Ok(match search(puzzle, &bounds, parts, stop) {
            Some(ConeResult::Numbers(times)) => Self {
                possible: Some(true),
                times: Some(times),
            },
            Some(ConeResult::Refuted(_)) => Self {
                possible: Some(false),
                times: None,
            },
            None => Self {
                possible: None,
                times: None,
            },
        })
    }

    pub fn print(&self, out: &mut impl Write, puzzle: &Puzzle, text: &str) -> Result<(), Failure> {
        let board = puzzle.board();
        write!(out, "\njumps at least {text}: ")?;
        match (self.possible, &self.times) {
            (Some(true), Some(times)) => {
                let numbers = board
                    .jumps()
                    .iter()
                    .zip(times)
                    .filter(|(_, times)| **times > 0);
                let names = numbers
                    .map(|(&jump, times)| format!("{times}*{}", notation::jump_name(board, jump)));
                writeln!(
                    out,
                    "not excluded; these jumps lead to the goal: {}",
                    names.collect::<Vec<_>>().join(" + ")
                )?;
            }
            (Some(_), _) => writeln!(
                out,
                "excluded: with these jumps, no whole numbers of jumps lead to the goal"
            )?,
            (None, _) => writeln!(out, "not decided within the limits")?,
        }
        Ok(())
    }
}

/// Formats a fraction in lowest terms.
pub fn fraction((numerator, denominator): (i64, i64)) -> String {
    let divisor = gcd(numerator.abs(), denominator).max(1);
    match (numerator / divisor, denominator / divisor) {
        (whole, 1) => whole.to_string(),
        (above, below) => format!("{above}/{below}"),
    }
}
