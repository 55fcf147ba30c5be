//! `saut count`, `saut hint` and the questions of `saut solve` about all solutions, from outside.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::program::{Desk, command};
use serde_json::Value;

#[test]
fn numbers_come_as_strings_and_for_people_with_commas() {
    let desk = Desk::new();
    let said = desk.gives(0, "count pegsol-p08 --games --json").json();
    assert_eq!(
        (&said["puzzle"], &said["solutions"], &said["games"]),
        (&"pegsol-p08".into(), &"11510".into(), &"860832".into())
    );
    assert!(said["seconds"].is_number());
    let text = desk
        .gives(
            0,
            "count pegsol-p08 --boards --reachable --backward --distance 3 --levels",
        )
        .out;
    for part in [
        "11,510 solutions",
        "boards on some solution",
        "can be reached from the start",
        "from which the goal can be reached",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let said = desk
        .gives(0, "count triangle-15-corner --games --json")
        .json();
    assert_eq!(
        (&said["solutions"], &said["stuck"]),
        (&"29760".into(), &122.into())
    );
}

#[test]
fn the_table_of_a_goal_needs_no_count_of_the_solutions() {
    let desk = Desk::new();
    let said = desk
        .gives(0, "count corsair --backward --distance 2 --only --json")
        .json();
    assert_eq!(
        (&said["backward"]["boards"], said.get("solutions")),
        (&9.into(), None)
    );
    let said = desk.gives(2, "count corsair --only");
    assert!(said.err.contains("--backward"), "{said:?}");
    desk.gives(2, "count corsair --games --only --levels");
}

#[test]
fn tables_and_games_are_kept_like_solutions() {
    let desk = Desk::new();
    let asked = "count pegsol-p08 --games --reachable --backward --distance 4 --only --json";
    let plain = desk.gives(0, asked).json();
    let kept = desk.gives(0, &format!("{asked} --save tables")).json();
    desk.gives(2, &format!("{asked} --save tables"));
    let resumed = desk
        .gives(0, &format!("{asked} --save tables --resume"))
        .json();
    for field in ["games", "stuck", "game_levels", "reachable", "backward"] {
        assert_eq!(plain[field], kept[field], "{field}");
        assert_eq!(plain[field], resumed[field], "{field}");
    }
    let nearer = asked.replace("--distance 4", "--distance 2");
    let resumed = desk
        .gives(0, &format!("{nearer} --save tables --resume"))
        .json();
    assert_eq!(resumed["backward"]["boards"], 1 + 4 + 12);
}

#[test]
fn an_infeasible_complement_problem_is_counted_at_once() {
    let desk = Desk::new();
    let said = desk
        .gives(0, "count french-central --timeout 60 --json")
        .json();
    assert_eq!(said["solutions"], "0");
}

#[test]
fn what_was_counted_before_a_limit_is_said() {
    let desk = Desk::new();
    let said = desk.gives(30, "count pegsol-p08 --reachable --memory 1 --json");
    assert_eq!(said.json().get("solutions"), None);
    // All solutions of few pegs, and then games of many: the limit falls between the two.
    let (full, gap) = ("oooooooo\n".repeat(5), ".ooooooo\n");
    let goal = format!("{full}{gap}{gap}oooooooo\n");
    desk.write(
        "few.toml",
        format!(
            "[[puzzle]]\nname = \"few\"\nboard = \"square-8\"\nstart = \"full - 11\"\n\
             goal = \"\"\"\n{goal}\"\"\"\n"
        ),
    );
    let said = desk.gives(30, "count few.toml --games --timeout 3 --json");
    let document = said.json();
    assert_eq!(
        (&document["verdict"], &document["solutions"]),
        (&"undecided".into(), &"1".into())
    );
    let said = desk.gives(30, "count few.toml --games --timeout 3");
    for part in ["1 solution (", "undecided: the rest"] {
        assert!(said.out.contains(part), "{said:?}");
    }
}

#[test]
fn limits_leave_a_count_undecided_and_large_boards_are_refused() {
    let desk = Desk::new();
    let said = desk.gives(30, "count central --timeout 0 --json");
    assert_eq!(said.json()["verdict"], "undecided");
    let said = desk.gives(30, "count central --memory 1 --json");
    assert_eq!(said.json()["reason"], "memory");
    let said = desk.gives(2, "count square-9-central");
    assert!(said.err.contains("more than 64 holes"), "{said:?}");
    desk.gives(2, "count pegsol-p01 --resume");
    desk.gives(2, "hint square-9-central --count");
}

/// Kills what was asked when so many levels are kept in the folder `levels`, which is returned.
fn killed_with_levels(desk: &Desk, asked: &str, wanted: usize) -> PathBuf {
    let words = asked
        .split(' ')
        .chain(["--threads", "1", "--save", "levels"]);
    let mut child = command(&desk.0, words)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let (began, directory) = (Instant::now(), desk.0.path().join("levels"));
    let levels = || {
        let files = std::fs::read_dir(&directory)
            .into_iter()
            .flatten()
            .flatten();
        files
            .filter(|file| file.path().extension().is_some_and(|end| end == "level"))
            .count()
    };
    while levels() < wanted && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    directory
}

#[test]
fn a_killed_count_goes_on_from_its_levels_and_those_of_other_puzzles_are_refused() {
    let desk = Desk::new();
    let directory = killed_with_levels(&desk, "count pegsol-p27", 2);
    let said = desk.gives(2, "count pegsol-p27 --save levels");
    assert!(said.err.contains("--resume"), "{said:?}");
    let said = desk.gives(2, "count pegsol-p28 --save levels --resume");
    assert!(said.err.contains("another puzzle"), "{said:?}");
    let resumed = desk
        .gives(0, "count pegsol-p27 --save levels --resume --levels --json")
        .json();
    let whole = desk.gives(0, "count pegsol-p27 --levels --json").json();
    assert_eq!(
        (&resumed["solutions"], &resumed["levels"]),
        (&whole["solutions"], &whole["levels"])
    );
    let level = |direction: &str| {
        let files = std::fs::read_dir(&directory).unwrap();
        let mut paths = files.map(|file| file.unwrap().path());
        paths.find(|path| path.to_str().unwrap().contains(direction))
    };
    let file = level("reached").unwrap();
    let whole = std::fs::read(&file).unwrap();
    std::fs::copy(level("leading").unwrap(), &file).unwrap();
    let said = desk.gives(2, "count pegsol-p27 --save levels --resume");
    assert!(said.err.contains("another count"), "{said:?}");
    std::fs::write(&file, whole).unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let said = desk.gives(2, "count pegsol-p27 --save levels --resume");
    assert!(said.err.contains("is broken"), "{said:?}");
}

#[test]
fn fewest_moves_are_said_with_their_proof_and_their_number() {
    let desk = Desk::new();
    let said = desk
        .gives(
            0,
            "solve pegsol-p08 --minimise moves --count-optimal --json",
        )
        .json();
    assert_eq!(
        (&said["moves"], &said["optimal"], &said["optimal_plans"]),
        (&6.into(), &true.into(), &"10".into())
    );
    assert_eq!(
        (&said["lower_bound"]["moves"], &said["checked"]),
        (&6.into(), &true.into())
    );
    assert_eq!(said["optimal_plans_up_to_symmetry"], "10");
    desk.write("plan.json", said.to_string());
    let checked = desk.gives(0, "check pegsol-p08 plan.json --json").json();
    let shown = desk.gives(0, "show pegsol-p08 plan.json --json").json();
    assert!(!checked["packages"].as_array().unwrap().is_empty());
    assert_eq!(
        (&checked["packages"], &checked["moves"]),
        (&shown["packages"], &6.into())
    );
    for command in ["check", "show"] {
        let said = desk.gives(0, &format!("{command} pegsol-p08 plan.json"));
        assert!(said.out.contains("block removal of"), "{said:?}");
    }
    let said = desk
        .gives(0, "solve pegsol-p08 --longest-sweep --json")
        .json();
    assert_eq!(said["longest_sweep"], 4);
    let said = desk
        .gives(20, "solve french-central --minimise moves --json")
        .json();
    assert_eq!(said["verdict"], "infeasible");
    desk.gives(2, "solve pegsol-p08 --count-optimal");
}

#[test]
fn the_plans_with_fewest_moves_are_told_by_the_lengths_of_their_sweeps() {
    let desk = Desk::new();
    let said = desk.gives(0, "solve pegsol-p08 --minimise moves --sweep-lengths");
    assert!(
        said.out.contains("the longest sweep in these plans has"),
        "{said:?}"
    );
    let said = desk.gives(
        0,
        "solve pegsol-p08 --minimise moves --sweep-lengths --json",
    );
    let mut document = said.json();
    let rows = document["optimal_sweep_lengths"].as_array().unwrap();
    let plans = rows
        .iter()
        .map(|row| row["plans"].as_str().unwrap().parse::<u64>().unwrap());
    assert_eq!(plans.sum::<u64>(), 10, "{said:?}");
    desk.write("plan.json", document.to_string());
    let checked = desk.gives(0, "check pegsol-p08 plan.json");
    assert!(checked.out.contains("optimal_sweep_lengths"), "{checked:?}");
    document["optimal_sweep_lengths"][0]["plans"] = "11".into();
    desk.write("plan.json", document.to_string());
    let refused = desk.gives(1, "check pegsol-p08 plan.json");
    assert!(refused.err.contains("optimal_sweep_lengths"), "{refused:?}");
}

#[test]
fn fewest_steps_are_proved_by_the_horizon_below() {
    let desk = Desk::new();
    let said = desk
        .gives(0, "solve pegsol-p03 --minimise steps --json")
        .json();
    assert_eq!(
        (&said["method"], &said["optimal"]),
        (&"forall".into(), &true.into())
    );
    let below = said["horizon"].as_u64().unwrap() - 1;
    assert_eq!(
        (
            &said["steps"],
            &said["lower_bound"]["refuted"][0]["horizon"]
        ),
        (&said["horizon"], &below.into())
    );
    desk.gives(
        30,
        &format!("solve pegsol-p03 --encoding forall --horizon {below} --json"),
    );
    let said = desk.gives(0, "solve pegsol-p03 --minimise steps --proof steps.drat");
    let reason = format!("no plan has {below} steps: the checker accepted the proof");
    assert!(said.out.contains(&reason), "{said:?}");
    for file in ["steps.drat", "steps.drat.cnf"] {
        assert!(desk.0.path().join(file).metadata().unwrap().len() > 0);
    }
    let anywhere = desk
        .gives(0, "solve triangle-15-corner --minimise steps --json")
        .json();
    assert_eq!(
        (&anywhere["steps"], &anywhere["optimal"]),
        (&8.into(), &true.into())
    );
}

#[test]
fn where_no_number_of_steps_has_a_plan_the_answer_is_that_of_the_plain_question() {
    let desk = Desk::new();
    let column = |start: &str| {
        let start = start.replace("", "\n");
        format!("[[puzzle]]\nname = \"column\"\nstart = \"\"\"{start}\"\"\"\ngoal = \"one peg\"\n")
    };
    desk.write("stuck.toml", column("o.ooo"));
    desk.write("goes.toml", column("oo.o."));
    for flags in [
        "",
        "--minimise steps",
        "--minimise steps --no-criteria",
        "--minimise steps --method formulas",
        "--minimise steps --backend batsat",
    ] {
        let said = desk.gives(
            20,
            &format!("solve stuck.toml {flags} --proof proof --json"),
        );
        let document = said.json();
        assert_eq!(document["checked"], true, "{flags}: {said:?}");
        assert!(document["certificate"].is_object(), "{flags}: {said:?}");
        desk.write("document", &said.out);
        desk.gives(20, "check stuck.toml document");
    }
    let limited = desk.gives(30, "solve stuck.toml --minimise steps --timeout 0 --json");
    assert_eq!(limited.json()["reason"], "timeout", "{limited:?}");
    let solved = desk.gives(0, "solve goes.toml --minimise steps --json");
    assert_eq!(solved.json()["optimal"], true, "{solved:?}");
}

#[test]
fn flags_that_mean_nothing_together_are_refused_with_what_to_do() {
    let desk = Desk::new();
    for (flags, part) in [
        ("--count-optimal", "--minimise <WHAT>"),
        ("--minimise jumps --count-optimal", "--minimise moves"),
        ("--sweep-lengths", "--minimise <WHAT>"),
        ("--longest-sweep --sweep-lengths", "--minimise <WHAT>"),
        (
            "--minimise steps --longest-sweep",
            "leave one of the two out",
        ),
        ("--distinct", "--all|--sample <N>"),
        ("--orders 3", "--horizon <N>"),
        ("--strategy greedy-sweep --all", "cannot be used with"),
        ("--all --backend batsat", "leave one of the two out"),
        ("--all --minimise jumps", "leave one of the two out"),
        ("--all --minimise steps", "leave one of the two out"),
        ("--sample 2 --method formulas", "leave one of the two out"),
        (
            "--minimise moves --encoding forall",
            "leave one of the two out",
        ),
        ("--longest-sweep --horizon 3", "leave one of the two out"),
        (
            "--style packages --encoding r2-exists/direction",
            "leave one of the two out",
        ),
        ("--minimise steps --horizon 3", "leave one of the two out"),
        (
            "--minimise steps --encoding sequential",
            "leave one of the two out",
        ),
        ("--sample 0", "--sample"),
    ] {
        let said = desk.gives(2, &format!("solve pegsol-p03 {flags}"));
        assert!(said.err.contains(part), "{flags}: {said:?}");
    }
    desk.gives(0, "solve pegsol-p03 --minimise steps --encoding forall");
    for flags in ["--all", "--minimise moves", "--style packages"] {
        let said = desk.gives(2, &format!("solve baseball-3 {flags}"));
        assert!(said.err.contains("for peg solitaire"), "{flags}: {said:?}");
    }
}

#[test]
fn solutions_are_printed_all_sampled_or_distinct() {
    let desk = Desk::new();
    let all = desk.gives(0, "solve pegsol-p03 --all --json").json();
    let number = all["plans"].as_array().unwrap().len();
    assert_eq!(all["solutions"], number.to_string());
    let distinct = desk
        .gives(0, "solve pegsol-p03 --all --distinct --json")
        .json();
    assert!(distinct["plans"].as_array().unwrap().len() <= number);
    let sample = |seed: &str| {
        desk.gives(
            0,
            &format!("solve pegsol-p08 --sample 5 --seed {seed} --json"),
        )
        .json()["plans"]
            .clone()
    };
    assert_eq!(sample("1").as_array().unwrap().len(), 5);
    assert_eq!(sample("1"), sample("1"));
    assert_ne!(sample("1"), sample("2"));
    desk.gives(2, "solve pegsol-p03 --all --sample 3");
    let said = desk.gives(0, "solve pegsol-p05 --sample 5 --distinct");
    assert!(said.out.contains("2 distinct of 12 solutions"), "{said:?}");
    assert!(said.out.contains("nothing new"), "{said:?}");
    let said = desk.gives(0, "solve pegsol-p26 --style packages");
    assert!(said.out.contains("to remember"), "{said:?}");
}

#[test]
fn a_hint_tells_the_good_jumps_and_the_mistake_of_a_game() {
    let desk = Desk::new();
    let said = desk.gives(0, "hint pegsol-p02 --count --json").json();
    assert_eq!(said["solvable"], true);
    let sum: u64 = said["jumps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|jump| jump["solutions"].as_str().unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(said["solutions"], sum.to_string());
    let bad = said["jumps"]
        .as_array()
        .unwrap()
        .iter()
        .find(|jump| jump["keeps"] == false);
    if let Some(bad) = bad {
        desk.write(
            "game.json",
            Value::from(vec![bad["jump"].clone()]).to_string(),
        );
        let said = desk.gives(0, "hint pegsol-p02 game.json --json").json();
        assert_eq!(
            (&said["mistakes"], &said["solvable"]),
            (&1.into(), &false.into())
        );
        let said = desk.gives(0, "hint pegsol-p02 game.json");
        assert!(said.out.contains("a mistake"), "{said:?}");
    }
    desk.write("wrong.txt", "11/13");
    desk.gives(1, "hint pegsol-p02 wrong.txt");
    let words = ["hint", "central", "--position", "44"].map(str::to_owned);
    let said = desk.gives_one_of(&[0], &words);
    assert!(said.out.contains("the goal is met"), "{said:?}");
    let words = ["hint", "central", "--position", "44 45", "--json"].map(str::to_owned);
    let said = desk.gives_one_of(&[0], &words).json();
    assert_eq!(said["solvable"], false);
    let words = ["hint", "central", "--position", "44 99"].map(str::to_owned);
    desk.gives_one_of(&[2], &words);
}

#[test]
fn the_search_for_fewest_moves_goes_on_from_its_levels() {
    let desk = Desk::new();
    let asked = "solve pegsol-p27 --minimise moves --json";
    let whole = desk.gives(0, asked).json();
    killed_with_levels(&desk, "solve pegsol-p27 --minimise moves", 8);
    let said = desk.gives(2, &format!("{asked} --save levels"));
    assert!(said.err.contains("--resume"), "{said:?}");
    let said = desk.gives(
        2,
        "solve pegsol-p28 --minimise moves --save levels --resume",
    );
    assert!(said.err.contains("another puzzle"), "{said:?}");
    let resumed = desk
        .gives(0, &format!("{asked} --save levels --resume"))
        .json();
    assert_eq!(resumed["lower_bound"], whole["lower_bound"]);
    let said = desk.gives(30, &format!("{asked} --save others --timeout 0"));
    assert!(
        said.err.contains("others") && said.err.contains("--resume"),
        "{said:?}"
    );
    let said = desk.gives(2, "solve central --save levels");
    assert!(said.err.contains("--minimise moves"), "{said:?}");
}
