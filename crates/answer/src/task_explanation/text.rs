//! Explanation of a task, in sentences.

use std::fmt::{self, Write};

use saut_pddl::{ChangeKind, StartChange};

use super::reason::{Outcome, Reason};
use super::remedies::Remedies;
use super::{Explanation, TaskExplanation};
use crate::print;

impl TaskExplanation {
    pub(super) fn write_text(&self, out: &mut String) -> fmt::Result {
        let strong = print::STRONG;
        let seconds = self.elapsed.as_secs_f64();
        match &self.verdict {
            Explanation::Solved { length, method } => {
                let length = print::counted(*length, "action");
                writeln!(
                    out,
                    "{strong}{}{strong:#} has a plan of {length}, found by {method} and replayed; \
                     saut plan writes it",
                    self.task
                )?;
            }
            Explanation::Infeasible => {
                writeln!(out, "{strong}{}{strong:#} has no plan.\n", self.task)?;
            }
            Explanation::Undecided(why) => {
                writeln!(
                    out,
                    "{strong}{}{strong:#}: neither a plan nor a reason was found ({}).\n",
                    self.task,
                    why.name()
                )?;
            }
        }
        self.write_reasons(out)?;
        if let Some(remedies) = &self.remedies {
            remedies.write_text(out)?;
        }
        Ok(writeln!(
            out,
            "{seconds:.1} s; every reason and every plan was checked"
        )?)
    }

    /// The shortest reason in words, then all in a table.
    fn write_reasons(&self, out: &mut String) -> fmt::Result {
        let strong = print::STRONG;
        if let Some(Reason {
            outcome: Outcome::Refutes(_, words),
            ..
        }) = self.reasons.first()
        {
            writeln!(out, "{strong}Why{strong:#}\n{}\n", indented(words))?;
        }
        if self.reasons.len() < 2 {
            return Ok(());
        }
        writeln!(out, "{strong}Reasons, the shortest first{strong:#}")?;
        for reason in &self.reasons {
            let (verdict, words) = match &reason.outcome {
                Outcome::Refutes(..) => {
                    let length = reason.length();
                    let told = length.map(|(size, noun)| print::counted(size, noun));
                    ("refutes", told.unwrap_or_default())
                }
                Outcome::Silent(why) => ("does not refute", (*why).to_owned()),
                Outcome::Open(why) => ("not settled", (*why).to_owned()),
            };
            writeln!(out, "  {:<21} {verdict:<16} {words}", reason.name)?;
        }
        writeln!(out)
    }
}

/// Most parts of a goal that are named one by one.
const MOST_NAMED: usize = 5;

fn indented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}

/// Names in a sentence: a, b and c.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

impl Remedies {
    fn listed(&self, parts: &[usize]) -> String {
        let names: Vec<&str> = parts.iter().map(|&one| self.goals[one].as_str()).collect();
        listed(&names)
    }

    /// Parts that can be reached together: by name, or where most can, by the names of the others.
    fn most(&self, parts: &[usize]) -> String {
        let others: Vec<usize> = (0..self.goals.len())
            .filter(|one| !parts.contains(one))
            .collect();
        if parts.len() > MOST_NAMED && others.len() < parts.len() {
            return format!(
                "All {} parts of the goal but {}",
                self.goals.len(),
                self.listed(&others)
            );
        }
        self.listed(parts)
    }

    fn write_text(&self, out: &mut String) -> fmt::Result {
        let strong = print::STRONG;
        let mut lines = Vec::new();
        if !self.alone.is_empty() {
            let verb = if self.alone.len() == 1 {
                "is"
            } else {
                "are each"
            };
            lines.push(format!(
                "{} {verb} out of reach even alone.",
                self.listed(&self.alone)
            ));
        }
        if let Some((parts, is_least)) = &self.conflict {
            let least = if *is_least {
                "; without any one of them the others can be"
            } else {
                "; whether fewer are enough was not settled"
            };
            lines.push(format!(
                "{} cannot be reached together{least}.",
                self.listed(parts)
            ));
        }
        if let Some((parts, length, is_most)) = &self.together {
            let length = print::counted(*length, "action");
            let most = match (*is_most, parts.len()) {
                (true, 1) => ", and no other part of the goal with it",
                (true, _) => ", and no other part of the goal with them",
                (false, _) => "; whether more can be was not settled",
            };
            lines.push(format!(
                "{} can be reached in {length}{most}.",
                self.most(parts)
            ));
        }
        if !lines.is_empty() {
            writeln!(out, "{strong}Which goals{strong:#}")?;
            for line in lines {
                writeln!(out, "  {line}")?;
            }
            writeln!(out)?;
        }
        let (possible, settled) = self.tried;
        if self.goals.len() < 2 && possible == 0 {
            return Ok(());
        }
        writeln!(out, "{strong}What would give it a plan{strong:#}")?;
        for (one, length) in &self.without {
            let length = print::counted(*length, "action");
            writeln!(
                out,
                "  without the goal {}: a plan of {length}",
                self.goals[*one]
            )?;
        }
        for (change, length) in &self.changes {
            let length = print::counted(*length, "action");
            writeln!(out, "  {}: a plan of {length}", described(change))?;
        }
        if self.without.is_empty() && self.changes.is_empty() {
            writeln!(out, "  nothing that was tried")?;
        }
        if possible > 0 {
            let possible = print::counted(possible, "change");
            writeln!(
                out,
                "  ({possible} of one fact or number of the start, {settled} of them settled)"
            )?;
        }
        writeln!(out)
    }
}

fn described(change: &StartChange) -> String {
    let with = change.with.as_deref().unwrap_or_default();
    let without = change.without.as_deref().unwrap_or_default();
    match (change.kind, &change.without) {
        (ChangeKind::Removed, _) => format!("without {without} at the start"),
        (ChangeKind::Budget, Some(_)) => {
            format!("with the budget {with} at the start instead of {without}")
        }
        (_, Some(_)) => format!("with {with} at the start instead of {without}"),
        (_, None) => format!("with {with} at the start, too"),
    }
}
