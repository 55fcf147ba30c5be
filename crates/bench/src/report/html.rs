//! The report as one HTML page that needs nothing else: no network, no other file.
//!
//! Everything can be read without scripts; with them, tables sort and filter. Frame, policy, colours,
//! letters and scripts are those of the pages of puzzles.

mod puzzle;

use std::fmt::Write;

use saut_peg::peg::Puzzle;

use super::chart::{Chart, STYLE};
use super::table::{Table, TableValue};
use super::{LIMITS_PAGE, Report, doubt, markdown, number, spread};
use saut_formats::markup::escaped;
use saut_formats::page::Frame;
use saut_formats::page::assets::{BASE, REPORT};

const PAGE_STYLE: &str = include_str!("html/page.css");
/// Rows of the large table; a page with more is no help.
const MOST_ROWS: usize = 20_000;
/// Wrong answers listed before the rest is only counted.
const MOST_DOUBTS: usize = 100;

/// The page. `find` gives the puzzle of a name, for its picture, if it is known.
pub fn page(report: &Report, charts: &[Chart], find: &dyn Fn(&str) -> Option<Puzzle>) -> String {
    let title = format!("Report: {}", report.title());
    let mut page = format!(
        "<main>\n<header><h1>{}</h1>\n<p class=\"facts\">{}</p></header>\n",
        escaped(&title),
        escaped(&markdown::facts(report))
    );
    page.push_str(&doubts(report));
    page.push_str(&notes(report));
    let tables = markdown::tables(report);
    page.push_str(&contents(&tables, charts));
    for table in &tables {
        page.push_str(&render(table, ""));
    }
    page.push_str("<section id=\"plots\"><h2>Plots</h2>\n<p class=\"soft\">Point at a mark to see what it is.</p>\n");
    for chart in charts {
        let _ = writeln!(
            page,
            "<figure id=\"plot-{}\">{}</figure>",
            escaped(&chart.key),
            chart.inline()
        );
    }
    page.push_str("</section>\n");
    page.push_str(&cells(report));
    page.push_str(&puzzle::section(report, find));
    let _ = write!(
        page,
        "<section id=\"limits\">\n{}</section>\n</main>\n",
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

/// The page of limits, its headings one level lower.
fn limits() -> String {
    let lower = format!("#{}", LIMITS_PAGE.replace("\n#", "\n##"));
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, pulldown_cmark::Parser::new(&lower));
    html
}

fn doubts(report: &Report) -> String {
    let doubts = doubt::doubts(report);
    if doubts.is_empty() {
        return String::new();
    }
    let mut html = format!(
        "<section class=\"alarm\" role=\"alert\"><h2>WRONG: {} that must not be believed</h2>\n<ul>\n",
        number::counted(doubts.len(), "answer")
    );
    for doubt in doubts.iter().take(MOST_DOUBTS) {
        let (puzzle, sentence) = (escaped(&doubt.puzzle), escaped(&doubt.sentence));
        let _ = writeln!(html, "<li><strong>{puzzle}</strong>: {sentence}</li>");
    }
    if let Some(more @ 1..) = doubts.len().checked_sub(MOST_DOUBTS) {
        let _ = writeln!(html, "<li>and {} more</li>", number::grouped(more));
    }
    html + "</ul></section>\n"
}

fn notes(report: &Report) -> String {
    let mut html = String::new();
    if !report.warnings.is_empty() {
        html.push_str("<section aria-label=\"Notes\"><ul class=\"soft\">\n");
        for warning in &report.warnings {
            let _ = writeln!(html, "<li>{}</li>", escaped(warning));
        }
        html.push_str("</ul></section>\n");
    }
    for machine in &report.machines {
        html.push_str(&machine.html());
    }
    html
}

fn contents(tables: &[Table], charts: &[Chart]) -> String {
    let mut html = "<nav aria-label=\"Contents\"><ul>\n".to_owned();
    let tables = tables
        .iter()
        .map(|table| (table.key.as_str(), table.title.as_str()));
    let plots = (!charts.is_empty()).then_some(("plots", "Plots"));
    let rest = [
        ("cells", "Every instance with every solver"),
        ("puzzles", "Puzzles"),
        ("limits", "What the numbers do not show"),
    ];
    for (key, title) in tables.chain(plots).chain(rest) {
        let _ = writeln!(
            html,
            "<li><a href=\"#{}\">{}</a></li>",
            escaped(key),
            escaped(title)
        );
    }
    html + "</ul></nav>\n"
}

/// The large table, with its filter.
fn cells(report: &Report) -> String {
    let mut table = spread::cells(report);
    let rows = table.rows.len();
    if rows > MOST_ROWS {
        table.rows.truncate(MOST_ROWS);
        table.note = format!(
            "{} The first {} of {} rows; all are in cells.csv.",
            table.note,
            number::grouped(MOST_ROWS),
            number::grouped(rows)
        );
    }
    let filter = format!(
        "<label>Show rows with all these words: <input id=\"filter\" type=\"search\" autocomplete=\"off\"></label>\
         <p class=\"soft\" id=\"shown\" role=\"status\">{} rows</p>\n",
        table.rows.len()
    );
    render(&table, &filter)
}

/// A sortable table with its heading.
fn render(table: &Table, before: &str) -> String {
    let (key, title, note) = (
        escaped(&table.key),
        escaped(&table.title),
        escaped(&table.note),
    );
    let tall = if table.rows.len() > 40 { " tall" } else { "" };
    let mut html = format!(
        "<section id=\"{key}\"><h2>{title}</h2>\n<p class=\"soft\">{note}</p>\n{before}\
         <div class=\"wide{tall}\" role=\"region\" aria-label=\"{title}\" tabindex=\"0\">\
         <table class=\"sortable\"><thead><tr>"
    );
    for column in &table.columns {
        let class = if column.numbers { " class=\"n\"" } else { "" };
        let _ = write!(
            html,
            "<th scope=\"col\"{class}><button type=\"button\">{}</button></th>",
            escaped(&column.title)
        );
    }
    html.push_str("</tr></thead><tbody>\n");
    for row in &table.rows {
        html.push_str("<tr>");
        for (column, value) in table.columns.iter().zip(row) {
            cell(&mut html, column.numbers, value);
        }
        html.push('\n');
    }
    html + "</tbody></table></div></section>\n"
}

/// One cell; its end tag may be left out, and is.
fn cell(html: &mut String, numbers: bool, value: &TableValue) {
    let shown = escaped(&value.shown());
    let _ = match value {
        TableValue::Instance(_, number) => write!(html, "<td><a href=\"#i{number}\">{shown}</a>"),
        TableValue::Text(word) if word == "wrong" => write!(html, "<td class=wrong>{shown}"),
        value if numbers => match value.order() {
            Some(order) => write!(html, "<td class=n data-v={order}>{shown}"),
            None => write!(html, "<td class=n>{shown}"),
        },
        _ => write!(html, "<td>{shown}"),
    };
}

#[cfg(test)]
mod tests {
    use super::page;
    use crate::record::{Record, RunOutcome};
    use crate::report::{Report, Runs, plots};
    use saut_formats::bundled;

    fn of(puzzle: &str, outcome: RunOutcome) -> String {
        let record = Record {
            puzzle: puzzle.to_owned(),
            family: "f<>".to_owned(),
            backend: "b\"&".to_owned(),
            outcome,
            checked: true,
            wall_seconds: 1.0,
            timeout_seconds: 10.0,
            ..Record::default()
        };
        let report = Report::new(Runs {
            records: vec![record],
            warnings: Vec::new(),
        });
        page(&report, &plots::all(&report, None), &|name| {
            bundled::named(name).ok()
        })
    }

    #[test]
    fn a_page_loads_nothing_and_takes_no_name_for_markup() {
        let page = of("<script>alert(1)</script>\"&", RunOutcome::Solved);
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;"));
        assert_eq!(page.matches("<script").count(), 1);
        for outside in [
            "src=",
            "url(",
            "@import",
            "<link rel=\"stylesheet",
            "href=\"http",
        ] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert!(!page.contains("class=\"alarm\""));
    }

    #[test]
    fn what_is_wrong_stands_before_every_table() {
        let page = of("central", RunOutcome::Wrong);
        let (alarm, table) = (
            page.find("class=\"alarm\"").unwrap(),
            page.find("<table").unwrap(),
        );
        assert!(alarm < table);
    }

    #[test]
    fn a_bundled_puzzle_has_its_picture_and_another_has_none() {
        assert!(of("central", RunOutcome::Solved).contains("class=\"board\""));
        assert!(!of("nobody-knows", RunOutcome::Solved).contains("class=\"board\""));
    }
}
