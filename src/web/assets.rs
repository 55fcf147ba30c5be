//! The files of the planning page and the bundled tasks, which are compiled in. Their paths occur only in this module.
//! Files that the pages of boards use, too, are in `saut::formats::page::assets`.

use serde_json::{Value, json};

/// The planning page, its style sheet and its modules. `codemirror.js` is a bundle of the editor, made by
/// `pages/codemirror/build`.
const PAGES: [(&str, &str); 10] = [
    ("planning.html", include_str!("pages/planning.html")),
    ("planning.css", include_str!("pages/planning.css")),
    ("planning.js", include_str!("pages/planning.js")),
    ("editor.js", include_str!("pages/editor.js")),
    (
        "codemirror.js",
        include_str!("pages/codemirror/codemirror.js"),
    ),
    ("grid.js", include_str!("pages/grid.js")),
    ("indent.js", include_str!("pages/indent.js")),
    ("follow.js", include_str!("pages/follow.js")),
    ("whynot.js", include_str!("pages/whynot.js")),
    ("link.js", include_str!("pages/link.js")),
];

/// Includes the example task in the folder `tasks/$name`.
macro_rules! example {
    ($name:literal, $title:literal) => {
        [
            $name,
            $title,
            include_str!(concat!("tasks/", $name, "/domain.pddl")),
            include_str!(concat!("tasks/", $name, "/problem.pddl")),
        ]
    };
}

/// The example tasks, each with its name in URLs, its title, its domain and its problem.
const TASKS: [[&str; 4]; 8] = [
    example!("ferry", "Ferry: three cars and two ferries, side by side"),
    example!(
        "sokoban",
        "Sokoban: three stones, as few pushes as possible"
    ),
    example!("visit-all", "Visit all: a robot on a floor with walls"),
    example!("floor-tiles", "Floor tiles: two robots paint a chessboard"),
    example!("sliding-tiles", "Sliding tiles: the 8-puzzle"),
    example!("cross", "Peg solitaire: the cross, as a planning task"),
    example!(
        "dominoes",
        "Dominoes on a board without two corners: no plan"
    ),
    example!("locked-room", "A key locked in: no plan"),
];

/// Returns the file with this name, if there is one.
pub fn named(name: &str) -> Option<&'static str> {
    let mut pages = PAGES.iter();
    pages.find_map(|(other, text)| (*other == name).then_some(*text))
}

/// Returns the example tasks as JSON.
pub fn examples() -> String {
    let example = |[name, title, domain, problem]: [&str; 4]| json!({"name": name, "title": title, "domain": domain, "problem": problem});
    Value::from(TASKS.map(example).to_vec()).to_string()
}
