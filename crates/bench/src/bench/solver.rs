//! Solvers that are measured: a backend on formulas, a planner, a method of `saut`, or `saut` as it is.

use super::planner::PlannerProgram;
use crate::method::MethodName;
use saut_base::BadInput;
use saut_plan::backend::{self, Availability, Reads};

/// Someone who is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solver {
    /// Name in records.
    pub name: String,
    /// Command that is run.
    pub command: String,
    /// Interface of the solver.
    pub kind: SolverKind,
    /// A command that prints its version, if it was given one.
    pub version: Option<String>,
}

/// Interfaces of solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverKind {
    /// With a formula.
    Backend(Reads),
    /// With a PDDL problem.
    Planner,
    /// With the puzzle: a method of `saut` alone.
    Method(MethodName),
    /// With the puzzle: `decide` as it is.
    Saut,
}

const PLANNER: &str = "planner:";
const METHOD: &str = "method:";

impl Solver {
    /// The solver that a definition names.
    ///
    /// # Errors
    /// Nothing is called so, or its command names no program.
    pub fn by_name(name: &str) -> Result<Self, BadInput> {
        Self::by_command(name, name, None)
    }

    /// A solver with a name of its own for what may be a long command.
    ///
    /// # Errors
    /// As [`Solver::by_name`].
    pub fn by_command(
        name: &str,
        command: &str,
        version: Option<String>,
    ) -> Result<Self, BadInput> {
        let kind = if let Some(planner) = command.strip_prefix(PLANNER) {
            PlannerProgram::by_command(command, planner)?;
            SolverKind::Planner
        } else if let Some(method) = command.strip_prefix(METHOD) {
            SolverKind::Method(method.parse()?)
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

    /// The planner, if it is one.
    ///
    /// # Errors
    /// Its command is empty.
    pub fn planner(command: &str) -> Result<PlannerProgram, BadInput> {
        let planner = command.strip_prefix(PLANNER).unwrap_or(command);
        PlannerProgram::by_command(command, planner)
    }

    /// Its version, or, if it is not here, how to get it.
    ///
    /// # Errors
    /// Ways to get a solver that is missing.
    pub fn find(&self) -> Result<String, String> {
        let own = env!("CARGO_PKG_VERSION").to_owned();
        let version = match self.kind {
            SolverKind::Method(_) | SolverKind::Saut => own,
            SolverKind::Planner => {
                let planner = Self::planner(&self.command).map_err(|bad| bad.to_string())?;
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

#[cfg(test)]
mod tests {
    use super::{Solver, SolverKind};
    use saut_plan::backend::Reads;

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
}
