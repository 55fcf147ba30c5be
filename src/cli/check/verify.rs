//! Verifying the claims of a document, one after the other.

use saut::packages;
use saut::peg::GameLength;
use serde_json::Value;

use super::claims::{Claims, NO_CLAIMS, Outcome, Verified, compare, refused};
use super::{all_solutions, bounds};
use crate::cli::print;
use crate::cli::reply::Failure;

/// Fields that a search of all solutions answers.
const OF_ALL_SOLUTIONS: [&str; 5] = [
    "longest_sweep",
    "optimal_plans",
    "optimal_sweep_lengths",
    "optimal_plans_up_to_symmetry",
    "pieces",
];

impl Claims<'_> {
    /// Verifies every claim.
    ///
    /// # Errors
    /// The first claim that is false.
    pub fn verify(&self) -> Result<Verified, Failure> {
        let mut verified = Verified::default();
        let jumps = self.plan.jumps();
        for (name, claimed) in &self.fields {
            let outcome = match name.as_str() {
                name if NO_CLAIMS.contains(&name) || OF_ALL_SOLUTIONS.contains(&name) => continue,
                "lower_bound" if self.says_optimal() => continue,
                "optimal" if *claimed == Value::Bool(false) => continue,
                "moves" => compare(name, claimed, GameLength::of(&jumps).moves)?,
                "jumps" | "length" => compare(name, claimed, GameLength::of(&jumps).jumps)?,
                "steps" => self.steps(claimed)?,
                "packages" => {
                    let board = self.puzzle.board();
                    let blocks = packages::blocks(board, self.puzzle.start(), &jumps);
                    compare(name, claimed, print::block_entries(&blocks))?
                }
                "optimal" => bounds::optimal(self)?,
                "lower_bound" => bounds::lower_bound(self, claimed)?,
                _ => Outcome::NotVerified("saut does not know this field".to_owned()),
            };
            verified.book(name, outcome);
        }
        let asked: Vec<&str> = OF_ALL_SOLUTIONS
            .into_iter()
            .filter(|name| self.fields.contains_key(*name))
            .collect();
        if !asked.is_empty() {
            all_solutions::verify(self, &asked, &mut verified)?;
        }
        Ok(verified)
    }

    /// Whether it says that no plan is shorter.
    pub fn says_optimal(&self) -> bool {
        self.fields.get("optimal") == Some(&Value::Bool(true))
    }

    /// Checks the claimed number of steps: the jumps, in their order, fit into that many steps whose jumps share no
    /// hole. Two jumps can be played in either order just if they share none, because a jump changes all its holes.
    fn steps(&self, claimed: &Value) -> Result<Outcome, Failure> {
        let board = self.puzzle.board();
        let mut needed = 0_u64;
        let mut touched: Vec<usize> = Vec::new();
        for jump in self.plan.jumps() {
            let holes = board.holes_of(jump);
            if needed == 0 || holes.iter().any(|hole| touched.contains(hole)) {
                needed += 1;
                touched.clear();
            }
            touched.extend(holes);
        }
        if claimed.as_u64().is_some_and(|claimed| claimed >= needed) {
            return Ok(Outcome::Holds);
        }
        let fact = format!("the document says {claimed}, and its jumps need {needed}");
        Err(refused("steps", fact))
    }
}
