//! Trees that cover and trees that do not; proofs of pieces that fit and proofs that do not.

use rustsat::instances::Cnf;
use rustsat::types::{Clause, Lit};

use super::{CubeTree, PieceProofs, check_cube, check_cubes};
use crate::domain::CheckError;
use crate::encode::Encoding;
use crate::formula::literal;
use crate::proof::Scope;
use crate::task::{Action, Fluent, GoalConstraint, Length, Task, TaskParts};
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
fn a_decision_puts_the_true_branch_first_whatever_the_sign_of_its_literal() {
    let split = CubeTree::decision(literal(1), &CubeTree::leaf(), &CubeTree::leaf());
    let tree = CubeTree::decision(!literal(0), &split, &CubeTree::leaf());
    assert_eq!(tree.0, [1, 0, 2, 0, 0]);
    let grafted = tree.with_leaves(&[split.clone(), CubeTree::leaf(), split]);
    assert_eq!(grafted.0, [1, 2, 0, 0, 2, 0, 2, 0, 0]);
}

#[test]
fn numbers_that_are_no_tree_are_refused() {
    let refused = |numbers: &[u32]| tree(numbers).unwrap_err().to_string();
    let unfinished = "the tree of cubes ends before all of its branches do";
    assert_eq!(refused(&[]), unfinished);
    assert_eq!(refused(&[1, 0]), unfinished);
    assert_eq!(
        refused(&[1, 0, 0, 0]),
        "numbers follow after the end of the tree of cubes"
    );
    assert_eq!(
        refused(&[u32::MAX, 0, 0]),
        "4294967295 is no variable that a tree of cubes can decide"
    );
}

/// A lamp that burns is to be put out, and no action can do it.
fn lamp() -> Task {
    let (lamp, bell) = (Fluent::new(0), Fluent::new(1));
    Task::new(TaskParts {
        fluents: vec!["lamp".to_owned(), "bell".to_owned()],
        actions: vec![
            Action::new("ring", [bell.is_false()], [bell.is_true()]),
            Action::new("rest", [bell.is_true()], [bell.is_false()]),
        ],
        start: vec![lamp],
        goal: vec![GoalConstraint::Literal(lamp.is_false())],
        length: Length {
            at_least: 2,
            at_most: Some(2),
        },
        ..TaskParts::default()
    })
    .unwrap()
}

struct Proofs(Vec<Vec<u8>>);

impl PieceProofs for Proofs {
    fn number(&self) -> usize {
        self.0.len()
    }

    fn read(&self, piece: usize) -> Result<Vec<u8>, CheckError> {
        Ok(self.0[piece].clone())
    }
}

fn checked(preorder: &[u32], proofs: &[&[u8]]) -> Result<Scope, CheckError> {
    let proofs = Proofs(proofs.iter().map(|proof| proof.to_vec()).collect());
    let tree = tree(preorder).unwrap();
    let checked = check_cubes(
        &lamp(),
        Encoding::SEQUENTIAL,
        2,
        &tree,
        &proofs,
        2,
        &Stop::default(),
    );
    checked.map(|refuted| refuted.scope())
}

#[test]
fn pieces_that_are_all_refuted_refute_every_plan() {
    assert_eq!(checked(&[3, 0, 0], &[b"0\n", b"0\n"]), Ok(Scope::EveryPlan));
}

#[test]
fn a_missing_proof_or_one_too_many_is_refused() {
    let refused = |given| {
        Err(CheckError::rejected(format_args!(
            "{given} proofs for the 2 leaves of the tree of cubes"
        )))
    };
    assert_eq!(checked(&[3, 0, 0], &[b"0\n"]), refused(1));
    assert_eq!(checked(&[3, 0, 0], &[b"0\n", b"0\n", b"0\n"]), refused(3));
}

#[test]
fn a_variable_that_the_formula_has_not_is_refused() {
    let refused = checked(&[999, 0, 0], &[b"0\n", b"0\n"]);
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.starts_with("the tree of cubes decides variable 999,"),
        "{refused}"
    );
}

/// x ∨ y, x ∨ ¬y, ¬x ∨ z ∨ w, ¬x ∨ z ∨ ¬w, ¬x ∨ ¬z ∨ w, ¬x ∨ ¬z ∨ ¬w: the branches of x need
/// different proofs.
fn uneven() -> Cnf {
    let [x, y, z, w] = [0, 1, 2, 3].map(literal);
    let clauses: [&[Lit]; 6] = [
        &[x, y],
        &[x, !y],
        &[!x, z, w],
        &[!x, z, !w],
        &[!x, !z, w],
        &[!x, !z, !w],
    ];
    let clause = |literals: &&[Lit]| literals.iter().copied().collect::<Clause>();
    clauses.iter().map(clause).collect()
}

#[test]
fn a_proof_serves_its_own_cube_and_no_other() {
    let x = literal(0);
    let check =
        |cube: &[Lit], proof: &[u8]| check_cube(&uneven(), 4, cube, proof, &Stop::default());
    assert_eq!(check(&[!x], b""), Ok(()));
    assert_eq!(check(&[x], b"3 0\n0\n"), Ok(()));
    assert_eq!(
        check(&[x], b""),
        Err(CheckError::rejected(
            "the proof ends after 0 steps without the empty clause"
        ))
    );
    let truncated = check(&[x], b"3 ");
    let fact = "proof step 1: it ends in the middle of a clause";
    assert_eq!(truncated, Err(CheckError::rejected(fact)));
    let unguarded = check(&[], b"3 0\n0\n");
    let unguarded = unguarded.unwrap_err().to_string();
    assert!(
        unguarded.starts_with("proof step 2: the clause does not follow"),
        "{unguarded}"
    );
}
