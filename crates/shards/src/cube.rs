//! Starting a job of cubes: the formula of a puzzle or a planning task, split.

use saut_base::BadInput;
use saut_base::stop::Stop;
use saut_criteria::certify::proof::{Assumed, first_jumps, jump_limits};
use saut_formats::toml_file::write_toml;
use saut_peg::peg::Puzzle;
use saut_plan::cubing::{Splitting, split};
use saut_task::Problem as _;
use saut_task::encode::Encoding;
use saut_task::formula::incremental;
use saut_task::task::Task;

use crate::formula::{Asked, CubedFormula};
use crate::manifest::{CubesPart, JobQuestion, Manifest};

/// Choice of formula, and number of cubes.
#[derive(Clone, Debug)]
pub struct CubeSettings {
    /// The encoding; it must have clauses.
    pub encoding: Encoding,
    /// The number of steps; without it the one whose refutation covers every plan.
    pub horizon: Option<usize>,
    /// Number of cubes wanted.
    pub cubes: usize,
    /// Whether to look for jumps that no plan of a puzzle has, or has twice, and tell `sequential`.
    pub jump_bounds: bool,
    /// Whether `sequential` begins with one of the jumps that symmetries take to each other.
    pub first_jumps: bool,
    /// Deadline, memory limit and interruption.
    pub stop: Stop,
}

impl Default for CubeSettings {
    fn default() -> Self {
        Self {
            encoding: Encoding::SEQUENTIAL,
            horizon: None,
            cubes: 64,
            jump_bounds: false,
            first_jumps: false,
            stop: Stop::default(),
        }
    }
}

/// The job of a puzzle.
///
/// # Errors
/// The encoding has no clauses or no use for jump bounds, or there is no such horizon.
pub fn puzzle(puzzle: &Puzzle, settings: &CubeSettings) -> Result<Manifest, BadInput> {
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
    job(question, assumed(puzzle, settings)?, settings)
}

/// Facts that the formula of a puzzle takes for known, if that is asked for.
fn assumed(puzzle: &Puzzle, settings: &CubeSettings) -> Result<Assumed, BadInput> {
    let no = |flag: &str, fact: String| Err(BadInput::new(flag, fact).remedy("leave it out"));
    let asked = [
        ("--jump-bounds", settings.jump_bounds),
        ("--first-jumps", settings.first_jumps),
    ];
    let is_sequential = matches!(settings.encoding, Encoding::Sequential { .. });
    if let Some((flag, _)) = asked
        .iter()
        .find(|(_, is_asked)| *is_asked && !is_sequential)
    {
        let name = settings.encoding.name();
        return no(
            flag,
            format!("{name} takes nothing of jumps for known, only sequential does"),
        );
    }
    let mut assumed = Assumed::default();
    if settings.jump_bounds {
        let (fewest, most) = puzzle.jump_range();
        if fewest != most {
            let name = puzzle.name();
            return no(
                "--jump-bounds",
                format!("plans of {name} may have {fewest} to {most} jumps"),
            );
        }
        assumed.limits = jump_limits(puzzle, &settings.stop);
    }
    if settings.first_jumps {
        assumed.first = first_jumps(puzzle);
    }
    Ok(assumed)
}

/// The job of a planning task in PDDL, given as text.
///
/// # Errors
/// It cannot be read or grounded, the encoding has no clauses, a horizon is missing, or bounds on
/// jumps are asked for.
pub fn task(domain: &str, problem: &str, settings: &CubeSettings) -> Result<Manifest, BadInput> {
    if settings.jump_bounds || settings.first_jumps {
        let fact = "a planning task has no jumps";
        let flags = "--jump-bounds and --first-jumps";
        return Err(BadInput::new(flags, fact).remedy("leave them out"));
    }
    let rules = saut_pddl::read_domain(domain, "domain")?;
    let name = saut_pddl::read_problem(problem, "problem", &rules)?;
    let question = JobQuestion::Task {
        name: name.name().to_owned(),
        domain: domain.to_owned(),
        problem: problem.to_owned(),
    };
    job(question, Assumed::default(), settings)
}

fn job(
    question: JobQuestion,
    assumed: Assumed,
    settings: &CubeSettings,
) -> Result<Manifest, BadInput> {
    let asked = Asked::new(&question, assumed.clone())?;
    let part = cut(asked.domain(&settings.stop)?.task(), assumed, settings)?;
    Ok(Manifest::new(question, part))
}

/// Writes the formula and splits it.
fn cut(task: &Task, assumed: Assumed, settings: &CubeSettings) -> Result<CubesPart, BadInput> {
    let encoding = settings.encoding;
    let horizon = match (settings.horizon, task.length().exactly()) {
        (Some(horizon), _) => horizon,
        (None, Some(length)) if encoding.is_sequential() => length,
        (None, _) => {
            let fact = format!("auto is no number of steps of {}", encoding.name());
            return Err(BadInput::new("--horizon", fact).remedy("give a number"));
        }
    };
    let formula = CubedFormula::write(task, encoding, horizon, &settings.stop)?;
    let splitting = Splitting {
        cnf: &formula.cnf,
        names: &formula.names,
        cube: &[],
        cubes: settings.cubes,
    };
    Ok(CubesPart {
        encoding,
        horizon,
        variables: formula.names.len(),
        clauses: formula.cnf.len(),
        tree: split(splitting, &settings.stop),
        formula_sha256: formula.sha256,
        assumed,
    })
}

/// The formula of a job with its cubes, as iCNF.
///
/// # Errors
/// The question cannot be read, or this program writes another formula.
pub fn icnf(manifest: &Manifest, stop: &Stop) -> Result<Vec<u8>, BadInput> {
    let asked = Asked::of(manifest)?;
    let part = &manifest.cubes;
    let formula = CubedFormula::of(asked.domain(stop)?.task(), part, stop)?;
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = incremental::write(&mut text, &formula.cnf, &part.tree.cubes());
    Ok(text)
}

#[cfg(test)]
mod tests;
