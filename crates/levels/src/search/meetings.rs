//! Meetings of a search from both ends: the jumps that lead from one side to the other.
//!
//! Once the last levels stand one jump apart, every jump from the smaller into the larger is a meeting. One of them is
//! enough for a plan; all of them together lead to all goals that can be reached.

use std::sync::atomic::{AtomicU64, Ordering};

use super::bit_board::Direction;
use super::limits::Halt;
use super::parallel::each;
use super::table::Count;
use super::two_ended::TwoEnded;
use saut_peg::peg::Jump;

/// A jump from a position that the start leads to, to one that leads to a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeetingJump {
    pub above: u64,
    pub jump: Jump,
    pub below: u64,
}

impl<T: Count> TwoEnded<T> {
    /// Plays all jumps from the smaller last level, and finds one that leads into the other one. `see` is called with
    /// every child in it and both its counts, for the sum of its shard: with all, or only with those found first.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or what `see` returns.
    pub fn meeting<S: Default + Send>(
        &self,
        all: bool,
        see: impl Fn(&mut S, u64, [T; 2]) -> Result<(), Halt> + Sync,
    ) -> Result<(Option<MeetingJump>, Vec<S>), Halt> {
        let mut sums: Vec<S> = Vec::new();
        let (Some(high), Some(low)) = (self.forward.last(), self.backward.last()) else {
            return Ok((None, sums));
        };
        sums.resize_with(self.shards, S::default);
        let (from, direction, into) = if high.len() <= low.len() {
            (high, Direction::Forward, low)
        } else {
            (low, Direction::Backward, high)
        };
        // The least child, so that chance has no say.
        let least = AtomicU64::new(u64::MAX);
        let index = into.index(&self.limits)?;
        from.for_children(&self.compact, direction, &self.limits, |slices, threads| {
            let tables = index.tables().iter().zip(&mut sums).enumerate();
            each(threads, tables, |(shard, (table, sum))| {
                for (child, count) in slices.iter().flat_map(|slice| slice[shard].iter()) {
                    if let Some(other) = table.get(child) {
                        least.fetch_min(child, Ordering::Relaxed);
                        see(sum, child, [count, other])?;
                    }
                }
                Ok(())
            })?;
            Ok(all || least.load(Ordering::Relaxed) == u64::MAX)
        })?;
        let child = least.into_inner();
        // The symmetries fix start and goal, so that every image of a position will do.
        let mut masks = self.compact.masks().iter().zip(self.compact.jumps());
        let leads = masks.find(|(mask, _)| {
            let parent = child ^ mask.touched;
            mask.applies(direction, parent) && from.has(self.compact.canonical(parent))
        });
        let met = leads.filter(|_| child != u64::MAX).map(|(mask, &jump)| {
            let parent = child ^ mask.touched;
            let (above, below) = match direction {
                Direction::Forward => (parent, child),
                Direction::Backward => (child, parent),
            };
            MeetingJump { above, jump, below }
        });
        Ok((met, sums))
    }
}
