//! Tests of valid and invalid trees, and of correct and wrong proofs of pieces.

use rustsat::types::Lit;

use super::{CubeTree, check_cube, check_cubes};
use crate::domain::CheckError;
use crate::encode::Encoding;
use crate::formula::dimacs::tests::cnf;
use crate::formula::literal;
use crate::proof::Scope;
use crate::random_task::{is, is_not, refuses, small_parts};
use crate::task::{Action, Length, Task, TaskParts};
use saut_base::stop::Stop;

fn tree(preorder: &[u32]) -> Result<CubeTree, CheckError> {
    CubeTree::try_from(preorder.to_vec())
}

#[test]
fn the_cubes_are_the_paths_to_the_leaves() {
    let (a, b, c) = (literal(0), literal(1), literal(2));
    let tree = tree(&[1, 2, 0, 0, 3, 0, 0]).unwrap();
    assert_eq!(tree.leaves(), 4);
    let cubes = vec![vec![a, b], vec![a, !b], vec![!a, c], vec![!a, !c]];
    assert_eq!(tree.cubes(), cubes);
    assert_eq!(CubeTree::leaf().cubes(), [vec![]]);
}

#[test]
fn every_assignment_satisfies_exactly_one_cube() {
    let tree = tree(&[2, 1, 0, 3, 0, 0, 3, 0, 4, 0, 0]).unwrap();
    for bits in 0..16 {
        let holds = |literal: &Lit| (bits >> literal.vidx() & 1 == 1) == literal.is_pos();
        let satisfied = tree
            .cubes()
            .into_iter()
            .filter(|cube| cube.iter().all(holds));
        assert_eq!(satisfied.count(), 1, "{bits}");
    }
}

#[test]
fn a_decision_puts_the_true_branch_first_for_both_signs() {
    let split = CubeTree::decision(literal(1), &CubeTree::leaf(), &CubeTree::leaf());
    let tree = CubeTree::decision(!literal(0), &split, &CubeTree::leaf());
    assert_eq!(tree.0, [1, 0, 2, 0, 0]);
    let grafted = tree.with_leaves(&[split.clone(), CubeTree::leaf(), split]);
    assert_eq!(grafted.0, [1, 2, 0, 0, 2, 0, 2, 0, 0]);
}

#[test]
fn numbers_that_do_not_form_a_tree_are_rejected() {
    let unfinished = "the tree of cubes is incomplete";
    refuses(tree(&[]), unfinished);
    refuses(tree(&[1, 0]), unfinished);
    refuses(
        tree(&[1, 0, 0, 0]),
        "there are numbers after the end of the tree of cubes",
    );
    refuses(
        tree(&[u32::MAX, 0, 0]),
        "4294967295 is not a variable that a tree of cubes can decide",
    );
}

/// Returns a task in which a lamp is on and must be off, but no action turns it off.
fn lamp() -> Task {
    let (lamp, bell) = (0, 1);
    let ring = Action::new("ring", [is_not(bell)], [is(bell)]);
    let rest = Action::new("rest", [is(bell)], [is_not(bell)]);
    Task::new(TaskParts {
        length: Length {
            at_least: 2,
            at_most: Some(2),
        },
        ..small_parts(2, [ring, rest], &[lamp], &[is_not(lamp)])
    })
    .unwrap()
}

fn checked(preorder: &[u32], proofs: &[&[u8]]) -> Result<Scope, CheckError> {
    let tree = tree(preorder).unwrap();
    let (task, stop, formula) = (lamp(), Stop::default(), (Encoding::SEQUENTIAL, 2));
    let read = |proof: &&[u8]| Ok(proof.to_vec());
    let checked = check_cubes(&task, formula, &tree, proofs, read, 2, &stop);
    checked.map(|refuted| refuted.scope())
}

#[test]
fn pieces_that_are_all_refuted_refute_every_plan() {
    assert_eq!(checked(&[3, 0, 0], &[b"0\n", b"0\n"]), Ok(Scope::EveryPlan));
}

#[test]
fn proofs_that_do_not_fit_the_tree_or_the_formula_are_rejected() {
    let leaves = "proofs, but the tree of cubes has 2 leaves";
    let proof: &[u8] = b"0\n";
    refuses(
        checked(&[3, 0, 0], &[proof]),
        &format!("there are 1 {leaves}"),
    );
    refuses(
        checked(&[3, 0, 0], &[proof; 3]),
        &format!("there are 3 {leaves}"),
    );
    refuses(
        checked(&[999, 0, 0], &[proof; 2]),
        "the tree of cubes decides variable 999, but the formula has 10 variables",
    );
}

#[test]
fn a_proof_is_valid_only_for_its_own_cube() {
    // x ∨ y, x ∨ ¬y, ¬x ∨ z ∨ w, ¬x ∨ z ∨ ¬w, ¬x ∨ ¬z ∨ w, ¬x ∨ ¬z ∨ ¬w: the branches of x need different proofs.
    let uneven = cnf(&[
        &[1, 2],
        &[1, -2],
        &[-1, 3, 4],
        &[-1, 3, -4],
        &[-1, -3, 4],
        &[-1, -3, -4],
    ]);
    let (x, stop) = (literal(0), Stop::default());
    let check = |cube: &[Lit], proof: &[u8]| check_cube(&uneven, 4, cube, proof, &stop);
    assert_eq!(check(&[!x], b""), Ok(()));
    assert_eq!(check(&[x], b"3 0\n0\n"), Ok(()));
    refuses(
        check(&[x], b""),
        "the proof ends after 0 steps without the empty clause",
    );
    refuses(
        check(&[x], b"3 "),
        "proof step 1: the proof ends within a clause",
    );
    refuses(
        check(&[], b"3 0\n0\n"),
        "proof step 2: the clause does not follow by unit propagation, nor is it RAT",
    );
}
