//! Captions: words that stand between pictures, and what they say of the pictures below them.

/// Words that may stand alone between pictures and are so short that they could be signs.
pub(super) const CAPTIONS: &str = " start goal end to from target initial final finish position board and then into \
    puzzle the a begin before after problem figure fig no ziel but départ depart arrivée fin ";

/// Whether a line has words of [`CAPTIONS`] only, and figures and points beside them.
pub(super) fn is_caption(text: &str) -> bool {
    let small = text.to_lowercase();
    let mut words = small
        .split(|symbol: char| !symbol.is_alphabetic())
        .filter(|word| !word.is_empty())
        .peekable();
    words.peek().is_some()
        && words.all(|word| CAPTIONS.contains(&format!(" {word} ")))
        && small
            .chars()
            .all(|symbol| symbol.is_alphanumeric() || " :.,-*_()".contains(symbol))
}

/// Part that a caption names the picture below it; of other words only the first counts.
pub(super) fn caption_of(text: &str, is_caption: bool) -> Option<bool> {
    let small = text.to_lowercase();
    let words = small.split(|symbol: char| !symbol.is_alphabetic());
    let mut words = words.filter(|word| !word.is_empty());
    let most = if is_caption { usize::MAX } else { 1 };
    words.by_ref().take(most).find_map(|word| match word {
        "goal" | "target" | "end" | "ending" | "final" | "finish" | "ziel" | "arrivée" => {
            Some(true)
        }
        "after" | "to" if is_caption => Some(true),
        "start" | "starting" | "initial" | "begin" | "départ" => Some(false),
        "from" | "before" if is_caption => Some(false),
        _ => None,
    })
}
