//! `saut decode`: an outside solver's output as a replayed plan.
//!
//! The formula is written again, so the flags must be those of `saut encode`. The output is read as a plan of it, which
//! the rules replay.

use saut::formula::Reads;
use saut::model::is_smtlib;
use serde_json::json;

use super::arguments::{Decode, Global};
use super::formula::{Formula, Source, foreign};
use super::reply::{Failure, Reply};
use super::{input, status};

/// Runs `saut decode`.
pub fn run(arguments: &Decode, global: &Global) -> Result<Reply, Failure> {
    let (domain, place, stop) = (arguments.domain.as_ref(), &arguments.model, &global.stop);
    let source = Source::read(&arguments.puzzle, domain, arguments.names, stop)?;
    let said = input::text(place, stop)?;
    let reads = if is_smtlib(&said) {
        Reads::SmtLib
    } else {
        Reads::Clauses
    };
    source.formula(&arguments.encoding, reads, stop, |formula| {
        reply(formula, &said, place)
    })
}

/// The plan in the output of this name, replayed; or that the solver has none, which nobody has checked.
fn reply(formula: &Formula<'_>, said: &str, place: &str) -> Result<Reply, Failure> {
    let (noun, name) = formula.named;
    let plan = match formula.plan_of(said, place)? {
        Ok(plan) => plan,
        Err(word) => {
            let reason = format!("the solver says {word}");
            let document = json!({noun: name, "verdict": "undecided", "reason": reason});
            let text = format!("undecided: {reason}, which no plan shows\n");
            return Ok(Reply::new(status::UNDECIDED, document, text));
        }
    };
    let replayed = (formula.replay)(plan).map_err(|refused| foreign(place, refused))?;
    let (measure, size) = replayed.size;
    let document = json!({
        noun: name, "verdict": "solved", "plan": replayed.plan, measure: size, "method": formula.method,
        "horizon": formula.horizon, "variables": formula.variables, "clauses": formula.clauses,
        "seconds": 0.0, "checked": true,
    });
    Ok(Reply::new(status::SOLVED, document, replayed.text))
}
