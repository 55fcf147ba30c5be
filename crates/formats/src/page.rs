//! Self-contained pages: one HTML file that makes no network requests.
//!
//! A page is interactive: it steps through a plan, lets a person play from any position, and shows why a puzzle is
//! infeasible. Its scripts are the modules of `web/`, which the studio of `saut serve` also uses. Without scripts, and
//! on paper, it is a sheet: a picture of every move and the list of moves. The content security policy of a page allows
//! only the content of the page itself.

pub mod assets;
mod frame;
pub mod gallery;

use saut_base::bad_input::BadInput;
use saut_base::words::counted;
use saut_peg::baseball::{self, Step, picture};
use saut_peg::peg::{Jump, Puzzle, moves, notation};
use serde_json::{Value, json};

use crate::Entry;
use crate::census::{FigureEntry, Figures, read_figure};
use crate::markup::escaped;
use crate::svg::{self, Diagram};

pub use frame::{Frame, studio};
pub use gallery::{census_document, document, track_document};

/// Maximum number of holes that a sheet draws, on all boards together. With more holes, the sheet shows only start and
/// goal, so that the page stays small.
const MAX_DRAWN: usize = 3000;

/// The columns of the sheet of a census.
const COLUMNS: usize = 6;

/// Returns a page with its title, a line of facts, data for the scripts, and markup for printing and for browsers
/// without scripts.
fn written(title: &str, facts: &str, data: &Value, sheet: &str) -> String {
    // A `<` in a text of the puzzle cannot end the element that holds the data.
    let data = data.to_string().replace('<', "\\u003c");
    let body = format!(
        "<main>\n<h1>{}</h1>\n<p class=\"facts\">{}</p>\n\
         <section id=\"reason\" class=\"reason\" aria-label=\"reason\" hidden></section>\n\
         <div id=\"live\"></div>\n\
         <section class=\"sheet\" aria-label=\"printable sheet\">\n{}</section>\n</main>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n",
        escaped(title),
        escaped(facts),
        sheet,
    );
    let frame = Frame {
        title,
        style: assets::STYLE,
        modules: &assets::PAGE,
        body: &body,
    };
    frame.write()
}

/// Returns a list as markup. Every item must be escaped text or markup.
fn list(tag: &str, items: impl IntoIterator<Item = String>) -> String {
    let items = items.into_iter().map(|item| format!("<li>{item}</li>\n"));
    format!("<{tag}>\n{}</{tag}>\n", items.collect::<String>())
}

/// Returns the page of a puzzle, with a plan to step through if there is one. The jumps should have been replayed. A
/// jump that leaves the board is left out of the sheet.
pub fn page(puzzle: &Puzzle, jumps: Option<&[Jump]>) -> String {
    let mut data = document(puzzle);
    let mut facts = facts(puzzle);
    let mut sheet = svg::puzzle(puzzle);
    if let Some(jumps) = jumps {
        data["plan"] = json!(jumps);
        let moves = moves(jumps);
        facts = format!(
            "{facts}; a plan of {} in {}",
            counted(jumps.len(), "jump"),
            counted(moves.len(), "move")
        );
        if (moves.len() + 1) * puzzle.board().len() <= MAX_DRAWN {
            sheet = svg::plan(puzzle, jumps);
        } else {
            sheet += &svg::pieces(puzzle, jumps).unwrap_or_default();
        }
        let name = |sweep| escaped(&notation::move_name(puzzle.board(), sweep));
        sheet += &list("ol", moves.iter().map(name));
    }
    written(svg::title(puzzle), &facts, &data, &sheet)
}

/// Returns the page of an infeasible puzzle, with the reason first. `criteria` is the list that `saut explain --json`
/// writes.
pub fn infeasible(puzzle: &Puzzle, criteria: &Value) -> String {
    let mut data = document(puzzle);
    data["criteria"] = criteria.clone();
    let all = criteria.as_array().map_or(&[][..], Vec::as_slice);
    let refuting = all.iter().filter(|one| one["refutes"] == true);
    let reason = |one: &Value| {
        let text = |field: &str| one[field].as_str().unwrap_or_default().to_owned();
        let why: Vec<String> = text("why").lines().map(escaped).collect();
        let name = escaped(&text("name")).replace('-', " ");
        format!(
            "<h2>Infeasible by {name}</h2>\n<pre>{}</pre>\n",
            why.join("\n")
        )
    };
    let sheet = refuting.map(reason).collect::<String>() + &svg::puzzle(puzzle);
    let facts = format!("{}; infeasible", facts(puzzle));
    written(svg::title(puzzle), &facts, &data, &sheet)
}

fn facts(puzzle: &Puzzle) -> String {
    let holes = counted(puzzle.board().len(), "hole");
    format!("{holes}, {}", counted(puzzle.start().pegs(), "peg"))
}

/// Returns the page of a collection: small boards to choose from, each playable.
///
/// # Errors
/// A puzzle is under the old French rule, which the page does not support.
pub fn collection(title: &str, entries: &[Entry]) -> Result<String, BadInput> {
    let puzzles = gallery::documents(entries)?;
    let item = |entry: &Entry| {
        let title = entry.title().map(|title| format!(": {title}"));
        escaped(&(entry.name().to_owned() + &title.unwrap_or_default()))
    };
    let facts = counted(entries.len(), "puzzle");
    let sheet = list("ul", entries.iter().map(item));
    Ok(written(title, &facts, &json!({"puzzles": puzzles}), &sheet))
}

/// Returns the page of a puzzle of colour baseball, with a plan to step through if there is one.
pub fn track(puzzle: &baseball::TrackPuzzle, steps: Option<&[Step]>) -> String {
    let mut data = track_document(puzzle);
    let mut sheet = picture::svg(puzzle, &[]);
    let (bases, capacity) = (puzzle.bases(), puzzle.capacity());
    let mut facts = format!(
        "{bases} bases on a {}, {capacity} places each",
        puzzle.track()
    );
    if let Some(steps) = steps {
        data["plan"] = json!(steps);
        let item = |&Step { token, from, to }: &Step| format!("{token}: {from} → {to}");
        sheet += &list("ol", steps.iter().map(item));
        facts = format!("{facts}; a plan of {}", counted(steps.len(), "step"));
    }
    let title = puzzle.title.as_deref().unwrap_or(puzzle.name());
    written(title, &facts, &data, &sheet)
}

/// Returns the page of a census: its figures to choose from, each playable. Solvable figures come first. On the sheet,
/// solvable figures are pictures, and each other figure is one line.
pub fn census(figures: &Figures) -> String {
    let board = &figures.board;
    let is_solved = |entry: &&FigureEntry| entry.verdict == "solved";
    let (solved, others): (Vec<_>, Vec<_>) = figures.entries().iter().partition(is_solved);
    let (drawn, listed) = solved.split_at(solved.len().min(MAX_DRAWN / board.len()));
    let diagram = |entry: &&FigureEntry| {
        let figure = read_figure(board, &entry.figure).ok()?;
        let caption = format!(
            "{}, ends {}",
            counted(entry.pegs, "peg"),
            entry.survivors.join(" ")
        );
        Some(Diagram::of_position(board, &figure).captioned(caption))
    };
    let diagrams: Vec<Diagram<'_>> = drawn.iter().filter_map(diagram).collect();
    let legend = "The solvable figures, with the holes that the last peg can be in.";
    let item = |entry: &&FigureEntry| {
        let [figure, verdict, reason] =
            [&entry.figure, &entry.verdict, &entry.reason].map(|text| escaped(text));
        format!("<code>{figure}</code> {verdict}: {reason}")
    };
    let list = list("ol", listed.iter().chain(&others).map(item));
    let facts = format!("one peg anywhere: {}", figures.summary());
    let sheet = svg::sheet(&figures.title, legend, COLUMNS, &diagrams, "") + &list;
    written(&figures.title, &facts, &census_document(figures), &sheet)
}

#[cfg(test)]
mod tests {
    use super::{census, infeasible, page, track};
    use crate::bundled;
    use crate::census::Figures;
    use saut_peg::peg::{Cell, Goal, Jump, Position, Puzzle, boards};

    fn puzzle() -> Puzzle {
        let board = boards::named("rectangle-4x1").unwrap();
        let start = Position::from_holes(4, [0, 1, 3]);
        let goal = Goal::exactly(Position::from_holes(4, [1]));
        Puzzle::new("line", board, start, goal).unwrap()
    }

    fn jump(from: i16, to: i16) -> Jump {
        Jump::between(Cell::new(from, 0), Cell::new(to, 0))
    }

    #[test]
    fn a_plan_is_passed_to_the_script_and_listed_move_by_move() {
        let text = page(&puzzle(), Some(&[jump(0, 2), jump(3, 1)]));
        assert!(text.contains(r#""plan":[{"from":[0,0],"over":[1,0],"to":[2,0]},{"from":[3,0]"#));
        assert!(text.contains(r#""start":"oo.o\n""#), "{text}");
        assert!(text.contains("<li>11/31</li>\n<li>41/21</li>\n"));
        assert!(text.contains("3 pegs; a plan of 2 jumps in 2 moves"));
        assert_eq!(text, page(&puzzle(), Some(&[jump(0, 2), jump(3, 1)])));
        // A sweep is one move.
        let sweep = page(&puzzle(), Some(&[jump(3, 1), jump(1, 3)]));
        assert_eq!(sweep.matches("<li>").count(), 1);
    }

    #[test]
    fn an_infeasible_puzzle_shows_only_informative_reasons() {
        let criteria = serde_json::json!([
            {"name": "class", "refutes": false, "why": "They agree."},
            {"name": "pagoda", "refutes": true, "why": "2 < 3\nso no.", "weights": []},
        ]);
        let text = infeasible(&puzzle(), &criteria);
        assert!(text.contains("<h2>Infeasible by pagoda</h2>\n<pre>2 &lt; 3\nso no.</pre>"));
        assert!(!text.contains("<pre>They agree."));
    }

    #[test]
    fn a_track_is_passed_to_the_script() {
        let five = crate::bundled::entry_named("baseball-3").unwrap();
        let text = track(&five.baseball().unwrap(), None);
        assert!(text.contains(r#""start":[[0],[2,2],[1,1]]"#), "{text}");
    }

    #[test]
    fn a_page_needs_no_network_and_runs_only_its_scripts() {
        let text = page(&puzzle(), None);
        assert!(text.contains("<svg ") && !text.contains("\"plan\":["));
        assert!(text.ends_with("</body>\n</html>\n") && text.len() < 100_000);
        let policy = "content=\"default-src 'none'; script-src 'sha256-";
        assert!(text.contains(policy));
        let text = text.replace("http://www.w3.org/2000/svg", "");
        for absent in [
            "unsafe-inline",
            " style=\"",
            " onclick=\"",
            "http:",
            "https:",
            " src=",
            "@import",
            "url(h",
            "fetch",
        ] {
            assert!(!text.contains(absent), "{absent}");
        }
    }

    #[test]
    fn odd_titles_cannot_break_out() {
        let mut puzzle = puzzle();
        puzzle.title = Some("</title><script>alert(1)</script>&".to_owned());
        for jumps in [None, Some([jump(0, 2)])] {
            let text = page(&puzzle, jumps.as_ref().map(<[Jump; 1]>::as_slice));
            assert!(!text.contains("<script>alert(1)"), "{text}");
            assert!(text.contains("&lt;script&gt;"));
        }
    }

    #[test]
    fn a_census_lists_solvable_figures_first_with_difficulty_and_plan() {
        let text = census(&bundled::census("french").unwrap());
        assert!(text.contains("one peg anywhere: 30 can be solved, 226 cannot"));
        let first_refused = text.find("\"expect\":\"infeasible\"").unwrap();
        let last_solved = text.rfind("\"expect\":\"solvable\"").unwrap();
        assert!(last_solved < first_refused);
        assert_eq!(text.matches("\"positions\":").count(), 30);
        assert_eq!(text.matches("<li><code>").count(), 226);
        assert!(text.len() < 300_000, "{} bytes", text.len());
        let figures = bundled::census("english").unwrap();
        let some = figures.entries()[..2].to_vec();
        let text = census(&Figures::new("<b>", figures.board.clone(), some));
        assert!(text.contains("<h1>&lt;b&gt;</h1>"), "{text}");
        assert!(text.contains("2 can be solved") && !text.contains("cannot<"));
    }
}
