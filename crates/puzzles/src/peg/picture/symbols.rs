//! The characters of pictures as people draw and paste them.
//!
//! Every character has one meaning, whatever stands beside it; a picture in which two of them would
//! mean the same is refused, because one of the two was meant otherwise: in `XXOXX` the `O` is
//! perhaps the vacancy.

use super::Content;
use saut_plan::bad_input::BadInput;

/// What is read as a peg and as a vacancy; ours come first.
const PEGS: &str = "oO●*1X#•";
const VACANCIES: &str = ".○_0·";

/// The columns between two tab stops.
const TAB_STOP: usize = 8;

/// What a character says of a hole; `None` for one that says nothing.
pub(super) fn content(symbol: char) -> Option<Content> {
    match symbol {
        '?' => Some(Content::Open),
        peg if PEGS.contains(peg) => Some(Content::Peg),
        vacancy if VACANCIES.contains(vacancy) => Some(Content::Vacancy),
        _ => None,
    }
}

/// The characters that a picture has used so far.
#[derive(Default)]
pub(super) struct Alphabet {
    peg: Option<char>,
    vacancy: Option<char>,
}

impl Alphabet {
    /// Takes in a character with its meaning.
    ///
    /// # Errors
    /// Another character has had this meaning before.
    pub fn meet(&mut self, symbol: char, content: Content) -> Result<(), BadInput> {
        let (known, meaning) = match content {
            Content::Peg => (&mut self.peg, "a peg"),
            Content::Vacancy => (&mut self.vacancy, "a vacancy"),
            Content::Open => return Ok(()),
        };
        let known = *known.get_or_insert(symbol);
        if known == symbol {
            return Ok(());
        }
        let fact = format!(
            "{known} and {symbol} are both read as {meaning}, and one of them is meant otherwise"
        );
        Err(BadInput::new("", fact).remedy(format!(
            "pegs are one of {}, vacancies one of {}; draw pegs as o and vacancies as .",
            listed(PEGS),
            listed(VACANCIES)
        )))
    }
}

fn listed(symbols: &str) -> String {
    let symbols: Vec<String> = symbols.chars().map(String::from).collect();
    symbols.join(" ")
}

/// What the tabs of a picture mean.
#[derive(Clone, Copy)]
pub(super) enum Tabs {
    /// One character between any two tabs: a cell each, as a spreadsheet copies them.
    Cells,
    /// Otherwise a tab goes to the next stop, as a terminal does.
    Stops,
}

impl Tabs {
    pub fn of(text: &str) -> Self {
        let mut fields = text.lines().flat_map(|line| line.trim_end().split('\t'));
        if text.contains('\t') && fields.all(|field| field.trim().chars().count() <= 1) {
            Self::Cells
        } else {
            Self::Stops
        }
    }

    /// The characters of a line with their columns; a tab is given as a space.
    pub fn columns(self, line: &str) -> impl Iterator<Item = (usize, char)> + '_ {
        let mut column = 0;
        line.chars().map(move |symbol| {
            let here = column;
            match (self, symbol) {
                (Self::Cells, '\t') => column += 1,
                (Self::Cells, _) => {}
                (Self::Stops, '\t') => column = (column / TAB_STOP + 1) * TAB_STOP,
                (Self::Stops, _) => column += 1,
            }
            (here, if symbol == '\t' { ' ' } else { symbol })
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::peg::picture::Picture;

    fn read(text: &str) -> Result<Picture, String> {
        Picture::read(text, 1).map_err(|bad| bad.to_string())
    }

    #[test]
    fn pictures_are_read_in_the_characters_that_people_use() {
        let ours = read(" oo\no.o").unwrap();
        for theirs in [
            " OO\nO.O",
            " ●●\n●○●",
            " **\n*_*",
            " 11\n101",
            " XX\nX.X",
            " ##\n#_#",
            " oo\no0o",
        ] {
            assert_eq!(read(theirs).unwrap(), ours, "{theirs}");
        }
    }

    #[test]
    fn two_characters_for_the_same_are_refused_with_the_mapping() {
        let bad = read("XXOXX").unwrap_err();
        assert!(
            bad.starts_with("line 1, column 3: X and O are both read as a peg")
                && bad.contains("○ _ 0"),
            "{bad}"
        );
        let bad = read("oo.\no0.").unwrap_err();
        assert!(
            bad.starts_with("line 2, column 2: . and 0 are both read as a vacancy"),
            "{bad}"
        );
    }

    #[test]
    fn tabs_are_cells_or_stops() {
        assert_eq!(read("\to\to\no\t.\to").unwrap(), read(" oo\no.o").unwrap());
        assert_eq!(read("\too.\n\t..o").unwrap(), read("oo.\n..o").unwrap());
    }
}
