//! Decisions as text: the verdict, the plan or the reason, how it was found and what it cost.

use std::fmt::{self, Write};

use saut_base::stop::StopReason;
use saut_formats::bundled;
use saut_peg::peg::Puzzle;
use saut_plan::decision::{BEAM_SEARCH, EXHAUSTIVE};
use saut_puzzles::decide::{Decision, Method, Verdict};

use super::BoardAnswer;
use super::document::made_of;
use crate::print::{self, formula, horizon_refuted};

impl BoardAnswer {
    /// Writes the answer as text.
    pub(crate) fn write_text(&self, out: &mut String) -> fmt::Result {
        let strong = print::STRONG;
        let (puzzle, decision) = (&self.puzzle, &self.decision);
        writeln!(out, "{}\n\n{}", print::heading(puzzle), print::pair(puzzle))?;
        match &decision.verdict {
            Verdict::Solved(plan) => {
                let jumps = plan.jumps();
                let length = print::length(&jumps);
                let fewest = self.fewest_steps();
                let noun = fewest.map_or("jump", |_| "step");
                let steps = fewest.map_or(String::new(), |steps| {
                    format!(", {}", print::counted(steps, "step"))
                });
                let optimal = optimal(decision, noun);
                writeln!(out, "{strong}solved{strong:#}: {length}{steps}{optimal}")?;
                if fewest.is_some() {
                    write!(out, "{}", print::steps(puzzle.board(), plan.plan()))?;
                } else {
                    write!(out, "{}", print::plan(puzzle.board(), &jumps))?;
                }
                writeln!(out)?;
                if let Some(bound) = &self.bound
                    && let Some(proof) = &bound.proof
                {
                    let few = print::counted(bound.least, "jump");
                    let parts = print::counted(proof.leaves(), "part");
                    writeln!(
                        out,
                        "no plan has fewer than {few}: by the integer cone in {parts}, checked"
                    )?;
                }
                for refuted in &decision.refuted {
                    let few = print::counted(refuted.proof().horizon, noun);
                    writeln!(out, "no plan has {few}: the checker accepted the proof")?;
                }
                writeln!(out, "replayed by the simulator; {}", cost(decision))?;
                if let Some(made_of) = made_of(puzzle, decision, plan) {
                    writeln!(out, "{}", made_of.in_words())?;
                }
                if let Some(way) = way_by_formulas(puzzle, decision) {
                    writeln!(out, "{way}")?;
                }
            }
            Verdict::Infeasible(certificate) => {
                writeln!(out, "{strong}infeasible{strong:#}: no plan of any length")?;
                writeln!(out, "{}", certificate.explanation(puzzle).trim_end())?;
                writeln!(
                    out,
                    "\ncertificate ({}) accepted by the checker; {}",
                    certificate.kind(),
                    cost(decision)
                )?;
            }
            Verdict::Undecided(why) => {
                writeln!(out, "{strong}undecided{strong:#} ({})", why.name())?;
                if let Some(sentence) = ending(*why, decision) {
                    writeln!(out, "{sentence}")?;
                }
                writeln!(out, "{}", cost(decision))?;
                if let Some(stages) = print::stages_in_words(&decision.stages) {
                    writeln!(out, "tried: {stages}")?;
                }
            }
        }
        Ok(())
    }
}

fn optimal(decision: &Decision, noun: &str) -> String {
    match decision.optimal {
        Some(true) => format!(", proved to be the fewest {noun}s"),
        Some(false) => format!(", not proved to be the fewest {noun}s"),
        None => String::new(),
    }
}

/// Meaning of there being no answer, where no limit is the reason.
fn ending(why: StopReason, decision: &Decision) -> Option<String> {
    match (why, &decision.method) {
        (StopReason::NothingLeft, Some(Method::Baseline { name, .. })) => Some(format!(
            "{name} found no plan in the whole space; that leaves no certificate to check:\n\
             --method exhaustive or no --method may give one"
        )),
        (StopReason::HorizonRefuted { horizon, is_proved }, method) => {
            Some(horizon_refuted(horizon, is_proved, method.as_ref()))
        }
        (StopReason::TooLarge, _) => Some("it is too large for this method".to_owned()),
        (StopReason::SolverGaveUp, _) => Some("the solver gave up of its own accord".to_owned()),
        (_, Some(Method::Formula { backend, .. })) => Some(format!(
            "{backend} says that there is no plan; no proof of it was made and checked within the limits"
        )),
        _ => None,
    }
}

/// Method by which it was found and its cost, in one or two lines.
fn cost(decision: &Decision) -> String {
    let how = match &decision.method {
        Some(method @ Method::Formula { .. }) => formula(method),
        Some(Method::Criterion(kind)) => format!("by {kind}, without a solver; "),
        Some(Method::Search { name, .. }) => match *name {
            EXHAUSTIVE => "by the exhaustive search from both ends; ".to_owned(),
            BEAM_SEARCH => "beam search from both ends; ".to_owned(),
            name => format!("by {name}; "),
        },
        Some(Method::Pieces { .. }) => "by block removals down to a small core; ".to_owned(),
        Some(method @ Method::NumericFormula { .. }) => format!("{}; ", method.name()),
        Some(Method::Baseline { name, nodes, tries }) => {
            let whole = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
            let games = tries.map_or_else(String::new, |tries| {
                format!("{} from the start, ", print::counted(whole(tries), "game"))
            });
            let positions = print::counted(whole(*nodes), "position");
            format!("by {name}, {games}{positions} entered; ")
        }
        None => String::new(),
    };
    let conflicts = usize::try_from(decision.conflicts).unwrap_or(usize::MAX);
    let work = match decision.attempts {
        0 => String::new(),
        attempts => format!(
            ", {}, {}",
            print::counted(attempts, "formula"),
            print::counted(conflicts, "conflict")
        ),
    };
    format!("{how}{:.2} s{work}", decision.elapsed.as_secs_f64())
}

/// The command that writes the formula out; or, where something else was quicker, the one that waits
/// for formulas.
fn way_by_formulas(puzzle: &Puzzle, decision: &Decision) -> Option<String> {
    let is_bundled = bundled::names().any(|name| name == puzzle.name());
    let name = if is_bundled { puzzle.name() } else { "PUZZLE" };
    match decision.method.as_ref()? {
        // Where the last peg may be anywhere, the formula was told the holes that the class leaves.
        Method::Formula { .. } if puzzle.goal().is_one_peg() => None,
        Method::Formula {
            encoding, horizon, ..
        } => Some(format!(
            "the formula: saut encode {name} --encoding {encoding} --horizon {horizon}"
        )),
        Method::Search { .. } | Method::Pieces { .. } if decision.attempts > 0 => Some(format!(
            "by formulas alone: saut solve {name} --method formulas"
        )),
        _ => None,
    }
}
