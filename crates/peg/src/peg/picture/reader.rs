//! Pictures as people type and paste them: which board they mean, or which boards they can mean.
//!
//! A text is cut into pictures (`page`), its signs get their meanings together (`signs`), and the holes of
//! each picture a lattice (`lattice`). Whatever remains possible after that is a reading of its own, and a text
//! with two readings is a question and never an answer.

use std::collections::BTreeSet;

use saut_task::bad_input::BadInput;

use super::block::Block;
use super::frame::{Agreement, frames};
use super::glyphs::{Glyph, odd_character};
use super::lattice;
use super::page::{self, Page};
use super::readings::{gaps, pictures};
use super::signs::{self, Given};
use super::{Board, Cell, Content, Picture, Position};

pub use super::readings::{Choice, Drawn, Reading};

/// Meaning of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Understood {
    /// These pictures.
    One(Drawn),
    /// One of these, two or more: a question.
    Several(Vec<Reading>),
}

/// Reads a text with one picture or two; its first line has this number in messages.
///
/// # Errors
/// No picture or more than two, a tab, words that stand within a picture, a character that means nothing, or words
/// about the goal that are not understood.
pub fn read(text: &str, first_line: usize, choice: Choice) -> Result<Understood, BadInput> {
    let page = page::read(text, first_line, choice.given)?;
    let blocks = in_order(&page)?;
    let signs: BTreeSet<char> = marks(&blocks).map(|(_, glyph)| glyph.symbol).collect();
    refuse_absent(&signs, choice.given)?;
    let has_bars = blocks.iter().any(|block| block.has_bars);
    let ways = signs::assignments(&signs, choice.given, has_bars, |sign| frames(&blocks, sign));
    let ways = ways.map_err(|odd| {
        let line = blocks.iter().flat_map(|block| &block.rows).find_map(|row| {
            let glyph = row.glyphs.iter().find(|glyph| glyph.symbol == odd)?;
            Some((row, glyph.place))
        });
        let (number, place, text) = line.map_or((first_line, 1, String::new()), |(row, place)| {
            (row.number, place, row.text())
        });
        odd_character(odd, number, place, &text)
    })?;
    let mut readings: Vec<Reading> = Vec::new();
    for way in &ways {
        for reading in pictures(&blocks, way, choice) {
            if !readings.iter().any(|known| known.drawn == reading.drawn) {
                readings.push(reading);
            }
        }
    }
    // Shapes that are equal only because signs are walls and stand elsewhere choose no reading.
    let is_sure = |one: &Reading| one.is_playable() && one.agreement == Agreement::Full;
    if readings.iter().any(is_sure) {
        readings.retain(Reading::is_playable);
    }
    if readings.len() > 1 {
        return Ok(Understood::Several(readings));
    }
    let only = readings.pop().ok_or_else(|| {
        let rows = blocks
            .iter()
            .map(|block| block.rows.len())
            .max()
            .unwrap_or(0);
        if rows > Board::MOST_HOLES {
            BadInput::new(
                "",
                format!("the picture is larger than {} rows", Board::MOST_HOLES),
            )
        } else {
            BadInput::new("", "no holes of the picture stand on one lattice")
                .remedy("draw pegs as o and vacancies as ., one character a hole")
        }
    })?;
    if only.is_playable() {
        refuse_other_places(only.agreement)?;
    }
    refuse_side_by_side(&only)?;
    if choice.geometry.is_none() {
        refuse_uneven(&only)?;
    }
    if choice.given.peg.is_none()
        && !signs::are_ours(only.given)
        && let Some(other) = exchanged(&only)
    {
        return Ok(Understood::Several(vec![only, other]));
    }
    Ok(Understood::One(only.drawn))
}

/// Reads the picture of a position on a board: of several readings those count that are of this board.
///
/// # Errors
/// As [`read`], two pictures, or several readings of this board.
pub fn read_on(board: &Board, text: &str, given: Given) -> Result<Picture, BadInput> {
    let geometry = Some(board.geometry());
    let drawn = match read(text, 1, Choice { geometry, given })? {
        Understood::One(drawn) => drawn,
        Understood::Several(mut readings) => {
            let fits = |reading: &Reading| {
                reading
                    .drawn
                    .start
                    .cells()
                    .eq(board.drawn().iter().copied())
            };
            if readings.iter().any(fits) {
                readings.retain(fits);
            }
            match readings.len() {
                1 => readings.remove(0).drawn,
                _ => Understood::Several(readings).only()?,
            }
        }
    };
    match drawn.goal {
        None => Ok(drawn.start),
        Some(_) => {
            Err(BadInput::new("", "two pictures stand where one is wanted")
                .remedy("draw one position"))
        }
    }
}

/// A reading with pegs and vacancies exchanged, if no jump can be played as the start is drawn and one can be
/// then: who draws 32 dots and one O means the dots for pegs.
fn exchanged(reading: &Reading) -> Option<Reading> {
    let drawn = &reading.drawn;
    let (Some(peg), Some(vacancy), None) = (reading.given.peg, reading.given.vacancy, &drawn.goal)
    else {
        return None;
    };
    let board = Board::new(drawn.geometry, drawn.start.cells()).ok()?;
    let pegs = drawn.start.holes(&board, Content::Peg)?;
    let plays = |position: &Position| {
        board.jumps().iter().any(|&jump| {
            let [from, over, to] = board.holes_of(jump);
            position.has(from) && position.has(over) && !position.has(to)
        })
    };
    if plays(&pegs) || !plays(&pegs.complement()) {
        return None;
    }
    let turned = |&(cell, content): &(Cell, Content)| {
        let content = match content {
            Content::Peg => Content::Vacancy,
            Content::Vacancy => Content::Peg,
            Content::Open => Content::Open,
        };
        (cell, content)
    };
    let start = Picture::of(drawn.start.0.iter().map(turned));
    Some(Reading {
        drawn: Drawn {
            start,
            ..drawn.clone()
        },
        given: Given {
            peg: Some(vacancy),
            vacancy: Some(peg),
            ..reading.given
        },
        ..reading.clone()
    })
}

/// The start and the goal of a page.
fn in_order(page: &Page) -> Result<Vec<&Block>, BadInput> {
    let bad = |fact: &str| BadInput::new("", fact);
    let blocks: Vec<&Block> = page.blocks.iter().collect();
    match (&blocks[..], page.unknown_goal) {
        ([], _) => {
            Err(bad("no hole of a board is drawn here").remedy("draw pegs as o and vacancies as ."))
        }
        ([_], Some(line)) => Err(BadInput::new(
            format!("line {line}"),
            "the words about the goal are not understood",
        )
        .remedy("draw the goal below the start, or leave the words out and give --finish CELLS")),
        ([only], None) if only.is_goal == Some(true) => {
            Err(bad("there is a picture of the goal and none of the start")
                .remedy("draw the start above the goal"))
        }
        ([first, second], _) if first.is_goal == Some(true) && second.is_goal != Some(true) => {
            Ok(vec![second, first])
        }
        ([_] | [_, _], _) => Ok(blocks),
        ([_, _, third, ..], _) => Err(BadInput::new(
            format!("line {}", third.rows[0].number),
            "a third picture begins; there can be a start and a goal",
        )
        .remedy(
            "blank lines separate pictures; a board with a row without holes, or several \
             puzzles, need a TOML file",
        )),
    }
}

fn marks<'a>(blocks: &'a [&Block]) -> impl Iterator<Item = (usize, &'a Glyph)> {
    blocks.iter().flat_map(|block| block.marks())
}

/// Refuses a flag for a sign that is not drawn.
fn refuse_absent(signs: &BTreeSet<char>, given: Given) -> Result<(), BadInput> {
    let mut seen = BTreeSet::new();
    for (flag, sign) in given.flags() {
        if sign != ' ' && !signs.contains(&sign) {
            let there: Vec<String> = signs.iter().map(char::to_string).collect();
            return Err(
                BadInput::new(flag, format!("no {sign} is drawn in the picture"))
                    .remedy(format!("drawn are {}", there.join(" "))),
            );
        }
        if !seen.insert(sign) {
            return Err(BadInput::new(
                flag,
                format!("{sign:?} has another meaning by another flag"),
            )
            .remedy("give each sign one meaning"));
        }
    }
    Ok(())
}

/// Refuses a start and a goal with the same board at other places between the walls.
fn refuse_other_places(agreement: Agreement) -> Result<(), BadInput> {
    if agreement != Agreement::OtherPlaces {
        return Ok(());
    }
    Err(BadInput::new(
        "",
        "start and goal have walls, and their holes stand at different places between these",
    )
    .remedy("draw the same holes in both pictures"))
}

/// Refuses a single picture that falls into two equal ones beside each other, unless walls fill all places
/// between the two.
fn refuse_side_by_side(reading: &Reading) -> Result<(), BadInput> {
    let drawn = &reading.drawn;
    if !reading.walls.is_empty() && gaps(&drawn.start, &reading.walls).is_empty() {
        return Ok(());
    }
    let cells: Vec<Cell> = drawn.start.cells().collect();
    let pieces = lattice::pieces(drawn.geometry, &cells);
    let columns = |piece: &[Cell]| {
        let columns = || piece.iter().map(|cell| cell.x);
        (columns().min(), columns().max())
    };
    match &pieces[..] {
        [one, other]
            if drawn.goal.is_none()
                && one.len() > 2
                && lattice::shifted(one) == lattice::shifted(other) =>
        {
            let ((begin, end), (other_begin, other_end)) = (columns(one), columns(other));
            if end < other_begin || other_end < begin {
                return Err(BadInput::new("", "two equal pictures stand side by side: a start and a goal, or one board in two parts")
                    .remedy("put -> between the two, or the goal below the start after a blank line; one board in two parts needs a TOML file"));
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Refuses holes of which most have one empty column between them and others have none, in a board that does not
/// hang together: a space is missing or too many somewhere.
fn refuse_uneven(reading: &Reading) -> Result<(), BadInput> {
    let drawn = &reading.drawn;
    let cells: Vec<Cell> = drawn.start.cells().collect();
    if lattice::pieces(drawn.geometry, &cells).len() < 2 {
        return Ok(());
    }
    let pairs = || cells.windows(2).filter(|pair| pair[0].y == pair[1].y);
    let neighbours = pairs().filter(|pair| pair[1].x - pair[0].x == 1).count();
    let apart = pairs()
        .filter(|pair| pair[1].x - pair[0].x == 2)
        .filter(|pair| !reading.walls.contains(&Cell::new(pair[0].x + 1, pair[0].y)))
        .count();
    if apart > 0 && apart >= neighbours {
        return Err(BadInput::new(
            "",
            "the holes stand unevenly: on no lattice do they hang together",
        )
        .remedy("is a space missing or one too many? --geometry square takes it as it stands"));
    }
    Ok(())
}
