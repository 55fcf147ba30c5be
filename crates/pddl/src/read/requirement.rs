//! `(:requirements ...)`: known flags pass, misspelt ones do not.

use crate::names::nearest;
use crate::sexp::{Sexp, Source, shortened};
use saut_task::BadInput;

const KNOWN: [&str; 28] = [
    ":strips",
    ":typing",
    ":negative-preconditions",
    ":disjunctive-preconditions",
    ":equality",
    ":existential-preconditions",
    ":universal-preconditions",
    ":quantified-preconditions",
    ":conditional-effects",
    ":adl",
    ":action-costs",
    ":constants",
    // Declared by some domains that do without; refused where they are used.
    ":fluents",
    ":numeric-fluents",
    ":object-fluents",
    ":goal-utilities",
    ":durative-actions",
    ":duration-inequalities",
    ":continuous-effects",
    ":derived-predicates",
    ":timed-initial-literals",
    ":preferences",
    ":constraints",
    ":time",
    ":ucpop",
    ":domain-axioms",
    ":universal-effects",
    ":either",
];

pub(super) fn read(source: &Source, body: &[Sexp]) -> Result<(), BadInput> {
    for item in body {
        let Sexp::Name(flag) = item else {
            return Err(source
                .bad(item.at(), "a list among the requirements")
                .remedy("a requirement is one word, like `:typing`"));
        };
        if !KNOWN.contains(&flag.text) {
            let bad = source.bad(
                flag.at,
                format!(
                    "`{}` is no requirement this reader knows",
                    shortened(flag.text)
                ),
            );
            return Err(match nearest(flag.text, KNOWN) {
                Some(known) => bad.remedy(format!("did you mean `{known}`?")),
                None => bad.remedy("remove it, if the domain does without"),
            });
        }
    }
    Ok(())
}
