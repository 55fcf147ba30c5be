//! Input of people who have not read the manual: the name alone, a puzzle without a command, flags of other
//! programs, cells in brackets, a problem without its domain, files that are pipes. It is taken as it is meant, or
//! refused with what to type instead; never something else.

use std::fs;

use crate::planning::FERRY;
use crate::program::{Desk, Said};

/// Runs a line of bash in which `saut` is the program.
fn bash(desk: &Desk, line: &str) -> Said {
    let mut shell = std::process::Command::new("bash");
    let saut = env!("CARGO_BIN_EXE_saut");
    shell.args(["-c", &format!("saut() {{ '{saut}' \"$@\"; }}; {line}")]);
    shell.current_dir(desk.0.path()).output().unwrap().into()
}

#[test]
fn the_name_alone_shows_ten_lines_of_purposes_and_each_command_is_one() {
    let desk = Desk::new();
    let said = desk.gives(0, "");
    assert_eq!(said.err, "");
    assert_eq!(said.out.lines().count(), 10, "{said:?}");
    for line in said.out.lines() {
        let commands = line.split("saut ").skip(1);
        for command in commands {
            let word = command.split([' ', ';']).next().unwrap();
            if word != "--help" {
                desk.gives(0, &format!("{word} --help"));
            }
        }
    }
    let help = desk.gives(0, "--help").out;
    for word in ["peg solitaire", "colour baseball", "PDDL"] {
        assert!(help.split("\n\n").next().unwrap().contains(word), "{help}");
    }
}

#[test]
fn a_puzzle_or_a_file_without_a_command_gets_one() {
    let desk = Desk::new();
    desk.write("mine.txt", "oo.\n");
    desk.write("prob01.pddl", "(define");
    for (typed, meant) in [
        ("english", "'saut solve english'"),
        ("FRENCH --json", "'saut solve french'"),
        ("englsh", "'saut solve english'"),
        ("mine.txt", "'saut solve mine.txt'"),
        ("prob01.pddl", "'saut solve prob01.pddl'"),
        ("slove", "similar subcommands exist: 'serve', 'solve'"),
    ] {
        let said = desk.gives(2, typed);
        assert!(said.err.contains(meant), "{typed}: {said:?}");
        assert_eq!(said.out, "");
    }
    let said = desk.gives(2, "qqqqqqqq");
    assert!(!said.err.contains("tip:"), "{said:?}");
}

#[test]
fn flags_and_values_of_other_programs_get_the_nearest_real_one() {
    let desk = Desk::new();
    desk.write("d.pddl", FERRY);
    let other = "[[puzzle]]\nname = \"x\"\ngame = \"baseball\"\ntrack = \"ring\"\nstart = [[0], [2, 2], [1, 1]]\n";
    desk.write(
        "other.toml",
        format!("{other}goal = [[0], [1, 2], [1, 2]]\n"),
    );
    for (typed, meant) in [
        ("solve --optimal", "[possible values: jumps, moves, steps]"),
        (
            "plan d p --optimal",
            "[possible values: steps, actions, cost]",
        ),
        ("solve --seed-file x", "'--seed'"),
        ("plan d p --minimise costs", "'cost'"),
        (
            "solve --minimise cost",
            "[possible values: jumps, moves, steps]",
        ),
        (
            "solve --encoding sequental",
            "no encoding \"sequental\"; there are naive, ",
        ),
        (
            "solve --encoding sequential/ladde",
            "the encoding sequential has no choice \"ladde\"; there are pairwise, ",
        ),
        ("generate --shape haert", "there are disc, "),
        ("bench central --seeds 0", "0 is not in 1..=10000"),
        ("bench central --seeds x", "invalid value 'x' for '--seeds"),
        ("serve --port 70000", "70000 is not in 0..=65535"),
        (
            "encode domain.pddl problem.pddl",
            "unexpected argument 'problem.pddl' found",
        ),
        ("solve --sas", "a value is required for '--sas <FILE>'"),
        ("solve d.pddl --vacate 44", "Usage: saut plan"),
        (
            "generate --shape disc --holes 30 --cut-out 500",
            "--cut-out: of 37 holes none is left; cut out fewer",
        ),
        (
            "generate --board square-4 --pegs 0..0",
            "--pegs: no start of fewer than 2 pegs is a puzzle",
        ),
        (
            "baseball compare other.toml",
            "one-base-at-a-time: the hand methods bring every token home, and this goal is another; saut solve without",
        ),
    ] {
        let said = desk.gives(2, typed);
        assert!(said.err.contains(meant), "{typed}: {said:?}");
    }
    for typed in ["solve --qqqqqq", "solve central extra"] {
        let said = desk.gives(2, typed);
        assert!(!said.err.contains("similar"), "{said:?}");
    }
    desk.write("p.pddl", PROBLEM);
    for typed in [
        "solve pegsol-p01 --minimize jumps --time-limit 60 --mem-limit 900 --cores 1",
        "solve pegsol-p01 --optimal jumps",
        "--json solve pegsol-p01",
        "--json --timeout=60 solve d.pddl p.pddl",
    ] {
        desk.gives(0, typed);
    }
}

#[test]
fn names_of_boards_are_among_the_nearest() {
    let desk = Desk::new();
    for (typed, meant) in [
        ("euro", "european"),
        ("englsh", "english"),
        ("diamnd", "diamond"),
    ] {
        let said = desk.gives(2, &format!("solve {typed}"));
        let fact =
            format!("\"{typed}\" is neither a bundled puzzle nor a file; did you mean {meant}");
        assert!(said.err.contains(&fact), "{said:?}");
    }
    let said = desk.gives(2, "solve qqqqqqqq");
    assert!(!said.err.contains("did you mean"), "{said:?}");
}

#[test]
fn a_cell_in_brackets_is_refused_where_the_board_shows_two_digits() {
    let desk = Desk::new();
    for flag in ["--vacate", "--finish"] {
        let words = ["show", "english", flag, "(4,4)"].map(str::to_owned);
        let said = desk.gives_one_of(&[2], &words);
        let message = format!(
            "{flag}: \"(4,4)\" is no cell of this board: its cells are two digits; write 44 for column and row from \
             below, from 1, or 53 if"
        );
        assert!(said.err.contains(&message), "{said:?}");
    }
    desk.gives(2, "generate --board english --finish (4,4)");
    // On a larger board a cell is shown so, and digits are none.
    let said = desk.gives(0, "show square-11 --vacate (4,4) --json").json();
    assert_eq!(said["puzzle"], "square-11-(4,4)");
    let said = desk.gives(2, "show square-11 --vacate 44");
    assert!(
        said.err
            .contains("a cell is (x,y), from the left and the top"),
        "{said:?}"
    );
}

const PROBLEM: &str = "(define (problem over) (:domain ferry)
  (:objects mini - car dover calais - port)
  (:init (at mini dover) (ship dover) (empty) (open calais) (open dover))
  (:goal (at mini calais)))
";

#[test]
fn a_problem_alone_finds_its_domain_where_benchmarks_have_it() {
    for (problem, domain) in [
        ("prob01.pddl", "domain.pddl"),
        ("prob01.pddl", "domain01.pddl"),
        ("p01.pddl", "p01-domain.pddl"),
        ("p01.pddl", "domain_p01.pddl"),
        ("p01-s2-n1.pddl", "p01-domain.pddl"),
        ("tasks/p02.pddl", "tasks/../domain.pddl"),
        (
            "instances/instance-3.pddl",
            "instances/../domains/domain-3.pddl",
        ),
    ] {
        let desk = Desk::new();
        for folder in ["tasks", "instances", "domains"] {
            fs::create_dir(desk.0.path().join(folder)).unwrap();
        }
        desk.write(problem, PROBLEM);
        desk.write(domain, FERRY);
        let said = desk.gives(0, &format!("plan {problem} -o plan"));
        assert_eq!(said.err, format!("saut: the domain is {domain}\n"));
        let said = desk.gives(0, &format!("validate {problem} plan --json"));
        assert_eq!(said.json()["valid"], true);
        assert!(said.err.contains(domain), "{said:?}");
    }
}

#[test]
fn a_domain_of_another_name_is_passed_over_and_one_that_fits_is_taken() {
    let other = FERRY.replace("(domain ferry)", "(domain boats)");
    let desk = Desk::new();
    desk.write("p01.pddl", PROBLEM);
    desk.write("p01-domain.pddl", &other);
    desk.write(
        "domain.pddl",
        FERRY.replace("(domain ferry)", "(Domain FERRY)"),
    );
    let said = desk.gives(0, "plan p01.pddl -o plan");
    assert_eq!(said.err, "saut: the domain is domain.pddl\n");
    desk.gives(0, "validate p01.pddl plan");
    // None fits: both names are told, and nothing is decided.
    desk.write("domain.pddl", PROBLEM);
    let refusal = "saut: p01.pddl: it belongs to the domain `ferry`, and p01-domain.pddl defines `boats`, \
                   domain.pddl is a problem; give the domain too: saut ";
    for (words, remedy) in [
        ("plan p01.pddl", "plan DOMAIN p01.pddl\n"),
        ("validate p01.pddl plan", "validate DOMAIN p01.pddl PLAN\n"),
    ] {
        let said = desk.gives(2, words);
        assert_eq!(said.err, format!("{refusal}{remedy}"));
        assert_eq!(said.out, "");
    }
    // Both are named: then they are taken as they are.
    desk.gives(0, "plan p01-domain.pddl p01.pddl");
    // One that cannot be read is complained of, and a problem that names no domain takes the first.
    desk.write("domain.pddl", "(define");
    let said = desk.gives(2, "plan p01.pddl");
    assert!(said.err.contains("domain.pddl:1:"), "{said:?}");
    desk.write("p01.pddl", PROBLEM.replace("(:domain ferry)", ""));
    let said = desk.gives(0, "plan p01.pddl");
    assert_eq!(
        said.err,
        "saut: the domain is p01-domain.pddl\nsaut: warning: p01.pddl:1:1: the problem has no `:domain`; add \
         `(:domain boats)`\n"
    );
}

#[test]
fn a_problem_alone_without_a_domain_is_refused_with_all_that_was_looked_for() {
    let desk = Desk::new();
    desk.write("p01.pddl", PROBLEM);
    let said = desk.gives(2, "plan p01.pddl");
    for words in [
        "p01.pddl: no domain lies beside it: looked for p01-domain.pddl, ",
        " domain.pddl, ../domain.pddl; give the domain too: saut plan DOMAIN p01.pddl\n",
    ] {
        assert!(said.err.contains(words), "{said:?}");
    }
    let said = desk.gives(2, "validate p01.pddl plan");
    assert!(
        said.err.contains("saut validate DOMAIN p01.pddl PLAN"),
        "{said:?}"
    );
    // Never the file itself, nor one that is not there.
    desk.write("domain.pddl", FERRY);
    let said = desk.gives(2, "plan domain.pddl");
    assert_eq!(
        said.err,
        "saut: domain.pddl: this is a domain, and a problem is wanted; give both: saut plan domain.pddl PROBLEM\n"
    );
    let said = desk.gives(0, "plan p01.pddl");
    assert!(said.err.contains("the domain is domain.pddl"), "{said:?}");
    let said = desk.gives(2, "plan p02.pddl");
    assert!(
        said.err.contains("p02.pddl: there is no such file"),
        "{said:?}"
    );
    desk.gives(2, "plan -");
}

#[test]
fn a_missing_parenthesis_has_two_places_and_neither_is_the_top_of_the_file() {
    let desk = Desk::new();
    desk.write("domain.pddl", FERRY);
    desk.write("p.pddl", PROBLEM.replace("(open dover))", "(open dover)"));
    let said = desk.gives(2, "plan domain.pddl p.pddl");
    assert!(
        said.err.contains(
            "p.pddl:3:3: this list is still open at 4:3, where `(:goal` stands; close it before"
        ),
        "{said:?}"
    );
    desk.write("p.pddl", PROBLEM);
    desk.gives(0, "plan domain.pddl p.pddl");
}

#[test]
fn files_of_a_shell_are_read_wherever_a_file_is() {
    let desk = Desk::new();
    desk.write("domain.pddl", FERRY);
    desk.write("p.pddl", PROBLEM);
    for line in [
        "saut show <(printf 'oo.\\n\\n..o\\n')",
        "saut solve <(sleep 0.2; printf 'oo.\\n\\n..o\\n')",
        "saut check pegsol-p01 <(saut solve pegsol-p01 --json)",
        "saut hint pegsol-p01 <(echo 43/23)",
        "saut plan <(cat domain.pddl) <(cat p.pddl) -o plan",
        "saut validate <(cat domain.pddl) <(cat p.pddl) <(cat plan)",
        "saut validate domain.pddl p.pddl /dev/stdin < plan",
        "cat plan | saut validate domain.pddl p.pddl /dev/stdin",
        "saut decode pegsol-p01 --horizon 4 --encoding sequential --model <(echo nothing); test $? = 2",
    ] {
        let said = bash(&desk, line);
        assert_eq!(said.status, Some(0), "{line}: {said:?}");
    }
    // What is wrong in it is told by its name, and limits end the wait for it.
    let said = bash(&desk, "saut show <(printf 'q%%q')");
    assert_eq!(said.status, Some(2), "{said:?}");
    assert!(said.err.contains("/dev/fd/"), "{said:?}");
    for line in [
        "saut solve --timeout 0.3 <(sleep 9 2>/dev/null)",
        "saut check central --timeout 0.3 <(sleep 9 2>/dev/null)",
    ] {
        let began = std::time::Instant::now();
        let said = bash(&desk, &format!("{line} 2>&1 | head -n 1"));
        assert!(
            said.out.contains("the time limit came before its end"),
            "{said:?}"
        );
        assert!(
            began.elapsed() < std::time::Duration::from_secs(8),
            "{said:?}"
        );
    }
}
