//! Judging: from what a solver claims to what the claim was.
//!
//! A plan was replayed, and a proof checked, where it was found. A refutation without a proof gets no credit; it is compared
//! with the plans that are known, and then settled anew by `refute`, once for all who claim it, only to see whether it is
//! wrong.

use crate::record::{Claimed, Record, RunOutcome};
use saut_base::stop::StopReason;
use saut_criteria::compile;
use saut_task::proof::{Scope, scope};

use super::definition::RunLimits;
use super::facts::{Fact, Facts};
use super::job::{Job, Performed, Work};
use super::subject::Subject;
use super::supervise::Ended;
use super::trials::Trial;

/// Whether a refutation by a trial, with its encoding at this horizon, speaks of all plans.
pub fn speaks_of_all(trial: &Trial, horizon: Option<usize>) -> bool {
    match (&*trial.subject, trial.encoding, horizon) {
        (Subject::Puzzle(puzzle), Some(encoding), Some(horizon)) => {
            scope(&compile::peg_task(puzzle), encoding, horizon) == Scope::EveryPlan
        }
        // Without a number of steps only a formula that answers the question ends the search.
        (Subject::Task(_), Some(_), _) => trial.horizon.is_none(),
        _ => true,
    }
}

/// The key of the formula that a run answered.
fn about_formula(trial: &Trial, formula: Option<&str>) -> Option<String> {
    let of_task = || match (&*trial.subject, trial.encoding, trial.horizon) {
        (Subject::Task(_), Some(encoding), Some(horizon)) => {
            Some(format!("{} {encoding} {horizon}", trial.subject.about()))
        }
        _ => None,
    };
    let by_key = formula.map(|key| format!("formula {key}"));
    by_key.or_else(of_task)
}

/// Judges what a run has claimed: which refutations are wrong, by plans that are known and by a check of our own, whose job
/// `perform` does. What the solver has not proved itself gets no credit, whatever the check says. Returns `None` if
/// the check was interrupted.
pub fn judge(
    trial: &Trial,
    answer: Performed,
    facts: &Facts,
    perform: impl Fn(&Job) -> Ended,
) -> Option<Record> {
    let Performed {
        mut run, formula, ..
    } = answer;
    let about_subject = trial.subject.about();
    let about_formula = about_formula(trial, formula.as_deref());
    if (run.claim, run.outcome) == (Claimed::Sat, RunOutcome::Solved) {
        facts.has_plan(&about_subject);
        if let Some(formula) = about_formula {
            facts.has_plan(&formula);
        }
        return Some(run);
    }
    let is_refutation = matches!(
        run.outcome,
        RunOutcome::Infeasible | RunOutcome::Refuted | RunOutcome::Unproved | RunOutcome::Unchecked
    );
    if run.claim != Claimed::Unsat || !is_refutation {
        return Some(run);
    }
    let horizon = trial.horizon.or(run.horizon);
    let about = match about_formula {
        Some(formula) if !speaks_of_all(trial, horizon) => formula,
        _ => about_subject,
    };
    if run.counts() {
        if facts.settled(&about, || Fact::None(run.check.clone())) == Fact::Plan {
            run.ends(Claimed::Unsat, RunOutcome::Wrong, HAS_PLAN);
        }
        return Some(run);
    }
    let mut interrupted = false;
    let fact = facts.settled(&about, || {
        let ended = perform(&check(trial, horizon));
        interrupted = ended == Ended::Killed(StopReason::Interrupted);
        settle(ended)
    });
    if interrupted {
        return None;
    }
    let (why_not, outcome) = (run.check.clone(), run.outcome);
    let (outcome, fact) = match fact {
        Fact::Plan => (RunOutcome::Wrong, HAS_PLAN.to_owned()),
        Fact::None(by) => (
            outcome,
            format!("{why_not}; it is true, by {by} of another solver"),
        ),
        Fact::Open(why) => (
            outcome,
            format!("{why_not}; whether it is true is not known ({why})"),
        ),
    };
    run.ends(Claimed::Unsat, outcome, fact);
    Some(run)
}

/// Why a refutation is wrong.
const HAS_PLAN: &str = "claims that there is none, but a plan or a model was found and checked";

/// The check of a refutation by a trial at this horizon.
fn check(trial: &Trial, horizon: Option<usize>) -> Job {
    let work = match (&*trial.subject, trial.encoding, horizon) {
        (Subject::Puzzle(_), Some(encoding), Some(horizon)) => {
            Work::CheckFormula { encoding, horizon }
        }
        (Subject::Task(_), Some(encoding), Some(horizon)) if trial.horizon.is_some() => {
            Work::CheckFormula { encoding, horizon }
        }
        _ => Work::Check,
    };
    let limits = RunLimits {
        timeout_seconds: trial.limits.check_timeout_seconds,
        threads: 1,
        ..trial.limits
    };
    Job {
        subject: Subject::clone(&trial.subject),
        work,
        seed: 0,
        limits,
    }
}

fn settle(ended: Ended) -> Fact {
    match ended {
        Ended::Killed(why) => Fact::Open(format!("the check was ended ({})", why.name())),
        Ended::Broken(fact) => Fact::Open(format!("the check failed: {fact}")),
        Ended::Performed(answer) => {
            let none = || Fact::Open("the check settled nothing".to_owned());
            answer.fact.unwrap_or_else(none)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::judge;
    use crate::bench::definition::{Definition, Keys, keys};
    use crate::bench::facts::Facts;
    use crate::bench::job::Performed;
    use crate::bench::perform::perform;
    use crate::bench::supervise::Ended;
    use crate::bench::trials::{Trial, Trials};
    use crate::family::horizons::HorizonTable;
    use crate::record::{Claimed, Record, RunOutcome};

    /// Trials of a line puzzle with and one without a plan.
    fn trials(horizon: usize) -> Vec<Trial> {
        let folder = tempfile::tempdir().unwrap();
        let puzzle = |name: &str, start: &str, goal: &str| {
            format!("[[puzzle]]\nname = \"{name}\"\nstart = \"{start}\"\ngoal = \"{goal}\"\n")
        };
        let text = puzzle("yes", "oo.o.", ".o...") + &puzzle("no", "oo.o.", "o....");
        std::fs::write(folder.path().join("p.toml"), text).unwrap();
        let definition = format!(
            "name = \"x\"\npuzzles = [\"p.toml\"]\nbackends = [\"batsat\"]\n\
             encodings = [\"sequential\", \"forall\"]\nhorizons = [{horizon}]\n"
        );
        let definition = Definition::of(
            keys::read(&definition).unwrap(),
            folder.path(),
            &Keys::default(),
        )
        .unwrap();
        Trials::of(&definition, &HorizonTable::default()).list
    }

    fn unsat() -> Performed {
        let mut run = Record::default();
        run.ends(Claimed::Unsat, RunOutcome::Unproved, "");
        let formula = Some("f".to_owned());
        Performed {
            run,
            formula,
            ..Performed::default()
        }
    }

    fn judged(trial: &Trial, facts: &Facts) -> Record {
        let run = |job: &crate::bench::job::Job| {
            let answer = perform(job).unwrap();
            Ended::Performed(Box::new(answer))
        };
        judge(trial, unsat(), facts, run).unwrap()
    }

    #[test]
    fn a_refutation_without_a_proof_is_wrong_or_unproved_and_never_counts() {
        for trial in trials(2) {
            let judged = judged(&trial, &Facts::default());
            let name = trial.subject.name();
            let wanted = if name == "yes" {
                RunOutcome::Wrong
            } else {
                RunOutcome::Unproved
            };
            assert_eq!(judged.outcome, wanted, "{name} {judged:?}");
            assert!(!judged.checked && !judged.counts(), "{judged:?}");
        }
    }

    #[test]
    fn what_cannot_be_settled_stays_unproved_and_what_is_known_is_not_settled_again() {
        let trial = &trials(2)[0];
        let facts = Facts::default();
        let broken = |_: &crate::bench::job::Job| Ended::Broken("no".to_owned());
        let open = judge(trial, unsat(), &facts, broken).unwrap();
        assert_eq!((open.outcome, open.checked), (RunOutcome::Unproved, false));
        let job = super::super::record::job(trial);
        let solved = perform(&job).unwrap();
        assert_eq!(solved.run.outcome, RunOutcome::Solved);
        judge(trial, solved, &facts, broken).unwrap();
        let wrong = judge(trial, unsat(), &facts, broken).unwrap();
        assert_eq!(wrong.outcome, RunOutcome::Wrong);
    }
}
