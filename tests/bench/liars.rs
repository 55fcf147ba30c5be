//! Wrong or unproved answers get no credit. In `bench`, `solve`, `plan` and `conquer`, solvers with such answers run
//! next to correct solvers. Only evidence of the named solver counts, and every answer names the solver that has found
//! it.

use rustsat::types::Lit;
use saut::backend::{Answer, SolveLimits, by_name};
use saut::formula::{Formula, dimacs};
use saut::model::Model;
use saut::proof::lrat;
use saut::record::{Record, RunOutcome};
use saut::stop::Stop;

use crate::program::Said;
use crate::table::Bench;

/// A formula that unit propagation does not refute. Its proof is invalid for the formulas of the tests.
const SQUARE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
const DOMAIN: &str = "(define (domain line) (:requirements :strips)
  (:predicates (peg ?x) (hole ?x) (in ?a ?b ?c))
  (:action jump :parameters (?a ?b ?c)
    :precondition (and (in ?a ?b ?c) (peg ?a) (peg ?b) (hole ?c))
    :effect (and (hole ?a) (hole ?b) (peg ?c) (not (peg ?a)) (not (peg ?b)) (not (hole ?c)))))";

/// Returns a puzzle on a line of five holes as a planning task.
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

/// The solvers, one per line: the name, the outcome and evidence of a run on a satisfiable formula, the same for an
/// unsatisfiable formula, and the script. `$1` is the formula, `$2` the proof, and `honest` this test program. For
/// "refuted", the record of a puzzle may have "infeasible".
const SOLVERS: &str = "\
honest-drat | solved checked | refuted checked | honest $1 $2 drat
honest-lrat | solved checked | refuted checked | honest $1 $2 lrat
partial-model | solved checked | refuted checked | honest $1 $2 partial
right-without-proof | solved checked | unproved missing | honest $1 $2 none
always-unsat | wrong wrong | unproved missing | echo s UNSATISFIABLE; exit 20
always-sat | garbage | garbage | echo s SATISFIABLE; echo v 0; exit 10
wrong-model | wrong wrong | wrong wrong | read p cnf n m < $1; echo s SATISFIABLE; echo v $(seq $n) 0; exit 10
wrong-proof | wrong wrong | wrong wrong | echo 0 > $2; echo s UNSATISFIABLE; exit 20
proof-of-another | wrong wrong | wrong wrong | cp other.drat $2; echo s UNSATISFIABLE; exit 20
empty-proof | wrong wrong | unproved missing | : > $2; echo s UNSATISFIABLE; exit 20
unknown | gave-up | gave-up | echo s UNKNOWN
slow | timeout | timeout | sleep 60
crashes | crashed | crashed | echo s UNSATISFIABLE; kill -SEGV $$";

struct Solver {
    name: &'static str,
    script: &'static str,
    with_model: &'static str,
    without: &'static str,
}

fn solvers() -> Vec<Solver> {
    let solver = |row: &'static str| {
        let [name, with_model, without, script] = row.splitn(4, " | ").collect::<Vec<_>>()[..]
        else {
            panic!("{row}")
        };
        Solver {
            name,
            script,
            with_model,
            without,
        }
    };
    SOLVERS.lines().map(solver).collect()
}

impl Solver {
    const fn end(&self, has_model: bool) -> &'static str {
        if has_model {
            self.with_model
        } else {
            self.without
        }
    }

    fn is_credited(&self, has_model: bool) -> bool {
        self.end(has_model).ends_with(" checked")
    }

    /// Returns the time limit for the answer of the solver, in seconds.
    fn seconds(&self) -> &'static str {
        if self.is_endless() { "0.5" } else { "60" }
    }

    /// Whether the solver never answers and uses its whole time limit.
    fn is_endless(&self) -> bool {
        matches!(self.name, "slow" | "unknown")
    }
}

/// The correct solver. Other tests start this test program again to run the solver.
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
            let signed = |(number, &bit): (i64, &bool)| if bit { number } else { -number };
            let mut literals: Vec<i64> = (1..).zip(&bits).map(signed).collect();
            // Removes each literal that no clause needs.
            if kind == "partial" {
                for number in 1..=i64::try_from(names.len()).unwrap() {
                    let mut fewer = literals.clone();
                    fewer.retain(|it| it.abs() != number);
                    let holds = |&literal: &Lit| fewer.contains(&dimacs::number(literal));
                    if cnf.iter().all(|clause| clause.iter().any(holds)) {
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

/// Returns a folder with the tasks, the formulas and the solvers.
fn bench() -> Bench {
    let bench = Bench::new();
    let desk = &bench.desk;
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
    for solver in &solvers() {
        desk.write(solver.name, format!("{honest}{}\n", solver.script));
    }
    bench
}

fn backend(bench: &Bench, solver: &Solver) -> String {
    let path = bench.file(solver.name);
    format!("dimacs:/bin/sh {} {{formula}} {{proof}}", path.display())
}

/// Asserts that every record agrees with [`SOLVERS`], and that solvers with wrong answers are not ranked. Returns the
/// number of records.
fn is_as_expected(bench: &Bench, said: &Said) -> usize {
    let records = bench.records("d.jsonl");
    let wrong = |record: &Record| record.outcome == RunOutcome::Wrong;
    let solvers = solvers();
    for record in &records {
        let is_it = |it: &&Solver| record.backend == backend(bench, it);
        let solver = solvers
            .iter()
            .find(is_it)
            .unwrap_or_else(|| panic!("{record:?}"));
        let has_model = record.puzzle.contains("yes");
        let is_credited = solver.is_credited(has_model);
        let credit = (record.counts(), record.checked);
        assert_eq!(credit, (is_credited, is_credited), "{record:?}");
        // On a task without a given horizon, larger and larger numbers of steps are tried until the time limit, if the
        // solver finds no plan.
        if !is_credited && record.outcome == RunOutcome::Timeout {
            assert!(
                solver.is_endless() || record.horizon.is_none(),
                "{record:?}"
            );
            assert_eq!(record.evidence, None, "{record:?}");
            continue;
        }
        let outcome = match record.outcome {
            RunOutcome::Infeasible => RunOutcome::Refuted,
            outcome => outcome,
        };
        let evidence = record.evidence.map_or(String::new(), |it| it.to_string());
        let end = format!("{outcome} {evidence}");
        assert_eq!(end.trim(), solver.end(has_model), "{record:?}");
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
fn bench_credits_each_solver_only_with_its_own_evidence() {
    let bench = bench();
    let run = |subjects: &str, horizons: &str, seconds: f64, solvers: &[&Solver]| {
        let backends: Vec<String> = solvers.iter().map(|it| backend(&bench, it)).collect();
        let more =
            format!("horizons = {horizons}\nseeds = [1]\nthreads = 1\ntimeout_seconds = {seconds}");
        bench.define_with("exists", subjects, &backends, &more);
        let _ = std::fs::remove_file(bench.file("d.jsonl"));
        let _ = std::fs::remove_file(bench.file("d.facts.jsonl"));
        let said = bench.run("--jobs 2");
        assert_eq!(is_as_expected(&bench, &said) % solvers.len(), 0, "{said:?}");
    };
    let solvers = solvers();
    let (endless, others): (Vec<&Solver>, Vec<&Solver>) =
        solvers.iter().partition(|it| it.is_endless());
    let all = "[\"p.toml\", \"yes.pddl\", \"no.pddl\", \"yes.cnf\", \"no.cnf\"]";
    run(all, "[3]", 30.0, &others);
    run("[\"p.toml\"]", "[\"search\"]", 30.0, &others);
    run("[\"p.toml\"]", "[3, \"search\"]", 0.5, &endless);
    // A search without a horizon ends only with a plan of the task.
    let named = |name: &str| solvers.iter().find(|it| it.name == name).unwrap();
    let three = ["honest-lrat", "wrong-model", "always-unsat"].map(named);
    run("[\"yes.pddl\"]", "[\"search\"]", 5.0, &three);
}

#[test]
fn answers_name_the_solver_that_did_the_work() {
    let bench = bench();
    for solver in &solvers() {
        let name = backend(&bench, solver);
        for (question, has_model) in [
            ("solve p.toml:yes --method formulas", true),
            ("solve p.toml:no --method formulas", false),
            ("plan domain.pddl yes.pddl --horizon 3", true),
            ("plan domain.pddl no.pddl --horizon 3", false),
        ] {
            let flags = "--encoding exists --threads 1 --backend";
            let words = question.split(' ').chain(flags.split(' '));
            let limit = [&name, "--timeout", solver.seconds()];
            let said = bench.desk.run(words.chain(limit));
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
    for solver in &solvers() {
        let name = backend(&bench, solver);
        let job = format!("job-{}", solver.name);
        let cube = format!("cube p.toml:no {job} --encoding sequential --horizon 3 --cubes 2");
        bench.desk.gives(0, &cube);
        let flags = [
            "--index",
            "0",
            "--backend",
            &name,
            "--timeout",
            solver.seconds(),
        ];
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
