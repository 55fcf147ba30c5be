//! Certificates in words: why there is no plan, and how long the reason is.

use std::collections::BTreeMap;

use super::{Certificate, Checked, Criterion, Seen};
use crate::invariant::{InvariantForm, StoredInvariant};
use saut_base::words::{counted, grouped};

impl<R> Checked<R> {
    /// Reason why there is no plan; `own` tells a reason of the domain.
    pub fn in_words(&self, own: impl FnOnce(&R) -> String) -> String {
        match self.certificate() {
            Certificate::Criterion(Criterion::Own(reason)) => own(reason),
            Certificate::Criterion(Criterion::Pairs { excluded, pairs }) => {
                let [a, b] = excluded;
                let denies = |one: &str, other: &str| one.strip_prefix("not ") == Some(other);
                if denies(a, b) || denies(b, a) {
                    return format!("the goal wants {a} and {b}, which contradict each other");
                }
                let fact = if a == b {
                    format!("the goal wants {a}, which is never true")
                } else {
                    format!("the goal wants {a} and {b}, which are never true together")
                };
                let pairs = counted(pairs.unwrap_or(0), "pair");
                format!(
                    "{fact}; it is one of {pairs} that no action makes true, proved by induction"
                )
            }
            Certificate::Exhaustive { states } => {
                let states = counted(*states, "state");
                format!("no goal among all {states} that can be reached; checked one by one")
            }
            Certificate::Pagoda { weights } => weighed(self.seen(), weights, None),
            Certificate::Lattice { modulus, weights } => {
                weighed(self.seen(), weights, Some(*modulus))
            }
            Certificate::Proof(_) => "the checker has accepted a proof".to_owned(),
            Certificate::ClosedStates(stored) if !stored.budgets.is_empty() => {
                let fullest = |levels: &BTreeMap<String, u64>| {
                    let most = levels.iter().max_by_key(|(_, left)| **left)?;
                    Some(format!("{} (at most {})", most.0, most.1))
                };
                let budgets: Vec<String> = stored.budgets.iter().filter_map(fullest).collect();
                let states = counted(stored.count, "state");
                format!(
                    "every plan would spend more than there is of {}; checked on {states} of the task without it",
                    budgets.join(" and ")
                )
            }
            Certificate::ClosedStates(stored) => {
                let states = counted(stored.count, "state");
                let (Some(counting), Some(kept)) = (&stored.counting, &stored.kept) else {
                    return format!(
                        "every way ends among {states} or in dead ends, and none is a goal; checked one by one"
                    );
                };
                let (least, all) = (grouped(counting.at_least), grouped(counting.facts.len()));
                let facts = counted(kept.len(), "fact");
                format!(
                    "because at least {least} of {all} facts are always true, even if only {facts} are looked at, \
                     every way ends among {states}, and none is a goal; checked one by one"
                )
            }
            Certificate::Invariant(invariant) => kept(invariant),
        }
    }
}

impl<R> Certificate<R> {
    /// Length of the reason for a reader, and of what: facts, weights, literals or states; `own` is that of a reason of
    /// the domain. `None` for a proof, which no reader follows.
    pub fn length(
        &self,
        own: impl FnOnce(&R) -> Option<(usize, &'static str)>,
    ) -> Option<(usize, &'static str)> {
        Some(match self {
            Self::Criterion(Criterion::Own(reason)) => return own(reason),
            Self::Criterion(Criterion::Pairs {
                excluded: [a, b], ..
            }) => (1 + usize::from(a != b), "fact"),
            Self::Exhaustive { states } => (*states, "state"),
            Self::Pagoda { weights } | Self::Lattice { weights, .. } => (weights.len(), "weight"),
            Self::Invariant(invariant) => {
                let literals = invariant.conjunctions.iter().map(Vec::len).sum();
                (literals, "literal")
            }
            Self::ClosedStates(stored) => (stored.count, "state"),
            Self::Proof(_) => return None,
        })
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
    let (count, noun) = (all.len(), counted(all.len(), "conjunction"));
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

/// Number of conjunctions of an invariant that are shown to people.
const MOST_CONJUNCTIONS: usize = 8;

/// The weights themselves, if they are few.
fn weighed(seen: &Seen, weights: &BTreeMap<String, i64>, modulus: Option<u32>) -> String {
    let (start, goal) = match seen {
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

/// Number of weights that are shown to people.
const MOST_WEIGHTS: usize = 20;
