//! Dependencies between the files of a crate.
//!
//! File A depends on file B if a path or a `use` in A leads to an item that is defined in B. If a path leads to a name
//! that a module imports by `use`, it continues there. So a name that a file takes from its parent leads to the file
//! that defines it. The following are not dependencies: `mod b;`, a `use` of a whole module (paths into it are found
//! separately), and a `pub use` of a name that the file itself does not use. Method calls are ignored.

use std::collections::{BTreeMap, BTreeSet};

use super::source::Source;

/// The modules of a crate, by their paths from the root, such as `peg::picture`.
type Modules<'a> = BTreeMap<String, Module<'a>>;

struct Module<'a> {
    file: &'a Source,
    uses: Vec<Use>,
    /// The code without `use` items and without declarations of modules.
    code: String,
}

/// One name that a `use` imports.
struct Use {
    public: bool,
    name: String,
    path: Vec<String>,
}

/// Returns, for each file, the files on which it depends. Files are given by their paths.
pub fn graph(files: &[Source]) -> BTreeMap<&str, BTreeSet<&str>> {
    let modules: Modules = files
        .iter()
        .map(|file| (place(file), module(file)))
        .collect();
    let named = |(place, module): (&String, &Module)| {
        let taken = module.uses.iter().filter(|one| {
            !one.public
                || module
                    .code
                    .split(|c| !is_name(c))
                    .any(|word| word == one.name)
        });
        let mut paths: Vec<Vec<String>> = taken.map(|one| one.path.clone()).collect();
        paths.extend(paths_of(&module.code));
        let found = paths
            .iter()
            .filter_map(|path| target(&modules, place, path, 0));
        let found = found.map(|place| modules[place].file.path.as_str());
        found.collect()
    };
    let arrows = modules.iter().map(|(place, module)| {
        let own = module.file.path.as_str();
        let mut others: BTreeSet<&str> = named((place, module));
        others.remove(own);
        (own, others)
    });
    arrows.collect()
}

/// Returns the cycles: sets of files in which each file leads to all others.
pub fn circles<'a>(graph: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<BTreeSet<&'a str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> = graph
        .keys()
        .map(|from| {
            let mut reached = BTreeSet::new();
            let mut left = vec![*from];
            while let Some(file) = left.pop() {
                let next = graph.get(file).into_iter().flatten();
                left.extend(next.filter(|next| reached.insert(**next)));
            }
            (*from, reached)
        })
        .collect();
    let circular = reached.iter().filter(|(file, to)| to.contains(**file));
    circular
        .map(|(file, to)| {
            to.iter()
                .copied()
                .filter(|other| reached.get(other).is_some_and(|back| back.contains(file)))
                .collect()
        })
        .collect()
}

/// Returns the path from the root of the crate to the module of a file.
fn place(file: &Source) -> String {
    let (_, below) = file.path.rsplit_once("src/").unwrap();
    let below = below.trim_end_matches(".rs").replace('/', "::");
    if matches!(&*below, "lib" | "main") {
        String::new()
    } else {
        below
    }
}

fn module(file: &Source) -> Module<'_> {
    let (mut uses, mut code) = (Vec::new(), String::new());
    let mut rest = file.code.as_str();
    while !rest.is_empty() {
        let line = rest.split_inclusive('\n').next().unwrap();
        let trimmed = line.trim_start();
        let head = trimmed.split("use ").next().unwrap();
        let is_use = trimmed.len() > head.len()
            && (head.is_empty() || head.starts_with("pub"))
            && !head.contains("fn");
        let end = rest.find(';').filter(|_| is_use);
        let length = if let Some(end) = end {
            let begin = line.len() - trimmed.len() + head.len() + "use ".len();
            flatten(&rest[begin..end], &[], !head.is_empty(), &mut uses);
            end + 1
        } else {
            if !trimmed.trim_end().ends_with(';') || !trimmed.contains("mod ") {
                code.push_str(line);
            }
            line.len()
        };
        rest = &rest[length..];
    }
    Module { file, uses, code }
}

/// Collects the names that a `use` imports, including nested groups.
fn flatten(tree: &str, before: &[String], public: bool, uses: &mut Vec<Use>) {
    let tree = tree.trim();
    let (path, group) = tree
        .split_once('{')
        .map_or((tree, None), |(a, b)| (a, Some(b)));
    let (path, called) = path
        .split_once(" as ")
        .map_or((path, None), |(a, b)| (a, Some(b)));
    let mut whole = before.to_vec();
    let parts = path
        .split("::")
        .map(str::trim)
        .filter(|part| !part.is_empty());
    whole.extend(parts.map(str::to_owned));
    let Some(group) = group else {
        whole.retain(|part| part != "self" || before.is_empty());
        if let Some(last) = whole.last() {
            let name = called.unwrap_or(last).trim().to_owned();
            uses.push(Use {
                public,
                name,
                path: whole,
            });
        }
        return;
    };
    let (mut depth, mut begin) = (0, 0);
    for (at, c) in group.char_indices() {
        match c {
            ',' | '}' if depth == 0 => {
                flatten(&group[begin..at], &whole, public, uses);
                begin = at + 1;
            }
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
}

const fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns the paths with at least two names.
fn paths_of(code: &str) -> impl Iterator<Item = Vec<String>> {
    let paths = code.split(|c| !is_name(c) && c != ':').map(|path| {
        let names = path.trim_matches(':').split("::");
        names.map(str::to_owned).collect::<Vec<_>>()
    });
    paths.filter(|path| path.len() > 1)
}

/// Returns the module that defines the target of a path, if it is in this crate.
fn target<'m>(modules: &'m Modules, from: &str, path: &[String], depth: usize) -> Option<&'m str> {
    if depth > 8 {
        return None;
    }
    let below = |place: &str, name: &str| {
        if place.is_empty() {
            name.to_owned()
        } else {
            format!("{place}::{name}")
        }
    };
    let parent = |place: &str| {
        place
            .rsplit_once("::")
            .map_or(String::new(), |(a, _)| a.to_owned())
    };
    let mut place = from.to_owned();
    for (at, name) in path.iter().enumerate() {
        match name.as_str() {
            "crate" => place = String::new(),
            "self" => {}
            "super" => place = parent(&place),
            _ => {
                let rest = &path[at + 1..];
                let child = below(&place, name);
                // A program next to a library is in a folder that is not a module.
                let module = modules.get(&place)?;
                if let Some(one) = module.uses.iter().find(|one| one.name == *name) {
                    // The name is imported by a `use`, and is a module or an item.
                    let shadowed = modules.contains_key(&child) && !rest.is_empty();
                    if !shadowed && (at > 0 || one.path != path) {
                        let whole: Vec<String> = one.path.iter().chain(rest).cloned().collect();
                        return target(modules, &place, &whole, depth + 1);
                    }
                }
                if modules.contains_key(&child) {
                    place = child;
                } else {
                    // The name is an item that this module defines, or a name from another crate.
                    let here = at > 0;
                    return here.then(|| modules.get_key_value(&place).unwrap().0.as_str());
                }
            }
        }
    }
    None
}
