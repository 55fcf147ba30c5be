//! The plan files of a run: one file for each better plan, and one for the final plan. Files of an earlier run are
//! removed. The same plans can be printed on standard output.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use saut::BadInput;
use saut::answer::{Answer, TaskAnswer, better_document, bound_in_words, plan_file};
use saut::stop::Stop;
use saut_pddl::{NamedPlan, PlanStep, Reason, ValidatedPlan};
use saut_task::Checked;

use crate::cli::arguments::PlanFormat;
use crate::cli::print::grouped;
use crate::cli::reply::{CommandOutput, Failure, unusable};
use crate::cli::whole::{self, numbered};

/// Reports each better plan on standard error, and writes it to `PLAN.1`, `PLAN.2` and so on. Files of an earlier run
/// with these names are removed before the first plan is written, or if there is no plan.
pub struct PlanFiles<'a> {
    pub file: Option<&'a Path>,
    pub format: PlanFormat,
    is_json: bool,
    pub began: Instant,
    told: Mutex<ReportedPlans>,
}

/// The number of plans so far, and the last one.
#[derive(Default)]
struct ReportedPlans {
    count: usize,
    last: Option<NamedPlan>,
}

impl<'a> PlanFiles<'a> {
    /// Starts a run that writes its best plan to `file`.
    ///
    /// # Errors
    /// An input file has the name of an output file `PLAN.1`, `PLAN.2` and so on, so it would be overwritten or
    /// removed.
    pub fn new(file: Option<&'a Path>, inputs: &[&str]) -> Result<Self, BadInput> {
        whole::check_numbered(file, inputs)?;
        Ok(Self {
            file,
            format: PlanFormat::Text,
            is_json: false,
            began: Instant::now(),
            told: Mutex::default(),
        })
    }

    /// Sets the format in which the plans are printed on standard output.
    pub fn printing(self, format: PlanFormat, is_json: bool) -> Self {
        Self {
            format,
            is_json,
            ..self
        }
    }

    /// Reports a plan that is better than the earlier ones.
    pub fn report(&self, plan: &ValidatedPlan, shown: Option<&Checked<Reason>>) {
        let seconds = self.began.elapsed().as_secs_f64();
        let measure = plan.measure();
        let bound = measure.objective().bound(shown);
        let words = bound
            .as_ref()
            .and_then(|bound| bound_in_words(bound, measure));
        let words = words.map_or(String::new(), |words| format!("; {words}"));
        let measure = measure.in_words(grouped);
        tell!("saut: {seconds:.2} s: a plan of {measure}{words}");
        self.keep(plan);
        if self.format == PlanFormat::Plans {
            let text = if self.is_json {
                better_document(plan, bound.as_ref(), seconds).to_string() + "\n"
            } else {
                with_cost(plan)
            };
            let mut out = std::io::stdout().lock();
            // If standard output fails, the final output fails, too, and reports the error.
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        }
    }

    /// Writes the next numbered file. Before the first file is written, the files of an earlier run are removed.
    pub fn keep(&self, plan: &ValidatedPlan) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.count == 0 {
            self.remove_older();
        }
        told.count += 1;
        told.last = Some(plan.plan().clone());
        if let Some(file) = self.file {
            let name = numbered(file, told.count);
            if let Err(bad) = whole::write(&name, plan_file(plan)) {
                tell!("saut: warning: {bad}");
            }
        }
    }

    /// Writes the best plan and the proof of the answer to their files, and returns the reply.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn finish(
        self,
        answer: TaskAnswer,
        proof: Option<&Path>,
        stop: &Stop,
    ) -> Result<CommandOutput, Failure> {
        let answer = answer.within(self.began.elapsed());
        let told = self
            .told
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if told.count == 0 {
            remove_older(self.file);
        }
        if let (Some(file), Some(plan)) = (self.file, answer.plan_file()) {
            whole::write(file, plan)?;
        }
        let plan = answer.decision().plan().cloned();
        let dot = plan.as_ref().and_then(|plan| {
            let actions: Vec<String> = plan.plan().steps.iter().map(PlanStep::written).collect();
            Some(answer.order()?.dot(&actions))
        });
        let answer = Answer::from(answer);
        let text = match self.format {
            PlanFormat::Text => None,
            PlanFormat::Dot if plan.is_none() => None,
            PlanFormat::Dot if dot.is_none() => {
                let fact = "the order of actions is only computed for plans of up to 1,000 actions, without numbers";
                return unusable("--format dot", fact, "leave it out");
            }
            PlanFormat::Dot => dot,
            PlanFormat::Plans => {
                let plan = plan.as_ref();
                let is_new = |plan: &&ValidatedPlan| told.last.as_ref() != Some(plan.plan());
                let last = plan.filter(is_new).map_or(String::new(), with_cost);
                let written = plan.map_or(String::new(), |plan| plan.plan().written());
                let text = answer.text();
                let rest = text.strip_prefix(&*written).unwrap_or(&text).trim().lines();
                let rest = rest.map(|line| format!("; {line}\n"));
                Some(last + &rest.collect::<String>())
            }
        };
        let reply = CommandOutput::answer(answer, proof, stop)?;
        Ok(match text {
            Some(text) => reply.with_text(text),
            None => reply,
        })
    }

    /// Removes the file of the best plan, and `PLAN.1`, `PLAN.2` and so on up to the first missing file. Only regular
    /// files are removed.
    pub fn remove_older(&self) {
        remove_older(self.file);
    }
}

fn remove_older(file: Option<&Path>) {
    let Some(file) = file else { return };
    // If the file is a link, its target is removed, but not the link.
    let best = file.canonicalize().ok().filter(|it| it.is_file());
    let is_plain = |it: &PathBuf| it.symlink_metadata().is_ok_and(|there| there.is_file());
    let better = (1..).map(|number| numbered(file, number));
    for old in best.into_iter().chain(better.take_while(is_plain)) {
        if let Err(error) = fs::remove_file(&old) {
            let old = old.display();
            tell!("saut: warning: {old} is from an earlier run, and cannot be removed ({error})");
            return;
        }
    }
}

/// Returns a plan file that begins with the cost in a comment, as editors expect.
pub fn with_cost(plan: &ValidatedPlan) -> String {
    let cost = plan.measured().unwrap_or_else(|| plan.cost().to_string());
    format!("; cost: {cost}\n{}\n", plan.plan().written())
}
