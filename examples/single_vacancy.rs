//! Decides the single-vacancy games of a board (one vacancy at the start, one peg at the end), each once up to the
//! symmetries of the board, and prints a table.
//!
//! `cargo run --release --example single_vacancy -- SECONDS BOARD…` limits each game to SECONDS on one thread. It
//! generated `results/single-vacancy.csv`.

use std::error::Error;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use saut::decide::{Settings, Verdict, decide};
use saut::peg::{Board, Goal, Hole, Position, Puzzle, boards, notation};
use saut::stop::Stop;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "say how many seconds a game may take, and which boards";
    let seconds: f64 = arguments.next().ok_or(usage)?.parse()?;
    println!("board,start,goal,verdict,reason,seconds");
    for name in arguments {
        let board = boards::named(&name).ok_or("no board is called so")?;
        let board = Arc::new(board);
        for (vacancy, last) in games(&board) {
            let start = Position::from_holes(board.len(), [vacancy]).complement();
            let goal = Goal::exactly(Position::from_holes(board.len(), [last]));
            let puzzle = Puzzle::new(name.clone(), Arc::clone(&board), start, goal)?;
            let settings = Settings {
                threads: NonZeroUsize::new(1),
                stop: Stop::new(Some(Duration::try_from_secs_f64(seconds)?), None),
                ..Settings::default()
            };
            let decision = decide(&puzzle, &settings)?;
            let method = decision.method.map_or("", |method| method.name());
            let (verdict, reason) = match &decision.verdict {
                Verdict::Solved(_) => ("solved", method),
                Verdict::Infeasible(certificate) => ("infeasible", certificate.kind()),
                Verdict::Undecided(why) => ("undecided", why.name()),
            };
            println!(
                "{name},{},{},{verdict},{reason},{:.3}",
                cell(&board, vacancy),
                cell(&board, last),
                decision.elapsed.as_secs_f64()
            );
        }
    }
    Ok(())
}

/// The name of a cell without a comma, for the table.
fn cell(board: &Board, hole: Hole) -> String {
    notation::cell_name(board, board.cell(hole)).replace(',', " ")
}

/// First vacancy and last hole of every game, each once up to symmetry.
fn games(board: &Board) -> Vec<(Hole, Hole)> {
    let group = board.symmetries();
    let is_least = |vacancy: Hole, last: Hole| {
        let mut images = group.iter().map(|symmetry| {
            let image = symmetry.image();
            (image[vacancy], image[last])
        });
        images.all(|image| image >= (vacancy, last))
    };
    let holes = 0..board.len();
    holes
        .clone()
        .flat_map(|vacancy| holes.clone().map(move |last| (vacancy, last)))
        .filter(|&(vacancy, last)| is_least(vacancy, last))
        .collect()
}
