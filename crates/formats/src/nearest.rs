//! Suggestions of similar names for an unknown name.

/// Returns up to three names similar to an unknown name, the most similar first. The measure is the number of letters
/// to change, or a common beginning.
pub fn nearest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = wanted.to_lowercase();
    let mut ranked: Vec<(f64, &str)> = names
        .into_iter()
        .map(|name| (likeness(&wanted, name), name))
        .filter(|&(likeness, _)| likeness >= 0.5)
        .collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(other.1)));
    ranked.into_iter().map(|(_, name)| name).take(3).collect()
}

/// Returns a remedy that suggests the most similar names, if there are any, and then names the complete list.
pub fn remedy<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>, all: &str) -> String {
    let nearest = nearest(wanted, names);
    match nearest.split_last() {
        None => all.to_owned(),
        Some((one, [])) => format!("did you mean {one}? {all}"),
        Some((last, others)) => format!("did you mean {} or {last}? {all}", others.join(", ")),
    }
}

/// Returns the similarity of two names from 0 (nothing in common) to 1 (equal). If the first name is a prefix of the
/// second and has at least three letters, the similarity is at least 0.75.
fn likeness(wanted: &str, name: &str) -> f64 {
    const BEGUN: f64 = 0.75;
    let name = name.to_lowercase();
    let is_begun = wanted.chars().count() >= 3 && name.starts_with(wanted);
    let by_changes = strsim::normalized_damerau_levenshtein(wanted, &name);
    by_changes.max(if is_begun { BEGUN } else { 0.0 })
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
        // A name with this beginning is similar.
        let names = ["european", "zero", "english"];
        assert_eq!(nearest("euro", names), ["european", "zero"]);
        assert_eq!(nearest("eu", names), [""; 0]);
    }
}
