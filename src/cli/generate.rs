//! `saut generate`: makes new puzzles.

use std::path::Path;
use std::sync::Arc;

use saut::BadInput;
use saut::census::{
    Difficulty, Generated, Generation, Shape, ShapedBoard, generate, single_vacancies,
};
use saut::formats::aliases::goal_of_cells;
use saut::formats::svg::{Diagram, sheet};
use saut::formats::{Entry, toml_file};
use saut::peg::{BadPuzzle, Board, Expectation, Geometry, Goal, Position, Puzzle};
use saut::stop::{Stop, StopReason};
use serde_json::{Value, json};

use super::arguments::{Directions, Generate, Global};
use super::progress::Line;
use super::reply::{Failure, Reply, of_work};
use super::solve::interruptible;
use super::{census, input, print, status, whole};

/// Most random boards that are made for each puzzle that is wanted.
const MOST_BOARDS: usize = 100;

/// Runs `saut generate`.
pub fn run(arguments: &Generate, global: &Global) -> Result<Reply, Failure> {
    if let Some(shape) = arguments.shape {
        return shaped(arguments, global, shape);
    }
    let board = Arc::new(census::board(&arguments.board)?);
    let stop = interruptible(&global.stop);
    let threads = global.threads;
    let threads = threads.or_else(|| std::thread::available_parallelism().ok());
    let generation = Generation {
        kind: arguments.symmetry,
        pegs: arguments.pegs.clone(),
        goal: goal(arguments, &board)?,
        count: arguments.count.get(),
        seed: global.seed,
        avoided: avoided(arguments, &board, &stop)?,
        threads: threads.unwrap_or(std::num::NonZeroUsize::MIN),
        stop,
    };
    let line = Line::of_long_work(u64::try_from(generation.count).ok());
    let generated = generate(&board, &generation, &|made, looked_at| {
        line.done(made);
        line.say(print::counted(looked_at, "candidate"));
    });
    line.clear();
    let (made, halted) = generated?;
    if let Some(why) = halted {
        let (number, wanted) = (made.len(), generation.count);
        tell!(
            "saut: ended ({}) after {number} of {wanted} figures; the same command with a longer \
             --timeout and the same --seed makes these and the rest",
            why.name()
        );
    }
    let files = [&global.out, &arguments.svg].into_iter().flatten();
    if let (true, Some(why)) = (made.is_empty(), halted) {
        for path in files.filter(|path| whole::holds_something(path)) {
            tell!("saut: {} stays as it was", path.display());
        }
        return Ok(Reply::new(status::UNDECIDED, document(&[], Some(why)), ""));
    }
    let puzzles: Vec<Puzzle> = made
        .iter()
        .enumerate()
        .filter_map(|(index, made)| puzzle(arguments, global, &board, index + 1, made))
        .collect();
    if let Some(path) = &arguments.svg {
        whole::write(path, gallery(arguments, &board, &made))?;
    }
    let text = toml_file::write_toml(&puzzles);
    let entry = |(made, puzzle): (&Generated, &Puzzle)| {
        json!({
            "name": puzzle.name(),
            "figure": saut::formats::census::figure_name(&made.figure),
            "pegs": made.figure.pegs(),
            "difficulty": made.difficulty.map(|difficulty| difficulty.positions),
            "plan": made.plan.jumps(),
        })
    };
    let row = |(made, puzzle): (&Generated, &Puzzle)| {
        format!("{}  {}\n", puzzle.name(), rated(made.difficulty))
    };
    let of_each = || made.iter().zip(&puzzles);
    let rows = of_each().map(row).collect();
    let entries: Vec<_> = of_each().map(entry).collect();
    reply(global, halted, &text, rows, &entries)
}

/// The puzzles that were made, and by which limit there are no more.
fn document(entries: &[Value], halted: Option<StopReason>) -> Value {
    let mut document = json!({ "puzzles": entries });
    if let Some(why) = halted {
        document["verdict"] = "undecided".into();
        document["reason"] = why.name().into();
    }
    document
}

/// Puzzles that were made, an entry and a row for each: they go into the file, if one is named, or are printed.
fn reply(
    global: &Global,
    halted: Option<StopReason>,
    puzzles: &str,
    rows: String,
    entries: &[Value],
) -> Result<Reply, Failure> {
    let text = match &global.out {
        Some(path) => {
            whole::write(path, puzzles)?;
            rows
        }
        None => puzzles.to_owned(),
    };
    let status = of_work(halted.is_none());
    Ok(Reply::new(status, document(entries, halted), text))
}

/// Boards of a shape: of one that is not random as many vacancies as are wanted, of others a board
/// for each puzzle.
fn shaped(arguments: &Generate, global: &Global, shape: Shape) -> Result<Reply, Failure> {
    let count = arguments.count.get();
    let seed = global.seed;
    let is_random = match shape {
        Shape::Random | Shape::Convex => true,
        Shape::Letter => arguments.letter.is_none() || arguments.cut_out > 0,
        _ => arguments.cut_out > 0,
    };
    let mut puzzles = Vec::new();
    let boards = if is_random { MOST_BOARDS * count } else { 1 };
    for number in 0..boards {
        let shaped = ShapedBoard {
            shape,
            holes: arguments.holes.get(),
            cut_out: arguments.cut_out,
            width: arguments.width,
            letter: arguments.letter,
            geometry: arguments.lines,
            seed: seed.wrapping_add(number as u64),
        };
        let board = Arc::new(shaped.board()?);
        let of_board = single_vacancies(&board, arguments.anywhere);
        puzzles.extend(of_board.take(if is_random { 1 } else { count }));
        if puzzles.len() >= count {
            break;
        }
    }
    if puzzles.is_empty() {
        let fact = format!("the position class admits no vacancy of a {shape} of this size");
        return Err(BadInput::new("--shape", fact)
            .remedy("another number of --holes may do")
            .into());
    }
    let width = count.to_string().len();
    let named = puzzles.into_iter().enumerate().map(|(index, puzzle)| {
        let (number, holes) = (index + 1, puzzle.board().len());
        let called = called(arguments, shape);
        let name = format!("{called}-{holes}-{seed}-{number:0width$}");
        let (board, start) = (Arc::clone(puzzle.board()), puzzle.start().clone());
        let mut named = Puzzle::new(name, board, start, puzzle.goal().clone())?;
        named.source = Some(format!(
            "saut generate --shape {shape} --holes {}{} --lines {} --count {count} --seed {seed}",
            arguments.holes,
            asked_besides(arguments),
            arguments.lines
        ));
        Ok(named)
    });
    let named: Result<Vec<Puzzle>, BadPuzzle> = named.collect();
    let puzzles = named.map_err(|error| Failure::Other(error.to_string()))?;
    let entry = |puzzle: &Puzzle| {
        json!({
            "name": puzzle.name(),
            "holes": puzzle.board().len(),
            "figure": saut::formats::census::figure_name(puzzle.start()),
            "pegs": puzzle.start().pegs(),
        })
    };
    let entries: Vec<_> = puzzles.iter().map(entry).collect();
    let rows = puzzles.iter().map(|puzzle| format!("{}\n", puzzle.name()));
    let (rows, text) = (rows.collect(), toml_file::write_toml(&puzzles));
    reply(global, None, &text, rows, &entries)
}

/// The shape with what was asked besides, for the names of puzzles.
fn called(arguments: &Generate, shape: Shape) -> String {
    let lines = arguments.lines;
    let lines = (lines != Geometry::Square).then(|| format!("-{lines}-lines"));
    let options = asked_besides(arguments)
        .replace(" --", "-")
        .replace(' ', "-");
    format!("{shape}{options}{}", lines.unwrap_or_default())
}

/// The options of a shape that were given and need not be.
fn asked_besides(arguments: &Generate) -> String {
    let width = arguments.width.map(|width| format!(" --width {width}"));
    let letter = arguments.letter.map(|letter| format!(" --letter {letter}"));
    let cut_out = arguments.cut_out;
    let cut_out = (cut_out > 0).then(|| format!(" --cut-out {cut_out}"));
    let anywhere = arguments.anywhere.then(|| " --anywhere".to_owned());
    let all = [width, letter, cut_out, anywhere].into_iter().flatten();
    all.collect()
}

/// One peg anywhere, or where it is asked for.
fn goal(arguments: &Generate, board: &Board) -> Result<Goal, BadInput> {
    let Some(cells) = &arguments.finish else {
        return Ok(Goal::one_peg(board));
    };
    let goal = goal_of_cells(board, cells).map_err(|bad| bad.within("--finish"))?;
    let is_one_peg = goal.is_one_peg() || goal.pegs().pegs() == 1;
    if !is_one_peg {
        let fact = format!("{cells} are several pegs, and figures are played to one");
        return Err(BadInput::new("--finish", fact)
            .remedy("put commas between the cells: one peg in one of them"));
    }
    Ok(goal)
}

/// The figures of files, as far as they are on this board.
fn avoided(arguments: &Generate, board: &Board, stop: &Stop) -> Result<Vec<Position>, BadInput> {
    let mut avoided = Vec::new();
    for file in &arguments.avoid {
        let is_same = |puzzle: &Puzzle| {
            puzzle.board().cells() == board.cells() && puzzle.board().geometry() == board.geometry()
        };
        let puzzles = read_all(file, stop)?;
        let starts = puzzles.iter().filter(|puzzle| is_same(puzzle));
        avoided.extend(starts.map(|puzzle| puzzle.start().clone()));
    }
    Ok(avoided)
}

fn read_all(file: &Path, stop: &Stop) -> Result<Vec<Puzzle>, BadInput> {
    let entries = input::entries_named(&file.display().to_string(), &Directions::default(), stop)?;
    entries.into_iter().map(Entry::peg).collect()
}

fn puzzle(
    arguments: &Generate,
    global: &Global,
    board: &Arc<Board>,
    number: usize,
    made: &Generated,
) -> Option<Puzzle> {
    let Generate {
        board: name,
        symmetry,
        pegs,
        ..
    } = arguments;
    let seed = global.seed;
    let width = arguments.count.to_string().len();
    let called = format!("{name}-{symmetry}-{seed}-{number:0width$}");
    let goal = goal(arguments, board).ok()?;
    let mut puzzle = Puzzle::new(called, Arc::clone(board), made.figure.clone(), goal).ok()?;
    puzzle.title = Some(format!(
        "{name} board: {} pegs, symmetry {symmetry}",
        made.figure.pegs()
    ));
    puzzle.why = Some(rated(made.difficulty));
    let avoided = arguments.avoid.iter();
    let avoided = avoided.map(|file| format!(" --avoid {}", file.display()));
    let finish = arguments.finish.as_ref();
    let finish = finish.map_or(String::new(), |cells| format!(" --finish {cells}"));
    puzzle.source = Some(format!(
        "saut generate --board {name} --symmetry {symmetry} --pegs {}..{} --count {} --seed {seed}{finish}{}",
        pegs.start(),
        pegs.end(),
        arguments.count,
        avoided.collect::<String>()
    ));
    puzzle.expect = Expectation::Solvable;
    puzzle.plan = Some(made.plan.jumps());
    Some(puzzle)
}

/// The difficulty in words.
fn rated(difficulty: Option<Difficulty>) -> String {
    match difficulty {
        None => "not rated".to_owned(),
        Some(difficulty) => {
            let positions = usize::try_from(difficulty.positions).unwrap_or(usize::MAX);
            let or_more = if difficulty.positions >= Difficulty::MOST {
                " or more"
            } else {
                ""
            };
            format!(
                "difficulty {} of 6, {}: blind play looks at {}{or_more} positions",
                difficulty.rating(),
                difficulty.word(),
                print::grouped(positions)
            )
        }
    }
}

fn gallery(arguments: &Generate, board: &Board, made: &[Generated]) -> String {
    let diagram = |(index, made): (usize, &Generated)| {
        let word = made.difficulty.map_or("not rated", Difficulty::word);
        let caption = format!("{}. {} pegs, {word}", index + 1, made.figure.pegs());
        Diagram::of_position(board, &made.figure).captioned(caption)
    };
    let diagrams: Vec<Diagram<'_>> = made.iter().enumerate().map(diagram).collect();
    let title = format!(
        "{} board, symmetry {}: to be played to one peg{}",
        arguments.board,
        arguments.symmetry,
        if made.len() < arguments.count.get() {
            format!("; not finished, {} of {}", made.len(), arguments.count)
        } else {
            String::new()
        }
    );
    sheet(&title, "Figures, the easiest first.", 4, &diagrams)
}
