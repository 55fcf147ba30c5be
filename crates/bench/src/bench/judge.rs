//! Judging: from what a solver claims to what the claim was.
//!
//! A plan was replayed where it was found. A refutation is compared with the plans that are known,
//! and then settled anew by `refute`, once for all who claim it; what cannot be settled within
//! the limits of the check stays unchecked and does not count.

use crate::record::{Claimed, Record, RunOutcome};
use saut_plan::encode::Encoding;
use saut_plan::proof::{Scope, scope};
use saut_plan::stop::StopReason;
use saut_puzzles::compile;

use super::definition::RunLimits;
use super::facts::{Fact, Facts};
use super::job::{Job, Performed, Work};
use super::subject::Subject;
use super::supervise::Ended;
use super::trials::Trial;

fn about_formula(formula: &str) -> String {
    format!("formula {formula}")
}

/// Whether a refutation of this encoding at this horizon speaks of all plans.
pub fn speaks_of_all(
    subject: &Subject,
    encoding: Option<Encoding>,
    horizon: Option<usize>,
) -> bool {
    match (subject, encoding, horizon) {
        (Subject::Puzzle(puzzle), Some(encoding), Some(horizon)) => {
            scope(&compile::peg_task(puzzle), encoding, horizon) == Scope::EveryPlan
        }
        _ => true,
    }
}

/// Judges what a run has claimed; `perform` does the job of a check. Returns `None` if the check was
/// interrupted.
pub fn judge(
    trial: &Trial,
    answer: Performed,
    facts: &Facts,
    perform: impl Fn(&Job) -> Ended,
) -> Option<Record> {
    let Performed { mut run, formula } = answer;
    let about_subject = trial.subject.about();
    let about_formula = formula.as_deref().map(about_formula);
    match (run.claim, run.outcome) {
        (Claimed::Sat, RunOutcome::Solved) => {
            facts.has_plan(&about_subject);
            if let Some(formula) = about_formula {
                facts.has_plan(&formula);
            }
        }
        (Claimed::Unsat, RunOutcome::Infeasible) => {
            let kind = run.check.clone();
            if facts.settled(&about_subject, || Fact::None(kind)) == Fact::Plan {
                run.ends(Claimed::Unsat, RunOutcome::Wrong, "it has a replayed plan");
            }
        }
        (Claimed::Unsat, RunOutcome::Unchecked) => {
            let horizon = trial.horizon.or(run.horizon);
            let all = speaks_of_all(&trial.subject, trial.encoding, horizon);
            let about = match about_formula {
                Some(formula) if !all => formula,
                _ => about_subject,
            };
            let check = check(trial, horizon);
            let mut seconds = 0.0;
            let mut interrupted = false;
            let fact = facts.settled(&about, || {
                let ended = perform(&check);
                interrupted = ended == Ended::Killed(StopReason::Interrupted);
                settle(ended, &mut seconds)
            });
            if interrupted {
                return None;
            }
            run.check_seconds += seconds;
            let outcome = match &*trial.subject {
                Subject::Puzzle(_) | Subject::Task(_) if all => RunOutcome::Infeasible,
                _ => RunOutcome::Refuted,
            };
            match fact {
                Fact::None(by) => run.holds(Claimed::Unsat, outcome, &by),
                Fact::Plan => {
                    let fact = match &*trial.subject {
                        Subject::Puzzle(_) | Subject::Task(_) => {
                            "claims that there is no plan, but a plan was replayed"
                        }
                        Subject::Clauses(_) => "claims that there is no model, but one was found",
                    };
                    run.ends(Claimed::Unsat, RunOutcome::Wrong, fact);
                }
                Fact::Open(why) => run.ends(Claimed::Unsat, RunOutcome::Unchecked, why),
            }
        }
        _ => {}
    }
    Some(run)
}

/// The check of a refutation by a trial at this horizon.
fn check(trial: &Trial, horizon: Option<usize>) -> Job {
    let work = match (&*trial.subject, trial.encoding, horizon) {
        (Subject::Puzzle(_), Some(encoding), Some(horizon)) => {
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

fn settle(ended: Ended, seconds: &mut f64) -> Fact {
    match ended {
        Ended::Killed(why) => Fact::Open(format!("the check was ended ({})", why.name())),
        Ended::Broken(fact) => Fact::Open(format!("the check failed: {fact}")),
        Ended::Performed(answer) => {
            let found = answer.run;
            *seconds = found.check_seconds;
            match (found.claim, found.checked) {
                (Claimed::Sat, true) => Fact::Plan,
                (Claimed::Unsat, true) => Fact::None(found.check),
                _ => Fact::Open(found.check),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::judge;
    use crate::bench::definition::{Definition, Keys};
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
        let definition = Definition::parse(&definition, folder.path(), &Keys::default()).unwrap();
        Trials::of(&definition, &HorizonTable::default()).list
    }

    fn unsat() -> Performed {
        let mut run = Record::default();
        run.ends(Claimed::Unsat, RunOutcome::Unchecked, "");
        let formula = Some("f".to_owned());
        Performed { run, formula }
    }

    fn judged(trial: &Trial, facts: &Facts) -> Record {
        let run = |job: &crate::bench::job::Job| {
            let answer = perform(job).unwrap();
            Ended::Performed(Box::new(answer))
        };
        judge(trial, unsat(), facts, run).unwrap()
    }

    #[test]
    fn a_refutation_counts_only_if_it_is_true() {
        for trial in trials(2) {
            let judged = judged(&trial, &Facts::default());
            let name = trial.subject.name();
            let wanted = if name == "yes" {
                RunOutcome::Wrong
            } else {
                RunOutcome::Infeasible
            };
            assert_eq!(judged.outcome, wanted, "{name} {judged:?}");
            assert_eq!(judged.checked, wanted != RunOutcome::Wrong);
        }
    }

    #[test]
    fn what_cannot_be_checked_is_unchecked_and_what_is_known_is_not_checked_again() {
        let trial = &trials(2)[0];
        let facts = Facts::default();
        let broken = |_: &crate::bench::job::Job| Ended::Broken("no".to_owned());
        let open = judge(trial, unsat(), &facts, broken).unwrap();
        assert_eq!((open.outcome, open.checked), (RunOutcome::Unchecked, false));
        let mut solved = unsat();
        solved.run.holds(Claimed::Sat, RunOutcome::Solved, "replay");
        judge(trial, solved, &facts, broken).unwrap();
        let wrong = judge(trial, unsat(), &facts, broken).unwrap();
        assert_eq!(wrong.outcome, RunOutcome::Wrong);
    }
}
