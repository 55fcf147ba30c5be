//! Answers as the challenge has them: `s`, `t`, `a YES` with a set a line, or `a NO`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use saut_base::BadInput;

use super::read::{set, vertex};
use super::{TokenTask, vertex_name};
use crate::plan::{NamedPlan, PlanStep};
use crate::validate::ValidatedPlan;
use saut_base::sexp::check_length;

fn written(tokens: impl IntoIterator<Item = u32>) -> String {
    let numbers = tokens
        .into_iter()
        .map(|vertex| vertex_name(vertex).to_string());
    numbers.collect::<Vec<_>>().join(" ")
}

impl TokenTask {
    /// The answer in the format of the challenge: the sets that a plan goes through, or, without a plan, that there is
    /// none.
    pub fn answer(&self, plan: Option<&ValidatedPlan>) -> String {
        let mut text = format!(
            "s {}\nt {}\n",
            written(self.start.iter().copied()),
            written(self.target.iter().copied())
        );
        let Some(plan) = plan else {
            text.push_str("a NO\n");
            return text;
        };
        text.push_str("a YES\n");
        let mut tokens: BTreeSet<u32> = self.start.iter().copied().collect();
        let mut add = |tokens: &BTreeSet<u32>| {
            let _ = writeln!(text, "a {}", written(tokens.iter().copied()));
        };
        add(&tokens);
        for step in &plan.plan().steps {
            let named = step.arguments.first();
            let Some(own) = named.and_then(|name| vertex(name, self.vertices())) else {
                continue;
            };
            if step.action == "lift" {
                tokens.remove(&own);
            } else {
                tokens.insert(own);
                add(&tokens);
            }
        }
        text
    }

    /// Whether a text is an answer of the challenge: it has a line `a YES` or `a NO`.
    pub fn is_answer(text: &str) -> bool {
        let mut lines = text.lines().map(str::trim);
        lines.any(|line| line == "a YES" || line == "a NO")
    }

    /// The plan of an answer of the challenge, for the validator to replay; or what is false about its yes: sets that
    /// the graph does not have, or two of which one does not follow by a jump.
    ///
    /// # Errors
    ///
    /// With place, fact and remedy: an answer that says no, or a line that is none of an answer.
    pub fn read_answer(
        &self,
        text: &str,
        place: &str,
    ) -> Result<Result<NamedPlan, BadInput>, BadInput> {
        check_length(place, text)?;
        let wrong = |fact: String| Ok(Err(BadInput::new("claim \"YES\" refused", fact)));
        let mut steps = Vec::new();
        let mut before: Option<Vec<u32>> = None;
        for (number, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            let bad = |fact: &str| BadInput::new(format!("{place}:{}", number + 1), fact);
            let wrong = |fact: String| wrong(format!("line {}: {fact}", number + 1));
            match &words[..] {
                ["a", "NO"] => {
                    let fact = "it says NO, and gives no reason that could be checked";
                    return Err(
                        bad(fact).remedy("saut plan --json prints one with its certificate")
                    );
                }
                [] | ["a", "YES"] | ["c" | "s" | "t", ..] => {}
                ["a", tokens @ ..] => {
                    let now = match set(tokens, &self.neighbours) {
                        Ok(now) => now,
                        Err(fact) => return wrong(fact),
                    };
                    let last = before.as_ref().unwrap_or(&self.start);
                    let gone: Vec<u32> = without(last, &now);
                    let new: Vec<u32> = without(&now, last);
                    match (&gone[..], &new[..], &before) {
                        ([], [], None) => {}
                        (&[from], &[to], Some(_)) => {
                            steps.extend([step("lift", from), step("drop", to)]);
                        }
                        (.., None) => {
                            return wrong("the first set is not the start".to_owned());
                        }
                        (gone, new, _) => {
                            let (gone, new) = (gone.len(), new.len());
                            let fact =
                                format!("{gone} tokens leave and {new} come, and not one each");
                            return wrong(fact);
                        }
                    }
                    before = Some(now);
                }
                _ => {
                    return Err(bad("it is no line of an answer").remedy("c, s, t or a"));
                }
            }
        }
        match before {
            Some(_) => Ok(Ok(steps.into())),
            None => wrong("it has no line with a set".to_owned()),
        }
    }
}

fn without(all: &[u32], but: &[u32]) -> Vec<u32> {
    let rest = all.iter().copied();
    rest.filter(|one| but.binary_search(one).is_err()).collect()
}

fn step(action: &str, vertex: u32) -> PlanStep {
    PlanStep {
        action: action.to_owned(),
        arguments: vec![vertex_name(vertex).to_string()],
    }
}
