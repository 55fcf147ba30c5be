//! Records: rows of a Markdown table, written and read back.

use saut::peg::{Goal, Position, Puzzle, boards};

/// A row: seconds, and the median in times of the reference.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    name: String,
    seeds: usize,
    least: f64,
    median: f64,
    most: f64,
    in_references: f64,
    /// Of all threads, on average, where the system tells.
    processor: Option<f64>,
}

/// Medians below this many seconds are not compared: they are noise.
const NOISE: f64 = 0.002;

/// The value in the middle; of two, the larger.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

impl Row {
    /// The row of some runs, each with the seconds of the reference before it, and of the processor
    /// seconds of all together.
    pub fn of(name: &str, runs: &[(f64, f64)], processor: Option<f64>) -> Self {
        let seconds = || runs.iter().map(|run| run.0);
        Self {
            name: name.to_owned(),
            seeds: runs.len(),
            least: seconds().fold(f64::INFINITY, f64::min),
            median: median(seconds()),
            most: seconds().fold(0.0, f64::max),
            in_references: median(runs.iter().map(|(run, reference)| run / reference)),
            processor: processor.map(|sum| {
                #[expect(clippy::cast_precision_loss, reason = "a few runs")]
                let runs = runs.len() as f64;
                sum / runs
            }),
        }
    }

    /// As it is printed; beside the median of a record, if it is compared with one.
    pub fn line(&self, before: Option<&Record>) -> String {
        let processor = match self.processor {
            Some(seconds) => format!("{seconds:.3}"),
            None => "–".to_owned(),
        };
        let compared = match before.map(|record| record.median(&self.name)) {
            Some(Some(before)) => {
                let ratio = self.in_references / before;
                format!(" {before:.2} | {ratio:.2} |")
            }
            Some(None) => " – | – |".to_owned(),
            None => String::new(),
        };
        format!(
            "| {} | {} | {:.3} | {:.3} | {:.3} | {:.2} | {processor} |{compared}",
            self.name, self.seeds, self.least, self.median, self.most, self.in_references
        )
    }

    /// Whether the median, in references, is more than `factor` times what it was before.
    pub fn is_slower(&self, before: f64, factor: f64) -> bool {
        self.median > NOISE && self.in_references > factor * before
    }
}

/// The processor seconds of this process so far, in hundredths, where `/proc` tells.
pub fn processor_seconds() -> Option<f64> {
    const A_SECOND: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<f64>().ok();
    Some((next()? + next()?) / A_SECOND)
}

/// The medians of a table, in references, by name.
#[derive(Clone, Debug, Default)]
pub struct Record(Vec<(String, f64)>);

impl Record {
    /// The head of a table.
    pub fn head(compares: bool) -> &'static str {
        if compares {
            "| puzzle | seeds | min s | median s | max s | median in references | mean processor s \
             | before | ratio |\n|---|---|---|---|---|---|---|---|---|\n"
        } else {
            "| puzzle | seeds | min s | median s | max s | median in references | mean processor s |\n\
             |---|---|---|---|---|---|---|\n"
        }
    }

    /// Reads the tables of a file.
    ///
    /// # Panics
    /// If it cannot be read or has no such table: then nothing would be compared.
    pub fn read(path: &str) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{path}: {why}"));
        let row = |line: &str| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let [_, name, seeds, _, _, _, in_references, ..] = cells[..] else {
                return None;
            };
            seeds.parse::<usize>().ok()?;
            Some((name.to_owned(), in_references.parse().ok()?))
        };
        let rows: Vec<_> = text.lines().filter_map(row).collect();
        assert!(!rows.is_empty(), "{path}: no table of this bench");
        Self(rows)
    }

    /// The median of a puzzle, in references.
    pub fn median(&self, name: &str) -> Option<f64> {
        let mut rows = self.0.iter();
        rows.find(|row| row.0 == name).map(|row| row.1)
    }
}

/// The square of side 20: full but for one hole near the centre, to be left with one peg near it. None
/// can be left where the vacancy was, by class.
pub fn square_20() -> Puzzle {
    let board = boards::named("square-20").expect("a square");
    let single = |x: usize, y: usize| Position::from_holes(board.len(), [20 * y + x]);
    let (start, goal) = (single(10, 8).complement(), Goal::exactly(single(9, 11)));
    Puzzle::new("square-20", board, start, goal).expect("it has pegs")
}
