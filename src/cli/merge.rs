//! `saut merge`: what follows from all pieces of a job, or what is missing.

use std::collections::BTreeSet;
use std::io::Write;

use saut::peg::moves;
use saut::shards::submit::quoted;
use saut::shards::{
    JobFolder, JobQuestion, Lack, MergeSettings, Merged, PieceName, PlanEntry, merge,
};
use serde_json::{Value, json};

use super::arguments::Merge;
use super::failure::Failure;
use super::{cube, print, settings, status};

/// Runs `saut merge`.
pub fn run(arguments: &Merge) -> Result<u8, Failure> {
    let folder = cube::open(&arguments.folder)?;
    let settings = MergeSettings {
        stop: cube::interruptible(settings::stop(&arguments.limits)),
        threads: arguments.limits.threads.map_or(1, std::num::NonZero::get),
    };
    let merged = merge(&folder, &settings)?;
    let mut out = anstream::stdout().lock();
    if arguments.output.json {
        let document = match &merged {
            Merged::Infeasible { document, .. } => std::fs::read_to_string(document)?,
            other => json(&folder, other).to_string(),
        };
        writeln!(out, "{}", document.trim_end())?;
    } else {
        text(&mut out, &folder, &merged)?;
    }
    Ok(match &merged {
        Merged::Infeasible { .. } => status::INFEASIBLE,
        Merged::Runs { wrong: 1.., .. } => status::FAILED,
        Merged::Solved { .. } | Merged::Figures { undecided: 0, .. } | Merged::Runs { .. } => {
            status::SOLVED
        }
        Merged::HorizonRefuted(_)
        | Merged::Figures { .. }
        | Merged::Missing(_)
        | Merged::Unfinished(_) => status::UNDECIDED,
    })
}

/// The key that names the question, and its name.
fn named(folder: &JobFolder) -> (&'static str, String) {
    let manifest = folder.manifest();
    let key = match manifest.question {
        JobQuestion::Puzzle { .. } => "puzzle",
        JobQuestion::Task { .. } => "task",
        JobQuestion::Census { .. } => "census",
        JobQuestion::Bench { .. } => "experiment",
    };
    (key, manifest.name())
}

fn json(folder: &JobFolder, merged: &Merged) -> Value {
    let (key, name) = named(folder);
    let mut document = match merged {
        Merged::Solved { plan, piece } => {
            let mut solved = json!({"verdict": "solved", "plan": plan_json(plan),
                "method": "cubes", "piece": piece.to_string(), "checked": true});
            if let Some(number) = number_of_moves(plan) {
                solved["moves"] = number.into();
            }
            solved
        }
        Merged::Infeasible { .. } => json!({"verdict": "infeasible"}),
        Merged::HorizonRefuted(refuted) => json!({"verdict": "undecided",
            "reason": "horizon-refuted", "horizon": refuted.horizon(),
            "encoding": refuted.encoding().name(), "proof_checked": true,
            "pieces": refuted.pieces()}),
        Merged::Figures {
            number,
            undecided,
            records,
        } => json!({"figures": number, "undecided": undecided,
            "records": records.display().to_string()}),
        Merged::Runs {
            number,
            wrong,
            records,
        } => json!({"runs": number, "wrong": wrong, "records": records.display().to_string()}),
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

fn plan_json(plan: &PlanEntry) -> Value {
    match plan {
        PlanEntry::Jumps(jumps) => json!(jumps),
        PlanEntry::Actions(actions) => json!(actions),
    }
}

/// The moves of a plan of jumps.
fn number_of_moves(plan: &PlanEntry) -> Option<usize> {
    match plan {
        PlanEntry::Jumps(jumps) => {
            let jumps = jumps.clone();
            Some(moves(&jumps).len())
        }
        PlanEntry::Actions(_) => None,
    }
}

/// Most missing pieces that are named one by one.
const NAMED: usize = 20;

fn text(out: &mut impl Write, folder: &JobFolder, merged: &Merged) -> Result<(), Failure> {
    let strong = print::STRONG;
    let place = quoted(&folder.path().display().to_string());
    match merged {
        Merged::Solved { plan, piece } => {
            let length = match plan {
                PlanEntry::Jumps(jumps) => print::counted(jumps.len(), "jump"),
                PlanEntry::Actions(actions) => print::counted(actions.len(), "action"),
            };
            writeln!(
                out,
                "{strong}solved{strong:#}: {length}, found in piece {piece}, replayed"
            )?;
            writeln!(out, "the plan: saut merge {place} --json")?;
        }
        Merged::Infeasible {
            certificate,
            document,
        } => {
            let kind = certificate.kind();
            writeln!(
                out,
                "{strong}infeasible{strong:#}: the certificate ({kind}) holds"
            )?;
            writeln!(out, "kept in {}, for saut check", document.display())?;
        }
        Merged::HorizonRefuted(refuted) => writeln!(
            out,
            "{strong}undecided{strong:#}: no plan in {} of {}; {} checked",
            print::counted(refuted.horizon(), "step"),
            refuted.encoding().name(),
            print::counted(refuted.pieces(), "proof")
        )?,
        Merged::Figures {
            number,
            undecided,
            records,
        } => writeln!(
            out,
            "{}, {undecided} of them undecided, in {}",
            print::counted(*number, "figure"),
            records.display()
        )?,
        Merged::Runs {
            number,
            wrong,
            records,
        } => writeln!(
            out,
            "{}, {wrong} of them with a wrong answer, in {}",
            print::counted(*number, "run"),
            records.display()
        )?,
        Merged::Missing(missing) => {
            let all = print::counted(missing.len(), "piece");
            writeln!(out, "{strong}undecided{strong:#}: {all} missing")?;
            for (name, lack) in missing.iter().take(NAMED) {
                writeln!(out, "  {name}: {}", lack.text())?;
                writeln!(out, "    saut conquer {place} --index {name}")?;
            }
            if missing.len() > NAMED {
                writeln!(out, "  and {} more", missing.len() - NAMED)?;
            }
            writeln!(out, "all of them: saut submit {place} --engine local --run")?;
        }
        Merged::Unfinished(why) => writeln!(
            out,
            "{strong}undecided{strong:#}: the check was not finished ({})",
            why.name()
        )?,
    }
    Ok(out.flush()?)
}
