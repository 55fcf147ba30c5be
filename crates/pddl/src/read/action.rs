//! Reads actions, `(:action name :parameters (...) :precondition ... :effect ...)`, and axioms, `(:derived (predicate
//! ?x - type ...) condition)` (Edelkamp and Hoffmann: *PDDL2.2*, 2004, section 2).

use saut_base::BadInput;
use saut_base::sexp::{List, Name, Sexp};

use super::declare::{check_name, parameters};
use super::definition::{PARTS, Section, meant};
use super::numeric::compares;
use super::scope::{Scope, declaration};
use crate::condition::{ALWAYS, Term};
use crate::domain::{Axiom, Schema};
use crate::mention::NameKind;

impl Scope<'_> {
    pub(super) fn action(&mut self, section: &Section) -> Result<Schema, BadInput> {
        let source = self.source;
        let Some((Sexp::Name(name), body)) = section.body.split_first() else {
            bail!(source, section.keyword.at, "this action has no name";
                "write `(:action NAME :parameters (...) ...)`");
        };
        check_name(source, *name, "an action")?;
        let [variables, precondition, effect] = self.parts(*name, body)?;
        let items: &[Sexp] = match variables {
            None => &[],
            Some(Sexp::List(list)) => &list.items,
            Some(Sexp::Name(word)) => {
                report!(source, word.at, "expected the list of parameters, found a word";
                    "write `:parameters (...)`");
                &[]
            }
        };
        let parameters = parameters(source, &self.symbols.types, items)?;
        source.declares(NameKind::Action, *name, || {
            declaration(name.text, &parameters, &self.symbols.types)
        });
        let mut preferences = Vec::new();
        let read = |scope: &mut Self| {
            let precondition = precondition.map(|item| scope.precondition(item, &mut preferences));
            let precondition = source.keep(precondition.unwrap_or(Ok(ALWAYS)))?;
            let effects = effect.map(|item| scope.effects(item));
            let effects = source.keep(effects.unwrap_or_else(|| Ok(Vec::new())))?;
            Ok((precondition, effects))
        };
        let (precondition, effects) = self.within((name.at, items), &parameters, read)?;
        if effects.as_ref().is_some_and(Vec::is_empty) {
            hint!([NoEffect] source, name.at, "action `{name}` has no effect";
                "is its `:effect` missing?");
        }
        Ok(Schema {
            name: name.text.to_owned(),
            parameters,
            precondition: precondition.unwrap_or(ALWAYS),
            preferences,
            effects: effects.unwrap_or_default(),
        })
    }

    /// Returns the value of each keyword in [`PARTS`]; `None` if the action does not have this keyword.
    fn parts<'l, 'a>(
        &self,
        action: Name,
        body: &'l [Sexp<'a>],
    ) -> Result<[Option<&'l Sexp<'a>>; 3], BadInput> {
        let mut parts = [None; 3];
        let mut items = body.iter().peekable();
        while let Some(item) = items.next() {
            let at = item.at();
            let Sexp::Name(word) = item else {
                report!(self.source, at, "action `{action}` has `(...)` without a keyword before it";
                    "join several conditions or effects with `(and ...)`");
                continue;
            };
            let near = meant(self.source, *word, &format!("action `{action}`"), &PARTS)?;
            let Some(which) = PARTS.iter().position(|part| Some(*part) == near) else {
                items.next_if(|next| matches!(next, Sexp::List(_)));
                continue;
            };
            // A keyword is not the value of another keyword.
            let is_value =
                |next: &&Sexp| !matches!(next, Sexp::Name(next) if next.text.starts_with(':'));
            let Some(value) = items.next_if(is_value) else {
                report!(self.source, at, "`{word}` has no value"; "write `()` if it is empty");
                continue;
            };
            if parts[which].is_some() {
                report!([Duplicate] self.source, at, "this action has a second `{word}`";
                    "join both; is a parenthesis missing before the next action?");
            }
            parts[which] = Some(value);
        }
        Ok(parts)
    }

    pub(super) fn axiom(&mut self, section: &Section) -> Result<Axiom, BadInput> {
        let source = self.source;
        source.uses(":derived-predicates", section.keyword.at);
        let [Sexp::List(head), condition] = section.body else {
            bail!(source, section.keyword.at, "`:derived` needs a predicate and a condition";
                "write `(:derived (PREDICATE ?x - TYPE ...) CONDITION)`");
        };
        let name = self.head(head)?;
        if name.text == "not" && !self.symbols.predicates.contains_key("not") {
            bail!(source, name.at, "the head of an axiom cannot be negated";
                "leave out `not`; the predicate is false if none of its conditions holds");
        }
        let predicate = source.keep(self.declared(name, NameKind::Predicate))?;
        let variables = parameters(source, &self.symbols.types, head.rest())?;
        let condition = self.within((head.at, head.rest()), &variables, |scope| {
            if let Some(predicate) = predicate {
                let of = (NameKind::Predicate, predicate);
                scope.check_arity(head, of, variables.len(), "parameter")?;
                let places = variables.iter().map(|one| place_of(&one.name, head));
                scope.check_types(of, places.zip((0..).map(Term::Variable)))?;
            }
            scope.condition(condition)
        })?;
        let Some(predicate) = predicate else {
            return Err(source.explained());
        };
        if compares(&condition) {
            bail!([Unsupported] source, section.keyword.at, "the condition of this axiom compares numbers";
                "write the comparison wherever the predicate is used");
        }
        Ok(Axiom {
            predicate,
            parameters: variables,
            condition,
            at: section.keyword.at,
        })
    }
}

/// Returns the place of a parameter in the head of an axiom.
fn place_of(parameter: &str, head: &List) -> u32 {
    let is = |item: &&Sexp| matches!(item, Sexp::Name(name) if name.text == parameter);
    head.rest().iter().find(is).map_or(head.at, Sexp::at)
}
