//! Growth tables are what the page says.

use std::fs;
use std::path::Path;

use crate::program::Desk;

/// The names and the first six numbers of every row of the page.
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

/// `SAUT_WRITE_PAGE=1` writes the page, which takes half a minute; here it is compared to distance 5.
#[test]
fn the_page_of_growth_tables_is_what_the_command_makes() {
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
