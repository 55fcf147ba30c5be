//! Finds the domain of a problem, by the naming conventions of benchmark collections.
//!
//! The planning competitions use three layouts. In the first layout, one `domain.pddl` is in the folder of the
//! problems. In the second layout, each problem has a domain, whose file name contains the name or the number of the
//! problem. In the third layout, the domains are in the parent folder. The names are tried in a fixed order, a domain
//! for one problem before a domain for all. A domain is skipped if its name differs from the problem's `(:domain
//! NAME)`.

use std::collections::HashSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use saut_base::BadInput;
use saut_base::read_limited::{self, MOST_DOCUMENT_BYTES};
use saut_base::stop::Stop;
use saut_pddl::{Header, read_header};

/// Returns the domain for a problem. `command` and `rest` are the words before and after the two names on the command
/// line. Messages repeat them.
///
/// # Errors
/// The problem does not exist or is standard input, none of the possible files exists, or none defines the domain of
/// the problem.
pub fn domain_beside(
    problem: &str,
    command: &str,
    rest: &str,
    stop: &Stop,
) -> Result<String, BadInput> {
    let path = Path::new(problem);
    let both = if stem(problem).contains("domain") {
        format!("if this is the domain, also give the problem: {command} {problem} PROBLEM{rest}")
    } else {
        format!("also give the domain: {command} DOMAIN {problem}{rest}")
    };
    let name = path.file_name().and_then(|name| name.to_str());
    let Some(name) = name.filter(|_| problem != "-") else {
        return Err(BadInput::new(problem, "no domain is given").remedy(both));
    };
    if !path.exists() {
        let missing = ErrorKind::NotFound.into();
        return Err(read_limited::unreadable(problem, &missing));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let candidates = candidates(name);
    let is_file = |file: &PathBuf| file.is_file() && file != path;
    let there = candidates.iter().map(|name| folder.join(name));
    let there: Vec<PathBuf> = there.filter(is_file).collect();
    if there.is_empty() {
        if let Ok(Some(Header::Domain(_))) = heading_of(problem, stop) {
            let fact = "expected a problem, found a domain";
            let remedy = format!("give both: {command} {problem} PROBLEM{rest}");
            return Err(BadInput::new(problem, fact).remedy(remedy));
        }
        let looked_for = candidates.join(", ");
        let fact = format!("no domain was found in the folder of the problem; tried {looked_for}");
        return Err(BadInput::new(problem, fact).remedy(both));
    }
    fitting(problem, &there, stop).map_err(|bad| bad.remedy(both))
}

fn text(file: &str, stop: &Stop) -> Result<String, BadInput> {
    let bytes = read_limited::named(Path::new(file), MOST_DOCUMENT_BYTES, stop)?;
    read_limited::text(bytes, file)
}

/// Returns the kind and the name at the beginning of a file. Returns `None` for a pipe, which can be read only once.
fn heading_of(file: &str, stop: &Stop) -> Result<Option<Header>, BadInput> {
    if read_limited::is_pipe(Path::new(file)) {
        return Ok(None);
    }
    read_header(&text(file, stop)?, file, stop)
}

/// Returns the first file that defines the domain named in the problem, or the first file if the problem names no
/// domain. If no file fits, returns a file that is neither a domain nor a problem, so that the parser reports its
/// error.
fn fitting(problem: &str, there: &[PathBuf], stop: &Stop) -> Result<String, BadInput> {
    let named = |file: &PathBuf| file.display().to_string();
    let Some(Header::Problem {
        domain: Some(wanted),
    }) = heading_of(problem, stop)?
    else {
        return Ok(named(&there[0]));
    };
    let mut others = Vec::new();
    let mut unknown = None;
    for file in there.iter().map(named) {
        let read = text(&file, stop).and_then(|text| read_header(&text, &file, stop));
        match read {
            Ok(Some(Header::Domain(name))) if name == wanted => return Ok(file),
            Ok(Some(Header::Domain(name))) => others.push(format!("{file} defines `{name}`")),
            Ok(Some(Header::Problem { .. })) => others.push(format!("{file} is a problem")),
            _ => unknown = unknown.or(Some(file)),
        }
    }
    let wanted = format!("the problem belongs to the domain `{wanted}`");
    unknown.ok_or_else(|| BadInput::new(problem, format!("{wanted}, and {}", others.join(", "))))
}

/// Returns the name of a file in lower case, without its folder and its extension.
fn stem(file: &str) -> String {
    let stem = Path::new(file).file_stem().unwrap_or_default();
    stem.to_string_lossy().to_lowercase()
}

/// Returns possible names of the domain, relative to the folder of the problem, in the order in which they are tried.
fn candidates(name: &str) -> Vec<String> {
    let (stem, ending) = match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() => (stem, format!(".{ending}")),
        _ => (name, String::new()),
    };
    let digits = stem.trim_start_matches(|symbol: char| !symbol.is_ascii_digit());
    let number = digits.split(|symbol: char| !symbol.is_ascii_digit()).next();
    let number = number.filter(|number| !number.is_empty());
    let first = stem.split(['-', '_']).next().filter(|first| *first != stem);
    let own = [Some(stem), first].into_iter().flatten();
    let names = own.flat_map(|own| {
        ["{}-domain", "{}_domain", "domain-{}", "domain_{}"].map(|name| name.replace("{}", own))
    });
    let numbered = number.into_iter().flat_map(|number| {
        ["domain", "domain-", "../domains/domain-"].map(|name| format!("{name}{number}"))
    });
    let all = ["domain", "../domain"].map(str::to_owned);
    let mut names: Vec<String> = names.chain(numbered).chain(all).collect();
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names.into_iter().map(|name| name + &ending).collect()
}

#[cfg(test)]
mod tests {
    use super::candidates;

    #[test]
    fn the_layouts_of_the_competitions_are_among_the_candidates() {
        for (problem, domain) in [
            ("prob01.pddl", "domain.pddl"),
            ("prob01.pddl", "domain01.pddl"),
            ("p01.pddl", "p01-domain.pddl"),
            ("p01.pddl", "domain_p01.pddl"),
            ("p01-s2-n1.pddl", "p01-domain.pddl"),
            ("task.pddl", "../domain.pddl"),
            ("instance-12.pddl", "../domains/domain-12.pddl"),
            ("TASK.PDDL", "domain.PDDL"),
        ] {
            let names = candidates(problem);
            assert!(names.iter().any(|name| name == domain), "{names:?}");
        }
    }

    #[test]
    fn a_domain_for_one_problem_comes_before_a_domain_for_all() {
        let names = candidates("p01.pddl");
        let at = |name: &str| names.iter().position(|one| one == name).unwrap();
        assert!(at("p01-domain.pddl") < at("domain.pddl"));
        assert!(at("domain.pddl") < at("../domain.pddl"));
        assert!(!names.iter().any(|name| name == "p01.pddl"));
    }
}
