//! `saut validate`: replays a plan on the task as it was read; no grounder and no encoder in its path. A document
//! of `saut plan --json` is taken, too: its plan is replayed, its certificate checked anew.
//!
//! The line is that of `saut check`: task and claim are read, the claim is checked, and the verdict is printed.

mod claims;
mod export;
mod shortest;
mod verdict;

use saut::BadInput;
use saut::stop::StopReason;

use super::arguments::{Global, Validate};
use super::check::verdict::{Fault, Verdict};
use super::planning;
use super::reply::{Failure, Reply};
use super::solve::interruptible;
use super::{input, whole};
use claims::{Claimed, Subject};

/// Runs `saut validate`.
pub fn run(arguments: &Validate, global: &Global) -> Result<Reply, Failure> {
    let export = arguments.exported()?;
    let given = [&arguments.domain, &arguments.problem, &arguments.plan];
    let (files, place) = planning::with_plan(arguments.sas.as_ref(), given, "saut validate")?;
    let inputs: Vec<&String> = files.all().into_iter().chain([&place]).collect();
    let formula = export.as_ref().map(|(formula, _)| *formula);
    let proof = export.as_ref().map(|(_, proof)| proof.as_path());
    let out = global.out.as_deref();
    whole::check(
        &[("-o", out), ("--export", formula), ("--export", proof)],
        &inputs,
    )?;
    let stop = interruptible(input::stop());
    let task = planning::read(&files, global.strict, &stop)?;
    let claimed = Claimed::of(&task, &input::text(&place)?, &place, stop.memory_mib())?;
    if export.is_some() && !claimed.has_certificate() {
        return Err(export::nothing_to_write());
    }
    let subject = Subject {
        task: &task,
        place: &place,
        stop: &stop,
    };
    let judged = subject.verdict(claimed).and_then(|(verdict, accepted)| {
        if let (Some((formula, proof)), Some(accepted)) = (&export, accepted) {
            let certificate = accepted.checked().certificate();
            export::export(&subject, certificate, formula, proof)?;
        }
        Ok(verdict)
    });
    let verdict = match judged {
        Ok(verdict) => verdict,
        Err(Fault::Refused(why)) if global.json => Verdict::invalid(&why),
        Err(Fault::Refused(why)) => return Err(Failure::Refused(why.within(place))),
        Err(Fault::Unfinished(_, why)) => return Err(unfinished(place, why)),
        Err(Fault::Failed(failure)) => return Err(failure),
    };
    Ok(verdict.reply("task", task.name()))
}

/// A limit ended the check, so that the document may hold or not.
fn unfinished(place: String, why: StopReason) -> Failure {
    let fact = format!("the check was not finished ({})", why.name());
    let mut bad = BadInput::new(place, fact).remedy("give it more time or memory");
    bad.limit = Some(why);
    bad.into()
}
