//! The commands in the README and in the pages of `docs/` work as shown.
//!
//! Every page has its own folder, in which its blocks are processed in order:
//!
//! - A block with a title (`toml title="mine.toml"`) is written to the file of this name.
//! - In a block fenced as `console`, a line `$ …` is run by bash, with the built `saut`. Its exit status must be 0, or
//!   a number in its comment, as in `# exit 20` or `# exit 0 30`. The lines below are its output. In a line, … matches
//!   any text; a line with only … matches any lines.
//! - Commands of a block below `<!-- not run: WHY -->` are not run, but their names and options must exist.
//!
//! Other blocks must not contain commands, and every link to a file or a heading must be valid.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use regex::Regex;

use crate::program::{Desk, Said, program};
use crate::{GROUPS, commands};

/// Returns the words of a shell line. A quoted text is one word.
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for symbol in line.chars() {
        match (symbol, quote) {
            ('"' | '\'', None) => {
                quote = Some(symbol);
                word.get_or_insert_default();
            }
            (_, Some(open)) if symbol == open => quote = None,
            (' ', None) => words.extend(word.take()),
            _ => word.get_or_insert_default().push(symbol),
        }
    }
    words.extend(word);
    words
}

#[derive(Debug, PartialEq, Eq)]
struct Block<'a> {
    /// Number of the first line of the block, from 1.
    line: usize,
    language: &'a str,
    /// Name of the file to which the block is written.
    title: Option<&'a str>,
    /// The reason why the commands of the block are not run.
    not_run: Option<&'a str>,
    lines: Vec<&'a str>,
}

#[derive(Debug, PartialEq, Eq)]
struct Example<'a> {
    shell: &'a str,
    statuses: Vec<i32>,
    prints: Vec<&'a str>,
}

/// Returns the fenced blocks of a page, including indented blocks in lists.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut indent, mut not_run) = (None, None);
    for (at, line) in text.lines().enumerate() {
        let bare = line.trim_start();
        match (bare.strip_prefix("```"), indent) {
            (Some(info), None) => {
                indent = Some(line.len() - bare.len());
                let title = info.split_once("title=\"").map(|(_, rest)| rest);
                blocks.push(Block {
                    line: at + 1,
                    language: info.split([' ', ',', '{']).next().unwrap_or_default(),
                    title: title.and_then(|rest| rest.split('"').next()),
                    not_run: not_run.take(),
                    lines: Vec::new(),
                });
            }
            (Some(_), Some(_)) => indent = None,
            (None, Some(indent)) => {
                let block = blocks.last_mut().expect("a block is open");
                block.lines.push(line.get(indent..).unwrap_or(bare));
            }
            (None, None) => {
                let why = bare.strip_prefix("<!-- not run: ");
                let why = why.and_then(|rest| rest.strip_suffix(" -->"));
                if !bare.is_empty() {
                    not_run = why;
                }
            }
        }
    }
    blocks
}

/// Returns the commands of a block fenced as `console`.
fn examples<'a>(block: &Block<'a>) -> Vec<Example<'a>> {
    let mut examples: Vec<Example> = Vec::new();
    for line in &block.lines {
        let Some(shell) = line.strip_prefix("$ ") else {
            let example = examples
                .last_mut()
                .expect("output stands below its command");
            example.prints.push(line);
            continue;
        };
        let (shell, comment) = shell.split_once(" # ").unwrap_or((shell, ""));
        let numbers = comment.trim().strip_prefix("exit ").unwrap_or("0");
        let statuses = numbers.split([' ', ',']);
        examples.push(Example {
            shell: shell.trim_end(),
            statuses: statuses.map_while(|word| word.parse().ok()).collect(),
            prints: Vec::new(),
        });
    }
    for example in &mut examples {
        while example.prints.last().is_some_and(|line| line.is_empty()) {
            example.prints.pop();
        }
    }
    examples
}

/// Whether the output matches the expected lines.
fn is_shown(printed: &str, lines: &[&str]) -> bool {
    let mut pattern = String::from(r"\A\n*");
    for line in lines {
        if line.trim() == "…" {
            pattern.push_str(r"(?s:.*?\n)??");
        } else {
            let parts: Vec<_> = line.trim_end().split('…').map(regex::escape).collect();
            pattern.push_str(&parts.join(".*"));
            pattern.push_str(r"[ ]*\n");
        }
    }
    pattern.push_str(r"\n*\z");
    Regex::new(&pattern)
        .unwrap()
        .is_match(&format!("{printed}\n"))
}

/// Programs that a page may call although they may not be installed.
const OTHERS: [&str; 6] = ["cadical", "drat-trim", "gcc", "lrat-check", "minisat", "z3"];

/// Returns an external program in a command that is neither installed nor required, if there is one.
fn missing(desk: &Desk, shell: &str) -> Option<&'static str> {
    let required = std::env::var("SAUT_REQUIRE_BACKENDS").unwrap_or_default();
    let on_path = |name: &str| {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&paths).any(|folder| folder.join(name).exists())
    };
    let is_required = |name| required.split([' ', ',']).any(|required| required == name);
    let is_called = |name| shell.split([' ', '(']).any(|word| word == name);
    let is_built =
        desk.0.path().join(".bin/saut-check").exists() || std::env::var_os("CI").is_some();
    if is_called("saut-check") && !is_built {
        return Some("saut-check");
    }
    let mut names = OTHERS.into_iter();
    names.find(|name| is_called(*name) && !on_path(name) && !is_required(*name))
}

/// Returns a folder for a page, with the files of the repository, and with `saut` and `saut-check` on the path.
pub fn desk() -> Desk {
    let desk = Desk::new();
    let link = |from: &Path, name: &str| {
        std::os::unix::fs::symlink(from, desk.0.path().join(name)).unwrap();
    };
    for folder in [
        "docs",
        "encodings",
        "examples",
        "instances",
        "schemas",
        "tests",
    ] {
        link(&root().join(folder), folder);
    }
    fs::create_dir(desk.0.path().join(".bin")).unwrap();
    link(&program(), ".bin/saut");
    let check = program().with_file_name("saut-check");
    if check.exists() {
        link(&check, ".bin/saut-check");
    }
    desk
}

pub fn shell(desk: &Desk, line: &str) -> Said {
    let line = line.replace("cargo run --release --", "saut");
    let mut command = Command::new("bash");
    let folder = desk.0.path();
    let mut path = OsString::from(folder.join(".bin"));
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    command
        .args(["-c", &line])
        .current_dir(folder)
        .env("PATH", path);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command.output().unwrap().into()
}

/// Returns the errors in a page, whose blocks are processed in order.
fn faults_of(root: &Path, page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    let name = page.strip_prefix(root).unwrap().display().to_string();
    let desk = desk();
    let mut faults = Vec::new();
    for block in blocks(&text) {
        let place = format!("{name}:{}", block.line);
        if let Some(title) = block.title {
            let text = block.lines.join("\n") + "\n";
            let example = fs::read_to_string(root.join("examples/delivery").join(title));
            if example.is_ok_and(|example| example != text) {
                faults.push(format!(
                    "{place}: examples/delivery/{title} is another file"
                ));
            }
            desk.write(title, text);
            continue;
        }
        if block.language != "console" {
            if matches!(block.language, "sh" | "bash" | "shell")
                || block.lines.iter().any(|line| line.starts_with("$ "))
            {
                faults.push(format!(
                    "{place}: commands stand in blocks fenced as console"
                ));
            }
            continue;
        }
        for example in examples(&block) {
            if block.not_run.is_some() {
                faults.extend(unknown(&desk, example.shell).map(|bad| format!("{place}: {bad}")));
                continue;
            }
            if let Some(program) = missing(&desk, example.shell) {
                eprintln!("{place}: the block ends here, {program} is not on PATH");
                break;
            }
            let said = shell(&desk, example.shell);
            let status = said.status.unwrap_or(-1);
            if !example.statuses.contains(&status) {
                faults.push(format!("{place}: {}: {said:#?}", example.shell));
            } else if !example.prints.is_empty() && !is_shown(&said.out, &example.prints) {
                faults.push(format!(
                    "{place}: {} prints\n{}\nand not\n{}",
                    example.shell,
                    said.out,
                    example.prints.join("\n")
                ));
            }
        }
    }
    faults
}

/// Returns an unknown command name or option in a command that is not run, if there is one.
fn unknown(desk: &Desk, shell: &str) -> Option<String> {
    let shell = shell.replace("cargo run --release --", "saut");
    for part in shell.split(['|', ';', '&']) {
        let words = words(part.trim());
        let Some(("saut", rest)) = words
            .split_first()
            .map(|(word, rest)| (word.as_str(), rest))
        else {
            continue;
        };
        let mut names: Vec<_> = rest.iter().take(1).cloned().collect();
        if names
            .first()
            .is_some_and(|name| GROUPS.contains(&name.as_str()))
        {
            names.extend(rest.get(1).cloned());
        }
        let help = desk.run(names.iter().map(String::as_str).chain(["--help"]));
        if help.status != Some(0) {
            return Some(format!("{part}: {}", help.err));
        }
        for word in rest.iter().filter(|word| word.starts_with("--")) {
            let flag = word.split('=').next().unwrap_or(word);
            let known = Regex::new(&format!(r"{}\b", regex::escape(flag))).unwrap();
            if !known.is_match(&help.out) {
                return Some(format!("saut {} has no {flag}", names.join(" ")));
            }
        }
    }
    None
}

/// Collects all `.md` files in a folder and its subfolders.
fn markdown(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(Result::unwrap).collect();
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if entry.file_type().unwrap().is_dir() {
            markdown(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the pages whose blocks are run.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![
        root().join("README.md"),
        root().join("crates/check/README.md"),
    ];
    markdown(&root().join("docs"), &mut pages);
    pages
}

#[test]
fn the_commands_of_readme_and_pages_print_the_shown_output() {
    // Check that the program exists.
    assert_eq!(Desk::new().gives(0, "list central").err, "");
    let pages = pages();
    for needed in ["README.md", "docs/index.md", "docs/reference/pddl.md"] {
        let is_there = pages.iter().any(|page| page.ends_with(needed));
        assert!(is_there, "{needed} is not among {pages:?}");
    }
    let only = std::env::var("SAUT_PAGE").unwrap_or_default();
    let pages = pages
        .iter()
        .filter(|page| page.display().to_string().contains(&only));
    let (left, faults) = (Mutex::new(pages), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(page) = left.lock().unwrap().next() else {
                        return;
                    };
                    let found = faults_of(root(), page);
                    faults.lock().unwrap().extend(found);
                }
            });
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// Returns the anchors of a page, as generated from headings for web pages.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut inside = false;
    let mut anchors = BTreeSet::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        }
        let heading = line.trim_start_matches('#');
        if !inside && heading.len() < line.len() && heading.starts_with(' ') {
            let kept = heading.trim().to_lowercase();
            let kept = kept
                .chars()
                .filter(|sign| sign.is_alphanumeric() || [' ', '-', '_'].contains(sign));
            anchors.insert(kept.collect::<String>().replace(' ', "-"));
        }
    }
    anchors
}

#[test]
fn every_link_leads_somewhere() {
    let mut pages = pages();
    for page in [
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "instances/README.md",
    ] {
        pages.push(root().join(page));
    }
    for folder in ["encodings", "results", "python", "tests/cluster", "crates"] {
        markdown(&root().join(folder), &mut pages);
    }
    let link = Regex::new(r"\]\(([^)\s]+)\)").unwrap();
    let (mut links, mut wrong) = (0, Vec::new());
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        for found in link.captures_iter(&text) {
            let target = &found[1];
            if target.contains("://") {
                continue;
            }
            links += 1;
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() {
                page.clone()
            } else {
                page.parent().unwrap().join(file)
            };
            // These pages are generated when the site is built.
            let place = file.display().to_string();
            let is_made = ["reference/commands", "reference/documents"]
                .iter()
                .any(|made| place.contains(made));
            let is_there = file.exists()
                && (anchor.is_empty()
                    || anchors(&fs::read_to_string(&file).unwrap_or_default()).contains(anchor));
            if !is_there && !is_made {
                wrong.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(links > 50, "{links}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_command_has_an_example_before_its_help() {
    let desk = Desk::new();
    for name in commands(&desk).iter().map(String::as_str).chain(GROUPS) {
        let help = desk.gives(0, &format!("{name} --help")).out;
        let first = help.lines().next().unwrap();
        let example = first.strip_prefix("Example: ").unwrap_or_default();
        let wanted = format!("saut {name} ");
        assert!(
            format!("{example} ").starts_with(&wanted),
            "{name}: {first}"
        );
        assert_eq!(unknown(&desk, example), None, "{example}");
    }
}

#[test]
fn a_page_is_read_block_by_block() {
    let page = "```toml title=\"a.toml\"\nb\n```\n<!-- not run: slow -->\n\n```console\n$ saut c  # exit 20 30\n\
                d\n\n$ e\n```\n1. f\n   ```console\n   $ g\n   ```\n";
    let blocks = blocks(page);
    let example = |shell, statuses: &[i32], prints| Example {
        shell,
        statuses: statuses.to_vec(),
        prints,
    };
    assert_eq!(blocks.len(), 3);
    assert_eq!(blocks[0].title, Some("a.toml"));
    assert_eq!(blocks[0].lines, ["b"]);
    assert_eq!(blocks[1].not_run, Some("slow"));
    assert_eq!(
        examples(&blocks[1]),
        [
            example("saut c", &[20, 30], vec!["d"]),
            example("e", &[0], vec![])
        ]
    );
    assert_eq!(blocks[2].not_run, None);
    assert_eq!(examples(&blocks[2]), [example("g", &[0], vec![])]);
}

#[test]
fn shown_output_is_compared_with_printed_output() {
    for (printed, lines, same) in [
        ("a\nb\n", &["a", "b"][..], true),
        ("a\nb\n", &["a"], false),
        ("a\nb\nc\n", &["a", "…"], true),
        ("a\nb\nc\n", &["…", "c"], true),
        ("a\nb\nc\n", &["…", "b"], false),
        ("3 boards in 0.02 s\n", &["3 boards in … s"], true),
        ("4 boards in 0.02 s\n", &["3 boards in … s"], false),
        ("a.b\n", &["a+b"], false),
    ] {
        assert_eq!(is_shown(printed, lines), same, "{printed:?} {lines:?}");
    }
}

#[test]
fn a_command_that_is_not_run_must_be_one() {
    let desk = Desk::new();
    for (line, is_known) in [
        ("saut serve --open", true),
        ("saut bench x --seeds 3 && saut report y", true),
        ("cadical --frobnicate", true),
        ("saut serve --opne", false),
        ("saut slove x", false),
        ("saut list | saut solve --frobnicate", false),
    ] {
        assert_eq!(unknown(&desk, line).is_none(), is_known, "{line}");
    }
}
