//! The answer to a puzzle of peg solitaire.

pub(crate) mod document;

use std::borrow::Cow;
use std::fmt::{self, Write};

use saut_base::stop::StopReason;
use saut_criteria::certify::Certificate;
use saut_criteria::certify::cone::FewestJumps;
use saut_formats::bundled;
use saut_peg::peg::{Puzzle, notation};
use saut_plan::decision::{BEAM_SEARCH, EXHAUSTIVE};
use saut_plan::{Method, Minimise};
use saut_puzzles::decide::{Decision, Verdict};
use saut_task::encode::Encoding;

use crate::kept::Evidence;
use crate::print::{self, found_by};

/// Answer to a puzzle of peg solitaire.
#[derive(Debug)]
pub struct BoardAnswer {
    pub(crate) puzzle: Puzzle,
    pub(crate) decision: Decision,
    /// The lower bound on the number of jumps, if the fewest were requested and their number is not known.
    pub(crate) bound: Option<FewestJumps>,
    pub(crate) minimise: Option<Minimise>,
    /// Whether the text reports how the answer was found.
    pub(crate) is_verbose: bool,
}

impl BoardAnswer {
    /// Returns the number of steps of the plan, if the fewest steps were requested.
    pub(crate) fn fewest_steps(&self) -> Option<usize> {
        match (&self.decision.method, self.decision.optimal) {
            (
                Some(Method::Formula {
                    encoding: Encoding::Forall,
                    horizon,
                    ..
                }),
                Some(_),
            ) => Some(*horizon),
            _ => None,
        }
    }

    pub(crate) fn plan(&self) -> Option<Vec<String>> {
        let board = self.puzzle.board();
        let jumps = self.decision.plan()?.jumps().into_iter();
        Some(jumps.map(|jump| notation::jump_name(board, jump)).collect())
    }

    pub(crate) fn evidence(&self) -> Evidence<'_> {
        let otherwise = match &self.decision.verdict {
            Verdict::Infeasible(checked) => match checked.certificate() {
                Certificate::Proof(proof) => {
                    let task = Cow::Owned(proof.assumed.task(&self.puzzle));
                    return Evidence::Proofs(vec![(task, &proof.claim)]);
                }
                _ => format!(
                    "the certificate ({}) is not a DRAT proof; --json prints it in full",
                    checked.kind()
                ),
            },
            Verdict::Solved(_) => reason_of_none(self.decision.optimal).to_owned(),
            Verdict::Undecided(StopReason::HorizonRefuted { .. }) => {
                "it was not proved that the horizon is too small".to_owned()
            }
            Verdict::Undecided(why) => format!("nothing was proved (undecided: {})", why.name()),
        };
        Evidence::of_horizons(&self.decision.refuted, otherwise)
    }

    pub(crate) fn write_text(&self, out: &mut String) -> fmt::Result {
        let strong = print::STRONG;
        let (puzzle, decision) = (&self.puzzle, &self.decision);
        writeln!(out, "{}", print::opening(puzzle))?;
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
                        "no plan has fewer than {few}: proved by the integer cone in {parts}, checked"
                    )?;
                }
                for refuted in &decision.refuted {
                    let few = print::counted(refuted.proof().horizon, noun);
                    writeln!(out, "no plan has {few}: the checker accepted the proof")?;
                }
                print::write_unproved(out, decision)?;
                writeln!(
                    out,
                    "replayed by the simulator; {}",
                    cost(decision, self.is_verbose)
                )?;
                if let Some(made_of) = self.made_of(plan) {
                    writeln!(out, "{}", made_of.in_words())?;
                }
                if let Some(way) = way_by_formulas(puzzle, decision).filter(|_| self.is_verbose) {
                    writeln!(out, "{way}")?;
                }
            }
            Verdict::Infeasible(certificate) => {
                let proved = "no sequence of jumps reaches the goal (proof checked)";
                writeln!(out, "{strong}infeasible{strong:#}: {proved}")?;
                writeln!(out, "{}", certificate.explanation(puzzle).trim_end())?;
                writeln!(
                    out,
                    "\ncertificate ({}) accepted by the checker; {}",
                    certificate.kind(),
                    cost(decision, self.is_verbose)
                )?;
                writeln!(
                    out,
                    "saut explain with the same puzzle shows which criteria refute it"
                )?;
            }
            Verdict::Undecided(why) => {
                print::write_undecided(out, decision, *why, ending(*why, decision).as_deref())?;
                writeln!(out, "{}", cost(decision, self.is_verbose))?;
                if let Some(stages) = print::stages_in_words(&decision.stages) {
                    writeln!(out, "tried: {stages}")?;
                }
            }
        }
        Ok(())
    }
}

/// Returns the reason why the answer to a solved puzzle has no proof file.
pub(crate) const fn reason_of_none(optimal: Option<bool>) -> &'static str {
    match optimal {
        None => "the puzzle is solved, and its plan needs no proof",
        Some(true) => {
            "a count of pegs or weights of holes show that no plan is shorter, so there is no DRAT proof"
        }
        Some(false) => "it was not proved that no plan is shorter",
    }
}

fn optimal(decision: &Decision, noun: &str) -> String {
    match decision.optimal {
        Some(true) => format!(", proved to be the fewest {noun}s"),
        Some(false) => format!(", not proved to be the fewest {noun}s"),
        None => String::new(),
    }
}

/// Explains why a puzzle is undecided, if the reason is not a limit.
fn ending(why: StopReason, decision: &Decision) -> Option<String> {
    match (why, &decision.method) {
        (StopReason::NothingLeft, Some(Method::Baseline { name, .. })) => Some(format!(
            "{name} searched all positions and found no plan, but this method has no certificate that can be \
             checked;\nwithout --method, or with --method exhaustive, saut may find a certificate"
        )),
        (StopReason::TooLarge, _) => Some("the puzzle is too large for this method".to_owned()),
        (StopReason::SolverGaveUp, _) => {
            Some("the solver stopped before any limit was reached".to_owned())
        }
        _ => None,
    }
}

/// Returns the time in words. If details are requested, adds the method and its work.
fn cost(decision: &Decision, is_verbose: bool) -> String {
    let time = format!("{:.2} s", decision.elapsed.as_secs_f64());
    if !is_verbose {
        return time;
    }
    let how = match &decision.method {
        Some(Method::Criterion(kind)) => format!("by {kind}, without a solver; "),
        Some(Method::Search {
            name: EXHAUSTIVE, ..
        }) => "by exhaustive search from both ends; ".to_owned(),
        Some(Method::Search {
            name: BEAM_SEARCH, ..
        }) => "by beam search from both ends; ".to_owned(),
        Some(Method::Pieces { .. }) => "by block removals down to a small core; ".to_owned(),
        Some(Method::Baseline { name, nodes, tries }) => {
            let games = tries.map_or_else(String::new, |tries| {
                format!("{} from the start, ", print::counted(tries, "game"))
            });
            let positions = print::counted(*nodes, "position");
            format!("by {name}, {games}{positions} visited; ")
        }
        Some(method) => found_by(method),
        None => String::new(),
    };
    let work = match decision.attempts {
        0 => String::new(),
        attempts => format!(
            ", {}, {}",
            print::counted(attempts, "formula"),
            print::counted(decision.conflicts, "conflict")
        ),
    };
    how + &time + &work
}

/// Returns the command that writes the formula. If a faster method decided the puzzle, returns the command that uses
/// only formulas.
fn way_by_formulas(puzzle: &Puzzle, decision: &Decision) -> Option<String> {
    let is_bundled = bundled::names().any(|name| name == puzzle.name());
    let name = if is_bundled { puzzle.name() } else { "PUZZLE" };
    match decision.method.as_ref()? {
        // If several holes are allowed for the last peg, the solved formula was restricted to the holes that the
        // position class allows.
        Method::Formula { .. } if puzzle.goal().is_one_peg() => None,
        Method::Formula {
            encoding, horizon, ..
        } => Some(format!(
            "to write the formula: saut encode {name} --encoding {encoding} --horizon {horizon}"
        )),
        Method::Search { .. } | Method::Pieces { .. } if decision.attempts > 0 => Some(format!(
            "to use only formulas: saut solve {name} --method formulas"
        )),
        _ => None,
    }
}
