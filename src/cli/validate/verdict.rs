//! Verdicts on claims about planning tasks.

use saut::BadInput;
use saut::decide::Minimise;
use saut::encode::Encoding;
use saut::formats::certificate::LengthEntry;
use saut::named::Named as _;
use saut_pddl::{
    Accepted, Bound, ClaimedBound, InvalidPlan, Measure, NamedPlan, Objective, Reason,
    ValidatedPlan,
};
use saut_task::{Certificate, CheckError};
use serde_json::{Value, json};

use super::claims::{Claimed, ClaimedLength, Subject, without_check};
use super::shortest::{checked_horizons, checked_length};
use crate::cli::check::verdict::{Fault, Verdict};
use crate::cli::print;

/// A verdict, and the certificate that it rests on, if it is one that other checkers can read.
type Judged = (Verdict, Option<Accepted>);

fn refused(fact: impl Into<String>) -> Fault {
    Fault::Refused(BadInput::new("", fact))
}

impl Subject<'_> {
    /// Checks a claim.
    ///
    /// # Errors
    /// It is false, or its check was not finished.
    pub fn verdict(&self, claimed: Claimed) -> Result<Judged, Fault> {
        match claimed {
            Claimed::Solved(plan, length, bound) => self.solved(&plan, length, bound),
            Claimed::Infeasible(certificate, others) => self.infeasible(*certificate, &others),
            Claimed::Refused(claim) => Err(Fault::Refused(claim.refusal())),
            Claimed::TooFewSteps(refuted, others) => {
                Ok((self.too_few_steps(refuted, &others)?, None))
            }
            Claimed::Bounded(claimed, others) => {
                let bound = claimed.bound().clone();
                let accepted = self.bound(claimed)?;
                let mut document = json!({"verdict": "undecided", "bound": bound.value()});
                let mut text = format!("valid: {}\n", bound.in_words(print::grouped));
                tell_of_others(&mut document, &mut text, &others);
                Ok((Verdict::valid(document, text), accepted))
            }
        }
    }

    /// Replays a plan, and checks what is said of it.
    fn solved(
        &self,
        plan: &NamedPlan,
        length: ClaimedLength,
        bound: Option<ClaimedBound>,
    ) -> Result<Judged, Fault> {
        let valid = self
            .task
            .validate(plan, self.stop)
            .map_err(|why| match why {
                InvalidPlan::Unfinished(why) => Fault::Unfinished("plan".to_owned(), why),
                why => refused(why.to_string()),
            })?;
        let claimed = bound.as_ref().map(|bound| bound.bound().clone());
        let checked = length.figures.check(&valid, claimed.as_ref());
        checked.map_err(refused)?;
        let accepted = bound.map(|bound| self.bound(bound)).transpose()?.flatten();
        let shown = claimed.filter(|_| accepted.is_some());
        let is_best = length.figures.is_shown_optimal(&valid, shown.as_ref());
        let is_best = is_best.map_err(refused)?;
        let verdict = if length.figures.is_of_cost(&valid) {
            cheap(&valid, shown.as_ref(), is_best, &length)
        } else {
            self.short(&valid, length)?
        };
        Ok((verdict, accepted))
    }

    /// The verdict on a valid plan of which a length may be claimed.
    fn short(&self, valid: &ValidatedPlan, length: ClaimedLength) -> Result<Verdict, Fault> {
        let (mut unverified, has_steps) = (length.unread.clone(), length.figures.steps.is_some());
        let bounds = checked_length(self, length, valid.plan())?;
        if has_steps && bounds.is_none() {
            unverified.push("its number of steps is not said to be the fewest".to_owned());
        }
        let unread = not_verified(&unverified);
        let cost = self.task.minimises_cost().then(|| valid.cost());
        let mut document = json!({"length": valid.length(), "cost": cost});
        let length = print::counted(valid.length(), "action");
        let measure = match valid.measure() {
            Measure::Actions(_) => String::new(),
            measure => format!(", {}", measure.in_words(print::grouped)),
        };
        let mut text = format!("valid: {length}{measure}\n");
        if let Some(metric) = valid.measured() {
            document["metric"] = metric.into();
        }
        let says_more = bounds.is_some() || !unverified.is_empty();
        if let Some(bounds) = bounds {
            text = format!("{text}{}\n", bounds.sentence());
            document["optimal"] = bounds.is_optimal.into();
            document["measure"] = bounds.measure.name().into();
            unverified.extend(bounds.unverified);
        }
        if says_more {
            document["unverified"] = unverified.into();
        }
        Ok(Verdict::valid(document, text + &unread))
    }

    /// What shows the bound of a document; nothing if it has no certificate.
    fn bound(&self, claimed: ClaimedBound) -> Result<Option<Accepted>, Fault> {
        let accepted = claimed.accept(self.task, self.stop);
        let accepted = accepted.map_err(|why| not_accepted("", why))?;
        if let Some(why) = accepted.as_ref().and_then(Accepted::rests_on_grounder) {
            tell!("saut: note: the bound is accepted, resting on the grounder: {why}");
        }
        Ok(accepted)
    }

    /// Checks the proofs that there is no plan of some numbers of steps.
    fn too_few_steps(
        &self,
        refuted: Vec<LengthEntry>,
        others: &[String],
    ) -> Result<Verdict, Fault> {
        let checked = checked_horizons(self, refuted)?;
        let (proofs, goal_steps) = (checked.proofs, checked.goal_steps);
        if let Some(why) = proofs.unfinished {
            return Err(Fault::Unfinished("proof".to_owned(), why));
        }
        if let Some(steps) = proofs.not_kept {
            let fact = format!("the proof about {steps} steps was not kept");
            return Err(BadInput::new(self.place, fact).remedy("plan again with --proof FILE"))?;
        }
        // A formula has a step more where one says that a disjunctive goal is reached.
        let refuted = proofs.refuted.iter();
        let refuted: Vec<(usize, usize, &str)> = refuted
            .filter(|(horizon, _)| *horizon >= goal_steps)
            .map(|&(horizon, encoding)| (horizon, horizon - goal_steps, encoding))
            .collect();
        let line = |&(_, steps, encoding): &(usize, usize, &str)| {
            let what = if encoding == Encoding::SEQUENTIAL.name() {
                // Actions that the goal has no use for are not grounded.
                let length = print::counted(steps, "action");
                format!("of exactly {length} that the goal has a use for")
            } else {
                format!("in {} of {encoding}", print::counted(steps, "step"))
            };
            format!("valid: no plan {what}, by a proof\n")
        };
        let mut text = if refuted.is_empty() {
            let fact = "the formula is refuted, but one of this encoding does not have every plan";
            format!("valid: {fact} of so many steps\n")
        } else {
            refuted.iter().map(line).collect()
        };
        let entry = |(horizon, steps, encoding): &(usize, usize, &str)| json!({"horizon": horizon, "steps": steps, "encoding": encoding});
        let refuted: Vec<Value> = refuted.iter().map(entry).collect();
        let mut document = json!({"verdict": "undecided", "refuted": refuted});
        tell_of_others(&mut document, &mut text, others);
        Ok(Verdict::valid(document, text))
    }

    /// Checks a certificate anew.
    fn infeasible(&self, claim: Certificate<Reason>, others: &[String]) -> Result<Judged, Fault> {
        let word = claim.word();
        let accepted = self.task.accept(claim, self.stop);
        let accepted = accepted.map_err(|why| not_accepted("the certificate is refused: ", why))?;
        if let Some(fact) = accepted.only_shows() {
            return Err(refused(format!("its certificate only shows that {fact}")));
        }
        let mut document = json!({"verdict": "infeasible", "kind": word});
        let mut text = format!("valid: infeasible ({word})\n");
        if let Some(why) = accepted.rests_on_grounder() {
            document["rests_on_grounder"] = why.into();
            text = format!("{text}resting on the grounder: {why}\n");
        }
        tell_of_others(&mut document, &mut text, others);
        Ok((Verdict::valid(document, text), Some(accepted)))
    }
}

/// The reason why a certificate was not found to hold; a refusal begins with these words.
fn not_accepted(words: &str, why: CheckError) -> Fault {
    match why {
        CheckError::Rejected(fact) => refused(format!("{words}{fact}")),
        CheckError::Stopped(why) => Fault::Unfinished("certificate".to_owned(), why),
    }
}

/// Adds the claims of these names, which no check is for, to a verdict, if there are any.
fn tell_of_others(document: &mut Value, text: &mut String, others: &[String]) {
    if !others.is_empty() {
        let unverified: Vec<String> = without_check(others).collect();
        text.push_str(&not_verified(&unverified));
        document["unverified"] = unverified.into();
    }
}

/// Lines for people about claims that no check is for.
fn not_verified(unread: &[String]) -> String {
    let lines = unread.iter().map(|why| format!("not verified: {why}\n"));
    lines.collect()
}

/// A valid plan with a cost and a bound, which were checked and may show that no plan is better.
fn cheap(
    valid: &ValidatedPlan,
    bound: Option<&Bound>,
    is_best: bool,
    claimed: &ClaimedLength,
) -> Verdict {
    let length = print::counted(valid.length(), "action");
    let objective = valid.measure().objective();
    let measured = valid.measure().in_words(print::grouped);
    let (better, cost) = match objective {
        Objective::Metric(_) => ("has a better metric", None),
        Objective::Actions | Objective::Cost => ("costs less", Some(valid.cost())),
    };
    let bounded = match bound {
        _ if is_best => format!("no plan {better}: checked\n"),
        Some(bound) => format!("{}: checked\n", bound.in_words(print::grouped)),
        None => String::new(),
    };
    let unverified = claimed.unread_beside_a_cost();
    // Nothing costs less than nothing.
    let plain = objective.bound_of_cost(0);
    let shown = bound.or(plain.as_ref()).map(Bound::value);
    let mut document = json!({
        "length": valid.length(), "cost": cost, "bound": shown,
        "optimal": is_best, "measure": Minimise::Cost.name(), "unverified": unverified,
    });
    if let Some(metric) = valid.measured() {
        document["metric"] = metric.into();
    }
    let unverified = not_verified(&unverified);
    let text = format!("valid: {length}, {measured}\n{bounded}{unverified}");
    Verdict::valid(document, text)
}
