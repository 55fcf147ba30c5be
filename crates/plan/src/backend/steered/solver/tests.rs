use rustsat::instances::Cnf;
use rustsat::types::{Clause, Lit};

use super::{Solver, luby};
use crate::backend::steered::clauses::code;
use crate::backend::{SolveLimits, by_name};
use saut_base::random::Random;
use saut_base::stop::{Stop, StopReason};
use saut_task::formula::{Formula, VarName};
use saut_task::proof::{check_drat, drat, lrat};

fn conflicts(most: u64) -> SolveLimits {
    SolveLimits {
        conflicts: Some(most),
        ..SolveLimits::default()
    }
}

/// Returns random clauses over these variables, of three literals each.
fn random_cnf(seed: u64, variables: u32, clauses: usize) -> Cnf {
    let mut random = Random::new(seed);
    let clause = |_| -> Clause {
        let literal = |_| {
            let variable = u32::try_from(random.below(variables as usize)).unwrap();
            Lit::new(variable, random.below(2) == 0)
        };
        (0..3).map(literal).collect()
    };
    (0..clauses).map(clause).collect()
}

fn solver(cnf: &Cnf, variables: usize) -> Solver {
    let mut solver = Solver::new(vec![0.0; variables], None, None, true);
    for clause in cnf {
        solver.add(clause.iter().map(|&literal| code(literal)));
    }
    solver
}

fn satisfies(cnf: &Cnf, is_true: impl Fn(usize) -> bool) -> bool {
    let holds = |literal: &Lit| is_true(literal.vidx()) == literal.is_pos();
    cnf.iter().all(|clause| clause.iter().any(holds))
}

#[test]
fn small_formulas_have_a_model_or_a_proof() {
    let (mut models, mut proofs) = (0, 0);
    for seed in 0..600 {
        let cnf = random_cnf(seed, 10, 30 + usize::try_from(seed % 30).unwrap());
        let has_model =
            (0..1_u32 << 10).any(|values| satisfies(&cnf, |variable| values >> variable & 1 == 1));
        let mut solver = solver(&cnf, 10);
        match solver.run(&SolveLimits::default()) {
            Ok(true) => {
                assert!(has_model && satisfies(&cnf, |variable| solver.is_true(variable)));
                models += 1;
            }
            Ok(false) => {
                assert!(!has_model, "seed {seed}");
                check_drat(&cnf, 10, &solver.take_proof().unwrap()).unwrap();
                proofs += 1;
            }
            Err(why) => panic!("{why:?}"),
        }
    }
    assert!(models > 100 && proofs > 100, "{models} {proofs}");
}

#[test]
fn larger_formulas_in_turns_with_clauses_forgotten() {
    let (mut proofs, mut all_turns) = (0, 0);
    for seed in 0..6 {
        let cnf = random_cnf(seed, 120, 540);
        let mut solver = solver(&cnf, 120);
        solver.kept = 50;
        let mut turns = 0;
        let outcome = loop {
            turns += 1;
            match solver.run(&conflicts(20)) {
                Err(why) => assert_eq!(why, StopReason::EffortSpent),
                outcome => break outcome,
            }
        };
        all_turns += turns;
        if outcome == Ok(true) {
            assert!(satisfies(&cnf, |variable| solver.is_true(variable)));
        } else {
            check_drat(&cnf, 120, &solver.take_proof().unwrap()).unwrap();
            proofs += 1;
            // A refuted formula stays refuted.
            assert_eq!(solver.run(&conflicts(0)), outcome);
        }
    }
    assert!(proofs > 2 && all_turns > 20, "{proofs} {all_turns}");
}

#[test]
fn empty_clauses_units_and_tautologies() {
    let literals = |numbers: &[i32]| -> Vec<u32> {
        let code = |&number: &i32| 2 * (number.unsigned_abs() - 1) + u32::from(number < 0);
        numbers.iter().map(code).collect()
    };
    let run = |clauses: &[&[i32]]| {
        let mut solver = Solver::new(vec![0.0; 3], None, None, false);
        for clause in clauses {
            solver.add(literals(clause).into_iter());
        }
        solver.run(&SolveLimits::default())
    };
    assert_eq!(run(&[]), Ok(true));
    assert_eq!(run(&[&[]]), Ok(false));
    assert_eq!(run(&[&[1], &[-1]]), Ok(false));
    assert_eq!(run(&[&[1, -1], &[2, 2], &[-2, 3]]), Ok(true));
    assert_eq!(run(&[&[1, 1], &[-1, 2], &[-2, -1]]), Ok(false));
}

#[test]
fn luby_begins_as_it_should() {
    let first: Vec<u64> = (0..15).map(luby).collect();
    assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}

#[test]
fn proofs_of_solvers_get_reasons_and_no_formula_with_a_model_takes_them() {
    let run = SolveLimits {
        proof: true,
        ..SolveLimits::default()
    };
    let mut refuted = 0;
    for (number, name) in itertools::iproduct!(0..60_u32, ["varisat", "steered"]) {
        let (backend, width) = (by_name(name).unwrap(), 6 + number % 12);
        let (seed, variables) = (u64::from(number), width as usize);
        let proof = |cnf: &Cnf| {
            let (cnf, names) = (cnf.clone(), vec![VarName::Auxiliary; variables]);
            backend
                .solve(&Formula::Cnf { cnf, names }, &run)
                .unwrap()
                .proof
        };
        let cnf = random_cnf(seed, width, 6 * variables);
        let Some(drat_of_solver) = proof(&cnf) else {
            continue;
        };
        refuted += 1;
        assert_eq!(check_drat(&cnf, variables, &drat_of_solver), Ok(()));
        let text = lrat(&cnf, variables, &drat_of_solver, &Stop::default()).unwrap();
        assert_eq!(check_drat(&cnf, variables, &text), Ok(()));
        assert_eq!(
            check_drat(&cnf, variables, &drat(&cnf, &text).unwrap()),
            Ok(())
        );
        // The proof is checked without one clause. If it is still accepted, the remaining clauses have no model either.
        for missing in 0..cnf.len() {
            let mut clauses: Vec<Clause> = cnf.iter().cloned().collect();
            clauses[missing] = [Lit::positive(0), Lit::negative(0)].into_iter().collect();
            let fewer: Cnf = clauses.into_iter().collect();
            let is_accepted = check_drat(&fewer, variables, &text).is_ok();
            assert!(!is_accepted || proof(&fewer).is_some(), "{seed} {missing}");
        }
    }
    assert!(refuted > 30, "{refuted}");
}
