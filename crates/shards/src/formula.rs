//! Writes the formula of a job again from its question, and replays plans.

use std::time::Duration;

use rustsat::instances::Cnf;
use rustsat::types::Lit;
use saut_base::BadInput;
use saut_base::digest::sha256;
use saut_base::stop::Stop;
use saut_criteria::certify::proof::Assumed;
use saut_criteria::compile::PegDomain;
use saut_formats::{ReadOptions, load_bytes};
use saut_pddl::{
    Compiled, GroundingError, GroundingLimits, NamedPlan as PddlPlan, PlanStep, PlanningDomain,
    PlanningTask, Quality, read_domain, read_problem,
};
use saut_peg::peg::Puzzle;
use saut_peg::simulate;
use saut_task::encode::{Encoded, Encoding};
use saut_task::formula::{Formula, MOST_CLAUSES, VarName, dimacs};
use saut_task::plan::Plan;
use saut_task::task::{ActionId, Task};
use saut_task::{Problem as _, RefusedPlan};

use crate::manifest::{CubesPart, JobQuestion, PlanEntry};

/// A parsed question: a puzzle or a planning task.
#[derive(Debug)]
pub enum Subject {
    /// A puzzle, with the facts that its formula assumes.
    Puzzle(Box<Puzzle>, Assumed),
    Task(Box<PlanningTask>),
}

/// The domain of a question: its ground task, and the rules by which its plans are replayed.
pub enum CubedDomain<'a> {
    Puzzle(Box<PegDomain<'a>>),
    Task(Box<PlanningDomain<'a>>),
}

impl CubedDomain<'_> {
    /// Returns the ground task.
    pub fn task(&self) -> &Task {
        match self {
            Self::Puzzle(domain) => domain.task(),
            Self::Task(domain) => domain.task(),
        }
    }

    /// Replays a plan of the ground task by the rules. Returns the plan in the form of a result file.
    ///
    /// # Errors
    /// The rules do not allow the plan.
    pub fn replay(&self, plan: Plan<ActionId>) -> Result<PlanEntry, RefusedPlan> {
        Ok(match self {
            Self::Puzzle(domain) => PlanEntry::Jumps(domain.validate(plan)?.0.jumps()),
            Self::Task(domain) => {
                let (valid, _) = domain.validate(plan)?;
                let steps = valid.plan().steps.iter();
                PlanEntry::Actions(steps.map(PlanStep::written).collect())
            }
        })
    }
}

impl Subject {
    /// Parses a question. `assumed` has the facts that its formula assumes.
    ///
    /// # Errors
    /// The question cannot be read, or facts about jumps are assumed for a planning task.
    pub fn new(question: &JobQuestion, assumed: &Assumed) -> Result<Self, BadInput> {
        Ok(match question {
            JobQuestion::Puzzle { toml, .. } => {
                let loaded = load_bytes(toml.as_bytes(), "puzzle", &ReadOptions::default())?;
                Self::Puzzle(Box::new(loaded.only()?.peg()?), assumed.clone())
            }
            JobQuestion::Task { .. } if !assumed.is_empty() => {
                let fact = "assumes facts about jumps, but is not about a puzzle";
                return Err(BadInput::new("manifest", fact).remedy("make the job again"));
            }
            JobQuestion::Task {
                domain, problem, ..
            } => {
                let domain = read_domain(domain, "domain")?;
                let problem = read_problem(problem, "problem", &domain)?;
                Self::Task(Box::new(PlanningTask::new(problem)))
            }
        })
    }

    /// Returns the domain of the question.
    ///
    /// # Errors
    /// The task cannot be grounded.
    pub fn domain(&self, stop: &Stop) -> Result<CubedDomain<'_>, BadInput> {
        match self {
            Self::Puzzle(puzzle, assumed) => {
                let domain = PegDomain::with_task(puzzle, assumed.task(puzzle));
                Ok(CubedDomain::Puzzle(Box::new(domain)))
            }
            Self::Task(task) => {
                let compiled = task.compile(Quality::AnyPlan, &GroundingLimits::until(stop));
                let domain = compiled.and_then(Compiled::classical);
                let boxed = |domain| CubedDomain::Task(Box::new(domain));
                domain.map(boxed).map_err(|why| match why {
                    GroundingError::GoalUnreachable { .. } => {
                        let fact = "the goal is unreachable even if no fact is ever deleted";
                        BadInput::new(task.name(), fact)
                            .remedy("saut plan decides the task immediately")
                    }
                    GroundingError::Stopped(why) => why.bad_input(task.name(), stop),
                    GroundingError::MissingCost(missing) => missing.bad_input(task.name()),
                    GroundingError::Invalid(_) | GroundingError::Numeric => {
                        BadInput::new(task.name(), why.to_string())
                    }
                })
            }
        }
    }

    /// Replays a plan from a result file, only by the rules.
    ///
    /// # Errors
    /// The rules do not allow the plan.
    pub fn replay(&self, plan: &PlanEntry) -> Result<PlanMeasures, BadInput> {
        let refused = |why: String| BadInput::new("plan", format!("was rejected: {why}"));
        match (self, plan) {
            (Self::Puzzle(puzzle, _), PlanEntry::Jumps(jumps)) => {
                let jumps = jumps.clone();
                let replayed = simulate::replay(puzzle, Plan::sequential(jumps));
                replayed.map_err(|why| refused(why.to_string()))?;
                Ok(PlanMeasures::default())
            }
            (Self::Task(task), PlanEntry::Actions(actions)) => {
                let plan = PddlPlan::read(&actions.join("\n"), "plan")?;
                let valid = task.validate(&plan, &Stop::default());
                let valid = valid.map_err(|why| refused(why.to_string()))?;
                Ok(PlanMeasures {
                    cost: task.minimises_cost().then(|| valid.cost()),
                    metric: valid.measured(),
                })
            }
            _ => Err(refused(
                "a piece of a puzzle needs a plan with jumps, and a piece of a planning task a plan with \
                    actions".to_owned(),
            )),
        }
    }
}

/// Cost and metric of a plan, if the planning problem defines them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanMeasures {
    /// Cost of the plan.
    pub cost: Option<u64>,
    /// The final value of the numeric metric.
    pub metric: Option<String>,
}

/// A formula with clauses.
#[derive(Debug)]
pub struct CubedFormula {
    /// Data to decode a model, without the clauses.
    encoded: Encoded,
    pub cnf: Cnf,
    /// Meanings of the variables.
    pub names: Vec<VarName>,
    /// The SHA-256 of the formula as DIMACS.
    pub sha256: String,
}

impl CubedFormula {
    /// Writes the formula of an encoding.
    ///
    /// # Errors
    /// The encoding has no clauses, the formula would be too large, or `stop` does not leave enough memory or time for
    /// it.
    pub fn write(
        task: &Task,
        encoding: Encoding,
        horizon: usize,
        stop: &Stop,
    ) -> Result<Self, BadInput> {
        let most = encoding.most_clauses(task, horizon);
        let why = stop.forbids_clauses(most);
        if most > MOST_CLAUSES || why.is_some() {
            let fact = format!("a formula with horizon {horizon} may have {most} clauses");
            let mut bad = BadInput::new("--horizon", fact)
                .remedy("choose fewer steps, or an encoding of linear size");
            bad.limit = why.filter(|_| most <= MOST_CLAUSES);
            return Err(bad);
        }
        let task = task.clone();
        let written = stop.attend(Duration::ZERO, move || {
            let mut encoded = encoding.encode(&task, horizon);
            let (cnf, names) = (Cnf::new(), Vec::new());
            let without_clauses = Formula::Cnf { cnf, names };
            let formula = std::mem::replace(&mut encoded.formula, without_clauses);
            let Formula::Cnf { cnf, names } = formula else {
                return None;
            };
            Some(Self {
                sha256: sha256(dimacs::text(&cnf, names.len()).as_bytes()),
                encoded,
                cnf,
                names,
            })
        });
        let written = written.map_err(|why| {
            let fact = format!("a formula with horizon {horizon} was not written completely");
            let mut bad = BadInput::new("--horizon", fact).remedy("give more time or memory");
            bad.limit = Some(why);
            bad
        })?;
        written.ok_or_else(|| {
            let fact = format!("{} has no clauses to split", encoding.name());
            BadInput::new("--encoding", fact).remedy("choose sequential or forall")
        })
    }

    /// Writes the formula of a manifest.
    ///
    /// # Errors
    /// This version writes a different formula.
    pub fn of(task: &Task, cubes: &CubesPart, stop: &Stop) -> Result<Self, BadInput> {
        let formula = Self::write(task, cubes.encoding, cubes.horizon, stop)?;
        if formula.sha256 == cubes.formula_sha256 {
            return Ok(formula);
        }
        let fact = "this version of saut writes a different formula than the version that split the formula";
        Err(BadInput::new("manifest", fact)
            .remedy("use the version that split the formula, or split it again"))
    }

    /// Returns the clauses together with a cube.
    pub fn under(&self, cube: &[Lit]) -> Cnf {
        let mut cnf = self.cnf.clone();
        for &literal in cube {
            cnf.add_unit(literal);
        }
        cnf
    }

    /// Returns the formula together with a cube, with the data to decode a model into actions.
    pub fn encoded_under(&self, cube: &[Lit]) -> Encoded {
        let (cnf, names) = (self.under(cube), self.names.clone());
        Encoded {
            formula: Formula::Cnf { cnf, names },
            ..self.encoded.clone()
        }
    }
}
