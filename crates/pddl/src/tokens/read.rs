//! Reads `.col` and `.dat`.

use std::path::Path;

use saut_base::BadInput;
use saut_base::stop::Stop;

use super::{TokenTask, vertex_name};
use saut_base::sexp::{check_length, shortened};

/// A graph has no more vertices than this.
const MOST_VERTICES: u32 = 2_000_000;

/// The words of the lines that are no comments, with their numbers from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    let lines = text.lines().enumerate();
    let words = lines.map(|(number, line)| (number + 1, line.split_ascii_whitespace().collect()));
    words.filter(|(_, words): &(usize, Vec<&str>)| words.first().is_some_and(|first| *first != "c"))
}

/// Whether a text is a graph in DIMACS, by its first line that is no comment.
pub(super) fn is_graph(text: &str) -> bool {
    let first = lines(text).next().map(|(_, words)| words);
    first.is_some_and(|words| {
        let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let is_counted = words.len() >= 3 && words[words.len() - 2..].iter().all(is_number);
        words[0] == "p" && words[1] != "cnf" && is_counted
    })
}

impl TokenTask {
    /// Whether a text is a graph in DIMACS: its first line that is no comment begins with `p` and is not of clauses.
    pub fn is_graph(text: &str) -> bool {
        is_graph(text)
    }

    /// Reads a graph, and the tokens at the start and at the end; the places are their names in messages.
    ///
    /// # Errors
    ///
    /// With place, fact and remedy: a line that cannot be read, a vertex that the graph has not, a set that is not
    /// independent, or sets of different sizes.
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

fn read_graph(text: &str, place: &str, stop: &Stop) -> Result<Vec<Vec<u32>>, BadInput> {
    check_length(place, text)?;
    let bad = |line: usize, fact: String| {
        BadInput::new(format!("{place}:{line}"), fact)
            .remedy("a graph has one line `p VERTICES EDGES` and a line `e FROM TO` for each edge, vertices from 1")
    };
    let mut neighbours: Option<Vec<Vec<u32>>> = None;
    for (line, words) in lines(text) {
        if line.is_multiple_of(4096)
            && let Some(why) = stop.stop_reason()
        {
            let mut ended = BadInput::new(place, "it was not read to its end");
            ended.limit = Some(why);
            return Err(ended);
        }
        match (words[0], &mut neighbours) {
            ("p", None) => {
                let count = words
                    .iter()
                    .rev()
                    .nth(1)
                    .and_then(|word| word.parse::<u32>().ok());
                let count = count.filter(|count| *count <= MOST_VERTICES);
                let count = count.ok_or_else(|| {
                    bad(
                        line,
                        format!("it gives no number of vertices up to {MOST_VERTICES}"),
                    )
                })?;
                neighbours = Some(vec![Vec::new(); count as usize]);
            }
            ("p", Some(_)) => return Err(bad(line, "a second line `p`".to_owned())),
            ("e", Some(all)) => {
                let ends = words[1..].iter().map(|word| vertex(word, all.len()));
                let ends: Option<Vec<u32>> = ends.collect();
                let Some(&[from, to]) = ends.as_deref() else {
                    let fact = format!("`{}` is no edge of the graph", shortened(&words.join(" ")));
                    return Err(bad(line, fact));
                };
                if from == to {
                    let fact = format!("vertex {} is its own neighbour", vertex_name(from));
                    return Err(bad(line, fact));
                }
                all[from as usize].push(to);
                all[to as usize].push(from);
            }
            // Weights and coordinates of vertices are of no interest.
            ("n" | "d" | "v" | "x", Some(_)) => {}
            (word, _) => {
                return Err(bad(
                    line,
                    format!("`{}` where `p` or `e` is expected", shortened(word)),
                ));
            }
        }
    }
    let mut neighbours = neighbours.ok_or_else(|| bad(1, "it has no line `p`".to_owned()))?;
    for own in &mut neighbours {
        own.sort_unstable();
        own.dedup();
    }
    Ok(neighbours)
}

/// A vertex by its number from 1.
pub(super) fn vertex(word: &str, count: usize) -> Option<u32> {
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
    let bad = |line: usize, fact: String| {
        BadInput::new(format!("{place}:{line}"), fact)
            .remedy("give `s` with the vertices of the tokens at the start, and `t` with those of the target")
    };
    let mut sets: [Option<Vec<u32>>; 2] = [None, None];
    for (line, words) in lines(text) {
        let which = match words[0] {
            "s" => 0,
            "t" => 1,
            word => {
                return Err(bad(
                    line,
                    format!("`{}` where `s` or `t` is expected", shortened(word)),
                ));
            }
        };
        if sets[which].is_some() {
            return Err(bad(line, format!("a second line `{}`", words[0])));
        }
        let set = set(&words[1..], neighbours).map_err(|fact| bad(line, fact))?;
        sets[which] = Some(set);
    }
    let [Some(start), Some(target)] = sets else {
        return Err(bad(1, "it has not both lines, `s` and `t`".to_owned()));
    };
    if start.len() != target.len() {
        let (start, target) = (start.len(), target.len());
        let fact = format!("{start} tokens at the start, and {target} in the target");
        return Err(BadInput::new(place, fact).remedy("a token that jumps is neither lost nor won"));
    }
    Ok([start, target])
}

/// An independent set, sorted.
pub(super) fn set(words: &[&str], neighbours: &[Vec<u32>]) -> Result<Vec<u32>, String> {
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
