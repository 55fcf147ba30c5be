//! Labels: the numbers or letters of rows and columns at the edges of a picture.

use super::block::{ARROWS, Block, Glyph, PictureLine};
use super::signs::{GivenSigns, is_known};
use crate::place::is_number;

/// Minimum number of consecutive numbers or letters that are certainly labels.
const MIN: usize = 3;

/// Removes the labels of a picture, and stores the positions of the column labels in the block.
pub(super) fn strip(block: &mut Block, given: GivenSigns) {
    for at_end in [false, true] {
        let last = block.rows.len().saturating_sub(1);
        let at = if at_end { last } else { 0 };
        if block.rows.get(at).is_some_and(|row| are_labels(row, given)) {
            let row = block.rows.remove(at);
            // A label of several digits does not mark a single column.
            let words = row.words();
            let is_single = words.len() == 1 || words.len() == row.glyphs.len();
            let columns = row.glyphs.iter().map(|glyph| block.column(glyph));
            block.columns = is_single.then(|| columns.collect());
            block.is_labelled = true;
        }
    }
    for at_end in [false, true] {
        strip_rows(block, at_end, given);
    }
}

/// Whether a line has only labels of columns. Letters must begin with the first letter. Numbers can begin with any
/// number.
pub(super) fn is_columns(row: &PictureLine, given: GivenSigns) -> bool {
    let first = row.glyphs.first().map(|glyph| glyph.symbol);
    first.is_some_and(|symbol| "aA".contains(symbol) || symbol.is_ascii_digit())
        && are_labels(row, given)
}

/// Whether a line has labels of columns on both sides of an arrow.
pub(super) fn is_pair_of_columns(line: &PictureLine, given: GivenSigns) -> bool {
    let words = line.words();
    let is_arrow = |(_, word): &&(usize, String)| ARROWS.contains(&word.as_str());
    words.iter().find(is_arrow).is_some_and(|(index, word)| {
        let (left, right) = line.glyphs.split_at(*index);
        let are_columns = |side: &[Glyph]| {
            let (number, glyphs) = (line.number, side.to_vec());
            is_columns(&PictureLine { number, glyphs }, given)
        };
        are_columns(left) && are_columns(&right[word.chars().count()..])
    })
}

/// Whether the line has only labels.
fn are_labels(row: &PictureLine, given: GivenSigns) -> bool {
    let words = row.words();
    let names: Vec<String> = match &words[..] {
        [(_, word)] => word.chars().map(String::from).collect(),
        _ => words.into_iter().map(|(_, word)| word).collect(),
    };
    names.len() >= MIN && is_free(&names, given) && is_in_order(&names, &[1])
}

/// Whether at least one of these names has no meaning by a flag. Labels may look like signs, but a line of holes
/// consists of signs.
fn is_free(names: &[String], given: GivenSigns) -> bool {
    let mut symbols = names.iter().flat_map(|name| name.chars());
    symbols.any(|symbol| given.meaning(symbol).is_none())
}

/// Removes the first or last words of all rows if they are labels. Labels are at least three names in order, or two
/// that are not signs of pictures. If the columns have labels, any number is sufficient.
fn strip_rows(block: &mut Block, at_end: bool, given: GivenSigns) {
    let rows = &block.rows;
    let label = |row: &PictureLine| {
        let mut words = row.words().into_iter();
        if at_end { words.last() } else { words.next() }
    };
    let Some(found) = rows
        .iter()
        .map(label)
        .collect::<Option<Vec<(usize, String)>>>()
    else {
        return;
    };
    let names: Vec<String> = found.iter().map(|(_, name)| name.clone()).collect();
    let are_signs = names.iter().all(|name| name.chars().all(is_known));
    let is_beside = block.columns.as_deref().is_some_and(|columns| {
        rows.iter().zip(&found).all(|(row, (index, name))| {
            let first = block.column(&row.glyphs[*index]);
            let last = block.column(&row.glyphs[*index + name.chars().count() - 1]);
            columns
                .iter()
                .all(|&column| column > last || column < first)
        })
    });
    let is_sure = names.len() >= MIN || (names.len() > 1 && !are_signs);
    let may_be = is_beside || (is_sure && is_free(&names, given));
    if !may_be || !is_in_order(&names, &[1, -1]) {
        return;
    }
    block.is_labelled = true;
    for (row, (index, name)) in block.rows.iter_mut().zip(&found) {
        row.glyphs.drain(*index..index + name.chars().count());
    }
}

/// Whether these names are integers or single letters, and every two consecutive names differ by the same value of
/// `steps`.
fn is_in_order(names: &[String], steps: &[i64]) -> bool {
    let value = |name: &String| -> Option<i64> {
        let mut symbols = name.chars();
        match (symbols.next(), symbols.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => {
                Some(i64::from(u32::from(letter.to_ascii_lowercase())) + 1000)
            }
            _ => name
                .parse()
                .ok()
                .filter(|_| name.len() < 4 && is_number(name)),
        }
    };
    let values: Option<Vec<i64>> = names.iter().map(value).collect();
    let is_by = |step: &i64, values: &[i64]| values.windows(2).all(|it| it[1] - it[0] == *step);
    values.is_some_and(|values| steps.iter().any(|step| is_by(step, &values)))
}
