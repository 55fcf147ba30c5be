//! Functions that answer the studio's requests about puzzles. They do not depend on how a request arrives.
//!
//! A puzzle is given by a bundled name or a text, never by a file name.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use saut_answer::{Explanation, PuzzleMethod, SavedProof, solve_puzzle};
use saut_base::stop::Stop;
use saut_criteria::compile;
use saut_formats::page::{self, gallery};
use saut_formats::picture::{self, Choice};
use saut_formats::{
    self as formats, Entry, Loaded, ReadOptions, bundled, in_words, pddl, plan_file, svg,
};
use saut_peg::peg::{Jump, Position, Puzzle};
use saut_peg::simulate::{self, RejectedJumps};
use saut_plan::Settings;
use saut_puzzles::census::read_figures;
use saut_puzzles::decide::decide;
use saut_puzzles::play::{Game, Solvability, WinOracle};
use saut_task::encode::{self, Encoded, Encoding, Order};
use saut_task::progress::{LevelDone, Progress};
use saut_task::task::Task;
use serde_json::{Value, json};

use crate::question::{ApiError, Question};

/// Maximum number of holes. Larger boards can be played, but not solved.
const MOST_HOLES: usize = 256;

/// Limits for texts of puzzles: the number of bytes, and the number of references to boards. Without the second limit,
/// a short text could create many large boards.
const MOST_BYTES: usize = 32 << 10;
const MOST_BOARDS: usize = 200;

/// Maximum number of figures of a register that are shown.
const MOST_FIGURES: usize = 5_000;

/// The encoding of the downloaded formula, which finds plans of most puzzles.
const ENCODING: Encoding = Encoding::R2Exists {
    order: Order::Grouped,
    fold: true,
};
const HORIZON: usize = 6;

/// The name of a pasted puzzle.
const PASTED: &str = "pasted puzzle";

/// Maximum number of puzzles whose results are stored.
const MOST_REMEMBERED: usize = 4;

type Known = (Puzzle, Arc<Mutex<WinOracle>>);

/// Stored results for the latest puzzles: the positions that are known to be winnable or lost. The results only save
/// time.
#[derive(Clone, Debug, Default)]
pub struct Remembered(Arc<Mutex<Vec<Known>>>);

impl Remembered {
    /// Returns the results for a puzzle, and moves the puzzle to the front. The oldest puzzle beyond the limit is
    /// removed.
    pub fn of(&self, puzzle: &Puzzle) -> Arc<Mutex<WinOracle>> {
        // A panic during the work leaves the list intact.
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let oracle = match all.iter().position(|(known, _)| known == puzzle) {
            Some(place) => all.remove(place).1,
            None => Arc::new(Mutex::new(WinOracle::new(puzzle.clone()))),
        };
        all.insert(0, (puzzle.clone(), Arc::clone(&oracle)));
        all.truncate(MOST_REMEMBERED);
        oracle
    }
}

/// The bundled puzzles, except the puzzles for the old French rule, which the page does not support.
static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let mut entries = bundled::entries();
    entries.retain(|entry| !entry.is_of_old_rule());
    entries
});

/// Returns all bundled puzzles for a gallery.
///
/// # Errors
/// The page does not support a bundled puzzle.
pub fn bundled() -> Result<String, ApiError> {
    static ALL: LazyLock<Result<String, ApiError>> = LazyLock::new(|| {
        let documents = gallery::documents(&ENTRIES)?;
        Ok(Value::Array(documents).to_string())
    });
    ALL.clone()
}

/// Reads the puzzle of a request.
fn read(question: &Question) -> Result<Entry, ApiError> {
    let text = &question.puzzle;
    if text.len() > MOST_BYTES {
        let message = format!("the puzzle has more than {} KiB", MOST_BYTES >> 10);
        return Err(ApiError::large(message));
    }
    if !text.contains('\n') {
        let found = ENTRIES.iter().find(|entry| entry.name() == text);
        let named = || formats::named(text).map_err(ApiError::from);
        let entry = found.cloned().map_or_else(named, Ok)?;
        return within_limits(entry).and_then(known);
    }
    let entry = loaded(text)?.only()?;
    within_limits(entry).and_then(known)
}

fn loaded(text: &str) -> Result<Loaded, ApiError> {
    if text.matches("board").count() > MOST_BOARDS {
        return Err(ApiError::bad(
            "the text has too many puzzles for the studio",
        ));
    }
    let options = ReadOptions::default();
    formats::load_bytes(text.as_bytes(), PASTED, &options).map_err(ApiError::from)
}

/// Returns the puzzle, unless its board is too large.
fn within_limits(entry: Entry) -> Result<Entry, ApiError> {
    match &entry {
        Entry::Peg(puzzle) if puzzle.board().len() > MOST_HOLES => Err(ApiError::large(format!(
            "the board has {} holes, but the studio supports at most {MOST_HOLES}; saut solve supports larger boards",
            puzzle.board().len()
        ))),
        _ => Ok(entry),
    }
}

/// Returns the puzzles that a text can mean, as JSON with the reason: the text has several puzzles, or the picture can
/// be read in several ways. Returns `None` if there is only one possibility.
fn choices(text: &str) -> Result<Option<Value>, ApiError> {
    if !text.contains('\n') || text.len() > MOST_BYTES {
        return Ok(None);
    }
    let (why, entries) = match loaded(text) {
        Ok(loaded) if loaded.entries.len() > 1 => {
            let why = format!("There are {} puzzles. Choose one.", loaded.entries.len());
            (why, loaded.entries)
        }
        // A warning may be about other readings of the picture.
        Ok(loaded) if loaded.warnings.is_empty() => return Ok(None),
        Ok(_) | Err(_) => {
            let readings = picture::read(text, 1, Choice::default()).unwrap_or_default();
            let puzzles = readings
                .iter()
                .map(|one| picture::puzzle_of(&one.drawn, PASTED));
            let entries: Vec<Entry> = puzzles.flatten().map(Entry::from).collect();
            if entries.len() < 2 {
                return Ok(None);
            }
            (
                "The picture can be read in several ways. Choose one.".to_owned(),
                entries,
            )
        }
    };
    let entries = entries
        .into_iter()
        .map(within_limits)
        .collect::<Result<Vec<_>, _>>()?;
    let choices = gallery::documents(&entries)?;
    Ok(Some(json!({"why": why, "choices": choices})))
}

/// Returns the puzzle, unless it is for the old French rule, which the page does not support.
fn known(entry: Entry) -> Result<Entry, ApiError> {
    match entry {
        Entry::Peg(_) => Ok(entry.peg()?.into()),
        Entry::Baseball(_) => Ok(entry),
    }
}

/// Returns the puzzle of peg solitaire in a request.
pub(crate) fn peg(question: &Question) -> Result<Puzzle, ApiError> {
    read(question)?.peg().map_err(ApiError::from)
}

/// Returns the puzzle in the format of the page. If the text can mean several puzzles, returns all of them.
///
/// # Errors
/// The text is not a puzzle, or its board is too large.
pub fn puzzle(question: &Question) -> Result<String, ApiError> {
    if let Some(choices) = choices(&question.puzzle)? {
        return Ok(choices.to_string());
    }
    let puzzle = match read(question)? {
        Entry::Peg(puzzle) => puzzle,
        Entry::Baseball(puzzle) => return Ok(page::track_document(&puzzle).to_string()),
    };
    let mut document = page::document(&puzzle);
    document["pegs"] = puzzle.start().pegs().into();
    if question.puzzle.contains('\n') {
        document["read_as"] = in_words::puzzle_in_words(&puzzle).into();
        document["warning"] = in_words::oddities(&puzzle).into();
    }
    Ok(document.to_string())
}

/// Returns the puzzle that begins at the last position of the game in a request.
///
/// # Errors
/// The text is not a puzzle, its board is too large, or a jump is not legal.
pub fn position(question: &Question) -> Result<Entry, ApiError> {
    match read(question)? {
        Entry::Peg(puzzle) => {
            let game = played(&puzzle, question)?;
            beginning_in(&puzzle, game.position()).map(Entry::from)
        }
        entry @ Entry::Baseball(_) => Ok(entry),
    }
}

fn played(puzzle: &Puzzle, question: &Question) -> Result<Game, ApiError> {
    let mut game = Game::new(puzzle.clone());
    for (number, &jump) in (1..).zip(&question.played) {
        game.play(jump)
            .map_err(|fault| ApiError::bad(format!("jump {number}: {fault}")))?;
    }
    Ok(game)
}

fn beginning_in(puzzle: &Puzzle, position: &Position) -> Result<Puzzle, ApiError> {
    let (name, board) = (puzzle.name().to_owned(), puzzle.board().clone());
    let later = Puzzle::new(name, board, position.clone(), puzzle.goal().clone());
    later.map_err(|bad| ApiError::bad(bad.to_string()))
}

/// Solves a puzzle. The answer is the same JSON as for `saut solve --json`.
///
/// # Errors
/// The settings cannot be met, or a solver failed.
pub fn solve(entry: &Entry, settings: &Settings) -> Result<String, ApiError> {
    let answer = solve_puzzle(entry, &PuzzleMethod::default(), settings)?;
    answer
        .document(SavedProof::default())
        .map_err(ApiError::from)
}

/// Returns a hint for a position of a game, as JSON: `winnable`, the jumps of a replayed `plan`, and the number of
/// `solutions` if it can be computed fast. `winnable` is `null` if it was not decided in time, or if `at_once` is set
/// and the answer is not known yet. A hint "not winnable" has no certificate; `explain` and `solve` return
/// certificates.
///
/// The results in `remembered` only save time.
///
/// # Errors
/// The request is invalid.
pub fn hint(
    question: &Question,
    remembered: Option<&Remembered>,
    settings: &Settings,
) -> Result<String, ApiError> {
    let Entry::Peg(puzzle) = read(question)? else {
        return Err(ApiError::bad("hints are only for peg solitaire"));
    };
    let game = played(&puzzle, question)?;
    let memory = remembered.map(|remembered| remembered.of(&puzzle));
    // The results are not locked during a decision, so that other requests need not wait for it.
    let known = || {
        let memory = memory.as_ref()?;
        Some(memory.lock().unwrap_or_else(PoisonError::into_inner))
    };
    let recalled = known().and_then(|mut known| known.recall(game.positions(), &settings.stop));
    let outlook = if let Some(outlook) = recalled {
        outlook
    } else if question.at_once {
        Solvability::default()
    } else {
        let decision = decide(&beginning_in(&puzzle, game.position())?, settings);
        let verdict = decision?.verdict;
        match known() {
            Some(mut known) => known.learn(game.position(), &verdict),
            None => WinOracle::new(*puzzle).learn(game.position(), &verdict),
        }
    };
    let mut document = json!({"winnable": outlook.winnable, "plan": outlook.plan});
    if let Some(number) = outlook.solutions {
        document["solutions"] = number.to_string().into();
    }
    Ok(document.to_string())
}

/// Returns the figures of a bundled census.
///
/// # Errors
/// There is no census with this name.
pub fn census(name: &str) -> Result<String, ApiError> {
    bundled::census(name)
        .map(|figures| page::census_document(&figures).to_string())
        .ok_or_else(|| ApiError::new(404, "the studio has no such census"))
}

/// Returns the figures of a register, given as text. Plans are replayed, and certificates are checked if this is fast.
///
/// # Errors
/// The text is not a register, or it is too large.
pub fn register(text: &str, stop: &Stop) -> Result<String, ApiError> {
    let figures = read_figures(text, stop)?;
    let (holes, number) = (figures.board.len(), figures.entries().len());
    if holes > MOST_HOLES || number > MOST_FIGURES {
        return Err(ApiError::large(format!(
            "the census has {number} figures of {holes} holes, but the studio shows at most {MOST_FIGURES} \
             figures of at most {MOST_HOLES} holes"
        )));
    }
    Ok(page::census_document(&figures).to_string())
}

/// Returns the same JSON as `saut explain --json`.
///
/// # Errors
/// Same as [`puzzle()`].
pub fn explain(question: &Question, stop: &Stop) -> Result<String, ApiError> {
    let puzzle = peg(question)?;
    let explanation = Explanation::new(&puzzle, stop)?;
    let document = explanation.document();
    document.map(|it| it.to_string()).map_err(ApiError::from)
}

/// Replays a game given as text, and returns its jumps as JSON. The verdict is `solved` or `unfinished`.
///
/// # Errors
/// The text is not a puzzle, the game cannot be read, or a jump is not legal.
pub fn check(question: &Question) -> Result<String, ApiError> {
    let puzzle = peg(question)?;
    let plan = plan_file::read_plan(&puzzle, &question.text, None)?;
    let jumps: Vec<Jump> = plan.actions().copied().collect();
    let verdict = match simulate::replay(&puzzle, plan) {
        Ok(_) => "solved",
        Err(RejectedJumps::NotTheGoal { .. }) => "unfinished",
        Err(rejected) => return Err(ApiError::bad(format!("the game is illegal: {rejected}"))),
    };
    let name = puzzle.name();
    Ok(json!({"puzzle": name, "verdict": verdict, "plan": jumps, "checked": true}).to_string())
}

/// Returns a text for download.
///
/// # Errors
/// The text is not a puzzle, a jump is not legal, or there is no such download.
pub fn download(question: &Question) -> Result<String, ApiError> {
    let puzzle = peg(question)?;
    let jumps = &question.plan;
    let mut position = puzzle.start().clone();
    for (number, &jump) in (1..).zip(jumps) {
        simulate::play(puzzle.board(), &mut position, jump)
            .map_err(|fault| ApiError::bad(format!("jump {number}: {fault}")))?;
    }
    let plan = (!jumps.is_empty()).then_some(&jumps[..]);
    let title = format!("puzzle {}", puzzle.name());
    match question.what.as_str() {
        "svg" => Ok(plan.map_or_else(|| svg::puzzle(&puzzle), |plan| svg::plan(&puzzle, plan))),
        "animation" => Ok(svg::animation(&puzzle, jumps)),
        "html" => Ok(page::page(&puzzle, plan)),
        "pddl" => Ok(pddl::write_problem(&puzzle, pddl::PddlForm::Jumps)),
        what => {
            let task = compile::peg_task(&puzzle);
            formula(what, &task, &ENCODING.encode(&task, HORIZON), &title)
        }
    }
}

/// Returns a formula as text for download.
///
/// # Errors
/// There is no such download.
pub(crate) fn formula(
    what: &str,
    task: &Task,
    encoded: &Encoded,
    title: &str,
) -> Result<String, ApiError> {
    match what {
        "dimacs" => encode::text::dimacs(task, encoded, title).map_err(ApiError::from),
        "smtlib" => Ok(encode::text::smtlib(task, encoded, title)),
        other => Err(ApiError::bad(format!(
            "there is no download called \"{other:.20}\""
        ))),
    }
}

/// Returns a progress observer that calls `tell` with each message.
pub fn in_words(tell: impl Fn(&str) + Send + Sync + 'static) -> Arc<dyn Progress> {
    Arc::new(InWords(tell))
}

struct InWords<T>(T);

impl<T: Fn(&str) + Send + Sync> Progress for InWords<T> {
    fn attempt(&self, _: Encoding, _: usize, _: &str, before: usize) {
        self.0(&format!("Solving: attempt {}", before + 1));
    }

    fn searching(&self) {
        self.0("Searching from both ends");
    }

    fn searched(&self, level: LevelDone) {
        let (pegs, boards) = (level.pegs, level.boards);
        self.0(&format!("Searching: {boards} boards with {pegs} pegs"));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use saut_formats::bundled;

    use super::{MOST_REMEMBERED, Remembered};

    #[test]
    fn the_same_puzzle_has_the_same_memory_and_only_a_few_have_one() {
        let puzzle = |name| bundled::entry_named(name).unwrap().peg().unwrap();
        let remembered = Remembered::default();
        let first = remembered.of(&puzzle("central"));
        assert!(Arc::ptr_eq(&first, &remembered.of(&puzzle("central"))));
        for name in ["corsair", "square-7", "army-1", "army-2"] {
            assert!(!Arc::ptr_eq(&first, &remembered.of(&puzzle(name))));
        }
        assert_eq!(remembered.0.lock().unwrap().len(), MOST_REMEMBERED);
        assert!(!Arc::ptr_eq(&first, &remembered.of(&puzzle("central"))));
    }
}
