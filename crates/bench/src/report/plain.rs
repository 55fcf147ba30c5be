//! Tables for a terminal: columns aligned by spaces, numbers to the right.

use super::table::{Table, TableValue};

/// The lines of a table: its column titles, then its rows.
pub fn lines(table: &Table) -> Vec<String> {
    let titles = table
        .columns
        .iter()
        .map(|column| column.title.clone())
        .collect();
    let rows = table
        .rows
        .iter()
        .map(|row| row.iter().map(TableValue::shown).collect());
    let rows: Vec<Vec<String>> = std::iter::once(titles).chain(rows).collect();
    let length = |text: &String| text.chars().count();
    let widths: Vec<usize> = (0..table.columns.len())
        .map(|column| {
            rows.iter()
                .map(|row| length(&row[column]))
                .max()
                .unwrap_or(0)
        })
        .collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).zip(&table.columns);
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

#[cfg(test)]
mod tests {
    use super::lines;
    use crate::report::table::Table;

    #[test]
    fn words_stand_left_and_numbers_right() {
        let items = vec![("é", Some(1234)), ("longer", None)];
        let table = Table::of("", "", "", items)
            .words("name", "name", |it| it.0)
            .numbers("n", "n", |it| it.1)
            .table;
        assert_eq!(lines(&table), ["name        n", "é       1,234", "longer"]);
    }
}
