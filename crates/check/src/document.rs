//! Reads plan files and JSON answers: their fields, their verdict and their claims.

use saut_base::BadInput;
use saut_base::beside::read_beside;
use saut_base::digest::sha256;
use saut_base::read_limited::unmarked;
use saut_criteria::certify::Certificate;
use saut_pddl::Reason;
use saut_peg::peg::notation::Digits;
use saut_task::bound::Listing;
use saut_task::certificate::{States, StoredProof};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use crate::report::{ClaimStatus, Fault, Report, false_claim};

enum FieldKind {
    /// A description of the search. It is not a claim.
    Provenance,
    /// The plan that is replayed.
    Plan,
    /// A claim that holds only if there is a plan.
    OfAPlan,
    /// A number of plans.
    NumberOfPlans,
    Other,
}

impl FieldKind {
    fn of(name: &str) -> Self {
        match name {
            "puzzle" | "task" | "verdict" | "method" | "backend" | "horizon" | "variables"
            | "clauses" | "nodes" | "tries" | "seconds" | "checked" | "piece" | "made_of"
            | "stages" | "proof" | "proof_reason" | "part" | "given" | "reason" | "note"
            | "order" | "call" | "unproved" => Self::Provenance,
            "plan" => Self::Plan,
            "plans"
            | "cost"
            | "jumps"
            | "length"
            | "metric"
            | "moves"
            | "optimal"
            | "packages"
            | "steps"
            | "useless_steps"
            | "longest_sweep"
            | "optimal_sweep_lengths"
            | "pieces" => Self::OfAPlan,
            "optimal_plans" | "optimal_plans_up_to_symmetry" | "solutions" => Self::NumberOfPlans,
            _ => Self::Other,
        }
    }
}

/// Whether a field is not a claim: it is provenance or the replayed plan.
fn is_provenance(name: &str) -> bool {
    matches!(FieldKind::of(name), FieldKind::Provenance | FieldKind::Plan)
}

/// Whether a claim holds only if there is a plan.
fn is_about_a_plan(name: &str, claimed: &Value) -> bool {
    match FieldKind::of(name) {
        FieldKind::Plan | FieldKind::OfAPlan => true,
        FieldKind::NumberOfPlans => *claimed != "0" && *claimed != 0,
        FieldKind::Provenance | FieldKind::Other => false,
    }
}

/// Whether a value claims nothing: it is null or false.
const fn is_nothing(claimed: &Value) -> bool {
    matches!(claimed, Value::Null | Value::Bool(false))
}

/// The verdict of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimedVerdict {
    /// There is a plan.
    Solved,
    /// There is no plan.
    Infeasible,
    /// The task is undecided.
    Undecided,
}

/// A parsed document.
#[derive(Debug)]
pub struct Document<'a> {
    /// Name of the file. The proofs of the document are in the same folder.
    pub place: &'a str,
    /// The original text.
    pub text: &'a str,
    /// Order of the two digits in the names of cells, if given.
    pub digits: Option<Digits>,
    /// Fields of the document, or `None` for a plain plan.
    pub fields: Option<Map<String, Value>>,
}

/// Fields that must not occur twice.
#[derive(Deserialize)]
struct UniqueFields {
    #[serde(rename = "verdict")]
    _verdict: Option<IgnoredAny>,
    #[serde(rename = "certificate")]
    _certificate: Option<IgnoredAny>,
    #[serde(rename = "kind")]
    _kind: Option<IgnoredAny>,
}

impl<'a> Document<'a> {
    /// Parses the text of a document.
    ///
    /// # Errors
    /// The text begins like a JSON object, but is not valid JSON.
    pub fn read(text: &'a str, place: &'a str, digits: Option<Digits>) -> Result<Self, BadInput> {
        let text = unmarked(text);
        let is_object = text.trim_start().starts_with('{');
        let read = || {
            serde_json::from_str::<UniqueFields>(text)?;
            serde_json::from_str(text)
        };
        let fields = is_object.then(read).transpose();
        let bad = |error| BadInput::new(place, format!("is not valid JSON: {error}"));
        Ok(Self {
            place,
            text,
            digits,
            fields: fields.map_err(bad)?,
        })
    }

    fn fields(&self) -> impl Iterator<Item = (&str, &Value)> {
        let fields = self.fields.iter().flatten();
        fields.map(|(name, claimed)| (name.as_str(), claimed))
    }

    /// Returns the field with this name, if it is not null.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.fields.as_ref()?.get(name).filter(|it| !it.is_null())
    }

    /// Whether the field with this name is true.
    pub fn says(&self, claim: &str) -> bool {
        self.get(claim) == Some(&Value::Bool(true))
    }

    /// Returns the verdict, or `None` if the document does not have a verdict.
    ///
    /// # Errors
    /// The verdict is not "solved", "infeasible" or "undecided", or the document has a plan but not the verdict
    /// "solved".
    pub fn verdict(&self) -> Result<Option<ClaimedVerdict>, Fault> {
        let Some(said) = self.fields.as_ref().and_then(|it| it.get("verdict")) else {
            return Ok(None);
        };
        let verdict = match said.as_str() {
            Some("solved") => return Ok(Some(ClaimedVerdict::Solved)),
            Some("infeasible") => ClaimedVerdict::Infeasible,
            Some("undecided") => ClaimedVerdict::Undecided,
            _ => {
                let fact = format!("expected solved, infeasible or undecided, found {said}");
                return Err(false_claim("verdict", fact));
            }
        };
        if self.get("plan").or(self.get("plans")).is_some() {
            let fact = format!("the document says {said}, but has a plan");
            return Err(false_claim("verdict", fact));
        }
        Ok(Some(verdict))
    }

    /// Returns the claims: all fields except provenance, the plan, and values that are null or false.
    pub fn claims(&self) -> impl Iterator<Item = (&str, &Value)> {
        let fields = self.fields();
        fields.filter(|(name, claimed)| !is_nothing(claimed) && !is_provenance(name))
    }

    /// Returns the claims about a plan of a puzzle. If the plan is claimed to be optimal, the lower bound is omitted,
    /// because the check of "optimal" includes it.
    fn claims_of_a_plan(&self) -> impl Iterator<Item = (&str, &Value)> {
        let is_optimal = self.says("optimal");
        self.fields().filter(move |&(name, claimed)| match name {
            "lower_bound" => !is_optimal,
            "optimal" => !is_nothing(claimed),
            _ => !is_provenance(name),
        })
    }

    /// Records the claims as not verified, except the claims with a name in `known`.
    pub fn record_others(&self, known: &[&str], report: &mut Report) {
        for (name, _) in self.claims().filter(|(name, _)| !known.contains(name)) {
            report.record_unverified(name, format!("the field \"{name}\" is not checked"));
        }
    }

    /// Returns the fault for a document with the verdict "undecided".
    pub fn says_undecided(&self) -> Fault {
        let bad = BadInput::new(
            "",
            "the document says undecided, so there is nothing to check",
        );
        Fault::Unusable(bad.remedy("solve again with a longer --timeout"))
    }

    /// Returns a warning if the document names a different puzzle or task. `noun` is the name of the field: puzzle or
    /// task.
    pub fn warning_of_name(&self, noun: &str, name: &str) -> Option<String> {
        let said = self.get(noun)?.as_str()?;
        let place = self.place;
        let is_other = said != name;
        is_other.then(|| format!("{place} names {said}, but was checked against {name}"))
    }

    /// Checks every claim about a plan of a puzzle. The claims named in `last` are checked after the others, in that
    /// order.
    ///
    /// # Errors
    /// A claim is false. The first false claim is returned.
    pub fn check_claims(
        &self,
        last: &[&str],
        check: impl Fn(&str, &Value) -> Result<ClaimStatus, Fault>,
        report: &mut Report,
    ) -> Result<(), Fault> {
        let claims = self.claims_of_a_plan();
        let first = claims.filter(|(name, _)| !last.contains(name));
        let behind = last
            .iter()
            .filter_map(|&name| Some((name, self.get(name)?)));
        for (name, claimed) in first.chain(behind) {
            if name == "optimal" && *claimed != Value::Bool(true) {
                let fact = format!("the value {claimed} is neither true nor false");
                return Err(false_claim(name, fact));
            }
            report.record(name, check(name, claimed)?);
        }
        Ok(())
    }

    /// Returns the names of the claims in a document with several plans, except the plans themselves.
    pub fn claims_of_plans(&self) -> impl Iterator<Item = &str> {
        let names = self.claims().map(|(name, _)| name);
        names.filter(|name| !["plans", "sample"].contains(name))
    }

    /// Records the other claims of a document with a certificate of infeasibility as not verified.
    ///
    /// # Errors
    /// A claim holds only if there is a plan.
    pub fn record_beside_certificate(&self, report: &mut Report) -> Result<(), Fault> {
        let mut fields = self.fields().filter(|(_, claimed)| !is_nothing(claimed));
        if let Some((name, _)) = fields.find(|(name, claimed)| is_about_a_plan(name, claimed)) {
            let fact = "this field is about a plan, but the document says that there is no plan";
            return Err(false_claim(name, fact));
        }
        self.record_others(&["certificate"], report);
        Ok(())
    }

    /// Returns the certificate of a document about a board, and a document with the other claims. Returns `None` if the
    /// document has a plan or is undecided. If the whole document is a certificate, the other document keeps only the
    /// claims about a plan.
    ///
    /// # Errors
    /// The verdict is "infeasible" without a certificate or "solved" with one, or the certificate cannot be read.
    pub fn certificate(&self) -> Result<Option<(Certificate, Self)>, Fault> {
        let bad = |fact: &str| Fault::from(BadInput::new("", fact));
        let mut fields = self.fields.clone().unwrap_or_default();
        let value = match (self.verdict()?, self.get("certificate"), self.get("kind")) {
            (Some(ClaimedVerdict::Undecided), ..) => return Ok(None),
            (Some(ClaimedVerdict::Solved), Some(_), _) => {
                return Err(bad(
                    "the document says \"solved\", but has a certificate that there is no plan",
                ));
            }
            (_, Some(certificate), _) => certificate.clone(),
            (_, None, Some(_)) => fields.clone().into(),
            (Some(ClaimedVerdict::Infeasible), None, None) => {
                return Err(bad(
                    "the document says \"infeasible\", but has no certificate",
                ));
            }
            _ => return Ok(None),
        };
        let certificate: Certificate = serde_json::from_value(value)
            .map_err(|error| bad(&format!("the certificate cannot be read: {error}")))?;
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

    /// Parses the certificate of a task. Its proof or its states are read from the file that the certificate names.
    ///
    /// # Errors
    /// The certificate or its file cannot be read, or the file does not have the digest or the number of states that
    /// the document gives.
    pub fn certificate_of_task(
        &self,
        entry: &Value,
        memory_mib: Option<u64>,
    ) -> Result<saut_task::Certificate<Reason>, BadInput> {
        let place = self.place;
        let bad = |error: serde_json::Error| {
            BadInput::new(place, format!("the certificate cannot be read: {error}"))
                .remedy("the page Certificates of the documentation lists the fields of every kind")
        };
        let mut certificate = serde_json::from_value(entry.clone()).map_err(bad)?;
        if let saut_task::Certificate::Proof(StoredProof {
            file: Some(file),
            bytes,
            ..
        }) = &mut certificate
        {
            *bytes = read_beside(place, file, memory_mib)?;
        }
        if let saut_task::Certificate::ClosedSet(set) = &mut certificate
            && let States::Kept {
                count,
                file: Some(file),
                sha256: sum,
            } = &set.states
        {
            let text = read_beside(place, file, memory_mib)?;
            let is_other = |sum: &String| *sum != sha256(&text);
            if sum.as_ref().is_some_and(is_other) {
                let fact = "this is not the file that the document names";
                return Err(BadInput::new(file, fact)
                    .remedy("its SHA-256 differs from the SHA-256 in the document"));
            }
            let listing: Listing<String> = serde_json::from_slice(&text).map_err(bad)?;
            let states = listing.states.count();
            if states != *count {
                let fact =
                    format!("the document says {count} states, but this file lists {states}");
                return Err(BadInput::new(file, fact));
            }
            set.states = States::Listed(listing);
        }
        Ok(certificate)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Document;
    use crate::report::{Fault, Report};

    #[test]
    fn fields_of_a_single_certificate_do_not_claim_a_plan() {
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
