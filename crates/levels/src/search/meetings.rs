//! Meetings of a search from both ends: the jumps that lead from one side to the other.
//!
//! Once the last levels stand one jump apart, every jump from the smaller into the larger is a meeting. One of them is
//! enough for a plan; all of them together make the number of solutions.

use super::bit_board::{BitBoard, Direction};
use super::level::Level;
use super::limits::Halt;
use super::parallel::each;
use super::table::Count;
use super::two_ended::TwoEnded;
use saut_peg::peg::Jump;

impl<T: Count> TwoEnded<T> {
    /// Plays all jumps from the smaller last level. `meet` sees every child that is in the other
    /// one, with both counts, and adds it up within a shard; `join` takes the sum of a shard. Ends
    /// early once `is_enough`.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or what `meet` and `join` return.
    pub fn meetings<S: Default>(
        &self,
        meet: impl Fn(&mut S, u64, [T; 2]) -> Result<(), Halt> + Sync,
        join: impl Fn(S) -> Result<(), Halt> + Sync,
        is_enough: impl Fn() -> bool,
    ) -> Result<(), Halt> {
        let Some((from, direction, into)) = self.adjacent() else {
            return Ok(());
        };
        let index = into.index(&self.limits)?;
        from.for_children(&self.compact, direction, &self.limits, |slices, threads| {
            let tables = index.tables().iter().enumerate();
            each(threads, tables, |(shard, table)| {
                let mut sum = S::default();
                for (child, count) in slices.iter().flat_map(|slice| slice[shard].iter()) {
                    if let Some(other) = table.get(child) {
                        meet(&mut sum, child, [count, other])?;
                    }
                }
                join(sum)
            })?;
            Ok(!is_enough())
        })
    }

    /// The jump of a meeting, by the child that it leads to.
    pub fn jump_to(&self, child: u64) -> Option<MeetingJump> {
        let (from, direction, _) = self.adjacent()?;
        MeetingJump::to(child, &self.compact, direction, from)
    }

    /// The last level with fewer positions, the way from it to the last level of the other side,
    /// and that level.
    fn adjacent(&self) -> Option<(&Level<T>, Direction, &Level<T>)> {
        let (high, low) = (self.forward.last()?, self.backward.last()?);
        Some(if high.len() <= low.len() {
            (high, Direction::Forward, low)
        } else {
            (low, Direction::Backward, high)
        })
    }
}

/// A jump from a position that the start leads to, to one that leads to a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeetingJump {
    pub above: u64,
    pub jump: Jump,
    pub below: u64,
}

impl MeetingJump {
    /// The jump to a child, in canonical form, that was made from a level.
    fn to<T: Count>(
        child: u64,
        compact: &BitBoard,
        direction: Direction,
        from: &Level<T>,
    ) -> Option<Self> {
        // The symmetries fix start and goal, so that every image of a position will do.
        let comes_from = |parent: u64| from.has(compact.canonical(parent));
        let mut masks = compact.masks().iter().zip(compact.jumps());
        let (mask, &jump) = masks.find(|(mask, _)| {
            let parent = child ^ mask.touched;
            mask.applies(direction, parent) && comes_from(parent)
        })?;
        let parent = child ^ mask.touched;
        let (above, below) = match direction {
            Direction::Forward => (parent, child),
            Direction::Backward => (child, parent),
        };
        Some(Self { above, jump, below })
    }
}
