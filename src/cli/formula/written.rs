//! A formula that is written: its file for a solver, and the way back from what the solver says.

use std::fmt::Display;

use saut::encode::Encoded;
use saut::encode::text;
use saut::formats::text_kind::{self, TextKind};
use saut::formula::{Formula, Reads};
use saut::model::{Answer, read_model_of, read_smtlib};
use saut::plan::Plan;
use saut::task::{ActionId, Task};
use saut::{BadInput, decode};
use saut_plan::numeric::Growing;
use serde_json::{Value, json};

/// A formula, and what is to be known of it.
pub struct Written<'a> {
    /// The name of its encoding.
    pub method: &'static str,
    /// Its encoding with all choices.
    encoding: String,
    pub horizon: usize,
    pub variables: usize,
    pub clauses: usize,
    formula: Kind<'a>,
}

enum Kind<'a> {
    OfTask(&'a Task, Encoded),
    OfNumbers(Growing<'a>),
}

impl<'a> Written<'a> {
    /// A formula of a task without numbers.
    pub fn of_task(task: &'a Task, encoded: Encoded) -> Self {
        Self {
            method: encoded.encoding.name(),
            encoding: format!("{:#}", encoded.encoding),
            horizon: encoded.horizon,
            variables: encoded.formula.variables(),
            clauses: encoded.formula.clauses(),
            formula: Kind::OfTask(task, encoded),
        }
    }

    /// A formula of a task with numbers.
    pub fn of_numbers(script: Growing<'a>) -> Self {
        let (method, whole) = (script.encoding().name(), Formula::Smt(script.script()));
        Self {
            method,
            encoding: method.to_owned(),
            horizon: script.horizon(),
            variables: whole.variables(),
            clauses: whole.clauses(),
            formula: Kind::OfNumbers(script),
        }
    }

    /// Document of what is to be known of it.
    pub fn facts(&self, (noun, name): (&str, &str)) -> Value {
        json!({
            noun: name, "encoding": self.encoding, "horizon": self.horizon,
            "variables": self.variables, "clauses": self.clauses,
        })
    }

    /// The same in words.
    pub fn in_words(&self) -> String {
        format!(
            "{}, horizon {}, {} variables, {} clauses",
            self.encoding, self.horizon, self.variables, self.clauses
        )
    }

    /// The file of what is named so, for whoever reads this language.
    ///
    /// # Errors
    /// The encoding has no clauses.
    pub fn file(&self, (noun, name): (&str, &str), reads: Reads) -> Result<String, BadInput> {
        let title = &format!("{noun} {name}");
        match (&self.formula, reads) {
            (Kind::OfTask(task, encoded), Reads::SmtLib) => Ok(text::smtlib(task, encoded, title)),
            (Kind::OfTask(task, encoded), Reads::Clauses) => text::dimacs(task, encoded, title),
            (Kind::OfNumbers(script), _) => Ok(script.file(title)),
        }
    }

    /// The plan that a solver's output has, which nobody has replayed; or the word of a solver that has none. `place`
    /// is the name of the output in messages.
    ///
    /// # Errors
    /// It is no such output, or of another formula.
    pub fn plan_of(
        &self,
        said: &str,
        place: &str,
    ) -> Result<Result<Plan<ActionId>, &'static str>, BadInput> {
        let reading = match &self.formula {
            Kind::OfTask(task, encoded) => {
                let reads = |kind| kind == TextKind::Model;
                let other = || text_kind::other_than(said, "the answer of a solver", reads);
                let reading = read_model_of(said, &encoded.formula, task);
                reading.map_err(|bad| other().unwrap_or(bad))
            }
            Kind::OfNumbers(script) => read_smtlib(said, script.symbols()),
        };
        let model = match reading.map_err(|bad| bad.within(place))? {
            Answer::Sat(model) => model,
            Answer::Unsat => return Ok(Err("unsatisfiable")),
            Answer::Unknown(_) => return Ok(Err("unknown")),
        };
        Ok(Ok(match &self.formula {
            Kind::OfTask(task, encoded) => {
                decode::decode(task, encoded, &model).map_err(|error| foreign(place, error))?
            }
            Kind::OfNumbers(script) => {
                let none = || foreign(place, "a value is missing, or out of range");
                script.plan(&model).ok_or_else(none)?
            }
        }))
    }
}

/// A model that is none of the formula.
pub fn foreign(place: &str, fact: impl Display) -> BadInput {
    BadInput::new(place, fact.to_string())
        .remedy("does the model belong to this formula? saut decode needs the flags of saut encode")
}
