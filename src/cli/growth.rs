//! `saut growth`: the number of boards at each distance from given boards, compared with the numbers in a file.

use saut::formats::growth_file::{GrowthLine, read_growth};
use saut::formats::text_kind::{self, TextKind};
use schemars::JsonSchema;
use serde::Serialize;

use super::arguments::{Global, Growth, GrowthFormat};
use super::interrupt::interruptible;
use super::reply::{CommandOutput, Failure};
use super::{count, input, print, status};

const HEAD: &str = "# Growth tables

Made by `saut growth FILE --format markdown`. *Both* counts the boards first reached at each distance by
jumps and reverse jumps in any order. *Reverse* counts the boards reached only by reverse jumps, *with axis*
the boards among them with an axis of symmetry. A cell that differs from the printed table has the printed
number after ≠.
";

pub fn run(arguments: &Growth, global: &Global) -> Result<CommandOutput, Failure> {
    let text = input::text(&arguments.table, &global.stop)?;
    let within = |bad: saut::BadInput| bad.within(&arguments.table);
    let table = read_growth(&text).map_err(|bad| {
        let reads = |kind| kind == TextKind::GrowthTable;
        within(text_kind::other_than(&text, "a growth table", reads).unwrap_or(bad))
    })?;
    let stop = interruptible(&global.stop);
    let began = std::time::Instant::now();
    let distance = arguments.distance.unwrap_or(table.distance);
    let lines = match table.count(distance, &stop) {
        Ok(lines) => lines,
        Err(why) => return count::refuse(&arguments.table, why, began),
    };
    let cells = lines
        .iter()
        .flat_map(|line| (0..=distance).filter_map(|at| line.differs(at)));
    let (differ, agree): (Vec<bool>, Vec<bool>) = cells.partition(|differs| *differs);
    let (differ, agree) = (differ.len(), agree.len());
    let table = match arguments.format {
        GrowthFormat::Text => plain(&lines, distance),
        GrowthFormat::Markdown => markdown(&lines, distance) + "\n",
    };
    let cells = print::counted(agree, "cell");
    let compared = if agree + differ > 0 {
        format!("{cells} agree with the printed table, {differ} differ.\n")
    } else {
        String::new()
    };
    let text = format!("{table}{compared}");
    let document = GrowthDocument {
        agree,
        differ,
        lines: &lines,
    };
    Ok(CommandOutput::new(status::SOLVED, document, text))
}

/// A growth table.
#[derive(Serialize, JsonSchema)]
pub struct GrowthDocument<'a> {
    /// Number of entries that agree with the printed entries.
    agree: usize,
    /// Number of entries that differ.
    differ: usize,
    /// The lines of the table.
    #[schemars(with = "Vec<GrowthRow>")]
    lines: &'a [GrowthLine],
}

/// A line of a growth table.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "describes a type of another crate")]
#[schemars(rename = "Line")]
struct GrowthRow {
    /// The name of the row, or total.
    name: String,
    /// The boards at distance 0, as in the file; empty for a total.
    from: String,
    /// The counted quantity: both, reverse or with axis.
    quantity: String,
    /// The number for each distance, from 0.
    found: Vec<u64>,
    /// The printed number for each distance. This list may be shorter than `found`.
    printed: Vec<u64>,
}

/// Returns the cells of a line. Each cell has the computed number, and the printed number if it differs.
fn cells(line: &GrowthLine, between: &str) -> Vec<String> {
    let cell = |(distance, found): (usize, &u64)| {
        let found = print::grouped(*found);
        match (line.differs(distance), line.printed.get(distance)) {
            (Some(true), Some(printed)) => format!("{found}{between}{}", print::grouped(*printed)),
            _ => found,
        }
    };
    line.found.iter().enumerate().map(cell).collect()
}

/// Returns the growth factors of a line: each number divided by its predecessor.
fn factors(line: &GrowthLine) -> Vec<String> {
    #[expect(
        clippy::cast_precision_loss,
        reason = "one digit after the point is shown"
    )]
    let factor = |pair: &[u64]| match pair {
        [before, after] if *before > 0 => format!("{:.1}", *after as f64 / *before as f64),
        _ => "-".to_owned(),
    };
    let factors = line.found.windows(2).map(factor);
    std::iter::once("-".to_owned()).chain(factors).collect()
}

fn plain(lines: &[GrowthLine], distance: usize) -> String {
    let row = |name: &str, quantity: &str, cells: Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>9}")).collect();
        format!("{name:<8} {quantity:<10} {}\n", cells.join(" "))
    };
    let head = (0..=distance).map(|at| at.to_string()).collect();
    let rows = lines.iter();
    let rows = rows.map(|line| {
        let numbers = row(&line.name, line.quantity, cells(line, "!="));
        numbers + &row("", "  factor", factors(line))
    });
    row("row", "quantity", head) + &rows.collect::<String>()
}

fn markdown(lines: &[GrowthLine], distance: usize) -> String {
    let row = |name: &str, from: &str, quantity: &str, cells: Vec<String>| {
        let cells = cells.join(" | ");
        format!("| {name} | {from} | {quantity} | {cells} |\n")
    };
    let head = (0..=distance).map(|at| at.to_string()).collect();
    let head = row("row", "from", "quantity", head);
    let rows = lines.iter().map(|line| {
        let from = line.from.replace('|', "\\|");
        row(&line.name, &from, line.quantity, cells(line, " ≠ "))
    });
    let (rows, columns) = (rows.collect::<String>(), "---:|".repeat(distance + 1));
    format!("{HEAD}\n{head}|---|---|---|{columns}\n{rows}")
}
