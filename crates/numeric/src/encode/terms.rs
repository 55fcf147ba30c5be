//! Terms of SMT-LIB with `true` and `false` folded away.

pub(super) fn sum(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        _ => format!("(+ {})", parts.join(" ")),
    }
}

pub(super) fn not(formula: &str) -> String {
    match formula {
        "true" => "false".to_owned(),
        "false" => "true".to_owned(),
        _ => format!("(not {formula})"),
    }
}

pub(super) fn and(parts: Vec<String>) -> String {
    joined(parts, "and", "true", "false")
}

pub(super) fn or(parts: Vec<String>) -> String {
    joined(parts, "or", "false", "true")
}

fn joined(mut parts: Vec<String>, word: &str, neutral: &str, decisive: &str) -> String {
    if parts.iter().any(|part| part == decisive) {
        return decisive.to_owned();
    }
    parts.retain(|part| part != neutral);
    match parts.len() {
        0 => neutral.to_owned(),
        1 => parts.remove(0),
        _ => format!("({word} {})", parts.join(" ")),
    }
}

pub(super) fn implies(premise: &str, conclusion: &str) -> String {
    match conclusion {
        "true" => "true".to_owned(),
        "false" => not(premise),
        _ => format!("(=> {premise} {conclusion})"),
    }
}
