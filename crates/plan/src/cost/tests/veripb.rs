//! Bounds of random tasks as pseudo-Boolean proofs, judged by `VeriPB`: what A* has shown is accepted, what is not true
//! is refused.
//!
//! A program from outside: where it is not on PATH nothing is compared, unless `SAUT_REQUIRE_BACKENDS` names it.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{cheapest, search, seeds, spoiled, task};
use crate::bound::BoundingStates;
use crate::domain::INFINITE;
use crate::pseudo_boolean::{PseudoBoolean, export, unchecked};
use crate::random::Random;
use crate::stop::Stop;

fn is_here() -> bool {
    let mut version = Command::new("veripb");
    version.arg("--version").stdout(Stdio::null());
    let is_here = version.status().is_ok();
    let required = std::env::var("SAUT_REQUIRE_BACKENDS").unwrap_or_default();
    let is_required = required.split([' ', ',']).any(|name| name == "veripb");
    assert!(is_here || !is_required, "veripb is required");
    if !is_here {
        say("veripb is not here: nothing was compared");
    }
    is_here
}

/// Tells whoever reads the output of the test.
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
fn veripb_accepts_what_a_star_has_shown_and_refuses_what_is_not_so() {
    if !is_here() {
        return;
    }
    let (folder, stop) = (tempfile::tempdir().unwrap(), Stop::default());
    let accepts = |exported: &PseudoBoolean| accepts(folder.path(), exported);
    let (mut accepted, mut untrue, mut refused, mut harmless) = (0, 0, 0, 0);
    for seed in 0..seeds() {
        let task = task(seed);
        let real = cheapest(&task, task.start());
        let mut random = Random::new(seed);
        for has_cuts in [false, true] {
            let Some((bound, closed)) = search(&task, has_cuts, 1).1.pop().filter(|it| it.0 > 0)
            else {
                continue;
            };
            assert!(
                accepts(&export(&task, bound, &closed, &stop).unwrap()),
                "seed {seed}"
            );
            accepted += 1;
            let mut is_untrue = |reasons: &BoundingStates| {
                if real < INFINITE {
                    let more = unchecked(&task, real + 1, reasons, &stop).unwrap();
                    assert!(
                        !accepts(&more),
                        "seed {seed}: there is a plan of cost {real}"
                    );
                    untrue += 1;
                }
            };
            is_untrue(&closed);
            if let Some(spoiled) = spoiled(&closed, &mut random) {
                is_untrue(&spoiled);
                let is_right = spoiled.check(&task, bound, &stop).is_ok();
                let is_accepted = accepts(&unchecked(&task, bound, &spoiled, &stop).unwrap());
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
