//! Tables: columns and values, before anything is said of Markdown, HTML or CSV.
//!
//! A table is made of items, a row each, column by column: title, key and value of a column stand in
//! one place.

use serde_json::{Value as Json, json};

use super::markup::{self, markdown};
use super::number;
use super::standing::Score;
use super::statistics::real;

/// A table with a heading.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name of its file and anchor: `solvers`, `families-par2`.
    pub key: String,
    /// The heading.
    pub title: String,
    /// Meaning of the columns, in a sentence or two.
    pub note: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, as long as there are columns.
    pub rows: Vec<Vec<TableValue>>,
}

impl Table {
    /// A table without columns yet, one row an item.
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

    /// This table with only the columns of these keys, in this order.
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

    /// As CSV, with the keys of the columns.
    pub fn csv(&self) -> String {
        let keys = self.columns.iter().map(|column| column.key.clone());
        let values = |row: &Vec<TableValue>| row.iter().map(TableValue::plain).collect::<Vec<_>>();
        let rows = self.rows.iter().map(values);
        markup::csv(std::iter::once(keys.collect()).chain(rows))
    }

    /// The rows as objects.
    pub fn json(&self) -> Vec<Json> {
        let object = |row: &Vec<TableValue>| {
            let keys = self.columns.iter().map(|column| column.key.clone());
            Json::Object(keys.zip(row.iter().map(TableValue::json)).collect())
        };
        self.rows.iter().map(object).collect()
    }

    /// The titles of the columns, then the rows, for people.
    fn shown(&self) -> impl Iterator<Item = Vec<String>> {
        let titles = self.columns.iter().map(|column| column.title.clone());
        let row = |row: &Vec<TableValue>| row.iter().map(TableValue::shown).collect();
        std::iter::once(titles.collect()).chain(self.rows.iter().map(row))
    }

    /// As Markdown, without a heading.
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

    /// The lines for a terminal: columns aligned by spaces, numbers to the right.
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

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Heading for people.
    pub title: String,
    /// Heading for programs, with the unit: `par2_seconds`.
    pub key: String,
    /// Whether it holds numbers.
    pub numbers: bool,
}

/// A table that is being made, with the items of its rows.
#[derive(Debug)]
pub struct TableOf<R> {
    items: Vec<R>,
    /// The table with the columns so far.
    pub table: Table,
}

impl<R> TableOf<R> {
    /// With a column of words.
    #[must_use]
    pub fn words<V: Into<TableValue>>(self, title: &str, key: &str, of: impl Fn(&R) -> V) -> Self {
        let mut words = self.numbers(title, key, of);
        if let Some(column) = words.table.columns.last_mut() {
            column.numbers = false;
        }
        words
    }

    /// With a column of numbers.
    #[must_use]
    pub fn numbers<V: Into<TableValue>>(
        mut self,
        title: &str,
        key: &str,
        of: impl Fn(&R) -> V,
    ) -> Self {
        self.table.columns.push(Column {
            title: title.to_owned(),
            key: key.to_owned(),
            numbers: true,
        });
        let rows = self.table.rows.iter_mut().zip(&self.items);
        rows.for_each(|(row, item)| row.push(of(item).into()));
        self
    }
}

/// Value in a table.
#[derive(Clone, Debug)]
pub enum TableValue {
    /// Words.
    Text(String),
    /// The name of an instance, with its number in the report.
    Instance(String, usize),
    /// A count.
    Count(usize),
    /// A count out of a total.
    Of(usize, usize),
    /// Instances solved of those asked, and PAR-2.
    Scored(Score),
    /// A measure, with how people write it; a dash if it is not known.
    Measure(Option<f64>, fn(f64) -> String),
    /// No run was asked for.
    Empty,
}

impl From<&str> for TableValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for TableValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<usize> for TableValue {
    fn from(count: usize) -> Self {
        Self::Count(count)
    }
}

impl<V: Into<Self>> From<Option<V>> for TableValue {
    fn from(value: Option<V>) -> Self {
        value.map_or(Self::Empty, V::into)
    }
}

/// Seconds.
pub fn seconds(value: Option<f64>) -> TableValue {
    TableValue::Measure(value, number::seconds)
}

/// A mean of counts or the like, whole for people.
pub fn whole(value: Option<f64>) -> TableValue {
    TableValue::Measure(value, number::whole)
}

/// A ratio.
pub fn ratio(value: Option<f64>) -> TableValue {
    TableValue::Measure(value, number::ratio)
}

impl TableValue {
    /// For people.
    pub fn shown(&self) -> String {
        match self {
            Self::Text(text) | Self::Instance(text, _) => text.clone(),
            Self::Count(count) => number::grouped(*count),
            Self::Of(part, whole) => {
                format!("{}/{}", number::grouped(*part), number::grouped(*whole))
            }
            Self::Scored(score) => {
                let (solved, asked) = (score.solved, score.instances);
                format!("{solved}/{asked} · {}", seconds(score.par2).shown())
            }
            Self::Measure(value, written) => number::maybe(*value, *written),
            Self::Empty => String::new(),
        }
    }

    /// For programs: no commas, empty if unknown.
    pub fn plain(&self) -> String {
        match self {
            Self::Text(text) | Self::Instance(text, _) => text.clone(),
            Self::Of(part, whole) => format!("{part}/{whole}"),
            Self::Scored(score) => {
                let (solved, asked) = (score.solved, score.instances);
                let par2 = seconds(score.par2).plain();
                format!("{solved}/{asked} {par2}").trim_end().to_owned()
            }
            number => number.order().map_or_else(String::new, |it| it.to_string()),
        }
    }

    /// As JSON.
    fn json(&self) -> Json {
        match self {
            Self::Measure(measure, _) => json!(measure),
            Self::Count(number) => json!(number),
            Self::Of(part, whole) => json!([part, whole]),
            Self::Empty => Json::Null,
            Self::Text(_) | Self::Instance(..) | Self::Scored(_) => json!(self.plain()),
        }
    }

    /// Sort key among numbers; unknown values come last.
    pub fn order(&self) -> Option<f64> {
        match *self {
            Self::Measure(value, _) => value,
            Self::Count(count) | Self::Of(count, _) | Self::Scored(Score { solved: count, .. }) => {
                Some(real(count))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn words_stand_left_and_numbers_right() {
        let items = vec![("é", Some(1234)), ("longer", None)];
        let table = Table::of("", "", "", items)
            .words("name", "name", |it| it.0)
            .numbers("n", "n", |it| it.1)
            .table;
        assert_eq!(table.lines(), ["name        n", "é       1,234", "longer"]);
    }
}
