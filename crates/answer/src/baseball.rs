//! The answer to a puzzle of colour baseball.

use std::cmp::Ordering;
use std::fmt::{self, Write};

use itertools::Itertools;

use saut_formats::step_file::{trace_entries, useless};
use saut_peg::baseball::trace::{list, sublist, trace};
use saut_peg::baseball::{
    Configuration, Step, Strategy, Track, TrackPuzzle, base_to_fill, fewest_steps, picture,
};
use saut_peg::simulate::baseball::ReplayedSteps;
use saut_puzzles::decide::baseball::{TrackDecision, Verdict};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::board::document::{AnswerMethod, Document, LowerBound, RequestedFacts, Undecided};
use crate::board::reason_of_none;
use crate::kept::{Evidence, SavedProof};
use crate::print::{self, found_and_spent};
use crate::schema::{self, Seconds};

/// Answer to a puzzle of colour baseball.
#[derive(Debug)]
pub struct BaseballAnswer {
    pub(crate) puzzle: TrackPuzzle,
    pub(crate) decision: TrackDecision,
    /// The requested hand method.
    pub(crate) strategy: Option<Strategy>,
    /// Whether the answer lists the configuration after each step.
    pub(crate) is_traced: bool,
}

impl BaseballAnswer {
    pub(crate) fn evidence(&self) -> Evidence<'_> {
        let otherwise = match &self.decision.verdict {
            Verdict::Solved(_) => reason_of_none(self.decision.optimal).to_owned(),
            Verdict::Infeasible(never) => match **never {},
            Verdict::Undecided(why) => format!("nothing was proved (undecided: {})", why.name()),
        };
        Evidence::of_horizons(&self.decision.refuted, otherwise)
    }

    /// Returns the answer as JSON. If there is a plan, the fields are in alphabetical order.
    pub(crate) fn document(&self, kept: SavedProof) -> serde_json::Result<String> {
        let (puzzle, decided) = (&self.puzzle, &self.decision);
        let seconds = decided.elapsed.into();
        match &decided.verdict {
            Verdict::Solved(plan) => {
                let steps = plan.steps();
                let lower_bound = decided.optimal.map(|_| LowerBound::Distances {
                    by_distances: fewest_steps(puzzle),
                    refuted: kept.entries(&decided.refuted),
                });
                let document = Document {
                    solved: SolvedBaseball {
                        puzzle: puzzle.name(),
                        verdict: "solved",
                        length: steps.len(),
                        optimal: decided.optimal,
                        found: AnswerMethod {
                            nodes: None,
                            tries: None,
                            ..AnswerMethod::new(decided.method.as_ref())
                        },
                        seconds,
                        checked: true,
                        trace: self.is_traced.then(|| trace_entries(puzzle, &steps)),
                        useless_steps: self.is_traced.then(|| useless(puzzle, &steps)),
                        plan: steps,
                    },
                    facts: RequestedFacts {
                        lower_bound,
                        ..RequestedFacts::default()
                    },
                    kept,
                };
                serde_json::to_value(document).map(|it| it.to_string())
            }
            Verdict::Infeasible(never) => match **never {},
            Verdict::Undecided(why) => {
                let unproved = &decided.unproved;
                let undecided = Undecided::new(puzzle.name(), *why, unproved, seconds);
                Document::write(undecided, RequestedFacts::default(), kept)
            }
        }
    }

    pub(crate) fn write_text(&self, out: &mut String) -> fmt::Result {
        let strong = print::STRONG;
        let (puzzle, decided) = (&self.puzzle, &self.decision);
        write!(out, "{}", describe(puzzle))?;
        match &decided.verdict {
            Verdict::Solved(plan) => {
                let length = print::counted(plan.plan().len(), "step");
                let optimal = optimal(puzzle, decided, plan);
                writeln!(out, "{strong}solved{strong:#}: {length}{optimal}")?;
                if self.is_traced {
                    let by_bases = self.strategy == Some(Strategy::OneBaseAtATime);
                    write_trace(out, puzzle, &plan.steps(), by_bases)?;
                } else {
                    write!(out, "{}", steps_in_words(&plan.steps()))?;
                }
                writeln!(
                    out,
                    "\na step is token:from>to; replayed by the simulator; {}",
                    found_and_spent(decided)
                )
            }
            Verdict::Infeasible(never) => match **never {},
            Verdict::Undecided(why) => {
                print::write_undecided(out, decided, *why, None)?;
                writeln!(out, "{}", found_and_spent(decided))
            }
        }
    }
}

fn optimal(puzzle: &TrackPuzzle, decided: &TrackDecision, plan: &ReplayedSteps) -> String {
    let mut horizons = decided.refuted.iter().map(|one| one.proof().horizon);
    match decided.optimal {
        None => String::new(),
        Some(false) => ", not proved to be the fewest".to_owned(),
        Some(true) if decided.refuted.is_empty() => {
            let bound = match puzzle.track() {
                Track::Ring => "the tokens' distances",
                Track::Line => "the crossings needed at each border between bases",
            };
            format!(", the fewest: {bound} total {}", plan.plan().len())
        }
        Some(true) => format!(
            ", the fewest: the checker accepted the proof that {} {} not enough",
            horizons.join(" and "),
            if decided.refuted.len() == 1 {
                "is"
            } else {
                "are"
            },
        ),
    }
}

/// A game of colour baseball with a plan.
#[derive(Serialize, JsonSchema)]
pub struct SolvedBaseball<'a> {
    /// The name of the puzzle.
    puzzle: &'a str,
    /// Always solved.
    #[schemars(extend("const" = "solved"))]
    verdict: &'static str,
    /// The steps of the replayed plan.
    #[schemars(with = "Vec<schema::Step>")]
    plan: Vec<Step>,
    /// Number of steps.
    length: usize,
    /// Whether no plan has fewer steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    #[serde(flatten)]
    found: AnswerMethod,
    /// Wall time.
    seconds: Seconds,
    /// Always true: the simulator has replayed the plan.
    #[schemars(extend("const" = true))]
    checked: bool,
    /// The lists of the configuration after each step.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<schema::Trace>>")]
    trace: Option<Value>,
    /// Number of useless steps. The configuration before a useless step occurs again later.
    #[serde(skip_serializing_if = "Option::is_none")]
    useless_steps: Option<usize>,
}

/// Returns the state of the method *one base at a time* in a configuration. D is the base to be filled, J is the base
/// that has the next token j for D, and finished bases are called "isolated".
fn state_of_bases(puzzle: &TrackPuzzle, configuration: &Configuration) -> String {
    let Some((base, from)) = base_to_fill(puzzle, configuration) else {
        return "all tokens are home".to_owned();
    };
    let isolated = (base + 1..puzzle.bases()).join(" ");
    let isolated = if isolated.is_empty() {
        "none".to_owned()
    } else {
        isolated
    };
    format!("D {base}, j is token {base} on J {from}, isolated {isolated}")
}

/// Writes a line for every step: the lists L and SL, or the state of *one base at a time*.
fn write_trace(
    out: &mut String,
    puzzle: &TrackPuzzle,
    steps: &[Step],
    by_bases: bool,
) -> fmt::Result {
    let traced = trace(puzzle, steps);
    let capacity = puzzle.capacity();
    let line = |configuration| {
        let drawn = picture::text(configuration, capacity);
        if by_bases {
            return format!("{drawn}  {}", state_of_bases(puzzle, configuration));
        }
        let list = list(configuration, capacity).iter().join(",");
        let sublist = sublist(configuration).iter().join(",");
        format!("{drawn}  L {list}  SL {sublist}")
    };
    writeln!(out, "   0. {:<8} {}", "", line(puzzle.start()))?;
    for (number, one) in (1..).zip(&traced) {
        let change = match one.change {
            _ if by_bases => "",
            Ordering::Less => ", SL falls",
            Ordering::Equal => "",
            Ordering::Greater => ", SL grows",
        };
        let useless = if one.is_useless { ", useless" } else { "" };
        let step = name(one.step);
        writeln!(
            out,
            "{number:>4}. {step:<8} {}{change}{useless}",
            line(&one.after)
        )?;
    }
    let changes = |wanted| traced.iter().filter(|one| one.change == wanted).count();
    let useless = traced.iter().filter(|one| one.is_useless).count();
    writeln!(
        out,
        "\n{useless} of {} useless: the configuration before each useless step occurs again; SL falls {} and grows {}",
        print::counted(traced.len(), "step"),
        print::counted(changes(Ordering::Less), "time"),
        print::counted(changes(Ordering::Greater), "time"),
    )
}

/// Formats a step: `2:4>3` is token 2 from base 4 to base 3.
pub fn name(step: Step) -> String {
    format!("{}:{}>{}", step.token, step.from, step.to)
}

/// Formats steps in several lines.
pub fn steps_in_words(steps: &[Step]) -> String {
    const IN_A_LINE: usize = 10;
    let line = |line: &[Step]| {
        let words = line.iter().map(|&step| name(step)).join(" ");
        format!("  {words}\n")
    };
    steps.chunks(IN_A_LINE).map(line).collect()
}

/// Returns the name, the title, the start and the goal.
pub fn describe(puzzle: &TrackPuzzle) -> String {
    let strong = print::STRONG;
    let title = puzzle.title.as_ref();
    let title = title.map_or(String::new(), |title| format!(": {title}"));
    let draw = |configuration| picture::text(configuration, puzzle.capacity());
    let (name, start, goal) = (puzzle.name(), draw(puzzle.start()), draw(puzzle.goal()));
    format!("{strong}{name}{strong:#}{title}\n\n  {start}\n  -> {goal}\n\n")
}
