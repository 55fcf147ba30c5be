//! `saut generate`: new solvable figures with a symmetry, or new boards of a shape.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use saut::BadInput;
use saut::census::{
    Difficulty, GeneratedFigure, Generation, Shape, ShapedBoard, generate, read_figures,
    single_vacancies,
};
use saut::formats::aliases::goal_of_cells;
use saut::formats::census::{Figures, figure_name, read_figure};
use saut::formats::svg::{Diagram, sheet};
use saut::formats::{Entry, bundled, toml_file};
use saut::peg::{Board, Expectation, Geometry, Goal, Position, Puzzle};
use saut::stop::{Stop, StopReason};
use serde_json::{Value, json};

use super::arguments::{Generate, Global};
use super::input::{self, Directions};
use super::interrupt::interruptible;
use super::progress::Line;
use super::reply::{CommandOutput, Failure, of_work, unusable};
use super::{census, print, whole};

/// Maximum number of random boards per requested puzzle.
const MAX_BOARDS: usize = 100;

/// The puzzles, each with the additional fields of its JSON entry, and the limit that ended the generation early.
type GeneratedPuzzles = (Vec<(Puzzle, Value)>, Option<StopReason>);

/// Runs `saut generate`: writes the puzzles to a file, or prints them.
pub fn run(arguments: &Generate, global: &Global) -> Result<CommandOutput, Failure> {
    let (generated, stopped) = match arguments.shape {
        Some(shape) => shaped(arguments, global.seed, shape)?,
        None => figures(arguments, global)?,
    };
    let status = of_work(stopped.is_none());
    let (mut puzzles, mut entries, mut rows) = (Vec::new(), Vec::new(), String::new());
    for (puzzle, mut entry) in generated {
        entry["name"] = puzzle.name().into();
        entry["figure"] = figure_name(puzzle.start()).into();
        entry["pegs"] = puzzle.start().pegs().into();
        let rating = puzzle.why.iter().flat_map(|why| ["  ", why.as_str()]);
        rows.extend([puzzle.name()].into_iter().chain(rating).chain(["\n"]));
        entries.push(entry);
        puzzles.push(puzzle);
    }
    let mut document = json!({ "puzzles": entries });
    if let Some(why) = stopped {
        document["verdict"] = "undecided".into();
        document["reason"] = why.name().into();
    }
    if puzzles.is_empty() {
        let files = [&global.out, &arguments.svg].into_iter().flatten();
        for path in files.filter(|path| whole::holds_something(path)) {
            tell!("saut: {} is unchanged", path.display());
        }
        return Ok(CommandOutput::new(status, document, ""));
    }
    let mut text = toml_file::write_toml(&puzzles);
    if let Some(path) = &global.out {
        whole::write(path, text)?;
        text = rows;
    }
    Ok(CommandOutput::new(status, document, text))
}

/// Generates figures on a board, each with a plan.
fn figures(arguments: &Generate, global: &Global) -> Result<GeneratedPuzzles, Failure> {
    let board = Arc::new(census::board(&arguments.board)?);
    let (goal, stop) = (goal(arguments, &board)?, interruptible(&global.stop));
    let threads = || std::thread::available_parallelism().ok();
    let generation = Generation {
        kind: arguments.symmetry,
        pegs: arguments.pegs.clone(),
        goal: goal.clone(),
        count: arguments.count.get(),
        seed: global.seed,
        avoided: avoided(arguments, &board, &stop)?,
        threads: global.threads.or_else(threads).unwrap_or(NonZeroUsize::MIN),
        stop,
    };
    let line = Line::of_parts(generation.count);
    let generated = generate(&board, &generation, &|made, looked_at| {
        line.show(made, print::counted(looked_at, "candidate"));
    });
    line.finish_and_clear();
    let (generated, stopped) = generated?;
    if let Some(why) = stopped {
        let (number, wanted) = (
            generated.len(),
            print::counted(generation.count, "solvable figure"),
        );
        if why == StopReason::NothingLeft {
            tell!("saut: found {number} of {wanted}; ask for fewer, or widen the range of pegs");
        } else {
            tell!(
                "saut: ended ({}) after {number} of {wanted}; the same command with the same --seed and \
                 a longer --timeout makes all figures",
                why.name()
            );
        }
    }
    if let (Some(path), false) = (&arguments.svg, generated.is_empty()) {
        whole::write(path, gallery(arguments, &board, &generated))?;
    }
    let (name, symmetry) = (&arguments.board, arguments.symmetry);
    let (pegs, count) = (&arguments.pegs, arguments.count);
    let (seed, width) = (global.seed, count.to_string().len());
    let avoided = arguments.avoid.iter();
    let avoided = avoided.map(|file| format!(" --avoid {}", file.display()));
    let finish = arguments.finish.as_ref();
    let finish = finish.map_or(String::new(), |cells| format!(" --finish {cells}"));
    let source = format!(
        "saut generate --board {name} --symmetry {symmetry} --pegs {}..{} --count {count} --seed {seed}{finish}{}",
        pegs.start(),
        pegs.end(),
        avoided.collect::<String>()
    );
    let puzzle = |(number, made): (usize, GeneratedFigure)| {
        let called = format!("{name}-{symmetry}-{seed}-{number:0width$}");
        let (pegs, plan) = (made.figure.pegs(), made.plan.jumps());
        let difficulty = made.difficulty.map(|difficulty| difficulty.positions);
        let entry = json!({ "difficulty": difficulty, "plan": plan });
        let puzzle = Puzzle::new(called, Arc::clone(&board), made.figure, goal.clone());
        let mut puzzle = puzzle.map_err(Failure::other)?;
        puzzle.title = Some(format!("{name} board: {pegs} pegs, symmetry {symmetry}"));
        puzzle.why = Some(rated(made.difficulty));
        puzzle.source = Some(source.clone());
        puzzle.expect = Expectation::Solvable;
        puzzle.plan = Some(plan);
        Ok((puzzle, entry))
    };
    let puzzles = (1..).zip(generated).map(puzzle);
    Ok((puzzles.collect::<Result<_, Failure>>()?, stopped))
}

/// Generates puzzles on boards of a shape. If the boards are random, each puzzle has a new board. Otherwise, the
/// puzzles are on one board, each with another vacancy.
fn shaped(arguments: &Generate, seed: u64, shape: Shape) -> Result<GeneratedPuzzles, Failure> {
    let (least, count, lines) = (arguments.holes, arguments.count.get(), arguments.lines);
    let (cut_out, width, letter) = (arguments.cut_out, arguments.width, arguments.letter);
    let is_random = match shape {
        Shape::Random | Shape::Convex => true,
        Shape::Letter => letter.is_none() || cut_out > 0,
        _ => cut_out > 0,
    };
    let mut puzzles = Vec::new();
    let boards = if is_random { MAX_BOARDS * count } else { 1 };
    for number in 0..boards {
        let shaped = ShapedBoard {
            shape,
            holes: least.get(),
            cut_out,
            width,
            letter,
            geometry: lines,
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
        let fact = format!(
            "on a {shape} of this size, the position class excludes a plan for every vacancy"
        );
        return unusable("--shape", fact, "try another number of --holes");
    }
    let besides = [
        width.map(|width| format!(" --width {width}")),
        letter.map(|letter| format!(" --letter {letter}")),
        (cut_out > 0).then(|| format!(" --cut-out {cut_out}")),
        arguments.anywhere.then(|| " --anywhere".to_owned()),
    ];
    let besides: String = besides.into_iter().flatten().collect();
    let mut called = besides.replace(" --", "-").replace(' ', "-");
    if lines != Geometry::Square {
        let _ = write!(called, "-{lines}-lines");
    }
    let source = format!(
        "saut generate --shape {shape} --holes {least}{besides} --lines {lines} --count {count} --seed {seed}"
    );
    let width = count.to_string().len();
    let puzzle = |(number, puzzle): (usize, Puzzle)| {
        let (board, start) = (puzzle.board(), puzzle.start());
        let name = format!("{shape}{called}-{}-{seed}-{number:0width$}", board.len());
        let entry = json!({ "holes": board.len() });
        let (start, goal) = (start.clone(), puzzle.goal().clone());
        let named = Puzzle::new(name, Arc::clone(board), start, goal);
        let mut named = named.map_err(Failure::other)?;
        named.source = Some(source.clone());
        Ok((named, entry))
    };
    let puzzles = (1..).zip(puzzles).map(puzzle);
    Ok((puzzles.collect::<Result<_, Failure>>()?, None))
}

/// Returns the requested goal. The default is one peg anywhere.
fn goal(arguments: &Generate, board: &Board) -> Result<Goal, BadInput> {
    let Some(cells) = &arguments.finish else {
        return Ok(Goal::one_peg(board));
    };
    let goal = goal_of_cells(board, cells).map_err(|bad| bad.within("--finish"))?;
    let is_one_peg = goal.is_one_peg() || goal.pegs().pegs() == 1;
    if !is_one_peg {
        let fact = format!("{cells} means several pegs, but figures are played to one peg");
        let remedy = "put commas between the cells, for one peg in any one of them";
        return unusable("--finish", fact, remedy);
    }
    Ok(goal)
}

/// The value of `--avoid` for all bundled puzzles.
const BUNDLED: &str = "bundled";

/// Returns the figures of a `saut census` file, or `None` for other files.
fn figures_of(name: &str, stop: &Stop) -> Result<Option<Figures>, BadInput> {
    if name == BUNDLED || !Path::new(name).is_file() {
        return Ok(None);
    }
    let text = input::text(name, stop)?;
    if !text.trim_start().starts_with("{\"census\"") {
        return Ok(None);
    }
    let figures = read_figures(&text, stop).map_err(|bad| bad.within(name))?;
    Ok(Some(figures))
}

/// Returns the figures on this board in the files of `--avoid`.
fn avoided(arguments: &Generate, board: &Board, stop: &Stop) -> Result<Vec<Position>, BadInput> {
    let mut avoided = Vec::new();
    for file in &arguments.avoid {
        let name = file.display().to_string();
        if let Some(figures) = figures_of(&name, stop)? {
            let known = figures.entries().iter().filter(|_| figures.board == *board);
            let known = known.filter_map(|entry| read_figure(board, &entry.figure).ok());
            avoided.extend(known);
            continue;
        }
        let puzzles = if name == BUNDLED {
            bundled::all()
        } else {
            let entries = input::entries_named(&name, &Directions::default(), stop)?;
            entries
                .into_iter()
                .map(Entry::peg)
                .collect::<Result<_, _>>()?
        };
        for puzzle in puzzles {
            let other = puzzle.board();
            if other.cells() == board.cells() && other.geometry() == board.geometry() {
                avoided.push(puzzle.start().clone());
            }
        }
    }
    Ok(avoided)
}

fn rated(difficulty: Option<Difficulty>) -> String {
    let Some(difficulty) = difficulty else {
        return "not rated".to_owned();
    };
    let positions = print::grouped(difficulty.positions);
    let is_broken_off = difficulty.positions >= Difficulty::MOST;
    let (rating, word) = (difficulty.rating(), difficulty.word());
    let or_more = if is_broken_off { " or more" } else { "" };
    format!(
        "difficulty {rating} of 6, {word}: a blind search visits {positions}{or_more} positions"
    )
}

fn gallery(arguments: &Generate, board: &Board, made: &[GeneratedFigure]) -> String {
    let diagram = |(index, made): (usize, &GeneratedFigure)| {
        let word = made.difficulty.map_or("not rated", Difficulty::word);
        let caption = format!("{}. {} pegs, {word}", index + 1, made.figure.pegs());
        Diagram::of_position(board, &made.figure).captioned(caption)
    };
    let diagrams: Vec<Diagram<'_>> = made.iter().enumerate().map(diagram).collect();
    let (name, symmetry, count) = (&arguments.board, arguments.symmetry, arguments.count);
    let finish = arguments.finish.as_ref();
    let finish = finish.map_or(String::new(), |cells| format!(" in {cells}"));
    let mut title = format!("{name} board, symmetry {symmetry}: to be played to one peg{finish}");
    if made.len() < count.get() {
        let _ = write!(title, "; not finished, {} of {count}", made.len());
    }
    sheet(
        &title,
        "Figures from the easiest to the hardest.",
        4,
        &diagrams,
        "",
    )
}
