//! Explains certificates in sentences, and measures the length of a reason.

use std::collections::BTreeMap;

use super::{Certificate, CheckDetails, Checked, ClosedSet, Projection, Reason, Reduction};
use crate::invariant::InvariantForm;
use crate::task::Literal;
use saut_base::words::{counted, grouped};

impl<R> Checked<R> {
    /// Explains why there is no plan. `own` explains the reason of [`Certificate::Own`].
    pub fn in_words(&self, own: impl FnOnce(&R) -> String) -> String {
        match self.certificate() {
            Certificate::Own(reason) => own(reason),
            Certificate::Proof(_) => "the checker accepted a proof".to_owned(),
            Certificate::ClosedSet(set) => closed(set, self.seen()),
        }
    }
}

fn closed(set: &ClosedSet<String>, seen: &CheckDetails) -> String {
    let states = counted(set.count(), "state");
    match (&set.reductions[..], &set.reasons[..], set.kind()) {
        ([Reduction::WithoutBudgets(budgets), ..], ..) => {
            let fullest = |levels: &BTreeMap<String, u64>| {
                let most = levels.iter().max_by_key(|(_, left)| **left)?;
                Some(format!("{} (at most {})", most.0, most.1))
            };
            let budgets: Vec<String> = budgets.iter().filter_map(fullest).collect();
            format!(
                "every plan would consume more of {} than is available; checked on {states} of the task without \
                 this resource",
                budgets.join(" and ")
            )
        }
        (
            [
                Reduction::Projection(Projection {
                    kept,
                    at_least,
                    counted: all,
                }),
                ..,
            ],
            ..,
        ) => {
            let (least, all) = (grouped(*at_least), grouped(all.len()));
            let facts = counted(kept.len(), "fact");
            format!(
                "at least {least} of {all} facts are always true; in the projection to {facts}, every path stays \
                 among {states}, and none is a goal; each was checked"
            )
        }
        ([], [], "exhaustive") => {
            format!("none of the {states} that can be reached is a goal; each was checked")
        }
        ([], [Reason::Weights { weights, .. }], "pagoda") => weighed(seen, weights, None),
        ([], [Reason::Residue { modulus, weights }], "lattice") => {
            weighed(seen, weights, Some(*modulus))
        }
        ([], [reason], "pairs" | "invariant") => invariant(reason, seen),
        _ => format!(
            "every path stays among {states} or in dead ends, and none is a goal; each was checked"
        ),
    }
}

impl<R> Certificate<R> {
    /// Returns the length of the reason and its unit: facts, weights, literals or states. `own` returns the length of
    /// the reason of [`Certificate::Own`]. `None` for a proof, because a proof has no readable form.
    pub fn length(
        &self,
        own: impl FnOnce(&R) -> Option<(usize, &'static str)>,
    ) -> Option<(usize, &'static str)> {
        let set = match self {
            Self::Own(reason) => return own(reason),
            Self::Proof(_) => return None,
            Self::ClosedSet(set) => set,
        };
        let literals = |all: &[Vec<Literal<String>>]| all.iter().map(Vec::len).sum();
        Some(match (set.kind(), &set.reasons[..]) {
            ("pairs", [Reason::Never(all)]) => (1 + usize::from(all[0][0] != all[0][1]), "fact"),
            ("invariant", [Reason::Never(all) | Reason::OneOf(all)]) => (literals(all), "literal"),
            (
                "pagoda" | "lattice",
                [Reason::Weights { weights, .. } | Reason::Residue { weights, .. }],
            ) => (weights.len(), "weight"),
            _ => (set.count(), "state"),
        })
    }
}

fn invariant(reason: &Reason<String>, seen: &CheckDetails) -> String {
    let Some((form, all)) = reason.conjunctions() else {
        return String::new();
    };
    if let (CheckDetails::Pairs(pairs), [a, b]) = (seen, &all[0][..]) {
        let (denies, same) = (a.fluent == b.fluent && a.value != b.value, a == b);
        if denies {
            return format!("the goal requires {a} and {b}, which contradict each other");
        }
        let fact = if same {
            format!("the goal requires {a}, which is never true")
        } else {
            format!("the goal requires {a} and {b}, which are never true together")
        };
        let pairs = counted(*pairs, "pair");
        return format!(
            "{fact}; proved by induction, with {pairs} of facts that no action makes true"
        );
    }
    let (fact, word) = match form {
        InvariantForm::Never => (
            "the goal requires facts that no action makes true together",
            "never",
        ),
        InvariantForm::OneOf => (
            "if one of these conjunctions is true, one of them is true after every action, and each contradicts the \
             goal",
            "always",
        ),
    };
    let (count, noun) = (all.len(), counted(all.len(), "conjunction"));
    if count > MAX_CONJUNCTIONS {
        return format!("{fact}; {noun}, each checked (--json lists them)");
    }
    let line = |one: &Vec<Literal<String>>| {
        let literals: Vec<String> = one.iter().map(ToString::to_string).collect();
        literals.join(" and ")
    };
    let lines: Vec<String> = all.iter().map(line).collect();
    let between = match form {
        InvariantForm::Never => format!("\n{word}: "),
        InvariantForm::OneOf => "\nor ".to_owned(),
    };
    format!(
        "{fact}; {noun}, each checked\n{word}: {}",
        lines.join(&between)
    )
}

/// Maximum number of conjunctions in the text about an invariant.
const MAX_CONJUNCTIONS: usize = 8;

fn weighed(seen: &CheckDetails, weights: &BTreeMap<String, i64>, modulus: Option<u32>) -> String {
    let (start, goal) = match seen {
        CheckDetails::Totals { start, goal } => (*start, *goal),
        CheckDetails::Nothing | CheckDetails::Refuted(_) | CheckDetails::Pairs(_) => (0, 0),
    };
    let fact = match modulus {
        None => format!(
            "no action raises the total weight of a state; every goal state weighs at least {goal}, the initial \
             state {start}"
        ),
        Some(modulus) => {
            let start = start.rem_euclid(i128::from(modulus));
            format!(
                "no action changes the total weight of a state modulo {modulus}; the goal weighs {goal}, the \
                 initial state {start}"
            )
        }
    };
    let shown = weights.iter().take(MAX_WEIGHTS);
    let shown: Vec<String> = shown
        .map(|(fact, weight)| format!("{weight} {fact}"))
        .collect();
    let rest = match weights.len().saturating_sub(MAX_WEIGHTS) {
        0 => String::new(),
        more => format!(", and {more} more (--json lists all)"),
    };
    format!("{fact}\nweights: {}{rest}", shown.join(", "))
}

/// Maximum number of weights in the text.
const MAX_WEIGHTS: usize = 20;
