//! The formula of a job, written anew from the question, and what plays its plans back.

use std::time::Duration;

use rustsat::instances::Cnf;
use rustsat::types::Lit;
use saut_base::BadInput;
use saut_base::digest::sha256;
use saut_base::stop::Stop;
use saut_criteria::certify::RejectedCertificate;
use saut_criteria::certify::proof::Assumed;
use saut_criteria::compile::PegDomain;
use saut_formats::{ReadOptions, load_bytes};
use saut_pddl::{
    Compiled, GroundingLimits, NamedPlan as PddlPlan, NotCompiled, PlanningDomain, PlanningTask,
    Quality, read_domain, read_problem,
};
use saut_peg::peg::Puzzle;
use saut_peg::simulate;
use saut_task::encode::{Encoded, Encoding};
use saut_task::formula::{Formula, MOST_CLAUSES, VarName, dimacs};
use saut_task::plan::Plan;
use saut_task::task::{ActionId, Task};
use saut_task::{Cost, Problem, RefusedPlan, no_reasons};

use crate::manifest::{CubesPart, JobQuestion};
use crate::outcome::PlanEntry;

/// A question, read.
#[derive(Debug)]
pub enum Asked {
    /// A puzzle, with what its formula takes for known.
    Puzzle(Box<Puzzle>, Assumed),
    /// A planning task.
    Task(Box<PlanningTask>),
}

/// The domain of a question. Its plans are as they stand in a file.
#[derive(Debug)]
pub enum CubedDomain<'a> {
    /// Of a puzzle.
    Puzzle(Box<PegDomain<'a>>),
    /// Of a planning task.
    Task(Box<PlanningDomain<'a>>),
}

no_reasons!(CubedDomain<'_>);

impl Problem for CubedDomain<'_> {
    type Plan = PlanEntry;

    fn task(&self) -> &Task {
        match self {
            Self::Puzzle(domain) => domain.task(),
            Self::Task(domain) => domain.task(),
        }
    }

    fn validate(&self, plan: Plan<ActionId>) -> Result<(PlanEntry, Cost), RefusedPlan> {
        Ok(match self {
            Self::Puzzle(domain) => {
                let (plan, cost) = domain.validate(plan)?;
                (PlanEntry::Jumps(plan.jumps()), cost)
            }
            Self::Task(domain) => {
                let (plan, cost) = domain.validate(plan)?;
                let steps = plan.plan().steps.iter();
                let steps = steps.map(saut_pddl::PlanStep::written).collect();
                (PlanEntry::Actions(steps), cost)
            }
        })
    }
}

impl Asked {
    /// The question of a manifest with what its formula takes for known.
    ///
    /// # Errors
    /// It cannot be read, or something is known of jumps where there are none.
    pub fn of(question: &JobQuestion, assumed: Assumed) -> Result<Self, BadInput> {
        if !assumed.is_empty() && !matches!(question, JobQuestion::Puzzle { .. }) {
            let fact = "has jumps that are known, and its question is no puzzle";
            return Err(BadInput::new("manifest", fact).remedy("make it again"));
        }
        Ok(match question {
            JobQuestion::Puzzle { toml, .. } => {
                let loaded = load_bytes(toml.as_bytes(), "puzzle", &ReadOptions::default())?;
                let puzzle = loaded.only()?.peg()?;
                Self::Puzzle(Box::new(puzzle), assumed)
            }
            JobQuestion::Task {
                domain, problem, ..
            } => {
                let domain = read_domain(domain, "domain")?;
                let problem = read_problem(problem, "problem", &domain)?;
                Self::Task(Box::new(PlanningTask::new(domain, problem)))
            }
        })
    }

    /// Its domain.
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
                let bad = |fact: String| BadInput::new(task.name(), fact);
                let limits = GroundingLimits::until(stop);
                let compiled = task.compile(Quality::AnyPlan, &limits);
                let domain = compiled
                    .and_then(Compiled::classical)
                    .map_err(|why| match why {
                        NotCompiled::GoalUnreachable { .. } => {
                            bad("the goal is out of reach even if nothing is ever deleted"
                                .to_owned())
                            .remedy("saut plan decides it at once")
                        }
                        NotCompiled::Stopped(why) => why.bad_input(task.name(), stop),
                        NotCompiled::MissingCost(missing) => missing.bad_input(task.name()),
                        why @ (NotCompiled::Invalid(_) | NotCompiled::Numeric) => {
                            bad(why.to_string())
                        }
                    })?;
                Ok(CubedDomain::Task(Box::new(domain)))
            }
        }
    }

    /// Checks what the formula takes for known: a refutation is worth nothing before.
    ///
    /// # Errors
    /// The weights of a jump bound do not show it, a first jump is missing, or there was no time to see.
    pub fn check_known(&self, stop: &Stop) -> Result<(), RejectedCertificate> {
        match self {
            Self::Puzzle(puzzle, assumed) => assumed.check(puzzle, stop),
            Self::Task(_) => Ok(()),
        }
    }

    /// Replays a plan that stands in a result by the rules alone.
    ///
    /// # Errors
    /// Objection of the rules to it.
    pub fn replay(&self, plan: &PlanEntry) -> Result<Measured, BadInput> {
        let refused = |why: String| BadInput::new("plan", format!("is refused: {why}"));
        match (self, plan) {
            (Self::Puzzle(puzzle, _), PlanEntry::Jumps(jumps)) => {
                let jumps = jumps.clone();
                let replayed = simulate::replay(puzzle, Plan::sequential(jumps));
                replayed.map_err(|why| refused(why.to_string()))?;
                Ok(Measured::default())
            }
            (Self::Task(task), PlanEntry::Actions(actions)) => {
                let plan = PddlPlan::read(&actions.join("\n"), "plan")?;
                let valid = task.validate(&plan, &Stop::default());
                let valid = valid.map_err(|why| refused(why.to_string()))?;
                Ok(Measured {
                    cost: task.minimises_cost().then(|| valid.cost()),
                    metric: valid.measured(),
                })
            }
            _ => Err(refused(
                "it is a plan of another kind of question".to_owned(),
            )),
        }
    }
}

/// Measures of a plan of a planning task, where the problem has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// The cost.
    pub cost: Option<u64>,
    /// The metric over numbers at the end.
    pub metric: Option<String>,
}

/// A formula with clauses.
#[derive(Debug)]
pub struct CubedFormula {
    /// The formula with its way back to actions.
    pub encoded: Encoded,
    cnf: Cnf,
    names: Vec<VarName>,
    sha256: String,
}

fn digest(cnf: &Cnf, variables: usize) -> String {
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = dimacs::write(&mut text, cnf, variables);
    sha256(&text)
}

impl CubedFormula {
    /// The formula of an encoding.
    ///
    /// # Errors
    /// The encoding has no clauses, the formula would be too large, or `stop` leaves no room or time for it.
    pub fn write(
        task: &Task,
        encoding: Encoding,
        horizon: usize,
        stop: &Stop,
    ) -> Result<Self, BadInput> {
        let most = encoding.most_clauses(task, horizon);
        let why = stop.forbids_clauses(most);
        if most > MOST_CLAUSES || why.is_some() {
            let fact = format!("a formula of {horizon} steps may have {most} clauses");
            let mut bad = BadInput::new("--horizon", fact)
                .remedy("ask for fewer steps, or for an encoding that is linear in the task");
            bad.limit = why.filter(|_| most <= MOST_CLAUSES);
            return Err(bad);
        }
        let task = task.clone();
        let written = stop.attend(Duration::ZERO, move || {
            let encoded = encoding.encode(&task, horizon);
            let Formula::Cnf { cnf, names } = &encoded.formula else {
                return None;
            };
            let (cnf, names) = (cnf.clone(), names.clone());
            let sha256 = digest(&cnf, names.len());
            Some(Self {
                encoded,
                cnf,
                names,
                sha256,
            })
        });
        let written = written.map_err(|why| {
            let fact = format!("a formula of {horizon} steps was not written to its end");
            let mut bad = BadInput::new("--horizon", fact).remedy("give it more time or memory");
            bad.limit = Some(why);
            bad
        })?;
        written.ok_or_else(|| {
            let fact = format!("{} has no clauses to split", encoding.name());
            BadInput::new("--encoding", fact).remedy("choose sequential or forall")
        })
    }

    /// The formula that a manifest speaks of.
    ///
    /// # Errors
    /// This program writes another one.
    pub fn of(task: &Task, cubes: &CubesPart, stop: &Stop) -> Result<Self, BadInput> {
        let clauses = Self::write(task, cubes.encoding()?, cubes.horizon, stop)?;
        if clauses.digest() == cubes.formula_sha256 {
            return Ok(clauses);
        }
        Err(BadInput::new(
            "manifest",
            "this program writes another formula than the one split",
        )
        .remedy("use the program that made it, or make the pieces again"))
    }

    /// The clauses.
    pub const fn cnf(&self) -> &Cnf {
        &self.cnf
    }

    /// The variables.
    pub fn names(&self) -> &[VarName] {
        &self.names
    }

    /// The SHA-256 of the formula as DIMACS.
    pub fn digest(&self) -> &str {
        &self.sha256
    }

    /// The formula under a cube.
    pub fn under(&self, cube: &[Lit]) -> Encoded {
        let mut cnf = self.cnf.clone();
        for &literal in cube {
            cnf.add_unit(literal);
        }
        let names = self.names.clone();
        Encoded {
            formula: Formula::Cnf { cnf, names },
            ..self.encoded.clone()
        }
    }
}
