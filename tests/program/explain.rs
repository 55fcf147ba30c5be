//! `saut explain`: all criteria by name, in the three formats, and what must be refused.

use crate::program::Desk;

fn criteria(desk: &Desk, puzzle: &str) -> Vec<(String, bool)> {
    let said = desk.gives(0, &format!("explain {puzzle} --json"));
    let document = said.json();
    assert_eq!(document["puzzle"], puzzle);
    let criteria = document["criteria"].as_array().unwrap().iter();
    criteria
        .map(|one| {
            let refutes = one["refutes"].as_bool().unwrap();
            assert_eq!(one["certificate"].is_object(), refutes);
            assert!(!one["why"].as_str().unwrap().is_empty());
            (one["name"].as_str().unwrap().to_owned(), refutes)
        })
        .collect()
}

#[test]
fn every_criterion_is_named_whether_it_refutes_or_not() {
    let desk = Desk::new();
    let names = |criteria: &[(String, bool)]| -> Vec<String> {
        criteria.iter().map(|(name, _)| name.clone()).collect()
    };
    let (central, army) = (criteria(&desk, "central"), criteria(&desk, "army-5"));
    assert_eq!(names(&central), names(&army));
    assert!(central.iter().all(|(_, refutes)| !refutes));
    for name in ["pagoda", "golden-ratio"] {
        assert!(army.contains(&(name.to_owned(), true)), "{army:?}");
    }
}

#[test]
fn a_certificate_of_explain_can_be_checked() {
    let desk = Desk::new();
    let said = desk.gives(0, "explain army-5 --json");
    let document = said.json();
    let mut checked = 0;
    for one in document["criteria"].as_array().unwrap() {
        if one["refutes"] == true {
            desk.write("certificate.json", one["certificate"].to_string());
            desk.gives(20, "check army-5 certificate.json");
            desk.gives(1, "check army-4 certificate.json");
            checked += 1;
        }
    }
    assert!(checked >= 2);
}

#[test]
fn text_draws_weights_and_sums_and_the_reduced_square() {
    let desk = Desk::new();
    let text = desk.gives(0, "explain army-5").out;
    assert!(
        text.contains("pagoda: refutes") && text.contains("The start weighs"),
        "{text}"
    );
    let text = desk.gives(0, "explain central").out;
    assert!(
        text.contains("A last peg may stand in: 47 14 44 74 41"),
        "{text}"
    );
    assert!(text.contains("No criterion refutes it"), "{text}");
}

#[test]
fn the_picture_shows_start_goal_and_weights() {
    let desk = Desk::new();
    let picture = desk.gives(0, "explain army-5 --format svg").out;
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
    assert!(picture.contains("pagoda refutes"), "{picture}");
    assert!(
        picture.contains("Refute it: pagoda, golden-ratio"),
        "{picture}"
    );
    assert!(
        picture.contains("Do not refute it: trivial, class"),
        "{picture}"
    );
    // What says nothing gets a word, and room only where nothing else is to be shown.
    assert!(!picture.contains("does not refute"), "{picture}");
    let picture = desk.gives(0, "explain central --format svg").out;
    assert!(picture.contains("does not refute"), "{picture}");
}

#[test]
fn jumps_are_counted_where_that_is_asked_for() {
    let desk = Desk::new();
    let said = desk.gives(0, "explain army-2 --jumps --json");
    let document = said.json();
    assert_eq!(document["fewest_jumps"], 3);
    assert!(
        document["jump_bounds"]
            .as_array()
            .is_some_and(|bounds| !bounds.is_empty())
    );
    let text = desk.gives(0, "explain army-2 --jumps").out;
    assert!(text.contains("no plan has fewer than 3"), "{text}");
}

#[test]
fn limits_of_jumps_are_told_by_kinds_and_whether_a_plan_attains_them() {
    let desk = Desk::new();
    desk.write("row", "oo.o.\n\n....o\n");
    let document = desk
        .gives(0, "explain row --jumps --attained --json")
        .json();
    assert_eq!(document["attained"], "known");
    let kinds = document["jump_kinds"].as_array().unwrap();
    let jumps: usize = kinds
        .iter()
        .map(|kind| kind["jumps"].as_array().unwrap().len())
        .sum();
    assert_eq!(jumps, document["jump_bounds"].as_array().unwrap().len());
    for kind in kinds {
        // No plan has a jump more often than any combination of jumps, and its plan has it so often.
        let times = kind["times"].as_u64().unwrap();
        assert!(times <= kind["most"].as_u64().unwrap(), "{kind}");
        let first = &kind["jumps"][0];
        let plan = kind["plan"].as_array().unwrap();
        let same = plan
            .iter()
            .filter(|jump| jump["from"] == first["from"] && jump["to"] == first["to"]);
        assert_eq!(same.count() as u64, times, "{kind}");
    }
    let text = desk.gives(0, "explain row --jumps --attained").out;
    assert!(text.contains(", attained  "), "{text}");
    desk.write("wrong", "oo.o.\n\no....\n");
    let none = desk
        .gives(0, "explain wrong --jumps --attained --json")
        .json();
    assert_eq!(none["attained"], "no plan");
    let stopped = desk
        .gives(0, "explain central --jumps --attained --timeout 0.2 --json")
        .json();
    assert_eq!(stopped["attained"], "not known");
    desk.gives(2, "explain pegsol-p05 --attained");
}

/// What one line shows, no other line leaves open or denies.
#[test]
fn no_line_contradicts_another() {
    let desk = Desk::new();
    desk.write("row", "oo.o.\n\n....o\n");
    let told = desk.gives(0, "explain french-central --witness").out;
    assert!(
        told.contains("non-negative integer: there is none; the criterion lattice refutes it"),
        "{told}"
    );
    assert!(!told.contains("none refuted"), "{told}");
    // What was not looked into is not said to be so or not.
    assert!(
        told.contains("integer-cone: not settled\n  Not looked into"),
        "{told}"
    );
    let sums = desk
        .gives(0, "explain french-central --witness --json")
        .json();
    let sums = &sums["witness"]["sums"];
    assert_eq!(
        (&sums[0]["refuted_by"], &sums[2]["refuted_by"]),
        (&"lattice".into(), &"lattice".into())
    );
    assert_eq!(
        (&sums[1]["exists"], &sums[2]["exists"]),
        (&true.into(), &false.into())
    );
    let jumps = desk.gives(0, "explain line-of-seven --jumps").out;
    assert!(
        jumps.contains("jumps: there is no plan, by the criterion integer-cone; "),
        "{jumps}"
    );
    let jumps = desk.gives(0, "explain row --jumps").out;
    assert!(jumps.contains("jumps: every plan has 2; "), "{jumps}");
    let old = desk.gives(0, "explain french-old-rule").out;
    let sums =
        "(a,a) of the start with the peg in hand, (a,a) of the goal, (a,a) of the full board.";
    assert!(old.contains(sums), "{old}");
    let classes = desk.gives(0, "explain line-of-seven --classes").out;
    assert!(
        classes.contains("one peg, in no hole of this board"),
        "{classes}"
    );
    // It never could be reached, so it is not lost.
    let hint = desk.gives(0, "hint line-of-seven").out;
    assert!(hint.contains("the goal cannot be reached\n"), "{hint}");
    desk.write("game", "11/31\n");
    let hint = desk.gives(0, "hint line-of-seven game").out;
    assert!(
        hint.contains("the goal cannot be reached any more\n"),
        "{hint}"
    );
}

#[test]
fn facets_of_small_boards_are_listed_and_large_boards_refused() {
    let desk = Desk::new();
    let line = "explain rectangle-7x1 --vacate 41 --facets";
    let document = desk.gives(0, &format!("{line} --json")).json();
    let facets = document["facets"].as_array().unwrap();
    assert!(facets.len() > 1, "{document}");
    for facet in facets {
        let weights: Vec<i64> = facet["by_hole"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_i64().unwrap())
            .collect();
        let rises = |at: [usize; 3]| weights[at[0]] + weights[at[1]] < weights[at[2]];
        assert!((2..7).all(|to| !rises([to - 2, to - 1, to]) && !rises([to, to - 1, to - 2])));
    }
    assert!(
        desk.gives(0, line)
            .out
            .contains("up to the symmetries of the board")
    );
    let refused = desk.gives(2, "explain central --facets --timeout 60");
    assert!(
        refused.err.contains("--facets: there are more than"),
        "{refused:?}"
    );
    let refused = desk.gives(2, "explain square-9 --vacate 55 --facets");
    assert!(refused.err.contains("at most 128"), "{refused:?}");
    desk.gives(30, "explain central --facets --timeout 0");
}

#[test]
fn what_cannot_be_explained_is_refused() {
    let desk = Desk::new();
    desk.gives(2, "explain no-such-puzzle");
    desk.gives(2, "explain central --format svg --json");
    desk.gives(2, "explain central --format pdf");
}
