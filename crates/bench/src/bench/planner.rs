//! Planners as child programs: any command that reads a PDDL domain and problem and writes a plan.
//!
//! In the command `{domain}`, `{problem}` and `{plan}` stand for files (added at its end, in this
//! order, if none of them is named) and `{seed}` for a number. It runs in a folder of its own that
//! is deleted afterwards. A planner has found a plan if the plan file is there at the end, or one
//! with a number after it, as planners write that improve their plans; that the task has none is
//! believed to be *said* if it ends with the status of Fast Downward for that (10 to 12 are for
//! tasks without plan: 10 and 11 proved, 12 not).

use std::fs;
use std::path::{Path, PathBuf};

use saut_base::BadInput;
use saut_base::read_limited::{self, MOST_DOCUMENT_BYTES};
use saut_base::stop::StopReason;
use saut_plan::backend::{BackendError, Fault, SolveLimits, find_program};
use saut_plan::process::{ChildProgram, End, Exited, ending, run};

/// Placeholders in a command for files and the seed.
const MARKS: [&str; 3] = ["{domain}", "{problem}", "{plan}"];
const SEED: &str = "{seed}";

/// A planner by its command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannerProgram {
    name: String,
    program: String,
    arguments: Vec<String>,
}

/// Answer of a planner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanText {
    /// A plan, in PDDL.
    Plan(String),
    /// The claim that there is no plan.
    None,
    /// No answer, because of a limit or of itself.
    Unknown(StopReason),
}

impl PlannerProgram {
    /// The planner that is called by this command.
    ///
    /// # Errors
    /// The command is empty.
    pub fn by_command(name: &str, command: &str) -> Result<Self, BadInput> {
        let mut words = command.split_whitespace().map(str::to_owned);
        let Some(program) = words.next() else {
            let fact = format!("{name} names no program");
            return Err(BadInput::new("", fact).remedy(
                "write planner:PROGRAM with its arguments; {domain}, {problem} and {plan} stand \
                 for files",
            ));
        };
        let mut arguments: Vec<String> = words.collect();
        let names_a_file = |word: &String| MARKS.iter().any(|mark| word.contains(mark));
        if !arguments.iter().any(names_a_file) {
            arguments.extend(MARKS.map(str::to_owned));
        }
        Ok(Self {
            name: name.to_owned(),
            program,
            arguments,
        })
    }

    /// Path of the planner.
    ///
    /// # Errors
    /// [`Fault::Missing`].
    pub fn find(&self) -> Result<PathBuf, BackendError> {
        let found = find_program(&self.program);
        found.ok_or_else(|| {
            let program = &self.program;
            let fact = format_args!("no executable {program} is on PATH; is it spelt rightly?");
            BackendError::new(&self.name, Fault::Missing, fact)
        })
    }

    /// Plans, once.
    ///
    /// # Errors
    /// The planner is missing or crashed.
    pub fn plan(
        &self,
        domain: &str,
        problem: &str,
        limits: &SolveLimits,
    ) -> Result<PlanText, BackendError> {
        let failed = |error: std::io::Error| BackendError::new(&self.name, Fault::System, error);
        // Absolute, because it runs elsewhere; links stay, for a Python of a virtual environment.
        let program = std::path::absolute(self.find()?).map_err(failed)?;
        let prefix = format!("saut-{}-", std::process::id());
        let folder = tempfile::Builder::new()
            .prefix(&prefix)
            .tempdir()
            .map_err(failed)?;
        let file = |name: &str| folder.path().join(name);
        fs::write(file("domain.pddl"), domain).map_err(failed)?;
        fs::write(file("problem.pddl"), problem).map_err(failed)?;
        let job = ChildProgram {
            program,
            arguments: self.filled(folder.path(), limits.seed),
            folder: Some(folder.path().to_owned()),
            ..ChildProgram::default()
        };
        let end = run(job, &limits.stop, limits.meter.as_deref()).map_err(failed)?;
        if let Some(plan) = last_plan(folder.path()) {
            return Ok(PlanText::Plan(plan));
        }
        match end {
            End::Stopped(why) => Ok(PlanText::Unknown(why)),
            End::TooMuchOutput => Err(BackendError::new(
                &self.name,
                Fault::Garbage,
                "it printed without end",
            )),
            End::Exited(Exited { status, said, .. }) => match status.code() {
                Some(10 | 11) => Ok(PlanText::None),
                Some(0 | 12) => Ok(PlanText::Unknown(StopReason::SolverGaveUp)),
                _ => {
                    let mut lines = said.lines().map(str::trim);
                    let last = lines.rfind(|line| !line.is_empty());
                    let said = last.map_or_else(String::new, |line| format!(": {line}"));
                    let fact = format_args!("crashed ({}){said}", ending(status));
                    Err(BackendError::new(&self.name, Fault::Crashed, fact))
                }
            },
        }
    }

    fn filled(&self, folder: &Path, seed: u64) -> Vec<std::ffi::OsString> {
        let fill = |argument: &String| {
            let mut argument = argument.replace(SEED, &seed.to_string());
            for (mark, name) in MARKS.iter().zip(["domain.pddl", "problem.pddl", "plan"]) {
                argument = argument.replace(mark, &folder.join(name).display().to_string());
            }
            argument.into()
        };
        self.arguments.iter().map(fill).collect()
    }
}

/// The plan in the folder: the one with the highest number, or the one without.
fn last_plan(folder: &Path) -> Option<String> {
    let numbered = (1..).map(|number| folder.join(format!("plan.{number}")));
    let last = numbered.take_while(|file| file.is_file()).last();
    let plan = last.unwrap_or_else(|| folder.join("plan"));
    let bytes = read_limited::file(&plan, MOST_DOCUMENT_BYTES).ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    (!text.trim().is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::{PlanText, PlannerProgram};
    use saut_base::stop::StopReason;
    use saut_plan::backend::{BackendError, Fault, SolveLimits};

    /// A planner played by the shell; files are $1 (domain), $2 (problem) and $3 (plan).
    fn planner(script: &str) -> Result<PlanText, BackendError> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("planner");
        std::fs::write(&file, script).unwrap();
        let command = format!("/bin/sh {}", file.display());
        let planner = PlannerProgram::by_command("planner:fake", &command).unwrap();
        planner.plan("(d)", "(p)", &SolveLimits::default())
    }

    #[test]
    fn the_last_plan_written_is_read() {
        let plan = |text: &str| Ok(PlanText::Plan(text.to_owned()));
        assert_eq!(planner("cat $1 $2 > $3"), plan("(d)(p)"));
        assert_eq!(planner("echo a > $3.1; echo b > $3.2; exit 7"), plan("b\n"));
    }

    #[test]
    fn an_end_without_a_plan_is_told_by_its_status() {
        assert_eq!(
            planner("exit 0"),
            Ok(PlanText::Unknown(StopReason::SolverGaveUp))
        );
        assert_eq!(
            planner("exit 12"),
            Ok(PlanText::Unknown(StopReason::SolverGaveUp))
        );
        assert_eq!(planner("exit 11"), Ok(PlanText::None));
        let crashed = planner("echo oh >&2; exit 3").unwrap_err().to_string();
        assert!(crashed.contains("exit status 3): oh"), "{crashed}");
    }

    #[test]
    fn a_command_names_a_program_that_is_here() {
        assert!(PlannerProgram::by_command("planner:", " ").is_err());
        let planner = PlannerProgram::by_command("planner:x", "no-such-planner").unwrap();
        assert_eq!(planner.find().unwrap_err().fault, Fault::Missing);
    }

    #[test]
    fn marks_stand_for_files_and_seed() {
        let planner = PlannerProgram::by_command("", "p --seed {seed} {problem}").unwrap();
        let filled = planner.filled(std::path::Path::new("/f"), 7);
        assert_eq!(filled, ["--seed", "7", "/f/problem.pddl"]);
    }
}
