//! The JSON files of a job: a manifest with the question and its split, and a result for each piece.
//!
//! Each file contains its own SHA-256, computed from the compact JSON with an empty digest. A damaged file can
//! therefore be recognised without other files.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use saut_base::BadInput;
use saut_base::digest::sha256;
use saut_criteria::certify::proof::Assumed;
use saut_peg::peg::Jump;
use saut_task::encode::Encoding;
use saut_task::proof::CubeTree;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub const VERSION: u32 = 1;

/// A job: a question, and its split into pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the format.
    pub version: u32,
    /// Program that wrote the manifest.
    pub made_by: String,
    /// Question of the job.
    pub question: JobQuestion,
    /// Number of pieces.
    pub pieces: usize,
    /// Split of the formula.
    pub cubes: CubesPart,
    /// The SHA-256 of the manifest, computed with an empty digest.
    pub sha256: String,
}

/// Question of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum JobQuestion {
    /// Whether a puzzle has a plan.
    Puzzle {
        /// Name of the puzzle.
        name: String,
        /// The puzzle as a TOML file.
        toml: String,
    },
    /// Whether a planning task has a plan at a horizon.
    Task {
        /// Name of the task.
        name: String,
        /// The domain in PDDL.
        domain: String,
        /// The problem in PDDL.
        problem: String,
    },
}

/// A formula and its tree of cubes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CubesPart {
    /// The encoding, with its choices.
    pub encoding: Encoding,
    pub horizon: usize,
    pub variables: usize,
    pub clauses: usize,
    /// The SHA-256 of the formula in DIMACS. It shows whether a version of saut writes a different formula.
    pub formula_sha256: String,
    /// The decisions that split the formula.
    pub tree: CubeTree,
    /// Unchecked facts that the formula assumes.
    #[serde(flatten)]
    pub assumed: Assumed,
}

impl DigestedDocument for Manifest {
    fn seal(&mut self) -> &mut String {
        &mut self.sha256
    }
}

impl Manifest {
    /// Creates a manifest with its digest.
    pub fn new(question: JobQuestion, cubes: CubesPart) -> Self {
        Self {
            version: VERSION,
            made_by: format!("saut {}", env!("CARGO_PKG_VERSION")),
            question,
            pieces: cubes.tree.leaves(),
            cubes,
            sha256: String::new(),
        }
        .sealed()
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// The text is not a manifest, has another version of the format, or was changed.
    pub fn read(text: &str, place: &Path) -> Result<Self, BadInput> {
        #[derive(Deserialize)]
        struct Head {
            version: u32,
        }
        let place = place.display().to_string();
        if let Ok(Head { version }) = serde_json::from_str(text)
            && version != VERSION
        {
            let fact = format!("has version {version}, but this program reads version {VERSION}");
            return Err(
                BadInput::new(place, fact).remedy("use the version of saut that made the job")
            );
        }
        let manifest = <Self as DigestedDocument>::read(text, &place)?;
        let leaves = manifest.cubes.tree.leaves();
        if leaves != manifest.pieces {
            let fact = format!(
                "has {} pieces, but its tree of cubes has {leaves} leaves",
                manifest.pieces
            );
            return Err(BadInput::new(place, fact).remedy("make the job again"));
        }
        Ok(manifest)
    }

    /// Returns the name of the puzzle or task.
    pub fn name(&self) -> &str {
        match &self.question {
            JobQuestion::Puzzle { name, .. } | JobQuestion::Task { name, .. } => name,
        }
    }
}

/// The result of a piece, as in its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceResult {
    /// The SHA-256 of the manifest of the job.
    pub manifest: String,
    /// Name of the piece.
    pub piece: String,
    /// Cube of the piece in DIMACS numbers. If another run split the parent piece differently, the cube differs.
    pub cube: Vec<i64>,
    #[serde(flatten)]
    pub outcome: PieceOutcome,
    /// Processor time of the solver.
    pub cpu_milliseconds: u64,
    /// Processor time of the check.
    pub check_milliseconds: u64,
    /// The number of conflicts, if the solver reports it.
    pub conflicts: Option<u64>,
    /// The SHA-256 of this result, computed with an empty digest.
    pub sha256: String,
}

/// Result of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum PieceOutcome {
    /// There is no model under the cube, and the checker has accepted the proof.
    Refuted { backend: String, proof: FileEntry },
    /// The piece has a plan, which was replayed.
    Plan { plan: PlanEntry },
    /// The piece was too hard and was split. It is finished when all its parts are finished.
    Split {
        /// The decisions, with a leaf for each part.
        tree: CubeTree,
    },
}

/// A file next to the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Name of the file in the folder.
    pub file: String,
    pub bytes: u64,
    /// The SHA-256 of its bytes.
    pub sha256: String,
}

/// A plan of a puzzle or of a planning task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PlanEntry {
    /// Jumps.
    Jumps(Vec<Jump>),
    /// Actions, written as in plan files.
    Actions(Vec<String>),
}

impl DigestedDocument for PieceResult {
    fn seal(&mut self) -> &mut String {
        &mut self.sha256
    }
}

/// The name of a piece: its index in the manifest, and the number of the part for each further split. All numbers begin
/// at 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceName(Vec<usize>);

impl PieceName {
    /// Maximum depth of splits.
    const DEEPEST: usize = 64;

    /// Returns the index of the piece in the manifest.
    pub fn index(&self) -> usize {
        self.0[0]
    }

    /// Returns the numbers of the parts, without the index.
    pub fn below(&self) -> &[usize] {
        &self.0[1..]
    }

    /// Returns the name of the part with this number.
    #[must_use]
    pub fn part(&self, number: usize) -> Self {
        Self(self.0.iter().copied().chain([number]).collect())
    }

    /// Whether the piece is too deep to be split again.
    pub fn is_deep(&self) -> bool {
        self.0.len() >= Self::DEEPEST
    }
}

impl From<usize> for PieceName {
    fn from(index: usize) -> Self {
        Self(vec![index])
    }
}

impl fmt::Display for PieceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(usize::to_string).collect();
        f.write_str(&numbers.join("."))
    }
}

impl FromStr for PieceName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.trim().split('.').map(str::parse);
        match numbers.collect::<Result<Vec<usize>, _>>() {
            Ok(numbers) if numbers.len() <= Self::DEEPEST => Ok(Self(numbers)),
            _ => {
                Err("expected a piece such as 3, or a part such as 3.0, counted from 0".to_owned())
            }
        }
    }
}

/// A value that is stored as JSON, with a field for its own digest.
pub trait DigestedDocument: Clone + Serialize + DeserializeOwned {
    /// Returns the field with the digest.
    fn seal(&mut self) -> &mut String;

    /// Returns the value with its digest.
    fn sealed(mut self) -> Self {
        let digest = digest(&self);
        *self.seal() = digest;
        self
    }

    /// Reads a value from JSON and checks its digest.
    ///
    /// # Errors
    /// The text is not such a value, or was changed.
    fn read(text: &str, place: &str) -> Result<Self, BadInput> {
        let document: Self = serde_json::from_str(text).map_err(|error| {
            BadInput::new(place, format!("cannot be read ({error})"))
                .remedy("is it cut off, or from another version of saut?")
        })?;
        let mut unsealed = document.clone();
        let wanted = std::mem::take(unsealed.seal());
        if digest(&unsealed) == wanted {
            return Ok(document);
        }
        let fact = "was changed: its SHA-256 differs";
        Err(BadInput::new(place, fact).remedy("was it changed by hand, or is it cut off?"))
    }
}

fn digest(document: &impl Serialize) -> String {
    // Text and whole numbers can always be written as JSON.
    sha256(&serde_json::to_vec(document).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{DigestedDocument, PieceName, PieceOutcome, PieceResult};

    #[test]
    fn a_name_is_read_as_it_is_written() {
        let part = PieceName::from(3).part(0).part(12);
        assert_eq!(part.to_string(), "3.0.12");
        assert_eq!("3.0.12".parse(), Ok(part));
    }

    #[test]
    fn an_invalid_number_is_rejected() {
        for wrong in ["", "a", "3.", ".3", "-1", "3..0", "1/2", "../3"] {
            assert!(wrong.parse::<PieceName>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_result_survives_a_round_trip_and_is_rejected_if_changed() {
        let result = PieceResult {
            manifest: "ab".to_owned(),
            piece: "0".to_owned(),
            cube: vec![1, -2],
            outcome: PieceOutcome::Split {
                tree: vec![3, 0, 0].try_into().unwrap(),
            },
            cpu_milliseconds: 1,
            check_milliseconds: 2,
            conflicts: None,
            sha256: String::new(),
        };
        let (result, read) = (result.sealed(), |text: &str| PieceResult::read(text, "r"));
        let text = serde_json::to_string(&result).unwrap();
        assert_eq!(read(&text), Ok(result));
        for (old, new, fact) in [
            ("ab", "ac", "SHA-256"),
            ("[3,0,0]", "[3,0]", "the tree of cubes is incomplete"),
        ] {
            let bad = read(&text.replace(old, new)).unwrap_err().to_string();
            assert!(bad.contains(fact), "{bad}");
        }
        for end in 0..text.len() {
            assert!(read(&text[..end]).is_err(), "{end}");
        }
    }
}
