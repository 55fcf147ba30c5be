//! Creates a job: splits the formula of a puzzle or a planning task into pieces.

use saut_base::BadInput;
use saut_base::stop::Stop;
use saut_criteria::certify::proof::{Assumed, first_jumps, jump_limits};
use saut_formats::toml_file::write_toml;
use saut_peg::peg::Puzzle;
use saut_plan::cubing::split;
use saut_task::encode::Encoding;
use saut_task::formula::incremental;

use crate::formula::{CubedFormula, Subject};
use crate::manifest::{CubesPart, JobQuestion, Manifest};

/// Settings of a job.
#[derive(Clone, Debug)]
pub struct CubeSettings {
    /// The encoding, which must have clauses.
    pub encoding: Encoding,
    /// Number of steps. It can be omitted for encodings with one action per step if all plans have the same length.
    pub horizon: Option<usize>,
    /// Number of cubes.
    pub cubes: usize,
    /// Whether to search for jumps that no plan of a puzzle contains, or that every plan contains at most once. These
    /// facts are added to the formula of `sequential`.
    pub jump_bounds: bool,
    /// Whether `sequential` permits only one first jump of each set of symmetric first jumps.
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

/// Creates the job of a puzzle.
///
/// # Errors
/// The encoding has no clauses, it cannot use bounds on jumps, or there is no such horizon.
pub fn puzzle(puzzle: &Puzzle, settings: &CubeSettings) -> Result<Manifest, BadInput> {
    if puzzle.goal().is_met_by(puzzle.start()) {
        let bad = BadInput::new(puzzle.name(), "the start is already a goal position");
        return Err(bad.remedy("saut solve answers immediately"));
    }
    let question = JobQuestion::Puzzle {
        name: puzzle.name().to_owned(),
        toml: write_toml(std::slice::from_ref(puzzle)),
    };
    job(question, assumed(puzzle, settings)?, settings)
}

/// Collects the facts that the formula of a puzzle assumes, if the settings request them.
fn assumed(puzzle: &Puzzle, settings: &CubeSettings) -> Result<Assumed, BadInput> {
    let no = |flag: &str, fact: String| Err(BadInput::new(flag, fact).remedy("leave it out"));
    let flag = match (settings.jump_bounds, settings.first_jumps) {
        (false, false) => return Ok(Assumed::default()),
        (true, _) => "--jump-bounds",
        (false, true) => "--first-jumps",
    };
    if !matches!(settings.encoding, Encoding::Sequential { .. }) {
        let name = settings.encoding.name();
        let fact = format!("{name} does not support this flag; only sequential does");
        return no(flag, fact);
    }
    let mut assumed = Assumed::default();
    if settings.jump_bounds {
        let (fewest, most) = puzzle.jump_range();
        if fewest != most {
            let name = puzzle.name();
            let fact = format!(
                "the flag needs a fixed number of jumps, but plans of {name} may have {fewest} to \
                {most} jumps"
            );
            return no(flag, fact);
        }
        assumed.limits = jump_limits(puzzle, &settings.stop);
    }
    if settings.first_jumps {
        assumed.first = first_jumps(puzzle);
    }
    Ok(assumed)
}

/// Creates the job of a planning task in PDDL, given as text.
///
/// # Errors
/// The task cannot be read or grounded, the encoding has no clauses, a horizon is missing, or the settings request
/// bounds on jumps.
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

/// Creates a job: writes the formula of a question and splits the formula.
fn job(
    question: JobQuestion,
    assumed: Assumed,
    settings: &CubeSettings,
) -> Result<Manifest, BadInput> {
    let subject = Subject::new(&question, &assumed)?;
    let domain = subject.domain(&settings.stop)?;
    let (task, encoding) = (domain.task(), settings.encoding);
    let horizon = match (settings.horizon, task.length().exactly()) {
        (Some(horizon), _) => horizon,
        (None, Some(length)) if encoding.is_sequential() => length,
        (None, _) => {
            let fact = format!("{} needs a number of steps", encoding.name());
            return Err(BadInput::new("--horizon", fact).remedy("give a number"));
        }
    };
    let formula = CubedFormula::write(task, encoding, horizon, &settings.stop)?;
    let (cnf, names) = (&formula.cnf, &formula.names);
    let tree = split(cnf, names, &[], settings.cubes, &settings.stop);
    let part = CubesPart {
        encoding,
        horizon,
        variables: formula.names.len(),
        clauses: formula.cnf.len(),
        tree,
        formula_sha256: formula.sha256,
        assumed,
    };
    Ok(Manifest::new(question, part))
}

/// Returns the formula of a job with its cubes in iCNF.
///
/// # Errors
/// The question cannot be read, or this version writes a different formula.
pub fn icnf(manifest: &Manifest, stop: &Stop) -> Result<String, BadInput> {
    let part = &manifest.cubes;
    let subject = Subject::new(&manifest.question, &part.assumed)?;
    let formula = CubedFormula::of(subject.domain(stop)?.task(), part, stop)?;
    Ok(incremental::text(&formula.cnf, &part.tree.cubes()))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use saut_formats::bundled;

    use saut_base::stop::{Stop, StopReason};
    use saut_plan::Error;

    use super::{CubeSettings, job, puzzle};
    use crate::manifest::{CubesPart, Manifest};
    use crate::{ConquerEvent, ConquerSettings, Conquered, JobFolder, MergeResult, conquer, merge};

    fn settings() -> CubeSettings {
        CubeSettings {
            cubes: 2,
            jump_bounds: true,
            ..CubeSettings::default()
        }
    }

    fn ran(folder: &JobFolder, index: usize) -> Result<Conquered, Error> {
        conquer(folder, &index.into(), &ConquerSettings::default(), &|_| ())
    }

    /// Runs all pieces and merges their results.
    fn merged(job: &Manifest) -> Result<MergeResult, String> {
        let path = tempfile::tempdir().unwrap();
        let folder = JobFolder::create(path.path(), job).unwrap();
        for index in 0..job.pieces {
            ran(&folder, index).unwrap();
        }
        merge(&folder, &Stop::default(), 1).map_err(|error| error.to_string())
    }

    #[test]
    fn proved_bounds_give_a_certificate_and_unproved_ones_do_not() {
        let board = bundled::named("hard-en-08").unwrap();
        let honest = puzzle(&board, &settings()).unwrap();
        let cubes = honest.cubes.clone();
        assert!(!cubes.assumed.limits.is_empty());
        assert!(matches!(
            merged(&honest),
            Ok(MergeResult::Infeasible { .. })
        ));

        // A forged fact with a valid digest and a matching formula: it claims that a jump never occurs, although the
        // jump can occur once.
        let mut forged = cubes.assumed.clone();
        let once = forged.limits.iter_mut().find(|limit| limit.most == 1);
        once.unwrap().most = 0;
        for horizon in [None, Some(3)] {
            let other = CubeSettings {
                horizon,
                ..settings()
            };
            let job = job(honest.question.clone(), forged.clone(), &other).unwrap();
            let refused = merged(&job).unwrap_err();
            assert!(
                refused.contains("its facts about jumps were rejected"),
                "{refused}"
            );
        }
    }

    #[test]
    fn a_piece_whose_parts_are_as_hard_is_not_split_without_end() {
        let settings = CubeSettings {
            cubes: 1,
            ..CubeSettings::default()
        };
        let job = puzzle(&bundled::named("hard-en-02").unwrap(), &settings).unwrap();
        let path = tempfile::tempdir().unwrap();
        let folder = JobFolder::create(path.path(), &job).unwrap();
        let (splits, raised) = (Cell::new(0), Cell::new(0));
        let observer = |event| match event {
            ConquerEvent::Split(..) => splits.set(splits.get() + 1),
            ConquerEvent::AsHard(..) => raised.set(raised.get() + 1),
            ConquerEvent::Refuted(..) => {}
        };
        let limited = ConquerSettings {
            conflicts: Some(1),
            ..ConquerSettings::default()
        };
        let done = conquer(&folder, &0.into(), &limited, &observer).unwrap();
        assert_eq!(done, Conquered::Done);
        // The piece needs thousands of conflicts, and its first limit is 100. Without raised limits, there are hundreds
        // of splits.
        assert!((1..20).contains(&splits.get()), "{splits:?}");
        assert!(
            raised.get() > 0 && raised.get() < splits.get(),
            "{raised:?}"
        );
        let merged = merge(&folder, &Stop::default(), 1).unwrap();
        assert!(matches!(merged, MergeResult::Infeasible { .. }));
    }

    #[test]
    fn first_jumps_make_a_certificate_unless_one_is_missing() {
        let board = bundled::named("hard-fr-01").unwrap();
        let settings = CubeSettings {
            jump_bounds: false,
            first_jumps: true,
            ..settings()
        };
        let honest = puzzle(&board, &settings).unwrap();
        let assumed = honest.cubes.clone().assumed;
        assert!(!assumed.first.is_empty());
        assert!(matches!(
            merged(&honest),
            Ok(MergeResult::Infeasible { .. })
        ));

        let mut forged = assumed;
        forged.first.pop();
        // An empty list would assume nothing.
        forged
            .first
            .extend(board.board().jumps().iter().find(|jump| {
                let [from, _, to] = board.board().holes_of(**jump);
                !board.start().has(from) && board.start().has(to)
            }));
        let job = job(honest.question.clone(), forged, &settings).unwrap();
        let refused = merged(&job).unwrap_err();
        assert!(
            refused.contains("its facts about jumps were rejected"),
            "{refused}"
        );
    }

    #[test]
    fn a_too_large_horizon_is_rejected_from_every_source() {
        let board = bundled::named("hard-fr-01").unwrap();
        for encoding in ["sequential", "sequential/product", "forall", "exists"] {
            for horizon in [1_000_000_000, 1 << 63, usize::MAX] {
                let settings = CubeSettings {
                    encoding: encoding.parse().unwrap(),
                    horizon: Some(horizon),
                    jump_bounds: false,
                    ..settings()
                };
                let refused = puzzle(&board, &settings).unwrap_err().to_string();
                assert!(refused.contains("may have"), "{encoding}: {refused}");
            }
        }
        // The digest does not protect a manifest: anyone can make one.
        let honest = puzzle(&board, &settings()).unwrap();
        for horizon in [1_000_000_000, 1 << 63, usize::MAX] {
            let part = CubesPart {
                horizon,
                ..honest.cubes.clone()
            };
            let forged = Manifest::new(honest.question.clone(), part);
            let path = tempfile::tempdir().unwrap();
            let folder = JobFolder::create(path.path(), &forged).unwrap();
            let refused = ran(&folder, 0).unwrap_err().to_string();
            assert!(refused.contains("may have"), "{refused}");
            assert!(merge(&folder, &Stop::default(), 1).is_ok());
        }
        let limited = CubeSettings {
            stop: Stop::new(None, Some(1)),
            ..settings()
        };
        let bad = puzzle(&board, &limited).unwrap_err();
        assert_eq!(bad.limit, Some(StopReason::Memory));
    }
}
