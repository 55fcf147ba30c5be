//! Tables of columns and values, written as Markdown, CSV, JSON or lines for a terminal.
//!
//! A table has one row for each item. It is built column by column, so that title, key and value of a column are
//! defined in one place.

use serde_json::{Value as Json, json};

use saut_base::words::grouped;
use saut_formats::markup;

use super::cell::{Score, real};

/// A table with a heading.
#[derive(Clone, Debug)]
pub struct Table {
    /// Name of the file and the anchor of the table: `solvers`, `families-par2`.
    pub key: String,
    /// Heading of the table.
    pub title: String,
    /// Meaning of the columns in one or two sentences.
    pub note: String,
    /// Columns of the table.
    pub columns: Vec<Column>,
    /// The rows, each with a value for every column.
    pub rows: Vec<Vec<TableValue>>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Heading for people.
    pub title: String,
    /// Heading for programs, with the unit: `par2_seconds`.
    pub key: String,
    /// Whether the column contains numbers.
    pub numbers: bool,
}

impl From<(&str, &str)> for Column {
    fn from((title, key): (&str, &str)) -> Self {
        let (title, key) = (title.to_owned(), key.to_owned());
        Self {
            title,
            key,
            numbers: true,
        }
    }
}

impl From<&str> for Column {
    /// Creates a column whose key is its title, with `_` for spaces.
    fn from(title: &str) -> Self {
        (title, title.replace(' ', "_").as_str()).into()
    }
}

impl Table {
    /// Creates a table without columns, with one row for each item.
    pub fn of<R>(key: &str, title: &str, note: &str, items: Vec<R>) -> TableOf<R> {
        let table = Self {
            key: key.to_owned(),
            title: title.to_owned(),
            note: note.to_owned(),
            columns: Vec::new(),
            rows: vec![Vec::new(); items.len()],
        };
        TableOf { items, table }
    }

    /// Returns this table with only the columns that have these keys, in this order.
    #[must_use]
    pub fn only(&self, keys: &[&str]) -> Self {
        let place = |key: &&str| self.columns.iter().position(|column| column.key == *key);
        let places: Vec<usize> = keys.iter().filter_map(place).collect();
        let row = |row: &Vec<TableValue>| places.iter().map(|&at| row[at].clone()).collect();
        Self {
            columns: places.iter().map(|&at| self.columns[at].clone()).collect(),
            rows: self.rows.iter().map(row).collect(),
            ..self.clone()
        }
    }

    /// Returns the table as CSV, with the keys of the columns as heading.
    pub fn csv(&self) -> String {
        let keys = self.columns.iter().map(|column| column.key.clone());
        let values = |row: &Vec<TableValue>| row.iter().map(|it| plain(&it.json)).collect();
        csv(std::iter::once(keys.collect()).chain(self.rows.iter().map(values)))
    }

    /// Returns the rows as JSON objects.
    pub fn json(&self) -> Vec<Json> {
        let object = |row: &Vec<TableValue>| {
            let keys = self.columns.iter().map(|column| column.key.clone());
            Json::Object(keys.zip(row.iter().map(|it| it.json.clone())).collect())
        };
        self.rows.iter().map(object).collect()
    }

    /// Returns the titles of the columns and then the rows, as text for people.
    fn shown(&self) -> impl Iterator<Item = Vec<String>> {
        let titles = self.columns.iter().map(|column| column.title.clone());
        let row = |row: &Vec<TableValue>| row.iter().map(|it| it.shown.clone()).collect();
        std::iter::once(titles.collect()).chain(self.rows.iter().map(row))
    }

    /// Returns the table as Markdown, without its heading.
    pub fn markdown(&self) -> String {
        let line = |row: Vec<String>| {
            let cells = row.iter().map(|cell| match cell.as_str() {
                "" => " |".to_owned(),
                cell => format!(" {} |", markdown(cell)),
            });
            format!("|{}\n", cells.collect::<String>())
        };
        let mut lines: Vec<String> = self.shown().map(line).collect();
        let rule = |column: &Column| if column.numbers { "---:|" } else { "---|" };
        let rules: String = self.columns.iter().map(rule).collect();
        lines.insert(1, format!("|{rules}\n"));
        lines.concat()
    }

    /// Returns lines for a terminal: columns are aligned with spaces, numbers to the right.
    pub fn lines(&self) -> Vec<String> {
        let rows: Vec<Vec<String>> = self.shown().collect();
        let length = |column: usize| {
            rows.iter()
                .map(move |row| row[column].chars().count())
                .max()
        };
        let widths: Vec<usize> = (0..self.columns.len()).filter_map(length).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).zip(&self.columns);
            let padded = cells.map(|((text, &width), column)| {
                if column.numbers {
                    format!("{text:>width$}")
                } else {
                    format!("{text:<width$}")
                }
            });
            padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        rows.iter().map(line).collect()
    }
}

/// A table under construction, with the items of its rows.
#[derive(Debug)]
pub struct TableOf<R> {
    items: Vec<R>,
    /// The table with the columns so far.
    pub table: Table,
}

impl<R> TableOf<R> {
    /// Adds a column of texts.
    #[must_use]
    pub fn words<V: Into<TableValue>>(
        self,
        of: impl Into<Column>,
        value: impl Fn(&R) -> V,
    ) -> Self {
        let mut column = of.into();
        column.numbers = false;
        self.column(column, value)
    }

    /// Adds a column of numbers.
    #[must_use]
    pub fn numbers<V: Into<TableValue>>(
        self,
        of: impl Into<Column>,
        value: impl Fn(&R) -> V,
    ) -> Self {
        self.column(of.into(), value)
    }

    /// Adds a column of seconds.
    #[must_use]
    pub fn seconds(self, of: impl Into<Column>, value: impl Fn(&R) -> Option<f64>) -> Self {
        self.column(of.into(), |it| seconds(value(it)))
    }

    /// Adds a column of numbers that are shown rounded, for example means of counts.
    #[must_use]
    pub fn whole(self, of: impl Into<Column>, value: impl Fn(&R) -> Option<f64>) -> Self {
        self.column(of.into(), |it| TableValue::measure(value(it), whole_text))
    }

    fn column<V: Into<TableValue>>(mut self, column: Column, value: impl Fn(&R) -> V) -> Self {
        self.table.columns.push(column);
        let rows = self.table.rows.iter_mut().zip(&self.items);
        rows.for_each(|(row, item)| row.push(value(item).into()));
        self
    }
}

/// A value in a table, with its form for each output. The default value is empty.
#[derive(Clone, Debug, Default)]
pub struct TableValue {
    /// Text for people.
    pub shown: String,
    /// Value for programs. A count with its total is a list.
    json: Json,
    /// Sort key among numbers. Unknown values are sorted last.
    pub order: Option<f64>,
    /// Number of the instance, if the value is the name of an instance.
    pub instance: Option<usize>,
}

impl TableValue {
    fn new(shown: String, json: Json, order: Option<f64>) -> Self {
        Self {
            shown,
            json,
            order,
            instance: None,
        }
    }

    /// Creates the value for the name of an instance, with the number of the instance in the report.
    pub fn instance(name: String, number: usize) -> Self {
        Self {
            instance: Some(number),
            ..name.into()
        }
    }

    /// Creates the value of a measure. Its text for people is a dash if the measure is not known.
    pub(super) fn measure(value: Option<f64>, text: fn(f64) -> String) -> Self {
        Self::new(maybe(value, text), json!(value), value)
    }
}

impl<S: AsRef<str> + ?Sized> From<&S> for TableValue {
    fn from(text: &S) -> Self {
        text.as_ref().to_owned().into()
    }
}

impl From<String> for TableValue {
    fn from(text: String) -> Self {
        Self::new(text.clone(), text.into(), None)
    }
}

impl From<usize> for TableValue {
    fn from(count: usize) -> Self {
        Self::new(grouped(count), count.into(), Some(real(count)))
    }
}

impl From<(usize, usize)> for TableValue {
    /// Creates a count and its total.
    fn from((part, whole): (usize, usize)) -> Self {
        let shown = format!("{}/{}", grouped(part), grouped(whole));
        Self::new(shown, json!([part, whole]), Some(real(part)))
    }
}

impl From<Score> for TableValue {
    /// Creates the value of a score: the number of solved instances, the number of instances with runs, and PAR-2.
    fn from(score: Score) -> Self {
        let solved = format!("{}/{}", score.solved, score.instances);
        let par2 = seconds(score.par2);
        let both = format!("{solved} {}", plain(&par2.json));
        let shown = format!("{solved} · {}", par2.shown);
        Self::new(shown, both.trim_end().into(), Some(real(score.solved)))
    }
}

impl<V: Into<Self>> From<Option<V>> for TableValue {
    fn from(value: Option<V>) -> Self {
        value.map_or_else(Self::default, V::into)
    }
}

/// Creates the value for a number of seconds.
pub fn seconds(value: Option<f64>) -> TableValue {
    TableValue::measure(value, seconds_text)
}

/// Creates the value for a ratio.
pub fn ratio(value: Option<f64>) -> TableValue {
    TableValue::measure(value, ratio_text)
}

/// Formats a value for CSV: without quotes and commas, measures without an exponent, unknown values empty.
pub fn plain(value: &Json) -> String {
    match (value, value.as_f64()) {
        (Json::Null, _) => String::new(),
        (Json::String(text), _) => text.clone(),
        (Json::Array(parts), _) => parts.iter().map(plain).collect::<Vec<_>>().join("/"),
        (Json::Number(number), Some(measure)) if number.is_f64() => measure.to_string(),
        _ => value.to_string(),
    }
}

/// Formats seconds with about three significant digits: `0.00123`, `1.23`, `12.3`, `1,234`.
pub fn seconds_text(value: f64) -> String {
    let limits = [0.01, 0.1, 1.0, 10.0, 100.0];
    let digits = limits.iter().filter(|&&limit| value < limit).count();
    grouped(format!("{value:.digits$}"))
}

/// Returns a measure as a whole number with commas.
pub fn whole_text(value: f64) -> String {
    grouped(format!("{value:.0}"))
}

/// Returns a ratio: `0.71×`, `12.3×`.
pub fn ratio_text(value: f64) -> String {
    let digits = if value < 10.0 { 2 } else { 1 };
    format!("{value:.digits$}×")
}

/// Formats a share as a whole number of percent.
pub fn percent(value: f64) -> String {
    format!("{:.0} %", 100.0 * value)
}

/// Returns the text of a measure, or a dash.
pub fn maybe(value: Option<f64>, text: fn(f64) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), text)
}

/// Escapes text for a line or a table cell of Markdown, so that no character is taken for markup.
pub fn markdown(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for symbol in text.chars() {
        if "|*_`\\[]<&#~".contains(symbol) {
            safe.push('\\');
        }
        safe.push(if symbol.is_control() { ' ' } else { symbol });
    }
    safe
}

/// Returns text for a cell of CSV. A spreadsheet runs text that begins with `=`, `+`, `-`, `@`, a tab or a carriage
/// return as a formula, so a `'` is put before it. A single sign or a number is not a formula.
fn csv_cell(text: &str) -> String {
    let begins = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let is_formula = begins && text.len() > 1 && text.parse::<f64>().is_err();
    format!("{}{text}", if is_formula { "'" } else { "" })
}

/// Returns lines of cells as CSV (RFC 4180).
pub fn csv(lines: impl Iterator<Item = Vec<String>>) -> String {
    let cells =
        |line: Vec<String>| -> Vec<String> { line.iter().map(|text| csv_cell(text)).collect() };
    markup::csv(lines.map(cells))
}

#[cfg(test)]
mod tests {
    use super::{Table, csv, csv_cell, markdown, maybe, percent, ratio_text, seconds_text};

    #[test]
    fn words_stand_left_and_numbers_right() {
        let items = vec![("é", Some(1234)), ("longer", None)];
        let table = Table::of("", "", "", items)
            .words("name", |it| it.0)
            .numbers("n", |it| it.1)
            .table;
        assert_eq!(table.lines(), ["name        n", "é       1,234", "longer"]);
    }

    #[test]
    fn numbers_are_short() {
        let shown = [0.001_234, 0.012_34, 0.1234, 1.234, 12.34, 123.4, 12_345.6].map(seconds_text);
        let wanted = [
            "0.00123", "0.0123", "0.123", "1.23", "12.3", "123", "12,346",
        ];
        assert_eq!(shown, wanted);
        assert_eq!(maybe(None, seconds_text), "–");
        assert_eq!([0.714, 12.34].map(ratio_text), ["0.71×", "12.3×"]);
        assert_eq!(percent(0.125), "12 %");
    }

    #[test]
    fn markup_and_formulas_in_a_name_stay_text() {
        assert_eq!(markdown("a|b <c>\n*d*"), "a\\|b \\<c> \\*d\\*");
        assert_eq!(markdown("~~![x](y)~~"), "\\~\\~!\\[x\\](y)\\~\\~");
        assert_eq!(markdown("square-6"), "square-6");
        for formula in ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1"] {
            assert_eq!(csv_cell(formula), format!("'{formula}"));
        }
        for plain in ["central", "-", "-1.5", "+3", "a=b", ""] {
            assert_eq!(csv_cell(plain), plain);
        }
        let line = ["central", "r2-exists, \"x\"", "=1,2"].map(str::to_owned);
        let csv = csv(std::iter::once(line.to_vec()));
        assert_eq!(csv, "central,\"r2-exists, \"\"x\"\"\",\"'=1,2\"\n");
    }
}
