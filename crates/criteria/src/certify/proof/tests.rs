//! Tests of proofs from real solvers, and of proofs with something missing.

use std::io::Write;
use std::process::Command;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use varisat::{ExtendFormula, Lit, ProofFormat, Solver};

use super::{Assumed, Proof};
use crate::certify::{Certificate, RejectedCertificate, check};
use crate::compile;
use saut_base::stop::Stop;
use saut_peg::peg::picture::{Content, Picture};
use saut_peg::peg::{Geometry, Goal, Puzzle};
use saut_task::encode::{AtMostOne, Encoding};
use saut_task::formula::{Formula, dimacs};
use saut_task::proof::{self, HorizonProof, check_drat};

/// In the lattice and in the cone, and still infeasible.
const SEVEN: (&str, &str) = ("oo.o.oo", "o.....o");

/// Solved by as many jumps as the seven-hole example would need.
const SOLVABLE: (&str, &str) = ("oo..oo.", "....o..");

/// Needs some search to be refuted.
const SQUARE: (&str, &str) = ("oooo\noooo\noo.o\noooo", "....\n....\n...o\n....");

fn puzzle((start, goal): (&str, &str)) -> Puzzle {
    let (start, goal) = (
        Picture::read(start, 1).unwrap(),
        Picture::read(goal, 1).unwrap(),
    );
    let board = start.board(Geometry::Square).unwrap();
    let goal = Goal::exactly(goal.holes(&board, Content::Peg).unwrap());
    let start = start.holes(&board, Content::Peg).unwrap();
    Puzzle::new("test", board, start, goal).unwrap()
}

fn formula(puzzle: &Puzzle, encoding: Encoding) -> (rustsat::instances::Cnf, usize) {
    let task = compile::peg_task(puzzle);
    let length = task.length().exactly().unwrap();
    match encoding.encode(&task, length).formula {
        Formula::Cnf { cnf, names } => (cnf, names.len()),
        Formula::Smt(_) => unreachable!("clauses were asked for"),
    }
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
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
    let proof = Shared::default();
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
        let puzzle = puzzle(pair);
        for format in [ProofFormat::Drat, ProofFormat::BinaryDrat] {
            let proof = varisat(&puzzle, Encoding::SEQUENTIAL, format);
            let checked = check(&puzzle, Certificate::Proof(proof)).unwrap();
            assert!(checked.explanation(&puzzle).contains("sequential"));
        }
    }
    let ladder = Encoding::Sequential {
        at_most_one: AtMostOne::Ladder,
    };
    let proof = varisat(&puzzle(SQUARE), ladder, ProofFormat::BinaryDrat);
    assert!(check(&puzzle(SQUARE), Certificate::Proof(proof)).is_ok());
}

#[test]
fn proofs_of_cadical_are_accepted_in_both_forms() {
    if Command::new("cadical").arg("--version").output().is_err() {
        return;
    }
    let puzzle = puzzle(SQUARE);
    let (cnf, variables) = formula(&puzzle, Encoding::SEQUENTIAL);
    let folder = tempfile::tempdir().unwrap();
    let (cnf_path, proof_path) = (folder.path().join("f.cnf"), folder.path().join("f.drat"));
    let mut text = Vec::new();
    dimacs::write(&mut text, &cnf, variables).unwrap();
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
        let puzzle = puzzle(pair);
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
            // A line that there is not is deleted, and another clause than the one that follows is added.
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
            assert!(matches!(refused, Err(RejectedCertificate::Drat(_))));
        }
    }
}

#[test]
fn a_proof_for_another_puzzle_horizon_or_encoding_is_refused() {
    let seven = puzzle(SEVEN);
    let proof = varisat(&seven, Encoding::SEQUENTIAL, ProofFormat::BinaryDrat);
    let rejects =
        |puzzle: &Puzzle, proof: Proof| check(puzzle, Certificate::Proof(proof)).unwrap_err();
    for horizon in [0, 2, 4, usize::MAX] {
        let mut other = proof.clone();
        other.claim.horizon = horizon;
        assert!(
            matches!(
                rejects(&seven, other),
                RejectedCertificate::OtherFormula { .. }
            ),
            "{horizon}"
        );
    }
    // At fewer steps than a plan has jumps.
    for encoding in [Encoding::Forall, Encoding::R2_EXISTS] {
        let mut other = proof.clone();
        other.claim.encoding = encoding;
        other.claim.horizon -= 1;
        assert!(
            matches!(
                rejects(&seven, other),
                RejectedCertificate::OtherFormula { .. }
            ),
            "{encoding}"
        );
    }
    let solvable = puzzle(SOLVABLE);
    let rejected = rejects(&solvable, proof.clone());
    assert!(
        !matches!(rejected, RejectedCertificate::OtherFormula { .. }),
        "{rejected}"
    );
    let one_peg = Goal::one_peg(seven.board());
    let board = seven.board().clone();
    let start = seven.start().clone();
    let open = Puzzle::new("", board.clone(), start.clone(), one_peg).unwrap();
    assert!(matches!(
        rejects(&open, proof.clone()),
        RejectedCertificate::OtherFormula { .. }
    ));
    let partial = Goal::partial(&board.empty(), board.full());
    let solved = Puzzle::new("", board, start, partial).unwrap();
    assert_eq!(rejects(&solved, proof), RejectedCertificate::AlreadySolved);
}

#[test]
fn a_proof_with_a_part_missing_is_refused() {
    let square = puzzle(SQUARE);
    let proof = varisat(&square, Encoding::SEQUENTIAL, ProofFormat::Drat);
    let text = String::from_utf8(proof.claim.bytes.clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let verdict = |lines: &[&str]| {
        let mut proof = proof.clone();
        proof.claim.bytes = lines.join("\n").into_bytes();
        check(&square, Certificate::Proof(proof))
    };
    assert!(verdict(&lines).is_ok());
    let short = verdict(&lines[..3]).unwrap_err().to_string();
    assert!(short.ends_with("without the empty clause"), "{short}");
    assert!(verdict(&["0"]).is_err());
    assert!(verdict(&lines[lines.len() / 2..]).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_mutated_proof_never_panics_and_never_refutes_what_is_satisfiable(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        is_text in any::<bool>(),
    ) {
        let format = if is_text { ProofFormat::Drat } else { ProofFormat::BinaryDrat };
        let mut proof = varisat(&puzzle(SEVEN), Encoding::SEQUENTIAL, format);
        for (place, byte) in changes {
            let place = place.index(proof.claim.bytes.len());
            proof.claim.bytes[place] = byte;
        }
        let _ = check(&puzzle(SEVEN), Certificate::Proof(proof.clone()));
        prop_assert!(check(&puzzle(SOLVABLE), Certificate::Proof(proof)).is_err());
    }

    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let (cnf, variables) = formula(&puzzle(SOLVABLE), Encoding::SEQUENTIAL);
        prop_assert!(check_drat(&cnf, variables, &bytes).is_err());
    }
}
