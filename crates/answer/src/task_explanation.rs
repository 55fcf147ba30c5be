//! The explanation of a planning task: why it has no plan, and which changes would give it a plan.
//!
//! Every result is checked. A reason is an accepted certificate. A claim that a goal is reachable has a replayed plan
//! of the changed task: with fewer goals or another initial state. Questions that were not decided in time are listed
//! as open.

mod reason;
mod reasons;
mod remedies;

use std::fmt::{self, Write};
use std::time::Instant;

use saut_pddl::{Link, Obstacle, PlanningTask};
use saut_plan::{Error, Settings};
use schemars::JsonSchema;
use serde::Serialize;

use crate::schema::Seconds;
use crate::{print, status};
pub use reason::MOST;
use reason::{BESIDE, Reason, time_slice};
use reasons::{ReasonSearch, reasons};
use remedies::{Change, Remedies, remedies};

/// Explanation of a task: the reasons why it has no plan, and changes that would give it one.
#[derive(Serialize, JsonSchema)]
pub struct TaskExplanation {
    /// The name of the task.
    task: String,
    /// The verdict: whether the task has a plan.
    verdict: Verdict,
    /// Number of actions of the replayed plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    /// The method that found the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'static str>,
    /// The limit that was reached, if the task is undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The reasons, the shortest first.
    reasons: Vec<Reason>,
    /// Parts of the goal that are unreachable even if no fact is ever deleted, each with the actions that would help.
    obstacles: Vec<ObstacleDocument>,
    #[serde(flatten)]
    remedies: Option<Remedies>,
    /// Wall time.
    seconds: Seconds,
}

/// An unreachable part of the goal, and the chain of actions to the condition that blocks it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Obstacle")]
struct ObstacleDocument {
    /// The part of the goal.
    goal: String,
    /// Actions that would help. The first action would achieve the part of the goal. Each other action would satisfy
    /// the condition of the action before it.
    links: Vec<LinkDocument>,
    /// Reason why the last condition cannot be satisfied.
    why: String,
}

/// An action that would help, and its condition that is never satisfied.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ObstacleLink")]
struct LinkDocument {
    /// The action with its objects.
    action: String,
    /// The condition of the action that is never satisfied.
    unmet: String,
}

impl From<Obstacle> for ObstacleDocument {
    fn from(obstacle: Obstacle) -> Self {
        let link = |Link { action, unmet }| LinkDocument { action, unmet };
        Self {
            goal: obstacle.goal,
            links: obstacle.links.into_iter().map(link).collect(),
            why: obstacle.why,
        }
    }
}

/// Verdict: whether the task has a plan.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    /// A plan exists and was replayed.
    Solved,
    /// No plan exists.
    Infeasible,
    /// It is unknown whether a plan exists.
    Undecided,
}

impl TaskExplanation {
    /// Looks for reasons and remedies within the limits of the settings.
    ///
    /// # Errors
    /// [`enum@Error`] if two engines contradict each other, or every backend failed.
    pub fn new(task: &PlanningTask, settings: &Settings) -> Result<Self, Error> {
        let began = Instant::now();
        let mut explanation = Self {
            task: task.name().to_owned(),
            verdict: Verdict::Solved,
            length: None,
            method: None,
            reason: None,
            reasons: Vec::new(),
            obstacles: Vec::new(),
            remedies: None,
            seconds: Seconds::since(began),
        };
        match reasons(task, settings)? {
            ReasonSearch::Plan { length, method } => {
                (explanation.length, explanation.method) = (Some(length), Some(method));
            }
            ReasonSearch::Reasons(reasons, why) => {
                let is_infeasible = reasons.iter().any(|reason| reason.refutes);
                if is_infeasible {
                    explanation.verdict = Verdict::Infeasible;
                } else {
                    let why = settings.stop.stop_reason().unwrap_or(why);
                    explanation.verdict = Verdict::Undecided;
                    explanation.reason = Some(why.name());
                }
                let obstacles = task.obstacles(&time_slice(&settings.stop, 2, BESIDE));
                let remedies = remedies(task, &obstacles, is_infeasible, settings)?;
                explanation.remedies = Some(remedies);
                explanation.obstacles = obstacles.into_iter().map(Into::into).collect();
                explanation.reasons = reasons;
            }
        }
        explanation.seconds = Seconds::since(began);
        Ok(explanation)
    }

    /// Returns the exit status.
    pub fn exit_status(&self) -> u8 {
        match self.verdict {
            Verdict::Undecided => status::UNDECIDED,
            Verdict::Solved | Verdict::Infeasible => status::SOLVED,
        }
    }

    /// Returns the explanation as text, with escape sequences for colours.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = self.write_text(&mut text);
        text
    }

    fn write_text(&self, out: &mut String) -> fmt::Result {
        let (strong, task) = (print::STRONG, &self.task);
        match self.verdict {
            Verdict::Solved => writeln!(
                out,
                "{strong}{task}{strong:#} has a plan of {}, found by {} and validated; saut plan writes the plan",
                print::counted(self.length.unwrap_or(0), "action"),
                self.method.unwrap_or_default(),
            )?,
            Verdict::Infeasible => writeln!(out, "{strong}{task}{strong:#} has no plan.\n")?,
            Verdict::Undecided => writeln!(
                out,
                "{strong}{task}{strong:#}: neither a plan nor a reason was found ({}).\n",
                self.reason.unwrap_or_default()
            )?,
        }
        self.write_reasons(out)?;
        if let Some(remedies) = &self.remedies {
            remedies.write_text(out)?;
        }
        writeln!(
            out,
            "{:.1} s; every reason and every plan was checked",
            self.seconds
        )
    }

    /// Writes the shortest reason in words, then all reasons in a table.
    fn write_reasons(&self, out: &mut String) -> fmt::Result {
        let strong = print::STRONG;
        if let Some(first) = self.reasons.first().filter(|reason| reason.refutes) {
            writeln!(
                out,
                "{strong}Why{strong:#}\n{}",
                print::indented(&first.why)
            )?;
        }
        if !self.obstacles.is_empty() {
            writeln!(out, "{strong}What blocks the goal{strong:#}")?;
        }
        for obstacle in &self.obstacles {
            write!(out, "  {}", obstacle.goal)?;
            for link in &obstacle.links {
                write!(out, " ← {} ← {}", link.action, link.unmet)?;
            }
            writeln!(out, ": {}", obstacle.why)?;
        }
        if !self.obstacles.is_empty() {
            writeln!(out)?;
        }
        if self.reasons.len() < 2 {
            return Ok(());
        }
        writeln!(out, "{strong}Reasons, the shortest first{strong:#}")?;
        for reason in &self.reasons {
            let verdict = print::verdict(reason.refutes, reason.settled);
            let length = reason.length;
            let length = length.map(|(size, noun)| print::counted(size, noun));
            let words = if reason.refutes {
                length.unwrap_or_default()
            } else {
                reason.why.clone()
            };
            writeln!(out, "  {:<21} {verdict:<16} {words}", reason.name)?;
        }
        writeln!(out)
    }
}

/// Maximum number of printed changes of one kind.
const MAX_SHOWN: usize = 3;

/// Maximum number of words that are listed for changes that differ in one word.
const MAX_ALIKE: usize = 9;

/// Maximum number of parts of a goal that are listed by name.
const MAX_NAMED: usize = 5;

/// Joins names in a sentence: a, b and c.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

impl Remedies {
    /// Lists parts of the goal that can be reached together. If the list is long and longer than the list of the
    /// remaining parts, lists the remaining parts as exceptions.
    fn most(&self, parts: &[String]) -> String {
        let all = &self.goals.parts;
        let others = all.iter().filter(|one| !parts.contains(one)).cloned();
        let others: Vec<String> = others.collect();
        if parts.len() > MAX_NAMED && others.len() < parts.len() {
            let others = listed(&others);
            return format!("All {} parts of the goal but {others}", all.len());
        }
        listed(parts)
    }

    fn write_text(&self, out: &mut String) -> fmt::Result {
        let strong = print::STRONG;
        let mut lines = Vec::new();
        let goals = &self.goals;
        let alone = &goals.unreachable_alone;
        if !alone.is_empty() {
            let verb = if alone.len() == 1 { "is" } else { "are each" };
            lines.push(format!("{} {verb} unreachable even alone.", listed(alone)));
        }
        if let Some(conflict) = &goals.conflict {
            let least = if conflict.minimal {
                "; without any one of them, the others can be reached"
            } else {
                "; whether fewer of them conflict is undecided"
            };
            let parts = listed(&conflict.parts);
            lines.push(format!("{parts} cannot be reached together{least}."));
        }
        if let Some(together) = &goals.together {
            let length = print::counted(together.length, "action");
            let most = match (together.maximal, together.parts.len()) {
                (true, 1) => ", but no other part of the goal with it",
                (true, _) => ", but no other part of the goal with them",
                (false, _) => "; whether more parts can be reached is undecided",
            };
            let parts = self.most(&together.parts);
            lines.push(format!("{parts} can be reached in {length}{most}."));
        }
        if !lines.is_empty() {
            let is_plain = self.without_constraint.is_empty();
            let more = if is_plain { "" } else { " and constraints" };
            writeln!(out, "{strong}Which goals{more}{strong:#}")?;
            for line in lines {
                writeln!(out, "  {line}")?;
            }
            writeln!(out)?;
        }
        let (possible, settled) = (self.changes_possible, self.changes_settled);
        if goals.parts.len() < 2 && self.without_constraint.is_empty() && possible == 0 {
            return Ok(());
        }
        writeln!(out, "{strong}What would make the task solvable{strong:#}")?;
        let helps = [
            ("goal", &goals.one_less),
            ("constraint", &self.without_constraint),
        ];
        for (kind, one) in helps
            .iter()
            .flat_map(|(kind, all)| all.iter().map(move |one| (kind, one)))
        {
            let (part, length) = (&one.without, print::counted(one.length, "action"));
            writeln!(out, "  without the {kind} {part}: a plan of {length}")?;
        }
        self.write_changes(out)?;
        if helps.iter().all(|(_, all)| all.is_empty()) && self.start_changes.is_empty() {
            writeln!(out, "  none of the changes that were tried")?;
        }
        if possible > 0 {
            let possible = print::counted(possible, "change");
            writeln!(
                out,
                "  tested: {settled} of {possible} of one fact or number in the initial state"
            )?;
        }
        writeln!(out)
    }

    /// Writes the changes of the initial state. Changes that differ in one word are in one line.
    fn write_changes(&self, out: &mut String) -> fmt::Result {
        let (mut hidden, mut shown) = (0, Vec::new());
        let mut changes: Vec<(&Change, String)> = self
            .start_changes
            .iter()
            .map(|one| (one, described(one)))
            .collect();
        while !changes.is_empty() {
            let (change, text) = changes.remove(0);
            if shown.iter().filter(|kind| **kind == change.kind).count() >= MAX_SHOWN {
                hidden += 1;
                continue;
            }
            shown.push(change.kind);
            let length = print::counted(change.length, "action");
            write!(out, "  {text}: a plan of {length}")?;
            let places = 0..text.split(' ').count();
            let alike = |place: &usize| {
                let others = changes.iter();
                let others = others.filter_map(|(_, other)| other_word(&text, other, *place));
                others.map(ToOwned::to_owned).collect::<Vec<_>>()
            };
            let words = |place| (alike(&place), place);
            let (mut others, place) = places
                .map(words)
                .max_by_key(|(all, _)| all.len())
                .unwrap_or_default();
            changes.retain(|(_, other)| other_word(&text, other, place).is_none());
            let more = others.len().saturating_sub(MAX_ALIKE);
            hidden += more;
            others.truncate(MAX_ALIKE);
            if !others.is_empty() {
                let verb = if others.len() == 1 { "works" } else { "work" };
                let word = text.split(' ').nth(place).map(bare).unwrap_or_default();
                write!(out, "; {} instead of {word} also {verb}", listed(&others))?;
            }
            writeln!(out)?;
        }
        if hidden > 0 {
            writeln!(out, "  and {hidden} more")?;
        }
        Ok(())
    }
}

/// Returns the word of another text at this place, without parentheses, if the texts differ only in this word.
fn other_word<'t>(text: &str, other: &'t str, place: usize) -> Option<&'t str> {
    let mut pairs = text.split(' ').zip(other.split(' ')).enumerate();
    let is_alike = text.split(' ').count() == other.split(' ').count()
        && pairs.all(|(number, (one, other))| (one == other) != (number == place));
    other.split(' ').nth(place).filter(|_| is_alike).map(bare)
}

fn bare(word: &str) -> &str {
    word.trim_matches(['(', ')'])
}

fn described(change: &Change) -> String {
    let with = change.with.as_deref().unwrap_or_default();
    match (change.kind, &change.without) {
        ("removed", without) => {
            let without = without.as_deref().unwrap_or_default();
            format!("without {without} at the start")
        }
        ("budget", Some(without)) => {
            format!("with the resource level {with} at the start instead of {without}")
        }
        (_, Some(without)) => format!("with {with} at the start instead of {without}"),
        (_, None) => format!("with {with} added at the start"),
    }
}
