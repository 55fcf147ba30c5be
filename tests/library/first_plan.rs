//! A first plan: from a puzzle to a replayed plan, by the library.

use saut::formats::bundled;
use saut::peg::{moves, notation};
use saut::{Settings, Verdict, decide, simulate};

#[test]
fn a_first_plan() -> Result<(), Box<dyn std::error::Error>> {
    // 32 pegs on the English board; one shall be left, in the centre.
    let puzzle = bundled::named("central")?;
    let decision = decide(&puzzle, &Settings::default())?;
    let Verdict::Solved(plan) = decision.verdict else {
        panic!("the central game has a plan")
    };
    for sweep in moves(&plan.jumps()) {
        println!("{}", notation::move_name(puzzle.board(), &sweep));
    }
    assert_eq!(plan.jumps().len(), 31);
    // `decide` has replayed the plan; anybody can do so again, by the rules alone.
    let again = simulate::replay(&puzzle, plan.plan().clone())?;
    assert_eq!(again.end().pegs(), 1);
    Ok(())
}
