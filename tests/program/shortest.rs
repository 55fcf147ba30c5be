//! `saut validate` accepts all documents in which `saut plan --minimise` claims that a plan is shortest.

#[expect(
    dead_code,
    reason = "the meaning of the tasks is for the library's tests"
)]
#[path = "../../crates/pddl/tests/tasks/common/choice.rs"]
mod choice;
#[expect(dead_code, reason = "only its random numbers")]
#[path = "../../crates/pddl/tests/tasks/common/random_task.rs"]
mod random_task;

use choice::{Actions, Choice};

use crate::program::Desk;

#[test]
fn claims_about_shortest_plans_of_disjunctive_goals_are_accepted() {
    let desk = Desk::new();
    let mut solved = 0;
    for seed in 0..60 {
        let kind = [Actions::Plain, Actions::Adl][usize::from(seed % 2 == 1)];
        let (domain, problem) = Choice::random(seed / 2, kind).written();
        desk.write("d", &domain);
        desk.write("p", &problem);
        for measure in ["actions", "steps"] {
            let flags = format!("plan d p --minimise {measure} --threads 1 --proof proof --json");
            let words: Vec<String> = flags.split(' ').map(Into::into).collect();
            let said = desk.gives_one_of(&[0, 20], &words);
            if said.status == Some(20) {
                break;
            }
            assert_eq!(said.json()["optimal"], true, "{seed}: {domain} {problem}");
            desk.write("document", &said.out);
            let said = desk.gives(0, "validate d p document --json").json();
            assert_eq!(said["optimal"], true, "{seed}: {said} {domain} {problem}");
            assert_eq!(said["unverified"], serde_json::json!([]), "{seed}: {said}");
            solved += usize::from(measure == "steps");
        }
    }
    assert!(solved > 15, "{solved}");
}
