//! JSON documents: the answers of `saut solve --json`, and plans as they stand in them.
//!
//! Fields come in the order in which they stand here; programs outside rely on their names.
//! Cells are `[x, y]` from 0, column from the left and row from the top of the picture.

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize, Serializer};

use crate::place::at;
use saut_base::bad_input::BadInput;
use saut_base::stop::StopReason;
use saut_peg::peg::Jump;

/// The word for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum JsonVerdict {
    /// A plan has been replayed.
    Solved,
    /// A certificate has been accepted.
    Infeasible,
    /// A limit was hit before either.
    Undecided,
}

/// The document of a solved puzzle. What the method has no use for (a search has no horizon) is
/// left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solved {
    /// The name of the puzzle.
    pub puzzle: String,
    /// Always [`JsonVerdict::Solved`].
    pub verdict: JsonVerdict,
    /// The jumps.
    pub plan: Vec<Jump>,
    /// The number of moves that they make.
    pub moves: usize,
    /// Whether no plan has fewer moves, jumps or steps, whichever of these was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    /// The encoding or search that found it.
    pub method: String,
    /// The solver that answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend: Option<String>,
    /// The number of steps encoded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horizon: Option<usize>,
    /// The variables of the formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variables: Option<usize>,
    /// The clauses of the formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clauses: Option<usize>,
    /// The positions that a baseline entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The games that random play began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tries: Option<u64>,
    /// Wall time.
    #[serde(serialize_with = "tenths_of_milliseconds")]
    pub seconds: f64,
    /// Whether the simulator has replayed the plan.
    pub checked: bool,
}

/// The document of an infeasible puzzle; `C` is what the certificate is written from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Infeasible<C> {
    /// The name of the puzzle.
    pub puzzle: String,
    /// Always [`JsonVerdict::Infeasible`].
    pub verdict: JsonVerdict,
    /// The certificate, an object with a field `kind`.
    pub certificate: C,
    /// Method that found it.
    pub method: String,
    /// Wall time.
    #[serde(serialize_with = "tenths_of_milliseconds")]
    pub seconds: f64,
    /// Whether the checker has accepted the certificate.
    pub checked: bool,
}

impl Undecided {
    /// The document of a puzzle that was not decided, for this reason.
    pub fn new(puzzle: &str, why: StopReason, seconds: f64) -> Self {
        let (horizon, proof_checked) = match why {
            StopReason::HorizonRefuted { horizon, is_proved } => (Some(horizon), Some(is_proved)),
            _ => (None, None),
        };
        Self {
            puzzle: puzzle.to_owned(),
            verdict: JsonVerdict::Undecided,
            reason: why.name().to_owned(),
            horizon,
            proof_checked,
            method: None,
            nodes: None,
            tries: None,
            seconds,
        }
    }
}

/// The document of a puzzle that could not be decided within the limits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Undecided {
    /// The name of the puzzle.
    pub puzzle: String,
    /// Always [`JsonVerdict::Undecided`].
    pub verdict: JsonVerdict,
    /// The limit that was hit, or `exhausted` if the method came to its end.
    pub reason: String,
    /// The horizon that was refuted, if that is the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horizon: Option<usize>,
    /// Whether a proof of it was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_checked: Option<bool>,
    /// The method, if one was chosen by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The positions that a baseline entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The games that random play began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tries: Option<u64>,
    /// Wall time.
    #[serde(serialize_with = "tenths_of_milliseconds")]
    pub seconds: f64,
}

/// A document on one line.
///
/// # Errors
/// If `C` of a certificate cannot be written as JSON.
pub fn write_json(document: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(document)
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn tenths_of_milliseconds<S: Serializer>(seconds: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((seconds * 10_000.0).round() / 10_000.0)
}

/// The entries of a plan; `example` is one, for messages.
///
/// # Errors
/// Broken JSON, or JSON without a plan.
pub fn read_entries<E: DeserializeOwned>(text: &str, example: &str) -> Result<Vec<E>, BadInput> {
    #[derive(Deserialize)]
    struct Document<E> {
        plan: Option<Vec<E>>,
        plans: Option<IgnoredAny>,
    }
    let entries = if text.trim_start().starts_with('[') {
        serde_json::from_str::<Vec<E>>(text).map(Ok)
    } else {
        serde_json::from_str::<Document<E>>(text)
            .map(|document| document.plan.ok_or(document.plans.is_some()))
    };
    let entries = entries.map_err(|bad| {
        let fact = bad.to_string();
        let fact = fact.split(" at line ").next().unwrap_or_default();
        BadInput::new(
            at((bad.line(), bad.column().max(1))),
            format!("the JSON cannot be used: {fact}"),
        )
        .remedy(format!("a plan is {{\"plan\": [{example}, …]}}"))
    })?;
    entries.map_err(|has_several| {
        if has_several {
            BadInput::new("", "the JSON has several plans, and one is wanted")
                .remedy("give one of the lists in \"plans\"; saut check replays them all")
        } else {
            BadInput::new("", "the JSON has no plan")
                .remedy("give the answer to a puzzle that was solved")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{Infeasible, JsonVerdict, Solved, Undecided, write_json};
    use saut_base::stop::StopReason;
    use saut_peg::peg::{Cell, Jump};

    #[test]
    fn documents_have_their_fields_in_order() {
        let solved = Solved {
            puzzle: "central".to_owned(),
            verdict: JsonVerdict::Solved,
            plan: vec![Jump::between(Cell::new(3, 1), Cell::new(3, 3))],
            moves: 20,
            optimal: Some(true),
            method: "r2-exists".to_owned(),
            backend: Some("batsat".to_owned()),
            horizon: Some(6),
            variables: Some(1585),
            clauses: Some(4786),
            nodes: None,
            tries: None,
            seconds: 0.210_04,
            checked: true,
        };
        let infeasible = Infeasible {
            puzzle: "p".to_owned(),
            verdict: JsonVerdict::Infeasible,
            certificate: std::collections::BTreeMap::from([("kind", "class")]),
            method: "class".to_owned(),
            seconds: 0.0,
            checked: true,
        };
        let refuted = StopReason::HorizonRefuted {
            horizon: 5,
            is_proved: false,
        };
        let by_gravity = Undecided {
            method: Some("gravity".to_owned()),
            nodes: Some(7),
            ..Undecided::new("p", StopReason::NothingLeft, 10.0)
        };
        for (written, document) in [
            (
                write_json(&solved),
                r#"{"puzzle":"central","verdict":"solved","plan":[{"from":[3,1],"over":[3,2],"to":[3,3]}],"moves":20,"optimal":true,"method":"r2-exists","backend":"batsat","horizon":6,"variables":1585,"clauses":4786,"seconds":0.21,"checked":true}"#,
            ),
            (
                write_json(&infeasible),
                r#"{"puzzle":"p","verdict":"infeasible","certificate":{"kind":"class"},"method":"class","seconds":0.0,"checked":true}"#,
            ),
            (
                write_json(&Undecided::new("p", refuted, 10.0)),
                r#"{"puzzle":"p","verdict":"undecided","reason":"horizon-refuted","horizon":5,"proof_checked":false,"seconds":10.0}"#,
            ),
            (
                write_json(&by_gravity),
                r#"{"puzzle":"p","verdict":"undecided","reason":"exhausted","method":"gravity","nodes":7,"seconds":10.0}"#,
            ),
        ] {
            assert_eq!(written.unwrap(), document);
        }
    }
}
