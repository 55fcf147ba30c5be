//! `(:action name :parameters (...) :precondition ... :effect ...)`, and axioms:
//! `(:derived (predicate ?x - type ...) condition)` (Edelkamp and Hoffmann: *PDDL2.2*, 2004, section 2).

use saut_base::BadInput;
use saut_base::sexp::{List, Name, Sexp, shortened};

use super::declare::{check_name, parameters};
use super::definition::Section;
use super::numeric::compares;
use super::scope::{Kind, Scope};
use crate::condition::{ALWAYS, Term};
use crate::domain::{Axiom, Schema};
use crate::names::nearest;

const PARTS: [&str; 3] = [":parameters", ":precondition", ":effect"];

impl Scope<'_> {
    /// Reads one action.
    pub(super) fn action(&mut self, section: &Section) -> Result<Schema, BadInput> {
        let source = self.source;
        let Some((Sexp::Name(name), body)) = section.body.split_first() else {
            bail!(source, section.keyword.at, "an action without a name";
                "write `(:action NAME :parameters (...) ...)`");
        };
        check_name(source, *name, "an action")?;
        let [variables, precondition, effect] = self.parts(*name, body)?;
        let parameters = match variables {
            None => Vec::new(),
            Some(Sexp::List(list)) => parameters(source, &self.symbols.types, &list.items)?,
            Some(Sexp::Name(word)) => {
                bail!(source, word.at, "a word where the list of parameters is expected";
                    "write `:parameters (...)`");
            }
        };
        self.enter(name.at, &parameters)?;
        let mut preferences = Vec::new();
        let precondition = match precondition {
            Some(item) => self.precondition(item, &mut preferences)?,
            None => ALWAYS,
        };
        let effects = match effect {
            Some(item) => self.effects(item)?,
            None => Vec::new(),
        };
        self.leave(parameters.len());
        Ok(Schema {
            name: name.text.to_owned(),
            parameters,
            precondition,
            preferences,
            effects,
        })
    }

    /// Item behind each of the three keywords.
    fn parts<'l, 'a>(
        &self,
        action: Name,
        body: &'l [Sexp<'a>],
    ) -> Result<[Option<&'l Sexp<'a>>; 3], BadInput> {
        let mut parts = [None; 3];
        let mut items = body.iter();
        while let Some(item) = items.next() {
            let at = item.at();
            let word = match item {
                Sexp::Name(word) => word.text,
                Sexp::List(_) => "(...)",
            };
            let Some(which) = PARTS.iter().position(|part| *part == word) else {
                let remedy = match nearest(word, PARTS) {
                    _ if matches!(item, Sexp::List(_)) => {
                        "join several conditions or effects by `(and ...)`".to_owned()
                    }
                    Some(part) => format!("did you mean `{part}`?"),
                    None => "an action has `:parameters`, `:precondition`, `:effect`".to_owned(),
                };
                bail!(self.source, at, "`{}` in action `{action}`", shortened(word); "{remedy}");
            };
            if parts[which].is_some() {
                bail!(self.source, at, "a second `{word}`";
                    "join the two; is a parenthesis missing before the next action?");
            }
            let Some(value) = items.next() else {
                bail!(self.source, at, "nothing behind `{word}`"; "write `()` if it is empty");
            };
            parts[which] = Some(value);
        }
        Ok(parts)
    }

    /// Reads one axiom.
    pub(super) fn axiom(&mut self, section: &Section) -> Result<Axiom, BadInput> {
        let source = self.source;
        source.uses(":derived-predicates", section.keyword.at);
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
