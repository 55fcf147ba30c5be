//! Pipes the output of every command into every command with input. The second command must understand the input, or
//! reject it with status 2 and name its kind. It must not interpret the input as another kind.

use serde_json::Value;

use crate::fed;
use crate::planning::FERRY;
use crate::program::{Desk, Said};

const P: &str = "pegsol-p02";

fn rows(kind: &str) -> Vec<Vec<&'static str>> {
    let rows = include_str!("../data/pipes.txt").lines();
    let rows = rows.map(|row| row.split(" | ").collect::<Vec<_>>());
    rows.filter(|row| row[0] == kind).collect()
}

/// Returns the name of a kind of output in error messages, or an empty text if it has no name.
fn named(kind: &'static str) -> &'static str {
    let rows = rows("kind");
    let row = rows.iter().find(|row| row[1] == kind);
    row.map_or("", |row| row[2])
}

enum Due {
    Read,
    /// The input is rejected with one of these texts in the message.
    Refused(&'static [&'static str]),
    Named,
}

fn due(is: &str, reader: &str) -> Due {
    match (reader, is) {
        (
            "Puzzle",
            "Shown" | "Solved" | "Infeasible" | "Undecided" | "Toml" | "PegProblem" | "Latex",
        )
        | ("Plan" | "Shown" | "Check", "Solved" | "Jumps" | "SolvedJson" | "ClassifiedJson")
        | ("Check", "SeveralJson" | "InfeasibleJson")
        | ("Shown", "InfeasibleJson")
        | ("Steps", "BaseballSolved" | "BaseballJson")
        | ("Actions", "Actions" | "ActionsJson")
        | ("Model", "Model")
        | ("Records", "Records")
        | ("Growth", "GrowthTable")
        | ("Domain", "Domain")
        | ("Problem", "Problem") => Due::Read,
        ("Domain", "Problem" | "PegProblem") => Due::Refused(&["a problem, not a domain"]),
        ("Problem", "Domain" | "PegDomain") => Due::Refused(&["a domain, not a problem"]),
        // These inputs are about another domain.
        ("Problem", "PegProblem") => Due::Refused(&["type `location` is not declared"]),
        ("Domain", "PegDomain") => Due::Refused(&["type `car` is not declared"]),
        ("Puzzle", "Domain" | "PegDomain") => Due::Refused(&["begins a domain, not a problem"]),
        ("Puzzle", "Problem") => Due::Refused(&["ferry"]),
        ("Plan" | "Shown" | "Check", "Shown") => Due::Refused(&["without a plan"]),
        ("Plan" | "Shown" | "Check", "Infeasible") => Due::Refused(&["says infeasible"]),
        ("Plan" | "Shown" | "Check", "SeveralPlans") | ("Plan" | "Shown", "SeveralJson") => {
            Due::Refused(&["several plans"])
        }
        ("Plan" | "Shown" | "Check", "Undecided") | ("Check", "UndecidedJson") => {
            Due::Refused(&["says undecided"])
        }
        ("Plan" | "Shown", "InfeasibleJson" | "UndecidedJson") => Due::Refused(&["has no plan"]),
        _ => Due::Named,
    }
}

/// Returns a folder with all input files of the tables.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("d.pddl", FERRY);
    desk.write(
        "p.pddl",
        "(define (problem over) (:domain ferry)
          (:objects mini - car dover calais - port)
          (:init (at mini dover) (ship dover) (empty) (open calais) (open dover))
          (:goal (at mini calais)))",
    );
    desk.write("plan.txt", desk.gives(0, "solve pegsol-p02").out);
    desk.gives(0, "plan d.pddl p.pddl -o actions");
    desk.write("model", "s UNSATISFIABLE\n");
    desk.write(
        "table.toml",
        "board = \"french\"\ndistance = 2\n\n[[row]]\nname = \"G1\"\nfrom = [\"44\"]\n",
    );
    desk
}

fn printed(desk: &Desk, words: &str, status: i32) -> String {
    if let Some(file) = words.strip_prefix("FILE ") {
        return std::fs::read_to_string(desk.0.path().join(file)).unwrap();
    }
    let words = words.replace("pegsol-p02 --goal-is-elsewhere", "pegsol-p02 --finish 43");
    desk.gives(status, &words).out
}

/// Whether the second command has understood the input as the first command has printed it.
fn is_meant(said: &Said, words: &str, is: &str, original: &Value) -> bool {
    if words.starts_with("show - ") {
        let Ok(read) = serde_json::from_str::<Value>(&said.out) else {
            return false;
        };
        return is == "Undecided"
            || is == "Toml"
            || is == "Infeasible"
            || ["geometry", "start", "goal"]
                .iter()
                .all(|field| read[field] == original[field]);
    }
    match (words, is) {
        ("check pegsol-p02 -" | "show pegsol-p02 -", "InfeasibleJson") => said.status == Some(3),
        ("check - plan.txt", "Shown" | "Solved" | "PegProblem") => said.status == Some(0),
        // The input is a plan of another puzzle.
        ("check - plan.txt", _) => matches!(said.status, Some(0..=3)),
        ("decode - --model model", _) => said.out.contains("unsatisfiable"),
        ("check pegsol-p02 -", _) => said.out.starts_with("solved: "),
        ("check baseball-3 -", _) => said.out.starts_with("solved: 5 steps"),
        ("validate d.pddl p.pddl -", _) => said.out.starts_with("valid: 3 actions"),
        _ => matches!(said.status, Some(0 | 20 | 30)),
    }
}

/// Returns the error for one pair, if any.
fn wrong(
    desk: &Desk,
    number: usize,
    (producer, is, text): &(&str, &'static str, String),
    (consumer, reader): (&str, &str),
    original: &Value,
) -> Option<String> {
    let said = fed(
        desk,
        &consumer.replace("JOB", &format!("job{number}")),
        text,
    );
    let is_refused = |words: &[&str]| {
        let names = words.iter().any(|words| said.err.contains(words));
        // A problem of another domain has several errors, each on its line.
        let is_undeclared = |line: &str| {
            line.contains(" is not declared") || line.contains("the problem is for the domain")
        };
        let is_short = words.contains(&"")
            || said.err.lines().count() == 1
            || said.err.lines().all(is_undeclared);
        let has_document = said.out.starts_with("{\"diagnostics\":");
        let is_silent = said.out.is_empty() || consumer.ends_with("--json") && has_document;
        said.status == Some(2) && is_silent && is_short && names
    };
    let is_right = match due(is, reader) {
        Due::Read => is_meant(&said, consumer, is, original),
        Due::Refused(words) => is_refused(words),
        Due::Named => is_refused(&[named(is)]),
    };
    let out: String = said.out.chars().take(80).collect();
    (!is_right).then(|| {
        format!(
            "{producer} | {consumer}: {:?} {}{out}",
            said.status, said.err
        )
    })
}

#[test]
fn printed_output_is_read_back_or_rejected_by_name() {
    let desk = desk();
    let original = desk.gives(0, &format!("show {P} --json")).json();
    let texts = rows("prints").into_iter().map(|row| {
        let [_, status, is, words] = row[..] else {
            panic!("{row:?}")
        };
        (words, is, printed(&desk, words, status.parse().unwrap()))
    });
    let texts: Vec<_> = texts.collect();
    let consumers = rows("reads").into_iter().map(|row| (row[2], row[1]));
    let consumers: Vec<_> = consumers.collect();
    // If the second command must name the kind of its input, only every fifth pair is tried. These pairs include every
    // producer and every consumer.
    let is_tried = |number: usize, is: &str, reader: &str| {
        !matches!(due(is, reader), Due::Named)
            || (number + number / consumers.len()).is_multiple_of(5)
    };
    let pairs: Vec<_> = itertools::iproduct!(texts.iter(), consumers.iter().copied())
        .enumerate()
        .map(|(number, (text, consumer))| (number, text, consumer))
        .filter(|&(number, (_, is, _), (_, reader))| is_tried(number, is, reader))
        .collect();
    let one = |&(number, text, consumer): &(usize, &_, _)| {
        wrong(&desk, number, text, consumer, &original)
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let parts = pairs.chunks(pairs.len().div_ceil(4));
        let parts: Vec<_> = parts
            .map(|part| scope.spawn(move || part.iter().filter_map(one).collect::<Vec<_>>()))
            .collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().unwrap())
            .collect()
    });
    assert!(
        wrong.is_empty(),
        "{}\n{} of {}",
        wrong.join("\n"),
        wrong.len(),
        pairs.len()
    );
}
