//! Preconditions, goals and the conditions of effects.

use super::declare::parameters;
use super::definition::{is_equality, unsupported};
use super::scope::Scope;
use crate::condition::{ALWAYS, Condition, Parameter};
use saut_base::BadInput;
use saut_base::sexp::{List, Name, Sexp};

impl Scope<'_> {
    /// The condition `item` stands for.
    pub(super) fn condition(&mut self, item: &Sexp) -> Result<Condition, BadInput> {
        let list = match item {
            Sexp::List(list) => list,
            Sexp::Name(name) => {
                bail!(self.source, name.at, "a word where a condition is expected";
                    "write `({name} ...)`");
            }
        };
        if list.items.is_empty() {
            return Ok(ALWAYS);
        }
        let head = self.head(list)?;
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
                let premise = self.condition(premise)?.negated();
                Ok(Condition::Or(vec![premise, self.condition(conclusion)?]))
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
        list.rest()
            .iter()
            .map(|item| self.condition(item))
            .collect()
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
        let terms = [self.term(left)?, self.term(right)?];
        self.note_unequal(list.at, terms);
        let [left, right] = terms;
        Ok(Condition::Equal(left, right, true))
    }

    /// Takes `(forall (variables) inner)` apart and reads what is inside with `read`.
    pub(super) fn quantifier<T>(
        &mut self,
        list: &List,
        head: Name,
        read: impl FnOnce(&mut Self, &Sexp) -> Result<T, BadInput>,
    ) -> Result<(Vec<Parameter>, T), BadInput> {
        let shape = format!("({} (VARIABLE ...) ...)", head.text);
        let [variables, inner] = self.exactly(list, head, &shape)?;
        let Sexp::List(names) = variables else {
            bail!(self.source, variables.at(), "no list of variables behind `{}`", head.text;
                "write `{shape}`");
        };
        let variables = parameters(self.source, &self.symbols.types, &names.items)?;
        self.enter(names.at, &variables)?;
        let inner = read(self, inner)?;
        self.leave(variables.len());
        Ok((variables, inner))
    }

    /// The items behind the head, which must be `N`.
    pub(super) fn exactly<'l, 'a, const N: usize>(
        &self,
        list: &'l List<'a>,
        head: Name,
        shape: &str,
    ) -> Result<&'l [Sexp<'a>; N], BadInput> {
        list.rest().try_into().map_err(|_| {
            let given = list.rest().len();
            bad!(self.source, list.at, "`{}` with {given} parts, not {N}", head.text;
                "write `{shape}`")
        })
    }
}
