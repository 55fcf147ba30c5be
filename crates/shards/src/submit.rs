//! Submitting: the script that hands the pieces that are left to an engine that runs them.
//!
//! We write no scheduler. Each script gives one piece a task, or several if there may not be as many tasks; the engine says where and when, and
//! starts again what its machine lost. Pieces are listed in a file, a line each, because those that
//! are left need not be consecutive and parts of split pieces have names of two numbers.

mod engines;

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use rustsat::types::Lit;
use saut_base::BadInput;
use saut_base::named::Named as _;

use crate::folder::JobFolder;
use crate::survey::survey;

pub use engines::{Engine, Tasks};

/// Script that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The script.
    pub script: PathBuf,
    /// The command that runs it.
    pub command: Vec<String>,
    /// Number of pieces that it runs; with none nothing is written.
    pub pieces: usize,
    /// Number of pieces that a task of the engine runs, one after the other.
    pub pieces_a_task: usize,
}

/// Estimate of what a cube leaves open: that a state is false says less than that it is true.
fn open(cube: &[Lit]) -> usize {
    cube.iter().filter(|literal| literal.is_neg()).count()
}

/// Writes the script for the pieces that are left. Those come first that leave most open, so that no
/// long piece is begun last.
///
/// # Errors
/// A file cannot be written.
pub fn submit(folder: &JobFolder, engine: Engine, tasks: &Tasks) -> Result<Submission, BadInput> {
    let mut missing = survey(folder, false)?.missing();
    let cubes = folder.manifest().cubes.tree()?.cubes();
    missing.sort_by_key(|(name, _)| Reverse(cubes.get(name.index()).map(|cube| open(cube))));
    let absolute = |path: &Path| {
        std::path::absolute(path).map_err(|error| {
            BadInput::new(
                path.display().to_string(),
                format!("has no absolute path ({error})"),
            )
        })
    };
    let home = absolute(folder.path())?;
    let below = home.join("submit");
    std::fs::create_dir_all(&below).map_err(|error| {
        BadInput::new(
            below.display().to_string(),
            format!("cannot be made ({error})"),
        )
    })?;
    let names: Vec<String> = missing.iter().map(|(name, _)| name.to_string()).collect();
    let mut list = names.join("\n");
    if !list.is_empty() {
        list.push('\n');
    }
    folder.write("submit/pieces.txt", list.as_bytes())?;
    let file = format!("{}.sh", engine.name());
    let script = below.join(&file);
    let text = engine.text(&engines::Words {
        saut: &absolute(&tasks.saut)?,
        folder: &home,
        list: &below.join("pieces.txt"),
        log: &below,
        pieces: missing.len(),
        tasks,
    });
    folder.write(&format!("submit/{file}"), text.as_bytes())?;
    Ok(Submission {
        command: engine.command(&script),
        script,
        pieces: missing.len(),
        pieces_a_task: engine.pieces_a_task(missing.len()),
    })
}
