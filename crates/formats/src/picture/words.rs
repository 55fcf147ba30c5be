//! Interprets the sentences around pictures.
//!
//! A sentence is understood only if every word in it is known. If a sentence is not understood and has a word about the
//! goal or about the rules, this is an error. The sentence may ask for another puzzle than the picture shows.

use super::block::PictureLine;

/// Words that can form a whole line between two pictures, so that the line could be mistaken for a row of holes.
const CAPTIONS: &str = " start goal end to from target initial final finish position board and then into \
    puzzle the a begin before after problem figure fig no ziel but départ depart arrivée fin ";

/// Words that do not influence the meaning.
const FILLERS: &str = " the a an of in at on with by is are be it its this that was there here my our your is was \
    i we you me what which want wanted wish please and so possible can could will would may that's \
    hole position place board game solitaire picture drawing like as follows thanks thank question \
    der die das den dem ein eine einen im am ist soll sein auf hier mein meine brett bild \
    le la les un une au du de dans est doit être voici mon plateau ";
/// Words that ask for exactly one peg.
const ONE: &str = " one 1 single exactly just only ein eine einen einziger un une seul seule ";
const LAST: &str = " last final remaining letzte letzter letzten dernier dernière ";
const PEG: &str =
    " peg marble ball bead piece stone counter stift kugel stein pion bille cheville fiche ";
/// Words about the last position.
const GOAL: &str = " goal target aim objective end ends ending finish finishes finishing final finale last leave leaves leaving \
    left remain remains remaining stay stays should must shall \
    ziel ende enden endet soll übrig bleiben bleibt lassen letzte letzter letzten \
    but fin finir terminer dernier dernière reste rester restant laisser doit ";
const CENTRE: &str = " centre center middle mitte milieu ";
const ANYWHERE: &str = " anywhere any irgendwo ";
const BEGINNING: &str =
    " start starts starting initial initially begin beginning original originally first ";
const VACANT: &str = " vacancy vacant empty free leer vide ";

/// Further words that may ask for another goal.
const ABOUT_THE_GOAL: &str = " pegs marbles balls beads pieces stones counters stifte kugeln steine pions billes chevilles fiches \
    central corner corners edge goals ended finished few fewest fewer survivor survivors win winning clear cleared vacancies ";
/// Words that may ask for other rules.
const ABOUT_THE_RULES: &str = " jump jumps jumping jumped diagonal diagonally diagonals move moves rule rules allowed forbidden \
    springen sprung züge règle règles ";
/// Words after which a number is the number of a picture.
const NUMBERED: &str = " problem puzzle figure fig no nr board position page level day ";
/// Words after which a number can be a cell.
const BEFORE_A_CELL: &str = " start starting begin from to at in end goal hole cell finish target ";
/// Words that follow "peg" in the name of the game.
const OF_THE_GAME: &str = " solitaire game puzzle board jumping ";

/// A sentence with the number of its first line.
#[derive(Clone, Debug)]
pub(super) struct Sentence {
    pub line: usize,
    pub text: String,
}

/// The place of a peg or of a vacancy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Anywhere,
    Centre,
    /// The only hole that is vacant at the start.
    FirstVacancy,
    /// A cell by its name.
    Cell(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Statement {
    /// Words without a known relation to the puzzle.
    Prose,
    /// A title, which adds nothing to the picture.
    Title,
    /// One peg must be left, at this place.
    OnePeg(Place),
    /// The start has one vacancy, at this place.
    Vacant(Place),
    /// The sentence may ask for another goal.
    UnknownGoal,
    /// The sentence may ask for other rules.
    UnknownRule,
}

/// Returns the sentences of consecutive lines. `None` is anything between the lines.
pub(super) fn sentences(lines: &[Option<PictureLine>]) -> Vec<Sentence> {
    let mut sentences: Vec<Sentence> = Vec::new();
    let mut open = false;
    for line in lines {
        let Some(line) = line else {
            open = false;
            continue;
        };
        for (_, word) in line.words() {
            if open && let Some(sentence) = sentences.last_mut() {
                sentence.text = format!("{} {word}", sentence.text);
            } else {
                let (line, text) = (line.number, word.clone());
                sentences.push(Sentence { line, text });
            }
            open = !word.ends_with(['.', '!', '?', ';']);
        }
    }
    sentences
}

/// Returns the meaning of a sentence.
pub(super) fn said(sentence: &str) -> Statement {
    let small = sentence.to_lowercase();
    let words: Vec<&str> = small.split_whitespace().flat_map(parts).collect();
    let is = |set: &str, word: &str| set.contains(&format!(" {word} "));
    let any = |set: &str| words.iter().any(|word| is(set, word));
    let after = |at: usize, set: &str| at > 0 && is(set, words[at - 1]);
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_cell = |word: &str| (word.len() == 2 && is_number(word)) || word.starts_with('(');
    let is_of_the_game = |at: usize| words.get(at + 1).is_some_and(|next| is(OF_THE_GAME, next));
    let (mut is_about, mut is_about_rules, mut is_known, mut is_title) = (false, false, true, true);
    let mut places: Vec<Place> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let is_caption = is(CAPTIONS, word) || is(FILLERS, word) || is(BEGINNING, word);
        let is_digit = word.len() == 1 && after(at, " start goal ");
        if is_number(word) && (after(at, NUMBERED) || is_digit || words.len() == 1) {
            continue;
        }
        is_title &= is_caption || is(GOAL, word);
        if is_cell(word) {
            is_about |= word.starts_with('(') || after(at, BEFORE_A_CELL);
            places.push(Place::Cell((*word).to_owned()));
        } else if is(CENTRE, word) {
            is_about = true;
            places.push(Place::Centre);
        } else if is(ANYWHERE, word) {
            places.push(Place::Anywhere);
        } else if is(PEG, word) {
            is_about |= !is_of_the_game(at);
        } else {
            is_about |= [LAST, ABOUT_THE_GOAL, VACANT]
                .iter()
                .any(|set| is(set, word))
                || (is(GOAL, word) && !is(FILLERS, word));
            is_about_rules |= is(ABOUT_THE_RULES, word);
            is_known &= is_caption || [ONE, LAST, GOAL, VACANT].iter().any(|set| is(set, word));
        }
    }
    if is_title {
        return Statement::Title;
    }
    if !is_about && !is_about_rules {
        return Statement::Prose;
    }
    if is_known && !is_about_rules {
        let (wants, is_vacant, begins) = (any(GOAL) || any(PEG), any(VACANT), any(BEGINNING));
        if wants && places.is_empty() && begins && (is_vacant || any(" hole ")) {
            return Statement::OnePeg(Place::FirstVacancy);
        }
        match &places[..] {
            [place @ (Place::Centre | Place::Cell(_))] if is_vacant && !wants => {
                return Statement::Vacant(place.clone());
            }
            [place] if wants && !is_vacant && !begins => return Statement::OnePeg(place.clone()),
            [] if any(PEG) && any(ONE) && !is_vacant && !begins => {
                return Statement::OnePeg(Place::Anywhere);
            }
            _ => {}
        }
    }
    if is_about {
        Statement::UnknownGoal
    } else {
        Statement::UnknownRule
    }
}

/// Returns the words of a text without spaces. A pair in brackets is one word. Otherwise, each run of letters or digits
/// is a word.
fn parts(text: &str) -> Vec<&str> {
    let inside =
        text.trim_matches(|symbol: char| !symbol.is_alphanumeric() && !"()".contains(symbol));
    let pair = inside.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    let is_part = |symbol: char| symbol.is_ascii_digit() || "(,)".contains(symbol);
    if pair.is_some_and(|pair| pair.contains(',') && pair.chars().all(is_part)) {
        return vec![inside];
    }
    let words = text.split(|symbol: char| !symbol.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect()
}

/// Returns the words of a line without its digits and punctuation.
fn letters(small: &str) -> impl Iterator<Item = &str> {
    let words = small.split(|symbol: char| !symbol.is_alphabetic());
    words.filter(|word| !word.is_empty())
}

/// Whether a line is only a caption: words of [`CAPTIONS`] that name a picture. Digits and punctuation are allowed, but
/// not a number that can be a cell.
pub(super) fn is_caption(text: &str) -> bool {
    let small = text.to_lowercase();
    let is_part = |symbol: char| symbol.is_alphanumeric() || " :.,-*_()".contains(symbol);
    letters(&small).next().is_some()
        && letters(&small).all(|word| CAPTIONS.contains(&format!(" {word} ")))
        && small.chars().all(is_part)
        && matches!(said(text), Statement::Title | Statement::Prose)
}

/// Returns the part (goal or start) that a caption gives to the picture below it. In a line that is not a caption, only
/// the first word counts.
pub(super) fn caption_of(text: &str, is_caption: bool) -> Option<bool> {
    let small = text.to_lowercase();
    let most = if is_caption { usize::MAX } else { 1 };
    letters(&small).take(most).find_map(|word| match word {
        "goal" | "target" | "end" | "ending" | "final" | "finish" | "ziel" | "arrivée" => {
            Some(true)
        }
        "after" | "to" if is_caption => Some(true),
        "start" | "starting" | "initial" | "begin" | "départ" => Some(false),
        "from" | "before" if is_caption => Some(false),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Place, Statement, said};

    #[test]
    fn goals_of_one_peg_are_understood() {
        for (text, place) in [
            ("leave one peg in the centre", Place::Centre),
            ("Goal: last peg in the centre", Place::Centre),
            ("Is it possible to end in the centre?", Place::Centre),
            ("The final peg should be in the middle.", Place::Centre),
            ("It must finish at the center!", Place::Centre),
            ("goal: centre", Place::Centre),
            ("one marble left in the centre hole", Place::Centre),
            ("the last peg in the starting hole", Place::FirstVacancy),
            (
                "Leave one peg in the hole that was empty at the start",
                Place::FirstVacancy,
            ),
            ("last peg at 44", Place::Cell("44".to_owned())),
            ("end 44", Place::Cell("44".to_owned())),
            ("finish at (4,4)", Place::Cell("(4,4)".to_owned())),
            ("leave just one peg", Place::Anywhere),
            ("Goal: one peg, anywhere", Place::Anywhere),
            ("der letzte Stein soll in der Mitte bleiben", Place::Centre),
            ("une bille doit rester au milieu", Place::Centre),
        ] {
            assert_eq!(said(text), Statement::OnePeg(place), "{text}");
        }
    }

    #[test]
    fn other_words_about_the_goal_or_the_rules_are_not_passed_over() {
        for text in [
            "leave two pegs in the centre",
            "do not end in the centre",
            "the last peg not in the centre",
            "leave as few pegs as possible",
            "leave one peg in a corner",
            "leave the last peg",
            "one peg in the centre or at 44",
            "end in 18 moves",
            "the last peg stays at its starting position",
            "from the centre to the centre",
            "the central game",
            "in the centre",
            "Ziel: vier Steine in den Ecken",
            "leave one peg in e4",
            "from 44 to 41",
            "32 pegs",
        ] {
            assert_eq!(said(text), Statement::UnknownGoal, "{text}");
        }
        for text in ["You may also jump diagonally.", "No diagonals allowed"] {
            assert_eq!(said(text), Statement::UnknownRule, "{text}");
        }
    }

    #[test]
    fn titles_and_prose_say_nothing() {
        for text in [
            "Goal:",
            "Start",
            "The end position",
            "Goal position (what I want):",
            "Starting position:",
            "My puzzle:",
            "Here is my board:",
            "Problem 12",
            "Figure 44:",
            "thanks",
            "3.",
        ] {
            assert_eq!(said(text), Statement::Title, "{text}");
        }
        for text in [
            "Can it be solved?",
            "Hi all, I found this in my grandfather's notes.",
            "$ cat board.txt",
            "My grandmother's peg solitaire, 33 holes",
            "I am 45 years old",
        ] {
            assert_eq!(said(text), Statement::Prose, "{text}");
        }
    }

    #[test]
    fn sentences_about_the_start_give_its_vacancy() {
        assert_eq!(
            said("The centre hole is empty."),
            Statement::Vacant(Place::Centre)
        );
        assert_eq!(
            said("start with 44 vacant"),
            Statement::Vacant(Place::Cell("44".to_owned()))
        );
        assert_eq!(said("start with two empty"), Statement::UnknownGoal);
    }
}
