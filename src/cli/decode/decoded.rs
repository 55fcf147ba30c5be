//! The plan that an outside solver's output holds.

use std::fmt::Display;
use std::io::Write;

use saut::backend::Reads;
use saut::encode::Encoding;
use saut::formats::text_kind::{self, TextKind};
use saut::model::{Reading, is_smtlib, read_model_of};
use saut::plan::Plan;
use saut::task::{ActionId, Task};
use saut::{BadInput, decode};
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::arguments::Decode;
use crate::cli::failure::Failure;
use crate::cli::{input, settings};

/// A plan that an outside solver's output holds, and the formula that it is of.
pub struct Decoded<P> {
    /// The plan, replayed.
    pub plan: P,
    /// The encoding of the formula.
    pub encoding: Encoding,
    /// Its number of steps.
    pub horizon: usize,
    /// Its number of variables.
    pub variables: usize,
    /// Its number of clauses.
    pub clauses: usize,
}

impl<P> Decoded<P> {
    /// The document of a plan that is a list of actions.
    pub fn document<A: Serialize>(
        &self,
        (noun, name): (&str, &str),
        plan: &[A],
    ) -> Result<Value, Failure> {
        let length = plan.len();
        let plan = serde_json::to_value(plan).map_err(|e| Failure::Other(e.to_string()))?;
        Ok(json!({
            noun: name,
            "verdict": "solved",
            "plan": plan,
            "length": length,
            "method": self.encoding.name(),
            "horizon": self.horizon,
            "variables": self.variables,
            "clauses": self.clauses,
            "seconds": 0.0,
            "checked": true,
        }))
    }
}

/// Says that the solver has no plan.
pub(super) fn tell_none(
    arguments: &Decode,
    (noun, name): (&str, &str),
    said: &str,
) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    if arguments.output.json {
        let reason = format!("the solver says {said}");
        let document = json!({noun: name, "verdict": "undecided", "reason": reason});
        writeln!(out, "{document}")?;
    } else {
        let fact = "which no plan shows";
        writeln!(out, "undecided: the solver says {said}, {fact}")?;
    }
    Ok(())
}

/// A model that is none of the formula.
pub(super) fn foreign(fact: String) -> BadInput {
    BadInput::new("", fact)
        .remedy("does the model belong to this formula? saut decode needs the flags of saut encode")
}

/// Writes the formula of a task anew, and reads the solver's output as a plan of it, which
/// `replay` replays. `None`, after saying so of the puzzle or task, if the solver found none: nobody has
/// checked that.
pub fn decoded<P, E: Display>(
    arguments: &Decode,
    (noun, name): (&str, &str),
    task: &Task,
    encoding: Encoding,
    replay: impl FnOnce(Plan<ActionId>) -> Result<P, E>,
) -> Result<Option<Decoded<P>>, Failure> {
    let horizon = settings::single_horizon(&arguments.encoding, encoding, task)?;
    let text = input::text(&arguments.model)?;
    let reads = if is_smtlib(&text) {
        Reads::SmtLib
    } else {
        Reads::Clauses
    };
    let encoded = encoding.encode_for(task, horizon, reads);
    let within = |bad: BadInput| bad.within(&arguments.model);
    let named = |bad| {
        let reads = |kind| kind == TextKind::Model;
        within(text_kind::other_than(&text, "the answer of a solver", reads).unwrap_or(bad))
    };
    let said = match read_model_of(&text, &encoded.formula, task).map_err(named)? {
        Reading::Sat(model) => Ok(model),
        Reading::Unsat => Err("unsatisfiable"),
        Reading::Unknown => Err("unknown"),
    };
    let model = match said {
        Ok(model) => model,
        Err(said) => {
            tell_none(arguments, (noun, name), said)?;
            return Ok(None);
        }
    };
    let foreign = |fact: String| within(foreign(fact));
    let plan = decode::decode(task, &encoded, &model).map_err(|e| foreign(e.to_string()))?;
    Ok(Some(Decoded {
        plan: replay(plan).map_err(|rejected| foreign(rejected.to_string()))?,
        encoding,
        horizon,
        variables: encoded.formula.variables(),
        clauses: encoded.formula.clauses(),
    }))
}
