//! Requests about planning tasks: the answers of the studio, and rejected requests.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::server::Server;

/// Returns a request about a bundled example.
fn example(server: &Server, name: &str) -> Value {
    let all = server.get("/api/tasks");
    assert_eq!(all.status, 200);
    let all: Value = serde_json::from_str(&all.body).unwrap();
    let mut all = all.as_array().unwrap().iter();
    let one = all.find(|one| one["name"] == name).unwrap();
    json!({"domain": one["domain"], "problem": one["problem"]})
}

/// Returns the request with one additional field.
fn with(question: &Value, name: &str, part: impl Into<Value>) -> Value {
    let mut question = question.clone();
    question[name] = part.into();
    question
}

#[test]
fn every_example_is_read_without_a_warning_and_answered() {
    let server = Server::start();
    let all: Value = serde_json::from_str(&server.get("/api/tasks").body).unwrap();
    for one in all.as_array().unwrap() {
        let question = json!({"domain": one["domain"], "problem": one["problem"]});
        let read = server.ask("/api/task", &question);
        assert_eq!(read["warnings"], json!([]), "{}", one["name"]);
        let answer = server.events("/api/task/solve", &question).document;
        let has_plan = !one["title"].as_str().unwrap().contains("no plan");
        let expected = if has_plan { "solved" } else { "infeasible" };
        assert_eq!(answer["verdict"], expected, "{answer}");
        assert_eq!(answer["checked"], true);
        if has_plan {
            let steps = answer["plan"].as_array().unwrap();
            let plan: Vec<&str> = steps.iter().map(|step| step.as_str().unwrap()).collect();
            let question = with(&question, "plan", plan.join("\n"));
            let followed = server.ask("/api/task/steps", &question);
            assert_eq!(followed["reaches_goal"], true, "{}", one["name"]);
            assert_eq!(followed["steps"].as_array().unwrap().len(), plan.len());
            let short = with(&question, "plan", plan[1..].join("\n"));
            let said = server.post("/api/task/steps", &short.to_string());
            assert!(
                said.status == 400 || said.body.contains("\"reaches_goal\":false"),
                "{}: {said:?}",
                one["name"]
            );
        } else {
            assert!(answer["in_words"].is_string(), "{answer}");
        }
    }
}

#[test]
fn faults_in_a_text_have_a_place() {
    let server = Server::start();
    let ferry = example(&server, "ferry");
    let spoiled = |name: &str, old: &str, new: &str| {
        let text = ferry[name].as_str().unwrap();
        assert!(text.contains(old));
        with(&ferry, name, text.replacen(old, new, 1))
    };
    for (question, name, line, column) in [
        (spoiled("domain", ":effect", ":efect"), "domain", 15, 5),
        (spoiled("problem", "at mini", "at mimi"), "problem", 8, 26),
        (spoiled("problem", "(define", "define"), "problem", 1, 1),
    ] {
        for path in [
            "/api/task",
            "/api/task/solve",
            "/api/task/steps",
            "/api/task/download",
        ] {
            let said = server.post(path, &question.to_string());
            assert_eq!(said.status, 400, "{path}: {said:?}");
            let said: Value = serde_json::from_str(&said.body).unwrap();
            let place = &said["place"];
            assert_eq!(
                (&place["in"], &place["line"], &place["column"]),
                (&json!(name), &json!(line), &json!(column)),
                "{said}"
            );
            assert!(!place["message"].as_str().unwrap().contains(name), "{said}");
        }
    }
    // If both texts have errors, all errors are listed.
    let both = spoiled("domain", "(and (moored ?f ?from)", "(and (mored ?f ?from)");
    let problem = both["problem"].as_str().unwrap();
    let both = with(&both, "problem", problem.replacen("at mini", "at mimi", 1));
    let said = server.post("/api/task", &both.to_string());
    let said: Value = serde_json::from_str(&said.body).unwrap();
    let places = said["places"].as_array().unwrap();
    let texts: Vec<&Value> = places.iter().map(|place| &place["in"]).collect();
    assert_eq!(texts, ["domain", "problem"], "{said}");
    // Warnings have positions, too.
    let odd = spoiled("domain", ":typing :equality", ":typing");
    let read = server.ask("/api/task", &odd);
    assert_eq!(read["warnings"][0]["in"], "domain", "{read}");
    assert!(read["warnings"][0]["line"].is_number(), "{read}");
}

#[test]
fn a_solve_reports_stages_and_better_plans() {
    let server = Server::start();
    let cost = with(&example(&server, "ferry"), "minimise", "cost");
    let told = server.events("/api/task/solve", &cost);
    let (answer, better) = (told.document, told.others);
    assert_eq!(
        (&answer["optimal"], &answer["cost"]),
        (&json!(true), &json!(21))
    );
    assert_eq!(answer["bound"], 21);
    assert!(
        answer["in_words"]
            .as_str()
            .unwrap()
            .contains("the bound was checked")
    );
    let plans: Vec<&Value> = better
        .iter()
        .filter(|(name, _)| name == "better")
        .map(|(_, told)| told)
        .collect();
    for told in &plans {
        let cost = &told["cost"];
        assert_eq!(told["measure"], format!("cost {cost}"), "{told}");
        // The trivial bound 0 is not stated in words.
        match told["bound_in_words"].as_str() {
            None => assert_eq!(told["bound"], 0, "{told}"),
            Some(words) => {
                let bound = format!("no plan costs less than {}", told["bound"]);
                assert!(words.starts_with(&bound) && told["bound"] != 0, "{told}");
            }
        }
    }
    let costs: Vec<u64> = plans
        .iter()
        .map(|told| told["cost"].as_u64().unwrap())
        .collect();
    assert!(costs.is_sorted_by(|a, b| a > b), "{costs:?}");
    assert_eq!(costs.last(), Some(&21));
    let last = plans.last().unwrap()["plan"].as_array().unwrap();
    assert_eq!(answer["length"], last.len());
    let progress = better.iter().find(|(name, _)| name == "progress");
    assert!(progress.unwrap().1["stages"][0]["stage"].is_string());

    let steps = with(&example(&server, "ferry"), "minimise", "steps");
    let answer = server.events("/api/task/solve", &steps).document;
    assert_eq!(
        (&answer["optimal"], &answer["steps"]),
        (&json!(true), &json!(7))
    );
}

#[test]
fn a_plan_is_replayed_with_changes_and_applicable_actions() {
    let server = Server::start();
    let ferry = example(&server, "ferry");
    let plan = "(board beetle anna left)\n(cross berta right left)\n(cross anna left right)";
    let said = server.ask("/api/task/steps", &with(&ferry, "plan", plan));
    assert_eq!(said["reaches_goal"], false);
    assert_eq!(said["steps"][0]["added"], json!(["aboard beetle anna"]));
    assert_eq!(
        said["steps"][0]["removed"],
        json!(["at beetle left", "empty anna"])
    );
    assert_eq!(said["steps"][2]["cost"], 3);
    let timed =
        "2: (cross anna left right)\n0: (board beetle anna left)\n1: (cross berta right left)";
    let timed = server.ask("/api/task/steps", &with(&ferry, "plan", timed));
    assert_eq!(timed["steps"], said["steps"]);
    let together = "0: (board beetle anna left)\n0: (cross anna left right)";
    let together = with(&ferry, "plan", together).to_string();
    let refused = server.post("/api/task/steps", &together);
    assert!(
        refused.body.contains(
            "steps 1 and 2: (board beetle anna left) and (cross anna left right) have the same time"
        ),
        "{refused:?}"
    );
    // If the plan is valid, the answer also has its parallel steps.
    let answer = server.events("/api/task/solve", &ferry).document;
    let steps = answer["plan"].as_array().unwrap();
    let steps: Vec<&str> = steps.iter().map(|step| step.as_str().unwrap()).collect();
    let said = server.ask("/api/task/steps", &with(&ferry, "plan", steps.join("\n")));
    let at = said["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["at"].as_u64().unwrap());
    let at: Vec<u64> = at.collect();
    assert!(
        at.contains(&0) && (at.iter().max().unwrap() + 1) < at.len() as u64,
        "{at:?}"
    );

    let wrong = with(&ferry, "plan", "(board beetle berta left)");
    let said = server.ask("/api/task/steps", &wrong);
    assert_eq!(said["unmet"], json!(["(moored berta left)"]));
    assert_eq!(
        (&said["steps"], &said["plan_file"]),
        (&json!([]), &Value::Null)
    );
    let formula = with(&with(&ferry, "plan", steps.join("\n")), "what", "dimacs");
    let said = server.post("/api/task/download", &formula.to_string());
    assert!(
        said.status == 200 && said.body.starts_with("c ") && said.body.contains("p cnf "),
        "{said:?}"
    );
}

#[test]
fn remedies_are_reported_for_a_task_without_a_plan() {
    let server = Server::start();
    let locked = example(&server, "locked-room");
    let said = server.ask("/api/task/explain", &locked);
    assert_eq!(said["verdict"], "infeasible");
    assert_eq!(said["reasons"][0]["refutes"], true);
    let changes = said["start_changes"].as_array().unwrap();
    let helps = |without: &str, with: &str| {
        let mut changes = changes.iter();
        changes.any(|change| change["without"] == without && change["with"] == with)
    };
    assert!(helps("(lies iron cellar)", "(lies iron hall)"), "{said}");
    let solvable = server.ask("/api/task/explain", &example(&server, "ferry"));
    assert_eq!(solvable["verdict"], "solved");
}

#[test]
fn too_large_or_senseless_requests_are_rejected() {
    let server = Server::start();
    let ferry = example(&server, "ferry");
    let large = with(&ferry, "problem", "(".repeat(300 << 10));
    let deep = with(&ferry, "problem", "(".repeat(100_000));
    let path = json!({"domain": "/etc/passwd", "problem": "x"});
    for (place, question, status) in [
        ("", &large, 413),
        ("", &deep, 400),
        ("", &with(&ferry, "path", "/etc/passwd"), 400),
        ("", &path, 400),
        ("", &json!({"domain": ""}), 400),
        ("/solve", &with(&ferry, "minimise", "everything"), 400),
        ("/steps", &with(&ferry, "plan", "fly"), 400),
        ("/download", &with(&ferry, "what", "../x"), 400),
    ] {
        let since = Instant::now();
        server.refuses(
            &format!("/api/task{place}"),
            &question.to_string(),
            status,
            "",
        );
        assert!(since.elapsed() < Duration::from_secs(25), "{place}");
    }
    // From a few lines, a huge number of facts can be derived.
    let domain = "(define (domain d) (:predicates (p ?a) (q ?a ?b ?c ?d ?e))
        (:derived (q ?a ?b ?c ?d ?e) (and (p ?a) (p ?b) (p ?c) (p ?d) (p ?e)))
        (:action a :parameters (?x) :precondition (p ?x) :effect (not (p ?x))))";
    let objects: Vec<String> = (0..60).map(|number| format!("o{number}")).collect();
    let facts = objects.iter().map(|object| format!("(p {object})"));
    let problem = format!(
        "(define (problem p) (:domain d) (:objects {}) (:init {}) (:goal (q o1 o2 o3 o4 o5)))",
        objects.join(" "),
        facts.collect::<Vec<_>>().join(" ")
    );
    let many = json!({"domain": domain, "problem": problem});
    let said = server.post("/api/task", &many.to_string());
    assert!(matches!(said.status, 400 | 413), "{said:?}");
    assert_eq!(server.get("/").status, 200);
    assert!(
        server.resident_mib() < 3_000,
        "{} MiB",
        server.resident_mib()
    );
}

/// Returns a request that runs until its limit, because an action sets a number for every four objects.
fn endless(objects: usize) -> Value {
    let domain = "(define (domain cube) (:requirements :adl :numeric-fluents)
      (:predicates (p)) (:functions (f ?x ?y ?z ?w) - number)
      (:action a :parameters () :effect (and (p)
        (forall (?x ?y ?z ?w) (assign (f ?x ?y ?z ?w) 1)))))";
    let objects: Vec<String> = (0..objects).map(|number| format!("o{number}")).collect();
    let objects = objects.join(" ");
    let problem =
        format!("(define (problem p) (:domain cube) (:objects {objects}) (:init) (:goal (p)))");
    json!({"domain": domain, "problem": problem, "plan": "(a)"})
}

/// Sends requests whose clients disconnect soon: first one after another, then several in parallel. Ordinary requests
/// are still answered.
#[test]
fn hostile_questions_do_not_keep_others_from_their_answers() {
    const PATHS: [&str; 4] = [
        "/api/task/steps",
        "/api/task/explain",
        "/api/task/solve",
        "/api/task",
    ];
    let (in_a_row, at_once, most) = (24, 12, Duration::from_secs(20));
    let server = Server::start();
    let honest = example(&server, "ferry");
    let answered = || {
        let since = Instant::now();
        assert_eq!(server.ask("/api/task", &honest)["task"], "three-cars");
        assert!(since.elapsed() < most, "{:?}", since.elapsed());
    };
    let hostile = endless(100).to_string();
    for number in 0..in_a_row {
        let stream = server.pose(PATHS[number % PATHS.len()], &hostile);
        std::thread::sleep(Duration::from_millis(20));
        drop(stream);
    }
    answered();
    let waiting: Vec<_> = (0..at_once)
        .map(|number| server.pose(PATHS[number % 2], &hostile))
        .collect();
    answered();
    drop(waiting);
    let since = Instant::now();
    while !server.children().is_empty() {
        assert!(since.elapsed() < most, "work of closed connections goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
    answered();
    let verdict = server.events("/api/task/solve", &honest).document;
    assert_eq!(verdict["verdict"], "solved");
    assert!(server.resident_mib() < 300, "{} MiB", server.resident_mib());
}

#[test]
fn work_that_is_cancelled_is_gone_and_has_its_own_memory() {
    let server = Server::start();
    let question = endless(200).to_string();
    let stream = server.pose("/api/task/steps", &question);
    let wait_for = |is_working: bool| {
        let since = Instant::now();
        while server.children().is_empty() == is_working {
            assert!(since.elapsed() < Duration::from_secs(10), "{is_working}");
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    wait_for(true);
    std::thread::sleep(Duration::from_millis(500));
    drop(stream);
    wait_for(false);
    // Without cancellation, the request exceeds a limit.
    let said = server.post("/api/task/steps", &question);
    assert!(matches!(said.status, 400 | 413 | 429), "{said:?}");
    assert!(server.resident_mib() < 300, "{} MiB", server.resident_mib());
}

#[test]
fn a_wrong_plan_is_followed_up_to_its_first_wrong_action() {
    let server = Server::start();
    let ferry = example(&server, "ferry");
    let plan = server.ask("/api/task/applicable", &ferry);
    let first = plan["steps"][0].as_str().unwrap();
    let wrong = with(&ferry, "plan", format!("{first}\n{first}\n{first}"));
    let said = server.ask("/api/task/steps", &wrong);
    assert_eq!(said["steps"].as_array().unwrap().len(), 1);
    assert_eq!(said["reaches_goal"], false);
    assert!(!said["unmet"].as_array().unwrap().is_empty());
    assert_eq!(said["rest"].as_array().unwrap().len(), 2);
}

#[test]
fn a_task_is_solved_from_the_state_after_a_plan() {
    let server = Server::start();
    let ferry = example(&server, "ferry");
    let steps = server.ask("/api/task/applicable", &ferry);
    assert_eq!(steps["complete"], true);
    let first = steps["steps"][0].as_str().unwrap();
    let after = with(&ferry, "plan", first);
    let next = server.ask("/api/task/applicable", &after);
    assert_ne!(next["steps"], steps["steps"]);
    let service = server.ask(
        "/solve",
        &json!({"domain": ferry["domain"], "problem": ferry["problem"]}),
    );
    assert_eq!(service["status"], "ok");
    server.refuses(
        "/api/task/applicable",
        &with(&ferry, "plan", "(fly)").to_string(),
        400,
        "no such action",
    );
}

#[test]
fn editors_are_answered_as_by_planning_services() {
    let server = Server::start();
    let ferry = example(&server, "ferry");
    let texts = json!({"domain": ferry["domain"], "problem": ferry["problem"], "number": 7});
    for (path, is_package) in [
        ("/solve", false),
        ("/package/saut/solve?minimise=cost", true),
    ] {
        let said = server.ask(path, &texts);
        assert_eq!(said["status"], "ok", "{said}");
        let result = &said["result"];
        let steps = result["plan"].as_array().unwrap();
        assert_eq!(result["length"], steps.len());
        let output = if is_package {
            &result["output"]["plan"]
        } else {
            &result["output"]
        };
        let first = steps[0]["name"].as_str().unwrap();
        assert!(output.as_str().unwrap().contains(first), "{result}");
    }
    let wrong = json!({"domain": ferry["domain"], "problem": "(define (problem x) (:domain y))"});
    let said = server.ask("/solve", &wrong);
    assert_eq!(said["status"], "error");
    assert!(!said["result"]["error"].as_str().unwrap().is_empty());
    let locked = example(&server, "locked-room");
    let said = server.ask(
        "/package/saut/solve",
        &json!({"domain": locked["domain"], "problem": locked["problem"]}),
    );
    assert_eq!(said["status"], "error");
    assert!(
        said["result"]["error"]
            .as_str()
            .unwrap()
            .starts_with("infeasible"),
        "{said}"
    );
    server.refuses("/solve", "{\"domain\": \"x\"}", 400, "");
    let packages: Value = serde_json::from_str(&server.get("/package").body).unwrap();
    assert!(packages["saut"]["endpoint"]["services"]["solve"].is_object());
}
