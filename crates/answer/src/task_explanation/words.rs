//! An invariant in words: what is not one of a group is another of it.

use std::collections::HashSet;

use saut_plan::invariant::InvariantForm;
use saut_task::ClosedSet;
use saut_task::certificate::Reason;
use saut_task::task::{GroupKind, Literal, Task};

use crate::print;

/// Number of conjunctions that are written out.
const MOST_SHOWN: usize = 8;
/// Most members left of a group that is described by these, and not by the excluded ones.
const MOST_LEFT: usize = 4;

/// An invariant in words, its conjunctions if they are few.
pub fn invariant(task: &Task, set: &ClosedSet<String>) -> String {
    let Some((form, all)) = set.reasons.first().and_then(Reason::conjunctions) else {
        return String::new();
    };
    let named = task.literals_by_name();
    let sentence = |one: &Vec<Literal<String>>| {
        let literals = one
            .iter()
            .filter_map(|it| named.get(&it.to_string()).copied());
        conjunction(task, &literals.collect::<Vec<Literal>>())
    };
    let count = all.len();
    let head = match (form, count) {
        (InvariantForm::Never, 1) => {
            "this never holds, whatever is done, and the goal wants it:".to_owned()
        }
        (InvariantForm::Never, _) => {
            "none of these ever holds, whatever is done, and the goal wants one of them:".to_owned()
        }
        (InvariantForm::OneOf, 1) => {
            "this always holds, whatever is done, and never with the goal:".to_owned()
        }
        (InvariantForm::OneOf, _) => {
            "one of these always holds, whatever is done, and none of them with the goal:"
                .to_owned()
        }
    };
    if count > MOST_SHOWN {
        let noun = print::counted(count, "conjunction");
        return format!("{head} {noun} (--json has all)");
    }
    let lines: Vec<String> = all.iter().map(sentence).collect();
    format!("{head}\n- {}", lines.join("\n- "))
}

/// The literals of a conjunction; of a group of which one is true those that are left, where these are fewer than the
/// excluded.
fn conjunction(task: &Task, literals: &[Literal]) -> String {
    let mut told: HashSet<Literal> = HashSet::new();
    let mut parts = Vec::new();
    for group in task
        .groups()
        .iter()
        .filter(|group| group.kind == GroupKind::ExactlyOne)
    {
        let excluded = |literal: &Literal| literals.contains(literal) && !told.contains(literal);
        let out: Vec<Literal> = group
            .fluents
            .iter()
            .map(|f| f.is_false())
            .filter(excluded)
            .collect();
        let left: Vec<&str> = group
            .fluents
            .iter()
            .filter(|fluent| !out.contains(&fluent.is_false()))
            .map(|&fluent| task.fluent_name(fluent))
            .collect();
        if !left.is_empty() && left.len() <= MOST_LEFT && out.len() > 1 {
            parts.push(left.join(" or "));
            told.extend(out);
        }
    }
    let rest = literals.iter().filter(|literal| !told.contains(literal));
    parts.extend(rest.map(|&literal| task.literal_name(literal)));
    parts.join(", and ")
}
