//! The answer to a planning task as text.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use saut_base::named::Named as _;
use saut_pddl::{Objective, Reason};
use saut_plan::{Minimise, Verdict};
use saut_task::certificate::Reason as SetReason;
use saut_task::encode::Encoding;
use saut_task::proof::RefutedHorizon;
use saut_task::{Certificate, Checked};

use super::part::TaskDecision;
use super::{GivenPlan, NumberedStep, TaskAnswer, bound_in_words};
use crate::print::{self, found_and_spent};

impl TaskAnswer {
    pub(crate) fn write_text(&self, out: &mut String) -> fmt::Result {
        let strong = print::STRONG;
        let decision = &self.decision;
        match &decision.verdict {
            Verdict::Solved(plan) => {
                write!(out, "{}", plan.plan().written())?;
                let length = print::counted(plan.length(), "action");
                let cost = self.measure_in_words();
                let cost = cost.map_or(String::new(), |it| format!(", {it}"));
                let steps = self.steps().map_or(String::new(), |steps| {
                    format!(" in {}", print::counted(steps, "step"))
                });
                let what = match self.minimise {
                    Some(Minimise::Steps) => "steps",
                    _ => "actions",
                };
                let is_cost = self.minimise == Some(Minimise::Cost);
                let optimal = match decision.optimal {
                    Some(true) if is_cost => match self.objective {
                        Objective::Metric(_) => "; no plan has a better metric".to_owned(),
                        Objective::Actions | Objective::Cost => "; no plan costs less".to_owned(),
                    },
                    Some(false) if is_cost => match self.bound() {
                        Some(bound) => match bound_in_words(&bound, plan.measure()) {
                            Some(words) => format!("; {words}"),
                            None => String::new(),
                        },
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
                if plan.length() == 0 {
                    writeln!(out, "the goal holds in the initial state")?;
                }
                if let Some(given) = &self.given {
                    let cost = given.measure.in_words(print::grouped);
                    let origin = given.repaired.as_ref().map_or("given", |_| "repaired");
                    writeln!(
                        out,
                        "the {origin} plan: {}, {cost}; {}",
                        print::counted(given.length, "action"),
                        superfluous(given)
                    )?;
                }
                if let Some(source) = self.source_of_plan() {
                    writeln!(out, "{source}")?;
                }
                writeln!(out, "validated; {}", plan_found(decision))?;
                if let Some(checked) = &decision.bound {
                    if decision.optimal == Some(false)
                        && !is_cost
                        && let Some(bound) = self.bound()
                        && let Some(words) = bound_in_words(&bound, plan.measure())
                    {
                        writeln!(out, "{words}")?;
                    }
                    writeln!(out, "{}", bound_by(self.objective, checked))?;
                }
                if let (Some(false), Some(bound)) = (decision.optimal, self.lower_bound()) {
                    writeln!(out, "{bound}")?;
                }
                print::write_unproved(out, decision)?;
            }
            Verdict::Infeasible(reason) => {
                writeln!(
                    out,
                    "{strong}infeasible{strong:#}: {}",
                    why_not(self.note.as_deref(), reason)
                )?;
                writeln!(out, "{}", found_and_spent(decision))?;
                writeln!(
                    out,
                    "saut explain with the same files shows what would make the task solvable"
                )?;
            }
            Verdict::Undecided(why) => {
                print::write_undecided(out, decision, *why, self.note.as_deref())?;
                writeln!(out, "{}", found_and_spent(decision))?;
                if let Some(stages) = print::stages_in_words(&decision.stages) {
                    writeln!(out, "spent: {stages}")?;
                }
                if let Some(bound) = self.lower_bound() {
                    writeln!(out, "{bound}")?;
                }
                if let Some(checked) = &decision.bound {
                    if let Some(bound) = self.bound() {
                        writeln!(out, "{}", bound.in_words(print::grouped))?;
                    }
                    writeln!(out, "{}", bound_by(self.objective, checked))?;
                }
            }
        }
        Ok(())
    }

    /// Returns how the first plan was found, unless the engines for tasks found it on the whole task.
    fn source_of_plan(&self) -> Option<String> {
        if self.is_board {
            let source = "recognised as peg solitaire: an engine for boards found the first plan";
            return Some(source.to_owned());
        }
        let part = self.part?;
        let of = part.of_more_than.map_or(String::new(), |whole| {
            format!(" of more than {}", print::counted(whole, "action"))
        });
        let actions = print::counted(part.actions, "action");
        Some(format!(
            "only a part of the task was grounded: {actions}{of}"
        ))
    }

    /// Returns the measure of the plan as text, if it is relevant.
    pub(super) fn measure_in_words(&self) -> Option<String> {
        let measure = self.measure(self.decision.plan()?)?;
        Some(measure.in_words(print::grouped))
    }

    /// Returns the known facts about better plans.
    pub(super) fn none_is_better(&self) -> Option<String> {
        let plan = self.decision.plan()?;
        match self.minimise? {
            Minimise::Cost => bound_in_words(&self.bound()?, plan.measure()),
            other => (self.decision.optimal == Some(true))
                .then(|| format!("no plan has fewer {}", other.name())),
        }
    }

    /// Returns the reason why there is no plan, or the reason for the bound on the cost of all plans.
    pub(super) fn in_words(&self) -> Option<String> {
        if let Verdict::Infeasible(reason) = &self.decision.verdict {
            return Some(why_not(self.note.as_deref(), reason));
        }
        let bound = self.decision.bound.as_ref();
        bound.map(|checked| bound_by(self.objective, checked))
    }

    /// Returns the lower bound on the plan length that follows from the checked proofs. A step of `forall` may be
    /// empty, so a proof for a horizon excludes all smaller horizons. A step of `sequential` must not be empty.
    fn lower_bound(&self) -> Option<String> {
        let horizons = |is_of: fn(Encoding) -> bool| {
            let proofs = self.decision.refuted.iter().map(RefutedHorizon::proof);
            let of_these = proofs.filter(move |proof| is_of(proof.encoding));
            of_these.map(|proof| proof.horizon).collect::<BTreeSet<_>>()
        };
        let forall = horizons(|it| {
            matches!(
                it,
                Encoding::Forall | Encoding::ForallChain | Encoding::Sase
            )
        });
        let sequential = horizons(|it| matches!(it, Encoding::Sequential { .. }));
        let (too_few, noun) = match forall.last() {
            Some(greatest) => (greatest + 1, "step"),
            None => (
                (0..).zip(&sequential).take_while(|(a, b)| a == *b).count(),
                "action",
            ),
        };
        let fewest = too_few.checked_sub(self.goal_steps)?;
        (fewest > 1).then(|| {
            let fewest = print::counted(fewest, noun);
            format!("no plan has fewer than {fewest}: proved")
        })
    }
}

fn superfluous(given: &GivenPlan) -> String {
    let steps = given.superfluous.iter();
    let steps = steps.map(|NumberedStep { number, step }| format!("{number} {step}"));
    let listed = steps.collect::<Vec<_>>().join(", ");
    match given.superfluous.len() {
        0 => "no action is superfluous".to_owned(),
        1 => format!("this action is superfluous: {listed}"),
        _ => format!("these actions are superfluous: {listed}"),
    }
}

/// Describes how a plan was found, with the time.
fn plan_found(decision: &TaskDecision) -> String {
    let words = found_and_spent(decision);
    if words.starts_with("by ") {
        format!("found {words}")
    } else {
        words
    }
}

fn bound_by(objective: Objective, checked: &Checked<Reason>) -> String {
    match checked.certificate() {
        Certificate::ClosedSet(set) if set.count() == 0 => {
            let is_weights =
                |reason: &SetReason<String>| matches!(reason, SetReason::Weights { .. });
            if !set.reasons.is_empty() && set.reasons.iter().all(is_weights) {
                let functions = print::counted(set.reasons.len(), "potential function");
                format!("the bound was checked with {functions}")
            } else {
                "the bound was checked".to_owned()
            }
        }
        Certificate::ClosedSet(set) => format!(
            "the bound was checked on {}, with the cost of reaching each",
            print::counted(set.count(), "state")
        ),
        Certificate::Own(Reason::NumericStates { states, .. }) => format!(
            "the bound was checked on {}, with the {} of each",
            print::counted(states.unwrap_or(0), "state"),
            match objective {
                Objective::Metric(_) => "best metric",
                Objective::Actions | Objective::Cost => "fewest actions",
            }
        ),
        Certificate::Own(Reason::NumericWeights { weights, .. }) => format!(
            "the bound was checked with {}: no action lowers the total weight of a state",
            print::counted(weights.facts.len() + weights.functions.len(), "weight")
        ),
        other => format!("the bound was checked ({})", other.word()),
    }
}

/// Returns the reason why there is no plan. `note` is a remark of the grounder about the reason.
pub fn why_not(note: Option<&str>, checked: &Checked<Reason>) -> String {
    let words = checked.in_words(|reason| match reason {
        Reason::RelaxedReachability { reached } => {
            let fact = note.unwrap_or("the goal is unreachable even if no fact is ever deleted");
            let reached = print::counted(reached.unwrap_or(0), "atom");
            format!("{fact}; checked by a separate fixpoint with {reached}")
        }
        Reason::RangeReachability { reached } => {
            let reached = print::counted(reached.unwrap_or(0), "atom");
            format!(
                "the goal is unreachable even if no fact is ever deleted and numbers take every value in their \
                    ranges; checked by a fixpoint with {reached}"
            )
        }
        Reason::NumericStates { states, .. } => {
            let states = print::counted(states.unwrap_or(0), "state");
            format!("none of the {states} that can be reached is a goal; each was checked")
        }
        Reason::NumericWeights { weights, .. } => {
            let weights = print::counted(weights.facts.len() + weights.functions.len(), "weight");
            format!(
                "no action lowers the total weight of a state, and every goal state weighs less than the initial \
                 state; checked with {weights} of facts and numbers"
            )
        }
    });
    without_internal_names(&words)
}

/// Replaces the names of the grounder's internal facts by "the goal".
pub fn without_internal_names(words: &str) -> String {
    words
        .replace("out(of,reach?)", "the goal")
        .replace("goal(reached?)", "the goal")
}
