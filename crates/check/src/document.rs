//! Documents: their fields, their verdict, and which fields are claims.

use saut_base::BadInput;
use saut_base::read_limited::unmarked;
use saut_criteria::certify::Certificate;
use saut_peg::peg::notation::Digits;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use crate::report::{ClaimStatus, Fault, Report, refused};

/// Fields that say where an answer came from, or repeat the replayed plan.
const PROVENANCE: [&str; 22] = [
    "puzzle",
    "task",
    "verdict",
    "plan",
    "method",
    "backend",
    "horizon",
    "variables",
    "clauses",
    "nodes",
    "tries",
    "seconds",
    "checked",
    "piece",
    "made_of",
    "stages",
    "proof",
    "proof_reason",
    "part",
    "given",
    "reason",
    "note",
];

/// Claims that only a plan can meet.
const OF_A_PLAN: [&str; 14] = [
    "plan",
    "plans",
    "cost",
    "jumps",
    "length",
    "longest_sweep",
    "metric",
    "moves",
    "optimal",
    "optimal_sweep_lengths",
    "packages",
    "pieces",
    "steps",
    "useless_steps",
];

/// Numbers of plans.
const NUMBERS_OF_PLANS: [&str; 3] = ["optimal_plans", "optimal_plans_up_to_symmetry", "solutions"];

/// The verdict of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimedVerdict {
    /// There is a plan.
    Solved,
    /// There is none.
    Infeasible,
    /// Neither was found out.
    Undecided,
}

/// A document as it was read.
#[derive(Debug)]
pub struct Document<'a> {
    /// The name of its file, beside which its proofs lie.
    pub place: &'a str,
    /// Its text.
    pub text: &'a str,
    /// First digit of its cells, if that was given.
    pub digits: Option<Digits>,
    /// Its fields; none if it is a plain plan.
    pub fields: Option<Map<String, Value>>,
}

/// Fields that no document may have twice.
#[derive(Deserialize)]
struct Once {
    #[serde(rename = "verdict")]
    _verdict: Option<IgnoredAny>,
    #[serde(rename = "certificate")]
    _certificate: Option<IgnoredAny>,
    #[serde(rename = "kind")]
    _kind: Option<IgnoredAny>,
}

impl<'a> Document<'a> {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// It begins as a JSON document, and is none.
    pub fn read(text: &'a str, place: &'a str, digits: Option<Digits>) -> Result<Self, BadInput> {
        let text = unmarked(text);
        let is_object = text.trim_start().starts_with('{');
        let read = || {
            serde_json::from_str::<Once>(text)?;
            serde_json::from_str(text)
        };
        let fields = is_object.then(read).transpose();
        let bad = |error| BadInput::new(place, format!("is no JSON document: {error}"));
        Ok(Self {
            place,
            text,
            digits,
            fields: fields.map_err(bad)?,
        })
    }

    /// The field of this name, if it is not null.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.fields.as_ref()?.get(name).filter(|it| !it.is_null())
    }

    /// Whether the document says that this is true.
    pub fn says(&self, claim: &str) -> bool {
        self.get(claim) == Some(&Value::Bool(true))
    }

    /// The verdict; nothing if it has none.
    ///
    /// # Errors
    /// It is none of the three words, or the document has a plan and does not say that it is solved.
    pub fn verdict(&self) -> Result<Option<ClaimedVerdict>, Fault> {
        let Some(said) = self.fields.as_ref().and_then(|it| it.get("verdict")) else {
            return Ok(None);
        };
        let verdict = match said.as_str() {
            Some("solved") => return Ok(Some(ClaimedVerdict::Solved)),
            Some("infeasible") => ClaimedVerdict::Infeasible,
            Some("undecided") => ClaimedVerdict::Undecided,
            _ => {
                let fact = format!("it says {said}, and not solved, infeasible or undecided");
                return Err(refused("verdict", fact));
            }
        };
        if self.get("plan").or(self.get("plans")).is_some() {
            return Err(refused(
                "verdict",
                format!("it says {said}, and has a plan"),
            ));
        }
        Ok(Some(verdict))
    }

    /// Claims that are neither provenance nor empty.
    pub fn claims(&self) -> impl Iterator<Item = (&str, &Value)> {
        let fields = self.fields.iter().flatten();
        let fields = fields.map(|(name, value)| (name.as_str(), value));
        fields.filter(|(name, value)| {
            !matches!(value, Value::Null | Value::Bool(false)) && !PROVENANCE.contains(name)
        })
    }

    /// Every claim about a plan of a puzzle; a bound that is reached is part of the claim "optimal".
    fn claims_of_a_plan(&self) -> impl Iterator<Item = (&str, &Value)> {
        let is_optimal = self.says("optimal");
        let fields = self.fields.iter().flatten();
        let fields = fields.map(|(name, claimed)| (name.as_str(), claimed));
        fields.filter(move |&(name, claimed)| match name {
            "lower_bound" => !is_optimal,
            "optimal" => !matches!(claimed, Value::Null | Value::Bool(false)),
            _ => !PROVENANCE.contains(&name),
        })
    }

    /// Claims of other names, each with the reason why it is not verified.
    pub fn beyond(&self, known: &[&str]) -> impl Iterator<Item = (String, String)> {
        let others = self.claims().filter(|(name, _)| !known.contains(name));
        others.map(|(name, _)| (name.to_owned(), format!("no check is for its \"{name}\"")))
    }

    /// Fault of a document without a result.
    pub fn says_undecided(&self) -> Fault {
        let bad = BadInput::new("", "it says undecided: there is nothing to check");
        Fault::Unusable(bad.remedy("solve again with a longer --timeout"))
    }

    /// A warning if it names another puzzle or task than the one that it is checked for.
    pub fn warning_of_name(&self, noun: &str, name: &str) -> Option<String> {
        let said = self.get(noun)?.as_str()?;
        let place = self.place;
        let is_other = said != name;
        is_other.then(|| format!("{place} says it is of {said}, and is checked for {name}"))
    }

    /// Checks every claim about a plan of a puzzle, those of the names in `last` after the others and in that order.
    ///
    /// # Errors
    /// The first claim that is false.
    pub fn check_claims(
        &self,
        last: &[&str],
        check: impl Fn(&str, &Value) -> Result<ClaimStatus, Fault>,
        report: &mut Report,
    ) -> Result<(), Fault> {
        let first = self
            .claims_of_a_plan()
            .filter(|(name, _)| !last.contains(name));
        let behind = last
            .iter()
            .filter_map(|&name| self.get(name).map(|it| (name, it)));
        for (name, claimed) in first.chain(behind) {
            if name == "optimal" && *claimed != Value::Bool(true) {
                let fact = format!("it says {claimed}, which is neither true nor false");
                return Err(refused(name, fact));
            }
            report.record(name, check(name, claimed)?);
        }
        Ok(())
    }

    /// Names of the claims about several plans together.
    pub fn claims_of_plans(&self) -> impl Iterator<Item = &str> {
        let names = self.claims().map(|(name, _)| name);
        names.filter(|name| !["plans", "sample"].contains(name))
    }

    /// Records what else a document says that has a certificate of infeasibility, as not verified.
    ///
    /// # Errors
    /// A claim is about a plan.
    pub fn record_beside_certificate(&self, report: &mut Report) -> Result<(), Fault> {
        let is_nothing = |value: &Value| matches!(value, Value::Null | Value::Bool(false));
        let fields = self.fields.iter().flatten();
        for (name, claimed) in fields.filter(|(_, value)| !is_nothing(value)) {
            if is_about_a_plan(name, claimed) {
                let fact = "it is about a plan, and the document says that there is none";
                return Err(refused(name, fact));
            }
            if !PROVENANCE.contains(&name.as_str()) && name != "certificate" {
                let reason = format!("no check is for its \"{name}\"");
                report.record(name, ClaimStatus::NotVerified(reason));
            }
        }
        Ok(())
    }

    /// The certificate of a document about a board, with the document of its other claims; nothing if it has a plan or is
    /// undecided. A certificate may be the whole document, of which only claims about a plan are left.
    ///
    /// # Errors
    /// A verdict that says infeasible without a certificate, or a certificate that cannot be read.
    pub fn certificate(&self) -> Result<Option<(Certificate, Self)>, Fault> {
        let bad = |fact: &str| Fault::from(BadInput::new("", fact));
        let mut fields = self.fields.clone().unwrap_or_default();
        let value = match (self.verdict()?, self.get("certificate"), self.get("kind")) {
            (Some(ClaimedVerdict::Undecided), ..) => return Ok(None),
            (Some(ClaimedVerdict::Solved), Some(_), _) => {
                return Err(bad("says \"solved\" and has a certificate of the contrary"));
            }
            (_, Some(certificate), _) => certificate.clone(),
            (_, None, Some(_)) => fields.clone().into(),
            (Some(ClaimedVerdict::Infeasible), None, None) => {
                return Err(bad("says infeasible without a certificate"));
            }
            _ => return Ok(None),
        };
        let certificate: Certificate = serde_json::from_value(value)
            .map_err(|error| bad(&format!("its certificate cannot be read: {error}")))?;
        if fields.remove("certificate").is_none_or(|it| it.is_null()) {
            let own = serde_json::to_value(&certificate).unwrap_or_default();
            fields.retain(|name, it| own.get(name).is_none() && is_about_a_plan(name, it));
        }
        let others = Self {
            fields: Some(fields),
            ..*self
        };
        Ok(Some((certificate, others)))
    }
}

/// Whether a claim holds only if there is a plan.
fn is_about_a_plan(name: &str, claimed: &Value) -> bool {
    let is_number = NUMBERS_OF_PLANS.contains(&name);
    OF_A_PLAN.contains(&name) || is_number && *claimed != "0" && *claimed != 0
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{ClaimedVerdict, Document};
    use crate::report::{Fault, Report};

    fn verdict(document: &Value) -> Result<Option<ClaimedVerdict>, Fault> {
        let text = document.to_string();
        Document::read(&text, "", None).unwrap().verdict()
    }

    #[test]
    fn a_verdict_is_one_of_three_words_and_a_plan_is_there_only_where_it_says_solved() {
        let solved = verdict(&json!({"verdict": "solved", "plan": []}));
        assert!(matches!(solved, Ok(Some(ClaimedVerdict::Solved))));
        assert!(matches!(verdict(&json!({"plan": []})), Ok(None)));
        let without = verdict(&json!({"verdict": "infeasible", "plan": null}));
        assert!(matches!(without, Ok(Some(ClaimedVerdict::Infeasible))));
        for said in [
            json!("x"),
            json!(""),
            json!(null),
            json!(7),
            json!(["solved"]),
        ] {
            let refused = verdict(&json!({"verdict": said}));
            assert!(matches!(refused, Err(Fault::Refused(_))), "{said}");
        }
        for said in ["infeasible", "undecided"] {
            for list in ["plan", "plans"] {
                let refused = verdict(&json!({"verdict": said, list: []}));
                assert!(matches!(refused, Err(Fault::Refused(_))), "{said}");
            }
        }
    }

    #[test]
    fn beside_a_certificate_a_claim_about_a_plan_is_refused_and_another_is_named() {
        let named = |name: &str, value: Value| {
            let text = json!({"verdict": "infeasible", name: value}).to_string();
            let mut report = Report::default();
            let read = Document::read(&text, "", None).unwrap();
            let recorded = read.record_beside_certificate(&mut report);
            recorded.map(|()| report.unverified_names())
        };
        for (name, value) in [
            ("optimal", json!(true)),
            ("moves", json!(3)),
            ("steps", json!(-5)),
            ("optimal_plans", json!("17")),
            ("plan", json!([])),
        ] {
            let refused = named(name, value);
            assert!(matches!(refused, Err(Fault::Refused(_))), "{name}");
        }
        for (name, value) in [
            ("optimal", json!(false)),
            ("moves", json!(null)),
            ("beauty", json!(null)),
        ] {
            assert!(named(name, value).unwrap().is_empty(), "{name}");
        }
        for (name, value) in [("optimal_plans", json!("0")), ("beauty", json!(10))] {
            assert_eq!(named(name, value).unwrap(), [name]);
        }
    }

    #[test]
    fn fields_of_a_certificate_that_stands_alone_are_no_claims_of_a_plan() {
        let cubes = |name: &str, value: Value| {
            let mut document = json!({"kind": "cubes", "format": "drat", "encoding": "forall",
                "horizon": 1, "tree": [0], "pieces": [{"file": "a.drat", "sha256": "0".repeat(64)}]});
            document[name] = value;
            let text = document.to_string();
            let read = Document::read(&text, "", None).unwrap();
            let (_, others) = read.certificate()?.unwrap();
            others.record_beside_certificate(&mut Report::default())
        };
        assert!(cubes("note", json!("kept")).is_ok());
        for (name, value) in [
            ("moves", json!(3)),
            ("optimal", json!(true)),
            ("plan", json!([])),
        ] {
            let refused = cubes(name, value);
            assert!(matches!(refused, Err(Fault::Refused(_))), "{name}");
        }
    }
}
