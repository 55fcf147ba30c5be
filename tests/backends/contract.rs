//! Every backend satisfies the same contract.
//!
//! Each installed backend gets the same formulas. `SAUT_REQUIRE_BACKENDS` lists the backends that must be installed.
//! After every call, no child process and no temporary file is left.

use std::thread;
use std::time::{Duration, Instant};

use crate::watch::{formula, limited, solve, turn};
use saut::Settings;
use saut::backend::{Answer, Availability, Backend, Fault, Reads, SolveLimits, all, by_name};
use saut::formula::{Formula, Script};
use saut::model::{Model, Value, check_clauses};
use saut::stop::StopReason;

/// Returns the pigeonhole formula with one hole too few. It is unsatisfiable, and hard for resolution.
fn pigeonhole(holes: i64) -> Formula {
    let sits = |pigeon: i64, hole: i64| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<i64>> = (0..=holes)
        .map(|pigeon| (0..holes).map(|hole| sits(pigeon, hole)).collect())
        .collect();
    for hole in 0..holes {
        for a in 0..=holes {
            clauses.extend((0..a).map(|b| vec![-sits(a, hole), -sits(b, hole)]));
        }
    }
    let clauses: Vec<&[i64]> = clauses.iter().map(Vec::as_slice).collect();
    formula(usize::try_from(holes * (holes + 1)).unwrap(), &clauses)
}

fn answer(backend: &dyn Backend, formula: &Formula, run: &SolveLimits) -> Answer {
    match solve(backend, formula, run) {
        Ok(outcome) => outcome.answer,
        Err(error) => panic!("{error}"),
    }
}

/// Returns the installed backends. Panics if a required backend is missing.
fn here() -> Vec<Box<dyn Backend>> {
    let required = std::env::var("SAUT_REQUIRE_BACKENDS").unwrap_or_default();
    for name in required.split_whitespace() {
        let backend = by_name(name).unwrap_or_else(|bad| panic!("{bad}"));
        let availability = backend.availability();
        assert!(
            !matches!(availability, Availability::Missing { .. }),
            "{name}: {availability:?}"
        );
    }
    let mut here = all();
    here.retain(|backend| !matches!(backend.availability(), Availability::Missing { .. }));
    here
}

#[test]
fn satisfiable_clauses_have_a_model_that_satisfies_them() {
    let _turn = turn();
    let cases = [
        formula(3, &[&[1, 2], &[-1, 3], &[-2, -3]]),
        formula(0, &[]),
        formula(4, &[]),
        formula(9, &[&[7]]),
        formula(3, &[&[1], &[-2], &[3]]),
        formula(2, &[&[1, -1], &[2, 2]]),
    ];
    for backend in here() {
        for formula in &cases {
            for seed in [0, 5, u64::MAX] {
                let run = SolveLimits {
                    seed,
                    ..limited(20_000)
                };
                let Formula::Cnf { cnf, names } = formula else {
                    unreachable!()
                };
                match answer(&*backend, formula, &run) {
                    Answer::Sat(Model::Bits(bits)) => {
                        assert_eq!(bits.len(), names.len(), "{}", backend.name());
                        assert_eq!(check_clauses(&bits, cnf), Ok(()), "{}", backend.name());
                    }
                    other => panic!("{}: {other:?} for {cnf:?}", backend.name()),
                }
            }
        }
    }
}

#[test]
fn unsatisfiable_clauses_are_refuted() {
    let _turn = turn();
    let cases = [
        formula(2, &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]),
        formula(1, &[&[1], &[-1]]),
        formula(0, &[&[]]),
        formula(2, &[&[1, 2], &[]]),
        pigeonhole(4),
    ];
    for backend in here() {
        for formula in &cases {
            let answer = answer(&*backend, formula, &limited(20_000));
            assert_eq!(answer, Answer::Unsat, "{}: {formula:?}", backend.name());
        }
    }
}

#[test]
fn a_script_has_values_or_is_refuted() {
    let _turn = turn();
    let text = "(set-option :produce-models true)\n(set-logic QF_LIA)\n\
                (declare-fun f1_0 () Bool)\n(declare-fun j_1 () Int)\n(declare-fun k () Int)\n\
                (assert (= f1_0 (< j_1 2)))\n(assert (and (<= 3 j_1) (< j_1 4)))\n\
                (assert (= (+ k j_1) 1))\n";
    let symbols = ["f1_0", "j_1", "k"].map(str::to_owned).to_vec();
    let script = Formula::Smt(Script {
        text: text.to_owned(),
        symbols: symbols.clone(),
    });
    let text = format!("{text}(assert f1_0)\n");
    let refuted = Formula::Smt(Script { text, symbols });
    let values = [
        ("f1_0", Value::Boolean(false)),
        ("j_1", Value::Integer(3)),
        ("k", Value::Integer(-2)),
    ];
    let model = Model::Symbols(
        values
            .map(|(symbol, value)| (symbol.to_owned(), value))
            .into(),
    );
    for backend in here() {
        if backend.reads() == Reads::SmtLib {
            assert_eq!(
                answer(&*backend, &script, &limited(20_000)),
                Answer::Sat(model.clone())
            );
            assert_eq!(answer(&*backend, &refuted, &limited(20_000)), Answer::Unsat);
        } else {
            let error = solve(&*backend, &script, &limited(20_000)).unwrap_err();
            assert_eq!(error.fault, Fault::WrongLanguage, "{error}");
        }
    }
}

#[test]
fn a_task_with_numbers_is_solved() {
    let _turn = turn();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/");
    let files = ["weighted-pegs-domain.pddl", "weighted-pegs.pddl"];
    let files = files.map(|name| format!("{folder}{name}"));
    let question = saut::load(&files.each_ref().map(String::as_str)).unwrap();
    for backend in here() {
        if backend.reads() == Reads::SmtLib {
            let settings = Settings {
                backends: vec![backend.name().to_owned()],
                ..Settings::default()
            };
            let answer = saut::solve(&question, &settings).unwrap();
            assert_eq!(answer.exit_status(), 0, "{}", backend.name());
        }
    }
}

/// Asserts that the call ends within three seconds without an answer, for this reason.
fn gives_up_soon(backend: &dyn Backend, why: StopReason, call: impl FnOnce() -> Answer) {
    let began = Instant::now();
    assert_eq!(call(), Answer::Unknown(why), "{}", backend.name());
    let seconds = began.elapsed().as_secs_f64();
    assert!(seconds < 3.0, "{}: {seconds} s", backend.name());
}

#[test]
fn the_deadline_ends_every_backend_soon() {
    let _turn = turn();
    for backend in here() {
        gives_up_soon(&*backend, StopReason::Timeout, || {
            answer(&*backend, &pigeonhole(12), &limited(300))
        });
    }
}

#[test]
fn a_conflict_budget_ends_those_who_count_conflicts() {
    let _turn = turn();
    let counts = [
        "batsat",
        "varisat",
        "steered",
        "cadical",
        "kissat",
        "cryptominisat5",
        "lingeling",
    ];
    for backend in here() {
        if counts.contains(&backend.name()) {
            let run = SolveLimits {
                conflicts: Some(20),
                ..limited(20_000)
            };
            let answer = answer(&*backend, &pigeonhole(10), &run);
            assert_eq!(
                answer,
                Answer::Unknown(StopReason::EffortSpent),
                "{}",
                backend.name()
            );
        }
    }
}

#[test]
fn a_request_to_stop_from_another_thread_ends_every_backend_soon() {
    let _turn = turn();
    for backend in here() {
        let run = SolveLimits::default();
        let stop = run.stop.clone();
        gives_up_soon(&*backend, StopReason::Interrupted, || {
            thread::scope(|scope| {
                scope.spawn(move || {
                    thread::sleep(Duration::from_millis(200));
                    stop.request();
                });
                answer(&*backend, &pigeonhole(12), &run)
            })
        });
    }
}

#[test]
fn a_backend_that_should_stop_before_it_starts_does_not_start() {
    let _turn = turn();
    for backend in here() {
        let answer = answer(&*backend, &pigeonhole(12), &limited(0));
        assert_eq!(
            answer,
            Answer::Unknown(StopReason::Timeout),
            "{}",
            backend.name()
        );
    }
}

#[test]
fn every_backend_has_a_version_or_installation_advice() {
    let _turn = turn();
    for backend in all() {
        match backend.availability() {
            Availability::BuiltIn { version } | Availability::Here { version, .. } => {
                assert!(!version.is_empty(), "{}", backend.name());
            }
            Availability::Missing { remedy } => {
                assert!(!remedy.is_empty());
                let error = solve(&*backend, &formula(1, &[]), &limited(20_000)).unwrap_err();
                assert_eq!(error.fault, Fault::Missing, "{error}");
            }
        }
    }
}
