//! Claims of a document about its plan beyond being one, as they are read.

use saut::claims::{ClaimedVerdict, FalseClaim};
use saut::formats::certificate::claims_of_a_plan;
use saut::peg::notation::Digits;
use saut::search::SearchSettings;
use saut::{BadInput, baseball, peg};
use serde_json::{Map, Value};

/// A document, the puzzle that it is checked for, and the limits of the check.
pub struct Subject<P> {
    pub puzzle: Box<P>,
    pub claims: Claims,
    pub search: SearchSettings,
}

/// A document on a board of peg solitaire.
pub type BoardSubject = Subject<peg::Puzzle>;
/// A document on a game of colour baseball.
pub type BaseballSubject = Subject<baseball::Puzzle>;

/// A document, and what it claims.
pub struct Claims {
    /// The name of its file, beside which its proofs lie.
    pub file: String,
    pub text: String,
    /// First digit of its cells, where that is said.
    pub digits: Option<Digits>,
    /// Its fields, none if it is a list of jumps; or the reason why they cannot be read.
    fields: Result<Map<String, Value>, BadInput>,
}

impl Claims {
    /// The claims of the document in this file.
    pub fn of(file: &str, text: String, digits: Option<Digits>) -> Self {
        let is_object = text.trim_start().starts_with('{');
        let read = is_object.then(|| serde_json::from_str(&text));
        let bad = |error| BadInput::new("", format!("is no JSON document: {error}"));
        let fields = read.transpose().map_err(bad).map(Option::unwrap_or_default);
        let file = file.to_owned();
        Self {
            file,
            text,
            digits,
            fields,
        }
    }

    /// Tells whether all fields could be read: what reads the plan passes over the others, and nothing that they say may
    /// be lost.
    ///
    /// # Errors
    /// The reason why they could not.
    pub fn are_read(&self) -> Result<(), BadInput> {
        self.fields.as_ref().map(|_| ()).map_err(BadInput::clone)
    }

    /// The verdict of the document.
    ///
    /// # Errors
    /// It cannot be.
    pub fn verdict(&self) -> Result<Option<ClaimedVerdict>, FalseClaim> {
        let read = self.fields.as_ref().ok().map(ClaimedVerdict::of);
        read.transpose().map(Option::flatten)
    }

    /// Says that the document names another puzzle than this one.
    pub fn warn_of_name(&self, puzzle: &str) {
        warn_of_name(&self.file, self.get("puzzle"), puzzle);
    }

    /// The field of this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.fields.as_ref().ok()?.get(name)
    }

    /// Whether the document says that this is true.
    pub fn says(&self, claim: &str) -> bool {
        self.get(claim) == Some(&Value::Bool(true))
    }

    /// Every claim that wants a check of its own.
    pub fn to_verify(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.fields.iter().flat_map(claims_of_a_plan)
    }
}

/// Says that a document names another puzzle or task than the one it is checked for: nothing rests on the name.
pub fn warn_of_name(document: &str, said: Option<&Value>, name: &str) {
    if let Some(said) = said.and_then(Value::as_str).filter(|said| *said != name) {
        tell!("saut: warning: {document} says it is of {said}, and is checked for {name}");
    }
}
