//! Tables: columns and values, before anything is said of Markdown, HTML or CSV.

use super::number;

/// A table with a heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The name of its file and anchor: `solvers`, `families-par2`.
    pub key: String,
    /// The heading.
    pub title: String,
    /// What the columns mean, in a sentence or two.
    pub note: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, as long as there are columns.
    pub rows: Vec<Vec<TableValue>>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What people read.
    pub title: String,
    /// What programs read, with the unit: `par2_seconds`.
    pub key: String,
    /// Whether it holds numbers.
    pub numbers: bool,
}

impl Column {
    /// A column of words.
    pub fn words(title: impl Into<String>, key: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            key: key.into(),
            numbers: false,
        }
    }

    /// A column of numbers.
    pub fn numbers(title: impl Into<String>, key: impl Into<String>) -> Self {
        Self {
            numbers: true,
            ..Self::words(title, key)
        }
    }
}

/// What stands in a table.
#[derive(Clone, Debug, PartialEq)]
pub enum TableValue {
    /// Words.
    Text(String),
    /// The name of an instance, with its number in the report.
    Instance(String, usize),
    /// A count.
    Count(usize),
    /// So many of so many.
    Of(usize, usize),
    /// So many of so many, and the PAR-2 score in seconds.
    Scored(usize, usize, Option<f64>),
    /// Seconds.
    Seconds(Option<f64>),
    /// A ratio.
    Ratio(Option<f64>),
    /// A mean of counts or the like, whole for people.
    Whole(Option<f64>),
    /// Nothing was asked.
    Empty,
}

impl TableValue {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// For people.
    pub fn shown(&self) -> String {
        match self {
            Self::Text(text) | Self::Instance(text, _) => text.clone(),
            Self::Count(count) => number::count(*count),
            Self::Of(part, whole) => format!("{}/{}", number::count(*part), number::count(*whole)),
            Self::Scored(part, whole, score) => {
                format!("{part}/{whole} · {}", number::maybe_seconds(*score))
            }
            Self::Seconds(seconds) => number::maybe_seconds(*seconds),
            Self::Ratio(ratio) => ratio.map_or_else(|| "–".to_owned(), number::ratio),
            Self::Whole(value) => value.map_or_else(|| "–".to_owned(), number::whole),
            Self::Empty => String::new(),
        }
    }

    /// For programs: no commas, empty if unknown.
    pub fn plain(&self) -> String {
        match self {
            Self::Text(text) | Self::Instance(text, _) => text.clone(),
            Self::Count(count) => count.to_string(),
            Self::Of(part, whole) => format!("{part}/{whole}"),
            Self::Scored(part, whole, score) => {
                let score = score.map_or_else(String::new, |score| score.to_string());
                format!("{part}/{whole} {score}").trim_end().to_owned()
            }
            Self::Seconds(value) | Self::Ratio(value) | Self::Whole(value) => {
                value.map_or_else(String::new, |value| value.to_string())
            }
            Self::Empty => String::new(),
        }
    }

    /// What it is sorted by among numbers: unknown last.
    pub fn order(&self) -> Option<String> {
        match self {
            Self::Seconds(Some(value)) | Self::Ratio(Some(value)) | Self::Whole(Some(value)) => {
                Some(value.to_string())
            }
            Self::Count(count) | Self::Of(count, _) | Self::Scored(count, _, _) => {
                Some(count.to_string())
            }
            _ => None,
        }
    }
}
