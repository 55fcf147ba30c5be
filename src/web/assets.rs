//! The files of the planning page and the bundled tasks, compiled in: the only place that knows where they lie. The
//! files that pages of boards share with it are in `saut::formats::page::assets`.

use serde_json::{Value, json};

/// The page of planning, its style and its modules; `codemirror.js` is the kept editor, as `pages/codemirror/build`
/// makes it.
const PAGES: [(&str, &str); 9] = [
    ("planning.html", include_str!("pages/planning.html")),
    ("planning.css", include_str!("pages/planning.css")),
    ("planning.js", include_str!("pages/planning.js")),
    ("editor.js", include_str!("pages/editor.js")),
    (
        "codemirror.js",
        include_str!("pages/codemirror/codemirror.js"),
    ),
    ("grid.js", include_str!("pages/grid.js")),
    ("follow.js", include_str!("pages/follow.js")),
    ("whynot.js", include_str!("pages/whynot.js")),
    ("link.js", include_str!("pages/link.js")),
];

/// A task to begin with.
struct Example {
    /// Name in addresses.
    name: &'static str,
    /// Title, in a few words.
    title: &'static str,
    /// Its domain.
    domain: &'static str,
    /// Its problem.
    problem: &'static str,
}

/// An example of a folder of `tasks/`.
macro_rules! example {
    ($name:literal, $title:literal) => {
        Example {
            name: $name,
            title: $title,
            domain: include_str!(concat!("tasks/", $name, "/domain.pddl")),
            problem: include_str!(concat!("tasks/", $name, "/problem.pddl")),
        }
    };
}

/// The tasks to begin with.
const TASKS: [Example; 8] = [
    example!("ferry", "Ferry: three cars and two ferries, side by side"),
    example!(
        "sokoban",
        "Sokoban: three stones, as few pushes as possible"
    ),
    example!("visit-all", "Visit all: a robot on a floor with walls"),
    example!("floor-tiles", "Floor tiles: two robots paint a chessboard"),
    example!("sliding-tiles", "Sliding tiles: the puzzle of eight"),
    example!("cross", "Peg solitaire: the cross, as a planning task"),
    example!(
        "dominoes",
        "Dominoes on a board without two corners: no plan"
    ),
    example!("locked-room", "A key locked in: no plan"),
];

/// The file of that name.
pub fn named(name: &str) -> Option<&'static str> {
    let mut found = PAGES.iter().filter(|(other, _)| *other == name);
    found.next().map(|&(_, text)| text)
}

/// The bundled examples: name, title, and the two texts.
pub fn examples() -> String {
    let examples = TASKS.iter().map(|example| {
        json!({
            "name": example.name, "title": example.title,
            "domain": example.domain, "problem": example.problem,
        })
    });
    Value::Array(examples.collect()).to_string()
}
