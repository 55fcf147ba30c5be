//! Tests with random tasks: `VeriPB` accepts bounds that A* has proved, and rejects false bounds.
//!
//! `VeriPB` is an external program. If it is not on the PATH, the tests do nothing, unless `SAUT_REQUIRE_BACKENDS`
//! names it.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

#[path = "../../../task/tests/common/spoiled.rs"]
mod spoiled;

use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_plan::cost::astar::AStar;
use saut_plan::cost::potentials::{PotentialObjective, potential};
use saut_plan::engine::{Budget, Turn};
use saut_task::task::{Fluent, Task};
use saut_task::{Certificate, CheckError, ClosedSet, Cost, INFINITE};

use self::spoiled::spoiled;
use super::{cheapest, priced, with};
use crate::random_task::with_pairs;
use crate::{NotExported, PseudoBoolean, export, unchecked};

/// Returns a random task with costs. Every other task includes its mutexes.
fn task(seed: u64) -> Task {
    let task = priced(seed);
    if seed.is_multiple_of(2) {
        with_pairs(task)
    } else {
        task
    }
}

/// Returns the last bound that A* reports for a task, with its closed set.
fn bound(task: &Task, has_cuts: bool) -> Option<(Cost, ClosedSet<Fluent>)> {
    let stop = Stop::default();
    let aims = [PotentialObjective::Start, PotentialObjective::Walks].into_iter();
    let potentials = aims.filter_map(|aim| potential(task, aim, Duration::from_secs(10), &stop));
    let mut search = AStar::new(task, potentials.collect(), has_cuts);
    let mut last = None;
    loop {
        match search.turn(&mut Budget::unlimited(&stop)).unwrap() {
            Turn::Bound(Certificate::ClosedSet(set), _) => {
                let set = set.numbered(task).unwrap();
                last = Some((set.bound, set));
            }
            Turn::Plan(..) | Turn::Paused => {}
            Turn::Done(_) => return last,
            turn => panic!("{turn:?}"),
        }
    }
}

fn seeds() -> u64 {
    let asked = std::env::var("SAUT_RANDOM_TASKS");
    let asked = asked.ok().and_then(|number| number.parse().ok());
    asked.unwrap_or(400)
}

fn is_here() -> bool {
    let mut version = Command::new("veripb");
    version.arg("--version").stdout(Stdio::null());
    let is_here = version.status().is_ok();
    let required = std::env::var("SAUT_REQUIRE_BACKENDS").unwrap_or_default();
    let is_required = required.split([' ', ',']).any(|name| name == "veripb");
    assert!(is_here || !is_required, "veripb is required");
    if !is_here {
        say("veripb is not installed: nothing was compared");
    }
    is_here
}

fn say(what: &str) {
    let _ = writeln!(std::io::stderr(), "{what}");
}

fn accepts(folder: &Path, exported: &PseudoBoolean) -> bool {
    let [formula, proof] = ["bound.opb", "bound.pbp"].map(|name| folder.join(name));
    fs::write(&formula, &exported.formula).unwrap();
    fs::write(&proof, &exported.proof).unwrap();
    let said = Command::new("veripb").arg(formula).arg(proof).output();
    let said = said.unwrap();
    let is_verified = String::from_utf8_lossy(&said.stdout).contains("s VERIFIED UNSATISFIABLE");
    assert_eq!(is_verified, said.status.success(), "{said:?}");
    is_verified
}

#[test]
fn veripb_accepts_the_bounds_of_a_star_and_rejects_false_ones() {
    if !is_here() {
        return;
    }
    let (folder, stop) = (tempfile::tempdir().unwrap(), Stop::default());
    let accepts = |exported: &PseudoBoolean| accepts(folder.path(), exported);
    let (mut accepted, mut untrue, mut refused, mut harmless) = (0, 0, 0, 0);
    for seed in 0..seeds() {
        let task = task(seed);
        let (_, real) = cheapest(&task);
        let mut random = Random::new(seed);
        for has_cuts in [false, true] {
            let Some((bound, closed)) = bound(&task, has_cuts).filter(|it| it.0 > 0) else {
                continue;
            };
            assert!(
                accepts(&export(&task, &closed, &stop).unwrap()),
                "seed {seed}"
            );
            accepted += 1;
            let mut is_untrue = |reasons: &ClosedSet<Fluent>| {
                if real < INFINITE {
                    let more = unchecked(&task, &with(reasons, real + 1), &stop).unwrap();
                    assert!(
                        !accepts(&more),
                        "seed {seed}: there is a plan of cost {real}"
                    );
                    untrue += 1;
                }
            };
            is_untrue(&closed);
            if let Some(spoiled) = spoiled(&closed, &mut random) {
                let is_right = spoiled.check(&task, &stop).is_ok();
                let exported = unchecked(&task, &spoiled, &stop);
                // A list with invalid states is rejected before anything is written.
                if let Err(NotExported::Check(CheckError::Rejected(_))) = exported {
                    assert!(!is_right, "seed {seed}: {bound}");
                    continue;
                }
                is_untrue(&spoiled);
                let is_accepted = accepts(&exported.unwrap());
                assert!(is_accepted || !is_right, "seed {seed}: {bound}");
                refused += u32::from(!is_accepted);
                harmless += u32::from(is_accepted);
            }
        }
    }
    say(&format!(
        "{accepted} accepted, {untrue} untrue refused, {refused} spoiled refused, {harmless} harmless"
    ));
    assert!(accepted >= 100 && untrue >= 100 && refused >= 20);
}
