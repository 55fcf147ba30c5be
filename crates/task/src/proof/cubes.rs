//! Refutations in pieces: the formula has no model under any cube of a tree.
//!
//! An inner node of the tree decides a variable, with one branch for each value. A leaf represents the cube of the
//! decisions on its path. Every assignment satisfies the cube of exactly one leaf, so the cubes cover all assignments.
//! If the formula has no model under any cube, it is unsatisfiable.
//!
//! Heule, Kullmann, Wieringa, Biere, *Cube and conquer: guiding CDCL SAT solvers by lookaheads*
//! (HVC 2011).

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{Scope, check_drat_within, clauses, scope};
use crate::domain::CheckError;
use crate::encode::Encoding;
use crate::formula::dimacs;
use crate::task::Task;
use rustsat::instances::Cnf;
use rustsat::types::Lit;
use saut_base::stop::Stop;
use serde::{Deserialize, Serialize};

/// A conjunction of literals.
pub type Cube = Vec<Lit>;

/// A binary tree of decisions.
///
/// The tree is stored in preorder. An inner node is the DIMACS number of its variable, followed by the branch in which
/// the variable is true, and then by the branch in which it is false. A leaf is 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<u32>")]
pub struct CubeTree(Vec<u32>);

impl TryFrom<Vec<u32>> for CubeTree {
    type Error = CheckError;

    fn try_from(preorder: Vec<u32>) -> Result<Self, CheckError> {
        let mut open = 1_usize;
        for &number in &preorder {
            if open == 0 {
                return CheckError::reject("there are numbers after the end of the tree of cubes");
            }
            if number == 0 {
                open -= 1;
            } else if dimacs::literal_of(number.into()).is_some() {
                open += 1;
            } else {
                return CheckError::reject(format_args!(
                    "{number} is not a variable that a tree of cubes can decide"
                ));
            }
        }
        if open > 0 {
            return CheckError::reject("the tree of cubes is incomplete");
        }
        Ok(Self(preorder))
    }
}

impl CubeTree {
    /// Creates a tree with a single leaf, whose cube is empty.
    pub fn leaf() -> Self {
        Self(vec![0])
    }

    /// Creates a tree that decides a literal and has these branches.
    pub fn decision(literal: Lit, if_true: &Self, if_false: &Self) -> Self {
        let (first, second) = if literal.is_pos() {
            (if_true, if_false)
        } else {
            (if_false, if_true)
        };
        let number = dimacs::number(literal).unsigned_abs();
        let mut preorder = vec![u32::try_from(number).unwrap_or(u32::MAX)];
        preorder.extend(&first.0);
        preorder.extend(&second.0);
        Self(preorder)
    }

    /// Returns the number of leaves.
    pub fn leaves(&self) -> usize {
        self.0.iter().filter(|&&number| number == 0).count()
    }

    /// Returns the cubes of the leaves, in order.
    pub fn cubes(&self) -> Vec<Cube> {
        let mut cubes = Vec::new();
        // The decisions on the path to the current node, and whether the path follows their second branch.
        let mut above: Vec<(Lit, bool)> = Vec::new();
        for &number in &self.0 {
            if let Some(literal) = dimacs::literal_of(number.into()) {
                above.push((literal, false));
                continue;
            }
            let decided = above.iter();
            cubes.push(
                decided
                    .map(|&(literal, no)| if no { !literal } else { literal })
                    .collect(),
            );
            while above.pop_if(|(_, is_second)| *is_second).is_some() {}
            if let Some((_, is_second)) = above.last_mut() {
                *is_second = true;
            }
        }
        cubes
    }

    /// Replaces each leaf by one of these trees, in order.
    #[must_use]
    pub fn with_leaves(&self, trees: &[Self]) -> Self {
        let mut trees = trees.iter();
        let mut preorder = Vec::new();
        for &number in &self.0 {
            match (number, trees.as_slice()) {
                (0, [tree, ..]) => {
                    preorder.extend(&tree.0);
                    trees.next();
                }
                (number, _) => preorder.push(number),
            }
        }
        Self(preorder)
    }
}

/// A refutation in pieces that [`check_cubes`] has accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefutedInCubes {
    encoding: Encoding,
    horizon: usize,
    pieces: usize,
    scope: Scope,
}

impl RefutedInCubes {
    /// Returns the encoding of the refuted formula.
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns the horizon of the refuted formula.
    pub const fn horizon(&self) -> usize {
        self.horizon
    }

    /// Returns the number of cubes.
    pub const fn pieces(&self) -> usize {
        self.pieces
    }

    /// Returns the scope of the refutation.
    pub const fn scope(&self) -> Scope {
        self.scope
    }
}

/// Checks a proof that these clauses have no model under a cube.
///
/// # Errors
/// [`CheckError`] with the first wrong step.
pub fn check_cube(
    cnf: &Cnf,
    variables: usize,
    cube: &[Lit],
    drat: &[u8],
    stop: &Stop,
) -> Result<(), CheckError> {
    let mut cnf = cnf.clone();
    for &literal in cube {
        cnf.add_unit(literal);
    }
    check_drat_within(&cnf, variables, drat, stop)
}

/// Checks proofs that the formula of an encoding at a horizon has no model under any cube of a tree, on `threads`
/// threads. The formula is generated again from the task. All proofs together may exceed the memory, so `read` reads
/// each proof only when it is checked.
///
/// # Errors
/// [`CheckError`] with the defect of the tree, with the number of a wrong piece, or with the limit that ended the
/// check.
pub fn check_cubes<P: Sync>(
    task: &Task,
    (encoding, horizon): (Encoding, usize),
    tree: &CubeTree,
    proofs: &[P],
    read: impl Fn(&P) -> Result<Vec<u8>, CheckError> + Sync,
    threads: usize,
    stop: &Stop,
) -> Result<RefutedInCubes, CheckError> {
    let (cnf, variables) = clauses(task, encoding, horizon, stop)?;
    let (given, leaves) = (proofs.len(), tree.leaves());
    if given != leaves {
        return CheckError::reject(format_args!(
            "there are {given} proofs, but the tree of cubes has {leaves} leaves"
        ));
    }
    let beyond = |&&number: &&u32| number as usize > variables;
    if let Some(&number) = tree.0.iter().find(beyond) {
        return CheckError::reject(format_args!(
            "the tree of cubes decides variable {number}, but the formula has {variables} variables"
        ));
    }
    let cubes = tree.cubes();
    let next = AtomicUsize::new(0);
    let first_wrong: Mutex<Option<(usize, CheckError)>> = Mutex::new(None);
    let wrong = || first_wrong.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || {
        while wrong().is_none() {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            let Some(cube) = cubes.get(piece) else { return };
            let drat = read(&proofs[piece]);
            let checked = drat.and_then(|drat| check_cube(&cnf, variables, cube, &drat, stop));
            if let Err(why) = checked {
                let mut wrong = wrong();
                if wrong.as_ref().is_none_or(|(before, _)| piece < *before) {
                    *wrong = Some((piece, why));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(leaves) {
            scope.spawn(work);
        }
        work();
    });
    match first_wrong
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
    {
        Some((_, unfinished @ CheckError::Stopped(_))) => Err(unfinished),
        Some((piece, why)) => CheckError::reject(format_args!("piece {piece}: {why}")),
        None => Ok(RefutedInCubes {
            encoding,
            horizon,
            pieces: leaves,
            scope: scope(task, encoding, horizon),
        }),
    }
}

#[cfg(test)]
mod tests;
