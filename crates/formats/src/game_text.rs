//! Plans of peg solitaire in words: their length and their block removals.

use std::fmt::Write as _;

use itertools::Itertools as _;
use saut_base::words::counted;
use saut_levels::packages::Block;
use saut_peg::peg::{Board, Cell, GameLength, Jump, moves, notation};
use serde_json::{Value, json};

/// Length of a game: `31 jumps in 18 moves`, and whether the peg in hand was put back.
pub fn length(jumps: &[Jump]) -> String {
    let GameLength {
        jumps,
        moves,
        put_backs,
    } = GameLength::of(jumps);
    let text = format!("{} in {}", counted(jumps, "jump"), counted(moves, "move"));
    if put_backs == 0 {
        return text;
    }
    format!("{text}, and the peg in hand put back")
}

/// The block removals of a plan, a line each; nothing if there are none.
pub fn blocks(board: &Board, jumps: &[Jump], blocks: &[Block]) -> String {
    let mut text = String::new();
    for block in blocks {
        let cleared = block.cleared.iter();
        let cleared = cleared
            .map(|&cell| notation::cell_name(board, cell))
            .join(" ");
        let (first, last, name) = (block.first + 1, block.first + block.jumps, block.name());
        let played = moves(&jumps[block.first..last]);
        let played = played.iter().map(|sweep| notation::move_name(board, sweep));
        let played = played.collect::<Vec<_>>().join(" ");
        let _ = writeln!(
            text,
            "  jumps {first}-{last}: {name} of {cleared} ({played})"
        );
    }
    text
}

/// The same for programs.
pub fn block_entries(blocks: &[Block]) -> Value {
    let cells =
        |cells: &[Cell]| -> Value { cells.iter().map(|cell| json!([cell.x, cell.y])).collect() };
    let entry = |block: &Block| {
        json!({
            "kind": block.name(),
            "first": block.first,
            "jumps": block.jumps,
            "cleared": cells(&block.cleared),
            "catalyst": cells(&block.catalyst),
        })
    };
    blocks.iter().map(entry).collect()
}
