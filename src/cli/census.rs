//! `saut census`: decides every figure of a board with a symmetry.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use saut::BadInput;
use saut::census::{
    CATEGORIES, CensusJournal, CensusSettings, Difficulty, Selection, Shard, category_of_figure,
    decide_figures,
};
use saut::formats::census::{
    CensusHeader, FigureEntry, Figures, figure_name, read_figure, write_csv,
};
use saut::formats::page;
use saut::formats::svg::{Diagram, sheet};
use saut::peg::{Board, Goal, Position, boards};
use serde_json::json;

use super::arguments::{CensusOptions, Global};
use super::interrupt::interruptible;
use super::progress::Line;
use super::reply::{CommandOutput, Failure, of_work};
use super::{print, whole};

/// Number of columns in a gallery.
const COLUMNS: usize = 16;

pub fn run(arguments: &CensusOptions, global: &Global) -> Result<CommandOutput, Failure> {
    let stop = interruptible(&global.stop);
    let board = Arc::new(board(&arguments.board)?);
    let selection = Selection {
        kind: arguments.symmetry,
        pegs: arguments.pegs.clone().unwrap_or(0..=usize::MAX),
        sample: arguments.sample.map(|number| (number.get(), global.seed)),
        shard: arguments.shard,
    };
    let figures = selection.figures(&board, &stop)?;
    let heading = CensusHeader {
        census: arguments.board.clone(),
        symmetry: arguments.symmetry.to_string(),
        finish: arguments.finish.clone(),
    };
    let goal = heading.goal(&board).map_err(|bad| bad.within("--finish"))?;
    let mut register = match &global.out {
        None => CensusJournal::default(),
        Some(path) => CensusJournal::open(path, &heading, &board)?,
    };
    let census = CensusSettings {
        stop,
        figure_limit: arguments.figure_timeout.map(Duration::from_secs_f64),
        threads: global.threads,
        seed: global.seed,
        rates: true,
        goal: goal.clone(),
    };
    let line = Line::of_parts(figures.len());
    let ended = decide_figures(&board, &figures, &census, &mut register, |done, figure| {
        line.show(done, print::counted(figure.pegs(), "peg"));
    })?;
    line.finish_and_clear();
    let entries = figures.iter().filter_map(|figure| register.get(figure));
    let entries: Vec<&FigureEntry> = entries.collect();
    let known = || known(arguments, &board, &figures, &register);
    if let Some(path) = &arguments.svg {
        whole::write(path, gallery(&known()))?;
    }
    if let Some(path) = &arguments.html {
        whole::write(path, page::census(&known()))?;
    }
    let totals = totals(&board, &goal, &entries);
    let mut text = summary(arguments, figures.len(), &entries, &totals);
    if let Some(path) = &arguments.csv {
        let csv = write_csv(entries.iter().copied());
        if path == Path::new("-") {
            text = csv;
        } else {
            whole::write(path, csv)?;
        }
    }
    let (board, symmetry) = (&arguments.board, arguments.symmetry.to_string());
    let mut document =
        json!({"board": board, "symmetry": symmetry, "totals": totals, "figures": entries});
    if let Some(finish) = &arguments.finish {
        document["finish"] = finish.as_str().into();
    }
    let is_whole = entries.len() == figures.len() && entries.iter().all(|entry| entry.is_decided());
    let mut reply = CommandOutput::new(of_work(is_whole), document, text);
    if let Some(why) = ended {
        let (done, all) = (entries.len(), print::counted(figures.len(), "figure"));
        let further = if global.out.is_some() {
            "the same command continues with the remaining figures"
        } else {
            "to keep decided figures and continue later, add -o FILE"
        };
        let why = why.name();
        let line = format!("saut: ended ({why}) after {done} of {all}; {further}");
        reply = reply.aside(line);
    }
    Ok(reply)
}

/// Returns the number of figures in each category.
fn totals(
    board: &Arc<Board>,
    goal: &Goal,
    entries: &[&FigureEntry],
) -> BTreeMap<&'static str, usize> {
    let mut totals: BTreeMap<_, _> = CATEGORIES.into_iter().map(|it| (it, 0)).collect();
    for entry in entries {
        if let Ok(figure) = read_figure(board, &entry.figure) {
            let category = category_of_figure(board, &figure, goal, entry.verdict == "solved");
            *totals.entry(category).or_default() += 1;
        }
    }
    totals
}

/// Returns the board with this name; upper and lower case are equivalent.
pub fn board(name: &str) -> Result<Board, BadInput> {
    boards::named(&name.to_lowercase()).ok_or_else(|| {
        let all = boards::NAMES.join(", ");
        BadInput::new("--board", format!("no board is called \"{name}\""))
            .remedy(format!("choose one of {all}"))
    })
}

/// Returns all selected figures with their results so far. The title has the number of undecided figures.
fn known(
    arguments: &CensusOptions,
    board: &Board,
    figures: &[Position],
    register: &CensusJournal,
) -> Figures {
    let entry = |figure: &Position| {
        let unknown = || FigureEntry {
            figure: figure_name(figure),
            pegs: figure.pegs(),
            verdict: "undecided".to_owned(),
            reason: "not reached".to_owned(),
            ..FigureEntry::default()
        };
        register.get(figure).cloned().unwrap_or_else(unknown)
    };
    let entries: Vec<FigureEntry> = figures.iter().map(entry).collect();
    let undecided = entries.iter().filter(|entry| !entry.is_decided()).count();
    let (name, symmetry) = (&arguments.board, arguments.symmetry);
    let all = print::counted(figures.len(), "figure");
    let finish = arguments.finish.as_ref();
    let finish = finish.map_or(String::new(), |cells| format!(", to one peg in {cells}"));
    let mut title = format!("{name} board, symmetry {symmetry}{finish}: {all}");
    if undecided > 0 {
        let _ = write!(title, "; not finished, {undecided} undecided");
    }
    if arguments.sample.is_some() || arguments.pegs.is_some() || arguments.shard != Shard::WHOLE {
        title.push_str("; a part of all figures");
    }
    Figures::new(title, board.clone(), entries)
}

fn gallery(figures: &Figures) -> String {
    let board = &figures.board;
    let diagram = |entry: &FigureEntry| {
        let (verdict, reason) = (&entry.verdict, &entry.reason);
        let pegs = print::counted(entry.pegs, "peg");
        let caption = match verdict.as_str() {
            "solved" => format!("{pegs}, ends {}", entry.survivors.join(" ")),
            _ => format!("{pegs}, {verdict}: {reason}"),
        };
        let figure = read_figure(board, &entry.figure).ok()?;
        Some(Diagram::of_position(board, &figure).captioned(caption))
    };
    let diagrams: Vec<Diagram<'_>> = figures.entries().iter().filter_map(diagram).collect();
    let title = format!("{}; {}", figures.title, figures.summary());
    let description = "Every figure with its verdict. Solvable figures come first, with the holes \
        in which the last peg can be.";
    sheet(&title, description, COLUMNS, &diagrams, "")
}

fn summary(
    arguments: &CensusOptions,
    all: usize,
    entries: &[&FigureEntry],
    totals: &BTreeMap<&'static str, usize>,
) -> String {
    let (strong, board, symmetry) = (print::STRONG, &arguments.board, arguments.symmetry);
    let all = print::counted(all, "figure");
    let decided = entries.iter().filter(|entry| entry.is_decided()).count();
    let finish = arguments.finish.as_ref();
    let finish = finish.map_or(String::new(), |cells| format!(", to one peg in {cells}"));
    let mut text = format!(
        "{strong}{board}, {symmetry}{strong:#}{finish}: {all}, {decided} decided in this run\n"
    );
    let mut reasons: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for entry in entries {
        *reasons.entry((&entry.verdict, &entry.reason)).or_default() += 1;
    }
    for ((verdict, reason), number) in reasons {
        let _ = writeln!(text, "  {number:>6} {verdict}: {reason}");
    }
    let numbers =
        CATEGORIES.map(|it| format!("{} {it}", totals.get(it).copied().unwrap_or_default()));
    let undecided = entries.len() - decided;
    let among = if undecided > 0 {
        format!(" ({undecided} undecided)")
    } else {
        String::new()
    };
    let _ = writeln!(
        text,
        "  {}{among}\n  FIT: impossible by class on any board; FIP: no jump; FTP: impossible for another reason, or \
         undecided; FPP: possible",
        numbers.join(", ")
    );
    let solved = entries.iter().filter(|entry| entry.verdict == "solved");
    for (number, entry) in solved.enumerate() {
        if number == 0 {
            text += "\nsolved: figure, pegs, difficulty, holes of the last peg\n";
        }
        let difficulty = entry.difficulty;
        let difficulty = difficulty.map_or("?", |positions| Difficulty { positions }.word());
        let (figure, pegs, cells) = (&entry.figure, entry.pegs, entry.survivors.join(" "));
        let _ = writeln!(text, "  {figure} {pegs:>3}  {difficulty:<9}  {cells}");
    }
    text
}
