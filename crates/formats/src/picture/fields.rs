//! Fields: the parts of rows between separators, as in CSV and in tables of Markdown.
//!
//! In a table, the column of a hole is the number of its field, however wide the fields are drawn. An empty field is a
//! place without a hole. Pictures that are read place by place can also have bars and brackets around their holes. Bars
//! and brackets make a table only if all rows begin in one column and have the same number of fields. Rows that mean
//! one board as a table and another board as a picture are rejected.

use std::collections::BTreeMap;

use itertools::Itertools as _;
use saut_base::bad_input::BadInput;

use super::block::{Block, Glyph, PictureLine, on_line};
use super::signs::{GivenSigns, is_known};
use crate::place::at;

/// Signs between the fields of a list of values.
const LISTS: &str = ",;";
const OPENING: &str = "[({";
const CLOSING: &str = "])}";
const QUOTES: &str = "\"'";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    List(char),
    /// A vertical line before, between or after the fields.
    Bar,
    /// Brackets around each field.
    Bracket,
}

impl Separator {
    fn of(block: &Block, given: GivenSigns) -> Option<Self> {
        let is_free = |symbol: char| given.meaning(symbol).is_none();
        // A comma or semicolon after the last sign of a row does not separate fields.
        let is_part = |row: &PictureLine, list: char| {
            let glyphs = || row.glyphs.iter();
            let last = glyphs().rposition(|glyph| !is_around(glyph.symbol));
            let first = glyphs().position(|glyph| glyph.symbol == list);
            first.is_some_and(|first| Some(first) < last)
        };
        let parts = |&list: &char| is_free(list) && block.rows.iter().any(|row| is_part(row, list));
        if let Some(list) = LISTS.chars().find(parts) {
            return Some(Self::List(list));
        }
        let any = |kind: Self| {
            let mut symbols = block.marks().map(|(_, glyph)| glyph.symbol);
            symbols.any(|symbol| kind.is(symbol) && is_free(symbol))
        };
        [Self::Bar, Self::Bracket]
            .into_iter()
            .find(|&kind| any(kind))
    }

    fn is(self, symbol: char) -> bool {
        match self {
            Self::List(list) => symbol == list,
            Self::Bar => "|¦‖│┃║┆┇┊┋╎╏".contains(symbol),
            Self::Bracket => OPENING.contains(symbol),
        }
    }
}

/// Whether a character surrounds fields or rows.
fn is_around(symbol: char) -> bool {
    [OPENING, CLOSING, QUOTES]
        .iter()
        .any(|set| set.contains(symbol))
}

/// A row, described by its separators.
struct Row {
    number: usize,
    /// The column of the first glyph that is not a bracket around the row.
    begin: usize,
    separators: Vec<usize>,
    /// Whether a field has no width or, in a list, no sign.
    has_empty: bool,
    signs: Vec<usize>,
}

/// Finds the fields of a block, and sets whether it is a table.
///
/// # Errors
/// The rows mean one board as a table and another board as a picture, or several rows are on one line.
pub(super) fn find(block: &mut Block, given: GivenSigns) -> Result<(), BadInput> {
    let Some(separator) = Separator::of(block, given) else {
        return Ok(());
    };
    let mut rows = Vec::new();
    for line in block.rows.iter_mut().filter(|line| !line.glyphs.is_empty()) {
        if matches!(separator, Separator::List(_)) {
            refuse_rows_on_one_line(line, separator)?;
        }
        rows.push(row(line, separator));
    }
    let is_flush = rows.iter().map(|row| row.begin).all_equal();
    let is_uniform = rows.iter().map(|row| row.separators.len()).all_equal();
    let are_aligned = rows.iter().map(|row| &row.separators).all_equal();
    let empty = rows.iter().find(|row| row.has_empty);
    let is_bar = |at: &usize| rows.iter().any(|row| row.separators.contains(at));
    let is_crossed = rows.iter().flat_map(|row| &row.signs).any(is_bar);
    let off_signs = uneven(&rows, |row| &row.signs);
    let uneven = uneven(&rows, |row| &row.separators);
    block.is_list = matches!(separator, Separator::List(_));
    block.is_table = match separator {
        Separator::List(_) => is_flush || is_uniform,
        Separator::Bar if is_flush && is_uniform => {
            empty.is_some()
                || if are_aligned {
                    !is_box(block, separator)
                } else {
                    is_crossed || uneven.or(off_signs).is_some()
                }
        }
        Separator::Bracket => is_flush && is_uniform && empty.is_some(),
        Separator::Bar => false,
    };
    let doubtful = match separator {
        _ if block.is_table => None,
        Separator::Bar if is_flush && is_uniform && !are_aligned => rows.last(),
        Separator::Bar | Separator::Bracket if is_flush => empty.or(uneven),
        _ => empty,
    };
    let Some(row) = doubtful else {
        return Ok(());
    };
    let fact =
        "the fields of the rows are not aligned, and it is unclear which field is empty or missing";
    Err(on_line(row.number, fact).remedy(
        "give all rows the same number of fields of equal width, or draw pegs as o and vacancies as ., one \
         character per hole",
    ))
}

/// Returns a row whose separators or signs do not fit the lattice of all separators.
fn uneven(rows: &[Row], columns: impl Fn(&Row) -> &[usize]) -> Option<&Row> {
    let bars = rows.iter().flat_map(|row| row.separators.windows(2));
    let stride = bars.map(|pair| pair[1] - pair[0]).min()?;
    let first = rows.iter().find_map(|row| columns(row).first())?;
    let is_off = |at: &usize| at.abs_diff(*first) % stride != 0;
    rows.iter().find(|row| columns(row).iter().any(is_off))
}

/// Parses a row, and writes the number of its field to each glyph.
fn row(line: &mut PictureLine, separator: Separator) -> Row {
    let is_list = matches!(separator, Separator::List(_));
    let is_separator = |glyph: &Glyph| separator.is(glyph.symbol);
    let mut field = 0;
    for glyph in &mut line.glyphs {
        field += usize::from(is_separator(glyph));
        glyph.field = field;
    }
    let glyphs = &line.glyphs;
    let is_sign = |glyph: &Glyph| !is_separator(glyph) && !is_around(glyph.symbol);
    let has_empty = if is_list {
        let mut fields: Vec<&[Glyph]> = glyphs.split(is_separator).collect();
        fields.pop();
        fields.iter().any(|field| !field.iter().any(is_sign))
    } else {
        glyphs.windows(2).any(|pair| {
            let is_bracket = OPENING.contains(pair[0].symbol) && CLOSING.contains(pair[1].symbol);
            let is_empty = is_bracket || pair.iter().all(is_separator);
            is_empty && pair[0].columns[0] + 1 == pair[1].columns[0]
        })
    };
    let columns = |is_wanted: &dyn Fn(&Glyph) -> bool| {
        let wanted = glyphs.iter().filter(|glyph| is_wanted(glyph));
        wanted.map(|glyph| glyph.columns[0]).collect::<Vec<_>>()
    };
    let first = columns(&|glyph| !is_list || !OPENING.contains(glyph.symbol));
    Row {
        number: line.number,
        begin: first.first().copied().unwrap_or(0),
        has_empty,
        signs: columns(&is_sign),
        separators: columns(&is_separator),
    }
}

/// Whether signs in one field have several columns. The bars are then a box around a picture.
fn is_box(block: &Block, separator: Separator) -> bool {
    let mut columns = BTreeMap::new();
    block.marks().any(|(_, glyph)| {
        let is_sign = !separator.is(glyph.symbol) && !is_around(glyph.symbol);
        let column = glyph.columns[0];
        is_sign && *columns.entry(glyph.field).or_insert(column) != column
    })
}

/// Returns an error if a line has several rows in brackets.
fn refuse_rows_on_one_line(line: &PictureLine, separator: Separator) -> Result<(), BadInput> {
    let is_in = |set: &'static str| move |glyph: &Glyph| set.contains(glyph.symbol);
    let mut groups: Vec<&[Glyph]> = line.glyphs.split(is_in(CLOSING)).collect();
    groups.pop();
    let is_row = |group: &&[Glyph]| {
        let inside = group.rsplit(is_in(OPENING)).next().unwrap_or_default();
        inside.iter().any(|glyph| separator.is(glyph.symbol))
    };
    if groups.into_iter().filter(is_row).count() < 2 {
        return Ok(());
    }
    Err(on_line(line.number, "several rows are on one line").remedy("put each row on its own line"))
}

/// Returns an error if a field of a list has several signs after labels are removed.
pub(super) fn refuse_several(block: &Block) -> Result<(), BadInput> {
    for row in block.rows.iter().filter(|_| block.is_list) {
        let mut pairs = row.glyphs.iter().tuple_windows();
        if let Some((one, next)) = pairs.find(|(one, next)| one.field == next.field) {
            let fact = format!("a field has several signs ({}{})", one.symbol, next.symbol);
            return Err(BadInput::new(at((row.number, one.place)), fact)
                .remedy("write one sign per field, or leave out the separators"));
        }
    }
    Ok(())
}

/// Whether semicolons separate fields: some line has such fields and does not begin with a semicolon.
pub(super) fn has_semicolons(lines: &[PictureLine], given: GivenSigns) -> bool {
    let is_row = |line: &PictureLine| {
        let first = line.glyphs.first();
        first.is_some_and(|first| first.symbol != ';') && is_between_semicolons(line)
    };
    given.meaning(';').is_none() && lines.iter().any(is_row)
}

/// Whether a line has only semicolons and signs, with at most one sign between two semicolons.
pub(super) fn is_between_semicolons(line: &PictureLine) -> bool {
    let drawn = line.glyphs.iter().map(|glyph| glyph.symbol);
    let drawn: Vec<char> = drawn.filter(|&symbol| !is_around(symbol)).collect();
    let mut fields = drawn.split(|&symbol| symbol == ';');
    drawn.contains(&';')
        && fields.all(|field| field.len() < 2 && field.iter().all(|&it| is_known(it)))
}
