//! Missing parentheses: what is said of a text that ends before its lists are closed.
//!
//! At the end of such a text it is the whole file that is open, which helps nobody. The fault is seen
//! earlier, where something begins that the innermost open list cannot hold: a list that begins with a keyword
//! is a section and stands in the outermost list alone, and any other keyword belongs to a section. How lines are
//! indented is a weaker sign, and is only told as a guess.

use crate::BadInput;

use super::{Source, Tokens};

/// A list that is still open where it cannot be.
#[derive(Clone, Copy)]
struct Unclosed<'a> {
    /// Place where it begins.
    begins: u32,
    /// The word that shows it, whether a list begins with that, and where it stands.
    noticed: &'a str,
    is_head: bool,
    at: u32,
}

/// A list whose end has not come yet.
struct Open<'a> {
    at: u32,
    /// The blanks before it, if it is first on its line.
    indentation: Option<usize>,
    head: Option<&'a str>,
}

/// Signs that a parenthesis is missing, as one pass over the text finds them.
#[derive(Default)]
struct Signs<'a> {
    /// By the words of the text: a fact.
    by_words: Option<Unclosed<'a>>,
    /// By its indentation: a guess.
    by_indentation: Option<Unclosed<'a>>,
    /// The innermost list that is open at the end, and how many are.
    innermost: u32,
    depth: usize,
    /// The last section of the file.
    section: u32,
}

/// The message for a text that ends too early.
pub(super) fn unclosed<T>(source: &Source<'_>) -> Result<T, BadInput> {
    let signs = signs(source)?;
    let shown = |at: u32| {
        let (line, column) = source.line_and_column(at);
        format!("{line}:{column}")
    };
    if let Some(found) = signs.by_words {
        let Unclosed { begins, at, .. } = found;
        let opens = if found.is_head { "(" } else { "" };
        let (place, noticed) = (shown(at), super::shortened(found.noticed));
        let inner = signs
            .by_indentation
            .filter(|guess| guess.begins >= begins && guess.at <= at);
        let remedy = match inner {
            Some(guess) if guess.begins != begins => format!(
                "; by the indentation the parenthesis is missing in the list of {}",
                shown(guess.begins)
            ),
            _ => String::new(),
        };
        return Err(source
            .bad(
                begins,
                format!("this list is still open at {place}, where `{opens}{noticed}` stands"),
            )
            .remedy(format!("close it before{remedy}")));
    }
    if let Some(guess) = signs.by_indentation {
        return Err(source.bad(guess.begins, format!("the text ends before all lists are closed, and by the indentation this one should be at {}",
            shown(guess.at))).remedy("is a parenthesis missing in it?"));
    }
    let end = u32::try_from(source.text.trim_end().len()).unwrap_or(u32::MAX);
    if signs.depth > 1 {
        return Err(source
            .bad(
                signs.innermost,
                format!("the text ends at {} before this list is closed", shown(end)),
            )
            .remedy("is the file complete?"));
    }
    return Err(source
        .bad(
            end,
            format!(
                "the text ends before the list of {} is closed",
                shown(signs.innermost)
            ),
        )
        .remedy(format!(
            "close it here, or is a parenthesis missing in the section of {}?",
            shown(signs.section)
        )));
}

fn signs<'a>(source: &Source<'a>) -> Result<Signs<'a>, BadInput> {
    let mut signs = Signs::default();
    let mut open: Vec<Open<'a>> = Vec::new();
    for (done, token) in Tokens::new(source.text).enumerate() {
        source.poll(done)?;
        let (word, at) = (token.text, token.at);
        match word {
            "(" => {
                let indentation = indentation(source.text, at);
                let outer = open.last().filter(|outer| {
                    let both = indentation.zip(outer.indentation);
                    both.is_some_and(|(own, outer)| own <= outer && outer > 0)
                });
                if let Some(Open { at: begins, .. }) = outer {
                    signs.by_indentation.get_or_insert(Unclosed {
                        begins: *begins,
                        noticed: word,
                        is_head: false,
                        at,
                    });
                }
                if open.len() == 1 {
                    signs.section = at;
                }
                open.push(Open {
                    at,
                    indentation,
                    head: None,
                });
            }
            ")" => {
                let Some(closed) = open.pop() else { break };
                let both = indentation(source.text, at).zip(closed.indentation);
                if both.is_some_and(|(own, begun)| own < begun) {
                    signs.by_indentation.get_or_insert(Unclosed {
                        begins: closed.at,
                        noticed: word,
                        is_head: false,
                        at,
                    });
                }
            }
            _ => {
                let found = by_words(&mut open, word, at);
                signs.by_words = signs.by_words.or(found);
            }
        }
    }
    if let Some(last) = open.last() {
        (signs.innermost, signs.depth) = (last.at, open.len());
    }
    Ok(signs)
}

/// The list that a word shows to be open too long, if it is a keyword that cannot stand where it does.
fn by_words<'a>(open: &mut [Open<'a>], word: &'a str, at: u32) -> Option<Unclosed<'a>> {
    let (inner, outer) = open.split_last_mut()?;
    let is_head = inner.head.is_none();
    let head = *inner.head.get_or_insert(word);
    if !word.starts_with(':') {
        return None;
    }
    if is_head {
        // A section stands in the outermost list.
        let [_, .., below] = outer else { return None };
        return Some(Unclosed {
            begins: below.at,
            noticed: word,
            is_head,
            at: inner.at,
        });
    }
    // What a keyword is part of is a section, and no list in it.
    let is_misplaced = !outer.is_empty() && !head.starts_with(':');
    is_misplaced.then_some(Unclosed {
        begins: inner.at,
        noticed: word,
        is_head,
        at,
    })
}

/// The blanks before what is first on its line; `None` if it is not.
fn indentation(text: &str, at: u32) -> Option<usize> {
    let before = text.get(..at as usize)?;
    let blanks = before.len() - before.trim_end_matches([' ', '\t']).len();
    let rest = &before[..before.len() - blanks];
    (rest.is_empty() || rest.ends_with('\n')).then_some(blanks)
}
