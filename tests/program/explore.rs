//! Counts and searches that stop at a limit or a signal, and continue from their checkpoints.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::program::{Desk, command};

#[test]
fn partial_counts_are_reported_at_a_limit() {
    let desk = Desk::new();
    let said = desk.gives(30, "count pegsol-p08 --reachable --memory 1 --json");
    assert_eq!(said.json().get("solutions"), None);
    // The solutions are counted fast, the games are not: the limit is reached after the first count.
    let (full, gap) = ("oooooooo\n".repeat(5), ".ooooooo\n");
    let goal = format!("{full}{gap}{gap}oooooooo\n");
    desk.write(
        "few.toml",
        format!(
            "[[puzzle]]\nname = \"few\"\nboard = \"square-8\"\nstart = \"full - 11\"\n\
             goal = \"\"\"\n{goal}\"\"\"\n"
        ),
    );
    let said = desk.gives(30, "count few.toml --games --timeout 3 --json");
    let document = said.json();
    assert_eq!(
        (&document["verdict"], &document["solutions"]),
        (&"undecided".into(), &"1".into())
    );
    let said = desk.gives(30, "count few.toml --games --timeout 3");
    for part in ["1 solution (", "undecided: the rest"] {
        assert!(said.out.contains(part), "{said:?}");
    }
}

/// Kills a run when it has stored this number of levels in the folder `levels`. Returns the folder.
fn killed_with_levels(desk: &Desk, asked: &str, wanted: usize) -> PathBuf {
    let words = asked
        .split(' ')
        .chain(["--threads", "1", "--save", "levels"]);
    let mut child = command(&desk.0, words)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let (began, directory) = (Instant::now(), desk.0.path().join("levels"));
    let levels = || {
        let files = std::fs::read_dir(&directory)
            .into_iter()
            .flatten()
            .flatten();
        files
            .filter(|file| file.path().extension().is_some_and(|end| end == "level"))
            .count()
    };
    while levels() < wanted && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    directory
}

#[test]
fn a_killed_count_resumes_from_its_own_levels_only() {
    let desk = Desk::new();
    let directory = killed_with_levels(&desk, "count pegsol-p27", 2);
    let said = desk.gives(2, "count pegsol-p27 --save levels");
    assert!(said.err.contains("--resume"), "{said:?}");
    let said = desk.gives(2, "count pegsol-p28 --save levels --resume");
    assert!(said.err.contains("another puzzle"), "{said:?}");
    let resumed = desk
        .gives(0, "count pegsol-p27 --save levels --resume --levels --json")
        .json();
    let whole = desk.gives(0, "count pegsol-p27 --levels --json").json();
    assert_eq!(
        (&resumed["solutions"], &resumed["levels"]),
        (&whole["solutions"], &whole["levels"])
    );
    // Returns the file of the last level of a direction. When a count resumes, it does not read earlier levels.
    let level = |direction: &str| {
        let files = std::fs::read_dir(&directory).unwrap();
        let paths = files.map(|file| file.unwrap().path());
        paths
            .filter(|path| path.to_str().unwrap().contains(direction))
            .max_by_key(|path| path.metadata().unwrap().modified().unwrap())
    };
    let file = level("reached").unwrap();
    let whole = std::fs::read(&file).unwrap();
    std::fs::copy(level("leading").unwrap(), &file).unwrap();
    let said = desk.gives(2, "count pegsol-p27 --save levels --resume");
    assert!(said.err.contains("another count"), "{said:?}");
    std::fs::write(&file, whole).unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let said = desk.gives(2, "count pegsol-p27 --save levels --resume");
    assert!(said.err.contains("is damaged"), "{said:?}");
}

#[test]
fn the_search_for_fewest_moves_resumes_from_its_levels() {
    let desk = Desk::new();
    let asked = "solve pegsol-p27 --minimise moves --json";
    let whole = desk.gives(0, asked).json();
    killed_with_levels(&desk, "solve pegsol-p27 --minimise moves", 8);
    let said = desk.gives(2, &format!("{asked} --save levels"));
    assert!(said.err.contains("--resume"), "{said:?}");
    let said = desk.gives(
        2,
        "solve pegsol-p28 --minimise moves --save levels --resume",
    );
    assert!(said.err.contains("another puzzle"), "{said:?}");
    let resumed = desk
        .gives(0, &format!("{asked} --save levels --resume"))
        .json();
    assert_eq!(resumed["lower_bound"], whole["lower_bound"]);
    let said = desk.gives(30, &format!("{asked} --save others --timeout 0"));
    assert!(
        said.err.contains("others") && said.err.contains("--resume"),
        "{said:?}"
    );
    let said = desk.gives(2, "solve central --save levels");
    assert!(said.err.contains("--minimise moves"), "{said:?}");
}
