//! Running: figures decided one after the other, each kept as soon as it is.

use std::sync::Arc;

use super::{CensusSettings, Register, decided};
use crate::decide;
use saut_base::stop::StopReason;
use saut_peg::peg::{Board, Position};

/// Decides the figures that the register does not know; tells why if it ends before the last.
/// `begins` hears of each figure, with its number, before it is decided.
///
/// # Errors
/// Every backend failed, or the register cannot be written.
pub fn decide_figures(
    board: &Arc<Board>,
    figures: &[Position],
    settings: &CensusSettings,
    register: &mut Register,
    mut begins: impl FnMut(usize, &Position),
) -> Result<Option<StopReason>, decide::Error> {
    let mut ended = None;
    for (number, figure) in figures.iter().enumerate() {
        if register.decided(figure).is_some() {
            continue;
        }
        begins(number, figure);
        let decided = decided(board, figure, settings)?;
        ended = settings.stop.stop_reason();
        // What an end of the census cut short is done again when it goes on.
        if ended.is_some() && !decided.is_whole() {
            break;
        }
        register.add(board, &decided)?;
    }
    Ok(ended)
}
