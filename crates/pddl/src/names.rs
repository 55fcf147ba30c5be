//! Finds the declared name that is most similar to an undeclared name, and writes the names of facts and actions in
//! formulas and certificates.

/// Maximum number of declared names that are compared with an undeclared name. More comparisons could take longer than
/// the parsing.
const MAX_COMPARED: usize = 10_000;

/// Returns the declared name that is most similar to `name`, if one is similar enough.
pub(crate) fn nearest<'a>(
    name: &str,
    declared: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    if name.len() > 100 {
        return None;
    }
    let declared = declared.into_iter().take(MAX_COMPARED);
    let declared: Vec<&str> = declared.filter(|known| known.len() <= 100).collect();
    if let Some(same) = declared.iter().find(|known| **known == name) {
        return Some(same);
    }
    let distances = declared
        .iter()
        .map(|known| (strsim::damerau_levenshtein(name, known), *known));
    let near = distances.filter(|(distance, known)| *distance * 3 <= name.len().max(known.len()));
    let nearest = near
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known);
    // The name is a part of a declared name, such as `money` in `money-spent`.
    let has_part =
        |known: &&str| name.len() > 2 && known.split(['-', '_']).any(|part| part == name);
    nearest.or_else(|| {
        declared
            .into_iter()
            .filter(has_part)
            .min_by_key(|known| known.len())
    })
}

/// Returns the remedy for an undeclared name: the nearest declared name, or the section that must declare the name.
pub(crate) fn undeclared_remedy<'a>(
    name: &str,
    declared: impl IntoIterator<Item = &'a str>,
    where_declared: &str,
) -> String {
    match nearest(name, declared) {
        Some(known) => format!("did you mean `{known}`?"),
        None => format!("declare it in {where_declared}"),
    }
}

/// Writes `on a b` as `on(a,b)`: names in formulas have no blanks. Commas and backslashes in arguments are escaped with
/// a backslash, so that different atoms have different names.
pub(crate) fn term(words: &str) -> String {
    let (head, arguments) = words.split_once(' ').unwrap_or((words, ""));
    if arguments.is_empty() {
        return head.to_owned();
    }
    if !arguments.contains([',', '\\']) {
        return format!("{head}({})", arguments.replace(' ', ","));
    }
    let arguments = arguments.replace('\\', "\\\\").replace(',', "\\,");
    format!("{head}({})", arguments.replace(' ', ","))
}
