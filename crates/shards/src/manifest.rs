//! The manifest: what is asked, and how it is split. All that a piece needs to know.

use std::path::Path;

use saut_base::BadInput;
use saut_criteria::certify::proof::Assumed;
use saut_task::encode::Encoding;
use saut_task::proof::CubeTree;
use serde::{Deserialize, Serialize};

use crate::sealed::Sealed;

/// The version of the format.
pub const VERSION: u32 = 1;

/// A job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the format.
    pub version: u32,
    /// The program that wrote it.
    pub made_by: String,
    /// Question of the job.
    pub question: JobQuestion,
    /// The number of pieces.
    pub pieces: usize,
    /// Split of the formula.
    pub cubes: CubesPart,
    /// The SHA-256 of all this.
    pub sha256: String,
}

/// Questions that a job can have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum JobQuestion {
    /// Existence of a plan for a puzzle.
    Puzzle {
        /// Its name.
        name: String,
        /// The puzzle as a file of puzzles.
        toml: String,
    },
    /// Existence of a plan for a planning task at a horizon.
    Task {
        /// Its name.
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
    pub encoding: String,
    /// The number of steps.
    pub horizon: usize,
    /// The variables of the formula.
    pub variables: usize,
    /// The clauses of the formula.
    pub clauses: usize,
    /// The SHA-256 of the formula as DIMACS: a version that writes another one is noticed.
    pub formula_sha256: String,
    /// The decisions in preorder; 0 for a leaf.
    pub tree: Vec<u32>,
    /// Facts that the formula takes for known, not yet checked.
    #[serde(flatten)]
    pub assumed: Assumed,
}

impl CubesPart {
    /// The encoding.
    ///
    /// # Errors
    /// There is no such encoding.
    pub fn encoding(&self) -> Result<Encoding, BadInput> {
        self.encoding
            .parse()
            .map_err(|bad: BadInput| bad.within("encoding"))
    }

    /// The tree.
    ///
    /// # Errors
    /// The numbers are none.
    pub fn tree(&self) -> Result<CubeTree, BadInput> {
        CubeTree::from_preorder(self.tree.clone())
            .map_err(|no| BadInput::new("tree", no.to_string()))
    }
}

impl Sealed for Manifest {
    fn seal(&mut self) -> &mut String {
        &mut self.sha256
    }
}

impl Manifest {
    /// A sealed manifest.
    pub fn new(question: JobQuestion, pieces: usize, cubes: CubesPart) -> Self {
        Self {
            version: VERSION,
            made_by: format!("saut {}", env!("CARGO_PKG_VERSION")),
            question,
            pieces,
            cubes,
            sha256: String::new(),
        }
        .sealed()
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// It is none, of another version, or not as it was written.
    pub fn read(text: &str, place: &Path) -> Result<Self, BadInput> {
        #[derive(Deserialize)]
        struct Head {
            version: u32,
        }
        let place = place.display().to_string();
        if let Ok(Head { version }) = serde_json::from_str(text)
            && version != VERSION
        {
            let fact = format!("is of version {version}, and this program reads {VERSION}");
            return Err(BadInput::new(place, fact).remedy("use the program that made it"));
        }
        let manifest = <Self as Sealed>::read(text, &place)?;
        let tree = manifest.cubes.tree().map_err(|bad| bad.within(&place))?;
        let leaves = tree.leaves();
        if leaves != manifest.pieces {
            let fact = format!("has {} pieces and {leaves} leaves", manifest.pieces);
            return Err(BadInput::new(place, fact).remedy("make it again"));
        }
        Ok(manifest)
    }

    /// The name of what is asked.
    pub fn name(&self) -> &str {
        match &self.question {
            JobQuestion::Puzzle { name, .. } | JobQuestion::Task { name, .. } => name,
        }
    }
}
