//! Answer to a task, for people.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use saut_base::named::Named as _;
use saut_pddl::{Objective, Reason};
use saut_plan::decision::BEST_FIRST;
use saut_plan::{Method, Minimise, Verdict};
use saut_task::encode::Encoding;
use saut_task::proof::RefutedHorizon;
use saut_task::{Certificate, Checked};

use super::answer::{Decided, GivenPlan, NumberedStep, TaskAnswer, bound_in_words};
use crate::print::{self, formula};

/// Writes an answer as text.
pub(super) fn write_text(answer: &TaskAnswer, out: &mut String) -> fmt::Result {
    let strong = print::STRONG;
    let decision = &answer.decision;
    match &decision.verdict {
        Verdict::Solved(plan) => {
            write!(out, "{}", plan.plan().written())?;
            let length = print::counted(plan.length(), "action");
            let cost = measure_in_words(answer);
            let cost = cost.map_or(String::new(), |it| format!(", {it}"));
            let steps = answer.steps().map_or(String::new(), |steps| {
                format!(" in {}", print::counted(steps, "step"))
            });
            let what = match answer.minimise {
                Some(Minimise::Steps) => "steps",
                _ => "actions",
            };
            let is_cost = answer.minimise == Some(Minimise::Cost);
            let optimal = match decision.optimal {
                Some(true) if is_cost => match answer.objective {
                    Objective::Metric(_) => "; no plan has a better metric".to_owned(),
                    Objective::Actions | Objective::Cost => "; no plan costs less".to_owned(),
                },
                Some(false) if is_cost => match answer.bound() {
                    Some(bound) => format!("; {}", bound_in_words(&bound, plan.measure())),
                    None => "; no bound is known".to_owned(),
                },
                Some(true) => format!("; no plan has fewer {what}"),
                Some(false) => format!("; not proved that no plan has fewer {what}"),
                None => String::new(),
            };
            writeln!(
                out,
                "\n{strong}solved{strong:#}: {length}{steps}{cost}{optimal}"
            )?;
            if let Some(given) = &answer.given {
                let cost = given.measure.in_words(print::grouped);
                writeln!(
                    out,
                    "the plan given: {}, {cost}, of which superfluous: {}",
                    print::counted(given.length, "action"),
                    superfluous(given)
                )?;
            }
            if let Some(part) = answer.part {
                let of = part.of_more_than.map_or(String::new(), |whole| {
                    format!(" of more than {}", print::counted(whole, "action"))
                });
                let actions = print::counted(part.actions, "action");
                writeln!(out, "a part of the task was grounded: {actions}{of}")?;
            }
            writeln!(out, "replayed by the validator; {}", how(decision))?;
            if let Some(checked) = decision.bound.as_ref().filter(|_| is_cost) {
                writeln!(out, "{}", bound_by(answer.objective, checked))?;
            }
            if let (Some(false), Some(bound)) = (decision.optimal, lower_bound(answer)) {
                writeln!(out, "{bound}")?;
            }
        }
        Verdict::Infeasible(reason) => {
            writeln!(
                out,
                "{strong}infeasible{strong:#}: {}",
                why_not(answer.note.as_deref(), reason)
            )?;
            writeln!(out, "{}", how(decision))?;
        }
        Verdict::Undecided(why) => {
            writeln!(out, "{strong}undecided{strong:#} ({})", why.name())?;
            if let Some(note) = &answer.note {
                writeln!(out, "{note}")?;
            }
            writeln!(out, "{}", how(decision))?;
            if let Some(stages) = print::stages_in_words(&decision.stages) {
                writeln!(out, "spent: {stages}")?;
            }
            if let Some(bound) = lower_bound(answer) {
                writeln!(out, "{bound}")?;
            }
            if let Some(checked) = &decision.bound {
                if let Some(bound) = answer.bound() {
                    writeln!(out, "{}", bound.in_words(print::grouped))?;
                }
                writeln!(out, "{}", bound_by(answer.objective, checked))?;
            }
        }
    }
    Ok(())
}

/// The measure of the plan, where it is of interest.
pub(super) fn measure_in_words(answer: &TaskAnswer) -> Option<String> {
    let Verdict::Solved(plan) = &answer.decision.verdict else {
        return None;
    };
    let measure = answer.measure(plan)?;
    Some(measure.in_words(print::grouped))
}

/// What is known of plans that are better than the one found.
pub(super) fn none_is_better(answer: &TaskAnswer) -> Option<String> {
    let Verdict::Solved(plan) = &answer.decision.verdict else {
        return None;
    };
    match answer.minimise? {
        Minimise::Cost => Some(bound_in_words(&answer.bound()?, plan.measure())),
        other => (answer.decision.optimal == Some(true))
            .then(|| format!("no plan has fewer {}", other.name())),
    }
}

/// Reason why there is no plan, or what shows the bound on the cost of all plans.
pub(super) fn in_words(answer: &TaskAnswer) -> Option<String> {
    if let Verdict::Infeasible(reason) = &answer.decision.verdict {
        return Some(why_not(answer.note.as_deref(), reason));
    }
    let bound = answer.decision.bound.as_ref();
    bound.map(|checked| bound_by(answer.objective, checked))
}

/// Bound by proofs on the length of every plan. A step of `forall` may be empty, so that a horizon speaks of all below;
/// a step of `sequential` may not.
fn lower_bound(answer: &TaskAnswer) -> Option<String> {
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

/// The steps that a plan does not need.
fn superfluous(given: &GivenPlan) -> String {
    let steps = given.superfluous.iter();
    let steps = steps.map(|NumberedStep { number, step }| format!("{number} {step}"));
    match given.superfluous.len() {
        0 => "none".to_owned(),
        _ => steps.collect::<Vec<_>>().join(", "),
    }
}

/// Text of what shows a bound.
fn bound_by(objective: Objective, checked: &Checked<Reason>) -> String {
    match checked.certificate() {
        Certificate::ClosedSet(set) => format!(
            "the bound was checked on {} with the costs of reaching them",
            print::counted(set.count(), "state")
        ),
        Certificate::Own(Reason::NumericStates { states, .. }) => format!(
            "the bound was checked on {} with the {} of each",
            print::counted(states.unwrap_or(0), "state"),
            match objective {
                Objective::Metric(_) => "best metric",
                Objective::Actions | Objective::Cost => "fewest actions",
            }
        ),
        Certificate::Own(Reason::NumericWeights { weights, .. }) => format!(
            "the bound was checked: by {} no action lowers what a state weighs",
            print::counted(weights.facts.len() + weights.functions.len(), "weight")
        ),
        other => format!("the bound was checked ({})", other.word()),
    }
}

/// Reason why there is no plan, in words; `note` is what grounding says of it.
pub fn why_not(note: Option<&str>, checked: &Checked<Reason>) -> String {
    checked.in_words(|reason| match reason {
        Reason::RelaxedReachability { reached } => {
            let fact = note.unwrap_or("the goal is out of reach even if nothing is ever lost");
            let reached = print::counted(reached.unwrap_or(0), "atom");
            format!("{fact}; a fixpoint of its own with {reached} has confirmed it")
        }
        Reason::RangeReachability { reached } => {
            let reached = print::counted(reached.unwrap_or(0), "atom");
            format!(
                "the goal is out of reach even if nothing is ever lost and numbers take every value in their ranges; \
                 checked by a fixpoint with {reached}"
            )
        }
        Reason::NumericStates { states, .. } => {
            let states = print::counted(states.unwrap_or(0), "state");
            format!("no goal among all {states} that can be reached; checked one by one")
        }
        Reason::NumericWeights { weights, .. } => {
            let weights = print::counted(weights.facts.len() + weights.functions.len(), "weight");
            format!(
                "no action lowers what a state weighs, and every goal weighs less than the start; checked with {weights} \
                 of facts and numbers"
            )
        }
    })
}

fn how(decision: &Decided) -> String {
    let by = match &decision.method {
        Some(of @ Method::Formula { .. }) => formula(of),
        Some(Method::Search {
            name: BEST_FIRST,
            states: Some(states),
        }) => {
            let states = usize::try_from(*states).unwrap_or(usize::MAX);
            format!(
                "by greedy best-first search, {}; ",
                print::counted(states, "state")
            )
        }
        Some(Method::NumericFormula {
            encoding,
            horizon,
            backend,
        }) => format!(
            "by a formula of {encoding}, {}, and {backend}; ",
            print::counted(*horizon, "step")
        ),
        Some(method) => format!("by {}; ", method.name()),
        None => String::new(),
    };
    let formulas = match decision.attempts {
        0 => String::new(),
        attempts => format!(", {}", print::counted(attempts, "formula")),
    };
    format!("{by}{:.2} s{formulas}", decision.elapsed.as_secs_f64())
}
