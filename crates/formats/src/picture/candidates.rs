//! Candidates: all that a text can mean by the flags that are given.

use std::collections::BTreeSet;

use saut_base::bad_input::BadInput;

use super::block::Block;
use super::frame::{Agreement, frames};
use super::glyphs::{Glyph, odd_character};
use super::lattice;
use super::page::{self, Page};
use super::readings::{Candidate, Choice, Drawn, gaps, pictures};
use super::signs::{self, Given};
use saut_peg::peg::picture::{Content, Picture};
use saut_peg::peg::{Board, Cell, Position};

/// All that the pictures of a text can mean; at least one.
pub(super) fn candidates(
    text: &str,
    first_line: usize,
    choice: Choice,
) -> Result<Vec<Candidate>, BadInput> {
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
    let mut readings: Vec<Candidate> = Vec::new();
    for way in &ways {
        for reading in pictures(&blocks, way, choice) {
            if !readings.iter().any(|known| known.drawn == reading.drawn) {
                readings.push(reading);
            }
        }
    }
    // Shapes that are equal only because signs are walls and stand elsewhere choose no reading.
    let is_sure = |one: &Candidate| one.is_playable() && one.agreement == Agreement::Full;
    if readings.iter().any(is_sure) {
        readings.retain(Candidate::is_playable);
    }
    if readings.len() > 1 {
        return Ok(readings);
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
    if choice.geometry.is_none() && !only.is_table {
        refuse_uneven(&only)?;
    }
    if choice.given.peg.is_none()
        && !signs::are_ours(only.given)
        && let Some(other) = exchanged(&only)
    {
        return Ok(vec![only, other]);
    }
    Ok(vec![only])
}

/// A reading with pegs and vacancies exchanged, if no jump can be played as the start is drawn and one can be
/// then: who draws 32 dots and one O means the dots for pegs.
fn exchanged(reading: &Candidate) -> Option<Candidate> {
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
    let start = Picture::of(drawn.start.contents().iter().map(turned));
    Some(Candidate {
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
    match &blocks[..] {
        [] => {
            Err(bad("no hole of a board is drawn here").remedy("draw pegs as o and vacancies as ."))
        }
        [only] if only.is_goal == Some(true) => {
            Err(bad("there is a picture of the goal and none of the start")
                .remedy("draw the start above the goal"))
        }
        [first, second] if first.is_goal == Some(true) && second.is_goal != Some(true) => {
            Ok(vec![second, first])
        }
        [_] | [_, _] => Ok(blocks),
        [_, _, third, ..] => Err(BadInput::new(
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
fn refuse_side_by_side(reading: &Candidate) -> Result<(), BadInput> {
    let drawn = &reading.drawn;
    if !reading.walls.is_empty() && gaps(&drawn.start, &reading.walls).is_empty() {
        return Ok(());
    }
    let cells: Vec<Cell> = drawn.start.cells().collect();
    let pieces = lattice::pieces(drawn.geometry, &cells);
    let ends = |piece: &[Cell], along: fn(&Cell) -> i16| {
        (piece.iter().map(along).min(), piece.iter().map(along).max())
    };
    let are_apart = |one: &[Cell], other: &[Cell], along| {
        let ((begin, end), (other_begin, other_end)) = (ends(one, along), ends(other, along));
        end < other_begin || other_end < begin
    };
    match &pieces[..] {
        [one, other]
            if drawn.goal.is_none()
                && one.len() > 2
                && lattice::shifted(one) == lattice::shifted(other) =>
        {
            let fact = if are_apart(one, other, |cell| cell.x) {
                "two equal pictures stand side by side: a start and a goal, or one board in two parts"
            } else if reading.is_table && are_apart(one, other, |cell| cell.y) {
                "empty fields part two equal pictures: a start and a goal, or one board in two parts"
            } else {
                return Ok(());
            };
            Err(BadInput::new("", fact).remedy(
                "put -> between the two, or the goal below the start after a blank line; one board in two parts needs a TOML file",
            ))
        }
        _ => Ok(()),
    }
}

/// Refuses holes of which most have one empty column between them and others have none, in a board that does not
/// hang together: a space is missing or too many somewhere.
fn refuse_uneven(reading: &Candidate) -> Result<(), BadInput> {
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
