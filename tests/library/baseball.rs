//! Colour baseball: lengths by SAT compared with breadth-first search, proofs, and rejected input.

use saut::Settings;
use saut::baseball::{Configuration, Distances, Step, Track, TrackPuzzle, distances};
use saut::compile;
use saut::decide::EncodingChoice;
use saut::decide::baseball::{TrackDecision, Verdict, solve};
use saut::encode::Encoding;
use saut::plan::Plan;
use saut::proof::{self, HorizonProof, Scope};
use saut::shortest::FEWEST_ACTIONS;
use saut::simulate::baseball::{ReplayedSteps, replay};
use saut::stop::Stop;
use saut::task::TrustedFacts;

fn all(track: Track, bases: usize) -> Distances {
    distances(track, bases, 2, || true).unwrap()
}

fn puzzle(track: Track, start: &Configuration) -> TrackPuzzle {
    TrackPuzzle::new("test", track, 2, start.clone(), None).unwrap()
}

fn plan(decision: TrackDecision) -> ReplayedSteps {
    match decision.verdict {
        Verdict::Solved(plan) => plan,
        other => panic!("{other:?}"),
    }
}

/// Returns the minimum length of a plan, found and proved by SAT.
fn length(puzzle: &TrackPuzzle) -> usize {
    let decided = solve(puzzle, &Settings::default()).unwrap();
    assert_eq!(decided.optimal, Some(true));
    plan(decided).plan().len()
}

/// Compares the minimum lengths by SAT and by breadth-first search, for every `every`-th start.
#[test]
fn starts_have_the_lengths_that_search_gives() {
    for (track, bases, every) in [
        (Track::Ring, 3, 1),
        (Track::Line, 3, 1),
        (Track::Ring, 4, 5),
        (Track::Line, 4, 17),
        (Track::Ring, 5, 2819),
        (Track::Line, 5, 3011),
    ] {
        let all = all(track, bases);
        let starts = all.by_distance().iter().flatten();
        for start in starts.step_by(every) {
            let wanted = all.of(start).unwrap();
            assert_eq!(length(&puzzle(track, start)), wanted, "{start:?}");
        }
    }
}

/// Solves a start of six bases that needs the maximum number of steps. It is slow in a debug build.
#[test]
fn the_worst_start_of_six_bases_takes_33_steps() {
    let start = [
        vec![3, 3],
        vec![4, 4],
        vec![5, 5],
        vec![0],
        vec![1, 1],
        vec![2, 2],
    ];
    assert_eq!(length(&puzzle(Track::Ring, &Configuration::new(start))), 33);
}

fn example() -> TrackPuzzle {
    let start = [vec![4, 4], vec![0], vec![1, 1], vec![2, 2], vec![3, 3]];
    puzzle(Track::Ring, &Configuration::new(start))
}

#[test]
fn a_plan_with_one_illegal_step_is_rejected() {
    let decided = solve(&example(), &Settings::default()).unwrap();
    let steps = plan(decided).steps();
    for wrong in 0..steps.len() {
        let mut forged = steps.clone();
        let Step { token, from, to } = forged[wrong];
        forged[wrong] = Step {
            token,
            from: to,
            to: from,
        };
        let refused = replay(&example(), Plan::sequential(forged)).unwrap_err();
        assert!(
            refused.starts_with(&format!("step {} (", wrong + 1)),
            "{refused}"
        );
    }
    let short = Plan::sequential(steps[1..].to_vec());
    assert!(replay(&example(), short).is_err());
}

/// Returns a start whose shortest plan exceeds the lower bound by at least four steps.
fn with_proof() -> TrackPuzzle {
    let all = all(Track::Ring, 4);
    let mut starts = all.by_distance().iter().flatten();
    let gap = |start: &&Configuration| {
        let puzzle = puzzle(Track::Ring, start);
        all.of(start).unwrap() >= saut::baseball::fewest_steps(&puzzle) + 4
    };
    puzzle(Track::Ring, starts.find(gap).unwrap())
}

#[test]
fn the_horizon_below_is_refuted_by_a_proof_and_a_tampered_one_is_not_accepted() {
    let puzzle = with_proof();
    let task = compile::baseball_task(&puzzle);
    let decided = solve(&puzzle, &Settings::default()).unwrap();
    let refuted = decided.refuted.clone();
    let length = plan(decided).plan().len();
    let below: Vec<usize> = refuted.iter().map(|one| one.proof().horizon).collect();
    assert_eq!(below, [length - 2, length - 1]);
    let proof = refuted[0].proof().clone();
    let check = |proof| proof::check(&task, proof, &Stop::default());
    assert!(check(proof.clone()).is_ok());
    // At the length of the plan, the formula has a model, so the proof does not refute it. An empty proof does not
    // either.
    let other = HorizonProof {
        horizon: length,
        ..proof.clone()
    };
    assert!(check(other).is_err());
    let half = HorizonProof {
        bytes: Vec::new(),
        horizon: length,
        ..proof.clone()
    };
    let message = check(half).unwrap_err().to_string();
    assert!(message.ends_with("without the empty clause"), "{message}");
    let relaxed = HorizonProof {
        encoding: Encoding::R2_EXISTS,
        ..proof
    };
    // The proof is about another formula. Even a refutation of this formula would cover only plans in the order of the
    // encoding.
    assert!(check(relaxed).is_err());
    assert_eq!(
        proof::scope(&task, Encoding::R2_EXISTS, 3),
        Scope::ThisOrder
    );
    assert_eq!(refuted[0].scope(), Scope::ThisHorizon);
}

#[test]
fn known_facts_keep_every_answer() {
    let all = all(Track::Ring, 3);
    for start in all.by_distance().iter().flatten().step_by(3) {
        let puzzle = puzzle(Track::Ring, start);
        let task = compile::baseball_task(&puzzle);
        let plain = task.clone().with_known(TrustedFacts::default()).unwrap();
        let backend = saut::backend::by_name("batsat").unwrap();
        for horizon in 0..=6 {
            let answer = |task| {
                let formula = FEWEST_ACTIONS.encode(task, horizon).formula;
                let outcome = backend
                    .solve(&formula, &saut::backend::SolveLimits::default())
                    .unwrap();
                outcome.answer == saut::backend::Answer::Unsat
            };
            assert_eq!(answer(&task), answer(&plain), "{start:?} at {horizon}");
        }
    }
}

#[test]
fn relaxed_and_parallel_encodings_find_plans_too() {
    for encoding in [saut::decide::baseball::ANY, Encoding::Forall] {
        let settings = Settings {
            encoding: Some(EncodingChoice::Fixed(encoding)),
            ..Settings::default()
        };
        let decided = solve(&with_proof(), &settings).unwrap();
        assert!(decided.is_decided() && decided.optimal.is_none());
    }
}

#[test]
fn three_places_a_base_and_another_goal_are_solved() {
    let start = Configuration::new([vec![1, 1, 1], vec![0, 2, 2], vec![0, 2]]);
    let wide = TrackPuzzle::new("wide", Track::Line, 3, start, None).unwrap();
    assert!(length(&wide) > 6);
    let goal = Configuration::new([vec![1, 2], vec![0, 1], vec![2]]);
    let start = Configuration::home(3, 2);
    let other = TrackPuzzle::new("other", Track::Ring, 2, start, Some(goal.clone())).unwrap();
    assert_eq!(Some(length(&other)), all(Track::Ring, 3).of(&goal));
}
