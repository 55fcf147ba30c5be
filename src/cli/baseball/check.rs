//! Documents on a game of colour baseball: a plan that is replayed.

use saut::BadInput;
use saut::answer::{trace_entries, useless};
use saut::baseball::fewest_steps;
use saut::compile;
use saut::formats::step_file;
use saut::proof::too_few;
use saut::shortest::FEWEST_ACTIONS;
use saut::simulate::baseball::replay;
use serde_json::{Value, json};

use crate::cli::check::bounds::{self, CheckedProofs, ClaimedProofs, check_proofs};
use crate::cli::check::claims::BaseballSubject;
use crate::cli::check::verdict::{Fault, Judge, Verdict};
use crate::cli::check::verified::{Outcome, Verified, compare, unknown};
use crate::cli::print;
use crate::cli::reply::Failure;

impl Judge for BaseballSubject {
    fn verdict(&self) -> Result<Verdict, Fault> {
        let plan = step_file::read_steps(&self.claims.text)?;
        self.claims.warn_of_name(self.puzzle.name());
        self.claims
            .verdict()
            .map_err(|claim| Fault::Refused(claim.refusal()))?;
        let replayed = replay(&self.puzzle, plan).map_err(|rejected| {
            Fault::Refused(BadInput::new("plan refused", rejected.to_string()))
        })?;
        let length = replayed.plan().len();
        let steps = replayed.steps();
        let mut verified = Verified::of(&self.claims, &[], |claim, claimed| match claim {
            "length" | "steps" => compare(claim, claimed, length),
            "trace" => compare(claim, claimed, trace_entries(&self.puzzle, &steps)),
            "useless_steps" => compare(claim, claimed, useless(&self.puzzle, &steps)),
            "optimal" => optimal(self, length),
            "lower_bound" => proofs(self, Some(claimed))?.exclude(None, FEWEST_ACTIONS, "steps"),
            _ => Ok(unknown()),
        })?;
        if let Some(unread) = bounds::unread(&self.claims, &["by_distances", "refuted"]) {
            verified.leave_open("lower_bound", &unread);
        }
        let mut document = json!({"length": length});
        let is_optimal = verified.holds("optimal");
        if let Some(is_optimal) = is_optimal {
            document["optimal"] = is_optimal.into();
        }
        let shortest = match is_optimal {
            Some(true) => "; the proof that no plan is shorter holds",
            Some(false) => "; the proof that no plan is shorter was not kept",
            None => "",
        };
        let length = print::counted(length, "step");
        let head = format!("{length}, replayed by the simulator{shortest}");
        match verified.solved("plan", document, &head) {
            Err(Fault::Unfinished(claim, why)) if claim == "optimal" => {
                Err(Fault::Unfinished("proof".to_owned(), why))
            }
            solved => solved,
        }
    }
}

/// Checks the claim "optimal" of a plan of this length: the distances and the proofs exclude all shorter plans.
fn optimal(subject: &BaseballSubject, length: usize) -> Result<Outcome, Failure> {
    let checked = proofs(subject, subject.claims.get("lower_bound"))?;
    let task = compile::baseball_task(&subject.puzzle);
    let below = too_few(&task, FEWEST_ACTIONS, length);
    checked.exclude(below, FEWEST_ACTIONS, "steps")
}

/// The bound by distances, if the document has one, and the proofs, all checked.
fn proofs(subject: &BaseballSubject, bound: Option<&Value>) -> Result<CheckedProofs, Failure> {
    let (puzzle, claims) = (&subject.puzzle, &subject.claims);
    if let Some(claimed) = bound.and_then(|bound| bound.get("by_distances")) {
        compare("lower_bound.by_distances", claimed, fewest_steps(puzzle))?;
    }
    let claimed = ClaimedProofs::of(bound)?;
    let task = compile::baseball_task(puzzle);
    check_proofs(&task, claimed.refuted, &claims.file, &subject.search.stop)
}
