//! Time to a checked plan: the table of the README, and the guard that nothing gets slower.
//!
//! `cargo bench --bench plans` runs every puzzle with several seeds in the default portfolio and
//! prints a Markdown table. Between two runs a fixed formula is refuted, and the last column counts in
//! times of that reference, so that the speed of the machine cancels out.
//!
//! - `--seeds N` and names of puzzles narrow the table; `--short` takes what is over in seconds.
//! - `--compare RECORD` puts each median beside that of a table printed before, both in references,
//!   and fails above `--factor F` (1.5 unless told).
//! - `count`, `minimise` and `catalogue` are rows of their own; `formulas` adds all by formulas alone,
//!   `reference` `CaDiCaL` on `sequential`.

#[path = "plans/record.rs"]
mod record;

use std::time::{Duration, Instant};

use record::{Record, Row};
use rustsat::instances::Cnf;
use rustsat::types::Clause;
use saut::backend::{self, Answer, Backend, SolveLimits};
use saut::decide::{EncodingChoice, MethodChoice, Minimise, Settings, Verdict};
use saut::encode::Encoding;
use saut::formats::bundled;
use saut::formula::{Formula, VarName, literal};
use saut::peg::{Goal, Puzzle};
use saut::search::SearchSettings;
use saut::stop::Stop;

/// The puzzles of the table, with the seconds that each may take. A name that ends in [`ANYWHERE`] is
/// the start of a puzzle with the goal left open: one peg anywhere.
const PUZZLES: [(&str, u64); 14] = [
    ("central", 60),
    ("central, one peg anywhere", 60),
    ("corsair", 60),
    ("corsair, one peg anywhere", 60),
    ("german-central", 120),
    ("german-central, one peg anywhere", 120),
    ("triple-cross", 120),
    ("square-6-central", 60),
    ("square-9-central", 60),
    ("square-11", 120),
    ("square-12-central", 240),
    ("square-15-central", 600),
    ("square-20", 600),
    ("army-4", 60),
];

const ANYWHERE: &str = ", one peg anywhere";

/// Left out by `--short`.
const LONG: [&str; 2] = ["square-15-central", "square-20"];

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let after = |flag: &str| arguments.iter().skip_while(|a| *a != flag).nth(1);
    let named = |name: &str| arguments.iter().any(|a| a == name);
    let short = named("--short");
    let usual = if short { 5 } else { 20 };
    let seeds: u64 = after("--seeds")
        .and_then(|n| n.parse().ok())
        .unwrap_or(usual);
    let factor: f64 = after("--factor")
        .and_then(|n| n.parse().ok())
        .unwrap_or(1.5);
    let before = after("--compare").map(|path| Record::read(path));
    let others = ["count", "formulas", "minimise", "catalogue", "reference"];
    let mut rows = PUZZLES.iter().map(|(name, _)| *name).chain(others);
    let some_named = rows.any(named);

    let mut table = Table::new(before, factor);
    let wanted = |name: &str| {
        if some_named {
            named(name)
        } else {
            !short || !LONG.contains(&name)
        }
    };
    for (name, limit) in PUZZLES.into_iter().filter(|(name, _)| wanted(name)) {
        let puzzle = puzzle(name);
        table.row(name, seeds, |seed| {
            solve(&puzzle, &Settings::default(), seed, limit)
        });
    }
    if named("count") || !(some_named || short) {
        table.row("central, solutions counted", seeds.min(5), count);
    }
    if named("formulas") {
        let formulas = Settings {
            method: MethodChoice::Formulas,
            ..Settings::default()
        };
        for (name, limit) in PUZZLES.into_iter().filter(|(name, _)| !LONG.contains(name)) {
            let puzzle = puzzle(name);
            table.row(&format!("{name}, by formulas"), seeds, |seed| {
                solve(&puzzle, &formulas, seed, limit)
            });
        }
    }
    if named("minimise") || !(some_named || short) {
        let fewest = Settings {
            minimise: Some(Minimise::Actions),
            ..Settings::default()
        };
        let puzzle = puzzle("army-4");
        table.row("army-4, fewest jumps", seeds.min(5), |seed| {
            solve(&puzzle, &fewest, seed, 120)
        });
    }
    if named("catalogue") || !(some_named || short) {
        let records = bundled::in_files(&["instances/catalogue.toml"]);
        let name = format!("the {} catalogue puzzles together", records.len());
        table.row(&name, seeds.min(5), |seed| {
            let seconds = |puzzle| solve(puzzle, &Settings::default(), seed, 60);
            records.iter().map(seconds).sum()
        });
    }
    if named("reference") {
        let reference = Settings {
            backends: vec!["cadical".to_owned()],
            encoding: Some(EncodingChoice::Fixed(Encoding::SEQUENTIAL)),
            threads: std::num::NonZeroUsize::new(1),
            ..Settings::default()
        };
        let puzzle = puzzle("central");
        table.row("central, CaDiCaL on sequential", seeds, |seed| {
            solve(&puzzle, &reference, seed, 300)
        });
    }
    if table.failed {
        std::process::exit(1);
    }
}

/// The table in the making.
struct Table {
    before: Option<Record>,
    factor: f64,
    backend: Box<dyn Backend>,
    formula: Formula,
    failed: bool,
}

impl Table {
    fn new(before: Option<Record>, factor: f64) -> Self {
        print!("{}", Record::head(before.is_some()));
        Self {
            before,
            factor,
            backend: backend::by_name("batsat").expect("it is built in"),
            formula: pigeons(),
            failed: false,
        }
    }

    /// The seconds of one reference.
    fn reference(&self) -> f64 {
        let began = Instant::now();
        let outcome = self.backend.solve(&self.formula, &SolveLimits::default());
        assert_eq!(outcome.map(|outcome| outcome.answer), Ok(Answer::Unsat));
        began.elapsed().as_secs_f64()
    }

    fn row(&mut self, name: &str, seeds: u64, run: impl Fn(u64) -> f64) {
        let mut processor = Some(0.0);
        let times = (1..=seeds).map(|seed| {
            let reference = self.reference();
            let began = record::processor_seconds();
            let time = run(seed);
            let used = record::processor_seconds().zip(began);
            processor = processor
                .zip(used)
                .map(|(sum, (end, begin))| sum + end - begin);
            (time, reference)
        });
        let times: Vec<_> = times.collect();
        let row = Row::of(name, &times, processor);
        println!("{}", row.line(self.before.as_ref()));
        let before = self.before.as_ref().and_then(|record| record.median(name));
        if before.is_some_and(|before| row.is_slower(before, self.factor)) {
            eprintln!("{name}: more than {} times its median before", self.factor);
            self.failed = true;
        }
    }
}

/// Eight pigeons in seven holes: unsatisfiable, and nothing of ours is in it.
fn pigeons() -> Formula {
    const HOLES: usize = 7;
    let sits = |pigeon: usize, hole: usize| literal(HOLES * pigeon + hole);
    let mut cnf = Cnf::new();
    for pigeon in 0..=HOLES {
        cnf.add_clause((0..HOLES).map(|hole| sits(pigeon, hole)).collect());
        for (other, hole) in (0..pigeon).flat_map(|other| (0..HOLES).map(move |hole| (other, hole)))
        {
            let apart: Clause = [!sits(pigeon, hole), !sits(other, hole)]
                .into_iter()
                .collect();
            cnf.add_clause(apart);
        }
    }
    let names = vec![VarName::Auxiliary; HOLES * (HOLES + 1)];
    Formula::Cnf { cnf, names }
}

/// A puzzle of the table.
fn puzzle(name: &str) -> Puzzle {
    if let Some(name) = name.strip_suffix(ANYWHERE) {
        let closed = bundled::named(name).expect("a bundled puzzle");
        let (board, start) = (closed.board().clone(), closed.start().clone());
        let goal = Goal::one_peg(&board);
        return Puzzle::new(name, board, start, goal).expect("it has pegs");
    }
    match name {
        "square-20" => record::square_20(),
        name => bundled::named(name).expect("a bundled puzzle"),
    }
}

/// Seconds to a checked plan; infinite if there was none in time.
fn solve(puzzle: &Puzzle, settings: &Settings, seed: u64, limit: u64) -> f64 {
    let settings = Settings {
        seed,
        stop: Stop::new(Some(Duration::from_secs(limit)), None),
        ..settings.clone()
    };
    match saut::decide(puzzle, &settings) {
        Ok(decision) if matches!(decision.verdict, Verdict::Solved(_)) => {
            decision.elapsed.as_secs_f64()
        }
        Ok(_) => f64::INFINITY,
        Err(error) => {
            eprintln!("{}: {error}", puzzle.name());
            f64::INFINITY
        }
    }
}

/// Seconds to count the solutions of the central game; the seed changes nothing.
fn count(_: u64) -> f64 {
    const SOLUTIONS: u128 = 40_861_647_040_079_968;
    let puzzle = bundled::named("central").expect("a bundled puzzle");
    let began = Instant::now();
    let count = saut::count::solutions(&puzzle, &SearchSettings::default());
    assert_eq!(count.map(|count| count.solutions).ok(), Some(SOLUTIONS));
    began.elapsed().as_secs_f64()
}
