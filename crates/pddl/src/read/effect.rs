//! Reads the effects of actions.

use super::definition::{is_feature, unsupported};
use super::scope::Scope;
use crate::condition::{ALWAYS, Condition, Term};
use crate::domain::Effect;
use crate::names::nearest;
use saut_base::BadInput;
use saut_base::sexp::{List, Name, Sexp};

/// Words at the beginning of effects.
const WORDS: &str = "and not when forall increase decrease assign scale-up scale-down";

impl Scope<'_> {
    /// Returns the effects of an action whose parameters are in scope.
    pub(super) fn effects(&mut self, item: &Sexp) -> Result<Vec<Effect>, BadInput> {
        let mut effects = vec![Effect::default()];
        self.effect(item, 0, &mut effects)?;
        effects.retain(|effect| !effect.atoms.is_empty() || !effect.numbers.is_empty());
        Ok(effects)
    }

    /// Reads an effect. Its changes are added to the effect with this number. Changes within `when` and `forall` are
    /// added to new effects at the end of the list.
    fn effect(
        &mut self,
        item: &Sexp,
        number: usize,
        effects: &mut Vec<Effect>,
    ) -> Result<(), BadInput> {
        let Sexp::List(list) = item else {
            bail!(self.source, item.at(), "expected an effect, found a word";
                "write `(PREDICATE ...)` or `(not (PREDICATE ...))`");
        };
        if list.items.is_empty() {
            return Ok(());
        }
        let head = self.effect_word(self.head(list)?)?;
        match head.text {
            "and" => {
                for item in list.rest() {
                    let read = self.effect(item, number, effects);
                    self.source.keep(read)?;
                }
            }
            "not" => {
                let [inner] = self.exactly(list, head, "(not (PREDICATE ...))")?;
                match inner {
                    Sexp::List(inner) if self.is_connective(inner) => {
                        bail!(self.source, inner.at,
                            "an effect cannot be the negation of a condition";
                            "write `(not (PREDICATE ...))` for each atom that becomes false")
                    }
                    Sexp::List(atom) => effects[number].atoms.push((self.basic_atom(atom)?, false)),
                    Sexp::Name(name) => bail!(self.source, name.at, "`{name}` is not an atom";
                        "write `(not (PREDICATE ...))`"),
                }
            }
            "forall" => {
                self.source.uses(":conditional-effects", head.at);
                let parameters = self.variables.len() - effects[number].variables.len();
                let read = |scope: &mut Self, inner: &Sexp| {
                    let variables = scope.variables[parameters..].to_vec();
                    let outer = &effects[number];
                    let more = variables.len() - outer.variables.len();
                    let levels = parameters + outer.variables.len();
                    let condition = with_more_around(outer.condition.clone(), levels, more);
                    effects.push(Effect {
                        variables,
                        condition,
                        ..Effect::default()
                    });
                    scope.effect(inner, effects.len() - 1, effects)
                };
                self.quantifier(list, head, read)?;
            }
            "when" => {
                self.source.uses(":conditional-effects", head.at);
                let [condition, inner] = self.exactly(list, head, "(when CONDITION EFFECT)")?;
                let condition = self.condition(condition);
                let condition = self.source.keep(condition)?.unwrap_or(ALWAYS);
                let outer = &effects[number];
                effects.push(Effect {
                    variables: outer.variables.clone(),
                    condition: if outer.condition == ALWAYS {
                        condition
                    } else {
                        Condition::And(vec![outer.condition.clone(), condition])
                    },
                    ..Effect::default()
                });
                self.effect(inner, effects.len() - 1, effects)?;
            }
            "increase" if effects[number].is_always() && self.is_cost(list) => {
                self.source.uses(":action-costs", head.at);
                effects[number].numbers.extend(self.increase(list, head)?);
            }
            "assign" | "increase" | "decrease" | "scale-up" | "scale-down"
                if !self.symbols.predicates.contains_key(head.text) =>
            {
                self.source.uses(":numeric-fluents", head.at);
                effects[number].numbers.push(self.change(list, head)?);
            }
            "or" | "imply" | "exists" => {
                let what = match head.text {
                    "or" => "a disjunction",
                    "imply" => "an implication",
                    _ => "an existential condition",
                };
                bail!(self.source, list.at, "an effect cannot be {what}";
                    "an action has one outcome; write a separate action for each outcome, or use `when`")
            }
            _ => {
                let is_predicate = self.symbols.predicates.contains_key(head.text);
                if let (false, Some(bad)) = (is_predicate, unsupported(self.source, head)) {
                    return Err(bad);
                }
                effects[number].atoms.push((self.basic_atom(list)?, true));
            }
        }
        Ok(())
    }

    /// Returns the head of an effect. For a misspelt word, reports the error and returns the intended word.
    fn effect_word<'a>(&self, head: Name<'a>) -> Result<Name<'a>, BadInput> {
        let symbols = self.symbols;
        let is_known = ["exists", "imply"].contains(&head.text)
            || WORDS.split(' ').any(|known| known == head.text)
            || is_feature(head.text)
            || symbols.predicates.contains_key(head.text)
            || symbols.faulty.contains(head.text)
            || nearest(head.text, symbols.predicates.keys().map(String::as_str)).is_some();
        let text = match head.text {
            _ if is_known => None,
            "!" | "delete" | "remove" => Some("not"),
            "=" | ":=" | "set" => Some("assign"),
            "+=" | "inc" => Some("increase"),
            "-=" | "dec" => Some("decrease"),
            "if" => Some("when"),
            "foreach" | "all" => Some("forall"),
            other => nearest(other, WORDS.split(' ')),
        };
        let Some(text) = text else {
            return Ok(head);
        };
        report!(self.source, head.at, "`{head}` is not allowed in an effect"; "did you mean `{text}`?");
        Ok(Name { text, ..head })
    }

    /// Whether the list begins with a connective or another keyword, and not with a predicate of this name.
    fn is_connective(&self, list: &List) -> bool {
        let words = [
            "and", "or", "not", "imply", "exists", "forall", "when", "=", "increase",
        ];
        let head = list.head().map(|head| head.text);
        head.is_some_and(|head| {
            words.contains(&head) && !self.symbols.predicates.contains_key(head)
        })
    }
}

/// Returns the condition inside further quantifiers: the levels of its quantified variables are shifted by `more`.
fn with_more_around(mut condition: Condition, levels: usize, more: usize) -> Condition {
    for term in condition.terms_mut() {
        if let Term::Variable(level) = term
            && *level >= levels
        {
            *level += more;
        }
    }
    condition
}
