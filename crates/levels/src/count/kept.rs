//! Games and tables of boards with every finished level kept, as [`super::solutions_saved`] does for
//! the solutions.

use super::NotCounted;
use super::games::{self, Games, GamesLevel};
use super::growth::Growth;
use super::level_count::LevelCount;
use super::level_folder::Faults;
use super::saved::{NotSaved, unless};
use super::store::{Kept, Store, StoredKind};
use crate::search::SearchSettings;
use crate::search::bit_board::Direction;
use crate::search::level::Level;
use saut_peg::peg::Puzzle;

/// Counts the games from the start of a puzzle, going on from the level in a store and keeping each
/// new one there.
///
/// # Errors
/// [`NotSaved`] as [`super::games()`], or if the store cannot be used.
pub fn games_saved(
    puzzle: &Puzzle,
    settings: &SearchSettings,
    store: &Store,
) -> Result<Games, NotSaved> {
    let last = store.kept::<u128>(StoredKind::Games)?.map(|kept| {
        let levels = kept.boards.chunks_exact(6).map(games_level).collect();
        let games = kept.met;
        (Games { games, levels }, kept.level)
    });
    let faults = Faults::default();
    let (board, start) = (puzzle.board(), puzzle.start());
    let counted = games::play(board, start, last, settings, &|games, level| {
        let words: Vec<u64> = games.levels.iter().flat_map(words).collect();
        faults.note(store.keep(StoredKind::Games, &words, games.games, level))
    });
    unless(&faults, counted)
}

/// Half of a number of games.
const LOW: u128 = u64::MAX as u128;

fn words(level: &GamesLevel) -> [u64; 6] {
    let half = |shift: u32| u64::try_from(level.games_ending >> shift & LOW).unwrap_or(0);
    let pegs = level.pegs as u64;
    let (boards, up_to, stuck) = (level.boards, level.up_to_symmetry, level.stuck);
    [pegs, boards, up_to, stuck, half(0), half(64)]
}

fn games_level(words: &[u64]) -> GamesLevel {
    GamesLevel {
        pegs: pegs(words[0]),
        boards: words[1],
        up_to_symmetry: words[2],
        stuck: words[3],
        games_ending: u128::from(words[4]) | u128::from(words[5]) << 64,
    }
}

fn pegs(word: u64) -> usize {
    usize::try_from(word).unwrap_or(0)
}

/// The boards reached from the start of a puzzle, as [`super::reachable`], with levels kept.
///
/// # Errors
/// [`NotSaved`] as [`super::reachable`], or if the store cannot be used.
pub fn reachable_saved(
    puzzle: &Puzzle,
    settings: &SearchSettings,
    store: &Store,
) -> Result<Vec<LevelCount>, NotSaved> {
    let direction = Direction::Forward;
    let growth = Growth::of_position(puzzle.board(), puzzle.start(), direction)?;
    table(growth, direction, usize::MAX, settings, store)
}

/// The boards from which the goal can be reached, as [`super::leading_to`], with levels kept.
///
/// # Errors
/// [`NotSaved`] as [`super::leading_to`], or if the store cannot be used.
pub fn leading_to_saved(
    puzzle: &Puzzle,
    most_jumps: usize,
    settings: &SearchSettings,
    store: &Store,
) -> Result<Vec<LevelCount>, NotSaved> {
    let growth = Growth::of_goal(puzzle)?;
    table(growth, Direction::Backward, most_jumps, settings, store)
}

fn table(
    growth: Growth,
    direction: Direction,
    most_jumps: usize,
    settings: &SearchSettings,
    store: &Store,
) -> Result<Vec<LevelCount>, NotSaved> {
    let kind = StoredKind::PositionTable(direction);
    let last = |kept: Kept<()>| {
        let count = |words: &[u64]| LevelCount {
            pegs: pegs(words[0]),
            boards: words[1],
            up_to_symmetry: words[2],
        };
        let counts: Vec<LevelCount> = kept.boards.chunks_exact(3).map(count).collect();
        (counts, kept.level)
    };
    let last = store.kept::<()>(kind)?.map(last);
    let faults = Faults::default();
    let keep = |counts: &[LevelCount], level: &Level<()>| {
        let words = |count: &LevelCount| [count.pegs as u64, count.boards, count.up_to_symmetry];
        let words: Vec<u64> = counts.iter().flat_map(words).collect();
        faults.note(store.keep(kind, &words, 0, level))
    };
    let counted = growth.levels(most_jumps, last, settings, &keep);
    unless(&faults, counted.map_err(NotCounted::from))
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::{games_saved, leading_to_saved, reachable_saved};
    use crate::count::{NotCounted, NotSaved, Store, games, leading_to, reachable};
    use crate::samples::{TWELVE, to_the_centre};
    use crate::search::{LevelProgress, SearchSettings};
    use saut_base::stop::Stop;
    use saut_peg::peg::Puzzle;

    /// A count that was stopped at a level and resumed comes to the same numbers.
    fn goes_on<C: PartialEq + std::fmt::Debug>(
        stopped_at: usize,
        saved: impl Fn(&SearchSettings, &Store) -> Result<C, NotSaved>,
        whole: impl Fn(&SearchSettings) -> Result<C, NotCounted>,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let store = |resumes| Store::open(folder.path(), &puzzle(), resumes).unwrap();
        let stop = Stop::default();
        let handle = stop.clone();
        let stopping = SearchSettings {
            stop,
            progress: Some(Arc::new(move |level: LevelProgress| {
                if level.pegs == stopped_at {
                    handle.request();
                }
            })),
            ..SearchSettings::default()
        };
        let fault = saved(&stopping, &store(false)).unwrap_err();
        let is_stop = matches!(fault, NotSaved::NotCounted(NotCounted::Stopped(_)));
        assert!(is_stop, "{fault}");
        let seen = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&seen);
        let watched = SearchSettings {
            progress: Some(Arc::new(move |level: LevelProgress| {
                told.lock().unwrap().push(level.pegs);
            })),
            ..SearchSettings::default()
        };
        let counted = saved(&watched, &store(true)).unwrap();
        assert_eq!(counted, whole(&SearchSettings::default()).unwrap());
        let levels = std::mem::take(&mut *seen.lock().unwrap());
        assert!(!levels.is_empty() && !levels.contains(&stopped_at));
        assert_eq!(saved(&watched, &store(true)).unwrap(), counted);
        assert!(seen.lock().unwrap().is_empty(), "nothing was left to count");
    }

    fn puzzle() -> Puzzle {
        to_the_centre(TWELVE)
    }

    #[test]
    fn games_and_tables_that_were_stopped_go_on_to_the_same_numbers() {
        let puzzle = puzzle();
        let (board, start) = (puzzle.board(), puzzle.start());
        goes_on(
            7,
            |settings, store| games_saved(&puzzle, settings, store),
            |settings| games(board, start, settings),
        );
        goes_on(
            7,
            |settings, store| reachable_saved(&puzzle, settings, store),
            |settings| reachable(board, start, settings),
        );
        goes_on(
            4,
            |settings, store| leading_to_saved(&puzzle, 6, settings, store),
            |settings| leading_to(&puzzle, 6, settings),
        );
    }

    #[test]
    fn a_level_of_another_count_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path(), &puzzle(), false).unwrap();
        let settings = SearchSettings::default();
        reachable_saved(&puzzle(), &settings, &store).unwrap();
        let file = |name: &str| folder.path().join(name);
        std::fs::rename(file("reachable-0.level"), file("leading-0.level")).unwrap();
        let fault = leading_to_saved(&puzzle(), 3, &settings, &store).unwrap_err();
        assert!(fault.to_string().contains("another count"), "{fault}");
    }
}
