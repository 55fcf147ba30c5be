//! Reasons why a task has no plan, and failed searches for such reasons.

use std::collections::HashSet;
use std::time::Duration;

use saut_base::stop::Stop;
use saut_pddl::PlanningDomain;
use saut_plan::invariant::InvariantForm;
use saut_task::certificate::Reason as SetReason;
use saut_task::task::{GroupKind, Literal, Task};
use saut_task::{Certificate, Checked, ClosedSet, Problem as _};
use schemars::JsonSchema;
use serde::Serialize;

use crate::task::{why_not, without_internal_names};
use crate::{print, schema};

/// An accepted certificate.
pub type CheckedReason = Checked<saut_pddl::Reason>;

/// Maximum total time, unless a limit is given.
pub const MOST: Duration = Duration::from_secs(30);

/// Maximum time of the search for another reason after one was found.
pub const BESIDE: Duration = Duration::from_secs(3);

/// Returns a limit: the remaining time divided by `share`, but at most `most`.
pub fn time_slice(stop: &Stop, share: u32, most: Duration) -> Stop {
    let left = stop.time_left().unwrap_or(MOST);
    stop.with_timeout((left / share).min(most))
}

/// A kind of reason (such as an invariant), and the result of the search for it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TaskReason")]
pub struct Reason {
    /// The kind of the reason.
    pub name: &'static str,
    /// Whether the reason proves that the task has no plan.
    pub refutes: bool,
    /// Whether the search for this kind of reason was completed. If not, such a reason may still refute the task.
    pub settled: bool,
    /// The reason in words, or why there is no such reason.
    pub why: String,
    /// Length of the reason, as the number of items to read.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
    /// The certificate. Proofs and closed sets of states are not included. saut plan --proof writes them to separate
    /// files.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "schema::task_certificate")]
    certificate: Option<Certificate<saut_pddl::Reason>>,
    /// The length and its unit, if the reason is readable.
    #[serde(skip)]
    pub length: Option<(usize, &'static str)>,
}

impl Reason {
    /// Creates the result for a kind of reason that does not refute the task. `why` explains this.
    pub fn silent(name: &'static str, why: &str) -> Self {
        Self {
            name,
            refutes: false,
            settled: true,
            why: why.to_owned(),
            size: None,
            certificate: None,
            length: None,
        }
    }

    /// Creates the result for a kind of reason that was not decided. `why` explains this.
    pub fn open(name: &'static str, why: &str) -> Self {
        Self {
            settled: false,
            ..Self::silent(name, why)
        }
    }

    /// Creates the result for a kind of reason that refutes the task.
    pub fn refuting(name: &'static str, why: &str, checked: &CheckedReason) -> Self {
        let certificate = checked.certificate();
        let is_large = match certificate {
            Certificate::ClosedSet(set) => set.listing().is_some(),
            Certificate::Proof(_) => true,
            Certificate::Own(_) => false,
        };
        let length = certificate.length(|reason| match reason {
            saut_pddl::Reason::NumericStates { states, .. } => Some(((*states)?, "state")),
            saut_pddl::Reason::NumericWeights { weights, .. } => {
                Some((weights.facts.len() + weights.functions.len(), "weight"))
            }
            _ => Some((1, "fact")),
        });
        Self {
            refutes: true,
            size: Some(length.map_or(usize::MAX, |(size, _)| size)),
            certificate: (!is_large).then(|| certificate.clone()),
            length,
            ..Self::silent(name, why)
        }
    }

    /// Creates the result for a certificate about the ground task.
    pub fn of(domain: &PlanningDomain<'_>, name: &'static str, checked: &CheckedReason) -> Self {
        let words = match checked.certificate() {
            Certificate::ClosedSet(set) if set.kind() == "invariant" => {
                invariant(domain.task(), set)
            }
            _ => why_not(None, checked),
        };
        Self::refuting(name, &without_internal_names(&words), checked)
    }

    /// Returns the sort key of a reason. Shorter reasons come first, and easier ones among reasons of the same length.
    pub fn rank(&self) -> (usize, usize) {
        let order = [
            "relaxed-reachability",
            "pairs",
            "invariant",
            "pagoda",
            "lattice",
        ];
        let place = order.iter().position(|name| *name == self.name);
        (
            self.size.unwrap_or(usize::MAX),
            place.unwrap_or(order.len()),
        )
    }
}

/// Maximum number of conjunctions that are printed.
const MAX_SHOWN: usize = 8;
/// Maximum number of remaining members of a mutex group that are listed instead of the excluded members.
const MAX_LEFT: usize = 4;

/// Describes an invariant, with its conjunctions if they are few. If one member of a mutex group is always true, the
/// text may name the remaining members instead of the excluded members.
fn invariant(task: &Task, set: &ClosedSet<String>) -> String {
    let Some((form, all)) = set.reasons.first().and_then(SetReason::conjunctions) else {
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
            "this conjunction is never true, and the goal requires it:".to_owned()
        }
        (InvariantForm::Never, _) => {
            "none of these conjunctions is ever true, and the goal requires one of them:".to_owned()
        }
        (InvariantForm::OneOf, 1) => {
            "this conjunction is always true, but never together with the goal:".to_owned()
        }
        (InvariantForm::OneOf, _) => {
            "one of these conjunctions is always true, but none of them together with the goal:"
                .to_owned()
        }
    };
    if count > MAX_SHOWN {
        let noun = print::counted(count, "conjunction");
        return format!("{head} {noun} (--json lists them)");
    }
    let lines: Vec<String> = all.iter().map(sentence).collect();
    format!("{head}\n- {}", lines.join("\n- "))
}

/// Lists the literals of a conjunction. If one member of a mutex group is true, lists the remaining members if they are
/// fewer than the excluded members.
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
        if !left.is_empty() && left.len() <= MAX_LEFT && out.len() > 1 {
            parts.push(left.join(" or "));
            told.extend(out);
        }
    }
    let rest = literals.iter().filter(|literal| !told.contains(literal));
    parts.extend(rest.map(|&literal| task.literal_name(literal)));
    parts.join(", and ")
}
