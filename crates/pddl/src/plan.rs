//! Plan files in the format of the planning competitions: one `(action argument ...)` per line.

mod log;

use std::iter;
use std::ops::Range;

use saut_base::BadInput;
use saut_base::read_limited::{limited, unmarked};
use saut_base::sexp::{check_length, shortened};
use saut_base::stop::{Stop, Ticker};
use saut_task::plan::Time;
use serde_json::Value;

/// Steps in the order of execution; the validator checks whether they are applicable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedPlan {
    /// The steps. In messages, the first step is step 1.
    pub steps: Vec<PlanStep>,
    /// The time of each step, if the file has times.
    times: Vec<Option<Time>>,
}

/// An action by its name and the names of its arguments, in lower case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlanStep {
    /// The name of the schema.
    pub action: String,
    /// The names of the objects.
    pub arguments: Vec<String>,
}

impl From<Vec<PlanStep>> for NamedPlan {
    /// Creates a plan of these steps, one after another.
    fn from(steps: Vec<PlanStep>) -> Self {
        Self {
            times: vec![None; steps.len()],
            steps,
        }
    }
}

impl NamedPlan {
    /// Reads a plan file: one step per line, comments from `;` to the end of the line. If a step begins with a time (or
    /// number) and a colon, every step must begin with one. Times order the steps, and steps with the same time are
    /// executed together. A text in brackets after a step, such as a duration, is ignored: durative actions are not
    /// supported.
    ///
    /// The text output of `saut plan` is also a plan file, which ends at the line with "solved". Other formats are the
    /// steps of FF (`0: MOVE A B`) and of unified-planning (`move(a, b)`), and the logs of FF and Fast Downward. The
    /// last plan of a log is read.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if a line is not a step, or if only some steps have a time.
    pub fn read(text: &str, place: &str) -> Result<Self, BadInput> {
        Self::read_within(text, place, &Stop::default())
    }

    /// Like [`NamedPlan::read`], but `stop` can end the reading. The error then names the limit.
    ///
    /// # Errors
    ///
    /// Same as [`NamedPlan::read`].
    pub fn read_within(text: &str, place: &str, stop: &Stop) -> Result<Self, BadInput> {
        check_length(place, text)?;
        let limits = Ticker::new(stop);
        let mut steps: Vec<(Option<Time>, PlanStep)> = Vec::new();
        let text = unmarked(text);
        let of_log = log::plan_of_log(text);
        for (number, line) in of_log.as_deref().unwrap_or(text).lines().enumerate() {
            limits
                .spend(line.len())
                .map_err(|why| limited(place, why))?;
            let line = line.split(';').next().unwrap_or_default().trim();
            if line.is_empty() || line == "SequentialPlan:" {
                continue;
            }
            if let Some(length) = line.strip_prefix("solved: ") {
                let unit = length.split(' ').nth(1).unwrap_or_default();
                if unit.starts_with("action") {
                    break;
                }
                let fact = "this is the solution of a puzzle, not a plan of a planning task";
                return Err(BadInput::new(place, fact).remedy("give the output of saut plan"));
            }
            if let Some(verdict) = ["infeasible", "undecided"]
                .into_iter()
                .find(|&it| line.starts_with(it))
            {
                let bad =
                    BadInput::new(place, format!("the text says {verdict}, so it has no plan"));
                return Err(bad.remedy(
                    "give the output of saut plan --json, which can also be checked without a plan",
                ));
            }
            let bad = |fact: &str| {
                let fact = format!("`{}` {fact}", shortened(line));
                BadInput::new(format!("{place}:{}", number + 1), fact)
            };
            let read = step(line).ok_or_else(|| {
                let remedy = "write `(ACTION OBJECT ...)` on a separate line";
                bad("is not a step of a plan").remedy(remedy)
            })?;
            if let Some((first, _)) = steps.first()
                && first.is_some() != read.0.is_some()
            {
                let (own, other) = match first {
                    Some(_) => ("no time", "one"),
                    None => ("a time", "none"),
                };
                let fact = format!("has {own}, but the first step has {other}");
                return Err(bad(&fact).remedy("give every step a time, or none"));
            }
            steps.push(read);
        }
        Ok(Self::by_time(steps))
    }

    /// Sorts the steps by their times; steps without times keep their order.
    fn by_time(mut steps: Vec<(Option<Time>, PlanStep)>) -> Self {
        steps.sort_by(|(one, _), (other, _)| one.cmp(other));
        let (times, steps) = steps.into_iter().unzip();
        Self { steps, times }
    }

    /// Returns the time of a step, if the file has times. Steps are numbered from 0.
    pub fn time(&self, place: usize) -> Option<&Time> {
        self.times[place].as_ref()
    }

    /// Whether the step has the same time as the previous step.
    fn is_joined(&self, place: usize) -> bool {
        place > 0 && self.time(place).is_some() && self.times[place] == self.times[place - 1]
    }

    /// Returns the happenings in their order, as ranges of steps: a single step, or several steps at the same time.
    pub fn happenings(&self) -> impl Iterator<Item = Range<usize>> {
        let mut next = 0;
        iter::from_fn(move || {
            let first = next;
            next += 1;
            while next < self.steps.len() && self.is_joined(next) {
                next += 1;
            }
            (first < self.steps.len()).then_some(first..next)
        })
    }

    /// Returns the first `step` steps of the plan, which must not end within a happening.
    pub(crate) fn up_to(&self, step: usize) -> Self {
        Self {
            steps: self.steps[..step].to_vec(),
            times: self.times[..step].to_vec(),
        }
    }

    /// Returns the same steps one after another; `None` if no steps are at the same time.
    pub fn in_sequence(&self) -> Option<Self> {
        let has_joined = (0..self.steps.len()).any(|place| self.is_joined(place));
        has_joined.then(|| self.steps.clone().into())
    }

    /// Reads the plan in the JSON output of `saut plan --json`: a list of steps, each written as in a plan file.
    ///
    /// # Errors
    ///
    /// The plan is not a list, or one of its elements is not a step.
    pub fn of_document(document: &Value, place: &str, stop: &Stop) -> Result<Self, BadInput> {
        let bad = |fact: &str| {
            let remedy = "give a plan file, or the output of saut plan --json";
            BadInput::new(place, fact).remedy(remedy)
        };
        let steps = document["plan"].as_array();
        let steps = steps.ok_or_else(|| bad("the plan of the JSON output is not a list"))?;
        let steps: Option<Vec<&str>> = steps.iter().map(Value::as_str).collect();
        let steps = steps.ok_or_else(|| bad("a step of the plan is not a string"))?;
        Self::read_within(&steps.join("\n"), place, stop)
    }

    /// Returns the plan whose steps are the ground actions with these names.
    pub(crate) fn of_names<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        names.map(PlanStep::of_name).collect::<Vec<_>>().into()
    }

    /// Returns the plan as the text of a plan file, without comments.
    pub fn written(&self) -> String {
        let steps = self.steps.iter();
        steps.map(|step| step.written() + "\n").collect()
    }
}

impl PlanStep {
    /// Returns the step with the name of a ground action.
    pub(crate) fn of_name(name: &str) -> Self {
        let (_, step) = step(name).unwrap_or_default();
        step
    }

    /// Writes the step as `(action argument ...)`.
    pub fn written(&self) -> String {
        let words = [std::slice::from_ref(&self.action), &self.arguments].concat();
        format!("({})", words.join(" "))
    }
}

/// Reads `(action argument ...)`, optionally with a time before it (`3:`) and a duration after it (`[1]`). Also reads
/// `3: action argument ...` and `action(argument, ...)`.
fn step(line: &str) -> Option<(Option<Time>, PlanStep)> {
    let Some((before, rest)) = line.split_once('(') else {
        let (time, words) = line.split_once(':')?;
        return Some((Some(Time::read(time.trim_end())?), of_words(words)?));
    };
    let (inside, behind) = rest.rsplit_once(')')?;
    let behind = behind.trim_start();
    let is_read_over = behind.is_empty() || behind.starts_with('[');
    if !is_read_over || inside.contains(['(', ')']) {
        return None;
    }
    let before = before.trim_end();
    let time = match before.strip_suffix(':') {
        _ if before.is_empty() => None,
        Some(time) => Some(Time::read(time.trim_end())?),
        None if before.contains(char::is_whitespace) => return None,
        None => {
            let words = format!("{before} {}", inside.replace(',', " "));
            return Some((None, of_words(&words)?));
        }
    };
    Some((time, of_words(inside)?))
}

/// Parses an action and its arguments, separated by blanks.
fn of_words(words: &str) -> Option<PlanStep> {
    let mut words = words.split_whitespace().map(str::to_ascii_lowercase);
    Some(PlanStep {
        action: words.next()?,
        arguments: words.collect(),
    })
}
