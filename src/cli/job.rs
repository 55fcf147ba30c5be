//! `saut status`: how far a job is.

use std::fmt::Write as _;

use saut::shards::{PieceName, status as look};
use serde_json::json;

use super::arguments::JobStatus;
use super::reply::{Failure, Reply};
use super::{cube, print, status};

/// Runs `saut status`.
pub fn run(arguments: &JobStatus) -> Result<Reply, Failure> {
    let folder = cube::open(&arguments.folder)?;
    let state = look(&folder)?;
    let name = folder.manifest().name();
    let damaged = state.damaged.iter();
    let damaged = damaged.map(|(name, fact)| json!({"piece": name.to_string(), "why": fact}));
    let document = json!({
        "question": name, "pieces": state.pieces, "done": state.done,
        "damaged": damaged.collect::<Vec<_>>(),
        "plan": state.plan.as_ref().map(PieceName::to_string),
        "share": state.share, "cpu_seconds": state.cpu_seconds,
        "longest_seconds": state.longest_seconds,
        "estimated_seconds": state.estimated_seconds,
        "deviation_seconds": state.deviation_seconds,
    });
    let (done, all) = (
        print::grouped(state.done),
        print::counted(state.pieces, "piece"),
    );
    let mut text = format!(
        "{name}: {done} of {all} done, {:.0} % of the tree\n\
         {:.1} s of processor time, the longest piece {:.1} s\n",
        100.0 * state.share,
        state.cpu_seconds,
        state.longest_seconds
    );
    if let (Some(estimate), true) = (state.estimated_seconds, state.done < state.pieces) {
        let deviation = state.deviation_seconds;
        let deviation = deviation.map_or(String::new(), |one| format!(", give or take {one:.0} s"));
        let _ = writeln!(
            text,
            "about {estimate:.0} s in all{deviation}, if the rest is like this"
        );
    }
    if let Some(piece) = &state.plan {
        let _ = writeln!(text, "piece {piece} has a plan: saut merge shows it");
    }
    for (piece, fact) in &state.damaged {
        let _ = writeln!(text, "damaged: {piece}: {fact}");
    }
    Ok(Reply::new(status::SOLVED, document, text))
}
