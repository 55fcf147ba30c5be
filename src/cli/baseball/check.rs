//! `saut check` for colour baseball: replays a plan, and verifies what its document says of it.

use saut::BadInput;
use saut::baseball::{Puzzle, Step, fewest_steps};
use saut::compile;
use saut::formats::step_file;
use saut::simulate::baseball::replay;
use saut::stop::Stop;
use serde_json::{Map, Value, json};

use crate::cli::arguments::Check;
use crate::cli::check::bounds::{CheckedProofs, ClaimedProofs, check_proofs};
use crate::cli::check::claims::warn_of_name;
use crate::cli::check::claims::{NO_CLAIMS, Outcome, Verified, compare, fields};
use crate::cli::check::unfinished::unfinished;
use crate::cli::reply::{Failure, Reply};
use crate::cli::{input, print, settings, solve, status};
use saut::answer::{trace_entries, useless};

/// Runs `saut check` for a puzzle of colour baseball.
pub fn check(arguments: &Check, puzzle: &Puzzle) -> Result<Reply, Failure> {
    let text = input::text(&arguments.result)?;
    let within = |bad: BadInput| bad.within(&arguments.result);
    let plan = step_file::read_steps(&text).map_err(within)?;
    let fields = fields(&text);
    warn_of_name(&arguments.result, fields.get("puzzle"), puzzle.name());
    let replayed = replay(puzzle, plan).map_err(|rejected| {
        Failure::Refused(within(BadInput::new("plan refused", rejected.to_string())))
    })?;
    let length = replayed.plan().len();
    let stop = settings::stop(&arguments.limits);
    solve::stop_at_ctrl_c(&stop);
    let claims = Claims {
        puzzle,
        length,
        steps: replayed.steps(),
        fields,
        document: &arguments.result,
        stop: &stop,
    };
    let verified = claims
        .verify()
        .map_err(|failure| failure.within(&arguments.result))?;
    if let Some((claim, why)) = &verified.unfinished {
        let kind = if claim == "optimal" { "proof" } else { claim };
        return Ok(unfinished(puzzle.name(), kind, *why));
    }
    let unverified = verified.unverified_names();
    let is_optimal = verified.has("optimal");
    let is_unverified = unverified.contains(&"optimal");
    let mut document = json!({"puzzle": puzzle.name(), "verdict": "solved",
        "kind": "plan", "length": length, "unverified": unverified, "checked": true});
    if is_optimal || is_unverified {
        document["optimal"] = is_optimal.into();
    }
    let shortest = match (is_optimal, is_unverified) {
        (true, _) => "; the proof that no plan is shorter holds",
        (_, true) => "; the proof that no plan is shorter was not kept",
        _ => "",
    };
    let text = format!(
        "solved: {}, replayed by the simulator{shortest}\n{}",
        print::counted(length, "step"),
        verified.lines()
    );
    Ok(Reply::new(status::SOLVED, document, text))
}

/// A document with a plan that has been replayed.
struct Claims<'a> {
    puzzle: &'a Puzzle,
    length: usize,
    steps: Vec<Step>,
    fields: Map<String, Value>,
    document: &'a str,
    stop: &'a Stop,
}

impl Claims<'_> {
    fn verify(&self) -> Result<Verified, Failure> {
        let mut verified = Verified::default();
        let says_optimal = self.fields.get("optimal") == Some(&Value::Bool(true));
        for (name, claimed) in &self.fields {
            let outcome = match name.as_str() {
                name if NO_CLAIMS.contains(&name) => continue,
                "optimal" if *claimed == Value::Bool(false) => continue,
                "lower_bound" if says_optimal => continue,
                "length" | "steps" => compare(name, claimed, self.length)?,
                "trace" => compare(name, claimed, trace_entries(self.puzzle, &self.steps))?,
                "useless_steps" => compare(name, claimed, useless(self.puzzle, &self.steps))?,
                "optimal" => self.optimal()?,
                "lower_bound" => self.proofs(claimed)?.exclude(Vec::new(), "", "steps")?,
                _ => Outcome::NotVerified("saut does not know this field".to_owned()),
            };
            verified.book(name, outcome);
        }
        Ok(verified)
    }

    /// Checks the claim "optimal": the distances and the proofs exclude all shorter plans.
    fn optimal(&self) -> Result<Outcome, Failure> {
        let checked = match self.fields.get("lower_bound") {
            Some(bound) => self.proofs(bound)?,
            None => CheckedProofs::default(),
        };
        let task = compile::baseball_task(self.puzzle);
        let least = task.length().at_least;
        let needed = least.max(self.length.saturating_sub(task.known().padding))..self.length;
        checked.exclude(needed.collect(), "sequential", "steps")
    }

    fn proofs(&self, bound: &Value) -> Result<CheckedProofs, Failure> {
        if let Some(claimed) = bound.get("by_distances") {
            compare(
                "lower_bound.by_distances",
                claimed,
                fewest_steps(self.puzzle),
            )?;
        }
        let claimed: ClaimedProofs = serde_json::from_value(bound.clone())
            .map_err(|error| BadInput::new("lower_bound", format!("cannot be read: {error}")))?;
        let task = compile::baseball_task(self.puzzle);
        check_proofs(&task, claimed.refuted, self.document, self.stop)
    }
}
