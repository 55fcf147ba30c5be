//! Your own board, stage by stage: picture, task, formula, solver, plan, replay.
//!
//! `saut::decide` does all of this in one call, and more. This example shows every stage.

use std::error::Error;

use saut::backend::{self, Answer, SolveLimits};
use saut::encode::Encoding;
use saut::formats::picture::read_puzzle;
use saut::peg::{Geometry, moves, notation, picture};
use saut::{compile, decode, simulate};

/// Start and goal on a plus of twenty-one holes.
const PLUS: &str = "
 .o.
.ooo.
.o.o.
..o..
 ...

 ...
.....
..o..
.....
 ...
";

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = read_puzzle(PLUS, "plus", Geometry::Square)?;
    let task = compile::peg_task(&puzzle);
    println!(
        "{} fluents, {} actions",
        task.fluents().len(),
        task.actions().len()
    );

    // One jump per step, so the horizon is the number of pegs to remove.
    let horizon = task
        .length()
        .exactly()
        .ok_or("the goal leaves the length open")?;
    let encoded = Encoding::SEQUENTIAL.encode(&task, horizon);
    let (variables, clauses) = (encoded.formula.variables(), encoded.formula.clauses());
    println!("{variables} variables, {clauses} clauses");

    let solver = backend::by_name("batsat")?;
    let outcome = solver.solve(&encoded.formula, &SolveLimits::default())?;
    let Answer::Sat(model) = outcome.answer else {
        return Err("there is no such plan".into());
    };

    // So far, the plan is only a claim; the simulator does not use formulas.
    let plan = compile::peg_plan(&puzzle, decode::decode(&task, &encoded, &model)?);
    let replayed = simulate::replay(&puzzle, plan)?;
    for sweep in moves(&replayed.jumps()) {
        println!("{}", notation::move_name(puzzle.board(), &sweep));
    }
    print!("{}", picture::draw_position(puzzle.board(), replayed.end()));
    Ok(())
}
