//! Questions of the theory on all plans with the fewest moves and of all positions, from outside.

use crate::program::Desk;
use serde_json::Value;

#[test]
fn all_plans_with_the_fewest_moves_are_listed_and_a_wrong_list_is_refused() {
    let desk = Desk::new();
    // Of eight symmetries: 8 plans, of which 1 stands for all.
    let cross = "cross-of-nine --finish 44";
    let counted = desk
        .gives(
            0,
            &format!("solve {cross} --minimise moves --count-optimal --json"),
        )
        .json();
    let up_to_symmetry = &counted["optimal_plans_up_to_symmetry"];
    for (flags, number, claims) in [
        (
            "--all",
            &counted["optimal_plans"],
            "moves, solutions, optimal, complete",
        ),
        (
            "--all --distinct",
            up_to_symmetry,
            "moves, distinct, solutions, optimal, complete",
        ),
    ] {
        let command = format!("solve {cross} --minimise moves {flags}");
        let listed = desk.gives(0, &format!("{command} --json")).json();
        assert_eq!(&listed["solutions"], number);
        assert_eq!(listed["moves"], counted["moves"]);
        let plans = listed["plans"].as_array().unwrap();
        assert_eq!(plans.len().to_string(), *number.as_str().unwrap());
        assert!(
            desk.gives(0, &command)
                .out
                .contains("the fewest, and no others")
        );
        desk.write("listed", listed.to_string());
        let said = desk.gives(0, "check cross-of-nine listed --finish 44");
        assert!(said.out.contains(claims), "{said:?}");
        for (field, value) in [
            ("moves", Value::from(1)),
            ("solutions", "3".into()),
            ("plans", plans[1..].into()),
            ("plans", [plans.as_slice(), &plans[..1]].concat().into()),
        ] {
            let mut wrong = listed.clone();
            wrong[field] = value;
            desk.write("wrong", wrong.to_string());
            let said = desk.gives(1, "check cross-of-nine wrong --finish 44");
            assert!(said.err.contains("refused"), "{field}: {said:?}");
        }
    }
    assert_ne!(
        counted["optimal_plans"],
        counted["optimal_plans_up_to_symmetry"]
    );
}

#[test]
fn small_boards_have_a_matrix_and_all_boards_a_position_with_the_most_successors() {
    let desk = Desk::new();
    desk.write("line", "oo.o.oo\n\no.....o\n");
    let said = desk.gives(0, "count line --matrix --only");
    assert!(said.out.contains("F            488"), "{said:?}");
    let matrix = &desk.gives(0, "count line --matrix --only --json").json()["matrix"];
    assert_eq!(matrix["positions"].as_array().unwrap().len(), 128);
    assert_eq!(
        (&matrix["paths_agree"], &matrix["closures_agree"]),
        (&true.into(), &true.into())
    );
    let said = desk.gives(2, "count central --matrix --only");
    assert!(said.err.contains("at most ten holes"), "{said:?}");
    let most = &desk
        .gives(0, "count triangle-15-corner --successors --only --json")
        .json()["most_successors"];
    assert!(most["successors"].as_u64().unwrap() > 4, "{most}");
    let said = desk.gives(2, "count square-12-central --successors --only");
    assert!(said.err.contains("at most 127 holes"), "{said:?}");
    desk.gives(2, "count french-old-rule --successors");
}
