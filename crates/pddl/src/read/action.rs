//! `(:action name :parameters (...) :precondition ... :effect ...)`.

use super::declare::parameters;
use super::definition::Section;
use super::effect::Effects;
use super::scope::Scope;
use super::typed_list::check_name;
use crate::condition::ALWAYS;
use crate::domain::Schema;
use crate::effect::Effect;
use crate::names::nearest;
use crate::sexp::{Name, Sexp, shortened};
use saut_base::BadInput;

const PARTS: [&str; 3] = [":parameters", ":precondition", ":effect"];

impl Scope<'_> {
    /// Reads one action.
    pub(super) fn action(&mut self, section: &Section) -> Result<Schema, BadInput> {
        let source = self.source;
        let Some((Sexp::Name(name), body)) = section.body.split_first() else {
            return Err(source
                .bad(section.keyword.at, "an action without a name")
                .remedy("write `(:action NAME :parameters (...) ...)`"));
        };
        check_name(source, *name, "an action")?;
        let [variables, precondition, effect] = self.parts(*name, body)?;
        let parameters = match variables {
            None => Vec::new(),
            Some(Sexp::List(list)) => parameters(source, &self.symbols.types, &list.items)?,
            Some(Sexp::Name(word)) => {
                return Err(source
                    .bad(word.at, "a word where the list of parameters is expected")
                    .remedy("write `:parameters (...)`"));
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
            None => Effects {
                effect: Effect::And(Vec::new()),
                costs: Vec::new(),
            },
        };
        self.leave(parameters.len());
        Ok(Schema {
            name: name.text.to_owned(),
            parameters,
            precondition,
            preferences,
            effect: effects.effect,
            costs: effects.costs,
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
                let bad = self.source.bad(
                    at,
                    format!(
                        "`{}` in action `{}`",
                        shortened(word),
                        shortened(action.text)
                    ),
                );
                return Err(match nearest(word, PARTS) {
                    _ if matches!(item, Sexp::List(_)) => {
                        bad.remedy("join several conditions or effects by `(and ...)`")
                    }
                    Some(part) => bad.remedy(format!("did you mean `{part}`?")),
                    None => bad.remedy("an action has `:parameters`, `:precondition`, `:effect`"),
                });
            };
            if parts[which].is_some() {
                return Err(self
                    .source
                    .bad(at, format!("a second `{word}`"))
                    .remedy("join the two; is a parenthesis missing before the next action?"));
            }
            let Some(value) = items.next() else {
                return Err(self
                    .source
                    .bad(at, format!("nothing behind `{word}`"))
                    .remedy("write `()` if it is empty"));
            };
            parts[which] = Some(value);
        }
        Ok(parts)
    }
}
