//! Claims of a document of `saut plan --json`, as they are read, and of a plan file, which claims to be a plan.

use saut::BadInput;
use saut::answer::named;
use saut::claims::{ClaimedVerdict, FalseClaim};
use saut::decide::Minimise;
use saut::encode::Encoding;
use saut::formats::certificate::LengthEntry;
use saut::formats::text_kind::TextKind;
use saut::named::Named as _;
use saut::stop::Stop;
use saut_pddl::{
    ClaimedBound, ClaimedFigures, NamedPlan, PlanningTask, Reason, TokenTask, claimed_verdict,
    claims_beyond, claims_of_no_plan, read_certificate,
};
use saut_task::Certificate;
use serde_json::Value;

use crate::cli::check::claims::warn_of_name;
use crate::cli::input;

/// A task that claims are made about, and the limits of their checks.
pub struct Subject<'a> {
    pub task: &'a PlanningTask,
    /// The file of the claim, beside which its proofs lie.
    pub place: &'a str,
    pub stop: &'a Stop,
}

/// Claim about a planning task, as it was read.
pub enum Claimed {
    /// That this is a plan, with what is said of its length and cost, and a bound of its cost.
    Solved(NamedPlan, ClaimedLength, Option<ClaimedBound>),
    /// That there is no plan; with the names of claims that no check is for.
    Infeasible(Box<Certificate<Reason>>, Vec<String>),
    /// Undecided, but there is no plan of these numbers of steps; with the names of claims that no check is for.
    TooFewSteps(Vec<LengthEntry>, Vec<String>),
    /// Undecided, but no plan is cheaper than this; with the names of claims that no check is for.
    Bounded(ClaimedBound, Vec<String>),
    /// It claims what cannot be, whatever the task.
    Refused(FalseClaim),
}

impl Claimed {
    /// The claim of the text of this file: a plan, or a document of `saut plan --json`.
    ///
    /// # Errors
    /// A text that is neither; one of another kind is named.
    pub fn of(
        task: &PlanningTask,
        text: &str,
        place: &str,
        memory_mib: Option<u64>,
    ) -> Result<Self, BadInput> {
        let reads = |kind| matches!(kind, TextKind::Plan | TextKind::TaskAnswer | TextKind::Json);
        let named = |bad| named(bad, text, place, "a plan of a planning task", reads);
        if text.trim_start().starts_with('{') {
            return Self::of_document(text, place, task, memory_mib).map_err(named);
        }
        let plan = match task.tokens() {
            Some(tokens) if TokenTask::is_answer(text) => match tokens.read_answer(text, place)? {
                Ok(plan) => plan,
                Err(claim) => return Ok(Self::Refused(claim)),
            },
            _ => NamedPlan::read_within(text, place, &input::stop()).map_err(named)?,
        };
        Ok(Self::Solved(plan, ClaimedLength::default(), None))
    }

    fn of_document(
        text: &str,
        place: &str,
        task: &PlanningTask,
        memory_mib: Option<u64>,
    ) -> Result<Self, BadInput> {
        let bad = |fact: String| {
            let remedy = "give a plan file, or what saut plan --json has printed";
            BadInput::new(place, fact).remedy(remedy)
        };
        let document: Value = serde_json::from_str(text)
            .map_err(|error| bad(format!("is no JSON document: {error}")))?;
        warn_of_name(place, document.get("task"), task.name());
        let verdict = match claimed_verdict(&document) {
            Ok(verdict) => verdict,
            Err(claim) => return Ok(Self::Refused(claim)),
        };
        let bound = || ClaimedBound::of_document(&document, task, place, memory_mib);
        match verdict {
            Some(ClaimedVerdict::Solved) => {
                let plan = NamedPlan::of_document(&document, place, &input::stop())?;
                let bound = bound()?;
                let length = ClaimedLength::of(&document, bound.as_ref()).map_err(bad)?;
                Ok(Self::Solved(plan, length, bound))
            }
            Some(ClaimedVerdict::Infeasible) => {
                let certificate = read_certificate(&document["certificate"], place, memory_mib)?;
                Ok(match claims_of_no_plan(&document) {
                    Ok(others) => Self::Infeasible(Box::new(certificate), others),
                    Err(claim) => Self::Refused(claim),
                })
            }
            Some(ClaimedVerdict::Undecided) => {
                let bound = bound()?;
                if let Some(bound) = bound.clone().filter(|it| it.certificate().is_some()) {
                    let others = claims_beyond(&document, &["bound", "bound_certificate"]);
                    return Ok(Self::Bounded(bound, others));
                }
                let refuted = refuted(&document).map_err(|no| bad(no.to_string()))?;
                if refuted.is_empty() {
                    return Err(bad(
                        "it says undecided: there is nothing to check".to_owned()
                    ));
                }
                let mut known = vec!["lower_bound"];
                if !bound.is_some_and(|bound| bound.is_unverified()) {
                    known.push("bound");
                }
                Ok(Self::TooFewSteps(refuted, claims_beyond(&document, &known)))
            }
            None => Err(bad("it has neither a plan nor a certificate".to_owned())),
        }
    }

    /// Whether it rests on a certificate of a bound, or that there is no plan, which another checker can read.
    pub fn has_certificate(&self) -> bool {
        match self {
            Self::Solved(_, _, bound) => {
                bound.as_ref().is_some_and(|it| it.certificate().is_some())
            }
            Self::TooFewSteps(..) | Self::Refused(_) => false,
            Self::Infeasible(..) | Self::Bounded(..) => true,
        }
    }
}

/// The horizons that a document says are refuted.
///
/// # Errors
/// They cannot be read.
fn refuted(document: &Value) -> Result<Vec<LengthEntry>, serde_json::Error> {
    let refuted = document.get("lower_bound").and_then(|it| it.get("refuted"));
    let refuted = refuted.cloned().map(serde_json::from_value).transpose()?;
    Ok(refuted.unwrap_or_default())
}

/// The claims that a check is for.
const KNOWN: [&str; 10] = [
    "bound",
    "bound_certificate",
    "cost",
    "horizon",
    "length",
    "lower_bound",
    "metric",
    "minimised",
    "optimal",
    "steps",
];

/// Claims of a document that no check is for, in words.
fn unread(document: &Value, bound: Option<&ClaimedBound>) -> Vec<String> {
    let mut unread = Vec::new();
    match &document["lower_bound"] {
        Value::Null => {}
        Value::Object(parts) => {
            let parts = parts.keys().filter(|name| *name != "refuted");
            unread
                .extend(parts.map(|name| format!("no check is for \"{name}\" of its lower bound")));
        }
        _ => unread.push("its lower bound is no object".to_owned()),
    }
    if bound.is_some_and(ClaimedBound::is_unverified) {
        unread.push("its bound has no certificate".to_owned());
    }
    unread.extend(without_check(&claims_beyond(document, &KNOWN)));
    unread
}

/// Names of claims that no check is for, in words.
pub fn without_check(names: &[String]) -> impl Iterator<Item = String> {
    names
        .iter()
        .map(|name| format!("no check is for its \"{name}\""))
}

/// Claims of a document about its plan.
#[derive(Default)]
pub struct ClaimedLength {
    pub figures: ClaimedFigures,
    /// Whether a step of its formulas is one action; nothing if its word for what is minimised says it.
    is_sequential: Option<bool>,
    pub refuted: Vec<LengthEntry>,
    /// Claims that no check is for, in words.
    pub unread: Vec<String>,
}

impl ClaimedLength {
    /// Claims of a document about its plan.
    ///
    /// # Errors
    /// Claims about lengths cannot be read.
    fn of(document: &Value, bound: Option<&ClaimedBound>) -> Result<Self, String> {
        let refuted = refuted(document).map_err(|error| error.to_string())?;
        let figures = ClaimedFigures::of(document)?;
        let is_sequential = match (refuted.first(), &figures.minimised) {
            (Some(_), _) => Some(refuted.iter().any(LengthEntry::is_sequential)),
            (None, Some(_)) => None,
            (None, None) => figures.horizon.map(|_| has_sequential_method(document)),
        };
        Ok(Self {
            figures,
            is_sequential,
            refuted,
            unread: unread(document, bound),
        })
    }

    /// Whether it is about the number of steps of several actions, by its formulas or, where it has none, by its word.
    pub fn is_of_steps(&self) -> bool {
        match self.is_sequential {
            Some(is_sequential) => !is_sequential,
            None => self.figures.minimised.as_deref() == Some(Minimise::Steps.name()),
        }
    }

    /// Claims of a document about a cost that no check is for, in words.
    pub fn unread_beside_a_cost(&self) -> Vec<String> {
        let mut unread = self.unread.clone();
        let of_steps = [
            ("steps", self.figures.steps.is_some()),
            ("lower_bound", !self.refuted.is_empty()),
        ];
        let of_steps = of_steps.into_iter().filter(|(_, is_there)| *is_there);
        unread
            .extend(of_steps.map(|(name, _)| format!("no check is for \"{name}\" beside a cost")));
        unread
    }
}

/// Whether the method of a document is an encoding with one action a step.
fn has_sequential_method(document: &Value) -> bool {
    let encoding = document["method"].as_str().map(str::parse::<Encoding>);
    encoding.is_some_and(|read| read.is_ok_and(Encoding::is_sequential))
}
