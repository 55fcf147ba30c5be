//! Claims of a document that is to be checked: its verdict, and what it says beside it, whatever the game.

use std::fmt::{self, Display};

use serde_json::{Map, Value};

use saut_base::bad_input::BadInput;

/// A claim that is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FalseClaim {
    claim: String,
    fact: String,
}

impl FalseClaim {
    /// The claim of this name, and what is wrong with it.
    pub fn new(claim: &str, fact: impl Into<String>) -> Self {
        let (claim, fact) = (claim.to_owned(), fact.into());
        Self { claim, fact }
    }

    /// The refusal as a message with a place.
    pub fn refusal(self) -> BadInput {
        BadInput::new(self.place(), self.fact)
    }

    fn place(&self) -> String {
        format!("claim \"{}\" refused", self.claim)
    }
}

/// In one line.
impl Display for FalseClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place(), self.fact)
    }
}

/// Refuses a claim that says `claimed` where the truth is `real`.
///
/// # Errors
/// They differ.
pub fn compare(claim: &str, claimed: &Value, real: &Value) -> Result<(), FalseClaim> {
    if claimed == real {
        return Ok(());
    }
    let fact = format!("the document says {claimed}, and it is {real}");
    Err(FalseClaim::new(claim, fact))
}

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

impl ClaimedVerdict {
    /// The verdict of a document; nothing if it has none.
    ///
    /// # Errors
    /// It is none of the three words, or the document has a plan and does not say that it is solved.
    pub fn of(document: &Map<String, Value>) -> Result<Option<Self>, FalseClaim> {
        let Some(said) = document.get("verdict") else {
            return Ok(None);
        };
        let refused = |fact: String| Err(FalseClaim::new("verdict", fact));
        let verdict = match said.as_str() {
            Some("solved") => return Ok(Some(Self::Solved)),
            Some("infeasible") => Self::Infeasible,
            Some("undecided") => Self::Undecided,
            _ => {
                return refused(format!(
                    "it says {said}, and not solved, infeasible or undecided"
                ));
            }
        };
        let is_there = |name: &&str| document.get(*name).is_some_and(|it| !it.is_null());
        if LISTS.iter().any(is_there) {
            return refused(format!("it says {said}, and has a plan"));
        }
        Ok(Some(verdict))
    }
}

/// Fields with plans.
const LISTS: [&str; 2] = ["plan", "plans"];

/// Other claims that only a plan can meet.
const OF_A_PLAN: [&str; 12] = [
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

/// Names of the claims of a document that has a certificate that there is no plan, but for that; no check is for them.
/// The fields `known` make no claim.
///
/// # Errors
/// One of them is about a plan.
pub fn beside_a_certificate(
    document: &Map<String, Value>,
    known: &[&str],
) -> Result<Vec<String>, FalseClaim> {
    let is_nothing = |value: &Value| matches!(value, Value::Null | Value::Bool(false));
    let claims = document.iter().filter(|(_, value)| !is_nothing(value));
    let mut unverified = Vec::new();
    for (name, claimed) in claims {
        let is_of_a_plan = if NUMBERS_OF_PLANS.contains(&name.as_str()) {
            *claimed != "0" && *claimed != 0
        } else {
            LISTS.iter().chain(&OF_A_PLAN).any(|one| one == name)
        };
        if is_of_a_plan {
            let fact = "it is about a plan, and the document says that there is none";
            return Err(FalseClaim::new(name, fact));
        }
        if !known.contains(&name.as_str()) {
            unverified.push(name.clone());
        }
    }
    Ok(unverified)
}

#[cfg(test)]
mod tests {
    use super::{ClaimedVerdict, beside_a_certificate, compare};
    use serde_json::{Map, Value, json};

    fn map(document: Value) -> Map<String, Value> {
        match document {
            Value::Object(map) => map,
            other => panic!("{other}"),
        }
    }

    #[test]
    fn a_verdict_is_one_of_three_words_and_a_plan_is_there_only_where_it_says_solved() {
        let verdict = |document: Value| ClaimedVerdict::of(&map(document));
        let solved = json!({"verdict": "solved", "plan": []});
        assert_eq!(verdict(solved), Ok(Some(ClaimedVerdict::Solved)));
        assert_eq!(verdict(json!({"plan": []})), Ok(None));
        let without = json!({"verdict": "infeasible", "plan": null});
        assert_eq!(verdict(without), Ok(Some(ClaimedVerdict::Infeasible)));
        for said in [
            json!("x"),
            json!(""),
            json!(null),
            json!(7),
            json!(["solved"]),
        ] {
            let refused = verdict(json!({"verdict": said})).unwrap_err().to_string();
            assert!(refused.starts_with("claim \"verdict\" refused: "), "{said}");
        }
        for said in ["infeasible", "undecided"] {
            for list in ["plan", "plans"] {
                assert!(
                    verdict(json!({"verdict": said, list: []})).is_err(),
                    "{said}"
                );
            }
        }
    }

    #[test]
    fn beside_a_certificate_a_claim_about_a_plan_is_refused_and_another_is_named() {
        let named = |name: &str, value: Value| {
            let document = map(json!({"verdict": "infeasible", name: value}));
            beside_a_certificate(&document, &["verdict"])
        };
        for (name, value) in [
            ("optimal", json!(true)),
            ("moves", json!(3)),
            ("steps", json!(-5)),
            ("optimal_plans", json!("17")),
            ("plan", json!([])),
        ] {
            let refused = named(name, value).unwrap_err().to_string();
            assert!(refused.contains(name), "{refused}");
        }
        for (name, value) in [
            ("optimal", json!(false)),
            ("moves", json!(null)),
            ("beauty", json!(null)),
        ] {
            assert_eq!(named(name, value), Ok(Vec::new()), "{name}");
        }
        for (name, value) in [("optimal_plans", json!("0")), ("beauty", json!(10))] {
            assert_eq!(named(name, value), Ok(vec![name.to_owned()]));
        }
    }

    #[test]
    fn a_claim_is_compared_with_the_truth_and_its_type() {
        assert_eq!(compare("moves", &json!(6), &json!(6)), Ok(()));
        for said in [json!(7), json!("6"), json!(null)] {
            assert!(compare("moves", &said, &json!(6)).is_err());
        }
    }
}
