//! The reasons why a task has no plan: each kind is looked for, and checked.

use std::time::Duration;

use saut_pddl::{GroundingLimits, NotCompiled, PlanningDomain, PlanningTask};
use saut_plan::certificate::Seen;
use saut_plan::excluded::ExcludedGoal;
use saut_plan::planning::PlanMethod;
use saut_plan::stop::StopReason;
use saut_plan::weights::{modulo, pagoda};
use saut_plan::{
    BadInput, Certificate, Checked, Criterion, Domain as _, Error, Method, NotAccepted, Settings,
    Verdict, plan_task,
};
use serde_json::{Value, json};

use super::share::part;
use super::words;
use crate::task::why_not;

type Certified = Checked<saut_pddl::Reason>;

/// Weights are looked for modulo these.
const PRIMES: [u32; 2] = [2, 3];
/// The longest look for one reason beside one that was found.
const BESIDE: Duration = Duration::from_secs(3);

/// A kind of reason, and what came of it.
pub struct Reason {
    pub name: &'static str,
    pub outcome: Outcome,
}

/// What came of the look for a reason.
pub enum Outcome {
    /// It refutes.
    Refutes(Box<Certified>, String),
    /// It does not.
    Silent(&'static str),
    /// That is not known.
    Open(&'static str),
}

/// What the look for reasons has found.
pub enum Found {
    /// A plan of so many actions.
    Plan { length: usize, method: &'static str },
    /// Reasons, and what ended the look where none refutes.
    Reasons(Vec<Reason>, StopReason),
}

impl Reason {
    /// A reason about the ground task.
    fn of(domain: &PlanningDomain<'_>, name: &'static str, checked: Certified) -> Self {
        let words = match checked.certificate() {
            Certificate::Invariant(kept) => words::invariant(domain.task(), kept),
            _ => why_not(None, &checked),
        };
        let outcome = Outcome::Refutes(Box::new(checked), words);
        Self { name, outcome }
    }

    /// The reason that the relaxation does not reach the goal.
    fn out_of_reach(name: &'static str, checked: Certified, note: Option<&str>) -> Self {
        let words = why_not(note, &checked);
        let outcome = Outcome::Refutes(Box::new(checked), words);
        Self { name, outcome }
    }

    pub const fn refutes(&self) -> bool {
        matches!(self.outcome, Outcome::Refutes(..))
    }

    /// How long the reason is: what a reader has to follow.
    pub fn size(&self) -> usize {
        let Outcome::Refutes(checked, _) = &self.outcome else {
            return usize::MAX;
        };
        match checked.certificate() {
            Certificate::Criterion(Criterion::Own(_)) => 1,
            Certificate::Criterion(Criterion::Pairs {
                excluded: [a, b], ..
            }) => 1 + usize::from(a != b),
            Certificate::Exhaustive { states } => *states,
            Certificate::Pagoda { weights } | Certificate::Lattice { weights, .. } => weights.len(),
            Certificate::Invariant(invariant) => invariant.conjunctions.iter().map(Vec::len).sum(),
            Certificate::ClosedStates(stored) => stored.count,
            Certificate::Proof(_) => usize::MAX,
        }
    }

    /// The order among reasons of one size: what is easiest to follow first.
    fn rank(&self) -> usize {
        let order = [
            "relaxed-reachability",
            "pairs",
            "invariant",
            "pagoda",
            "lattice",
        ];
        let place = order.iter().position(|name| *name == self.name);
        place.unwrap_or(order.len())
    }

    pub fn document(&self) -> Value {
        match &self.outcome {
            Outcome::Refutes(checked, words) => {
                let mut entry = json!({
                    "name": self.name, "refutes": true, "settled": true, "size": self.size(), "why": words,
                });
                // A proof and closed states lie in files of their own: saut plan --proof writes them.
                if !matches!(checked.seen(), Seen::Refuted(_) | Seen::States(_))
                    && let Ok(certificate) = serde_json::to_value(checked.certificate())
                {
                    entry["certificate"] = certificate;
                }
                entry
            }
            Outcome::Silent(why) => {
                json!({"name": self.name, "refutes": false, "settled": true, "why": why})
            }
            Outcome::Open(why) => {
                json!({"name": self.name, "refutes": false, "settled": false, "why": why})
            }
        }
    }
}

/// Looks for a plan and for reasons, each for a part of the time; the reasons that were found come first, the shortest
/// at the top.
pub fn reasons(task: &PlanningTask, settings: &Settings) -> Result<Found, Error> {
    let stop = &settings.stop;
    let should_stop = || stop.why().is_some();
    let limits = GroundingLimits {
        should_stop: &should_stop,
        ..GroundingLimits::default()
    };
    let domain = match task.compile(&limits) {
        Ok(domain) => domain,
        Err(NotCompiled::Invalid(invalid)) => {
            return Err(Error::internal("a task that was read", invalid));
        }
        Err(NotCompiled::Numeric) => {
            let fact = "a task with numbers is not explained";
            let bad = BadInput::new(task.name(), fact);
            return Err(bad
                .remedy("saut plan finds a plan, or a reason why there is none")
                .into());
        }
        Err(NotCompiled::Stopped(why)) => {
            return Ok(Found::Reasons(Vec::new(), why.reason(stop)));
        }
        Err(why @ NotCompiled::GoalUnreachable { .. }) => {
            return match task.out_of_reach(stop) {
                Ok(checked) => {
                    let note = why.to_string();
                    let one = Reason::out_of_reach("relaxed-reachability", checked, Some(&note));
                    Ok(Found::Reasons(vec![one], StopReason::NothingLeft))
                }
                Err(NotAccepted::Unfinished(why)) => Ok(Found::Reasons(Vec::new(), why)),
                Err(NotAccepted::Refused(fact)) => Err(Error::internal(
                    "the grounder says that the goal is out of reach",
                    fact,
                )),
            };
        }
    };
    let within = |share, most| Settings {
        stop: part(stop, share, most),
        ..settings.clone()
    };
    let decided = plan_task(&domain, PlanMethod::Auto, &within(2, Duration::MAX))?;
    let method = decided.method.as_ref().map_or("", Method::name);
    let (first, why) = match decided.verdict {
        Verdict::Solved(plan) => {
            let length = plan.length();
            return Ok(Found::Plan { length, method });
        }
        Verdict::Infeasible(checked) => (Some(*checked), StopReason::NothingLeft),
        Verdict::Undecided(why) => (None, why),
    };
    let most = if first.is_some() {
        BESIDE
    } else {
        Duration::MAX
    };
    let mut all = vec![Reason {
        name: "relaxed-reachability",
        outcome: Outcome::Silent("if nothing were ever lost, the goal could be reached"),
    }];
    all.push(pairs(&domain));
    all.push(changes(&domain, &within(6, most))?);
    all.push(weights(&domain, &within(6, most)));
    all.push(by(
        &domain,
        PlanMethod::PropertyDirected,
        "invariant",
        &within(4, most),
    )?);
    all.push(by(
        &domain,
        PlanMethod::Exhaustive,
        "exhaustive",
        &within(4, most),
    )?);
    if let Some(checked) = first {
        let name = kind(&checked);
        if let Some(known) = all.iter_mut().find(|one| one.name == name) {
            if !known.refutes() {
                *known = Reason::of(&domain, name, checked);
            }
        } else {
            all.push(Reason::of(&domain, name, checked));
        }
    }
    all.sort_by_key(|reason| (reason.size(), reason.rank()));
    Ok(Found::Reasons(all, why))
}

/// The name of the kind of a reason.
fn kind(checked: &Certified) -> &'static str {
    match checked.certificate() {
        Certificate::Criterion(Criterion::Own(reason)) => reason.into(),
        Certificate::Criterion(Criterion::Pairs { .. }) => "pairs",
        other => other.kind(),
    }
}

fn pairs(domain: &PlanningDomain<'_>) -> Reason {
    let name = "pairs";
    match ExcludedGoal::of(domain.task()) {
        Some(excluded) => Reason::of(domain, name, Checked::excluded(excluded)),
        None if domain.task().pairs().is_some() => Reason {
            name,
            outcome: Outcome::Silent("no two facts of the goal exclude each other"),
        },
        None => Reason {
            name,
            outcome: Outcome::Open("the task is too large for them, or has conditional effects"),
        },
    }
}

fn changes(domain: &PlanningDomain<'_>, settings: &Settings) -> Result<Reason, Error> {
    let name = "lattice";
    for prime in PRIMES {
        if let Some(checked) = modulo(domain.task(), prime, &settings.stop)? {
            let checked = Checked::weights(domain.task(), &checked);
            return Ok(Reason::of(domain, name, checked));
        }
    }
    let silent = "no weights modulo 2 or 3 that every action keeps tell start and goal apart";
    let open = "weights modulo 2 and 3 were not looked for to the end";
    let outcome = match settings.stop.why() {
        None => Outcome::Silent(silent),
        Some(_) => Outcome::Open(open),
    };
    Ok(Reason { name, outcome })
}

fn weights(domain: &PlanningDomain<'_>, settings: &Settings) -> Reason {
    let name = "pagoda";
    let left = settings.stop.time_left().unwrap_or(BESIDE);
    match pagoda(domain.task(), left, &settings.stop) {
        Some(checked) => {
            let checked = Checked::weights(domain.task(), &checked);
            Reason::of(domain, name, checked)
        }
        None => Reason {
            name,
            outcome: Outcome::Open(
                "no weights were found that no action raises and the goal needs more of",
            ),
        },
    }
}

fn by(
    domain: &PlanningDomain<'_>,
    method: PlanMethod,
    name: &'static str,
    settings: &Settings,
) -> Result<Reason, Error> {
    let decided = plan_task(domain, method, settings)?;
    Ok(match decided.verdict {
        Verdict::Infeasible(checked) => Reason::of(domain, name, *checked),
        Verdict::Solved(_) => {
            return Err(Error::internal(name, "a plan of a task that has none"));
        }
        Verdict::Undecided(_) if name == "invariant" => Reason {
            name,
            outcome: Outcome::Open("none was found in the time"),
        },
        Verdict::Undecided(_) => Reason {
            name,
            outcome: Outcome::Open("not every state was visited in the time"),
        },
    })
}
