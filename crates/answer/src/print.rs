//! Prints boards next to each other and plans in moves, in colours if the output supports them.

use std::fmt::{self, Write};

use anstyle::{AnsiColor, Style};
use itertools::Itertools;
use saut_base::stop::StopReason;
use saut_base::visible::visible;
pub use saut_base::words::{counted, grouped};
pub use saut_formats::in_words::{block_entries, blocks, length};
pub use saut_formats::shown::plain_position;
use saut_formats::shown::{self, drawn};
use saut_levels::explore::{OfLengths, SweepLengths};
use saut_levels::packages::BlockRemoval;
use saut_peg::peg::{Board, Geometry, Jump, Position, Puzzle, moves, notation, picture};
use saut_plan::decision::BEST_FIRST;
use saut_plan::{Decision, Method, StageSpend, UnprovedRefutation};
use saut_task::plan::Plan;
use schemars::JsonSchema;
use serde::Serialize;

use crate::schema::Count;

/// The style of pegs. It is more visible than the style of vacancies.
const PEG: Style = Style::new()
    .bold()
    .fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow)));
const VACANCY: Style = Style::new().dimmed();
/// The style of headings and verdicts.
pub const STRONG: Style = Style::new().bold();

/// Maximum width of a line in a plan.
const WIDTH: usize = 78;

/// Adds colours to a picture, in which pegs are `o`, as in puzzle files.
fn coloured(picture: &str) -> String {
    let mut text = String::new();
    for symbol in picture.chars() {
        let _ = match symbol {
            'o' => write!(text, "{PEG}o{PEG:#}"),
            '.' | '?' => write!(text, "{VACANCY}{symbol}{VACANCY:#}"),
            other => write!(text, "{other}"),
        };
    }
    text
}

/// Returns the verdict of a criterion. `is_settled` is true if the criterion was evaluated completely.
pub(crate) const fn verdict(refutes: bool, is_settled: bool) -> &'static str {
    match (refutes, is_settled) {
        (true, _) => "refutes",
        (false, true) => "does not refute",
        (false, false) => "undecided",
    }
}

pub(crate) fn indented(text: &str) -> String {
    text.lines().flat_map(|line| ["  ", line, "\n"]).collect()
}

/// Draws start and goal next to each other, with coordinates and a legend. The goal is also described in words if the
/// picture is not sufficient.
pub fn pair(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let left = drawn(board, &picture::draw_position(board, puzzle.start()));
    let right = drawn(board, &picture::draw_goal(board, puzzle.goal()));
    let mut text = String::new();
    for (row, (start, goal)) in left.lines.iter().zip(&right.lines).enumerate() {
        let arrow = if row == left.rows / 2 {
            shown::ARROW
        } else {
            "      "
        };
        let space = " ".repeat(left.width - start.chars().count());
        let (start, goal) = (coloured(start), coloured(goal));
        let line = format!("  {start}{space}{arrow}{goal}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let _ = writeln!(text, "{}", notation::legend_of_text(board));
    if board.geometry() == Geometry::SquareDiagonal {
        let _ = writeln!(text, "{}", shown::DIAGONALS);
    }
    if let Some(hole) = board.put_back() {
        let cell = notation::cell_name(board, board.cell(hole));
        let hand = if puzzle.has_hand(puzzle.start()) {
            format!(
                "{}{cell}, to be put back there (+{cell}) when it is vacant",
                shown::IN_HAND
            )
        } else {
            format!("in hand: nothing; the peg of {cell} has been put back")
        };
        let _ = writeln!(text, "{hand}");
    }
    if let Some(words) = puzzle.goal().in_words() {
        let _ = writeln!(text, "{}{words}", shown::GOAL);
    }
    text
}

/// Returns the name of a puzzle, its title, its start and its goal.
pub fn opening(puzzle: &Puzzle) -> String {
    format!("{}\n\n{}", heading(puzzle), pair(puzzle))
}

/// Draws one position, indented, with coordinates.
pub fn position(board: &Board, position: &Position) -> String {
    let mut text = String::new();
    for line in drawn(board, &picture::draw_position(board, position)).lines {
        let _ = writeln!(text, "  {}", coloured(&line));
    }
    text
}

/// Returns a plan in moves: successive jumps of one peg are one word, `75/73/53`.
pub fn plan(board: &Board, jumps: &[Jump]) -> String {
    plan_in(notation::Digits::ColumnFirst, board, jumps)
}

/// Returns a plan in moves, with the digits of each cell in the given order.
pub fn plan_in(digits: notation::Digits, board: &Board, jumps: &[Jump]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for sweep in moves(jumps) {
        let word = notation::move_name_in(digits, board, &sweep);
        if column > 0 && column + 1 + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        }
        text.push_str(if column == 0 { "  " } else { " " });
        column += word.len() + if column == 0 { 2 } else { 1 };
        text.push_str(&word);
    }
    text.push('\n');
    text
}

/// Returns a plan in moves, with triple removals in bold, `**24/26**`, in a syntax that the parser of plans accepts.
pub fn packaged(board: &Board, jumps: &[Jump], blocks: &[BlockRemoval]) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut next = 0;
    let sweeps = |jumps: &[Jump]| -> Vec<String> {
        let moves = moves(jumps);
        moves
            .iter()
            .map(|sweep| notation::move_name(board, sweep))
            .collect()
    };
    for block in blocks
        .iter()
        .filter(|block| block.name() == "triple removal")
    {
        let [first, .., last] = block.cleared[..] else {
            continue;
        };
        words.extend(sweeps(&jumps[next..block.first]));
        let [first, last] = [first, last].map(|cell| notation::cell_name(board, cell));
        words.push(format!("**{first}/{last}**"));
        next = block.first + block.jumps;
    }
    words.extend(sweeps(&jumps[next..]));
    let lines = words
        .chunks(8)
        .map(|line| format!("  {}\n", line.join(" ")));
    lines.collect()
}

/// Returns a plan in steps, one per line: the jumps of a line can be played in any order.
pub fn steps(board: &Board, plan: &Plan<Jump>) -> String {
    let mut text = String::new();
    for (number, step) in (1..).zip(&plan.steps) {
        let words = step
            .iter()
            .map(|&one| notation::jump_name(board, one))
            .join(" ");
        let _ = writeln!(text, "{number:>4}. {words}");
    }
    text
}

/// Returns the name of a puzzle, and its title if it has one.
pub fn heading(puzzle: &Puzzle) -> String {
    let title = puzzle.title.as_ref();
    let title = title.map_or(String::new(), |title| format!(": {}", visible(title)));
    format!("{STRONG}{}{STRONG:#}{title}", visible(puzzle.name()))
}

/// Lists the plans with the fewest moves by their longest sweep, then by the lengths of all their moves.
pub fn sweep_lengths(lengths: &SweepLengths) -> Vec<String> {
    let mut lines = vec![format!(
        "the longest sweep in these plans has {}",
        counted(lengths.longest(), "jump")
    )];
    for (longest, plans, up_to_symmetry) in lengths.by_longest() {
        lines.push(format!(
            "  longest sweep {longest}: {}, {} up to the symmetries",
            counted(plans, "plan"),
            grouped(up_to_symmetry)
        ));
    }
    lines.push("lengths of the moves of these plans:".to_owned());
    for row in &lengths.rows {
        let equal = row.lengths.iter().dedup_with_count();
        let words = equal.map(|(times, length)| match times {
            1 => length.to_string(),
            _ => format!("{length}×{times}"),
        });
        lines.push(format!(
            "  {}: {}, {} up to the symmetries",
            words.into_iter().join(" "),
            counted(row.plans, "plan"),
            grouped(row.up_to_symmetry)
        ));
    }
    lines
}

/// Plans whose moves have the same lengths.
#[derive(Serialize, JsonSchema)]
pub struct SweepLengthsEntry {
    /// The lengths, the longest first.
    lengths: Vec<u8>,
    /// Number of plans.
    plans: Count,
    /// Number of plans up to symmetry.
    up_to_symmetry: Count,
}

/// Returns the numbers of plans for JSON, with one entry for each list of lengths.
pub fn sweep_length_entries(lengths: &SweepLengths) -> Vec<SweepLengthsEntry> {
    let entry = |row: &OfLengths| SweepLengthsEntry {
        lengths: row.lengths.clone(),
        plans: Count(row.plans),
        up_to_symmetry: Count(row.up_to_symmetry),
    };
    lengths.rows.iter().map(entry).collect()
}

/// Returns the seconds per engine as text, `gbfs 0.25 s, formulas 1.50 s`, or `None` if no engine ran.
pub fn stages_in_words(spent: &[StageSpend]) -> Option<String> {
    let stage = |spend: &StageSpend| {
        let seconds = spend.elapsed.as_secs_f64();
        format!("{} {seconds:.2} s", spend.stage)
    };
    (!spent.is_empty()).then(|| spent.iter().map(stage).join(", "))
}

/// Describes a refuted horizon: number of steps, encoding, order, and whether a proof was checked.
fn horizon_refuted(horizon: usize, is_proved: bool, method: Option<&Method>) -> String {
    let steps = counted(horizon, "step");
    let (which, proof) = match method {
        Some(Method::Formula { encoding, .. }) => (
            format!("of {encoding:#}"),
            if is_proved {
                "proof checked"
            } else {
                "proof not checked"
            },
        ),
        _ => (
            "in the action orders that were tried".to_owned(),
            "other orders may have a plan; proof not checked",
        ),
    };
    format!("no plan in {steps} {which} ({proof})")
}

/// Describes the method of an answer, with the size of its formula or the number of visited states.
pub(crate) fn found_by(method: &Method) -> String {
    match method {
        Method::Formula {
            encoding,
            horizon,
            backend,
            variables,
            clauses,
            conflicts,
            ..
        } => {
            let spent = conflicts.map_or(String::new(), |conflicts| {
                format!(" in {}", counted(conflicts, "conflict"))
            });
            format!(
                "{encoding} formula, {}, {}, {}, solved by {backend}{spent}; ",
                counted(*horizon, "step"),
                counted(*variables, "variable"),
                counted(*clauses, "clause"),
            )
        }
        Method::NumericFormula {
            encoding,
            horizon,
            backend,
        } => format!(
            "{encoding} formula, {}, solved by {backend}; ",
            counted(*horizon, "step")
        ),
        Method::Search {
            name: BEST_FIRST,
            states: Some(states),
        } => format!(
            "by greedy best-first search, {} evaluated; ",
            counted(*states, "state")
        ),
        Method::Search {
            name: "improved", ..
        } => "from an earlier plan; ".to_owned(),
        other => format!("by {}; ", other.name()),
    }
}

/// Writes the reason why the puzzle or task is undecided, and the refutations without a checked proof.
pub(crate) fn write_undecided<P, C>(
    out: &mut String,
    decision: &Decision<P, C>,
    why: StopReason,
    note: Option<&str>,
) -> fmt::Result {
    writeln!(out, "{STRONG}undecided{STRONG:#} ({})", why.name())?;
    if let Some(note) = note {
        writeln!(out, "{note}")?;
    }
    if let StopReason::HorizonRefuted { horizon, is_proved } = why {
        let sentence = horizon_refuted(horizon, is_proved, decision.method.as_ref());
        writeln!(out, "{sentence}")?;
    }
    write_unproved(out, decision)
}

/// Writes a line for each refutation whose proof was not checked within the limits.
pub(crate) fn write_unproved<P, C>(out: &mut String, decision: &Decision<P, C>) -> fmt::Result {
    for UnprovedRefutation {
        backend,
        encoding,
        horizon,
        elapsed,
        has_proof,
        ..
    } in &decision.unproved
    {
        let (steps, seconds) = (counted(*horizon, "step"), elapsed.as_secs_f64());
        let proof = if *has_proof {
            "its proof was not checked in time"
        } else {
            "it wrote no proof, and no other proof was found and checked in time"
        };
        writeln!(
            out,
            "{backend} refuted the {encoding} formula of {steps} in {seconds:.1} s; {proof}"
        )?;
    }
    Ok(())
}

/// Describes the method of a decision, the time, and the number of formulas.
pub(crate) fn found_and_spent<P, C>(decision: &Decision<P, C>) -> String {
    let method = decision.method.as_ref();
    let by = method.map_or(String::new(), found_by);
    let formulas = match decision.attempts {
        0 => String::new(),
        attempts => format!(", {}", counted(attempts, "formula")),
    };
    format!("{by}{:.2} s{formulas}", decision.elapsed.as_secs_f64())
}
