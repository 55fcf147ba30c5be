//! Finished levels kept outside, so that a search that was ended goes on where it was.
//!
//! The search knows what a level is of, and not where it is kept; where a level cannot be kept or is not
//! what it should be, the search halts, and who keeps the levels knows why.

use std::fmt;

use super::limits::Halt;

/// Purpose that a level was finished for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelStage {
    /// The positions reached from the start.
    Reached,
    /// The positions from which the goal can be reached.
    Leading,
    /// The positions on solutions.
    OnSolutions,
    /// The fewest moves that are left from each of them.
    FewestMoves,
    /// Fewest moves left where a triple removal counts as one.
    FewestPieces,
}

/// Key of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelKey {
    /// Purpose that it was finished for.
    pub stage: LevelStage,
    /// The pegs of its positions.
    pub pegs: usize,
    /// Whether it holds the numbers of positions in their class instead of the positions.
    pub is_numbered: bool,
}

impl fmt::Display for LevelKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stage = match self.stage {
            LevelStage::Reached => "reached",
            LevelStage::Leading => "leading",
            LevelStage::OnSolutions => "on-solutions",
            LevelStage::FewestMoves => "fewest-moves",
            LevelStage::FewestPieces => "fewest-pieces-in-lines",
        };
        let numbered = if self.is_numbered { "numbered-" } else { "" };
        write!(f, "{numbered}{stage}-{}", self.pegs)
    }
}

impl LevelStage {
    /// The level of listed positions.
    pub const fn listed(self, pegs: usize) -> LevelKey {
        LevelKey {
            stage: self,
            pegs,
            is_numbered: false,
        }
    }

    /// The level of numbered positions.
    pub const fn numbered(self, pegs: usize) -> LevelKey {
        LevelKey {
            stage: self,
            pegs,
            is_numbered: true,
        }
    }
}

/// Keeps levels.
pub trait KeptLevels: fmt::Debug + Send + Sync {
    /// The positions or numbers of a level, in any order, if it was kept.
    ///
    /// # Errors
    /// [`Halt`] if what was kept cannot be used.
    fn positions(&self, key: LevelKey) -> Result<Option<Vec<u64>>, Halt>;

    /// Keeps a level.
    ///
    /// # Errors
    /// [`Halt`] if it cannot be kept.
    fn keep_positions(
        &self,
        key: LevelKey,
        positions: &mut dyn Iterator<Item = u64>,
    ) -> Result<(), Halt>;

    /// Notes that a level is not the one that was kept, and says to halt.
    fn refuse(&self, key: LevelKey) -> Halt;

    /// The positions or numbers of a level with a value each, if it was kept.
    ///
    /// # Errors
    /// As [`Self::positions`].
    fn values(&self, key: LevelKey) -> Result<Option<Vec<(u64, u128)>>, Halt>;

    /// Keeps a level with its values.
    ///
    /// # Errors
    /// As [`Self::keep_positions`].
    fn keep_values(
        &self,
        key: LevelKey,
        values: &mut dyn Iterator<Item = (u64, u128)>,
    ) -> Result<(), Halt>;
}
