//! Questions about puzzles and planning tasks, as they come in JSON.

use saut_peg::peg::Jump;
use serde::{Deserialize, Serialize};

/// Question about a puzzle. One without a field that its kind needs is refused.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The name of a bundled puzzle, or the text of a puzzle: whatever has more than one line.
    pub puzzle: String,
    /// The jumps of a game so far.
    #[serde(default)]
    pub played: Vec<Jump>,
    /// A plan to be drawn.
    #[serde(default)]
    pub plan: Vec<Jump>,
    /// A plan as text, to be checked.
    #[serde(default)]
    pub text: String,
    /// Name of the file to download.
    #[serde(default)]
    pub what: String,
    /// Whether only what is known at once is wanted.
    #[serde(default)]
    pub at_once: bool,
}

/// The register of a census, as the text of its file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisterText {
    /// The text, line by line as `saut census -o` writes it.
    pub text: String,
}

/// Question about a planning task.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskQuestion {
    /// The text of the domain.
    pub domain: String,
    /// The text of the problem.
    pub problem: String,
    /// Measure to be small: `actions`, `steps`, `cost`, or nothing.
    #[serde(default)]
    pub minimise: String,
    /// A plan as text, a step a line.
    #[serde(default)]
    pub plan: String,
    /// Name of the download.
    #[serde(default)]
    pub what: String,
}
