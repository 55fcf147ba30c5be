//! `saut show`: pictures of a puzzle, or of a plan move by move, as text, SVG, PNG, LaTeX or HTML. A PNG picture is not
//! printed on a terminal.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use saut::answer::{Explanation, describe, step_name};
use saut::certify::parity::corners;
use saut::certify::{self, CheckedCertificate};
use saut::formats::{Entry, latex, page, plan_file, png, state_list, step_file, svg};
use saut::named::Named as _;
use saut::packages::{self, Composition, Piece};
use saut::peg::notation::Digits;
use saut::peg::{Board, GameLength, Hole, Jump, Puzzle, moves, notation, picture};
use saut::play::Game;
use saut::search::SearchSettings;
use saut::simulate::baseball::ReplayedSteps;
use saut::simulate::{self, RejectedJumps, ReplayedPlan};
use saut::stop::Stop;
use saut::visible::visible_lines;
use saut::{BadInput, baseball};
use saut_check::{Document, Report, certificate_of};
use serde_json::{Value, json};

use super::arguments::{Global, Show, ShowFormat, SvgStyle};
use super::reply::{CommandOutput, Failure, unusable};
use super::{input, print};

/// Maximum time for the criteria on the page of a certificate.
const SURVEY: Duration = Duration::from_secs(20);

pub fn run(arguments: &Show, global: &Global) -> Result<CommandOutput, Failure> {
    if arguments.all {
        return collection(arguments, global);
    }
    let puzzle = match input::entry(&arguments.puzzle, &global.stop)? {
        Entry::Baseball(puzzle) => return show_baseball(arguments, global, &puzzle),
        entry @ Entry::Peg(_) if matches!(arguments.format(global), ShowFormat::Html) => {
            entry.peg()?
        }
        entry @ Entry::Peg(_) => entry.peg_under_any_rule()?,
    };
    let mut game = None;
    if let Some(file) = &arguments.result {
        let result = input::plan_text(file, &global.stop)?;
        if let Some(checked) = checked(&puzzle, file, &result)? {
            return show_reasons(arguments, global, &puzzle, &checked);
        }
        game = Some(played(&puzzle, file, &result)?);
    }
    let jumps = game.as_ref().map(Game::played);
    if let ShowFormat::Cells = arguments.format(global) {
        let lists = state_list::write_positions(&puzzle, jumps.unwrap_or_default());
        let facts = facts(&puzzle, game.as_ref());
        return CommandOutput::content(facts, Some("cells"), lists, global.out.as_deref());
    }
    let symbols = latex::Symbols::read(arguments.symbols.as_deref())?;
    drawn(
        arguments,
        global,
        facts(&puzzle, game.as_ref()),
        || text(&puzzle, game.as_ref()),
        || match (jumps, arguments.style) {
            (None, _) => svg::puzzle(&puzzle),
            (Some(jumps), SvgStyle::Sheet) => svg::plan(&puzzle, jumps),
            (Some(jumps), SvgStyle::Strip) => svg::strip(&puzzle, jumps),
            (Some(jumps), SvgStyle::Animation) => svg::animation(&puzzle, jumps),
        },
        || match jumps {
            None => latex::puzzle(&puzzle, &symbols),
            Some(jumps) => latex::plan(&puzzle, jumps, &symbols),
        },
        || page::page(&puzzle, jumps),
    )
}

/// Reads and plays the jumps in a file. An illegal jump is an error, but the game may end before the goal.
fn played(puzzle: &Puzzle, file: &str, text: &str) -> Result<Game, Failure> {
    let plan = plan_file::read_plan(puzzle, text, None).map_err(|bad| bad.within(file))?;
    match simulate::replay(puzzle, plan.clone()) {
        Ok(_) | Err(RejectedJumps::NotTheGoal { .. }) => {}
        Err(rejected) => {
            let refused = saut_check::refused_plan(puzzle.board(), text, None, &rejected);
            return Err(Failure::Refused(refused.within(file)));
        }
    }
    let mut game = Game::new(puzzle.clone());
    for &jump in plan.actions() {
        game.play(jump).map_err(Failure::internal)?;
    }
    Ok(game)
}

/// Returns all puzzles of a file on one page.
fn collection(arguments: &Show, global: &Global) -> Result<CommandOutput, Failure> {
    if !matches!(arguments.format(global), ShowFormat::Html) {
        let fact = "all puzzles of a file can only be shown on an HTML page";
        return unusable("--all", fact, "add --format html");
    }
    let entries = input::entries(&arguments.puzzle, &global.stop)?;
    let page = page::collection(input::name(&arguments.puzzle), &entries)?;
    let document = json!({"puzzles": entries.len()});
    CommandOutput::content(document, Some("html"), page, global.out.as_deref())
}

fn facts(puzzle: &Puzzle, game: Option<&Game>) -> Value {
    let board = puzzle.board();
    let mut document = json!({
        "puzzle": puzzle.name(), "geometry": board.geometry().name(), "holes": board.drawn().len(),
        "corners": corners(&board.without_put_back()).pegs(), "expect": puzzle.expect.name(),
        "start": picture::draw_position(board, puzzle.start()),
        "goal": picture::draw_goal(board, puzzle.goal()),
    });
    if puzzle.goal().is_one_peg() {
        document["one_peg"] = true.into();
    }
    if let Some(hole) = board.put_back() {
        let cell = board.cell(hole);
        document["put_back"] = json!([cell.x, cell.y]);
    }
    if let Some(game) = game {
        document["plan"] = json!(game.played());
        let blocks = packages::blocks(board, puzzle.start(), game.played());
        document["packages"] = print::block_entries(&blocks);
        if !game.is_won() {
            document["pegs_left"] = puzzle.pegs_on_board(game.position()).into();
        }
    }
    document
}

/// Reads the plan in the text of a file and replays it.
///
/// # Errors
/// The text is not a plan of the puzzle, or the plan is rejected.
pub fn replayed(
    puzzle: &Puzzle,
    file: &str,
    text: &str,
    digits: Option<Digits>,
) -> Result<ReplayedPlan, Failure> {
    let plan = plan_file::read_plan(puzzle, text, digits).map_err(|bad| bad.within(file))?;
    simulate::replay(puzzle, plan).map_err(|rejected| {
        let refused = saut_check::refused_plan(puzzle.board(), text, digits, &rejected);
        Failure::Refused(refused.within(file))
    })
}

/// Returns the certificate in the text of a file, if the text has one. The certificate is checked.
fn checked(puzzle: &Puzzle, file: &str, text: &str) -> Result<Option<CheckedCertificate>, Failure> {
    let document = Document::read(text, file, None)?;
    let found = certificate_of(&document, None).map_err(|fault| fault.within(file))?;
    let Some((claim, others)) = found else {
        return Ok(None);
    };
    let recorded = others.record_beside_certificate(&mut Report::default());
    recorded.map_err(|fault| fault.within(file))?;
    let checked = certify::check_within(puzzle, claim, &SearchSettings::default());
    checked.map(Some).map_err(|rejected| {
        let refused = BadInput::new("certificate rejected", rejected.to_string());
        Failure::Refused(refused.within(file))
    })
}

/// Shows why a puzzle has no plan, as text or on a page.
fn show_reasons(
    arguments: &Show,
    global: &Global,
    puzzle: &Puzzle,
    checked: &CheckedCertificate,
) -> Result<CommandOutput, Failure> {
    let shown = match arguments.format(global) {
        ShowFormat::Html => infeasible(puzzle, checked)?,
        ShowFormat::Text => {
            let (kind, why) = (checked.kind(), checked.explanation(puzzle));
            let shown = text(puzzle, None)?;
            format!("{shown}\ninfeasible: the certificate ({kind}) holds\n{why}")
        }
        ShowFormat::Svg | ShowFormat::Png | ShowFormat::Latex | ShowFormat::Cells => {
            let fact = "a certificate can only be shown as text or HTML";
            return unusable("--format", fact, "give --format text or html");
        }
    };
    let document = json!({"puzzle": puzzle.name(), "verdict": "infeasible", "checked": true});
    let key = Some(arguments.format(global).name());
    CommandOutput::content(document, key, shown, global.out.as_deref())
}

/// Returns the page of a certificate, with the results of all criteria.
fn infeasible(puzzle: &Puzzle, checked: &CheckedCertificate) -> Result<String, Failure> {
    let stop = Stop::new(Some(SURVEY), None);
    let mut document = Explanation::new(puzzle, &stop)?.document()?;
    let mut criteria: Vec<Value> = serde_json::from_value(document["criteria"].take())?;
    // The certificate comes first, with the weights of its criterion or with its own explanation.
    let name = checked.kind();
    let own = criteria
        .iter()
        .position(|one| one["name"] == name && one["refutes"] == true);
    let first = own.map_or_else(
        || json!({"name": name, "refutes": true, "why": checked.explanation(puzzle), "weights": []}),
        |index| criteria.remove(index),
    );
    criteria.insert(0, first);
    Ok(page::infeasible(puzzle, &Value::Array(criteria)))
}

/// Runs `saut show` for a puzzle of colour baseball.
fn show_baseball(
    arguments: &Show,
    global: &Global,
    puzzle: &baseball::TrackPuzzle,
) -> Result<CommandOutput, Failure> {
    let replayed = |file: &str| -> Result<_, Failure> {
        let plan = step_file::read_steps(&input::text(file, &global.stop)?)
            .map_err(|bad| bad.within(file))?;
        simulate::baseball::replay(puzzle, plan).map_err(|rejected| {
            let refused = BadInput::new("plan refused", rejected);
            Failure::Refused(refused.within(file))
        })
    };
    let plan = arguments.result.as_deref().map(replayed).transpose()?;
    let steps = plan.as_ref().map(ReplayedSteps::steps);
    let moves = steps.as_deref().unwrap_or_default();
    let bases = |of: &baseball::Configuration| {
        (0..of.bases())
            .map(|base| json!(of.on(base)))
            .collect::<Value>()
    };
    let mut facts = json!({
        "puzzle": puzzle.name(), "game": "baseball", "track": puzzle.track().name(),
        "capacity": puzzle.capacity(), "start": bases(puzzle.start()), "goal": bases(puzzle.goal()),
        "svg": baseball::picture::svg(puzzle, &[]),
    });
    if let Some(steps) = &steps {
        facts["plan"] = json!(steps);
    }
    drawn(
        arguments,
        global,
        facts,
        || baseball_text(puzzle, moves),
        || match arguments.style {
            SvgStyle::Sheet => baseball::picture::svg(puzzle, moves),
            SvgStyle::Strip => baseball::picture::strip(puzzle, moves),
            SvgStyle::Animation => baseball::picture::animation(puzzle, moves),
        },
        || latex::track(puzzle, moves),
        || page::track(puzzle, steps.as_deref()),
    )
}

/// Returns the puzzle as text, with a line for each step of the plan.
fn baseball_text(
    puzzle: &baseball::TrackPuzzle,
    steps: &[baseball::Step],
) -> Result<String, Failure> {
    let mut text = describe(puzzle);
    let (bases, track, capacity) = (puzzle.bases(), puzzle.track(), puzzle.capacity());
    let fewest = baseball::fewest_steps(puzzle);
    let _ = writeln!(
        text,
        "{bases} bases on a {track}, {capacity} places each; at least {fewest} steps"
    );
    for (what, words) in [("why", &puzzle.why), ("source", &puzzle.source)] {
        if let Some(words) = words {
            let _ = writeln!(text, "{what}: {words}");
        }
    }
    let mut configuration = puzzle.start().clone();
    for (number, &step) in (1..).zip(steps) {
        simulate::baseball::play(puzzle, &mut configuration, step).map_err(Failure::other)?;
        let picture = baseball::picture::text(&configuration, capacity);
        let space = if number == 1 { "\n" } else { "" };
        let _ = writeln!(text, "{space}{number:>4}. {:<8} {picture}", step_name(step));
    }
    Ok(text)
}

/// Calls the function for the requested format, and returns the reply with its drawing.
fn drawn(
    arguments: &Show,
    global: &Global,
    facts: Value,
    text: impl FnOnce() -> Result<String, Failure>,
    svg: impl FnOnce() -> String,
    latex: impl FnOnce() -> String,
    html: impl FnOnce() -> String,
) -> Result<CommandOutput, Failure> {
    let (format, out) = (arguments.format(global), global.out.as_deref());
    let drawn = match format {
        ShowFormat::Text => return CommandOutput::content(facts, None, text()?, out),
        ShowFormat::Svg => svg(),
        ShowFormat::Latex => latex(),
        ShowFormat::Html => html(),
        ShowFormat::Cells => {
            let fact = "colour baseball has no cells";
            return unusable("--format cells", fact, "choose another format");
        }
        ShowFormat::Png => {
            let bad = |fact: &str, remedy: &str| unusable("--format png", fact, remedy);
            if matches!(arguments.style, SvgStyle::Animation) {
                return bad(
                    "a PNG picture cannot show an animation",
                    "give --format svg, or another --style",
                );
            }
            if out.is_none() && (global.json || std::io::stdout().is_terminal()) {
                return bad("a PNG picture is not text", "give a file with -o");
            }
            return CommandOutput::content(facts, None, png::png(&svg())?, out);
        }
    };
    CommandOutput::content(facts, Some(format.name()), drawn, out)
}

fn text(puzzle: &Puzzle, game: Option<&Game>) -> Result<String, Failure> {
    let board = puzzle.board();
    let put_back = usize::from(puzzle.has_hand(puzzle.start()));
    let (fewest, most) = puzzle.jump_range();
    let (fewest, most) = (fewest - put_back, most - put_back);
    let jumps = if fewest == most {
        print::counted(most, "jump")
    } else {
        format!("{fewest} to {most} jumps")
    };
    let symmetries = board.symmetries().len();
    let ending = if symmetries == 1 { "y" } else { "ies" };
    let mut text = format!(
        "{}\n\
         {} ({}), {}, {} on the board, {symmetries} symmetr{ending}; {}, {jumps} to play\n",
        print::opening(puzzle),
        print::counted(board.drawn().len(), "hole"),
        board.geometry(),
        print::counted(corners(&board.without_put_back()).pegs(), "corner"),
        print::counted(board.without_put_back().jumps().len(), "jump"),
        print::counted(puzzle.pegs_on_board(puzzle.start()), "peg"),
    );
    for (what, words) in [("why", &puzzle.why), ("source", &puzzle.source)] {
        if let Some(words) = words {
            let _ = writeln!(text, "{what}: {}", visible_lines(words));
        }
    }
    let _ = writeln!(text, "expected: {}", puzzle.expect.name());
    if let Some(game) = game {
        text += &moves_in_pictures(puzzle, game.played())?;
        if !game.is_won() {
            let jumps = print::counted(GameLength::of(game.played()).jumps, "legal jump");
            let pegs = print::counted(puzzle.pegs_on_board(game.position()), "peg");
            let _ = writeln!(text, "\nnot finished: {jumps}, {pegs} left");
        }
    }
    Ok(text)
}

/// The colours of the pieces: the core, single jumps, and block removals.
const TINTS: [AnsiColor; Composition::COLOURS] = [
    AnsiColor::Cyan,
    AnsiColor::White,
    AnsiColor::Yellow,
    AnsiColor::Green,
    AnsiColor::Magenta,
    AnsiColor::Red,
    AnsiColor::Blue,
];

/// Draws the pieces of a plan on the board, each with its colour and letter.
fn pieces_in_colours(board: &Board, pieces: &Composition) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz";
    let mut text = "\npieces: # is the core, - are single jumps, letters are the packages in their order (after \
        z comes a again):\n"
        .to_owned();
    let colours = pieces.colours(board);
    let sign = |hole: Hole| {
        let sign = match pieces.at(hole) {
            None => '.',
            Some(Piece::Core) => '#',
            Some(Piece::SingleJump) => '-',
            Some(Piece::Package(number)) => char::from(LETTERS[number % LETTERS.len()]),
        };
        sign.to_string()
    };
    let mut holes = 0..board.len();
    for row in picture::placed_rows(board, &picture::draw_texts(board, 1, sign)) {
        text += "  ";
        for sign in row.chars() {
            let hole = if sign == ' ' { None } else { holes.next() };
            let tint = hole.and_then(|hole| colours[hole]);
            let style = Style::new().fg_color(tint.map(|tint| TINTS[tint].into()));
            let _ = write!(text, "{style}{sign}{style:#}");
        }
        text += "\n";
    }
    text
}

/// Returns the position after each move, the pieces of the plan, and its block removals.
fn moves_in_pictures(puzzle: &Puzzle, jumps: &[Jump]) -> Result<String, Failure> {
    let (board, mut text) = (puzzle.board(), String::new());
    let mut position = puzzle.start().clone();
    for (number, sweep) in (1..).zip(&moves(jumps)) {
        for &jump in sweep.jumps() {
            simulate::play(board, &mut position, jump).map_err(Failure::other)?;
        }
        let name = notation::move_name(board, sweep);
        let position = print::position(board, &position);
        let _ = write!(text, "\n{number}. {name}\n{position}");
    }
    if let Some(pieces) = Composition::of(board, puzzle.start(), jumps) {
        text += &pieces_in_colours(board, &pieces);
    }
    let blocks = packages::blocks(board, puzzle.start(), jumps);
    if !blocks.is_empty() {
        let lines = print::blocks(board, jumps, &blocks);
        let _ = write!(text, "\nblock removals:\n{lines}");
    }
    Ok(text)
}
