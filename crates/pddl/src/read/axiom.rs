//! `(:derived (predicate ?x - type ...) condition)`: axioms.
//!
//! Edelkamp and Hoffmann: *PDDL2.2* (2004), section 2.

use super::declare::parameters;
use super::definition::Section;
use super::numeric::compares;
use super::scope::{Kind, Scope};
use crate::condition::Term;
use crate::domain::Axiom;
use saut_base::BadInput;
use saut_base::sexp::{List, Sexp};

impl Scope<'_> {
    /// Reads one axiom.
    pub(super) fn axiom(&mut self, section: &Section) -> Result<Axiom, BadInput> {
        let source = self.source;
        source
            .warnings
            .uses(":derived-predicates", section.keyword.at);
        let [Sexp::List(head), condition] = section.body else {
            bail!(source, section.keyword.at, "`:derived` without its two parts";
                "write `(:derived (PREDICATE ?x - TYPE ...) CONDITION)`");
        };
        let name = self.head(head)?;
        let predicate = self.declared(name, Kind::Predicate)?;
        let variables = parameters(source, &self.symbols.types, head.rest())?;
        let of = (Kind::Predicate, predicate);
        self.check_arity(head, of, variables.len(), "parameter")?;
        self.enter(name.at, &variables)?;
        let places = variables.iter().map(|one| place_of(&one.name, head));
        self.check_types(of, places.zip((0..).map(Term::Variable)))?;
        let condition = self.condition(condition)?;
        if compares(&condition) {
            bail!(source, section.keyword.at, "an axiom that compares numbers";
                "write the comparison where the predicate is asked for");
        }
        self.leave(variables.len());
        Ok(Axiom {
            predicate,
            parameters: variables,
            condition,
            at: section.keyword.at,
        })
    }
}

/// The place of a parameter in the head.
fn place_of(parameter: &str, head: &List) -> u32 {
    let is = |item: &&Sexp| matches!(item, Sexp::Name(name) if name.text == parameter);
    head.rest().iter().find(is).map_or(head.at, Sexp::at)
}
