//! The report as one HTML page, which needs neither network access nor other files.
//!
//! Everything is readable without scripts. With scripts, tables can be sorted and filtered. Frame, content security
//! policy, colours, fonts and scripts are shared with the pages of puzzles.

use std::collections::BTreeSet;
use std::fmt::Write;

use saut_base::words::{counted, grouped, quoted};
use saut_formats::markup::escaped;
use saut_formats::page::Frame;
use saut_formats::page::assets::{BASE, REPORT};
use saut_peg::peg::picture::Content;
use saut_peg::peg::{Board, Hole, Puzzle};
use saut_task::encode::Encoding;

use super::chart::{Chart, STYLE};
use super::table::{Table, TableValue};
use super::{LIMITS_PAGE, MachineFile, Report, summary, tables};

const PAGE_STYLE: &str = include_str!("html/page.css");
/// Maximum number of rows in the large table. The file `cells.csv` has all rows.
const MOST_ROWS: usize = 20_000;
/// Maximum number of doubts that are listed. Further doubts are only counted.
const MOST_DOUBTS: usize = 100;

/// Returns the page. `find` finds a puzzle by its name, so that the page can show its picture.
pub fn page(report: &Report, charts: &[Chart], find: &dyn Fn(&str) -> Option<Puzzle>) -> String {
    let title = format!("Report: {}", report.title());
    let [heading, facts] = [&title, &summary::facts(report)].map(|text| escaped(text));
    let tables = summary::tables(report);
    let rendered: String = tables.iter().map(|table| render(table, "")).collect();
    let figures = charts.iter().map(|chart| {
        let (key, chart) = (escaped(&chart.key), chart.inline());
        format!("<figure id=\"plot-{key}\">{chart}</figure>\n")
    });
    let page = format!(
        "<main>\n<header><h1>{heading}</h1>\n<p class=\"facts\">{facts}</p></header>\n{}{}{}{rendered}\
         <section id=\"plots\"><h2>Plots</h2>\n<p class=\"soft\">Point at a mark to see its instance and values.</p>\n{}</section>\n\
         {}{}<section id=\"limits\">\n{}</section>\n</main>\n",
        doubts(report),
        notes(report),
        contents(&tables, charts),
        figures.collect::<String>(),
        cells(report),
        puzzles(report, find),
        limits()
    );
    let frame = Frame {
        title: &title,
        style: &format!("{BASE}{STYLE}{PAGE_STYLE}"),
        modules: &REPORT,
        body: &page,
    };
    frame.write()
}

/// Returns the page about the limits of the numbers, with its headings one level lower.
fn limits() -> String {
    let lower = format!("#{}", LIMITS_PAGE.replace("\n#", "\n##"));
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, pulldown_cmark::Parser::new(&lower));
    html
}

fn doubts(report: &Report) -> String {
    let doubts = summary::doubts(report);
    if doubts.is_empty() {
        return String::new();
    }
    let mut html = format!(
        "<section class=\"alarm\" role=\"alert\"><h2>WRONG: {} that must not be trusted</h2>\n<ul>\n",
        counted(doubts.len(), "answer")
    );
    for doubt in doubts.iter().take(MOST_DOUBTS) {
        let (puzzle, sentence) = (escaped(&doubt.puzzle), escaped(&doubt.sentence));
        let _ = writeln!(html, "<li><strong>{puzzle}</strong>: {sentence}</li>");
    }
    if let Some(more @ 1..) = doubts.len().checked_sub(MOST_DOUBTS) {
        let _ = writeln!(html, "<li>and {} more</li>", grouped(more));
    }
    html + "</ul></section>\n"
}

fn notes(report: &Report) -> String {
    let items = report
        .warnings
        .iter()
        .map(|it| format!("<li>{}</li>\n", escaped(it)));
    let items: String = items.collect();
    let mut html = String::new();
    if !items.is_empty() {
        html =
            format!("<section aria-label=\"Notes\"><ul class=\"soft\">\n{items}</ul></section>\n");
    }
    html.extend(report.machines.iter().map(MachineFile::html));
    html
}

fn contents(tables: &[Table], charts: &[Chart]) -> String {
    let tables = tables.iter().map(|it| (it.key.as_str(), it.title.as_str()));
    let plots = (!charts.is_empty()).then_some(("plots", "Plots"));
    let rest = [
        ("cells", "Every instance with every solver"),
        ("puzzles", "Puzzles"),
        ("limits", "Limits of the numbers"),
    ];
    let item = |(key, title)| {
        let (key, title) = (escaped(key), escaped(title));
        format!("<li><a href=\"#{key}\">{title}</a></li>\n")
    };
    let items: String = tables.chain(plots).chain(rest).map(item).collect();
    format!("<nav aria-label=\"Contents\"><ul>\n{items}</ul></nav>\n")
}

/// Returns the large table with its filter.
fn cells(report: &Report) -> String {
    let mut table = tables::cells(report);
    let rows = table.rows.len();
    if rows > MOST_ROWS {
        table.rows.truncate(MOST_ROWS);
        let (first, all) = (grouped(MOST_ROWS), grouped(rows));
        let more = format!(" These are the first {first} of {all} rows; cells.csv has all rows.");
        table.note += &more;
    }
    let filter = format!(
        "<label>Show only rows with all these words: <input id=\"filter\" type=\"search\" autocomplete=\"off\"></label>\
         <p class=\"soft\" id=\"shown\" role=\"status\">{} rows</p>\n",
        table.rows.len()
    );
    render(&table, &filter)
}

/// Returns a sortable table with its heading.
fn render(table: &Table, before: &str) -> String {
    let [key, title, note] = [&table.key, &table.title, &table.note].map(|it| escaped(it));
    let tall = if table.rows.len() > 40 { " tall" } else { "" };
    let mut html = format!(
        "<section id=\"{key}\"><h2>{title}</h2>\n<p class=\"soft\">{note}</p>\n{before}\
         <div class=\"wide{tall}\" role=\"region\" aria-label=\"{title}\" tabindex=\"0\">\
         <table class=\"sortable\"><thead><tr>"
    );
    for column in &table.columns {
        let class = if column.numbers { " class=\"n\"" } else { "" };
        let title = escaped(&column.title);
        let _ = write!(
            html,
            "<th scope=\"col\"{class}><button type=\"button\">{title}</button></th>"
        );
    }
    html.push_str("</tr></thead><tbody>\n");
    for row in &table.rows {
        html.push_str("<tr>");
        let cells = table.columns.iter().zip(row);
        html.extend(cells.map(|(column, value)| cell(column.numbers, value)));
        html.push('\n');
    }
    html + "</tbody></table></div></section>\n"
}

/// Returns one cell, without the end tag, which is optional in HTML.
fn cell(numbers: bool, value: &TableValue) -> String {
    let shown = escaped(&value.shown);
    match (value.instance, value.order) {
        (Some(number), _) => format!("<td><a href=\"#i{number}\">{shown}</a>"),
        _ if shown == "wrong" => format!("<td class=wrong>{shown}"),
        (None, Some(order)) if numbers => format!("<td class=n data-v={order}>{shown}"),
        _ if numbers => format!("<td class=n>{shown}"),
        _ => format!("<td>{shown}"),
    }
}

/// Maximum number of puzzles with pictures and commands. The other puzzles are only named.
const MOST_PUZZLES: usize = 2_000;
/// Maximum number of commands listed for one instance.
const MOST_COMMANDS: usize = 30;

/// Returns the section of puzzles, one entry for each instance with the anchor `i` and its number.
fn puzzles(report: &Report, find: &dyn Fn(&str) -> Option<Puzzle>) -> String {
    let mut html = "<section id=\"puzzles\" class=\"puzzles\"><h2>Puzzles</h2>\n<p class=\"soft\">Start, goal, \
        and the commands that write the formulas again. A small dot is a vacancy, and a tiny dot in a goal is an \
        open hole.</p>\n"
        .to_owned();
    for (number, instance) in report.instances.iter().enumerate() {
        let (name, family) = (escaped(&instance.name()), escaped(&instance.family));
        let _ = writeln!(
            html,
            "<details id=\"i{number}\"><summary>{name} <span class=\"soft\">{family}, {} holes</span></summary>",
            instance.holes
        );
        if number < MOST_PUZZLES {
            let puzzle = find(&instance.puzzle);
            html += &puzzle.map_or_else(String::new, |puzzle| boards(&puzzle));
            let lines = commands(report, number);
            if !lines.is_empty() {
                let _ = write!(html, "<pre>{}</pre>", lines.join("\n"));
            }
        }
        html.push_str("</details>\n");
    }
    html + "</section>\n"
}

/// Returns the commands that write the formulas of an instance again.
fn commands(report: &Report, number: usize) -> Vec<String> {
    let cells = (0..report.solvers.len()).filter_map(|it| report.cell(it, number));
    let runs = cells.flat_map(|cell| report.runs_of(cell));
    let asked: BTreeSet<_> = runs
        .map(|run| (run.encoding.as_str(), run.horizon))
        .collect();
    let puzzle = &report.instances[number].puzzle;
    let asked = asked.into_iter();
    let lines = asked.filter_map(|(encoding, horizon)| command(puzzle, encoding, horizon));
    lines
        .take(MOST_COMMANDS)
        .map(|line| escaped(&line))
        .collect()
}

fn boards(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let title = puzzle.title.as_deref().unwrap_or("");
    let start = drawing(board, "start", |hole| {
        Content::in_position(puzzle.start(), hole)
    });
    let goal = drawing(board, "goal", |hole| Content::in_goal(puzzle.goal(), hole));
    format!(
        "<p>{}</p>\n<div class=\"boards\">{start}<span>→</span>{goal}</div>\n",
        escaped(title)
    )
}

/// Draws a board as dots. All holes with the same content are one path of points with round line ends.
fn drawing(board: &Board, what: &str, content: impl Fn(Hole) -> Content) -> String {
    let [mut pegs, mut vacancies, mut open] = [const { String::new() }; 3];
    for (hole, cell) in board.drawn().iter().enumerate() {
        let dots = match content(hole) {
            Content::Peg => &mut pegs,
            Content::Vacancy => &mut vacancies,
            Content::Open => &mut open,
        };
        let _ = write!(dots, "M{} {}h0", cell.x, cell.y);
    }
    let (width, height) = (board.width(), board.height());
    format!(
        "<svg class=\"board\" viewBox=\"-.5 -.5 {width} {height}\" role=\"img\" aria-label=\"{what}\">\
         <path class=\"v\" d=\"{vacancies}\"/><path class=\"o\" d=\"{open}\"/><path class=\"p\" d=\"{pegs}\"/></svg>"
    )
}

/// Returns `saut encode central --encoding r2-exists --horizon 6`, or `saut solve` for methods without a formula.
/// Returns `None` if `saut` does not have the encoding.
fn command(puzzle: &str, encoding: &str, horizon: Option<usize>) -> Option<String> {
    let puzzle = quoted(puzzle);
    let command = match (encoding, encoding.parse::<Encoding>()) {
        ("" | "-", _) => return Some(format!("saut solve {puzzle}")),
        ("pddl", _) => return Some(format!("saut encode {puzzle} --format pddl")),
        (_, Ok(ours @ Encoding::Smt)) => {
            format!("saut encode {puzzle} --encoding {ours} --format smtlib")
        }
        (_, Ok(ours)) => format!("saut encode {puzzle} --encoding {ours}"),
        (_, Err(_)) => return None,
    };
    let horizon = horizon.map(|steps| format!(" --horizon {steps}"));
    Some(command + &horizon.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use saut_formats::bundled;

    use super::{command, page};
    use crate::record::tests::run;
    use crate::record::{Record, RunOutcome};
    use crate::report::{Report, Runs, plots};

    fn of(puzzle: &str, outcome: RunOutcome) -> String {
        let record = Record {
            family: "f<>".to_owned(),
            ..run("b\"&", puzzle, outcome, 1.0)
        };
        let report = Report::new(Runs::from(vec![record]));
        page(
            &report,
            &plots::all(&report, &plots::Chosen::default()),
            &|name| bundled::named(name).ok(),
        )
    }

    #[test]
    fn a_page_loads_nothing_and_takes_no_name_for_markup() {
        let page = of("<script>alert(1)</script>\"&", RunOutcome::Solved);
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;"));
        assert_eq!(page.matches("<script").count(), 1);
        let stylesheet = "<link rel=\"stylesheet";
        for outside in ["src=", "url(", "@import", stylesheet, "href=\"http"] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert!(!page.contains("class=\"alarm\""));
    }

    #[test]
    fn what_is_wrong_stands_before_every_table() {
        let page = of("central", RunOutcome::Wrong);
        let [alarm, table] = ["class=\"alarm\"", "<table"].map(|it| page.find(it).unwrap());
        assert!(alarm < table);
    }

    #[test]
    fn a_bundled_puzzle_has_its_picture_and_another_has_none() {
        assert!(of("central", RunOutcome::Solved).contains("class=\"board\""));
        assert!(!of("nobody-knows", RunOutcome::Solved).contains("class=\"board\""));
    }

    #[test]
    fn every_encoding_that_we_can_name_can_be_asked_for_again_and_others_are_not_guessed_at() {
        let of = |encoding| command("central", encoding, Some(31)).unwrap();
        for (encoding, wanted) in [
            (
                "sequential/ladder",
                "--encoding sequential/ladder --horizon 31",
            ),
            (
                "smt, form disjunction",
                "--encoding smt --format smtlib --horizon 31",
            ),
            (
                "r2-exists, order fresh:7, not folded, not packed",
                "--encoding r2-exists/fresh:7/unfolded --horizon 31",
            ),
            ("pddl", "--format pddl"),
        ] {
            assert_eq!(of(encoding), format!("saut encode central {wanted}"));
        }
        let solve = command("a 'b'", "-", None).unwrap();
        assert_eq!(solve, "saut solve 'a '\\''b'\\'''");
        for unknown in ["theirs", "r2-exists, sideways", "smt, form integer"] {
            assert_eq!(command("central", unknown, Some(3)), None);
        }
    }
}
