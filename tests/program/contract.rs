//! The contract of the command line: exit statuses, JSON documents, what goes where, and how a run
//! ends that is interrupted.

use std::fs;
use std::io::Read;
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{Desk, Said, command};
use crate::{ARROW, DEAD_END, ends_interrupted, start};
use serde_json::Value;

/// Like `DEAD_END`, but unit propagation alone does not tell: a proof has something to say.
const KNOT: &str = ".ooo\no...\no.oo\n\no...\n....\n..oo\n";

/// The fields of the outermost object, in order.
fn fields(document: &str) -> Vec<String> {
    let (mut depth, mut found, mut word, mut quoted) = (0, Vec::new(), String::new(), false);
    for symbol in document.chars() {
        match symbol {
            '"' => {
                if !quoted {
                    word.clear();
                }
                quoted = !quoted;
            }
            _ if quoted => word.push(symbol),
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            ':' if depth == 1 => found.push(word.clone()),
            _ => {}
        }
    }
    found
}

fn without_seconds(mut document: Value) -> Value {
    assert!(document["seconds"].take().is_number());
    document
}

#[test]
fn the_exit_status_tells_how_it_went() {
    let desk = Desk::new();
    desk.gives(0, "solve pegsol-p01");
    desk.gives(20, "solve french-central");
    let said = desk.gives(30, "solve square-15-central --timeout 0");
    assert!(said.out.contains("undecided (timeout)"), "{said:?}");
    desk.gives(30, "solve central --memory 0");
    desk.gives(2, "solve no-such-puzzle");
    desk.gives(2, "solve --no-such-flag");
    desk.gives(2, "solve central --timeout -1");
    desk.gives(2, "solve central --horizon many");
    desk.gives(1, "solve pegsol-p01 --backend dimacs:/nowhere/solver");
    desk.gives(0, "--help");
}

#[test]
fn what_would_be_printed_goes_to_the_file_of_o_and_only_there() {
    let desk = Desk::new();
    for (words, status) in [
        ("solve pegsol-p01 --seed 1 --threads 1 --json", 0),
        ("solve french-central", 20),
        ("solve square-15-central --timeout 0", 30),
        ("list pegsol", 0),
        ("count pegsol-p01", 0),
        ("baseball count 5", 0),
    ] {
        let said = desk.gives(status, &format!("{words} -o {}", words.replace(' ', "-")));
        assert_eq!(said.out, "", "{words}");
        let kept = fs::read_to_string(desk.0.path().join(words.replace(' ', "-"))).unwrap();
        let printed = desk.gives(status, words).out;
        assert!(!kept.is_empty(), "{words}");
        assert_eq!(kept.lines().count(), printed.lines().count(), "{words}");
        assert_eq!(kept.get(..8), printed.get(..8), "{words}");
    }
    desk.gives(0, "solve pegsol-p01 --json -o plan.json");
    desk.gives(0, "check pegsol-p01 plan.json");
}

#[test]
fn a_file_of_o_that_cannot_be_written_is_told_before_the_work_and_a_failure_keeps_the_old_one() {
    let desk = Desk::new();
    let began = Instant::now();
    let said = desk.gives(2, "solve square-15-central -o nowhere/x.json");
    assert!(
        said.err.contains("nowhere/x.json: cannot be written"),
        "{said:?}"
    );
    assert!(began.elapsed() < Duration::from_secs(5));
    desk.write("result", "old");
    desk.gives(2, "check pegsol-p01 no-such-file -o result");
    let kept = fs::read_to_string(desk.0.path().join("result")).unwrap();
    assert_eq!(kept, "old");
}

#[test]
fn documents_have_the_fields_of_the_contract_in_order() {
    let desk = Desk::new();
    let said = desk.gives(0, "solve pegsol-p02 --json");
    let all = "puzzle verdict plan moves method backend horizon variables clauses seconds checked";
    assert_eq!(fields(&said.out).join(" "), all);
    let document = said.json();
    assert_eq!(
        (&document["verdict"], &document["checked"]),
        (&"solved".into(), &true.into())
    );
    assert_eq!(document["plan"].as_array().unwrap().len(), 5);
    assert_eq!(said.out.matches(r#"{"from":["#).count(), 5);

    let said = desk.gives(20, "solve french-central --json");
    assert_eq!(
        fields(&said.out).join(" "),
        "puzzle verdict certificate method seconds checked"
    );
    assert_eq!(said.json()["certificate"]["kind"], "class");

    let said = desk.gives(30, "solve square-15-central --timeout 0 --json");
    assert_eq!(fields(&said.out).join(" "), "puzzle verdict reason seconds");
    assert_eq!(said.json()["reason"], "timeout");
}

#[test]
fn with_json_there_is_one_document_and_nothing_else() {
    let desk = Desk::new();
    desk.gives(0, "solve pegsol-p01 --json")
        .out
        .lines()
        .for_each(|line| _ = desk.write("r", line));
    for (status, arguments) in [
        (0, "solve pegsol-p01 --json"),
        (20, "solve french-central --json"),
        (0, "check pegsol-p01 r --json"),
        (0, "show pegsol-p01 --json"),
        (0, "show pegsol-p01 r --json"),
        (0, "encode pegsol-p01 --encoding sequential --json"),
        (0, "encode pegsol-p01 --encoding sequential --json -o f"),
        (0, "list --json"),
        (0, "backends --json"),
    ] {
        let said = desk.gives(status, arguments);
        assert_eq!(said.out.lines().count(), 1, "{arguments}");
        assert!(said.json().is_object(), "{arguments}");
        assert_eq!(said.err, "", "{arguments}");
    }
    // A failure leaves standard output empty.
    assert_eq!(desk.gives(2, "solve no-such-puzzle --json").out, "");
}

#[test]
fn the_same_seed_and_one_thread_give_the_same_output() {
    let desk = Desk::new();
    for puzzle in ["central", "pegsol-p08"] {
        let run = |seed| {
            desk.gives(0, &format!("solve {puzzle} --json --threads 1 {seed}"))
                .json()
        };
        let first = without_seconds(run("--seed 7"));
        assert_eq!(first, without_seconds(run("--seed 7")));
        assert_eq!(without_seconds(run("--seed 0")), without_seconds(run("")));
    }
    let plan = |seed| {
        desk.gives(
            0,
            &format!("solve corsair --json --threads 1 --seed {seed}"),
        )
        .json()["plan"]
            .take()
    };
    assert!(
        plan(1) != plan(2) || plan(1) != plan(3),
        "the seed changes nothing"
    );
}

#[test]
fn a_plan_is_checked_from_json_and_from_a_list_of_jumps() {
    let desk = Desk::new();
    desk.write("r.json", desk.gives(0, "solve pegsol-p01 --json").out);
    let said = desk.gives(0, "check pegsol-p01 r.json");
    assert!(said.out.starts_with("solved: 4 jumps in "), "{said:?}");
    desk.write("plan.txt", "43/23 23/25\n25/45 46/44\n");
    desk.gives(0, "check pegsol-p01 plan.txt");
    desk.write("sweeps.txt", "43/23/25/45 46/44\n");
    desk.gives(0, "check pegsol-p01 sweeps.txt");
}

#[test]
fn a_plan_with_one_jump_changed_is_refused_with_the_jump_the_board_and_why() {
    let desk = Desk::new();
    desk.write("plan.txt", "43/23 23/25 45/25 46/44\n");
    let said = desk.gives(1, "check pegsol-p01 plan.txt");
    assert_eq!(said.out, "");
    let wanted = "saut: plan.txt: plan refused: jump 3 (45/25), line 1: there is no peg at 45\n  7    ...\n  \
                  6    .o.\n  5  .oo....\n  4  .......\n  3  .......\n  2    ...\n  1    ...\n     1234567\n";
    assert_eq!(said.err, wanted);

    let mut document = desk.gives(0, "solve pegsol-p01 --json").json();
    document["plan"].as_array_mut().unwrap().pop();
    desk.write("r.json", document.to_string());
    let said = desk.gives(1, "check pegsol-p01 r.json");
    assert!(
        said.err
            .contains("after all 3 jumps the position is not the goal"),
        "{said:?}"
    );
    // The plan of another puzzle is no plan of this one.
    desk.write("r.json", desk.gives(0, "solve pegsol-p02 --json").out);
    assert!(
        desk.gives(1, "check pegsol-p01 r.json")
            .err
            .contains("plan refused")
    );
}

/// Solves, checks the result, then checks it changed: one number of the document made another.
fn infeasible(desk: &Desk, puzzle: &str, flags: &str, kind: &str, change: (&str, &str)) {
    let said = desk.gives(20, &format!("solve {puzzle} --json --threads 2 {flags}"));
    assert_eq!(said.json()["certificate"]["kind"], kind, "{said:?}");
    desk.write("r.json", &said.out);
    let checked = desk.gives(20, &format!("check {puzzle} r.json"));
    let begin = format!("infeasible: the certificate ({kind}) holds");
    assert!(checked.out.starts_with(&begin), "{checked:?}");

    let changed = said.out.replacen(change.0, change.1, 1);
    assert_ne!(changed, said.out, "there is no {} in {said:?}", change.0);
    desk.write("r.json", changed);
    let refused = desk.gives(1, &format!("check {puzzle} r.json"));
    assert_eq!(refused.out, "");
    assert!(
        refused.err.contains("r.json: certificate refused: "),
        "{refused:?}"
    );
    let document = desk
        .gives(1, &format!("check {puzzle} r.json --json"))
        .json();
    assert_eq!(document["checked"], false);
    let reason = document["reason"].as_str().unwrap();
    assert!(reason.contains("certificate refused"), "{reason}");
    let contrary = said
        .out
        .replace(r#""verdict":"infeasible""#, r#""verdict":"solved""#);
    desk.write("r.json", contrary);
    let told = desk.gives(2, &format!("check {puzzle} r.json")).err;
    assert!(told.contains("certificate of the contrary"), "{told}");
}

#[test]
fn certificates_are_checked_again_and_refused_when_changed() {
    let desk = Desk::new();
    desk.write("dead-end", DEAD_END);
    desk.write("arrow", ARROW);
    infeasible(
        &desk,
        "french-central",
        "",
        "class",
        (r#""form":[1,1]"#, r#""form":[0,0]"#),
    );
    infeasible(
        &desk,
        "army-5",
        "",
        "pagoda",
        (r#""weights":[0,"#, r#""weights":[1,"#),
    );
    infeasible(
        &desk,
        "arrow",
        "",
        "exhaustive",
        (r#""forward":[1,"#, r#""forward":[1,7"#),
    );
    let flags = "--no-criteria --encoding sequential --backend varisat --proof proof";
    infeasible(
        &desk,
        "dead-end",
        flags,
        "proof",
        (r#""horizon":3"#, r#""horizon":2"#),
    );
}

#[test]
fn a_proof_is_kept_in_its_file_and_refused_when_cut_off_or_of_another_puzzle() {
    let desk = Desk::new();
    desk.write("knot", KNOT);
    let flags = "--no-criteria --encoding sequential --backend varisat";
    let said = desk.gives(20, &format!("solve knot --json --proof proof {flags}"));
    desk.write("r.json", &said.out);
    desk.gives(20, "check knot r.json");
    let formula = fs::read_to_string(desk.0.path().join("proof.cnf")).unwrap();
    assert!(formula.contains("p cnf "));
    let said = desk.gives(1, "check pegsol-p01 r.json");
    assert!(said.err.contains("certificate refused"), "{said:?}");
    let proof = fs::read(desk.0.path().join("proof")).unwrap();
    desk.write("proof", &proof[..proof.len() / 2]);
    let said = desk.gives(1, "check knot r.json");
    assert!(said.err.contains("certificate refused"), "{said:?}");
    fs::remove_file(desk.0.path().join("proof")).unwrap();
    let said = desk.gives(2, "check knot r.json");
    assert!(
        said.err.contains("proof: there is no such file"),
        "{said:?}"
    );
    // Without --proof there is nothing to check later, and the message says what to do.
    let said = desk.gives(20, &format!("solve knot --json {flags}"));
    desk.write("r.json", &said.out);
    let said = desk.gives(2, "check knot r.json");
    assert!(
        said.err.contains("solve again with --proof FILE"),
        "{said:?}"
    );
}

#[test]
fn undecided_is_nothing_to_check() {
    let desk = Desk::new();
    desk.write(
        "r",
        desk.gives(30, "solve square-15-central --timeout 0 --json")
            .out,
    );
    let said = desk.gives(2, "check square-15-central r");
    assert!(
        said.err
            .contains("says undecided: there is nothing to check"),
        "{said:?}"
    );
}

#[test]
fn a_pipe_gets_no_escape_sequences_unless_they_are_asked_for() {
    let desk = Desk::new();
    for arguments in [
        "solve pegsol-p01",
        "list",
        "backends",
        "show central",
        "check central x",
    ] {
        let said = desk.run(arguments.split(' '));
        assert!(!(said.out + &said.err).contains('\u{1b}'), "{arguments}");
    }
    let with = |variables: &[(&str, &str)]| {
        let mut command = command(&desk.0, "show central".split(' '));
        Said::from(command.envs(variables.iter().copied()).output().unwrap()).out
    };
    assert!(with(&[("CLICOLOR_FORCE", "1")]).contains('\u{1b}'));
    assert!(!with(&[("NO_COLOR", "1")]).contains('\u{1b}'));
}

#[test]
fn there_is_no_progress_where_there_is_no_terminal() {
    let desk = Desk::new();
    assert_eq!(desk.gives(0, "solve central").err, "");
    assert_eq!(
        desk.gives(
            30,
            "solve square-15-central --method formulas --timeout 0.5"
        )
        .err,
        ""
    );
}

#[test]
fn completions_and_the_manual_come_from_the_same_definitions() {
    let desk = Desk::new();
    for (shell, mark) in [
        ("bash", "_saut()"),
        ("zsh", "#compdef saut"),
        ("fish", "complete -c saut"),
    ] {
        let said = desk.gives(0, &format!("completions {shell}"));
        assert!(said.out.contains(mark), "{shell}");
        assert!(
            said.out.contains("minimise") && said.out.contains("backends"),
            "{shell}"
        );
        assert!(
            !said.out.contains("guard-child"),
            "{shell}: what is hidden is offered"
        );
    }
    desk.gives(2, "completions no-such-shell");
    for command in ["completions bash", "manual", "play", "serve"] {
        let said = desk.gives(2, &format!("{command} --json"));
        assert!(said.err.contains("has no JSON document"), "{said:?}");
        assert!(said.out.is_empty(), "{said:?}");
    }
    let page = desk.gives(0, "manual").out;
    assert!(
        page.contains(".TH saut 1") && page.contains("Exit status"),
        "{page}"
    );
    fs::create_dir(desk.0.path().join("man")).unwrap();
    desk.gives(0, "manual man");
    let page = |name: &str| fs::read_to_string(desk.0.path().join("man").join(name));
    assert!(page("saut.1").unwrap().contains(".TH saut 1"));
    assert!(page("saut-solve.1").unwrap().contains("minimise"));
    assert!(
        page("saut-guard-child.1").is_err(),
        "what is hidden has a page"
    );
    desk.gives(0, "manual new/folder");
    assert!(desk.0.path().join("new/folder/saut.1").exists());
    desk.write("file", "");
    let said = desk.gives(2, "manual file");
    assert!(
        said.err
            .contains("file: the manual cannot be written there"),
        "{said:?}"
    );
}

#[test]
fn backends_may_be_named_with_commas_and_programs_by_their_names() {
    let desk = Desk::new();
    desk.gives(
        0,
        "solve pegsol-p01 --method formulas --backend batsat,varisat",
    );
    let said = desk.gives(2, "solve pegsol-p01 --backend batsat,nobody");
    assert!(said.err.contains("\"nobody\""), "{said:?}");
    let asked = ["solve", "pegsol-p01", "--backend", "dimacs:x {cnf}"];
    let said = desk.run(asked);
    assert_eq!(said.status, Some(2), "{said:?}");
    assert!(said.err.contains("{formula} stands for"), "{said:?}");
    // A program that says nothing at all is told which files it could have.
    let said = desk.run([
        "solve",
        "pegsol-p01",
        "--method",
        "formulas",
        "--backend",
        "dimacs:true",
    ]);
    assert_eq!(said.status, Some(1), "{said:?}");
    assert!(said.err.contains("{result}"), "{said:?}");
    let listed = desk.gives(0, "backends");
    assert!(listed.out.contains("{proof}"), "{listed:?}");
}

#[test]
fn puzzles_and_backends_are_listed() {
    let desk = Desk::new();
    let said = desk.gives(0, "list pegsol-p");
    assert_eq!(said.out.matches("\n  pegsol-p").count(), 30, "{}", said.out);
    assert!(said.out.contains("\n  pegsol-p01 "));
    let document = desk.gives(0, "list --json").json();
    let puzzles = document["puzzles"].as_array().unwrap();
    let central = puzzles
        .iter()
        .find(|puzzle| puzzle["name"] == "central")
        .unwrap();
    assert_eq!(
        (&central["holes"], &central["pegs"]),
        (&33.into(), &32.into())
    );
    assert!(
        desk.gives(0, "list")
            .out
            .contains("boards for puzzle files: english")
    );

    let said = desk.gives(0, "backends");
    for name in ["batsat", "varisat"] {
        let line = said
            .out
            .lines()
            .find(|line| line.starts_with(name))
            .unwrap();
        assert!(
            line.contains("here") && line.ends_with("built in"),
            "{line}"
        );
    }
    let document = desk.gives(0, "backends --json").json();
    for backend in document["backends"].as_array().unwrap() {
        let key = if backend["here"] == true {
            "version"
        } else {
            "remedy"
        };
        assert!(backend[key].is_string(), "{backend}");
    }
}

#[test]
fn whoever_has_read_enough_may_close_the_pipe() {
    let desk = Desk::new();
    for arguments in [
        "list",
        "encode central --horizon 6",
        "list --json",
        "completions bash",
    ] {
        let mut command = command(&desk.0, arguments.split(' '));
        let mut child = start(&mut command);
        let mut first = [0; 1];
        let mut pipe = child.stdout.take().unwrap();
        pipe.read_exact(&mut first).unwrap();
        drop(pipe);
        let said = Said::from(child.wait_with_output().unwrap());
        assert_eq!(
            (said.status, said.err.as_str()),
            (Some(0), ""),
            "{arguments}"
        );
    }
}

/// Waits for a condition, a few seconds at most.
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(
            began.elapsed() < Duration::from_secs(10),
            "{what}: waited in vain"
        );
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn an_interrupt_ends_the_work_at_once_and_says_so() {
    let desk = Desk::new();
    let words = "solve square-15-central --method formulas --threads 1 --json".split(' ');
    let child = start(&mut command(&desk.0, words));
    thread::sleep(Duration::from_millis(500));
    ends_interrupted(child, Duration::from_secs(2));
}

#[cfg(target_os = "linux")]
#[test]
fn a_solver_that_leaves_a_process_behind_leaves_none() {
    let desk = Desk::new();
    // Several orders start several of them, and the last may be ended before it has written its number.
    let daemon = "setsid sh -c 'echo $$ > new.$$; mv new.$$ started; exec sleep 60' >/dev/null 2>&1 &\n\
        while [ ! -s started ]; do sleep 0.01; done\necho s UNKNOWN\n";
    desk.write("solver", daemon);
    let flags = "solve central --threads 1 --horizon 18 --orders 3 --backend";
    let mut command = command(&desk.0, flags.split(' '));
    let said = Said::from(command.arg("dimacs:/bin/sh solver").output().unwrap());
    assert_eq!(said.status, Some(30), "{said:?}");
    let number = fs::read_to_string(desk.0.path().join("started")).unwrap();
    let stat = format!("/proc/{}/stat", number.trim());
    let began = Instant::now();
    while let Ok(left) = fs::read_to_string(&stat) {
        let patience = Duration::from_secs(10);
        assert!(began.elapsed() < patience, "left behind: {left}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_leaves_no_child_behind() {
    let desk = Desk::new();
    desk.write("sleeper", "echo $$ > started\nsleep 60 & wait\n");
    let flags = "solve central --threads 1 --json --encoding sequential --backend";
    let mut command = command(&desk.0, flags.split(' '));
    let child = start(command.arg("dimacs:/bin/sh sleeper"));
    let started = desk.0.path().join("started");
    let solver = wait_for("the solver", || {
        fs::read_to_string(&started)
            .ok()
            .filter(|text| text.ends_with('\n'))
    });
    let solver = format!("/proc/{}/stat", solver.trim());
    assert!(fs::exists(&solver).unwrap());
    ends_interrupted(child, Duration::from_secs(2));
    wait_for("the end of the solver", || {
        (!fs::exists(&solver).unwrap()).then_some(())
    });
}
