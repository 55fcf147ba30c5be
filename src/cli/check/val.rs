//! The command line and the messages of VAL, the validator of the planning competitions. They are used by
//! `saut validate --val`, and if saut is called as `validate`. Editors and scripts search for these messages.
//!
//! Howey, Long and Fox: *VAL: Automatic plan validation, continuous effects and mixed initiative planning using PDDL*
//! (2004). Unlike VAL, this module has no LaTeX reports and no analysis of robustness, and it counts an unreadable plan
//! as failed in the exit status. With `-t`, each happening has the time that the VS Code extension expects, even if the
//! plan has no times.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;

use saut::BadInput;
use saut::answer::{Note, SubjectNames};
use saut::stop::Stop;
use saut_check::{Document, plan_of};
use saut_pddl::{
    Change, InvalidPlan, NamedPlan, PlanningTask, UnmetConditions, ValidatedPlan, WrongStep,
    read_domain,
};

use super::{CommandOutput, Failure, input, status};

/// The exit status for unreadable input; it is -1 in VAL.
const UNREADABLE: u8 = 255;

const USAGE: &str = "\
Usage: validate [options] domainFile [problemFile [planFile...]]
  -v        Print the plan and each change of the state
  -t <n>    Time between two actions of a plan without times (tolerance)
  -a        Do not print plan repair advice with -v
  -e        Print plan repair advice also without -v
  -g        Use the number of happenings if there is no metric
  -s        Print only errors
  -S        Print only values, or failed
  -h        Print this message
  -c -d -i  Accepted, without effect
";

/// Returns the arguments for VAL if the program is called as `validate`, or if `--val` is given.
pub fn arguments() -> Option<Vec<String>> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let program = words.first().and_then(|word| Path::new(word).file_stem());
    let is_val = program.is_some_and(|name| name.eq_ignore_ascii_case("validate"));
    let command = words.get(1).and_then(|word| word.to_str());
    let first = match command {
        _ if is_val => 1,
        Some("validate" | "check") if words.iter().any(|word| word == "--val") => {
            words.retain(|word| word != "--val");
            2
        }
        _ => return None,
    };
    let words = words.into_iter().skip(first);
    Some(
        words
            .map(|word| word.to_string_lossy().into_owned())
            .collect(),
    )
}

/// Runs the validator with the arguments of VAL.
pub fn run(words: Vec<String>) -> Result<CommandOutput, Failure> {
    let mut validator = Validator::default();
    let files = match validator.read(words) {
        Ok(files) if files.is_empty() => return Ok(CommandOutput::text(status::SOLVED, USAGE)),
        Ok(files) => files,
        Err(word) => {
            let text = format!("Unrecognised command line switch: {word}\n");
            return Ok(CommandOutput::text(UNREADABLE, text));
        }
    };
    let [domain, rest @ ..] = &files[..] else {
        return Ok(CommandOutput::text(status::SOLVED, USAGE));
    };
    let stop = Stop::default();
    let Some((problem, plans)) = rest.split_first() else {
        let text = input::text(domain, &stop)?;
        let read = read_domain(&text, domain);
        let warnings = read.as_ref().map_or(&[][..], |domain| domain.warnings());
        let text = parsed(read.as_ref().err(), warnings);
        let status = if read.is_ok() {
            status::SOLVED
        } else {
            UNREADABLE
        };
        return Ok(CommandOutput::text(status, text));
    };
    let mut warnings = Vec::new();
    let names = SubjectNames {
        first: domain,
        problem: Some(problem),
        command: ("validate", " PLAN"),
        ..SubjectNames::default()
    };
    let task = names.task(&stop, &mut |note| {
        if let Note::Warning(warning) = note {
            warnings.push(warning);
        }
        Ok(())
    });
    let task = match task {
        Ok(task) => task,
        Err(bad) => {
            let reply = CommandOutput::text(UNREADABLE, parsed(Some(&bad), &warnings));
            return Ok(reply.aside(format!("saut: {bad}")));
        }
    };
    if plans.is_empty() {
        return Ok(CommandOutput::text(status::SOLVED, parsed(None, &warnings)));
    }
    for plan in plans {
        validator.check(&task, plan, &stop)?;
    }
    let failed = u8::try_from(validator.failed.len()).unwrap_or(u8::MAX);
    Ok(CommandOutput::text(failed, validator.finish()))
}

/// Returns the output of VAL's parser.
fn parsed(error: Option<&BadInput>, warnings: &[BadInput]) -> String {
    let errors: Vec<&BadInput> = error.into_iter().flat_map(BadInput::all).collect();
    let (faults, hints) = (errors.len(), warnings.len());
    let mut text = format!("Errors: {faults}, warnings: {hints}\n");
    let errors = errors.into_iter().map(|bad| (bad, "Error"));
    for (bad, kind) in errors.chain(warnings.iter().map(|bad| (bad, "Warning"))) {
        let (file, line) = match &bad.at {
            Some(at) => (&at.file, at.line),
            None => (&bad.place, 1),
        };
        let _ = writeln!(text, "{file}: line: {line}: {kind}: {}", bad.text());
    }
    text
}

/// The options of VAL, and the output so far.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each field is a flag")]
struct Validator {
    is_verbose: bool,
    /// 1 with `-s`, 2 with `-S`, otherwise 0.
    silence: u8,
    epsilon: Option<f64>,
    has_no_advice: bool,
    has_report: bool,
    counts_happenings: bool,
    text: String,
    valid: Vec<(String, String)>,
    failed: Vec<String>,
}

impl Validator {
    /// Parses the options and returns the files.
    ///
    /// # Errors
    /// The first word that begins with a hyphen and is not a valid option.
    fn read(&mut self, words: Vec<String>) -> Result<Vec<String>, String> {
        let mut words = words.into_iter().peekable();
        while let Some(word) = words.next_if(|word| word.starts_with('-') && word.len() > 1) {
            match &*word {
                "-v" => self.is_verbose = true,
                "-s" => self.silence = 1,
                "-S" => self.silence = 2,
                "-a" => self.has_no_advice = true,
                "-e" => self.has_report = true,
                "-g" => self.counts_happenings = true,
                "-c" | "-d" | "-i" => {}
                "-h" => return Ok(Vec::new()),
                "-t" => {
                    let epsilon = words.next().unwrap_or_default();
                    self.epsilon = Some(epsilon.parse().map_err(|_| format!("-t {epsilon}"))?);
                }
                _ => return Err(word),
            }
        }
        Ok(words.collect())
    }

    /// Adds a text, unless the level of silence is higher than `most`.
    fn say(&mut self, most: u8, text: &str) {
        if self.silence <= most {
            self.text.push_str(text);
        }
    }

    /// Adds a text if `-v` is given.
    fn detail(&mut self, text: &str) {
        if self.is_verbose {
            self.text.push_str(text);
        }
    }

    fn check(&mut self, task: &PlanningTask, place: &str, stop: &Stop) -> Result<(), Failure> {
        self.say(0, &format!("Checking plan: {place}\n"));
        let read = || {
            let text = input::text(place, stop)?;
            plan_of(&Document::read(&text, place, None)?, stop)
        };
        let plan = match read() {
            Ok(plan) => plan,
            Err(bad) => {
                self.fail(place, &format!("Error: {bad}\nBad plan description!\n"));
                return Ok(());
            }
        };
        let validated = task.validate(&plan, stop);
        if let Err(why @ InvalidPlan::Step { wrong, .. }) = &validated
            && matches!(wrong, WrongStep::Unknown(_))
        {
            self.fail(place, &format!("Error: {why}\nBad plan description!\n"));
            return Ok(());
        }
        self.replay(task, &plan, stop)?;
        match validated {
            Ok(valid) => {
                let value = self.value(&valid, &plan);
                self.say(
                    0,
                    "Plan executed successfully - checking goal\nPlan valid\n",
                );
                self.say(0, &format!("Final value: {value} \n"));
                if self.silence == 2 {
                    let _ = writeln!(self.text, "{value} ");
                }
                self.valid.push((place.to_owned(), value));
            }
            Err(why) => self.invalid(place, &plan, &why),
        }
        Ok(())
    }

    /// Adds the text, and counts the plan as failed.
    fn fail(&mut self, place: &str, text: &str) {
        self.say(1, text);
        if self.silence == 2 {
            self.text.push_str("failed\n");
        }
        self.failed.push(place.to_owned());
    }

    /// With `-v`, prints the plan and the changes that its steps make.
    fn replay(
        &mut self,
        task: &PlanningTask,
        plan: &NamedPlan,
        stop: &Stop,
    ) -> Result<(), Failure> {
        if !self.is_verbose {
            return Ok(());
        }
        let size = plan.steps.len();
        let _ = writeln!(self.text, "Plan to validate:\n\nPlan size: {size}");
        for happening in plan.happenings() {
            let _ = writeln!(self.text, "{}:", self.time(plan, happening.start));
            for place in happening {
                let _ = writeln!(self.text, "{}", plan.steps[place].written());
            }
            self.text.push_str(" \n");
        }
        self.text
            .push_str("\nPlan Validation details\n-----------------------\n");
        let trace = saut_pddl::trace(task.problem(), plan, stop);
        let trace = trace.map_err(|why| Failure::other(why.name()))?;
        let end = trace.steps.len();
        // If the first step that is not applicable shares its time with other steps, their changes are not printed.
        let happenings = plan.happenings().take_while(|one| one.start <= end);
        for happening in happenings.filter(|one| one.start < size) {
            let time = self.time(plan, happening.start);
            let _ = writeln!(self.text, "\nChecking next happening (time {time})");
            for change in trace.steps.get(happening).into_iter().flatten() {
                print_change(&mut self.text, change);
            }
        }
        Ok(())
    }

    fn time(&self, plan: &NamedPlan, place: usize) -> String {
        let given = plan.time(place).map(ToString::to_string);
        #[expect(clippy::cast_precision_loss, reason = "it is printed with few digits")]
        let counted = || match self.epsilon {
            Some(epsilon) => format!("{:.4}", place as f64 * epsilon),
            None => (place + 1).to_string(),
        };
        let time = given.unwrap_or_else(counted);
        // The VS Code extension only finds times with a decimal point.
        if self.epsilon.is_some() && !time.contains('.') {
            return time + ".000";
        }
        time
    }

    /// Returns the value of a plan: its metric, its cost, its number of actions, or with `-g` its number of happenings.
    fn value(&self, valid: &ValidatedPlan, plan: &NamedPlan) -> String {
        let cost = || {
            let is_length = self.counts_happenings && valid.cost() == valid.length() as u64;
            if is_length {
                plan.happenings().count().to_string()
            } else {
                valid.cost().to_string()
            }
        };
        valid.measured().unwrap_or_else(cost)
    }

    fn invalid(&mut self, place: &str, plan: &NamedPlan, why: &InvalidPlan) {
        let (cause, advice) = match why {
            InvalidPlan::Step {
                number,
                step,
                wrong,
            } => {
                let time = self.time(plan, number - 1);
                let advice = match wrong {
                    WrongStep::Unmet(unmet) => advice(unmet),
                    other => format!("({other})\n"),
                };
                (
                    format!("Plan failed because of unsatisfied precondition in:\n{step}\n"),
                    format!("{step} has an unsatisfied precondition at time {time}\n{advice}"),
                )
            }
            InvalidPlan::Interference { numbers, steps, .. } => {
                let time = self.time(plan, numbers[0] - 1);
                let [one, other] = steps;
                let advice = format!("{one} has a mutex violation at time {time} with {other}\n");
                (format!("{why}\n"), advice + "Separate these actions!\n")
            }
            InvalidPlan::Goal(unmet) => {
                let advice = format!("The goal is not satisfied\n{}", advice(unmet));
                (String::new(), advice)
            }
            InvalidPlan::Constraint { .. } => (
                String::new(),
                format!("The goal is not satisfied\n({why})\n"),
            ),
            InvalidPlan::Unfinished(_) => {
                let text = format!("Error occurred in validation attempt:\n  {why}\n");
                return self.fail(place, &text);
            }
        };
        if cause.is_empty() {
            self.say(0, "Plan executed successfully - checking goal\n");
            self.fail(place, "Goal not satisfied\nPlan invalid\n");
        } else {
            self.detail(&cause);
            self.fail(place, "\nPlan failed to execute\n");
        }
        if !self.has_no_advice && (self.is_verbose || self.has_report) {
            let _ = write!(self.text, "\nPlan Repair Advice:\n\n{advice}\n");
        }
    }

    /// Adds the lists of successful and failed plans, and returns the output.
    fn finish(mut self) -> String {
        if !self.valid.is_empty() {
            self.valid.sort_by(|(_, one), (_, other)| {
                let number = |value: &str| value.parse::<f64>().unwrap_or(f64::INFINITY);
                number(one).total_cmp(&number(other))
            });
            let mut text = "\nSuccessful plans:".to_owned();
            for same in self.valid.chunk_by(|(_, one), (_, other)| one == other) {
                let _ = write!(text, "\nValue: {}\n ", same[0].1);
                for (place, value) in same {
                    let _ = write!(text, "{place} {value} ");
                }
            }
            text.push_str("\n\n");
            self.say(0, &text);
        }
        if !self.failed.is_empty() {
            let text = format!("\n\nFailed plans:\n {} \n", self.failed.join(" "));
            self.say(1, &text);
        }
        self.text
    }
}

/// Prints the changes that a step makes. An atom such as `fuel truck = 7` is the value of a function.
fn print_change(text: &mut String, change: &Change) {
    let value = |atom: &str| {
        let (function, value) = atom.split_once(" = ")?;
        Some((function.to_owned(), value.to_owned()))
    };
    for atom in change.removed.iter().filter(|atom| value(atom).is_none()) {
        let _ = writeln!(text, "Deleting ({atom})");
    }
    for atom in &change.added {
        let Some((function, new)) = value(atom) else {
            let _ = writeln!(text, "Adding ({atom})");
            continue;
        };
        let mut old = change.removed.iter().filter_map(|atom| value(atom));
        let old = old.find(|(other, _)| *other == function);
        let old = old.map_or_else(String::new, |(_, old)| format!(" ({old})"));
        let _ = writeln!(text, "Updating ({function}){old} by {new} assignment.");
    }
}

/// Returns the advice that VAL prints: the conditions that should be made true or false.
fn advice(unmet: &UnmetConditions) -> String {
    let one = |condition: &String| {
        let negated = condition
            .strip_prefix("(not (")
            .and_then(|rest| rest.strip_suffix("))"));
        if let Some(atom) = negated {
            return format!("(Set ({atom}) to false)\n");
        }
        let is_atom = !condition[1..].contains('(') && !condition.starts_with("(= ");
        if is_atom {
            format!("(Set {condition} to true)\n")
        } else {
            format!("(Satisfy {condition})\n")
        }
    };
    let all: Vec<String> = unmet.conditions.iter().map(one).collect();
    match &all[..] {
        [only] => only.clone(),
        _ => format!("(Follow each of:\n    {})\n", all.join("    and ")),
    }
}
