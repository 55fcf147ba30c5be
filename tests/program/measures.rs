//! Growth tables agree with the documentation page and with `tests/data/facts.json`.

use std::fs;
use std::path::Path;

use crate::program::Desk;

/// Returns the names and the first six numbers of each row of the page.
fn rows(page: &str) -> Vec<Vec<String>> {
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let cells = rows.map(|row| {
        row.replace("\\|", "/")
            .split('|')
            .map(str::to_owned)
            .collect()
    });
    let cells: Vec<Vec<String>> = cells.collect();
    cells.iter().map(|cells| cells[1..10].to_vec()).collect()
}

/// The test compares the page up to distance 5. `SAUT_WRITE_PAGE=1` writes the page again, which takes half a minute.
#[test]
fn the_page_of_growth_tables_equals_the_output() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = root.join("docs/growth-french.toml");
    let page = root.join("docs/growth.md");
    let desk = Desk::new();
    let words = ["growth", table.to_str().unwrap(), "--format", "markdown"];
    if std::env::var_os("SAUT_WRITE_PAGE").is_some() {
        fs::write(&page, desk.run(words).out).unwrap();
    }
    let made = rows(&desk.run(words.into_iter().chain(["--distance", "5"])).out);
    let kept = rows(&fs::read_to_string(&page).unwrap());
    assert_eq!(
        (made.len(), made == kept),
        (64, true),
        "SAUT_WRITE_PAGE=1 writes docs/growth.md"
    );
    let changed = fs::read_to_string(&table)
        .unwrap()
        .replace("118, 680", "119, 680");
    desk.write("other.toml", changed);
    let said = desk
        .gives(0, "growth other.toml --distance 3 --json")
        .json();
    assert_eq!(said["lines"][0]["found"][3], 118);
    assert_eq!(said["lines"][0]["printed"][3], 119);
    desk.write("bad.toml", "board = \"x\"\ndistance = 1\n");
    desk.gives(2, "growth bad.toml");
}

/// The numbers in `tests/data/facts.json` were computed by an independent program with sets of positions.
#[test]
fn growth_tables_agree_with_the_facts() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let facts = fs::read_to_string(root.join("tests/data/facts.json")).unwrap();
    let facts: serde_json::Value = serde_json::from_str(&facts).unwrap();
    let table = root.join("docs/growth-french.toml");
    let words = [
        "growth",
        table.to_str().unwrap(),
        "--distance",
        "5",
        "--json",
    ];
    let said = Desk::new().run(words).json();
    let mut compared = 0;
    for fact in facts["tables"].as_array().unwrap() {
        let quantity = match fact["quantity"].as_str().unwrap() {
            "boards_first_met_at_distance_by_jumps_and_reverse_jumps" => "both",
            "boards_by_reverse_jumps_only" => "reverse",
            "reverse_only_boards_with_an_axis_of_symmetry" => "with axis",
            _ => continue,
        };
        let name = match (
            fact["table"].as_str().unwrap(),
            fact["row"].as_str().unwrap(),
        ) {
            (_, "total_winning") => "winning".to_owned(),
            (_, "total_losing") => "losing".to_owned(),
            ("8.27", row) => row.to_owned(),
            (_, row) => match row
                .strip_suffix("_class")
                .and_then(|row| row.strip_prefix('G'))
            {
                Some(number) => format!("S{number}"),
                None => continue,
            },
        };
        let lines = said["lines"].as_array().unwrap();
        let is_it =
            |line: &&serde_json::Value| line["name"] == name && line["quantity"] == quantity;
        let line = lines
            .iter()
            .find(is_it)
            .unwrap_or_else(|| panic!("{name} {quantity}"));
        let (found, wanted) = (
            line["found"].as_array().unwrap(),
            fact["computed"].as_array().unwrap(),
        );
        assert_eq!(found[..6], wanted[..6], "{name} {quantity}");
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
}
