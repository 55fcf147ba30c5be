//! `saut merge`: the conclusion from all pieces of a job, or the list of missing pieces.

use std::collections::BTreeSet;
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
use super::{print, status};

/// Runs `saut merge`.
pub fn run(arguments: &Merge, global: &Global) -> Result<Reply, Failure> {
    let folder = JobFolder::open(&arguments.folder)?;
    let settings = MergeSettings {
        stop: interruptible(&global.stop),
        threads: global.threads.map_or(1, std::num::NonZero::get),
    };
    let merged = merge(&folder, &settings)?;
    let noun = match folder.manifest().question {
        JobQuestion::Puzzle { .. } => "puzzle",
        JobQuestion::Task { .. } => "task",
    };
    let (status, document) = match &merged {
        Merged::Infeasible { document, .. } => {
            let document = std::fs::read_to_string(document)?;
            (status::INFEASIBLE, document.trim_end().to_owned())
        }
        other => {
            let (status, mut document) = document(other);
            document[noun] = folder.manifest().name().into();
            (status, document.to_string())
        }
    };
    Ok(Reply::written(status, document, text(&folder, &merged)))
}

/// The exit status and the document of a merge that made no certificate.
fn document(merged: &Merged) -> (u8, Value) {
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
            return (status::SOLVED, solved);
        }
        Merged::Infeasible { .. } => return (status::INFEASIBLE, json!({"verdict": "infeasible"})),
        Merged::HorizonRefuted(refuted) => json!({"reason": "horizon-refuted",
            "horizon": refuted.horizon(), "encoding": refuted.encoding().name(),
            "proof_checked": true, "pieces": refuted.pieces()}),
        Merged::Missing(missing) => {
            let indices: BTreeSet<usize> = missing.iter().map(|(name, _)| name.index()).collect();
            let piece = |(name, lack): &(PieceName, Lack)| json!({"piece": name.to_string(), "why": lack.text()});
            let pieces: Value = missing.iter().map(piece).collect();
            json!({"reason": "missing", "missing": indices, "missing_pieces": pieces})
        }
        Merged::Unfinished(why) => json!({"reason": why.name()}),
    };
    document["verdict"] = "undecided".into();
    (status::UNDECIDED, document)
}

/// Most missing pieces that are named one by one.
const NAMED: usize = 20;

/// The merge in words.
fn text(folder: &JobFolder, merged: &Merged) -> String {
    let strong = |word: &str| format!("{0}{word}{0:#}", print::STRONG);
    let (solved, infeasible) = (strong("solved"), strong("infeasible"));
    let (undecided, place) = (
        strong("undecided"),
        quoted(&folder.path().display().to_string()),
    );
    match merged {
        Merged::Solved { plan, piece, .. } => {
            let length = match plan {
                PlanEntry::Jumps(jumps) => print::counted(jumps.len(), "jump"),
                PlanEntry::Actions(actions) => print::counted(actions.len(), "action"),
            };
            format!(
                "{solved}: {length}, found in piece {piece}, replayed\n\
                 the plan: saut merge {place} --json\n"
            )
        }
        Merged::Infeasible {
            certificate,
            document,
        } => {
            let (kind, document) = (certificate.kind(), document.display());
            format!(
                "{infeasible}: the certificate ({kind}) holds\nkept in {document}, for saut check\n"
            )
        }
        Merged::HorizonRefuted(refuted) => {
            let steps = print::counted(refuted.horizon(), "step");
            let proofs = print::counted(refuted.pieces(), "proof");
            let encoding = refuted.encoding().name();
            format!("{undecided}: no plan in {steps} of {encoding}; {proofs} checked\n")
        }
        Merged::Missing(missing) => {
            let all = print::counted(missing.len(), "piece");
            let mut text = format!("{undecided}: {all} missing\n");
            for (name, lack) in missing.iter().take(NAMED) {
                let lack = lack.text();
                text += &format!("  {name}: {lack}\n    saut conquer {place} --index {name}\n");
            }
            if missing.len() > NAMED {
                text += &format!("  and {} more\n", missing.len() - NAMED);
            }
            text + &format!("all of them: saut submit {place} --engine local --run\n")
        }
        Merged::Unfinished(why) => {
            format!("{undecided}: the check was not finished ({})\n", why.name())
        }
    }
}
