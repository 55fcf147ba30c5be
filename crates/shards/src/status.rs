//! Status: how much of a job is done, and what the rest may cost.
//!
//! Pieces count by their share of the tree, the parts of every split taken for equal. The estimate is
//! the processor time of what is done, divided by its share. It is honest only where the pieces are
//! about equally hard; how unequal those are that are done stands beside it.

use std::time::Duration;

use saut_base::BadInput;

use crate::folder::JobFolder;
use crate::outcome::{PieceOutcome, PieceResult};
use crate::piece::PieceName;
use crate::survey::{Lack, Piece, number, survey};

/// Progress of a job.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// Number of pieces that are not split further.
    pub pieces: usize,
    /// Number of pieces with a result.
    pub done: usize,
    /// Pieces with a fault, and the fault in words.
    pub damaged: Vec<(PieceName, String)>,
    /// The piece that has a plan, if one has.
    pub plan: Option<PieceName>,
    /// The part of the tree that is done, from 0 to 1.
    pub share: f64,
    /// Processor seconds of what is done, with what splitting cost.
    pub cpu_seconds: f64,
    /// Processor seconds of the longest piece that is done.
    pub longest_seconds: f64,
    /// Processor seconds of all, if what is left is like what is done.
    pub estimated_seconds: Option<f64>,
    /// The standard deviation of the estimate, if pieces are taken for drawn at random.
    pub deviation_seconds: Option<f64>,
}

/// Looks at every piece; files are compared by their length only.
///
/// # Errors
/// The manifest holds no tree.
pub fn status(folder: &JobFolder) -> Result<Status, BadInput> {
    let survey = survey(folder, false)?;
    let done: Vec<(&Piece, &PieceResult)> = survey
        .pieces
        .iter()
        .filter_map(|piece| Some((piece, piece.result.as_ref().ok()?)))
        .collect();
    let seconds = |result: &PieceResult| {
        let all = result.cpu_milliseconds + result.check_milliseconds;
        Duration::from_millis(all).as_secs_f64()
    };
    // From 0 on: the sum of no numbers is −0, which people would read.
    let share = done.iter().fold(0.0, |sum, (piece, _)| sum + piece.share);
    let pieces_seconds = done.iter().fold(0.0, |sum, (_, one)| sum + seconds(one));
    let split_seconds = Duration::from_millis(survey.spent_on_split).as_secs_f64();
    let damaged = survey
        .pieces
        .iter()
        .filter_map(|piece| match &piece.result {
            Err(Lack::Damaged(fact)) => Some((piece.name.clone(), fact.clone())),
            _ => None,
        });
    let plan = done
        .iter()
        .find(|(_, one)| matches!(one.outcome, PieceOutcome::Plan { .. }));
    let left = survey.pieces.len() - done.len();
    Ok(Status {
        pieces: survey.pieces.len(),
        done: done.len(),
        damaged: damaged.collect(),
        plan: plan.map(|(piece, _)| piece.name.clone()),
        share,
        cpu_seconds: pieces_seconds + split_seconds,
        longest_seconds: done.iter().map(|(_, one)| seconds(one)).fold(0.0, f64::max),
        estimated_seconds: (share > 0.0).then(|| split_seconds + pieces_seconds / share),
        deviation_seconds: deviation(
            &done.iter().map(|(_, one)| seconds(one)).collect::<Vec<_>>(),
            left,
        ),
    })
}

/// The standard deviation of a sum over all pieces, of which `left` are not known: of the mean that
/// is assumed for them, and of themselves.
fn deviation(known: &[f64], left: usize) -> Option<f64> {
    let number = number(known.len());
    if known.len() < 2 {
        return None;
    }
    let mean = known.iter().sum::<f64>() / number;
    let variance = known.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (number - 1.0);
    let left = u32::try_from(left).map_or(f64::from(u32::MAX), f64::from);
    Some((variance * (left + left * left / number)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::deviation;

    #[test]
    fn nothing_left_is_known_exactly_and_one_piece_says_nothing_of_others() {
        assert_eq!(deviation(&[1.0, 3.0], 0), Some(0.0));
        assert_eq!(deviation(&[1.0], 5), None);
        // Variance 2, three left, two known: 2·(3 + 9/2) = 15.
        assert_eq!(deviation(&[1.0, 3.0], 3), Some(15.0_f64.sqrt()));
    }
}
