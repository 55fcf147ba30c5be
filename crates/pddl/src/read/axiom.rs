//! `(:derived (predicate ?x - type ...) condition)`: axioms.
//!
//! Edelkamp and Hoffmann: *PDDL2.2* (2004), section 2.

use super::declare::parameters;
use super::definition::Section;
use super::numeric::compares;
use super::scope::Scope;
use crate::condition::{Atom, Term};
use crate::domain::{Axiom, Predicate};
use crate::sexp::{List, Sexp, shortened};
use saut_task::BadInput;

impl Scope<'_> {
    /// Reads one axiom.
    pub(super) fn axiom(&mut self, section: &Section) -> Result<Axiom, BadInput> {
        let source = self.source;
        source.odd.uses(":derived-predicates", section.keyword.at);
        let [Sexp::List(head), condition] = section.body else {
            return Err(source
                .bad(section.keyword.at, "`:derived` without its two parts")
                .remedy("write `(:derived (PREDICATE ?x - TYPE ...) CONDITION)`"));
        };
        let name = self.head(head)?;
        let predicate = self.predicate(name)?;
        let variables = parameters(source, &self.symbols.types, head.rest())?;
        let declared = &self.symbols.predicates[predicate];
        self.check_arity(head, declared, variables.len())?;
        self.enter(name.at, &variables)?;
        let own = Atom {
            predicate,
            arguments: (0..variables.len()).map(Term::Variable).collect(),
        };
        self.check_types(head, &own)?;
        let condition = self.condition(condition)?;
        if compares(&condition) {
            let bad = source.bad(section.keyword.at, "an axiom that compares numbers");
            return Err(bad.remedy("write the comparison where the predicate is asked for"));
        }
        self.leave(variables.len());
        Ok(Axiom {
            predicate,
            parameters: variables,
            condition,
            at: section.keyword.at,
        })
    }

    fn check_arity(&self, list: &List, of: &Predicate, given: usize) -> Result<(), BadInput> {
        let wanted = of.parameters.len();
        if given == wanted {
            return Ok(());
        }
        let fact = format!("`{}` has {given} parameters", shortened(&of.name));
        Err(self
            .source
            .bad(list.at, fact)
            .remedy(format!("it is declared with {wanted}")))
    }
}
