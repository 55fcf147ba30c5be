//! Formulas in words: the one that gave an answer, and one that has no plan.

use saut_plan::Method;

use crate::print;

/// Words for a refuted horizon: number of steps, encoding, order, and whether a proof was checked.
pub fn horizon_refuted(horizon: usize, is_proved: bool, method: Option<&Method>) -> String {
    let steps = print::counted(horizon, "step");
    let (which, proof) = match method {
        Some(Method::Formula { encoding, .. }) => (
            format!("of {encoding:#}"),
            if is_proved {
                "proof checked"
            } else {
                "proof not checked"
            },
        ),
        _ => (
            "in any order of the jumps that was tried".to_owned(),
            "other orders may do; proof not checked",
        ),
    };
    format!("no plan in {steps} {which} ({proof})")
}

/// Formula that gave the answer, its size and its cost; empty if none did.
pub fn in_words(method: &Method) -> String {
    let Method::Formula {
        encoding,
        horizon,
        backend,
        variables,
        clauses,
        conflicts,
    } = method
    else {
        return String::new();
    };
    let spent = conflicts.map_or(String::new(), |conflicts| {
        format!(" in {}", print::counted(conflicts, "conflict"))
    });
    format!(
        "{encoding} formula, {}, {}, {}, solved by {backend}{spent}; ",
        print::counted(*horizon, "step"),
        print::counted(*variables, "variable"),
        print::counted(*clauses, "clause"),
    )
}
