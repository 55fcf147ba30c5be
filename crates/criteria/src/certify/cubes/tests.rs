//! Tests of proofs in pieces: a refutation by a real solver, and variants with one fault each.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::{Cubes, ProofFile};
use crate::certify::proof::Assumed;
use crate::certify::samples::{SQUARE, assert_rejected, drawn};
use crate::certify::{Certificate, check};
use crate::compile;
use saut_base::digest::sha256;
use saut_base::stop::Stop;
use saut_peg::peg::Puzzle;
use saut_plan::backend::{SolveLimits, by_name};
use saut_plan::cubing::split;
use saut_task::CheckError;
use saut_task::encode::Encoding;
use saut_task::formula::Formula;
use saut_task::proof::CubeTree;

/// An infeasible puzzle that no linear criterion refutes.
const HARD: (&str, &str) = (
    "  ...\n ..o..\n.o.oooo\n...o..o\n......o\n .oooo\n  .o.",
    "  ...\n .....\n.......\n.......\n.......\n .....\n  .o.",
);

/// Splits the formula into four pieces, refutes them with varisat, and writes the proofs to the folder.
fn refuted(puzzle: &Puzzle, folder: &Path) -> Cubes {
    let task = compile::peg_task(puzzle);
    let horizon = task.length().exactly().unwrap();
    let encoding = Encoding::SEQUENTIAL;
    let Formula::Cnf { cnf, names } = encoding.encode(&task, horizon).formula else {
        panic!("expected clauses");
    };
    let tree = split(&cnf, &names, &[], 4, &Stop::default());
    assert_eq!(tree.leaves(), 4);
    let prover = by_name("varisat").unwrap();
    let limits = SolveLimits {
        proof: true,
        ..SolveLimits::default()
    };
    let prove = |(piece, cube): (usize, Vec<_>)| {
        let mut cnf = cnf.clone();
        for literal in cube {
            cnf.add_unit(literal);
        }
        let names = names.clone();
        let outcome = prover.solve(&Formula::Cnf { cnf, names }, &limits).unwrap();
        let proof = outcome.proof.expect("unsatisfiable");
        let path = folder.join(format!("{piece}.drat"));
        fs::write(&path, &proof).unwrap();
        let sha256 = sha256(&proof);
        ProofFile { path, sha256 }
    };
    let proofs = tree.cubes().into_iter().enumerate().map(prove).collect();
    Cubes {
        encoding,
        horizon,
        tree,
        proofs,
        assumed: Assumed::default(),
    }
}

/// Returns the result of the check after a change of the certificate.
fn after(change: impl FnOnce(&mut Cubes, &TempDir)) -> Result<(), CheckError> {
    after_on(&drawn(SQUARE), change)
}

fn after_on(puzzle: &Puzzle, change: impl FnOnce(&mut Cubes, &TempDir)) -> Result<(), CheckError> {
    let folder = tempfile::tempdir().unwrap();
    let mut cubes = refuted(puzzle, folder.path());
    change(&mut cubes, &folder);
    check(puzzle, Certificate::Cubes(cubes)).map(drop)
}

/// Changes the bytes of a proof, and its digest.
fn rewrite(file: &mut ProofFile, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(&file.path).unwrap();
    change(&mut bytes);
    fs::write(&file.path, &bytes).unwrap();
    file.sha256 = sha256(&bytes);
}

fn piece_is_refused(result: &Result<(), CheckError>) {
    let Err(CheckError::Rejected(why)) = result else {
        panic!("{result:?}");
    };
    assert!(why.starts_with("piece "), "{why}");
}

#[test]
fn proofs_of_all_cubes_are_a_certificate() {
    assert_eq!(after(|_, _| {}), Ok(()));
}

#[test]
fn a_proof_that_is_missing_is_noticed() {
    let lost = after(|cubes, _| drop(cubes.proofs.pop()));
    assert_rejected(
        lost,
        "there are 3 proofs, but the tree of cubes has 4 leaves",
    );
    piece_is_refused(&after(|cubes, _| {
        fs::remove_file(&cubes.proofs[2].path).unwrap();
    }));
}

#[test]
fn proofs_in_each_others_place_are_noticed() {
    // The pieces are different enough that no proof fits another piece.
    piece_is_refused(&after(|cubes, _| cubes.proofs.rotate_left(1)));
}

#[test]
fn a_truncated_proof_is_noticed_by_its_digest_and_without_it() {
    piece_is_refused(&after(|cubes, _| {
        let path = &cubes.proofs[1].path;
        let bytes = fs::read(path).unwrap();
        fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
    }));
    let longest = |cubes: &Cubes| {
        let size = |&at: &usize| fs::metadata(&cubes.proofs[at].path).unwrap().len();
        (0..4).max_by_key(size).unwrap()
    };
    // If propagation refutes a cube, half a proof suffices. This puzzle is harder.
    let hard = drawn(HARD);
    assert_eq!(after_on(&hard, |_, _| {}), Ok(()));
    piece_is_refused(&after_on(&hard, |cubes, _| {
        let at = longest(cubes);
        rewrite(&mut cubes.proofs[at], |bytes| {
            bytes.truncate(bytes.len() / 2);
        });
    }));
}

#[test]
fn a_tree_of_other_decisions_is_noticed() {
    let with_last = |variable| {
        move |cubes: &mut Cubes, _: &TempDir| {
            let mut numbers =
                serde_json::from_value::<Vec<u32>>(serde_json::json!(cubes.tree)).unwrap();
            let last = numbers.iter().rposition(|&number| number != 0).unwrap();
            numbers[last] = variable;
            cubes.tree = CubeTree::try_from(numbers).unwrap();
        }
    };
    // The proofs are unchanged, but two cubes decide another variable, or a variable that does not exist.
    let hard = drawn(HARD);
    piece_is_refused(&after_on(&hard, with_last(1)));
    let refused = after(with_last(70_000));
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.starts_with("the tree of cubes decides variable"),
        "{refused}"
    );
}

#[test]
fn a_horizon_that_does_not_cover_every_plan_is_rejected() {
    let refused = after(|cubes, _| cubes.horizon -= 1);
    assert_rejected(refused, "does not refute this puzzle");
    let refused = after(|cubes, _| {
        cubes.encoding = Encoding::Forall;
        cubes.horizon -= 1;
    });
    assert_rejected(refused, "does not refute this puzzle");
}
