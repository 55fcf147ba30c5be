//! The frame of a file: `(define (KIND name) (:keyword ...) ...)` and the order of its sections; features that are not
//! supported, by name.

use saut_base::BadInput;
use saut_base::sexp::{List, Name, Sexp};

use crate::diagnostics::Source;
use crate::names::nearest;

/// One section of a definition: `(:keyword ...)`.
pub(super) struct Section<'s, 'a> {
    pub(super) keyword: Name<'a>,
    pub(super) body: &'s [Sexp<'a>],
}

/// A file taken apart: its name, and its sections.
pub(super) struct Definition<'s, 'a> {
    pub(super) name: Name<'a>,
    pub(super) sections: Vec<Section<'s, 'a>>,
}

/// Takes `(define (KIND name) (:keyword ...) ...)` apart.
pub(super) fn definition<'s, 'a>(
    source: &Source,
    list: &'s List<'a>,
    kind: &str,
) -> Result<Definition<'s, 'a>, BadInput> {
    if list.head().is_none_or(|head| head.text != "define") {
        bail!(source, list.at, "not a `(define ...)`";
            "a {kind} file is one `(define ({kind} NAME) ...)`");
    }
    let name = match list.rest().first() {
        Some(Sexp::List(title)) => match (title.head(), title.rest()) {
            (Some(head), [Sexp::Name(name)]) if head.text == kind => *name,
            (Some(head), _) if matches!(head.text, "domain" | "problem") && head.text != kind => {
                bail!(source, title.at, "a {}, not a {kind}", head.text;
                    "were the two files swapped?");
            }
            _ => {
                bail!(source, title.at, "not `({kind} NAME)`";
                    "write `({kind} NAME)` with one name");
            }
        },
        other => {
            let at = other.map_or(list.at, Sexp::at);
            bail!(source, at, "no `({kind} NAME)` behind `define`";
                "write `(define ({kind} NAME) ...)`");
        }
    };
    let mut sections = Vec::new();
    for item in &list.rest()[1..] {
        match item {
            Sexp::List(section) => match section.head() {
                Some(keyword) => sections.push(Section {
                    keyword,
                    body: section.rest(),
                }),
                None => {
                    bail!(source, section.at, "a section without a keyword";
                        "begin it with one like `:init`");
                }
            },
            Sexp::Name(stray) => {
                bail!(source, stray.at, "`{stray}` between sections";
                    "put it into a section such as `(:init ...)`");
            }
        }
    }
    Ok(Definition { name, sections })
}

/// Refuses a section that the `kind` of file, a domain or a problem, does not have.
pub(super) fn refuse_others(
    source: &Source,
    sections: &[Section],
    kind: &str,
    known: &[&str],
) -> Result<(), BadInput> {
    let mut words = sections.iter().map(|section| section.keyword);
    let Some(other) = words.find(|word| !known.contains(&word.text)) else {
        return Ok(());
    };
    if let Some(bad) = unsupported(source, other) {
        return Err(bad);
    }
    let remedy = match nearest(other.text, known.iter().copied()) {
        Some(known) => format!("did you mean `{known}`?"),
        None => format!("a {kind} has {}", known.join(", ")),
    };
    bail!(source, other.at, "`{other}` in a {kind}"; "{remedy}")
}

/// Refuses a section that is there twice.
pub(super) fn refuse_repeated(
    source: &Source,
    sections: &[Section],
    once: &[&str],
) -> Result<(), BadInput> {
    for keyword in once {
        let mut same = sections.iter().filter(|s| s.keyword.text == *keyword);
        if let (Some(_), Some(second)) = (same.next(), same.next()) {
            bail!(source, second.keyword.at, "a second `{keyword}`"; "join the two");
        }
    }
    Ok(())
}

/// Takes down the first section that stands behind one that the grammar puts after it; what `order` does not name
/// comes last.
pub(super) fn note_order(source: &Source, sections: &[Section], order: &[&str]) {
    let place = |section: &Section| {
        let mut known = order.iter();
        let found = known.position(|known| *known == section.keyword.text);
        found.unwrap_or(order.len())
    };
    for pair in sections.windows(2) {
        if place(&pair[0]) > place(&pair[1]) {
            let [before, behind] = [&pair[0], &pair[1]].map(|section| section.keyword);
            warn!(source, behind.at, "`{}` stands behind `{}`", behind.text, before.text;
                "the grammar has it before");
        }
    }
}

/// Whether this is `(= ...)`.
pub(super) fn is_equality(item: &Sexp) -> bool {
    matches!(item, Sexp::List(list) if list.head().is_some_and(|head| head.text == "="))
}

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
