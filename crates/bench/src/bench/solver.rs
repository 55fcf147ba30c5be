//! Measured solvers: a backend on formulas, a planner, a method of `saut`, or `saut` with its defaults.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use saut_base::named::Named as _;
use saut_base::read_limited::MOST_DOCUMENT_BYTES;
use saut_base::stop::StopReason;
use saut_base::{BadInput, read_limited};
use saut_plan::backend::{
    self, Availability, BackendError, Fault, Reads, SolveLimits, find_program,
};
use saut_plan::planning::PlanMethod;
use saut_plan::process::{ChildProgram, End, run};

use crate::method::MethodName;

/// A solver under measurement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solver {
    /// Name of the solver in records.
    pub name: String,
    /// Command of the solver: a backend, `planner:COMMAND`, `method:NAME` or `saut`.
    pub command: String,
    pub kind: SolverKind,
    /// The command that prints its version, if one was given.
    pub version: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverKind {
    /// A backend, which reads a formula.
    Backend(Reads),
    /// A planner, which reads a PDDL problem.
    Planner,
    /// A method of `saut` for puzzles. For a planning task, the name selects the method for tasks with the same name,
    /// if there is one.
    Method(MethodName),
    /// A method of `saut` that exists only for planning tasks.
    PlanMethod(PlanMethod),
    /// `saut` with its default methods.
    Saut,
}

const PLANNER: &str = "planner:";

/// Creates the error for a name that is a method neither for puzzles nor for planning tasks.
fn no_method(name: &str, bad: BadInput) -> BadInput {
    if name.contains(',') {
        return bad.remedy("give each method its own --backends, as in --backends method:gbfs");
    }
    let remedy = bad.remedy.clone().unwrap_or_default();
    bad.remedy(format!(
        "{remedy}; for planning tasks, {}",
        PlanMethod::names()
    ))
}

impl Solver {
    /// Returns the solver that a definition names.
    ///
    /// # Errors
    /// There is no solver of this name, or its command names no program.
    pub fn by_name(name: &str) -> Result<Self, BadInput> {
        Self::by_command(name, name, None)
    }

    /// Returns a solver with a short name for its command.
    ///
    /// # Errors
    /// Same as [`Solver::by_name`].
    pub fn by_command(
        name: &str,
        command: &str,
        version: Option<String>,
    ) -> Result<Self, BadInput> {
        let kind = if command.starts_with(PLANNER) {
            PlannerProgram::new(command)?;
            SolverKind::Planner
        } else if let Some(method) = command.strip_prefix("method:") {
            match (method.parse(), PlanMethod::by_name(method)) {
                (Ok(method), _) => SolverKind::Method(method),
                (Err(_), Some(method)) => SolverKind::PlanMethod(method),
                (Err(bad), None) => return Err(no_method(method, bad)),
            }
        } else if command == "saut" {
            SolverKind::Saut
        } else {
            let backend = backend::by_name(command).map_err(|bad| BadInput {
                place: String::new(),
                remedy: bad.remedy.map(|remedy| {
                    format!("{remedy} (or saut, planner:COMMAND, method:NAME, or a [[program]])")
                }),
                ..bad
            })?;
            SolverKind::Backend(backend.reads())
        };
        Ok(Self {
            name: name.to_owned(),
            command: command.to_owned(),
            kind,
            version,
        })
    }

    /// Finds the solver and returns its version.
    ///
    /// # Errors
    /// The solver is not installed. The error contains installation instructions.
    pub fn find(&self) -> Result<String, String> {
        let own = env!("CARGO_PKG_VERSION").to_owned();
        let version = match self.kind {
            SolverKind::Method(_) | SolverKind::PlanMethod(_) | SolverKind::Saut => own,
            SolverKind::Planner => {
                let planner = PlannerProgram::new(&self.command).map_err(|bad| bad.to_string())?;
                planner.find().map_err(|error| error.to_string())?;
                String::new()
            }
            SolverKind::Backend(_) => {
                let backend = backend::by_name(&self.command).map_err(|bad| bad.to_string())?;
                match backend.availability() {
                    Availability::BuiltIn { version } | Availability::Here { version, .. } => {
                        version
                    }
                    Availability::Missing { remedy } => return Err(remedy),
                }
            }
        };
        let asked = self.version.as_deref().and_then(backend::ask_version);
        Ok(asked.unwrap_or(version))
    }
}

/// Placeholders for files in the command of a planner.
const MARKS: [&str; 3] = ["{domain}", "{problem}", "{plan}"];
const SEED: &str = "{seed}";

/// A planner: any command that reads a PDDL domain and problem and writes a plan.
///
/// The placeholders `{domain}`, `{problem}` and `{plan}` in the command are replaced by files. If the command names
/// none of them, the files are appended in this order. `{seed}` is replaced by a number. The planner runs in its own
/// folder, which is deleted afterwards. It has found a plan if the plan file exists at the end, or a file of the same
/// name with a number. Planners that improve their plans write such files. It *claims* that the task has no plan if its
/// exit status is 10 or 11, as for Fast Downward. Status 12 of Fast Downward (no plan found, nothing proved) and status
/// 0 without a plan do not count as answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannerProgram {
    name: String,
    program: String,
    arguments: Vec<String>,
}

/// Answer of a solver, before the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim<P> {
    Found(P),
    /// There is no plan or model. The proof is included if the solver gave one.
    Refuted(Option<Vec<u8>>),
    /// No answer, because of a limit or because the solver gave up.
    Unknown(StopReason),
}

impl PlannerProgram {
    /// Returns the planner of a command, which may begin with `planner:`.
    ///
    /// # Errors
    /// The command is empty.
    pub fn new(name: &str) -> Result<Self, BadInput> {
        let command = name.strip_prefix(PLANNER).unwrap_or(name);
        let mut words = command.split_whitespace().map(str::to_owned);
        let program = words.next().ok_or_else(|| {
            let fact = format!("{name} names no program");
            BadInput::new("", fact).remedy(
                "write planner:PROGRAM with its arguments; {domain}, {problem} and {plan} are replaced by files",
            )
        })?;
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

    /// Returns the path of the planner.
    ///
    /// # Errors
    /// [`Fault::Missing`] if it is not installed.
    pub fn find(&self) -> Result<PathBuf, BackendError> {
        let found = find_program(&self.program);
        found.ok_or_else(|| {
            let program = &self.program;
            let fact = format_args!("no executable {program} is on PATH; is it spelled correctly?");
            self.fault(Fault::Missing, fact)
        })
    }

    /// Runs the planner once.
    ///
    /// # Errors
    /// The planner is not installed, or it crashed.
    pub fn plan(
        &self,
        domain: &str,
        problem: &str,
        limits: &SolveLimits,
    ) -> Result<Claim<String>, BackendError> {
        let failed = |error: std::io::Error| self.fault(Fault::System, error);
        // The path is absolute, because the planner runs in another folder. Links are not resolved, so that a Python of
        // a virtual environment is found.
        let program = std::path::absolute(self.find()?).map_err(failed)?;
        let prefix = format!("saut-{}-", std::process::id());
        let folder = tempfile::Builder::new().prefix(&prefix).tempdir();
        let folder = folder.map_err(failed)?;
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
            return Ok(Claim::Found(plan));
        }
        match end {
            End::Stopped(why) => Ok(Claim::Unknown(why)),
            End::TooMuchOutput => Err(self.fault(Fault::Garbage, "the program printed too much")),
            End::Exited(exit) => match exit.status.code() {
                Some(10 | 11) => Ok(Claim::Refuted(None)),
                Some(0 | 12) => Ok(Claim::Unknown(StopReason::SolverGaveUp)),
                _ => Err(self.fault(Fault::Crashed, format_args!("crashed {}", exit.in_words()))),
            },
        }
    }

    fn fault(&self, fault: Fault, fact: impl Display) -> BackendError {
        BackendError::new(&self.name, fault, fact)
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

/// Returns the plan with the highest number in the folder. If no file has a number, returns the plan file without a
/// number.
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
    use saut_base::stop::StopReason;
    use saut_plan::backend::{BackendError, Fault, Reads, SolveLimits};

    use super::{Claim, PlannerProgram, Solver, SolverKind};

    #[test]
    fn the_kind_is_told_by_the_name() {
        let kind = |name| Solver::by_name(name).unwrap().kind;
        assert_eq!(kind("batsat"), SolverKind::Backend(Reads::Clauses));
        assert_eq!(kind("smtlib:x -y"), SolverKind::Backend(Reads::SmtLib));
        assert_eq!(kind("planner:x {problem}"), SolverKind::Planner);
        assert_eq!(kind("saut"), SolverKind::Saut);
    }

    #[test]
    fn unknown_names_are_refused_with_a_remedy() {
        for (name, fact) in [
            ("cadicla", "did you mean cadical"),
            ("planner:", "names no program"),
            ("method:magic", "no method is called \"magic\""),
        ] {
            let message = Solver::by_name(name).unwrap_err().to_string();
            assert!(message.contains(fact), "{message}");
        }
    }

    /// Runs a shell script as a planner. Its arguments are the files of the domain ($1), the problem ($2) and the plan
    /// ($3).
    fn planner(script: &str) -> Result<Claim<String>, BackendError> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("planner");
        std::fs::write(&file, script).unwrap();
        let command = format!("/bin/sh {}", file.display());
        let planner = PlannerProgram::new(&command).unwrap();
        planner.plan("(d)", "(p)", &SolveLimits::default())
    }

    #[test]
    fn the_last_plan_written_is_read_and_an_end_without_one_is_told_by_its_status() {
        let plan = |text: &str| Ok(Claim::Found(text.to_owned()));
        let unknown = || Ok(Claim::Unknown(StopReason::SolverGaveUp));
        for (script, answer) in [
            ("cat $1 $2 > $3", plan("(d)(p)")),
            ("echo a > $3.1; echo b > $3.2; exit 7", plan("b\n")),
            ("exit 0", unknown()),
            ("exit 12", unknown()),
            ("exit 11", Ok(Claim::Refuted(None))),
        ] {
            assert_eq!(planner(script), answer, "{script}");
        }
        let crashed = planner("echo oh >&2; exit 3").unwrap_err().to_string();
        assert!(crashed.contains("exit status 3): oh"), "{crashed}");
    }

    #[test]
    fn a_command_names_a_program_that_is_here_and_marks_stand_for_files_and_seed() {
        let planner = PlannerProgram::new("planner:no-such-planner").unwrap();
        assert_eq!(planner.find().unwrap_err().fault, Fault::Missing);
        let planner = PlannerProgram::new("p --seed {seed} {problem}").unwrap();
        let filled = planner.filled(std::path::Path::new("/f"), 7);
        assert_eq!(filled, ["--seed", "7", "/f/problem.pddl"]);
    }
}
