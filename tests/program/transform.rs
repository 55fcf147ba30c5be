//! `saut transform`, and the goal "one peg, in one of these holes", from outside.

use crate::program::Desk;

const PLAN: &str = "46/44 65/45 57/55 54/56 52/54 73/53 43/63 75/73/53 35/55 15/35 23/43/63/65/45/25 \
    37/57/55/53 31/33 34/32 51/31/33 13/15/35 36/34/32/52/54/34 24/44\n";

#[test]
fn a_complement_is_written_as_a_puzzle_and_its_moves_play_again() {
    let desk = Desk::new();
    desk.write("plan", PLAN);
    desk.gives(0, "check central plan");
    let text = desk.gives(0, "transform central plan --complement").out;
    assert!(
        text.contains("the same puzzle") && text.contains("[[puzzle]]"),
        "{text}"
    );
    desk.gives(0, "transform central plan --complement --moves -o other");
    desk.gives(0, "check central other");
    let other = desk
        .gives(0, "transform central other --complement --moves")
        .out;
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(words(&other), words(PLAN));
}

#[test]
fn images_and_reversals_are_told_with_what_was_checked() {
    let desk = Desk::new();
    desk.write("plan", PLAN);
    for number in 0..8 {
        let said = desk
            .gives(
                0,
                &format!("transform central plan --symmetry {number} --json"),
            )
            .json();
        assert_eq!(
            (&said["same"], &said["checked"]),
            (&true.into(), &true.into())
        );
        assert_eq!(said["moves"], 18);
    }
    let said = desk
        .gives(0, "transform central plan --reverse --json")
        .json();
    assert_eq!(said["undone"].as_array().map(Vec::len), Some(31));
    let said = desk.gives(0, "transform central --json").json();
    assert_eq!(
        (said["symmetries"].as_array().map(Vec::len), &said["axes"]),
        (Some(8), &15.into())
    );
}

#[test]
fn symmetry_numbers_are_those_that_the_french_study_prints() {
    let desk = Desk::new();
    // The last three show the other bits: a level axis, the rising and the falling diagonal.
    for (name, start, number) in [
        ("cross-of-nine", None, 15),
        ("chimney", None, 2),
        ("pyramid", None, 2),
        ("level", Some("34 44 54 24 43 45"), 1),
        ("rising", Some("33 43 34"), 4),
        ("falling", Some("35 45 34"), 8),
    ] {
        let puzzle = start.map_or_else(
            || name.to_owned(),
            |start| {
                let text = format!(
                    "[[puzzle]]\nname = \"{name}\"\nboard = \"french\"\n\
                     start = \"{start}\"\ngoal = \"one peg\"\n"
                );
                desk.write(&format!("{name}.toml"), &text);
                format!("{name}.toml")
            },
        );
        let said = desk.gives(0, &format!("transform {puzzle} --json")).json();
        assert_eq!(said["axes"], number, "{name}");
        let text = desk.gives(0, &format!("transform {puzzle}")).out;
        assert!(
            text.contains(&format!("axes of the start: {number} (1 level, 2 upright")),
            "{text}"
        );
    }
}

#[test]
fn what_cannot_be_transformed_is_refused() {
    let desk = Desk::new();
    desk.write("plan", PLAN);
    desk.write("short", "46/44\n");
    for (arguments, status, word) in [
        ("transform central --symmetry 8", 2, "numbered from 0 to 7"),
        ("transform central --reverse", 2, "no plan to play backward"),
        (
            "transform central --complement --moves",
            2,
            "no plan to print",
        ),
        (
            "transform central --vacate 44 --complement",
            2,
            "leaves holes open",
        ),
        ("transform central short --complement", 1, "plan refused"),
        (
            "transform central plan --complement --reverse",
            2,
            "--reverse",
        ),
    ] {
        let said = desk.gives(status, arguments);
        assert!(said.err.contains(word), "{arguments}: {said:?}");
    }
}

#[test]
fn the_last_peg_may_be_wanted_in_one_of_several_holes() {
    let desk = Desk::new();
    desk.write("plan", PLAN);
    desk.gives(0, "check central plan --vacate 44 --finish 14,47,44");
    let said = desk.gives(1, "check central plan --vacate 44 --finish 14,47,74,41");
    assert!(
        said.err.contains("the last peg is in 44, not in one of 47"),
        "{said:?}"
    );
    let solved = desk
        .gives(0, "solve pegsol-p05 --finish 14,44 --json")
        .json();
    assert_eq!(solved["verdict"], "solved");
    let refused = desk
        .gives(20, "solve central --vacate 44 --finish 43,34,54 --json")
        .json();
    assert_eq!(refused["certificate"]["kind"], "class");
    let problem = desk
        .gives(0, "encode central --finish 14,44 --format pddl")
        .out;
    assert!(problem.contains("(exists (?l - location)"), "{problem}");
    desk.gives(0, "hint pegsol-p05 --finish 14,44");
    desk.gives(0, "explain central --finish 14,44");
    let said = desk.gives(2, "solve central --finish 14,11");
    assert!(
        said.err.contains("\"11\" is no hole of the board"),
        "{said:?}"
    );
    desk.write(
        "file.toml",
        "[[puzzle]]\nname = \"p\"\nboard = \"english\"\nstart = \"44 45\"\ngoal = \"one peg in [43, 46]\"\n",
    );
    desk.gives(0, "solve file.toml");
}

#[test]
fn a_plan_is_written_with_crosses_and_read_again() {
    let desk = Desk::new();
    let solved = desk.gives(0, "solve central --seed 1 --json").out;
    desk.write("plan.json", solved);
    let flags = "transform central plan.json --symmetry 0 --moves";
    let slashes = desk.gives(0, flags).out;
    let crosses = desk.gives(0, &format!("{flags} --notation row-first")).out;
    assert!(slashes.contains('/') && !slashes.contains('x'), "{slashes}");
    assert!(crosses.contains('x') && !crosses.contains('/'), "{crosses}");
    assert_ne!(slashes.replace('/', "x"), crosses);
    desk.write("crosses", &crosses);
    desk.gives(0, "check central crosses");
    desk.write("wrong", format!("13x15 {crosses}"));
    desk.gives(1, "check central wrong");
    let refused = desk.gives(
        2,
        "transform central plan.json --symmetry 0 --notation row-first",
    );
    assert!(refused.err.contains("--moves"), "{refused:?}");
    desk.write("large", "oo.........\n");
    desk.write("large-plan", "(0,0)/(2,0)");
    let refused = desk.gives(
        2,
        "transform large large-plan --symmetry 0 --moves --notation row-first",
    );
    assert!(refused.err.contains("written as pairs"), "{refused:?}");
}
