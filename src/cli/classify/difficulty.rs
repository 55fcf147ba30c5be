//! `saut classify --difficulty`: how hard the puzzles of a file are, the easiest first, each beside what
//! its file says of it.

use saut::census::Difficulty;
use saut::peg::Puzzle;
use saut::visible::visible;
use serde_json::json;

use crate::cli::arguments::{Classify, Global};
use crate::cli::progress::Line;
use crate::cli::reply::{Failure, Reply, of_work};
use crate::cli::solve::interruptible;
use crate::cli::{input, print};

/// Measures and prints.
pub fn run(arguments: &Classify, global: &Global) -> Result<Reply, Failure> {
    let stop = interruptible(&global.stop);
    let mut puzzles: Vec<Puzzle> = Vec::new();
    for entry in input::entries(&arguments.puzzle, &stop)? {
        puzzles.push(entry.peg()?);
    }
    let line = Line::of_parts(puzzles.len());
    let mut rated: Vec<(Option<Difficulty>, &Puzzle)> = Vec::new();
    for (number, puzzle) in puzzles.iter().enumerate() {
        line.done(number);
        let difficulty = Difficulty::measured(puzzle, global.seed, &stop);
        if let (None, Some(why)) = (difficulty, stop.stop_reason()) {
            line.clear();
            tell!(
                "saut: ended ({}) after {number} of {} puzzles",
                why.name(),
                puzzles.len()
            );
            break;
        }
        rated.push((difficulty, puzzle));
    }
    line.clear();
    let is_whole = rated.len() == puzzles.len();
    rated.sort_by_key(|(difficulty, _)| difficulty.map_or(u64::MAX, |it| it.positions));
    let entry = |(difficulty, puzzle): &(Option<Difficulty>, &Puzzle)| {
        json!({"name": puzzle.name(), "pegs": puzzle.start().pegs(),
            "difficulty": difficulty.map(|it| it.positions),
            "rating": difficulty.map(Difficulty::rating), "why": puzzle.why})
    };
    let games = Difficulty::GAMES;
    let entries: Vec<_> = rated.iter().map(entry).collect();
    let document = json!({"puzzles": entries, "games": games});
    let names = rated.iter().map(|(_, puzzle)| puzzle.name().len());
    let width = names.max().unwrap_or(0);
    let mut text = format!("positions that blind play looks at, the median of {games} games\n");
    for (difficulty, puzzle) in &rated {
        let words = match difficulty {
            None => format!("{:>9}  {:<12}", "-", "not rated"),
            Some(it) => {
                let positions = print::grouped(it.positions);
                format!("{positions:>9}  {} {:<10}", it.rating(), it.word())
            }
        };
        let (name, pegs) = (visible(puzzle.name()), puzzle.start().pegs());
        let why = puzzle.why.as_deref().unwrap_or("");
        let row = format!("{words}  {name:<width$}  {pegs:>2} pegs  {}", visible(why));
        text += row.trim_end();
        text.push('\n');
    }
    Ok(Reply::new(of_work(is_whole), document, text))
}
