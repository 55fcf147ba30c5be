//! The plan files of a run: better plans as they are found, the plan at the end, and none of an earlier run.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use saut_pddl::{Reason, ValidatedPlan};
use saut_task::Checked;

use super::super::print::grouped;
use super::super::whole::{self, numbered};
use saut::Answer;
use saut::BadInput;
use saut::answer::{bound_in_words, plan_file};

/// Tells of each better plan on standard error, and writes it as `PLAN.1`, `PLAN.2` and so on beside `PLAN`. The files of
/// an earlier run with these names are removed before the first plan is written, or where there is none.
pub struct PlanFiles<'a> {
    file: Option<&'a Path>,
    began: Instant,
    count: Mutex<usize>,
}

impl<'a> PlanFiles<'a> {
    /// From now on; the file is the one of the best plan.
    ///
    /// # Errors
    /// A file that is read would be written, or removed, as one of `PLAN.1`, `PLAN.2` and so on.
    pub fn new(file: Option<&'a Path>, inputs: &[&str]) -> Result<Self, BadInput> {
        whole::check_numbered(file, inputs)?;
        Ok(Self {
            file,
            began: Instant::now(),
            count: Mutex::new(0),
        })
    }

    /// A plan that is better than those before it.
    pub fn tell(&self, plan: &ValidatedPlan, shown: Option<&Checked<Reason>>) {
        let seconds = self.began.elapsed().as_secs_f64();
        let measure = plan.measure();
        let bound = measure.objective().bound(shown);
        let bound = bound.map_or(String::new(), |bound| {
            format!("; {}", bound_in_words(&bound, measure))
        });
        let measure = measure.in_words(grouped);
        tell!("saut: {seconds:.2} s: a plan of {measure}{bound}");
        let mut count = self
            .count
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if *count == 0 {
            self.remove_older();
        }
        *count += 1;
        if let Some(file) = self.file {
            let name = numbered(file, *count);
            if let Err(bad) = whole::write(&name, plan_file(plan)) {
                tell!("saut: warning: {bad}");
            }
        }
    }

    /// Writes what the answer has for the file of the best plan, if it has anything.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(self, answer: &Answer) -> Result<(), BadInput> {
        let Some(file) = self.file else {
            return Ok(());
        };
        let count = self.count.lock().map(|count| *count);
        if count.is_ok_and(|count| count == 0) {
            self.remove_older();
        }
        let plan = answer.plan_file();
        plan.map_or(Ok(()), |plan| whole::write(file, plan))
    }

    /// Removes the file of the best plan, and `PLAN.1`, `PLAN.2` and so on up to the first that is not there. Nothing
    /// but a regular file is removed.
    pub fn remove_older(&self) {
        let Some(file) = self.file else { return };
        // A link stays, and leads to no file then.
        let best = file.canonicalize().ok().filter(|it| it.is_file());
        let is_plain = |it: &PathBuf| it.symlink_metadata().is_ok_and(|there| there.is_file());
        let better = (1..).map(|number| numbered(file, number));
        for old in best.into_iter().chain(better.take_while(is_plain)) {
            if let Err(error) = fs::remove_file(&old) {
                let old = old.display();
                tell!("saut: warning: {old} is of an earlier run, and cannot be removed ({error})");
                return;
            }
        }
    }
}
