//! Every backend keeps the same contract, and no child program can break it.
//!
//! The first half asks each backend that is here the same questions; `SAUT_REQUIRE_BACKENDS` names
//! those that must be here. The second half plays solver programs that crash, lie, hang or eat
//! memory. After every call there is no child and no temporary file left.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustsat::instances::Cnf;
use rustsat::types::Clause;
use saut::backend::{
    Answer, Availability, Backend, Error, Outcome, Reads, Run, all, by_name, guard,
};
use saut::formula::{Formula, Script, VarName, literal};
use saut::model::{Model, Value, check_clauses};
use saut::stop::{Stop, Why};
use tempfile::TempDir;

/// The tests take turns: each looks at all children of this process.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Clauses in DIMACS numbers.
fn formula(variables: usize, clauses: &[&[i64]]) -> Formula {
    let lit = |&number: &i64| {
        let lit = literal(usize::try_from(number.abs() - 1).unwrap());
        if number > 0 { lit } else { !lit }
    };
    let cnf: Cnf = clauses
        .iter()
        .map(|clause| clause.iter().map(lit).collect::<Clause>())
        .collect();
    Formula::Cnf {
        cnf,
        names: vec![VarName::Auxiliary; variables],
    }
}

/// One pigeon more than holes: unsatisfiable, and hard for clauses.
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

fn limited(milliseconds: u64) -> Run {
    let stop = Stop::new(Some(Duration::from_millis(milliseconds)), None);
    Run {
        stop,
        ..Run::default()
    }
}

/// Solves, and looks that nothing is left behind.
fn solve(backend: &dyn Backend, formula: &Formula, run: &Run) -> Result<Outcome, Error> {
    let result = backend.solve(formula, run);
    let children = processes(|process| process.parent == std::process::id());
    assert_eq!(
        children,
        Vec::<u32>::new(),
        "{}: children left",
        backend.name()
    );
    let prefix = format!("saut-{}-", std::process::id());
    let files = fs::read_dir(std::env::temp_dir()).unwrap().flatten();
    let left: Vec<PathBuf> = files
        .filter(|file| file.file_name().to_string_lossy().starts_with(&prefix))
        .map(|file| file.path())
        .collect();
    assert_eq!(
        left,
        Vec::<PathBuf>::new(),
        "{}: files left",
        backend.name()
    );
    result
}

fn answer(backend: &dyn Backend, formula: &Formula, run: &Run) -> Answer {
    match solve(backend, formula, run) {
        Ok(outcome) => outcome.answer,
        Err(error) => panic!("{error}"),
    }
}

struct Process {
    parent: u32,
    group: u32,
}

/// The living processes of which this is true (none where there is no `/proc`).
fn processes(wanted: impl Fn(&Process) -> bool) -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let number = |entry: fs::DirEntry| entry.file_name().to_str()?.parse::<u32>().ok();
    let is_wanted = |process: &u32| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let Some((_, fields)) = stat.rsplit_once(')') else {
            return false;
        };
        let mut fields = fields.split_whitespace();
        let zombie = fields.next() == Some("Z");
        let mut next = || {
            fields
                .next()
                .and_then(|field| field.parse().ok())
                .unwrap_or(0)
        };
        let (parent, group) = (next(), next());
        // A zombie child is one that was not reaped; zombies of others are none of our business.
        (!zombie || parent == std::process::id()) && wanted(&Process { parent, group })
    };
    entries.filter_map(number).filter(is_wanted).collect()
}

/// The backends that are here. One that is required but missing is a failure.
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
    let is_here = |b: &Box<dyn Backend>| !matches!(b.availability(), Availability::Missing { .. });
    all().into_iter().filter(is_here).collect()
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
                let run = Run {
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
            assert!(matches!(error, Error::WrongLanguage { .. }), "{error}");
        }
    }
}

#[test]
fn the_deadline_ends_every_backend_soon() {
    let _turn = turn();
    for backend in here() {
        let began = Instant::now();
        let answer = answer(&*backend, &pigeonhole(12), &limited(300));
        assert_eq!(answer, Answer::Unknown(Why::Timeout), "{}", backend.name());
        assert!(
            began.elapsed() < Duration::from_secs(3),
            "{}: {:?}",
            backend.name(),
            began.elapsed()
        );
    }
}

#[test]
fn a_request_to_stop_from_another_thread_ends_every_backend_soon() {
    let _turn = turn();
    for backend in here() {
        let run = Run::default();
        let stop = run.stop.clone();
        let began = Instant::now();
        let answer = thread::scope(|scope| {
            scope.spawn(move || {
                thread::sleep(Duration::from_millis(200));
                stop.request();
            });
            answer(&*backend, &pigeonhole(12), &run)
        });
        assert_eq!(
            answer,
            Answer::Unknown(Why::Interrupted),
            "{}",
            backend.name()
        );
        assert!(
            began.elapsed() < Duration::from_secs(3),
            "{}: {:?}",
            backend.name(),
            began.elapsed()
        );
    }
}

#[test]
fn a_backend_that_should_stop_before_it_starts_does_not_start() {
    let _turn = turn();
    for backend in here() {
        let answer = answer(&*backend, &pigeonhole(12), &limited(0));
        assert_eq!(answer, Answer::Unknown(Why::Timeout), "{}", backend.name());
    }
}

#[test]
fn every_backend_is_here_with_a_version_or_says_how_to_get_it() {
    let _turn = turn();
    for backend in all() {
        match backend.availability() {
            Availability::BuiltIn { version } | Availability::Here { version, .. } => {
                assert!(!version.is_empty(), "{}", backend.name());
            }
            Availability::Missing { remedy } => {
                assert!(!remedy.is_empty());
                let error = solve(&*backend, &formula(1, &[]), &limited(20_000)).unwrap_err();
                assert!(matches!(error, Error::Missing { .. }), "{error}");
            }
        }
    }
}

/// A shell script that plays a solver. It writes its process number to `started`.
struct Fake {
    folder: TempDir,
    name: String,
}

impl Fake {
    fn new(language: &str, script: &str) -> Self {
        let folder = tempfile::Builder::new().prefix("fake-").tempdir().unwrap();
        let path = folder.path().join("solver");
        let started = folder.path().join("started");
        fs::write(
            &path,
            format!("echo $$ > {}\n{script}\n", started.display()),
        )
        .unwrap();
        // Through sh: a script that was just written may still be busy for exec.
        let name = format!("{language}:/bin/sh {}", path.display());
        Self { folder, name }
    }

    fn dimacs(script: &str) -> Self {
        Self::new("dimacs", script)
    }

    /// Its answer to (x1 or x2) and not x2, whose one model is 1 -2.
    fn solve(&self, run: &Run) -> Result<Answer, Error> {
        let backend = by_name(&self.name).unwrap();
        let formula = formula(2, &[&[1, 2], &[-2]]);
        let result = solve(&*backend, &formula, run).map(|outcome| outcome.answer);
        assert_eq!(
            self.group(),
            Vec::<u32>::new(),
            "processes left in the group"
        );
        result
    }

    /// The processes in its group.
    fn group(&self) -> Vec<u32> {
        let started = fs::read_to_string(self.folder.path().join("started")).unwrap();
        let leader: u32 = started.trim().parse().unwrap();
        processes(|process| process.group == leader)
    }

    fn error(&self) -> String {
        self.solve(&limited(20_000)).unwrap_err().to_string()
    }
}

#[test]
fn a_program_that_keeps_to_the_rules_is_believed() {
    let _turn = turn();
    let model = Answer::Sat(Model::Bits(vec![true, false]));
    for (script, wanted) in [
        (
            "cat >/dev/null; echo s SATISFIABLE; echo v 1 -2 0; exit 10",
            model.clone(),
        ),
        ("echo s SATISFIABLE; echo v 1 -2 0", model.clone()),
        ("echo 1 -2 0; exit 10", model.clone()),
        ("echo s UNSATISFIABLE; exit 20", Answer::Unsat),
        ("echo c quiet; exit 20", Answer::Unsat),
        ("echo s UNKNOWN", Answer::Unknown(Why::Exhausted)),
        ("sleep 60 & echo s UNSATISFIABLE; exit 20", Answer::Unsat),
    ] {
        assert_eq!(
            Fake::dimacs(script).solve(&limited(20_000)),
            Ok(wanted),
            "{script}"
        );
    }
    let values = Fake::new("smtlib", "echo sat; echo '((x1 true) (x2 false))'");
    assert_eq!(values.solve(&limited(20_000)), Ok(model));
    let refutes = Fake::new("smtlib", "echo unsat; echo '(error \"no model\")'; exit 1");
    assert_eq!(refutes.solve(&limited(20_000)), Ok(Answer::Unsat));
}

#[test]
fn a_program_that_gets_files_finds_the_formula_in_one_and_answers_in_the_other() {
    let _turn = turn();
    let fake =
        Fake::dimacs("head -n 1 $1 | grep -q 'p cnf 2 2' && echo SAT 1>$2; echo 1 -2 0 >>$2");
    let fake = Fake {
        name: format!("{} {{formula}} {{result}}", fake.name),
        ..fake
    };
    let model = Answer::Sat(Model::Bits(vec![true, false]));
    assert_eq!(fake.solve(&limited(20_000)), Ok(model));
}

#[test]
fn a_program_that_hangs_is_ended_with_all_it_forked() {
    let _turn = turn();
    for script in [
        "while :; do sleep 0.05; done",
        "sleep 60 & sleep 60 & wait",
        "(trap '' TERM; sleep 60; sleep 60) & (trap '' TERM; sleep 60) & wait; sleep 60",
        "trap '' TERM INT HUP; while :; do sleep 0.05; done",
        "exec >&- 2>&-; sleep 60",
        "while :; do :; done",
    ] {
        let began = Instant::now();
        let answer = Fake::dimacs(script).solve(&limited(300));
        assert_eq!(answer, Ok(Answer::Unknown(Why::Timeout)), "{script}");
        assert!(began.elapsed() < Duration::from_secs(3), "{script}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_eats_memory_is_ended_at_the_limit_also_if_a_fork_does_it() {
    let _turn = turn();
    let eat = "x=xxxxxxxxxxxxxxxx; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 \
               23 24; do x=$x$x; sleep 0.02; done; sleep 60";
    for script in [eat.to_owned(), format!("({eat}) & wait")] {
        let stop = Stop::new(Some(Duration::from_secs(60)), Some(96));
        let answer = Fake::dimacs(&script).solve(&Run {
            stop,
            ..Run::default()
        });
        assert_eq!(answer, Ok(Answer::Unknown(Why::Memory)), "{script}");
    }
}

#[test]
fn a_program_that_crashes_is_told_from_one_that_gives_up() {
    let _turn = turn();
    for (script, wanted) in [
        ("kill -SEGV $$", "crashed (killed by signal 11)"),
        (
            "echo s UNSATISFIABLE; kill -ABRT $$",
            "crashed (killed by signal 6)",
        ),
        (
            "echo out of luck >&2; exit 1",
            "crashed (exit status 1): out of luck",
        ),
        (
            "echo first >&2; echo second >&2; exit 139",
            "crashed (exit status 139): second",
        ),
        ("echo some words; exit 3", "crashed (exit status 3)"),
    ] {
        let message = Fake::dimacs(script).error();
        assert!(message.contains(wanted), "{script}: {message}");
    }
    let message = Fake::new("smtlib", "echo no memory >&2; exit 1").error();
    assert!(
        message.contains("crashed (exit status 1): no memory"),
        "{message}"
    );
}

#[test]
fn a_program_that_prints_rubbish_is_not_believed() {
    let _turn = turn();
    for (script, wanted) in [
        (
            "echo hello world",
            "\"hello world\" is no answer of a solver",
        ),
        ("exit 0", "no s line and no literals"),
        ("printf '\\377\\376\\000 \\n'", "is no answer of a solver"),
        ("echo s SATISFIABLE; echo v 1", "the model is cut off"),
        ("echo s SATISFIABLE; exit 10", "the model is cut off"),
        (
            "echo s SATISFIABLE; echo v 1 0; exit 10",
            "1 of the 2 variables have no value",
        ),
        (
            "echo s SATISFIABLE; echo v 1 -2 3 0; exit 10",
            "variable 3 is not in the formula",
        ),
        (
            "echo s SATISFIABLE; echo v 1 -1 2 0; exit 10",
            "variable 1 is both true and false",
        ),
        (
            "echo s UNSATISFIABLE; exit 10",
            "says unsatisfiable but ends with exit status 10",
        ),
        (
            "echo s SATISFIABLE; echo v 1 -2 0; exit 20",
            "says satisfiable but ends with exit status 20",
        ),
    ] {
        let message = Fake::dimacs(script).error();
        assert!(message.contains(wanted), "{script}: {message}");
        assert!(
            message.contains("its output makes no sense"),
            "{script}: {message}"
        );
    }
    for (script, wanted) in [
        ("echo maybe", "\"maybe\" is no answer of a solver"),
        ("echo sat; echo '((x1 true)'", "cut off"),
        (
            "echo '(error \"line 1\")'; echo unsat; exit 1",
            "the solver says: line 1",
        ),
    ] {
        let message = Fake::new("smtlib", script).error();
        assert!(message.contains(wanted), "{script}: {message}");
    }
}

#[test]
fn a_program_that_claims_a_wrong_model_is_caught() {
    let _turn = turn();
    let wanted = "claims a model, but it is wrong: clause 2 (-2 0) is false";
    let message = Fake::dimacs("echo s SATISFIABLE; echo v 1 2 0; exit 10").error();
    assert!(message.contains(wanted), "{message}");
    let message = Fake::new("smtlib", "echo sat; echo '((x1 true) (x2 true))'").error();
    assert!(message.contains(wanted), "{message}");
}

#[test]
fn a_program_that_prints_without_end_is_ended() {
    let _turn = turn();
    let message = Fake::dimacs("exec yes 'c and so on and so on'").error();
    assert!(message.contains("printed without end"), "{message}");
}

#[test]
fn a_program_that_is_not_here_is_missing() {
    let _turn = turn();
    let backend = by_name("dimacs:no-such-solver -x").unwrap();
    let error = solve(&*backend, &formula(1, &[]), &Run::default()).unwrap_err();
    assert!(matches!(error, Error::Missing { .. }), "{error}");
}

/// Runs one of the parts below in a process of its own.
fn play(part: &str, folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args([part, "--exact", "--nocapture", "--test-threads=1"])
        .env("SAUT_TEST_FOLDER", folder);
    command
}

/// The folder, if this process plays a part.
fn folder() -> Option<PathBuf> {
    std::env::var_os("SAUT_TEST_FOLDER").map(PathBuf::from)
}

#[test]
fn part_of_a_program_that_solves_until_it_is_killed() {
    let Some(folder) = folder() else { return };
    guard::set_guard(folder.join("guard"));
    let backend = by_name(&format!(
        "dimacs:/bin/sh {}",
        folder.join("solver").display()
    ))
    .unwrap();
    let outcome = backend.solve(&formula(1, &[]), &limited(30_000));
    panic!("it should have been killed by now: {outcome:?}");
}

#[test]
fn part_of_the_guard() {
    if folder().is_none() {
        return;
    }
    let words = std::env::var("SAUT_TEST_COMMAND").unwrap();
    let mut words = words.split_whitespace().map(Into::into);
    let program: std::ffi::OsString = words.next().unwrap();
    let arguments: Vec<std::ffi::OsString> = words.collect();
    panic!("{}", guard::become_guarded(&program, &arguments));
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_dies_with_us_even_if_we_are_killed() {
    use std::os::unix::fs::PermissionsExt;

    let _turn = turn();
    let folder = tempfile::Builder::new().prefix("fake-").tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    // The guard of this test: a script that lets this test's own executable become the program.
    let mut guard = "#!/bin/sh\n[ \"$1 $2\" = 'guard-child --' ] || exit 9\nshift 2\n".to_owned();
    guard += "export SAUT_TEST_COMMAND=\"$*\"\n";
    let exe = std::env::current_exe().unwrap();
    guard += &format!(
        "exec {} part_of_the_guard --exact --nocapture\n",
        exe.display()
    );
    fs::write(at("guard"), guard).unwrap();
    fs::set_permissions(at("guard"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(
        at("solver"),
        format!("echo $$ > {}; exec sleep 60\n", at("started").display()),
    )
    .unwrap();

    let part = "part_of_a_program_that_solves_until_it_is_killed";
    let mut solving = play(part, folder.path()).spawn().unwrap();
    let began = Instant::now();
    let started = loop {
        match fs::read_to_string(at("started")) {
            Ok(number) if number.ends_with('\n') => break number.trim().parse::<u32>().unwrap(),
            _ => thread::sleep(Duration::from_millis(10)),
        }
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "the solver was not started"
        );
    };
    let group = || processes(|process| process.group == started);
    assert_eq!(group(), vec![started]);
    solving.kill().unwrap();
    solving.wait().unwrap();
    let killed = Instant::now();
    while !group().is_empty() {
        assert!(
            killed.elapsed() < Duration::from_secs(5),
            "the solver outlives us"
        );
        thread::sleep(Duration::from_millis(10));
    }
}
