//! Facts that a formula takes for known, as it stands in certificates and in jobs of cubes.

use serde::{Deserialize, Serialize};

use super::{LimitEntry, limit, limit_entry};
use crate::certify::proof::Assumed;
use crate::formats::json::JumpEntry;

/// Facts that a formula takes for known; both lists may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssumedEntry {
    /// Jumps that no plan has, or has twice, each with the weights that show it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub jump_bounds: Vec<LimitEntry>,
    /// Jumps one of which a plan may be taken to begin with: symmetries take every other first jump to
    /// one of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first_jumps: Vec<JumpEntry>,
}

impl From<&Assumed> for AssumedEntry {
    fn from(assumed: &Assumed) -> Self {
        Self {
            jump_bounds: assumed.limits.iter().map(limit_entry).collect(),
            first_jumps: assumed.first.iter().map(|&jump| jump.into()).collect(),
        }
    }
}

impl From<AssumedEntry> for Assumed {
    fn from(entry: AssumedEntry) -> Self {
        Self {
            limits: entry.jump_bounds.into_iter().map(limit).collect(),
            first: entry.first_jumps.into_iter().map(Into::into).collect(),
        }
    }
}
