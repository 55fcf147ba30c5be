//! The answer to a puzzle of colour baseball.

mod steps;
pub mod trace;

use std::fmt::{self, Write};

use saut_base::stop::StopReason;
use saut_formats::json::{self, write_json};
use saut_formats::step_file::{trace_entries, useless};
use saut_peg::baseball::{Puzzle, Strategy, fewest_steps, picture};
use saut_peg::simulate::baseball::ReplayedSteps;
use saut_plan::{Error, Method, Settings};
use saut_puzzles::decide::baseball::{self, Decision, Verdict};
use serde_json::json;

use crate::board::{Document, Facts, reason_of_none};
use crate::kept::{Evidence, Kept};
use crate::{formula, print};
pub use steps::{name, steps_in_words};

/// Answer to a puzzle of colour baseball.
#[derive(Debug)]
pub struct BaseballAnswer {
    pub(crate) puzzle: Puzzle,
    pub(crate) decision: Decision,
    /// The hand method that played, if one was asked for.
    strategy: Option<Strategy>,
    /// Whether the lists of every configuration are told.
    traced: bool,
}

impl BaseballAnswer {
    /// The shortest plan that is found.
    ///
    /// # Errors
    /// As [`baseball::solve`].
    pub fn solve(puzzle: &Puzzle, settings: &Settings) -> Result<Self, Error> {
        Ok(Self {
            puzzle: puzzle.clone(),
            decision: baseball::solve(puzzle, settings)?,
            strategy: None,
            traced: false,
        })
    }

    /// The plan of a hand method.
    ///
    /// # Errors
    /// As [`baseball::by_hand`].
    pub fn by_hand(puzzle: &Puzzle, strategy: Strategy) -> Result<Self, Error> {
        Ok(Self {
            puzzle: puzzle.clone(),
            decision: baseball::by_hand(puzzle, strategy)?,
            strategy: Some(strategy),
            traced: false,
        })
    }

    /// The answer with the trace of its plan, or without.
    #[must_use]
    pub fn traced(self, traced: bool) -> Self {
        Self { traced, ..self }
    }

    pub(crate) fn evidence(&self) -> Evidence<'_> {
        Evidence::Horizons {
            refuted: &self.decision.refuted,
            otherwise: match &self.decision.verdict {
                Verdict::Solved(_) => reason_of_none(self.decision.optimal).to_owned(),
                Verdict::Infeasible(never) => match **never {},
                Verdict::Undecided(why) => {
                    format!("nothing was proved, the end was {}", why.name())
                }
            },
        }
    }

    pub(crate) fn document(&self, kept: Kept) -> serde_json::Result<String> {
        let (puzzle, decided) = (&self.puzzle, &self.decision);
        let seconds = (decided.elapsed.as_secs_f64() * 10_000.0).round() / 10_000.0;
        match &decided.verdict {
            Verdict::Solved(plan) => {
                let steps = plan.steps();
                let mut document = json!({
                    "checked": true, "length": steps.len(), "method": self.method(), "plan": steps,
                    "puzzle": puzzle.name(), "seconds": seconds, "verdict": "solved",
                });
                if let Some(Method::Formula {
                    horizon,
                    backend,
                    variables,
                    clauses,
                    ..
                }) = &decided.method
                {
                    document["backend"] = backend.as_str().into();
                    document["horizon"] = (*horizon).into();
                    document["variables"] = (*variables).into();
                    document["clauses"] = (*clauses).into();
                }
                if let Some(optimal) = decided.optimal {
                    document["optimal"] = optimal.into();
                    document["lower_bound"] = json!({
                        "by_distances": fewest_steps(puzzle),
                        "refuted": kept.entries(&decided.refuted),
                    });
                }
                if self.traced {
                    document["trace"] = trace_entries(puzzle, &steps);
                    document["useless_steps"] = useless(puzzle, &steps).into();
                }
                kept.write_into(&mut document)?;
                Ok(document.to_string())
            }
            Verdict::Infeasible(never) => match **never {},
            Verdict::Undecided(why) => write_json(&Document {
                solved: json::Undecided::new(puzzle.name(), *why, seconds),
                facts: Facts::default(),
                kept,
            }),
        }
    }

    fn method(&self) -> String {
        match (&self.decision.method, self.strategy) {
            (Some(method), _) => method.name().to_owned(),
            (None, Some(strategy)) => strategy.name().to_owned(),
            (None, None) => String::new(),
        }
    }

    pub(crate) fn write_text(&self, out: &mut String) -> fmt::Result {
        let strong = print::STRONG;
        let (puzzle, decided) = (&self.puzzle, &self.decision);
        write!(out, "{}", describe(puzzle))?;
        match &decided.verdict {
            Verdict::Solved(plan) => {
                let length = print::counted(plan.plan().len(), "step");
                let optimal = optimal(decided, plan);
                writeln!(out, "{strong}solved{strong:#}: {length}{optimal}")?;
                if self.traced {
                    trace::write_text(out, puzzle, &plan.steps())?;
                } else {
                    write!(out, "{}", steps_in_words(&plan.steps()))?;
                }
                writeln!(
                    out,
                    "\na step is token:from>to; replayed by the simulator; {}",
                    self.cost()
                )
            }
            Verdict::Infeasible(never) => match **never {},
            Verdict::Undecided(why) => {
                writeln!(out, "{strong}undecided{strong:#} ({})", why.name())?;
                if let StopReason::HorizonRefuted { horizon, is_proved } = *why {
                    let method = decided.method.as_ref();
                    let sentence = formula::horizon_refuted(horizon, is_proved, method);
                    writeln!(out, "{sentence}")?;
                }
                writeln!(out, "{}", self.cost())
            }
        }
    }

    fn cost(&self) -> String {
        let decided = &self.decision;
        let how = match &decided.method {
            Some(of @ Method::Formula { .. }) => formula::in_words(of),
            _ => match self.method() {
                name if name.is_empty() => String::new(),
                name => format!("by {name}; "),
            },
        };
        let formulas = match decided.attempts {
            0 => String::new(),
            attempts => format!(", {}", print::counted(attempts, "formula")),
        };
        format!("{how}{:.2} s{formulas}", decided.elapsed.as_secs_f64())
    }
}

fn optimal(decided: &Decision, plan: &ReplayedSteps) -> String {
    let lengths: Vec<String> = decided
        .refuted
        .iter()
        .map(|one| one.proof().horizon.to_string())
        .collect();
    match decided.optimal {
        None => String::new(),
        Some(false) => ", not proved to be the fewest".to_owned(),
        Some(true) if lengths.is_empty() => {
            format!(
                ", the fewest: the tokens' distances add up to {}",
                plan.plan().len()
            )
        }
        Some(true) => format!(
            ", the fewest: the checker accepted the proof that {} {} not enough",
            lengths.join(" and "),
            if lengths.len() == 1 { "is" } else { "are" },
        ),
    }
}

/// Name, title, start and goal.
pub fn describe(puzzle: &Puzzle) -> String {
    let strong = print::STRONG;
    let title = puzzle.title.as_ref();
    let title = title.map_or(String::new(), |title| format!(": {title}"));
    let draw = |configuration| picture::text(configuration, puzzle.capacity());
    let (name, start, goal) = (puzzle.name(), draw(puzzle.start()), draw(puzzle.goal()));
    format!("{strong}{name}{strong:#}{title}\n\n  {start}\n  -> {goal}\n\n")
}
