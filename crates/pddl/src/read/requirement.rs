//! `(:requirements ...)`: known flags pass, misspelt ones do not.

use crate::diagnostics::Source;
use crate::names::nearest;
use saut_base::BadInput;
use saut_base::sexp::Sexp;

/// The requirements, those among them that some domains declare and do without; these are refused where they are used.
const KNOWN: &str = ":strips :typing :negative-preconditions :disjunctive-preconditions :equality \
     :existential-preconditions :universal-preconditions :quantified-preconditions :conditional-effects :adl \
     :action-costs :constants :fluents :numeric-fluents :object-fluents :goal-utilities :durative-actions \
     :duration-inequalities :continuous-effects :derived-predicates :timed-initial-literals :preferences :constraints \
     :time :ucpop :domain-axioms :universal-effects :either";

/// The requirements that are declared.
pub(super) fn read(source: &Source, body: &[Sexp]) -> Result<Vec<String>, BadInput> {
    let mut declared = Vec::new();
    for item in body {
        let Sexp::Name(flag) = item else {
            bail!(source, item.at(), "a list among the requirements";
                "a requirement is one word, like `:typing`");
        };
        let known = KNOWN.split(' ');
        if known.clone().all(|known| known != flag.text) {
            let remedy = match nearest(flag.text, known) {
                Some(known) => format!("did you mean `{known}`?"),
                None => "remove it, if the domain does without".to_owned(),
            };
            bail!(source, flag.at, "`{flag}` is no requirement this reader knows"; "{remedy}");
        }
        declared.push(flag.text.to_owned());
    }
    Ok(declared)
}

/// The requirements that declare another with themselves. What `:adl` stands for is a list of the standard: constraints,
/// preferences, numbers and axioms are not in it.
fn including(requirement: &str) -> &'static [&'static str] {
    match requirement {
        ":typing" => &[":adl", ":ucpop", ":either"],
        ":equality" | ":disjunctive-preconditions" => &[":adl", ":ucpop"],
        ":negative-preconditions" => &[":disjunctive-preconditions", ":adl", ":ucpop"],
        ":existential-preconditions" | ":universal-preconditions" => {
            &[":quantified-preconditions", ":adl", ":ucpop"]
        }
        ":conditional-effects" => &[":universal-effects", ":adl", ":ucpop"],
        ":action-costs" => &[":fluents", ":numeric-fluents"],
        ":numeric-fluents" => &[":fluents"],
        ":derived-predicates" => &[":domain-axioms", ":ucpop"],
        _ => &[],
    }
}

/// Takes down the requirements that the text uses and does not declare.
pub(super) fn note_missing(source: &Source, declared: &[String]) {
    let is_declared = |wanted: &str| {
        let is = |known: &str| declared.iter().any(|one| one == known);
        is(wanted) || including(wanted).iter().any(|one| is(one))
    };
    let mut missing = source.used();
    missing.retain(|(requirement, _)| !is_declared(requirement));
    let Some(&(_, first)) = missing.first() else {
        return;
    };
    let names = missing.iter().map(|(name, _)| format!("`{name}`"));
    let names = names.collect::<Vec<_>>().join(", ");
    warn!(source, first, "what needs {names}, which `:requirements` does not declare";
        "declare it there");
}
