//! The names nearest to one that nothing is called by.

use std::cmp::Reverse;

/// Up to three names that resemble the wanted one, the nearest first: by the letters that are to be changed, or
/// because they begin as it does.
pub fn nearest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = wanted.to_lowercase();
    let mut ranked: Vec<(u32, &str)> = names
        .into_iter()
        .map(|name| (likeness(&wanted, name), name))
        .filter(|&(likeness, _)| likeness >= 500)
        .collect();
    ranked.sort_by_key(|&(likeness, name)| (Reverse(likeness), name));
    ranked.into_iter().map(|(_, name)| name).take(3).collect()
}

/// A remedy that names the nearest names, if there are any, and then says where to see all.
pub fn remedy<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>, all: &str) -> String {
    let nearest = nearest(wanted, names);
    match nearest.split_last() {
        None => all.to_owned(),
        Some((one, [])) => format!("did you mean {one}? {all}"),
        Some((last, others)) => format!("did you mean {} or {last}? {all}", others.join(", ")),
    }
}

/// From 0 (nothing in common) to 1000 (the same). Three letters and more that a name begins with are as good as
/// three letters of four.
fn likeness(wanted: &str, name: &str) -> u32 {
    const BEGUN: u32 = 750;
    let is_begun = wanted.chars().count() >= 3 && name.to_lowercase().starts_with(wanted);
    by_changes(wanted, name).max(if is_begun { BEGUN } else { 0 })
}

/// Distance by the letters that are to be changed alone.
fn by_changes(wanted: &str, name: &str) -> u32 {
    let longest = u32::try_from(wanted.chars().count().max(name.chars().count()));
    let distance = u32::try_from(strsim::damerau_levenshtein(wanted, &name.to_lowercase()));
    match (longest, distance) {
        (Ok(longest), Ok(distance)) if longest > 0 && longest < 100 => {
            1000 - 1000 * distance.min(longest) / longest
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{nearest, remedy};

    #[test]
    fn the_nearest_names_come_first_and_far_ones_are_not_offered() {
        let puzzles = ["corsair", "central", "french-central"];
        let armies = ["army-2", "army-1", "diamond"];
        for (wanted, names, message) in [
            ("Centrl", puzzles, "did you mean central? See."),
            ("army", armies, "did you mean army-1 or army-2? See."),
            ("zzz", puzzles, "See."),
            ("", puzzles, "See."),
        ] {
            assert_eq!(remedy(wanted, names, "See."), message);
        }
        // A name that begins so is near.
        let names = ["european", "zero", "english"];
        assert_eq!(nearest("euro", names), ["european", "zero"]);
        assert_eq!(nearest("eu", names), [""; 0]);
    }
}
