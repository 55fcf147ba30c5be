//! What came of a task, for people.

use std::io::Write;

use saut_pddl::{Decided, NamedWeights, Reason};
use saut_plan::weights::WeightKind;
use saut_plan::{Method, Verdict};

use super::super::failure::Failure;
use super::super::print;
use super::super::solve::text;
use super::{Accepted, Answer};

/// Prints what came of a task.
pub(super) fn print_text(answer: &Answer) -> Result<(), Failure> {
    let strong = print::STRONG;
    let decision = &answer.decision;
    let mut out = anstream::stdout().lock();
    match &decision.verdict {
        Verdict::Solved(plan) => {
            write!(out, "{}", plan.plan.written())?;
            let length = print::counted(plan.plan.steps.len(), "action");
            let cost = if answer.has_costs {
                format!(", cost {}", print::grouped(plan.cost))
            } else {
                String::new()
            };
            let optimal = match decision.optimal {
                Some(true) => ", proved to be as short as possible",
                Some(false) => ", not proved to be the shortest",
                None => "",
            };
            writeln!(out, "\n{strong}solved{strong:#}: {length}{cost}{optimal}")?;
            writeln!(out, "replayed by the validator; {}", how(decision))?;
        }
        Verdict::Infeasible(reason) => {
            writeln!(
                out,
                "{strong}infeasible{strong:#}: {}",
                why_not(answer, reason)
            )?;
            writeln!(out, "{}", how(decision))?;
        }
        Verdict::Undecided(why) => {
            writeln!(out, "{strong}undecided{strong:#} ({})", why.name())?;
            if let Some(note) = &answer.note {
                writeln!(out, "{note}")?;
            }
            writeln!(out, "{}", how(decision))?;
            let stages = decision.stages.iter().map(|spend| {
                let seconds = spend.elapsed.as_secs_f64();
                format!("{} {seconds:.2} s", spend.stage)
            });
            let stages: Vec<String> = stages.collect();
            if !stages.is_empty() {
                writeln!(out, "spent: {}", stages.join(", "))?;
            }
        }
    }
    Ok(out.flush()?)
}

fn why_not(answer: &Answer, reason: &Reason) -> String {
    match reason {
        Reason::Relaxed(relaxed) => {
            let note = answer.note.as_deref();
            let fact = note.unwrap_or("the goal is out of reach even if nothing is ever lost");
            let reached = print::counted(relaxed.reached(), "atom");
            format!("{fact}; a fixpoint of its own with {reached} has confirmed it")
        }
        Reason::Excluded(excluded) => {
            let [a, b] = excluded.names();
            let fact = if a == b {
                format!("the goal wants {a}, which is never true")
            } else {
                format!("the goal wants {a} and {b}, which are never true together")
            };
            let pairs = print::counted(excluded.pairs(), "pair");
            format!("{fact}; it is one of {pairs} that no action makes true, proved by induction")
        }
        Reason::Exhaustive(closed) => {
            let states = print::counted(closed.states(), "state");
            format!("no goal among all {states} that can be reached; checked one by one")
        }
        Reason::Weights(weights) => weighed(weights),
        Reason::Proof(_) => "the checker has accepted a proof".to_owned(),
    }
}

/// The weights themselves, if they are few.
fn weighed(weights: &NamedWeights) -> String {
    let checked = weights.checked();
    let (start, goal) = (checked.start(), checked.goal());
    let fact = match checked.kind() {
        WeightKind::Pagoda => format!(
            "no action raises the weight of a state, and the goal weighs {goal}, the start {start}"
        ),
        WeightKind::Modulo(modulus) => {
            let start = start.rem_euclid(i128::from(modulus));
            format!(
                "no action changes the weight of a state modulo {modulus}, and the goal weighs {goal}, \
                 the start {start}"
            )
        }
    };
    let all = weights.by_fact();
    let shown = all.iter().take(MOST_WEIGHTS);
    let shown: Vec<String> = shown
        .map(|(fact, weight)| format!("{weight} {fact}"))
        .collect();
    let rest = match all.len().saturating_sub(MOST_WEIGHTS) {
        0 => String::new(),
        more => format!(", and {more} more (--json has all)"),
    };
    format!("{fact}\nweights: {}{rest}", shown.join(", "))
}

/// How many weights are shown to people.
const MOST_WEIGHTS: usize = 20;

fn how(decision: &Decided<Accepted>) -> String {
    let by = match &decision.method {
        Some(formula @ Method::Formula { .. }) => text::formula(formula),
        Some(method @ Method::BestFirst { evaluated }) => {
            let states = usize::try_from(*evaluated).unwrap_or(usize::MAX);
            format!(
                "by {}, {}; ",
                method.name(),
                print::counted(states, "state")
            )
        }
        Some(method) => format!("by {}; ", method.name()),
        None => String::new(),
    };
    let formulas = match decision.attempts {
        0 => String::new(),
        attempts => format!(", {}", print::counted(attempts, "formula")),
    };
    format!("{by}{:.2} s{formulas}", decision.elapsed.as_secs_f64())
}
