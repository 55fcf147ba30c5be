//! Tests with tiny graphs, for which all sets can be enumerated.

use std::collections::{BTreeSet, VecDeque};

use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_task::exhaustive::{ExplorationEnding, explore};
use saut_task::{Plan, Problem as _};

use super::TokenTask;
use crate::ground::GroundingLimits;
use crate::measure::Quality;
use crate::plan::NamedPlan;
use crate::planning_task::{Compiled, PlanningTask};

/// The example on the page of the challenge.
const GRAPH: &str = "c an example\np 7 7\ne 1 2\ne 1 3\ne 2 7\ne 3 4\ne 3 5\ne 4 6\ne 5 6\n";
const TOKENS: &str = "s 3 6 7\nt 4 5 7\n";
const ANSWER: &str = "c model\ns 3 6 7\nt 4 5 7\na YES\na 3 6 7\na 1 6 7\na 1 5 7\na 4 5 7\n";

fn read(graph: &str, tokens: &str) -> TokenTask {
    TokenTask::read([graph, "g.col"], [tokens, "t.dat"], &Stop::default()).unwrap()
}

fn refusal(graph: &str, tokens: &str) -> String {
    let refused = TokenTask::read([graph, "g.col"], [tokens, "t.dat"], &Stop::default());
    refused.unwrap_err().to_string()
}

/// Returns the minimal number of jumps to the target, by breadth-first search through all sets; `None` if the target is
/// unreachable.
fn brute_force(task: &TokenTask) -> Option<usize> {
    let is_free = |set: &BTreeSet<u32>, vertex: u32| {
        let near = task.neighbours[vertex as usize].iter();
        !set.contains(&vertex) && near.clone().all(|near| !set.contains(near))
    };
    let start: BTreeSet<u32> = task.start.iter().copied().collect();
    let target: BTreeSet<u32> = task.target.iter().copied().collect();
    let mut seen = BTreeSet::from([start.clone()]);
    let mut open = VecDeque::from([(start, 0)]);
    while let Some((set, jumps)) = open.pop_front() {
        if set == target {
            return Some(jumps);
        }
        for &from in &set {
            let mut rest = set.clone();
            rest.remove(&from);
            for to in (0..).take(task.vertices()).filter(|&to| is_free(&rest, to)) {
                let mut after = rest.clone();
                after.insert(to);
                if seen.insert(after.clone()) {
                    open.push_back((after, jumps + 1));
                }
            }
        }
    }
    None
}

/// Returns a graph of up to eight vertices with two disjoint independent sets; most edges connect the two sets.
fn random_task(seed: u64) -> TokenTask {
    let mut random = Random::new(seed);
    let size = 1 + random.below(3);
    let count = 2 * size + random.below(3);
    let mut all: Vec<usize> = (1..=count).collect();
    random.shuffle(&mut all);
    let (start, rest) = all.split_at(size);
    let (target, others) = rest.split_at(size);
    let mut edges = Vec::new();
    for from in start {
        for to in target {
            if random.below(4) > 0 {
                edges.push(format!("e {from} {to}"));
            }
        }
    }
    for (place, from) in others.iter().enumerate() {
        for to in &all[..2 * size + place] {
            if random.below(2) == 0 {
                edges.push(format!("e {from} {to}"));
            }
        }
    }
    let graph = format!("p edge {count} {}\n{}\n", edges.len(), edges.join("\n"));
    let line = |set: &[usize]| {
        let numbers: Vec<String> = set.iter().map(ToString::to_string).collect();
        numbers.join(" ")
    };
    read(&graph, &format!("s {}\nt {}\n", line(start), line(target)))
}

#[test]
fn the_task_has_a_plan_just_if_a_sequence_of_sets_leads_to_the_target() {
    let (mut yes, mut no) = (0, 0);
    for seed in 0..1200 {
        let tokens = random_task(seed);
        let jumps = brute_force(&tokens);
        let task = PlanningTask::from(tokens.clone());
        let domain = task.compile(Quality::AnyPlan, &GroundingLimits::default());
        let domain = domain.and_then(Compiled::classical).unwrap();
        match explore(domain.task(), &Stop::default()) {
            ExplorationEnding::Plan(path) => {
                let plan = domain.validate(Plan::sequential(path)).unwrap().0;
                assert_eq!(
                    Some(plan.length()),
                    jumps.map(|jumps| 2 * jumps),
                    "seed {seed}"
                );
                let answer = tokens.answer(Some(&plan));
                let again = tokens.read_answer(&answer, "a.out").unwrap().unwrap();
                assert_eq!(&again, plan.plan());
                yes += 1;
            }
            ExplorationEnding::Closed { .. } => {
                assert_eq!(jumps, None, "seed {seed}");
                no += 1;
            }
            ExplorationEnding::Stopped(why) => panic!("{why:?}"),
        }
    }
    assert!(yes > 200 && no > 200, "{yes} {no}");
}

/// Checks that the names of the samples state the right answers.
#[test]
fn the_samples_match_their_names() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../instances/reconfiguration/"
    );
    let text = |name: &str| std::fs::read_to_string(format!("{folder}{name}")).unwrap();
    for (graph, end) in [
        ("cycle-7", "yes"),
        ("cube", "no"),
        ("ladder-10", "no"),
        ("ladder-10", "yes"),
    ] {
        let task = read(
            &text(&format!("{graph}.col")),
            &text(&format!("{graph}-{end}.dat")),
        );
        assert_eq!(brute_force(&task).is_some(), end == "yes", "{graph} {end}");
    }
}

#[test]
fn the_example_of_the_challenge_is_read_and_its_answer_is_valid() {
    let tokens = read(GRAPH, TOKENS);
    let plan = tokens.read_answer(ANSWER, "a.out").unwrap().unwrap();
    assert_eq!(plan.steps.len(), 6);
    let task = PlanningTask::from(tokens.clone());
    let valid = task.validate(&plan, &Stop::default()).unwrap();
    let without_comment: String = ANSWER.split_inclusive('\n').skip(1).collect();
    assert_eq!(tokens.answer(Some(&valid)), without_comment);
    assert_eq!(tokens.answer(None), "s 3 6 7\nt 4 5 7\na NO\n");
}

#[test]
fn a_wrong_answer_is_rejected_with_its_place() {
    let tokens = read(GRAPH, TOKENS);
    let read = |answer: &str| tokens.read_answer(answer, "a.out");
    let refused = |answer: &str| read(answer).unwrap().unwrap_err().to_string();
    let two_at_once = ANSWER.replace("a 1 6 7\n", "");
    assert!(
        refused(&two_at_once)
            .starts_with("claim \"YES\" rejected: line 6: 2 tokens removed and 2 added")
    );
    let neighbours = ANSWER.replace("a 1 6 7", "a 2 6 7");
    assert!(refused(&neighbours).contains("vertices 2 and 7 are neighbours"));
    let from_elsewhere = ANSWER.replace("a 3 6 7\n", "");
    assert!(refused(&from_elsewhere).contains("the first set is not the start"));
    assert!(refused(&ANSWER.replace("a 1 6 7", "a 1 6 8")).contains("the graph has no vertex 8"));
    let unread = |answer: &str| read(answer).unwrap_err().to_string();
    assert!(unread("s 3 6 7\na NO\n").starts_with("a.out:2: the answer NO"));
    assert!(unread("a YES\nb 1\n").starts_with("a.out:2: this is not a line of an answer"));
    assert!(refused("s 3 6 7\na YES\n").contains("no line with a set"));
    let cut = ANSWER.replace("a 4 5 7\n", "");
    let plan = tokens.read_answer(&cut, "a.out").unwrap().unwrap();
    let task = PlanningTask::from(tokens.clone());
    let unmet = task
        .validate(&plan, &Stop::default())
        .unwrap_err()
        .to_string();
    assert!(unmet.contains("(token 4) does not hold"), "{unmet}");
}

#[test]
fn a_wrong_step_is_rejected_by_the_rules() {
    let task = PlanningTask::from(read(GRAPH, TOKENS));
    let refused = |plan: &str| {
        let plan = NamedPlan::read(plan, "plan").unwrap();
        task.validate(&plan, &Stop::default())
            .unwrap_err()
            .to_string()
    };
    assert!(refused("0: (lift 3)\n0: (drop 1)").starts_with("steps 1 and 2: "));
    assert!(refused("1: (lift 3)\n0: (drop 1)").contains("conditions do not hold: (held), "));
    assert!(refused("(drop 1)").contains("(held)"));
    assert!(refused("(lift 1)").contains("(token 1) does not hold"));
    assert!(refused("(lift 3)\n(lift 6)").contains("(not (held)) does not hold"));
    assert!(refused("(lift 3)\n(drop 2)").contains("(not (token 7)) does not hold"));
    assert!(refused("(lift 3)\n(drop 6)").contains("(not (token 6)) does not hold"));
    assert!(refused("(lift 9)").contains("no object `9`"));
    assert!(refused("(jump 3)").contains("no such action"));
    assert!(refused("(lift 3 6)").contains("2 arguments"));
}

#[test]
fn invalid_files_are_rejected_with_place_and_fact() {
    assert!(refusal("e 1 2\n", TOKENS).contains("g.col:1"));
    assert!(refusal("p 7 7\np 7 7\n", TOKENS).contains("a second line `p`"));
    assert!(refusal("p 7 1\ne 1 8\n", TOKENS).contains("not an edge of the graph"));
    assert!(refusal("p 7 1\ne 2 2\n", TOKENS).contains("its own neighbour"));
    assert!(refusal("p 4000000000 1\n", TOKENS).contains("expected a number of vertices"));
    assert!(refusal("", TOKENS).contains("no line `p`"));
    assert!(refusal(GRAPH, "s 1 6 7\n").contains("or the line `t` is missing"));
    assert!(
        refusal(GRAPH, "s 3 6 7\nt 4 5\n").contains("3 tokens at the start, but 2 in the target")
    );
    assert!(refusal(GRAPH, "s 1 2 7\nt 4 5 7\n").contains("vertices 1 and 2 are neighbours"));
    assert!(refusal(GRAPH, "s 3 3 7\nt 4 5 7\n").contains("named twice"));
    assert!(refusal(GRAPH, "s 3 6 0\nt 4 5 7\n").contains("no vertex 0"));
    assert!(TokenTask::is_graph("c x\np edge 3 1\n"));
    assert!(TokenTask::is_graph("p 3 1"));
    assert!(!TokenTask::is_graph("p cnf 3 1\n1 0\n"));
    assert!(!TokenTask::is_graph("(define (domain x))"));
}
