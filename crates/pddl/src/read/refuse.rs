//! What is not supported, by its name: one sentence and one remedy for each.

use crate::sexp::{Name, Source};
use saut_task::BadInput;

/// What a keyword belongs to, if it is PDDL of a level that is not supported.
fn feature(word: &str) -> Option<&'static str> {
    Some(match word {
        ":axiom" => "axioms of before PDDL 2.2",
        ":durative-action" => "durative actions",
        ":process" | ":event" => "processes and events (PDDL+)",
        ":constraints" | "always" | "sometime" | "within" | "at-most-once" | "sometime-after"
        | "sometime-before" | "always-within" | "hold-during" | "hold-after" => {
            "trajectory constraints"
        }
        "preference" => "preferences",
        "assign" | "scale-up" | "scale-down" | "decrease" | "increase" | ">" | "<" | ">="
        | "<=" | "+" | "*" | "/" => "numbers at this place",
        "probabilistic" | "oneof" | "unknown" => "probabilistic and non-deterministic tasks",
        ":task" | ":method" | ":htn" | ":tasks" => "hierarchical tasks",
        ":observe" | ":sensed" => "tasks with observations",
        ":timeless" | ":situation" | ":domain-variables" => "PDDL of before 2000",
        _ => return None,
    })
}

/// The message that names the unsupported feature `word` belongs to, if there is one.
pub(super) fn unsupported(source: &Source, word: Name) -> Option<BadInput> {
    let feature = feature(word.text)?;
    Some(
        source
            .bad(
                word.at,
                format!("`{}`: {feature} are not supported", word.text),
            )
            .remedy("compile them away first, or use a planner of that level"),
    )
}
