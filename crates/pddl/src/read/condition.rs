//! Reads preconditions, goals and the conditions of effects.

use super::declare::parameters;
use super::definition::{is_equality, is_feature, unsupported};
use super::scope::Scope;
use crate::condition::{ALWAYS, Condition, Parameter, Term};
use crate::names::nearest;
use saut_base::BadInput;
use saut_base::sexp::{List, Name, Sexp};
use saut_base::words::counted;

/// Words at the beginning of conditions.
const CONNECTIVES: &str = "and or not imply exists forall preference = < <= >= >";

impl Scope<'_> {
    pub(super) fn condition(&mut self, item: &Sexp) -> Result<Condition, BadInput> {
        let list = match item {
            Sexp::List(list) => list,
            Sexp::Name(name) => {
                bail!(self.source, name.at, "expected a condition, found a word";
                    "write `({name} ...)`");
            }
        };
        if list.items.is_empty() {
            return Ok(ALWAYS);
        }
        let head = self.connective(self.head(list)?)?;
        match head.text {
            "and" => Ok(Condition::And(self.conditions(list)?)),
            "or" => {
                self.source.uses(":disjunctive-preconditions", head.at);
                Ok(Condition::Or(self.conditions(list)?))
            }
            "not" => {
                let [inner] = self.exactly(list, head, "(not CONDITION)")?;
                if !is_equality(inner) {
                    self.source.uses(":negative-preconditions", head.at);
                }
                Ok(self.condition(inner)?.negated())
            }
            "imply" => {
                self.source.uses(":disjunctive-preconditions", head.at);
                let [premise, conclusion] =
                    self.exactly(list, head, "(imply CONDITION CONDITION)")?;
                let premise = self.condition(premise).map(Condition::negated);
                let parts = [premise, self.condition(conclusion)];
                Ok(Condition::Or(self.source.keep_all(parts)?))
            }
            "exists" | "forall" => {
                let (variables, inner) = self.quantifier(list, head, Self::condition)?;
                Ok(if head.text == "exists" {
                    self.source.uses(":existential-preconditions", head.at);
                    Condition::Exists(variables, Box::new(inner))
                } else {
                    self.source.uses(":universal-preconditions", head.at);
                    Condition::ForAll(variables, Box::new(inner))
                })
            }
            "=" => self.equality(list, head),
            _ if self.symbols.predicates.contains_key(head.text) => {
                Ok(Condition::Literal(self.atom(list)?, true))
            }
            "<" | "<=" | ">=" | ">" => self.comparison(list, head),
            _ => match unsupported(self.source, head) {
                Some(bad) => Err(bad),
                None => Ok(Condition::Literal(self.atom(list)?, true)),
            },
        }
    }

    fn conditions(&mut self, list: &List) -> Result<Vec<Condition>, BadInput> {
        let source = self.source;
        let parts = list.rest().iter().map(|item| self.condition(item));
        source.keep_all(parts)
    }

    /// Returns the head of a condition. For a misspelt connective, reports the error and returns the intended
    /// connective.
    fn connective<'a>(&self, head: Name<'a>) -> Result<Name<'a>, BadInput> {
        let symbols = self.symbols;
        let is_known = |name: &str| {
            CONNECTIVES.split(' ').any(|known| known == name)
                || symbols.predicates.contains_key(name)
                || symbols.functions.contains_key(name)
                || symbols.faulty.contains(name)
        };
        if is_known(head.text) || is_feature(head.text) {
            return Ok(head);
        }
        let text = match head.text {
            "=>" => Some(">="),
            "=<" => Some("<="),
            "less" => Some("<"),
            "greater" => Some(">"),
            "==" => Some("="),
            "&" | "&&" => Some("and"),
            "|" | "||" => Some("or"),
            "!" | "!=" => Some("not"),
            "when" | "if" | "->" | "implies" => Some("imply"),
            "foreach" | "all" => Some("forall"),
            other if nearest(other, symbols.predicates.keys().map(String::as_str)).is_some() => {
                None
            }
            other => nearest(
                other,
                CONNECTIVES.split(' ').filter(|known| known.len() > 2),
            ),
        };
        let Some(text) = text else {
            return Ok(head);
        };
        report!(self.source, head.at, "`{head}` is not allowed in a condition"; "did you mean `{text}`?");
        match head.text {
            // `!=` has two parts, but `not` has one.
            "!=" => Err(self.source.explained()),
            _ if text == "preference" => Err(self.source.explained()),
            _ => Ok(Name { text, ..head }),
        }
    }

    fn equality(&mut self, list: &List, head: Name) -> Result<Condition, BadInput> {
        let [left, right] = self.exactly(list, head, "(= TERM TERM)")?;
        let is_number = |side: &&Sexp| match side {
            Sexp::List(_) => true,
            Sexp::Name(name) => self.is_number(*name),
        };
        if [left, right].iter().any(is_number) {
            return self.comparison(list, head);
        }
        self.source.uses(":equality", head.at);
        let terms = self.source.keep_all([self.term(left), self.term(right)])?;
        let Ok(terms) = <[Term; 2]>::try_from(terms) else {
            return Err(self.source.explained());
        };
        self.note_unequal(list.at, terms);
        let [left, right] = terms;
        Ok(Condition::Equal(left, right, true))
    }

    /// Splits `(forall (variables) inner)` and reads the inner item with `read`.
    pub(super) fn quantifier<T>(
        &mut self,
        list: &List,
        head: Name,
        read: impl FnOnce(&mut Self, &Sexp) -> Result<T, BadInput>,
    ) -> Result<(Vec<Parameter>, T), BadInput> {
        let shape = format!("({} (VARIABLE ...) ...)", head.text);
        let [variables, inner] = self.exactly(list, head, &shape)?;
        let Sexp::List(names) = variables else {
            bail!(self.source, variables.at(), "expected a list of variables after `{}`", head.text;
                "write `{shape}`");
        };
        let variables = parameters(self.source, &self.symbols.types, &names.items)?;
        let place = (names.at, &names.items[..]);
        let inner = self.within(place, &variables, |scope| read(scope, inner))?;
        Ok((variables, inner))
    }

    /// Returns the items after the head. There must be exactly `N` of them.
    pub(super) fn exactly<'l, 'a, const N: usize>(
        &self,
        list: &'l List<'a>,
        head: Name,
        shape: &str,
    ) -> Result<&'l [Sexp<'a>; N], BadInput> {
        list.rest().try_into().map_err(|_| {
            let given = counted(list.rest().len(), "part");
            bad!([Arity] self.source, list.at, "`{}` has {given}, but needs {N}", head.text;
                "write `{shape}`")
        })
    }
}
