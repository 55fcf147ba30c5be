//! Tests of proofs from real solvers, and of incomplete proofs.

use std::io::Write;
use std::process::Command;
use std::sync::{Arc, Mutex};

use varisat::{ExtendFormula, Lit, ProofFormat, Solver};

use super::{Assumed, Proof};
use crate::certify::samples::{SQUARE, assert_rejected, drawn};
use crate::certify::{Certificate, check};
use crate::compile;
use saut_base::stop::Stop;
use saut_peg::peg::Puzzle;
use saut_task::encode::{AtMostOne, Encoding};
use saut_task::formula::{Formula, dimacs};
use saut_task::proof::{self, HorizonProof, check_drat};

/// Start and goal of an infeasible puzzle that neither the lattice nor a pagoda function refutes.
const SEVEN: (&str, &str) = ("oo.o.oo", "o.....o");

fn formula(puzzle: &Puzzle, encoding: Encoding) -> (rustsat::instances::Cnf, usize) {
    let task = compile::peg_task(puzzle);
    let length = task.length().exactly().unwrap();
    match encoding.encode(&task, length).formula {
        Formula::Cnf { cnf, names } => (cnf, names.len()),
        Formula::Smt(_) => unreachable!("expected clauses"),
    }
}

#[derive(Clone, Default)]
struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl Write for SharedBuffer {
    fn write(&mut self, buffer: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(buffer);
        Ok(buffer.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn varisat(puzzle: &Puzzle, encoding: Encoding, format: ProofFormat) -> Proof {
    let (cnf, _) = formula(puzzle, encoding);
    let proof = SharedBuffer::default();
    let mut solver = Solver::new();
    solver.write_proof(proof.clone(), format);
    for clause in &cnf {
        let literal = |&l| Lit::from_dimacs(isize::try_from(dimacs::number(l)).unwrap());
        solver.add_clause(&clause.iter().map(literal).collect::<Vec<Lit>>());
    }
    assert!(!solver.solve().unwrap());
    solver.close_proof().unwrap();
    drop(solver);
    let horizon = compile::peg_task(puzzle).length().exactly().unwrap();
    let bytes = proof.0.lock().unwrap().clone();
    let claim = HorizonProof {
        encoding,
        horizon,
        bytes,
    };
    Proof {
        claim,
        file: None,
        assumed: Assumed::default(),
    }
}

#[test]
fn proofs_of_varisat_are_accepted_in_both_forms() {
    for pair in [SEVEN, SQUARE] {
        let puzzle = drawn(pair);
        for format in [ProofFormat::Drat, ProofFormat::BinaryDrat] {
            let proof = varisat(&puzzle, Encoding::SEQUENTIAL, format);
            let checked = check(&puzzle, Certificate::Proof(proof)).unwrap();
            assert!(checked.explanation(&puzzle).contains("sequential"));
        }
    }
    let ladder = Encoding::Sequential {
        at_most_one: AtMostOne::Ladder,
    };
    let proof = varisat(&drawn(SQUARE), ladder, ProofFormat::BinaryDrat);
    assert!(check(&drawn(SQUARE), Certificate::Proof(proof)).is_ok());
}

#[test]
fn proofs_of_cadical_are_accepted_in_both_forms() {
    if Command::new("cadical").arg("--version").output().is_err() {
        return;
    }
    let puzzle = drawn(SQUARE);
    let (cnf, variables) = formula(&puzzle, Encoding::SEQUENTIAL);
    let folder = tempfile::tempdir().unwrap();
    let (cnf_path, proof_path) = (folder.path().join("f.cnf"), folder.path().join("f.drat"));
    let text = dimacs::text(&cnf, variables);
    std::fs::write(&cnf_path, text).unwrap();
    for form in ["--no-binary", "--binary"] {
        let mut program = Command::new("cadical");
        let output = program
            .args(["-q", form])
            .arg(&cnf_path)
            .arg(&proof_path)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(20));
        let drat = std::fs::read(&proof_path).unwrap();
        assert_eq!(check_drat(&cnf, variables, &drat), Ok(()), "{form}");
        let fewer = cnf
            .iter()
            .filter(|clause| clause.len() > 1)
            .cloned()
            .collect();
        assert!(check_drat(&fewer, variables, &drat).is_err(), "{form}");
    }
}

#[test]
fn a_proof_with_its_reasons_is_accepted_and_one_with_other_steps_is_not() {
    for pair in [SEVEN, SQUARE] {
        let puzzle = drawn(pair);
        let drat = varisat(&puzzle, Encoding::SEQUENTIAL, ProofFormat::BinaryDrat);
        let task = compile::peg_task(&puzzle);
        let format = proof::ProofFormat::Lrat;
        let lrat = proof::in_format(&task, &drat.claim, format, &Stop::default()).unwrap();
        assert_eq!(lrat.format(), format);
        let with = |claim: HorizonProof| {
            let proof = Proof {
                claim,
                ..drat.clone()
            };
            check(&puzzle, Certificate::Proof(proof))
        };
        let checked = with(lrat.clone()).unwrap();
        assert!(checked.explanation(&puzzle).contains("an LRAT proof"));
        let text = String::from_utf8(lrat.bytes.clone()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() > 2);
        let wrong = [
            // The first text deletes a clause that does not exist, and the second adds a clause that does not follow.
            format!("{} d 999999 0\n{text}", lines[0].split(' ').next().unwrap()),
            format!("999999 0 1 0\n{text}"),
            text.replacen(" 0 ", " x 0 ", 1),
        ];
        for bytes in wrong {
            let bytes = bytes.into_bytes();
            let refused = with(HorizonProof {
                bytes,
                ..lrat.clone()
            });
            assert_rejected(refused, "proof step ");
        }
    }
}
