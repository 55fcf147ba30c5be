//! What came of a task, for people.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

use saut_pddl::Reason;
use saut_plan::certificate::Seen;
use saut_plan::encode::Encoding;
use saut_plan::invariant::{InvariantForm, StoredInvariant};
use saut_plan::proof::RefutedHorizon;
use saut_plan::{Certificate, Checked, Criterion, Method, Minimise, Verdict};

use super::answer::{Decided, GivenPlan, TaskAnswer, gap};
use crate::{formula, print};

/// Writes an answer as text.
pub(super) fn write_text(answer: &TaskAnswer, out: &mut String) -> fmt::Result {
    let strong = print::STRONG;
    let decision = &answer.decision;
    match &decision.verdict {
        Verdict::Solved(plan) => {
            write!(out, "{}", plan.plan().written())?;
            let length = print::counted(plan.length(), "action");
            let cost = answer.cost(plan);
            let cost = cost.map_or(String::new(), |it| format!(", cost {}", print::grouped(it)));
            let cost = plan.measured().map_or(cost, |it| format!(", metric {it}"));
            let steps = answer.steps().map_or(String::new(), |steps| {
                format!(" in {}", print::counted(steps, "step"))
            });
            let what = match answer.minimise {
                Some(Minimise::Steps) => "steps",
                _ => "actions",
            };
            let is_cost = answer.minimise == Some(Minimise::Cost);
            let optimal = match decision.optimal {
                Some(true) if is_cost => "; no plan costs less".to_owned(),
                Some(false) if is_cost => {
                    let bound = print::grouped(answer.bound());
                    let gap = gap(plan.cost(), answer.bound()).unwrap_or(0.0);
                    format!("; no plan costs less than {bound}, gap {gap:.1} %")
                }
                Some(true) => format!("; no plan has fewer {what}"),
                Some(false) => format!("; not proved that no plan has fewer {what}"),
                None => String::new(),
            };
            writeln!(
                out,
                "\n{strong}solved{strong:#}: {length}{steps}{cost}{optimal}"
            )?;
            if let Some(given) = &answer.given {
                writeln!(
                    out,
                    "the plan given: {}, cost {}, of which superfluous: {}",
                    print::counted(given.length, "action"),
                    print::grouped(given.cost),
                    superfluous(given)
                )?;
            }
            writeln!(out, "replayed by the validator; {}", how(decision))?;
            if let Some(checked) = decision.bound.as_ref().filter(|_| is_cost) {
                writeln!(out, "{}", bound_by(checked))?;
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
            if let Some(stages) = print::stages_in_words(&decision.stages) {
                writeln!(out, "spent: {stages}")?;
            }
            if let Some(bound) = lower_bound(answer) {
                writeln!(out, "{bound}")?;
            }
            if let Some(checked) = &decision.bound {
                let bound = print::grouped(checked.bound());
                writeln!(out, "no plan costs less than {bound}")?;
                writeln!(out, "{}", bound_by(checked))?;
            }
        }
    }
    Ok(())
}

/// Why there is no plan, or what shows the bound on the cost of all plans.
pub(super) fn in_words(answer: &TaskAnswer) -> Option<String> {
    match &answer.decision.verdict {
        Verdict::Infeasible(reason) => Some(why_not(answer.note.as_deref(), reason)),
        _ => answer.decision.bound.as_ref().map(bound_by),
    }
}

/// What proofs say of the length of every plan. A step of `forall` may be empty, so that a horizon speaks of all below;
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
    let steps: Vec<String> = steps
        .map(|(number, step)| format!("{number} {step}"))
        .collect();
    match steps.len() {
        0 => "none".to_owned(),
        _ => steps.join(", "),
    }
}

/// What shows a bound.
fn bound_by(checked: &Checked<Reason>) -> String {
    match checked.certificate() {
        Certificate::ClosedStates(stored) => format!(
            "the bound was checked on {} with the costs of reaching them",
            print::counted(stored.count, "state")
        ),
        other => format!("the bound was checked ({})", other.word()),
    }
}

/// Why there is no plan, in words; `note` is what grounding says of it.
pub fn why_not(note: Option<&str>, checked: &Checked<Reason>) -> String {
    match checked.certificate() {
        Certificate::Criterion(Criterion::Own(Reason::RelaxedReachability { reached })) => {
            let fact = note.unwrap_or("the goal is out of reach even if nothing is ever lost");
            let reached = print::counted(reached.unwrap_or(0), "atom");
            format!("{fact}; a fixpoint of its own with {reached} has confirmed it")
        }
        Certificate::Criterion(Criterion::Own(Reason::RangeReachability { reached })) => {
            let reached = print::counted(reached.unwrap_or(0), "atom");
            format!(
                "the goal is out of reach even if nothing is ever lost and numbers take every value in their ranges; \
                 checked by a fixpoint with {reached}"
            )
        }
        Certificate::Criterion(Criterion::Own(Reason::NumericStates { states })) => {
            let states = print::counted(states.unwrap_or(0), "state");
            format!("no goal among all {states} that can be reached; checked one by one")
        }
        Certificate::Criterion(Criterion::Pairs { excluded, pairs }) => {
            let [a, b] = excluded;
            let fact = if a == b {
                format!("the goal wants {a}, which is never true")
            } else {
                format!("the goal wants {a} and {b}, which are never true together")
            };
            let pairs = print::counted(pairs.unwrap_or(0), "pair");
            format!("{fact}; it is one of {pairs} that no action makes true, proved by induction")
        }
        Certificate::Exhaustive { states } => {
            let states = print::counted(*states, "state");
            format!("no goal among all {states} that can be reached; checked one by one")
        }
        Certificate::Pagoda { weights } => weighed(checked, weights, None),
        Certificate::Lattice { modulus, weights } => weighed(checked, weights, Some(*modulus)),
        Certificate::Proof(_) => "the checker has accepted a proof".to_owned(),
        Certificate::ClosedStates(stored) if !stored.budgets.is_empty() => {
            let fullest = |levels: &BTreeMap<String, u64>| {
                let most = levels.iter().max_by_key(|(_, left)| **left)?;
                Some(format!("{} (at most {})", most.0, most.1))
            };
            let budgets: Vec<String> = stored.budgets.iter().filter_map(fullest).collect();
            let states = print::counted(stored.count, "state");
            format!(
                "every plan would spend more than there is of {}; checked on {states} of the task without it",
                budgets.join(" and ")
            )
        }
        Certificate::ClosedStates(stored) => {
            let states = print::counted(stored.count, "state");
            format!(
                "every way ends among {states} or in dead ends, and none is a goal; checked one by one"
            )
        }
        Certificate::Invariant(invariant) => kept(invariant),
    }
}

/// An invariant in words, its conjunctions if they are few.
fn kept(invariant: &StoredInvariant) -> String {
    let all = &invariant.conjunctions;
    let (fact, word) = match invariant.form {
        InvariantForm::Never => (
            "the goal wants together what no action makes true together",
            "never",
        ),
        InvariantForm::OneOf => (
            "every action leads from one of these situations to one of them, and none is a goal",
            "always",
        ),
    };
    let (count, noun) = (all.len(), print::counted(all.len(), "conjunction"));
    if count > MOST_CONJUNCTIONS {
        return format!("{fact}; {noun}, checked one by one (--json has all)");
    }
    let lines: Vec<String> = all.iter().map(|one| one.join(" and ")).collect();
    let between = match invariant.form {
        InvariantForm::Never => format!("\n{word}: "),
        InvariantForm::OneOf => "\nor ".to_owned(),
    };
    format!(
        "{fact}; {noun}, checked one by one\n{word}: {}",
        lines.join(&between)
    )
}

/// How many conjunctions of an invariant are shown to people.
const MOST_CONJUNCTIONS: usize = 8;

/// The weights themselves, if they are few.
fn weighed(
    checked: &Checked<Reason>,
    weights: &BTreeMap<String, i64>,
    modulus: Option<u32>,
) -> String {
    let (start, goal) = match checked.seen() {
        Seen::Totals { start, goal } => (*start, *goal),
        Seen::Nothing | Seen::Refuted(_) | Seen::States(_) => (0, 0),
    };
    let fact = match modulus {
        None => format!(
            "no action raises the weight of a state, and the goal weighs {goal}, the start {start}"
        ),
        Some(modulus) => {
            let start = start.rem_euclid(i128::from(modulus));
            format!(
                "no action changes the weight of a state modulo {modulus}, and the goal weighs {goal}, \
                 the start {start}"
            )
        }
    };
    let shown = weights.iter().take(MOST_WEIGHTS);
    let shown: Vec<String> = shown
        .map(|(fact, weight)| format!("{weight} {fact}"))
        .collect();
    let rest = match weights.len().saturating_sub(MOST_WEIGHTS) {
        0 => String::new(),
        more => format!(", and {more} more (--json has all)"),
    };
    format!("{fact}\nweights: {}{rest}", shown.join(", "))
}

/// How many weights are shown to people.
const MOST_WEIGHTS: usize = 20;

fn how(decision: &Decided) -> String {
    let by = match &decision.method {
        Some(of @ Method::Formula { .. }) => formula::in_words(of),
        Some(Method::BestFirst { evaluated }) => {
            let states = usize::try_from(*evaluated).unwrap_or(usize::MAX);
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
