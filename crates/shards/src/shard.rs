//! Starting a job of shards: the figures of a census, or the runs of an experiment.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use saut_base::BadInput;
use saut_base::digest::sha256;
use saut_base::stop::Stop;
use saut_bench::bench::{self, Definition, Keys};
use saut_peg::peg::{Board, SymmetryKind, boards};
use saut_puzzles::census::{Selection, Shard};

use crate::manifest::{JobQuestion, Manifest};

/// The job of a census; its shard is ignored.
///
/// # Errors
/// There is no such board or no such figure, or a limit was hit.
pub fn census(
    board: &str,
    selection: &Selection,
    figure_limit: Option<Duration>,
    pieces: usize,
    stop: &Stop,
) -> Result<Manifest, BadInput> {
    let whole = Selection {
        shard: Shard::WHOLE,
        ..selection.clone()
    };
    let holes = board_named(board)?;
    let figures = whole.figures(&holes, stop)?.len();
    let milliseconds = |limit: Duration| u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
    let question = JobQuestion::Census {
        board: board.to_owned(),
        symmetry: selection.kind.name().to_owned(),
        pegs: (selection.pegs != (0..=usize::MAX))
            .then(|| [*selection.pegs.start(), *selection.pegs.end()]),
        sample: selection.sample.map(|(number, _)| number),
        seed: selection.sample.map_or(0, |(_, seed)| seed),
        figure_milliseconds: figure_limit.map(milliseconds),
        figures,
    };
    Ok(Manifest::new(
        question,
        pieces.clamp(1, figures.max(1)),
        None,
    ))
}

/// The job of an experiment; its files of puzzles are looked for in this folder, which all machines
/// must see.
///
/// # Errors
/// The definition has nothing to run, or the folder has no absolute path.
pub fn bench(read: &Definition, folder: &Path, pieces: usize) -> Result<Manifest, BadInput> {
    let place = folder.display().to_string();
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let folder = std::path::absolute(folder)
        .map_err(|error| BadInput::new(&place, format!("has no absolute path ({error})")))?;
    // Read again where the pieces will: the names of files of clauses, and so their keys, hold the folder.
    let read = Definition::parse(&read.text, &folder, &Keys::default())?;
    let keys = bench::keys(&read);
    if keys.is_empty() {
        return Err(BadInput::new(read.name, "there is nothing to run")
            .remedy("choose other encodings, horizons or backends"));
    }
    let question = JobQuestion::Bench {
        name: read.name.clone(),
        definition: read.text.clone(),
        folder: folder.display().to_string(),
        runs: keys.len(),
        keys_sha256: digest_of(&keys),
    };
    Ok(Manifest::new(question, pieces.clamp(1, keys.len()), None))
}

/// The SHA-256 of the keys of all runs.
fn digest_of(keys: &[String]) -> String {
    sha256(keys.join("\n").as_bytes())
}

/// The board of a census.
pub(crate) fn board_named(name: &str) -> Result<Arc<Board>, BadInput> {
    let board = boards::named(name).ok_or_else(|| {
        BadInput::new("board", format!("no board is called \"{name}\""))
            .remedy(format!("there are {}", boards::NAMES.join(", ")))
    })?;
    Ok(Arc::new(board))
}

/// The figures of a census, all or those of one piece.
pub(crate) fn selection(
    question: &JobQuestion,
    shard: Shard,
) -> Result<Option<Selection>, BadInput> {
    let JobQuestion::Census {
        symmetry,
        pegs,
        sample,
        seed,
        ..
    } = question
    else {
        return Ok(None);
    };
    let kind: SymmetryKind = symmetry
        .parse()
        .map_err(|_| BadInput::new("symmetry", format!("there is no symmetry \"{symmetry}\"")))?;
    Ok(Some(Selection {
        kind,
        pegs: pegs.map_or(0..=usize::MAX, |[fewest, most]| fewest..=most),
        sample: sample.map(|number| (number, *seed)),
        shard,
    }))
}

/// The experiment of a job with the keys of its runs; `None` if it is no bench.
pub(crate) fn definition(
    question: &JobQuestion,
) -> Result<Option<(Definition, Vec<String>)>, BadInput> {
    let JobQuestion::Bench {
        definition,
        folder,
        keys_sha256,
        ..
    } = question
    else {
        return Ok(None);
    };
    let read = Definition::parse(definition, Path::new(folder), &Keys::default())?;
    let keys = bench::keys(&read);
    if digest_of(&keys) != *keys_sha256 {
        return Err(
            BadInput::new(folder, "the definition gives other runs here than it did")
                .remedy("were its puzzle files changed? Make the pieces again"),
        );
    }
    Ok(Some((read, keys)))
}

/// The shard of a piece.
///
/// # Errors
/// The job has no such piece.
pub(crate) fn shard_of(index: usize, pieces: usize) -> Result<Shard, BadInput> {
    let fact = || format!("the job has {pieces} pieces, and none of index {index}");
    Shard::of(index, pieces).ok_or_else(|| BadInput::new("manifest", fact()))
}
