//! Checks of the source code: the modules of a crate do not depend on forbidden modules. Cargo enforces the
//! dependencies between crates.
//!
//! In this file, a module is directly below the root of a crate, and includes its submodules. Test modules may use any
//! module.

#[path = "layers/files.rs"]
mod files;
#[path = "layers/source.rs"]
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use source::{Source, code_of, names_below, sources};

/// Modules, each with the names that it must not use.
const NEVER: [(&str, &[&str]); 10] = [
    // The simulator decides by coordinates whether a jump is legal, and not by a task or a formula.
    (
        "crates/peg/src/simulate",
        &[
            "backend", "certify", "decode", "encode", "formula", "model", "compile", "task",
        ],
    ),
    (
        "crates/plan/src/backend",
        &["decode", "encode", "plan", "task"],
    ),
    ("crates/task/src/encode", &["backend", "decode", "model"]),
    // Searches over packed states find the bounds. The check of a bound has its own tables.
    ("crates/task/src/bound", &["exhaustive", "packed", "states"]),
    (
        "crates/task/src/certificate",
        &["exhaustive", "packed", "states"],
    ),
    ("crates/peg/src/peg", GAME),
    ("crates/peg/src/baseball", GAME),
    (
        "crates/criteria/src/certify",
        &["backend", "decide", "decode", "model", "simulate"],
    ),
    (
        "crates/formats/src",
        &["backend", "decide", "decode", "formula", "simulate", "task"],
    ),
    (
        "crates/puzzles/src/decide",
        &["census", "count", "explore", "formats"],
    ),
];

/// The crates of the workspace, except the program at its root.
const CRATES: [&str; 17] = [
    "answer", "base", "bench", "check", "criteria", "formats", "levels", "linear", "numeric",
    "pddl", "peg", "plan", "puzzles", "shards", "studio", "task", "veripb",
];

/// Names that the modules of the games must not use: parts of the planner, and the simulator.
const GAME: &[&str] = &[
    "backend", "certify", "encode", "formula", "plan", "compile", "search", "simulate", "task",
];

/// Files that may use floating-point numbers: for linear programs that propose weights, and for a rate of boards per
/// second. The checks in these files must not use them.
const FLOATING: [&str; 5] = [
    "certify/cone/search.rs",
    "certify/pruning_functions.rs",
    "certify/pagoda.rs",
    "certify/program.rs",
    "levels/src/search/settings.rs",
];

/// Returns the files of a module, whose paths begin with `room`.
fn files_of(room: &str) -> Vec<Source> {
    let mut files = sources();
    files.retain(|file| {
        let rest = file.path.strip_prefix(room);
        rest.is_some_and(|rest| rest.starts_with(['/', '.']))
    });
    assert!(!files.is_empty(), "there is no {room}");
    files
}

/// Asserts that no file contains any of these pieces of code, except files whose path ends with one of `but`.
fn nowhere_but(but: &[&str], pieces: &[&str]) {
    for file in sources() {
        let may = but.iter().any(|end| file.path.ends_with(end));
        // In `impl … for PIECE`, the type is not constructed.
        let has = |piece: &&&str| {
            file.code
                .replace(&format!("for {piece}"), "")
                .contains(**piece)
        };
        let found = pieces.iter().find(has);
        assert!(may || found.is_none(), "{} has {found:?}", file.path);
    }
}

#[test]
fn no_module_names_a_forbidden_module() {
    for (room, never) in NEVER {
        for file in files_of(room) {
            let found = file.names().into_iter().find(|name| never.contains(name));
            assert_eq!(found, None, "{} names it", file.path);
        }
    }
}

/// The fields of other evidence are private. The fields of a validated plan are visible in its whole crate, so this
/// test is needed.
#[test]
fn only_a_validator_makes_a_validated_plan() {
    let check = [
        "pddl/src/validate.rs",
        "pddl/src/sas/validate.rs",
        "pddl/src/tokens/validate.rs",
    ];
    nowhere_but(&check, &["ValidatedPlan {"]);
}

#[test]
fn no_command_prints_its_last_words() {
    // Only these files print during the run: plans, verdicts and entries as they are found, and messages of a process
    // of the studio to its server.
    let may = [
        "web/process.rs",
        "cli/reply.rs",
        "cli/plans.rs",
        "cli/plan/files.rs",
        "cli/baseball/game.rs",
        "cli/classify.rs",
        "cli/family.rs",
    ];
    nowhere_but(&may, &["anstream::stdout()", "stdout().lock()"]);
}

#[test]
fn no_check_uses_floating_point() {
    let rooms = [
        "task/src/proof",
        "task/src/bound",
        "task/src/certificate",
        "criteria/src/certify",
        "levels/src/search",
        "peg/src/simulate",
    ];
    for file in rooms
        .map(|room| files_of(&format!("crates/{room}")))
        .iter()
        .flatten()
    {
        let code = if FLOATING.iter().any(|end| file.path.ends_with(end)) {
            // Only the bodies of the checks are examined.
            let checks = file.code.split("fn check").skip(1);
            checks.filter_map(|rest| rest.split("\n}").next()).collect()
        } else {
            file.code.clone()
        };
        for float in ["f32", "f64"] {
            assert!(!code.contains(float), "{}: {float}", file.path);
        }
    }
}

#[test]
fn only_the_program_prints_and_knows_a_terminal() {
    for file in sources()
        .iter()
        .filter(|file| file.path.starts_with("crates") && !file.path.starts_with("crates/check"))
    {
        for piece in ["print!(", "println!(", "dbg!("] {
            assert!(!file.code.contains(piece), "{} has {piece}", file.path);
        }
    }
    let no_library_needs = [
        "anstream",
        "anstyle",
        "axum",
        "clap",
        "crossterm",
        "hyper",
        "indicatif",
        "signal-hook",
        "tiny_http",
        "tokio",
    ];
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/crates")).unwrap() {
        let path = entry.unwrap().path().join("Cargo.toml");
        if !path.exists() {
            continue;
        }
        let manifest: toml::Table = fs::read_to_string(&path).unwrap().parse().unwrap();
        let needed = manifest["dependencies"].as_table().unwrap();
        // The text of an answer contains colours, so this crate may use them. The program removes them without a
        // terminal.
        let is_answer = path
            .parent()
            .is_some_and(|folder| folder.ends_with("answer"));
        let allowed = |one: &str| is_answer && ["anstream", "anstyle"].contains(&one);
        let found = no_library_needs
            .iter()
            .find(|one| needed.contains_key(**one) && !allowed(one));
        assert_eq!(found, None, "{}", path.display());
    }
}

/// Returns the modules that each module of a crate uses.
fn graph(files: &[Source]) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut graph: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for file in files.iter().filter(|file| file.room() != "lib") {
        let named = names_below("crate::", &file.code).into_iter();
        let others = named.filter(|name| *name != file.room());
        graph.entry(file.room()).or_default().extend(others);
    }
    graph
}

#[test]
fn the_studio_knows_nothing_of_the_command_line() {
    let files = files_of("src/web");
    assert!(files.len() > 4);
    for file in files {
        assert!(!file.code.contains("cli::"), "{}", file.path);
    }
}

#[test]
fn no_rooms_of_a_crate_import_one_another_in_a_circle() {
    for name in CRATES {
        let mut files = sources();
        files.retain(|file| file.path.starts_with(&format!("crates/{name}/src/")));
        let circles = files::circles(&graph(&files));
        assert!(circles.is_empty(), "crates/{name}: {circles:?}");
        for file in files {
            // No path reaches the root by `super`, so every use of the root is visible as `crate::`.
            let depth = file.path.matches('/').count() - 2;
            let chain = "super::".repeat(depth);
            assert!(!file.code.contains(&chain), "{}: say crate", file.path);
        }
    }
}

#[test]
fn no_files_import_one_another_in_a_circle() {
    let crates = CRATES.map(|name| format!("crates/{name}/src/"));
    for root in crates.into_iter().chain(["src/".to_owned()]) {
        let mut files = sources();
        // The library at the root and the program are different crates.
        files.retain(|file| file.path.starts_with(&root) && file.path != "src/lib.rs");
        assert!(!files.is_empty(), "there is no {root}");
        let circles = files::circles(&files::graph(&files));
        assert!(circles.is_empty(), "{circles:#?}");
    }
}

#[test]
fn a_circle_of_files_would_be_seen() {
    let circles = |codes: [(&str, &str); 3]| {
        let files = codes.map(|(path, code)| Source {
            path: format!("crates/x/src/{path}.rs"),
            code: code_of(code),
        });
        files::circles(&files::graph(&files)).len()
    };
    // `crate::B` is re-exported by the root, and leads to the file that defines it.
    assert_eq!(
        circles([
            ("lib", "mod b;\nmod c;\npub use b::B;\n"),
            ("b", "use super::c::C;\n"),
            ("c", "fn f(b: &crate::B) {}\n"),
        ]),
        1
    );
    // The child uses a function of its parent, which calls the child.
    let child = ("b", "use super::help;\n");
    let other = ("c", "");
    assert_eq!(
        circles([("lib", "mod b;\nfn f() { b::f() }\n"), child, other]),
        1
    );
    // A parent that only declares or re-exports its child is not in a cycle with it.
    assert_eq!(
        circles([("lib", "mod b;\npub use b::f;\n"), child, other]),
        0
    );
}

#[test]
fn a_check_does_not_use_a_solver() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = |name: &str| -> toml::Table {
        let path = folder.join("crates").join(name).join("Cargo.toml");
        fs::read_to_string(path).unwrap().parse().unwrap()
    };
    let (base, task) = (manifest("base"), manifest("task"));
    let named: BTreeSet<&str> = [
        &base["dependencies"],
        &base["target"]["cfg(unix)"]["dependencies"],
        &base["target"]["cfg(not(target_family = \"wasm\"))"]["dependencies"],
        &task["dependencies"],
    ]
    .into_iter()
    .flat_map(|table| table.as_table().unwrap().keys())
    .map(String::as_str)
    .collect();
    // `rustsat` provides only literals, clauses and DIMACS. Its solvers are separate crates.
    let known = [
        "flate2",
        "hashbrown",
        "itertools",
        "lzma-rust2",
        "rustc-hash",
        "rustix",
        "rustsat",
        "saut-base",
        "serde",
        "serde_json",
        "sha2",
        "strum",
        "tempfile",
        "thiserror",
    ];
    assert_eq!(named, BTreeSet::from(known));
}

#[test]
fn a_forbidden_name_and_a_circle_would_be_seen() {
    for code in [
        "use crate::task::Task;",
        "use crate::{peg::{Board, Cell}, task::{self, Action}};",
        "use crate::{\n    peg,\n    task,\n};",
        "fn f(x: &crate::task::Task) {}",
    ] {
        assert!(names_below("crate::", code).contains(&"task"), "{code}");
    }
    for code in [
        "//! As in [`crate::task`].",
        "#[cfg(test)]\nmod tests { use crate::task; }",
        "fn other_crate::task() {}",
        "use crate::peg::{task, Board};",
    ] {
        let code = code_of(code);
        assert!(!names_below("crate::", &code).contains(&"task"), "{code}");
    }
    let rooms = |pairs: [(&'static str, &'static str); 3]| {
        let rooms = pairs.map(|(room, named)| (room, BTreeSet::from([named])));
        files::circles(&BTreeMap::from(rooms))
    };
    let circle = BTreeSet::from(["b", "c"]);
    assert_eq!(rooms([("a", "b"), ("b", "c"), ("c", "b")]), [circle].into());
    assert!(rooms([("a", "b"), ("b", "c"), ("c", "std")]).is_empty());
    let encode = files_of("crates/task/src/encode");
    let named = encode
        .iter()
        .flat_map(Source::names)
        .collect::<BTreeSet<_>>();
    assert!(["formula", "task"].iter().all(|one| named.contains(one)));
}
