//! Features that are not supported, by name: one sentence and one remedy for each.

use crate::diagnostics::Source;
use saut_base::BadInput;
use saut_base::sexp::Name;

/// Feature that a keyword belongs to, if it is PDDL of a level that is not supported.
fn feature(word: &str) -> Option<&'static str> {
    Some(match word {
        ":axiom" => "axioms of before PDDL 2.2",
        ":durative-action" => "durative actions",
        ":process" | ":event" => "processes and events (PDDL+)",
        "within" | "always-within" | "hold-during" | "hold-after" => {
            "trajectory constraints about time"
        }
        "assign" | "scale-up" | "scale-down" | "decrease" | "increase" | ">" | "<" | ">="
        | "<=" | "+" | "*" | "/" => "numbers at this place",
        "probabilistic" | "oneof" | "unknown" => "probabilistic and non-deterministic tasks",
        ":task" | ":method" | ":htn" | ":tasks" => "hierarchical tasks",
        ":observe" | ":sensed" => "tasks with observations",
        ":timeless" | ":situation" | ":domain-variables" => "PDDL of before 2000",
        _ => return None,
    })
}

/// Item that stands where the grammar does not have it, and the remedy.
fn misplaced(word: &str) -> Option<(&'static str, &'static str)> {
    Some(match word {
        "always" | "sometime" | "at-most-once" | "sometime-after" | "sometime-before" => (
            "a trajectory constraint within a condition",
            "constraints stand in `:constraints`, and have conditions within, not other constraints",
        ),
        "preference" => (
            "a preference at a place where there is none",
            "preferences stand in `:goal`, `:constraints` and `:precondition`, as a part of an `and` (of a \
             `forall`, too, but not in preconditions)",
        ),
        _ => return None,
    })
}

/// The message that names the unsupported feature `word` belongs to, if there is one.
pub(super) fn unsupported(source: &Source, word: Name) -> Option<BadInput> {
    if let Some((fact, remedy)) = misplaced(word.text) {
        return Some(bad!(source, word.at, "`{word}`: {fact}"; "{remedy}"));
    }
    let feature = feature(word.text)?;
    Some(
        bad!(source, word.at, "`{word}`: {feature} are not supported";
        "compile them away first, or use a planner of that level"),
    )
}
