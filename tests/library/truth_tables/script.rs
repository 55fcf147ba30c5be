//! An evaluator of SMT-LIB scripts for the part of SMT-LIB 2 that the encodings use.

use std::collections::BTreeMap;

use saut::model::Value;

enum Term {
    Symbol(String),
    List(Vec<Term>),
}

/// The assertions of a script whose symbols are all Boolean.
pub struct Script {
    assertions: Vec<Term>,
}

impl Script {
    /// Parses a script of declarations, assertions and options. Any other command is a bug.
    pub fn read(text: &str) -> Self {
        let without_comments =
            |line: &'_ str| line.split(';').next().unwrap_or_default().to_owned();
        let text: Vec<String> = text.lines().map(without_comments).collect();
        let spaced = text.join("\n").replace('(', " ( ").replace(')', " ) ");
        let mut words = spaced.split_whitespace();
        let mut assertions = Vec::new();
        while let Some(word) = words.next() {
            assert_eq!(word, "(", "a command begins with a parenthesis");
            let Term::List(mut command) = list(&mut words) else {
                unreachable!()
            };
            let name = symbol(&command[0]).to_owned();
            match name.as_str() {
                "set-option" | "set-logic" => {}
                "declare-fun" => assert_eq!(symbol(&command[3]), "Bool"),
                "assert" => assertions.push(command.remove(1)),
                other => panic!("no encoding writes {other}"),
            }
        }
        Self { assertions }
    }

    pub fn holds(&self, values: &BTreeMap<String, Value>) -> bool {
        self.assertions.iter().all(|term| holds(term, values))
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

fn holds(term: &Term, values: &BTreeMap<String, Value>) -> bool {
    match term {
        Term::Symbol(name) => match name.as_str() {
            "true" => true,
            "false" => false,
            _ => values[name] == Value::Boolean(true),
        },
        Term::List(terms) => {
            let truth = |index: usize| holds(&terms[index], values);
            let mut rest = 1..terms.len();
            match symbol(&terms[0]) {
                "not" => !truth(1),
                "and" => rest.all(truth),
                "or" => rest.any(truth),
                "=>" => !truth(1) || truth(2),
                "=" => truth(1) == truth(2),
                other => panic!("no encoding writes {other}"),
            }
        }
    }
}
