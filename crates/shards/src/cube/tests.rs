//! A job whose bounds on jumps do not hold, made and sealed as any other.

use saut_formats::bundled;

use super::{CubeSettings, job, puzzle};
use crate::manifest::Manifest;
use crate::{ConquerSettings, JobFolder, MergeSettings, Merged, conquer, merge};

fn settings() -> CubeSettings {
    CubeSettings {
        cubes: 2,
        jump_bounds: true,
        ..CubeSettings::default()
    }
}

/// All pieces run, and what follows from them.
fn merged(job: &Manifest) -> Result<Merged, String> {
    let path = tempfile::tempdir().unwrap();
    let folder = JobFolder::create(path.path(), job).unwrap();
    for index in 0..job.pieces {
        conquer(&folder, &index.into(), &ConquerSettings::default()).unwrap();
    }
    merge(&folder, &MergeSettings::default()).map_err(|error| error.to_string())
}

#[test]
fn bounds_that_hold_make_a_certificate_and_one_that_nothing_shows_makes_none() {
    let board = bundled::named("hard-en-08").unwrap();
    let honest = puzzle(&board, &settings()).unwrap();
    let cubes = honest.cubes.clone();
    assert!(!cubes.assumed.limits.is_empty());
    assert!(matches!(merged(&honest), Ok(Merged::Infeasible { .. })));

    // A jump that no plan has twice, said to be in none: sealed, and with the formula to it.
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
            refused.contains("its facts about jumps are rejected"),
            "{refused}"
        );
    }
}

#[test]
fn first_jumps_make_a_certificate_unless_one_is_missing() {
    let board = bundled::named("hard-fr-01").unwrap();
    let asked = CubeSettings {
        cubes: 2,
        first_jumps: true,
        ..CubeSettings::default()
    };
    let honest = puzzle(&board, &asked).unwrap();
    let assumed = honest.cubes.clone().assumed;
    assert!(!assumed.first.is_empty());
    assert!(matches!(merged(&honest), Ok(Merged::Infeasible { .. })));

    let mut forged = assumed;
    forged.first.pop();
    // Without any nothing is said.
    forged
        .first
        .extend(board.board().jumps().iter().find(|jump| {
            let [from, _, to] = board.board().holes_of(**jump);
            !board.start().has(from) && board.start().has(to)
        }));
    let job = job(honest.question.clone(), forged, &asked).unwrap();
    let refused = merged(&job).unwrap_err();
    assert!(
        refused.contains("its facts about jumps are rejected"),
        "{refused}"
    );
}

#[test]
fn a_horizon_that_no_memory_holds_is_refused_wherever_it_comes_from() {
    let board = bundled::named("hard-fr-01").unwrap();
    for encoding in ["sequential", "sequential/product", "forall", "exists"] {
        for horizon in [1_000_000_000, 1 << 63, usize::MAX] {
            let asked = CubeSettings {
                encoding: encoding.parse().unwrap(),
                horizon: Some(horizon),
                ..CubeSettings::default()
            };
            let refused = puzzle(&board, &asked).unwrap_err().to_string();
            assert!(refused.contains("may have"), "{encoding}: {refused}");
        }
    }
    // A manifest is sealed by whoever makes it.
    let honest = puzzle(&board, &settings()).unwrap();
    for horizon in [1_000_000_000, 1 << 63, usize::MAX] {
        let part = crate::manifest::CubesPart {
            horizon,
            ..honest.cubes.clone()
        };
        let forged = Manifest::new(honest.question.clone(), part);
        let path = tempfile::tempdir().unwrap();
        let folder = JobFolder::create(path.path(), &forged).unwrap();
        let refused = conquer(&folder, &0.into(), &ConquerSettings::default());
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains("may have"), "{refused}");
        assert!(merge(&folder, &MergeSettings::default()).is_ok());
    }
    let limited = CubeSettings {
        stop: saut_base::stop::Stop::new(None, Some(1)),
        ..settings()
    };
    let bad = puzzle(&board, &limited).unwrap_err();
    assert_eq!(bad.limit, Some(saut_base::stop::StopReason::Memory));
}
