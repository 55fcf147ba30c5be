//! Cuts the pictures of a posted text out of captions, comments, quotes, code fences and frames.
//!
//! Every line that could be a row of a picture is read or rejected. Words in the middle of a picture, or on one line
//! with holes, are an error.

use std::collections::BTreeSet;

use saut_base::bad_input::BadInput;

use super::block::{self, ARROWS, Block, PictureLine, is_box, on_line};
use super::fields;
use super::labels;
use super::signs::{self, GivenSigns};
use super::words::{self, Sentence, Statement, caption_of, is_caption, said};
use crate::place::{at, is_number};

/// Maximum number of marks in pictures, far more than the holes of a board.
const MAX_MARKS: usize = 4 * saut_peg::peg::Board::MOST_HOLES;

/// A line with at least this number of different letters (except `o` and `x`) is a line of words.
const LETTERS_OF_WORDS: usize = 3;

/// The pictures of a text, and its sentences.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub blocks: Vec<Block>,
    pub sentences: Vec<Sentence>,
    /// Comments that begin with `#`, like headings in Markdown.
    pub comments: Vec<Sentence>,
}

enum Kind {
    /// A separator of pictures: an empty line, a comment, a fence or an arrow.
    Between,
    /// A comment that begins with `#`.
    Comment,
    /// Words, and whether they are certainly between pictures.
    Words {
        is_caption: bool,
    },
    /// A rule of a frame.
    Rule,
    Row,
}

/// Cuts the pictures out of a text whose first line has the number `first_line`.
///
/// # Errors
/// The text has a tab, words within a picture, or a line of dashes that can be a row or a rule.
pub(super) fn read(text: &str, first_line: usize, given: GivenSigns) -> Result<Page, BadInput> {
    let mut lines = block::lines(text, first_line)?;
    if lines.iter().map(|line| line.glyphs.len()).sum::<usize>() > MAX_MARKS {
        let fact =
            format!("the text is too large for a picture: it has more than {MAX_MARKS} characters");
        return Err(BadInput::new("", fact).remedy("is it the right file?"));
    }
    unquote(&mut lines, given);
    let has_peg = has_peg_sign(&lines, given);
    let has_semicolons = fields::has_semicolons(&lines, given);
    let has_fence = lines.iter().any(|line| line.text().starts_with("```"));
    let mut page = Page::default();
    let (mut spoken, mut comments) = (Vec::new(), Vec::new());
    let mut open: Option<Block> = None;
    let (mut caption, mut after_words, mut after_rule) = (None, None, false);
    for line in lines {
        let kind = if has_semicolons && fields::is_between_semicolons(&line) {
            Kind::Row
        } else {
            kind(&line, given, has_peg, has_fence)
        };
        spoken.push(matches!(kind, Kind::Words { .. }).then(|| line.clone()));
        let is_rule = matches!(kind, Kind::Rule);
        let is_of_block = matches!(kind, Kind::Row) || (is_rule && !after_rule);
        let follows_rows = open.as_ref().is_some_and(|block| !block.rows.is_empty());
        if !is_of_block {
            page.blocks.extend(open.take());
        }
        match kind {
            Kind::Between => after_words = None,
            Kind::Comment => {
                after_words = None;
                comments.extend([Some(line), None]);
            }
            Kind::Words { is_caption } => {
                refuse_mixed(&line)?;
                after_words = (follows_rows && !is_caption).then_some(line.number);
                let text = line.text();
                if !matches!(said(&text), Statement::OnePeg(_) | Statement::Vacant(_)) {
                    caption = caption_of(&text, is_caption).or(caption);
                }
            }
            Kind::Rule | Kind::Row => {
                if let Some(number) = after_words.filter(|_| !is_rule) {
                    let fact = "there are words between the rows of a picture";
                    return Err(on_line(number, fact)
                        .remedy("put a blank line before or after them, or begin them with ;"));
                }
                let block = open.get_or_insert_with(|| Block {
                    is_goal: caption.take(),
                    ..Block::default()
                });
                if is_rule {
                    block.has_bars = true;
                } else {
                    block.rows.push(line);
                }
            }
        }
        after_rule = is_rule;
    }
    page.sentences = words::sentences(&spoken);
    page.comments = words::sentences(&comments);
    page.blocks.extend(open);
    page.blocks.retain(|block| !block.rows.is_empty());
    refuse_dashes(&page.blocks, given)?;
    for block in std::mem::take(&mut page.blocks) {
        page.blocks.extend(side_by_side(block, given)?);
    }
    for block in &mut page.blocks {
        fields::find(block, given)?;
        block.remove_bars(given);
        labels::strip(block, given);
        fields::refuse_several(block)?;
    }
    let is_drawn = |block: &Block| block.marks().next().is_some();
    page.blocks.retain(is_drawn);
    Ok(page)
}

/// Removes the `>` that mails and forums put before every line of a quotation, if all lines begin with it.
fn unquote(lines: &mut [PictureLine], given: GivenSigns) {
    let is_quoted =
        |line: &PictureLine| line.glyphs.first().is_none_or(|first| first.symbol == '>');
    if given.meaning('>').is_none() && lines.iter().all(is_quoted) {
        for line in lines {
            line.glyphs.drain(..line.glyphs.len().min(1));
        }
    }
}

/// Whether a line that is not of words has a sign for a peg other than `#`.
fn has_peg_sign(lines: &[PictureLine], given: GivenSigns) -> bool {
    let is_row = |line: &&PictureLine| foreign_letters(line, given) == 0;
    let rows = lines.iter().filter(is_row);
    let mut drawn = rows.flat_map(|line| &line.glyphs);
    drawn.any(|glyph| signs::is_peg(glyph.symbol) || given.peg == Some(glyph.symbol))
}

fn kind(line: &PictureLine, given: GivenSigns, has_peg: bool, has_fence: bool) -> Kind {
    let all = |set: &str| {
        let mut drawn = line.glyphs.iter().map(|glyph| glyph.symbol);
        drawn.all(|symbol| set.contains(symbol) && given.meaning(symbol).is_none())
    };
    let [first, ..] = line.glyphs[..] else {
        return Kind::Between;
    };
    let any = |set: &str| line.glyphs.iter().any(|glyph| set.contains(glyph.symbol));
    let is_comment = match first.symbol {
        ';' => given.meaning(';').is_none(),
        '/' => line.text().starts_with("//"),
        '`' => given.meaning('`').is_none() && line.text().starts_with("```"),
        '#' if first.columns[0] == 0 && given.meaning('#').is_none() => {
            let text = line.text();
            let after = text.trim_start_matches('#');
            let is_heading = is_caption(after);
            let has_words = foreign_letters(line, given) >= LETTERS_OF_WORDS;
            if is_heading || (has_words && (has_fence || after.len() + 1 < text.len())) {
                return Kind::Words { is_caption: true };
            }
            if has_words {
                return Kind::Comment;
            }
            line.glyphs.len() == 1 && has_peg
        }
        _ => false,
    };
    let is_long = line.glyphs.len() >= 3;
    let is_arrow = all("-=>→⇒⟶➜➔↓⇓⬇v") && any(">→⇒⟶➜➔↓⇓⬇");
    if is_comment || (is_long && (all("~") || all("="))) || is_arrow {
        return Kind::Between;
    }
    if labels::is_columns(line, given) || labels::is_pair_of_columns(line, given) {
        return Kind::Row;
    }
    let is_caption = is_caption(&line.text());
    if is_caption || foreign_letters(line, given) >= LETTERS_OF_WORDS {
        Kind::Words { is_caption }
    } else if is_rule(line, given) {
        Kind::Rule
    } else {
        Kind::Row
    }
}

/// Whether a line is part of a frame: only line characters, with at least one corner or box character.
fn is_rule(line: &PictureLine, given: GivenSigns) -> bool {
    let symbols = || line.glyphs.iter().map(|glyph| glyph.symbol);
    let any = |wanted: char| symbols().any(|symbol| symbol == wanted);
    let is_frame = |symbol: char| "+-=|:".contains(symbol) || is_box(symbol);
    symbols().all(|symbol| is_frame(symbol) && given.meaning(symbol).is_none())
        && (any('+') || (any('|') && any('-')) || symbols().any(is_level))
}

/// Returns the number of different letters that are not usual signs.
fn foreign_letters(line: &PictureLine, given: GivenSigns) -> usize {
    let letters = line.glyphs.iter().map(|glyph| glyph.symbol);
    let is_foreign = |&symbol: &char| {
        symbol.is_alphabetic() && !"oOxX".contains(symbol) && given.meaning(symbol).is_none()
    };
    let foreign = letters.filter(is_foreign).flat_map(char::to_lowercase);
    foreign.collect::<BTreeSet<char>>().len()
}

/// Returns an error if holes and words are on one line.
fn refuse_mixed(line: &PictureLine) -> Result<(), BadInput> {
    for (index, word) in line.words() {
        // The name of a cell at the end of a sentence is not a row.
        let cell = word.strip_suffix('.').filter(|cell| cell.len() == 2);
        let is_name = cell.is_some_and(is_number);
        let is_drawn = !is_name && word.chars().count() >= 3 && word.chars().all(signs::is_known);
        if is_drawn && word.chars().any(signs::is_peg) && !word.starts_with("***") {
            let place = at((line.number, line.glyphs[index].place));
            return Err(BadInput::new(place, "words and holes are on the same line")
                .remedy("put the picture on separate lines"));
        }
    }
    Ok(())
}

/// Returns an error for lines that consist of dashes, unless other rows also contain dashes: then the dash is a sign.
fn refuse_dashes(blocks: &[Block], given: GivenSigns) -> Result<(), BadInput> {
    let rows = || blocks.iter().flat_map(|block| &block.rows);
    let has = |row: &PictureLine| row.glyphs.iter().any(|glyph| glyph.symbol == '-');
    let is_all = |row: &PictureLine| row.glyphs.iter().all(|glyph| glyph.symbol == '-');
    let dashes = rows().find(|row| has(row));
    let is_sign = given.meaning('-').is_some() || rows().any(|row| has(row) && !is_all(row));
    match dashes.filter(|_| !is_sign) {
        None => Ok(()),
        Some(row) => {
            let fact = "a line of dashes can be a rule or a row of holes";
            Err(on_line(row.number, fact)
                .remedy("leave the line blank, or give a dash a meaning: --vacancy - or --wall -"))
        }
    }
}

/// Returns the two pictures on both sides of an arrow. Without an arrow, returns the picture unchanged.
fn side_by_side(block: Block, given: GivenSigns) -> Result<Vec<Block>, BadInput> {
    let is_arrow = |word: &str| {
        ARROWS.contains(&word) && word.chars().all(|symbol| given.meaning(symbol).is_none())
    };
    let arrow = block.rows.iter().find_map(|row| {
        let mut words = row.words().into_iter();
        let (index, word) = words.find(|(_, word)| is_arrow(word))?;
        let begin = row.glyphs[index].columns[0];
        Some(begin..begin + word.chars().count())
    });
    let Some(arrow) = arrow else {
        return Ok(vec![block]);
    };
    for row in &block.rows {
        let crossing = row
            .glyphs
            .iter()
            .filter(|it| arrow.contains(&it.columns[0]));
        let crossing: String = crossing.map(|glyph| glyph.symbol).collect();
        if !crossing.is_empty() && !ARROWS.contains(&crossing.as_str()) {
            let fact = "the arrow between two pictures has holes above or below it";
            return Err(on_line(row.number, fact).remedy(
                "leave the columns of the arrow empty, or write the goal below the start",
            ));
        }
    }
    let side = |is_goal: bool| {
        let columns = if is_goal {
            arrow.end..usize::MAX
        } else {
            0..arrow.start
        };
        let mut rows = block.rows.clone();
        for row in &mut rows {
            row.glyphs
                .retain(|glyph| columns.contains(&glyph.columns[0]));
        }
        // The arrow may be on a rule of two frames.
        rows.retain(|row| row.glyphs.is_empty() || !is_rule(row, given));
        let is_drawn = |row: &PictureLine| !row.glyphs.is_empty();
        let end = rows.iter().rposition(is_drawn).map_or(0, |last| last + 1);
        rows.truncate(end);
        rows.drain(..rows.iter().position(is_drawn).unwrap_or(0));
        Block {
            is_goal: Some(is_goal),
            rows,
            ..block.clone()
        }
    };
    Ok(vec![side(false), side(true)])
}

/// Whether a box-drawing character has a horizontal line.
fn is_level(symbol: char) -> bool {
    is_box(symbol) && !"│┃┆┇┊┋║╎╏╵╷╹╻╽╿".contains(symbol)
}
