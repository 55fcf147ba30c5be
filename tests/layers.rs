//! The layers of the library, read off its source: who may name whom, and what is nowhere.
//!
//! Modules for tests (`#[cfg(test)]`, `tests.rs`) are exempt: a test may ask any layer for what
//! it needs. `lib.rs` only lists the modules.

#[path = "layers/source.rs"]
mod source;

use source::{Source, blanked, from_root, longest_super, sources, without_tests};

/// A module and those it may name. The longest entry that fits a file counts for it.
const ALLOWED: &[(&str, &[&str])] = &[
    ("bad_input", &[]),
    ("random", &[]),
    ("stop", &[]),
    ("record", &[]),
    ("peg", &["bad_input"]),
    ("baseline", &["peg", "plan", "random", "stop"]),
    ("baseball", &["bad_input"]),
    ("task", &["plan"]),
    ("plan", &["task"]),
    ("pose", &["baseball", "peg", "plan", "task"]),
    ("formula", &["task"]),
    ("model", &["bad_input", "formula"]),
    ("encode", &["bad_input", "formula", "random", "task"]),
    (
        "backend",
        &["bad_input", "formula", "model", "random", "stop"],
    ),
    ("decode", &["encode", "model", "plan", "task"]),
    ("simulate", &["baseball", "peg", "plan"]),
    ("formats", &["bad_input", "baseball", "peg", "plan"]),
    (
        "formats/certificate",
        &["bad_input", "certify", "encode", "peg", "search"],
    ),
    ("gf2", &["peg"]),
    ("search", &["gf2", "peg", "plan", "stop"]),
    ("count", &["bad_input", "peg", "plan", "search", "stop"]),
    (
        "explore",
        &["count", "peg", "plan", "random", "search", "stop"],
    ),
    ("certify", &["gf2", "peg", "random", "search", "stop"]),
    (
        "certify/proof",
        &["encode", "formula", "peg", "pose", "stop", "task"],
    ),
    ("report", &["bad_input", "peg", "record"]),
    ("decide", EVERYTHING),
    ("bench", EVERYTHING),
    (
        "family",
        &[
            "backend",
            "bad_input",
            "certify",
            "decide",
            "encode",
            "formats",
            "formula",
            "peg",
            "pose",
            "stop",
            "task",
        ],
    ),
    (
        "census",
        &[
            "bad_input",
            "certify",
            "decide",
            "formats",
            "peg",
            "plan",
            "random",
            "search",
            "simulate",
            "stop",
        ],
    ),
    ("cli", EVERYTHING),
    ("main", EVERYTHING),
];

const EVERYTHING: &[&str] = &[
    "backend",
    "bad_input",
    "bench",
    "baseline",
    "census",
    "baseball",
    "certify",
    "cli",
    "count",
    "decide",
    "decode",
    "encode",
    "family",
    "explore",
    "formats",
    "formula",
    "model",
    "peg",
    "plan",
    "pose",
    "random",
    "record",
    "report",
    "search",
    "simulate",
    "stop",
    "task",
];

/// What `lib.rs` shows at the root, and the module that it is of.
const AT_ROOT: [(&str, &str); 4] = [
    ("BadInput", "bad_input"),
    ("Decision", "decide"),
    ("Settings", "decide"),
    ("Verdict", "decide"),
];

/// The top-level modules that code names, itself among them.
fn named(code: &str) -> Vec<String> {
    let module = |name: String| {
        let shown = AT_ROOT.iter().find(|(item, _)| *item == name);
        shown.map_or(name, |(_, module)| (*module).to_owned())
    };
    let mut modules: Vec<String> = from_root(code).into_iter().map(module).collect();
    modules.sort_unstable();
    modules.dedup();
    modules
}

/// The entry of the table for a file.
fn allowed(source: &Source) -> Option<&'static [&'static str]> {
    let path = source.path.trim_end_matches(".rs");
    let fits = |entry: &str| {
        path.strip_prefix(entry)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let fitting = ALLOWED.iter().filter(|(entry, _)| fits(entry));
    fitting
        .max_by_key(|(entry, _)| entry.len())
        .map(|(_, allowed)| *allowed)
}

fn library() -> Vec<Source> {
    let mut sources = sources();
    sources.retain(|source| source.path != "lib.rs" && !source.is_command_line());
    sources
}

/// The files of a top-level module.
fn files_of(module: &str) -> Vec<Source> {
    let mut sources = library();
    sources.retain(|source| source.modules()[0] == module);
    assert!(!sources.is_empty(), "there is no module {module}");
    sources
}

/// No file of the module names any of these.
fn never_names(module: &str, others: &[&str]) {
    for source in files_of(module) {
        for name in named(&source.code) {
            assert!(
                !others.contains(&name.as_str()),
                "src/{} names {name}",
                source.path
            );
        }
    }
}

/// No file but those that `may` contains any of these pieces of code.
fn nowhere_but(may: impl Fn(&Source) -> bool, pieces: &[&str]) {
    for source in sources().iter().filter(|source| !may(source)) {
        for piece in pieces {
            assert!(
                !source.code.contains(piece),
                "src/{} has {piece}",
                source.path
            );
        }
    }
}

#[test]
fn every_module_names_only_the_layers_that_it_may() {
    for source in library() {
        let Some(allowed) = allowed(&source) else {
            panic!(
                "src/{}: its module has no line in the table of layers",
                source.path
            );
        };
        for name in named(&source.code) {
            let own = source.modules()[0] == name;
            assert!(
                own || allowed.contains(&name.as_str()),
                "src/{} names {name}, but may name only {allowed:?}",
                source.path
            );
        }
    }
}

#[test]
fn the_root_is_named_as_crate_so_that_layers_can_be_read() {
    for source in library() {
        let (chain, depth) = (longest_super(&source.code), source.modules().len());
        assert!(
            chain < depth,
            "src/{} reaches the root by super; say crate",
            source.path
        );
    }
}

#[test]
fn simulate_never_sees_a_task() {
    never_names("simulate", &["task", "pose"]);
}

#[test]
fn simulate_never_sees_a_literal() {
    never_names(
        "simulate",
        &["formula", "model", "encode", "decode", "backend"],
    );
    for source in files_of("simulate") {
        assert!(
            !source.code.contains("rustsat"),
            "src/{} names rustsat",
            source.path
        );
    }
}

#[test]
fn a_backend_never_sees_a_game_or_an_encoder() {
    never_names(
        "backend",
        &[
            "peg", "baseball", "pose", "task", "plan", "encode", "decode", "simulate",
        ],
    );
}

#[test]
fn an_encoder_never_sees_a_game_or_a_backend() {
    never_names(
        "encode",
        &[
            "peg", "baseball", "pose", "backend", "model", "simulate", "certify",
        ],
    );
}

#[test]
fn a_game_never_sees_the_planner() {
    for game in ["peg", "baseball"] {
        never_names(
            game,
            &[
                "pose", "task", "plan", "formula", "encode", "backend", "simulate",
            ],
        );
    }
}

#[test]
fn the_readers_never_see_a_solver() {
    never_names(
        "formats",
        &["task", "formula", "backend", "decode", "decide", "simulate"],
    );
}

#[test]
fn the_criteria_never_see_a_backend() {
    never_names(
        "certify",
        &["backend", "model", "decode", "decide", "simulate"],
    );
}

#[test]
fn no_layer_of_the_library_sees_the_command_line() {
    for source in library() {
        assert!(
            !named(&source.code).contains(&"cli".to_owned()),
            "src/{}",
            source.path
        );
    }
}

#[test]
fn only_the_command_line_knows_clap_and_colours() {
    let pieces = [
        "clap::",
        "clap_complete::",
        "clap_mangen::",
        "anstream::",
        "anstyle::",
    ];
    nowhere_but(Source::is_command_line, &pieces);
    nowhere_but(Source::is_command_line, &["indicatif::", "ctrlc::"]);
}

#[test]
fn only_the_command_line_prints() {
    nowhere_but(Source::is_command_line, &["print!(", "println!(", "dbg!("]);
}

#[test]
fn features_are_chosen_on_two_spots() {
    let spots = ["lib.rs", "backend.rs", "backend/catalogue.rs"];
    let is_spot = |source: &Source| spots.contains(&source.path.as_str());
    nowhere_but(
        is_spot,
        &[
            "cfg(feature",
            "cfg!(feature",
            "cfg(not(feature",
            "cfg_attr(feature",
        ],
    );
}

#[test]
fn no_module_is_called_mod() {
    for source in sources() {
        assert!(!source.path.ends_with("mod.rs"), "src/{}", source.path);
    }
}

#[test]
fn every_file_opens_with_what_it_is() {
    for source in sources() {
        assert!(
            source.text.starts_with("//!"),
            "src/{} has no //! at its top",
            source.path
        );
    }
}

#[test]
fn no_file_is_longer_than_400_lines() {
    for source in sources() {
        let lines = source.text.lines().count();
        assert!(lines <= 400, "src/{} has {lines} lines", source.path);
    }
}

#[test]
fn a_forbidden_name_would_be_seen() {
    for code in [
        "use crate::task::Task;",
        "use crate::{peg::{Board, Cell}, task::{self, Action}};",
        "use crate::{\n    peg,\n    task,\n};",
        "fn f(x: &crate::task::Task) {}",
        "fn f<'a>(x: &'a str, y: char) -> bool { y == '\"' && crate::task::g(x) }",
        "const A: &str = r#\"\"#; use crate::task;",
        "#[cfg(test)]\nuse crate::peg;\nuse crate::task;",
    ] {
        let names = named(&without_tests(&blanked(code)));
        assert!(names.contains(&"task".to_owned()), "{code}: {names:?}");
    }
    assert_eq!(named("use crate::BadInput;"), ["bad_input"]);
    assert_eq!(longest_super("use super::super::task; use super::x;"), 2);
}

#[test]
fn a_name_in_the_real_source_is_seen() {
    let files = files_of("encode");
    let names: Vec<String> = files
        .iter()
        .flat_map(|source| named(&source.code))
        .collect();
    for wanted in ["bad_input", "formula", "random", "task"] {
        assert!(names.contains(&wanted.to_owned()), "{wanted}");
    }
}

#[test]
fn comments_literals_and_tests_name_nothing() {
    for code in [
        "//! As in [`crate::task`].",
        "/* crate::task */ /// crate::task",
        "const A: &str = \"\\\"crate::task\";",
        "const A: &str = r#\"\"crate::task\"#;",
        "#[cfg(test)]\nmod tests { use crate::task; fn f() { if true {} } }",
        "fn other_crate::task() {}",
    ] {
        let names = named(&without_tests(&blanked(code)));
        assert!(names.is_empty(), "{code}: {names:?}");
    }
}
