//! Plan files as the competitions have them: one `(action argument ...)` a line.

use crate::sexp::{check_length, shortened};
use saut_task::BadInput;
use saut_task::read_limited::unmarked;
use serde_json::Value;

/// Steps in the order in which they are taken; whether they can be is for the validator to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedPlan {
    /// The first step is number 1 in messages.
    pub steps: Vec<PlanStep>,
}

/// An action by its name and the names of its arguments, in lower case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlanStep {
    /// The name of the schema.
    pub action: String,
    /// The names of the objects.
    pub arguments: Vec<String>,
}

impl NamedPlan {
    /// Reads a plan file: a step a line, comments from `;` to the end of the line; before a step its number or
    /// time and a colon, or nothing, and behind it what is in brackets, which is its duration. What `saut plan`
    /// prints for people is one, too: the line that says solved ends it.
    ///
    /// # Errors
    ///
    /// With place, fact and remedy if a line is no step.
    pub fn read(text: &str, place: &str) -> Result<Self, BadInput> {
        check_length(place, text)?;
        let mut steps = Vec::new();
        for (number, line) in unmarked(text).lines().enumerate() {
            let line = line.split(';').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            if let Some(length) = line.strip_prefix("solved: ") {
                let unit = length.split(' ').nth(1).unwrap_or_default();
                if unit.starts_with("action") {
                    break;
                }
                let fact = "it says solved, and is no plan of a planning task";
                return Err(BadInput::new(place, fact).remedy("give what saut plan prints"));
            }
            if let Some(verdict) = ["infeasible", "undecided"]
                .into_iter()
                .find(|&it| line.starts_with(it))
            {
                let bad = BadInput::new(place, format!("it says {verdict}, and has no plan"));
                return Err(bad.remedy(
                    "what saut plan --json prints is checked, also where there is no plan",
                ));
            }
            let step = step(line).ok_or_else(|| {
                BadInput::new(
                    format!("{place}:{}", number + 1),
                    format!("`{}` is no step of a plan", shortened(line)),
                )
                .remedy("write `(ACTION OBJECT ...)` on a line of its own")
            })?;
            steps.push(step);
        }
        Ok(Self { steps })
    }

    /// The plan of a document of `saut plan --json`: a list of steps, each as a plan file has it.
    ///
    /// # Errors
    ///
    /// With what the list is instead, or the step that is none.
    pub fn of_document(document: &Value, place: &str) -> Result<Self, BadInput> {
        let bad = |fact: &str| {
            let remedy = "give a plan file, or what saut plan --json has printed";
            BadInput::new(place, fact).remedy(remedy)
        };
        let steps = document["plan"].as_array();
        let steps = steps.ok_or_else(|| bad("its plan is no list"))?;
        let steps: Option<Vec<&str>> = steps.iter().map(Value::as_str).collect();
        let steps = steps.ok_or_else(|| bad("a step of the plan is no text"))?;
        Self::read(&steps.join("\n"), place)
    }

    /// The plan as a plan file, without a comment.
    pub fn written(&self) -> String {
        let lines = self
            .steps
            .iter()
            .map(|step| format!("{}\n", step.written()));
        lines.collect()
    }
}

impl PlanStep {
    /// A step by the name of a ground action.
    pub(crate) fn of_name(name: &str) -> Self {
        let name = name.trim();
        let inside = name.strip_prefix('(').unwrap_or(name);
        let inside = inside.strip_suffix(')').unwrap_or(inside);
        let mut words = inside.split_whitespace().map(str::to_owned);
        Self {
            action: words.next().unwrap_or_default(),
            arguments: words.collect(),
        }
    }

    /// `(action argument ...)`.
    pub fn written(&self) -> String {
        let mut text = format!("({}", self.action);
        for argument in &self.arguments {
            text.push(' ');
            text.push_str(argument);
        }
        text.push(')');
        text
    }
}

/// `(action argument ...)`, perhaps with `3:` before it and `[1]` behind it.
fn step(line: &str) -> Option<PlanStep> {
    let (number, rest) = line.split_at(line.find('(')?);
    let number = number.trim_end();
    if !number.is_empty() {
        let digits = number.strip_suffix(':')?.trim_end();
        let is_number = |c: char| c.is_ascii_digit() || c == '.';
        if digits.is_empty() || !digits.chars().all(is_number) {
            return None;
        }
    }
    let (inside, behind) = rest.strip_prefix('(')?.rsplit_once(')')?;
    let behind = behind.trim_start();
    if !behind.is_empty() && !behind.starts_with('[') {
        return None;
    }
    if inside.contains(['(', ')']) {
        return None;
    }
    let mut words = inside.split_whitespace().map(str::to_ascii_lowercase);
    Some(PlanStep {
        action: words.next()?,
        arguments: words.collect(),
    })
}
