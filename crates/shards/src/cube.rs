//! Starting a job of cubes: the formula of a puzzle or a planning task, split.

use saut_plan::cubing::{Splitting, split};
use saut_plan::encode::Encoding;
use saut_plan::formula::incremental;
use saut_plan::proof::{CubeTree, Scope, scope};
use saut_plan::stop::Stop;
use saut_plan::{BadInput, Domain};
use saut_puzzles::formats::toml_file::write_toml;
use saut_puzzles::peg::Puzzle;

use crate::formula::{Asked, CubedFormula, WithDomain};
use crate::manifest::{CubesPart, JobQuestion, Manifest};
use crate::outcome::PlanEntry;

/// The job of a puzzle. Without a horizon it is the one whose refutation covers every plan.
///
/// # Errors
/// The encoding has no clauses, or there is no such horizon.
pub fn puzzle(
    puzzle: &Puzzle,
    encoding: Encoding,
    horizon: Option<usize>,
    cubes: usize,
    stop: &Stop,
) -> Result<Manifest, BadInput> {
    if puzzle.goal().is_met_by(puzzle.start()) {
        return Err(
            BadInput::new(puzzle.name(), "the start already is as the goal wants it")
                .remedy("saut solve answers at once"),
        );
    }
    let question = JobQuestion::Puzzle {
        name: puzzle.name().to_owned(),
        toml: write_toml(std::slice::from_ref(puzzle)),
    };
    job(question, encoding, horizon, cubes, stop)
}

/// The job of a planning task in PDDL, given as text.
///
/// # Errors
/// It cannot be read or grounded, the encoding has no clauses, or a horizon is missing.
pub fn task(
    domain: &str,
    problem: &str,
    encoding: Encoding,
    horizon: Option<usize>,
    cubes: usize,
    stop: &Stop,
) -> Result<Manifest, BadInput> {
    let rules = saut_pddl::read_domain(domain, "domain")?;
    let name = saut_pddl::read_problem(problem, "problem", &rules)?;
    let question = JobQuestion::Task {
        name: name.name().to_owned(),
        domain: domain.to_owned(),
        problem: problem.to_owned(),
    };
    job(question, encoding, horizon, cubes, stop)
}

fn job(
    question: JobQuestion,
    encoding: Encoding,
    horizon: Option<usize>,
    cubes: usize,
    stop: &Stop,
) -> Result<Manifest, BadInput> {
    let none = || BadInput::new("question", "no formula answers it");
    let asked = Asked::of(&question)?.ok_or_else(none)?;
    let cutting = Cutting {
        encoding,
        horizon,
        cubes,
        stop,
    };
    let part = asked.with_domain(stop, cutting)??;
    let pieces = part.tree()?.leaves();
    Ok(Manifest::new(question, pieces, Some(part)))
}

/// Writes the formula and splits it.
struct Cutting<'a> {
    encoding: Encoding,
    horizon: Option<usize>,
    cubes: usize,
    stop: &'a Stop,
}

impl WithDomain for Cutting<'_> {
    type Output = Result<CubesPart, BadInput>;

    fn call<D: Domain>(self, domain: &D, _: fn(&D::Replayed) -> PlanEntry) -> Self::Output {
        let task = domain.task();
        let horizon = match (self.horizon, task.length().exactly()) {
            (Some(horizon), _) => horizon,
            (None, Some(length)) if self.encoding.is_sequential() => length,
            (None, _) => {
                let fact = format!("auto is no number of steps of {}", self.encoding.name());
                return Err(BadInput::new("--horizon", fact).remedy("give a number"));
            }
        };
        let clauses = CubedFormula::write(task, self.encoding, horizon)?;
        let splitting = Splitting {
            cnf: clauses.cnf(),
            names: clauses.names(),
            cube: &[],
            cubes: self.cubes,
        };
        let tree = split(splitting, self.stop);
        Ok(CubesPart {
            encoding: self.encoding.to_string(),
            horizon,
            variables: clauses.names().len(),
            clauses: clauses.cnf().len(),
            formula_sha256: clauses.digest(),
            tree: tree.preorder().to_vec(),
        })
    }
}

/// The formula of a job with its cubes, as iCNF.
///
/// # Errors
/// The job has no cubes.
pub fn icnf(manifest: &Manifest, stop: &Stop) -> Result<Vec<u8>, BadInput> {
    let (asked, part) = formula_of(manifest)?;
    asked.with_domain(stop, Writing(part))?
}

/// What a refutation of all pieces will say.
///
/// # Errors
/// The job has no cubes.
pub fn scope_of(manifest: &Manifest, stop: &Stop) -> Result<Scope, BadInput> {
    let (asked, part) = formula_of(manifest)?;
    asked.with_domain(stop, Reach(part))?
}

/// The question and the cubes of a job.
pub(crate) fn formula_of(manifest: &Manifest) -> Result<(Asked, &CubesPart), BadInput> {
    match (Asked::of(&manifest.question)?, &manifest.cubes) {
        (Some(asked), Some(part)) => Ok((asked, part)),
        _ => Err(BadInput::new("manifest", "this job has no cubes")),
    }
}

struct Writing<'a>(&'a CubesPart);

impl WithDomain for Writing<'_> {
    type Output = Result<Vec<u8>, BadInput>;

    fn call<D: Domain>(self, domain: &D, _: fn(&D::Replayed) -> PlanEntry) -> Self::Output {
        let clauses = CubedFormula::of(domain.task(), self.0)?;
        let tree: CubeTree = self.0.tree()?;
        let mut text = Vec::new();
        // Writing to memory does not fail.
        let _ = incremental::write(&mut text, clauses.cnf(), &tree.cubes());
        Ok(text)
    }
}

struct Reach<'a>(&'a CubesPart);

impl WithDomain for Reach<'_> {
    type Output = Result<Scope, BadInput>;

    fn call<D: Domain>(self, domain: &D, _: fn(&D::Replayed) -> PlanEntry) -> Self::Output {
        Ok(scope(domain.task(), self.0.encoding()?, self.0.horizon))
    }
}
