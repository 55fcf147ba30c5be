//! Proofs of our solvers get reasons, and no formula with a model takes them.

use rustsat::instances::Cnf;
use rustsat::types::{Clause, Lit};
use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_plan::backend::{SolveLimits, by_name};
use saut_task::formula::{Formula, VarName, literal};
use saut_task::proof::{check_drat, drat, lrat};

fn cnf(clauses: &[Vec<i32>]) -> Cnf {
    let lit = |&number: &i32| -> Lit {
        let positive = literal(number.unsigned_abs() as usize - 1);
        if number > 0 { positive } else { !positive }
    };
    let clause = |clause: &Vec<i32>| clause.iter().map(lit).collect::<Clause>();
    clauses.iter().map(clause).collect()
}

fn reasons(clauses: &[Vec<i32>], variables: usize, proof: &[u8]) -> String {
    let cnf = cnf(clauses);
    assert_eq!(check_drat(&cnf, variables, proof), Ok(()));
    let text = lrat(&cnf, variables, proof, &Stop::default()).unwrap();
    assert_eq!(check_drat(&cnf, variables, &text), Ok(()));
    let without = drat(&cnf, &text).unwrap();
    assert_eq!(check_drat(&cnf, variables, &without), Ok(()));
    String::from_utf8(text).unwrap()
}

/// A formula of three literals a clause, mostly without a model.
fn random(seed: u64) -> (Vec<Vec<i32>>, usize) {
    let mut random = Random::new(seed);
    let variables = 6 + random.below(12);
    let clauses = (0..6 * variables).map(|_| {
        let number = |random: &mut Random| {
            let number = i32::try_from(random.below(variables)).unwrap() + 1;
            if random.below(2) == 0 {
                number
            } else {
                -number
            }
        };
        (0..3).map(|_| number(&mut random)).collect()
    });
    (clauses.collect(), variables)
}

#[test]
fn proofs_of_solvers_get_reasons_and_no_formula_with_a_model_takes_them() {
    let run = SolveLimits {
        proof: true,
        ..SolveLimits::default()
    };
    let mut refuted = 0;
    for seed in 0..60 {
        let (clauses, variables) = random(seed);
        for name in ["varisat", "steered"] {
            let Ok(backend) = by_name(name) else { continue };
            let names = vec![VarName::Auxiliary; variables];
            let formula = Formula::Cnf {
                cnf: cnf(&clauses),
                names,
            };
            let outcome = backend.solve(&formula, &run).unwrap();
            let Some(drat) = outcome.proof else { continue };
            refuted += 1;
            let text = reasons(&clauses, variables, &drat);
            // A clause less: where the proof is still accepted, there is no model either.
            for missing in 0..clauses.len() {
                let mut fewer = clauses.clone();
                fewer[missing] = vec![1, -1];
                let fewer = cnf(&fewer);
                let accepted = check_drat(&fewer, variables, text.as_bytes()).is_ok();
                let formula = Formula::Cnf {
                    cnf: fewer,
                    names: vec![VarName::Auxiliary; variables],
                };
                let answer = backend.solve(&formula, &run).unwrap();
                assert!(!accepted || answer.proof.is_some(), "{seed} {missing}");
            }
        }
    }
    assert!(refuted > 30, "{refuted}");
}
