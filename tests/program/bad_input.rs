//! Every unusable input that the command line can meet, by its message and exit status; and
//! solvers that are missing or at fault.

use std::io::Write;
use std::process::Stdio;

use crate::program::{Desk, Said, command};

const SIX: &str = "pegsol-p02 --encoding forall --horizon 5";

/// Exit status 2, nothing on standard output, and this message.
fn refused(desk: &Desk, arguments: &str, message: &str) {
    let said = desk.gives(2, arguments);
    assert_eq!(said.out, "", "{arguments}");
    assert_eq!(said.err.lines().count(), 1, "{arguments}: {said:?}");
    assert!(said.err.starts_with("saut: "), "{said:?}");
    assert!(
        said.err.contains(message),
        "{arguments}: wanted {message}, got {said:?}"
    );
}

fn toml(lines: &str) -> String {
    format!("[[puzzle]]\nname = \"plus\"\n{lines}")
}

#[test]
fn an_unknown_puzzle_comes_with_the_nearest_names() {
    let desk = Desk::new();
    let message = "\"corsiar\" is neither a bundled puzzle nor a file; did you mean corsair, \
                   lu-corsair or corsair-raid? `saut list` shows all names";
    for verb in ["solve", "encode", "show"] {
        refused(&desk, &format!("{verb} corsiar"), message);
    }
    refused(&desk, "check corsiar plan", message);
    refused(&desk, "decode corsiar --model m", message);
}

#[test]
fn pictures_that_make_no_puzzle() {
    let desk = Desk::new();
    for (picture, message) in [
        (
            "oo.\n .\n\n..o\n",
            "p: the start and the goal have different shapes: row 2",
        ),
        (
            "oo.\noZ.\n\n..o\n...\n",
            "p: line 2, column 2: 'Z' means nothing in a picture",
        ),
        (
            "oo...\n\nooo..\n",
            "p: goal has 3 pegs, start has 2; jumps only remove pegs. Were the two",
        ),
        ("...\n\n...\n", "p: the start has no peg;"),
        (
            "# nothing\n",
            "p: no hole of a board is drawn here; draw pegs as o",
        ),
        (
            "hello world\n",
            "p: no hole of a board is drawn here; draw pegs as o",
        ),
        ("", "p: the file is empty: there is no puzzle in it"),
    ] {
        desk.write("p", picture);
        refused(&desk, "solve p", message);
    }
}

#[test]
fn puzzle_files_that_cannot_be_read() {
    let desk = Desk::new();
    let unknown = "p.toml: line 3, column 1: unknown field `strat`, expected one of `name`";
    desk.write("p.toml", toml("strat = \"oo.\"\ngoal = \"..o\"\n"));
    refused(&desk, "solve p.toml", unknown);
    desk.write("p.toml", toml("start = \"\"\"\noo.\n"));
    refused(
        &desk,
        "solve p.toml",
        "p.toml: line 5, column 1: invalid multi-line basic string",
    );
    desk.write("p.toml", toml("start = \"\"\"\n\"\"\"\ngoal = \"..o\"\n"));
    refused(
        &desk,
        "solve p.toml",
        "the picture is empty: it shows no hole",
    );
    desk.write("p.toml", b"[[puzzle]]\nname = \"\xff\"");
    refused(
        &desk,
        "solve p.toml",
        "p.toml: line 2: the text is not UTF-8",
    );
    desk.write("p.pddl", "(define (problem p)\n(:domain logistics))");
    refused(
        &desk,
        "solve p.pddl",
        "p.pddl:2:1: the problem is of domain \"logistics\"",
    );
    desk.write("p.pddl", "(define (problem p)\n  (:init (free ");
    refused(
        &desk,
        "solve p.pddl",
        "the bracket opened here is never closed; is the file truncated?",
    );
}

#[test]
fn standard_input_is_named_when_it_is_no_puzzle() {
    let desk = Desk::new();
    let solve = |input: &str| {
        let mut command = command(&desk.0, ["solve", "-"]);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = pipes.stderr(Stdio::piped()).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(input.as_bytes()).unwrap();
        drop(pipe);
        Said::from(child.wait_with_output().unwrap())
    };
    let said = solve("oo.\no?.\n\nabc");
    assert_eq!(said.status, Some(2), "{said:?}");
    assert!(
        said.err.contains("row 2 from the top, column 2"),
        "{said:?}"
    );
    assert_eq!(solve("oo.\n\n..o\n").status, Some(0));
}

#[test]
fn models_that_are_cut_off_or_of_another_formula() {
    let desk = Desk::new();
    let decode = format!("decode {SIX} --model m");
    for (model, message) in [
        (
            "s SATISFIABLE\nv 1 2 3\n",
            "m: the model is cut off: no 0 after 3 literals",
        ),
        ("s SATISFIABLE\nv 1 2 3 0\n", "m: "),
        (
            "s SATISFIABLE\nv 1 999999 0\n",
            "999999 is not in the formula",
        ),
        ("", "m: "),
        ("hello\n", "m: line 1: \"hello\" is no answer of a solver"),
    ] {
        desk.write("m", model);
        refused(&desk, &decode, message);
    }
    desk.write("m", b"s SAT\xff");
    refused(&desk, &decode, "m: is no UTF-8 text");
    refused(
        &desk,
        &format!("decode {SIX} --model nowhere"),
        "nowhere: there is no such file",
    );
}

#[test]
fn plans_and_results_that_cannot_be_read() {
    let desk = Desk::new();
    for (plan, message) in [
        ("43/2x", "r: line 1, column 1: \"43/2x\" is no jump"),
        ("", "r: there is no jump in the plan"),
        ("{\"plan\": [", "r: is no JSON document"),
        (
            "{\"verdict\": \"infeasible\"}",
            "r: says infeasible without a certificate",
        ),
        (
            "{\"certificate\": {\"kind\": \"faith\"}}",
            "r: its certificate cannot be read",
        ),
    ] {
        desk.write("r", plan);
        refused(&desk, "check pegsol-p01 r", message);
    }
    refused(
        &desk,
        "check pegsol-p01 nowhere",
        "nowhere: there is no such file",
    );
}

#[test]
fn choices_that_do_not_go_together() {
    let desk = Desk::new();
    let clauses = "--backend: batsat reads clauses, and the encoding smt has none; choose another";
    refused(
        &desk,
        "solve pegsol-p01 --encoding smt --backend batsat",
        clauses,
    );
    refused(
        &desk,
        "solve pegsol-p01 --encoding smt --backend z3 --backend batsat",
        clauses,
    );
    let mut bare = command(&desk.0, "solve pegsol-p01 --encoding smt".split(' '));
    let said = Said::from(bare.env("PATH", "/nowhere").output().unwrap());
    if !cfg!(feature = "z3") {
        assert_eq!(said.status, Some(2), "{said:?}");
        assert!(
            said.err
                .contains("smt needs an SMT solver, and none is here"),
            "{said:?}"
        );
    }
    refused(
        &desk,
        "solve --backend cadicla",
        "--backend: there is no backend \"cadicla\"; did you mean",
    );
    refused(&desk, "solve --backend qqqq", "known are batsat, varisat");
    refused(&desk, "solve --backend dimacs:", "dimacs: names no program");
    refused(
        &desk,
        "encode pegsol-p01 --encoding smt --format dimacs",
        "has no clauses to write as DIMACS",
    );
    refused(
        &desk,
        "encode pegsol-p01 --encoding r2-exists",
        "--horizon: auto does not say how many steps of r2-exists",
    );
    desk.write("no.txt", "s UNSATISFIABLE\n");
    let large = "central --encoding sequential --horizon 100000";
    for command in ["encode", "decode --model no.txt"] {
        refused(
            &desk,
            &format!("{command} {large}"),
            "--horizon: a formula of this horizon may have 341100165 clauses",
        );
    }
    refused(
        &desk,
        "encode pegsol-p01 --horizon 3 -o no/where",
        "no/where: cannot be written",
    );
}

#[test]
fn a_solver_at_fault_is_named_and_the_exit_status_is_1() {
    let desk = Desk::new();
    let lie = "echo s SATISFIABLE; seq -s ' ' 1 578 | sed 's/^/v /;s/$/ 0/'; exit 10";
    for (script, message) in [
        ("exit 3", "crashed (exit status 3)"),
        ("kill -SEGV $$", "crashed (killed by signal 11)"),
        (
            "echo rubbish",
            "its output makes no sense: line 1: \"rubbish\" is no answer of a solver",
        ),
        (
            "echo s SATISFIABLE; echo v 1 2 3; exit 10",
            "its output makes no sense: the model is cut off",
        ),
        (lie, "claims a model, but it is wrong: clause"),
    ] {
        desk.write("solver", script);
        let mut solve = command(
            &desk.0,
            "solve pegsol-p02 --encoding sequential --backend".split(' '),
        );
        let output = solve.arg("dimacs:/bin/sh solver").output().unwrap();
        let said = Said::from(output);
        assert_eq!(
            (said.status, said.out.as_str()),
            (Some(1), ""),
            "{script}: {said:?}"
        );
        let wanted = format!("saut: backend dimacs:/bin/sh solver: {message}");
        assert!(said.err.starts_with(&wanted), "{script}: {said:?}");
    }
    let said = desk.gives(1, "solve pegsol-p02 --backend dimacs:no-such-solver");
    assert!(
        said.err
            .starts_with("saut: backend dimacs:no-such-solver: it is not here")
    );
}

#[test]
fn a_smt_solver_that_lies_is_caught_by_the_simulator_or_the_decoder() {
    let desk = Desk::new();
    desk.write("solver", "cat > /dev/null; echo sat; echo '((f0_0 true))'");
    let mut solve = command(
        &desk.0,
        "solve pegsol-p02 --encoding smt --backend".split(' '),
    );
    let output = solve.arg("smtlib:/bin/sh solver").output().unwrap();
    let said = Said::from(output);
    assert_eq!((said.status, said.out.as_str()), (Some(1), ""), "{said:?}");
    assert!(
        said.err
            .starts_with("saut: backend smtlib:/bin/sh solver: "),
        "{said:?}"
    );
}

#[test]
fn a_portfolio_goes_on_without_a_solver_at_fault_and_says_so() {
    let desk = Desk::new();
    desk.write("liar", "echo s SATISFIABLE; echo v 1 0; exit 10");
    let mut solve = command(&desk.0, "solve pegsol-p02 --json --backend".split(' '));
    let output = solve
        .args(["dimacs:/bin/sh liar", "--backend", "batsat"])
        .output()
        .unwrap();
    let said = Said::from(output);
    assert_eq!(said.status, Some(0), "{said:?}");
    assert!(said.out.contains(r#""backend":"batsat""#), "{said:?}");
    let warning = "saut: warning: backend dimacs:/bin/sh liar: ";
    assert!(
        said.err.starts_with(warning) && said.err.contains("went on without it"),
        "{said:?}"
    );
}

#[test]
fn a_false_claim_that_there_is_no_plan_is_never_believed() {
    let desk = Desk::new();
    desk.write("liar", "echo s UNSATISFIABLE; exit 20");
    let mut solve = command(
        &desk.0,
        "solve pegsol-p02 --json --encoding sequential --backend".split(' '),
    );
    let output = solve.arg("dimacs:/bin/sh liar").output().unwrap();
    let said = Said::from(output);
    assert!(matches!(said.status, Some(0 | 1)), "{said:?}");
    assert!(!said.out.contains("infeasible"), "{said:?}");
}
