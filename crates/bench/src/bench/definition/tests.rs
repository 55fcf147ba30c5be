//! Definitions that can be used, and beside each kind one that cannot.

use std::path::Path;

use super::{Definition, HorizonWish, Keys, horizon, keys};

const GOOD: &str = r#"
name = "encodings"
timeout_seconds = 20
seeds = [1, 2]
encodings = ["sequential/ladder", "smt"]
horizons = ["smallest", 7, "search"]
backends = ["varisat", "lama", "dimacs:x -y"]
[[program]]
name = "lama"
command = "planner:fd --alias lama-first {domain} {problem}"
[[set]]
family = "english"
puzzles = ["central", "corsair"]
[[set]]
family = "others"
puzzles = ["tiny.toml:plus"]
seeds = [5]
memory_mib = 100
"#;

fn read(text: &str) -> Result<Definition, String> {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = "[[puzzle]]\nname = \"plus\"\nstart = \"oo.\"\ngoal = \"..o\"\n";
    std::fs::write(folder.path().join("tiny.toml"), puzzle).unwrap();
    let keys =
        keys::read(text).and_then(|keys| Definition::of(keys, folder.path(), &Keys::default()));
    keys.map_err(|bad| bad.to_string())
}

#[test]
fn sets_take_what_they_do_not_say_from_the_top() {
    let definition = read(GOOD).unwrap();
    let [english, others] = &definition.sets[..] else {
        panic!("{definition:?}")
    };
    assert_eq!((english.subjects.len(), others.subjects.len()), (2, 1));
    assert_eq!(
        (&english.seeds[..], &others.seeds[..]),
        (&[1, 2][..], &[5][..])
    );
    assert_eq!(english.limits.memory_mib, Some(4096));
    assert_eq!(others.limits.memory_mib, Some(100));
    assert_eq!(others.limits.timeout_seconds.to_bits(), 20.0_f64.to_bits());
    assert_eq!(others.solvers[1].name, "lama");
    let wishes = [
        HorizonWish::Smallest,
        HorizonWish::Steps(7),
        HorizonWish::Search,
    ];
    assert_eq!(others.horizons, wishes);
}

#[test]
fn a_definition_without_sets_is_one_itself() {
    let text = "name = \"x\"\npuzzles = [\"central\"]\nbackends = [\"saut\"]\n";
    let set = read(text).unwrap().sets.remove(0);
    assert_eq!((set.family.as_str(), &set.seeds[..]), ("other", &[0][..]));
}

#[test]
fn the_command_line_comes_before_the_file() {
    let asked = Keys {
        timeout_seconds: Some(2.5),
        memory_mib: Some(0),
        ..Keys::default()
    };
    let text = "name = \"x\"\npuzzles = [\"central\"]\nbackends = [\"saut\"]\nmemory_mib = 9\n";
    let limits = Definition::of(keys::read(text).unwrap(), Path::new(""), &asked)
        .unwrap()
        .sets[0]
        .limits;
    assert_eq!(limits.timeout_seconds.to_bits(), 2.5_f64.to_bits());
    assert_eq!(limits.memory_mib, None);
}

#[test]
fn what_cannot_be_used_is_refused_with_place_and_remedy() {
    for (from, to, message) in [
        (
            "seeds = [1, 2]",
            "seed = [1]",
            "line 4, column 1: unknown field `seed`",
        ),
        (
            "seeds = [5]",
            "name = \"y\"",
            "set 2 (others): name: a set has no such key; write it above",
        ),
        (
            "\"corsair\"",
            "\"corsar\"",
            "set 1 (english): puzzles: \"corsar\" is neither",
        ),
        (
            "tiny.toml:plus",
            "tiny.toml:minus",
            "no puzzle in it is called \"minus\"",
        ),
        ("tiny.toml:plus", "-", "cannot read standard input"),
        (
            "\"smt\"",
            "\"smd\"",
            "encodings: there is no encoding \"smd\"; there are naive, sequential",
        ),
        (
            "ladder",
            "chute",
            "has no choice \"chute\"; there are pairwise",
        ),
        (
            "\"search\"",
            "\"all\"",
            "horizons: \"all\" is no horizon; there are",
        ),
        ("7", "-7", "horizons: -7 is no horizon"),
        (
            "\"varisat\"",
            "\"varist\"",
            "backends: there is no backend \"varist\"; did you mean",
        ),
        (
            "seeds = [1, 2]",
            "seeds = []",
            "seeds: the list is missing or empty; name",
        ),
        (
            "timeout_seconds = 20",
            "timeout_seconds = 0",
            "0 seconds are no limit; give more",
        ),
        (
            "name = \"encodings\"",
            "",
            "name: the experiment has no name",
        ),
        (
            "name = \"lama\"",
            "name = \"saut\"",
            "no program can be called so",
        ),
        (
            "memory_mib = 100",
            "threads = 0",
            "0 threads can do nothing",
        ),
    ] {
        assert!(GOOD.contains(from), "{from}");
        let bad = read(&GOOD.replacen(from, to, 1)).unwrap_err();
        assert!(bad.contains(message), "{to}: {bad}");
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn wanted() -> Keys {
    Keys {
        puzzles: Some(words(&["central", "corsair"])),
        encodings: Some(words(&["sequential", "r2-exists"])),
        backends: Some(words(&["batsat", "dimacs:x --a=b,c"])),
        seeds: Some(vec![1, 2, 3]),
        timeout_seconds: Some(2.5),
        ..Keys::default()
    }
}

#[test]
fn a_command_line_gives_the_definition_that_could_be_written() {
    let definition = Definition::compared(wanted()).unwrap();
    let [set] = &definition.sets[..] else {
        panic!("{definition:?}")
    };
    assert_eq!((set.subjects.len(), set.solvers.len()), (2, 2));
    assert_eq!(set.seeds, [1, 2, 3]);
    assert_eq!(set.horizons, [HorizonWish::Auto]);
    assert_eq!(set.limits.timeout_seconds.to_bits(), 2.5_f64.to_bits());
    assert!(Definition::is_one(GOOD));
    assert!(!Definition::is_one("[[puzzle]]\nname = \"a\"\n"));
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let refused = |wanted: Keys| Definition::compared(wanted).unwrap_err().to_string();
    let with = |change: fn(&mut Keys)| {
        let mut wanted = wanted();
        change(&mut wanted);
        refused(wanted)
    };
    for (message, wanted) in [
        (
            "backends: there is no backend \"x\"",
            with(|w| w.backends = Some(words(&["x"]))),
        ),
        (
            "seeds: the list is missing or empty",
            with(|w| w.seeds = Some(Vec::new())),
        ),
        (
            "horizons: \"far\" is no horizon",
            with(|w| w.horizons = Some(vec![horizon("far")])),
        ),
        (
            "puzzles: \"nobody\" is neither",
            with(|w| w.puzzles = Some(words(&["nobody"]))),
        ),
        (
            "timeout_seconds: 0 seconds",
            with(|w| w.timeout_seconds = Some(0.0)),
        ),
    ] {
        assert!(wanted.starts_with(message), "{wanted}");
    }
}
