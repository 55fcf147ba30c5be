//! A shard of a census or of an experiment: its lines are kept as they are made, so that a run that
//! was ended goes on from there; the result is written when the last line is.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use saut_base::BadInput;
use saut_base::digest::sha256;
use saut_base::read_limited;
use saut_base::stop::{Stop, StopReason};
use saut_bench::bench::{Bench, Observer, Options};
use saut_bench::record::Record;
use saut_plan::Error;
use saut_puzzles::census::{CensusSettings, Register, decide_figures};

use super::run::{ConquerSettings, Conquered, processor_milliseconds};
use crate::folder::{JobFolder, MOST_FILE_BYTES};
use crate::manifest::JobQuestion;
use crate::outcome::{FileEntry, PieceOutcome, PieceResult};
use crate::piece::PieceName;
use crate::sealed::Sealed;
use crate::shard::{board_named, definition, selection, shard_of};
use crate::survey::one;

/// Runs a shard.
pub fn run(
    folder: &JobFolder,
    piece: &PieceName,
    settings: &ConquerSettings,
) -> Result<Conquered, Error> {
    if !piece.below().is_empty() {
        let fact = format!("there is no piece {piece}: shards are not split");
        return Err(BadInput::new("--index", fact).into());
    }
    if one(folder, piece, &[], true).is_ok() {
        return Ok(Conquered::Done);
    }
    let Some(_hold) = folder.hold(piece)? else {
        return Ok(Conquered::Held);
    };
    let before = processor_milliseconds();
    let limits = settings.limits();
    let records = folder.file_of(piece, ".jsonl");
    let worked = match folder.manifest().question {
        JobQuestion::Census { .. } => figures(folder, piece, &limits, &records)?,
        _ => runs(folder, piece, settings, &limits, &records)?,
    };
    let number = match worked {
        Ok(number) => number,
        Err(why) => return Ok(Conquered::Unfinished(why, vec![piece.clone()])),
    };
    let bytes = read_limited::file(&records, MOST_FILE_BYTES)?;
    let file = records
        .file_name()
        .unwrap_or_default()
        .display()
        .to_string();
    let records = FileEntry {
        file,
        bytes: bytes.len() as u64,
        sha256: sha256(&bytes),
    };
    let result = PieceResult {
        manifest: folder.manifest().sha256.clone(),
        piece: piece.to_string(),
        cube: Vec::new(),
        outcome: PieceOutcome::Records { records, number },
        cpu_milliseconds: processor_milliseconds().saturating_sub(before),
        check_milliseconds: 0,
        conflicts: None,
        sha256: String::new(),
    };
    folder.finish(piece, &result.sealed())?;
    Ok(Conquered::Done)
}

/// The number of lines, or why they are not all there.
type Worked = Result<usize, StopReason>;

fn figures(
    folder: &JobFolder,
    piece: &PieceName,
    limits: &Stop,
    records: &Path,
) -> Result<Worked, Error> {
    let manifest = folder.manifest();
    let question = &manifest.question;
    let shard = shard_of(piece.index(), manifest.pieces)?;
    let (
        JobQuestion::Census {
            board: name,
            figure_milliseconds,
            seed,
            ..
        },
        Some(selection),
    ) = (question, selection(question, shard)?)
    else {
        return Err(BadInput::new("manifest", "this job is no census").into());
    };
    let board = board_named(name)?;
    let figures = match selection.figures(&board, limits) {
        Ok(figures) => figures,
        Err(bad) => return bad.limit.map(Err).ok_or_else(|| bad.into()),
    };
    let census = CensusSettings {
        stop: limits.clone(),
        figure_limit: figure_milliseconds.map(Duration::from_millis),
        // One piece, one core: the engine runs as many pieces as there are.
        threads: NonZeroUsize::new(1),
        seed: *seed,
        rates: true,
    };
    let mut register = Register::open(records, name, &board, selection.kind)?;
    let ended = decide_figures(&board, &figures, &census, &mut register, |_, _| {})?;
    Ok(match ended {
        Some(why) => Err(why),
        None => Ok(figures.len()),
    })
}

struct Silent;

impl Observer for Silent {
    fn done(&self, _: &Record) {}
}

fn runs(
    folder: &JobFolder,
    piece: &PieceName,
    settings: &ConquerSettings,
    limits: &Stop,
    records: &Path,
) -> Result<Worked, Error> {
    let manifest = folder.manifest();
    let no_bench = || BadInput::new("manifest", "this job is no bench");
    let (definition, _) = definition(&manifest.question)?.ok_or_else(no_bench)?;
    let no_program = || BadInput::new("saut", "the program for the runs is not named");
    let options = Options {
        records: records.to_owned(),
        shard: Some(shard_of(piece.index(), manifest.pieces)?),
        jobs: 1,
        again: false,
        skip_missing: false,
        saut: settings.saut.clone().ok_or_else(no_program)?,
        stop: limits.clone(),
    };
    let summary = Bench::prepare(&definition, options)?.run(&Silent);
    let summary = summary.map_err(|error| {
        let place = records.display().to_string();
        BadInput::new(place, format!("cannot be written ({error})"))
            .remedy("make room and run the piece again; nothing is lost that was done")
    })?;
    Ok(match limits.stop_reason() {
        Some(why) if summary.interrupted => Err(why),
        _ => Ok(summary.records.len()),
    })
}
