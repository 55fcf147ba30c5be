//! The puzzles of a report: their pictures, and the commands that write their formulas again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use saut_peg::peg::Puzzle;
use saut_peg::peg::picture::{draw_goal, draw_position};

use super::super::{Report, again};
use saut_formats::markup::escaped;

/// Puzzles with pictures and commands; the rest are only named.
const MOST_PUZZLES: usize = 2_000;
/// Commands listed of one instance.
const MOST_COMMANDS: usize = 30;

/// The section, one entry an instance with the anchor `i` and its number.
pub fn section(report: &Report, find: &dyn Fn(&str) -> Option<Puzzle>) -> String {
    let commands = commands(report);
    let mut html = "<section id=\"puzzles\" class=\"puzzles\"><h2>Puzzles</h2>\n<p class=\"soft\">Start, \
                    goal, and the commands that write the formulas again. A small dot is a vacancy; a tiny \
                    one in a goal, a hole left open.</p>\n"
        .to_owned();
    for (number, instance) in report.instances.iter().enumerate() {
        let (name, family) = (escaped(&instance.name()), escaped(&instance.family));
        let _ = writeln!(
            html,
            "<details id=\"i{number}\"><summary>{name} <span class=\"soft\">{family}, {} holes</span></summary>",
            instance.holes
        );
        if number < MOST_PUZZLES {
            html.push_str(
                &find(&instance.puzzle).map_or_else(String::new, |puzzle| boards(&puzzle)),
            );
            if let Some(of_instance) = commands.get(&number) {
                let lines: Vec<String> = of_instance.iter().map(|line| escaped(line)).collect();
                let _ = write!(html, "<pre>{}</pre>", lines.join("\n"));
            }
        }
        html.push_str("</details>\n");
    }
    html + "</section>\n"
}

/// The commands for every instance.
fn commands(report: &Report) -> BTreeMap<usize, Vec<String>> {
    let mut formulas: BTreeMap<usize, BTreeSet<(&str, Option<usize>)>> = BTreeMap::new();
    for solver in 0..report.solvers.len() {
        for (instance, record) in report.runs_by(solver) {
            let of_instance = formulas.entry(instance).or_default();
            of_instance.insert((&record.encoding, record.horizon));
        }
    }
    let lines = |(instance, asked): (usize, BTreeSet<(&str, Option<usize>)>)| {
        let puzzle = &report.instances[instance].puzzle;
        let lines = asked
            .into_iter()
            .filter_map(|(encoding, horizon)| again::command(puzzle, encoding, horizon));
        (instance, lines.take(MOST_COMMANDS).collect::<Vec<_>>())
    };
    let mut commands: BTreeMap<usize, Vec<String>> = formulas.into_iter().map(lines).collect();
    commands.retain(|_, lines| !lines.is_empty());
    commands
}

/// Start and goal.
fn boards(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let title = puzzle.title.as_deref().unwrap_or("");
    let start = drawing(&draw_position(board, puzzle.start()), "start");
    let goal = drawing(&draw_goal(board, puzzle.goal()), "goal");
    format!(
        "<p>{}</p>\n<div class=\"boards\">{start}<span>→</span>{goal}</div>\n",
        escaped(title)
    )
}

/// A picture as dots: each kind of hole is one path of points with round ends.
fn drawing(picture: &str, what: &str) -> String {
    let [mut pegs, mut vacancies, mut open] = [const { String::new() }; 3];
    let (mut width, mut height) = (0, 0);
    for (row, line) in picture.lines().enumerate() {
        for (column, symbol) in line.chars().enumerate() {
            let dots = match symbol {
                'o' => &mut pegs,
                '.' => &mut vacancies,
                '?' => &mut open,
                _ => continue,
            };
            let _ = write!(dots, "M{column} {row}h0");
            (width, height) = (width.max(column + 1), height.max(row + 1));
        }
    }
    format!(
        "<svg class=\"board\" viewBox=\"-.5 -.5 {width} {height}\" role=\"img\" aria-label=\"{what}\">\
         <path class=\"v\" d=\"{vacancies}\"/><path class=\"o\" d=\"{open}\"/><path class=\"p\" d=\"{pegs}\"/></svg>"
    )
}
