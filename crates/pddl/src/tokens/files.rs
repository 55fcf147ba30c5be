//! Reads the files of the challenge, `.col` and `.dat`, and reads and writes its answers: `s`, `t`, `a YES` with one
//! set per line, or `a NO`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use saut_base::BadInput;
use saut_base::lists::distinct;
use saut_base::sexp::{check_length, shortened};
use saut_base::stop::Stop;
use saut_base::words::counted;

use super::{TokenTask, vertex_name};
use crate::plan::{NamedPlan, PlanStep};
use crate::validate::ValidatedPlan;

const MAX_VERTICES: usize = 2_000_000;

/// Returns the words of each line that is neither empty nor a comment, with the line number from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    let lines = text.lines().enumerate();
    let words = lines.map(|(number, line)| (number + 1, line.split_ascii_whitespace().collect()));
    words.filter(|(_, words): &(usize, Vec<&str>)| words.first().is_some_and(|first| *first != "c"))
}

impl TokenTask {
    /// Whether a text is a graph in DIMACS: its first line that is not a comment begins with `p` and does not announce
    /// clauses.
    pub fn is_graph(text: &str) -> bool {
        let first = lines(text).next().map(|(_, words)| words);
        first.is_some_and(|words| {
            let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
            let is_counted = words.len() >= 3 && words[words.len() - 2..].iter().all(is_number);
            words[0] == "p" && words[1] != "cnf" && is_counted
        })
    }

    /// Reads a graph, and the start and target vertices of the tokens. The places are the names of the files in
    /// messages.
    ///
    /// # Errors
    ///
    /// [`BadInput`] for a line that cannot be read, a vertex that is not in the graph, a set that is not independent,
    /// or sets of different sizes.
    pub fn read(
        [graph, graph_place]: [&str; 2],
        [tokens, tokens_place]: [&str; 2],
        stop: &Stop,
    ) -> Result<Self, BadInput> {
        let neighbours = read_graph(graph, graph_place, stop)?;
        let [start, target] = read_tokens(tokens, tokens_place, &neighbours)?;
        let stem = Path::new(tokens_place).file_stem();
        Ok(Self {
            name: stem.map_or(tokens_place.to_owned(), |name| {
                name.to_string_lossy().into_owned()
            }),
            neighbours,
            start,
            target,
        })
    }
}

/// A file that is parsed, with the remedy for all its errors.
struct File<'a> {
    place: &'a str,
    remedy: &'static str,
}

impl File<'_> {
    fn bad(&self, line: usize, fact: impl Into<String>) -> BadInput {
        BadInput::new(format!("{}:{line}", self.place), fact).remedy(self.remedy)
    }
}

fn read_graph(text: &str, place: &str, stop: &Stop) -> Result<Vec<Vec<u32>>, BadInput> {
    check_length(place, text)?;
    let file = File {
        place,
        remedy: "a graph has one line `p VERTICES EDGES` and a line `e FROM TO` for each edge, vertices from 1",
    };
    let mut neighbours: Option<Vec<Vec<u32>>> = None;
    for (line, words) in lines(text) {
        if line.is_multiple_of(4096)
            && let Some(why) = stop.stop_reason()
        {
            let mut ended = BadInput::new(place, "the file was not read completely");
            ended.limit = Some(why);
            return Err(ended);
        }
        match (words[0], &mut neighbours) {
            ("p", None) => {
                let count = words.iter().rev().nth(1).and_then(|word| word.parse().ok());
                let count = count.filter(|count| *count <= MAX_VERTICES);
                let bad = || format!("expected a number of vertices, at most {MAX_VERTICES}");
                let count = count.ok_or_else(|| file.bad(line, bad()))?;
                neighbours = Some(vec![Vec::new(); count]);
            }
            ("p", Some(_)) => bail!(file, line, "there is a second line `p`"),
            ("e", Some(all)) => {
                let ends = words[1..].iter().map(|word| vertex(word, all.len()));
                let ends: Option<Vec<u32>> = ends.collect();
                let Some(&[from, to]) = ends.as_deref() else {
                    let edge = words.join(" ");
                    bail!(
                        file,
                        line,
                        "`{}` is not an edge of the graph",
                        shortened(&edge)
                    );
                };
                if from == to {
                    let own = vertex_name(from);
                    bail!(file, line, "vertex {own} is its own neighbour");
                }
                all[from as usize].push(to);
                all[to as usize].push(from);
            }
            // Weights and coordinates of vertices are ignored.
            ("n" | "d" | "v" | "x", Some(_)) => {}
            (word, _) => {
                let word = shortened(word);
                bail!(file, line, "expected `p` or `e`, found `{word}`");
            }
        }
    }
    let neighbours = neighbours.ok_or_else(|| file.bad(1, "the file has no line `p`"))?;
    Ok(neighbours.into_iter().map(distinct).collect())
}

/// Parses the number of a vertex, which counts from 1 in files; `None` if the graph has no such vertex.
fn vertex(word: &str, count: usize) -> Option<u32> {
    let number: u32 = word.parse().ok()?;
    number
        .checked_sub(1)
        .filter(|&vertex| (vertex as usize) < count)
}

fn read_tokens(
    text: &str,
    place: &str,
    neighbours: &[Vec<u32>],
) -> Result<[Vec<u32>; 2], BadInput> {
    check_length(place, text)?;
    let file = File {
        place,
        remedy: "write a line `s` with the start vertices of the tokens, and a line `t` with the target vertices",
    };
    let mut sets: [Option<Vec<u32>>; 2] = [None, None];
    for (line, words) in lines(text) {
        let which = match words[0] {
            "s" => 0,
            "t" => 1,
            word => {
                let word = shortened(word);
                bail!(file, line, "expected `s` or `t`, found `{word}`");
            }
        };
        if sets[which].is_some() {
            bail!(file, line, "there is a second line `{}`", words[0]);
        }
        let set = set(&words[1..], neighbours).map_err(|fact| file.bad(line, fact))?;
        sets[which] = Some(set);
    }
    let [Some(start), Some(target)] = sets else {
        bail!(file, 1, "the line `s` or the line `t` is missing");
    };
    if start.len() != target.len() {
        let (start, target) = (start.len(), target.len());
        let fact = format!("there are {start} tokens at the start, but {target} in the target");
        return Err(BadInput::new(place, fact).remedy("both sets must have the same size"));
    }
    Ok([start, target])
}

/// Parses an independent set, and sorts it.
fn set(words: &[&str], neighbours: &[Vec<u32>]) -> Result<Vec<u32>, String> {
    let mut set = Vec::new();
    for word in words {
        let known = vertex(word, neighbours.len());
        set.push(known.ok_or_else(|| format!("the graph has no vertex {}", shortened(word)))?);
    }
    set.sort_unstable();
    if let Some(twice) = set.windows(2).find(|two| two[0] == two[1]) {
        return Err(format!("vertex {} is named twice", vertex_name(twice[0])));
    }
    for &one in &set {
        let near = neighbours[one as usize]
            .iter()
            .find(|near| set.binary_search(near).is_ok());
        if let Some(&near) = near {
            let (one, near) = (vertex_name(one), vertex_name(near));
            return Err(format!("vertices {one} and {near} are neighbours"));
        }
    }
    Ok(set)
}

fn written<'t>(tokens: impl IntoIterator<Item = &'t u32>) -> String {
    let names = tokens.into_iter().map(|&vertex| vertex_name(vertex));
    let names: Vec<String> = names.map(|name| name.to_string()).collect();
    names.join(" ")
}

impl TokenTask {
    /// Returns the answer in the format of the challenge: the sets of tokens along a plan, or, without a plan, the
    /// answer NO.
    pub fn answer(&self, plan: Option<&ValidatedPlan>) -> String {
        let mut text = format!("s {}\nt {}\n", written(&self.start), written(&self.target));
        let Some(plan) = plan else {
            text.push_str("a NO\n");
            return text;
        };
        text.push_str("a YES\n");
        let mut tokens: BTreeSet<u32> = self.start.iter().copied().collect();
        let mut add = |tokens: &BTreeSet<u32>| {
            let _ = writeln!(text, "a {}", written(tokens));
        };
        add(&tokens);
        for step in &plan.plan().steps {
            let named = step.arguments.first();
            let Some(own) = named.and_then(|name| vertex(name, self.vertices())) else {
                continue;
            };
            if step.action == "lift" {
                tokens.remove(&own);
            } else {
                tokens.insert(own);
                add(&tokens);
            }
        }
        text
    }

    /// Whether a text is an answer of the challenge: it has a line `a YES` or `a NO`.
    pub fn is_answer(text: &str) -> bool {
        let mut lines = text.lines().map(str::trim);
        lines.any(|line| line == "a YES" || line == "a NO")
    }

    /// Returns the plan in an answer of the challenge, for the validator. If an answer "YES" is wrong, returns the
    /// error instead: an invalid set, or two successive sets that no jump connects.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if the answer is "NO", or a line is not part of an answer.
    pub fn read_answer(
        &self,
        text: &str,
        place: &str,
    ) -> Result<Result<NamedPlan, BadInput>, BadInput> {
        check_length(place, text)?;
        let wrong = |fact: String| Ok(Err(BadInput::new("claim \"YES\" rejected", fact)));
        let mut steps = Vec::new();
        let mut before: Option<Vec<u32>> = None;
        for (number, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            let bad = |fact: &str| BadInput::new(format!("{place}:{}", number + 1), fact);
            let wrong = |fact: String| wrong(format!("line {}: {fact}", number + 1));
            match &words[..] {
                ["a", "NO"] => {
                    let fact = "the answer NO has no reason that can be checked";
                    return Err(
                        bad(fact).remedy("saut plan --json prints an answer with its certificate")
                    );
                }
                [] | ["a", "YES"] | ["c" | "s" | "t", ..] => {}
                ["a", tokens @ ..] => {
                    let now = match set(tokens, &self.neighbours) {
                        Ok(now) => now,
                        Err(fact) => return wrong(fact),
                    };
                    let last = before.as_ref().unwrap_or(&self.start);
                    let gone: Vec<u32> = without(last, &now);
                    let new: Vec<u32> = without(&now, last);
                    match (&gone[..], &new[..], &before) {
                        ([], [], None) => {}
                        (&[from], &[to], Some(_)) => {
                            steps.extend([step("lift", from), step("drop", to)]);
                        }
                        (.., None) => {
                            return wrong("the first set is not the start".to_owned());
                        }
                        (gone, new, _) => {
                            let (gone, new) = (gone.len(), new.len());
                            let fact = format!(
                                "{} removed and {new} added, but a move removes one token and adds one",
                                counted(gone, "token")
                            );
                            return wrong(fact);
                        }
                    }
                    before = Some(now);
                }
                _ => {
                    return Err(bad("this is not a line of an answer")
                        .remedy("a line begins with c, s, t or a"));
                }
            }
        }
        match before {
            Some(_) => Ok(Ok(steps.into())),
            None => wrong("the answer has no line with a set".to_owned()),
        }
    }
}

fn without(all: &[u32], but: &[u32]) -> Vec<u32> {
    let rest = all.iter().copied();
    rest.filter(|one| but.binary_search(one).is_err()).collect()
}

fn step(action: &str, vertex: u32) -> PlanStep {
    PlanStep {
        action: action.to_owned(),
        arguments: vec![vertex_name(vertex).to_string()],
    }
}
