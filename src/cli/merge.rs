//! `saut merge`: what follows from all pieces of a job, or what is missing.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;

use saut::peg::moves;
use saut::shards::{
    JobFolder, JobQuestion, Lack, MergeSettings, Merged, PieceName, PlanEntry, merge,
};
use saut::words::quoted;
use saut_pddl::number_entry;
use serde_json::{Value, json};

use super::arguments::{Global, Merge};
use super::reply::{Failure, Reply};
use super::solve::interruptible;
use super::{cube, print, status};

/// Runs `saut merge`.
pub fn run(arguments: &Merge, global: &Global) -> Result<Reply, Failure> {
    let folder = cube::open(&arguments.folder)?;
    let settings = MergeSettings {
        stop: interruptible(&global.stop),
        threads: global.threads.map_or(1, std::num::NonZero::get),
    };
    let merged = merge(&folder, &settings)?;
    let document = match &merged {
        Merged::Infeasible { document, .. } => std::fs::read_to_string(document)?,
        other => json(&folder, other).to_string(),
    };
    let status = match &merged {
        Merged::Infeasible { .. } => status::INFEASIBLE,
        Merged::Solved { .. } => status::SOLVED,
        Merged::HorizonRefuted(_) | Merged::Missing(_) | Merged::Unfinished(_) => status::UNDECIDED,
    };
    Ok(Reply::new(
        status,
        document.trim_end(),
        text(&folder, &merged),
    ))
}

/// The key that names the question, and its name.
fn named(folder: &JobFolder) -> (&'static str, &str) {
    let manifest = folder.manifest();
    let key = match manifest.question {
        JobQuestion::Puzzle { .. } => "puzzle",
        JobQuestion::Task { .. } => "task",
    };
    (key, manifest.name())
}

fn json(folder: &JobFolder, merged: &Merged) -> Value {
    let (key, name) = named(folder);
    let mut document = match merged {
        Merged::Solved {
            plan,
            piece,
            measured,
            horizon,
            cpu_milliseconds,
        } => {
            let seconds = Duration::from_millis(*cpu_milliseconds).as_secs_f64();
            let mut solved = json!({"verdict": "solved", "method": "cubes", "horizon": horizon,
                "piece": piece.to_string(), "seconds": seconds, "checked": true});
            match plan {
                PlanEntry::Jumps(jumps) => {
                    solved["plan"] = json!(jumps);
                    solved["moves"] = moves(jumps).len().into();
                }
                PlanEntry::Actions(actions) => {
                    solved["plan"] = json!(actions);
                    solved["length"] = actions.len().into();
                    solved["cost"] = measured.cost.map(number_entry).into();
                    if let Some(metric) = &measured.metric {
                        solved["metric"] = metric.as_str().into();
                    }
                }
            }
            solved
        }
        Merged::Infeasible { .. } => json!({"verdict": "infeasible"}),
        Merged::HorizonRefuted(refuted) => json!({"verdict": "undecided",
            "reason": "horizon-refuted", "horizon": refuted.horizon(),
            "encoding": refuted.encoding().name(), "proof_checked": true,
            "pieces": refuted.pieces()}),
        Merged::Missing(missing) => {
            let indices: BTreeSet<usize> = missing.iter().map(|(name, _)| name.index()).collect();
            let piece = |(name, lack): &(PieceName, Lack)| json!({"piece": name.to_string(), "why": lack.text()});
            json!({"verdict": "undecided", "reason": "missing", "missing": indices,
                "missing_pieces": missing.iter().map(piece).collect::<Vec<_>>()})
        }
        Merged::Unfinished(why) => json!({"verdict": "undecided", "reason": why.name()}),
    };
    document[key] = name.into();
    document
}

/// Most missing pieces that are named one by one.
const NAMED: usize = 20;

fn text(folder: &JobFolder, merged: &Merged) -> String {
    let strong = print::STRONG;
    let place = quoted(&folder.path().display().to_string());
    match merged {
        Merged::Solved { plan, piece, .. } => {
            let length = match plan {
                PlanEntry::Jumps(jumps) => print::counted(jumps.len(), "jump"),
                PlanEntry::Actions(actions) => print::counted(actions.len(), "action"),
            };
            format!(
                "{strong}solved{strong:#}: {length}, found in piece {piece}, replayed\n\
                 the plan: saut merge {place} --json\n"
            )
        }
        Merged::Infeasible {
            certificate,
            document,
        } => {
            let (kind, document) = (certificate.kind(), document.display());
            format!(
                "{strong}infeasible{strong:#}: the certificate ({kind}) holds\n\
                 kept in {document}, for saut check\n"
            )
        }
        Merged::HorizonRefuted(refuted) => format!(
            "{strong}undecided{strong:#}: no plan in {} of {}; {} checked\n",
            print::counted(refuted.horizon(), "step"),
            refuted.encoding().name(),
            print::counted(refuted.pieces(), "proof")
        ),
        Merged::Missing(missing) => {
            let all = print::counted(missing.len(), "piece");
            let mut text = format!("{strong}undecided{strong:#}: {all} missing\n");
            for (name, lack) in missing.iter().take(NAMED) {
                let lack = lack.text();
                let _ = writeln!(
                    text,
                    "  {name}: {lack}\n    saut conquer {place} --index {name}"
                );
            }
            if missing.len() > NAMED {
                let _ = writeln!(text, "  and {} more", missing.len() - NAMED);
            }
            text + &format!("all of them: saut submit {place} --engine local --run\n")
        }
        Merged::Unfinished(why) => format!(
            "{strong}undecided{strong:#}: the check was not finished ({})\n",
            why.name()
        ),
    }
}
