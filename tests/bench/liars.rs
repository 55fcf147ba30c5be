//! No credit for liars: ten solvers that lie, err or prove nothing, each next to honest ones, in `bench`, `solve`, `plan`
//! and `conquer`. Only the evidence of the named solver itself counts, and no answer names one that did not do the work.

use std::path::PathBuf;

use saut::backend::{Answer, SolveLimits, by_name};
use saut::formula::{Formula, dimacs};
use saut::model::Model;
use saut::proof::lrat;
use saut::record::{Evidence, Record, RunOutcome};
use saut::stop::Stop;

use crate::program::Said;
use crate::table::Bench;

/// A formula that unit propagation does not refute; its proof is someone else's.
const SQUARE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
const PUZZLES: &str = "\
[[puzzle]]
name = \"yes\"
start = \"oo.o.\"
goal = \".o...\"
[[puzzle]]
name = \"no\"
start = \"oo.oo\"
goal = \"..o..\"
";
const DOMAIN: &str = "(define (domain line) (:requirements :strips)
  (:predicates (peg ?x) (hole ?x) (in ?a ?b ?c))
  (:action jump :parameters (?a ?b ?c)
    :precondition (and (in ?a ?b ?c) (peg ?a) (peg ?b) (hole ?c))
    :effect (and (hole ?a) (hole ?b) (peg ?c) (not (peg ?a)) (not (peg ?b)) (not (hole ?c)))))";

/// The puzzles as tasks: the holes with pegs at the start and at the end.
fn problem(start: &str, goal: &str) -> String {
    let facts = |picture: &str| -> String {
        let fact = |(hole, symbol)| {
            let what = if symbol == 'o' { "peg" } else { "hole" };
            format!("({what} {hole}) ")
        };
        ('a'..).zip(picture.chars()).map(fact).collect()
    };
    let lines = "(in a b c) (in b c d) (in c d e) (in c b a) (in d c b) (in e d c)";
    format!(
        "(define (problem p) (:domain line) (:objects a b c d e)
          (:init {lines} {}) (:goal (and {})))",
        facts(start),
        facts(goal)
    )
}

/// What comes of a solver where there is a model, and where there is none.
struct Solver {
    name: &'static str,
    script: &'static str,
    with_model: (RunOutcome, Option<Evidence>),
    without: (RunOutcome, Option<Evidence>),
}

const CHECKED: Option<Evidence> = Some(Evidence::Checked);
const MISSING: Option<Evidence> = Some(Evidence::Missing);
const WRONG: (RunOutcome, Option<Evidence>) = (RunOutcome::Wrong, Some(Evidence::Wrong));
const HONEST: (RunOutcome, Option<Evidence>) = (RunOutcome::Solved, CHECKED);
/// Infeasible or refuted, whichever the formula says.
const PROVED: (RunOutcome, Option<Evidence>) = (RunOutcome::Refuted, CHECKED);
const UNPROVED: (RunOutcome, Option<Evidence>) = (RunOutcome::Unproved, MISSING);

/// The scripts; `$1` is the formula and `$2` the proof. `honest` is this test program.
const SOLVERS: [Solver; 13] = [
    Solver {
        name: "honest-drat",
        script: "honest $1 $2 drat",
        with_model: HONEST,
        without: PROVED,
    },
    Solver {
        name: "honest-lrat",
        script: "honest $1 $2 lrat",
        with_model: HONEST,
        without: PROVED,
    },
    Solver {
        name: "partial-model",
        script: "honest $1 $2 partial",
        with_model: HONEST,
        without: PROVED,
    },
    Solver {
        name: "always-unsat",
        script: "echo s UNSATISFIABLE; exit 20",
        with_model: WRONG,
        without: UNPROVED,
    },
    Solver {
        name: "always-sat",
        script: "echo s SATISFIABLE; echo v 0; exit 10",
        with_model: (RunOutcome::Garbage, None),
        without: (RunOutcome::Garbage, None),
    },
    Solver {
        name: "wrong-model",
        script: "read p cnf n m < $1; echo s SATISFIABLE; echo v $(seq $n) 0; exit 10",
        with_model: WRONG,
        without: WRONG,
    },
    Solver {
        name: "wrong-proof",
        script: "echo 0 > $2; echo s UNSATISFIABLE; exit 20",
        with_model: WRONG,
        without: WRONG,
    },
    Solver {
        name: "proof-of-another",
        script: "cp other.drat $2; echo s UNSATISFIABLE; exit 20",
        with_model: WRONG,
        without: WRONG,
    },
    Solver {
        name: "empty-proof",
        script: ": > $2; echo s UNSATISFIABLE; exit 20",
        with_model: WRONG,
        without: UNPROVED,
    },
    Solver {
        name: "unknown",
        script: "echo s UNKNOWN",
        with_model: (RunOutcome::GaveUp, None),
        without: (RunOutcome::GaveUp, None),
    },
    Solver {
        name: "slow",
        script: "sleep 60",
        with_model: (RunOutcome::Timeout, None),
        without: (RunOutcome::Timeout, None),
    },
    Solver {
        name: "crashes",
        script: "echo s UNSATISFIABLE; kill -SEGV $$",
        with_model: (RunOutcome::Crashed, None),
        without: (RunOutcome::Crashed, None),
    },
    Solver {
        name: "right-without-proof",
        script: "honest $1 $2 none",
        with_model: HONEST,
        without: UNPROVED,
    },
];

impl Solver {
    fn is_credited(&self, has_model: bool) -> bool {
        let (_, evidence) = if has_model {
            self.with_model
        } else {
            self.without
        };
        evidence == CHECKED
    }

    /// Whether it gives no answer and so takes all the time.
    fn is_endless(&self) -> bool {
        matches!(self.name, "slow" | "unknown")
    }
}

/// The honest solver: this program again.
#[test]
fn part_of_an_honest_solver() {
    let Some(words) = std::env::var_os("SAUT_TEST_SOLVER") else {
        return;
    };
    let words = words.into_string().unwrap();
    let [formula, proof_file, kind] = words.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{words}");
    };
    let formula = dimacs::read(&std::fs::read_to_string(formula).unwrap()).unwrap();
    let (answer, proof) = solved(&formula);
    let Formula::Cnf { cnf, names } = &formula else {
        panic!("no clauses");
    };
    match answer {
        Answer::Sat(Model::Bits(bits)) => {
            let literals = (1..)
                .zip(&bits)
                .map(|(number, &bit)| if bit { number } else { -number });
            let mut literals: Vec<i64> = literals.collect();
            // Each literal is left out that no clause needs.
            if kind == "partial" {
                for number in 1..=i64::try_from(names.len()).unwrap() {
                    let fewer: Vec<i64> = literals
                        .iter()
                        .copied()
                        .filter(|it| it.abs() != number)
                        .collect();
                    let holds = |literal| fewer.contains(&dimacs::number(literal));
                    if cnf
                        .iter()
                        .all(|clause| clause.iter().any(|&literal| holds(literal)))
                    {
                        literals = fewer;
                    }
                }
            }
            let literals: Vec<String> = literals.iter().map(i64::to_string).collect();
            println!("\ns SATISFIABLE\nv {} 0", literals.join(" "));
        }
        Answer::Unsat => {
            let drat = proof.unwrap();
            let written = match kind {
                "none" => None,
                "lrat" => Some(lrat(cnf, names.len(), &drat, &Stop::default()).unwrap()),
                _ => Some(drat),
            };
            if let Some(written) = written {
                std::fs::write(proof_file, written).unwrap();
            }
            println!("\ns UNSATISFIABLE");
        }
        other => panic!("{other:?}"),
    }
}

fn solved(formula: &Formula) -> (Answer, Option<Vec<u8>>) {
    let limits = SolveLimits {
        proof: true,
        ..SolveLimits::default()
    };
    let response = by_name("varisat").unwrap().solve(formula, &limits).unwrap();
    (response.answer, response.proof)
}

/// A folder with the questions and the solvers.
fn bench() -> Bench {
    let bench = Bench::new();
    let desk = &bench.desk;
    desk.write("q.toml", PUZZLES);
    desk.write("domain.pddl", DOMAIN);
    desk.write("yes.pddl", problem("oo.o.", ".o..."));
    desk.write("no.pddl", problem("oo.oo", "..o.."));
    desk.write("yes.cnf", "p cnf 3 3\n1 2 0\n1 -2 0\n-1 -3 0\n");
    desk.write("no.cnf", "p cnf 4 4\n3 4 0\n3 -4 0\n-3 4 0\n-3 -4 0\n");
    let proof = solved(&dimacs::read(SQUARE).unwrap()).1.unwrap();
    desk.write("other.drat", proof);
    let program = std::env::current_exe().unwrap();
    let honest = format!(
        "honest() {{ SAUT_TEST_SOLVER=\"$*\" exec {} liars::part_of_an_honest_solver --exact \
         --nocapture --test-threads=1; }}\ncd {}\n",
        program.display(),
        desk.0.path().display()
    );
    for solver in &SOLVERS {
        desk.write(solver.name, format!("{honest}{}\n", solver.script));
    }
    bench
}

fn backend(bench: &Bench, solver: &Solver) -> String {
    let path: PathBuf = bench.file(solver.name);
    format!("dimacs:/bin/sh {} {{formula}} {{proof}}", path.display())
}

/// Every record is what the table says of its solver, and the solvers that were wrong are out of the ranking.
fn is_as_expected(bench: &Bench, said: &Said) -> usize {
    let records = bench.records("d.jsonl");
    let wrong = |record: &Record| record.outcome == RunOutcome::Wrong;
    for record in &records {
        let solver = SOLVERS
            .iter()
            .find(|it| record.backend == backend(bench, it));
        let solver = solver.unwrap_or_else(|| panic!("{record:?}"));
        let has_model = record.puzzle.contains("yes");
        let is_credited = solver.is_credited(has_model);
        let credit = (record.counts(), record.checked);
        assert_eq!(credit, (is_credited, is_credited), "{record:?}");
        // Who refutes each number of steps of a task is asked about the next, as is who does not know.
        if !is_credited && record.outcome == RunOutcome::Timeout {
            assert!(
                solver.is_endless() || record.horizon.is_none(),
                "{record:?}"
            );
            assert_eq!(record.evidence, None, "{record:?}");
            continue;
        }
        let (outcome, evidence) = if has_model {
            solver.with_model
        } else {
            solver.without
        };
        let of_all = outcome == RunOutcome::Refuted && record.outcome == RunOutcome::Infeasible;
        assert!(record.outcome == outcome || of_all, "{record:?}");
        assert_eq!(record.evidence, evidence, "{record:?}");
    }
    let status = i32::from(records.iter().any(wrong));
    assert_eq!(said.status, Some(status), "{said:?}");
    let report = bench.desk.run(["report", "d.jsonl", "--json"]).json();
    for row in report["solvers"].as_array().unwrap() {
        let of_row = |it: &&Record| row["backend"] == it.backend.as_str();
        let is_wrong = records.iter().filter(of_row).any(wrong);
        let counts = records.iter().filter(of_row).any(Record::counts);
        assert_eq!(row["ranked"], !is_wrong, "{row}");
        assert!(counts || row["solved"] == 0, "{row}");
    }
    records.len()
}

#[test]
fn bench_credits_each_solver_with_its_own_evidence_alone() {
    let bench = bench();
    let run = |subjects: &str, horizons: &str, seconds: f64, solvers: &[&Solver]| {
        let backends: Vec<String> = solvers.iter().map(|it| backend(&bench, it)).collect();
        let more =
            format!("horizons = {horizons}\nseeds = [1]\nthreads = 1\ntimeout_seconds = {seconds}");
        bench.define(subjects, &backends, &more);
        let text = std::fs::read_to_string(bench.file("d.toml")).unwrap();
        bench
            .desk
            .write("d.toml", text.replace("\"sequential\"", "\"exists\""));
        let _ = std::fs::remove_file(bench.file("d.jsonl"));
        let _ = std::fs::remove_file(bench.file("d.facts.jsonl"));
        let said = bench.run("--jobs 2");
        assert_eq!(is_as_expected(&bench, &said) % solvers.len(), 0, "{said:?}");
    };
    let (endless, others): (Vec<&Solver>, Vec<&Solver>) =
        SOLVERS.iter().partition(|it| it.is_endless());
    let all = "[\"q.toml\", \"yes.pddl\", \"no.pddl\", \"yes.cnf\", \"no.cnf\"]";
    run(all, "[3]", 30.0, &others);
    run("[\"q.toml\"]", "[\"search\"]", 30.0, &others);
    run("[\"q.toml\"]", "[3, \"search\"]", 0.5, &endless);
    // A search of a task ends with a plan alone.
    let named = |name: &str| SOLVERS.iter().find(|it| it.name == name).unwrap();
    let three = ["honest-lrat", "wrong-model", "always-unsat"].map(named);
    run("[\"yes.pddl\"]", "[\"search\"]", 5.0, &three);
}

#[test]
fn answers_name_the_solver_that_did_the_work() {
    let bench = bench();
    for solver in &SOLVERS {
        let name = backend(&bench, solver);
        for (question, has_model) in [
            ("solve q.toml:yes --method formulas --encoding exists", true),
            ("solve q.toml:no --method formulas --encoding exists", false),
            (
                "plan domain.pddl yes.pddl --encoding exists --horizon 3",
                true,
            ),
            (
                "plan domain.pddl no.pddl --encoding exists --horizon 3",
                false,
            ),
        ] {
            let seconds = if solver.is_endless() { "0.5" } else { "60" };
            let flags = ["--threads", "1", "--timeout", seconds, "--backend", &name];
            let said = bench.desk.run(question.split(' ').chain(flags));
            let is_named = said.out.contains(&format!("solved by {name}"));
            let is_credited = solver.is_credited(has_model);
            assert_eq!(is_named, is_credited, "{question}: {said:?}");
            assert!(
                is_credited || said.status != Some(20) || said.out.contains("solved by varisat"),
                "{question}: {said:?}"
            );
        }
    }
}

#[test]
fn a_piece_is_done_only_by_its_solver_s_own_proof() {
    let bench = bench();
    for solver in &SOLVERS {
        let name = backend(&bench, solver);
        let job = format!("job-{}", solver.name);
        bench.desk.gives(
            0,
            &format!("cube q.toml:no {job} --encoding sequential --horizon 3 --cubes 2"),
        );
        let seconds = if solver.is_endless() { "0.5" } else { "60" };
        let flags = ["--index", "0", "--timeout", seconds, "--backend", &name];
        let said = bench.desk.run(["conquer", &job].into_iter().chain(flags));
        let is_done = said.status == Some(0) && said.out.contains("done");
        assert_eq!(
            is_done,
            solver.is_credited(false),
            "{}: {said:?}",
            solver.name
        );
    }
}
