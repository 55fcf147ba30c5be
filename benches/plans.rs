//! Time to a checked plan: prints the table of the README and detects slowdowns.
//!
//! `cargo bench --bench plans` solves every puzzle with several seeds in the default portfolio and prints a Markdown
//! table. Between two runs, a fixed formula is refuted as a reference. The last column gives the time as a multiple of
//! this reference, so the speed of the machine cancels out.
//!
//! - `--seeds N` and names of puzzles restrict the table; `--short` keeps the rows that take only seconds.
//! - `--compare RECORD` compares the medians (in references) with an earlier table, and fails if a median is more than
//!   `--factor F` times as large (default 1.5).
//! - `count`, `minimise` and `catalogue` add rows. `formulas` adds a row in which only formulas solve all puzzles.
//!   `reference` uses `CaDiCaL` on `sequential`.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use rustsat::clause;
use rustsat::instances::Cnf;
use saut::backend::{self, Answer, Backend, SolveLimits};
use saut::decide::{EncodingChoice, MethodChoice, Minimise, Settings, Verdict};
use saut::encode::Encoding;
use saut::formats::bundled;
use saut::formula::{Formula, VarName, literal};
use saut::peg::{Goal, Position, Puzzle, boards};
use saut::search::SearchSettings;
use saut::stop::Stop;

/// The puzzles of the table, with the time limit of each in seconds. A name that ends in [`ANYWHERE`] is the start of a
/// puzzle with an open goal: one peg anywhere.
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

/// Puzzles that `--short` leaves out.
const LONG: [&str; 2] = ["square-15-central", "square-20"];

/// When a row is part of the table if no rows are named on the command line.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Always,
    /// Without `--short`.
    Long,
    Never,
}

/// A row to measure. Its time is the sum over its puzzles.
struct Row {
    /// The word on the command line that selects the row.
    word: &'static str,
    when: Kind,
    name: String,
    most_seeds: u64,
    puzzles: Vec<Puzzle>,
    settings: Settings,
    /// Time limit of a puzzle in seconds.
    limit: u64,
}

impl Row {
    fn new(word: &'static str, when: Kind, name: &str, puzzles: Vec<Puzzle>, limit: u64) -> Self {
        Self {
            word,
            when,
            name: name.to_owned(),
            most_seeds: u64::MAX,
            puzzles,
            settings: Settings::default(),
            limit,
        }
    }

    fn seconds(&self, seed: u64) -> f64 {
        if self.word == "count" {
            return count(&self.puzzles[0]);
        }
        let seconds = |puzzle| solve(puzzle, &self.settings, seed, self.limit);
        self.puzzles.iter().map(seconds).sum()
    }
}

/// All rows, in the order of the table.
fn rows() -> Vec<Row> {
    let usual = |(name, limit)| {
        let is_long = LONG.contains(&name);
        let when = if is_long { Kind::Long } else { Kind::Always };
        Row::new(name, when, name, vec![puzzle(name)], limit)
    };
    let mut rows: Vec<Row> = PUZZLES.map(usual).into();
    let (title, central) = ("central, solutions counted", vec![puzzle("central")]);
    rows.push(Row {
        most_seeds: 5,
        ..Row::new("count", Kind::Long, title, central.clone(), 0)
    });
    for (name, limit) in PUZZLES.into_iter().filter(|(name, _)| !LONG.contains(name)) {
        let title = format!("{name}, by formulas");
        let mut row = Row::new("formulas", Kind::Never, &title, vec![puzzle(name)], limit);
        row.settings.method = MethodChoice::Formulas;
        rows.push(row);
    }
    let (title, army) = ("army-4, fewest jumps", vec![puzzle("army-4")]);
    let mut fewest = Row::new("minimise", Kind::Long, title, army, 120);
    (fewest.settings.minimise, fewest.most_seeds) = (Some(Minimise::Actions), 5);
    let catalogue = bundled::in_files(&["instances/catalogue.toml"]);
    let title = format!("the {} catalogue puzzles together", catalogue.len());
    let mut catalogue = Row::new("catalogue", Kind::Long, &title, catalogue, 60);
    catalogue.most_seeds = 5;
    let title = "central, CaDiCaL on sequential";
    let mut reference = Row::new("reference", Kind::Never, title, central, 300);
    reference.settings.backends = vec!["cadical".to_owned()];
    reference.settings.encoding = Some(EncodingChoice::Fixed(Encoding::SEQUENTIAL));
    reference.settings.threads = std::num::NonZeroUsize::new(1);
    rows.extend([fewest, catalogue, reference]);
    rows
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let after = |flag: &str| arguments.iter().skip_while(|a| *a != flag).nth(1);
    let named = |name: &str| arguments.iter().any(|a| a == name);
    let short = named("--short");
    let seeds: Option<u64> = after("--seeds").and_then(|n| n.parse().ok());
    let seeds = seeds.unwrap_or(if short { 5 } else { 20 });
    let factor: Option<f64> = after("--factor").and_then(|n| n.parse().ok());
    let before = after("--compare").map(|path| medians(path));
    let rows = rows();
    let some_named = rows.iter().any(|row| named(row.word));
    let mut table = Table::new(before, factor.unwrap_or(1.5));
    for row in rows {
        let usual = row.when == Kind::Always || (row.when == Kind::Long && !short);
        if named(row.word) || (usual && !some_named) {
            table.row(&row, seeds.min(row.most_seeds));
        }
    }
    if table.failed {
        std::process::exit(1);
    }
}

/// The table, while it is being computed.
struct Table {
    before: Option<HashMap<String, f64>>,
    factor: f64,
    backend: Box<dyn Backend>,
    formula: Formula,
    failed: bool,
}

impl Table {
    fn new(before: Option<HashMap<String, f64>>, factor: f64) -> Self {
        let (head, rule) = match before {
            Some(_) => (" before | ratio |", "---|---|"),
            None => ("", ""),
        };
        println!(
            "| puzzle | seeds | min s | median s | max s | median in references | mean processor s |{head}\n\
             |---|---|---|---|---|---|---|{rule}"
        );
        Self {
            before,
            factor,
            backend: backend::by_name("batsat").expect("it is built in"),
            formula: pigeons(),
            failed: false,
        }
    }

    /// Duration of the reference in seconds.
    fn reference(&self) -> f64 {
        let began = Instant::now();
        let outcome = self.backend.solve(&self.formula, &SolveLimits::default());
        assert_eq!(outcome.map(|outcome| outcome.answer), Ok(Answer::Unsat));
        began.elapsed().as_secs_f64()
    }

    fn row(&mut self, row: &Row, seeds: u64) {
        let name = &row.name;
        let (mut times, mut ratios, mut processor) = (Vec::new(), Vec::new(), Some(0.0));
        for seed in 1..=seeds {
            let reference = self.reference();
            let began = processor_seconds();
            let time = row.seconds(seed);
            let used = processor_seconds()
                .zip(began)
                .map(|(end, begin)| end - begin);
            processor = processor.zip(used).map(|(sum, used)| sum + used);
            times.push(time);
            ratios.push(time / reference);
        }
        // The median is the middle value, or the larger one of two middle values.
        let [median, in_references] = [&mut times, &mut ratios].map(|values| {
            values.sort_by(f64::total_cmp);
            values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
        });
        let (least, most) = (
            times.first().unwrap_or(&f64::INFINITY),
            times.last().unwrap_or(&0.0),
        );
        #[expect(clippy::cast_precision_loss, reason = "a few runs")]
        let mean = processor.map(|sum| sum / seeds as f64);
        let mean = mean.map_or_else(|| "–".to_owned(), |seconds| format!("{seconds:.3}"));
        let before = self
            .before
            .as_ref()
            .map(|medians| medians.get(name).copied());
        let compared = match before {
            Some(Some(before)) => format!(" {before:.2} | {:.2} |", in_references / before),
            Some(None) => " – | – |".to_owned(),
            None => String::new(),
        };
        println!(
            "| {name} | {seeds} | {least:.3} | {median:.3} | {most:.3} | {in_references:.2} | {mean} |{compared}"
        );
        let is_slower = |before| median > NOISE && in_references > self.factor * before;
        if before.flatten().is_some_and(is_slower) {
            eprintln!("{name}: more than {} times its median before", self.factor);
            self.failed = true;
        }
    }
}

/// Medians below this many seconds are noise and are not compared.
const NOISE: f64 = 0.002;

/// Eight pigeons in seven holes: unsatisfiable, and independent of our code.
fn pigeons() -> Formula {
    const HOLES: usize = 7;
    let sits = |pigeon: usize, hole: usize| literal(HOLES * pigeon + hole);
    let mut cnf = Cnf::new();
    for pigeon in 0..=HOLES {
        cnf.add_clause((0..HOLES).map(|hole| sits(pigeon, hole)).collect());
        for (other, hole) in itertools::iproduct!(0..pigeon, 0..HOLES) {
            cnf.add_clause(clause![!sits(pigeon, hole), !sits(other, hole)]);
        }
    }
    let names = vec![VarName::Auxiliary; HOLES * (HOLES + 1)];
    Formula::Cnf { cnf, names }
}

fn puzzle(name: &str) -> Puzzle {
    if let Some(name) = name.strip_suffix(ANYWHERE) {
        let closed = bundled::named(name).expect("a bundled puzzle");
        let (board, start) = (closed.board().clone(), closed.start().clone());
        let goal = Goal::one_peg(&board);
        return Puzzle::new(name, board, start, goal).expect("it has pegs");
    }
    if name != "square-20" {
        return bundled::named(name).expect("a bundled puzzle");
    }
    // Full except for one hole near the centre; the goal is one peg near the centre. By position class, the last peg
    // cannot be where the vacancy was.
    let board = boards::named(name).expect("a square");
    let single = |x: usize, y: usize| Position::from_holes(board.len(), [20 * y + x]);
    let (start, goal) = (single(10, 8).complement(), Goal::exactly(single(9, 11)));
    Puzzle::new(name, board, start, goal).expect("it has pegs")
}

/// Seconds until a checked plan; infinite if there was none within the limit.
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

/// Seconds to count the solutions of the central game.
fn count(central: &Puzzle) -> f64 {
    const SOLUTIONS: u128 = 40_861_647_040_079_968;
    let began = Instant::now();
    let count = saut::count::solutions(central, &SearchSettings::default());
    assert_eq!(count.map(|count| count.solutions).ok(), Some(SOLUTIONS));
    began.elapsed().as_secs_f64()
}

/// Processor time of this process so far, in hundredths of a second, if `/proc` is available.
fn processor_seconds() -> Option<f64> {
    const A_SECOND: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<f64>().ok();
    Some((next()? + next()?) / A_SECOND)
}

/// Medians of the tables in a file, in references, by name.
///
/// # Panics
/// If the file cannot be read or has no such table, since nothing would be compared.
fn medians(path: &str) -> HashMap<String, f64> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{path}: {why}"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, name, seeds, _, _, _, in_references, ..] = cells[..] else {
            return None;
        };
        seeds.parse::<usize>().ok()?;
        Some((name.to_owned(), in_references.parse().ok()?))
    };
    // If several rows have the same name, the first one counts.
    let rows: HashMap<_, _> = text.lines().rev().filter_map(row).collect();
    assert!(!rows.is_empty(), "{path}: no table of this bench");
    rows
}
