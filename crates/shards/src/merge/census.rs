//! Merging a census: every figure of the whole, once, in its order.

use std::collections::BTreeMap;

use saut_base::BadInput;
use saut_base::stop::Stop;
use saut_formats::census::{FigureEntry, Heading, figure_name};
use saut_puzzles::census::{Register, Shard};

use super::Merged;
use crate::folder::JobFolder;
use crate::manifest::JobQuestion;
use crate::shard::{board_named, selection};
use crate::survey::{JobSurvey, Lack};

/// The file with all figures.
const RECORDS: &str = "figures.jsonl";

/// Merges; plans and certificates are checked as the records are read.
pub fn merge(folder: &JobFolder, survey: &JobSurvey, stop: &Stop) -> Result<Merged, BadInput> {
    let manifest = folder.manifest();
    let question = &manifest.question;
    let (JobQuestion::Census { board: name, .. }, Some(whole)) =
        (question, selection(question, Shard::WHOLE)?)
    else {
        return Err(BadInput::new("manifest", "this job is no census"));
    };
    let board = board_named(name)?;
    let mut entries: BTreeMap<String, FigureEntry> = BTreeMap::new();
    let mut missing = Vec::new();
    for records in survey.records(folder) {
        let (piece, path, shard) = records?;
        let register = Register::open(&path, name, &board, whole.kind)?;
        let Some(part) = selection(question, shard)? else {
            continue;
        };
        for figure in part.figures(&board, stop)? {
            if let Some(entry) = register.get(&figure) {
                entries.insert(figure_name(&figure), entry.clone());
            } else {
                let fact = format!("the figure {} is not there", figure_name(&figure));
                missing.push((piece.clone(), Lack::Damaged(fact)));
            }
        }
    }
    if !missing.is_empty() {
        return Ok(Merged::Missing(missing));
    }
    let heading = Heading {
        census: name.clone(),
        symmetry: whole.kind.name().to_owned(),
    };
    let line = |error: serde_json::Error| BadInput::new(RECORDS, error.to_string());
    let mut text = serde_json::to_string(&heading).map_err(line)? + "\n";
    let (mut number, mut undecided) = (0, 0);
    for figure in whole.figures(&board, stop)? {
        let Some(entry) = entries.get(&figure_name(&figure)) else {
            let fact = format!("no piece has the figure {}", figure_name(&figure));
            return Err(BadInput::new("pieces", fact).remedy("make the pieces again"));
        };
        text += &(serde_json::to_string(entry).map_err(line)? + "\n");
        number += 1;
        undecided += usize::from(!entry.is_decided());
    }
    folder.write(RECORDS, text.as_bytes())?;
    Ok(Merged::Figures {
        number,
        undecided,
        records: folder.path().join(RECORDS),
    })
}
