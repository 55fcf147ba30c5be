//! Evaluating a script: enough of SMT-LIB 2 to say whether its assertions hold under values.

use std::collections::{BTreeMap, HashMap};

use saut::model::Value;

/// A term as a tree.
enum Term {
    Symbol(String),
    List(Vec<Term>),
}

/// Declarations and assertions.
pub struct Script {
    sorts: HashMap<String, String>,
    assertions: Vec<Term>,
}

impl Script {
    /// Reads a script of declarations and assertions; anything else than options is a bug.
    pub fn read(text: &str) -> Self {
        let without_comments =
            |line: &'_ str| line.split(';').next().unwrap_or_default().to_owned();
        let text: Vec<String> = text.lines().map(without_comments).collect();
        let spaced = text.join("\n").replace('(', " ( ").replace(')', " ) ");
        let mut words = spaced.split_whitespace();
        let (mut sorts, mut assertions) = (HashMap::new(), Vec::new());
        while let Some(word) = words.next() {
            assert_eq!(word, "(", "a command begins with a parenthesis");
            let Term::List(mut command) = list(&mut words) else {
                unreachable!()
            };
            let name = symbol(&command[0]).to_owned();
            match name.as_str() {
                "set-option" | "set-logic" => {}
                "declare-fun" => {
                    sorts.insert(
                        symbol(&command[1]).to_owned(),
                        symbol(&command[3]).to_owned(),
                    );
                }
                "assert" => assertions.push(command.remove(1)),
                other => panic!("no encoding writes {other}"),
            }
        }
        Self { sorts, assertions }
    }

    /// The sort of a symbol.
    pub fn sort(&self, symbol: &str) -> &str {
        &self.sorts[symbol]
    }

    /// Whether all assertions hold.
    pub fn holds(&self, values: &BTreeMap<String, Value>) -> bool {
        self.assertions
            .iter()
            .all(|term| value(term, values) == Value::Boolean(true))
    }
}

fn list<'a>(words: &mut impl Iterator<Item = &'a str>) -> Term {
    let mut terms = Vec::new();
    loop {
        match words.next().expect("a closing parenthesis") {
            "(" => terms.push(list(words)),
            ")" => return Term::List(terms),
            word => terms.push(Term::Symbol(word.to_owned())),
        }
    }
}

fn symbol(term: &Term) -> &str {
    match term {
        Term::Symbol(symbol) => symbol,
        Term::List(_) => panic!("a list where a symbol stands"),
    }
}

fn value(term: &Term, values: &BTreeMap<String, Value>) -> Value {
    match term {
        Term::Symbol(name) => match name.as_str() {
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            _ => match name.parse() {
                Ok(number) => Value::Integer(number),
                Err(_) => values[name],
            },
        },
        Term::List(terms) => {
            let of = |index: usize| value(&terms[index], values);
            let truth = |index| of(index) == Value::Boolean(true);
            let number = |index| match of(index) {
                Value::Integer(number) => number,
                Value::Boolean(_) => panic!("a truth value where a number stands"),
            };
            let mut rest = 1..terms.len();
            Value::Boolean(match symbol(&terms[0]) {
                "not" => !truth(1),
                "and" => rest.all(truth),
                "or" => rest.any(truth),
                "=>" => !truth(1) || truth(2),
                "=" => of(1) == of(2),
                "<=" => number(1) <= number(2),
                "<" => number(1) < number(2),
                other => panic!("no encoding writes {other}"),
            })
        }
    }
}
