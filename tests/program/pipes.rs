//! Every command that prints into every command that reads: what comes is read as what it means, or refused by
//! name with status 2; never another meaning, never a complaint about its first character.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::process::Stdio;

use serde_json::Value;

use crate::planning::FERRY;
use crate::program::{Desk, Said, command};

/// The kind of what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Is {
    /// A puzzle under its name, without a plan.
    Shown,
    /// A puzzle under its name, with a plan.
    Solved,
    /// A puzzle under its name, with the sentence that there is no plan.
    Infeasible,
    /// A puzzle under its name, without an answer.
    Undecided,
    /// `[[puzzle]]`.
    Toml,
    /// A problem of peg solitaire in PDDL.
    PegProblem,
    /// A list of jumps.
    Jumps,
    /// Several such lists.
    SeveralPlans,
    /// The JSON of an answer.
    SolvedJson,
    SeveralJson,
    InfeasibleJson,
    UndecidedJson,
    /// A jump list among other things.
    ClassifiedJson,
    Baseball,
    BaseballSolved,
    BaseballJson,
    Domain,
    /// The domain of peg solitaire, to which the problem of the desk does not belong.
    PegDomain,
    Problem,
    Actions,
    ActionsJson,
    Dimacs,
    SmtLib,
    Model,
    Records,
    GrowthTable,
    Hint,
    /// Output that nobody reads.
    Unread,
}

impl Is {
    /// Name in a refusal; of output that nobody reads, nothing.
    fn named(self) -> &'static str {
        match self {
            Self::Shown | Self::Solved | Self::Infeasible | Self::Undecided => {
                "a puzzle as saut prints it"
            }
            Self::Toml => "a puzzle in TOML",
            Self::PegProblem | Self::Problem => "a planning problem",
            Self::SolvedJson | Self::SeveralJson | Self::InfeasibleJson | Self::UndecidedJson => {
                "the JSON of an answer to a puzzle"
            }
            Self::Domain | Self::PegDomain => "a planning domain",
            Self::ActionsJson => "the JSON of an answer to a planning task",
            Self::Model => "the answer of a solver",
            Self::Records => "records of saut bench",
            Self::GrowthTable => "a growth table",
            Self::Hint => "what saut hint prints",
            Self::Jumps
            | Self::SeveralPlans
            | Self::ClassifiedJson
            | Self::Baseball
            | Self::BaseballSolved
            | Self::BaseballJson
            | Self::Actions
            | Self::Dimacs
            | Self::SmtLib
            | Self::Unread => "",
        }
    }
}

const P: &str = "pegsol-p02";

/// Commands that print, what they end with, and what it is. `FILE name` stands for a file that a command has written.
const PRODUCERS: [(&str, i32, Is); 68] = [
    ("show pegsol-p02", 0, Is::Shown),
    ("show pegsol-p02 plan.txt", 0, Is::Solved),
    ("show pegsol-p02 --json", 0, Is::Unread),
    ("show pegsol-p02 --format svg", 0, Is::Unread),
    ("show pegsol-p02 --format latex", 0, Is::Unread),
    ("show pegsol-p02 --format html", 0, Is::Unread),
    ("show baseball-3", 0, Is::Baseball),
    ("solve pegsol-p02", 0, Is::Solved),
    ("solve pegsol-p02 --json", 0, Is::SolvedJson),
    ("solve pegsol-p02 --all", 0, Is::SeveralPlans),
    ("solve pegsol-p02 --all --json", 0, Is::SeveralJson),
    ("solve pegsol-p02 --minimise moves", 0, Is::Solved),
    ("solve pegsol-p02 --goal-is-elsewhere", 20, Is::Infeasible),
    (
        "solve pegsol-p02 --goal-is-elsewhere --json",
        20,
        Is::InfeasibleJson,
    ),
    ("solve central --timeout 0", 30, Is::Undecided),
    ("solve central --timeout 0 --json", 30, Is::UndecidedJson),
    ("solve baseball-3", 0, Is::BaseballSolved),
    ("solve baseball-3 --json", 0, Is::BaseballJson),
    ("check pegsol-p02 plan.txt", 0, Is::Unread),
    ("check pegsol-p02 plan.txt --json", 0, Is::Unread),
    ("plan d.pddl p.pddl", 0, Is::Actions),
    ("plan d.pddl p.pddl --json", 0, Is::ActionsJson),
    ("improve d.pddl p.pddl actions", 0, Is::Actions),
    ("improve d.pddl p.pddl actions --json", 0, Is::ActionsJson),
    ("FILE actions", 0, Is::Actions),
    ("validate d.pddl p.pddl actions", 0, Is::Unread),
    ("validate d.pddl p.pddl actions --json", 0, Is::Unread),
    ("explain pegsol-p02", 0, Is::Shown),
    ("explain pegsol-p02 --json", 0, Is::Unread),
    ("count pegsol-p02", 0, Is::Shown),
    ("count pegsol-p02 --json", 0, Is::Unread),
    ("growth table.toml", 0, Is::Unread),
    ("growth table.toml --json", 0, Is::Unread),
    ("FILE table.toml", 0, Is::GrowthTable),
    ("hint pegsol-p02", 0, Is::Hint),
    ("hint pegsol-p02 --json", 0, Is::Unread),
    ("encode pegsol-p02", 0, Is::Dimacs),
    ("encode pegsol-p02 --format smtlib", 0, Is::SmtLib),
    ("encode pegsol-p02 --format pddl", 0, Is::PegProblem),
    ("encode --format pddl --pddl jumps-domain", 0, Is::PegDomain),
    ("FILE d.pddl", 0, Is::Domain),
    ("FILE p.pddl", 0, Is::Problem),
    ("FILE model", 0, Is::Model),
    ("decode pegsol-p02 --model model", 30, Is::Unread),
    ("transform pegsol-p02", 0, Is::Shown),
    ("transform pegsol-p02 --symmetry 0", 0, Is::Toml),
    ("transform pegsol-p02 --complement --json", 0, Is::Unread),
    (
        "transform pegsol-p02 plan.txt --symmetry 0 --moves",
        0,
        Is::Jumps,
    ),
    (
        "bench pegsol-p01 --backends batsat --encodings forall --seeds 1 -o bench",
        0,
        Is::Unread,
    ),
    ("FILE bench/records.jsonl", 0, Is::Records),
    ("report bench/records.jsonl", 0, Is::Unread),
    ("report bench/records.jsonl --json", 0, Is::Unread),
    ("census --board square-4", 0, Is::Unread),
    ("census --board square-4 --json", 0, Is::Unread),
    ("census --board square-4 --csv", 0, Is::Unread),
    ("generate --pegs 8..9 --count 1", 0, Is::Toml),
    ("generate --pegs 8..9 --count 1 --json", 0, Is::Unread),
    ("classify pegsol-p02", 0, Is::Shown),
    ("classify pegsol-p02 --json", 0, Is::ClassifiedJson),
    ("cube pegsol-p01 job --encoding sequential", 0, Is::Unread),
    ("status job", 0, Is::Unread),
    ("merge job", 30, Is::Unread),
    ("submit job", 0, Is::Unread),
    ("conquer job --index 0", 0, Is::Unread),
    ("baseball compare", 0, Is::Unread),
    ("list", 0, Is::Unread),
    ("backends", 0, Is::Unread),
    ("completions bash", 0, Is::Unread),
];

/// Commands of which nothing is piped on.
const SILENT: [(&str, &str); 5] = [
    ("play", "a game in the terminal"),
    ("serve", "a server"),
    ("family", "writes a folder"),
    ("manual", "pages for man"),
    ("help", "says what the others say of themselves"),
];

/// Reader of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reader {
    Puzzle,
    /// A plan of pegsol-p02.
    Plan,
    /// A plan of pegsol-p02, or a certificate.
    Check,
    /// A plan of pegsol-p02, drawn.
    Shown,
    Steps,
    Actions,
    Domain,
    Problem,
    Sas,
    Model,
    Records,
    Growth,
}

const CONSUMERS: [(&str, Reader); 32] = [
    ("solve - --timeout 20", Reader::Puzzle),
    ("show - --json", Reader::Puzzle),
    ("count -", Reader::Puzzle),
    ("explain -", Reader::Puzzle),
    ("classify -", Reader::Puzzle),
    ("hint -", Reader::Puzzle),
    ("transform -", Reader::Puzzle),
    ("encode - --format pddl", Reader::Puzzle),
    ("decode - --model model", Reader::Puzzle),
    ("cube - JOB", Reader::Puzzle),
    ("check - plan.txt", Reader::Puzzle),
    ("generate --count 1 --pegs 8..9 --avoid -", Reader::Puzzle),
    ("check pegsol-p02 -", Reader::Check),
    ("show pegsol-p02 -", Reader::Shown),
    ("hint pegsol-p02 -", Reader::Plan),
    ("transform pegsol-p02 - --symmetry 0", Reader::Plan),
    ("check baseball-3 -", Reader::Steps),
    ("show baseball-3 -", Reader::Steps),
    ("validate d.pddl p.pddl -", Reader::Actions),
    ("improve d.pddl p.pddl -", Reader::Actions),
    ("validate - p.pddl actions", Reader::Domain),
    ("validate d.pddl - actions", Reader::Problem),
    ("plan - p.pddl", Reader::Domain),
    ("plan d.pddl -", Reader::Problem),
    ("plan --sas -", Reader::Sas),
    ("encode p.pddl --domain - --horizon 3", Reader::Domain),
    ("encode - --domain d.pddl --horizon 3", Reader::Problem),
    ("decode pegsol-p02 --model -", Reader::Model),
    (
        "decode p.pddl --domain d.pddl --horizon 3 --model -",
        Reader::Model,
    ),
    ("report -", Reader::Records),
    ("report --compare bench/records.jsonl -", Reader::Records),
    ("growth -", Reader::Growth),
];

/// Commands that read no text: names, folders, a terminal.
const DEAF: [(&str, &str); 11] = [
    ("play", "plays in the terminal what solve reads"),
    ("serve", "reads requests"),
    ("bench", "takes names and files"),
    ("family", "takes no input"),
    ("census", "takes the name of a board"),
    ("conquer", "takes a folder"),
    ("merge", "takes a folder"),
    ("status", "takes a folder"),
    ("submit", "takes a folder"),
    ("baseball", "takes numbers and names"),
    ("list", "takes words"),
];

/// Outcome that is due.
enum Due {
    Read,
    /// Any of these words.
    Refused(&'static [&'static str]),
    Named,
}

fn due(is: Is, reader: Reader) -> Due {
    match (reader, is) {
        (
            Reader::Puzzle,
            Is::Shown | Is::Solved | Is::Infeasible | Is::Undecided | Is::Toml | Is::PegProblem,
        )
        | (
            Reader::Plan | Reader::Shown | Reader::Check,
            Is::Solved | Is::Jumps | Is::SolvedJson | Is::ClassifiedJson,
        )
        | (Reader::Check, Is::SeveralJson | Is::InfeasibleJson)
        | (Reader::Shown, Is::InfeasibleJson)
        | (Reader::Steps, Is::BaseballSolved | Is::BaseballJson)
        | (Reader::Actions, Is::Actions | Is::ActionsJson)
        | (Reader::Model, Is::Model)
        | (Reader::Records, Is::Records)
        | (Reader::Growth, Is::GrowthTable)
        | (Reader::Domain, Is::Domain)
        | (Reader::Problem, Is::Problem) => Due::Read,
        (Reader::Domain, Is::Problem | Is::PegProblem) => {
            Due::Refused(&["a problem, not a domain"])
        }
        (Reader::Problem, Is::Domain | Is::PegDomain) => Due::Refused(&["a domain, not a problem"]),
        // Of another domain.
        (Reader::Problem, Is::PegProblem) => Due::Refused(&["type `location` is not declared"]),
        (Reader::Domain, Is::PegDomain) => Due::Refused(&["type `car` is not declared"]),
        (Reader::Puzzle, Is::Domain | Is::PegDomain) => {
            Due::Refused(&["begins a domain, not a problem"])
        }
        (Reader::Puzzle, Is::Problem) => Due::Refused(&["ferry"]),
        (Reader::Plan | Reader::Shown | Reader::Check, Is::Shown) => {
            Due::Refused(&["without a plan"])
        }
        (Reader::Plan | Reader::Shown | Reader::Check, Is::Infeasible) => {
            Due::Refused(&["says infeasible"])
        }
        (Reader::Plan | Reader::Shown | Reader::Check, Is::Undecided) => {
            Due::Refused(&["says undecided"])
        }
        (Reader::Plan | Reader::Shown | Reader::Check, Is::SeveralPlans)
        | (Reader::Plan | Reader::Shown, Is::SeveralJson) => Due::Refused(&["several plans"]),
        (Reader::Check, Is::UndecidedJson) => Due::Refused(&["says undecided"]),
        (Reader::Plan | Reader::Shown, Is::InfeasibleJson | Is::UndecidedJson) => {
            Due::Refused(&["has no plan"])
        }
        _ => Due::Named,
    }
}

/// A desk with all that the commands of the tables take.
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

/// Output of a producer.
fn printed(desk: &Desk, words: &str, status: i32) -> String {
    if let Some(file) = words.strip_prefix("FILE ") {
        return std::fs::read_to_string(desk.0.path().join(file)).unwrap();
    }
    let words = words.replace("pegsol-p02 --goal-is-elsewhere", "pegsol-p02 --finish 43");
    desk.gives(status, &words).out
}

fn fed(desk: &Desk, words: &str, text: &str) -> Said {
    let mut command = command(&desk.0, words.split(' '));
    let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = streams.stderr(Stdio::piped()).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    child.wait_with_output().unwrap().into()
}

/// Whether what was read means what was printed.
fn is_meant(said: &Said, words: &str, is: Is, original: &Value) -> bool {
    if words.starts_with("show - ") {
        let Ok(read) = serde_json::from_str::<Value>(&said.out) else {
            return false;
        };
        return is == Is::Undecided
            || is == Is::Toml
            || is == Is::Infeasible
            || ["geometry", "start", "goal"]
                .iter()
                .all(|field| read[field] == original[field]);
    }
    match (words, is) {
        ("check pegsol-p02 -" | "show pegsol-p02 -", Is::InfeasibleJson) => said.status == Some(1),
        ("check - plan.txt", Is::Shown | Is::Solved | Is::PegProblem) => said.status == Some(0),
        // Another puzzle, of which this is no plan.
        ("check - plan.txt", _) => matches!(said.status, Some(0..=2)),
        ("decode - --model model", _) => said.out.contains("unsatisfiable"),
        ("check pegsol-p02 -", _) => said.out.starts_with("solved: "),
        ("check baseball-3 -", _) => said.out.starts_with("solved: 5 steps"),
        ("validate d.pddl p.pddl -", _) => said.out.starts_with("valid: 3 actions"),
        _ => matches!(said.status, Some(0 | 20 | 30)),
    }
}

/// Fault of one pair, if any.
fn wrong(
    desk: &Desk,
    number: usize,
    (producer, is, text): &(&str, Is, String),
    (consumer, reader): (&str, Reader),
    original: &Value,
) -> Option<String> {
    let said = fed(
        desk,
        &consumer.replace("JOB", &format!("job{number}")),
        text,
    );
    let is_refused = |words: &[&str]| {
        let names = words.iter().any(|words| said.err.contains(words));
        let is_short = words.contains(&"") || said.err.lines().count() == 1;
        said.status == Some(2) && said.out.is_empty() && is_short && names
    };
    let is_right = match due(*is, reader) {
        Due::Read => is_meant(&said, consumer, *is, original),
        Due::Refused(words) => is_refused(words),
        Due::Named => is_refused(&[is.named()]),
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
fn whatever_is_printed_is_read_as_it_is_meant_or_refused_by_name() {
    let desk = desk();
    let original = desk.gives(0, &format!("show {P} --json")).json();
    let texts = PRODUCERS.map(|(words, status, is)| (words, is, printed(&desk, words, status)));
    // Those that are refused by the name of what they are: every third, of each producer and of each consumer some.
    let is_tried = |number: usize, is: Is, reader: Reader| {
        !matches!(due(is, reader), Due::Named)
            || (number + number / CONSUMERS.len()).is_multiple_of(3)
    };
    let pairs: Vec<_> = itertools::iproduct!(texts.iter(), CONSUMERS)
        .enumerate()
        .map(|(number, (text, consumer))| (number, text, consumer))
        .filter(|&(number, (_, is, _), (_, reader))| is_tried(number, *is, reader))
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

#[test]
fn every_command_is_in_the_tables() {
    let desk = Desk::new();
    let help = desk.gives(0, "--help").out;
    let commands = help
        .split("Commands:\n")
        .nth(1)
        .unwrap()
        .split("\n\n")
        .next()
        .unwrap();
    let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let names = commands.lines().filter(is_name);
    let names: BTreeSet<&str> = names
        .map(|line| line.split_whitespace().next().unwrap())
        .collect();
    assert!(names.len() > 25, "{help}");
    let first = |words: &'static str| words.split(' ').next().unwrap();
    let printing = PRODUCERS.iter().map(|(words, ..)| first(words));
    let printing: BTreeSet<&str> = printing.chain(SILENT.map(|(name, _)| name)).collect();
    let reading = CONSUMERS.iter().map(|(words, _)| first(words));
    let mut reading: BTreeSet<&str> = reading.chain(DEAF.map(|(name, _)| name)).collect();
    reading.extend(["backends", "completions", "manual", "help"]);
    for (what, table) in [("prints", printing), ("reads", reading)] {
        let missing: Vec<_> = names.difference(&table).collect();
        assert!(
            missing.is_empty(),
            "not in the table of what {what}: {missing:?}"
        );
        let gone: Vec<_> = table
            .difference(&names)
            .filter(|name| **name != "FILE")
            .collect();
        assert!(gone.is_empty(), "{what}, and is no command: {gone:?}");
    }
}
