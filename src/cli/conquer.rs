//! `saut conquer`: runs one piece of a job.

use std::time::Duration;

use saut::shards::{ConquerSettings, Conquered, PieceName, conquer};
use serde_json::json;

use super::arguments::{Conquer, Global};
use super::reply::{Failure, Reply};
use super::solve::interruptible;
use super::{cube, status};

/// Runs `saut conquer`.
pub fn run(arguments: &Conquer, global: &Global) -> Result<Reply, Failure> {
    let folder = cube::open(&arguments.folder)?;
    let settings = ConquerSettings {
        backend: arguments.how.backend.clone(),
        conflicts: arguments.how.conflicts,
        timeout: global.timeout.map(Duration::from_secs_f64),
        memory_mib: global.memory,
        stop: interruptible(&global.stop),
        seed: global.seed,
        parts: arguments.how.parts.into(),
    };
    let piece = &arguments.index;
    let conquered = conquer(&folder, piece, &settings)?;
    let names = |left: &[PieceName]| left.iter().map(PieceName::to_string).collect::<Vec<_>>();
    let (text, document, exit) = match &conquered {
        Conquered::Done => (
            format!("piece {piece}: done\n"),
            json!({"piece": piece.to_string(), "outcome": "done"}),
            status::SOLVED,
        ),
        Conquered::Plan(found) => (
            format!("piece {found}: has a plan; saut merge shows it\n"),
            json!({"piece": found.to_string(), "outcome": "plan"}),
            status::SOLVED,
        ),
        Conquered::Unfinished(why, left) => (
            format!(
                "piece {piece}: not done ({}); left: {}\n",
                why.name(),
                names(left).join(" ")
            ),
            json!({"piece": piece.to_string(), "outcome": "undecided", "reason": why.name(),
                "left": names(left)}),
            status::UNDECIDED,
        ),
    };
    Ok(Reply::new(exit, document, text))
}
