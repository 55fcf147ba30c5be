//! The puzzles that a definition names: bundled ones, files, and puzzles of files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use saut_plan::BadInput;
use saut_puzzles::formats::{self, bundled};
use saut_puzzles::peg::Puzzle;

/// The bundled puzzles, read once, and the folder in which files are looked for.
pub struct Shelf {
    folder: PathBuf,
    bundled: HashMap<String, Puzzle>,
}

impl Shelf {
    /// A shelf with the bundled puzzles.
    pub fn new(folder: &Path) -> Self {
        let named = |puzzle: Puzzle| (puzzle.name().to_owned(), puzzle);
        Self {
            folder: folder.to_owned(),
            bundled: bundled::all().into_iter().map(named).collect(),
        }
    }

    /// The puzzles that are meant: one bundled, all of a file, or one as `FILE.toml:NAME`.
    pub fn find(&mut self, name: &str) -> Result<Vec<Puzzle>, BadInput> {
        if let Some(puzzle) = self.bundled.get(name) {
            return Ok(vec![puzzle.clone()]);
        }
        if name == "-" {
            return Err(
                BadInput::new("", "a definition cannot read standard input").remedy("name a file")
            );
        }
        let is_path = name.contains(['/', '.', '\\']);
        let argument = if is_path {
            self.folder.join(name).display().to_string()
        } else {
            name.to_owned()
        };
        formats::read_puzzles(&argument, std::io::empty(), None)
    }
}
