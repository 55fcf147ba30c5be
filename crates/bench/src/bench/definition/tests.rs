//! Definitions that can be used, and beside each kind one that cannot.

use std::path::Path;

use saut_task::encode::Encoding;

use super::{Definition, HorizonSpec, Keys};

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
    let definition = Definition::of(text, folder.path(), &Keys::default());
    definition.map_err(|bad| bad.to_string())
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
        HorizonSpec::Smallest,
        HorizonSpec::Steps(7),
        HorizonSpec::Search,
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
    let limits = Definition::of(text, Path::new(""), &asked).unwrap().sets[0].limits;
    assert_eq!(limits.timeout_seconds.to_bits(), 2.5_f64.to_bits());
    assert_eq!(limits.memory_mib, None);
}

/// A text of the definition, the text in its place, and the message.
const REFUSED: &str = r#"
seeds = [1, 2] | seed = [1] | line 4, column 1: unknown field `seed`
seeds = [5] | name = "y" | set 2 (others): name: a set has no such key; write it above
"corsair" | "corsar" | set 1 (english): puzzles: "corsar" is neither
tiny.toml:plus | tiny.toml:minus | no puzzle in it is called "minus"
tiny.toml:plus | - | cannot read standard input
"smt" | "smd" | line 5, column 13: there is no encoding "smd"; there are naive, sequential
ladder | chute | has no choice "chute"; there are pairwise
"search" | "all" | line 6, column 12: "all" is no horizon; there are
7 | -7 | line 6, column 12: -7 is no horizon
"varisat" | "varist" | backends: there is no backend "varist"; did you mean
seeds = [1, 2] | seeds = [] | seeds: the list is missing or empty; name
timeout_seconds = 20 | timeout_seconds = 0 | invalid time limit: 0 seconds; give more
name = "encodings" | # | name: the experiment has no name
name = "lama" | name = "saut" | no program can be called so
memory_mib = 100 | threads = 0 | 0 threads can do nothing"#;

#[test]
fn what_cannot_be_used_is_refused_with_place_and_remedy() {
    for row in REFUSED.lines().skip(1) {
        let [from, to, message] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
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
        encodings: Some(vec![Encoding::SEQUENTIAL, Encoding::R2_EXISTS]),
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
    assert_eq!(set.horizons, [HorizonSpec::Auto]);
    assert_eq!(set.limits.timeout_seconds.to_bits(), 2.5_f64.to_bits());
    assert!(Definition::is_one(GOOD));
    assert!(!Definition::is_one("[[puzzle]]\nname = \"a\"\n"));
}

#[test]
fn a_command_line_is_refused_by_key() {
    let refused = |keys: Keys| Definition::compared(keys).unwrap_err().to_string();
    let keys = Keys {
        seeds: Some(Vec::new()),
        ..wanted()
    };
    assert!(refused(keys).starts_with("seeds: the list is missing or empty"));
    let keys = Keys {
        timeout_seconds: Some(0.0),
        ..wanted()
    };
    assert!(refused(keys).starts_with("timeout_seconds: invalid time limit: 0"));
    let bad = HorizonSpec::by_word("far").unwrap_err().to_string();
    assert!(bad.starts_with("horizons: \"far\" is no horizon"), "{bad}");
    assert_eq!(HorizonSpec::by_word("12"), Ok(HorizonSpec::Steps(12)));
}
