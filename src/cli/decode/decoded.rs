//! The plan that an outside solver's output holds.

use std::fmt::Display;

use saut::backend::Reads;
use saut::encode::Encoding;
use saut::formats::text_kind::{self, TextKind};
use saut::model::{Reading, is_smtlib, read_model_of};
use saut::plan::Plan;
use saut::task::{ActionId, Task};
use saut::{BadInput, decode};
use saut_pddl::{NamedPlan, PlanStep};
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::arguments::Decode;
use crate::cli::reply::{Failure, Reply};
use crate::cli::{input, print, settings, status};

/// A plan that an outside solver's output holds, and the formula that it is of.
pub struct Decoded<P> {
    /// The plan, replayed.
    pub plan: P,
    /// The name of the encoding of the formula.
    pub encoding: &'static str,
    /// Its number of steps.
    pub horizon: usize,
    /// Its number of variables.
    pub variables: usize,
    /// Its number of clauses.
    pub clauses: usize,
}

impl<P> Decoded<P> {
    /// The document of a plan that is a list of actions.
    pub fn document(&self, (noun, name): (&str, &str), plan: &[impl Serialize]) -> Value {
        json!({
            noun: name,
            "verdict": "solved",
            "plan": plan,
            "length": plan.len(),
            "method": self.encoding,
            "horizon": self.horizon,
            "variables": self.variables,
            "clauses": self.clauses,
            "seconds": 0.0,
            "checked": true,
        })
    }
}

/// Says that the solver has no plan.
pub(super) fn none((noun, name): (&str, &str), said: &str) -> Reply {
    let reason = format!("the solver says {said}");
    let document = json!({noun: name, "verdict": "undecided", "reason": reason});
    let text = format!("undecided: {reason}, which no plan shows\n");
    Reply::new(status::UNDECIDED, document, text)
}

/// The reply of a plan of a planning task.
pub(super) fn of_task<P>(decoded: &Decoded<P>, task: &str, plan: &NamedPlan) -> Reply {
    let steps: Vec<String> = plan.steps.iter().map(PlanStep::written).collect();
    let length = print::counted(steps.len(), "action");
    let text = format!(
        "{}\nsolved: {length}, replayed by the validator\n",
        plan.written()
    );
    Reply::new(
        status::SOLVED,
        decoded.document(("task", task), &steps),
        text,
    )
}

/// A model that is none of the formula.
pub(super) fn foreign(fact: String) -> BadInput {
    BadInput::new("", fact)
        .remedy("does the model belong to this formula? saut decode needs the flags of saut encode")
}

/// Writes the formula of a task anew, and reads the solver's output as a plan of it, which
/// `replay` replays. The reply, if the solver found none: nobody has checked that.
pub fn decoded<P, E: Display>(
    arguments: &Decode,
    named: (&str, &str),
    task: &Task,
    encoding: Encoding,
    replay: impl FnOnce(Plan<ActionId>) -> Result<P, E>,
) -> Result<Result<Decoded<P>, Reply>, Failure> {
    let horizon = settings::single_horizon(&arguments.encoding, encoding, task)?;
    let text = input::text(&arguments.model)?;
    let reads = if is_smtlib(&text) {
        Reads::SmtLib
    } else {
        Reads::Clauses
    };
    let encoded = encoding.encode_for(task, horizon, reads);
    let within = |bad: BadInput| bad.within(&arguments.model);
    let told = |bad| {
        let reads = |kind| kind == TextKind::Model;
        within(text_kind::other_than(&text, "the answer of a solver", reads).unwrap_or(bad))
    };
    let said = match read_model_of(&text, &encoded.formula, task).map_err(told)? {
        Reading::Sat(model) => Ok(model),
        Reading::Unsat => Err("unsatisfiable"),
        Reading::Unknown => Err("unknown"),
    };
    let model = match said {
        Ok(model) => model,
        Err(said) => return Ok(Err(none(named, said))),
    };
    let foreign = |fact: String| within(foreign(fact));
    let plan = decode::decode(task, &encoded, &model).map_err(|e| foreign(e.to_string()))?;
    Ok(Ok(Decoded {
        plan: replay(plan).map_err(|rejected| foreign(rejected.to_string()))?,
        encoding: encoding.name(),
        horizon,
        variables: encoded.formula.variables(),
        clauses: encoded.formula.clauses(),
    }))
}
