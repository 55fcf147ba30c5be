//! What came of a task, for people.

use std::collections::BTreeSet;
use std::io::Write;

use saut_pddl::{Decided, NamedWeights, Reason, ValidatedPlan};
use saut_plan::encode::Encoding;
use saut_plan::proof::RefutedHorizon;
use saut_plan::weights::WeightKind;
use saut_plan::{Method, Minimise, Verdict};

use super::super::failure::Failure;
use super::super::print;
use super::super::solve::text;
use super::answer::Answer;

/// Prints what came of a task.
pub(super) fn print_text(answer: &Answer) -> Result<(), Failure> {
    let strong = print::STRONG;
    let decision = &answer.decision;
    let mut out = anstream::stdout().lock();
    match &decision.verdict {
        Verdict::Solved(plan) => {
            write!(out, "{}", plan.plan().written())?;
            let length = print::counted(plan.length(), "action");
            let cost = if answer.has_costs {
                format!(", cost {}", print::grouped(plan.cost()))
            } else {
                String::new()
            };
            let steps = answer.steps().map_or(String::new(), |steps| {
                format!(" in {}", print::counted(steps, "step"))
            });
            let what = match answer.minimise {
                Some(Minimise::Steps) => "steps",
                _ => "actions",
            };
            let optimal = match decision.optimal {
                Some(true) => format!("; no plan has fewer {what}"),
                Some(false) => format!("; not proved that no plan has fewer {what}"),
                None => String::new(),
            };
            writeln!(
                out,
                "\n{strong}solved{strong:#}: {length}{steps}{cost}{optimal}"
            )?;
            writeln!(out, "replayed by the validator; {}", how(decision))?;
            if let (Some(false), Some(bound)) = (decision.optimal, lower_bound(answer)) {
                writeln!(out, "{bound}")?;
            }
        }
        Verdict::Infeasible(reason) => {
            writeln!(
                out,
                "{strong}infeasible{strong:#}: {}",
                why_not(answer, reason)
            )?;
            if let Some(missing) = &answer.missing_cost {
                writeln!(out, "but {missing}")?;
            }
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
            if let Some(bound) = lower_bound(answer) {
                writeln!(out, "{bound}")?;
            }
        }
    }
    Ok(out.flush()?)
}

/// What proofs say of the length of every plan. A step of `forall` may be empty, so that a horizon speaks of all below;
/// a step of `sequential` may not.
fn lower_bound(answer: &Answer) -> Option<String> {
    let horizons = |is_of: fn(Encoding) -> bool| {
        let proofs = answer.decision.refuted.iter().map(RefutedHorizon::proof);
        let of_these = proofs.filter(move |proof| is_of(proof.encoding));
        of_these.map(|proof| proof.horizon).collect::<BTreeSet<_>>()
    };
    let forall = horizons(|it| matches!(it, Encoding::Forall | Encoding::ForallChain));
    let sequential = horizons(|it| matches!(it, Encoding::Sequential { .. }));
    let (too_few, noun) = match forall.last() {
        Some(greatest) => (greatest + 1, "step"),
        None => (
            (0..).zip(&sequential).take_while(|(a, b)| a == *b).count(),
            "action",
        ),
    };
    let fewest = too_few.checked_sub(answer.goal_steps)?;
    (fewest > 1).then(|| {
        let fewest = print::counted(fewest, noun);
        format!("no plan has fewer than {fewest}: proved")
    })
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

fn how(decision: &Decided<ValidatedPlan>) -> String {
    let by = match &decision.method {
        Some(formula @ Method::Formula { .. }) => text::formula(formula),
        Some(Method::BestFirst { evaluated }) => {
            let states = usize::try_from(*evaluated).unwrap_or(usize::MAX);
            format!(
                "by greedy best-first search, {}; ",
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
