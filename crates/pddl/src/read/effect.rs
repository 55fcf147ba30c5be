//! Effects of actions.

use super::refuse::unsupported;
use super::scope::Scope;
use crate::effect::{Cost, Effect};
use crate::sexp::{List, Sexp};
use saut_base::BadInput;

/// Effects, and what they add to `total-cost`.
pub(super) struct Effects {
    pub(super) effect: Effect,
    pub(super) costs: Vec<Cost>,
}

impl Scope<'_> {
    /// The effects of an action whose parameters are in sight.
    pub(super) fn effects(&mut self, item: &Sexp) -> Result<Effects, BadInput> {
        let mut costs = Vec::new();
        let effect = self.effect(item, Some(&mut costs))?;
        Ok(Effects { effect, costs })
    }

    /// One effect; `costs` is missing within `when` and `forall`, where a cost cannot stand.
    fn effect(&mut self, item: &Sexp, costs: Option<&mut Vec<Cost>>) -> Result<Effect, BadInput> {
        let Sexp::List(list) = item else {
            bail!(self.source, item.at(), "a word where an effect is expected";
                "write `(PREDICATE ...)` or `(not (PREDICATE ...))`");
        };
        if list.items.is_empty() {
            return Ok(Effect::And(Vec::new()));
        }
        let head = self.head(list)?;
        match head.text {
            "and" => self.conjunction(list, costs),
            "not" => {
                let [inner] = self.exactly(list, head, "(not (PREDICATE ...))")?;
                match inner {
                    Sexp::List(inner) if self.is_connective(inner) => {
                        bail!(self.source, inner.at,
                            "an effect cannot be the negation of a condition";
                            "write `(not (PREDICATE ...))` of each atom that ends")
                    }
                    Sexp::List(atom) => Ok(Effect::Delete(self.basic_atom(atom)?)),
                    Sexp::Name(name) => bail!(self.source, name.at, "`{name}` is no atom";
                        "write `(not (PREDICATE ...))`"),
                }
            }
            "forall" => {
                self.source.warnings.uses(":conditional-effects", head.at);
                let read = |scope: &mut Self, inner: &Sexp| scope.effect(inner, None);
                let (variables, inner) = self.quantifier(list, head, read)?;
                Ok(Effect::ForAll(variables, Box::new(inner)))
            }
            "when" => {
                self.source.warnings.uses(":conditional-effects", head.at);
                let [condition, inner] = self.exactly(list, head, "(when CONDITION EFFECT)")?;
                let condition = self.condition(condition)?;
                Ok(Effect::When(condition, Box::new(self.effect(inner, None)?)))
            }
            "increase" if costs.is_some() && self.is_cost(list) => {
                self.source.warnings.uses(":action-costs", head.at);
                let cost = self.increase(list, head)?;
                if let Some(costs) = costs {
                    costs.extend(cost);
                }
                Ok(Effect::And(Vec::new()))
            }
            "assign" | "increase" | "decrease" | "scale-up" | "scale-down"
                if !self.symbols.predicate_index.contains_key(head.text) =>
            {
                self.change(list, head)
            }
            "or" | "imply" | "exists" | "=" => {
                let what = match head.text {
                    "or" => "a disjunction",
                    "imply" => "an implication",
                    "exists" => "an existence",
                    _ => "an equation",
                };
                bail!(self.source, list.at, "an effect cannot be {what}";
                    "an action has one outcome: make an action of each, or use `when`")
            }
            _ if self.symbols.predicate_index.contains_key(head.text) => {
                Ok(Effect::Add(self.basic_atom(list)?))
            }
            _ => match unsupported(self.source, head) {
                Some(bad) => Err(bad),
                None => Ok(Effect::Add(self.basic_atom(list)?)),
            },
        }
    }

    /// Whether this is a word of formulas with what stands behind it; no predicate has such a name.
    fn is_connective(&self, list: &List) -> bool {
        let words = [
            "and", "or", "not", "imply", "exists", "forall", "when", "=", "increase",
        ];
        let head = list.head().map(|head| head.text);
        head.is_some_and(|head| {
            words.contains(&head) && !self.symbols.predicate_index.contains_key(head)
        })
    }

    fn conjunction(
        &mut self,
        list: &List,
        mut costs: Option<&mut Vec<Cost>>,
    ) -> Result<Effect, BadInput> {
        let mut parts = Vec::new();
        for item in list.rest() {
            parts.push(self.effect(item, costs.as_deref_mut())?);
        }
        Ok(Effect::And(parts))
    }
}
