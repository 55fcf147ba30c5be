//! Writing domains and problems in PDDL, either form.

use std::fmt::Write;

use saut_peg::peg::{Board, Cell, Puzzle};

use super::PddlForm;
use super::problem::ONE_PEG;

/// The domain: predicates and actions.
pub fn write_domain(form: PddlForm) -> String {
    let (costs, predicates, functions, actions) = match form {
        PddlForm::Sweeps => (
            " :action-costs",
            "\n    (move-ended)\n    (last-visited ?l - location)",
            "  (:functions (total-cost) - number)\n",
            jump(
                "jump-new-move",
                &["(move-ended)"],
                &[
                    "(not (move-ended))",
                    "(last-visited ?to)",
                    "(increase (total-cost) 1)",
                ],
            ) + &jump(
                "jump-continue-move",
                &["(last-visited ?from)"],
                &["(not (last-visited ?from))", "(last-visited ?to)"],
            ) + "  (:action end-move\n    :parameters (?loc - location)\n    :precondition (last-visited ?loc)\n    \
                   :effect (and (move-ended) (not (last-visited ?loc))))\n",
        ),
        PddlForm::Jumps => ("", "", "", jump("jump", &[], &[])),
    };
    format!(
        "; Peg solitaire, with {form} as actions.\n\
         (define (domain {domain})\n  (:requirements :typing{costs})\n  (:types location - object)\n  \
         (:predicates\n    (IN-LINE ?x ?y ?z - location)\n    (occupied ?l - location)\n    \
         (free ?l - location){predicates})\n{functions}{actions})\n",
        form = form.name(),
        domain = form.domain(),
    )
}

fn jump(name: &str, needs: &[&str], changes: &[&str]) -> String {
    let list = |first: &[&str], rest: &[&str]| {
        let all: Vec<&str> = first.iter().chain(rest).copied().collect();
        all.join(" ")
    };
    let needs = list(
        &[
            "(IN-LINE ?from ?over ?to)",
            "(occupied ?from)",
            "(occupied ?over)",
            "(free ?to)",
        ],
        needs,
    );
    let moved = [
        "(not (occupied ?from))",
        "(not (occupied ?over))",
        "(not (free ?to))",
        "(free ?from)",
        "(free ?over)",
        "(occupied ?to)",
    ];
    let changes = list(&moved, changes);
    format!(
        "  (:action {name}\n    :parameters (?from - location ?over - location ?to - location)\n    \
         :precondition (and {needs})\n    :effect (and {changes}))\n"
    )
}

/// A puzzle as a problem of that domain. Holes left open by the goal are not mentioned in it.
/// The goal of one peg in several holes needs a planner that knows quantified conditions.
pub fn write_problem(puzzle: &Puzzle, form: PddlForm) -> String {
    let board = puzzle.board();
    let mut text = format!(
        "(define (problem {})\n  (:domain {})\n  (:objects",
        name(puzzle.name()),
        form.domain()
    );
    let mut line = |indent: usize, what: &str| {
        // Writing to a String cannot fail.
        let _ = write!(text, "\n{:indent$}{what}", "");
    };
    let location = |hole| location(board.cell(hole));
    for hole in 0..board.len() {
        line(4, &format!("{} - location", location(hole)));
    }
    line(2, ")\n  (:init");
    if form == PddlForm::Sweeps {
        line(4, "(= (total-cost) 0)");
        line(4, "(move-ended)");
    }
    for [from, over, to] in lines(board) {
        line(
            4,
            &format!(
                "(IN-LINE {} {} {})",
                location(from),
                location(over),
                location(to)
            ),
        );
    }
    for hole in 0..board.len() {
        line(4, &content(puzzle.start().has(hole), &location(hole)));
    }
    line(2, ")\n  (:goal");
    if puzzle.goal().is_one_peg_anywhere() {
        line(4, ONE_PEG);
    } else {
        line(4, "(and");
        if puzzle.goal().is_one_peg() {
            line(6, ONE_PEG);
        }
        for hole in 0..board.len() {
            if let Some(peg) = puzzle.goal().wants(hole) {
                line(6, &content(peg, &location(hole)));
            }
        }
        line(4, ")");
    }
    line(2, ")");
    if form == PddlForm::Sweeps {
        line(2, "(:metric minimize (total-cost))");
    }
    text + "\n)\n"
}

fn content(peg: bool, location: &str) -> String {
    let what = if peg { "occupied" } else { "free" };
    format!("({what} {location})")
}

fn location(cell: Cell) -> String {
    format!("pos-{}-{}", cell.y, cell.x)
}

/// The lines of a board, both ways, each next to its reverse.
fn lines(board: &Board) -> Vec<[usize; 3]> {
    let mut lines: Vec<[usize; 3]> = board
        .jumps()
        .iter()
        .map(|&jump| board.holes_of(jump))
        .collect();
    lines.sort_unstable_by_key(|&[from, over, to]| (from.min(to), over, from > to));
    lines
}

/// A puzzle's name as PDDL allows names: small letters, digits, `-` and `_`, a letter first.
fn name(name: &str) -> String {
    let mut safe: String = name
        .to_lowercase()
        .chars()
        .map(|symbol| {
            if symbol.is_ascii_alphanumeric() || symbol == '_' {
                symbol
            } else {
                '-'
            }
        })
        .collect();
    if !safe.starts_with(|symbol: char| symbol.is_ascii_lowercase()) {
        safe.insert_str(0, "puzzle-");
    }
    safe
}
