//! The entries of a plan in a JSON document. Cells are `[x, y]` from 0, column from the left and row from the top of the
//! picture.

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::place::at;
use saut_base::bad_input::BadInput;

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
